/* A simulated server: a real room and a real cluster, with the ports and the loop that server/ gives them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated/world.h"

enum { COMMIT_PATIENCE_MS = 10000, JOB_PATIENCE_MS = 5000 };

/* ---- the room's port */

static void port_write(void *context, const Write *write) {
    SimWrites *writes = &((SimServer *)context)->writes;
    if (writes->count == writes->capacity) {
        writes->capacity = writes->capacity ? 2 * writes->capacity : 16;
        writes->list = realloc(writes->list, writes->capacity * sizeof *writes->list);
        assert(writes->list);
    }
    Write *kept = &writes->list[writes->count++];
    *kept = *write;
    kept->text = write->text ? sim_copied(write->text, write->length) : NULL;
    kept->secret = write->secret ? (uint8_t *)sim_copied((const char *)write->secret, ROOM_SECRET_BYTES) : NULL;
}

static Sending *put_out(SimServer *server, int kind, ConnectionId connection, const char *text, size_t length) {
    Sending *sending = sim_sendings_add(&server->outbox, text, length);
    sending->kind = kind;
    sending->connection = connection;
    sending->table = server->telling;
    sending->n = server->telling_n;
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
    assert(server->wanted_count < LOADS_MAX);
    server->wanted[server->wanted_count++] = *load;
}

static void port_random(void *context, void *bytes, size_t count) {
    SimServer *server = context;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)sim_below(server->sim, 256);
}

static void port_damaged(void *context, const char *reason) { sim_wrong(((SimServer *)context)->sim, "damaged: %s", reason); }

/* ---- the room's share */

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
    (void)name; /* nobody here takes another name */
}

static void share_row(void *context, uint64_t room, const TableId *table, uint64_t number, Span text) {
    Sending *sending = put_out(context, SEND_FRAME, 0, text.at, text.length);
    sending->to = room;
    sending->frame = (Frame){.kind = FRAME_ROW, .table = *table, .number = number};
}

static void share_row_gone(void *context, const TableId *table, bool stored) {
    put_out(context, SEND_FRAME, 0, "", 0)->frame = (Frame){.kind = FRAME_ROW_GONE, .table = *table, .number = stored};
}

static void share_present(void *context, uint64_t room, Span text) {
    cluster_tell_servers(((SimServer *)context)->cluster, room, &(Frame){.kind = FRAME_PRESENT, .text = text});
}

/* ---- the cluster's port */

static void ask_store(void *context, const StoreJob *job) {
    SimServer *server = context;
    Sim *sim = server->sim;
    assert(!server->job);
    server->job = sim_database_ask(sim, server->number, job);
    if (sim->now < server->reaches) server->job->fate = sim_below(sim, 2) ? FATE_LOST : FATE_UNHEARD;
    sim_note(sim, "server %llu: job %d runs at %lld, fate %d", (unsigned long long)server->epoch, job->kind,
             (long long)(server->job->runs - sim->began), server->job->fate);
}

static void seek_link(void *context, const Node *node) { sim_links_seek(context, node); }

static void cut_link(void *context, Epoch node) { sim_links_cut(context, node); }

static void send_frame(void *context, Epoch to, const Frame *frame) { sim_links_send(context, to, frame); }

static void step_room(void *context, const RoomInput *input) {
    SimServer *server = context;
    room_step(server->room, input, server->sim->now);
}

static void give_client(SimServer *server, ConnectionId id, Span text, int close_code) {
    Sim *sim = server->sim;
    for (int i = 0; i < CONNECTIONS_SIMULATED_MAX; i++) {
        SimConnection *connection = &sim->connections[i];
        if (!connection->used || connection->left || connection->server != server->number || connection->id != id) continue;
        Sending *sending = sim_sendings_add(&connection->inbox, text.at, text.length);
        sending->close_code = close_code;
        sending->arrives = sim->now + sim_delay(sim, 30);
        return;
    }
}

