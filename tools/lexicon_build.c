/* Writes the program's French lexicon from hunspell's French dictionary.
 * It writes all forms that may be laid, as a word graph in C and as a plain list of written forms (for the tests). The same
 * dictionary gives the same bytes.
 *   lexicon_build AFFIXES WORDS ABBREVIATIONS GRAPH.c FORMS.txt
 * Left out (rules of Primo, "Words"): proper nouns, abbreviations, unit symbols, roman numerals, prefixes and halves of
 * words; whatever has a capital, a hyphen, an apostrophe or a digit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexicon/builder.h"
#include "tools/hunspell.h"

enum { ABBREVIATIONS_MAX = 256, ABBREVIATION_MAX = 32, ENTRY_FORMS_MAX = 4096, NUMBERS_A_LINE = 12 };

typedef struct Abbreviation {
    char word[ABBREVIATION_MAX];
    char tag[ABBREVIATION_MAX]; /* only entries with this tag are meant; empty for any */
    bool inflected;             /* it goes with all its forms; else an entry that varies is another word */
} Abbreviation;

typedef struct Job {
    Hunspell *hunspell;
    Builder builder;
    int abbreviation_count;
    Abbreviation abbreviations[ABBREVIATIONS_MAX];
    /* The entry at hand, and those of its forms that may be laid; they may stand there twice. */
    const char *entry;
    bool varies;
    int form_count;
    WordForm forms[ENTRY_FORMS_MAX];
} Job;

/* ---- what is taken */

/* A line is a word, and after it `inflected` or a tag; # begins a comment. */
static bool abbreviations_read(Job *job, const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "%s: cannot be opened", path);
    char line[8 * ABBREVIATION_MAX];
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        Abbreviation read = {0};
        line[strcspn(line, "#")] = 0;
        if (sscanf(line, "%31s %31s", read.word, read.tag) < 1) continue;
        if (strcmp(read.tag, "inflected") == 0) {
            read.inflected = true;
            read.tag[0] = 0;
        }
        good = job->abbreviation_count < ABBREVIATIONS_MAX || error_set(error, "%s: too many lines", path);
        if (good) job->abbreviations[job->abbreviation_count++] = read;
    }
    fclose(file);
    return good;
}

static bool tags_have(const char *tags, const char *wanted) {
    Span rest = span_of(tags), tag;
    while (span_split(&rest, ' ', &tag))
        if (span_is(tag, wanted)) return true;
    return false;
}

/* An entry of an abbreviation's spelling that varies is another word: `tan` with a plural is bark, not a tangent. */
static bool is_abbreviation(const Job *job, const HunspellEntry *entry) {
    for (int i = 0; i < job->abbreviation_count; i++) {
        const Abbreviation *abbreviation = &job->abbreviations[i];
        if (strcmp(abbreviation->word, entry->word) != 0 || (job->varies && !abbreviation->inflected)) continue;
        if (!abbreviation->tag[0] || tags_have(entry->tags, abbreviation->tag)) return true;
    }
    return false;
}

/* The dictionary's parts of speech that are no words of their own: names of all kinds, roman numerals, prefixes as in
 * franco-italien, ends of addresses, and what is listed only to be marked as an error. */
