/* Checks the lexicon against a plain sorted list: look-ups, numbers, written forms, racks, folding, outside word lists.
 * The words and placements of racks are checked against brute force; word lists are good, bad and random. */
#include <stdlib.h>
#include <string.h>

#include "core/chance.h"
#include "lexicon/builder.h"
#include "lexicon/rack.h"
#include "tests/support/tap.h"

#define FORMS_PATH "build/generated/lexicon_french.txt"

enum { FORMS_MAX = 1 << 20, RANDOM_STRINGS = 200000, RACKS = 40, RACKS_SOAK = 2000, LISTS = 60, LISTS_SOAK = 2000 };

/* All written forms in the order of their letters, plainest first among equals, and where each word's forms begin. */
typedef struct Plain {
    Spelling *forms;
    int form_count;
    int *words;
    int word_count;
} Plain;

static Plain plain;

static int compare_letters(const void *left, const void *right) {
    const Spelling *a = left, *b = right;
    int order = strcmp(a->letters, b->letters);
    return order ? order : spelling_marks(a) - spelling_marks(b);
}

static const char *plain_word(int index) { return plain.forms[plain.words[index]].letters; }

static int plain_find(const char *letters) {
    int low = 0, high = plain.word_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(plain_word(middle), letters) < 0) low = middle + 1;
        else high = middle;
    }
    return low < plain.word_count && strcmp(plain_word(low), letters) == 0 ? low : -1;
}

static int read_plain(void **state) {
    (void)state;
    FILE *file = fopen(FORMS_PATH, "r");
    if (!file) return -1;
    char line[256];
    plain.forms = calloc(FORMS_MAX, sizeof *plain.forms);
    plain.words = calloc(FORMS_MAX, sizeof *plain.words);
    while (fgets(line, sizeof line, file) && plain.form_count < FORMS_MAX) {
        line[strcspn(line, "\n")] = 0;
        if (spelling_parse(&plain.forms[plain.form_count++], span_of(line)) != SPELLING_GOOD) return -1;
    }
    fclose(file);
    qsort(plain.forms, (size_t)plain.form_count, sizeof *plain.forms, compare_letters);
    for (int i = 0; i < plain.form_count; i++)
        if (i == 0 || strcmp(plain.forms[i].letters, plain.forms[i - 1].letters) != 0) plain.words[plain.word_count++] = i;
    return 0;
}

static int drop_plain(void **state) {
    (void)state;
    free(plain.forms);
    free(plain.words);
    return 0;
}

static bool has(const Lexicon *lexicon, const char *letters) { return lexicon_has(lexicon, letters, (int)strlen(letters)); }

