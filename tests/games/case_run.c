/* Carries out rule cases, line by line (tests/games/cases/README.md).
 * A line is `WORDS: REST`; a table at the end says which words there are and which function carries them out. */
#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/games/cases.h"
#include "tests/support/lines.h"
#include "tests/support/told.h"

enum { PENDING_MAX = 64, VALUE_TEXT_MAX = 4096, MOVES_TEXT_MAX = 16384, NO_SEAT = -1, ALL_LISTENERS = 0x1ff };

typedef struct Runner {
    const Case *test;
    const CaseLine *line;
    CaseGames find;
    Report *report;
    const Game *game;
    bool begun; /* the state is a position */
    StateRoom state;
    ChanceKey key;
    Told told;
    Outcomes outcomes;                    /* of the last step */
    const CaseLine *pending[PENDING_MAX]; /* `shuffle` and `lot` lines not used yet */
    int pending_count;
    Move *moves;
} Runner;

static bool fail(Runner *runner, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(Runner *runner, const char *format, ...) {
    char words[VALUE_TEXT_MAX + 1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    report_fail(runner->report, "%s:%d: %s", runner->test->file, runner->line->number, words);
    report_add(runner->report, "line:     %s", runner->line->text);
    if (runner->begun) report_position(runner->report, "position", runner->game, STATE_IN(runner->state));
    return false;
}

static bool is_whole(const Runner *runner) { return runner->game->viewer(STATE_IN(runner->state)) == VIEWER_WHOLE; }

static bool begun(Runner *runner) {
    return runner->begun || fail(runner, "there is no position yet: begin with `given:` or `new:`");
}

/* Prints and parses back; `what` names it. */
static bool check_text(Runner *runner, const State *state, const char *what) {
    const Game *game = runner->game;
    char printed[STATE_TEXT_MAX], again[STATE_TEXT_MAX];
    Text text = text_init(printed, sizeof printed), second = text_init(again, sizeof again);
    StateRoom parsed;
    Error error = {""};
    const char *broken = game->check(state);
    if (broken) return fail(runner, "%s breaks an invariant: %s", what, broken);
    memset(&parsed, 0xff, sizeof parsed);
    game->print(state, &text);
    if (text.overflow) return fail(runner, "%s is too long as text", what);
    if (!game->parse(STATE_IN(parsed), span_of(printed), &error))
        return fail(runner, "%s does not parse back: %s\n  printed:  %s", what, error.text, printed);
    if (memcmp(&parsed, state, game->state_bytes) == 0) return true;
    game->print(STATE_IN(parsed), &second);
    return fail(runner, "%s does not parse back to the same\n  printed:  %s\n  parsed:   %s", what, printed, again);
}

/* What must hold in every position, whatever the case is about. */
static bool check_position(Runner *runner) {
    const Game *game = runner->game;
    State *state = STATE_IN(runner->state);
    if (!check_text(runner, state, "the position")) return false;
    if (!is_whole(runner)) return true;
    Move *of_view = runner->moves + game->moves_max;
    for (int seat = 0; seat <= ONLOOKER; seat++) {
        if (seat >= game->seats(state) && seat != ONLOOKER) continue;
        StateRoom view;
        char what[40];
        memset(&view, 0xff, sizeof view);
        game->view(state, seat, VIEW_IN(view));
        snprintf(what, sizeof what, seat == ONLOOKER ? "the onlooker's view" : "seat %d's view", seat);
        if (!check_text(runner, STATE_IN(view), what)) return false;
        if (seat == ONLOOKER) continue;
        int count = game->legal(state, seat, runner->moves);
        if (count != game->legal(STATE_IN(view), seat, of_view) ||
            memcmp(runner->moves, of_view, (size_t)count * sizeof *of_view) != 0)
            return fail(runner, "seat %d has other legal moves in its view", seat);
    }
    return true;
}

/* ---- chance */

static bool arrange(Runner *runner, ChanceOutcome *outcome, Span cards) {
    Span word;
    int placed = 0;
    while (span_split(&cards, ' ', &word)) {
        uint8_t card;
        if (word.length == 0) continue;
        if (!runner->game->parse_card(word, &card)) return fail(runner, "'%.*s' is no card", SPAN_ARGS(word));
        int at = placed;
        while (at < outcome->count && outcome->cards[at] != card) at++;
        if (at == outcome->count) return fail(runner, "%.*s is not among the cards that are shuffled", SPAN_ARGS(word));
        outcome->cards[at] = outcome->cards[placed];
        outcome->cards[placed++] = card;
    }
    return true;
}

/* Decides the chance event that has come up: as the next `shuffle` or `lot` line says, else as the seed does. */
static bool decide(Runner *runner, ChanceOutcome *outcome, uint32_t n) {
    Chance chance = chance_table(&runner->key);
    if (outcome->is_shuffle) chance_shuffle(&chance, n, outcome->cards, outcome->count);
    else outcome->value = chance_draw(&chance, n, (uint32_t)outcome->count);
    if (runner->pending_count == 0) return true;
    const CaseLine *line = runner->pending[0];
    runner->pending_count--;
    memmove(runner->pending, runner->pending + 1, (size_t)runner->pending_count * sizeof *runner->pending);
    Span rest = span_of(line->text), head;
    span_split(&rest, ':', &head);
    rest = span_trim(rest);
    if (span_is(head, "shuffle") != outcome->is_shuffle)
        return fail(runner, "chance is a %s here, but line %d gives another", outcome->is_shuffle ? "shuffle" : "lot",
                    line->number);
    if (outcome->is_shuffle) return arrange(runner, outcome, rest);
    int64_t value;
    if (!span_number(rest, 0, outcome->count - 1, &value))
        return fail(runner, "line %d: the lot is a number from 0 to %d", line->number, outcome->count - 1);
    outcome->value = (uint32_t)value;
    return true;
}

typedef struct Recall {
    const Outcomes *decided;
    int next;
} Recall;

static const ChanceOutcome *recall(void *context, uint32_t n) {
    Recall *memory = context;
    (void)n;
    return memory->next < memory->decided->count ? &memory->decided->list[memory->next++] : NULL;
}

/* What is done to the state: a match begins, or a move is played. */
typedef struct Step {
    const Setup *setup; /* NULL for a move */
    int actor;
    Move move;
} Step;

/* Chance is decided one event after the other: the step is tried on a copy with what is decided so far; the first event
 * beyond that tells which cards are shuffled or how many lots there are; then it is decided and the step tried again. */
static bool take_step(Runner *runner, const Step *step, Error *error) {
    const Game *game = runner->game;
    Outcomes decided = {0};
    StateRoom state;
    bool done = false, well = false;
    int told_before = runner->told.count;
    size_t used_before = runner->told.used;
    while (!done) {
        Recall memory = {&decided, 0};
        Chance chance = chance_recorded(recall, &memory);
        state = runner->state;
        runner->told.count = told_before;
        runner->told.used = used_before;
        runner->outcomes.count = 0;
        if (step->setup) done = !game->setup(STATE_IN(state), step->setup, &chance, &runner->told.sink, error);
        else done = !game_play(game, STATE_IN(state), step->actor, step->move, &chance, &runner->told.sink, error);
        if (done) break;
        if (runner->told.broken) {
            done = !fail(runner, "%s", runner->told.broken);
        } else if (!chance.failed) {
            done = well = true;
        } else if (runner->outcomes.count <= decided.count) {
            done = !fail(runner, "the game draws on chance without telling it");
        } else {
            ChanceOutcome *outcome = outcomes_add(&decided);
            *outcome = runner->outcomes.list[decided.count - 1];
            done = !decide(runner, outcome, (uint32_t)(runner->outcomes.first + decided.count - 1));
        }
    }
    outcomes_free(&decided);
    if (well) runner->state = state;
    return well;
}

/* ---- the beginning */

/* The game that the first word names; NULL with an error. */
static const Game *find_game(const Runner *runner, Span text, int *variant, Error *error) {
    Span rest = text, name;
    span_split(&rest, ' ', &name);
    return runner->find(name, variant, error);
}

/* From here on the case is about this game, with nothing told yet. */
static void use_game(Runner *runner, const Game *game) {
    free(runner->moves);
    told_close(&runner->told);
    runner->moves = malloc(2 * (size_t)game->moves_max * sizeof *runner->moves);
    assert(runner->moves);
    told_open(&runner->told, game, ALL_LISTENERS, &runner->outcomes);
    memset(&runner->state, 0xff, sizeof runner->state);
    runner->game = game;
    runner->begun = false;
}

/* `GAME:VARIANT people=N seed=S key=value`: the game, NULL with an error. */
static const Game *read_setup(const Runner *runner, Span text, Setup *setup, ChanceKey *key, Error *error) {
    Span rest = text, token, name, value;
    memset(setup, 0, sizeof *setup);
    const Game *game = find_game(runner, text, &setup->variant, error);
    if (!game) return NULL;
    setup->people = game->variants[setup->variant].people_min;
    chance_key_parse(key, span_of("1"), NULL);
    span_split(&rest, ' ', &token);
    while (span_split(&rest, ' ', &token)) {
        int64_t people;
        if (token.length == 0) continue;
        span_pair(token, &name, &value);
        if (span_is(name, "people")) {
            if (!span_number(value, -100, 100, &people)) {
                error_set(error, "people is a number");
                return NULL;
            }
            setup->people = (int)people;
        } else if (span_is(name, "seed") ? !chance_key_parse(key, value, error) : !setup_option(setup, token, error)) {
            return NULL;
        }
    }
    return game;
}

static bool begin(Runner *runner) {
    runner->begun = true;
    return check_position(runner);
}

static bool run_new(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    Setup setup;
    Error error = {""};
    Step step = {.setup = &setup};
    const Game *game = read_setup(runner, rest, &setup, &runner->key, &error);
    if (!game) return fail(runner, "refused: %s", error.text);
    use_game(runner, game);
    if (!take_step(runner, &step, &error)) return fail(runner, "refused: %s", error.text);
    return begin(runner);
}

static bool run_given(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    Error error = {""};
    int variant;
    const Game *game = find_game(runner, rest, &variant, &error);
    if (!game) return fail(runner, "refused: %s", error.text);
    use_game(runner, game);
    if (!game->parse(STATE_IN(runner->state), rest, &error)) return fail(runner, "refused: %s", error.text);
    return begin(runner);
}

static bool check_words(Runner *runner, const Error *error, Span words) {
    if (!error->text[0]) return fail(runner, "refused without a word");
    if (words.length == 0 || memmem(error->text, strlen(error->text), words.at, words.length)) return true;
    return fail(runner, "refused in other words\n  expected: %.*s\n  got:      %s", SPAN_ARGS(words), error->text);
}

static bool run_bad(Runner *runner, int who, Span rest, Span words) {
    (void)who;
    Error error = {""};
    StateRoom state, before;
    int variant;
    const Game *game = find_game(runner, rest, &variant, &error);
    memset(&state, 0xa5, sizeof state);
    before = state;
    if (game && game->parse(STATE_IN(state), rest, &error)) return fail(runner, "this position was taken");
    if (memcmp(&before, &state, sizeof state) != 0) return fail(runner, "a refused position changed something");
    return check_words(runner, &error, words);
}

static bool run_bad_new(Runner *runner, int who, Span rest, Span words) {
    (void)who;
    Error error = {""};
    Setup setup;
    ChanceKey key;
    StateRoom state, before;
    const Game *game = read_setup(runner, rest, &setup, &key, &error);
    memset(&state, 0xa5, sizeof state);
    before = state;
    if (game) {
        Chance chance = chance_table(&key);
        if (game->setup(STATE_IN(state), &setup, &chance, NULL, &error)) return fail(runner, "this match was begun");
    }
    if (memcmp(&before, &state, sizeof state) != 0) return fail(runner, "a refused match changed something");
    return check_words(runner, &error, words);
}

static bool run_chance(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)rest, (void)words;
    if (runner->pending_count == PENDING_MAX) return fail(runner, "too much chance is waiting");
    runner->pending[runner->pending_count++] = runner->line;
    return true;
}

/* ---- moves */

static bool parse_move(Runner *runner, int actor, Span text, Move *move, Error *error) {
    State *state = STATE_IN(runner->state);
    if (actor >= runner->game->seats(state)) return error_set(error, "there is no seat %d", actor);
    return runner->game->parse_move(state, actor, text, move, error);
}

static bool play_one(Runner *runner, int actor, Span text) {
    Error error = {""};
    Step step = {.actor = actor};
    char words[MOVE_TEXT_MAX];
    if (!is_whole(runner)) return fail(runner, "nothing can be played from a view");
    if (!parse_move(runner, actor, text, &step.move, &error))
        return fail(runner, "seat %d cannot play %.*s: %s", actor, SPAN_ARGS(text), error.text);
    if (!take_step(runner, &step, &error)) {
        if (runner->report->failed) return false;
        Text list = text_init(words, sizeof words);
        runner->game->print_move(STATE_IN(runner->state), actor, step.move, &list);
        return fail(runner, "seat %d cannot play %s: %s", actor, words, error.text);
    }
    return check_position(runner);
}

static bool run_play(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    Span token;
    if (!begun(runner)) return false;
    told_clear(&runner->told);
    while (span_split(&rest, ' ', &token)) {
        int64_t actor = who;
        Span move = token, seat;
        if (token.length == 0) continue;
        if (who == NO_SEAT) {
            span_split(&move, ':', &seat);
            if (!move.at || !span_number(seat, 0, SEATS_MAX - 1, &actor))
                return fail(runner, "write SEAT:MOVE, not '%.*s'", SPAN_ARGS(token));
        }
        if (!play_one(runner, (int)actor, move)) return false;
    }
    return true;
}

static void print_moves(Runner *runner, int actor, const Move *moves, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        if (i) text_char(text, ' ');
        runner->game->print_move(STATE_IN(runner->state), actor, moves[i], text);
    }
}

