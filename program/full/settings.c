/* Language, level, pace and colours, changed at any time; and the rules in the pager. */
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/full/full.h"
#include "program/rules.h"

enum { SETTING_LANGUAGE, SETTING_PACE, SETTING_MOTION, SETTING_COLOR, SETTING_LEVEL };

static const char *const levels[] = {"easy", "medium", "strong"};
static const char *const level_labels[] = {N_("easy"), N_("medium"), N_("strong")};
static const int paces[] = {PACE_QUICK_MS, PACE_NORMAL_MS, PACE_SLOW_MS};
static const char *const pace_labels[] = {N_("quick"), N_("normal"), N_("slow")};

/* The level of the first bot; -1 for a bot of another kind. */
static int level_of(const Sitting *sitting) {
    int seat = sitting->place.seat == 0 ? 1 : 0;
    for (int i = 0; i < 3; i++)
        if (strcmp(sitting->match.header.names[seat], levels[i]) == 0) return i;
    return -1;
}

static int pace_of(const Full *full) {
    int pace = 0;
    while (pace < 2 && full->pace_ms > paces[pace]) pace++;
    return pace;
}

static void add_item(Dialog *dialog, Language language, const char *name, const char *value) {
    char label[DIALOG_LABEL_MAX];
    Text text = text_init(label, sizeof label);
    message_format(&text, language, "{option}: {value}", WITH("option", message(language, name)), WITH("value", value));
    dialog_item(dialog, label);
}

static void list_settings(const Full *full, const Sitting *sitting, Dialog *dialog) {
    Language language = full->display.language;
    const char *on = message(language, "on"), *off = message(language, "off");
    dialog->count = 0;
    snprintf(dialog->title, sizeof dialog->title, "%s", message(language, "Settings"));
    snprintf(dialog->help, sizeof dialog->help, "%s", message(language, "Left/right: change a setting; q: back"));
    add_item(dialog, language, N_("Language"), language_name(language));
    add_item(dialog, language, N_("Pace"), message(language, pace_labels[pace_of(full)]));
    add_item(dialog, language, N_("Animations"), full->still ? off : on);
    add_item(dialog, language, N_("Colours"), full->display.terminal.color ? on : off);
    if (!sitting || sitting->match.header.setup.people < 2) return;
    int level = level_of(sitting);
    add_item(
        dialog, language, N_("Bot level"),
        level < 0 ? sitting->match.header.names[sitting->place.seat == 0 ? 1 : 0] : message(language, level_labels[level]));
}

static void change_level(Sitting *sitting, int step, Dialog *dialog) {
    int level = level_of(sitting);
    Error error;
    dialog->note[0] = 0;
    if (!sitting_set_level(sitting, levels[level < 0 ? 1 : (level + step + 3) % 3], &error)) {
        Text note = text_init(dialog->note, sizeof dialog->note);
        error_print(&error, sitting->place.screen.language, &note);
    }
}

static void change(Full *full, Place *place, Sitting *sitting, int setting, int step, Dialog *dialog) {
    Display *display = &full->display;
    switch (setting) {
    case SETTING_LANGUAGE:
        full->speaks = true;
        display->language = (Language)(((int)display->language + step + LANGUAGES) % LANGUAGES);
        if (sitting) sitting_set_language(sitting, display->language);
        else if (place) place->screen.language = display->language;
        break;
    case SETTING_PACE: full->pace_ms = paces[(pace_of(full) + step + 3) % 3]; break;
    case SETTING_MOTION: full->still = !full->still; break;
    case SETTING_COLOR: display->terminal.color = !display->terminal.color && display->terminal.has_color; break;
    default: change_level(sitting, step, dialog);
    }
}

void full_settings(Full *full, Place *place, Sitting *sitting) {
    Dialog *dialog = calloc(1, sizeof *dialog);
    if (!dialog) return;
    dialog->turns = true;
    list_settings(full, sitting, dialog);
    while (dialog_choose(&full->display, dialog)) {
        change(full, place, sitting, dialog->focus, dialog->pressed == PRESS_LEFT ? -1 : 1, dialog);
        list_settings(full, sitting, dialog);
    }
    free(dialog);
}

void full_rules(Full *full, const Game *game) {
    char *words = NULL;
    size_t length;
    FILE *out = open_memstream(&words, &length);
    if (!out) return;
    if (!rules_write(out, game, full->display.language))
        fputs(message(full->display.language, "There are no rules for this game yet.\n"), out);
    fclose(out);
    dialog_pager(&full->display, game->title, words, false);
    free(words);
}
