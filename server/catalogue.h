/* One language's messages as JSON, for the page.
 *
 * {"English text": "translation", …}, with a list of all plural forms where things are counted. A text with a context has the
 * name "context\u0004text", as in gettext's own files; a text without a translation is left out. The empty name has what gettext
 * keeps in the header: {"plural": "1011…"}, a digit for each number from 0 to 199 that says which form goes with it; from 100 on
 * only the last two digits of a number matter, so the page needs no rule of its own. */
#ifndef ARALDO_SERVER_CATALOGUE_H
#define ARALDO_SERVER_CATALOGUE_H

#include "core/language.h"

/* The caller frees it; NULL without memory. */
char *catalogue_json(Language language);

#endif
