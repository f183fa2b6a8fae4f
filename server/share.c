/* Connects the cluster with the database, the links and the loop. */
#include "server/share.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { START_TRIES = 20, HOST_MAX = 48, LOGOUTS_KEPT = 64 };

struct Share {
    ShareOwner owner;
    RoomShare room;
    Cluster *cluster;
    Links *links;
    Nodes *nodes; /* until the keeper has it */
    Keeper *keeper;
    NodeFacts me;
    uint8_t key[CLUSTER_KEY_BYTES];
    Milliseconds now;
    StoreJob first; /* asked before the keeper works */
    bool has_first;
    TokenHash logouts[LOGOUTS_KEPT]; /* the last: a server that is linked again may have missed them */
    unsigned logout_count;
};

/* ---- the room's share */

static bool owns(void *context, const TableId *table) { return cluster_owns(((Share *)context)->cluster, table); }

static bool relay(void *context, ConnectionId client, const Relay *relay) {
    return cluster_relay(((Share *)context)->cluster, client, relay);
}

static void moved(void *context, ConnectionId client, const TableId *table, int64_t since) {
    cluster_moved(((Share *)context)->cluster, client, table, since);
}

static void telling(void *context, const TableId *table, uint32_t n) {
    Outbox *outbox = ((Share *)context)->owner.outbox;
    outbox->table = table ? *table : (TableId){""};
    outbox->n = n;
}

/* What visitors are told goes out after the commit, in order. */
static void entered(void *context, ConnectionId client, const TableId *table) {
    Share *share = context;
    if (cluster_is_visitor(share->cluster, client)) outbox_note(share->owner.outbox, client, NOTE_ENTERED, table->text);
    else cluster_entered(share->cluster, client, table);
}

static void answered(void *context, ConnectionId client, const char *key) {
    Share *share = context;
    if (cluster_is_visitor(share->cluster, client)) outbox_note(share->owner.outbox, client, NOTE_ANSWERED, key);
}

/* Other servers are told after the commit. */
static void renamed(void *context, const PersonId *person, const char *name, int face) {
    Share *share = context;
    Frame frame = {.kind = FRAME_NAME, .person = *person, .face = face};
    span_copy(span_of(name), frame.name, sizeof frame.name);
    cluster_renamed(share->cluster, person, name, face);
    outbox_frame(share->owner.outbox, 0, &frame);
}

static void tell_row(void *context, uint64_t room, const TableId *table, uint64_t number, Span text) {
    outbox_frame(((Share *)context)->owner.outbox, room,
                 &(Frame){.kind = FRAME_ROW, .table = *table, .number = number, .text = text});
}

static void tell_row_gone(void *context, const TableId *table, bool stored) {
    outbox_frame(((Share *)context)->owner.outbox, 0, &(Frame){.kind = FRAME_ROW_GONE, .table = *table, .number = stored});
}

/* Before the commit: it does not depend on it. */
static void present(void *context, uint64_t room, Span text) {
    cluster_tell_servers(((Share *)context)->cluster, room, &(Frame){.kind = FRAME_PRESENT, .text = text});
}

/* ---- the cluster's port */

static void ask_store(void *context, const StoreJob *job) {
    Share *share = context;
    if (share->keeper) {
        keeper_ask(share->keeper, job, store_process(share->owner.store));
        return;
    }
    share->first = *job;
    share->has_first = true;
}

static void seek(void *context, const Node *node) { links_seek(((Share *)context)->links, node, ((Share *)context)->now); }

static void cut(void *context, Epoch node) { links_cut(((Share *)context)->links, node); }

static void send_frame(void *context, Epoch to, const Frame *frame) { links_send(((Share *)context)->links, to, frame); }

static void step_room(void *context, const RoomInput *input) {
    const ShareOwner *owner = &((Share *)context)->owner;
    owner->step(owner->context, input);
}

static void send_text(void *context, ConnectionId client, Span text) {
    const ShareOwner *owner = &((Share *)context)->owner;
    owner->send(owner->context, client, text);
}

