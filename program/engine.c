/* `araldo engine`: the line protocol of docs/protocol.md, for bots and front ends in any language.
 * Each command is answered by one line, or by a block that ends with an empty line. A command that cannot be obeyed answers
 * `error: …` and changes nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/reason.h"
#include "core/message.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/person.h"
#include "program/match.h"

enum { QUOTED_MAX = 40, EVENT_READERS = ONLOOKER + 2 };

typedef struct Engine {
    const Game *game; /* NULL before the first `new` or `position` */
    StateRoom state;
    ChanceKey key;
    Past past;           /* for bots that remember */
    uint32_t turn;       /* moves since the beginning: a bot's dice depend on it */
    bool from_start;     /* by `new`: there is a record */
    RecordHeader header; /* then */
    EventLog log;
    size_t events_told[EVENT_READERS]; /* to each seat, to the onlooker, and at last to VIEWER_WHOLE */
    Move *moves;                       /* room for the game's longest list */
    EventSink sink;
    Lines lines;
    Language language; /* of sentences; the words of the protocol are the same in all */
    bool quits;
} Engine;

typedef struct EngineCommand {
    const char *name;
    /* Answers on standard output, or fills the error. `rest` is the text after the name. */
    bool (*run)(Engine *engine, Span rest, Error *error);
    const char *usage;
} EngineCommand;

static const State *state_of(const Engine *engine) { return (const State *)(const void *)engine->state.bytes; }

/* ---- reading arguments */

static Span trimmed(Span line) {
    while (line.length > 0 && (line.at[line.length - 1] == ' ' || line.at[line.length - 1] == '\r')) line.length--;
    while (line.length > 0 && line.at[0] == ' ') line.at++, line.length--;
    return line;
}

/* The next word of the line, spaces passed over; false at its end. */
static bool next_word(Span *rest, Span *word) {
    while (span_split(rest, ' ', word))
        if (word->length > 0) return true;
    return false;
}

static bool at_end(Span rest, Error *error) {
    Span word;
    if (!next_word(&rest, &word)) return true;
    return error_set(error, "unexpected argument '%.*s'", (int)(word.length < QUOTED_MAX ? word.length : QUOTED_MAX), word.at);
}

static bool game_needed(const Engine *engine, Error *error) {
    return engine->game || error_set(error, "there is no game yet: begin with new or position");
}

/* A seat of the table, or where `onlookers` are welcome the word for one. */
static bool read_seat(const Engine *engine, Span word, bool onlookers, int *seat, Error *error) {
    int64_t number;
    int seats = engine->game->seats(state_of(engine));
    if (onlookers && span_is(word, "onlooker")) {
        *seat = ONLOOKER;
        return true;
    }
    if (!span_number(word, 0, seats - 1, &number)) return error_set(error, "a seat is a number from 0 to %d", seats - 1);
    *seat = (int)number;
    return true;
}

/* The seat at the end of a line, if there is one; VIEWER_WHOLE if not. */
static bool read_last_seat(const Engine *engine, Span rest, bool onlookers, int *seat, Error *error) {
    Span word;
    *seat = VIEWER_WHOLE;
    if (!next_word(&rest, &word)) return true;
    return read_seat(engine, word, onlookers, seat, error) && at_end(rest, error);
}

/* In a view only its own seat can be asked for; without one it is meant. */
static bool within_view(const Engine *engine, int *seat, Error *error) {
    int viewer = engine->game->viewer(state_of(engine));
    if (viewer == VIEWER_WHOLE || *seat == viewer) return true;
    if (*seat != VIEWER_WHOLE) return error_set(error, "this position is a view, and not that of this seat");
    *seat = viewer;
    return true;
}

/* ---- beginning */

/* Takes over a game that is ready in `state`: from here on nothing can fail. */
static void take_over(Engine *engine, const Game *game, const StateRoom *state, Move *moves, const ChanceKey *key) {
    free(engine->moves);
    engine->moves = moves;
    engine->game = game;
    engine->state = *state;
    engine->key = *key;
    past_begin(&engine->past, game, state_of(engine));
    engine->turn = 0;
    engine->from_start = false;
    event_log_clear(&engine->log);
    memset(engine->events_told, 0, sizeof engine->events_told);
}

