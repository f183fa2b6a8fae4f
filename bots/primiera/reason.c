/* Reasons for moves in Primiera: what is taken, whether the rest can be swept, which cards stay in hand.
 * For the secret opening card, what it keeps and what it gives away. */
#include "bots/primiera/bots.h"
#include "games/primiera/primiera.h"

/* The ranks by what they count in the primiera, dearest first; the last three count least. */
static const uint8_t dearest[ITALIAN_RANKS] = {7, 6, 1, 5, 4, 3, 2, 10, 9, 8};

enum { FEW_SWEEPERS = 2, LEAST_RANK = 8 /* from here on a card counts least in the primiera */ };

/* How many cards of a rank might be in another's hand, or come into it. The robot's partner holds two hands. */
static int held_elsewhere(const Primiera *p, int actor, int rank, CardSet also) {
    CardSet away = p->table | also | p->hand[actor] | p->hand[p->turn];
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) away |= p->pile[seat];
    return set_count(RANK_CARDS(rank) & ~away);
}

/* What is to be said for the cards that are left on the table. */
static void add_left(const Primiera *p, int actor, Move move, Reasons *reasons) {
    CardSet card = CARD_BIT(move_card(move)), left = move_takes(move) ? p->table & ~move_takes(move) : p->table | card;
    int sum = set_sum(left);
    if (sum == 0) return;
    if (sum > ITALIAN_RANKS) {
        reason_number(reason_add(reasons, "The table then adds up to {sum}: nobody can sweep it."), "sum", sum);
        return;
    }
    int sweepers = held_elsewhere(p, actor, sum, card);
    if (sweepers == 0) {
        reason_number(reason_add(reasons, "The table then adds up to {sum}, and nobody else can hold a card of that rank."),
                      "sum", sum);
    } else if (sweepers <= FEW_SWEEPERS) {
        Reason *reason =
            reason_add_plural(reasons, "Only {n} card held by others or not yet dealt could then sweep the table.",
                              "Only {n} cards held by others or not yet dealt could then sweep the table.", sweepers);
        reason_number(reason, "n", sweepers);
    }
}

/* Of a rank held twice one card can stay back as an anchor for the other. The rank dearest in the primiera is named. */
static void add_pair(CardSet kept, Reasons *reasons) {
    for (int i = 0; i < ITALIAN_RANKS; i++) {
        if (set_count(kept & RANK_CARDS(dearest[i])) != 2) continue;
        reason_number(reason_add(reasons, "You keep your pair of {rank}s."), "rank", dearest[i]);
        return;
    }
}

/* More of the card's rank can take it again. False if none is held. */
static bool add_anchor(CardSet kept, int rank, Reasons *reasons) {
    int more = set_count(kept & RANK_CARDS(rank));
    if (!more) return false;
    Reason *reason = reason_add_plural(reasons, "You keep {n} more of that rank, which could take it back.",
                                       "You keep {n} more of that rank, which could take it back.", more);
    reason_number(reason, "n", more);
    return true;
}

static void add_cheap(int card, Reasons *reasons) {
    if (card_suit(card) != COINS && card_rank(card) >= LEAST_RANK)
        reason_add(reasons, "It is not a coin, and no rank counts for less in the primiera.");
    else if (card_suit(card) != COINS) reason_add(reasons, "It is not a coin.");
}

/* A card that takes nothing: it is in danger itself, so what it keeps and costs counts. The robot's partner keeps none of
 * its cards. */
static void add_discard(const Primiera *p, int actor, Move move, Reasons *reasons) {
    int card = move_card(move);
    CardSet hand = p->hand[p->turn], kept = hand & ~CARD_BIT(card);
    bool own = p->turn == actor, takes = set_ranks(hand) & (set_ranks(p->table) | primiera_sums(p->table));
    if (!takes && own) reason_add(reasons, "None of your cards can take anything.");
    else if (!takes) reason_add(reasons, "None of the Robot’s cards can take anything.");
    add_left(p, actor, move, reasons);
    if (own && !add_anchor(kept, card_rank(card), reasons)) add_pair(kept, reasons);
    if (reasons->count < 2) add_cheap(card, reasons);
}

/* The opening card (rules: "Variant heralds"): all can take it before its owner's next turn, and four cards of which one is an
 * eight or more sum to more than ten. */
static void add_opening(const Primiera *p, int actor, int card, Reasons *reasons) {
    int rank = card_rank(card);
    CardSet kept = p->hand[actor] & ~CARD_BIT(card);
    if (rank >= LEAST_RANK) reason_add(reasons, "With it, nobody can sweep the four opening cards.");
    bool anchored = add_anchor(kept, rank, reasons);
    if (rank == 1)
        reason_add(reasons, "A Herald laid at the start decides nothing: you leave the choice of partners to the others.");
    else add_cheap(card, reasons);
    if (!anchored) add_pair(kept, reasons);
}

/* The first Herald played decides who plays with whom (rules: "Variant heralds"). */
static void add_herald(const Primiera *p, int card, Reasons *reasons) {
    int right = primiera_next(p, p->turn), opposite = primiera_next(p, right), left = primiera_next(p, opposite);
    const int partners[SUITS] = {[CLUBS] = left, [CUPS] = opposite, [COINS] = right};
    if (!primiera_has_heralds(p) || p->teams != TEAMS_OPEN || card_rank(card) != 1) return;
    if (card_suit(card) == SWORDS) {
        reason_add(reasons, "As the first Herald, it makes everybody play alone, for double points.");
        return;
    }
    reason_seat(reason_add(reasons, "As the first Herald, it makes {player} your partner."), "player",
                partners[card_suit(card)]);
}

static void add_capture(const Primiera *p, Move move, Reasons *reasons) {
    CardSet gained = move_takes(move) | CARD_BIT(move_card(move));
    int coins = set_count(gained & SUIT_CARDS(COINS)), cards = set_count(gained);
    bool sweep = primiera_is_sweep(p, move);
    if (sweep) reason_add(reasons, "A sweep is worth one point.");
    if (gained & CARD_BIT(SEVEN_OF_COINS)) {
        reason_add(reasons, "It wins the seven of coins, a point on its own.");
    } else if (!sweep && coins) {
        Reason *reason = reason_add_plural(reasons, "It wins {cards} cards, {n} of them a coin.",
                                           "It wins {cards} cards, {n} of them coins.", coins);
        reason_number(reason, "cards", cards);
        reason_number(reason, "n", coins);
    } else if (!sweep) {
        reason_number(reason_add(reasons, "It wins {cards} cards."), "cards", cards);
    }
}

void reasons_primiera(const View *view, int actor, Move move, Reasons *reasons) {
    const Primiera *p = primiera_of_view(view);
    if (move_kind(move) == PRIMIERA_MOVE_TURN) return;
    if (move_kind(move) == PRIMIERA_MOVE_LAY) {
        add_opening(p, actor, move_card(move), reasons);
        return;
    }
    add_herald(p, move_card(move), reasons);
    if (!move_takes(move)) {
        add_discard(p, actor, move, reasons);
        return;
    }
    add_capture(p, move, reasons);
    if (!primiera_is_sweep(p, move)) add_left(p, actor, move, reasons);
}
