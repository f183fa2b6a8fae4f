/* Starts a real server for tests, and talks to it. */
#include "tests/server/served.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/report.h"
#include "tests/support/monotonic.h"

enum { OPTIONS_COUNT_MAX = 24, LINE_BYTES = 256 };

/* ---- the server */

const char *served_program(void) {
    const char *named = getenv("ARALDO_PROGRAM");
    return named ? named : soak() ? "build/release/araldo" : "build/dev/araldo";
}

void served_init(Served *served) {
    *served = (Served){.peer = {.address = "127.0.0.1"}};
    const char *base = getenv("TMPDIR");
    snprintf(served->folder, sizeof served->folder, "%s/araldo-served-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(served->folder)) abort();
    snprintf(served->data, sizeof served->data, "%s/room.db", served->folder);
    snprintf(served->log, sizeof served->log, "%s/log", served->folder);
}

static void run_program(const Served *served, const char *const *options, int output) {
    const char *arguments[OPTIONS_COUNT_MAX + 8] = {served_program(),
                                                    "serve",
                                                    "--port",
                                                    "0",
                                                    served->url ? "--postgres" : "--data",
                                                    served->url ? served->url : served->data,
                                                    "--pace",
                                                    "0"};
    for (int i = 0; options && options[i] && i < OPTIONS_COUNT_MAX - 1; i++) arguments[8 + i] = options[i];
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no server behind */
    int log = open(served->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(output, STDOUT_FILENO);
    if (!getenv("ARALDO_SHOW_LOG")) dup2(log, STDERR_FILENO);
    execv(arguments[0], (char *const *)arguments);
    _exit(127);
}

bool served_start(Served *served, const char *const *options) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    served->process = fork();
    if (served->process == 0) run_program(served, options, ends[1]);
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    char line[LINE_BYTES] = "";
    bool good =
        fgets(line, sizeof line, output) && strrchr(line, ':') && sscanf(strrchr(line, ':'), ":%d/", &served->peer.port) == 1;
    fclose(output);
    served->peer.tls = strstr(line, "https://") != NULL;
    if (!good) served_stop(served, SIGKILL);
    return good;
}

int served_stop(Served *served, int signal_number) {
    int status = 0;
    if (served->process <= 0) return 0;
    kill(served->process, signal_number);
    waitpid(served->process, &status, 0);
    served->process = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

bool served_refuses(const char *options, const char *words) {
    char command[1024], line[1024];
    snprintf(command, sizeof command, "timeout 20 %s serve --quiet --port 0 %s 2>&1 >/dev/null", served_program(), options);
    FILE *output = popen(command, "r");
    line[fread(line, 1, sizeof line - 1, output)] = 0;
    int status = pclose(output);
    const char *end = strchr(line, '\n');
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2 && strstr(line, words) && end && !end[1]) return true;
    printf("# %s: %d, %s\n", options, status, line);
    return false;
}

void served_release(Served *served) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    char path[SERVED_PATH_MAX + 32];
    served_stop(served, SIGKILL);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", served->data, endings[i]);
        remove(path);
    }
    remove(served->log);
    rmdir(served->folder);
}

double served_figure(const Served *served, const char *name) {
    char *response = malloc(RESPONSE_MAX), line[LINE_BYTES];
    double value = -1;
    snprintf(line, sizeof line, "\n%s ", name);
    if (response && peer_request(&served->peer, "GET", "/metrics", "", "", response, RESPONSE_MAX) == 200) {
        const char *found = strstr(response, line);
        if (found) value = atof(found + strlen(line));
    }
    free(response);
    return value;
}

int served_log_lines(const Served *served, const char *words) {
    FILE *file = fopen(served->log, "r");
    char line[1024];
    int count = 0;
    if (!file) return 0;
    while (fgets(line, sizeof line, file)) count += strstr(line, words) != NULL;
    fclose(file);
    return count;
}

/* ---- guests */

const char *json_words(const json_t *object, const char *key) {
    const char *words = json_string_value(json_object_get(object, key));
    return words ? words : "";
}

bool guest_init(Guest *guest, const Peer *peer, const char *name) {
    *guest = (Guest){.peer = peer, .inbox = json_array()};
    return guest->inbox && peer_guest(peer, name, guest->cookie);
}

void guest_disconnect(Guest *guest) {
    websocket_free(guest->socket);
    guest->socket = NULL;
    json_array_clear(guest->inbox);
}

void guest_release(Guest *guest) {
    guest_disconnect(guest);
    json_decref(guest->inbox);
    guest->inbox = NULL;
}

static void keep(void *context, WebSocket *socket, const char *text, size_t length) {
    (void)socket;
    Guest *guest = context;
    json_error_t error;
    json_t *message = json_loadb(text, length, 0, &error);
    if (!message) {
        printf("# the server sent no JSON: %.*s\n", (int)length, text);
        abort();
    }
    json_array_append_new(guest->inbox, message);
}

bool guest_connect_silently(Guest *guest) {
    int status;
    guest->over = false;
    guest->socket = websocket_open(guest->peer, *guest->cookie ? guest->cookie : NULL, NULL, keep, guest, &status);
    return guest->socket != NULL;
}

bool guest_connect(Guest *guest) {
    if (!guest_connect_silently(guest)) return false;
    guest_say(guest, "{\"do\":\"hello\",\"version\":1}");
    json_t *welcome = guest_expect(guest, "welcome");
    json_decref(welcome);
    return welcome != NULL;
}

void guest_say(Guest *guest, const char *format, ...) {
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    websocket_send(guest->socket, text, (size_t)length);
}

bool guest_listen(Guest *guest, int wait_ms) {
    if (!guest->over && websocket_wait(guest->socket, wait_ms)) guest->over = !websocket_pump(guest->socket);
    return !guest->over;
}

static json_t *take(Guest *guest, const char *say) {
    for (size_t i = 0; i < json_array_size(guest->inbox); i++) {
        json_t *message = json_array_get(guest->inbox, i);
        if (strcmp(json_words(message, "say"), say) != 0) continue;
        json_incref(message);
        json_array_remove(guest->inbox, i);
        return message;
    }
    return NULL;
}

json_t *guest_expect(Guest *guest, const char *say) {
    int64_t until = monotonic_ms() + ANSWER_MS;
    json_t *message = take(guest, say);
    while (!message && !guest->over && monotonic_ms() < until) {
        guest_listen(guest, 100);
        message = take(guest, say);
    }
    return message;
}

const char *guest_expect_error(Guest *guest) {
    static char code[64];
    json_t *error = guest_expect(guest, "error");
    snprintf(code, sizeof code, "%s", json_words(error, "code"));
    json_decref(error);
    return code;
}

int guest_expect_close(Guest *guest) {
    int64_t until = monotonic_ms() + ANSWER_MS;
    while (!guest->over && monotonic_ms() < until) guest_listen(guest, 100);
    return guest->over ? websocket_close_code(guest->socket) : 0;
}
