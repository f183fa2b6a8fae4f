/* The load generator: many people at tables of a card room, playing random legal moves over WebSocket from one process.
 *
 *   load --port P[,P2…] [--spread] [--tables N] [--every SECONDS] [--seconds S] [--burst MOVES_A_SECOND] [--wave N]
 *        [--game GAME:VARIANT] [--people N] [--target POINTS] [--public] [--brief]
 *
 * N tables with as many clients as the game has people; at each table a move every so many seconds, or in a burst as many moves
 * a second as are asked for over all tables. A match that is over is followed by a look at the list and a new table. With several ports, the
 * tables take turns at the servers there; --spread seats the people of each table at different servers, so that most of their
 * moves are relayed. --wave lets so many matches end within one second, each followed by a new table, and tells what the others
 * notice. Clients call from addresses 127.0.x.y, so many from each as the server allows. Prints percentiles of the time from a
 * move to its acknowledgement (the commit lies between), messages a second, and the server's memory for each connection and
 * table; with --brief one line. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/chance.h"
#include "core/json.h"
#include "client/websocket.h"
#include "room/limits.h"

enum {
    PEOPLE_MAX = 6,
    MOVE_MAX = 96,
    TABLE_MAX = 24,
    PER_ADDRESS = 20, /* few enough for the server's limits of an address: connections, and tables made */
    MESSAGE_US = 1000000 / MESSAGES_PER_SECOND, /* what a message uses up of a connection's limit, */
    AHEAD_US = MESSAGE_US * MESSAGES_BURST / 2, /* and how far ahead a move may use it; the rest is for a new table */
    EVENTS_MAX = 512,
    MOVES_AT_ONCE = 64, /* sent before answers are read again */
    PORTS_MAX = 8,
    WAVE_CALM_S = 3,  /* measured before a wave, */
    WAVE_AFTER_S = 3, /* and from its beginning on */
    REASONS_MAX = 16, /* told apart; further ones count as the last */
    REASON_MAX = 24,
};

/* What is measured apart. */
typedef enum { GROUP_DIRECT, GROUP_RELAYED, GROUP_CALM, GROUP_WAVE, GROUPS } Group;

typedef struct Seat Seat;
typedef struct LoadTable LoadTable;

struct Seat {
    LoadTable *table;
    int index;
    char address[32];
    Peer peer;
    char cookie[COOKIE_MAX];
    WebSocket *socket;
    char move[MOVE_MAX]; /* one that may be made now; empty: it is not the seat's turn */
    uint64_t sent_at;    /* of the move that waits for its acknowledgement; 0: none */
    uint64_t used_until; /* what was sent has used up the connection's limit of messages up to this time */
    bool writing;        /* epoll waits for the socket to take more */
};

struct LoadTable {
    struct Load *load;
    Seat seats[PEOPLE_MAX];
    char id[TABLE_MAX];
    uint64_t due;          /* the next move */
    bool playing, renewed; /* renewed: its match is over and another was asked for */
    bool in_wave;
    unsigned keys, moves; /* moves: of the match */
};

typedef struct Times {
    uint64_t *us; /* from move to acknowledgement */
    size_t count, capacity;
} Times;

/* How often something happened, for each of its reasons. */
typedef struct Tally {
    uint64_t count[REASONS_MAX];
    char reason[REASONS_MAX][REASON_MAX];
    int reasons;
} Tally;

typedef struct Load {
    int ports[PORTS_MAX], port_count;
    int tables, people, target; /* target: points that end a match; 0: the game's own */
    int wave;                   /* tables in it */
    unsigned length;            /* moves of a match of the wave; 0: not known yet */
    double every, seconds, burst;
    bool spread, brief, is_public;
    char game[32], variant[32];
    LoadTable *table;
    int epoll;
    Chance chance;
    Times times[GROUPS];
    uint64_t messages, bytes, matches;
    Tally refused, lost; /* by the code of the refusal, and of the close */
    bool measuring;
    Group group; /* of a run with a wave */
} Load;

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void give_up(const char *what) {
    fprintf(stderr, "load: %s\n", what);
    exit(1);
}