static void tell_client(void *context, ConnectionId connection, Span text) { give_client(context, connection, text, 0); }

static void close_client(void *context, ConnectionId connection, int code) {
    give_client(context, connection, span_of(""), code);
}

static void registered(void *context, Epoch epoch, bool kept) {
    SimServer *server = context;
    Sim *sim = server->sim;
    if (server->epoch) sim_links_break(sim, server->epoch);
    sim_note(sim, "server %d registers as %llu, was %llu%s", server->number, (unsigned long long)epoch,
             (unsigned long long)server->epoch, kept ? ", and keeps its shards" : "");
    server->epoch = epoch;
    server->unfenced = false;
    sim->result.registrations++;
    if (kept || (server->writes.count == 0 && !server->outbox.first)) return;
    server->given_up = true; /* somebody else has acted in between */
}

/* ---- its life */

void sim_server_start(Sim *sim, int number) {
    SimServer *server = &sim->servers[number];
    sim_database_settle_jobs(sim, number);
    *server = (SimServer){.sim = sim, .number = number, .up = true, .unfenced = true};
    server->share = (RoomShare){.context = server,
                                .owns = share_owns,
                                .relay = share_relay,
                                .moved = share_moved,
                                .telling = share_telling,
                                .entered = share_entered,
                                .answered = share_answered,
                                .renamed = share_renamed,
                                .row = share_row,
                                .row_gone = share_row_gone,
                                .present = share_present};
    RoomSettings settings = {.tables_max = 100, .thinkers = 1, .pace = 0, .grace = 1000000000};
    RoomPort port = {.context = server,
                     .write = port_write,
                     .send = port_send,
                     .close = port_close,
                     .ask = port_ask,
                     .load = port_load,
                     .random = port_random,
                     .damaged = port_damaged,
                     .share = &server->share};
    ClusterPort cluster = {.context = server,
                           .ask_store = ask_store,
                           .link = seek_link,
                           .unlink = cut_link,
                           .frame = send_frame,
                           .step_room = step_room,
                           .send = tell_client,
                           .close = close_client,
                           .registered = registered};
    server->room = room_open(&settings, &port);
    server->cluster = cluster_open(&cluster);
    assert(server->room && server->cluster);
    sim_note(sim, "server %d starts", number);
}

void sim_server_kill(Sim *sim, SimServer *server) {
    if (!server->up) return;
    sim_note(sim, "server %llu (%d) ends", (unsigned long long)server->epoch, server->number);
    server->up = false;
    if (server->epoch) sim_links_break(sim, server->epoch);
    sim_writes_free(&server->writes);
    sim_sendings_drop(&server->outbox);
    room_free(server->room);
    cluster_free(server->cluster);
    server->room = NULL;
    server->cluster = NULL;
    if (server->commit) server->commit->alone = true; /* these go on by themselves */
    if (server->job) server->job->alone = true;
    for (int i = 0; i < CONNECTIONS_SIMULATED_MAX; i++) {
        SimConnection *connection = &sim->connections[i];
        if (!connection->used || connection->server != server->number) continue;
        if (!connection->left) sim_client_lose(sim, &sim->clients[connection->client]);
        connection->used = false;
    }
}

/* Told to stop, it hands its tables over, and does not wait for ever. */
static bool stops_now(Sim *sim, SimServer *server) {
    if (!server->stops || server->commit || server->writes.count > 0 || server->outbox.first) return false;
    if (!cluster_is_drained(server->cluster) && sim->now < server->stops) return false;
    if (server->epoch) sim_database_leave(sim, server->epoch);
    sim_server_kill(sim, server);
    return true;
}

/* ---- commits */

