/* The thinker of Primo in all its modes: the best few words and actions are candidates, tried out on the same deals.
 *
 * A hand with stars has tens of thousands of moves that differ little: of each kind of action the best few are kept, words
 * by what they leave in the hand (value.h), throws and gifts by what is missed least, attacks by how near their
 * victim is to winning. Then the unseen cards are dealt, again and again, and from each such deal every action that is
 * still in the race (race.h) is played on for a few turns by quick players (turn.h), who know no more than their own
 * hands. What counts is the chance to win by what has been written by then and the hands promise. In solo the deals are
 * played to their end. */
#include "bots/primo/bots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots/race.h"
#include "bots/primo/turn.h"
#include "core/bits.h"

/* Kinds of actions, of each of which a few are kept. */
typedef enum {
    KIND_WORD, /* one for each length from three to seven */
    KIND_THROW = KIND_WORD + PRIMO_PROMISES,
    KIND_GIFT,
    KIND_GOMME,
    KIND_PAUSE,
    KIND_FANTOME,
    KIND_MAGICIEN,
    KIND_TORNADO,
    KIND_OTHER,
    KINDS,
} Kind;

enum { TRIALS_MAX = RACERS_MAX, TURNS_AHEAD = 3 /* of each seat */, SOLO_SCALE = 400, SOLO_SEATS = 12, STRENGTH_WORTH = 4 };

static int kept_of(Kind kind) {
    static const uint8_t kept[KINDS] = {[KIND_THROW] = 4,   [KIND_GIFT] = 4,     [KIND_GOMME] = 2,   [KIND_PAUSE] = 2,
                                        [KIND_FANTOME] = 1, [KIND_MAGICIEN] = 2, [KIND_TORNADO] = 2, [KIND_OTHER] = 8};
    return kind < KIND_THROW ? 2 : kept[kind];
}

typedef struct Trial {
    Move move;
    Kind kind;
    int prior; /* among those of its kind */
} Trial;

typedef struct Thinking {
    const Game *game;
    int trial_count;
    Trial trials[TRIALS_MAX];
    Race race; /* of the trials */
    const View *view;
    int actor;
    StateRoom deal; /* on which they are run */
    Expectation expectation;
    Move moves[PRIMO_MOVES_MAX];
} Thinking;

static void *open(const Game *game, Budget budget) {
    (void)budget;
    Thinking *thinking = calloc(1, sizeof *thinking);
    if (thinking) thinking->game = game;
    return thinking;
}

static void close(void *memory) { free(memory); }

/* ---- which actions are worth a trial */

static void offer(Thinking *thinking, Kind kind, Move move, int prior) {
    Trial *least = NULL, trial = {.move = move, .kind = kind, .prior = prior};
    int count = 0;
    for (int i = 0; i < thinking->trial_count; i++) {
        if (thinking->trials[i].kind != kind) continue;
        count++;
        if (!least || thinking->trials[i].prior < least->prior) least = &thinking->trials[i];
    }
    if (count < kept_of(kind) && thinking->trial_count < TRIALS_MAX) thinking->trials[thinking->trial_count++] = trial;
    else if (least && least->prior < prior) *least = trial;
}

/* By what is left in the hand for the other lengths; the top discard, if taken, is among what is laid. */
static int word_prior(const Primo *p, int actor, Move move) {
    PrimoWord word = primo_data_letters(move);
    int length = primo_word_length(&word);
    uint8_t hand[PRIMO_FACES];
    memcpy(hand, p->hand[actor], sizeof hand);
    if (primo_takes(move)) hand[p->thrown[p->thrown_count - 1]]++;
    for (int place = 0; place < length; place++) hand[primo_word_card(&word, place)]--;
    Lengths rest = primo_wanted(p, actor) & ~(p->variant == PRIMO_SOLO ? 0 : 1u << length);
    int prior = primo_promise(&primo_learnt, hand, rest) + PRIMO_WEIGHT * hand[STAR];
    return p->extreme ? prior + STRENGTH_WORTH * primo_strength(p, &word) : prior;
}

/* By the hand that is left when the cards of the move are gone. */
static int loss_prior(const Primo *p, int actor, Move move) {
    uint8_t hand[PRIMO_FACES], cards[PRIMO_HAND_MAX];
    int count = primo_data_list(move, cards);
    memcpy(hand, p->hand[actor], sizeof hand);
    for (int i = 0; i < count; i++) hand[cards[i]]--;
    return primo_hand_worth(&primo_learnt, p, actor, hand);
}

