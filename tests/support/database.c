/* Starts PostgreSQL for tests. It refuses to run as root, so a test that does becomes somebody else first. */
#include "tests/support/database.h"

#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_TRIES = 600, START_PAUSE_MS = 50, OUTPUT_BYTES = 16384 };

/* Where a program of the server is: Debian keeps versions apart, others have it on the path. */
static void find_program(const char *name, char path[DATABASE_PATH_MAX]) {
    char pattern[DATABASE_PATH_MAX];
    glob_t found;
    snprintf(pattern, sizeof pattern, "/usr/lib/postgresql/*/bin/%s", name);
    if (glob(pattern, 0, NULL, &found) == 0) snprintf(path, DATABASE_PATH_MAX, "%s", found.gl_pathv[found.gl_pathc - 1]);
    else snprintf(path, DATABASE_PATH_MAX, "%s", name);
    globfree(&found);
}

static const struct passwd *ordinary_user(void) {
    const struct passwd *user = getpwnam("postgres");
    return user ? user : getpwnam("nobody");
}

/* A child that runs the program as an ordinary user, in the folder. */
static pid_t run_program(const Database *database, const char *const *arguments) {
    pid_t child = fork();
    if (child != 0) return child;
    const struct passwd *user = ordinary_user();
    int log = open("/dev/null", O_WRONLY);
    if (geteuid() == 0 && (!user || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT); /* a test that fails leaves no database behind */
    if (chdir(database->folder) != 0) _exit(126);
    if (!getenv("ARALDO_SHOW_LOG")) {
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
    }
    execvp(arguments[0], (char *const *)arguments);
    _exit(127);
}

static bool make_cluster(const Database *database) {
    char program[DATABASE_PATH_MAX];
    int status = -1;
    find_program("initdb", program);
    const char *const arguments[] = {program, "-D", "data", "-U",         "araldo", "-A",
                                     "trust", "-E", "UTF8", "--locale=C", "-N",     NULL};
    pid_t child = run_program(database, arguments);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static PGconn *reach(const Database *database) {
    PGconn *connection = PQconnectdb(database->url);
    if (PQstatus(connection) == CONNECTION_OK) return connection;
    PQfinish(connection);
    return NULL;
}

bool database_start(Database *database) {
    char program[DATABASE_PATH_MAX];
    find_program("postgres", program);
    const char *const arguments[] = {program,
                                     "-D",
                                     "data",
                                     "-k",
                                     database->folder,
                                     "-h",
                                     "", /* no network */
                                     "-c",
                                     "max_connections=60",
                                     "-c",
                                     "shared_buffers=16MB",
                                     NULL};
    database->process = run_program(database, arguments);
    for (int tries = 0; database->process > 0 && tries < START_TRIES; tries++) {
        PGconn *connection = reach(database);
        PQfinish(connection);
        if (connection) return true;
        if (waitpid(database->process, NULL, WNOHANG) == database->process) break;
        poll(NULL, 0, START_PAUSE_MS);
    }
    printf("# PostgreSQL does not start\n");
    return false;
}

bool database_open(Database *database) {
    const struct passwd *user = ordinary_user();
    *database = (Database){0};
    snprintf(database->folder, sizeof database->folder, "/tmp/araldo-database-XXXXXX");
    if (!mkdtemp(database->folder)) return false;
    if (geteuid() == 0 && user && chown(database->folder, user->pw_uid, user->pw_gid) != 0) return false;
    snprintf(database->url, sizeof database->url, "postgresql://araldo@/postgres?host=%s", database->folder);
    if (make_cluster(database)) return database_start(database);
    printf("# initdb fails: is PostgreSQL installed?\n");
    return false;
}

void database_stop(Database *database, int signal_number) {
    if (database->process <= 0) return;
    kill(database->process, signal_number);
    waitpid(database->process, NULL, 0);
    database->process = 0;
}

void database_release(Database *database) {
    char command[DATABASE_PATH_MAX + 16];
    database_stop(database, SIGQUIT);
    snprintf(command, sizeof command, "rm -rf '%s'", database->folder);
    if (database->folder[0] && system(command) != 0) printf("# %s is left\n", database->folder);
}

static PGresult *ask(const Database *database, const char *sql, PGconn **connection) {
    *connection = reach(database);
    PGresult *result = *connection ? PQexec(*connection, sql) : NULL;
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
    printf("# %s: %s\n", sql, *connection ? PQerrorMessage(*connection) : "no connection");
    PQclear(result);
    return NULL;
}

bool database_run(const Database *database, const char *sql) {
    PGconn *connection;
    PGresult *result = ask(database, sql, &connection);
    PQclear(result);
    PQfinish(connection);
    return result != NULL;
}

long long database_number(const Database *database, const char *sql) {
    PGconn *connection;
    PGresult *result = ask(database, sql, &connection);
    long long number = result && PQntuples(result) > 0 ? atoll(PQgetvalue(result, 0, 0)) : -1;
    PQclear(result);
    PQfinish(connection);
    return number;
}

bool database_empty(const Database *database) {
    return database_run(database, "SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
}
