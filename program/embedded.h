/* Files that travel inside the program, so that it is one file to copy: the rules texts. Which ones: the Makefile's
 * EMBEDDED; how: tools/embed.sh. */
#ifndef ARALDO_PROGRAM_EMBEDDED_H
#define ARALDO_PROGRAM_EMBEDDED_H

#include <stddef.h>

typedef struct EmbeddedFile {
    const char *path;  /* as in the sources: "rules/primiera.it.txt"; NULL ends the table */
    const char *bytes; /* a zero byte follows the last */
    size_t length;
} EmbeddedFile;

extern const EmbeddedFile embedded_files[];

/* The file of that path, or NULL. */
const EmbeddedFile *embedded_find(const char *path);

#endif
