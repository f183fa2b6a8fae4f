/* Checks Primo's oracle on examples worked out by hand.
 * The deck, words and strength, who may be hit, what is erased, teams, every card on a small table, the end. */
#include "tests/support/tap.h"

#include <string.h>

#include "tests/games/oracle/primo/oracle.h"
#include "tests/games/oracle/primo/table.h"

/* A handful of words, in alphabetical order. */
static const char few[][ORACLE_PRIMO_WORD_MAX + 1] = {
    "AGE", "ARE", "EAU", "GAGE", "JEU", "LES", "SEL", "SEUL", "TAXI", "TAXIE", "TAXIES", "USE", "USEE", "USEES", "VALET",
};
static const OraclePrimoList words = {.count = sizeof few / sizeof *few, .words = few};

/* ---- cards */

static void deck_by_hand(void **unused) {
    (void)unused;
    const OraclePrimoCards six = oracle_primo_deck(ORACLE_PRIMO_SIX, false);
    const OraclePrimoCards duel = oracle_primo_deck(ORACLE_PRIMO_DUEL, false);
    const OraclePrimoCards parade = oracle_primo_deck(ORACLE_PRIMO_DUEL, true);
    const OraclePrimoCards alone = oracle_primo_deck(ORACLE_PRIMO_SOLO, false);
    const char *full = six.cards;
    static const struct {
        char card;
        int count;
    } cards[] = {
        {'E', 11},
        {'A', 6},
        {'L', 3},
        {'D', 3},
        {'C', 2},
        {'V', 2},
        {'J', 1},
        {'Z', 1},
        {ORACLE_STAR, 4},
        {ORACLE_CRAYON, 10},
        {ORACLE_GOMME, 6},
        {ORACLE_PAUSE, 5},
        {ORACLE_FANTOME, 3},
        {ORACLE_MAGICIEN, 3},
        {ORACLE_MARQUEUR, 1},
        {ORACLE_CAFETIERE, 1},
    };
    int letters = 0;
    assert_int_equal(strlen(full), 110);
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++)
        assert_int_equal(oracle_primo_count(full, cards[i].card), cards[i].count);
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        assert_true(oracle_primo_count(full, letter) > 0);
        letters += oracle_primo_count(full, letter);
    }
    assert_int_equal(letters, 77);
    /* A duel goes without Marqueur and Cafetière unless they are put back; alone there are letters and stars. */
    assert_int_equal(strlen(duel.cards), 108);
    assert_int_equal(oracle_primo_count(duel.cards, ORACLE_MARQUEUR) + oracle_primo_count(duel.cards, ORACLE_CAFETIERE), 0);
    assert_true(oracle_primo_same_cards(parade.cards, full));
    assert_int_equal(strlen(alone.cards), 81);
    assert_int_equal(oracle_primo_count(alone.cards, ORACLE_STAR), 4);
}

static void card_lists_by_hand(void **unused) {
    (void)unused;
    char hand[16] = "EAE*";
    assert_true(oracle_primo_same_cards(hand, "*EEA"));
    assert_false(oracle_primo_same_cards(hand, "*EAA"));
    assert_false(oracle_primo_same_cards(hand, "EEA"));
    assert_true(oracle_primo_holds(hand, "EE"));
    assert_false(oracle_primo_holds(hand, "EEE"));
    oracle_primo_add(hand, 'c');
    oracle_primo_remove(hand, 'E');
    assert_string_equal(hand, "AE*c");
}

/* ---- words */

static const bool any_length[ORACLE_PRIMO_WORD_MAX + 1] = {false, false, false, true, true, true, true, true};

/* The placements of these lengths are exactly those expected, each written as WORD:cards. */
static void expect_words(const char *hand, const bool *wanted, char used, const char *expected) {
    OraclePrimoWord found[256];
    int count = oracle_primo_words(&words, hand, wanted, used, found, 256), read = 0;
    char copy[1024], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", expected);
    for (char *piece = strtok_r(copy, " ", &rest); piece; piece = strtok_r(NULL, " ", &rest)) {
        int times = 0;
        for (int i = 0; i < count; i++) {
            char line[32];
            snprintf(line, sizeof line, "%s:%s", found[i].letters, found[i].cards);
            times += strcmp(line, piece) == 0;
        }
        if (times != 1) fail_msg("%s: %s is found %d times", hand, piece, times);
        read++;
    }
    if (count != read) fail_msg("%s: %d placements, not %d", hand, count, read);
}

static void words_by_hand(void **unused) {
    (void)unused;
    static const bool four[ORACLE_PRIMO_WORD_MAX + 1] = {[4] = true};
    expect_words("SEULcg", any_length, 0, "LES:LES SEL:SEL SEUL:SEUL USE:USE");
    expect_words("SEULcg", four, 0, "SEUL:SEUL");
    expect_words("USE", any_length, 0, "USE:USE"); /* one E is not two */
    expect_words("USEE", any_length, 0, "USE:USE USEE:USEE");
    /* A star stands for any letter, also for one that is held; on each place it is another placement. */
    expect_words("USE*", four, 0, "USEE:USE* USEE:US*E SEUL:SEU*");
    expect_words("AGE*", four, 0, "GAGE:GA*E GAGE:*AGE");
    expect_words("LS*", any_length, 0, "LES:L*S SEL:S*L");
    expect_words("LES*", any_length, 0, "LES:LES LES:*ES LES:L*S LES:LE* SEL:SEL SEL:*EL SEL:S*L SEL:SE* SEUL:SE*L USE:*SE");
    expect_words("L**", any_length, 0, "LES:L** SEL:**L");
    expect_words("***", any_length, 0, "AGE:*** ARE:*** EAU:*** JEU:*** LES:*** SEL:*** USE:***");
    /* Those alone that use a card. */
    expect_words("LES*", any_length, '*', "LES:*ES LES:L*S LES:LE* SEL:*EL SEL:S*L SEL:SE* SEUL:SE*L USE:*SE");
    expect_words("LESU", any_length, 'U', "USE:USE SEUL:SEUL");
    expect_words("", any_length, 0, "");
    assert_true(oracle_primo_is_word(&words, "VALET"));
    assert_true(oracle_primo_is_word(&words, "AGE"));
    assert_false(oracle_primo_is_word(&words, "VALETS"));
    OraclePrimoWord wrong = {.letters = "SEUL", .cards = "S*UT"};
    assert_false(oracle_primo_can_lay("SEULT*", &wrong));                             /* the cards do not spell it */
    assert_int_equal(oracle_primo_words(&words, "LES*", any_length, 0, NULL, 0), 10); /* counting alone */
}

