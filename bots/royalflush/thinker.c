/* The thinker of Royal Flush: the most promising whole turns, tried out on the same deals.
 *
 * A turn is a short sequence of steps. All sensible ones are listed and ranked by what the hand promises after them
 * (value.h), and the best few are kept. Then cards are dealt to the unseen places, again and again, and from each
 * such deal every turn that is still in the race (race.h) is played on for a few turns by quick players (turn.h),
 * who know no more than their own hands. What counts is the chance to win the match, by what each seat holds by then and its
 * hand promises. */
#include "bots/royalflush/bots.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "bots/race.h"
#include "bots/royalflush/turn.h"
#include "core/bits.h"

enum {
    PLANS_MAX = 48, /* at most nine boards, fourteen sets of display cards, and three more */
    PLANS_KEPT = 6,
    STEPS_MAX = 1 + ROYAL_WAY_MAX,
    WAYS_LISTED = 400, /* of a board; large hands have more, which differ little */
    WAYS_KEPT = 2,
    WAYS_KEPT_LAYING = 6,
    TAKES_MAX = 3,   /* display cards in one turn: who wants all four has better uses for chips */
    TURNS_AHEAD = 4, /* of each seat */
};

/* How many points make an even chance one of 1 : e, by the rounds still to come after this one, once this one is over and while
 * it lasts. The spread of a round is some twelve points between two players. */
static const float scale_after[ROYAL_ROUNDS] = {1, 7, 10}, scale_within[ROYAL_ROUNDS] = {5, 9, 12};

/* A point of promise is worth some two hundredths of a match: so much of it counts beside what the deals say. A short thought
 * trusts it less, and so goes by a few deals and makes a beginner's mistakes. */
static const float promise_share = 0.025f / ROYAL_POINT;
enum { FULL_TRUST = 100 };

typedef struct Plan {
    int promise; /* what it brings and what the hand promises after it */
    int step_count;
    Move steps[STEPS_MAX];
} Plan;

typedef struct Thinking {
    const Game *game;
    int plan_count;
    Plan plans[PLANS_MAX];
    Race race; /* of the plans */
    const View *view;
    StateRoom deal; /* on which they are tried out */
    Expectation expectation;
} Thinking;

static void *open(const Game *game, Budget budget) {
    (void)budget;
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (thinking) thinking->game = game;
    return thinking;
}

static void close(void *memory) { free(memory); }

/* ---- listing turns */

static Plan *add_plan(Thinking *thinking, int promise) {
    if (thinking->plan_count == PLANS_MAX) return NULL;
    Plan *plan = &thinking->plans[thinking->plan_count++];
    *plan = (Plan){.promise = promise};
    return plan;
}

static void add_step(Plan *plan, Move step) { plan->steps[plan->step_count++] = step; }

static void plan_one(Thinking *thinking, int promise, Move step) {
    Plan *plan = add_plan(thinking, promise);
    if (plan) add_step(plan, step);
}

static RoyalPromise promise_of(const RoyalFlush *r, RoyalFaces hand) {
    RoyalOutlook outlook = royal_outlook(r);
    RoyalStanding standing = royal_standing(r, r->turn);
    return royal_promise(&outlook, hand, r->jokers[r->turn], standing, &royal_learnt.lead[standing.many]);
}

/* Room for a plan among the best `kept` from `first` on: a new place, or that of the least. */
static Plan *place_for(Thinking *thinking, int first, int kept, int promise) {
    if (thinking->plan_count - first < kept) return add_plan(thinking, promise);
    Plan *least = &thinking->plans[first];
    for (int i = first; i < thinking->plan_count; i++)
        if (thinking->plans[i].promise < least->promise) least = &thinking->plans[i];
    return least->promise < promise ? least : NULL;
}

