/* Reasons for moves in Primero: what seeing costs, value or bluff, what an exchange keeps, whether the bid is made.
 *
 * Chances are counted on deals that fit the view, all equally likely, on which everybody exchanges as the cards ask for. They
 * are said only where they speak for the move. */
#include <limits.h>
#include <stdlib.h>

#include "bots/primero/hand.h"
#include "bots/primero/bots.h"
#include "core/bits.h"
#include "games/games.h"

enum { DEALS_TRIED = 400, OFTEN_IN_HUNDRED = 25, MOSTLY_IN_HUNDRED = 50, ADVANTAGE_IN_HUNDRED = 80 };

/* ---- chances */

static int in_hundred(int part, int whole) { return (part * 100 + whole / 2) / whole; }

static int others_in(const Primero *p) { return bits_count(p->in & ~SEAT_BIT(p->turn)); }

/* Fewer wins than one's share. */
static bool is_poor(const Primero *p, int wins) { return wins * (others_in(p) + 1) < 100; }

/* Before the first Italian bid nothing tells what a hand will have to make: there are no odds then. */
static bool has_odds(const Primero *p) { return p->variant == PRIMERO_ENGLISH || p->bid; }

/* What a hand counts for at the end: in the Italian form only what makes the bid. */
static int counts_for(const Primero *p, PrimeroSet hand) {
    int value = primero_hand_value(hand);
    return p->bid ? primero_makes(value, p->bid) : value;
}

/* What is kept on the way to a type, of which no more may be thrown than the rules allow. */
static PrimeroSet kept_for(const Primero *p, PrimeroSet hand, PrimeroType type) {
    int most = p->variant == PRIMERO_ITALIAN ? PRIMERO_EXCHANGE_ITALIAN : PRIMERO_HAND;
    PrimeroSet kept = hand_kept_for(hand, type);
    while (primero_count(hand & ~kept) > most) kept |= hand_highest(hand & ~kept);
    return kept;
}

static PrimeroSet draw(const Primero *world, int *next, int count) {
    PrimeroSet cards = 0;
    for (int i = 0; i < count && *next < world->stock_count; i++) cards |= PRIMERO_BIT(world->stock[(*next)++]);
    return cards;
}

/* A hand after an exchange that goes for `aim` (0: for what it is nearest to). One that counts already is kept. */
static PrimeroSet exchanged(const Primero *world, PrimeroSet hand, int aim, int *next) {
    int value = primero_hand_value(hand);
    bool whole = primero_count(hand) == PRIMERO_HAND;
    if (whole && (aim ? primero_makes(value, aim) > 0 : primero_type(value) >= HAND_PRIMERO)) return hand;
    PrimeroSet kept = kept_for(world, hand, aim ? primero_type(aim) : hand_natural_type(hand));
    int thrown = primero_count(hand & ~kept);
    return world->stock_count - *next < thrown ? hand : kept | draw(world, next, thrown);
}

/* The hand with which a seat comes to the end: exchanged in this phase if that is still to come, and in the next. */
static PrimeroSet final_hand(const Primero *world, int seat, int aim, int *next) {
    PrimeroSet hand = world->hand[seat];
    if (seat == world->turn || !(world->acted & SEAT_BIT(seat))) hand = exchanged(world, hand, aim, next);
    if (world->phase == PRIMERO_PHASE_2) return hand;
    hand |= draw(world, next, PRIMERO_PACKET);
    return primero_count(hand) == PRIMERO_HAND ? exchanged(world, hand, aim, next) : hand;
}

typedef struct Odds {
    int wins;        /* of a hundred deals */
    int wins_strong; /* of a hundred in the half of them in which those who have put up coins hold most */
} Odds;

