/* Plays a match through the internal functions and compares it with the public library's, step by step. */
#include "tests/library/twin.h"

#include <string.h>

#include "tests/support/tap.h"

void twin_begin(Twin *twin, const Game *game, const Setup *setup, const char *seed) {
    Error error = {""};
    memset(twin, 0, sizeof *twin);
    twin->game = game;
    twin->sink.take = event_log_take;
    twin->sink.context = &twin->log;
    assert_true(chance_key_parse(&twin->key, span_of(seed), NULL));
    Chance chance = chance_table(&twin->key);
    if (!game->setup(STATE_IN(twin->room), setup, &chance, &twin->sink, &error)) fail_msg("%s", error.text);
}

void twin_play(Twin *twin, int seat, Move move) {
    Chance chance = chance_table(&twin->key);
    assert_true(game_play(twin->game, STATE_IN(twin->room), seat, move, &chance, &twin->sink, NULL));
}