static void plan_board(Thinking *thinking, const RoyalFlush *r, RoyalBoard board, int kept) {
    RoyalOutlook after = royal_outlook_after(r, board);
    RoyalStanding standing = royal_standing(r, r->turn);
    RoyalWalk walk;
    RoyalWay way;
    int seat = r->turn, first = thinking->plan_count, value = ROYAL_POINT * royalflush_free_value(r, board);
    int played = r->phase == ROYAL_SCORING ? 1 + royal_faces_count(r->laid) + r->laid_jokers : 0;
    bool last = --standing.own == 0 || board == ROYAL_ROYAL_FLUSH;
    royalflush_walk_from(&walk, board, r->laid, r->laid_jokers, r->hand[seat], r->jokers[seat]);
    for (int i = 0; i < (last ? 1 : WAYS_LISTED) && royalflush_walk_next(&walk, &way); i++) {
        int jokers = r->jokers[seat] + r->laid_jokers;
        RoyalFaces rest = royal_hand_after(r->hand[seat], r->laid, &way, &jokers);
        int worth = value;
        if (!last) worth += royal_promise(&after, rest, jokers, standing, &royal_learnt.lead[standing.many]).worth;
        Plan *plan = place_for(thinking, first, kept, worth);
        if (!plan) continue;
        Move moves[STEPS_MAX];
        int count = royalflush_score_moves(board, &way, moves);
        *plan = (Plan){.promise = worth};
        for (int j = played; j < count; j++) add_step(plan, moves[j]);
    }
}

/* May the cards at these places be taken? Of two equal ones the first comes first. */
static bool may_take_set(const RoyalFlush *r, unsigned set) {
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (!(set >> place & 1)) continue;
        if (r->display[place] == CARD_NONE) return false;
        for (int before = 0; before < place; before++)
            if (r->display[before] == r->display[place] && !(set >> before & 1)) return false;
    }
    return true;
}

static void plan_display(Thinking *thinking, const RoyalFlush *r) {
    for (unsigned set = 1; set < 1u << ROYAL_DISPLAY; set++) {
        int cards = bits_count(set), paid = r->phase == ROYAL_TAKEN ? cards : cards - 1;
        if (cards > TAKES_MAX || paid > r->chips[r->turn] || !may_take_set(r, set)) continue;
        RoyalFaces hand = r->hand[r->turn];
        for (int place = 0; place < ROYAL_DISPLAY; place++)
            if (set >> place & 1) royal_faces_add(&hand, r->display[place]);
        Plan *plan = add_plan(thinking, promise_of(r, hand).worth - ROYAL_CHIP * paid);
        if (!plan) return;
        for (int place = 0; place < ROYAL_DISPLAY; place++)
            if (set >> place & 1) add_step(plan, royal_move(ROYAL_TAKE, r->display[place]));
        add_step(plan, royal_move(ROYAL_DONE, 0));
    }
}

/* What the hand promises after an unseen card: the mean, and the mean of the best of four. */
typedef struct Unseen {
    int mean, best_of_four;
} Unseen;

static Unseen promise_unseen(const RoyalFlush *r) {
    int worths[ROYAL_FACES], counts[ROYAL_FACES], kinds = 0, total = 0;
    RoyalPromise promise = promise_of(r, r->hand[r->turn]);
    for (int card = 0; card < ROYAL_FACES; card++) {
        int unseen = royal_unseen(r, card), worth = royal_promise_with(&promise, card), at = kinds;
        if (!unseen) continue;
        for (; at > 0 && worths[at - 1] > worth; at--) {
            worths[at] = worths[at - 1];
            counts[at] = counts[at - 1];
        }
        worths[at] = worth;
        counts[at] = unseen;
        total += unseen;
        kinds++;
    }
    double mean = 0, best = 0, below = 0;
    for (int i = 0, so_far = 0; i < kinds; i++) {
        so_far += counts[i];
        double part = (double)so_far / total, up_to = part * part * part * part;
        mean += (double)worths[i] * counts[i] / total;
        best += (up_to - below) * worths[i];
        below = up_to;
    }
    return kinds ? (Unseen){(int)mean, (int)best} : (Unseen){promise.worth, promise.worth};
}

