/* The greedy Primero player: it plays by its hand's chance to win, and nothing else.
 *
 * The others' hands are sampled from the cards it does not know, each improved by one plain exchange towards what the bid
 * asks for; that gives, for any value, the chance to beat them all (an Italian pot that nobody makes counts as an equal share
 * of it). Its own chance is that of the best exchange open to it: up to two of four cards are tried on every draw there is, the
 * rest (more cards, or the two of phase 1) on samples. It vies and revies while it would win clearly more often than its share
 * of the players, more coins the surer it is; sees when the pot pays for the chance; else passes where it may, or folds. Its
 * Italian bids are true: in phase 2 the lowest of a type that the hand makes now, in phase 1 the lowest of the type with the
 * best prospects. */
#include "bots/primero/bots.h"

#include <assert.h>

#include "bots/primero/hand.h"
#include "core/bits.h"
#include "games/primero/primero.h"

enum { RIVAL_SAMPLES = 160, OWN_SAMPLES = 120 };

static const double VIE_EDGE = 1.15, REVIE_EDGE = 1.5; /* times an equal share of the wins */

/* What the player reckons with, for one bid. */
typedef struct Outlook {
    const Primero *p;
    Chance *chance;
    int seat, rivals, bid; /* bid 0: every hand counts */
    int unseen_count;
    uint8_t unseen[PRIMERO_CARDS];
    double beats[PRIMERO_VALUES]; /* by strength: the chance that all rivals are weaker, half of it where they are equal */
} Outlook;

/* Brings so many random ones of the unseen cards to the front. */
static void deal_unseen(Outlook *o, int count) {
    assert(count <= o->unseen_count);
    for (int i = 0; i < count; i++) {
        int chosen = i + (int)chance_below(o->chance, (uint32_t)(o->unseen_count - i));
        uint8_t card = o->unseen[chosen];
        o->unseen[chosen] = o->unseen[i];
        o->unseen[i] = card;
    }
}

static PrimeroSet unseen_set(const Outlook *o, int first, int count) {
    PrimeroSet set = 0;
    for (int i = 0; i < count; i++) set |= PRIMERO_BIT(o->unseen[first + i]);
    return set;
}

static int strength(int value, int bid) { return bid ? primero_makes(value, bid) : value; }

/* ---- a plain exchange: what to throw on the way to a type */

/* What a player with these four cards throws; nothing if the hand is made. */
static PrimeroSet plain_throw(const Outlook *o, PrimeroSet hand) {
    int value = primero_hand_value(hand), most = o->p->variant == PRIMERO_ITALIAN ? PRIMERO_EXCHANGE_ITALIAN : PRIMERO_HAND;
    if (o->bid ? primero_makes(value, o->bid) > 0 : primero_type(value) >= HAND_PRIMERO) return 0;
    PrimeroSet thrown = hand & ~hand_kept_for(hand, o->bid ? primero_type(o->bid) : hand_natural_type(hand));
    while (primero_count(thrown) > most) thrown &= ~hand_highest(thrown);
    return thrown;
}

/* A hand after its plain exchange, with the unseen cards from `first` on. */
static int value_after(const Outlook *o, PrimeroSet hand, int first) {
    PrimeroSet thrown = plain_throw(o, hand);
    return primero_hand_value((hand & ~thrown) | unseen_set(o, first, primero_count(thrown)));
}

/* ---- chances */

