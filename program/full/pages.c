/* Writes the pages from the match's events and its face. */
#include "program/full/pages.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"

enum { BAR_COLUMNS = 40, NAME_COLUMNS = 16 };

void pages_help(const Sitting *sitting, Text *text) {
    static const struct {
        const char *keys, *does;
    } lines[] = {
        {"<- ->  Tab", N_("move to another card or button")},
        {"Enter  Space", N_("choose it; the mouse does the same")},
        {"1 ... 9  0", N_("choose by the number at the card")},
        {"A ... Z  :", N_("type a word, a card or a move")},
        {"Escape", N_("go back")},
        {"h", N_("a hint, with its reasons")},
        {"u", N_("take back your last move")},
        {"l", N_("everything that has happened")},
        {"s", N_("the score, with a chart")},
        {"r", N_("the rules of the game")},
        {"o", N_("language, level, pace and colours")},
        {"n", N_("another match, once this one is over")},
        {"q", N_("leave; the game is kept, and you can continue it later")},
    };
    Language language = sitting->screen.language;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        text_format(text, "%-14s %s\n", lines[i].keys, message(language, lines[i].does));
    text_char(text, '\n');
    char *signs = NULL;
    size_t length;
    Screen screen = sitting->screen;
    if (sitting->face->help && (screen.out = open_memstream(&signs, &length)) != NULL) {
        sitting->face->help(sitting->match.header.game, &screen);
        fclose(screen.out);
        text_add(text, signs);
    }
    free(signs);
}

/* A bar as long as the share of the highest number. */
static void write_bar(FILE *out, int number, int highest) {
    int columns = highest > 0 && number > 0 ? number * BAR_COLUMNS / highest : 0;
    for (int i = 0; i < columns; i++) fputs("█", out);
}

/* The points of each seat now, as bars. */
static void write_chart(const Sitting *sitting, FILE *out) {
    const Game *game = sitting_game(sitting);
    int points[SEATS_MAX], highest = 0, seats = game->seats(match_state(&sitting->match));
    game->points(match_state(&sitting->match), points);
    for (int seat = 0; seat < seats; seat++)
        if (points[seat] > highest) highest = points[seat];
    fprintf(out, "\n%s\n", message(sitting->screen.language, game->unit));
    for (int seat = 0; seat < seats; seat++) {
        char name[SCREEN_COLUMNS * 4];
        Text text = text_init(name, sizeof name);
        screen_label(&sitting->screen, seat, &text);
        screen_pad(&text, 0, NAME_COLUMNS);
        fprintf(out, "  %s %4d ", name, points[seat]);
        write_bar(out, points[seat], highest);
        fputc('\n', out);
    }
}

/* The totals after each round. */
static void write_rounds(const Sitting *sitting, FILE *out) {
    int round = 0;
    for (size_t i = 0; i < sitting->log.event_count; i++) {
        Event event;
        event_log_read(&sitting->log, i, &event);
        const Field *totals = event_field(&event, "totals"), *total;
        if (!totals || strcmp(event.kind, "end") == 0) continue;
        fprintf(out, "  %3d ", ++round);
        for (int seat = 0; (total = event_element(totals, seat)) != NULL; seat++) fprintf(out, "%7d", (int)total->number);
        fputc('\n', out);
    }
}

char *pages_score(const Sitting *sitting, const View *view) {
    char *words = NULL;
    size_t length;
    Screen screen = sitting->screen;
    screen.out = open_memstream(&words, &length);
    if (!screen.out) return NULL;
    sitting->face->draw(sitting_game(sitting), &screen, view);
    write_chart(sitting, screen.out);
    fputc('\n', screen.out);
    write_rounds(sitting, screen.out);
    fclose(screen.out);
    return words;
}

char *pages_log(const Sitting *sitting) {
    char *words = NULL;
    size_t length;
    FILE *out = open_memstream(&words, &length);
    if (!out) return NULL;
    for (size_t i = 0; i < sitting->log.event_count; i++) {
        char told[SCREEN_TEXT_MAX];
        Text text = text_init(told, sizeof told);
        Event event;
        event_log_read(&sitting->log, i, &event);
        sitting->face->tell(sitting_game(sitting), &sitting->screen, &event, &text);
        fputs(told, out);
    }
    fclose(out);
    return words;
}
