/* Draws words, frames and marks into the grid, as UTF-8 or reduced to ASCII. */
#include "term/full/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands where words were cut off: of the same width in every terminal. */
static const char cut_mark[] = "~";

bool canvas_resize(Canvas *canvas, int width, int height) {
    Cell *cells = realloc(canvas->cells, (size_t)width * (size_t)height * sizeof *cells);
    if (!cells) return false;
    canvas->cells = cells;
    canvas->width = width;
    canvas->height = height;
    canvas_clear(canvas);
    return true;
}

void canvas_release(Canvas *canvas) {
    free(canvas->cells);
    *canvas = (Canvas){0};
}

void canvas_clear(Canvas *canvas) {
    canvas_fill(canvas, (Area){0, 0, canvas->width, canvas->height}, 0);
    canvas->cursor_x = canvas->cursor_y = 0;
}

static Cell *cell_at(Canvas *canvas, int x, int y) {
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return NULL;
    return &canvas->cells[y * canvas->width + x];
}

static void put(Canvas *canvas, int x, int y, uint32_t letter, Style style, unsigned marks) {
    Cell *cell = cell_at(canvas, x, y);
    if (cell) *cell = (Cell){letter, (uint8_t)style, (uint8_t)marks};
}

void canvas_fill(Canvas *canvas, Area area, unsigned marks) {
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++) put(canvas, x, y, ' ', STYLE_PLAIN, marks);
}

void canvas_mark(Canvas *canvas, Area area, unsigned marks) {
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++) {
            Cell *cell = cell_at(canvas, x, y);
            if (cell) cell->marks |= (uint8_t)marks;
        }
}

/* ---- characters */

/* Takes the next code point off the words. */
static uint32_t next_letter(const char **words) {
    const unsigned char *at = (const unsigned char *)*words;
    int more = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : *at >= 0xc0 ? 1 : 0;
    uint32_t letter = more == 3 ? *at & 7u : more == 2 ? *at & 15u : more == 1 ? *at & 31u : *at;
    for (at++; more > 0 && (*at & 0xc0) == 0x80; more--, at++) letter = letter << 6 | (*at & 63u);
    *words = (const char *)at;
    return letter;
}

/* The nearest ASCII character; 0 for one that is left out. */
static uint32_t to_ascii(uint32_t letter) {
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty", bars[] = "_.:-=+*#";
    if (letter < 0x80) return letter;
    if (letter >= 0xc0 && letter <= 0xff) return (unsigned char)latin[letter - 0xc0];
    if (letter >= 0x2660 && letter <= 0x2667) return 0;
    switch (letter) {
    case 0xb1: return '+';
    case 0xb7: return '-';
    case 0x2018:
    case 0x2019: return '\'';
    case 0xab:
    case 0xbb:
    case 0x201c:
    case 0x201d:
    case 0x201e: return '"';
    case 0xa0:
    case 0x202f: return ' ';
    case 0xa1: return '!';
    case 0xbf: return '?';
    case 0x2500:
    case 0x2013:
    case 0x2014:
    case 0x2212: return '-';
    case 0x2020: return '+';
    case 0x2550: return '=';
    case 0x2502: return '|';
    default: break;
    }
    if (letter >= 0x2581 && letter <= 0x2588) return (unsigned char)bars[letter - 0x2581];
    return letter >= 0x250c && letter <= 0x254b ? '+' : '?';
}

/* A character that becomes several in ASCII; NULL for others. */
static const char *spell_out(uint32_t letter) {
    switch (letter) {
    case 0xc6: return "AE";
    case 0xdf: return "ss";
    case 0xe6: return "ae";
    case 0x152: return "OE";
    case 0x153: return "oe";
    case 0x2026: return "...";
    default: return NULL;
    }
}

/* Words that are being read: what is left of them, and of a character that is spelled out. */
typedef struct Reading {
    const char *words, *spelled;
} Reading;

/* Reads one visible character with its style, past any escapes before it; 0 at the end of the words. */
static uint32_t read_letter(const Canvas *canvas, Reading *reading, Style *style, unsigned *marks) {
    const char **words = &reading->words;
    if (reading->spelled && *reading->spelled) return (unsigned char)*reading->spelled++;
    while (**words) {
        if (**words == '\033') {
            int code = atoi(*words + 2);
            *style = code == 31   ? STYLE_RED
                     : code == 32 ? STYLE_GREEN
                     : code == 33 ? STYLE_YELLOW
                     : code == 34 ? STYLE_BLUE
                                  : STYLE_PLAIN;
            *marks = code == 1 ? MARK_BOLD : code == 2 ? MARK_DIM : 0;
            while (**words && **words != 'm') ++*words;
            if (**words) ++*words;
            continue;
        }
        uint32_t letter = next_letter(words);
        reading->spelled = canvas->ascii ? spell_out(letter) : NULL;
        if (reading->spelled) return (unsigned char)*reading->spelled++;
        if (canvas->ascii) letter = to_ascii(letter);
        if (letter >= ' ') return letter;
    }
    return 0;
}

