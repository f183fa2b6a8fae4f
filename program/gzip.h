/* Compressed files: any file read may be gzipped, and a record is written compressed if its name ends in .gz. */
#ifndef ARALDO_PROGRAM_GZIP_H
#define ARALDO_PROGRAM_GZIP_H

#include <stdbool.h>
#include <stdio.h>

#include "record/record.h"

/* Opens a file for reading, gzipped or not, as its first bytes tell; "-" is standard input. NULL with errno if it cannot be
 * read. Close it with fclose. */
FILE *gzip_read(const char *path);

/* Does the name ask for compression? */
bool gzip_is_named(const char *path);
/* What is written to the record from here on is compressed, if its name asks for that. */
bool gzip_begin(RecordFile *record, FILE **below, Error *error);
/* Ends the compression before the record is closed or abandoned. */
void gzip_end(RecordFile *record, FILE **below);

#endif
