/* What a seat knows in Primiera, how to deal the hidden cards to fit, and the invariants of states and views. */
#include "games/primiera/primiera.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

bool primiera_hand_seen(const Primiera *p, int viewer, int seat) {
    if (viewer == VIEWER_WHOLE) return true;
    if (p->variant == ROBOT && seat == ROBOT_SEAT) return p->teams == TEAMS_PAIRS;
    return viewer == seat;
}

/* Face-down piles and other people's hands are unknown. What was captured was seen by all. */
void primiera_view(const State *state, int seat, View *view) {
    Primiera *v = (Primiera *)(void *)view;
    memcpy(v, state, sizeof *v);
    v->viewer = (uint8_t)seat;
    for (int other = 0; other < PRIMIERA_SEATS; other++) {
        if (primiera_hand_seen(v, seat, other)) continue;
        v->hidden[other] = (uint8_t)set_count(v->hand[other]);
        v->hand[other] = 0;
        if (v->laid[other] != CARD_NONE) v->laid[other] = CARD_UNKNOWN;
    }
    memset(v->stock, CARD_UNKNOWN, v->stock_count);
}

/* ---- determinize */

CardSet primiera_seen(const Primiera *p) {
    CardSet seen = p->table;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        seen |= p->hand[seat] | p->pile[seat];
        if (p->laid[seat] < ITALIAN_CARDS) seen |= CARD_BIT(p->laid[seat]);
    }
    for (int i = 0; i < p->stock_count; i++)
        if (p->stock[i] < ITALIAN_CARDS) seen |= CARD_BIT(p->stock[i]);
    return seen;
}

static int list_cards(CardSet set, uint8_t *cards) {
    int count = 0;
    for (; set; set &= set - 1) cards[count++] = (uint8_t)set_lowest(set);
    return count;
}

/* An unknown place of the view: a seat's hand, the card it has laid, or a place in the stock. */
typedef uint8_t Place;
enum { PLACE_HAND = 0, PLACE_LAID = PRIMIERA_SEATS, PLACE_STOCK = 2 * PRIMIERA_SEATS };

static void put(Primiera *p, Place place, int card) {
    if (place < PLACE_LAID) p->hand[place] |= CARD_BIT(card);
    else if (place < PLACE_STOCK) p->laid[place - PLACE_LAID] = (uint8_t)card;
    else p->stock[place - PLACE_STOCK] = (uint8_t)card;
}

static int stock_places(const Primiera *p, Place *places) {
    for (int i = 0; i < p->stock_count; i++) places[i] = (Place)(PLACE_STOCK + i);
    return p->stock_count;
}

static int places_of(const Primiera *p, int seat, Place *places) {
    int count = p->hidden[seat];
    memset(places, PLACE_HAND + seat, (size_t)count);
    if (p->laid[seat] == CARD_UNKNOWN) places[count++] = (Place)(PLACE_LAID + seat);
    if (p->variant == ROBOT && seat == ROBOT_SEAT) count += stock_places(p, places + count);
    return count;
}

/* Every seat was dealt exactly one Herald: who has not shown it holds one, anywhere among the unknown cards; but the robot's
 * opening card is never its Herald. The place it takes is removed from the list. */
static int place_herald(Primiera *p, int seat, int herald, Place *places, int count, Chance *chance) {
    int open = count;
    if (p->variant == ROBOT && seat == ROBOT_SEAT && p->laid[seat] == CARD_UNKNOWN) {
        /* The laid place is last among the robot's: there is no stock yet while cards are being laid. */
        assert(places[count - 1] == PLACE_LAID + ROBOT_SEAT);
        open--;
    }
    int chosen = (int)chance_below(chance, (uint32_t)open);
    put(p, places[chosen], herald);
    places[chosen] = places[open - 1];
    places[open - 1] = places[count - 1];
    return count - 1;
}

void primiera_determinize(const View *view, Chance *chance, State *state) {
    Primiera *p = (Primiera *)(void *)state;
    memcpy(p, view, sizeof *p);
    CardSet unseen = ALL_CARDS & ~primiera_seen(p);
    uint8_t cards[ITALIAN_CARDS], herald[4];
    Place places[ITALIAN_CARDS];
    int place_count = 0, herald_count = 0, heralds_given = 0;
    if (primiera_has_heralds(p)) {
        herald_count = list_cards(unseen & HERALD_CARDS, herald);
        unseen &= ~HERALD_CARDS;
        chance_shuffle(chance, 0, herald, herald_count);
    }
    int card_count = list_cards(unseen, cards);
    chance_shuffle(chance, 0, cards, card_count);
    for (int seat = 0; seat < primiera_seats(p); seat++) {
        int count = places_of(p, seat, places + place_count);
        if (primiera_has_heralds(p) && count > 0 && !(p->herald_shown & SEAT_BIT(seat)))
            count = place_herald(p, seat, herald[heralds_given++], places + place_count, count, chance);
        place_count += count;
    }
    if (p->variant == TWO || p->variant == THREE) place_count += stock_places(p, places + place_count);
    assert(heralds_given == herald_count && place_count == card_count);
    for (int i = 0; i < place_count; i++) put(p, places[i], cards[i]);
    memset(p->hidden, 0, sizeof p->hidden);
    p->viewer = VIEWER_WHOLE;
}

