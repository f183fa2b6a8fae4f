/* Araldo: card games by their printed rules, as a library: engines, records, bots, an exact solver and French words.
 *
 * One header for C and C++. docs/library.md goes from nothing to a bot in ten minutes; its samples are in docs/examples.
 *
 * Ownership. What a function called _new or _open returns belongs to the caller, who passes it to the _free or _close of the
 * same type in the end (NULL is fine there). Any other pointer that a function returns belongs to the object it came from and
 * is valid as long as that object; names and labels are constants. Texts are UTF-8 and end in a zero byte; the library copies
 * what it keeps of those it is given.
 *
 * Errors. A function that can fail returns false, NULL or a negative number, and writes one clear line of English into the
 * caller's araldo_error. Bad input changes nothing. The pointer to the error may always be NULL. Running out of memory is such
 * an error too. Passing NULL for an object, or an object that was freed, is a bug in the caller.
 *
 * Buffers. A function that writes text takes a buffer and its size and returns the length of the whole text, as snprintf does:
 * if that is not below the size, the text was cut. A size of 0 only asks for the length.
 *
 * Threads. The library keeps no data of its own between calls: two threads may use two objects at the same time, and may both
 * read one object (a pointer to const). One object that is being changed belongs to one thread at a time.
 *
 * Chance. Equal seeds give equal games, byte for byte, on any machine. */
#ifndef ARALDO_H
#define ARALDO_H

#include <stddef.h>
#include <stdint.h>

#ifndef __cplusplus
#include <stdbool.h>
#endif

#if defined(__GNUC__)
#define ARALDO_API __attribute__((visibility("default")))
#else
#define ARALDO_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The number in the name libaraldo.so.0: raised when a program compiled with an older header could no longer run. */
#define ARALDO_ABI 0

enum {
    ARALDO_SEATS_MAX = 6,
    ARALDO_MOVES_MAX = 60100,    /* no list of legal moves is longer */
    ARALDO_MOVE_TEXT = 96,       /* room for the text of any move, zero byte included; */
    ARALDO_POSITION_TEXT = 4096, /* of any position; */
    ARALDO_SETUP_TEXT = 3072,    /* of any set-up; */
    ARALDO_EVENT_TEXT = 16384,   /* of any event; */
    ARALDO_REASONS_TEXT = 4096,  /* and of the reasons for a move */
    ARALDO_WHOLE = 255,          /* in the place of a seat: somebody who sees all cards */
    ARALDO_ONLOOKER = 7          /* in the place of a seat: somebody who sees only what is public */
};

typedef struct araldo_error {
    char text[256];
} araldo_error;

typedef struct araldo_state araldo_state;   /* a match between two decisions, all cards included */
typedef struct araldo_view araldo_view;     /* what one seat may know of it */
typedef struct araldo_chance araldo_chance; /* a source of random numbers */
typedef struct araldo_match araldo_match;   /* a match being played, with its seed and its record */
typedef struct araldo_replay araldo_replay; /* a file of records being read */
typedef struct araldo_bot araldo_bot;       /* a player */

typedef uint64_t araldo_move;  /* one of the legal moves; what the bits mean is the game's business */
typedef unsigned araldo_seats; /* a set: bit s stands for seat s */

/* The library's version, as in "0.1.0". */
ARALDO_API const char *araldo_version(void);

/* ---- games: a game is named by text, as in "primiera"; `araldo rules GAME` prints its rules */

typedef struct araldo_variant {
    const char *name;
    int people_min, people_max; /* how many people it seats */
    int sides; /* partners for the whole match: seat s belongs to side s % sides; 0 where everybody plays alone */
} araldo_variant;

/* The name of the index-th game, counted from 0; NULL past the last. */
ARALDO_API const char *araldo_game_name(int index);
/* The index-th variant of a game; false past the last one, or if there is no such game. Variant 0 is the default. */
ARALDO_API bool araldo_game_variant(const char *game, int index, araldo_variant *variant);

/* ---- set-ups: "GAME[:VARIANT] [people=N] [OPTION=VALUE ...]", for example "primiera:classic target=7". Without people=N, as
 * few people play as the variant allows */

