/* Royal Flush: two packs, nine boards, three rounds. Rules: docs/rulings.md and `araldo rules royalflush`.
 *
 * Cards are numbered rank by rank, card = (rank - 2) * 4 + suit, the joker last, so that a set of faces is 52 bits, the cards
 * of a rank are four neighbouring bits and those of a suit every fourth one. Each face exists twice and its two cards are
 * indistinguishable: places hold faces and their counts, never which of the two.
 *
 * Moves. A turn is made of steps: `exchange`, `take:7h` (from the display), `draw` (from the pile), `done`; or `score:flush`
 * and then the cards one by one from the lowest up, jokers last: `lay:2h`, `lay:4h`, … Each step offers the cards with which
 * the combination can still be completed, so that every set of cards is laid in exactly one way, and the list is never longer
 * than the 53 faces however large the hand. How many steps there are depends on the board alone: skipping those that leave no
 * choice would reveal to the table what else the hand holds. A client that wants to offer whole combinations lists them with a
 * RoyalWalk over the seat's own view and sends the moves of royalflush_score_moves in one go.
 *
 * What a view remembers. A card taken from the display is known to all until it leaves the hand: `known` holds, for each seat
 * and face, how many it certainly has. A player who plays a face uses up the known ones first, because nobody can tell the two
 * cards of a face apart. Once the discards are shuffled, the cards among them are unseen like any others. */
#ifndef ARALDO_GAMES_ROYALFLUSH_ROYALFLUSH_H
#define ARALDO_GAMES_ROYALFLUSH_ROYALFLUSH_H

#include "core/bits.h"
#include "core/game.h"

extern const Game royalflush;

enum {
    ROYAL_FACES = 52,
    ROYAL_JOKER = 52,
    ROYAL_CARDS = 104,
    ROYAL_RANKS = 13,
    ROYAL_SUITS = 4,
    ROYAL_SEATS = 5,
    ROYAL_DISPLAY = 4,
    ROYAL_PIECES = 5,
    ROYAL_CHIPS = 5,
    ROYAL_CHIP_POINTS = 2, /* for each in hand at the end */
    ROYAL_ROUNDS = 3,
    ROYAL_HAND = 7, /* cards dealt */
    ROYAL_JOKERS = 6,
    ROYAL_JOKERS_EACH = 2,
    ROYAL_FIELDS = 3,                  /* of a board, at most */
    ROYAL_WAY_MAX = 7,                 /* cards of a combination, at most */
    ROYAL_MOVES_MAX = ROYAL_FACES + 1, /* each face and the joker, as the first card of a pair */
    /* A round of five people: every take brings a card out of the 104 less those dealt, or out of the at most seven that came
     * back with each of 4 * 5 + 1 scores, and may be followed by `done`; all chips go into exchanges; a score has eight steps
     * at most; and between two scores, or after the last, at most all pass once. */
    ROYAL_SCORES_MAX = (ROYAL_PIECES - 1) * ROYAL_SEATS + 1,
    ROYAL_TAKES_MAX = ROYAL_CARDS - ROYAL_HAND * ROYAL_SEATS + ROYAL_WAY_MAX * ROYAL_SCORES_MAX,
    ROYAL_TURNS_MAX = ROYAL_ROUNDS * (2 * ROYAL_TAKES_MAX + ROYAL_CHIPS * ROYAL_SEATS + (ROYAL_WAY_MAX + 1) * ROYAL_SCORES_MAX +
                                      ROYAL_SEATS * (ROYAL_SCORES_MAX + 1)),
};

/* A set of faces; bit 52 is the joker where jokers may be meant. */
typedef uint64_t RoyalSet;

#define ROYAL_ALL (((RoyalSet)1 << ROYAL_FACES) - 1)
#define ROYAL_BIT(card) ((RoyalSet)1 << (card))

/* Cards with how often each: the faces held at least once, and those held twice. */
typedef struct RoyalFaces {
    RoyalSet once, twice;
} RoyalFaces;

static inline int royal_rank(int card) { return card >> 2; } /* 0 is a two, 12 an ace */
static inline int royal_suit(int card) { return card & 3; }
static inline int royal_lowest(RoyalSet set) { return __builtin_ctzll(set); }

static inline int royal_faces_count(RoyalFaces faces) { return bits_count(faces.once) + bits_count(faces.twice); }
static inline int royal_faces_of(RoyalFaces faces, int card) {
    return (int)(faces.once >> card & 1) + (int)(faces.twice >> card & 1);
}
static inline bool royal_faces_empty(RoyalFaces faces) { return faces.once == 0; }
/* One more of a face that is held once at most. */
static inline void royal_faces_add(RoyalFaces *faces, int card) {
    faces->twice |= faces->once & ROYAL_BIT(card);
    faces->once |= ROYAL_BIT(card);
}
/* One less, if there is one. */
static inline void royal_faces_remove(RoyalFaces *faces, int card) {
    faces->once &= ~(ROYAL_BIT(card) & ~faces->twice);
    faces->twice &= ~ROYAL_BIT(card);
}
/* Is every card of `part` in `whole`? */
static inline bool royal_faces_within(RoyalFaces part, RoyalFaces whole) {
    return !(part.once & ~whole.once) && !(part.twice & ~whole.twice);
}
/* The cards one by one, ascending; returns how many. */
int royal_faces_list(RoyalFaces faces, uint8_t *cards);

