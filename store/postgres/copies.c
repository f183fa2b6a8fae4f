/* Copying a whole room out of PostgreSQL, and into it by COPY. */
#include <string.h>

#include "store/postgres/inside.h"

/* ---- out */

/* All relations as they were at one moment. */
static bool begin_reading(Postgres *postgres) {
    PGconn *connection = postgres_reads(postgres);
    return connection &&
           (PQtransactionStatus(connection) == PQTRANS_INTRANS ||
            postgres_run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", &postgres->store.problem));
}

static bool take_row(const PGresult *row, int count, bool (*take)(void *context, const char *const *cells, const int *lengths),
                     void *context) {
    const char *cells[CELLS_MAX];
    int lengths[CELLS_MAX];
    for (int i = 0; i < count; i++) {
        cells[i] = PQgetisnull(row, 0, i) ? NULL : PQgetvalue(row, 0, i);
        lengths[i] = PQgetlength(row, 0, i);
    }
    return take(context, cells, lengths);
}

bool postgres_copy_out(Store *store, int relation, bool (*take)(void *context, const char *const *cells, const int *lengths),
                       void *context) {
    Postgres *postgres = postgres_of(store);
    if (!begin_reading(postgres)) return false;
    PGconn *connection = postgres->reads;
    bool good = PQsendQuery(connection, relations[relation].postgres_out) && PQsetSingleRowMode(connection);
    for (PGresult *row; (row = PQgetResult(connection)); PQclear(row)) {
        ExecStatusType status = PQresultStatus(row);
        if (status == PGRES_SINGLE_TUPLE) good = good && take_row(row, relations[relation].cells, take, context);
        else if (status != PGRES_TUPLES_OK) good = false;
        if (status == PGRES_FATAL_ERROR) postgres_say(PQresultErrorMessage(row), &store->problem);
    }
    return good;
}

/* ---- in */

static bool failed(Postgres *postgres) {
    Error reason = {""};
    postgres_say(PQerrorMessage(postgres->reads), &reason);
    return store_give_up(&postgres->store, reason.text);
}

static bool end_relation(Postgres *postgres) {
    bool good = PQputCopyEnd(postgres->reads, NULL) == 1;
    for (PGresult *result; (result = PQgetResult(postgres->reads)); PQclear(result))
        good = good && PQresultStatus(result) == PGRES_COMMAND_OK;
    postgres->copying = -1;
    return good || failed(postgres);
}

/* A server that runs would not know of what is copied. */
static bool is_in_use(PGconn *connection) {
    PGresult *rows = PQexec(connection, "SELECT 1 FROM nodes WHERE seen > clock_timestamp() - interval '5 s'");
    bool used = PQresultStatus(rows) != PGRES_TUPLES_OK || PQntuples(rows) > 0;
    PQclear(rows);
    return used;
}

static bool begin_relation(Postgres *postgres, int relation) {
    PGconn *connection = postgres_reads(postgres);
    if (connection && !postgres->copied && is_in_use(connection))
        return store_give_up(&postgres->store, "the database is in use by a server");
    if (!connection) return store_give_up(&postgres->store, "the connection is lost");
    if (postgres->copying >= 0) {
        if (!end_relation(postgres)) return false;
    } else if (PQtransactionStatus(connection) != PQTRANS_INTRANS &&
               !postgres_run(connection, "BEGIN", &postgres->store.problem)) {
        return failed(postgres);
    }
    PGresult *result = PQexec(connection, relations[relation].postgres_in);
    bool good = PQresultStatus(result) == PGRES_COPY_IN;
    PQclear(result);
    postgres->copying = good ? relation : -1;
    postgres->copied = true;
    return good || failed(postgres);
}

/* A cell as COPY's text format has it. */
static bool put_cell(PGconn *connection, char type, const char *cell, int length) {
    static const char escaped[] = "\b\f\n\r\t\v\\", letters[] = "bfnrtv\\";
    if (!cell) return PQputCopyData(connection, "\\N", 2) == 1;
    if (type == 'b' && PQputCopyData(connection, "\\\\x", 3) != 1) return false;
    for (int from = 0, at = 0; at <= length; at++) {
        const char *found = at < length ? memchr(escaped, cell[at], sizeof escaped - 1) : NULL;
        if (at < length && !found) continue;
        if (at > from && PQputCopyData(connection, cell + from, at - from) != 1) return false;
        char pair[2] = {'\\', found ? letters[found - escaped] : 0};
        if (found && PQputCopyData(connection, pair, 2) != 1) return false;
        from = at + 1;
    }
    return true;
}

bool postgres_copy_in(Store *store, int relation, const char *const *cells, const int *lengths) {
    Postgres *postgres = postgres_of(store);
    const Relation *into = &relations[relation];
    if (store->failed || (postgres->copying != relation && !begin_relation(postgres, relation))) return false;
    for (int i = 0; i < into->cells; i++) {
        if (!put_cell(postgres->reads, into->types[i], cells[i], lengths[i]) ||
            PQputCopyData(postgres->reads, i + 1 < into->cells ? "\t" : "\n", 1) != 1)
            return failed(postgres);
    }
    return true;
}

bool postgres_copy_end(Postgres *postgres) {
    postgres->copied = false;
    if (postgres->copying >= 0 && !postgres->store.failed) end_relation(postgres);
    if (postgres->store.failed) {
        PQfinish(postgres->reads); /* which takes everything back */
        postgres->reads = NULL;
        postgres->copying = -1;
        return false;
    }
    return postgres_run(postgres->reads, "COMMIT", &postgres->store.problem);
}
