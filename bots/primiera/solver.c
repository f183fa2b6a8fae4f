/* The solver: alpha-beta as a series of yes-or-no questions, with a table of positions seen before.
 * A question is "does side 0 get at least this much?".
 *
 * A position is worth what is still to come: the four points, and sweeps from here on. So positions that differ only in sweeps
 * made are one. The four points are a function of side 0's pile that grows with it: what the pile is worth now, and what it is
 * worth with everything that is still open, bound what it can become. As soon as that settles the question, it is answered.
 *
 * Nine in ten positions have at most two cards a hand. So a position is a few sets of cards, and whatever is asked of it is
 * looked up: a hand is what all hands hold of the cards dealt to a seat, and how many cards are left says whose turn it is. */
#include "bots/primiera/solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "games/primiera/primiera.h"

enum {
    SIDES = 2,
    FAR = 100,  /* beyond every difference */
    BUCKET = 4, /* positions that share a place */
    LINE = 64,  /* bytes of a bucket: one line of the cache */
    ALL_RANKS = 0x3ff,
    SUIT_SETS = 1024, /* sets of cards of one suit */
    CHOICE = 0x8000,  /* in the place of ranks: there is more than one capture */
    PRIMIERA_VALUE_MAX = 21,
    NO_PRIMIERA = 0x100,           /* in a sum of primiera values: a suit is missing */
    TWINS_MAX = 3 * ITALIAN_RANKS, /* three cards that are no coins make three pairs */
    GUESS_WIDTH = 2,               /* moves tried for a first guess */
};

typedef struct Position {
    CardSet hands, table, mine; /* mine: side 0's pile; what is nowhere else is side 1's */
    CardSet last;               /* what goes to side 0 of the cards left at the end: all if it took last, else none. Somebody
                                 * will have taken: forty cards cannot lie there without two of a rank meeting */
    RankSet ranks;              /* on the table */
    bool equals;                /* equal cards lie there; once they do not, they never will */
    uint8_t left;               /* cards in all hands */
} Position;

/* What is known of a position: what is still open of its worth lies between `low` and `high`. */
typedef struct Entry {
    uint64_t key;
    int8_t low, high;
    uint8_t left, card; /* the card that answered, or CARD_NONE */
    RankSet takes;      /* the ranks it took */
} Entry;

typedef struct Candidate {
    CardSet takes;
    int promise;
    uint8_t card;
} Candidate;

/* Cards left in all hands say whose turn it is. */
typedef struct Turn {
    CardSet hand, next_hand; /* what was dealt to whoever plays, and to the next */
    CardSet to_mine;         /* all cards if what it takes goes to side 0, else none */
    uint8_t side;
    int8_t sweep;         /* what a sweep adds to side 0's difference */
    bool against;         /* the next is an opponent */
    uint8_t plays[SIDES]; /* of each side from here on, without the very last */
} Turn;

/* Cards of one rank in one hand, no coins. */
typedef struct Twins {
    CardSet first, both;
} Twins;

struct Solver {
    Entry *entries;
    uint64_t mask, entry_count;
    Candidate *candidates; /* for each number of cards left as many as there can be moves */
    /* Of the round: */
    uint8_t side[PRIMIERA_SEATS];
    int seats;
    bool alternate; /* the sides play in turn */
    int width;      /* how many moves are tried: all, or fewer for a guess */
    CardSet held[SIDES];
    Turn turn[ITALIAN_CARDS + 1];
    Twins twins[TWINS_MAX + 1]; /* ends with an empty one */
    /* Of cards of one suit: */
    uint32_t best_values[SUIT_SETS];              /* the value of the best; in the upper half, of the best of all others */
    int8_t coins_point[SUIT_SETS];                /* who gets the point for coins if side 0 has these */
    int16_t promise[2][SUIT_SETS];                /* as captures; [1]: coins */
    uint8_t sum[SUIT_SETS];                       /* of the ranks */
    uint16_t sweepers[SUIT_SETS];                 /* the rank that takes all these ranks, if there is one */
    uint16_t ranks_up_to[PRIMIERA_VALUE_MAX + 1]; /* the ranks of no more than this value */
    uint16_t after[ITALIAN_RANKS + 1][SUIT_SETS]; /* the ranks that a card of each leaves of these on the table, or CHOICE */
};

