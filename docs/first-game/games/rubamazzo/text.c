/* Rubamazzo's moves and positions as text.
 * `7D` stays on the table, `7D=table` takes the sevens there, `7D=1` steals the pile of seat 1. A position is
 *   rubamazzo:standard turn=0 table=8S,2C hands=7D,4B/1S,3C piles=5B,5C/- tops=5C/- last=0 stock=rest
 * in the notation of core/position.h. */
#include <string.h>

#include "core/position.h"
#include "games/rubamazzo/rubamazzo.h"

/* ---- moves */

void rubamazzo_print_move(const State *state, int actor, Move move, Text *text) {
    int takes = rubamazzo_takes(move);
    (void)state;
    (void)actor;
    italian_print_card((uint8_t)rubamazzo_card(move), text);
    if (takes == TAKES_TABLE) text_add(text, "=table");
    if (takes >= TAKES_PILE) text_format(text, "=%d", takes - TAKES_PILE);
}

bool rubamazzo_parse_move(const State *state, int actor, Span text, Move *move, Error *error) {
    Span card_text, what;
    int64_t seat;
    uint8_t card;
    int takes = TAKES_NOTHING;
    (void)actor;
    bool named = span_pair(text, &card_text, &what);
    if (!italian_parse_card(named ? card_text : text, &card))
        return error_set(error, "a move is a card, as in " ITALIAN_CARDS_ARE ", and what it takes: =table or =SEAT");
    if (named && span_is(what, "table")) takes = TAKES_TABLE;
    else if (named && span_number(what, 0, rubamazzo_of(state)->people - 1, &seat)) takes = TAKES_PILE + (int)seat;
    else if (named) return error_set(error, "a card takes =table or the pile of a seat, as in =1");
    *move = rubamazzo_move(card, takes);
    return true;
}

/* ---- positions */

static const char *const ace_words[] = {NULL, "takes-all"};

static const PositionKey keys[] = {
    {"turn", POSITION_SEAT, POSITION_AT(Rubamazzo, turn)},
    {"table", POSITION_SET, POSITION_AT(Rubamazzo, table)},
    {"hands", POSITION_SET, POSITION_AT(Rubamazzo, hand[0]), POSITION_COUNT(Rubamazzo, hidden[0]), .each_seat = true,
     .unknown = true},
    {"piles", POSITION_SET, POSITION_AT(Rubamazzo, pile[0]), .each_seat = true, .rest = true},
    {"tops", POSITION_CARD, POSITION_AT(Rubamazzo, top[0]), .each_seat = true, .elsewhere = true},
    {"last", POSITION_SEAT, POSITION_AT(Rubamazzo, last)},
    {"stock", POSITION_LIST, POSITION_AT(Rubamazzo, stock), POSITION_COUNT(Rubamazzo, stock_count), .unknown = true,
     .rest = true},
    {"ace", POSITION_WORD, POSITION_AT(Rubamazzo, ace), .words = ace_words, .maximum = 1},
    {"chance", POSITION_NUMBER, POSITION_AT(Rubamazzo, chance_count), .maximum = POSITION_CHANCE_MAX, .optional = true},
    {"view", POSITION_VIEW, POSITION_AT(Rubamazzo, viewer)},
    {0},
};

static void start(State *state, int variant, int people) {
    Rubamazzo *r = (Rubamazzo *)(void *)state;
    (void)variant;
    r->people = (uint8_t)people;
    r->viewer = VIEWER_WHOLE;
    r->last = SEAT_NONE;
    memset(r->top, CARD_NONE, sizeof r->top);
    memset(r->stock, CARD_NONE, sizeof r->stock);
}

static const PositionFormat format = {.game = &rubamazzo,
                                      .keys = keys,
                                      .cards_are = ITALIAN_CARDS_ARE,
                                      .people_key = "hands",
                                      .faces = ITALIAN_CARDS,
                                      .start = start};

void rubamazzo_print(const State *state, Text *text) { position_print(&format, 0, state, text); }

bool rubamazzo_parse(State *state, Span text, Error *error) { return position_parse(&format, state, text, error); }