typedef enum araldo_option_kind {
    ARALDO_OPTION_NUMBER, /* a whole number within bounds */
    ARALDO_OPTION_WORD,   /* one of some words */
    ARALDO_OPTION_WORDS,  /* several of them with commas between, or one that is a whole answer */
    ARALDO_OPTION_SEATS   /* some seats with commas between; none is the default */
} araldo_option_kind;

enum { ARALDO_OPTION_WORDS_MAX = 31 };

typedef struct araldo_option {
    const char *key;
    const char *label; /* what it is called in English */
    araldo_option_kind kind;
    int minimum, maximum, fallback;                 /* NUMBER: its bounds and its default in this set-up */
    const char *words[ARALDO_OPTION_WORDS_MAX + 1]; /* WORD and WORDS: NULL comes after the last; the first is the default */
} araldo_option;

/* The index-th option that a set-up can have. False past the last, and if the set-up is not valid. */
ARALDO_API bool araldo_setup_option(const char *setup, int index, araldo_option *option, araldo_error *error);

/* ---- chance, for search and for dice of your own; a match draws its cards from its own seed */

/* NULL only if there is not enough memory. */
ARALDO_API araldo_chance *araldo_chance_new(uint64_t seed);
ARALDO_API void araldo_chance_free(araldo_chance *chance);
/* A number from 0 to bound - 1; bound is at least 1. */
ARALDO_API uint32_t araldo_chance_below(araldo_chance *chance, uint32_t bound);

/* ---- states
 *
 * A state has room for a match of any game. A new one is empty: nobody may act, and its texts are empty. Nothing below
 * allocates memory, except _new and, with a short list, araldo_state_legal. */

/* NULL only if there is not enough memory. */
ARALDO_API araldo_state *araldo_state_new(void);
ARALDO_API void araldo_state_free(araldo_state *state);
/* Makes `to` equal to `from`. */
ARALDO_API void araldo_state_copy(araldo_state *to, const araldo_state *from);

/* Begins a match, first deal included. */
ARALDO_API bool araldo_state_setup(araldo_state *state, const char *setup, araldo_chance *chance, araldo_error *error);
/* The set-up of a match; options at their default are left out. */
ARALDO_API size_t araldo_state_describe(const araldo_state *state, char *buffer, size_t size);
/* A position as one line of text, and back. The line of a view has `?` for what its seat does not know; a state read from it
 * can be looked at by that seat, but nothing can be played in it. */
ARALDO_API size_t araldo_state_print(const araldo_state *state, char *buffer, size_t size);
ARALDO_API bool araldo_state_parse(araldo_state *state, const char *position, araldo_error *error);

/* The game's name; NULL for an empty state. */
ARALDO_API const char *araldo_state_game(const araldo_state *state);
/* How many seats there are. A robot sits after the people and plays by itself: it has one legal move when it may act. */
ARALDO_API int araldo_state_seats(const araldo_state *state);
/* ARALDO_WHOLE for a full state; otherwise the viewer: a seat, or ARALDO_ONLOOKER. */
ARALDO_API int araldo_state_viewer(const araldo_state *state);
/* The seats that may act now, in some games several at once; empty when the match is over, and only then. */
ARALDO_API araldo_seats araldo_state_actors(const araldo_state *state);
/* The points of each seat so far in the match. */
ARALDO_API void araldo_state_points(const araldo_state *state, int points[ARALDO_SEATS_MAX]);
/* The seats that have won; empty while the match is being played. */
ARALDO_API araldo_seats araldo_state_winners(const araldo_state *state);

/* Lists the legal moves of a seat in a fixed order, at most `capacity` of them, and returns how many there are: 0 for a seat
 * that may not act, and in a view for any seat but its own. If the capacity is below ARALDO_MOVES_MAX, the call may allocate
 * memory while it runs; it returns -1 if there is not enough. */
ARALDO_API int araldo_state_legal(const araldo_state *state, int seat, araldo_move *moves, int capacity);
ARALDO_API bool araldo_state_is_legal(const araldo_state *state, int seat, araldo_move move);
/* Plays a move and everything that follows from it, up to the next decision. */
ARALDO_API bool araldo_state_apply(araldo_state *state, int seat, araldo_move move, araldo_chance *chance, araldo_error *error);

