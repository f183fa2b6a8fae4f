/* Messages: everything people read, in their own language.
 *
 * A message is written in the sources in English, and that text is its name. Its translations come from the catalogues
 * in po, compiled into one constant table sorted by name, so that a look-up is a binary search and needs neither
 * files nor locales. A message without a translation stays English. How to mark, translate and check: docs/translating.md.
 *
 * The tools find messages by these words, always with the text itself as a string constant:
 *   message, message_in_context, message_plural, message_format, message_format_plural, error_say
 *   reason_add, reason_add_plural (bots/reason.h)
 *   N_("…")             in a constant table: marked here, looked up later
 *   NC_("context", "…") the same, where one English text needs two translations
 *   NP_("…", "…")       the same for a singular and its plural, as two arguments of a call or two members of a table */
#ifndef ARALDO_CORE_MESSAGE_H
#define ARALDO_CORE_MESSAGE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/language.h"
#include "core/text.h"

#define N_(msgid) (msgid)
#define NC_(context, msgid) (msgid)
#define NP_(singular, plural) (singular), (plural)

const char *message(Language language, const char *msgid);
const char *message_in_context(Language language, const char *context, const char *msgid);
/* The form that goes with n: `message_plural(language, "{n} card", "{n} cards", n)`. */
const char *message_plural(Language language, const char *singular, const char *plural, int64_t n);

/* Fills the places {name} of a message, in whatever order the translation has them:
 *     message_format(&text, language, "{player} plays {card}", WITH("player", name), WITH("card", card));
 * A value is words or a whole number. Values are inserted as they are: braces inside them mean nothing. */
#define message_format(text, language, msgid, ...) \
    message_fill(text, message(language, msgid), (const MessageValue[]){__VA_ARGS__, {0}})
#define message_format_plural(text, language, singular, plural, n, ...) \
    message_fill(text, message_plural(language, singular, plural, n), (const MessageValue[]){__VA_ARGS__, {0}})
#define WITH(name, value) \
    _Generic((value), char * : message_words, const char * : message_words, default : message_number)(name, value)

typedef struct MessageValue {
    const char *name; /* as written between the braces; NULL ends a list */
    const char *words;
    int64_t number; /* where words is NULL */
} MessageValue;

static inline MessageValue message_words(const char *name, const char *words) {
    assert(words);
    return (MessageValue){name, words, 0};
}

static inline MessageValue message_number(const char *name, int64_t number) { return (MessageValue){name, NULL, number}; }

/* Writes a message that was looked up already. A place without a value is a bug. */
void message_fill(Text *text, const char *pattern, const MessageValue *values);

/* Fills an error with a message and returns false, so that a parser can say
 *     return error_say(error, "option {option} given twice", WITH("option", key));
 * A message without values is error_set(error, "%s", N_("too many options")). Errors are in English, for programs as well;
 * `error` may be NULL. */
#define error_say(error, msgid, ...) error_fill(error, msgid, (const MessageValue[]){__VA_ARGS__, {0}})
bool error_fill(Error *error, const char *msgid, const MessageValue *values);
/* Writes an error in a reader's language. It looks the message up by its English text, also behind words such as "FILE: " or
 * "line 3: ", which stay as they are. An error that is not a message stays in English. */
void error_print(const Error *error, Language language, Text *text);
/* What strerror said, in the reader's language if it is one of the usual reasons; error_print does this in a place {reason}. */
const char *message_of_reason(Language language, const char *reason);

/* The whole table, sorted by English singular, then by context: for programs that pass catalogues on. */
typedef struct MessageEntry {
    const char *context; /* "" without one */
    bool counted;        /* has plural forms */
    /* For each language NULL where it is not translated, else its text; where things are counted all its plural forms, each
     * with a zero byte at its end, as in gettext's compiled catalogues. */
    const char *texts[LANGUAGES];
} MessageEntry;

/* A text of the entry, 0 where nothing is counted; NULL where it is not translated. */
const char *message_entry_form(const MessageEntry *entry, Language language, int form);

extern const MessageEntry message_table[];
extern const int message_count;

#endif
