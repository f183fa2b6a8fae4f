/* Primero as text: its cards, moves and positions.
 *
 * Cards: `7h`, `Ac`, `Kd`, `Qs`. Moves: `vie`, `revie` (Italian: `vie:5`, `revie:5`, five coins), `see`, `pass`, `fold`;
 * `bid:primero.58`; `throw:7h,2c`, `keep`. A position is one line, for instance
 *   primero:italian turn=2 bid=numerus.30 paid=2/2/0 acted=0/1 staked=0/1 hands=7h,2c/Ac,Kd/4h,4s stock=rest
 * in the notation of core/position.h. A player with cards in hand is in. What is left out has its value from the start of a
 * match; purses are what the start leaves after `paid`. */
#include "games/primero/primero.h"

#include <assert.h>
#include <string.h>

#include "core/message.h"
#include "core/position.h"
#include "games/cards/french.h"

#define CARDS_ARE "7h, Ac, Kd, 2s"

static const FrenchLetters letters = {.ranks = "A234567JQK", .suits = "hcds"};

void primero_print_card(uint8_t card, Text *text) {
    if (card >= PRIMERO_CARDS) text_char(text, '?');
    else french_print_card(&letters, primero_rank(card), primero_suit(card), text);
}

bool primero_parse_card(Span text, uint8_t *card) {
    int rank, suit;
    if (!french_parse_card(&letters, text, &rank, &suit)) return false;
    *card = (uint8_t)primero_card(rank, suit);
    return true;
}

static bool bad_card(Span text, Error *error) {
    return error_say(error, "'{text}' is not a card; cards are written {cards}", WITH("text", span_quote(text).text),
                     WITH("cards", CARDS_ARE));
}

static void print_set(PrimeroSet set, Text *text) {
    for (bool first = true; set; set &= set - 1, first = false) {
        if (!first) text_char(text, ',');
        primero_print_card((uint8_t)primero_lowest(set), text);
    }
}

static void print_value(int value, Text *text) {
    text_format(text, "%s.%d", primero_type_names[primero_type(value)], primero_points(value));
}

/* A bid as `primero.58`; false unless some hand has that value. */
static bool parse_value(Span text, int *value) {
    Span name;
    int64_t points;
    if (!span_split(&text, '.', &name) || !text.at || !span_number(text, 1, 99, &points)) return false;
    for (int type = HAND_NUMERUS; type < HAND_TYPES; type++) {
        if (!span_is(name, primero_type_names[type])) continue;
        *value = primero_value((PrimeroType)type, (int)points);
        return primero_bid_exists(*value);
    }
    return false;
}

/* ---- moves */

static const char *const move_words[PRIMERO_MOVE_KINDS] = {"vie", "revie", "see", "pass", "fold", "bid", "throw"};

void primero_print_move(const State *state, int actor, Move move, Text *text) {
    PrimeroMoveKind kind = primero_move_kind(move);
    uint64_t what = primero_move_what(move);
    (void)actor;
    assert(kind < PRIMERO_MOVE_KINDS);
    text_add(text, kind == PRIMERO_MOVE_THROW && !what ? "keep" : move_words[kind]);
    if ((kind == PRIMERO_MOVE_VIE || kind == PRIMERO_MOVE_REVIE) && primero_of(state)->variant == PRIMERO_ITALIAN)
        text_format(text, ":%d", (int)what);
    if (kind == PRIMERO_MOVE_BID) {
        text_char(text, ':');
        print_value((int)what, text);
    }
    if (kind == PRIMERO_MOVE_THROW && what) {
        text_char(text, ':');
        print_set(what, text);
    }
}

static bool parse_raise(const Primero *p, PrimeroMoveKind kind, Span what, Move *move, Error *error) {
    int64_t amount = p->stake;
    bool italian = p->variant == PRIMERO_ITALIAN;
    if (italian && (!what.at || !span_number(what, 1, PRIMERO_PURSE_MAX, &amount)))
        return error_say(error, "say how many coins, as in {move}",
                         WITH("move", kind == PRIMERO_MOVE_VIE ? "vie:5" : "revie:5"));
    if (!italian && what.at)
        return error_say(error, "a vie is exactly one stake: just say {move}", WITH("move", move_words[kind]));
    *move = primero_move(kind, (uint64_t)amount);
    return true;
}

