/* Reads a hunspell dictionary (.aff and .dic, in UTF-8) and gives every form of every entry.
 *
 * What is understood is what makes forms of one word: flags in all four notations, affix classes with conditions, continuation
 * classes, cross products, NEEDAFFIX, FULLSTRIP; at most two affixes a form. What would change the forms and is not understood
 * is refused, not passed over. Source: the manual page hunspell(5). */
#ifndef ARALDO_TOOLS_HUNSPELL_H
#define ARALDO_TOOLS_HUNSPELL_H

#include <stdbool.h>

#include "core/text.h"

enum { HUNSPELL_FORM_MAX = 256 /* bytes of an entry's word or of a form, zero byte included */ };

typedef struct Hunspell Hunspell;

typedef struct HunspellEntry {
    const char *word;
    const char *tags; /* the morphological fields with one space between: `po:nom is:mas` */
    bool keep_case;   /* it has the flag KEEPCASE */
} HunspellEntry;

/* A form of an entry; the same form may come several times. */
typedef void (*HunspellForm)(void *context, const char *form);
/* An entry, to be asked for its forms or passed over; false with a clear line ends the reading. */
typedef bool (*HunspellVisit)(void *context, const HunspellEntry *entry, Error *error);

/* Reads the affix file; NULL with a clear line if it cannot. */
Hunspell *hunspell_open(const char *path, Error *error);
void hunspell_free(Hunspell *hunspell);
/* Visits all entries of the word file in turn. */
bool hunspell_read(Hunspell *hunspell, const char *path, HunspellVisit visit, void *context, Error *error);
/* All forms of the entry being visited. */
void hunspell_forms(const Hunspell *hunspell, HunspellForm form, void *context);

#endif
