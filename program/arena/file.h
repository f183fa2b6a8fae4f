/* Arena files: the deals of a match in the order they were finished, to continue later or join with other machines' files. */
#ifndef ARALDO_PROGRAM_ARENA_FILE_H
#define ARALDO_PROGRAM_ARENA_FILE_H

#include <stdio.h>

#include "program/arena/format.h"

typedef struct ArenaFile {
    FILE *file;
    const char *path;
    int64_t deals; /* of the run that were in it when it was opened */
    int fault;     /* errno of the first write that failed; 0 while all is well */
} ArenaFile;

/* Opens the file to go on with, or a new one. False with a clear line if it is of another match, damaged, or in use. A last
 * line that a crash left incomplete is cut off. */
bool arena_file_open(ArenaFile *file, const char *path, const ArenaPlan *plan, Error *error);
/* The deals of a pair that are in the file and belong to the plan. */
bool arena_file_load(const ArenaFile *file, Duel *duel, Error *error);
/* One more deal; it is in the system's hands when this returns. */
void arena_file_add(ArenaFile *file, const ArenaPlan *plan, const DealLine *line);
bool arena_file_close(ArenaFile *file, Error *error);

/* Joining. The plan of a file, all deals to be filled in; its names are kept in `names`. */
bool arena_file_plan(const char *path, ArenaPlan *plan, ArenaNames *names, Error *error);
/* All deals of the duel's pair from all files, in order, as its results, which the caller frees. False with a clear line if
 * a file is of another match or a deal occurs twice and differs. */
bool arena_file_gather(const char *const *paths, int path_count, Duel *duel, Error *error);

#endif