/* What follows a card from the pile or an exchange is left to the quick player, who then sees more. */
static void plan_takes(Thinking *thinking, const RoyalFlush *r) {
    bool taken = r->phase == ROYAL_TAKEN, pile = r->pile_count || !royal_faces_empty(r->discards);
    Unseen unseen = promise_unseen(r);
    plan_display(thinking, r);
    if (pile && (!taken || r->chips[r->turn])) plan_one(thinking, unseen.mean - ROYAL_CHIP * taken, royal_move(ROYAL_DRAW, 0));
    if (!taken && r->chips[r->turn] && royalflush_cards_left(r))
        plan_one(thinking, unseen.best_of_four - ROYAL_CHIP, royal_move(ROYAL_EXCHANGE, 0));
    if (taken) plan_one(thinking, promise_of(r, r->hand[r->turn]).worth, royal_move(ROYAL_DONE, 0));
}

/* Best first; equals stay as they were listed. */
static void sort_plans(Plan *plans, int count) {
    for (int i = 1; i < count; i++) {
        Plan plan = plans[i];
        int at = i;
        for (; at > 0 && plans[at - 1].promise < plan.promise; at--) plans[at] = plans[at - 1];
        plans[at] = plan;
    }
}

static void list_plans(Thinking *thinking, const RoyalFlush *r) {
    thinking->plan_count = 0;
    if (r->phase == ROYAL_SCORING) plan_board(thinking, r, (RoyalBoard)r->board, WAYS_KEPT_LAYING);
    for (int board = 0; board < ROYAL_BOARDS && r->phase == ROYAL_TURN; board++)
        if (royalflush_free_value(r, (RoyalBoard)board) &&
            royalflush_can_score((RoyalBoard)board, r->hand[r->turn], r->jokers[r->turn]))
            plan_board(thinking, r, (RoyalBoard)board, WAYS_KEPT);
    if (r->phase != ROYAL_SCORING) plan_takes(thinking, r);
    sort_plans(thinking->plans, thinking->plan_count);
}

static void keep_best_plans(Thinking *thinking) {
    if (thinking->plan_count > PLANS_KEPT) thinking->plan_count = PLANS_KEPT;
}

/* ---- trying them out */

/* What each seat can count on: points, chips and, while the round lasts, the fields it holds and those its hand promises. */
static void count_totals(const RoyalFlush *r, bool ended, float totals[ROYAL_SEATS]) {
    RoyalOutlook outlook = royal_outlook(r);
    for (int seat = 0; seat < r->people; seat++) {
        totals[seat] = (float)(r->score[seat] + (r->phase == ROYAL_OVER ? 0 : ROYAL_CHIP_POINTS * r->chips[seat]));
        if (ended) continue;
        RoyalStanding standing = royal_standing(r, seat);
        const RoyalWeights *weights = &royal_learnt.gain[standing.many];
        int promise = royal_promise(&outlook, r->hand[seat], r->jokers[seat], standing, weights).worth;
        totals[seat] += (float)royalflush_held(r, seat) + (float)promise / ROYAL_POINT;
    }
}

/* A seat's chance to win the match, by how far the totals lie apart. */
static float chance_to_win(const RoyalFlush *r, int round, int seat) {
    bool ended = r->round != round || r->phase == ROYAL_OVER;
    float scale = (ended ? scale_after : scale_within)[ROYAL_ROUNDS - round], sum = 0, totals[ROYAL_SEATS];
    count_totals(r, ended, totals);
    for (int other = 0; other < r->people; other++) sum += expf((totals[other] - totals[seat]) / scale);
    return 1 / sum;
}

static void deal_unseen(void *context, Chance *chance) {
    Thinking *thinking = context;
    thinking->game->determinize(thinking->view, chance, STATE_IN(thinking->deal));
}

static float try_plan(void *context, int number, Chance chance) {
    Thinking *thinking = context;
    const Plan *plan = &thinking->plans[number];
    RoyalFlush r = *royalflush_of(STATE_IN(thinking->deal));
    int seat = r.turn, round = r.round, turns = 0;
    for (int i = 0; i < plan->step_count; i++) {
        /* Taking may have ended the turn by itself: then nothing is left to be done. */
        if (royal_move_kind(plan->steps[i]) == ROYAL_DONE && (r.turn != seat || r.phase != ROYAL_TAKEN)) break;
        royalflush.apply((State *)(void *)&r, seat, plan->steps[i], &chance, NULL);
    }
    for (int turn = r.turn; r.round == round && r.phase != ROYAL_OVER && turns < TURNS_AHEAD * r.people; turn = r.turn) {
        royal_quick_play(&r, &royal_learnt, &chance);
        turns += r.turn != turn;
    }
    return chance_to_win(&r, round, seat);
}

