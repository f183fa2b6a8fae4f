/* The loop: takes inputs, steps the room, commits, then sends; also starting and stopping. */
#include "server/server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "room/codes.h"
#include "room/table.h"
#include "server/gate.h"
#include "server/http.h"
#include "server/outbox.h"
#include "server/reader.h"
#include "server/share.h"
#include "server/slots.h"
#include "server/workers.h"

enum {
    EVENTS_PER_TURN = 512,
    WATCH_MS = 1000,           /* how often connections are looked after, and figures published */
    DRAIN_MAX_MS = 5000,       /* for other servers to take over */
    STOP_MAX_MS = 2000,        /* for clients to take their goodbye */
    SETTLE_ROUNDS_MAX = 32,    /* sends that lead to writes, before the sockets have their turn */
    LOADED_PER_TURN = 2,       /* logs that were read and are taken by the room, before the sockets have their turn */
    COMMIT_LOOK_MS = 100,      /* between looks at a commit that has no answer */
    LATE_MS = 20,              /* until another process may have let go of the file */
    LATE_BYTES_MAX = 64 << 20, /* of messages kept for a turn that is late */
};

/* What epoll returns for descriptors that are not connections: values beyond every ConnectionId. */
enum { WAKE_REQUESTS = 1, WAKE_ANSWERS, WAKE_LOADED, WAKE_SIGNAL, WAKE_KEEPER, WAKE_LINK, WAKE_PARENT };
#define WAKE(what) ((uint64_t)(what) << 32)

typedef struct Server {
    const ServerSettings *settings;
    Log log;
    LogLimits log_limits;
    Clock clock;
    Pulse pulse;
    Gate gate;
    Store *store;
    Room *room;
    Workers *workers;
    Http *http;
    Addresses *addresses;
    Reader *reader;
    Letter *loaded; /* logs that were read: the room takes a few in each turn */
    Share *share;   /* NULL: the room is on this server alone */
    Mailbox requests, answers, reads, kept;
    Metrics *metrics; /* the parent's, if there is one */
    Figures figures;
    Outbox outbox;
    Outlet outlet;
    ConnectionOwner owner;
    int epoll, signals;
    _Atomic int connections; /* shared with the thread of the pages */
    Slots slots;
    Request *uncommitted;               /* of pages, to be answered after the commit */
    Request *deferred, **deferred_last; /* of pages, to be taken when the store is no longer late */
    Milliseconds now, watched;
    uint64_t turn_began_us;
    bool committing, lost; /* a commit is under way, and until it is done the room rests; it is to fail */
    bool asked_to_stop, asked_by_parent, stopping;
} Server;

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Our own time never goes back. */
static void look_at_clock(Server *server) {
    Milliseconds now = clock_now(&server->clock);
    if (now > server->now) server->now = now;
}

/* ---- the room's port: what it wants done is kept until the commit */

static void port_write(void *context, const Write *write) {
    Server *server = context;
    store_write(server->store, write); /* a failure shows in the commit */
}

static void port_send(void *context, ConnectionId connection, const char *json, size_t length) {
    outbox_send(&((Server *)context)->outbox, connection, json, length);
}

static void port_close(void *context, ConnectionId connection, int code) {
    outbox_close(&((Server *)context)->outbox, connection, code);
}

static void port_ask(void *context, const Ask *ask) { outbox_ask(&((Server *)context)->outbox, ask); }

static void port_load(void *context, const Load *load) { outbox_load(&((Server *)context)->outbox, load); }

static void port_random(void *context, void *bytes, size_t count) {
    (void)context;
    randombytes_buf(bytes, count);
}

static void port_damaged(void *context, const char *reason) {
    log_line(&((Server *)context)->log, LOG_ERROR, "a table is damaged and set aside (araldo admin check names it): %s",
             reason);
}

static void step(Server *server, const RoomInput *input) { room_step(server->room, input, server->now); }

/* ---- connections */

