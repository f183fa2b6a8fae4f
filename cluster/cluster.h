/* One of several servers on one store: its registration, its shards, and relays for clients at tables of others.
 *
 * A step function like the room: it has no socket, clock or store of its own. It asks the store to do jobs, one at a time in
 * the background, and sends other servers frames. Clients come in three kinds. Those on this server's own sockets, at tables of
 * this server, are handled by the room alone. Those at tables of another server are edges: their messages are relayed, and kept
 * until they are answered, so that they can be sent again if the owner dies. Clients on other servers' sockets at our tables
 * are visitors, whom the room sees as connections with ids of their own.
 *
 * Nothing here calls the room from within the room's own callbacks; `cluster_work` does, once a turn. */
#ifndef ARALDO_CLUSTER_CLUSTER_H
#define ARALDO_CLUSTER_CLUSTER_H

#include "cluster/frame.h"
#include "cluster/map.h"

enum {
    BEAT_MS = 250,          /* between looks at the store, each of which counts as a heartbeat */
    STALE_MS = 2000,        /* without a heartbeat for this long, a server is given up; */
    SUSPECT_MS = 1000,      /* or for this long, if its link is broken too */
    STALE_LOOKS = 2,        /* looks in a row that must find it so */
    SETTLED_LOOKS = 4,      /* looks with the same servers, before shards are spread */
    RELINK_MS = 200,        /* between tries to link */
    UNLINKED_LOOKS = 20,    /* looks at a server that beats and has no link to us, before that is worth a warning */
    ENTER_LOOKS = 12,       /* looks after which a client enters a table that moved once more, if nothing was heard */
    HELD_MESSAGES_MAX = 32, /* relayed messages of a client that have no answer yet */
};

typedef struct Cluster Cluster;

typedef enum {
    JOB_REGISTER, /* a new epoch, instead of `epoch` if that is not 0; its shards come along if nobody has taken them */
    JOB_LOOK,
    JOB_TAKE,   /* `dead` is given up */
    JOB_ASSIGN, /* `moves` */
} StoreJobKind;

typedef struct StoreJob {
    StoreJobKind kind;
    Epoch epoch; /* of this server */
    Epoch dead;
    Milliseconds stale; /* TAKE: it must be */
    bool draining;
    Moves moves;
} StoreJob;

typedef struct StoreAnswer {
    StoreJobKind kind;
    bool good;
    Epoch epoch; /* REGISTER: the new one */
    bool kept;   /* REGISTER: the old registration was valid until then, so nobody else has acted */
    Look look;   /* after the job, if it was good */
} StoreAnswer;

typedef struct ClusterPort {
    void *context;
    void (*ask_store)(void *context, const StoreJob *job); /* answered by cluster_answer */
    void (*link)(void *context, const Node *node);         /* wanted; told by cluster_linked */
    void (*unlink)(void *context, Epoch node);
    void (*frame)(void *context, Epoch to, const Frame *frame);
    void (*step_room)(void *context, const RoomInput *input);
    void (*send)(void *context, ConnectionId client, Span text); /* at once: another server has committed it */
    void (*close)(void *context, ConnectionId client, int code);
    /* Writes are fenced with this epoch from now on. `kept`: what waited to be written may be. */
    void (*registered)(void *context, Epoch epoch, bool kept);
    /* Another server has ended this session: its connections here end too. */
    void (*logged_out)(void *context, Span session);
} ClusterPort;

/* The context of the share's functions is the cluster's own; the caller passes them on. */
Cluster *cluster_open(const ClusterPort *port);
void cluster_free(Cluster *cluster);

/* ---- what happens */

/* Only when nothing is written that is not committed: shards may be handed over. */
void cluster_answer(Cluster *cluster, const StoreAnswer *answer, Milliseconds now);
void cluster_linked(Cluster *cluster, Epoch node, bool up, Milliseconds now);
void cluster_frame(Cluster *cluster, Epoch from, const Frame *frame);
/* The store has lost its connection, or has learnt that this registration is no longer valid. */
void cluster_lost_store(Cluster *cluster);
/* Asks the store when it is time, and moves clients to where their tables are. */
void cluster_work(Cluster *cluster, Milliseconds now);
/* When the next work is due. */
Milliseconds cluster_due(const Cluster *cluster);
/* Hands all shards to others; true when that is done, or if there are no others. */
void cluster_drain(Cluster *cluster);
bool cluster_is_drained(const Cluster *cluster);

/* ---- clients of this server's own sockets */

void cluster_connect(Cluster *cluster, ConnectionId client, const PersonId *person, const char *name, int face,
                     uint64_t address);
void cluster_disconnect(Cluster *cluster, ConnectionId client);

/* ---- what the room wants */

bool cluster_owns(const Cluster *cluster, const TableId *table);
bool cluster_relay(Cluster *cluster, ConnectionId client, const Relay *relay);
void cluster_moved(Cluster *cluster, ConnectionId client, const TableId *table, int64_t since);
void cluster_entered(Cluster *cluster, ConnectionId client, const TableId *table);
void cluster_renamed(Cluster *cluster, const PersonId *person, const char *name, int face);
/* A frame for one server, or (0) for all that are linked. What it tells must be committed. */
void cluster_tell_servers(Cluster *cluster, Epoch to, const Frame *frame);
/* For visitors; false if the connection is not one. What they are told must be committed. */
bool cluster_is_visitor(const Cluster *cluster, ConnectionId client);
void cluster_tell(Cluster *cluster, ConnectionId visitor, Span text, const TableId *table, uint32_t n);
void cluster_tell_close(Cluster *cluster, ConnectionId visitor, int code);
void cluster_tell_answered(Cluster *cluster, ConnectionId visitor, const char *key);
void cluster_tell_entered(Cluster *cluster, ConnectionId visitor, const TableId *table);

/* ---- figures */

typedef struct ClusterCounts {
    Epoch epoch;
    int nodes, links, shards;
    int visitors, edges;                        /* clients of other servers; of our own sockets */
    uint64_t takeovers, relayed, registrations; /* servers given up; frames; of this server */
    bool lost, draining;                        /* not registered at the moment; handing everything over */
    Milliseconds looked;                        /* when the store last answered */
} ClusterCounts;
ClusterCounts cluster_counts(const Cluster *cluster);
/* The next server that beats but could not be linked for long; each is told once until it is linked. NULL: none. */
const Node *cluster_next_unlinked(Cluster *cluster);
/* The last look, for displays. */
const Look *cluster_look(const Cluster *cluster);

#endif