static void known_words(void **state) {
    (void)state;
    static const char *const words[] = {"AIMIONS", "FINIT",  "ALLEZ", "FUSSENT", "CRUE",     "SEUL",       "TAXI",
                                        "GAGE",    "OEUVRE", "ETE",   "NAEVUS",  "FRANCAIS", "KILOMETRES", "IRONS",
                                        "CHEVAUX", "SEPT",   "TAN",   "WATTS",   "BAR"};
    static const char *const others[] = {
        "LYON", "JULIE", "JANV", "FEVR", "KG",  "CM",     "XVII",      "PTS",     "AIMIONZ",  "AIM",
        "A",    "",      "VASY", "HTTP", "ETC", "LORSQU", "FRANCAIS ", "aimions", "TAXI\xC3", "AIMIONSAIMIONSAIM"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!has(&lexicon_french, words[i])) fail_msg("%s is a word", words[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has(&lexicon_french, others[i])) fail_msg("%s is no word", others[i]);
}

static void size_of_the_lexicon(void **state) {
    (void)state;
    int short_words = 0;
    for (int i = 0; i < plain.word_count; i++) {
        size_t length = strlen(plain_word(i));
        assert_in_range(length, WORD_LETTERS_MIN, WORD_LETTERS_MAX);
        short_words += length >= 3 && length <= 7;
    }
    assert_int_equal(lexicon_french.word_count, plain.word_count);
    assert_in_range(short_words, 56500, 57300); /* about 56,900 are expected */
}

static void numbers_and_words_agree_with_the_list(void **state) {
    (void)state;
    char letters[WORD_LETTERS_MAX + 1];
    for (int i = 0; i < plain.word_count; i++) {
        const char *word = plain_word(i);
        int length = (int)strlen(word);
        if (!lexicon_has(&lexicon_french, word, length)) fail_msg("%s is missing", word);
        if (lexicon_index(&lexicon_french, word, length) != i) fail_msg("%s has not the number %d", word, i);
        if (lexicon_word(&lexicon_french, (uint32_t)i, letters) != length || strcmp(letters, word) != 0)
            fail_msg("word %d is %s, not %s", i, letters, word);
    }
}

static void random_strings_agree_with_the_list(void **state) {
    (void)state;
    Chance chance = chance_fast(5);
    int found = 0;
    for (int i = 0; i < RANDOM_STRINGS; i++) {
        char word[WORD_LETTERS_MAX + 1] = "";
        int length = (int)chance_below(&chance, WORD_LETTERS_MAX + 1);
        if (i % 2) length = lexicon_word(&lexicon_french, chance_below(&chance, lexicon_french.word_count), word);
        /* Words with a letter changed, and strings from nowhere. */
        if (i % 2) word[chance_below(&chance, (uint32_t)length)] = (char)('A' + chance_below(&chance, ALPHABET));
        for (int k = 0; i % 2 == 0 && k < length; k++) word[k] = (char)('A' + chance_below(&chance, ALPHABET));
        int index = plain_find(word);
        found += index >= 0;
        if (lexicon_has(&lexicon_french, word, length) != (index >= 0)) fail_msg("%s: has", word);
        if (lexicon_index(&lexicon_french, word, length) != index) fail_msg("%s: index", word);
    }
    assert_in_range(found, RANDOM_STRINGS / 100, RANDOM_STRINGS / 2);
}

static void steps_follow_the_letters(void **state) {
    (void)state;
    static const char word[] = "WATTS", is_word[] = "00011";
    const Graph *graph = &lexicon_french.words;
    Place place = graph->root;
    for (int i = 0; word[i]; i++) {
        assert_true(graph_letters(graph, place) >> (word[i] - 'A') & 1);
        place = graph_step(graph, place, word[i]);
        assert_true(place);
        assert_int_equal(place_is_word(place), is_word[i] == '1');
    }
    assert_int_equal(graph_letters(graph, place), 0);
    for (char letter = 'A'; letter <= 'Z'; letter++) assert_false(graph_step(graph, place, letter));
}

/* The plainest form: see lexicon_accented. */
static void written_forms(void **state) {
    (void)state;
    for (int i = 0; i < plain.word_count; i++) {
        char written[WORD_TEXT_MAX];
        Text text = text_init(written, sizeof written);
        const char *word = plain_word(i);
        if (!lexicon_accented(&lexicon_french, word, (int)strlen(word), &text)) fail_msg("%s has no written form", word);
        Spelling spelling;
        if (spelling_parse(&spelling, span_of(written)) != SPELLING_GOOD || strcmp(spelling.letters, word) != 0)
            fail_msg("%s is not written %s", word, written);
        /* It is one of the dictionary's forms, and none has fewer marks. */
        int first = plain.words[i], end = i + 1 < plain.word_count ? plain.words[i + 1] : plain.form_count;
        bool listed = false;
        for (int k = first; k < end; k++) listed |= memcmp(plain.forms[k].marks, spelling.marks, sizeof spelling.marks) == 0;
        if (!listed || spelling_marks(&spelling) != spelling_marks(&plain.forms[first]))
            fail_msg("%s is not best written %s", word, written);
    }
    static const char *const pairs[][2] = {{"ETE", "été"},      {"COEUR", "cœur"},    {"PECHE", "pêche"}, {"MARCHE", "marche"},
                                           {"NAEVUS", "nævus"}, {"GARCON", "garçon"}, {"TABLE", "table"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char written[WORD_TEXT_MAX];
        Text text = text_init(written, sizeof written);
        lexicon_accented(&lexicon_french, pairs[i][0], (int)strlen(pairs[i][0]), &text);
        assert_string_equal(written, pairs[i][1]);
    }
    char written[WORD_TEXT_MAX];
    Text text = text_init(written, sizeof written);
    assert_false(lexicon_accented(&lexicon_french, "LYON", 4, &text));
    assert_string_equal(written, "");
}

/* ---- racks */

static Rack random_rack(Chance *chance, int cards, int stars) {
    static const char letters[] = "EEEEEEEEEEEAAAAAAIIIIIINNNNOOOORRRRSSSSTTTTUUUULLLDDDMMMCCPPBBFFGGHHVVJKQWXYZ";
    Rack rack = {.stars = (uint8_t)stars};
    for (int i = 0; i < cards - stars; i++) rack.counts[letters[chance_below(chance, sizeof letters - 1)] - 'A']++;
    return rack;
}

/* The slow and simple answer. */
static bool can_lay(const Rack *rack, const char *word) {
    int missing = 0;
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        int wanted = 0;
        for (const char *at = word; *at; at++) wanted += *at == letter;
        if (wanted > rack->counts[letter - 'A']) missing += wanted - rack->counts[letter - 'A'];
    }
    return missing <= rack->stars;
}

static int weight_of(const Rack *rack, const char *word, const uint16_t weights[ALPHABET]) {
    int weight = 0;
    for (int i = 0; i < ALPHABET; i++) {
        int wanted = 0;
        for (const char *at = word; *at; at++) wanted += *at == 'A' + i;
        weight += weights[i] * (wanted < rack->counts[i] ? wanted : rack->counts[i]);
    }
    return weight;
}

/* Every word once and in order, as many as are counted, and the best of them. */
static void check_rack(const Rack *rack, Lengths lengths) {
    static const uint16_t weights[ALPHABET] = {
        ['J' - 'A'] = 256, ['K' - 'A'] = 256, ['V' - 'A'] = 16, ['B' - 'A'] = 16, ['D' - 'A'] = 1};
    WordSearch search;
    word_search_init(&search, &lexicon_french, rack, lengths);
    int count = 0, best_weight = -1;
    const char *best = NULL;
    for (int i = 0; i < plain.word_count; i++) {
        const char *word = plain_word(i);
        if (!(lengths >> strlen(word) & 1) || !can_lay(rack, word)) continue;
        count++;
        if (!word_search_next(&search)) fail_msg("%s was not found", word);
        if (strcmp(search.letters, word) != 0) fail_msg("%s was found instead of %s", search.letters, word);
        assert_int_equal(search.length, strlen(word));
        int weight = weight_of(rack, word, weights);
        if (weight > best_weight) {
            best_weight = weight;
            best = word;
        }
    }
    if (word_search_next(&search)) fail_msg("%s was found", search.letters);
    assert_false(word_search_next(&search));
    assert_int_equal(rack_count(&lexicon_french, rack, lengths), count);
    char letters[WORD_LETTERS_MAX + 1];
    int weight;
    assert_int_equal(rack_best(&lexicon_french, rack, lengths, weights, letters, &weight), best != NULL);
    if (best) assert_string_equal(letters, best);
    if (best) assert_int_equal(weight, best_weight);
}

static void racks_agree_with_brute_force(void **state) {
    (void)state;
    Chance chance = chance_fast(11);
    int racks = soak() ? RACKS_SOAK : RACKS;
    for (int i = 0; i < racks; i++) {
        Rack rack = random_rack(&chance, 7, i % 3);
        check_rack(&rack, i % 4 ? lengths_between(3, 7) : lengths_between(2, WORD_LETTERS_MAX));
    }
    Rack four = random_rack(&chance, 7, 4), long_one = random_rack(&chance, 15, 2);
    Rack single = random_rack(&chance, 1, 0), none = {0};
    check_rack(&four, lengths_between(3, 6));
    check_rack(&four, 1u << 3 | 1u << 6); /* lengths that are still to be written, with gaps between */
    check_rack(&long_one, lengths_between(2, WORD_LETTERS_MAX));
    check_rack(&long_one, 1u << 4 | 1u << 15);
    check_rack(&single, lengths_between(2, WORD_LETTERS_MAX));
    check_rack(&none, lengths_between(2, WORD_LETTERS_MAX));
    check_rack(&four, 0);
}

static int check_placements(const Rack *rack, const char *word) {
    int length = (int)strlen(word), expected = 0, found = 0;
    bool seen[1 << 7] = {false};
    assert_in_range(length, 1, 7);
    for (uint32_t stars = 0; stars < 1u << length; stars++) {
        Rack left = *rack;
        bool good = __builtin_popcount(stars) <= rack->stars;
        for (int i = 0; good && i < length; i++)
            if (!(stars >> i & 1)) good = left.counts[word[i] - 'A']-- > 0;
        expected += good;
        seen[stars] = !good;
    }
    PlacementSearch search;
    placement_search_init(&search, rack, word, length);
    while (placement_search_next(&search)) {
        if (found == 0) assert_int_equal(__builtin_popcount(search.stars), rack_stars_needed(rack, word, length));
        assert_in_range(search.stars, 0, (1u << length) - 1);
        if (seen[search.stars]) fail_msg("%s: placement %x is wrong or doubled", word, search.stars);
        seen[search.stars] = true;
        found++;
    }
    assert_int_equal(found, expected);
    if (expected == 0) assert_int_equal(rack_stars_needed(rack, word, length), -1);
    return found;
}

static void placements_agree_with_brute_force(void **state) {
    (void)state;
    Chance chance = chance_fast(12);
    for (int i = 0; i < 2000; i++) {
        Rack rack = random_rack(&chance, 7, (int)chance_below(&chance, 5));
        char word[8] = "";
        int length = 1 + (int)chance_below(&chance, 7);
        /* Few different letters, so that many can be laid. */
        for (int k = 0; k < length; k++) word[k] = "EAIRS"[chance_below(&chance, 5)];
        check_placements(&rack, word);
    }
    Rack same = {.stars = 4};
    same.counts[0] = 3;
    assert_int_equal(check_placements(&same, "AAAAAAA"), 35);
}

/* The longest list of moves there is: about 16,923 words in 39,149 placements are expected. */
static void three_letters_and_four_stars(void **state) {
    (void)state;
    Rack rack;
    Error error;
    assert_true(rack_parse(&rack, span_of("ERS****"), &error));
    WordSearch search;
    int words = 0, placements = 0;
    word_search_init(&search, &lexicon_french, &rack, lengths_between(3, 6));
    while (word_search_next(&search)) {
        words++;
        placements += check_placements(&rack, search.letters);
    }
    assert_in_range(words, 16800, 17050);
    assert_in_range(placements, 38900, 39400);
}

static void racks_are_read(void **state) {
    (void)state;
    Rack rack;
    Error error;
    assert_true(rack_parse(&rack, span_of("*aÉœ*e"), &error));
    assert_int_equal(rack.stars, 2);
    assert_int_equal(rack.counts[0], 1);
    assert_int_equal(rack.counts['E' - 'A'], 3);
    assert_int_equal(rack.counts['O' - 'A'], 1);
    assert_int_equal(rack_cards(&rack), 7);
    static const char *const bad[] = {"",
                                      "A B",
                                      "A-B",
                                      "ABCDEFGHIJKLMNOP",
                                      "****************",
                                      "A\xFF",
                                      "1",
                                      "ABCDEFGHIJKLMNO*",
                                      "éééééééééééééééééééééééééééééééééééééééé"};
    Rack kept = rack;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (rack_parse(&rack, span_of(bad[i]), &error)) fail_msg("'%s' is no rack", bad[i]);
        assert_memory_equal(&rack, &kept, sizeof rack);
    }
}

