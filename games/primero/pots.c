/* Divides the coins at the end of a deal of Primero (rules: "The table", all in; "Italian primero", the showdown).
 *
 * What was paid is cut into layers at every amount that somebody paid, folded players included. The antes and carried coins are
 * one more layer, for anyone still in. Layers for which the same players contend are one pot, and every pot is decided by
 * itself: so equal hands that share one get at most one odd coin each. */
#include "games/primero/primero.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

static int seat_count(SeatSet seats) { return bits_count(seats); }

/* Cuts the coins into pots, nobody's yet. */
static int cut(const Primero *p, PrimeroPot pots[PRIMERO_POTS_MAX]) {
    int count = 0, below = 0;
    if (p->pot) pots[count++] = (PrimeroPot){.coins = p->pot, .payers = p->in | p->folded};
    for (;;) {
        int amount = 0;
        SeatSet payers = 0;
        for (int seat = 0; seat < p->people; seat++) {
            if (p->paid[seat] <= below) continue;
            payers |= SEAT_BIT(seat);
            if (amount == 0 || p->paid[seat] < amount) amount = p->paid[seat];
        }
        if (!payers) return count;
        assert(count < PRIMERO_POTS_MAX);
        pots[count++] = (PrimeroPot){.coins = (amount - below) * seat_count(payers), .payers = payers};
        below = amount;
    }
}

/* Nobody can win it: it goes back. */
static bool goes_back(const Primero *p, const PrimeroPot *pot) {
    return !(pot->payers & p->in) || seat_count(pot->payers) == 1;
}

/* Joins the layers for which the same players contend. Until revision 2 of the rules, each was a pot of its own. */
static int join(const Primero *p, PrimeroPot pots[PRIMERO_POTS_MAX], int count) {
    int kept = 0;
    if (p->revision && p->revision < PRIMERO_JOINS_POTS) return count;
    for (int i = 0; i < count; i++) {
        int into = 0;
        while (into < kept && (goes_back(p, &pots[into]) || (pots[into].payers & p->in) != (pots[i].payers & p->in))) into++;
        if (into == kept || goes_back(p, &pots[i])) {
            pots[kept++] = pots[i];
        } else {
            pots[into].coins += pots[i].coins;
            pots[into].payers |= pots[i].payers;
        }
    }
    return kept;
}

/* Equal parts, the odd coins one each from the eldest on. */
static void divide(const Primero *p, PrimeroPot *pot, SeatSet winners) {
    uint8_t order[PRIMERO_SEATS];
    int seats = primero_order(p, order), odd = pot->coins % seat_count(winners);
    pot->winners = winners;
    for (int i = 0; i < seats; i++) {
        if (!(winners & SEAT_BIT(order[i]))) continue;
        pot->shares[order[i]] = pot->coins / seat_count(winners) + (odd > 0);
        if (odd > 0) odd--;
    }
}

/* Who has the greatest of these strengths above zero: the eldest of equals, or all of them where equals share. */
static SeatSet strongest(const Primero *p, SeatSet seats, const int strengths[PRIMERO_SEATS]) {
    uint8_t order[PRIMERO_SEATS];
    int count = primero_order(p, order), best = 0;
    SeatSet winners = 0;
    for (int i = 0; i < count; i++) {
        int strength = strengths[order[i]];
        if (!(seats & SEAT_BIT(order[i])) || strength < best || strength == 0) continue;
        if (strength > best) winners = 0;
        if (strength > best || p->split) winners |= SEAT_BIT(order[i]);
        best = strength;
    }
    return winners;
}

/* Decides a pot as far as it does not depend on whether another deal follows; false if no hand makes the bid. */
static bool decide(const Primero *p, PrimeroPot *pot, const int strengths[PRIMERO_SEATS]) {
    SeatSet rivals = pot->payers & p->in;
    if (goes_back(p, pot)) {
        pot->why = POT_BACK;
        divide(p, pot, pot->payers);
        return true;
    }
    pot->why = seat_count(rivals) == 1 ? POT_ALONE : POT_HAND;
    SeatSet winners = pot->why == POT_ALONE ? rivals : strongest(p, rivals, strengths);
    if (!winners) return false;
    divide(p, pot, winners);
    return true;
}

/* Will there be another deal, once these pots are paid out? */
static bool deal_follows(const Primero *p, const PrimeroPot *pots, int count) {
    int with_coins = 0;
    for (int seat = 0; seat < p->people; seat++) {
        int purse = p->purse[seat];
        for (int i = 0; i < count; i++) purse += pots[i].shares[seat];
        with_coins += purse > 0;
    }
    return p->deal < p->deals && with_coins >= 2;
}

int primero_settle(const Primero *p, PrimeroPot pots[PRIMERO_POTS_MAX]) {
    int count = join(p, pots, cut(p, pots)), values[PRIMERO_SEATS] = {0}, strengths[PRIMERO_SEATS] = {0};
    bool open[PRIMERO_POTS_MAX] = {false};
    /* In phase 1 the deal is settled only where one player is left, and hands do not matter. */
    for (int seat = 0; seat < p->people; seat++)
        if (p->in & SEAT_BIT(seat)) {
            values[seat] = primero_hand_value(p->hand[seat]);
            strengths[seat] = p->bid ? primero_makes(values[seat], p->bid) : values[seat];
        }
    for (int i = 0; i < count; i++) open[i] = !decide(p, &pots[i], strengths);
    bool follows = deal_follows(p, pots, count);
    for (int i = 0; i < count; i++) {
        if (!open[i]) continue;
        pots[i].why = follows ? POT_CARRIED : POT_HIGHEST;
        if (!follows) divide(p, &pots[i], strongest(p, pots[i].payers & p->in, values));
    }
    return count;
}

int primero_settle_void(const Primero *p, PrimeroPot pots[PRIMERO_POTS_MAX]) {
    if (p->deal < p->deals || !p->pot) return 0;
    pots[0] = (PrimeroPot){.coins = p->pot, .payers = p->in | p->folded, .why = POT_VOID};
    divide(p, &pots[0], pots[0].payers);
    return 1;
}