static void watch_events(Server *server, Connection *connection) {
    uint32_t events = connection_events(connection);
    if (events == connection->events) return;
    struct epoll_event event = {.events = events, .data.u64 = connection->id};
    epoll_ctl(server->epoll, connection->events ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, connection->socket, &event);
    connection->events = events;
}

/* The room forgets a connection as soon as it closes; the rest goes when the socket is done. */
static void part(Server *server, Connection *connection) {
    if (connection->in_room && (connection->dead || connection->closing_since)) {
        connection->in_room = false;
        if (server->share) share_disconnect(server->share, connection->id);
        step(server, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = connection->id});
    }
    if (!connection->dead) return;
    slots_remove(&server->slots, connection);
    epoll_ctl(server->epoll, EPOLL_CTL_DEL, connection->socket, NULL);
    addresses_disconnect(server->addresses, connection->address);
    connection_free(connection);
    server->figures.connections--;
    atomic_fetch_sub(&server->connections, 1);
}

static void take_message(void *context, Connection *connection, const char *text, size_t length) {
    if (connection->in_room)
        step(context, &(RoomInput){.kind = INPUT_MESSAGE, .connection = connection->id, .text = {text, length}});
}

static void read_connection(Server *server, Connection *connection) {
    connection_read(connection, server->now);
    if (connection->dirty) slots_list(&server->slots, connection);
    part(server, connection);
}

static void refuse_socket(Server *server, Request *request) {
    MHD_upgrade_action(request->handle, MHD_UPGRADE_ACTION_CLOSE);
    addresses_disconnect(server->addresses, request->address);
    atomic_fetch_sub(&server->connections, 1);
    free(request);
}

/* A socket has become a WebSocket. */
static void adopt(Server *server, Request *request) {
    ConnectionId id = server->stopping ? 0 : slots_next_id(&server->slots);
    Connection *connection = id ? connection_open(request, id, &server->owner, server->now) : NULL;
    if (!connection) {
        refuse_socket(server, request);
        return;
    }
    slots_add(&server->slots, connection);
    server->figures.connections++;
    server->figures.accepted++;
    int on = 1, bytes = SEND_BUFFER_BYTES;
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on,
               sizeof on); /* with TLS it is not a TCP socket, and this has no effect */
    setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    fcntl(connection->socket, F_SETFL, fcntl(connection->socket, F_GETFL) | O_NONBLOCK);
    watch_events(server, connection);
    if (*request->person.id.text) {
        connection->in_room = true;
        if (server->share)
            share_connect(server->share, id, &request->person.id, request->person.name, request->person.face, request->address);
        step(server, &(RoomInput){.kind = INPUT_CONNECT,
                                  .connection = id,
                                  .person = request->person.id,
                                  .name = request->person.name,
                                  .face = request->person.face,
                                  .address = request->address});
    } else {
        server->figures.cuts[CUT_SESSION]++;
        connection_bye(connection, "session", CLOSE_SESSION, server->now);
        slots_list(&server->slots, connection);
    }
    free(request);
    read_connection(server, connection);
}

/* ---- what pages want written */

static bool add_guest(Server *server, const Request *request) {
    return store_add_person(server->store, &request->person) &&
           store_add_session(server->store, &request->session, &request->person.id);
}

static bool write_request(Server *server, Request *request) {
    switch (request->kind) {
    case REQUEST_SOCKET: break;
    case REQUEST_GUEST: return add_guest(server, request);
    case REQUEST_DEVICE: return store_take_device(server->store, request->code, &request->session, &request->taken);
    case REQUEST_LOGOUT: return store_end_session(server->store, &request->session.token);
    case REQUEST_RESULT: return store_add_result(server->store, &request->result);
    case REQUEST_ARRIVAL: step(server, &(RoomInput){.kind = INPUT_ARRIVAL, .arrival = request->arrival}); return true;
    }
    return false;
}

