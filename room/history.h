/* History: a table's stored entries, played again.
 *
 * Nothing here touches a live table. There are two ways through the same log: as it happened, including steps taken back; or
 * only the final line of play, which is what a record and a replay show. The server calls the last two functions for its pages,
 * from any thread. */
#ifndef ARALDO_ROOM_HISTORY_H
#define ARALDO_ROOM_HISTORY_H

#include "room/snapshot.h"

typedef struct History {
    Table table; /* after `entry` */
    Entry entry; /* the last one read */
    Desk *desk;  /* its events */
    const StoredEntry *entries;
    size_t count, next;
    uint8_t *gone; /* of each entry whether it was taken back; NULL: as it happened */
    uint32_t undone;
} History;

/* What is read belongs to the caller and must stay valid. False with a line if there is not enough memory or the log is not
 * valid. */
bool history_open(History *history, const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES], const StoredEntry *entries,
                  size_t count, bool final_line, Desk *desk, Error *error);
/* As it happened, from the snapshot on where there is one. */
bool history_continue(History *history, const Loaded *loaded, Desk *desk, Error *error);
void history_release(History *history);
/* Plays the next entry: false at the end, or with a line in the error. */
bool history_next(History *history, Error *error);
static inline uint32_t history_n(const History *history) { return history->entries[history->next - 1].n; }
/* Where in the desk's events the round begins; their number if none does. */
size_t history_round_event(const Desk *desk);
/* Did the entry change the game? */
bool history_is_step(const Entry *entry);
/* Adds n, entry, events and view of the entry read last to an open object, as a viewer may know it. */
void history_step(const History *history, int viewer, Json *json);

/* Receives what is written, piece by piece. */
typedef struct HistoryOut {
    void *context;
    void (*write)(void *context, const char *bytes, size_t length);
} HistoryOut;

/* The record of a match that is over, as docs/record.md has it, line by line. */
bool history_record(const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES], const StoredEntry *entries, size_t count,
                    HistoryOut out, Error *error);
/* A match that is over, step by step, from the eyes of a seat, of ONLOOKER, or with all cards open (VIEWER_WHOLE):
 * {"table":…,"game":…,…,"seats":[…],"eyes":…,"steps":[{"n":…,"entry":…,"events":[…],"view":…,"points":[…],"glance":…}…]}. */
bool history_replay(const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES], const StoredEntry *entries, size_t count,
                    int eyes, HistoryOut out, Error *error);

#endif
