/* Writes and reads log entries by one table of which fields each kind has. */
#include "room/entry.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "games/games.h"
#include "games/setup.h"

typedef enum {
    FIELD_PERSON_ID = 1 << 0,
    FIELD_KEY = 1 << 1,
    FIELD_NAME = 1 << 2,
    FIELD_SEAT = 1 << 3,
    FIELD_OTHER = 1 << 4,
    FIELD_TO = 1 << 5,
    FIELD_ON = 1 << 6,
    FIELD_SALT = 1 << 7,
    FIELD_REVISION = 1 << 8,
    FIELD_MOVE = 1 << 9,
    FIELD_BY = 1 << 10,
    FIELD_QUIET = 1 << 11,
    FIELD_BACK = 1 << 12, /* back, turn, round, own, position */
    FIELD_PHRASE = 1 << 13,
    FIELD_WORDS = 1 << 14,
    FIELD_YES = 1 << 15,
    FIELD_WHY = 1 << 16,
    FIELD_TABLE = 1 << 17,
    FIELD_AGREEMENT = 1 << 18, /* game, variant, people, options, seats, clock, public, chat, commitment */
} EntryField;

enum {
    BY_SOMEBODY = FIELD_PERSON_ID | FIELD_KEY,
    PUBLIC_FIELDS = FIELD_PERSON_ID | FIELD_NAME | FIELD_SEAT | FIELD_OTHER | FIELD_TO | FIELD_ON | FIELD_BY | FIELD_PHRASE |
                    FIELD_WORDS | FIELD_YES | FIELD_WHY | FIELD_TABLE,
};

/* Fields that may be left out are those whose absence is their empty value: person, key, salt, quiet, phrase or text. */
static const struct {
    const char *name;
    unsigned fields;
} kinds[ENTRY_KINDS] = {
    [ENTRY_CREATE] = {"create", BY_SOMEBODY | FIELD_NAME | FIELD_AGREEMENT},
    [ENTRY_SIT] = {"sit", BY_SOMEBODY | FIELD_NAME | FIELD_SEAT},
    [ENTRY_STAND] = {"stand", BY_SOMEBODY | FIELD_SEAT},
    [ENTRY_SEAT] = {"seat", BY_SOMEBODY | FIELD_SEAT | FIELD_TO},
    [ENTRY_SWAP] = {"swap", BY_SOMEBODY | FIELD_SEAT | FIELD_OTHER},
    [ENTRY_READY] = {"ready", BY_SOMEBODY | FIELD_SEAT | FIELD_ON | FIELD_SALT},
    [ENTRY_START] = {"start", BY_SOMEBODY | FIELD_REVISION},
    [ENTRY_MOVE] = {"move", BY_SOMEBODY | FIELD_SEAT | FIELD_MOVE | FIELD_BY | FIELD_QUIET},
    [ENTRY_UNDO] = {"undo", BY_SOMEBODY | FIELD_SEAT | FIELD_BACK},
    [ENTRY_TALK] = {"talk", BY_SOMEBODY | FIELD_SEAT | FIELD_PHRASE | FIELD_WORDS},
    [ENTRY_PROPOSE] = {"propose", BY_SOMEBODY | FIELD_SEAT},
    [ENTRY_VOTE] = {"vote", BY_SOMEBODY | FIELD_SEAT | FIELD_YES},
    [ENTRY_END] = {"end", FIELD_WHY},
    [ENTRY_ABSENT] = {"absent", BY_SOMEBODY | FIELD_SEAT},
    [ENTRY_BACK] = {"back", BY_SOMEBODY | FIELD_SEAT},
    [ENTRY_CLOCK] = {"clock", 0},
    [ENTRY_REMATCH] = {"rematch", BY_SOMEBODY | FIELD_TABLE},
    [ENTRY_NAME] = {"name", BY_SOMEBODY | FIELD_SEAT | FIELD_NAME},
};

static const char *const level_names[LEVELS] = {"easy", "medium", "strong"};
static const char *const by_names[] = {"person", "bot", "clock"};
static const char *const why_names[] = {"agreed", "idle"};

const char *entry_kind_name(EntryKind kind) { return kinds[kind].name; }
const char *level_name(Level level) { return level_names[level]; }

static int name_index(Span text, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (span_is(text, names[i])) return i;
    return -1;
}