static OraclePrimoWord word(int owner, const char *letters, const char *cards) {
    OraclePrimoWord made = {.owner = owner};
    strcpy(made.letters, letters);
    strcpy(made.cards, cards);
    return made;
}

static int compare(const char *one_letters, const char *one_cards, const char *other_letters, const char *other_cards) {
    OraclePrimoWord one = word(0, one_letters, one_cards), other = word(1, other_letters, other_cards);
    return oracle_primo_compare(oracle_primo_strength(&one), oracle_primo_strength(&other));
}

static void strength_by_hand(void **unused) {
    (void)unused;
    OraclePrimoWord seul = word(0, "SEUL", "SEUL"), taxi = word(1, "TAXI", "TAXI"), gage = word(0, "GAGE", "GAGE");
    OraclePrimoStrength of_seul = oracle_primo_strength(&seul), of_taxi = oracle_primo_strength(&taxi);
    OraclePrimoStrength of_gage = oracle_primo_strength(&gage);
    assert_true(of_seul.black == 0 && of_seul.red == 0 && of_seul.blue == 0);
    assert_true(of_taxi.black == 1 && of_taxi.red == 0 && of_taxi.blue == 0);
    assert_true(of_gage.black == 0 && of_gage.red == 2 && of_gage.blue == 0);
    assert_true(compare("TAXI", "TAXI", "SEUL", "SEUL") > 0);
    assert_true(compare("GAGE", "GAGE", "TAXI", "TAXI") < 0); /* one black letter before two red ones */
    assert_true(compare("GAGE", "GAGE", "SEUL", "SEUL") > 0);
    assert_true(compare("TAXI", "TA*I", "SEUL", "SEUL") == 0); /* a star is white */
    assert_true(compare("GAGE", "*AGE", "GAGE", "GAGE") < 0);
    assert_true(compare("VENU", "VENU", "DODO", "DODO") > 0); /* one red before two blue */
    assert_true(compare("VIDE", "VIDE", "VALE", "VALE") > 0); /* then blue counts */
    assert_true(compare("JUPE", "JUPE", "JUGE", "JUGE") < 0);
    assert_true(compare("DAME", "DAME", "CEPE", "CEPE") == 0);
}

/* ---- seats and what lies before them */

