/* The languages Araldo speaks: their tags, names and plural rules. The list itself is languages.h.
 *
 * Tags come from people (`it`), from the environment (`it_IT.UTF-8`) and from browsers (`it-CH`): only the language itself
 * matters. Nothing is read from the environment here; the caller passes its values in. */
#ifndef ARALDO_CORE_LANGUAGE_H
#define ARALDO_CORE_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/languages.h"
#include "core/text.h"

#define LANGUAGE_CONSTANT(name, ...) LANGUAGE_##name,
typedef enum { LANGUAGE_LIST(LANGUAGE_CONSTANT) LANGUAGES } Language;
#undef LANGUAGE_CONSTANT

enum {
    PLURAL_FORMS_MAX = 6, /* Arabic has that many, and no language that gettext knows has more */
    PLURAL_CYCLE = 100,   /* from here on the form depends on the number's last two digits */
};

/* Two small letters: "en", "it". */
const char *language_tag(Language language);
/* Its own name, as a list of languages shows it: "Italiano". */
const char *language_name(Language language);
/* The Plural-Forms line of a catalogue in this language, in gettext's notation. */
const char *language_plural_rule(Language language);
/* How many plural forms the language has: at least 1, at most PLURAL_FORMS_MAX. */
int language_plural_forms(Language language);
/* Which of its plural forms goes with n things; a negative number counts like the positive one. */
int language_plural_form(Language language, int64_t n);
/* A number of tenths with its sign, as the language writes it: "+1.2" in English, "+1,2" in the others; zero has no sign. */
void language_add_tenths(Language language, int64_t tenths, Text *text);

/* The language of a tag, in any case, with or without country, encoding and modifier; false if Araldo does not speak it. */
bool language_of_tag(Span tag, Language *language);
/* The language that the values of LC_ALL, LC_MESSAGES and LANG ask for (NULL where one is not set): the first that is
 * set and not empty decides; English if Araldo does not speak what it asks for. */
Language language_of_environment(const char *lc_all, const char *lc_messages, const char *lang);

#endif