/* ---- invariants */

/* Known cards lie in one place each, and with the unknown ones they are forty. */
static const char *check_cards(const Primiera *p) {
    CardSet seen = p->table;
    int known = set_count(p->table), unknown = 0;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        seen |= p->hand[seat] | p->pile[seat];
        known += set_count(p->hand[seat]) + set_count(p->pile[seat]);
        unknown += p->hidden[seat];
        if (p->laid[seat] == CARD_UNKNOWN) unknown++;
        else if (p->laid[seat] != CARD_NONE) known++;
        if (set_count(p->pile[seat]) == 1) return "a pile of one card cannot be";
        if (p->hidden[seat] && p->hand[seat]) return "a hand is known in part";
        if (p->hidden[seat] && primiera_hand_seen(p, p->viewer, seat)) return "a hand that is seen has unknown cards";
        if (p->hand[seat] && !primiera_hand_seen(p, p->viewer, seat)) return "a hand that is not seen has known cards";
        if (seat >= primiera_seats(p) && (p->hand[seat] || p->pile[seat] || p->hidden[seat])) return "an empty seat has cards";
    }
    for (int i = 0; i < p->stock_count; i++) {
        if ((p->stock[i] == CARD_UNKNOWN) != (p->viewer != VIEWER_WHOLE))
            return "the stock is unknown in views, and only there";
        if (p->stock[i] == CARD_UNKNOWN) unknown++;
        else known++;
    }
    seen |= primiera_seen(p);
    if (seen & ~ALL_CARDS) return "there is no such card";
    if (set_count(seen) != known) return "a card stands in two places";
    if (known + unknown != ITALIAN_CARDS) return "the cards are not forty";
    return NULL;
}

static const char *check_row(const Primiera *p) {
    CardSet row = 0;
    for (int i = 0; i < PRIMIERA_TABLE_MAX; i++) {
        if ((p->row[i] == CARD_NONE) != (i >= p->row_count)) return "the row has a gap";
        if (i < p->row_count) row |= CARD_BIT(p->row[i]);
    }
    for (int i = p->stock_count; i < PRIMIERA_STOCK_MAX; i++)
        if (p->stock[i] != CARD_NONE) return "the stock has a gap";
    return row == p->table ? NULL : "the row is not the table";
}

static int hand_size(const Primiera *p, int seat) {
    int size = set_count(p->hand[seat]) + p->hidden[seat];
    return p->variant == ROBOT && seat == ROBOT_SEAT ? size + p->stock_count : size;
}

/* While cards are laid: ten each before, nine after, and nothing else anywhere. */
static const char *check_laying(const Primiera *p) {
    if (!primiera_has_heralds(p)) return "only with Heralds are opening cards laid";
    int missing = 0;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        bool laid = p->laid[seat] != CARD_NONE;
        if (hand_size(p, seat) != (laid ? 9 : 10)) return "a hand has ten cards before laying one, and nine after";
        if (laid && (p->laid[seat] == CARD_UNKNOWN) == primiera_hand_seen(p, p->viewer, seat))
            return "laid cards are known to who laid them";
        missing += !laid;
    }
    if (missing == 0) return "all have laid a card, and none is turned up";
    if (p->table || p->last != SEAT_NONE || p->stock_count || p->teams != TEAMS_OPEN)
        return "play has begun before all have laid";
    if (p->variant == ROBOT && p->laid[ROBOT_SEAT] == CARD_NONE) return "the robot lays its card at the deal";
    return NULL;
}

/* While cards are played: who has had the turn in this trick is one card short of the others. */
static const char *check_hands(const Primiera *p) {
    uint8_t order[PRIMIERA_SEATS];
    int seats = primiera_order(p, order), full = hand_size(p, p->turn), size = 9;
    bool played = true;
    for (int i = 0; i < seats; i++) {
        if (order[i] == p->turn) played = false;
        if (hand_size(p, order[i]) != full - played) return "the hands do not fit the turn";
        if (p->laid[order[i]] != CARD_NONE) return "a card lies face down while cards are played";
    }
    if (p->variant == TWO || p->variant == THREE) {
        size = p->variant == TWO ? 3 : 6;
        if (p->stock_count % (size * seats)) return "the stock does not fit the hands";
    } else if (p->variant != ROBOT && p->stock_count) {
        return "there is no stock in this variant";
    }
    if (p->variant == ROBOT && primiera_robot_alone(p) ? p->hand[ROBOT_SEAT] || p->hidden[ROBOT_SEAT]
                                                       : p->variant == ROBOT && p->stock_count)
        return "the robot's cards are a face-down pile until it has a partner";
    if (p->phase == PRIMIERA_PHASE_OVER)
        return full == 0 && !p->stock_count && !p->table ? NULL : "cards are left though the match is over";
    return full < 1 || full > size ? "the hands are too large or empty" : NULL;
}

