/* The invariants of Primo: every card is in exactly one place, and what a seat knows is true. */
#include "games/primo/primo.h"

#include <string.h>

static bool whole(const Primo *p) { return p->viewer == VIEWER_WHOLE; }

static bool sees_hand(const Primo *p, int seat) { return whole(p) || p->viewer == seat; }

/* ---- what is said in numbers */

static const char *check_table(const Primo *p) {
    int seats = primo_seats(p);
    bool solo = p->variant == PRIMO_SOLO;
    if (p->turn >= seats) return "there is no such seat";
    if (p->viewer != VIEWER_WHOLE && p->viewer != ONLOOKER && p->viewer >= seats) return "nobody sits where this is seen from";
    if (p->extreme && solo) return "there is no extreme game for one";
    if (p->parade && p->variant != PRIMO_DUEL) return "only in a duel are Marqueur and Cafetière put back";
    if (solo && (p->phase == PRIMO_START || p->turns)) return "there are no turns in solo";
    if (p->turns > PRIMO_TURNS_MAX) return "the game ends after 1000 turns";
    if ((p->settled || p->proposed) && p->variant != PRIMO_FOUR) return "only in four are words put back";
    if (p->settled >> PRIMO_LENGTHS || p->proposed >> PRIMO_LENGTHS) return "there is no such length";
    if (p->marqueur != SEAT_NONE && p->marqueur >= seats) return "a card lies before an empty seat";
    if ((p->cafetiere != SEAT_NONE && p->cafetiere >= seats) || p->paused >> seats) return "a card lies before an empty seat";
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int open = p->crayons[seat] - p->gommes[seat];
        if (open != 0 && open != 1) return "Crayons and Gommes lie in turn on each other";
        if (seat >= seats && p->crayons[seat]) return "a card lies before an empty seat";
    }
    if (p->phase != PRIMO_OVER && p->paused & SEAT_BIT(p->turn)) return "whose turn it is has a Pause Café waiting";
    return NULL;
}

static const char *check_giving(const Primo *p) {
    if (p->phase != PRIMO_GIVE) return p->giving || p->receiver != SEAT_NONE ? "cards are to be given, but not now" : NULL;
    if (p->receiver >= primo_seats(p) || !primo_opponents(p, p->turn, p->receiver)) return "cards are given to opponents";
    if (p->giving < 1 || p->giving > primo_hand_size(p, p->turn) || p->giving > primo_hand_size(p, p->receiver))
        return "more is to be given than there is";
    return NULL;
}

static const char *check_votes(const Primo *p) {
    bool voting = p->phase == PRIMO_VOTE;
    int missing = 0, length = primo_length_least(p) + p->proposal;
    if (!voting && p->proposal) return "a length is proposed, but nobody votes";
    if (voting && (p->variant != PRIMO_FOUR || p->proposal >= PRIMO_LENGTHS)) return "there is nothing to vote on";
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bool asked = voting && seat < primo_seats(p) && seat != p->turn;
        if (!asked && p->vote[seat] != VOTE_NONE) return "somebody votes who was not asked";
        if (asked && p->vote[seat] != VOTE_NONE && (p->vote[seat] == VOTE_UNKNOWN) == sees_hand(p, seat))
            return "votes are known to who gave them until all are in";
        if (asked && !primo_word(p, seat, length)) return "not everybody has the length that is proposed";
        missing += asked && p->vote[seat] == VOTE_NONE;
    }
    if (!voting) return NULL;
    if (!(p->proposed >> p->proposal & 1)) return "the length voted on was not proposed";
    if (!primo_word(p, p->turn, length)) return "not everybody has the length that is proposed";
    return missing ? NULL : "all have voted, and nothing came of it";
}

/* ---- words */

static const char *check_word(const Primo *p, const PrimoWord *word, int length) {
    for (int i = 0; i < PRIMO_LETTERS; i++) {
        if (i < length ? word->letters[i] >= ALPHABET : word->letters[i] != CARD_NONE) return "a word has a gap";
    }
    if (word->stars >> length) return "a star stands outside of its word";
    if (length && !(primo_lengths(p) >> length & 1)) return "a word has a length that is not played";
    return NULL;
}

