/* A binary heap of tables by the time they are due. */
#include "room/agenda.h"

#include <stdlib.h>

#include "room/memory.h"

static void put(Agenda *agenda, size_t place, Appointment *appointment) {
    agenda->heap[place] = appointment;
    appointment->place = place;
}

static void rise(Agenda *agenda, size_t place) {
    Appointment *appointment = agenda->heap[place];
    for (; place > 0 && agenda->heap[(place - 1) / 2]->due > appointment->due; place = (place - 1) / 2)
        put(agenda, place, agenda->heap[(place - 1) / 2]);
    put(agenda, place, appointment);
}

static void sink(Agenda *agenda, size_t place) {
    Appointment *appointment = agenda->heap[place];
    for (size_t child; (child = 2 * place + 1) < agenda->count; place = child) {
        if (child + 1 < agenda->count && agenda->heap[child + 1]->due < agenda->heap[child]->due) child++;
        if (agenda->heap[child]->due >= appointment->due) break;
        put(agenda, place, agenda->heap[child]);
    }
    put(agenda, place, appointment);
}

void agenda_add(Agenda *agenda, Appointment *appointment) {
    if (agenda->count == agenda->capacity) {
        agenda->capacity = agenda->capacity ? 2 * agenda->capacity : 16;
        agenda->heap = memory_grow(agenda->heap, agenda->capacity * sizeof *agenda->heap);
    }
    appointment->due = INT64_MAX;
    put(agenda, agenda->count++, appointment);
}

void agenda_remove(Agenda *agenda, Appointment *appointment) {
    size_t place = appointment->place;
    agenda->count--;
    if (place == agenda->count) return;
    put(agenda, place, agenda->heap[agenda->count]);
    rise(agenda, place);
    sink(agenda, agenda->heap[place]->place);
}

void agenda_set(Agenda *agenda, Appointment *appointment, Milliseconds due) {
    bool earlier = due < appointment->due;
    appointment->due = due;
    if (earlier) rise(agenda, appointment->place);
    else sink(agenda, appointment->place);
}

void agenda_release(Agenda *agenda) {
    free(agenda->heap);
    *agenda = (Agenda){0};
}
