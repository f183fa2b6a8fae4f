/* Puts a game's table of options into words. */
#include "term/options.h"

#include <string.h>

#include "core/message.h"
#include "term/screen.h"

enum { LIST_COLUMNS = 76, LIST_INDENT = 4, LIST_GAP = 3, GIVEN_MAX = OPTION_KEY_MAX + OPTION_VALUE_MAX, WORDS_MAX = 1024 };

/* ---- one option */

static const OptionWord *word_find(const OptionRule *rule, const char *value) {
    for (const OptionWord *word = rule->words; word->word; word++)
        if (strcmp(word->word, value) == 0) return word;
    return NULL;
}

static void add_pair(const char *option, const char *value, Language language, Text *text) {
    message_format(text, language, "{option}: {value}", WITH("option", option), WITH("value", value));
}

void options_value(const Game *game, const OptionRule *rule, const Setup *setup, Language language, Text *text) {
    char number[16];
    const char *value = setup_value(setup, rule->key);
    switch (rule->kind) {
    case OPTION_NUMBER:
        snprintf(number, sizeof number, "%d", setup_number(game, setup, rule->key));
        value = number;
        break;
    case OPTION_WORD:
    case OPTION_WORDS: {
        const OptionWord *word = value ? word_find(rule, value) : rule->words;
        if (word) value = message(language, word->label);
        break;
    }
    case OPTION_SEATS:
        if (!value) value = message(language, "nobody");
        break;
    }
    add_pair(message(language, rule->label), value, language, text);
}

/* A number that may be a multiple of something: "4", "4 × stake", "4 for each player". */
static void add_multiple(int n, const char *factor, Language language, Text *text) {
    if (!factor) text_number(text, n);
    else if (strcmp(factor, "people") != 0) text_format(text, "%d × %s", n, factor);
    else message_format_plural(text, language, "{n} for each player", "{n} for each player", n, WITH("n", n));
}

void options_bounds(const OptionRule *rule, Language language, Text *text) {
    char minimum[GIVEN_MAX], maximum[GIVEN_MAX], usual[GIVEN_MAX];
    Text low = text_init(minimum, sizeof minimum), high = text_init(maximum, sizeof maximum);
    Text middle = text_init(usual, sizeof usual);
    add_multiple(rule->minimum, rule->bounds_factor, language, &low);
    add_multiple(rule->maximum, rule->bounds_factor, language, &high);
    add_multiple(rule->fallback, rule->fallback_factor, language, &middle);
    message_format(text, language, "{option}: {minimum} to {maximum}, default {usual}",
                   WITH("option", message(language, rule->label)), WITH("minimum", minimum), WITH("maximum", maximum),
                   WITH("usual", usual));
}

/* ---- the list */

typedef struct List {
    FILE *out; /* NULL: only finds the column where the words begin */
    const Game *game;
    Language language;
    int column;
} List;

/* What is typed, and what it means; broken between words. */
static void add_line(List *list, const char *given, const char *words) {
    int columns = LIST_INDENT + screen_columns(given) + LIST_GAP;
    if (!list->out) {
        if (columns > list->column) list->column = columns;
        return;
    }
    fprintf(list->out, "%*s%s", LIST_INDENT, "", given);
    Span rest = span_of(words);
    for (int at = LIST_INDENT + screen_columns(given); rest.length; at = 0) {
        size_t length = screen_fitting(rest, LIST_COLUMNS - list->column);
        fprintf(list->out, "%*s%.*s\n", list->column - at, "", (int)length, rest.at);
        rest = (Span){rest.at + length, rest.length - length};
        while (rest.length && *rest.at == ' ') rest = (Span){rest.at + 1, rest.length - 1};
    }
}

/* In which variants, where it is not all of them. */
static void add_variants(const List *list, const OptionRule *rule, Text *text) {
    const char *joint = " (";
    for (int variant = 0; rule->variants && list->game->variants[variant].name; variant++) {
        if (!option_in_variant(rule, variant)) continue;
        text_format(text, "%s%s", joint, list->game->variants[variant].name);
        joint = ", ";
    }
    if (rule->variants) text_char(text, ')');
}

/* What is typed for the option, and what it is called; then what it does. */
static void list_title(List *list, const OptionRule *rule, const char *value, const char *called) {
    char given[GIVEN_MAX], words[WORDS_MAX];
    Text key = text_init(given, sizeof given), text = text_init(words, sizeof words);
    text_format(&key, "%s=%s", rule->key, value);
    text_add(&text, called);
    add_variants(list, rule, &text);
    add_line(list, given, words);
    if (rule->hint) add_line(list, "", message(list->language, rule->hint));
}

/* A value of an option, below its title. */
static void list_value(List *list, const char *value, const char *words) {
    char given[GIVEN_MAX];
    Text text = text_init(given, sizeof given);
    text_format(&text, "%*s%s", LIST_INDENT, "", value);
    add_line(list, given, words);
}

static void list_number(List *list, const OptionRule *rule) {
    char words[WORDS_MAX];
    Text text = text_init(words, sizeof words);
    options_bounds(rule, list->language, &text);
    list_title(list, rule, "N", words);
}

static void list_seats(List *list, const OptionRule *rule) {
    char words[WORDS_MAX];
    Text text = text_init(words, sizeof words);
    message_format(&text, list->language, "{option}: seat numbers from 0, separated by commas",
                   WITH("option", message(list->language, rule->label)));
    list_title(list, rule, "0,2", words);
}

/* Words that are named together, some of each group. */
static void list_groups(List *list, const OptionRule *rule) {
    char words[WORDS_MAX], group[GIVEN_MAX];
    Text text = text_init(words, sizeof words);
    message_format_plural(&text, list->language, "{n} from each group, separated by commas",
                          "{n} from each group, separated by commas", rule->per_group, WITH("n", rule->per_group));
    list_value(list, "…,…", words);
    for (const OptionWord *word = rule->words; word->word; word++) {
        if (!word->group) continue;
        Text number = text_init(group, sizeof group);
        text = text_init(words, sizeof words);
        message_format(&number, list->language, "Group {number}", WITH("number", word->group));
        add_pair(group, message(list->language, word->label), list->language, &text);
        list_value(list, word->word, words);
    }
}

static void list_words(List *list, const OptionRule *rule) {
    bool groups = false;
    list_title(list, rule, "", message(list->language, rule->label));
    for (const OptionWord *word = rule->words; word->word; word++) {
        char words[WORDS_MAX];
        Text text = text_init(words, sizeof words);
        const char *value = message(list->language, word->label);
        if (word == rule->words) message_format(&text, list->language, "{value} (default)", WITH("value", value));
        else text_add(&text, value);
        if (word->group == 0) list_value(list, word->word, words);
        else groups = true;
    }
    if (groups) list_groups(list, rule);
}

static void list_options(List *list) {
    for (const OptionRule *rule = list->game->options; rule->key; rule++) {
        if (rule->kind == OPTION_NUMBER) list_number(list, rule);
        else if (rule->kind == OPTION_SEATS) list_seats(list, rule);
        else list_words(list, rule);
    }
}

void options_list(FILE *out, const Game *game, Language language) {
    if (!game->options || !game->options->key) return;
    List list = {.game = game, .language = language};
    const char *heading = message(language, "Options");
    list_options(&list);
    list.out = out;
    fprintf(out, "\n%s\n", heading);
    for (int i = screen_columns(heading); i > 0; i--) fputc('-', out);
    fprintf(out, "\n\n%s\n\n", message(language, "The players can agree on these before the first deal."));
    list_options(&list);
}
