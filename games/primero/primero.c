/* Primero: setting up, dealing, the steps of a deal, and the end of deals and of the match.
 * primero.h describes the state; hands, pots, views and notation have files of their own. */
#include "games/primero/primero.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "core/message.h"

const Variant primero_variants[] = {
    [PRIMERO_ENGLISH] = {"english", N_("English"), N_("Fixed stakes; the best hand wins."), 2, PRIMERO_SEATS, 0},
    [PRIMERO_ITALIAN] = {"italian", N_("Italian"), N_("You choose the stakes; with every bet you name a hand."), 2,
                         PRIMERO_SEATS, 0},
    {0},
};

/* Rules: "The table", "English primero", "Italian primero". */
enum { TIES_ELDEST, TIES_SPLIT };
static const OptionWord ties_words[] = {
    [TIES_ELDEST] = {"eldest", N_("eldest hand wins"), 0}, [TIES_SPLIT] = {"split", N_("share the pot"), 0}, {0}};

enum { ENGLISH_ONLY = 1 << PRIMERO_ENGLISH, ITALIAN_ONLY = 1 << PRIMERO_ITALIAN };
static const OptionRule option_rules[] = {
    {.key = "purse",
     .kind = OPTION_NUMBER,
     .label = N_("Starting coins"),
     .minimum = 1,
     .maximum = PRIMERO_PURSE_MAX,
     .fallback = 100},
    {.key = "ante", .kind = OPTION_NUMBER, .label = N_("Ante"), .minimum = 0, .maximum = PRIMERO_PURSE_MAX, .fallback = 0},
    {.key = "stake",
     .kind = OPTION_NUMBER,
     .label = N_("Cost of a vie"),
     .variants = ENGLISH_ONLY,
     .minimum = 1,
     .maximum = PRIMERO_STAKE_MAX,
     .fallback = 1},
    {.key = "rest",
     .kind = OPTION_NUMBER,
     .label = N_("Limit per phase"),
     .variants = ENGLISH_ONLY,
     .minimum = 1,
     .maximum = PRIMERO_REST_STAKES_MAX,
     .fallback = 4,
     .bounds_factor = "stake",
     .fallback_factor = "stake"},
    {.key = "limit",
     .kind = OPTION_NUMBER,
     .label = N_("Highest vie"),
     .variants = ITALIAN_ONLY,
     .minimum = 1,
     .maximum = PRIMERO_LIMIT_MAX,
     .fallback = 10},
    {.key = "deals",
     .kind = OPTION_NUMBER,
     .label = N_("Deals"),
     .minimum = 1,
     .maximum = PRIMERO_DEALS_MAX,
     .fallback = 4,
     .fallback_factor = "people"},
    {.key = "ties", .kind = OPTION_WORD, .label = N_("Equal hands"), .words = ties_words},
    {0},
};

static Primero *mutable(State *state) { return (Primero *)(void *)state; }

static int seat_count(SeatSet seats) { return bits_count(seats); }

/* ---- seating (rules: "The table": counter-clockwise, the deal moves right) */

int primero_order(const Primero *p, uint8_t order[PRIMERO_SEATS]) {
    for (int i = 0; i < p->people; i++) order[i] = (uint8_t)((p->dealer + 1 + i) % p->people);
    return p->people;
}

/* The first seat of the set to the right of this one. */
static int next_of(const Primero *p, int seat, SeatSet seats) {
    assert(seats);
    do seat = seat + 1 == p->people ? 0 : seat + 1;
    while (!(seats & SEAT_BIT(seat)));
    return seat;
}

/* ---- what is in play */

int primero_level(const Primero *p) {
    int level = 0;
    for (int seat = 0; seat < p->people; seat++)
        if (p->paid[seat] > level) level = p->paid[seat];
    return level;
}

bool primero_vied(const Primero *p) { return primero_level(p) > p->base; }

SeatSet primero_with_coins(const Primero *p, SeatSet seats) {
    SeatSet set = 0;
    for (int seat = 0; seat < p->people; seat++)
        if ((seats & SEAT_BIT(seat)) && p->purse[seat] > 0) set |= SEAT_BIT(seat);
    return set;
}

