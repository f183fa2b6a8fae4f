/* Asks for a game and for what its tables say: variants, numbers of players, options. */
#include "program/form.h"

#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "games/games.h"
#include "term/options.h"

enum { ANSWER_MAX = OPTION_VALUE_MAX, CHOICE_INDENT = 7 };

typedef struct Form {
    Input *input;
    const Screen *screen;
    Language language;
    bool asks_people; /* otherwise their number is in the setup already */
    const Game *game;
    Setup *setup;
    char answer[ANSWER_MAX];
} Form;

/* Reads an answer; false if the person leaves. */
static bool ask(Form *form, const char *prompt) {
    return input_read(form->input, prompt, form->answer, sizeof form->answer) && strcasecmp(form->answer, "q") != 0;
}

static void refuse_error(const Form *form, const Error *error) {
    char line[SCREEN_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    error_print(error, form->language, &text);
    puts(line);
}

static void refuse(const Form *form) { puts(message(form->language, "That is not one of the choices.")); }

/* The answer as a number from 1 to `count`, less 1; -1 if it is not one. */
static int answer_index(const Form *form, int count) {
    int64_t number;
    return span_number(span_of(form->answer), 1, count, &number) ? (int)number - 1 : -1;
}

/* ---- game, variant, players */

static bool ask_game(Form *form) {
    const char *prompt = message(form->language, "Which game? (q to quit) ");
    int count = 0;
    for (; games[count]; count++) screen_choice(form->screen, count + 1, games[count]->title, 0, "");
    while (ask(form, prompt)) {
        int index = answer_index(form, count);
        for (int i = 0; index < 0 && i < count; i++)
            if (strcasecmp(form->answer, games[i]->name) == 0 || strcasecmp(form->answer, games[i]->title) == 0) index = i;
        if (index >= 0) {
            form->game = games[index];
            return true;
        }
        refuse(form);
    }
    return false;
}

static const char *variant_label(const Form *form, const Variant *variant) {
    return variant->label ? message(form->language, variant->label) : variant->name;
}

/* Lists the variants, with what is special about each; returns how many there are. */
static int list_variants(const Form *form) {
    const Variant *variants = form->game->variants;
    int count = 0;
    while (variants[count].name) count++;
    for (int i = 0; i < count && count > 1; i++) {
        const char *hint = variants[i].hint ? message(form->language, variants[i].hint) : "";
        screen_choice(form->screen, i + 1, variant_label(form, &variants[i]), 0, form->screen->plain ? hint : "");
        if (!form->screen->plain) screen_say(form->screen, CHOICE_INDENT, hint);
    }
    return count;
}

static bool ask_variant(Form *form) {
    const char *prompt = message(form->language, "Which variant? (Enter for the first) ");
    int count = list_variants(form);
    form->setup->variant = 0;
    if (count == 1) return true;
    while (ask(form, prompt)) {
        int index = *form->answer ? answer_index(form, count) : 0;
        for (int i = 0; index < 0 && i < count; i++)
            if (strcasecmp(form->answer, form->game->variants[i].name) == 0) index = i;
        Error error;
        if (index < 0) refuse(form);
        else if (!form->asks_people && !game_people_fit(form->game, index, form->setup->people, &error))
            refuse_error(form, &error);
        else {
            form->setup->variant = index;
            return true;
        }
    }
    return false;
}

static bool ask_people(Form *form) {
    const Variant *variant = &form->game->variants[form->setup->variant];
    char prompt[SCREEN_TEXT_MAX];
    Text text = text_init(prompt, sizeof prompt);
    if (!form->asks_people) return true;
    form->setup->people = variant->people_min;
    if (variant->people_min == variant->people_max) return true;
    message_format(&text, form->language, "How many players, {minimum} to {maximum}? (Enter for {minimum}) ",
                   WITH("minimum", variant->people_min), WITH("maximum", variant->people_max));
    while (ask(form, prompt)) {
        int64_t number;
        bool fits = span_number(span_of(form->answer), variant->people_min, variant->people_max, &number);
        if (fits) form->setup->people = (int)number;
        if (fits || !*form->answer) return true;
        refuse(form);
    }
    return false;
}

/* ---- options */

/* Can the option be changed in this variant, with the other options as they are? */
static bool is_open(const Form *form, const OptionRule *rule) {
    return option_in_variant(rule, form->setup->variant) && (!rule->needs || setup_value(form->setup, rule->needs));
}

/* Takes a new value, or none, if the game's tables allow it; options that went only with the old one go too. */
static bool change(Form *form, const OptionRule *changed, const char *value, Error *error) {
    Setup setup = *form->setup;
    char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX];
    Text text = text_init(pair, sizeof pair);
    text_format(&text, "%s=%s", changed->key, value ? value : "");
    setup.option_count = 0;
    for (int i = 0; i < form->setup->option_count; i++) {
        const Option *option = &form->setup->options[i];
        const OptionRule *rule = option_find(form->game, setup.variant, span_of(option->key));
        bool loses = !value && rule && rule->needs && strcmp(rule->needs, changed->key) == 0;
        if (!loses && strcmp(option->key, changed->key) != 0) setup.options[setup.option_count++] = *option;
    }
    if (value && !setup_option(&setup, span_of(pair), error)) return false;
    if (!setup_check(form->game, &setup, error)) return false;
    *form->setup = setup;
    return true;
}

