/* Everything that comes over HTTP, on a thread of libmicrohttpd's own.
 *
 * Files inside the program, catalogues, records, health and metrics are answered here, reading the store through a connection
 * of its own. What changes the store (a new guest, another device, a device logged out, a result of the day, a match from a
 * browser) and sockets that became WebSockets are handed to the loop as
 * letters; a request that waits for the loop's commit is suspended until `http_answer`. */
#ifndef ARALDO_SERVER_HTTP_H
#define ARALDO_SERVER_HTTP_H

#include <microhttpd.h>
#include <stdatomic.h>

#include "server/addresses.h"
#include "server/callers.h"
#include "server/clock.h"
#include "server/log.h"
#include "server/mailbox.h"
#include "server/metrics.h"
#include "server/pulse.h"
#include "store/store.h"
#include "teach/daily.h"

enum {
    REQUEST_BODY_MAX = 1024,
    REQUEST_MEMORY = 6 * 1024,          /* headers of a request and of its answer */
    PAGES_MAX = 500,                    /* connections other than WebSockets */
    PAGES_PER_ADDRESS_MAX = 32,         /* the same, of one address */
    SESSION_DAYS = 365,                 /* a cookie lasts so long after it was last used, */
    SESSION_SEEN_MS = 24 * 3600 * 1000, /* which is noted this often */
    DEVICE_CODE_MAX = 64,
    EARLY_BYTES_MAX = REQUEST_MEMORY, /* frames that came together with the handshake */
};

typedef struct Http Http;

typedef struct HttpSettings {
    int listener;                                     /* a bound socket; the daemon owns it from now on */
    const char *certificate, *key;                    /* PEM, or NULL without TLS */
    const char *public_origin;                        /* "https://example.org", or NULL */
    bool behind_proxy;                                /* X-Forwarded-For tells the address */
    const char *data;                                 /* path of the store */
    bool (*find_file)(const char *path, Span *bytes); /* inside the program: "web/index.html", "rules/primo.it.txt" */
    Addresses *addresses;
    Mailbox *mailbox;
    Metrics *metrics;
    int process; /* among those that share the metrics */
    const Log *log;
    const Clock *clock;
    const Pulse *pulse;             /* the loop's */
    _Atomic int *connections;       /* WebSockets, those on their way to the loop included */
    int connections_max, pages_max; /* of those; and of other connections */
} HttpSettings;

typedef enum { REQUEST_SOCKET, REQUEST_GUEST, REQUEST_DEVICE, REQUEST_LOGOUT, REQUEST_RESULT, REQUEST_ARRIVAL } RequestKind;

/* What the loop gets. */
typedef struct Request {
    Letter letter;
    RequestKind kind;
    StoredPerson person;   /* SOCKET: whose, the id empty without a valid session; GUEST: to be added */
    StoredSession session; /* SOCKET: the one it came with; GUEST and DEVICE: to be added; LOGOUT: to be ended */
    /* all but SOCKET */
    char code[DEVICE_CODE_MAX]; /* DEVICE, */
    TakenDevice taken;          /* and whose code it was, after the commit */
    /* RESULT: to be added, once its record was checked (server/daily.h) */
    DailyDeal deal;
    StoredResult result;
    Span record;      /* the page's, */
    Error why;        /* and why it is not good */
    Arrival *arrival; /* ARRIVAL: checked; the room's answer is left in it */
    int status;       /* of HTTP: the loop's answer; 0 until there is one */
    struct MHD_Connection *waiting;
    /* SOCKET: the loop frees the request, and closes through the handle */
    int socket;
    struct MHD_UpgradeResponseHandle *handle;
    AddressKey address;
    size_t early_length;
    uint8_t early[];
} Request;

/* NULL with a clear line. The settings' strings and objects outlive it. */
Http *http_open(const HttpSettings *settings, Error *error);
/* No new connections and requests; those that wait are answered. All upgraded sockets must be closed before http_free. */
void http_quiesce(Http *http);
void http_free(Http *http);
MatchCounts http_match_counts(Http *http);
/* Ends connections whose request or whose taking of the answer is late; how many. */
int http_cut_late(Http *http, Milliseconds now);
/* The loop has filled in `status` of a request other than a socket's: the answer goes out. The request is the page's again. */
void http_answer(Request *request);

#endif
