/* A match against bots on the full screen: takes the person's moves, lets the bots play, hints, undoes, and begins again. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/full/ask.h"
#include "program/full/thought.h"

typedef enum { ASK_GOES_ON, ASK_MOVE, ASK_CHANGED } AskEnd;

typedef struct Table {
    Full *full;
    Sitting *sitting;
    Scene scene;
    Ask ask;
    bool leaves;
    bool rematch;
} Table;

static const SceneKey keys[] = {{"h", NC_("key", "hint")},  {"u", NC_("key", "undo")},  {"l", NC_("key", "log")},
                                {"s", NC_("key", "score")}, {"r", NC_("key", "rules")}, {"o", NC_("key", "settings")},
                                {"?", NC_("key", "help")},  {"q", NC_("key", "leave")}, {NULL, NULL}};

static const HelpLine help_lines[] = {
    {"<- ->  Tab", N_("move to another card or button")},
    {"Enter  Space", N_("choose it; the mouse does the same")},
    {"1 ... 9  0", N_("choose by the number at the card")},
    {"A ... Z  :", N_("type a word, a card or a move")},
    {"Escape", N_("go back")},
    {"h", N_("a hint, with its reasons")},
    {"u", N_("take back your last move")},
    {"l", N_("everything that has happened")},
    {"s", N_("the score, with a chart")},
    {"r", N_("the rules of the game")},
    {"o", N_("language, level, pace and colours")},
    {"n", N_("another match, once this one is over")},
    {"q", N_("leave; the game is kept, and you can continue it later")},
    {NULL, NULL},
};

static Language language_of(const Table *table) { return scene_language(&table->scene); }

/* ---- drawing */

static void refresh_turn(Table *table, SeatSet turn) {
    Sitting *sitting = table->sitting;
    char status[BOARD_WORDS_MAX];
    Text text = text_init(status, sizeof status);
    sitting_look(sitting);
    if (match_over(&sitting->match)) text_add(&text, message(language_of(table), "The match is over"));
    else if (turn & SEAT_BIT(sitting->place.seat)) text_add(&text, message(language_of(table), "Your turn"));
    else scene_thinking(&table->scene, turn, &text);
    scene_refresh(&table->scene, turn, status);
}

static void refresh(Table *table) {
    refresh_turn(table, sitting_game(table->sitting)->actors(match_state(&table->sitting->match)));
}

static void notice(void *context, const Event *event) {
    Table *table = context;
    scene_notice(&table->scene, event);
}

/* Takes a letter that works at any time; false for others. */
static bool take_command(Table *table, uint32_t letter) {
    if (letter == 'q') table->leaves = true;
    return letter == 'q' || scene_page(&table->scene, letter);
}

/* ---- thinking aside */

/* Lets somebody think aside while the screen follows resizes; keys wait. */
static void wait_for(Table *table, void (*think)(void *context), void *context) {
    Thought thought;
    if (!thought_begin(&thought, think, context)) {
        think(context);
        return;
    }
    struct pollfd done = {.fd = thought.done[0], .events = POLLIN};
    while (poll(&done, 1, 0) == 0 && !display_leaves(&table->full->display)) {
        Press press = display_wait(&table->full->display, -1, thought.done[0]);
        if (press.kind == PRESS_LETTER && take_command(table, press.letter) && table->leaves) break;
        if (press.kind != PRESS_NONE) scene_show(&table->scene);
    }
    thought_end(&thought);
}

typedef struct HintWork {
    Sitting *sitting;
    Text text;
} HintWork;

static void think_hint(void *context) {
    HintWork *work = context;
    sitting_hint(work->sitting, &work->text);
}

static void give_hint(Table *table) {
    Stage *stage = &table->scene.stage;
    char words[SCREEN_TEXT_MAX], before[sizeof stage->status];
    HintWork work = {.sitting = table->sitting, .text = text_init(words, sizeof words)};
    memcpy(before, stage->status, sizeof before);
    snprintf(stage->status, sizeof stage->status, "%s", message(language_of(table), "looking for a hint"));
    scene_show(&table->scene);
    wait_for(table, think_hint, &work);
    scene_say(&table->scene, words);
    memcpy(stage->status, before, sizeof before);
}

/* ---- the person's turn */

