/* The notation of Primero: cards, moves and positions as text.
 * Cards: `7h`, `Ac`, `Kd`, `Qs`. Moves: `vie`, `revie` (Italian: `vie:5`, `revie:5`, five coins),
 * `see`, `pass`, `fold`; `bid:primero.58`; `throw:7h,2c`, `keep`. A position is one line, for instance
 *   primero:italian turn=2 bid=numerus.30 paid=2/2/0 acted=0/1 staked=0/1 hands=7h,2c/Ac,Kd/4h,4s stock=rest
 * Lists of seats are separated by '/', cards by ','; '-' is an empty list, `rest` at the end of the stock or of somebody's
 * discards all cards not named elsewhere, `?3` three unknown cards (then `view=` tells whose view it is). Who has cards in hand
 * is in. What is left out has its value from the start of a match; purses are what the start leaves after `paid`. */
#include "games/primero/primero.h"

#include <assert.h>
#include <string.h>

#include "games/cards/french.h"

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
    return error_set(error, "'%.*s' is not a card; cards are written 7h, Ac, Kd, 2s",
                     (int)(text.length < 20 ? text.length : 20), text.at);
}

static void print_list(const uint8_t *cards, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        if (i) text_char(text, ',');
        primero_print_card(cards[i], text);
    }
}

static void print_set(PrimeroSet set, Text *text) {
    uint8_t cards[PRIMERO_CARDS];
    int count = 0;
    for (; set; set &= set - 1) cards[count++] = (uint8_t)primero_lowest(set);
    print_list(cards, count, text);
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
        return error_set(error, "say how many coins, as in %s:5", move_words[kind]);
    if (!italian && what.at) return error_set(error, "a vie is one stake: say %s alone", move_words[kind]);
    *move = primero_move(kind, (uint64_t)amount);
    return true;
}