/* Everyone acts once; after a vie, also who has not matched it and has coins to do so. */
SeatSet primero_awaited(const Primero *p) {
    int level = primero_level(p);
    SeatSet awaited = p->in & ~p->acted;
    for (int seat = 0; seat < p->people && level > p->base; seat++)
        if ((p->in & SEAT_BIT(seat)) && p->purse[seat] > 0 && p->paid[seat] < level) awaited |= SEAT_BIT(seat);
    return awaited;
}

/* Phase 1: the opening vie was seen by nobody, and nobody but the player on turn can still answer it. */
static bool must_see(const Primero *p) {
    return p->phase == PRIMERO_PHASE_1 && seat_count(p->staked) == 1 && primero_awaited(p) == SEAT_BIT(p->turn);
}

/* ---- options (rules: "The table", "English primero", "Italian primero") */

bool primero_options(Primero *p, const Setup *setup, Error *error) {
    if (!setup_check(&primero, setup, error)) return false;
    p->start = setup_number(&primero, setup, "purse");
    p->ante = setup_number(&primero, setup, "ante");
    if (setup->variant == PRIMERO_ENGLISH) {
        p->stake = setup_number(&primero, setup, "stake");
        p->rest = setup_number(&primero, setup, "rest");
    } else {
        p->limit = (uint16_t)setup_number(&primero, setup, "limit");
    }
    p->deals = (uint16_t)setup_number(&primero, setup, "deals");
    p->split = setup_word(&primero, setup, "ties") == TIES_SPLIT;
    return true;
}

void primero_describe(const State *state, Setup *setup) {
    const Primero *p = primero_of(state);
    *setup = (Setup){.variant = p->variant, .people = p->people};
    setup_add_number(&primero, setup, "purse", p->start);
    setup_add_number(&primero, setup, "ante", p->ante);
    if (p->variant == PRIMERO_ENGLISH) {
        setup_add_number(&primero, setup, "stake", p->stake);
        setup_add_number(&primero, setup, "rest", p->rest);
    } else {
        setup_add_number(&primero, setup, "limit", p->limit);
    }
    setup_add_number(&primero, setup, "deals", p->deals);
    setup_add_word(&primero, setup, "ties", p->split ? TIES_SPLIT : TIES_ELDEST);
}

/* ---- cards */

static void fill_pack(uint8_t pack[PRIMERO_CARDS]) {
    for (int card = 0; card < PRIMERO_CARDS; card++) pack[card] = (uint8_t)card;
}

static int list_cards(PrimeroSet set, uint8_t *cards) {
    int count = 0;
    for (; set; set &= set - 1) cards[count++] = (uint8_t)primero_lowest(set);
    return count;
}

/* The stock is empty and a card is wanted: all discards, but those of an exchange that is going on, become the new one. From
 * here on nobody knows where the cards are that they threw. */
static void renew_stock(Primero *p, Chance *chance, EventSink *sink) {
    PrimeroSet thrown = 0;
    for (int seat = 0; seat < p->people; seat++) thrown |= p->discards[seat];
    memset(p->discards, 0, sizeof p->discards);
    p->stock_count = (uint8_t)list_cards(thrown, p->stock);
    assert(p->stock_count > 0);
    event_shuffle(sink, chance, &p->chance_count, p->stock, p->stock_count);
}

/* Takes cards off the stock, into the hand of the seat, and tells it as an event of this kind. In which order they came is of
 * no matter, and not told. */
static void take_cards(Primero *p, int seat, int count, const char *kind, Chance *chance, EventSink *sink) {
    uint8_t cards[PRIMERO_HAND];
    PrimeroSet taken = 0;
    for (int i = 0; i < count; i++) {
        if (p->stock_count == 0) renew_stock(p, chance, sink);
        taken |= PRIMERO_BIT(p->stock[0]);
        p->stock_count--;
        memmove(p->stock, p->stock + 1, p->stock_count);
        p->stock[p->stock_count] = CARD_NONE;
    }
    p->hand[seat] |= taken;
    if (!sink) return;
    list_cards(taken, cards);
    event_begin(sink, kind);
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    event_cards(sink, "cards", cards, count, SEAT_BIT(seat));
    event_end(sink);
}

/* ---- dealing */

