/* What a seat knows in Primero, how to deal the hidden cards to fit, and the invariants of states and views. */
#include "games/primero/primero.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

/* May the viewer see this seat's hand? Only the last deal's shown hands are still there to be seen. */
static bool hand_seen(const Primero *p, int viewer, int seat) {
    return viewer == VIEWER_WHOLE || viewer == seat || (p->shown & SEAT_BIT(seat));
}

static bool discards_seen(int viewer, int seat) { return viewer == VIEWER_WHOLE || viewer == seat; }

/* Other people's hands, what they threw, and the stock are unknown; how many cards lie where is public. */
void primero_view(const State *state, int seat, View *view) {
    Primero *v = (Primero *)(void *)view;
    memcpy(v, state, sizeof *v);
    v->viewer = (uint8_t)seat;
    for (int other = 0; other < PRIMERO_SEATS; other++) {
        if (!hand_seen(v, seat, other)) {
            v->hidden[other] = (uint8_t)primero_count(v->hand[other]);
            v->hand[other] = 0;
        }
        if (!discards_seen(seat, other)) {
            v->hidden_discards[other] = (uint8_t)primero_count(v->discards[other]);
            v->discards[other] = 0;
        }
    }
    memset(v->stock, CARD_UNKNOWN, v->stock_count);
}

/* ---- determinize */

static PrimeroSet seen_cards(const Primero *p) {
    PrimeroSet seen = 0;
    for (int seat = 0; seat < PRIMERO_SEATS; seat++) seen |= p->hand[seat] | p->discards[seat];
    for (int i = 0; i < p->stock_count; i++)
        if (p->stock[i] < PRIMERO_CARDS) seen |= PRIMERO_BIT(p->stock[i]);
    return seen;
}

/* The unseen cards lie in the unknown places in any order, all alike likely. */
void primero_determinize(const View *view, Chance *chance, State *state) {
    Primero *p = (Primero *)(void *)state;
    memcpy(p, view, sizeof *p);
    uint8_t cards[PRIMERO_CARDS];
    int count = 0, next = 0;
    for (PrimeroSet unseen = PRIMERO_ALL_CARDS & ~seen_cards(p); unseen; unseen &= unseen - 1)
        cards[count++] = (uint8_t)primero_lowest(unseen);
    chance_shuffle(chance, 0, cards, count);
    for (int seat = 0; seat < p->people; seat++) {
        for (int i = 0; i < p->hidden[seat]; i++) p->hand[seat] |= PRIMERO_BIT(cards[next++]);
        for (int i = 0; i < p->hidden_discards[seat]; i++) p->discards[seat] |= PRIMERO_BIT(cards[next++]);
    }
    for (int i = 0; i < p->stock_count; i++)
        if (p->stock[i] == CARD_UNKNOWN) p->stock[i] = cards[next++];
    assert(next == count);
    memset(p->hidden, 0, sizeof p->hidden);
    memset(p->hidden_discards, 0, sizeof p->hidden_discards);
    p->viewer = VIEWER_WHOLE;
}

/* ---- invariants */

static int hand_size(const Primero *p, int seat) { return primero_count(p->hand[seat]) + p->hidden[seat]; }

static int discards_size(const Primero *p, int seat) { return primero_count(p->discards[seat]) + p->hidden_discards[seat]; }

static int seat_count(SeatSet seats) { return bits_count(seats); }

static const char *check_options(const Primero *p) {
    bool english = p->variant == PRIMERO_ENGLISH;
    if (!english && p->variant != PRIMERO_ITALIAN) return "there is no such variant";
    if (p->people < 2 || p->people > PRIMERO_SEATS) return "two to six play";
    if (p->start < 1 || p->start > PRIMERO_PURSE_MAX) return "the purse cannot be";
    if (p->ante < 0 || p->ante > PRIMERO_PURSE_MAX) return "the ante cannot be";
    if (english && (p->stake < 1 || p->stake > PRIMERO_STAKE_MAX || p->rest < p->stake ||
                    p->rest > p->stake * PRIMERO_REST_STAKES_MAX || p->limit))
        return "stake and rest cannot be";
    if (!english && (p->stake || p->rest || p->limit < 1 || p->limit > PRIMERO_LIMIT_MAX)) return "the limit cannot be";
    if (p->deal < 1 || p->deals > PRIMERO_DEALS_MAX || p->deal > p->deals) return "there is no such deal in the match";
    if (p->viewer != VIEWER_WHOLE && p->viewer != ONLOOKER && p->viewer >= p->people)
        return "nobody sits where this is seen from";
    if (p->phase > PRIMERO_PHASE_2 || p->step > PRIMERO_STEP_EXCHANGE || p->split > 1) return "there is no such phase or step";
    return NULL;
}

