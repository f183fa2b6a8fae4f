/* Fuzzes the record reader: any file is replayed or refused with a line number. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    Replay *replay = calloc(1, sizeof *replay);
    if (!file || !replay) abort();
    replay_init(replay, file);
    ReplayStatus status;
    do {
        status = replay_begin(replay, NULL);
        while (status == REPLAY_GOES_ON) status = replay_step(replay, NULL);
    } while (status == REPLAY_OVER);
    if (status != REPLAY_NONE && (replay->broken_line < 1 || !strstr(replay->error.text, "line "))) abort();
    replay_release(replay);
    free(replay);
    fclose(file);
    return 0;
}
