/* Reads records again, move by move or a whole file at once. */
#include "record/replay.h"

#include <errno.h>
#include <stdlib.h>

#include "library/inside.h"

struct araldo_replay {
    FILE *file;
    Replay replay;
    ReplayStatus status; /* of the last step */
    araldo_state state;
};

araldo_replay *araldo_replay_open(const char *path, araldo_error *error) {
    araldo_replay *replay = calloc(1, sizeof *replay);
    if (!replay) error_set(error_of(error), "there is not enough memory to read a record");
    if (replay && !(replay->file = fopen(path, "r"))) {
        error_set(error_of(error), "cannot read %.100s: %s", path, strerror(errno));
        free(replay);
        return NULL;
    }
    if (!replay) return NULL;
    replay_init(&replay->replay, replay->file);
    replay->status = REPLAY_OVER;
    return replay;
}

void araldo_replay_close(araldo_replay *replay) {
    if (!replay) return;
    replay_release(&replay->replay);
    fclose(replay->file);
    free(replay);
}

/* A step that went well is still broken if what was drawn does not follow from the seed. */
static araldo_replay_status judge(araldo_replay *replay, araldo_replay_status well, Error *error) {
    const Replay *inside = &replay->replay;
    if (inside->seed_broken_line) {
        error_set(error, "line %ld: the seed in the header gives another outcome", inside->seed_broken_line);
        replay->status = REPLAY_BROKEN;
        return ARALDO_REPLAY_BROKEN;
    }
    if (replay->status == REPLAY_GOES_ON || replay->status == REPLAY_OVER) {
        fill_state(&replay->state, inside->header.game, replay_state(inside));
        return well;
    }
    if (replay->status == REPLAY_NONE) return ARALDO_REPLAY_END;
    error_set(error, "%s", inside->error.text);
    return replay->status == REPLAY_BROKEN ? ARALDO_REPLAY_BROKEN : ARALDO_REPLAY_UNFINISHED;
}

araldo_replay_status araldo_replay_step(araldo_replay *replay, int *seat, araldo_move *move, araldo_error *error) {
    if (replay->status == REPLAY_OVER) {
        replay->status = replay_begin(&replay->replay, NULL);
        return judge(replay, ARALDO_REPLAY_SETUP, error_of(error));
    }
    if (replay->status == REPLAY_GOES_ON) replay->status = replay_step(&replay->replay, NULL);
    araldo_replay_status status = judge(replay, ARALDO_REPLAY_MOVE, error_of(error));
    if (status != ARALDO_REPLAY_MOVE) return status;
    if (seat) *seat = replay->replay.actor;
    if (move) *move = replay->replay.move;
    return status;
}

const araldo_state *araldo_replay_state(const araldo_replay *replay) { return &replay->state; }

const char *araldo_replay_name(const araldo_replay *replay, int seat) {
    const RecordHeader *header = &replay->replay.header;
    return replay->state.game && seat >= 0 && seat < header->setup.people ? header->names[seat] : NULL;
}

bool araldo_record_verify(const char *path, araldo_verified *verified, araldo_error *error) {
    araldo_verified found = {0};
    araldo_replay *replay = araldo_replay_open(path, error);
    araldo_replay_status status;
    if (!replay) return false;
    do {
        status = araldo_replay_step(replay, NULL, NULL, error);
        if (status == ARALDO_REPLAY_SETUP) found.records++;
        if (status == ARALDO_REPLAY_SETUP && !replay->replay.header.has_key) found.sealed++;
        if (status == ARALDO_REPLAY_MOVE) found.moves++;
    } while (status == ARALDO_REPLAY_SETUP || status == ARALDO_REPLAY_MOVE);
    araldo_replay_close(replay);
    if (status != ARALDO_REPLAY_END) return false;
    if (found.records == 0) return error_set(error_of(error), "line 1: the file holds no record");
    if (verified) *verified = found;
    return true;
}
