/* Counts by address what one machine may do only so often, in a table of fixed size; idle entries are overwritten. */
#include "server/addresses.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "room/credit.h"

enum { SLOTS = 1 << 15, PROBES_MAX = 64, ADDRESS_WORDS_MAX = 64 };
_Static_assert((int)SLOTS > (int)ADDRESSES_MAX, "there is room for all");

/* What an address has a credit of. */
enum { USE_CONNECTING, USE_GUEST, USE_LINK, USE_BROUGHT, USE_RESULT, USES };
static const struct {
    int burst, each_ms;
} limits[USES] = {
    [USE_CONNECTING] = {CONNECTS_BURST, CONNECT_MS},
    [USE_GUEST] = {GUESTS_BURST, GUEST_MS},
    [USE_LINK] = {LINKS_BURST, LINK_MS},
    [USE_BROUGHT] = {BROUGHT_BURST, BROUGHT_MS},
    [USE_RESULT] = {RESULTS_BURST, RESULT_MS},
};

typedef struct Slot {
    AddressKey key; /* 0: never used */
    int connections;
    Credit uses[USES];
} Slot;

struct Addresses {
    pthread_mutex_t mutex;
    unsigned char secret[crypto_shorthash_KEYBYTES];
    Credit links; /* of all */
    Slot slots[SLOTS];
};

Addresses *addresses_open(void) {
    Addresses *addresses = sodium_init() < 0 ? NULL : calloc(1, sizeof *addresses);
    if (!addresses) return NULL;
    pthread_mutex_init(&addresses->mutex, NULL);
    randombytes_buf(addresses->secret, sizeof addresses->secret);
    return addresses;
}

void addresses_share(Addresses *addresses, const unsigned char secret[ADDRESS_SECRET_BYTES]) {
    _Static_assert(ADDRESS_SECRET_BYTES == sizeof addresses->secret, "the secret is the hash's key");
    memcpy(addresses->secret, secret, sizeof addresses->secret);
}

void addresses_free(Addresses *addresses) {
    if (!addresses) return;
    pthread_mutex_destroy(&addresses->mutex);
    free(addresses);
}

static AddressKey key_of(const Addresses *addresses, const void *bytes, size_t length) {
    AddressKey key;
    _Static_assert(sizeof key == crypto_shorthash_BYTES, "the hash is the key");
    crypto_shorthash((unsigned char *)&key, bytes, length, addresses->secret);
    return key | 1;
}

AddressKey address_key(const Addresses *addresses, const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const void *)address;
        return key_of(addresses, &four->sin_addr, sizeof four->sin_addr);
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *)address;
        if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) return key_of(addresses, six->sin6_addr.s6_addr + 12, 4);
        return key_of(addresses, six->sin6_addr.s6_addr, 8);
    }
    return key_of(addresses, "", 0);
}

AddressKey address_key_of_words(const Addresses *addresses, Span words) {
    char text[ADDRESS_WORDS_MAX];
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (!span_copy(words, text, sizeof text)) return 0;
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return address_key(addresses, (const void *)&four);
    if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1) return address_key(addresses, (const void *)&six);
    return 0;
}

/* Has it nothing that must be remembered? */
static bool is_idle(const Slot *slot, Milliseconds now) {
    for (int use = 0; use < USES; use++)
        if (!credit_is_full(&slot->uses[use], now, limits[use].burst, limits[use].each_ms)) return false;
    return slot->connections == 0;
}

/* The slot of an address, made if there is none; NULL if all places it may have are taken. */
static Slot *slot_of(Addresses *addresses, AddressKey key, Milliseconds now) {
    Slot *idle = NULL;
    for (unsigned i = 0; i < PROBES_MAX; i++) {
        Slot *slot = &addresses->slots[(key / 2 + i) % SLOTS];
        if (slot->key == key) return slot;
        if (!idle && slot->key && is_idle(slot, now)) idle = slot;
        if (slot->key) continue;
        if (!idle) idle = slot;
        break;
    }
    if (idle) *idle = (Slot){.key = key};
    return idle;
}

static bool take(Slot *slot, int use, Milliseconds now) {
    return slot && credit_take(&slot->uses[use], now, limits[use].burst, limits[use].each_ms);
}

bool addresses_connect(Addresses *addresses, AddressKey key, Milliseconds now) {
    pthread_mutex_lock(&addresses->mutex);
    Slot *slot = slot_of(addresses, key, now);
    bool good = slot && slot->connections < CONNECTIONS_PER_ADDRESS_MAX && take(slot, USE_CONNECTING, now);
    if (good) slot->connections++;
    pthread_mutex_unlock(&addresses->mutex);
    return good;
}

void addresses_disconnect(Addresses *addresses, AddressKey key) {
    pthread_mutex_lock(&addresses->mutex);
    Slot *slot = slot_of(addresses, key, 0);
    assert(slot && slot->connections > 0); /* a slot with connections is never given away */
    slot->connections--;
    pthread_mutex_unlock(&addresses->mutex);
}

/* `together`: the credit of all addresses, NULL without one. */
static bool spend(Addresses *addresses, AddressKey key, int use, Credit *together, Milliseconds now) {
    pthread_mutex_lock(&addresses->mutex);
    bool good = take(slot_of(addresses, key, now), use, now) &&
                (!together || credit_take(together, now, ALL_LINKS_BURST, ALL_LINKS_MS));
    pthread_mutex_unlock(&addresses->mutex);
    return good;
}

bool addresses_guest(Addresses *addresses, AddressKey key, Milliseconds now) {
    return spend(addresses, key, USE_GUEST, NULL, now);
}

bool addresses_link(Addresses *addresses, AddressKey key, Milliseconds now) {
    return spend(addresses, key, USE_LINK, &addresses->links, now);
}

bool addresses_brought(Addresses *addresses, AddressKey key, Milliseconds now) {
    return spend(addresses, key, USE_BROUGHT, NULL, now);
}

bool addresses_result(Addresses *addresses, AddressKey key, Milliseconds now) {
    return spend(addresses, key, USE_RESULT, NULL, now);
}