/* What a move promises, for trying the best first: weights with which a few hundred positions, others than the bench's, were
 * solved with the fewest questions. */
static const int8_t promise_of_rank[ITALIAN_RANKS + 1] = {0, 58, 54, 16, 4, 8, 30, 72, -22, -38, -26}; /* of a card taken */
enum {
    COIN_PROMISE = 64,
    SEVEN_PROMISE = 62, /* the seven of coins, in addition */
    SWEEP_PROMISE = 76,
    RANK_LOSS = 8,     /* a card that takes nothing: for each point of its rank */
    COIN_LOSS = 12,    /* if it is a coin */
    SEVEN_LOSS = 138,  /* if it is the seven of coins */
    RIVAL_LOSS = 34,   /* for each card of its rank that opponents hold */
    TWIN_PROMISE = 74, /* if the hand has another of its rank */
    CAPTURE_LOSS = 20, /* for each rank with which the next can take */
    SWEEP_LOSS = 142,  /* if the next can sweep */
};

static uint64_t mixed(uint64_t word) {
    word ^= word >> 31;
    word *= 0x7fb5d329728ea185;
    word ^= word >> 27;
    word *= 0x81dadef4bc2dd44d;
    return word ^ word >> 33;
}

static int sign(int number) { return (number > 0) - (number < 0); }

static int best_value(int ranks) {
    int best = 0;
    for (int rank = 1; rank <= ITALIAN_RANKS; rank++)
        if (ranks >> (rank - 1) & 1 && primiera_rank_values[rank] > best) best = primiera_rank_values[rank];
    return best ? best : NO_PRIMIERA;
}

static void fill_tables(Solver *solver) {
    for (int value = 0; value <= PRIMIERA_VALUE_MAX; value++)
        for (int rank = 1; rank <= ITALIAN_RANKS; rank++)
            if (primiera_rank_values[rank] <= value) solver->ranks_up_to[value] |= (uint16_t)(1u << (rank - 1));
    for (int set = 0; set < SUIT_SETS; set++) {
        int sum = 0, promise = 0;
        for (int rank = 1; rank <= ITALIAN_RANKS; rank++)
            if (set >> (rank - 1) & 1) sum += rank, promise += promise_of_rank[rank];
        int coins = set_count((CardSet)set), seven = set >> (7 - 1) & 1;
        solver->best_values[set] = (uint32_t)best_value(set) | (uint32_t)best_value(set ^ ALL_RANKS) << 16;
        solver->coins_point[set] = (int8_t)sign(2 * coins - ITALIAN_RANKS);
        solver->promise[0][set] = (int16_t)promise;
        solver->promise[1][set] = (int16_t)(promise + COIN_PROMISE * coins + SEVEN_PROMISE * seven);
        solver->sum[set] = (uint8_t)sum;
        for (int rank = 1; rank <= ITALIAN_RANKS; rank++)
            solver->after[rank][set] = primiera_choice_ranks[set] >> (rank - 1) & 1 ? CHOICE : primiera_ranks_after[rank][set];
        solver->sweepers[set] = (uint16_t)((CardSet)1 << sum >> 1 & ALL_RANKS);
    }
}

Solver *solver_open(int log2_entries) {
    Solver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    size_t count = (size_t)1 << log2_entries;
    solver->mask = count - BUCKET;
    solver->entries = aligned_alloc(LINE, count * sizeof *solver->entries);
    solver->candidates = malloc((size_t)(ITALIAN_CARDS + 1) * PRIMIERA_MOVES_MAX * sizeof *solver->candidates);
    if (!solver->entries || !solver->candidates) {
        solver_free(solver);
        return NULL;
    }
    solver->entry_count = count;
    fill_tables(solver);
    return solver;
}

void solver_free(Solver *solver) {
    if (!solver) return;
    free(solver->entries);
    free(solver->candidates);
    free(solver);
}

/* ---- what a position is worth */

