/* Turns situations, hands and choices of Primero into numbers, and plays by the learnt table. */
#include "bots/primero/model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/primero/hand.h"
#include "core/bits.h"

static int seat_count(SeatSet seats) { return bits_count(seats); }

static int least(int a, int b) { return a < b ? a : b; }

/* ---- choices */

static void offer(const Primero *p, int slot, Move move, Move moves[SLOTS], unsigned *mask) {
    if (primero_refusal(p, p->turn, move)) return;
    moves[slot] = move;
    *mask |= 1u << slot;
}

/* A third of what may be vied, and all of it. */
static void offer_raises(const Primero *p, Move moves[SLOTS], unsigned *mask) {
    PrimeroMoveKind kind = primero_vied(p) ? PRIMERO_MOVE_REVIE : PRIMERO_MOVE_VIE;
    if (p->variant == PRIMERO_ENGLISH) {
        offer(p, SLOT_RAISE_HIGH, primero_move(kind, (uint64_t)p->stake), moves, mask);
        return;
    }
    int most = least(p->limit, p->purse[p->turn] - (primero_level(p) - p->paid[p->turn])), low = (most + 2) / 3;
    if (most < 1) return;
    offer(p, SLOT_RAISE_HIGH, primero_move(kind, (uint64_t)most), moves, mask);
    if (low < most) offer(p, SLOT_RAISE_LOW, primero_move(kind, (uint64_t)low), moves, mask);
}

static void offer_bids(const Primero *p, Move moves[SLOTS], unsigned *mask) {
    int value = primero_hand_value(p->hand[p->turn]);
    if (p->phase == PRIMERO_PHASE_2) offer(p, SLOT_BID_TRUE, primero_move(PRIMERO_MOVE_BID, (uint64_t)value), moves, mask);
    for (int type = HAND_NUMERUS; type < HAND_TYPES; type++) {
        int floor = primero_value((PrimeroType)type, 0), bid = primero_next_bid(p->bid > floor ? p->bid : floor);
        if (bid && (int)primero_type(bid) == type) offer(p, type, primero_move(PRIMERO_MOVE_BID, (uint64_t)bid), moves, mask);
    }
}

unsigned model_slots(const Primero *p, Move moves[SLOTS]) {
    unsigned mask = 0;
    if (p->step == PRIMERO_STEP_BID) {
        offer_bids(p, moves, &mask);
        return mask;
    }
    offer(p, SLOT_FOLD, primero_move(PRIMERO_MOVE_FOLD, 0), moves, &mask);
    offer(p, SLOT_PASS, primero_move(PRIMERO_MOVE_PASS, 0), moves, &mask);
    offer(p, SLOT_SEE, primero_move(PRIMERO_MOVE_SEE, 0), moves, &mask);
    offer_raises(p, moves, &mask);
    return mask;
}

/* ---- hands */

/* Two cards where nothing is bid yet: of one suit, of one rank, neither; each by points. */
static int two_class(PrimeroSet hand) {
    int low = primero_lowest(hand), high = primero_lowest(hand & (hand - 1)), points = hand_points(hand);
    if (primero_suit(low) == primero_suit(high)) return points >= 34 ? 2 : points >= 28 ? 1 : 0;
    if (primero_rank(low) == primero_rank(high)) return points >= 32 ? 4 : 3;
    return points >= 34 ? 7 : points >= 28 ? 6 : 5;
}

/* Four cards by their shape: two and two, two of three suits, three of a suit, or what they make; each high or low. */
static int four_class(PrimeroSet hand) {
    static const uint8_t middles[HAND_TYPES] = {0, 33, 54, 0, 54, 60};
    int value = primero_hand_value(hand), shape;
    PrimeroType type = primero_type(value);
    if (type == HAND_NUMERUS) {
        PrimeroSet kept = hand_kept_for(hand, HAND_NUMERUS);
        int suits = primero_count(hand_kept_for(hand, HAND_PRIMERO));
        shape = primero_count(kept) == 3 ? 2 : suits == 3 ? 1 : 0;
    } else {
        shape = 1 + (int)type;
    }
    int middle = shape == 2 ? 44 : middles[type];
    return shape * 2 + (primero_points(value) >= middle);
}

/* How near a hand is to the bid: 0 to 2 it makes it (2: by much), 3 and 4 it lacks a card (4: of few points), 5 and 6 two, 7
 * more. */
