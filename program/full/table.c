/* A match against bots on the full screen: they think on a thread of their own, and so does the adviser who gives hints. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/message.h"
#include "program/full/act.h"
#include "program/full/thought.h"

typedef enum { MIND_FREE, MIND_BOT, MIND_HINT } Mind;

typedef struct Table {
    Full *full;
    Sitting *sitting;
    Act act;
    Mind mind; /* whose thought it is: a bot's or the hint's */
    Thought thought;
    bool ready; /* the bot has chosen a move */
    int seat;   /* whose it is */
    Move move;
    char hint[SCREEN_TEXT_MAX];
    int64_t pause_ms; /* the last move of a bot is to be seen until then */
    int64_t undone;
    bool leaves, rematch;
} Table;

static const SceneKey keys[] = {{"h", NC_("key", "hint")},  {"u", NC_("key", "undo")},  {"l", NC_("key", "log")},
                                {"s", NC_("key", "score")}, {"r", NC_("key", "rules")}, {"o", NC_("key", "settings")},
                                {"?", NC_("key", "help")},  {"q", NC_("key", "leave")}, {NULL, NULL}};

static const HelpLine help_lines[] = {
    {"<- ->  Tab", N_("move to another card or button")},
    {"Enter  Space", N_("choose it (or click it)")},
    {"1 ... 9  0", N_("choose a card by its number")},
    {"A ... Z  :", N_("type a word, a card or a move")},
    {"Escape", N_("go back")},
    {"h", N_("a hint, with reasons")},
    {"u", N_("take back your last move")},
    {"l", N_("everything that has happened")},
    {"s", N_("the score, with a chart")},
    {"r", N_("the rules of the game")},
    {"o", N_("language, level, pace and colours")},
    {"n", N_("another match, once this one is over")},
    {"q", N_("leave; the game is saved, and you can continue it later")},
    {NULL, NULL},
};

static Language language_of(const Table *table) { return table->sitting->place.screen.language; }

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- thinking */

static void think_bot(void *context) {
    Table *table = context;
    const Match *match = &table->sitting->match;
    table->move = match_choice(match, match->players[table->seat].bot, table->seat);
}

static void think_hint(void *context) {
    Table *table = context;
    Text text = text_init(table->hint, sizeof table->hint);
    sitting_hint(table->sitting, &text);
}

/* Who thinks reads the match. It must not change before this; what was thought is forgotten, and can be thought again. */
static void stop_thinking(Table *table) {
    if (table->mind != MIND_FREE && !table->ready) thought_end(&table->thought);
    table->mind = MIND_FREE;
    table->ready = false;
}

static void begin_thinking(Table *table, Mind mind) {
    void (*think)(void *) = mind == MIND_BOT ? think_bot : think_hint;
    table->mind = mind;
    table->ready = !thought_begin(&table->thought, think, table);
    if (table->ready) think(table);
}

/* True once the thought is over. */
static bool has_thought(Table *table) {
    struct pollfd done = {.fd = table->ready ? -1 : table->thought.done[0], .events = POLLIN};
    if (!table->ready && poll(&done, 1, 0) <= 0) return false;
    if (!table->ready) thought_end(&table->thought);
    table->ready = true;
    return true;
}

/* ---- the host */

static bool over(const void *context) { return match_over(&((const Table *)context)->sitting->match); }

static bool goes_on(const void *context) {
    const Table *table = context;
    return !table->leaves && !table->rematch && !display_leaves(&table->full->display);
}

static int64_t version(const void *context) {
    const Table *table = context;
    return table->sitting->step_count + (table->undone << 32);
}

static SeatSet turn(const void *context) {
    const Table *table = context;
    const Match *match = &table->sitting->match;
    int bot = match_player_to_act(match);
    if (match_over(match)) return 0;
    return bot >= 0 ? SEAT_BIT(bot) : match->header.game->actors(match_state(match));
}

static bool asks(const void *context) {
    const Table *table = context;
    return !over(table) && match_person_to_act(&table->sitting->match) >= 0 && table->pause_ms <= now_ms();
}

static void status(const void *context, Text *text) {
    const Table *table = context;
    if (table->mind == MIND_HINT) text_add(text, message(language_of(table), "looking for a hint"));
}