static void teams_by_hand(void **unused) {
    (void)unused;
    static const struct {
        OraclePrimoVariant variant;
        int seats, teams;
        int team[6];
    } cases[] = {
        {ORACLE_PRIMO_SOLO, 1, 1, {0}},
        {ORACLE_PRIMO_DUEL, 2, 2, {0, 1}},
        {ORACLE_PRIMO_THREE, 3, 3, {0, 1, 2}},
        {ORACLE_PRIMO_FOUR, 4, 4, {0, 1, 2, 3}},
        {ORACLE_PRIMO_TEAMS, 4, 2, {0, 1, 0, 1}},
        {ORACLE_PRIMO_FIVE, 5, 3, {0, 1, 2, 0, 1}},
        {ORACLE_PRIMO_SIX, 6, 3, {0, 1, 2, 0, 1, 2}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int team[ORACLE_PRIMO_SEATS_MAX];
        assert_int_equal(oracle_primo_seats(cases[i].variant), cases[i].seats);
        assert_int_equal(oracle_primo_teams(cases[i].variant, team), cases[i].teams);
        for (int seat = 0; seat < cases[i].seats; seat++) assert_int_equal(team[seat], cases[i].team[seat]);
    }
    assert_true(oracle_primo_partners(ORACLE_PRIMO_FIVE, 4, 1));
    assert_false(oracle_primo_partners(ORACLE_PRIMO_FIVE, 2, 2)); /* nobody is one's own partner */
    assert_false(oracle_primo_opponents(ORACLE_PRIMO_FIVE, 2, 2));
    assert_true(oracle_primo_opponents(ORACLE_PRIMO_FIVE, 2, 4));
    assert_false(oracle_primo_opponents(ORACLE_PRIMO_FIVE, 2, 5)); /* there is no such seat */
}

static void fronts_by_hand(void **unused) {
    (void)unused;
    static const struct {
        OraclePrimoFront front;
        bool may_write, gommed, gomme_hits, pause_hits, crayon_helps;
    } cases[] = {
        {{.writing = ""}, false, false, false, true, true},
        {{.writing = "c"}, true, false, true, true, false},
        {{.writing = "cg"}, false, true, false, true, true},
        {{.writing = "cgc"}, true, false, true, true, false}, /* covered, and open to another Gomme */
        {{.writing = "cgcg"}, false, true, false, true, true},
        {{.writing = "q"}, true, false, false, true, false},
        {{.writing = "cq"}, true, false, false, true, false},
        {{.writing = "cgq"}, true, false, false, true, false},
        {{.writing = "c", .pause = true}, true, false, true, false, false},
        {{.writing = "c", .cafetiere = true}, true, false, true, false, false},
        {{.writing = "c", .cafetiere = true, .pause = true}, true, false, true, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const OraclePrimoFront *front = &cases[i].front;
        assert_int_equal(oracle_primo_may_write(front), cases[i].may_write);
        assert_int_equal(oracle_primo_gommed(front), cases[i].gommed);
        assert_int_equal(oracle_primo_gomme_hits(front), cases[i].gomme_hits);
        assert_int_equal(oracle_primo_pause_hits(front), cases[i].pause_hits);
        assert_int_equal(oracle_primo_crayon_helps(front), cases[i].crayon_helps);
    }
}

/* ---- extreme */

static void expect_erased(OraclePrimoVariant variant, const OraclePrimoWord *there, int count, int index,
                          const char *expected) {
    bool erased[ORACLE_PRIMO_WORDS_MAX];
    char told[ORACLE_PRIMO_WORDS_MAX + 1] = "";
    int total = oracle_primo_erased(variant, there, count, index, erased);
    for (int i = 0; i < count; i++) strcat(told, erased[i] ? "x" : ".");
    assert_string_equal(told, expected);
    assert_int_equal(total, oracle_primo_count(told, 'x'));
}

static void erasures_by_hand(void **unused) {
    (void)unused;
    /* The sheet's example: TAXI erases SEUL, and GAGE then does nothing to TAXI. */
    OraclePrimoWord first[] = {word(0, "SEUL", "SEUL"), word(1, "TAXI", "TAXI")};
    expect_erased(ORACLE_PRIMO_DUEL, first, 2, 1, "x.");
    expect_erased(ORACLE_PRIMO_DUEL, first, 2, 0, "..");
    OraclePrimoWord second[] = {word(1, "TAXI", "TAXI"), word(0, "GAGE", "GAGE")};
    expect_erased(ORACLE_PRIMO_DUEL, second, 2, 1, "..");
    expect_erased(ORACLE_PRIMO_DUEL, second, 2, 0, ".x");
    /* Only opponents' words, only of the length, only weaker ones: equal stays. Seats 0 and 3 are partners. */
    OraclePrimoWord many[] = {
        word(0, "GAGE", "GAGE"),   word(1, "SEUL", "SEUL"), word(2, "FIGE", "FIGE"),
        word(4, "VALET", "VALET"), word(3, "USEE", "USEE"), word(4, "DAME", "DAME"),
    };
    expect_erased(ORACLE_PRIMO_FIVE, many, 6, 0, ".x...x");
    expect_erased(ORACLE_PRIMO_FIVE, many, 6, 2, ".x..xx");
    expect_erased(ORACLE_PRIMO_FIVE, many, 6, 5, "....x."); /* seat 4 is with seat 1 */
    expect_erased(ORACLE_PRIMO_FIVE, many, 6, 3, "......");
}

/* ---- the end */

static void ends_by_hand(void **unused) {
    (void)unused;
    bool none[ORACLE_PRIMO_WORD_MAX + 1] = {false}, back[ORACLE_PRIMO_WORD_MAX + 1] = {[4] = true};
    bool winner[ORACLE_PRIMO_SEATS_MAX];
    OraclePrimoWord there[] = {
        word(0, "USE", "USE"),       word(2, "USEE", "USEE"), word(0, "USEES", "USEES"),
        word(2, "TAXIES", "TAXIES"), word(1, "TAXI", "TAXI"),
    };
    /* Partners' words together make four; alone they do not; 3 to 6 are no extreme set. */
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_TEAMS, false, there, 5, none, winner), 2);
    assert_true(winner[0] && !winner[1] && winner[2] && !winner[3]);
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_FOUR, false, there, 5, none, winner), 0);
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_TEAMS, true, there, 5, none, winner), 0);
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_TEAMS, false, there, 3, none, winner), 0);
    there[0] = word(0, "VALETEE", "VALETEE");
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_TEAMS, true, there, 5, none, winner), 2);
    /* A set put back counts as written. */
    OraclePrimoWord three[] = {word(3, "USE", "USE"), word(3, "USEES", "USEES"), word(3, "TAXIES", "TAXIES")};
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_FOUR, false, three, 3, none, winner), 0);
    assert_int_equal(oracle_primo_complete(ORACLE_PRIMO_FOUR, false, three, 3, back, winner), 1);
    assert_true(winner[3] && oracle_primo_written(ORACLE_PRIMO_FOUR, three, 3, back, 0, 4));
    assert_false(oracle_primo_written(ORACLE_PRIMO_FOUR, three, 3, back, 0, 5));
}

static void limit_by_hand(void **unused) {
    (void)unused;
    bool none[ORACLE_PRIMO_WORD_MAX + 1] = {false}, winner[ORACLE_PRIMO_SEATS_MAX];
    OraclePrimoWord there[] = {
        word(0, "USE", "USE"), word(0, "USEE", "USEE"), word(1, "TAXIES", "TAXIES"),
        word(2, "AGE", "AGE"), word(2, "SEUL", "SEUL"),
    };
    /* Two short words before one long word; seats 0 and 2 share. */
    assert_int_equal(oracle_primo_at_limit(ORACLE_PRIMO_THREE, false, there, 5, none, winner), 2);
    assert_true(winner[0] && !winner[1] && winner[2]);
    there[4] = word(2, "VALET", "VALET"); /* more letters */
    assert_int_equal(oracle_primo_at_limit(ORACLE_PRIMO_THREE, false, there, 5, none, winner), 1);
    assert_true(winner[2]);
    /* Nothing written: everybody shares. In teams both partners win. */
    assert_int_equal(oracle_primo_at_limit(ORACLE_PRIMO_SIX, false, there, 0, none, winner), 6);
    assert_int_equal(oracle_primo_at_limit(ORACLE_PRIMO_TEAMS, false, there, 2, none, winner), 2);
    assert_true(winner[0] && winner[2]);
}

