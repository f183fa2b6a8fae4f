/* What a module needs from the page that runs it: web/engine/module.js provides these functions.
 *
 * Pointers are places in the module's memory. Once a function returns, its arguments are the module's again. */
#ifndef ARALDO_OFFLINE_HOST_H
#define ARALDO_OFFLINE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(function) __attribute__((export_name(#function))) function
#define HOST(function) __attribute__((import_module("host"), import_name(#function))) host_##function

/* ---- what the room wants done (room/room.h): kept until the turn is committed */
void HOST(write)(int kind, const char *table, const char *person, uint32_t n, double at, const char *text, size_t length,
                 const uint8_t *secret, uint64_t create_key, int phase);
void HOST(send)(uint32_t connection, const char *json, size_t length);
void HOST(close)(uint32_t connection, int code);
void HOST(load)(int kind, uint32_t ticket, const char *table, double from, uint32_t to, uint64_t create_key,
                const char *person);
void HOST(random)(void *bytes, size_t count);
void HOST(damaged)(const char *reason);
/* The next piece of a record or replay. */
void HOST(told)(const char *bytes, size_t length);
/* Bots of this level now play like those of `plays`, with this percentage of the level's iterations (offline/thinking.h). */
void HOST(share)(const char *game, const char *level, const char *plays, int percent);

/* ---- what stands in for libraries (offline/standin/) */
struct json_t;
/* The document as one block of malloc's; NULL if it is not JSON. */
struct json_t *HOST(json_parse)(const char *text, size_t length);
/* In memory of malloc's; NULL if it is not UTF-8. */
uint8_t *HOST(unicode_compose)(const uint8_t *bytes, size_t length, size_t *composed_length);
bool HOST(unicode_is)(uint32_t character, int category);

#endif
