/* The notation of Primiera: cards, moves and positions as text.
 * Cards: `7D`, `10S`. Moves: `7D` stays on the table (or is laid face down), `7D=7C` and `7D=3S+4B`
 * capture, `turn` turns the robot's top card. A position is one line, for instance
 *   primiera:classic dealer=3 turn=0 table=8S,2C hands=7D,4B/1S,3C/… piles=rest/-/-/- last=0
 * Lists of seats are separated by '/', cards by ','; '-' is an empty list, `rest` all cards not named elsewhere, `?3` three
 * unknown cards (then `view=` tells whose view it is). What is left out has its value from the start of a round. */
#include "games/primiera/primiera.h"

#include <assert.h>
#include <string.h>

/* ---- moves */

void primiera_print_move(const State *state, int actor, Move move, Text *text) {
    (void)state;
    (void)actor;
    if (move_kind(move) == PRIMIERA_MOVE_TURN) {
        text_add(text, "turn");
        return;
    }
    italian_print_card((uint8_t)move_card(move), text);
    char joint = '=';
    for (CardSet takes = move_takes(move); takes; takes &= takes - 1) {
        text_char(text, joint);
        italian_print_card((uint8_t)set_lowest(takes), text);
        joint = '+';
    }
}

static bool bad_card(Span text, Error *error) {
    return error_set(error, "'%.*s' is not a card; cards are written " ITALIAN_CARDS_ARE,
                     (int)(text.length < 20 ? text.length : 20), text.at);
}

/* Which captures the card may make here, when none was named: there must be one, or none. */
static bool only_capture(const Primiera *p, int card, CardSet *takes, Error *error) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    int count = p->table ? primiera_captures(p->table, card_rank(card), captures) : 0;
    if (count > 1) {
        char words[MOVE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        primiera_print_move(NULL, 0, primiera_move(PRIMIERA_MOVE_PLAY, card, captures[0]), &text);
        return error_set(error, "that card can take in %d ways: say which, as in %s", count, words);
    }
    *takes = count ? captures[0] : 0;
    return true;
}

bool primiera_parse_move(const State *state, int actor, Span text, Move *move, Error *error) {
    const Primiera *p = primiera_of(state);
    (void)actor;
    if (span_is(text, "turn")) {
        *move = primiera_move(PRIMIERA_MOVE_TURN, 0, 0);
        return true;
    }
    Span first, taken, piece;
    uint8_t card, other;
    CardSet takes = 0;
    bool named = span_pair(text, &first, &taken);
    if (!italian_parse_card(first, &card)) return bad_card(first, error);
    if (p->phase == PRIMIERA_PHASE_LAY) {
        if (named) return error_set(error, "an opening card takes nothing");
        *move = primiera_move(PRIMIERA_MOVE_LAY, card, 0);
        return true;
    }
    while (named && span_split(&taken, '+', &piece)) {
        if (!italian_parse_card(piece, &other)) return bad_card(piece, error);
        if (takes & CARD_BIT(other)) return error_set(error, "a card is named twice");
        takes |= CARD_BIT(other);
    }
    if (!named && !only_capture(p, card, &takes, error)) return false;
    *move = primiera_move(PRIMIERA_MOVE_PLAY, card, takes);
    return true;
}

/* ---- positions: writing */

static void print_list(const uint8_t *cards, int count, Text *text) {
    if (count == 0) text_char(text, '-');
    if (count > 0 && cards[0] == CARD_UNKNOWN) {
        text_format(text, "?%d", count);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (i) text_char(text, ',');
        italian_print_card(cards[i], text);
    }
}

static void print_set(CardSet set, Text *text) {
    uint8_t cards[ITALIAN_CARDS];
    int count = 0;
    for (; set; set &= set - 1) cards[count++] = (uint8_t)set_lowest(set);
    print_list(cards, count, text);
}