static void tell_purses(const Primero *p, const char *key, const int32_t coins[PRIMERO_SEATS], EventSink *sink) {
    int numbers[PRIMERO_SEATS];
    for (int seat = 0; seat < p->people; seat++) numbers[seat] = coins[seat];
    event_numbers(sink, key, numbers, p->people);
}

/* Opens a phase: two cards to each still in, and the eldest acts. */
static void begin_phase(Primero *p, PrimeroPhase phase, Chance *chance, EventSink *sink) {
    uint8_t order[PRIMERO_SEATS];
    int seats = primero_order(p, order);
    p->phase = (uint8_t)phase;
    p->step = PRIMERO_STEP_ACT;
    p->base = primero_level(p);
    p->acted = p->passed = p->staked = 0;
    p->turn = (uint8_t)next_of(p, p->dealer, p->in);
    for (int i = 0; i < seats; i++)
        if (p->in & SEAT_BIT(order[i])) take_cards(p, order[i], PRIMERO_PACKET, "deal", chance, sink);
}

static void pay_antes(Primero *p, EventSink *sink) {
    int32_t antes[PRIMERO_SEATS] = {0};
    for (int seat = 0; seat < p->people; seat++) {
        antes[seat] = p->purse[seat] < p->ante ? p->purse[seat] : p->ante;
        p->purse[seat] -= antes[seat];
        p->pot += antes[seat];
    }
    if (!sink || !p->ante) return;
    event_begin(sink, "ante");
    tell_purses(p, "paid", antes, sink);
    event_number(sink, "pot", p->pot, SEEN_BY_ALL);
    event_end(sink);
}

static void begin_deal(Primero *p, Chance *chance, EventSink *sink) {
    memset(p->hand, 0, sizeof p->hand);
    memset(p->discards, 0, sizeof p->discards);
    memset(p->paid, 0, sizeof p->paid);
    p->in = primero_with_coins(p, (SeatSet)((1u << p->people) - 1));
    p->folded = 0;
    p->bid = 0;
    if (sink) {
        event_begin(sink, "round");
        event_number(sink, "round", p->deal, SEEN_BY_ALL);
        event_number(sink, "dealer", p->dealer, SEEN_BY_ALL);
        event_seats(sink, "players", p->in);
        event_number(sink, "pot", p->pot, SEEN_BY_ALL);
        event_end(sink);
    }
    pay_antes(p, sink);
    fill_pack(p->stock);
    p->stock_count = PRIMERO_CARDS;
    event_shuffle(sink, chance, &p->chance_count, p->stock, PRIMERO_CARDS);
    begin_phase(p, PRIMERO_PHASE_1, chance, sink);
}

/* ---- setting up */

/* The lowest card deals; the tied lift again from a full pack. */
static int lift(Primero *p, Chance *chance, EventSink *sink) {
    SeatSet lifting = (SeatSet)((1u << p->people) - 1);
    while (seat_count(lifting) > 1) {
        uint8_t pack[PRIMERO_CARDS];
        int lifted = 0, lowest = INT32_MAX;
        SeatSet low = 0;
        fill_pack(pack);
        event_shuffle(sink, chance, &p->chance_count, pack, PRIMERO_CARDS);
        for (int seat = 0; seat < p->people; seat++) {
            if (!(lifting & SEAT_BIT(seat))) continue;
            int points = primero_rank_points[primero_rank(pack[lifted++])];
            if (points < lowest) low = 0, lowest = points;
            if (points == lowest) low |= SEAT_BIT(seat);
        }
        if (sink) {
            event_begin(sink, "lift");
            event_seats(sink, "seats", lifting);
            event_cards(sink, "cards", pack, lifted, SEEN_BY_ALL);
            event_end(sink);
        }
        lifting = low;
    }
    return __builtin_ctz(lifting);
}

static bool setup(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    Primero read = {.variant = (uint8_t)setup->variant, .people = (uint8_t)setup->people, .viewer = VIEWER_WHOLE, .deal = 1};
    if (!primero_options(&read, setup, error)) return false;
    Primero *p = mutable(state);
    memcpy(p, &read, sizeof *p);
    for (int seat = 0; seat < p->people; seat++) p->purse[seat] = p->start;
    p->dealer = (uint8_t)lift(p, chance, sink);
    begin_deal(p, chance, sink);
    return true;
}

