/* Builds a lexicon in three steps: sort the words, grow the minimal automaton, pack its nodes and number the words. */
#include "lexicon/builder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS_FOUND = 4096,  /* sets of letters whose last base is remembered; a power of two */
    SLOTS_WINDOW = 2048, /* times 64 slots: how far back room is looked for; beyond the size of a language's lexicon */
};

/* ---- memory: lists are made at start-up only, where there is nothing better to do without memory than to end */

static void *take(void *old, size_t count, size_t bytes) {
    void *memory = realloc(old, count ? count * bytes : 1);
    if (!memory) {
        fputs("araldo: out of memory for the word list\n", stderr);
        abort();
    }
    return memory;
}

static void *take_zeroed(size_t count, size_t bytes) { return memset(take(NULL, count, bytes), 0, count * bytes); }

/* Makes room for one more; capacities double. */
static void *take_more(void *old, uint32_t count, uint32_t *capacity, size_t bytes) {
    if (count < *capacity) return old;
    *capacity = *capacity ? *capacity * 2 : 1024;
    return take(old, *capacity, bytes);
}

/* ---- the words */

Builder builder_init(void) { return (Builder){.forms = NULL}; }

void builder_release(Builder *builder) {
    free(builder->forms);
    *builder = builder_init();
}

bool builder_add(Builder *builder, const Spelling *spelling, WordRank rank, Error *error) {
    assert(spelling->length >= WORD_LETTERS_MIN && spelling->length <= WORD_LETTERS_MAX);
    if (builder->count == BUILDER_WORDS_MAX) return error_set(error, "more than %d words", BUILDER_WORDS_MAX);
    builder->forms = take_more(builder->forms, builder->count, &builder->capacity, sizeof *builder->forms);
    builder->forms[builder->count++] = (WordForm){*spelling, rank};
    return true;
}

/* Alphabetical; among forms with the same letters the plainest first. */
static int compare_forms(const void *left, const void *right) {
    const WordForm *a = left, *b = right;
    int order = strcmp(a->spelling.letters, b->spelling.letters);
    if (order == 0) order = spelling_marks(&a->spelling) - spelling_marks(&b->spelling);
    if (order == 0) order = (int)a->rank - (int)b->rank;
    if (order == 0) order = memcmp(a->spelling.marks, b->spelling.marks, sizeof a->spelling.marks);
    return order;
}

static void keep_one_form_a_word(Builder *builder) {
    if (builder->count == 0) return;
    qsort(builder->forms, builder->count, sizeof *builder->forms, compare_forms);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < builder->count; i++)
        if (strcmp(builder->forms[i].spelling.letters, builder->forms[kept - 1].spelling.letters) != 0)
            builder->forms[kept++] = builder->forms[i];
    builder->count = kept;
}

/* ---- the minimal automaton: nodes are runs of edges, children before parents, node 0 the one without edges */

typedef struct Run {
    uint32_t first, count; /* its edges */
    uint32_t words;        /* below it */
    uint32_t base;         /* its place among the slots */
    uint64_t ways;         /* that lead to it */
    uint32_t lengths;      /* bit n: a word ends n letters on */
} Run;

typedef struct Open { /* a node on the way to the word added last, not yet known to be minimal */
    uint32_t count;
    uint32_t edges[ALPHABET]; /* like places, with the child's node number for a base */
} Open;

typedef struct Automaton {
    Run *runs;
    uint32_t run_count, run_capacity;
    uint32_t *edges;
    uint32_t edge_count, edge_capacity;
    uint32_t *hash; /* node numbers, 0 where free */
    uint32_t hash_size;
    uint32_t root, slot_count;
    Open path[WORD_LETTERS_MAX + 1];
} Automaton;

static uint32_t hash_edges(const uint32_t *edges, uint32_t count) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (uint32_t i = 0; i < count; i++) hash = (hash ^ edges[i]) * 0xD6E8FEB86659FD93u, hash ^= hash >> 32;
    return (uint32_t)hash;
}