static void print_hand(const Primiera *p, int seat, Text *text) {
    if (p->hidden[seat]) text_format(text, "?%d", p->hidden[seat]);
    else print_set(p->hand[seat], text);
}

static void print_teams(const Primiera *p, Text *text) {
    if (p->teams == TEAMS_OPEN) text_add(text, "open");
    if (p->teams == TEAMS_ALONE) text_add(text, "alone");
    if (p->teams != TEAMS_PAIRS) return;
    bool first = true;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
        if (p->partner[seat] > seat) {
            text_format(text, "%s%d+%d", first ? "" : "/", seat, p->partner[seat]);
            first = false;
        }
}

static void print_heralds(const Primiera *p, Text *text) {
    text_add(text, " teams=");
    print_teams(p, text);
    if (p->herald_shown) {
        char joint = '=';
        text_add(text, " shown");
        for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
            if (p->herald_shown & SEAT_BIT(seat)) {
                text_format(text, "%c%d", joint, seat);
                joint = '/';
            }
    }
    if (p->phase != PRIMIERA_PHASE_LAY) return;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        text_add(text, seat ? "/" : " laid=");
        if (p->laid[seat] == CARD_NONE) text_char(text, '-');
        else italian_print_card(p->laid[seat], text);
    }
}

static void print_options(const Primiera *p, Text *text) {
    text_format(text, " target=%d", p->target);
    if (p->extra_round_any) text_format(text, " extra_round=%s", p->extra_round_played ? "played" : "any");
    if (p->chance_count) text_format(text, " chance=%u", p->chance_count);
    if (p->viewer == ONLOOKER) text_add(text, " view=onlooker");
    else if (p->viewer != VIEWER_WHOLE) text_format(text, " view=%d", p->viewer);
}

void primiera_print(const State *state, Text *text) {
    const Primiera *p = primiera_of(state);
    int seats = primiera_seats(p);
    text_format(text, "primiera:%s round=%d dealer=%d", primiera_variants[p->variant].name, p->round, p->dealer);
    if (p->phase == PRIMIERA_PHASE_PLAY) text_format(text, " turn=%d", p->turn);
    if (p->phase == PRIMIERA_PHASE_OVER) text_add(text, " over=yes");
    for (int seat = 0; seat < seats; seat++) text_format(text, "%s%d", seat ? "/" : " scores=", p->score[seat]);
    text_add(text, " table=");
    print_list(p->row, p->row_count, text);
    for (int seat = 0; seat < seats; seat++) {
        text_add(text, seat ? "/" : " hands=");
        print_hand(p, seat, text);
    }
    if (primiera_has_heralds(p)) print_heralds(p, text);
    for (int seat = 0; seat < seats; seat++) {
        text_add(text, seat ? "/" : " piles=");
        print_set(p->pile[seat], text);
    }
    if (p->last != SEAT_NONE) text_format(text, " last=%d", p->last);
    if (p->swept) {
        text_add(text, " sweeps=");
        print_set(p->swept, text);
    }
    if (p->stock_count) {
        text_add(text, " stock=");
        print_list(p->stock, p->stock_count, text);
    }
    print_options(p, text);
}

/* ---- positions: reading */

/* What a position says before it is put together: where `rest` stood, and which keys were met. */
typedef struct Reading {
    Primiera p;
    CardSet named;
    CardSet *rest; /* the pile that gets what is not named elsewhere */
    bool turn_given;
    bool unknown; /* a `?` was met */
    Error *error;
} Reading;

static bool read_card(Reading *r, Span text, uint8_t *card) {
    if (span_is(text, "?")) {
        *card = CARD_UNKNOWN;
        r->unknown = true;
        return true;
    }
    if (!italian_parse_card(text, card)) return bad_card(text, r->error);
    if (r->named & CARD_BIT(*card)) return error_set(r->error, "the card %.*s stands twice", SPAN_ARGS(text));
    r->named |= CARD_BIT(*card);
    return true;
}

