/* Routes HTTP requests, reads cookies, and hands what changes the store to the loop. */
#include "server/http.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/json_read.h"
#include "room/table.h"
#include "room/names.h"
#include "server/catalogue.h"
#include "server/devices.h"
#include "server/exchange.h"
#include "server/handshake.h"
#include "server/pages.h"
#include "server/preview.h"

enum { HEALTH_BYTES_MAX = 256, PATH_MAX_BYTES = 128 };
#define COOKIE "araldo"

typedef enum MHD_Result (*Handler)(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest);

static Milliseconds now_of(const Http *http) { return clock_now(http->settings.clock); }

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static Caller *caller_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* ---- who is it */

AddressKey exchange_address(Http *http, struct MHD_Connection *connection) {
    const char *forwarded = http->settings.behind_proxy ? header(connection, "X-Forwarded-For") : NULL;
    if (forwarded) {
        /* The last one is what the proxy itself saw; those before it are anybody's words. */
        const char *last = strrchr(forwarded, ',');
        last = last ? last + 1 : forwarded;
        AddressKey key = address_key_of_words(http->settings.addresses, span_of(last + strspn(last, " ")));
        if (key) return key;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return address_key(http->settings.addresses, info->client_addr);
}

static const char *cookie_of(struct MHD_Connection *connection) {
    const char *cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, COOKIE);
    return cookie && strlen(cookie) == TOKEN_HEX ? cookie : NULL;
}

/* Cookies that were last used before have expired. */
static Milliseconds oldest_session(const Http *http) { return now_of(http) - (Milliseconds)SESSION_DAYS * 24 * 3600 * 1000; }

/* Nobody is taken for a stranger because the database is away. */
bool exchange_person(Http *http, struct MHD_Connection *connection, StoredPerson *person, StoredSession *session) {
    const char *cookie = cookie_of(connection);
    *person = (StoredPerson){0};
    *session = (StoredSession){0};
    if (!cookie) return true;
    session->token = token_hash(cookie, TOKEN_HEX);
    if (store_find_session(http->reader, &session->token, oldest_session(http), person, &session->seen)) return true;
    *person = (StoredPerson){0};
    return !store_is_out_of_reach(http->reader);
}

bool exchange_is_ours(const Http *http, struct MHD_Connection *connection) {
    return origin_is_ours(header(connection, MHD_HTTP_HEADER_ORIGIN), header(connection, MHD_HTTP_HEADER_HOST),
                          http->settings.public_origin, http->settings.certificate != NULL);
}

static bool is_secure(const Http *http) {
    const char *origin = http->settings.public_origin;
    return http->settings.certificate || (origin && strncmp(origin, "https:", 6) == 0);
}

static void add_cookie(Http *http, struct MHD_Response *response, const char *token) {
    char cookie[256];
    Text text = text_init(cookie, sizeof cookie);
    text_format(&text, COOKIE "=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s", token, SESSION_DAYS * 24 * 3600,
                is_secure(http) ? "; Secure" : "");
    MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, cookie);
}

/* ---- what only the loop may do */

/* A cookie for the device that the request comes from. */
static void make_session(Http *http, struct MHD_Connection *connection, Exchange *exchange, StoredSession *session) {
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(exchange->token, sizeof exchange->token, bytes, sizeof bytes);
    session->token = token_hash(exchange->token, TOKEN_HEX);
    session->created = session->seen = now_of(http);
    device_name(header(connection, MHD_HTTP_HEADER_USER_AGENT), session->device);
}

enum MHD_Result exchange_ask_loop(Http *http, struct MHD_Connection *connection, Exchange *exchange, Request *request) {
    atomic_fetch_add(&http->pending, 1);
    if (atomic_load(&http->stopping)) {
        atomic_fetch_sub(&http->pending, 1);
        free(request);
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "shutdown");
    }
    if (request->kind < REQUEST_LOGOUT) make_session(http, connection, exchange, &request->session);
    request->waiting = connection;
    exchange->request = request;
    MHD_suspend_connection(connection);
    if (request->kind == REQUEST_RESULT) verifier_ask(http->verifier, request);
    else mailbox_put(http->settings.mailbox, &request->letter);
    return MHD_YES;
}

