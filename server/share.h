/* This server's share in a room on several: the cluster's decisions, connected with the database, the links and the loop.
 *
 * Everything here runs on the loop's thread; the keeper's answers come through a mailbox. */
#ifndef ARALDO_SERVER_SHARE_H
#define ARALDO_SERVER_SHARE_H

#include "server/keeper.h"
#include "server/links.h"
#include "server/outbox.h"
#include "store/store.h"

typedef struct Share Share;

typedef struct ShareSettings {
    const char *url;
    const char *name;    /* of this server among the others; NULL: the machine's and the port */
    const char *address; /* that the others reach it at; NULL: the one by which it reaches the database */
    int port;            /* for the others; 0: any free one */
    const uint8_t *key;  /* NULL: the one in the database */
    int public_port;
    int process; /* of several on this port, counted from 1: its name ends with it; 0: the only one */
} ShareSettings;

/* What the share wants of the loop. */
typedef struct ShareOwner {
    void *context;
    void (*step)(void *context, const RoomInput *input);
    void (*send)(void *context, ConnectionId client, Span text);
    void (*close)(void *context, ConnectionId client, int code);
    void (*logged_out)(void *context, const TokenHash *session); /* at another server */
    Store *store;
    Outbox *outbox;
    Mailbox *answers; /* of the keeper */
    const Log *log;
    int epoll;
    uint64_t mark; /* of the links' events */
} ShareOwner;

/* Finds its place among the other servers; on failure, a clear line says why. Its room port must be given to the room before
 * share_start, which registers the server. */
Share *share_open(const ShareSettings *settings, const ShareOwner *owner, Error *error);
bool share_start(Share *share, Milliseconds now, Error *error);
void share_free(Share *share);
const RoomShare *share_room(const Share *share);
/* A secret that all servers of the room have, for whatever must be the same on all of them. */
void share_secret(const Share *share, void *bytes, size_t count);

void share_connect(Share *share, ConnectionId client, const PersonId *person, const char *name, int face, uint64_t address);
void share_disconnect(Share *share, ConnectionId client);
/* A session was ended: its connections at other servers end too. */
void share_log_out(Share *share, const TokenHash *session);
/* Takes a parcel of the outbox if it is for a client of another server. */
bool share_deliver(Share *share, const Parcel *parcel, const char *bytes);
/* And the frames for other servers. */
void share_deliver_frames(Share *share, const Outbox *outbox);
void share_take_link(Share *share, uint32_t number, uint32_t events, Milliseconds now);
/* The keeper's answers; only when nothing is written that is not committed. */
void share_take_answers(Share *share, Milliseconds now);
void share_work(Share *share, Milliseconds now);
void share_watch(Share *share, Milliseconds now);
Milliseconds share_due(const Share *share);
void share_drain(Share *share);
bool share_is_drained(const Share *share);
ClusterCounts share_counts(const Share *share);

#endif
