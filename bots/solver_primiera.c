/* Solver: see solver_primiera.h. Alpha-beta in the form of yes-or-no questions ("does side 0 get at least so much?"), each
 * answered with the help of a table of positions met before.
 *
 * A position is worth what is still to come: the four points, and sweeps from here on. So positions that differ only in sweeps
 * made are one. Of the piles only what matters is kept: how many cards and coins side 0 has, who has the seven of coins, the
 * best card of each suit on either side. As soon as what is still open cannot change the answer, the question is settled. */
#include "bots/solver_primiera.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/primiera.h"

enum {
    SIDES = 2,
    NOBODY = 2,         /* in the place of a side */
    FAR = 100,          /* beyond every difference */
    BUCKET = 4,         /* positions that share a place */
    LINE = 64,          /* bytes of a bucket: one line of the cache */
    SWEEP_PROMISE = 40, /* among what moves promise, below */
};

/* The primiera value of the best card of each suit, a byte a suit, so that four are compared and summed at once. */
typedef uint32_t Bests;

typedef struct Position {
    CardSet hand[PRIMIERA_SEATS];
    CardSet table, rest; /* rest: hands and table */
    Bests best[SIDES];
    int8_t cards, coins; /* of side 0 */
    uint8_t seven, last; /* sides */
    uint8_t turn, left;  /* a seat; cards in all hands */
} Position;

/* What is known of a position: what is still open of its worth lies between `low` and `high`. */
typedef struct Entry {
    uint64_t key;
    int8_t low, high;
    uint8_t left, card; /* the card that answered best */
    uint32_t takes;     /* what it took, folded */
} Entry;

typedef struct Candidate {
    CardSet takes;
    int16_t promise;
    uint8_t card;
} Candidate;

struct Solver {
    Entry *entries;
    uint64_t mask, entry_count;
    uint8_t side[PRIMIERA_SEATS], next[PRIMIERA_SEATS];
    int seats;
    bool alternate;           /* the sides play in turn */
    uint8_t best_value[1024]; /* of ranks of one suit */
    uint16_t ranks_up_to[22]; /* the ranks of no more than this value */
    Candidate *candidates;    /* a stack: each position on the path has its moves there */
};

/* How much a captured card promises, for trying the best moves first. */
#define PROMISES(coin, seven) \
    6 + coin, 3 + coin, 3 + coin, 4 + coin, 4 + coin, 8 + coin, 14 + coin + seven, 3 + coin, 3 + coin, 3 + coin
static const int8_t promise_of_card[PRIMIERA_CARDS] = {PROMISES(0, 0), PROMISES(0, 0), PROMISES(0, 0), PROMISES(6, 30)};

static uint64_t mixed(uint64_t word) {
    word ^= word >> 31;
    word *= 0x7fb5d329728ea185;
    word ^= word >> 27;
    word *= 0x81dadef4bc2dd44d;
    return word ^ word >> 33;
}

Solver *solver_open(int log2_entries) {
    Solver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    size_t count = (size_t)1 << log2_entries;
    solver->mask = count - BUCKET;
    solver->entries = aligned_alloc(LINE, count * sizeof *solver->entries);
    solver->candidates = malloc((size_t)PRIMIERA_CARDS * PRIMIERA_MOVES_MAX * sizeof *solver->candidates);
    if (!solver->entries || !solver->candidates) {
        solver_free(solver);
        return NULL;
    }
    solver->entry_count = count;
    for (int value = 0; value <= 21; value++)
        for (int rank = 1; rank <= PRIMIERA_RANKS; rank++)
            if (primiera_rank_values[rank] <= value) solver->ranks_up_to[value] |= (uint16_t)(1u << (rank - 1));
    for (int ranks = 1; ranks < 1024; ranks++)
        for (int rank = 1; rank <= PRIMIERA_RANKS; rank++)
            if (ranks >> (rank - 1) & 1 && primiera_rank_values[rank] > solver->best_value[ranks])
                solver->best_value[ranks] = primiera_rank_values[rank];
    return solver;
}

void solver_free(Solver *solver) {
    if (!solver) return;
    free(solver->entries);
    free(solver->candidates);
    free(solver);
}

/* ---- what a position is worth */

static int sign(int number) { return (number > 0) - (number < 0); }

static Bests bests_of(const Solver *solver, CardSet set) {
    Bests bests = 0;
    for (int suit = 0; suit < SUITS; suit++) bests |= (Bests)solver->best_value[set >> (10 * suit) & 0x3ff] << (8 * suit);
    return bests;
}

