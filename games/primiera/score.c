/* The score of a round of Primiera and the end of a match.
 * Rules: "Variant heralds", scoring; "Variant classic", "two", "three". */
#include "games/primiera/primiera.h"
#include "games/primiera/tables.h"

/* The ranks and their values, the best first, each handed to X with the argument t. */
#define BEST_FIRST(X, t) \
    X(t, 7, 21) X(t, 6, 18) X(t, 1, 16) X(t, 5, 15) X(t, 4, 14) X(t, 3, 13) X(t, 2, 12) X(t, 8, 10) X(t, 9, 10) X(t, 10, 10)

#define LISTED(t, rank, value) [rank] = value,
const uint8_t primiera_rank_values[ITALIAN_RANKS + 1] = {BEST_FIRST(LISTED, )};

/* The best value among ranks of one suit, 0 if there are none: looked up, because what a pile holds cannot be guessed. */
#define IF_HELD(t, rank, value) ((t)&1 << ((rank)-1)) ? value:
#define BEST_VALUE(t) BEST_FIRST(IF_HELD, t) 0
static const uint8_t best_values[1024] = {TIMES_1024(BEST_VALUE)};

int primiera_value(CardSet pile) {
    int sum = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int best = best_values[pile >> (10 * suit) & 0x3ff];
        if (best == 0) return 0;
        sum += best;
    }
    return sum;
}

CardSet primiera_best(CardSet pile) {
    CardSet best = 0;
    if (!primiera_value(pile)) return 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int wanted = best_values[pile >> (10 * suit) & 0x3ff];
        CardSet held = pile & SUIT_CARDS(suit);
        while (primiera_rank_values[card_rank(set_lowest(held))] != wanted) held &= held - 1;
        best |= CARD_BIT(set_lowest(held));
    }
    return best;
}

static int teams_of(const Primiera *p, SeatSet teams[PRIMIERA_SEATS]) {
    int count = 0, seats = primiera_seats(p);
    SeatSet placed = 0;
    for (int seat = 0; seat < seats; seat++) {
        if (placed & SEAT_BIT(seat)) continue;
        SeatSet team = SEAT_BIT(seat);
        if (p->teams == TEAMS_PAIRS) team |= SEAT_BIT(p->partner[seat]);
        placed |= team;
        teams[count++] = team;
    }
    return count;
}

/* The only index with the greatest value above zero, or -1 where nobody is ahead. */
static int leader(const int *values, int count) {
    int best = 1, holders = 0, index = -1;
    for (int i = 0; i < count; i++) best = values[i] > best ? values[i] : best;
    for (int i = 0; i < count; i++) {
        holders += values[i] == best;
        index = values[i] == best ? i : index;
    }
    return holders == 1 ? index : -1;
}

int primiera_round_score(const Primiera *p, TeamScore scores[PRIMIERA_SEATS]) {
    SeatSet teams[PRIMIERA_SEATS];
    int count = teams_of(p, teams);
    int cards[PRIMIERA_SEATS], coins[PRIMIERA_SEATS], primieras[PRIMIERA_SEATS];
    for (int t = 0; t < count; t++) {
        CardSet pile = 0;
        for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
            if (teams[t] & SEAT_BIT(seat)) pile |= p->pile[seat];
        cards[t] = set_count(pile);
        coins[t] = set_count(pile & SUIT_CARDS(COINS));
        primieras[t] = primiera_value(pile);
        scores[t] = (TeamScore){.seats = teams[t],
                                .cards = cards[t],
                                .coins = coins[t],
                                .seven = (pile & CARD_BIT(SEVEN_OF_COINS)) != 0,
                                .primiera = primieras[t],
                                .sweeps = set_count(pile & p->swept)};
    }
    /* Each for themselves because of the Heralds: the four points count double, the sweeps do not. */
    int worth = primiera_has_heralds(p) && p->teams != TEAMS_PAIRS ? 2 : 1;
    int most_cards = leader(cards, count), most_coins = leader(coins, count), best_primiera = leader(primieras, count);
    for (int t = 0; t < count; t++) {
        scores[t].won_cards = t == most_cards;
        scores[t].won_coins = t == most_coins;
        scores[t].won_primiera = t == best_primiera;
        int won = scores[t].won_cards + scores[t].won_coins + scores[t].won_primiera + scores[t].seven;
        scores[t].points = won * worth + scores[t].sweeps;
    }
    return count;
}

/* In `classic` the partners opposite are one side with one score; elsewhere everybody plays alone. */
static SeatSet side_of(const Primiera *p, int seat) {
    return p->variant == CLASSIC ? (SeatSet)(SEAT_BIT(seat) | SEAT_BIT((seat + 2) % 4)) : SEAT_BIT(seat);
}

/* Only the variants with Heralds know this option, and there nobody shares a score. */
bool primiera_extra_round_due(const Primiera *p) {
    int at_target = 0, seats = primiera_seats(p);
    for (int seat = 0; seat < seats; seat++) at_target += p->score[seat] >= p->target;
    return p->extra_round_any && !p->extra_round_played && at_target >= 2;
}

SeatSet primiera_match_winners(const Primiera *p) {
    int best = 0, seats = primiera_seats(p);
    for (int seat = 0; seat < seats; seat++)
        if (p->score[seat] > best) best = p->score[seat];
    if (best < p->target || primiera_extra_round_due(p)) return 0;
    SeatSet leaders = 0;
    int first = -1;
    for (int seat = 0; seat < seats; seat++)
        if (p->score[seat] == best) {
            leaders |= SEAT_BIT(seat);
            if (first < 0) first = seat;
        }
    return leaders == side_of(p, first) ? leaders : 0;
}
