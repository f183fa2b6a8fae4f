/* Attacks on the server: connections, handshakes, pages and files, below any message of the room. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "room/limits.h"
#include "server/http.h"
#include "tests/attacks/attack.h"
#include "tests/support/dealt.h"
#include "tests/support/moved.h"

enum {
    CHURN_CONNECTIONS = 60,
    CLIENTS = 6,
    GUESSES_EACH = 10,
    REPLAYS_EACH = 10,
    TRICKLES = 110,
    TRICKLES_CUT = TRICKLES - CONNECTIONS_PER_ADDRESS_MAX - PAGES_PER_ADDRESS_MAX,
    TRICKLED_MAX = 400, /* bytes */
};

/* Opens as many connections as an address may have, without a session, and closes them at once. */
static void churn_connections(AttackRun *run) {
    WebSocket *sockets[CHURN_CONNECTIONS];
    int status;
    for (int i = 0; i < CHURN_CONNECTIONS; i++) {
        sockets[i] = websocket_open(&run->peers[0], NULL, NULL, NULL, NULL, &status);
        run->counts[sockets[i] ? 0 : status == 429 ? 1 : 2]++;
    }
    for (int i = 0; i < CHURN_CONNECTIONS; i++)
        if (sockets[i]) websocket_free(sockets[i]);
}

static bool churn_holds(AttackRun *run) {
    if (run->counts[2]) return report_fail(&run->report, "%ld connections neither opened nor refused", run->counts[2]);
    if (run->counts[0] < CHURN_CONNECTIONS / 2) return report_fail(&run->report, "only %ld opened", run->counts[0]);
    return true;
}

/* ---- slow requests */

/* Opens more connections than an address may have, sends headers byte by byte until those beyond its share are cut, and never
 * ends them. */
static void trickle_headers(AttackRun *run) {
    static const char head[] = "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ";
    int lines[TRICKLES];
    run->counts[0] = 0;
    for (int i = 0; i < TRICKLES; i++) lines[i] = attacker_call(&run->peers[1]);
    for (size_t k = 0; k < TRICKLED_MAX && (k < sizeof head || run->counts[0] < TRICKLES_CUT); k++) {
        if (k >= sizeof head) poll(NULL, 0, 50);
        for (int i = 0; i < TRICKLES; i++)
            if (lines[i] >= 0 && send(lines[i], k < sizeof head - 1 ? head + k : "x", 1, MSG_NOSIGNAL) != 1) {
                close(lines[i]);
                lines[i] = -1;
                run->counts[0]++; /* cut */
            }
    }
    for (int i = 0; i < TRICKLES; i++)
        if (lines[i] >= 0) close(lines[i]);
}

/* The address has its share of connections and no more, and pages are served to others. */
static bool trickle_holds(AttackRun *run) {
    static char response[RESPONSE_MAX];
    int status = peer_request(&run->peers[2], "GET", "/", "", "", response, sizeof response);
    if (status != 200) return report_fail(&run->report, "a page for others answers %d", status);
    if (run->counts[0] < TRICKLES_CUT) return report_fail(&run->report, "only %ld connections were cut", run->counts[0]);
    return true;
}

/* ---- floods */

/* Messages, pings and bytes that are no frames, each until the connection is cut; then again. */
static void flood(AttackRun *run) {
    static const char junk[512] = "\xff\xff\xff";
    for (int kind = 0; kind < 3; kind++) {
        Guest *guest = &run->attackers[3];
        if (!guest->inbox && !guest_init(guest, &run->peers[3], "Eve")) return;
        if (!guest_connect(guest)) {
            run->counts[1]++;
            continue;
        }
        for (int i = 0; i < 300 && !guest->over; i++) {
            if (kind == 0) guest_say(guest, "{\"do\":\"lobby\",\"on\":false}");
            else if (kind == 1) websocket_send_frame(guest->socket, WSLAY_PING, "", 0);
            else websocket_send_raw(guest->socket, junk, sizeof junk);
            if (i % 50 == 49) guest_listen(guest, 0);
        }
        run->counts[0] += guest_expect_close(guest) != 0;
        guest_disconnect(guest);
    }
}

static bool flood_holds(AttackRun *run) {
    if (run->counts[0] + run->counts[1] != 3) return report_fail(&run->report, "%ld of 3 floods were cut", run->counts[0]);
    return true;
}

/* ---- replays */

