/* Puzzles as lines of text, their questions and reasons, and how they are rated. */
#include "teach/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "bots/primiera/solver.h"
#include "core/message.h"
#include "games/games.h"
#include "games/primero/primero.h"

enum { SOLVER_LOG2_ENTRIES = 12 };

#define PUZZLES_ROW(name) &puzzles_##name,
static const GamePuzzles *const rows[] = {PUZZLES(PUZZLES_ROW) NULL};

static const GamePuzzles *row_of(const Game *game) {
    for (const GamePuzzles *const *row = rows; *row; row++)
        if ((*row)->game == game) return *row;
    return NULL;
}

Prover *prover_open(void) {
    Prover *prover = calloc(1, sizeof *prover);
    int most = 0;
    for (const Game *const *game = games; *game; game++)
        if ((*game)->moves_max > most) most = (*game)->moves_max;
    if (!prover) return NULL;
    prover->solver = solver_open(SOLVER_LOG2_ENTRIES);
    prover->moves = malloc((size_t)most * sizeof *prover->moves);
    if (prover->solver && prover->moves) return prover;
    prover_free(prover);
    return NULL;
}

void prover_free(Prover *prover) {
    if (!prover) return;
    solver_free(prover->solver);
    free(prover->moves);
    free(prover);
}

bool puzzle_prove(Prover *prover, const Game *game, const View *view, int actor, int goal, Proof *proof) {
    const GamePuzzles *row = row_of(game);
    return row && row->prove(prover, view, actor, goal, proof);
}

int puzzle_goals(const Game *game, const View *view, int goals[]) {
    const GamePuzzles *row = row_of(game);
    if (row && row->goals) return row->goals(view, goals);
    goals[0] = 0;
    return row ? 1 : 0;
}

void ranking_add(Ranking *ranking, Move move, int value) {
    if (ranking->count++ == 0) {
        ranking->value = value;
        ranking->best = move;
        ranking->next = INT32_MIN;
    } else if (value > ranking->value) {
        ranking->next = ranking->value;
        ranking->value = value;
        ranking->best = move;
    } else if (value > ranking->next) {
        ranking->next = value;
    }
}

bool ranking_decides(const Ranking *ranking, int margin, Theme theme, Proof *proof) {
    if (ranking->count < 2 || ranking->value - ranking->next <= margin) return false;
    *proof = (Proof){.theme = theme, .best = ranking->best, .value = ranking->value, .next = ranking->next};
    return true;
}

/* ---- text */

static const char *const theme_names[THEMES] = {"ending", "leave", "sweep", "seven", "board", "take",
                                                "bid",    "draw",  "see",   "win",   "long"};

const char *theme_name(Theme theme) { return theme_names[theme]; }

bool theme_is_of(const Game *game, const char *name) {
    const GamePuzzles *row = row_of(game);
    for (int i = 0; i < THEMES; i++)
        if (strcmp(name, theme_names[i]) == 0) return row && i >= (int)row->first && i <= (int)row->last;
    return false;
}

void puzzle_print(const Puzzle *puzzle, Text *text) {
    const State *state = view_state(VIEW_IN(puzzle->view));
    text_format(text, "%s %d ", theme_name(puzzle->proof.theme), puzzle->rating);
    if (puzzle->goal) text_format(text, "%d ", puzzle->goal);
    else text_add(text, "- ");
    puzzle->game->print_move(state, puzzle->actor, puzzle->proof.best, text);
    text_char(text, ' ');
    puzzle->game->print(state, text);
}

static bool parse_theme(Span word, Theme *theme) {
    for (int i = 0; i < THEMES; i++) {
        if (!span_is(word, theme_names[i])) continue;
        *theme = (Theme)i;
        return true;
    }
    return false;
}

bool puzzle_parse(Puzzle *puzzle, Span line, Error *error) {
    Span rest = line, theme, rating, goal, move;
    int64_t number = 0, wanted = 0;
    Puzzle made = {0};
    if (!span_split(&rest, ' ', &theme) || !span_split(&rest, ' ', &rating) || !span_split(&rest, ' ', &goal) ||
        !span_split(&rest, ' ', &move) || !rest.at)
        return error_set(error, "a puzzle is a theme, a rating, a goal, a move and a position");
    if (!parse_theme(theme, &made.proof.theme)) return error_set(error, "unknown theme '%.*s'", SPAN_QUOTE(theme));
    if (!span_number(rating, 0, PUZZLE_RATING_MAX, &number))
        return error_set(error, "a rating is a number from 0 to %d", PUZZLE_RATING_MAX);
    if (!span_is(goal, "-") && !span_number(goal, 1, PRIMERO_VALUES - 1, &wanted))
        return error_set(error, "a goal is the value of a hand, or -");
    if (!(made.game = game_of_position(rest, error)) || !made.game->parse(STATE_IN(made.view), rest, error)) return false;
    const State *state = STATE_IN(made.view);
    made.actor = made.game->viewer(state);
    if (made.actor < 0 || made.actor >= made.game->seats(state) || !(made.game->actors(state) & SEAT_BIT(made.actor)))
        return error_set(error, "the position is not that of a seat that is to act");
    if (!made.game->parse_move(state, made.actor, move, &made.proof.best, error)) return false;
    if (!made.game->is_legal(state, made.actor, made.proof.best)) return error_set(error, "the move is not legal there");
    made.rating = (int)number;
    made.goal = (int)wanted;
    *puzzle = made;
    return true;
}

/* ---- the puzzle of the day */