static const char *check_words(const Primo *p) {
    int least = primo_length_least(p), solo = p->variant == PRIMO_SOLO, solo_words = primo_solo_words(p);
    for (int i = 0; i < PRIMO_WORDS_MAX; i++) {
        int length = primo_word_length(&p->words[i]), seat = i / PRIMO_LENGTHS;
        const char *broken = check_word(p, &p->words[i], length);
        if (broken) return broken;
        if (solo ? (i >= solo_words && length) : length && (seat >= primo_seats(p) || length != least + i % PRIMO_LENGTHS))
            return "a word stands in the wrong place";
        if (solo || !length) continue;
        if (p->settled >> (length - least) & 1) return "words of a length that was put back are on the table";
        for (int other = 0; other < seat; other++)
            if (!primo_opponents(p, seat, other) && primo_word(p, other, length)) return "a team has written a length twice";
    }
    return NULL;
}

/* ---- cards */

static const char *check_places(const Primo *p) {
    if (p->pile_count > PRIMO_CARDS_MAX || p->thrown_count > PRIMO_CARDS_MAX) return "there are too many cards";
    for (int i = 0; i < PRIMO_CARDS_MAX; i++) {
        if ((p->pile[i] == CARD_NONE) != (i >= p->pile_count)) return "the pile has a gap";
        if ((p->thrown[i] == CARD_NONE) != (i >= p->thrown_count)) return "the discards have a gap";
        if (i < p->thrown_count && p->thrown[i] >= PRIMO_FACES) return "cards that were thrown are known";
        if (i >= p->pile_count) continue;
        if ((p->pile[i] == CARD_UNKNOWN) == whole(p)) return "the pile is unknown in views, and only there";
        if (whole(p) && p->pile[i] >= PRIMO_FACES) return "there is no such card";
    }
    if (p->mixed_hidden && whole(p)) return "mixed discards are unknown in a full state";
    for (int face = 0; face < PRIMO_FACES; face++)
        if (p->mixed[face] && !whole(p)) return "mixed discards are known in a view";
    return NULL;
}

static const char *check_hands(const Primo *p) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int size = primo_hand_size(p, seat);
        bool full = p->variant == PRIMO_SOLO || (p->phase == PRIMO_DRAWN && seat == p->turn);
        if (seat >= primo_seats(p) && size) return "an empty seat has cards";
        if (p->hidden[seat] && sees_hand(p, seat)) return "a hand that is seen has unknown cards";
        if (size > (full ? PRIMO_HAND_MAX : PRIMO_HAND)) return "a hand has too many cards";
    }
    if (p->phase == PRIMO_DRAWN && primo_hand_size(p, p->turn) == 0) return "who has drawn has no card";
    if (p->variant != PRIMO_SOLO) return NULL;
    if (p->thrown_count || p->mixed_hidden) return "there are no discards in solo";
    return p->pile_count && primo_hand_size(p, 0) < PRIMO_HAND_MAX ? "the hand is not filled up" : NULL;
}

static const char *check_cards(const Primo *p) {
    int seen[PRIMO_FACES], unseen = 0, hidden = p->mixed_hidden;
    primo_count_seen(p, seen);
    for (int face = 0; face < PRIMO_FACES; face++) {
        int missing = primo_deck_count(p, face) - seen[face];
        if (missing < 0) return "there are more cards of a kind than in the deck";
        if (missing > 0 && whole(p)) return "a card is missing";
        unseen += missing;
    }
    for (int seat = 0; seat < SEATS_MAX; seat++) hidden += p->hidden[seat];
    return whole(p) || hidden + p->pile_count == unseen ? NULL : "the unknown cards are not as many as are missing";
}

/* ---- knowledge */

static int known_of(const uint8_t list[PRIMO_HAND_MAX], int face) {
    int count = 0;
    for (int i = 0; i < PRIMO_HAND_MAX; i++) count += list[i] == face;
    return count;
}

