/* Attacks on the room: tables, logs, lists and bots, by guests with ordinary messages. */
#include "tests/attacks/attack.h"

/* Asks for the list of tables on and off, as often as a connection may. */
static bool prepare_lobby(AttackRun *run) {
    for (int i = 0; i < 8; i++)
        if (!attacker_arrive(run, i)) return false;
    return true;
}

static void toggle_lobby(AttackRun *run) {
    for (int round = 0; round < 10; round++)
        for (int i = 0; i < 8; i++) {
            guest_say(&run->attackers[i], "{\"do\":\"lobby\",\"on\":%s}", round % 2 ? "false" : "true");
            guest_listen(&run->attackers[i], 5);
            json_array_clear(run->attackers[i].inbox);
        }
}

static bool lobby_holds(AttackRun *run) {
    for (int i = 0; i < 8; i++)
        if (run->attackers[i].over) return report_fail(&run->report, "a connection within its rate was cut");
    return true;
}

const Attack room_attacks[] = {
    {.name = "the list of tables on and off", .prepare = prepare_lobby, .burst = toggle_lobby, .holds = lobby_holds},
    {0},
};
