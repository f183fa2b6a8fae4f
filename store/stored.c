/* Tables as they are read from a store: one block of bytes, with every entry and snapshot checked against its sum. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store/engine.h"

int64_t stored_sum(int64_t n, const void *text, size_t length) {
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    uint8_t sums[2][crypto_shorthash_BYTES];
    int64_t sum;
    crypto_shorthash(sums[0], text, length, key);
    memcpy(sums[1], &n, sizeof n);
    crypto_shorthash(sums[0], sums[0], sizeof sums, key);
    memcpy(&sum, sums[0], sizeof sum);
    return sum;
}

void stored_begin(StoredTable *table, const Load *wanted) {
    table->loaded = (Loaded){.table = wanted->table, .ticket = wanted->ticket};
    table->length = 0;
}

/* Copies bytes behind what is there; their place as an offset, since the bytes may move. */
static bool keep_bytes(Store *store, StoredTable *table, const void *bytes, size_t length, size_t *offset) {
    if (table->length + length + 1 > table->capacity) {
        size_t capacity = 2 * (table->length + length + 1);
        char *larger = realloc(table->bytes, capacity);
        if (!larger) return error_set(&store->problem, "there is not enough memory");
        table->bytes = larger;
        table->capacity = capacity;
    }
    *offset = table->length;
    if (length) memcpy(table->bytes + table->length, bytes, length);
    table->bytes[table->length + length] = 0;
    table->length += length + 1;
    return true;
}

static bool sum_fits(Store *store, int64_t n, const char *text, size_t length, const int64_t *sum, const char *what) {
    if (!sum || stored_sum(n, text, length) == *sum) return true;
    store->damaged = true;
    return error_set(&store->problem, "the checksum of %s %lld does not fit", what, (long long)n);
}

bool stored_take_snapshot(Store *store, StoredTable *table, int64_t n, const char *text, size_t length, const int64_t *sum) {
    size_t offset;
    table->length = 0;
    table->loaded.begins = (uint32_t)(n + 1);
    table->loaded.snapshot_length = length;
    return sum_fits(store, n, text, length, sum, "the snapshot at") && keep_bytes(store, table, text, length, &offset);
}

bool stored_take_entry(Store *store, StoredTable *table, const StoredEntry *entry, const int64_t *sum) {
    Loaded *loaded = &table->loaded;
    size_t offset;
    if (!sum_fits(store, entry->n, entry->text, entry->length, sum, "entry")) return false;
    if (loaded->entry_count == table->entry_capacity) {
        size_t capacity = table->entry_capacity ? 2 * table->entry_capacity : 64;
        StoredEntry *larger = realloc(table->entries, capacity * sizeof *larger);
        if (!larger) return error_set(&store->problem, "there is not enough memory");
        table->entries = larger;
        table->entry_capacity = capacity;
    }
    if (!keep_bytes(store, table, entry->text, entry->length, &offset)) return false;
    StoredEntry kept = *entry;
    kept.text = (const char *)(uintptr_t)offset; /* until all are read */
    table->entries[loaded->entry_count++] = kept;
    return true;
}

void stored_end(StoredTable *table, bool has_snapshot) {
    Loaded *loaded = &table->loaded;
    for (size_t i = 0; i < loaded->entry_count; i++) table->entries[i].text = table->bytes + (uintptr_t)table->entries[i].text;
    loaded->found = true;
    loaded->secret = table->secret;
    loaded->snapshot = has_snapshot ? table->bytes : NULL; /* the first that was kept */
    loaded->entries = table->entries;
}

void stored_table_release(StoredTable *table) {
    free(table->bytes);
    free(table->entries);
    *table = (StoredTable){0};
}
