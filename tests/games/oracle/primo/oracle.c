/* The Primo oracle's functions, each following a paragraph of the rules. */
#include "tests/games/oracle/primo/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The oracle is checked in every build, release included. */
static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "the Primo oracle was misused: %s\n", what);
    abort();
}

/* ---- "The deck: 110 cards" */

typedef enum { WHITE, BLUE, RED, BLACK } Background;

static const struct {
    char letter;
    int cards;
    Background background;
} letters[] = {
    {'E', 11, WHITE}, {'A', 6, WHITE}, {'I', 6, WHITE}, {'N', 4, WHITE}, {'O', 4, WHITE}, {'R', 4, WHITE}, {'S', 4, WHITE},
    {'T', 4, WHITE},  {'U', 4, WHITE}, {'L', 3, WHITE}, {'D', 3, BLUE},  {'M', 3, BLUE},  {'C', 2, BLUE},  {'P', 2, BLUE},
    {'B', 2, RED},    {'F', 2, RED},   {'G', 2, RED},   {'H', 2, RED},   {'V', 2, RED},   {'J', 1, BLACK}, {'K', 1, BLACK},
    {'Q', 1, BLACK},  {'W', 1, BLACK}, {'X', 1, BLACK}, {'Y', 1, BLACK}, {'Z', 1, BLACK},
};

static const struct {
    char card;
    int cards;
} specials[] = {
    {ORACLE_CRAYON, 10}, {ORACLE_GOMME, 6},    {ORACLE_PAUSE, 5},    {ORACLE_STAR, 4},
    {ORACLE_FANTOME, 3}, {ORACLE_MAGICIEN, 3}, {ORACLE_MARQUEUR, 1}, {ORACLE_CAFETIERE, 1},
};

enum { LETTERS = sizeof letters / sizeof *letters, SPECIALS = sizeof specials / sizeof *specials };

/* Alone letters and stars only; in a duel no Marqueur and no Cafetière, unless they are put back. */
static bool is_in_deck(OraclePrimoVariant variant, bool parade, char special) {
    if (variant == ORACLE_PRIMO_SOLO) return special == ORACLE_STAR;
    if (variant == ORACLE_PRIMO_DUEL && !parade) return special != ORACLE_MARQUEUR && special != ORACLE_CAFETIERE;
    return true;
}

OraclePrimoCards oracle_primo_deck(OraclePrimoVariant variant, bool parade) {
    OraclePrimoCards deck = {""};
    for (int i = 0; i < LETTERS; i++)
        for (int k = 0; k < letters[i].cards; k++) oracle_primo_add(deck.cards, letters[i].letter);
    for (int i = 0; i < SPECIALS; i++)
        for (int k = 0; k < specials[i].cards && is_in_deck(variant, parade, specials[i].card); k++)
            oracle_primo_add(deck.cards, specials[i].card);
    return deck;
}

bool oracle_primo_is_letter(char card) { return card >= 'A' && card <= 'Z'; }

int oracle_primo_count(const char *cards, char card) {
    int count = 0;
    for (; *cards; cards++) count += *cards == card;
    return count;
}

bool oracle_primo_holds(const char *cards, const char *wanted) {
    for (const char *card = wanted; *card; card++)
        if (oracle_primo_count(cards, *card) < oracle_primo_count(wanted, *card)) return false;
    return true;
}

bool oracle_primo_same_cards(const char *one, const char *other) {
    return oracle_primo_holds(one, other) && oracle_primo_holds(other, one);
}

void oracle_primo_add(char *cards, char card) {
    size_t count = strlen(cards);
    must(count < ORACLE_PRIMO_DECK, "more cards than there are");
    cards[count] = card;
    cards[count + 1] = 0;
}

void oracle_primo_remove(char *cards, char card) {
    char *at = strchr(cards, card);
    must(card && at, "a card is taken from where it does not lie");
    memmove(at, at + 1, strlen(at));
}

/* ---- "Words" */

static int compare_words(const void *one, const void *other) { return strcmp(one, other); }

bool oracle_primo_is_word(const OraclePrimoList *list, const char *word) {
    return bsearch(word, list->words, (size_t)list->count, sizeof *list->words, compare_words) != NULL;
}

bool oracle_primo_can_lay(const char *hand, const OraclePrimoWord *word) {
    if (strlen(word->letters) != strlen(word->cards)) return false;
    for (int i = 0; word->letters[i]; i++) {
        if (!oracle_primo_is_letter(word->letters[i])) return false;
        if (word->cards[i] != ORACLE_STAR && word->cards[i] != word->letters[i]) return false;
    }
    return oracle_primo_holds(hand, word->cards);
}

/* Whether any placement can be possible: the letters that the hand lacks are no more than its stars. The cards are counted
 * out of the hand, and back. */
