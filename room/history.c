/* Plays a table's log again and writes what a latecomer missed, the record, or the replay. */
#include "room/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "room/wire.h"

bool history_is_step(const Entry *entry) {
    return entry->kind == ENTRY_START || entry->kind == ENTRY_MOVE || entry->kind == ENTRY_UNDO;
}

size_t history_round_event(const Desk *desk) {
    size_t i = 0;
    while (i < desk->log.event_count && strcmp(desk->log.events[i].kind, "round") != 0) i++;
    return i;
}

/* What is known of an entry that may be passed over. */
enum { MARK_MOVE = 1, MARK_GONE = 2 };

/* Marks the moves that an `undo` took back, and the undos. */
static bool mark_gone(History *history, Error *error) {
    for (size_t i = 0; i < history->count; i++) {
        const StoredEntry *stored = &history->entries[i];
        Entry entry;
        if (!entry_read(&entry, (Span){stored->text, stored->length}, error)) return false;
        if (entry.kind == ENTRY_MOVE) history->gone[i] = MARK_MOVE;
        if (entry.kind != ENTRY_UNDO) continue;
        history->gone[i] = MARK_GONE;
        for (size_t k = i; k-- > 0 && history->entries[k].n >= entry.back;) {
            if (history->gone[k] != MARK_MOVE) continue;
            history->gone[k] |= MARK_GONE;
            history->undone++;
        }
    }
    return true;
}

bool history_open(History *history, const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES], const StoredEntry *entries,
                  size_t count, bool final_line, Desk *desk, Error *error) {
    table_init(&history->table, id, secret);
    history->desk = desk;
    history->entries = entries;
    history->count = count;
    history->next = 0;
    history->undone = 0;
    history->gone = NULL;
    if (!final_line) return true;
    history->gone = calloc(count + 1, 1);
    if (!history->gone) return error_set(error, "there is not enough memory");
    if (mark_gone(history, error)) return true;
    history_release(history);
    return false;
}

bool history_continue(History *history, const Loaded *loaded, Desk *desk, Error *error) {
    if (!history_open(history, &loaded->table, loaded->secret, loaded->entries, loaded->entry_count, false, desk, error))
        return false;
    return loaded->begins == 0 || table_load(&history->table, NULL, 0, loaded->snapshot, loaded->snapshot_length, desk, error);
}

void history_release(History *history) {
    free(history->gone);
    history->gone = NULL;
}

bool history_next(History *history, Error *error) {
    while (history->gone && history->next < history->count && (history->gone[history->next] & MARK_GONE)) history->next++;
    if (history->next == history->count) return false;
    const StoredEntry *stored = &history->entries[history->next++];
    if (!entry_read(&history->entry, (Span){stored->text, stored->length}, error)) return false;
    history->table.n = stored->n; /* numbers stay those of the log where some are passed over */
    return table_apply(&history->table, &history->entry, history->desk, error);
}

void history_step(const History *history, int viewer, Json *json) {
    json_number(json, "n", history_n(history));
    entry_write_public(&history->entry, json);
    json_open_list(json, "events");
    wire_events(&history->table, history->desk, 0, viewer, json);
    json_close(json);
    if (history_is_step(&history->entry)) wire_view(&history->table, viewer, json);
}

/* ---- a match that is over, from its beginning */

typedef struct Telling {
    Desk desk;
    History history;
    char line[REPLY_BYTES_MAX];
} Telling;

/* Opens the log and goes to its start. */
static bool telling_open(Telling *telling, const TableId *id, const uint8_t *secret, const StoredEntry *entries, size_t count,
                         Error *error) {
    Error none = {""};
    if (!desk_init(&telling->desk)) return error_set(error, "there is not enough memory");
    /* Is it over? The log as it happened says so. */
    Table *table = &telling->history.table;
    if (!history_open(&telling->history, id, secret, entries, count, false, &telling->desk, error)) return false;
    while (history_next(&telling->history, &none)) {
    }
    if (none.text[0]) return error_set(error, "%s", none.text);
    if (!table->game || table->phase != PHASE_OVER) return error_set(error, "the match is not over");
    return history_open(&telling->history, id, secret, entries, count, true, &telling->desk, error);
}

static void telling_free(Telling *telling) {
    history_release(&telling->history);
    desk_release(&telling->desk);
    free(telling);
}

static void seat_name(const Table *table, int seat, char *name, size_t capacity) {
    const Seat *at = &table->seats[seat];
    Text text = text_init(name, capacity);
    if (at->who == WHO_PERSON) text_add(&text, at->name);
    else text_add(&text, level_name(at->level));
    /* A name that was cut must not end within a character. */
    if (!text.overflow) return;
    while (text.length > 0 && ((unsigned char)name[text.length] & 0xc0) == 0x80) name[text.length--] = 0;
    name[text.length] = 0;
}