static Outlook outlook(const Primero *p, int seat, int bid, Chance *chance) {
    Outlook o = {.p = p, .chance = chance, .seat = seat, .rivals = bits_count(p->in) - 1, .bid = bid};
    int counts[PRIMERO_VALUES] = {0}, lower = 0;
    PrimeroSet known = p->hand[seat] | p->discards[seat];
    for (PrimeroSet unseen = PRIMERO_ALL_CARDS & ~known; unseen; unseen &= unseen - 1)
        o.unseen[o.unseen_count++] = (uint8_t)primero_lowest(unseen);
    for (int i = 0; i < RIVAL_SAMPLES; i++) {
        deal_unseen(&o, 2 * PRIMERO_HAND);
        counts[strength(value_after(&o, unseen_set(&o, 0, PRIMERO_HAND), PRIMERO_HAND), bid)]++;
    }
    for (int s = 0; s < PRIMERO_VALUES; s++) {
        double one = (lower + 0.5 * counts[s]) / RIVAL_SAMPLES;
        o.beats[s] = 1;
        for (int rival = 0; rival < o.rivals; rival++) o.beats[s] *= one;
        lower += counts[s];
    }
    /* A hand that does not make the bid: if no rival does either, the pot stays, and everybody has an equal claim to it. */
    double none = 1.0 / bits_count(p->in | p->folded);
    for (int rival = 0; rival < o.rivals; rival++) none *= (double)counts[0] / RIVAL_SAMPLES;
    o.beats[0] = none;
    return o;
}

static double chance_of(const Outlook *o, PrimeroSet hand) { return o->beats[strength(primero_hand_value(hand), o->bid)]; }

/* Over every draw of one or two cards. */
static double exact_chance(const Outlook *o, PrimeroSet kept, int missing) {
    double sum = 0;
    int draws = 0;
    if (missing == 0) return chance_of(o, kept);
    for (int i = 0; i < o->unseen_count; i++) {
        PrimeroSet one = kept | PRIMERO_BIT(o->unseen[i]);
        if (missing == 1) {
            sum += chance_of(o, one);
            draws++;
            continue;
        }
        for (int j = 0; j < i; j++) sum += chance_of(o, one | PRIMERO_BIT(o->unseen[j]));
        draws += i;
    }
    return sum / draws;
}

/* Over samples; cards of phase 1 are filled up to four, and then exchanged once more. */
static double sampled_chance(Outlook *o, PrimeroSet kept, int missing) {
    double sum = 0;
    for (int i = 0; i < OWN_SAMPLES; i++) {
        deal_unseen(o, missing + PRIMERO_HAND);
        PrimeroSet hand = kept | unseen_set(o, 0, missing);
        sum += o->p->phase == PRIMERO_PHASE_1 ? o->beats[strength(value_after(o, hand, missing), o->bid)] : chance_of(o, hand);
    }
    return sum / OWN_SAMPLES;
}

/* The best exchange with at least and at most so many cards: its chance, and what it throws. */
static double best_exchange(Outlook *o, int least, int most, PrimeroSet *best) {
    PrimeroSet hand = o->p->hand[o->seat], thrown = 0;
    double highest = -1;
    *best = 0;
    do {
        int count = primero_count(thrown), missing = PRIMERO_HAND - primero_count(hand & ~thrown);
        if (count >= least && count <= most) {
            bool exact = o->p->phase == PRIMERO_PHASE_2 && missing <= 2;
            double chance = exact ? exact_chance(o, hand & ~thrown, missing) : sampled_chance(o, hand & ~thrown, missing);
            if (chance > highest) highest = chance, *best = thrown;
        }
        thrown = (thrown - hand) & hand;
    } while (thrown);
    return highest;
}

/* The chance to win if this is the last bid after the action. */
static double chance_with(const Primero *p, int seat, int bid, Chance *chance) {
    Outlook o = outlook(p, seat, bid, chance);
    PrimeroType type = primero_type(bid);
    PrimeroSet thrown;
    bool moving = p->phase == PRIMERO_PHASE_2 && (type == HAND_NUMERUS || type == HAND_SUPREMUS);
    return best_exchange(&o, moving ? 1 : 0, primero_exchange_max(p), &thrown);
}

/* ---- choosing */

