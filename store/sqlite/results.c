/* The SQL of results. Statements are prepared for each use: a result is written once a day and person. */
#include "store/sqlite/results.h"

static sqlite3_stmt *prepared(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    return statement; /* NULL is a failure that binding and stepping pass on */
}

static void bind_deal(sqlite3_stmt *bound, const StoredResult *result) {
    sqlite3_bind_int(bound, 1, result->day);
    sqlite3_bind_text(bound, 2, result->game, -1, SQLITE_STATIC);
    sqlite3_bind_int(bound, 3, result->board);
    sqlite3_bind_text(bound, 4, result->person.text, -1, SQLITE_STATIC);
}

bool sqlite_add_result(sqlite3 *database, const StoredResult *result) {
    sqlite3_stmt *bound = prepared(database,
                                   "INSERT OR IGNORE INTO results (day, game, board, person, score, at)"
                                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
    bind_deal(bound, result);
    sqlite3_bind_int(bound, 5, result->score);
    sqlite3_bind_int64(bound, 6, result->at);
    bool good = bound && sqlite3_step(bound) == SQLITE_DONE;
    sqlite3_finalize(bound);
    return good;
}

bool sqlite_read_results(sqlite3 *database, const StoredResult *wanted, DealResults *results) {
    sqlite3_stmt *bound = prepared(database,
                                   "SELECT score, count(*), max(person = ?4) FROM results"
                                   " WHERE day = ?1 AND game = ?2 AND board = ?3"
                                   " GROUP BY score ORDER BY score LIMIT ?5");
    bind_deal(bound, wanted);
    sqlite3_bind_int(bound, 5, RESULT_SCORES_MAX);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    for (; status == SQLITE_ROW && results->count < RESULT_SCORES_MAX; status = sqlite3_step(bound)) {
        int row = results->count++;
        results->scores[row] = sqlite3_column_int(bound, 0);
        results->people[row] = sqlite3_column_int64(bound, 1);
        if (!sqlite3_column_int(bound, 2)) continue;
        results->played = true;
        results->own = results->scores[row];
    }
    sqlite3_finalize(bound);
    return status == SQLITE_DONE;
}

bool sqlite_count_results(sqlite3 *database, const StoredResult *wanted, int last_day, DealCounts *counts) {
    sqlite3_stmt *bound = prepared(database,
                                   "SELECT day, board, count(*), max(person = ?4), max(CASE WHEN person = ?4 THEN score END)"
                                   " FROM results WHERE day BETWEEN ?1 AND ?3 AND game = ?2"
                                   " GROUP BY day, board ORDER BY day, board LIMIT ?5");
    bind_deal(bound, wanted);
    sqlite3_bind_int(bound, 3, last_day);
    sqlite3_bind_int(bound, 5, DEAL_COUNTS_MAX);
    int status = bound ? sqlite3_step(bound) : SQLITE_ERROR;
    for (; status == SQLITE_ROW && counts->count < DEAL_COUNTS_MAX; status = sqlite3_step(bound))
        counts->deals[counts->count++] = (struct DealCount){.day = sqlite3_column_int(bound, 0),
                                                            .board = sqlite3_column_int(bound, 1),
                                                            .people = sqlite3_column_int64(bound, 2),
                                                            .played = sqlite3_column_int(bound, 3),
                                                            .own = sqlite3_column_int(bound, 4)};
    sqlite3_finalize(bound);
    return status == SQLITE_DONE;
}

bool sqlite_has_old_results(sqlite3 *database, Milliseconds before) {
    sqlite3_stmt *bound = prepared(database, "SELECT 1 FROM results WHERE at < ?1 LIMIT 1");
    sqlite3_bind_int64(bound, 1, before);
    bool some = bound && sqlite3_step(bound) == SQLITE_ROW;
    sqlite3_finalize(bound);
    return some;
}

bool sqlite_sweep_results(sqlite3 *database, Milliseconds before) {
    sqlite3_stmt *bound = prepared(database,
                                   "DELETE FROM results WHERE (day, game, board, person) IN"
                                   " (SELECT day, game, board, person FROM results WHERE at < ?1 ORDER BY at LIMIT ?2)");
    sqlite3_bind_int64(bound, 1, before);
    sqlite3_bind_int(bound, 2, SWEEP_ROWS);
    bool good = bound && sqlite3_step(bound) == SQLITE_DONE;
    sqlite3_finalize(bound);
    return good;
}
