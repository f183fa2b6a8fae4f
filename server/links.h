/* Links to the other servers of a room: one connection for each pair, encrypted and authenticated with the cluster's key.
 *
 * Each side sends its name and a random number; the two numbers and the key give a fresh key for each direction, so a recording
 * is worthless later. From then on every frame is sealed (libsodium's secretstream). A stranger that does not have the key gets
 * no further than the greeting: until it has proved itself, a caller has no name and none of the servers' places. */
#ifndef ARALDO_SERVER_LINKS_H
#define ARALDO_SERVER_LINKS_H

#include "cluster/cluster.h"
#include "server/log.h"
#include "store/nodes.h"

enum {
    LINKS_MAX = 2 * NODES_MAX,
    LINK_GREETING_MS = 5000,            /* for the other side to prove itself */
    LINK_STRANGERS_PER_ADDRESS_MAX = 8, /* of those that have not, from one address */
    LINK_OUT_MAX = 64 << 20,            /* bytes queued for a server that does not read: then the link is dropped */
    LINK_READ_PER_TURN = 256 << 10,     /* taken from one link before others have their turn */
};

typedef struct Links Links;

typedef struct LinksOwner {
    void *context;
    void (*linked)(void *context, Epoch node, bool up);
    void (*frame)(void *context, Epoch from, const Frame *frame);
    const Log *log;
} LinksOwner;

/* Listens at the address or name, on any free port if it is 0; NULL with a clear line. Sockets are watched through `epoll`, whose
 * events have `mark` and the link's number as their data. */
Links *links_open(const char *address, int port, const uint8_t key[CLUSTER_KEY_BYTES], int epoll, uint64_t mark,
                  const LinksOwner *owner, Error *error);
void links_free(Links *links);
/* Where the others reach us, in numbers even if a name was given. */
const char *links_address(const Links *links);
int links_port(const Links *links);
/* Changes who this server is: all links end. */
void links_rename(Links *links, Epoch me);
void links_seek(Links *links, const Node *node, Milliseconds now);
void links_cut(Links *links, Epoch node);
void links_send(Links *links, Epoch node, const Frame *frame);
/* An event with the mark. */
void links_take(Links *links, uint32_t number, uint32_t events, Milliseconds now);
/* Hands what is queued to the system. */
void links_flush(Links *links);
/* Once a second: gives up on those that do not prove themselves. */
void links_watch(Links *links, Milliseconds now);

#endif
