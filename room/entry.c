/* Writes and reads log entries by one table of which fields each kind has. */
#include "room/entry.h"

#include <assert.h>
#include <string.h>

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
    FIELD_AGREEMENT =
        1 << 18, /* game, variant, people, options, seats, clock, hints, public, chat, moved, undone, commitment */
    FIELD_LEFT = 1 << 19,
} EntryField;

enum {
    BY_SOMEBODY = FIELD_PERSON_ID | FIELD_KEY,
    PUBLIC_FIELDS = FIELD_PERSON_ID | FIELD_NAME | FIELD_SEAT | FIELD_OTHER | FIELD_TO | FIELD_ON | FIELD_BY | FIELD_PHRASE |
                    FIELD_WORDS | FIELD_YES | FIELD_WHY | FIELD_TABLE,
};

/* Fields that may be left out are those whose absence is their empty value: person, key, salt, quiet, phrase or text, left,
 * hints, moved, undone. */
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
    [ENTRY_END] = {"end", BY_SOMEBODY | FIELD_WHY},
    [ENTRY_ABSENT] = {"absent", BY_SOMEBODY | FIELD_SEAT | FIELD_LEFT},
    [ENTRY_BACK] = {"back", BY_SOMEBODY | FIELD_SEAT},
    [ENTRY_CLOCK] = {"clock", 0},
    [ENTRY_REMATCH] = {"rematch", BY_SOMEBODY | FIELD_TABLE},
    [ENTRY_NAME] = {"name", BY_SOMEBODY | FIELD_SEAT | FIELD_NAME},
    [ENTRY_HINT] = {"hint", BY_SOMEBODY | FIELD_SEAT},
};

static const char *const level_names[LEVELS + 1] = {"easy", "medium", "strong", NULL};
static const char *const by_names[] = {"person", "bot", "clock", NULL};
static const char *const why_names[] = {"agreed", "idle", "left", NULL};
const char *const hints_names[] = {"off", "announced", "on", NULL};

const char *entry_kind_name(EntryKind kind) { return kinds[kind].name; }
const char *level_name(Level level) { return level_names[level]; }

