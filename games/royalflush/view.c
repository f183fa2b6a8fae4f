/* What a seat knows in Royal Flush, how to deal the hidden cards to fit, and the invariants of states and views. */
#include "games/royalflush/royalflush.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

static bool hand_seen(const RoyalFlush *r, int seat) { return r->viewer == VIEWER_WHOLE || r->viewer == seat; }

/* Of other hands only what was taken from the display is known; nobody knows the pile. */
void royalflush_view(const State *state, int seat, View *view) {
    RoyalFlush *v = (RoyalFlush *)(void *)view;
    memcpy(v, state, sizeof *v);
    v->viewer = (uint8_t)seat;
    for (int other = 0; other < v->people; other++) {
        if (hand_seen(v, other)) continue;
        v->hidden[other] = (uint8_t)(royal_faces_count(v->hand[other]) - royal_faces_count(v->known[other]));
        v->hand[other] = v->known[other];
    }
    memset(v->pile + ROYAL_CARDS - v->pile_count, CARD_UNKNOWN, v->pile_count);
}

/* ---- where the cards are */

static void count_faces(RoyalFaces faces, uint8_t counts[ROYAL_FACES]) {
    for (RoyalSet rest = faces.once; rest; rest &= rest - 1) counts[royal_lowest(rest)]++;
    for (RoyalSet rest = faces.twice; rest; rest &= rest - 1) counts[royal_lowest(rest)]++;
}

/* How often each face is seen, in hands, on the table and, in a full state, in the pile. */
static void count_seen(const RoyalFlush *r, uint8_t counts[ROYAL_FACES]) {
    memset(counts, 0, ROYAL_FACES);
    for (int seat = 0; seat < r->people; seat++) count_faces(r->hand[seat], counts);
    count_faces(r->discards, counts);
    count_faces(r->laid, counts);
    for (int place = 0; place < ROYAL_DISPLAY; place++)
        if (r->display[place] < ROYAL_FACES) counts[r->display[place]]++;
    for (int i = ROYAL_CARDS - r->pile_count; i < ROYAL_CARDS; i++)
        if (r->pile[i] < ROYAL_FACES) counts[r->pile[i]]++;
}

/* The cards that are not seen, of which nobody tells two of a face apart but each may lie anywhere. */
typedef struct Unseen {
    int count;
    uint8_t cards[ROYAL_CARDS];
} Unseen;

static Unseen unseen_of(const RoyalFlush *r) {
    uint8_t seen[ROYAL_FACES];
    Unseen unseen = {.count = 0};
    count_seen(r, seen);
    for (int card = 0; card < ROYAL_FACES; card++)
        for (int i = seen[card]; i < 2; i++) unseen.cards[unseen.count++] = (uint8_t)card;
    return unseen;
}

/* ---- a hand that is laying a combination
 *
 * Whoever has announced a board can complete it, and a hand drawn for that seat must be able to. Hands are tried at random
 * first, which is quick where many would do. Else a way to complete the board is drawn in the proportion of the hands that
 * hold it, the rest of the hand at random, and the hand is kept once in as many times as there are ways in it: so each hand
 * comes up as often as any other, however many ways it has (Karp and Luby's sampling of a union). */

enum { PLAIN_TRIES = 200, UNION_TRIES = 20 };

/* Moves `count` random cards to the front of the list from `from` on. */
static void draw_front(Unseen *unseen, int from, int count, Chance *chance) {
    for (int i = from; i < from + count; i++) {
        int chosen = i + (int)chance_below(chance, (uint32_t)(unseen->count - i));
        uint8_t card = unseen->cards[chosen];
        unseen->cards[chosen] = unseen->cards[i];
        unseen->cards[i] = card;
    }
}

static RoyalFaces with_front(RoyalFaces hand, const Unseen *unseen, int count) {
    for (int i = 0; i < count; i++) royal_faces_add(&hand, unseen->cards[i]);
    return hand;
}

static bool can_complete(const RoyalFlush *r, RoyalFaces hand) {
    return royalflush_next((RoyalBoard)r->board, r->laid, r->laid_jokers, hand, r->jokers[r->turn]) != 0;
}

/* The cards that a way needs beyond what is laid and what the seat is known to hold. */
static int needed(const RoyalFlush *r, const RoyalWay *way, uint8_t cards[ROYAL_WAY_MAX]) {
    RoyalFaces laid = r->laid, known = r->known[r->turn];
    int count = 0;
    for (int i = 0; i < way->count && way->cards[i] != ROYAL_JOKER; i++) {
        int card = way->cards[i];
        if (royal_faces_of(laid, card)) royal_faces_remove(&laid, card);
        else if (royal_faces_of(known, card)) royal_faces_remove(&known, card);
        else cards[count++] = (uint8_t)card;
    }
    return count;
}

