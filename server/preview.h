/* The page's document with what other programs show of a link to it: title, a sentence and a picture. */
#ifndef ARALDO_SERVER_PREVIEW_H
#define ARALDO_SERVER_PREVIEW_H

#include "core/game.h"
#include "core/language.h"

typedef struct Preview {
    const Game *game; /* of the table that the link leads to; NULL: it leads to the first page */
    Language language;
    bool secure;      /* the page comes over TLS */
    const char *host; /* as the request named it, or NULL */
} Preview;

/* Writes the document with its tags into memory that the caller frees; NULL if there is not enough. Of a table, only its game
 * is shown. A host that is not a plain name is left out, and the picture with it. */
char *preview_write(const Preview *preview, Span document, size_t *length);
/* The language that a browser asks for first, English if we do not speak it. */
Language preview_language(const char *accepted);

#endif
