/* A person's devices: the browsers that have one of their cookies, as the page lists them. */
#ifndef ARALDO_SERVER_DEVICES_H
#define ARALDO_SERVER_DEVICES_H

#include "store/store.h"

enum {
    DEVICE_ID_MAX = 17, /* 16 hex digits of the cookie's hash, and the zero byte */
    DEVICES_JSON_MAX = SESSIONS_MAX * 192 + 32,
};

/* The names of browser and system in a User-Agent header (NULL: none): "Firefox, Android"; empty if neither is known. */
void device_name(const char *user_agent, char name[DEVICE_NAME_MAX]);
/* {"devices":[…]}, each with `id`, `name`, `created`, `seen`, and `here` for the one with the token. */
void devices_write(const StoredSession *sessions, int count, const TokenHash *here, Text *text);
/* The index of the session with this id; -1 if there is none. */
int devices_find(const StoredSession *sessions, int count, const char *id);

#endif
