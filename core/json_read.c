/* Reads JSON by jansson and holds objects against tables of fields.
 *
 * A JsonNode is jansson's own value under another name, so the rest of the program does not depend on that library. */
#include "core/json_read.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

static json_t *value_of(const JsonNode *node) { return (json_t *)(uintptr_t)node; }
static JsonNode *node_of(json_t *value) { return (JsonNode *)(uintptr_t)value; }

/* ---- documents */

static bool fits_depth(json_t *value, int left) {
    const char *key;
    json_t *inside;
    size_t index;
    if (!json_is_object(value) && !json_is_array(value)) return true;
    if (left == 0) return false;
    json_object_foreach(value, key, inside) if (!fits_depth(inside, left - 1)) return false;
    json_array_foreach(value, index, inside) if (!fits_depth(inside, left - 1)) return false;
    return true;
}

JsonNode *json_node_parse(Span text, Error *error) { return json_node_parse_long(text, JSON_BYTES_MAX, error); }

JsonNode *json_node_parse_long(Span text, size_t bytes_max, Error *error) {
    json_error_t fault;
    if (text.length > bytes_max) {
        error_set(error, "this is too long: %zu bytes, at most %zu", text.length, bytes_max);
        return NULL;
    }
    /* jansson passes over a zero byte that follows a number. */
    if (text.length && memchr(text.at, 0, text.length)) {
        error_set(error, "this is not JSON: it holds a zero byte");
        return NULL;
    }
    json_t *document = json_loadb(text.length ? text.at : "", text.length, JSON_REJECT_DUPLICATES, &fault);
    if (!document) {
        error_set(error, "this is not JSON: %s", fault.text);
        return NULL;
    }
    if (fits_depth(document, JSON_DEPTH_MAX)) return node_of(document);
    json_decref(document);
    error_set(error, "this is nested too deeply: at most %d levels", JSON_DEPTH_MAX);
    return NULL;
}

void json_node_free(JsonNode *document) { json_decref(value_of(document)); }

bool json_node_is_object(const JsonNode *node) { return json_is_object(value_of(node)); }

bool json_node_is_list(const JsonNode *node) { return json_is_array(value_of(node)); }

bool json_node_is_null(const JsonNode *node) { return json_is_null(value_of(node)); }

const char *json_node_text(const JsonNode *node) { return json_string_value(value_of(node)); }

bool json_node_number(const JsonNode *node, int64_t minimum, int64_t maximum, int64_t *number) {
    if (!json_is_integer(value_of(node))) return false;
    int64_t value = json_integer_value(value_of(node));
    if (value < minimum || value > maximum) return false;
    *number = value;
    return true;
}

int json_node_word(const JsonNode *node, const char *const *words) {
    const char *word = json_node_text(node);
    for (int i = 0; word && words[i]; i++)
        if (strcmp(words[i], word) == 0) return i;
    return -1;
}

bool json_node_bool(const JsonNode *node, bool *value) {
    if (!json_is_boolean(value_of(node))) return false;
    *value = json_is_true(value_of(node));
    return true;
}

bool json_node_real(const JsonNode *node, double *number) {
    json_t *value = value_of(node);
    bool whole = json_is_integer(value), real = value && json_typeof(value) == JSON_REAL;
    if (whole) *number = (double)json_integer_value(value);
    if (real) *number = json_real_value(value);
    return whole || real;
}

size_t json_node_length(const JsonNode *node) {
    return json_node_is_list(node) ? json_array_size(value_of(node)) : json_object_size(value_of(node));
}

const JsonNode *json_node_element(const JsonNode *list, size_t index) { return node_of(json_array_get(value_of(list), index)); }

const JsonNode *json_node_field(const JsonNode *object, const char *key) {
    return node_of(json_object_get(value_of(object), key));
}

bool json_node_equal(const JsonNode *one, const JsonNode *other) { return json_equal(value_of(one), value_of(other)); }

static JsonPair pair_at(void *place) {
    if (!place) return (JsonPair){0};
    return (JsonPair){json_object_iter_key(place), node_of(json_object_iter_value(place)), place};
}

JsonPair json_node_first(const JsonNode *object) { return pair_at(json_object_iter(value_of(object))); }

JsonPair json_node_next(const JsonNode *object, JsonPair pair) {
    return pair_at(json_object_iter_next(value_of(object), pair.place));
}

void json_node_write(const JsonNode *node, const char *key, Json *json) {
    switch (json_typeof(value_of(node))) {
    case JSON_OBJECT:
        json_open_object(json, key);
        for (JsonPair pair = json_node_first(node); pair.key; pair = json_node_next(node, pair))
            json_node_write(pair.value, pair.key, json);
        json_close(json);
        break;
    case JSON_ARRAY:
        json_open_list(json, key);
        for (size_t i = 0; i < json_node_length(node); i++) json_node_write(json_node_element(node, i), NULL, json);
        json_close(json);
        break;
    case JSON_STRING: json_text(json, key, json_node_text(node)); break;
    case JSON_INTEGER: json_number(json, key, json_integer_value(value_of(node))); break;
    case JSON_REAL: json_decimal(json, key, json_real_value(value_of(node)), 6); break;
    case JSON_TRUE:
    case JSON_FALSE: json_bool(json, key, json_is_true(value_of(node))); break;
    case JSON_NULL: json_none(json, key); break;
    }
}

/* ---- tables of fields */

static bool is_kind(const JsonNode *node, JsonKind kind) {
    switch (kind) {
    case READ_TEXT:
    case READ_WORD: return json_is_string(value_of(node));
    case READ_NUMBER: return json_is_integer(value_of(node));
    case READ_BOOL: return json_is_boolean(value_of(node));
    case READ_LIST: return json_node_is_list(node);
    case READ_OBJECT: return json_node_is_object(node);
    }
    return false;
}