/* In how many ways the cards can be found among `from`: two for a face that is there twice and wanted once. */
static int copies(const uint8_t *cards, int count, RoyalFaces from) {
    int ways = 1;
    for (int i = 0; i < count; i++) {
        bool twice_wanted = (i > 0 && cards[i - 1] == cards[i]) || (i + 1 < count && cards[i + 1] == cards[i]);
        if (!twice_wanted) ways *= royal_faces_of(from, cards[i]);
    }
    return ways;
}

/* Which part of all hands of so many cards holds those that a way needs, times the ways to find them among the unseen. */
static double weight_of(const RoyalFlush *r, const RoyalWay *way, RoyalFaces unseen, int unseen_count) {
    uint8_t cards[ROYAL_WAY_MAX];
    int count = needed(r, way, cards), hidden = r->hidden[r->turn];
    if (count > hidden) return 0;
    double weight = copies(cards, count, unseen);
    for (int i = 0; i < count; i++) weight = weight * (hidden - i) / (unseen_count - i);
    return weight;
}

static void walk_unseen(const RoyalFlush *r, RoyalFaces hidden, RoyalWalk *walk) {
    RoyalFaces pool = r->known[r->turn];
    pool.twice |= (pool.once & hidden.once) | hidden.twice;
    pool.once |= hidden.once;
    royalflush_walk_from(walk, (RoyalBoard)r->board, r->laid, r->laid_jokers, pool, r->jokers[r->turn]);
}

/* Walks over the ways until their weights pass `limit`; returns their sum so far, and that way. */
static double walk_weights(const RoyalFlush *r, RoyalFaces unseen, int unseen_count, double limit, RoyalWay *found) {
    RoyalWalk walk;
    RoyalWay way;
    double sum = 0;
    walk_unseen(r, unseen, &walk);
    while (sum <= limit && royalflush_walk_next(&walk, &way)) {
        double weight = weight_of(r, &way, unseen, unseen_count);
        sum += weight;
        if (weight > 0) *found = way;
    }
    return sum;
}

/* How many ways to complete the board the hidden part of the hand gives, cards of a face counted one by one. */
static uint32_t ways_within(const RoyalFlush *r, RoyalFaces hidden) {
    uint8_t cards[ROYAL_WAY_MAX];
    RoyalWalk walk;
    RoyalWay way;
    uint32_t ways = 0;
    walk_unseen(r, hidden, &walk);
    while (royalflush_walk_next(&walk, &way)) ways += (uint32_t)copies(cards, needed(r, &way, cards), hidden);
    return ways;
}

/* One try to draw the hidden cards around a way; they come to the front of the list. */
static bool try_union(const RoyalFlush *r, Unseen *unseen, double total, Chance *chance) {
    const RoyalFaces none = {0, 0}, all = with_front(none, unseen, unseen->count);
    int hidden = r->hidden[r->turn];
    uint8_t cards[ROYAL_WAY_MAX];
    RoyalWay way = {.count = 0};
    double limit = total * ((double)(chance_bits(chance) >> 11) / 9007199254740992.0);
    walk_weights(r, all, unseen->count, limit, &way);
    int count = needed(r, &way, cards);
    for (int i = 0; i < count; i++) {
        uint8_t *place = memchr(unseen->cards + i, cards[i], (size_t)(unseen->count - i));
        *place = unseen->cards[i];
        unseen->cards[i] = cards[i];
    }
    draw_front(unseen, count, hidden - count, chance);
    return chance_below(chance, ways_within(r, with_front(none, unseen, hidden))) == 0;
}

/* Brings hidden cards for the seat that is scoring to the front of the list. */
static void draw_scoring_hand(const RoyalFlush *r, Unseen *unseen, Chance *chance) {
    int seat = r->turn, hidden = r->hidden[seat];
    double total = -1;
    for (;;) {
        for (int i = 0; i < PLAIN_TRIES; i++) {
            draw_front(unseen, 0, hidden, chance);
            if (can_complete(r, with_front(r->known[seat], unseen, hidden))) return;
        }
        RoyalWay way;
        RoyalFaces all = with_front((RoyalFaces){0, 0}, unseen, unseen->count);
        if (total < 0) total = walk_weights(r, all, unseen->count, unseen->count, &way);
        assert(total > 0);
        for (int i = 0; i < UNION_TRIES; i++)
            if (try_union(r, unseen, total, chance)) return;
    }
}

/* ---- determinize */

