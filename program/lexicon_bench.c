/* How fast words are looked up and found: see lexicon_bench.h. Look-ups are of random words, every second one spoilt in one
 * letter so that it is none; racks are drawn from the letters of Primo's deck (rules of Primo, "The deck"). */
#include "program/lexicon_bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/chance.h"
#include "lexicon/rack.h"

enum { QUERIES = 1 << 19, RACKS = 500, RACK_CARDS = 7, BENCH_SEED = 1 };
#define BENCH_SECONDS 0.3

typedef struct Query {
    char letters[WORD_LETTERS_MAX];
    uint8_t length;
} Query;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The same work again and again for a while; the fastest round counts, as what else the machine does only slows. */
typedef struct Fastest {
    double start, round, best;
} Fastest;

static Fastest fastest_begin(void) {
    double now = seconds_now();
    return (Fastest){now, now, 1e9};
}

static bool fastest_again(Fastest *fastest) {
    double now = seconds_now();
    if (now - fastest->round < fastest->best) fastest->best = now - fastest->round;
    fastest->round = now;
    return now - fastest->start < BENCH_SECONDS;
}

/* A word of the wanted lengths, or one with a letter changed that is no word. */
static Query query_draw(const Lexicon *lexicon, Lengths lengths, bool is_word, Chance *chance) {
    char word[WORD_LETTERS_MAX + 1];
    int length;
    do length = lexicon_word(lexicon, chance_below(chance, lexicon->word_count), word);
    while (!(lengths >> length & 1));
    while (!is_word && lexicon_has(lexicon, word, length))
        word[chance_below(chance, (uint32_t)length)] = (char)('A' + chance_below(chance, ALPHABET));
    Query query = {.length = (uint8_t)length};
    memcpy(query.letters, word, (size_t)length);
    return query;
}

static void bench_lookups(FILE *out, const char *name, Lengths lengths) {
    const Lexicon *lexicon = &lexicon_french;
    Query *queries = malloc(QUERIES * sizeof *queries);
    if (!queries) return;
    Chance chance = chance_fast(BENCH_SEED);
    for (int i = 0; i < QUERIES; i++) queries[i] = query_draw(lexicon, lengths, chance_below(&chance, 2), &chance);
    long found = 0;
    Fastest fastest = fastest_begin();
    do {
        for (int i = 0; i < QUERIES; i++) found += lexicon_has(lexicon, queries[i].letters, queries[i].length);
    } while (fastest_again(&fastest));
    if (found > 0) fprintf(out, "%s %.1f million/s\n", name, QUERIES / fastest.best * 1e-6);
    free(queries);
}

static Rack rack_draw(int stars, Chance *chance) {
    static const char deck[] = "EEEEEEEEEEEAAAAAAIIIIIINNNNOOOORRRRSSSSTTTTUUUULLLDDDMMMCCPPBBFFGGHHVVJKQWXYZ";
    uint8_t cards[sizeof deck - 1];
    memcpy(cards, deck, sizeof cards);
    chance_shuffle(chance, 0, cards, (int)sizeof cards);
    Rack rack = {.stars = (uint8_t)stars};
    for (int i = 0; i < RACK_CARDS - stars; i++) rack.counts[cards[i] - 'A']++;
    return rack;
}

static int search_all(const Lexicon *lexicon, const Rack *rack, Lengths lengths) {
    WordSearch search;
    int count = 0;
    word_search_init(&search, lexicon, rack, lengths);
    while (word_search_next(&search)) count++;
    return count;
}

typedef int (*RackBench)(const Lexicon *lexicon, const Rack *rack, Lengths lengths);

static void bench_racks(FILE *out, const char *name, int stars, RackBench bench) {
    static Rack racks[RACKS];
    Chance chance = chance_fast(BENCH_SEED);
    for (int i = 0; i < RACKS; i++) racks[i] = rack_draw(stars, &chance);
    long words;
    Fastest fastest = fastest_begin();
    do {
        words = 0;
        for (int i = 0; i < RACKS; i++) words += bench(&lexicon_french, &racks[i], lengths_between(3, RACK_CARDS));
    } while (fastest_again(&fastest));
    fprintf(out, "%s_%dstars %.2f us\n", name, stars, fastest.best / RACKS * 1e6);
    if (bench == search_all) fprintf(out, "%s_%dstars_words %.1f words\n", name, stars, (double)words / RACKS);
}

/* All that can be laid from three letters and four stars: the longest list there is. */
static void bench_placements(FILE *out) {
    Rack rack = {.stars = 4};
    rack.counts['E' - 'A'] = rack.counts['R' - 'A'] = rack.counts['S' - 'A'] = 1;
    WordSearch search;
    PlacementSearch placements;
    long words = 0, found = 0;
    double start = seconds_now();
    word_search_init(&search, &lexicon_french, &rack, lengths_between(3, 6));
    while (word_search_next(&search)) {
        words++;
        placement_search_init(&placements, &rack, search.letters, search.length);
        while (placement_search_next(&placements)) found++;
    }
    double taken = seconds_now() - start;
    fprintf(out, "lexicon_ers4stars_words %ld words\nlexicon_ers4stars_placements %ld placements\n", words, found);
    fprintf(out, "lexicon_ers4stars %.2f ms\n", taken * 1e3);
}

void lexicon_bench(FILE *out) {
    const Lexicon *lexicon = &lexicon_french;
    fprintf(out, "lexicon_words %u words\n", lexicon->word_count);
    fprintf(out, "lexicon_edges %zu bytes\n", lexicon->words.slot_count * sizeof *lexicon->words.edges);
    bench_lookups(out, "lexicon_lookup", lengths_between(WORD_LETTERS_MIN, WORD_LETTERS_MAX));
    bench_lookups(out, "lexicon_lookup_3to7", lengths_between(3, RACK_CARDS));
    for (int stars = 0; stars <= 2; stars++) {
        bench_racks(out, "lexicon_rack", stars, search_all);
        bench_racks(out, "lexicon_rack_count", stars, rack_count);
    }
    bench_placements(out);
}
