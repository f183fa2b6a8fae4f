/* What the parts of the simulated cluster share.
 *
 *   clients ==connections== servers ==links== servers        client.c, server.c, links.c
 *                              |
 *                          database                          database.c
 *
 * world.c lets time pass and draws the faults, audit.c says what must hold at the end, and eyes.c what each client may be told. */
#ifndef ARALDO_TESTS_CLUSTER_SIMULATED_WORLD_H
#define ARALDO_TESTS_CLUSTER_SIMULATED_WORLD_H

#include <jansson.h>

#include "cluster/cluster.h"
#include "core/chance.h"
#include "room/inside.h"
#include "tests/cluster/simulated.h"

enum {
    SERVERS = 3,
    TABLES = 2,
    PLAYERS = 2,  /* at each table, */
    AT_TABLE = 3, /* and one who watches */
    CLIENTS = AT_TABLE * TABLES,
    TABLES_STORED_MAX = TABLES + 8,
    ENTRIES_MAX = 2000,
    OPERATIONS_MAX = 64,
    JOBS_MAX = 32,
    EPOCHS_MAX = 512,
    LINKS_MAX = 64,
    CONNECTIONS_SIMULATED_MAX = 128,
    LOADS_MAX = 256,
    OUTGOING_MAX = 8,
    KEYS_MAX = 4096,
    TEXT_MAX = 512,
};

/* ---- the database */

typedef struct SimEntry {
    char *text;
    size_t length;
    Milliseconds at;
} SimEntry;

/* What may be told of an entry, as JSON, to each seat and, last, to onlookers; NULL where there is nothing. */
typedef struct SimTold {
    char *events[PLAYERS + 1]; /* "events":[…] */
    char *view[PLAYERS + 1];
    char *game[PLAYERS + 1]; /* "view":…, "turn":… and all that follows from a view */
} SimTold;

typedef struct SimTable {
    TableId id;
    uint8_t secret[ROOM_SECRET_BYTES];
    uint64_t create_key;
    int phase;
    SimEntry entries[ENTRIES_MAX];
    uint32_t count;
    SimEntry snapshot; /* the last; `snapshot_n` is its entry */
    uint32_t snapshot_n;
    bool has_snapshot;
    char *seen[ENTRIES_MAX]; /* what clients were told of each */
    SimTold told[ENTRIES_MAX];
    Table *audit; /* all entries applied, as they are committed */
} SimTable;

typedef struct SimWrites {
    Write *list;
    size_t count, capacity;
} SimWrites;

/* A transaction on its way through the database. It goes on whatever becomes of the server. */
typedef struct Operation {
    bool used, begun, done, good;
    bool alone; /* nobody waits for it any more */
    Epoch epoch;
    Milliseconds begins, applies;
    SimWrites writes;
} Operation;

typedef enum { FATE_GOOD, FATE_LOST, FATE_UNHEARD } Fate; /* of a job: lost, it never runs; unheard, nobody hears that it ran */

/* A job of a server's cluster, on its way through the database. */
typedef struct SimJob {
    bool used, done, alone;
    int server;
    Fate fate;
    Milliseconds runs, due; /* when the answer comes */
    StoreJob job;
    StoreAnswer answer;
} SimJob;

/* ---- messages */

typedef struct Sending {
    struct Sending *next;
    ConnectionId connection;
    int close_code;
    enum { SEND_TEXT, SEND_CLOSE, SEND_ANSWERED, SEND_ENTERED, SEND_FRAME } kind;
    Epoch to; /* FRAME */
    Frame frame;
    TableId table;
    uint32_t n;
    char *text;
    size_t length;
    Milliseconds arrives;
} Sending;

typedef struct Sendings {
    Sending *first, **last;
} Sendings;

/* Between a client and a server: what one side says arrives in order, or not at all. */
typedef struct SimConnection {
    bool used, opened; /* the server knows of it */
    bool left;         /* the client is gone; the server hears of it when it `ends` */
    int server, client;
    ConnectionId id;
    Milliseconds ends;
    struct {
        char text[TEXT_MAX];
        Milliseconds arrives;
    } outgoing[OUTGOING_MAX]; /* on their way to the server */
    int outgoing_count;
    Sendings inbox; /* on their way to the client */
} SimConnection;

/* Between two servers, `ends` being their epochs. */
typedef struct SimLink {
    bool used;
    Epoch ends[2];
    bool told[2]; /* that it is up */
    Milliseconds opens, breaks, stalls;
    Sendings frames[2]; /* on their way to each end */
} SimLink;

/* ---- servers and clients */

typedef struct SimLoad {
    Load load;
    Milliseconds due;
} SimLoad;