bool level_read(Span text, Level *level) {
    int index = name_index(text, level_names, LEVELS);
    if (index >= 0) *level = (Level)index;
    return index >= 0;
}

void place_write(Place place, Text *text) {
    if (place.who == WHO_BOT) text_format(text, "bot:%s", level_names[place.level]);
    else text_add(text, place.who == WHO_OPEN ? "open" : "me");
}

bool place_read(Span text, Place *place) {
    *place = (Place){WHO_OPEN, LEVEL_EASY};
    if (span_is(text, "open")) return true;
    place->who = WHO_PERSON;
    if (span_is(text, "me")) return true;
    place->who = WHO_BOT;
    return text.length > 4 && memcmp(text.at, "bot:", 4) == 0 &&
           level_read((Span){text.at + 4, text.length - 4}, &place->level);
}

bool words_fit(const char *words, size_t characters_max) {
    size_t count = 0, length = strlen(words);
    if (length == 0 || words[0] == ' ' || words[length - 1] == ' ') return false;
    for (const unsigned char *at = (const unsigned char *)words; *at; at++) {
        if (*at < 0x20 || *at == 0x7f) return false;
        if (*at == 0xc2 && at[1] < 0xa0) return false;                                      /* U+0080 to U+009F */
        if (*at == 0xe2 && at[1] == 0x80 && (at[2] >= 0xa8 && at[2] <= 0xae)) return false; /* line ends, turned directions */
        if (*at == 0xe2 && at[1] == 0x81 && (at[2] >= 0xa6 && at[2] <= 0xa9)) return false;
        if ((*at & 0xc0) != 0x80) count++;
    }
    return count <= characters_max;
}

/* ---- writing */

static void write_place(Place place, const char *key, Json *json) {
    place_write(place, json_open_text(json, key));
    json_close_text(json);
}

static void write_agreement(const Entry *entry, Json *json) {
    setup_write(entry->game, &entry->setup, SETUP_PEOPLE, json);
    json_open_list(json, "seats");
    for (int seat = 0; seat < entry->setup.people; seat++) write_place(entry->places[seat], NULL, json);
    json_close(json);
    json_number(json, "clock", entry->clock);
    json_bool(json, "public", entry->is_public);
    json_bool(json, "chat", entry->chat);
    json_text(json, "commitment", entry->commitment);
}

static void write_salt(const Entry *entry, Json *json) {
    char salt[SALT_HEX];
    if (!entry->has_salt) return;
    hex_write(entry->salt, SALT_BYTES, salt);
    json_text(json, "salt", salt);
}

static void write_back(const Entry *entry, Json *json) {
    json_number(json, "back", entry->back);
    json_number(json, "turn", entry->turn);
    json_number(json, "round", entry->round);
    json_number(json, "own", entry->own);
    json_text(json, "position", entry->position);
}

/* Words that may be left out are left out when they are empty. */
static void write_words(const char *key, const char *words, Json *json) {
    if (words[0]) json_text(json, key, words);
}

static void write_field(const Entry *entry, EntryField field, Json *json) {
    switch (field) {
    case FIELD_PERSON_ID: write_words("person", entry->person.text, json); break;
    case FIELD_KEY: write_words("key", entry->key, json); break;
    case FIELD_NAME: json_text(json, "name", entry->name); break;
    case FIELD_SEAT: json_number(json, "seat", entry->seat); break;
    case FIELD_OTHER: json_number(json, "other", entry->other); break;
    case FIELD_TO: write_place(entry->to, "to", json); break;
    case FIELD_ON: json_bool(json, "on", entry->on); break;
    case FIELD_SALT: write_salt(entry, json); break;
    case FIELD_REVISION: json_number(json, "revision", entry->revision); break;
    case FIELD_MOVE: json_text(json, "move", entry->move); break;
    case FIELD_BY: json_text(json, "by", by_names[entry->by]); break;
    case FIELD_QUIET:
        if (entry->quiet) json_bool(json, "quiet", true);
        break;
    case FIELD_BACK: write_back(entry, json); break;
    case FIELD_PHRASE: write_words("phrase", entry->phrase, json); break;
    case FIELD_WORDS: write_words("text", entry->text, json); break;
    case FIELD_YES: json_bool(json, "yes", entry->yes); break;
    case FIELD_WHY: json_text(json, "why", why_names[entry->why]); break;
    case FIELD_TABLE: json_text(json, "table", entry->table.text); break;
    case FIELD_AGREEMENT: write_agreement(entry, json); break;
    }
}

