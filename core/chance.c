/* ChaCha20 for real tables, xoshiro256++ for search and tests, recorded outcomes for replay; unbiased draws from each. */
#include "core/chance.h"

#include <assert.h>
#include <string.h>

#include "core/message.h"

static uint32_t rotate32(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

#define QUARTER_ROUND(a, b, c, d) \
    do { \
        a += b, d ^= a, d = rotate32(d, 16); \
        c += d, b ^= c, b = rotate32(b, 12); \
        a += b, d ^= a, d = rotate32(d, 8); \
        c += d, b ^= c, b = rotate32(b, 7); \
    } while (0)

void chacha20_block(const uint32_t key[8], uint32_t counter, const uint32_t nonce[3], uint32_t block[16]) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(start + 4, key, 32);
    start[12] = counter;
    memcpy(start + 13, nonce, 12);
    uint32_t x[16];
    memcpy(x, start, sizeof x);
    for (int i = 0; i < 10; i++) {
        QUARTER_ROUND(x[0], x[4], x[8], x[12]);
        QUARTER_ROUND(x[1], x[5], x[9], x[13]);
        QUARTER_ROUND(x[2], x[6], x[10], x[14]);
        QUARTER_ROUND(x[3], x[7], x[11], x[15]);
        QUARTER_ROUND(x[0], x[5], x[10], x[15]);
        QUARTER_ROUND(x[1], x[6], x[11], x[12]);
        QUARTER_ROUND(x[2], x[7], x[8], x[13]);
        QUARTER_ROUND(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) block[i] = x[i] + start[i];
}

/* Sebastiano Vigna's splitmix64, to fill the fast source's state from one number. */
static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

Chance chance_fast(uint64_t seed) {
    Chance chance = {.source = CHANCE_FAST};
    for (int i = 0; i < 4; i++) chance.fast[i] = splitmix(&seed);
    return chance;
}

Chance chance_stream(const ChanceKey *key, ChanceStream stream, uint64_t nonce) {
    Chance chance = {.source = CHANCE_TABLE, .used = 16, .nonce = nonce, .stream = stream};
    for (int i = 0; i < 8; i++) {
        const uint8_t *b = key->bytes + 4 * i;
        chance.key[i] = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    return chance;
}

Chance chance_table(const ChanceKey *key) { return chance_stream(key, STREAM_EVENT, 0); }

Chance chance_recorded(ChanceRecall recall, void *context) {
    return (Chance){.source = CHANCE_RECORDED, .recall = recall, .context = context};
}

static uint32_t table_word(Chance *chance) {
    if (chance->used == 16) {
        uint32_t nonce[3] = {chance->stream, (uint32_t)chance->nonce, (uint32_t)(chance->nonce >> 32)};
        chacha20_block(chance->key, chance->counter++, nonce, chance->block);
        chance->used = 0;
    }
    return chance->block[chance->used++];
}

uint64_t chance_table_bits(Chance *chance) {
    assert(chance->source == CHANCE_TABLE);
    uint64_t low = table_word(chance);
    return low | (uint64_t)table_word(chance) << 32;
}

/* Brings a table's source to the beginning of event n; other streams run on. */
static void event_begin(Chance *chance, uint32_t n) {
    if (chance->source != CHANCE_TABLE || chance->stream != STREAM_EVENT) return;
    chance->nonce = n;
    chance->counter = 0;
    chance->used = 16;
}

/* A recorded order is taken over if it holds the very cards that are shuffled. */
static void shuffle_recorded(Chance *chance, uint32_t n, uint8_t *cards, int count) {
    const ChanceOutcome *outcome = chance->recall(chance->context, n);
    int balance[256] = {0};
    if (!outcome || !outcome->is_shuffle || outcome->count != count) {
        chance->failed = true;
        return;
    }
    for (int i = 0; i < count; i++) balance[cards[i]]++, balance[outcome->cards[i]]--;
    for (int i = 0; i < 256; i++)
        if (balance[i]) {
            chance->failed = true;
            return;
        }
    memcpy(cards, outcome->cards, (size_t)count);
}

enum { SHUFFLE_BATCH = 8 }; /* eight bounds of at most 128 have a product of at most 2^56 */

static inline void swap(uint8_t *cards, unsigned a, unsigned b) {
    uint8_t card = cards[a];
    cards[a] = cards[b];
    cards[b] = card;
}

static void shuffle_again_if_biased(uint64_t s[4], uint8_t *cards, unsigned left, unsigned draws, uint64_t low);

/* Several draws from one random word (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024): each
 * takes the high half of a product and leaves the low half to the next; the product of all bounds decides on rejection. */
static inline void shuffle_batch(uint64_t s[4], uint8_t *cards, unsigned left, unsigned draws) {
    uint64_t low = chance_fast_bits(s);
#pragma GCC unroll 8
    for (unsigned i = 0; i < draws; i++) swap(cards, chance_split(&low, left - i), left - 1 - i);
    /* No product of bounds is above 2^56. */
    if (__builtin_expect(low >> 56 == 0, 0)) shuffle_again_if_biased(s, cards, left, draws, low);
}

/* One word in two hundred comes here. What a rejected one has swapped does no harm: the next draws afresh from all cards that
 * are left. */
static __attribute__((noinline)) void shuffle_again_if_biased(uint64_t s[4], uint8_t *cards, unsigned left, unsigned draws,
                                                              uint64_t low) {
    uint64_t bounds = 1;
    for (unsigned i = 0; i < draws; i++) bounds *= left - i;
    if (low < -bounds % bounds) shuffle_batch(s, cards, left, draws);
}

static void shuffle_fast(uint64_t s[4], uint8_t *cards, unsigned left) {
    for (; left > SHUFFLE_BATCH; left -= SHUFFLE_BATCH) shuffle_batch(s, cards, left, SHUFFLE_BATCH);
    if (left > 1) shuffle_batch(s, cards, left, left - 1);
}

void chance_shuffle(Chance *chance, uint32_t n, uint8_t *cards, int count) {
    assert(count <= CHANCE_CARDS_MAX);
    if (chance->source == CHANCE_RECORDED) {
        shuffle_recorded(chance, n, cards, count);
        return;
    }
    event_begin(chance, n);
    if (chance->source == CHANCE_FAST) {
        shuffle_fast(chance->fast, cards, (unsigned)count);
        return;
    }
    for (unsigned left = (unsigned)count; left > 1; left--) swap(cards, chance_below(chance, left), left - 1);
}

uint32_t chance_draw(Chance *chance, uint32_t n, uint32_t bound) {
    if (chance->source == CHANCE_RECORDED) {
        const ChanceOutcome *outcome = chance->recall(chance->context, n);
        if (outcome && !outcome->is_shuffle && outcome->count == (int)bound && outcome->value < bound) return outcome->value;
        chance->failed = true;
        return 0;
    }
    event_begin(chance, n);
    return chance_below(chance, bound);
}

static int hex_digit(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
    return -1;
}

bool chance_key_parse(ChanceKey *key, Span text, Error *error) {
    ChanceKey read = {{0}};
    int64_t number;
    if (span_number(text, 0, INT64_MAX, &number)) {
        for (int i = 0; i < 8; i++) read.bytes[i] = (uint8_t)((uint64_t)number >> (8 * i));
    } else {
        if (text.length != CHANCE_KEY_HEX)
            return error_set(error, "%s", N_("a seed is a number of up to 18 digits, or exactly 64 hex digits"));
        for (int i = 0; i < CHANCE_KEY_HEX; i++) {
            int digit = hex_digit(text.at[i]);
            if (digit < 0) return error_set(error, "%s", N_("a seed is a number of up to 18 digits, or exactly 64 hex digits"));
            read.bytes[i / 2] = (uint8_t)(read.bytes[i / 2] << 4 | digit);
        }
    }
    *key = read;
    return true;
}

void chance_key_print(const ChanceKey *key, Text *text) {
    for (int i = 0; i < CHANCE_KEY_BYTES; i++) text_format(text, "%02x", key->bytes[i]);
}

void chance_seed_print(const ChanceKey *key, Text *text) {
    const int64_t bound = 1000000000000000000; /* numbers have at most 18 digits */
    int64_t number = 0;
    int length = CHANCE_KEY_BYTES;
    while (length > 0 && key->bytes[length - 1] == 0) length--;
    for (int i = length - 1; i >= 0 && length <= 8; i--) number = (int64_t)((uint64_t)number << 8 | key->bytes[i]);
    if (length <= 8 && number >= 0 && number < bound) text_number(text, number);
    else chance_key_print(key, text);
}

ChanceKey chance_key_of_game(const ChanceKey *series, uint64_t index) {
    Chance chance = chance_stream(series, STREAM_GAME, index);
    ChanceKey key;
    for (int i = 0; i < CHANCE_KEY_BYTES; i += 8) {
        uint64_t bits = chance_bits(&chance);
        for (int j = 0; j < 8; j++) key.bytes[i + j] = (uint8_t)(bits >> (8 * j));
    }
    return key;
}