static unsigned suit_of(CardSet set, int suit) { return (unsigned)(set >> (10 * suit)) & ALL_RANKS; }

/* Who gets each of the points, 1, 0 or -1, if side 0's pile is this set and all other cards are side 1's. */
typedef struct Points {
    int cards, coins, seven, primiera;
} Points;

static inline Points points_of(const Solver *solver, CardSet pile) {
    uint32_t sums = 0;
    for (int suit = 0; suit < SUITS; suit++) sums += solver->best_values[suit_of(pile, suit)];
    int own = sums & 0xffff, others = (int)(sums >> 16);
    return (Points){
        .cards = sign(set_count(pile) - ITALIAN_CARDS / 2),
        .coins = solver->coins_point[suit_of(pile, COINS)],
        .seven = pile & CARD_BIT(SEVEN_OF_COINS) ? 1 : -1,
        .primiera = sign((own < NO_PRIMIERA ? own : 0) - (others < NO_PRIMIERA ? others : 0)),
    };
}

static inline int total(Points points) { return points.cards + points.coins + points.seven + points.primiera; }

/* The part that is decided, between the worst and the best that can come. */
static int settled_of(Points worst, Points best) {
    return (worst.cards == best.cards ? worst.cards : 0) + (worst.coins == best.coins ? worst.coins : 0) +
           (worst.seven == best.seven ? worst.seven : 0) + (worst.primiera == best.primiera ? worst.primiera : 0);
}

static int sum_of(const Solver *solver, CardSet set) {
    int sum = 0;
    for (int suit = 0; suit < SUITS; suit++) sum += solver->sum[suit_of(set, suit)];
    return sum;
}

static CardSet open_cards(const Position *p) { return p->hands | p->table; }

/* How many sweeps a side can still make at most. Every card but the very last may make one, once so little lies on the table
 * that one card can take it all. A sweep by the next card of the side but one needs a card of the very rank that an opponent
 * laid on the empty table; else two cards of the side go by from one sweep to the next. */
static int sweeps_at_most(const Solver *solver, const Position *p, int side) {
    int sum = sum_of(solver, p->table), early = sum ? (sum - 1) / ITALIAN_RANKS : 1;
    if (sum && sum <= ITALIAN_RANKS && !(p->hands & solver->turn[p->left].hand & RANK_CARDS(sum))) early = 1;
    if (early >= p->left) return 0;
    int plays = solver->turn[p->left - early].plays[side];
    if (plays < 2 || !solver->alternate) return plays;
    RankSet ranks = set_ranks(p->hands & solver->held[!side]);
    int equal = set_count(p->hands & solver->held[side] & RANK_COLUMN * ranks);
    return equal >= plays - 1 ? plays : 1 + equal + (plays - 1 - equal) / 2;
}

/* The value of the best card of a suit in either pile, 0 for none. */
static int best_of(const Solver *solver, CardSet pile, int suit) {
    return (int)(solver->best_values[suit_of(pile, suit)] & (NO_PRIMIERA - 1));
}

/* A card matters by its rank alone if it is no coin and neither side's primiera can gain by it. */
static CardSet plain_cards(const Solver *solver, const Position *p, bool decided) {
    if (decided) return ALL_CARDS & ~SUIT_CARDS(COINS);
    CardSet plain = 0, theirs = ~(p->mine | open_cards(p));
    for (int suit = 0; suit < COINS; suit++) {
        int one = best_of(solver, p->mine, suit), other = best_of(solver, theirs, suit);
        plain |= (CardSet)solver->ranks_up_to[one < other ? one : other] << (10 * suit);
    }
    return plain;
}

/* ---- playing */

/* After a card of which this table is left. Built from scratch, field by field: a copy would read as one what has just been written in
 * parts, and wait. And without a branch, because whether a card takes is as hard to guess as a toss of a coin. */