/* ---- boards (combos.c) */

typedef enum {
    ROYAL_PAIR,
    ROYAL_PERFECT_PAIR,
    ROYAL_DOUBLE_PAIR,
    ROYAL_THREE,
    ROYAL_TRIPLE_PAIR,
    ROYAL_FULL_HOUSE,
    ROYAL_DOUBLE_THREE,
    ROYAL_FOUR,
    ROYAL_FLUSH,
    ROYAL_BIG_FLUSH,
    ROYAL_PERFECT_TRIPLE_PAIR,
    ROYAL_SIX_PICTURES,
    ROYAL_STRAIGHT,
    ROYAL_BIG_STRAIGHT,
    ROYAL_STRAIGHT_FLUSH,
    ROYAL_BIG_STRAIGHT_FLUSH,
    ROYAL_ROYAL_FLUSH,
    ROYAL_BOARDS
} RoyalBoard;

/* Four boards make a group, in their order above; Royal Flush is in none. */
enum { ROYAL_GROUPS = 4, ROYAL_GROUP_BOARDS = 4 };

typedef struct RoyalBoardFacts {
    const char *key;   /* in options, positions and moves */
    const char *label; /* a message: its name */
    uint8_t cards;     /* of its combination */
    uint8_t field_count;
    uint8_t fields[ROYAL_FIELDS]; /* what they are worth, from high to low */
    const char *example;          /* a combination of it, as cards in notation */
} RoyalBoardFacts;

extern const RoyalBoardFacts royal_boards[ROYAL_BOARDS];

/* ---- combinations (combos.c) */

/* Which cards may be laid next on a board, after `laid` and this many jokers were: those with which the cards left in hand and
 * the jokers left can still complete it, in ascending order. Nothing once it is complete. */
RoyalSet royalflush_next(RoyalBoard board, RoyalFaces laid, int laid_jokers, RoyalFaces left, int jokers);
/* The fewest further cards, freely chosen, that would complete the board: 0 if it can be scored. With at least that many
 * jokers, any board other than Royal Flush can be scored. */
int royalflush_missing(RoyalBoard board, RoyalFaces hand);
bool royalflush_can_score(RoyalBoard board, RoyalFaces hand, int jokers);

/* One way to score: the cards played, ascending, jokers (ROYAL_JOKER) last. Which cards the jokers stand for makes no
 * difference to anything, so two ways differ in the cards they leave in hand. */
typedef struct RoyalWay {
    uint8_t count;
    uint8_t cards[ROYAL_WAY_MAX];
} RoyalWay;

/* All ways to score a board from a hand, one after another in ascending order, without allocating memory. */
typedef struct RoyalWalk {
    RoyalBoard board;
    int jokers, laid_jokers, depth;
    RoyalFaces left, laid;
    RoyalSet open[ROYAL_WAY_MAX]; /* what is still to be tried at each depth */
    uint8_t path[ROYAL_WAY_MAX];
} RoyalWalk;

void royalflush_walk_begin(RoyalWalk *walk, RoyalBoard board, RoyalFaces hand, int jokers);
/* As above, for a combination of which `laid` is on the table already; ways include those cards. */
void royalflush_walk_from(RoyalWalk *walk, RoyalBoard board, RoyalFaces laid, int laid_jokers, RoyalFaces left, int jokers);
bool royalflush_walk_next(RoyalWalk *walk, RoyalWay *way);

/* All ways to score a board from a hand given as counts: counts[card] for the 52 faces (0 to 2 each), counts[52] the jokers.
 * Writes the first `capacity` of them in ascending order, and returns how many there are. */
int royalflush_ways(RoyalBoard board, const uint8_t counts[ROYAL_FACES + 1], RoyalWay *ways, int capacity);

/* ---- the state */

typedef enum {
    ROYAL_TURN,      /* a turn begins: take or score */
    ROYAL_EXCHANGED, /* the display was exchanged: a card must be taken */
    ROYAL_TAKEN,     /* a card was taken, and another can be bought */
    ROYAL_SCORING,   /* the cards of a combination are being laid */
    ROYAL_OVER
} RoyalPhase;

/* A whole match between two decisions. In a view, the cards of a hand that the viewer does not know are counted in `hidden` and
 * those of the pile are CARD_UNKNOWN; in a full state `hidden` is all zero. Unused bytes are zero, unused places CARD_NONE or
 * SEAT_NONE. Pieces, and chips that were spent, are counted from the rest. */