/* A list of cards, or `?n`; at most `capacity`. */
static bool read_list(Reading *r, Span text, uint8_t *cards, int capacity, int *count) {
    int64_t unknown;
    Span piece;
    *count = 0;
    if (span_is(text, "-")) return true;
    if (text.length > 1 && text.at[0] == '?' && span_number((Span){text.at + 1, text.length - 1}, 1, capacity, &unknown)) {
        memset(cards, CARD_UNKNOWN, (size_t)unknown);
        *count = (int)unknown;
        r->unknown = true;
        return true;
    }
    while (span_split(&text, ',', &piece)) {
        if (*count == capacity) return error_set(r->error, "more than %d cards stand in one place", capacity);
        if (!read_card(r, piece, &cards[(*count)++])) return false;
    }
    return true;
}

static bool read_set(Reading *r, Span text, CardSet *set, uint8_t *unknown) {
    uint8_t cards[ITALIAN_CARDS];
    int count;
    if (!read_list(r, text, cards, ITALIAN_CARDS, &count)) return false;
    for (int i = 0; i < count; i++) {
        if (cards[i] != CARD_UNKNOWN) *set |= CARD_BIT(cards[i]);
        else if (unknown) (*unknown)++;
        else return error_set(r->error, "what lies in a pile is known");
    }
    return true;
}

static bool read_seat(Reading *r, Span text, int limit, uint8_t *seat) {
    int64_t number;
    if (!span_number(text, 0, limit - 1, &number))
        return error_set(r->error, "'%.*s' is not a seat; seats are 0 to %d", (int)(text.length < 20 ? text.length : 20),
                         text.at, limit - 1);
    *seat = (uint8_t)number;
    return true;
}

/* The index-th piece of a list with one entry for each seat; complains unless there are exactly that many. */
static bool seat_pieces(Reading *r, Span key, Span text, Span pieces[PRIMIERA_SEATS]) {
    int seats = primiera_seats(&r->p), count = 0;
    Span piece;
    while (span_split(&text, '/', &piece)) {
        if (count == seats) break;
        pieces[count++] = piece;
    }
    if (count == seats && !text.at && text.length == 0) return true;
    return error_set(r->error, "%.*s has an entry for each of %d seats, separated by '/'", SPAN_ARGS(key), seats);
}

static bool read_seats(Reading *r, Span key, Span text) {
    Primiera *p = &r->p;
    Span pieces[PRIMIERA_SEATS];
    int64_t number;
    int seats = primiera_seats(p);
    if (!seat_pieces(r, key, text, pieces)) return false;
    for (int seat = 0; seat < seats; seat++) {
        Span piece = pieces[seat];
        if (span_is(key, "scores")) {
            if (!span_number(piece, 0, UINT16_MAX / 2, &number)) return error_set(r->error, "scores are numbers");
            p->score[seat] = (uint16_t)number;
        } else if (span_is(key, "hands")) {
            if (!read_set(r, piece, &p->hand[seat], &p->hidden[seat])) return false;
        } else if (span_is(key, "laid")) {
            if (!span_is(piece, "-") && !read_card(r, piece, &p->laid[seat])) return false;
        } else if (span_is(piece, "rest")) {
            if (r->rest) return error_set(r->error, "the rest can lie in one place only");
            r->rest = &p->pile[seat];
        } else if (!read_set(r, piece, &p->pile[seat], NULL)) {
            return false;
        }
    }
    return true;
}

static bool read_teams(Reading *r, Span text) {
    Primiera *p = &r->p;
    Span pair, one, other, rest;
    uint8_t a, b;
    if (span_is(text, "open") || span_is(text, "alone")) {
        p->teams = span_is(text, "open") ? TEAMS_OPEN : TEAMS_ALONE;
        return true;
    }
    p->teams = TEAMS_PAIRS;
    while (span_split(&text, '/', &pair)) {
        rest = pair;
        if (!span_split(&rest, '+', &one) || !span_split(&rest, '+', &other) || rest.at)
            return error_set(r->error, "teams are open, alone, or pairs as in 0+2/1+3");
        if (!read_seat(r, one, PRIMIERA_SEATS, &a) || !read_seat(r, other, PRIMIERA_SEATS, &b)) return false;
        p->partner[a] = b;
        p->partner[b] = a;
    }
    return true;
}

