/* araldo verify: does a record obey the rules, and do its outcomes follow from its seed? Two checks, one fault at most. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/arguments.h"
#include "program/commands.h"
#include "program/progress.h"
#include "record/replay.h"

typedef struct Verification {
    Replay replay;
    long records, moves, lines;
    long sealed; /* records whose key is not revealed */
} Verification;

/* Plays the file through until it ends or breaks. */
static ReplayStatus play_through(Verification *verification) {
    Replay *replay = &verification->replay;
    Progress progress = progress_begin("lines", 0);
    ReplayStatus status = replay_begin(replay, NULL);
    while (status != REPLAY_NONE) {
        while (status == REPLAY_GOES_ON) {
            status = replay_step(replay, NULL);
            progress_show(&progress, replay->lines.number);
        }
        verification->moves += replay->moves;
        if (status != REPLAY_OVER) break;
        verification->records++;
        if (!replay->header.has_key) verification->sealed++;
        status = replay_begin(replay, NULL);
    }
    verification->lines = replay->lines.number - 1;
    progress_end(&progress);
    return status;
}

/* What is good is said on standard output. Of what is bad the first line is named on standard error, and that alone: the seed
 * is asked only as far as the rules hold, so a line that does not follow from it comes first. */
static bool report_rules(const Verification *verification, ReplayStatus status, const char *path) {
    const Replay *replay = &verification->replay;
    bool ends_early = status == REPLAY_UNFINISHED || status == REPLAY_CUT;
    if (status == REPLAY_NONE && verification->records == 0)
        complain("verify", "%s: line 1: the file holds no record", path);
    else if (status == REPLAY_NONE)
        puts("rules: good");
    else if (!replay->seed_broken_line)
        complain("verify", "%s: rules: %s", path, replay->error.text);
    else if (ends_early)
        puts("rules: good as far as the record goes");
    else
        printf("rules: good before line %ld\n", replay->broken_line);
    return status == REPLAY_NONE && verification->records > 0;
}

static bool report_seed(const Verification *verification, ReplayStatus status, const char *path) {
    const Replay *replay = &verification->replay;
    if (replay->seed_broken_line) {
        complain("verify", "%s: seed: line %ld: the seed in the header gives another outcome", path, replay->seed_broken_line);
        return false;
    }
    bool sealed = verification->sealed == verification->records && (status == REPLAY_NONE || !replay->header.has_key);
    if (sealed)
        puts("seed: not checked, it is not revealed");
    else if (status == REPLAY_UNFINISHED || status == REPLAY_CUT)
        puts("seed: good as far as the record goes");
    else if (status != REPLAY_NONE)
        printf("seed: good before line %ld\n", replay->broken_line);
    else if (verification->sealed > 0)
        printf("seed: good where it is revealed, in %ld of %ld records\n", verification->records - verification->sealed,
               verification->records);
    else
        puts("seed: good");
    return true;
}

static void print_count(long count, const char *noun, const char *after) {
    printf("%ld %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

static int verify(FILE *file, const char *path) {
    Verification *verification = calloc(1, sizeof *verification);
    if (!verification) return complain("verify", "there is not enough memory");
    replay_init(&verification->replay, file);
    ReplayStatus status = play_through(verification);
    bool good = report_rules(verification, status, path);
    if (status != REPLAY_NONE || verification->records > 0) good = report_seed(verification, status, path) && good;
    printf("%s: %s, ", path, good ? "good" : "bad");
    print_count(verification->records, "whole record", ", ");
    print_count(verification->moves, "move", ", ");
    print_count(verification->lines, "line", "\n");
    replay_release(&verification->replay);
    free(verification);
    return good ? STATUS_GOOD : STATUS_BAD;
}

int command_verify(int argc, char **argv) {
    const char *path;
    const Argument table[] = {{ARGUMENT_LEXICON, "--words", NULL, 0, 0}, {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "verify", .table = table, .words = &path, .words_max = 1};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (arguments.word_count == 0) return complain("verify", "a file is missing");
    if (strcmp(path, "-") == 0) return verify(stdin, "standard input");
    FILE *file = fopen(path, "r");
    if (!file) return complain("verify", "cannot read %.100s: %s", path, strerror(errno));
    int status = verify(file, path);
    fclose(file);
    return status;
}
