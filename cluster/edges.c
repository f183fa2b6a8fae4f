/* Relays: clients of ours at tables of others, and clients of others at our tables.
 *
 * The server that a client is connected to remembers which far tables it is at, and which of its messages have no answer yet. If
 * a table changes hands, or its owner dies, the client enters it again at the new owner and what was not answered is sent again.
 * Each such message has a key, by which a table knows that it has seen it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/inside.h"
#include "room/memory.h"

/* Ids that no socket has: their low bits are those of a slot that does not exist. */
enum { VISITOR_SLOT = 0x3fff, VISITOR_SHIFT = 14, VISITOR_SERIALS = 1 << 18 };
_Static_assert((int)CONNECTIONS_MAX < (int)VISITOR_SLOT, "a visitor is no connection");

static Edge *find_edge(const Cluster *cluster, ConnectionId id) { return index_find(&cluster->edges, id); }

static Visitor *find_visitor(const Cluster *cluster, ConnectionId id) { return index_find(&cluster->visitors, id); }

static bool same_table(const TableId *one, const TableId *other) { return strcmp(one->text, other->text) == 0; }

static void list_edge(Cluster *cluster, Edge *edge) {
    if (edge->listed) return;
    edge->listed = true;
    edge->next_listed = cluster->work;
    cluster->work = edge;
}

static void tell(Cluster *cluster, Epoch to, const Frame *frame) {
    cluster->counts.relayed++;
    cluster->port.frame(cluster->port.context, to, frame);
}

/* ---- far tables and held messages */

static Far *find_far(const Edge *edge, const TableId *table) {
    Far *far = edge->fars;
    while (far && !same_table(&far->table, table)) far = far->next;
    return far;
}

static void drop_far(Edge *edge, const Far *gone) {
    Far **link = &edge->fars;
    while (*link != gone) link = &(*link)->next;
    *link = gone->next;
    edge->far_count--;
    free((void *)(uintptr_t)gone);
}

/* The newest first; the oldest goes if there are more than a client may enter. */
static Far *add_far(Edge *edge, const TableId *table, Epoch owner) {
    Far *far = find_far(edge, table);
    if (!far) {
        far = memory_take(sizeof *far);
        far->table = *table;
        far->since = -1;
        far->next = edge->fars;
        edge->fars = far;
        if (++edge->far_count > TABLES_ENTERED_MAX) {
            const Far *last = far;
            while (last->next) last = last->next;
            drop_far(edge, last);
        }
    }
    far->owner = owner;
    far->entering = false;
    return far;
}

static void drop_held(Edge *edge, Held **link) {
    Held *held = *link;
    *link = held->next;
    edge->held_count--;
    free(held);
}

/* In the order in which they came. */
static Held *hold(Edge *edge, const TableId *table, const char *key, Span text) {
    Held **last = &edge->held, *held = memory_take(sizeof *held + text.length);
    while (*last) last = &(*last)->next;
    held->table = *table;
    span_copy(span_of(key), held->key, sizeof held->key);
    held->length = text.length;
    memcpy(held->text, text.at, text.length);
    *last = held;
    if (++edge->held_count > HELD_MESSAGES_MAX) drop_held(edge, &edge->held);
    return held;
}

/* ---- sending */

static void introduce(Cluster *cluster, Edge *edge, Epoch node) {
    for (int i = 0; i < edge->known_count; i++)
        if (edge->known[i] == node) return;
    Frame frame = {
        .kind = FRAME_CONNECT, .handle = edge->id, .person = edge->person, .face = edge->face, .number = edge->address};
    memcpy(frame.name, edge->name, sizeof frame.name);
    if (edge->known_count == NODES_MAX) return;
    edge->known[edge->known_count++] = node;
    tell(cluster, node, &frame);
}

static void pass_on(Cluster *cluster, Edge *edge, Epoch node, Span text) {
    introduce(cluster, edge, node);
    tell(cluster, node, &(Frame){.kind = FRAME_MESSAGE, .handle = edge->id, .text = text});
}

static void enter(Cluster *cluster, Edge *edge, Epoch owner, const Far *far) {
    char words[128];
    Text text = text_init(words, sizeof words);
    text_format(&text, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":", far->table.text);
    if (far->since >= 0) text_number(&text, far->since);
    else text_add(&text, "null");
    text_char(&text, '}');
    Span message = {words, text.length};
    if (owner != cluster->me) pass_on(cluster, edge, owner, message);
    else
        cluster->port.step_room(cluster->port.context,
                                &(RoomInput){.kind = INPUT_MESSAGE, .connection = edge->id, .relayed = true, .text = message});
}