static Move *moves_for(const Game *game, Error *error) {
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    if (!moves) error_set(error, "there is not enough memory");
    return moves;
}

typedef struct NewGame {
    const Game *game;
    Setup setup;
    bool has_seed, has_people;
    ChanceKey key;
} NewGame;

static bool read_new_word(NewGame *wanted, bool variant_named, Span word, Error *error) {
    Span key, value;
    int64_t people;
    span_pair(word, &key, &value);
    if (span_is(key, "seed")) {
        if (wanted->has_seed) return error_set(error, "the seed is given twice");
        wanted->has_seed = true;
        return chance_key_parse(&wanted->key, value, error);
    }
    if (span_is(key, "people")) {
        if (wanted->has_people || !span_number(value, 1, SEATS_MAX, &people))
            return error_set(error, "people is one number from 1 to %d", SEATS_MAX);
        wanted->has_people = true;
        wanted->setup.people = (int)people;
        return true;
    }
    if (span_is(key, "variant")) {
        if (variant_named) return error_set(error, "the variant is given twice");
        wanted->setup.variant = game_variant(wanted->game, value, error);
        return wanted->setup.variant >= 0;
    }
    return setup_option(&wanted->setup, word, error);
}

static bool read_new(NewGame *wanted, Span rest, Error *error) {
    Span word;
    if (!next_word(&rest, &word)) return error_set(error, "say which game: new GAME[:VARIANT] [key=value ...]");
    wanted->game = game_find_variant(word, &wanted->setup.variant, error);
    if (!wanted->game) return false;
    bool variant_named = memchr(word.at, ':', word.length) != NULL;
    while (next_word(&rest, &word)) {
        if (!read_new_word(wanted, variant_named, word, error)) return false;
        if (word.length > 8 && memcmp(word.at, "variant=", 8) == 0) variant_named = true;
    }
    if (!wanted->has_people) wanted->setup.people = wanted->game->variants[wanted->setup.variant].people_min;
    if (!wanted->has_seed && !seed_random(&wanted->key, error)) return false;
    return game_people_fit(wanted->game, wanted->setup.variant, wanted->setup.people, error);
}

static bool run_new(Engine *engine, Span rest, Error *error) {
    NewGame wanted = {0};
    StateRoom room = {0};
    State *state = STATE_IN(room);
    if (!read_new(&wanted, rest, error)) return false;
    Chance trial = chance_fast(0), chance = chance_table(&wanted.key);
    if (!wanted.game->setup(state, &wanted.setup, &trial, NULL, error)) return false;
    Move *moves = moves_for(wanted.game, error);
    if (!moves) return false;
    take_over(engine, wanted.game, &room, moves, &wanted.key);
    wanted.game->setup(STATE_IN(engine->state), &wanted.setup, &chance, &engine->sink, error);
    past_begin(&engine->past, wanted.game, state_of(engine));
    engine->from_start = true;
    engine->header =
        (RecordHeader){.game = wanted.game, .word_list = game_word_list(wanted.game), .has_key = true, .key = wanted.key};
    wanted.game->describe(state_of(engine), &engine->header.setup);
    for (int seat = 0; seat < wanted.setup.people; seat++) strcpy(engine->header.names[seat], "engine");
    puts("ok");
    return true;
}

static bool run_position(Engine *engine, Span rest, Error *error) {
    StateRoom room = {0};
    ChanceKey key;
    bool seeded = rest.length >= 5 && memcmp(rest.at, "seed=", 5) == 0;
    if (seeded) {
        Span word, seed_word, value;
        next_word(&rest, &word);
        rest = trimmed(rest);
        span_pair(word, &seed_word, &value);
        if (!chance_key_parse(&key, value, error)) return false;
    } else if (!seed_random(&key, error)) {
        return false;
    }
    if (rest.length == 0) return error_set(error, "say which position: position [seed=S] TEXT");
    const Game *game = game_of_position(rest, error);
    if (!game || !game->parse(STATE_IN(room), rest, error)) return false;
    Move *moves = moves_for(game, error);
    if (!moves) return false;
    take_over(engine, game, &room, moves, &key);
    puts("ok");
    return true;
}

