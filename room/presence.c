/* How many connections a person has at other rooms on the same store, so that the limit of a person holds for all rooms together.
 *
 * Each room tells the others how many connections of its own sockets a person has, whenever that changes, and a room that it
 * has just been linked to everybody's. Two rooms may each let the same person in before they have heard of the other; then the
 * later one sends away those that came last. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

enum { LINE_MAX = PERSON_ID_MAX + 8 };

/* A person's connections at one other room. */
typedef struct Presence {
    struct Presence *next; /* of people with the same hash */
    PersonId person;
    uint64_t room;
    bool first; /* it comes before this room */
    int count;
} Presence;

static int count_far(const Room *room, const PersonId *person, bool first_alone) {
    int count = 0;
    for (const Presence *far = index_find(&room->presences, index_hash(person->text)); far; far = far->next)
        if (strcmp(far->person.text, person->text) == 0 && (far->first || !first_alone)) count += far->count;
    return count;
}

int room_elsewhere(const Room *room, const PersonId *person) { return count_far(room, person, false); }

/* Connections of our own sockets that have not been sent away. */
static int count_own(const Person *person) {
    int count = 0;
    for (const Client *client = person->clients; client; client = client->next_of_person)
        count += !client->relayed && !client->closing;
    return count;
}

bool room_has_too_many(const Room *room, const Person *person) {
    return count_own(person) + count_far(room, &person->id, false) > CONNECTIONS_PER_PERSON_MAX;
}

/* ---- told to other rooms */

static void add_line(Text *text, const PersonId *person, int count) { text_format(text, "%s %d\n", person->text, count); }

static void tell(const Room *room, uint64_t to, const Text *text) {
    const RoomShare *share = room->port.share;
    if (text->length > 0) share->present(share->context, to, (Span){text->buffer, text->length});
}

void room_tell_presence(const Room *room, Person *person) {
    char line[LINE_MAX];
    Text text = text_init(line, sizeof line);
    int count = count_own(person);
    if (count == person->told_count) return;
    person->told_count = count;
    if (!room->port.share || !room->port.send) return; /* nobody else, or the end */
    add_line(&text, &person->id, count);
    tell(room, 0, &text);
}

void room_tell_presences(Room *room, uint64_t to) {
    Text text = text_init(room->reply, sizeof room->reply);
    for (size_t i = 0; i < room->persons.capacity; i++) {
        const Person *person = room->persons.slots[i].thing;
        if (!person || person->told_count == 0) continue;
        if (text.capacity - text.length <= LINE_MAX) {
            tell(room, to, &text);
            text = text_init(room->reply, sizeof room->reply);
        }
        add_line(&text, &person->id, person->told_count);
    }
    tell(room, to, &text);
}

/* ---- what others tell */

/* Sets what is at `link`, a person's connections at a room or the end of the list. */
static void set_count(Room *room, Presence **first, Presence **link, const Presence *told) {
    Presence *far = *link;
    uint64_t key = index_hash(told->person.text);
    const Presence *was = *first;
    if (!far && told->count > 0 && room->presence_count < PRESENCES_MAX) {
        far = *link = memory_take(sizeof *far);
        *far = *told;
        room->presence_count++;
    } else if (far && told->count > 0) {
        far->count = told->count;
    } else if (far) {
        *link = far->next;
        free(far);
        room->presence_count--;
    }
    if (*first == was) return;
    if (was) index_remove(&room->presences, key);
    if (*first) index_put(&room->presences, key, *first);
}

static void hear_count(Room *room, const Presence *told) {
    Presence *first = index_find(&room->presences, index_hash(told->person.text)), **link = &first;
    while (*link && ((*link)->room != told->room || strcmp((*link)->person.text, told->person.text) != 0))
        link = &(*link)->next;
    set_count(room, &first, link, told);
}

/* Those of our own that came last go, if rooms before this one have let in too many. */
static void send_away_newest(Room *room, Person *person) {
    int many = count_own(person) + count_far(room, &person->id, true) - CONNECTIONS_PER_PERSON_MAX;
    for (Client *client = person->clients; client && many > 0; client = client->next_of_person) {
        if (client->relayed || client->closing) continue;
        room_bye(room, client, CODE_CONNECTIONS, CLOSE_FLOOD);
        many--;
    }
    room_tell_presence(room, person);
}

void room_hear_presences(Room *room, const RoomInput *input) {
    Presence told = {.room = input->room, .first = input->number != 0};
    Span rest = input->text, line, word;
    int64_t count;
    while (span_split(&rest, '\n', &line)) {
        if (!span_split(&line, ' ', &word) || !span_copy(word, told.person.text, sizeof told.person.text) ||
            !span_number(line, 0, CONNECTIONS_MAX, &count))
            continue;
        told.count = (int)count;
        hear_count(room, &told);
        Person *person = room_person(room, &told.person);
        if (person) send_away_newest(room, person);
    }
}

void room_forget_presences(Room *room, uint64_t gone) {
    for (size_t i = 0; i < room->presences.capacity; i++) {
        Presence *first = room->presences.slots[i].thing, **link = &first;
        while (*link && (*link)->room != gone) link = &(*link)->next;
        if (!*link) continue;
        Presence told = {.person = (*link)->person};
        set_count(room, &first, link, &told);
        i--; /* others may have moved here, and the list may have more */
    }
}

void room_release_presences(Room *room) {
    for (size_t i = 0; i < room->presences.capacity; i++)
        for (Presence *far = room->presences.slots[i].thing, *next; far; far = next) {
            next = far->next;
            free(far);
        }
    index_release(&room->presences);
}
