/* BLAKE2b as in RFC 7693, under libsodium's names: Debian has no libsodium for WebAssembly.
 *
 * The tests check it through records: `araldo verify` computes the same commitments and keys with libsodium. */
#include <sodium.h>

#include <assert.h>
#include <string.h>

enum { BLOCK_BYTES = 128, ROUNDS = 12, SIGMAS = 10 };

static const uint64_t initial[8] = {
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
};

static const uint8_t sigma[SIGMAS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t word, int by) { return word >> by | word << (64 - by); }

static void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

static void compress(crypto_generichash_state *state, int last) {
    uint64_t words[16], v[16];
    memcpy(words, state->block, sizeof words); /* WebAssembly is little-endian, as BLAKE2b is */
    memcpy(v, state->chain, sizeof state->chain);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= state->length;
    if (last) v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = sigma[round % SIGMAS];
        for (int i = 0; i < 4; i++) mix(v, i, 4 + i, 8 + i, 12 + i, words[s[2 * i]], words[s[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, words[s[8 + 2 * i]], words[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++) state->chain[i] ^= v[i] ^ v[i + 8];
    state->filled = 0;
}

int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, size_t key_length, size_t hash_length) {
    assert(hash_length <= 64 && key_length <= 64);
    *state = (crypto_generichash_state){0};
    memcpy(state->chain, initial, sizeof initial);
    state->chain[0] ^= 0x01010000 ^ key_length << 8 ^ hash_length;
    if (!key_length) return 0;
    memcpy(state->block, key, key_length);
    state->filled = BLOCK_BYTES;
    return 0;
}

int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *bytes, unsigned long long length) {
    for (unsigned long long i = 0; i < length; i++) {
        if (state->filled == BLOCK_BYTES) {
            state->length += BLOCK_BYTES;
            compress(state, 0);
        }
        state->block[state->filled++] = bytes[i];
    }
    return 0;
}

int crypto_generichash_final(crypto_generichash_state *state, unsigned char *hash, size_t hash_length) {
    state->length += state->filled;
    memset(state->block + state->filled, 0, BLOCK_BYTES - state->filled);
    compress(state, 1);
    memcpy(hash, state->chain, hash_length);
    return 0;
}

int crypto_generichash(unsigned char *hash, size_t hash_length, const unsigned char *bytes, unsigned long long length,
                       const unsigned char *key, size_t key_length) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, key_length, hash_length);
    crypto_generichash_update(&state, bytes, length);
    return crypto_generichash_final(&state, hash, hash_length);
}

char *sodium_bin2hex(char *hex, size_t hex_size, const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    assert(hex_size > 2 * count);
    (void)hex_size;
    for (size_t i = 0; i < count; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * count] = 0;
    return hex;
}
