/* Writes the pages from the match's events and its face. */
#include "program/full/pages.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"

enum { BAR_COLUMNS = 40, NAME_COLUMNS = 16, KEY_COLUMNS = 15, ROUND_COLUMNS = 4, TOTAL_COLUMNS_MAX = 12 };

/* Keys, and what they do from a column on, also where that takes several lines. */
static void write_key(const char *keys, const char *does, Text *text) {
    Span rest = span_of(does);
    do {
        size_t length = screen_fitting(rest, SCREEN_COLUMNS - KEY_COLUMNS);
        text_format(text, "%-*s%.*s\n", KEY_COLUMNS, keys, (int)length, rest.at);
        rest.at += length;
        rest.length -= length;
        while (rest.length && *rest.at == ' ') rest.at++, rest.length--;
        keys = "";
    } while (rest.length);
}

void pages_help(const Place *place, const HelpLine *lines, Text *text) {
    for (; lines->keys; lines++) write_key(lines->keys, message(place->screen.language, lines->does), text);
    text_char(text, '\n');
    char *signs = NULL;
    size_t length;
    Screen screen = place->screen;
    if (place->face->help && (screen.out = open_memstream(&signs, &length)) != NULL) {
        place->face->help(place->game, &screen);
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
static void write_chart(const Place *place, FILE *out) {
    const Game *game = place->game;
    const State *seen = view_state(place_view(place));
    int points[SEATS_MAX], highest = 0, seats = game->seats(seen);
    game->points(seen, points);
    for (int seat = 0; seat < seats; seat++)
        if (points[seat] > highest) highest = points[seat];
    fprintf(out, "\n%s\n", message(place->screen.language, game->unit));
    for (int seat = 0; seat < seats; seat++) {
        char name[SCREEN_COLUMNS * 4];
        Text text = text_init(name, sizeof name);
        screen_label(&place->screen, seat, &text);
        screen_pad(&text, 0, NAME_COLUMNS);
        fprintf(out, "  %s %4d ", name, points[seat]);
        write_bar(out, points[seat], highest);
        fputc('\n', out);
    }
}

/* Whose totals the columns are. */
static void write_names(const Place *place, int seats, int columns, FILE *out) {
    char line[SCREEN_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    screen_pad(&text, 0, ROUND_COLUMNS);
    for (int seat = 0; seat < seats; seat++) {
        char name[SCREEN_COLUMNS * 4], shown[SCREEN_COLUMNS * 4];
        Text words = text_init(name, sizeof name), cut = text_init(shown, sizeof shown);
        screen_label(&place->screen, seat, &words);
        text_add_bytes(&cut, name, screen_fitting(span_of(name), columns - 1));
        screen_right(&text, columns, shown);
    }
    fprintf(out, "\n%s\n", line);
}

/* The totals after each round. */
static void write_rounds(const Place *place, FILE *out) {
    int round = 0, seats = place->game->seats(view_state(place_view(place)));
    int columns = (SCREEN_COLUMNS - ROUND_COLUMNS) / seats;
    if (columns > TOTAL_COLUMNS_MAX) columns = TOTAL_COLUMNS_MAX;
    for (size_t i = 0; i < place->log.event_count; i++) {
        Event event;
        event_log_read(&place->log, i, &event);
        const Field *totals = event_field(&event, "totals"), *total;
        if (!totals || strcmp(event.kind, "end") == 0) continue;
        if (round == 0) write_names(place, seats, columns, out);
        fprintf(out, "%*d", ROUND_COLUMNS, ++round);
        for (int seat = 0; (total = event_element(totals, seat)) != NULL; seat++)
            fprintf(out, "%*d", columns, (int)total->number);
        fputc('\n', out);
    }
}

char *pages_score(const Place *place) {
    char *words = NULL;
    size_t length;
    Screen screen = place->screen;
    screen.out = open_memstream(&words, &length);
    if (!screen.out) return NULL;
    place->face->draw(place->game, &screen, place_view(place));
    write_chart(place, screen.out);
    write_rounds(place, screen.out);
    fclose(screen.out);
    return words;
}

char *pages_log(const Place *place) {
    char *words = NULL;
    size_t length;
    FILE *out = open_memstream(&words, &length);
    if (!out) return NULL;
    for (size_t i = 0; i < place->log.event_count; i++) {
        char told[SCREEN_TEXT_MAX];
        Text text = text_init(told, sizeof told);
        Event event;
        event_log_read(&place->log, i, &event);
        place_tell(place, &event, &text);
        fputs(told, out);
    }
    fclose(out);
    return words;
}