static void adopt(State *state, int revision) { mutable(state)->revision = (uint8_t)revision; }

static int seats(const State *state) { return primero_of(state)->people; }

/* ---- what is legal (rules: the table of words and what follows it) */

static SeatSet actors(const State *state) {
    const Primero *p = primero_of(state);
    return p->phase == PRIMERO_OVER ? 0 : SEAT_BIT(p->turn);
}

/* The most by which the player on turn may raise, 0 if a vie or revie is not possible: `why` tells then what is missing. */
static int raise_max(const Primero *p, const char **why) {
    int level = primero_level(p), spare = p->purse[p->turn] - (level - p->paid[p->turn]);
    int most = p->variant == PRIMERO_ENGLISH ? p->stake : p->limit;
    *why = NULL;
    if (p->purse[p->turn] == 0) *why = N_("without coins you cannot vie");
    else if (!(primero_with_coins(p, p->in) & ~SEAT_BIT(p->turn))) *why = N_("nobody else who is still in has any coins");
    else if (p->variant == PRIMERO_ENGLISH && level - p->base + p->stake > p->rest)
        *why = N_("nobody may bet more than the limit in a phase");
    else if (p->variant == PRIMERO_ENGLISH && spare < p->stake) *why = N_("after seeing, you would not have a full stake left");
    else if (p->variant == PRIMERO_ITALIAN && spare < 1) *why = N_("after seeing, you would have no coins left");
    else if (p->variant == PRIMERO_ITALIAN && !primero_next_bid(p->bid)) *why = N_("there is no higher bid");
    return *why ? 0 : spare < most ? spare : most;
}

static const char *refuse_raise(const Primero *p, PrimeroMoveKind kind, uint64_t amount) {
    const char *why;
    bool vied = primero_vied(p);
    if (kind == PRIMERO_MOVE_VIE && vied) return N_("somebody has already vied: see and revie instead");
    if (kind == PRIMERO_MOVE_REVIE && !vied) return N_("nobody has vied yet in this phase: vie instead");
    int most = raise_max(p, &why);
    if (why) return why;
    if (p->variant == PRIMERO_ENGLISH) return amount == (uint64_t)p->stake ? NULL : N_("a vie is exactly one stake");
    if (amount >= 1 && amount <= (uint64_t)most) return NULL;
    return most < p->limit ? N_("a vie is at least one coin and at most what you have left after seeing")
                           : N_("a vie is at least one coin and at most the table limit");
}

static const char *refuse_pass(const Primero *p) {
    if (!primero_vied(p)) return NULL;
    if (p->purse[p->turn] == 0) return N_("without coins you can only see for free or fold");
    if (p->passed & SEAT_BIT(p->turn)) return N_("after a vie you may pass only once in a phase");
    return must_see(p) ? N_("the last player to answer the vie must see") : NULL;
}

static const char *refuse_fold(const Primero *p) {
    if (!primero_vied(p)) return p->purse[p->turn] ? NULL : N_("before a vie, all you can do without coins is pass");
    return must_see(p) ? N_("the last player to answer the vie must see") : NULL;
}

/* In phase 1 any bid may be made; in phase 2 none below the hand, the exceptions aside. */
static bool bid_fits(const Primero *p, int value, int bid) {
    return p->phase == PRIMERO_PHASE_1 || primero_may_bid(value, p->bid, bid);
}

static const char *refuse_bid(const Primero *p, uint64_t bid) {
    if (bid >= PRIMERO_VALUES || !primero_bid_exists((int)bid)) return N_("no hand has that value");
    if (bid <= p->bid) return N_("a bid must beat every earlier bid of the deal");
    if (bid_fits(p, primero_hand_value(p->hand[p->turn]), (int)bid)) return NULL;
    return N_("you may not bid a lower type of hand than you hold");
}

int primero_exchange_max(const Primero *p) {
    if (p->variant == PRIMERO_ITALIAN) return PRIMERO_EXCHANGE_ITALIAN;
    return p->phase == PRIMERO_PHASE_1 ? PRIMERO_PACKET : 2 * PRIMERO_PACKET;
}

