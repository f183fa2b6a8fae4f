/* Lets time pass in the simulated cluster: first with faults, which are drawn here, then without. */
#include "tests/cluster/simulated/world.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENING_MS = 1500, FAULTY_MS = 8000, QUIET_MS = 40000, SETTLING_MS = 1000, STOP_MS = 2000 };

uint32_t sim_below(Sim *sim, uint32_t bound) { return bound ? chance_below(&sim->chance, bound) : 0; }

bool sim_happens(Sim *sim, uint32_t in_a_thousand) { return sim->faulty && sim_below(sim, 1000) < in_a_thousand; }

Milliseconds sim_delay(Sim *sim, uint32_t faulty) { return sim_below(sim, sim->faulty ? faulty : faulty < 4 ? faulty : 4); }

void sim_note(const Sim *sim, const char *format, ...) {
    va_list arguments;
    if (!sim->trace) return;
    printf("# %6lld ", (long long)(sim->now - sim->began));
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

void sim_wrong(Sim *sim, const char *format, ...) {
    va_list arguments;
    if (!sim->result.good) return;
    sim->result.good = false;
    va_start(arguments, format);
    vsnprintf(sim->result.problem, sizeof sim->result.problem, format, arguments);
    va_end(arguments);
    sim_note(sim, "WRONG: %s", sim->result.problem);
}

/* ---- messages on their way */

char *sim_copied(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    assert(copy);
    if (length) memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

Sending *sim_sendings_add(Sendings *sendings, const char *text, size_t length) {
    Sending *sending = calloc(1, sizeof *sending);
    assert(sending);
    sending->text = sim_copied(text, length);
    sending->length = length;
    *(sendings->first ? sendings->last : &sendings->first) = sending;
    sendings->last = &sending->next;
    return sending;
}

Sending *sim_sendings_take(Sendings *sendings, Milliseconds now) {
    Sending *sending = sendings->first;
    if (!sending || sending->arrives > now) return NULL;
    sendings->first = sending->next;
    return sending;
}

void sim_sending_free(Sending *sending) {
    free(sending->text);
    free(sending);
}

void sim_sendings_drop(Sendings *sendings) {
    for (Sending *sending = sendings->first, *next; sending; sending = next) {
        next = sending->next;
        sim_sending_free(sending);
    }
    sendings->first = NULL;
}

/* ---- faults */

typedef enum {
    STRIKE_KILL,
    STRIKE_PAUSE,
    STRIKE_CUT_OFF,
    STRIKE_STOP,
    STRIKE_HANG,
    STRIKE_CRASH,
    STRIKE_BREAK,
    STRIKE_STALL,
    STRIKES
} Strike;

static const struct {
    const char *name;
    uint32_t weight, lasts;
} strikes[STRIKES] = {
    [STRIKE_KILL] = {"is killed", 25, 0},
    [STRIKE_PAUSE] = {"pauses", 25, 5000},
    [STRIKE_CUT_OFF] = {"does not reach the database", 10, 4000},
    [STRIKE_STOP] = {"is told to stop", 10, 0},
    [STRIKE_HANG] = {"the database hangs", 8, 3000},
    [STRIKE_CRASH] = {"the database crashes", 6, 2000},
    [STRIKE_BREAK] = {"links break", 10, 0},
    [STRIKE_STALL] = {"links stall", 6, 0},
};

static Strike draw_strike(Sim *sim) {
    uint32_t all = 0, drawn;
    int strike = 0;
    for (int i = 0; i < STRIKES; i++) all += strikes[i].weight;
    drawn = sim_below(sim, all);
    while (drawn >= strikes[strike].weight) drawn -= strikes[strike++].weight;
    return (Strike)strike;
}

static void strike(Sim *sim) {
    SimServer *server = &sim->servers[sim_below(sim, SERVERS)];
    Strike what = draw_strike(sim);
    Milliseconds until = sim->now + sim_below(sim, strikes[what].lasts);
    if (!server->up) {
        if (sim_below(sim, 3) == 0) sim_server_start(sim, server->number);
        return;
    }
    sim_note(sim, "strike at server %d: %s, until %lld", server->number, strikes[what].name, (long long)(until - sim->began));
    switch (what) {
    case STRIKE_KILL:
        sim->result.deaths++;
        sim_server_kill(sim, server);
        break;
    case STRIKE_PAUSE:
        sim->result.pauses++;
        server->resumes = until;
        break;
    case STRIKE_CUT_OFF: server->reaches = until; break;
    case STRIKE_STOP:
        if (server->stops) break;
        sim->result.stops++;
        server->stops = sim->now + STOP_MS;
        cluster_drain(server->cluster);
        break;
    case STRIKE_HANG: sim->database_back = until; break;
    case STRIKE_CRASH:
        sim_database_crash(sim);
        sim->database_back = until;
        break;
    case STRIKE_BREAK: sim_links_break(sim, 0); break;
    case STRIKE_STALL: sim_links_stall(sim); break;
    case STRIKES: break;
    }
}

/* All that was wrong is mended; from here on everything must go on. */
static void end_faults(Sim *sim) {
    sim->faulty = false;
    sim->database_back = 0;
    sim_note(sim, "no more faults");
    for (int i = 0; i < LINKS_MAX; i++) {
        sim->links[i].stalls = 0;
        if (sim->links[i].breaks > sim->now) sim->links[i].breaks = INT64_MAX;
    }
    for (int i = 0; i < SERVERS; i++) {
        SimServer *server = &sim->servers[i];
        server->resumes = server->reaches = 0;
        if (server->stops) sim_server_kill(sim, server);
        if (!server->up) sim_server_start(sim, i);
    }
}

/* ---- the whole */

static void pass(Sim *sim) {
    if (sim_happens(sim, 5)) strike(sim);
    sim_database_run(sim);
    for (int i = 0; i < SERVERS; i++) sim_server_run(sim, &sim->servers[i]);
    sim_links_end(sim);
    for (int i = 0; i < CLIENTS; i++) sim_client_run(sim, &sim->clients[i]);
    sim->now += 1 + sim_below(sim, 4);
}

static void run_for(Sim *sim, Milliseconds time) {
    for (Milliseconds end = sim->now + time; sim->now < end && sim->result.good;) pass(sim);
}

/* Who does not go on, for whoever reads the trace. */
static void tell_clients(const Sim *sim) {
    for (int i = 0; i < CLIENTS; i++) {
        const SimClient *client = &sim->clients[i];
        sim_note(sim, "client %d at server %d: entered %d ready %d over %d, n %lld, answers %u, legal '%s', pending '%s'", i,
                 client->connection ? client->connection->server : -1, client->entered, client->ready, client->over,
                 (long long)client->n, client->answers, client->legal, client->pending);
    }
}

static void run_quiet(Sim *sim) {
    uint32_t entries[TABLES];
    unsigned answers[CLIENTS];
    Milliseconds end = sim->now + QUIET_MS;
    for (int i = 0; i < TABLES; i++) {
        const SimTable *table = sim_database_table(sim, &sim->table_ids[i]);
        entries[i] = table ? table->count : 0;
    }
    for (int i = 0; i < CLIENTS; i++) answers[i] = sim->clients[i].answers;
    while (sim->result.good && sim->now < end && !sim_audit_all_go_on(sim, entries, answers)) pass(sim);
    if (!sim->result.good || sim->now < end) return;
    tell_clients(sim);
    sim_wrong(sim, "not everybody goes on");
}

static void open_world(Sim *sim, uint64_t seed) {
    sim->chance = chance_fast(seed);
    sim->eyes = chance_fast(~seed);
    sim->now = sim->began = 1800000000000;
    sim->result.good = true;
    if (!desk_init(&sim->desk)) abort();
    for (int i = 0; i < SERVERS; i++) sim_server_start(sim, i);
    for (int i = 0; i < CLIENTS; i++) sim_client_init(&sim->clients[i], i);
}

static void close_world(Sim *sim) {
    for (int i = 0; i < SERVERS; i++) sim_server_kill(sim, &sim->servers[i]);
    sim_links_release(sim);
    sim_database_release(sim);
    desk_release(&sim->desk);
    free(sim);
}

SimResult sim_run(uint64_t seed, SimBug bug, bool trace) {
    Sim *sim = calloc(1, sizeof *sim);
    assert(sim);
    sim->bug = bug;
    sim->trace = trace;
    open_world(sim, seed);
    run_for(sim, OPENING_MS);
    sim->faulty = true;
    run_for(sim, FAULTY_MS);
    end_faults(sim);
    run_quiet(sim);
    run_for(sim, SETTLING_MS);
    if (sim->result.good) sim_audit_end(sim);
    SimResult result = sim->result;
    close_world(sim);
    return result;
}