static bool parse_throw(Span what, Move *move, Error *error) {
    PrimeroSet cards = 0;
    Span piece;
    uint8_t card;
    while (span_split(&what, ',', &piece)) {
        if (!primero_parse_card(piece, &card)) return bad_card(piece, error);
        if (cards & PRIMERO_BIT(card)) return error_set(error, "a card is named twice");
        cards |= PRIMERO_BIT(card);
    }
    if (!cards) return error_set(error, "say which cards, as in throw:7h,2c");
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
            return error_set(error, "a bid is a type and points that some hand has, as in bid:primero.58");
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
    return error_set(error, "'%.*s' is not a move; there are vie, see, revie, pass, fold, bid, throw, keep",
                     (int)(text.length < 20 ? text.length : 20), text.at);
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

/* ---- positions: writing */

static void print_numbers(const Primero *p, const char *key, const int32_t *numbers, Text *text) {
    for (int seat = 0; seat < p->people; seat++) {
        if (seat) text_char(text, '/');
        else text_format(text, " %s=", key);
        text_number(text, numbers[seat]);
    }
}

static void print_seats(const char *key, SeatSet seats, Text *text) {
    char joint = '=';
    if (!seats) return;
    text_format(text, " %s", key);
    for (int seat = 0; seat < PRIMERO_SEATS; seat++)
        if (seats & SEAT_BIT(seat)) {
            text_format(text, "%c%d", joint, seat);
            joint = '/';
        }
}

static void print_sets(const Primero *p, const char *key, const PrimeroSet *sets, const uint8_t *hidden, Text *text) {
    for (int seat = 0; seat < p->people; seat++) {
        if (seat) text_char(text, '/');
        else text_format(text, " %s=", key);
        if (hidden[seat]) text_format(text, "?%d", hidden[seat]);
        else if (sets[seat]) print_set(sets[seat], text);
        else text_char(text, '-');
    }
}

static void print_cards(const Primero *p, Text *text) {
    bool thrown = false;
    for (int seat = 0; seat < p->people; seat++) thrown = thrown || p->discards[seat] || p->hidden_discards[seat];
    print_sets(p, "hands", p->hand, p->hidden, text);
    if (thrown) print_sets(p, "discards", p->discards, p->hidden_discards, text);
    if (!p->stock_count) return;
    text_add(text, " stock=");
    if (p->stock[0] == CARD_UNKNOWN) text_format(text, "?%d", p->stock_count);
    else print_list(p->stock, p->stock_count, text);
}

static void print_money(const Primero *p, Text *text) {
    print_numbers(p, "purses", p->purse, text);
    if (primero_level(p)) print_numbers(p, "paid", p->paid, text);
    if (p->base) text_format(text, " base=%d", p->base);
    if (p->pot) text_format(text, " pot=%d", p->pot);
    if (p->bid) {
        text_add(text, " bid=");
        print_value(p->bid, text);
    }
}

static void print_options(const Primero *p, Text *text) {
    Setup setup;
    primero_describe((const State *)(const void *)p, &setup);
    for (int i = 0; i < setup.option_count; i++) text_format(text, " %s=%s", setup.options[i].key, setup.options[i].value);
    if (p->chance_count) text_format(text, " chance=%u", p->chance_count);
    if (p->viewer == ONLOOKER) text_add(text, " view=onlooker");
    else if (p->viewer != VIEWER_WHOLE) text_format(text, " view=%d", p->viewer);
}

static const char *const step_names[] = {
    [PRIMERO_STEP_ACT] = "act", [PRIMERO_STEP_BID] = "bid", [PRIMERO_STEP_EXCHANGE] = "exchange"};

void primero_print(const State *state, Text *text) {
    const Primero *p = primero_of(state);
    text_format(text, "primero:%s deal=%d dealer=%d", primero_variants[p->variant].name, p->deal, p->dealer);
    if (p->phase == PRIMERO_OVER) text_add(text, " over=yes");
    else text_format(text, " phase=%d step=%s turn=%d", p->phase, step_names[p->step], p->turn);
    print_money(p, text);
    print_seats("acted", p->acted, text);
    print_seats("passed", p->passed, text);
    print_seats("staked", p->staked, text);
    print_seats("folded", p->folded, text);
    print_seats("shown", p->shown, text);
    print_cards(p, text);
    print_options(p, text);
}

/* ---- positions: reading */

/* What a position says before it is put together. */
typedef struct Reading {
    Primero p;
    Setup options;
    PrimeroSet named;
    int rest; /* where `rest` stood: a seat's discards, REST_STOCK or REST_NOWHERE */
    bool turn_given, purses_given, over, unknown;
    Error *error;
} Reading;

enum { REST_NOWHERE = -1, REST_STOCK = PRIMERO_SEATS };

static bool read_rest(Reading *r, int place) {
    if (r->rest != REST_NOWHERE) return error_set(r->error, "the rest can lie in one place only");
    r->rest = place;
    return true;
}

/* A list of cards or `?n`; `rest` may end it where `place` is somewhere. */
static bool read_list(Reading *r, Span text, int place, uint8_t cards[PRIMERO_CARDS], int *count) {
    int64_t unknown;
    Span piece;
    *count = 0;
    if (span_is(text, "-")) return true;
    if (text.length > 1 && text.at[0] == '?' && span_number((Span){text.at + 1, text.length - 1}, 1, PRIMERO_CARDS, &unknown)) {
        memset(cards, CARD_UNKNOWN, (size_t)unknown);
        *count = (int)unknown;
        r->unknown = true;
        return true;
    }
    while (span_split(&text, ',', &piece)) {
        uint8_t card;
        if (place != REST_NOWHERE && !text.at && span_is(piece, "rest")) return read_rest(r, place);
        if (!primero_parse_card(piece, &card)) return bad_card(piece, r->error);
        if (r->named & PRIMERO_BIT(card)) return error_set(r->error, "the card %.*s stands twice", SPAN_ARGS(piece));
        r->named |= PRIMERO_BIT(card);
        cards[(*count)++] = card;
    }
    return true;
}

static bool read_set(Reading *r, Span text, int place, PrimeroSet *set, uint8_t *hidden) {
    uint8_t cards[PRIMERO_CARDS];
    int count;
    if (!read_list(r, text, place, cards, &count)) return false;
    for (int i = 0; i < count; i++) {
        if (cards[i] == CARD_UNKNOWN) (*hidden)++;
        else *set |= PRIMERO_BIT(cards[i]);
    }
    return true;
}

static bool read_seat(Reading *r, Span text, uint8_t *seat) {
    int64_t number;
    if (!span_number(text, 0, r->p.people - 1, &number))
        return error_set(r->error, "'%.*s' is not a seat; seats are 0 to %d", (int)(text.length < 20 ? text.length : 20),
                         text.at, r->p.people - 1);
    *seat = (uint8_t)number;
    return true;
}

static bool read_seats(Reading *r, Span text, SeatSet *seats) {
    Span piece;
    uint8_t seat;
    while (span_split(&text, '/', &piece)) {
        if (!read_seat(r, piece, &seat)) return false;
        *seats |= SEAT_BIT(seat);
    }
    return true;
}

/* A list with one entry for each seat: complains unless there are exactly that many. */
static bool seat_pieces(Reading *r, Span key, Span text, Span pieces[PRIMERO_SEATS]) {
    int count = 0;
    Span piece;
    while (count < r->p.people && span_split(&text, '/', &piece)) pieces[count++] = piece;
    if (count == r->p.people && !text.at) return true;
    return error_set(r->error, "%.*s has an entry for each of %d seats, separated by '/'", SPAN_ARGS(key), r->p.people);
}

static bool read_coins(Reading *r, Span key, Span text, int32_t coins[PRIMERO_SEATS]) {
    Span pieces[PRIMERO_SEATS];
    int64_t number;
    if (!seat_pieces(r, key, text, pieces)) return false;
    for (int seat = 0; seat < r->p.people; seat++) {
        if (!span_number(pieces[seat], 0, (int64_t)PRIMERO_PURSE_MAX * PRIMERO_SEATS, &number))
            return error_set(r->error, "%.*s are coins of each seat", SPAN_ARGS(key));
        coins[seat] = (int32_t)number;
    }
    return true;
}

static bool read_sets(Reading *r, Span key, Span text, bool hands) {
    Primero *p = &r->p;
    Span pieces[PRIMERO_SEATS];
    if (!seat_pieces(r, key, text, pieces)) return false;
    for (int seat = 0; seat < p->people; seat++) {
        bool read = hands ? read_set(r, pieces[seat], REST_NOWHERE, &p->hand[seat], &p->hidden[seat])
                          : read_set(r, pieces[seat], seat, &p->discards[seat], &p->hidden_discards[seat]);
        if (!read) return false;
        if (hands && (p->hand[seat] || p->hidden[seat])) p->in |= SEAT_BIT(seat);
    }
    return true;
}

static bool read_stock(Reading *r, Span text) {
    uint8_t cards[PRIMERO_CARDS];
    int count;
    if (!read_list(r, text, REST_STOCK, cards, &count)) return false;
    memcpy(r->p.stock, cards, (size_t)count);
    r->p.stock_count = (uint8_t)count;
    return true;
}

static bool read_step(Reading *r, Span text) {
    for (int step = 0; step <= PRIMERO_STEP_EXCHANGE; step++)
        if (span_is(text, step_names[step])) {
            r->p.step = (uint8_t)step;
            return true;
        }
    return error_set(r->error, "step is act, bid or exchange");
}

static bool read_bid(Reading *r, Span text) {
    int value;
    if (!parse_value(text, &value))
        return error_set(r->error, "a bid is a type and points that some hand has, as in primero.58");
    r->p.bid = (uint16_t)value;
    return true;
}

static bool read_view(Reading *r, Span text) {
    if (span_is(text, "onlooker")) {
        r->p.viewer = ONLOOKER;
        return true;
    }
    return read_seat(r, text, &r->p.viewer);
}

static bool read_number(Reading *r, Span key, Span text) {
    Primero *p = &r->p;
    int64_t number, maximum = span_is(key, "chance") ? UINT32_MAX / 2 : (int64_t)PRIMERO_PURSE_MAX * PRIMERO_SEATS;
    if (!span_number(text, 0, maximum, &number))
        return error_set(r->error, "%.*s is a number, not '%.*s'", SPAN_ARGS(key), (int)(text.length < 20 ? text.length : 20),
                         text.at);
    if (span_is(key, "chance")) p->chance_count = (uint32_t)number;
    if (span_is(key, "pot")) p->pot = (int32_t)number;
    if (span_is(key, "base")) p->base = (int32_t)number;
    if (span_is(key, "deal")) p->deal = (uint16_t)(number > PRIMERO_DEALS_MAX ? PRIMERO_DEALS_MAX + 1 : number);
    if (!span_is(key, "phase")) return true;
    p->phase = (uint8_t)number;
    return number == PRIMERO_PHASE_1 || number == PRIMERO_PHASE_2 || error_set(r->error, "phase is 1 or 2");
}

static bool read_token(Reading *r, Span token, Span key, Span value) {
    static const char *const options[] = {"purse", "ante", "stake", "rest", "limit", "deals", "ties"};
    static const char *const numbers[] = {"deal", "phase", "pot", "base", "chance"};
    Primero *p = &r->p;
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
        if (span_is(key, options[i])) return setup_option(&r->options, token, r->error);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (span_is(key, numbers[i])) return read_number(r, key, value);
    if (span_is(key, "hands")) return read_sets(r, key, value, true);
    if (span_is(key, "discards")) return read_sets(r, key, value, false);
    if (span_is(key, "stock")) return read_stock(r, value);
    if (span_is(key, "paid")) return read_coins(r, key, value, p->paid);
    if (span_is(key, "purses")) return r->purses_given = true, read_coins(r, key, value, p->purse);
    if (span_is(key, "bid")) return read_bid(r, value);
    if (span_is(key, "step")) return read_step(r, value);
    if (span_is(key, "dealer")) return read_seat(r, value, &p->dealer);
    if (span_is(key, "turn")) return r->turn_given = true, read_seat(r, value, &p->turn);
    if (span_is(key, "acted")) return read_seats(r, value, &p->acted);
    if (span_is(key, "passed")) return read_seats(r, value, &p->passed);
    if (span_is(key, "staked")) return read_seats(r, value, &p->staked);
    if (span_is(key, "folded")) return read_seats(r, value, &p->folded);
    if (span_is(key, "shown")) return read_seats(r, value, &p->shown);
    if (span_is(key, "view")) return read_view(r, value);
    if (span_is(key, "over")) return r->over = true, span_is(value, "yes") || error_set(r->error, "over is yes or left out");
    return error_set(r->error, "a position of primero has no '%.*s'", (int)(key.length < 20 ? key.length : 20), key.at);
}

/* How many sit at the table: as many as the hands have entries. */
static bool read_people(Reading *r, Span text) {
    Span token, key, value, piece;
    int count = 0;
    while (span_split(&text, ' ', &token))
        if (span_pair(token, &key, &value) && span_is(key, "hands"))
            while (span_split(&value, '/', &piece)) count++;
    if (count < 2 || count > PRIMERO_SEATS) return error_set(r->error, "hands has an entry for each of two to six seats");
    r->p.people = (uint8_t)count;
    return true;
}

/* The start of a match, before any token is read. */
static void reading_init(Reading *r, int variant, Error *error) {
    *r = (Reading){.error = error, .rest = REST_NOWHERE};
    Primero *p = &r->p;
    p->variant = (uint8_t)variant;
    p->viewer = VIEWER_WHOLE;
    p->deal = 1;
    memset(p->stock, CARD_NONE, sizeof p->stock);
}

static bool reading_place_rest(Reading *r) {
    Primero *p = &r->p;
    if (r->rest == REST_NOWHERE) return true;
    if (r->unknown) return error_set(r->error, "the rest is not known where there are unknown cards");
    for (PrimeroSet left = PRIMERO_ALL_CARDS & ~r->named; left; left &= left - 1) {
        if (r->rest == REST_STOCK) p->stock[p->stock_count++] = (uint8_t)primero_lowest(left);
        else p->discards[r->rest] |= left & -left;
    }
    return true;
}

/* Fills in what follows from the rest of the line. */
static bool reading_finish(Reading *r) {
    Primero *p = &r->p;
    uint8_t order[PRIMERO_SEATS];
    int count = primero_order(p, order);
    if (!primero_options(p, &r->options, r->error)) return false;
    if (!r->turn_given)
        for (int i = count - 1; i >= 0; i--)
            if (p->in & SEAT_BIT(order[i])) p->turn = order[i];
    if (r->over) {
        if (r->turn_given || p->phase) return error_set(r->error, "the match is over: there is no phase and no turn");
        p->turn = SEAT_NONE;
    } else if (!p->phase) {
        p->phase = PRIMERO_PHASE_1;
    }
    for (int seat = 0; seat < p->people && !r->purses_given; seat++) p->purse[seat] = p->start - p->paid[seat];
    if (r->unknown && p->viewer == VIEWER_WHOLE) return error_set(r->error, "with unknown cards, view= says who sees it so");
    if (!reading_place_rest(r)) return false;
    const char *broken = primero_check((const State *)(const void *)p);
    return broken ? error_set(r->error, "%s", broken) : true;
}

/* Reads the tokens after the first; a key stands once. */
static bool read_tokens(Reading *r, Span text) {
    static const char *const keys[] = {"deal",   "dealer", "phase", "step",     "turn",  "over",   "purses",
                                       "paid",   "base",   "pot",   "bid",      "acted", "passed", "staked",
                                       "folded", "shown",  "hands", "discards", "stock", "chance", "view"};
    Span token, key, value;
    uint32_t met = 0;
    while (span_split(&text, ' ', &token)) {
        if (token.length == 0) continue;
        if (!span_pair(token, &key, &value))
            return error_set(r->error, "'%.*s' is not key=value", (int)(token.length < 20 ? token.length : 20), token.at);
        for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
            if (!span_is(key, keys[i])) continue;
            if (met >> i & 1) return error_set(r->error, "%s stands twice", keys[i]);
            met |= 1u << i;
        }
        if (!read_token(r, token, key, value)) return false;
    }
    return true;
}

bool primero_parse(State *state, Span text, Error *error) {
    Span token, game_name;
    Reading r;
    span_split(&text, ' ', &token);
    span_split(&token, ':', &game_name);
    if (!span_is(game_name, "primero")) return error_set(error, "a position of primero begins with primero:VARIANT");
    int variant = game_variant(&primero, token.at ? token : (Span){"", 0}, error);
    if (variant < 0) return false;
    reading_init(&r, variant, error);
    if (!read_people(&r, text)) return false;
    r.p.dealer = (uint8_t)(r.p.people - 1);
    if (!read_tokens(&r, text) || !reading_finish(&r)) return false;
    memcpy(state, &r.p, sizeof r.p);
    return true;
}
