/* The canvas: a grid of characters with styles that the full screen is drawn on before it goes to the terminal.
 *
 * It lives in memory and knows no terminal. Words come as the faces write them, with colour escapes, and turn into styled cells
 * here. Under a locale without UTF-8 every character becomes plain ASCII, suit signs vanish (a card's letters say its suit), and
 * lines are drawn with - | +; letters such as œ become two. Words that do not fit end in a mark, so that nothing is cut off silently. */
#ifndef ARALDO_TERM_FULL_CANVAS_H
#define ARALDO_TERM_FULL_CANVAS_H

#include "core/text.h"
#include "term/screen.h"

enum { MARK_BOLD = 1, MARK_REVERSE = 2, MARK_DIM = 4, MARK_UNDERLINE = 8 };

typedef struct Cell {
    uint32_t letter; /* a Unicode code point */
    uint8_t style;   /* a Style */
    uint8_t marks;
} Cell;

typedef struct Canvas {
    int width, height;
    Cell *cells;
    bool ascii;
    int cursor_x, cursor_y; /* where the terminal's own cursor goes */
} Canvas;

/* Where something is, for the mouse and for moving the focus. */
typedef struct Area {
    int x, y, width, height;
} Area;

static inline bool area_has(const Area *area, int x, int y) {
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

/* Makes the canvas this large and empty; false if there is not enough memory. */
bool canvas_resize(Canvas *canvas, int width, int height);
void canvas_release(Canvas *canvas);
void canvas_clear(Canvas *canvas);
/* Fills an area with spaces in the given marks. */
void canvas_fill(Canvas *canvas, Area area, unsigned marks);

/* How many columns the words take on this canvas. */
int canvas_columns(const Canvas *canvas, const char *words);
/* One line of words within `width` columns, with marks added to their own; returns the columns used. */
int canvas_words(Canvas *canvas, int x, int y, int width, const char *words, unsigned marks);
/* Lines of words broken between words, at most `height` of them, the last ones if there are more; returns how many. */
int canvas_lines(Canvas *canvas, Area area, const char *words, unsigned marks);
/* How many bytes of a line fit so many columns, ending before a space where it has to be broken. */
size_t canvas_fitting(const Canvas *canvas, Span line, int columns);
/* How many lines that would be. */
int canvas_line_count(const Canvas *canvas, int width, const char *words);
/* Which of `count` lines are shown, as "23-44/120" ending before column x; nothing if all are. */
void canvas_position(Canvas *canvas, int x, int y, int first, int end, int count, unsigned marks);
/* The frame of a box, three characters wide and high at least. */
void canvas_frame(Canvas *canvas, Area area, unsigned marks);
/* Adds marks to what is there already. */
void canvas_mark(Canvas *canvas, Area area, unsigned marks);

#endif
