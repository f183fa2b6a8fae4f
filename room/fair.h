/* Fair cards: nobody can arrange or foresee them.
 *
 * Before anyone sits down the room draws a secret and publishes its hash, the commitment; each player's client adds a salt; the
 * table's key is the hash of the secret and the salts. When the match is over all of them are published, and anyone can
 * recompute the key.
 * BLAKE2b with 256 bits (RFC 7693), through libsodium. */
#ifndef ARALDO_ROOM_FAIR_H
#define ARALDO_ROOM_FAIR_H

#include "core/chance.h"
#include "room/limits.h"

enum { COMMITMENT_HEX = 2 * ROOM_SECRET_BYTES + 1 };

/* The hash of the secret, as 64 hex digits and a zero byte. */
void fair_commitment(const uint8_t secret[ROOM_SECRET_BYTES], char hex[COMMITMENT_HEX]);
/* The hash of the secret and then of each salt in the order of the seats; a seat without one gives NULL. */
ChanceKey fair_key(const uint8_t secret[ROOM_SECRET_BYTES], const uint8_t *const *salts, int count);
/* The dice of one choice of a bot: says nothing about the cards. */
ChanceKey fair_dice(const ChanceKey *key, uint32_t turn, int seat);

void hex_write(const uint8_t *bytes, size_t count, char *hex);
/* Reads exactly that many bytes from lower-case hex digits; false otherwise. */
bool hex_read(Span hex, uint8_t *bytes, size_t count);

#endif