static bool run_legal(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    if (!begun(runner)) return false;
    char legal[MOVES_TEXT_MAX];
    Text text = text_init(legal, sizeof legal);
    Span token;
    State *state = STATE_IN(runner->state);
    int count = who < runner->game->seats(state) ? runner->game->legal(state, who, runner->moves) : 0, found = 0;
    print_moves(runner, who, runner->moves, count, &text);
    while (span_split(&rest, ' ', &token)) {
        Move move;
        Error error = {""};
        int at = found;
        if (token.length == 0) continue;
        if (!parse_move(runner, who, token, &move, &error))
            return fail(runner, "'%.*s' is no move here: %s\n  legal:    %s", SPAN_ARGS(token), error.text, legal);
        while (at < count && runner->moves[at] != move) at++;
        if (at == count) return fail(runner, "%.*s is not legal, or is given twice\n  legal:    %s", SPAN_ARGS(token), legal);
        runner->moves[at] = runner->moves[found];
        runner->moves[found++] = move;
    }
    if (found == count) return true;
    char more[MOVES_TEXT_MAX];
    Text rest_text = text_init(more, sizeof more);
    print_moves(runner, who, runner->moves + found, count - found, &rest_text);
    return fail(runner, "more is legal: %s", more);
}

static bool run_allowed(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    Span token;
    if (!begun(runner)) return false;
    while (span_split(&rest, ' ', &token)) {
        Move move;
        Error error = {"that move is not allowed"};
        if (token.length == 0) continue;
        if (!parse_move(runner, who, token, &move, &error) || !runner->game->is_legal(STATE_IN(runner->state), who, move))
            return fail(runner, "seat %d may not play %.*s: %s", who, SPAN_ARGS(token), error.text);
    }
    return true;
}

