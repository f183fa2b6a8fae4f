/* Weighs the hands that rivals in Primero may hold, and samples from them. */
#include "bots/primero/beliefs.h"

#include <assert.h>
#include <string.h>

enum { PRIOR_SAMPLES = 600, TRIES = 24 };

/* The part of a belief that no doings change: in hands, and in styles. */
static const float CARDS_ALONE = 0.1f, STYLES_ALONE = 0.1f;

static float unit(Chance *chance) { return (float)(chance_bits(chance) >> 40) / (float)(1 << 24); }

/* Whose beliefs they are; a cheat sees the whole state, and is on turn. */
static int own_seat(const Primero *p) { return p->viewer == VIEWER_WHOLE ? p->turn : p->viewer; }

static int hand_size(const Primero *p) { return p->phase == PRIMERO_PHASE_1 ? PRIMERO_PACKET : PRIMERO_HAND; }

/* Brings random cards to the places from `first` on. */
static PrimeroSet draw(uint8_t *cards, int first, int end, int count, Chance *chance) {
    PrimeroSet set = 0;
    assert(first + count <= end);
    for (int i = first; i < first + count; i++) {
        int chosen = i + (int)chance_below(chance, (uint32_t)(end - i));
        uint8_t card = cards[chosen];
        cards[chosen] = cards[i];
        cards[i] = card;
        set |= PRIMERO_BIT(card);
    }
    return set;
}

static void form_prior(PrimeroBeliefs *b, Chance *chance) {
    uint8_t cards[PRIMERO_CARDS];
    memcpy(cards, b->unseen, sizeof cards);
    for (int i = 0; i < PRIOR_SAMPLES; i++) {
        PrimeroSet hand = draw(cards, 0, b->unseen_count, hand_size(b->view), chance);
        b->prior[model_class(b->model, b->view, hand)] += 1.0f / PRIOR_SAMPLES;
    }
}

/* The model's shares, as far as the unseen cards allow them. */
static void form_rival(PrimeroBeliefs *b, int seat, int summary, int blind) {
    const float *told = b->model->classes[summary][blind];
    float *shares = b->shares[blind][seat], *accepted = b->accepted[blind][seat], possible = 0, highest = 0;
    for (int i = 0; i < MODEL_CLASSES; i++)
        if (b->prior[i] > 0) possible += told[i];
    for (int i = 0; i < MODEL_CLASSES; i++) {
        float learnt = possible > 0 ? told[i] / possible : b->prior[i];
        shares[i] = b->prior[i] > 0 ? (1 - CARDS_ALONE) * learnt + CARDS_ALONE * b->prior[i] : 0;
        accepted[i] = b->prior[i] > 0 ? shares[i] / b->prior[i] : 0;
        if (accepted[i] > highest) highest = accepted[i];
    }
    for (int i = 0; i < MODEL_CLASSES; i++) accepted[i] = b->prior[i] > 0 ? accepted[i] / highest : 1;
}

/* All rivals play alike; what each has done speaks for one style or another. */
static void form_styles(PrimeroBeliefs *b, SeatSet rivals, const Doings *doings) {
    float sum = 0;
    for (int style = 0; style < STYLES; style++) {
        float prior = (float)model_tables_percent(b->view, (Style)style) / 100;
        b->tables[style] = prior;
        for (int seat = 0; seat < b->view->people; seat++) {
            const float *shares = b->model->styles[model_summary(b->view, seat, doings)];
            bool met = false;
            for (int i = 0; i < STYLES; i++) met |= shares[i] > 0;
            if ((rivals & SEAT_BIT(seat)) && met) b->tables[style] *= shares[style] / prior;
        }
        sum += b->tables[style];
    }
    for (int style = 0; style < STYLES; style++) {
        float prior = (float)model_tables_percent(b->view, (Style)style) / 100;
        b->tables[style] = (1 - STYLES_ALONE) * (sum > 0 ? b->tables[style] / sum : prior) + STYLES_ALONE * prior;
    }
}

static Style some_style(const float shares[STYLES], Chance *chance) {
    float at = unit(chance);
    for (int style = STYLE_MODEL + 1; style < STYLES; style++) {
        if (at < shares[style]) return (Style)style;
        at -= shares[style];
    }
    return STYLE_MODEL;
}

void primero_beliefs_form(PrimeroBeliefs *b, const Model *model, const Primero *view, const Doings *doings, Chance *chance) {
    *b = (PrimeroBeliefs){.model = model, .view = view};
    int self = own_seat(view);
    PrimeroSet known = view->hand[self] | view->discards[self];
    for (PrimeroSet unseen = PRIMERO_ALL_CARDS & ~known; unseen; unseen &= unseen - 1)
        b->unseen[b->unseen_count++] = (uint8_t)primero_lowest(unseen);
    form_prior(b, chance);
    SeatSet rivals = view->in & ~SEAT_BIT(self);
    for (int seat = 0; seat < view->people; seat++)
        for (int blind = 0; blind < 2 && (rivals & SEAT_BIT(seat)); blind++)
            form_rival(b, seat, model_summary(view, seat, doings), blind);
    form_styles(b, rivals, doings);
}

/* A hand is drawn again until one is kept: so often as its class is believed in. */
static PrimeroSet draw_hand(const PrimeroBeliefs *b, int seat, bool blind, uint8_t *cards, int first, Chance *chance) {
    PrimeroSet hand = 0;
    for (int i = 0; i < TRIES; i++) {
        hand = draw(cards, first, b->unseen_count, hand_size(b->view), chance);
        if (unit(chance) < b->accepted[blind][seat][model_class(b->model, b->view, hand)]) break;
    }
    return hand;
}

void primero_beliefs_sample(const PrimeroBeliefs *b, Chance *chance, Primero *world, Style styles[PRIMERO_SEATS]) {
    const Primero *view = b->view;
    uint8_t cards[PRIMERO_CARDS];
    int next = 0, begin = (int)chance_below(chance, view->people);
    Style style = some_style(b->tables, chance);
    memcpy(cards, b->unseen, sizeof cards);
    memcpy(world, view, sizeof *world);
    /* The seat dealt first has the wider choice of cards, so it is a different one each time. */
    for (int i = 0; i < view->people; i++) {
        int seat = (begin + i) % view->people;
        styles[seat] = seat == own_seat(view) ? STYLE_MODEL : style;
        if (!view->hidden[seat]) continue;
        world->hand[seat] = draw_hand(b, seat, style_is_blind(style), cards, next, chance);
        next += view->hidden[seat];
    }
    if (view->viewer == VIEWER_WHOLE) return; /* who sees everything has nothing to guess but the styles */
    draw(cards, next, b->unseen_count, b->unseen_count - next, chance);
    for (int seat = 0; seat < view->people; seat++)
        for (int i = 0; i < view->hidden_discards[seat]; i++) world->discards[seat] |= PRIMERO_BIT(cards[next++]);
    for (int i = 0; i < view->stock_count; i++) world->stock[i] = cards[next++];
    assert(next == b->unseen_count);
    memset(world->hidden, 0, sizeof world->hidden);
    memset(world->hidden_discards, 0, sizeof world->hidden_discards);
    world->viewer = VIEWER_WHOLE;
}