/* The device was logged out, here or at another server: its connections end. */
static void end_connections(void *context, const TokenHash *session) {
    Server *server = context;
    for (int slot = 0; slot < server->slots.capacity; slot++) {
        Connection *connection = server->slots.connections[slot];
        if (!connection || memcmp(&connection->session, session, sizeof *session) != 0) continue;
        server->figures.cuts[CUT_SESSION]++;
        connection_bye(connection, "session", CLOSE_SESSION, server->now);
        slots_list(&server->slots, connection);
    }
}

static void defer_request(Server *server, Request *request) {
    request->letter.next = NULL;
    *server->deferred_last = request;
    server->deferred_last = (Request **)(void *)&request->letter.next;
}

/* Writes for a page, or later, while another process holds the file. */
static void take_request(Server *server, Request *request) {
    if (!store_begin(server->store) && store_is_late(server->store, server->now)) {
        defer_request(server, request);
        return;
    }
    request->status = write_request(server, request) ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE;
    request->letter.next = (Letter *)server->uncommitted;
    server->uncommitted = request;
}

static void take_requests(Server *server) {
    for (Letter *letter = mailbox_take(&server->requests), *next; letter; letter = next) {
        next = letter->next;
        Request *request = (Request *)letter;
        if (request->kind == REQUEST_SOCKET) adopt(server, request);
        else take_request(server, request);
    }
}

static void take_deferred(Server *server) {
    Request *request = server->deferred, *next;
    server->deferred = NULL;
    server->deferred_last = &server->deferred;
    for (; request; request = next) {
        next = (Request *)request->letter.next;
        take_request(server, request);
    }
}

static void answer_requests(Server *server, bool committed) {
    for (Request *request = server->uncommitted, *next; request; request = next) {
        next = (Request *)request->letter.next;
        if (!committed) request->status = MHD_HTTP_SERVICE_UNAVAILABLE;
        else if (request->kind == REQUEST_DEVICE && !request->taken.found) request->status = MHD_HTTP_GONE;
        if (request->kind == REQUEST_LOGOUT && committed) {
            end_connections(server, &request->session.token);
            if (server->share) share_log_out(server->share, &request->session.token);
        }
        http_answer(request);
    }
    server->uncommitted = NULL;
}

static void take_answers(Server *server) {
    for (Letter *letter = mailbox_take(&server->answers), *next; letter; letter = next) {
        next = letter->next;
        AnswerLetter *reply = (AnswerLetter *)letter;
        step(server, &(RoomInput){.kind = INPUT_ANSWER, .answer = &reply->answer});
        workers_take_back(server->workers, reply);
    }
}

/* Building a table from its log takes longer than a message, so only a few are taken in one turn. */
static void take_loaded(Server *server) {
    if (!server->loaded) server->loaded = mailbox_take(&server->reads);
    for (int i = 0; i < LOADED_PER_TURN && server->loaded; i++) {
        LoadedLetter *letter = (LoadedLetter *)server->loaded;
        server->loaded = letter->letter.next;
        if (letter->problem.text[0] && !letter->table.loaded.damaged)
            log_line(&server->log, LOG_ERROR, "a table could not be read: %s", letter->problem.text);
        step(server, &(RoomInput){.kind = INPUT_LOADED, .loaded = &letter->table.loaded});
        reader_letter_free(letter);
    }
}

/* ---- the end of a turn */

/* Everything written in this turn is on the disk, or nothing of it ever happened. */
static void conclude(Server *server, bool good) {
    if (good) {
        room_committed(server->room);
    } else {
        log_line(&server->log, LOG_ERROR, "a turn could not be saved and is taken back: %s",
                 server->lost ? "there is not enough memory" : store_problem(server->store));
        outbox_clear(&server->outbox);
        room_rolled_back(server->room, server->now);
    }
    server->figures.storing = good;
    answer_requests(server, good);
}

