/* Reasons for moves in Royal Flush: which board a card serves, what its field is worth, how many unseen cards would help.
 * Also what the cards that stay in hand are good for. Of several boards it names one that is both valuable and close. */
#include <limits.h>

#include "bots/royalflush/bots.h"
#include "bots/royalflush/turn.h"
#include "bots/royalflush/value.h"
#include "core/message.h"

enum { WAYS_LOOKED_AT = 64, PROMISE_SCALE = 256 };

/* ---- what a hand is near to */

/* A board and what the hand still lacks for it. */
typedef struct Aim {
    int board; /* ROYAL_BOARDS if there is none */
    int value; /* of its free field */
    int missing;
    RoyalSet outs;
} Aim;

/* Jokers count as found, but never in Royal Flush. */
static Aim aim_at(const RoyalOutlook *outlook, int index, const RoyalHand *hand, int jokers) {
    RoyalBoard board = (RoyalBoard)outlook->boards[index];
    RoyalOuts outs = royal_outs(board, hand);
    if (board != ROYAL_ROYAL_FLUSH) outs.missing = outs.missing > jokers ? outs.missing - jokers : 0;
    return (Aim){(int)board, outlook->values[index], outs.missing, outs.outs};
}

/* What makes a board worth speaking of: its field, halved for every card that is missing. */
static int promise_of(const Aim *aim) { return aim->value * PROMISE_SCALE >> aim->missing; }

/* The board that the hand as it is promises most of. */
static Aim nearest(const RoyalOutlook *outlook, RoyalFaces faces, int jokers) {
    RoyalHand hand = royal_hand(faces);
    Aim best = {.board = ROYAL_BOARDS};
    int most = 0;
    for (int i = 0; i < outlook->count; i++) {
        Aim aim = aim_at(outlook, i, &hand, jokers);
        if (promise_of(&aim) <= most) continue;
        most = promise_of(&aim);
        best = aim;
    }
    return best;
}

/* How many of these cards, each as often as it is counted, would help. */
static int outs_among(const Aim *aim, const uint8_t counts[ROYAL_FACES]) {
    int cards = 0;
    for (RoyalSet rest = aim->outs; rest; rest &= rest - 1) cards += counts[royal_lowest(rest)];
    return cards;
}

/* The board for which one of these cards promises most, and how many of them would help. */
static Aim most_helped(const RoyalOutlook *outlook, RoyalFaces faces, int jokers, const uint8_t counts[ROYAL_FACES],
                       int *outs) {
    RoyalHand hand = royal_hand(faces);
    Aim best = {.board = ROYAL_BOARDS};
    int most = 0;
    *outs = 0;
    for (int i = 0; i < outlook->count; i++) {
        Aim aim = aim_at(outlook, i, &hand, jokers);
        int cards = outs_among(&aim, counts);
        if (!aim.missing || promise_of(&aim) * cards <= most) continue;
        most = promise_of(&aim) * cards;
        best = aim;
        *outs = cards;
    }
    return best;
}

/* How many of each face the seat does not see; returns how many cards that are. */
static int count_unseen(const RoyalFlush *r, uint8_t unseen[ROYAL_FACES]) {
    int all = 0;
    for (int card = 0; card < ROYAL_FACES; card++) {
        unseen[card] = (uint8_t)royal_unseen(r, card);
        all += unseen[card];
    }
    return all;
}

/* ---- what to say */

static void add_worth(const RoyalFlush *r, int board, Reasons *reasons) {
    int value = royalflush_free_value(r, (RoyalBoard)board);
    Reason *reason = reason_add_plural(reasons, "Its best free space is worth {n} point.",
                                       "Its best free space is worth {n} points.", value);
    reason_number(reason, "n", value);
}

/* A card that brings no board nearer may still add to those that would: of the board that gains most by it this is said. */
static bool add_widened(const RoyalFlush *r, const RoyalOutlook *outlook, int card, Reasons *reasons) {
    uint8_t unseen[ROYAL_FACES];
    int all = count_unseen(r, unseen), jokers = r->jokers[r->turn], most = 0;
    RoyalFaces with = r->hand[r->turn];
    royal_faces_add(&with, card);
    RoyalHand before = royal_hand(r->hand[r->turn]), after = royal_hand(with);
    Aim best = {.board = ROYAL_BOARDS};
    for (int i = 0; i < outlook->count; i++) {
        Aim old = aim_at(outlook, i, &before, jokers), new = aim_at(outlook, i, &after, jokers);
        int widened = promise_of(&new) * (outs_among(&new, unseen) - outs_among(&old, unseen));
        if (!new.missing || widened <= most) continue;
        most = widened;
        best = new;
    }
    if (best.board == ROYAL_BOARDS) return false;
    int outs = outs_among(&best, unseen);
    /* TRANSLATORS: {board} is a board by its name, such as Full House: in quotes where your grammar needs them */
    Reason *reason = reason_add_plural(reasons, "With it, {n} of the {all} unseen cards would help you towards {board}.",
                                       "With it, {n} of the {all} unseen cards would help you towards {board}.", outs);
    reason_message(reason, "board", royal_boards[best.board].label);
    reason_number(reason, "n", outs);
    reason_number(reason, "all", all);
    return true;
}

