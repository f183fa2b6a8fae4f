/* Opens, proves, seals and reads the links between servers. */
#include "server/links.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    NONCE_BYTES = 32,
    HELLO_BYTES = 4 + 8 + NONCE_BYTES,
    HEADER_BYTES = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    SEAL_BYTES = crypto_secretstream_xchacha20poly1305_ABYTES,
    LENGTH_BYTES = 4,
    SEALED_MAX = FRAME_BYTES_MAX + SEAL_BYTES,
    IN_BYTES = LENGTH_BYTES + SEALED_MAX,
    GREETING_BYTES = HELLO_BYTES + HEADER_BYTES + LENGTH_BYTES + SEAL_BYTES,
    LISTENER = LINKS_MAX, /* instead of a link's number */
    BACKLOG = 64,
    ACCEPTED_PER_TURN = 16,
    STRANGERS_MAX = LINKS_MAX - NODES_MAX, /* who called and has proved nothing yet: servers always find a place */
};

/* What is expected next. */
typedef enum { LINK_FREE, LINK_HELLO, LINK_HEADER, LINK_PROOF, LINK_UP } LinkState;

typedef struct Link {
    LinkState state;
    int socket;
    bool called;    /* by us */
    Epoch epoch;    /* whom we called, or who it says it is, which is worth nothing until it is proved; 0: not known yet */
    uint64_t order; /* the later, the higher */
    Milliseconds since;
    struct sockaddr_storage address; /* of a stranger */
    uint8_t nonce[NONCE_BYTES], other_nonce[NONCE_BYTES];
    crypto_secretstream_xchacha20poly1305_state seal, unseal;
    uint8_t *in, *out;
    size_t in_length, out_length, out_sent, out_capacity;
    uint32_t events;
    bool broken;
} Link;

struct Links {
    LinksOwner owner;
    char address[NODE_ADDRESS_MAX]; /* where the others find us, in numbers */
    int epoll, listener, port;
    uint64_t mark;
    Epoch me;
    uint64_t order;
    uint8_t key[CLUSTER_KEY_BYTES];
    Link links[LINKS_MAX];
    uint8_t plain[FRAME_BYTES_MAX];
};

/* ---- the socket */

static void watch(Links *links, Link *link) {
    uint32_t events = EPOLLIN | (link->out_length > link->out_sent ? EPOLLOUT : 0);
    struct epoll_event event = {.events = events, .data.u64 = links->mark | (uint64_t)(link - links->links)};
    if (events == link->events) return;
    epoll_ctl(links->epoll, link->events ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, link->socket, &event);
    link->events = events;
}

static void put_bytes(Link *link, const void *bytes, size_t length) {
    if (link->out_length + length > link->out_capacity) {
        size_t capacity = 2 * (link->out_length + length);
        uint8_t *larger = capacity > LINK_OUT_MAX ? NULL : realloc(link->out, capacity);
        if (!larger) {
            link->broken = true;
            return;
        }
        link->out = larger;
        link->out_capacity = capacity;
    }
    memcpy(link->out + link->out_length, bytes, length);
    link->out_length += length;
}

static void flush(Links *links, Link *link) {
    while (link->out_sent < link->out_length && !link->broken) {
        ssize_t sent = send(link->socket, link->out + link->out_sent, link->out_length - link->out_sent, MSG_NOSIGNAL);
        if (sent > 0) link->out_sent += (size_t)sent;
        else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOTCONN || errno == EINPROGRESS) break;
        else link->broken = true;
    }
    if (link->out_sent == link->out_length) link->out_sent = link->out_length = 0;
    if (!link->broken) watch(links, link);
}

/* The link to this server, or the one that we are making. */
static Link *find_link(Links *links, Epoch epoch) {
    for (int i = 0; i < LINKS_MAX; i++) {
        Link *link = &links->links[i];
        if (link->epoch == epoch && (link->state == LINK_UP || (link->state != LINK_FREE && link->called))) return link;
    }
    return NULL;
}

