/* The language of the person at this machine. */
#ifndef ARALDO_PROGRAM_LANGUAGE_H
#define ARALDO_PROGRAM_LANGUAGE_H

#include <stdbool.h>

#include "core/language.h"

/* What LC_ALL, LC_MESSAGES and LANG ask for. */
Language language_of_person(void);
/* The value of an option --lang; false after one line on standard error that lists the known ones. */
bool language_option(const char *command, const char *value, Language *language);

#endif