int64_t puzzle_day(Span day) {
    Span rest = day, part;
    int64_t year, month, date;
    if (!span_split(&rest, '-', &part) || part.length != 4 || !span_number(part, 2000, 9999, &year)) return -1;
    if (!span_split(&rest, '-', &part) || part.length != 2 || !span_number(part, 1, 12, &month)) return -1;
    if (!span_split(&rest, '-', &part) || part.length != 2 || !span_number(part, 1, 31, &date) || rest.at) return -1;
    Chance dice = chance_fast((uint64_t)(year * 10000 + month * 100 + date));
    return (int64_t)(chance_bits(&dice) >> 2);
}

/* ---- words */

void puzzle_question(const Puzzle *puzzle, Reason *question) {
    Reasons one = {0};
    Reason *made = NULL;
    switch (puzzle->proof.theme) {
    case THEME_ENDING:
    case THEME_LEAVE:
    case THEME_SWEEP:
    case THEME_SEVEN: made = reason_add(&one, "Every card can be counted. Which move scores best this round?"); break;
    case THEME_BOARD: made = reason_add(&one, "Which board scores the most this turn?"); break;
    case THEME_TAKE: made = reason_add(&one, "Which card in the display gives you the highest-scoring board?"); break;
    case THEME_BID: made = reason_add(&one, "Which exchange makes the bid most often?"); break;
    case THEME_DRAW: {
        made = reason_add(&one, "Which exchange most often gives a {hand} or better?");
        Text words = reason_words(made, "hand");
        text_add(&words, primero_type_names[primero_type(puzzle->goal)]);
        break;
    }
    case THEME_SEE: made = reason_add(&one, "If every unseen card is equally likely: see or fold?"); break;
    case THEME_WIN: made = reason_add(&one, "One move wins at once. Which?"); break;
    case THEME_LONG:
    case THEMES: made = reason_add(&one, "What is the longest word you can lay?"); break;
    }
    *question = *made;
}

static void add_signed(Reason *reason, const char *name, int number) {
    Text words = reason_words(reason, name);
    text_format(&words, "%s%d", number > 0 ? "+" : number < 0 ? "−" : "", abs(number));
}

void puzzle_reason(const Puzzle *puzzle, Reason *reason) {
    enum { PARTS_A_PERCENT = 10000 };
    Reasons one = {0};
    Reason *made = NULL;
    int value = puzzle->proof.value, next = puzzle->proof.next;
    switch (puzzle->proof.theme) {
    case THEME_ENDING:
    case THEME_LEAVE:
    case THEME_SWEEP:
    case THEME_SEVEN:
        made = reason_add(&one, "With perfect play it scores {value} this round; any other move scores {next} at most.");
        add_signed(made, "value", value);
        add_signed(made, "next", next);
        break;
    case THEME_BOARD:
        made = reason_add(&one, "This board scores {value}; no other board you can make scores more than {next}.");
        reason_number(made, "value", value);
        reason_number(made, "next", next);
        break;
    case THEME_TAKE:
        made = reason_add(&one, "With it you can make a board worth {value}; with any other card, {next} at most.");
        reason_number(made, "value", value);
        reason_number(made, "next", next);
        break;
    case THEME_BID:
    case THEME_DRAW:
        made = reason_add(
            &one, "Counting every card you could draw, it succeeds {value}% of the time, and the next-best exchange {next}%.");
        reason_number(made, "value", (value + PARTS_A_PERCENT / 2) / PARTS_A_PERCENT);
        reason_number(made, "next", (next + PARTS_A_PERCENT / 2) / PARTS_A_PERCENT);
        break;
    case THEME_SEE:
        made = reason_add(&one,
                          "Counting every possible draw and every hand your rival could hold, seeing wins {value}% of the "
                          "time. At this price it needs {next}%.");
        reason_number(made, "value", (value + PARTS_A_PERCENT / 2) / PARTS_A_PERCENT);
        reason_number(made, "next", (next + PARTS_A_PERCENT / 2) / PARTS_A_PERCENT);
        break;
    case THEME_WIN: made = reason_add(&one, "It is the last word you need; no other move wins at once."); break;
    case THEME_LONG:
    case THEMES:
        made = reason_add(&one, "It has {value} letters; no other word has more than {next}.");
        reason_number(made, "value", value);
        reason_number(made, "next", next);
        break;
    }
    *reason = *made;
}

/* ---- rating */

/* Three short thoughts of easy, two of medium, one of strong, and greedy: PUZZLE_RATING_MAX in all. */
static const struct {
    const char *name;
    int tries;
} answerers[] = {{"greedy", 1}, {"easy", 3}, {"medium", 2}, {"strong", 1}};
enum { RATERS = sizeof answerers / sizeof *answerers };

struct Raters {
    Bot *bots[RATERS];
};

Raters *raters_open(const Game *game, Error *error) {
    Raters *made = calloc(1, sizeof *made);
    bool whole = made != NULL;
    if (!made) error_write(error, "there is not enough memory");
    for (int i = 0; i < RATERS && whole; i++)
        whole = (made->bots[i] = bot_open(game, span_of(answerers[i].name), error)) != NULL;
    if (whole) return made;
    raters_free(made);
    return NULL;
}

void raters_free(Raters *raters) {
    if (!raters) return;
    for (int i = 0; i < RATERS; i++) bot_free(raters->bots[i]);
    free(raters);
}

int raters_rate(Raters *raters, const Puzzle *puzzle) {
    static const Sights nothing = {0};
    int missed = 0;
    for (int i = 0; i < RATERS; i++) {
        for (int try = 0; try < answerers[i].tries; try++) {
            Chance dice = chance_fast((uint64_t)try + 1);
            bot_recall(raters->bots[i], &nothing, puzzle->actor);
            missed += bot_choose(raters->bots[i], VIEW_IN(puzzle->view), puzzle->actor, &dice) != puzzle->proof.best;
        }
    }
    return missed;
}