void http_answer(Request *request) {
    assert(request->status);
    MHD_resume_connection(request->waiting); /* from here on the request is the other thread's */
}

static enum MHD_Result person_page(Http *http, struct MHD_Connection *connection, const StoredPerson *person,
                                   const char *token) {
    char body[512];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "person", person->id.text);
    json_text(&json, "name", person->name);
    json_close(&json);
    struct MHD_Response *response = page_json(&text);
    if (!response) return MHD_NO;
    if (token) add_cookie(http, response, token);
    return page_send(connection, MHD_HTTP_OK, response);
}

/* Another device is this person's from now on, or one no longer is: then there is no token. */
static enum MHD_Result device_page(Http *http, struct MHD_Connection *connection, const char *token) {
    struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    if (!response) return MHD_NO;
    if (*token) add_cookie(http, response, token);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return page_send(connection, MHD_HTTP_NO_CONTENT, response);
}

/* The loop has answered. */
static enum MHD_Result finish_request(Http *http, struct MHD_Connection *connection, Exchange *exchange) {
    Request *request = exchange->request;
    atomic_fetch_sub(&http->pending, 1);
    exchange->request = NULL;
    enum MHD_Result result;
    if (request->kind == REQUEST_ARRIVAL) result = arrival_answer(connection, request);
    else if (request->status == MHD_HTTP_OK && request->kind == REQUEST_GUEST)
        result = person_page(http, connection, &request->person, exchange->token);
    else if (request->kind == REQUEST_RESULT) result = daily_answer(connection, http->reader, request);
    else if (request->status == MHD_HTTP_OK) result = device_page(http, connection, exchange->token);
    else result = page_error(connection, (unsigned)request->status, request->status == MHD_HTTP_GONE ? "link-gone" : "store");
    free(request);
    return result;
}

static JsonWrong take_name(const JsonNode *value, void *name, Error *error) {
    (void)error;
    return name_normalise(json_node_text(value), name) ? READ_GOOD : READ_WRONG_VALUE;
}

static bool read_name(const Exchange *exchange, char name[NAME_BYTES_MAX]) {
    static const JsonField fields[] = {{"name", READ_TEXT, .read = take_name}, {0}};
    JsonFault fault;
    return exchange->body && json_read((Span){exchange->body, exchange->body_length}, fields, READ_OTHERS, name, &fault);
}

static enum MHD_Result guest(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)rest;
    StoredSession session;
    StoredPerson person;
    if (!exchange_person(http, connection, &person, &session))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    if (*person.id.text) return person_page(http, connection, &person, NULL);
    if (!read_name(exchange, person.name)) return page_error(connection, MHD_HTTP_BAD_REQUEST, "bad-name");
    person.created = now_of(http);
    if (!addresses_guest(http->settings.addresses, exchange_address(http, connection), person.created))
        return page_error(connection, MHD_HTTP_TOO_MANY_REQUESTS, "guests");
    unsigned char id[(PERSON_ID_MAX - 1) / 2];
    randombytes_buf(id, sizeof id);
    sodium_bin2hex(person.id.text, sizeof person.id.text, id, sizeof id);
    Request *request = calloc(1, sizeof *request);
    if (!request) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    request->kind = REQUEST_GUEST;
    request->person = person;
    return exchange_ask_loop(http, connection, exchange, request);
}

static enum MHD_Result device(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    /* Each is a write for the loop, whether the link is good or guessed. */
    if (!addresses_link(http->settings.addresses, exchange_address(http, connection), now_of(http)))
        return page_error(connection, MHD_HTTP_TOO_MANY_REQUESTS, "links");
    Request *request = calloc(1, sizeof *request);
    if (!request) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    request->kind = REQUEST_DEVICE;
    if (span_copy(span_of(rest), request->code, sizeof request->code))
        return exchange_ask_loop(http, connection, exchange, request);
    free(request);
    return page_error(connection, MHD_HTTP_GONE, "link-gone");
}

/* ---- a person's devices and results */

