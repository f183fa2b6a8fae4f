/* Files embedded in the program, so that it is a single file to copy: the rules and the page.
 * The Makefile's EMBEDDED lists them; tools/embed.sh packs them. */
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
