/* Primiera and Scopone: forty cards, captures by rank or sum, five variants.
 * Rules: docs/rulings.md and `araldo rules primiera`. Cards and sets of cards are those of games/cards/italian.h. */
#ifndef ARALDO_GAMES_PRIMIERA_PRIMIERA_H
#define ARALDO_GAMES_PRIMIERA_PRIMIERA_H

#include "core/game.h"
#include "games/cards/italian.h"

extern const Game primiera;

typedef enum { HERALDS, CLASSIC, TWO, THREE, ROBOT } PrimieraVariant;

enum {
    PRIMIERA_SEATS = 4,
    ROBOT_SEAT = 3,
    /* Four cards open the row, and any card that joins it later has a rank that is not yet on it. */
    PRIMIERA_TABLE_MAX = 13,
    /* Sets that one card can take from 13 cards; legal moves of ten cards on them. Both reached by 1111222233334. */
    PRIMIERA_CAPTURES_MAX = 1024,
    PRIMIERA_MOVES_MAX = 4204,
    PRIMIERA_STOCK_MAX = 36,
};

#define HERALD_CARDS RANK_CARDS(1)
#define SEVEN_OF_COINS (COINS * ITALIAN_RANKS + 7 - 1)

/* The sum of the ranks. */
static inline int set_sum(CardSet set) {
    int sum = 0;
    for (; set; set &= set - 1) sum += card_rank(set_lowest(set));
    return sum;
}

typedef enum { PRIMIERA_PHASE_LAY, PRIMIERA_PHASE_PLAY, PRIMIERA_PHASE_OVER } PrimieraPhase;
typedef enum { TEAMS_OPEN, TEAMS_ALONE, TEAMS_PAIRS } PrimieraTeams;

/* A whole match between two decisions. In a view, unknown cards of a hand are counted in `hidden`, and unknown cards of the
 * stock or laid are CARD_UNKNOWN; in a full state `hidden` is all zero. Unused bytes are zero, unused places CARD_NONE. */
typedef struct Primiera {
    CardSet hand[PRIMIERA_SEATS];
    CardSet pile[PRIMIERA_SEATS];
    CardSet table;
    CardSet swept; /* cards that made a sweep: they are face up in their owners' piles */
    uint32_t chance_count;
    uint16_t round; /* from 1 */
    uint16_t target;
    uint16_t score[PRIMIERA_SEATS];
    uint8_t variant;
    uint8_t viewer; /* VIEWER_WHOLE, a seat, or ONLOOKER */
    uint8_t phase;
    uint8_t dealer;
    uint8_t turn;                    /* whose card is played next */
    uint8_t last;                    /* who captured last, or SEAT_NONE */
    uint8_t teams;                   /* of this round */
    uint8_t partner[PRIMIERA_SEATS]; /* SEAT_NONE unless teams are pairs */
    uint8_t herald_shown;            /* seats whose own Herald has been turned up or played (heralds, robot) */
    uint8_t extra_round_any;         /* option: two at the target play an extra round even if one leads */
    uint8_t extra_round_played;      /* it has been granted */
    uint8_t hidden[PRIMIERA_SEATS];  /* unknown cards in each hand */
    uint8_t laid[PRIMIERA_SEATS];    /* opening cards face down */
    uint8_t row_count, stock_count;
    uint8_t row[PRIMIERA_TABLE_MAX];   /* the table from left to right */
    uint8_t stock[PRIMIERA_STOCK_MAX]; /* next first: two and three: still to be dealt; robot: its face-down pile */
    uint8_t unused[7];
} Primiera;

/* A move: bits 0 to 5 the card, 6 and 7 the kind, 8 to 47 what it captures. */
typedef enum { PRIMIERA_MOVE_PLAY, PRIMIERA_MOVE_LAY, PRIMIERA_MOVE_TURN } PrimieraMoveKind;

static inline Move primiera_move(PrimieraMoveKind kind, int card, CardSet takes) {
    return (Move)(unsigned)card | (Move)kind << 6 | takes << 8;
}
static inline int move_card(Move move) { return (int)(move & 63); }
static inline PrimieraMoveKind move_kind(Move move) { return (PrimieraMoveKind)(move >> 6 & 3); }
static inline CardSet move_takes(Move move) { return move >> 8; }

/* Does it take the whole table? The very last card of the round does not make a sweep (rules: "The capture"). For states and
 * views. */
static inline bool primiera_is_sweep(const Primiera *p, Move move) {
    int left = p->stock_count;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) left += set_count(p->hand[seat]) + p->hidden[seat];
    return p->table && move_takes(move) == p->table && left > 1;
}

static inline const Primiera *primiera_of(const State *state) { return (const Primiera *)(const void *)state; }
static inline const Primiera *primiera_of_view(const View *view) { return (const Primiera *)(const void *)view; }

/* ---- captures (cards.c) */

