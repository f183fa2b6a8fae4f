/* Puts questions for bots in order, by the time their address and person have used, and hands them out. */
#include "room/queue.h"

#include <assert.h>
#include <stddef.h>

#include "room/inside.h"

static Source *source_at(Appointment *turn) { return (Source *)(void *)((char *)turn - offsetof(Source, turn)); }

/* A source or person that comes back to the queue has not saved anything up. */
static void catch_up(Milliseconds *used, Milliseconds level) {
    if (*used < level) *used = level;
}

void room_queue(Room *room, Job *job, Source *source, Person *person) {
    if (job->waits) return;
    *job = (Job){.source = source, .person = person, .waits = true, .hint = job->hint};
    if (!source->jobs) {
        catch_up(&source->used, room->bots_level);
        agenda_add(&room->bots, &source->turn);
        agenda_set(&room->bots, &source->turn, source->used);
    }
    if (person->jobs++ == 0) catch_up(&person->used, source->person_level);
    Job **link = &source->jobs;
    while (*link) link = &(*link)->next;
    *link = job;
    room->queued++;
}

void room_unqueue(Room *room, Job *job) {
    if (!job->waits) return;
    Source *source = job->source;
    Job **link = &source->jobs;
    while (*link != job) link = &(*link)->next;
    *link = job->next;
    job->waits = false;
    job->person->jobs--;
    room->queued--;
    if (!source->jobs) agenda_remove(&room->bots, &source->turn);
}

/* The first of the person who has used least. */
static Job *next_of(const Source *source) {
    Job *best = source->jobs;
    for (Job *job = best; job; job = job->next)
        if (job->person->used < best->person->used) best = job;
    return best;
}

/* Takes the job out of the queue; its thought is paid in advance, as long as those of its level take on average. */
static void take(Room *room, Job *job, Level level) {
    Source *source = job->source;
    Milliseconds cost = room->thought_average[level] / THOUGHT_SCALE + 1;
    room->bots_level = source->used;
    source->person_level = job->person->used;
    job->person->used += cost;
    source->used += cost;
    agenda_set(&room->bots, &source->turn, source->used);
    room_unqueue(room, job);
}

void room_note_thought(Room *room, Level level, Milliseconds thought) {
    Milliseconds *average = &room->thought_average[level];
    *average += (thought * THOUGHT_SCALE - *average) / 16;
}

void room_hand_out(Room *room) {
    while (room->asks < room->settings.thinkers && room->bots.count > 0) {
        Job *job = next_of(source_at(agenda_first(&room->bots)));
        if (job->hint) {
            Client *client = (Client *)(void *)((char *)job - offsetof(Client, job));
            take(room, job, LEVEL_STRONG);
            room_ask_hint(room, client);
        } else {
            RoomTable *at = (RoomTable *)(void *)((char *)job - offsetof(RoomTable, job));
            take(room, job, room_level_of(&at->table, at->seat, at->by));
            room_ask_bot(room, at);
        }
    }
}
