/* `araldo admin check`: reads every table as the server would.
 *
 * All entries with their checksums, the log from its beginning where the rules are still those it began with, and from the last
 * snapshot. Both ways must lead to the same table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "program/admin/admin.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "room/snapshot.h"
#include "store/store.h"

typedef struct Check {
    Store *store;
    Desk desk;
    StoredTable stored;
    Table whole, part; /* built from the beginning, and from the last snapshot */
    Error error;
} Check;

static bool build(Check *check, Table *table, Error *error) {
    const Loaded *loaded = &check->stored.loaded;
    table_init(table, &loaded->table, check->stored.secret);
    return table_load(table, loaded->entries, loaded->entry_count, loaded->snapshot, loaded->snapshot_length, &check->desk,
                      error);
}

/* Can the log be played from its beginning? Not if the rules have changed since. */
static bool read_whole(Check *check, const TableId *id, bool *played) {
    Entry entry;
    *played = true;
    if (!store_read_table(check->store, id, &check->stored)) return error_set(&check->error, "%s", store_problem(check->store));
    const Loaded *loaded = &check->stored.loaded;
    const Game *game = NULL;
    for (size_t i = 0; i < loaded->entry_count; i++) {
        if (!entry_read(&entry, (Span){loaded->entries[i].text, loaded->entries[i].length}, &check->error)) return false;
        if (entry.kind == ENTRY_CREATE) game = entry.game;
        if (entry.kind == ENTRY_START && game && !game_knows_revision(game, entry.revision)) *played = false;
    }
    return !*played || build(check, &check->whole, &check->error);
}

static bool check_table(Check *check, const TableId *id) {
    bool played;
    check->error = (Error){""};
    if (!read_whole(check, id, &played)) return false;
    Load last = {.table = *id, .from = LOAD_TO_END, .to = LOAD_TO_END};
    if (!store_load(check->store, &last, &check->stored)) return error_set(&check->error, "%s", store_problem(check->store));
    if (!build(check, &check->part, &check->error)) return false;
    return !played || memcmp(&check->whole, &check->part, sizeof check->whole) == 0 ||
           error_set(&check->error, "its log and its last snapshot do not lead to the same table");
}

static void print_damaged(const TableId *id, const char *problem, bool as_json) {
    char line[ERROR_TEXT_MAX * 2];
    if (!as_json) {
        printf("table %s: %s\n", id->text, problem);
        return;
    }
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "table", id->text);
    json_text(&json, "problem", problem);
    json_close(&json);
    puts(line);
}

static int check_all(Check *check, const char *path, bool as_json) {
    TableId *ids;
    int count = store_list_tables(check->store, ALL_PHASES, &ids), damaged = 0;
    if (count < 0) return complain("admin", "'%s' cannot be read", path);
    for (int i = 0; i < count; i++) {
        if (check_table(check, &ids[i])) continue;
        print_damaged(&ids[i], check->error.text, as_json);
        damaged++;
    }
    free(ids);
    if (as_json) printf("{\"tables\":%d,\"damaged\":%d}\n", count, damaged);
    else printf("%s: %d table%s, %d damaged\n", path, count, count == 1 ? "" : "s", damaged);
    return damaged ? STATUS_NO : STATUS_GOOD;
}

int admin_check(const char *path, bool as_json) {
    Error error;
    Check *check = calloc(1, sizeof *check);
    if (!check || !desk_init(&check->desk)) return complain("admin", "there is not enough memory");
    check->store = store_open_reader(path, &error);
    int status = check->store ? check_all(check, path, as_json) : complain("admin", "%s", error.text);
    store_free(check->store);
    stored_table_release(&check->stored);
    desk_release(&check->desk);
    free(check);
    return status;
}
