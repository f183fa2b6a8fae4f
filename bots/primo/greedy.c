/* The greedy Primo player: it lays the longest missing word and attacks whoever leads.
 * It recovers every star it can, unless that would erase a word of its own side. It lays the longest missing word, in the
 * extreme game the strongest of those, with few stars and many rare letters. It gets a Marqueur or Crayon for itself and
 * then for a partner, and under a Gomme without a Crayon in hand erases its shortest word. It attacks the leading opponent
 * with Gomme, Pause Café, Magicien and Fantôme, in that order, and plays a Gomme even before laying a word if that opponent
 * lacks only one word. Otherwise it throws the card it will miss least. A hand is worth the words of missing lengths that it
 * could lay with one more card. It agrees to put a set back and never proposes it. Ties are broken by lot. */
#include "bots/primo/bots.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "games/primo/primo.h"

enum {
    ROOT_SCALE = 64,     /* under the root that tells what so many words are worth */
    STARS_COUNTED = 2,   /* in a rack: with more of them everything can be laid, and counting takes long */
    WORTH_OF_STAR = 800, /* beyond the words it makes */
    SPARE_BELOW = 60,    /* what a card is worth that is easily missed */
    SIDE = 1000,
    STEP = 100 * SIDE,
};

/* What greedy would do first, from the least: only the order matters. */
typedef enum {
    LIKE_NOT,
    LIKE_THROW,
    LIKE_FANTOME,
    LIKE_MAGICIEN,
    LIKE_CAFETIERE,
    LIKE_PAUSE,
    LIKE_PARTNER,
    LIKE_GOMME,
    LIKE_DRAW,
    LIKE_ERASE,
    LIKE_CRAYON,
    LIKE_MARQUEUR,
    LIKE_WORD,
    LIKE_STOP, /* a Gomme on who is about to win */
    LIKE_WIN,
    LIKE_STAR,
} Liking;

typedef struct Mind {
    const Primo *p;
    int actor;
    Lengths missing;
    int worth;               /* of the hand */
    int losses[PRIMO_FACES]; /* what it would lose without one card of a face */
    int lead[SEATS_MAX];     /* 0 for own side; greater for who is nearer to winning */
    int lead_most;
} Mind;

/* ---- what cards are worth */

static int square_root(int number) {
    int root = 0;
    while ((root + 1) * (root + 1) <= number) root++;
    return root;
}

/* Twice as many words are not twice as good: the root of their number counts, times their length. */
static int hand_worth(const Mind *mind, const uint8_t hand[PRIMO_FACES]) {
    Rack rack = {.stars = (uint8_t)(hand[STAR] + 1)};
    int worth = WORTH_OF_STAR * hand[STAR];
    if (rack.stars > STARS_COUNTED) rack.stars = STARS_COUNTED;
    memcpy(rack.counts, hand, ALPHABET);
    for (Lengths rest = mind->missing; rest; rest &= rest - 1) {
        int length = __builtin_ctz(rest), words = rack_count(primo_lexicon(), &rack, 1u << length);
        worth += length * square_root(ROOT_SCALE * words);
    }
    return worth;
}

/* Special cards are worth keeping for the turn in which nothing better can be done; a second Crayon waits for a Gomme. */
static int special_worth(const Mind *mind, int face) {
    static const int worths[PRIMO_FACES] = {
        [GOMME] = 120, [PAUSE] = 90, [FANTOME] = 60, [MAGICIEN] = 100, [MARQUEUR] = 900, [CAFETIERE] = 50};
    if (face != CRAYON) return worths[face];
    return primo_can_write(mind->p, mind->actor) ? mind->p->hand[mind->actor][CRAYON] > 1 ? 5 : 80 : 700;
}

static void weigh_hand(Mind *mind) {
    uint8_t hand[PRIMO_FACES];
    memcpy(hand, mind->p->hand[mind->actor], sizeof hand);
    mind->worth = hand_worth(mind, hand);
    for (int face = 0; face < PRIMO_FACES; face++) {
        if (hand[face] == 0) continue;
        hand[face]--;
        mind->losses[face] = face > STAR ? special_worth(mind, face) : mind->worth - hand_worth(mind, hand);
        hand[face]++;
    }
}

/* ---- words */

/* Longest first, then by strength in the extreme game, then with few stars and rare letters, which are hard to lay. */
static int word_value(const Mind *mind, Move move) {
    PrimoWord word = primo_data_letters(move);
    int length = primo_word_length(&word), rare = 0;
    for (int place = 0; place < length; place++)
        rare += word.stars >> place & 1 ? -50 : 12 - primo_deck_count(mind->p, word.letters[place]);
    return 10000 * length + (mind->p->extreme ? 20 * primo_strength(mind->p, &word) : 0) + rare;
}

static bool wins(const Mind *mind, Move move) {
    PrimoWord word = primo_data_letters(move);
    return mind->missing == 1u << primo_word_length(&word) && mind->p->variant != PRIMO_SOLO;
}

/* Would an opponent's word, made stronger by this letter, erase one of our own? */
static bool star_hurts(const Mind *mind, Move move) {
    const Primo *p = mind->p;
    int owner = primo_seat(move), length = primo_data_length(move);
    if (!p->extreme || !primo_opponents(p, owner, mind->actor)) return false;
    PrimoWord stronger = *primo_word(p, owner, length);
    stronger.stars &= (uint8_t) ~(1u << (primo_data_spot(move) - 1));
    for (int seat = 0; seat < primo_seats(p); seat++) {
        const PrimoWord *word = primo_opponents(p, seat, mind->actor) ? NULL : primo_word(p, seat, length);
        if (word && primo_strength(p, word) < primo_strength(p, &stronger)) return true;
    }
    return false;
}