/* ---- folding */

static void folding(void **state) {
    (void)state;
    static const char *const pairs[][3] = {
        {"Élève", "ELEVE", "élève"},
        {"ÇA", "CA", "ça"},
        {"e\xCC\x81te\xCC\x81", "ETE", "été"},
        {"NOËL", "NOEL", "noël"},
        {"ŒUF", "OEUF", "œuf"},
        {"ex æquo", NULL, NULL},
        {"Straße", "STRASSE", "straße"},
        {"ŸÀÂÎÔÛ", "YAAIOU", "ÿàâîôû"},
        {"l'eau", NULL, NULL},
        {"porte-clé", NULL, NULL},
        {"Łódź", "LODZ", "łódź"},
        {"ŐŰŽĲ", "OUZIJ", "őűžĳ"},
        {"\xCC\x81", NULL, NULL},
        {"q\xCC\x81", NULL, NULL},
        {"œ\xCC\x81", NULL, NULL},
        {"été1", NULL, NULL},
        {"Ωmega", NULL, NULL},
        {"a\xC0\x80", NULL, NULL},
        {"\xE2\x82", NULL, NULL},
        {"", "", ""},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Spelling spelling;
        SpellingResult result = spelling_parse(&spelling, span_of(pairs[i][0]));
        if ((result == SPELLING_GOOD) != (pairs[i][1] != NULL)) fail_msg("%s", pairs[i][0]);
        if (!pairs[i][1]) continue;
        char written[WORD_TEXT_MAX];
        Text text = text_init(written, sizeof written);
        spelling_print(&spelling, &text);
        assert_string_equal(spelling.letters, pairs[i][1]);
        assert_string_equal(written, pairs[i][2]);
    }
    Spelling spelling;
    assert_int_equal(spelling_parse(&spelling, span_of("abcdefghijklmno")), SPELLING_GOOD);
    assert_int_equal(spelling_parse(&spelling, span_of("abcdefghijklmnop")), SPELLING_TOO_LONG);
    assert_int_equal(spelling_parse(&spelling, span_of("abcdefghijklmnœ")), SPELLING_TOO_LONG);
    assert_int_equal(spelling_parse(&spelling, span_of("abcdefghijklmnop-")), SPELLING_NOT_LETTERS);
}

