/* The game interface: what every game promises, and all that the rest of the program knows about games.
 *
 * A State is a block of bytes without pointers, `state_bytes` long: a copy is a memcpy, equal states are equal bytes.
 * A View is the same block with all that a seat cannot know replaced by "unknown"; it is a type of its own, so that
 * handing a state to a bot or a client does not compile. A Move is 64 bits. A Game is a constant table of functions.
 *
 * The contract, each line tested for every game by tests/games/contract.c:
 *  - Every unfinished state has an actor with a legal move; random games end.
 *  - legal(state) equals legal(view of the actor); `is_legal` answers for one move without listing the others.
 *  - Two states that differ only in what a seat cannot know give that seat identical views, events, texts and errors.
 *  - Moves of several actors at the same time commute: any order gives the same bytes.
 *  - determinize(view) is a full state with exactly that view, drawn uniformly among those that fit.
 *  - print and parse are inverses, for moves, states and views; parse refuses what is impossible.
 *  - A state knows how many chance events there were, never the key; equal keys give equal games, byte for byte.
 *  - Partners of the whole match have the same points and win together.
 *  - Nothing is allocated. */
#ifndef ARALDO_CORE_GAME_H
#define ARALDO_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/chance.h"
#include "core/event.h"
#include "core/option.h"
#include "core/text.h"

typedef uint64_t Move;
typedef struct State State; /* never defined: each game has its own struct behind it */
typedef struct View View;   /* the same struct, seen by one seat */

enum {
    STATE_BYTES_MAX = 1536,
    STATE_TEXT_MAX = 4096,          /* a position as a line, zero byte included */
    MOVE_TEXT_MAX = EVENT_TEXT_MAX, /* a move as text, zero byte included: events carry it */
    CARD_TEXT_MAX = 16,
    /* Placeholders for a card or a seat in a state's bytes. */
    CARD_NONE = 0xff,
    CARD_UNKNOWN = 0xfe,
    SEAT_NONE = 0xff,
};

/* Room for a state or a view of any game, for callers that want one on the stack or in a struct of their own. */
typedef struct StateRoom {
    _Alignas(16) unsigned char bytes[STATE_BYTES_MAX];
} StateRoom;
#define STATE_IN(room) ((State *)(void *)(room).bytes)
#define VIEW_IN(room) ((View *)(void *)(room).bytes)

typedef struct Variant {
    const char *name;
    const char *label;          /* a message: what people call it; NULL where the game has no variants to tell apart */
    const char *hint;           /* a message: what is special about it, or NULL */
    int people_min, people_max; /* seats that somebody must fill */
    int sides;                  /* partners for the whole match: seat s is on side s % sides; 0 where nobody has a partner */
} Variant;

