/* Parses what clients send: which fields there are and what each may hold; writes the parts of replies that need no connection. */
#include "room/wire.h"

#include <string.h>

#include "room/names.h"

const char *code_text(Code code) {
    static const char *const texts[CODES] = {
#define CODE(name, words) [CODE_##name] = words,
        ROOM_CODES(CODE)
#undef CODE
    };
    return texts[code];
}

const char *const wire_phrases[] = {"hello", "good-luck", "well-played", "thanks", "sorry", "oops", "moment",
                                    "hurry", "yes",       "no",          "again",  "bye",   NULL};

bool wire_is_phrase(const char *code) {
    for (const char *const *phrase = wire_phrases; *phrase; phrase++)
        if (strcmp(*phrase, code) == 0) return true;
    return false;
}

/* ---- reading */

typedef enum {
    WIRE_KEY = 1 << 0,
    WIRE_TABLE = 1 << 1,
    WIRE_SEAT = 1 << 2,
    WIRE_ON = 1 << 3,
    WIRE_NAME = 1 << 4,
    WIRE_PROTOCOL = 1 << 5,  /* version */
    WIRE_AGREEMENT = 1 << 6, /* game, variant, people, options, seats, clock, hints, public, chat */
    WIRE_SINCE = 1 << 7,
    WIRE_TO = 1 << 8,
    WIRE_PAIR = 1 << 9, /* seats of a swap */
    WIRE_LEVEL = 1 << 10,
    WIRE_SALT = 1 << 11,
    WIRE_MOVE = 1 << 12,
    WIRE_TALK = 1 << 13, /* phrase or text */
    WIRE_WHAT = 1 << 14,
    WIRE_YES = 1 << 15,
    WIRE_BEFORE = 1 << 16,
} WirePart;

static const struct {
    const char *name;
    unsigned parts;
} dos[DOS] = {
    [DO_HELLO] = {"hello", WIRE_PROTOCOL},
    [DO_RENAME] = {"rename", WIRE_KEY | WIRE_NAME},
    [DO_LOBBY] = {"lobby", WIRE_ON},
    [DO_CREATE] = {"create", WIRE_KEY | WIRE_AGREEMENT},
    [DO_ENTER] = {"enter", WIRE_TABLE | WIRE_SINCE},
    [DO_EXIT] = {"exit", WIRE_TABLE},
    [DO_SIT] = {"sit", WIRE_KEY | WIRE_TABLE | WIRE_SEAT},
    [DO_STAND] = {"stand", WIRE_KEY | WIRE_TABLE},
    [DO_SEAT] = {"seat", WIRE_KEY | WIRE_TABLE | WIRE_SEAT | WIRE_TO},
    [DO_SWAP] = {"swap", WIRE_KEY | WIRE_TABLE | WIRE_PAIR},
    [DO_FILL] = {"fill", WIRE_KEY | WIRE_TABLE | WIRE_LEVEL},
    [DO_READY] = {"ready", WIRE_KEY | WIRE_TABLE | WIRE_ON | WIRE_SALT},
    [DO_MOVE] = {"move", WIRE_KEY | WIRE_TABLE | WIRE_MOVE},
    [DO_UNDO] = {"undo", WIRE_KEY | WIRE_TABLE},
    [DO_HINT] = {"hint", WIRE_TABLE},
    [DO_TALK] = {"talk", WIRE_KEY | WIRE_TABLE | WIRE_TALK},
    [DO_PROPOSE] = {"propose", WIRE_KEY | WIRE_TABLE | WIRE_WHAT},
    [DO_VOTE] = {"vote", WIRE_KEY | WIRE_TABLE | WIRE_YES},
    [DO_LEAVE] = {"leave", WIRE_KEY | WIRE_TABLE},
    [DO_BACK] = {"back", WIRE_KEY | WIRE_TABLE},
    [DO_REMATCH] = {"rematch", WIRE_KEY | WIRE_TABLE},
    [DO_DEVICE] = {"device", 0},
    [DO_REMOVE] = {"remove", WIRE_KEY | WIRE_TABLE},
    [DO_MATCHES] = {"matches", WIRE_BEFORE},
    [DO_REPLACE] = {"replace", WIRE_KEY | WIRE_TABLE | WIRE_SEAT},
};

