/* Reading from PostgreSQL: each read waits for its answer, so threads that must not wait do not call these.
 *
 * A connection that was lost is opened once more before a read fails. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres/inside.h"

typedef enum {
    READ_SESSION,
    READ_SESSIONS,
    READ_RESULTS,
    READ_DEALS,
    READ_TABLE,
    READ_COUNT,
    READ_SNAPSHOT,
    READ_FIRST_SNAPSHOT,
    READ_ENTRIES,
    READ_LENGTH,
    READ_MADE,
    READ_MINE,
    READ_PLAYED,
    READ_TABLES,
    READ_LIST,
    READ_STATEMENTS
} ReadName;

static const char *const sql[READ_STATEMENTS] = {
    [READ_SESSION] = ("SELECT p.id, p.name, p.created, s.seen, p.face FROM sessions s JOIN persons p ON p.id = s.person"
                      " WHERE s.hash = $1::bytea AND s.seen >= $2::bigint"),
    [READ_SESSIONS] =
        ("SELECT encode(hash, 'hex'), device, created, seen FROM sessions WHERE person = $1 AND seen >= $2::bigint"
         " ORDER BY seen DESC LIMIT $3::bigint"),
    [READ_RESULTS] = ("SELECT score, count(*), bool_or(person = $4)::integer FROM results"
                      " WHERE day = $1::integer AND game = $2 AND board = $3::integer"
                      " GROUP BY score ORDER BY score LIMIT $5::bigint"),
    [READ_DEALS] = ("SELECT day, board, count(*), bool_or(person = $4)::integer, max(CASE WHEN person = $4 THEN score END)"
                    " FROM results WHERE day BETWEEN $1::integer AND $3::integer AND game = $2"
                    " GROUP BY day, board ORDER BY day, board LIMIT $5::bigint"),
    [READ_TABLE] = "SELECT encode(secret, 'hex'), phase, snapshot_n, snapshot FROM tables WHERE id = $1",
    [READ_COUNT] = "SELECT coalesce(max(n) + 1, 0) FROM entries WHERE table_id = $1",
    [READ_SNAPSHOT] = ("SELECT n, snapshot, sum FROM snapshots WHERE table_id = $1 AND n < $2::bigint"
                       " ORDER BY n DESC LIMIT 1"),
    [READ_FIRST_SNAPSHOT] = "SELECT n, snapshot, sum FROM snapshots WHERE table_id = $1 ORDER BY n LIMIT 1",
    [READ_ENTRIES] = ("SELECT n, at, entry, sum FROM entries WHERE table_id = $1 AND n BETWEEN $2::bigint AND $3::bigint"
                      " ORDER BY n"),
    [READ_LENGTH] = "SELECT phase, (SELECT max(n) FROM entries WHERE table_id = id) FROM tables WHERE id = $1",
    [READ_MADE] = "SELECT id FROM tables WHERE create_key = $1::bigint",
    [READ_MINE] = ("SELECT t.id FROM members m JOIN tables t ON t.id = m.table_id"
                   " WHERE m.person = $1 AND t.phase < 2 ORDER BY t.number DESC LIMIT $2::bigint"),
    [READ_PLAYED] = ("SELECT t.id FROM members m JOIN tables t ON t.id = m.table_id"
                     " WHERE m.person = $1 AND t.phase = 2"
                     " AND ($3 = '' OR t.number < (SELECT number FROM tables WHERE id = $3))"
                     " ORDER BY t.number DESC LIMIT $2::bigint"),
    [READ_TABLES] = "SELECT count(*) FROM tables WHERE phase < 2",
    [READ_LIST] = "SELECT id FROM tables WHERE phase < $1::integer ORDER BY number",
};

/* ---- asking */

void parameter_bytes(Parameters *parameters, const void *bytes, size_t length) {
    int place = parameters->count++;
    parameters->values[place] = bytes;
    parameters->lengths[place] = (int)length;
    parameters->formats[place] = 1;
}

void parameter_words(Parameters *parameters, const char *words) { parameter_bytes(parameters, words, strlen(words)); }

void parameter_number(Parameters *parameters, int64_t number) {
    int place = parameters->count++;
    Text text = text_init(parameters->numbers[place], sizeof parameters->numbers[place]);
    text_number(&text, number);
    parameters->values[place] = parameters->numbers[place];
    parameters->lengths[place] = parameters->formats[place] = 0;
}

