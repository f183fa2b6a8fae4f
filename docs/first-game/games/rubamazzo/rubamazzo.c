/* Rubamazzo: the table of the game, dealing, playing and the end. */
#include "games/rubamazzo/rubamazzo.h"

#include <string.h>

#include "core/message.h"

static const Variant variants[] = {{"standard", NULL, NULL, 2, RUBAMAZZO_SEATS, 0}, {0}};

enum { ACE_PLAIN, ACE_TAKES_ALL };
static const OptionWord ace_words[] = {[ACE_PLAIN] = {"plain", N_("is a card like any other"), 0},
                                       [ACE_TAKES_ALL] = {"takes-all", N_("takes the whole table"), 0},
                                       {0}};
static const OptionRule option_rules[] = {{.key = "ace", .kind = OPTION_WORD, .label = N_("An ace"), .words = ace_words}, {0}};

static Rubamazzo *mutable(State *state) { return (Rubamazzo *)(void *)state; }

/* ---- The deal */

static void deal_hands(Rubamazzo *r, EventSink *sink) {
    for (int seat = 0; seat < r->people; seat++) {
        const uint8_t *cards = r->stock + seat * RUBAMAZZO_HAND;
        for (int i = 0; i < RUBAMAZZO_HAND; i++) r->hand[seat] |= CARD_BIT(cards[i]);
        event_begin(sink, "deal");
        event_number(sink, "seat", seat, SEEN_BY_ALL);
        event_cards(sink, "cards", cards, RUBAMAZZO_HAND, SEAT_BIT(seat));
        event_end(sink);
    }
    int dealt = r->people * RUBAMAZZO_HAND;
    r->stock_count = (uint8_t)(r->stock_count - dealt);
    memmove(r->stock, r->stock + dealt, r->stock_count);
    memset(r->stock + r->stock_count, CARD_NONE, (size_t)dealt);
}

static bool setup(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    if (!setup_check(&rubamazzo, setup, error)) return false;
    uint8_t pack[ITALIAN_CARDS];
    for (int card = 0; card < ITALIAN_CARDS; card++) pack[card] = (uint8_t)card;
    Rubamazzo *r = mutable(state);
    *r = (Rubamazzo){.people = (uint8_t)setup->people,
                     .viewer = VIEWER_WHOLE,
                     .last = SEAT_NONE,
                     .ace = (uint8_t)setup_word(&rubamazzo, setup, "ace"),
                     .stock_count = RUBAMAZZO_STOCK};
    memset(r->top, CARD_NONE, sizeof r->top);
    r->turn = (uint8_t)event_lot(sink, chance, &r->chance_count, (uint32_t)setup->people, SEEN_BY_ALL);
    event_shuffle(sink, chance, &r->chance_count, pack, ITALIAN_CARDS);
    for (int i = 0; i < RUBAMAZZO_TABLE; i++) r->table |= CARD_BIT(pack[i]);
    memcpy(r->stock, pack + RUBAMAZZO_TABLE, RUBAMAZZO_STOCK);
    event_begin(sink, "begin");
    event_number(sink, "seat", r->turn, SEEN_BY_ALL);
    event_cards(sink, "table", pack, RUBAMAZZO_TABLE, SEEN_BY_ALL);
    event_end(sink);
    deal_hands(r, sink);
    return true;
}

static void describe(const State *state, Setup *setup) {
    const Rubamazzo *r = rubamazzo_of(state);
    *setup = (Setup){.people = r->people};
    setup_add_word(&rubamazzo, setup, "ace", r->ace);
}

static int seats(const State *state) { return rubamazzo_of(state)->people; }

static int viewer(const State *state) { return rubamazzo_of(state)->viewer; }

/* ---- The turn */

static SeatSet actors(const State *state) {
    const Rubamazzo *r = rubamazzo_of(state);
    return rubamazzo_held(r, r->turn) ? SEAT_BIT(r->turn) : 0;
}

CardSet rubamazzo_catch(const Rubamazzo *r, int card) {
    if (r->ace == ACE_TAKES_ALL && card_rank(card) == 1) return r->table;
    return r->table & RANK_CARDS(card_rank(card));
}

/* Lists what the card may do, and returns how much that is. */
static int list_takes(const Rubamazzo *r, int actor, int card, int takes[RUBAMAZZO_SEATS + 1]) {
    int count = 0;
    if (rubamazzo_catch(r, card)) takes[count++] = TAKES_TABLE;
    for (int seat = 0; seat < r->people; seat++)
        if (seat != actor && r->top[seat] != CARD_NONE && card_rank(r->top[seat]) == card_rank(card))
            takes[count++] = TAKES_PILE + seat;
    if (!count) takes[count++] = TAKES_NOTHING;
    return count;
}

static int legal(const State *state, int actor, Move *moves) {
    const Rubamazzo *r = rubamazzo_of(state);
    int count = 0, takes[RUBAMAZZO_SEATS + 1];
    if (actor < 0 || actor >= r->people || !(actors(state) & SEAT_BIT(actor))) return 0;
    for (CardSet left = r->hand[actor]; left; left &= left - 1) {
        int card = set_lowest(left), ways = list_takes(r, actor, card, takes);
        for (int i = 0; i < ways; i++) moves[count++] = rubamazzo_move(card, takes[i]);
    }
    return count;
}