/* ---- asking */

static void print_moves(const Engine *engine, int actor) {
    const Game *game = engine->game;
    int count = game->legal(state_of(engine), actor, engine->moves);
    for (int i = 0; i < count; i++) {
        char words[MOVE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        game->print_move(state_of(engine), actor, engine->moves[i], &text);
        printf("%d %s\n", actor, words);
    }
}

static bool run_legal(Engine *engine, Span rest, Error *error) {
    int asked;
    if (!game_needed(engine, error) || !read_last_seat(engine, rest, false, &asked, error)) return false;
    if (!within_view(engine, &asked, error)) return false;
    SeatSet actors = engine->game->actors(state_of(engine));
    for (int seat = 0; seat < engine->game->seats(state_of(engine)); seat++)
        if ((actors & SEAT_BIT(seat)) && (asked == VIEWER_WHOLE || asked == seat)) print_moves(engine, seat);
    puts("");
    return true;
}

static bool run_show(Engine *engine, Span rest, Error *error) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    StateRoom view;
    int seat;
    if (!game_needed(engine, error) || !read_last_seat(engine, rest, true, &seat, error)) return false;
    if (!within_view(engine, &seat, error)) return false;
    if (engine->game->viewer(state_of(engine)) == VIEWER_WHOLE && seat != VIEWER_WHOLE) {
        engine->game->view(state_of(engine), seat, VIEW_IN(view));
        engine->game->print(view_state(VIEW_IN(view)), &text);
    } else {
        engine->game->print(state_of(engine), &text);
    }
    puts(words);
    return true;
}

static bool run_score(Engine *engine, Span rest, Error *error) {
    int points[SEATS_MAX] = {0};
    if (!game_needed(engine, error) || !at_end(rest, error)) return false;
    engine->game->points(state_of(engine), points);
    printf("points");
    for (int seat = 0; seat < engine->game->seats(state_of(engine)); seat++) printf(" %d", points[seat]);
    if (game_over(engine->game, state_of(engine))) {
        SeatSet winners = engine->game->winners(state_of(engine));
        printf(" winners");
        for (int seat = 0; seat < SEATS_MAX; seat++)
            if (winners & SEAT_BIT(seat)) printf(" %d", seat);
    }
    puts("");
    return true;
}

static bool run_seats(Engine *engine, Span rest, Error *error) {
    Setup setup;
    if (!game_needed(engine, error) || !at_end(rest, error)) return false;
    engine->game->describe(state_of(engine), &setup);
    SeatSet actors = engine->game->actors(state_of(engine));
    printf("seats %d people %d actors", engine->game->seats(state_of(engine)), setup.people);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (actors & SEAT_BIT(seat)) printf(" %d", seat);
    puts("");
    return true;
}

static bool run_events(Engine *engine, Span rest, Error *error) {
    int seat;
    if (!game_needed(engine, error) || !read_last_seat(engine, rest, true, &seat, error)) return false;
    if (!within_view(engine, &seat, error)) return false;
    if (engine->log.failed) return error_set(error, "there was not enough memory to keep the events");
    size_t *told = &engine->events_told[seat == VIEWER_WHOLE ? EVENT_READERS - 1 : seat];
    for (; *told < engine->log.event_count; (*told)++) {
        Event event;
        char line[EVENT_JSON_MAX];
        Text text = text_init(line, sizeof line);
        event_log_read(&engine->log, *told, &event);
        event_write(engine->game, &event, seat, &text);
        puts(line);
    }
    puts("");
    return true;
}

/* ---- playing */