/* The slot that holds a node with these edges, or the free one where it belongs. */
static uint32_t hash_slot(const Automaton *automaton, const uint32_t *edges, uint32_t count) {
    uint32_t slot = hash_edges(edges, count) & (automaton->hash_size - 1);
    while (automaton->hash[slot]) {
        const Run *run = &automaton->runs[automaton->hash[slot]];
        if (run->count == count && memcmp(automaton->edges + run->first, edges, count * sizeof *edges) == 0) break;
        slot = (slot + 1) & (automaton->hash_size - 1);
    }
    return slot;
}

static void hash_grow(Automaton *automaton) {
    free(automaton->hash);
    automaton->hash_size = automaton->hash_size ? automaton->hash_size * 2 : 4096;
    automaton->hash = take_zeroed(automaton->hash_size, sizeof *automaton->hash);
    for (uint32_t i = 1; i < automaton->run_count; i++) {
        const Run *run = &automaton->runs[i];
        automaton->hash[hash_slot(automaton, automaton->edges + run->first, run->count)] = i;
    }
}

/* The node number of an open node: an equal one's if there is one. */
static uint32_t freeze(Automaton *automaton, const Open *open) {
    if (open->count == 0) return 0;
    if (automaton->run_count * 2 >= automaton->hash_size) hash_grow(automaton);
    uint32_t slot = hash_slot(automaton, open->edges, open->count);
    if (automaton->hash[slot]) return automaton->hash[slot];
    automaton->runs = take_more(automaton->runs, automaton->run_count, &automaton->run_capacity, sizeof *automaton->runs);
    automaton->runs[automaton->run_count] = (Run){.first = automaton->edge_count, .count = open->count};
    for (uint32_t i = 0; i < open->count; i++) {
        automaton->edges =
            take_more(automaton->edges, automaton->edge_count, &automaton->edge_capacity, sizeof *automaton->edges);
        automaton->edges[automaton->edge_count++] = open->edges[i];
    }
    return automaton->hash[slot] = automaton->run_count++;
}

/* Freezes what lies below the first `depth` letters of the word added last: no later word goes that way again. */
static void freeze_below(Automaton *automaton, int length, int depth) {
    for (int i = length; i > depth; i--) {
        Open *parent = &automaton->path[i - 1];
        parent->edges[parent->count - 1] |= freeze(automaton, &automaton->path[i]) << PLACE_BASE_SHIFT;
        automaton->path[i].count = 0;
    }
}

/* Takes the words of at most `letters_max` letters; they come in alphabetical order, each once. */
static void grow(Automaton *automaton, const Builder *builder, int letters_max) {
    automaton->runs = take_more(NULL, 0, &automaton->run_capacity, sizeof *automaton->runs);
    automaton->runs[automaton->run_count++] = (Run){.first = 0};
    hash_grow(automaton);
    const char *before = "";
    for (uint32_t i = 0; i < builder->count; i++) {
        const Spelling *word = &builder->forms[i].spelling;
        if (word->length > letters_max) continue;
        int shared = 0;
        while (before[shared] && before[shared] == word->letters[shared]) shared++;
        freeze_below(automaton, (int)strlen(before), shared);
        for (int at = shared; at < word->length; at++) {
            Open *open = &automaton->path[at];
            open->edges[open->count++] = (uint32_t)(word->letters[at] - 'A' + 1);
        }
        Open *last = &automaton->path[word->length - 1];
        last->edges[last->count - 1] |= PLACE_WORD;
        before = word->letters;
    }
    freeze_below(automaton, (int)strlen(before), 0);
    automaton->root = freeze(automaton, &automaton->path[0]);
}

/* Counts what lies below and above each node; children come before their parents. */
static void measure(Automaton *automaton) {
    for (uint32_t i = 1; i < automaton->run_count; i++) {
        Run *run = &automaton->runs[i];
        for (uint32_t k = run->first; k < run->first + run->count; k++) {
            const Run *child = &automaton->runs[automaton->edges[k] >> PLACE_BASE_SHIFT];
            uint32_t ends = automaton->edges[k] & PLACE_WORD ? 1 : 0;
            run->words += child->words + ends;
            run->lengths |= (child->lengths | ends) << 1;
        }
    }
    automaton->runs[automaton->root].ways = 1;
    for (uint32_t i = automaton->run_count - 1; i > 0; i--) {
        const Run *run = &automaton->runs[i];
        for (uint32_t k = run->first; k < run->first + run->count; k++)
            automaton->runs[automaton->edges[k] >> PLACE_BASE_SHIFT].ways += run->ways;
    }
}

