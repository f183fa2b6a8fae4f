/* Declares what WASI's library lacks: whatever calls it, such as writing a record to a file, is not linked. */
#ifndef ARALDO_OFFLINE_STANDIN_STDLIB_H
#define ARALDO_OFFLINE_STANDIN_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *resolved);

#endif
