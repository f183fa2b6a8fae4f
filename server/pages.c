/* Writes HTTP responses with their headers and ETags. */
#include "server/pages.h"

#include <sodium.h>
#include <string.h>

#include "core/json.h"

static const struct {
    const char *name, *value;
} headers[] = {
    /* Scripts, WebAssembly, styles, pictures and connections from here alone; no frame around us. */
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'none'; object-src 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"}, /* a table's link is its key */
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".ogg", "audio/ogg"},
    {".mp3", "audio/mpeg"},
    {".wav", "audio/wav"},
    {".jsonl", "application/jsonl; charset=utf-8"},
    {".ico", "image/x-icon"},
};

const char *page_type(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0) return types[i].type;
    return "application/octet-stream";
}

enum MHD_Result page_send(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
    if (!response) return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i].name, headers[i].value);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static void etag_of(Span bytes, char etag[ETAG_MAX]) {
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char hex[2 * 8 + 1];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)bytes.at, bytes.length, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, 8);
    Text text = text_init(etag, ETAG_MAX);
    text_format(&text, "\"%s\"", hex);
}

bool page_takes_gzip(struct MHD_Connection *connection) {
    const char *accepted = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    return accepted && strstr(accepted, "gzip") && !strstr(accepted, "gzip;q=0");
}

static enum MHD_Result send_bytes(struct MHD_Connection *connection, Span bytes, const char *type, Cache cache, bool gzipped) {
    static const char *const caches[] = {
        [CACHE_NEVER] = "no-store", [CACHE_ASK] = "no-cache", [CACHE_EVER] = "public, max-age=31536000, immutable"};
    char etag[ETAG_MAX];
    etag_of(bytes, etag);
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool same = cache != CACHE_NEVER && known && strstr(known, etag);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(same ? 0 : bytes.length, same ? "" : (void *)bytes.at, MHD_RESPMEM_PERSISTENT);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, caches[cache]);
    if (cache != CACHE_NEVER) MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, etag);
    if (!same) MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    if (gzipped) {
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
        MHD_add_response_header(response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    }
    return page_send(connection, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response);
}

enum MHD_Result page_written(struct MHD_Connection *connection, unsigned status, char *bytes, size_t length, const char *type) {
    char etag[ETAG_MAX];
    etag_of((Span){bytes, length}, etag);
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool same = status == MHD_HTTP_OK && known && strstr(known, etag);
    struct MHD_Response *response = MHD_create_response_from_buffer(same ? 0 : length, bytes, MHD_RESPMEM_MUST_FREE);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
    MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, etag);
    if (!same) MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    return page_send(connection, same ? MHD_HTTP_NOT_MODIFIED : status, response);
}

enum MHD_Result page_bytes(struct MHD_Connection *connection, Span bytes, const char *type, Cache cache) {
    return send_bytes(connection, bytes, type, cache, false);
}

enum MHD_Result page_gzipped(struct MHD_Connection *connection, Span bytes, const char *type, Cache cache) {
    return send_bytes(connection, bytes, type, cache, true);
}

enum MHD_Result page_made(struct MHD_Connection *connection, char *bytes, size_t length, const char *type) {
    struct MHD_Response *response = MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_MUST_FREE);
    return response ? page_file(connection, response, type, NULL) : MHD_NO;
}

enum MHD_Result page_file(struct MHD_Connection *connection, struct MHD_Response *response, const char *type,
                          const char *file) {
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    if (file) {
        char disposition[128];
        Text text = text_init(disposition, sizeof disposition);
        text_format(&text, "attachment; filename=\"%s\"", file);
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_DISPOSITION, disposition);
    }
    return page_send(connection, MHD_HTTP_OK, response);
}

struct MHD_Response *page_json(Text *text) {
    text_char(text, '\n');
    struct MHD_Response *response = MHD_create_response_from_buffer(text->length, text->buffer, MHD_RESPMEM_MUST_COPY);
    if (!response) return NULL;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return response;
}

enum MHD_Result page_error(struct MHD_Connection *connection, unsigned status, const char *code) {
    char body[96];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "error", code);
    json_close(&json);
    struct MHD_Response *response = page_json(&text);
    if (!response) return MHD_NO;
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD, POST");
    if (status == MHD_HTTP_UPGRADE_REQUIRED) MHD_add_response_header(response, "Sec-WebSocket-Version", "13");
    return page_send(connection, status, response);
}
