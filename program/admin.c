/* `araldo admin`: looks after a card room's data, in a file or a database.
 *
 * `copy` moves a whole room from one to the other. `check` reads every table as the server would: all entries with their checksums, the log from its beginning where the rules are
 * still those it began with, and from the last snapshot. Both ways must lead to the same table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int check_all(Check *check, const char *path) {
    TableId *ids;
    int count = store_list_tables(check->store, ALL_PHASES, &ids), damaged = 0;
    if (count < 0) return complain("admin", "'%s' cannot be read", path);
    for (int i = 0; i < count; i++) {
        if (check_table(check, &ids[i])) continue;
        printf("table %s: %s\n", ids[i].text, check->error.text);
        damaged++;
    }
    free(ids);
    printf("%s: %d table%s, %d damaged\n", path, count, count == 1 ? "" : "s", damaged);
    return damaged ? STATUS_NO : STATUS_GOOD;
}

static int check_file(const char *path) {
    Error error;
    Check *check = calloc(1, sizeof *check);
    if (!check || !desk_init(&check->desk)) return complain("admin", "there is not enough memory");
    check->store = store_open_reader(path, &error);
    int status = check->store ? check_all(check, path) : complain("admin", "%s", error.text);
    store_free(check->store);
    stored_table_release(&check->stored);
    desk_release(&check->desk);
    free(check);
    return status;
}

static int copy_room(const char *from, const char *to) {
    Error error;
    if (!from || !to) return complain("admin", "copy needs --from PLACE and --to PLACE");
    int64_t count = store_copy(from, to, &error);
    if (count < 0) return complain("admin", "%s", error.text);
    printf("%lld table%s copied\n", (long long)count, count == 1 ? "" : "s");
    return STATUS_GOOD;
}

int command_admin(int argc, char **argv) {
    const char *words[2], *from = NULL, *to = NULL;
    const Argument table[] = {{ARGUMENT_WORDS, "--from", &from, 0, 0},
                              {ARGUMENT_WORDS, "--to", &to, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "admin", .table = table, .words = words, .words_max = 2};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (arguments.word_count == 0) return complain("admin", "what to do is missing: check or copy");
    if (strcmp(words[0], "copy") == 0 && arguments.word_count == 1) return copy_room(from, to);
    if (strcmp(words[0], "check") != 0) return complain("admin", "no command '%.40s': there are check and copy", words[0]);
    if (arguments.word_count < 2) return complain("admin", "the data file is missing");
    return check_file(words[1]);
}