static void deliver(Server *server) {
    Outbox *outbox = &server->outbox;
    for (size_t i = 0; i < outbox->parcel_count; i++) {
        const Parcel *parcel = &outbox->parcels[i];
        if (server->share && share_deliver(server->share, parcel, outbox->bytes)) continue;
        Connection *connection = slots_find(&server->slots, parcel->connection);
        if (!connection) continue;
        if (parcel->close_code) {
            server->figures.cuts[CUT_ROOM] += !server->stopping;
            connection_close(connection, parcel->close_code, server->now);
        } else {
            connection_send(connection, outbox->bytes + parcel->offset, parcel->length);
        }
        slots_list(&server->slots, connection);
    }
    if (server->share) share_deliver_frames(server->share, outbox);
    for (size_t i = 0; i < outbox->ask_count; i++) workers_ask(server->workers, &outbox->asks[i]);
}

/* The room hears of those that left while their queue was flushed: that may lead to writes of the next round. */
static void flush(void *context, Connection *connection) {
    Server *server = context;
    connection_flush(connection, server->now);
    if (!connection->dead) watch_events(server, connection);
    part(server, connection);
}

/* Hands what the room wants read to the reader. */
static void ask_reader(Server *server) {
    Outbox *outbox = &server->outbox;
    for (size_t i = 0; i < outbox->load_count; i++) {
        if (reader_load(server->reader, &outbox->loads[i])) continue;
        log_line(&server->log, LOG_ERROR, "there is not enough memory to read a table");
        Loaded none = {.table = outbox->loads[i].table, .ticket = outbox->loads[i].ticket};
        step(server, &(RoomInput){.kind = INPUT_LOADED, .loaded = &none});
    }
}

static void publish(Server *server);

/* Whether the turn has to wait for another process to let go of the file. It then goes on: what follows is committed with it. */
static bool is_late(Server *server) {
    bool late = server->outbox.length < LATE_BYTES_MAX && store_is_late(server->store, server->now);
    if (late == server->figures.late) return late;
    server->figures.late = late;
    publish(server);
    if (late)
        log_line(&server->log, LOG_WARNING, "the %s: moves are acknowledged late",
                 store_is_url(server->settings->data) ? "database is away" : "data file is held by another process");
    else log_line(&server->log, LOG_INFO, "the server no longer waits for its store");
    return late;
}

/* After the commit: sends, and asks for what the room wants to read. */
static void send_all(Server *server) {
    deliver(server);
    if (store_is_away(server->store)) {
        outbox_clear_but_loads(&server->outbox);
    } else {
        ask_reader(server);
        outbox_clear(&server->outbox);
    }
    slots_each_listed(&server->slots, flush, server);
}

/* Begins to commit, and goes on with it; false while it is under way. */
static bool commit(Server *server) {
    Commit commit;
    if (server->committing) {
        commit = store_poll(server->store);
    } else {
        server->lost = server->outbox.failed;
        if (server->lost) store_rollback(server->store);
        /* Who has been given up by the other servers has nothing to tell either. */
        if (server->share && server->outbox.parcel_count > 0) store_begin(server->store);
        commit = store_start(server->store);
    }
    server->committing = commit == COMMIT_WAITS;
    if (!server->committing) conclude(server, commit == COMMIT_GOOD && !server->lost);
    return !server->committing;
}

/* Commits and sends until there is nothing left to do, or a commit is under way. */
static void settle(Server *server) {
    for (int round = 0; round < SETTLE_ROUNDS_MAX; round++) {
        if (!server->committing) {
            if (!store_dirty(server->store) && outbox_empty(&server->outbox) && server->slots.list_count == 0) return;
            if (is_late(server)) {
                slots_each_listed(&server->slots, flush, server);
                return;
            }
            take_deferred(server);
        }
        if (!commit(server)) return;
        send_all(server);
    }
}

/* Waits for the answer to a commit, for a moment. */
static void await_commit(Server *server) {
    struct pollfd wait = {.fd = -1};
    wait.fd = store_socket(server->store, &wait.events);
    poll(&wait, 1, COMMIT_LOOK_MS);
    look_at_clock(server);
    settle(server);
}

static void settle_now(Server *server) {
    for (settle(server); server->committing;) await_commit(server);
}

