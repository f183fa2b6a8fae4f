/* Picks the person's language from the option and the environment, and lists the languages there are. */
#include "program/person.h"

#include <stdlib.h>

#include "core/message.h"
#include "program/arguments.h"

Language person_language(void) { return language_of_environment(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")); }

bool person_language_option(const char *command, const char *value, Language *language) {
    if (language_of_tag(span_of(value), language)) return true;
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (Language each = 0; each < LANGUAGES; each++)
        text_format(&list, "%s%s (%s)", each ? ", " : "", language_tag(each), language_name(each));
    Error error;
    error_say(&error, "unknown language '{name}'; choose from {known}", WITH("name", span_quote(span_of(value)).text),
              WITH("known", known));
    complain_error(command, person_language(), &error);
    return false;
}
