/* What attackers share: arriving from an address, and asking with a key. */
#include "tests/attacks/attack.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool attacker_arrive(AttackRun *run, int index) {
    Guest *guest = &run->attackers[index];
    if (guest_init(guest, &run->peers[index], "Eve") && guest_connect(guest)) return true;
    return report_fail(&run->report, "attacker %d is refused", index);
}

/* The answer among what was received: done, or an error with that key. */
static bool take_answer(Guest *guest, const char *key, char *code, size_t capacity) {
    for (size_t i = 0; i < json_array_size(guest->inbox); i++) {
        const json_t *message = json_array_get(guest->inbox, i);
        if (strcmp(json_words(message, "key"), key) != 0) continue;
        snprintf(code, capacity, "%s", json_words(message, "code"));
        json_array_remove(guest->inbox, i);
        return true;
    }
    return false;
}

const char *attacker_ask(Guest *guest, const char *key, const char *format, ...) {
    static char code[64];
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    guest_say(guest, "%s", text);
    for (int i = 0; i < ANSWER_MS / 100; i++) {
        if (take_answer(guest, key, code, sizeof code)) return code;
        if (guest->over || !guest_listen(guest, 100)) return "closed";
    }
    return "no answer";
}

int attacker_call(const Peer *peer) {
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)peer->port)};
    inet_pton(AF_INET, peer->source, &from.sin_addr);
    inet_pton(AF_INET, peer->address, &to.sin_addr);
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(line, (struct sockaddr *)&from, sizeof from) == 0 && connect(line, (struct sockaddr *)&to, sizeof to) == 0)
        return line;
    close(line);
    return -1;
}