/* Italian: one who only passed, and in phase 2 everybody while numerus or supremus is the last bid. */
int primero_exchange_min(const Primero *p) {
    if (p->variant == PRIMERO_ENGLISH) return 0;
    PrimeroType bid = primero_type(p->bid);
    bool moving = p->phase == PRIMERO_PHASE_2 && (bid == HAND_NUMERUS || bid == HAND_SUPREMUS);
    return moving || !(p->staked & SEAT_BIT(p->turn)) ? 1 : 0;
}

static const char *refuse_throw(const Primero *p, PrimeroSet cards) {
    if (cards & ~p->hand[p->turn]) return N_("you can only exchange cards you hold");
    if (primero_count(cards) < primero_exchange_min(p)) return N_("you must exchange one or two cards here");
    return primero_count(cards) <= primero_exchange_max(p) ? NULL : N_("you may exchange at most two cards");
}

static const char *refuse_act(const Primero *p, PrimeroMoveKind kind, uint64_t what) {
    if (kind == PRIMERO_MOVE_VIE || kind == PRIMERO_MOVE_REVIE) return refuse_raise(p, kind, what);
    if (what && (kind == PRIMERO_MOVE_SEE || kind == PRIMERO_MOVE_PASS || kind == PRIMERO_MOVE_FOLD))
        return N_("that is not a move in Primero");
    switch (kind) {
    case PRIMERO_MOVE_SEE: return primero_vied(p) ? NULL : N_("nobody has vied in this phase");
    case PRIMERO_MOVE_PASS: return refuse_pass(p);
    case PRIMERO_MOVE_FOLD: return refuse_fold(p);
    default: return N_("the exchange comes later: first vie, see, pass or fold");
    }
}

const char *primero_refusal(const Primero *p, int actor, Move move) {
    PrimeroMoveKind kind = primero_move_kind(move);
    uint64_t what = primero_move_what(move);
    if (p->phase == PRIMERO_OVER) return N_("the match is over");
    if (actor != p->turn) return N_("it is not your turn");
    switch ((PrimeroStep)p->step) {
    case PRIMERO_STEP_ACT: return refuse_act(p, kind, what);
    case PRIMERO_STEP_BID: return kind == PRIMERO_MOVE_BID ? refuse_bid(p, what) : N_("a bid must follow the vie");
    case PRIMERO_STEP_EXCHANGE:
        return kind == PRIMERO_MOVE_THROW ? refuse_throw(p, what) : N_("the exchange comes first: throw or keep");
    }
    return N_("that is not a move in Primero");
}

static bool is_legal(const State *state, int actor, Move move) { return !primero_refusal(primero_of(state), actor, move); }

static int legal_acts(const Primero *p, Move *moves) {
    const char *why;
    bool vied = primero_vied(p);
    int count = 0, most = raise_max(p, &why);
    if (vied) moves[count++] = primero_move(PRIMERO_MOVE_SEE, 0);
    if (!refuse_pass(p)) moves[count++] = primero_move(PRIMERO_MOVE_PASS, 0);
    if (!refuse_fold(p)) moves[count++] = primero_move(PRIMERO_MOVE_FOLD, 0);
    for (int amount = p->variant == PRIMERO_ENGLISH ? p->stake : 1; amount <= most; amount++)
        moves[count++] = primero_move(vied ? PRIMERO_MOVE_REVIE : PRIMERO_MOVE_VIE, (uint64_t)amount);
    return count;
}

static int legal_bids(const Primero *p, Move *moves) {
    int count = 0, value = primero_hand_value(p->hand[p->turn]);
    for (int bid = primero_next_bid(p->bid); bid; bid = primero_next_bid(bid))
        if (bid_fits(p, value, bid)) moves[count++] = primero_move(PRIMERO_MOVE_BID, (uint64_t)bid);
    return count;
}

/* All subsets of the hand that may be thrown, keeping all of it first. */
static int legal_throws(const Primero *p, Move *moves) {
    PrimeroSet hand = p->hand[p->turn], cards = 0;
    int count = 0;
    do {
        if (!refuse_throw(p, cards)) moves[count++] = primero_move(PRIMERO_MOVE_THROW, cards);
        cards = (cards - hand) & hand;
    } while (cards);
    return count;
}

