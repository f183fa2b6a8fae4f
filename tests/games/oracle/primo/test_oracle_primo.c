/* Checks Primo's engine against its oracle: words of random hands, nearly legal moves, whole games of every variant.
 * Games are plain and extreme, followed by their events. With ARALDO_SOAK set, tens of thousands of hands and thousands of
 * games. */
#include "tests/support/tap.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/primo/primo.h"
#include "lexicon/lexicon.h"
#include "tests/games/oracle/primo/follow.h"
#include "tests/games/oracle/primo/oracle.h"

/* All words of 3 to 7 letters, taken from the lexicon one by one. */
typedef struct WordList {
    OraclePrimoList list;
    char (*words)[ORACLE_PRIMO_WORD_MAX + 1];
} WordList;

static WordList open_list(void) {
    WordList made = {.words = calloc(lexicon_french.word_count, sizeof *made.words)};
    char letters[WORD_LETTERS_MAX + 1];
    for (uint32_t i = 0; i < lexicon_french.word_count; i++) {
        int length = lexicon_word(&lexicon_french, i, letters);
        if (length >= 3 && length <= ORACLE_PRIMO_WORD_MAX) strcpy(made.words[made.list.count++], letters);
    }
    made.list.words = (const char(*)[ORACLE_PRIMO_WORD_MAX + 1]) made.words;
    return made;
}

static void list_is_in_order(void **unused) {
    (void)unused;
    WordList made = open_list();
    assert_true(made.list.count > 50000);
    for (int i = 1; i < made.list.count; i++) assert_true(strcmp(made.words[i - 1], made.words[i]) < 0);
    free(made.words);
}

/* ---- tables made at random, for the oracle and as the engine's position */

/* What kind of table: any; or one where nearly all cards lie in words, fronts and hands. */
typedef struct Wish {
    OraclePrimoVariant variant;
    bool extreme, parade;
    bool scarce;
    int stars;  /* in the hand of who is to move, */
    bool write; /* who may write */
} Wish;

static bool take_from(char *deck, char card) {
    if (oracle_primo_count(deck, card) == 0) return false;
    oracle_primo_remove(deck, card);
    return true;
}

static char take_any(char *deck, Chance *chance) {
    char card = deck[chance_below(chance, (uint32_t)strlen(deck))];
    oracle_primo_remove(deck, card);
    return card;
}

/* A word of this length from the deck; now and then a star lies in it. False if none was found. */
static bool lay_some_word(OraclePrimoTable *table, char *deck, int owner, int length, int stars_left, Chance *chance) {
    const OraclePrimoList *list = table->list;
    int from = (int)chance_below(chance, (uint32_t)list->count);
    for (int i = 0; i < list->count; i++) {
        OraclePrimoWord word = {.owner = owner};
        strcpy(word.letters, list->words[(from + i) % list->count]);
        strcpy(word.cards, word.letters);
        if ((int)strlen(word.letters) != length) continue;
        if (oracle_primo_count(deck, ORACLE_STAR) > stars_left && chance_below(chance, 2))
            word.cards[chance_below(chance, (uint32_t)length)] = ORACLE_STAR;
        if (!oracle_primo_can_lay(deck, &word)) continue;
        for (int k = 0; k < length; k++) oracle_primo_remove(deck, word.cards[k]);
        table->words[table->word_count++] = word;
        return true;
    }
    return false;
}

/* At most three lengths of each team; scarce: the three longest. In `four` a length may have been put back. */
static void random_words(OraclePrimoTable *table, char *deck, const Wish *wish, Chance *chance) {
    bool wanted[ORACLE_PRIMO_WORD_MAX + 1];
    int team[ORACLE_PRIMO_SEATS_MAX], teams = oracle_primo_teams(wish->variant, team);
    oracle_primo_lengths(wish->variant, wish->extreme, wanted);
    int least = wish->extreme ? 4 : 3;
    if (wish->variant == ORACLE_PRIMO_FOUR && !wish->scarce && chance_below(chance, 3) == 0)
        table->back[least + (int)chance_below(chance, 4)] = true;
    for (int side = 0; side < teams; side++) {
        int lacks = wish->scarce ? least : least + (int)chance_below(chance, 4);
        while (table->back[lacks]) lacks = least + (int)chance_below(chance, 4); /* at least one is still to be written */
        for (int length = ORACLE_PRIMO_WORD_MAX; length >= 3; length--) {
            int owner = (int)chance_below(chance, (uint32_t)table->seats);
            if (!wanted[length] || length == lacks || table->back[length]) continue;
            if (!wish->scarce && chance_below(chance, 3) == 0) continue;
            while (team[owner] != side) owner = (owner + 1) % table->seats;
            lay_some_word(table, deck, owner, length, wish->stars, chance);
        }
    }
}

