/* The terminal in full-screen mode: shows a canvas and reads keys, the mouse, resizes and signals.
 *
 * terminal.c is the only file that knows ncurses. Signals arrive as keys: SIGWINCH as PRESS_SIZE, and SIGINT, SIGTERM and SIGHUP
 * as PRESS_LEAVE, as does the end of input, so that the caller leaves in good order and the terminal is always restored. */
#ifndef ARALDO_TERM_FULL_TERMINAL_H
#define ARALDO_TERM_FULL_TERMINAL_H

#include "term/full/canvas.h"

typedef enum {
    PRESS_NONE, /* the time is over, or the other descriptor has something */
    PRESS_LETTER,
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_RUBOUT,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_CLICK,
    PRESS_SIZE,  /* the terminal has another size now */
    PRESS_LEAVE, /* a signal, or the end of input */
} PressKind;

typedef struct Press {
    PressKind kind;
    uint32_t letter; /* of PRESS_LETTER */
    int x, y;        /* of PRESS_CLICK */
} Press;

typedef struct Terminal {
    void *handle; /* of ncurses */
    int signals;  /* a signalfd */
    int width, height;
    bool ascii; /* the locale has no UTF-8 */
    bool color; /* shown in colour; may be changed at any time */
    bool has_color;
    bool leaving; /* a PRESS_LEAVE was reported: every later wait reports it again */
} Terminal;

/* Can standard input and output be used this way? Not pipes, and not a terminal that cannot move its cursor. */
bool terminal_fits(void);
/* Sets the encoding that the environment asks for; is it UTF-8? It also is if the very locale is not installed. */
bool terminal_has_utf8(void);
bool terminal_open(Terminal *terminal, Error *error);
void terminal_close(Terminal *terminal);
void terminal_show(Terminal *terminal, const Canvas *canvas);
/* Waits for a key, at most so many milliseconds (-1: without end), or until `fd` can be read (-1: none). */
Press terminal_wait(Terminal *terminal, int milliseconds, int fd);
/* Waits so long, or until there is something to read, which stays unread. */
void terminal_pause(Terminal *terminal, int milliseconds);

#endif