/* ---- other servers on the same database */

static void share_step(void *context, const RoomInput *input) { step(context, input); }

/* Another server has committed what it tells a client of ours. */
static void share_send(void *context, ConnectionId client, Span text) {
    Server *server = context;
    Connection *connection = slots_find(&server->slots, client);
    if (!connection) return;
    connection_send(connection, text.at, text.length);
    slots_list(&server->slots, connection);
}

static void share_close(void *context, ConnectionId client, int code) {
    Server *server = context;
    Connection *connection = slots_find(&server->slots, client);
    if (!connection) return;
    server->figures.cuts[CUT_ROOM]++;
    connection_close(connection, code, server->now);
    slots_list(&server->slots, connection);
}

/* Shards may change hands only when nothing is written that is not committed. */
static void take_share(Server *server) {
    if (!server->share || server->committing) return;
    if (!store_dirty(server->store) || server->figures.late) share_take_answers(server->share, server->now);
    share_work(server->share, server->now);
}

static bool open_share(Server *server, Error *error) {
    const ServerSettings *settings = server->settings;
    ShareSettings share = {.url = settings->data,
                           .name = settings->cluster_name,
                           .address = settings->cluster_address,
                           .port = settings->cluster_port,
                           .key = settings->cluster_key,
                           .public_port = atoi(strrchr(server->gate.url, ':') + 1),
                           .process = settings->place ? settings->place->number + 1 : 0};
    ShareOwner owner = {server,          share_step,    share_send,   share_close,   end_connections, server->store,
                        &server->outbox, &server->kept, &server->log, server->epoll, WAKE(WAKE_LINK)};
    unsigned char secret[ADDRESS_SECRET_BYTES];
    server->share = share_open(&share, &owner, error);
    if (!server->share) return false;
    share_secret(server->share, secret, sizeof secret);
    addresses_share(server->addresses, secret);
    return true;
}

/* ---- the loop */

static void publish(Server *server) {
    Figures *figures = &server->figures;
    figures->room = room_counts(server->room);
    figures->commits = store_times(server->store);
    workers_counts(server->workers, &figures->waiting, &figures->answered);
    figures->waiting += figures->room.queued;
    figures->published = server->now;
    figures_measure(figures);
    if (server->http) figures->matches = http_match_counts(server->http);
    if (server->share) figures->cluster = share_counts(server->share);
    metrics_publish(server->metrics, server->settings->place ? server->settings->place->number : 0, figures);
}

/* Old matches, guests who never returned, and people whose cookies have expired are deleted a few at a time. */
static void sweep(Server *server) {
    const Milliseconds day = 24 * 3600 * 1000;
    int matches = server->settings->keep_days, guests = server->settings->keep_guests;
    store_sweep(server->store, matches ? server->now - matches * day : 0, server->now - (SESSION_DAYS + 1) * day,
                guests ? server->now - guests * day : 0);
}

/* Notes once a day that the device of a connection is still used; another time, if the store has trouble. */
static void see(Server *server, Connection *connection) {
    if (!connection->seen || server->now - connection->seen < SESSION_SEEN_MS) return;
    if (!server->figures.storing || server->figures.late) return;
    connection->seen = server->now;
    store_see_session(server->store, &connection->session, server->now);
}

/* Once a second. */
static void look_after(Server *server) {
    server->watched = server->now;
    for (int slot = 0; slot < server->slots.capacity; slot++) {
        Connection *connection = server->slots.connections[slot];
        if (!connection) continue;
        connection_watch(connection, server->now);
        see(server, connection);
        if (connection->dirty) slots_list(&server->slots, connection);
        part(server, connection);
    }
    server->figures.late_requests += (uint64_t)http_cut_late(server->http, server->now);
    Milliseconds step = clock_step(&server->clock);
    if (step)
        log_line(&server->log, LOG_WARNING,
                 "the machine's clock was set %s by %.1f s; the server keeps its own time until it is started again",
                 step > 0 ? "forward" : "back", (double)(step > 0 ? step : -step) / 1000);
    log_catch_up(&server->log);
    if (server->share) share_watch(server->share, server->now);
    sweep(server);
    publish(server);
}