static bool run_refused(Runner *runner, int who, Span rest, Span words) {
    Span token;
    if (!begun(runner)) return false;
    State *state = STATE_IN(runner->state);
    while (span_split(&rest, ' ', &token)) {
        Move move;
        Error error = {""};
        Chance chance = chance_fast(1);
        StateRoom before = runner->state;
        if (token.length == 0) continue;
        if (parse_move(runner, who, token, &move, &error)) {
            if (runner->game->is_legal(state, who, move)) return fail(runner, "seat %d may play %.*s", who, SPAN_ARGS(token));
            if (game_play(runner->game, state, who, move, &chance, NULL, &error))
                return fail(runner, "%.*s is not legal, but was played", SPAN_ARGS(token));
        }
        if (memcmp(&before, &runner->state, runner->game->state_bytes) != 0)
            return fail(runner, "refusing %.*s changed the position", SPAN_ARGS(token));
        if (!check_words(runner, &error, words)) return false;
    }
    return true;
}

/* ---- events */

/* A JSON value without quotes and spaces. */
static void write_plain(const json_t *value, Text *text) {
    const char *key;
    json_t *item;
    size_t index;
    bool first = true;
    switch (json_typeof(value)) {
    case JSON_STRING: text_add(text, json_string_value(value)); break;
    case JSON_INTEGER: text_number(text, json_integer_value(value)); break;
    case JSON_REAL: text_format(text, "%g", json_real_value(value)); break;
    case JSON_TRUE: text_add(text, "true"); break;
    case JSON_FALSE: text_add(text, "false"); break;
    case JSON_NULL: text_add(text, "null"); break;
    case JSON_ARRAY:
        text_char(text, '[');
        json_array_foreach((json_t *)value, index, item) {
            if (index) text_char(text, ',');
            write_plain(item, text);
        }
        text_char(text, ']');
        break;
    case JSON_OBJECT:
        text_char(text, '{');
        json_object_foreach((json_t *)value, key, item) {
            text_format(text, "%s%s:", first ? "" : ",", key);
            write_plain(item, text);
            first = false;
        }
        text_char(text, '}');
        break;
    }
}