static void question(const void *context, Text *text) {
    const Table *table = context;
    if (over(table))
        text_add(text, table->sitting->dealt ? message(language_of(table), "The match is over. q: leave")
                                             : message(language_of(table), "The match is over. n: play again; q: leave"));
}

/* A bot has moved: that is to be seen for a while. */
static void pause_a_while(Table *table) { table->pause_ms = now_ms() + table->full->pace_ms; }

static void bots_turn(Table *table) {
    Sitting *sitting = table->sitting;
    table->seat = match_player_to_act(&sitting->match);
    if (table->seat >= SEATS_MAX || !sitting->match.players[table->seat].bot) {
        if (table->pause_ms > now_ms()) return;
        sitting_bot_plays(sitting);
        pause_a_while(table);
    } else if (table->mind == MIND_FREE) {
        sitting_prepare(sitting);
        begin_thinking(table, MIND_BOT);
    }
}

/* The match could not be saved. */
static void say_fault(Table *table) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    error_print(&table->sitting->fault, language_of(table), &text);
    act_say(&table->act, words);
}

static void step(void *context) {
    Table *table = context;
    Sitting *sitting = table->sitting;
    if (table->mind == MIND_HINT && has_thought(table)) {
        table->mind = MIND_FREE;
        table->ready = false;
        act_say(&table->act, table->hint);
    }
    if (table->mind == MIND_BOT && has_thought(table) && table->pause_ms <= now_ms()) {
        table->mind = MIND_FREE;
        table->ready = false;
        sitting_play(sitting, table->seat, table->move);
        pause_a_while(table);
    } else if (!over(table) && match_player_to_act(&sitting->match) >= 0) bots_turn(table);
    if (table->mind != MIND_HINT) sitting_look(sitting); /* the adviser reads the view */
    if (*sitting->fault.text) say_fault(table);
}

static int milliseconds(const void *context) {
    const Table *table = context;
    int64_t left = table->pause_ms - now_ms();
    bool plays = table->ready || (table->mind == MIND_FREE && !asks(table) && !over(table));
    return left > 0 ? (int)left : plays ? 0 : -1;
}

static int descriptor(const void *context) {
    const Table *table = context;
    return table->mind == MIND_FREE || table->ready ? -1 : table->thought.done[0];
}

/* A key skips the pause. */
static void hurry(void *context) { ((Table *)context)->pause_ms = 0; }

/* ---- what the person does */

static void play(void *context, Move move) {
    Table *table = context;
    stop_thinking(table);
    sitting_play(table->sitting, table->sitting->place.seat, move);
    sitting_look(table->sitting);
}

static void give_hint(Table *table) {
    if (!asks(table)) act_say(&table->act, message(language_of(table), "It is not your turn."));
    else if (table->mind == MIND_FREE) begin_thinking(table, MIND_HINT);
}

static void undo(Table *table) {
    stop_thinking(table);
    if (sitting_undo(table->sitting)) {
        table->undone++;
        table->pause_ms = 0;
        act_say(&table->act, "");
    } else act_say(&table->act, message(language_of(table), "There is nothing to take back."));
}

static bool command(void *context, uint32_t letter) {
    Table *table = context;
    switch (letter) {
    case 'q': table->leaves = true; return true;
    case 'n': table->rematch = over(table) && !table->sitting->dealt; return true;
    case 'u': undo(table); return true;
    case 'h': give_hint(table); return true;
    case 'o':
        stop_thinking(table);
        full_settings(table->full, &table->sitting->place, table->sitting->dealt ? NULL : table->sitting);
        table->act.stale = true;
        return true;
    default: return false;
    }
}

TableEnd full_table(Full *full, Sitting *sitting) {
    Table *table = calloc(1, sizeof *table);
    if (!table) return TABLE_LEFT;
    *table = (Table){.full = full, .sitting = sitting};
    const Host host = {.context = table,
                       .place = &sitting->place,
                       .keys = keys,
                       .lines = help_lines,
                       .step = step,
                       .goes_on = goes_on,
                       .version = version,
                       .turn = turn,
                       .over = over,
                       .asks = asks,
                       .status = status,
                       .question = question,
                       .play = play,
                       .command = command,
                       .hurry = hurry,
                       .milliseconds = milliseconds,
                       .descriptor = descriptor};
    act_run(&table->act, full, &host);
    stop_thinking(table);
    TableEnd end = table->rematch ? TABLE_REMATCH : TABLE_LEFT;
    free(table);
    return end;
}
