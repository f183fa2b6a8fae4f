/* The line to a card room: who we are there, a WebSocket that comes back by itself, and requests that count once.
 *
 * A request carries a key and stays here until it is answered; after a break it is sent again under the same key. Requests
 * about a table wait until this connection has entered it. Connecting happens on a separate thread, so that the screen stays
 * responsive. */
#ifndef ARALDO_PROGRAM_JOIN_LINK_H
#define ARALDO_PROGRAM_JOIN_LINK_H

#include "client/websocket.h"
#include "core/json_read.h"
#include "program/full/thought.h"

enum {
    LINK_HOST_MAX = 256,
    LINK_WAITING_MAX = 8,
    LINK_MESSAGE_MAX = 4096,
    LINK_KEY_BYTES = 17,
    LINK_ID_MAX = 65, /* of a table or a person */
};

typedef struct LinkRequest {
    char key[LINK_KEY_BYTES]; /* "": none */
    char text[LINK_MESSAGE_MAX];
    size_t length;
    bool sent;     /* on this connection */
    bool at_table; /* waits until the table has been entered */
} LinkRequest;

typedef struct Link {
    char host[LINK_HOST_MAX];
    Peer peer;
    char cookie[COOKIE_MAX];
    WebSocket *socket; /* NULL while there is no connection */
    bool started;      /* it is known who we are: connect, and stay connected */
    bool greeted;      /* the room has said welcome */
    bool refused;      /* it no longer knows the cookie */
    bool entered;      /* this connection is at the table */
    bool tried;        /* an attempt to connect was made */
    Thought thought;   /* the attempt that is under way, */
    bool attempting;   /* if there is one, */
    WebSocket *opened; /* and what it gave */
    Error fault, tried_fault;
    int64_t retry_ms; /* when to try again */
    int wait_ms;      /* how long the next pause is */
    LinkRequest waiting[LINK_WAITING_MAX];
    /* Told of every message from the room. */
    void (*hear)(void *context, const JsonNode *message);
    void *context;
    bool news; /* something was heard, or the line came or went, since link_step began */
} Link;

/* Reads the address of a room, of one of its tables or of a link for another device: http[s]://HOST[:PORT]/[t/TABLE | me/CODE].
 * The path is copied out. False with a clear line. */
bool link_address(Link *link, const char *url, char *path, size_t capacity, Error *error);
/* Our identity at this room from last time: a cookie in the data folder. False if there is none. */
bool link_remember(Link *link);
void link_keep(const Link *link, Error *error);

/* Does what is to be done now; true if something has changed. Call it when link_descriptor can be read and after
 * link_milliseconds. */
bool link_step(Link *link);
int link_descriptor(const Link *link);
int link_milliseconds(const Link *link);
void link_close(Link *link);

/* A message with its "do", to be filled in and closed by link_send or link_ask. */
typedef struct LinkMessage {
    char bytes[LINK_MESSAGE_MAX];
    Text text;
    Json json;
} LinkMessage;

void link_begin(LinkMessage *message, const char *what);
/* Says something that needs no answer; nothing while there is no connection. */
void link_send(Link *link, LinkMessage *message);
/* Asks for something, under a new key, which is returned; "" if too much is waiting already. */
const char *link_ask(Link *link, LinkMessage *message, bool at_table);
/* Is something waiting for an answer? */
bool link_waits(const Link *link);

#endif
