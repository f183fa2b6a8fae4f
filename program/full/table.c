/* The table on the full screen: draws it, takes the person's moves, lets the bots play, and shows log, score, rules and help. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/message.h"
#include "program/full/choices.h"
#include "program/full/full.h"
#include "program/full/pages.h"
#include "program/full/thought.h"

enum { FRAMES = 6, FRAME_MS = 25, LOG_EVENTS = 60 };

typedef enum { ASK_GOES_ON, ASK_MOVE, ASK_CHANGED } AskEnd;

typedef struct Table {
    Full *full;
    Sitting *sitting;
    Stage stage;
    Choices choices;
    StateRoom view;
    bool thinks; /* a bot does, on its thread: the match must not be touched */
    bool leaves;
    bool rematch;
    /* The card that the last move shows, and whose it was. */
    char moving[BOARD_CARD_WORDS];
    int mover;
} Table;

static Language language_of(const Table *table) { return table->sitting->screen.language; }

/* ---- drawing */

/* The last events in words, as much as a screen can hold. */
static void write_log(Table *table) {
    const Sitting *sitting = table->sitting;
    size_t count = sitting->log.event_count;
    Text text = text_init(table->stage.log, sizeof table->stage.log);
    for (size_t i = count > LOG_EVENTS ? count - LOG_EVENTS : 0; i < count; i++) {
        Event event;
        event_log_read(&sitting->log, i, &event);
        sitting->face->tell(sitting_game(sitting), &sitting->screen, &event, &text);
    }
}

static void write_status(Table *table) {
    const Sitting *sitting = table->sitting;
    Stage *stage = &table->stage;
    Text text = text_init(stage->status, sizeof stage->status);
    SeatSet turn = stage->turn;
    if (match_over(&sitting->match)) text_add(&text, message(language_of(table), "The match is over"));
    else if (turn & SEAT_BIT(sitting->person)) text_add(&text, message(language_of(table), "Your turn"));
    else {
        char name[BOARD_WORDS_MAX];
        Text words = text_init(name, sizeof name);
        int seat = 0;
        while (seat < SEATS_MAX - 1 && !(turn & SEAT_BIT(seat))) seat++;
        screen_name(&sitting->screen, seat, &words);
        message_format(&text, language_of(table), "{player} is thinking", WITH("player", name));
    }
}

static void write_keys(Table *table) {
    static const struct {
        const char *key, *label;
    } keys[] = {{"h", NC_("key", "hint")},  {"u", NC_("key", "undo")},  {"l", NC_("key", "log")},
                {"s", NC_("key", "score")}, {"r", NC_("key", "rules")}, {"o", NC_("key", "settings")},
                {"?", NC_("key", "help")},  {"q", NC_("key", "leave")}};
    Text text = text_init(table->stage.keys, sizeof table->stage.keys);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        text_format(&text, "%s%s %s", i ? "  " : "", keys[i].key, message_in_context(language_of(table), "key", keys[i].label));
}

/* What the seat sees now: board, log, whose turn it is. */
static void refresh(Table *table) {
    Sitting *sitting = table->sitting;
    Stage *stage = &table->stage;
    const Game *game = sitting_game(sitting);
    sitting->screen.color = table->full->display.terminal.color;
    sitting_look(sitting, &table->view);
    board_lay(&stage->board, game, &sitting->screen, VIEW_IN(table->view));
    stage->turn = game->actors(match_state(&sitting->match));
    write_log(table);
    write_status(table);
    write_keys(table);
}

static void show(Table *table) {
    stage_draw(&table->stage, &table->full->display.canvas);
    display_show(&table->full->display);
}

/* ---- cards that move */

/* Remembers the first card that an event shows. */
static void notice_card(void *context, const Event *event) {
    Table *table = context;
    const Screen *screen = &table->sitting->screen;
    const Field *card = screen_field(screen, event, "card");
    if (*table->moving || !card || card->kind != FIELD_CARD || !table->sitting->face->card) return;
    Text text = text_init(table->moving, sizeof table->moving);
    table->sitting->face->card(screen, (int)card->number, &text);
    table->mover = screen_number(screen, event, "seat", -1);
}

static Area start_of_card(const Table *table) {
    const Stage *stage = &table->stage;
    if (table->mover == table->sitting->person && stage->focus >= 0 && stage->focus < stage->spot_count)
        return stage->spots[stage->focus].area;
    return table->mover >= 0 && table->mover < SEATS_MAX ? stage->seat_areas[table->mover] : (Area){0};
}

/* The card goes from its owner to the table, over the board as it was before the move. */
static void move_card(Table *table) {
    Display *display = &table->full->display;
    Area from = start_of_card(table), to = table->stage.table_area;
    bool moves = *table->moving && from.width && to.height && !table->full->still && !display_leaves(display);
    for (int frame = 0; moves && frame < FRAMES; frame++) {
        struct pollfd typed = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&typed, 1, 0) > 0) break;
        stage_draw(&table->stage, &display->canvas);
        stage_card(&display->canvas, from.x + (to.x + to.width / 2 - from.x) * frame / FRAMES,
                   from.y + (to.y - from.y) * frame / FRAMES, table->moving);
        display_show(display);
        terminal_pause(&display->terminal, FRAME_MS);
    }
    table->moving[0] = 0;
}

