/* Limits by address, so that one machine cannot fill the room or keep its threads busy.
 *
 * Counted are connections held, and guests made, links for devices tried, matches brought and results sent lately.
 * An address is kept as a keyed hash (of an IPv6 address its network, 64 bits). Used by the thread of the pages and by the
 * loop. */
#ifndef ARALDO_SERVER_ADDRESSES_H
#define ARALDO_SERVER_ADDRESSES_H

#include <sys/socket.h>

#include "room/room.h"

enum {
    GUESTS_BURST = 100,    /* new guests an address may make at once, */
    GUEST_MS = 6000,       /* and one more after so long */
    CONNECTS_BURST = 200,  /* connections it may open at once, one after another, */
    CONNECT_MS = 100,      /* and one more after so long */
    LINKS_BURST = 30,      /* links for another device it may try at once, */
    LINK_MS = 2000,        /* and one more after so long; */
    ALL_LINKS_BURST = 600, /* the same for all addresses together */
    ALL_LINKS_MS = 20,
    BROUGHT_BURST = 20, /* matches from browsers it may send at once, whether they are taken or not, */
    BROUGHT_MS = 15000, /* and one more after so long */
    RESULTS_BURST = 60, /* results of deals of the day that have to be checked, as many as a browser keeps, */
    RESULT_MS = 15000,  /* and one more after so long */
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
/* An address as text, from a proxy in front; 0 if it is not one. */
AddressKey address_key_of_words(const Addresses *addresses, Span words);

/* Counts one more connection; false at the limit. */
bool addresses_connect(Addresses *addresses, AddressKey key, Milliseconds now);
void addresses_disconnect(Addresses *addresses, AddressKey key);
/* May it make another guest? */
bool addresses_guest(Addresses *addresses, AddressKey key, Milliseconds now);
/* May it try another link for a device? One refused for its address takes nothing from the others. */
bool addresses_link(Addresses *addresses, AddressKey key, Milliseconds now);
/* May it send another match from a browser, or another result, to be played again here? */
bool addresses_brought(Addresses *addresses, AddressKey key, Milliseconds now);
bool addresses_result(Addresses *addresses, AddressKey key, Milliseconds now);

#endif
