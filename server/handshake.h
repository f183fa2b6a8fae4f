/* The opening handshake of a WebSocket (RFC 6455, section 4.2), and which origins are allowed. */
#ifndef ARALDO_SERVER_HANDSHAKE_H
#define ARALDO_SERVER_HANDSHAKE_H

#include <microhttpd.h>
#include <stdbool.h>

enum { ACCEPT_MAX = 29 }; /* 20 bytes in base64, and the zero byte */

/* The headers of a handshake; NULL where one is missing. */
typedef struct Handshake {
    const char *upgrade, *connection, *key, *version;
} Handshake;

/* Does the request come from a page of ours? With a public origin, only from there. Without one (NULL), the Origin must be the
 * Host it was sent to. Over plain HTTP that Host must be an address or a local name: any other name may be one that a stranger's
 * DNS points at us (rebinding). */
bool origin_is_ours(const char *origin, const char *host, const char *public_origin, bool tls);
Handshake handshake_of(struct MHD_Connection *connection);
/* 0 if the request asks for a WebSocket as it should, and then what to answer in Sec-WebSocket-Accept; else the status. */
unsigned handshake_check(const Handshake *handshake, char accept[ACCEPT_MAX]);

#endif