/* A move as text without spaces; empty if the move is not legal. */
ARALDO_API size_t araldo_move_print(const araldo_state *state, int seat, araldo_move move, char *buffer, size_t size);
/* A legal move from its text. */
ARALDO_API bool araldo_move_parse(const araldo_state *state, int seat, const char *text, araldo_move *move,
                                  araldo_error *error);

/* ---- views: for bots, and for anybody else who must not see all cards */

/* An empty view; NULL only if there is not enough memory. */
ARALDO_API araldo_view *araldo_view_new(void);
ARALDO_API void araldo_view_free(araldo_view *view);
/* Fills the view with what a seat, or ARALDO_ONLOOKER, may know. A state that is itself a view shows itself to its own seat
 * only. */
ARALDO_API bool araldo_view_look(araldo_view *view, const araldo_state *state, int seat, araldo_error *error);
/* The view as a state to read: its text, its points, the legal moves of its seat. Lasts as long as the view. */
ARALDO_API const araldo_state *araldo_view_state(const araldo_view *view);
/* Draws a full state, uniformly among all that fit the view. */
ARALDO_API bool araldo_state_determinize(araldo_state *state, const araldo_view *view, araldo_chance *chance,
                                         araldo_error *error);

/* ---- matches: a game played for real, with its seed, its events and its record */

/* Begins a match. `names` says who sits where, with commas between: "you,strong"; NULL calls everybody "player". `seed` is a
 * number or 64 hex digits; NULL draws one from the system. */
ARALDO_API araldo_match *araldo_match_new(const char *setup, const char *names, const char *seed, araldo_error *error);
ARALDO_API void araldo_match_free(araldo_match *match);
/* The state between two moves. */
ARALDO_API const araldo_state *araldo_match_state(const araldo_match *match);
ARALDO_API bool araldo_match_play(araldo_match *match, int seat, araldo_move move, araldo_error *error);
/* The index-th event so far, as a JSON object with "?" for what `seat` may not know; ARALDO_WHOLE sees all. Returns 0 past the
 * last. docs/record.md lists the events. */
ARALDO_API size_t araldo_match_event(const araldo_match *match, size_t index, int seat, char *buffer, size_t size);
/* Writes the record so far. The file appears under its name when it is complete, or not at all. */
ARALDO_API bool araldo_match_save(const araldo_match *match, const char *path, araldo_error *error);

/* ---- records: replaying one checks every move, and compares every line with what follows from the rules */

typedef enum araldo_replay_status {
    ARALDO_REPLAY_END,        /* the file has no further record */
    ARALDO_REPLAY_SETUP,      /* a record begins: the cards are dealt */
    ARALDO_REPLAY_MOVE,       /* a move was played */
    ARALDO_REPLAY_UNFINISHED, /* the record stops before the match is over, */
    ARALDO_REPLAY_BROKEN      /* or a line does not follow from the rules or the seed: both end the replay */
} araldo_replay_status;

ARALDO_API araldo_replay *araldo_replay_open(const char *path, araldo_error *error);
ARALDO_API void araldo_replay_close(araldo_replay *replay);
/* Takes the next step. After a move, `seat` and `move` say which; either may be NULL. UNFINISHED and BROKEN fill the error. */
ARALDO_API araldo_replay_status araldo_replay_step(araldo_replay *replay, int *seat, araldo_move *move, araldo_error *error);
/* The state after the last step. */
ARALDO_API const araldo_state *araldo_replay_state(const araldo_replay *replay);
/* The name of the player in a seat, in the current record; NULL for a seat that nobody fills. */
ARALDO_API const char *araldo_replay_name(const araldo_replay *replay, int seat);

typedef struct araldo_verified {
    int64_t records, moves;
    int64_t sealed; /* records whose seed is not revealed: their moves were checked, but their chance events were not */
} araldo_verified;

/* Replays a whole file: true if it holds at least one record and all of them are finished and good. What a card room promises
 * about its seeds is checked only by `araldo verify`. */
ARALDO_API bool araldo_record_verify(const char *path, araldo_verified *verified, araldo_error *error);

