/* Writes a whole table as JSON, reads it back, and builds tables from snapshots and the entries after them. */
#include "room/snapshot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"

enum { HEX_64 = 17, PAST_TEXT_MAX = 24 };

static const char *const phase_names[] = {"waiting", "playing", "over", NULL};
static const char *const who_names[] = {"open", "person", "bot", NULL};

/* ---- writing */

static void write_hex(Json *json, const char *key, uint64_t number) {
    text_format(json_open_text(json, key), "%016llx", (unsigned long long)number);
    json_close_text(json);
}

static void write_position(const Table *table, const State *state, const char *key, Json *json) {
    char position[STATE_TEXT_MAX];
    Text words = text_init(position, sizeof position);
    table->game->print(state, &words);
    assert(!words.overflow);
    json_text(json, key, position);
}

static void write_entry_number(Json *json, const char *key, uint32_t n) { json_number_or_null(json, key, n, n != ENTRY_NONE); }

static void write_seat(const Seat *seat, Json *json) {
    char salt[SALT_HEX];
    json_open_object(json, NULL);
    json_text(json, "who", who_names[seat->who]);
    if (seat->who == WHO_BOT) json_text(json, "level", level_name(seat->level));
    if (seat->who == WHO_PERSON) {
        json_text(json, "person", seat->person.text);
        json_text(json, "name", seat->name);
        if (seat->face) json_number(json, "face", seat->face);
        json_bool(json, "ready", seat->ready);
        json_bool(json, "absent", seat->absent);
        if (seat->left) json_bool(json, "left", true);
        json_number(json, "missed", seat->missed);
    }
    if (seat->has_salt) {
        hex_write(seat->salt, SALT_BYTES, salt);
        json_text(json, "salt", salt);
    }
    json_close(json);
}

static void write_keys(const Table *table, Json *json) {
    static const uint64_t none[KEYS_REMEMBERED];
    json_open_list(json, "keys");
    for (int ring = 0; ring < KEY_RINGS; ring++) {
        if (memcmp(table->keys[ring], none, sizeof none) == 0) continue;
        json_open_list(json, NULL);
        json_number(json, NULL, ring);
        json_number(json, NULL, table->key_next[ring]);
        for (int i = 0; i < KEYS_REMEMBERED; i++) write_hex(json, NULL, table->keys[ring][i]);
        json_close(json);
    }
    json_close(json);
}

static void write_past(const Table *table, Json *json) {
    const Past *past = &table->past;
    if (table->game->state_bytes > sizeof past->start) return;
    write_position(table, (const State *)(const void *)past->start, "past", json);
    json_open_list(json, "moves");
    for (int i = 0; i < past->count; i++) {
        text_format(json_open_text(json, NULL), "%d %016llx", past->actors[i], (unsigned long long)past->moves[i]);
        json_close_text(json);
    }
    json_close(json);
}

/* Of each round its entry and the totals after it. */
static void write_scores(const Table *table, Json *json) {
    json_number(json, "rounds_over", table->rounds_over);
    json_open_list(json, "scores");
    for (uint32_t row = 0; row < table->rows; row++) {
        json_open_list(json, NULL);
        json_number(json, NULL, table->scored[row]);
        for (int seat = 0; seat < SEATS_MAX; seat++) json_number(json, NULL, table->scores[row][seat]);
        json_close(json);
    }
    json_close(json);
}

static bool was_dealt(const Table *table) {
    static const ChanceKey none;
    return memcmp(&table->key, &none, sizeof none) != 0;
}

static void write_numbers(const Table *table, Json *json) {
    json_number(json, "n", table->n - 1);
    json_number(json, "revision", table->revision ? table->revision : table->game->revision);
    json_number(json, "step", table->step);
    json_number(json, "round", table->round);
    json_number(json, "turn", table->turn);
    json_number(json, "own", table->own);
    write_entry_number(json, "last", table->last_own);
    json_number(json, "undone", table->undone);
    write_entry_number(json, "quiet", table->quiet);
    json_number(json, "quiet_seat", table->quiet_seat);
    json_number(json, "yes", table->yes);
    json_number(json, "created", table->created);
    json_number(json, "changed", table->changed);
}

