/* The screen: where a game is shown line by line, to whom, and in which language.
 *
 * Colour is only ever added to what is said in words and letters anyway. Columns are counted in characters: nothing that we
 * print is wider than one. */
#ifndef ARALDO_TERM_SCREEN_H
#define ARALDO_TERM_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "core/event.h"
#include "core/game.h"
#include "core/language.h"
#include "record/record.h"

enum { SCREEN_COLUMNS = 80, SCREEN_TEXT_MAX = 8192, SCREEN_TABLE_MAX = 6 };

typedef enum { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_RED, STYLE_GREEN, STYLE_YELLOW, STYLE_BLUE } Style;

typedef struct Screen {
    FILE *out;
    Language language;
    bool color;
    bool plain; /* for screen readers, pipes and logs: no colour, no columns, no drawn lines, one statement per line */
    bool steps; /* each move is told by itself, also one that a later move's words sum up */
    int viewer; /* the seat whose eyes these are, ONLOOKER or VIEWER_WHOLE */
    int people;
    char names[SEATS_MAX][RECORD_NAME_MAX]; /* who sits where, as the record's header tells */
    SeatSet persons;                        /* seats whose names are people's, and not those of bots */
} Screen;

/* For a header's table, seen by `viewer`. Colour is for terminals whose owner has not set NO_COLOR. */
void screen_init(Screen *screen, FILE *out, Language language, const RecordHeader *header, int viewer);
void screen_make_plain(Screen *screen);
/* Takes over the names of a header. */
void screen_rename(Screen *screen, const RecordHeader *header);

/* Is this the seat that is spoken to as "you"? */
bool screen_is_you(const Screen *screen, int seat);
/* A seat as others call it: "Anna"; "greedy 1" for a bot; "Bot 1" for one of the levels; "Seat 0" for a person without a name;
 * "Robot" for a seat that nobody fills. */
void screen_name(const Screen *screen, int seat, Text *text);
/* The same, with "you" for the viewer: for lists and tables, not for sentences. */
void screen_label(const Screen *screen, int seat, Text *text);

/* The game and the variant as people call them: "Primiera: Scopone". */
void screen_game(const Screen *screen, const Game *game, int variant, Text *text);

/* Words in a style, or plain where there is no colour. */
void screen_style(const Screen *screen, Text *text, Style style, const char *words);
/* Adds spaces until the text that began at `from` has so many columns; escapes count for nothing. */
void screen_pad(Text *text, size_t from, int columns);
int screen_columns(const char *words);
/* How many bytes of a line fit so many columns, ending before a space where it has to be broken. */
size_t screen_fitting(Span line, int columns);
/* A sign beside a card's letters, such as "♦", which a plain screen leaves out: the letters say it already. */
void screen_sign(const Screen *screen, Text *text, const char *sign);
/* Between the parts of a list: a dot in the middle, or a comma on a plain screen; and what an empty place shows. */
const char *screen_joint(const Screen *screen);
const char *screen_nothing(const Screen *screen);
/* A line across the screen with a title in it; the title alone where it is plain. */
void screen_rule(const Screen *screen, const char *title);
/* After a title that began at `from`: spaces up to a column; where it is plain, a colon. */
void screen_after_title(const Screen *screen, Text *text, size_t from, int columns);
/* Between two cells of a row, the first of which began at `from`: spaces up to a column; where it is plain, one space. */
void screen_gap(const Screen *screen, Text *text, size_t from, int columns);
/* A row of its own: an indented title, and words from a column on. */
void screen_row(const Screen *screen, const char *title, int columns, const char *words);
/* A numbered choice, and from a column on what it does or means, which may be "". */
void screen_choice(const Screen *screen, int number, const char *label, int column, const char *outcome);
/* Words with so many spaces before them that they end at the last of these columns. */
void screen_right(Text *text, int columns, const char *words);
/* A table of numbers: its titles are messages, each ending a column; the first column begins after `lead`. */
typedef struct ScreenTable {
    int lead, columns;
    int count;
    const char *titles[SCREEN_TABLE_MAX];
} ScreenTable;
/* The line of titles; nothing where it is plain, since every number has its title there: "You: points 3, hand 9". */
void screen_titles(const Screen *screen, const ScreenTable *table);
/* A seat's row, with remarks behind the numbers; a remark that is NULL is left out. */
void screen_seat(const Screen *screen, const ScreenTable *table, int seat, const int *numbers, const char *const *remarks,
                 int remark_count);
/* Lines of words, each indented, broken between words where they would pass the last column; neither where it is plain. */
void screen_say(const Screen *screen, int indent, const char *lines);

/* The field of an event if the viewer may know it; NULL if not, or if there is none. */
const Field *screen_field(const Screen *screen, const Event *event, const char *key);
/* Its number; `otherwise` where it is hidden or missing. */
int screen_number(const Screen *screen, const Event *event, const char *key, int otherwise);
bool screen_sees(const Screen *screen, const Field *field);
/* How a game's card is written; CARD_UNKNOWN for one that the viewer may not know. */
typedef void (*CardPainter)(const Screen *screen, int card, Text *text);
/* The cards of an event's list, gaps included; nothing for a list that is hidden or missing (NULL). */
void screen_cards(const Screen *screen, CardPainter paint, const Field *list, Text *text);

#endif
