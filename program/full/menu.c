/* The menu: continue, a new game with its options, past games, statistics, settings. */
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/form.h"
#include "program/full/full.h"
#include "program/full/past.h"
#include "term/options.h"

enum { GAMES_MAX = 16, LEVELS = 3, ROWS_MAX = 4 + OPTIONS_MAX };

static const char *const levels[LEVELS] = {"easy", "medium", "strong"};
static const char *const level_labels[LEVELS] = {N_("easy"), N_("medium"), N_("strong")};

/* ---- playing */

/* Another match with the same table. */
static bool again(Sitting *sitting, Language language, Error *error) {
    RecordHeader header = sitting->match.header;
    header.undone = header.revision = 0;
    sitting_release(sitting);
    return seed_random(&header.key, error) && match_init_header(&sitting->match, &header, (Guests){.people = true}, error) &&
           sitting_sit_down(sitting, language, error);
}

/* Plays on the open display until the person has had enough of this table. */
static bool play_on(Full *full, Sitting *sitting, Error *error) {
    while (full_table(full, sitting) == TABLE_REMATCH) {
        if (!again(sitting, full->display.language, error)) return false;
        sitting_start(sitting);
    }
    return true;
}

bool full_play(Full *full, Sitting *sitting, Language language, Error *error) {
    if (!display_open(&full->display, language, error)) return false;
    bool good = play_on(full, sitting, error);
    display_close(&full->display);
    return good;
}

/* ---- a new game */

typedef struct Form {
    const Game *game;
    Setup setup;
    int level;
    const OptionRule *rules[OPTIONS_MAX];
    int rule_count;
    int rows[ROWS_MAX]; /* what each line is: one of those below, or from ROW_OPTIONS on an index of `rules` */
} Form;

enum { ROW_START, ROW_VARIANT, ROW_PEOPLE, ROW_LEVEL, ROW_OPTIONS };

static const Variant *variant_of(const Form *form) { return &form->game->variants[form->setup.variant]; }

static int variant_count(const Game *game) {
    int count = 0;
    while (game->variants[count].name) count++;
    return count;
}

static void add_row(Form *form, Dialog *dialog, int row, const char *label) {
    form->rows[dialog->count] = row;
    dialog_item(dialog, label);
}

static void add_value(Form *form, Dialog *dialog, int row, Language language, const char *name, const char *value) {
    char label[DIALOG_LABEL_MAX];
    Text text = text_init(label, sizeof label);
    message_format(&text, language, "{option}: {value}", WITH("option", message(language, name)), WITH("value", value));
    add_row(form, dialog, row, label);
}

static void list_form(const Full *full, Form *form, Dialog *dialog) {
    Language language = full->display.language;
    const Variant *variant = variant_of(form);
    char number[16];
    dialog->count = 0;
    snprintf(dialog->title, sizeof dialog->title, "%s", form->game->title);
    snprintf(dialog->help, sizeof dialog->help, "%s",
             message(language, "Left/right: change a value; Enter: type one or start; q: back"));
    add_row(form, dialog, ROW_START, message(language, "Start"));
    if (variant_count(form->game) > 1)
        add_value(form, dialog, ROW_VARIANT, language, N_("Variant"),
                  variant->label ? message(language, variant->label) : variant->name);
    snprintf(number, sizeof number, "%d", form->setup.people);
    add_value(form, dialog, ROW_PEOPLE, language, N_("Players"), number);
    if (form->setup.people > 1)
        add_value(form, dialog, ROW_LEVEL, language, N_("Bot level"), message(language, level_labels[form->level]));
    form->rule_count = 0;
    for (const OptionRule *rule = form->game->options; rule && rule->key && form->rule_count < OPTIONS_MAX; rule++) {
        char words[DIALOG_LABEL_MAX];
        Text text = text_init(words, sizeof words);
        if (!option_in_variant(rule, form->setup.variant) || (rule->needs && !setup_value(&form->setup, rule->needs))) continue;
        options_value(form->game, rule, &form->setup, language, &text);
        add_row(form, dialog, ROW_OPTIONS + form->rule_count, words);
        form->rules[form->rule_count++] = rule;
    }
}

/* What is special about the line that has the focus. */
static void note_form(const Full *full, const Form *form, Dialog *dialog) {
    Language language = full->display.language;
    int row = form->rows[dialog->focus];
    const char *hint = NULL;
    if (row == ROW_VARIANT || row == ROW_START) hint = variant_of(form)->hint;
    else if (row >= ROW_OPTIONS) hint = form->rules[row - ROW_OPTIONS]->hint;
    snprintf(dialog->note, sizeof dialog->note, "%s", hint ? message(language, hint) : "");
}