static int lower_first(const void *left, const void *right) {
    const int *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static Odds odds_of(const View *view, int seat) {
    Chance chance = chance_fast(1); /* the same view gives the same words */
    int strength[DEALS_TRIED], sorted[DEALS_TRIED], wins = 0, strong = 0, strong_wins = 0;
    bool won[DEALS_TRIED];
    for (int i = 0; i < DEALS_TRIED; i++) {
        StateRoom room;
        primero_determinize(view, &chance, STATE_IN(room));
        const Primero *world = primero_of(STATE_IN(room));
        int next = 0, own = counts_for(world, final_hand(world, seat, world->bid, &next));
        won[i] = own > 0;
        strength[i] = 0;
        for (int other = 0; other < world->people; other++) {
            if (other == seat || !(world->in & SEAT_BIT(other))) continue;
            int held = primero_hand_value(world->hand[other]);
            if (world->paid[other] > 0 && held > strength[i]) strength[i] = held;
            if (counts_for(world, final_hand(world, other, world->bid, &next)) >= own) won[i] = false;
        }
        sorted[i] = strength[i];
        wins += won[i];
    }
    qsort(sorted, DEALS_TRIED, sizeof *sorted, lower_first);
    for (int i = 0; i < DEALS_TRIED; i++) {
        if (strength[i] < sorted[DEALS_TRIED / 2]) continue;
        strong++;
        strong_wins += won[i];
    }
    return (Odds){in_hundred(wins, DEALS_TRIED), in_hundred(strong_wins, strong)};
}

/* ---- coins */

/* What it takes to see, and the pot that can be won with it: from each other no more than is put up oneself. */
static int cost_of(const Primero *p, int seat) {
    int owed = primero_level(p) - p->paid[seat];
    return owed < p->purse[seat] ? owed : p->purse[seat];
}

static int pot_for(const Primero *p, int seat) {
    int own = p->paid[seat] + cost_of(p, seat), pot = p->pot;
    for (int other = 0; other < p->people; other++) pot += p->paid[other] < own ? p->paid[other] : own;
    return pot;
}

/* So many of a hundred deals must be won for seeing to pay. */
static int wins_needed(const Primero *p, int seat) {
    int cost = cost_of(p, seat), whole = pot_for(p, seat) + cost;
    return (cost * 100 + whole - 1) / whole;
}

static void add_price(const Primero *p, int seat, Reasons *reasons) {
    int cost = cost_of(p, seat);
    Reason *reason = reason_add_plural(
        reasons, "Seeing costs {n} coin for a pot of {pot}: worth it if your chance of winning is at least {needed}%.",
        "Seeing costs {n} coins for a pot of {pot}: worth it if your chance of winning is at least {needed}%.", cost);
    reason_number(reason, "n", cost);
    reason_number(reason, "pot", pot_for(p, seat));
    reason_number(reason, "needed", wins_needed(p, seat));
}

/* What the others who are in must pay to stay, where `level` is what each must have put up: nobody pays more than the purse. */
static void add_staying(const Primero *p, int seat, int level, Reasons *reasons) {
    int most = 0, least = INT_MAX;
    for (int other = 0; other < p->people; other++) {
        if (other == seat || !(p->in & SEAT_BIT(other))) continue;
        int owed = level - p->paid[other], cost = owed < p->purse[other] ? owed : p->purse[other];
        if (cost > most) most = cost;
        if (cost < least) least = cost;
    }
    Reason *reason = least == most ? reason_add_plural(reasons, "Staying in costs the others {n} coin.",
                                                       "Staying in costs the others {n} coins.", most)
                                   : reason_add_plural(reasons, "Staying in costs the others up to {n} coin.",
                                                       "Staying in costs the others up to {n} coins.", most);
    reason_number(reason, "n", most);
}

static void add_wins(int percent, Reasons *reasons) {
    reason_number(reason_add(reasons, "Going by the cards you can see, your chance of winning is {percent}%."), "percent",
                  percent);
}

/* ---- actions */

static void add_see(const View *view, const Primero *p, int seat, Reasons *reasons) {
    int cost = cost_of(p, seat);
    if (cost == 0) {
        reason_add(reasons, "It costs you nothing.");
        return;
    }
    Odds odds = odds_of(view, seat);
    if (odds.wins >= wins_needed(p, seat)) {
        add_price(p, seat, reasons);
        add_wins(odds.wins, reasons);
        return;
    }
    Reason *reason =
        reason_add_plural(reasons, "It costs {n} coin for a pot of {pot}, and you can still exchange up to {cards} cards.",
                          "It costs {n} coins for a pot of {pot}, and you can still exchange up to {cards} cards.", cost);
    reason_number(reason, "n", cost);
    reason_number(reason, "pot", pot_for(p, seat));
    reason_number(reason, "cards", primero_exchange_max(p));
}

/* Folding saves no coin: nobody has vied, or the purse is empty. But in phase 1 the last one left must see a vie. */
static void add_free_fold(const View *view, const Primero *p, int seat, Reasons *reasons) {
    int wins;
    if (has_odds(p) && is_poor(p, wins = odds_of(view, seat).wins))
        reason_number(reason_add(reasons, "Your chance of winning is only {percent}%."), "percent", wins);
    if (p->phase == PRIMERO_PHASE_1 && !primero_vied(p)) reason_add(reasons, "Once you have folded, nobody can make you see.");
}

static void add_fold(const View *view, const Primero *p, int seat, Reasons *reasons) {
    int cost = cost_of(p, seat);
    if (cost == 0) {
        add_free_fold(view, p, seat, reasons);
        return;
    }
    Odds odds = odds_of(view, seat);
    int needed = wins_needed(p, seat);
    if (odds.wins < needed) {
        add_price(p, seat, reasons);
        add_wins(odds.wins, reasons);
    } else if (odds.wins_strong < needed) {
        add_price(p, seat, reasons);
        reason_number(reason_add(reasons, "Against a better-than-average hand, your chance of winning is {percent}%."),
                      "percent", odds.wins_strong);
    } else {
        reason_number(reason_add_plural(reasons, "It costs you nothing more; seeing would cost {n} coin.",
                                        "It costs you nothing more; seeing would cost {n} coins.", cost),
                      "n", cost);
    }
}

/* Can a vie make all others fold? Not the opening one of phase 1, which the last of them must see; and who has acted and has no
 * coins is asked no more. */
static bool all_may_fold(const Primero *p, int seat) {
    SeatSet others = p->in & ~SEAT_BIT(seat);
    if (p->phase == PRIMERO_PHASE_1 && !(p->staked & ~SEAT_BIT(seat))) return false;
    return !(others & p->acted & ~primero_with_coins(p, others));
}

/* For value, as a bluff, or something of both. In the Italian form the bid that follows decides that. */
static void add_vie(const View *view, const Primero *p, int seat, int coins, Reasons *reasons) {
    int level = primero_level(p) + coins;
    if (p->variant == PRIMERO_ITALIAN) {
        if (all_may_fold(p, seat)) reason_add(reasons, "If everyone else folds, the pot is yours.");
        add_staying(p, seat, level, reasons);
        return;
    }
    int percent = odds_of(view, seat).wins, fair = 100 / (others_in(p) + 1);
    if (percent >= fair) {
        Reason *reason = reason_add(
            reasons, "Going by the cards you can see, your chance of winning is {percent}%: a bigger pot is in your favour.");
        reason_number(reason, "percent", percent);
    } else if (percent * 100 < fair * ADVANTAGE_IN_HUNDRED) {
        reason_number(reason_add(reasons, "A bluff: your chance of winning is only {percent}%."), "percent", percent);
        add_staying(p, seat, level, reasons);
    } else {
        if (all_may_fold(p, seat)) reason_add(reasons, "If everyone else folds, the pot is yours.");
        else add_staying(p, seat, level, reasons);
        add_wins(percent, reasons);
    }
}

static int least_vie(const Primero *p) { return p->variant == PRIMERO_ENGLISH ? p->stake : 1; }

/* Will somebody after the seat be able to vie, if nobody has yet? */
static bool others_may_vie(const Primero *p, int seat) {
    if (p->variant == PRIMERO_ITALIAN && !primero_next_bid(p->bid)) return false;
    for (int other = 0; other < p->people; other++)
        if (other != seat && (p->in & ~p->acted & SEAT_BIT(other)) && p->purse[other] >= least_vie(p)) return true;
    return false;
}

/* Without coins nothing else is possible before a vie, so no reason is needed. In phase 1 the last one left must see a vie, so
 * there paying may come without another choice. */
static void add_pass(const View *view, const Primero *p, int seat, Reasons *reasons) {
    int cost = cost_of(p, seat), wins;
    if (p->purse[seat] == 0) return;
    if (primero_vied(p)) {
        if (p->phase == PRIMERO_PHASE_1) reason_add(reasons, "It costs you nothing.");
        else
            reason_number(reason_add_plural(reasons, "You can decide on your next turn whether to pay {n} coin.",
                                            "You can decide on your next turn whether to pay {n} coins.", cost),
                          "n", cost);
        return;
    }
    bool could_vie = !primero_refusal(p, seat, primero_move(PRIMERO_MOVE_VIE, (uint64_t)least_vie(p)));
    if (could_vie && has_odds(p) && is_poor(p, wins = odds_of(view, seat).wins))
        reason_number(reason_add(reasons, "Your chance of winning is only {percent}%: you do not want a bigger pot."),
                      "percent", wins);
    else if (others_may_vie(p, seat)) reason_add(reasons, "It costs nothing, and you can still answer if someone else vies.");
    else reason_add(reasons, "It costs you nothing.");
}

/* ---- exchanges */

static PrimeroSet unseen_by(const Primero *p, int seat) { return PRIMERO_ALL_CARDS & ~(p->hand[seat] | p->discards[seat]); }

static void add_hand(Reason *reason, int value) {
    Text words = reason_words(reason, "hand");
    text_format(&words, "%s %d", primero_type_names[primero_type(value)], primero_points(value));
}

static void add_cards(Reason *reason, PrimeroSet cards) {
    Text words = reason_cards(reason, "cards");
    for (PrimeroSet rest = cards; rest; rest &= rest - 1) {
        if (rest != cards) text_char(&words, ' ');
        primero_print_card((uint8_t)primero_lowest(rest), &words);
    }
}

static bool of_one_suit(PrimeroSet cards) { return hand_suit(cards, primero_suit(primero_lowest(cards))) == cards; }

/* How many of the unseen cards are of the suit of these. */
static void add_suit_outs(PrimeroSet kept, PrimeroSet unseen, Reasons *reasons) {
    int outs = primero_count(hand_suit(unseen, primero_suit(primero_lowest(kept))));
    Reason *reason = reason_add_plural(reasons, "{n} of the {all} unseen cards is of that suit.",
                                       "{n} of the {all} unseen cards are of that suit.", outs);
    reason_number(reason, "n", outs);
    reason_number(reason, "all", primero_count(unseen));
}

/* Could one card better the hand? That is, in the place of whichever serves least. */
static bool betters(PrimeroSet hand, int card) {
    int value = primero_hand_value(hand);
    for (PrimeroSet rest = hand; rest; rest &= rest - 1)
        if (primero_hand_value((hand & ~(rest & -rest)) | PRIMERO_BIT(card)) > value) return true;
    return false;
}

/* Four cards are kept as they are. */
static void add_kept_hand(const Primero *p, PrimeroSet hand, PrimeroSet unseen, Reasons *reasons) {
    int value = primero_hand_value(hand), outs = 0, all = primero_count(unseen);
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) outs += betters(hand, primero_lowest(rest));
    if (p->bid && primero_makes(value, p->bid)) {
        add_hand(reason_add(reasons, "You hold {hand}, which makes the bid."), value);
    } else if (outs == 0) {
        add_hand(reason_add(reasons, "You hold {hand}: no unseen card would improve it."), value);
    } else if (outs * 2 < all) {
        Reason *reason = reason_add_plural(reasons, "You hold {hand}: only {n} of the {all} unseen cards would improve it.",
                                           "You hold {hand}: only {n} of the {all} unseen cards would improve it.", outs);
        add_hand(reason, value);
        reason_number(reason, "n", outs);
        reason_number(reason, "all", all);
    } else {
        add_hand(reason_add(reasons, "You hold {hand}."), value);
    }
}

