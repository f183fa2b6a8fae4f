/* Copies a whole room from one store to another: relation by relation, in one transaction on each side.
 *
 * Cells travel as text, so that neither engine knows the other. A backup is a copy into a file, restoring it a copy back. */
#include "store/engine.h"

/* In an order in which each row finds what it refers to. */
const Relation relations[RELATIONS] = {
    {"persons", 4, "ttii", "SELECT id, name, created, face FROM persons",
     "INSERT INTO persons (id, name, created, face) VALUES (?1, ?2, ?3, ?4)", "SELECT id, name, created, face FROM persons",
     "COPY persons (id, name, created, face) FROM STDIN"},
    {"sessions", 5, "bttii", "SELECT hex(hash), person, device, created, seen FROM sessions",
     "INSERT INTO sessions (hash, person, device, created, seen) VALUES (?1, ?2, ?3, ?4, ?5)",
     "SELECT encode(hash, 'hex'), person, device, created, seen FROM sessions",
     "COPY sessions (hash, person, device, created, seen) FROM STDIN"},
    {"devices", 3, "bti", "SELECT hex(hash), person, expires FROM devices",
     "INSERT INTO devices (hash, person, expires) VALUES (?1, ?2, ?3)",
     "SELECT encode(hash, 'hex'), person, expires FROM devices", "COPY devices (hash, person, expires) FROM STDIN"},
    {"tables", 7, "tbiiiit",
     "SELECT id, hex(secret), phase, created, create_key, snapshot_n, snapshot FROM tables ORDER BY number",
     "INSERT INTO tables (id, secret, phase, created, create_key, snapshot_n, snapshot) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
     "SELECT id, encode(secret, 'hex'), phase, created, create_key, snapshot_n, snapshot FROM tables ORDER BY number",
     "COPY tables (id, secret, phase, created, create_key, snapshot_n, snapshot) FROM STDIN"},
    {"entries", 5, "tiiti", "SELECT t.id, n, at, entry, sum FROM entries JOIN tables t ON t.number = table_number",
     "INSERT INTO entries (table_number, n, at, entry, sum) SELECT number, ?2, ?3, ?4, ?5 FROM tables WHERE id = ?1",
     "SELECT table_id, n, at, entry, sum FROM entries", "COPY entries (table_id, n, at, entry, sum) FROM STDIN"},
    {"snapshots", 4, "titi", "SELECT t.id, n, s.snapshot, sum FROM snapshots s JOIN tables t ON t.number = table_number",
     "INSERT INTO snapshots (table_number, n, snapshot, sum) SELECT number, ?2, ?3, ?4 FROM tables WHERE id = ?1",
     "SELECT table_id, n, snapshot, sum FROM snapshots", "COPY snapshots (table_id, n, snapshot, sum) FROM STDIN"},
    {"members", 2, "tt", "SELECT person, t.id FROM members JOIN tables t ON t.number = table_number",
     "INSERT INTO members (person, table_number) SELECT ?1, number FROM tables WHERE id = ?2",
     "SELECT person, table_id FROM members", "COPY members (person, table_id) FROM STDIN"},
    {"results", 6, "itiiti", "SELECT day, game, board, score, person, at FROM results",
     "INSERT INTO results (day, game, board, score, person, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
     "SELECT day, game, board, score, person, at FROM results",
     "COPY results (day, game, board, score, person, at) FROM STDIN"},
};

typedef struct Copy {
    Store *to;
    int relation;
    int64_t rows;
} Copy;

static bool take_row(void *context, const char *const *cells, const int *lengths) {
    Copy *copy = context;
    copy->rows++;
    return copy->to->engine->copy_in(copy->to, copy->relation, cells, lengths);
}

static bool refuse_row(void *context, const char *const *cells, const int *lengths) {
    (void)cells;
    (void)lengths;
    *(bool *)context = true;
    return false;
}

/* Nobody and no table must be there. Refuses if not. */
static bool is_empty(const char *place, Error *error) {
    char name[ERROR_TEXT_MAX];
    bool some = false;
    Store *store = store_open_reader(place, error);
    if (!store) return false;
    for (int relation = 0; relation < RELATIONS && !some; relation++)
        store->engine->copy_out(store, relation, refuse_row, &some);
    store_free(store);
    Text text = text_init(name, sizeof name);
    store_name(place, &text);
    return !some || error_set(error, "'%.120s' already holds a card room", name);
}

static int64_t copy_all(Store *from, Store *to, Error *error) {
    Copy copy = {.to = to};
    int64_t tables = 0;
    bool good = store_begin(to);
    for (; good && copy.relation < RELATIONS; copy.relation++) {
        copy.rows = 0;
        good = from->engine->copy_out(from, copy.relation, take_row, &copy);
        if (relations[copy.relation].name[0] == 't') tables = copy.rows;
    }
    if (!good && !to->failed) {
        error_set(error, "the room cannot be read: %s", from->problem.text);
        store_rollback(to);
        return -1;
    }
    if (store_commit(to)) return tables;
    error_set(error, "the room cannot be written: %s", to->problem.text);
    return -1;
}

int64_t store_copy(const char *from_place, const char *to_place, Error *error) {
    int64_t count = -1;
    Store *from = store_open_reader(from_place, error), *to = from ? store_open(to_place, error) : NULL;
    if (to && is_empty(to_place, error)) count = copy_all(from, to, error);
    store_free(to);
    store_free(from);
    return count;
}