/* Every accented letter reads as its capital does, and is written as it was read. */
static void capitals(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ", "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŸ"},
        {"āăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľłńņňōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž",
         "ĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŹŻŽ"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Span small = span_of(pairs[i][0]), capital = span_of(pairs[i][1]);
        while (small.length > 0) {
            Spelling a, b;
            char written[WORD_TEXT_MAX];
            Text text = text_init(written, sizeof written);
            assert_int_equal(spelling_parse(&a, (Span){small.at, 2}), SPELLING_GOOD);
            assert_int_equal(spelling_parse(&b, (Span){capital.at, 2}), SPELLING_GOOD);
            assert_memory_equal(&a, &b, sizeof a);
            spelling_print(&a, &text);
            assert_memory_equal(written, small.at, 2);
            assert_int_equal(strlen(written), 2);
            small = (Span){small.at + 2, small.length - 2};
            capital = (Span){capital.at + 2, capital.length - 2};
        }
        assert_int_equal(capital.length, 0);
    }
}

/* ---- word lists */

static void good_lists(void **state) {
    (void)state;
    Error error;
    static const char text[] = "\xEF\xBB\xBF\xC3\x89té\r\n\n  haus \nHÄUSER\nà\nanticonstitutionnellement\nete\npêche\npéché";
    Lexicon *lexicon = lexicon_parse(span_of(text), "list", &error);
    assert_non_null(lexicon);
    assert_int_equal(lexicon->word_count, 4);
    assert_true(has(lexicon, "HAUS") && has(lexicon, "HAUSER") && has(lexicon, "ETE"));
    assert_false(has(lexicon, "A") || has(lexicon, "HAEUSER") || has(lexicon, "TABLE"));
    static const char *const pairs[][2] = {{"ETE", "ete"}, {"HAUSER", "häuser"}, {"PECHE", "pêche"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char written[WORD_TEXT_MAX];
        Text line = text_init(written, sizeof written);
        assert_true(lexicon_accented(lexicon, pairs[i][0], (int)strlen(pairs[i][0]), &line));
        assert_string_equal(written, pairs[i][1]);
    }
    Rack rack;
    assert_true(rack_parse(&rack, span_of("SUH**E"), &error));
    assert_int_equal(rack_count(lexicon, &rack, lengths_between(2, 15)), 3); /* ETE, HAUS, HAUSER */
    lexicon_free(lexicon);
}

static void bad_lists(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"", "list: no word of 2 to 15 letters"},
        {"\n\n", "list: no word of 2 to 15 letters"},
        {"a\n", "list: no word of 2 to 15 letters"},
        {"word\ntwo words\n", "list, line 2: one word per line, in letters only"},
        {"l'eau", "list, line 1: one word per line, in letters only"},
        {"good\n\n\xFF\xFE", "list, line 3: one word per line, in letters only"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Error error;
        assert_null(lexicon_parse(span_of(bad[i][0]), "list", &error));
        assert_string_equal(error.text, bad[i][1]);
    }
    Error error;
    assert_null(lexicon_load("/nonexistent/words", &error));
    assert_string_equal(error.text, "cannot read /nonexistent/words: No such file or directory");
    assert_null(lexicon_load("/", &error));
    assert_string_equal(error.text, "cannot read /: Is a directory");
}