static int nearness(PrimeroSet hand, int value, int bid) {
    static const uint8_t much[HAND_TYPES] = {0, 44, 62, 0, 58, 0}, some[HAND_TYPES] = {0, 36, 52, 0, 52, 0};
    PrimeroType type = primero_type(bid);
    int points = primero_makes(value, bid);
    if (points) return points >= much[type] ? 2 : points >= some[type] ? 1 : 0;
    PrimeroSet kept = hand_kept_for(hand, type);
    int count = primero_count(kept), sum = hand_points(kept);
    if (type == HAND_NUMERUS) {
        int lacking = primero_points(bid) - sum;
        return count == 4 ? 4 : lacking <= 10 ? 3 : lacking <= 15 ? 4 : lacking <= 21 ? 5 : lacking <= 28 ? 6 : 7;
    }
    int missing = (type == HAND_SUPREMUS ? 3 : 4) - count;
    if (missing <= 1) return missing && sum >= 15 * count ? 3 : 4;
    return missing > 2 ? 7 : sum >= 15 * count ? 5 : 6;
}

/* Does the hand promise more than the type that is bid? */
static bool has_more(PrimeroSet hand, int value, PrimeroType type) {
    if (primero_count(hand) == PRIMERO_HAND) return primero_type(value) > type;
    return type < HAND_FLUXUS && primero_type(value) == HAND_NUMERUS;
}

static int against_bid(PrimeroSet hand, int bid) {
    int value = primero_hand_value(hand);
    return 2 * nearness(hand, value, bid) + has_more(hand, value, primero_type(bid));
}

static const Prospects *prospects_of(const Model *model, const Primero *p) { return &model->prospects[seat_count(p->in) > 2]; }

int model_class(const Model *model, const Primero *p, PrimeroSet hand) {
    if (p->variant == PRIMERO_ITALIAN && p->bid) return against_bid(hand, p->bid);
    if (primero_count(hand) == PRIMERO_PACKET)
        return p->variant == PRIMERO_ITALIAN ? two_class(hand) : prospects_bucket(prospects_of(model, p), hand);
    return least((int)(model->beaten[primero_hand_value(hand)] * MODEL_CLASSES), MODEL_CLASSES - 1);
}

/* ---- situations */

/* May the player pass, fold, or neither; in phase 2 also how much phase 1 has cost. */
static int freedom(const Primero *p) {
    int held = primero_refusal(p, p->turn, primero_move(PRIMERO_MOVE_PASS, 0)) != NULL;
    if (p->phase == PRIMERO_PHASE_1) return held && primero_refusal(p, p->turn, primero_move(PRIMERO_MOVE_FOLD, 0)) ? 2 : held;
    int usual = p->variant == PRIMERO_ENGLISH ? p->stake : (p->limit + 1) / 2;
    return held + 2 * (p->base > usual);
}

/* What there is to answer: nothing; the first vie, the second, a later one, with one stake to pay or more. */
static int english_asked(const Primero *p, int level) {
    int vies = least((level - p->base + p->stake - 1) / p->stake, 3);
    if (vies < 2) return vies;
    return 2 * vies - 2 + (level - p->paid[p->turn] > p->stake);
}

/* Nothing, or by the part of the pot that it costs. */
static int italian_asked(const Primero *p, int level) {
    int owed = level - p->paid[p->turn], pot = p->pot + owed;
    if (level == p->base) return 0;
    for (int seat = 0; seat < p->people; seat++) pot += p->paid[seat];
    return owed * 5 <= pot ? 1 : owed * 3 <= pot ? 2 : 3;
}

/* Antes and carried coins, there to be won by whoever stays: none, some, or more than a usual vie for each. */
static int prize(const Primero *p) {
    int usual = p->variant == PRIMERO_ENGLISH ? p->stake : p->limit;
    return p->pot == 0 ? 0 : p->variant == PRIMERO_ENGLISH || p->pot <= usual * p->people ? 1 : 2;
}

