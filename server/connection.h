/* One WebSocket: frames by wslay, bytes by the loop, and limits that keep a client from harming anybody but itself.
 *
 * What is queued goes out in order, a close after all that was queued before it. A client that does not read is disconnected at
 * OUTBOUND_BYTES_MAX; from one that sends endlessly, a bounded number of bytes is taken each turn. */
#ifndef ARALDO_SERVER_CONNECTION_H
#define ARALDO_SERVER_CONNECTION_H

#include <wslay/wslay.h>

#include "server/http.h"

enum {
    INBOUND_BYTES_PER_TURN = 8 * 1024, /* taken from one client before the others have their turn */
    OUTBOUND_MESSAGES_MAX = 4096,      /* queued: empty ones count too */
    OUTLET_BYTES = 64 * 1024,          /* handed to the system at once */
    SILENCE_PING_MS = 30 * 1000,       /* after this long without hearing anything: ask, */
    SILENCE_MAX_MS = 75 * 1000,        /* and after this long: it is gone */
    CLOSING_MAX_MS = 5 * 1000,         /* for the other side to read what is left and say goodbye */
    FRAMES_PER_SECOND_MAX = 100,       /* pings and fragments included: messages have a limit of their own, in the room */
    SEND_BUFFER_BYTES = 64 * 1024,     /* the system's own queue for one client */
    CLOSE_SESSION = 4401,
    CLOSE_SLOW = 4408,
};

/* Where frames are put together before they go to the system; one for all connections. */
typedef struct Outlet {
    size_t length;
    uint8_t bytes[OUTLET_BYTES];
} Outlet;

typedef struct Connection Connection;

typedef struct ConnectionOwner {
    void *context;
    void (*message)(void *context, Connection *connection, const char *text, size_t length);
    Outlet *outlet;
    Figures *figures;
} ConnectionOwner;

struct Connection {
    ConnectionId id;
    int socket;
    struct MHD_UpgradeResponseHandle *handle;
    const ConnectionOwner *owner;
    wslay_event_context_ptr frames;
    AddressKey address;
    TokenHash session; /* the cookie it came with, */
    Milliseconds seen; /* and when that was last noted as used; 0 without one */
    uint8_t *rest;     /* put together but not taken by the system: of `rest_length` bytes `rest_sent` are gone */
    size_t rest_length, rest_sent;
    uint8_t *early; /* came with the handshake */
    size_t early_length, early_read;
    uint8_t header[14]; /* of the frame that is coming in, */
    size_t header_length, payload_left;
    size_t budget;                                  /* bytes that may still be read in this turn */
    Milliseconds heard, closing_since;              /* closing_since: 0 while open */
    Milliseconds second;                            /* since when frames are counted, */
    uint32_t frames_read;                           /* and how many there were */
    uint32_t events;                                /* what the loop's epoll watches */
    uint16_t close_code;                            /* to be sent when the queue is empty; 0: none */
    bool oversize;                                  /* a frame announced more than a message may have */
    bool in_room, pinged, dirty, ended, gone, dead; /* gone: the other side */
};

/* Takes over the request's socket and early bytes; NULL without memory, and then the socket is still the request's. */
Connection *connection_open(const Request *request, ConnectionId id, const ConnectionOwner *owner, Milliseconds now);
/* Closes the socket at once. */
void connection_free(Connection *connection);

/* Reads what there is, up to the turn's budget; each message is given to the owner. Sets `dead` when the client is gone. */
void connection_read(Connection *connection, Milliseconds now);
/* Are there bytes left that no socket event will announce? */
bool connection_has_early(const Connection *connection);
/* Queues a text, unless it is closing already. */
void connection_send(Connection *connection, const char *text, size_t length);
/* {"say":"bye","code":…}, and the close code after it. */
void connection_bye(Connection *connection, const char *code, int close_code, Milliseconds now);
/* Closes after what is queued. */
void connection_close(Connection *connection, int close_code, Milliseconds now);
/* Sends as much as the system takes; disconnects the client if more than the limit is left. */
void connection_flush(Connection *connection, Milliseconds now);
/* Once a second: asks the silent, gives up on those that are gone or do not finish closing. */
void connection_watch(Connection *connection, Milliseconds now);
/* What epoll should watch for it now. */
uint32_t connection_events(const Connection *connection);

#endif
