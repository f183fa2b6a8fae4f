/* Computes the features of a Primiera move and the weight a sensible player gives it. */
#include "bots/primiera/habits.h"

#include <assert.h>

/* What all moves of a turn have in common. */
typedef struct Turn {
    CardSet hand, table, unseen;
    RankSet unseen_ranks;
    int sum;                           /* of the table's ranks */
    int side;                          /* 1: the dealer's */
    int next;                          /* 1: the partner plays next */
    int left, late;                    /* cards in the hand after this one, and in three steps */
    int coins, sevens;                 /* by what the side has and what the others have */
    int open;                          /* 1: neither the side nor all others together have most cards yet */
    bool deciding;                     /* a Herald played now decides the teams */
    uint8_t others[ITALIAN_RANKS + 1]; /* by rank: held and unseen */
} Turn;

static inline int smaller(int a, int b) { return a < b ? a : b; }

static inline int face_of(int card) { return (card_rank(card) - 1) * 2 + (card >= COINS * 10); }

/* Whose hand is played from: the actor's own, or the robot's for its partner. */
static int seat_in_turn(const Primiera *p, int actor) { return p->phase == PRIMIERA_PHASE_LAY ? actor : p->turn; }

static int others_of(int held, int unseen) { return smaller(2, held) * 4 + smaller(3, unseen); }

static Turn turn_of(const Primiera *p, int actor) {
    int seat = seat_in_turn(p, actor), partner = p->partner[seat], left = set_count(p->hand[seat]) - 1;
    CardSet own = p->pile[seat], theirs = 0;
    if (partner != SEAT_NONE) own |= p->pile[partner];
    for (int other = 0; other < PRIMIERA_SEATS; other++) theirs |= p->pile[other];
    theirs &= ~own;
    Turn turn = {
        .hand = p->hand[seat],
        .table = p->table,
        .unseen = ALL_CARDS & ~(p->table | p->hand[seat] | own | theirs),
        .sum = set_sum(p->table),
        .side = seat == p->dealer || partner == p->dealer,
        .next = partner != SEAT_NONE && partner == primiera_next(p, seat),
        .left = left,
        .late = left >= 6   ? 0
                : left >= 3 ? 1
                            : 2,
        .coins = smaller(6, set_count(own & SUIT_CARDS(COINS))) * 7 + smaller(6, set_count(theirs & SUIT_CARDS(COINS))),
        .sevens = smaller(3, set_count(own & RANK_CARDS(7))) * 4 + smaller(3, set_count(theirs & RANK_CARDS(7))),
        .open = set_count(own) <= 20 && set_count(theirs) <= 20,
        .deciding = p->teams == TEAMS_OPEN && primiera_has_heralds(p)};
    turn.unseen_ranks = set_ranks(turn.unseen);
    for (int rank = 1; rank <= ITALIAN_RANKS; rank++)
        turn.others[rank] =
            (uint8_t)others_of(set_count(turn.hand & RANK_CARDS(rank)), set_count(turn.unseen & RANK_CARDS(rank)));
    return turn;
}

/* The features of a move as they are met: their worth added up for players, their names listed for the learner. */
typedef struct Met {
    const int16_t *worths;
    int liking;
    uint16_t *features; /* NULL for players */
    int count;
} Met;

static inline __attribute__((always_inline)) void meet(Met *met, int feature) {
    if (met->features) met->features[met->count++] = (uint16_t)feature;
    met->liking += met->worths[feature];
}

static inline __attribute__((always_inline)) void meet_capture(Met *met, const Turn *turn, int card, CardSet takes,
                                                               int others) {
    int rank = card_rank(card), equal = !(takes & (takes - 1));
    CardSet gains = takes | CARD_BIT(card);
    for (CardSet set = takes; set; set &= set - 1) {
        int face = face_of(set_lowest(set));
        meet(met, HABIT_TAKE + face * OTHERS + (equal ? others : turn->others[face / 2 + 1]));
        meet(met, HABIT_TAKE_LATE + face * 3 + turn->late);
    }
    for (CardSet set = gains & SUIT_CARDS(COINS); set; set &= set - 1) meet(met, HABIT_COIN + turn->coins);
    for (CardSet set = gains & RANK_CARDS(7); set; set &= set - 1) meet(met, HABIT_SEVEN + turn->sevens);
    meet(met, HABIT_CARDS + turn->open * 5 + smaller(4, set_count(takes) - 1));
    meet(met, HABIT_WITH + face_of(card));
    meet(met, HABIT_WITH_LIKE + ((equal * 10 + rank - 1) * 2 + turn->side) * OTHERS + others);
    meet(met, HABIT_STAGE + (1 + !equal) * 10 + turn->left);
}

static inline __attribute__((always_inline)) void meet_discard(Met *met, const Turn *turn, int card, int others) {
    meet(met, HABIT_DISCARD + face_of(card) * 2 + turn->next);
    meet(met, HABIT_DISCARD_LIKE + ((card_rank(card) - 1) * 2 + turn->side) * OTHERS + others);
    meet(met, HABIT_STAGE + turn->left);
}

