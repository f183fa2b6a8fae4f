/* Stands in for libunistring: characters to and from UTF-8. */
#ifndef ARALDO_OFFLINE_STANDIN_UNISTR_H
#define ARALDO_OFFLINE_STANDIN_UNISTR_H

#include <stddef.h>

#include "unictype.h"

/* The first character of UTF-8 that is known to be valid, and its length. */
int u8_mbtouc(ucs4_t *character, const uint8_t *bytes, size_t length);
/* Its length, or -1 if there is no room. */
int u8_uctomb(uint8_t *bytes, ucs4_t character, int room);

#endif
