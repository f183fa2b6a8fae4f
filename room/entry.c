/* Writes and reads log entries by one table of which fields each kind has. */
#include "room/entry.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "games/games.h"

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

static void write_text(Text *text, const char *key, const char *words) {
    text_format(text, ",\"%s\":", key);
    text_json(text, words);
}

void options_write(const Setup *setup, Text *text) {
    text_char(text, '{');
    for (int i = 0; i < setup->option_count; i++) {
        if (i > 0) text_char(text, ',');
        text_json(text, setup->options[i].key);
        text_char(text, ':');
        text_json(text, setup->options[i].value);
    }
    text_char(text, '}');
}

static void write_agreement(const Entry *entry, Text *text) {
    write_text(text, "game", entry->game->name);
    write_text(text, "variant", entry->game->variants[entry->setup.variant].name);
    text_format(text, ",\"people\":%d,\"options\":", entry->setup.people);
    options_write(&entry->setup, text);
    text_add(text, ",\"seats\":[");
    for (int seat = 0; seat < entry->setup.people; seat++) {
        text_add(text, seat > 0 ? ",\"" : "\"");
        place_write(entry->places[seat], text);
        text_char(text, '"');
    }
    text_format(text, "],\"clock\":%d,\"public\":%s,\"chat\":%s", entry->clock, entry->is_public ? "true" : "false",
                entry->chat ? "true" : "false");
    write_text(text, "commitment", entry->commitment);
}

static void write_field(const Entry *entry, EntryField field, Text *text) {
    char salt[SALT_HEX];
    switch (field) {
    case FIELD_PERSON_ID:
        if (entry->person.text[0]) write_text(text, "person", entry->person.text);
        break;
    case FIELD_KEY:
        if (entry->key[0]) write_text(text, "key", entry->key);
        break;
    case FIELD_NAME: write_text(text, "name", entry->name); break;
    case FIELD_SEAT: text_format(text, ",\"seat\":%d", entry->seat); break;
    case FIELD_OTHER: text_format(text, ",\"other\":%d", entry->other); break;
    case FIELD_TO:
        text_add(text, ",\"to\":\"");
        place_write(entry->to, text);
        text_char(text, '"');
        break;
    case FIELD_ON: text_format(text, ",\"on\":%s", entry->on ? "true" : "false"); break;
    case FIELD_SALT:
        if (!entry->has_salt) break;
        hex_write(entry->salt, SALT_BYTES, salt);
        write_text(text, "salt", salt);
        break;
    case FIELD_REVISION: text_format(text, ",\"revision\":%d", entry->revision); break;
    case FIELD_MOVE: write_text(text, "move", entry->move); break;
    case FIELD_BY: write_text(text, "by", by_names[entry->by]); break;
    case FIELD_QUIET:
        if (entry->quiet) text_add(text, ",\"quiet\":true");
        break;
    case FIELD_BACK:
        text_format(text, ",\"back\":%u,\"turn\":%u,\"round\":%u,\"own\":%u", entry->back, entry->turn, entry->round,
                    entry->own);
        write_text(text, "position", entry->position);
        break;
    case FIELD_PHRASE:
        if (entry->phrase[0]) write_text(text, "phrase", entry->phrase);
        break;
    case FIELD_WORDS:
        if (entry->text[0]) write_text(text, "text", entry->text);
        break;
    case FIELD_YES: text_format(text, ",\"yes\":%s", entry->yes ? "true" : "false"); break;
    case FIELD_WHY: write_text(text, "why", why_names[entry->why]); break;
    case FIELD_TABLE: write_text(text, "table", entry->table.text); break;
    case FIELD_AGREEMENT: write_agreement(entry, text); break;
    }
}

static void write_fields(const Entry *entry, unsigned fields, Text *text) {
    text_format(text, "{\"entry\":\"%s\",\"at\":%lld", kinds[entry->kind].name, (long long)entry->at);
    for (unsigned field = 1; field <= fields; field <<= 1)
        if (fields & field) write_field(entry, (EntryField)field, text);
}

void entry_write(const Entry *entry, Text *text) {
    write_fields(entry, kinds[entry->kind].fields, text);
    text_char(text, '}');
    assert(!text->overflow);
}

void entry_write_public(const Entry *entry, Text *text) {
    write_fields(entry, kinds[entry->kind].fields & PUBLIC_FIELDS, text);
    if (entry->kind == ENTRY_UNDO) text_format(text, ",\"back\":%u", entry->back); /* which step, but not the position */
    text_char(text, '}');
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