static inline Position position_after(const Position *p, const Turn *turn, CardSet card, CardSet table, RankSet ranks,
                                      bool equals) {
    CardSet all = p->table | card, to_mine = turn->to_mine, last = p->last;
    return (Position){
        .hands = p->hands ^ card,
        .table = table,
        .mine = p->mine | ((all ^ table) & to_mine),
        .last = all != table ? to_mine : last,
        .ranks = ranks,
        .equals = equals,
        .left = (uint8_t)(p->left - 1),
    };
}

static Position played(const Solver *solver, const Position *p, int card, CardSet takes) {
    CardSet table = takes ? p->table ^ takes : p->table | CARD_BIT(card);
    RankSet ranks = set_ranks(table);
    return position_after(p, &solver->turn[p->left], CARD_BIT(card), table, ranks, p->equals && set_has_equals(table));
}

/* What a sweep by the card that led here adds to side 0's difference. */
static inline int sweep_gain(const Solver *solver, const Position *after) {
    return after->table ? 0 : solver->turn[after->left + 1].sweep;
}

/* Who holds a card is the same for all positions of one solution, so all hands together say who holds what; of twins that are
 * both plain the last is taken to be left. */
static CardSet named_hands(const Solver *solver, CardSet hands, CardSet plain) {
    for (const Twins *twins = solver->twins; twins->both; twins++)
        if ((plain & twins->both) == twins->both && (hands & twins->both) == twins->first) hands ^= twins->both;
    return hands;
}

/* Where in the table a position is kept: told by little, so that the processor fetches it while the key is found. */
static Entry *place_of(const Solver *solver, const Position *p) {
    uint64_t word = named_hands(solver, p->hands, ALL_CARDS) | (uint64_t)p->ranks << ITALIAN_CARDS;
    return &solver->entries[mixed(word) & solver->mask];
}

/* Plain cards on the table count by their ranks, unless equal ones lie there. Cards and what counts of the piles share a word
 * without overlapping; a count that matters no more is as large as its place holds. */
static uint64_t key_of(const Solver *solver, const Position *p, CardSet plain, Points worst, Points best) {
    CardSet hands = named_hands(solver, p->hands, plain), table = p->equals ? p->table : p->table & ~plain;
    bool decided = worst.primiera == best.primiera;
    uint64_t piles = (uint64_t)(worst.cards == best.cards ? 63 : set_count(p->mine)) |
                     (uint64_t)(worst.coins == best.coins ? 15 : set_count(p->mine & SUIT_CARDS(COINS))) << 6 |
                     (uint64_t)decided << 10;
    uint64_t bests = 0;
    if (!decided) {
        CardSet theirs = ~(p->mine | open_cards(p));
        for (int suit = 0; suit < SUITS; suit++)
            bests = bests << 16 | (uint64_t)(best_of(solver, p->mine, suit) | best_of(solver, theirs, suit) << 8);
    }
    uint64_t key = (hands | piles << ITALIAN_CARDS) * 0x9fb21c651e98df25;
    key = (key ^ key >> 29 ^ table ^ (p->ranks | (p->last & 1) << ITALIAN_RANKS) << ITALIAN_CARDS) * 0xd6e8feb86659fd93;
    return mixed((key ^ key >> 31) + bests * 0x9e3779b97f4a7c15);
}

/* ---- moves, the most promising first */

static int promise_of_set(const Solver *solver, CardSet set) {
    return solver->promise[0][suit_of(set, SWORDS)] + solver->promise[0][suit_of(set, CLUBS)] +
           solver->promise[0][suit_of(set, CUPS)] + solver->promise[1][suit_of(set, COINS)];
}

/* The ranks of `next` are those of the next, if it is an opponent. */
static inline int promise_of(const Solver *solver, const Position *p, RankSet next, int card, CardSet takes) {
    const Turn *turn = &solver->turn[p->left];
    CardSet bit = CARD_BIT(card), table = takes ? p->table ^ takes : p->table | bit;
    int promise;
    if (takes) {
        promise = promise_of_set(solver, takes | bit);
        if (!table) return promise + SWEEP_PROMISE;
    } else {
        CardSet equals = p->hands & RANK_CARDS(card_rank(card)) & ~bit;
        promise = -RANK_LOSS * card_rank(card) - RIVAL_LOSS * set_count(equals & solver->held[!turn->side]);
        if (bit & SUIT_CARDS(COINS)) promise -= card == SEVEN_OF_COINS ? SEVEN_LOSS : COIN_LOSS;
        if (equals & turn->hand) promise += TWIN_PROMISE;
    }
    /* Where equal cards lie, more ranks may take and fewer sweep: rare, and this is but a promise. */
    RankSet ranks = set_ranks(table);
    promise -= CAPTURE_LOSS * bits_count((ranks | primiera_sum_ranks[ranks]) & next);
    return next & solver->sweepers[ranks] ? promise - SWEEP_LOSS : promise;
}

