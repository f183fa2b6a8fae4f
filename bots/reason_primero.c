/* Why a move of Primero: what the hand is, whether it makes the bid, and how often it is the best of those still in. */
#include "bots/reason.h"
#include "games/games.h"
#include "games/primero.h"

enum { DEALS_TRIED = 400 };

/* Of a hundred deals that fit the view, in how many the hand as it is now beats all others that are in. */
static int best_in_hundred(const View *view, int seat) {
    Chance chance = chance_fast(1); /* the same view gives the same words */
    int best = 0;
    for (int i = 0; i < DEALS_TRIED; i++) {
        StateRoom room;
        primero_determinize(view, &chance, STATE_IN(room));
        const Primero *p = primero_of(STATE_IN(room));
        int value = primero_hand_value(p->hand[seat]);
        bool beaten = false;
        for (int other = 0; other < p->people; other++)
            if (other != seat && (p->in & SEAT_BIT(other)) && primero_hand_value(p->hand[other]) >= value) beaten = true;
        best += !beaten;
    }
    return (best * 100 + DEALS_TRIED / 2) / DEALS_TRIED;
}

static void add_hand(Reason *reason, int value) {
    Text words = reason_words(reason, "hand");
    text_format(&words, "%s %d", primero_type_names[primero_type(value)], primero_points(value));
}

static void add_kept(const Primero *p, int seat, Move move, Reasons *reasons) {
    PrimeroSet kept = p->hand[seat] & ~(PrimeroSet)primero_move_what(move);
    if (!kept || kept == p->hand[seat]) return;
    Text words = reason_words(reason_add(reasons, "You keep {cards}."), "cards");
    for (PrimeroSet rest = kept; rest; rest &= rest - 1) {
        if (rest != kept) text_char(&words, ' ');
        primero_print_card((uint8_t)primero_lowest(rest), &words);
    }
}

void reasons_primero(const View *view, int actor, Move move, Reasons *reasons) {
    const Primero *p = primero_of_view(view);
    int value = primero_hand_value(p->hand[actor]);
    if (primero_move_kind(move) == DO_THROW) {
        add_kept(p, actor, move, reasons);
        return;
    }
    if (p->phase == PRIMERO_PHASE_2 && !p->bid)
        add_hand(reason_add(reasons, "You hold {hand}."), value);
    else if (p->phase == PRIMERO_PHASE_2 && primero_makes(value, p->bid))
        add_hand(reason_add(reasons, "You hold {hand}, which makes the bid."), value);
    else if (p->phase == PRIMERO_PHASE_2)
        add_hand(reason_add(reasons, "You hold {hand}, which does not make the bid."), value);
    if (__builtin_popcount(p->in) > 1)
        reason_number(reason_add(reasons, "In {percent} of 100 deals that fit what you see, your hand is the best so far."), "percent",
                      best_in_hundred(view, actor));
}