static void files(void **state) {
    (void)state;
    char path[] = "/tmp/araldo-words-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    /* More than one buffer's worth. */
    for (int i = 0; i < 26 * 26 * 26; i++) fprintf(file, "x%c%c%cé\n", 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676);
    fclose(file);
    Error error;
    Lexicon *lexicon = lexicon_load(path, &error);
    remove(path);
    assert_non_null(lexicon);
    assert_int_equal(lexicon->word_count, 26 * 26 * 26);
    assert_int_equal(lexicon_index(lexicon, "XZZZE", 5), 26 * 26 * 26 - 1);
    assert_false(has(lexicon, "XZZZ"));
    lexicon_free(lexicon);
}

static void check_same_graph(const Graph *a, const Graph *b) {
    assert_int_equal(a->root, b->root);
    assert_int_equal(a->slot_count, b->slot_count);
    assert_memory_equal(a->edges, b->edges, a->slot_count * sizeof *a->edges);
    assert_memory_equal(a->nodes, b->nodes, a->slot_count * sizeof *a->nodes);
}

/* The program's own lexicon, built again from the list turned round, is the same graph byte for byte. */
static void order_does_not_matter(void **state) {
    (void)state;
    Builder builder = builder_init();
    Error error;
    for (int i = plain.form_count - 1; i >= 0; i--) assert_true(builder_add(&builder, &plain.forms[i], RANK_HEADWORD, &error));
    Lexicon *lexicon = builder_finish(&builder, &error);
    builder_release(&builder);
    assert_non_null(lexicon);
    assert_int_equal(lexicon->word_count, lexicon_french.word_count);
    check_same_graph(&lexicon->words, &lexicon_french.words);
    check_same_graph(&lexicon->short_words, &lexicon_french.short_words);
    assert_memory_equal(lexicon->skips, lexicon_french.skips, lexicon->words.slot_count * sizeof *lexicon->skips);
    lexicon_free(lexicon);
}

