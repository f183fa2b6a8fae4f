/* Fuzzes matches from browsers: a log is refused with one line, or gives one with which the room can go on.
 * The log that is made is read from its start and from its last snapshot, and gives the same table both times. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "room/arrival.h"
#include "room/inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Milliseconds now = 1800000000000;

/* The table as it is loaded from what would be stored. */
static void load(const Arrival *arrival, bool whole, Desk *desk, Table *table) {
    static StoredEntry entries[ARRIVAL_LINES_MAX];
    const ArrivalWrite *snapshot = NULL;
    Error error = {""};
    size_t count = 0;
    for (size_t i = 0; i < arrival->write_count; i++) {
        const ArrivalWrite *write = &arrival->writes[i];
        if (write->kind == WRITE_ENTRY) {
            if (count == ARRIVAL_LINES_MAX || write->at > now) abort();
            entries[count++] = (StoredEntry){write->n, write->at, arrival->bytes + write->offset, write->length};
        } else if (!whole) {
            snapshot = write;
            count = 0;
        }
    }
    table_init(table, &arrival->table, arrival->secret);
    if (!table_load(table, entries, count, snapshot ? arrival->bytes + snapshot->offset : NULL, snapshot ? snapshot->length : 0,
                    desk, &error))
        abort();
}

static void use(const Arrival *arrival, Desk *desk) {
    static Table first, last;
    load(arrival, true, desk, &first);
    load(arrival, false, desk, &last);
    if (memcmp(&first, &last, sizeof first) != 0) abort();
    if (first.phase != PHASE_PLAYING || !first.moved || table_persons(&first, true) != 1) abort();
    if (table_seat_of(&first, &arrival->person) < 0 || first.game->check(table_state(&first))) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Desk desk;
    static bool ready;
    Arrival arrival = {.person = {"0123456789abcdef"}, .name = "Anna", .table = {"ponmlkjihgfedcba"}};
    Error error = {""};
    if (!ready && !(ready = desk_init(&desk))) abort();
    if (arrival_read(&arrival, (Span){(const char *)data, size}, now, &error)) use(&arrival, &desk);
    else if (!error.text[0] || strpbrk(error.text, "\r\n") || arrival.code == CODE_NONE || arrival.code == CODE_STORE) abort();
    arrival_release(&arrival);
    return 0;
}
