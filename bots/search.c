/* The tree search itself: select, expand, play out, back up. */
#include "bots/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/budget.h"

enum { NO_NODE = 0, ROOT = 1 };

typedef struct Node {
    Move move; /* that led here */
    float reward[SEATS_MAX];
    uint32_t visits;
    uint32_t available; /* how often it could have been chosen */
    uint32_t first_child, next_sibling;
    uint8_t actor; /* who moved here */
} Node;

struct Search {
    const Policy *policy;
    const void *beliefs;
    int nodes_max;
    uint32_t node_count; /* node 0 is none */
    Node *nodes;
    Move *moves;
    Move *untried;
    float *weights;
    uint32_t *path;
};

enum {
    PATH_MAX_NODES = 256,
    ITERATIONS_A_LOOK = 32, /* between two looks at the clock, and at who leads */
};

Search *search_open(const Policy *policy, int nodes_max) {
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    size_t moves = (size_t)policy->game->moves_max;
    search->policy = policy;
    search->nodes_max = nodes_max;
    search->nodes = calloc((size_t)nodes_max + 2, sizeof *search->nodes);
    search->moves = malloc(moves * sizeof *search->moves);
    search->untried = malloc(moves * sizeof *search->untried);
    search->weights = malloc(moves * sizeof *search->weights);
    search->path = malloc(PATH_MAX_NODES * sizeof *search->path);
    if (search->nodes && search->moves && search->untried && search->weights && search->path) return search;
    search_free(search);
    return NULL;
}

void search_free(Search *search) {
    if (!search) return;
    free(search->nodes);
    free(search->moves);
    free(search->untried);
    free(search->weights);
    free(search->path);
    free(search);
}

void search_believe(Search *search, const void *beliefs) { search->beliefs = beliefs; }

void search_clear(Search *search) {
    search->nodes[ROOT] = (Node){.actor = SEAT_NONE};
    search->node_count = ROOT + 1;
}

static uint32_t child_of(const Search *search, uint32_t parent, int actor, Move move) {
    for (uint32_t child = search->nodes[parent].first_child; child; child = search->nodes[child].next_sibling)
        if (search->nodes[child].move == move && search->nodes[child].actor == actor) return child;
    return NO_NODE;
}

static uint32_t add_child(Search *search, uint32_t parent, int actor, Move move) {
    if (search->node_count > (uint32_t)search->nodes_max) return NO_NODE;
    uint32_t child = search->node_count++;
    search->nodes[child] =
        (Node){.move = move, .actor = (uint8_t)actor, .available = 1, .next_sibling = search->nodes[parent].first_child};
    search->nodes[parent].first_child = child;
    return child;
}

/* The child that promises most to its actor, among the listed moves, unless there is a move without a child: then one of
 * these. */
static Move select_equal(Search *search, uint32_t parent, int actor, int count, uint32_t *best, Chance *chance) {
    float best_value = -1;
    int untried = 0;
    *best = NO_NODE;
    for (int i = 0; i < count; i++) {
        uint32_t child = child_of(search, parent, actor, search->moves[i]);
        if (!child) {
            search->untried[untried++] = search->moves[i];
            continue;
        }
        Node *node = &search->nodes[child];
        node->available++;
        float visits = (float)node->visits;
        float value = node->reward[actor] / visits + search->policy->exploration * sqrtf(logf((float)node->available) / visits);
        if (value > best_value) best_value = value, *best = child;
    }
    if (untried == 0) return search->nodes[*best].move;
    *best = NO_NODE;
    return search->untried[chance_below(chance, (uint32_t)untried)];
}

/* With weights: what is likely is tried first. A move not tried yet promises as much as its parent has brought so far. */
static Move select_weighed(Search *search, const State *state, uint32_t parent, int actor, int count, uint32_t *best) {
    const Node *nodes = search->nodes;
    const float *weights = search->weights;
    uint32_t passed = nodes[parent].visits;
    float untried = passed ? nodes[parent].reward[actor] / (float)passed : 0.5f, best_value = -1, total = 0;
    Move choice = search->moves[0];
    search->policy->weigh(state, actor, search->moves, count, search->weights);
    for (int i = 0; i < count; i++) total += weights[i];
    float spread = search->policy->exploration * sqrtf((float)passed + 1) / total;
    for (int i = 0; i < count; i++) {
        uint32_t child = child_of(search, parent, actor, search->moves[i]), visits = nodes[child].visits;
        float mean = child ? nodes[child].reward[actor] / (float)visits : untried;
        float value = mean + spread * weights[i] / (float)(1 + visits);
        if (value <= best_value) continue;
        best_value = value;
        *best = child;
        choice = search->moves[i];
    }
    return choice;
}