static bool run_play(Engine *engine, Span rest, Error *error) {
    Span seat_word, move_word;
    int seat;
    Move move;
    if (!game_needed(engine, error)) return false;
    if (engine->game->viewer(state_of(engine)) != VIEWER_WHOLE)
        return error_set(error, "this position is a view: nothing can be played in it");
    if (!next_word(&rest, &seat_word) || !next_word(&rest, &move_word))
        return error_set(error, "say who plays what: play SEAT MOVE");
    if (!at_end(rest, error) || !read_seat(engine, seat_word, false, &seat, error)) return false;
    if (game_over(engine->game, state_of(engine))) return error_set(error, "the game is over");
    if (!(engine->game->actors(state_of(engine)) & SEAT_BIT(seat)))
        return error_set(error, "it is not the turn of seat %d", seat);
    if (!engine->game->parse_move(state_of(engine), seat, move_word, &move, error)) return false;
    Chance chance = chance_table(&engine->key);
    size_t told = engine->log.event_count;
    if (!game_play(engine->game, STATE_IN(engine->state), seat, move, &chance, &engine->sink, error)) return false;
    engine->turn++;
    past_move(&engine->past, engine->game, state_of(engine), seat, move, event_log_has(&engine->log, told, "round"));
    puts("ok");
    return true;
}

/* The seat that `go` means: the seat named, the view's own, or the first that may act. */
static bool find_actor(const Engine *engine, Span rest, int *seat, Error *error) {
    const Game *game = engine->game;
    SeatSet actors = game->actors(state_of(engine));
    if (!read_last_seat(engine, rest, false, seat, error) || !within_view(engine, seat, error)) return false;
    if (!actors) return error_set(error, "the game is over");
    if (*seat == VIEWER_WHOLE) *seat = __builtin_ctz(actors);
    if (*seat == ONLOOKER) return error_set(error, "this is an onlooker's view: it has no seat to play");
    return (actors & SEAT_BIT(*seat)) || error_set(error, "it is not the turn of seat %d", *seat);
}

static void print_expectation(Expectation expected) {
    static const char *const kinds[] = {[EXPECTS_WIN] = "win", [EXPECTS_POINTS] = "points", [EXPECTS_COINS] = "coins"};
    if (expected.kind != EXPECTS_NOTHING) printf(" expects %s %.3f", kinds[expected.kind], (double)expected.value);
}

static void add_seat(const void *context, int seat, Text *text) {
    const Language *language = context;
    message_format(text, *language, "Seat {number}", WITH("number", seat));
}

/* Why, and then what is expected, in sentences. */
static void print_sentences(const Engine *engine, const View *view, int seat, Move move, Expectation expected) {
    char words[(REASONS_MAX + 1) * MOVE_TEXT_MAX * 4];
    Text text = text_init(words, sizeof words);
    ReasonNames names = {.context = &engine->language, .name = add_seat};
    Reasons reasons;
    Reason outlook;
    reasons_find(engine->game, view, seat, move, &reasons);
    for (int i = 0; i < reasons.count; i++) {
        text_add(&text, i ? " " : " because ");
        reason_write(&reasons.list[i], engine->language, names, &text);
    }
    if (reason_of_expectation(expected, &outlook)) {
        text_add(&text, reasons.count ? " " : " because ");
        reason_write(&outlook, engine->language, names, &text);
    }
    fputs(words, stdout);
}

static bool run_go(Engine *engine, Span rest, Error *error) {
    const Game *game = engine->game;
    Span name;
    int seat;
    StateRoom view;
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (!game_needed(engine, error)) return false;
    Span seat_first = rest;
    int64_t number;
    if (!next_word(&rest, &name) || span_number(name, 0, INT32_MAX, &number)) {
        const char *adviser = match_bot(game, ADVISING_BOT);
        name = span_of(adviser ? adviser : match_bot(game, OPPONENT_BOT));
        rest = seat_first;
    }
    if (!find_actor(engine, rest, &seat, error)) return false;
    Bot *bot = bot_open_with_budget(game, name, error);
    if (!bot) return false;
    if (game->viewer(state_of(engine)) == VIEWER_WHOLE) game->view(state_of(engine), seat, VIEW_IN(view));
    else view = engine->state;
    Chance dice = match_dice(&engine->key, engine->turn, seat);
    bot_catch_up(bot, &engine->past, &engine->key, seat);
    Move move = bot_choose(bot, VIEW_IN(view), seat, &dice);
    Expectation expected = bot_expects(bot);
    bot_free(bot);
    game->print_move(view_state(VIEW_IN(view)), seat, move, &text);
    printf("move %d %s", seat, words);
    print_expectation(expected);
    print_sentences(engine, VIEW_IN(view), seat, move, expected);
    putchar('\n');
    return true;
}

/* ---- the rest */

