/* Keeps track of what each seat at a Primo table can be sure of.
 * primo.h says what the rows mean. Every number is a lower bound that holds whatever the hidden cards are, and a seat never
 * knows less than the public row says. */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

static int most(int a, int b) { return a > b ? a : b; }

/* ---- the cards known of one hand, as a list and as counts */

static void counts_of(const uint8_t list[PRIMO_HAND_MAX], int counts[PRIMO_FACES]) {
    memset(counts, 0, PRIMO_FACES * sizeof *counts);
    for (int i = 0; i < PRIMO_HAND_MAX && list[i] != CARD_NONE; i++) counts[list[i]]++;
}

static void list_of(const int counts[PRIMO_FACES], uint8_t list[PRIMO_HAND_MAX]) {
    int count = 0;
    memset(list, CARD_NONE, PRIMO_HAND_MAX);
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < counts[face]; i++) {
            assert(count < PRIMO_HAND_MAX);
            list[count++] = (uint8_t)face;
        }
}

static void list_remove(uint8_t list[PRIMO_HAND_MAX], int face) {
    for (int i = 0; i < PRIMO_HAND_MAX; i++) {
        if (list[i] != face) continue;
        memmove(list + i, list + i + 1, (size_t)(PRIMO_HAND_MAX - 1 - i));
        list[PRIMO_HAND_MAX - 1] = CARD_NONE;
        return;
    }
}

static void list_add(uint8_t list[PRIMO_HAND_MAX], int face) {
    int at = PRIMO_HAND_MAX - 1;
    assert(list[at] == CARD_NONE);
    for (; at > 0 && list[at - 1] > face; at--) list[at] = list[at - 1];
    list[at] = (uint8_t)face;
}

/* How many of this face the row knows to be in other hands; in the viewer's own row of a view that is what the hands show. */
static int in_hands(const Primo *p, int row, int face) {
    int count = 0;
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (seat == row) continue;
        if (p->viewer != VIEWER_WHOLE && row == primo_row(p->viewer)) count += p->hand[seat][face];
        else
            for (int i = 0; i < PRIMO_HAND_MAX && p->known[row][seat][i] <= face; i++) count += p->known[row][seat][i] == face;
    }
    return count;
}

int knowledge_least(const Primo *p, int row, int face) {
    int in_others = in_hands(p, row, face);
    return row == PRIMO_PUBLIC ? in_others : most(in_others, p->apart[PRIMO_PUBLIC][face] - p->hand[row][face]);
}

/* One card of this face that the row did not see is open now, or in the row's own hand: one less is apart, unless others are
 * known to be where it was not. */
static void apart_seen(Primo *p, int row, int face) {
    p->apart[row][face] = (uint8_t)most(p->apart[row][face] - 1, in_hands(p, row, face));
}

/* The rows there are: the seats' and the public one. */
static int next_row(const Primo *p, int row) { return row + 1 == primo_seats(p) ? PRIMO_PUBLIC : row + 1; }
#define EACH_ROW(p, row) \
    int row = 0; \
    row <= PRIMO_PUBLIC; \
    row = next_row((p), row)

/* ---- cards that move openly */

void knowledge_shown(Primo *p, int seat, int face) {
    for (EACH_ROW(p, row)) {
        if (row == seat) continue;
        list_remove(p->known[row][seat], face);
        apart_seen(p, row, face);
    }
}

void knowledge_gained(Primo *p, int seat, int face) {
    for (EACH_ROW(p, row)) {
        if (row == seat) continue;
        list_add(p->known[row][seat], face);
        p->apart[row][face]++;
    }
}

/* ---- exchanges */

/* Of the cards that somebody else knows of two hands, those that must still be where they were, and those that must have gone
 * over: if `count` of `size` cards left, of k alike at least k - count stayed and at least k - (size - count) left. */
static void exchanged_unseen(Primo *p, int row, const int seats[2], int count, const int sizes[2]) {
    int before[2][PRIMO_FACES], after[2][PRIMO_FACES];
    for (int side = 0; side < 2; side++) counts_of(p->known[row][seats[side]], before[side]);
    for (int side = 0; side < 2; side++)
        for (int face = 0; face < PRIMO_FACES; face++) {
            int stayed = most(before[side][face] - count, 0), came = most(before[!side][face] - (sizes[!side] - count), 0);
            after[side][face] = stayed + came;
        }
    for (int side = 0; side < 2; side++) list_of(after[side], p->known[row][seats[side]]);
}

/* What one of the two knows of the other's hand: `gone` left it for one's own hand, `come` went there. */
static void exchanged_seen(Primo *p, int row, int other, const uint8_t *gone, const uint8_t *come, int count) {
    for (int i = 0; i < count; i++) list_remove(p->known[row][other], gone[i]);
    for (int i = 0; i < count; i++) apart_seen(p, row, gone[i]);
    for (int i = 0; i < count; i++) {
        list_add(p->known[row][other], come[i]);
        p->apart[row][come[i]]++;
    }
}

void knowledge_exchanged(Primo *p, int seat, int other, const uint8_t *given, const uint8_t *taken, int count,
                         const int sizes[2]) {
    const int seats[2] = {seat, other};
    for (EACH_ROW(p, row)) {
        if (row == seat) exchanged_seen(p, row, other, taken, given, count);
        else if (row == other) exchanged_seen(p, row, seat, given, taken, count);
        else exchanged_unseen(p, row, seats, count, sizes);
    }
}

/* ---- Tornado and the new pile */

void knowledge_gathered(Primo *p, SeatSet seats) {
    for (EACH_ROW(p, row)) {
        for (int seat = 0; seat < primo_seats(p); seat++)
            if (seats & SEAT_BIT(seat)) memset(p->known[row][seat], CARD_NONE, PRIMO_HAND_MAX);
        for (int i = 0; i < p->thrown_count; i++) p->apart[row][p->thrown[i]]++;
        bool own = row < SEATS_MAX && seats & SEAT_BIT(row);
        for (int face = 0; face < PRIMO_FACES; face++)
            p->apart[row][face] = (uint8_t)(p->apart[row][face] + p->under[face] + (own ? p->hand[row][face] : 0));
    }
}

void knowledge_scattered(Primo *p, SeatSet seats, int top) {
    for (EACH_ROW(p, row)) {
        if (top != CARD_NONE) apart_seen(p, row, top);
        if (row == PRIMO_PUBLIC || !(seats & SEAT_BIT(row))) continue;
        for (int face = 0; face < PRIMO_FACES; face++)
            for (int i = 0; i < p->hand[row][face]; i++) apart_seen(p, row, face);
    }
}

/* The pile is empty, so whatever a seat does not see is in a hand or among the mixed discards, and the latter go into the
 * pile. */
void knowledge_renewed(Primo *p) {
    int going = 0;
    for (int face = 0; face < PRIMO_FACES; face++) going += p->mixed[face];
    for (EACH_ROW(p, row))
        for (int face = 0; face < PRIMO_FACES; face++) {
            int unseen = p->mixed[face];
            for (int seat = 0; seat < primo_seats(p); seat++)
                if (seat != row) unseen += p->hand[seat][face];
            p->apart[row][face] = (uint8_t)most(unseen - going, in_hands(p, row, face));
        }
}