int model_infoset(const Model *model, const Primero *p) {
    PrimeroSet hand = p->hand[p->turn];
    int rivals = seat_count(p->in) - 1, second = p->phase == PRIMERO_PHASE_2;
    if (p->step == PRIMERO_STEP_BID) {
        int situation = (second * HAND_TYPES + (int)primero_type(p->bid)) * 2 + (rivals > 1);
        return BID_INFOSETS + situation * BID_BUCKETS + (second ? four_class(hand) : two_class(hand));
    }
    int level = primero_level(p), waiting = (primero_awaited(p) & ~SEAT_BIT(p->turn)) != 0;
    if (p->variant == PRIMERO_ENGLISH) {
        int company = rivals > 1 ? least(rivals, 3) : seat_count(p->in | p->folded) > 2; /* alone with one, or left with one */
        int place = ((prize(p) * 2 + second) * 6 + english_asked(p, level)) * 4 + company;
        int situation = (place * 2 + waiting) * 4 + freedom(p);
        return situation * ENGLISH_BUCKETS + prospects_bucket(prospects_of(model, p), hand);
    }
    int place = ((prize(p) * 2 + second) * 4 + italian_asked(p, level)) * 2 + (rivals > 1), bucket;
    int situation = (place * 2 + waiting) * 4 + freedom(p);
    if (p->bid) bucket = 8 + 16 * ((int)primero_type(p->bid) - 1) + against_bid(hand, p->bid);
    else bucket = second ? 0 : two_class(hand); /* in phase 2 without a bid nobody has coins to vie with */
    return ITALIAN_INFOSETS + situation * ITALIAN_BUCKETS + bucket;
}

/* In this phase: has not acted, has only passed, stands by the last vie, or by an earlier one. */
static int standing(const Primero *p, int seat, int level) {
    SeatSet bit = SEAT_BIT(seat);
    if (!(p->acted & bit)) return 0;
    if (!(p->staked & bit)) return 1;
    return p->paid[seat] == level ? 2 : 3;
}

void doings_follow(Doings *doings, const Primero *p) {
    SeatSet self = SEAT_BIT(p->turn);
    PrimeroSet known = p->hand[p->turn] | p->discards[p->turn];
    bool first = p->phase == PRIMERO_PHASE_1 && !(p->acted & self);
    if (first || doings->deal != p->deal || (doings->known & ~known)) *doings = (Doings){.deal = p->deal};
    doings->known = known;
    if (p->phase == PRIMERO_PHASE_1) doings->waited |= p->in & p->acted & (SeatSet) ~(p->staked | self);
}

int model_summary(const Primero *p, int seat, const Doings *doings) {
    int second = p->phase == PRIMERO_PHASE_2, level = primero_level(p);
    /* Two at the table, several still in, or one left of several. */
    int company = seat_count(p->in | p->folded) == 2 ? 0 : seat_count(p->in) > 2 ? 1 : 2;
    int thrown = primero_count(p->discards[seat]) + p->hidden_discards[seat], stands = standing(p, seat, level);
    int waited = (doings->waited & SEAT_BIT(seat)) != 0;
    second = second * 2 + waited;
    if (p->variant == PRIMERO_ENGLISH) {
        int vies = least((level - p->base + p->stake - 1) / p->stake, 3);
        return (((second * 4 + stands) * 4 + vies) * 6 + least(thrown, 5)) * 3 + company;
    }
    int dear = level - p->base > p->limit, place = (second * 4 + stands) * HAND_TYPES + (int)primero_type(p->bid);
    return ENGLISH_SUMMARIES + ((place * 4 + least(thrown, 3)) * 2 + dear) * 3 + company;
}

/* ---- playing by it */

static PrimeroSet lowest_card(PrimeroSet set) {
    PrimeroSet lowest = set & -set;
    for (; set; set &= set - 1)
        if (hand_points(set & -set) < hand_points(lowest)) lowest = set & -set;
    return lowest;
}

/* Towards the type that is bid, as few as may be once the hand makes it. */
static PrimeroSet italian_throw(const Primero *p) {
    PrimeroSet hand = p->hand[p->turn], kept;
    PrimeroType type = p->bid ? primero_type(p->bid) : hand_natural_type(hand);
    int fewest = primero_exchange_min(p), most = primero_exchange_max(p);
    bool made = primero_count(hand) == PRIMERO_HAND && fewest == 0 && primero_makes(primero_hand_value(hand), p->bid);
    kept = made ? hand : hand_kept_for(hand, type);
    PrimeroSet thrown = hand & ~kept;
    while (primero_count(thrown) > most) thrown &= ~hand_highest(thrown);
    while (primero_count(thrown) < fewest) thrown |= lowest_card(hand & ~thrown);
    return thrown;
}

