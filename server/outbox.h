/* The outbox: what the room wants sent, asked and read in a turn, kept until the turn's writes are committed. */
#ifndef ARALDO_SERVER_OUTBOX_H
#define ARALDO_SERVER_OUTBOX_H

#include "room/room.h"

typedef struct Parcel {
    ConnectionId connection;
    int close_code;        /* 0: a text */
    size_t offset, length; /* into bytes */
} Parcel;

typedef struct Outbox {
    char *bytes;
    Parcel *parcels;
    Ask *asks;
    Load *loads;
    size_t length, byte_capacity, parcel_count, parcel_capacity, ask_count, ask_capacity, load_count, load_capacity;
    bool failed; /* there was not enough memory: what is here is not all */
} Outbox;

void outbox_release(Outbox *outbox);
void outbox_send(Outbox *outbox, ConnectionId connection, const char *text, size_t length);
void outbox_close(Outbox *outbox, ConnectionId connection, int close_code);
void outbox_ask(Outbox *outbox, const Ask *ask);
void outbox_load(Outbox *outbox, const Load *load);
bool outbox_empty(const Outbox *outbox);
/* Empties it, and gives back memory that an unusual turn took. */
void outbox_clear(Outbox *outbox);

#endif