/* Is there a card before it in the set that is as good? */
static bool has_twin(int card, CardSet set, CardSet plain) {
    return (plain >> card & 1) && (set & plain & RANK_CARDS(card_rank(card)) & (CARD_BIT(card) - 1));
}

/* The moves of whoever is to play, without twins. */
static int list_candidates(const Solver *solver, const Position *p, CardSet plain, Candidate *list) {
    CardSet captures[PRIMIERA_CAPTURES_MAX], hand = p->hands & solver->turn[p->left].hand;
    RankSet choices = p->equals ? ALL_RANKS : primiera_choice_ranks[p->ranks];
    int count = 0;
    for (CardSet left = hand; left; left &= left - 1) {
        int card = set_lowest(left), rank = card_rank(card);
        if (has_twin(card, hand, plain)) continue;
        if (!(choices >> (rank - 1) & 1)) {
            list[count++] = (Candidate){.card = (uint8_t)card, .takes = primiera_first_capture(p->table, p->ranks, rank)};
            continue;
        }
        int ways = primiera_captures(p->table, rank, captures);
        if (ways == 0) captures[ways++] = 0;
        for (int way = 0; way < ways; way++)
            if (set_count(captures[way]) != 1 || !has_twin(set_lowest(captures[way]), p->table, plain))
                list[count++] = (Candidate){.card = (uint8_t)card, .takes = captures[way]};
    }
    return count;
}

static void weigh_candidates(const Solver *solver, const Position *p, Candidate *list, int count) {
    const Turn *turn = &solver->turn[p->left];
    RankSet next = turn->against ? set_ranks(p->hands & turn->next_hand) : 0;
    if (count < 2) return;
    for (int i = 0; i < count; i++) list[i].promise = promise_of(solver, p, next, list[i].card, list[i].takes);
}

/* Puts what answered before at the front; how many that are: one or none. */
static int bring_known(const Entry *known, Candidate *list, int count) {
    for (int i = 0; known && i < count; i++) {
        Candidate candidate = list[i];
        if (known->card != candidate.card || known->takes != set_ranks(candidate.takes)) continue;
        list[i] = list[0];
        list[0] = candidate;
        return 1;
    }
    return 0;
}

/* Taken out; the first moves to its place. */
static Candidate best_candidate(Candidate *list, int count) {
    int best = 0, promise = list[0].promise;
    for (int i = 1; i < count; i++) {
        bool better = list[i].promise > promise; /* hard to guess: no branch */
        best = better ? i : best;
        promise = better ? list[i].promise : promise;
    }
    Candidate chosen = list[best];
    list[best] = list[0];
    return chosen;
}

static Candidate *list_at(const Solver *solver, const Position *p) {
    return solver->candidates + (size_t)p->left * PRIMIERA_MOVES_MAX;
}

/* ---- the search */

static Entry *look_up(Entry *bucket, uint64_t key) {
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key) return &bucket[i];
    return NULL;
}

static void remember(Entry *bucket, uint64_t key, int left, int low, int high, const Candidate *answer) {
    Entry *entry = look_up(bucket, key);
    if (!entry) {
        entry = bucket;
        for (int i = 1; i < BUCKET; i++)
            if (bucket[i].left < entry->left) entry = &bucket[i];
        *entry = (Entry){.key = key, .low = -FAR, .high = FAR, .card = CARD_NONE};
    }
    entry->left = (uint8_t)left;
    if (low > entry->low) entry->low = (int8_t)low;
    if (high < entry->high) entry->high = (int8_t)high;
    if (!answer) return;
    entry->card = answer->card;
    entry->takes = set_ranks(answer->takes);
}

