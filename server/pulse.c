/* Keeps the loop's pulse and speaks to the service manager. */
#include "server/pulse.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"

enum { FEEDS_PER_WATCH = 3 }; /* fed this often in the time after which it bites */

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A socket connected to the service manager; -1 if there is none. */
static int open_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = path ? strlen(path) : 0;
    if (length < 2 || length >= sizeof address.sun_path || (*path != '/' && *path != '@')) return -1;
    memcpy(address.sun_path, path, length);
    if (*path == '@') address.sun_path[0] = 0; /* an abstract name */
    int socket_number = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    socklen_t bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (socket_number < 0 || connect(socket_number, (struct sockaddr *)&address, bytes) == 0) return socket_number;
    close(socket_number);
    return -1;
}

int64_t pulse_watchdog_ms(void) {
    const char *microseconds = getenv("WATCHDOG_USEC");
    int64_t span;
    if (!microseconds || !span_number(span_of(microseconds), 1, INT64_MAX, &span)) return 0;
    return span < 1000 ? 1 : span / 1000;
}

/* Is the watchdog another process's? */
static bool is_for_another(void) {
    const char *process = getenv("WATCHDOG_PID");
    int64_t pid;
    return process && (!span_number(span_of(process), 1, INT32_MAX, &pid) || pid != getpid());
}

static int64_t feeding_time(void) {
    int64_t watchdog = pulse_watchdog_ms(), every = watchdog / FEEDS_PER_WATCH;
    return !watchdog ? 0 : every > 0 ? every : 1;
}

void pulse_init(Pulse *pulse, int parent) {
    bool told = parent >= 0 || !is_for_another();
    atomic_init(&pulse->busy_since_ms, 0);
    pulse->socket = parent >= 0 ? dup(parent) : open_socket(getenv("NOTIFY_SOCKET"));
    pulse->feed_ms = pulse->socket >= 0 && told ? feeding_time() : 0;
    pulse->fed_ms = 0;
}

void pulse_release(Pulse *pulse) {
    if (pulse->socket >= 0) close(pulse->socket);
    pulse->socket = -1;
}

void pulse_notify(Pulse *pulse, const char *line) {
    /* A manager that does not listen must not keep us. */
    if (pulse->socket >= 0 && send(pulse->socket, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return;
}

void pulse_turn_begins(Pulse *pulse) { atomic_store(&pulse->busy_since_ms, milliseconds()); }

void pulse_turn_ends(Pulse *pulse) {
    int64_t now = milliseconds();
    atomic_store(&pulse->busy_since_ms, 0);
    if (!pulse->feed_ms || now - pulse->fed_ms < pulse->feed_ms) return;
    pulse->fed_ms = now;
    pulse_notify(pulse, "WATCHDOG=1");
}

bool pulse_is_stuck(const Pulse *pulse) {
    int64_t since = atomic_load(&pulse->busy_since_ms);
    return since && milliseconds() - since >= STUCK_MS;
}

int pulse_patience(const Pulse *pulse, int wanted_ms) {
    return pulse->feed_ms && pulse->feed_ms < wanted_ms ? (int)pulse->feed_ms : wanted_ms;
}
