/* The score of a round and the end of a match (rules: "Variant heralds", scoring; "Variant classic", "two", "three"). */
#include "games/primiera.h"

int primiera_value(CardSet pile) {
    int sum = 0, suits = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int best = primiera_best_values[pile >> (10 * suit) & 0x3ff];
        sum += best;
        suits += best > 0;
    }
    return suits == SUITS ? sum : 0;
}

static int teams_of(const Primiera *p, SeatSet teams[PRIMIERA_SEATS]) {
    int count = 0;
    SeatSet placed = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++) {
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
    int best = 1;
    unsigned holders = 0;
    for (int i = 0; i < count; i++) best = values[i] > best ? values[i] : best;
    for (int i = 0; i < count; i++) holders |= (unsigned)(values[i] == best) << i;
    return holders && !(holders & (holders - 1)) ? __builtin_ctz(holders) : -1;
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
        int won = (t == most_cards) + (t == most_coins) + (t == best_primiera) + scores[t].seven;
        scores[t].points = won * worth + scores[t].sweeps;
    }
    return count;
}

/* In `classic` the partners opposite are one side with one score; elsewhere everybody stands alone. */
static SeatSet side_of(const Primiera *p, int seat) {
    return p->variant == CLASSIC ? (SeatSet)(SEAT_BIT(seat) | SEAT_BIT((seat + 2) % 4)) : SEAT_BIT(seat);
}

/* Only the variants with Heralds know this option, and there nobody shares a score. */
bool primiera_extra_round_due(const Primiera *p) {
    int at_target = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++) at_target += p->score[seat] >= p->target;
    return p->extra_round_any && !p->extra_round_played && at_target >= 2;
}

SeatSet primiera_match_winners(const Primiera *p) {
    int best = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++)
        if (p->score[seat] > best) best = p->score[seat];
    if (best < p->target || primiera_extra_round_due(p)) return 0;
    SeatSet leaders = 0;
    int first = -1;
    for (int seat = 0; seat < primiera_seats(p); seat++)
        if (p->score[seat] == best) {
            leaders |= SEAT_BIT(seat);
            if (first < 0) first = seat;
        }
    return leaders == side_of(p, first) ? leaders : 0;
}