static void write_fields(const Entry *entry, unsigned fields, Json *json) {
    json_text(json, "entry", kinds[entry->kind].name);
    json_number(json, "at", entry->at);
    for (unsigned field = 1; field <= fields; field <<= 1)
        if (fields & field) write_field(entry, (EntryField)field, json);
}

void entry_write(const Entry *entry, Text *text) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    write_fields(entry, kinds[entry->kind].fields, &json);
    json_close(&json);
    assert(!text->overflow);
}

void entry_write_public(const Entry *entry, Json *json) {
    json_open_object(json, "entry");
    write_fields(entry, kinds[entry->kind].fields & PUBLIC_FIELDS, json);
    if (entry->kind == ENTRY_UNDO) json_number(json, "back", entry->back); /* which step, but not the position */
    json_close(json);
}

/* ---- reading */

typedef struct Reading {
    json_t *object;
    size_t taken; /* fields */
    bool good;
    const char *wrong; /* the first field that is not as it must be */
} Reading;

static void refuse(Reading *reading, const char *key) {
    if (reading->good) reading->wrong = key;
    reading->good = false;
}

static json_t *take(Reading *reading, const char *key) {
    json_t *value = json_object_get(reading->object, key);
    if (value) reading->taken++;
    return value;
}

static void read_text(Reading *reading, const char *key, char *buffer, size_t capacity, bool needed) {
    json_t *value = take(reading, key);
    if (!value && !needed) return;
    const char *words = json_string_value(value);
    if (!words || strlen(words) != json_string_length(value) || !span_copy(span_of(words), buffer, capacity))
        refuse(reading, key);
}

static int64_t read_number(Reading *reading, const char *key, int64_t maximum) {
    json_t *value = take(reading, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > maximum) {
        refuse(reading, key);
        return 0;
    }
    return json_integer_value(value);
}

static bool read_bool(Reading *reading, const char *key, bool needed) {
    json_t *value = take(reading, key);
    if (!value ? needed : !json_is_boolean(value)) refuse(reading, key);
    return json_is_true(value);
}

static int read_name_of(Reading *reading, const char *key, const char *const *names, int count) {
    const char *words = json_string_value(take(reading, key));
    int index = words ? name_index(span_of(words), names, count) : -1;
    if (index < 0) refuse(reading, key);
    return index < 0 ? 0 : index;
}

static void read_options(Reading *reading, Setup *setup) {
    json_t *options = take(reading, "options"), *value;
    const char *key;
    if (!json_is_object(options)) {
        refuse(reading, "options");
        return;
    }
    json_object_foreach(options, key, value) {
        char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX + 2];
        Text text = text_init(pair, sizeof pair);
        text_format(&text, "%s=%s", key, json_is_string(value) ? json_string_value(value) : "");
        if (text.overflow || strchr(key, '=') || !setup_option(setup, (Span){pair, text.length}, NULL))
            refuse(reading, "options");
    }
}

static void read_agreement(Reading *reading, Entry *entry) {
    char name[OPTION_VALUE_MAX] = "";
    read_text(reading, "game", name, sizeof name, true);
    entry->game = reading->good ? game_find(span_of(name), NULL) : NULL;
    if (!entry->game) {
        refuse(reading, "game");
        return;
    }
    read_text(reading, "variant", name, sizeof name, true);
    entry->setup.variant = game_variant(entry->game, span_of(name), NULL);
    if (entry->setup.variant < 0) {
        refuse(reading, "variant");
        return;
    }
    entry->setup.people = (int)read_number(reading, "people", SEATS_MAX);
    if (!game_people_fit(entry->game, entry->setup.variant, entry->setup.people, NULL)) refuse(reading, "people");
    read_options(reading, &entry->setup);
    json_t *seats = take(reading, "seats");
    if (json_array_size(seats) != (size_t)entry->setup.people) refuse(reading, "seats");
    for (int seat = 0; reading->good && seat < entry->setup.people; seat++) {
        const char *words = json_string_value(json_array_get(seats, (size_t)seat));
        if (!words || !place_read(span_of(words), &entry->places[seat])) refuse(reading, "seats");
    }
    entry->clock = (int)read_number(reading, "clock", CLOCK_SECONDS_MAX);
    entry->is_public = read_bool(reading, "public", true);
    entry->chat = read_bool(reading, "chat", true);
    read_text(reading, "commitment", entry->commitment, sizeof entry->commitment, true);
}