#define EACH_BYTE(value) ((Bests)(value) * 0x01010101u)

/* The better card of each suit. */
static Bests better(Bests one, Bests other) {
    Bests not_less = ((one | EACH_BYTE(0x80)) - other) & EACH_BYTE(0x80), mask = (not_less >> 7) * 0xff;
    return (one & mask) | (other & ~mask);
}

/* The primiera, or 0 without a card of each suit. */
static int primiera_sum(Bests bests) {
    bool whole = ((bests + EACH_BYTE(0x7f)) & EACH_BYTE(0x80)) == EACH_BYTE(0x80);
    return whole ? (int)(bests * 0x01010101u >> 24) : 0;
}

/* What a position shows at a glance. */
typedef struct Glance {
    int low, high;         /* bounds of its worth, which meet when nothing is left to play */
    int settled;           /* the part of it that is decided */
    bool cards, coins, primiera; /* who gets this point is decided */
    CardSet plain;         /* cards of which nothing matters but their rank */
} Glance;

/* One of the points, by how far side 0 is ahead at worst and at best; true if it is decided. */
static bool add_contest(Glance *glance, int at_worst, int at_best) {
    glance->low += sign(at_worst);
    glance->high += sign(at_best);
    if (sign(at_worst) != sign(at_best)) return false;
    glance->settled += sign(at_best);
    return true;
}

/* How many sweeps a side can still make at most. Every card but the very last may make one, once so little lies on the table
 * that one card can take it all. A sweep by the next card of the side but one needs a card of
 * the very rank that an opponent laid on the empty table; else two cards of the side go by from one sweep to the next. */
static int sweeps_at_most(const Solver *solver, const Position *p, int side) {
    int plays = 0, seat = p->turn, sum = set_sum(p->table), early = p->table ? (sum - 1) / PRIMIERA_RANKS : 1;
    if (p->table && sum <= PRIMIERA_RANKS && !(p->hand[seat] & RANK_CARDS(sum))) early = 1;
    for (int left = p->left; left > 1; left--, seat = solver->next[seat]) plays += --early < 0 && solver->side[seat] == side;
    if (plays < 2 || !solver->alternate) return plays;
    CardSet own = 0, others = 0;
    for (seat = 0; seat < PRIMIERA_SEATS; seat++) *(solver->side[seat] == side ? &own : &others) |= p->hand[seat];
    RankSet ranks = set_ranks(others);
    int equal = set_count(own & RANK_COLUMN * ranks);
    int most = equal >= plays - 1 ? plays : 1 + equal + (plays - 1 - equal) / 2;
    return most;
}

/* A card matters by its rank alone if it is no coin and neither side's primiera can gain by it. */
static CardSet plain_cards(const Solver *solver, const Position *p, bool decided) {
    if (decided) return ALL_CARDS & ~SUIT_CARDS(COINS);
    CardSet plain = 0;
    Bests worse = p->best[0] ^ p->best[1] ^ better(p->best[0], p->best[1]);
    for (int suit = 0; suit < COINS; suit++) plain |= (CardSet)solver->ranks_up_to[worse >> (8 * suit) & 0xff] << (10 * suit);
    return plain;
}

static Glance glance_at(const Solver *solver, const Position *p) {
    Glance glance = {.low = 0};
    CardSet rest = p->rest;
    int cards = set_count(rest), coins = set_count(rest & SUIT_CARDS(COINS));
    glance.cards = add_contest(&glance, 2 * p->cards - PRIMIERA_CARDS, 2 * (p->cards + cards) - PRIMIERA_CARDS);
    glance.coins = add_contest(&glance, 2 * p->coins - 10, 2 * (p->coins + coins) - 10);
    add_contest(&glance, p->seven == NOBODY ? -1 : 1 - 2 * p->seven, p->seven == NOBODY ? 1 : 1 - 2 * p->seven);
    Bests open = bests_of(solver, rest);
    int sums[SIDES], most[SIDES];
    for (int side = 0; side < SIDES; side++) {
        sums[side] = primiera_sum(p->best[side]);
        most[side] = primiera_sum(better(p->best[side], open));
    }
    glance.primiera = add_contest(&glance, sums[0] - most[1], most[0] - sums[1]);
    glance.plain = plain_cards(solver, p, glance.primiera);
    return glance;
}

/* ---- playing */

