/* Metrics: what the server counts, as Prometheus' text.
 * The loop publishes a copy of its figures; the HTTP thread reads it. */
#ifndef ARALDO_SERVER_METRICS_H
#define ARALDO_SERVER_METRICS_H

#include <pthread.h>

#include "cluster/cluster.h"
#include "room/room.h"
#include "server/matches.h"
#include "store/store.h"

enum { TURN_BUCKETS = 10, METRICS_TEXT_MAX = 16384 };

/* Why connections were cut. */
typedef enum { CUT_SLOW, CUT_FLOOD, CUT_SILENT, CUT_OVERSIZE, CUT_PROTOCOL, CUT_SESSION, CUT_ROOM, CUTS } Cut;

typedef struct Figures {
    RoomCounts room;
    CommitTimes commits;
    uint64_t turns[TURN_BUCKETS], turn_count, turn_sum_us; /* how long turns of the loop took, commits included */
    uint64_t received, received_bytes, sent, sent_bytes, accepted;
    uint64_t cuts[CUTS];
    uint64_t answered;
    int waiting; /* questions for bots */
    int connections;
    bool storing;           /* the last commit succeeded */
    bool late;              /* one cannot begin, because another process holds the file */
    uint64_t late_requests; /* of HTTP, cut */
    MatchCounts matches;    /* filled in by the thread of the pages */
    Milliseconds started, published;
    ClusterCounts cluster; /* epoch 0: the room is on this server alone */
} Figures;

typedef struct Metrics {
    pthread_mutex_t mutex;
    Figures figures;
} Metrics;

void metrics_init(Metrics *metrics);
void metrics_release(Metrics *metrics);
void metrics_publish(Metrics *metrics, const Figures *figures);
Figures metrics_read(Metrics *metrics);
/* Counts the time one turn of the loop took. */
void figures_turn(Figures *figures, uint64_t took_us);
void metrics_write(const Figures *figures, Text *text);

#endif