static void count_reason(Tally *tally, Span reason) {
    int i = 0;
    while (i < tally->reasons && !span_is(reason, tally->reason[i])) i++;
    if (i == REASONS_MAX) i--;
    else if (i == tally->reasons) span_copy(reason, tally->reason[tally->reasons++], REASON_MAX);
    tally->count[i]++;
}

/* All of them, and then for each reason: "6: 1013 4, 1006 2". */
static void print_tally(const Tally *tally) {
    uint64_t sum = 0;
    for (int i = 0; i < tally->reasons; i++) sum += tally->count[i];
    printf("%llu", (unsigned long long)sum);
    for (int i = 0; i < tally->reasons; i++)
        printf("%s %s %llu", i ? "," : ":", tally->reason[i], (unsigned long long)tally->count[i]);
}

/* ---- messages */

enum { MESSAGE_MAX = 1024 };

/* A message to the server while it is written. */
typedef struct Message {
    char bytes[MESSAGE_MAX];
    Text text;
    Json json;
} Message;

/* Opens a message; with a key of the table's own unless `key` is 0, which then says what kind of message it is. */
static void begin(Message *message, LoadTable *table, const char *what, char key) {
    message->text = text_init(message->bytes, sizeof message->bytes);
    message->json = json_to(&message->text);
    json_open_object(&message->json, NULL);
    json_text(&message->json, "do", what);
    if (!key) return;
    text_format(json_open_text(&message->json, "key"), "%c%u", key, table->keys++);
    json_close_text(&message->json);
}

static void say(Seat *seat, Message *message) {
    json_close(&message->json);
    if (!seat->socket) return; /* lost, and counted */
    websocket_send(seat->socket, message->bytes, message->text.length);
    uint64_t now = microseconds();
    seat->used_until = (seat->used_until > now ? seat->used_until : now) + MESSAGE_US;
    Load *load = seat->table->load;
    bool writing = websocket_wants_to_send(seat->socket);
    if (writing == seat->writing) return;
    seat->writing = writing;
    struct epoll_event event = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = seat};
    epoll_ctl(load->epoll, EPOLL_CTL_MOD, websocket_descriptor(seat->socket), &event);
}

/* ---- what the server says */

static void add_time(Times *times, uint64_t took) {
    if (times->count == times->capacity) {
        times->capacity = times->capacity ? 2 * times->capacity : 1 << 16;
        times->us = realloc(times->us, times->capacity * sizeof *times->us);
        if (!times->us) give_up("there is not enough memory");
    }
    times->us[times->count++] = took;
}

/* The server at which somebody makes a table owns it, so whoever is at another server is relayed. */
static void note_time(Load *load, const Seat *seat) {
    uint64_t took = microseconds() - seat->sent_at;
    bool direct = seat->peer.port == seat->table->seats[0].peer.port;
    if (!load->measuring || seat->table->in_wave) return;
    add_time(&load->times[load->wave ? load->group : direct ? GROUP_DIRECT : GROUP_RELAYED], took);
}

/* The value of the first field of this name, found by its looks: a generator that parsed every message would be the slower
 * side. */
static const char *field(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *found = text; (found = strstr(found, name)); found += length)
        if (found > text && found[-1] == '"' && found[length] == '"' && found[length + 1] == ':') return found + length + 2;
    return NULL;
}

/* The string at `value`, up to its closing quote. */
static Span string_at(const char *value) {
    const char *end = value && *value == '"' ? strchr(value + 1, '"') : NULL;
    return end ? (Span){value + 1, (size_t)(end - value - 1)} : (Span){"", 0};
}

/* Chooses one of the moves in the list "legal". */
static void choose(Load *load, Seat *seat, const char *list) {
    int seen = 0;
    seat->move[0] = 0;
    if (*list++ != '[') return;
    for (Span move; (move = string_at(list)).length; list += *list == ',') {
        if (chance_below(&load->chance, (uint32_t)++seen) == 0) span_copy(move, seat->move, sizeof seat->move);
        list = move.at + move.length + 1;
    }
}