static void records_by_hand(void **unused) {
    (void)unused;
    OraclePrimoResult clean = {.words = {[7] = 3, [6] = 10}}, sevens = {.words = {[7] = 4, [6] = 8, [5] = 1}};
    OraclePrimoResult more = {.words = {[7] = 9, [3] = 6}}, leftover = {.words = {[7] = 11}, .leftovers = 1};
    assert_true(oracle_primo_rank(&sevens, &clean) < 0);
    assert_true(oracle_primo_rank(&clean, &more) < 0); /* thirteen words before fifteen */
    assert_true(oracle_primo_rank(&more, &leftover) < 0);
    assert_true(oracle_primo_rank(&leftover, &clean) > 0);
    assert_int_equal(oracle_primo_rank(&clean, &clean), 0);
}

/* ---- a table. Hands and piles are set by hand, so the deck is not whole. */

static OraclePrimoTable table_of(OraclePrimoVariant variant, bool extreme) {
    OraclePrimoTable table = {.variant = variant, .extreme = extreme, .list = &words, .seats = oracle_primo_seats(variant)};
    return table;
}

static void hold(OraclePrimoTable *table, int seat, const char *hand, const char *writing) {
    strcpy(table->hands[seat].cards, hand);
    strcpy(table->fronts[seat].writing, writing);
}

static void expect_refused(const OraclePrimoTable *table, OraclePrimoAction action, const char *why) {
    const char *told = oracle_primo_refusal(table, table->turn, &action);
    if (!told) fail_msg("allowed: %s", why);
    assert_string_equal(told, why);
}

/* Plays what must be allowed and possible. */
static OraclePrimoNews act(OraclePrimoTable *table, OraclePrimoAction action, const OraclePrimoFate *fate) {
    static const OraclePrimoFate nothing = {0};
    OraclePrimoNews news = {0};
    const char *wrong = oracle_primo_refusal(table, table->turn, &action);
    if (!wrong) wrong = oracle_primo_apply(table, table->turn, &action, fate ? fate : &nothing, &news);
    if (wrong) fail_msg("%s", wrong);
    return news;
}

static OraclePrimoAction lay(const char *letters, const char *cards, bool discard) {
    return (OraclePrimoAction){.kind = ORACLE_WORD, .discard = discard, .word = word(0, letters, cards)};
}

static OraclePrimoAction special(char card, int target) {
    return (OraclePrimoAction){.kind = ORACLE_PLAY, .card = card, .target = target};
}

static const OraclePrimoAction draw = {.kind = ORACLE_DRAW};

static OraclePrimoAction throw_card(char card) { return (OraclePrimoAction){.kind = ORACLE_THROW, .card = card}; }

static void words_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_DUEL, false);
    hold(&table, 0, "SEU*cN", "");
    hold(&table, 1, "AGEGEE", "c");
    strcpy(table.pile.cards, "LOAA");
    expect_refused(&table, lay("SEUL", "SEU*", false), "no card has been drawn");
    expect_refused(&table, throw_card('N'), "no card has been drawn");
    expect_refused(&table, lay("SEUL", "SEUL", true), "there is no discard to take");
    assert_string_equal(act(&table, draw, NULL).drawn, "L");
    expect_refused(&table, lay("SEUL", "SEU*", false), "words are written with a Crayon or the Marqueur");
    act(&table, special(ORACLE_CRAYON, 0), NULL);
    assert_string_equal(table.fronts[0].writing, "c");
    assert_int_equal(table.turn, 1);
    act(&table, draw, NULL);
    assert_string_equal(act(&table, lay("GAGE", "GAGE", false), NULL).drawn, "AA"); /* from four to six */
    assert_string_equal(table.pile.cards, "");
    assert_int_equal(table.word_count, 1);
    assert_int_equal(table.words[0].owner, 1);
    /* No card is left to draw. The turn goes on without one. */
    assert_string_equal(act(&table, draw, NULL).drawn, "");
    expect_refused(&table, lay("SEUL", "SEUT", false), "the cards for it are not there");
    expect_refused(&table, lay("LESU", "LESU", false), "that is no word");
    expect_refused(&table, lay("SEULEES", "SEUL***", false), "no word of that length is asked for");
    OraclePrimoNews news = act(&table, lay("SEUL", "SEU*", false), NULL);
    assert_string_equal(news.drawn, "");
    assert_string_equal(table.hands[0].cards, "NL");
    act(&table, draw, NULL);
    expect_refused(&table, lay("GAGE", "GAGE", false), "that length is written");
}

static void discards_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_THREE, false), other;
    OraclePrimoFate fate = {.reshuffles = 1, .piles = {"gEOT"}};
    hold(&table, 0, "SELNNN", "c");
    hold(&table, 1, "SEAAAA", "c");
    hold(&table, 2, "gggggg", "");
    strcpy(table.up.cards, "EU");
    strcpy(table.under.cards, "T");
    expect_refused(&table, lay("LES", "LES", true), "the discard is not used");
    expect_refused(&table, lay("SEUL", "SEUL", false), "no card has been drawn");
    expect_refused(&table, special(ORACLE_GOMME, 1), "no card has been drawn");
    strcpy(table.pile.cards, "OOOO");
    act(&table, lay("SEUL", "SEUL", true), NULL); /* of the four letters one was the discard: three are drawn */
    assert_string_equal(table.up.cards, "E");
    assert_string_equal(table.hands[0].cards, "NNNOOO");
    /* The E below is the top now. A letter that replaces a star would not be a use of it, and there is no star. */
    act(&table, draw, NULL);
    act(&table, throw_card('O'), NULL);
    assert_string_equal(table.up.cards, "EO");
    expect_refused(&table, lay("LES", "LES", true), "words are written with a Crayon or the Marqueur");
    /* The pile is empty: the discards, those under them included, make a new one. */
    OraclePrimoNews news;
    fate.reshuffles = 0;
    other = table;
    assert_string_equal(oracle_primo_apply(&other, 2, &draw, &fate, &news), "the discards were not shuffled");
    fate.reshuffles = 1;
    other = table;
    assert_string_equal(oracle_primo_apply(&other, 2, &draw, &fate, &news), "other cards than the discards were shuffled");
    strcpy(fate.piles[0], "EOT");
    news = act(&table, draw, &fate);
    assert_string_equal(news.drawn, "E");
    assert_string_equal(table.pile.cards, "OT");
    assert_true(!table.up.cards[0] && !table.under.cards[0]);
    act(&table, special(ORACLE_GOMME, 1), NULL);
    assert_string_equal(table.fronts[1].writing, "cg");
}