static bool is_in_reach(int hand[128], const char *word) {
    int missing = 0;
    const char *letter = word;
    for (; *letter && missing <= hand[ORACLE_STAR]; letter++) missing += hand[*letter & 127]-- <= 0;
    while (letter > word) hand[*--letter & 127]++;
    return missing <= hand[ORACLE_STAR];
}

int oracle_primo_words(const OraclePrimoList *list, const char *hand, const bool wanted[ORACLE_PRIMO_WORD_MAX + 1], char used,
                       OraclePrimoWord *found, int most) {
    int count = 0, counts[128] = {0};
    for (const char *card = hand; *card; card++) counts[*card & 127]++;
    for (int i = 0; i < list->count; i++) {
        int length = (int)strlen(list->words[i]);
        if (!wanted[length] || !is_in_reach(counts, list->words[i])) continue;
        for (int stars = 0; stars < 1 << length; stars++) {
            OraclePrimoWord word = {.owner = 0};
            for (int k = 0; k < length; k++) {
                word.letters[k] = list->words[i][k];
                word.cards[k] = stars & (1 << k) ? ORACLE_STAR : list->words[i][k];
            }
            if (!oracle_primo_can_lay(hand, &word)) continue;
            if (used && oracle_primo_count(word.cards, used) == 0) continue;
            if (count < most) found[count] = word;
            count++;
        }
    }
    return count;
}

/* "Strength: the number of black letters, then of red, then of blue; a star counts as white." */
OraclePrimoStrength oracle_primo_strength(const OraclePrimoWord *word) {
    OraclePrimoStrength strength = {0, 0, 0};
    for (const char *card = word->cards; *card; card++) {
        for (int i = 0; i < LETTERS; i++) {
            if (letters[i].letter != *card) continue;
            strength.black += letters[i].background == BLACK;
            strength.red += letters[i].background == RED;
            strength.blue += letters[i].background == BLUE;
        }
    }
    return strength;
}

int oracle_primo_compare(OraclePrimoStrength one, OraclePrimoStrength other) {
    if (one.black != other.black) return one.black - other.black;
    if (one.red != other.red) return one.red - other.red;
    return one.blue - other.blue;
}

/* ---- "Modes": who sits where */

int oracle_primo_seats(OraclePrimoVariant variant) {
    switch (variant) {
    case ORACLE_PRIMO_SOLO: return 1;
    case ORACLE_PRIMO_DUEL: return 2;
    case ORACLE_PRIMO_THREE: return 3;
    case ORACLE_PRIMO_FOUR: return 4;
    case ORACLE_PRIMO_TEAMS: return 4;
    case ORACLE_PRIMO_FIVE: return 5;
    case ORACLE_PRIMO_SIX: return 6;
    default: must(false, "there is no such variant"); return 0;
    }
}

int oracle_primo_teams(OraclePrimoVariant variant, int team[ORACLE_PRIMO_SEATS_MAX]) {
    const char *seating = variant == ORACLE_PRIMO_TEAMS  ? "ABAB"
                          : variant == ORACLE_PRIMO_FIVE ? "ABCAB"
                          : variant == ORACLE_PRIMO_SIX  ? "ABCABC"
                                                         : "ABCD"; /* each alone */
    int teams = 0;
    for (int seat = 0; seat < oracle_primo_seats(variant); seat++) {
        team[seat] = seating[seat] - 'A';
        if (team[seat] + 1 > teams) teams = team[seat] + 1;
    }
    return teams;
}

bool oracle_primo_opponents(OraclePrimoVariant variant, int one, int other) {
    int team[ORACLE_PRIMO_SEATS_MAX], seats = oracle_primo_seats(variant);
    oracle_primo_teams(variant, team);
    if (one < 0 || one >= seats || other < 0 || other >= seats) return false;
    return team[one] != team[other];
}

bool oracle_primo_partners(OraclePrimoVariant variant, int one, int other) {
    int seats = oracle_primo_seats(variant);
    if (one < 0 || one >= seats || other < 0 || other >= seats) return false;
    return one != other && !oracle_primo_opponents(variant, one, other);
}

/* ---- "Specials": what lies in front of a player */

static char last_laid(const OraclePrimoFront *front) {
    size_t count = strlen(front->writing);
    return count ? front->writing[count - 1] : 0;
}

bool oracle_primo_may_write(const OraclePrimoFront *front) {
    return last_laid(front) == ORACLE_CRAYON || last_laid(front) == ORACLE_MARQUEUR;
}

bool oracle_primo_gommed(const OraclePrimoFront *front) { return last_laid(front) == ORACLE_GOMME; }

/* "Not playable on a player with the Marqueur, nor without an open Crayon." */
bool oracle_primo_gomme_hits(const OraclePrimoFront *front) { return last_laid(front) == ORACLE_CRAYON; }

