/* Plays whole turns of Primo quickly by simple rules, for trying moves out. */
#include "bots/primo/turn.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "core/bits.h"

enum {
    WORDS_TRIED = 4,    /* of a length */
    SOLO_STARS = 1,     /* that a long word may take there before a shorter one is preferred */
    STRENGTH_WORTH = 3, /* of a word in the extreme game, beside what it leaves */
    STAR_WORTH = 300,   /* beyond what it promises */
    MAGICIEN_GIVES = 3,
};

static int top_discard(const Primo *p) { return p->thrown_count ? p->thrown[p->thrown_count - 1] : CARD_NONE; }

Lengths primo_wanted(const Primo *p, int seat) {
    return p->variant == PRIMO_SOLO ? primo_lengths(p) : primo_lengths(p) & ~primo_written(p, seat);
}

static bool nearly_there(const Primo *p, int seat) { return bits_count(primo_wanted(p, seat)) == 1; }

int primo_leader(const Primo *p, int seat) {
    int leader = SEAT_NONE, most = -1, seats = primo_seats(p);
    for (int step = 1; step < seats; step++) {
        int other = (seat + step) % seats;
        if (!primo_opponents(p, seat, other)) continue;
        int written = 2 * bits_count(primo_written(p, other)) + primo_can_write(p, other);
        if (written > most) most = written, leader = other;
    }
    return leader;
}

/* ---- cards */

static int special_worth(const Primo *p, int seat, const uint8_t hand[PRIMO_FACES]) {
    static const int worths[PRIMO_FACES] = {
        [GOMME] = 250, [PAUSE] = 120, [FANTOME] = 100, [MAGICIEN] = 150, [MARQUEUR] = 3000, [CAFETIERE] = 40};
    int worth = STAR_WORTH * hand[STAR];
    for (int face = GOMME; face < PRIMO_FACES; face++) worth += worths[face] * hand[face];
    if (hand[CRAYON] > 0) worth += primo_can_write(p, seat) ? 150 : 2000;
    if (hand[CRAYON] > 1) worth += 40;
    return worth;
}

int primo_hand_worth(const PrimoWeights *weights, const Primo *p, int seat, const uint8_t hand[PRIMO_FACES]) {
    return primo_promise(weights, hand, primo_wanted(p, seat)) + special_worth(p, seat, hand);
}

/* Takes the card out of the hand that is missed least. */
static int worst_card(const PrimoWeights *weights, const Primo *p, int seat, uint8_t hand[PRIMO_FACES]) {
    int best = INT_MIN, worst = CARD_NONE;
    Lengths wanted = primo_wanted(p, seat);
    for (int face = 0; face < PRIMO_FACES; face++) {
        if (hand[face] == 0) continue;
        hand[face]--;
        int worth = primo_promise(weights, hand, wanted) + special_worth(p, seat, hand);
        hand[face]++;
        if (worth > best) best = worth, worst = face;
    }
    assert(worst != CARD_NONE);
    hand[worst]--;
    return worst;
}

static Move single_card(const PrimoWeights *weights, const Primo *p, int seat, PrimoAct act) {
    uint8_t hand[PRIMO_FACES];
    memcpy(hand, p->hand[seat], sizeof hand);
    uint8_t card = (uint8_t)worst_card(weights, p, seat, hand);
    return primo_move(act, false, 0, primo_data_cards(&card, 1));
}

