/* Proves puzzles of Primero by counting every draw: exchanges, and whether it pays to see.
 *
 * An exchange is the best if it makes the bid, or ends in a certain hand, most often. To see or to fold is decided by every draw against
 * every hand that the rival may hold. */
#include "games/primero/primero.h"
#include "teach/puzzle.h"

/* Chances are in parts of a million; the best must be alone by three percentage points. */
enum { MILLION = 1000000, MARGIN = 30000, LEAST = 100000, CHOICES_MIN = 3 };

typedef struct Count {
    int bid, goal; /* one of them is 0 */
    int64_t good, all;
} Count;

static bool succeeds(const Count *count, PrimeroSet hand) {
    int value = primero_hand_value(hand);
    return count->bid ? primero_makes(value, count->bid) > 0 : value >= count->goal;
}

/* Every way to draw so many of the unseen cards. */
static void draw(Count *count, PrimeroSet hand, PrimeroSet unseen, int cards) {
    if (cards == 0) {
        count->all++;
        count->good += succeeds(count, hand);
        return;
    }
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) {
        PrimeroSet card = rest & -rest;
        draw(count, hand | card, rest & ~card, cards - 1);
    }
}

static PrimeroSet unseen_by(const Primero *p, int actor) { return PRIMERO_ALL_CARDS & ~p->hand[actor] & ~p->discards[actor]; }

static bool prove_exchange(Prover *prover, const View *view, int actor, int goal, Proof *proof) {
    const Primero *p = primero_of_view(view);
    PrimeroSet hand = p->hand[actor], unseen = unseen_by(p, actor);
    Ranking ranking = {0};
    if (primero_count(hand) != PRIMERO_HAND) return false;
    if (goal ? p->variant != PRIMERO_ENGLISH : !p->bid) return false;
    int moves = primero.legal(view_state(view), actor, prover->moves);
    if (moves < CHOICES_MIN) return false;
    for (int i = 0; i < moves; i++) {
        PrimeroSet thrown = primero_move_what(prover->moves[i]);
        Count count = {.bid = goal ? 0 : p->bid, .goal = goal};
        draw(&count, hand & ~thrown, unseen, primero_count(thrown));
        ranking_add(&ranking, prover->moves[i], (int)(count.good * MILLION / count.all));
    }
    /* What is certain, or all but hopeless, is not worth asking. */
    if (ranking.value == MILLION || ranking.value < LEAST) return false;
    return ranking_decides(&ranking, MARGIN, goal ? THEME_DRAW : THEME_BID, proof);
}

/* ---- see or fold */

enum { DRAWS_MAX = PRIMERO_CARDS * (PRIMERO_CARDS - 1) / 2, SEE_MARGIN = 50000, SURE = 950000 };

/* The last answer of a deal, to one rival: nothing but to see or to fold. */
typedef struct Answer {
    int bid, price, pot; /* what seeing costs, and what it can win */
    bool elder;          /* equal hands: the actor wins */
    bool follows;        /* if no hand makes the bid, the coins stay for another deal, and are nobody's */
} Answer;

/* By which hands compare at the showdown; 0 cannot win. */
static int rank_of(const Answer *answer, PrimeroSet hand) {
    int value = primero_hand_value(hand), makes = primero_makes(value, answer->bid);
    if (makes) return PRIMERO_VALUES + makes;
    return answer->follows ? 0 : value;
}

/* The hands that an exchange can end in and that can win: the cards drawn, and their ranks. */
typedef struct Draws {
    int count;
    struct {
        PrimeroSet cards;
        int rank;
    } list[DRAWS_MAX];
} Draws;

static void list_draws(Draws *draws, const Answer *answer, PrimeroSet kept, PrimeroSet drawn, PrimeroSet unseen, int cards) {
    if (cards == 0) {
        int rank = rank_of(answer, kept | drawn);
        if (!rank) return;
        draws->list[draws->count].cards = drawn;
        draws->list[draws->count++].rank = rank;
        return;
    }
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) {
        PrimeroSet card = rest & -rest;
        list_draws(draws, answer, kept, drawn | card, rest & ~card, cards - 1);
    }
}

/* How many of the draws win against the hands that the rival may hold: each of those that the draw leaves cards for. */
static int64_t count_wins(const Draws *draws, const Answer *answer, PrimeroSet rival, PrimeroSet unseen, int cards) {
    int64_t good = 0;
    if (cards == 0) {
        int rank = rank_of(answer, rival);
        for (int i = 0; i < draws->count; i++)
            good += !(draws->list[i].cards & rival) && draws->list[i].rank + answer->elder > rank;
        return good;
    }
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) {
        PrimeroSet card = rest & -rest;
        good += count_wins(draws, answer, rival | card, rest & ~card, cards - 1);
    }
    return good;
}

static int64_t ways(int cards, int of) {
    int64_t ways = 1;
    for (int i = 0; i < cards; i++) ways = ways * (of - i) / (i + 1);
    return ways;
}