typedef struct Game {
    const char *name;
    const char *title;         /* as people write it, in every language */
    const Variant *variants;   /* the first is the default; ended by one without a name */
    const OptionRule *options; /* ended by one without a key; NULL where there are none */
    const char *unit;          /* a message: what is scored, "points" or "coins" */
    const char *round;         /* a message, with the title as its context: what one deal of a match is called; NULL where a
                                * match is a single deal. Where there are rounds, each begins with an event "round" */
    bool compares_rounds;      /* the arena usually compares rounds rather than whole matches */
    int forfeit;               /* what a forfeit costs in units of score: about the most one can lose in what is compared */
    int revision;              /* of the rules, counted up when a correction changes what is legal or scored */
    int revision_min;          /* the oldest that can still be played; 0 if that is `revision` itself */
    size_t state_bytes;
    int moves_max; /* no list of legal moves is longer */
    int turns_max; /* no game has more moves than this; 0 where only chance bounds it */
    /* The fingerprint of the word list in use, 0 for the program's own; NULL for a game without words. */
    uint64_t (*word_list)(void);

    /* What clients need to draw the game and cannot find out otherwise, as one event "facts"; NULL if there is nothing. */
    void (*facts)(EventSink *sink);
    /* What a player could work out from the view and would like to see at a glance, such as the value of the hand, as one event
     * "glance", or no event; NULL where there is nothing. Clients draw it; no rule depends on it, and records leave it out. */
    void (*glance)(const View *view, EventSink *sink);

    /* Begins a match, first deal included. False with a clear line if the options are not this game's. */
    bool (*setup)(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error);
    /* Makes a state follow the rules of an earlier revision, `revision_min` or later, so that a match keeps the rules it began
     * with. Set-up and positions are the same in all of them. NULL where `revision_min` is 0. */
    void (*adopt)(State *state, int revision);
    /* Variant, people and options as `setup` had them, defaults left out. */
    void (*describe)(const State *state, Setup *setup);
    /* All seats, including those that play automatically (a robot sits after the people). */
    int (*seats)(const State *state);

    /* Who may act now: empty if and only if the match is over. An actor decides; whose card moves is up to the move.
     * A seat that no person fills has no choice: it then has exactly one legal move. */
    SeatSet (*actors)(const State *state);
    /* Lists the actor's legal moves in a fixed order; at most `moves_max`. Nothing for a seat that may not act. */
    int (*legal)(const State *state, int actor, Move *moves);
    bool (*is_legal)(const State *state, int actor, Move move);
    /* Plays a legal move, with all that follows from it up to the next decision. Its first event carries the move as text
     * under "move", seen by those who may know it, and its actor as "by" where that is not "seat". */
    void (*apply)(State *state, int actor, Move move, Chance *chance, EventSink *sink);

    /* Points of each seat so far in the match, and who has won it (empty while it is not over). */
    void (*points)(const State *state, int points[SEATS_MAX]);
    SeatSet (*winners)(const State *state);

    /* What the seat may know; ONLOOKER for the public. */
    void (*view)(const State *state, int seat, View *view);
    /* A full state drawn uniformly among all that fit the view. */
    void (*determinize)(const View *view, Chance *chance, State *state);
    /* Which seat's view it is, ONLOOKER included; VIEWER_WHOLE for a full state. */
    int (*viewer)(const State *state);

    /* Text. Card and move texts contain no space; a position is `GAME:VARIANT` and `key=value` tokens with one space
     * between. */
    void (*print_card)(uint8_t card, Text *text);
    bool (*parse_card)(Span text, uint8_t *card);
    void (*print_move)(const State *state, int actor, Move move, Text *text);
    bool (*parse_move)(const State *state, int actor, Span text, Move *move, Error *error);
    void (*print)(const State *state, Text *text);
    /* A state, or a view where the text has `?`. Changes nothing unless all is well. */
    bool (*parse)(State *state, Span text, Error *error);

    /* Recomputes what is derived and checks every invariant: NULL, or what is broken. For states and views. */
    const char *(*check)(const State *state);
} Game;

/* A view may be read like a state wherever only what its seat knows matters: legal moves, texts, points. */
static inline const State *view_state(const View *view) { return (const State *)(const void *)view; }

/* The index of a variant by name (an empty name is the default); -1 with a line that lists the known ones. */
int game_variant(const Game *game, Span name, Error *error);
/* Can this many people play the variant? False with a line that says how many can. */
bool game_people_fit(const Game *game, int variant, int people, Error *error);
/* How many sides that many people form: seat s is on side s % sides. Without partners, each player is a side. */
static inline int game_sides(const Game *game, int variant, int people) {
    int sides = game->variants[variant].sides;
    return sides ? sides : people;
}
/* Plays a move after checking it is legal; in the development build the invariants are checked as well. */
bool game_play(const Game *game, State *state, int actor, Move move, Chance *chance, EventSink *sink, Error *error);
bool game_over(const Game *game, const State *state);
/* Can a match begun under this revision of the rules still be played? */
static inline bool game_knows_revision(const Game *game, int revision) {
    return revision == game->revision || (game->revision_min && revision >= game->revision_min && revision < game->revision);
}
/* Makes a state that was set up or parsed follow this revision; false with a clear line if the game does not know it. */
bool game_adopt(const Game *game, State *state, int revision, Error *error);
/* The game's word list as records identify it: 0 for the program's own, and for games without words. */
static inline uint64_t game_word_list(const Game *game) { return game->word_list ? game->word_list() : 0; }

#endif