static void statement_name(int which, char name[NUMBER_BYTES]) {
    Text text = text_init(name, NUMBER_BYTES);
    text_format(&text, "read%d", which);
}

static bool prepare(PGconn *connection, Error *error) {
    bool good = true;
    for (int i = 0; good && i < READ_STATEMENTS; i++) {
        char name[NUMBER_BYTES];
        statement_name(i, name);
        PGresult *result = PQprepare(connection, name, sql[i], 0, NULL);
        good = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!good) postgres_say(PQerrorMessage(connection), error);
        PQclear(result);
    }
    return good;
}

PGconn *postgres_reads(Postgres *postgres) {
    if (postgres->reads && PQstatus(postgres->reads) == CONNECTION_OK) return postgres->reads;
    PQfinish(postgres->reads);
    postgres->reads = postgres_connect(postgres->url, &postgres->store.problem);
    if (postgres->reads && prepare(postgres->reads, &postgres->store.problem)) return postgres->reads;
    PQfinish(postgres->reads);
    postgres->reads = NULL;
    return NULL;
}

/* Did it fail because the database ends the connection, or has ended it? */
static bool is_ending(const PGresult *result) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return !state || strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0;
}

/* The rows, to be cleared; NULL with store->problem. */
static PGresult *ask(Store *store, ReadName which, const Parameters *parameters) {
    Postgres *postgres = postgres_of(store);
    char name[NUMBER_BYTES];
    statement_name(which, name);
    for (int tries = 0; tries < 2; tries++) {
        PGconn *connection = postgres_reads(postgres);
        if (!connection) break;
        PGresult *result = PQexecPrepared(connection, name, parameters->count, parameters->values, parameters->lengths,
                                          parameters->formats, 0);
        if (PQresultStatus(result) == PGRES_TUPLES_OK) return result;
        postgres_say(PQerrorMessage(connection), &store->problem);
        bool lost = is_ending(result) || PQstatus(connection) != CONNECTION_OK;
        PQclear(result);
        if (!lost) return NULL;
        PQfinish(connection);
        postgres->reads = NULL;
    }
    store->out_of_reach = true;
    return NULL;
}

static int64_t number_at(const PGresult *rows, int row, int column) { return strtoll(PQgetvalue(rows, row, column), NULL, 10); }

static Span text_at(const PGresult *rows, int row, int column) {
    return (Span){PQgetvalue(rows, row, column), (size_t)PQgetlength(rows, row, column)};
}