static bool is_stranger(const Link *link) { return link->state != LINK_FREE && link->state != LINK_UP && !link->called; }

/* Whatever strangers said, nobody is told of their end. */
static void end(Links *links, Link *link) {
    Link gone = *link;
    bool known = gone.epoch && !is_stranger(link);
    close(link->socket); /* which takes it out of epoll */
    free(link->in);
    free(link->out);
    sodium_memzero(link, sizeof *link);
    if (gone.state == LINK_UP)
        log_line(links->owner.log, LOG_INFO, "the link to server %llu is broken", (unsigned long long)gone.epoch);
    if (known && !find_link(links, gone.epoch)) links->owner.linked(links->owner.context, gone.epoch, false);
}

/* ---- the greeting */

static void say_hello(const Links *links, Link *link) {
    uint8_t hello[HELLO_BYTES] = {'A', 'r', 'l', '1'};
    randombytes_buf(link->nonce, sizeof link->nonce);
    for (int i = 0; i < 8; i++) hello[4 + i] = (uint8_t)(links->me >> (8 * i));
    memcpy(hello + 12, link->nonce, sizeof link->nonce);
    put_bytes(link, hello, sizeof hello);
}

/* We call the server of this epoch; 0: a stranger calls. */
static Link *add_link(Links *links, int socket, Epoch epoch, Milliseconds now) {
    int on = 1;
    for (int i = 0; i < LINKS_MAX; i++) {
        Link *link = &links->links[i];
        if (link->state != LINK_FREE) continue;
        *link = (Link){.state = LINK_HELLO, .socket = socket, .epoch = epoch, .since = now, .in = malloc(IN_BYTES)};
        link->called = epoch != 0;
        link->order = ++links->order;
        link->broken = !link->in;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        say_hello(links, link);
        return link;
    }
    close(socket);
    return NULL;
}

/* The key of what one side tells the other. */
static void derive(const Links *links, const uint8_t *from_nonce, Epoch from, const uint8_t *to_nonce, Epoch to,
                   uint8_t key[CLUSTER_KEY_BYTES]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, links->key, sizeof links->key, CLUSTER_KEY_BYTES);
    crypto_generichash_update(&state, from_nonce, NONCE_BYTES);
    crypto_generichash_update(&state, to_nonce, NONCE_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)&from, sizeof from);
    crypto_generichash_update(&state, (const uint8_t *)&to, sizeof to);
    crypto_generichash_final(&state, key, CLUSTER_KEY_BYTES);
}

static void put_sealed(Link *link, const uint8_t *plain, size_t length) {
    uint8_t *sealed = malloc(LENGTH_BYTES + length + SEAL_BYTES);
    size_t whole = length + SEAL_BYTES;
    if (!sealed) {
        link->broken = true;
        return;
    }
    for (int i = 0; i < LENGTH_BYTES; i++) sealed[i] = (uint8_t)(whole >> (8 * i));
    crypto_secretstream_xchacha20poly1305_push(&link->seal, sealed + LENGTH_BYTES, NULL, plain, length, NULL, 0, 0);
    put_bytes(link, sealed, LENGTH_BYTES + whole);
    free(sealed);
}

/* The other side's hello: our own header and proof follow. Only later servers call: otherwise somebody who calls two servers and
 * passes on what each says would become their link, and could then keep what they say. */
static bool take_hello(Links *links, Link *link, const uint8_t *hello) {
    uint8_t key[CLUSTER_KEY_BYTES], header[HEADER_BYTES];
    Epoch epoch = 0;
    if (memcmp(hello, "Arl1", 4) != 0) return false;
    for (int i = 0; i < 8; i++) epoch |= (Epoch)hello[4 + i] << (8 * i);
    if (!epoch || !links->me || epoch == links->me) return false;
    if (link->called ? link->epoch != epoch : epoch < links->me) return false;
    link->epoch = epoch;
    memcpy(link->other_nonce, hello + 12, NONCE_BYTES);
    derive(links, link->nonce, links->me, link->other_nonce, epoch, key);
    crypto_secretstream_xchacha20poly1305_init_push(&link->seal, header, key);
    sodium_memzero(key, sizeof key);
    put_bytes(link, header, sizeof header);
    put_sealed(link, (const uint8_t *)"", 0);
    link->state = LINK_HEADER;
    return true;
}