PrimeroSet model_throw(const Model *model, const Primero *p) {
    if (p->variant == PRIMERO_ITALIAN) return italian_throw(p);
    return prospects_throw(prospects_of(model, p), p->hand[p->turn]);
}

int model_pick(const uint8_t weights[SLOTS], unsigned mask, Chance *chance) {
    uint32_t sum = 0;
    assert(mask);
    for (unsigned rest = mask; rest; rest &= rest - 1) sum += weights[__builtin_ctz(rest)];
    if (sum) {
        uint32_t at = chance_below(chance, sum);
        for (unsigned rest = mask;; rest &= rest - 1) {
            int slot = __builtin_ctz(rest);
            if (at < weights[slot]) return slot;
            at -= weights[slot];
        }
    }
    uint32_t skip = chance_below(chance, (uint32_t)bits_count(mask));
    for (; skip; skip--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

/* ---- playing in a style */

static Move see_or_fold(const Primero *p, bool sees) {
    const Move fold = primero_move(PRIMERO_MOVE_FOLD, 0), pass = primero_move(PRIMERO_MOVE_PASS, 0);
    if (!primero_vied(p)) return pass;
    return sees || primero_refusal(p, p->turn, fold) ? primero_move(PRIMERO_MOVE_SEE, 0) : fold;
}

/* What an Italian hand is worth to one who plays the cards, against one rival: a rough guess by the two cards, or by how near
 * the hand is to the bid. */
static float italian_guess(const Primero *p, PrimeroSet hand, int bid) {
    static const float twos[8] = {0.44f, 0.55f, 0.65f, 0.44f, 0.5f, 0.44f, 0.51f, 0.56f};
    static const float near[2][8] = {{0.55f, 0.6f, 0.7f, 0.4f, 0.35f, 0.3f, 0.25f, 0.1f},
                                     {0.56f, 0.68f, 0.85f, 0.3f, 0.25f, 0.12f, 0.1f, 0.05f}};
    if (p->phase == PRIMERO_PHASE_1 && primero_type(bid) <= HAND_NUMERUS) return twos[two_class(hand)];
    return near[p->phase == PRIMERO_PHASE_2][nearness(hand, primero_hand_value(hand), bid)];
}

/* The chance to win against all, if this is the last bid. */
static float plain_chance(const Model *model, const Primero *p, PrimeroSet hand, int bid) {
    int rivals = seat_count(p->in) - 1;
    if (p->variant == PRIMERO_ENGLISH) {
        float chance = prospects_chance(prospects_of(model, p), hand);
        return rivals == 1 || rivals == 3 ? chance : powf(chance, (float)rivals / 3);
    }
    float guess = italian_guess(p, hand, bid);
    return rivals == 1 ? guess : powf(guess, 0.5f * (float)(rivals + 1));
}

/* The share of the pot that staying brings: one that nobody makes is carried on, and counts as an equal claim. */
static float plain_share(const Model *model, const Primero *p) {
    static const float missed[HAND_TYPES] = {0, 0.3f, 0.6f, 0.95f, 0.9f, 0.98f}; /* how often a rival does not make it */
    float chance = plain_chance(model, p, p->hand[p->turn], p->bid);
    if (p->variant == PRIMERO_ENGLISH) return chance;
    int rivals = seat_count(p->in) - 1;
    return chance + (1 - chance) * powf(missed[primero_type(p->bid)], (float)rivals) / (float)(rivals + 1);
}

/* The type of the best bid that one who plays the cards makes, 0 if there is none, and the chance with it. */
static int plain_bid(const Model *model, const Primero *p, float *chance) {
    PrimeroSet hand = p->hand[p->turn];
    int value = primero_hand_value(hand), best = 0;
    *chance = 0;
    for (int type = HAND_NUMERUS; type < HAND_TYPES; type++) {
        int floor = primero_value((PrimeroType)type, 0), bid = primero_next_bid(p->bid > floor ? p->bid : floor);
        if (!bid || (int)primero_type(bid) != type) continue;
        if (p->phase == PRIMERO_PHASE_2 && (!primero_makes(value, bid) || !primero_may_bid(value, p->bid, bid))) continue;
        float with = plain_chance(model, p, hand, bid);
        if (with > *chance) *chance = with, best = type;
    }
    return best;
}

static Move plain_act(const Model *model, const Primero *p, const Move moves[SLOTS], unsigned mask) {
    static const float vie_edge = 1.08f, revie_edge = 1.5f, sure = 0.5f;
    float share = 1 / (float)seat_count(p->in), staying = plain_share(model, p), raising = staying;
    bool vied = primero_vied(p);
    if (p->variant == PRIMERO_ITALIAN) plain_bid(model, p, &raising);
    if (raising > share * (vied ? revie_edge : vie_edge) && (mask & 1u << SLOT_RAISE_HIGH)) {
        bool low = (mask & 1u << SLOT_RAISE_LOW) && raising < share + (1 - share) * sure;
        return moves[low ? SLOT_RAISE_LOW : SLOT_RAISE_HIGH];
    }
    if (!vied) return moves[SLOT_PASS];
    int owed = least(primero_level(p) - p->paid[p->turn], p->purse[p->turn]), pot = p->pot + owed;
    for (int seat = 0; seat < p->people; seat++) pot += p->paid[seat];
    if (staying * (float)pot >= (float)owed || !(mask & 1u << SLOT_FOLD)) return moves[SLOT_SEE];
    return moves[mask & 1u << SLOT_PASS ? SLOT_PASS : SLOT_FOLD];
}

Move model_style_choose(const Model *model, const Primero *p, Style style) {
    Move moves[SLOTS];
    if (style != STYLE_CARDS && p->step == PRIMERO_STEP_ACT) return see_or_fold(p, style == STYLE_SEES);
    unsigned mask = model_slots(p, moves);
    if (p->step == PRIMERO_STEP_ACT) return plain_act(model, p, moves, mask);
    float chance;
    int type = plain_bid(model, p, &chance);
    return moves[type && (mask & 1u << type) ? type : __builtin_ctz(mask)];
}

Move model_choose(const Model *model, const Primero *p, Style style, Chance *chance) {
    Move moves[SLOTS];
    if (p->step == PRIMERO_STEP_EXCHANGE) return primero_move(PRIMERO_MOVE_THROW, model_throw(model, p));
    if (style != STYLE_MODEL) return model_style_choose(model, p, style);
    unsigned mask = model_slots(p, moves);
    return moves[model_pick(model->weights[model_infoset(model, p)], mask, chance)];
}

/* ---- reading the table */

static int letter(char c) { return c >= 'a' ? c - 'a' + 26 : c - 'A'; }

static void read_weights(Model *model) {
    const char *at = model_weights;
    for (int infoset = 0; infoset < MODEL_INFOSETS; infoset++) {
        if (*at == '.') {
            at++;
            continue;
        }
        for (int slot = 0; slot < model_letters(infoset); slot++) model->weights[infoset][slot] = (uint8_t)letter(*at++);
    }
    assert(*at == '\0');
}

/* Roots of shares, so that small ones keep a digit more. */
static const char *read_shares(const char *at, float *shares, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
        float root = (float)letter(*at++);
        shares[i] = root * root;
        sum += shares[i];
    }
    for (int i = 0; i < count && sum > 0; i++) shares[i] /= sum;
    return at;
}

static void read_beliefs(Model *model) {
    const char *at = model_beliefs;
    for (int summary = 0; summary < MODEL_SUMMARIES; summary++) {
        if (*at == '.') {
            at++;
            continue;
        }
        for (int blind = 0; blind < 2; blind++) at = read_shares(at, model->classes[summary][blind], MODEL_CLASSES);
        at = read_shares(at, model->styles[summary], STYLES);
    }
    assert(*at == '\0');
}

bool model_prospects(Model *model) {
    static const int rivals[MODEL_RIVALS] = {1, 3};
    for (int i = 0; i < MODEL_RIVALS; i++)
        if (!prospects_fill(&model->prospects[i], rivals[i], model->beaten)) return false;
    return true;
}

Model *model_open(void) {
    Model *model = calloc(1, sizeof *model);
    if (!model) return NULL;
    int value = 0;
    for (int i = 0; i < PRIMERO_BIDS; i++) {
        value = primero_next_bid(value);
        model->beaten[value] = (float)model_beaten[i] / 65535;
    }
    read_weights(model);
    read_beliefs(model);
    if (model_prospects(model)) return model;
    model_free(model);
    return NULL;
}

void model_free(Model *model) { free(model); }
