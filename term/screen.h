/* The screen: where a game is shown line by line, to whom, and in which language.
 *
 * Colour is only ever added to what is said in words and letters anyway. Columns are counted in characters: nothing that we
 * print is wider than one. */
#ifndef ARALDO_TERM_SCREEN_H
#define ARALDO_TERM_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "core/event.h"
#include "core/language.h"
#include "record/record.h"

enum { SCREEN_COLUMNS = 80, SCREEN_TEXT_MAX = 8192 };

typedef enum { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_RED, STYLE_GREEN, STYLE_YELLOW, STYLE_BLUE } Style;

typedef struct Screen {
    FILE *out;
    Language language;
    bool color;
    bool steps; /* each move is told by itself, also one that a later move's words sum up */
    int viewer; /* the seat whose eyes these are, ONLOOKER or VIEWER_WHOLE */
    int people;
    char names[SEATS_MAX][RECORD_NAME_MAX]; /* who sits where, as the record's header tells */
} Screen;

/* For a header's table, seen by `viewer`. Colour is for terminals whose owner has not set NO_COLOR. */
void screen_init(Screen *screen, FILE *out, Language language, const RecordHeader *header, int viewer);

/* Is this the seat that is spoken to as "you"? */
bool screen_is_you(const Screen *screen, int seat);
/* A seat as it is called when others speak of it: "greedy 1". Who plays by itself is called Robot. */
void screen_name(const Screen *screen, int seat, Text *text);
/* The same, with "you" for the viewer: for lists and tables, not for sentences. */
void screen_label(const Screen *screen, int seat, Text *text);

/* Words in a style, or plain where there is no colour. */
void screen_style(const Screen *screen, Text *text, Style style, const char *words);
/* Adds spaces until the text that began at `from` has so many columns; escapes count for nothing. */
void screen_pad(Text *text, size_t from, int columns);
int screen_columns(const char *words);
/* A line across the screen with a title in it. */
void screen_rule(const Screen *screen, const char *title);
/* Words with so many spaces before them that they end at the last of these columns. */
void screen_right(Text *text, int columns, const char *words);
/* A line of titles, translated, each ending a column of numbers; the first column begins after `lead`. */
void screen_titles(const Screen *screen, int lead, int columns, const char *const *titles, int count);
/* Lines of words, each indented, broken between words where they would pass the last column. */
void screen_say(const Screen *screen, int indent, const char *lines);

/* The field of an event if the viewer may know it; NULL if not, or if there is none. */
const Field *screen_field(const Screen *screen, const Event *event, const char *key);
/* Its number; `otherwise` where it is hidden or missing. */
int screen_number(const Screen *screen, const Event *event, const char *key, int otherwise);
bool screen_sees(const Screen *screen, const Field *field);
/* How a game's card is written; CARD_UNKNOWN for one that the viewer may not know. */
typedef void (*CardPainter)(const Screen *screen, int card, Text *text);
/* The cards of an event's list, a gap as a dot; nothing for a list that is hidden or missing (NULL). */
void screen_cards(const Screen *screen, CardPainter paint, const Field *list, Text *text);

#endif