static void gommes_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_TEAMS, false), other;
    hold(&table, 0, "cqpgSE", "cg");
    hold(&table, 1, "AAAAAA", "c");
    hold(&table, 2, "AAAAAA", "");
    strcpy(table.pile.cards, "LLLL");
    strcpy(table.up.cards, "c");
    table.words[table.word_count++] = word(0, "USE", "U*E");
    table.words[table.word_count++] = word(2, "USEE", "USEE");
    OraclePrimoAction erase = {.kind = ORACLE_ERASE, .length = 3};
    other = table;
    assert_int_equal(act(&other, erase, NULL).erased_count, 1);
    assert_string_equal(other.fronts[0].writing, "c");
    assert_string_equal(other.hands[0].cards, "cqpgSE"); /* nothing is drawn */
    assert_true(oracle_primo_same_cards(other.under.cards, "U*Eg"));
    assert_int_equal(other.turn, 1);
    erase.length = 4;
    expect_refused(&table, erase, "that player has written no such word"); /* but the partner */
    other = table;
    OraclePrimoAction taken = special(ORACLE_CRAYON, 0);
    taken.discard = true;
    act(&other, taken, NULL); /* the top discard answers too */
    assert_string_equal(other.fronts[0].writing, "cgc");
    act(&table, draw, NULL);
    erase.length = 3;
    expect_refused(&table, erase, "a card has been drawn");
    expect_refused(&table, special(ORACLE_PAUSE, 1), "under a Gomme only a Crayon or the Marqueur on it is played");
    expect_refused(&table, special(ORACLE_CRAYON, 2), "under a Gomme only a Crayon or the Marqueur on it is played");
    OraclePrimoAction star = {.kind = ORACLE_RECOVER, .target = 0, .length = 3, .place = 1};
    expect_refused(&table, star, "stars are recovered with a Crayon or the Marqueur");
    other = table;
    act(&other, throw_card('p'), NULL);
    other = table;
    act(&other, special(ORACLE_MARQUEUR, 0), NULL);
    assert_string_equal(other.fronts[0].writing, "cgq");
    act(&table, special(ORACLE_CRAYON, 0), NULL);
    assert_string_equal(table.fronts[0].writing, "cgc");
    /* A partner may be given a Crayon, an opponent not; and no second one. */
    table.turn = 0;
    table.drawn = true;
    strcpy(table.hands[0].cards, "ccggSE");
    expect_refused(&table, special(ORACLE_CRAYON, 0), "a Crayon would do nothing there");
    expect_refused(&table, special(ORACLE_CRAYON, 1), "a Crayon is laid before oneself or a partner");
    expect_refused(&table, special(ORACLE_GOMME, 2), "a Gomme is put before an opponent");
    expect_refused(&table, special(ORACLE_GOMME, 3), "there is no open Crayon");
    expect_refused(&table, special('S', 1), "that is not played by itself");
    act(&table, special(ORACLE_CRAYON, 2), NULL);
    assert_string_equal(table.fronts[2].writing, "c");
}

static void pauses_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_TEAMS, false);
    hold(&table, 0, "pptAAA", "");
    hold(&table, 1, "AAAAAA", "c");
    strcpy(table.pile.cards, "LLLLLLL");
    act(&table, draw, NULL);
    expect_refused(&table, special(ORACLE_PAUSE, 2), "a Pause Café is put before an opponent");
    expect_refused(&table, special(ORACLE_PAUSE, 0), "a Pause Café is put before an opponent");
    expect_refused(&table, special(ORACLE_CAFETIERE, 2), "that card is personal");
    act(&table, special(ORACLE_PAUSE, 1), NULL);
    assert_true(table.fronts[1].pause);
    expect_refused(&table, draw, "a Pause Café takes this turn");
    OraclePrimoTable other = table;
    other.turn = 2;
    other.drawn = true;
    strcpy(other.hands[2].cards, "p");
    act(&other, special(ORACLE_PAUSE, 3), NULL);
    act(&table, (OraclePrimoAction){.kind = ORACLE_MISS}, NULL);
    assert_false(table.fronts[1].pause);
    assert_string_equal(table.under.cards, "p");
    assert_int_equal(table.turn, 2);
    assert_int_equal(table.turns, 2);
    expect_refused(&table, (OraclePrimoAction){.kind = ORACLE_MISS}, "that is not asked for now");
    /* Over the Cafetière none can be put; one that waits stays, and a second one is not put before it. */
    other.turn = 1;
    other.fronts[1].pause = false;
    other.drawn = true;
    strcpy(other.hands[1].cards, "p");
    other.fronts[2].cafetiere = true;
    expect_refused(&other, special(ORACLE_PAUSE, 2), "no Pause Café can be put there");
    other.fronts[0].pause = true;
    expect_refused(&other, special(ORACLE_PAUSE, 0), "no Pause Café can be put there");
    table.turn = 0;
    table.fronts[0].pause = true;
    act(&table, (OraclePrimoAction){.kind = ORACLE_MISS}, NULL);
    table.turn = 0;
    table.fronts[0].pause = false;
    act(&table, draw, NULL);
    act(&table, special(ORACLE_CAFETIERE, 0), NULL);
    assert_true(table.fronts[0].cafetiere);
}

