/* Runs the simulated cluster: the database's model first, then servers, links and clients. */
#include "tests/cluster/simulated.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

enum {
    SERVERS = 3,
    TABLES = 3,
    CLIENTS = 2 * TABLES,
    FAULTY_MS = 12000,
    QUIET_MS = 40000,
    ENTRIES_MAX = 2000,
    OPERATIONS_MAX = 64,
    EPOCHS_MAX = 512,
    KEYS_MAX = 4096,
    TEXT_MAX = 512,
};

/* ---- types */

typedef struct SimEntry {
    char *text;
    size_t length;
    Milliseconds at;
} SimEntry;

typedef struct SimTable {
    TableId id;
    uint8_t secret[ROOM_SECRET_BYTES];
    uint64_t create_key;
    int phase;
    SimEntry entries[ENTRIES_MAX];
    uint32_t count;
    SimEntry snapshot; /* the last; `snapshot_n` is its entry */
    uint32_t snapshot_n;
    bool has_snapshot;
    char *seen[ENTRIES_MAX]; /* what clients were told of each */
} SimTable;

typedef struct SimWrites {
    Write *list;
    size_t count, capacity;
} SimWrites;

/* A transaction on its way through the database. It goes on whatever becomes of the server. */
typedef struct Operation {
    bool used, begun, done, good;
    bool alone; /* nobody waits for it any more */
    Epoch epoch;
    Milliseconds begins, applies;
    SimWrites writes;
} Operation;

typedef struct Sending {
    struct Sending *next;
    ConnectionId connection;
    int close_code;
    enum { SEND_TEXT, SEND_CLOSE, SEND_ANSWERED, SEND_ENTERED, SEND_FRAME } kind;
    Epoch to; /* FRAME */
    Frame frame;
    TableId table;
    uint32_t n;
    char *text;
    size_t length;
    Milliseconds arrives;
} Sending;

typedef struct LinkFrame {
    struct LinkFrame *next;
    Epoch from, to;
    Frame frame;
    char *text;
    Milliseconds arrives;
} LinkFrame;

typedef struct SimLink {
    bool used;
    Epoch one, other; /* epochs of both ends */
    Milliseconds opens, breaks;
    bool told_one, told_other;
} SimLink;

typedef struct SimLoad {
    Load load;
    Milliseconds due;
} SimLoad;

typedef struct SimClient SimClient;

typedef struct SimServer {
    struct Sim *sim;
    int number;
    bool up;
    Milliseconds resumes; /* paused until then */
    Room *room;
    Cluster *cluster;
    RoomShare share;
    SimWrites writes;
    Sending *outbox, **outbox_last;
    TableId telling;
    uint32_t telling_n;
    SimLoad loads[256];
    int load_count;
    Load wanted[256]; /* of this turn */
    int wanted_count;
    bool has_job, job_done;
    StoreJob job;
    StoreAnswer answer;
    Milliseconds job_runs, job_due;
    int job_fate;
    Operation *commit;
    Milliseconds heard;
    bool breaks; /* the connection breaks before the answer */
    Epoch epoch; /* the store's fence */
    bool unfenced;
    ConnectionId connections;
} SimServer;

struct SimClient {
    PersonId person;
    int number, server; /* -1: nowhere */
    ConnectionId connection;
    int table; /* index; the first of a table's two makes it */
    bool entered, ready, over, leaving;
    int64_t n;
    char legal[MOVE_TEXT_MAX];
    char pending[TEXT_MAX]; /* sent and not answered */
    unsigned key;
    bool acknowledged[KEYS_MAX];
    Milliseconds acts, comes_back;
    Sending *inbox, **inbox_last; /* on their way to it */
    struct {
        char text[TEXT_MAX];
        Milliseconds arrives;
    } outgoing[8];
    int outgoing_count;
};

typedef struct Sim {
    Chance chance;
    SimBug bug;
    bool trace, faulty;
    Milliseconds now, database_back;
    Operation operations[OPERATIONS_MAX];
    bool fences[EPOCHS_MAX];
    Node nodes[NODES_MAX];
    Milliseconds seen[NODES_MAX];
    int node_count;
    Epoch owners[SHARDS], next_epoch;
    SimTable tables[TABLES + 8];
    int table_count;
    SimServer servers[SERVERS];
    SimLink links[64];
    LinkFrame *frames, **frames_last;
    SimClient clients[CLIENTS];
    TableId table_ids[TABLES];
    SimResult result;
} Sim;

static uint32_t below(Sim *sim, uint32_t bound) { return bound ? chance_below(&sim->chance, bound) : 0; }

static bool happens(Sim *sim, uint32_t in_a_thousand) { return sim->faulty && below(sim, 1000) < in_a_thousand; }