/* The ranks that two or more cards of the set sum to. */
RankSet primiera_sums(CardSet set);
/* All sets of table cards that a card of this rank may capture; 0 if it stays on the table. */
int primiera_captures(CardSet table, int rank, CardSet captures[PRIMIERA_CAPTURES_MAX]);
/* The same when no card of the rank is on the table. */
int primiera_sum_captures(CardSet table, int rank, CardSet *captures);
/* Do the rules allow a card of this rank to capture `takes`, which may be nothing? */
bool primiera_capture_allowed(CardSet table, int rank, CardSet takes);

/* For tables without equal cards, by their ranks: which ranks have a choice of captures, which take a sum, how many captures
 * each rank has, and the ranks on the table after a card is played and, if it takes, has taken its first choice. */
extern const uint16_t primiera_choice_ranks[1024];
extern const uint16_t primiera_sum_ranks[1024];
extern const uint16_t primiera_ways[1024][ITALIAN_RANKS + 1];
extern const uint16_t primiera_ranks_after[ITALIAN_RANKS + 1][1024];
static inline CardSet primiera_first_capture(CardSet table, RankSet ranks, int rank) {
    return table & ~(RANK_COLUMN * primiera_ranks_after[rank][ranks]);
}

/* For tables with equal cards: how many captures each rank has. */
void primiera_count_ways(CardSet table, uint16_t ways[ITALIAN_RANKS + 1]);
/* The same: the ranks that have a choice, or whose only capture takes equal cards; what others take, the ranks still tell. */
RankSet primiera_choices_among_equals(CardSet table);

/* The robot's choice: what it takes with a card of this rank from a row. */
CardSet primiera_robot_capture(const uint8_t *row, int row_count, int rank);

/* ---- the score of a round (score.c) */

/* The primiera of a pile, or 0 if it lacks a suit. */
int primiera_value(CardSet pile);
/* The cards that make it, the best of each suit; none if a suit is lacking. */
CardSet primiera_best(CardSet pile);
extern const uint8_t primiera_rank_values[ITALIAN_RANKS + 1];

typedef struct TeamScore {
    SeatSet seats;
    int cards, coins;
    bool seven;
    int primiera; /* 0: none */
    int sweeps;
    bool won_cards, won_coins, won_primiera; /* it alone is ahead */
    int points;                              /* what each of its seats gains */
} TeamScore;

/* The teams of the round and what each gains, in the order of their lowest seats; returns how many. */
int primiera_round_score(const Primiera *p, TeamScore scores[PRIMIERA_SEATS]);
/* Who wins the match after the round, given the totals so far: empty if another round is played. */
SeatSet primiera_match_winners(const Primiera *p);
/* Have two or more reached the target, and the option that grants one extra round not been used yet? */
bool primiera_extra_round_due(const Primiera *p);

/* ---- seating (primiera.c) */

int primiera_seats(const Primiera *p);
int primiera_people(const Primiera *p);
/* The seats in playing order from the dealer's right; returns how many. */
int primiera_order(const Primiera *p, uint8_t order[PRIMIERA_SEATS]);
/* The seat that plays after this one: the neighbour on the right. */
int primiera_next(const Primiera *p, int seat);
/* Is the first Herald of the round deciding the teams in this variant? */
static inline bool primiera_has_heralds(const Primiera *p) { return p->variant == HERALDS || p->variant == ROBOT; }
/* Does the robot play on its own: has it no partner (yet)? */
static inline bool primiera_robot_alone(const Primiera *p) { return p->variant == ROBOT && p->teams != TEAMS_PAIRS; }
/* May the viewer see this seat's hand? */
bool primiera_hand_seen(const Primiera *p, int viewer, int seat);

/* ---- the parts of the game table in separate files */

void primiera_print(const State *state, Text *text);
bool primiera_parse(State *state, Span text, Error *error);
void primiera_print_move(const State *state, int actor, Move move, Text *text);
bool primiera_parse_move(const State *state, int actor, Span text, Move *move, Error *error);
void primiera_view(const State *state, int seat, View *view);
void primiera_determinize(const View *view, Chance *chance, State *state);
const char *primiera_check(const State *state);
/* The cards that a view shows: all others are hidden somewhere. */
CardSet primiera_seen(const Primiera *p);
void primiera_glance(const View *view, EventSink *sink);
/* "won": which of the four points the team has. */
void primiera_tell_won(const TeamScore *score, EventSink *sink);
void primiera_tell_cards(CardSet set, const char *key, EventSink *sink);
extern const Variant primiera_variants[];

/* ---- playout (playout.c) */

/* Plays uniformly random legal moves to the end of the round, from a state of `classic` in which cards are being played, and
 * leaves it there unscored: all cards in the piles. As random moves through the game interface do, several times faster. */
void primiera_playout(Primiera *p, Chance *chance);
/* Deals a round of `classic` (its dealer, order and packets) without reporting events. */
void primiera_deal_classic(Primiera *p, Chance *chance);

#endif
