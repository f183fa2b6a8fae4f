/* Rule cases: rules as examples in plain lines, read from text files and carried out (tests/games/cases/README.md). */
#ifndef ARALDO_TESTS_GAMES_CASES_H
#define ARALDO_TESTS_GAMES_CASES_H

#include "core/game.h"
#include "tests/support/report.h"

typedef struct CaseLine {
    int number; /* in its file */
    char *text; /* with the lines that go on with it */
} CaseLine;

typedef struct Case {
    char *title; /* FILE:LINE NAME */
    char *file;
    int line_count;
    CaseLine *lines;
} Case;

typedef struct Cases {
    Case *list;
    int count;
} Cases;

/* Adds all cases of a text; groups that are no proper case become cases that fail. `file` is the name to show. */
void cases_add(Cases *cases, const char *file, const char *text);
/* Adds all cases of a file; false if it cannot be read. */
bool cases_add_file(Cases *cases, const char *path);
void cases_free(Cases *cases);

/* Finds the game that `GAME:VARIANT` names. */
typedef const Game *(*CaseGames)(Span name, int *variant, Error *error);
/* Carries the case out: false with expected and got in the report if it does not hold. */
bool case_run(const Case *test, CaseGames find, Report *report);

#endif