static void add_keep(const Primero *p, int seat, Reasons *reasons) {
    PrimeroSet hand = p->hand[seat], unseen = unseen_by(p, seat);
    if (primero_count(hand) == PRIMERO_HAND) {
        add_kept_hand(p, hand, unseen, reasons);
        return;
    }
    if (of_one_suit(hand)) {
        add_cards(reason_add(reasons, "You keep two cards of one suit: {cards}."), hand);
        add_suit_outs(hand, unseen, reasons);
        return;
    }
    Reason *reason = reason_add(reasons, "You keep {cards}: {n} points, and two of the four suits you need for a primero.");
    add_cards(reason, hand);
    reason_number(reason, "n", hand_points(hand));
}

/* One card is drawn: how many of those not seen make the bid, or else the type for which most do, or else a better hand. */
static void add_outs(const Primero *p, PrimeroSet hand, PrimeroSet kept, PrimeroSet unseen, Reasons *reasons) {
    int by_type[HAND_TYPES] = {0}, makes = 0, better = 0, all = primero_count(unseen), now = primero_hand_value(hand);
    PrimeroType best = HAND_PRIMERO;
    Reason *reason;
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) {
        int value = primero_hand_value(kept | (rest & -rest));
        makes += p->bid && primero_makes(value, p->bid);
        better += value > now;
        by_type[primero_type(value)]++;
    }
    for (PrimeroType type = HAND_PRIMERO; type < HAND_TYPES; type++)
        if (type > primero_type(now) && by_type[type] > by_type[best]) best = type;
    if (best <= primero_type(now)) by_type[best] = 0;
    int outs = makes ? makes : by_type[best] ? by_type[best] : better;
    if (!outs) return;
    if (makes)
        reason = reason_add_plural(reasons, "{n} of the {all} unseen cards makes the bid.",
                                   "{n} of the {all} unseen cards make the bid.", outs);
    else if (by_type[best])
        reason = reason_add_plural(reasons, "{n} of the {all} unseen cards gives you a {type}.",
                                   "{n} of the {all} unseen cards give you a {type}.", outs);
    else
        reason = reason_add_plural(reasons, "{n} of the {all} unseen cards improves your hand.",
                                   "{n} of the {all} unseen cards improve your hand.", outs);
    reason_number(reason, "n", outs);
    reason_number(reason, "all", all);
    if (makes || !by_type[best]) return;
    Text words = reason_words(reason, "type");
    text_add(&words, primero_type_names[best]);
}