/* Gives cards to a side. */
static void give(const Solver *solver, Position *p, int side, CardSet set) {
    p->best[side] = better(p->best[side], bests_of(solver, set));
    p->rest &= ~set;
    if (set & CARD_BIT(SEVEN_OF_COINS)) p->seven = (uint8_t)side;
    if (side != 0) return;
    p->cards = (int8_t)(p->cards + set_count(set));
    p->coins = (int8_t)(p->coins + set_count(set & SUIT_CARDS(COINS)));
}

/* Plays a card; returns what a sweep adds to side 0's difference. */
static int play(const Solver *solver, Position *p, int card, CardSet takes) {
    int seat = p->turn, side = solver->side[seat], gain = 0;
    p->hand[seat] ^= CARD_BIT(card);
    p->left--;
    p->turn = solver->next[seat];
    if (takes) {
        give(solver, p, side, takes | CARD_BIT(card));
        p->last = (uint8_t)side;
        p->table ^= takes;
        if (!p->table && p->left) gain = 1 - 2 * side;
    } else {
        p->table |= CARD_BIT(card);
    }
    if (p->left == 0) {
        if (p->last != NOBODY) give(solver, p, p->last, p->table);
        p->table = 0;
    }
    return gain;
}

/* Who holds a card is the same for all positions of one solution, so all hands together say who holds what. Cards and what
 * counts of the piles share one word without overlapping: 40 bits, then 6, 4, 1 and 2. A count that matters no more is as large
 * as its place holds. */
static uint64_t key_of(const Position *p, const Glance *glance) {
    uint64_t piles = (uint64_t)(glance->cards ? 63 : p->cards) | (uint64_t)(glance->coins ? 15 : p->coins) << 6 |
                     (uint64_t)glance->primiera << 10 | (uint64_t)p->last << 11;
    uint64_t bests = glance->primiera ? 0 : (uint64_t)p->best[0] << 32 | p->best[1];
    uint64_t key = (p->rest | piles << PRIMIERA_CARDS) * 0x9fb21c651e98df25;
    key = (key ^ key >> 29 ^ p->table) * 0xd6e8feb86659fd93;
    return mixed((key ^ key >> 31) + bests * 0x9e3779b97f4a7c15);
}

/* ---- moves, the most promising first */

static int promise_of(const Solver *solver, const Position *p, int card, CardSet takes) {
    int promise = 0, next = solver->next[p->turn];
    CardSet table = takes ? p->table ^ takes : p->table | CARD_BIT(card);
    for (CardSet left = takes ? takes | CARD_BIT(card) : 0; left; left &= left - 1)
        promise += promise_of_card[set_lowest(left)];
    if (!table) return promise + SWEEP_PROMISE;
    if (!takes) promise -= promise_of_card[card];
    int sum = set_sum(table);
    bool against = solver->side[next] != solver->side[p->turn];
    if (against && sum <= PRIMIERA_RANKS && p->hand[next] & RANK_CARDS(sum)) promise -= SWEEP_PROMISE;
    return promise;
}

/* Is there a card before it in the set that is as good? */
static bool has_twin(int card, CardSet set, CardSet plain) {
    return (plain >> card & 1) && (set & plain & RANK_CARDS(card_rank(card)) & (CARD_BIT(card) - 1));
}

static uint32_t folded(CardSet set) { return (uint32_t)(set ^ set >> 20); }

/* The moves of whoever is to play, without twins. */
static int list_candidates(const Position *p, CardSet plain, Candidate *list) {
    CardSet captures[PRIMIERA_CAPTURES_MAX], hand = p->hand[p->turn];
    int count = 0;
    for (CardSet left = hand; left; left &= left - 1) {
        int card = set_lowest(left);
        if (has_twin(card, hand, plain)) continue;
        int ways = primiera_captures(p->table, card_rank(card), captures);
        if (ways == 0) captures[ways++] = 0;
        for (int way = 0; way < ways; way++)
            if (set_count(captures[way]) != 1 || !has_twin(set_lowest(captures[way]), p->table, plain))
                list[count++] = (Candidate){.card = (uint8_t)card, .takes = captures[way]};
    }
    return count;
}

/* How promising each is; what answered best before comes first. */
static void weigh_candidates(const Solver *solver, const Position *p, const Entry *known, Candidate *list, int count) {
    if (count == 1) return;
    for (int i = 0; i < count; i++) {
        list[i].promise = (int16_t)promise_of(solver, p, list[i].card, list[i].takes);
        if (known && known->card == list[i].card && known->takes == folded(list[i].takes)) list[i].promise = FAR * FAR;
    }
}

static Candidate best_candidate(Candidate *list, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].promise > list[best].promise) best = i;
    Candidate chosen = list[best];
    list[best] = list[0];
    return chosen;
}

