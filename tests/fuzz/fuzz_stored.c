/* Fuzzes stored entries and snapshots: a damaged log is refused with a reason, or gives a table that its own snapshot gives too.
 * The first line is the table's secret in hex digits; the second is a snapshot with the number of the first entry after it, or
 * `-`; the others are entries. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "room/snapshot.h"
#include "tests/fuzz/parsed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ENTRIES_MAX = 256, SNAPSHOT_TEXT_MAX = 256 * 1024 };

/* A table that loads is one the room can go on with: each seat's view and the onlooker's, legal moves, and its snapshot. */
static void use(const Table *table, Desk *desk) {
    static char text[SNAPSHOT_TEXT_MAX];
    static Table again;
    Error error = {""};
    if (!table->game || table->phase == PHASE_WAITING) return;
    if (table->game->check(table_state(table))) abort();
    for (int seat = 0; seat < table_seats(table); seat++) {
        StateRoom view;
        table->game->view(table_state(table), seat, VIEW_IN(view));
        table->game->legal(table_state(table), seat, desk->moves);
    }
    Text snapshot = text_init(text, sizeof text);
    table_snapshot(table, &snapshot);
    if (snapshot.overflow) abort();
    table_init(&again, &table->id, table->secret);
    if (!table_load(&again, NULL, 0, text, snapshot.length, desk, &error)) abort();
    if (memcmp(&again, table, sizeof again) != 0) abort();
}

static void take(const uint8_t *data, size_t size) {
    static Desk desk;
    static Table table;
    static bool ready;
    uint8_t secret[ROOM_SECRET_BYTES] = {0};
    StoredEntry entries[ENTRIES_MAX];
    TableId id = {"abcdefghijklmnop"};
    Error error = {""};
    Span rest = {(const char *)data, size}, snapshot, line;
    size_t count = 0;
    if (!ready && !(ready = desk_init(&desk))) abort();
    if (!span_split(&rest, '\n', &line) || !span_split(&rest, '\n', &snapshot)) return;
    if (line.length == 2 * ROOM_SECRET_BYTES) hex_read(line, secret, sizeof secret);
    bool has_snapshot = !span_is(snapshot, "-");
    int64_t first = 0;
    Span number;
    if (has_snapshot && (!span_split(&snapshot, ' ', &number) || !span_number(number, 0, UINT32_MAX / 2, &first))) return;
    while (count < ENTRIES_MAX && span_split(&rest, '\n', &line)) {
        Entry entry;
        if (!line.length) continue;
        if (!entry_read(&entry, line, &error) && !error.text[0]) abort();
        entries[count] =
            (StoredEntry){.n = (uint32_t)(first + count), .at = 1800000000000, .text = line.at, .length = line.length};
        count++;
    }
    error = (Error){""};
    table_init(&table, &id, secret);
    bool good = table_load(&table, entries, count, has_snapshot ? snapshot.at : NULL, has_snapshot ? snapshot.length : 0, &desk,
                           &error);
    if (!good && !error.text[0]) abort(); /* never without a reason */
    if (good) use(&table, &desk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    parsed_begin();
    take(data, size);
    parsed_end();
    return 0;
}