static void exchanges_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_DUEL, false), other;
    OraclePrimoFate fate = {.taken = "E"};
    OraclePrimoNews news;
    hold(&table, 0, "fmAAAAA", "");
    hold(&table, 1, "BCDE", "");
    table.drawn = true;
    OraclePrimoAction ghost = special(ORACLE_FANTOME, 1), trick = special(ORACLE_MAGICIEN, 1);
    expect_refused(&table, ghost, "nothing is given");
    strcpy(ghost.given, "f"); /* there is no second one */
    expect_refused(&table, ghost, "what is given is not in the hand");
    strcpy(ghost.given, "AA");
    expect_refused(&table, ghost, "a Fantôme exchanges one card");
    strcpy(ghost.given, "A");
    other = table;
    strcpy(fate.taken, "A"); /* the one just given */
    assert_string_equal(oracle_primo_apply(&other, 0, &ghost, &fate, &news), "what is taken is not in the opponent's hand");
    other = table;
    strcpy(fate.taken, "BC");
    assert_string_equal(oracle_primo_apply(&other, 0, &ghost, &fate, &news), "not as many cards are taken as given");
    other = table;
    strcpy(fate.taken, "E");
    act(&other, ghost, &fate);
    assert_true(oracle_primo_same_cards(other.hands[0].cards, "mAAAAE"));
    assert_true(oracle_primo_same_cards(other.hands[1].cards, "BCDA"));
    assert_string_equal(other.under.cards, "f");
    /* No more than the opponent holds. */
    strcpy(trick.given, "AAAAA");
    expect_refused(&table, trick, "the opponent has not as many cards");
    strcpy(trick.given, "AAAf");
    strcpy(fate.taken, "EBCD");
    act(&table, trick, &fate);
    assert_true(oracle_primo_same_cards(table.hands[0].cards, "AAEBCD"));
    assert_true(oracle_primo_same_cards(table.hands[1].cards, "AAAf"));
    strcpy(table.hands[1].cards, "");
    table.turn = 0;
    table.drawn = true;
    strcpy(table.hands[0].cards, "fA");
    strcpy(ghost.given, "A");
    expect_refused(&table, ghost, "the opponent has not as many cards");
}

static void tornado_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_TEAMS, false), other;
    OraclePrimoFate fate = {.dealt = {"", "BBBBUT", "CCCCCX"}, .top = 'C'};
    OraclePrimoNews news;
    hold(&table, 0, "mAAAAAA", "");
    hold(&table, 1, "BBBBBB", "");
    hold(&table, 2, "CCCCCC", "");
    hold(&table, 3, "DDDDDD", "");
    strcpy(table.up.cards, "TU");
    strcpy(table.under.cards, "X");
    table.drawn = true;
    OraclePrimoAction wind = {.kind = ORACLE_PLAY, .card = ORACLE_MAGICIEN, .tornado = true, .target = -1};
    expect_refused(&table, wind, "a Tornado takes at least one hand");
    wind.hit[0] = true;
    expect_refused(&table, wind, "only hands of other players are taken");
    wind.hit[0] = false;
    wind.hit[1] = wind.hit[2] = true; /* an opponent and the partner */
    other = table;
    act(&other, wind, &fate);
    assert_string_equal(other.hands[1].cards, "BBBBUT");
    assert_string_equal(other.up.cards, "C"); /* only the top can be taken */
    assert_true(oracle_primo_same_cards(other.under.cards, "BBm"));
    assert_string_equal(other.hands[0].cards, "AAAAAA");
    static const struct {
        OraclePrimoFate fate;
        const char *wrong;
    } cases[] = {
        {{.dealt = {"", "BBBBUT", "CCCCCD"}, .top = 'C'}, "the Tornado deals cards that it did not take"},
        {{.dealt = {"", "BBBBUT", "CCCCC"}, .top = 'C'}, "the Tornado does not deal six to each"},
        {{.dealt = {"", "BBBBUT", "CCCCCX"}}, "the Tornado leaves a discard, or none, against the rules"},
        {{.dealt = {"", "BBBBUT", "CCCCCX"}, .top = 'U'}, "the discard left on top is none of the rest"},
        {{.dealt = {"", "BBBBUT", "CCCCCX", "B"}, .top = 'C'}, "a hand is dealt to somebody whom the Tornado did not hit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        other = table;
        assert_string_equal(oracle_primo_apply(&other, 0, &wind, &cases[i].fate, &news), cases[i].wrong);
    }
}

static void stars_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_THREE, true), other;
    hold(&table, 0, "XGSEAA", "c");
    table.words[table.word_count++] = word(0, "SEUL", "SEUL");
    table.words[table.word_count++] = word(1, "TAXI", "*A*I");
    table.words[table.word_count++] = word(2, "GAGE", "*AGE");
    strcpy(table.pile.cards, "LLLLL");
    OraclePrimoAction star = {.kind = ORACLE_RECOVER, .target = 1, .length = 4, .place = 0};
    expect_refused(&table, star, "the letter is not in the hand");
    star.place = 1;
    expect_refused(&table, star, "there is no star in that place");
    star.place = 4;
    expect_refused(&table, star, "the word has no such place");
    star.length = 5;
    expect_refused(&table, star, "there is no such word");
    star = (OraclePrimoAction){.kind = ORACLE_RECOVER, .target = 1, .length = 4, .place = 2};
    other = table;
    /* The X makes TAXI stronger than SEUL, one's own word, and than GAGE. */
    OraclePrimoNews news = act(&other, star, NULL);
    assert_int_equal(news.erased_count, 2);
    assert_false(news.turn_over);
    assert_int_equal(other.word_count, 1);
    assert_string_equal(other.words[0].cards, "*AXI");
    assert_true(oracle_primo_same_cards(other.under.cards, "SEUL*AGE"));
    assert_true(oracle_primo_same_cards(other.hands[0].cards, "GSEAA*"));
    /* GAGE was stronger than both all the while; with its second G it erases them now. */
    other = table;
    star = (OraclePrimoAction){.kind = ORACLE_RECOVER, .target = 2, .length = 4, .place = 0};
    assert_int_equal(act(&other, star, NULL).erased_count, 2);
    /* A white letter strengthens nothing, so that nothing is erased. */
    other = table;
    other.words[2] = word(2, "GAGE", "GAG*");
    star.place = 3;
    assert_int_equal(act(&other, star, NULL).erased_count, 0);
    /* Nor does anything happen where the game is not extreme. */
    other = table;
    other.extreme = false;
    star.place = 0;
    assert_int_equal(act(&other, star, NULL).erased_count, 0);
    strcpy(table.fronts[0].writing, "");
    expect_refused(&table, star, "stars are recovered with a Crayon or the Marqueur");
}