static void take_change(Load *load, Seat *seat, const char *text) {
    LoadTable *table = seat->table;
    const char *legal = field(text, "legal");
    if (!span_is(string_at(field(text, "table")), table->id)) return; /* of the match before, come late */
    if (legal) choose(load, seat, legal);
    if (!span_is(string_at(field(text, "phase")), "over")) return;
    if (table->playing) load->matches++;
    if (table->in_wave && !load->length) load->length = table->moves;
    table->playing = false;
    seat->move[0] = 0;
}

static void take(void *context, WebSocket *socket, const char *bytes, size_t length) {
    (void)socket;
    Seat *seat = context;
    LoadTable *table = seat->table;
    Load *load = seat->table->load;
    load->messages++;
    load->bytes += length;
    static char text[1 << 20];
    if (length >= sizeof text) return;
    memcpy(text, bytes, length);
    text[length] = 0;
    Span what = string_at(field(text, "say"));
    if (span_is(what, "done")) {
        if (seat->sent_at) note_time(load, seat);
        seat->sent_at = 0;
        if (seat->index == 0 && !table->id[0]) span_copy(string_at(field(text, "table")), table->id, sizeof table->id);
    } else if (span_is(what, "entry") || span_is(what, "table")) {
        take_change(load, seat, text);
    } else if (span_is(what, "error") || span_is(what, "bye")) {
        count_reason(&load->refused, string_at(field(text, span_is(what, "bye") ? "say" : "code")));
        seat->sent_at = 0;
    }
}

/* ---- what people do */

static void create(Seat *seat) {
    LoadTable *table = seat->table;
    Load *load = seat->table->load;
    Message message;
    Json *json = &message.json;
    char target[16];
    snprintf(target, sizeof target, "%d", load->target);
    table->id[0] = 0;
    begin(&message, table, "create", 'c');
    json_text(json, "game", load->game);
    json_text(json, "variant", load->variant);
    json_number(json, "people", load->people);
    json_open_object(json, "options");
    if (load->target && (table->in_wave || !load->wave)) json_text(json, "target", target);
    json_close(json);
    json_open_list(json, "seats");
    for (int i = 0; i < load->people; i++) json_text(json, NULL, i ? "open" : "me");
    json_close(json);
    json_number(json, "clock", 0);
    json_bool(json, "public", load->is_public);
    json_bool(json, "chat", false);
    say(seat, &message);
}

static void enter(Seat *seat) {
    Message message;
    begin(&message, seat->table, "enter", 0);
    json_text(&message.json, "table", seat->table->id);
    json_none(&message.json, "since");
    say(seat, &message);
}

static void sit(Seat *seat) {
    Message message;
    begin(&message, seat->table, "sit", 's');
    json_text(&message.json, "table", seat->table->id);
    json_number(&message.json, "seat", seat->index);
    say(seat, &message);
}

static void get_ready(Seat *seat) {
    Message message;
    begin(&message, seat->table, "ready", 'r');
    json_text(&message.json, "table", seat->table->id);
    json_bool(&message.json, "on", true);
    json_text(&message.json, "salt", "00112233445566778899aabbccddeeff");
    say(seat, &message);
}

static void leave(Seat *seat) {
    Message message;
    begin(&message, seat->table, "exit", 0);
    json_text(&message.json, "table", seat->table->id);
    say(seat, &message);
}

/* People look at the list of tables between two matches. */
static void look_at_list(Seat *seat, bool on) {
    Message message;
    begin(&message, seat->table, "lobby", 0);
    json_bool(&message.json, "on", on);
    say(seat, &message);
}

static void play_move(Seat *seat) {
    Message message;
    begin(&message, seat->table, "move", 'm');
    json_text(&message.json, "table", seat->table->id);
    json_text(&message.json, "move", seat->move);
    say(seat, &message);
}

/* The others come, sit down, and all are ready. */
static void gather(Load *load, LoadTable *table) {
    for (int i = 0; i < load->people; i++) {
        Seat *seat = &table->seats[i];
        if (i) enter(seat);
        if (i) sit(seat);
        get_ready(seat);
    }
    table->playing = true;
    table->moves = 0;
}

