/* Beliefs in Primero: which hands are likely behind what the rivals have done in this deal.
 *
 * The model says how the hands behind such actions are distributed over classes (Bayes' rule with counts from self-play); each
 * hand that the unseen cards allow is as likely as its class implies. Part of every belief relies on the cards alone, so that
 * a player whose style the model does not know cannot mislead it completely. */
#ifndef ARALDO_BOTS_PRIMERO_BELIEFS_H
#define ARALDO_BOTS_PRIMERO_BELIEFS_H

#include "bots/primero/model.h"

typedef struct PrimeroBeliefs {
    const Model *model;
    const Primero *view; /* the state as the seat sees it; stays the caller's */
    int unseen_count;
    uint8_t unseen[PRIMERO_CARDS];
    float prior[MODEL_CLASSES]; /* of a hand from the unseen cards, before anything was done */
    /* Of rivals who look at their cards, and of blind ones: */
    float shares[2][PRIMERO_SEATS][MODEL_CLASSES];   /* of each rival's hand, in the light of it */
    float accepted[2][PRIMERO_SEATS][MODEL_CLASSES]; /* how many of the hands of a class are kept when sampling */
    float tables[STYLES];                            /* the chance that all rivals play in this style */
} PrimeroBeliefs;

/* What the viewing seat, which remembers these actions, may believe. For a full state, the cheat whose turn it is. */
void primero_beliefs_form(PrimeroBeliefs *beliefs, const Model *model, const Primero *view, const Doings *doings,
                          Chance *chance);
/* A full state that fits the view, its hands drawn by the beliefs, and a style for each rival. */
void primero_beliefs_sample(const PrimeroBeliefs *beliefs, Chance *chance, Primero *world, Style styles[PRIMERO_SEATS]);

#endif