/* The chance to win after seeing, with the best exchange, in parts of a million. */
static int chance_seen(Prover *prover, const Primero *p, int actor, const Answer *answer) {
    PrimeroSet hand = p->hand[actor], unseen = unseen_by(p, actor);
    Primero seen = *p;
    Draws draws;
    int best = 0, cards = primero_count(unseen);
    seen.step = PRIMERO_STEP_EXCHANGE;
    seen.staked |= SEAT_BIT(actor);
    int moves = primero.legal((const State *)(const void *)&seen, actor, prover->moves);
    for (int i = 0; i < moves; i++) {
        PrimeroSet thrown = primero_move_what(prover->moves[i]);
        int drawn = primero_count(thrown);
        draws.count = 0;
        list_draws(&draws, answer, hand & ~thrown, 0, unseen, drawn);
        int64_t good = draws.count ? count_wins(&draws, answer, 0, unseen, PRIMERO_HAND) : 0;
        int chance = (int)(good * MILLION / (ways(drawn, cards) * ways(PRIMERO_HAND, cards - drawn)));
        if (chance > best) best = chance;
    }
    return best;
}

static bool is_elder(const Primero *p, int seat, int other) {
    uint8_t order[PRIMERO_SEATS];
    int count = primero_order(p, order);
    for (int i = 0; i < count; i++)
        if (order[i] == seat || order[i] == other) return order[i] == seat;
    return false;
}

/* What is at stake; what is above the actor's own coins is the rival's. */
static Answer answer_of(const Primero *p, int actor, int rival) {
    int due = primero_level(p) - p->paid[actor];
    Answer answer = {.bid = p->bid, .price = due < p->purse[actor] ? due : p->purse[actor], .elder = is_elder(p, actor, rival)};
    int mine = p->paid[actor] + answer.price, with_coins = 0;
    answer.pot = p->pot + mine;
    for (int seat = 0; seat < p->people; seat++) {
        int paid = seat == actor ? 0 : p->paid[seat];
        answer.pot += paid < mine ? paid : mine;
        with_coins += p->purse[seat] > (seat == actor ? answer.price : 0) || (seat == rival && paid > mine);
    }
    answer.follows = p->deal < p->deals && with_coins >= 2;
    return answer;
}

/* Italian alone: in the English form any price that can be asked pays for any hand. */
static bool is_last_answer(const Primero *p, int moves) {
    enum { SEE_OR_FOLD = 2, IN = 2 };
    return p->variant == PRIMERO_ITALIAN && !p->split && !p->revision && p->bid && primero_vied(p) && moves == SEE_OR_FOLD &&
           bits_count(p->in) == IN && p->stock_count >= PRIMERO_EXCHANGE_ITALIAN;
}

static bool prove_see(Prover *prover, const View *view, int actor, Proof *proof) {
    const Primero *p = primero_of_view(view);
    int moves = primero.legal(view_state(view), actor, prover->moves);
    if (!is_last_answer(p, moves) || primero_awaited(p) != SEAT_BIT(actor) || primero_count(p->hand[actor]) != PRIMERO_HAND)
        return false;
    Answer answer = answer_of(p, actor, __builtin_ctz(p->in & ~SEAT_BIT(actor)));
    if (answer.price < 1) return false;
    int chance = chance_seen(prover, p, actor, &answer), needed = (int)((int64_t)answer.price * MILLION / answer.pot);
    bool sees = chance > needed;
    if (chance < MILLION - SURE || chance > SURE) return false;
    if ((sees ? chance - needed : needed - chance) < SEE_MARGIN) return false;
    *proof = (Proof){.theme = THEME_SEE,
                     .best = primero_move(sees ? PRIMERO_MOVE_SEE : PRIMERO_MOVE_FOLD, 0),
                     .value = chance,
                     .next = needed};
    return true;
}

static bool prove(Prover *prover, const View *view, int actor, int goal, Proof *proof) {
    const Primero *p = primero_of_view(view);
    if (p->phase != PRIMERO_PHASE_2) return false;
    if (p->step == PRIMERO_STEP_EXCHANGE) return prove_exchange(prover, view, actor, goal, proof);
    return p->step == PRIMERO_STEP_ACT && !goal && prove_see(prover, view, actor, proof);
}

/* In the Italian form the bid is the goal; in the English one any type of hand above what is held. */
static int goals_of(const View *view, int goals[]) {
    const Primero *p = primero_of_view(view);
    int count = 0;
    if (p->variant == PRIMERO_ITALIAN) goals[count++] = 0;
    for (int type = HAND_PRIMERO; type < HAND_TYPES && p->variant == PRIMERO_ENGLISH; type++)
        goals[count++] = primero_value((PrimeroType)type, 0);
    return count;
}

const GamePuzzles puzzles_primero = {
    .game = &primero, .prove = prove, .goals = goals_of, .first = THEME_BID, .last = THEME_SEE};
