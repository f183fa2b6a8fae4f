/* Faces: how each game looks and reads in a terminal, over a loop that knows no game (program/play.c).
 *
 * A Face reads views and events and writes words; it never sees a state, and does not know what a field's reader may not know.
 * A game without a face of its own has the plain one, which shows notation and fields as they are. */
#ifndef ARALDO_TERM_FACE_H
#define ARALDO_TERM_FACE_H

#include "core/game.h"
#include "term/screen.h"

enum { CHOICE_KEY_MAX = 32, CHOICE_WORDS_MAX = 256 };

/* A legal move as a person chooses it, in one step or two: moves with equal keys are one choice (a card), and which of
 * them is asked afterwards (what it captures), only where there are several. */
typedef struct Choice {
    Move move;
    char key[CHOICE_KEY_MAX];       /* what may be typed for it, whatever the case */
    char label[CHOICE_WORDS_MAX];   /* how it is listed */
    char outcome[CHOICE_WORDS_MAX]; /* what exactly this move does; "" if there is nothing to say */
    bool typed;                     /* one to be found by the person: moves of this key are not listed, but written out */
} Choice;

typedef struct Face {
    /* Table, hands and score, as lines. */
    void (*draw)(const Game *game, const Screen *screen, const View *view);
    /* What is asked of the viewer now, as one line without its end. */
    void (*ask)(const Game *game, const Screen *screen, const View *view, Text *text);
    /* What happened, as sentences, each ended by a newline; nothing where it needs no words. */
    void (*tell)(const Game *game, const Screen *screen, const Event *event, Text *text);
    /* Fills all but `move`, which is the actor's and legal; `typed` is false before. */
    void (*choice)(const Game *game, const Screen *screen, const View *view, int actor, Choice *choice);
    /* Is the viewer's only move one that needs no asking, because it was decided before? May be NULL: then all is asked. */
    bool (*forced)(const Game *game, const View *view);
    /* Why what the viewer typed is not a move, as a sentence; false: there is no better explanation. May be NULL. */
    bool (*refuse)(const Game *game, const Screen *screen, const View *view, const char *typed, Text *text);
    /* Writes a card as this face shows it, for the words of hints and for boards. May be NULL: then hints have notation. */
    CardPainter card;
    /* Lines of help about the game's own signs and words. May be NULL. */
    void (*help)(const Game *game, const Screen *screen);
    /* What the full screen shows (term/full/board.h); NULL for the plain board. */
    const struct BoardFace *board;
} Face;

const Face *face_of(const Game *game);

/* To add a face: its game's name here, and a `const Face face_NAME` in term/NAME/. */
#define FACES(ROW) ROW(primiera) ROW(royalflush) ROW(primero) ROW(primo)

#define FACES_DECLARE(name) extern const Face face_##name;
FACES(FACES_DECLARE)
#undef FACES_DECLARE
extern const Face face_plain;

#endif