/* ---- the search */

static Entry *look_up(Solver *solver, uint64_t key) {
    Entry *bucket = &solver->entries[key & solver->mask];
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key) return &bucket[i];
    return NULL;
}

static void remember(Solver *solver, uint64_t key, int left, int low, int high, const Candidate *best) {
    Entry *bucket = &solver->entries[key & solver->mask], *entry = look_up(solver, key);
    if (!entry) {
        entry = bucket;
        for (int i = 1; i < BUCKET; i++)
            if (bucket[i].left < entry->left) entry = &bucket[i];
        *entry = (Entry){.key = key, .low = -FAR, .high = FAR, .left = (uint8_t)left};
    }
    if (low > entry->low) entry->low = (int8_t)low;
    if (high < entry->high) entry->high = (int8_t)high;
    if (!best) return;
    entry->card = best->card;
    entry->takes = folded(best->takes);
}

/* With one card a hand there is little to decide: which cards it takes, now and then. */
static int finish(const Solver *solver, Position p) {
    int gains = 0;
    while (p.left) {
        CardSet captures[PRIMIERA_CAPTURES_MAX];
        int card = set_lowest(p.hand[p.turn]), ways = primiera_captures(p.table, card_rank(card), captures);
        if (ways > 1) {
            bool wants_more = solver->side[p.turn] == 0;
            int best = wants_more ? -FAR : FAR;
            for (int way = 0; way < ways; way++) {
                Position after = p;
                int value = play(solver, &after, card, captures[way]) + finish(solver, after);
                if (wants_more ? value > best : value < best) best = value;
            }
            return gains + best;
        }
        gains += play(solver, &p, card, ways ? captures[0] : 0);
    }
    return gains + glance_at(solver, &p).low;
}

/* Is the position worth at least `goal` to side 0? At least the answer if it is, at most the answer if it is not. */
static int worth(Solver *solver, const Position *p, int goal, Candidate *list) {
    Glance glance = glance_at(solver, p);
    if (glance.low >= goal) {
        int low = glance.low - sweeps_at_most(solver, p, 1);
        if (low >= goal) return low;
    }
    if (glance.high < goal) {
        int high = glance.high + sweeps_at_most(solver, p, 0);
        if (high < goal) return high;
    }
    if (p->left <= solver->seats) return finish(solver, *p);
    uint64_t key = key_of(p, &glance);
    const Entry *known = look_up(solver, key);
    if (known && known->low + glance.settled >= goal) return known->low + glance.settled;
    if (known && known->high + glance.settled < goal) return known->high + glance.settled;

    bool wants_more = solver->side[p->turn] == 0;
    int count = list_candidates(p, glance.plain, list), best = wants_more ? -FAR : FAR;
    weigh_candidates(solver, p, known, list, count);
    Candidate chosen = list[0];
    for (int i = 0; i < count; i++) {
        Candidate candidate = best_candidate(list + i, count - i);
        Position after = *p;
        int gain = play(solver, &after, candidate.card, candidate.takes);
        int value = gain + worth(solver, &after, goal - gain, list + count);
        if (wants_more ? value > best : value < best) best = value, chosen = candidate;
        if (wants_more == (value >= goal)) break;
    }
    int open = best - glance.settled;
    remember(solver, key, p->left, best >= goal ? open : -FAR, best >= goal ? FAR : open, &chosen);
    return best;
}

/* Closes in on the worth by questions, from a first guess. */
static int exact_worth(Solver *solver, const Position *p, int guess) {
    int low = -FAR, high = FAR;
    while (low < high) {
        int goal = guess == low ? guess + 1 : guess;
        guess = worth(solver, p, goal, solver->candidates);
        if (guess >= goal)
            low = guess;
        else
            high = guess;
    }
    return guess;
}

/* ---- from a state */

/* Who plays with whom: two sides, or it is no position for the solver. */
static bool find_sides(const Primiera *p, uint8_t side[PRIMIERA_SEATS]) {
    int seats = primiera_seats(p);
    if (p->teams != TEAMS_PAIRS && seats != SIDES) return false;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
        side[seat] = p->teams == TEAMS_PAIRS ? seat != 0 && p->partner[seat] != 0 : seat & 1;
    return true;
}

bool solver_applies(const State *state) {
    const Primiera *p = primiera_of(state);
    uint8_t side[PRIMIERA_SEATS];
    if (p->phase != PHASE_PLAY || p->stock_count > 0 || !find_sides(p, side)) return false;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
        if (p->hidden[seat]) return false;
    return true;
}