static void close_client(void *context, ConnectionId client, int code) {
    const ShareOwner *owner = &((Share *)context)->owner;
    owner->close(owner->context, client, code);
}

static void registered(void *context, Epoch epoch, bool kept) {
    Share *share = context;
    links_rename(share->links, epoch);
    store_fence(share->owner.store, epoch, kept);
    log_line(share->owner.log, LOG_INFO, "registered as server %llu", (unsigned long long)epoch);
}

static void logged_out(void *context, Span session) {
    const ShareOwner *owner = &((Share *)context)->owner;
    TokenHash hash;
    if (session.length != sizeof hash.bytes) return;
    memcpy(hash.bytes, session.at, sizeof hash.bytes);
    owner->logged_out(owner->context, &hash);
}

/* ---- links */

static void tell_logout(Share *share, Epoch to, const TokenHash *session) {
    Span text = {(const char *)session->bytes, sizeof session->bytes};
    cluster_tell_servers(share->cluster, to, &(Frame){.kind = FRAME_LOGOUT, .text = text});
}

static void linked(void *context, Epoch node, bool up) {
    Share *share = context;
    cluster_linked(share->cluster, node, up, share->now);
    for (unsigned i = 0; up && i < share->logout_count && i < LOGOUTS_KEPT; i++) tell_logout(share, node, &share->logouts[i]);
}

static void take_frame(void *context, Epoch from, const Frame *frame) {
    cluster_frame(((Share *)context)->cluster, from, frame);
}

/* ---- opening */

static void name_server(Share *share, const ShareSettings *settings) {
    char host[HOST_MAX] = "server";
    Text text = text_init(share->me.name, sizeof share->me.name);
    gethostname(host, sizeof host - 1);
    if (settings->name) text_add(&text, settings->name);
    else text_format(&text, "%s:%d", host, settings->public_port);
    if (settings->process) text_format(&text, "/%d", settings->process);
}

Share *share_open(const ShareSettings *settings, const ShareOwner *owner, Error *error) {
    Share *share = calloc(1, sizeof *share);
    Error reason = {""};
    if (!share) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    share->owner = *owner;
    share->room = (RoomShare){share, owns, relay, moved, telling, entered, answered, renamed, tell_row, tell_row_gone, present};
    ClusterPort port = {share, ask_store, seek, cut, send_frame, step_room, send_text, close_client, registered, logged_out};
    share->cluster = cluster_open(&port);
    share->nodes = nodes_open(settings->url, error);
    bool good = share->nodes != NULL;
    name_server(share, settings);
    if (good && (!nodes_key(share->nodes, settings->key, share->key, &reason) ||
                 !nodes_take_name(share->nodes, share->me.name, &reason)))
        good = error_set(error, "%s", reason.text);
    if (good && settings->address) span_copy(span_of(settings->address), share->me.address, sizeof share->me.address);
    else if (good) nodes_own_address(share->nodes, share->me.address);
    LinksOwner links = {share, linked, take_frame, owner->log};
    if (good)
        share->links = links_open(share->me.address, settings->port, share->key, owner->epoll, owner->mark, &links, error);
    if (!share->links) {
        share_free(share);
        return NULL;
    }
    span_copy(span_of(links_address(share->links)), share->me.address, sizeof share->me.address);
    share->me.port = links_port(share->links);
    return share;
}

/* Registers and takes what is nobody's, before people can come. */
bool share_start(Share *share, Milliseconds now, Error *error) {
    Error reason = {""};
    share->now = now;
    for (int tries = 0; tries < START_TRIES; tries++) {
        cluster_work(share->cluster, now);
        if (!share->has_first) break;
        share->has_first = false;
        StoreAnswer answer = nodes_do(share->nodes, &share->me, &share->first, store_process(share->owner.store), &reason);
        cluster_answer(share->cluster, &answer, now);
        if (answer.good && !share->has_first) break;
    }
    if (!cluster_counts(share->cluster).epoch) return error_set(error, "cannot join the other servers: %s", reason.text);
    share->keeper = keeper_open(share->nodes, &share->me, share->owner.answers, share->owner.log, error);
    if (share->keeper) share->nodes = NULL;
    if (share->keeper && share->has_first) keeper_ask(share->keeper, &share->first, store_process(share->owner.store));
    return share->keeper != NULL;
}

