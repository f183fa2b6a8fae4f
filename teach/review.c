/* Judges decisions one by one with a patient `strong`. */
#include "teach/review.h"

#include <math.h>
#include <stdlib.h>

#include "bots/level.h"
#include "bots/registry.h"
#include "core/message.h"
#include "teach/chance.h"

/* In chances to win, measured on bots: of medium's decisions one in twenty costs as much as a mistake, and one in a hundred as much
 * as a blunder (docs/review.md). */
static const float MISTAKE_COST = 0.03f, BLUNDER_COST = 0.10f;
/* A cost must also be beyond luck: so many standard errors. */
static const float BEYOND_LUCK = 2;

const char *verdict_name(Verdict verdict) {
    static const char *const names[VERDICTS] = {"fine", "only", "mistake", "blunder"};
    return names[verdict];
}

static bool is_choice(const Recording *recording, int index, Move *moves) {
    const Game *game = recording_game(recording);
    return game->legal(recording_state(recording, index), recording->actors[index], moves) > 1;
}

static bool list_decisions(Review *review, SeatSet seats) {
    const Recording *recording = review->recording;
    Move *moves = malloc((size_t)recording_game(recording)->moves_max * sizeof *moves);
    review->decisions = malloc((size_t)(recording->count + 1) * sizeof *review->decisions);
    for (int i = 0; moves && review->decisions && i < recording->count; i++) {
        if (!(seats & SEAT_BIT(recording->actors[i])) || !is_choice(recording, i, moves)) continue;
        review->decisions[review->count++] =
            (Decision){.index = i, .seat = recording->actors[i], .played = recording->moves[i]};
    }
    bool whole = moves && review->decisions;
    free(moves);
    return whole;
}

int review_percent(int decisions) {
    enum { DECISIONS_FULL = 60, PERCENT_MIN = 60 };
    if (decisions <= DECISIONS_FULL) return 100;
    int percent = 100 * DECISIONS_FULL / decisions;
    return percent > PERCENT_MIN ? percent : PERCENT_MIN;
}

/* Of the seat that decided most often. */
static int most_decisions(const Review *review) {
    int counts[SEATS_MAX] = {0}, most = 0;
    for (int i = 0; i < review->count; i++)
        if (++counts[review->decisions[i].seat] > most) most = counts[review->decisions[i].seat];
    return most;
}

bool review_init(Review *review, const Recording *recording, SeatSet seats, int percent, Error *error) {
    const Game *game = recording_game(recording);
    const Thinker *thinker = game_thinker(game);
    char name[32];
    Text text = text_init(name, sizeof name);
    *review = (Review){.recording = recording};
    if (!thinker || !thinker->weigh) return error_set(error, "no bot can judge the moves of %s", game->name);
    if (recording->seats < 2)
        return error_set(error, "%s", N_("a game for one player has no opponents to win against: there is nothing to review"));
    bool whole = list_decisions(review, seats);
    if (percent == REVIEW_FITTING && whole) percent = review_percent(most_decisions(review));
    text_format(&text, "strong@%d", percent * thinker->iterations[LEVEL_STRONG] / 100);
    if (!whole) error_set(error, "there is not enough memory");
    else if ((review->judge = bot_open_with_budget(game, span_of(name), error))) return true;
    review_release(review);
    return false;
}

void review_release(Review *review) {
    bot_free(review->judge);
    free(review->decisions);
    *review = (Review){0};
}

/* Of a weighing, best first, in which the move made is somewhere. */
static void judge(const Game *game, const View *view, const Weighing *weighing, Decision *decision) {
    const WeighedMove *best = &weighing->moves[0], *played = best;
    for (int i = 0; i < weighing->count; i++)
        if (weighing->moves[i].move == decision->played) played = &weighing->moves[i];
    if (played->value >= best->value) best = played; /* as good as the best is the best */
    decision->kind = weighing->kind;
    decision->best = best->move;
    decision->before = (float)chance_to_win(game, view, decision->seat, weighing->kind, (double)best->value);
    decision->after = (float)chance_to_win(game, view, decision->seat, weighing->kind, (double)played->value);
    decision->cost = decision->before - decision->after;
    decision->coins = weighing->kind == EXPECTS_COINS ? best->value - played->value : 0;
    decision->expected = played->value;
    float gap = best->value - played->value;
    decision->error = gap > 0 ? decision->cost * played->error / gap : 0;
    if (gap > BEYOND_LUCK * played->error && decision->cost >= MISTAKE_COST)
        decision->verdict = decision->cost >= BLUNDER_COST ? VERDICT_BLUNDER : VERDICT_MISTAKE;
    if (played != best || weighing->count < 2) return;
    const WeighedMove *second = &weighing->moves[best == &weighing->moves[0] ? 1 : 0];
    double next = chance_to_win(game, view, decision->seat, weighing->kind, (double)second->value);
    if ((double)decision->before - next >= (double)MISTAKE_COST && best->value - second->value > BEYOND_LUCK * second->error)
        decision->verdict = VERDICT_ONLY;
}

void review_judge(const Review *review, Decision *decision) {
    /* Dice of our own: the table's key decides nothing here. */
    static const ChanceKey key = {{0}};
    const Game *game = recording_game(review->recording);
    StateRoom view;
    Sights sights;
    Weighing weighing;
    Chance dice = chance_stream(&key, STREAM_BOT, (uint64_t)decision->index);
    game->view(recording_state(review->recording, decision->index), decision->seat, VIEW_IN(view));
    recording_sights(review->recording, decision->index, &sights);
    bot_recall(review->judge, &sights, decision->seat);
    if (bot_weigh(review->judge, VIEW_IN(view), decision->seat, decision->played, &dice, &weighing))
        judge(game, VIEW_IN(view), &weighing, decision);
}

bool review_step(Review *review) {
    if (review->done == review->count) return false;
    review_judge(review, &review->decisions[review->done++]);
    return true;
}

int review_costliest(const Review *review, int seat, const Decision **worst, int capacity) {
    int count = 0;
    for (int i = 0; i < review->done; i++) {
        const Decision *decision = &review->decisions[i];
        if (decision->seat != seat || decision->verdict < VERDICT_MISTAKE) continue;
        int at = count < capacity ? count++ : capacity;
        for (; at > 0 && worst[at - 1]->cost < decision->cost; at--)
            if (at < capacity) worst[at] = worst[at - 1];
        if (at < capacity) worst[at] = decision;
    }
    return count;
}