bool wire_is_key(const char *key) {
    size_t length = strlen(key);
    return length > 0 && strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == length;
}

static JsonWrong read_name(const JsonNode *value, void *member, Error *error) {
    (void)error;
    return name_normalise(json_node_text(value), member) ? READ_GOOD : READ_WRONG_VALUE;
}

static bool talk_fits(const char *words) { return words_fit(words, TALK_CHARACTERS_MAX); }

static JsonWrong read_places(const JsonNode *value, void *member, Error *error) {
    Wire *wire = member;
    (void)error;
    if (json_node_length(value) > SEATS_MAX) return READ_WRONG_VALUE;
    for (size_t i = 0; i < json_node_length(value); i++) {
        const char *words = json_node_text(json_node_element(value, i));
        if (!words || !place_read(span_of(words), &wire->places[wire->place_count++])) return READ_WRONG_VALUE;
    }
    return READ_GOOD;
}

/* Two seats, to be swapped. */
static JsonWrong read_pair(const JsonNode *value, void *member, Error *error) {
    Wire *wire = member;
    int64_t seats[2];
    (void)error;
    if (json_node_length(value) != 2) return READ_WRONG_KIND;
    for (size_t i = 0; i < 2; i++)
        if (!json_node_number(json_node_element(value, i), INT64_MIN, INT64_MAX, &seats[i])) return READ_WRONG_KIND;
    for (size_t i = 0; i < 2; i++)
        if (seats[i] < 0 || seats[i] >= SEATS_MAX || seats[0] == seats[1]) return READ_WRONG_VALUE;
    wire->seat = (int)seats[0];
    wire->other = (int)seats[1];
    return READ_GOOD;
}

static JsonWrong read_salt(const JsonNode *value, void *member, Error *error) {
    Wire *wire = member;
    (void)error;
    wire->has_salt = hex_read(span_of(json_node_text(value)), wire->salt, SALT_BYTES);
    return wire->has_salt ? READ_GOOD : READ_WRONG_VALUE;
}

static JsonWrong read_level(const JsonNode *value, void *member, Error *error) {
    (void)error;
    return level_read(span_of(json_node_text(value)), member) ? READ_GOOD : READ_WRONG_VALUE;
}

static const char *const proposals[] = {"end", NULL};

#define INTO(member) READ_INTO(Wire, member)

