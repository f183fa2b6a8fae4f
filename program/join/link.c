/* Connects, reconnects, sends, repeats, and passes on what the room says. */
#include "program/join/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/message.h"
#include "program/keep.h"

enum { FIRST_WAIT_MS = 400, LONGEST_WAIT_MS = 15000, PATIENCE_S = 8, SECOND_MS = 1000, MESSAGE_BYTES_MAX = 1 << 20 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND_MS + now.tv_nsec / 1000000;
}

/* ---- addresses and cookies */

static bool no_address(const char *url, Error *error) {
    return error_say(error, "'{url}' is not an address; write it like {example}", WITH("url", span_quote(span_of(url)).text),
                     WITH("example", "http://HOST:PORT/"));
}

bool link_address(Link *link, const char *url, char *path, size_t capacity, Error *error) {
    bool tls = strncasecmp(url, "https://", 8) == 0;
    int64_t port = tls ? 443 : 80;
    if (!tls && strncasecmp(url, "http://", 7) != 0) return no_address(url, error);
    const char *host = url + (tls ? 8 : 7), *end = host + strcspn(host, "/?#");
    const char *close = *host == '[' ? memchr(host, ']', (size_t)(end - host)) : NULL;
    const char *colon = memchr(close ? close : host, ':', (size_t)(end - (close ? close : host)));
    Span name = {close ? host + 1 : host, (size_t)((close ? close : colon ? colon : end) - host - (close ? 1 : 0))};
    if (name.length == 0 || memchr(name.at, '@', name.length) || !span_copy(name, link->host, sizeof link->host))
        return no_address(url, error);
    if (colon && !span_number((Span){colon + 1, (size_t)(end - colon - 1)}, 1, 65535, &port)) return no_address(url, error);
    Span rest = {end, strcspn(end, "?#")};
    for (size_t i = 0; i < rest.length; i++)
        if (rest.at[i] <= ' ' || rest.at[i] >= 127) return no_address(url, error);
    if (!span_copy(rest, path, capacity)) return no_address(url, error);
    link->peer = (Peer){.address = link->host, .port = (int)port, .tls = tls, .checked = true, .patience_s = PATIENCE_S};
    return true;
}

/* Where the cookie of this room is kept. */
static bool cookie_path(const Link *link, bool makes, char *path, size_t capacity, Error *error) {
    char name[LINK_HOST_MAX + 16];
    snprintf(name, sizeof name, "%s_%d", link->host, link->peer.port);
    for (char *at = name; *at; at++)
        if (*at == '/' || *at == ':') *at = '_';
    return keep_file("rooms", name, makes, path, capacity, error);
}

bool link_remember(Link *link) {
    char path[RECORD_PATH_MAX];
    if (!cookie_path(link, false, path, sizeof path, NULL)) return false;
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool good = fscanf(file, "%64[0-9a-f]", link->cookie) == 1;
    fclose(file);
    return good;
}

void link_keep(const Link *link, Error *error) {
    char path[RECORD_PATH_MAX];
    if (!cookie_path(link, true, path, sizeof path, error)) return;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || dprintf(file, "%s\n", link->cookie) < 0) error_set(error, "cannot write %.100s: %s", path, strerror(errno));
    if (file >= 0) close(file);
}

/* ---- messages */

void link_begin(LinkMessage *message, const char *what) {
    message->text = text_init(message->bytes, sizeof message->bytes);
    message->json = json_to(&message->text);
    json_open_object(&message->json, NULL);
    json_text(&message->json, "do", what);
}

void link_send(Link *link, LinkMessage *message) {
    json_close(&message->json);
    if (link->socket && !message->text.overflow) websocket_send(link->socket, message->bytes, message->text.length);
}

static void make_key(char key[LINK_KEY_BYTES]) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[LINK_KEY_BYTES - 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) abort();
    for (size_t i = 0; i < sizeof bytes; i++) key[i] = letters[bytes[i] & 63];
    key[LINK_KEY_BYTES - 1] = 0;
}

/* Sends the requests that may go out now. */
static void send_waiting(Link *link) {
    for (int i = 0; i < LINK_WAITING_MAX && link->socket && link->greeted; i++) {
        LinkRequest *request = &link->waiting[i];
        if (!*request->key || request->sent || (request->at_table && !link->entered)) continue;
        websocket_send(link->socket, request->text, request->length);
        request->sent = true;
    }
}

const char *link_ask(Link *link, LinkMessage *message, bool at_table) {
    LinkRequest *free_one = NULL;
    for (int i = 0; i < LINK_WAITING_MAX; i++)
        if (!*link->waiting[i].key) free_one = &link->waiting[i];
    if (!free_one) return "";
    make_key(free_one->key);
    json_text(&message->json, "key", free_one->key);
    json_close(&message->json);
    if (message->text.overflow) {
        free_one->key[0] = 0;
        return "";
    }
    memcpy(free_one->text, message->bytes, message->text.length);
    free_one->length = message->text.length;
    free_one->sent = false;
    free_one->at_table = at_table;
    send_waiting(link);
    return free_one->key;
}

