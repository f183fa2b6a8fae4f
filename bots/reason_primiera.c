/* Why a move of Primiera: what it takes, whether what is left can be swept, which pairs stay in hand. */
#include "bots/reason.h"
#include "games/primiera.h"

static bool rank_is_gone(const Primiera *p, int rank, CardSet also) {
    CardSet seen = p->table | also;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) seen |= p->hand[seat] | p->pile[seat];
    return (seen & RANK_CARDS(rank)) == RANK_CARDS(rank);
}

/* What is to be said of the cards that are left on the table. */
static void add_danger(const Primiera *p, Move move, Reasons *reasons) {
    CardSet card = CARD_BIT(move_card(move)), left = move_takes(move) ? p->table & ~move_takes(move) : p->table | card;
    Reason *reason;
    int sum = 0;
    for (CardSet rest = left; rest; rest &= rest - 1) sum += card_rank(set_lowest(rest));
    if (sum == 0) return;
    if (sum > PRIMIERA_RANKS)
        reason = reason_add(reasons, "What is left sums to {sum}: nobody can sweep it.");
    else if (rank_is_gone(p, sum, card))
        reason = reason_add(reasons, "What is left sums to {sum}, and nobody else can hold a card of that rank.");
    else
        reason = reason_add(reasons, "But a {sum} could sweep what is left.");
    reason_number(reason, "sum", sum);
}

/* Of a rank held twice one card can stay back as an anchor for the other. The rank dearest in the primiera is named. */
static void add_pair(const Primiera *p, Move move, Reasons *reasons) {
    static const uint8_t dearest[PRIMIERA_RANKS] = {7, 6, 1, 5, 4, 3, 2, 10, 9, 8};
    CardSet kept = p->hand[p->turn] & ~CARD_BIT(move_card(move));
    for (int i = 0; i < PRIMIERA_RANKS; i++) {
        if (set_count(kept & RANK_CARDS(dearest[i])) != 2) continue;
        reason_number(reason_add(reasons, "You keep the pair of rank {rank}."), "rank", dearest[i]);
        return;
    }
}

void reasons_primiera(const View *view, int actor, Move move, Reasons *reasons) {
    const Primiera *p = primiera_of_view(view);
    CardSet gained = move_takes(move) | CARD_BIT(move_card(move));
    int coins = set_count(gained & SUIT_CARDS(COINS)), cards = set_count(gained);
    bool sweep = primiera_is_sweep(p, move);
    Reason *reason;
    (void)actor;
    if (move_kind(move) == MOVE_TURN) return;
    if (move_kind(move) == MOVE_LAY) {
        reason_add(reasons, "What is laid now is on the table for the others to take first.");
        return;
    }
    if (!move_takes(move)) {
        reason_add(reasons, "It takes nothing.");
    } else if (sweep) {
        reason_add(reasons, "It takes all that lies there: a sweep, one point.");
    }
    if (move_takes(move) && (gained & CARD_BIT(SEVEN_OF_COINS))) {
        reason_add(reasons, "It brings the seven of Coins home, a point by itself.");
    } else if (move_takes(move) && !sweep && coins) {
        reason = reason_add_plural(reasons, "It gains {cards} cards, {n} coin among them.",
                                   "It gains {cards} cards, {n} coins among them.", coins);
        reason_number(reason, "cards", cards);
        reason_number(reason, "n", coins);
    } else if (move_takes(move) && !sweep) {
        reason_number(reason_add(reasons, "It gains {cards} cards."), "cards", cards);
    }
    if (!sweep) add_danger(p, move, reasons);
    if (!move_takes(move)) add_pair(p, move, reasons);
}
