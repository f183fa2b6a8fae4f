/* Parses what clients send, strictly, and writes the parts of replies that need no connection. */
#include "room/wire.h"

#include <jansson.h>
#include <string.h>

#include "games/setup.h"

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
    WIRE_AGREEMENT = 1 << 6, /* game, variant, people, options, seats, clock, public, chat */
    WIRE_SINCE = 1 << 7,
    WIRE_TO = 1 << 8,
    WIRE_PAIR = 1 << 9, /* seats of a swap */
    WIRE_LEVEL = 1 << 10,
    WIRE_SALT = 1 << 11,
    WIRE_MOVE = 1 << 12,
    WIRE_TALK = 1 << 13, /* phrase or text */
    WIRE_WHAT = 1 << 14,
    WIRE_YES = 1 << 15,
} WireField;

static const struct {
    const char *name;
    unsigned fields;
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
};

typedef struct Reading {
    json_t *object;
    size_t taken;
    WireFault *fault;
} Reading;

static void refuse(Reading *reading, Code code, const char *field) {
    if (reading->fault->code) return;
    reading->fault->code = code;
    reading->fault->field = field;
}

static json_t *take(Reading *reading, const char *key) {
    json_t *value = json_object_get(reading->object, key);
    if (value) reading->taken++;
    return value;
}

static bool copy_text(const json_t *value, char *buffer, size_t capacity) {
    const char *words = json_string_value(value);
    return words && strlen(words) == json_string_length(value) && span_copy(span_of(words), buffer, capacity);
}

static void read_text(Reading *reading, const char *key, char *buffer, size_t capacity, Code code) {
    json_t *value = take(reading, key);
    if (!json_is_string(value)) refuse(reading, CODE_BAD_MESSAGE, key);
    else if (!copy_text(value, buffer, capacity)) refuse(reading, code, key);
}

static int64_t read_number(Reading *reading, const char *key, int64_t minimum, int64_t maximum, Code code) {
    json_t *value = take(reading, key);
    int64_t number = json_integer_value(value);
    if (!json_is_integer(value)) refuse(reading, CODE_BAD_MESSAGE, key);
    else if (number < minimum || number > maximum) refuse(reading, code, key);
    else return number;
    return minimum;
}

static bool read_bool(Reading *reading, const char *key) {
    json_t *value = take(reading, key);
    if (!json_is_boolean(value)) refuse(reading, CODE_BAD_MESSAGE, key);
    return json_is_true(value);
}

static bool key_is_good(const char *key) {
    size_t length = strlen(key);
    return length > 0 && strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == length;
}

static void read_key(Reading *reading, Wire *wire) {
    read_text(reading, "key", wire->key, sizeof wire->key, CODE_BAD_MESSAGE);
    if (!reading->fault->code && !key_is_good(wire->key)) refuse(reading, CODE_BAD_MESSAGE, "key");
    if (!reading->fault->code) memcpy(reading->fault->key, wire->key, sizeof wire->key);
}

static void read_options(Reading *reading, Setup *setup) {
    json_t *options = take(reading, "options"), *value;
    const char *key;
    if (!json_is_object(options)) {
        refuse(reading, CODE_BAD_MESSAGE, "options");
        return;
    }
    json_object_foreach(options, key, value) {
        char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX + 2];
        Text text = text_init(pair, sizeof pair);
        if (!json_is_string(value) || strchr(key, '=')) {
            refuse(reading, CODE_BAD_OPTIONS, "options");
            return;
        }
        text_format(&text, "%s=%s", key, json_string_value(value));
        if (text.overflow || !words_fit(pair, sizeof pair) || !setup_option(setup, (Span){pair, text.length}, NULL))
            refuse(reading, CODE_BAD_OPTIONS, "options");
    }
}

static void read_agreement(Reading *reading, Wire *wire) {
    read_text(reading, "game", wire->game, sizeof wire->game, CODE_NO_SUCH_GAME);
    read_text(reading, "variant", wire->variant, sizeof wire->variant, CODE_NO_SUCH_GAME);
    wire->people = (int)read_number(reading, "people", 1, SEATS_MAX, CODE_BAD_PEOPLE);
    read_options(reading, &wire->options);
    json_t *seats = take(reading, "seats");
    if (!json_is_array(seats)) refuse(reading, CODE_BAD_MESSAGE, "seats");
    if (json_array_size(seats) > SEATS_MAX) refuse(reading, CODE_BAD_SEATS, "seats");
    for (size_t i = 0; !reading->fault->code && i < json_array_size(seats); i++) {
        const char *words = json_string_value(json_array_get(seats, i));
        if (!words || !place_read(span_of(words), &wire->places[wire->place_count++])) refuse(reading, CODE_BAD_SEATS, "seats");
    }
    wire->clock = (int)read_number(reading, "clock", 0, CLOCK_SECONDS_MAX, CODE_BAD_CLOCK);
    wire->is_public = read_bool(reading, "public");
    wire->chat = read_bool(reading, "chat");
}

