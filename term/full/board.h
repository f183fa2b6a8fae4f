/* The board: what a game's face lays out for the full screen, in the game's own terms and without positions.
 *
 * A face names the seats with their numbers, the cards on the table and in the hand, and rows of further facts; stage.h finds
 * places for them on any screen of 80x24 or more. `touch` says what a move is attached to, so that focus, mouse and highlights
 * work. A game without a BoardFace gets the plain one, which knows every game. */
#ifndef ARALDO_TERM_FULL_BOARD_H
#define ARALDO_TERM_FULL_BOARD_H

#include "term/face.h"

enum {
    BOARD_COLUMNS_MAX = 5,
    BOARD_CARDS_MAX = 256,
    BOARD_ROWS_MAX = 32,
    BOARD_CARD_WORDS = 64,
    BOARD_WORDS_MAX = 512,
    BOARD_TITLE_MAX = 64,
};

/* Where on the board something is. What is attached to nothing is a button. */
typedef enum { ZONE_ROWS, ZONE_TABLE, ZONE_HAND, ZONE_NONE } Zone;

typedef struct BoardSeat {
    int numbers[BOARD_COLUMNS_MAX];
    char note[BOARD_WORDS_MAX]; /* remarks behind the numbers */
} BoardSeat;

typedef struct BoardCard {
    uint8_t zone, card;
    char words[BOARD_CARD_WORDS];
} BoardCard;

/* A fact with its title, such as a pot or a board of Royal Flush. */
typedef struct BoardRow {
    int id; /* what `touch` calls it; -1 for one that no move is attached to */
    char title[BOARD_TITLE_MAX];
    char words[BOARD_WORDS_MAX];
} BoardRow;

typedef struct Board {
    const Screen *screen;
    CardPainter paint;
    char title[BOARD_WORDS_MAX];
    int column_count;
    char columns[BOARD_COLUMNS_MAX][BOARD_TITLE_MAX];
    int seat_count;
    BoardSeat seats[SEATS_MAX];
    char zone_titles[ZONE_NONE][BOARD_TITLE_MAX];
    int card_count;
    BoardCard cards[BOARD_CARDS_MAX];
    int row_count;
    BoardRow rows[BOARD_ROWS_MAX];
} Board;

/* What a move is attached to. */
typedef struct Touch {
    Zone zone;      /* a card or a row there; ZONE_NONE for a button */
    int card;       /* its number, or the row's id */
    uint64_t takes; /* cards on the table that the move would take, bit by bit */
    uint64_t picks; /* where a move is a set of cards of the hand: which ones */
} Touch;

typedef struct BoardFace {
    void (*lay)(const Game *game, const Screen *screen, const View *view, Board *board);
    /* Fills a touch that is all zero but for ZONE_NONE. */
    void (*touch)(const Game *game, const View *view, int actor, Move move, Touch *touch);
} BoardFace;

/* Lays out any game: by its own face, or by the plain one. */
void board_lay(Board *board, const Game *game, const Screen *screen, const View *view);
/* The cards of a seat's hand in words, as the seat itself sees them. `board` is overwritten. */
void board_hand(Board *board, const Game *game, const Screen *screen, const State *state, int seat, Text *text);
Touch board_touch(const Game *game, const View *view, int actor, Move move);

/* ---- for faces */

/* Begins the title with the game and, where it has several, its variant. */
void board_heading(Board *board, const Game *game, int variant);
/* Adds a part to the title. */
void board_subtitle(Board *board, const char *words);
/* One more column of numbers; its title is a message. */
void board_column(Board *board, const char *title);
/* One more seat, its numbers in the order of the columns. */
void board_seat(Board *board, const int *numbers);
/* Adds a remark to the last seat; nothing for NULL or "". */
void board_remark(Board *board, const char *words);
/* The same for any seat that the board has. */
void board_note(Board *board, int seat, const char *words);
/* The title of a zone, a message. */
void board_zone(Board *board, Zone zone, const char *title);
/* One more card of a zone; CARD_NONE is an empty place. */
void board_card(Board *board, Zone zone, int card);
/* One more row; its title is in the reader's language already. */
void board_row(Board *board, int id, const char *title, const char *words);
void board_row_number(Board *board, const char *title, int number);

#endif
