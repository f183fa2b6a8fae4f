/* Runs an outside program as a player: starts it, asks it, and ends it when it misbehaves.
 * Its standard input and output are one socket, so that writing to a dead program raises no signal. */
#include "program/outside.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "program/progress.h"

enum {
    QUOTED_MAX = 60,
    REQUEST_MAX = STATE_TEXT_MAX + 64,
    SETUP_TEXT_MAX = OPTIONS_MAX * (OPTION_KEY_MAX + OPTION_VALUE_MAX) + 128,
};
#define SEED_BOUND 1000000000000000000u /* seeds have at most eighteen digits */

struct Outside {
    const Game *game;
    const char *name;           /* the caller's, prefix included */
    char shown[QUOTED_MAX + 1]; /* as much of it as a message can hold, whole characters */
    OutsidePatience patience;
    char setup[SETUP_TEXT_MAX]; /* the line that begins a game */
    Move *moves;
    bool new_game;
    pid_t pid; /* 0: it does not run */
    int socket;
    size_t length; /* of what it has said and nobody has read */
    char said[OUTSIDE_ANSWER_MAX + 1];
};

/* ---- starting and ending */

/* The command's words, at spaces; false if it has none, or too many. */
static bool split_command(const char *command, char bytes[OUTSIDE_COMMAND_MAX], char *words[OUTSIDE_WORDS_MAX + 1]) {
    int count = 0;
    if (!span_copy(span_of(command), bytes, OUTSIDE_COMMAND_MAX)) return false;
    char *rest = bytes;
    for (char *word; (word = strsep(&rest, " "));) {
        if (!*word) continue;
        if (count == OUTSIDE_WORDS_MAX) return false;
        words[count++] = word;
    }
    words[count] = NULL;
    return count > 0;
}

static bool spawn(Outside *outside, int theirs, Error *error) {
    char bytes[OUTSIDE_COMMAND_MAX], *words[OUTSIDE_WORDS_MAX + 1];
    if (!split_command(outside->name + strlen(OUTSIDE_PREFIX), bytes, words))
        return error_set(error, "%s: a command is at most %d words of together less than %d bytes", outside->shown,
                         OUTSIDE_WORDS_MAX, OUTSIDE_COMMAND_MAX);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, theirs, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, theirs, STDOUT_FILENO);
    /* A group of its own: an interrupt at the terminal is ours, and all it starts ends with it. */
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    int fault = posix_spawnp(&outside->pid, words[0], &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    if (fault == 0) return true;
    outside->pid = 0;
    return error_set(error, "%s cannot be started: %s", outside->shown, strerror(fault));
}

static bool start(Outside *outside, Error *error) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return error_set(error, "%s cannot be started: %s", outside->shown, strerror(errno));
    bool good = spawn(outside, pair[1], error);
    close(pair[1]);
    outside->socket = pair[0];
    outside->length = 0;
    if (!good) close(pair[0]);
    return good;
}

static void end(Outside *outside) {
    if (!outside->pid) return;
    close(outside->socket);
    kill(-outside->pid, SIGKILL);
    while (waitpid(outside->pid, NULL, 0) < 0 && errno == EINTR) continue;
    outside->pid = 0;
}

/* ---- talking */

/* Waits until the socket is ready; not beyond the deadline or an interrupt. */
static bool ready(const Outside *outside, short events, double deadline, Error *error) {
    for (;;) {
        double left = deadline - seconds_now();
        struct pollfd fds[2] = {{.fd = outside->socket, .events = events},
                                {.fd = outside->patience.interrupt_fd, .events = POLLIN}};
        int count = poll(fds, 2, left > 0 ? (int)(left * 1000) + 1 : 0);
        if (count > 0 && fds[1].revents) return error_set(error, "%s was interrupted", outside->shown);
        if (count > 0) return true;
        if ((count == 0 && left <= 0) || (count < 0 && errno != EINTR))
            return error_set(error, "%s gave no answer within %d ms", outside->shown, outside->patience.timeout_ms);
    }
}

static double deadline_from_now(const Outside *outside) { return seconds_now() + outside->patience.timeout_ms / 1000.0; }

