/* Computes what a hand of Royal Flush promises, from the learnt weights. */
#include "bots/royalflush/value.h"

RoyalStanding royal_standing(const RoyalFlush *r, int seat) {
    int pieces[ROYAL_SEATS] = {ROYAL_PIECES, ROYAL_PIECES, ROYAL_PIECES, ROYAL_PIECES, ROYAL_PIECES};
    for (uint32_t boards = r->boards; boards; boards &= boards - 1) {
        const uint8_t *field = r->field[__builtin_ctz(boards)];
        for (int i = 0; i < ROYAL_FIELDS && field[i] != SEAT_NONE; i++) pieces[field[i]]--;
    }
    RoyalStanding standing = {.own = pieces[seat], .others = ROYAL_PIECES, .many = r->people > 2};
    for (int other = 0; other < r->people; other++)
        if (other != seat && pieces[other] < standing.others) standing.others = pieces[other];
    return standing;
}

int royal_unseen(const RoyalFlush *r, int card) {
    int seen = royal_faces_of(r->discards, card) + royal_faces_of(r->laid, card);
    for (int seat = 0; seat < r->people; seat++) seen += royal_faces_of(r->hand[seat], card);
    for (int place = 0; place < ROYAL_DISPLAY; place++) seen += r->display[place] == card;
    return ROYAL_CARDS / ROYAL_FACES - seen;
}

static RoyalOutlook outlook_with(const RoyalFlush *r, int more_on) {
    RoyalOutlook outlook = {.count = 0};
    for (uint32_t boards = r->boards; boards; boards &= boards - 1) {
        int board = __builtin_ctz(boards), field = board == more_on, count = royal_boards[board].field_count;
        for (int i = 0; i < count && r->field[board][i] != SEAT_NONE; i++) field++;
        if (field >= count) continue;
        outlook.boards[outlook.count] = (uint8_t)board;
        outlook.values[outlook.count++] = royal_boards[board].fields[field];
    }
    return outlook;
}

RoyalOutlook royal_outlook(const RoyalFlush *r) { return outlook_with(r, ROYAL_BOARDS); }

RoyalOutlook royal_outlook_after(const RoyalFlush *r, RoyalBoard board) { return outlook_with(r, (int)board); }

RoyalPromise royal_promise(const RoyalOutlook *outlook, RoyalFaces faces, int jokers, RoyalStanding standing,
                           const RoyalWeights *weights) {
    int own = royal_own_class(standing.own), others = royal_others_class(standing.others);
    RoyalHand hand = royal_hand(faces);
    RoyalPromise promise;
    promise.card = weights->card[own][others];
    promise.worth = weights->base[standing.own][standing.others] + promise.card * (royal_faces_count(faces) + jokers);
    promise.complete = 0;
    promise.count = outlook->count;
    for (int i = 0; i < outlook->count; i++) {
        RoyalBoard board = (RoyalBoard)outlook->boards[i];
        RoyalOuts outs = royal_outs(board, &hand);
        /* Jokers count as found, but never in Royal Flush. */
        if (jokers && board != ROYAL_ROYAL_FLUSH) outs.missing = outs.missing > jokers ? outs.missing - jokers : 0;
        const int16_t *part = &weights->parts[own][others][board][outs.missing];
        promise.complete |= (uint32_t)(outs.missing == 0) << board;
        promise.worth += outlook->values[i] * part[0];
        promise.gain[i] = outs.missing ? outlook->values[i] * (part[-1] - part[0]) : 0;
        promise.outs[i] = outs.outs;
    }
    return promise;
}

int royal_promise_with(const RoyalPromise *promise, int card) {
    int worth = promise->worth + promise->card;
    for (int i = 0; i < promise->count; i++)
        if (promise->outs[i] >> card & 1) worth += promise->gain[i];
    return worth;
}