void royalflush_determinize(const View *view, Chance *chance, State *state) {
    RoyalFlush *r = (RoyalFlush *)(void *)state;
    memcpy(r, view, sizeof *r);
    Unseen unseen = unseen_of(r);
    int used = 0;
    if (r->phase == ROYAL_SCORING && r->hidden[r->turn]) {
        draw_scoring_hand(r, &unseen, chance);
        for (; used < r->hidden[r->turn]; used++) royal_faces_add(&r->hand[r->turn], unseen.cards[used]);
        r->hidden[r->turn] = 0;
    }
    chance_shuffle(chance, 0, unseen.cards + used, unseen.count - used);
    for (int seat = 0; seat < r->people; seat++)
        for (int i = 0; i < r->hidden[seat]; i++) royal_faces_add(&r->hand[seat], unseen.cards[used++]);
    for (int i = ROYAL_CARDS - r->pile_count; i < ROYAL_CARDS; i++)
        if (r->pile[i] == CARD_UNKNOWN) r->pile[i] = unseen.cards[used++];
    assert(used == unseen.count);
    memset(r->hidden, 0, sizeof r->hidden);
    r->viewer = VIEWER_WHOLE;
}

/* ---- invariants */

static bool proper_faces(RoyalFaces faces) { return !(faces.once & ~ROYAL_ALL) && !(faces.twice & ~faces.once); }

/* The cards are the two packs, each face twice. */
static const char *check_cards(const RoyalFlush *r) {
    uint8_t counts[ROYAL_FACES];
    int seen = 0, unknown = 0;
    count_seen(r, counts);
    for (int card = 0; card < ROYAL_FACES; card++) {
        if (counts[card] > 2) return "a card stands three times";
        seen += counts[card];
    }
    for (int i = 0; i < ROYAL_CARDS; i++) {
        if ((r->pile[i] == CARD_NONE) != (i < ROYAL_CARDS - r->pile_count)) return "the pile has a gap";
        if (i < ROYAL_CARDS - r->pile_count) continue;
        if ((r->pile[i] == CARD_UNKNOWN) != (r->viewer != VIEWER_WHOLE)) return "the pile is unknown in views, and only there";
        if (r->pile[i] != CARD_UNKNOWN && r->pile[i] >= ROYAL_FACES) return "there is no such card in the pile";
        unknown += r->pile[i] == CARD_UNKNOWN;
    }
    for (int seat = 0; seat < r->people; seat++) unknown += r->hidden[seat];
    return seen + unknown == ROYAL_CARDS ? NULL : "the cards are not 104";
}

static const char *check_hands(const RoyalFlush *r) {
    if (!proper_faces(r->discards) || !proper_faces(r->laid)) return "there is no such card";
    for (int seat = 0; seat < ROYAL_SEATS; seat++) {
        RoyalFaces hand = r->hand[seat], known = r->known[seat];
        if (!proper_faces(hand) || !proper_faces(known)) return "there is no such card in a hand";
        if (seat >= r->people && (hand.once || known.once || r->hidden[seat])) return "an empty seat has cards";
        if (!royal_faces_within(known, hand)) return "what is known of a hand is not in it";
        if (hand_seen(r, seat) && r->hidden[seat]) return "a hand that is seen has unknown cards";
        if (!hand_seen(r, seat) && !royal_faces_within(hand, known)) return "of a hand that is not seen, too much is known";
    }
    return NULL;
}

static const char *check_display(const RoyalFlush *r) {
    int cards = 0;
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (r->display[place] != CARD_NONE && r->display[place] >= ROYAL_FACES) return "there is no such card in the display";
        cards += r->display[place] != CARD_NONE;
    }
    if (r->phase == ROYAL_TAKEN || cards == ROYAL_DISPLAY) return NULL;
    if (r->pile_count) return "the display is short though there is a pile";
    if (r->phase == ROYAL_EXCHANGED && (cards == 0 || !royal_faces_empty(r->discards)))
        return "the display was exchanged and is short though there are discards";
    return NULL;
}

static const char *check_seats(const RoyalFlush *r) {
    int chips = 0, each = royalflush_jokers_each(r->children);
    if (r->people < 2 || r->people > ROYAL_SEATS) return "two to five play";
    if (r->turn >= r->people || r->dealer >= r->people) return "there is no such seat";
    if (r->viewer != VIEWER_WHOLE && r->viewer != ONLOOKER && r->viewer >= r->people)
        return "nobody sits where this is seen from";
    if (r->children >> r->people) return "a child has no seat";
    if (r->jokers_each_round && !r->children) return "jokers are for children";
    for (int seat = 0; seat < ROYAL_SEATS; seat++) {
        bool child = r->children & SEAT_BIT(seat);
        int jokers = r->jokers[seat] + (seat == r->turn ? r->laid_jokers : 0);
        if (jokers > (child ? each : 0)) return child ? "a child has too many jokers" : "jokers are for children";
        if (seat >= r->people && (r->chips[seat] || r->score[seat])) return "an empty seat has chips or points";
        if (r->round == 1 && r->phase != ROYAL_OVER && r->score[seat])
            return "somebody has points before the first round is over";
        chips += r->chips[seat];
    }
    return chips > ROYAL_CHIPS * r->people ? "there are more chips than five for each" : NULL;
}