static bool move(Load *load, LoadTable *table) {
    int first = (int)chance_below(&load->chance, (uint32_t)load->people);
    uint64_t now = microseconds();
    for (int i = 0; i < load->people; i++) {
        Seat *seat = &table->seats[(first + i) % load->people];
        if (!seat->move[0] || seat->sent_at || seat->used_until > now + AHEAD_US) continue;
        seat->sent_at = now;
        table->moves++;
        play_move(seat);
        seat->move[0] = 0;
        return true;
    }
    return false;
}

/* ---- the loop */

static void pump(Load *load, Seat *seat) {
    if (!seat->socket) return;
    if (!websocket_pump(seat->socket)) {
        char code[16];
        snprintf(code, sizeof code, "%d", websocket_close_code(seat->socket));
        count_reason(&load->lost, span_of(code));
        epoll_ctl(load->epoll, EPOLL_CTL_DEL, websocket_descriptor(seat->socket), NULL);
        websocket_free(seat->socket);
        seat->socket = NULL;
    }
}

static void listen_for(Load *load, int milliseconds) {
    struct epoll_event events[EVENTS_MAX];
    int count = epoll_wait(load->epoll, events, EVENTS_MAX, milliseconds);
    for (int i = 0; i < count; i++) pump(load, events[i].data.ptr);
}

static void settle(Load *load, double seconds) {
    for (uint64_t end = microseconds() + (uint64_t)(seconds * 1e6); microseconds() < end;) listen_for(load, 10);
}

/* A table that is over goes on with a new one. */
static void renew(Load *load, LoadTable *table) {
    if (!table->id[0]) return; /* asked for, not yet made */
    if (table->renewed) {
        for (int i = 0; i < load->people; i++) look_at_list(&table->seats[i], false);
        gather(load, table);
        table->renewed = false;
        return;
    }
    for (int i = 0; i < load->people; i++) {
        if (!table->seats[i].socket) return;
        leave(&table->seats[i]);
        look_at_list(&table->seats[i], true);
        table->seats[i].move[0] = 0;
    }
    create(&table->seats[0]);
    table->renewed = true;
}

/* Makes moves at some tables, at random, until so many have been made; returns how many there are then. */
static uint64_t make_moves(Load *load, int first_table, int tables, uint64_t made, uint64_t allowed, uint64_t now) {
    uint64_t step = (uint64_t)(load->every * 1e6);
    if (allowed > made + MOVES_AT_ONCE) allowed = made + MOVES_AT_ONCE;
    int next = (int)chance_below(&load->chance, (uint32_t)tables); /* or all tables would end at the same time */
    for (int i = 0; i < tables && made < allowed; i++) {
        LoadTable *table = &load->table[first_table + (next + i) % tables];
        if (!table->playing) renew(load, table);
        if (load->burst > 0 ? false : table->due > now) continue;
        if (!move(load, table)) continue;
        made++;
        table->due += step;
    }
    return made;
}

static uint64_t allowed_since(const Load *load, uint64_t began, uint64_t now) {
    return load->burst > 0 ? (uint64_t)((double)(now - began) / 1e6 * load->burst) : UINT64_MAX;
}

static void play(Load *load) {
    uint64_t began = microseconds(), end = began + (uint64_t)(load->seconds * 1e6), made = 0;
    for (int i = 0; i < load->tables; i++)
        load->table[i].due = began + chance_below(&load->chance, (uint32_t)(load->every * 1e6) + 1);
    for (uint64_t now = began; now < end; now = microseconds()) {
        listen_for(load, 1);
        made = make_moves(load, 0, load->tables, made, allowed_since(load, began, now), now);
    }
}

/* ---- a wave */

/* Has only the last move of its match to make? The first table of the wave has shown how many there are. */
static bool waits_for_wave(const Load *load, const LoadTable *table) {
    return load->length && table->playing && table->moves + 1 >= load->length;
}

