/* Where a person's matches are kept: one record each under $XDG_DATA_HOME/araldo/matches, finished or not.
 *
 * A match that is being played is locked, so that two programs never continue the same one. The lock goes with the process,
 * however it ends. */
#ifndef ARALDO_PROGRAM_KEEP_H
#define ARALDO_PROGRAM_KEEP_H

#include "record/record.h"

/* What is known of a kept match without replaying it. */
typedef struct KeptMatch {
    char path[RECORD_PATH_MAX];
    char day[16]; /* "2026-11-16" */
    RecordHeader header;
    bool readable; /* else `error` says why not, such as a format of another version */
    Error error;
    bool over;
    bool locked; /* it is being played */
} KeptMatch;

/* A name for a new match, in a folder that exists from here on, and its lock. */
bool keep_new(const Game *game, char *path, size_t capacity, int *lock, Error *error);
/* Is it a path of a kept match, however it is written? If so, the path by which it is kept is copied out. */
bool keep_has(const char *path, char *kept, size_t capacity);
/* Takes the lock of a match; false if another process plays it. */
bool keep_lock(const char *path, int *lock, Error *error);
void keep_unlock(const char *path, int *lock);
/* Deletes a match, and what may be left beside it after a crash. */
void keep_delete(const char *path);
/* The kept matches, newest first; returns how many, at most `capacity`. */
int keep_list(KeptMatch *matches, int capacity);
/* Reads what can be said of one. */
void keep_read(KeptMatch *match);
/* The newest one that can be continued; false if there is none. */
bool keep_newest_open(KeptMatch *match);

/* The path of a file in one of our folders below the data folder, which is made if it is wanted. */
bool keep_file(const char *folder, const char *name, bool makes, char *path, size_t capacity, Error *error);

#endif