/* The next word of a list of words. */
static void turn_word(Form *form, const OptionRule *rule, int step, Error *error) {
    const char *value = setup_value(&form->setup, rule->key);
    int count = 0, index = 0;
    for (const OptionWord *word = rule->words; word && word->word && word->group == 0; word++, count++)
        if (value && strcmp(word->word, value) == 0) index = count;
    if (count == 0) return;
    index = (index + step + count) % count;
    form_change(form->game, &form->setup, rule, index ? rule->words[index].word : NULL, error);
}

static void turn_number(Form *form, const OptionRule *rule, int step, Error *error) {
    OptionBounds bounds = option_bounds(form->game, rule, &form->setup);
    const char *value = setup_value(&form->setup, rule->key);
    int number = (value ? atoi(value) : bounds.fallback) + step;
    char words[16];
    if (number < bounds.minimum || number > bounds.maximum) return;
    snprintf(words, sizeof words, "%d", number);
    form_change(form->game, &form->setup, rule, number == bounds.fallback ? NULL : words, error);
}

static void turn_variant(Form *form, int step) {
    int count = variant_count(form->game);
    form->setup.variant = (form->setup.variant + step + count) % count;
    form->setup.people = variant_of(form)->people_min;
    form->setup.option_count = 0;
}

/* Changes the line that has the focus by a step. */
static void turn(Form *form, Language language, Dialog *dialog, int step) {
    int row = form->rows[dialog->focus];
    Error error = {""};
    if (row == ROW_VARIANT) turn_variant(form, step);
    else if (row == ROW_PEOPLE) {
        int people = form->setup.people + step;
        if (people >= variant_of(form)->people_min && people <= variant_of(form)->people_max) form->setup.people = people;
    } else if (row == ROW_LEVEL) form->level = (form->level + step + LEVELS) % LEVELS;
    else if (row >= ROW_OPTIONS) {
        const OptionRule *rule = form->rules[row - ROW_OPTIONS];
        if (rule->kind == OPTION_NUMBER) turn_number(form, rule, step, &error);
        else if (rule->kind != OPTION_SEATS) turn_word(form, rule, step, &error);
    }
    if (*error.text) {
        Text note = text_init(dialog->note, sizeof dialog->note);
        error_print(&error, language, &note);
    }
}

/* Lets the person type the value of an option, until it is a good one. */
static void type_value(Full *full, Form *form, const OptionRule *rule) {
    Language language = full->display.language;
    const char *value = setup_value(&form->setup, rule->key);
    char words[OPTION_VALUE_MAX] = "", note[DIALOG_WORDS_MAX];
    Error error = {""};
    if (value) snprintf(words, sizeof words, "%s", value);
    for (;;) {
        Text text = text_init(note, sizeof note);
        if (rule->kind == OPTION_NUMBER) options_bounds(rule, language, &text);
        else if (rule->hint) text_add(&text, message(language, rule->hint));
        for (const OptionWord *word = rule->words; word && word->word; word++)
            text_format(&text, "%s%s", word == rule->words ? "\n" : ", ", word->word);
        text_char(&text, '\n');
        error_print(&error, language, &text);
        if (!dialog_line(&full->display, message(language, rule->label), note, words, sizeof words)) return;
        if (form_change(form->game, &form->setup, rule, *words ? words : NULL, &error)) return;
    }
}

/* True if the person wants to begin. */
static bool fill_form(Full *full, Form *form) {
    Dialog *dialog = calloc(1, sizeof *dialog);
    bool begins = false;
    if (!dialog) return false;
    dialog->turns = true;
    for (;;) {
        list_form(full, form, dialog);
        if (dialog->focus >= dialog->count) dialog->focus = dialog->count - 1;
        note_form(full, form, dialog);
        if (!dialog_choose(&full->display, dialog)) break;
        int row = form->rows[dialog->focus];
        begins = row == ROW_START && dialog->pressed == PRESS_ENTER;
        if (begins) break;
        if (dialog->pressed == PRESS_ENTER && row >= ROW_OPTIONS && form->rules[row - ROW_OPTIONS]->kind != OPTION_WORD)
            type_value(full, form, form->rules[row - ROW_OPTIONS]);
        else turn(form, full->display.language, dialog, dialog->pressed == PRESS_LEFT ? -1 : 1);
    }
    free(dialog);
    return begins;
}

bool full_form(Full *full, const Game *game, Setup *setup, const char **level) {
    Form form = {.game = game, .level = 1, .setup = *setup};
    bool begins = fill_form(full, &form);
    *setup = form.setup;
    *level = levels[form.level];
    return begins;
}