/* The words that are a whole answer; returns how many. */
static int list_words(const Form *form, const OptionRule *rule) {
    int count = 0;
    for (const OptionWord *word = rule->words; word && word->word && word->group == 0; word++)
        screen_choice(form->screen, ++count, message(form->language, word->label), 0, "");
    return count;
}

/* The words that are named together, a line for each group, as they are typed. */
static void list_groups(const Form *form, const OptionRule *rule) {
    const OptionWord *word = rule->words;
    while (word && word->word && word->group == 0) word++;
    while (word && word->word) {
        char title[SCREEN_TEXT_MAX], names[SCREEN_TEXT_MAX], line[SCREEN_TEXT_MAX];
        Text number = text_init(title, sizeof title), list = text_init(names, sizeof names),
             text = text_init(line, sizeof line);
        int group = word->group;
        message_format(&number, form->language, "Group {number}", WITH("number", group));
        for (; word->word && word->group == group; word++) text_format(&list, "%s%s", list.length ? ", " : "", word->word);
        message_format(&text, form->language, "{option}: {value}", WITH("option", title), WITH("value", names));
        screen_say(form->screen, 2, line);
    }
}

/* What the option is and what it can be; returns how many numbered answers there are. */
static int explain(const Form *form, const OptionRule *rule) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (rule->kind == OPTION_NUMBER) options_bounds(rule, form->language, &text);
    else text_add(&text, message(form->language, rule->label));
    screen_say(form->screen, 2, words);
    if (rule->hint) screen_say(form->screen, 2, message(form->language, rule->hint));
    if (rule->kind == OPTION_NUMBER || rule->kind == OPTION_SEATS) return 0;
    int count = list_words(form, rule);
    list_groups(form, rule);
    return count;
}

/* False if the person leaves. */
static bool ask_option(Form *form, const OptionRule *rule) {
    const char *prompt = message(form->language, "New value (Enter for no change, - for the default): ");
    int count = explain(form, rule);
    Error error;
    while (ask(form, prompt)) {
        int index = answer_index(form, count);
        const char *value = index >= 0 ? rule->words[index].word : form->answer;
        if (!*form->answer || change(form, rule, strcmp(value, "-") == 0 ? NULL : value, &error)) return true;
        refuse_error(form, &error);
    }
    return false;
}

/* Lists the options with their values; returns how many, and which in `rules`. */
static int list_options(const Form *form, const OptionRule *rules[OPTIONS_MAX]) {
    int count = 0;
    for (const OptionRule *rule = form->game->options; rule && rule->key && count < OPTIONS_MAX; rule++) {
        char words[SCREEN_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        if (!is_open(form, rule)) continue;
        options_value(form->game, rule, form->setup, form->language, &text);
        rules[count++] = rule;
        screen_choice(form->screen, count, words, 0, "");
    }
    return count;
}

static bool ask_options(Form *form) {
    const OptionRule *rules[OPTIONS_MAX];
    const char *which = message(form->language, "Which one? (Enter to start) ");
    int count = list_options(form, rules);
    while (ask(form, which)) {
        if (!*form->answer) return true;
        int index = answer_index(form, count);
        if (index < 0) refuse(form);
        else if (!ask_option(form, rules[index])) return false;
        else count = list_options(form, rules);
    }
    return false;
}

static bool has_options(const Form *form) {
    for (const OptionRule *rule = form->game->options; rule && rule->key; rule++)
        if (is_open(form, rule)) return true;
    return false;
}

static bool ask_to_begin(Form *form) {
    const char *prompt = message(form->language, "Enter to start, o for options: ");
    if (!has_options(form)) return true;
    while (ask(form, prompt)) {
        if (!*form->answer) return true;
        if (strcasecmp(form->answer, "o") == 0) return ask_options(form);
        refuse(form);
    }
    return false;
}

bool form_change(const Game *game, Setup *setup, const OptionRule *rule, const char *value, Error *error) {
    Form form = {.game = game, .setup = setup};
    return change(&form, rule, value, error);
}

bool form_fill(Input *input, const Screen *screen, bool asks_people, const Game **game, Setup *setup) {
    Form form = {.input = input, .screen = screen, .language = screen->language, .asks_people = asks_people, .setup = setup};
    if (!ask_game(&form) || !ask_variant(&form) || !ask_people(&form) || !ask_to_begin(&form)) return false;
    *game = form.game;
    return true;
}
