/* Where shuffles, lots and picks come from.
 *
 * A chance event has a number n, counted by the game state, and one outcome. There are three sources:
 *   table     ChaCha20 under the table's 256-bit key with nonce n, so that event n depends on key and n alone;
 *   fast      a small generator for search, tests and benchmarks: n does not matter;
 *   recorded  outcomes given back as they were written down, for replay without the key.
 * All are unbiased: numbers below a bound are drawn with rejection.
 * Sources: RFC 8439 (ChaCha20); Lemire, "Fast random integer generation in an interval" (2019);
 * Blackman and Vigna's xoshiro256++ (public domain). */
#ifndef ARALDO_CORE_CHANCE_H
#define ARALDO_CORE_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

enum { CHANCE_KEY_BYTES = 32, CHANCE_KEY_HEX = 64, CHANCE_CARDS_MAX = 128 };

typedef enum { CHANCE_FAST, CHANCE_TABLE, CHANCE_RECORDED } ChanceSource;

/* The streams drawn from one key: a table's events, the games of a series, a bot's own dice. */
typedef enum { STREAM_EVENT = 0, STREAM_GAME = 1, STREAM_BOT = 2 } ChanceStream;

/* One outcome as a record gives it: the order after a shuffle, or the number drawn. */
typedef struct ChanceOutcome {
    bool is_shuffle;
    int count;                       /* a shuffle's cards; else the bound of the draw */
    uint32_t value;                  /* the number drawn */
    uint8_t cards[CHANCE_CARDS_MAX]; /* the order, first card first */
} ChanceOutcome;

/* Gives the recorded outcome of event n, or NULL if the record has none. */
typedef const ChanceOutcome *(*ChanceRecall)(void *context, uint32_t n);

typedef struct Chance {
    ChanceSource source;
    uint64_t fast[4];
    uint32_t key[8];
    uint32_t block[16]; /* table: the words of the current block, */
    int used;           /* how many of them are used up, */
    uint32_t counter;   /* and which block comes next */
    uint64_t nonce;
    ChanceStream stream;
    ChanceRecall recall;
    void *context;
    bool failed; /* recorded: an outcome was missing or impossible; later draws are meaningless */
} Chance;

typedef struct ChanceKey {
    uint8_t bytes[CHANCE_KEY_BYTES];
} ChanceKey;

Chance chance_fast(uint64_t seed);
Chance chance_table(const ChanceKey *key);
/* Like a table's source, for another stream and nonce: one continuous run of numbers, regardless of events. */
Chance chance_stream(const ChanceKey *key, ChanceStream stream, uint64_t nonce);
Chance chance_recorded(ChanceRecall recall, void *context);

/* The next 64 random bits; not for recorded sources. */
static inline uint64_t chance_bits(Chance *chance);
/* A number from 0 to bound-1 outside of any event (a bot's choice among equals); not for recorded sources. */
static inline uint32_t chance_below(Chance *chance, uint32_t bound);

/* Event n: puts the cards in random order. */
void chance_shuffle(Chance *chance, uint32_t n, uint8_t *cards, int count);
/* Event n: a number from 0 to bound-1. */
uint32_t chance_draw(Chance *chance, uint32_t n, uint32_t bound);

/* A seed as people write it: 64 hex digits are the key itself; a decimal number of at most 18 digits fills the key's first
 * eight bytes, little-endian. */
bool chance_key_parse(ChanceKey *key, Span text, Error *error);
void chance_key_print(const ChanceKey *key, Text *text);
/* As a person would type it: the number the key was made from, or else 64 hex digits. */
void chance_seed_print(const ChanceKey *key, Text *text);
/* The key of the index-th game of a series played from one seed. */
ChanceKey chance_key_of_game(const ChanceKey *series, uint64_t index);

/* ---- drawn millions of times a second by search, so inline */

uint64_t chance_table_bits(Chance *chance);

/* xoshiro256++ */
static inline uint64_t chance_fast_bits(uint64_t s[4]) {
    uint64_t sum = s[0] + s[3], t = s[1] << 17;
    uint64_t result = (sum << 23 | sum >> 41) + s[0];
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

static inline uint64_t chance_bits(Chance *chance) {
    return chance->source == CHANCE_FAST ? chance_fast_bits(chance->fast) : chance_table_bits(chance);
}

static inline uint32_t chance_below(Chance *chance, uint32_t bound) {
    uint64_t product;
    do {
        product = (chance_bits(chance) >> 32) * bound;
        /* The first (2^32 mod bound) values of the low half would favour small numbers. */
    } while ((uint32_t)product < bound && (uint32_t)product < -bound % bound);
    return (uint32_t)(product >> 32);
}

/* Draws a number below `bound` from a random word, as the high half of their product; the low half stays for the next draw.
 * WebAssembly has no 128-bit product: there it would be a library call. */
static inline uint32_t chance_split(uint64_t *word, uint32_t bound) {
#ifdef __wasm__
    uint64_t low = (*word & UINT32_MAX) * bound, high = (*word >> 32) * bound + (low >> 32);
    *word *= bound;
    return (uint32_t)(high >> 32);
#else
    unsigned __int128 product = (unsigned __int128)*word * bound;
    *word = (uint64_t)product;
    return (uint32_t)(product >> 64);
#endif
}

/* The ChaCha20 block function of RFC 8439: key, counter and the three nonce words give sixteen words. */
void chacha20_block(const uint32_t key[8], uint32_t counter, const uint32_t nonce[3], uint32_t block[16]);

#endif