/* Follows `teams.1.points`; NULL if there is no such thing. */
static const json_t *follow(const json_t *value, Span path) {
    Span step;
    while (value && span_split(&path, '.', &step)) {
        char key[OPTION_KEY_MAX];
        int64_t index;
        if (json_is_array(value)) value = span_number(step, 0, 1 << 20, &index) ? json_array_get(value, (size_t)index) : NULL;
        else value = span_copy(step, key, sizeof key) ? json_object_get(value, key) : NULL;
    }
    return value;
}

/* Whether the event has all these facts. */
static bool has_facts(const char *line, Span facts) {
    Span token, key, value;
    json_t *event = json_loads(line, 0, NULL);
    bool all = event != NULL;
    while (all && span_split(&facts, ' ', &token)) {
        char plain[VALUE_TEXT_MAX];
        Text text = text_init(plain, sizeof plain);
        if (token.length == 0) continue;
        all = span_pair(token, &key, &value);
        const json_t *field = all ? follow(event, key) : NULL;
        if (field) write_plain(field, &text);
        all = field && span_is(value, plain);
    }
    json_decref(event);
    return all;
}

static bool run_facts(Runner *runner, int listener, Span rest, bool wanted) {
    Span kind, facts = rest;
    if (!begun(runner)) return false;
    span_split(&facts, ' ', &kind);
    if (!facts.at) facts = (Span){"", 0};
    bool found = false;
    for (int i = 0; i < runner->told.count && !found; i++)
        found = span_is(kind, runner->told.kinds[i]) && has_facts(runner->told.lines[i][listener], facts);
    if (found == wanted) return true;
    fail(runner, wanted ? "no event has these facts" : "there is such an event");
    for (int i = 0; i < runner->told.count; i++) report_add(runner->report, "told:     %s", runner->told.lines[i][listener]);
    return false;
}

