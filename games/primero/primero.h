/* Primero, English and Italian: four cards, vies and exchanges, and coins. Rules: docs/rulings.md and `araldo rules primero`.
 *
 * Cards are numbered suit by suit, card = suit * 10 + rank, so that a set of cards is 40 bits and the cards of a suit are ten
 * neighbouring bits, which index the table that values hands.
 *
 * A deal is a row of steps of one player at a time: the action (vie, see, revie, pass, fold); after an Italian vie or revie
 * the bid; and, unless the player has folded, the exchange. Every deal ends: in a phase each player passes at most once before
 * the vie and once after it, and every other action is a fold, a vie, or the answer to one by one who had not matched it. So a
 * phase with V vies has at most people * (V + 2) actions. English vies are one stake each up to the rest, of at most
 * PRIMERO_REST_STAKES_MAX stakes; each Italian one names a higher bid of the PRIMERO_BIDS that there are. */
#ifndef ARALDO_GAMES_PRIMERO_PRIMERO_H
#define ARALDO_GAMES_PRIMERO_PRIMERO_H

#include "core/bits.h"
#include "core/game.h"

extern const Game primero;

typedef uint64_t PrimeroSet;

typedef enum { PRIMERO_ENGLISH, PRIMERO_ITALIAN } PrimeroVariant;

enum {
    PRIMERO_CARDS = 40,
    PRIMERO_RANKS = 10, /* ace, two to seven, jack, queen, king */
    PRIMERO_SUITS = 4,  /* hearts, clubs, diamonds, spades */
    PRIMERO_SEATS = 6,
    PRIMERO_HAND = 4,
    PRIMERO_PACKET = 2, /* cards dealt to each for a phase */
    PRIMERO_EXCHANGE_ITALIAN = 2,
    PRIMERO_BIDS = 112, /* values that some hand has */
    PRIMERO_POTS_MAX = PRIMERO_SEATS + 1,

    PRIMERO_PURSE_MAX = 1000000,
    PRIMERO_STAKE_MAX = 10000,
    PRIMERO_REST_STAKES_MAX = 100,
    PRIMERO_LIMIT_MAX = 1000,
    PRIMERO_DEALS_MAX = 1000,

    /* The longest list: see, pass, fold, and a revie of every amount up to the limit. */
    PRIMERO_MOVES_MAX = PRIMERO_LIMIT_MAX + 3,
    /* Two phases of six players, two steps an action where there are most vies: in the English form. */
    PRIMERO_DEAL_TURNS_MAX = 2 * 2 * PRIMERO_SEATS * (PRIMERO_REST_STAKES_MAX + 2),
    PRIMERO_TURNS_MAX = PRIMERO_DEALS_MAX * PRIMERO_DEAL_TURNS_MAX,
};

#define PRIMERO_ALL_CARDS ((PrimeroSet)0xffffffffff)
#define PRIMERO_BIT(card) ((PrimeroSet)1 << (card))

static inline int primero_rank(int card) { return card % PRIMERO_RANKS; }
static inline int primero_suit(int card) { return card / PRIMERO_RANKS; }
static inline int primero_card(int rank, int suit) { return suit * PRIMERO_RANKS + rank; }
static inline int primero_count(PrimeroSet set) { return bits_count(set); }
static inline int primero_lowest(PrimeroSet set) { return __builtin_ctzll(set); }

/* ---- the value of hands (hand.c) */

typedef enum { HAND_NOTHING, HAND_NUMERUS, HAND_PRIMERO, HAND_SUPREMUS, HAND_FLUXUS, HAND_CHORUS, HAND_TYPES } PrimeroType;

/* A hand's value, or a bid, is one number that compares as the rules do: its type, then its points in the lowest seven bits.
 * 0 is no value at all, and no bid. */
enum { PRIMERO_POINTS_BITS = 7, PRIMERO_VALUES = HAND_TYPES << PRIMERO_POINTS_BITS };