static int compare_strings(const void *left, const void *right) { return strcmp(left, right); }

/* A list of random strings over a few letters gives exactly those strings. */
static void check_random_list(Chance *chance) {
    enum { STRINGS_MAX = 400 };
    static char strings[STRINGS_MAX][WORD_LETTERS_MAX + 1], text[STRINGS_MAX * (WORD_LETTERS_MAX + 1) + 1];
    uint32_t count = 1 + chance_below(chance, STRINGS_MAX), letters = 1 + chance_below(chance, ALPHABET);
    Text list = text_init(text, sizeof text);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = WORD_LETTERS_MIN + chance_below(chance, WORD_LETTERS_MAX - WORD_LETTERS_MIN + 1);
        memset(strings[i], 0, sizeof strings[i]);
        for (uint32_t k = 0; k < length; k++) strings[i][k] = (char)('A' + chance_below(chance, letters));
        text_format(&list, "%s\n", strings[i]);
    }
    Error error;
    Lexicon *lexicon = lexicon_parse(span_of(text), "list", &error);
    assert_non_null(lexicon);
    qsort(strings, count, sizeof strings[0], compare_strings);
    uint32_t index = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && strcmp(strings[i], strings[i - 1]) == 0) continue;
        char word[WORD_LETTERS_MAX + 1];
        lexicon_word(lexicon, index, word);
        assert_string_equal(word, strings[i]);
        assert_int_equal(lexicon_index(lexicon, word, (int)strlen(word)), index);
        word[strlen(word) - 1] = (char)('A' + chance_below(chance, ALPHABET));
        assert_int_equal(has(lexicon, word), bsearch(word, strings, count, sizeof strings[0], compare_strings) != NULL);
        index++;
    }
    assert_int_equal(lexicon->word_count, index);
    Rack all = {.stars = RACK_CARDS_MAX};
    assert_int_equal(rack_count(lexicon, &all, lengths_between(2, 15)), index);
    lexicon_free(lexicon);
}