static int legal(const State *state, int actor, Move *moves) {
    const Primero *p = primero_of(state);
    if (p->phase == PRIMERO_OVER || actor != p->turn) return 0;
    switch ((PrimeroStep)p->step) {
    case PRIMERO_STEP_ACT: return legal_acts(p, moves);
    case PRIMERO_STEP_BID: return legal_bids(p, moves);
    case PRIMERO_STEP_EXCHANGE: return legal_throws(p, moves);
    }
    return 0;
}

/* ---- the end of a deal, and of the match */

static const char *const pot_whys[] = {[POT_HAND] = "hand",       [POT_ALONE] = "alone",     [POT_BACK] = "back",
                                       [POT_CARRIED] = "carried", [POT_HIGHEST] = "highest", [POT_VOID] = "void"};

static SeatSet match_winners(const Primero *p) {
    int32_t most = 0;
    SeatSet winners = 0;
    for (int seat = 0; seat < p->people; seat++) {
        if (p->purse[seat] > most) winners = 0, most = p->purse[seat];
        if (p->purse[seat] == most) winners |= SEAT_BIT(seat);
    }
    return winners;
}

/* Players who stayed in to the end show, in playing order; `makes` tells if the hand counts for the Italian bid. */
static void tell_hands(const Primero *p, EventSink *sink) {
    uint8_t order[PRIMERO_SEATS], cards[PRIMERO_HAND];
    int count = primero_order(p, order);
    for (int i = 0; i < count && sink; i++) {
        if (!(p->in & SEAT_BIT(order[i]))) continue;
        int value = primero_hand_value(p->hand[order[i]]);
        list_cards(p->hand[order[i]], cards);
        event_begin(sink, "show");
        event_number(sink, "seat", order[i], SEEN_BY_ALL);
        event_cards(sink, "cards", cards, PRIMERO_HAND, SEEN_BY_ALL);
        event_text(sink, "type", primero_type_names[primero_type(value)], SEEN_BY_ALL);
        event_number(sink, "points", primero_points(value), SEEN_BY_ALL);
        if (p->bid) event_bool(sink, "makes", primero_makes(value, p->bid) > 0);
        event_end(sink);
    }
}

static void tell_pot(const Primero *p, const PrimeroPot *pot, EventSink *sink) {
    if (!sink) return;
    event_begin(sink, "pot");
    event_number(sink, "coins", pot->coins, SEEN_BY_ALL);
    event_seats(sink, "from", pot->payers);
    event_text(sink, "why", pot_whys[pot->why], SEEN_BY_ALL);
    event_seats(sink, "to", pot->winners);
    event_numbers(sink, "shares", pot->shares, p->people);
    event_end(sink);
}

static void end_match(Primero *p, bool showdown, EventSink *sink) {
    p->phase = PRIMERO_OVER;
    p->step = PRIMERO_STEP_ACT;
    p->turn = SEAT_NONE;
    p->shown = showdown ? p->in : 0;
    p->base = 0;
    p->bid = 0;
    p->folded = p->acted = p->passed = p->staked = 0;
    if (!sink) return;
    event_begin(sink, "end");
    tell_purses(p, "totals", p->purse, sink);
    event_seats(sink, "winners", match_winners(p));
    event_end(sink);
}

/* Pays the pots out; what nobody gets stays for the next deal, if there is one. */
static void end_deal(Primero *p, const PrimeroPot *pots, int count, bool showdown, Chance *chance, EventSink *sink) {
    for (int i = 0; i < count; i++) {
        tell_pot(p, &pots[i], sink);
        for (int seat = 0; seat < p->people; seat++) p->purse[seat] += pots[i].shares[seat];
    }
    SeatSet with_coins = primero_with_coins(p, (SeatSet)((1u << p->people) - 1));
    memset(p->paid, 0, sizeof p->paid);
    if (sink) {
        event_begin(sink, "score");
        tell_purses(p, "totals", p->purse, sink);
        event_number(sink, "pot", p->pot, SEEN_BY_ALL);
        event_end(sink);
    }
    if (p->deal == p->deals || seat_count(with_coins) < 2) {
        end_match(p, showdown, sink);
        return;
    }
    p->deal++;
    p->dealer = (uint8_t)next_of(p, p->dealer, with_coins);
    begin_deal(p, chance, sink);
}

