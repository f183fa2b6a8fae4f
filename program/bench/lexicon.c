/* Benchmarks of the lexicon: look-ups and racks.
 * Look-ups are of random words, half of them changed in one letter so that they are not words; racks are seven cards from
 * the letters of Primo's deck (rules of Primo, "The deck"), searched for words of 3 to 7 letters. */
#include <string.h>

#include "lexicon/rack.h"
#include "program/bench/bench.h"

enum { QUERIES = 1 << 19, RACKS = 256, RACK_CARDS = 7 };

/* ---- look-ups */

typedef struct Query {
    char letters[WORD_LETTERS_MAX];
    uint8_t length;
} Query;

static Query query_draw(Lengths lengths, bool is_word, Chance *chance) {
    const Lexicon *lexicon = &lexicon_french;
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

static void prepare_queries(BenchWork *work, Lengths lengths) {
    Query *queries = work->prepared;
    for (int i = 0; i < QUERIES; i++) queries[i] = query_draw(lengths, chance_below(&work->chance, 2), &work->chance);
}

static void prepare_all(BenchWork *work) { prepare_queries(work, lengths_between(WORD_LETTERS_MIN, WORD_LETTERS_MAX)); }

static void prepare_short(BenchWork *work) { prepare_queries(work, lengths_between(3, RACK_CARDS)); }

static uint64_t look_up(BenchWork *work) {
    const Query *queries = work->prepared;
    uint64_t found = 0;
    for (int i = 0; i < QUERIES; i++) found += lexicon_has(&lexicon_french, queries[i].letters, queries[i].length);
    return found > 0 ? QUERIES : 0;
}

/* ---- racks */

static void prepare_racks(BenchWork *work, int stars) {
    static const char deck[] = "EEEEEEEEEEEAAAAAAIIIIIINNNNOOOORRRRSSSSTTTTUUUULLLDDDMMMCCPPBBFFGGHHVVJKQWXYZ";
    uint8_t cards[sizeof deck - 1];
    Rack *racks = work->prepared;
    memcpy(cards, deck, sizeof cards);
    for (int i = 0; i < RACKS; i++) {
        chance_shuffle(&work->chance, 0, cards, (int)sizeof cards);
        racks[i] = (Rack){.stars = (uint8_t)stars};
        for (int k = 0; k < RACK_CARDS - stars; k++) racks[i].counts[cards[k] - 'A']++;
    }
}

static void prepare_no_star(BenchWork *work) { prepare_racks(work, 0); }
static void prepare_one_star(BenchWork *work) { prepare_racks(work, 1); }
static void prepare_two_stars(BenchWork *work) { prepare_racks(work, 2); }

static uint64_t search(BenchWork *work) {
    const Rack *racks = work->prepared;
    WordSearch words;
    uint64_t found = 0;
    for (int i = 0; i < RACKS; i++) {
        word_search_init(&words, &lexicon_french, &racks[i], lengths_between(3, RACK_CARDS));
        while (word_search_next(&words)) found++;
    }
    return found > 0 ? RACKS : 0;
}

static uint64_t count(BenchWork *work) {
    const Rack *racks = work->prepared;
    int found = 0;
    for (int i = 0; i < RACKS; i++) found += rack_count(&lexicon_french, &racks[i], lengths_between(3, RACK_CARDS));
    return found > 0 ? RACKS : 0;
}

/* Three letters and four stars: the longest list of moves there is. */
static uint64_t place(BenchWork *work) {
    (void)work;
    Rack rack = {.stars = 4};
    rack.counts['E' - 'A'] = rack.counts['R' - 'A'] = rack.counts['S' - 'A'] = 1;
    WordSearch words;
    PlacementSearch placements;
    uint64_t found = 0;
    word_search_init(&words, &lexicon_french, &rack, lengths_between(3, 6));
    while (word_search_next(&words)) {
        placement_search_init(&placements, &rack, words.letters, words.length);
        while (placement_search_next(&placements)) found++;
    }
    return found;
}

const Benchmark lexicon_benchmarks[] = {
    {"lexicon", "lookups_per_s", "lookups/s", look_up, QUERIES * sizeof(Query), prepare_all, NULL},
    {"lexicon", "lookups_3to7_per_s", "lookups/s", look_up, QUERIES * sizeof(Query), prepare_short, NULL},
    {"lexicon", "search_0stars_per_s", "racks/s", search, RACKS * sizeof(Rack), prepare_no_star, NULL},
    {"lexicon", "search_1star_per_s", "racks/s", search, RACKS * sizeof(Rack), prepare_one_star, NULL},
    {"lexicon", "search_2stars_per_s", "racks/s", search, RACKS * sizeof(Rack), prepare_two_stars, NULL},
    {"lexicon", "count_0stars_per_s", "racks/s", count, RACKS * sizeof(Rack), prepare_no_star, NULL},
    {"lexicon", "count_1star_per_s", "racks/s", count, RACKS * sizeof(Rack), prepare_one_star, NULL},
    {"lexicon", "count_2stars_per_s", "racks/s", count, RACKS * sizeof(Rack), prepare_two_stars, NULL},
    {"lexicon", "placements_per_s", "placements/s", place, 0, NULL, NULL},
    {NULL, NULL, NULL, NULL, 0, NULL, NULL},
};
