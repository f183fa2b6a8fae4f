/* Why a move of Royal Flush: which board a card serves, what a field is worth, what is left afterwards. */
#include "bots/reason.h"
#include "core/message.h"
#include "games/royalflush.h"

static const char *const board_names[ROYAL_BOARDS] = {
    [ROYAL_PAIR] = N_("Pair"),
    [ROYAL_PERFECT_PAIR] = N_("Perfect Pair"),
    [ROYAL_DOUBLE_PAIR] = N_("Double Pair"),
    [ROYAL_THREE] = N_("Three of a Kind"),
    [ROYAL_TRIPLE_PAIR] = N_("Triple Pair"),
    [ROYAL_FULL_HOUSE] = N_("Full House"),
    [ROYAL_DOUBLE_THREE] = N_("Double Three of a Kind"),
    [ROYAL_FOUR] = N_("Four of a Kind"),
    [ROYAL_FLUSH] = N_("Flush"),
    [ROYAL_BIG_FLUSH] = N_("Big Flush"),
    [ROYAL_PERFECT_TRIPLE_PAIR] = N_("Perfect Triple Pair"),
    [ROYAL_SIX_PICTURES] = N_("Six Pictures"),
    [ROYAL_STRAIGHT] = N_("Straight"),
    [ROYAL_BIG_STRAIGHT] = N_("Big Straight"),
    [ROYAL_STRAIGHT_FLUSH] = N_("Straight Flush"),
    [ROYAL_BIG_STRAIGHT_FLUSH] = N_("Big Straight Flush"),
    [ROYAL_ROYAL_FLUSH] = N_("Royal Flush"),
};

const char *reason_board_name(int board) { return board_names[board]; }

static int missing_cards(RoyalBoard board, RoyalFaces hand, int jokers) {
    int missing = royalflush_missing(board, hand);
    if (board == ROYAL_ROYAL_FLUSH) return missing;
    return missing > jokers ? missing - jokers : 0;
}

/* The dearest board that a card brings nearer, among those that lack least then; ROYAL_BOARDS if there is none. */
static RoyalBoard board_served(const RoyalFlush *r, int card, int *lacks) {
    RoyalFaces hand = r->hand[r->turn], with = hand;
    RoyalBoard best = ROYAL_BOARDS;
    int jokers = r->jokers[r->turn], best_value = 0;
    *lacks = ROYAL_WAY_MAX;
    if (royal_faces_of(with, card) < 2) royal_faces_add(&with, card);
    for (int board = 0; board < ROYAL_BOARDS; board++) {
        int value = royalflush_free_value(r, (RoyalBoard)board), then = missing_cards((RoyalBoard)board, with, jokers);
        if (!value || then == missing_cards((RoyalBoard)board, hand, jokers)) continue;
        if (then > *lacks || (then == *lacks && value <= best_value)) continue;
        *lacks = then;
        best_value = value;
        best = (RoyalBoard)board;
    }
    return best;
}

static void add_worth(const RoyalFlush *r, RoyalBoard board, Reasons *reasons) {
    int value = royalflush_free_value(r, board);
    Reason *reason = reason_add_plural(reasons, "Its best free field is worth {n} point.", "Its best free field is worth {n} points.", value);
    reason_number(reason, "n", value);
}

static void add_take(const RoyalFlush *r, int card, Reasons *reasons) {
    int lacks;
    RoyalBoard board = board_served(r, card, &lacks);
    if (board == ROYAL_BOARDS) {
        reason_add(reasons, "It brings you nearer to no board yet.");
        return;
    }
    Reason *reason = lacks == 0 ? reason_add(reasons, "With it you can score {board}.")
                                : reason_add_plural(reasons, "{board} lacks {n} card then.", "{board} lacks {n} cards then.", lacks);
    reason_message(reason, "board", board_names[board]);
    if (lacks > 0) reason_number(reason, "n", lacks);
    add_worth(r, board, reasons);
}

void reasons_royalflush(const View *view, int actor, Move move, Reasons *reasons) {
    const RoyalFlush *r = royalflush_of_view(view);
    RoyalMoveKind kind = royal_move_kind(move);
    int lacks, left = royalflush_pieces(r, r->turn) - 1;
    (void)actor;
    if (kind == ROYAL_TAKE) {
        add_take(r, royal_move_value(move), reasons);
    } else if (kind == ROYAL_DRAW || kind == ROYAL_EXCHANGE) {
        for (int place = 0; place < ROYAL_DISPLAY; place++)
            if (r->display[place] != CARD_NONE && board_served(r, r->display[place], &lacks) != ROYAL_BOARDS) return;
        reason_add(reasons, "No card of the display brings you nearer to a board.");
    } else if (kind == ROYAL_DONE) {
        reason_add(reasons, "A chip that you keep is worth 2 points at the end.");
    } else if (kind == ROYAL_SCORE) {
        reason_message(reason_add(reasons, "It completes {board}."), "board", board_names[royal_move_value(move)]);
        add_worth(r, (RoyalBoard)royal_move_value(move), reasons);
        reason_number(reason_add_plural(reasons, "You have {n} piece left after it.", "You have {n} pieces left after it.", left), "n", left);
    }
}
