/* Prints in columns and colours, and counts characters. */
#include "term/screen.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "core/game.h"
#include "core/message.h"

/* What records call the person of a match against bots. */
static const char nameless[] = "you";

static const char *const style_codes[] = {
    [STYLE_PLAIN] = "",         [STYLE_BOLD] = "\033[1m",    [STYLE_DIM] = "\033[2m",   [STYLE_RED] = "\033[31m",
    [STYLE_GREEN] = "\033[32m", [STYLE_YELLOW] = "\033[33m", [STYLE_BLUE] = "\033[34m",
};

void screen_init(Screen *screen, FILE *out, Language language, const RecordHeader *header, int viewer) {
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    *screen = (Screen){.out = out, .language = language, .viewer = viewer, .people = header->setup.people};
    screen->color = isatty(fileno(out)) && !(no_color && *no_color) && !(terminal && strcmp(terminal, "dumb") == 0);
    screen_rename(screen, header);
}

/* Bots have the names of bots or of programs; everybody else is a person. */
static bool is_person(const Game *game, const char *name) {
    return *name && strcmp(name, nameless) != 0 && strcmp(name, "cheat") != 0 && strncmp(name, "exec:", 5) != 0 &&
           !bot_find(game, (Span){name, strcspn(name, "@")});
}

void screen_rename(Screen *screen, const RecordHeader *header) {
    memcpy(screen->names, header->names, sizeof screen->names);
    screen->persons = 0;
    for (int seat = 0; seat < header->setup.people && seat < SEATS_MAX; seat++)
        if (is_person(header->game, header->names[seat])) screen->persons |= SEAT_BIT(seat);
}

void screen_make_plain(Screen *screen) {
    screen->plain = true;
    screen->color = false;
}

bool screen_is_you(const Screen *screen, int seat) { return seat == screen->viewer; }

/* The levels that a person chooses from; other bots are for study and keep their names. */
static bool is_level(const char *name) {
    return strcmp(name, "easy") == 0 || strcmp(name, "medium") == 0 || strcmp(name, "strong") == 0;
}

void screen_name(const Screen *screen, int seat, Text *text) {
    if (seat < 0 || seat >= screen->people) text_add(text, message(screen->language, "Robot"));
    else if (screen->persons & SEAT_BIT(seat)) text_add(text, screen->names[seat]);
    else if (strcmp(screen->names[seat], nameless) == 0)
        message_format(text, screen->language, "Seat {number}", WITH("number", seat));
    else if (is_level(screen->names[seat])) message_format(text, screen->language, "Bot {number}", WITH("number", seat));
    else text_format(text, "%s %d", screen->names[seat], seat);
}

void screen_label(const Screen *screen, int seat, Text *text) {
    if (screen_is_you(screen, seat)) text_add(text, message(screen->language, "You"));
    else screen_name(screen, seat, text);
}

void screen_game(const Screen *screen, const Game *game, int variant, Text *text) {
    const char *label = game->variants[variant].label;
    text_add(text, game->title);
    /* TRANSLATORS: between a label and what it says: with the spaces that the language wants */
    if (label) text_format(text, "%s%s", message(screen->language, ": "), message(screen->language, label));
}

void screen_style(const Screen *screen, Text *text, Style style, const char *words) {
    bool styled = screen->color && style != STYLE_PLAIN;
    if (styled) text_add(text, style_codes[style]);
    text_add(text, words);
    if (styled) text_add(text, "\033[0m");
}

void screen_sign(const Screen *screen, Text *text, const char *sign) {
    if (!screen->plain) text_add(text, sign);
}

const char *screen_joint(const Screen *screen) { return screen->plain ? ", " : " · "; }

const char *screen_nothing(const Screen *screen) { return screen->plain ? "-" : "·"; }

int screen_columns(const char *words) {
    int columns = 0;
    for (const char *at = words; *at; at++) {
        if (*at == '\033') {
            while (*at && *at != 'm') at++;
            if (!*at) break;
            continue;
        }
        if (((unsigned char)*at & 0xc0) != 0x80) columns++;
    }
    return columns;
}

void screen_pad(Text *text, size_t from, int columns) {
    for (int i = screen_columns(text->buffer + from); i < columns; i++) text_char(text, ' ');
}

void screen_after_title(const Screen *screen, Text *text, size_t from, int columns) {
    if (screen->plain) text_add(text, message(screen->language, ": "));
    else screen_pad(text, from, columns);
}

void screen_gap(const Screen *screen, Text *text, size_t from, int columns) {
    if (screen->plain) text_char(text, ' ');
    else screen_pad(text, from, columns);
}