static void finish_deal(Primero *p, Chance *chance, EventSink *sink) {
    PrimeroPot pots[PRIMERO_POTS_MAX];
    bool showdown = seat_count(p->in) > 1;
    int count = primero_settle(p, pots);
    if (showdown) tell_hands(p, sink);
    p->pot = 0;
    for (int i = 0; i < count; i++)
        if (pots[i].why == POT_CARRIED) p->pot += pots[i].coins;
    end_deal(p, pots, count, showdown, chance, sink);
}

/* All have passed in phase 1. */
static void void_deal(Primero *p, Chance *chance, EventSink *sink) {
    PrimeroPot pots[PRIMERO_POTS_MAX];
    int count = primero_settle_void(p, pots);
    event_begin(sink, "void");
    event_number(sink, "pot", p->pot, SEEN_BY_ALL);
    event_end(sink);
    if (count) p->pot = 0;
    end_deal(p, pots, count, false, chance, sink);
}

/* ---- the steps */

static void end_phase(Primero *p, Chance *chance, EventSink *sink) {
    if (p->phase == PRIMERO_PHASE_2) {
        finish_deal(p, chance, sink);
    } else if (!primero_vied(p) && seat_count(primero_with_coins(p, p->in)) >= 2) {
        void_deal(p, chance, sink);
    } else {
        event_begin(sink, "phase");
        event_number(sink, "phase", PRIMERO_PHASE_2, SEEN_BY_ALL);
        event_end(sink);
        begin_phase(p, PRIMERO_PHASE_2, chance, sink);
    }
}

/* The action and all that goes with it are done: the next who has to act, or the end of the phase. */
static void advance(Primero *p, Chance *chance, EventSink *sink) {
    p->step = PRIMERO_STEP_ACT;
    if (seat_count(p->in) == 1) {
        finish_deal(p, chance, sink);
        return;
    }
    SeatSet awaited = primero_awaited(p);
    if (awaited) p->turn = (uint8_t)next_of(p, p->turn, awaited);
    else end_phase(p, chance, sink);
}

static void fold(Primero *p) {
    int seat = p->turn;
    p->discards[seat] |= p->hand[seat];
    p->hand[seat] = 0;
    p->in &= (SeatSet)~SEAT_BIT(seat);
    p->folded |= SEAT_BIT(seat);
}

static void tell_act(const Primero *p, Move move, int paid, EventSink *sink) {
    static const char *const kinds[] = {[PRIMERO_MOVE_VIE] = "vie",
                                        [PRIMERO_MOVE_REVIE] = "revie",
                                        [PRIMERO_MOVE_SEE] = "see",
                                        [PRIMERO_MOVE_PASS] = "pass",
                                        [PRIMERO_MOVE_FOLD] = "fold"};
    PrimeroMoveKind kind = primero_move_kind(move);
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (!sink) return;
    primero_print_move((const State *)(const void *)p, p->turn, move, &text);
    event_begin(sink, kinds[kind]);
    event_number(sink, "seat", p->turn, SEEN_BY_ALL);
    if (kind == PRIMERO_MOVE_VIE || kind == PRIMERO_MOVE_REVIE)
        event_number(sink, "amount", (int64_t)primero_move_what(move), SEEN_BY_ALL);
    if (kind != PRIMERO_MOVE_PASS && kind != PRIMERO_MOVE_FOLD) {
        event_number(sink, "paid", paid, SEEN_BY_ALL);
        event_bool(sink, "all_in", paid == p->purse[p->turn]);
    }
    event_text(sink, "move", words, SEEN_BY_ALL);
    event_end(sink);
}

static void act(Primero *p, Move move, Chance *chance, EventSink *sink) {
    PrimeroMoveKind kind = primero_move_kind(move);
    int seat = p->turn, paid = 0;
    if (kind == PRIMERO_MOVE_VIE || kind == PRIMERO_MOVE_REVIE || kind == PRIMERO_MOVE_SEE) {
        paid = primero_level(p) - p->paid[seat] + (int)primero_move_what(move);
        if (paid > p->purse[seat]) paid = p->purse[seat];
        p->staked |= SEAT_BIT(seat);
    }
    tell_act(p, move, paid, sink);
    if (kind == PRIMERO_MOVE_PASS && primero_vied(p)) p->passed |= SEAT_BIT(seat);
    p->acted |= SEAT_BIT(seat);
    p->purse[seat] -= paid;
    p->paid[seat] += paid;
    if (kind == PRIMERO_MOVE_FOLD) {
        fold(p);
        advance(p, chance, sink);
    } else {
        bool names_bid = p->variant == PRIMERO_ITALIAN && (kind == PRIMERO_MOVE_VIE || kind == PRIMERO_MOVE_REVIE);
        p->step = names_bid ? PRIMERO_STEP_BID : PRIMERO_STEP_EXCHANGE;
    }
}