static void store_number(int64_t number, char *member, size_t size) {
    switch (size) {
    case 1: *(int8_t *)member = (int8_t)number; break;
    case 2: *(int16_t *)(void *)member = (int16_t)number; break;
    case 4: *(int32_t *)(void *)member = (int32_t)number; break;
    case 8: *(int64_t *)(void *)member = number; break;
    default: assert(size == 0);
    }
}

static bool store_text(const JsonField *field, const char *words, char *member) {
    size_t length = strlen(words);
    if (field->size && length >= field->size) return false;
    if (field->fits && !field->fits(words)) return false;
    if (field->size) memcpy(member, words, length + 1);
    return true;
}

/* Checks a value of the right kind against its limits, and stores it if it is within them. */
static JsonWrong store(const JsonField *field, const JsonNode *value, char *member, Error *error) {
    int64_t number;
    if (field->read) return field->read(value, member, error);
    switch (field->kind) {
    case READ_TEXT: return store_text(field, json_node_text(value), member) ? READ_GOOD : READ_WRONG_VALUE;
    case READ_NUMBER:
        if (!json_node_number(value, field->minimum, field->maximum, &number)) return READ_WRONG_VALUE;
        store_number(number, member, field->size);
        return READ_GOOD;
    case READ_BOOL:
        assert(field->size == 0 || field->size == sizeof(bool));
        if (field->size) *(bool *)member = json_is_true(value_of(value));
        return READ_GOOD;
    case READ_WORD:
        number = json_node_word(value, field->words);
        if (number < 0) return READ_WRONG_VALUE;
        store_number(number, member, field->size);
        return READ_GOOD;
    case READ_LIST:
    case READ_OBJECT:
        assert(field->size == 0 || field->size == sizeof value);
        if (field->size) memcpy(member, &value, sizeof value);
        return READ_GOOD;
    }
    return READ_WRONG_KIND;
}

static JsonWrong read_field(const JsonField *field, const JsonNode *value, void *into, Error *error) {
    if (!value) return field->need == READ_REQUIRED ? READ_MISSING : READ_GOOD;
    if (field->need == READ_NULLABLE && json_node_is_null(value)) return READ_GOOD;
    if (!is_kind(value, field->kind)) return READ_WRONG_KIND;
    return store(field, value, (char *)into + field->offset, error);
}

static bool is_asked(const JsonField *field, unsigned parts) { return !field->part || (field->part & parts); }

/* ---- faults */

static const char *kind_words(JsonKind kind) {
    switch (kind) {
    case READ_TEXT:
    case READ_WORD: return "a string";
    case READ_NUMBER: return "a whole number";
    case READ_BOOL: return "true or false";
    case READ_LIST: return "a list";
    case READ_OBJECT: return "an object";
    }
    return "";
}

/* Says why a value of the right kind is refused, as far as the table knows. */
static void tell_limits(const JsonField *field, Error *error) {
    if (field->allowed) error_set(error, "\"%s\" is not %s", field->key, field->allowed);
    else if (field->kind == READ_NUMBER && !field->read)
        error_set(error, "\"%s\" is not from %lld to %lld", field->key, (long long)field->minimum, (long long)field->maximum);
    else if (field->kind == READ_TEXT && field->size && !field->fits && !field->read)
        error_set(error, "\"%s\" is longer than %zu bytes", field->key, field->size - 1);
    else error_set(error, "\"%s\" has a value that is not allowed", field->key);
}

static bool refuse(JsonFault *fault, JsonWrong wrong, const JsonField *field) {
    Error *error = &fault->error;
    fault->wrong = wrong;
    fault->field = field;
    if (error->text[0]) return false; /* the field's own reader has said it */
    if (wrong == READ_MISSING) error_set(error, "\"%s\" is missing", field->key);
    else if (wrong == READ_WRONG_VALUE) tell_limits(field, error);
    else error_set(error, "\"%s\" is not %s", field->key, field->allowed ? field->allowed : kind_words(field->kind));
    return false;
}

static bool refuse_unknown(const JsonNode *object, const JsonField *fields, unsigned parts, JsonFault *fault) {
    for (JsonPair pair = json_node_first(object); pair.key; pair = json_node_next(object, pair)) {
        const JsonField *field = fields;
        while (field->key && !(is_asked(field, parts) && strcmp(field->key, pair.key) == 0)) field++;
        if (field->key) continue;
        *fault = (JsonFault){.wrong = READ_UNKNOWN};
        return error_set(&fault->error, "\"%.40s\" does not belong here", pair.key);
    }
    return true;
}

bool json_read_fields(const JsonNode *object, const JsonField *fields, unsigned parts, void *into, JsonFault *fault) {
    size_t taken = 0;
    *fault = (JsonFault){.wrong = READ_GOOD};
    if (!json_node_is_object(object)) {
        fault->wrong = READ_NOT_OBJECT;
        return error_set(&fault->error, "this is not a JSON object");
    }
    for (const JsonField *field = fields; field->key; field++) {
        if (!is_asked(field, parts)) continue;
        const JsonNode *value = json_node_field(object, field->key);
        if (value) taken++;
        JsonWrong wrong = read_field(field, value, into, &fault->error);
        if (wrong) return refuse(fault, wrong, field);
    }
    return (parts & READ_OTHERS) || taken == json_node_length(object) || refuse_unknown(object, fields, parts, fault);
}

bool json_read(Span text, const JsonField *fields, unsigned parts, void *into, JsonFault *fault) {
    *fault = (JsonFault){.wrong = READ_NOT_OBJECT};
    JsonNode *document = json_node_parse(text, &fault->error);
    bool good = document && json_read_fields(document, fields, parts, into, fault);
    json_node_free(document);
    return good;
}
