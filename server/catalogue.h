/* The catalogue of one language as JSON, for the page: {"English text": "translation", …}, or ["one", "many"] where things are
 * counted; a text with a context has the name "context\u0004text", as in gettext's own files. */
#ifndef ARALDO_SERVER_CATALOGUE_H
#define ARALDO_SERVER_CATALOGUE_H

#include "core/language.h"

/* The caller frees it; NULL without memory. */
char *catalogue_json(Language language);

#endif