static bool take_header(const Links *links, Link *link, const uint8_t *header) {
    uint8_t key[CLUSTER_KEY_BYTES];
    derive(links, link->other_nonce, link->epoch, link->nonce, links->me, key);
    bool good = crypto_secretstream_xchacha20poly1305_init_pull(&link->unseal, header, key) == 0;
    sodium_memzero(key, sizeof key);
    link->state = LINK_PROOF;
    return good;
}

/* It has the key. An older link to the same server leads nowhere: that server would not have called otherwise. */
static void take_proof(Links *links, Link *link) {
    Link *older = find_link(links, link->epoch);
    if (older && older != link) end(links, older);
    link->state = LINK_UP;
    log_line(links->owner.log, LOG_INFO, "linked to server %llu", (unsigned long long)link->epoch);
    links->owner.linked(links->owner.context, link->epoch, true);
}

static bool take_sealed(Links *links, Link *link, const uint8_t *sealed, size_t length) {
    unsigned long long plain_length = 0;
    unsigned char tag;
    Frame frame;
    if (crypto_secretstream_xchacha20poly1305_pull(&link->unseal, links->plain, &plain_length, &tag, sealed, length, NULL, 0) !=
        0) {
        if (link->state == LINK_PROOF)
            log_line(links->owner.log, LOG_ERROR,
                     "a server that has not the cluster's key wants to link, or one of ours has another");
        return false;
    }
    if (link->state == LINK_PROOF) {
        take_proof(links, link);
        return true;
    }
    if (!frame_read(&frame, links->plain, (size_t)plain_length)) return false;
    links->owner.frame(links->owner.context, link->epoch, &frame);
    return true;
}

/* ---- reading */

/* Takes the next whole part of what was read; how many bytes it had, 0 if it is not whole yet. */
static size_t take_part(Links *links, Link *link, const uint8_t *bytes, size_t length) {
    size_t whole = 0;
    if (link->state == LINK_HELLO || link->state == LINK_HEADER) {
        whole = link->state == LINK_HELLO ? HELLO_BYTES : HEADER_BYTES;
        if (length < whole) return 0;
        link->broken |= link->state == LINK_HELLO ? !take_hello(links, link, bytes) : !take_header(links, link, bytes);
        return whole;
    }
    if (length < LENGTH_BYTES) return 0;
    for (int i = 0; i < LENGTH_BYTES; i++) whole |= (size_t)bytes[i] << (8 * i);
    if (whole < SEAL_BYTES || whole > (link->state == LINK_UP ? SEALED_MAX : SEAL_BYTES)) { /* a proof is empty */
        link->broken = true;
        return 0;
    }
    if (length < LENGTH_BYTES + whole) return 0;
    if (!take_sealed(links, link, bytes + LENGTH_BYTES, whole)) link->broken = true;
    return LENGTH_BYTES + whole;
}

static void read_link(Links *links, Link *link) {
    size_t budget = LINK_READ_PER_TURN;
    while (budget > 0 && !link->broken) {
        size_t most = link->state == LINK_UP ? IN_BYTES : GREETING_BYTES;
        ssize_t count = recv(link->socket, link->in + link->in_length, most - link->in_length, 0);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (count <= 0) link->broken = true;
        if (count <= 0) break;
        link->in_length += (size_t)count;
        budget = (size_t)count >= budget ? 0 : budget - (size_t)count;
        size_t taken = 0, part;
        while (!link->broken && link->state != LINK_FREE &&
               (part = take_part(links, link, link->in + taken, link->in_length - taken)))
            taken += part;
        if (link->state == LINK_FREE) return; /* a frame ended it */
        memmove(link->in, link->in + taken, link->in_length - taken);
        link->in_length -= taken;
    }
}