static bool run_says(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    return run_facts(runner, TOLD_WHOLE, rest, true);
}

static bool run_silent(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    return run_facts(runner, TOLD_WHOLE, rest, false);
}

static bool run_tells(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    return run_facts(runner, who, rest, true);
}

typedef struct GlanceLine {
    const Game *game;
    char *line; /* of EVENT_JSON_MAX bytes */
} GlanceLine;

static void keep_glance(void *context, const Event *event) {
    const GlanceLine *glance = context;
    Text text = text_init(glance->line, EVENT_JSON_MAX);
    event_write(glance->game, event, ONLOOKER, &text);
}

/* What a seat sees at a glance; `nothing` where there is nothing. */
static bool run_glance(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    if (!begun(runner)) return false;
    const Game *game = runner->game;
    char line[EVENT_JSON_MAX] = "";
    GlanceLine glance = {game, line};
    EventSink sink = {.take = keep_glance, .context = &glance};
    StateRoom seen = runner->state;
    if (!game->glance) return fail(runner, "there is nothing to be seen at a glance in this game");
    if (is_whole(runner)) game->view(STATE_IN(runner->state), who, VIEW_IN(seen));
    game->glance(VIEW_IN(seen), &sink);
    if (span_is(rest, "nothing") ? !line[0] : has_facts(line, rest)) return true;
    return fail(runner, "expected: %.*s\n  seen:     %s", SPAN_ARGS(rest), line);
}

