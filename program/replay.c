/* `araldo replay`: walks through a record on the full screen, or shows it event by event in words.
 *
 * Line by line the table follows each move, or the position in notation if that is asked for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/full/walk.h"
#include "program/gzip.h"
#include "program/person.h"
#include "record/replay.h"
#include "term/full/board.h"

enum { GAMES_MAX = 1000000000, NAME_COLUMNS = 16 };

typedef struct Viewer {
    Replay replay;
    Screen screen;
    const Face *face;
    EventLog log;
    Language language;
    int seat;   /* VIEWER_WHOLE: everything */
    int number; /* of the only game to be shown; 0: all of them */
    bool step, plain;
    bool positions; /* in notation, in the place of the table */
    bool leaves, no_such_seat;
    Board *board; /* where hands are laid out */
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

static void print_position(const Viewer *viewer, const View *view) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    viewer->replay.header.game->print(view_state(view), &text);
    printf("        %s\n", words);
}

/* What the viewer sees now; of a whole record all hands. */
static void print_table(const Viewer *viewer) {
    const Game *game = viewer->replay.header.game;
    const State *state = replay_state(&viewer->replay);
    StateRoom view = viewer->replay.state;
    if (viewer->seat != VIEWER_WHOLE) game->view(state, viewer->seat, VIEW_IN(view));
    if (viewer->positions) {
        print_position(viewer, VIEW_IN(view));
        return;
    }
    viewer->face->draw(game, &viewer->screen, VIEW_IN(view));
    for (int seat = 0; viewer->seat == VIEWER_WHOLE && seat < game->seats(state); seat++) {
        char name[SCREEN_COLUMNS * 4], words[BOARD_WORDS_MAX];
        Text title = text_init(name, sizeof name), hand = text_init(words, sizeof words);
        screen_name(&viewer->screen, seat, &title);
        board_hand(viewer->board, game, &viewer->screen, state, seat, &hand);
        screen_row(&viewer->screen, name, NAME_COLUMNS, words);
    }
    puts("");
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
    if (viewer->plain) screen_make_plain(&viewer->screen);
    viewer->screen.steps = true;
    viewer->face = face_of(replay->header.game);
    print_header(viewer);
    for (size_t i = 0; i < viewer->log.event_count; i++) {
        event_log_read(&viewer->log, i, &event);
        tell(viewer, &event, replay->header_line + 1 + (long)i);
    }
    if (status == REPLAY_GOES_ON) print_table(viewer);
    return status;
}

static ReplayStatus show_record(Viewer *viewer) {
    EventSink sink = {.take = take, .context = viewer};
    ReplayStatus status = show_beginning(viewer);
    while (status == REPLAY_GOES_ON && !viewer->leaves) {
        if (viewer->step) wait_for_enter(viewer);
        if (viewer->leaves) break;
        status = replay_step(&viewer->replay, &sink);
        if (status == REPLAY_GOES_ON || status == REPLAY_OVER) print_table(viewer);
    }
    return status;
}

/* Goes past a record without showing it. */
static ReplayStatus pass_record(Viewer *viewer) {
    ReplayStatus status = replay_begin(&viewer->replay, NULL);
    while (status == REPLAY_GOES_ON) status = replay_step(&viewer->replay, NULL);
    return status;
}

static int show_file(Viewer *viewer, FILE *file, const char *path) {
    int records = 0;
    ReplayStatus status;
    replay_init(&viewer->replay, file);
    do {
        bool shown = !viewer->number || records + 1 == viewer->number;
        status = shown ? show_record(viewer) : pass_record(viewer);
        if (status == REPLAY_OVER) records++;
    } while (status == REPLAY_OVER && !viewer->leaves && !(viewer->number && records == viewer->number));
    fflush(stdout);
    Error error;
    if (viewer->no_such_seat) {
        error_say(&error, "there is nobody in seat {seat}", WITH("seat", viewer->seat));
        return complain_error("replay", viewer->language, &error);
    }
    if (viewer->leaves) return STATUS_GOOD;
    if (status == REPLAY_NONE && records == 0) return complain("replay", "%s: %s", path, N_("the file holds no record"));
    if (status == REPLAY_NONE && records < viewer->number) {
        error_say(&error, "there is no game {number} in the file", WITH("number", viewer->number));
        return complain_error("replay", viewer->language, &error);
    }
    if (status == REPLAY_UNFINISHED || status == REPLAY_CUT || status == REPLAY_BROKEN)
        return complain("replay", "%s: %s", path, viewer->replay.error.text);
    return STATUS_GOOD;
}

/* Line by line. */
static int show_lines(Viewer *viewer, const char *path) {
    int status = STATUS_BAD;
    FILE *file = gzip_read(path);
    viewer->board = malloc(sizeof *viewer->board);
    if (!file) {
        Error error;
        error_say(&error, "cannot read {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
        complain_error("replay", viewer->language, &error);
    } else if (!viewer->board) complain("replay", "there is not enough memory");
    else status = show_file(viewer, file, path);
    if (file) fclose(file);
    free(viewer->board);
    event_log_release(&viewer->log);
    replay_release(&viewer->replay);
    return status;
}

static int show_full(const Viewer *viewer, const char *path) {
    Full full = {.still = true};
    Error error;
    if (walk_open(&full, viewer->language, path, viewer->number ? viewer->number : 1, viewer->seat, &error)) return STATUS_GOOD;
    return complain_error("replay", viewer->language, &error);
}

int command_replay(int argc, char **argv) {
    const char *path, *language = NULL;
    int64_t seat = VIEWER_WHOLE, number = 0;
    Viewer *viewer = calloc(1, sizeof *viewer);
    if (!viewer) return complain("replay", "there is not enough memory");
    const Argument table[] = {{ARGUMENT_NUMBER, "--seat", &seat, 0, SEATS_MAX - 1},
                              {ARGUMENT_NUMBER, "--game", &number, 1, GAMES_MAX},
                              {ARGUMENT_WORDS, "--lang", &language, 0, 0},
                              {ARGUMENT_FLAG, "--step", &viewer->step, 0, 0},
                              {ARGUMENT_FLAG, "--positions", &viewer->positions, 0, 0},
                              {ARGUMENT_FLAG, "--plain", &viewer->plain, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "replay", .table = table, .words = &path, .words_max = 1};
    int status = STATUS_BAD;
    viewer->language = person_language();
    if (!arguments_read(&arguments, argc, argv)) status = STATUS_BAD;
    else if (language && !person_language_option("replay", language, &viewer->language)) status = STATUS_BAD;
    else if (arguments.word_count == 0) arguments_no_file(&arguments, viewer->language);
    else {
        viewer->seat = (int)seat;
        viewer->number = (int)number;
        bool lines = viewer->step || viewer->positions || viewer->plain || !terminal_fits();
        viewer->step = viewer->step && isatty(STDIN_FILENO);
        status = lines ? show_lines(viewer, path) : show_full(viewer, path);
    }
    free(viewer);
    return status;
}