/* ---- strangers */

static bool same_address(const struct sockaddr_storage *one, const struct sockaddr_storage *other) {
    if (one->ss_family != other->ss_family) return false;
    if (one->ss_family == AF_INET6)
        return memcmp(&((const struct sockaddr_in6 *)one)->sin6_addr, &((const struct sockaddr_in6 *)other)->sin6_addr,
                      sizeof(struct in6_addr)) == 0;
    return ((const struct sockaddr_in *)one)->sin_addr.s_addr == ((const struct sockaddr_in *)other)->sin_addr.s_addr;
}

/* The one that came first, of those from the address, or (NULL) of all, if there are `most` of them. */
static Link *first_stranger(Links *links, const struct sockaddr_storage *address, int most) {
    Link *first = NULL;
    int count = 0;
    for (int i = 0; i < LINKS_MAX; i++) {
        Link *link = &links->links[i];
        if (!is_stranger(link) || (address && !same_address(&link->address, address))) continue;
        if (!first || link->order < first->order) first = link;
        count++;
    }
    return count >= most ? first : NULL;
}

/* Whoever has the key proves it at once, so the one that waits longest makes room. */
static void accept_stranger(Links *links, int socket, const struct sockaddr_storage *address, Milliseconds now) {
    Link *greedy = first_stranger(links, address, LINK_STRANGERS_PER_ADDRESS_MAX);
    if (greedy) end(links, greedy);
    Link *slow = first_stranger(links, NULL, STRANGERS_MAX);
    if (slow) end(links, slow);
    Link *link = add_link(links, socket, 0, now);
    if (!link) return;
    link->address = *address;
    flush(links, link);
}

static void accept_links(Links *links, Milliseconds now) {
    for (int i = 0; i < ACCEPTED_PER_TURN; i++) {
        struct sockaddr_storage address = {0};
        socklen_t length = sizeof address;
        int socket = accept4(links->listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) return;
        if (links->me) accept_stranger(links, socket, &address, now);
        else close(socket);
    }
}

void links_take(Links *links, uint32_t number, uint32_t events, Milliseconds now) {
    if (number == LISTENER) {
        accept_links(links, now);
        return;
    }
    Link *link = &links->links[number % LINKS_MAX];
    if (link->state == LINK_FREE) return;
    if (events & (EPOLLIN | EPOLLERR | EPOLLHUP)) read_link(links, link);
    if (link->state == LINK_FREE) return;
    if (!link->broken) flush(links, link);
    if (link->broken) end(links, link);
}

/* ---- what the cluster wants */

void links_seek(Links *links, const Node *node, Milliseconds now) {
    struct sockaddr_storage address = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address;
    socklen_t length = 0;
    if (find_link(links, node->epoch)) return;
    if (inet_pton(AF_INET, node->address, &four->sin_addr) == 1) {
        address.ss_family = AF_INET;
        four->sin_port = htons((uint16_t)node->port);
        length = sizeof *four;
    } else if (inet_pton(AF_INET6, node->address, &six->sin6_addr) == 1) {
        address.ss_family = AF_INET6;
        six->sin6_port = htons((uint16_t)node->port);
        length = sizeof *six;
    }
    int socket_ = length ? socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0) : -1;
    if (socket_ < 0) return;
    if (connect(socket_, (struct sockaddr *)&address, length) != 0 && errno != EINPROGRESS) {
        close(socket_);
        return;
    }
    Link *link = add_link(links, socket_, node->epoch, now);
    if (link) flush(links, link);
}

void links_cut(Links *links, Epoch node) {
    Link *link = find_link(links, node);
    if (!link) return;
    link->epoch = 0; /* nobody is told */
    end(links, link);
}

