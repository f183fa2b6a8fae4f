/* Finds the words of a rack by a depth-first walk over the graph with the letters that are left.
 * Each node says which letters continue and how far away words end, so the walk never enters a branch that cannot reach a
 * wanted length. */
#include "lexicon/rack.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "core/message.h"

bool rack_parse(Rack *rack, Span text, Error *error) {
    Rack read = {0};
    char letters[4 * RACK_CARDS_MAX];
    size_t used = 0;
    int stars = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '*') stars++;
        else if (used < sizeof letters) letters[used++] = text.at[i];
        else return error_say(error, "a rack has at most {max} cards", WITH("max", RACK_CARDS_MAX));
    }
    Spelling spelling;
    SpellingResult result = spelling_parse(&spelling, (Span){letters, used});
    if (result == SPELLING_NOT_LETTERS) return error_set(error, "%s", N_("a rack is written with letters, and * for stars"));
    if (result == SPELLING_TOO_LONG || spelling.length + stars > RACK_CARDS_MAX)
        return error_say(error, "a rack has at most {max} cards", WITH("max", RACK_CARDS_MAX));
    if (spelling.length + stars == 0) return error_set(error, "%s", N_("a rack has at least one card"));
    for (int i = 0; i < spelling.length; i++) read.counts[spelling.letters[i] - 'A']++;
    read.stars = (uint8_t)stars;
    *rack = read;
    return true;
}

int rack_cards(const Rack *rack) {
    int cards = rack->stars;
    for (int i = 0; i < ALPHABET; i++) cards += rack->counts[i];
    return cards;
}

int rack_stars_needed(const Rack *rack, const char *letters, int length) {
    uint8_t left[ALPHABET];
    memcpy(left, rack->counts, sizeof left);
    int stars = 0;
    for (int i = 0; i < length; i++) {
        assert(letters[i] >= 'A' && letters[i] <= 'Z');
        uint8_t *count = &left[letters[i] - 'A'];
        if (*count > 0) --*count;
        else stars++;
    }
    return stars <= rack->stars ? stars : -1;
}

/* ---- the hand during a search: a value, so that going back restores it */

/* Every different letter held has four bits of `cards` for its count. */
static Hand hand_of(const Rack *rack, uint8_t shifts[ALPHABET]) {
    assert(rack_cards(rack) <= RACK_CARDS_MAX);
    Hand hand = {.stars = rack->stars};
    uint8_t shift = 0;
    for (int i = 0; i < ALPHABET; i++) {
        if (rack->counts[i] == 0) continue;
        hand.held |= 1u << i;
        hand.cards |= (uint64_t)rack->counts[i] << shift;
        shifts[i] = shift;
        shift += HAND_COUNT_BITS;
    }
    return hand;
}

/* The hand without a letter: a card if there is one, else a star. */
static inline Hand hand_without(Hand hand, int letter, const uint8_t shifts[ALPHABET]) {
    if (hand.held >> letter & 1) {
        hand.cards -= 1ull << shifts[letter];
        if (!(hand.cards >> shifts[letter] & ((1 << HAND_COUNT_BITS) - 1))) hand.held ^= 1u << letter;
    } else {
        hand.stars--;
    }
    return hand;
}

static inline uint32_t hand_letters(Hand hand) { return hand.stars > 0 ? LETTERS_ALL : hand.held; }

/* The wanted lengths that the cards can fill. */
static Lengths lengths_possible(const Rack *rack, Lengths lengths) {
    int cards = rack_cards(rack);
    return cards < WORD_LETTERS_MIN ? 0 : lengths & lengths_between(WORD_LETTERS_MIN, cards);
}

static const Graph *graph_for(const Lexicon *lexicon, Lengths lengths) {
    return lengths < 2u << SHORT_LETTERS_MAX ? &lexicon->short_words : &lexicon->words;
}

/* By depth: the distances, as a node counts them, at which a wanted word may end. */
static void reach_fill(uint16_t reach[WORD_LETTERS_MAX + 1], Lengths lengths) {
    for (int depth = 0; depth <= WORD_LETTERS_MAX; depth++) {
        uint32_t distances = lengths >> (depth + 1), last = 1u << (NODE_DISTANCE_BITS - 1);
        reach[depth] = (uint16_t)((distances & (last - 1)) | (distances >= last ? last : 0));
    }
}

/* The letters worth trying at a node: those the hand has, if a wanted word ends beyond; on the last one only those that end. */
static inline uint32_t letters_to_try(Node node, Hand hand, uint32_t reach) {
    uint32_t distances = (uint32_t)(node >> NODE_DISTANCE_SHIFT) & reach;
    if (!distances) return 0;
    return (uint32_t)(distances == 1 ? node >> NODE_ENDS_SHIFT : node) & hand_letters(hand);
}

/* ---- the search for words */

void word_search_init(WordSearch *search, const Lexicon *lexicon, const Rack *rack, Lengths lengths) {
    search->lengths = lengths_possible(rack, lengths);
    search->graph = graph_for(lexicon, search->lengths);
    search->length = search->depth = 0;
    reach_fill(search->reach, search->lengths);
    SearchLevel *root = &search->levels[0];
    root->base = search->graph->root >> PLACE_BASE_SHIFT;
    root->hand = hand_of(rack, search->shifts);
    Node node = search->graph->nodes[root->base];
    root->ends = (uint32_t)(node >> NODE_ENDS_SHIFT);
    root->untried = letters_to_try(node, root->hand, search->reach[0]);
}