static void note(Sim *sim, const char *format, ...) {
    va_list arguments;
    if (!sim->trace) return;
    printf("# %6lld ", (long long)sim->now);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void wrong(Sim *sim, const char *format, ...) {
    va_list arguments;
    if (!sim->result.good) return;
    sim->result.good = false;
    va_start(arguments, format);
    vsnprintf(sim->result.problem, sizeof sim->result.problem, format, arguments);
    va_end(arguments);
    note(sim, "WRONG: %s", sim->result.problem);
}

static char *copied(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    assert(copy);
    if (length) memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

/* ---- the database */

static SimTable *find_table(Sim *sim, const TableId *id) {
    for (int i = 0; i < sim->table_count; i++)
        if (strcmp(sim->tables[i].id.text, id->text) == 0) return &sim->tables[i];
    return NULL;
}

static void free_writes(SimWrites *writes) {
    for (size_t i = 0; i < writes->count; i++) {
        free((char *)(uintptr_t)writes->list[i].text);
        free((uint8_t *)(uintptr_t)writes->list[i].secret);
    }
    free(writes->list);
    *writes = (SimWrites){0};
}

/* Would a unique key refuse it? */
static bool fits(Sim *sim, const SimWrites *writes) {
    for (size_t i = 0; i < writes->count; i++) {
        const Write *write = &writes->list[i];
        SimTable *table = find_table(sim, &write->table);
        if (write->kind == WRITE_ENTRY && table && write->n < table->count) return false;
        if (write->kind == WRITE_TABLE && write->create_key)
            for (int k = 0; k < sim->table_count; k++)
                if (sim->tables[k].create_key == write->create_key) return false;
    }
    return true;
}

static void apply_write(Sim *sim, Epoch epoch, const Write *write) {
    SimTable *table = find_table(sim, &write->table);
    if (write->kind == WRITE_TABLE) {
        assert(!table && sim->table_count < TABLES + 8);
        table = &sim->tables[sim->table_count++];
        table->id = write->table;
        table->create_key = write->create_key;
        memcpy(table->secret, write->secret, ROOM_SECRET_BYTES);
    }
    if (write->kind == WRITE_NAME || write->kind == WRITE_DEVICE) return;
    if (!table) {
        wrong(sim, "a write to a table that is not there");
        return;
    }
    Epoch owner = sim->owners[shard_of(&table->id)];
    if (owner != epoch)
        wrong(sim, "server %llu writes to a table of server %llu", (unsigned long long)epoch, (unsigned long long)owner);
    if (write->kind == WRITE_PHASE) table->phase = write->phase;
    if (write->kind == WRITE_SNAPSHOT) {
        free(table->snapshot.text);
        table->snapshot = (SimEntry){copied(write->text, write->length), write->length, write->at};
        table->snapshot_n = write->n;
        table->has_snapshot = true;
    }
    if (write->kind != WRITE_ENTRY) return;
    if (write->n != table->count) wrong(sim, "entry %u of a table that has %u", write->n, table->count);
    assert(table->count < ENTRIES_MAX);
    table->entries[table->count++] = (SimEntry){copied(write->text, write->length), write->length, write->at};
    sim->result.entries++;
}

static void apply(Sim *sim, Operation *operation) {
    operation->done = true;
    operation->good = operation->good && fits(sim, &operation->writes);
    for (size_t i = 0; operation->good && i < operation->writes.count; i++)
        apply_write(sim, operation->epoch, &operation->writes.list[i]);
    free_writes(&operation->writes);
}

/* Transactions begin with the fence's lock, and end. */
static void run_operations(Sim *sim) {
    if (sim->now < sim->database_back) return;
    for (int i = 0; i < OPERATIONS_MAX; i++) {
        Operation *operation = &sim->operations[i];
        if (operation->done && operation->alone) operation->used = false;
        if (!operation->used || operation->done) continue;
        if (!operation->begun && operation->begins <= sim->now) {
            operation->begun = true;
            operation->good = sim->bug == BUG_NO_EPOCH || sim->fences[operation->epoch];
            if (!operation->good) {
                operation->done = true;
                free_writes(&operation->writes);
            }
        }
        if (operation->begun && !operation->done && operation->applies <= sim->now) apply(sim, operation);
    }
}

/* Deleting a fence waits for whoever has it locked, or ends them. */
static bool cut_fence(Sim *sim, Epoch epoch) {
    bool stood = sim->fences[epoch];
    for (int i = 0; i < OPERATIONS_MAX; i++) {
        Operation *operation = &sim->operations[i];
        if (!operation->used || !operation->begun || operation->done || operation->epoch != epoch) continue;
        if (sim->bug == BUG_NO_EPOCH) continue;
        if (below(sim, 2)) operation->good = false; /* its process was ended */
        apply(sim, operation);
    }
    sim->fences[epoch] = false;
    return stood;
}

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

static void do_register(Sim *sim, SimServer *server) {
    const StoreJob *job = &server->job;
    StoreAnswer *answer = &server->answer;
    if (job->epoch) answer->kept = cut_fence(sim, job->epoch);
    for (int i = sim->node_count; i-- > 0;)
        if (sim->nodes[i].port == server->number) {
            cut_fence(sim, sim->nodes[i].epoch);
            drop_node(sim, i);
        }
    answer->epoch = ++sim->next_epoch;
    assert(answer->epoch < EPOCHS_MAX);
    sim->fences[answer->epoch] = true;
    sim->nodes[sim->node_count] = (Node){.epoch = answer->epoch, .port = server->number, .draining = job->draining};
    sim->seen[sim->node_count++] = sim->now;
    for (int shard = 0; answer->kept && shard < SHARDS; shard++)
        if (sim->owners[shard] == job->epoch) sim->owners[shard] = answer->epoch;
}

static void do_job(Sim *sim, SimServer *server) {
    const StoreJob *job = &server->job;
    int me = node_at(sim, job->epoch), dead = node_at(sim, job->dead);
    switch (job->kind) {
    case JOB_REGISTER: do_register(sim, server); break;
    case JOB_LOOK:
        if (me >= 0) sim->seen[me] = sim->now;
        break;
    case JOB_TAKE:
        if (dead < 0 || sim->now - sim->seen[dead] < job->stale) break;
        cut_fence(sim, job->dead);
        drop_node(sim, dead);
        sim->result.takeovers++;
        note(sim, "server %llu is given up", (unsigned long long)job->dead);
        break;
    case JOB_ASSIGN:
        for (int i = 0; sim->fences[job->epoch] && i < job->moves.count; i++) {
            Epoch *owner = &sim->owners[job->moves.shards[i]];
            if (*owner == job->epoch || !sim->fences[*owner]) *owner = job->moves.owners[i];
        }
        break;
    }
    server->answer.look.node_count = sim->node_count;
    memcpy(server->answer.look.nodes, sim->nodes, sizeof sim->nodes);
    for (int i = 0; i < sim->node_count; i++) server->answer.look.nodes[i].age = sim->now - sim->seen[i];
    memcpy(server->answer.look.owners, sim->owners, sizeof sim->owners);
}

/* ---- a server's port */

static void port_write(void *context, const Write *write) {
    SimWrites *writes = &((SimServer *)context)->writes;
    if (writes->count == writes->capacity) {
        writes->capacity = writes->capacity ? 2 * writes->capacity : 16;
        writes->list = realloc(writes->list, writes->capacity * sizeof *writes->list);
        assert(writes->list);
    }
    Write *kept = &writes->list[writes->count++];
    *kept = *write;
    kept->text = write->text ? copied(write->text, write->length) : NULL;
    kept->secret = write->secret ? (uint8_t *)copied((const char *)write->secret, ROOM_SECRET_BYTES) : NULL;
}

static Sending *put_out(SimServer *server, int kind, ConnectionId connection, const char *text, size_t length) {
    Sending *sending = calloc(1, sizeof *sending);
    assert(sending);
    sending->kind = kind;
    sending->connection = connection;
    sending->text = copied(text, length);
    sending->length = length;
    sending->table = server->telling;
    sending->n = server->telling_n;
    *server->outbox_last = sending;
    server->outbox_last = &sending->next;
    return sending;
}

static void port_send(void *context, ConnectionId connection, const char *json, size_t length) {
    put_out(context, SEND_TEXT, connection, json, length);
}

static void port_close(void *context, ConnectionId connection, int code) {
    put_out(context, SEND_CLOSE, connection, "", 0)->close_code = code;
}

static void port_ask(void *context, const Ask *ask) {
    (void)context;
    (void)ask; /* nobody here is a bot, and nobody is away for long */
}

static void port_load(void *context, const Load *load) {
    SimServer *server = context;
    assert(server->wanted_count < 256);
    server->wanted[server->wanted_count++] = *load;
}

static void port_random(void *context, void *bytes, size_t count) {
    SimServer *server = context;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)below(server->sim, 256);
}

static void port_damaged(void *context, const char *reason) { wrong(((SimServer *)context)->sim, "damaged: %s", reason); }

static bool share_owns(void *context, const TableId *table) { return cluster_owns(((SimServer *)context)->cluster, table); }

static bool share_relay(void *context, ConnectionId client, const Relay *relay) {
    return cluster_relay(((SimServer *)context)->cluster, client, relay);
}

static void share_moved(void *context, ConnectionId client, const TableId *table, int64_t since) {
    cluster_moved(((SimServer *)context)->cluster, client, table, since);
}

static void share_telling(void *context, const TableId *table, uint32_t n) {
    SimServer *server = context;
    server->telling = table ? *table : (TableId){""};
    server->telling_n = n;
}

static void share_entered(void *context, ConnectionId client, const TableId *table) {
    SimServer *server = context;
    if (cluster_is_visitor(server->cluster, client)) put_out(server, SEND_ENTERED, client, table->text, strlen(table->text));
    else cluster_entered(server->cluster, client, table);
}

static void share_answered(void *context, ConnectionId client, const char *key) {
    SimServer *server = context;
    if (cluster_is_visitor(server->cluster, client)) put_out(server, SEND_ANSWERED, client, key, strlen(key));
}

static void share_renamed(void *context, const PersonId *person, const char *name, int face) {
    (void)context;
    (void)face;
    (void)person;
    (void)name;
}

static void share_row(void *context, uint64_t room, const TableId *table, uint64_t number, Span text) {
    Sending *sending = put_out(context, SEND_FRAME, 0, text.at, text.length);
    sending->to = room;
    sending->frame = (Frame){.kind = FRAME_ROW, .table = *table, .number = number};
}

static void share_row_gone(void *context, const TableId *table, bool stored) {
    put_out(context, SEND_FRAME, 0, "", 0)->frame = (Frame){.kind = FRAME_ROW_GONE, .table = *table, .number = stored};
}

/* ---- the cluster's port */

static void ask_store(void *context, const StoreJob *job) {
    SimServer *server = context;
    Sim *sim = server->sim;
    assert(!server->has_job);
    server->has_job = true;
    server->job_done = false;
    server->job = *job;
    server->answer = (StoreAnswer){.kind = job->kind};
    server->job_runs = sim->now + 1 + below(sim, sim->faulty ? 60 : 5);
    server->job_due = server->job_runs + below(sim, sim->faulty ? 40 : 5);
    server->job_fate = happens(sim, 30) ? 1 : happens(sim, 20) ? 2 : 0; /* never runs; runs, but nobody hears */
}

static SimServer *server_of(Sim *sim, Epoch epoch) {
    for (int i = 0; i < SERVERS; i++)
        if (sim->servers[i].up && cluster_counts(sim->servers[i].cluster).epoch == epoch) return &sim->servers[i];
    return NULL;
}

static SimLink *find_link(Sim *sim, Epoch one, Epoch other) {
    for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++) {
        SimLink *link = &sim->links[i];
        if (link->used && ((link->one == one && link->other == other) || (link->one == other && link->other == one)))
            return link;
    }
    return NULL;
}