static bool is_legal(const State *state, int actor, Move move) {
    const Rubamazzo *r = rubamazzo_of(state);
    int takes[RUBAMAZZO_SEATS + 1], card = rubamazzo_card(move);
    if (actor < 0 || actor >= r->people || !(actors(state) & SEAT_BIT(actor))) return false;
    if (move >> 16 || card >= ITALIAN_CARDS || !(r->hand[actor] & CARD_BIT(card))) return false;
    for (int ways = list_takes(r, actor, card, takes); ways > 0; ways--)
        if (takes[ways - 1] == rubamazzo_takes(move)) return true;
    return false;
}

/* Takes the cards and returns them. */
static CardSet take(Rubamazzo *r, int card, int takes) {
    CardSet taken;
    if (takes == TAKES_TABLE) {
        taken = rubamazzo_catch(r, card);
        r->table &= ~taken;
        return taken;
    }
    taken = r->pile[takes - TAKES_PILE];
    r->pile[takes - TAKES_PILE] = 0;
    r->top[takes - TAKES_PILE] = CARD_NONE;
    return taken;
}

static void tell_set(EventSink *sink, const char *key, CardSet set) {
    event_open_list(sink, key, SEEN_BY_ALL);
    for (; set; set &= set - 1) event_card(sink, NULL, (uint8_t)set_lowest(set), SEEN_BY_ALL);
    event_close(sink);
}

/* ---- The end */

static void points(const State *state, int points[SEATS_MAX]) {
    const Rubamazzo *r = rubamazzo_of(state);
    for (int seat = 0; seat < r->people; seat++) points[seat] = set_count(r->pile[seat]);
}

static SeatSet winners(const State *state) {
    const Rubamazzo *r = rubamazzo_of(state);
    int count[SEATS_MAX], most = 0;
    SeatSet best = 0;
    if (actors(state)) return 0;
    points(state, count);
    for (int seat = 0; seat < r->people; seat++) {
        if (count[seat] > most) most = count[seat], best = 0;
        if (count[seat] == most) best |= SEAT_BIT(seat);
    }
    return best;
}

static void finish(State *state, EventSink *sink) {
    Rubamazzo *r = mutable(state);
    int totals[SEATS_MAX];
    if (r->table && r->last != SEAT_NONE) {
        event_begin(sink, "rest");
        event_number(sink, "seat", r->last, SEEN_BY_ALL);
        tell_set(sink, "cards", r->table);
        event_end(sink);
        r->pile[r->last] |= r->table;
        r->table = 0;
    }
    points(state, totals);
    event_begin(sink, "end");
    event_numbers(sink, "totals", totals, r->people);
    event_seats(sink, "winners", winners(state));
    event_end(sink);
}

static void apply(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    Rubamazzo *r = mutable(state);
    int card = rubamazzo_card(move), takes = rubamazzo_takes(move);
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    (void)chance;
    rubamazzo_print_move(state, actor, move, &text);
    r->hand[actor] &= ~CARD_BIT(card);
    CardSet taken = takes == TAKES_NOTHING ? 0 : take(r, card, takes);
    if (taken) {
        r->pile[actor] |= taken | CARD_BIT(card);
        r->top[actor] = (uint8_t)card;
        r->last = (uint8_t)actor;
    } else {
        r->table |= CARD_BIT(card);
    }
    event_begin(sink, "play");
    event_number(sink, "seat", actor, SEEN_BY_ALL);
    event_text(sink, "move", words, SEEN_BY_ALL);
    event_card(sink, "card", (uint8_t)card, SEEN_BY_ALL);
    tell_set(sink, "takes", taken);
    if (takes >= TAKES_PILE) event_number(sink, "from", takes - TAKES_PILE, SEEN_BY_ALL);
    event_end(sink);
    r->turn = (uint8_t)((actor + 1) % r->people);
    if (rubamazzo_held(r, r->turn)) return;
    if (r->stock_count) deal_hands(r, sink);
    else finish(state, sink);
}

/* ---- the table of the game */

const Game rubamazzo = {
    .name = "rubamazzo",
    .title = "Rubamazzo",
    .variants = variants,
    .options = option_rules,
    .unit = N_("points"),
    .forfeit = ITALIAN_CARDS,
    .revision = 1,
    .state_bytes = sizeof(Rubamazzo),
    .moves_max = RUBAMAZZO_HAND * RUBAMAZZO_SEATS, /* each card: the table or one of the others' piles */
    .turns_max = RUBAMAZZO_STOCK,                  /* every card that is dealt is played once */
    .setup = setup,
    .describe = describe,
    .seats = seats,
    .actors = actors,
    .legal = legal,
    .is_legal = is_legal,
    .apply = apply,
    .points = points,
    .winners = winners,
    .view = rubamazzo_view,
    .determinize = rubamazzo_determinize,
    .viewer = viewer,
    .print_card = italian_print_card,
    .parse_card = italian_parse_card,
    .print_move = rubamazzo_print_move,
    .parse_move = rubamazzo_parse_move,
    .print = rubamazzo_print,
    .parse = rubamazzo_parse,
    .check = rubamazzo_check,
};