/* ---- slots */

typedef struct Visited {
    uint64_t visits; /* when every word is looked up once */
    uint32_t run;
} Visited;

static int compare_visits(const void *left, const void *right) {
    const Visited *a = left, *b = right;
    if (a->visits != b->visits) return a->visits > b->visits ? -1 : 1;
    return a->run < b->run ? -1 : a->run > b->run;
}

/* Slots are looked at 64 at a time, a bit each. */
typedef struct Slots {
    uint64_t *used;  /* an edge lies here */
    uint64_t *based; /* a node has its base here */
    uint32_t words;
    uint32_t full; /* words from the first on in which no room is looked for */
    /* Slots are never freed, so a base that was refused to a set of letters stays refused: where the last one was found. */
    struct {
        uint32_t letters, base;
    } found[SLOTS_FOUND];
} Slots;

static void slots_reach(Slots *slots, uint32_t words) {
    if (words <= slots->words) return;
    uint32_t size = words * 2;
    slots->used = take(slots->used, size, sizeof *slots->used);
    slots->based = take(slots->based, size, sizeof *slots->based);
    memset(slots->used + slots->words, 0, (size - slots->words) * sizeof *slots->used);
    memset(slots->based + slots->words, 0, (size - slots->words) * sizeof *slots->based);
    slots->words = size;
}

/* The first base where edges for these letters (bit n for letter n) fit between those laid before. */
static uint32_t slots_find(Slots *slots, uint32_t letters) {
    uint32_t entry = (letters * 0x9E3779B1u) >> 16 & (SLOTS_FOUND - 1);
    if (slots->found[entry].letters != letters) slots->found[entry].letters = letters, slots->found[entry].base = 1;
    if (slots->found[entry].base / 64 < slots->full) slots->found[entry].base = slots->full * 64 - PLACE_LETTER;
    uint64_t passed = (1ull << (slots->found[entry].base % 64)) - 1; /* below where to begin; base 0 is nobody's */
    for (uint32_t word = slots->found[entry].base / 64;; word++) {
        slots_reach(slots, word + 2);
        uint64_t blocked = slots->based[word] | passed;
        for (uint32_t rest = letters; rest; rest &= rest - 1) {
            int letter = __builtin_ctz(rest);
            blocked |= slots->used[word] >> letter | slots->used[word + 1] << (64 - letter);
        }
        if (~blocked) return slots->found[entry].base = word * 64 + (uint32_t)__builtin_ctzll(~blocked);
        passed = 0;
    }
}

static void slots_take(Slots *slots, uint32_t base, uint32_t letters) {
    slots->based[base / 64] |= 1ull << (base % 64);
    for (uint32_t rest = letters; rest; rest &= rest - 1) {
        uint32_t slot = base + (uint32_t)__builtin_ctz(rest);
        slots->used[slot / 64] |= 1ull << (slot % 64);
    }
    while (slots->used[slots->full] == ~0ull || slots->full + SLOTS_WINDOW < base / 64) slots->full++;
}

/* The nodes visited most come first and so lie together, for the sake of the cache. */
static void lay(Automaton *automaton) {
    uint32_t count = automaton->run_count - 1, end = PLACE_LETTER + 1;
    Visited *order = take(NULL, count, sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        const Run *run = &automaton->runs[i + 1];
        order[i] = (Visited){run->ways * run->words, i + 1};
    }
    qsort(order, count, sizeof *order, compare_visits);
    Slots *slots = take_zeroed(1, sizeof *slots);
    slots_reach(slots, 16);
    slots->used[0] = 3; /* base 1 and letter 1 come first, so nothing lies in the first two */
    for (uint32_t i = 0; i < count; i++) {
        Run *run = &automaton->runs[order[i].run];
        uint32_t letters = 0;
        for (uint32_t k = run->first; k < run->first + run->count; k++) letters |= 1u << (automaton->edges[k] & PLACE_LETTER);
        run->base = slots_find(slots, letters);
        slots_take(slots, run->base, letters);
        if (run->base + PLACE_LETTER + 1 > end) end = run->base + PLACE_LETTER + 1;
    }
    free(order);
    free(slots->used);
    free(slots->based);
    free(slots);
    automaton->slot_count = end;
}

