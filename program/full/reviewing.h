/* The review of a kept match on the full screen, with its progress; the person can stop it at any moment. */
#ifndef ARALDO_PROGRAM_FULL_REVIEWING_H
#define ARALDO_PROGRAM_FULL_REVIEWING_H

#include "program/full/full.h"

/* False with one clear line if the match cannot be reviewed. */
bool full_review(Full *full, const char *path, const char *title, Error *error);

#endif
