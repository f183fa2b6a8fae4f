/* Sends requests over HTTP, opens WebSockets and reads their frames. */
#include "client/websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "core/json.h"
#include "core/message.h"

enum { HEAD_MAX = 4096, HOST_MAX = 300, RECEIVED_MAX = 1 << 20, BLOCKED_SECONDS_MAX = 30 };

/* A stream of bytes, through TLS or not. */
typedef struct Stream {
    int socket;
    gnutls_session_t tls;
    gnutls_certificate_credentials_t credentials;
} Stream;

struct WebSocket {
    Stream stream;
    wslay_event_context_ptr frames;
    WebSocketMessage message;
    void *context;
    char early[HEAD_MAX]; /* came with the answer to the handshake */
    size_t early_length, early_read;
    bool over;
    bool in_close; /* the frame being read is a close; its code so far: */
    uint8_t close[2];
    size_t close_length;
};

/* ---- streams */

static void stream_close(Stream *stream) {
    if (stream->tls) {
        gnutls_deinit(stream->tls);
        gnutls_certificate_free_credentials(stream->credentials);
    }
    if (stream->socket >= 0) close(stream->socket);
    *stream = (Stream){.socket = -1};
}

/* Records why connecting failed. */
static bool fail(const Peer *peer, const char *why) {
    return error_say(peer->fault, "cannot reach {host}: {reason}", WITH("host", peer->address), WITH("reason", why));
}

static bool is_number(const char *address) {
    struct in6_addr digits;
    return inet_pton(AF_INET, address, &digits) == 1 || inet_pton(AF_INET6, address, &digits) == 1;
}

/* Whom to trust: the system's authorities and those of the file. */
static bool check_certificate(Stream *stream, const Peer *peer) {
    if (!peer->checked) return true;
    gnutls_certificate_set_x509_system_trust(stream->credentials);
    if (peer->authorities &&
        gnutls_certificate_set_x509_trust_file(stream->credentials, peer->authorities, GNUTLS_X509_FMT_PEM) <= 0)
        return peer->fault ? error_set(peer->fault, "cannot use the certificates in %.100s", peer->authorities) : false;
    gnutls_session_set_verify_cert(stream->tls, peer->address, 0);
    return is_number(peer->address) ||
           gnutls_server_name_set(stream->tls, GNUTLS_NAME_DNS, peer->address, strlen(peer->address)) == 0;
}

static bool start_tls(Stream *stream, const Peer *peer) {
    if (gnutls_certificate_allocate_credentials(&stream->credentials) < 0) return fail(peer, strerror(ENOMEM));
    if (gnutls_init(&stream->tls, GNUTLS_CLIENT) < 0) return fail(peer, strerror(ENOMEM));
    gnutls_set_default_priority(stream->tls);
    gnutls_credentials_set(stream->tls, GNUTLS_CRD_CERTIFICATE, stream->credentials);
    gnutls_transport_set_int(stream->tls, stream->socket);
    if (!check_certificate(stream, peer)) return false;
    int result;
    do result = gnutls_handshake(stream->tls);
    while (result < 0 && gnutls_error_is_fatal(result) == 0);
    if (result == 0) return true;
    bool distrusted = result == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR || result == GNUTLS_E_CERTIFICATE_ERROR;
    return fail(peer, distrusted ? "its certificate is not trusted" : gnutls_strerror(result));
}

/* Connects to the first address of the name that answers; -1 with errno if none does. */
static int call(const Peer *peer, const struct addrinfo *at) {
    struct timeval patience = {.tv_sec = peer->patience_s ? peer->patience_s : BLOCKED_SECONDS_MAX};
    int on = 1, descriptor = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    bool good = true;
    if (peer->source) {
        struct sockaddr_in from = {.sin_family = AF_INET};
        setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        good = inet_pton(AF_INET, peer->source, &from.sin_addr) == 1 &&
               bind(descriptor, (struct sockaddr *)&from, sizeof from) == 0;
    }
    if (good && connect(descriptor, at->ai_addr, at->ai_addrlen) == 0) return descriptor;
    int fault = errno == EINPROGRESS ? ETIMEDOUT : errno;
    close(descriptor);
    errno = fault;
    return -1;
}

static bool stream_open(Stream *stream, const Peer *peer) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_family = peer->source ? AF_INET : AF_UNSPEC}, *found = NULL;
    char port[16];
    *stream = (Stream){.socket = -1};
    snprintf(port, sizeof port, "%d", peer->port);
    int status = getaddrinfo(peer->address, port, &wanted, &found);
    if (status != 0) return fail(peer, gai_strerror(status));
    for (const struct addrinfo *at = found; at && stream->socket < 0; at = at->ai_next) stream->socket = call(peer, at);
    freeaddrinfo(found);
    if (stream->socket < 0) return fail(peer, strerror(errno));
    if (!peer->tls || start_tls(stream, peer)) return true;
    stream_close(stream);
    return false;
}