static Move by_weight(const Move *moves, const float *weights, int count, Chance *chance) {
    float total = 0;
    for (int i = 0; i < count; i++) total += weights[i];
    float left = (float)(chance_bits(chance) >> 40) * 0x1p-24f * total;
    for (int i = 0; i < count - 1; i++) {
        left -= weights[i];
        if (left < 0) return moves[i];
    }
    return moves[count - 1];
}

/* One of the actor's legal moves by the policy's weights, or any if it has none. */
static Move draw(Search *search, const State *state, int actor, Chance *chance) {
    const Policy *policy = search->policy;
    int count = policy->game->legal(state, actor, search->moves);
    assert(count > 0);
    if (count == 1) return search->moves[0];
    if (!policy->weigh) return search->moves[chance_below(chance, (uint32_t)count)];
    policy->weigh(state, actor, search->moves, count, search->weights);
    return by_weight(search->moves, search->weights, count, chance);
}

/* From where the tree ends to where the policy says that all is settled. */
static void roll_out(Search *search, const State *root, State *state, Chance *chance) {
    const Game *game = search->policy->game;
    while (!search->policy->settled(root, state)) {
        SeatSet actors = game->actors(state);
        if (!actors) return;
        int actor = __builtin_ctz(actors);
        game->apply(state, actor, draw(search, state, actor, chance), chance, NULL);
    }
}

/* Down the tree from a node: returns how many nodes lie on the path. */
static int walk(Search *search, uint32_t node, const State *root, State *state, Chance *chance) {
    const Policy *policy = search->policy;
    const Game *game = policy->game;
    int length = 0;
    search->path[length++] = node;
    while (length < PATH_MAX_NODES && !policy->settled(root, state)) {
        SeatSet actors = game->actors(state);
        if (!actors) break;
        int actor = __builtin_ctz(actors), count = game->legal(state, actor, search->moves);
        uint32_t next = NO_NODE;
        Move move = policy->weigh ? select_weighed(search, state, node, actor, count, &next)
                                  : select_equal(search, node, actor, count, &next, chance);
        bool grows = !next;
        if (grows) next = add_child(search, node, actor, move);
        if (!next) break; /* the memory is used up: go on with what there is */
        game->apply(state, actor, move, chance, NULL);
        search->path[length++] = node = next;
        if (grows) break;
    }
    return length;
}

/* A seat that may act at the same time as the searcher chooses without knowing what the searcher does: they go first, by weight and outside
 * of the tree, so that no choice of theirs answers the searcher's. */
static void let_others_act(Search *search, State *state, int actor, Chance *chance) {
    const Game *game = search->policy->game;
    for (SeatSet others = game->actors(state) & ~SEAT_BIT(actor); others; others = game->actors(state) & ~SEAT_BIT(actor)) {
        int other = __builtin_ctz(others);
        game->apply(state, other, draw(search, state, other, chance), chance, NULL);
    }
    assert(game->actors(state) == SEAT_BIT(actor));
}

static void deal(const Search *search, const View *view, Chance *chance, State *state) {
    const Policy *policy = search->policy;
    if (policy->deal && search->beliefs) policy->deal(search->beliefs, view, chance, state);
    else policy->game->determinize(view, chance, state);
}

/* One pass from a node, at which the dealt state is, to the end and back up. Returns what the actor got. */
static float pass(Search *search, uint32_t from, const State *root, State *state, int actor, Chance *chance) {
    float rewards[SEATS_MAX] = {0};
    int length = walk(search, from, root, state, chance);
    roll_out(search, root, state, chance);
    search->policy->rewards(root, state, rewards);
    for (int j = 0; j < length; j++) {
        Node *node = &search->nodes[search->path[j]];
        node->visits++;
        for (int seat = 0; seat < SEATS_MAX; seat++) node->reward[seat] += rewards[seat];
    }
    return rewards[actor];
}

static void iterate(Search *search, const View *view, int actor, Chance *chance) {
    StateRoom room;
    deal(search, view, chance, STATE_IN(room));
    let_others_act(search, STATE_IN(room), actor, chance);
    pass(search, ROOT, view_state(view), STATE_IN(room), actor, chance);
}

/* The same with a first move that is given, whose node is `from`. */
static float try_move(Search *search, uint32_t from, const View *view, int actor, Chance dice) {
    StateRoom room;
    State *state = STATE_IN(room);
    deal(search, view, &dice, state);
    let_others_act(search, state, actor, &dice);
    search->policy->game->apply(state, actor, search->nodes[from].move, &dice, NULL);
    return pass(search, from, view_state(view), state, actor, &dice);
}

