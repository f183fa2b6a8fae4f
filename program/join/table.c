/* A table of the room during and after its match, on the full screen. */
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/full/act.h"
#include "program/join/join.h"

enum { TICK_MS = 500, SECOND_MS = 1000, MINUTE_S = 60, TALK_BYTES = 600 };

typedef struct Seat {
    Join *join;
    Act act;
    char id[LINK_ID_MAX]; /* of the table */
    bool leaves;
} Seat;

/* The first is left out where the table gives no hints. */
static const SceneKey keys[] = {{"h", NC_("key", "hint")},
                                {"u", NC_("key", "undo")},
                                {"t", NC_("key", "chat")},
                                {"l", NC_("key", "log")},
                                {"s", NC_("key", "score")},
                                {"r", NC_("key", "rules")},
                                {"e", NC_("key", "end")},
                                {"o", NC_("key", "settings")},
                                {"?", NC_("key", "help")},
                                {"q", NC_("key", "leave")},
                                {NULL, NULL}};

static const HelpLine help_lines[] = {
    {"<- ->  Tab", N_("move to another card or button")},
    {"Enter  Space", N_("choose it (or click it)")},
    {"1 ... 9  0", N_("choose a card by its number")},
    {"A ... Z  :", N_("type a word, a card or a move")},
    {"Escape", N_("go back")},
    {"h", N_("a hint, with reasons")},
    {"u", N_("take back your last move")},
    {"t", N_("say something to the others")},
    {"l", N_("what has happened in this round")},
    {"s", N_("the score, with a chart")},
    {"r", N_("the rules of the game")},
    {"e", N_("propose ending the match, or agree to it; x refuses")},
    {"b", N_("let a bot play for somebody who keeps the table waiting")},
    {"o", N_("language, pace and colours")},
    {"n", N_("another match, once this one is over")},
    {"q", N_("back to the list of tables; the match goes on, and you can return")},
    {NULL, NULL},
};

static Language language_of(const Seat *seat) { return join_language(seat->join); }
static RoomTable *table_of(const Seat *seat) { return &seat->join->table; }

/* ---- the host */

static bool goes_on(const void *context) {
    const Seat *seat = context;
    const Join *join = seat->join;
    return !seat->leaves && !join->leaves && !display_leaves(&join->full.display) && !join->nobody &&
           strcmp(seat->id, join->wanted) == 0 && join->table.begun &&
           join->table.place.seat == (join->table.row.yours < 0 ? ONLOOKER : join->table.row.yours);
}

static int64_t version(const void *context) { return table_of(context)->n; }

static bool over(const void *context) { return table_of(context)->row.phase == PHASE_OVER; }

static SeatSet turn(const void *context) { return over(context) ? 0 : table_of(context)->actors; }

static bool asks(const void *context) {
    const Seat *seat = context;
    return table_is_yours(table_of(seat)) && !link_waits(&seat->join->link);
}

static void status(const void *context, Text *text) {
    const Seat *seat = context;
    if (!seat->join->link.greeted) text_add(text, message(language_of(seat), "Connection lost. Trying again…"));
}

static void clock_left(const void *context, Text *text) {
    int64_t left = table_left_ms(table_of(context));
    if (left >= 0) text_format(text, " · %d:%02d", (int)(left / SECOND_MS / MINUTE_S), (int)(left / SECOND_MS % MINUTE_S));
}

/* Somebody keeps the table waiting, and a bot may play for them now. */
static void offer_bot(const Seat *seat, Text *text) {
    char name[BOARD_WORDS_MAX];
    Text words = text_init(name, sizeof name);
    screen_name(&table_of(seat)->place.screen, table_of(seat)->awaited, &words);
    message_format(text, language_of(seat), "{player} is keeping the table waiting. b: let a bot play", WITH("player", name));
}

/* Everybody has to agree to end the match, and these have not answered. */
static void write_undecided(const Seat *seat, Text *text) {
    const RoomTable *table = table_of(seat);
    char names[SCREEN_TEXT_MAX];
    Text list = text_init(names, sizeof names);
    for (int who = 0; who < SEATS_MAX; who++) {
        if (!(table->undecided & SEAT_BIT(who))) continue;
        if (list.length) text_add(&list, ", ");
        screen_name(&table->place.screen, who, &list);
    }
    message_format(text, language_of(seat),
                   "Still to answer: {names}. The match goes on until everybody has agreed. Once a bot plays for somebody, "
                   "they have only a few minutes left to answer.",
                   WITH("names", names));
}

