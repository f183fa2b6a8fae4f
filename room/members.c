/* Which tables in memory a person has a part in, found without looking at all of them.
 *
 * Each table, of this room or another, keeps a membership for its maker and for everybody who has a seat; those of one person
 * are a list, found by the hash of the person's id. Two people may have the same hash, so callers ask the table itself. */
#include <assert.h>
#include <string.h>

#include "room/inside.h"

Membership *room_memberships(const Room *room, const PersonId *person) {
    return index_find(&room->members, index_hash(person->text));
}

static void link_member(Room *room, Membership *member) {
    Membership *first = index_find(&room->members, member->person);
    if (!first) {
        index_put(&room->members, member->person, member);
        return;
    }
    member->previous = first; /* behind the first, which the index has */
    member->next = first->next;
    if (first->next) first->next->previous = member;
    first->next = member;
}

static void unlink_member(Room *room, Membership *member) {
    if (member->next) member->next->previous = member->previous;
    if (member->previous) {
        member->previous->next = member->next;
    } else {
        index_remove(&room->members, member->person);
        if (member->next) index_put(&room->members, member->person, member->next);
    }
    *member = (Membership){0};
}

static bool has_member(const uint64_t *people, int count, uint64_t person) {
    for (int i = 0; i < count; i++)
        if (people[i] == person) return true;
    return false;
}

/* Those that are no longer members go, and those that are new come. */
static bool replace_members(Room *room, Membership members[MEMBERS_MAX], const uint64_t *people, int count,
                            const Membership *like) {
    bool changed = false;
    for (int i = 0; i < MEMBERS_MAX; i++) {
        if (!members[i].person || has_member(people, count, members[i].person)) continue;
        unlink_member(room, &members[i]);
        changed = true;
    }
    for (int i = 0; i < count; i++) {
        Membership *free_one = NULL;
        bool found = false;
        for (int k = 0; k < MEMBERS_MAX; k++) {
            found |= members[k].person == people[i];
            if (!members[k].person && !free_one) free_one = &members[k];
        }
        if (found) continue;
        assert(free_one);
        *free_one = *like;
        free_one->person = people[i];
        link_member(room, free_one);
        changed = true;
    }
    return changed;
}

bool room_note_members(Room *room, RoomTable *at) {
    const Table *table = &at->table;
    uint64_t people[MEMBERS_MAX];
    int count = 0;
    if (table->game) people[count++] = index_hash(table->maker.text);
    for (int seat = 0; table->game && seat < table->people; seat++)
        if (table->seats[seat].who == WHO_PERSON) people[count++] = index_hash(table->seats[seat].person.text);
    return replace_members(room, at->members, people, count, &(Membership){.at = at, .table = index_hash(table->id.text)});
}

void room_note_far_members(Room *room, FarRow *row) {
    uint64_t people[MEMBERS_MAX];
    for (int i = 0; i < row->member_count; i++) people[i] = index_hash(row->members[i].text);
    replace_members(room, row->memberships, people, row->member_count,
                    &(Membership){.far = row, .table = index_hash(row->table.text)});
}

void room_forget_members(Room *room, Membership members[MEMBERS_MAX]) { replace_members(room, members, NULL, 0, NULL); }