/* ---- keys that work at any time */

static void show_page(Table *table, const char *label, const char *words, bool from_end) {
    char title[DIALOG_LABEL_MAX];
    Text text = text_init(title, sizeof title);
    text_format(&text, "%s · %s", sitting_game(table->sitting)->title, message_in_context(language_of(table), "key", label));
    dialog_pager(&table->full->display, title, words, from_end);
}

static void show_help(Table *table) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    pages_help(table->sitting, &text);
    show_page(table, NC_("key", "help"), words, false);
}

static void show_score(Table *table) {
    char *words = pages_score(table->sitting, VIEW_IN(table->view));
    if (words) show_page(table, NC_("key", "score"), words, false);
    free(words);
}

static void show_log(Table *table) {
    char *words = pages_log(table->sitting);
    if (words) show_page(table, NC_("key", "log"), words, true);
    free(words);
}

/* True if the letter was a command. */
static bool take_command(Table *table, uint32_t letter) {
    switch (letter) {
    case '?': show_help(table); break;
    case 'l': show_log(table); break;
    case 's': show_score(table); break;
    case 'r': full_rules(table->full, sitting_game(table->sitting)); break;
    case 'q': table->leaves = true; break;
    default: return false;
    }
    return true;
}

/* ---- the person's turn */

static void say(Table *table, const char *words) { snprintf(table->stage.notice, sizeof table->stage.notice, "%s", words); }

static void begin_typing(Table *table, const char *typed) {
    Stage *stage = &table->stage;
    stage->types = true;
    snprintf(stage->prompt, sizeof stage->prompt, "%s ", message(language_of(table), "Type a move:"));
    snprintf(stage->typed, sizeof stage->typed, "%s", typed);
}

/* Chooses a spot: plays its only move, or asks which one. */
static AskEnd activate(Table *table, int spot, Move *move) {
    Choices *choices = &table->choices;
    Stage *stage = &table->stage;
    int first = 0;
    if (spot < 0 || spot >= stage->spot_count) return ASK_GOES_ON;
    stage->focus = spot;
    if (stage->lists) {
        *move = table->sitting->choices[choices->members[spot]].move;
        return ASK_MOVE;
    }
    if (choices->picking && stage->spots[spot].zone == ZONE_HAND) {
        choices_pick(choices, spot);
        return ASK_GOES_ON;
    }
    int count = choices_count(choices, spot, &first);
    if (count == 0) return ASK_GOES_ON;
    if (table->sitting->choices[first].typed) begin_typing(table, "");
    else if (count > 1) choices_list(choices, spot);
    else {
        *move = table->sitting->choices[first].move;
        return ASK_MOVE;
    }
    return ASK_GOES_ON;
}

/* What was typed: a move in notation, or what a choice is called. */
static AskEnd take_typed(Table *table, Move *move) {
    Stage *stage = &table->stage;
    char reason[SCREEN_TEXT_MAX];
    Text text = text_init(reason, sizeof reason);
    stage->types = false;
    if (!*stage->typed) return ASK_GOES_ON;
    if (sitting_read_move(table->sitting, stage->typed, move)) return ASK_MOVE;
    int spot = choices_find(&table->choices, stage->typed);
    if (spot >= 0) return activate(table, spot, move);
    if (!sitting_refuse(table->sitting, stage->typed, &text))
        text_add(&text, message(language_of(table), "That is not one of the choices."));
    say(table, reason);
    return ASK_GOES_ON;
}

static AskEnd type_key(Table *table, Press press, Move *move) {
    if (press.kind == PRESS_ENTER) return take_typed(table, move);
    if (press.kind == PRESS_ESCAPE) table->stage.types = false;
    else dialog_edit(table->stage.typed, sizeof table->stage.typed, press);
    return ASK_GOES_ON;
}

typedef struct HintWork {
    Sitting *sitting;
    Text text;
} HintWork;

static void think_hint(void *context) {
    HintWork *work = context;
    sitting_hint(work->sitting, &work->text);
}

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
        if (press.kind != PRESS_NONE) show(table);
    }
    thought_end(&thought);
}

static void give_hint(Table *table) {
    char words[SCREEN_TEXT_MAX];
    HintWork work = {.sitting = table->sitting, .text = text_init(words, sizeof words)};
    snprintf(table->stage.status, sizeof table->stage.status, "%s", message(language_of(table), "looking for a hint"));
    show(table);
    wait_for(table, think_hint, &work);
    say(table, words);
    write_status(table);
}

static AskEnd take_letter(Table *table, uint32_t letter, Move *move) {
    char typed[2] = {(char)letter, 0};
    if (letter >= '0' && letter <= '9') return activate(table, letter == '0' ? 9 : (int)(letter - '1'), move);
    if (take_command(table, letter)) return ASK_GOES_ON;
    switch (letter) {
    case 'h': give_hint(table); break;
    case 'u':
        if (sitting_undo(table->sitting)) return ASK_CHANGED;
        say(table, message(language_of(table), "There is nothing to take back."));
        break;
    case 'o': full_settings(table->full, table->sitting); return ASK_CHANGED;
    case ' ': return activate(table, table->stage.focus, move);
    case ':': begin_typing(table, ""); break;
    default:
        if (letter < 128 && letter != 'n') begin_typing(table, typed);
    }
    return ASK_GOES_ON;
}