static Move gift(const PrimoWeights *weights, const Primo *p, int seat) {
    uint8_t hand[PRIMO_FACES], cards[PRIMO_HAND_MAX];
    memcpy(hand, p->hand[seat], sizeof hand);
    for (int i = 0; i < p->giving; i++) {
        uint8_t card = (uint8_t)worst_card(weights, p, seat, hand);
        int at = i;
        for (; at > 0 && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
        cards[at] = card;
    }
    return primo_move(ACT_GIVE, false, 0, primo_data_cards(cards, p->giving));
}

/* ---- words */

typedef struct Finder {
    const PrimoWeights *weights;
    const Primo *p;
    int seat, taken; /* the top discard if it is to be taken, else CARD_NONE */
    Rack rack;       /* all that may be used */
    int worth;
    Move move; /* the best so far; 0, which draws, if there is none */
} Finder;

static void weigh_word(Finder *finder, const char *letters, int length) {
    PlacementSearch placement;
    PrimoWord word;
    uint8_t hand[PRIMO_FACES];
    bool uses_taken = false;
    placement_search_init(&placement, &finder->rack, letters, length);
    if (!placement_search_next(&placement)) return;
    memset(word.letters, CARD_NONE, sizeof word.letters);
    word.stars = (uint8_t)placement.stars;
    memcpy(hand, finder->p->hand[finder->seat], sizeof hand);
    if (finder->taken != CARD_NONE) hand[finder->taken]++;
    for (int i = 0; i < length; i++) {
        word.letters[i] = (uint8_t)(letters[i] - 'A');
        int card = primo_word_card(&word, i);
        uses_taken |= card == finder->taken;
        hand[card]--;
    }
    if (finder->taken != CARD_NONE && !uses_taken) return;
    Lengths rest =
        finder->p->variant == PRIMO_SOLO ? primo_lengths(finder->p) : primo_wanted(finder->p, finder->seat) & ~(1u << length);
    int worth = primo_promise(finder->weights, hand, rest) + STAR_WORTH * hand[STAR];
    if (finder->p->extreme) worth += STRENGTH_WORTH * primo_strength(finder->p, &word);
    if (finder->move && worth <= finder->worth) return;
    finder->worth = worth;
    finder->move = primo_move(ACT_WORD, finder->taken != CARD_NONE, 0, primo_data_word(&word));
}

/* The best of the first few words of this length with so many stars. */
static bool find_length(Finder *finder, int length, int stars) {
    Rack rack = finder->rack;
    WordSearch search;
    int tried = 0;
    rack.stars = (uint8_t)stars;
    if (rack_cards(&rack) < length) return false;
    word_search_init(&search, primo_lexicon(), &rack, 1u << length);
    while (tried < WORDS_TRIED && word_search_next(&search)) {
        if (finder->taken < ALPHABET && !memchr(search.letters, 'A' + finder->taken, (size_t)length)) continue;
        weigh_word(finder, search.letters, length);
        tried++;
    }
    return finder->move != 0;
}

static int longest(Lengths lengths) { return 31 - __builtin_clz(lengths); }

/* A word to lay now, or 0: with few stars rather than long, but in solo long rather than with few stars. */
static Move find_word(const PrimoWeights *weights, const Primo *p, int seat, bool take) {
    Finder finder = {.weights = weights,
                     .p = p,
                     .seat = seat,
                     .taken = take ? top_discard(p) : CARD_NONE,
                     .rack = primo_rack(p, seat, take)};
    Lengths wanted = primo_wanted(p, seat);
    if (p->variant == PRIMO_SOLO)
        for (Lengths rest = wanted; rest; rest &= ~(1u << longest(rest)))
            for (int stars = 0; stars <= finder.rack.stars && stars <= SOLO_STARS; stars++)
                if (find_length(&finder, longest(rest), stars)) return finder.move;
    for (int stars = take && finder.taken == STAR; stars <= finder.rack.stars; stars++)
        for (Lengths rest = wanted; rest; rest &= ~(1u << longest(rest)))
            if (find_length(&finder, longest(rest), stars)) return finder.move;
    return 0;
}

/* ---- stars on the table */

bool primo_star_hurts(const Primo *p, int actor, Move move) {
    int owner = primo_seat(move), length = primo_data_length(move);
    if (!p->extreme || !primo_opponents(p, owner, actor)) return false;
    PrimoWord stronger = *primo_word(p, owner, length);
    stronger.stars &= (uint8_t) ~(1u << (primo_data_spot(move) - 1));
    for (int seat = 0; seat < primo_seats(p); seat++) {
        const PrimoWord *word = primo_opponents(p, seat, actor) ? NULL : primo_word(p, seat, length);
        if (word && primo_strength(p, word) < primo_strength(p, &stronger)) return true;
    }
    return false;
}

/* A star that can be recovered without harm, or 0. */
static Move find_star(const Primo *p, int actor) {
    int least = primo_length_least(p);
    for (int i = 0; i < PRIMO_LENGTHS * primo_seats(p); i++) {
        const PrimoWord *word = &p->words[i];
        if (word->stars == 0) continue;
        for (unsigned rest = word->stars; rest; rest &= rest - 1) {
            int place = __builtin_ctz(rest), length = least + i % PRIMO_LENGTHS;
            if (p->hand[actor][word->letters[place]] == 0) continue;
            Move move = primo_move(ACT_STAR, false, i / PRIMO_LENGTHS, primo_data_place(length, place + 1));
            if (!primo_star_hurts(p, actor, move)) return move;
        }
    }
    return 0;
}

/* ---- turns */

static Move start_under_gomme(const Primo *p, int actor) {
    if (p->hand[actor][CRAYON] || p->hand[actor][MARQUEUR]) return primo_move(ACT_DRAW, false, 0, 0);
    if (top_discard(p) == CRAYON) return primo_move(ACT_CRAYON, true, actor, 0);
    int least = primo_length_least(p);
    for (int length = least; length < least + PRIMO_LENGTHS; length++)
        if (primo_word(p, actor, length)) return primo_move(ACT_ERASE, false, 0, (uint64_t)length);
    return primo_move(ACT_DRAW, false, 0, 0);
}

static Move start_turn(const PrimoWeights *weights, const Primo *p, int actor) {
    int top = top_discard(p);
    Move move = 0;
    if (primo_hand_size(p, actor) == 0 && p->pile_count == 0 && primo_discards(p) == 0)
        return primo_move(ACT_PASS, false, 0, 0);
    if (primo_gommed(p, actor)) return start_under_gomme(p, actor);
    if (!primo_can_write(p, actor)) {
        if (top == MARQUEUR) return primo_move(ACT_MARQUEUR, true, 0, 0);
        return top == CRAYON ? primo_move(ACT_CRAYON, true, actor, 0) : primo_move(ACT_DRAW, false, 0, 0);
    }
    if ((move = find_star(p, actor))) return move;
    if (top <= STAR && (move = find_word(weights, p, actor, true))) return move;
    return primo_move(ACT_DRAW, false, 0, 0);
}

/* A partner with nothing to write with, or SEAT_NONE. */
static int helpless_partner(const Primo *p, int actor) {
    for (int seat = 0; seat < primo_seats(p); seat++)
        if (seat != actor && !primo_opponents(p, seat, actor) && !primo_can_write(p, seat)) return seat;
    return SEAT_NONE;
}

static bool may_gomme(const Primo *p, int actor, int seat) {
    return p->hand[actor][GOMME] && primo_can_write(p, seat) && p->marqueur != seat;
}

/* Special cards that are played when there is nothing to write. */
static Move attack(const PrimoWeights *weights, const Primo *p, int actor) {
    const uint8_t *hand = p->hand[actor];
    int leader = primo_leader(p, actor), partner = helpless_partner(p, actor), theirs = primo_hand_size(p, leader);
    int own = primo_hand_size(p, actor) - 1, most = own < theirs ? own : theirs;
    if (may_gomme(p, actor, leader)) return primo_move(ACT_GOMME, false, leader, 0);
    if (hand[CRAYON] && partner != SEAT_NONE) return primo_move(ACT_CRAYON, false, partner, 0);
    if (hand[PAUSE] && p->cafetiere != leader && !(p->paused & SEAT_BIT(leader)))
        return primo_move(ACT_PAUSE, false, leader, 0);
    if (hand[MAGICIEN] && most > 0)
        return primo_move(ACT_MAGICIEN, false, leader, (uint64_t)(most < MAGICIEN_GIVES ? most : MAGICIEN_GIVES));
    if (hand[FANTOME] && most > 0) return primo_move(ACT_FANTOME, false, leader, 0);
    if (hand[CAFETIERE]) return primo_move(ACT_CAFETIERE, false, 0, 0);
    return single_card(weights, p, actor, ACT_THROW);
}

static Move act(const PrimoWeights *weights, const Primo *p, int actor) {
    const uint8_t *hand = p->hand[actor];
    Move move = 0;
    if (p->variant == PRIMO_SOLO) {
        move = find_word(weights, p, actor, false);
        return move ? move : single_card(weights, p, actor, ACT_LEFTOVER);
    }
    if (!primo_can_write(p, actor)) {
        if (hand[MARQUEUR]) return primo_move(ACT_MARQUEUR, false, 0, 0);
        if (hand[CRAYON]) return primo_move(ACT_CRAYON, false, actor, 0);
        return primo_gommed(p, actor) ? single_card(weights, p, actor, ACT_THROW) : attack(weights, p, actor);
    }
    if ((move = find_star(p, actor))) return move;
    int leader = primo_leader(p, actor);
    if (may_gomme(p, actor, leader) && nearly_there(p, leader) && !nearly_there(p, actor))
        return primo_move(ACT_GOMME, false, leader, 0);
    move = find_word(weights, p, actor, false);
    return move ? move : hand[MARQUEUR] ? primo_move(ACT_MARQUEUR, false, 0, 0) : attack(weights, p, actor);
}

Move primo_quick_choose(const PrimoWeights *weights, const Primo *p, int actor) {
    switch ((PrimoPhase)p->phase) {
    case PRIMO_START: return start_turn(weights, p, actor);
    case PRIMO_GIVE: return gift(weights, p, actor);
    case PRIMO_VOTE: return primo_move(ACT_ACCEPT, false, 0, 0);
    default: return act(weights, p, actor);
    }
}

void primo_quick_play(const PrimoWeights *weights, Primo *p, Chance *chance) {
    State *state = (State *)(void *)p;
    int actor = __builtin_ctz(primo_actors(state));
    Move move = primo_quick_choose(weights, p, actor);
    assert(primo_is_legal(state, actor, move));
    primo_apply(state, actor, move, chance, NULL);
}
