/* Tests reading events back: what every seat is told in random matches of all games comes back as the same event. */
#include <string.h>

#include "core/event_read.h"
#include "games/games.h"
#include "tests/support/tap.h"

enum { MATCHES = 2, MOVES_MAX = 300 };

typedef struct Reading {
    const Game *game;
    EventNames names;
    Event event;
    long count;
} Reading;

static void take(void *context, const Event *event) {
    Reading *reading = context;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        char told[EVENT_JSON_MAX], back[EVENT_JSON_MAX];
        Text text = text_init(told, sizeof told), again = text_init(back, sizeof back);
        event_write(reading->game, event, seat, &text);
        JsonNode *node = json_node_parse(span_of(told), NULL);
        assert_non_null(node);
        assert_true(event_read(reading->game, node, &reading->names, &reading->event));
        event_write(reading->game, &reading->event, ONLOOKER, &again);
        assert_string_equal(told, back);
        json_node_free(node);
        reading->count++;
    }
}

static void play(const Game *game, int variant, uint64_t seed, EventSink *sink) {
    StateRoom room;
    State *state = STATE_IN(room);
    Setup setup = {.variant = variant, .people = game->variants[variant].people_max};
    Chance chance = chance_fast(seed);
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    assert_non_null(moves);
    assert_true(game->setup(state, &setup, &chance, sink, NULL));
    for (int i = 0; i < MOVES_MAX && game->actors(state); i++) {
        int actor = __builtin_ctz(game->actors(state)), count = game->legal(state, actor, moves);
        game->apply(state, actor, moves[chance_below(&chance, (uint32_t)count)], &chance, sink);
    }
    free(moves);
}

static void events_come_back(void **state) {
    (void)state;
    Reading *reading = calloc(1, sizeof *reading);
    EventSink *sink = calloc(1, sizeof *sink);
    assert_true(reading && sink);
    *sink = (EventSink){.take = take, .context = reading};
    for (const Game *const *game = games; *game; game++) {
        reading->game = *game;
        for (int variant = 0; (*game)->variants[variant].name; variant++)
            for (uint64_t seed = 0; seed < MATCHES; seed++) play(*game, variant, seed, sink);
    }
    assert_true(reading->count > 10000);
    free(sink);
    free(reading);
}

static bool reads(const char *words) {
    static EventNames names;
    static Event event;
    JsonNode *node = json_node_parse_long(span_of(words), 1 << 20, NULL);
    assert_non_null(node);
    bool good = event_read(&primiera, node, &names, &event);
    json_node_free(node);
    return good;
}

static void what_is_no_event_is_refused(void **state) {
    (void)state;
    static char words[1 << 16];
    Text text = text_init(words, sizeof words);
    assert_true(reads("{\"event\":\"play\",\"card\":\"7D\",\"list\":[1,[2],{\"a\":null,\"b\":true}]}"));
    assert_false(reads("{\"card\":\"7D\"}"));
    assert_false(reads("{\"event\":7}"));
    assert_false(reads("[]"));
    assert_false(reads("{\"event\":\"play\",\"a name that is longer than any of a game\":1}"));
    assert_false(reads("{\"event\":\"play\",\"n\":1.5}"));
    assert_false(reads("{\"event\":\"play\",\"n\":99999999999}"));
    text_add(&text, "{\"event\":\"play\",\"list\":[0");
    for (int i = 0; i < EVENT_FIELDS_MAX; i++) text_add(&text, ",0");
    text_add(&text, "]}");
    assert_false(reads(words));
    text = text_init(words, sizeof words);
    text_add(&text, "{\"event\":\"play\",\"words\":\"");
    for (int i = 0; i < EVENT_TEXT_MAX; i++) text_char(&text, 'x');
    text_add(&text, "\"}");
    assert_false(reads(words));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(events_come_back), cmocka_unit_test(what_is_no_event_is_refused)};
    return tap_run("event_read", tests, sizeof tests / sizeof *tests);
}