static bool parse_throw(Span what, Move *move, Error *error) {
    PrimeroSet cards = 0;
    Span piece;
    uint8_t card;
    while (span_split(&what, ',', &piece)) {
        if (!primero_parse_card(piece, &card)) return bad_card(piece, error);
        if (cards & PRIMERO_BIT(card)) return error_set(error, "%s", N_("a card is named twice"));
        cards |= PRIMERO_BIT(card);
    }
    if (!cards) return error_say(error, "say which cards, as in {move}", WITH("move", "throw:7h,2c"));
    *move = primero_move(PRIMERO_MOVE_THROW, cards);
    return true;
}

/* The words of a move, whether it is legal or not. */
static bool read_move(const Primero *p, Span text, Move *move, Error *error) {
    Span name, what = text;
    int kind = 0, value;
    span_split(&what, ':', &name);
    if (span_is(text, "keep")) {
        *move = primero_move(PRIMERO_MOVE_THROW, 0);
        return true;
    }
    while (kind < PRIMERO_MOVE_KINDS && !span_is(name, move_words[kind])) kind++;
    switch (kind) {
    case PRIMERO_MOVE_VIE:
    case PRIMERO_MOVE_REVIE: return parse_raise(p, (PrimeroMoveKind)kind, what, move, error);
    case PRIMERO_MOVE_THROW: return parse_throw(what, move, error);
    case PRIMERO_MOVE_BID:
        if (!what.at || !parse_value(what, &value))
            return error_say(error, "a bid names a type of hand and a number of points it can be worth, as in {move}",
                             WITH("move", "bid:primero.58"));
        *move = primero_move(PRIMERO_MOVE_BID, (uint64_t)value);
        return true;
    case PRIMERO_MOVE_SEE:
    case PRIMERO_MOVE_PASS:
    case PRIMERO_MOVE_FOLD:
        if (what.at) break;
        *move = primero_move((PrimeroMoveKind)kind, 0);
        return true;
    default: break;
    }
    return error_say(error, "'{text}' is not a move; moves are {moves}", WITH("text", span_quote(text).text),
                     WITH("moves", "vie, see, revie, pass, fold, bid, throw, keep"));
}

/* Says as well why a move is not legal: the rules have many reasons, and who plays wants to know which. */
bool primero_parse_move(const State *state, int actor, Span text, Move *move, Error *error) {
    const Primero *p = primero_of(state);
    Move read;
    if (!read_move(p, text, &read, error)) return false;
    const char *refusal = primero_refusal(p, actor, read);
    if (refusal) return error_set(error, "%s", refusal);
    *move = read;
    return true;
}

/* ---- positions */

static Primero *mutable(State *state) { return (Primero *)(void *)state; }

static bool is_under_way(const State *state) { return primero_of(state)->phase != PRIMERO_OVER; }

static void print_bid(const State *state, int seat, Text *text) {
    (void)seat;
    if (primero_of(state)->bid) print_value(primero_of(state)->bid, text);
}

static bool read_bid(PositionReader *reader, Span text) {
    int value;
    if (!parse_value(text, &value))
        return position_refuse(reader, "a bid is a type and points that some hand has, as in primero.58");
    mutable(reader->state)->bid = (uint16_t)value;
    return true;
}

enum { COINS_MAX = PRIMERO_PURSE_MAX * PRIMERO_SEATS };

static const char *const over_words[] = {[PRIMERO_OVER] = "yes"};
static const char *const step_words[] = {
    [PRIMERO_STEP_ACT] = "act", [PRIMERO_STEP_BID] = "bid", [PRIMERO_STEP_EXCHANGE] = "exchange"};

