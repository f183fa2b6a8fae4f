/* Stands in for jansson: documents that the browser's JSON.parse has read, as a tree in our memory.
 *
 * web/engine/host.js writes the tree, so the layout of json_t is known there too. Unlike jansson it takes the last of two
 * fields of the same name: what is read here was written by the page or by the room itself. */
#ifndef ARALDO_OFFLINE_STANDIN_JANSSON_H
#define ARALDO_OFFLINE_STANDIN_JANSSON_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
} json_type;

typedef long long json_int_t;

typedef struct json_t {
    json_type type;
    uint32_t length;     /* of fields, elements or bytes */
    const char *key;     /* of a field */
    struct json_t *next; /* of the same object or array */
    union {
        struct json_t *first; /* OBJECT, ARRAY */
        const char *text;     /* STRING */
        json_int_t integer;
        double real;
    };
} json_t;

typedef struct json_error_t {
    char text[64];
} json_error_t;

#define JSON_REJECT_DUPLICATES 1

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);
/* Of a whole document. */
void json_decref(json_t *document);

#define json_typeof(value) ((value)->type)
static inline int json_is(const json_t *value, json_type type) { return value && value->type == type; }
#define json_is_object(value) json_is(value, JSON_OBJECT)
#define json_is_array(value) json_is(value, JSON_ARRAY)
#define json_is_string(value) json_is(value, JSON_STRING)
#define json_is_integer(value) json_is(value, JSON_INTEGER)
#define json_is_true(value) json_is(value, JSON_TRUE)
#define json_is_boolean(value) (json_is(value, JSON_TRUE) || json_is(value, JSON_FALSE))
#define json_is_null(value) json_is(value, JSON_NULL)

const char *json_string_value(const json_t *value);
json_int_t json_integer_value(const json_t *value);
double json_real_value(const json_t *value);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
int json_equal(const json_t *one, const json_t *other);

/* An iterator is the field itself. */
void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *field);
const char *json_object_iter_key(void *field);
json_t *json_object_iter_value(void *field);

#define json_object_foreach(object, name, value) \
    for ((value) = json_object_iter(object); (value) && ((name) = (value)->key, 1); (value) = (value)->next)
#define json_array_foreach(array, index, value) \
    for ((index) = 0, (value) = json_array_get(array, 0); (value); (value) = (value)->next, (index)++)

#endif