/* ---- others */

static void rank_opponents(Mind *mind) {
    const Primo *p = mind->p;
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (!primo_opponents(p, seat, mind->actor)) continue;
        int lead = 1;
        for (Lengths rest = primo_written(p, seat); rest; rest &= rest - 1) lead += 100 + __builtin_ctz(rest);
        mind->lead[seat] = lead;
        if (lead > mind->lead_most) mind->lead_most = lead;
    }
}

static bool nearly_there(const Mind *mind, int seat) {
    return bits_count(primo_lengths(mind->p) & ~primo_written(mind->p, seat)) == 1;
}

/* Cards of the hand that are easily missed, the special card that is being played not counted. */
static int spare_cards(const Mind *mind, int played) {
    const uint8_t *hand = mind->p->hand[mind->actor];
    int spare = 0;
    for (int face = 0; face < PRIMO_FACES; face++)
        if (mind->losses[face] < SPARE_BELOW) spare += hand[face] - (face == played && hand[face] > 0);
    return spare;
}

/* ---- moves */

static int exchange_liking(const Mind *mind, Move move) {
    int seat = primo_seat(move), given = (int)primo_data(move), spare = spare_cards(mind, MAGICIEN);
    if (primo_act(move) == ACT_FANTOME) return LIKE_FANTOME * STEP + mind->lead[seat];
    if (spare < 1) spare = 1;
    return LIKE_MAGICIEN * STEP + mind->lead[seat] - 10 * (given > spare ? given - spare : spare - given);
}

static int give_liking(const Mind *mind, Move move) {
    uint8_t hand[PRIMO_FACES], cards[PRIMO_HAND_MAX];
    int count = primo_data_list(move, cards), lost = 0;
    memcpy(hand, mind->p->hand[mind->actor], sizeof hand);
    for (int i = 0; i < count; i++) {
        hand[cards[i]]--;
        if (cards[i] > STAR) lost += special_worth(mind, cards[i]);
    }
    return STEP + mind->worth + hand_worth(mind, hand) - lost;
}

/* Off the discards only what is wanted at once: with a Crayon of one's own there may be a word to lay. */
static int take_liking(const Mind *mind, Move move) {
    PrimoAct act = primo_act(move);
    if (act == ACT_WORD) return (wins(mind, move) ? LIKE_WIN : LIKE_WORD) * STEP + word_value(mind, move);
    if (act == ACT_MARQUEUR) return LIKE_MARQUEUR * STEP;
    if (act == ACT_CRAYON && primo_seat(move) == mind->actor) return LIKE_CRAYON * STEP;
    if (act == ACT_GOMME && nearly_there(mind, primo_seat(move))) return LIKE_STOP * STEP + mind->lead[primo_seat(move)];
    return LIKE_NOT;
}

static int liking(const Mind *mind, Move move) {
    const Primo *p = mind->p;
    int seat = primo_seat(move);
    uint8_t cards[PRIMO_HAND_MAX] = {0};
    if (primo_takes(move)) return take_liking(mind, move);
    switch (primo_act(move)) {
    case ACT_STAR: return star_hurts(mind, move) ? LIKE_NOT : LIKE_STAR * STEP;
    case ACT_WORD: return (wins(mind, move) ? LIKE_WIN : LIKE_WORD) * STEP + word_value(mind, move);
    case ACT_DRAW:
    case ACT_PASS: return LIKE_DRAW * STEP;
    case ACT_ERASE: return p->hand[mind->actor][CRAYON] ? LIKE_NOT : LIKE_ERASE * STEP - primo_data_length(move);
    case ACT_ACCEPT: return STEP;
    case ACT_MARQUEUR: return LIKE_MARQUEUR * STEP;
    case ACT_CRAYON: return (seat == mind->actor ? LIKE_CRAYON : LIKE_PARTNER) * STEP;
    case ACT_GOMME: return (nearly_there(mind, seat) ? LIKE_STOP : LIKE_GOMME) * STEP + mind->lead[seat];
    case ACT_PAUSE: return LIKE_PAUSE * STEP + mind->lead[seat];
    case ACT_CAFETIERE: return LIKE_CAFETIERE * STEP;
    case ACT_FANTOME:
    case ACT_MAGICIEN: return exchange_liking(mind, move);
    case ACT_GIVE: return give_liking(mind, move);
    case ACT_THROW:
    case ACT_LEFTOVER: primo_data_list(move, cards); return LIKE_THROW * STEP + 50 * SIDE - mind->losses[cards[0]];
    default: return LIKE_NOT; /* Tornados hit those behind as well; proposing is left to others */
    }
}

Move greedy_primo(Bot *bot, const View *view, int actor, Chance *chance) {
    const Primo *p = primo_of_view(view);
    Mind mind = {.p = p, .actor = actor};
    int count = bot->game->legal(view_state(view), actor, bot->moves), best = 0, equals = 0;
    Move choice = bot->moves[0];
    assert(count > 0);
    mind.missing = p->variant == PRIMO_SOLO ? primo_lengths(p) : primo_lengths(p) & ~primo_written(p, actor);
    rank_opponents(&mind);
    if (p->phase == PRIMO_DRAWN || p->phase == PRIMO_GIVE) weigh_hand(&mind);
    for (int i = 0; i < count; i++) {
        int value = liking(&mind, bot->moves[i]);
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        }
        /* The k-th of equals replaces the choice once in k times, so that each is as likely as the others. */
        if (value == best && chance_below(chance, (uint32_t)++equals) == 0) choice = bot->moves[i];
    }
    return choice;
}