static void random_lists(void **state) {
    (void)state;
    Chance chance = chance_fast(21);
    for (int i = 0; i < (soak() ? LISTS_SOAK : LISTS); i++) check_random_list(&chance);
}

/* Garbage is refused or read, never worse; what is read can be walked. */
static void garbage_lists(void **state) {
    (void)state;
    static const char *const pieces[] = {"\n",   "é", "\xCC\x81", "a",    "Œ",  "ß", "\xC3",
                                         "\xFF", " ", "bcd",      "\r\n", "\t", "0", "ÿÿÿÿÿÿÿ"};
    Chance chance = chance_fast(22);
    int read = 0;
    for (int i = 0; i < (soak() ? 100000 : 4000); i++) {
        char text[256];
        size_t used = 0, wanted = chance_below(&chance, 200);
        uint32_t kinds = 1 + chance_below(&chance, sizeof pieces / sizeof *pieces);
        while (used < wanted) {
            const char *piece = pieces[chance_below(&chance, kinds)];
            size_t length = strlen(piece);
            memcpy(text + used, piece, length);
            used += length;
            if (i % 7 == 0) text[used++] = (char)chance_below(&chance, 256);
        }
        Error error = {""};
        Lexicon *lexicon = lexicon_parse((Span){text, used}, "list", &error);
        if (!lexicon) {
            assert_true(error.text[0] && !strpbrk(error.text, "\r\n"));
            continue;
        }
        read++;
        for (uint32_t k = 0; k < lexicon->word_count; k++) {
            char word[WORD_LETTERS_MAX + 1], written[WORD_TEXT_MAX];
            Text line = text_init(written, sizeof written);
            int length = lexicon_word(lexicon, k, word);
            assert_true(lexicon_accented(lexicon, word, length, &line) && !line.overflow);
        }
        lexicon_free(lexicon);
    }
    assert_in_range(read, 100, 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_words),
        cmocka_unit_test(size_of_the_lexicon),
        cmocka_unit_test(numbers_and_words_agree_with_the_list),
        cmocka_unit_test(random_strings_agree_with_the_list),
        cmocka_unit_test(steps_follow_the_letters),
        cmocka_unit_test(written_forms),
        cmocka_unit_test(racks_agree_with_brute_force),
        cmocka_unit_test(placements_agree_with_brute_force),
        cmocka_unit_test(three_letters_and_four_stars),
        cmocka_unit_test(racks_are_read),
        cmocka_unit_test(folding),
        cmocka_unit_test(capitals),
        cmocka_unit_test(good_lists),
        cmocka_unit_test(bad_lists),
        cmocka_unit_test(files),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(random_lists),
        cmocka_unit_test(garbage_lists),
    };
    return cmocka_run_group_tests_name("lexicon", tests, read_plain, drop_plain);
}