void table_snapshot(const Table *table, Text *text) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "phase", phase_names[table->phase]);
    json_text(&json, "game", table->game->name);
    json_text(&json, "maker", table->maker.text);
    json_number(&json, "clock", table->clock);
    json_text(&json, "hints", hints_names[table->hints]);
    json_bool(&json, "public", table->is_public);
    json_bool(&json, "chat", table->chat);
    if (table->moved) json_bool(&json, "moved", true);
    json_bool(&json, "rounds", table->rounds);
    json_bool(&json, "proposed", table->proposed);
    json_bool(&json, "dealt", was_dealt(table));
    write_numbers(table, &json);
    if (table->rematch.text[0]) json_text(&json, "rematch", table->rematch.text);
    write_hex(&json, "create_key", table->create_key);
    write_keys(table, &json);
    json_open_list(&json, "seats");
    for (int seat = 0; seat < table->people; seat++) write_seat(&table->seats[seat], &json);
    json_close(&json);
    json_open_list(&json, "since");
    for (int seat = 0; seat < SEATS_MAX; seat++) json_number(&json, NULL, table->seats[seat].since);
    json_close(&json);
    write_scores(table, &json);
    write_position(table, table_state(table), "position", &json);
    if (was_dealt(table)) write_past(table, &json);
    json_close(&json);
    assert(!text->overflow);
}

/* ---- reading a whole table */

/* A snapshot while it is read. */
typedef struct Words {
    Table *table;
    int phase;
    int64_t n;
    bool dealt;
    char game[32];
    char create_key[HEX_64];
    char position[STATE_TEXT_MAX], past[STATE_TEXT_MAX];
    const JsonNode *moves;
    /* as in the table */
    PersonId maker;
    TableId rematch;
    int clock, quiet_seat, hints;
    uint32_t rounds_over, rows, scored[SCORES_MAX];
    int32_t scores[SCORES_MAX][SEATS_MAX];
    bool is_public, chat, moved, rounds, proposed;
    uint32_t step, round, turn, own, last, undone, quiet, yes;
    Milliseconds created, changed;
    int people, revision;
    Seat seats[SEATS_MAX];
    uint64_t keys[KEY_RINGS][KEYS_REMEMBERED];
    uint8_t key_next[KEY_RINGS];
} Words;

static bool read_hex(const char *words, uint64_t *number) {
    uint8_t bytes[8];
    if (!words || !hex_read(span_of(words), bytes, sizeof bytes)) return false;
    *number = 0;
    for (size_t i = 0; i < sizeof bytes; i++) *number = *number << 8 | bytes[i];
    return true;
}

static JsonWrong read_seat_salt(const JsonNode *value, void *member, Error *error) {
    Seat *seat = member;
    (void)error;
    seat->has_salt = hex_read(span_of(json_node_text(value)), seat->salt, SALT_BYTES);
    return seat->has_salt ? READ_GOOD : READ_WRONG_VALUE;
}

static JsonWrong read_seat_level(const JsonNode *value, void *member, Error *error) {
    (void)error;
    return level_read(span_of(json_node_text(value)), member) ? READ_GOOD : READ_WRONG_VALUE;
}

static const JsonField seat_fields[] = {
    {"who", READ_WORD, READ_INTO(Seat, who), .words = who_names},
    {"level", READ_TEXT, READ_OPTIONAL, READ_INTO(Seat, level), .read = read_seat_level},
    {"person", READ_TEXT, READ_OPTIONAL, READ_INTO(Seat, person.text)},
    {"name", READ_TEXT, READ_OPTIONAL, READ_INTO(Seat, name)},
    {"face", READ_NUMBER, READ_OPTIONAL, READ_INTO(Seat, face), .maximum = FACES_MAX},
    {"ready", READ_BOOL, READ_OPTIONAL, READ_INTO(Seat, ready)},
    {"absent", READ_BOOL, READ_OPTIONAL, READ_INTO(Seat, absent)},
    {"left", READ_BOOL, READ_OPTIONAL, READ_INTO(Seat, left)},
    {"missed", READ_NUMBER, READ_OPTIONAL, READ_INTO(Seat, missed), .maximum = CLOCK_MISSED_MAX},
    {"salt", READ_TEXT, READ_OPTIONAL, .read = read_seat_salt},
    {0},
};