/* Known cards lie in one place each, and with the unknown ones they are forty. */
static const char *check_cards(const Primero *p) {
    int known = 0, unknown = 0;
    for (int seat = 0; seat < PRIMERO_SEATS; seat++) {
        bool sees_hand = hand_seen(p, p->viewer, seat), sees_discards = discards_seen(p->viewer, seat);
        known += primero_count(p->hand[seat]) + primero_count(p->discards[seat]);
        unknown += p->hidden[seat] + p->hidden_discards[seat];
        if (sees_hand ? p->hidden[seat] != 0 : p->hand[seat] != 0)
            return "a hand is known to its player, and to others once shown";
        if (sees_discards ? p->hidden_discards[seat] != 0 : p->discards[seat] != 0)
            return "discards are known to who threw them, and to nobody else";
    }
    if (p->stock_count > PRIMERO_CARDS) return "the stock is too large";
    for (int i = 0; i < PRIMERO_CARDS; i++) {
        if ((p->stock[i] == CARD_NONE) != (i >= p->stock_count)) return "the stock has a gap";
        if (i >= p->stock_count) continue;
        if ((p->stock[i] == CARD_UNKNOWN) != (p->viewer != VIEWER_WHOLE))
            return "the stock is unknown in views, and only there";
        if (p->stock[i] == CARD_UNKNOWN) unknown++;
        else known++;
    }
    PrimeroSet seen = seen_cards(p);
    if (seen & ~PRIMERO_ALL_CARDS) return "there is no such card";
    if (primero_count(seen) != known) return "a card stands in two places";
    return known + unknown == PRIMERO_CARDS ? NULL : "the cards are not forty";
}

/* Two cards each in phase 1, four in phase 2; who sits out or has folded has none. */
static const char *check_hands(const Primero *p) {
    SeatSet all = (SeatSet)((1u << p->people) - 1), dealt = p->in | p->folded;
    int size = p->phase == PRIMERO_PHASE_1 ? PRIMERO_PACKET : PRIMERO_HAND;
    if ((dealt & ~all) || (p->in & p->folded)) return "who is in and who has folded does not fit";
    for (int seat = 0; seat < PRIMERO_SEATS; seat++) {
        bool in = p->in & SEAT_BIT(seat);
        if (p->phase == PRIMERO_OVER && in) size = hand_size(p, __builtin_ctz(p->in));
        if (size != PRIMERO_PACKET && size != PRIMERO_HAND) return "hands have two cards or four";
        if (hand_size(p, seat) != (in ? size : 0)) return "the hands do not fit the phase";
        bool may_have_thrown = p->phase == PRIMERO_OVER ? seat < p->people : (dealt & SEAT_BIT(seat)) != 0;
        if (!may_have_thrown && discards_size(p, seat)) return "who was not dealt in has thrown cards";
    }
    if (p->phase != PRIMERO_OVER && p->shown) return "hands lie open before the end";
    if (p->shown && (p->shown != p->in || seat_count(p->shown) < 2 || size != PRIMERO_HAND))
        return "all who were in show, or nobody";
    return p->phase == PRIMERO_OVER || seat_count(p->in) >= 2 ? NULL : "a deal goes on while two are in";
}

/* No coin is made or lost, and what was paid fits the rules of vies and sees. */
static const char *check_coins(const Primero *p) {
    int64_t coins = p->pot;
    int level = primero_level(p);
    SeatSet dealt = p->in | p->folded;
    if (p->pot < 0 || p->base < 0) return "coins cannot be less than none";
    for (int seat = 0; seat < PRIMERO_SEATS; seat++) {
        SeatSet bit = SEAT_BIT(seat);
        int paid = p->paid[seat];
        if (p->purse[seat] < 0 || paid < 0) return "coins cannot be less than none";
        coins += p->purse[seat] + paid;
        if (seat >= p->people && p->purse[seat] + paid) return "an empty seat has coins";
        if (p->phase == PRIMERO_OVER) continue;
        if (!(dealt & bit) && p->purse[seat] + paid) return "who has coins is dealt in";
        if ((p->in & bit) && p->purse[seat] && paid < p->base) return "who is in and has coins has matched phase 1";
        if (!(p->staked & bit) && paid > p->base) return "who has neither vied nor seen has paid";
    }
    if (coins != (int64_t)p->start * p->people) return "the coins are not those the match began with";
    if (level < p->base) return "nobody has paid what phase 1 asked for";
    if (p->variant != PRIMERO_ENGLISH) return NULL;
    if (p->base % p->stake || level % p->stake) return "vies are whole stakes";
    return p->base <= p->rest && level - p->base <= p->rest ? NULL : "a player has put up more than the rest";
}

