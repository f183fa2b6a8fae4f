/* A table of the room during and after its match, on the full screen. */
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/full/ask.h"
#include "program/join/join.h"

enum { TICK_MS = 500, SECOND_MS = 1000, MINUTE_S = 60, TALK_BYTES = 600 };

typedef struct Seat {
    Join *join;
    Scene scene;
    Ask ask;
    int64_t shown_n; /* the entry that the stage shows */
    size_t told;     /* events that have been shown */
    bool asks;       /* the person is being asked */
    bool leaves;
} Seat;

static const SceneKey keys[] = {
    {"h", NC_("key", "hint")},     {"u", NC_("key", "undo")},  {"t", NC_("key", "chat")},  {"l", NC_("key", "log")},
    {"s", NC_("key", "score")},    {"r", NC_("key", "rules")},

    {"o", NC_("key", "settings")}, {"?", NC_("key", "help")},  {"q", NC_("key", "leave")}, {NULL, NULL}};

static const HelpLine help_lines[] = {
    {"<- ->  Tab", N_("move to another card or button")},
    {"Enter  Space", N_("choose it; the mouse does the same")},
    {"1 ... 9  0", N_("choose by the number at the card")},
    {"A ... Z  :", N_("type a word, a card or a move")},
    {"Escape", N_("go back")},
    {"h", N_("a hint, with its reasons")},
    {"u", N_("take back your last move")},
    {"t", N_("say something to the others")},
    {"l", N_("what has happened in this round")},
    {"s", N_("the score, with a chart")},
    {"r", N_("the rules of the game")},
    {"e", N_("propose to end the match, or agree to it; x refuses")},
    {"o", N_("language, pace and colours")},
    {"n", N_("another match, once this one is over")},
    {"q", N_("back to the list of tables; the match goes on, and you can return")},
    {NULL, NULL},
};

static Language language_of(const Seat *seat) { return scene_language(&seat->scene); }

/* ---- drawing */

static void write_clock(const RoomTable *table, Text *text) {
    int64_t left = table_left_ms(table);
    if (left >= 0) text_format(text, " · %d:%02d", (int)(left / SECOND_MS / MINUTE_S), (int)(left / SECOND_MS % MINUTE_S));
}

static void write_status(const Seat *seat, Text *text) {
    const RoomTable *table = &seat->join->table;
    Language language = language_of(seat);
    if (!seat->join->link.greeted) text_add(text, message(language, "Connection lost. Trying again…"));
    else if (table->row.phase == PHASE_OVER) text_add(text, message(language, "The match is over"));
    else if (table_is_yours(table)) text_add(text, message(language, "Your turn"));
    else scene_thinking(&seat->scene, table->actors, text);
    if (seat->join->link.greeted) write_clock(table, text);
}

static void refresh(Seat *seat) {
    const RoomTable *table = &seat->join->table;
    char status[BOARD_WORDS_MAX];
    Text text = text_init(status, sizeof status);
    write_status(seat, &text);
    scene_refresh(&seat->scene, table->row.phase == PHASE_OVER ? 0 : table->actors, status);
}

static void write_question(Seat *seat) {
    const RoomTable *table = &seat->join->table;
    Language language = language_of(seat);
    Stage *stage = &seat->scene.stage;
    const char *words = NULL;
    if (table->row.phase == PHASE_OVER) words = message(language, "The match is over: n plays another one, q leaves.");
    else if (table->proposed && table->row.yours >= 0 && !(table->agreed & SEAT_BIT(table->row.yours)))
        words = message(language, "Somebody proposes to end the match here: e agrees, x refuses.");
    else if (table->watching) words = message(language, "You are watching.");
    else if (link_waits(&seat->join->link)) words = "…";
    if (words) snprintf(stage->question, sizeof stage->question, "%s", words);
}

/* The board follows the table: cards that were played move, and the person is asked when it is their turn. */
static void follow(Seat *seat) {
    RoomTable *table = &seat->join->table;
    bool moved = table->n != seat->shown_n;
    if (moved && table->place.log.event_count > seat->told) {
        for (size_t i = seat->told; i < table->place.log.event_count; i++) {
            Event event;
            event_log_read(&table->place.log, i, &event);
            scene_notice(&seat->scene, &event);
        }
        scene_move_card(&seat->scene);
        scene_say(&seat->scene, "");
    }
    seat->told = table->place.log.event_count;
    seat->shown_n = table->n;
    bool asks = table_is_yours(table) && !link_waits(&seat->join->link);
    if (moved || asks != seat->asks) {
        seat->scene.stage.focus = -1;
        ask_clear(&seat->ask);
        refresh(seat);
        if (asks) ask_begin(&seat->ask);
        seat->asks = asks;
    } else {
        Text text = text_init(seat->scene.stage.status, sizeof seat->scene.stage.status);
        write_status(seat, &text);
    }
    if (!asks || table->proposed) write_question(seat);
}

/* ---- what the person asks for */

static void request(Seat *seat, const char *what) {
    LinkMessage asked;
    join_about(seat->join, &asked, what);
    link_ask(&seat->join->link, &asked, true);
}

static void send_move(Seat *seat, Move move) {
    const Place *place = seat->scene.place;
    LinkMessage asked;
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    place->game->print_move(view_state(place_view(place)), place->seat, move, &text);
    join_about(seat->join, &asked, "move");
    json_text(&asked.json, "move", words);
    link_ask(&seat->join->link, &asked, true);
}