static bool read_stock(Reading *r, Span text) {
    int count;
    if (!read_list(r, text, r->p.stock, PRIMIERA_STOCK_MAX, &count)) return false;
    r->p.stock_count = (uint8_t)count;
    return true;
}

static bool read_table(Reading *r, Span text) {
    Primiera *p = &r->p;
    int count;
    if (!read_list(r, text, p->row, PRIMIERA_TABLE_MAX, &count)) return false;
    p->row_count = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        if (p->row[i] == CARD_UNKNOWN) return error_set(r->error, "what lies on the table is known");
        p->table |= CARD_BIT(p->row[i]);
    }
    return true;
}

/* Sweeps name cards that lie in piles as well, so they are read apart from the others. */
static bool read_sweeps(Reading *r, Span text) {
    Span piece;
    uint8_t card;
    while (span_split(&text, ',', &piece)) {
        if (!italian_parse_card(piece, &card)) return bad_card(piece, r->error);
        r->p.swept |= CARD_BIT(card);
    }
    return true;
}

static bool read_shown(Reading *r, Span text) {
    Span piece;
    uint8_t seat;
    while (span_split(&text, '/', &piece)) {
        if (!read_seat(r, piece, PRIMIERA_SEATS, &seat)) return false;
        r->p.herald_shown |= SEAT_BIT(seat);
    }
    return true;
}

static bool read_extra_round(Reading *r, Span text) {
    if (!primiera_has_heralds(&r->p) || !(span_is(text, "any") || span_is(text, "played")))
        return error_set(r->error, "extra_round is any or played, with Heralds only");
    r->p.extra_round_any = 1;
    r->p.extra_round_played = span_is(text, "played");
    return true;
}

static bool read_view(Reading *r, Span text) {
    if (span_is(text, "onlooker")) {
        r->p.viewer = ONLOOKER;
        return true;
    }
    return read_seat(r, text, primiera_seats(&r->p), &r->p.viewer);
}

static bool read_number(Reading *r, Span key, Span text) {
    int64_t number;
    bool is_chance = span_is(key, "chance");
    if (!span_number(text, is_chance ? 0 : 1, is_chance ? UINT32_MAX / 2 : 9999, &number))
        return error_set(r->error, "%.*s is a number, not '%.*s'", SPAN_ARGS(key), (int)(text.length < 20 ? text.length : 20),
                         text.at);
    if (span_is(key, "round")) r->p.round = (uint16_t)number;
    if (span_is(key, "target")) r->p.target = (uint16_t)number;
    if (is_chance) r->p.chance_count = (uint32_t)number;
    return true;
}

static bool read_token(Reading *r, Span key, Span value) {
    Primiera *p = &r->p;
    if (span_is(key, "round") || span_is(key, "target") || span_is(key, "chance")) return read_number(r, key, value);
    if (span_is(key, "scores") || span_is(key, "hands") || span_is(key, "laid") || span_is(key, "piles"))
        return read_seats(r, key, value);
    if (span_is(key, "table")) return read_table(r, value);
    if (span_is(key, "stock")) return read_stock(r, value);
    if (span_is(key, "sweeps")) return read_sweeps(r, value);
    if (span_is(key, "shown")) return read_shown(r, value);
    if (span_is(key, "teams")) return read_teams(r, value);
    if (span_is(key, "extra_round")) return read_extra_round(r, value);
    if (span_is(key, "view")) return read_view(r, value);
    if (span_is(key, "last")) return read_seat(r, value, primiera_seats(p), &p->last);
    if (span_is(key, "dealer")) return read_seat(r, value, primiera_people(p), &p->dealer);
    if (span_is(key, "turn")) {
        r->turn_given = true;
        return read_seat(r, value, primiera_seats(p), &p->turn);
    }
    if (span_is(key, "over")) {
        p->phase = PRIMIERA_PHASE_OVER;
        return span_is(value, "yes") || error_set(r->error, "over is yes or left out");
    }
    return error_set(r->error, "a position of primiera has no '%.*s'", (int)(key.length < 20 ? key.length : 20), key.at);
}