static void bid(Primero *p, Move move, EventSink *sink) {
    p->bid = (uint16_t)primero_move_what(move);
    p->step = PRIMERO_STEP_EXCHANGE;
    if (!sink) return;
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    primero_print_move((const State *)(const void *)p, p->turn, move, &text);
    event_begin(sink, "bid");
    event_number(sink, "seat", p->turn, SEEN_BY_ALL);
    event_text(sink, "type", primero_type_names[primero_type(p->bid)], SEEN_BY_ALL);
    event_number(sink, "points", primero_points(p->bid), SEEN_BY_ALL);
    event_text(sink, "move", words, SEEN_BY_ALL);
    event_end(sink);
}

/* How many cards are exchanged is public, which ones only the player knows. They join the discards once the new ones are
 * drawn. */
static void exchange(Primero *p, Move move, Chance *chance, EventSink *sink) {
    PrimeroSet thrown = primero_move_what(move);
    int seat = p->turn, count = primero_count(thrown);
    if (sink) {
        char words[MOVE_TEXT_MAX];
        uint8_t cards[PRIMERO_HAND];
        Text text = text_init(words, sizeof words);
        list_cards(thrown, cards);
        primero_print_move((const State *)(const void *)p, seat, move, &text);
        event_begin(sink, "throw");
        event_number(sink, "seat", seat, SEEN_BY_ALL);
        event_number(sink, "count", count, SEEN_BY_ALL);
        event_cards(sink, "cards", cards, count, SEAT_BIT(seat));
        event_text(sink, "move", words, count ? SEAT_BIT(seat) : SEEN_BY_ALL);
        event_end(sink);
    }
    p->hand[seat] &= ~thrown;
    if (count) take_cards(p, seat, count, "draw", chance, sink);
    p->discards[seat] |= thrown;
    advance(p, chance, sink);
}

static void apply(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    Primero *p = mutable(state);
    (void)actor;
    switch ((PrimeroStep)p->step) {
    case PRIMERO_STEP_ACT: act(p, move, chance, sink); break;
    case PRIMERO_STEP_BID: bid(p, move, sink); break;
    case PRIMERO_STEP_EXCHANGE: exchange(p, move, chance, sink); break;
    }
}

static void points(const State *state, int points[SEATS_MAX]) {
    for (int seat = 0; seat < SEATS_MAX; seat++) points[seat] = primero_of(state)->purse[seat];
}

static SeatSet winners(const State *state) {
    const Primero *p = primero_of(state);
    return p->phase == PRIMERO_OVER ? match_winners(p) : 0;
}

static int viewer(const State *state) { return primero_of(state)->viewer; }

const Game primero = {
    .name = "primero",
    .title = "Primero",
    .variants = primero_variants,
    .options = option_rules,
    .unit = N_("coins"),
    .round = NC_("Primero", "deal"),
    .compares_rounds = true,
    .forfeit = 100,
    .facts = primero_facts,
    .glance = primero_glance,
    .revision = PRIMERO_JOINS_POTS,
    .revision_min = 1,
    .state_bytes = sizeof(Primero),
    .moves_max = PRIMERO_MOVES_MAX,
    .turns_max = PRIMERO_TURNS_MAX,
    .setup = setup,
    .adopt = adopt,
    .describe = primero_describe,
    .seats = seats,
    .actors = actors,
    .legal = legal,
    .is_legal = is_legal,
    .apply = apply,
    .points = points,
    .winners = winners,
    .view = primero_view,
    .determinize = primero_determinize,
    .viewer = viewer,
    .print_card = primero_print_card,
    .parse_card = primero_parse_card,
    .print_move = primero_print_move,
    .parse_move = primero_parse_move,
    .print = primero_print,
    .parse = primero_parse,
    .check = primero_check,
};