static int lead_of(const Primo *p, int seat) { return 2 * bits_count(primo_written(p, seat)) + primo_can_write(p, seat); }

/* Few cards and many are both worth a trial. */
static void offer_magicien(Thinking *thinking, const Primo *p, Move move) {
    enum { FEW = 2, MANY = 4 };
    int given = (int)primo_data(move);
    if (given == FEW || given == MANY) offer(thinking, KIND_MAGICIEN, move, lead_of(p, primo_seat(move)));
}

/* The leader alone, or all opponents. */
static void offer_tornado(Thinking *thinking, const Primo *p, int actor, Move move) {
    SeatSet hit = (SeatSet)primo_data(move), opponents = 0;
    for (int seat = 0; seat < primo_seats(p); seat++)
        if (primo_opponents(p, seat, actor)) opponents |= SEAT_BIT(seat);
    if (hit == opponents || hit == SEAT_BIT(primo_leader(p, actor))) offer(thinking, KIND_TORNADO, move, 0);
}

static void offer_move(Thinking *thinking, const Primo *p, int actor, Move move) {
    PrimoWord word;
    switch (primo_act(move)) {
    case ACT_WORD:
        word = primo_data_letters(move);
        offer(thinking, (Kind)(KIND_WORD + primo_word_length(&word) - PRIMO_SHORTEST), move, word_prior(p, actor, move));
        return;
    case ACT_THROW:
    case ACT_LEFTOVER: offer(thinking, KIND_THROW, move, loss_prior(p, actor, move)); return;
    case ACT_GIVE: offer(thinking, KIND_GIFT, move, loss_prior(p, actor, move)); return;
    case ACT_GOMME: offer(thinking, KIND_GOMME, move, lead_of(p, primo_seat(move))); return;
    case ACT_PAUSE: offer(thinking, KIND_PAUSE, move, lead_of(p, primo_seat(move))); return;
    case ACT_FANTOME: offer(thinking, KIND_FANTOME, move, lead_of(p, primo_seat(move))); return;
    case ACT_MAGICIEN: offer_magicien(thinking, p, move); return;
    case ACT_TORNADO: offer_tornado(thinking, p, actor, move); return;
    case ACT_STAR: /* what is recovered without harm was recovered before */
    case ACT_PROPOSE: /* cards put back serve all alike */ return;
    default: offer(thinking, KIND_OTHER, move, 0); return;
    }
}

/* A short thought overlooks words, as people do: so many iterations see them all. */
enum { SEES_ALL = 36 };

static int overlook_words(Move *moves, int count, int iterations, Chance *chance) {
    int seen = 0;
    if (iterations >= SEES_ALL) return count;
    for (int i = 0; i < count; i++)
        if (primo_act(moves[i]) != ACT_WORD || chance_below(chance, SEES_ALL) < (uint32_t)iterations) moves[seen++] = moves[i];
    return seen;
}

/* ---- moves that need no trial */

static bool wins(const Primo *p, int actor, Move move) {
    if (primo_act(move) != ACT_WORD || p->variant == PRIMO_SOLO) return false;
    PrimoWord word = primo_data_letters(move);
    return primo_wanted(p, actor) == 1u << primo_word_length(&word);
}

/* A word that wins, or a star that can be recovered without harm; else NULL. */
static const Move *find_plain(const Primo *p, int actor, const Move *moves, int count) {
    const Move *star = NULL;
    for (int i = 0; i < count; i++) {
        if (wins(p, actor, moves[i])) return &moves[i];
        if (!star && primo_act(moves[i]) == ACT_STAR && !primo_star_hurts(p, actor, moves[i])) star = &moves[i];
    }
    return star;
}

/* ---- trying them out */

/* Few cards left over first, then few words. */
static float solo_reward(const Primo *p) {
    int left = 0, words = primo_solo_words(p);
    for (int face = 0; face < PRIMO_FACES; face++) left += p->under[face];
    return 1 - (float)(5 * left + words) / SOLO_SCALE;
}

static float reward_of(const Primo *p, int actor) {
    float chances[SEATS_MAX];
    if (p->variant == PRIMO_SOLO) return solo_reward(p);
    if (p->phase == PRIMO_OVER) {
        SeatSet winners = primo_leaders(p);
        return winners & SEAT_BIT(actor) ? 1 : 0;
    }
    primo_chances(&primo_learnt, p, chances);
    return chances[primo_team(p, actor)];
}

