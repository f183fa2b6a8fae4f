/* Replays and records of finished matches for the pages, made by a few threads and cached for a while.
 *
 * The page thread asks and continues; it is notified when the answer is there. One match is made by one thread at a time,
 * however many ask for it. Addresses take turns: of two requests, the one whose address has nothing being made goes first, and
 * an address has at most MATCHES_PER_ADDRESS_MAX waiting. Before a kept answer is given again, the store is asked whether the
 * table's log has grown. */
#ifndef ARALDO_SERVER_MATCHES_H
#define ARALDO_SERVER_MATCHES_H

#include "server/addresses.h"
#include "server/log.h"
#include "store/store.h"

enum {
    MATCH_THREADS = 2,
    MATCHES_WAITING_MAX = 64,
    MATCHES_PER_ADDRESS_MAX = 4,
    MATCHES_KEPT_MAX = 64,
    MATCHES_KEPT_BYTES_MAX = 32 << 20,
    MATCH_BYTES_MAX = 16 << 20, /* of one answer */
};

/* Bytes that several answers share. */
typedef struct MatchBytes {
    _Atomic int holders;
    size_t length;
    char bytes[];
} MatchBytes;

typedef struct MatchName {
    TableId table;
    bool record; /* or a replay, from */
    int eyes;    /* a seat's, ONLOOKER's, or VIEWER_WHOLE's */
} MatchName;

typedef enum { MATCH_WAITS, MATCH_TOLD, MATCH_NOT_FOUND, MATCH_FAILED, MATCH_STOPPED } MatchOutcome;

typedef struct MatchRequest {
    struct MatchRequest *next;
    MatchName name;
    AddressKey address;
    void *context;
    /* Something else that is to be done on a thread of ours; NULL: the match is told. */
    void (*work)(struct MatchRequest *request, Store *store);
    void (*answered)(struct MatchRequest *request); /* on a thread of ours; from here on the request is the caller's again */
    MatchOutcome outcome;
    MatchBytes *bytes; /* TOLD: to be let go of */
} MatchRequest;

typedef struct MatchCounts {
    uint64_t made, kept, refused; /* made from the log; given again; too many at once */
} MatchCounts;

typedef struct Matches Matches;

/* NULL with a clear line. Without threads nothing is ever answered but by matches_stop. */
Matches *matches_open(const char *data, int threads, const Log *log, Error *error);
/* False if the address, or everybody together, has too many waiting. */
bool matches_ask(Matches *matches, MatchRequest *request);
/* Answers whatever waits with STOPPED; nothing may be asked afterwards. */
void matches_stop(Matches *matches);
void matches_free(Matches *matches);
MatchCounts matches_counts(Matches *matches);
void match_bytes_release(MatchBytes *bytes);

#endif
