/* `araldo verify`: checks that a record obeys the rules, that chance follows from its key, and that the key was fairly made.
 * Three checks; at most one fault is reported. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/gzip.h"
#include "program/progress.h"
#include "record/replay.h"
#include "room/fair.h"

enum {
    JSON_MAX_BYTES = 2 * RECORD_PATH_MAX + 2048,
    LINES_MAX = 100 * 1000 * 1000
}; /* of a file: records that never end are no file */

typedef struct Verification {
    Replay replay;
    long records, moves, lines;
    long sealed;      /* records whose key is not revealed */
    long fair;        /* records that tell how their key came about, and it did */
    long moved;       /* of these, records of matches that began in a browser, which knew the cards */
    long unfair_line; /* the header of the first in which it did not; 0: none */
} Verification;

/* Where a room tells its secret and the players' salts: is the commitment the secret's, and the seed what follows from both? */
static void check_fairness(Verification *verification) {
    const RecordHeader *header = &verification->replay.header;
    uint8_t secret[ROOM_SECRET_BYTES], salts[SEATS_MAX][SALT_BYTES];
    const uint8_t *given[SEATS_MAX];
    char commitment[COMMITMENT_HEX];
    if (!header->has_secret || verification->unfair_line) return;
    hex_read(span_of(header->secret), secret, sizeof secret);
    for (int seat = 0; seat < header->setup.people; seat++)
        given[seat] = hex_read(span_of(header->salts[seat]), salts[seat], SALT_BYTES) ? salts[seat] : NULL;
    ChanceKey key = fair_key(secret, given, header->setup.people);
    fair_commitment(secret, commitment);
    if (strcmp(commitment, header->commitment) == 0 && memcmp(&key, &header->key, sizeof key) == 0) {
        verification->fair++;
        verification->moved += header->moved;
    } else {
        verification->unfair_line = verification->replay.header_line;
    }
}

static ReplayStatus too_long(Replay *replay) {
    replay->broken_line = replay->lines.number;
    error_set(&replay->error, "line %ld: a file holds at most %d lines", replay->lines.number, LINES_MAX);
    return REPLAY_BROKEN;
}

