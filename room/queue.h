/* The queue for bots: whose question goes to a worker next.
 *
 * Thinking time is shared out by address, and within an address by person: the one who has used the least goes first, so only
 * the greedy wait. The workers have only as many questions as can be thought about at once; all others wait here, one for each
 * table and one hint for each client, and are written when their turn comes. An address that had nothing to ask starts level
 * with those that did, so that it neither saves up time nor owes any. */
#ifndef ARALDO_ROOM_QUEUE_H
#define ARALDO_ROOM_QUEUE_H

#include "room/agenda.h"

typedef struct Source Source;
typedef struct Person Person;

enum { THOUGHT_SCALE = 16 }; /* averages are kept in parts of a millisecond */

/* A question that waits, embedded in the table or the client it is about. */
typedef struct Job {
    struct Job *next; /* of its address, in the order in which they came */
    Source *source;
    Person *person;
    bool waits;
    bool hint; /* embedded in a Client, otherwise in a RoomTable */
} Job;

#endif