void links_send(Links *links, Epoch node, const Frame *frame) {
    uint8_t head[FRAME_HEAD_MAX];
    Link *link = find_link(links, node);
    if (!link || link->state != LINK_UP || link->broken || frame->text.length > FRAME_TEXT_MAX) return;
    size_t length = frame_write(frame, head);
    uint8_t *plain = malloc(length + frame->text.length);
    if (!plain) {
        link->broken = true;
        return;
    }
    memcpy(plain, head, length);
    if (frame->text.length) memcpy(plain + length, frame->text.at, frame->text.length);
    put_sealed(link, plain, length + frame->text.length);
    free(plain);
}

void links_flush(Links *links) {
    for (int i = 0; i < LINKS_MAX; i++) {
        Link *link = &links->links[i];
        if (link->state == LINK_FREE) continue;
        if (link->out_length > link->out_sent) flush(links, link);
        if (link->broken) end(links, link);
    }
}

void links_watch(Links *links, Milliseconds now) {
    for (int i = 0; i < LINKS_MAX; i++) {
        Link *link = &links->links[i];
        if (link->state != LINK_FREE && link->state != LINK_UP && now - link->since > LINK_GREETING_MS) end(links, link);
    }
}

void links_rename(Links *links, Epoch me) {
    for (int i = 0; i < LINKS_MAX; i++)
        if (links->links[i].state != LINK_FREE) {
            links->links[i].epoch = 0;
            end(links, &links->links[i]);
        }
    links->me = me;
}

/* ---- opening */

/* All addresses of this machine at once: one can listen there, but nobody can call it. */
static bool is_any(const struct sockaddr *address) {
    if (address->sa_family == AF_INET6)
        return IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
    return ((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr == htonl(INADDR_ANY);
}

static bool listen_at(Links *links, const struct addrinfo *place) {
    struct sockaddr_storage bound = {0};
    socklen_t length = sizeof bound;
    char port[8];
    int on = 1;
    links->listener = socket(place->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (links->listener < 0) return false;
    setsockopt(links->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(links->listener, place->ai_addr, place->ai_addrlen) != 0 || listen(links->listener, BACKLOG) != 0 ||
        getsockname(links->listener, (struct sockaddr *)&bound, &length) != 0 ||
        getnameinfo((struct sockaddr *)&bound, length, links->address, sizeof links->address, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return false;
    links->port = atoi(port);
    return true;
}

static bool open_listener(Links *links, const char *address, int port, Error *error) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found = NULL;
    char service[8];
    Text text = text_init(service, sizeof service);
    text_number(&text, port);
    if (getaddrinfo(address, service, &hints, &found) != 0)
        return error_set(error, "'%.60s' is not an address for the other servers", address);
    bool any = is_any(found->ai_addr), good = !any && listen_at(links, found);
    if (any) error_set(error, "the other servers cannot reach this one at %.60s: give one of its addresses", address);
    else if (!good)
        error_set(error, "cannot listen on %.60s, port %d, for the other servers: %s", address, port, strerror(errno));
    freeaddrinfo(found);
    return good;
}

Links *links_open(const char *address, int port, const uint8_t key[CLUSTER_KEY_BYTES], int epoll, uint64_t mark,
                  const LinksOwner *owner, Error *error) {
    Links *links = calloc(1, sizeof *links);
    if (!links) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    links->owner = *owner;
    links->epoll = epoll;
    links->mark = mark;
    memcpy(links->key, key, sizeof links->key);
    links->listener = -1;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = mark | LISTENER};
    if (open_listener(links, address, port, error) && epoll_ctl(epoll, EPOLL_CTL_ADD, links->listener, &event) == 0)
        return links;
    links_free(links);
    return NULL;
}

int links_port(const Links *links) { return links->port; }

const char *links_address(const Links *links) { return links->address; }

void links_free(Links *links) {
    if (!links) return;
    links_rename(links, 0);
    if (links->listener >= 0) close(links->listener);
    sodium_memzero(links->key, sizeof links->key);
    free(links);
}
