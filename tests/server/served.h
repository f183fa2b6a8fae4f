/* A real server in its own process, and guests who talk to it, for tests. */
#ifndef ARALDO_TESTS_SERVER_SERVED_H
#define ARALDO_TESTS_SERVER_SERVED_H

#include <jansson.h>
#include <sys/types.h>

#include "client/websocket.h"

enum { SERVED_PATH_MAX = 256, ANSWER_MS = 20000 }; /* for an answer: a machine may be busy */

typedef struct Served {
    pid_t process;
    Peer peer;
    char folder[SERVED_PATH_MAX]; /* where its data is */
    char data[SERVED_PATH_MAX + 16];
    const char *url;                /* of a database to use instead; NULL: none */
    char log[SERVED_PATH_MAX + 16]; /* what it writes on standard error; shown instead with ARALDO_SHOW_LOG */
} Served;

/* The program to test: build/dev/araldo, the release in a soak, or what ARALDO_PROGRAM names. */
const char *served_program(void);
/* A folder for the data; then a server on a free port with further options (ended by NULL). False if it does not start. */
void served_init(Served *served);
bool served_start(Served *served, const char *const *options);
/* Sends a signal and waits: the exit status, or minus the signal that ended it. */
int served_stop(Served *served, int signal);
/* Whether the program says no to these options, as they are in a shell: status 2, and one line with these words. */
bool served_refuses(const char *options, const char *words);
/* Removes the data. */
void served_release(Served *served);
/* A figure of /metrics; -1 if there is none of that name. */
double served_figure(const Served *served, const char *name);

/* How many lines of its log contain the words. */
int served_log_lines(const Served *served, const char *words);

typedef struct Guest {
    const Peer *peer;
    char cookie[COOKIE_MAX];
    WebSocket *socket;
    json_t *inbox; /* what was received and not yet taken */
    bool over;
} Guest;

/* A new person. */
bool guest_init(Guest *guest, const Peer *peer, const char *name);
void guest_release(Guest *guest);
/* Connects, and says hello unless it is to be a stranger; false if refused. */
bool guest_connect(Guest *guest);
bool guest_connect_silently(Guest *guest);
void guest_disconnect(Guest *guest);
void guest_say(Guest *guest, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads what there is, waiting for at most so long; false when the connection is over. */
bool guest_listen(Guest *guest, int milliseconds);
/* The first message that says so, of those received or to come; NULL if there is none. The caller lets go of it. */
json_t *guest_expect(Guest *guest, const char *say);
/* The code of the error that comes next; "" if it is none. Good until the next call. */
const char *guest_expect_error(Guest *guest);
/* The code the server closes with. */
int guest_expect_close(Guest *guest);

const char *json_words(const json_t *object, const char *key);

#endif
