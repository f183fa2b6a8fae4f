/* Replays a record once and keeps what it went through. */
#include "program/recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/gzip.h"

enum { POSITIONS_FIRST = 256 };

static bool add_position(Recording *recording, const Replay *replay, size_t told, Error *error) {
    if (recording->count == recording->capacity) {
        int capacity = recording->capacity ? 2 * recording->capacity : POSITIONS_FIRST;
        Position *positions = realloc(recording->positions, (size_t)capacity * sizeof *positions);
        if (!positions) return error_set(error, "there is not enough memory");
        recording->positions = positions;
        recording->capacity = capacity;
    }
    recording->positions[recording->count++] = (Position){.state = replay->state,
                                                          .events = recording->log.event_count,
                                                          .begins_round = event_log_has(&recording->log, told, "round")};
    return true;
}

/* Goes to the number-th record of the file. */
static ReplayStatus find_record(Replay *replay, int number, EventSink *sink) {
    ReplayStatus status = replay_begin(replay, number == 1 ? sink : NULL);
    while (--number > 0 && status != REPLAY_NONE) {
        while (status == REPLAY_GOES_ON) status = replay_step(replay, NULL);
        if (status != REPLAY_OVER) return status;
        status = replay_begin(replay, number == 1 ? sink : NULL);
    }
    return status;
}

static bool read_record(Recording *recording, Replay *replay, int number, Error *error) {
    EventSink sink = {.take = event_log_take, .context = &recording->log};
    ReplayStatus status = find_record(replay, number, &sink);
    if (status == REPLAY_NONE && number == 1) return error_set(error, "%s", N_("the file holds no record"));
    if (status == REPLAY_NONE) return error_say(error, "there is no game {number} in the file", WITH("number", number));
    recording->header = replay->header;
    bool good = status == REPLAY_GOES_ON;
    if (!good) *error = replay->error;
    else good = add_position(recording, replay, 0, error);
    while (good && status == REPLAY_GOES_ON && recording->count < RECORDING_STEPS_MAX) {
        size_t told = recording->log.event_count;
        status = replay_step(replay, &sink);
        if (status == REPLAY_GOES_ON || status == REPLAY_OVER) good = add_position(recording, replay, told, error);
    }
    recording->over = status == REPLAY_OVER;
    if (status != REPLAY_GOES_ON && status != REPLAY_OVER) recording->fault = replay->error;
    return good && (!recording->log.failed || error_set(error, "there is not enough memory"));
}

bool recording_open(Recording *recording, const char *path, int number, Error *error) {
    *recording = (Recording){0};
    FILE *file = gzip_read(path);
    if (!file) return error_set(error, "cannot read %.100s: %s", path, strerror(errno));
    Replay *replay = calloc(1, sizeof *replay);
    bool good = replay != NULL || error_set(error, "there is not enough memory");
    if (good) {
        Error fault;
        replay_init(replay, file);
        good = read_record(recording, replay, number, &fault) || error_set(error, "%.60s: %s", path, fault.text);
        replay_release(replay);
    }
    free(replay);
    fclose(file);
    if (!good) recording_close(recording);
    return good;
}

void recording_close(Recording *recording) {
    event_log_release(&recording->log);
    free(recording->positions);
    *recording = (Recording){0};
}
