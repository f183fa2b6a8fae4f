/* A strict reader of PO catalogues: anything it does not understand is an error with file and line.
 *
 * Of the format of GNU gettext's manual ("The Format of PO Files") this takes what msgmerge and translators' editors
 * write: comments, flags, contexts, plurals in as many forms as a language has, strings over several lines. Strings are
 * unescaped in place, in the file's own bytes, so that a file is two blocks of memory, whatever its size. */
#ifndef ARALDO_TOOLS_PO_H
#define ARALDO_TOOLS_PO_H

#include <stdbool.h>

#include "core/language.h"
#include "core/text.h"

enum { PO_FILE_BYTES_MAX = 4 << 20, PO_NAME_MAX = 32 /* letters of a {name} */ };

typedef struct PoEntry {
    const char *context; /* "" without one */
    const char *id;
    const char *plural;                  /* NULL where nothing is counted */
    const char *forms[PLURAL_FORMS_MAX]; /* "" where not translated */
    int form_count;                      /* 1 where nothing is counted */
    bool fuzzy;
    int line;
} PoEntry;

typedef struct PoFile {
    const char *path; /* the caller's */
    char *bytes;
    PoEntry *entries; /* sorted as po_order says; no two are equal. The header is not among them */
    int count, capacity;
    const char *header;
    int obsolete_line; /* the line of the first obsolete entry (#~); 0 without any */
} PoFile;

/* Reads a file; false with a line that begins "path:line:". */
bool po_read(PoFile *file, const char *path, Error *error);
void po_release(PoFile *file);
/* Which language the catalogue is in. False with a clear line unless the file's name, its header with encoding and plural rule,
 * and the number of plural forms of every message fit that language. */
bool po_language(const PoFile *file, Language *language, Error *error);

/* By English singular, then by context: the order of the compiled table. */
int po_order(const PoEntry *a, const PoEntry *b);
/* The entry of the same singular and context, or NULL. */
const PoEntry *po_find(const PoFile *file, const PoEntry *wanted);

/* Takes the next {name} off the front of a message's rest; false when there is none left. */
bool po_place(const char **rest, Span *name);

#endif