static const char *check_bid(const Primero *p) {
    if (p->variant == PRIMERO_ENGLISH)
        return p->bid || p->step == PRIMERO_STEP_BID ? "there are no bids in the English form" : NULL;
    if (p->bid && !primero_bid_exists(p->bid)) return "no hand has the value that is bid";
    if (p->step == PRIMERO_STEP_BID) {
        if (p->turn >= p->people || p->paid[p->turn] != primero_level(p) || !primero_vied(p)) return "who bids has vied";
        if (!primero_next_bid(p->bid)) return "there is no higher bid";
        /* The very first vie still lacks its bid; those before it have theirs. */
        bool first = p->base == 0 && seat_count(p->staked) == 1;
        return first == !p->bid ? NULL : "bids and vies do not fit";
    }
    return (p->bid != 0) == (primero_level(p) > 0) ? NULL : "every vie has its bid, and every bid its vie";
}

/* Before the vie the turn goes round once: those who have acted are those between the dealer and the turn. */
static const char *check_round(const Primero *p) {
    uint8_t order[PRIMERO_SEATS];
    int count = primero_order(p, order);
    SeatSet before = 0;
    for (int i = 0; i < count && order[i] != p->turn; i++) before |= SEAT_BIT(order[i]);
    if (p->step != PRIMERO_STEP_ACT) before |= SEAT_BIT(p->turn);
    if (p->passed || p->staked) return "nobody has vied in this phase, and yet it was answered";
    return (p->acted & p->in) == (before & p->in) ? NULL : "who has acted does not fit the turn";
}

static const char *check_turn(const Primero *p) {
    if (p->turn >= p->people || !(p->in & SEAT_BIT(p->turn))) return "the turn is with one who is in";
    SeatSet dealt = p->in | p->folded, turn = SEAT_BIT(p->turn);
    SeatSet may_be = p->step == PRIMERO_STEP_ACT ? primero_awaited(p) : p->acted;
    if (!(dealt & SEAT_BIT(p->dealer))) return "the dealer sits out";
    if ((p->acted & ~dealt) || (p->passed & ~p->acted) || (p->staked & ~p->acted))
        return "some have acted who were not dealt in";
    if (p->phase == PRIMERO_PHASE_1 && (p->folded & ~p->acted)) return "who has folded has acted";
    if (!(may_be & turn)) return "the turn does not fit the step";
    if (p->phase == PRIMERO_PHASE_1 && p->base) return "there is nothing before phase 1";
    if (p->phase == PRIMERO_PHASE_2 && !p->base && seat_count(primero_with_coins(p, p->in)) >= 2)
        return "phase 2 comes after a vie where two have coins";
    if (p->step == PRIMERO_STEP_BID && !(p->staked & turn)) return "who bids has vied";
    if (!primero_vied(p)) return check_round(p);
    for (int seat = 0; seat < p->people; seat++)
        if ((p->staked & SEAT_BIT(seat)) && p->paid[seat] == primero_level(p)) return NULL;
    return "nobody stands by the vie";
}

static const char *check_over(const Primero *p) {
    if (p->pot || p->base || primero_level(p)) return "coins lie on the table though the match is over";
    if (p->turn != SEAT_NONE || p->step != PRIMERO_STEP_ACT || p->bid || p->folded || p->acted || p->passed || p->staked)
        return "the match is over, and yet somebody acts";
    if (!p->in) return "somebody was in to the end";
    SeatSet all = (SeatSet)((1u << p->people) - 1);
    return p->deal == p->deals || seat_count(primero_with_coins(p, all)) < 2 ? NULL : "the match is over too early";
}

const char *primero_check(const State *state) {
    const Primero *p = primero_of(state);
    const char *broken = check_options(p);
    if (!broken && p->dealer >= p->people) broken = "there is no such dealer";
    if (!broken) broken = check_cards(p);
    if (!broken) broken = check_hands(p);
    if (!broken) broken = check_coins(p);
    if (!broken) broken = check_bid(p);
    if (!broken) broken = p->phase == PRIMERO_OVER ? check_over(p) : check_turn(p);
    return broken;
}