Move search_draw(Search *search, const View *view, int actor, Chance *chance) {
    search_clear(search);
    return draw(search, view_state(view), actor, chance);
}

/* Is one move so far ahead that the others will not catch up in the iterations left? In haste it is enough that another would
 * need three in four of them. */
static bool decided(const Search *search, int left) {
    uint32_t first = 0, second = 0;
    for (uint32_t child = search->nodes[ROOT].first_child; child; child = search->nodes[child].next_sibling) {
        uint32_t visits = search->nodes[child].visits;
        if (visits > first) second = first, first = visits;
        else if (visits > second) second = visits;
    }
    return first - second > (uint32_t)(search->policy->hasty ? left / 2 : left);
}

Move search_choose(Search *search, const View *view, int actor, SearchBudget budget, Chance *chance) {
    assert(budget.iterations > 0 || budget.milliseconds > 0);
    search_clear(search);
    int count = search->policy->game->legal(view_state(view), actor, search->moves);
    assert(count > 0);
    Move only = search->moves[0];
    if (count == 1) return only;
    Chance fast = chance_fast(chance_bits(chance));
    int64_t until = budget.milliseconds ? budget_clock_ms() + budget.milliseconds : 0;
    for (int i = 0; i < (budget.iterations ? budget.iterations : BUDGET_ITERATIONS_MAX); i++) {
        if (i % ITERATIONS_A_LOOK == 0 && i > 0) {
            if (until && budget_clock_ms() >= until) break;
            if (budget.iterations && !budget.whole && decided(search, budget.iterations - i)) break;
        }
        iterate(search, view, actor, &fast);
    }
    SearchMove best;
    return search_moves(search, &best, 1) ? best.move : only;
}

static int most_visits_first(const SearchMove *left, const SearchMove *right) {
    if (left->visits != right->visits) return left->visits < right->visits ? 1 : -1;
    if (left->move != right->move) return left->move < right->move ? -1 : 1;
    return 0;
}

int search_moves(const Search *search, SearchMove *moves, int capacity) {
    int count = 0;
    for (uint32_t child = search->nodes[ROOT].first_child; child; child = search->nodes[child].next_sibling) {
        const Node *node = &search->nodes[child];
        SearchMove entry = {
            .move = node->move, .visits = node->visits, .reward = node->reward[node->actor] / (float)node->visits};
        /* Keep the best `capacity`, in order: insert from behind. */
        int at = count < capacity ? count++ : capacity;
        for (; at > 0 && most_visits_first(&entry, &moves[at - 1]) < 0; at--)
            if (at < capacity) moves[at] = moves[at - 1];
        if (at < capacity) moves[at] = entry;
    }
    return count;
}

void search_weigh(Search *search, const View *view, int actor, const Move *moves, int count, int iterations, Chance *chance,
                  Weighing *weighing) {
    assert(count > 0 && count <= WEIGHED_MAX && count <= search->nodes_max);
    uint32_t nodes[WEIGHED_MAX];
    double sums[WEIGHED_MAX] = {0}, products[WEIGHED_MAX][WEIGHED_MAX] = {{0}}, rewards[WEIGHED_MAX];
    int rounds = iterations / count > 2 ? iterations / count : 2, counted = 0, best = 0;
    Chance fast = chance_fast(chance_bits(chance));
    search_clear(search);
    for (int i = 0; i < count; i++) nodes[i] = add_child(search, ROOT, actor, moves[i]);
    for (int round = 0; round < rounds; round++) {
        Chance dice = chance_fast(chance_bits(&fast));
        for (int i = 0; i < count; i++) rewards[i] = (double)try_move(search, nodes[i], view, actor, dice);
        if (round < rounds / 2) continue;
        counted++;
        for (int i = 0; i < count; i++) {
            sums[i] += rewards[i];
            for (int j = 0; j < count; j++) products[i][j] += rewards[i] * rewards[j];
        }
    }
    for (int i = 1; i < count; i++)
        if (sums[i] > sums[best]) best = i;
    weighing->count = count;
    for (int i = 0; i < count; i++) {
        double gap = (sums[best] - sums[i]) / counted;
        double spread = (products[best][best] + products[i][i] - 2 * products[best][i]) / counted - gap * gap;
        weighing->moves[i] = (WeighedMove){
            .move = moves[i], .value = (float)(sums[i] / counted), .error = (float)sqrt(fmax(spread, 0) / counted)};
    }
    weighing_sort(weighing);
}