void screen_row(const Screen *screen, const char *title, int columns, const char *words) {
    char line[SCREEN_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    text_format(&text, "%s%s", screen->plain ? "" : "  ", title);
    screen_after_title(screen, &text, 0, columns);
    fprintf(screen->out, "%s%s\n", line, words);
}

void screen_choice(const Screen *screen, int number, const char *label, int column, const char *outcome) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (screen->plain) {
        fprintf(screen->out, "%d. %s%s%s\n", number, label, *outcome ? ", " : "", outcome);
        return;
    }
    text_add(&text, label);
    if (*outcome) {
        screen_pad(&text, 0, column - 1);
        text_char(&text, ' ');
    }
    fprintf(screen->out, "  %3d  %s%s\n", number, words, outcome);
}

void screen_rule(const Screen *screen, const char *title) {
    if (screen->plain) {
        fprintf(screen->out, "\n%s\n", title);
        return;
    }
    char words[SCREEN_COLUMNS * 8];
    Text text = text_init(words, sizeof words);
    text_format(&text, "── %s ", title);
    for (int i = screen_columns(words); i < SCREEN_COLUMNS; i++) text_add(&text, "─");
    fprintf(screen->out, "\n");
    char styled[SCREEN_COLUMNS * 8 + 16];
    Text line = text_init(styled, sizeof styled);
    screen_style(screen, &line, STYLE_BOLD, words);
    fprintf(screen->out, "%s\n", styled);
}

size_t screen_fitting(Span line, int columns) {
    size_t length = 0, space = 0;
    for (int used = 0; length < line.length; length++) {
        if (line.at[length] == '\033') {
            while (length < line.length && line.at[length] != 'm') length++;
            continue;
        }
        if (((unsigned char)line.at[length] & 0xc0) == 0x80) continue;
        if (line.at[length] == ' ') space = length;
        if (used++ == columns) return space ? space : length;
    }
    return line.length;
}

void screen_say(const Screen *screen, int indent, const char *lines) {
    Span rest = span_of(lines), line;
    while (span_split(&rest, '\n', &line)) {
        if (line.length == 0) continue;
        do {
            size_t length = screen->plain ? line.length : screen_fitting(line, SCREEN_COLUMNS - indent);
            fprintf(screen->out, "%*s%.*s\n", screen->plain ? 0 : indent, "", (int)length, line.at);
            line.at += length;
            line.length -= length;
            while (line.length && *line.at == ' ') line.at++, line.length--;
        } while (line.length);
    }
}

bool screen_sees(const Screen *screen, const Field *field) {
    return field && (screen->viewer == VIEWER_WHOLE || (field->seen_by & SEAT_BIT(screen->viewer)));
}

const Field *screen_field(const Screen *screen, const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && screen_sees(screen, field) ? field : NULL;
}

int screen_number(const Screen *screen, const Event *event, const char *key, int otherwise) {
    const Field *field = screen_field(screen, event, key);
    return field ? (int)field->number : otherwise;
}

void screen_right(Text *text, int columns, const char *words) {
    for (int i = screen_columns(words); i < columns; i++) text_char(text, ' ');
    text_add(text, words);
}

void screen_titles(const Screen *screen, const ScreenTable *table) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (screen->plain) return;
    screen_pad(&text, 0, table->lead);
    for (int i = 0; i < table->count; i++) screen_right(&text, table->columns, message(screen->language, table->titles[i]));
    fprintf(screen->out, "%s\n", words);
}

static void add_numbers(const Screen *screen, const ScreenTable *table, const int *numbers, Text *text) {
    for (int i = 0; i < table->count; i++) {
        if (!screen->plain) text_format(text, "%*d", table->columns, numbers[i]);
        else text_format(text, "%s%s %d", i ? ", " : "", message(screen->language, table->titles[i]), numbers[i]);
    }
}

void screen_seat(const Screen *screen, const ScreenTable *table, int seat, const int *numbers, const char *const *remarks,
                 int remark_count) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    text_add(&text, screen->plain ? "" : "  ");
    screen_label(screen, seat, &text);
    screen_after_title(screen, &text, 0, table->lead);
    add_numbers(screen, table, numbers, &text);
    const char *joint = screen->plain ? ", " : "  ";
    for (int i = 0; i < remark_count; i++) {
        if (!remarks[i]) continue;
        text_format(&text, "%s%s", joint, remarks[i]);
        joint = ", ";
    }
    fprintf(screen->out, "%s\n", words);
}

void screen_cards(const Screen *screen, CardPainter paint, const Field *list, Text *text) {
    const Field *card;
    for (int i = 0; list && (card = event_element(list, i)) != NULL; i++) {
        if (i > 0) text_char(text, ' ');
        if (card->kind == FIELD_NULL) text_add(text, screen_nothing(screen));
        else paint(screen, screen_sees(screen, card) ? (int)card->number : CARD_UNKNOWN, text);
    }
}
