/* Recovers from a seat's views which cards were played in a round of Primiera, and by whom. */
#include "bots/primiera/memory.h"

#include <string.h>

static CardSet open_cards(const Primiera *p) {
    CardSet open = p->table;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++) open |= p->pile[seat];
    return open;
}

static void row_add(Primiera *p, int card) {
    p->table |= CARD_BIT(card);
    p->row[p->row_count++] = (uint8_t)card;
}

static void row_remove(Primiera *p, CardSet taken) {
    int kept = 0;
    for (int i = 0; i < p->row_count; i++)
        if (!(taken >> p->row[i] & 1)) p->row[kept++] = p->row[i];
    p->row_count = (uint8_t)kept;
    p->table &= ~taken;
}

/* The public side of a play; the teams that a first Herald makes are those seen in the end. */
static Primiera after_play(const Primiera *before, int card, CardSet takes, const Primiera *end) {
    Primiera p = *before;
    int seat = p.turn;
    p.hand[seat] &= ~CARD_BIT(card);
    if (takes) {
        if (takes == p.table) p.swept |= CARD_BIT(card);
        row_remove(&p, takes);
        p.pile[seat] |= takes | CARD_BIT(card);
    } else {
        row_add(&p, card);
    }
    if (p.teams == TEAMS_OPEN && primiera_has_heralds(&p) && card_rank(card) == 1) {
        p.teams = end->teams;
        memcpy(p.partner, end->partner, sizeof p.partner);
    }
    p.turn = (uint8_t)primiera_next(&p, seat);
    return p;
}

static bool arrived(const Primiera *p, const Primiera *end) {
    return p->table == end->table && p->turn == end->turn && p->swept == end->swept &&
           !memcmp(p->pile, end->pile, sizeof p->pile) && !memcmp(p->row, end->row, p->row_count);
}

/* Plays the fresh cards in some order so that the end is reached; the plays are written from `plays` on. A hand that was seen
 * says which cards its seat could play. */
static bool find_plays(const Primiera *now, CardSet fresh, const Primiera *end, Play *plays) {
    if (!fresh) return arrived(now, end);
    if (now->row_count == PRIMIERA_TABLE_MAX) return false;
    CardSet hand = now->hand[now->turn], own = end->pile[now->turn], captures[PRIMIERA_CAPTURES_MAX];
    for (CardSet left = hand ? fresh & hand : fresh; left; left &= left - 1) {
        int card = set_lowest(left), count = primiera_captures(now->table, card_rank(card), captures);
        if (count == 0) captures[count++] = 0;
        for (int i = 0; i < count; i++) {
            if (captures[i] && (captures[i] | CARD_BIT(card)) & ~own) continue;
            Primiera next = after_play(now, card, captures[i], end);
            *plays = (Play){.before = *now, .move = primiera_move(PRIMIERA_MOVE_PLAY, card, captures[i])};
            if (find_plays(&next, fresh & ~CARD_BIT(card), end, plays + 1)) return true;
        }
    }
    return false;
}

/* The row before anything was played: what is left of it in its order, then what has been taken, in any. */
static void open_row(Primiera *start, const Primiera *view, CardSet opening) {
    start->table = 0;
    start->row_count = 0;
    for (int i = 0; i < view->row_count; i++)
        if (opening >> view->row[i] & 1) row_add(start, view->row[i]);
    for (CardSet taken = opening & ~start->table; taken; taken &= taken - 1) row_add(start, set_lowest(taken));
}

/* The first view of a round: all but four of the open cards were played, but which? */
static int find_opening(const Primiera *view, Play *plays) {
    CardSet open = open_cards(view);
    int played = set_count(open) - 4;
    uint8_t order[PRIMIERA_SEATS];
    if (view->phase != PRIMIERA_PHASE_PLAY || played < 1 || played >= PRIMIERA_SEATS) return 0;
    Primiera start = *view;
    memset(start.pile, 0, sizeof start.pile);
    start.swept = 0;
    primiera_order(view, order);
    start.turn = order[0];
    if (primiera_has_heralds(view)) {
        start.teams = TEAMS_OPEN;
        memset(start.partner, SEAT_NONE, sizeof start.partner);
    }
    /* The subsets of the open cards, in the order of numbers. */
    for (CardSet fresh = -open & open; fresh; fresh = (fresh - open) & open) {
        if (set_count(fresh) != played) continue;
        open_row(&start, view, open & ~fresh);
        if (find_plays(&start, fresh, view, plays)) return played;
    }
    return 0;
}

static bool same_round(const Primiera *a, const Primiera *b) {
    return a->variant == b->variant && a->viewer == b->viewer && a->round == b->round && a->dealer == b->dealer &&
           a->target == b->target && !memcmp(a->score, b->score, sizeof a->score) && a->phase == PRIMIERA_PHASE_PLAY &&
           b->phase == PRIMIERA_PHASE_PLAY;
}

static bool extend(Memory *memory, const Primiera *view) {
    const Primiera *last = &memory->last;
    CardSet before = open_cards(last), now = open_cards(view);
    int played = set_count(now & ~before);
    if (!memory->begun || !same_round(last, view) || (before & ~now) || played > GAP_MAX || memory->count + played > PLAYS_MAX)
        return false;
    if (!find_plays(last, now & ~before, view, memory->plays + memory->count)) return false;
    memory->count += played;
    return true;
}

void memory_observe(Memory *memory, const Primiera *view) {
    if (!extend(memory, view)) memory->count = find_opening(view, memory->plays);
    memory->last = *view;
    memory->begun = true;
}
