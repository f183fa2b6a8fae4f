/* Rubamazzo's bots: a greedy player, and what search needs to know. */
#include "bots/registry.h"
#include "games/rubamazzo/rubamazzo.h"

/* Takes as many cards as it can; otherwise lays the card whose rank has been seen most, which others are least likely to hold. */
static int worth(const Rubamazzo *r, Move move) {
    int card = rubamazzo_card(move), takes = rubamazzo_takes(move);
    CardSet seen = r->table;
    if (takes == TAKES_TABLE) return 100 + set_count(rubamazzo_catch(r, card));
    if (takes >= TAKES_PILE) return 100 + set_count(r->pile[takes - TAKES_PILE]);
    for (int seat = 0; seat < r->people; seat++) seen |= r->pile[seat] | r->hand[seat];
    return set_count(seen & RANK_CARDS(card_rank(card)));
}

static Move greedy(Bot *bot, const View *view, int actor, Chance *chance) {
    const Rubamazzo *r = rubamazzo_of(view_state(view));
    int count = bot->game->legal(view_state(view), actor, bot->moves), best = 0, equals = 1;
    for (int i = 1; i < count; i++) {
        int gain = worth(r, bot->moves[i]) - worth(r, bot->moves[best]);
        if (gain > 0) best = i, equals = 1;
        else if (gain == 0 && chance_below(chance, (uint32_t)++equals) == 0) best = i;
    }
    return bot->moves[best];
}

/* Search looks to the end of the match, and what counts is each player's share of the cards. */
static bool settled(const State *root, const State *state) {
    (void)root;
    return rubamazzo.actors(state) == 0;
}

static void rewards(const State *root, const State *state, float rewards[SEATS_MAX]) {
    const Rubamazzo *r = rubamazzo_of(state);
    (void)root;
    for (int seat = 0; seat < r->people; seat++) rewards[seat] = (float)set_count(r->pile[seat]) / ITALIAN_CARDS;
}

static const Policy policy = {.game = &rubamazzo, .exploration = 0.2f, .settled = settled, .rewards = rewards};

const GameBots bots_rubamazzo = {.game = &rubamazzo, .greedy = greedy, .policy = &policy};
