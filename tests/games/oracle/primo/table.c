/* Says which actions the rules of Primo allow on the oracle's table, and plays them. */
#include "tests/games/oracle/primo/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char last_of(const char *cards) {
    size_t count = strlen(cards);
    return count ? cards[count - 1] : 0;
}

static int size_of(const char *cards) { return (int)strlen(cards); }

static void move_cards(char *to, const char *cards) {
    for (; *cards; cards++) oracle_primo_add(to, *cards);
}

static void remove_cards(char *from, const char *cards) {
    for (; *cards; cards++) oracle_primo_remove(from, *cards);
}

int oracle_primo_find_word(const OraclePrimoTable *table, int owner, int length) {
    for (int i = 0; i < table->word_count; i++)
        if (table->words[i].owner == owner && size_of(table->words[i].letters) == length) return i;
    return -1;
}

bool oracle_primo_all_there(const OraclePrimoTable *table, bool parade) {
    char all[4 * ORACLE_PRIMO_DECK] = "";
    strcat(strcat(strcat(all, table->pile.cards), table->up.cards), table->under.cards);
    strcat(all, table->used.cards);
    for (int seat = 0; seat < table->seats; seat++) {
        strcat(strcat(all, table->hands[seat].cards), table->fronts[seat].writing);
        if (table->fronts[seat].cafetiere) strcat(all, (char[]){ORACLE_CAFETIERE, 0});
        if (table->fronts[seat].pause) strcat(all, (char[]){ORACLE_PAUSE, 0});
    }
    for (int i = 0; i < table->word_count; i++) strcat(all, table->words[i].cards);
    return oracle_primo_same_cards(all, oracle_primo_deck(table->variant, parade).cards);
}

/* ---- the deal */

const char *oracle_primo_begin(OraclePrimoTable *table, OraclePrimoVariant variant, bool extreme, bool parade,
                               const OraclePrimoList *list, const char *deck,
                               const OraclePrimoCards hands[ORACLE_PRIMO_SEATS_MAX], int beginner) {
    memset(table, 0, sizeof *table);
    table->variant = variant;
    table->extreme = extreme;
    table->list = list;
    table->seats = oracle_primo_seats(variant);
    table->turn = beginner;
    if (variant == ORACLE_PRIMO_SOLO && extreme) return "nobody plays alone and extreme";
    if (beginner < 0 || beginner >= table->seats) return "nobody begins";
    if (!oracle_primo_same_cards(deck, oracle_primo_deck(variant, parade).cards)) return "that is not the deck";
    /* Which of the top cards each gets is nobody's matter; that they are the top cards is. */
    int size = variant == ORACLE_PRIMO_SOLO ? ORACLE_PRIMO_HAND_SOLO : ORACLE_PRIMO_HAND;
    char dealt[ORACLE_PRIMO_DECK + 1] = "", top[ORACLE_PRIMO_DECK + 1] = "";
    for (int seat = 0; seat < table->seats; seat++) {
        if (size_of(hands[seat].cards) != size) return "a hand of the wrong size";
        table->hands[seat] = hands[seat];
        strcat(dealt, hands[seat].cards);
    }
    strncat(top, deck, strlen(dealt));
    if (!oracle_primo_same_cards(top, dealt)) return "the hands are not the top of the deck";
    strcpy(table->pile.cards, deck + strlen(dealt));
    return NULL;
}

/* ---- what the rules allow */

static bool is_special(char card) {
    return card == ORACLE_CRAYON || card == ORACLE_GOMME || card == ORACLE_PAUSE || card == ORACLE_FANTOME ||
           card == ORACLE_MAGICIEN || card == ORACLE_MARQUEUR || card == ORACLE_CAFETIERE;
}

static bool written(const OraclePrimoTable *table, int seat, int length) {
    return oracle_primo_written(table->variant, table->words, table->word_count, table->back, seat, length);
}

/* "Specials", Étoile */
static const char *refuse_recovery(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    if (!oracle_primo_may_write(&table->fronts[seat])) return "stars are recovered with a Crayon or the Marqueur";
    int index = oracle_primo_find_word(table, action->target, action->length);
    if (index < 0) return "there is no such word";
    const OraclePrimoWord *word = &table->words[index];
    if (action->place < 0 || action->place >= action->length) return "the word has no such place";
    if (word->cards[action->place] != ORACLE_STAR) return "there is no star in that place";
    if (oracle_primo_count(table->hands[seat].cards, word->letters[action->place]) == 0) return "the letter is not in the hand";
    return NULL;
}