/* The Italian bid with the best prospects, or 0 if there is no true one; *chance_to_win is its chance. */
static int best_bid(const Primero *p, int seat, Chance *chance, double *chance_to_win) {
    int value = primero_hand_value(p->hand[seat]), best = 0;
    *chance_to_win = 0;
    for (int type = HAND_NUMERUS; type < HAND_TYPES; type++) {
        int floor = primero_value((PrimeroType)type, 0), bid = primero_next_bid(p->bid > floor ? p->bid : floor);
        if (!bid || (int)primero_type(bid) != type) continue;
        if (p->phase == PRIMERO_PHASE_2 && (!primero_makes(value, bid) || !primero_may_bid(value, p->bid, bid))) continue;
        double prospects = chance_with(p, seat, bid, chance);
        if (prospects > *chance_to_win) *chance_to_win = prospects, best = bid;
    }
    return best;
}

/* A vie of as many coins as the chance is above an equal share, or the one there is; false if none is allowed. */
static bool raise_by(const Primero *p, int seat, double prospects, Move *move) {
    PrimeroMoveKind kind = primero_vied(p) ? PRIMERO_MOVE_REVIE : PRIMERO_MOVE_VIE;
    double share = 1.0 / bits_count(p->in);
    int amount = p->stake;
    if (p->variant == PRIMERO_ITALIAN) {
        int spare = p->purse[seat] - (primero_level(p) - p->paid[seat]), most = spare < p->limit ? spare : p->limit;
        amount = 1 + (int)((prospects - share) / (1 - share) * (most - 1));
    }
    *move = primero_move(kind, (uint64_t)(amount < 1 ? 1 : amount));
    return !primero_refusal(p, seat, *move);
}

static Move choose_act(const Primero *p, int seat, Chance *chance) {
    const Move see = primero_move(PRIMERO_MOVE_SEE, 0), pass = primero_move(PRIMERO_MOVE_PASS, 0),
               fold = primero_move(PRIMERO_MOVE_FOLD, 0);
    bool vied = primero_vied(p), italian = p->variant == PRIMERO_ITALIAN;
    double staying = chance_with(p, seat, p->bid, chance), raising = staying;
    double share = 1.0 / bits_count(p->in);
    Move raise;
    if (italian && !best_bid(p, seat, chance, &raising)) raising = 0;
    if (raising > share * (vied ? REVIE_EDGE : VIE_EDGE) && raise_by(p, seat, raising, &raise)) return raise;
    if (!vied) return pass;
    int level = primero_level(p), owed = level - p->paid[seat], pot = p->pot;
    if (owed > p->purse[seat]) owed = p->purse[seat];
    for (int other = 0; other < p->people; other++) pot += p->paid[other];
    if (staying * (pot + owed) >= owed || primero_refusal(p, seat, fold)) return see;
    return primero_refusal(p, seat, pass) ? fold : pass;
}

static Move choose_bid(const Primero *p, int seat, Chance *chance) {
    double prospects;
    int bid = best_bid(p, seat, chance, &prospects);
    if (bid) return primero_move(PRIMERO_MOVE_BID, (uint64_t)bid);
    /* Somebody else chose to vie: the lowest bid there is. */
    bid = primero_next_bid(p->bid);
    while (primero_refusal(p, seat, primero_move(PRIMERO_MOVE_BID, (uint64_t)bid))) bid = primero_next_bid(bid);
    return primero_move(PRIMERO_MOVE_BID, (uint64_t)bid);
}

Move greedy_primero(Bot *bot, const View *view, int actor, Chance *chance) {
    const Primero *p = primero_of_view(view);
    Chance dice = chance_fast(chance_bits(chance)); /* thousands of draws a choice */
    (void)bot;
    if (p->step == PRIMERO_STEP_ACT) return choose_act(p, actor, &dice);
    if (p->step == PRIMERO_STEP_BID) return choose_bid(p, actor, &dice);
    PrimeroSet thrown;
    Outlook o = outlook(p, actor, p->bid, &dice);
    best_exchange(&o, primero_exchange_min(p), primero_exchange_max(p), &thrown);
    return primero_move(PRIMERO_MOVE_THROW, thrown);
}
