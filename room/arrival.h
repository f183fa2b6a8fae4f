/* Arrivals: a match that a person began against bots in their browser, moved to the server to continue there.
 *
 * The browser sends the table's log and secret. None of it is trusted: the log is replayed under the rules, and from the
 * result the server writes a new log: the table as it began, the moves that were not taken back,
 * each legal, with the cards that follow from the secret. Checking needs no room and no store, so a server does it on a thread
 * of its own. Its player's browser knew the secret, hence all cards: the table is marked as `moved`, and so is its record. */
#ifndef ARALDO_ROOM_ARRIVAL_H
#define ARALDO_ROOM_ARRIVAL_H

#include "room/codes.h"
#include "room/room.h"

/* One write to the store: an entry of the new log, or a snapshot after it. */
typedef struct ArrivalWrite {
    WriteKind kind;
    uint32_t n;
    Milliseconds at;
    size_t offset, length; /* in `bytes` */
} ArrivalWrite;

struct Arrival {
    /* Who brings it, as the session says. */
    PersonId person;
    char name[NAME_BYTES_MAX];
    int face;
    uint64_t address;
    /* What was checked. */
    char key[KEY_MAX]; /* the table's id in the browser: brought twice, it counts once */
    uint8_t secret[ROOM_SECRET_BYTES];
    ArrivalWrite *writes;
    size_t write_count, write_capacity;
    char *bytes;
    size_t length, capacity;
    /* The answer: a code, or the table. */
    Code code;
    TableId table;
};

/* Checks what the browser sent: a line {"table":…,"secret":…} and the entries of the log, one in a line. False with a code and
 * a clear line if it is not a match against bots that is under way and obeys the rules. */
bool arrival_read(Arrival *arrival, Span sent, Milliseconds now, Error *error);
/* The key by which the store finds it, if it has been moved before. */
uint64_t arrival_create_key(const Arrival *arrival);
void arrival_release(Arrival *arrival);

#endif
