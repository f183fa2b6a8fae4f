/* A small client of the card room: HTTP and WebSocket, with or without TLS.
 *
 * Requests and handshakes block, for a bounded time; after that a WebSocket blocks nowhere and takes what there is. The
 * terminal client checks certificates; tests and the load generator, which call servers of their own, do not. */
#ifndef ARALDO_CLIENT_WEBSOCKET_H
#define ARALDO_CLIENT_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

enum { COOKIE_MAX = 65, RESPONSE_MAX = 1 << 20 };

/* Where the server is, and who we are. */
typedef struct Peer {
    const char *address; /* a name, or in digits */
    int port;
    const char *source; /* the address to call from, of IPv4 in digits; NULL: any */
    bool tls;
    bool checked;            /* the certificate must be good, and the address's */
    const char *authorities; /* a file of certificates to trust in addition to the system's; NULL: none */
    int patience_s;          /* how long to wait for the other side; 0: half a minute */
    Error *fault;            /* why a connection could not be made goes there, unless it is NULL */
} Peer;

/* "host:port" as it goes into addresses: without the usual port, and with brackets where the host is IPv6 in digits. */
void peer_authority(const Peer *peer, Text *text);

/* The status of the answer, whose headers and body go into `response`; -1 if there was none. `headers` are lines that end in
 * \r\n. */
int peer_request(const Peer *peer, const char *method, const char *path, const char *headers, const char *body, char *response,
                 size_t capacity);
/* A new guest's cookie; */
bool peer_guest(const Peer *peer, const char *name, char cookie[COOKIE_MAX]);
/* that of the person whose link for another device has this path; and how the server answered. */
int peer_follow(const Peer *peer, const char *path, char cookie[COOKIE_MAX]);

typedef struct WebSocket WebSocket;
typedef void (*WebSocketMessage)(void *context, WebSocket *socket, const char *text, size_t length);

/* With a cookie, or none (NULL); from a page of the server's own, or of `origin`. NULL if refused, with the status of HTTP. */
WebSocket *websocket_open(const Peer *peer, const char *cookie, const char *origin, WebSocketMessage hear, void *context,
                          int *status);
/* Drops the connection without a goodbye. */
void websocket_free(WebSocket *socket);
int websocket_descriptor(const WebSocket *socket);
void websocket_send(WebSocket *socket, const char *text, size_t length);
/* A binary message, a ping, or bytes that are not a frame at all. */
void websocket_send_frame(WebSocket *socket, int opcode, const void *bytes, size_t length);
void websocket_send_raw(WebSocket *socket, const void *bytes, size_t length);
/* Sends what is queued and reads what there is; false when the connection is over. */
bool websocket_pump(WebSocket *socket);
bool websocket_wants_to_send(const WebSocket *socket);
/* Waits until there is something to read, at most this long. */
bool websocket_wait(WebSocket *socket, int milliseconds);
/* What the server gave as its reason; 1006 if it gave none. */
int websocket_close_code(const WebSocket *socket);

#endif