/* "A turn": the word is of a length not yet written; "Modes": alone any word of 3 to 7 letters */
static const char *refuse_word(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    bool alone = table->variant == ORACLE_PRIMO_SOLO, wanted[ORACLE_PRIMO_WORD_MAX + 1];
    const OraclePrimoWord *word = &action->word;
    char cards[ORACLE_PRIMO_DECK + 1];
    int length = size_of(word->letters);
    oracle_primo_lengths(table->variant, table->extreme, wanted);
    if (!alone && !oracle_primo_may_write(&table->fronts[seat])) return "words are written with a Crayon or the Marqueur";
    if (!wanted[length]) return "no word of that length is asked for";
    if (!alone && written(table, seat, length)) return "that length is written";
    strcpy(cards, table->hands[seat].cards);
    if (action->discard) {
        char top = last_of(table->up.cards);
        if (oracle_primo_count(word->cards, top) == 0) return "the discard is not used";
        oracle_primo_add(cards, top);
    }
    if (!oracle_primo_can_lay(cards, word)) return "the cards for it are not there";
    if (!oracle_primo_is_word(table->list, word->letters)) return "that is no word";
    return NULL;
}

static const char *refuse_exchange(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    char hand[ORACLE_PRIMO_DECK + 1];
    int count = size_of(action->given), theirs = size_of(table->hands[action->target].cards);
    strcpy(hand, table->hands[seat].cards);
    if (!action->discard) oracle_primo_remove(hand, action->card);
    if (count == 0) return "nothing is given";
    if (action->card == ORACLE_FANTOME && count != 1) return "a Fantôme exchanges one card";
    if (count > theirs) return "the opponent has not as many cards";
    if (!oracle_primo_holds(hand, action->given)) return "what is given is not in the hand";
    return NULL;
}

static const char *refuse_tornado(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    int hands = 0;
    for (int other = 0; other < ORACLE_PRIMO_SEATS_MAX; other++) {
        if (action->hit[other] && (other == seat || other >= table->seats)) return "only hands of other players are taken";
        hands += action->hit[other];
    }
    return hands ? NULL : "a Tornado takes at least one hand";
}

/* "Specials": the card is there; now whether it may be played so */
static const char *refuse_effect(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    if (action->card == ORACLE_MAGICIEN && action->tornado) return refuse_tornado(table, seat, action);
    int target = action->target;
    if (target < 0 || target >= table->seats) return "there is no such player";
    const OraclePrimoFront *front = &table->fronts[target];
    bool opponent = oracle_primo_opponents(table->variant, seat, target);
    switch (action->card) {
    case ORACLE_CRAYON:
        if (opponent) return "a Crayon is laid before oneself or a partner";
        return oracle_primo_crayon_helps(front) ? NULL : "a Crayon would do nothing there";
    case ORACLE_MARQUEUR:
    case ORACLE_CAFETIERE: return target == seat ? NULL : "that card is personal";
    case ORACLE_GOMME:
        if (!opponent) return "a Gomme is put before an opponent";
        return oracle_primo_gomme_hits(front) ? NULL : "there is no open Crayon";
    case ORACLE_PAUSE:
        if (!opponent) return "a Pause Café is put before an opponent";
        return oracle_primo_pause_hits(front) ? NULL : "no Pause Café can be put there";
    default: /* Fantôme, Magicien */
        if (!opponent) return "cards are exchanged with an opponent";
        return refuse_exchange(table, seat, action);
    }
}

static const char *refuse_play(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    bool there = action->discard ? last_of(table->up.cards) == action->card
                                 : oracle_primo_count(table->hands[seat].cards, action->card) > 0;
    if (!is_special(action->card)) return "that is not played by itself";
    if (!there) return "the card is not there";
    /* "Gomme": nor play anything else while it lies there */
    if (oracle_primo_gommed(&table->fronts[seat])) {
        bool answer = action->card == ORACLE_CRAYON || action->card == ORACLE_MARQUEUR;
        if (!answer || action->target != seat) return "under a Gomme only a Crayon or the Marqueur on it is played";
    }
    return refuse_effect(table, seat, action);
}

