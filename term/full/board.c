/* Collects what faces lay out, and lays out games that have no drawing of their own. */
#include "term/full/board.h"

#include <string.h>

#include "core/message.h"

void board_heading(Board *board, const Game *game, int variant) {
    const char *label = game->variants[variant].label;
    snprintf(board->title, sizeof board->title, "%s", game->title);
    if (label) board_subtitle(board, message(board->screen->language, label));
}

void board_subtitle(Board *board, const char *words) {
    size_t length = strlen(board->title);
    snprintf(board->title + length, sizeof board->title - length, "%s%s", length ? screen_joint(board->screen) : "", words);
}

void board_column(Board *board, const char *title) {
    if (board->column_count == BOARD_COLUMNS_MAX) return;
    span_copy(span_of(message(board->screen->language, title)), board->columns[board->column_count++], BOARD_TITLE_MAX);
}

void board_seat(Board *board, const int *numbers) {
    if (board->seat_count == SEATS_MAX) return;
    BoardSeat *seat = &board->seats[board->seat_count++];
    seat->note[0] = 0;
    memcpy(seat->numbers, numbers, (size_t)board->column_count * sizeof *numbers);
}

void board_remark(Board *board, const char *words) { board_note(board, board->seat_count - 1, words); }

void board_note(Board *board, int seat, const char *words) {
    char *note = board->seats[seat].note;
    size_t length = strlen(note);
    if (words && *words) snprintf(note + length, BOARD_WORDS_MAX - length, "%s%s", length ? ", " : "", words);
}

void board_zone(Board *board, Zone zone, const char *title) {
    span_copy(span_of(message(board->screen->language, title)), board->zone_titles[zone], BOARD_TITLE_MAX);
}

void board_card(Board *board, Zone zone, int card) {
    if (board->card_count == BOARD_CARDS_MAX) return;
    BoardCard *place = &board->cards[board->card_count++];
    Text text = text_init(place->words, sizeof place->words);
    place->zone = (uint8_t)zone;
    place->card = (uint8_t)card;
    if (card == CARD_NONE) text_add(&text, "  ");
    else board->paint(board->screen, card, &text);
}

void board_row(Board *board, int id, const char *title, const char *words) {
    if (board->row_count == BOARD_ROWS_MAX) return;
    BoardRow *row = &board->rows[board->row_count++];
    row->id = id;
    snprintf(row->title, sizeof row->title, "%s", title);
    snprintf(row->words, sizeof row->words, "%s", words);
}

void board_row_number(Board *board, const char *title, int number) {
    char words[16];
    snprintf(words, sizeof words, "%d", number);
    board_row(board, -1, title, words);
}

/* ---- a game without a drawing of its own: its points, and its position token by token */

static void lay_plain(const Game *game, const Screen *screen, const View *view, Board *board) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    Span rest, token, key, value;
    int points[SEATS_MAX];
    (void)screen;
    snprintf(board->title, sizeof board->title, "%s", game->title);
    board_column(board, game->unit);
    game->points(view_state(view), points);
    for (int seat = 0; seat < game->seats(view_state(view)); seat++) board_seat(board, &points[seat]);
    game->print(view_state(view), &text);
    rest = (Span){words, text.length};
    span_split(&rest, ' ', &token);
    while (span_split(&rest, ' ', &token)) {
        char title[BOARD_TITLE_MAX], shown[BOARD_WORDS_MAX];
        span_pair(token, &key, &value);
        snprintf(title, sizeof title, "%.*s", SPAN_ARGS(key));
        snprintf(shown, sizeof shown, "%.*s", SPAN_ARGS(value));
        board_row(board, -1, title, shown);
    }
}

static void touch_plain(const Game *game, const View *view, int actor, Move move, Touch *touch) {
    (void)game;
    (void)view;
    (void)actor;
    (void)move;
    (void)touch;
}

static const BoardFace board_plain = {.lay = lay_plain, .touch = touch_plain};

/* ---- any game */

void board_lay(Board *board, const Game *game, const Screen *screen, const View *view) {
    const Face *face = face_of(game);
    memset(board, 0, sizeof *board);
    board->screen = screen;
    board->paint = face->card;
    (face->board ? face->board : &board_plain)->lay(game, screen, view, board);
}

void board_hand(Board *board, const Game *game, const Screen *screen, const State *state, int seat, Text *text) {
    Screen own = *screen;
    StateRoom view;
    own.viewer = seat;
    game->view(state, seat, VIEW_IN(view));
    board_lay(board, game, &own, VIEW_IN(view));
    size_t from = text->length;
    for (int i = 0; i < board->card_count; i++)
        if (board->cards[i].zone == ZONE_HAND) text_format(text, "%s%s", text->length > from ? " " : "", board->cards[i].words);
    if (text->length == from) text_add(text, screen_nothing(screen));
}

Touch board_touch(const Game *game, const View *view, int actor, Move move) {
    const Face *face = face_of(game);
    Touch touch = {.zone = ZONE_NONE};
    (face->board ? face->board : &board_plain)->touch(game, view, actor, move, &touch);
    return touch;
}
