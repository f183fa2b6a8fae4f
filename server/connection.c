/* Reads and writes the frames of one WebSocket within its limits, and keeps its queue and pings. */
#include "server/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "core/json.h"
#include "room/codes.h"

static Connection *connection_of(void *context) { return context; }

/* ---- wslay's side */

/* Follows the frames' headers in what has arrived: whether one announces more than a message may have. wslay looks at a header
 * only when some of its payload is there, and until then such a client would keep its place. */
static bool announces_too_much(Connection *connection, const uint8_t *bytes, size_t count) {
    uint8_t *header = connection->header;
    while (count > 0) {
        if (connection->payload_left > 0) {
            size_t skipped = count < connection->payload_left ? count : connection->payload_left;
            connection->payload_left -= skipped;
            bytes += skipped;
            count -= skipped;
            continue;
        }
        header[connection->header_length++] = *bytes++;
        count--;
        size_t length = header[1] & 0x7f, wide = length == 126 ? 2 : length == 127 ? 8 : 0;
        size_t masked = header[1] & 0x80 ? 4 : 0;
        if (connection->header_length < 2 + wide) continue;
        for (size_t i = 0; wide && i < wide; i++) length = (i ? length << 8 : 0) | header[2 + i];
        if (length > MESSAGE_BYTES_MAX) return true;
        if (connection->header_length < 2 + wide + masked) continue;
        connection->payload_left = length;
        memset(header, 0, connection->header_length);
        connection->header_length = 0;
    }
    return false;
}

static ssize_t fill(wslay_event_context_ptr frames, uint8_t *buffer, size_t length, int flags, void *context) {
    (void)flags;
    Connection *connection = connection_of(context);
    if (length > connection->budget) length = connection->budget;
    if (connection->oversize) length = 0;
    ssize_t count = -1;
    if (connection_has_early(connection)) {
        size_t left = connection->early_length - connection->early_read;
        count = (ssize_t)(left < length ? left : length);
        memcpy(buffer, connection->early + connection->early_read, (size_t)count);
        connection->early_read += (size_t)count;
    } else if (length) {
        do count = recv(connection->socket, buffer, length, 0);
        while (count < 0 && errno == EINTR);
    }
    bool later = length == 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
    if (later || count <= 0) {
        connection->gone = !later;
        wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    connection->oversize = announces_too_much(connection, buffer, (size_t)count);
    connection->budget -= (size_t)count;
    connection->owner->figures->received_bytes += (uint64_t)count;
    return count;
}

static ssize_t drain(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags, void *context) {
    (void)flags;
    Outlet *outlet = connection_of(context)->owner->outlet;
    size_t space = sizeof outlet->bytes - outlet->length;
    if (space == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (length > space) length = space;
    memcpy(outlet->bytes + outlet->length, bytes, length);
    outlet->length += length;
    return (ssize_t)length;
}

static void take_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *arg, void *context) {
    (void)frames;
    Connection *connection = connection_of(context);
    if (wslay_is_ctrl_frame(arg->opcode) || connection->closing_since) return;
    if (arg->opcode == WSLAY_TEXT_FRAME) {
        connection->owner->figures->received++;
        connection->owner->message(connection->owner->context, connection, (const char *)arg->msg, arg->msg_length);
    } else {
        connection->owner->figures->cuts[CUT_PROTOCOL]++;
        connection_bye(connection, "protocol", CLOSE_PROTOCOL, connection->heard);
    }
}

/* A client that floods us with what the room never sees: pings, fragments. */
static void count_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *arg, void *context) {
    (void)arg;
    Connection *connection = connection_of(context);
    if (connection->heard - connection->second >= 1000) {
        connection->second = connection->heard;
        connection->frames_read = 0;
    }
    if (++connection->frames_read <= FRAMES_PER_SECOND_MAX || connection->closing_since) return;
    connection->owner->figures->cuts[CUT_FLOOD]++;
    connection_bye(connection, "flood", CLOSE_FLOOD, connection->heard);
    wslay_event_shutdown_read(frames);
}

static const struct wslay_event_callbacks callbacks = {.recv_callback = fill,
                                                       .send_callback = drain,
                                                       .on_frame_recv_start_callback = count_frame,
                                                       .on_msg_recv_callback = take_message};

