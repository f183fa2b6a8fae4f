/* What a server acquires before it gives up root: certificate, listening socket, and room for connections. */
#ifndef ARALDO_SERVER_GATE_H
#define ARALDO_SERVER_GATE_H

#include "server/machine.h"
#include "server/server.h"

typedef struct Gate {
    char *certificate, *key;        /* PEM, or NULL */
    int listener;                   /* -1: none, or another's */
    char url[URL_MAX];              /* that people can open */
    int connections_max, pages_max; /* as far as there are descriptors */
} Gate;

/* False with a clear line; to be released in any case. */
bool gate_open(Gate *gate, const ServerSettings *settings, const Log *log, Error *error);
void gate_release(Gate *gate);

#endif
