/* `araldo words`: looks words up, lists the words of a rack, prints the whole lexicon.
 *
 * A line of the answer is a word as it is laid and as it is written, `ETE été`; a dash stands for the written form of what is
 * no word. With --json it is an object with both, the second null for what is no word. */
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "core/message.h"
#include "lexicon/builder.h"
#include "lexicon/rack.h"
#include "program/arguments.h"
#include "program/commands.h"

enum { ASKED_MAX = 4096, QUOTED_MAX = 256, JSON_MAX_BYTES = 4096 };

typedef struct Answer {
    const Lexicon *lexicon;
    bool json;
} Answer;

static void print_json(const char *laid, const char *written) {
    char line[JSON_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "laid", laid);
    json_text(&json, "written", written);
    json_close(&json);
    puts(line);
}

static void print_word(const Answer *answer, const char *letters, int length) {
    char written[WORD_TEXT_MAX];
    Text text = text_init(written, sizeof written);
    bool is_word = lexicon_accented(answer->lexicon, letters, length, &text);
    if (answer->json) print_json(letters, is_word ? written : NULL);
    else printf("%s %s\n", letters, is_word ? written : "-");
}

/* What is not even letters is no word either, and shown as it was given, on one line. */
static void print_other(const Answer *answer, const char *given) {
    if (answer->json) {
        char quoted[QUOTED_MAX + 1];
        snprintf(quoted, sizeof quoted, "%s", given);
        print_json(quoted, NULL);
        return;
    }
    for (; *given; given++) putchar((unsigned char)*given < 0x20 || *given == 0x7f ? ' ' : *given);
    puts(" -");
}

static int answer_words(const Answer *answer, const char *const *words, int count) {
    int status = STATUS_GOOD;
    const Lexicon *lexicon = answer->lexicon;
    for (int i = 0; i < count; i++) {
        Spelling spelling;
        bool spelt = spelling_parse(&spelling, span_of(words[i])) == SPELLING_GOOD && spelling.length > 0;
        if (spelt) print_word(answer, spelling.letters, spelling.length);
        else print_other(answer, words[i]);
        if (!spelt || !lexicon_has(lexicon, spelling.letters, spelling.length)) status = STATUS_NO;
    }
    return status;
}

/* By length, then by alphabet. */
static int answer_rack(const Answer *answer, const Rack *rack) {
    int status = STATUS_NO;
    for (int length = WORD_LETTERS_MIN; length <= WORD_LETTERS_MAX; length++) {
        WordSearch search;
        word_search_init(&search, answer->lexicon, rack, lengths_between(length, length));
        while (word_search_next(&search)) {
            print_word(answer, search.letters, search.length);
            status = STATUS_GOOD;
        }
    }
    return status;
}

static int answer_list(const Answer *answer) {
    char letters[WORD_LETTERS_MAX + 1];
    for (uint32_t i = 0; i < answer->lexicon->word_count; i++) {
        int length = lexicon_word(answer->lexicon, i, letters);
        print_word(answer, letters, length);
    }
    return STATUS_GOOD;
}

int command_words(int argc, char **argv) {
    const char *words[ASKED_MAX], *letters = NULL, *file = NULL;
    bool list = false;
    Answer answer = {.lexicon = &lexicon_french};
    const Argument table[] = {{ARGUMENT_WORDS, "--rack", &letters, 0, 0},
                              {ARGUMENT_FLAG, "--json", &answer.json, 0, 0},
                              {ARGUMENT_FLAG, "--list", &list, 0, 0},
                              {ARGUMENT_WORDS, "--words", &file, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "words", .table = table, .words = words, .words_max = ASKED_MAX};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if ((letters != NULL) + list + (arguments.word_count > 0) != 1)
        return complain("words", "%s", N_("give words, or --rack LETTERS, or --list; see araldo words --help"));
    Rack rack;
    Error error;
    if (letters && !rack_parse(&rack, span_of(letters), &error)) return complain("words", "%s", error.text);
    Lexicon *loaded = NULL;
    if (file && !(loaded = lexicon_load(file, &error))) return complain("words", "%s", error.text);
    if (loaded) answer.lexicon = loaded;
    int status = letters ? answer_rack(&answer, &rack)
                 : list  ? answer_list(&answer)
                         : answer_words(&answer, words, arguments.word_count);
    lexicon_free(loaded);
    return status;
}
