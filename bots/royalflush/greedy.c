/* The greedy Royal Flush player: the board that promises most, the card that helps it most.
 * It values a hand by its best prospect: the value of a board's free field, discounted for each missing card (jokers count
 * as found), plus a little for the other boards. It scores the best field it can, unless a more valuable prospect is close
 * enough to wait for; once somebody has two pieces left or fewer, it does not wait. Otherwise it takes the card that
 * improves the prospect most, from the display or, if an average card does better, from the pile. It exchanges the display
 * first if four new cards promise more than a chip is worth, and buys another card on the same condition: in practice when
 * one card is missing and is on display. Of several ways to score it lays the one that leaves the best hand. */
#include "bots/royalflush/bots.h"

#include <assert.h>

#include "games/royalflush/royalflush.h"

enum {
    POINT = 1000,      /* prospects are in thousandths of a point */
    CHIP = 3 * POINT,  /* two at the end, and it may be wanted before */
    OTHERS_SHARE = 10, /* the other boards count a tenth */
    WAYS_MAX = 256,    /* ways to score that are compared */
    LAST_PIECES = 2,   /* with so few left to anybody, waiting is over */
    DISCOUNTS = 8,
};

/* What is left of a field's value, in percent, by the cards that are missing. */
static const int discounts[DISCOUNTS] = {100, 62, 34, 17, 8, 4, 2, 1};

static int missing_cards(RoyalBoard board, RoyalFaces hand, int jokers) {
    int missing = royalflush_missing(board, hand);
    if (board == ROYAL_ROYAL_FLUSH) return missing;
    return missing > jokers ? missing - jokers : 0;
}

/* What a hand promises on the boards as they are. */
typedef struct Table {
    int count;
    RoyalBoard boards[ROYAL_BOARDS];
    int values[ROYAL_BOARDS];
    int jokers;
} Table;

static Table table_of(const RoyalFlush *r, int seat) {
    Table table = {.jokers = r->jokers[seat]};
    for (int board = 0; board < ROYAL_BOARDS; board++) {
        int value = royalflush_free_value(r, (RoyalBoard)board);
        if (value == 0) continue;
        table.boards[table.count] = (RoyalBoard)board;
        table.values[table.count++] = value * (POINT / 100);
    }
    return table;
}

static int prospect(const Table *table, RoyalFaces hand, int jokers) {
    int best = 0, sum = 0;
    for (int i = 0; i < table->count; i++) {
        int value = table->values[i] * discounts[missing_cards(table->boards[i], hand, jokers)];
        sum += value;
        if (value > best) best = value;
    }
    return best + (sum - best) / OTHERS_SHARE;
}

static RoyalFaces with_card(RoyalFaces hand, int card) {
    royal_faces_add(&hand, card);
    return hand;
}

/* ---- scoring */

/* The board to score now, or ROYAL_BOARDS to wait. */
static RoyalBoard board_to_score(const RoyalFlush *r, const Table *table, int seat) {
    RoyalBoard choice = ROYAL_BOARDS;
    int best = 0, waiting = 0;
    bool hurry = !royalflush_cards_left(r);
    for (int other = 0; other < r->people; other++) hurry |= royalflush_pieces(r, other) <= LAST_PIECES;
    for (int i = 0; i < table->count; i++) {
        int missing = missing_cards(table->boards[i], r->hand[seat], table->jokers);
        int value = table->values[i] * discounts[missing];
        if (missing == 0 && value > best) {
            best = value;
            choice = table->boards[i];
        }
        if (missing > 0 && value > waiting) waiting = value;
    }
    return hurry || best >= waiting ? choice : ROYAL_BOARDS;
}

/* What the hand is worth after a way, of which the laid cards have left it already. */
static int worth_after(const RoyalFlush *r, const Table *table, const RoyalWay *way) {
    RoyalFaces laid = r->laid, hand = r->hand[r->turn];
    int jokers = table->jokers + r->laid_jokers;
    for (int i = 0; i < way->count; i++) {
        int card = way->cards[i];
        if (card == ROYAL_JOKER) jokers--;
        else if (royal_faces_of(laid, card)) royal_faces_remove(&laid, card);
        else royal_faces_remove(&hand, card);
    }
    return prospect(table, hand, jokers);
}