/* The tag is the code for a value that is not allowed; without one, and for everything else, it is CODE_BAD_MESSAGE. */
static const JsonField fields[] = {
    {.key = "do", .kind = READ_TEXT},
    {"key", READ_TEXT, INTO(key), .fits = wire_is_key, .part = WIRE_KEY},
    {"table", READ_TEXT, INTO(table.text), .part = WIRE_TABLE, .tag = CODE_NO_SUCH_TABLE},
    {"seat", READ_NUMBER, INTO(seat), .maximum = SEATS_MAX - 1, .part = WIRE_SEAT, .tag = CODE_NO_SUCH_SEAT},
    {"on", READ_BOOL, INTO(on), .part = WIRE_ON},
    {"name", READ_TEXT, INTO(name), .read = read_name, .part = WIRE_NAME, .tag = CODE_BAD_NAME},
    {"face", READ_NUMBER, READ_OPTIONAL, INTO(face), .maximum = FACES_MAX, .part = WIRE_NAME},
    {"version", READ_NUMBER, INTO(version), .maximum = INT32_MAX, .part = WIRE_PROTOCOL, .tag = CODE_VERSION},
    {SETUP_READ_GAME(Wire, setup), .part = WIRE_AGREEMENT, .tag = CODE_NO_SUCH_GAME},
    {SETUP_READ_VARIANT(Wire, setup), .part = WIRE_AGREEMENT, .tag = CODE_NO_SUCH_GAME},
    {SETUP_READ_PEOPLE(Wire, setup), .part = WIRE_AGREEMENT, .tag = CODE_BAD_PEOPLE},
    {SETUP_READ_OPTIONS(Wire, setup), .part = WIRE_AGREEMENT, .tag = CODE_BAD_OPTIONS},
    {"seats", READ_LIST, .read = read_places, .part = WIRE_AGREEMENT, .tag = CODE_BAD_SEATS},
    {"clock", READ_NUMBER, INTO(clock), .maximum = CLOCK_SECONDS_MAX, .part = WIRE_AGREEMENT, .tag = CODE_BAD_CLOCK},
    {"hints", READ_WORD, READ_OPTIONAL, INTO(hints), .words = hints_names, .part = WIRE_AGREEMENT},
    {"public", READ_BOOL, INTO(is_public), .part = WIRE_AGREEMENT},
    {"chat", READ_BOOL, INTO(chat), .part = WIRE_AGREEMENT},
    {"since", READ_NUMBER, READ_NULLABLE, INTO(since), .maximum = UINT32_MAX, .part = WIRE_SINCE},
    {"to", READ_TEXT, INTO(to), .read = entry_read_to, .part = WIRE_TO, .tag = CODE_BAD_SEATS},
    {"seats", READ_LIST, .read = read_pair, .part = WIRE_PAIR, .tag = CODE_NO_SUCH_SEAT},
    {"level", READ_TEXT, INTO(level), .read = read_level, .part = WIRE_LEVEL, .tag = CODE_BAD_SEATS},
    {"salt", READ_TEXT, READ_NULLABLE, .read = read_salt, .part = WIRE_SALT},
    {"move", READ_TEXT, INTO(move), .part = WIRE_MOVE, .tag = CODE_ILLEGAL_MOVE},
    {"phrase", READ_TEXT, READ_OPTIONAL, INTO(phrase), .fits = wire_is_phrase, .part = WIRE_TALK, .tag = CODE_BAD_TALK},
    {"text", READ_TEXT, READ_OPTIONAL, INTO(text), .fits = talk_fits, .part = WIRE_TALK, .tag = CODE_BAD_TALK},
    {"what", READ_WORD, .words = proposals, .part = WIRE_WHAT},
    {"yes", READ_BOOL, INTO(yes), .part = WIRE_YES},
    {"before", READ_TEXT, READ_NULLABLE, INTO(table.text), .part = WIRE_BEFORE, .tag = CODE_NO_SUCH_TABLE},
    {0},
};

static bool refuse(WireFault *fault, Code code, const char *field) {
    fault->code = code;
    fault->field = field;
    return false;
}

/* Which message it is; DOS if there is none of this name. */
static int find_do(const char *name) {
    int what = 0;
    while (what < DOS && strcmp(dos[what].name, name) != 0) what++;
    return what;
}

static bool read_message(const JsonNode *object, Wire *wire, WireFault *fault) {
    const char *name = json_node_text(json_node_field(object, "do"));
    const char *key = json_node_text(json_node_field(object, "key"));
    JsonFault wrong;
    int what = name ? find_do(name) : DOS;
    /* Whatever is wrong, the client learns which of its messages was meant. */
    bool keyed = what == DOS || (dos[what].parts & WIRE_KEY);
    if (keyed && key && strlen(key) < KEY_MAX && wire_is_key(key)) memcpy(fault->key, key, strlen(key) + 1);
    if (what == DOS) return refuse(fault, name ? CODE_UNKNOWN_DO : CODE_BAD_MESSAGE, "do");
    wire->what = (Do)what;
    wire->since = -1;
    if (!json_read_fields(object, fields, dos[what].parts, wire, &wrong)) {
        bool told = wrong.wrong == READ_WRONG_VALUE && wrong.field->tag;
        return refuse(fault, told ? (Code)wrong.field->tag : CODE_BAD_MESSAGE, wrong.field ? wrong.field->key : NULL);
    }
    if (wire->what == DO_TALK && !wire->phrase[0] == !wire->text[0]) return refuse(fault, CODE_BAD_MESSAGE, "text");
    /* A ready "off" adds no salt; an "on" must. */
    if (wire->what == DO_READY && wire->on && !wire->has_salt) return refuse(fault, CODE_BAD_MESSAGE, "salt");
    return true;
}

