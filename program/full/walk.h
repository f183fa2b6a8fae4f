/* Walking through a recorded match on the full screen, from any seat's eyes or with all hands open. */
#ifndef ARALDO_PROGRAM_FULL_WALK_H
#define ARALDO_PROGRAM_FULL_WALK_H

#include "program/full/full.h"

/* Shows the number-th game of a file to `viewer`, a seat or VIEWER_WHOLE, on an open display, until the person leaves. */
bool walk_show(Full *full, const char *path, int number, int viewer, Error *error);
/* The same on a display of its own. */
bool walk_open(Full *full, Language language, const char *path, int number, int viewer, Error *error);

#endif