/* The start of a round of the variant, before any token is read. */
static void reading_init(Reading *r, int variant, Error *error) {
    *r = (Reading){.error = error};
    Primiera *p = &r->p;
    p->variant = (uint8_t)variant;
    p->viewer = VIEWER_WHOLE;
    p->round = 1;
    p->target = primiera_has_heralds(p) ? 21 : 11;
    p->last = SEAT_NONE;
    p->dealer = (uint8_t)(primiera_people(p) - 1);
    p->teams = variant == CLASSIC ? TEAMS_PAIRS : primiera_has_heralds(p) ? TEAMS_OPEN : TEAMS_ALONE;
    memset(p->partner, SEAT_NONE, sizeof p->partner);
    memset(p->row, CARD_NONE, sizeof p->row);
    memset(p->stock, CARD_NONE, sizeof p->stock);
    memset(p->laid, CARD_NONE, sizeof p->laid);
    for (int seat = 0; variant == CLASSIC && seat < PRIMIERA_SEATS; seat++) p->partner[seat] = (uint8_t)((seat + 2) % 4);
}

/* Fills in what follows from the rest of the line. */
static bool reading_finish(Reading *r) {
    Primiera *p = &r->p;
    uint8_t order[PRIMIERA_SEATS];
    primiera_order(p, order);
    if (!r->turn_given) p->turn = order[0];
    if (p->phase != PRIMIERA_PHASE_OVER)
        p->phase = primiera_has_heralds(p) && !r->turn_given && p->row_count == 0 ? PRIMIERA_PHASE_LAY : PRIMIERA_PHASE_PLAY;
    if (r->unknown && p->viewer == VIEWER_WHOLE) return error_set(r->error, "with unknown cards, view= says who sees it so");
    if (r->rest) {
        if (r->unknown) return error_set(r->error, "the rest is not known where there are unknown cards");
        *r->rest |= ALL_CARDS & ~r->named;
    }
    const char *broken = primiera_check((const State *)(const void *)p);
    return broken ? error_set(r->error, "%s", broken) : true;
}

bool primiera_parse(State *state, Span text, Error *error) {
    Span token, key, value, game_name;
    Reading r;
    uint32_t met = 0;
    static const char *const keys[] = {"round",  "dealer", "turn",   "over",        "scores", "table",
                                       "hands",  "teams",  "shown",  "laid",        "piles",  "last",
                                       "sweeps", "stock",  "target", "extra_round", "chance", "view"};
    span_split(&text, ' ', &token);
    span_split(&token, ':', &game_name);
    if (!span_is(game_name, "primiera")) return error_set(error, "a position of primiera begins with primiera:VARIANT");
    int variant = game_variant(&primiera, token.at ? token : (Span){"", 0}, error);
    if (variant < 0) return false;
    reading_init(&r, variant, error);
    while (span_split(&text, ' ', &token)) {
        if (token.length == 0) continue;
        if (!span_pair(token, &key, &value))
            return error_set(error, "'%.*s' is not key=value", (int)(token.length < 20 ? token.length : 20), token.at);
        for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
            if (span_is(key, keys[i])) {
                if (met >> i & 1) return error_set(error, "%s stands twice", keys[i]);
                met |= 1u << i;
            }
        if (!read_token(&r, key, value)) return false;
    }
    if (!reading_finish(&r)) return false;
    memcpy(state, &r.p, sizeof r.p);
    return true;
}