static void read_pair(Reading *reading, Wire *wire) {
    json_t *seats = take(reading, "seats");
    const json_t *one = json_array_get(seats, 0), *other = json_array_get(seats, 1);
    json_int_t a = json_integer_value(one), b = json_integer_value(other);
    if (json_array_size(seats) != 2 || !json_is_integer(one) || !json_is_integer(other))
        refuse(reading, CODE_BAD_MESSAGE, "seats");
    else if (a < 0 || a >= SEATS_MAX || b < 0 || b >= SEATS_MAX || a == b) refuse(reading, CODE_NO_SUCH_SEAT, "seats");
    wire->seat = (int)a;
    wire->other = (int)b;
}

static void read_talk(Reading *reading, Wire *wire) {
    bool phrase = json_object_get(reading->object, "phrase"), text = json_object_get(reading->object, "text");
    if (phrase == text) {
        refuse(reading, CODE_BAD_MESSAGE, "text");
    } else if (phrase) {
        read_text(reading, "phrase", wire->phrase, sizeof wire->phrase, CODE_BAD_TALK);
        if (!wire_is_phrase(wire->phrase)) refuse(reading, CODE_BAD_TALK, "phrase");
    } else {
        read_text(reading, "text", wire->text, sizeof wire->text, CODE_BAD_TALK);
        if (!words_fit(wire->text, TALK_CHARACTERS_MAX)) refuse(reading, CODE_BAD_TALK, "text");
    }
}

static void read_salt(Reading *reading, Wire *wire) {
    char hex[SALT_HEX];
    json_t *value = take(reading, "salt");
    if (!value || json_is_null(value)) return;
    wire->has_salt = copy_text(value, hex, sizeof hex) && hex_read(span_of(hex), wire->salt, SALT_BYTES);
    if (!wire->has_salt) refuse(reading, CODE_BAD_MESSAGE, "salt");
}

static void read_field(Reading *reading, WireField field, Wire *wire) {
    char words[BOT_NAME_MAX] = "";
    json_t *value;
    switch (field) {
    case WIRE_KEY: read_key(reading, wire); break;
    case WIRE_TABLE: read_text(reading, "table", wire->table.text, sizeof wire->table.text, CODE_NO_SUCH_TABLE); break;
    case WIRE_SEAT: wire->seat = (int)read_number(reading, "seat", 0, SEATS_MAX - 1, CODE_NO_SUCH_SEAT); break;
    case WIRE_ON: wire->on = read_bool(reading, "on"); break;
    case WIRE_NAME:
        read_text(reading, "name", wire->name, sizeof wire->name, CODE_BAD_NAME);
        if (!words_fit(wire->name, NAME_CHARACTERS_MAX)) refuse(reading, CODE_BAD_NAME, "name");
        break;
    case WIRE_PROTOCOL: wire->version = (int)read_number(reading, "version", 0, INT32_MAX, CODE_VERSION); break;
    case WIRE_AGREEMENT: read_agreement(reading, wire); break;
    case WIRE_SINCE:
        value = json_object_get(reading->object, "since");
        wire->since = -1;
        if (json_is_null(value)) reading->taken++;
        else if (value) wire->since = read_number(reading, "since", 0, UINT32_MAX, CODE_BAD_MESSAGE);
        break;
    case WIRE_TO:
        read_text(reading, "to", words, sizeof words, CODE_BAD_SEATS);
        if (!place_read(span_of(words), &wire->to) || wire->to.who == WHO_PERSON) refuse(reading, CODE_BAD_SEATS, "to");
        break;
    case WIRE_PAIR: read_pair(reading, wire); break;
    case WIRE_LEVEL:
        read_text(reading, "level", words, sizeof words, CODE_BAD_SEATS);
        if (!level_read(span_of(words), &wire->level)) refuse(reading, CODE_BAD_SEATS, "level");
        break;
    case WIRE_SALT: read_salt(reading, wire); break;
    case WIRE_MOVE: read_text(reading, "move", wire->move, sizeof wire->move, CODE_ILLEGAL_MOVE); break;
    case WIRE_TALK: read_talk(reading, wire); break;
    case WIRE_WHAT:
        read_text(reading, "what", words, sizeof words, CODE_BAD_MESSAGE);
        if (strcmp(words, "end") != 0) refuse(reading, CODE_BAD_MESSAGE, "what");
        break;
    case WIRE_YES: wire->yes = read_bool(reading, "yes"); break;
    }
}