static bool is_name_or_part(const char *tags) {
    static const char *const parts[] = {"po:npr", "po:prn", "po:patr", "po:loc.patr", "po:nbro", "po:pfx", "po:sfx", "po:err"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (tags_have(tags, parts[i])) return true;
    return false;
}

/* Takes forms in small letters alone: what reads otherwise than it is written has a capital in it. */
static void form_take(void *context, const char *form) {
    Job *job = context;
    char written[WORD_TEXT_MAX];
    Spelling spelling;
    if (spelling_parse(&spelling, span_of(form)) != SPELLING_GOOD || spelling.length < WORD_LETTERS_MIN) return;
    Text text = text_init(written, sizeof written);
    spelling_print(&spelling, &text);
    if (strcmp(written, form) != 0) return;
    bool headword = strcmp(form, job->entry) == 0;
    job->varies |= !headword;
    if (job->form_count < ENTRY_FORMS_MAX)
        job->forms[job->form_count++] = (WordForm){spelling, headword ? RANK_HEADWORD : RANK_INFLECTED};
}

static bool entry_take(void *context, const HunspellEntry *entry, Error *error) {
    Job *job = context;
    if (entry->keep_case || is_name_or_part(entry->tags)) return true; /* KEEPCASE is for the symbols of units */
    job->entry = entry->word;
    job->varies = false;
    job->form_count = 0;
    hunspell_forms(job->hunspell, form_take, job);
    if (job->form_count == ENTRY_FORMS_MAX) return error_set(error, "%s has too many forms", entry->word);
    if (is_abbreviation(job, entry)) return true;
    for (int i = 0; i < job->form_count; i++)
        if (!builder_add(&job->builder, &job->forms[i].spelling, job->forms[i].rank, error)) return false;
    return true;
}

/* ---- what is written */

static int compare_spellings(const void *left, const void *right) {
    const Spelling *a = &((const WordForm *)left)->spelling, *b = &((const WordForm *)right)->spelling;
    int order = strcmp(a->letters, b->letters);
    return order ? order : memcmp(a->marks, b->marks, sizeof a->marks);
}

/* All forms, each once: more than there are words, as several may fold to one. */
static bool write_forms(Builder *builder, const char *path, Error *error) {
    FILE *file = fopen(path, "w");
    if (!file) return error_set(error, "%s: cannot be written", path);
    if (builder->count > 0) qsort(builder->forms, builder->count, sizeof *builder->forms, compare_spellings);
    for (uint32_t i = 0; i < builder->count; i++) {
        if (i > 0 && compare_spellings(&builder->forms[i - 1], &builder->forms[i]) == 0) continue;
        char written[WORD_TEXT_MAX];
        Text text = text_init(written, sizeof written);
        spelling_print(&builder->forms[i].spelling, &text);
        fprintf(file, "%s\n", written);
    }
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    return good || error_set(error, "%s: cannot be written", path);
}

/* One array of the lexicon. The order is that of the file of words, in which wider numbers come first so that all are aligned. */
typedef struct Array {
    const char *type, *name;
    const void *numbers;
    size_t count, bytes; /* bytes of a number */
} Array;

enum { ARRAYS = 10 };

static void list_arrays(const Lexicon *lexicon, Array arrays[ARRAYS]) {
    const Graph *all = &lexicon->words, *brief = &lexicon->short_words;
    uint32_t groups = lexicon->word_count / 64 + 1, pattern_bytes = lexicon->pattern_offsets[lexicon->pattern_count];
    const Array list[ARRAYS] = {
        {"Node", "nodes", all->nodes, all->slot_count, sizeof *all->nodes},
        {"Node", "short_nodes", brief->nodes, brief->slot_count, sizeof *brief->nodes},
        {"uint64_t", "accented", lexicon->accented, groups, sizeof *lexicon->accented},
        {"Place", "edges", all->edges, all->slot_count, sizeof *all->edges},
        {"Place", "short_edges", brief->edges, brief->slot_count, sizeof *brief->edges},
        {"uint32_t", "skips", lexicon->skips, all->slot_count, sizeof *lexicon->skips},
        {"uint32_t", "accented_before", lexicon->accented_before, groups, sizeof *lexicon->accented_before},
        {"uint32_t", "pattern_offsets", lexicon->pattern_offsets, lexicon->pattern_count + 1, sizeof *lexicon->pattern_offsets},
        {"uint16_t", "accented_patterns", lexicon->accented_patterns, lexicon->accented_count,
         sizeof *lexicon->accented_patterns},
        {"uint8_t", "pattern_bytes", lexicon->pattern_bytes, pattern_bytes, sizeof *lexicon->pattern_bytes},
    };
    memcpy(arrays, list, sizeof list);
}

static uint64_t number_of(const Array *array, size_t index) {
    const char *at = (const char *)array->numbers + index * array->bytes;
    return array->bytes == 8   ? *(const uint64_t *)(const void *)at
           : array->bytes == 4 ? *(const uint32_t *)(const void *)at
           : array->bytes == 2 ? *(const uint16_t *)(const void *)at
                               : *(const uint8_t *)at;
}

static void write_numbers(FILE *file, const Array *array) {
    fprintf(file, "static const %s %s[] = {", array->type, array->name);
    for (size_t i = 0; i < array->count; i++)
        fprintf(file, "%s%s0x%llX", i ? "," : "", i % NUMBERS_A_LINE ? "" : "\n", (unsigned long long)number_of(array, i));
    fputs(array->count ? "\n};\n" : "0};\n", file);
}

/* Little-endian, whatever machine builds: so WebAssembly reads them. */
static void write_bytes(FILE *file, const Array *array) {
    for (size_t i = 0; i < array->count; i++)
        for (size_t byte = 0; byte < array->bytes; byte++) fputc((int)(number_of(array, i) >> 8 * byte & 0xFF), file);
}

static void begin_source(FILE *file) {
    fputs(
        "/* Written by tools/lexicon_build.c from the dictionary of hunspell-fr-comprehensive, which is subject to the\n"
        " * terms of the Mozilla Public License, v. 2.0 (http://mozilla.org/MPL/2.0/); see docs/notices.md. */\n"
        "#include \"lexicon/lexicon.h\"\n",
        file);
}

static void end_source(FILE *file, const Lexicon *lexicon) {
    const Graph *all = &lexicon->words, *brief = &lexicon->short_words;
    fprintf(file,
            "const Lexicon lexicon_french = {\n    %u,\n    {0x%X, %u, edges, nodes},\n"
            "    {0x%X, %u, short_edges, short_nodes},\n    skips,\n    %u,\n    %u,\n    accented,\n    accented_before,\n    "
            "accented_patterns,\n    pattern_offsets,\n"
            "    pattern_bytes,\n};\n",
            lexicon->word_count, all->root, all->slot_count, brief->root, brief->slot_count, lexicon->accented_count,
            lexicon->pattern_count);
}

static bool close_file(FILE *file, const char *path, Error *error) {
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    return good || error_set(error, "%s: cannot be written", path);
}

static bool write_graph(const Lexicon *lexicon, const char *path, Error *error) {
    Array arrays[ARRAYS];
    FILE *file = fopen(path, "w");
    if (!file) return error_set(error, "%s: cannot be written", path);
    list_arrays(lexicon, arrays);
    begin_source(file);
    for (int i = 0; i < ARRAYS; i++) write_numbers(file, &arrays[i]);
    end_source(file, lexicon);
    return close_file(file, path, error);
}

/* The same lexicon over memory that is empty until the file of words has been read into it: for the page (offline/). */
static bool write_empty(const Lexicon *lexicon, const char *path, Error *error) {
    Array arrays[ARRAYS];
    size_t offset = 0;
    FILE *file = fopen(path, "w");
    if (!file) return error_set(error, "%s: cannot be written", path);
    list_arrays(lexicon, arrays);
    begin_source(file);
    fputs("#include \"offline/words.h\"\n", file);
    for (int i = 0; i < ARRAYS; i++) {
        fprintf(file, "#define %s ((const %s *)(const void *)(words_memory + %zu))\n", arrays[i].name, arrays[i].type, offset);
        offset += arrays[i].count * arrays[i].bytes;
    }
    fprintf(file, "_Alignas(8) unsigned char words_memory[%zu];\nconst size_t words_length = %zu;\n", offset, offset);
    end_source(file, lexicon);
    return close_file(file, path, error);
}

static bool write_words(const Lexicon *lexicon, const char *path, Error *error) {
    Array arrays[ARRAYS];
    FILE *file = fopen(path, "wb");
    if (!file) return error_set(error, "%s: cannot be written", path);
    list_arrays(lexicon, arrays);
    for (int i = 0; i < ARRAYS; i++) write_bytes(file, &arrays[i]);
    return close_file(file, path, error);
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 8) {
        fputs("lexicon_build AFFIXES WORDS ABBREVIATIONS GRAPH.c FORMS.txt [EMPTY.c WORDS.bin]\n", stderr);
        return 2;
    }
    Error error;
    static Job job;
    Lexicon *lexicon = NULL;
    job.builder = builder_init();
    job.hunspell = hunspell_open(argv[1], &error);
    bool good = job.hunspell && abbreviations_read(&job, argv[3], &error) &&
                hunspell_read(job.hunspell, argv[2], entry_take, &job, &error) && write_forms(&job.builder, argv[5], &error);
    if (good) lexicon = builder_finish(&job.builder, &error);
    good = lexicon && write_graph(lexicon, argv[4], &error);
    if (argc == 8) good = good && write_empty(lexicon, argv[6], &error) && write_words(lexicon, argv[7], &error);
    if (!good) fprintf(stderr, "lexicon_build: %s\n", error.text);
    lexicon_free(lexicon);
    hunspell_free(job.hunspell);
    builder_release(&job.builder);
    return good ? 0 : 1;
}
