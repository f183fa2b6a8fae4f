/* Dialogs on the full screen: a pager, a list to choose from, and a line to type.
 *
 * A Display is the terminal with its canvas. Each dialog takes the whole screen, redraws itself when the size changes, and
 * returns at once when the person or a signal ends the program. */
#ifndef ARALDO_TERM_FULL_DIALOG_H
#define ARALDO_TERM_FULL_DIALOG_H

#include "term/full/canvas.h"
#include "term/full/terminal.h"

/* Something that goes on behind whatever is shown, such as a connection. */
typedef struct Background {
    int (*descriptor)(void *context);   /* what to watch; -1: nothing */
    int (*milliseconds)(void *context); /* when to look again at the latest; -1: never */
    bool (*step)(void *context);        /* does what there is to do; true if what is shown may have changed */
    void *context;
} Background;

typedef struct Display {
    Terminal terminal;
    Canvas canvas;
    Language language;
    const Background *background; /* NULL: nothing */
} Display;

bool display_open(Display *display, Language language, Error *error);
void display_close(Display *display);
void display_show(Display *display);
/* As terminal_wait; the canvas has the new size after PRESS_SIZE. PRESS_NONE also when the background has changed something. */
Press display_wait(Display *display, int milliseconds, int fd);
static inline bool display_leaves(const Display *display) { return display->terminal.leaving; }

/* Shows text that may be longer than the screen, from its beginning or its end, until a key closes it. */
void dialog_pager(Display *display, const char *title, const char *words, bool from_end);

enum { DIALOG_ITEMS_MAX = 4096, DIALOG_LABEL_MAX = 256, DIALOG_WORDS_MAX = 1024 };

typedef struct Dialog {
    char title[DIALOG_LABEL_MAX];
    char note[DIALOG_WORDS_MAX]; /* below the list */
    char help[DIALOG_LABEL_MAX]; /* the last line; "" for the usual one */
    const char *keys;            /* further letters that end the dialog, or NULL */
    int count;
    char labels[DIALOG_ITEMS_MAX][DIALOG_LABEL_MAX];
    int focus;
    PressKind pressed; /* how it ended: PRESS_ENTER, PRESS_LEFT, PRESS_RIGHT, PRESS_LETTER … */
    char letter;       /* with PRESS_LETTER: which of `keys` */
    bool turns;        /* left and right end it too */
    bool wakes;        /* a change in the background ends it too, as PRESS_NONE */
} Dialog;

/* One more item. */
void dialog_item(Dialog *dialog, const char *label);
/* Lets the person choose; false if they go back. */
bool dialog_choose(Display *display, Dialog *dialog);
/* Lets the person type a line, beginning with what is in `words`; false if they go back. */
bool dialog_line(Display *display, const char *title, const char *note, char *words, size_t capacity);
/* Handles a key in a line being typed; true if it was one. */
bool dialog_edit(char *words, size_t capacity, Press press);

#endif