static enum MHD_Result devices(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    (void)rest;
    StoredSession here, sessions[SESSIONS_MAX];
    StoredPerson person;
    if (!exchange_person(http, connection, &person, &here))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    if (!*person.id.text) return page_error(connection, MHD_HTTP_UNAUTHORIZED, "session");
    int count = store_list_sessions(http->reader, &person.id, oldest_session(http), sessions);
    char body[DEVICES_JSON_MAX];
    Text text = text_init(body, sizeof body);
    devices_write(sessions, count, &here.token, &text);
    return page_send(connection, MHD_HTTP_OK, page_json(&text));
}

/* Logs out one of the devices of the person who asks. */
static enum MHD_Result log_out(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    StoredSession here, sessions[SESSIONS_MAX];
    StoredPerson person;
    if (!exchange_person(http, connection, &person, &here))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    if (!*person.id.text) return page_error(connection, MHD_HTTP_UNAUTHORIZED, "session");
    int count = store_list_sessions(http->reader, &person.id, oldest_session(http), sessions);
    int found = devices_find(sessions, count, rest);
    if (found < 0) return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    Request *request = calloc(1, sizeof *request);
    if (!request) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    request->kind = REQUEST_LOGOUT;
    request->session = sessions[found];
    return exchange_ask_loop(http, connection, exchange, request);
}

/* Which deals of a month people have played. */
static enum MHD_Result played_deals(Http *http, struct MHD_Connection *connection, const StoredResult *first, int last_day) {
    DealCounts counts;
    if (!store_count_results(http->reader, first, last_day, &counts))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    char body[DAILY_COUNTS_MAX];
    Text text = text_init(body, sizeof body);
    daily_write_counts(&counts, &text);
    return page_send(connection, MHD_HTTP_OK, page_json(&text));
}

/* What people made of a deal of the day or of a month's, and a result to be added. */
static enum MHD_Result deal(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    StoredSession session;
    StoredPerson person;
    DailyDeal named;
    int last_day = 0;
    bool month = !exchange->posted && daily_of_month(rest, now_of(http), &named, &last_day);
    if (!month && !daily_of_path(rest, now_of(http), &named)) return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    if (!exchange_person(http, connection, &person, &session))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    StoredResult result = daily_result(&named);
    result.person = person.id;
    if (month) return played_deals(http, connection, &result, last_day);
    if (exchange->posted && !*person.id.text) return page_error(connection, MHD_HTTP_UNAUTHORIZED, "session");
    DealResults results;
    if (!store_read_results(http->reader, &result, &results))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    /* The first result counts: whatever is sent after it changes nothing, and need not be played again. */
    if (!exchange->posted || results.played) return daily_page_of(connection, &results);
    result.at = now_of(http);
    AddressKey address = exchange_address(http, connection);
    if (!addresses_result(http->settings.addresses, address, result.at))
        return page_error(connection, MHD_HTTP_TOO_MANY_REQUESTS, "results");
    Request *request = daily_request(&named, &result, (Span){exchange->body, exchange->body_length});
    if (!request) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    request->address = address;
    return exchange_ask_loop(http, connection, exchange, request);
}

/* ---- WebSockets */

static void uncount(Exchange *exchange) {
    if (!exchange->counted) return;
    exchange->counted = false;
    addresses_disconnect(exchange->http->settings.addresses, exchange->address);
    atomic_fetch_sub(exchange->http->settings.connections, 1);
}

/* The socket is ours: from here on the loop counts it. */
static void upgraded(void *context, struct MHD_Connection *connection, void *con_cls, const char *early, size_t early_length,
                     MHD_socket socket, struct MHD_UpgradeResponseHandle *handle) {
    (void)context;
    (void)connection;
    Exchange *exchange = con_cls;
    Http *http = exchange->http;
    assert(early_length <= EARLY_BYTES_MAX);
    Request *request = realloc(exchange->request, sizeof *request + early_length);
    if (request) exchange->request = request;
    if (!request || atomic_load(&http->stopping)) {
        uncount(exchange);
        MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
        return;
    }
    exchange->request = NULL;
    exchange->counted = false;
    request->socket = socket;
    request->handle = handle;
    request->address = exchange->address;
    request->early_length = early_length;
    if (early_length) memcpy(request->early, early, early_length);
    mailbox_put(http->settings.mailbox, &request->letter);
}