static void read_field(Reading *reading, EntryField field, Entry *entry) {
    char words[SALT_HEX + 1] = "";
    switch (field) {
    case FIELD_PERSON_ID: read_text(reading, "person", entry->person.text, sizeof entry->person.text, false); break;
    case FIELD_KEY: read_text(reading, "key", entry->key, sizeof entry->key, false); break;
    case FIELD_NAME: read_text(reading, "name", entry->name, sizeof entry->name, true); break;
    case FIELD_SEAT: entry->seat = (int)read_number(reading, "seat", SEATS_MAX - 1); break;
    case FIELD_OTHER: entry->other = (int)read_number(reading, "other", SEATS_MAX - 1); break;
    case FIELD_TO:
        read_text(reading, "to", words, sizeof words, true);
        if (!place_read(span_of(words), &entry->to) || entry->to.who == WHO_PERSON) refuse(reading, "to");
        break;
    case FIELD_ON: entry->on = read_bool(reading, "on", true); break;
    case FIELD_SALT:
        read_text(reading, "salt", words, sizeof words, false);
        entry->has_salt = words[0] != 0;
        if (entry->has_salt && !hex_read(span_of(words), entry->salt, SALT_BYTES)) refuse(reading, "salt");
        break;
    case FIELD_REVISION: entry->revision = (int)read_number(reading, "revision", INT32_MAX); break;
    case FIELD_MOVE: read_text(reading, "move", entry->move, sizeof entry->move, true); break;
    case FIELD_BY: entry->by = (MoveBy)read_name_of(reading, "by", by_names, 3); break;
    case FIELD_QUIET: entry->quiet = read_bool(reading, "quiet", false); break;
    case FIELD_BACK:
        entry->back = (uint32_t)read_number(reading, "back", UINT32_MAX);
        entry->turn = (uint32_t)read_number(reading, "turn", UINT32_MAX);
        entry->round = (uint32_t)read_number(reading, "round", UINT32_MAX);
        entry->own = (uint32_t)read_number(reading, "own", UINT32_MAX);
        read_text(reading, "position", entry->position, sizeof entry->position, true);
        break;
    case FIELD_PHRASE: read_text(reading, "phrase", entry->phrase, sizeof entry->phrase, false); break;
    case FIELD_WORDS: read_text(reading, "text", entry->text, sizeof entry->text, false); break;
    case FIELD_YES: entry->yes = read_bool(reading, "yes", true); break;
    case FIELD_WHY: entry->why = (EndReason)read_name_of(reading, "why", why_names, 2); break;
    case FIELD_TABLE: read_text(reading, "table", entry->table.text, sizeof entry->table.text, true); break;
    case FIELD_AGREEMENT: read_agreement(reading, entry); break;
    }
}

static void read_entry(Reading *reading, Entry *entry) {
    const char *name = json_string_value(take(reading, "entry"));
    int kind = 0;
    while (kind < ENTRY_KINDS && !(name && strcmp(kinds[kind].name, name) == 0)) kind++;
    if (kind == ENTRY_KINDS) {
        refuse(reading, "entry");
        return;
    }
    entry->kind = (EntryKind)kind;
    entry->at = read_number(reading, "at", INT64_MAX);
    for (unsigned field = 1; field <= kinds[kind].fields; field <<= 1)
        if (kinds[kind].fields & field) read_field(reading, (EntryField)field, entry);
    if (reading->taken != json_object_size(reading->object)) refuse(reading, "a field that is not its own");
}

bool entry_read(Entry *entry, Span text, Error *error) {
    *entry = (Entry){0};
    Reading reading = {.good = true};
    reading.object = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(reading.object)) {
        json_decref(reading.object);
        return error_set(error, "the entry is no JSON object");
    }
    read_entry(&reading, entry);
    json_decref(reading.object);
    return reading.good || error_set(error, "the entry is wrong in: %s", reading.wrong);
}
