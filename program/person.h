/* The person at this machine: the language they read. */
#ifndef ARALDO_PROGRAM_PERSON_H
#define ARALDO_PROGRAM_PERSON_H

#include <stdbool.h>

#include "core/language.h"

/* What LC_ALL, LC_MESSAGES and LANG ask for. */
Language person_language(void);
/* Reads the value of an option --lang; false after one line on standard error that lists the languages. */
bool person_language_option(const char *command, const char *value, Language *language);

#endif
