/* A match against bots as a browser sends it to a server. */
#ifndef ARALDO_TESTS_SUPPORT_MOVED_H
#define ARALDO_TESTS_SUPPORT_MOVED_H

#include "core/text.h"

/* The body of POST /arrive: the table of this id (16 letters and digits), and the first so many legal moves at it, or as many as
 * leave the match under way. `game` is `GAME:VARIANT`, and an option as ` KEY=VALUE` if wanted. */
void moved_write(const char *game, int moves, const char *id, Text *text);

#endif