static bool round_ended(const RoyalFlush *r) {
    if (r->field[ROYAL_ROYAL_FLUSH][0] != SEAT_NONE || r->passes == r->people) return true;
    for (int seat = 0; seat < r->people; seat++)
        if (royalflush_pieces(r, seat) == 0) return true;
    return false;
}

static const char *check_boards(const RoyalFlush *r) {
    if (r->boards >> ROYAL_ROYAL_FLUSH != 1) return "Royal Flush is always in play";
    for (int group = 0; group < ROYAL_GROUPS; group++)
        if (bits_count(r->boards >> group * ROYAL_GROUP_BOARDS & 0xf) != 2) return "two boards of each group are in play";
    for (int board = 0; board < ROYAL_BOARDS; board++)
        for (int field = 0; field < ROYAL_FIELDS; field++) {
            int holder = r->field[board][field];
            if (holder == SEAT_NONE) continue;
            if (!(r->boards >> board & 1) || field >= royal_boards[board].field_count)
                return "a piece stands where there is no field";
            if (holder >= r->people) return "a field is held by nobody at the table";
            if (field > 0 && r->field[board][field - 1] == SEAT_NONE) return "a lower field is held while a higher one is free";
        }
    for (int seat = 0; seat < r->people; seat++)
        if (royalflush_pieces(r, seat) < 0) return "somebody has set more than five pieces";
    if (r->phase == ROYAL_OVER && (r->round != ROYAL_ROUNDS || !round_ended(r)))
        return "the match is over before its last round is";
    if (r->phase != ROYAL_OVER && round_ended(r)) return "the round is over, and yet it goes on";
    return NULL;
}

/* Whoever scores can do so; where the hand is not known, some hand that fits can. */
static const char *check_scoring(const RoyalFlush *r) {
    if (r->phase != ROYAL_SCORING)
        return r->board != ROYAL_BOARDS || r->laid.once || r->laid_jokers ? "cards are laid though nobody scores" : NULL;
    if (r->board >= ROYAL_BOARDS || !royalflush_free_value(r, (RoyalBoard)r->board))
        return "the board that is scored is closed";
    bool perfect = r->board == ROYAL_PERFECT_PAIR || r->board == ROYAL_PERFECT_TRIPLE_PAIR;
    if (r->laid.twice && !perfect) return "two identical cards are laid";
    if (r->laid_jokers && r->board == ROYAL_ROYAL_FLUSH) return "there are no jokers in a Royal Flush";
    if (royal_faces_count(r->laid) + r->laid_jokers >= royal_boards[r->board].cards)
        return "all cards are laid, and yet more are to come";
    static const char nothing[] = "what is laid cannot be completed";
    if (hand_seen(r, r->turn)) return can_complete(r, r->hand[r->turn]) ? NULL : nothing;
    Unseen unseen = unseen_of(r);
    RoyalWay way;
    return walk_weights(r, with_front((RoyalFaces){0, 0}, &unseen, unseen.count), unseen.count, 0, &way) > 0 ? NULL : nothing;
}

static const char *check_phase(const RoyalFlush *r) {
    if (r->phase > ROYAL_OVER) return "there is no such step of a turn";
    if (r->round < 1 || r->round > ROYAL_ROUNDS) return "there are three rounds";
    if (r->passes > r->people) return "more have passed than play";
    if (r->passes && royalflush_cards_left(r)) return "somebody has passed though there are cards to take";
    if (r->passes && r->phase != ROYAL_TURN && r->phase != ROYAL_OVER)
        return "somebody has passed, and yet a turn is under way";
    if (r->phase == ROYAL_EXCHANGED && !royalflush_chips_spent(r)) return "the display was exchanged, but no chip is spent";
    if (r->phase != ROYAL_TAKEN) return NULL;
    if (!r->chips[r->turn] || !royalflush_cards_left(r)) return "a turn goes on in which nothing can be bought";
    if (royal_faces_empty(r->hand[r->turn]) && !r->hidden[r->turn]) return "a card was taken, but there is none in hand";
    return NULL;
}

const char *royalflush_check(const State *state) {
    const RoyalFlush *r = royalflush_of(state);
    const char *broken = check_seats(r);
    if (!broken) broken = check_phase(r);
    if (!broken) broken = check_boards(r);
    if (!broken) broken = check_hands(r);
    if (!broken) broken = check_display(r);
    if (!broken) broken = check_cards(r);
    if (!broken) broken = check_scoring(r);
    return broken;
}