/* ---- bots: they get views and nothing else */

typedef enum araldo_expects {
    ARALDO_EXPECTS_NOTHING, /* the bot does not say */
    ARALDO_EXPECTS_WIN,     /* the chance to win the match, 0 to 1 */
    ARALDO_EXPECTS_POINTS,  /* points of this round beyond what the others get */
    ARALDO_EXPECTS_COINS    /* coins won or lost in this deal after the ante; coins carried over are nobody's */
} araldo_expects;

/* What a bot expects from the move it has chosen. */
typedef struct araldo_expectation {
    araldo_expects kind;
    float value;
} araldo_expectation;

/* The name of the index-th bot that plays the game; NULL past the last one, or if there is no such game. */
ARALDO_API const char *araldo_bot_name(const char *game, int index);
/* Opens a bot. Its name may be followed by a budget: "strong@32000" is a number of iterations, "strong@500ms" a time, and
 * "strong@4x500ms" that time on four threads. Only iterations give the same moves again. */
ARALDO_API araldo_bot *araldo_bot_new(const char *game, const char *name, araldo_error *error);
ARALDO_API void araldo_bot_free(araldo_bot *bot);
/* Chooses a legal move for the seat whose view it is. `expectation` may be NULL. A bot that is asked on every turn of one seat
 * remembers what it saw; before it is asked about another table, tell it the past (araldo_bot_recall). */
ARALDO_API bool araldo_bot_choose(araldo_bot *bot, const araldo_view *view, araldo_chance *dice, araldo_move *move,
                                  araldo_expectation *expectation, araldo_error *error);
/* Call this before a choice for a seat that the bot was not always asked about. It forgets what it knew about the seat whose
 * view is `now`, and learns the `count` views that the seat had on its earlier turns of this round, oldest first. */
ARALDO_API bool araldo_bot_recall(araldo_bot *bot, const araldo_view *now, const araldo_view *const *earlier, int count,
                                  araldo_error *error);
/* Tells the bot what a seat of the match has seen, and lets it choose for that seat with dice that depend on the match's seed,
 * the seat and the number of moves so far, as in `araldo sim`. Nothing is played. */
ARALDO_API bool araldo_match_choose(const araldo_match *match, int seat, araldo_bot *bot, araldo_move *move,
                                    araldo_expectation *expectation, araldo_error *error);

/* Why a legal move may be good for the seat whose view it is, and then what is expected from it (may be NULL): one sentence per
 * line, in "en", "it", "fr", "es" or "de". Returns -1 on an error, else the length of the text; often there is nothing to
 * say. */
ARALDO_API int araldo_reasons(const araldo_view *view, araldo_move move, const araldo_expectation *expectation,
                              const char *language, char *buffer, size_t size, araldo_error *error);

/* ---- Primiera solved: the rest of a round between two sides when all cards are known */

enum {
    ARALDO_SOLVED_CARDS_MAX = 26 /* in all hands together: this many may take seconds, 24 a fifth of a second, 20 a hundredth */
};

typedef struct araldo_solved {
    araldo_move move;
    int difference; /* points of the round for the seat's side minus those of the other side, if both play perfectly */
} araldo_solved;

/* The value of each legal move of the seat to act, at most `capacity` of them; returns how many there are, or -1. The state may
 * be that of a view, if the others' cards can be worked out by counting. */
ARALDO_API int araldo_solve(const araldo_state *state, araldo_solved *moves, int capacity, araldo_error *error);

/* ---- French words, 2 to 15 letters long, as Primo is played with */

typedef struct araldo_word {
    char letters[16]; /* as it is laid: "ETE" */
    char written[32]; /* as it is written: "été" */
} araldo_word;

/* Is it a word? Upper or lower case, with or without accents. `word` may be NULL. */
ARALDO_API bool araldo_word_find(const char *text, araldo_word *word);
/* The words that can be laid with 1 to 15 letters, `*` standing for any, by length, then alphabetically: at most `capacity` of
 * them; returns how many there are, or -1. */
ARALDO_API int araldo_rack_words(const char *rack, araldo_word *words, int capacity, araldo_error *error);

#ifdef __cplusplus
}
#endif

#endif
