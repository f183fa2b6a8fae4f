/* Writes a step's events as each listener sees them, and keeps the outcomes of chance. */
#include "tests/support/told.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

ChanceOutcome *outcomes_add(Outcomes *outcomes) {
    if (outcomes->count == outcomes->capacity) {
        outcomes->capacity = outcomes->capacity ? 2 * outcomes->capacity : 64;
        outcomes->list = realloc(outcomes->list, (size_t)outcomes->capacity * sizeof *outcomes->list);
        assert(outcomes->list);
    }
    ChanceOutcome *outcome = &outcomes->list[outcomes->count++];
    memset(outcome, 0, sizeof *outcome);
    return outcome;
}

void outcomes_free(Outcomes *outcomes) {
    free(outcomes->list);
    *outcomes = (Outcomes){0};
}

static const ChanceOutcome *recall(void *context, uint32_t n) {
    const Outcomes *outcomes = context;
    int index = (int)n - outcomes->first;
    return index >= 0 && index < outcomes->count ? &outcomes->list[index] : NULL;
}

Chance outcomes_chance(Outcomes *outcomes) { return chance_recorded(recall, outcomes); }

/* Keeps the outcome of a chance event: its number must follow the last one's. */
static void keep_chance(Told *told, const Event *event) {
    bool is_shuffle = strcmp(event->kind, "shuffle") == 0;
    const Field *n = event_field(event, "n"), *cards = event_field(event, "cards");
    const Field *of = event_field(event, "of"), *value = event_field(event, "value");
    Outcomes *outcomes = told->outcomes;
    if (!n || (is_shuffle ? !cards : !of || !value)) {
        told->broken = "a chance event lacks its facts";
        return;
    }
    if (!outcomes) return;
    if (outcomes->count == 0) outcomes->first = (int)n->number;
    if (n->number != outcomes->first + outcomes->count) {
        told->broken = "the numbers of chance events do not rise by one";
        return;
    }
    ChanceOutcome *outcome = outcomes_add(outcomes);
    outcome->is_shuffle = is_shuffle;
    if (!is_shuffle) {
        outcome->count = (int)of->number;
        outcome->value = (uint32_t)value->number;
        return;
    }
    outcome->count = event_length(cards);
    for (int i = 0; i < outcome->count; i++) outcome->cards[i] = (uint8_t)event_element(cards, i)->number;
}

/* The first event of a move says which move it was and whose. */
static void keep_move(Told *told, const Event *event) {
    const Field *move = event_field(event, "move"), *seat = event_field(event, "seat"), *by = event_field(event, "by");
    if (move && move->kind == FIELD_TEXT) {
        memcpy(told->move, field_text(move), strlen(field_text(move)) + 1);
        told->move_seen_by = move->seen_by;
    }
    if (by) told->by = (int)by->number;
    else if (seat) told->by = (int)seat->number;
}

static void take(void *context, const Event *event) {
    Told *told = context;
    if (told->count == TOLD_EVENTS_MAX || told->used + TOLD_LISTENERS * EVENT_JSON_MAX > TOLD_BYTES_MAX) {
        told->broken = "one step tells more than can be kept";
        return;
    }
    if (strcmp(event->kind, "shuffle") == 0 || strcmp(event->kind, "lot") == 0) keep_chance(told, event);
    if (told->count == 0) keep_move(told, event);
    told->kinds[told->count] = event->kind;
    for (int listener = 0; listener < TOLD_LISTENERS; listener++) {
        told->lines[told->count][listener] = "";
        if (!(told->listeners >> listener & 1)) continue;
        Text text = text_init(told->bytes + told->used, EVENT_JSON_MAX);
        event_write(told->game, event, listener == TOLD_WHOLE ? VIEWER_WHOLE : listener, &text);
        if (text.overflow) told->broken = "an event is longer than EVENT_JSON_MAX";
        told->lines[told->count][listener] = text.buffer;
        told->used += text.length + 1;
        if (listener == TOLD_WHOLE)
            for (size_t i = 0; i <= text.length; i++)
                told->digest = (told->digest ^ (unsigned char)text.buffer[i]) * 0x100000001b3u;
    }
    told->count++;
}

void told_open(Told *told, const Game *game, unsigned listeners, Outcomes *outcomes) {
    memset(told, 0, sizeof *told);
    told->game = game;
    told->listeners = listeners;
    told->outcomes = outcomes;
    told->bytes = malloc(TOLD_BYTES_MAX);
    assert(told->bytes);
    told->sink.take = take;
    told->sink.context = told;
    told_restart(told);
}

void told_close(Told *told) {
    free(told->bytes);
    told->bytes = NULL;
}

void told_restart(Told *told) {
    told->digest = 0xcbf29ce484222325u; /* FNV-1a, 64 bits */
    if (told->outcomes) told->outcomes->count = 0;
    told_clear(told);
}

void told_clear(Told *told) {
    told->count = 0;
    told->used = 0;
    told->broken = NULL;
    told->move[0] = 0;
    told->by = -1;
    told->move_seen_by = 0;
}