static bool count_socket(Http *http, struct MHD_Connection *connection, Exchange *exchange) {
    exchange->address = exchange_address(http, connection);
    if (atomic_fetch_add(http->settings.connections, 1) < http->settings.connections_max) {
        exchange->counted = addresses_connect(http->settings.addresses, exchange->address, now_of(http));
        if (exchange->counted) return true;
    }
    atomic_fetch_sub(http->settings.connections, 1);
    return false;
}

static enum MHD_Result web_socket(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)rest;
    char accept[ACCEPT_MAX];
    Handshake handshake = handshake_of(connection);
    unsigned status = handshake_check(&handshake, accept);
    if (status) return page_error(connection, status, "handshake");
    if (!exchange_is_ours(http, connection)) return page_error(connection, MHD_HTTP_FORBIDDEN, "origin");
    if (atomic_load(&http->stopping)) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "shutdown");
    if (!count_socket(http, connection, exchange)) return page_error(connection, MHD_HTTP_TOO_MANY_REQUESTS, "connections");
    exchange->request = calloc(1, sizeof *exchange->request);
    if (!exchange->request) return MHD_NO;
    exchange->request->kind = REQUEST_SOCKET;
    if (!exchange_person(http, connection, &exchange->request->person, &exchange->request->session))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    struct MHD_Response *response = MHD_create_response_for_upgrade(upgraded, NULL);
    if (!response) return MHD_NO;
    /* People who come back within a year can come back for another. */
    if (*exchange->request->person.id.text && now_of(http) - exchange->request->session.seen >= SESSION_SEEN_MS)
        add_cookie(http, response, cookie_of(connection));
    MHD_add_response_header(response, MHD_HTTP_HEADER_UPGRADE, "websocket");
    MHD_add_response_header(response, "Sec-WebSocket-Accept", accept);
    callers_set(&http->callers, caller_of(connection), CALLER_UPGRADED, now_of(http));
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- pages */

/* A file inside the program: `folder` and then what the address says, if that is a plain name. */
static enum MHD_Result file_page(Http *http, struct MHD_Connection *connection, const char *folder, const char *rest) {
    char path[PATH_MAX_BYTES];
    Span bytes;
    Text text = text_init(path, sizeof path);
    text_add(&text, folder);
    text_add(&text, rest);
    if (text.overflow || !http->settings.find_file(path, &bytes))
        return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    /* An address that carries a version changes with its file. */
    Cache cache = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "v") ? CACHE_EVER : CACHE_ASK;
    const char *type = page_type(path);
    text_add(&text, ".gz");
    if (page_takes_gzip(connection) && !text.overflow && http->settings.find_file(path, &bytes))
        return page_gzipped(connection, bytes, type, cache);
    return page_bytes(connection, bytes, type, cache);
}

/* The page's document, with what others show of a link to it. */
static enum MHD_Result document(Http *http, struct MHD_Connection *connection, unsigned status, const Game *game) {
    const char *forwarded = http->settings.behind_proxy ? header(connection, "X-Forwarded-Proto") : NULL;
    Preview preview = {.game = game,
                       .language = preview_language(header(connection, MHD_HTTP_HEADER_ACCEPT_LANGUAGE)),
                       .secure = http->settings.certificate || (forwarded && strcmp(forwarded, "https") == 0),
                       .host = header(connection, MHD_HTTP_HEADER_HOST)};
    Span bytes;
    size_t length;
    if (!http->settings.find_file("web/index.html", &bytes)) return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    char *written = preview_write(&preview, bytes, &length);
    if (!written) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    return page_written(connection, status, written, length, page_type(".html"));
}

static enum MHD_Result page(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    (void)rest;
    return document(http, connection, MHD_HTTP_OK, NULL);
}

/* The game of a table, from the first entry of its log; NULL if there is no such table. */
static const Game *game_of_table(Http *http, const char *id) {
    StoredTable stored = {0};
    Load first = {.from = 0, .to = 0};
    Entry entry = {0};
    bool good = span_copy(span_of(id), first.table.text, sizeof first.table.text) &&
                store_load(http->reader, &first, &stored) && stored.loaded.found && stored.loaded.entry_count > 0 &&
                entry_read(&entry, (Span){stored.loaded.entries[0].text, stored.loaded.entries[0].length}, NULL);
    stored_table_release(&stored);
    return good ? entry.game : NULL;
}