/* ---- the position */

static bool run_tokens(Runner *runner, int who, Span rest, bool wanted) {
    if (!begun(runner)) return false;
    char printed[STATE_TEXT_MAX];
    Text text = text_init(printed, sizeof printed);
    StateRoom seen = runner->state;
    Span token;
    if (who != NO_SEAT) {
        if (!is_whole(runner)) return fail(runner, "the position is a view already");
        if (who != ONLOOKER && who >= runner->game->seats(STATE_IN(runner->state)))
            return fail(runner, "there is no seat %d", who);
        runner->game->view(STATE_IN(runner->state), who, VIEW_IN(seen));
    }
    runner->game->print(STATE_IN(seen), &text);
    while (span_split(&rest, ' ', &token)) {
        Span all = span_of(printed), piece, key, value;
        bool found = false;
        if (token.length == 0) continue;
        while (!found && span_split(&all, ' ', &piece)) {
            span_pair(piece, &key, &value);
            Span compared = !wanted && !memchr(token.at, '=', token.length) ? key : piece;
            found = compared.length == token.length && memcmp(compared.at, token.at, token.length) == 0;
        }
        if (found == wanted) continue;
        return fail(runner, "%s %.*s\n  seen:     %s", wanted ? "there is no" : "there is", SPAN_ARGS(token), printed);
    }
    return true;
}

static bool run_has(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    return run_tokens(runner, who, rest, true);
}

static bool run_lacks(Runner *runner, int who, Span rest, Span words) {
    (void)words;
    return run_tokens(runner, who, rest, false);
}

static bool check_numbers(Runner *runner, Span expected, const int *numbers, int count) {
    char got[256];
    Text text = text_init(got, sizeof got);
    Span rest = expected, token;
    int read = 0;
    bool same = true;
    for (int i = 0; i < count; i++) text_format(&text, "%s%d", i ? " " : "", numbers[i]);
    while (span_split(&rest, ' ', &token)) {
        int64_t number;
        if (token.length == 0) continue;
        same = same && read < count && span_number(token, -1000000, 1000000, &number) && number == numbers[read];
        read++;
    }
    if (same && read == count) return true;
    return fail(runner, "expected: %.*s\n  got:      %s", SPAN_ARGS(expected), count ? got : "none");
}

static bool check_seats(Runner *runner, Span expected, SeatSet seats) {
    int list[SEATS_MAX], count = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat)) list[count++] = seat;
    return check_numbers(runner, expected, list, count);
}

static bool run_actors(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    return begun(runner) && check_seats(runner, rest, runner->game->actors(STATE_IN(runner->state)));
}

static bool run_winners(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    return begun(runner) && check_seats(runner, rest, runner->game->winners(STATE_IN(runner->state)));
}

static bool run_points(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)words;
    int points[SEATS_MAX] = {0};
    if (!begun(runner)) return false;
    runner->game->points(STATE_IN(runner->state), points);
    return check_numbers(runner, rest, points, runner->game->seats(STATE_IN(runner->state)));
}

/* ---- the table of lines */

