/* Tables of other rooms on the same store, as far as the list of tables needs them.
 *
 * Each room tells the others the rows of its tables, when they change and at most once a second, and they keep them: the public
 * row as it is told to everybody, and who is a member, with what only members are told. A room tells its own clients from these as
 * from its own tables. */
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"

#define PUBLIC_END "\"yours\":null,\"turn\":false}"

static FarRow *find_row(const Room *room, const TableId *table) {
    FarRow *row = index_find(&room->far_rows, index_hash(table->text));
    return row && strcmp(row->table.text, table->text) == 0 ? row : NULL;
}

bool room_has_far_row(const Room *room, const TableId *table) { return find_row(room, table) != NULL; }

static int member_of(const FarRow *row, const PersonId *person) {
    for (int i = 0; i < row->member_count; i++)
        if (strcmp(row->members[i].text, person->text) == 0) return i;
    return -1;
}

bool room_is_far_member(const FarRow *row, const PersonId *person) { return member_of(row, person) >= 0; }

/* ---- what others tell */

static void forget_row(Room *room, FarRow *row, bool stored) {
    room_note_gone(room, &(GoneRow){.table = row->table, .far = true, .is_public = row->is_public, .stored = stored},
                   row->members, row->member_count);
    room_forget_members(room, row->memberships);
    index_remove(&room->far_rows, index_hash(row->table.text));
    free(row->text);
    free(row);
}

/* The text is the members, a line for each with seat and person, an empty line, and the row. */
static bool read_row(FarRow *row, Span text) {
    Span line, number;
    int64_t seat;
    row->member_count = 0;
    while (span_split(&text, '\n', &line) && line.length > 0) {
        Span rest = line;
        if (row->member_count == MEMBERS_MAX || !span_split(&rest, ' ', &number) ||
            !span_number(number, -1, SEATS_MAX - 1, &seat) ||
            !span_copy(rest, row->members[row->member_count].text, sizeof row->members->text))
            return false;
        row->seats[row->member_count++] = (int)seat;
    }
    const size_t end = strlen(PUBLIC_END);
    if (!text.at || text.length <= end || text.length > ENTRY_TOLD_MAX ||
        memcmp(text.at + text.length - end, PUBLIC_END, end) != 0)
        return false;
    char *copy = realloc(row->text, text.length + 1);
    if (!copy) return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = 0;
    row->text = copy;
    return true;
}

void room_hear_row(Room *room, const RoomInput *input) {
    FarRow *row = find_row(room, &input->table);
    bool whole = input->text.length > 0;
    if (!row && (!whole || room->far_rows.count >= FAR_ROWS_MAX)) return;
    if (!row) {
        row = memory_take(sizeof *row);
        row->table = input->table;
        index_put(&room->far_rows, index_hash(row->table.text), row);
    }
    row->room = input->room;
    row->is_public = input->number & 1;
    row->turn = (SeatSet)(input->number >> 8);
    row->turn_changed = true;
    if (whole && !read_row(row, input->text)) {
        forget_row(room, row, true);
        return;
    }
    if (whole) room_note_far_members(room, row);
    row->row_changed |= whole;
    room->rows_changed = true;
}

void room_hear_row_gone(Room *room, const RoomInput *input) {
    FarRow *row = find_row(room, &input->table);
    if (row && row->room == input->room) forget_row(room, row, input->number != 0);
}

void room_hear_room_gone(Room *room, uint64_t gone) {
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        FarRow *row = room->far_rows.slots[i].thing;
        if (!row || row->room != gone) continue;
        forget_row(room, row, true);
        i--; /* removing may have moved a later one here */
    }
}

void room_release_neighbours(Room *room) {
    for (size_t i = 0; i < room->far_rows.capacity; i++) {
        FarRow *row = room->far_rows.slots[i].thing;
        if (row) free(row->text);
        free(row);
    }
    index_release(&room->far_rows);
}

/* ---- told to our own clients */

bool room_add_far_row(const FarRow *row, const PersonId *person, Json *json) {
    char buffer[ENTRY_TOLD_MAX];
    int member = person ? member_of(row, person) : -1, seat = member >= 0 ? row->seats[member] : -1;
    size_t length = strlen(row->text);
    if (json->text->length + length + ENTRY_BYTES_MAX >= json->text->capacity) return false;
    if (seat < 0) {
        json_written(json, NULL, row->text);
        return true;
    }
    Text text = text_init(buffer, sizeof buffer);
    text_add_bytes(&text, row->text, length - strlen(PUBLIC_END));
    text_format(&text, "\"yours\":%d,\"turn\":%s}", seat, row->turn & SEAT_BIT(seat) ? "true" : "false");
    json_written(json, NULL, buffer);
    return true;
}

/* ---- told to other rooms */

/* `whole`: with the members and the row itself; otherwise whose turn it is. `to`: one room, or 0 for all. */
static void tell_row(Room *room, const RoomTable *at, uint64_t to, bool whole) {
    const Table *table = &at->table;
    Text text = text_init(room->reply, sizeof room->reply);
    Json json = json_to(&text);
    if (whole) {
        if (table_seat_of(table, &table->maker) < 0) text_format(&text, "-1 %s\n", table->maker.text);
        for (int seat = 0; seat < table->people; seat++)
            if (table->seats[seat].who == WHO_PERSON && !table->seats[seat].left)
                text_format(&text, "%d %s\n", seat, table->seats[seat].person.text);
        text_char(&text, '\n');
        room_write_row(table, room_here(at), NULL, &json);
    }
    uint64_t number = (uint64_t)table->is_public | (uint64_t)table_actors(table) << 8;
    room->port.share->row(room->port.share->context, to, &table->id, number, (Span){text.buffer, text.length});
}

void room_tell_neighbours(Room *room) {
    const RoomShare *share = room->port.share;
    if (!share) return;
    for (size_t i = 0; i < room->gone.count; i++)
        if (!room->gone.rows[i].far) share->row_gone(share->context, &room->gone.rows[i].table, room->gone.rows[i].stored);
    for (size_t i = 0; i < room->table_count; i++) {
        const RoomTable *at = room->list[i];
        if (!at->table.game || at->loading || !(at->row_changed || at->turn_changed)) continue;
        if (at->table.phase == PHASE_OVER) share->row_gone(share->context, &at->table.id, false);
        else tell_row(room, at, 0, at->row_changed);
    }
}

void room_tell_neighbour(Room *room, uint64_t to) {
    for (size_t i = 0; i < room->table_count; i++) {
        const RoomTable *at = room->list[i];
        if (at->table.game && !at->loading && at->table.phase != PHASE_OVER) tell_row(room, at, to, true);
    }
}