/* "Modes", four */
static const char *refuse_proposal(const OraclePrimoTable *table, const OraclePrimoAction *action) {
    if (table->variant != ORACLE_PRIMO_FOUR) return "only four players, each alone, put a set back";
    if (table->drawn) return "a card has been drawn";
    if (action->length < 0 || action->length > ORACLE_PRIMO_WORD_MAX) return "there are no such words";
    if (table->proposed[action->length]) return "that was proposed since the last reshuffle";
    for (int seat = 0; seat < table->seats; seat++)
        if (oracle_primo_find_word(table, seat, action->length) < 0) return "not everybody has a word of that length";
    return NULL;
}

static const char *refuse_erasing(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    if (!oracle_primo_gommed(&table->fronts[seat])) return "there is no Gomme to erase with";
    if (table->drawn) return "a card has been drawn";
    return oracle_primo_find_word(table, seat, action->length) < 0 ? "that player has written no such word" : NULL;
}

static bool nothing_to_draw(const OraclePrimoTable *table) {
    return !table->pile.cards[0] && !table->up.cards[0] && !table->under.cards[0];
}

static bool must_pass(const OraclePrimoTable *table) { return !table->hands[table->turn].cards[0] && nothing_to_draw(table); }

static const char *refuse_alone(const OraclePrimoTable *table, const OraclePrimoAction *action) {
    if (action->kind == ORACLE_WORD && !action->discard) return refuse_word(table, 0, action);
    if (action->kind != ORACLE_LEAVE) return "alone, words are laid or cards set aside";
    return oracle_primo_count(table->hands[0].cards, action->card) ? NULL : "the card is not there";
}

const char *oracle_primo_refusal(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action) {
    if (table->over) return "the game is over";
    if (table->voting) {
        if (action->kind != ORACLE_ANSWER) return "a vote is open";
        if (seat == table->turn) return "who proposes has agreed";
        return table->answered[seat] ? "that player has answered" : NULL;
    }
    if (seat != table->turn) return "it is another player's turn";
    if (table->variant == ORACLE_PRIMO_SOLO) return refuse_alone(table, action);
    if (table->fronts[seat].pause) return action->kind == ORACLE_MISS ? NULL : "a Pause Café takes this turn";
    switch (action->kind) {
    case ORACLE_DRAW:
        if (table->drawn) return "a card has been drawn";
        return must_pass(table) ? "who has no card and none to draw passes" : NULL;
    case ORACLE_RECOVER: return refuse_recovery(table, seat, action);
    case ORACLE_ERASE: return refuse_erasing(table, seat, action);
    case ORACLE_PROPOSE: return refuse_proposal(table, action);
    case ORACLE_WORD:
    case ORACLE_PLAY:
        /* Either a card was drawn, or the top discard is taken and used. */
        if (table->drawn && action->discard) return "a card has been drawn";
        if (!table->drawn && !action->discard) return "no card has been drawn";
        if (action->discard && !table->up.cards[0]) return "there is no discard to take";
        return action->kind == ORACLE_WORD ? refuse_word(table, seat, action) : refuse_play(table, seat, action);
    case ORACLE_THROW:
        if (!table->drawn) return "no card has been drawn";
        return oracle_primo_count(table->hands[seat].cards, action->card) ? NULL : "the card is not there";
    case ORACLE_PASS: return must_pass(table) ? NULL : "only who has no card and none to draw passes";
    default: return "that is not asked for now";
    }
}

/* ---- all that is allowed, by trying */

typedef struct Trial {
    const OraclePrimoTable *table;
    int seat;
    void (*visit)(void *context, const OraclePrimoAction *action);
    void *context;
} Trial;

static void try_action(const Trial *trial, const OraclePrimoAction *action) {
    if (!oracle_primo_refusal(trial->table, trial->seat, action)) trial->visit(trial->context, action);
}

