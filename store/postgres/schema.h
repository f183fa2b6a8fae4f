/* The schema in PostgreSQL, as steps from each version to the next; and opening connections to it.
 *
 * As with a data file, a step that was published is never changed. Everything is in the first schema of the connection's search
 * path; the table `araldo` tells ours from any other database. */
#ifndef ARALDO_STORE_POSTGRES_SCHEMA_H
#define ARALDO_STORE_POSTGRES_SCHEMA_H

#include <libpq-fe.h>

#include "core/text.h"

enum { POSTGRES_VERSION = 5, POSTGRES_CONNECT_SECONDS = 5, POSTGRES_OLDEST = 120000 };

/* NULL with a clear line, which never has the password in it. */
PGconn *postgres_connect(const char *url, Error *error);
/* Is the database ours, and of this version? False with a clear line; nothing is changed. */
bool postgres_is_current(PGconn *connection, Error *error);
/* Brings it to `version` (at most POSTGRES_VERSION), all steps in one transaction; false with a clear line, and nothing changed,
 * if it is not ours or too new. Servers that start at the same time take turns. */
bool postgres_migrate(PGconn *connection, int version, Error *error);
/* Runs what gives no rows. */
bool postgres_run(PGconn *connection, const char *sql, Error *error);
/* The first line of what went wrong. */
void postgres_say(const char *message, Error *error);

#endif
