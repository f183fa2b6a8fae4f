/* Names as people may choose them, normalised so that nothing in them is hidden.
 *
 * The same name has the same bytes (NFC); invisible characters are removed, blanks become single spaces with none at the ends,
 * and something visible remains. Unicode's own tables decide, through libunistring. */
#ifndef ARALDO_ROOM_NAMES_H
#define ARALDO_ROOM_NAMES_H

#include "room/limits.h"

#include <stdbool.h>

enum { NAME_MARKS_MAX = 3 }; /* accents on one letter */

/* Writes the name as it is kept. False if nothing visible remains, or more than NAME_CHARACTERS_MAX characters,
 * or if it has a control character. */
bool name_normalise(const char *words, char name[NAME_BYTES_MAX]);

#endif