/* The matches of the wave come to their last move. */
static void swell(Load *load) {
    bool waits = true;
    while (!load->length) {
        listen_for(load, 1);
        move(load, &load->table[0]);
    }
    for (uint64_t began = microseconds(), now = began, made = 0; waits; now = microseconds()) {
        uint64_t allowed = allowed_since(load, began, now);
        if (allowed > made + MOVES_AT_ONCE) allowed = made + MOVES_AT_ONCE;
        waits = false;
        listen_for(load, 1);
        for (int i = 0; i < load->wave; i++) {
            LoadTable *table = &load->table[i];
            if (!table->playing) renew(load, table);
            if (waits_for_wave(load, table)) continue;
            waits = true;
            if (made < allowed) made += move(load, table);
        }
    }
}

/* All others play on, while the matches of the wave end within a second, and new ones begin. */
static void play_wave(Load *load) {
    swell(load);
    settle(load, 2);
    uint64_t began = microseconds(), breaks = began + WAVE_CALM_S * 1000000, end = breaks + WAVE_AFTER_S * 1000000, made = 0;
    int ended = 0;
    load->measuring = true;
    load->group = GROUP_CALM;
    for (uint64_t now = began; now < end; now = microseconds()) {
        listen_for(load, 1);
        made = make_moves(load, load->wave, load->tables - load->wave, made, allowed_since(load, began, now), now);
        if (now < breaks) continue;
        load->group = GROUP_WAVE;
        int until = now - breaks >= 1000000 ? load->wave : (int)((now - breaks) * (uint64_t)load->wave / 1000000);
        while (ended < until) move(load, &load->table[ended++]);
        for (int i = 0; i < ended; i++)
            if (!load->table[i].playing) renew(load, &load->table[i]);
    }
}

/* ---- figures */

/* A figure in the text of /metrics; of several processes, all together. */
static double sum_figure(const char *text, const char *name) {
    double sum = 0;
    int found = 0;
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length) {
        const char *value = strncmp(at + length, "{process=", 9) == 0 ? strchr(at, '}') + 1 : at + length;
        if (at[-1] != '\n' || *value != ' ') continue;
        sum += atof(value);
        found++;
    }
    return found ? sum : NAN;
}

/* A figure of all servers together. */
static double figure(const Load *load, const char *name) {
    static char response[RESPONSE_MAX];
    double sum = 0;
    for (int i = 0; i < load->port_count; i++) {
        Peer peer = {.address = "127.0.0.1", .port = load->ports[i], .source = "127.0.0.1"};
        if (peer_request(&peer, "GET", "/metrics", "", "", response, sizeof response) != 200) return NAN;
        sum += sum_figure(response, name);
    }
    return sum;
}