static void write_header(const History *history, Text *text) {
    const Table *table = &history->table;
    RecordHeader header = {.game = table->game,
                           .revision = table->revision,
                           .word_list = game_word_list(table->game),
                           .has_key = true,
                           .key = table->key,
                           .has_secret = true,
                           .moved = table->moved,
                           .undone = (int)(history->undone + table->undone)};
    table_describe(table, &header.setup);
    fair_commitment(table->secret, header.commitment);
    hex_write(table->secret, ROOM_SECRET_BYTES, header.secret);
    for (int seat = 0; seat < table->people; seat++) {
        seat_name(table, seat, header.names[seat], RECORD_NAME_MAX);
        if (table->seats[seat].has_salt) hex_write(table->seats[seat].salt, SALT_BYTES, header.salts[seat]);
    }
    record_header_write(&header, text);
}

static void record_lines(Telling *telling, HistoryOut out) {
    Desk *desk = &telling->desk;
    for (size_t i = 0; i < desk->log.event_count; i++) {
        Text text = text_init(telling->line, sizeof telling->line);
        event_log_read(&desk->log, i, &desk->sink.scratch);
        event_write(telling->history.table.game, &desk->sink.scratch, VIEWER_WHOLE, &text);
        text_char(&text, '\n');
        out.write(out.context, telling->line, text.length);
    }
}

bool history_record(const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES], const StoredEntry *entries, size_t count,
                    HistoryOut out, Error *error) {
    Telling *telling = calloc(1, sizeof *telling);
    Error fault = {""};
    if (!telling) return error_set(error, "there is not enough memory");
    bool good = telling_open(telling, id, secret, entries, count, error);
    while (good && history_next(&telling->history, &fault)) {
        if (telling->history.entry.kind == ENTRY_START) {
            Text text = text_init(telling->line, sizeof telling->line);
            write_header(&telling->history, &text);
            text_char(&text, '\n');
            out.write(out.context, telling->line, text.length);
        }
        record_lines(telling, out);
    }
    if (fault.text[0]) good = error_set(error, "%s", fault.text);
    telling_free(telling);
    return good;
}

static void open_replay(const History *history, int eyes, Json *json) {
    const Table *table = &history->table;
    json_open_object(json, NULL);
    json_text(json, "table", table->id.text);
    wire_agreement(table, json);
    wire_seats(table, 0, json);
    if (eyes == VIEWER_WHOLE || eyes == ONLOOKER) json_text(json, "eyes", eyes == ONLOOKER ? "onlooker" : "all");
    else json_number(json, "eyes", eyes);
    json_number(json, "undone", history->undone + table->undone);
    json_open_list(json, "steps");
}

static void write_replay_step(const History *history, int eyes, Json *json) {
    int points[SEATS_MAX] = {0};
    json_open_object(json, NULL);
    history_step(history, eyes, json);
    history->table.game->points(table_state(&history->table), points);
    json_numbers(json, "points", points, table_seats(&history->table));
    shown_glance(history->table.game, table_state(&history->table), eyes, json);
    json_close(json);
}

/* Hands over what is written so far, and empties the Text for the next piece. */
static void flush(Telling *telling, Text *text, HistoryOut out) {
    out.write(out.context, telling->line, text->length);
    *text = text_init(telling->line, sizeof telling->line);
}

bool history_replay(const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES], const StoredEntry *entries, size_t count,
                    int eyes, HistoryOut out, Error *error) {
    Telling *telling = calloc(1, sizeof *telling);
    Error fault = {""};
    if (!telling) return error_set(error, "there is not enough memory");
    bool good = telling_open(telling, id, secret, entries, count, error), begun = false;
    History *history = &telling->history;
    Text text = text_init(telling->line, sizeof telling->line);
    Json json = json_to(&text);
    while (good && history_next(history, &fault)) {
        if (!begun && history->entry.kind != ENTRY_START) continue;
        if (begun && history->entry.kind != ENTRY_MOVE && history->entry.kind != ENTRY_TALK && history->entry.kind != ENTRY_END)
            continue;
        if (eyes >= table_seats(&history->table) && eyes != ONLOOKER && eyes != VIEWER_WHOLE) {
            good = error_set(error, "there is no seat %d", eyes);
            break;
        }
        if (!begun) open_replay(history, eyes, &json);
        begun = true;
        write_replay_step(history, eyes, &json);
        flush(telling, &text, out);
    }
    if (fault.text[0]) good = error_set(error, "%s", fault.text);
    if (good && !begun) good = error_set(error, "the match never began");
    if (good) {
        json_close(&json);
        json_close(&json);
        text_char(&text, '\n');
        flush(telling, &text, out);
    }
    telling_free(telling);
    return good;
}
