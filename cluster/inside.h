/* What the files of the cluster share with each other. */
#ifndef ARALDO_CLUSTER_INSIDE_H
#define ARALDO_CLUSTER_INSIDE_H

#include "cluster/cluster.h"
#include "room/index.h"

/* A link to another server. */
typedef struct Peer {
    Epoch epoch;
    bool up;
    Milliseconds tried;
    int stale_looks, unlinked_looks;
    bool unlinked_told;
} Peer;

/* A table of another server that a client of ours is at, or wants to enter. */
typedef struct Far {
    struct Far *next;
    TableId table;
    int64_t since;  /* the last entry that the client was told; -1: none */
    Epoch owner;    /* which has been told; 0: nobody yet */
    uint64_t asked; /* in this look, it was told last */
    bool entering;  /* it moved, and the new owner has not said yet that the client is there: messages wait */
    uint64_t after; /* not before this look: the owner that we know has said that it is not */
} Far;

/* A relayed message that has no answer yet. */
typedef struct Held {
    struct Held *next;
    TableId table; /* empty: a new one is to be made */
    char key[KEY_MAX];
    Epoch owner; /* to which it was sent; 0: nobody yet */
    uint64_t after;
    size_t length;
    char text[];
} Held;

/* A client of our own sockets. */
typedef struct Edge {
    ConnectionId id;
    PersonId person;
    char name[NAME_BYTES_MAX];
    int face;
    uint64_t address;
    Far *fars;
    Held *held;
    int far_count, held_count;
    Epoch known[NODES_MAX]; /* servers that have it as a visitor */
    int known_count;
    bool listed;
    bool leaving;             /* it was told to reconnect: nothing more is done for it */
    struct Edge *next_listed; /* of those with work to do */
} Edge;

/* A client of another server's sockets, at our tables. */
typedef struct Visitor {
    ConnectionId id; /* for the room */
    Epoch from;
    ConnectionId handle; /* at that server */
} Visitor;

struct Cluster {
    ClusterPort port;
    Epoch me; /* 0: not registered */
    Look look;
    bool has_look, draining, lost;
    bool leaving[SHARDS]; /* being handed over: nobody acts for them until the store says who */
    bool asked;           /* a job is under way, */
    StoreJob job;         /* this one */
    bool look_soon, ownership;
    Milliseconds looked;
    uint64_t looks; /* answered so far */
    int settled;    /* looks since the servers changed */
    Peer peers[NODES_MAX];
    int peer_count;
    Index edges, visitors, visitors_by_handle;
    Edge *work;      /* edges with work to do */
    bool all_edges;  /* every edge may have */
    uint32_t serial; /* of the last visitor */
    ClusterCounts counts;
};

Peer *cluster_peer(Cluster *cluster, Epoch epoch);
/* The owner that messages about the table can go to now: this server, one that is linked, or 0. */
Epoch cluster_reachable(Cluster *cluster, const TableId *table);

/* edges.c */
void edges_work(Cluster *cluster);
/* The server is gone, or the link to it is. */
void edges_lose(Cluster *cluster, Epoch node);
/* This server was given up, and what its clients sent meanwhile may be stale: they are all disconnected, to reconnect and
 * resend what has not been answered. */
void edges_send_away(Cluster *cluster);
void edges_release(Cluster *cluster);

#endif
