/* The agenda: which table is due first.
 * A binary heap; each table knows its place in it. */
#ifndef ARALDO_ROOM_AGENDA_H
#define ARALDO_ROOM_AGENDA_H

#include "room/room.h"

typedef struct Appointment {
    Milliseconds due; /* INT64_MAX: never */
    size_t place;     /* in the heap */
} Appointment;

typedef struct Agenda {
    Appointment **heap;
    size_t count, capacity;
} Agenda;

void agenda_add(Agenda *agenda, Appointment *appointment);
void agenda_remove(Agenda *agenda, Appointment *appointment);
void agenda_set(Agenda *agenda, Appointment *appointment, Milliseconds due);
/* The first, or NULL. */
static inline Appointment *agenda_first(const Agenda *agenda) { return agenda->count ? agenda->heap[0] : NULL; }
void agenda_release(Agenda *agenda);

#endif