static void random_fronts(OraclePrimoTable *table, char *deck, const Wish *wish, Chance *chance) {
    for (int layer = 0; layer < (wish->scarce ? 6 : 3); layer++) {
        for (int seat = 0; seat < table->seats; seat++) {
            OraclePrimoFront *front = &table->fronts[seat];
            bool marked = oracle_primo_count(front->writing, ORACLE_MARQUEUR) > 0;
            char next = oracle_primo_may_write(front) ? ORACLE_GOMME : ORACLE_CRAYON;
            if (marked || (!wish->scarce && chance_below(chance, 3) == 0)) continue;
            if (wish->write && seat == table->turn && next == ORACLE_GOMME) continue;
            if (chance_below(chance, 8) == 0 && take_from(deck, ORACLE_MARQUEUR)) next = ORACLE_MARQUEUR;
            else if (!take_from(deck, next)) continue;
            oracle_primo_add(front->writing, next);
        }
    }
    if (wish->write && !oracle_primo_may_write(&table->fronts[table->turn]) && take_from(deck, ORACLE_CRAYON))
        oracle_primo_add(table->fronts[table->turn].writing, ORACLE_CRAYON);
    for (int seat = 0; seat < table->seats; seat++) {
        bool often = wish->scarce || chance_below(chance, 4) == 0;
        if (often && chance_below(chance, 2)) table->fronts[seat].cafetiere = take_from(deck, ORACLE_CAFETIERE);
        if (often && seat != table->turn) table->fronts[seat].pause = take_from(deck, ORACLE_PAUSE);
    }
}

static void random_hands(OraclePrimoTable *table, char *deck, const Wish *wish, Chance *chance) {
    int first = wish->scarce ? (int)chance_below(chance, (uint32_t)table->seats) : table->turn; /* the last may get nothing */
    for (int i = 0; i < table->seats; i++) {
        int seat = (first + i) % table->seats, size = ORACLE_PRIMO_HAND;
        char *hand = table->hands[seat].cards;
        if (seat == table->turn)
            for (int star = 0; star < wish->stars && take_from(deck, ORACLE_STAR); star++) oracle_primo_add(hand, ORACLE_STAR);
        if (seat == table->turn && table->drawn) size++;
        bool letters = seat == table->turn && wish->write && chance_below(chance, 3);
        for (int tries = 0; (int)strlen(hand) < size && deck[0] && tries < 1000; tries++) {
            char card = take_any(deck, chance);
            bool refused = (seat == table->turn && card == ORACLE_STAR) || (letters && !oracle_primo_is_letter(card));
            oracle_primo_add(refused ? deck : hand, card);
        }
    }
}

/* Cards left over: the pile, discards that lie open, discards under them. */
static void random_piles(OraclePrimoTable *table, char *deck, Chance *chance) {
    bool empty_pile = chance_below(chance, 4) == 0, empty_discards = chance_below(chance, 4) == 0;
    while (deck[0]) {
        char card = take_any(deck, chance);
        bool discard = !empty_discards && (empty_pile || chance_below(chance, 6) == 0);
        oracle_primo_add(!discard ? table->pile.cards : chance_below(chance, 2) ? table->up.cards : table->under.cards, card);
    }
}

static void random_table(OraclePrimoTable *table, const Wish *wish, const OraclePrimoList *list, Chance *chance) {
    OraclePrimoCards deck = oracle_primo_deck(wish->variant, wish->parade);
    memset(table, 0, sizeof *table);
    table->variant = wish->variant;
    table->extreme = wish->extreme;
    table->list = list;
    table->seats = oracle_primo_seats(wish->variant);
    table->turn = (int)chance_below(chance, (uint32_t)table->seats);
    table->turns = chance_below(chance, 4) ? (int)chance_below(chance, 900) : 1000 - 1 - (int)chance_below(chance, 8);
    table->drawn = chance_below(chance, 2);
    if (wish->variant == ORACLE_PRIMO_SOLO) {
        table->turns = 0;
        table->drawn = true;
    } else {
        random_words(table, deck.cards, wish, chance);
        random_fronts(table, deck.cards, wish, chance);
    }
    random_hands(table, deck.cards, wish, chance);
    if (wish->variant == ORACLE_PRIMO_SOLO) {
        while (deck.cards[0]) oracle_primo_add(table->pile.cards, take_any(deck.cards, chance));
        table->drawn = false;
    } else {
        random_piles(table, deck.cards, chance);
        if (!table->hands[table->turn].cards[0]) table->drawn = false; /* a card that was drawn is there */
    }
}

