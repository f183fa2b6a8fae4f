/* Follows matches of Primero by their events and checks every step. */
#include "tests/games/oracle/primero/follow.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Only the first disagreement is kept: the others follow from it. */
__attribute__((format(printf, 3, 4))) static bool agree(PrimeroFollow *follow, bool holds, const char *format, ...) {
    if (holds || follow->wrong[0]) return holds;
    int length = snprintf(follow->wrong, sizeof follow->wrong, "deal %d, phase %d, seat %d: ", follow->deal, follow->phase,
                          follow->turn);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(follow->wrong + length, sizeof follow->wrong - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static int seat_count(SeatSet seats) { return __builtin_popcount(seats); }

static bool has(SeatSet seats, int seat) { return seats >> seat & 1; }

/* ---- the engine's cards in the oracle's words */

void primero_follow_cards(OraclePrimeroCard cards[PRIMERO_CARDS]) {
    for (int card = 0; card < PRIMERO_CARDS; card++) {
        char words[CARD_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        primero.print_card((uint8_t)card, &text);
        cards[card] = (OraclePrimeroCard){words[0], words[1]};
    }
}

OraclePrimeroHand primero_follow_hand(const OraclePrimeroCard cards[PRIMERO_CARDS], PrimeroSet set) {
    OraclePrimeroHand hand;
    int count = 0;
    for (int card = 0; card < PRIMERO_CARDS && count < ORACLE_PRIMERO_HAND; card++)
        if (set >> card & 1) hand.cards[count++] = cards[card];
    return hand;
}

/* ---- reading events */

static int number(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field ? (int)field->number : -1;
}

static const char *words(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field ? field_text(field) : "";
}

static int length(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field ? event_length(field) : 0;
}

static int element(const Event *event, const char *key, int index) {
    const Field *field = event_element(event_field(event, key), index);
    return field ? (int)field->number : -1;
}

/* A list of cards, or of seats, as a set. */
static PrimeroSet set_of(const Event *event, const char *key) {
    PrimeroSet set = 0;
    for (int i = 0; i < length(event, key); i++) set |= PRIMERO_BIT(element(event, key, i));
    return set;
}

static OracleType type_of(const Event *event) {
    static const char *const names[ORACLE_TYPES] = {"", "numerus", "primero", "supremus", "fluxus", "chorus"};
    for (int type = ORACLE_NUMERUS; type < ORACLE_TYPES; type++)
        if (strcmp(words(event, "type"), names[type]) == 0) return (OracleType)type;
    return ORACLE_NO_TYPE;
}

/* ---- what the model knows */

static int next_seat(const PrimeroFollow *follow, int seat) { return (seat + 1) % follow->terms.players; }

static SeatSet with_coins(const PrimeroFollow *follow) {
    SeatSet seats = 0;
    for (int seat = 0; seat < follow->terms.players; seat++)
        if (follow->purse[seat] > 0) seats |= SEAT_BIT(seat);
    return seats;
}

/* The most that anybody has put up in this deal. */
static int level(const PrimeroFollow *follow) {
    int most = 0;
    for (int seat = 0; seat < follow->terms.players; seat++)
        if (follow->paid[seat] > most) most = follow->paid[seat];
    return most;
}

/* "Everyone still in acts at least once in a phase. Who has matched the last vie is skipped until a revie." A player without
 * coins "acts only once in a phase". */
static bool must_act(const PrimeroFollow *follow, int seat) {
    if (!has(follow->in, seat)) return false;
    if (!has(follow->acted, seat)) return true;
    return follow->vies > 0 && follow->purse[seat] > 0 && follow->paid[seat] < level(follow);
}

/* "The last player after the vie must see … the vie that opens the betting, not a revie; whoever is the only one left who
 * could still answer it, when nobody has seen it." */
static bool is_forced(const PrimeroFollow *follow) {
    if (follow->phase != 1 || follow->vies != 1) return false;
    for (int seat = 0; seat < follow->terms.players; seat++) {
        if (seat == follow->vier || seat == follow->turn) continue;
        if (has(follow->staked, seat) || must_act(follow, seat)) return false;
    }
    return true;
}

/* ---- a deal begins */

static void follow_lift(PrimeroFollow *follow, const Event *event) {
    SeatSet lowest = 0;
    int least = 100, at = 0;
    agree(follow, (SeatSet)set_of(event, "seats") == follow->lifting, "others lift");
    follow->counts.lifted_again += seat_count(follow->lifting) < follow->terms.players;
    for (int seat = 0; seat < follow->terms.players; seat++) {
        if (!has(follow->lifting, seat)) continue;
        int points = oracle_primero_points(follow->cards[element(event, "cards", at++)]);
        if (points < least) lowest = 0;
        if (points <= least) lowest |= SEAT_BIT(seat), least = points;
    }
    follow->lifting = lowest;
}

static void begin_phase(PrimeroFollow *follow, int phase) {
    follow->phase = phase;
    follow->vies = 0;
    follow->vier = -1;
    follow->base = level(follow);
    follow->acted = follow->passed = follow->staked = 0;
    follow->step = FOLLOW_ACT;
    follow->turn = next_seat(follow, follow->dealer);
    while (!has(follow->in, follow->turn)) follow->turn = next_seat(follow, follow->turn);
}

static void follow_round(PrimeroFollow *follow, const Event *event) {
    int dealer = follow->dealer;
    if (dealer < 0) {
        agree(follow, seat_count(follow->lifting) == 1, "the lowest card deals, and there is none");
        dealer = __builtin_ctz(follow->lifting);
    } else {
        /* "Then the deal moves right. A player without coins sits out." */
        do dealer = next_seat(follow, dealer);
        while (follow->purse[dealer] == 0);
    }
    follow->deal++;
    follow->counts.deals++;
    agree(follow, number(event, "round") == follow->deal && follow->deal <= follow->terms.deals, "that is one deal more");
    agree(follow, number(event, "dealer") == dealer, "seat %d deals, not %d", number(event, "dealer"), dealer);
    agree(follow, (SeatSet)set_of(event, "players") == with_coins(follow), "others are in");
    agree(follow, seat_count(with_coins(follow)) >= 2, "fewer than two have coins");
    agree(follow, number(event, "pot") == follow->pot, "%d coins were carried, not %d", number(event, "pot"), follow->pot);
    follow->dealer = dealer;
    follow->players = follow->in = with_coins(follow);
    follow->counts.sitting_out += seat_count(follow->in) < follow->terms.players;
    follow->counts.carried_in += follow->pot > 0;
    memset(follow->paid, 0, sizeof follow->paid);
    memset(follow->hand, 0, sizeof follow->hand);
    memset(follow->won, 0, sizeof follow->won);
    memset(follow->back, 0, sizeof follow->back);
    follow->carried = 0;
    follow->discards = follow->throwing = 0;
    follow->stock = PRIMERO_CARDS;
    follow->bid = (OracleValue){ORACLE_NO_TYPE, 0};
    follow->shuffled = follow->deal_over = follow->is_void = false;
    follow->shown = 0;
    /* "Who has less than the ante pays what there is." */
    for (int seat = 0; seat < follow->terms.players; seat++) {
        int ante = follow->purse[seat] < follow->terms.ante ? follow->purse[seat] : follow->terms.ante;
        follow->purse[seat] -= ante;
        follow->pot += ante;
    }
    begin_phase(follow, 1);
}

static void follow_ante(PrimeroFollow *follow, const Event *event) {
    agree(follow, number(event, "pot") == follow->pot, "the pot holds %d, not %d", number(event, "pot"), follow->pot);
}

/* The pack before a deal, or the discards while it is played: "not the actor's own of this exchange". */
static void follow_shuffle(PrimeroFollow *follow, const Event *event) {
    if (follow->dealer < 0) return; /* for lifting */
    if (!follow->shuffled) {
        agree(follow, length(event, "cards") == PRIMERO_CARDS, "%d cards are shuffled", length(event, "cards"));
        follow->shuffled = true;
        return;
    }
    agree(follow, set_of(event, "cards") == follow->discards, "other cards are shuffled than the discards");
    agree(follow, length(event, "cards") == primero_count(follow->discards), "a card twice");
    /* What was drawn before is told together with what is drawn after. */
    int wanted = follow->step == FOLLOW_ACT ? 2 : primero_count(follow->throwing);
    agree(follow, follow->stock < wanted, "the stock is not empty");
    follow->stock += primero_count(follow->discards);
    follow->discards = 0;
    follow->counts.renewed++;
    follow->counts.renewed_dealing += follow->step == FOLLOW_ACT;
}

/* Cards from the stock, dealt or drawn. Those drawn before the stock was renewed are told together with those after. */
static void take_cards(PrimeroFollow *follow, const Event *event, int count) {
    int seat = number(event, "seat");
    PrimeroSet cards = set_of(event, "cards"), elsewhere = follow->discards | follow->throwing;
    for (int other = 0; other < follow->terms.players; other++) elsewhere |= follow->hand[other];
    agree(follow, length(event, "cards") == count && primero_count(cards) == count, "%d cards", length(event, "cards"));
    agree(follow, !(cards & elsewhere), "a card that lies elsewhere");
    follow->hand[seat] |= cards;
    follow->stock -= count;
    agree(follow, follow->stock >= 0, "more cards than the stock has");
}

static void follow_deal(PrimeroFollow *follow, const Event *event) {
    agree(follow, has(follow->in, number(event, "seat")), "cards for seat %d", number(event, "seat"));
    take_cards(follow, event, 2);
}

static void follow_phase(PrimeroFollow *follow, const Event *event) {
    agree(follow, number(event, "phase") == 2 && follow->phase == 1, "another phase");
    begin_phase(follow, 2);
}

/* ---- the action and what goes with it */

/* The action is done with all that goes with it: whose turn it is, or how the phase ends. */
static void advance(PrimeroFollow *follow) {
    int seat = follow->turn;
    follow->step = FOLLOW_ACT;
    if (seat_count(follow->in) == 1) {
        follow->deal_over = true;
        return;
    }
    for (int i = 0; i < follow->terms.players; i++) {
        seat = next_seat(follow, seat);
        if (!must_act(follow, seat)) continue;
        follow->turn = seat;
        return;
    }
    int with = seat_count(with_coins(follow) & follow->in);
    follow->counts.poor_phase_2 += follow->phase == 1 && follow->vies == 0 && with < 2;
    follow->is_void = follow->phase == 1 && follow->vies == 0 && with >= 2;
    follow->deal_over = follow->phase == 2 || follow->is_void;
}

static void follow_pay(PrimeroFollow *follow, const Event *event) {
    bool see = strcmp(event->kind, "see") == 0;
    int seat = follow->turn, wanted = level(follow) - follow->paid[seat] + (see ? 0 : number(event, "amount"));
    int paid = see && wanted > follow->purse[seat] ? follow->purse[seat] : wanted;
    agree(follow, number(event, "paid") == paid, "pays %d, not %d", number(event, "paid"), paid);
    agree(follow, number(event, "all_in") == (paid == follow->purse[seat]), "all in or not");
    follow->counts.free_sees += see && follow->purse[seat] == 0;
    follow->purse[seat] -= paid;
    follow->paid[seat] += paid;
    if (!see && follow->vies++ == 0) follow->vier = seat;
    follow->acted |= SEAT_BIT(seat);
    follow->staked |= SEAT_BIT(seat);
    follow->passing = false;
    follow->step = !see && follow->terms.italian ? FOLLOW_BID : FOLLOW_EXCHANGE;
}

static void follow_pass(PrimeroFollow *follow, const Event *event) {
    (void)event;
    follow->acted |= SEAT_BIT(follow->turn);
    if (follow->vies > 0) follow->passed |= SEAT_BIT(follow->turn);
    follow->passing = true;
    follow->step = FOLLOW_EXCHANGE;
}

static void follow_fold(PrimeroFollow *follow, const Event *event) {
    (void)event;
    follow->acted |= SEAT_BIT(follow->turn);
    follow->in &= (SeatSet)~SEAT_BIT(follow->turn);
    follow->discards |= follow->hand[follow->turn];
    follow->hand[follow->turn] = 0;
    advance(follow);
}

static void follow_bid(PrimeroFollow *follow, const Event *event) {
    follow->bid = (OracleValue){type_of(event), number(event, "points")};
    follow->step = FOLLOW_EXCHANGE;
}

/* What is thrown joins the discards once the new cards are drawn. */
static void end_exchange(PrimeroFollow *follow) {
    follow->discards |= follow->throwing;
    follow->throwing = 0;
    advance(follow);
}

static void follow_throw(PrimeroFollow *follow, const Event *event) {
    follow->throwing = set_of(event, "cards");
    agree(follow, number(event, "count") == primero_count(follow->throwing), "%d cards thrown", number(event, "count"));
    agree(follow, !(follow->throwing & ~follow->hand[follow->turn]), "a card is thrown that is not in the hand");
    follow->hand[follow->turn] &= ~follow->throwing;
    if (!follow->throwing) end_exchange(follow);
}

static void follow_draw(PrimeroFollow *follow, const Event *event) {
    take_cards(follow, event, primero_count(follow->throwing));
    end_exchange(follow);
}

/* ---- the end of a deal */

static void follow_show(PrimeroFollow *follow, const Event *event) {
    int seat = number(event, "seat"), points;
    agree(follow, has(follow->in, seat) && set_of(event, "cards") == follow->hand[seat], "seat %d shows another hand", seat);
    OraclePrimeroHand hand = primero_follow_hand(follow->cards, follow->hand[seat]);
    OracleValue value = oracle_primero_value(&hand);
    agree(follow, type_of(event) == value.type && number(event, "points") == value.points, "seat %d is worth %s %d", seat,
          words(event, "type"), number(event, "points"));
    bool makes = follow->bid.type != ORACLE_NO_TYPE && oracle_primero_makes(&hand, follow->bid, &points);
    if (event_field(event, "makes")) agree(follow, number(event, "makes") == makes, "seat %d makes the bid or not", seat);
    follow->shown |= SEAT_BIT(seat);
}

static void follow_pot(PrimeroFollow *follow, const Event *event) {
    bool back = strcmp(words(event, "why"), "back") == 0;
    int left = number(event, "coins");
    for (int seat = 0; seat < follow->terms.players; seat++) {
        int share = element(event, "shares", seat);
        left -= share;
        (back ? follow->back : follow->won)[seat] += share;
    }
    bool carried = strcmp(words(event, "why"), "carried") == 0;
    agree(follow, left == 0 || carried, "%d coins of a pot go nowhere", left);
    if (carried) follow->carried += left;
}

static void follow_void(PrimeroFollow *follow, const Event *event) {
    agree(follow, follow->deal_over && follow->is_void, "the deal is not void");
    agree(follow, number(event, "pot") == follow->pot, "%d coins in the pot", number(event, "pot"));
}

/* The deal as it stands, from the eldest on; who sits where in seats. */
static OracleShowdown showdown_of(const PrimeroFollow *follow, int seats[PRIMERO_SEATS]) {
    const PrimeroTerms *terms = &follow->terms;
    OracleShowdown showdown = {.italian = terms->italian,
                               .split = terms->split,
                               .last = follow->deal == terms->deals,
                               .bid = follow->bid,
                               .pot = follow->pot};
    for (int i = 0, seat = next_seat(follow, follow->dealer); i < terms->players; i++, seat = next_seat(follow, seat)) {
        if (!has(follow->players, seat)) continue;
        OracleBettor *bettor = &showdown.player[showdown.players];
        bettor->paid = follow->paid[seat];
        bettor->purse = follow->purse[seat];
        bettor->in = has(follow->in, seat);
        if (primero_count(follow->hand[seat]) == PRIMERO_HAND)
            bettor->hand = primero_follow_hand(follow->cards, follow->hand[seat]);
        seats[showdown.players++] = seat;
    }
    return showdown;
}

static void count_all_ins(PrimeroFollowCounts *met, const OracleShowdown *showdown) {
    int different = 0;
    for (int i = 0; i < showdown->players; i++) {
        const OracleBettor *one = &showdown->player[i];
        bool is_new = one->in && one->purse == 0 && one->paid > 0;
        for (int k = 0; k < i; k++) {
            const OracleBettor *other = &showdown->player[k];
            if (other->in && other->purse == 0 && other->paid == one->paid) is_new = false;
        }
        different += is_new;
    }
    met->all_ins += different > 0;
    met->all_ins_differ += different >= 3;
}

static void count_hands(PrimeroFollowCounts *met, const OracleShowdown *showdown, const OracleDivision *division) {
    OracleValue best = {ORACLE_NO_TYPE, 0};
    int best_at = -1, equal = 0, points;
    bool made = false;
    for (int i = 0; i < showdown->players; i++) {
        if (!showdown->player[i].in) continue;
        OracleValue value = oracle_primero_value(&showdown->player[i].hand);
        int order = oracle_primero_compare(value, best);
        if (order > 0) best = value, best_at = i, equal = 0;
        equal += order == 0;
        if (!showdown->italian || showdown->bid.type == ORACLE_NO_TYPE) continue;
        bool makes = oracle_primero_makes(&showdown->player[i].hand, showdown->bid, &points);
        made = made || makes;
        met->called += makes && value.type != showdown->bid.type;
    }
    met->ties += equal > 0;
    met->bid_made += made;
    met->better_lost += made && division->won[best_at] == 0 && best.type != showdown->bid.type;
}

static void count_deal(PrimeroFollow *follow, const OracleShowdown *showdown, const OracleDivision *division) {
    PrimeroFollowCounts *met = &follow->counts;
    int winners = 0, back = 0, back_folded = 0;
    for (int i = 0; i < showdown->players; i++) {
        winners += division->won[i] > 0;
        back += division->back[i] > 0;
        back_folded += division->back[i] > 0 && !showdown->player[i].in;
    }
    met->backs += back > 0;
    met->backs_folded += back_folded > 0;
    met->layers += winners > 1;
    met->carried += division->carried > 0;
    count_all_ins(met, showdown);
    met->showdowns += seat_count(follow->in) > 1;
    met->alone += seat_count(follow->in) == 1;
    if (seat_count(follow->in) > 1) count_hands(met, showdown, division);
    OracleShowdown another = *showdown;
    OracleDivision if_another;
    another.last = false;
    oracle_primero_divide(&another, &if_another);
    met->highest += showdown->last && division->carried == 0 && if_another.carried > 0;
}

static void follow_score(PrimeroFollow *follow, const Event *event) {
    int seats[PRIMERO_SEATS];
    OracleShowdown showdown = showdown_of(follow, seats);
    OracleDivision division;
    agree(follow, follow->deal_over, "the deal is not over");
    if (follow->is_void) {
        oracle_primero_void(follow->pot, showdown.players, showdown.last, &division);
        follow->counts.voids++;
        follow->counts.voids_shared += showdown.last && follow->pot > 0;
        follow->carried = showdown.last ? follow->carried : follow->pot; /* of these no pot is told */
    } else {
        oracle_primero_divide(&showdown, &division);
        count_deal(follow, &showdown, &division);
    }
    bool showing = seat_count(follow->in) > 1 && !follow->is_void;
    agree(follow, follow->shown == (showing ? follow->in : 0), "others show their hands");
    for (int i = 0; i < showdown.players; i++) {
        int seat = seats[i];
        agree(follow, follow->won[seat] == division.won[i], "seat %d wins %d, not %d", seat, follow->won[seat],
              division.won[i]);
        agree(follow, follow->back[seat] == division.back[i], "seat %d gets back %d, not %d", seat, follow->back[seat],
              division.back[i]);
        follow->purse[seat] += division.won[i] + division.back[i];
    }
    agree(follow, follow->carried == division.carried && number(event, "pot") == division.carried, "%d carried, not %d",
          number(event, "pot"), division.carried);
    for (int seat = 0; seat < follow->terms.players; seat++)
        agree(follow, element(event, "totals", seat) == follow->purse[seat], "seat %d has %d coins, not %d", seat,
              element(event, "totals", seat), follow->purse[seat]);
    follow->pot = division.carried;
    memset(follow->paid, 0, sizeof follow->paid);
}

/* "A match is a number of deals, or ends when fewer than two have coins; the fullest purse wins, equal ones share." */
static void follow_end(PrimeroFollow *follow, const Event *event) {
    int most = 0;
    agree(follow, follow->deal == follow->terms.deals || seat_count(with_coins(follow)) < 2, "the match ends too early");
    agree(follow, follow->pot == 0, "%d coins are left over", follow->pot);
    follow->winners = 0;
    for (int seat = 0; seat < follow->terms.players; seat++) {
        if (follow->purse[seat] > most) most = follow->purse[seat], follow->winners = 0;
        if (follow->purse[seat] == most) follow->winners |= SEAT_BIT(seat);
    }
    agree(follow, (SeatSet)set_of(event, "winners") == follow->winners, "others have won");
    follow->ended = true;
    follow->counts.matches++;
    follow->counts.shared_wins += seat_count(follow->winners) > 1;
}

/* ---- from outside */

void primero_follow_init(PrimeroFollow *follow) {
    memset(follow, 0, sizeof *follow);
    primero_follow_cards(follow->cards);
    oracle_primero_hands(&follow->hands);
}

void primero_follow_begin(PrimeroFollow *follow, const PrimeroTerms *terms) {
    follow->wrong[0] = 0;
    follow->terms = *terms;
    follow->deal = follow->pot = 0;
    follow->dealer = -1;
    follow->lifting = (SeatSet)((1u << terms->players) - 1);
    follow->ended = false;
    follow->winners = 0;
    for (int seat = 0; seat < PRIMERO_SEATS; seat++) follow->purse[seat] = seat < terms->players ? terms->purse : 0;
}

void primero_follow_take(void *context, const Event *event) {
    static const struct {
        const char *kind;
        void (*follow)(PrimeroFollow *follow, const Event *event);
        bool by_turn;
    } handlers[] = {
        {"lift", follow_lift, false},  {"round", follow_round, false}, {"ante", follow_ante, false},
        {"deal", follow_deal, false},  {"phase", follow_phase, false}, {"shuffle", follow_shuffle, false},
        {"vie", follow_pay, true},     {"revie", follow_pay, true},    {"see", follow_pay, true},
        {"pass", follow_pass, true},   {"fold", follow_fold, true},    {"bid", follow_bid, true},
        {"throw", follow_throw, true}, {"draw", follow_draw, true},    {"show", follow_show, false},
        {"pot", follow_pot, false},    {"void", follow_void, false},   {"score", follow_score, false},
        {"end", follow_end, false},
    };
    PrimeroFollow *follow = context;
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(event->kind, handlers[i].kind) != 0) continue;
        if (handlers[i].by_turn)
            agree(follow, number(event, "seat") == follow->turn, "%s by seat %d", event->kind, number(event, "seat"));
        handlers[i].follow(follow, event);
        return;
    }
    agree(follow, false, "an event of kind %s", event->kind);
}

/* "A vie or revie needs another player still in who has coins, the whole amount, and in the Italian form a bid still above the
 * last." English: one stake, and "at most the rest in each phase". */
static bool may_raise(const PrimeroFollow *follow, int amount) {
    const PrimeroTerms *terms = &follow->terms;
    int seat = follow->turn, pays = level(follow) - follow->paid[seat] + amount;
    if (!(with_coins(follow) & follow->in & ~SEAT_BIT(seat)) || follow->purse[seat] < pays || amount < 1) return false;
    if (terms->italian) return amount <= terms->limit && !(follow->bid.type == ORACLE_CHORUS && follow->bid.points == 84);
    return amount == terms->stake && level(follow) + amount - follow->base <= terms->rest;
}

static bool may_act(const PrimeroFollow *follow, PrimeroMoveKind kind, int amount) {
    int seat = follow->turn;
    bool vied = follow->vies > 0, coins = follow->purse[seat] > 0;
    switch (kind) {
    case PRIMERO_MOVE_VIE: return !vied && may_raise(follow, amount);
    case PRIMERO_MOVE_REVIE: return vied && may_raise(follow, amount);
    case PRIMERO_MOVE_SEE: return vied;
    case PRIMERO_MOVE_PASS: return !vied || (coins && !has(follow->passed, seat) && !is_forced(follow));
    case PRIMERO_MOVE_FOLD: return vied ? !is_forced(follow) : coins;
    default: return false;
    }
}

static bool may_bid(const PrimeroFollow *follow, OracleValue bid) {
    if (follow->phase == 1)
        return follow->hands.count[bid.type][bid.points] > 0 && oracle_primero_compare(bid, follow->bid) > 0;
    OraclePrimeroHand hand = primero_follow_hand(follow->cards, follow->hand[follow->turn]);
    return oracle_primero_may_bid(&follow->hands, &hand, follow->bid, bid);
}

/* "Italian: one or two cards; after a pass at least one, unless the player has vied or seen already. While the standing bid is
 * numerus or supremus, each player who acts and stays in must exchange one or two cards. English: any number." */
static bool may_throw(const PrimeroFollow *follow, PrimeroSet cards) {
    int count = primero_count(cards);
    if (cards & ~follow->hand[follow->turn]) return false;
    if (!follow->terms.italian) return true;
    bool moving = follow->phase == 2 && (follow->bid.type == ORACLE_NUMERUS || follow->bid.type == ORACLE_SUPREMUS);
    bool must = moving || (follow->passing && !has(follow->staked, follow->turn));
    return count <= 2 && (count >= 1 || !must);
}

static bool may(const PrimeroFollow *follow, Move move) {
    PrimeroMoveKind kind = primero_move_kind(move);
    uint64_t what = primero_move_what(move);
    OracleValue bid = {(OracleType)primero_type((int)what), primero_points((int)what)};
    switch (follow->step) {
    case FOLLOW_ACT: return may_act(follow, kind, (int)what);
    case FOLLOW_BID: return kind == PRIMERO_MOVE_BID && may_bid(follow, bid);
    default: return kind == PRIMERO_MOVE_THROW && may_throw(follow, what);
    }
}

/* All that could be thought of at this step, legal or not; returns how many. */
static int think_of_moves(const PrimeroFollow *follow, Move *moves) {
    int count = 0;
    PrimeroSet hand = follow->hand[follow->turn], cards = 0;
    switch (follow->step) {
    case FOLLOW_ACT:
        for (int kind = PRIMERO_MOVE_SEE; kind <= PRIMERO_MOVE_FOLD; kind++)
            moves[count++] = primero_move((PrimeroMoveKind)kind, 0);
        for (uint64_t amount = 0; amount <= 40; amount++) {
            moves[count++] = primero_move(PRIMERO_MOVE_VIE, amount);
            moves[count++] = primero_move(PRIMERO_MOVE_REVIE, amount);
        }
        return count;
    case FOLLOW_BID:
        for (int type = ORACLE_NUMERUS; type < ORACLE_TYPES; type++)
            for (int points = 0; points <= ORACLE_PRIMERO_POINTS_MAX; points++)
                moves[count++] = primero_move(PRIMERO_MOVE_BID, (uint64_t)primero_value((PrimeroType)type, points));
        return count;
    default:
        do moves[count++] = primero_move(PRIMERO_MOVE_THROW, cards), cards = (cards - hand) & hand;
        while (cards);
        return count;
    }
}

void primero_follow_decision(PrimeroFollow *follow, int actor, const Move *moves, int count) {
    Move thought_of[ORACLE_TYPES * (ORACLE_PRIMERO_POINTS_MAX + 1)];
    int thoughts = think_of_moves(follow, thought_of), found = 0;
    agree(follow, actor == follow->turn, "seat %d acts", actor);
    for (int i = 0; i < thoughts; i++) {
        bool listed = false, expected = may(follow, thought_of[i]);
        for (int k = 0; k < count; k++) listed = listed || moves[k] == thought_of[i];
        agree(follow, listed == expected, "move %d %llu is %s", (int)primero_move_kind(thought_of[i]),
              (unsigned long long)primero_move_what(thought_of[i]), listed ? "listed" : "missing");
        found += expected;
    }
    agree(follow, count == found, "%d legal moves, not %d", count, found);
    follow->counts.forced += follow->step == FOLLOW_ACT && is_forced(follow);
}

void primero_follow_state(PrimeroFollow *follow, const State *state) {
    const Primero *p = primero_of(state);
    int points[SEATS_MAX];
    primero.points(state, points);
    for (int seat = 0; seat < follow->terms.players; seat++) {
        agree(follow, points[seat] == follow->purse[seat], "seat %d has %d coins, not %d", seat, points[seat],
              follow->purse[seat]);
        agree(follow, p->paid[seat] == follow->paid[seat], "seat %d has paid %d, not %d", seat, p->paid[seat],
              follow->paid[seat]);
        agree(follow, follow->ended || p->hand[seat] == follow->hand[seat], "seat %d holds another hand", seat);
    }
    agree(follow, p->pot == follow->pot, "%d in the pot, not %d", p->pot, follow->pot);
    if (follow->ended) return;
    agree(follow, p->turn == follow->turn && p->phase == follow->phase, "seat %d in phase %d", p->turn, p->phase);
    agree(follow, p->stock_count == follow->stock, "%d cards in the stock, not %d", p->stock_count, follow->stock);
}