/* ---- the lexicon, in one block */

/* The next array within the block; all are multiples of eight bytes long. */
static void *carve(char *block, size_t *used, size_t count, size_t bytes) {
    void *array = block ? block + *used : NULL;
    *used += (count * bytes + 7) & ~(size_t)7;
    return array;
}

/* Sets the arrays' places in the block and returns its size; with no block only the size counts. */
static size_t carve_all(Lexicon *lexicon, char *block, uint32_t pattern_bytes) {
    size_t used = (sizeof *lexicon + 7) & ~(size_t)7;
    uint32_t groups = lexicon->word_count / 64 + 1;
    Graph *graphs[] = {&lexicon->short_words, &lexicon->words};
    for (int i = 0; i < 2; i++) {
        graphs[i]->edges = carve(block, &used, graphs[i]->slot_count, sizeof *graphs[i]->edges);
        graphs[i]->nodes = carve(block, &used, graphs[i]->slot_count, sizeof *graphs[i]->nodes);
    }
    lexicon->skips = carve(block, &used, lexicon->words.slot_count, sizeof *lexicon->skips);
    lexicon->accented = carve(block, &used, groups, sizeof *lexicon->accented);
    lexicon->accented_before = carve(block, &used, groups, sizeof *lexicon->accented_before);
    lexicon->accented_patterns = carve(block, &used, lexicon->accented_count, sizeof *lexicon->accented_patterns);
    lexicon->pattern_offsets = carve(block, &used, lexicon->pattern_count + 1, sizeof *lexicon->pattern_offsets);
    lexicon->pattern_bytes = carve(block, &used, pattern_bytes, sizeof *lexicon->pattern_bytes);
    return used;
}

static Node node_of(const Automaton *automaton, const Run *run) {
    uint64_t letters = 0, ends = 0, distances = 0;
    for (uint32_t k = run->first; k < run->first + run->count; k++) {
        uint64_t letter = 1ull << ((automaton->edges[k] & PLACE_LETTER) - 1);
        letters |= letter;
        if (automaton->edges[k] & PLACE_WORD) ends |= letter;
    }
    for (int length = 1; length <= WORD_LETTERS_MAX; length++) {
        int bit = length < NODE_DISTANCE_BITS ? length - 1 : NODE_DISTANCE_BITS - 1;
        distances |= (uint64_t)(run->lengths >> length & 1) << bit;
    }
    return letters | ends << NODE_ENDS_SHIFT | distances << NODE_DISTANCE_SHIFT;
}

/* Writes the automaton where the graph's arrays are; `skips` may be NULL. */
static void fill_graph(Graph *graph, uint32_t *skips, const Automaton *automaton) {
    Place *edges = (Place *)graph->edges;
    Node *nodes = (Node *)graph->nodes;
    for (uint32_t i = 1; i < automaton->run_count; i++) {
        const Run *run = &automaton->runs[i];
        uint32_t words = 0;
        for (uint32_t k = run->first; k < run->first + run->count; k++) {
            uint32_t edge = automaton->edges[k], slot = run->base + (edge & PLACE_LETTER);
            const Run *child = &automaton->runs[edge >> PLACE_BASE_SHIFT];
            edges[slot] = (edge & (PLACE_LETTER | PLACE_WORD)) | child->base << PLACE_BASE_SHIFT;
            if (skips) skips[slot] = words;
            words += child->words + (edge & PLACE_WORD ? 1 : 0);
        }
        nodes[run->base] = node_of(automaton, run);
    }
    graph->root = automaton->runs[automaton->root].base << PLACE_BASE_SHIFT;
}

/* ---- written forms */

typedef struct Pattern {
    uint8_t length;
    uint8_t bytes[WORD_LETTERS_MAX];
} Pattern;

static Pattern pattern_of(const Spelling *spelling) {
    Pattern pattern = {0};
    for (int i = 0; i < spelling->length; i++)
        if (spelling->marks[i]) pattern.bytes[pattern.length++] = (uint8_t)(i << 4 | spelling->marks[i]);
    return pattern;
}

static int compare_patterns(const void *left, const void *right) { return memcmp(left, right, sizeof(Pattern)); }