static inline int primero_value(PrimeroType type, int points) { return (int)type << PRIMERO_POINTS_BITS | points; }
static inline PrimeroType primero_type(int value) { return (PrimeroType)(value >> PRIMERO_POINTS_BITS); }
static inline int primero_points(int value) { return value & ((1 << PRIMERO_POINTS_BITS) - 1); }

/* What a card is worth, by its rank. */
extern const uint8_t primero_rank_points[PRIMERO_RANKS];
/* By type: "numerus", "primero" …; "nothing" for HAND_NOTHING. */
extern const char *const primero_type_names[HAND_TYPES];

/* The value of a hand of four cards. Of fewer: what they make already, of type HAND_NOTHING if no two are of a suit. */
int primero_hand_value(PrimeroSet hand);
/* The least value above this one that some hand has; 0 if there is none. Starting from 0, it walks through all bids. */
int primero_next_bid(int value);
/* Is there a hand of exactly this value? */
bool primero_bid_exists(int value);
/* The points with which a hand of this value counts against `bid`: 0 if it is of another type and cannot be called so, or
 * falls short of the bid. Rules: "Italian primero", the showdown. */
int primero_makes(int value, int bid);
/* May a hand of this value be called by the type of `bid` in phase 2, where `standing` is the bid to beat (0: none)? */
bool primero_may_bid(int value, int standing, int bid);

/* ---- the state */

typedef enum { PRIMERO_OVER, PRIMERO_PHASE_1, PRIMERO_PHASE_2 } PrimeroPhase;
typedef enum { PRIMERO_STEP_ACT, PRIMERO_STEP_BID, PRIMERO_STEP_EXCHANGE } PrimeroStep;

/* A whole match between two decisions. In a view, unknown cards are counted in `hidden` and `hidden_discards`, and the stock is
 * CARD_UNKNOWN; in a full state both counts are zero. Unused bytes are zero, unused places CARD_NONE.
 * Face-down discards are known to the player who threw them until they are shuffled into a new stock, so discards are kept by
 * seat. What can be inferred from the others' actions (a bid that low means no fluxus) is a player's reasoning and not in the
 * state. */
typedef struct Primero {
    PrimeroSet hand[PRIMERO_SEATS];
    PrimeroSet discards[PRIMERO_SEATS]; /* thrown or folded by each since the stock was last made */
    int32_t purse[PRIMERO_SEATS];
    int32_t paid[PRIMERO_SEATS]; /* by vies and sees of this deal, both phases: the antes are in the pot */
    int32_t pot;                 /* antes and carried coins */
    int32_t base;                /* what each had put up for the last vie of phase 1; 0 in phase 1 */
    uint32_t chance_count;
    int32_t start, ante, stake, rest; /* options: the purse to start with … */
    uint16_t limit, deals;            /* … and these; stake and rest are English, limit Italian: 0 in the other form */
    uint16_t deal;                    /* from 1, void ones counted */
    uint16_t bid;                     /* Italian: the standing bid, or 0 */
    uint8_t variant, people;
    uint8_t split;  /* option: equal hands share */
    uint8_t viewer; /* VIEWER_WHOLE, a seat, or ONLOOKER */
    uint8_t phase, step;
    uint8_t dealer, turn; /* turn is SEAT_NONE once the match is over */
    SeatSet in;           /* still in the deal: those who hold cards */
    SeatSet folded;       /* dealt in, and out again */
    SeatSet acted;        /* have acted in this phase */
    SeatSet passed;       /* have passed in this phase after the vie */
    SeatSet staked;       /* have vied or seen in this phase */
    SeatSet shown;        /* once the match is over: whose hands are face up */
    uint8_t hidden[PRIMERO_SEATS], hidden_discards[PRIMERO_SEATS];
    uint8_t stock_count;
    uint8_t stock[PRIMERO_CARDS]; /* next first */
    uint8_t revision;             /* of the rules, if it follows an earlier one; else 0 */
} Primero;

enum { PRIMERO_JOINS_POTS = 2 }; /* the revision in which what the same players contend for became one pot */