static JsonWrong read_seats(const JsonNode *value, void *member, Error *error) {
    Words *words = member;
    JsonFault fault;
    size_t count = json_node_length(value);
    if (count == 0 || count > SEATS_MAX) return READ_WRONG_VALUE;
    for (size_t i = 0; i < count; i++) {
        if (json_read_fields(json_node_element(value, i), seat_fields, 0, &words->seats[i], &fault)) continue;
        error_set(error, "%s", fault.error.text);
        return READ_WRONG_VALUE;
    }
    words->people = (int)count;
    return READ_GOOD;
}

static JsonWrong read_since(const JsonNode *value, void *member, Error *error) {
    Words *words = member;
    (void)error;
    if (json_node_length(value) != SEATS_MAX) return READ_WRONG_VALUE;
    for (size_t i = 0; i < SEATS_MAX; i++)
        if (!json_node_number(json_node_element(value, i), 0, INT64_MAX, &words->seats[i].since)) return READ_WRONG_VALUE;
    return READ_GOOD;
}

static JsonWrong read_keys(const JsonNode *value, void *member, Error *error) {
    Words *words = member;
    (void)error;
    for (size_t i = 0; i < json_node_length(value); i++) {
        const JsonNode *row = json_node_element(value, i);
        int64_t ring, next;
        if (json_node_length(row) != KEYS_REMEMBERED + 2 ||
            !json_node_number(json_node_element(row, 0), 0, KEY_RINGS - 1, &ring) ||
            !json_node_number(json_node_element(row, 1), 0, KEYS_REMEMBERED - 1, &next))
            return READ_WRONG_VALUE;
        words->key_next[ring] = (uint8_t)next;
        for (size_t k = 0; k < KEYS_REMEMBERED; k++)
            if (!read_hex(json_node_text(json_node_element(row, k + 2)), &words->keys[ring][k])) return READ_WRONG_VALUE;
    }
    return READ_GOOD;
}

static JsonWrong read_scores(const JsonNode *value, void *member, Error *error) {
    Words *words = member;
    size_t count = json_node_length(value);
    (void)error;
    if (count > SCORES_MAX) return READ_WRONG_VALUE;
    for (size_t i = 0; i < count; i++) {
        const JsonNode *row = json_node_element(value, i);
        int64_t number;
        if (json_node_length(row) != SEATS_MAX + 1 || !json_node_number(json_node_element(row, 0), 0, UINT32_MAX, &number))
            return READ_WRONG_VALUE;
        words->scored[i] = (uint32_t)number;
        for (size_t seat = 0; seat < SEATS_MAX; seat++) {
            if (!json_node_number(json_node_element(row, seat + 1), INT32_MIN, INT32_MAX, &number)) return READ_WRONG_VALUE;
            words->scores[i][seat] = (int32_t)number;
        }
    }
    words->rows = (uint32_t)count;
    return READ_GOOD;
}

#define INTO(member) READ_INTO(Words, member)
#define ENTRY_NUMBER(key, member) \
    { key, READ_NUMBER, INTO(member), .maximum = UINT32_MAX - 1 }