static void ask_hint(Seat *seat) {
    LinkMessage asked;
    join_about(seat->join, &asked, "hint");
    link_send(&seat->join->link, &asked);
    scene_say(&seat->scene, message(language_of(seat), "looking for a hint"));
}

static void show_hint(Seat *seat) {
    Join *join = seat->join;
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    Move move;
    join->hinted = false;
    if (!table_is_yours(&join->table) || !place_read_move(seat->scene.place, join->hint, &move)) return;
    place_hint(seat->scene.place, move, join->expects, &text);
    scene_say(&seat->scene, words);
}

static void say(Seat *seat, const char *phrase, const char *words) {
    LinkMessage asked;
    join_about(seat->join, &asked, "talk");
    if (phrase) json_text(&asked.json, "phrase", phrase);
    else json_text(&asked.json, "text", words);
    link_ask(&seat->join->link, &asked, true);
}

static void talk(Seat *seat) {
    Dialog *dialog = calloc(1, sizeof *dialog);
    Display *display = &seat->join->full.display;
    Language language = language_of(seat);
    char words[TALK_BYTES] = "";
    int count = 0;
    if (!dialog) return;
    snprintf(dialog->title, sizeof dialog->title, "%s", message(language, "Say something"));
    for (; phrase_code(count); count++) dialog_item(dialog, phrase_words(language, count));
    if (seat->join->table.row.chat) dialog_item(dialog, message(language, "Something else"));
    if (dialog_choose(display, dialog)) {
        if (dialog->focus < count) say(seat, phrase_code(dialog->focus), NULL);
        else if (dialog_line(display, dialog->title, "", words, sizeof words) && *words) say(seat, NULL, words);
    }
    free(dialog);
}

/* Proposes the end of the match, or answers somebody else's proposal. */
static void vote(Seat *seat, bool yes) {
    LinkMessage asked;
    bool proposed = seat->join->table.proposed;
    if (!proposed && !yes) return;
    join_about(seat->join, &asked, proposed ? "vote" : "propose");
    if (proposed) json_bool(&asked.json, "yes", yes);
    else json_text(&asked.json, "what", "end");
    link_ask(&seat->join->link, &asked, true);
}

static void rematch(Seat *seat) {
    Join *join = seat->join;
    LinkMessage asked;
    if (join->table.row.phase != PHASE_OVER) return;
    if (*join->table.rematch) {
        join_go(join, join->table.rematch);
        return;
    }
    join_about(join, &asked, "rematch");
    snprintf(join->making, sizeof join->making, "%s", link_ask(&join->link, &asked, true));
    join->begins = true;
}

/* Takes a letter that is a command; false if it is none. */
static bool take_command(Seat *seat, uint32_t letter) {
    switch (letter) {
    case 'q': seat->leaves = true; return true;
    case 'h': ask_hint(seat); return true;
    case 'u': request(seat, "undo"); return true;
    case 't': talk(seat); return true;
    case 'e':
    case 'x': vote(seat, letter == 'e'); return true;
    case 'n': rematch(seat); return true;
    case 'o':
        full_settings(&seat->join->full, seat->scene.place, NULL);
        seat->shown_n = -1;
        return true;
    default: return scene_page(&seat->scene, letter);
    }
}

static void take_press(Seat *seat, Press press) {
    Move move;
    bool letter = press.kind == PRESS_LETTER && !ask_types(&seat->ask);
    if (press.kind == PRESS_LEAVE) seat->join->leaves = true;
    else if (press.kind == PRESS_SIZE || press.kind == PRESS_NONE) return;
    else if (letter && take_command(seat, press.letter)) return;
    else if (seat->asks && ask_press(&seat->ask, press, &move)) {
        scene_say(&seat->scene, "");
        send_move(seat, move);
    }
}

/* Moves that need no asking are made at once. */
static void take_forced(Seat *seat) {
    Move move;
    if (seat->asks && place_forced(seat->scene.place, &move)) send_move(seat, move);
}

static bool goes_on(const Seat *seat, const char *id) {
    const Join *join = seat->join;
    return !seat->leaves && !join->leaves && !join->nobody && strcmp(id, join->wanted) == 0 && join->table.begun &&
           seat->scene.place->seat == (join->table.row.yours < 0 ? ONLOOKER : join->table.row.yours);
}

void join_table(Join *join) {
    Seat *seat = calloc(1, sizeof *seat);
    char id[LINK_ID_MAX];
    if (!seat) abort();
    memcpy(id, join->wanted, sizeof id);
    seat->join = join;
    seat->shown_n = -1;
    seat->told = join->table.place.log.event_count;
    seat->scene =
        (Scene){.full = &join->full, .place = &join->table.place, .stage = {.focus = -1}, .keys = keys, .lines = help_lines};
    if (!ask_open(&seat->ask, &seat->scene, NULL)) abort();
    while (goes_on(seat, id)) {
        follow(seat);
        take_forced(seat);
        if (join->hinted) show_hint(seat);
        if (*join->notice) scene_say(&seat->scene, join->notice);
        join->notice[0] = 0;
        scene_show(&seat->scene);
        take_press(seat, display_wait(&join->full.display, table_left_ms(&join->table) >= 0 ? TICK_MS : -1, -1));
    }
    ask_close(&seat->ask);
    if (seat->leaves) join_go(join, "");
    free(seat);
}
