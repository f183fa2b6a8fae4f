/* Reads a whole record into memory, with every rule checked on the way. */
#include "teach/recording.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/message.h"
#include "record/replay.h"

enum { FIRST_CAPACITY = 256 };

const State *recording_state(const Recording *recording, int index) {
    return (const State *)(const void *)(recording->states + (size_t)index * recording_game(recording)->state_bytes);
}

void recording_release(Recording *recording) {
    free(recording->states);
    free(recording->actors);
    free(recording->moves);
    free(recording->begins);
    *recording = (Recording){0};
}

static void *resized(void *memory, size_t bytes, bool *whole) {
    void *larger = realloc(memory, bytes);
    if (larger) return larger;
    *whole = false;
    return memory;
}

static bool grow(Recording *recording) {
    size_t capacity = recording->capacity ? 2 * (size_t)recording->capacity : FIRST_CAPACITY;
    bool whole = true;
    recording->states = resized(recording->states, (capacity + 1) * recording_game(recording)->state_bytes, &whole);
    recording->actors = resized(recording->actors, capacity * sizeof *recording->actors, &whole);
    recording->moves = resized(recording->moves, capacity * sizeof *recording->moves, &whole);
    recording->begins = resized(recording->begins, (capacity + 1) * sizeof *recording->begins, &whole);
    if (whole) recording->capacity = (int)capacity;
    return whole;
}

static void keep_state(Recording *recording, const Replay *replay, bool begins) {
    size_t bytes = recording_game(recording)->state_bytes;
    memcpy(recording->states + (size_t)recording->count * bytes, replay_state(replay), bytes);
    recording->begins[recording->count] = begins;
}

static void note_round(void *context, const Event *event) {
    bool *began = context;
    if (strcmp(event->kind, "round") == 0) *began = true;
}

/* The moves of the record that was begun. */
static bool read_moves(Recording *recording, Replay *replay, Error *error) {
    bool began = false;
    EventSink sink = {.take = note_round, .context = &began};
    while (replay->status == REPLAY_GOES_ON) {
        long moves = replay->moves;
        began = false;
        replay_step(replay, &sink);
        if (replay->moves == moves || (replay->status != REPLAY_GOES_ON && replay->status != REPLAY_OVER)) break;
        if (recording->count == RECORDING_MOVES_MAX)
            return error_say(error, "a match of more than {max} moves is too long for this", WITH("max", RECORDING_MOVES_MAX));
        if (recording->count == recording->capacity && !grow(recording)) return error_set(error, "there is not enough memory");
        recording->actors[recording->count] = (uint8_t)replay->actor;
        recording->moves[recording->count++] = replay->move;
        keep_state(recording, replay, began);
    }
    if (replay->status != REPLAY_OVER) return error_set(error, "%s", replay->error.text);
    if (replay->seed_broken_line)
        return error_set(error, "line %ld: the seed in the header gives another outcome", replay->seed_broken_line);
    return true;
}

static bool read_record(Recording *recording, Replay *replay, int index, Error *error) {
    ReplayStatus status = replay_begin(replay, NULL);
    for (int i = 0; i < index && status != REPLAY_NONE; i++) {
        while (status == REPLAY_GOES_ON) status = replay_step(replay, NULL);
        if (status != REPLAY_OVER) return error_set(error, "%s", replay->error.text);
        status = replay_begin(replay, NULL);
    }
    if (status == REPLAY_NONE) {
        return index ? error_say(error, "there is no game {number} in the file", WITH("number", index + 1))
                     : error_set(error, "%s", N_("the file holds no record"));
    }
    if (status != REPLAY_GOES_ON) return error_set(error, "%s", replay->error.text);
    recording->header = replay->header;
    recording->seats = replay->header.game->seats(replay_state(replay));
    if (!grow(recording)) return error_set(error, "there is not enough memory");
    keep_state(recording, replay, true);
    return read_moves(recording, replay, error);
}

bool recording_read(Recording *recording, FILE *file, int index, Error *error) {
    *recording = (Recording){0};
    Replay *replay = malloc(sizeof *replay);
    if (!replay) return error_set(error, "there is not enough memory");
    replay_init(replay, file);
    bool good = read_record(recording, replay, index, error);
    replay_release(replay);
    free(replay);
    if (!good) recording_release(recording);
    return good;
}

bool recording_parse(Recording *recording, Span text, Error *error) {
    FILE *file = text.length ? fmemopen((void *)(uintptr_t)text.at, text.length, "r") : NULL;
    if (!file) return error_set(error, text.length ? "there is not enough memory" : "line 1: the file holds no record");
    bool good = recording_read(recording, file, 0, error);
    fclose(file);
    return good;
}

int recording_round_start(const Recording *recording, int index) {
    while (!recording->begins[index]) index--;
    return index;
}

void recording_sights(const Recording *recording, int index, Sights *sights) {
    const Game *game = recording_game(recording);
    int actor = recording->actors[index], start = recording_round_start(recording, index), first = index;
    size_t most = sizeof sights->views / game->state_bytes;
    *sights = (Sights){.view_bytes = game->state_bytes};
    /* The latest that fit, oldest first. */
    for (size_t turns = 0; first > start && turns < most; first--) turns += recording->actors[first - 1] == actor;
    for (int i = first; i < index; i++) {
        if (recording->actors[i] != actor) continue;
        game->view(recording_state(recording, i), actor,
                   (View *)(void *)(sights->views + (size_t)sights->count++ * sights->view_bytes));
    }
}

bool recording_is_person(const Recording *recording, int seat) {
    if (seat >= recording->header.setup.people) return false;
    Span name = bot_name_alone(span_of(recording->header.names[seat]));
    return bot_find(recording_game(recording), name) == NULL;
}