bool level_read(Span text, Level *level) {
    for (int i = 0; i < LEVELS; i++) {
        if (!span_is(text, level_names[i])) continue;
        *level = (Level)i;
        return true;
    }
    return false;
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
    json_text(json, "hints", hints_names[entry->hints]);
    json_bool(json, "public", entry->is_public);
    json_bool(json, "chat", entry->chat);
    if (entry->moved) {
        json_bool(json, "moved", true);
        json_number(json, "undone", entry->undone);
    }
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
    json_number_or_null(json, "last", entry->last, entry->last != ENTRY_NONE);
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
    case FIELD_NAME:
        json_text(json, "name", entry->name);
        if (entry->face) json_number(json, "face", entry->face);
        break;
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
    case FIELD_LEFT:
        if (entry->left) json_bool(json, "left", true);
        break;
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

/* An entry while it is read. */
typedef struct EntryWords {
    Entry entry;
    SetupWords setup;
} EntryWords;

JsonWrong entry_read_to(const JsonNode *value, void *member, Error *error) {
    Place *place = member;
    (void)error;
    return place_read(span_of(json_node_text(value)), place) && place->who != WHO_PERSON ? READ_GOOD : READ_WRONG_VALUE;
}

static JsonWrong read_salt(const JsonNode *value, void *member, Error *error) {
    Entry *entry = member;
    (void)error;
    entry->has_salt = hex_read(span_of(json_node_text(value)), entry->salt, SALT_BYTES);
    return entry->has_salt ? READ_GOOD : READ_WRONG_VALUE;
}

/* A place for each person. */
static JsonWrong read_places(const JsonNode *value, void *member, Error *error) {
    EntryWords *words = member;
    (void)error;
    if (json_node_length(value) != (size_t)words->setup.setup.people) return READ_WRONG_VALUE;
    for (size_t i = 0; i < json_node_length(value); i++) {
        const char *place = json_node_text(json_node_element(value, i));
        if (!place || !place_read(span_of(place), &words->entry.places[i])) return READ_WRONG_VALUE;
    }
    return READ_GOOD;
}

#define INTO(member) READ_INTO(EntryWords, entry.member)

static const JsonField fields[] = {
    {.key = "entry", .kind = READ_TEXT},
    {"at", READ_NUMBER, INTO(at), .maximum = INT64_MAX},
    {"person", READ_TEXT, READ_OPTIONAL, INTO(person.text), .part = FIELD_PERSON_ID},
    {"key", READ_TEXT, READ_OPTIONAL, INTO(key), .part = FIELD_KEY},
    {"name", READ_TEXT, INTO(name), .part = FIELD_NAME},
    {"face", READ_NUMBER, READ_OPTIONAL, INTO(face), .maximum = FACES_MAX, .part = FIELD_NAME},
    {"seat", READ_NUMBER, INTO(seat), .maximum = SEATS_MAX - 1, .part = FIELD_SEAT},
    {"other", READ_NUMBER, INTO(other), .maximum = SEATS_MAX - 1, .part = FIELD_OTHER},
    {"to", READ_TEXT, INTO(to), .read = entry_read_to, .part = FIELD_TO},
    {"on", READ_BOOL, INTO(on), .part = FIELD_ON},
    {"salt", READ_TEXT, READ_OPTIONAL, .read = read_salt, .part = FIELD_SALT},
    {"revision", READ_NUMBER, INTO(revision), .maximum = INT32_MAX, .part = FIELD_REVISION},
    {"move", READ_TEXT, INTO(move), .part = FIELD_MOVE},
    {"by", READ_WORD, INTO(by), .words = by_names, .part = FIELD_BY},
    {"quiet", READ_BOOL, READ_OPTIONAL, INTO(quiet), .part = FIELD_QUIET},
    {"back", READ_NUMBER, INTO(back), .maximum = UINT32_MAX, .part = FIELD_BACK},
    {"turn", READ_NUMBER, INTO(turn), .maximum = UINT32_MAX, .part = FIELD_BACK},
    {"round", READ_NUMBER, INTO(round), .maximum = UINT32_MAX, .part = FIELD_BACK},
    {"own", READ_NUMBER, INTO(own), .maximum = UINT32_MAX, .part = FIELD_BACK},
    {"last", READ_NUMBER, READ_NULLABLE, INTO(last), .maximum = UINT32_MAX, .part = FIELD_BACK},
    {"position", READ_TEXT, INTO(position), .part = FIELD_BACK},
    {"phrase", READ_TEXT, READ_OPTIONAL, INTO(phrase), .part = FIELD_PHRASE},
    {"text", READ_TEXT, READ_OPTIONAL, INTO(text), .part = FIELD_WORDS},
    {"yes", READ_BOOL, INTO(yes), .part = FIELD_YES},
    {"why", READ_WORD, INTO(why), .words = why_names, .part = FIELD_WHY},
    {"table", READ_TEXT, INTO(table.text), .part = FIELD_TABLE},
    {"left", READ_BOOL, READ_OPTIONAL, INTO(left), .part = FIELD_LEFT},
    {SETUP_READ_GAME(EntryWords, setup), .part = FIELD_AGREEMENT},
    {SETUP_READ_VARIANT(EntryWords, setup), .part = FIELD_AGREEMENT},
    {SETUP_READ_PEOPLE(EntryWords, setup), .part = FIELD_AGREEMENT},
    {SETUP_READ_OPTIONS(EntryWords, setup), .part = FIELD_AGREEMENT},
    {"seats", READ_LIST, .read = read_places, .part = FIELD_AGREEMENT},
    {"clock", READ_NUMBER, INTO(clock), .maximum = CLOCK_SECONDS_MAX, .part = FIELD_AGREEMENT},
    {"hints", READ_WORD, READ_OPTIONAL, INTO(hints), .words = hints_names, .part = FIELD_AGREEMENT},
    {"public", READ_BOOL, INTO(is_public), .part = FIELD_AGREEMENT},
    {"chat", READ_BOOL, INTO(chat), .part = FIELD_AGREEMENT},
    {"moved", READ_BOOL, READ_OPTIONAL, INTO(moved), .part = FIELD_AGREEMENT},
    {"undone", READ_NUMBER, READ_OPTIONAL, INTO(undone), .maximum = INT32_MAX, .part = FIELD_AGREEMENT},
    {"commitment", READ_TEXT, INTO(commitment), .part = FIELD_AGREEMENT},
    {0},
};

static bool read_entry(const JsonNode *object, EntryWords *words, Error *error) {
    const char *name = json_node_text(json_node_field(object, "entry"));
    Entry *entry = &words->entry;
    JsonFault fault;
    int kind = 0;
    while (kind < ENTRY_KINDS && !(name && strcmp(kinds[kind].name, name) == 0)) kind++;
    if (kind == ENTRY_KINDS) return error_set(error, "not an entry of any kind");
    entry->kind = (EntryKind)kind;
    if (!json_read_fields(object, fields, kinds[kind].fields, words, &fault)) return error_set(error, "%s", fault.error.text);
    if (entry->kind != ENTRY_CREATE) return true;
    return setup_find(&words->setup, &entry->game, &entry->setup, error) &&
           game_people_fit(entry->game, entry->setup.variant, entry->setup.people, error);
}

bool entry_read(Entry *entry, Span text, Error *error) {
    Error fault = {""};
    EntryWords words = {.entry.last = ENTRY_NONE};
    JsonNode *object = json_node_parse(text, &fault);
    bool good = object && read_entry(object, &words, &fault);
    json_node_free(object);
    *entry = words.entry;
    return good || error_set(error, "the entry is wrong: %s", fault.text);
}