/* A match against a bot, played to its end. */
static bool play_match(AttackRun *run) {
    Guest *guest = &run->attackers[0];
    if (!attacker_arrive(run, 0)) return false;
    guest_say(guest,
              "{\"do\":\"create\",\"key\":\"c\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,"
              "\"options\":{\"target\":\"1\"},\"seats\":[\"me\",\"bot:easy\"],\"clock\":0,\"public\":false,"
              "\"chat\":false}");
    json_t *done = guest_expect(guest, "done");
    snprintf(run->table, sizeof run->table, "%s", json_words(done, "table"));
    json_decref(done);
    guest_say(guest,
              "{\"do\":\"ready\",\"key\":\"r\",\"table\":\"%s\",\"on\":true,"
              "\"salt\":\"00112233445566778899aabbccddeeff\"}",
              run->table);
    for (int turn = 0; turn < 2000; turn++) {
        json_t *entry = guest_expect(guest, "entry");
        if (!entry) break;
        const char *move = json_string_value(json_array_get(json_object_get(entry, "legal"), 0));
        bool over = strcmp(json_words(entry, "phase"), "over") == 0;
        if (move)
            guest_say(guest, "{\"do\":\"move\",\"key\":\"m%d\",\"table\":\"%s\",\"move\":\"%s\"}", turn, run->table, move);
        json_decref(entry);
        if (over) return true;
        if (move) poll(NULL, 0, 50); /* below the limit of messages */
    }
    return report_fail(&run->report, "the match does not end");
}

enum { CLIENT_GOOD, CLIENT_BAD, CLIENT_WON };

/* Six clients, each from an address of its own, in a process of its own; how they fared is counted. */
static void send_clients(AttackRun *run, int (*client)(const AttackRun *run, int number)) {
    pid_t clients[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = fork();
        if (clients[i] == 0) _exit(client(run, i));
    }
    for (int i = 0; i < CLIENTS; i++) {
        int status = 0;
        waitpid(clients[i], &status, 0);
        run->counts[WIFEXITED(status) ? WEXITSTATUS(status) : CLIENT_BAD]++;
    }
}

/* Answers that are neither the replay nor a clear refusal are bad. */
static int fetch_replay(const AttackRun *run, int number) {
    static char response[RESPONSE_MAX];
    char path[96];
    int bad = 0;
    snprintf(path, sizeof path, "/replay/%s.json?eyes=all", run->table);
    for (int i = 0; i < REPLAYS_EACH; i++) {
        int status = peer_request(&run->peers[number], "GET", path, "", "", response, sizeof response);
        bad += status != 200 && status != 429;
    }
    return bad ? CLIENT_BAD : CLIENT_GOOD;
}

static void fetch_replays(AttackRun *run) { send_clients(run, fetch_replay); }

/* Each request is made once, given again, or refused. */
static bool replays_hold(AttackRun *run) {
    double made = served_figure(&run->served, "araldo_replays_made_total");
    double all = made + served_figure(&run->served, "araldo_replays_kept_total") +
                 served_figure(&run->served, "araldo_replays_refused_total");
    if (run->counts[CLIENT_BAD]) return report_fail(&run->report, "%ld clients got something else", run->counts[CLIENT_BAD]);
    if (made != 1) return report_fail(&run->report, "made %g times", made);
    if (all != CLIENTS * REPLAYS_EACH) return report_fail(&run->report, "%g answers", all);
    return true;
}

/* ---- links for another device */

static bool prepare_link(AttackRun *run) {
    if (!attacker_arrive(run, 0)) return false;
    guest_say(&run->attackers[0], "{\"do\":\"device\"}");
    json_t *link = guest_expect(&run->attackers[0], "device");
    snprintf(run->path, sizeof run->path, "%s", json_words(link, "path"));
    json_decref(link);
    return *run->path || report_fail(&run->report, "no link for another device");
}

/* Uses one link at the same time as all the others, and guesses at more than an address may. */
static int guess_links(const AttackRun *run, int number) {
    static char response[RESPONSE_MAX];
    char headers[64], path[64];
    snprintf(headers, sizeof headers, "Origin: http://127.0.0.1:%d\r\n", run->peers[number].port);
    int first = peer_request(&run->peers[number], "POST", run->path, headers, "", response, sizeof response);
    int bad = first != 204 && first != 410 && first != 429;
    for (int i = 0; i < GUESSES_EACH; i++) {
        snprintf(path, sizeof path, "/me/%08x%024x", (unsigned)number, (unsigned)i);
        int status = peer_request(&run->peers[number], "POST", path, headers, "", response, sizeof response);
        bad += status != 410 && status != 429;
    }
    return bad ? CLIENT_BAD : first == 204 ? CLIENT_WON : CLIENT_GOOD;
}

static void guess(AttackRun *run) { send_clients(run, guess_links); }

/* The link was good once. */
static bool guesses_hold(AttackRun *run) {
    if (run->counts[CLIENT_BAD]) return report_fail(&run->report, "%ld clients got something else", run->counts[CLIENT_BAD]);
    if (run->counts[CLIENT_WON] != 1) return report_fail(&run->report, "the link was good %ld times", run->counts[CLIENT_WON]);
    return true;
}

/* ---- matches from browsers, and results of the deal of the day: both have to be played again here */

enum { SENT_EACH = 4 * BROUGHT_BURST, DEALT_EACH = 4 * RESULTS_BURST };

/* Has a client sent enough? A small burst ends at the limit, which comes sooner on a quick machine. */
static bool is_enough(int late) { return late && !soak(); }

