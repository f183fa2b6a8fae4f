/* Metrics: what the server counts, as Prometheus' text.
 *
 * The loop publishes a copy of its figures, and the HTTP thread reads it. Of several processes behind one port, each publishes
 * into a place of its own in memory that all of them share, so that any of them can report the figures of all. */
#ifndef ARALDO_SERVER_METRICS_H
#define ARALDO_SERVER_METRICS_H

#include <pthread.h>

#include "cluster/cluster.h"
#include "room/room.h"
#include "server/matches.h"
#include "store/store.h"

enum { TURN_BUCKETS = 10, METRICS_TEXT_MAX = 16384 /* of each process */, PROCESSES_MAX = 32 };

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
    MatchCounts matches;
    double resident_bytes;    /* memory of the process, as the kernel counts it; 0 where it does not say */
    double processor_seconds; /* that the process has used, all its threads together */
    Milliseconds started, published;
    ClusterCounts cluster; /* epoch 0: the room is on this server alone */
} Figures;

/* The last figures of one process; published 0: it does not run. */
typedef struct Published {
    pthread_mutex_t mutex; /* robust: a process may be killed while it holds it */
    Figures figures;
} Published;

typedef struct Metrics {
    int count;
    Published processes[];
} Metrics;

/* For this many processes, which all share it after a fork; NULL without memory. */
Metrics *metrics_open(int count);
void metrics_free(Metrics *metrics);
/* Processes are counted from 0. */
void metrics_publish(Metrics *metrics, int process, const Figures *figures);
Figures metrics_read(Metrics *metrics, int process);
/* How many processes have published figures. */
int metrics_running(Metrics *metrics);
/* Counts the time one turn of the loop took. */
void figures_turn(Figures *figures, uint64_t took_us);
/* Fills in what the process has used of the machine. */
void figures_measure(Figures *figures);
/* Of several processes, each sample says in a label `process`, counted from 1, whose it is. `counts` are the newest of the
 * process that writes. */
void metrics_write(Metrics *metrics, int process, const MatchCounts *counts, Text *text);

#endif