static void seek_link(void *context, const Node *node) {
    SimServer *server = context;
    Sim *sim = server->sim;
    Epoch me = cluster_counts(server->cluster).epoch;
    if (find_link(sim, me, node->epoch) || !server_of(sim, node->epoch) || sim->now < server_of(sim, node->epoch)->resumes)
        return;
    for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++) {
        if (sim->links[i].used) continue;
        sim->links[i] = (SimLink){.used = true,
                                  .one = me,
                                  .other = node->epoch,
                                  .opens = sim->now + 1 + below(sim, 10),
                                  .breaks = sim->faulty && below(sim, 3) == 0 ? sim->now + below(sim, 3000) : INT64_MAX};
        return;
    }
}

static void break_link(Sim *sim, SimLink *link) {
    if (link->breaks > sim->now) link->breaks = sim->now;
}

static void cut_link(void *context, Epoch node) {
    SimServer *server = context;
    SimLink *link = find_link(server->sim, cluster_counts(server->cluster).epoch, node);
    if (link) break_link(server->sim, link);
}

static void send_frame(void *context, Epoch to, const Frame *frame) {
    SimServer *server = context;
    Sim *sim = server->sim;
    Epoch me = cluster_counts(server->cluster).epoch;
    SimLink *link = find_link(sim, me, to);
    if (!link || !(link->one == me ? link->told_one : link->told_other) || sim->now >= link->breaks) return;
    LinkFrame *kept = calloc(1, sizeof *kept);
    assert(kept);
    *kept = (LinkFrame){.from = me, .to = to, .frame = *frame, .text = copied(frame->text.at, frame->text.length)};
    kept->arrives = sim->now + 1 + below(sim, sim->faulty ? 20 : 3);
    *sim->frames_last = kept;
    sim->frames_last = &kept->next;
    sim->result.relayed++;
}