static void weigh_promises(const Thinking *thinking, int iterations, float *bonus) {
    float trust = iterations < FULL_TRUST ? (float)iterations / FULL_TRUST : 1;
    for (int i = 0; i < thinking->plan_count; i++) bonus[i] = trust * promise_share * (float)thinking->plans[i].promise;
}

static void try_plans(Thinking *thinking, const View *view, int iterations, Chance *chance) {
    Course course = {.context = thinking, .deal = deal_unseen, .run = try_plan};
    float bonus[PLANS_KEPT];
    weigh_promises(thinking, iterations, bonus);
    thinking->view = view;
    race_run(&thinking->race, thinking->plan_count, bonus, &course, iterations, chance);
}

/* Do all that is worth trying begin alike? Then there is nothing to think about. */
static bool all_begin_alike(const Thinking *thinking) {
    for (int i = 1; i < thinking->plan_count; i++)
        if (thinking->plans[i].steps[0] != thinking->plans[0].steps[0]) return false;
    return true;
}

static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    Thinking *thinking = memory;
    Move moves[ROYAL_MOVES_MAX];
    thinking->expectation = (Expectation){.kind = EXPECTS_NOTHING};
    if (royalflush.legal(view_state(view), actor, moves) == 1) return moves[0];
    list_plans(thinking, royalflush_of_view(view));
    keep_best_plans(thinking);
    if (all_begin_alike(thinking)) return thinking->plans[0].steps[0];
    try_plans(thinking, view, budget.iterations, chance);
    int best = thinking->race.order[0];
    thinking->expectation = (Expectation){.kind = EXPECTS_WIN, .value = race_mean(&thinking->race, best)};
    return thinking->plans[best].steps[0];
}

/* The best plan that begins with the move; one that nobody would plan is that step alone, and the least promising. */
static Plan plan_beginning(Thinking *thinking, const View *view, Move move) {
    Plan plan = {.step_count = 1, .steps = {move}};
    list_plans(thinking, royalflush_of_view(view));
    for (int i = 0; i < thinking->plan_count; i++)
        if (thinking->plans[i].steps[0] == move) return thinking->plans[i];
    if (thinking->plan_count) plan.promise = thinking->plans[thinking->plan_count - 1].promise;
    return plan;
}

static void weigh(void *memory, const View *view, int actor, Move asked, Budget budget, Chance *chance, Weighing *weighing) {
    Thinking *thinking = memory;
    Course course = {.context = thinking, .deal = deal_unseen, .run = try_plan};
    Plan plans[WEIGHED_MAX] = {plan_beginning(thinking, view, asked)};
    Move moves[WEIGHED_MAX] = {asked};
    float bonus[WEIGHED_MAX];
    int count = 1;
    choose(memory, view, actor, budget, chance);
    bool raced = thinking->expectation.kind == EXPECTS_WIN;
    for (int i = 0; i < (raced ? thinking->plan_count : 1) && count < WEIGHED_MAX; i++) {
        const Plan *plan = &thinking->plans[raced ? thinking->race.order[i] : 0];
        bool listed = false;
        for (int j = 0; j < count; j++) listed = listed || moves[j] == plan->steps[0];
        if (listed) continue;
        moves[count] = plan->steps[0];
        plans[count++] = *plan;
    }
    for (int i = 0; i < count; i++) thinking->plans[i] = plans[i];
    thinking->plan_count = count;
    thinking->view = view;
    weigh_promises(thinking, budget.iterations, bonus);
    race_run_all(&thinking->race, count, bonus, &course, budget.iterations / count, chance);
    weighing->kind = EXPECTS_WIN;
    race_weighing(&thinking->race, moves, count, weighing);
}

static Expectation expects(const void *memory) { return ((const Thinking *)memory)->expectation; }

const Thinker thinker_royalflush = {
    .iterations = {10, 60, 8000}, .open = open, .close = close, .choose = choose, .expects = expects, .weigh = weigh};
