/* A recording: one match of a record file in memory, with the position after every move, to be walked through in any direction. */
#ifndef ARALDO_PROGRAM_RECORDING_H
#define ARALDO_PROGRAM_RECORDING_H

#include "record/replay.h"

enum { RECORDING_STEPS_MAX = 1 << 16 };

/* A position, and how many events had happened by then. */
typedef struct Position {
    StateRoom state;
    size_t events;
    bool begins_round;
} Position;

typedef struct Recording {
    RecordHeader header;
    EventLog log;
    Position *positions; /* the first is that after the deal; the others follow a move each */
    int count, capacity;
    bool over;   /* the match came to its end */
    Error fault; /* why the record stops before that */
} Recording;

/* Reads the number-th record of a file, from 1, as far as it is good. False if there is not even a first position. */
bool recording_open(Recording *recording, const char *path, int number, Error *error);
void recording_close(Recording *recording);

static inline const State *recording_state(const Recording *recording, int index) {
    return (const State *)(const void *)recording->positions[index].state.bytes;
}

#endif