/* Where a message can go now: to the owner, once the client is at the table there; 0: it has to wait. While we are not registered,
 * a client that was at a table of ours has not been brought to the new owner. */
static Epoch ready_owner(Cluster *cluster, const Edge *edge, const TableId *table, uint64_t after) {
    const Far *far = find_far(edge, table);
    if (!far && cluster->lost) return 0;
    Epoch owner = after > cluster->looks ? 0 : cluster_reachable(cluster, table);
    return far && (far->entering || far->owner != owner) ? 0 : owner;
}

/* Sends what waits for this owner. What is ours by now goes to our own room, which then looks after it. */
static void send_held(Cluster *cluster, Edge *edge, Epoch owner) {
    for (Held **link = &edge->held; *link;) {
        Held *held = *link;
        if (held->owner || ready_owner(cluster, edge, &held->table, held->after) != owner) {
            link = &held->next;
            continue;
        }
        Span text = {held->text, held->length};
        held->owner = owner;
        if (owner != cluster->me) {
            pass_on(cluster, edge, owner, text);
            if (held->key[0]) link = &held->next;
            else drop_held(edge, link); /* it gets no answer */
            continue;
        }
        *link = held->next;
        edge->held_count--;
        cluster->port.step_room(cluster->port.context,
                                &(RoomInput){.kind = INPUT_MESSAGE, .connection = edge->id, .relayed = true, .text = text});
        free(held);
        link = &edge->held; /* the room may have sent it back */
    }
}

/* Enters far tables where they are now. */
static void enter_again(Cluster *cluster, Edge *edge) {
    for (Far *far = edge->fars, *next; far; far = next) {
        Epoch owner = cluster_reachable(cluster, &far->table);
        next = far->next;
        bool overdue = far->entering && cluster->looks >= far->asked + ENTER_LOOKS;
        if (!owner || (owner == far->owner && !overdue) || far->after > cluster->looks) continue;
        far->owner = owner;
        far->entering = true;
        far->asked = cluster->looks;
        enter(cluster, edge, owner, far);
    }
}

/* Once a client is at a table of our own, the room looks after it. */
static void drop_near(Cluster *cluster, Edge *edge) {
    for (Far *far = edge->fars, *next; far; far = next) {
        next = far->next;
        if (far->owner == cluster->me && !far->entering) drop_far(edge, far);
    }
}

/* Brings the client to where its tables are now, and sends what waits. */
static void work_on(Cluster *cluster, Edge *edge) {
    enter_again(cluster, edge);
    for (const Held *held = edge->held; held;) {
        Epoch owner = held->owner ? 0 : ready_owner(cluster, edge, &held->table, held->after);
        if (!owner) {
            held = held->next;
            continue;
        }
        send_held(cluster, edge, owner);
        held = edge->held; /* others may have another owner */
    }
    drop_near(cluster, edge);
}

void edges_work(Cluster *cluster) {
    if (cluster->all_edges)
        for (size_t i = 0; i < cluster->edges.capacity; i++) {
            Edge *edge = cluster->edges.slots[i].thing;
            if (edge && (edge->fars || edge->held)) list_edge(cluster, edge);
        }
    cluster->all_edges = false;
    Edge *edge = cluster->work;
    cluster->work = NULL;
    for (Edge *next; edge; edge = next) {
        next = edge->next_listed;
        edge->listed = false;
        work_on(cluster, edge);
    }
}

/* ---- clients of our own sockets */

void cluster_connect(Cluster *cluster, ConnectionId client, const PersonId *person, const char *name, int face,
                     uint64_t address) {
    Edge *edge = memory_take(sizeof *edge);
    edge->id = client;
    edge->person = *person;
    edge->address = address;
    edge->face = face;
    span_copy(span_of(name), edge->name, sizeof edge->name);
    index_put(&cluster->edges, client, edge);
}

static void empty_edge(Edge *edge) {
    while (edge->fars) drop_far(edge, edge->fars);
    while (edge->held) drop_held(edge, &edge->held);
}

static void free_edge(Edge *edge) {
    empty_edge(edge);
    free(edge);
}