static const char *check_known(const Primo *p) {
    for (int row = 0; row < PRIMO_ROWS; row++)
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            const uint8_t *list = p->known[row][seat];
            bool open = seat < primo_seats(p) && seat != row && (row == PRIMO_PUBLIC || (whole(p) && row < primo_seats(p)));
            if (!open && list[0] != CARD_NONE) return "somebody's knowledge stands where it does not belong";
            for (int i = 0; i < PRIMO_HAND_MAX; i++) {
                if (list[i] != CARD_NONE && list[i] >= PRIMO_FACES) return "there is no such card";
                if (i > 0 && list[i] < list[i - 1]) return "known cards are not in order";
                if (list[i] == CARD_NONE) continue;
                if (known_of(list, list[i]) > p->hand[seat][list[i]]) return "somebody knows a card that is not in that hand";
            }
            for (int face = 0; p->viewer == ONLOOKER && row == PRIMO_PUBLIC && face < PRIMO_FACES; face++)
                if (known_of(list, face) != p->hand[seat][face]) return "an onlooker knows of hands what everybody knows";
            if (!open || row == PRIMO_PUBLIC) continue;
            const uint8_t *all = p->known[PRIMO_PUBLIC][seat];
            for (int i = 0; i < PRIMO_HAND_MAX && all[i] != CARD_NONE; i++)
                if (known_of(list, all[i]) < known_of(all, all[i])) return "a seat knows less than everybody does";
        }
    return NULL;
}

/* What is known to be apart from the pile is there, in full states; in views it may be there, and the pile can be filled
 * without. */
static const char *check_apart_row(const Primo *p, int row, const int unseen[PRIMO_FACES]) {
    int needed = 0, room = p->mixed_hidden;
    for (int face = 0; face < PRIMO_FACES; face++) {
        int apart = p->apart[row][face], others = p->mixed[face];
        for (int seat = 0; seat < primo_seats(p); seat++)
            if (seat != row) others += p->hand[seat][face];
        if (apart > others + unseen[face]) return "somebody believes apart from the pile what is not";
        if (apart < knowledge_least(p, row, face)) return "a seat knows less than it must";
        if (apart > others) needed += apart - others;
    }
    for (int seat = 0; seat < primo_seats(p); seat++) room += seat == row ? 0 : p->hidden[seat];
    return needed > room ? "more is known to be apart from the pile than there is room for" : NULL;
}

static const char *check_apart(const Primo *p) {
    int seen[PRIMO_FACES], unseen[PRIMO_FACES];
    primo_count_seen(p, seen);
    for (int face = 0; face < PRIMO_FACES; face++) unseen[face] = primo_deck_count(p, face) - seen[face];
    for (int row = 0; row < PRIMO_ROWS; row++) {
        bool seat = row < primo_seats(p), kept = whole(p) ? seat || row == PRIMO_PUBLIC : row == primo_row(p->viewer);
        if (kept) {
            const char *broken = check_apart_row(p, row, unseen);
            if (broken) return broken;
        }
        for (int face = 0; face < PRIMO_FACES && !kept; face++) {
            if (row != PRIMO_PUBLIC && p->apart[row][face]) return "somebody's knowledge stands where it does not belong";
            if (row == PRIMO_PUBLIC && p->apart[row][face] < knowledge_least(p, row, face))
                return "a seat knows less than it must";
        }
    }
    return NULL;
}

/* ---- the end */

static const char *check_end(const Primo *p) {
    bool over = p->turns == PRIMO_TURNS_MAX;
    for (int seat = 0; seat < primo_seats(p) && p->variant != PRIMO_SOLO; seat++) over |= primo_complete(p, seat);
    if (p->variant == PRIMO_SOLO) over = primo_hand_size(p, 0) == 0;
    if (over && p->phase != PRIMO_OVER) return "the game has ended, and yet it goes on";
    return !over && p->phase == PRIMO_OVER ? "the game is over, but not at an end" : NULL;
}

const char *primo_check(const State *state) {
    const Primo *p = primo_of(state);
    const char *broken = check_table(p);
    if (!broken) broken = check_words(p);
    if (!broken) broken = check_votes(p);
    if (!broken) broken = check_places(p);
    if (!broken) broken = check_hands(p);
    if (!broken) broken = check_giving(p);
    if (!broken) broken = check_cards(p);
    if (!broken) broken = check_known(p);
    if (!broken) broken = check_apart(p);
    if (!broken) broken = check_end(p);
    return broken;
}