static const JsonField fields[] = {
    {"phase", READ_WORD, INTO(phase), .words = phase_names},
    {"game", READ_TEXT, INTO(game)},
    {"maker", READ_TEXT, INTO(maker.text)},
    {"clock", READ_NUMBER, INTO(clock), .maximum = CLOCK_SECONDS_MAX},
    {"hints", READ_WORD, READ_OPTIONAL, INTO(hints), .words = hints_names},
    {"public", READ_BOOL, INTO(is_public)},
    {"chat", READ_BOOL, INTO(chat)},
    {"moved", READ_BOOL, READ_OPTIONAL, INTO(moved)},
    {"rounds", READ_BOOL, INTO(rounds)},
    {"proposed", READ_BOOL, INTO(proposed)},
    {"dealt", READ_BOOL, INTO(dealt)},
    ENTRY_NUMBER("n", n),
    {"revision", READ_NUMBER, INTO(revision), .maximum = INT32_MAX},
    ENTRY_NUMBER("step", step),
    ENTRY_NUMBER("round", round),
    ENTRY_NUMBER("turn", turn),
    ENTRY_NUMBER("own", own),
    {"last", READ_NUMBER, READ_NULLABLE, INTO(last), .maximum = UINT32_MAX - 1},
    ENTRY_NUMBER("undone", undone),
    {"quiet", READ_NUMBER, READ_NULLABLE, INTO(quiet), .maximum = UINT32_MAX - 1},
    {"quiet_seat", READ_NUMBER, INTO(quiet_seat), .maximum = SEATS_MAX - 1},
    {"yes", READ_NUMBER, INTO(yes), .maximum = SEEN_BY_ALL},
    {"created", READ_NUMBER, INTO(created), .maximum = INT64_MAX},
    {"changed", READ_NUMBER, INTO(changed), .maximum = INT64_MAX},
    {"rematch", READ_TEXT, READ_OPTIONAL, INTO(rematch.text)},
    {"create_key", READ_TEXT, INTO(create_key)},
    {"keys", READ_LIST, .read = read_keys},
    {"seats", READ_LIST, .read = read_seats},
    {"since", READ_LIST, .read = read_since},
    {"rounds_over", READ_NUMBER, READ_OPTIONAL, INTO(rounds_over), .maximum = UINT32_MAX - 1},
    {"scores", READ_LIST, READ_OPTIONAL, .read = read_scores},
    {"position", READ_TEXT, INTO(position)},
    {"past", READ_TEXT, READ_OPTIONAL, INTO(past)},
    {"moves", READ_LIST, READ_OPTIONAL, INTO(moves)},
    {0},
};

static bool read_past(Table *table, const Words *words, Error *error) {
    Past *past = &table->past;
    StateRoom start = {{0}};
    size_t count = json_node_length(words->moves);
    if (count > PAST_MOVES_MAX) return error_set(error, "more moves than a round has");
    if (!words->past[0]) return true;
    if (!table->game->parse(STATE_IN(start), span_of(words->past), error) ||
        !game_adopt(table->game, STATE_IN(start), table->revision, error))
        return false;
    past_begin(past, table->game, STATE_IN(start));
    for (size_t i = 0; i < count; i++) {
        const char *text = json_node_text(json_node_element(words->moves, i));
        uint64_t move;
        int actor = text && text[0] >= '0' && text[0] < '0' + SEATS_MAX && text[1] == ' ' ? text[0] - '0' : -1;
        if (actor < 0 || !read_hex(text + 2, &move)) return error_set(error, "move %zu of the round is wrong", i);
        past->actors[i] = (uint8_t)actor;
        past->moves[i] = (Move)move;
    }
    past->count = (int)count;
    return true;
}

/* The people the game was set up for are those that sit there. */
static bool read_game(Table *table, const Words *words, Error *error) {
    StateRoom state = {{0}};
    Setup setup;
    table->game = game_find(span_of(words->game), error);
    if (!table->game || !table->game->parse(STATE_IN(state), span_of(words->position), error)) return false;
    if (words->dealt) {
        if (!game_adopt(table->game, STATE_IN(state), words->revision, error)) return false;
        table->revision = words->revision;
    }
    memcpy(table->state.bytes, state.bytes, table->game->state_bytes);
    table_describe(table, &setup);
    if (setup.people != words->people) return error_set(error, "%d people at a game for %d", words->people, setup.people);
    if (words->dealt) table_fix_key(table);
    return !words->dealt || read_past(table, words, error);
}

static bool read_whole(Table *table, const JsonNode *object, Error *error) {
    Words *words = calloc(1, sizeof *words);
    JsonFault fault;
    if (!words) return error_set(error, "there is not enough memory");
    words->last = words->quiet = ENTRY_NONE;
    bool good = json_read_fields(object, fields, 0, words, &fault) || error_set(error, "%s", fault.error.text);
    good = good && (read_hex(words->create_key, &table->create_key) || error_set(error, "create_key is not 16 hex digits"));
    if (good) {
        table->phase = (Phase)words->phase;
        table->maker = words->maker;
        table->rematch = words->rematch;
        table->people = words->people;
        table->clock = words->clock;
        table->hints = (Hints)words->hints;
        table->rounds_over = words->rounds_over;
        table->rows = words->rows;
        memcpy(table->scores, words->scores, sizeof table->scores);
        memcpy(table->scored, words->scored, sizeof table->scored);
        table->is_public = words->is_public;
        table->chat = words->chat;
        table->moved = words->moved;
        table->rounds = words->rounds;
        table->proposed = words->proposed;
        table->yes = (SeatSet)words->yes;
        table->created = words->created;
        table->changed = words->changed;
        table->n = (uint32_t)words->n + 1;
        table->step = words->step;
        table->round = words->round;
        table->turn = words->turn;
        table->own = words->own;
        table->last_own = words->last;
        table->undone = words->undone;
        table->quiet = words->quiet;
        table->quiet_seat = words->quiet_seat;
        memcpy(table->keys, words->keys, sizeof table->keys);
        memcpy(table->key_next, words->key_next, sizeof table->key_next);
        memcpy(table->seats, words->seats, sizeof table->seats);
        good = read_game(table, words, error);
    }
    free(words);
    return good;
}