static void deal_unseen(void *context, Chance *chance) {
    Thinking *thinking = context;
    thinking->game->determinize(thinking->view, chance, STATE_IN(thinking->deal));
}

static float try_out(void *context, int number, Chance chance) {
    Thinking *thinking = context;
    Primo p = *primo_of(STATE_IN(thinking->deal));
    int actor = thinking->actor, end = p.variant == PRIMO_SOLO ? PRIMO_TURNS_MAX : p.turns + TURNS_AHEAD * primo_seats(&p);
    primo_apply((State *)(void *)&p, actor, thinking->trials[number].move, &chance, NULL);
    while (p.phase != PRIMO_OVER && p.turns < end) primo_quick_play(&primo_learnt, &p, &chance);
    return reward_of(&p, actor);
}

/* An iteration is one action on one deal of a duel. With more players the turns ahead are more, and the trials fewer; a deal of
 * solo is played to its end and takes as long as SOLO_SEATS players. */
static int runs_for(const Primo *p, int iterations) {
    return 2 * iterations / (p->variant == PRIMO_SOLO ? SOLO_SEATS : primo_seats(p));
}

static Course course_of(Thinking *thinking, const View *view, int actor) {
    thinking->view = view;
    thinking->actor = actor;
    return (Course){.context = thinking, .deal = deal_unseen, .run = try_out};
}

static void try_all(Thinking *thinking, const View *view, int actor, int iterations, Chance *chance) {
    Course course = course_of(thinking, view, actor);
    race_run(&thinking->race, thinking->trial_count, NULL, &course, runs_for(primo_of_view(view), iterations), chance);
}

static Move choose(void *memory, const View *view, int actor, Budget budget, Chance *chance) {
    Thinking *thinking = memory;
    const Primo *p = primo_of_view(view);
    int count = primo_legal(view_state(view), actor, thinking->moves);
    assert(count > 0);
    thinking->expectation = (Expectation){.kind = EXPECTS_NOTHING};
    thinking->trial_count = 0;
    thinking->race.tried[0] = 0;
    count = overlook_words(thinking->moves, count, budget.iterations, chance); /* there is always a move that lays none */
    if (count == 1) return thinking->moves[0];
    const Move *plain = find_plain(p, actor, thinking->moves, count);
    if (plain) {
        if (wins(p, actor, *plain)) thinking->expectation = (Expectation){.kind = EXPECTS_WIN, .value = 1};
        return *plain;
    }
    for (int i = 0; i < count; i++) offer_move(thinking, p, actor, thinking->moves[i]);
    if (thinking->trial_count == 1) return thinking->trials[0].move;
    try_all(thinking, view, actor, budget.iterations, chance);
    int best = thinking->race.order[0];
    if (p->variant != PRIMO_SOLO)
        thinking->expectation = (Expectation){.kind = EXPECTS_WIN, .value = race_mean(&thinking->race, best)};
    return thinking->trials[best].move;
}

/* In solo there is nobody to win against. */
static void weigh(void *memory, const View *view, int actor, Move asked, Budget budget, Chance *chance, Weighing *weighing) {
    Thinking *thinking = memory;
    const Primo *p = primo_of_view(view);
    if (p->variant == PRIMO_SOLO) return;
    Move moves[WEIGHED_MAX] = {asked}, best = choose(memory, view, actor, budget, chance);
    int count = 1, favourites = thinking->trial_count;
    if (best != asked) moves[count++] = best;
    /* Of a plain choice nothing was tried, and nothing is in order. */
    for (int i = 0; i < favourites && thinking->race.tried[0] > 0 && count < WEIGHED_MAX; i++) {
        Move move = thinking->trials[thinking->race.order[i]].move;
        if (move != asked && move != best) moves[count++] = move;
    }
    for (int i = 0; i < count; i++) thinking->trials[i] = (Trial){.move = moves[i]};
    thinking->trial_count = count;
    Course course = course_of(thinking, view, actor);
    race_run_all(&thinking->race, count, NULL, &course, runs_for(p, budget.iterations) / count, chance);
    weighing->kind = EXPECTS_WIN;
    race_weighing(&thinking->race, moves, count, weighing);
}

static Expectation expects(const void *memory) { return ((const Thinking *)memory)->expectation; }

const Thinker thinker_primo = {
    .iterations = {12, 60, 8000}, .open = open, .close = close, .choose = choose, .expects = expects, .weigh = weigh};