/* All different patterns in order; their number in *count. */
static Pattern *patterns_of(const Builder *builder, uint32_t *accented_count, uint32_t *count) {
    Pattern *patterns = NULL;
    uint32_t found = 0, capacity = 0;
    for (uint32_t i = 0; i < builder->count; i++) {
        if (spelling_marks(&builder->forms[i].spelling) == 0) continue;
        patterns = take_more(patterns, found, &capacity, sizeof *patterns);
        patterns[found++] = pattern_of(&builder->forms[i].spelling);
    }
    *accented_count = found;
    if (found > 0) qsort(patterns, found, sizeof *patterns, compare_patterns);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found; i++)
        if (kept == 0 || compare_patterns(&patterns[i], &patterns[kept - 1]) != 0) patterns[kept++] = patterns[i];
    *count = kept;
    return patterns;
}

static void fill_accents(Lexicon *lexicon, const Builder *builder, const Pattern *patterns) {
    uint64_t *accented = (uint64_t *)lexicon->accented;
    uint32_t *before = (uint32_t *)lexicon->accented_before, rank = 0, used = 0;
    for (uint32_t i = 0; i < builder->count; i++) {
        if (i % 64 == 0) before[i / 64] = rank;
        if (spelling_marks(&builder->forms[i].spelling) == 0) continue;
        Pattern pattern = pattern_of(&builder->forms[i].spelling);
        const Pattern *same = bsearch(&pattern, patterns, lexicon->pattern_count, sizeof pattern, compare_patterns);
        accented[i / 64] |= 1ull << (i % 64);
        ((uint16_t *)lexicon->accented_patterns)[rank++] = (uint16_t)(same - patterns);
    }
    for (uint32_t i = 0; i < lexicon->pattern_count; i++) {
        ((uint32_t *)lexicon->pattern_offsets)[i] = used;
        memcpy((uint8_t *)lexicon->pattern_bytes + used, patterns[i].bytes, patterns[i].length);
        used += patterns[i].length;
    }
    ((uint32_t *)lexicon->pattern_offsets)[lexicon->pattern_count] = used;
}

/* ---- together */

static Automaton automaton_of(const Builder *builder, int letters_max) {
    Automaton automaton = {0};
    grow(&automaton, builder, letters_max);
    measure(&automaton);
    lay(&automaton);
    return automaton;
}

static void automaton_release(Automaton *automaton) {
    free(automaton->runs);
    free(automaton->edges);
    free(automaton->hash);
}

static Lexicon *assemble(const Builder *builder, const Pattern *patterns, Lexicon sizes) {
    Automaton all = automaton_of(builder, WORD_LETTERS_MAX), brief = automaton_of(builder, SHORT_LETTERS_MAX);
    uint32_t pattern_bytes = 0;
    sizes.words.slot_count = all.slot_count;
    sizes.short_words.slot_count = brief.slot_count;
    for (uint32_t i = 0; i < sizes.pattern_count; i++) pattern_bytes += patterns[i].length;
    size_t bytes = carve_all(&sizes, NULL, pattern_bytes);
    Lexicon *lexicon = take_zeroed(bytes, 1);
    *lexicon = sizes;
    carve_all(lexicon, (char *)lexicon, pattern_bytes);
    fill_graph(&lexicon->words, (uint32_t *)lexicon->skips, &all);
    fill_graph(&lexicon->short_words, NULL, &brief);
    fill_accents(lexicon, builder, patterns);
    automaton_release(&all);
    automaton_release(&brief);
    return lexicon;
}

Lexicon *builder_finish(Builder *builder, Error *error) {
    keep_one_form_a_word(builder);
    if (builder->count == 0) {
        error_set(error, "no word of %d to %d letters", WORD_LETTERS_MIN, WORD_LETTERS_MAX);
        return NULL;
    }
    Lexicon sizes = {.word_count = builder->count};
    Pattern *patterns = patterns_of(builder, &sizes.accented_count, &sizes.pattern_count);
    Lexicon *lexicon = NULL;
    if (sizes.pattern_count > LEXICON_PATTERNS_MAX) error_set(error, "more than %d ways to set accents", LEXICON_PATTERNS_MAX);
    else lexicon = assemble(builder, patterns, sizes);
    free(patterns);
    return lexicon;
}

void lexicon_free(Lexicon *lexicon) { free(lexicon); }