static void question(const void *context, Text *text) {
    const Seat *seat = context;
    const RoomTable *table = table_of(seat);
    Language language = language_of(seat);
    if (over(seat)) text_add(text, message(language, "The match is over. n: play again; q: leave"));
    else if (table->proposed && table->row.yours >= 0 && !(table->agreed & SEAT_BIT(table->row.yours)))
        text_add(text, message(language, "Somebody proposes ending the match here. e: agree; x: refuse"));
    else if (table_replace_ms(table) == 0) offer_bot(seat, text);
    else if (table->proposed && table->undecided && !asks(seat)) write_undecided(seat, text);
    else if (table->watching) text_add(text, message(language, "You are watching."));
    else if (link_waits(&seat->join->link)) text_add(text, "…");
}

static int milliseconds(const void *context) {
    const RoomTable *table = table_of(context);
    return table_left_ms(table) >= 0 || table_replace_ms(table) > 0 ? TICK_MS : -1;
}

static int descriptor(const void *context) {
    (void)context;
    return -1; /* the connection is in the background of everything that is shown */
}

/* ---- what the person asks for */

static void request(Seat *seat, const char *what) {
    LinkMessage asked;
    join_about(seat->join, &asked, what);
    link_ask(&seat->join->link, &asked, true);
}

static void play(void *context, Move move) {
    Seat *seat = context;
    const Place *place = &table_of(seat)->place;
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
    act_say(&seat->act, message(language_of(seat), "looking for a hint"));
}

static void show_hint(Seat *seat) {
    Join *join = seat->join;
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    Move move;
    join->hinted = false;
    if (!table_is_yours(&join->table) || !place_read_move(&join->table.place, join->hint, &move)) return;
    place_hint(&join->table.place, move, join->expects, &text);
    act_say(&seat->act, words);
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

static void replace(Seat *seat) {
    LinkMessage asked;
    if (table_replace_ms(table_of(seat)) != 0) return;
    join_about(seat->join, &asked, "replace");
    json_number(&asked.json, "seat", table_of(seat)->awaited);
    link_ask(&seat->join->link, &asked, true);
}

static bool command(void *context, uint32_t letter) {
    Seat *seat = context;
    switch (letter) {
    case 'q': seat->leaves = true; return true;
    case 'h': ask_hint(seat); return true;
    case 'u': request(seat, "undo"); return true;
    case 't': talk(seat); return true;
    case 'e':
    case 'x': vote(seat, letter == 'e'); return true;
    case 'b': replace(seat); return true;
    case 'n': rematch(seat); return true;
    case 'o':
        full_settings(&seat->join->full, &table_of(seat)->place, NULL);
        seat->act.stale = true;
        return true;
    default: return false;
    }
}

static void step(void *context) {
    Seat *seat = context;
    Join *join = seat->join;
    if (join->hinted) show_hint(seat);
    if (*join->notice) act_say(&seat->act, join->notice);
    join->notice[0] = 0;
}

void join_table(Join *join) {
    Seat *seat = calloc(1, sizeof *seat);
    if (!seat) abort();
    seat->join = join;
    memcpy(seat->id, join->wanted, sizeof seat->id);
    const Host host = {.context = seat,
                       .place = &join->table.place,
                       .keys = table_gives_hints(&join->table) ? keys : keys + 1,
                       .lines = help_lines,
                       .step = step,
                       .goes_on = goes_on,
                       .version = version,
                       .turn = turn,
                       .over = over,
                       .asks = asks,
                       .status = status,
                       .question = question,
                       .clock = clock_left,
                       .play = play,
                       .command = command,
                       .milliseconds = milliseconds,
                       .descriptor = descriptor};
    act_run(&seat->act, &join->full, &host);
    if (display_leaves(&join->full.display)) join->leaves = true;
    if (seat->leaves) join_go(join, "");
    free(seat);
}
