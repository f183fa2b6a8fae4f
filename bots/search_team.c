/* Starts the threads of a search team, shares out the budget and adds up their results. */
#include "bots/search_team.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct Member {
    SearchTeam *team;
    Search *search;
    pthread_t thread;
    bool started;
    SearchBudget budget;
    Chance chance;
} Member;

struct SearchTeam {
    int count;
    Member *members;
    /* What the threads work on; the lock guards the three numbers. */
    const View *view;
    int actor;
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    unsigned question; /* counted up with each search */
    int working;
    bool closing;
};

static void think(Member *member) {
    search_choose(member->search, member->team->view, member->team->actor, member->budget, &member->chance);
}

static void *member_run(void *context) {
    Member *member = context;
    SearchTeam *team = member->team;
    unsigned answered = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->question == answered && !team->closing) pthread_cond_wait(&team->asked, &team->lock);
        if (team->closing) break;
        answered = team->question;
        pthread_mutex_unlock(&team->lock);
        if (member->budget.iterations || member->budget.milliseconds) think(member);
        pthread_mutex_lock(&team->lock);
        if (--team->working == 0) pthread_cond_signal(&team->answered);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

SearchTeam *search_team_open(const Policy *policy, int threads, int nodes_max) {
    assert(threads >= 1 && threads <= TEAM_THREADS_MAX);
    SearchTeam *team = calloc(1, sizeof *team);
    if (!team) return NULL;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->asked, NULL);
    pthread_cond_init(&team->answered, NULL);
    team->members = calloc((size_t)threads, sizeof *team->members);
    if (team->members) team->count = threads;
    bool whole = team->count > 0;
    for (int i = 0; i < team->count && whole; i++) {
        Member *member = &team->members[i];
        member->team = team;
        member->search = search_open(policy, nodes_max);
        whole = member->search != NULL;
        /* The first works on the caller's thread. */
        if (whole && i > 0) whole = member->started = pthread_create(&member->thread, NULL, member_run, member) == 0;
    }
    if (whole) return team;
    search_team_free(team);
    return NULL;
}

void search_team_free(SearchTeam *team) {
    if (!team) return;
    pthread_mutex_lock(&team->lock);
    team->closing = true;
    pthread_cond_broadcast(&team->asked);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->count; i++) {
        if (team->members[i].started) pthread_join(team->members[i].thread, NULL);
        search_free(team->members[i].search);
    }
    pthread_cond_destroy(&team->asked);
    pthread_cond_destroy(&team->answered);
    pthread_mutex_destroy(&team->lock);
    free(team->members);
    free(team);
}

void search_team_believe(SearchTeam *team, const void *beliefs) {
    for (int i = 0; i < team->count; i++) search_believe(team->members[i].search, beliefs);
}

/* The i-th member's part: iterations that do not divide evenly go to the first, and nobody's part is "no limit" by mistake. */
static SearchBudget share_of(SearchBudget budget, int index, int count) {
    SearchBudget share = budget;
    share.whole = count > 1;
    if (budget.iterations == 0) return share;
    share.iterations = budget.iterations / count + (index < budget.iterations % count);
    if (share.iterations == 0) share.milliseconds = 0;
    return share;
}

Move search_team_choose(SearchTeam *team, const View *view, int actor, SearchBudget budget, Chance *chance) {
    SearchMove best;
    team->view = view;
    team->actor = actor;
    for (int i = 0; i < team->count; i++) {
        Member *member = &team->members[i];
        member->budget = share_of(budget, i, team->count);
        member->chance = team->count == 1 ? *chance : chance_fast(chance_bits(chance));
        search_clear(member->search);
    }
    pthread_mutex_lock(&team->lock);
    team->question++;
    team->working = team->count - 1;
    pthread_cond_broadcast(&team->asked);
    pthread_mutex_unlock(&team->lock);
    Move own = search_choose(team->members[0].search, view, actor, team->members[0].budget, &team->members[0].chance);
    pthread_mutex_lock(&team->lock);
    while (team->working > 0) pthread_cond_wait(&team->answered, &team->lock);
    pthread_mutex_unlock(&team->lock);
    if (team->count == 1) *chance = team->members[0].chance;
    return search_team_moves(team, &best, 1) ? best.move : own;
}

Move search_team_draw(SearchTeam *team, const View *view, int actor, Chance *chance) {
    return search_draw(team->members[0].search, view, actor, chance);
}

static int most_visits_first(const void *left, const void *right) {
    const SearchMove *a = left, *b = right;
    if (a->visits != b->visits) return a->visits < b->visits ? 1 : -1;
    return a->move < b->move ? -1 : a->move > b->move;
}

/* Adds up what the members think, move by move: each is looked for among those met so far, which are few. Then the most tried
 * come first. */
int search_team_moves(const SearchTeam *team, SearchMove *moves, int capacity) {
    SearchMove all[TEAM_MOVES_MAX], part[TEAM_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < team->count; i++) {
        int parts = search_moves(team->members[i].search, part, TEAM_MOVES_MAX);
        for (int j = 0; j < parts; j++) {
            int at = 0;
            while (at < count && all[at].move != part[j].move) at++;
            if (at == count && count == TEAM_MOVES_MAX) continue;
            if (at == count) all[count++] = (SearchMove){.move = part[j].move};
            float sum = all[at].reward * (float)all[at].visits + part[j].reward * (float)part[j].visits;
            all[at].visits += part[j].visits;
            all[at].reward = sum / (float)all[at].visits;
        }
    }
    qsort(all, (size_t)count, sizeof *all, most_visits_first);
    if (count > capacity) count = capacity;
    for (int i = 0; i < count; i++) moves[i] = all[i];
    return count;
}

void search_team_weigh(SearchTeam *team, const View *view, int actor, const Move *moves, int count, int iterations,
                       Chance *chance, Weighing *weighing) {
    search_weigh(team->members[0].search, view, actor, moves, count, iterations, chance, weighing);
}