static void write_front(const OraclePrimoFront *front, Text *text) {
    char cards[32];
    snprintf(cards, sizeof cards, "%s%s%s", front->writing, front->cafetiere ? "t" : "", front->pause ? "p" : "");
    if (!cards[0]) text_char(text, '-');
    follow_primo_write(cards, text);
}

static void write_words(const OraclePrimoTable *table, int seat, Text *text) {
    bool any = false;
    for (int length = 3; length <= ORACLE_PRIMO_WORD_MAX; length++) {
        int index = oracle_primo_find_word(table, seat, length);
        if (index < 0) continue;
        if (any) text_char(text, ',');
        for (int i = 0; i < length; i++)
            text_format(text, "%s%c", table->words[index].cards[i] == ORACLE_STAR ? "*" : "", table->words[index].letters[i]);
        any = true;
    }
    if (!any) text_char(text, '-');
}

static void write_list(const char *key, const char *cards, Text *text) {
    if (!cards[0]) return;
    text_format(text, " %s=", key);
    follow_primo_write(cards, text);
}

/* The table as a position of the engine. */
static void write_position(const OraclePrimoTable *table, bool parade, Text *text) {
    bool alone = table->variant == ORACLE_PRIMO_SOLO;
    text_format(text, "primo:%s%s%s", primo.variants[table->variant].name, table->extreme ? " extreme=yes" : "",
                parade ? " parade=yes" : "");
    if (!alone) text_format(text, " turn=%d turns=%d%s", table->turn, table->turns, table->drawn ? " drawn=yes" : "");
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++)
        if (table->back[length]) text_format(text, " settled=%d", length);
    for (int seat = 0; seat < table->seats; seat++) {
        text_add(text, seat ? "/" : " hands=");
        if (!table->hands[seat].cards[0]) text_char(text, '-');
        follow_primo_write(table->hands[seat].cards, text);
    }
    for (int seat = 0; seat < table->seats && !alone; seat++) {
        text_add(text, seat ? "/" : " fronts=");
        write_front(&table->fronts[seat], text);
    }
    for (int seat = 0; seat < table->seats && !alone; seat++) {
        text_add(text, seat ? "/" : " words=");
        write_words(table, seat, text);
    }
    write_list("thrown", table->up.cards, text);
    write_list("under", table->under.cards, text);
    write_list("pile", table->pile.cards, text);
}

static void parse_table(const OraclePrimoTable *table, bool parade, State *state) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    Error error = {""};
    write_position(table, parade, &text);
    assert_false(text.overflow);
    if (!primo.parse(state, span_of(words), &error)) fail_msg("%s: %s", words, error.text);
}

/* ---- words of a hand */

/* A placement as a number: five bits a letter, then a bit for each star. */
static uint64_t placement_key(const char *letters, const char *cards) {
    uint64_t key = 0;
    for (int i = 0; letters[i]; i++) key |= (uint64_t)(letters[i] - 'A' + 1) << 5 * i | (uint64_t)(cards[i] == '*') << (35 + i);
    return key;
}

static uint64_t move_key(Move move) {
    PrimoWord word = primo_data_letters(move);
    char letters[PRIMO_LETTERS + 1] = "", cards[PRIMO_LETTERS + 1] = "";
    for (int i = 0; i < primo_word_length(&word); i++) {
        letters[i] = (char)('A' + word.letters[i]);
        cards[i] = word.stars >> i & 1 ? '*' : letters[i];
    }
    return placement_key(letters, cards);
}