static int patience(Server *server) {
    if (server->figures.late) return LATE_MS;
    if (!outbox_empty(&server->outbox) || store_dirty(server->store) || server->slots.list_count || server->loaded) return 0;
    Milliseconds until = server->watched + WATCH_MS, due = room_due(server->room);
    if (due < until) until = due;
    due = server->share ? share_due(server->share) : until;
    if (due < until) until = due;
    return until <= server->now ? 0 : pulse_patience(&server->pulse, (int)(until - server->now));
}

static void take_signal(Server *server) {
    struct signalfd_siginfo info;
    if (read(server->signals, &info, sizeof info) != sizeof info) return;
    server->stopping |= server->asked_to_stop && !server->settings->place; /* asked twice: at once */
    server->asked_to_stop = true;
}

/* Whatever comes from the parent asks to stop, and so does its end. What a terminal or a service manager says to all processes, the
 * parent says again: so only the parent can ask twice. */
static void take_parent(Server *server) {
    char byte;
    ssize_t count = recv(server->settings->place->parent, &byte, sizeof byte, MSG_DONTWAIT);
    if (count < 0) return;
    if (count == 0) epoll_ctl(server->epoll, EPOLL_CTL_DEL, server->settings->place->parent, NULL);
    server->stopping |= server->asked_by_parent && count > 0;
    server->asked_to_stop = server->asked_by_parent = true;
}

static void take_event(Server *server, const struct epoll_event *event) {
    if (event->data.u64 == WAKE(WAKE_REQUESTS)) {
        take_requests(server);
    } else if (event->data.u64 == WAKE(WAKE_ANSWERS)) {
        take_answers(server);
    } else if (event->data.u64 == WAKE(WAKE_LOADED)) {
        /* taken below, whether they woke us or were left over */
    } else if (event->data.u64 == WAKE(WAKE_SIGNAL)) {
        take_signal(server);
    } else if (event->data.u64 == WAKE(WAKE_PARENT)) {
        take_parent(server);
    } else if (event->data.u64 == WAKE(WAKE_KEEPER)) {
        /* taken at the end of the turn */
    } else if (event->data.u64 >> 32 == WAKE_LINK) {
        share_take_link(server->share, (uint32_t)event->data.u64, event->events, server->now);
    } else {
        Connection *connection = slots_find(&server->slots, (ConnectionId)event->data.u64);
        if (!connection) return;
        if (event->events & EPOLLOUT) slots_list(&server->slots, connection);
        if (event->events & ~(uint32_t)EPOLLOUT) read_connection(server, connection);
    }
}

/* The room rests while a commit is under way: whatever comes meanwhile waits in the sockets, and is taken together. */
static void turn(Server *server, int timeout) {
    struct epoll_event events[EVENTS_PER_TURN];
    if (server->committing) {
        pulse_turn_begins(&server->pulse);
        await_commit(server);
        if (!server->committing) figures_turn(&server->figures, microseconds() - server->turn_began_us);
        pulse_turn_ends(&server->pulse);
        return;
    }
    int count = epoll_wait(server->epoll, events, EVENTS_PER_TURN, timeout);
    pulse_turn_begins(&server->pulse);
    server->turn_began_us = microseconds();
    look_at_clock(server);
    for (int i = 0; i < count; i++) take_event(server, &events[i]);
    take_loaded(server);
    if (room_due(server->room) <= server->now) step(server, &(RoomInput){.kind = INPUT_TICK});
    if (server->now - server->watched >= WATCH_MS) look_after(server);
    if (server->share) share_work(server->share, server->now);
    settle(server);
    take_share(server);
    if (count > 0 && !server->committing) figures_turn(&server->figures, microseconds() - server->turn_began_us);
    pulse_turn_ends(&server->pulse);
}