static bool run_case(Runner *runner, int who, Span rest, Span words) {
    (void)who, (void)rest, (void)words;
    return runner->line == runner->test->lines || fail(runner, "a new case needs an empty line before it");
}

typedef struct Keyword {
    const char *head; /* N stands for a seat, W for a seat or `onlooker` */
    bool refuses;     /* `-> WORDS` may follow */
    bool (*run)(Runner *runner, int who, Span rest, Span words);
} Keyword;

static const Keyword keywords[] = {
    {"case", false, run_case},         {"given", false, run_given},
    {"new", false, run_new},           {"shuffle", false, run_chance},
    {"lot", false, run_chance},        {"bad", true, run_bad},
    {"bad new", true, run_bad_new},    {"play N", false, run_play},
    {"play", false, run_play},         {"legal N", false, run_legal},
    {"allowed N", false, run_allowed}, {"refused N", true, run_refused},
    {"says", false, run_says},         {"silent", false, run_silent},
    {"tells W", false, run_tells},     {"glance W", false, run_glance},
    {"has", false, run_has},           {"lacks", false, run_lacks},
    {"view W has", false, run_has},    {"view W lacks", false, run_lacks},
    {"actors", false, run_actors},     {"points", false, run_points},
    {"winners", false, run_winners},
};

/* Whether the head of a line is this keyword; the seat in it goes to *who. */
static bool is_keyword(const char *keyword, Span head, int *who) {
    Span wanted = span_of(keyword), word, expected;
    *who = NO_SEAT;
    while (span_split(&wanted, ' ', &expected)) {
        int64_t seat = ONLOOKER;
        if (!span_split(&head, ' ', &word)) return false;
        if (span_is(expected, "N") || span_is(expected, "W")) {
            bool onlooker = span_is(expected, "W") && span_is(word, "onlooker");
            if (!onlooker && !span_number(word, 0, SEATS_MAX - 1, &seat)) return false;
            *who = (int)seat;
        } else if (word.length != expected.length || memcmp(word.at, expected.at, word.length) != 0) {
            return false;
        }
    }
    return !head.at;
}

static bool run_line(Runner *runner) {
    Span rest = span_of(runner->line->text), head, words = {"", 0};
    span_split(&rest, ':', &head);
    if (!rest.at) return fail(runner, "a line is WORD: and what belongs to it");
    rest = span_trim(rest);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        int who;
        if (!is_keyword(keywords[i].head, span_trim(head), &who)) continue;
        const char *arrow = keywords[i].refuses ? memmem(rest.at, rest.length, "->", 2) : NULL;
        if (arrow) {
            words = span_trim((Span){arrow + 2, rest.length - (size_t)(arrow + 2 - rest.at)});
            rest = span_trim((Span){rest.at, (size_t)(arrow - rest.at)});
        }
        return keywords[i].run(runner, who, rest, words);
    }
    return fail(runner, "no line begins with '%.*s'", SPAN_ARGS(head));
}

bool case_run(const Case *test, CaseGames find, Report *report) {
    Runner *runner = calloc(1, sizeof *runner);
    assert(runner);
    runner->test = test;
    runner->line = test->lines;
    runner->find = find;
    runner->report = report;
    chance_key_parse(&runner->key, span_of("1"), NULL);
    int checked = 0;
    if (strncmp(test->lines[0].text, "case:", 5) != 0) fail(runner, "a case begins with case: and its name");
    for (int i = 0; i < test->line_count && !report->failed; i++) {
        runner->line = &test->lines[i];
        fault_watch(test->title, runner->game, runner->begun ? STATE_IN(runner->state) : NULL);
        checked += run_line(runner);
    }
    if (!report->failed && checked < 2) fail(runner, "this case says nothing");
    if (!report->failed && runner->pending_count) {
        runner->line = runner->pending[0];
        fail(runner, "no chance came up that would use this line");
    }
    fault_watch(NULL, NULL, NULL);
    told_close(&runner->told);
    outcomes_free(&runner->outcomes);
    free(runner->moves);
    free(runner);
    return !report->failed;
}