bool wire_read(Wire *wire, Span text, WireFault *fault) {
    *wire = (Wire){.face = -1};
    *fault = (WireFault){0};
    JsonNode *message = json_node_parse(text, NULL);
    if (json_node_is_object(message)) read_message(message, wire, fault);
    else fault->code = CODE_NOT_JSON;
    json_node_free(message);
    return fault->code == CODE_NONE;
}

/* ---- writing */

const char *wire_phase(Phase phase) {
    static const char *const names[] = {"waiting", "playing", "over"};
    return names[phase];
}

static void write_seat(const Table *table, int index, bool here, Json *json) {
    static const char *const who[] = {"open", "person", "bot"};
    const Seat *seat = &table->seats[index];
    json_open_object(json, NULL);
    json_text(json, "who", index < table->people ? who[seat->who] : "robot");
    if (seat->who == WHO_BOT) json_text(json, "level", level_name(seat->level));
    if (seat->who == WHO_PERSON) {
        json_text(json, "person", seat->person.text);
        json_text(json, "name", seat->name);
        if (seat->face) json_number(json, "face", seat->face);
        json_bool(json, "here", here);
        json_bool(json, "ready", seat->ready);
        json_bool(json, "absent", seat->absent);
    }
    json_close(json);
}

void wire_scores(const Table *table, Json *json) {
    json_open_object(json, "scores");
    json_number(json, "first", table->rounds_over - table->rows + 1);
    json_open_list(json, "totals");
    for (uint32_t row = 0; row < table->rows; row++) {
        json_open_list(json, NULL);
        for (int seat = 0; seat < table_seats(table); seat++) json_number(json, NULL, table->scores[row][seat]);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

void wire_seats(const Table *table, SeatSet here, Json *json) {
    json_open_list(json, "seats");
    for (int seat = 0; seat < table_seats(table); seat++) write_seat(table, seat, here & SEAT_BIT(seat), json);
    json_close(json);
}

void wire_agreement(const Table *table, Json *json) {
    Setup setup;
    table_describe(table, &setup);
    setup_write(table->game, &setup, SETUP_PEOPLE, json);
    json_text(json, "maker", table->maker.text);
    json_bool(json, "public", table->is_public);
    json_bool(json, "chat", table->chat);
    json_number(json, "clock", table->clock);
    json_text(json, "hints", hints_names[table->hints]);
}

void wire_view(const Table *table, int viewer, Json *json) { shown_view(table->game, table_state(table), viewer, json); }

static void take_event(void *context, const Event *event) {
    WireEvent *writer = context;
    char buffer[EVENT_JSON_MAX];
    Text text = text_init(buffer, sizeof buffer);
    event_write(writer->game, event, writer->viewer, &text);
    json_written(writer->json, writer->key, buffer);
    writer->told = true;
}

void wire_event_begin(WireEvent *event, const Game *game, const char *key, int viewer, Desk *desk, Json *json) {
    *event = (WireEvent){game, key, viewer, desk, json, false};
    desk->sink.take = take_event;
    desk->sink.context = event;
}

void wire_event_end(WireEvent *event) {
    if (!event->told) json_none(event->json, event->key);
    desk_listen(event->desk);
}

void wire_game(const Table *table, int viewer, Desk *desk, Json *json) {
    wire_view(table, viewer, json);
    json_number(json, "turn", table->turn);
    shown_play(table->game, table_state(table), viewer, table_actors(table), desk->moves, json);
    shown_glance(table->game, table_state(table), viewer, json);
}

void wire_events(const Table *table, const Desk *desk, size_t first, int viewer, Json *json) {
    wire_events_between(table, desk, first, desk->log.event_count, viewer, json);
}

void wire_events_between(const Table *table, const Desk *desk, size_t first, size_t end, int viewer, Json *json) {
    Event event;
    for (size_t i = first; i < end; i++) {
        event_log_read(&desk->log, i, &event);
        event_json(table->game, &event, viewer, json);
    }
}
