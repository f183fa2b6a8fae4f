/* Replay: plays a record again, move by move, and checks each line against the rules.
 *
 * A move is read, checked and applied with the chance events of the record, so no key is needed; the first line that does not
 * follow from the rules breaks the replay. Where the header reveals the key, every chance event is also drawn from it, and
 * the first outcome that does not follow from it is remembered: the two questions are answered separately.
 * Reading is one line ahead and memory does not grow with the file. */
#ifndef ARALDO_RECORD_REPLAY_H
#define ARALDO_RECORD_REPLAY_H

#include "record/record.h"

typedef enum {
    REPLAY_GOES_ON,    /* a decision comes next */
    REPLAY_OVER,       /* the match is over, and so is its record */
    REPLAY_UNFINISHED, /* the record stops between two moves before the match is over */
    REPLAY_CUT,        /* the record stops among the lines of one move */
    REPLAY_BROKEN,     /* a line does not follow from the rules */
    REPLAY_NONE        /* the file has no further record */
} ReplayStatus;

typedef struct Replay {
    Lines lines;
    RecordHeader header;
    long header_line; /* its number in the file */
    StateRoom state;
    ReplayStatus status;
    long moves;            /* played so far in this record */
    int actor;             /* of the last move, */
    Move move;             /* and the move */
    long broken_line;      /* 0 while all is well; where the record ends too early, the line after its last */
    Error error;           /* why it broke, is cut or unfinished, and at which line */
    long seed_broken_line; /* the first chance event that does not follow from the key; 0 if there is none */

    /* within one move */
    EventSink *out;        /* where the events also go */
    EventSink sink;        /* compares */
    Chance chance;         /* recalls */
    ChanceOutcome outcome; /* what the record says about the event being drawn */
    EventLog drawn;        /* what the key gives */
    EventSink drawn_sink;  /* collects it */
    size_t drawn_seen;
} Replay;

/* The file stays the caller's. */
void replay_init(Replay *replay, FILE *file);
void replay_release(Replay *replay);

/* Reads the next header and sets the table up, first deal included: GOES_ON, CUT, BROKEN or NONE. */
ReplayStatus replay_begin(Replay *replay, EventSink *out);
/* Plays the next move. `out` gets its events whole, or is NULL. */
ReplayStatus replay_step(Replay *replay, EventSink *out);

static inline const State *replay_state(const Replay *replay) { return (const State *)(const void *)replay->state.bytes; }

#endif