/* Takes a letter that is a command while the person is asked; false if it is none. */
static bool take_own_command(Table *table, uint32_t letter, AskEnd *end) {
    if (take_command(table, letter)) return true;
    switch (letter) {
    case 'h': give_hint(table); return true;
    case 'u':
        if (sitting_undo(table->sitting)) *end = ASK_CHANGED;
        else scene_say(&table->scene, message(language_of(table), "There is nothing to take back."));
        return true;
    case 'o':
        full_settings(table->full, &table->sitting->place, table->sitting);
        *end = ASK_CHANGED;
        return true;
    case 'n': return true; /* only once the match is over */
    default: return false;
    }
}

/* Asks until there is a move, the person leaves, or the match has changed. */
static AskEnd ask(Table *table, Move *move) {
    AskEnd end = ASK_GOES_ON;
    refresh(table);
    ask_begin(&table->ask);
    while (end == ASK_GOES_ON && !table->leaves) {
        if (*table->sitting->fault.text) scene_say(&table->scene, table->sitting->fault.text);
        scene_show(&table->scene);
        Press press = display_wait(&table->full->display, -1, -1);
        bool letter = press.kind == PRESS_LETTER && !ask_types(&table->ask);
        if (press.kind == PRESS_LEAVE) table->leaves = true;
        else if (letter && take_own_command(table, press.letter, &end)) continue;
        else if (ask_press(&table->ask, press, move)) end = ASK_MOVE;
    }
    return end;
}

static void person_turn(Table *table) {
    Sitting *sitting = table->sitting;
    Move move;
    if (!sitting_forced(sitting, &move)) {
        AskEnd end = ask(table, &move);
        if (end != ASK_GOES_ON) scene_say(&table->scene, "");
        if (end != ASK_MOVE) return;
    }
    sitting_play(sitting, sitting->place.seat, move);
    scene_move_card(&table->scene);
    table->scene.stage.focus = -1;
}

/* ---- the others' turns */

typedef struct BotWork {
    const Sitting *sitting;
    int seat;
    Move move;
} BotWork;

static void think_bot(void *context) {
    BotWork *work = context;
    work->move = match_choice(&work->sitting->match, work->sitting->match.players[work->seat].bot, work->seat);
}

static void bot_turn(Table *table) {
    Sitting *sitting = table->sitting;
    BotWork work = {.sitting = sitting, .seat = match_player_to_act(&sitting->match)};
    ask_clear(&table->ask);
    refresh_turn(table, SEAT_BIT(work.seat));
    scene_show(&table->scene);
    if (work.seat < SEATS_MAX && sitting->match.players[work.seat].bot) {
        wait_for(table, think_bot, &work);
        if (table->leaves || display_leaves(&table->full->display)) return;
        sitting_play(sitting, work.seat, work.move);
    } else {
        sitting_bot_plays(sitting);
    }
    scene_move_card(&table->scene);
    refresh(table);
    scene_show(&table->scene);
    if (table->full->pace_ms) terminal_pause(&table->full->display.terminal, table->full->pace_ms);
}

/* ---- the end */

static void after_match(Table *table) {
    Stage *stage = &table->scene.stage;
    ask_clear(&table->ask);
    refresh(table);
    while (!table->leaves && !table->rematch) {
        snprintf(stage->question, sizeof stage->question, "%s",
                 message(language_of(table), "The match is over: n plays another one, q leaves."));
        scene_show(&table->scene);
        Press press = display_wait(&table->full->display, -1, -1);
        if (press.kind == PRESS_LEAVE) table->leaves = true;
        if (press.kind != PRESS_LETTER) continue;
        if (press.letter == 'n') table->rematch = true;
        else if (press.letter == 'u' && sitting_undo(table->sitting)) return;
        else if (press.letter == 'o') {
            full_settings(table->full, &table->sitting->place, table->sitting);
            refresh(table);
        } else take_command(table, press.letter);
    }
}

TableEnd full_table(Full *full, Sitting *sitting) {
    Table *table = calloc(1, sizeof *table);
    TableEnd end = TABLE_LEFT;
    if (!table) return end;
    *table = (Table){.full = full, .sitting = sitting};
    table->scene = (Scene){.full = full, .place = &sitting->place, .stage = {.focus = -1}, .keys = keys, .lines = help_lines};
    sitting->told = notice;
    sitting->context = table;
    if (ask_open(&table->ask, &table->scene, NULL)) {
        while (!table->leaves && !table->rematch && !display_leaves(&full->display)) {
            if (match_over(&sitting->match)) after_match(table);
            else if (match_person_to_act(&sitting->match) < 0) bot_turn(table);
            else person_turn(table);
        }
        ask_close(&table->ask);
    }
    if (table->rematch) end = TABLE_REMATCH;
    sitting->told = NULL;
    free(table);
    return end;
}
