/* Which words a hand of Primo can lay, and from which lexicon (rules: "Words", "Étoile"). */
#include "games/primo/primo.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"

/* Set at most once, before the first game; nothing that plays changes it. */
static const Lexicon *lexicon_in_use = &lexicon_french;
static uint64_t fingerprint_in_use; /* 0 for the program's own */

const Lexicon *primo_lexicon(void) { return lexicon_in_use; }

uint64_t primo_word_list(void) { return fingerprint_in_use; }

bool primo_use_lexicon(const Lexicon *lexicon, Error *error) {
    int most = primo_placements_most(lexicon);
    if (most < 0) return error_set(error, "there is not enough memory to measure the word list");
    if (most > PRIMO_PLACEMENTS_MAX)
        return error_set(error, "too many short words: from a hand with four stars %d could be laid, and %d is the limit", most,
                         PRIMO_PLACEMENTS_MAX);
    uint64_t fingerprint = lexicon_fingerprint(lexicon);
    lexicon_in_use = lexicon;
    fingerprint_in_use = fingerprint == lexicon_fingerprint(&lexicon_french) ? 0 : fingerprint;
    return true;
}

/* ---- the longest list of words */

enum { STARS_MOST = 4, LETTERS_BESIDE = PRIMO_LETTERS - STARS_MOST, RACK_KEYS = 27 * 27 * 27 };

/* A key for up to three letters of a word, in any order: those that are no stars. */
static int rack_key(const char *letters, int length, unsigned stars) {
    int held[LETTERS_BESIDE] = {0}, count = 0;
    for (int i = 0; i < length; i++) {
        if (stars >> i & 1) continue;
        int letter = letters[i] - 'A' + 1, at = count++;
        for (; at > 0 && held[at - 1] > letter; at--) held[at] = held[at - 1];
        held[at] = letter;
    }
    return held[0] + 27 * (held[1] + 27 * held[2]);
}

/* Each placement of each word counts for the letters it needs; a hand can lay what any part of its letters can. */
int primo_placements_most(const Lexicon *lexicon) {
    int *placements = calloc(RACK_KEYS, sizeof *placements), most = 0;
    char letters[WORD_LETTERS_MAX + 1];
    if (!placements) return -1;
    for (uint32_t index = 0; index < lexicon->word_count; index++) {
        int length = lexicon_word(lexicon, index, letters);
        if (length < 3 || length > PRIMO_LETTERS) continue;
        for (unsigned stars = 0; stars < 1u << length; stars++) {
            int count = bits_count(stars);
            if (count <= STARS_MOST && length - count <= LETTERS_BESIDE) placements[rack_key(letters, length, stars)]++;
        }
    }
    for (int a = 'A'; a <= 'Z'; a++)
        for (int b = a; b <= 'Z'; b++)
            for (int c = b; c <= 'Z'; c++) {
                const char hand[LETTERS_BESIDE] = {(char)a, (char)b, (char)c};
                int sum = 0, keys[1 << LETTERS_BESIDE];
                for (unsigned absent = 0; absent < 1u << LETTERS_BESIDE; absent++) {
                    bool fresh = true;
                    keys[absent] = rack_key(hand, LETTERS_BESIDE, absent);
                    for (unsigned other = 0; other < absent; other++) fresh &= keys[other] != keys[absent];
                    if (fresh) sum += placements[keys[absent]];
                }
                if (sum > most) most = sum;
            }
    free(placements);
    return most;
}

/* ---- words of a hand */

Rack primo_rack(const Primo *p, int seat, bool take) {
    Rack rack = {.stars = p->hand[seat][STAR]};
    memcpy(rack.counts, p->hand[seat], ALPHABET);
    if (!take || p->thrown_count == 0) return rack;
    int top = p->thrown[p->thrown_count - 1];
    if (top == STAR) rack.stars++;
    else if (top < ALPHABET) rack.counts[top]++;
    return rack;
}

/* Which lengths may be laid now: none without a Crayon or Marqueur, and none that is written. */
static Lengths lengths_open(const Primo *p, int seat) {
    if (p->variant == PRIMO_SOLO) return primo_lengths(p);
    return primo_can_write(p, seat) ? primo_lengths(p) & ~primo_written(p, seat) : 0;
}

bool primo_word_uses(const PrimoWord *word, int face) {
    for (int place = 0; place < primo_word_length(word); place++)
        if (primo_word_card(word, place) == face) return true;
    return false;
}

int primo_list_words(const Primo *p, int seat, bool take, Move *moves) {
    Rack rack = primo_rack(p, seat, take);
    int top = take ? p->thrown[p->thrown_count - 1] : CARD_NONE, count = 0;
    Lengths lengths = lengths_open(p, seat);
    if (!lengths || (take && top > STAR)) return 0;
    WordSearch search;
    PlacementSearch placement;
    word_search_init(&search, primo_lexicon(), &rack, lengths);
    while (word_search_next(&search)) {
        PrimoWord word;
        memset(word.letters, CARD_NONE, sizeof word.letters);
        for (int i = 0; i < search.length; i++) word.letters[i] = (uint8_t)(search.letters[i] - 'A');
        placement_search_init(&placement, &rack, search.letters, search.length);
        while (placement_search_next(&placement)) {
            word.stars = (uint8_t)placement.stars;
            if (take && !primo_word_uses(&word, top)) continue;
            assert(count < PRIMO_PLACEMENTS_MAX);
            moves[count++] = primo_move(ACT_WORD, take, 0, primo_data_word(&word));
        }
    }
    return count;
}

bool primo_word_allowed(const Primo *p, int seat, bool take, const PrimoWord *word) {
    int length = primo_word_length(word);
    Rack rack = primo_rack(p, seat, take);
    char letters[PRIMO_LETTERS];
    if (!(lengths_open(p, seat) >> length & 1) || word->stars >> length) return false;
    for (int place = 0; place < length; place++) {
        if (word->letters[place] >= ALPHABET) return false;
        uint8_t *left = word->stars >> place & 1 ? &rack.stars : &rack.counts[word->letters[place]];
        if (*left == 0) return false;
        --*left;
        letters[place] = (char)('A' + word->letters[place]);
    }
    if (take && !primo_word_uses(word, p->thrown[p->thrown_count - 1])) return false;
    return lexicon_has(primo_lexicon(), letters, length);
}
