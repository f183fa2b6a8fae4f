/* The room: tables, seats, watchers, clocks, votes and chat as a step function.
 *
 * A step takes one input and the time. It has no socket, no clock, no disk and no randomness of its own: what it wants done
 * goes to the port, where the writes of one turn of the loop are committed together before anything is sent. The same inputs
 * therefore give the same outputs, in a server, in a test and in a fuzzer. The wire and the log: docs/room.md. */
#ifndef ARALDO_ROOM_ROOM_H
#define ARALDO_ROOM_ROOM_H

#include "bots/past.h"
#include "core/game.h"
#include "room/limits.h"

typedef struct Room Room;
typedef struct Arrival Arrival; /* room/arrival.h */
typedef int64_t Milliseconds;   /* since 1970 */
typedef uint32_t ConnectionId;  /* the server's; never 0 */

typedef struct PersonId {
    char text[PERSON_ID_MAX];
} PersonId;

typedef struct TableId {
    char text[TABLE_ID_MAX];
} TableId;

/* A client's message about a table, which may be another room's. */
typedef struct Relay {
    enum { RELAY_ENTER, RELAY_EXIT, RELAY_OTHER } kind; /* what it does to the client's place at the table */
    TableId table;                                      /* empty: a new one is to be made */
    const char *key;                                    /* empty if it has none */
    int64_t since;                                      /* ENTER: the last entry that the client knows; -1: none */
    Span text;
} Relay;

/* ---- what the room wants done */

typedef enum {
    WRITE_TABLE,    /* a new table: its secret, which nobody is told before the match is over */
    WRITE_ENTRY,    /* entry `n` of a table's log: refused by the store if there is one */
    WRITE_SNAPSHOT, /* the whole table after entry `n`: reading may begin there */
    WRITE_PHASE,    /* waiting, playing or over */
    WRITE_NAME,     /* a person's new name and face */
    WRITE_MEMBER,   /* the person has a seat at the table, or made it: it is among theirs, and their history when it is over */
    WRITE_DEVICE,   /* a one-time code for another device of the person: only its hash is stored */
} WriteKind;

typedef struct Write {
    WriteKind kind;
    TableId table;
    PersonId person;
    uint32_t n;
    Milliseconds at;
    const char *text; /* entry or snapshot as JSON, name, code */
    int face;         /* WRITE_NAME */
    size_t length;
    const uint8_t *secret; /* WRITE_TABLE: ROOM_SECRET_BYTES */
    uint64_t create_key;   /* WRITE_TABLE: of the message that made it, and who sent it; 0 for none */
    int phase;
} Write;

/* A question for a bot: what to play for a seat. Only the seat's view leaves the room and, if the bot remembers, the views the
 * seat had on its earlier turns of the round: so it makes no difference which worker is asked, or what it was asked before. */
typedef struct Ask {
    TableId table;
    uint32_t n; /* of the table's last entry: an answer to an older question is dropped */
    int seat;
    const Game *game;
    StateRoom view;
    Sights sights;
    ChanceKey dice;
    char bot[BOT_NAME_MAX];
    ConnectionId hint_for; /* 0 for a bot's turn; else who asked for a hint */
} Ask;

/* Part of a table's log is wanted: the last snapshot before entry `from`, and the entries after it up to `to`. A negative
 * `from` counts from the end of the log. The server answers with INPUT_LOADED, in any order, and may read on another thread. */
typedef enum {
    LOAD_PART, /* of a table's log */
    LOAD_MADE, /* the id of the table that a message with `create_key` made */
    LOAD_MINE, /* the ids of a person's tables that are not over, the latest first, MINE_MAX at most */
    LOAD_PLAYED, /* the ids of a person's tables that are over and older than `table` ("": any), the latest first, PLAYED_MAX at most */
} LoadKind;

typedef struct Load {
    LoadKind kind;
    uint32_t ticket; /* given back */
    TableId table;   /* PART; PLAYED: the one to continue after */
    int64_t from;
    uint32_t to;         /* LOAD_TO_END: all there are */
    uint64_t create_key; /* MADE */
    PersonId person;     /* MINE, PLAYED */
} Load;
#define LOAD_TO_END UINT32_MAX

/* A room that shares its store acts only for tables that it owns, and passes on what concerns others. */
typedef struct RoomShare {
    void *context;
    /* Does this room act for the table? NULL: for any table at all? */
    bool (*owns)(void *context, const TableId *table);
    /* Takes a message that is for another room, or has to wait until its client is at the table. False: this room acts on
     * it. */
    bool (*relay)(void *context, ConnectionId connection, const Relay *relay);
    /* The table belongs to another room now, and this client was at it or about to enter it; `since` is the last entry that it
     * was told, -1 for none. */
    void (*moved)(void *context, ConnectionId connection, const TableId *table, int64_t since);
    /* What is sent from now on tells the table up to entry `n`; NULL: it tells nothing like that. */
    void (*telling)(void *context, const TableId *table, uint32_t n);
    /* The client is at the table from now on. */
    void (*entered)(void *context, ConnectionId connection, const TableId *table);
    /* The client's message with this key has its answer. */
    void (*answered)(void *context, ConnectionId connection, const char *key);
    void (*renamed)(void *context, const PersonId *person, const char *name, int face);
    /* The row of a table in the list, for one other room or (0) all; gone from memory here, `stored` if it is not over. */
    void (*row)(void *context, uint64_t room, const TableId *table, uint64_t number, Span text);
    void (*row_gone)(void *context, const TableId *table, bool stored);
    /* How many connections people have at this room, for one other room or (0) all. They may be told before the commit. */
    void (*present)(void *context, uint64_t room, Span text);
} RoomShare;

