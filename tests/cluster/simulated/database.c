/* The model of the database: logs, registrations with their fences, who owns which shard, and transactions under way.
 * What it does is what store/postgres/ asks of PostgreSQL: a transaction locks the fence of its server and checks it, deleting a
 * fence waits for such transactions or ends them, and a unique key refuses a second entry of the same number. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated/world.h"

SimTable *sim_database_table(Sim *sim, const TableId *id) {
    for (int i = 0; i < sim->table_count; i++)
        if (strcmp(sim->tables[i].id.text, id->text) == 0) return &sim->tables[i];
    return NULL;
}

void sim_writes_free(SimWrites *writes) {
    for (size_t i = 0; i < writes->count; i++) {
        free((char *)(uintptr_t)writes->list[i].text);
        free((uint8_t *)(uintptr_t)writes->list[i].secret);
    }
    free(writes->list);
    *writes = (SimWrites){0};
}

/* ---- transactions */

/* Would a unique key refuse it? */
static bool fits(Sim *sim, const SimWrites *writes) {
    for (size_t i = 0; i < writes->count; i++) {
        const Write *write = &writes->list[i];
        const SimTable *table = sim_database_table(sim, &write->table);
        if (write->kind == WRITE_ENTRY && table && write->n < table->count) return false;
        if (write->kind == WRITE_TABLE && write->create_key)
            for (int k = 0; k < sim->table_count; k++)
                if (sim->tables[k].create_key == write->create_key) return false;
    }
    return true;
}

static SimTable *add_table(Sim *sim, const Write *write) {
    assert(sim->table_count < TABLES_STORED_MAX);
    SimTable *table = &sim->tables[sim->table_count++];
    table->id = write->table;
    table->create_key = write->create_key;
    memcpy(table->secret, write->secret, ROOM_SECRET_BYTES);
    return table;
}

static void add_entry(Sim *sim, SimTable *table, const Write *write) {
    if (write->n != table->count) sim_wrong(sim, "entry %u of a table that has %u", write->n, table->count);
    assert(table->count < ENTRIES_MAX);
    table->entries[table->count++] = (SimEntry){sim_copied(write->text, write->length), write->length, write->at};
    sim->result.entries++;
    sim_eyes_take_entry(sim, table);
}

static void apply_write(Sim *sim, Epoch epoch, const Write *write) {
    SimTable *table = sim_database_table(sim, &write->table);
    if (write->kind == WRITE_NAME || write->kind == WRITE_DEVICE) return;
    assert(!table || write->kind != WRITE_TABLE);
    if (write->kind == WRITE_TABLE) table = add_table(sim, write);
    if (!table) {
        sim_wrong(sim, "a write to a table that is not there");
        return;
    }
    Epoch owner = sim->owners[shard_of(&table->id)];
    if (owner != epoch)
        sim_wrong(sim, "server %llu writes to a table of server %llu", (unsigned long long)epoch, (unsigned long long)owner);
    if (write->kind == WRITE_PHASE) table->phase = write->phase;
    if (write->kind == WRITE_ENTRY) add_entry(sim, table, write);
    if (write->kind != WRITE_SNAPSHOT) return;
    free(table->snapshot.text);
    table->snapshot = (SimEntry){sim_copied(write->text, write->length), write->length, write->at};
    table->snapshot_n = write->n;
    table->has_snapshot = true;
}

static void apply(Sim *sim, Operation *operation) {
    operation->done = true;
    operation->good = operation->good && fits(sim, &operation->writes);
    for (size_t i = 0; operation->good && sim->result.good && i < operation->writes.count; i++)
        apply_write(sim, operation->epoch, &operation->writes.list[i]);
    sim_writes_free(&operation->writes);
}

/* Transactions begin with the fence's lock, and end. */
static void run_operation(Sim *sim, Operation *operation) {
    if (!operation->begun && operation->begins <= sim->now) {
        operation->begun = true;
        if (sim->bug != BUG_NO_EPOCH && !sim->fences[operation->epoch]) {
            operation->good = false;
            operation->done = true;
            sim_writes_free(&operation->writes);
        }
    }
    if (operation->begun && !operation->done && operation->applies <= sim->now) apply(sim, operation);
}

