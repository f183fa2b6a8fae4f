/* The person's choices on the stage: which spots there are, and which moves belong to each.
 *
 * Moves that are attached to the same card or row share a spot; the others share one button for each key. Where a move is a set
 * of cards, the cards are picked one by one instead. */
#ifndef ARALDO_PROGRAM_FULL_CHOICES_H
#define ARALDO_PROGRAM_FULL_CHOICES_H

#include "program/place.h"
#include "term/full/stage.h"

typedef struct Choices {
    Place *place;
    Stage *stage;
    Touch *touches;  /* of each choice */
    int *spots;      /* of each choice; -1: none, it is made by picking */
    bool picking;    /* cards of the hand are picked */
    int *members;    /* of the list that is shown, as indices of choices */
    int listed_spot; /* whose list is shown */
} Choices;

bool choices_open(Choices *choices, Place *place, Stage *stage, Error *error);
void choices_close(Choices *choices);
/* Gathers the moves and puts their spots on the stage, whose board has been laid out. */
void choices_gather(Choices *choices);
/* No choices: it is not the person's turn. */
void choices_clear(Choices *choices);
/* Says on the stage what the focused spot does, and highlights what it takes. */
void choices_explain(Choices *choices);
/* How many moves belong to a spot; the first of them in *first. */
int choices_count(const Choices *choices, int spot, int *first);
/* Shows the moves of a spot as a list; or goes back to the spots. */
void choices_list(Choices *choices, int spot);
void choices_back(Choices *choices);
/* Picks a card, or puts it back. */
void choices_pick(Choices *choices, int spot);
/* The move of the cards that are picked, or of the focused card alone. */
bool choices_picked(const Choices *choices, Move *move);
/* The spot whose key the words are; -1 if there is none. */
int choices_find(const Choices *choices, const char *words);

#endif