/* ---- life */

Connection *connection_open(const Request *request, ConnectionId id, const ConnectionOwner *owner, Milliseconds now) {
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    if (request->early_length) connection->early = malloc(request->early_length);
    if ((request->early_length && !connection->early) ||
        wslay_event_context_server_init(&connection->frames, &callbacks, connection) != 0) {
        free(connection->early);
        free(connection);
        return NULL;
    }
    wslay_event_config_set_max_recv_msg_length(connection->frames, MESSAGE_BYTES_MAX);
    connection->id = id;
    connection->socket = request->socket;
    connection->handle = request->handle;
    connection->address = request->address;
    connection->session = request->session.token;
    connection->seen = request->session.seen;
    connection->owner = owner;
    connection->heard = now;
    connection->early_length = request->early_length;
    if (request->early_length) memcpy(connection->early, request->early, request->early_length);
    return connection;
}

void connection_free(Connection *connection) {
    wslay_event_context_free(connection->frames);
    MHD_upgrade_action(connection->handle, MHD_UPGRADE_ACTION_CLOSE);
    free(connection->rest);
    free(connection->early);
    free(connection);
}

/* ---- reading */

bool connection_has_early(const Connection *connection) { return connection->early_read < connection->early_length; }

/* wslay itself has begun to close: the client said goodbye, or broke the protocol or the limit of a message. */
static void note_close(Connection *connection, Milliseconds now) {
    if (connection->closing_since || wslay_event_get_read_enabled(connection->frames)) return;
    connection->closing_since = now;
    connection->dirty = true;
}

void connection_read(Connection *connection, Milliseconds now) {
    connection->budget = INBOUND_BYTES_PER_TURN;
    connection->heard = now;
    connection->pinged = false;
    if (!wslay_event_want_read(connection->frames)) {
        /* Nothing more is wanted of it, but its end is. */
        char ignored[256];
        ssize_t count = recv(connection->socket, ignored, sizeof ignored, 0);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) connection->dead = true;
        return;
    }
    if (wslay_event_recv(connection->frames) != 0) {
        if (connection->gone) {
            connection->dead = true;
            return;
        }
        connection->owner->figures->cuts[CUT_PROTOCOL]++; /* that was not a frame; wslay has queued a close */
    }
    if (connection->oversize && wslay_event_get_read_enabled(connection->frames)) {
        wslay_event_queue_close(connection->frames, WSLAY_CODE_MESSAGE_TOO_BIG, NULL, 0);
        wslay_event_shutdown_read(connection->frames);
    }
    if (!connection_has_early(connection) && connection->early) {
        free(connection->early);
        connection->early = NULL;
        connection->early_length = connection->early_read = 0;
    }
    note_close(connection, now);
    if (wslay_event_want_write(connection->frames)) connection->dirty = true;
}

/* ---- writing */

static size_t queued_bytes(const Connection *connection) {
    return wslay_event_get_queued_msg_length(connection->frames) + connection->rest_length - connection->rest_sent;
}

static bool has_queue(const Connection *connection) {
    return wslay_event_get_queued_msg_count(connection->frames) > 0 || connection->rest;
}

void connection_send(Connection *connection, const char *text, size_t length) {
    if (connection->dead || connection->closing_since) return;
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text, length};
    if (wslay_event_queue_msg(connection->frames, &message) == WSLAY_ERR_NOMEM) connection->dead = true;
    connection->owner->figures->sent++;
    connection->dirty = true;
}

void connection_close(Connection *connection, int close_code, Milliseconds now) {
    if (connection->dead || connection->closing_since) return;
    connection->close_code = (uint16_t)close_code;
    connection->closing_since = now;
    connection->dirty = true;
}

void connection_bye(Connection *connection, const char *code, int close_code, Milliseconds now) {
    char bye[64];
    Text text = text_init(bye, sizeof bye);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "bye");
    json_text(&json, "code", code);
    json_close(&json);
    connection_send(connection, bye, text.length);
    connection_close(connection, close_code, now);
}

/* Hands bytes to the system: how many it took, or -1 when the client is gone. */
static ssize_t push(Connection *connection, const uint8_t *bytes, size_t length) {
    ssize_t count;
    do count = send(connection->socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) count = 0;
    if (count > 0) connection->owner->figures->sent_bytes += (uint64_t)count;
    return count;
}