/* What lies on the table for the next player. */
static inline __attribute__((always_inline)) void meet_table(Met *met, const Turn *turn, int card, CardSet lies, int sum) {
    meet(met, HABIT_SUM + turn->next * 21 + smaller(20, sum));
    if (sum <= ITALIAN_RANKS) {
        CardSet sweepers = RANK_CARDS(sum);
        int unseen = set_count(turn->unseen & sweepers), held = set_count(turn->hand & ~CARD_BIT(card) & sweepers);
        meet(met, HABIT_LEAVE + ((turn->next * 5 + unseen) * 3 + turn->late) * 4 + smaller(3, set_count(lies)));
        meet(met, HABIT_LEAVE_HELD + turn->next * 3 + smaller(2, held));
    }
    /* Sums of equal cards are overlooked: two of a rank lie there only if both opened the row. */
    for (RankSet open = primiera_sum_ranks[set_ranks(lies)] & turn->unseen_ranks; open; open &= open - 1) {
        int taker = __builtin_ctz(open) + 1;
        meet(met, HABIT_OPEN + (turn->next * 10 + taker - 1) * 4 + turn->others[taker] % 4);
    }
}

static inline __attribute__((always_inline)) void meet_features(Met *met, const Turn *turn, Move move) {
    int card = move_card(move), rank = card_rank(card), held = set_count(turn->hand & RANK_CARDS(rank)) - 1;
    int others = others_of(held, turn->others[rank] % 4);
    CardSet takes = move_takes(move), lies = takes ? turn->table & ~takes : turn->table | CARD_BIT(card);
    if (move_kind(move) == PRIMIERA_MOVE_LAY) {
        meet(met, HABIT_LAY + face_of(card) * 3 + smaller(2, held));
        return;
    }
    if (takes) meet_capture(met, turn, card, takes, others);
    else meet_discard(met, turn, card, others);
    if (lies) meet_table(met, turn, card, lies, takes ? turn->sum - rank : turn->sum + rank);
    else meet(met, HABIT_SWEEP + turn->left);
    if (turn->deciding && rank == 1) meet(met, HABIT_HERALD + (int)card_suit(card) * 3 + turn->late);
}

int habits_features(const Primiera *p, int actor, Move move, uint16_t features[HABIT_FEATURES_MAX]) {
    Turn turn = turn_of(p, actor);
    Met met = {.worths = primiera_habits[p->teams], .features = features};
    if (move_kind(move) != PRIMIERA_MOVE_TURN) meet_features(&met, &turn, move);
    return met.count;
}

/* exp(-i / 16), down to what is as good as never. */
enum { STEPS = 128, STEP = HABIT_UNIT / 16 };
static const float exponential[STEPS] = {
    1.0f,         0.939413f,    0.882497f,    0.829029f,    0.778801f,    0.731616f,    0.687289f,    0.645649f,
    0.606531f,    0.569783f,    0.535261f,    0.502832f,    0.472367f,    0.443747f,    0.416862f,    0.391606f,
    0.367879f,    0.345591f,    0.324652f,    0.304983f,    0.286505f,    0.269146f,    0.25284f,     0.237521f,
    0.22313f,     0.209611f,    0.196912f,    0.184981f,    0.173774f,    0.163246f,    0.153355f,    0.144064f,
    0.135335f,    0.127136f,    0.119433f,    0.112197f,    0.105399f,    0.0990134f,   0.0930145f,   0.087379f,
    0.082085f,    0.0771117f,   0.0724398f,   0.0680509f,   0.0639279f,   0.0600547f,   0.0564161f,   0.0529981f,
    0.0497871f,   0.0467706f,   0.0439369f,   0.0412749f,   0.0387742f,   0.036425f,    0.0342181f,   0.0321449f,
    0.0301974f,   0.0283678f,   0.0266491f,   0.0250345f,   0.0235177f,   0.0220929f,   0.0207543f,   0.0194969f,
    0.0183156f,   0.017206f,    0.0161635f,   0.0151842f,   0.0142642f,   0.0134f,      0.0125881f,   0.0118255f,
    0.011109f,    0.0104359f,   0.00980366f,  0.00920968f,  0.0086517f,   0.00812752f,  0.00763509f,  0.00717251f,
    0.00673795f,  0.00632972f,  0.00594622f,  0.00558595f,  0.00524752f,  0.00492959f,  0.00463092f,  0.00435035f,
    0.00408677f,  0.00383917f,  0.00360656f,  0.00338805f,  0.00318278f,  0.00298995f,  0.00280879f,  0.00263862f,
    0.00247875f,  0.00232857f,  0.00218749f,  0.00205496f,  0.00193045f,  0.00181349f,  0.00170362f,  0.0016004f,
    0.00150344f,  0.00141235f,  0.00132678f,  0.00124639f,  0.00117088f,  0.00109994f,  0.0010333f,   0.000970693f,
    0.000911882f, 0.000856634f, 0.000804733f, 0.000755977f, 0.000710174f, 0.000667147f, 0.000626727f, 0.000588755f,
    0.000553084f, 0.000519575f, 0.000488095f, 0.000458523f, 0.000430743f, 0.000404645f, 0.000380129f, 0.000357098f,
};

void habits_weigh(const State *state, int actor, const Move *moves, int count, float *weights) {
    const Primiera *p = primiera_of(state);
    if (count == 1 || move_kind(moves[0]) == PRIMIERA_MOVE_TURN) {
        weights[0] = 1;
        return;
    }
    const int16_t *worths = primiera_habits[p->teams];
    Turn turn = turn_of(p, actor);
    int best = INT16_MIN * HABIT_FEATURES_MAX, likings[PRIMIERA_MOVES_MAX];
    for (int i = 0; i < count; i++) {
        Met met = {.worths = worths};
        meet_features(&met, &turn, moves[i]);
        likings[i] = met.liking;
        if (met.liking > best) best = met.liking;
    }
    for (int i = 0; i < count; i++) weights[i] = exponential[smaller(STEPS - 1, (best - likings[i]) / STEP)];
}
