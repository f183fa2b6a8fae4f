/* Takes the room's messages apart and keeps what the terminal shows of them. */
#include "program/join/news.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/message.h"
#include "games/games.h"

enum { EVENTS_MAX = 20000, SAID_BYTES = 80 };

static const JsonNode *field(const JsonNode *node, const char *key) { return json_node_field(node, key); }

static bool is_true(const JsonNode *node, const char *key) {
    bool value = false;
    return json_node_bool(field(node, key), &value) && value;
}

static int64_t number(const JsonNode *node, const char *key, int64_t minimum, int64_t maximum, int64_t otherwise) {
    int64_t value = otherwise;
    json_node_number(field(node, key), minimum, maximum, &value);
    return value;
}

static void copy_clean(const JsonNode *node, const char *key, char *words, size_t capacity) {
    const char *given = json_node_text(field(node, key));
    Text text = text_init(words, capacity);
    if (given) text_clean(&text, given);
}

static bool copy_id(const JsonNode *node, char id[LINK_ID_MAX]) {
    const char *words = json_node_text(node);
    return words && strspn(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(words) &&
           span_copy(span_of(words), id, LINK_ID_MAX);
}

/* The seats of a list of numbers. */
static SeatSet seats_of(const JsonNode *list) {
    SeatSet seats = 0;
    int64_t seat;
    for (size_t i = 0; i < json_node_length(list); i++)
        if (json_node_number(json_node_element(list, i), 0, SEATS_MAX - 1, &seat)) seats |= SEAT_BIT(seat);
    return seats;
}

/* ---- rows */

static void read_seats(RoomRow *row, const JsonNode *list) {
    static const char *const kinds[] = {"open", "person", "bot", "robot", NULL};
    if (!json_node_is_list(list)) return;
    size_t count = json_node_length(list);
    row->seat_count = count < SEATS_MAX ? (int)count : SEATS_MAX;
    for (int i = 0; i < row->seat_count; i++) {
        const JsonNode *node = json_node_element(list, (size_t)i);
        RoomSeat *seat = &row->seats[i];
        int who = json_node_word(field(node, "who"), kinds);
        *seat = (RoomSeat){.who = who < 0 ? WHO_OPEN : (Who)who};
        copy_clean(node, seat->who == WHO_BOT ? "level" : "name", seat->name, sizeof seat->name);
        seat->here = is_true(node, "here");
        seat->ready = is_true(node, "ready");
        seat->absent = is_true(node, "absent");
    }
}

static void read_phase(RoomRow *row, const JsonNode *node) {
    static const char *const phases[] = {"waiting", "playing", "over", NULL};
    int phase = json_node_word(field(node, "phase"), phases);
    if (phase >= 0) row->phase = (Phase)phase;
}

bool row_read(RoomRow *row, const JsonNode *node) {
    const char *game = json_node_text(field(node, "game")), *variant = json_node_text(field(node, "variant"));
    *row = (RoomRow){.yours = -1};
    if (!copy_id(field(node, "table"), row->id) || !game || !variant) return false;
    row->game = game_find(span_of(game), NULL);
    row->variant = row->game ? game_variant(row->game, span_of(variant), NULL) : 0;
    if (row->variant < 0) row->game = NULL;
    row->people = (int)number(node, "people", 1, SEATS_MAX, 1);
    row->is_public = is_true(node, "public");
    row->chat = is_true(node, "chat");
    row->hints = json_node_word(field(node, "hints"), (const char *const[]){"announced", "on", NULL}) >= 0;
    read_phase(row, node);
    read_seats(row, field(node, "seats"));
    row->yours = (int)number(node, "yours", 0, SEATS_MAX - 1, -1);
    row->your_turn = is_true(node, "turn");
    return true;
}

void row_name(const RoomRow *row, Language language, Text *text) {
    const char *label = row->game ? row->game->variants[row->variant].label : NULL;
    text_add(text, row->game ? row->game->title : "?");
    if (label) text_format(text, " · %s", message(language, label));
}

void seat_name(const RoomSeat *seat, Language language, Text *text) {
    static const char *const levels[] = {N_("easy"), N_("medium"), N_("strong")};
    const char *level = seat->name;
    switch (seat->who) {
    case WHO_OPEN: text_add(text, message(language, "open")); return;
    case WHO_PERSON: text_add(text, seat->name); return;
    case WHO_ROBOT: text_add(text, message(language, "Robot")); return;
    case WHO_BOT:
        for (int i = 0; i < 3; i++)
            if (strcmp(levels[i], seat->name) == 0) level = message(language, levels[i]);
        message_format(text, language, "bot, {level}", WITH("level", level));
    }
}

void row_people(const RoomRow *row, Language language, Text *text) {
    size_t from = text->length;
    int bots = 0;
    for (int i = 0; i < row->seat_count; i++) {
        bots += row->seats[i].who == WHO_BOT;
        if (row->seats[i].who == WHO_BOT || row->seats[i].who == WHO_ROBOT) continue;
        text_add(text, text->length > from ? ", " : "");
        seat_name(&row->seats[i], language, text);
    }
    if (bots == 0) return;
    text_add(text, text->length > from ? ", " : "");
    message_format_plural(text, language, "{n} bot", "{n} bots", bots, WITH("n", bots));
}

/* ---- the table */

void table_forget(RoomTable *table) {
    if (table->begun) place_release(&table->place);
    memset(table, 0, sizeof *table);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whom the others wait for; null: nobody. */
static void read_replace(RoomTable *table, const JsonNode *replace) {
    if (!replace) return;
    table->awaited = (int)number(replace, "seat", 0, SEATS_MAX - 1, -1);
    table->replace_ms = number(replace, "at", 0, INT64_MAX, 0);
}

static void read_you(RoomTable *table, const JsonNode *you) {
    if (!json_node_is_object(you)) return;
    table->row.yours = (int)number(you, "seat", 0, SEATS_MAX - 1, -1);
    table->maker = is_true(you, "maker");
    table->watching = is_true(you, "watching");
}

/* The names of everybody, as a record would have them. */
static void name_everybody(const RoomTable *table, RecordHeader *header) {
    *header = (RecordHeader){.game = table->row.game, .setup = {.variant = table->row.variant, .people = table->row.people}};
    for (int i = 0; i < table->row.people && i < table->row.seat_count; i++)
        snprintf(header->names[i], RECORD_NAME_MAX, "%s", table->row.seats[i].name);
}

static void rename_everybody(RoomTable *table) {
    RecordHeader header;
    if (!table->begun) return;
    name_everybody(table, &header);
    screen_rename(&table->place.screen, &header);
}

/* Takes a view that parses as one of our seat's. */
static void read_view(RoomTable *table, const JsonNode *node, Language language) {
    const char *words = json_node_text(node);
    int seat = table->row.yours < 0 ? ONLOOKER : table->row.yours;
    const Game *game = table->row.game;
    StateRoom view;
    Error error;
    if (!words || !game) return;
    memset(&view, 0, sizeof view);
    if (!game->parse(STATE_IN(view), span_of(words), &error) || game->viewer(STATE_IN(view)) != seat) {
        table->refused_view = true;
        return;
    }
    if (table->begun && table->place.seat != seat) {
        place_release(&table->place);
        table->begun = false;
    }
    if (!table->begun) {
        RecordHeader header;
        name_everybody(table, &header);
        table->begun = place_open(&table->place, &header, seat, language, &error);
        table->place.tell_other = table_tell;
    }
    table->refused_view = !table->begun;
    if (table->begun) table->place.view = view;
}

static void log_event(RoomTable *table, const Event *event) {
    if (table->place.log.event_count >= EVENTS_MAX) event_log_clear(&table->place.log);
    event_log_add(&table->place.log, event);
}

static void read_events(RoomTable *table, const JsonNode *list) {
    for (size_t i = 0; table->begun && i < json_node_length(list); i++) {
        Event *event = malloc(sizeof *event);
        if (event && event_read(table->row.game, json_node_element(list, i), &table->names, event)) log_event(table, event);
        free(event);
    }
}

/* Parts of the table that a message may or may not have. */
static void read_parts(RoomTable *table, const JsonNode *message, Language language) {
    const JsonNode *proposal = field(message, "proposal"), *now = field(message, "now");
    int64_t moment;
    read_phase(&table->row, message);
    read_seats(&table->row, field(message, "seats"));
    read_you(table, field(message, "you"));
    if (proposal) table->proposed = json_node_is_object(proposal);
    if (proposal) table->agreed = seats_of(field(proposal, "yes"));
    if (proposal) table->undecided = seats_of(field(proposal, "asked"));
    if (json_node_number(now, 0, INT64_MAX, &moment)) table->drift_ms = moment - now_ms();
    if (field(message, "deadline")) table->deadline_ms = number(message, "deadline", 0, INT64_MAX, 0);
    if (field(message, "undo")) table->may_undo = is_true(message, "undo");
    if (field(message, "actors")) table->actors = seats_of(field(message, "actors"));
    read_replace(table, field(message, "replace"));
    copy_id(field(message, "rematch"), table->rematch);
    read_view(table, field(message, "view"), language);
    rename_everybody(table);
}

void table_whole(RoomTable *table, const JsonNode *message, Language language) {
    RoomRow row;
    if (!row_read(&row, message)) return;
    row.yours = table->row.yours;
    table->row = row;
    table->known = true;
    table->n = number(message, "n", 0, INT64_MAX, 0);
    table->deadline_ms = 0;
    table->awaited = -1;
    read_parts(table, message, language);
    if (!table->begun) return;
    event_log_clear(&table->place.log);
    read_events(table, field(message, "recent"));
}

/* ---- what has happened */

static void add_remark(RoomTable *table, const char *what, int seat, const char *said) {
    EventSink sink = {.take = event_log_take, .context = &table->place.log};
    if (!table->begun) return;
    event_begin(&sink, "room");
    if (what) event_text(&sink, "what", what, SEEN_BY_ALL);
    event_number(&sink, "seat", seat, SEEN_BY_ALL);
    if (said) event_text(&sink, "said", said, SEEN_BY_ALL);
    event_end(&sink);
}

/* Chat goes into the log in pieces that an event can hold. */
static void add_said(RoomTable *table, int seat, const char *words) {
    char clean[1024], piece[SAID_BYTES + 2];
    Text text = text_init(clean, sizeof clean);
    text_clean(&text, words);
    for (const char *at = clean; *at;) {
        size_t length = strlen(at) < SAID_BYTES ? strlen(at) : SAID_BYTES;
        while (length > 1 && ((unsigned char)at[length] & 0xc0) == 0x80) length--;
        snprintf(piece, sizeof piece, "\"%.*s", (int)length, at);
        add_remark(table, NULL, seat, piece);
        at += length;
    }
}

static void note_entry(RoomTable *table, const JsonNode *entry) {
    const char *kind = json_node_text(field(entry, "entry"));
    const char *phrase = json_node_text(field(entry, "phrase")), *words = json_node_text(field(entry, "text"));
    const char *by = json_node_text(field(entry, "by"));
    int seat = (int)number(entry, "seat", 0, SEATS_MAX - 1, 0);
    if (!kind) return;
    if (strcmp(kind, "talk") == 0 && phrase && strlen(phrase) < SAID_BYTES) add_remark(table, NULL, seat, phrase);
    else if (strcmp(kind, "talk") == 0 && words) add_said(table, seat, words);
    else if (strcmp(kind, "move") == 0 && by && strcmp(by, "clock") == 0) add_remark(table, "clock", seat, NULL);
    else if (strcmp(kind, "move") != 0 && strcmp(kind, "clock") != 0 && strlen(kind) < SAID_BYTES)
        add_remark(table, kind, seat, NULL);
    if (strcmp(kind, "rematch") == 0) copy_id(field(entry, "table"), table->rematch);
}

bool table_entry(RoomTable *table, const JsonNode *message, Language language) {
    int64_t n = number(message, "n", 0, INT64_MAX, 0);
    const JsonNode *entry = field(message, "entry");
    const char *kind = json_node_text(field(entry, "entry"));
    if (!table->known || n <= table->n) return false;
    if (n > table->n + 1 && !table->watching) return true;
    table->n = n;
    read_parts(table, message, language);
    read_events(table, field(message, "events"));
    note_entry(table, entry);
    return kind && strcmp(kind, "undo") == 0;
}

void table_history(RoomTable *table, const JsonNode *message, Language language) {
    const JsonNode *steps = field(message, "steps");
    for (size_t i = 0; table->known && i < json_node_length(steps); i++) {
        const JsonNode *step = json_node_element(steps, i);
        int64_t n = number(step, "n", 0, INT64_MAX, 0);
        if (n <= table->n && !table->watching) continue;
        if (n > table->n) table->n = n;
        read_view(table, field(step, "view"), language);
        read_events(table, field(step, "events"));
        note_entry(table, field(step, "entry"));
    }
}

void table_here(RoomTable *table, const JsonNode *message) {
    read_seats(&table->row, field(message, "seats"));
    read_replace(table, field(message, "replace"));
    rename_everybody(table);
}

bool table_is_yours(const RoomTable *table) {
    return table->begun && table->row.phase == PHASE_PLAYING && table->row.yours >= 0 &&
           (table->actors & SEAT_BIT(table->row.yours));
}

/* Until a moment of the room's clock. */
static int64_t left_ms(const RoomTable *table, int64_t moment_ms) {
    int64_t left = moment_ms - (now_ms() + table->drift_ms);
    return left < 0 ? 0 : left;
}

int64_t table_left_ms(const RoomTable *table) {
    return table->deadline_ms && table->row.phase == PHASE_PLAYING ? left_ms(table, table->deadline_ms) : -1;
}

bool table_gives_hints(const RoomTable *table) {
    int persons = 0;
    for (int i = 0; i < table->row.seat_count; i++) persons += table->row.seats[i].who == WHO_PERSON;
    return table->row.yours >= 0 && (table->row.hints || persons < 2);
}

int64_t table_replace_ms(const RoomTable *table) {
    bool waits = table->row.phase == PHASE_PLAYING && table->awaited >= 0 && table->row.yours >= 0;
    return waits && table->awaited != table->row.yours ? left_ms(table, table->replace_ms) : -1;
}