/* Several are drawn: how often the hand gets better, or makes the bid. */
static void add_draws(const Primero *p, PrimeroSet hand, PrimeroSet kept, PrimeroSet unseen, Reasons *reasons) {
    Chance chance = chance_fast(1);
    uint8_t cards[PRIMERO_CARDS];
    int count = 0, good = 0, wanted = primero_count(hand & ~kept), now = primero_hand_value(hand);
    bool for_bid = p->bid && primero_count(hand) == PRIMERO_HAND && !primero_makes(now, p->bid);
    for (PrimeroSet rest = unseen; rest; rest &= rest - 1) cards[count++] = (uint8_t)primero_lowest(rest);
    for (int i = 0; i < DEALS_TRIED; i++) {
        PrimeroSet drawn = 0;
        for (int k = 0; k < wanted; k++) {
            int at = k + (int)chance_below(&chance, (uint32_t)(count - k));
            uint8_t card = cards[at];
            cards[at] = cards[k];
            cards[k] = card;
            drawn |= PRIMERO_BIT(card);
        }
        int value = primero_hand_value(kept | drawn);
        good += for_bid ? primero_makes(value, p->bid) > 0 : value > now;
    }
    int percent = in_hundred(good, DEALS_TRIED);
    if (percent < OFTEN_IN_HUNDRED) return;
    reason_number(for_bid ? reason_add(reasons, "Your chance of making the bid with this draw is {percent}%.")
                          : reason_add(reasons, "Your chance of improving your hand with this draw is {percent}%."),
                  "percent", percent);
}

