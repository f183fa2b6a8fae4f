/* Attacks on the room: tables, logs, lists and bots, by guests with ordinary messages. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "room/limits.h"
#include "tests/attacks/attack.h"

/* Asks for the list of tables on and off, as often as a connection may. */
static int togglers(void) { return soak() ? 60 : 8; }

/* Each of them also makes public tables, so that the list is long. */
static bool prepare_lobby(AttackRun *run) {
    for (int i = 0; i < togglers(); i++) {
        if (!attacker_arrive(run, i)) return false;
        for (int k = 0; k < 3; k++) {
            guest_say(&run->attackers[i],
                      "{\"do\":\"create\",\"key\":\"c%d\",\"game\":\"primiera\",\"variant\":\"classic\",\"people\":4,"
                      "\"options\":{},\"seats\":[\"me\",\"open\",\"open\",\"open\"],\"clock\":0,\"public\":true,"
                      "\"chat\":false}",
                      k);
            json_t *done = guest_expect(&run->attackers[i], "done");
            json_decref(done);
            if (!done) return report_fail(&run->report, "no table");
        }
    }
    return true;
}

static void toggle_lobby(AttackRun *run) {
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < togglers(); i++) {
            guest_say(&run->attackers[i], "{\"do\":\"lobby\",\"on\":%s}", round % 2 ? "false" : "true");
            guest_listen(&run->attackers[i], 0);
            json_array_clear(run->attackers[i].inbox);
        }
        poll(NULL, 0, 55); /* just below the limit of messages */
    }
}

static bool lobby_holds(AttackRun *run) {
    for (int i = 0; i < togglers(); i++)
        if (run->attackers[i].over) return report_fail(&run->report, "a connection within its rate was cut");
    return true;
}

/* ---- matches */

#define WITH_A_BOT "\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,\"options\":{},\"seats\":[\"me\",\"bot:easy\"]"

/* A match with a bot is made and begun: its table, "" if it was refused. */
static const char *make_match(Guest *guest, long number) {
    static char table[32];
    char key[32];
    snprintf(key, sizeof key, "m%ld", number);
    table[0] = 0;
    const char *code = attacker_ask(
        guest, key, "{\"do\":\"create\",\"key\":\"%s\"," WITH_A_BOT ",\"clock\":0,\"public\":false,\"chat\":false}", key);
    if (*code) return table;
    json_t *told = guest_expect(guest, "table");
    snprintf(table, sizeof table, "%s", json_words(told, "table"));
    json_decref(told);
    snprintf(key, sizeof key, "r%ld", number);
    attacker_ask(guest, key, "{\"do\":\"ready\",\"key\":\"%s\",\"table\":\"%s\",\"on\":true,\"salt\":\"%032d\"}", key, table,
                 0);
    return table;
}

/* ---- a log that is made to grow: leaving and coming back, and entering again and again */

enum { LEAVERS = 8, LEAVE_TURNS = 30 };

static bool prepare_leaving(AttackRun *run) {
    for (int i = 0; i < LEAVERS; i++) {
        if (!attacker_arrive(run, i)) return false;
        const char *table = make_match(&run->attackers[i], 0);
        if (!*table) return report_fail(&run->report, "no table for the attack");
        snprintf(run->tables[i], sizeof run->tables[i], "%s", table);
    }
    return true;
}

static void leave_and_enter(AttackRun *run) {
    for (int turn = 0; turn < LEAVE_TURNS; turn++)
        for (int i = 0; i < LEAVERS; i++) {
            Guest *guest = &run->attackers[i];
            long number = ++run->counts[0];
            guest_say(guest, "{\"do\":\"%s\",\"key\":\"k%ld\",\"table\":\"%s\"}", turn % 2 ? "back" : "leave", number,
                      run->tables[i]);
            guest_say(guest, "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", run->tables[i]);
            guest_listen(guest, 10);
            json_array_clear(guest->inbox);
        }
}

static bool log_is_short(AttackRun *run) {
    double moves = served_figure(&run->served, "araldo_moves_total"),
           writes = served_figure(&run->served, "araldo_writes_total");
    if (writes - moves > 60.0 * LEAVERS + 200) return report_fail(&run->report, "%.0f writes", writes);
    return true;
}

/* ---- as many messages as an address may send: to enter, and to come and go where many watch */

static int callers(void) { return soak() ? 60 : 8; }

/* All from one address, below its limit of connections. */
static bool arrive_together(AttackRun *run) {
    for (int i = 0; i < callers(); i++) {
        run->peers[i].source = run->sources[0];
        if (!attacker_arrive(run, i)) return false;
    }
    return true;
}

static void pause_after(AttackRun *run) {
    for (int i = 0; i < callers(); i++) {
        guest_listen(&run->attackers[i], 0);
        json_array_clear(run->attackers[i].inbox);
    }
    poll(NULL, 0, 52); /* just below the limit of messages */
}

