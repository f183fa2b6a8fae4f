/* Shares out what is read from the store for people: by address, and within an address by person.
 *
 * An address has a credit of reads; the one that has used least of it goes first, and one without credit waits. Only a few reads
 * are under way at a time, so that a log that somebody wants is never far behind those that others want. What the room reads of
 * its own accord, to rebuild a table or to tell watchers a round, does not wait here. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

static Source *source_at(Appointment *turn) { return (Source *)(void *)((char *)turn - offsetof(Source, reading_turn)); }

static void set_turn(Room *room, Source *source) {
    agenda_set(&room->readers, &source->reading_turn, credit_due(&source->reading, room->now, READS_BURST, READ_MS));
}

void room_queue_read(Room *room, Waiting *waiting, Client *client) {
    Source *source = client->source;
    Waiting **link = &source->reads;
    if (!source->reads) {
        agenda_add(&room->readers, &source->reading_turn);
        set_turn(room, source);
    }
    while (*link) link = &(*link)->next;
    *link = waiting;
    /* Somebody who comes back to the queue has not saved anything up. */
    if (client->person->reads_waiting++ == 0 && client->person->reads < source->reads_level)
        client->person->reads = source->reads_level;
    client->reads_waiting++;
}

static void unlink_read(Room *room, Source *source, Waiting *waiting, Client *client) {
    Waiting **link = &source->reads;
    while (*link != waiting) link = &(*link)->next;
    *link = waiting->next;
    client->person->reads_waiting--;
    client->reads_waiting--;
    if (!source->reads) agenda_remove(&room->readers, &source->reading_turn);
}

Waiting *room_queued_read(const Room *room, const Client *client, LoadPurpose purpose, const TableId *table) {
    (void)room;
    Waiting *waiting = client->reads_waiting ? client->source->reads : NULL;
    while (waiting &&
           (waiting->client != client->id || waiting->purpose != purpose || strcmp(waiting->table.text, table->text) != 0))
        waiting = waiting->next;
    return waiting;
}

static bool is_dropped(const Waiting *waiting, ReadsDropped which) {
    switch (which) {
    case DROP_LIST: return waiting->purpose == FOR_LIST || waiting->purpose == FOR_ROW;
    case DROP_PLAYED: return waiting->purpose == FOR_PLAYED || waiting->purpose == FOR_MATCH;
    case DROP_ALL: break;
    }
    return true;
}

void room_drop_reads(Room *room, Client *client, ReadsDropped which) {
    for (Waiting *waiting = client->source->reads, *next; waiting && client->reads_waiting; waiting = next) {
        next = waiting->next;
        if (waiting->client != client->id || !is_dropped(waiting, which)) continue;
        unlink_read(room, client->source, waiting, client);
        room_forget_read(room, waiting);
    }
}

/* The first of the person who has read least. */
static Waiting *next_of(const Room *room, const Source *source, Client **client) {
    Waiting *best = NULL;
    for (Waiting *waiting = source->reads; waiting; waiting = waiting->next) {
        Client *other = room_client(room, waiting->client);
        assert(other && other->source == source); /* reads go with their client */
        if (best && other->person->reads >= (*client)->person->reads) continue;
        best = waiting;
        *client = other;
    }
    return best;
}

void room_hand_out_reads(Room *room) {
    for (Appointment *first; room->reads_out < READS_AT_ONCE && (first = agenda_first(&room->readers));) {
        Source *source = source_at(first);
        if (!credit_take(&source->reading, room->now, READS_BURST, READ_MS)) return;
        Client *client = NULL;
        Waiting *waiting = next_of(room, source, &client);
        source->reads_level = client->person->reads++;
        unlink_read(room, source, waiting, client);
        if (source->reads) set_turn(room, source);
        room_start_read(room, waiting);
    }
}

Milliseconds room_reads_due(const Room *room) {
    const Appointment *first = agenda_first(&room->readers);
    return first && room->reads_out < READS_AT_ONCE ? first->due : INT64_MAX;
}
