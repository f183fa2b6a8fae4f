/* Shows one position of a recording after another. */
#include "program/full/walk.h"

#include <stdlib.h>

#include "core/message.h"
#include "program/full/scene.h"
#include "program/recording.h"

typedef struct Walk {
    Recording recording;
    Place place;
    Scene scene;
    Board other; /* of a seat whose hand is shown beside the table */
    int number;  /* of the game in the file */
    int index;   /* of the position */
    int seats;
    bool leaves;
    int wanted; /* another game of the file; 0: none */
} Walk;

static const SceneKey keys[] = {{"<- ->", NC_("key", "move")}, {"PgUp PgDn", NC_("key", "round")}, {"v", NC_("key", "view")},
                                {"l", NC_("key", "log")},      {"s", NC_("key", "score")},         {"r", NC_("key", "rules")},
                                {"?", NC_("key", "help")},     {"q", NC_("key", "leave")},         {NULL, NULL}};

static const HelpLine help_lines[] = {
    {"<- ->", N_("one move back or forward; Space goes forward too")},
    {"PgUp PgDn", N_("to the start of this round or the next")},
    {"Home End", N_("to the first or the last position")},
    {"v", N_("show all hands, or the view from the next seat")},
    {"n p", N_("the next or previous game in the file")},
    {"l", N_("everything that has happened")},
    {"s", N_("the score, with a chart")},
    {"r", N_("the rules of the game")},
    {"o", N_("language, pace and colours")},
    {"q", N_("go back")},
    {NULL, NULL},
};

/* ---- what is seen */

/* The hand of a seat, behind its numbers. */
static void add_hand(Walk *walk, const State *state, int seat) {
    char words[BOARD_WORDS_MAX];
    Text text = text_init(words, sizeof words);
    board_hand(&walk->other, walk->place.game, &walk->place.screen, state, seat, &text);
    if (seat < walk->scene.stage.board.seat_count) board_note(&walk->scene.stage.board, seat, words);
}

static void refresh(Walk *walk) {
    const Game *game = walk->place.game;
    const State *state = recording_state(&walk->recording, walk->index);
    bool whole = walk->place.seat == VIEWER_WHOLE;
    char status[BOARD_WORDS_MAX];
    Text text = text_init(status, sizeof status);
    if (whole) walk->place.view = walk->recording.positions[walk->index].state;
    else game->view(state, walk->place.seat, VIEW_IN(walk->place.view));
    walk->place.log = walk->recording.log;
    walk->place.log.event_count = walk->recording.positions[walk->index].events;
    message_format(&text, scene_language(&walk->scene), "move {n} of {all}", WITH("n", walk->index),
                   WITH("all", walk->recording.count - 1));
    scene_refresh(&walk->scene, game->actors(state), status);
    for (int seat = 0; whole && seat < walk->seats; seat++) add_hand(walk, state, seat);
    bool last = walk->index + 1 == walk->recording.count;
    char fault[SCREEN_TEXT_MAX] = "";
    Text words = text_init(fault, sizeof fault);
    if (last && !walk->recording.over) error_print(&walk->recording.fault, scene_language(&walk->scene), &words);
    scene_say(&walk->scene, fault);
}

/* ---- moving about */

/* The beginning of this round, or of the one before if we are there already; the beginning of the next. */
static int round_before(const Walk *walk) {
    int index = walk->index;
    while (index > 0 && !walk->recording.positions[--index].begins_round) continue;
    return index;
}

static int round_after(const Walk *walk) {
    int index = walk->index;
    while (index + 1 < walk->recording.count && !walk->recording.positions[++index].begins_round) continue;
    return index;
}

static void look_from(Walk *walk, int seat) {
    walk->place.seat = seat;
    walk->place.screen.viewer = seat;
}

static int next_viewer(const Walk *walk) {
    if (walk->place.seat == VIEWER_WHOLE) return 0;
    return walk->place.seat + 1 < walk->seats ? walk->place.seat + 1 : VIEWER_WHOLE;
}

static void take_letter(Walk *walk, uint32_t letter) {
    switch (letter) {
    case ' ': walk->index++; break;
    case 'v': look_from(walk, next_viewer(walk)); break;
    case 'n': walk->wanted = walk->number + 1; break;
    case 'p': walk->wanted = walk->number - 1; break;
    case 'o': full_settings(walk->scene.full, &walk->place, NULL); break;
    case 'q': walk->leaves = true; break;
    default: scene_page(&walk->scene, letter);
    }
}

static void take_press(Walk *walk, Press press) {
    switch (press.kind) {
    case PRESS_LEFT: walk->index--; break;
    case PRESS_RIGHT:
    case PRESS_ENTER: walk->index++; break;
    case PRESS_UP:
    case PRESS_PAGE_UP: walk->index = round_before(walk); break;
    case PRESS_DOWN:
    case PRESS_PAGE_DOWN: walk->index = round_after(walk); break;
    case PRESS_HOME: walk->index = 0; break;
    case PRESS_END: walk->index = walk->recording.count - 1; break;
    case PRESS_LETTER: take_letter(walk, press.letter); break;
    case PRESS_ESCAPE:
    case PRESS_LEAVE: walk->leaves = true; break;
    default: break;
    }
    if (walk->index < 0) walk->index = 0;
    if (walk->index >= walk->recording.count) walk->index = walk->recording.count - 1;
}

/* Shows one game until the person leaves or wants another. */
static bool show_game(Full *full, Walk *walk, int viewer, Error *error) {
    Place *place = &walk->place;
    walk->seats = walk->recording.header.game->seats(recording_state(&walk->recording, 0));
    if (viewer != VIEWER_WHOLE && viewer >= walk->seats) return error_set(error, "there is nobody in seat %d", viewer);
    if (!place_open(place, &walk->recording.header, viewer, full->display.language, error)) return false;
    place->screen.steps = true;
    walk->scene = (Scene){.full = full, .place = place, .stage = {.focus = -1}, .keys = keys, .lines = help_lines};
    walk->index = walk->wanted = 0;
    while (!walk->leaves && walk->wanted < 1) {
        refresh(walk);
        scene_show(&walk->scene);
        take_press(walk, display_wait(&full->display, -1, -1));
    }
    return true;
}

bool walk_show(Full *full, const char *path, int number, int viewer, Error *error) {
    Walk *walk = calloc(1, sizeof *walk);
    bool good = walk != NULL && recording_open(&walk->recording, path, number, error);
    if (!walk) return error_set(error, "there is not enough memory");
    walk->number = number;
    while (good && !walk->leaves) {
        Recording other;
        good = show_game(full, walk, viewer, error);
        viewer = walk->place.seat;
        walk->place.log = (EventLog){0}; /* it was the recording's */
        place_release(&walk->place);
        if (!good || walk->leaves || !recording_open(&other, path, walk->wanted, NULL)) continue;
        recording_close(&walk->recording);
        walk->recording = other;
        walk->number = walk->wanted;
    }
    recording_close(&walk->recording);
    free(walk);
    return good;
}

bool walk_open(Full *full, Language language, const char *path, int number, int viewer, Error *error) {
    if (!display_open(&full->display, language, error)) return false;
    bool good = walk_show(full, path, number, viewer, error);
    display_close(&full->display);
    return good;
}