/* Teams come from a Herald that lies open: Swords for each alone, Cups for those opposite, Clubs or Coins for neighbours. */
static const char *check_herald_played(const Primiera *p, CardSet open) {
    uint8_t order[PRIMIERA_SEATS];
    if (p->teams == TEAMS_OPEN) {
        bool robot_played = p->variant == ROBOT && p->herald_shown & SEAT_BIT(ROBOT_SEAT);
        return robot_played ? "the robot lays no Herald: it has played one, and yet there are no teams" : NULL;
    }
    CardSet needed = CARD_BIT(card_of(1, SWORDS));
    if (p->teams == TEAMS_PAIRS) {
        primiera_order(p, order);
        bool opposite = p->partner[order[0]] == order[2];
        needed = opposite ? CARD_BIT(card_of(1, CUPS)) : CARD_BIT(card_of(1, CLUBS)) | CARD_BIT(card_of(1, COINS));
    }
    return open & needed ? NULL : "no Herald was played that makes these teams";
}

/* Everybody was dealt one Herald, and it has been shown once it lies on the table or in a pile. */
static const char *check_heralds(const Primiera *p) {
    CardSet open = p->table;
    if (!primiera_has_heralds(p)) return p->herald_shown ? "there are no Heralds to show" : NULL;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) open |= p->pile[seat];
    if (set_count(open & HERALD_CARDS) != bits_count(p->herald_shown)) return "the Heralds shown are not those on the table";
    if (p->herald_shown >> PRIMIERA_SEATS) return "a Herald is shown by nobody";
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        CardSet own = p->hand[seat];
        bool known = primiera_hand_seen(p, p->viewer, seat);
        if (p->laid[seat] < ITALIAN_CARDS) own |= CARD_BIT(p->laid[seat]);
        if (p->variant == ROBOT && seat == ROBOT_SEAT && p->viewer == VIEWER_WHOLE)
            for (int i = 0; i < p->stock_count; i++) own |= CARD_BIT(p->stock[i]);
        int expected = p->herald_shown & SEAT_BIT(seat) ? 0 : 1;
        if (known && set_count(own & HERALD_CARDS) != expected) return "everybody was dealt one Herald";
        if (!known && expected && hand_size(p, seat) + (p->laid[seat] != CARD_NONE) == 0) return "a Herald is missing";
    }
    if (p->variant == ROBOT && p->laid[ROBOT_SEAT] < ITALIAN_CARDS && card_rank(p->laid[ROBOT_SEAT]) == 1)
        return "the robot's opening card is never its Herald";
    return check_herald_played(p, open & HERALD_CARDS);
}

static const char *check_teams(const Primiera *p) {
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) {
        int partner = p->partner[seat];
        if (p->teams != TEAMS_PAIRS) {
            if (partner != SEAT_NONE) return "somebody has a partner without pairs";
        } else if (partner >= PRIMIERA_SEATS || partner == seat || p->partner[partner] != seat) {
            return "the partners do not fit";
        }
    }
    if (p->variant == CLASSIC && (p->teams != TEAMS_PAIRS || p->partner[0] != 2)) return "partners sit opposite in classic";
    if ((p->variant == TWO || p->variant == THREE) && p->teams != TEAMS_ALONE) return "there are no partners in this variant";
    return NULL;
}

static const char *check_counts(const Primiera *p) {
    CardSet piles = 0;
    int seats = primiera_seats(p);
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) piles |= p->pile[seat];
    if (p->swept & ~piles) return "a sweep is not in a pile";
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
        if (set_count(p->swept & p->pile[seat]) * 2 > set_count(p->pile[seat])) return "a sweep takes a card at least";
    if ((p->last == SEAT_NONE) != (piles == 0)) return "the piles do not fit who captured last";
    if (p->last != SEAT_NONE && (p->last >= seats || !p->pile[p->last])) return "who captured last has no pile";
    if (p->turn >= seats || p->dealer >= primiera_people(p)) return "there is no such seat";
    if (p->round == 0 || p->target == 0) return "rounds and targets are counted from 1";
    if (p->viewer != VIEWER_WHOLE && p->viewer != ONLOOKER && p->viewer >= seats) return "nobody sits where this is seen from";
    for (int seat = seats; seat < PRIMIERA_SEATS; seat++)
        if (p->score[seat]) return "an empty seat has points";
    if (p->variant == CLASSIC && (p->score[0] != p->score[2] || p->score[1] != p->score[3]))
        return "partners have one score in classic";
    if (p->phase == PRIMIERA_PHASE_OVER && !primiera_match_winners(p)) return "the match is over, and nobody has won";
    if (p->phase != PRIMIERA_PHASE_OVER && primiera_match_winners(p) && !p->extra_round_played)
        return "the match is won, and yet it goes on";
    return NULL;
}

const char *primiera_check(const State *state) {
    const Primiera *p = primiera_of(state);
    const char *broken = check_counts(p);
    if (!broken) broken = check_teams(p);
    if (!broken) broken = check_row(p);
    if (!broken) broken = check_cards(p);
    if (!broken) broken = p->phase == PRIMIERA_PHASE_LAY ? check_laying(p) : check_hands(p);
    if (!broken) broken = check_heralds(p);
    return broken;
}
