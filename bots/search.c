/* Search: see search.h. */
#include "bots/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    int nodes_max;
    uint32_t node_count; /* node 0 is none */
    Node *nodes;
    Move *moves;
    Move *untried;
    uint32_t *path;
};

enum { PATH_MAX_NODES = 256 };

Search *search_open(const Policy *policy, int nodes_max) {
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    size_t moves = (size_t)policy->game->moves_max;
    search->policy = policy;
    search->nodes_max = nodes_max;
    search->nodes = calloc((size_t)nodes_max + 2, sizeof *search->nodes);
    search->moves = malloc(moves * sizeof *search->moves);
    search->untried = malloc(moves * sizeof *search->untried);
    search->path = malloc(PATH_MAX_NODES * sizeof *search->path);
    if (search->nodes && search->moves && search->untried && search->path) return search;
    search_free(search);
    return NULL;
}

void search_free(Search *search) {
    if (!search) return;
    free(search->nodes);
    free(search->moves);
    free(search->untried);
    free(search->path);
    free(search);
}

static uint32_t child_of(const Search *search, uint32_t parent, int actor, Move move) {
    for (uint32_t child = search->nodes[parent].first_child; child; child = search->nodes[child].next_sibling)
        if (search->nodes[child].move == move && search->nodes[child].actor == actor) return child;
    return NO_NODE;
}

static uint32_t add_child(Search *search, uint32_t parent, int actor, Move move) {
    if (search->node_count > (uint32_t)search->nodes_max) return NO_NODE;
    uint32_t child = search->node_count++;
    search->nodes[child] = (Node){.move = move, .actor = (uint8_t)actor, .available = 1, .next_sibling = search->nodes[parent].first_child};
    search->nodes[parent].first_child = child;
    return child;
}

/* The child that promises most to its actor, among the listed moves; moves without a child are gathered in `untried`. */
static uint32_t select_child(Search *search, uint32_t parent, int actor, int count, int *untried_count) {
    uint32_t best = NO_NODE;
    float best_value = -1;
    *untried_count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t child = child_of(search, parent, actor, search->moves[i]);
        if (!child) {
            search->untried[(*untried_count)++] = search->moves[i];
            continue;
        }
        Node *node = &search->nodes[child];
        node->available++;
        float visits = (float)node->visits;
        float value = node->reward[actor] / visits + search->policy->exploration * sqrtf(logf((float)node->available) / visits);
        if (value > best_value) best_value = value, best = child;
    }
    return best;
}

static int one_of(SeatSet actors, int preferred) {
    return actors & SEAT_BIT(preferred) ? preferred : __builtin_ctz(actors);
}

/* From where the tree ends to where the policy says that all is settled. */
static void roll_out(Search *search, const State *root, State *state, Chance *chance) {
    const Policy *policy = search->policy;
    const Game *game = policy->game;
    while (!policy->settled(root, state)) {
        SeatSet actors = game->actors(state);
        if (!actors) return;
        int actor = __builtin_ctz(actors), count = game->legal(state, actor, search->moves);
        Move move = policy->rollout ? policy->rollout(state, actor, search->moves, count, chance)
                                    : search->moves[chance_below(chance, (uint32_t)count)];
        game->apply(state, actor, move, chance, NULL);
    }
}

/* Down the tree: returns how many nodes lie on the path. */
static int walk(Search *search, const State *root, State *state, int root_actor, Chance *chance) {
    const Game *game = search->policy->game;
    int length = 0;
    uint32_t node = ROOT;
    search->path[length++] = node;
    while (length < PATH_MAX_NODES && !search->policy->settled(root, state)) {
        SeatSet actors = game->actors(state);
        if (!actors) break;
        int actor = one_of(actors, root_actor), untried;
        int count = game->legal(state, actor, search->moves);
        uint32_t next = select_child(search, node, actor, count, &untried);
        bool grows = untried > 0;
        if (grows) {
            Move move = search->untried[chance_below(chance, (uint32_t)untried)];
            next = add_child(search, node, actor, move);
            if (!next) break; /* the memory is used up: go on with what there is */
        }
        game->apply(state, actor, search->nodes[next].move, chance, NULL);
        search->path[length++] = node = next;
        if (grows) break;
    }
    return length;
}

Move search_choose(Search *search, const View *view, int actor, int iterations, Chance *chance) {
    const Policy *policy = search->policy;
    const State *root = view_state(view);
    StateRoom room;
    State *state = STATE_IN(room);
    search->nodes[ROOT] = (Node){.actor = SEAT_NONE};
    search->node_count = ROOT + 1;
    int count = policy->game->legal(root, actor, search->moves);
    assert(count > 0);
    Move only = search->moves[0];
    if (count == 1) iterations = 0;
    for (int i = 0; i < iterations; i++) {
        float rewards[SEATS_MAX] = {0};
        policy->game->determinize(view, chance, state);
        int length = walk(search, root, state, actor, chance);
        roll_out(search, root, state, chance);
        policy->rewards(root, state, rewards);
        for (int j = 0; j < length; j++) {
            Node *node = &search->nodes[search->path[j]];
            node->visits++;
            for (int seat = 0; seat < SEATS_MAX; seat++) node->reward[seat] += rewards[seat];
        }
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
        SearchMove entry = {.move = node->move, .visits = node->visits, .reward = node->reward[node->actor] / (float)node->visits};
        /* Keep the best `capacity`, in order: insert from behind. */
        int at = count < capacity ? count++ : capacity;
        for (; at > 0 && most_visits_first(&entry, &moves[at - 1]) < 0; at--)
            if (at < capacity) moves[at] = moves[at - 1];
        if (at < capacity) moves[at] = entry;
    }
    return count;
}