bool oracle_primo_pause_hits(const OraclePrimoFront *front) { return !front->cafetiere && !front->pause; }

/* It opens writing to who has nothing yet, or lies on a Gomme; else it would do nothing. */
bool oracle_primo_crayon_helps(const OraclePrimoFront *front) { return !oracle_primo_may_write(front); }

/* ---- "extreme" */

int oracle_primo_erased(OraclePrimoVariant variant, const OraclePrimoWord *words, int count, int index,
                        bool erased[ORACLE_PRIMO_WORDS_MAX]) {
    const OraclePrimoWord *word = &words[index];
    int total = 0;
    must(count <= ORACLE_PRIMO_WORDS_MAX, "more words than four for each seat");
    for (int i = 0; i < count; i++) {
        bool same_length = strlen(words[i].letters) == strlen(word->letters);
        bool opponents = oracle_primo_opponents(variant, word->owner, words[i].owner);
        bool weaker = oracle_primo_compare(oracle_primo_strength(&words[i]), oracle_primo_strength(word)) < 0;
        erased[i] = same_length && opponents && weaker;
        total += erased[i];
    }
    return total;
}

/* ---- the end */

void oracle_primo_lengths(OraclePrimoVariant variant, bool extreme, bool wanted[ORACLE_PRIMO_WORD_MAX + 1]) {
    int least = extreme ? 4 : 3, most = extreme ? 7 : 6;
    if (variant == ORACLE_PRIMO_SOLO) most = 7;
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) wanted[length] = length >= least && length <= most;
}

bool oracle_primo_written(OraclePrimoVariant variant, const OraclePrimoWord *words, int count,
                          const bool back[ORACLE_PRIMO_WORD_MAX + 1], int seat, int length) {
    if (back[length]) return true;
    for (int i = 0; i < count; i++)
        if ((int)strlen(words[i].letters) == length && !oracle_primo_opponents(variant, words[i].owner, seat)) return true;
    return false;
}

/* How many of the wanted lengths the seat has, its partner's included, and how many letters that makes. */
static void lengths_of(OraclePrimoVariant variant, bool extreme, const OraclePrimoWord *words, int count,
                       const bool back[ORACLE_PRIMO_WORD_MAX + 1], int seat, int *lengths, int *letter_count) {
    bool wanted[ORACLE_PRIMO_WORD_MAX + 1];
    oracle_primo_lengths(variant, extreme, wanted);
    *lengths = *letter_count = 0;
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) {
        if (!wanted[length] || !oracle_primo_written(variant, words, count, back, seat, length)) continue;
        *lengths += 1;
        *letter_count += length;
    }
}

int oracle_primo_complete(OraclePrimoVariant variant, bool extreme, const OraclePrimoWord *words, int count,
                          const bool back[ORACLE_PRIMO_WORD_MAX + 1], bool winner[ORACLE_PRIMO_SEATS_MAX]) {
    int winners = 0;
    for (int seat = 0; seat < oracle_primo_seats(variant); seat++) {
        int lengths, letter_count;
        lengths_of(variant, extreme, words, count, back, seat, &lengths, &letter_count);
        winner[seat] = lengths == ORACLE_PRIMO_LENGTHS;
        winners += winner[seat];
    }
    return winners;
}

int oracle_primo_at_limit(OraclePrimoVariant variant, bool extreme, const OraclePrimoWord *words, int count,
                          const bool back[ORACLE_PRIMO_WORD_MAX + 1], bool winner[ORACLE_PRIMO_SEATS_MAX]) {
    int lengths[ORACLE_PRIMO_SEATS_MAX], letter_count[ORACLE_PRIMO_SEATS_MAX], winners = 0;
    int seats = oracle_primo_seats(variant);
    for (int seat = 0; seat < seats; seat++)
        lengths_of(variant, extreme, words, count, back, seat, &lengths[seat], &letter_count[seat]);
    for (int seat = 0; seat < seats; seat++) {
        winner[seat] = true;
        for (int other = 0; other < seats; other++) {
            if (lengths[other] > lengths[seat]) winner[seat] = false;
            if (lengths[other] == lengths[seat] && letter_count[other] > letter_count[seat]) winner[seat] = false;
        }
        winners += winner[seat];
    }
    return winners;
}

/* ---- "solo": fewer leftovers, then fewer words, then more words of seven */

static int words_in(const OraclePrimoResult *result) {
    int words = 0;
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) words += result->words[length];
    return words;
}

int oracle_primo_rank(const OraclePrimoResult *one, const OraclePrimoResult *other) {
    if (one->leftovers != other->leftovers) return one->leftovers - other->leftovers;
    if (words_in(one) != words_in(other)) return words_in(one) - words_in(other);
    return other->words[7] - one->words[7];
}
