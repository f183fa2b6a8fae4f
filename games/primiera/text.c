/* Primiera as text: its moves and positions.
 *
 * Moves: `7D` stays on the table (or is laid face down), `7D=7C` and `7D=3S+4B` capture, `turn` turns the robot's top card. A
 * position is one line, for instance
 *   primiera:classic dealer=3 turn=0 table=8S,2C hands=7D,4B/1S,3C/… piles=rest/-/-/- last=0
 * in the notation of core/position.h. What is left out has its value from the start of a round. */
#include "games/primiera/primiera.h"

#include <string.h>

#include "core/message.h"
#include "core/position.h"

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
    return error_say(error, "'{text}' is not a card; cards are written {cards}", WITH("text", span_quote(text).text),
                     WITH("cards", ITALIAN_CARDS_ARE));
}

/* Which captures the card may make here, when none was named: there must be one, or none. */
static bool only_capture(const Primiera *p, int card, CardSet *takes, Error *error) {
    CardSet captures[PRIMIERA_CAPTURES_MAX];
    int count = p->table ? primiera_captures(p->table, card_rank(card), captures) : 0;
    if (count > 1) {
        char words[MOVE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        primiera_print_move(NULL, 0, primiera_move(PRIMIERA_MOVE_PLAY, card, captures[0]), &text);
        return error_say(error, "that card has {n} possible captures: say which, as in {move}", WITH("n", count),
                         WITH("move", words));
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
        if (named) return error_set(error, "%s", N_("an opening card takes nothing"));
        *move = primiera_move(PRIMIERA_MOVE_LAY, card, 0);
        return true;
    }
    while (named && span_split(&taken, '+', &piece)) {
        if (!italian_parse_card(piece, &other)) return bad_card(piece, error);
        if (takes & CARD_BIT(other)) return error_set(error, "%s", N_("a card is named twice"));
        takes |= CARD_BIT(other);
    }
    if (!named && !only_capture(p, card, &takes, error)) return false;
    *move = primiera_move(PRIMIERA_MOVE_PLAY, card, takes);
    return true;
}

/* ---- positions */

static Primiera *mutable(PositionReader *reader) { return (Primiera *)(void *)reader->state; }

static bool is_laying(const State *state) { return primiera_of(state)->phase == PRIMIERA_PHASE_LAY; }
static bool is_playing(const State *state) { return primiera_of(state)->phase == PRIMIERA_PHASE_PLAY; }
static bool has_heralds(const State *state) { return primiera_has_heralds(primiera_of(state)); }

static void print_teams(const State *state, int seat, Text *text) {
    const Primiera *p = primiera_of(state);
    const char *joint = "";
    if (p->teams == TEAMS_OPEN) text_add(text, "open");
    if (p->teams == TEAMS_ALONE) text_add(text, "alone");
    for (seat = 0; p->teams == TEAMS_PAIRS && seat < PRIMIERA_SEATS; seat++)
        if (p->partner[seat] > seat) {
            text_format(text, "%s%d+%d", joint, seat, p->partner[seat]);
            joint = "/";
        }
}

static bool read_teams(PositionReader *reader, Span text) {
    Primiera *p = mutable(reader);
    Span pair, one, other;
    uint8_t a, b;
    p->teams = span_is(text, "open") ? TEAMS_OPEN : span_is(text, "alone") ? TEAMS_ALONE : TEAMS_PAIRS;
    while (p->teams == TEAMS_PAIRS && span_split(&text, '/', &pair)) {
        if (!span_split(&pair, '+', &one) || !span_split(&pair, '+', &other) || pair.at)
            return position_refuse(reader, "teams are open, alone, or pairs as in 0+2/1+3");
        if (!position_seat(reader, one, &a) || !position_seat(reader, other, &b)) return false;
        p->partner[a] = b;
        p->partner[b] = a;
    }
    return true;
}

static void print_extra_round(const State *state, int seat, Text *text) {
    const Primiera *p = primiera_of(state);
    (void)seat;
    if (p->extra_round_any) text_add(text, p->extra_round_played ? "played" : "any");
}

static bool read_extra_round(PositionReader *reader, Span text) {
    Primiera *p = mutable(reader);
    if (!primiera_has_heralds(p) || !(span_is(text, "any") || span_is(text, "played")))
        return position_refuse(reader, "it is any or played, and only with Heralds");
    p->extra_round_any = 1;
    p->extra_round_played = span_is(text, "played");
    return true;
}

static const char *const over_words[] = {[PRIMIERA_PHASE_OVER] = "yes"};

static const PositionKey keys[] = {
    {"round", POSITION_NUMBER, POSITION_AT(Primiera, round), .minimum = 1, .maximum = 9999},
    {"dealer", POSITION_SEAT, POSITION_AT(Primiera, dealer)},
    {"turn", POSITION_SEAT, POSITION_AT(Primiera, turn), .shown = is_playing},
    {"over", POSITION_WORD, POSITION_AT(Primiera, phase), .words = over_words, .maximum = PRIMIERA_PHASE_OVER},
    {"scores", POSITION_NUMBER, POSITION_AT(Primiera, score[0]), .each_seat = true, .maximum = INT16_MAX},
    {"table", POSITION_LIST, POSITION_AT(Primiera, row), POSITION_COUNT(Primiera, row_count)},
    {"hands", POSITION_SET, POSITION_AT(Primiera, hand[0]), POSITION_COUNT(Primiera, hidden[0]), .each_seat = true,
     .unknown = true},
    {"teams", POSITION_OWN, .shown = has_heralds, .print = print_teams, .read = read_teams},
    {"shown", POSITION_SEATS, POSITION_AT(Primiera, herald_shown)},
    {"laid", POSITION_CARD, POSITION_AT(Primiera, laid[0]), .each_seat = true, .unknown = true, .shown = is_laying},
    {"piles", POSITION_SET, POSITION_AT(Primiera, pile[0]), .each_seat = true, .rest = true},
    {"last", POSITION_SEAT, POSITION_AT(Primiera, last)},
    {"sweeps", POSITION_SET, POSITION_AT(Primiera, swept), .elsewhere = true, .optional = true},
    {"stock", POSITION_LIST, POSITION_AT(Primiera, stock), POSITION_COUNT(Primiera, stock_count), .unknown = true,
     .optional = true},
    {"target", POSITION_NUMBER, POSITION_AT(Primiera, target), .minimum = 1, .maximum = 9999},
    {"extra_round", POSITION_OWN, .print = print_extra_round, .read = read_extra_round},
    {"chance", POSITION_NUMBER, POSITION_AT(Primiera, chance_count), .maximum = POSITION_CHANCE_MAX, .optional = true},
    {"view", POSITION_VIEW, POSITION_AT(Primiera, viewer)},
    {0},
};

/* The start of a round of the variant. */
static void start(State *state, int variant, int people) {
    Primiera *p = (Primiera *)(void *)state;
    (void)people;
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

static bool finish(PositionReader *reader) {
    Primiera *p = mutable(reader);
    uint8_t order[PRIMIERA_SEATS];
    bool turn_given = position_given(reader, "turn");
    primiera_order(p, order);
    if (!turn_given) p->turn = order[0];
    if (p->phase != PRIMIERA_PHASE_OVER && (turn_given || !primiera_has_heralds(p) || p->row_count))
        p->phase = PRIMIERA_PHASE_PLAY;
    for (int i = 0; i < p->row_count; i++) p->table |= CARD_BIT(p->row[i]);
    return true;
}

static const PositionFormat format = {
    .game = &primiera,
    .keys = keys,
    .cards_are = ITALIAN_CARDS_ARE,
    .faces = ITALIAN_CARDS,
    .start = start,
    .finish = finish,
};

void primiera_print(const State *state, Text *text) { position_print(&format, primiera_of(state)->variant, state, text); }

bool primiera_parse(State *state, Span text, Error *error) { return position_parse(&format, state, text, error); }