/* ---- words */

int canvas_columns(const Canvas *canvas, const char *words) {
    Reading reading = {words, NULL};
    Style style;
    unsigned marks;
    int columns = 0;
    while (read_letter(canvas, &reading, &style, &marks)) columns++;
    return columns;
}

/* What has a colour is not dimmed: together the two are too faint to read. */
int canvas_words(Canvas *canvas, int x, int y, int width, const char *words, unsigned marks) {
    bool cut = canvas_columns(canvas, words) > width;
    Reading reading = {words, NULL}, mark = {cut_mark, NULL};
    Style style = STYLE_PLAIN;
    unsigned own = 0;
    uint32_t letter;
    int used = 0;
    if (width <= 0) return 0;
    while (used < width - cut && (letter = read_letter(canvas, &reading, &style, &own)) != 0)
        put(canvas, x + used++, y, letter, style, own | (style >= STYLE_RED ? marks & ~(unsigned)MARK_DIM : marks));
    if (cut) put(canvas, x + used++, y, read_letter(canvas, &mark, &style, &own), STYLE_PLAIN, marks);
    return used;
}

/* The columns that a character takes. */
static int letter_columns(const Canvas *canvas, uint32_t letter) {
    const char *spelled = canvas->ascii ? spell_out(letter) : NULL;
    if (spelled) return (int)strlen(spelled);
    return (canvas->ascii ? to_ascii(letter) : letter) >= ' ';
}

size_t canvas_fitting(const Canvas *canvas, Span line, int columns) {
    const char *at = line.at, *end = line.at + line.length, *space = line.at;
    while (at < end) {
        const char *from = at;
        if (*at == '\033') {
            while (at < end && *at != 'm') at++;
            if (at < end) at++;
            continue;
        }
        uint32_t letter = next_letter(&at);
        if (letter == ' ') space = from;
        columns -= letter_columns(canvas, letter);
        if (columns >= 0) continue;
        const char *cut = space > line.at ? space : from > line.at ? from : at;
        return (size_t)(cut - line.at);
    }
    return line.length;
}

/* Takes the next line of at most `width` columns off the words into `line`; false at their end. */
static bool next_line(const Canvas *canvas, int width, const char **words, Text *line) {
    while (**words == '\n') ++*words;
    if (!**words) return false;
    Span rest = {*words, strcspn(*words, "\n")};
    size_t length = canvas_fitting(canvas, rest, width);
    *line = text_init(line->buffer, line->capacity);
    text_add_bytes(line, rest.at, length);
    *words += length;
    while (**words == ' ' && length < rest.length) ++*words;
    return true;
}

int canvas_line_count(const Canvas *canvas, int width, const char *words) {
    char buffer[SCREEN_TEXT_MAX];
    Text line = text_init(buffer, sizeof buffer);
    int count = 0;
    while (next_line(canvas, width, &words, &line)) count++;
    return count;
}

int canvas_lines(Canvas *canvas, Area area, const char *words, unsigned marks) {
    char buffer[SCREEN_TEXT_MAX];
    Text line = text_init(buffer, sizeof buffer);
    int skipped = canvas_line_count(canvas, area.width, words) - area.height, drawn = 0;
    while (next_line(canvas, area.width, &words, &line))
        if (skipped-- <= 0) canvas_words(canvas, area.x, area.y + drawn++, area.width, buffer, marks);
    return drawn;
}

void canvas_position(Canvas *canvas, int x, int y, int first, int end, int count, unsigned marks) {
    char words[48];
    if (first == 0 && end >= count) return;
    snprintf(words, sizeof words, " %d-%d/%d", first + 1, end < count ? end : count, count);
    int columns = (int)strlen(words);
    canvas_words(canvas, x - columns, y, columns, words, marks);
}

void canvas_frame(Canvas *canvas, Area area, unsigned marks) {
    static const uint32_t drawn[] = {0x2500, 0x2502, 0x250c, 0x2510, 0x2514, 0x2518};
    uint32_t line[6];
    for (int i = 0; i < 6; i++) line[i] = canvas->ascii ? to_ascii(drawn[i]) : drawn[i];
    int right = area.x + area.width - 1, bottom = area.y + area.height - 1;
    for (int x = area.x; x <= right; x++) {
        put(canvas, x, area.y, line[0], STYLE_PLAIN, marks);
        put(canvas, x, bottom, line[0], STYLE_PLAIN, marks);
    }
    for (int y = area.y; y <= bottom; y++) {
        put(canvas, area.x, y, line[1], STYLE_PLAIN, marks);
        put(canvas, right, y, line[1], STYLE_PLAIN, marks);
    }
    put(canvas, area.x, area.y, line[2], STYLE_PLAIN, marks);
    put(canvas, right, area.y, line[3], STYLE_PLAIN, marks);
    put(canvas, area.x, bottom, line[4], STYLE_PLAIN, marks);
    put(canvas, right, bottom, line[5], STYLE_PLAIN, marks);
}