static AskEnd take_press(Table *table, Press press, Move *move) {
    Stage *stage = &table->stage;
    if (stage->types) return type_key(table, press, move);
    switch (press.kind) {
    case PRESS_LETTER: return take_letter(table, press.letter, move);
    case PRESS_ENTER:
        if (table->choices.picking && choices_picked(&table->choices, move) && stage->spots[stage->focus].zone == ZONE_HAND)
            return ASK_MOVE;
        return activate(table, stage->focus, move);
    case PRESS_CLICK: return activate(table, stage_spot_at(stage, press.x, press.y), move);
    case PRESS_ESCAPE:
        if (stage->lists) choices_back(&table->choices);
        else stage->picks = 0;
        break;
    case PRESS_LEFT: stage_move(stage, -1, 0); break;
    case PRESS_RIGHT: stage_move(stage, 1, 0); break;
    case PRESS_UP: stage_move(stage, 0, -1); break;
    case PRESS_DOWN: stage_move(stage, 0, 1); break;
    default: break;
    }
    return ASK_GOES_ON;
}

static void ask_in_words(Table *table) {
    Sitting *sitting = table->sitting;
    Text text = text_init(table->stage.question, sizeof table->stage.question);
    sitting->face->ask(sitting_game(sitting), &sitting->screen, VIEW_IN(table->view), &text);
}

/* Asks until there is a move, the person leaves, or the match has changed. */
static AskEnd ask(Table *table, Move *move) {
    AskEnd end = ASK_GOES_ON;
    refresh(table);
    ask_in_words(table);
    choices_gather(&table->choices, &table->view);
    while (end == ASK_GOES_ON && !table->leaves) {
        if (*table->sitting->fault.text) say(table, table->sitting->fault.text);
        choices_explain(&table->choices);
        show(table);
        Press press = display_wait(&table->full->display, -1, -1);
        if (press.kind == PRESS_LEAVE) table->leaves = true;
        else end = take_press(table, press, move);
    }
    return end;
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
    choices_clear(&table->choices);
    table->stage.question[0] = 0;
    refresh(table);
    table->stage.turn = SEAT_BIT(work.seat);
    write_status(table);
    show(table);
    if (work.seat < SEATS_MAX && sitting->match.players[work.seat].bot) {
        wait_for(table, think_bot, &work);
        if (table->leaves || display_leaves(&table->full->display)) return;
        sitting_play(sitting, work.seat, work.move);
    } else {
        sitting_bot_plays(sitting);
    }
    move_card(table);
    refresh(table);
    show(table);
    if (table->full->pace_ms) terminal_pause(&table->full->display.terminal, table->full->pace_ms);
}

static void person_turn(Table *table) {
    Sitting *sitting = table->sitting;
    Move move;
    if (!sitting_forced(sitting, &move)) {
        AskEnd end = ask(table, &move);
        if (end == ASK_CHANGED) table->stage.notice[0] = 0;
        if (end != ASK_MOVE) return;
        table->stage.notice[0] = 0;
    }
    sitting_play(sitting, sitting->person, move);
    move_card(table);
    table->stage.focus = -1;
}

/* ---- the end */

static void after_match(Table *table) {
    Display *display = &table->full->display;
    choices_clear(&table->choices);
    refresh(table);
    snprintf(table->stage.question, sizeof table->stage.question, "%s",
             message(language_of(table), "The match is over: n plays another one, q leaves."));
    while (!table->leaves && !table->rematch) {
        show(table);
        Press press = display_wait(display, -1, -1);
        if (press.kind == PRESS_LEAVE) table->leaves = true;
        if (press.kind != PRESS_LETTER) continue;
        if (press.letter == 'n') table->rematch = true;
        else if (press.letter == 'u' && sitting_undo(table->sitting)) return;
        else if (press.letter == 'o') {
            full_settings(table->full, table->sitting);
            refresh(table);
        } else take_command(table, press.letter);
    }
}

TableEnd full_table(Full *full, Sitting *sitting) {
    Table *table = calloc(1, sizeof *table);
    TableEnd end = TABLE_LEFT;
    if (!table) return end;
    *table = (Table){.full = full, .sitting = sitting, .stage = {.focus = -1}};
    sitting->told = notice_card;
    sitting->context = table;
    if (choices_open(&table->choices, sitting, &table->stage, NULL)) {
        while (!table->leaves && !table->rematch && !display_leaves(&full->display)) {
            if (match_over(&sitting->match)) after_match(table);
            else if (match_person_to_act(&sitting->match) < 0) bot_turn(table);
            else person_turn(table);
        }
        choices_close(&table->choices);
    }
    if (table->rematch) end = TABLE_REMATCH;
    sitting->told = NULL;
    free(table);
    return end;
}
