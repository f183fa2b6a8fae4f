/* Fuzzes what comes over a WebSocket: bytes as they are, or cut into frames with a client's mask.
 * The first byte says which. Whatever comes, messages are whole texts within their limit, none comes after a close, and the
 * connection ends or waits for more. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/connection.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BYTES_MAX = 3 * 1024, READS_MAX = 64 }; /* some frames fit behind a handshake */

typedef struct Fuzz {
    Figures figures;
    Outlet outlet;
    ConnectionOwner owner;
    uint8_t bytes[4 * BYTES_MAX];
    size_t length;
} Fuzz;

static void take_message(void *context, Connection *connection, const char *text, size_t length) {
    (void)context;
    if (length > MESSAGE_BYTES_MAX || connection->closing_since || (length && !text)) abort();
    connection_send(connection, text, length); /* an answer as long as the question */
}

/* Each piece begins with a byte for its kind and one for its length. */
static void cut_into_frames(Fuzz *fuzz, const uint8_t *data, size_t size) {
    static const uint8_t mask[4] = {1, 2, 3, 4};
    while (size >= 2 && fuzz->length + 256 < EARLY_BYTES_MAX) {
        size_t length = data[1] & 0x7f;
        if (length > 125) length = 125;
        if (length > size - 2) length = size - 2;
        uint8_t *at = fuzz->bytes + fuzz->length;
        at[0] = data[0];
        at[1] = (uint8_t)(0x80 | length);
        memcpy(at + 2, mask, 4);
        for (size_t i = 0; i < length; i++) at[6 + i] = data[2 + i] ^ mask[i % 4];
        fuzz->length += 6 + length;
        data += 2 + length;
        size -= 2 + length;
    }
}

static void drain(int socket) {
    char bytes[4096];
    while (recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Fuzz fuzz;
    int ends[2];
    if (size < 1 || size > BYTES_MAX || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) return 0;
    fuzz.length = 0;
    fuzz.figures = (Figures){0};
    fuzz.owner = (ConnectionOwner){&fuzz, take_message, &fuzz.outlet, &fuzz.figures};
    if (data[0] & 1) cut_into_frames(&fuzz, data + 1, size - 1);
    else memcpy(fuzz.bytes, data + 1, fuzz.length = size - 1);
    Request *request = calloc(1, sizeof *request + fuzz.length);
    if (!request) abort();
    request->socket = ends[0];
    request->early_length = fuzz.length;
    memcpy(request->early, fuzz.bytes, fuzz.length);
    Milliseconds now = (Milliseconds)1800000000000;
    Connection *connection = connection_open(request, 1, &fuzz.owner, now);
    free(request);
    if (!connection) abort();
    for (int i = 0; i < READS_MAX && !connection->dead && (i < 3 || connection_has_early(connection)); i++) {
        connection_read(connection, now + i);
        connection_flush(connection, now + i);
        drain(ends[1]);
        if (connection->oversize && !connection->dead && !connection->closing_since) abort(); /* refused at once */
    }
    close(ends[1]);
    if (!connection->dead) connection_watch(connection, now + SILENCE_MAX_MS + CLOSING_MAX_MS + 10000);
    if (!connection->dead) abort(); /* given up at last */
    connection_free(connection);
    close(ends[0]);
    return 0;
}
