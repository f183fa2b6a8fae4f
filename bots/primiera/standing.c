/* Turns the scores of a match of Primiera into each seat's chance to win it. */
#include "bots/primiera/standing.h"

#include <assert.h>

static int need_of(const Primiera *p, int seat) { return p->score[seat] < p->target ? p->target - p->score[seat] : 0; }

/* A need on the table's scale, which ends at `most`. */
static int scaled(int need, int longest, int most) {
    if (longest <= most || need == 0) return need;
    int short_need = need * most / longest;
    return short_need > 0 ? short_need : 1;
}

static void pair_chances(const Primiera *p, const PairStanding *table, float chances[SEATS_MAX]) {
    int other = (p->dealer + 1) % 2, seats = primiera_seats(p);
    int mine = need_of(p, p->dealer), theirs = need_of(p, other), longest = mine > theirs ? mine : theirs;
    float chance = table->dealer_wins[scaled(mine, longest, NEED_PAIR)][scaled(theirs, longest, NEED_PAIR)];
    for (int seat = 0; seat < seats; seat++) chances[seat] = seat % 2 == p->dealer % 2 ? chance : 1 - chance;
}

static void many_chances(const Primiera *p, const ManyStanding *table, float chances[SEATS_MAX]) {
    uint8_t order[PRIMIERA_SEATS];
    int seats = primiera_order(p, order), longest = 0;
    float total = 0;
    for (int seat = 0; seat < seats; seat++)
        if (need_of(p, seat) > longest) longest = need_of(p, seat);
    for (int i = 0; i < seats; i++) {
        int seat = order[i];
        chances[seat] = table->by_need[scaled(need_of(p, seat), longest, table->longest)] * table->by_place[i];
        total += chances[seat];
    }
    for (int seat = 0; seat < seats; seat++) chances[seat] /= total;
}

void standing_chances(const Primiera *p, float chances[SEATS_MAX]) {
    for (int seat = 0; seat < SEATS_MAX; seat++) chances[seat] = 0;
    if (p->phase == PRIMIERA_PHASE_OVER) {
        SeatSet winners = primiera_match_winners(p);
        for (int seat = 0; seat < primiera_seats(p); seat++) chances[seat] = winners & SEAT_BIT(seat) ? 1 : 0;
        return;
    }
    switch ((PrimieraVariant)p->variant) {
    case CLASSIC: pair_chances(p, &standing_classic, chances); return;
    case TWO: pair_chances(p, &standing_two, chances); return;
    case HERALDS: many_chances(p, &standing_heralds, chances); return;
    case THREE: many_chances(p, &standing_three, chances); return;
    case ROBOT: many_chances(p, &standing_robot, chances); return;
    }
    assert(!"no such variant");
}
