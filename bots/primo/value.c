/* Computes what letters promise and who is likely to win a game of Primo, from the learnt weights. */
#include "bots/primo/value.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/bits.h"

static void add_weights(int promises[PRIMO_PROMISES], const int16_t weights[PRIMO_PROMISES], int times) {
    for (int i = 0; i < PRIMO_PROMISES; i++) promises[i] += times * weights[i];
}

void primo_promises(const PrimoWeights *weights, const uint8_t hand[PRIMO_FACES], int promises[PRIMO_PROMISES]) {
    int kinds[PRIMO_HAND_MAX + 1], count = 0, cards = 0;
    memset(promises, 0, PRIMO_PROMISES * sizeof *promises);
    for (int kind = 0; kind < PRIMO_KINDS; kind++) {
        if (hand[kind] == 0) continue;
        cards += hand[kind];
        add_weights(promises, weights->card[kind][0], 1);
        if (hand[kind] > 1) add_weights(promises, weights->card[kind][1], hand[kind] - 1);
        for (int i = 0; i < count; i++) add_weights(promises, weights->pair[primo_pair(kinds[i], kind)], 1);
        kinds[count++] = kind;
    }
    add_weights(promises, weights->size[cards < PRIMO_HAND_MAX ? cards : PRIMO_HAND_MAX], 1);
}

int primo_promise(const PrimoWeights *weights, const uint8_t hand[PRIMO_FACES], Lengths lengths) {
    int promises[PRIMO_PROMISES], sum = 0;
    primo_promises(weights, hand, promises);
    for (; lengths; lengths &= lengths - 1) sum += promises[__builtin_ctz(lengths) - PRIMO_SHORTEST];
    return sum;
}

int primo_table(const Primo *p) { return 2 * p->extreme + (primo_seats(p) > 2); }

/* ---- what holds for a seat */

enum { NO_CRAYON, OPEN, ERASING, BLOCKED };

/* Colours beyond a black letter hardly matter. */
static const float strength_scale = 1.0f / 64;

static int status_of(const Primo *p, int seat) {
    if (primo_can_write(p, seat)) return OPEN;
    if (!primo_gommed(p, seat)) return NO_CRAYON;
    int least = primo_length_least(p);
    for (int length = least; length < least + PRIMO_LENGTHS; length++)
        if (primo_word(p, seat, length)) return ERASING;
    return BLOCKED;
}

static int add_words(const Primo *p, int seat, PrimoTerm *terms, int count) {
    int least = primo_length_least(p), stars = 0;
    float strength = 0;
    for (int length = least; length < least + PRIMO_LENGTHS; length++) {
        const PrimoWord *word = primo_word(p, seat, length);
        if (!word) continue;
        stars += bits_count(word->stars);
        if (p->extreme) strength += fminf(1, strength_scale * (float)primo_strength(p, word));
    }
    if (stars) terms[count++] = (PrimoTerm){TERM_STARS_LAID, (float)stars};
    if (strength > 0) terms[count++] = (PrimoTerm){TERM_STRENGTH, strength};
    return count;
}

static int add_promises(const PrimoWeights *weights, const Primo *p, int seat, PrimoTerm *terms, int count) {
    Lengths missing = primo_lengths(p) & ~primo_written(p, seat);
    int promises[PRIMO_PROMISES], many = bits_count(missing), least = primo_length_least(p);
    primo_promises(weights, p->hand[seat], promises);
    for (Lengths rest = missing; rest; rest &= rest - 1) {
        int length = __builtin_ctz(rest), promise = promises[length - PRIMO_SHORTEST];
        int bounded = promise < 0 ? 0 : promise > PRIMO_WEIGHT ? PRIMO_WEIGHT : promise;
        terms[count++] = (PrimoTerm){TERM_PROMISE + PRIMO_LENGTHS * (many - 1) + length - least, (float)bounded / PRIMO_WEIGHT};
    }
    return count;
}

int primo_terms(const PrimoWeights *weights, const Primo *p, int seat, PrimoTerm terms[PRIMO_TERMS_MAX]) {
    int count = 0, status = status_of(p, seat), seats = primo_seats(p);
    const uint8_t *hand = p->hand[seat];
    if (primo_team(p, seat) == seat) {
        int written = (int)(primo_written(p, seat) >> primo_length_least(p));
        terms[count++] = (PrimoTerm){TERM_WRITTEN + written, 1};
    }
    terms[count++] = (PrimoTerm){TERM_STATUS + status, 1};
    if (hand[CRAYON]) terms[count++] = (PrimoTerm){TERM_CRAYON + status, 1};
    if (hand[CRAYON] > 1) terms[count++] = (PrimoTerm){TERM_SECOND, 1};
    for (int face = STAR; face < PRIMO_FACES; face++)
        if (hand[face] && face != CRAYON) terms[count++] = (PrimoTerm){TERM_SPECIAL + face - STAR, hand[face]};
    if (p->marqueur == seat) terms[count++] = (PrimoTerm){TERM_MARQUEUR, 1};
    if (p->cafetiere == seat) terms[count++] = (PrimoTerm){TERM_CAFETIERE, 1};
    if (p->paused & SEAT_BIT(seat)) terms[count++] = (PrimoTerm){TERM_PAUSED, 1};
    int wait = (seat - p->turn + seats) % seats;
    if (wait) terms[count++] = (PrimoTerm){TERM_WAIT, (float)wait / (float)seats};
    count = add_words(p, seat, terms, count);
    count = add_promises(weights, p, seat, terms, count);
    assert(count <= PRIMO_TERMS_MAX);
    return count;
}

void primo_chances(const PrimoWeights *weights, const Primo *p, float chances[SEATS_MAX]) {
    const int16_t *term = weights->term[primo_table(p)];
    float sum = 0;
    assert(p->variant != PRIMO_SOLO);
    memset(chances, 0, SEATS_MAX * sizeof *chances);
    for (int seat = 0; seat < primo_seats(p); seat++) {
        PrimoTerm terms[PRIMO_TERMS_MAX];
        int count = primo_terms(weights, p, seat, terms);
        float total = 0;
        for (int i = 0; i < count; i++) total += terms[i].times * term[terms[i].at];
        chances[primo_team(p, seat)] += total / PRIMO_WEIGHT;
    }
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (primo_team(p, seat) != seat) continue;
        chances[seat] = expf(chances[seat]);
        sum += chances[seat];
    }
    for (int seat = 0; seat < primo_seats(p); seat++) chances[seat] /= sum;
}