/* What the key of a message is for: without it, a message that is sent again counts again. */
static void spoil_key(Sim *sim, char *text) {
    char *key = strstr(text, "\"key\":\"k");
    if (sim->bug == BUG_NO_KEY && key) key[7] = (char)('a' + below(sim, 26));
}

static void step_room(void *context, const RoomInput *input) {
    SimServer *server = context;
    room_step(server->room, input, server->sim->now);
}

static SimClient *client_at(Sim *sim, const SimServer *server, ConnectionId connection) {
    for (int i = 0; i < CLIENTS; i++)
        if (sim->clients[i].server == server->number && sim->clients[i].connection == connection) return &sim->clients[i];
    return NULL;
}

static void give_client(Sim *sim, SimClient *client, const char *text, size_t length, int close_code) {
    Sending *sending = calloc(1, sizeof *sending);
    assert(sending);
    sending->text = copied(text, length);
    sending->length = length;
    sending->close_code = close_code;
    sending->connection = client->connection;
    sending->arrives = sim->now + below(sim, sim->faulty ? 30 : 3);
    *client->inbox_last = sending;
    client->inbox_last = &sending->next;
}

static void tell_client(void *context, ConnectionId connection, Span text) {
    SimServer *server = context;
    SimClient *client = client_at(server->sim, server, connection);
    if (client) give_client(server->sim, client, text.at, text.length, 0);
}

static void close_client(void *context, ConnectionId connection, int code) {
    SimServer *server = context;
    SimClient *client = client_at(server->sim, server, connection);
    if (client) give_client(server->sim, client, "", 0, code);
}

static void registered(void *context, Epoch epoch, bool kept) {
    SimServer *server = context;
    Sim *sim = server->sim;
    for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++)
        if (sim->links[i].used && (sim->links[i].one == server->epoch || sim->links[i].other == server->epoch))
            break_link(sim, &sim->links[i]);
    server->epoch = epoch;
    server->unfenced = false;
    sim->result.registrations++;
    if (kept || (server->writes.count == 0 && !server->outbox)) return;
    free_writes(&server->writes); /* somebody else has acted in between */
    server->wanted_count = 0;
    while (server->outbox) {
        Sending *gone = server->outbox;
        server->outbox = gone->next;
        free(gone->text);
        free(gone);
    }
    server->outbox_last = &server->outbox;
    room_rolled_back(server->room, sim->now);
}

/* ---- a server's life */

static void start_server(Sim *sim, int number) {
    SimServer *server = &sim->servers[number];
    *server = (SimServer){.sim = sim, .number = number, .up = true};
    server->outbox_last = &server->outbox;
    server->share = (RoomShare){server,        share_owns,     share_relay,   share_moved, share_telling,
                                share_entered, share_answered, share_renamed, share_row,   share_row_gone};
    RoomSettings settings = {.tables_max = 100, .thinkers = 1, .pace = 0, .grace = 1000000000};
    RoomPort port = {server, port_write, port_send, port_close, port_ask, port_load, port_random, port_damaged, &server->share};
    ClusterPort cluster = {server,    ask_store,   seek_link,    cut_link,  send_frame,
                           step_room, tell_client, close_client, registered};
    server->room = room_open(&settings, &port);
    server->cluster = cluster_open(&cluster);
    server->unfenced = true;
    assert(server->room && server->cluster);
}

static void drop_outbox(SimServer *server) {
    while (server->outbox) {
        Sending *gone = server->outbox;
        server->outbox = gone->next;
        free(gone->text);
        free(gone);
    }
    server->outbox_last = &server->outbox;
}

static void kill_server(Sim *sim, SimServer *server) {
    Epoch epoch = cluster_counts(server->cluster).epoch;
    if (!server->up) return;
    server->up = false;
    for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++)
        if (sim->links[i].used && (sim->links[i].one == epoch || sim->links[i].other == epoch)) break_link(sim, &sim->links[i]);
    free_writes(&server->writes);
    drop_outbox(server);
    room_free(server->room);
    cluster_free(server->cluster);
    server->room = NULL;
    server->cluster = NULL;
    if (server->commit) server->commit->alone = true; /* it goes on by itself */
    for (int i = 0; i < CLIENTS; i++)
        if (sim->clients[i].server == server->number) {
            sim->clients[i].server = -1;
            sim->clients[i].entered = sim->clients[i].leaving = false;
            sim->clients[i].comes_back = sim->now + below(sim, 500);
        }
    note(sim, "server %llu (%d) is killed", (unsigned long long)epoch, server->number);
}

/* ---- a turn of its loop */

static void deliver(Sim *sim, SimServer *server) {
    Sending *sending = server->outbox;
    server->outbox = NULL;
    server->outbox_last = &server->outbox;
    for (Sending *next; sending; sending = next) {
        next = sending->next;
        Span text = {sending->text, sending->length};
        TableId table = {""};
        if (sending->kind == SEND_FRAME) {
            sending->frame.text = text;
            cluster_tell_servers(server->cluster, sending->to, &sending->frame);
        } else if (cluster_is_visitor(server->cluster, sending->connection)) {
            if (sending->kind == SEND_CLOSE) cluster_tell_close(server->cluster, sending->connection, sending->close_code);
            else if (sending->kind == SEND_ANSWERED) cluster_tell_answered(server->cluster, sending->connection, sending->text);
            else if (sending->kind == SEND_ENTERED && span_copy(text, table.text, sizeof table.text))
                cluster_tell_entered(server->cluster, sending->connection, &table);
            else cluster_tell(server->cluster, sending->connection, text, &sending->table, sending->n);
        } else {
            SimClient *client = client_at(sim, server, sending->connection);
            if (client) give_client(sim, client, sending->text, sending->length, sending->close_code);
        }
        free(sending->text);
        free(sending);
    }
    if (server->unfenced) return; /* what there is is not known yet */
    for (int i = 0; i < server->wanted_count && server->load_count < 256; i++)
        server->loads[server->load_count++] = (SimLoad){server->wanted[i], sim->now + 1 + below(sim, sim->faulty ? 40 : 3)};
    server->wanted_count = 0;
}

