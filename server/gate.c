/* Reads the certificate, binds the socket, counts descriptors, and gives root up. */
#include "server/gate.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "room/limits.h"
#include "server/http.h"

static bool count_descriptors(Gate *gate, const Log *log, Error *error) {
    int per_socket = gate->certificate ? 3 : 1;
    long descriptors = machine_raise_descriptors(CONNECTIONS_MAX * per_socket + PAGES_MAX + SPARE_DESCRIPTORS);
    gate->connections_max = CONNECTIONS_MAX;
    gate->pages_max = PAGES_MAX;
    if (!machine_share_descriptors(descriptors, per_socket, &gate->connections_max, &gate->pages_max))
        return error_set(error, "the system allows %ld open files, which is too few: raise the limit (ulimit -n) above %d",
                         descriptors, SPARE_DESCRIPTORS + 2 * per_socket);
    if (gate->connections_max < CONNECTIONS_MAX)
        log_line(log, LOG_WARNING, "the system allows %ld open files: enough for %d connections, not %d", descriptors,
                 gate->connections_max, CONNECTIONS_MAX);
    return true;
}

/* A process of several has its socket from the parent. */
static bool open_listener(Gate *gate, const ServerSettings *settings, Error *error) {
    if (!settings->place) {
        gate->listener = machine_listen(settings->listen, settings->port, settings->certificate, gate->url, error);
        return gate->listener >= 0;
    }
    gate->listener = settings->place->listener;
    return span_copy(span_of(settings->place->url), gate->url, sizeof gate->url);
}

bool gate_open(Gate *gate, const ServerSettings *settings, const Log *log, Error *error) {
    *gate = (Gate){.listener = -1};
    if (settings->certificate && !(gate->certificate = machine_read_file(settings->certificate, error))) return false;
    if (settings->key && !(gate->key = machine_read_file(settings->key, error))) return false;
    if (!open_listener(gate, settings, error) || !count_descriptors(gate, log, error)) return false;
    if (machine_drop_root() < 0) log_line(log, LOG_WARNING, "running as root; an ordinary user is enough");
    return true;
}

void gate_release(Gate *gate) {
    if (gate->listener >= 0) close(gate->listener);
    free(gate->certificate);
    if (gate->key) sodium_memzero(gate->key, strlen(gate->key));
    free(gate->key);
}
