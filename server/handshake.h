/* The opening handshake of a WebSocket (RFC 6455, section 4.2), and which origins are allowed. */
#ifndef ARALDO_SERVER_HANDSHAKE_H
#define ARALDO_SERVER_HANDSHAKE_H

#include <microhttpd.h>
#include <stdbool.h>

enum { ACCEPT_MAX = 29 }; /* 20 bytes in base64, and the zero byte */

/* Does the request come from a page of ours? The Origin must be the Host it was sent to, or the public one (may be NULL). */
bool origin_is_ours(struct MHD_Connection *connection, const char *public_origin);
/* 0 if the request asks for a WebSocket as it should, and then what to answer in Sec-WebSocket-Accept; else the status. */
unsigned handshake_check(struct MHD_Connection *connection, char accept[ACCEPT_MAX]);

#endif
