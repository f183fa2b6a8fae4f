/* Parses a command's options and prints what is wrong with them. */
#include "program/arguments.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "core/message.h"
#include "games/games.h"
#include "games/primo/primo.h"
#include "lexicon/builder.h"
#include "program/commands.h"
#include "program/person.h"

int complain(const char *command, const char *format, ...) {
    Error error;
    char words[sizeof error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    error_set(&error, "%s", words);
    return complain_error(command, person_language(), &error);
}

int complain_error(const char *command, Language language, const Error *error) {
    char words[2 * ERROR_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    error_print(error, language, &text);
    fprintf(stderr, "araldo %s: %s\n", command, words);
    return STATUS_BAD;
}

int arguments_no_file(const Arguments *arguments, Language language) {
    Error error;
    error_say(&error, "no file given; see araldo {command} --help", WITH("command", arguments->command));
    return complain_error(arguments->command, language, &error);
}

static bool refuse(const Arguments *arguments, const Error *error) {
    complain_error(arguments->command, arguments->language, error);
    return false;
}

/* Says what is wrong with a word, by a message with places for it and for the command. */
static bool wrong(const Arguments *arguments, const char *msgid, const char *word) {
    Error error;
    Quote quote = span_quote(span_of(word));
    const MessageValue values[] = {WITH("word", quote.text), WITH("command", arguments->command), {0}};
    error_fill(&error, msgid, values);
    return refuse(arguments, &error);
}

/* Which option `word` is, and the text after its '=', if there is any. */
static const Argument *find(const Argument *table, const char *word, const char **attached) {
    size_t length = strcspn(word, "=");
    *attached = word[length] ? word + length + 1 : NULL;
    for (; table->kind != ARGUMENT_END; table++)
        if (strlen(table->name) == length && memcmp(table->name, word, length) == 0) return table;
    return NULL;
}

/* Another word list for the rest of the program's life. */
static bool use_lexicon(const char *path, Error *error) {
    if (primo_lexicon() != &lexicon_french) return error_say(error, "option {option} given twice", WITH("option", "--words"));
    Lexicon *lexicon = lexicon_load(path, error);
    if (!lexicon) return false;
    if (primo_use_lexicon(lexicon, error)) return true;
    lexicon_free(lexicon);
    return false;
}

static bool fill(const Arguments *arguments, const Argument *argument, const char *value) {
    Error error;
    switch (argument->kind) {
    case ARGUMENT_WORDS: *(const char **)argument->value = value; return true;
    case ARGUMENT_NUMBER:
        if (span_number(span_of(value), argument->minimum, argument->maximum, argument->value)) return true;
        error_say(&error, "{option} must be a number from {min} to {max}, not '{value}'", WITH("option", argument->name),
                  WITH("min", argument->minimum), WITH("max", argument->maximum),
                  WITH("value", span_quote(span_of(value)).text));
        return refuse(arguments, &error);
    case ARGUMENT_OPTION: return setup_option(argument->value, span_of(value), &error) || refuse(arguments, &error);
    case ARGUMENT_LEXICON:
        if (argument->value) *(const char **)argument->value = value;
        return use_lexicon(value, &error) || refuse(arguments, &error);
    default: assert(!"an option without a value"); return false;
    }
}

bool arguments_read(Arguments *arguments, int argc, char **argv) {
    bool options_over = false;
    arguments->word_count = 0;
    arguments->language = person_language();
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value;
        if (options_over || word[0] != '-' || word[1] == 0) {
            if (arguments->word_count == arguments->words_max)
                return wrong(arguments, N_("unexpected argument '{word}'; see araldo {command} --help"), word);
            arguments->words[arguments->word_count++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options_over = true;
            continue;
        }
        const Argument *argument = find(arguments->table, word, &value);
        if (!argument) return wrong(arguments, N_("no such option: '{word}'; see araldo {command} --help"), word);
        if (argument->kind == ARGUMENT_FLAG) {
            if (value) return wrong(arguments, N_("this option takes no value: '{word}'; see araldo {command} --help"), word);
            *(bool *)argument->value = true;
            continue;
        }
        if (!value && i + 1 == argc)
            return wrong(arguments, N_("a value is missing after '{word}'; see araldo {command} --help"), word);
        if (!fill(arguments, argument, value ? value : argv[++i])) return false;
    }
    return true;
}

bool game_missing(Error *error) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (const Game *const *each = games; *each; each++) text_format(&list, "%s%s", list.length ? ", " : "", (*each)->name);
    return error_say(error, "no game given; choose from {known}", WITH("known", known));
}

bool arguments_game(const Arguments *arguments, const Game **game, Setup *setup) {
    Error error;
    if (arguments->word_count == 0) {
        game_missing(&error);
        return refuse(arguments, &error);
    }
    *game = game_find_variant(span_of(arguments->words[0]), &setup->variant, &error);
    bool good = *game != NULL;
    for (int i = 1; good && i < arguments->word_count; i++) good = setup_option(setup, span_of(arguments->words[i]), &error);
    return good || refuse(arguments, &error);
}

bool seed_random(ChanceKey *key, Error *error) {
    if (getrandom(key->bytes, sizeof key->bytes, 0) == (ssize_t)sizeof key->bytes) return true;
    return error_set(error, "the system gives no random numbers: %s", strerror(errno));
}

bool seed_read(const char *command, Language language, const char *seed, ChanceKey *key) {
    Error error;
    if (seed ? chance_key_parse(key, span_of(seed), &error) : seed_random(key, &error)) return true;
    complain_error(command, language, &error);
    return false;
}