static enum MHD_Result table_page(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    return document(http, connection, MHD_HTTP_OK, game_of_table(http, rest));
}

/* People who follow a wrong link get a page, programs a code. */
static bool wants_page(struct MHD_Connection *connection) {
    const char *accepted = header(connection, MHD_HTTP_HEADER_ACCEPT);
    return accepted && strstr(accepted, "text/html");
}

/* The service worker. */
static enum MHD_Result service(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    (void)rest;
    return file_page(http, connection, "web/", "sw.js");
}

static enum MHD_Result asset(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    return file_page(http, connection, "web/", rest);
}

static enum MHD_Result rules(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    return file_page(http, connection, "rules/", rest);
}

static enum MHD_Result lessons(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    return file_page(http, connection, "lessons/", rest);
}

static enum MHD_Result puzzles(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    return file_page(http, connection, "puzzles/", rest);
}

static enum MHD_Result messages(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    for (Language language = 0; language < LANGUAGES; language++) {
        const char *tag = language_tag(language);
        size_t length = strlen(tag);
        if (strncmp(rest, tag, length) == 0 && strcmp(rest + length, ".json") == 0)
            return page_bytes(connection, span_of(http->catalogues[language]), "application/json", CACHE_ASK);
    }
    return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
}

/* ---- matches that are over */

static void match_answered(MatchRequest *match) { MHD_resume_connection(match->context); }

/* Asks the makers for the match that the address names, before `ending`; the answer comes in finish_match. */
static enum MHD_Result ask_match(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest,
                                 int eyes) {
    bool record = eyes == VIEWER_WHOLE && exchange->match_file[0];
    const char *ending = record ? ".jsonl" : ".json";
    size_t length = strlen(rest), tail = strlen(ending);
    MatchRequest *match = calloc(1, sizeof *match);
    if (!match) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    *match = (MatchRequest){.name = {.record = record, .eyes = eyes},
                            .address = exchange_address(http, connection),
                            .context = connection,
                            .answered = match_answered};
    bool named = length > tail && strcmp(rest + length - tail, ending) == 0 &&
                 span_copy((Span){rest, length - tail}, match->name.table.text, sizeof match->name.table.text);
    if (!named) {
        free(match);
        return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    }
    exchange->match = match;
    MHD_suspend_connection(connection);
    if (matches_ask(http->matches, match)) return MHD_YES;
    match->outcome = MATCH_WAITS; /* refused: finish_match says so */
    MHD_resume_connection(connection);
    return MHD_YES;
}

static void release_match(void *bytes) { match_bytes_release(bytes); }

static enum MHD_Result send_match(struct MHD_Connection *connection, MatchBytes *bytes, const char *file) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(bytes->length, bytes->bytes, release_match, bytes);
    if (!response) {
        match_bytes_release(bytes);
        return MHD_NO;
    }
    return page_file(connection, response, page_type(*file ? file : ".json"), *file ? file : NULL);
}

/* The makers have answered. */
static enum MHD_Result finish_match(struct MHD_Connection *connection, Exchange *exchange) {
    MatchRequest *match = exchange->match;
    MatchOutcome outcome = match->outcome;
    MatchBytes *bytes = match->bytes;
    exchange->match = NULL;
    free(match);
    switch (outcome) {
    case MATCH_TOLD: return send_match(connection, bytes, exchange->match_file);
    case MATCH_NOT_FOUND: return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    case MATCH_FAILED: return page_error(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "replay");
    case MATCH_STOPPED: return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "shutdown");
    case MATCH_WAITS: break;
    }
    return page_error(connection, MHD_HTTP_TOO_MANY_REQUESTS, "replays");
}

static enum MHD_Result record(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    if (!span_copy(span_of(rest), exchange->match_file, sizeof exchange->match_file))
        return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    return ask_match(http, connection, exchange, rest, VIEWER_WHOLE);
}

