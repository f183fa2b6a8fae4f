/* The commands of `araldo admin`, each with its exit status. */
#ifndef ARALDO_PROGRAM_ADMIN_ADMIN_H
#define ARALDO_PROGRAM_ADMIN_ADMIN_H

#include <stdbool.h>

int admin_check(const char *path, bool as_json);
/* The servers that share a database; every table with its owner; and one server that is to hand everything over. */
int admin_nodes(const char *url, bool as_json);
int admin_tables(const char *place, bool as_json);
int admin_drain(const char *url, const char *name, bool as_json);

#endif
