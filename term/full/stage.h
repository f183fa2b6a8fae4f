/* The stage: finds places on the canvas for a board, the choices, the log and the keys, on 80x24 or any larger screen.
 *
 * From top to bottom: a title, the seats, rows of facts, the table, the log, the question, the hand, buttons, and the keys. What
 * is left over goes to the log; a wide screen has the log at its right side. Cards are boxes where they fit, and words in lines
 * where they are too many. */
#ifndef ARALDO_TERM_FULL_STAGE_H
#define ARALDO_TERM_FULL_STAGE_H

#include "term/full/board.h"
#include "term/full/canvas.h"

enum { STAGE_WIDTH_MIN = 80, STAGE_HEIGHT_MIN = 24, STAGE_SPOTS_MAX = 512, STAGE_WORDS_MAX = 4 * SCREEN_TEXT_MAX };

/* Something that can have the focus: a card, a row, a button, or a line of the list. */
typedef struct Spot {
    Zone zone;
    int card;
    char label[CHOICE_WORDS_MAX]; /* of buttons and lines */
    Area area;                    /* set by stage_draw; empty while it is out of sight */
} Spot;

typedef struct Stage {
    Board board;
    SeatSet turn;     /* who may act */
    char status[128]; /* at the right of the title */
    char question[SCREEN_TEXT_MAX];
    char detail[SCREEN_TEXT_MAX]; /* what the focused choice does */
    char log[STAGE_WORDS_MAX];
    char notice[SCREEN_TEXT_MAX]; /* a hint or a refusal, below the log */
    char keys[256];
    uint64_t takes; /* table cards to highlight */
    uint64_t picks; /* hand cards that are picked */
    int spot_count;
    Spot spots[STAGE_SPOTS_MAX];
    int focus;  /* -1: none */
    bool lists; /* the spots are lines of a list, in the place of the log */
    char list_title[CHOICE_WORDS_MAX];
    bool types; /* a line is being typed, in the place of the detail */
    char prompt[CHOICE_WORDS_MAX];
    char typed[MOVE_TEXT_MAX];
    /* set by stage_draw */
    Area seat_areas[SEATS_MAX];
    Area table_area;
} Stage;

/* Draws all of it; on a screen that is too small only says so. */
void stage_draw(Stage *stage, Canvas *canvas);
/* The spot at a place of the screen; -1 if there is none. */
int stage_spot_at(const Stage *stage, int x, int y);
/* Moves the focus to the neighbour in a direction: dx or dy is 1 or -1. */
void stage_move(Stage *stage, int dx, int dy);
/* A card by itself, as a box, at a place: for cards that move. */
void stage_card(Canvas *canvas, int x, int y, const char *words);
/* Says in the middle of the canvas that it is too small; false if it is large enough. */
bool stage_too_small(Canvas *canvas, Language language);

#endif