typedef struct SimServer {
    struct Sim *sim;
    int number;
    bool up;
    Milliseconds resumes; /* paused until then */
    Milliseconds reaches; /* cut off from the database until then */
    Milliseconds stops;   /* told to stop: it ends when it has handed everything over, or then; 0: it was not */
    Room *room;
    Cluster *cluster;
    RoomShare share;
    SimWrites writes;
    Sendings outbox;
    TableId telling;
    uint32_t telling_n;
    SimLoad loads[LOADS_MAX];
    int load_count;
    Load wanted[LOADS_MAX]; /* of this turn */
    int wanted_count;
    SimJob *job;
    Operation *commit;
    Milliseconds heard;
    bool breaks; /* the connection breaks before the answer */
    Epoch epoch; /* of its registration, and the store's fence */
    bool unfenced;
    bool given_up; /* it registered anew when others had acted: the turn is to be taken back */
    ConnectionId connections;
} SimServer;

typedef struct SimClient {
    PersonId person;
    int number, table;
    int seat; /* PLAYERS: watches */
    SimConnection *connection;
    bool entered, ready, over;
    int64_t n;
    char legal[MOVE_TEXT_MAX];
    char pending[TEXT_MAX]; /* sent and not answered */
    unsigned key, answers;
    unsigned relayed; /* BUG_NO_KEY: the last key that went over a link */
    bool acknowledged[KEYS_MAX];
    Milliseconds acts, comes_back, heard, patience;
} SimClient;

typedef struct Sim {
    Chance chance, eyes; /* what the checks draw does not change the course */
    SimBug bug;
    bool trace, faulty;
    Milliseconds now, began, database_back;
    Operation operations[OPERATIONS_MAX];
    SimJob jobs[JOBS_MAX];
    bool fences[EPOCHS_MAX];
    Node nodes[NODES_MAX];
    Milliseconds seen[NODES_MAX];
    int node_count;
    Epoch owners[SHARDS], next_epoch;
    SimTable tables[TABLES_STORED_MAX];
    int table_count;
    SimServer servers[SERVERS];
    SimLink links[LINKS_MAX];
    SimConnection connections[CONNECTIONS_SIMULATED_MAX];
    SimClient clients[CLIENTS];
    TableId table_ids[TABLES];
    Desk desk;
    SimResult result;
} Sim;

/* ---- world.c */

uint32_t sim_below(Sim *sim, uint32_t bound);
/* Only while there are faults. */
bool sim_happens(Sim *sim, uint32_t in_a_thousand);
/* How long something takes: up to `faulty` milliseconds, and less once faults have stopped. */
Milliseconds sim_delay(Sim *sim, uint32_t faulty);
void sim_note(const Sim *sim, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first of them is the result. */
void sim_wrong(Sim *sim, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *sim_copied(const char *text, size_t length);
Sending *sim_sendings_add(Sendings *sendings, const char *text, size_t length);
/* The first, if it has arrived; the caller frees it. NULL: none has. */
Sending *sim_sendings_take(Sendings *sendings, Milliseconds now);
void sim_sending_free(Sending *sending);
void sim_sendings_drop(Sendings *sendings);

/* ---- database.c */

SimTable *sim_database_table(Sim *sim, const TableId *id);
void sim_database_run(Sim *sim);
/* NULL: there are too many already. */
Operation *sim_database_commit(Sim *sim, SimServer *server);
SimJob *sim_database_ask(Sim *sim, int server, const StoreJob *asked);
/* A server that has stopped in good order takes its registration away. */
void sim_database_leave(Sim *sim, Epoch epoch);
/* What is under way is done or not, and nobody hears which. */
void sim_database_crash(Sim *sim);
/* What a dead server's jobs do, they have done by now. */
void sim_database_settle_jobs(Sim *sim, int server);
void sim_writes_free(SimWrites *writes);
void sim_database_release(Sim *sim);

/* ---- links.c */

SimServer *sim_links_server(Sim *sim, Epoch epoch);
void sim_links_seek(SimServer *server, const Node *node);
void sim_links_cut(SimServer *server, Epoch node);
/* All links of a server, or (0) those that chance picks. */
void sim_links_break(Sim *sim, Epoch epoch);
void sim_links_stall(Sim *sim);
void sim_links_send(SimServer *server, Epoch to, const Frame *frame);
/* The server hears what has come over its links, and which are up. */
void sim_links_hear(Sim *sim, SimServer *server);
void sim_links_end(Sim *sim);
void sim_links_release(Sim *sim);

/* ---- server.c */

void sim_server_start(Sim *sim, int number);
void sim_server_kill(Sim *sim, SimServer *server);
void sim_server_run(Sim *sim, SimServer *server);

/* ---- client.c */

void sim_client_init(SimClient *client, int number);
void sim_client_run(Sim *sim, SimClient *client);
/* The connection is gone. */
void sim_client_lose(Sim *sim, SimClient *client);

/* ---- eyes.c */

void sim_eyes_take_entry(Sim *sim, SimTable *table);
void sim_eyes_look(Sim *sim, const SimClient *client, const json_t *message, const char *text);
void sim_eyes_release(SimTable *table);

/* ---- audit.c */

/* Does everybody go on, and has every server its share? */
bool sim_audit_all_go_on(const Sim *sim, const uint32_t entries[TABLES], const unsigned answers[CLIENTS]);
void sim_audit_end(Sim *sim);

#endif