Operation *sim_database_commit(Sim *sim, SimServer *server) {
    Operation *operation = NULL;
    for (int i = 0; i < OPERATIONS_MAX && !operation; i++)
        if (!sim->operations[i].used) operation = &sim->operations[i];
    if (!operation) return NULL;
    uint32_t stall = sim_happens(sim, 10) ? 4000 : 20;
    *operation = (Operation){.used = true, .epoch = server->epoch, .writes = server->writes, .good = true};
    operation->begins = sim->now + 1 + sim_delay(sim, stall);
    operation->applies = operation->begins + sim_delay(sim, 10);
    if (sim_happens(sim, 5)) operation->good = false; /* the disk is full */
    server->writes = (SimWrites){0};
    return operation;
}

/* Deleting a fence waits for whoever has it locked, or ends them. */
static bool cut_fence(Sim *sim, Epoch epoch) {
    bool stood = sim->fences[epoch];
    for (int i = 0; i < OPERATIONS_MAX; i++) {
        Operation *operation = &sim->operations[i];
        if (!operation->used || !operation->begun || operation->done || operation->epoch != epoch) continue;
        if (sim->bug == BUG_NO_EPOCH) continue;
        if (sim_below(sim, 2)) operation->good = false; /* its process was ended */
        apply(sim, operation);
    }
    sim->fences[epoch] = false;
    return stood;
}

/* ---- registrations */

static int node_at(const Sim *sim, Epoch epoch) {
    for (int i = 0; i < sim->node_count; i++)
        if (sim->nodes[i].epoch == epoch) return i;
    return -1;
}

static void drop_node(Sim *sim, int at) {
    sim->node_count--;
    memmove(&sim->nodes[at], &sim->nodes[at + 1], (size_t)(sim->node_count - at) * sizeof *sim->nodes);
    memmove(&sim->seen[at], &sim->seen[at + 1], (size_t)(sim->node_count - at) * sizeof *sim->seen);
}

void sim_database_leave(Sim *sim, Epoch epoch) {
    int at = node_at(sim, epoch);
    if (at < 0) return;
    cut_fence(sim, epoch);
    drop_node(sim, at);
}

/* A server's name is its number; here it is its port. */
static void do_register(Sim *sim, SimJob *run) {
    const StoreJob *job = &run->job;
    StoreAnswer *answer = &run->answer;
    if (job->epoch) answer->kept = cut_fence(sim, job->epoch);
    for (int i = sim->node_count; i-- > 0;)
        if (sim->nodes[i].port == run->server) sim_database_leave(sim, sim->nodes[i].epoch);
    answer->epoch = ++sim->next_epoch;
    assert(answer->epoch < EPOCHS_MAX);
    sim->fences[answer->epoch] = true;
    sim->nodes[sim->node_count] = (Node){.epoch = answer->epoch, .port = run->server, .draining = job->draining};
    sim->seen[sim->node_count++] = sim->now;
    for (int shard = 0; answer->kept && shard < SHARDS; shard++)
        if (sim->owners[shard] == job->epoch) sim->owners[shard] = answer->epoch;
}

static void do_look(Sim *sim, const StoreJob *job) {
    int me = node_at(sim, job->epoch);
    if (me < 0) return;
    sim->seen[me] = sim->now;
    sim->nodes[me].draining |= job->draining;
}

static void do_take(Sim *sim, const StoreJob *job) {
    int dead = node_at(sim, job->dead);
    if (dead < 0 || sim->now - sim->seen[dead] < job->stale) return;
    sim_database_leave(sim, job->dead);
    sim->result.takeovers++;
    sim_note(sim, "server %llu is given up by %llu", (unsigned long long)job->dead, (unsigned long long)job->epoch);
}

static void do_assign(Sim *sim, const StoreJob *job) {
    for (int i = 0; sim->fences[job->epoch] && i < job->moves.count; i++) {
        Epoch *owner = &sim->owners[job->moves.shards[i]];
        if (*owner == job->epoch || !sim->fences[*owner]) *owner = job->moves.owners[i];
    }
}