/* As send and recv; -1 with errno, EAGAIN included. */
static ssize_t stream_send(Stream *stream, const void *bytes, size_t length) {
    if (!stream->tls) return send(stream->socket, bytes, length, MSG_NOSIGNAL);
    ssize_t count = gnutls_record_send(stream->tls, bytes, length);
    if (count >= 0) return count;
    errno = count == GNUTLS_E_AGAIN || count == GNUTLS_E_INTERRUPTED ? EAGAIN : EIO;
    return -1;
}

static ssize_t stream_receive(Stream *stream, void *bytes, size_t length) {
    if (!stream->tls) return recv(stream->socket, bytes, length, 0);
    ssize_t count = gnutls_record_recv(stream->tls, bytes, length);
    if (count >= 0) return count;
    errno = count == GNUTLS_E_AGAIN || count == GNUTLS_E_INTERRUPTED ? EAGAIN : EIO;
    return -1;
}

static bool send_all(Stream *stream, const char *bytes, size_t length) {
    while (length) {
        ssize_t count = stream_send(stream, bytes, length);
        if (count <= 0) return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

/* ---- requests */

void peer_authority(const Peer *peer, Text *text) {
    bool colons = strchr(peer->address, ':') != NULL;
    text_format(text, "%s%s%s", colons ? "[" : "", peer->address, colons ? "]" : "");
    if (peer->port != (peer->tls ? 443 : 80)) text_format(text, ":%d", peer->port);
}

/* The address that pages of this server have as their origin. */
static void write_origin(const Peer *peer, Text *text) {
    text_add(text, peer->tls ? "https://" : "http://");
    peer_authority(peer, text);
}

int peer_request(const Peer *peer, const char *method, const char *path, const char *headers, const char *body, char *response,
                 size_t capacity) {
    Stream stream;
    char head[HEAD_MAX], host[HOST_MAX];
    Text authority = text_init(host, sizeof host);
    peer_authority(peer, &authority);
    int length = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %zu\r\n%s\r\n", method, path,
                          host, strstr(headers, "Connection:") ? "" : "Connection: close\r\n", strlen(body), headers);
    if (length >= (int)sizeof head || !stream_open(&stream, peer)) return -1;
    size_t read = 0;
    if (send_all(&stream, head, (size_t)length) && send_all(&stream, body, strlen(body))) {
        ssize_t count;
        while (read + 1 < capacity && (count = stream_receive(&stream, response + read, capacity - 1 - read)) > 0)
            read += (size_t)count;
    }
    response[read] = 0;
    stream_close(&stream);
    int status;
    return sscanf(response, "HTTP/1.1 %d", &status) == 1 ? status : -1;
}

/* Posts to a path of the server as a page of its own does; the cookie of a good answer is kept. */
static int post(const Peer *peer, const char *path, const char *body, char cookie[COOKIE_MAX]) {
    char origin[HOST_MAX + 32], response[HEAD_MAX] = "";
    Text text = text_init(origin, sizeof origin);
    text_add(&text, "Origin: ");
    write_origin(peer, &text);
    text_add(&text, "\r\n");
    int status = peer_request(peer, "POST", path, origin, body, response, sizeof response);
    const char *found = strcasestr(response, "Set-Cookie: araldo=");
    bool good = found && sscanf(found + strlen("Set-Cookie: araldo="), "%64[0-9a-f]", cookie) == 1;
    return status < 0 || status >= 300 || good ? status : -1;
}

bool peer_guest(const Peer *peer, const char *name, char cookie[COOKIE_MAX]) {
    char body[512];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "name", name);
    json_close(&json);
    return post(peer, "/guest", body, cookie) == 200;
}

int peer_follow(const Peer *peer, const char *path, char cookie[COOKIE_MAX]) { return post(peer, path, "", cookie); }

/* ---- frames */