static int compare_keys(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* The lists that a comparison needs, long enough for any hand. */
typedef struct Desk {
    Move *moves;
    OraclePrimoWord *words;
    uint64_t *told, *expected; /* placements as numbers, ascending */
} Desk;

static bool is_listed(const Desk *desk, int count, uint64_t key) {
    return bsearch(&key, desk->expected, (size_t)count, sizeof key, compare_keys) != NULL;
}

/* Any word with any stars; or one of those expected, with a letter or a star changed. */
static uint64_t nearly_legal(const Desk *desk, int count, const OraclePrimoList *list, Chance *chance) {
    const char *letters = list->words[chance_below(chance, (uint32_t)list->count)];
    uint64_t stars = chance_bits(chance) & chance_bits(chance) & ((1u << strlen(letters)) - 1);
    if (count == 0 || chance_below(chance, 3) == 0) return placement_key(letters, letters) | stars << 35;
    uint64_t key = desk->expected[chance_below(chance, (uint32_t)count)];
    int length = 0;
    while (length < PRIMO_LETTERS && (key >> 5 * length & 31)) length++;
    uint32_t place = chance_below(chance, (uint32_t)length);
    if (chance_below(chance, 2)) return key ^ (uint64_t)1 << (35 + place);
    return (key & ~((uint64_t)31 << 5 * place)) | (uint64_t)(1 + chance_below(chance, 26)) << 5 * place;
}

/* The answer for one placement alone must be that of the whole list. */
static void try_single_words(const State *state, int seat, bool take, const Desk *desk, int count, const OraclePrimoList *list,
                             Chance *chance) {
    for (int i = 0; i < 40; i++) {
        uint64_t key = nearly_legal(desk, count, list, chance);
        PrimoWord word = {.stars = (uint8_t)(key >> 35)};
        memset(word.letters, CARD_NONE, sizeof word.letters);
        for (int k = 0; k < PRIMO_LETTERS && (key >> 5 * k & 31); k++) word.letters[k] = (uint8_t)((key >> 5 * k & 31) - 1);
        Move move = primo_move(ACT_WORD, take, 0, primo_data_word(&word));
        if (primo.is_legal(state, seat, move) == is_listed(desk, count, key)) continue;
        char words[MOVE_TEXT_MAX], position[STATE_TEXT_MAX];
        Text text = text_init(words, sizeof words), place = text_init(position, sizeof position);
        primo_print_word(&word, &text);
        primo.print(state, &place);
        fail_msg("%s: %s is %s", position, words, is_listed(desk, count, key) ? "refused" : "allowed");
    }
}

/* The words that the oracle finds for who is to move, as ascending numbers; those with the top discard before drawing. */
static int expected_words(const OraclePrimoTable *table, const Desk *desk) {
    bool wanted[ORACLE_PRIMO_WORD_MAX + 1], alone = table->variant == ORACLE_PRIMO_SOLO, take = !alone && !table->drawn;
    char cards[ORACLE_PRIMO_DECK + 1], top = 0;
    oracle_primo_lengths(table->variant, table->extreme, wanted);
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++)
        if (oracle_primo_written(table->variant, table->words, table->word_count, table->back, table->turn, length))
            wanted[length] = false;
    strcpy(cards, table->hands[table->turn].cards);
    if (take) {
        if (!table->up.cards[0]) return 0;
        top = table->up.cards[strlen(table->up.cards) - 1];
        oracle_primo_add(cards, top);
    }
    int count = oracle_primo_words(table->list, cards, wanted, top, desk->words, PRIMO_MOVES_MAX);
    assert_true(count <= PRIMO_MOVES_MAX);
    for (int i = 0; i < count; i++) desk->expected[i] = placement_key(desk->words[i].letters, desk->words[i].cards);
    qsort(desk->expected, (size_t)count, sizeof *desk->expected, compare_keys);
    return count;
}

