/* A real PostgreSQL in a temporary folder, for tests: an ordinary user's, reached through a socket in that folder. */
#ifndef ARALDO_TESTS_SUPPORT_DATABASE_H
#define ARALDO_TESTS_SUPPORT_DATABASE_H

#include <stdbool.h>
#include <sys/types.h>

enum { DATABASE_PATH_MAX = 128, DATABASE_URL_MAX = 256 };

typedef struct Database {
    pid_t process;
    char folder[DATABASE_PATH_MAX];
    char url[DATABASE_URL_MAX]; /* of an empty database */
} Database;

/* Makes the folder and starts the server; false, with a line that says why, if it cannot be. */
bool database_open(Database *database);
/* Starts it again after database_stop. */
bool database_start(Database *database);
/* SIGQUIT is a crash, SIGINT an orderly stop. */
void database_stop(Database *database, int signal);
/* Stops it and removes the folder. */
void database_release(Database *database);
/* Runs SQL; false with a line that says why. */
bool database_run(const Database *database, const char *sql);
/* The first cell of what it gives, as a number; -1 without one. */
long long database_number(const Database *database, const char *sql);
/* As if nobody had ever used it. */
bool database_empty(const Database *database);

#endif