/* A match of one of them with a bot, with a log as long as one person can quickly make it. */
static bool prepare_entering(AttackRun *run) {
    if (!arrive_together(run)) return false;
    Guest *guest = &run->attackers[0];
    const char *table = make_match(guest, 0);
    if (!*table) return report_fail(&run->report, "no table for the attack");
    snprintf(run->table, sizeof run->table, "%s", table);
    for (int i = 0; i < 36; i++) {
        char key[16];
        snprintf(key, sizeof key, "l%d", i);
        attacker_ask(guest, key, "{\"do\":\"%s\",\"key\":\"%s\",\"table\":\"%s\"}", i % 2 ? "back" : "leave", key, run->table);
        poll(NULL, 0, 52);
    }
    return true;
}

static void enter_on(AttackRun *run) {
    for (int i = 0; i < callers(); i++)
        guest_say(&run->attackers[i], "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}", run->table);
    pause_after(run);
}

/* Each has a table at which all the others watch. */
static bool prepare_going(AttackRun *run) {
    if (!arrive_together(run)) return false;
    for (int i = 0; i < callers(); i++) {
        const char *code =
            attacker_ask(&run->attackers[i], "t",
                         "{\"do\":\"create\",\"key\":\"t\",\"game\":\"primiera\",\"variant\":\"two\",\"people\":2,"
                         "\"options\":{},\"seats\":[\"me\",\"open\"],\"clock\":0,\"public\":false,\"chat\":false}");
        if (*code) return report_fail(&run->report, "no table: %s", code);
        json_t *told = guest_expect(&run->attackers[i], "table");
        snprintf(run->tables[i], sizeof run->tables[i], "%s", json_words(told, "table"));
        json_decref(told);
    }
    /* As many as one connection may enter, and its own. */
    for (int k = 1; k < callers() && k < TABLES_ENTERED_MAX - 1; k++) {
        for (int i = 0; i < callers(); i++)
            guest_say(&run->attackers[i], "{\"do\":\"enter\",\"table\":\"%s\",\"since\":null}",
                      run->tables[(i + k) % callers()]);
        pause_after(run);
    }
    return true;
}

static void come_and_go(AttackRun *run) {
    for (int step = 0; step < 2; step++) {
        for (int i = 0; i < callers(); i++)
            guest_say(&run->attackers[i], "{\"do\":\"%s\",\"table\":\"%s\"%s}", step ? "enter" : "exit", run->tables[i],
                      step ? ",\"since\":null" : "");
        pause_after(run);
    }
}

static bool nobody_is_cut(AttackRun *run) {
    for (int i = 0; i < callers(); i++)
        if (run->attackers[i].over) return report_fail(&run->report, "a connection within its rate was cut");
    return true;
}

/* ---- matches that are started and left */

enum { STARTERS = 4, STARTED = 40 };

static void start_and_leave(AttackRun *run) {
    for (int i = 0; i < STARTERS; i++) {
        if (run->attackers[i].inbox) guest_release(&run->attackers[i]);
        run->peers[i].source = run->sources[i % 2]; /* two addresses */
        if (!attacker_arrive(run, i)) return;
        for (int k = 0; k < STARTED / STARTERS; k++) run->counts[0] += *make_match(&run->attackers[i], k) != 0;
        guest_disconnect(&run->attackers[i]);
    }
}

/* Somebody who comes after it finds a place. */
static bool there_is_room(AttackRun *run) {
    if (run->counts[0] == 0) return report_fail(&run->report, "nothing was made");
    if (!attacker_arrive(run, STARTERS)) return false;
    return *make_match(&run->attackers[STARTERS], 0) || report_fail(&run->report, "there is no room left");
}

/* ---- tables full of strong bots, watched by guests of one address */

enum { BOT_KEEPERS = 4, BOT_TABLES = 8 };

#define STRONG_BOTS \
    "\"game\":\"primiera\",\"variant\":\"classic\",\"people\":4,\"options\":{},\"seats\":[\"bot:strong\",\"bot:strong\"," \
    "\"bot:strong\",\"bot:strong\"]"

static bool prepare_bots(AttackRun *run) {
    for (int i = 0; i < BOT_KEEPERS; i++) {
        Guest *guest = &run->attackers[i];
        run->peers[i].source = run->sources[0];
        if (!attacker_arrive(run, i)) return false;
        for (int k = 0; k < BOT_TABLES; k++) {
            char key[16];
            snprintf(key, sizeof key, "b%d", k);
            attacker_ask(guest, key,
                         "{\"do\":\"create\",\"key\":\"%s\"," STRONG_BOTS ",\"clock\":0,\"public\":false,\"chat\":false}", key);
            json_t *told = guest_expect(guest, "table");
            snprintf(run->tables[i * BOT_TABLES + k], sizeof *run->tables, "%s", json_words(told, "table"));
            guest_say(guest, "{\"do\":\"ready\",\"key\":\"g%d\",\"table\":\"%s\",\"on\":true,\"salt\":\"%032d\"}", k,
                      json_words(told, "table"), k);
            json_decref(told);
        }
    }
    return true;
}

