/* A JSON writer whose calls read like the output, straight into a Text.
 *
 *     Json json = json_to(&text);
 *     json_open_object(&json, NULL);
 *     json_text(&json, "say", "done");
 *     json_number(&json, "n", 7);
 *     json_close(&json);
 *
 * writes {"say":"done","n":7}. The writer adds commas, quotes and escapes, and never looks at what it has already written, so a
 * long document can be sent piece by piece. It allocates nothing; the Text bounds the output and remembers an overflow.
 * Reading: core/json_read.h. */
#ifndef ARALDO_CORE_JSON_H
#define ARALDO_CORE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

enum { JSON_DEPTH_MAX = 32 }; /* lists and objects inside each other, written or read */

typedef struct Json {
    Text *text;
    uint32_t lists; /* bit d: a list is open at depth d, not an object */
    uint8_t depth;
    bool comma; /* the next value needs one before it */
} Json;

/* Starts writing at the end of `text`, which must outlive the writer. */
Json json_to(Text *text);

/* Every value takes its key: the name of the field in an object, NULL in a list and at the top. */
void json_open_object(Json *json, const char *key);
void json_open_list(Json *json, const char *key);
void json_close(Json *json);

/* Words as a string, or null if they are NULL. Bytes that are not UTF-8 become U+FFFD, so the output is always valid. */
void json_text(Json *json, const char *key, const char *words);
void json_number(Json *json, const char *key, int64_t number);
/* The number, or null where there is none. */
void json_number_or_null(Json *json, const char *key, int64_t number, bool exists);
/* With this many digits after the point; null if it is not finite. */
void json_decimal(Json *json, const char *key, double number, int digits);
void json_bool(Json *json, const char *key, bool value);
void json_none(Json *json, const char *key);
void json_numbers(Json *json, const char *key, const int *numbers, int count);
/* A value that is JSON already. */
void json_written(Json *json, const char *key, const char *value);

/* A string that is printed in place: write to the Text until json_close_text. It must need no escapes. */
Text *json_open_text(Json *json, const char *key);
void json_close_text(Json *json);

/* A place to return to: rewinding drops everything written since the mark. */
typedef struct JsonMark {
    Json json;
    size_t length;
    bool overflow;
} JsonMark;

JsonMark json_mark(const Json *json);
void json_rewind(Json *json, JsonMark mark);

#endif