static const PositionKey keys[] = {
    {"deal", POSITION_NUMBER, POSITION_AT(Primero, deal), .minimum = 1, .maximum = PRIMERO_DEALS_MAX},
    {"dealer", POSITION_SEAT, POSITION_AT(Primero, dealer)},
    {"over", POSITION_WORD, POSITION_AT(Primero, phase), .words = over_words, .maximum = PRIMERO_OVER},
    {"phase", POSITION_NUMBER, POSITION_AT(Primero, phase), .minimum = PRIMERO_PHASE_1, .maximum = PRIMERO_PHASE_2,
     .shown = is_under_way},
    {"step", POSITION_WORD, POSITION_AT(Primero, step), .words = step_words, .maximum = PRIMERO_STEP_EXCHANGE,
     .shown = is_under_way},
    {"turn", POSITION_SEAT, POSITION_AT(Primero, turn)},
    {"purses", POSITION_NUMBER, POSITION_AT(Primero, purse[0]), .each_seat = true, .maximum = COINS_MAX},
    {"paid", POSITION_NUMBER, POSITION_AT(Primero, paid[0]), .each_seat = true, .maximum = COINS_MAX, .optional = true},
    {"base", POSITION_NUMBER, POSITION_AT(Primero, base), .maximum = COINS_MAX, .optional = true},
    {"pot", POSITION_NUMBER, POSITION_AT(Primero, pot), .maximum = COINS_MAX, .optional = true},
    {"bid", POSITION_OWN, .print = print_bid, .read = read_bid},
    {"acted", POSITION_SEATS, POSITION_AT(Primero, acted)},
    {"passed", POSITION_SEATS, POSITION_AT(Primero, passed)},
    {"staked", POSITION_SEATS, POSITION_AT(Primero, staked)},
    {"folded", POSITION_SEATS, POSITION_AT(Primero, folded)},
    {"shown", POSITION_SEATS, POSITION_AT(Primero, shown)},
    {"hands", POSITION_SET, POSITION_AT(Primero, hand[0]), POSITION_COUNT(Primero, hidden[0]), .each_seat = true,
     .unknown = true},
    {"discards", POSITION_SET, POSITION_AT(Primero, discards[0]), POSITION_COUNT(Primero, hidden_discards[0]),
     .each_seat = true, .unknown = true, .rest = true, .optional = true},
    {"stock", POSITION_LIST, POSITION_AT(Primero, stock), POSITION_COUNT(Primero, stock_count), .unknown = true, .rest = true,
     .optional = true},
    {"options", .kind = POSITION_OPTIONS},
    {"chance", POSITION_NUMBER, POSITION_AT(Primero, chance_count), .maximum = POSITION_CHANCE_MAX, .optional = true},
    {"view", POSITION_VIEW, POSITION_AT(Primero, viewer)},
    {0},
};

/* The start of a match. */
static void start(State *state, int variant, int people) {
    Primero *p = mutable(state);
    p->variant = (uint8_t)variant;
    p->people = (uint8_t)people;
    p->viewer = VIEWER_WHOLE;
    p->deal = 1;
    p->dealer = (uint8_t)(people - 1);
    p->phase = PRIMERO_PHASE_1;
    memset(p->stock, CARD_NONE, sizeof p->stock);
}

static bool options(State *state, const Setup *setup, Error *error) { return primero_options(mutable(state), setup, error); }

static bool finish(PositionReader *reader) {
    Primero *p = mutable(reader->state);
    uint8_t order[PRIMERO_SEATS];
    int count = primero_order(p, order);
    for (int seat = 0; seat < p->people; seat++) {
        if (p->hand[seat] || p->hidden[seat]) p->in |= SEAT_BIT(seat);
        if (!position_given(reader, "purses")) p->purse[seat] = p->start - p->paid[seat];
    }
    if (position_given(reader, "turn"))
        return p->phase != PRIMERO_OVER || error_set(reader->error, "the match is over: it is nobody's turn");
    for (int i = count - 1; i >= 0; i--)
        if (p->in & SEAT_BIT(order[i])) p->turn = order[i];
    if (p->phase == PRIMERO_OVER) p->turn = SEAT_NONE;
    return true;
}

static const PositionFormat format = {
    .game = &primero,
    .keys = keys,
    .cards_are = CARDS_ARE,
    .people_key = "hands",
    .faces = PRIMERO_CARDS,
    .start = start,
    .options = options,
    .finish = finish,
};

void primero_print(const State *state, Text *text) { position_print(&format, primero_of(state)->variant, state, text); }

bool primero_parse(State *state, Span text, Error *error) { return position_parse(&format, state, text, error); }
