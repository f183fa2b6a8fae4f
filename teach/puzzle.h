/* Puzzles: positions with exactly one best move, which can be proved.
 *
 * A puzzle is what one seat sees, and a question that has a number for every move as its answer: points by the exact solver, a field's
 * value, the chance of a draw by counting every card that can come, the letters of a word. Exactly one move has the highest. Each
 * game has one prover (teach/puzzles/GAME.c); tests/teach/test_puzzles.c proves every stored puzzle a second way, without them.
 *
 * As text a puzzle is a line: its theme, its rating, its goal or -, the best move, and the position as the seat sees it. */
#ifndef ARALDO_TEACH_PUZZLE_H
#define ARALDO_TEACH_PUZZLE_H

#include "bots/bot.h"
#include "bots/reason.h"

enum { PUZZLE_LINE_MAX = STATE_TEXT_MAX + MOVE_TEXT_MAX + 64, PUZZLE_RATING_MAX = 7 };

typedef enum {
    THEME_ENDING, /* Primiera: the cards are counted */
    THEME_LEAVE,  /* the same, and the best move takes nothing */
    THEME_SWEEP,
    THEME_SEVEN, /* the seven of coins */
    THEME_BOARD, /* Royal Flush: the board that pays most */
    THEME_TAKE,  /* the card of the display that brings one */
    THEME_BID,   /* Primero: the exchange that makes the bid */
    THEME_DRAW,  /* the exchange that ends in a certain hand */
    THEME_SEE,   /* to see or to fold, by the odds */
    THEME_WIN,   /* Primo: the word that wins */
    THEME_LONG,  /* the longest word */
    THEMES
} Theme;

/* What a prover found out. */
typedef struct Proof {
    Theme theme;
    Move best;
    int value,
        next; /* of the best move, and of the next best; THEME_SEE: how often seeing wins, and how often it must to pay */
} Proof;

typedef struct Puzzle {
    const Game *game;
    StateRoom view;
    int actor;
    int goal;   /* THEME_DRAW: the least value of the final hand; else 0 */
    int rating; /* how many of the raters miss it: 0 to PUZZLE_RATING_MAX */
    Proof proof;
} Puzzle;

/* Memory for proofs of any game. */
typedef struct Prover Prover;
Prover *prover_open(void);
void prover_free(Prover *prover);

/* Is this position, with this goal, a puzzle? Fills the proof. */
bool puzzle_prove(Prover *prover, const Game *game, const View *view, int actor, int goal, Proof *proof);
/* The goals that a position may have, 0 for none; returns how many. */
int puzzle_goals(const Game *game, const View *view, int goals[]);
enum { PUZZLE_GOALS_MAX = 8 };

const char *theme_name(Theme theme);
/* Does the game have puzzles on a theme of that name? */
bool theme_is_of(const Game *game, const char *name);
void puzzle_print(const Puzzle *puzzle, Text *text);
/* False with one clear line if it is not a puzzle's line, or its position is not one of the game. What the line claims is not proved. */
bool puzzle_parse(Puzzle *puzzle, Span line, Error *error);

/* A day, as 2026-11-18, as a large number that decides its puzzle; -1 if it is not a day. */
int64_t puzzle_day(Span day);

/* What is asked, as a message with its values, and why the best move is the only one. */
void puzzle_question(const Puzzle *puzzle, Reason *question);
void puzzle_reason(const Puzzle *puzzle, Reason *reason);

/* ---- rating: how many of these choices miss the best move (bots of one game, opened once) */
typedef struct Raters Raters;
Raters *raters_open(const Game *game, Error *error);
void raters_free(Raters *raters);
int raters_rate(Raters *raters, const Puzzle *puzzle);

/* ---- for the provers */

struct Solver;
struct Prover {
    struct Solver *solver;
    Move *moves; /* room for any game's list */
};

typedef struct GamePuzzles {
    const Game *game;
    bool (*prove)(Prover *prover, const View *view, int actor, int goal, Proof *proof);
    int (*goals)(const View *view, int goals[]); /* NULL: a position has no goal */
    Theme first, last;                           /* of its themes */
} GamePuzzles;

#define PUZZLES(ROW) ROW(primiera) ROW(royalflush) ROW(primero) ROW(primo)
#define PUZZLES_DECLARE(name) extern const GamePuzzles puzzles_##name;
PUZZLES(PUZZLES_DECLARE)
#undef PUZZLES_DECLARE

/* Ranks values as they come: the proof's best and next best; true at the end if the best is alone by more than `margin`. */
typedef struct Ranking {
    int count, value, next;
    Move best;
} Ranking;
void ranking_add(Ranking *ranking, Move move, int value);
bool ranking_decides(const Ranking *ranking, int margin, Theme theme, Proof *proof);

#endif
