/* The outbox: what the room wants sent, asked and read in a turn, kept until the turn's writes are committed. */
#ifndef ARALDO_SERVER_OUTBOX_H
#define ARALDO_SERVER_OUTBOX_H

#include "cluster/frame.h"
#include "room/room.h"

/* What the server of a far client is told beside the texts: a message has its answer, a table was entered. */
typedef enum { NOTE_NONE, NOTE_ANSWERED, NOTE_ENTERED } Note;

typedef struct Parcel {
    ConnectionId connection;
    int close_code; /* 0: a text */
    Note note;
    TableId table;         /* that the text tells, */
    uint32_t n;            /* up to this entry; empty: it tells none */
    size_t offset, length; /* into bytes */
} Parcel;

/* For one other server of the room, or (0) all. */
typedef struct OutboxFrame {
    uint64_t to;
    Frame frame;   /* without its text, which is */
    size_t offset; /* here in bytes */
} OutboxFrame;

typedef struct Outbox {
    char *bytes;
    Parcel *parcels;
    Ask *asks;
    Load *loads;
    OutboxFrame *frames;
    size_t frame_count, frame_capacity;
    size_t length, byte_capacity, parcel_count, parcel_capacity, ask_count, ask_capacity, load_count, load_capacity;
    TableId table; /* that texts tell from now on, */
    uint32_t n;    /* and up to which entry; empty: none */
    bool failed;   /* there was not enough memory: what is here is not all */
} Outbox;

void outbox_release(Outbox *outbox);
void outbox_send(Outbox *outbox, ConnectionId connection, const char *text, size_t length);
void outbox_note(Outbox *outbox, ConnectionId connection, Note note, const char *words);
void outbox_frame(Outbox *outbox, uint64_t to, const Frame *frame);
void outbox_close(Outbox *outbox, ConnectionId connection, int close_code);
void outbox_ask(Outbox *outbox, const Ask *ask);
void outbox_load(Outbox *outbox, const Load *load);
bool outbox_empty(const Outbox *outbox);
/* Empties it except for what is to be read: it is not known yet what there is. */
void outbox_clear_but_loads(Outbox *outbox);
/* Empties it, and gives back memory that an unusual turn took. */
void outbox_clear(Outbox *outbox);

#endif