/* What was left over of an earlier turn; true when it is all gone. */
static bool push_rest(Connection *connection) {
    if (!connection->rest) return true;
    ssize_t count = push(connection, connection->rest + connection->rest_sent, connection->rest_length - connection->rest_sent);
    if (count < 0) connection->dead = true;
    if (count <= 0) return false;
    connection->rest_sent += (size_t)count;
    if (connection->rest_sent < connection->rest_length) return false;
    free(connection->rest);
    connection->rest = NULL;
    connection->rest_length = connection->rest_sent = 0;
    return true;
}

/* Puts frames together and hands them over; true if there may be more. */
static bool push_frames(Connection *connection) {
    Outlet *outlet = connection->owner->outlet;
    outlet->length = 0;
    if (wslay_event_send(connection->frames) != 0) {
        connection->dead = true;
        return false;
    }
    if (outlet->length == 0) return false;
    ssize_t count = push(connection, outlet->bytes, outlet->length);
    if (count < 0) {
        connection->dead = true;
        return false;
    }
    if ((size_t)count == outlet->length) return true;
    size_t left = outlet->length - (size_t)count;
    connection->rest = malloc(left);
    if (!connection->rest) {
        connection->dead = true;
        return false;
    }
    memcpy(connection->rest, outlet->bytes + count, left);
    connection->rest_length = left;
    connection->rest_sent = 0;
    return false;
}

/* The close frame overtakes what is queued: the client learns why as soon as it reads again. */
static void cut_slow(Connection *connection, Milliseconds now) {
    connection->owner->figures->cuts[CUT_SLOW]++;
    wslay_event_queue_close(connection->frames, CLOSE_SLOW, NULL, 0);
    wslay_event_shutdown_read(connection->frames);
    connection->closing_since = now;
    connection->close_code = 0;
}

static void note_end(Connection *connection) {
    if (connection->ended || !wslay_event_get_close_sent(connection->frames) || connection->rest) return;
    connection->ended = true;
    int code = wslay_event_get_status_code_sent(connection->frames);
    if (!wslay_event_get_close_received(connection->frames) && !wslay_event_get_read_enabled(connection->frames)) {
        if (code == WSLAY_CODE_MESSAGE_TOO_BIG) connection->owner->figures->cuts[CUT_OVERSIZE]++;
        if (code == WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA) connection->owner->figures->cuts[CUT_PROTOCOL]++;
    }
    if (wslay_event_get_close_received(connection->frames)) connection->dead = true; /* both have said goodbye */
    else shutdown(connection->socket, SHUT_WR);
}

void connection_flush(Connection *connection, Milliseconds now) {
    connection->dirty = false;
    if (connection->dead) return;
    bool more = push_rest(connection);
    while (more) more = push_frames(connection);
    if (connection->close_code && !has_queue(connection)) {
        wslay_event_queue_close(connection->frames, connection->close_code, NULL, 0);
        connection->close_code = 0;
        while (push_frames(connection)) continue;
    }
    if (connection->dead) return;
    bool full = queued_bytes(connection) > OUTBOUND_BYTES_MAX ||
                wslay_event_get_queued_msg_count(connection->frames) > OUTBOUND_MESSAGES_MAX;
    if (full && (!connection->closing_since || connection->close_code)) cut_slow(connection, now);
    note_end(connection);
}

void connection_watch(Connection *connection, Milliseconds now) {
    if (connection->closing_since) {
        if (now - connection->closing_since > CLOSING_MAX_MS) connection->dead = true;
    } else if (now - connection->heard > SILENCE_MAX_MS) {
        connection->owner->figures->cuts[CUT_SILENT]++;
        connection->dead = true;
    } else if (now - connection->heard > SILENCE_PING_MS && !connection->pinged) {
        struct wslay_event_msg ping = {WSLAY_PING, NULL, 0};
        wslay_event_queue_msg(connection->frames, &ping);
        connection->pinged = true;
        connection->dirty = true;
    }
}

uint32_t connection_events(const Connection *connection) { return EPOLLIN | (has_queue(connection) ? EPOLLOUT : 0); }