void cluster_disconnect(Cluster *cluster, ConnectionId client) {
    Edge *edge = find_edge(cluster, client);
    if (!edge) return;
    for (int i = 0; i < edge->known_count; i++)
        tell(cluster, edge->known[i], &(Frame){.kind = FRAME_DISCONNECT, .handle = client});
    for (Edge **link = &cluster->work; edge->listed && *link; link = &(*link)->next_listed)
        if (*link == edge) {
            *link = edge->next_listed;
            break;
        }
    index_remove(&cluster->edges, client);
    free_edge(edge);
}

/* The client enters a table of another server, or asks again because it was refused, or because it came late: if it is being
 * brought to a new owner, its messages still wait until it is there. */
static void relay_enter(Cluster *cluster, Edge *edge, const Relay *relay) {
    Far *far = find_far(edge, &relay->table);
    if (!far) far = add_far(edge, &relay->table, 0);
    Epoch owner = far->after > cluster->looks ? 0 : cluster_reachable(cluster, &relay->table);
    far->since = relay->since;
    far->entering = far->entering && owner;
    far->asked = cluster->looks;
    far->owner = owner;
    if (owner) pass_on(cluster, edge, owner, relay->text);
    else list_edge(cluster, edge);
}

static void relay_message(Cluster *cluster, Edge *edge, const Relay *relay) {
    Epoch owner = ready_owner(cluster, edge, &relay->table, 0);
    if (owner == cluster->me) owner = 0; /* it has just become ours: in the next turn */
    if (relay->key[0] || !owner) hold(edge, &relay->table, relay->key, relay->text)->owner = owner;
    if (owner) pass_on(cluster, edge, owner, relay->text);
    else list_edge(cluster, edge);
}

bool cluster_relay(Cluster *cluster, ConnectionId client, const Relay *relay) {
    const TableId *table = &relay->table;
    const Visitor *visitor = find_visitor(cluster, client);
    Edge *edge = visitor ? NULL : find_edge(cluster, client);
    const Far *far = edge ? find_far(edge, table) : NULL;
    bool on_its_way = far && (far->entering || far->owner != cluster->me) && relay->kind != RELAY_ENTER;
    if (cluster_owns(cluster, table->text[0] ? table : NULL) && !on_its_way) return false;
    if (visitor) tell(cluster, visitor->from, &(Frame){.kind = FRAME_MOVED, .handle = visitor->handle, .table = *table});
    if (edge && relay->kind == RELAY_ENTER) relay_enter(cluster, edge, relay);
    else if (edge) relay_message(cluster, edge, relay);
    if (far && relay->kind == RELAY_EXIT) drop_far(edge, far);
    return true;
}

void cluster_moved(Cluster *cluster, ConnectionId client, const TableId *table, int64_t since) {
    const Visitor *visitor = find_visitor(cluster, client);
    Edge *edge = visitor ? NULL : find_edge(cluster, client);
    if (visitor)
        tell(cluster, visitor->from,
             &(Frame){.kind = FRAME_MOVED, .handle = visitor->handle, .table = *table, .number = (uint64_t)(since + 2)});
    if (!edge || edge->leaving) return;
    add_far(edge, table, 0)->since = since;
    list_edge(cluster, edge);
}

void cluster_tell_servers(Cluster *cluster, Epoch to, const Frame *frame) {
    for (int i = 0; i < cluster->peer_count; i++)
        if (cluster->peers[i].up && (!to || cluster->peers[i].epoch == to)) tell(cluster, cluster->peers[i].epoch, frame);
}

void cluster_renamed(Cluster *cluster, const PersonId *person, const char *name, int face) {
    for (size_t i = 0; i < cluster->edges.capacity; i++) {
        Edge *edge = cluster->edges.slots[i].thing;
        if (!edge || strcmp(edge->person.text, person->text) != 0) continue;
        span_copy(span_of(name), edge->name, sizeof edge->name);
        edge->face = face;
    }
}

/* ---- the list of tables */

static void hear_row(Cluster *cluster, Epoch from, const Frame *frame) {
    cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = frame->kind == FRAME_ROW ? INPUT_ROW : INPUT_ROW_GONE,
                                                                .room = from,
                                                                .table = frame->table,
                                                                .number = frame->number,
                                                                .text = frame->text});
}

/* ---- what owners of far tables say */