static int worth(Solver *solver, const Position *p, int goal);

/* Plays a card and asks on. */
static inline int worth_of_move(Solver *solver, const Position *p, int card, CardSet takes, int goal) {
    Position after = played(solver, p, card, takes);
    int gain = sweep_gain(solver, &after);
    return gain + worth(solver, &after, goal - gain);
}

/* Asks move after move until one answers; `answer` is the last that was asked. */
static int worth_of_moves(Solver *solver, const Position *p, int goal, int count, const Entry *known, Candidate *answer) {
    bool wants_more = solver->turn[p->left].side == 0;
    Candidate *list = list_at(solver, p);
    int best = wants_more ? -FAR : FAR;
    int ready = bring_known(known, list, count); /* this one needs no weighing, and often answers */
    for (int i = 0; i < count && i < solver->width; i++) {
        if (i == ready) weigh_candidates(solver, p, list + i, count - i);
        Candidate candidate = i < ready ? list[0] : best_candidate(list + i, count - i);
        int value = worth_of_move(solver, p, candidate.card, candidate.takes, goal);
        best = wants_more == (value > best) ? value : best;
        *answer = candidate;
        if (wants_more == (value >= goal)) break;
    }
    return best;
}

/* The same for the few cases that the two below leave aside; kept out of their way. */
static __attribute__((noinline)) int worth_by_list(Solver *solver, const Position *p, int goal) {
    Candidate answer;
    return worth_of_moves(solver, p, goal, list_candidates(solver, p, 0, list_at(solver, p)), NULL, &answer);
}

/* The worth with one card a hand and no equal cards on the table. There is nothing to decide unless a card has a choice of
 * captures; else the ranks left by a card are looked up, and what is then missing was captured. */
static int worth_of_last_cards(Solver *solver, const Position *p, int goal) {
    CardSet table = p->table, mine = p->mine, last = p->last;
    RankSet ranks = p->ranks;
    int gains = 0;
    for (const Turn *turn = &solver->turn[p->left]; turn > solver->turn; turn--) {
        CardSet card = p->hands & turn->hand, all = table | card, to_mine = turn->to_mine;
        ranks = solver->after[card_rank(set_lowest(card))][ranks];
        if (ranks == CHOICE) return worth_by_list(solver, p, goal);
        table = all & RANK_COLUMN * ranks;
        mine |= (all ^ table) & to_mine;
        last = all != table ? to_mine : last;
        if (!ranks) gains += turn->sweep;
    }
    return gains + total(points_of(solver, mine | (table & last)));
}

static int worth_of_two_cards(Solver *solver, const Position *p, int goal);

/* Plays one of two cards, which leaves these ranks on a table without equal cards, and asks on. */
static inline int worth_of_either(Solver *solver, const Position *p, CardSet card, RankSet ranks, int goal) {
    const Turn *turn = &solver->turn[p->left];
    CardSet table = (p->table | card) & RANK_COLUMN * ranks;
    Position after = position_after(p, turn, card, table, ranks, false);
    int gain = ranks ? 0 : turn->sweep;
    if (after.left > solver->seats) return gain + worth_of_two_cards(solver, &after, goal - gain);
    return gain + worth_of_last_cards(solver, &after, goal - gain);
}

/* The worth where whoever plays has two cards and no equal cards lie on the table. So little is left to ask that neither bounds
 * nor the table of positions pay, and to try first what takes more cards is order enough. */
static int worth_of_two_cards(Solver *solver, const Position *p, int goal) {
    CardSet hand = p->hands & solver->turn[p->left].hand, cards[2] = {hand & -hand, hand & (hand - 1)};
    RankSet ranks[2] = {solver->after[card_rank(set_lowest(cards[0]))][p->ranks],
                        solver->after[card_rank(set_lowest(cards[1]))][p->ranks]};
    if ((ranks[0] | ranks[1]) & CHOICE) return worth_by_list(solver, p, goal);
    bool first = bits_count(ranks[1]) < bits_count(ranks[0]), wants_more = solver->turn[p->left].side == 0;
    int one = worth_of_either(solver, p, cards[first], ranks[first], goal);
    if (wants_more == (one >= goal)) return one;
    int other = worth_of_either(solver, p, cards[!first], ranks[!first], goal);
    return wants_more == (one > other) ? one : other;
}

