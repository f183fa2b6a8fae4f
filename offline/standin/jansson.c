/* Walks the trees of JSON that the page's JSON.parse has made. */
#include "offline/standin/jansson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offline/host.h"

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error) {
    (void)flags;
    json_t *document = host_json_parse(text, length);
    if (!document) snprintf(error->text, sizeof error->text, "the browser cannot read it");
    return document;
}

/* The tree is one block that begins with its root. */
void json_decref(json_t *document) { free(document); }

const char *json_string_value(const json_t *value) { return json_is_string(value) ? value->text : NULL; }

json_int_t json_integer_value(const json_t *value) { return json_is_integer(value) ? value->integer : 0; }

double json_real_value(const json_t *value) { return json_is(value, JSON_REAL) ? value->real : 0; }

size_t json_array_size(const json_t *array) { return json_is_array(array) ? array->length : 0; }

json_t *json_array_get(const json_t *array, size_t index) {
    json_t *element = json_is_array(array) ? array->first : NULL;
    for (; element && index > 0; index--) element = element->next;
    return element;
}

size_t json_object_size(const json_t *object) { return json_is_object(object) ? object->length : 0; }

json_t *json_object_get(const json_t *object, const char *key) {
    json_t *field = json_is_object(object) ? object->first : NULL;
    while (field && strcmp(field->key, key) != 0) field = field->next;
    return field;
}

static int equal_inside(const json_t *one, const json_t *other) {
    for (const json_t *value = one->first, *twin = other->first; value; value = value->next) {
        if (one->type == JSON_OBJECT) twin = json_object_get(other, value->key);
        if (!json_equal(value, twin)) return 0;
        if (one->type == JSON_ARRAY) twin = twin->next;
    }
    return 1;
}

int json_equal(const json_t *one, const json_t *other) {
    if (!one || !other || one->type != other->type) return 0;
    switch (one->type) {
    case JSON_OBJECT:
    case JSON_ARRAY: return one->length == other->length && equal_inside(one, other);
    case JSON_STRING: return strcmp(one->text, other->text) == 0;
    case JSON_INTEGER: return one->integer == other->integer;
    case JSON_REAL: return one->real == other->real;
    default: return 1;
    }
}

void *json_object_iter(json_t *object) { return json_is_object(object) ? object->first : NULL; }

void *json_object_iter_next(json_t *object, void *field) {
    (void)object;
    return ((json_t *)field)->next;
}

const char *json_object_iter_key(void *field) { return ((json_t *)field)->key; }

json_t *json_object_iter_value(void *field) { return field; }