static enum MHD_Result replay(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    const char *eyes = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "eyes");
    int64_t seat = ONLOOKER;
    if (eyes && strcmp(eyes, "all") == 0) seat = VIEWER_WHOLE;
    else if (eyes && strcmp(eyes, "onlooker") != 0 && !span_number(span_of(eyes), 0, SEATS_MAX - 1, &seat))
        return page_error(connection, MHD_HTTP_BAD_REQUEST, "eyes");
    return ask_match(http, connection, exchange, rest, (int)seat);
}

/* ---- how the server is */

static enum MHD_Result health(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    (void)rest;
    Figures figures = metrics_read(http->settings.metrics, http->settings.process);
    if (pulse_is_stuck(http->settings.pulse)) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "stuck");
    if (figures.late) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store-busy");
    if (!figures.storing) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    if (figures.cluster.epoch && figures.cluster.lost) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "cluster");
    if (figures.cluster.draining) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "draining");
    char body[HEALTH_BYTES_MAX];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "status", "ok");
    json_text(&json, "version", ARALDO_VERSION);
    json_number(&json, "damaged", figures.room.damaged);
    if (http->settings.metrics->count > 1) {
        json_number(&json, "process", http->settings.process + 1); /* that answers */
        json_number(&json, "processes", metrics_running(http->settings.metrics));
    }
    if (figures.cluster.epoch) {
        json_open_object(&json, "cluster");
        json_number(&json, "epoch", (int64_t)figures.cluster.epoch);
        json_number(&json, "servers", figures.cluster.nodes);
        json_number(&json, "links", figures.cluster.links);
        json_number(&json, "shards", figures.cluster.shards);
        json_number(&json, "visitors", figures.cluster.visitors);
        json_number(&json, "lag_ms", figures.published - figures.cluster.looked);
        json_close(&json);
    }
    json_close(&json);
    return page_send(connection, MHD_HTTP_OK, page_json(&text));
}

static enum MHD_Result metrics(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)exchange;
    (void)rest;
    size_t capacity = (size_t)http->settings.metrics->count * METRICS_TEXT_MAX;
    char *bytes = malloc(capacity);
    if (!bytes) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    Text text = text_init(bytes, capacity);
    MatchCounts counts = matches_counts(http->matches);
    metrics_write(http->settings.metrics, http->settings.process, &counts, &text);
    return page_made(connection, bytes, text.length, "text/plain; version=0.0.4; charset=utf-8");
}

/* ---- routes */

static const struct Route {
    const char *path;
    bool prefix; /* more follows */
    bool post;
    Handler handler;
} routes[] = {
    {"/", false, false, page},
    {"/t/", true, false, table_page},
    {"/history", false, false, page},
    {"/sw.js", false, false, service}, /* at the top, so that it is in charge of all addresses */
    {"/assets/", true, false, asset},
    {"/messages/", true, false, messages},
    {"/rules/", true, false, rules},
    {"/lessons/", true, false, lessons}, /* as they are written: the page's own module reads them */
    {"/puzzles/", true, false, puzzles}, /* the same */
    {"/ws", false, false, web_socket},
    {"/guest", false, true, guest},
    {"/me/", true, false, page}, /* looking at a link does not use it up: that takes a POST from the page */
    {"/me/", true, true, device},
    {"/devices", false, false, devices},
    {"/devices/", true, true, log_out},
    {"/daily/", true, false, deal},
    {"/daily/", true, true, deal},
    {"/arrive", false, true, arrival_check},
    {"/record/", true, false, record},
    {"/replay/", true, false, replay},
    {"/health", false, false, health},
    {"/metrics", false, false, metrics},
};

/* The route of this path, of this method if there is one. */
static const struct Route *route_of(const char *path, bool posted) {
    const struct Route *found = NULL;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        size_t length = strlen(routes[i].path);
        if ((routes[i].prefix ? strncmp(path, routes[i].path, length) : strcmp(path, routes[i].path)) != 0) continue;
        found = &routes[i];
        if (found->post == posted) break;
    }
    return found;
}

