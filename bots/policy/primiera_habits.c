/* Habits of Primiera players: see primiera_habits.h. */
#include "bots/policy/primiera_habits.h"

#include <assert.h>

/* What all moves of a turn have in common. */
typedef struct Turn {
    CardSet hand, table, unseen;
    int sum;       /* of the table's ranks */
    int side;      /* 1: the dealer's */
    int next;      /* 1: the partner plays next */
    int left;      /* cards in the hand after this one */
    bool deciding; /* a Herald played now decides the teams */
} Turn;

typedef enum { WAY_DISCARD, WAY_EQUAL, WAY_SUM } Way;

static int smaller(int a, int b) { return a < b ? a : b; }

static int face_of(int card) { return (card_rank(card) - 1) * 2 + (card >= COINS * 10); }

static int sum_of(CardSet set) {
    int sum = 0;
    for (; set; set &= set - 1) sum += card_rank(set_lowest(set));
    return sum;
}

/* Whose hand is played from: the actor's own, or the robot's for its partner. */
static int seat_in_turn(const Primiera *p, int actor) { return p->phase == PHASE_LAY ? actor : p->turn; }

static Turn turn_of(const Primiera *p, int actor) {
    int seat = seat_in_turn(p, actor), partner = p->partner[seat];
    CardSet seen = p->table | p->hand[seat];
    for (int other = 0; other < PRIMIERA_SEATS; other++) seen |= p->pile[other];
    return (Turn){.hand = p->hand[seat],
                  .table = p->table,
                  .unseen = ALL_CARDS & ~seen,
                  .sum = sum_of(p->table),
                  .side = seat == p->dealer || partner == p->dealer,
                  .next = partner != SEAT_NONE && partner == primiera_next(p, seat),
                  .left = set_count(p->hand[seat]) - 1,
                  .deciding = p->teams == TEAMS_OPEN && primiera_has_heralds(p)};
}

HabitSet habits_set(const Primiera *p) { return p->teams == TEAMS_PAIRS ? HABITS_PAIRED : HABITS_ALONE; }

/* The features of a move as they are met: their worth added up for players, their names listed for the learner. */
typedef struct Met {
    const int16_t *worths;
    int liking;
    uint8_t *features; /* NULL for players */
    int count;
} Met;

static inline __attribute__((always_inline)) void meet(Met *met, int feature) {
    if (met->features) met->features[met->count++] = (uint8_t)feature;
    met->liking += met->worths[feature];
}

static inline __attribute__((always_inline)) void meet_features(Met *met, const Turn *turn, Move move) {
    int card = move_card(move), rank = card_rank(card);
    CardSet takes = move_takes(move);
    if (move_kind(move) == MOVE_LAY) {
        meet(met, HABIT_LAY + face_of(card));
        return;
    }
    Way way = !takes ? WAY_DISCARD : takes & (takes - 1) ? WAY_SUM : WAY_EQUAL;
    int kept = set_count(turn->hand & RANK_CARDS(rank)) > 1, unseen = smaller(3, set_count(turn->unseen & RANK_CARDS(rank)));
    int left_sum = takes ? turn->sum - rank : turn->sum + rank;
    for (CardSet set = takes; set; set &= set - 1) meet(met, HABIT_TAKE + face_of(set_lowest(set)));
    meet(met, (takes ? HABIT_WITH : HABIT_DISCARD) + face_of(card));
    meet(met, HABIT_PAIR + (((int)way * 2 + turn->side) * 2 + kept) * 4 + unseen);
    meet(met, HABIT_STAGE + (int)way * 4 + smaller(3, turn->left));
    if (left_sum == 0) {
        meet(met, HABIT_SWEEP + smaller(2, turn->left));
    } else if (left_sum <= PRIMIERA_RANKS) {
        CardSet sweepers = RANK_CARDS(left_sum);
        meet(met, HABIT_LEAVE + turn->next * 5 + set_count(turn->unseen & sweepers));
        meet(met, HABIT_LEAVE_OWN + ((turn->hand & ~CARD_BIT(card) & sweepers) != 0));
    }
    if (turn->deciding && rank == 1) meet(met, HABIT_HERALD + (int)card_suit(card));
}

int habits_features(const Primiera *p, int actor, Move move, uint8_t features[HABIT_FEATURES_MAX]) {
    Turn turn = turn_of(p, actor);
    Met met = {.worths = primiera_habits[habits_set(p)], .features = features};
    if (move_kind(move) != MOVE_TURN) meet_features(&met, &turn, move);
    return met.count;
}

/* exp(-i / 16), down to what is as good as never. */
enum { STEPS = 128, STEP = HABIT_UNIT / 16 };
static const float exponential[STEPS] = {
    1.0f, 0.939413f, 0.882497f, 0.829029f, 0.778801f, 0.731616f, 0.687289f, 0.645649f,
    0.606531f, 0.569783f, 0.535261f, 0.502832f, 0.472367f, 0.443747f, 0.416862f, 0.391606f,
    0.367879f, 0.345591f, 0.324652f, 0.304983f, 0.286505f, 0.269146f, 0.25284f, 0.237521f,
    0.22313f, 0.209611f, 0.196912f, 0.184981f, 0.173774f, 0.163246f, 0.153355f, 0.144064f,
    0.135335f, 0.127136f, 0.119433f, 0.112197f, 0.105399f, 0.0990134f, 0.0930145f, 0.087379f,
    0.082085f, 0.0771117f, 0.0724398f, 0.0680509f, 0.0639279f, 0.0600547f, 0.0564161f, 0.0529981f,
    0.0497871f, 0.0467706f, 0.0439369f, 0.0412749f, 0.0387742f, 0.036425f, 0.0342181f, 0.0321449f,
    0.0301974f, 0.0283678f, 0.0266491f, 0.0250345f, 0.0235177f, 0.0220929f, 0.0207543f, 0.0194969f,
    0.0183156f, 0.017206f, 0.0161635f, 0.0151842f, 0.0142642f, 0.0134f, 0.0125881f, 0.0118255f,
    0.011109f, 0.0104359f, 0.00980366f, 0.00920968f, 0.0086517f, 0.00812752f, 0.00763509f, 0.00717251f,
    0.00673795f, 0.00632972f, 0.00594622f, 0.00558595f, 0.00524752f, 0.00492959f, 0.00463092f, 0.00435035f,
    0.00408677f, 0.00383917f, 0.00360656f, 0.00338805f, 0.00318278f, 0.00298995f, 0.00280879f, 0.00263862f,
    0.00247875f, 0.00232857f, 0.00218749f, 0.00205496f, 0.00193045f, 0.00181349f, 0.00170362f, 0.0016004f,
    0.00150344f, 0.00141235f, 0.00132678f, 0.00124639f, 0.00117088f, 0.00109994f, 0.0010333f, 0.000970693f,
    0.000911882f, 0.000856634f, 0.000804733f, 0.000755977f, 0.000710174f, 0.000667147f, 0.000626727f, 0.000588755f,
    0.000553084f, 0.000519575f, 0.000488095f, 0.000458523f, 0.000430743f, 0.000404645f, 0.000380129f, 0.000357098f,
};

void habits_weigh(const State *state, int actor, const Move *moves, int count, float *weights) {
    const Primiera *p = primiera_of(state);
    if (count == 1 || move_kind(moves[0]) == MOVE_TURN) {
        weights[0] = 1;
        return;
    }
    const int16_t *worths = primiera_habits[habits_set(p)];
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