/* The other servers take over before anybody is sent away. */
static void hand_over(Server *server) {
    Milliseconds end = server->now + DRAIN_MAX_MS;
    if (!server->share) return;
    share_drain(server->share);
    while (!server->stopping && !share_is_drained(server->share) && server->now < end) turn(server, patience(server));
}

/* Everybody is told, and has a moment to take it; what is left then is cut. */
static void say_goodbye(Server *server) {
    server->stopping = true;
    log_line(&server->log, LOG_INFO, "stopping: %d connections", server->figures.connections);
    pulse_notify(&server->pulse, "STOPPING=1");
    settle_now(server);
    for (Request *request = server->deferred; request; request = server->deferred) {
        server->deferred = (Request *)request->letter.next;
        request->status = MHD_HTTP_SERVICE_UNAVAILABLE;
        http_answer(request);
    }
    server->deferred_last = &server->deferred;
    http_quiesce(server->http);
    step(server, &(RoomInput){.kind = INPUT_SHUTDOWN});
    settle_now(server);
    for (int slot = 0; slot < server->slots.capacity; slot++) {
        Connection *connection = server->slots.connections[slot];
        if (!connection) continue;
        connection_close(connection, CLOSE_SHUTDOWN, server->now);
        slots_list(&server->slots, connection);
    }
    Milliseconds end = server->now + STOP_MAX_MS;
    for (settle_now(server); server->figures.connections && server->now < end;) turn(server, (int)(end - server->now));
    settle_now(server);
    for (int slot = 0; slot < server->slots.capacity; slot++) {
        Connection *connection = server->slots.connections[slot];
        if (!connection) continue;
        connection->dead = true;
        part(server, connection);
    }
    settle_now(server);
}

/* ---- opening */

static bool watch(Server *server, int descriptor, int what) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = WAKE(what)};
    return descriptor >= 0 && epoll_ctl(server->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

static bool open_loop(Server *server, Error *error) {
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGHUP); /* its terminal was closed */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);                 /* a file that may not grow is just a commit that failed */
    pthread_sigmask(SIG_BLOCK, &stops, NULL); /* before there are threads */
    server->signals = signalfd(-1, &stops, SFD_NONBLOCK | SFD_CLOEXEC);
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    server->addresses = addresses_open();
    slots_init(&server->slots, server->gate.connections_max);
    server->owner = (ConnectionOwner){server, take_message, &server->outlet, &server->figures};
    bool good = server->epoll >= 0 && server->addresses && watch(server, server->requests.wake, WAKE_REQUESTS) &&
                watch(server, server->answers.wake, WAKE_ANSWERS) && watch(server, server->reads.wake, WAKE_LOADED) &&
                watch(server, server->signals, WAKE_SIGNAL) && watch(server, server->kept.wake, WAKE_KEEPER) &&
                (!server->settings->place || watch(server, server->settings->place->parent, WAKE_PARENT));
    return good || error_set(error, "the loop cannot be set up: %s", strerror(errno));
}

/* Tables are read when somebody comes to them. */
static bool count_tables(Server *server, Error *error) {
    int64_t count = store_count_tables(server->store);
    if (count < 0) return error_set(error, "the card room cannot be read: %s", store_problem(server->store));
    if (count) log_line(&server->log, LOG_INFO, "%lld matches wait for their players", (long long)count);
    return true;
}