static void begin_commit(Sim *sim, SimServer *server) {
    if (server->writes.count == 0 && !server->outbox && server->wanted_count == 0) return;
    if (server->unfenced) return; /* late */
    Operation *operation = NULL;
    for (int i = 0; i < OPERATIONS_MAX && !operation; i++)
        if (!sim->operations[i].used) operation = &sim->operations[i];
    if (!operation) return; /* another time */
    uint32_t stall = happens(sim, 10) ? 4000 : sim->faulty ? 20 : 3;
    *operation = (Operation){.used = true, .epoch = server->epoch, .writes = server->writes, .good = true};
    operation->begins = sim->now + 1 + below(sim, stall);
    operation->applies = operation->begins + below(sim, sim->faulty ? 10 : 2);
    server->writes = (SimWrites){0};
    server->commit = operation;
    server->breaks = happens(sim, 15);
    server->heard = server->breaks ? sim->now + below(sim, 60) : operation->applies;
    if (happens(sim, 5)) operation->good = false; /* the disk is full */
    if (sim->bug == BUG_ACKNOWLEDGE_EARLY) deliver(sim, server);
}

static void conclude(Sim *sim, SimServer *server) {
    Operation *operation = server->commit;
    bool overdue = sim->now - server->heard > 10000;
    if (!server->breaks && !operation->done && !overdue) return;
    if (sim->now < server->heard) return;
    bool known = !server->breaks && operation->done, good = known && operation->good;
    bool fenced = known && !good && !sim->fences[operation->epoch];
    server->commit = NULL;
    operation->alone = true; /* if it is not done, it goes on by itself */
    sim->result.commits++;
    if (!known || fenced) {
        server->unfenced = true;
        cluster_lost_store(server->cluster);
    }
    if (good) {
        room_committed(server->room);
    } else {
        sim->result.failed++;
        drop_outbox(server);
        server->wanted_count = 0;
        room_rolled_back(server->room, sim->now);
        note(sim, "server %llu: a commit %s", (unsigned long long)server->epoch,
             known ? fenced ? "is refused" : "fails" : "is lost");
    }
    deliver(sim, server);
}

static void give_load(Sim *sim, SimServer *server, const Load *load) {
    Loaded loaded = {.table = load->table, .ticket = load->ticket};
    StoredEntry entries[ENTRIES_MAX];
    TableId id;
    SimTable *table = find_table(sim, &load->table);
    if (load->kind == LOAD_MADE) {
        for (int i = 0; i < sim->table_count && !loaded.id_count; i++)
            if (sim->tables[i].create_key == load->create_key) {
                id = sim->tables[i].id;
                loaded.ids = &id;
                loaded.id_count = 1;
            }
    } else if (load->kind == LOAD_PART && table) {
        int64_t from = load->from < 0 ? (int64_t)table->count + load->from : load->from;
        bool use = table->has_snapshot && table->snapshot_n < from;
        loaded.found = true;
        loaded.secret = table->secret;
        loaded.begins = use ? table->snapshot_n + 1 : 0;
        loaded.snapshot = use ? table->snapshot.text : NULL;
        loaded.snapshot_length = use ? table->snapshot.length : 0;
        for (uint32_t n = loaded.begins; n < table->count && n <= load->to; n++)
            entries[loaded.entry_count++] =
                (StoredEntry){n, table->entries[n].at, table->entries[n].text, table->entries[n].length};
        loaded.entries = entries;
    }
    room_step(server->room, &(RoomInput){.kind = INPUT_LOADED, .loaded = &loaded}, sim->now);
}

static void take_loads(Sim *sim, SimServer *server) {
    for (int i = 0; i < server->load_count; i++) {
        if (server->loads[i].due > sim->now) continue;
        Load load = server->loads[i].load;
        server->loads[i--] = server->loads[--server->load_count];
        give_load(sim, server, &load);
    }
}

static void take_messages(Sim *sim, SimServer *server) {
    for (int i = 0; i < CLIENTS; i++) {
        SimClient *client = &sim->clients[i];
        if (client->server != server->number) continue;
        while (client->outgoing_count > 0 && client->outgoing[0].arrives <= sim->now) {
            char text[TEXT_MAX];
            memcpy(text, client->outgoing[0].text, sizeof text);
            memmove(client->outgoing, client->outgoing + 1, (size_t)--client->outgoing_count * sizeof *client->outgoing);
            room_step(server->room,
                      &(RoomInput){.kind = INPUT_MESSAGE, .connection = client->connection, .text = span_of(text)}, sim->now);
        }
    }
}

/* Ends of links hear of each other, and of the end. */
static void tell_links(Sim *sim, SimServer *server) {
    Epoch me = cluster_counts(server->cluster).epoch;
    for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++) {
        SimLink *link = &sim->links[i];
        if (!link->used || (link->one != me && link->other != me) || link->opens > sim->now) continue;
        bool *told = link->one == me ? &link->told_one : &link->told_other;
        Epoch peer = link->one == me ? link->other : link->one;
        if (sim->now < link->breaks && !*told) {
            *told = true;
            cluster_linked(server->cluster, peer, true, sim->now);
        } else if (sim->now >= link->breaks && *told) {
            *told = false;
            cluster_linked(server->cluster, peer, false, sim->now);
        }
    }
}

static void end_links(Sim *sim) {
    for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++) {
        SimLink *link = &sim->links[i];
        if (!link->used || sim->now < link->breaks) continue;
        if (link->told_one && !server_of(sim, link->one)) link->told_one = false;
        if (link->told_other && !server_of(sim, link->other)) link->told_other = false;
        if (!link->told_one && !link->told_other) link->used = false;
    }
}

/* In the order in which they were sent; those of a link that broke are lost. */
static void take_frames(Sim *sim, SimServer *server) {
    Epoch me = cluster_counts(server->cluster).epoch;
    for (LinkFrame **place = &sim->frames; *place;) {
        LinkFrame *frame = *place;
        const SimLink *link = find_link(sim, frame->from, frame->to);
        bool lost = !link || sim->now >= link->breaks || !server_of(sim, frame->to);
        if (!lost && (frame->to != me || !link->told_one || !link->told_other)) {
            place = &frame->next;
            continue;
        }
        if (!lost && frame->arrives > sim->now) break; /* nothing overtakes */
        *place = frame->next;
        if (!*place) sim->frames_last = place;
        frame->frame.text.at = frame->text;
        if (!lost && frame->frame.kind == FRAME_MESSAGE) spoil_key(sim, frame->text);
        if (!lost) cluster_frame(server->cluster, frame->from, &frame->frame);
        free(frame->text);
        free(frame);
    }
}

