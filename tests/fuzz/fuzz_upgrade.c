/* Fuzzes the headers of a WebSocket handshake: whatever they say, only our own pages get in.
 * Seven lines: Upgrade, Connection, Sec-WebSocket-Key, Sec-WebSocket-Version, Origin, Host, and the room's public origin. A line
 * of `-` is a header that is missing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "server/handshake.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADERS = 7 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *values[HEADERS] = {NULL};
    Span rest = {(const char *)data, size}, line;
    for (int i = 0; i < HEADERS && span_split(&rest, '\n', &line); i++)
        if (!span_is(line, "-")) values[i] = strndup(line.at, line.length);
    Handshake handshake = {values[0], values[1], values[2], values[3]};
    char accept[ACCEPT_MAX];
    memset(accept, 'x', sizeof accept);
    unsigned status = handshake_check(&handshake, accept);
    if (status == 0 && (!values[0] || !values[1] || !values[2] || strlen(accept) != ACCEPT_MAX - 1)) abort();
    if (status != 0 && status != 400 && status != 426) abort();
    for (int tls = 0; tls < 2; tls++) {
        const char *origin = values[4], *host = values[5], *public_origin = values[6];
        if (!origin_is_ours(origin, host, public_origin, tls)) continue;
        if (!origin) abort();
        if (public_origin && strcasecmp(origin, public_origin) != 0) abort();
        if (!public_origin && (!host || !strstr(origin, "://"))) abort();
    }
    for (int i = 0; i < HEADERS; i++) free(values[i]);
    return 0;
}