static void try_simple(const Trial *trial) {
    static const OraclePrimoKind kinds[] = {ORACLE_DRAW, ORACLE_PASS, ORACLE_MISS};
    for (int i = 0; i < 3; i++) try_action(trial, &(OraclePrimoAction){.kind = kinds[i]});
    for (int yes = 0; yes < 2; yes++) try_action(trial, &(OraclePrimoAction){.kind = ORACLE_ANSWER, .yes = yes});
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) {
        try_action(trial, &(OraclePrimoAction){.kind = ORACLE_ERASE, .length = length});
        try_action(trial, &(OraclePrimoAction){.kind = ORACLE_PROPOSE, .length = length});
        for (int target = 0; target < trial->table->seats; target++) {
            for (int place = 0; place < length; place++) {
                OraclePrimoAction action = {.kind = ORACLE_RECOVER, .length = length, .target = target, .place = place};
                try_action(trial, &action);
            }
        }
    }
}

/* Every set of cards of the hand that can be given, equal cards being alike: what was tried before is left out. */
static void try_gifts(const Trial *trial, OraclePrimoAction action) {
    static const int sets = 1 << ORACLE_PRIMO_HAND_SOLO;
    char tried[1 << ORACLE_PRIMO_HAND_SOLO][ORACLE_PRIMO_HAND_SOLO + 1];
    const char *hand = trial->table->hands[trial->seat].cards;
    int count = 0;
    for (int set = 0; set < sets; set++) {
        bool seen = false;
        memset(action.given, 0, sizeof action.given);
        for (int i = 0; i < size_of(hand); i++)
            if (set & (1 << i)) oracle_primo_add(action.given, hand[i]);
        if (set >> size_of(hand)) continue;
        for (int i = 0; i < count; i++) seen = seen || oracle_primo_same_cards(tried[i], action.given);
        if (seen) continue;
        strcpy(tried[count++], action.given);
        try_action(trial, &action);
    }
}

static void try_special(const Trial *trial, char card, bool discard) {
    OraclePrimoAction action = {.kind = ORACLE_PLAY, .card = card, .discard = discard};
    for (int target = 0; target < trial->table->seats; target++) {
        action.target = target;
        if (card == ORACLE_FANTOME || card == ORACLE_MAGICIEN) try_gifts(trial, action);
        else try_action(trial, &action);
    }
    if (card != ORACLE_MAGICIEN) return;
    action.target = -1;
    action.tornado = true;
    for (int set = 0; set < 1 << trial->table->seats; set++) {
        for (int seat = 0; seat < trial->table->seats; seat++) action.hit[seat] = set & (1 << seat);
        try_action(trial, &action);
    }
}

/* Each word that the cards allow; whether the turn allows it is asked for each. */
static void try_words(const Trial *trial, bool discard) {
    enum { FIRST_ROOM = 4096 };
    const OraclePrimoTable *table = trial->table;
    bool wanted[ORACLE_PRIMO_WORD_MAX + 1];
    char cards[ORACLE_PRIMO_DECK + 1], top = discard ? last_of(table->up.cards) : 0;
    if (table->variant != ORACLE_PRIMO_SOLO && !oracle_primo_may_write(&table->fronts[trial->seat])) return;
    oracle_primo_lengths(table->variant, table->extreme, wanted);
    strcpy(cards, table->hands[trial->seat].cards);
    if (discard && !top) return;
    if (discard) oracle_primo_add(cards, top);
    OraclePrimoWord *words = malloc(FIRST_ROOM * sizeof *words);
    int count = oracle_primo_words(table->list, cards, wanted, top, words, FIRST_ROOM);
    if (count > FIRST_ROOM) {
        words = realloc(words, (size_t)count * sizeof *words);
        oracle_primo_words(table->list, cards, wanted, top, words, count);
    }
    for (int i = 0; i < count; i++) {
        OraclePrimoAction action = {.kind = ORACLE_WORD, .discard = discard, .word = words[i]};
        try_action(trial, &action);
    }
    free(words);
}

