/* Builds events from JSON within the bounds that the games' own events have. */
#include "core/event_read.h"

#include <limits.h>
#include <string.h>

#include "core/game.h"

typedef struct Reader {
    const Game *game;
    EventNames *names;
    Event *event;
} Reader;

/* The name as the table has it, which takes it up if it is new; NULL if it is too long or there are too many. */
static const char *keep_name(EventNames *names, const char *name) {
    int index = 0;
    while (index < names->count && strcmp(names->names[index], name) != 0) index++;
    if (index < names->count) return names->names[index];
    if (names->count == EVENT_NAMES_MAX || !span_copy(span_of(name), names->names[index], EVENT_NAME_BYTES)) return NULL;
    names->count++;
    return names->names[index];
}

static Field *add(Reader *reader, const char *key, FieldKind kind) {
    Event *event = reader->event;
    if (event->field_count == EVENT_FIELDS_MAX) return NULL;
    Field *field = &event->fields[event->field_count++];
    *field = (Field){.key = key, .kind = (uint8_t)kind, .seen_by = SEEN_BY_ALL};
    return field;
}

static bool add_number(Reader *reader, const char *key, FieldKind kind, int64_t number) {
    Field *field = add(reader, key, kind);
    if (field) field->number = number;
    return field != NULL;
}

static bool add_text(Reader *reader, const char *key, const char *words) {
    size_t length = strlen(words);
    Field *field = length < EVENT_TEXT_MAX ? add(reader, key, FIELD_TEXT) : NULL;
    if (!field) return false;
    int places = (int)(length / sizeof *field) + 1;
    if (reader->event->field_count + places > EVENT_FIELDS_MAX) return false;
    field->number = places;
    memset(field + 1, 0, (size_t)places * sizeof *field);
    memcpy(field + 1, words, length);
    reader->event->field_count += places;
    return true;
}

static bool add_words(Reader *reader, const char *key, const char *words) {
    uint8_t card;
    if (strcmp(words, "?") == 0) {
        Field *field = add(reader, key, FIELD_CARD);
        if (field) field->seen_by = SEEN_BY_NONE;
        return field != NULL;
    }
    bool is_move = key && strcmp(key, "move") == 0;
    if (!is_move && reader->game->parse_card(span_of(words), &card)) return add_number(reader, key, FIELD_CARD, card);
    return add_text(reader, key, words);
}

static bool read_value(Reader *reader, const char *key, const JsonNode *node, int depth);

static bool read_fields(Reader *reader, const JsonNode *object, int depth) {
    for (JsonPair pair = json_node_first(object); pair.key; pair = json_node_next(object, pair)) {
        const char *key = keep_name(reader->names, pair.key);
        bool is_kind = depth == 0 && strcmp(pair.key, "event") == 0;
        if (!key || (!is_kind && !read_value(reader, key, pair.value, depth))) return false;
    }
    return true;
}

static bool read_list(Reader *reader, const JsonNode *list, int depth) {
    for (size_t i = 0; i < json_node_length(list); i++)
        if (!read_value(reader, NULL, json_node_element(list, i), depth)) return false;
    return true;
}

static bool read_value(Reader *reader, const char *key, const JsonNode *node, int depth) {
    const char *words = json_node_text(node);
    int64_t number;
    bool value;
    if (words) return add_words(reader, key, words);
    if (json_node_number(node, INT_MIN, INT_MAX, &number)) return add_number(reader, key, FIELD_NUMBER, number);
    if (json_node_bool(node, &value)) return add_number(reader, key, FIELD_BOOL, value);
    if (json_node_is_null(node)) return add(reader, key, FIELD_NULL) != NULL;
    bool list = json_node_is_list(node);
    if (depth == JSON_DEPTH_MAX || (!list && !json_node_is_object(node))) return false;
    return add(reader, key, list ? FIELD_LIST : FIELD_OBJECT) && (list ? read_list : read_fields)(reader, node, depth + 1) &&
           add(reader, NULL, FIELD_CLOSE);
}

bool event_read(const Game *game, const JsonNode *node, EventNames *names, Event *event) {
    const char *kind = json_node_text(json_node_field(node, "event"));
    Reader reader = {game, names, event};
    event->kind = kind ? keep_name(names, kind) : NULL;
    event->field_count = event->depth = 0;
    return event->kind && read_fields(&reader, node, 0);
}