/* Plays the file through until it ends or breaks. */
static ReplayStatus play_through(Verification *verification) {
    Replay *replay = &verification->replay;
    Progress progress = progress_begin("lines", 0);
    ReplayStatus status = replay_begin(replay, NULL);
    while (status != REPLAY_NONE) {
        if (status == REPLAY_GOES_ON) check_fairness(verification);
        while (status == REPLAY_GOES_ON) {
            status = replay->lines.number > LINES_MAX ? too_long(replay) : replay_step(replay, NULL);
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
    if (status == REPLAY_NONE && verification->records == 0) complain("verify", "%s: %s", path, N_("the file holds no record"));
    else if (status == REPLAY_NONE) puts("rules: good");
    else if (!replay->seed_broken_line) complain("verify", "%s: rules: %s", path, replay->error.text);
    else if (ends_early) puts("rules: good as far as the record goes");
    else printf("rules: good before line %ld\n", replay->broken_line);
    return status == REPLAY_NONE && verification->records > 0;
}

static bool report_seed(const Verification *verification, ReplayStatus status, const char *path) {
    const Replay *replay = &verification->replay;
    if (replay->seed_broken_line) {
        complain("verify", "%s: seed: line %ld: the seed in the header gives another outcome", path, replay->seed_broken_line);
        return false;
    }
    bool sealed = verification->sealed == verification->records && (status == REPLAY_NONE || !replay->header.has_key);
    if (sealed) puts("seed: not checked, it is not revealed");
    else if (status == REPLAY_UNFINISHED || status == REPLAY_CUT) puts("seed: good as far as the record goes");
    else if (status != REPLAY_NONE) printf("seed: good before line %ld\n", replay->broken_line);
    else if (verification->sealed > 0)
        printf("seed: good where it is revealed, in %ld of %ld records\n", verification->records - verification->sealed,
               verification->records);
    else puts("seed: good");
    return true;
}

static bool report_fairness(const Verification *verification, const char *path) {
    if (verification->unfair_line)
        complain("verify", "%s: fairness: line %ld: commitment, secret, salts and seed do not fit together", path,
                 verification->unfair_line);
    else if (verification->moved > 0) puts("fairness: good, but the match began in a browser that could know its cards");
    else if (verification->fair > 0) puts("fairness: good");
    return !verification->unfair_line;
}

static void print_count(long count, const char *noun, const char *after) {
    printf("%ld %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

/* One of the three checks: whether it found anything wrong, and where; null if there was nothing to check. */
static void write_check(Json *json, const char *name, bool checked, bool good, long line, const char *fault) {
    json_open_object(json, name);
    if (checked) json_bool(json, "good", good);
    else json_none(json, "good");
    if (checked && !good) json_number(json, "line", line);
    if (checked && !good && fault) json_text(json, "error", fault);
    json_close(json);
}

static bool report_json(const Verification *verification, ReplayStatus status, const char *path) {
    const Replay *replay = &verification->replay;
    char line[JSON_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    bool empty = status == REPLAY_NONE && verification->records == 0;
    bool rules = status == REPLAY_NONE && !empty, seed = replay->seed_broken_line == 0, fair = !verification->unfair_line;
    json_open_object(&json, NULL);
    json_text(&json, "file", path);
    json_bool(&json, "good", rules && seed && fair);
    write_check(&json, "rules", true, rules, empty ? 1 : replay->broken_line,
                empty ? "the file holds no record" : replay->error.text);
    write_check(&json, "seed", !empty && verification->sealed < verification->records + !rules, seed, replay->seed_broken_line,
                "the seed in the header gives another outcome");
    write_check(&json, "fairness", verification->fair > 0 || !fair, fair, verification->unfair_line,
                "commitment, secret, salts and seed do not fit together");
    json_number(&json, "records", verification->records);
    json_number(&json, "sealed", verification->sealed);
    json_number(&json, "moves", verification->moves);
    json_number(&json, "lines", verification->lines);
    json_close(&json);
    puts(line);
    return rules && seed && fair;
}

static bool report(const Verification *verification, ReplayStatus status, const char *path) {
    bool good = report_rules(verification, status, path);
    if (status != REPLAY_NONE || verification->records > 0) good = report_seed(verification, status, path) && good;
    if (good) good = report_fairness(verification, path);
    printf("%s: %s, ", path, good ? "good" : "bad");
    print_count(verification->records, "whole record", ", ");
    print_count(verification->moves, "move", ", ");
    print_count(verification->lines, "line", "\n");
    return good;
}

static int verify(FILE *file, const char *path, bool json) {
    Verification *verification = calloc(1, sizeof *verification);
    if (!verification) return complain("verify", "there is not enough memory");
    replay_init(&verification->replay, file);
    ReplayStatus status = play_through(verification);
    bool good = (json ? report_json : report)(verification, status, path);
    replay_release(&verification->replay);
    free(verification);
    return good ? STATUS_GOOD : STATUS_BAD;
}

int command_verify(int argc, char **argv) {
    const char *path;
    bool json = false;
    const Argument table[] = {
        {ARGUMENT_FLAG, "--json", &json, 0, 0}, {ARGUMENT_LEXICON, "--words", NULL, 0, 0}, {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "verify", .table = table, .words = &path, .words_max = 1};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (arguments.word_count == 0) return arguments_no_file(&arguments, arguments.language);
    FILE *file = gzip_read(path);
    if (!file) return complain("verify", "cannot read %.100s: %s", path, strerror(errno));
    int status = verify(file, strcmp(path, "-") == 0 ? "standard input" : path, json);
    fclose(file);
    return status;
}