static void add_take(const RoyalFlush *r, int card, Reasons *reasons) {
    RoyalOutlook outlook = royal_outlook(r);
    uint8_t only[ROYAL_FACES] = {0};
    int outs;
    only[card] = 1;
    Aim aim = most_helped(&outlook, r->hand[r->turn], r->jokers[r->turn], only, &outs);
    if (aim.board == ROYAL_BOARDS) {
        if (!add_widened(r, &outlook, card, reasons)) reason_add(reasons, "It keeps the others from getting the card.");
        return;
    }
    int lacks = aim.missing - 1;
    /* TRANSLATORS: {board} is a board by its name, such as Full House: in quotes where your grammar needs them */
    Reason *reason = lacks == 0 ? reason_add(reasons, "With it, you can score {board}.")
                                : reason_add_plural(reasons, "That leaves you {n} card short of {board}.",
                                                    "That leaves you {n} cards short of {board}.", lacks);
    reason_message(reason, "board", royal_boards[aim.board].label);
    if (lacks > 0) reason_number(reason, "n", lacks);
    add_worth(r, aim.board, reasons);
}

/* Unknown cards are wanted: what could come, and whether the display has anything. */
static void add_unknown(const RoyalFlush *r, Reasons *reasons) {
    RoyalOutlook outlook = royal_outlook(r);
    RoyalFaces hand = r->hand[r->turn];
    uint8_t counts[ROYAL_FACES] = {0};
    int outs, jokers = r->jokers[r->turn], shown = 0;
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (r->display[place] == CARD_NONE) continue;
        counts[r->display[place]] = 1;
        shown++;
    }
    if (shown && most_helped(&outlook, hand, jokers, counts, &outs).board == ROYAL_BOARDS)
        reason_add(reasons, "No card in the display gets you closer to a board.");
    int all = count_unseen(r, counts);
    Aim aim = most_helped(&outlook, hand, jokers, counts, &outs);
    if (aim.board == ROYAL_BOARDS) return;
    /* TRANSLATORS: {board} is a board by its name, such as Full House: in quotes where your grammar needs them */
    Reason *reason = reason_add_plural(reasons, "For {board}, {n} of the {all} unseen cards would help.",
                                       "For {board}, {n} of the {all} unseen cards would help.", outs);
    reason_message(reason, "board", royal_boards[aim.board].label);
    reason_number(reason, "n", outs);
    reason_number(reason, "all", all);
}

static void add_score(const RoyalFlush *r, int board, Reasons *reasons) {
    int left = royalflush_pieces(r, r->turn) - 1;
    add_worth(r, board, reasons);
    Reason *reason = reason_add_plural(reasons, "That leaves you {n} piece.", "That leaves you {n} pieces.", left);
    reason_number(reason, "n", left);
}

/* The hand that is left when the combination is completed from here in the way that leaves most. */
static RoyalFaces best_rest(const RoyalFlush *r, const RoyalOutlook *after, RoyalStanding standing, int card,
                            int *jokers_left) {
    const RoyalWeights *weights = &royal_learnt.lead[standing.many];
    RoyalFaces laid = r->laid, left = r->hand[r->turn], best = {0, 0};
    int jokers = r->jokers[r->turn], laid_jokers = r->laid_jokers, most = INT_MIN;
    RoyalWalk walk;
    RoyalWay way;
    if (card == ROYAL_JOKER) {
        jokers--;
        laid_jokers++;
    } else {
        royal_faces_remove(&left, card);
        royal_faces_add(&laid, card);
    }
    royalflush_walk_from(&walk, (RoyalBoard)r->board, laid, laid_jokers, left, jokers);
    for (int i = 0; i < WAYS_LOOKED_AT && royalflush_walk_next(&walk, &way); i++) {
        int kept = jokers + laid_jokers;
        RoyalFaces rest = royal_hand_after(left, laid, &way, &kept);
        int worth = royal_promise(after, rest, kept, standing, weights).worth;
        if (worth <= most) continue;
        most = worth;
        best = rest;
        *jokers_left = kept;
    }
    return best;
}

/* One card of a combination: what it leaves in hand. */
static void add_lay(const RoyalFlush *r, int card, Reasons *reasons) {
    RoyalOutlook after = royal_outlook_after(r, (RoyalBoard)r->board);
    RoyalStanding standing = royal_standing(r, r->turn);
    int jokers = 0;
    if (--standing.own == 0 || r->board == ROYAL_ROYAL_FLUSH) {
        if (r->jokers[r->turn] - (card == ROYAL_JOKER) > 0 && r->round < ROYAL_ROUNDS && !r->jokers_each_round)
            reason_add(reasons, "It ends the round: of the cards you keep, only jokers still count.");
        else reason_add(reasons, "It ends the round: the cards you keep do not matter.");
        return;
    }
    Aim aim = nearest(&after, best_rest(r, &after, standing, card, &jokers), jokers);
    if (aim.board == ROYAL_BOARDS || aim.missing == royal_boards[aim.board].cards) return; /* nothing is kept */
    Reason *reason = aim.missing == 0
                         ? reason_add(reasons, "With the cards you keep, you can score {board} next.")
                         : reason_add_plural(reasons, "With the cards you keep, you are {n} card short of {board}.",
                                             "With the cards you keep, you are {n} cards short of {board}.", aim.missing);
    reason_message(reason, "board", royal_boards[aim.board].label);
    if (aim.missing > 0) reason_number(reason, "n", aim.missing);
}

void reasons_royalflush(const View *view, int actor, Move move, Reasons *reasons) {
    const RoyalFlush *r = royalflush_of_view(view);
    int value = royal_move_value(move);
    (void)actor;
    switch (royal_move_kind(move)) {
    case ROYAL_TAKE: add_take(r, value, reasons); break;
    case ROYAL_DRAW:
    case ROYAL_EXCHANGE: add_unknown(r, reasons); break;
    case ROYAL_DONE: reason_add(reasons, "Every chip you keep is worth 2 points at the end."); break;
    case ROYAL_SCORE: add_score(r, value, reasons); break;
    case ROYAL_LAY: add_lay(r, value, reasons); break;
    default: break;
    }
}