static void take_job(Sim *sim, SimServer *server) {
    bool dirty = server->writes.count > 0 || server->outbox || server->wanted_count > 0;
    if (!server->has_job || server->job_due > sim->now || sim->now < sim->database_back) return;
    if (dirty && !server->unfenced) return;
    server->has_job = false;
    server->answer.good = server->job_done && server->job_fate == 0;
    cluster_answer(server->cluster, &server->answer, sim->now);
}

static void run_server(Sim *sim, SimServer *server) {
    if (!server->up || sim->now < server->resumes) return;
    if (server->commit) {
        conclude(sim, server);
        if (server->commit) return;
    }
    tell_links(sim, server);
    take_frames(sim, server);
    take_messages(sim, server);
    if (!server->unfenced) take_loads(sim, server);
    if (room_due(server->room) <= sim->now) room_step(server->room, &(RoomInput){.kind = INPUT_TICK}, sim->now);
    cluster_work(server->cluster, sim->now);
    begin_commit(sim, server);
    if (!server->commit) take_job(sim, server);
}

/* ---- clients */

static void say(Sim *sim, SimClient *client, const char *format, ...) {
    va_list arguments;
    if (client->outgoing_count == 8) return;
    va_start(arguments, format);
    vsnprintf(client->outgoing[client->outgoing_count].text, TEXT_MAX, format, arguments);
    va_end(arguments);
    Milliseconds last = client->outgoing_count ? client->outgoing[client->outgoing_count - 1].arrives : 0;
    Milliseconds arrives = sim->now + below(sim, sim->faulty ? 30 : 3);
    client->outgoing[client->outgoing_count++].arrives = arrives > last ? arrives : last;
}

static void drop_inbox(SimClient *client) {
    while (client->inbox) {
        Sending *gone = client->inbox;
        client->inbox = gone->next;
        free(gone->text);
        free(gone);
    }
    client->inbox_last = &client->inbox;
}

static void leave(Sim *sim, SimClient *client) {
    SimServer *server = client->server >= 0 ? &sim->servers[client->server] : NULL;
    if (server && server->up && !(server->commit) && sim->now >= server->resumes) {
        cluster_disconnect(server->cluster, client->connection);
        room_step(server->room, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = client->connection}, sim->now);
        client->server = -1;
    } else if (server && server->up) {
        client->leaving = true; /* when its server can hear it */
        return;
    }
    client->server = -1;
    client->entered = client->leaving = false;
    client->outgoing_count = 0;
    client->legal[0] = 0;
    drop_inbox(client);
    client->comes_back = sim->now + 20 + below(sim, 400);
}