static void deliver_to_visitor(SimServer *server, const Sending *sending) {
    Span text = {sending->text, sending->length};
    TableId table = {""};
    if (sending->kind == SEND_CLOSE) cluster_tell_close(server->cluster, sending->connection, sending->close_code);
    else if (sending->kind == SEND_ANSWERED) cluster_tell_answered(server->cluster, sending->connection, sending->text);
    else if (sending->kind != SEND_ENTERED)
        cluster_tell(server->cluster, sending->connection, text, &sending->table, sending->n);
    else if (span_copy(text, table.text, sizeof table.text)) cluster_tell_entered(server->cluster, sending->connection, &table);
}

static void deliver(Sim *sim, SimServer *server) {
    Sendings out = server->outbox;
    server->outbox = (Sendings){0};
    for (Sending *sending = out.first, *next; sending; sending = next) {
        next = sending->next;
        sending->frame.text = (Span){sending->text, sending->length};
        if (sending->kind == SEND_FRAME) cluster_tell_servers(server->cluster, sending->to, &sending->frame);
        else if (cluster_is_visitor(server->cluster, sending->connection)) deliver_to_visitor(server, sending);
        else give_client(server, sending->connection, sending->frame.text, sending->close_code);
        sim_sending_free(sending);
    }
    if (server->unfenced) return; /* what there is is not known yet */
    for (int i = 0; i < server->wanted_count && server->load_count < LOADS_MAX; i++)
        server->loads[server->load_count++] = (SimLoad){server->wanted[i], sim->now + 1 + sim_delay(sim, 40)};
    server->wanted_count = 0;
}

/* Nothing of the turn has happened, as far as is known; whom that concerns is told at once. */
static void take_back(Sim *sim, SimServer *server) {
    sim->result.failed++;
    sim_sendings_drop(&server->outbox);
    sim_writes_free(&server->writes);
    server->wanted_count = 0;
    room_rolled_back(server->room, sim->now);
    deliver(sim, server);
}

static void begin_commit(Sim *sim, SimServer *server) {
    if (server->given_up) {
        server->given_up = false;
        take_back(sim, server);
        return;
    }
    if (server->writes.count == 0 && !server->outbox.first && server->wanted_count == 0) return;
    if (server->unfenced) return; /* late */
    Operation *operation = sim_database_commit(sim, server);
    if (!operation) return; /* another time */
    bool cut_off = sim->now < server->reaches;
    server->commit = operation;
    server->breaks = cut_off || sim_happens(sim, 15);
    server->heard = server->breaks ? sim->now + sim_below(sim, 60) : operation->applies;
    if (cut_off && sim_below(sim, 2)) operation->good = false; /* it does not even get there */
    sim_note(sim, "server %llu: a commit of %zu writes from %lld to %lld%s%s", (unsigned long long)server->epoch,
             operation->writes.count, (long long)(operation->begins - sim->began), (long long)(operation->applies - sim->began),
             operation->good ? "" : ", fails", server->breaks ? ", unheard" : "");
    if (sim->bug == BUG_ACKNOWLEDGE_EARLY) deliver(sim, server);
}

static void conclude(Sim *sim, SimServer *server) {
    Operation *operation = server->commit;
    bool overdue = sim->now - server->heard > COMMIT_PATIENCE_MS;
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
        deliver(sim, server);
    } else {
        sim_note(sim, "server %llu: a commit %s", (unsigned long long)server->epoch,
                 known ? fenced ? "is refused" : "fails" : "is lost");
        take_back(sim, server);
    }
}

/* ---- reading */

static void read_part(const SimTable *table, const Load *load, StoredEntry entries[ENTRIES_MAX], Loaded *loaded) {
    int64_t from = load->from < 0 ? (int64_t)table->count + load->from : load->from;
    bool use = table->has_snapshot && table->snapshot_n < from;
    loaded->found = true;
    loaded->secret = table->secret;
    loaded->begins = use ? table->snapshot_n + 1 : 0;
    loaded->snapshot = use ? table->snapshot.text : NULL;
    loaded->snapshot_length = use ? table->snapshot.length : 0;
    loaded->entries = entries;
    for (uint32_t n = loaded->begins; n < table->count && n <= load->to; n++)
        entries[loaded->entry_count++] =
            (StoredEntry){n, table->entries[n].at, table->entries[n].text, table->entries[n].length};
}