static void each_bot_table(AttackRun *run, const char *what) {
    for (int i = 0; i < BOT_KEEPERS; i++)
        for (int k = 0; k < BOT_TABLES; k++)
            guest_say(&run->attackers[i], "{\"do\":\"%s\",\"table\":\"%s\"%s}", what, run->tables[i * BOT_TABLES + k],
                      *what == 'e' && what[1] == 'n' ? ",\"since\":null" : "");
}

/* Where nobody watches, bots pause. */
static void leave_bots(AttackRun *run) {
    each_bot_table(run, "exit");
    run->counts[0] = 1;
}

static void watch_bots(AttackRun *run) {
    if (run->counts[0]) each_bot_table(run, "enter");
    run->counts[0] = 0;
    for (int i = 0; i < BOT_KEEPERS; i++) {
        guest_listen(&run->attackers[i], 20);
        json_array_clear(run->attackers[i].inbox);
    }
}

/* Somebody else's bot is not kept waiting: the thirty-two tables have one share of the bots' time together. */
static bool a_bot_answers(AttackRun *run) {
    Guest *guest = &run->attackers[BOT_KEEPERS];
    if (!attacker_arrive(run, BOT_KEEPERS)) return false;
    if (!*make_match(guest, 0)) return report_fail(&run->report, "no table");
    for (int i = 0; i < ANSWER_MS / 50; i++) {
        watch_bots(run);
        guest_listen(guest, 50);
        for (size_t k = 0; k < json_array_size(guest->inbox); k++)
            if (json_array_size(json_object_get(json_array_get(guest->inbox, k), "legal")) > 0) return true;
    }
    return report_fail(&run->report, "no bot answers");
}

/* ---- a person's matches, asked for again and again from several connections, each from an address of its own */

enum { SEARCHERS = CONNECTIONS_PER_PERSON_MAX };

static bool prepare_searching(AttackRun *run) {
    if (!attacker_arrive(run, 0)) return false;
    for (int i = 0; i < PLAYED_MAX; i++) {
        char key[16];
        Guest *guest = &run->attackers[0];
        snprintf(key, sizeof key, "m%d", i);
        attacker_ask(guest, key,
                     "{\"do\":\"create\",\"key\":\"%s\"," WITH_A_BOT ",\"clock\":0,\"public\":false,\"chat\":false}", key);
        json_t *told = guest_expect(guest, "table");
        if (!told) return report_fail(&run->report, "no table for the attack");
        attacker_ask(guest, "x", "{\"do\":\"remove\",\"key\":\"x\",\"table\":\"%s\"}", json_words(told, "table"));
        json_decref(told);
        poll(NULL, 0, 105); /* below the limit of messages */
    }
    for (int i = 1; i < SEARCHERS; i++) {
        Guest *guest = &run->attackers[i];
        *guest = (Guest){.peer = &run->peers[i], .inbox = json_array()};
        memcpy(guest->cookie, run->attackers[0].cookie, sizeof guest->cookie);
        if (!guest_connect(guest)) return report_fail(&run->report, "connection %d is refused", i);
    }
    return true;
}

static void search(AttackRun *run) {
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < SEARCHERS; i++) {
            guest_say(&run->attackers[i], "{\"do\":\"matches\",\"before\":null}");
            guest_listen(&run->attackers[i], 0);
            json_array_clear(run->attackers[i].inbox);
        }
        poll(NULL, 0, 52); /* just below the limit of messages */
    }
}

/* The page asked for last is told whole. */
static bool search_holds(AttackRun *run) {
    Guest *guest = &run->attackers[SEARCHERS - 1];
    for (int i = 0; i < PLAYED_MAX; i++) {
        json_t *match = guest_expect(guest, "match");
        if (!match) return report_fail(&run->report, "match %d of %d is not told", i, PLAYED_MAX);
        json_decref(match);
    }
    for (int i = 0; i < SEARCHERS; i++)
        if (run->attackers[i].over) return report_fail(&run->report, "a connection within its rate was cut");
    return true;
}

static const char *const few_tables[] = {"--max-tables", "40", NULL};

const Attack room_attacks[] = {
    {.name = "leaving and coming back, entering again and again",
     .prepare = prepare_leaving,
     .burst = leave_and_enter,
     .holds = log_is_short},
    {.name = "a match entered from all connections of an address",
     .prepare = prepare_entering,
     .burst = enter_on,
     .holds = nobody_is_cut},
    {.name = "coming and going at tables full of watchers",
     .prepare = prepare_going,
     .burst = come_and_go,
     .holds = nobody_is_cut},
    {.name = "tables full of strong bots",
     .prepare = prepare_bots,
     .burst = watch_bots,
     .rest = leave_bots,
     .holds = a_bot_answers},
    {.name = "a person's matches asked for from all their connections",
     .prepare = prepare_searching,
     .burst = search,
     .holds = search_holds},
    {.name = "matches started and left", .options = few_tables, .burst = start_and_leave, .holds = there_is_room},
    {.name = "the list of tables on and off", .prepare = prepare_lobby, .burst = toggle_lobby, .holds = lobby_holds},
    {0},
};
