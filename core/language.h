/* The languages Araldo speaks: their tags and plural rules.
 *
 * Tags are those of people (`it`), of the environment (`it_IT.UTF-8`) and of browsers (`it-CH`): only the language
 * itself matters. Nothing is read from the environment here; whoever has one passes its values in. */
#ifndef ARALDO_CORE_LANGUAGE_H
#define ARALDO_CORE_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

typedef enum { LANGUAGE_ENGLISH, LANGUAGE_ITALIAN, LANGUAGE_FRENCH, LANGUAGE_SPANISH, LANGUAGE_GERMAN, LANGUAGES } Language;

enum { PLURAL_FORMS = 2 }; /* in each of the five: one thing, and several */

/* Two small letters: "en", "it", "fr", "es", "de". */
const char *language_tag(Language language);
/* Its name in itself, as a menu of languages shows it: "italiano". */
const char *language_name(Language language);
/* The Plural-Forms line that a catalogue of this language carries, in gettext's notation. */
const char *language_plural_rule(Language language);
/* Which of the plural forms goes with n things: 0 or 1. */
int language_plural_form(Language language, int64_t n);
/* A number of tenths with its sign, as the language writes it: "+1.2" in English, "+1,2" in the others; zero has no sign. */
void language_add_tenths(Language language, int64_t tenths, Text *text);

/* The language of a tag, in any case, with or without country, encoding and modifier; false if it is none of the five. */
bool language_of_tag(Span tag, Language *language);
/* The language that the values of LC_ALL, LC_MESSAGES and LANG ask for (NULL where one is not set): the first that is
 * set and not empty decides; English if it asks for none of the five. */
Language language_of_environment(const char *lc_all, const char *lc_messages, const char *lang);

#endif