static void give_load(Sim *sim, SimServer *server, const Load *load) {
    Loaded loaded = {.table = load->table, .ticket = load->ticket};
    StoredEntry entries[ENTRIES_MAX];
    TableId id;
    const SimTable *table = sim_database_table(sim, &load->table);
    if (load->kind == LOAD_PART && table) read_part(table, load, entries, &loaded);
    for (int i = 0; load->kind == LOAD_MADE && i < sim->table_count && !loaded.id_count; i++)
        if (sim->tables[i].create_key == load->create_key) {
            id = sim->tables[i].id;
            loaded.ids = &id;
            loaded.id_count = 1;
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

/* ---- a turn of its loop */

static void accept_connection(Sim *sim, SimServer *server, SimConnection *connection) {
    const SimClient *client = &sim->clients[connection->client];
    uint64_t address = (uint64_t)client->number + 1;
    connection->opened = true;
    cluster_connect(server->cluster, connection->id, &client->person, "Ada", 0, address);
    room_step(
        server->room,
        &(RoomInput){
            .kind = INPUT_CONNECT, .connection = connection->id, .person = client->person, .name = "Ada", .address = address},
        sim->now);
}

static void end_connection(Sim *sim, SimServer *server, SimConnection *connection) {
    connection->used = false;
    if (!connection->opened) return;
    cluster_disconnect(server->cluster, connection->id);
    room_step(server->room, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = connection->id}, sim->now);
}

static void take_connection(Sim *sim, SimServer *server, SimConnection *connection) {
    if (!connection->opened && !connection->left) accept_connection(sim, server, connection);
    while (connection->opened && connection->outgoing_count > 0 && connection->outgoing[0].arrives <= sim->now) {
        char text[TEXT_MAX];
        memcpy(text, connection->outgoing[0].text, sizeof text);
        memmove(connection->outgoing, connection->outgoing + 1,
                (size_t)--connection->outgoing_count * sizeof *connection->outgoing);
        room_step(server->room, &(RoomInput){.kind = INPUT_MESSAGE, .connection = connection->id, .text = span_of(text)},
                  sim->now);
    }
    if (connection->left && connection->ends <= sim->now) end_connection(sim, server, connection);
}

static void take_job(Sim *sim, SimServer *server) {
    bool dirty = server->writes.count > 0 || server->outbox.first || server->wanted_count > 0;
    SimJob *job = server->job;
    if (!job || job->due > sim->now || (dirty && !server->unfenced)) return;
    bool overdue = sim->now - job->due > JOB_PATIENCE_MS;
    if (!job->done && job->fate != FATE_UNHEARD && !overdue) return;
    job->answer.good = job->done && job->fate == FATE_GOOD;
    server->job = NULL;
    cluster_answer(server->cluster, &job->answer, sim->now);
    if (job->done) job->used = false;
    else job->alone = true;
}

void sim_server_run(Sim *sim, SimServer *server) {
    if (!server->up || sim->now < server->resumes || stops_now(sim, server)) return;
    if (server->commit) {
        conclude(sim, server);
        if (server->commit) return;
    }
    sim_links_hear(sim, server);
    for (int i = 0; i < CONNECTIONS_SIMULATED_MAX; i++)
        if (sim->connections[i].used && sim->connections[i].server == server->number)
            take_connection(sim, server, &sim->connections[i]);
    if (!server->unfenced) take_loads(sim, server);
    if (room_due(server->room) <= sim->now) room_step(server->room, &(RoomInput){.kind = INPUT_TICK}, sim->now);
    cluster_work(server->cluster, sim->now);
    begin_commit(sim, server);
    if (!server->commit) take_job(sim, server);
}