static char brought[ARRIVAL_BYTES_MAX], brought_wrong[ARRIVAL_BYTES_MAX + 8];
static char dealt[DEALT_BYTES_MAX], dealt_wrong[DEALT_BYTES_MAX];
static const char dealt_path[] = "/daily/2020-02-02/primo/1";

/* Each client is somebody else. */
static bool arrive_apart(AttackRun *run) {
    for (int i = 0; i < CLIENTS; i++)
        if (!guest_init(&run->attackers[i], &run->peers[i], "Eve")) return report_fail(&run->report, "no guest %d", i);
    return true;
}

static int post_as(const AttackRun *run, int number, const char *path, const char *body) {
    static char response[RESPONSE_MAX];
    char headers[COOKIE_MAX + 96];
    snprintf(headers, sizeof headers, "Origin: http://127.0.0.1:%d\r\nCookie: araldo=%s\r\n", run->peers[number].port,
             run->attackers[number].cookie);
    return peer_request(&run->peers[number], "POST", path, headers, body, response, sizeof response);
}

/* A long match, and one whose last line is wrong: checking either costs as much. */
static bool prepare_bringing(AttackRun *run) {
    Text text = text_init(brought, sizeof brought);
    moved_write("royalflush", soak() ? 400 : 40, "abcdefghijklmnop", &text);
    snprintf(brought_wrong, sizeof brought_wrong, "%s{}\n", brought);
    return arrive_apart(run);
}

/* Everybody brings somebody's match, again and again; CLIENT_WON: and is told to wait in the end. */
static int bring_matches(const AttackRun *run, int number) {
    int bad = 0, late = 0;
    for (int i = 0; i < SENT_EACH && !is_enough(late); i++) {
        int status = post_as(run, number, "/arrive", i % 2 ? brought_wrong : brought);
        bad += status != (i % 2 ? 422 : 200) && status != 429;
        late += status == 429;
    }
    return bad ? CLIENT_BAD : late ? CLIENT_WON : CLIENT_GOOD;
}

static void bring(AttackRun *run) { send_clients(run, bring_matches); }

/* All are told to wait, and people from elsewhere are not. */
static bool is_limited(AttackRun *run, const char *path, const char *body, int expected) {
    if (run->counts[CLIENT_BAD]) return report_fail(&run->report, "%ld clients got something else", run->counts[CLIENT_BAD]);
    if (run->counts[CLIENT_GOOD]) return report_fail(&run->report, "%ld clients have no limit", run->counts[CLIENT_GOOD]);
    if (!guest_init(&run->attackers[CLIENTS], &run->peers[CLIENTS], "Bob")) return report_fail(&run->report, "no guest");
    int status = post_as(run, CLIENTS, path, body);
    return status == expected || report_fail(&run->report, "somebody else's answer is %d", status);
}

static bool bringing_holds(AttackRun *run) { return is_limited(run, "/arrive", brought, 200); }

static bool prepare_results(AttackRun *run) {
    DailyDeal deal;
    if (!daily_read(&deal, span_of("primo"), span_of("2020-02-02"), span_of("1"), NULL)) return false;
    dealt_play(&deal, dealt);
    snprintf(dealt_wrong, sizeof dealt_wrong, "%s", dealt);
    *(soak() ? strrchr(dealt_wrong, '{') : strchr(dealt_wrong, '\n') + 1) =
        0; /* without its last line, or with its first alone */
    return arrive_apart(run);
}

static int send_results(const AttackRun *run, int number) {
    int bad = 0, late = 0;
    for (int i = 0; i < DEALT_EACH && !is_enough(late); i++) {
        int status = post_as(run, number, dealt_path, dealt_wrong);
        bad += status != 422 && status != 429;
        late += status == 429;
    }
    int status = post_as(run, number, dealt_path, dealt);
    return bad || (status != 200 && status != 429) ? CLIENT_BAD : late ? CLIENT_WON : CLIENT_GOOD;
}

static void send_all_results(AttackRun *run) { send_clients(run, send_results); }
static bool results_hold(AttackRun *run) { return is_limited(run, dealt_path, dealt, 200); }

const Attack server_attacks[] = {
    {.name = "replays fetched by six clients", .prepare = play_match, .burst = fetch_replays, .holds = replays_hold},
    {.name = "guesses at links for another device", .prepare = prepare_link, .burst = guess, .holds = guesses_hold},
    {.name = "matches from browsers, good and wrong, brought again and again",
     .prepare = prepare_bringing,
     .burst = bring,
     .holds = bringing_holds},
    {.name = "results of the deal of the day sent again and again",
     .prepare = prepare_results,
     .burst = send_all_results,
     .holds = results_hold},
    {.name = "request headers byte by byte", .burst = trickle_headers, .holds = trickle_holds},
    {.name = "messages, pings and junk without end", .burst = flood, .holds = flood_holds},
    {.name = "connections opened and closed", .burst = churn_connections, .holds = churn_holds},
    {0},
};
