/* Replays a record: parses each move, plays it, and compares every regenerated line with the file. */
#include "record/replay.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "core/json_read.h"

enum { SHOWN_MAX = 90 }; /* of what is quoted in an error */

static State *state_of(Replay *replay) { return STATE_IN(replay->state); }

/* ---- saying what is wrong */

/* Ends the replay before the line that comes next. The first fault counts. */
__attribute__((format(printf, 3, 4))) static void end(Replay *replay, ReplayStatus status, const char *format, ...) {
    if (replay->status != REPLAY_GOES_ON) return;
    char words[ERROR_TEXT_MAX];
    static const char *const kinds[] = {
        [REPLAY_CUT] = "the record is cut: ", [REPLAY_UNFINISHED] = "the record is unfinished: ", [REPLAY_BROKEN] = ""};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    replay->status = status;
    replay->broken_line = replay->lines.number;
    error_set(&replay->error, "%s%s", kinds[status], words);
}

/* The same where there is such a line, and it is at fault. */
__attribute__((format(printf, 3, 4))) static void stop(Replay *replay, ReplayStatus status, const char *format, ...) {
    char words[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    end(replay, status, "line %ld: %s", replay->lines.number, words);
}

static JsonNode *parse_line(const Replay *replay) { return json_node_parse(lines_span(&replay->lines), NULL); }

static const char *text_of(const JsonNode *object, const char *key) { return json_node_text(json_node_field(object, key)); }

static bool is_header(const JsonNode *object) {
    const char *kind = text_of(object, "event");
    return kind && strcmp(kind, "header") == 0;
}

/* Is there a whole line? If the record stops here, says so. */
static bool line_ready(Replay *replay, ReplayStatus at_end) {
    LineStatus status = lines_peek(&replay->lines);
    if (status == LINE_READ) return true;
    if (status == LINE_END) end(replay, at_end, "it ends after line %ld, before the match is over", replay->lines.number - 1);
    else stop(replay, status == LINE_CUT ? REPLAY_CUT : REPLAY_BROKEN, "%s", lines_fault(&replay->lines));
    return false;
}

/* Says what a field should be, as far as that fits into a line. */
static void stop_at_value(Replay *replay, const char *kind, const char *key, const JsonNode *value) {
    char shown[SHOWN_MAX + 1];
    Text text = text_init(shown, sizeof shown);
    Json json = json_to(&text);
    json_node_write(value, NULL, &json);
    stop(replay, REPLAY_BROKEN, "%s: \"%s\" should be %s%s", kind, key, shown, text.overflow ? "..." : "");
}

/* Names the first field in which the line differs from what the rules give. */
static void stop_at_difference(Replay *replay, const JsonNode *expected, const JsonNode *found) {
    const char *kind = text_of(expected, "event"), *found_kind = text_of(found, "event");
    if (!found_kind || strcmp(found_kind, kind) != 0) {
        stop(replay, REPLAY_BROKEN, "\"%s\" should stand here, not \"%.40s\"", kind, found_kind ? found_kind : "");
        return;
    }
    for (JsonPair pair = json_node_first(expected); pair.key; pair = json_node_next(expected, pair)) {
        if (json_node_equal(pair.value, json_node_field(found, pair.key))) continue;
        if (replay->chance.failed && (strcmp(pair.key, "cards") == 0 || strcmp(pair.key, "value") == 0))
            stop(replay, REPLAY_BROKEN, "%s: \"%s\" is nothing that can come up here", kind, pair.key);
        else stop_at_value(replay, kind, pair.key, pair.value);
        return;
    }
    for (JsonPair pair = json_node_first(found); pair.key; pair = json_node_next(found, pair)) {
        if (json_node_field(expected, pair.key)) continue;
        stop(replay, REPLAY_BROKEN, "%s: \"%.40s\" does not belong here", kind, pair.key);
        return;
    }
}

/* The line that comes next is not `expected` to the letter: is it by what it says? If not, the replay ends here. */
static bool says_the_same(Replay *replay, const Text *expected) {
    JsonNode *found = parse_line(replay);
    JsonNode *wanted = json_node_parse((Span){expected->buffer, expected->length}, NULL);
    bool same = json_node_equal(found, wanted);
    if (!json_node_is_object(found)) stop(replay, REPLAY_BROKEN, "this is not a JSON object");
    else if (is_header(found))
        stop(replay, REPLAY_CUT, "another record begins here, before the match of line %ld is over", replay->header_line);
    else if (!same) stop_at_difference(replay, wanted, found);
    json_node_free(found);
    json_node_free(wanted);
    return same;
}

/* ---- chance */

static bool is_chance(const char *kind) { return strcmp(kind, "shuffle") == 0 || strcmp(kind, "lot") == 0; }

static bool read_shuffle(Replay *replay, const JsonNode *object) {
    ChanceOutcome *outcome = &replay->outcome;
    const JsonNode *cards = json_node_field(object, "cards");
    size_t count = json_node_length(cards);
    if (!json_node_is_list(cards) || count > CHANCE_CARDS_MAX) return false;
    *outcome = (ChanceOutcome){.is_shuffle = true, .count = (int)count};
    for (size_t i = 0; i < count; i++) {
        const char *card = json_node_text(json_node_element(cards, i));
        if (!card || !replay->header.game->parse_card(span_of(card), &outcome->cards[i])) return false;
    }
    return true;
}

static bool read_lot(Replay *replay, const JsonNode *object) {
    int64_t bound, drawn;
    if (!json_node_number(json_node_field(object, "of"), 1, INT32_MAX, &bound)) return false;
    if (!json_node_number(json_node_field(object, "value"), 0, bound - 1, &drawn)) return false;
    replay->outcome = (ChanceOutcome){.count = (int)bound, .value = (uint32_t)drawn};
    return true;
}

/* A chance event is told right after it is drawn: the next line has its outcome. */
static const ChanceOutcome *recall(void *context, uint32_t n) {
    Replay *replay = context;
    if (replay->status != REPLAY_GOES_ON || !line_ready(replay, REPLAY_CUT)) return NULL;
    JsonNode *object = parse_line(replay);
    const char *kind = text_of(object, "event");
    int64_t number;
    bool good = kind && json_node_number(json_node_field(object, "n"), n, n, &number) &&
                ((strcmp(kind, "shuffle") == 0 && read_shuffle(replay, object)) ||
                 (strcmp(kind, "lot") == 0 && read_lot(replay, object)));
    json_node_free(object);
    return good ? &replay->outcome : NULL;
}

static void take_drawn(void *context, const Event *event) {
    if (is_chance(event->kind)) event_log_add(context, event);
}

/* ---- events */

/* Holds an event that the rules give against the line that comes next. */
static void compare(void *context, const Event *event) {
    Replay *replay = context;
    char line[EVENT_JSON_MAX];
    if (replay->status != REPLAY_GOES_ON || !line_ready(replay, REPLAY_CUT)) return;
    Text text = text_init(line, sizeof line);
    event_write(replay->header.game, event, VIEWER_WHOLE, &text);
    bool identical = text.length == replay->lines.length && memcmp(line, replay->lines.bytes, text.length) == 0;
    if (!identical && !says_the_same(replay, &text)) return;
    if (is_chance(event->kind) && replay->header.has_key && !replay->seed_broken_line &&
        !event_log_equal(&replay->drawn, replay->drawn_seen++, event))
        replay->seed_broken_line = replay->lines.number;
    lines_take(&replay->lines);
    if (replay->out) replay->out->take(replay->out->context, event);
}

/* ---- steps */

void replay_init(Replay *replay, FILE *file) {
    lines_init(&replay->lines, file);
    event_log_init(&replay->drawn);
    replay->status = REPLAY_NONE;
    replay->seed_broken_line = 0;
}

void replay_release(Replay *replay) { event_log_release(&replay->drawn); }

static bool draws_from_key(const Replay *replay) { return replay->header.has_key && !replay->seed_broken_line; }

static void prepare(Replay *replay, EventSink *out) {
    replay->out = out;
    replay->sink.take = compare;
    replay->sink.context = replay;
    replay->drawn_sink.take = take_drawn;
    replay->drawn_sink.context = &replay->drawn;
    replay->drawn_seen = 0;
    event_log_clear(&replay->drawn);
    replay->chance = chance_recorded(recall, replay);
}

/* After the lines of a move: what comes next? */
static ReplayStatus settle(Replay *replay) {
    if (replay->status != REPLAY_GOES_ON) return replay->status;
    if (replay->chance.failed || replay->drawn.failed) stop(replay, REPLAY_BROKEN, "what was drawn by chance cannot be told");
    if (replay->status == REPLAY_GOES_ON && game_over(replay->header.game, state_of(replay))) replay->status = REPLAY_OVER;
    return replay->status;
}

/* The words of a game are those of its list: with another one nothing of the record can be judged. */
static bool same_word_list(const RecordHeader *header, Error *error) {
    if (header->word_list == game_word_list(header->game)) return true;
    if (!header->word_list)
        return error_set(error, "this record was played with the built-in word list, not with the one given");
    return error_set(error, "this record was played with another word list (fingerprint %016" PRIx64 "); give that one",
                     header->word_list);
}

ReplayStatus replay_begin(Replay *replay, EventSink *out) {
    RecordHeader *header = &replay->header;
    Error error;
    StateRoom drawn_state;
    if (lines_peek(&replay->lines) == LINE_END) return replay->status = REPLAY_NONE;
    replay->status = REPLAY_GOES_ON;
    replay->moves = replay->broken_line = 0;
    replay->header_line = replay->lines.number;
    if (!line_ready(replay, REPLAY_CUT)) return replay->status;
    prepare(replay, out);
    memset(&replay->state, 0, sizeof replay->state);
    Chance keyed = chance_fast(0);
    if (!record_header_read(header, lines_span(&replay->lines), &error) || !same_word_list(header, &error)) {
        stop(replay, REPLAY_BROKEN, "%s", error.text);
        return replay->status;
    }
    /* From the key, or from anything: this also finds out whether the setup is one of the game's at all. */
    if (draws_from_key(replay)) keyed = chance_table(&header->key);
    if (!header->game->setup(STATE_IN(drawn_state), &header->setup, &keyed, &replay->drawn_sink, &error)) {
        stop(replay, REPLAY_BROKEN, "%s", error.text);
        return replay->status;
    }
    lines_take(&replay->lines);
    header->game->setup(state_of(replay), &header->setup, &replay->chance, &replay->sink, &error);
    game_adopt(header->game, state_of(replay), header->revision, NULL);
    return settle(replay);
}

/* Who made the move of a line: "by", or else "seat"; -1 if neither is a seat of the table. */
static int actor_of(const Replay *replay, const JsonNode *object) {
    const JsonNode *actor = json_node_field(object, "by");
    int64_t seat;
    if (!actor) actor = json_node_field(object, "seat");
    return json_node_number(actor, 0, replay->header.game->seats(replay_state(replay)) - 1, &seat) ? (int)seat : -1;
}

/* Reads the move that comes next; false if the line has none, or none that this actor may make. */
static bool read_move(Replay *replay) {
    const Game *game = replay->header.game;
    const State *state = replay_state(replay);
    Error error;
    JsonNode *object = parse_line(replay);
    const char *words = text_of(object, "move"), *kind = text_of(object, "event");
    replay->actor = actor_of(replay, object);
    if (!json_node_is_object(object)) stop(replay, REPLAY_BROKEN, "this is not a JSON object");
    else if (is_header(object))
        stop(replay, REPLAY_UNFINISHED, "another record begins here, before the match of line %ld is over",
             replay->header_line);
    else if (!words) stop(replay, REPLAY_BROKEN, "a move should stand here, not \"%.40s\"", kind ? kind : "");
    else if (replay->actor < 0) stop(replay, REPLAY_BROKEN, "the move names no seat of the table");
    else if (!(game->actors(state) & SEAT_BIT(replay->actor)))
        stop(replay, REPLAY_BROKEN, "it is not the turn of seat %d", replay->actor);
    else if (!game->parse_move(state, replay->actor, span_of(words), &replay->move, &error))
        stop(replay, REPLAY_BROKEN, "%s", error.text);
    else if (!game->is_legal(state, replay->actor, replay->move))
        stop(replay, REPLAY_BROKEN, "seat %d may not play %.40s here", replay->actor, words);
    json_node_free(object);
    return replay->status == REPLAY_GOES_ON;
}

ReplayStatus replay_step(Replay *replay, EventSink *out) {
    const Game *game = replay->header.game;
    if (replay->status != REPLAY_GOES_ON || !line_ready(replay, REPLAY_UNFINISHED)) return replay->status;
    prepare(replay, out);
    if (!read_move(replay)) return replay->status;
    if (draws_from_key(replay)) {
        StateRoom drawn_state = replay->state;
        Chance keyed = chance_table(&replay->header.key);
        game_play(game, STATE_IN(drawn_state), replay->actor, replay->move, &keyed, &replay->drawn_sink, NULL);
    }
    game_play(game, state_of(replay), replay->actor, replay->move, &replay->chance, &replay->sink, NULL);
    replay->moves++;
    return settle(replay);
}
