/* Several processes of one command behind one port: more from a machine with several cores.
 *
 * Each process is a server of its own in a room on a database: it registers, owns its part of the shards, and has links to the
 * others, as if it ran on another machine. The parent binds the port and every process takes connections from it, so one that
 * dies or hangs takes no newcomers with it. The parent restarts a process that ends, and is to its processes what systemd is to
 * a single server: they report to it in the lines of sd_notify(3) that they are ready and alive. */
#ifndef ARALDO_SERVER_PROCESSES_H
#define ARALDO_SERVER_PROCESSES_H

#include "server/server.h"

/* Runs until SIGTERM or SIGINT, and until all processes have handed over and ended: then true. False with a clear line if one
 * of them cannot start. */
bool processes_run(const ServerSettings *settings, int count, Error *error);

#endif
