/* Checks the headers of a WebSocket handshake and computes the answer. */
#include "server/handshake.h"

#include <arpa/inet.h>
#include <gnutls/crypto.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"

enum { KEY_LENGTH = 24, KEY_BYTES = 16, SHA1_BYTES = 20, HOST_NAME_BYTES = 256 };
#define HANDSHAKE_GUID "258EAFA5-E914-47DA-95CA-C5AB0DC85B11" /* the protocol's own, section 1.3 */

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

Handshake handshake_of(struct MHD_Connection *connection) {
    return (Handshake){.upgrade = header(connection, MHD_HTTP_HEADER_UPGRADE),
                       .connection = header(connection, MHD_HTTP_HEADER_CONNECTION),
                       .key = header(connection, "Sec-WebSocket-Key"),
                       .version = header(connection, "Sec-WebSocket-Version")};
}

static bool ends_in(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

/* An address in digits, or a name that public DNS does not serve. */
static bool host_is_local(const char *host) {
    static const char *const endings[] = {".localhost", ".local", ".lan", ".internal", ".home.arpa"};
    char name[HOST_NAME_BYTES];
    struct in_addr four;
    size_t length = strcspn(host, ":");
    if (*host == '[') return true; /* IPv6 in brackets: no name looks like it */
    if (!length || !span_copy((Span){host, length}, name, sizeof name)) return false;
    if (!strchr(name, '.') || inet_pton(AF_INET, name, &four) == 1) return true;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(name, endings[i])) return true;
    return false;
}

bool origin_is_ours(const char *origin, const char *host, const char *public_origin, bool tls) {
    if (!origin) return false;
    if (public_origin) return strcasecmp(origin, public_origin) == 0;
    /* A proxy in front may speak TLS for us: the scheme is its matter. */
    const char *behind_scheme = strstr(origin, "://");
    return host && behind_scheme && strcasecmp(behind_scheme + 3, host) == 0 && (tls || host_is_local(host));
}

/* Is the word one of a header's list? */
static bool lists(const char *value, const char *word) {
    Span rest = span_of(value ? value : ""), piece;
    while (span_split(&rest, ',', &piece)) {
        while (piece.length && (*piece.at == ' ' || *piece.at == '\t')) piece.at++, piece.length--;
        while (piece.length && (piece.at[piece.length - 1] == ' ' || piece.at[piece.length - 1] == '\t')) piece.length--;
        if (piece.length == strlen(word) && strncasecmp(piece.at, word, piece.length) == 0) return true;
    }
    return false;
}

static bool key_is_good(const char *key) {
    unsigned char bytes[KEY_BYTES];
    size_t length;
    return key && strlen(key) == KEY_LENGTH &&
           sodium_base642bin(bytes, sizeof bytes, key, KEY_LENGTH, NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == KEY_BYTES;
}

unsigned handshake_check(const Handshake *handshake, char accept[ACCEPT_MAX]) {
    if (!lists(handshake->upgrade, "websocket")) return MHD_HTTP_UPGRADE_REQUIRED;
    if (!handshake->version || strcmp(handshake->version, "13") != 0) return MHD_HTTP_UPGRADE_REQUIRED;
    if (!lists(handshake->connection, "upgrade") || !key_is_good(handshake->key)) return MHD_HTTP_BAD_REQUEST;
    char together[KEY_LENGTH + sizeof HANDSHAKE_GUID];
    unsigned char hash[SHA1_BYTES];
    Text text = text_init(together, sizeof together);
    text_add(&text, handshake->key);
    text_add(&text, HANDSHAKE_GUID);
    if (gnutls_hash_fast(GNUTLS_DIG_SHA1, together, text.length, hash) < 0) return MHD_HTTP_INTERNAL_SERVER_ERROR;
    sodium_bin2base64(accept, ACCEPT_MAX, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return 0;
}
