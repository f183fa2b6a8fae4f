/* Plays the rounds of a recording again, each from its first state. */
#include "teach/luck.h"

#include <stdlib.h>
#include <string.h>

#include "bots/level.h"
#include "bots/registry.h"

/* A share of strong's iterations: every seat thinks, so this is most of a review's time. What strong loses by it has not been
 * measured. */
enum { SHARE = 4 };

static void note_round(void *context, const Event *event) {
    bool *ended = context;
    if (strcmp(event->kind, "round") == 0) *ended = true;
}

bool luck_init(Luck *luck, const Recording *recording, Error *error) {
    *luck = (Luck){.recording = recording};
    for (int i = 0; i < recording->count; i++) luck->count += recording->begins[i];
    char name[32];
    Text text = text_init(name, sizeof name);
    text_format(&text, "strong@%d", game_thinker(recording_game(recording))->iterations[LEVEL_STRONG] / SHARE);
    luck->strong = bot_open_with_budget(recording_game(recording), span_of(name), error);
    return luck->strong != NULL;
}

void luck_release(Luck *luck) {
    bot_free(luck->strong);
    *luck = (Luck){0};
}

/* The lead of every seat by what it gained between two states. */
static void add_leads(const Recording *recording, const State *from, const State *to, double leads[SEATS_MAX]) {
    const Game *game = recording_game(recording);
    int before[SEATS_MAX] = {0}, after[SEATS_MAX] = {0};
    int sides = game->variants[recording->header.setup.variant].sides;
    if (!sides) sides = recording->seats;
    game->points(from, before);
    game->points(to, after);
    for (int seat = 0; seat < recording->seats; seat++) {
        double others = 0;
        for (int side = 0; side < sides; side++)
            if (side != seat % sides) others += after[side] - before[side];
        leads[seat] += after[seat] - before[seat] - (sides > 1 ? others / (sides - 1) : 0);
    }
}

/* From the first state of a round to the first of the next, or to the end of the match. */
static void play_round(Luck *luck, State *state) {
    const Recording *recording = luck->recording;
    const Game *game = recording_game(recording);
    Chance chance = recording->header.has_key ? chance_table(&recording->header.key) : chance_fast((uint64_t)luck->next);
    bool ended = false;
    EventSink sink = {.take = note_round, .context = &ended};
    StateRoom view;
    /* Without a known bound a match could go on for ever: strong does not need longer than that. */
    for (int turn = 0; !ended && !game_over(game, state) && turn < RECORDING_MOVES_MAX; turn++) {
        int actor = __builtin_ctz(game->actors(state));
        Chance dice = chance_fast((uint64_t)luck->next << 32 | (uint32_t)turn);
        game->view(state, actor, VIEW_IN(view));
        Move move;
        if (actor < recording->header.setup.people) move = bot_choose(luck->strong, VIEW_IN(view), actor, &dice);
        else game->legal(state, actor, luck->strong->moves), move = luck->strong->moves[0]; /* it plays by itself */
        game->apply(state, actor, move, &chance, &sink);
    }
}

bool luck_step(Luck *luck) {
    if (luck->done == luck->count) return false;
    const Recording *recording = luck->recording;
    const State *from = recording_state(recording, luck->next);
    int end = luck->next + 1;
    while (end < recording->count && !recording->begins[end]) end++;
    add_leads(recording, from, recording_state(recording, end), luck->made);
    StateRoom state;
    memcpy(&state, from, recording_game(recording)->state_bytes);
    play_round(luck, STATE_IN(state));
    add_leads(recording, from, STATE_IN(state), luck->cards);
    luck->next = end;
    luck->done++;
    return true;
}
