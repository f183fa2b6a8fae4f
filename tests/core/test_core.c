/* Tests the core: chance, texts and spans, events, options, the checked way to play; and the tests' own statistics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/games.h"
#include "tests/support/allocations.h"
#include "tests/support/statistics.h"
#include "tests/support/tap.h"
#include "tests/support/told.h"
#include "tests/support/toy.h"

static const double p_least = 0.001;

static ChanceKey key_of(const char *words) {
    ChanceKey key;
    Error error = {""};
    if (!chance_key_parse(&key, span_of(words), &error)) fail_msg("%s: %s", words, error.text);
    return key;
}

/* ---- statistics */

static void test_statistics(void **state) {
    (void)state;
    static const struct {
        double statistic, degrees, tail;
    } known[] = {{3.841459, 1, 0.05},     {10.827566, 1, 0.001},     {5.991465, 2, 0.05}, {18.307038, 10, 0.05},
                 {124.342113, 100, 0.05}, {1074.679449, 1000, 0.05}, {0, 5, 1},           {77.929465, 100, 0.95}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(fabs(chi_square_tail(known[i].statistic, known[i].degrees) - known[i].tail) < 1e-6);
    unsigned fair[] = {100, 100, 200}, weights[] = {1, 1, 2};
    assert_true(chi_square_of_counts(fair, weights, 3, 400) > 0.999);
    assert_true(chi_square_of_counts(fair, NULL, 3, 400) < 1e-6);
}

static void test_allocations(void **state) {
    (void)state;
    unsigned long before = allocations();
    void *volatile block = malloc(10);
    assert_true(allocations() > before);
    before = allocations();
    free(block);
    assert_true(allocations() == before);
}

/* ---- ChaCha20 */

static void read_words(const char *hex, uint32_t *words, int count) {
    for (int i = 0; i < 4 * count; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        if (i % 4 == 0) words[i / 4] = 0;
        words[i / 4] |= (uint32_t)byte << (8 * (i % 4));
    }
}

#define ZEROS_8 "0000000000000000"
#define ZERO_KEY ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8
#define ZERO_NONCE "000000000000000000000000"

/* RFC 8439, section 2.3.2 and appendix A.1. */
static const struct {
    const char *key, *nonce;
    uint32_t counter;
    const char *block;
} chacha_vectors[] = {
    {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "000000090000004a00000000", 1,
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {ZERO_KEY, ZERO_NONCE, 0,
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {ZERO_KEY, ZERO_NONCE, 1,
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {ZEROS_8 ZEROS_8 ZEROS_8 "0000000000000001", ZERO_NONCE, 1,
     "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
    {"00ff000000000000" ZEROS_8 ZEROS_8 ZEROS_8, ZERO_NONCE, 2,
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
    {ZERO_KEY, "000000000000000000000002", 0,
     "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
};

static void test_chacha20(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof chacha_vectors / sizeof *chacha_vectors; i++) {
        uint32_t key[8], nonce[3], block[16], expected[16];
        read_words(chacha_vectors[i].key, key, 8);
        read_words(chacha_vectors[i].nonce, nonce, 3);
        read_words(chacha_vectors[i].block, expected, 16);
        chacha20_block(key, chacha_vectors[i].counter, nonce, block);
        assert_memory_equal(block, expected, sizeof block);
    }
}

/* A stream is the words of its blocks in order, with stream and number as nonce. */
static void test_stream(void **state) {
    (void)state;
    ChanceKey key = key_of("00112233445566778899aabbccddeeff0123456789abcdef0123456789abcdef");
    uint32_t words[8], blocks[32];
    uint64_t number = 0x1122334455667788;
    read_words("00112233445566778899aabbccddeeff0123456789abcdef0123456789abcdef", words, 8);
    for (int stream = STREAM_EVENT; stream <= STREAM_BOT; stream++) {
        Chance chance = chance_stream(&key, (ChanceStream)stream, number);
        uint32_t nonce[3] = {(uint32_t)stream, 0x55667788, 0x11223344};
        chacha20_block(words, 0, nonce, blocks);
        chacha20_block(words, 1, nonce, blocks + 16);
        for (int i = 0; i < 16; i++) {
            uint64_t expected = blocks[2 * i] | (uint64_t)blocks[2 * i + 1] << 32;
            assert_true(chance_bits(&chance) == expected);
        }
    }
}

/* The fast source is Blackman and Vigna's generator, filled by splitmix64. */
static void test_fast(void **state) {
    (void)state;
    static const uint64_t filled[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u};
    static const uint64_t outputs[] = {41943041u, 58720359u, 3588806011781223u, 3591011842654386u, 9228616714210784205u};
    Chance chance = chance_fast(1234567);
    assert_memory_equal(chance.fast, filled, sizeof filled);
    for (int i = 0; i < 4; i++) chance.fast[i] = (uint64_t)i + 1;
    for (int i = 0; i < 5; i++) assert_true(chance_bits(&chance) == outputs[i]);
}

/* ---- events of chance */

static void fill(uint8_t *cards, int count) {
    for (int i = 0; i < count; i++) cards[i] = (uint8_t)i;
}

/* Event n depends on key and n alone: not on what was drawn before, not on how much. */
static void test_event_alone(void **state) {
    (void)state;
    ChanceKey key = key_of("12345"), other_key = key_of("12346");
    Chance busy = chance_table(&key), other = chance_table(&other_key);
    uint8_t cards[40], first[40], again[40];
    for (uint32_t n = 0; n < 20; n++) {
        Chance fresh = chance_table(&key);
        fill(first, 40);
        fill(again, 40);
        fill(cards, 40);
        chance_shuffle(&fresh, n, first, 40);
        chance_draw(&busy, 100 + n, 7);
        chance_bits(&busy);
        chance_shuffle(&busy, 3 * n, cards, 17);
        chance_shuffle(&busy, n, again, 40);
        assert_memory_equal(first, again, 40);
        fill(cards, 40);
        chance_shuffle(&other, n, cards, 40);
        assert_memory_not_equal(first, cards, 40);
        fill(cards, 40);
        chance_shuffle(&busy, n + 1, cards, 40);
        assert_memory_not_equal(first, cards, 40);
        uint32_t drawn = chance_draw(&busy, n, 1000000);
        assert_true(drawn == chance_draw(&fresh, n, 1000000) && drawn < 1000000);
    }
}

/* Every bound is drawn evenly; one just above a power of two would not be without rejection. */
static void check_even(Chance chance, uint32_t bound, int cells) {
    enum { DRAWS = 60000, CELLS_MAX = 64 };
    unsigned counts[CELLS_MAX] = {0};
    assert_in_range(cells, 2, CELLS_MAX);
    for (uint32_t i = 0; i < DRAWS; i++) {
        uint32_t drawn = i & 1 ? chance_below(&chance, bound) : chance_draw(&chance, i, bound);
        assert_true(drawn < bound);
        counts[(uint64_t)drawn * (uint32_t)cells / bound]++;
    }
    double p = chi_square_of_counts(counts, NULL, cells, DRAWS);
    if (p < p_least) fail_msg("numbers below %u are not even: p = %g", bound, p);
}

static void test_even(void **state) {
    (void)state;
    static const struct {
        uint32_t bound;
        int cells;
    } bounds[] = {{2, 2}, {3, 3}, {7, 7}, {10, 10}, {40, 40}, {60, 60}, {3u << 30, 3}, {0x80000001u, 4}, {0xffffffffu, 16}};
    ChanceKey key = key_of("77");
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        check_even(chance_fast(i), bounds[i].bound, bounds[i].cells);
        check_even(chance_table(&key), bounds[i].bound, bounds[i].cells);
    }
    Chance chance = chance_fast(1);
    assert_int_equal(chance_below(&chance, 1), 0);
}

/* All orders of four cards, and every card in every place of forty. */
static void check_shuffles(Chance chance) {
    enum { SHUFFLES = 24000, CARDS = 40 };
    unsigned orders[24] = {0};
    static unsigned places[CARDS][CARDS];
    memset(places, 0, sizeof places);
    for (uint32_t n = 0; n < SHUFFLES; n++) {
        uint8_t four[4] = {0, 1, 2, 3}, cards[CARDS];
        bool seen[CARDS] = {false};
        chance_shuffle(&chance, n, four, 4);
        int rank = 0;
        for (int i = 0; i < 4; i++) {
            int smaller = 0;
            for (int j = i + 1; j < 4; j++) smaller += four[j] < four[i];
            rank = rank * (4 - i) + smaller;
        }
        orders[rank]++;
        if (n >= SHUFFLES / 4) continue;
        fill(cards, CARDS);
        chance_shuffle(&chance, SHUFFLES + n, cards, CARDS);
        for (int i = 0; i < CARDS; i++) {
            assert_true(cards[i] < CARDS && !seen[cards[i]]);
            seen[cards[i]] = true;
            places[i][cards[i]]++;
        }
    }
    double p = chi_square_of_counts(orders, NULL, 24, SHUFFLES);
    if (p < p_least) fail_msg("the orders of four cards are not even: p = %g", p);
    for (int i = 0; i < CARDS; i++) {
        p = chi_square_of_counts(places[i], NULL, CARDS, SHUFFLES / 4);
        if (p * CARDS < p_least) fail_msg("place %d of forty is not even: p = %g", i, p);
    }
}

static void test_shuffles(void **state) {
    (void)state;
    ChanceKey key = key_of("3");
    check_shuffles(chance_fast(3));
    check_shuffles(chance_table(&key));
}

/* ---- recorded chance */

static void test_recorded(void **state) {
    (void)state;
    Outcomes outcomes = {.first = 5};
    ChanceOutcome *shuffle = outcomes_add(&outcomes);
    *shuffle = (ChanceOutcome){.is_shuffle = true, .count = 4, .cards = {3, 1, 1, 0}};
    *outcomes_add(&outcomes) = (ChanceOutcome){.count = 6, .value = 5};
    *outcomes_add(&outcomes) = (ChanceOutcome){.count = 6, .value = 6};
    Chance chance = outcomes_chance(&outcomes);
    uint8_t cards[4] = {0, 1, 3, 1};
    chance_shuffle(&chance, 5, cards, 4);
    assert_memory_equal(cards, ((uint8_t[]){3, 1, 1, 0}), 4);
    assert_int_equal(chance_draw(&chance, 6, 6), 5);
    assert_false(chance.failed);
    static const struct {
        uint32_t n;
        int count; /* of a shuffle; else a lot */
        uint32_t bound;
        uint8_t cards[4];
    } wrong[] = {
        {4, 4, 0, {0, 1, 3, 1}}, {8, 4, 0, {0, 1, 3, 1}}, /* no such event */
        {6, 4, 0, {0, 1, 3, 1}}, {5, 0, 6, {0}},          /* another kind */
        {5, 3, 0, {0, 1, 3}},    {5, 4, 0, {0, 1, 3, 3}}, /* other cards */
        {6, 0, 5, {0}},          {7, 0, 6, {0}},          /* another bound; a number that cannot be */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        chance = outcomes_chance(&outcomes);
        memcpy(cards, wrong[i].cards, 4);
        if (wrong[i].count) chance_shuffle(&chance, wrong[i].n, cards, wrong[i].count);
        else assert_int_equal(chance_draw(&chance, wrong[i].n, wrong[i].bound), 0);
        assert_true(chance.failed);
        assert_memory_equal(cards, wrong[i].cards, 4);
    }
    outcomes_free(&outcomes);
}

/* ---- keys */

static void test_keys(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "-1",
                                      "x",
                                      "1.5",
                                      " 1",
                                      "1 ",
                                      "0x10",
                                      "12345678901234567890123",
                                      "00112233445566778899aabbccddeeff00112233445566778899aabbccddeef",
                                      "00112233445566778899aabbccddeeff00112233445566778899aabbccddeefg",
                                      "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff0"};
    char printed[CHANCE_KEY_HEX + 1];
    Text text = text_init(printed, sizeof printed);
    ChanceKey key = key_of("66051"), again; /* 0x010203 */
    assert_memory_equal(key.bytes, ((uint8_t[CHANCE_KEY_BYTES]){3, 2, 1}), CHANCE_KEY_BYTES);
    chance_key_print(&key, &text);
    assert_string_equal(printed, "0302010000000000000000000000000000000000000000000000000000000000");
    again = key_of(printed);
    assert_memory_equal(&key, &again, sizeof key);
    key = key_of("00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff");
    text = text_init(printed, sizeof printed);
    chance_key_print(&key, &text);
    assert_string_equal(printed, "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Error error = {""};
        again = key;
        if (chance_key_parse(&again, span_of(bad[i]), &error)) fail_msg("a seed was read from '%s'", bad[i]);
        assert_memory_equal(&key, &again, sizeof key);
        assert_true(error.text[0]);
    }
}

static void test_keys_of_games(void **state) {
    (void)state;
    ChanceKey series = key_of("9"), other = key_of("10"), keys[64];
    for (int i = 0; i < 64; i++) {
        keys[i] = chance_key_of_game(&series, (uint64_t)i);
        ChanceKey again = chance_key_of_game(&series, (uint64_t)i), elsewhere = chance_key_of_game(&other, (uint64_t)i);
        assert_memory_equal(&keys[i], &again, sizeof again);
        assert_memory_not_equal(&keys[i], &elsewhere, sizeof again);
        assert_memory_not_equal(&keys[i], &series, sizeof again);
        for (int j = 0; j < i; j++) assert_memory_not_equal(&keys[i], &keys[j], sizeof again);
    }
}

/* ---- text */

static void test_text(void **state) {
    (void)state;
    char buffer[12];
    Text text = text_init(buffer, sizeof buffer);
    text_add(&text, "one ");
    text_char(&text, '2');
    text_number(&text, -3);
    text_format(&text, "%s", "!");
    assert_string_equal(buffer, "one 2-3!");
    assert_int_equal(text.length, 8);
    assert_false(text.overflow);
    text_add(&text, "four");
    assert_true(text.overflow);
    assert_string_equal(buffer, "one 2-3!fou");
    text_add(&text, "more");
    text_format(&text, "%d", 12345);
    assert_string_equal(buffer, "one 2-3!fou");
    assert_int_equal(text.length, 11);
    text = text_init(buffer, sizeof buffer);
    text_format(&text, "%s", "exactly11ch");
    assert_false(text.overflow);
    text = text_init(buffer, sizeof buffer);
    text_format(&text, "%s", "exactly12chs");
    assert_true(text.overflow);
    assert_string_equal(buffer, "exactly12ch");
    char large[40];
    text = text_init(large, sizeof large);
    text_number(&text, INT64_MIN);
    text_number(&text, INT64_MAX);
    assert_string_equal(large, "-92233720368547758089223372036854775807");
}

static void test_errors(void **state) {
    (void)state;
    Error error = {""};
    assert_false(error_set(&error, "line\n%s\t%c%d", "two\r", 0x7f, 3));
    assert_string_equal(error.text, "line two   3");
    char words[2 * ERROR_TEXT_MAX];
    memset(words, 'x', sizeof words);
    words[sizeof words - 1] = 0;
    assert_false(error_set(&error, "%s", words));
    assert_int_equal(strlen(error.text), ERROR_TEXT_MAX - 1);
    Error *nobody = NULL;
    assert_false(error_set(nobody, "nobody listens"));
}

static void test_spans(void **state) {
    (void)state;
    Span rest = span_of("a,,bc,"), piece, key, value;
    static const char *const pieces[] = {"a", "", "bc", ""};
    for (int i = 0; i < 4; i++) {
        assert_true(span_split(&rest, ',', &piece));
        assert_true(span_is(piece, pieces[i]));
    }
    assert_null(rest.at);
    assert_false(span_split(&rest, ',', &piece));
    rest = span_of("");
    assert_true(span_split(&rest, ',', &piece) && piece.length == 0);
    assert_false(span_split(&rest, ',', &piece));
    assert_true(span_pair(span_of("k=v=w"), &key, &value) && span_is(key, "k") && span_is(value, "v=w"));
    assert_true(span_pair(span_of("="), &key, &value) && key.length == 0 && value.length == 0);
    assert_false(span_pair(span_of("key"), &key, &value));
    assert_true(span_is(key, "key") && value.length == 0);
    assert_false(span_is(span_of("abc"), "ab") || span_is(span_of("ab"), "abc"));
    char buffer[4] = "";
    assert_true(span_copy(span_of("abc"), buffer, sizeof buffer));
    assert_string_equal(buffer, "abc");
    assert_false(span_copy(span_of("abcd"), buffer, sizeof buffer));
    assert_string_equal(buffer, "abc");
}

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        const char *words;
        int64_t minimum, maximum, number;
        bool read;
    } cases[] = {
        {"0", 0, 9, 0, true},     {"9", 0, 9, 9, true},
        {"10", 0, 9, 0, false},   {"-3", -3, 3, -3, true},
        {"-4", -3, 3, 0, false},  {"", 0, 9, 0, false},
        {"-", -9, 9, 0, false},   {"+1", 0, 9, 0, false},
        {"1 ", 0, 9, 0, false},   {"1a", 0, 99, 0, false},
        {"007", 0, 9, 7, true},   {"999999999999999999", 0, INT64_MAX, 999999999999999999, true},
        {"--1", -9, 9, 0, false}, {"99999999999999999999", 0, INT64_MAX, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = 77;
        bool read = span_number(span_of(cases[i].words), cases[i].minimum, cases[i].maximum, &number);
        if (read != cases[i].read || number != (read ? cases[i].number : 77))
            fail_msg("'%s' gives %lld", cases[i].words, (long long)number);
    }
}

/* ---- events */

typedef struct Kept {
    int count;
    Event last;
} Kept;

static void keep(void *context, const Event *event) {
    Kept *kept = context;
    kept->count++;
    kept->last = *event;
}

static void assert_written(const Event *event, int seat, const char *expected) {
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(&toy, event, seat, &text);
    assert_string_equal(line, expected);
}

static void test_event(void **state) {
    (void)state;
    static Kept kept;
    static EventSink sink = {.take = keep, .context = &kept};
    static const uint8_t cards[] = {0, 7};
    static const int numbers[] = {-1, 12};
    kept.count = 0;
    event_begin(&sink, "all");
    event_number(&sink, "seat", 2, SEEN_BY_ALL);
    event_number(&sink, "secret", 5, SEAT_BIT(0) | SEAT_BIT(2));
    event_bool(&sink, "yes", true);
    event_null(&sink, "none");
    event_text(&sink, "words", "a\"b", SEEN_BY_NONE);
    event_card(&sink, "card", 11, SEAT_BIT(1));
    event_cards(&sink, "cards", cards, 2, SEAT_BIT(2));
    event_cards(&sink, "empty", cards, 0, SEAT_BIT(2));
    event_seats(&sink, "seats", SEAT_BIT(0) | SEAT_BIT(3) | SEAT_BIT(ONLOOKER));
    event_numbers(&sink, "numbers", numbers, 2);
    event_open_list(&sink, "list", SEEN_BY_ALL);
    event_open_object(&sink, NULL, SEEN_BY_ALL);
    event_number(&sink, "x", 1, SEEN_BY_ALL);
    event_open_list(&sink, "deep", SEAT_BIT(0));
    event_number(&sink, NULL, 9, SEEN_BY_ALL);
    event_close(&sink);
    event_close(&sink);
    event_number(&sink, NULL, 4, SEEN_BY_ALL);
    event_close(&sink);
    event_end(&sink);
    assert_int_equal(kept.count, 1);
    assert_written(
        &kept.last, VIEWER_WHOLE,
        "{\"event\":\"all\",\"seat\":2,\"secret\":5,\"yes\":true,\"none\":null,\"words\":\"a\\\"b\",\"card\":\"6b\","
        "\"cards\":[\"1a\",\"2b\"],\"empty\":[],\"seats\":[0,3],\"numbers\":[-1,12],\"list\":[{\"x\":1,\"deep\":[9]},4]}");
    assert_written(
        &kept.last, 0,
        "{\"event\":\"all\",\"seat\":2,\"secret\":5,\"yes\":true,\"none\":null,\"words\":\"?\",\"card\":\"?\","
        "\"cards\":[\"?\",\"?\"],\"empty\":[],\"seats\":[0,3],\"numbers\":[-1,12],\"list\":[{\"x\":1,\"deep\":[9]},4]}");
    assert_written(
        &kept.last, 2,
        "{\"event\":\"all\",\"seat\":2,\"secret\":5,\"yes\":true,\"none\":null,\"words\":\"?\",\"card\":\"?\","
        "\"cards\":[\"1a\",\"2b\"],\"empty\":[],\"seats\":[0,3],\"numbers\":[-1,12],\"list\":[{\"x\":1,\"deep\":\"?\"},4]}");
    assert_written(
        &kept.last, ONLOOKER,
        "{\"event\":\"all\",\"seat\":2,\"secret\":\"?\",\"yes\":true,\"none\":null,\"words\":\"?\",\"card\":\"?\","
        "\"cards\":[\"?\",\"?\"],\"empty\":[],\"seats\":[0,3],\"numbers\":[-1,12],\"list\":[{\"x\":1,\"deep\":\"?\"},4]}");
    assert_int_equal(event_field(&kept.last, "numbers")->kind, FIELD_LIST);
    assert_int_equal(event_length(event_field(&kept.last, "list")), 2);
    assert_int_equal(event_element(event_field(&kept.last, "list"), 1)->number, 4);
    assert_null(event_element(event_field(&kept.last, "list"), 2));
    assert_null(event_element(event_field(&kept.last, "empty"), 0));
    assert_int_equal(event_length(event_field(&kept.last, "empty")), 0);
    assert_null(event_field(&kept.last, "x"));
    event_begin(&sink, "bare");
    event_end(&sink);
    assert_written(&kept.last, VIEWER_WHOLE, "{\"event\":\"bare\"}");
}

/* A hidden list is one "?" whatever its length; without a sink nothing is built. */
static void test_event_hidden_length(void **state) {
    (void)state;
    static Kept kept;
    static EventSink sink = {.take = keep, .context = &kept};
    for (int length = 0; length < 3; length++) {
        event_begin(&sink, "e");
        event_open_list(&sink, "l", SEAT_BIT(1));
        for (int i = 0; i < length; i++) event_number(&sink, NULL, i, SEEN_BY_ALL);
        event_close(&sink);
        event_bool(&sink, "after", false);
        event_end(&sink);
        assert_written(&kept.last, 0, "{\"event\":\"e\",\"l\":\"?\",\"after\":false}");
    }
    event_begin(NULL, "nothing");
    event_cards(NULL, "cards", (const uint8_t[]){1}, 1, SEEN_BY_ALL);
    event_open_object(NULL, "o", SEEN_BY_ALL);
    event_close(NULL);
    event_end(NULL);
}

static void test_event_chance(void **state) {
    (void)state;
    static Kept kept;
    static EventSink sink = {.take = keep, .context = &kept};
    ChanceKey key = key_of("5");
    Chance chance = chance_table(&key), again = chance_table(&key);
    uint32_t count = 41, silent = 41;
    uint8_t cards[3] = {0, 1, 2}, others[3] = {0, 1, 2}, expected[3] = {0, 1, 2};
    event_shuffle(&sink, &chance, &count, cards, 3);
    event_shuffle(NULL, &chance, &silent, others, 3);
    chance_shuffle(&again, 41, expected, 3);
    assert_memory_equal(cards, expected, 3);
    assert_memory_equal(others, expected, 3);
    assert_int_equal(count, 42);
    assert_int_equal(silent, 42);
    assert_string_equal(kept.last.kind, "shuffle");
    assert_written(&kept.last, 0, "{\"event\":\"shuffle\",\"n\":41,\"cards\":[\"?\",\"?\",\"?\"]}");
    for (int i = 0; i < 3; i++) assert_int_equal(event_element(event_field(&kept.last, "cards"), i)->number, cards[i]);
    uint32_t lot = event_lot(&sink, &chance, &count, 9, SEAT_BIT(1));
    assert_int_equal(count, 43);
    assert_int_equal(lot, chance_draw(&again, 42, 9));
    assert_int_equal(event_field(&kept.last, "value")->number, lot);
    assert_written(&kept.last, 0, "{\"event\":\"lot\",\"n\":42,\"of\":9,\"value\":\"?\"}");
}

/* ---- options and games */

static void test_options(void **state) {
    (void)state;
    Setup setup = {0};
    Error error = {""};
    char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX + 8];
    assert_true(setup_option(&setup, span_of("a=5"), &error) && setup_option(&setup, span_of("long=x=y"), &error));
    assert_string_equal(setup_value(&setup, "long"), "x=y");
    assert_null(setup_value(&setup, "b"));
    static const char *const bad[] = {"", "a", "=5", "a=6", "a_key_that_is_longer_than_all=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error.text[0] = 0;
        assert_false(setup_option(&setup, span_of(bad[i]), &error));
        assert_true(error.text[0]);
        assert_int_equal(setup.option_count, 2);
    }
    memset(pair, 'v', sizeof pair);
    memcpy(pair, "b=", 2);
    assert_true(setup_option(&setup, (Span){pair, 2 + OPTION_VALUE_MAX - 1}, &error));
    assert_false(setup_option(&setup, (Span){pair, 2 + OPTION_VALUE_MAX}, &error));
    setup.option_count = 2;
    for (int i = 2; i < OPTIONS_MAX; i++) {
        snprintf(pair, sizeof pair, "k%d=%d", i, i);
        assert_true(setup_option(&setup, span_of(pair), &error));
    }
    assert_false(setup_option(&setup, span_of("more=1"), &error));
}

/* A game with one option of each kind and one variant without any. */
static bool check_letters(const Setup *setup, Span value, Error *error) {
    (void)setup;
    return span_is(value, "x,y") || error_set(error, "letters are x,y");
}

static const Variant option_variants[] = {{"some", NULL, NULL, 2, 4, 0}, {"none", NULL, NULL, 2, 2, 0}, {0}};
static const OptionWord sizes[] = {{"small", "small", 0}, {"large", "large", 0}, {"huge", "huge", 0}, {0}};
static const OptionRule option_rules[] = {
    {.key = "stake", .kind = OPTION_NUMBER, .variants = 1, .minimum = 1, .maximum = 5, .fallback = 2},
    {.key = "rest",
     .kind = OPTION_NUMBER,
     .variants = 1,
     .minimum = 1,
     .maximum = 10,
     .fallback = 4,
     .bounds_factor = "stake",
     .fallback_factor = "stake"},
    {.key = "deals",
     .kind = OPTION_NUMBER,
     .variants = 1,
     .minimum = 1,
     .maximum = 9,
     .fallback = 3,
     .fallback_factor = "people"},
    {.key = "size", .kind = OPTION_WORD, .variants = 1, .needs = "letters", .words = sizes},
    {.key = "letters", .kind = OPTION_WORDS, .variants = 1, .check = check_letters},
    {0},
};
static const Game option_game = {.name = "options", .variants = option_variants, .options = option_rules};

static bool accepts(int variant, const char *options, Setup *setup, Error *error) {
    Span rest = span_of(options), pair;
    *setup = (Setup){.variant = variant, .people = 2};
    while (rest.length && span_split(&rest, ' ', &pair)) assert_true(setup_option(setup, pair, error));
    return setup_check(&option_game, setup, error);
}

static void test_option_rules(void **state) {
    (void)state;
    Setup setup;
    Error error;
    assert_true(accepts(0, "", &setup, &error));
    assert_int_equal(setup_number(&option_game, &setup, "stake"), 2);
    assert_int_equal(setup_number(&option_game, &setup, "rest"), 8);
    assert_int_equal(setup_number(&option_game, &setup, "deals"), 6);
    assert_int_equal(setup_word(&option_game, &setup, "size"), 0);
    assert_true(accepts(0, "rest=30 stake=3 size=huge letters=x,y", &setup, &error));
    assert_int_equal(setup_number(&option_game, &setup, "rest"), 30);
    assert_int_equal(setup_word(&option_game, &setup, "size"), 2);
    assert_true(accepts(0, "size=small", &setup, &error));

    static const struct {
        int variant;
        const char *options, *line;
    } refused[] = {
        {0, "rest=31 stake=3", "rest must be a number from 3 to 30, not '31'"},
        {0, "stake=0 rest=1", "stake must be a number from 1 to 5, not '0'"},
        {0, "stake=x", "stake must be a number from 1 to 5, not 'x'"},
        {0, "size=tiny", "size must be one of small, large, huge, not 'tiny'"},
        {0, "size=large", "size=large only works with letters"},
        {0, "letters=z", "letters are x,y"},
        {0, "colour=1", "unknown option 'colour'; choose from stake, rest, deals, size, letters"},
        {1, "stake=1", "unknown option 'stake'; this variant has no options"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(accepts(refused[i].variant, refused[i].options, &setup, &error));
        assert_string_equal(error.text, refused[i].line);
    }
    setup = (Setup){.people = 5};
    assert_false(setup_check(&option_game, &setup, &error));
    assert_string_equal(error.text, "wrong number of players for options:some: it takes 2 to 4, not 5");

    /* Describing leaves out what is usual, also where the usual depends on something else. */
    setup = (Setup){.people = 3};
    setup_add_number(&option_game, &setup, "stake", 3);
    setup_add_number(&option_game, &setup, "rest", 12);
    setup_add_number(&option_game, &setup, "deals", 8);
    setup_add_word(&option_game, &setup, "size", 0);
    assert_int_equal(setup.option_count, 2);
    assert_string_equal(setup_value(&setup, "stake"), "3");
    assert_string_equal(setup_value(&setup, "deals"), "8");
}

static void test_variants(void **state) {
    (void)state;
    Error error = {""};
    assert_int_equal(game_variant(&toy, span_of(""), &error), 0);
    assert_int_equal(game_variant(&toy, span_of("robot"), &error), 1);
    assert_int_equal(game_variant(&toy, span_of("robo"), &error), -1);
    assert_non_null(strstr(error.text, "plain, robot"));
    for (const Game *const *game = games; *game; game++) {
        char words[STATE_TEXT_MAX];
        int variant = -1;
        assert_ptr_equal(game_find(span_of((*game)->name), &error), *game);
        for (int i = 0; (*game)->variants[i].name; i++) {
            snprintf(words, sizeof words, "%s:%s", (*game)->name, (*game)->variants[i].name);
            assert_ptr_equal(game_find_variant(span_of(words), &variant, &error), *game);
            assert_int_equal(variant, i);
        }
        snprintf(words, sizeof words, "%s:nonsense", (*game)->name);
        assert_null(game_find_variant(span_of(words), &variant, &error));
        assert_non_null(strstr(error.text, (*game)->variants[0].name));
    }
    assert_null(game_find(span_of("chess"), &error));
    assert_non_null(strstr(error.text, games[0]->name));
}

/* The checked way to play refuses with a reason and changes nothing. */
static void test_play(void **state) {
    (void)state;
    Setup setup = {.people = 2};
    StateRoom room = {{0}}, before;
    Chance chance = chance_fast(4);
    Error error = {""};
    Move moves[TOY_HAND + 1];
    assert_true(toy.setup(STATE_IN(room), &setup, &chance, NULL, &error));
    toy.legal(STATE_IN(room), 0, moves);
    before = room;
    static const struct {
        int actor;
        bool legal;
        const char *words;
    } refusals[] = {{-1, true, "no seat"}, {2, true, "no seat"}, {0, false, "not allowed"}};
    for (int i = 0; i < 3; i++) {
        Move move = refusals[i].legal ? moves[0] : TOY_TURN;
        assert_false(game_play(&toy, STATE_IN(room), refusals[i].actor, move, &chance, NULL, &error));
        assert_non_null(strstr(error.text, refusals[i].words));
        assert_memory_equal(&room, &before, sizeof room);
    }
    assert_true(game_play(&toy, STATE_IN(room), 0, moves[0], &chance, NULL, &error));
    assert_memory_not_equal(&room, &before, sizeof room);
    assert_false(game_play(&toy, STATE_IN(room), 0, moves[1], &chance, NULL, &error));
    assert_non_null(strstr(error.text, "not the turn of seat 0"));
    while (!game_over(&toy, STATE_IN(room))) {
        int actor = toy.actors(STATE_IN(room)) & SEAT_BIT(0) ? 0 : 1;
        toy.legal(STATE_IN(room), actor, moves);
        assert_true(game_play(&toy, STATE_IN(room), actor, moves[0], &chance, NULL, &error));
    }
    assert_false(game_play(&toy, STATE_IN(room), 0, moves[0], &chance, NULL, &error));
    assert_non_null(strstr(error.text, "over"));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_chacha20),
        cmocka_unit_test(test_stream),
        cmocka_unit_test(test_fast),
        cmocka_unit_test(test_event_alone),
        cmocka_unit_test(test_even),
        cmocka_unit_test(test_shuffles),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_keys_of_games),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_event),
        cmocka_unit_test(test_event_hidden_length),
        cmocka_unit_test(test_event_chance),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_option_rules),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_play),
    };
    return tap_run("core", tests, sizeof tests / sizeof *tests);
}