static void add_throw(const Primero *p, int seat, PrimeroSet thrown, Reasons *reasons) {
    PrimeroSet hand = p->hand[seat], kept = hand & ~thrown, unseen = unseen_by(p, seat);
    if (kept) add_cards(reason_add(reasons, "You keep {cards}."), kept);
    if (primero_count(hand) == PRIMERO_HAND && primero_count(thrown) == 1) add_outs(p, hand, kept, unseen, reasons);
    else if (kept && of_one_suit(kept)) add_suit_outs(kept, unseen, reasons);
    if (reasons->count < 2) add_draws(p, hand, kept, unseen, reasons);
}

/* ---- bids */

/* Of a hundred deals, in how many the bid is made at the end by the bidder, and in how many no other hand makes it as it is. */
static void bid_odds(const View *view, int seat, int bid, int *own, int *alone) {
    Chance chance = chance_fast(1);
    int made = 0, unmatched = 0;
    for (int i = 0; i < DEALS_TRIED; i++) {
        StateRoom room;
        primero_determinize(view, &chance, STATE_IN(room));
        const Primero *world = primero_of(STATE_IN(room));
        int next = 0;
        bool matched = false;
        made += primero_makes(primero_hand_value(final_hand(world, seat, bid, &next)), bid) > 0;
        for (int other = 0; other < world->people; other++)
            if (other != seat && (world->in & SEAT_BIT(other)) && primero_makes(primero_hand_value(world->hand[other]), bid))
                matched = true;
        unmatched += !matched;
    }
    *own = in_hundred(made, DEALS_TRIED);
    *alone = in_hundred(unmatched, DEALS_TRIED);
}