static ssize_t fill(wslay_event_context_ptr frames, uint8_t *buffer, size_t length, int flags, void *context) {
    (void)flags;
    WebSocket *socket = context;
    if (socket->early_read < socket->early_length) {
        size_t left = socket->early_length - socket->early_read;
        if (left < length) length = left;
        memcpy(buffer, socket->early + socket->early_read, length);
        socket->early_read += length;
        return (ssize_t)length;
    }
    ssize_t count = stream_receive(&socket->stream, buffer, length);
    if (count > 0) return count;
    bool later = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t drain(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags, void *context) {
    (void)flags;
    WebSocket *socket = context;
    ssize_t count = stream_send(&socket->stream, bytes, length);
    if (count > 0) return count;
    bool later = errno == EAGAIN || errno == EWOULDBLOCK;
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int make_mask(wslay_event_context_ptr frames, uint8_t *buffer, size_t length, void *context) {
    (void)frames;
    (void)context;
    randombytes_buf(buffer, length);
    return 0;
}

static void take(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *arg, void *context) {
    (void)frames;
    WebSocket *socket = context;
    if (arg->opcode == WSLAY_TEXT_FRAME && socket->message)
        socket->message(socket->context, socket, (const char *)arg->msg, arg->msg_length);
}

/* wslay does not know all codes that are registered (1013): the code is read here. */
static void begin_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *arg, void *context) {
    (void)frames;
    ((WebSocket *)context)->in_close = arg->opcode == WSLAY_CONNECTION_CLOSE;
}

static void take_chunk(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_chunk_arg *arg, void *context) {
    (void)frames;
    WebSocket *socket = context;
    for (size_t i = 0; socket->in_close && i < arg->data_length && socket->close_length < sizeof socket->close; i++)
        socket->close[socket->close_length++] = arg->data[i];
}

static const struct wslay_event_callbacks callbacks = {.recv_callback = fill,
                                                       .send_callback = drain,
                                                       .genmask_callback = make_mask,
                                                       .on_frame_recv_start_callback = begin_frame,
                                                       .on_frame_recv_chunk_callback = take_chunk,
                                                       .on_msg_recv_callback = take};

/* The answer's status; what came behind its headers is kept. */
static int shake_hands(WebSocket *socket, const Peer *peer, const char *cookie, const char *origin) {
    char head[HEAD_MAX], host[HOST_MAX], own[HOST_MAX + 16];
    Text authority = text_init(host, sizeof host), text = text_init(own, sizeof own);
    peer_authority(peer, &authority);
    write_origin(peer, &text);
    int length =
        snprintf(head, sizeof head,
                 "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: %s\r\n%s%s%s\r\n",
                 host, origin ? origin : own, cookie ? "Cookie: araldo=" : "", cookie ? cookie : "", cookie ? "\r\n" : "");
    if (length >= (int)sizeof head || !send_all(&socket->stream, head, (size_t)length)) return -1;
    size_t read = 0;
    const char *end = NULL;
    while (!end && read + 1 < sizeof head) {
        ssize_t count = stream_receive(&socket->stream, head + read, sizeof head - 1 - read);
        if (count <= 0) break;
        read += (size_t)count;
        head[read] = 0;
        end = strstr(head, "\r\n\r\n");
    }
    int status;
    if (!end || sscanf(head, "HTTP/1.1 %d", &status) != 1) return -1;
    /* The example of RFC 6455, section 1.3: its answer is known. */
    if (status == 101 && !strcasestr(head, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")) return -1;
    socket->early_length = read - (size_t)(end + 4 - head);
    memcpy(socket->early, end + 4, socket->early_length);
    return status;
}

WebSocket *websocket_open(const Peer *peer, const char *cookie, const char *origin, WebSocketMessage hear, void *context,
                          int *status) {
    WebSocket *socket = calloc(1, sizeof *socket);
    *status = -1;
    if (!socket) return NULL;
    socket->message = hear;
    socket->context = context;
    if (stream_open(&socket->stream, peer)) *status = shake_hands(socket, peer, cookie, origin);
    if (*status == 101 && wslay_event_context_client_init(&socket->frames, &callbacks, socket) == 0) {
        wslay_event_config_set_max_recv_msg_length(socket->frames, RECEIVED_MAX);
        fcntl(socket->stream.socket, F_SETFL, fcntl(socket->stream.socket, F_GETFL) | O_NONBLOCK);
        return socket;
    }
    websocket_free(socket);
    return NULL;
}

void websocket_free(WebSocket *socket) {
    if (!socket) return;
    if (socket->frames) wslay_event_context_free(socket->frames);
    stream_close(&socket->stream);
    free(socket);
}

int websocket_descriptor(const WebSocket *socket) { return socket->stream.socket; }

void websocket_send_frame(WebSocket *socket, int opcode, const void *bytes, size_t length) {
    struct wslay_event_msg message = {(uint8_t)opcode, bytes, length};
    wslay_event_queue_msg(socket->frames, &message);
    if (wslay_event_send(socket->frames) != 0) socket->over = true;
}

void websocket_send(WebSocket *socket, const char *text, size_t length) {
    websocket_send_frame(socket, WSLAY_TEXT_FRAME, text, length);
}

void websocket_send_raw(WebSocket *socket, const void *bytes, size_t length) {
    if (stream_send(&socket->stream, bytes, length) < 0) socket->over = true;
}

bool websocket_pump(WebSocket *socket) {
    if (!socket->over && wslay_event_want_write(socket->frames) && wslay_event_send(socket->frames) != 0) socket->over = true;
    if (wslay_event_want_read(socket->frames) && wslay_event_recv(socket->frames) != 0) socket->over = true;
    if (!socket->over && wslay_event_want_write(socket->frames) && wslay_event_send(socket->frames) != 0) socket->over = true;
    if (!wslay_event_want_read(socket->frames) && !wslay_event_want_write(socket->frames)) socket->over = true;
    return !socket->over;
}

bool websocket_wants_to_send(const WebSocket *socket) { return wslay_event_want_write(socket->frames); }

bool websocket_wait(WebSocket *socket, int milliseconds) {
    if (socket->early_read < socket->early_length) return true;
    if (socket->stream.tls && gnutls_record_check_pending(socket->stream.tls)) return true;
    struct pollfd descriptor = {.fd = socket->stream.socket, .events = POLLIN};
    return poll(&descriptor, 1, milliseconds) > 0;
}

int websocket_close_code(const WebSocket *socket) {
    if (socket->close_length == 2) return socket->close[0] << 8 | socket->close[1];
    return wslay_event_get_status_code_received(socket->frames);
}