static bool open_inside(Server *server, Error *error) {
    const ServerSettings *settings = server->settings;
    if (settings->make_folders && !machine_make_folders(settings->data, error)) return false;
    server->store = store_open(settings->data, error);
    if (!server->store) return false;
    if (store_is_url(settings->data) && !open_share(server, error)) return false;
    RoomSettings room = {
        .tables_max = settings->tables_max, .thinkers = settings->workers, .pace = settings->pace, .grace = GRACE_MS};
    RoomPort port = {server,      port_write,   port_send,
                     port_close,  port_ask,     port_load,
                     port_random, port_damaged, server->share ? share_room(server->share) : NULL};
    server->room = room_open(&room, &port);
    if (!server->room) return error_set(error, "there is not enough memory");
    if (server->share && !share_start(server->share, server->now, error)) return false;
    server->workers = workers_open(settings->workers, &server->answers, &server->log, error);
    server->reader = server->workers ? reader_open(settings->data, &server->reads, error) : NULL;
    if (!server->reader || !count_tables(server, error)) return false;
    HttpSettings http = {.listener = server->gate.listener,
                         .certificate = server->gate.certificate,
                         .key = server->gate.key,
                         .public_origin = settings->public_origin,
                         .behind_proxy = settings->behind_proxy,
                         .data = settings->data,
                         .find_file = settings->find_file,
                         .addresses = server->addresses,
                         .mailbox = &server->requests,
                         .metrics = server->metrics,
                         .process = settings->place ? settings->place->number : 0,
                         .log = &server->log,
                         .clock = &server->clock,
                         .pulse = &server->pulse,
                         .connections = &server->connections,
                         .connections_max = server->gate.connections_max,
                         .pages_max = server->gate.pages_max};
    publish(server);
    server->http = http_open(&http, error);
    if (server->http) server->gate.listener = -1;
    return server->http != NULL;
}

static void free_loaded(Letter *loaded) {
    for (Letter *letter = loaded, *next; letter; letter = next) {
        next = letter->next;
        reader_letter_free((LoadedLetter *)letter);
    }
}

static void release(Server *server) {
    http_free(server->http);
    workers_free(server->workers);
    reader_free(server->reader);
    free_loaded(server->loaded);
    if (server->reads.wake >= 0) free_loaded(mailbox_take(&server->reads));
    share_free(server->share);
    for (Letter *letter = server->kept.wake >= 0 ? mailbox_take(&server->kept) : NULL, *next; letter; letter = next) {
        next = letter->next;
        free(letter);
    }
    room_free(server->room);
    store_free(server->store);
    addresses_free(server->addresses);
    outbox_release(&server->outbox);
    if (server->signals >= 0) close(server->signals);
    if (server->epoll >= 0) close(server->epoll);
    mailbox_release(&server->requests);
    mailbox_release(&server->answers);
    mailbox_release(&server->reads);
    mailbox_release(&server->kept);
    if (!server->settings->place) metrics_free(server->metrics);
    pulse_release(&server->pulse);
    log_limits_release(&server->log_limits);
    gate_release(&server->gate);
    free(server);
}

bool server_run(const ServerSettings *settings, Error *error) {
    Metrics *metrics = settings->place ? settings->place->metrics : metrics_open(1);
    Server *server = sodium_init() < 0 || !metrics ? NULL : calloc(1, sizeof *server);
    if (!server) return error_set(error, "there is not enough memory");
    server->settings = settings;
    server->log = settings->log;
    log_limits_init(&server->log_limits);
    server->log.limits = &server->log_limits;
    clock_init(&server->clock, settings->clock);
    pulse_init(&server->pulse, settings->place ? settings->place->parent : -1);
    server->deferred_last = &server->deferred;
    server->gate.listener = server->epoll = server->signals = server->requests.wake = server->answers.wake =
        server->reads.wake = server->kept.wake = -1;
    server->metrics = metrics;
    look_at_clock(server);
    server->watched = server->figures.started = server->now;
    server->figures.storing = true;
    bool good = (mailbox_init(&server->requests) && mailbox_init(&server->answers) && mailbox_init(&server->reads) &&
                 mailbox_init(&server->kept)) ||
                error_set(error, "no descriptors are left");
    good = good && gate_open(&server->gate, settings, &server->log, error) && open_loop(server, error) &&
           open_inside(server, error);
    if (good) {
        settings->opened(server->gate.url);
        pulse_notify(&server->pulse, "READY=1");
        while (!server->asked_to_stop) turn(server, patience(server));
        hand_over(server);
        say_goodbye(server);
        log_line(&server->log, LOG_INFO, "stopped");
    }
    release(server);
    return good;
}
