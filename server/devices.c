/* Names a person's devices after their browsers, and lists them. */
#include "server/devices.h"

#include <sodium.h>
#include <string.h>

#include "core/json.h"

/* Words of a User-Agent header and what they mean. The first that occurs counts: browsers also claim to be those they descend
 * from, which come later. */
typedef struct Sign {
    const char *word, *name;
} Sign;

static const Sign browsers[] = {{"Edg", "Edge"},       {"OPR/", "Opera"},       {"SamsungBrowser", "Samsung Internet"},
                                {"FxiOS", "Firefox"},  {"Firefox/", "Firefox"}, {"CriOS", "Chrome"},
                                {"Chrome/", "Chrome"}, {"Safari/", "Safari"},   {NULL, NULL}};

static const Sign systems[] = {{"iPhone", "iPhone"}, {"iPad", "iPad"},       {"Android", "Android"}, {"Windows", "Windows"},
                               {"CrOS", "ChromeOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"},     {NULL, NULL}};

static const char *find_sign(const Sign *signs, const char *words) {
    while (signs->word && !strstr(words, signs->word)) signs++;
    return signs->name;
}

void device_name(const char *user_agent, char name[DEVICE_NAME_MAX]) {
    const char *browser = user_agent ? find_sign(browsers, user_agent) : NULL;
    const char *system = user_agent ? find_sign(systems, user_agent) : NULL;
    Text text = text_init(name, DEVICE_NAME_MAX);
    if (browser) text_add(&text, browser);
    if (browser && system) text_add(&text, ", ");
    if (system) text_add(&text, system);
}

static void write_id(const TokenHash *token, char id[DEVICE_ID_MAX]) {
    sodium_bin2hex(id, DEVICE_ID_MAX, token->bytes, (DEVICE_ID_MAX - 1) / 2);
}

void devices_write(const StoredSession *sessions, int count, const TokenHash *here, Text *text) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_open_list(&json, "devices");
    for (int i = 0; i < count; i++) {
        char id[DEVICE_ID_MAX];
        write_id(&sessions[i].token, id);
        json_open_object(&json, NULL);
        json_text(&json, "id", id);
        json_text(&json, "name", sessions[i].device);
        json_number(&json, "created", sessions[i].created);
        json_number(&json, "seen", sessions[i].seen);
        json_bool(&json, "here", memcmp(&sessions[i].token, here, sizeof *here) == 0);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

int devices_find(const StoredSession *sessions, int count, const char *id) {
    for (int i = 0; i < count; i++) {
        char own[DEVICE_ID_MAX];
        write_id(&sessions[i].token, own);
        if (strcmp(own, id) == 0) return i;
    }
    return -1;
}
