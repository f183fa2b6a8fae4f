/* Primo's policy for search: look a few turns ahead, and count lengths written beyond the best opponent's.
 * A tree cannot hold tens of thousands of words, so the game it is given lists two of each length. */
#include "bots/primo/policy.h"

#include <string.h>

#include "games/primo/primo.h"

enum {
    WORDS_A_LENGTH = 2,
    WORDS_TRIED = 8,
    TURNS_AHEAD = 3,                                                       /* of each seat */
    LISTED_MAX = PRIMO_ACTIONS_MAX + (PRIMO_LETTERS - 2) * WORDS_A_LENGTH, /* lengths from three on */
};

static Lengths wanted(const Primo *p, int seat) {
    if (p->variant == PRIMO_SOLO) return primo_lengths(p);
    return primo_can_write(p, seat) ? primo_lengths(p) & ~primo_written(p, seat) : 0;
}

/* The first words of a length, each with as few stars as it needs. */
static int list_length(const Primo *p, int actor, bool take, int length, Move *moves, int count) {
    Rack rack = primo_rack(p, actor, take);
    WordSearch search;
    word_search_init(&search, primo_lexicon(), &rack, 1u << length);
    for (int found = 0, tried = 0; found < WORDS_A_LENGTH && tried < WORDS_TRIED && word_search_next(&search); tried++) {
        PlacementSearch placement;
        PrimoWord word;
        placement_search_init(&placement, &rack, search.letters, length);
        if (!placement_search_next(&placement)) continue;
        memset(word.letters, CARD_NONE, sizeof word.letters);
        for (int i = 0; i < length; i++) word.letters[i] = (uint8_t)(search.letters[i] - 'A');
        word.stars = (uint8_t)placement.stars;
        if (take && !primo_word_allowed(p, actor, take, &word)) continue; /* it does without the top discard */
        moves[count++] = primo_move(ACT_WORD, take, 0, primo_data_word(&word));
        found++;
    }
    return count;
}

static int list_few(const State *state, int actor, Move *moves) {
    const Primo *p = primo_of(state);
    int count = primo_list_actions(state, actor, moves);
    bool take;
    if (count == 0 || !primo_may_lay(p, &take)) return count;
    for (Lengths rest = wanted(p, actor); rest; rest &= rest - 1)
        count = list_length(p, actor, take, __builtin_ctz(rest), moves, count);
    return count;
}

static bool settled(const State *root, const State *state) {
    const Primo *from = primo_of(root), *p = primo_of(state);
    return p->phase == PRIMO_OVER || p->turns >= from->turns + TURNS_AHEAD * primo_seats(p);
}

/* In solo, cards laid. */
static void rewards(const State *root, const State *state, float rewards[SEATS_MAX]) {
    const Primo *p = primo_of(state);
    int points[SEATS_MAX];
    (void)root;
    primo_points(state, points);
    for (int seat = 0; seat < primo_seats(p); seat++) {
        int best = 0;
        for (int other = 0; other < primo_seats(p); other++)
            if (primo_opponents(p, seat, other) && points[other] > best) best = points[other];
        rewards[seat] = p->variant == PRIMO_SOLO ? (float)points[0] / (float)primo_cards(p)
                                                 : 0.5f + (float)(points[seat] - best) / (2 * PRIMO_LENGTHS);
    }
}

/* What search calls of a game. */
static const Game few = {
    .name = "primo",
    .variants = primo_variants,
    .state_bytes = sizeof(Primo),
    .moves_max = LISTED_MAX,
    .actors = primo_actors,
    .legal = list_few,
    .is_legal = primo_is_legal,
    .apply = primo_apply,
    .points = primo_points,
    .winners = primo_winners,
    .view = primo_view,
    .determinize = primo_determinize,
};

const Policy policy_primo_plain = {.game = &few, .exploration = 0.2f, .settled = settled, .rewards = rewards};
