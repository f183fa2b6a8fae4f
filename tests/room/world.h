/* A simulated world around the room, by seed: unreliable connections, a worker with real bots, a store that can fail.
 * Connections delay, drop and repeat; the store is in memory, can fail a commit, and outlives the room. Nothing in it reads
 * a clock. */
#ifndef ARALDO_TESTS_ROOM_WORLD_H
#define ARALDO_TESTS_ROOM_WORLD_H

#include <jansson.h>
#include <stdio.h>

#include "room/inside.h"
#include "tests/support/report.h"

enum {
    WORLD_ROOM_MAX = 400,
    WORLD_CLIENTS_MAX = 8,
    WORLD_TABLES_MAX = 40,
    CLIENT_TABLES_MAX = 40,
    CLIENT_SENT_MAX = 8,
    CLIENT_KEYS_MAX = 1 << 15
};

/* One log entry, or a snapshot, as it lies in the store. */
typedef struct Kept {
    char *text;
    size_t length;
    Milliseconds at;
    uint32_t n;
} Kept;

typedef struct KeptTable {
    TableId id;
    uint8_t secret[ROOM_SECRET_BYTES];
    int phase;
    Kept *entries;
    size_t count;
    uint64_t create_key;
    PersonId members[SEATS_MAX + 8];
    int member_count;
    Kept *snapshots; /* with the number of their entry */
    size_t snapshot_count;
} KeptTable;

/* A message on its way to a client. */
typedef struct Letter {
    struct Letter *next;
    Milliseconds arrives;
    ConnectionId connection;
    char *text;
    size_t length;
} Letter;

/* What a client knows of a table. */
typedef struct Known {
    TableId id;
    bool entered;
    int64_t n; /* of the last entry it heard of */
    char phase[12];
    int seat; /* -1: watches */
    bool undo, ready, proposal;
    json_t *legal;
    char view[STATE_TEXT_MAX];
} Known;

/* A message that is not answered yet. */
typedef struct Sent {
    char key[KEY_MAX];
    char text[512];
    TableId table;
    bool move;
    bool used, answered;
} Sent;

typedef struct WorldClient {
    PersonId person;
    char name[NAME_BYTES_MAX];
    ConnectionId connection; /* 0: away */
    Letter *first, **last;
    Known known[CLIENT_TABLES_MAX];
    int known_count;
    Sent sent[CLIENT_SENT_MAX];
    int sent_next;
    uint64_t address;
    int number; /* its keys carry it: two devices of one person never use the same */
    uint32_t keys;
    uint8_t acknowledged[CLIENT_KEYS_MAX]; /* moves, by the number of their key */
    uint64_t hints, errors, done, letters, histories, byes;
    char error[32]; /* the last code */
} WorldClient;

typedef struct WorldFaults {
    int drop, repeat, delay_ms, fail_commit, restart; /* chances in a thousand, except the delay */
    int late_commit;                                  /* the same: the turn stays open, and what follows is committed with it */
    int set_back_ms;                                  /* a restart finds a wall clock that was set back by up to this */
} WorldFaults;

/* What was read and written, and what was sent, since somebody set it to zero. */
typedef struct WorldCost {
    uint64_t loads, entries_read, bytes_read, entries_written, bytes_written, sent, bytes_sent, asks;
    uint64_t most_read; /* entries of one load */
} WorldCost;

typedef struct World {
    Room *room;
    WorldCost cost;
    RoomSettings settings;
    Milliseconds now;
    Chance chance;
    WorldFaults faults;
    KeptTable tables[WORLD_TABLES_MAX];
    int table_count;
    Write *writes; /* of this turn, texts copied */
    size_t write_count, write_capacity;
    Letter *outgoing, **outgoing_last; /* of this turn */
    Ask *asks, *thinking;              /* of this turn; given to the worker */
    size_t ask_count, ask_capacity, thinking_count, thinking_capacity;
    Load *loads, *reading;
    size_t load_count, load_capacity, reading_count, reading_capacity;
    ConnectionId closing[WORLD_CLIENTS_MAX * 8];
    int closing_count;
    ConnectionId connections;
    WorldClient clients[WORLD_CLIENTS_MAX];
    int client_count;
    char damage[ERROR_TEXT_MAX]; /* why a table was set aside last */
    uint64_t commits, rollbacks, restarts, steps, moves;
    const char *bot; /* plays whatever is asked; NULL: the bot that is asked for */
    Report *report;
    FILE *transcript; /* every message, for tests/web/test_protocol.sh; NULL: nobody wants it */
    /* Called with every message that leaves, before it travels. */
    void (*look)(struct World *world, WorldClient *client, const char *text, size_t length);
    /* Called with every question to a bot, before it is answered. */
    void (*heed)(struct World *world, const Ask *ask);
} World;

void world_init(World *world, uint64_t seed, Milliseconds pace, Report *report);
void world_release(World *world);
WorldClient *world_client(World *world, const char *name);
/* Another device of the same person. */
WorldClient *world_device(World *world, const WorldClient *other);
void client_connect(World *world, WorldClient *client);
void client_disconnect(World *world, WorldClient *client);
/* It knows of no table any more, and enters none when it connects. */
void client_forget(WorldClient *client);
/* Says something that is written as JSON; one turn of the loop. */
void client_say(World *world, WorldClient *client, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same with a fresh key in it: `%s` first. Remembered until it is answered. */
void client_ask(World *world, WorldClient *client, const char *table, bool move, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
Known *client_known(WorldClient *client, const char *table);
/* How many messages wait for an answer. */
int client_waits(const WorldClient *client);
/* Sends again whatever was not answered. */
void client_repeat(World *world, WorldClient *client);
/* Time passes: letters arrive, the worker answers, the store reads, clocks tick. */
void world_pass(World *world, Milliseconds time);
/* The room is thrown away and built from the store. */
void world_restart(World *world);
/* Nothing is on its way any more. */
void world_settle(World *world);
const KeptTable *world_table(const World *world, const char *id);
/* Are the live tables what their logs say, byte for byte? */
bool world_check(World *world);
/* Every acknowledged move is in the log, and no key occurs there twice. */
bool world_check_keys(World *world);
/* Adds a line to the transcript, if there is one. */
void world_transcribe(World *world, const char *speaker, Span text);
uint32_t world_below(World *world, uint32_t bound);

#endif