static void hear_moved(Cluster *cluster, Edge *edge, Epoch from, const TableId *table, uint64_t was_there) {
    Far *far = find_far(edge, table);
    if (!far && was_there) {
        far = add_far(edge, table, from);
        far->since = (int64_t)was_there - 2;
    }
    if (far && far->owner == from) {
        far->owner = 0;
        far->entering = false;
        far->after = cluster->looks + 1;
    }
    for (Held *held = edge->held; held; held = held->next)
        if (held->owner == from && same_table(&held->table, table)) {
            held->owner = 0;
            held->after = cluster->looks + 1;
        }
    cluster->look_soon = true;
}

/* Late, if the table is ours by now: then our room knows of the client, or will when it hears that the table has moved. */
static void hear_entered(Cluster *cluster, Edge *edge, Epoch owner, const TableId *table) {
    Far *far = find_far(edge, table);
    if (!far && cluster_owns(cluster, table)) return;
    if (!far) far = add_far(edge, table, owner);
    if (far->owner == owner) far->entering = false;
    list_edge(cluster, edge);
}

void cluster_entered(Cluster *cluster, ConnectionId client, const TableId *table) {
    Edge *edge = find_edge(cluster, client);
    if (edge && find_far(edge, table)) hear_entered(cluster, edge, cluster->me, table);
}

static void hear_answered(Edge *edge, Span key) {
    for (Held **link = &edge->held; *link; link = &(*link)->next)
        if (span_is(key, (*link)->key)) {
            drop_held(edge, link);
            return;
        }
}

/* What a server told of a table may have been on its way for so long that the table belongs to another one by now, which tells the
 * client all that it was not told. */
static void hear_text(Cluster *cluster, const Edge *edge, Epoch from, const Frame *frame) {
    bool tells = frame->table.text[0];
    Far *far = tells ? find_far(edge, &frame->table) : NULL;
    if (tells && (far ? far->owner != from : cluster_owns(cluster, &frame->table))) return;
    if (far) far->since = (int64_t)frame->number;
    cluster->port.send(cluster->port.context, edge->id, frame->text);
}

static void hear_owner(Cluster *cluster, Epoch from, const Frame *frame) {
    Edge *edge = find_edge(cluster, frame->handle);
    if (!edge) return;
    switch (frame->kind) {
    case FRAME_SEND: hear_text(cluster, edge, from, frame); break;
    case FRAME_CLOSE: cluster->port.close(cluster->port.context, edge->id, (int)frame->number); break;
    case FRAME_ANSWERED: hear_answered(edge, frame->text); break;
    case FRAME_ENTERED: hear_entered(cluster, edge, from, &frame->table); break;
    case FRAME_MOVED: hear_moved(cluster, edge, from, &frame->table, frame->number); break;
    default: break;
    }
}

/* ---- clients of other servers */

static uint64_t handle_key(Epoch from, ConnectionId handle) {
    return from * 0x9e3779b97f4a7c15u ^ ((uint64_t)handle << 20 | 1);
}

static Visitor *visitor_of(const Cluster *cluster, Epoch from, ConnectionId handle) {
    Visitor *visitor = index_find(&cluster->visitors_by_handle, handle_key(from, handle));
    return visitor && visitor->from == from && visitor->handle == handle ? visitor : NULL;
}

static void admit(Cluster *cluster, Epoch from, const Frame *frame) {
    if (index_find(&cluster->visitors_by_handle, handle_key(from, frame->handle)) ||
        cluster->visitors.count >= VISITOR_SERIALS / 2)
        return;
    Visitor *visitor = memory_take(sizeof *visitor);
    do {
        cluster->serial = cluster->serial % (VISITOR_SERIALS - 1) + 1;
        visitor->id = cluster->serial << VISITOR_SHIFT | VISITOR_SLOT;
    } while (find_visitor(cluster, visitor->id));
    visitor->from = from;
    visitor->handle = frame->handle;
    index_put(&cluster->visitors, visitor->id, visitor);
    index_put(&cluster->visitors_by_handle, handle_key(from, frame->handle), visitor);
    cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = INPUT_CONNECT,
                                                                .connection = visitor->id,
                                                                .person = frame->person,
                                                                .name = frame->name,
                                                                .face = frame->face,
                                                                .address = frame->number,
                                                                .relayed = true});
}

static void dismiss(Cluster *cluster, Visitor *visitor) {
    ConnectionId id = visitor->id;
    index_remove(&cluster->visitors, id);
    index_remove(&cluster->visitors_by_handle, handle_key(visitor->from, visitor->handle));
    free(visitor);
    cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = id});
}

