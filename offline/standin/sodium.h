/* Stands in for libsodium: BLAKE2b and hex digits, all that the room uses of it. */
#ifndef ARALDO_OFFLINE_STANDIN_SODIUM_H
#define ARALDO_OFFLINE_STANDIN_SODIUM_H

#include <stddef.h>
#include <stdint.h>

typedef struct crypto_generichash_state {
    uint64_t chain[8], length;
    uint8_t block[128];
    size_t filled;
} crypto_generichash_state;

/* As in libsodium; they cannot fail, and return 0. */
int crypto_generichash(unsigned char *hash, size_t hash_length, const unsigned char *bytes, unsigned long long length,
                       const unsigned char *key, size_t key_length);
int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, size_t key_length, size_t hash_length);
int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *bytes, unsigned long long length);
int crypto_generichash_final(crypto_generichash_state *state, unsigned char *hash, size_t hash_length);
char *sodium_bin2hex(char *hex, size_t hex_size, const unsigned char *bytes, size_t count);

#endif
