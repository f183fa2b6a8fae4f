/* The greedy Scopone player of the literature, as a baseline (after Di Palma and Lanzi's study of Scopone players).
 * It sweeps if it can. Otherwise it avoids, if possible, leaving a table that sums to 1 to 10 while a card of that rank is
 * unseen. Among the moves left it makes the most valuable capture, counting the card played, or else the least valuable
 * discard. */
#include "bots/primiera/bots.h"

#include <assert.h>

#include "games/primiera/primiera.h"

static int card_value(int card) {
    static const int values[ITALIAN_RANKS + 1] = {0, 16, 12, 13, 14, 15, 18, 29, 10, 10, 10};
    int value = values[card_rank(card)];
    if (card_suit(card) == COINS) value += 10;
    if (card == SEVEN_OF_COINS) value += 100;
    return value;
}

static int set_value(CardSet set) {
    int value = 0;
    for (; set; set &= set - 1) value += card_value(set_lowest(set));
    return value;
}

/* Cards that may still be played by somebody whose hand the viewer does not see. */
static CardSet unseen_cards(const Primiera *p) {
    CardSet seen = p->table;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) seen |= p->hand[seat] | p->pile[seat];
    return ALL_CARDS & ~seen;
}

/* Would the table after this move invite a sweep? */
static bool leaves_sweep(const Primiera *p, Move move, CardSet unseen) {
    CardSet takes = move_takes(move), left = takes ? p->table & ~takes : p->table | CARD_BIT(move_card(move));
    int sum = set_sum(left);
    return sum >= 1 && sum <= ITALIAN_RANKS && (unseen & RANK_CARDS(sum));
}

/* How much greedy likes a move; only the order matters. Sweeps, then safe captures, safe discards, captures, discards. */
static int liking(const Primiera *p, Move move, CardSet unseen) {
    enum { STEP = 10000 };
    if (move_kind(move) == PRIMIERA_MOVE_LAY) return -card_value(move_card(move));
    CardSet takes = move_takes(move);
    int worth = takes ? set_value(takes | CARD_BIT(move_card(move))) + STEP : -card_value(move_card(move));
    if (takes && takes == p->table) return 8 * STEP + worth;
    return leaves_sweep(p, move, unseen) ? worth : 4 * STEP + worth;
}

Move greedy_primiera(Bot *bot, const View *view, int actor, Chance *chance) {
    const Primiera *p = primiera_of_view(view);
    int count = bot->game->legal(view_state(view), actor, bot->moves);
    CardSet unseen = unseen_cards(p);
    int best = 0, equals = 0;
    Move choice = bot->moves[0];
    assert(count > 0);
    if (move_kind(choice) == PRIMIERA_MOVE_TURN) return choice;
    for (int i = 0; i < count; i++) {
        int value = liking(p, bot->moves[i], unseen);
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        }
        /* The k-th of equals replaces the choice once in k times, so that each is as likely as the others. */
        if (value == best && chance_below(chance, (uint32_t)++equals) == 0) choice = bot->moves[i];
    }
    return choice;
}