static inline const Primero *primero_of(const State *state) { return (const Primero *)(const void *)state; }
static inline const Primero *primero_of_view(const View *view) { return (const Primero *)(const void *)view; }

/* A move: bits 0 to 7 its kind, above them an amount of coins, a bid, or the cards thrown (none: keeps all). */
typedef enum {
    PRIMERO_MOVE_VIE,
    PRIMERO_MOVE_REVIE,
    PRIMERO_MOVE_SEE,
    PRIMERO_MOVE_PASS,
    PRIMERO_MOVE_FOLD,
    PRIMERO_MOVE_BID,
    PRIMERO_MOVE_THROW,
    PRIMERO_MOVE_KINDS
} PrimeroMoveKind;

static inline Move primero_move(PrimeroMoveKind kind, uint64_t what) { return (Move)kind | what << 8; }
static inline PrimeroMoveKind primero_move_kind(Move move) { return (PrimeroMoveKind)(move & 0xff); }
static inline uint64_t primero_move_what(Move move) { return move >> 8; }

/* ---- the table (primero.c) */

/* The seats in playing order from the dealer's right, including those who sit out; returns how many. */
int primero_order(const Primero *p, uint8_t order[PRIMERO_SEATS]);
/* What a player must have put up in this deal to match the last vie. */
int primero_level(const Primero *p);
/* Has somebody vied in this phase? */
bool primero_vied(const Primero *p);
/* The seats of the set whose purses are not empty. */
SeatSet primero_with_coins(const Primero *p, SeatSet seats);
/* Who still has to act before the phase can end. */
SeatSet primero_awaited(const Primero *p);
/* The fewest and the most cards the player to move may throw in the exchange. */
int primero_exchange_min(const Primero *p);
int primero_exchange_max(const Primero *p);
/* Why the actor may not make this move, as words that depend on the actor's view alone; NULL if it is legal. */
const char *primero_refusal(const Primero *p, int actor, Move move);
/* Takes the options over into a state that knows its variant and people. */
bool primero_options(Primero *p, const Setup *setup, Error *error);
void primero_describe(const State *state, Setup *setup);

/* ---- the division of the coins (pots.c) */

typedef enum {
    POT_HAND,    /* won by the best hand that counts */
    POT_ALONE,   /* only one of its payers is still in */
    POT_BACK,    /* nobody matched it, or all its payers have folded */
    POT_CARRIED, /* no hand made the bid: it stays for the next deal */
    POT_HIGHEST, /* no hand made the bid and no deal follows: the highest hand of all */
    POT_VOID,    /* after a void last deal its players share it */
} PrimeroPotWhy;

/* The antes and carried coins, what players paid between two amounts, or all of those that the same players contend for. */
typedef struct PrimeroPot {
    int coins;
    SeatSet payers; /* of antes and carried coins: everybody who was dealt in */
    PrimeroPotWhy why;
    SeatSet winners;
    int shares[PRIMERO_SEATS];
} PrimeroPot;

/* The pots if the deal ended now, antes and carried coins first, and who gets what of each; returns how many. */
int primero_settle(const Primero *p, PrimeroPot pots[PRIMERO_POTS_MAX]);
/* The same after a void deal: nothing unless it was the last. */
int primero_settle_void(const Primero *p, PrimeroPot pots[PRIMERO_POTS_MAX]);

/* ---- the parts of the game table in separate files */

void primero_print(const State *state, Text *text);
bool primero_parse(State *state, Span text, Error *error);
void primero_print_card(uint8_t card, Text *text);
bool primero_parse_card(Span text, uint8_t *card);
void primero_print_move(const State *state, int actor, Move move, Text *text);
bool primero_parse_move(const State *state, int actor, Span text, Move *move, Error *error);
void primero_view(const State *state, int seat, View *view);
void primero_determinize(const View *view, Chance *chance, State *state);
const char *primero_check(const State *state);
void primero_facts(EventSink *sink);
void primero_glance(const View *view, EventSink *sink);
extern const Variant primero_variants[];

#endif