static void do_job(Sim *sim, SimJob *run) {
    switch (run->job.kind) {
    case JOB_REGISTER: do_register(sim, run); break;
    case JOB_LOOK: do_look(sim, &run->job); break;
    case JOB_TAKE: do_take(sim, &run->job); break;
    case JOB_ASSIGN: do_assign(sim, &run->job); break;
    }
    Look *look = &run->answer.look;
    look->node_count = sim->node_count;
    for (int i = 0; i < sim->node_count; i++) {
        look->nodes[i] = sim->nodes[i];
        look->nodes[i].age = sim->now - sim->seen[i];
    }
    memcpy(look->owners, sim->owners, sizeof sim->owners);
}

static void run_job(Sim *sim, SimJob *job) {
    job->done = true;
    if (job->fate != FATE_LOST) do_job(sim, job);
}

/* The name of a server is locked by the connection that does its jobs: what an earlier one began is over before the next begins. */
void sim_database_settle_jobs(Sim *sim, int server) {
    for (int i = 0; i < JOBS_MAX; i++) {
        SimJob *job = &sim->jobs[i];
        if (!job->used || !job->alone || job->server != server) continue;
        if (!job->done && sim_below(sim, 2)) run_job(sim, job);
        job->used = false;
    }
}

SimJob *sim_database_ask(Sim *sim, int server, const StoreJob *asked) {
    SimJob *job = sim->jobs;
    sim_database_settle_jobs(sim, server);
    while (job->used) job++;
    assert(job < sim->jobs + JOBS_MAX);
    job->used = true;
    job->done = job->alone = false;
    job->server = server;
    job->job = *asked;
    job->answer = (StoreAnswer){.kind = asked->kind};
    job->fate = sim_happens(sim, 30) ? FATE_LOST : sim_happens(sim, 20) ? FATE_UNHEARD : FATE_GOOD;
    job->runs = sim->now + 1 + sim_delay(sim, 60);
    job->due = job->runs + sim_delay(sim, 40);
    if (job->fate == FATE_UNHEARD && sim_below(sim, 2)) job->due = sim->now; /* it may run afterwards */
    return job;
}

/* ---- its life */

void sim_database_run(Sim *sim) {
    if (sim->now < sim->database_back) return;
    for (int i = 0; i < OPERATIONS_MAX; i++) {
        Operation *operation = &sim->operations[i];
        if (operation->done && operation->alone) operation->used = false;
        if (operation->used && !operation->done) run_operation(sim, operation);
    }
    for (int i = 0; i < JOBS_MAX; i++) {
        SimJob *job = &sim->jobs[i];
        if (job->used && !job->done && job->runs <= sim->now) run_job(sim, job);
        if (job->used && job->done && job->alone) job->used = false;
    }
}

void sim_database_crash(Sim *sim) {
    for (int i = 0; i < OPERATIONS_MAX; i++) {
        Operation *operation = &sim->operations[i];
        if (!operation->used || operation->done) continue;
        operation->good = operation->good && operation->begun && sim_below(sim, 2);
        apply(sim, operation);
    }
    for (int i = 0; i < JOBS_MAX; i++) {
        SimJob *job = &sim->jobs[i];
        if (job->used && !job->done) job->fate = FATE_LOST;
    }
    for (int i = 0; i < SERVERS; i++) {
        if (!sim->servers[i].commit) continue;
        sim->servers[i].breaks = true;
        sim->servers[i].heard = sim->now;
    }
}

void sim_database_release(Sim *sim) {
    for (int i = 0; i < OPERATIONS_MAX; i++) sim_writes_free(&sim->operations[i].writes);
    for (int i = 0; i < sim->table_count; i++) {
        SimTable *table = &sim->tables[i];
        sim_eyes_release(table);
        for (uint32_t n = 0; n < table->count; n++) free(table->entries[n].text);
        free(table->snapshot.text);
    }
}