typedef struct RoomPort {
    void *context;
    void (*write)(void *context, const Write *write);
    void (*send)(void *context, ConnectionId connection, const char *json, size_t length);
    void (*close)(void *context, ConnectionId connection, int code); /* after what was sent */
    void (*ask)(void *context, const Ask *ask);
    void (*load)(void *context, const Load *load);
    void (*random)(void *context, void *bytes, size_t count);
    void (*damaged)(void *context, const char *reason); /* a table cannot be read and is set aside */
    /* Where rooms on several servers share one store; NULL in a room that has it to itself. */
    const RoomShare *share;
} RoomPort;

/* ---- what happens to the room */

typedef enum {
    INPUT_CONNECT,    /* connection, person, name, face: the session was checked */
    INPUT_MESSAGE,    /* connection, text */
    INPUT_DISCONNECT, /* connection */
    INPUT_ANSWER,     /* a worker's answer to an ask */
    INPUT_LOADED,     /* what the room wanted to read */
    INPUT_ARRIVAL,    /* a match that came from a browser, checked; the answer is left in it */
    INPUT_TICK,       /* time has passed: clocks, pace, grace, the lobby's updates */
    INPUT_SHUTDOWN,   /* tell everybody */
    INPUT_GIVEN_UP,   /* others have acted for this room's tables: its own clients are told to reconnect */
    INPUT_OWNERSHIP,  /* this room's share of the tables has changed: release the others */
    INPUT_RENAMED,    /* person, name, face: another room has written it */
    INPUT_ROW,        /* room, table, number, text: of another room's list, as its share was told */
    INPUT_ROW_GONE,   /* room, table, number: 1 if it is stored */
    INPUT_PRESENT,    /* room, text: who is connected there, as its share was told; number: 1 if it comes before this one */
    INPUT_ROOM_CAME,  /* room: it wants our rows, and who is connected here */
    INPUT_ROOM_GONE,  /* room */
} InputKind;

/* An entry of a log as the store gives it back. */
typedef struct StoredEntry {
    uint32_t n;
    Milliseconds at;
    const char *text;
    size_t length;
} StoredEntry;

typedef struct Answer {
    TableId table;
    uint32_t n;
    int seat;
    Move move;
    Milliseconds thought; /* how long a worker thought about it, without the time in the queue */
    int expects_kind;     /* ExpectationKind */
    float expects_value;
    ConnectionId hint_for;
} Answer;

typedef struct Loaded {
    TableId table;
    uint32_t ticket; /* of the load */
    bool found;
    const uint8_t *secret;
    const char *snapshot; /* JSON, NULL if there is none before `from` */
    size_t snapshot_length;
    const StoredEntry *entries; /* in order, the first of them number `begins` */
    size_t entry_count;
    uint32_t begins;    /* 0 without a snapshot and with one of the first version, which holds the game alone */
    const TableId *ids; /* MADE, MINE */
    size_t id_count;
    const char *problem; /* why it could not be read; NULL if it could */
    bool damaged;        /* reading it again will not help */
} Loaded;

typedef struct RoomInput {
    InputKind kind;
    ConnectionId connection;
    PersonId person;
    const char *name;
    int face;         /* INPUT_CONNECT, INPUT_RENAMED: the portrait the person chose, 0 for none */
    bool relayed;     /* CONNECT: through another room, which has heard its hello. MESSAGE: passed on by another room, or kept
                         back until now; it was counted against the client's limit when it came */
    uint64_t address; /* CONNECT: where it comes from, as any number that is the same for the same place */
    Span text;
    uint64_t room; /* another one */
    TableId table;
    uint64_t number;
    const Answer *answer;
    const Loaded *loaded;
    Arrival *arrival;
} RoomInput;

typedef struct RoomSettings {
    int tables_max;
    int thinkers;       /* questions that bots are asked at once; at least 1 */
    Milliseconds pace;  /* of bots */
    Milliseconds grace; /* for a player who is away, without a clock */
} RoomSettings;

Room *room_open(const RoomSettings *settings, const RoomPort *port);
void room_free(Room *room);
void room_step(Room *room, const RoomInput *input, Milliseconds now);
/* When the next tick is due at the latest; INT64_MAX if nothing is waiting for time to pass. */
Milliseconds room_due(const Room *room);
/* A commit failed: what was written since the last one never happened. The tables touched are discarded and loaded again. */
void room_rolled_back(Room *room, Milliseconds now);
/* The commit is done. */
void room_committed(Room *room);

typedef struct RoomCounts {
    int connections, persons, tables, playing;
    int damaged; /* tables set aside since the start */
    int queued;  /* questions waiting for a bot */
    uint64_t moves, messages, refused;
    size_t bytes; /* taken for tables */
} RoomCounts;
RoomCounts room_counts(const Room *room);

#endif
