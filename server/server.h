/* The server: one loop that drives the room, surrounded by HTTP, bot threads and the store.
 *
 * A turn of the loop takes all inputs that are ready and steps the room for each; commits all writes in one transaction; and
 * only then hands the sends to the sockets and the questions to the bots. A failed commit drops them and the room takes back
 * its tables. */
#ifndef ARALDO_SERVER_SERVER_H
#define ARALDO_SERVER_SERVER_H

#include "room/room.h"
#include "server/clock.h"
#include "server/log.h"
#include "server/metrics.h"

/* Of a server that is one of several processes of one command: see server/processes.h. */
typedef struct ServerPlace {
    int number;       /* counted from 0 */
    int listener;     /* bound by the parent, for all */
    const char *url;  /* that people can open */
    int parent;       /* takes the lines of sd_notify(3); the server stops when something comes from there */
    Metrics *metrics; /* of all processes */
} ServerPlace;

typedef struct ServerSettings {
    const char *listen;
    int port;                      /* 0: any free one */
    const char *data;              /* the place of the store: a file, or a URL of PostgreSQL */
    bool make_folders;             /* above the data file, where they are missing */
    const char *certificate, *key; /* files, or NULL without TLS */
    const char *public_origin;     /* "https://example.org", or NULL */
    bool behind_proxy;
    /* Of a room on a database: see server/share.h; NULL and 0 for what is usual. */
    const char *cluster_name, *cluster_address;
    int cluster_port;
    const uint8_t *cluster_key;
    const ServerPlace *place; /* NULL: the only process */
    int tables_max, workers;
    int keep_days;   /* matches, after their last entry; 0: for ever */
    int keep_guests; /* people who never returned, in days; 0: as long as others */
    Milliseconds pace;
    Log log;
    ClockSource clock; /* all zero: the system's clocks */
    bool (*find_file)(const char *path, Span *bytes);
    void (*opened)(const char *url); /* called once, when people can come */
} ServerSettings;

/* Runs until SIGTERM or SIGINT: then true. False with a clear line if it cannot start. */
bool server_run(const ServerSettings *settings, Error *error);

#endif
