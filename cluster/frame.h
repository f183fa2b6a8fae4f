/* Frames: what servers tell each other over their links. */
#ifndef ARALDO_CLUSTER_FRAME_H
#define ARALDO_CLUSTER_FRAME_H

#include "room/room.h"

typedef enum {
    /* from the server that a client is connected to, to the owner of a table */
    FRAME_CONNECT,    /* handle, person, name, face, address */
    FRAME_MESSAGE,    /* handle, text */
    FRAME_DISCONNECT, /* handle */
    /* and back */
    FRAME_SEND,     /* handle, text; table and number: it tells the table up to that entry */
    FRAME_CLOSE,    /* handle, number: the code */
    FRAME_ANSWERED, /* handle, text: the key of a message that has its answer */
    FRAME_ENTERED,  /* handle, table */
    FRAME_MOVED, /* handle, table: it belongs to somebody else; number: if the client was at it, the last entry it was told and 2 */
    /* to all */
    FRAME_NAME,     /* person, name, face */
    FRAME_ROW,      /* table, number, text: of the list of tables (room/neighbours.c) */
    FRAME_ROW_GONE, /* table, number */
    FRAME_PRESENT,  /* text: who is connected (room/presence.c) */
    FRAME_LOGOUT,   /* text: a session that was ended, as its owner's port has it */
    FRAMES
} FrameKind;

enum { FRAME_HEAD_MAX = 256, FRAME_TEXT_MAX = REPLY_BYTES_MAX, FRAME_BYTES_MAX = FRAME_HEAD_MAX + FRAME_TEXT_MAX };

typedef struct Frame {
    FrameKind kind;
    ConnectionId handle; /* of the client, at the server that it is connected to */
    uint64_t number;     /* an address, a code */
    TableId table;
    PersonId person;
    char name[NAME_BYTES_MAX];
    int face;
    Span text;
} Frame;

/* Writes it without its text, which follows as it is; the length, at most FRAME_HEAD_MAX. */
size_t frame_write(const Frame *frame, uint8_t head[FRAME_HEAD_MAX]);
/* False if the bytes are not a frame. The frame's text points into them. Its kind may be one of a later version, which nobody here
 * knows: it is passed over, so that servers can be upgraded one after another. */
bool frame_read(Frame *frame, const uint8_t *bytes, size_t length);

#endif
