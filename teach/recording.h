/* A finished match as its record tells it: every state, every move, and where each round began.
 *
 * A review of a match needs all of its positions, in any order and even without the table's key; so they are kept, at most
 * RECORDING_MOVES_MAX of them. */
#ifndef ARALDO_TEACH_RECORDING_H
#define ARALDO_TEACH_RECORDING_H

#include "bots/past.h"
#include "record/record.h"

enum { RECORDING_MOVES_MAX = 20000 };

typedef struct Recording {
    RecordHeader header;
    int seats; /* those that play by themselves included */
    int count; /* of moves; there is one state more */
    int capacity;
    unsigned char *states;
    uint8_t *actors; /* of each move, */
    Move *moves;     /* and the move */
    bool *begins;    /* does a round begin with this state? */
} Recording;

/* Reads the index-th record of the file, from 0. False with one clear line, and nothing to release, if there is none, if it is
 * damaged, unfinished or too long, or if its chance does not follow from its key. */
bool recording_read(Recording *recording, FILE *file, int index, Error *error);
/* The same for the first record of a text. */
bool recording_parse(Recording *recording, Span text, Error *error);
void recording_release(Recording *recording);

static inline const Game *recording_game(const Recording *recording) { return recording->header.game; }
/* The state before the index-th move; after the last move for index `count`. */
const State *recording_state(const Recording *recording, int index);
/* The first state of the round that the index-th belongs to. */
int recording_round_start(const Recording *recording, int index);
/* What the actor of the index-th move had seen on earlier turns of the round: what a bot at that seat would remember. */
void recording_sights(const Recording *recording, int index, Sights *sights);
/* Is the seat a person's? Those are all seats that are not named after a bot. */
bool recording_is_person(const Recording *recording, int seat);

#endif