/* The worth where more is to be decided: by the bounds, by the table, or by asking on. */
static int worth_of_many_cards(Solver *solver, const Position *p, int goal) {
    Entry *bucket = place_of(solver, p);
    __builtin_prefetch(bucket);
    Points worst = points_of(solver, p->mine), best = points_of(solver, p->mine | open_cards(p));
    if (total(worst) >= goal) {
        int low = total(worst) - sweeps_at_most(solver, p, 1);
        if (low >= goal) return low;
    }
    if (total(best) < goal) {
        int high = total(best) + sweeps_at_most(solver, p, 0);
        if (high < goal) return high;
    }
    CardSet plain = plain_cards(solver, p, worst.primiera == best.primiera);
    int count = list_candidates(solver, p, plain, list_at(solver, p)), settled = settled_of(worst, best);
    uint64_t key = key_of(solver, p, plain, worst, best);
    const Entry *known = look_up(bucket, key);
    if (known && known->low + settled >= goal) return known->low + settled;
    if (known && known->high + settled < goal) return known->high + settled;
    Candidate answer;
    int value = worth_of_moves(solver, p, goal, count, known, &answer), open = value - settled;
    bool reached = value >= goal, answered = reached == (solver->turn[p->left].side == 0);
    remember(bucket, key, p->left, reached ? open : -FAR, reached ? FAR : open, answered ? &answer : NULL);
    return value;
}

/* Is the position worth at least `goal` to side 0? At least the answer if it is, at most the answer if it is not. */
static inline int worth(Solver *solver, const Position *p, int goal) {
    if (p->left > 2 * solver->seats) return worth_of_many_cards(solver, p, goal);
    if (p->equals && p->left > 0) return worth_by_list(solver, p, goal);
    return p->left > solver->seats ? worth_of_two_cards(solver, p, goal) : worth_of_last_cards(solver, p, goal);
}

/* Closes in on the worth by questions, from a first guess. */
static int exact_worth(Solver *solver, const Position *p, int guess) {
    int low = -FAR, high = FAR;
    while (low < high) {
        int goal = guess == low ? guess + 1 : guess;
        guess = worth(solver, p, goal);
        if (guess >= goal) low = guess;
        else high = guess;
    }
    return guess;
}

/* A first guess: the worth if nobody saw more than the two moves that promise most. What this tells of positions is then
 * forgotten; the moves that answered are still the first to try. */
static int guess_worth(Solver *solver, const Position *p) {
    solver->width = GUESS_WIDTH;
    int guess = exact_worth(solver, p, 0);
    solver->width = PRIMIERA_MOVES_MAX;
    for (uint64_t i = 0; i < solver->entry_count; i++) {
        Entry *entry = &solver->entries[i];
        entry->low = -FAR;
        entry->high = FAR;
        entry->left = entry->left > 0;
    }
    return guess;
}

/* ---- from a state */

/* Who plays with whom: two sides, or the solver cannot take the position. */
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
    if (p->phase != PRIMIERA_PHASE_PLAY || p->stock_count > 0 || !find_sides(p, side)) return false;
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
    if (p->phase != PRIMIERA_PHASE_PLAY || p->stock_count > 0 || unknown_hands > 1) return false;
    Chance chance = chance_fast(0);
    primiera.determinize(view, &chance, STATE_IN(*room));
    return solver_applies(STATE_IN(*room));
}

/* In such an order that of three the last remain, however many. */
static void find_twins(Solver *solver, const Primiera *p) {
    Twins *twins = solver->twins;
    for (int seat = 0; seat < primiera_seats(p); seat++)
        for (CardSet left = p->hand[seat] & ~SUIT_CARDS(COINS); left; left &= left - 1) {
            CardSet first = left & -left, others = left & RANK_CARDS(card_rank(set_lowest(left))) & ~first;
            for (; others; others &= others - 1) *twins++ = (Twins){first, first | (others & -others)};
        }
    *twins = (Twins){0};
}

