/* `araldo replay`: shows a record event by event, in words, with the position after each move. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/gzip.h"
#include "program/person.h"
#include "record/replay.h"
#include "term/face.h"

typedef struct Viewer {
    Replay replay;
    Screen screen;
    const Face *face;
    EventLog log;
    Language language;
    int seat; /* VIEWER_WHOLE: everything */
    bool step;
    bool leaves, no_such_seat;
} Viewer;

/* One event in words, with the number of its line; nothing of what needs no words, such as a shuffle. */
static void tell(const Viewer *viewer, const Event *event, long number) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    const Game *game = viewer->replay.header.game;
    viewer->face->tell(game, &viewer->screen, event, &text);
    for (Span rest = {words, text.length}, line; span_split(&rest, '\n', &line); number = 0) {
        if (line.length == 0) continue;
        if (number) printf("%6ld  %.*s\n", number, SPAN_ARGS(line));
        else printf("        %.*s\n", SPAN_ARGS(line));
    }
}

static void take(void *context, const Event *event) {
    Viewer *viewer = context;
    tell(viewer, event, viewer->replay.lines.number - 1);
}

static void print_position(const Viewer *viewer) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    const Game *game = viewer->replay.header.game;
    if (viewer->seat == VIEWER_WHOLE) {
        game->print(replay_state(&viewer->replay), &text);
    } else {
        StateRoom view;
        game->view(replay_state(&viewer->replay), viewer->seat, VIEW_IN(view));
        game->print(view_state(VIEW_IN(view)), &text);
    }
    printf("        %s\n", words);
}

/* Waits for Enter; q leaves, and so does the end of input. */
static void wait_for_enter(Viewer *viewer) {
    char line[16];
    printf("%s", message(viewer->language, "Enter to continue, q to quit: "));
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin) || line[0] == 'q' || line[0] == 'Q') viewer->leaves = true;
    while (!viewer->leaves && !strchr(line, '\n') && fgets(line, sizeof line, stdin)) continue;
}

static void print_header(const Viewer *viewer) {
    const RecordHeader *header = &viewer->replay.header;
    char seed[CHANCE_KEY_HEX + 1];
    Text text = text_init(seed, sizeof seed);
    if (header->has_key) chance_seed_print(&header->key, &text);
    printf("%6ld  %s:%s", viewer->replay.header_line, header->game->name, header->game->variants[header->setup.variant].name);
    for (int i = 0; i < header->setup.option_count; i++)
        printf(" %s=%s", header->setup.options[i].key, header->setup.options[i].value);
    for (int seat = 0; seat < header->setup.people; seat++) printf("%s%s", seat ? ", " : "  ", header->names[seat]);
    printf("%s%s\n", *seed ? "  seed " : "", seed);
}

/* Header and first deal: their events are kept until it is known who sits at the table. */
static ReplayStatus show_beginning(Viewer *viewer) {
    Replay *replay = &viewer->replay;
    EventSink keeping = {.take = event_log_take, .context = &viewer->log};
    Event event;
    event_log_clear(&viewer->log);
    ReplayStatus status = replay_begin(replay, &keeping);
    if (viewer->log.event_count == 0) return status;
    if (viewer->seat != VIEWER_WHOLE && viewer->seat >= replay->header.game->seats(replay_state(replay))) {
        viewer->no_such_seat = viewer->leaves = true;
        return status;
    }
    screen_init(&viewer->screen, stdout, viewer->language, &replay->header, viewer->seat);
    viewer->screen.steps = true;
    viewer->face = face_of(replay->header.game);
    print_header(viewer);
    for (size_t i = 0; i < viewer->log.event_count; i++) {
        event_log_read(&viewer->log, i, &event);
        tell(viewer, &event, replay->header_line + 1 + (long)i);
    }
    if (status == REPLAY_GOES_ON) print_position(viewer);
    return status;
}

static ReplayStatus show_record(Viewer *viewer) {
    EventSink sink = {.take = take, .context = viewer};
    ReplayStatus status = show_beginning(viewer);
    while (status == REPLAY_GOES_ON && !viewer->leaves) {
        if (viewer->step) wait_for_enter(viewer);
        if (viewer->leaves) break;
        status = replay_step(&viewer->replay, &sink);
        if (status == REPLAY_GOES_ON || status == REPLAY_OVER) print_position(viewer);
    }
    return status;
}

static int show_file(Viewer *viewer, FILE *file, const char *path) {
    int records = 0;
    ReplayStatus status;
    replay_init(&viewer->replay, file);
    do {
        status = show_record(viewer);
        if (status == REPLAY_OVER) records++;
    } while (status == REPLAY_OVER && !viewer->leaves);
    fflush(stdout);
    if (viewer->no_such_seat) return complain("replay", "%s: nobody sits at seat %d", path, viewer->seat);
    if (viewer->leaves) return STATUS_GOOD;
    if (status == REPLAY_NONE && records == 0) return complain("replay", "%s: line 1: the file holds no record", path);
    if (status == REPLAY_UNFINISHED || status == REPLAY_CUT || status == REPLAY_BROKEN)
        return complain("replay", "%s: %s", path, viewer->replay.error.text);
    return STATUS_GOOD;
}

int command_replay(int argc, char **argv) {
    const char *path, *language = NULL;
    int64_t seat = VIEWER_WHOLE;
    bool step = false;
    const Argument table[] = {{ARGUMENT_NUMBER, "--seat", &seat, 0, SEATS_MAX - 1},
                              {ARGUMENT_WORDS, "--lang", &language, 0, 0},
                              {ARGUMENT_FLAG, "--step", &step, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "replay", .table = table, .words = &path, .words_max = 1};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (arguments.word_count == 0) return complain("replay", "a file is missing");
    Viewer *viewer = calloc(1, sizeof *viewer);
    if (!viewer) return complain("replay", "there is not enough memory");
    viewer->language = person_language();
    viewer->seat = (int)seat;
    viewer->step = step && isatty(STDIN_FILENO);
    int status = STATUS_BAD;
    FILE *file = NULL;
    if (!language || person_language_option("replay", language, &viewer->language)) {
        file = gzip_read(path);
        status = file ? show_file(viewer, file, path) : complain("replay", "cannot read %.100s: %s", path, strerror(errno));
    }
    if (file) fclose(file);
    event_log_release(&viewer->log);
    replay_release(&viewer->replay);
    free(viewer);
    return status;
}
