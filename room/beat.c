/* Computes the moment at which a bot's move is shown. */
#include "room/beat.h"

static Thoughts *thoughts_of(Beat *beat, const Game *game, Level level) {
    int slot = 0;
    while (slot < BEAT_GAMES_MAX - 1 && beat->games[slot] && beat->games[slot] != game) slot++;
    beat->games[slot] = game;
    return &beat->thoughts[slot][level];
}

static void turn_window(Thoughts *thoughts, Milliseconds now) {
    if (now - thoughts->since < BEAT_WINDOW_MS) return;
    bool recent = now - thoughts->since < 2 * (Milliseconds)BEAT_WINDOW_MS;
    thoughts->longest_before = recent ? thoughts->longest : 0;
    thoughts->longest = 0;
    thoughts->since = now;
}

static Milliseconds allowance_of(const Thoughts *thoughts, Milliseconds pace) {
    Milliseconds longest = thoughts->longest > thoughts->longest_before ? thoughts->longest : thoughts->longest_before;
    Milliseconds allowance = (longest * 5 / 4 + BEAT_GRAIN_MS - 1) / BEAT_GRAIN_MS * BEAT_GRAIN_MS;
    if (allowance > BEAT_ALLOWANCE_MAX_MS) allowance = BEAT_ALLOWANCE_MAX_MS;
    /* Within one pace there is room for most thoughts, and for a while in the queue before. */
    return allowance < pace * 3 / 4 ? pace * 3 / 4 : allowance;
}

Milliseconds beat_next(Milliseconds pace, Milliseconds began, Milliseconds ready) {
    if (pace <= 0) return ready;
    Milliseconds passed = ready - began, beats = passed <= 0 ? 1 : (passed + pace - 1) / pace;
    return began + beats * pace;
}

Milliseconds beat_show(Beat *beat, const Game *game, Level level, Milliseconds pace, Milliseconds began, Milliseconds thought,
                       Milliseconds now) {
    Thoughts *thoughts = thoughts_of(beat, game, level);
    turn_window(thoughts, now);
    if (thought > allowance_of(thoughts, pace)) thoughts->longest = thought; /* it shows; those that follow do not */
    Milliseconds allowance = allowance_of(thoughts, pace);
    if (thought > thoughts->longest) thoughts->longest = thought;
    Milliseconds ready = now - thought + allowance;
    return beat_next(pace, began, ready > now ? ready : now);
}