static int by_size(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static double percentile(const Times *times, double part) {
    return times->count ? (double)times->us[(size_t)(part * (double)(times->count - 1))] / 1000 : NAN;
}

static size_t sort_times(Load *load) {
    size_t count = 0;
    for (int group = 0; group < GROUPS; group++) {
        Times *times = &load->times[group];
        if (times->count) qsort(times->us, times->count, sizeof *times->us, by_size);
        count += times->count;
    }
    return count;
}

static void report_times(const Load *load) {
    static const char *const names[GROUPS] = {"direct", "relayed", "before the wave", "during the wave"};
    static const double parts[] = {0.5, 0.9, 0.99, 0.999, 1};
    for (int group = 0; group < GROUPS; group++) {
        const Times *times = &load->times[group];
        if (!times->count) continue;
        printf("  %-18s", names[group]);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            printf(" %.1f %% %.2f ms%s", 100 * parts[i], percentile(times, parts[i]), parts[i] < 1 ? "," : "\n");
    }
}

static void report(Load *load, double seconds) {
    size_t count = sort_times(load);
    printf("moves acknowledged   %zu, %.0f a second\n", count, (double)count / seconds);
    report_times(load);
    printf("messages received    %.0f a second, %.0f bytes each\n", (double)load->messages / seconds,
           (double)load->bytes / (double)(load->messages ? load->messages : 1));
    printf("matches ended        %llu\n", (unsigned long long)load->matches);
    printf("refused              ");
    print_tally(&load->refused);
    printf("\nconnections lost     ");
    print_tally(&load->lost);
    printf("\n");
}

static void print_commits(const Load *load) {
    static char response[RESPONSE_MAX];
    Peer peer = {.address = "127.0.0.1", .port = load->ports[0], .source = "127.0.0.1"};
    if (peer_request(&peer, "GET", "/metrics", "", "", response, sizeof response) != 200) return;
    printf("commits up to a time, in seconds\n");
    for (const char *at = response; (at = strstr(at, "\naraldo_commit_seconds_bucket{le=\"")); at++) {
        char bound[16];
        double count;
        if (sscanf(at, "\naraldo_commit_seconds_bucket{le=\"%15[^\"]\"} %lf", bound, &count) == 2)
            printf("  %-8s %.0f\n", bound, count);
    }
}

/* ---- setting up */

static void connect_seat(Load *load, LoadTable *table, int index, int number) {
    Seat *seat = &table->seats[index];
    int host = number / PER_ADDRESS, status;
    snprintf(seat->address, sizeof seat->address, "127.0.%d.%d", 1 + host / 250, 1 + host % 250);
    seat->table = table;
    table->load = load;
    seat->index = index;
    int server = ((int)(table - load->table) + (load->spread ? index : 0)) % load->port_count;
    seat->peer = (Peer){.address = "127.0.0.1", .port = load->ports[server], .source = seat->address};
    char name[16];
    snprintf(name, sizeof name, "p%d", number);
    if (!peer_guest(&seat->peer, name, seat->cookie)) give_up("a guest was refused");
    seat->socket = websocket_open(&seat->peer, seat->cookie, NULL, take, seat, &status);
    if (!seat->socket) give_up("a connection was refused");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = seat};
    epoll_ctl(load->epoll, EPOLL_CTL_ADD, websocket_descriptor(seat->socket), &event);
    Message message;
    begin(&message, table, "hello", 0);
    json_number(&message.json, "version", 1);
    say(seat, &message);
    if (number % 100 == 99) listen_for(load, 0);
}

/* Processor time of this process, and of the servers'. */
static void read_processor(const Load *load, double seconds[2]) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    seconds[0] = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    seconds[1] = figure(load, "araldo_processor_seconds_total");
}

static double option(int argc, char **argv, const char *name, double fallback) {
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0) return atof(argv[i + 1]);
    return fallback;
}

static bool flag(int argc, char **argv, const char *name) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return false;
}

static void read_ports(Load *load, int argc, char **argv) {
    const char *words = "7070";
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--port") == 0) words = argv[i + 1];
    for (Span rest = span_of(words), word; span_split(&rest, ',', &word);) {
        int64_t port = 0;
        if (load->port_count == PORTS_MAX || !span_number(word, 1, 65535, &port)) give_up("--port P[,P2…], at most 8");
        load->ports[load->port_count++] = (int)port;
    }
}

static void read_game(Load *load, int argc, char **argv) {
    strcpy(load->game, "primiera");
    strcpy(load->variant, "classic");
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--game") == 0 && sscanf(argv[i + 1], "%31[a-z]:%31[a-z]", load->game, load->variant) != 2)
            give_up("--game GAME:VARIANT");
}

static void open_tables(Load *load, double *empty, double *connected) {
    *empty = figure(load, "araldo_resident_memory_bytes");
    for (int i = 0; i < load->tables; i++) {
        load->table[i].in_wave = i < load->wave;
        for (int index = 0; index < load->people; index++) connect_seat(load, &load->table[i], index, i * load->people + index);
    }
    settle(load, 3);
    *connected = figure(load, "araldo_resident_memory_bytes");
    for (int i = 0; i < load->tables; i++) {
        create(&load->table[i].seats[0]);
        if (i % 20 == 19) settle(load, 0.02);
    }
    settle(load, 2);
    for (int i = 0; i < load->tables; i++) {
        if (!load->table[i].id[0]) give_up("a table was refused");
        gather(load, &load->table[i]);
        if (i % 20 == 19) settle(load, 0.05);
    }
    settle(load, 3);
}