int solver_cards(const State *state) {
    const Primiera *p = primiera_of(state);
    int cards = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++) cards += set_count(p->hand[seat]) + p->hidden[seat];
    return cards;
}

/* With all unseen cards in one hand there is nothing to guess. */
bool solver_counts(const View *view, StateRoom *room) {
    const Primiera *p = primiera_of_view(view);
    int unknown_hands = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++) unknown_hands += p->hidden[seat] > 0;
    if (p->phase != PHASE_PLAY || p->stock_count > 0 || unknown_hands > 1) return false;
    Chance chance = chance_fast(0);
    primiera.determinize(view, &chance, STATE_IN(*room));
    return solver_applies(STATE_IN(*room));
}

static Position begin(Solver *solver, const Primiera *p) {
    Position position = {.table = p->table, .rest = p->table, .seven = NOBODY, .last = NOBODY, .turn = p->turn};
    bool good = find_sides(p, solver->side);
    assert(good);
    (void)good;
    for (int seat = 0; seat < primiera_seats(p); seat++) {
        solver->next[seat] = (uint8_t)primiera_next(p, seat);
        position.hand[seat] = p->hand[seat];
        position.rest |= p->hand[seat];
        position.left = (uint8_t)(position.left + set_count(p->hand[seat]));
        give(solver, &position, solver->side[seat], p->pile[seat]);
    }
    solver->seats = primiera_seats(p);
    solver->alternate = true;
    for (int seat = 0; seat < primiera_seats(p); seat++)
        solver->alternate &= solver->side[seat] != solver->side[solver->next[seat]];
    memset(solver->entries, 0, solver->entry_count * sizeof *solver->entries);
    if (p->last != SEAT_NONE) position.last = solver->side[p->last];
    return position;
}

/* Sweeps made so far, side 0's less the others'. */
static int sweeps_made(const Solver *solver, const Primiera *p) {
    int difference = 0;
    for (int seat = 0; seat < primiera_seats(p); seat++)
        difference += (1 - 2 * solver->side[seat]) * set_count(p->pile[seat] & p->swept);
    return difference;
}

int solver_moves(Solver *solver, const State *state, SolvedMove *moves) {
    const Primiera *p = primiera_of(state);
    Position position = begin(solver, p);
    int made = sweeps_made(solver, p), for_actor = 1 - 2 * solver->side[p->turn], guess = 0;
    Candidate *list = solver->candidates;
    int count = list_candidates(&position, 0, list);
    for (int i = 0; i < count; i++) {
        Position after = position;
        int gain = play(solver, &after, list[i].card, list[i].takes);
        Candidate kept = list[i];
        guess = exact_worth(solver, &after, guess);
        list_candidates(&position, 0, list);
        moves[i] = (SolvedMove){primiera_move(MOVE_PLAY, kept.card, kept.takes), for_actor * (made + gain + guess)};
    }
    return count;
}

/* A first guess: everybody plays what promises most. */
static int guess_worth(Solver *solver, Position p) {
    int gains = 0;
    while (p.left) {
        int count = list_candidates(&p, 0, solver->candidates);
        weigh_candidates(solver, &p, NULL, solver->candidates, count);
        Candidate candidate = best_candidate(solver->candidates, count);
        gains += play(solver, &p, candidate.card, candidate.takes);
    }
    return gains + glance_at(solver, &p).low;
}

SolvedMove solver_best(Solver *solver, const State *state) {
    const Primiera *p = primiera_of(state);
    Position position = begin(solver, p);
    int made = sweeps_made(solver, p), for_actor = 1 - 2 * solver->side[p->turn];
    int value = exact_worth(solver, &position, guess_worth(solver, position));
    /* The move that keeps this worth: the first whose own worth is as good. */
    Candidate *list = solver->candidates;
    Glance glance = glance_at(solver, &position);
    int count = list_candidates(&position, 0, list);
    weigh_candidates(solver, &position, look_up(solver, key_of(&position, &glance)), list, count);
    for (int i = 0; i < count; i++) {
        Candidate candidate = best_candidate(list + i, count - i);
        Position after = position;
        int gain = play(solver, &after, candidate.card, candidate.takes);
        int goal = for_actor > 0 ? value - gain : value - gain + 1;
        int reached = worth(solver, &after, goal, list + count);
        if (for_actor > 0 ? reached >= goal : reached < goal)
            return (SolvedMove){primiera_move(MOVE_PLAY, candidate.card, candidate.takes), for_actor * (made + value)};
    }
    assert(!"no move keeps the worth");
    return (SolvedMove){0};
}