/* Bytes from hexadecimal digits; false if there are not so many. */
static bool read_bytes(Span digits, uint8_t *bytes, size_t count) {
    if (digits.length != 2 * count) return false;
    for (size_t i = 0; i < count; i++) {
        char pair[3] = {digits.at[2 * i], digits.at[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtol(pair, NULL, 16);
    }
    return true;
}

/* ---- people */

bool postgres_find_session(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person, Milliseconds *seen) {
    Parameters wanted = {0};
    parameter_bytes(&wanted, token->bytes, sizeof token->bytes);
    parameter_number(&wanted, since);
    PGresult *rows = ask(store, READ_SESSION, &wanted);
    bool found = rows && PQntuples(rows) == 1 && span_copy(text_at(rows, 0, 0), person->id.text, sizeof person->id.text) &&
                 span_copy(text_at(rows, 0, 1), person->name, sizeof person->name);
    if (found) person->created = number_at(rows, 0, 2);
    if (found) *seen = number_at(rows, 0, 3);
    if (found) person->face = (int)number_at(rows, 0, 4);
    PQclear(rows);
    return found;
}

int postgres_list_sessions(Store *store, const PersonId *person, Milliseconds since, StoredSession sessions[SESSIONS_MAX]) {
    Parameters wanted = {0};
    int count = 0;
    parameter_words(&wanted, person->text);
    parameter_number(&wanted, since);
    parameter_number(&wanted, SESSIONS_MAX);
    PGresult *rows = ask(store, READ_SESSIONS, &wanted);
    for (int row = 0; rows && row < PQntuples(rows) && count < SESSIONS_MAX; row++) {
        StoredSession *session = &sessions[count];
        if (!read_bytes(text_at(rows, row, 0), session->token.bytes, HASH_BYTES) ||
            !span_copy(text_at(rows, row, 1), session->device, sizeof session->device))
            continue;
        session->created = number_at(rows, row, 2);
        session->seen = number_at(rows, row, 3);
        count++;
    }
    PQclear(rows);
    return count;
}

bool postgres_read_results(Store *store, const StoredResult *wanted, DealResults *results) {
    Parameters parameters = {0};
    parameter_number(&parameters, wanted->day);
    parameter_words(&parameters, wanted->game);
    parameter_number(&parameters, wanted->board);
    parameter_words(&parameters, wanted->person.text);
    parameter_number(&parameters, RESULT_SCORES_MAX);
    PGresult *rows = ask(store, READ_RESULTS, &parameters);
    results->count = rows ? PQntuples(rows) : 0;
    for (int row = 0; row < results->count; row++) {
        results->scores[row] = (int)number_at(rows, row, 0);
        results->people[row] = number_at(rows, row, 1);
        if (!number_at(rows, row, 2)) continue;
        results->played = true;
        results->own = results->scores[row];
    }
    PQclear(rows);
    return rows != NULL;
}

bool postgres_count_results(Store *store, const StoredResult *wanted, int last_day, DealCounts *counts) {
    Parameters parameters = {0};
    parameter_number(&parameters, wanted->day);
    parameter_words(&parameters, wanted->game);
    parameter_number(&parameters, last_day);
    parameter_words(&parameters, wanted->person.text);
    parameter_number(&parameters, DEAL_COUNTS_MAX);
    PGresult *rows = ask(store, READ_DEALS, &parameters);
    counts->count = rows ? PQntuples(rows) : 0;
    for (int row = 0; row < counts->count; row++)
        counts->deals[row] = (struct DealCount){.day = (int)number_at(rows, row, 0),
                                                .board = (int)number_at(rows, row, 1),
                                                .people = number_at(rows, row, 2),
                                                .played = number_at(rows, row, 3),
                                                .own = (int)number_at(rows, row, 4)};
    PQclear(rows);
    return rows != NULL;
}

/* ---- logs */

static const int64_t *sum_at(const PGresult *rows, int row, int column, int64_t *sum) {
    *sum = number_at(rows, row, column);
    return PQgetisnull(rows, row, column) ? NULL : sum;
}

static bool read_secret(Store *store, Span digits, uint8_t secret[ROOM_SECRET_BYTES]) {
    store->damaged = !read_bytes(digits, secret, ROOM_SECRET_BYTES);
    return !store->damaged || error_set(&store->problem, "its secret is damaged");
}

/* `found`: is there such a table? `old_n`: of a snapshot of the first version, which is taken; -1 without one. */
static bool read_row(Store *store, const TableId *id, StoredTable *table, bool *found, int64_t *old_n) {
    Parameters wanted = {0};
    parameter_words(&wanted, id->text);
    PGresult *rows = ask(store, READ_TABLE, &wanted);
    bool good = rows != NULL;
    *found = rows && PQntuples(rows) == 1;
    *old_n = -1;
    if (*found) {
        good = read_secret(store, text_at(rows, 0, 0), table->secret);
        table->phase = (int)number_at(rows, 0, 1);
        if (good && !PQgetisnull(rows, 0, 3)) {
            Span text = text_at(rows, 0, 3);
            *old_n = number_at(rows, 0, 2);
            good = stored_take_snapshot(store, table, -1, text.at, text.length, NULL);
        }
    }
    PQclear(rows);
    return good;
}

static bool count_entries(Store *store, const TableId *id, int64_t *from) {
    Parameters wanted = {0};
    parameter_words(&wanted, id->text);
    PGresult *rows = ask(store, READ_COUNT, &wanted);
    if (rows) *from += number_at(rows, 0, 0);
    PQclear(rows);
    return rows != NULL;
}

static bool read_snapshot(Store *store, ReadName which, const TableId *id, int64_t from, StoredTable *table, bool *found) {
    Parameters wanted = {0};
    int64_t sum;
    parameter_words(&wanted, id->text);
    if (which == READ_SNAPSHOT) parameter_number(&wanted, from);
    PGresult *rows = ask(store, which, &wanted);
    bool good = rows != NULL;
    *found = rows && PQntuples(rows) == 1;
    if (*found) {
        Span text = text_at(rows, 0, 1);
        good = stored_take_snapshot(store, table, number_at(rows, 0, 0), text.at, text.length, sum_at(rows, 0, 2, &sum));
    }
    PQclear(rows);
    return good;
}

static bool read_entries(Store *store, const TableId *id, int64_t from, int64_t to, StoredTable *table) {
    Parameters wanted = {0};
    int64_t sum;
    parameter_words(&wanted, id->text);
    parameter_number(&wanted, from);
    parameter_number(&wanted, to);
    PGresult *rows = ask(store, READ_ENTRIES, &wanted);
    bool good = rows != NULL;
    for (int row = 0; good && row < PQntuples(rows); row++) {
        Span text = text_at(rows, row, 2);
        StoredEntry entry = {
            .n = (uint32_t)number_at(rows, row, 0), .at = number_at(rows, row, 1), .text = text.at, .length = text.length};
        good = stored_take_entry(store, table, &entry, sum_at(rows, row, 3, &sum));
    }
    PQclear(rows);
    return good;
}

bool postgres_read_part(Store *store, const Load *wanted, bool whole, StoredTable *table) {
    const TableId *id = &wanted->table;
    int64_t from = wanted->from, old_n;
    bool exists, found = false;
    stored_begin(table, wanted);
    store->damaged = false;
    if (!read_row(store, id, table, &exists, &old_n)) return false;
    if (!exists) return true;
    if (from < 0 && !count_entries(store, id, &from)) return false;
    if (!whole && !read_snapshot(store, READ_SNAPSHOT, id, from, table, &found)) return false;
    /* A log that began with version 1 of a data file has none in its early part: then the first there is. */
    if (!whole && !found && from > READ_ENTRIES_MAX && !read_snapshot(store, READ_FIRST_SNAPSHOT, id, from, table, &found))
        return false;
    bool old = !whole && !found && old_n >= 0 && old_n <= wanted->to;
    if (!read_entries(store, id, table->loaded.begins, wanted->to, table)) return false;
    stored_end(table, found || old);
    return true;
}

/* ---- lists */

bool postgres_read_ids(Store *store, const Load *wanted, StoredTable *table) {
    Parameters parameters = {0};
    bool made = wanted->kind == LOAD_MADE;
    size_t count = 0;
    if (made) parameter_number(&parameters, (int64_t)wanted->create_key);
    else parameter_words(&parameters, wanted->person.text);
    bool played = wanted->kind == LOAD_PLAYED;
    if (!made) parameter_number(&parameters, played ? PLAYED_MAX : MINE_MAX);
    if (played) parameter_words(&parameters, wanted->table.text);
    PGresult *rows = ask(store, made ? READ_MADE : played ? READ_PLAYED : READ_MINE, &parameters);
    for (int row = 0; rows && row < PQntuples(rows) && count < MINE_MAX; row++)
        if (span_copy(text_at(rows, row, 0), table->ids[count].text, sizeof table->ids[count].text)) count++;
    PQclear(rows);
    store->damaged = false;
    table->loaded = (Loaded){.ticket = wanted->ticket, .ids = table->ids, .id_count = count};
    return rows != NULL;
}

int postgres_table_length(Store *store, const TableId *id, int64_t *entries) {
    Parameters wanted = {0};
    parameter_words(&wanted, id->text);
    PGresult *rows = ask(store, READ_LENGTH, &wanted);
    bool found = rows && PQntuples(rows) == 1 && !PQgetisnull(rows, 0, 1);
    int phase = found ? (int)number_at(rows, 0, 0) : -1;
    *entries = found ? number_at(rows, 0, 1) + 1 : 0;
    PQclear(rows);
    return phase;
}

int64_t postgres_count_tables(Store *store) {
    PGresult *rows = ask(store, READ_TABLES, &(Parameters){0});
    int64_t count = rows ? number_at(rows, 0, 0) : -1;
    PQclear(rows);
    return count;
}

int postgres_list_tables(Store *store, int below_phase, TableId **ids) {
    Parameters wanted = {0};
    parameter_number(&wanted, below_phase);
    PGresult *rows = ask(store, READ_LIST, &wanted);
    int count = rows ? PQntuples(rows) : -1;
    *ids = count > 0 ? calloc((size_t)count, sizeof **ids) : NULL;
    if (count > 0 && !*ids) count = -1;
    for (int row = 0; row < count; row++)
        if (!span_copy(text_at(rows, row, 0), (*ids)[row].text, sizeof(*ids)[row].text)) count = -1;
    if (count < 0) {
        free(*ids);
        *ids = NULL;
    }
    PQclear(rows);
    return count;
}