static void add_bid(const View *view, const Primero *p, int seat, int bid, Reasons *reasons) {
    int value = primero_hand_value(p->hand[seat]), own, alone;
    if (p->phase == PRIMERO_PHASE_2 && primero_makes(value, bid)) {
        add_hand(reason_add(reasons, "You hold {hand}, which makes this bid."), value);
        return;
    }
    bid_odds(view, seat, bid, &own, &alone);
    if (own >= OFTEN_IN_HUNDRED) {
        reason_number(reason_add(reasons, "Your chance of making this bid by the end is {percent}%."), "percent", own);
        return;
    }
    reason_number(reason_add(reasons, "A bluff: your chance of making this bid is only {percent}%."), "percent", own);
    add_staying(p, seat, primero_level(p), reasons);
    if (p->phase == PRIMERO_PHASE_2 && alone >= MOSTLY_IN_HUNDRED)
        reason_number(
            reason_add(reasons, "With the hands as they are now, the chance that nobody else makes this bid is {percent}%."),
            "percent", alone);
    if (bid == primero_next_bid(p->bid)) reason_add(reasons, "You may not bid any lower.");
}

void reasons_primero(const View *view, int actor, Move move, Reasons *reasons) {
    const Primero *p = primero_of_view(view);
    uint64_t what = primero_move_what(move);
    switch (primero_move_kind(move)) {
    case PRIMERO_MOVE_VIE:
    case PRIMERO_MOVE_REVIE: add_vie(view, p, actor, (int)what, reasons); break;
    case PRIMERO_MOVE_SEE: add_see(view, p, actor, reasons); break;
    case PRIMERO_MOVE_PASS: add_pass(view, p, actor, reasons); break;
    case PRIMERO_MOVE_FOLD: add_fold(view, p, actor, reasons); break;
    case PRIMERO_MOVE_BID: add_bid(view, p, actor, (int)what, reasons); break;
    case PRIMERO_MOVE_THROW:
        if (what) add_throw(p, actor, what, reasons);
        else add_keep(p, actor, reasons);
        break;
    default: break;
    }
}