void oracle_primo_actions(const OraclePrimoTable *table, int seat, bool words,
                          void (*visit)(void *context, const OraclePrimoAction *action), void *context) {
    Trial trial = {.table = table, .seat = seat, .visit = visit, .context = context};
    const char *hand = table->hands[seat].cards;
    if (table->over || (table->voting ? seat == table->turn : seat != table->turn)) return;
    try_simple(&trial);
    for (int i = 0; i < size_of(hand); i++) {
        if (strchr(hand, hand[i]) != &hand[i]) continue; /* an equal card was tried */
        try_action(&trial, &(OraclePrimoAction){.kind = ORACLE_THROW, .card = hand[i]});
        try_action(&trial, &(OraclePrimoAction){.kind = ORACLE_LEAVE, .card = hand[i]});
        try_special(&trial, hand[i], false);
    }
    if (table->up.cards[0]) try_special(&trial, last_of(table->up.cards), true);
    if (words) try_words(&trial, !table->drawn && table->variant != ORACLE_PRIMO_SOLO);
}

/* ---- playing */

typedef struct Step {
    OraclePrimoTable *table;
    int seat;
    const OraclePrimoAction *action;
    const OraclePrimoFate *fate;
    OraclePrimoNews *news;
} Step;

/* One card from the pile, if there is any. "When a card is wanted and the pile is empty, the discards, those under it
 * included, are shuffled into a new one." */
static const char *draw_one(Step *step) {
    OraclePrimoTable *table = step->table;
    if (nothing_to_draw(table)) return NULL;
    if (!table->pile.cards[0] && table->variant != ORACLE_PRIMO_SOLO) {
        char discards[ORACLE_PRIMO_DECK + 1];
        strcat(strcpy(discards, table->up.cards), table->under.cards);
        if (step->news->reshuffled >= step->fate->reshuffles) return "the discards were not shuffled";
        const char *order = step->fate->piles[step->news->reshuffled++];
        if (!oracle_primo_same_cards(order, discards)) return "other cards than the discards were shuffled";
        strcpy(table->pile.cards, order);
        table->up.cards[0] = table->under.cards[0] = 0;
        memset(table->proposed, 0, sizeof table->proposed);
    }
    char card = table->pile.cards[0];
    oracle_primo_remove(table->pile.cards, card);
    oracle_primo_add(table->hands[step->seat].cards, card);
    oracle_primo_add(step->news->drawn, card);
    return NULL;
}

static const char *fill_up(Step *step) {
    int size = step->table->variant == ORACLE_PRIMO_SOLO ? ORACLE_PRIMO_HAND_SOLO : ORACLE_PRIMO_HAND;
    while (size_of(step->table->hands[step->seat].cards) < size && !nothing_to_draw(step->table)) {
        const char *wrong = draw_one(step);
        if (wrong) return wrong;
    }
    return NULL;
}

/* The word's cards go under the discards. */
static void erase_word(Step *step, int index) {
    OraclePrimoTable *table = step->table;
    move_cards(table->under.cards, table->words[index].cards);
    step->news->erased[step->news->erased_count++] = table->words[index];
    for (int i = index; i + 1 < table->word_count; i++) table->words[i] = table->words[i + 1];
    table->word_count--;
}

/* "extreme": the word of this index has been laid or strengthened. */
static void erase_weaker(Step *step, int index) {
    OraclePrimoTable *table = step->table;
    bool erased[ORACLE_PRIMO_WORDS_MAX];
    int count = table->word_count;
    if (!table->extreme) return;
    oracle_primo_erased(table->variant, table->words, count, index, erased);
    for (int i = count - 1; i >= 0; i--) /* from the last, so that the indices before it stay */
        if (erased[i]) erase_word(step, i);
}

static void recover(Step *step) {
    OraclePrimoTable *table = step->table;
    int index = oracle_primo_find_word(table, step->action->target, step->action->length), place = step->action->place;
    OraclePrimoWord *word = &table->words[index];
    OraclePrimoStrength before = oracle_primo_strength(word);
    char *hand = table->hands[step->seat].cards;
    oracle_primo_remove(hand, word->letters[place]);
    oracle_primo_add(hand, ORACLE_STAR);
    word->cards[place] = word->letters[place];
    if (oracle_primo_compare(oracle_primo_strength(word), before) > 0) erase_weaker(step, index);
}

