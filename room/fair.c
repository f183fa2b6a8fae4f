/* Draws secrets and computes commitments and keys with BLAKE2b. */
#include "room/fair.h"

#include <sodium.h>

void hex_write(const uint8_t *bytes, size_t count, char *hex) { sodium_bin2hex(hex, 2 * count + 1, bytes, count); }

static int digit(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

bool hex_read(Span hex, uint8_t *bytes, size_t count) {
    if (hex.length != 2 * count) return false;
    for (size_t i = 0; i < hex.length; i++)
        if (digit(hex.at[i]) < 0) return false;
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(digit(hex.at[2 * i]) << 4 | digit(hex.at[2 * i + 1]));
    return true;
}

void fair_commitment(const uint8_t secret[ROOM_SECRET_BYTES], char hex[COMMITMENT_HEX]) {
    uint8_t hash[ROOM_SECRET_BYTES];
    crypto_generichash(hash, sizeof hash, secret, ROOM_SECRET_BYTES, NULL, 0);
    hex_write(hash, sizeof hash, hex);
}

ChanceKey fair_key(const uint8_t secret[ROOM_SECRET_BYTES], const uint8_t *const *salts, int count) {
    ChanceKey key;
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, sizeof key.bytes);
    crypto_generichash_update(&hash, secret, ROOM_SECRET_BYTES);
    for (int i = 0; i < count; i++)
        if (salts[i]) crypto_generichash_update(&hash, salts[i], SALT_BYTES);
    crypto_generichash_final(&hash, key.bytes, sizeof key.bytes);
    return key;
}

ChanceKey fair_dice(const ChanceKey *key, uint32_t turn, int seat) {
    /* Keyed, so that whoever sees the dice learns nothing of the key. */
    uint8_t what[8] = {
        'd', 'i', 'c', (uint8_t)seat, (uint8_t)turn, (uint8_t)(turn >> 8), (uint8_t)(turn >> 16), (uint8_t)(turn >> 24)};
    ChanceKey dice;
    crypto_generichash(dice.bytes, sizeof dice.bytes, what, sizeof what, key->bytes, sizeof key->bytes);
    return dice;
}