static void extreme_on_a_table(void **unused) {
    (void)unused;
    /* The sheet's example, played. */
    OraclePrimoTable table = table_of(ORACLE_PRIMO_DUEL, true);
    hold(&table, 0, "TAXIES", "c");
    hold(&table, 1, "GAGEUU", "c");
    strcpy(table.pile.cards, "NNNNNNNNNN");
    table.words[table.word_count++] = word(1, "SEUL", "SEUL");
    act(&table, draw, NULL);
    expect_refused(&table, lay("SEA", "SEA", false), "no word of that length is asked for");
    assert_int_equal(act(&table, lay("TAXI", "TAXI", false), NULL).erased_count, 1);
    assert_true(oracle_primo_same_cards(table.under.cards, "SEUL"));
    act(&table, draw, NULL);
    assert_int_equal(act(&table, lay("GAGE", "GAGE", false), NULL).erased_count, 0); /* four again, and TAXI stays */
    assert_int_equal(table.word_count, 2);
}

static void sets_put_back_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_FOUR, false);
    OraclePrimoAction propose = {.kind = ORACLE_PROPOSE, .length = 4}, yes = {.kind = ORACLE_ANSWER, .yes = true};
    OraclePrimoAction no = {.kind = ORACLE_ANSWER};
    OraclePrimoFate none = {0}, mixed = {.reshuffles = 1, .piles = {"N"}};
    OraclePrimoNews news;
    for (int seat = 0; seat < 3; seat++) table.words[table.word_count++] = word(seat, "USEE", "USEE");
    for (int seat = 0; seat < 4; seat++) hold(&table, seat, "AAAAAA", seat ? "c" : "cg"); /* proposing is no play */
    strcpy(table.up.cards, "N");
    table.words[table.word_count++] = word(1, "USE", "USE");
    expect_refused(&table, propose, "not everybody has a word of that length");
    table.words[table.word_count++] = word(3, "TAXI", "TA*I");
    act(&table, propose, NULL);
    assert_string_equal(oracle_primo_refusal(&table, 0, &yes), "who proposes has agreed");
    assert_string_equal(oracle_primo_refusal(&table, 0, &draw), "a vote is open");
    assert_null(oracle_primo_apply(&table, 3, &yes, &none, &news));
    assert_string_equal(oracle_primo_refusal(&table, 3, &no), "that player has answered");
    assert_null(oracle_primo_apply(&table, 1, &yes, &none, &news));
    assert_false(news.voted);
    OraclePrimoTable refused = table;
    assert_null(oracle_primo_apply(&refused, 2, &no, &none, &news));
    assert_true(news.voted && !news.put_back);
    expect_refused(&refused, propose, "that was proposed since the last reshuffle");
    act(&refused, draw, &mixed); /* a reshuffle */
    expect_refused(&refused, propose, "a card has been drawn");
    refused.drawn = false;
    assert_null(oracle_primo_refusal(&refused, 0, &propose));
    assert_null(oracle_primo_apply(&table, 2, &yes, &none, &news));
    assert_true(news.voted && news.put_back && table.back[4]);
    assert_int_equal(table.word_count, 1);
    assert_true(oracle_primo_same_cards(table.under.cards, "USEEUSEEUSEETA*I"));
    expect_refused(&table, propose, "that was proposed since the last reshuffle");
}

static void solo_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_SOLO, false);
    OraclePrimoAction leave = {.kind = ORACLE_LEAVE, .card = 'A'};
    hold(&table, 0, "USEESLE", "");
    strcpy(table.pile.cards, "AAA");
    expect_refused(&table, leave, "the card is not there");
    expect_refused(&table, draw, "alone, words are laid or cards set aside");
    assert_string_equal(act(&table, lay("USEES", "USEES", false), NULL).drawn, "AAA");
    act(&table, leave, NULL);
    assert_string_equal(table.hands[0].cards, "LEAA");
    for (const char *card = "LEAA"; *card; card++) {
        assert_false(table.over);
        leave.card = *card;
        act(&table, leave, NULL);
    }
    assert_true(table.over);
    assert_int_equal(table.result.leftovers, 5);
    assert_int_equal(table.result.words[5], 1);
}

static void limits_on_a_table(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_DUEL, false), other;
    OraclePrimoAction pass = {.kind = ORACLE_PASS};
    hold(&table, 0, "USEAAA", "c");
    hold(&table, 1, "", "c");
    table.words[table.word_count++] = word(0, "USEE", "USEE");
    table.words[table.word_count++] = word(0, "USEES", "USEES");
    table.words[table.word_count++] = word(0, "TAXIES", "TAXIES");
    table.words[table.word_count++] = word(1, "SEUL", "SEUL");
    table.turns = 998;
    act(&table, draw, NULL);
    expect_refused(&table, pass, "only who has no card and none to draw passes");
    other = table;
    act(&other, lay("USE", "USE", false), NULL); /* the fourth word wins at once */
    assert_true(other.over && other.winner[0] && !other.winner[1]);
    expect_refused(&other, draw, "the game is over");
    OraclePrimoFate mixed = {.reshuffles = 1, .piles = {"A"}};
    assert_string_equal(act(&table, throw_card('A'), &mixed).drawn, "A"); /* five are not six: what was thrown comes back */
    assert_false(table.over);
    expect_refused(&table, draw, "who has no card and none to draw passes");
    act(&table, pass, NULL);
    assert_true(table.over && table.winner[0] && !table.winner[1]);
}