static void find_turns(Solver *solver, const Primiera *p, int cards) {
    int seat = p->turn;
    for (int left = cards; left > 0; left--) {
        int next = primiera_next(p, seat), side = solver->side[seat];
        solver->turn[left] = (Turn){
            .hand = p->hand[seat],
            .next_hand = p->hand[next],
            .to_mine = side == 0 ? ALL_CARDS : 0,
            .side = (uint8_t)side,
            .sweep = (int8_t)(left == 1 ? 0 : 1 - 2 * side),
            .against = solver->side[next] != side,
        };
        seat = next;
    }
    for (int left = 2; left <= cards; left++)
        for (int side = 0; side < SIDES; side++)
            solver->turn[left].plays[side] = (uint8_t)(solver->turn[left - 1].plays[side] + (solver->turn[left].side == side));
}

static Position begin(Solver *solver, const Primiera *p) {
    Position position = {.table = p->table, .ranks = set_ranks(p->table)};
    bool good = find_sides(p, solver->side);
    assert(good);
    (void)good;
    solver->seats = primiera_seats(p);
    solver->alternate = true;
    solver->held[0] = solver->held[1] = 0;
    for (int seat = 0; seat < solver->seats; seat++) {
        int side = solver->side[seat];
        position.hands |= p->hand[seat];
        solver->held[side] |= p->hand[seat];
        if (side == 0) position.mine |= p->pile[seat];
        solver->alternate &= solver->side[primiera_next(p, seat)] != side;
    }
    if (p->last != SEAT_NONE && solver->side[p->last] == 0) position.last = ALL_CARDS;
    position.equals = set_has_equals(position.table);
    position.left = (uint8_t)set_count(position.hands);
    find_turns(solver, p, position.left);
    find_twins(solver, p);
    memset(solver->entries, 0, solver->entry_count * sizeof *solver->entries);
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
    int made = sweeps_made(solver, p), for_actor = 1 - 2 * solver->side[p->turn], guess = guess_worth(solver, &position);
    Candidate *list = list_at(solver, &position);
    int count = list_candidates(solver, &position, 0, list);
    for (int i = 0; i < count; i++) {
        Position after = played(solver, &position, list[i].card, list[i].takes);
        guess = exact_worth(solver, &after, guess);
        int difference = for_actor * (made + sweep_gain(solver, &after) + guess);
        moves[i] = (SolvedMove){primiera_move(PRIMIERA_MOVE_PLAY, list[i].card, list[i].takes), difference};
    }
    return count;
}

static const Entry *known_of(const Solver *solver, const Position *p) {
    Points worst = points_of(solver, p->mine), best = points_of(solver, p->mine | open_cards(p));
    CardSet plain = plain_cards(solver, p, worst.primiera == best.primiera);
    return look_up(place_of(solver, p), key_of(solver, p, plain, worst, best));
}

SolvedMove solver_best(Solver *solver, const State *state) {
    const Primiera *p = primiera_of(state);
    Position position = begin(solver, p);
    int made = sweeps_made(solver, p), for_actor = 1 - 2 * solver->side[p->turn];
    int value = exact_worth(solver, &position, guess_worth(solver, &position));
    /* The move that keeps this worth: the first whose own worth is as good. */
    Candidate *list = list_at(solver, &position);
    int count = list_candidates(solver, &position, 0, list);
    bring_known(known_of(solver, &position), list, count);
    for (int i = 0; i < count; i++) {
        Candidate candidate = list[i];
        int goal = for_actor > 0 ? value : value + 1;
        int reached = worth_of_move(solver, &position, candidate.card, candidate.takes, goal);
        if ((for_actor > 0) == (reached >= goal))
            return (SolvedMove){primiera_move(PRIMIERA_MOVE_PLAY, candidate.card, candidate.takes), for_actor * (made + value)};
    }
    assert(!"no move keeps the worth");
    return (SolvedMove){0};
}