static void lay_word(Step *step) {
    OraclePrimoTable *table = step->table;
    char *hand = table->hands[step->seat].cards;
    if (step->action->discard) {
        char top = last_of(table->up.cards);
        table->up.cards[strlen(table->up.cards) - 1] = 0;
        oracle_primo_add(hand, top);
    }
    remove_cards(hand, step->action->word.cards);
    if (table->variant == ORACLE_PRIMO_SOLO) {
        table->result.words[strlen(step->action->word.letters)]++;
        move_cards(table->used.cards, step->action->word.cards);
        return;
    }
    OraclePrimoWord *word = &table->words[table->word_count++];
    *word = step->action->word;
    word->owner = step->seat;
    erase_weaker(step, table->word_count - 1);
}

static const char *exchange(Step *step) {
    char *mine = step->table->hands[step->seat].cards, *theirs = step->table->hands[step->action->target].cards;
    if (strlen(step->fate->taken) != strlen(step->action->given)) return "not as many cards are taken as given";
    /* Not those just given: they are in no hand while cards are taken. */
    if (!oracle_primo_holds(theirs, step->fate->taken)) return "what is taken is not in the opponent's hand";
    remove_cards(mine, step->action->given);
    remove_cards(theirs, step->fate->taken);
    move_cards(mine, step->fate->taken);
    move_cards(theirs, step->action->given);
    return NULL;
}

/* The hands and all discards are mixed, six dealt to each; the rest is the new discard pile, its top face up. */
static const char *tornado(Step *step) {
    OraclePrimoTable *table = step->table;
    char mixed[ORACLE_PRIMO_DECK + 1];
    int hands = 0, dealt = 0;
    strcat(strcpy(mixed, table->up.cards), table->under.cards);
    for (int seat = 0; seat < table->seats; seat++) {
        if (!step->action->hit[seat]) continue;
        strcat(mixed, table->hands[seat].cards);
        hands++;
    }
    int wanted = size_of(mixed) < hands * ORACLE_PRIMO_HAND ? size_of(mixed) : hands * ORACLE_PRIMO_HAND;
    for (int seat = 0; seat < table->seats; seat++) {
        const char *cards = step->fate->dealt[seat];
        if (!step->action->hit[seat]) {
            if (cards[0]) return "a hand is dealt to somebody whom the Tornado did not hit";
            continue;
        }
        if (!oracle_primo_holds(mixed, cards)) return "the Tornado deals cards that it did not take";
        remove_cards(mixed, cards);
        strcpy(table->hands[seat].cards, cards);
        dealt += size_of(cards);
    }
    if (dealt != wanted) return "the Tornado does not deal six to each";
    table->up.cards[0] = table->under.cards[0] = 0;
    if ((step->fate->top != 0) != (mixed[0] != 0)) return "the Tornado leaves a discard, or none, against the rules";
    if (step->fate->top) {
        if (oracle_primo_count(mixed, step->fate->top) == 0) return "the discard left on top is none of the rest";
        oracle_primo_remove(mixed, step->fate->top);
        oracle_primo_add(table->up.cards, step->fate->top);
    }
    strcpy(table->under.cards, mixed);
    return NULL;
}

static const char *play_special(Step *step) {
    OraclePrimoTable *table = step->table;
    char card = step->action->card;
    const char *wrong = NULL;
    if (step->action->discard) table->up.cards[strlen(table->up.cards) - 1] = 0;
    else oracle_primo_remove(table->hands[step->seat].cards, card);
    switch (card) {
    case ORACLE_CRAYON:
    case ORACLE_MARQUEUR:
    case ORACLE_GOMME: oracle_primo_add(table->fronts[step->action->target].writing, card); break;
    case ORACLE_CAFETIERE: table->fronts[step->action->target].cafetiere = true; break;
    case ORACLE_PAUSE: table->fronts[step->action->target].pause = true; break;
    default: wrong = step->action->tornado ? tornado(step) : exchange(step); oracle_primo_add(table->under.cards, card);
    }
    return wrong;
}

/* The set of one length goes to the discards, and counts as written. */
static void put_back(Step *step) {
    OraclePrimoTable *table = step->table;
    int length = table->voting;
    for (int seat = 0; seat < table->seats; seat++) {
        int index = oracle_primo_find_word(table, seat, length);
        move_cards(table->under.cards, table->words[index].cards);
        for (int i = index; i + 1 < table->word_count; i++) table->words[i] = table->words[i + 1];
        table->word_count--;
    }
    table->back[length] = true;
    step->news->put_back = true;
}

