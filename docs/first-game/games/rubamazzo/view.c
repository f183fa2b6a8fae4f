/* What a seat knows in Rubamazzo, how to deal the hidden cards to fit, and the invariants of states and views. */
#include <string.h>

#include "games/rubamazzo/rubamazzo.h"

void rubamazzo_view(const State *state, int seat, View *view) {
    Rubamazzo *v = (Rubamazzo *)(void *)view;
    *v = *rubamazzo_of(state);
    v->viewer = (uint8_t)seat;
    memset(v->stock, CARD_UNKNOWN, v->stock_count);
    for (int other = 0; other < RUBAMAZZO_SEATS; other++) {
        if (other == seat) continue;
        v->hidden[other] = (uint8_t)rubamazzo_held(v, other);
        v->hand[other] = 0;
    }
}

/* The cards whose place is known. */
static CardSet placed(const Rubamazzo *r) {
    CardSet set = r->table;
    for (int seat = 0; seat < r->people; seat++) set |= r->hand[seat] | r->pile[seat];
    for (int i = 0; i < r->stock_count; i++)
        if (r->stock[i] < ITALIAN_CARDS) set |= CARD_BIT(r->stock[i]);
    return set;
}

void rubamazzo_determinize(const View *view, Chance *chance, State *state) {
    Rubamazzo *r = (Rubamazzo *)(void *)state;
    uint8_t cards[ITALIAN_CARDS], *next = cards;
    int count = 0;
    *r = *rubamazzo_of(view_state(view));
    r->viewer = VIEWER_WHOLE;
    for (CardSet unseen = ALL_CARDS & ~placed(r); unseen; unseen &= unseen - 1) cards[count++] = (uint8_t)set_lowest(unseen);
    chance_shuffle(chance, 0, cards, count);
    for (int seat = 0; seat < r->people; seat++)
        for (; r->hidden[seat]; r->hidden[seat]--) r->hand[seat] |= CARD_BIT(*next++);
    for (int i = 0; i < r->stock_count; i++)
        if (r->stock[i] == CARD_UNKNOWN) r->stock[i] = *next++;
}

/* ---- invariants */

static const char *check_hidden(const Rubamazzo *r) {
    bool whole = r->viewer == VIEWER_WHOLE;
    for (int seat = 0; seat < r->people; seat++) {
        bool seen = whole || seat == r->viewer;
        if (seen ? r->hidden[seat] != 0 : r->hand[seat] != 0) return "a view knows its own hand and no other";
    }
    for (int i = 0; i < RUBAMAZZO_STOCK; i++) {
        bool there = i < r->stock_count, known = r->stock[i] < ITALIAN_CARDS;
        if (there ? (known != whole || (!known && r->stock[i] != CARD_UNKNOWN)) : r->stock[i] != CARD_NONE)
            return "the stock is known in a full state only";
    }
    return NULL;
}

/* All cards are there once, and hands are as even as the turn says. */
static const char *check_cards(const Rubamazzo *r) {
    int total = set_count(r->table) + r->stock_count, most = rubamazzo_held(r, r->turn);
    int unknown = r->viewer == VIEWER_WHOLE ? 0 : r->stock_count;
    for (int seat = 0; seat < r->people; seat++) {
        total += rubamazzo_held(r, seat) + set_count(r->pile[seat]);
        unknown += r->hidden[seat];
    }
    if (total != ITALIAN_CARDS || set_count(placed(r)) + unknown != ITALIAN_CARDS)
        return "there are forty cards, each in one place";
    if (most > RUBAMAZZO_HAND || r->stock_count % (r->people * RUBAMAZZO_HAND) != 0)
        return "hands and stock do not fit together";
    if (!most && r->stock_count) return "hands and stock do not fit together";
    /* From the player on turn on, everybody still has as many cards; those who have played have one less. */
    for (int i = 1, held = most; i < r->people; i++) {
        int now = rubamazzo_held(r, (r->turn + i) % r->people);
        if (now > held || now < most - 1) return "hands do not fit the turn";
        held = now;
    }
    return NULL;
}

const char *rubamazzo_check(const State *state) {
    const Rubamazzo *r = rubamazzo_of(state);
    if (r->people < 2 || r->people > RUBAMAZZO_SEATS || r->turn >= r->people) return "that many people cannot play";
    if (r->viewer != VIEWER_WHOLE && r->viewer != ONLOOKER && r->viewer >= r->people) return "there is no such viewer";
    bool taken = false;
    for (int seat = 0; seat < RUBAMAZZO_SEATS; seat++) {
        bool some = r->pile[seat] != 0;
        taken |= some;
        if (seat >= r->people && (some || r->hand[seat] || r->hidden[seat])) return "an empty seat has cards";
        if (some ? !(r->top[seat] < ITALIAN_CARDS && (r->pile[seat] & CARD_BIT(r->top[seat]))) : r->top[seat] != CARD_NONE)
            return "the top card of a pile is one of its cards";
    }
    if (taken ? r->last >= r->people : r->last != SEAT_NONE) return "somebody took last if and only if there is a pile";
    const char *broken = check_hidden(r);
    return broken ? broken : check_cards(r);
}