static void count_action(void *context, const OraclePrimoAction *action) { ((int *)context)[action->kind]++; }

static void actions_by_hand(void **unused) {
    (void)unused;
    OraclePrimoTable table = table_of(ORACLE_PRIMO_TEAMS, false);
    hold(&table, 0, "USE*ccm", "c");
    hold(&table, 1, "AA", "c");
    hold(&table, 3, "A", "q");
    strcpy(table.up.cards, "gG");
    table.words[table.word_count++] = word(3, "USEES", "*SE*S");
    table.drawn = true;
    int counts[ORACLE_KINDS] = {0};
    oracle_primo_actions(&table, 0, true, count_action, counts);
    assert_int_equal(counts[ORACLE_DRAW] + counts[ORACLE_ERASE] + counts[ORACLE_PASS] + counts[ORACLE_PROPOSE], 0);
    assert_int_equal(counts[ORACLE_RECOVER], 2);
    assert_int_equal(counts[ORACLE_THROW], 6);
    /* USE without the star and in three ways with it, USEE in two, and with it EAU, JEU, LES, SEL, SEUL. */
    assert_int_equal(counts[ORACLE_WORD], 1 + 3 + 2 + 5);
    /* A Crayon for the partner; one card of five faces given to 3, or to 1; two cards to 1: ten pairs of six cards of which
     * two are equal make 10 + 1; a Tornado on any of three. */
    assert_int_equal(counts[ORACLE_PLAY], 1 + 5 + 5 + 11 + 7);
    table.drawn = false;
    memset(counts, 0, sizeof counts);
    oracle_primo_actions(&table, 0, true, count_action, counts);
    assert_int_equal(counts[ORACLE_DRAW], 1);
    assert_int_equal(counts[ORACLE_RECOVER], 2);
    assert_int_equal(counts[ORACLE_WORD], 1); /* AGE with the G, the star for its A */
    assert_int_equal(counts[ORACLE_PLAY] + counts[ORACLE_THROW], 0);
    strcpy(table.up.cards, "Gg");
    oracle_primo_actions(&table, 0, true, count_action, counts);
    assert_int_equal(counts[ORACLE_PLAY], 1); /* the Gomme that was thrown, on seat 1 */
    memset(counts, 0, sizeof counts);
    oracle_primo_actions(&table, 2, true, count_action, counts);
    for (int i = 0; i < ORACLE_KINDS; i++) assert_int_equal(counts[i], 0);
}

static void deals_by_hand(void **unused) {
    (void)unused;
    OraclePrimoTable table;
    OraclePrimoCards hands[ORACLE_PRIMO_SEATS_MAX] = {{"EEEEEE"}, {"EEEEEA"}};
    OraclePrimoCards deck = oracle_primo_deck(ORACLE_PRIMO_DUEL, false);
    assert_null(oracle_primo_begin(&table, ORACLE_PRIMO_DUEL, false, false, &words, deck.cards, hands, 1));
    assert_int_equal(table.turn, 1);
    assert_int_equal(strlen(table.pile.cards), 96);
    assert_true(oracle_primo_all_there(&table, false));
    table.hands[0].cards[0] = 'Z';
    assert_false(oracle_primo_all_there(&table, false));
    strcpy(hands[1].cards, "EEEEAA");
    assert_string_equal(oracle_primo_begin(&table, ORACLE_PRIMO_DUEL, false, false, &words, deck.cards, hands, 1),
                        "the hands are not the top of the deck");
    assert_string_equal(oracle_primo_begin(&table, ORACLE_PRIMO_DUEL, false, true, &words, deck.cards, hands, 1),
                        "that is not the deck");
    strcpy(hands[1].cards, "EEEEE");
    assert_string_equal(oracle_primo_begin(&table, ORACLE_PRIMO_DUEL, false, false, &words, deck.cards, hands, 1),
                        "a hand of the wrong size");
    assert_string_equal(oracle_primo_begin(&table, ORACLE_PRIMO_DUEL, false, false, &words, deck.cards, hands, 2),
                        "nobody begins");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deck_by_hand),        cmocka_unit_test(card_lists_by_hand),
        cmocka_unit_test(words_by_hand),       cmocka_unit_test(strength_by_hand),
        cmocka_unit_test(teams_by_hand),       cmocka_unit_test(fronts_by_hand),
        cmocka_unit_test(erasures_by_hand),    cmocka_unit_test(ends_by_hand),
        cmocka_unit_test(limit_by_hand),       cmocka_unit_test(records_by_hand),
        cmocka_unit_test(deals_by_hand),       cmocka_unit_test(words_on_a_table),
        cmocka_unit_test(discards_on_a_table), cmocka_unit_test(gommes_on_a_table),
        cmocka_unit_test(pauses_on_a_table),   cmocka_unit_test(exchanges_on_a_table),
        cmocka_unit_test(tornado_on_a_table),  cmocka_unit_test(stars_on_a_table),
        cmocka_unit_test(extreme_on_a_table),  cmocka_unit_test(sets_put_back_on_a_table),
        cmocka_unit_test(solo_on_a_table),     cmocka_unit_test(limits_on_a_table),
        cmocka_unit_test(actions_by_hand),
    };
    return tap_run("primo oracle by hand", tests, sizeof tests / sizeof *tests);
}