static enum MHD_Result dispatch(Http *http, struct MHD_Connection *connection, const char *path, const char *method,
                                Exchange *exchange) {
    bool posted = strcmp(method, MHD_HTTP_METHOD_POST) == 0, head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    const struct Route *route = route_of(path, posted);
    if (!route && !posted && wants_page(connection)) return document(http, connection, MHD_HTTP_NOT_FOUND, NULL);
    if (!route) return page_error(connection, MHD_HTTP_NOT_FOUND, "not-found");
    bool known = posted || head || strcmp(method, MHD_HTTP_METHOD_GET) == 0;
    if (!known || route->post != posted || (head && route->handler == web_socket))
        return page_error(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "method");
    if (posted && !exchange_is_ours(http, connection)) return page_error(connection, MHD_HTTP_FORBIDDEN, "origin");
    exchange->posted = posted;
    return route->handler(http, connection, exchange, path + strlen(route->path));
}

/* The first call for a request, its headers read. */
static enum MHD_Result begin_exchange(Http *http, struct MHD_Connection *connection, const char *path, const char *method,
                                      void **context) {
    Exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) return MHD_NO;
    exchange->http = http;
    *context = exchange;
    bool arrives = strcmp(method, MHD_HTTP_METHOD_POST) == 0 && strcmp(path, "/arrive") == 0;
    const char *length = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    int64_t bytes;
    exchange->body_max = arrives ? ARRIVAL_BYTES_MAX : strncmp(path, "/daily/", 7) == 0 ? DAILY_RECORD_MAX : REQUEST_BODY_MAX;
    if (length && !span_number(span_of(length), 0, (int64_t)exchange->body_max, &bytes))
        return page_error(connection, MHD_HTTP_CONTENT_TOO_LARGE, arrives ? code_text(CODE_ARRIVAL_LONG) : "too-large");
    return arrives ? arrival_begin(http, connection, exchange) : MHD_YES;
}

/* A piece of the body. One that was not announced and is too long ends the connection. */
static enum MHD_Result take_body(Exchange *exchange, const char *bytes, size_t *count) {
    if (exchange->body_length + *count > exchange->body_max) return MHD_NO;
    char *larger = realloc(exchange->body, exchange->body_length + *count);
    if (!larger) return MHD_NO;
    exchange->body = larger;
    memcpy(exchange->body + exchange->body_length, bytes, *count);
    exchange->body_length += *count;
    *count = 0;
    return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *body, size_t *body_length, void **exchange_slot) {
    (void)version;
    Http *http = context;
    Exchange *exchange = *exchange_slot;
    if (!exchange) return begin_exchange(http, connection, path, method, exchange_slot);
    if (*body_length) return take_body(exchange, body, body_length);
    if (exchange->request) {
        assert(exchange->request->status);
        return finish_request(http, connection, exchange);
    }
    if (exchange->match && exchange->arrival) return arrival_checked(http, connection, exchange);
    if (exchange->match) return finish_match(connection, exchange);
    callers_set(&http->callers, caller_of(connection), CALLER_ANSWERED, now_of(http));
    return dispatch(http, connection, path, method, exchange);
}

static void completed(void *context, struct MHD_Connection *connection, void **exchange_slot,
                      enum MHD_RequestTerminationCode why) {
    (void)why;
    Http *http = context;
    Exchange *exchange = *exchange_slot;
    Caller *caller = caller_of(connection);
    if (caller && caller->state != CALLER_UPGRADED) callers_set(&http->callers, caller, CALLER_ASKING, now_of(http));
    if (!exchange) return;
    uncount(exchange);
    /* The loop has answered, and there is nobody left to tell. */
    if (exchange->request && exchange->request->kind != REQUEST_SOCKET) atomic_fetch_sub(&exchange->http->pending, 1);
    free(exchange->request);
    if (exchange->arrival) exchange->match = NULL; /* it is part of the arrival */
    if (exchange->match) match_bytes_release(exchange->match->bytes);
    free(exchange->match);
    arrival_forget(exchange);
    free(exchange->body);
    free(exchange);
    *exchange_slot = NULL;
}

static void notice_connection(void *context, struct MHD_Connection *connection, void **slot,
                              enum MHD_ConnectionNotificationCode what) {
    Http *http = context;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        *slot = info ? callers_add(&http->callers, info->connect_fd, now_of(http)) : NULL;
        return;
    }
    callers_remove(&http->callers, *slot);
    *slot = NULL;
}

