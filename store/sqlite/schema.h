/* The schema of a data file, as steps from each version to the next.
 * Step n brings a file from version n to version n + 1; the last step gives the current version.
 *
 * A step that was published is never changed; a new need is a new step. A file of a later version than we know is refused. */
#ifndef ARALDO_STORE_SQLITE_SCHEMA_H
#define ARALDO_STORE_SQLITE_SCHEMA_H

#include <sqlite3.h>

#include "core/text.h"

enum {
    SCHEMA_VERSION = 8,
    SCHEMA_APPLICATION = 0x4172616c, /* "Aral": how a data file of ours is told from any other database */
};

/* Is the file ours, and of this version? False with a clear line; nothing is changed. */
bool schema_is_current(sqlite3 *database, Error *error);
/* Brings the file to `version` (at most SCHEMA_VERSION), all steps in one transaction; false with a clear line, and nothing
 * changed, if it is not ours or too new. */
bool schema_migrate(sqlite3 *database, int version, Error *error);

#endif