static void read_object(Reading *reading, Wire *wire) {
    const char *name = json_string_value(take(reading, "do"));
    int what = 0;
    while (what < DOS && !(name && strcmp(dos[what].name, name) == 0)) what++;
    if (what == DOS) {
        refuse(reading, name ? CODE_UNKNOWN_DO : CODE_BAD_MESSAGE, "do");
        char key[KEY_MAX] = ""; /* so that whoever asked knows which message was meant */
        if (copy_text(json_object_get(reading->object, "key"), key, sizeof key) && key_is_good(key))
            memcpy(reading->fault->key, key, sizeof key);
        return;
    }
    wire->what = (Do)what;
    for (unsigned field = 1; field <= dos[what].fields; field <<= 1)
        if (dos[what].fields & field) read_field(reading, (WireField)field, wire);
    /* A ready "off" adds no salt; an "on" must. */
    if (what == DO_READY && wire->on && !wire->has_salt) refuse(reading, CODE_BAD_MESSAGE, "salt");
    if (reading->taken != json_object_size(reading->object)) refuse(reading, CODE_BAD_MESSAGE, NULL);
}

bool wire_read(Wire *wire, Span text, WireFault *fault) {
    *wire = (Wire){0};
    *fault = (WireFault){0};
    Reading reading = {.fault = fault};
    reading.object = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(reading.object)) read_object(&reading, wire);
    else fault->code = CODE_NOT_JSON;
    json_decref(reading.object);
    return fault->code == CODE_NONE;
}

/* ---- writing */

const char *wire_phase(Phase phase) {
    static const char *const names[] = {"waiting", "playing", "over"};
    return names[phase];
}

void wire_set(SeatSet set, const char *key, Json *json) {
    json_open_list(json, key);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (set & SEAT_BIT(seat)) json_number(json, NULL, seat);
    json_close(json);
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
        json_bool(json, "here", here);
        json_bool(json, "ready", seat->ready);
        json_bool(json, "absent", seat->absent);
    }
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
}

/* The game as a viewer knows it; whole for EVENT_WHOLE. */
static const State *seen_by(const Table *table, int viewer, StateRoom *view) {
    if (viewer == EVENT_WHOLE) return table_state(table);
    table->game->view(table_state(table), viewer, VIEW_IN(*view));
    return view_state(VIEW_IN(*view));
}

void wire_view(const Table *table, int viewer, Json *json) {
    char position[STATE_TEXT_MAX];
    StateRoom view;
    Text words = text_init(position, sizeof position);
    table->game->print(seen_by(table, viewer, &view), &words);
    json_text(json, "view", position);
}

static void write_legal(const Game *game, const State *seen, int viewer, Desk *desk, Json *json) {
    int count = game->legal(seen, viewer, desk->moves);
    json_open_list(json, "legal");
    for (int i = 0; i < count && i < LEGAL_SENT_MAX; i++) {
        char move[MOVE_TEXT_MAX];
        Text words = text_init(move, sizeof move);
        game->print_move(seen, viewer, desk->moves[i], &words);
        json_text(json, NULL, move);
    }
    json_close(json);
    json_bool(json, "legal_more", count > LEGAL_SENT_MAX);
}

void wire_game(const Table *table, int viewer, Desk *desk, Json *json) {
    int points[SEATS_MAX] = {0};
    StateRoom view;
    const State *seen = seen_by(table, viewer, &view);
    wire_view(table, viewer, json);
    json_number(json, "turn", table->turn);
    wire_set(table_actors(table), "actors", json);
    table->game->points(seen, points);
    json_numbers(json, "points", points, table_seats(table));
    if (viewer != ONLOOKER && viewer != EVENT_WHOLE && (table_actors(table) & SEAT_BIT(viewer))) {
        write_legal(table->game, seen, viewer, desk, json);
    } else {
        json_none(json, "legal");
        json_bool(json, "legal_more", false);
    }
    wire_set(table->game->winners(seen), "winners", json);
}

void wire_events(const Table *table, Desk *desk, size_t first, int viewer, Json *json) {
    Event *event = &desk->sink.scratch; /* free between two steps, and too large for the stack */
    for (size_t i = first; i < desk->log.event_count; i++) {
        log_event(&desk->log, i, event);
        event_json(table->game, event, viewer, json);
    }
}