bool link_waits(const Link *link) {
    for (int i = 0; i < LINK_WAITING_MAX; i++)
        if (*link->waiting[i].key) return true;
    return false;
}

/* An answer settles its request. */
static void settle(Link *link, const JsonNode *message) {
    const char *key = json_node_text(json_node_field(message, "key"));
    for (int i = 0; key && i < LINK_WAITING_MAX; i++)
        if (strcmp(link->waiting[i].key, key) == 0) link->waiting[i].key[0] = 0;
}

static void take(void *context, WebSocket *socket, const char *text, size_t length) {
    Link *link = context;
    (void)socket;
    JsonNode *message = json_node_parse_long((Span){text, length}, MESSAGE_BYTES_MAX, NULL);
    const char *say = json_node_text(json_node_field(message, "say"));
    if (say) {
        bool code_is_store = strcmp(say, "error") == 0 &&
                             json_node_word(json_node_field(message, "code"), (const char *const[]){"store", NULL}) == 0;
        if (strcmp(say, "done") == 0 || (strcmp(say, "error") == 0 && !code_is_store)) settle(link, message);
        if (strcmp(say, "welcome") == 0) {
            link->greeted = true;
            link->wait_ms = FIRST_WAIT_MS;
        }
        link->news = true;
        link->hear(link->context, message);
        if (strcmp(say, "table") == 0) link->entered = true;
        send_waiting(link);
    }
    json_node_free(message);
}

/* ---- connecting */

static void attempt(void *context) {
    Link *link = context;
    Peer peer = link->peer;
    int status;
    link->tried_fault.text[0] = 0;
    peer.fault = &link->tried_fault;
    link->opened = websocket_open(&peer, link->cookie, NULL, take, link, &status);
    if (!link->opened && status == 401) link->refused = true;
    if (!link->opened && !*link->tried_fault.text)
        error_say(&link->tried_fault, "{host} is not a card room, or refuses the connection", WITH("host", link->host));
}

static void lose(Link *link) {
    if (link->socket && websocket_close_code(link->socket) == 4401) link->refused = true;
    websocket_free(link->socket);
    link->socket = NULL;
    link->greeted = link->entered = false;
    link->news = true;
    link->retry_ms = now_ms() + link->wait_ms;
    for (int i = 0; i < LINK_WAITING_MAX; i++) link->waiting[i].sent = false;
}

static void begin_attempt(Link *link) {
    if (link->wait_ms == 0) link->wait_ms = FIRST_WAIT_MS;
    link->attempting = thought_begin(&link->thought, attempt, link);
    link->retry_ms = now_ms() + link->wait_ms;
}

static void end_attempt(Link *link) {
    thought_end(&link->thought);
    link->attempting = false;
    link->tried = link->news = true;
    link->socket = link->opened;
    link->opened = NULL;
    link->fault = link->tried_fault;
    if (link->socket) {
        LinkMessage hello;
        link_begin(&hello, "hello");
        json_number(&hello.json, "version", 1);
        link_send(link, &hello);
        return;
    }
    link->retry_ms = now_ms() + link->wait_ms;
    link->wait_ms = 2 * link->wait_ms < LONGEST_WAIT_MS ? 2 * link->wait_ms : LONGEST_WAIT_MS;
}

static bool is_done(const Thought *thought) {
    struct pollfd done = {.fd = thought->done[0], .events = POLLIN};
    return poll(&done, 1, 0) > 0;
}

bool link_step(Link *link) {
    link->news = false;
    if (link->attempting && is_done(&link->thought)) end_attempt(link);
    if (link->socket && !websocket_pump(link->socket)) lose(link);
    if (link->started && !link->socket && !link->attempting && !link->refused && now_ms() >= link->retry_ms)
        begin_attempt(link);
    return link->news;
}

int link_descriptor(const Link *link) {
    if (link->attempting) return link->thought.done[0];
    return link->socket ? websocket_descriptor(link->socket) : -1;
}

int link_milliseconds(const Link *link) {
    if (link->socket) return websocket_wants_to_send(link->socket) ? 20 : -1;
    if (!link->started || link->attempting || link->refused) return -1;
    int64_t left = link->retry_ms - now_ms();
    return left < 0 ? 0 : (int)left;
}

void link_close(Link *link) {
    if (link->attempting) thought_end(&link->thought);
    websocket_free(link->opened);
    websocket_free(link->socket);
    link->opened = link->socket = NULL;
    link->attempting = link->started = false;
}
