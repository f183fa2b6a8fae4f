/* `araldo words`: see words.h. A line of the answer is the word as it is laid and as it is written, `ETE été`; a dash stands
 * for the written form of what is no word. */
#include "program/words.h"

#include <stdio.h>
#include <string.h>

#include "lexicon/builder.h"
#include "lexicon/rack.h"

enum { STATUS_YES = 0, STATUS_NO = 1, STATUS_WRONG = 2 };

typedef struct Request {
    const char *rack, *file; /* NULL where not given */
    bool list;
    int word_count;
    char **words; /* arguments that are no option, moved to the front of argv + 1 */
} Request;

static bool request_parse(Request *request, int argc, char **argv, Error *error) {
    *request = (Request){.words = argv + 1};
    for (int i = 1; i < argc; i++) {
        const char **value = strcmp(argv[i], "--rack") == 0    ? &request->rack
                             : strcmp(argv[i], "--words") == 0 ? &request->file
                                                               : NULL;
        if (value) {
            if (i + 1 == argc) return error_set(error, "%s needs a value", argv[i]);
            if (*value) return error_set(error, "%s stands twice", argv[i]);
            *value = argv[++i];
        } else if (strcmp(argv[i], "--list") == 0) {
            request->list = true;
        } else if (strncmp(argv[i], "--", 2) == 0) {
            return error_set(error, "no option is called '%.40s'; there are --rack, --list, --words", argv[i]);
        } else {
            request->words[request->word_count++] = argv[i];
        }
    }
    int kinds = (request->rack != NULL) + request->list + (request->word_count > 0);
    return kinds == 1 || error_set(error, "give words, or --rack LETTERS, or --list");
}

static void print_word(const Lexicon *lexicon, const char *letters, int length) {
    char written[WORD_TEXT_MAX];
    Text text = text_init(written, sizeof written);
    if (!lexicon_accented(lexicon, letters, length, &text)) text_char(&text, '-');
    printf("%s %s\n", letters, written);
}

/* What is not even letters is no word either, and shown as it was given, on one line. */
static void print_other(const char *given) {
    for (; *given; given++) putchar((unsigned char)*given < 0x20 || *given == 0x7f ? ' ' : *given);
    puts(" -");
}

static int answer_words(const Lexicon *lexicon, const Request *request) {
    int status = STATUS_YES;
    for (int i = 0; i < request->word_count; i++) {
        Spelling spelling;
        bool spelt = spelling_parse(&spelling, span_of(request->words[i])) == SPELLING_GOOD && spelling.length > 0;
        if (spelt) print_word(lexicon, spelling.letters, spelling.length);
        else print_other(request->words[i]);
        if (!spelt || !lexicon_has(lexicon, spelling.letters, spelling.length)) status = STATUS_NO;
    }
    return status;
}

/* By length, then by alphabet. */
static int answer_rack(const Lexicon *lexicon, const Rack *rack) {
    int status = STATUS_NO;
    for (int length = WORD_LETTERS_MIN; length <= WORD_LETTERS_MAX; length++) {
        WordSearch search;
        word_search_init(&search, lexicon, rack, lengths_between(length, length));
        while (word_search_next(&search)) {
            print_word(lexicon, search.letters, search.length);
            status = STATUS_YES;
        }
    }
    return status;
}

static int answer_list(const Lexicon *lexicon) {
    char letters[WORD_LETTERS_MAX + 1];
    for (uint32_t i = 0; i < lexicon->word_count; i++) print_word(lexicon, letters, lexicon_word(lexicon, i, letters));
    return STATUS_YES;
}

int command_words(int argc, char **argv) {
    Request request;
    Rack rack;
    Error error;
    Lexicon *loaded = NULL;
    bool good = request_parse(&request, argc, argv, &error);
    if (good && request.rack) good = rack_parse(&rack, span_of(request.rack), &error);
    if (good && request.file) good = (loaded = lexicon_load(request.file, &error)) != NULL;
    if (!good) {
        fprintf(stderr, "araldo words: %s\n", error.text);
        return STATUS_WRONG;
    }
    const Lexicon *lexicon = loaded ? loaded : &lexicon_french;
    int status = request.rack   ? answer_rack(lexicon, &rack)
                 : request.list ? answer_list(lexicon)
                                : answer_words(lexicon, &request);
    lexicon_free(loaded);
    if (fflush(stdout) != 0) {
        fputs("araldo words: the answer cannot be written\n", stderr);
        return STATUS_WRONG;
    }
    return status;
}