/* ---- snapshots of the first version: the game alone */

typedef struct GameSnapshot {
    int64_t n;
    uint32_t turn, own, undone;
    bool rounds;
    char position[STATE_TEXT_MAX];
} GameSnapshot;

static const JsonField game_fields[] = {
    {"n", READ_NUMBER, READ_INTO(GameSnapshot, n), .maximum = UINT32_MAX},
    {"revision", READ_NUMBER, .maximum = INT32_MAX},
    {"turn", READ_NUMBER, READ_INTO(GameSnapshot, turn), .maximum = UINT32_MAX},
    {"own", READ_NUMBER, READ_INTO(GameSnapshot, own), .maximum = UINT32_MAX},
    {"undone", READ_NUMBER, READ_INTO(GameSnapshot, undone), .maximum = UINT32_MAX},
    {"rounds", READ_BOOL, READ_INTO(GameSnapshot, rounds)},
    {"position", READ_TEXT, READ_INTO(GameSnapshot, position)},
    {0},
};

static bool restore_game(Table *table, const GameSnapshot *snapshot, const Entry *entry, Error *error) {
    StateRoom state = {{0}};
    if (!table->game->parse(STATE_IN(state), span_of(snapshot->position), error) ||
        !game_adopt(table->game, STATE_IN(state), table->revision, error))
        return false;
    memcpy(table->state.bytes, state.bytes, table->game->state_bytes);
    table->turn = snapshot->turn;
    table->own = snapshot->own;
    table->undone = snapshot->undone;
    table->rounds = snapshot->rounds;
    table->round = table->step = (uint32_t)snapshot->n;
    past_begin(&table->past, table->game, table_state(table));
    table->quiet = ENTRY_NONE;
    table->quiet_seat = 0;
    table_wind_clocks(table, 0, SEEN_BY_ALL, entry->at);
    return true;
}

/* ---- building a table */

/* The snapshot itself; the table is as it says, or `game` holds what comes at its entry. */
static bool begin_with(Table *table, Span text, GameSnapshot *game, Error *error) {
    Error reason = {""};
    JsonFault fault;
    JsonNode *object = json_node_parse(text, &reason);
    bool good = object != NULL;
    if (good && json_node_field(object, "phase")) good = read_whole(table, object, &reason);
    else if (good && !json_read_fields(object, game_fields, 0, game, &fault)) good = error_set(&reason, "%s", fault.error.text);
    json_node_free(object);
    return good || error_set(error, "not a valid snapshot: %s", reason.text);
}

bool table_load(Table *table, const StoredEntry *entries, size_t count, const char *snapshot, size_t snapshot_length,
                Desk *desk, Error *error) {
    GameSnapshot game = {.n = -1};
    if (snapshot && !begin_with(table, (Span){snapshot, snapshot_length}, &game, error)) return false;
    for (size_t i = 0; i < count; i++) {
        Entry entry;
        uint32_t n = table->n;
        bool before = n <= game.n;
        if (entries[i].n != n) return error_set(error, "entry %u of the log is missing", n);
        if (!entry_read(&entry, (Span){entries[i].text, entries[i].length}, error)) return false;
        if (!(before ? table_apply_beside_game : table_apply)(table, &entry, desk, error)) return false;
        if (n == game.n && !restore_game(table, &game, &entry, error)) return false;
    }
    return table->game != NULL || error_set(error, "the log is empty");
}
