/* Limits by address: connections held and guests created lately, so that one machine cannot fill the room.
 *
 * An address is kept as a keyed hash (of an IPv6 address its network, 64 bits). Used by the thread of the pages and by the
 * loop. */
#ifndef ARALDO_SERVER_ADDRESSES_H
#define ARALDO_SERVER_ADDRESSES_H

#include <sys/socket.h>

#include "room/room.h"

enum {
    GUESTS_BURST = 100,   /* new guests an address may make at once, */
    GUEST_MS = 6000,      /* and one more after so long */
    CONNECTS_BURST = 200, /* connections it may open at once, one after another, */
    CONNECT_MS = 100,     /* and one more after so long */
    ADDRESSES_MAX = 2 * CONNECTIONS_MAX,
};

typedef struct Addresses Addresses;
enum { ADDRESS_SECRET_BYTES = 16 };
typedef uint64_t AddressKey;

Addresses *addresses_open(void);
/* Servers that share a room know an address by the same key. Before anybody comes. */
void addresses_share(Addresses *addresses, const unsigned char secret[ADDRESS_SECRET_BYTES]);
void addresses_free(Addresses *addresses);

AddressKey address_key(const Addresses *addresses, const struct sockaddr *address);
/* As a proxy in front tells it, in words; 0 if they are not an address. */
AddressKey address_key_of_words(const Addresses *addresses, Span words);

/* One connection more; false at the limit. */
bool addresses_connect(Addresses *addresses, AddressKey key, Milliseconds now);
void addresses_disconnect(Addresses *addresses, AddressKey key);
/* May it make another guest? */
bool addresses_guest(Addresses *addresses, AddressKey key, Milliseconds now);

#endif