static bool say(Outside *outside, const char *line, size_t length, double deadline, Error *error) {
    while (length > 0) {
        if (!ready(outside, POLLOUT, deadline, error)) return false;
        ssize_t sent = send(outside->socket, line, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (sent < 0) return error_set(error, "%s has ended", outside->shown);
        line += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* One line of what it says, without its newline. */
static bool hear(Outside *outside, char line[OUTSIDE_ANSWER_MAX + 1], double deadline, Error *error) {
    char *newline;
    while (!(newline = memchr(outside->said, '\n', outside->length))) {
        if (outside->length == OUTSIDE_ANSWER_MAX)
            return error_set(error, "%s said a line of more than %d bytes", outside->shown, OUTSIDE_ANSWER_MAX);
        if (!ready(outside, POLLIN, deadline, error)) return false;
        size_t room = OUTSIDE_ANSWER_MAX - outside->length;
        ssize_t heard = recv(outside->socket, outside->said + outside->length, room, MSG_DONTWAIT);
        if (heard < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (heard <= 0) return error_set(error, "%s ended without an answer", outside->shown);
        outside->length += (size_t)heard;
    }
    size_t length = (size_t)(newline - outside->said);
    memcpy(line, outside->said, length);
    line[length] = 0;
    if (length > 0 && line[length - 1] == '\r') line[length - 1] = 0;
    outside->length -= length + 1;
    memmove(outside->said, newline + 1, outside->length);
    return true;
}

/* Quotes what it said in a message, without bytes that are not printable. */
static bool no_answer(const Outside *outside, const char *line, const char *expected, Error *error) {
    char plain[QUOTED_MAX + 1];
    size_t length = 0;
    for (; line[length] && length < QUOTED_MAX; length++)
        plain[length] = line[length] < ' ' || line[length] > '~' ? '?' : line[length];
    plain[length] = 0;
    return error_set(error, "%s answered '%s', not %s", outside->shown, plain, expected);
}

static bool ask_ok(Outside *outside, const char *line, double deadline, Error *error) {
    char answer[OUTSIDE_ANSWER_MAX + 1];
    if (!say(outside, line, strlen(line), deadline, error) || !hear(outside, answer, deadline, error)) return false;
    return strcmp(answer, "ok") == 0 || no_answer(outside, answer, "ok", error);
}

/* `legal`, answered as the engine does: a line for each move, and an empty one. */
static bool tell_legal(Outside *outside, const View *view, int seat, double deadline, Error *error) {
    int count = outside->game->legal(view_state(view), seat, outside->moves);
    for (int i = 0; i < count; i++) {
        char line[MOVE_TEXT_MAX + 8];
        Text text = text_init(line, sizeof line);
        text_format(&text, "%d ", seat);
        outside->game->print_move(view_state(view), seat, outside->moves[i], &text);
        text_char(&text, '\n');
        if (!say(outside, line, text.length, deadline, error)) return false;
    }
    return say(outside, "\n", 1, deadline, error);
}

static bool read_move(const Outside *outside, const View *view, int seat, const char *line, Move *move, Error *error) {
    Span rest = span_of(line), word, number, text;
    int64_t named;
    Error why;
    bool said = span_split(&rest, ' ', &word) && span_is(word, "move") && span_split(&rest, ' ', &number) &&
                span_split(&rest, ' ', &text) && span_number(number, 0, SEATS_MAX - 1, &named) && named == seat;
    if (!said) return no_answer(outside, line, "move SEAT MOVE", error);
    /* Anything else it says, such as why, is ignored. */
    if (!outside->game->parse_move(view_state(view), seat, text, move, &why) ||
        !outside->game->is_legal(view_state(view), seat, *move))
        return no_answer(outside, line, "a move that is allowed", error);
    return true;
}

static bool ask_move(Outside *outside, const View *view, int seat, uint64_t seed, Move *move, Error *error) {
    char request[REQUEST_MAX], answer[OUTSIDE_ANSWER_MAX + 1];
    double deadline = deadline_from_now(outside);
    if (outside->new_game && !ask_ok(outside, outside->setup, deadline, error)) return false;
    outside->new_game = false;
    Text text = text_init(request, sizeof request);
    text_format(&text, "position seed=%llu ", (unsigned long long)(seed % SEED_BOUND));
    outside->game->print(view_state(view), &text);
    text_char(&text, '\n');
    if (!ask_ok(outside, request, deadline, error)) return false;
    text = text_init(request, sizeof request);
    text_format(&text, "go %d\n", seat);
    if (!say(outside, request, text.length, deadline, error)) return false;
    for (;;) {
        if (!hear(outside, answer, deadline, error)) return false;
        if (strcmp(answer, "legal") != 0) return read_move(outside, view, seat, answer, move, error);
        if (!tell_legal(outside, view, seat, deadline, error)) return false;
    }
}

/* ---- what callers see */

static void write_setup(Outside *outside, const Setup *setup) {
    Text text = text_init(outside->setup, sizeof outside->setup);
    text_format(&text, "new %s:%s people=%d", outside->game->name, outside->game->variants[setup->variant].name, setup->people);
    for (int i = 0; i < setup->option_count; i++) text_format(&text, " %s=%s", setup->options[i].key, setup->options[i].value);
    text_char(&text, '\n');
}

/* A name is cut where a character ends: a message is text in any file. */
static void show_name(Outside *outside) {
    size_t length = strlen(outside->name);
    if (length > QUOTED_MAX) {
        length = QUOTED_MAX;
        while (length > 0 && ((unsigned char)outside->name[length] & 0xc0) == 0x80) length--;
    }
    span_copy((Span){outside->name, length}, outside->shown, sizeof outside->shown);
}

Outside *outside_open(const Game *game, const Setup *setup, const char *name, OutsidePatience patience, Error *error) {
    Outside *outside = calloc(1, sizeof *outside);
    if (outside) *outside = (Outside){.game = game, .name = name, .patience = patience, .new_game = true};
    if (outside) outside->moves = malloc((size_t)game->moves_max * sizeof *outside->moves);
    if (!outside || !outside->moves) {
        outside_free(outside);
        error_set(error, "there is not enough memory");
        return NULL;
    }
    write_setup(outside, setup);
    show_name(outside);
    if (start(outside, error) && ask_ok(outside, outside->setup, deadline_from_now(outside), error)) return outside;
    outside_free(outside);
    return NULL;
}

void outside_free(Outside *outside) {
    if (!outside) return;
    end(outside);
    free(outside->moves);
    free(outside);
}

void outside_new_game(Outside *outside) { outside->new_game = true; }

bool outside_choose(Outside *outside, const View *view, int seat, uint64_t seed, Move *move, Error *error) {
    if (!outside->pid && !start(outside, error)) return false;
    if (ask_move(outside, view, seat, seed, move, error)) return true;
    end(outside);
    return false;
}

uint64_t outside_nanoseconds(const Outside *outside) {
    clockid_t clock;
    struct timespec used;
    if (!outside->pid || clock_getcpuclockid(outside->pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}