static int compare_words(const OraclePrimoTable *table, const Desk *desk, Chance *chance) {
    StateRoom room;
    bool take = table->variant != ORACLE_PRIMO_SOLO && !table->drawn;
    parse_table(table, false, STATE_IN(room));
    int legal = primo.legal(STATE_IN(room), table->turn, desk->moves), count = 0;
    assert_true(legal <= PRIMO_MOVES_MAX);
    for (int i = 0; i < legal; i++) {
        assert_true(primo.is_legal(STATE_IN(room), table->turn, desk->moves[i]));
        if (primo_act(desk->moves[i]) != ACT_WORD) continue;
        assert_int_equal(primo_takes(desk->moves[i]), take);
        desk->told[count++] = move_key(desk->moves[i]);
    }
    qsort(desk->told, (size_t)count, sizeof *desk->told, compare_keys);
    int expected = expected_words(table, desk);
    if (count != expected || memcmp(desk->told, desk->expected, (size_t)count * sizeof *desk->told) != 0) {
        char words[STATE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        write_position(table, false, &text);
        fail_msg("%s: %d placements, not these %d", words, count, expected);
    }
    try_single_words(STATE_IN(room), table->turn, take, desk, expected, table->list, chance);
    return expected;
}

static void words_agree(void **unused) {
    (void)unused;
    static const int hands[2][5] = {{14, 14, 8, 2, 1}, {12000, 6000, 4000, 1000, 200}};
    WordList words = open_list();
    Chance chance = chance_fast(50);
    Desk desk = {.moves = malloc(PRIMO_MOVES_MAX * sizeof *desk.moves), .words = malloc(PRIMO_MOVES_MAX * sizeof *desk.words)};
    desk.told = malloc(PRIMO_MOVES_MAX * sizeof *desk.told);
    desk.expected = malloc(PRIMO_MOVES_MAX * sizeof *desk.expected);
    for (int stars = 0; stars <= 4; stars++) {
        int most = 0;
        for (int i = 0; i < hands[soak()][stars]; i++) {
            OraclePrimoTable table;
            Wish wish = {.variant = (OraclePrimoVariant)chance_below(&chance, ORACLE_PRIMO_VARIANTS), .write = true};
            wish.extreme = wish.variant != ORACLE_PRIMO_SOLO && chance_below(&chance, 2);
            wish.stars = stars;
            random_table(&table, &wish, &words.list, &chance);
            int count = compare_words(&table, &desk, &chance);
            if (count > most) most = count;
        }
        print_message("# %d stars: up to %d placements\n", stars, most);
        assert_true(most > 0);
    }
    free(words.words);
    free(desk.moves);
    free(desk.words);
    free(desk.told);
    free(desk.expected);
}

/* ---- whole games */

/* What players like: anything; words above all; attacking; throwing words' letters away, so that games grow long; nothing but
 * throwing, to the last turn. */
typedef enum { HABIT_ANY, HABIT_WORDS, HABIT_ATTACK, HABIT_VOTES, HABIT_THROW, HABITS } Habit;

static int liking(Habit habit, PrimoAct act) {
    static const int any[ACTS] = {
        [ACT_DRAW] = 6,     [ACT_PASS] = 1,      [ACT_ERASE] = 2,   [ACT_PROPOSE] = 6,  [ACT_ACCEPT] = 5,
        [ACT_REFUSE] = 1,   [ACT_STAR] = 8,      [ACT_WORD] = 8,    [ACT_THROW] = 2,    [ACT_CRAYON] = 6,
        [ACT_GOMME] = 3,    [ACT_PAUSE] = 3,     [ACT_FANTOME] = 4, [ACT_MAGICIEN] = 4, [ACT_TORNADO] = 4,
        [ACT_MARQUEUR] = 2, [ACT_CAFETIERE] = 3, [ACT_GIVE] = 1,    [ACT_LEFTOVER] = 1,
    };
    bool attack = act == ACT_GOMME || act == ACT_PAUSE || act == ACT_FANTOME || act == ACT_MAGICIEN || act == ACT_TORNADO;
    switch (habit) {
    case HABIT_WORDS: return any[act] * (act == ACT_WORD ? 40 : attack ? 1 : 4);
    case HABIT_ATTACK: return any[act] * (attack || act == ACT_ERASE ? 20 : 2);
    case HABIT_VOTES: return any[act] * (act == ACT_PROPOSE ? 400 : act == ACT_ACCEPT ? 40 : act == ACT_WORD ? 20 : 2);
    case HABIT_THROW: return act == ACT_WORD ? 1 : act == ACT_THROW ? 2000 : any[act] * 40;
    default: return any[act];
    }
}

/* A kind of move by the players' liking, then any of its moves. */
static Move choose(Habit habit, const Move *moves, int count, Chance *dice) {
    int number[ACTS] = {0}, total = 0;
    for (int i = 0; i < count; i++) number[primo_act(moves[i])]++;
    for (int act = 0; act < ACTS; act++) total += number[act] ? liking(habit, (PrimoAct)act) : 0;
    int pick = (int)chance_below(dice, (uint32_t)total), act = 0;
    for (;; act++) {
        if (!number[act]) continue;
        pick -= liking(habit, (PrimoAct)act);
        if (pick < 0) break;
    }
    int index = (int)chance_below(dice, (uint32_t)number[act]);
    for (int i = 0;; i++)
        if (primo_act(moves[i]) == (PrimoAct)act && index-- == 0) return moves[i];
}

/* Legal ones with a little changed: the discard, the seat, the act, what the act needs, the order of cards given; or
 * anything at all. */
static Move changed_move(const Move *moves, int count, Chance *dice) {
    Move move = moves[chance_below(dice, (uint32_t)count)];
    if (primo_act(move) == ACT_GIVE && chance_below(dice, 2)) {
        uint8_t given[PRIMO_HAND_MAX], turned[PRIMO_HAND_MAX];
        int cards = primo_data_list(move, given);
        for (int i = 0; i < cards; i++) turned[i] = given[cards - 1 - i];
        return primo_move(ACT_GIVE, false, 0, primo_data_cards(turned, cards));
    }
    switch (chance_below(dice, 5)) {
    case 0: return move ^ (Move)1 << 5;
    case 1: return move ^ (Move)(1 + chance_below(dice, 7)) << 6;
    case 2: return (move & ~(Move)31) | chance_below(dice, ACTS);
    case 3: return move ^ (Move)1 << (9 + chance_below(dice, 48));
    default: return chance_bits(dice);
    }
}

/* A move that makes sense somewhere: a star that lies there, a card that is or is not held, any seat, any length. */
static Move plausible_move(const OraclePrimoTable *table, Chance *dice) {
    PrimoAct act = (PrimoAct)chance_below(dice, ACTS);
    uint8_t cards[2] = {(uint8_t)chance_below(dice, PRIMO_FACES), (uint8_t)chance_below(dice, PRIMO_FACES)};
    int seat = (int)chance_below(dice, (uint32_t)table->seats), length = 3 + (int)chance_below(dice, 5);
    bool take = chance_below(dice, 2);
    switch (act) {
    case ACT_ERASE:
    case ACT_PROPOSE: return primo_move(act, false, 0, (uint64_t)length);
    case ACT_STAR:
        for (int i = 0; i < table->word_count; i++) {
            const OraclePrimoWord *word = &table->words[(i + length) % table->word_count];
            const char *star = strchr(word->cards, ORACLE_STAR);
            int place = star ? (int)(star - word->cards) + 1 : 0;
            if (star) return primo_move(act, false, word->owner, primo_data_place((int)strlen(word->letters), place));
        }
        return primo_move(act, false, seat, primo_data_place(length, 1 + (int)chance_below(dice, (uint32_t)length)));
    case ACT_THROW:
    case ACT_LEFTOVER: return primo_move(act, false, 0, primo_data_cards(cards, 1));
    case ACT_GIVE: return primo_move(act, false, 0, primo_data_cards(cards, 1 + (int)chance_below(dice, 2)));
    case ACT_MAGICIEN: return primo_move(act, take, seat, chance_below(dice, 8));
    case ACT_TORNADO: return primo_move(act, take, 0, chance_below(dice, 2u << table->seats));
    case ACT_CRAYON:
    case ACT_GOMME:
    case ACT_PAUSE:
    case ACT_FANTOME: return primo_move(act, take, seat, 0);
    default: return primo_move(act, take, 0, 0);
    }
}

/* A move alone is legal if and only if it is listed. */
static void try_single_moves(const State *state, const OraclePrimoTable *table, int actor, const Move *moves, int count,
                             Chance *dice) {
    for (int i = 0; i < 20; i++) {
        Move move = i < 6 ? changed_move(moves, count, dice) : plausible_move(table, dice);
        bool listed = false;
        for (int k = 0; k < count; k++) listed = listed || moves[k] == move;
        if (primo.is_legal(state, actor, move) == listed) continue;
        char words[STATE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        primo.print(state, &text);
        fail_msg("%s: move %016llx of seat %d is %s", words, (unsigned long long)move, actor, listed ? "refused" : "allowed");
    }
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (!(primo.actors(state) & SEAT_BIT(seat)))
            assert_false(primo.is_legal(state, seat, moves[chance_below(dice, (uint32_t)count)]));
}

typedef struct Table {
    FollowPrimo *follow;
    EventSink *sink;
    Move *moves;
    WordList words;
} Table;

static void fail_at(const Table *table, const State *state, int actor, Move move, const char *game) {
    char words[STATE_TEXT_MAX], name[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words), move_text = text_init(name, sizeof name);
    primo.print(state, &text);
    primo.print_move(state, actor, move, &move_text);
    fail_msg("%s: %s\n# position: %s\n# seat %d: %s", game, table->follow->wrong, words, actor, name);
}

static void play_on(Table *table, State *state, Habit habit, Chance *chance, Chance *dice, int words_one_in, const char *game) {
    FollowPrimo *follow = table->follow;
    Error error = {""};
    StateRoom before;
    while (!game_over(&primo, state)) {
        SeatSet actors = primo.actors(state);
        int actor, points[SEATS_MAX], due[ORACLE_PRIMO_SEATS_MAX];
        do actor = (int)chance_below(dice, SEATS_MAX);
        while (!(actors & SEAT_BIT(actor)));
        int count = primo.legal(state, actor, table->moves);
        memcpy(before.bytes, state, primo.state_bytes);
        Move move = choose(habit, table->moves, count, dice);
        bool words = chance_below(dice, (uint32_t)words_one_in) == 0;
        follow_primo_decision(follow, state, actors, actor, table->moves, count, words);
        if (count < 2000) try_single_moves(state, &follow->table, actor, table->moves, count, dice);
        if (follow->wrong[0]) fail_at(table, STATE_IN(before), actor, move, game);
        if (!game_play(&primo, state, actor, move, chance, table->sink, &error)) fail_msg("%s", error.text);
        follow_primo_settle(follow);
        if (follow->wrong[0]) fail_at(table, STATE_IN(before), actor, move, game);
        primo.points(state, points);
        follow_primo_points(follow, due);
        for (int seat = 0; seat < follow->table.seats; seat++) assert_int_equal(points[seat], due[seat]);
    }
    assert_true(follow->ended);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bool wins = seat < follow->table.seats && (follow->table.winner[seat] || follow->variant == ORACLE_PRIMO_SOLO);
        assert_int_equal((primo.winners(state) & SEAT_BIT(seat)) != 0, wins);
    }
}

static void play_game(Table *table, int variant, bool extreme, uint64_t seed) {
    Chance chance = chance_fast(seed), dice = chance_fast(~seed);
    Setup setup = {.variant = variant, .people = primo.variants[variant].people_max};
    Error error = {""};
    StateRoom room;
    char game[64];
    bool parade = variant == PRIMO_DUEL && chance_below(&dice, 2);
    Habit habit = (Habit)chance_below(&dice, HABITS);
    if (habit == HABIT_THROW && chance_below(&dice, 4)) habit = HABIT_WORDS; /* long games take long */
    if (extreme) assert_true(setup_option(&setup, span_of("extreme=yes"), &error));
    if (parade) assert_true(setup_option(&setup, span_of("parade=yes"), &error));
    snprintf(game, sizeof game, "%s%s, seed %llu", primo.variants[variant].name, extreme ? " extreme" : "",
             (unsigned long long)seed);
    follow_primo_begin(table->follow, &primo, (OraclePrimoVariant)variant, extreme, parade, &table->words.list);
    if (!primo.setup(STATE_IN(room), &setup, &chance, table->sink, &error)) fail_msg("%s", error.text);
    follow_primo_settle(table->follow);
    if (table->follow->wrong[0]) fail_msg("%s: %s", game, table->follow->wrong);
    play_on(table, STATE_IN(room), habit, &chance, &dice, habit == HABIT_THROW ? 64 : soak() ? 4 : 30, game);
}

/* A game that goes on from a table made at random. */
static void play_from_table(Table *table, const Wish *wish, uint64_t seed) {
    Chance chance = chance_fast(seed), dice = chance_fast(~seed);
    OraclePrimoTable made;
    StateRoom room;
    char game[64];
    snprintf(game, sizeof game, "a table of %s%s, seed %llu", primo.variants[wish->variant].name,
             wish->extreme ? " extreme" : "", (unsigned long long)seed);
    random_table(&made, wish, &table->words.list, &dice);
    parse_table(&made, wish->parade, STATE_IN(room));
    follow_primo_begin(table->follow, &primo, wish->variant, wish->extreme, wish->parade, &table->words.list);
    follow_primo_resume(table->follow, &made);
    play_on(table, STATE_IN(room), (Habit)chance_below(&dice, HABIT_THROW), &chance, &dice, soak() ? 8 : 40, game);
}

static void print_met(const char *name, bool extreme, const FollowPrimoCounts *met) {
    print_message("# %s%s: %d games, %d moves, %d lists with words; words %d (%d with the discard, %d with stars), stars %d\n",
                  name, extreme ? " extreme" : "", met->games, met->moves, met->lists, met->kinds[ORACLE_WORD],
                  met->words_taken, met->words_with_stars, met->kinds[ORACLE_RECOVER]);
    print_message("#   played (of them the discard):");
    for (const char *card = "cgpfmqt"; *card; card++)
        print_message(" %c %d (%d)", *card, met->specials[(int)*card], met->specials_taken[(int)*card]);
    print_message("\n#   Tornados %d, short %d, partners hit %d; over a Gomme %d, Marqueur %d; for partners %d; missed %d\n",
                  met->tornados, met->short_tornados, met->tornados_of_partners, met->over_gomme, met->marqueur_over_gomme,
                  met->for_partner, met->kinds[ORACLE_MISS]);
    print_message("#   reshuffles %d, while filling %d; nothing to draw %d, short hands %d, passes %d\n", met->reshuffles,
                  met->reshuffles_while_filling, met->nothing_drawn, met->short_hands, met->kinds[ORACLE_PASS]);
    print_message("#   erased: with a Gomme %d, by words %d, by stars %d, own %d; spared: by a white letter %d, equal %d\n",
                  met->kinds[ORACLE_ERASE], met->erased, met->erased_by_star, met->own_erased_by_star, met->spared_by_white,
                  met->equal_spared);
    print_message("#   votes %d, passed %d; ends: written %d, limit %d, shared %d, with sets put back %d\n", met->votes,
                  met->votes_passed, met->ends_written, met->ends_limit, met->ends_shared, met->put_back_at_end);
}

/* Every kind of thing that can happen did happen; the rare ones only where there are games enough. */
static void expect_met(const FollowPrimoCounts *met, OraclePrimoVariant variant, bool extreme) {
    bool partners = variant == ORACLE_PRIMO_TEAMS || variant == ORACLE_PRIMO_FIVE || variant == ORACLE_PRIMO_SIX;
    assert_true(met->games > 0 && met->kinds[ORACLE_WORD] > 0);
    if (variant == ORACLE_PRIMO_SOLO) {
        assert_true(met->ends_solo == met->games && met->words_with_stars > 0);
        if (soak()) assert_true(met->kinds[ORACLE_LEAVE] > 0);
        return;
    }
    assert_true(met->kinds[ORACLE_DRAW] > 0 && met->kinds[ORACLE_THROW] > 0 && met->kinds[ORACLE_MISS] > 0);
    assert_true(met->words_taken > 0 && met->kinds[ORACLE_RECOVER] > 0 && met->tornados > 0 && met->over_gomme > 0);
    for (const char *card = "cgpfm"; *card; card++) assert_true(met->specials[(int)*card] > 0);
    if (!soak()) return;
    for (const char *card = "cgpfmqt"; *card; card++)
        assert_true(met->specials[(int)*card] > 0 && met->specials_taken[(int)*card] > 0);
    assert_true(met->kinds[ORACLE_ERASE] > 0 && met->marqueur_over_gomme > 0);
    assert_true(met->reshuffles > met->reshuffles_while_filling && met->reshuffles_while_filling > 0);
    assert_true(met->ends_written > 0 && met->ends_limit > 0);
    if (partners) assert_true(met->for_partner > 0 && met->tornados_of_partners > 0);
    if (variant == ORACLE_PRIMO_FOUR) assert_true(met->votes > met->votes_passed && met->votes_passed > 0);
    else assert_int_equal(met->votes, 0);
    if (extreme) assert_true(met->erased > 0 && met->equal_spared > 0 && met->spared_by_white > 0);
    if (extreme) assert_true(met->erased_by_star > met->own_erased_by_star && met->own_erased_by_star > 0);
    else assert_int_equal(met->erased + met->erased_by_star, 0);
}

static Table open_table(void) {
    Table table = {.words = open_list(), .follow = calloc(1, sizeof *table.follow), .sink = calloc(1, sizeof *table.sink)};
    *table.sink = (EventSink){.take = follow_primo_take, .context = table.follow};
    table.moves = malloc(PRIMO_MOVES_MAX * sizeof *table.moves);
    return table;
}

static void free_table(Table *table) {
    free(table->words.words);
    free(table->moves);
    free(table->sink);
    free(table->follow);
}

static void games_agree(int variant, bool extreme) {
    Table table = open_table();
    uint64_t seed = 1000000 * (uint64_t)(2 * variant + extreme + 1);
    for (int i = 0; i < (soak() ? 400 : 3); i++) play_game(&table, variant, extreme, seed + (uint64_t)i);
    print_met(primo.variants[variant].name, extreme, &table.follow->counts);
    expect_met(&table.follow->counts, (OraclePrimoVariant)variant, extreme);
    free_table(&table);
}

static void plain_games_agree(void **unused) {
    (void)unused;
    for (int variant = PRIMO_DUEL; variant <= PRIMO_SOLO; variant++) games_agree(variant, false);
}

static void extreme_games_agree(void **unused) {
    (void)unused;
    for (int variant = PRIMO_DUEL; variant <= PRIMO_SIX; variant++) games_agree(variant, true);
}

/* Half of the tables are of four or six players who have nearly all cards before them: only so both piles run out. */
static void tables_agree(void **unused) {
    (void)unused;
    Table table = open_table();
    const FollowPrimoCounts *met = &table.follow->counts;
    for (int i = 0; i < (soak() ? 4000 : 120); i++) {
        Wish wish = {.variant = (OraclePrimoVariant)(i % ORACLE_PRIMO_SOLO), .extreme = i / 6 % 2, .scarce = i % 4 >= 2};
        if (wish.scarce) wish.variant = i % 4 == 2 ? ORACLE_PRIMO_FOUR : ORACLE_PRIMO_SIX;
        if (wish.scarce) wish.extreme = true;
        wish.parade = wish.variant == ORACLE_PRIMO_DUEL && i % 5 == 0;
        play_from_table(&table, &wish, 50000000 + (uint64_t)i);
    }
    print_met("tables", false, met);
    assert_true(met->nothing_drawn > 0 && met->short_hands > 0 && met->short_tornados > 0);
    assert_true(met->short_erasures > 0 && met->kinds[ORACLE_PASS] > 0 && met->own_erased_by_star > 0);
    assert_true(met->ends_by_letters > 0 && met->ends_shared > 0 && met->votes_passed > 0 && met->put_back_at_end > 0);
    free_table(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_is_in_order),  cmocka_unit_test(words_agree),         cmocka_unit_test(tables_agree),
        cmocka_unit_test(plain_games_agree), cmocka_unit_test(extreme_games_agree),
    };
    return tap_run("primo oracle", tests, sizeof tests / sizeof *tests);
}
