/* The list of languages, one row each: tag, name, decimal sign and plural rule. docs/translating.md says how to add one.
 *
 * A row is the constant's name, the tag, the language's own name as a menu shows it, the decimal sign, and how it counts: the
 * number of plural forms and the rule that picks one for n things. The rule is an expression of C, which is also the notation
 * of gettext's Plural-Forms; for n beyond 100 it depends on the last two digits alone. */
#ifndef ARALDO_CORE_LANGUAGES_H
#define ARALDO_CORE_LANGUAGES_H

/* clang-format off */
#define LANGUAGE_LIST(ROW)                              \
    ROW(ENGLISH, "en", "English",  '.', 2, (n != 1))    \
    ROW(ITALIAN, "it", "Italiano", ',', 2, (n != 1))    \
    ROW(FRENCH,  "fr", "Français", ',', 2, (n > 1))     \
    ROW(SPANISH, "es", "Español",  ',', 2, (n != 1))    \
    ROW(GERMAN,  "de", "Deutsch",  ',', 2, (n != 1))
/* clang-format on */

#endif