void cluster_frame(Cluster *cluster, Epoch from, const Frame *frame) {
    Visitor *visitor = visitor_of(cluster, from, frame->handle);
    switch (frame->kind) {
    case FRAME_CONNECT: admit(cluster, from, frame); break;
    case FRAME_MESSAGE:
        if (visitor)
            cluster->port.step_room(
                cluster->port.context,
                &(RoomInput){.kind = INPUT_MESSAGE, .connection = visitor->id, .relayed = true, .text = frame->text});
        break;
    case FRAME_DISCONNECT:
        if (visitor) dismiss(cluster, visitor);
        break;
    case FRAME_ROW:
    case FRAME_ROW_GONE: hear_row(cluster, from, frame); break;
    case FRAME_PRESENT:
        cluster->port.step_room(
            cluster->port.context,
            &(RoomInput){.kind = INPUT_PRESENT, .room = from, .number = from < cluster->me, .text = frame->text});
        break;
    case FRAME_LOGOUT: cluster->port.logged_out(cluster->port.context, frame->text); break;
    case FRAME_NAME:
        cluster->port.step_room(
            cluster->port.context,
            &(RoomInput){.kind = INPUT_RENAMED, .person = frame->person, .name = frame->name, .face = frame->face});
        break;
    default: hear_owner(cluster, from, frame); break;
    }
}

bool cluster_is_visitor(const Cluster *cluster, ConnectionId client) { return find_visitor(cluster, client) != NULL; }

static void tell_visitor(Cluster *cluster, ConnectionId id, Frame frame) {
    const Visitor *visitor = find_visitor(cluster, id);
    if (!visitor) return;
    frame.handle = visitor->handle;
    tell(cluster, visitor->from, &frame);
}

void cluster_tell(Cluster *cluster, ConnectionId visitor, Span text, const TableId *table, uint32_t n) {
    tell_visitor(cluster, visitor, (Frame){.kind = FRAME_SEND, .text = text, .table = *table, .number = n});
}

void cluster_tell_close(Cluster *cluster, ConnectionId visitor, int code) {
    tell_visitor(cluster, visitor, (Frame){.kind = FRAME_CLOSE, .number = (uint64_t)code});
}

void cluster_tell_answered(Cluster *cluster, ConnectionId visitor, const char *key) {
    tell_visitor(cluster, visitor, (Frame){.kind = FRAME_ANSWERED, .text = span_of(key)});
}

void cluster_tell_entered(Cluster *cluster, ConnectionId visitor, const TableId *table) {
    tell_visitor(cluster, visitor, (Frame){.kind = FRAME_ENTERED, .table = *table});
}

/* ---- servers that are gone */

void edges_lose(Cluster *cluster, Epoch node) {
    for (size_t i = 0; i < cluster->edges.capacity; i++) {
        Edge *edge = cluster->edges.slots[i].thing;
        if (!edge) continue;
        for (int k = 0; k < edge->known_count; k++)
            if (edge->known[k] == node) edge->known[k--] = edge->known[--edge->known_count];
        for (Far *far = edge->fars; far; far = far->next)
            if (far->owner == node) far->entering = false, far->owner = 0;
        for (Held *held = edge->held; held; held = held->next)
            if (held->owner == node) held->owner = 0;
    }
    cluster->all_edges = true;
    for (size_t i = 0; i < cluster->visitors.capacity; i++) {
        Visitor *visitor = cluster->visitors.slots[i].thing;
        if (!visitor || visitor->from != node) continue;
        dismiss(cluster, visitor);
        i--; /* removing may have moved a later one here */
    }
    cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = INPUT_ROOM_GONE, .room = node});
}

void edges_send_away(Cluster *cluster) {
    for (size_t i = 0; i < cluster->edges.capacity; i++) {
        Edge *edge = cluster->edges.slots[i].thing;
        if (!edge) continue;
        empty_edge(edge);
        edge->leaving = true;
    }
    cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = INPUT_GIVEN_UP});
}

void edges_release(Cluster *cluster) {
    for (size_t i = 0; i < cluster->edges.capacity; i++)
        if (cluster->edges.slots[i].thing) free_edge(cluster->edges.slots[i].thing);
    for (size_t i = 0; i < cluster->visitors.capacity; i++) free(cluster->visitors.slots[i].thing);
    index_release(&cluster->edges);
    index_release(&cluster->visitors);
    index_release(&cluster->visitors_by_handle);
}