static void answer(Step *step) {
    OraclePrimoTable *table = step->table;
    bool all_agree = true;
    table->answered[step->seat] = true;
    table->agreed[step->seat] = step->action->yes;
    for (int seat = 0; seat < table->seats; seat++) {
        if (seat == table->turn) continue;
        if (!table->answered[seat]) return;
        all_agree = all_agree && table->agreed[seat];
    }
    step->news->voted = true;
    if (all_agree) put_back(step);
    memset(table->answered, 0, sizeof table->answered);
    memset(table->agreed, 0, sizeof table->agreed);
    table->voting = 0;
}

/* The turn goes on to the next player, unless the game is over. */
static void end_turn(Step *step) {
    OraclePrimoTable *table = step->table;
    step->news->turn_over = true;
    table->turns++;
    table->drawn = false;
    if (table->variant == ORACLE_PRIMO_SOLO) {
        table->over = !table->hands[0].cards[0];
        return;
    }
    table->turn = (table->turn + 1) % table->seats;
    if (table->turns < ORACLE_PRIMO_TURNS) return;
    table->over = true;
    oracle_primo_at_limit(table->variant, table->extreme, table->words, table->word_count, table->back, table->winner);
}

/* The turn's action is done: whoever has all four words wins at once; else the hand is filled up. */
static const char *finish_action(Step *step) {
    OraclePrimoTable *table = step->table;
    if (table->variant != ORACLE_PRIMO_SOLO &&
        oracle_primo_complete(table->variant, table->extreme, table->words, table->word_count, table->back, table->winner)) {
        step->news->turn_over = true;
        table->over = true;
        return NULL;
    }
    const char *wrong = fill_up(step);
    end_turn(step);
    return wrong;
}

static const char *perform(Step *step) {
    OraclePrimoTable *table = step->table;
    char *hand = table->hands[step->seat].cards;
    OraclePrimoFront *front = &table->fronts[step->seat];
    const char *wrong = NULL;
    switch (step->action->kind) {
    case ORACLE_DRAW: table->drawn = true; return draw_one(step);
    case ORACLE_RECOVER: recover(step); return NULL;
    case ORACLE_ANSWER: answer(step); return NULL;
    case ORACLE_PROPOSE:
        table->voting = step->action->length;
        table->proposed[step->action->length] = true;
        return NULL;
    case ORACLE_MISS:
        front->pause = false;
        oracle_primo_add(table->under.cards, ORACLE_PAUSE);
        end_turn(step);
        return NULL;
    case ORACLE_ERASE:
        erase_word(step, oracle_primo_find_word(table, step->seat, step->action->length));
        front->writing[strlen(front->writing) - 1] = 0;
        oracle_primo_add(table->under.cards, ORACLE_GOMME);
        end_turn(step);
        return NULL;
    case ORACLE_WORD: lay_word(step); break;
    case ORACLE_PLAY: wrong = play_special(step); break;
    case ORACLE_THROW:
        oracle_primo_remove(hand, step->action->card);
        oracle_primo_add(table->up.cards, step->action->card);
        break;
    case ORACLE_LEAVE:
        oracle_primo_remove(hand, step->action->card);
        oracle_primo_add(table->used.cards, step->action->card);
        table->result.leftovers++;
        break;
    default: break; /* a pass */
    }
    return wrong ? wrong : finish_action(step);
}

const char *oracle_primo_apply(OraclePrimoTable *table, int seat, const OraclePrimoAction *action, const OraclePrimoFate *fate,
                               OraclePrimoNews *news) {
    Step step = {.table = table, .seat = seat, .action = action, .fate = fate, .news = news};
    memset(news, 0, sizeof *news);
    const char *wrong = perform(&step);
    if (wrong) return wrong;
    if (news->reshuffled != fate->reshuffles) return "the discards were shuffled though no card was wanted";
    bool exchanges =
        action->kind == ORACLE_PLAY && !action->tornado && (action->card == ORACLE_FANTOME || action->card == ORACLE_MAGICIEN);
    if (fate->taken[0] && !exchanges) return "cards were taken from a hand without an exchange";
    return NULL;
}