void share_free(Share *share) {
    if (!share) return;
    keeper_free(share->keeper, cluster_counts(share->cluster).epoch);
    links_free(share->links);
    nodes_free(share->nodes);
    cluster_free(share->cluster);
    sodium_memzero(share->key, sizeof share->key);
    free(share);
}

const RoomShare *share_room(const Share *share) { return &share->room; }

void share_secret(const Share *share, void *bytes, size_t count) {
    crypto_generichash(bytes, count, (const uint8_t *)"addresses", 9, share->key, sizeof share->key);
}

/* ---- the loop */

void share_connect(Share *share, ConnectionId client, const PersonId *person, const char *name, int face, uint64_t address) {
    cluster_connect(share->cluster, client, person, name, face, address);
}

void share_disconnect(Share *share, ConnectionId client) { cluster_disconnect(share->cluster, client); }

void share_log_out(Share *share, const TokenHash *session) {
    share->logouts[share->logout_count++ % LOGOUTS_KEPT] = *session;
    tell_logout(share, 0, session);
}

bool share_deliver(Share *share, const Parcel *parcel, const char *bytes) {
    Span text = {bytes + parcel->offset, parcel->length};
    TableId table = {""};
    if (!cluster_is_visitor(share->cluster, parcel->connection)) return false;
    if (parcel->close_code) {
        cluster_tell_close(share->cluster, parcel->connection, parcel->close_code);
    } else if (parcel->note == NOTE_NONE) {
        cluster_tell(share->cluster, parcel->connection, text, &parcel->table, parcel->n);
    } else if (parcel->note == NOTE_ENTERED && span_copy(text, table.text, sizeof table.text)) {
        cluster_tell_entered(share->cluster, parcel->connection, &table);
    } else {
        char key[KEY_MAX];
        if (span_copy(text, key, sizeof key)) cluster_tell_answered(share->cluster, parcel->connection, key);
    }
    return true;
}

void share_deliver_frames(Share *share, const Outbox *outbox) {
    for (size_t i = 0; i < outbox->frame_count; i++) {
        const OutboxFrame *kept = &outbox->frames[i];
        Frame frame = kept->frame;
        frame.text.at = outbox->bytes + kept->offset;
        cluster_tell_servers(share->cluster, kept->to, &frame);
    }
}

void share_take_link(Share *share, uint32_t number, uint32_t events, Milliseconds now) {
    share->now = now;
    links_take(share->links, number, events, now);
}

void share_take_answers(Share *share, Milliseconds now) {
    share->now = now;
    if (store_lost(share->owner.store)) cluster_lost_store(share->cluster);
    for (Letter *letter = mailbox_take(share->owner.answers), *next; letter; letter = next) {
        next = letter->next;
        cluster_answer(share->cluster, &((StoreLetter *)letter)->answer, now);
        free(letter);
    }
}

void share_work(Share *share, Milliseconds now) {
    share->now = now;
    if (store_lost(share->owner.store)) cluster_lost_store(share->cluster);
    cluster_work(share->cluster, now);
    links_flush(share->links);
}

void share_watch(Share *share, Milliseconds now) {
    links_watch(share->links, now);
    for (const Node *node; (node = cluster_next_unlinked(share->cluster));)
        log_line(share->owner.log, LOG_WARNING,
                 "there is no link to server %llu, '%s' at %s port %d, although it is running: is the port open? People here "
                 "cannot play at its tables until there is one",
                 (unsigned long long)node->epoch, node->name, node->address, node->port);
}

Milliseconds share_due(const Share *share) { return cluster_due(share->cluster); }

void share_drain(Share *share) { cluster_drain(share->cluster); }

bool share_is_drained(const Share *share) { return cluster_is_drained(share->cluster); }

ClusterCounts share_counts(const Share *share) { return cluster_counts(share->cluster); }
