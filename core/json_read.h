/* JSON, read strictly: a parsed document, and tables that say which fields an object has.
 *
 * Parsing is left to jansson, which only this module includes. A document is refused if it is not JSON, names a field twice,
 * holds a zero byte or bytes that are not UTF-8, is nested deeper than JSON_DEPTH_MAX or longer than JSON_BYTES_MAX. A table
 * lists an object's fields with their kinds and limits; a field that is missing, unknown, of another kind or beyond its limits
 * is refused by name. Writing: core/json.h. */
#ifndef ARALDO_CORE_JSON_READ_H
#define ARALDO_CORE_JSON_READ_H

#include <stddef.h>

#include "core/json.h"

enum { JSON_BYTES_MAX = 64 * 1024 };

/* ---- documents */

/* A value of a document; everything below it belongs to the document. Functions take NULL for a value that is not there. */
typedef struct JsonNode JsonNode;

/* Parses one object or list. NULL with a clear line if it is refused; free it with json_node_free. */
JsonNode *json_node_parse(Span text, Error *error);
/* The same with a limit other than JSON_BYTES_MAX. */
JsonNode *json_node_parse_long(Span text, size_t bytes_max, Error *error);
void json_node_free(JsonNode *document);

bool json_node_is_object(const JsonNode *node);
bool json_node_is_list(const JsonNode *node);
bool json_node_is_null(const JsonNode *node);
/* The words of a string, or NULL. They hold no zero byte and are UTF-8. */
const char *json_node_text(const JsonNode *node);
/* A whole number within bounds, both included; otherwise false, and *number stays as it is. */
bool json_node_number(const JsonNode *node, int64_t minimum, int64_t maximum, int64_t *number);
/* True or false; otherwise the answer is false, and *value stays as it is. */
bool json_node_bool(const JsonNode *node, bool *value);
/* Any number, whole or not; likewise. */
bool json_node_real(const JsonNode *node, double *number);
/* Elements of a list or fields of an object; 0 for other values. */
size_t json_node_length(const JsonNode *node);
const JsonNode *json_node_element(const JsonNode *list, size_t index);
const JsonNode *json_node_field(const JsonNode *object, const char *key);
/* Numbers are equal only to numbers of their kind; the order of fields does not matter. */
bool json_node_equal(const JsonNode *one, const JsonNode *other);
void json_node_write(const JsonNode *node, const char *key, Json *json);

/* All fields in their order: for (JsonPair pair = json_node_first(object); pair.key; pair = json_node_next(object, pair)) */
typedef struct JsonPair {
    const char *key; /* NULL at the end */
    const JsonNode *value;
    void *place;
} JsonPair;

JsonPair json_node_first(const JsonNode *object);
JsonPair json_node_next(const JsonNode *object, JsonPair pair);

/* ---- tables of fields */

typedef enum {
    READ_TEXT,   /* a string, into a char array that holds it with its zero byte */
    READ_NUMBER, /* a whole number from `minimum` to `maximum`, into an integer of any size that holds those */
    READ_BOOL,   /* true or false, into a bool */
    READ_WORD,   /* one of `words`, its index into an int or enum */
    READ_LIST,   /* a list, into a const JsonNode * unless `read` takes it */
    READ_OBJECT, /* an object, likewise */
} JsonKind;

typedef enum {
    READ_REQUIRED,
    READ_OPTIONAL, /* if it is absent, its member stays as it is */
    READ_NULLABLE, /* likewise if it is absent or null */
} JsonNeed;

typedef enum {
    READ_GOOD,
    READ_NOT_OBJECT,  /* not JSON, or not an object */
    READ_MISSING,     /* a field that must be there */
    READ_WRONG_KIND,  /* a field of another kind */
    READ_WRONG_VALUE, /* a field of the right kind beyond its limits */
    READ_UNKNOWN,     /* a field that is not in the table */
} JsonWrong;

typedef struct JsonField {
    const char *key;
    JsonKind kind;
    JsonNeed need;
    size_t offset, size;             /* the member that takes it: READ_INTO; without one it is only checked */
    int64_t minimum, maximum;        /* NUMBER */
    const char *const *words;        /* WORD: ended by NULL */
    bool (*fits)(const char *words); /* TEXT: whether these are allowed; NULL: all that the member holds */
    const char *allowed;             /* what a value must be, for the error: "64 hex digits"; NULL: derived from the limits */
    unsigned part;                   /* the field is read only if its part was asked for; 0: always */
    int tag;                         /* for the caller, which finds it in the fault */
    /* Takes a value of the right kind instead of storing it; `member` is where READ_INTO points, or the whole struct. It may
     * say in the error what is wrong. */
    JsonWrong (*read)(const JsonNode *value, void *member, Error *error);
} JsonField;

#define READ_INTO(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

typedef struct JsonFault {
    JsonWrong wrong;
    const JsonField *field; /* NULL for READ_NOT_OBJECT and READ_UNKNOWN */
    Error error;            /* one line that names the field */
} JsonFault;

/* Makes the reader ignore fields that are not in the table. */
#define READ_OTHERS (1u << 31)

/* Reads the fields of an object in the table's order into the struct at `into`. The table ends with a row without a key. Rows
 * with a part are read only if it is among `parts`; the fields of the others count as unknown. Returns false at the first
 * fault, when the rows before it have already been stored. */
bool json_read_fields(const JsonNode *object, const JsonField *fields, unsigned parts, void *into, JsonFault *fault);
/* The same from text. `parts` as above. */
bool json_read(Span text, const JsonField *fields, unsigned parts, void *into, JsonFault *fault);
/* The index of a string among the words, which end with NULL; -1 if it is not one of them, or not a string. */
int json_node_word(const JsonNode *node, const char *const *words);

#endif
