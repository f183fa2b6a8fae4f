/* Stands in for libunistring: the browser normalises. */
#ifndef ARALDO_OFFLINE_STANDIN_UNINORM_H
#define ARALDO_OFFLINE_STANDIN_UNINORM_H

#include <stddef.h>
#include <stdint.h>

typedef enum { UNINORM_NFC } uninorm_t;

/* Into memory that the caller frees; NULL if the bytes are not UTF-8. `into` is NULL. */
uint8_t *u8_normalize(uninorm_t form, const uint8_t *bytes, size_t length, uint8_t *into, size_t *normalised_length);

#endif