static void log_daemon(void *context, const char *format, va_list arguments) {
    Http *http = context;
    char words[256];
    vsnprintf(words, sizeof words, format, arguments);
    log_line(http->settings.log, LOG_DEBUG, "http: %s", words);
}

/* ---- opening and closing */

static struct MHD_Daemon *start(Http *http) {
    const HttpSettings *settings = &http->settings;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG |
                     (settings->certificate ? MHD_USE_TLS : 0);
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        {MHD_OPTION_END, 0, NULL},
    };
    unsigned per_address = settings->behind_proxy ? 0 : CONNECTIONS_PER_ADDRESS_MAX + PAGES_PER_ADDRESS_MAX;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handle, http, /* the logger first: it is used while starting */
        MHD_OPTION_EXTERNAL_LOGGER, log_daemon, http, MHD_OPTION_LISTEN_SOCKET, settings->listener, MHD_OPTION_NOTIFY_COMPLETED,
        completed, http, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_MEMORY, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(settings->connections_max + settings->pages_max), MHD_OPTION_NOTIFY_CONNECTION, notice_connection, http,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)REQUEST_SECONDS, MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address,
        MHD_OPTION_ARRAY, settings->certificate ? tls : tls + 2, MHD_OPTION_END);
}

Http *http_open(const HttpSettings *settings, Error *error) {
    Http *http = calloc(1, sizeof *http);
    if (!http) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    http->settings = *settings;
    callers_init(&http->callers);
    http->reader = store_open_reader(settings->data, error);
    http->matches = http->reader ? matches_open(settings->data, MATCH_THREADS, settings->log, error) : NULL;
    http->verifier = http->matches ? verifier_open(settings->mailbox, error) : NULL;
    bool good = http->verifier != NULL;
    for (Language language = 0; good && language < LANGUAGES; language++) {
        http->catalogues[language] = catalogue_json(language);
        good = http->catalogues[language] || error_set(error, "there is not enough memory");
    }
    if (good) {
        http->daemon = start(http);
        good = http->daemon || error_set(error, settings->certificate ? "the TLS certificate and key cannot be used together"
                                                                      : "the HTTP server does not start");
    }
    if (good) return http;
    http_free(http);
    return NULL;
}

/* The loop takes no more requests: sockets are closed, everybody else is told that the server is stopping. */
static void turn_away(Http *http) {
    for (Letter *letter = mailbox_take(http->settings.mailbox), *next; letter; letter = next) {
        next = letter->next;
        Request *request = (Request *)letter;
        if (request->kind == REQUEST_SOCKET) {
            MHD_upgrade_action(request->handle, MHD_UPGRADE_ACTION_CLOSE);
            addresses_disconnect(http->settings.addresses, request->address);
            atomic_fetch_sub(http->settings.connections, 1);
            free(request);
            continue;
        }
        request->status = MHD_HTTP_SERVICE_UNAVAILABLE;
        http_answer(request);
    }
}

/* The flag alone turns newcomers away: MHD_quiesce_daemon races with the daemon's own thread over the listener in its epoll set,
 * and ends the process if it loses (seen with libmicrohttpd 0.9.75). */
void http_quiesce(Http *http) {
    atomic_store(&http->stopping, true);
    matches_stop(http->matches);
    verifier_stop(http->verifier);
    while (atomic_load(&http->pending) > 0) {
        turn_away(http);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

MatchCounts http_match_counts(Http *http) { return matches_counts(http->matches); }

int http_cut_late(Http *http, Milliseconds now) { return callers_cut_late(&http->callers, now); }

void http_free(Http *http) {
    if (!http) return;
    if (http->daemon) {
        turn_away(http); /* a socket that came at the last moment is in the mailbox, and counts as no pending request */
        MHD_stop_daemon(http->daemon);
    }
    callers_release(&http->callers);
    matches_free(http->matches);
    verifier_free(http->verifier);
    store_free(http->reader);
    for (Language language = 0; language < LANGUAGES; language++) free(http->catalogues[language]);
    free(http);
}