static void read_options(Load *load, int argc, char **argv) {
    read_ports(load, argc, argv);
    load->tables = (int)option(argc, argv, "--tables", 10);
    load->people = (int)option(argc, argv, "--people", 4);
    load->wave = (int)option(argc, argv, "--wave", 0);
    load->target = (int)option(argc, argv, "--target", load->wave ? 1 : 0);
    load->every = option(argc, argv, "--every", 5);
    load->seconds = option(argc, argv, "--seconds", 30);
    load->burst = option(argc, argv, "--burst", load->wave ? 2500 : 0);
    load->spread = flag(argc, argv, "--spread");
    load->brief = flag(argc, argv, "--brief");
    load->is_public = flag(argc, argv, "--public");
    read_game(load, argc, argv);
    if (load->people < 1 || load->people > PEOPLE_MAX || load->tables < 1) give_up("--tables at least 1, --people 1 to 6");
    if (load->wave < 0 || load->wave >= load->tables) give_up("--wave is for some of the tables");
}

/* One line: moves a second, 50 and 99 % of direct moves, of relayed ones, how busy the loops were together, the memory of a
 * connection, the processor's microseconds that a move took in the servers and here, refusals, and connections lost. */
static void report_briefly(Load *load, double seconds, double busy, double memory, const double processor[2]) {
    size_t count = sort_times(load);
    const Times *first = &load->times[load->wave ? GROUP_CALM : GROUP_DIRECT], *second = first + 1;
    printf("%.0f | %.2f | %.1f | %.2f | %.1f | %.0f | %.1f | %.0f | %.0f | ", (double)count / seconds, percentile(first, 0.5),
           percentile(first, 0.99), percentile(second, 0.5), percentile(second, 0.99), 100 * busy / seconds, memory / 1000,
           1e6 * processor[1] / (double)count, 1e6 * processor[0] / (double)count);
    print_tally(&load->refused);
    printf(" | ");
    print_tally(&load->lost);
    printf("\n");
}

int main(int argc, char **argv) {
    static Load load;
    double empty, connected;
    read_options(&load, argc, argv);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);
    load.chance = chance_fast(1);
    load.epoll = epoll_create1(0);
    load.table = calloc((size_t)load.tables, sizeof *load.table);
    if (!load.table || load.epoll < 0) give_up("there is not enough memory");
    uint64_t began = microseconds();
    open_tables(&load, &empty, &connected);
    int clients = load.tables * load.people;
    if (!load.brief)
        printf("%d clients at %d tables of %s:%s in %.1f s\n", clients, load.tables, load.game, load.variant,
               (double)(microseconds() - began) / 1e6);
    double playing = figure(&load, "araldo_resident_memory_bytes"), tables = figure(&load, "araldo_tables");
    load.measuring = !load.wave;
    load.messages = load.bytes = 0;
    double turns = figure(&load, "araldo_turn_seconds_sum"), before[2], processor[2];
    read_processor(&load, before);
    began = microseconds();
    if (load.wave) play_wave(&load);
    else play(&load);
    double seconds = load.wave ? WAVE_CALM_S + WAVE_AFTER_S : (double)(microseconds() - began) / 1e6;
    load.measuring = false;
    settle(&load, 2);
    double busy = figure(&load, "araldo_turn_seconds_sum") - turns;
    read_processor(&load, processor);
    for (int i = 0; i < 2; i++) processor[i] -= before[i];
    if (load.brief) {
        report_briefly(&load, seconds, busy, (connected - empty) / clients, processor);
        return load.lost.reasons ? 1 : 0;
    }
    report(&load, seconds);
    if (!load.wave) printf("loops busy           %.0f %%\n", 100 * busy / seconds);
    printf("memory a connection  %.0f bytes\n", (connected - empty) / clients);
    printf("memory a table       %.0f bytes, by the room's own count %.0f\n", (playing - connected) / load.tables,
           figure(&load, "araldo_tables_bytes") / tables);
    print_commits(&load);
    return load.lost.reasons ? 1 : 0;
}