static bool run_record(Engine *engine, Span rest, Error *error) {
    char path[RECORD_PATH_MAX];
    if (!game_needed(engine, error)) return false;
    if (!engine->from_start) return error_set(error, "a position has no record: only a game begun with new has");
    if (rest.length == 0) return error_set(error, "say which file: record FILE");
    if (!span_copy(rest, path, sizeof path)) return error_set(error, "the file name is too long");
    if (!record_save(path, &engine->header, &engine->log, error)) return false;
    puts("ok");
    return true;
}

static bool run_quit(Engine *engine, Span rest, Error *error) {
    if (!at_end(rest, error)) return false;
    engine->quits = true;
    puts("ok");
    return true;
}

static bool run_help(Engine *engine, Span rest, Error *error);

static const EngineCommand commands[] = {
    {"new", run_new, "new GAME[:VARIANT] [variant=V] [people=N] [seed=S] [key=value ...]  begins a game"},
    {"position", run_position, "position [seed=S] TEXT  goes on from a position, or looks at a view"},
    {"legal", run_legal, "legal [SEAT]  the legal moves, a line each: SEAT MOVE"},
    {"play", run_play, "play SEAT MOVE  plays a move"},
    {"show", run_show, "show [SEAT|onlooker]  the position whole, or a view of it"},
    {"events", run_events, "events [SEAT|onlooker]  what has happened since last asked, a line each"},
    {"score", run_score, "score  the points of each seat, and who has won"},
    {"seats", run_seats, "seats  how many seats and people, and who may act"},
    {"go", run_go, "go [BOT] [SEAT]  the move that a bot would play; it is not played"},
    {"record", run_record, "record FILE  writes the record so far"},
    {"help", run_help, "help  these lines"},
    {"quit", run_quit, "quit  ends"},
};

enum { ENGINE_COMMANDS = sizeof commands / sizeof *commands };

static bool run_help(Engine *engine, Span rest, Error *error) {
    (void)engine;
    if (!at_end(rest, error)) return false;
    for (int i = 0; i < ENGINE_COMMANDS; i++) puts(commands[i].usage);
    puts("");
    return true;
}

/* ---- the loop */

static bool obey(Engine *engine, Span line, Error *error) {
    Span rest = trimmed(line), name;
    if (!next_word(&rest, &name)) return error_set(error, "an empty line is not a command; help lists them");
    for (int i = 0; i < ENGINE_COMMANDS; i++)
        if (span_is(name, commands[i].name)) return commands[i].run(engine, trimmed(rest), error);
    return error_set(error, "no command '%.*s'; help lists them", (int)(name.length < QUOTED_MAX ? name.length : QUOTED_MAX),
                     name.at);
}

static void loop(Engine *engine) {
    Lines *lines = &engine->lines;
    while (!engine->quits) {
        Error error;
        LineStatus status = lines_peek(lines);
        if (status == LINE_ENDLESS) printf("error: %s\n", lines_fault(lines));
        if (line_is_last(status)) return;
        bool whole = status == LINE_READ || status == LINE_CUT; /* a last line without a newline is one all the same */
        if (!whole) error_set(&error, "%s", lines_fault(lines));
        if (!whole || !obey(engine, lines_span(lines), &error)) printf("error: %s\n", error.text);
        fflush(stdout);
        lines_take(lines);
    }
}

int command_engine(int argc, char **argv) {
    const char *spoken = NULL;
    Language language = LANGUAGE_ENGLISH; /* whatever the environment asks for: programs read it */
    const Argument table[] = {
        {ARGUMENT_WORDS, "--lang", &spoken, 0, 0}, {ARGUMENT_LEXICON, "--words", NULL, 0, 0}, {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "engine", .table = table, .words = NULL, .words_max = 0};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (spoken && !person_language_option("engine", spoken, &language)) return STATUS_BAD;
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine) return complain("engine", "there is not enough memory");
    engine->language = language;
    lines_init(&engine->lines, stdin);
    event_log_init(&engine->log);
    engine->sink.take = event_log_take;
    engine->sink.context = &engine->log;
    loop(engine);
    event_log_release(&engine->log);
    free(engine->moves);
    free(engine);
    return STATUS_GOOD;
}
