/* Results of the deals of the day in a data file: adding, counting and deleting them.
 *
 * They know nothing of the store's transaction, which sqlite.c has begun. */
#ifndef ARALDO_STORE_SQLITE_RESULTS_H
#define ARALDO_STORE_SQLITE_RESULTS_H

#include <sqlite3.h>

#include "store/store.h"

bool sqlite_add_result(sqlite3 *database, const StoredResult *result);
bool sqlite_read_results(sqlite3 *database, const StoredResult *wanted, DealResults *results);
bool sqlite_count_results(sqlite3 *database, const StoredResult *wanted, int last_day, DealCounts *counts);
/* Are there results from before? Deletes a few of them. */
bool sqlite_has_old_results(sqlite3 *database, Milliseconds before);
bool sqlite_sweep_results(sqlite3 *database, Milliseconds before);

#endif