typedef struct RoyalFlush {
    RoyalFaces hand[ROYAL_SEATS];
    RoyalFaces known[ROYAL_SEATS]; /* of each hand, what all have seen it take */
    RoyalFaces discards;
    RoyalFaces laid; /* of the combination that is being scored */
    uint32_t chance_count;
    uint32_t boards;             /* bit b: board b is in play */
    uint16_t score[ROYAL_SEATS]; /* of the rounds that are over; at the end the chips are in it */
    uint8_t people;
    uint8_t viewer; /* VIEWER_WHOLE, a seat, or ONLOOKER */
    uint8_t phase;
    uint8_t round;  /* from 1 */
    uint8_t dealer; /* sits to the right of the player who began the round */
    uint8_t turn;
    uint8_t passes; /* in a row, up to now */
    uint8_t board;  /* being scored, or ROYAL_BOARDS */
    uint8_t laid_jokers;
    uint8_t boards_random;     /* option: boards were drawn by lot */
    SeatSet children;          /* option */
    uint8_t jokers_each_round; /* option */
    uint8_t chips[ROYAL_SEATS];
    uint8_t jokers[ROYAL_SEATS];
    uint8_t hidden[ROYAL_SEATS];
    uint8_t display[ROYAL_DISPLAY];            /* by place; a gap is CARD_NONE */
    uint8_t field[ROYAL_BOARDS][ROYAL_FIELDS]; /* who holds it, or SEAT_NONE */
    uint8_t pile_count;
    uint8_t pile[ROYAL_CARDS]; /* at the end of the array, the next card first */
    uint8_t revision;          /* of the rules, if it follows an earlier one; else 0 */
    uint8_t unused[2];
} RoyalFlush;

enum { ROYAL_EXCHANGES_FOR_NEW = 2 }; /* the revision since which an exchange needs a card outside the display */

static inline const RoyalFlush *royalflush_of(const State *state) { return (const RoyalFlush *)(const void *)state; }
static inline const RoyalFlush *royalflush_of_view(const View *view) { return (const RoyalFlush *)(const void *)view; }

/* A move: bits 0 to 2 the kind, from bit 3 on the card or the board. */
typedef enum { ROYAL_EXCHANGE, ROYAL_TAKE, ROYAL_DRAW, ROYAL_DONE, ROYAL_SCORE, ROYAL_LAY, ROYAL_PASS } RoyalMoveKind;

static inline Move royal_move(RoyalMoveKind kind, int value) { return (Move)kind | (Move)(unsigned)value << 3; }
static inline RoyalMoveKind royal_move_kind(Move move) { return (RoyalMoveKind)(move & 7); }
static inline int royal_move_value(Move move) { return (int)(move >> 3 & 63); }

/* The moves that score a way, in order: returns how many. */
int royalflush_score_moves(RoyalBoard board, const RoyalWay *way, Move moves[1 + ROYAL_WAY_MAX]);

/* ---- what follows from a state (royalflush.c) */

/* The value of the highest free field of a board in play, or 0. */
int royalflush_free_value(const RoyalFlush *r, RoyalBoard board);
/* The pieces a seat has not placed yet, and the worth of those it has. */
int royalflush_pieces(const RoyalFlush *r, int seat);
int royalflush_held(const RoyalFlush *r, int seat);
/* Chips that were spent and not yet shared out. */
int royalflush_chips_spent(const RoyalFlush *r);
/* Is there a card to take: in the display, the pile or the discards? */
bool royalflush_cards_left(const RoyalFlush *r);
/* The jokers each child is given. */
int royalflush_jokers_each(SeatSet children);

/* ---- the parts of the game table in separate files */

void royalflush_print(const State *state, Text *text);
bool royalflush_parse(State *state, Span text, Error *error);
void royalflush_print_card(uint8_t card, Text *text);
bool royalflush_parse_card(Span text, uint8_t *card);
void royalflush_print_move(const State *state, int actor, Move move, Text *text);
bool royalflush_parse_move(const State *state, int actor, Span text, Move *move, Error *error);
void royalflush_view(const State *state, int seat, View *view);
void royalflush_determinize(const View *view, Chance *chance, State *state);
const char *royalflush_check(const State *state);
void royalflush_facts(EventSink *sink);
void royalflush_glance(const View *view, EventSink *sink);
extern const Variant royalflush_variants[];

/* ---- options, which positions know too (options.c) */

enum { ROYAL_JOKERS_ONCE, ROYAL_JOKERS_EACH_ROUND }; /* the words of `jokers` */
extern const OptionRule royalflush_option_rules[];

/* A board by its key; ROYAL_BOARDS if there is none. Case, '-' and '_' do not matter, nor does "ofakind" at the end. */
RoyalBoard royalflush_board_find(Span key);
/* `first`, or a list of keys: two of each group, with or without Royal Flush. */
bool royalflush_read_boards(Span text, uint32_t *boards, Error *error);
void royalflush_print_boards(uint32_t boards, Text *text);
/* `0,2`: seats below `people`. */
bool royalflush_read_children(Span text, int people, SeatSet *children, Error *error);
void royalflush_print_children(SeatSet children, Text *text);
uint32_t royalflush_first_boards(void);

#endif
