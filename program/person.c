/* Picks the person's language from the option and the environment, and lists the languages there are. */
#include "program/person.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/message.h"

Language person_language(void) { return language_of_environment(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")); }

bool person_language_option(const char *command, const char *value, Language *language) {
    if (language_of_tag(span_of(value), language)) return true;
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (Language each = 0; each < LANGUAGES; each++)
        text_format(&list, "%s%s (%s)", each ? ", " : "", language_tag(each), language_name(each));
    Error quoted; /* one line, whatever was given */
    error_set(&quoted, "%.40s", value);
    char line[2 * ERROR_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    message_format(&text, person_language(), "unknown language “{name}”; choose from {known}", WITH("name", quoted.text),
                   WITH("known", known));
    fprintf(stderr, "araldo %s: %s\n", command, line);
    return false;
}