static Move card_to_lay(const RoyalFlush *r, const Table *table) {
    RoyalWalk walk;
    RoyalWay way, choice = {.count = 0};
    int best = -1, laid = royal_faces_count(r->laid) + r->laid_jokers;
    royalflush_walk_from(&walk, (RoyalBoard)r->board, r->laid, r->laid_jokers, r->hand[r->turn], r->jokers[r->turn]);
    for (int i = 0; i < WAYS_MAX && royalflush_walk_next(&walk, &way); i++) {
        int worth = worth_after(r, table, &way);
        if (worth <= best) continue;
        best = worth;
        choice = way;
    }
    assert(choice.count > laid);
    return royal_move(ROYAL_LAY, choice.cards[laid]);
}

/* ---- taking */

/* How many of each face the viewer does not see. */
static void count_unseen(const RoyalFlush *r, uint8_t unseen[ROYAL_FACES]) {
    for (int card = 0; card < ROYAL_FACES; card++) {
        int seen = royal_faces_of(r->discards, card);
        for (int seat = 0; seat < r->people; seat++) seen += royal_faces_of(r->hand[seat], card);
        for (int place = 0; place < ROYAL_DISPLAY; place++) seen += r->display[place] == card;
        unseen[card] = (uint8_t)(2 - seen);
    }
}

/* The prospects after an unseen card: the mean, and the mean of the best of four. */
typedef struct Outlook {
    int mean, best_of_four;
} Outlook;

static Outlook outlook(const RoyalFlush *r, const Table *table, RoyalFaces hand) {
    uint8_t unseen[ROYAL_FACES];
    struct {
        int worth, count;
    } sorted[ROYAL_FACES];
    int kinds = 0, total = 0;
    int64_t sum = 0;
    count_unseen(r, unseen);
    for (int card = 0; card < ROYAL_FACES; card++) {
        if (!unseen[card]) continue;
        int worth = prospect(table, with_card(hand, card), table->jokers), at = kinds++;
        for (; at > 0 && sorted[at - 1].worth > worth; at--) sorted[at] = sorted[at - 1];
        sorted[at].worth = worth;
        sorted[at].count = unseen[card];
        total += unseen[card];
        sum += (int64_t)worth * unseen[card];
    }
    if (total == 0) return (Outlook){0, 0};
    double best = 0, below = 0;
    for (int i = 0, so_far = 0; i < kinds; i++) {
        so_far += sorted[i].count;
        double part = (double)so_far / total, upto = part * part * part * part;
        best += (upto - below) * sorted[i].worth;
        below = upto;
    }
    return (Outlook){.mean = (int)(sum / total), .best_of_four = (int)best};
}

static Move card_to_take(const RoyalFlush *r, const Table *table, int seat, const Move *moves, int count, Chance *chance) {
    RoyalFaces hand = r->hand[seat];
    Outlook ahead = outlook(r, table, hand);
    Move choice = moves[0];
    int best = -1, equals = 0;
    bool may_exchange = false, may_stop = false;
    for (int i = 0; i < count; i++) {
        RoyalMoveKind kind = royal_move_kind(moves[i]);
        may_exchange |= kind == ROYAL_EXCHANGE;
        may_stop |= kind == ROYAL_DONE;
        if (kind != ROYAL_TAKE && kind != ROYAL_DRAW) continue;
        int card = royal_move_value(moves[i]);
        int worth = kind == ROYAL_DRAW ? ahead.mean : prospect(table, with_card(hand, card), table->jokers);
        if (worth > best) equals = 0;
        if (worth >= best) {
            best = worth;
            /* The k-th of equals replaces the choice once in k times. */
            if (chance_below(chance, (uint32_t)++equals) == 0) choice = moves[i];
        }
    }
    if (may_exchange && ahead.best_of_four > best + CHIP) return royal_move(ROYAL_EXCHANGE, 0);
    if (may_stop && best <= prospect(table, hand, table->jokers) + CHIP) return royal_move(ROYAL_DONE, 0);
    return choice;
}

Move greedy_royalflush(Bot *bot, const View *view, int actor, Chance *chance) {
    const RoyalFlush *r = royalflush_of_view(view);
    Table table = table_of(r, actor);
    if (r->phase == ROYAL_SCORING) return card_to_lay(r, &table);
    int count = bot->game->legal(view_state(view), actor, bot->moves);
    assert(count > 0);
    if (count == 1) return bot->moves[0];
    if (r->phase == ROYAL_TURN) {
        RoyalBoard board = board_to_score(r, &table, actor);
        if (board != ROYAL_BOARDS) return royal_move(ROYAL_SCORE, board);
    }
    return card_to_take(r, &table, actor, bot->moves, count, chance);
}