/* Sets the level after this one up for the letter taken; false if it leads nowhere. */
static inline bool level_enter(const WordSearch *search, SearchLevel *level, int letter, int depth) {
    uint32_t reach = search->reach[depth];
    if (!reach) return false;
    uint32_t base = search->graph->edges[level->base + (uint32_t)letter + 1] >> PLACE_BASE_SHIFT;
    Node node = search->graph->nodes[base];
    Hand hand = hand_without(level->hand, letter, search->shifts);
    uint32_t untried = letters_to_try(node, hand, reach);
    if (!untried) return false;
    level[1] = (SearchLevel){hand, base, untried, (uint32_t)(node >> NODE_ENDS_SHIFT)};
    return true;
}

bool word_search_next(WordSearch *search) {
    int depth = search->depth;
    SearchLevel *level = &search->levels[depth];
    while (true) {
        if (!level->untried) {
            if (depth == 0) break;
            level = &search->levels[--depth];
            continue;
        }
        int letter = __builtin_ctz(level->untried);
        level->untried &= level->untried - 1;
        search->letters[depth] = (char)('A' + letter);
        bool found = (level->ends >> letter & 1) && (search->lengths >> (depth + 1) & 1);
        if (found) {
            search->length = depth + 1;
            search->letters[depth + 1] = 0;
        }
        if (level_enter(search, level, letter, depth + 1)) {
            level++;
            depth++;
        }
        if (found) {
            search->depth = depth;
            return true;
        }
    }
    search->depth = 0;
    return false;
}

/* ---- counting */

typedef struct Counting {
    const Graph *graph;
    Lengths lengths;
    uint8_t shifts[ALPHABET];
    uint16_t reach[WORD_LETTERS_MAX + 1];
} Counting;

/* The words beyond a node that is `depth` letters deep, by the letters worth trying there. */
static int count_from(const Counting *counting, uint32_t base, Node node, uint32_t letters, Hand hand, int depth) {
    int count = counting->lengths >> (depth + 1) & 1 ? bits_count((uint32_t)(node >> NODE_ENDS_SHIFT) & letters) : 0;
    uint32_t reach = counting->reach[depth + 1];
    if (!reach) return count;
    for (; letters; letters &= letters - 1) {
        int letter = __builtin_ctz(letters);
        uint32_t next = counting->graph->edges[base + (uint32_t)letter + 1] >> PLACE_BASE_SHIFT;
        Node child = counting->graph->nodes[next];
        Hand left = hand_without(hand, letter, counting->shifts);
        uint32_t on = letters_to_try(child, left, reach);
        if (!on) continue;
        if (reach == 1) count += bits_count(on);
        else count += count_from(counting, next, child, on, left, depth + 1);
    }
    return count;
}

int rack_count(const Lexicon *lexicon, const Rack *rack, Lengths lengths) {
    Counting counting = {.lengths = lengths_possible(rack, lengths)};
    const Graph *graph = counting.graph = graph_for(lexicon, counting.lengths);
    reach_fill(counting.reach, counting.lengths);
    uint32_t base = graph->root >> PLACE_BASE_SHIFT;
    Hand hand = hand_of(rack, counting.shifts);
    uint32_t letters = letters_to_try(graph->nodes[base], hand, counting.reach[0]);
    return count_from(&counting, base, graph->nodes[base], letters, hand, 0);
}

bool rack_best(const Lexicon *lexicon, const Rack *rack, Lengths lengths, const uint16_t weights[ALPHABET],
               char letters[WORD_LETTERS_MAX + 1], int *weight) {
    WordSearch search;
    bool found = false;
    word_search_init(&search, lexicon, rack, lengths);
    while (word_search_next(&search)) {
        int sum = 0;
        uint8_t left[ALPHABET];
        memcpy(left, rack->counts, sizeof left);
        for (int i = 0; i < search.length; i++) {
            int letter = search.letters[i] - 'A';
            if (left[letter] > 0) left[letter]--, sum += weights[letter];
        }
        if (found && sum <= *weight) continue;
        found = true;
        *weight = sum;
        memcpy(letters, search.letters, sizeof search.letters);
    }
    return found;
}

/* ---- placements */

void placement_search_init(PlacementSearch *search, const Rack *rack, const char *letters, int length) {
    *search = (PlacementSearch){.letters = letters, .length = length, .rack = *rack};
}

/* Lays the letters from `from` on with as few stars as can be: cards while there are any. False if stars are too few. */
static bool lay_rest(PlacementSearch *search, Rack *left, int from) {
    for (int i = from; i < search->length; i++) {
        uint8_t *count = &left->counts[search->letters[i] - 'A'];
        if (*count > 0) {
            --*count;
            search->stars &= ~(1u << i);
        } else if (left->stars > 0) {
            left->stars--;
            search->stars |= 1u << i;
        } else {
            return false;
        }
    }
    return true;
}

bool placement_search_next(PlacementSearch *search) {
    Rack left = search->rack;
    if (!search->begun) {
        search->begun = true;
        return lay_rest(search, &left, 0);
    }
    /* Like counting in binary: the last card that can become a star does, and what follows starts again. */
    int stars_before = bits_count(search->stars);
    for (int i = search->length - 1; i >= 0; i--) {
        if (search->stars >> i & 1) {
            stars_before--;
            continue;
        }
        if (stars_before >= search->rack.stars) continue;
        uint32_t kept = search->stars;
        left = search->rack;
        for (int k = 0; k < i; k++) {
            if (kept >> k & 1) left.stars--;
            else left.counts[search->letters[k] - 'A']--;
        }
        left.stars--;
        search->stars |= 1u << i;
        if (lay_rest(search, &left, i + 1)) return true;
        search->stars = kept;
    }
    return false;
}