static bool new_game(Full *full, const Game *game, const ChanceKey *key, Error *error) {
    Setup setup = {.people = game->variants[0].people_min};
    const char *level;
    char names[SEATS_MAX * RECORD_NAME_MAX];
    ChanceKey drawn;
    if (!full_form(full, game, &setup, &level)) return true;
    if (!key && !seed_random(&drawn, error)) return false;
    Text text = text_init(names, sizeof names);
    text_add(&text, PERSON_NAME);
    for (int seat = 1; seat < setup.people; seat++) text_format(&text, ",%s", match_bot(game, level));
    Sitting *sitting = calloc(1, sizeof *sitting);
    bool good = sitting && sitting_begin(sitting, game, &setup, names, key ? key : &drawn, error) &&
                sitting_sit_down(sitting, full->display.language, error);
    if (good) {
        sitting_start(sitting);
        good = play_on(full, sitting, error);
    }
    if (sitting) sitting_release(sitting);
    free(sitting);
    return good;
}

/* Goes on in the language of the match, unless the person has asked for another one. */
static bool continue_game(Full *full, const char *path, Error *error) {
    Sitting *sitting = calloc(1, sizeof *sitting);
    Language before = full->display.language;
    bool good = sitting && sitting_resume(sitting, path, error);
    if (good && !full->speaks) full->display.language = sitting_language(sitting, before);
    good = good && sitting_sit_down(sitting, full->display.language, error) && play_on(full, sitting, error);
    if (!full->speaks) full->display.language = before;
    if (sitting) sitting_release(sitting);
    free(sitting);
    return good;
}

/* ---- the menu */

enum { ITEM_CONTINUE, ITEM_PAST, ITEM_STATISTICS, ITEM_SETTINGS, ITEM_LEAVE, ITEM_GAMES };

typedef struct Menu {
    Dialog dialog;
    KeptMatch open; /* what can be continued */
    int items[DIALOG_ITEMS_MAX];
} Menu;

static void add_item(Menu *menu, int item, const char *label) {
    menu->items[menu->dialog.count] = item;
    dialog_item(&menu->dialog, label);
}

static void list_menu(const Full *full, Menu *menu) {
    Language language = full->display.language;
    char label[DIALOG_LABEL_MAX], name[DIALOG_LABEL_MAX];
    Text text = text_init(label, sizeof label), words = text_init(name, sizeof name);
    menu->dialog.count = 0;
    snprintf(menu->dialog.title, sizeof menu->dialog.title, "Araldo");
    if (keep_newest_open(&menu->open)) {
        past_name(&menu->open.header, language, &words);
        message_format(&text, language, "Continue {game}, started on {day}", WITH("game", name), WITH("day", menu->open.day));
        add_item(menu, ITEM_CONTINUE, label);
    }
    for (int i = 0; games[i]; i++) add_item(menu, ITEM_GAMES + i, games[i]->title);
    add_item(menu, ITEM_PAST, message(language, "Past games"));
    add_item(menu, ITEM_STATISTICS, message(language, "Statistics and best solo Primo results"));
    add_item(menu, ITEM_SETTINGS, message(language, "Settings"));
    add_item(menu, ITEM_LEAVE, message(language, "Quit"));
    if (menu->dialog.focus >= menu->dialog.count) menu->dialog.focus = 0;
}

/* False if something went wrong at a table; the menu goes on and shows the error. */
static bool take_item(Full *full, Menu *menu, int item, const ChanceKey *key, Error *error) {
    char path[RECORD_PATH_MAX];
    switch (item) {
    case ITEM_CONTINUE: return continue_game(full, menu->open.path, error);
    case ITEM_PAST: return !past_matches(full, path, sizeof path) || continue_game(full, path, error);
    case ITEM_STATISTICS: past_statistics(full); return true;
    case ITEM_SETTINGS: full_settings(full, NULL, NULL); return true;
    default: return new_game(full, games[item - ITEM_GAMES], key, error);
    }
}

bool full_menu(Full *full, Language language, const ChanceKey *key, Error *error) {
    Menu *menu = calloc(1, sizeof *menu);
    if (!menu) return error_set(error, "there is not enough memory");
    if (!display_open(&full->display, language, error)) {
        free(menu);
        return false;
    }
    list_menu(full, menu);
    while (dialog_choose(&full->display, &menu->dialog)) {
        int item = menu->items[menu->dialog.focus];
        Error fault = {""};
        if (item == ITEM_LEAVE) break;
        bool good = take_item(full, menu, item, key, &fault);
        Text note = text_init(menu->dialog.note, sizeof menu->dialog.note);
        if (!good) error_print(&fault, full->display.language, &note);
        if (item >= ITEM_GAMES) key = NULL;
        list_menu(full, menu);
    }
    display_close(&full->display);
    free(menu);
    return true;
}