static void enter(Sim *sim, SimClient *client) {
    const char *table = sim->table_ids[client->table].text;
    if (client->n < 0) say(sim, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", table);
    else say(sim, client, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":%lld}", table, (long long)client->n);
}

static void come(Sim *sim, SimClient *client) {
    SimServer *server = &sim->servers[below(sim, SERVERS)];
    if (!server->up || server->commit || sim->now < server->resumes || !cluster_counts(server->cluster).epoch) return;
    drop_inbox(client);
    client->outgoing_count = 0;
    client->server = server->number;
    client->connection = ++server->connections << 14;
    client->entered = false;
    cluster_connect(server->cluster, client->connection, &client->person, "Ada", 0, (uint64_t)client->number + 1);
    room_step(server->room,
              &(RoomInput){.kind = INPUT_CONNECT,
                           .connection = client->connection,
                           .person = client->person,
                           .name = "Ada",
                           .address = (uint64_t)client->number + 1},
              sim->now);
    say(sim, client, "{\"do\":\"hello\",\"version\":%d}", WIRE_VERSION);
    if (!sim->table_ids[client->table].text[0] && client->pending[0]) say(sim, client, "%s", client->pending);
    if (sim->table_ids[client->table].text[0]) enter(sim, client);
}

static void ask_server(Sim *sim, SimClient *client, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(client->pending, sizeof client->pending, format, arguments);
    va_end(arguments);
    say(sim, client, "%s", client->pending);
}

/* What was once told of an entry never changes, whoever is told. */
static void hear_entry(Sim *sim, SimClient *client, const json_t *message) {
    SimTable *table = find_table(sim, &sim->table_ids[client->table]);
    int64_t n = json_integer_value(json_object_get(message, "n"));
    json_t *entry = json_object_get(message, "entry");
    if (!table || !entry) return;
    char *words = json_dumps(entry, JSON_SORT_KEYS | JSON_COMPACT);
    if (n < 0 || n >= table->count) wrong(sim, "entry %lld was told, and is not in the log", (long long)n);
    else if (!table->seen[n]) table->seen[n] = copied(words, strlen(words));
    else if (strcmp(table->seen[n], words) != 0) wrong(sim, "entry %lld was %s, is %s", (long long)n, table->seen[n], words);
    free(words);
    if (n > client->n) client->n = n;
}

static void hear_position(Sim *sim, SimClient *client, const json_t *message) {
    const json_t *legal = json_object_get(message, "legal");
    const char *phase = json_string_value(json_object_get(message, "phase"));
    if (phase) client->over = strcmp(phase, "over") == 0;
    if (phase && strcmp(phase, "playing") == 0) client->ready = true;
    if (!json_object_get(message, "actors")) return;
    size_t count = json_array_size(legal);
    client->legal[0] = 0;
    if (count)
        snprintf(client->legal, sizeof client->legal, "%s",
                 json_string_value(json_array_get(legal, below(sim, (uint32_t)count))));
}

static void hear_answer(Sim *sim, SimClient *client, const json_t *message, bool good) {
    const char *key = json_string_value(json_object_get(message, "key"));
    const char *table = json_string_value(json_object_get(message, "table"));
    char own[16];
    snprintf(own, sizeof own, "k%u", client->key);
    if (!key || strcmp(key, own) != 0) return;
    if (good && client->key < KEYS_MAX) client->acknowledged[client->key] = true;
    if (good && table && !sim->table_ids[client->table].text[0])
        span_copy(span_of(table), sim->table_ids[client->table].text, TABLE_ID_MAX);
    client->pending[0] = 0;
}

/* Clients talk much, and try to sit down or begin before they have heard that it is done. Nothing else is refused. */
static bool may_refuse(const char *code) {
    return strcmp(code, "too-fast") == 0 || strcmp(code, "already-started") == 0 || strcmp(code, "already-seated") == 0;
}

static void hear(Sim *sim, SimClient *client, const char *text, size_t length) {
    json_error_t error;
    json_t *message = json_loadb(text, length, 0, &error), *step;
    const char *what = json_string_value(json_object_get(message, "say"));
    size_t i;
    assert(message && what);
    if (strcmp(what, "entry") == 0) hear_entry(sim, client, message);
    if (strcmp(what, "history") == 0)
        json_array_foreach(json_object_get(message, "steps"), i, step) hear_entry(sim, client, step);
    if (strcmp(what, "table") == 0) {
        int64_t n = json_integer_value(json_object_get(message, "n"));
        if (n < client->n) wrong(sim, "a table that was told up to %lld is at %lld", (long long)client->n, (long long)n);
        bool waiting = strcmp(json_string_value(json_object_get(message, "phase")), "waiting") == 0;
        if (client->n >= 0 && n > client->n && !waiting) /* what was missed comes before, step by step */
            wrong(sim, "entries %lld to %lld were not shown to client %d", (long long)client->n + 1, (long long)n,
                  client->number);
        client->n = n;
        if (!client->entered && client->pending[0]) say(sim, client, "%s", client->pending);
        client->entered = true;
        client->ready = json_is_integer(json_object_get(json_object_get(message, "you"), "seat"));
    }
    if (strcmp(what, "entry") == 0 || strcmp(what, "table") == 0) hear_position(sim, client, message);
    if (strcmp(what, "done") == 0) hear_answer(sim, client, message, true);
    if (strcmp(what, "error") == 0) {
        const char *code = json_string_value(json_object_get(message, "code"));
        hear_answer(sim, client, message, false);
        if (!may_refuse(code)) wrong(sim, "client %d is refused: %s", client->number, code);
    }
    json_decref(message);
}

/* The first makes the table, the second takes a seat; both are ready, move, and say something now and then. */
static void act(Sim *sim, SimClient *client) {
    const char *table = sim->table_ids[client->table].text;
    bool maker = client->number % 2 == 0;
    if (client->pending[0] || sim->now < client->acts || client->key + 1 >= KEYS_MAX) return;
    client->acts = sim->now + 20 + below(sim, 200);
    const SimTable *stored = find_table(sim, &sim->table_ids[client->table]);
    if (maker && !*table) {
        ask_server(sim, client,
                   "{\"do\":\"create\",\"key\":\"k%u\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},"
                   "\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":true,\"chat\":true}",
                   ++client->key);
    } else if (*table && !client->entered) {
        enter(sim, client);
        client->acts = sim->now + 3000;
    } else if (client->entered && !maker && !client->ready) {
        ask_server(sim, client, "{\"do\":\"sit\",\"key\":\"k%u\",\"table\":\"%s\",\"seat\":1}", ++client->key, table);
        client->ready = true;
    } else if (client->entered && stored && stored->phase == 0) {
        ask_server(
            sim, client,
            "{\"do\":\"ready\",\"key\":\"k%u\",\"table\":\"%s\",\"on\":true,\"salt\":\"00112233445566778899aabbccddeeff\"}",
            ++client->key, table);
    } else if (client->entered && client->legal[0] && !client->over && below(sim, 4)) {
        ask_server(sim, client, "{\"do\":\"move\",\"key\":\"k%u\",\"table\":\"%s\",\"move\":\"%s\"}", ++client->key, table,
                   client->legal);
        client->legal[0] = 0;
    } else if (client->entered) {
        ++client->key;
        ask_server(sim, client, "{\"do\":\"talk\",\"key\":\"k%u\",\"table\":\"%s\",\"text\":\"%s says %u\"}", client->key,
                   table, client->person.text, client->key);
        client->acts += 500;
    }
}

static void run_client(Sim *sim, SimClient *client) {
    if (client->server < 0) {
        if (sim->now >= client->comes_back) come(sim, client);
        return;
    }
    if (client->leaving) {
        leave(sim, client);
        return;
    }
    while (client->inbox && client->inbox->arrives <= sim->now) {
        Sending *sending = client->inbox;
        client->inbox = sending->next;
        if (!client->inbox) client->inbox_last = &client->inbox;
        bool ours = sending->connection == client->connection;
        int code = sending->close_code;
        if (ours && !code) hear(sim, client, sending->text, sending->length);
        free(sending->text);
        free(sending);
        if (ours && code) {
            leave(sim, client);
            return;
        }
    }
    if (happens(sim, 1)) leave(sim, client); /* its own network */
    else act(sim, client);
}

/* ---- what must hold at the end */

static int count_in_log(const SimTable *table, const char *words) {
    int count = 0;
    for (uint32_t n = 0; n < table->count; n++) count += strstr(table->entries[n].text, words) != NULL;
    return count;
}

/* Everything acknowledged is in the log, and nothing is there twice. */
static void check_client(Sim *sim, const SimClient *client) {
    const SimTable *table = find_table(sim, &sim->table_ids[client->table]);
    char words[64];
    for (unsigned key = 1; table && key <= client->key; key++) {
        snprintf(words, sizeof words, "\"%s says %u\"", client->person.text, key);
        int said = count_in_log(table, words), keyed = 0;
        snprintf(words, sizeof words, "\"key\":\"k%u\"", key);
        for (uint32_t n = 0; n < table->count; n++)
            keyed += strstr(table->entries[n].text, words) && strstr(table->entries[n].text, client->person.text);
        if (said > 1 || keyed > 1)
            wrong(sim, "message %u of client %d counts %d times", key, client->number, said > keyed ? said : keyed);
        if (client->acknowledged[key] && said + keyed == 0)
            wrong(sim, "message %u of client %d was acknowledged and is lost", key, client->number);
    }
}

/* The table that its owner has in memory is what the log says. */
static void check_table(Sim *sim, const SimTable *table) {
    static Desk desk;
    static bool ready;
    const SimServer *server = server_of(sim, sim->owners[shard_of(&table->id)]);
    const RoomTable *live = server ? room_table(server->room, &table->id) : NULL;
    StoredEntry *entries = calloc(table->count + 1, sizeof *entries);
    Table *again = calloc(1, sizeof *again);
    Error error = {""};
    if (!ready) ready = desk_init(&desk);
    assert(entries && again && ready);
    for (uint32_t n = 0; n < table->count; n++)
        entries[n] = (StoredEntry){n, table->entries[n].at, table->entries[n].text, table->entries[n].length};
    table_init(again, &table->id, table->secret);
    if (!table_load(again, entries, table->count, NULL, 0, &desk, &error))
        wrong(sim, "a log cannot be replayed: %s", error.text);
    else if (live && live->table.n == again->n && memcmp(&live->table, again, sizeof *again) != 0)
        wrong(sim, "a table is not what its log says");
    free(entries);
    free(again);
}

/* ---- the whole */

static void strike(Sim *sim) {
    SimServer *server = &sim->servers[below(sim, SERVERS)];
    uint32_t what = below(sim, 100);
    if (!server->up) {
        if (below(sim, 3) == 0) start_server(sim, server->number);
    } else if (what < 30) {
        sim->result.deaths++;
        kill_server(sim, server);
    } else if (what < 70) {
        sim->result.pauses++;
        server->resumes = sim->now + below(sim, 5000);
        note(sim, "server %d pauses until %lld", server->number, (long long)server->resumes);
        if (below(sim, 2)) /* its clients give it up */
            for (int i = 0; i < CLIENTS; i++)
                if (sim->clients[i].server == server->number) sim->clients[i].comes_back = sim->now;
    } else if (what < 80) {
        sim->database_back = sim->now + below(sim, 3000);
        note(sim, "the database is away until %lld", (long long)sim->database_back);
    } else {
        for (size_t i = 0; i < sizeof sim->links / sizeof *sim->links; i++)
            if (sim->links[i].used && below(sim, 2)) break_link(sim, &sim->links[i]);
    }
}

static void run_for(Sim *sim, Milliseconds time) {
    for (Milliseconds end = sim->now + time; sim->now < end && sim->result.good; sim->now += 1 + below(sim, 4)) {
        if (happens(sim, 3)) strike(sim);
        run_operations(sim);
        for (int i = 0; i < SERVERS; i++) {
            SimServer *server = &sim->servers[i];
            if (server->has_job && !server->job_done && server->job_runs <= sim->now && sim->now >= sim->database_back) {
                if (server->job_fate != 1) do_job(sim, server);
                server->job_done = true;
            }
            run_server(sim, server);
        }
        end_links(sim);
        for (int i = 0; i < CLIENTS; i++) run_client(sim, &sim->clients[i]);
    }
}

static void open_world(Sim *sim, uint64_t seed) {
    sim->chance = chance_fast(seed);
    sim->now = 1800000000000;
    sim->result.good = true;
    sim->frames_last = &sim->frames;
    for (int i = 0; i < SERVERS; i++) start_server(sim, i);
    for (int i = 0; i < CLIENTS; i++) {
        SimClient *client = &sim->clients[i];
        client->number = i;
        client->table = i / 2;
        client->server = -1;
        client->n = -1;
        client->inbox_last = &client->inbox;
        snprintf(client->person.text, sizeof client->person.text, "%016d", i);
    }
}

static void close_world(Sim *sim) {
    for (int i = 0; i < SERVERS; i++) kill_server(sim, &sim->servers[i]);
    for (int i = 0; i < OPERATIONS_MAX; i++) free_writes(&sim->operations[i].writes);
    while (sim->frames) {
        LinkFrame *gone = sim->frames;
        sim->frames = gone->next;
        free(gone->text);
        free(gone);
    }
    for (int i = 0; i < CLIENTS; i++) drop_inbox(&sim->clients[i]);
    for (int i = 0; i < sim->table_count; i++) {
        SimTable *table = &sim->tables[i];
        for (uint32_t n = 0; n < ENTRIES_MAX; n++) {
            free(table->entries[n].text);
            free(table->seen[n]);
        }
        free(table->snapshot.text);
    }
    free(sim);
}

SimResult sim_run(uint64_t seed, SimBug bug, bool trace) {
    Sim *sim = calloc(1, sizeof *sim);
    uint32_t before[TABLES] = {0};
    assert(sim);
    sim->bug = bug;
    sim->trace = trace;
    open_world(sim, seed);
    run_for(sim, 3000);
    sim->faulty = true;
    run_for(sim, FAULTY_MS);
    sim->faulty = false; /* from here on everything must go on */
    sim->database_back = 0;
    for (int i = 0; i < SERVERS; i++) {
        sim->servers[i].resumes = 0;
        if (!sim->servers[i].up) start_server(sim, i);
    }
    for (int i = 0; i < TABLES; i++) {
        const SimTable *table = find_table(sim, &sim->table_ids[i]);
        before[i] = table ? table->count : 0;
    }
    run_for(sim, QUIET_MS);
    for (int i = 0; i < TABLES && sim->result.good; i++) {
        const SimTable *table = find_table(sim, &sim->table_ids[i]);
        for (int k = 2 * i; sim->trace && k < 2 * i + 2; k++)
            note(sim, "client %d at server %d: entered %d ready %d over %d, n %lld, legal '%s', pending '%s'", k,
                 sim->clients[k].server, sim->clients[k].entered, sim->clients[k].ready, sim->clients[k].over,
                 (long long)sim->clients[k].n, sim->clients[k].legal, sim->clients[k].pending);
        if (!table || table->count < before[i] + 2) wrong(sim, "table %d does not go on", i);
    }
    for (int i = 0; i < CLIENTS && sim->result.good; i++) check_client(sim, &sim->clients[i]);
    for (int i = 0; i < sim->table_count && sim->result.good; i++) check_table(sim, &sim->tables[i]);
    SimResult result = sim->result;
    close_world(sim);
    return result;
}
