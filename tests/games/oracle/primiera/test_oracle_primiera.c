/* Checks Primiera's oracle on examples worked out by hand, then the engine against the oracle.
 * The engine is checked on legal captures on random tables, the robot's choices on random rows, and whole matches of all
 * five variants. With ARALDO_SOAK set, a million tables and a hundred thousand rounds. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/primiera/primiera.h"
#include "tests/games/oracle/primiera/follow.h"
#include "tests/games/oracle/primiera/oracle.h"
#include "tests/support/tap.h"

/* ---- captures */

static OracleCard card(const char *words) { return oracle_cards(words).cards[0]; }

/* The captures of `played` on `table` are exactly `expected`, sets separated by '|', in whatever order. */
static void expect_captures(const char *table_words, const char *played, const char *expected) {
    OracleCards table = oracle_cards(table_words);
    OracleCaptures captures;
    int count = 0;
    oracle_captures(&table, card(played), &captures);
    for (const char *at = expected; *at;) {
        char words[64];
        size_t length = strcspn(at, "|");
        assert_true(length < sizeof words);
        memcpy(words, at, length);
        words[length] = 0;
        OracleCards set = oracle_cards(words);
        int found = 0;
        for (int i = 0; i < captures.count; i++) found += oracle_same_cards(&captures.sets[i], &set);
        assert_int_equal(found, 1);
        count++;
        at += length + (at[length] == '|');
    }
    assert_int_equal(captures.count, count);
}

static void captures_by_hand(void **unused) {
    (void)unused;
    expect_captures("8S 2B 6C", "8D", "8S");             /* the single card, never 2+6 */
    expect_captures("8S 2B 6C 8C", "8D", "8S|8C");       /* one of the equal cards */
    expect_captures("5S 5B 5C", "5D", "5S|5B|5C");       /* exactly one, never two */
    expect_captures("2B 6C 1S 7C", "8D", "2B 6C|1S 7C"); /* one of the sets */
    expect_captures("1S 3B 4C", "8D", "1S 3B 4C");       /* a set of three */
    expect_captures("1S 2S 3S 4S", "10D", "1S 2S 3S 4S");
    expect_captures("1S 1B 2S 2B", "3D", "1S 2S|1S 2B|1B 2S|1B 2B");
    expect_captures("9S 7B", "8D", ""); /* nothing: it stays */
    expect_captures("4S 5S", "8D", "");
    expect_captures("", "8D", "");
    expect_captures("2S 3S", "1D", "");
}

static void expect_robot(const char *row_words, const char *played, const char *expected) {
    OracleCards row = oracle_cards(row_words), set = oracle_cards(expected);
    OracleCaptures captures;
    oracle_captures(&row, card(played), &captures);
    int choice = oracle_robot_choice(&row, &captures);
    assert_true(oracle_same_cards(&captures.sets[choice], &set));
}

static void robot_choices_by_hand(void **unused) {
    (void)unused;
    expect_robot("1S 3B 5C 4D 2S 7B", "6D", "1S 5C");    /* the sheet's first example */
    expect_robot("1S 3B 5C 4D 2S 7B", "8D", "1S 3B 4D"); /* and its second, with the slip put right */
    expect_robot("9S 4B 4S 4C", "4D", "4B");             /* among equal cards the one furthest left */
    expect_robot("4B 2S 1S 3B", "5D", "4B 1S");          /* the leftmost card decides first */
    expect_robot("1S 2B 3C 4D 6C", "7B", "1S 2B 4D");    /* then who reaches least far right, 1+6 reaching further */
    expect_robot("1S 2B 3C 1B 4D", "8B", "1S 2B 1B 4D"); /* same ends: 2B lies before 3C, the next card of 1+3+4 */
    expect_robot("4D 3C 2B 1B 1S", "8B", "4D 3C 1B");
}

/* ---- seats */

static void expect_order(OracleVariant variant, int dealer, int count, const int *expected) {
    int order[ORACLE_SEATS_MAX];
    assert_int_equal(oracle_order(variant, dealer, order), count);
    for (int i = 0; i < count; i++) assert_int_equal(order[i], expected[i]);
}

static void seats_by_hand(void **unused) {
    (void)unused;
    expect_order(ORACLE_HERALDS, 0, 4, (int[]){1, 2, 3, 0});
    expect_order(ORACLE_CLASSIC, 2, 4, (int[]){3, 0, 1, 2});
    expect_order(ORACLE_TWO, 1, 2, (int[]){0, 1});
    expect_order(ORACLE_THREE, 1, 3, (int[]){2, 0, 1});
    expect_order(ORACLE_ROBOTS, 0, 4, (int[]){1, 3, 2, 0});
    expect_order(ORACLE_ROBOTS, 1, 4, (int[]){2, 3, 0, 1});
    expect_order(ORACLE_ROBOTS, 2, 4, (int[]){0, 3, 1, 2});
    assert_int_equal(oracle_next_dealer(ORACLE_HERALDS, 3), 0);
    assert_int_equal(oracle_next_dealer(ORACLE_TWO, 1), 0);
    assert_int_equal(oracle_next_dealer(ORACLE_THREE, 1), 2);
    assert_int_equal(oracle_next_dealer(ORACLE_ROBOTS, 2), 0); /* the robot never deals */
}

static void expect_teams(OracleVariant variant, int dealer, int seat, char suit, int count, const int *expected) {
    int team[ORACLE_SEATS_MAX];
    assert_int_equal(oracle_teams(variant, dealer, seat, suit, team), count);
    for (int i = 0; i < oracle_seats(variant); i++) assert_int_equal(team[i], expected[i]);
}

static void teams_by_hand(void **unused) {
    (void)unused;
    expect_teams(ORACLE_HERALDS, 0, 1, 'C', 2, (int[]){0, 1, 0, 1}); /* Cups: opposite */
    expect_teams(ORACLE_HERALDS, 0, 1, 'B', 2, (int[]){0, 0, 1, 1}); /* Clubs: on the left, seat 0 */
    expect_teams(ORACLE_HERALDS, 0, 1, 'D', 2, (int[]){0, 1, 1, 0}); /* Coins: on the right, seat 2 */
    expect_teams(ORACLE_HERALDS, 0, 1, 'S', 4, (int[]){0, 1, 2, 3});
    expect_teams(ORACLE_HERALDS, 0, -1, 0, 4, (int[]){0, 1, 2, 3}); /* no Herald played */
    expect_teams(ORACLE_CLASSIC, 3, -1, 0, 2, (int[]){0, 1, 0, 1});
    expect_teams(ORACLE_TWO, 0, -1, 0, 2, (int[]){0, 1});
    expect_teams(ORACLE_THREE, 0, -1, 0, 3, (int[]){0, 1, 2});
    /* Dealer 0 with the robot: play runs 1, robot, 2, 0. Seat 1 has the robot on the right and 0 on the left. */
    expect_teams(ORACLE_ROBOTS, 0, 1, 'D', 2, (int[]){0, 1, 0, 1});
    expect_teams(ORACLE_ROBOTS, 0, 1, 'B', 2, (int[]){0, 0, 1, 1});
    expect_teams(ORACLE_ROBOTS, 0, 1, 'C', 2, (int[]){0, 1, 1, 0});
    expect_teams(ORACLE_ROBOTS, 0, ORACLE_ROBOT, 'C', 2, (int[]){0, 1, 1, 0}); /* opposite the robot sits the dealer */
    /* Dealer 1: play runs 2, robot, 0, 1. */
    expect_teams(ORACLE_ROBOTS, 1, ORACLE_ROBOT, 'B', 2, (int[]){0, 0, 1, 1});
    expect_teams(ORACLE_ROBOTS, 1, ORACLE_ROBOT, 'D', 2, (int[]){0, 1, 1, 0});
}

/* ---- scores. A round is written as pairs: "0 7D 6D" is seat 0 playing the 7D, which stays, and the 6D taking it. Captures
 * need not be possible ones here: only what they are worth is asked. The opening row lies there all the while, so that
 * nothing is a sweep, and goes to the last seat. */

typedef struct Pairs {
    int count;
    OraclePlay plays[ORACLE_PLAYS];
} Pairs;

static void add_pairs(Pairs *pairs, int seat, const char *words) {
    OracleCards cards = oracle_cards(words);
    assert_int_equal(cards.count % 2, 0);
    for (int i = 0; i < cards.count; i += 2) {
        assert_true(pairs->count + 2 <= ORACLE_PLAYS);
        pairs->plays[pairs->count++] = (OraclePlay){.actor = seat, .seat = seat, .card = cards.cards[i]};
        pairs->plays[pairs->count] = (OraclePlay){.actor = seat, .seat = seat, .card = cards.cards[i + 1]};
        pairs->plays[pairs->count].takes = (OracleCards){.count = 1, .cards = {cards.cards[i]}};
        pairs->count++;
    }
}

static OracleScore score_pairs(OracleVariant variant, const char *opening_words, const Pairs *pairs) {
    OracleCards opening = oracle_cards(opening_words);
    OracleScore score;
    assert_int_equal(pairs->count, ORACLE_PLAYS);
    oracle_score(variant, 0, &opening, pairs->plays, &score);
    return score;
}

static void expect_team(const OracleScore *score, int team, int cards, int coins, bool seven, int best_suits, int points) {
    assert_int_equal(score->teams[team].cards, cards);
    assert_int_equal(score->teams[team].coins, coins);
    assert_int_equal(score->teams[team].seven, seven);
    assert_int_equal(score->teams[team].primiera, best_suits);
    assert_int_equal(score->teams[team].points, points);
}

static void primiera_by_hand(void **unused) {
    (void)unused;
    struct {
        const char *pile;
        int value;
    } cases[] = {
        {"7S 1B 10C 5D", 62},                                      /* the booklet's examples */
        {"6S 6B 6C 7D", 75},  {"6S 7S 2S 6B 4B 6C 10C 7D 5D", 78}, /* the best of each suit: 21+18+18+21 */
        {"7S 7B 7C 6C", 0},                                        /* no coin, no primiera */
        {"8S 9B 10C 2D", 42}, {"", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OracleCards pile = oracle_cards(cases[i].pile);
        assert_int_equal(oracle_primiera(&pile), cases[i].value);
    }
}

static void two_players_by_hand(void **unused) {
    (void)unused;
    Pairs pairs = {0};
    /* 20 cards each, 5 coins each, the seven and the better primiera to seat 0; nothing doubled. */
    add_pairs(&pairs, 0, "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1D 2D 3D 7D 8D 1B 1C 7C 2C 3C");
    add_pairs(&pairs, 1, "2B 3B 4B 5B 6B 7B 8B 9B 4D 5D 6D 9D 10D 4C 5C 6C");
    OracleScore score = score_pairs(ORACLE_TWO, "10B 8C 9C 10C", &pairs);
    assert_int_equal(score.rest_seat, 1);
    assert_int_equal(score.rest.count, 4);
    expect_team(&score, 0, 20, 5, true, 21 + 16 + 21 + 21, 2);
    expect_team(&score, 1, 20, 5, false, 0, 0); /* no swords: no primiera, though 7B 6C 6D are high */
}

static void three_way_ties_by_hand(void **unused) {
    (void)unused;
    Pairs pairs = {0};
    /* 12, 12, 16 cards; 4, 4, 2 coins: cards to seat 2, coins tied; the seven to seat 1; the best primiera to seat 2. */
    add_pairs(&pairs, 0, "5D 4D 3D 2D 1S 4S 1B 2B 1C 2C 3C 4C");
    add_pairs(&pairs, 1, "7D 8D 9D 10D 5S 8S 6B 4B 6C 8C 9C 10C");
    add_pairs(&pairs, 2, "1D 6D 2S 3S 9B 10B 5C 7C 9S 10S 7B 8B");
    OracleScore score = score_pairs(ORACLE_THREE, "6S 7S 3B 5B", &pairs);
    expect_team(&score, 0, 12, 4, false, 16 + 16 + 16 + 15, 0);
    expect_team(&score, 1, 12, 4, true, 15 + 18 + 18 + 21, 1);
    expect_team(&score, 2, 16, 2, false, 21 + 21 + 21 + 18, 2);
    /* Exactly as many cards each would need forty to be a multiple of three; in `heralds` all four can tie at ten. */
    Pairs four = {0};
    add_pairs(&four, 0, "1S 7S 1D 2D 2B 3B 1C 2C 8S 9S");
    add_pairs(&four, 1, "2S 3S 3D 4D 1B 7B 3C 4C 8B 9B");
    add_pairs(&four, 2, "4S 5S 5D 6D 4B 5B 7C 5C 8C 9C");
    add_pairs(&four, 3, "6S 10S 7D 8D 6B 10B");
    score = score_pairs(ORACLE_HERALDS, "6C 10C 9D 10D", &four);
    assert_int_equal(score.team_count, 4); /* the 1S came first */
    expect_team(&score, 0, 10, 2, false, 21 + 13 + 16 + 16, 0);
    expect_team(&score, 1, 10, 2, false, 13 + 21 + 14 + 14, 0);
    expect_team(&score, 2, 10, 2, false, 15 + 15 + 21 + 18, 0);
    expect_team(&score, 3, 10, 4, true, 18 + 18 + 18 + 21, 2 + 2 + 2); /* coins, seven and primiera, each worth 2 */
}

static void partners_by_hand(void **unused) {
    (void)unused;
    Pairs pairs = {0};
    /* Seat 1 plays the Herald of Clubs before any other: with seat 0 on the left, 2 with 3. */
    add_pairs(&pairs, 1, "7D 6D 1B 2B");
    add_pairs(&pairs, 0, "1S 2S 1C 2C 1D 2D 3D 4D");
    add_pairs(&pairs, 2, "3S 4S 5S 6S 3B 4B 5B 6B 7B 8B 5D 8D");
    add_pairs(&pairs, 3, "3C 4C 5C 6C 7C 8C 7S 8S 9S 10S 9B 10B");
    OracleScore score = score_pairs(ORACLE_HERALDS, "9C 10C 9D 10D", &pairs);
    assert_int_equal(score.team_count, 2);
    expect_team(&score, 0, 12, 6, true, 16 + 16 + 16 + 21, 2); /* coins and seven, not doubled */
    expect_team(&score, 1, 28, 4, false, 21 + 21 + 21 + 15, 2);
    for (int seat = 0; seat < 4; seat++) assert_int_equal(score.gains[seat], 2);
}

/* ---- a whole round. Each seat is dealt the ten cards of one suit; 10S 9B 9C 10D are laid; the first turn takes them two by
 * two, the last of which is a sweep; from then on the second of each pair of equal ranks clears the table again. */

static OracleDeal suits_deal(void) {
    OracleDeal deal = {.variant = ORACLE_HERALDS, .dealer = 3, .deals = 1};
    for (int seat = 0; seat < 4; seat++)
        for (int rank = 1; rank <= 10; rank++)
            deal.hands[0][seat].cards[deal.hands[0][seat].count++] = (OracleCard){(int8_t)rank, "SBCD"[seat]};
    deal.laid[0] = card("10S");
    deal.laid[1] = card("9B");
    deal.laid[2] = card("9C");
    deal.laid[3] = card("10D");
    return deal;
}

static OraclePlay play(int seat, const char *words, const char *takes) {
    return (OraclePlay){.actor = seat, .seat = seat, .card = card(words), .takes = oracle_cards(takes)};
}

static void suits_plays(OraclePlay plays[ORACLE_PLAYS]) {
    int count = 0;
    plays[count++] = play(0, "9S", "9B");
    plays[count++] = play(1, "10B", "10S");
    plays[count++] = play(2, "10C", "10D");
    plays[count++] = play(3, "9D", "9C");
    for (int turn = 1; turn <= 8; turn++) {
        int8_t down = (int8_t)(9 - turn), up = (int8_t)turn;
        OracleCard cards[4] = {{down, 'S'}, {down, 'B'}, {up, 'C'}, {up, 'D'}};
        for (int seat = 0; seat < 4; seat++) {
            plays[count] = (OraclePlay){.actor = seat, .seat = seat, .card = cards[seat]};
            if (seat % 2) plays[count].takes = (OracleCards){.count = 1, .cards = {cards[seat - 1]}};
            count++;
        }
    }
    assert_int_equal(count, ORACLE_PLAYS);
}

static void whole_round_by_hand(void **unused) {
    (void)unused;
    OracleDeal deal = suits_deal();
    OraclePlay plays[ORACLE_PLAYS];
    const char *verdicts[ORACLE_PLAYS];
    OracleScore score;
    suits_plays(plays);
    assert_true(oracle_round(&deal, plays, ORACLE_PLAYS, verdicts, &score));
    for (int i = 0; i < ORACLE_PLAYS; i++) assert_null(verdicts[i]);
    /* Seat 2 played the Herald of Cups first: 0 with 2, 1 with 3. The last card clears the table and is no sweep: seat 1 has
     * eight, seat 3 one more from the first turn and one less at the end. */
    assert_int_equal(score.team_count, 2);
    assert_int_equal(score.teams[0].sweeps, 0);
    assert_int_equal(score.teams[1].sweeps, 8 + 8);
    expect_team(&score, 0, 4, 1, false, 10 + 10 + 10 + 10, 0);
    expect_team(&score, 1, 36, 9, true, 4 * 21, 4 + 16);
    assert_int_equal(score.rest_seat, 3);
    assert_int_equal(score.rest.count, 0);
    assert_int_equal(score.gains[0], 0);
    assert_int_equal(score.gains[3], 20);
    assert_false(oracle_round(&deal, plays, ORACLE_PLAYS - 1, verdicts, &score));
}

static void refused_plays_by_hand(void **unused) {
    (void)unused;
    OracleDeal deal = suits_deal();
    OracleRound round;
    assert_null(oracle_round_begin(&round, &deal));
    OracleRound before = round;
    struct {
        OraclePlay play;
        const char *why;
    } refused[] = {
        {play(1, "10B", "10S"), "it is another seat's turn"},
        {play(0, "9B", "9C"), "that card is not in the hand"},
        {play(0, "10S", ""), "that card is not in the hand"}, /* it was laid */
        {play(0, "9S", ""), "a capture is compulsory"},
        {play(0, "9S", "9B 9C"), "that is no capture"},
        {play(0, "9S", "10S"), "that is no capture"},
        {play(0, "8S", "9B"), "that card takes nothing"},
        {{.actor = 2, .seat = 0, .card = {8, 'S'}}, "somebody else decides"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_string_equal(oracle_round_play(&round, &refused[i].play), refused[i].why);
        assert_memory_equal(&round, &before, sizeof round);
    }
    OraclePlay other_nine = play(0, "9S", "9C"); /* either of the equal cards */
    assert_null(oracle_round_play(&round, &other_nine));
}

static void refused_deals_by_hand(void **unused) {
    (void)unused;
    OracleRound round;
    OracleDeal deal = suits_deal();
    deal.hands[0][0].cards[3] = card("5S");
    assert_string_equal(oracle_round_begin(&round, &deal), "a card was dealt twice");
    deal = suits_deal();
    deal.hands[0][0].cards[0] = card("2B");
    deal.hands[0][1].cards[1] = card("1S");
    assert_string_equal(oracle_round_begin(&round, &deal), "a hand without exactly one Herald");
    deal = suits_deal();
    deal.laid[0] = card("10B");
    assert_string_equal(oracle_round_begin(&round, &deal), "a card was laid that is not in the hand");
    deal = suits_deal();
    deal.hands[0][0].count = 9;
    assert_string_equal(oracle_round_begin(&round, &deal), "a hand has the wrong number of cards");
}

/* The robot sits opposite the dealer, seat 2, and plays second: 0, robot, 1, 2. */
static OracleDeal robot_deal(void) {
    OracleDeal deal = suits_deal();
    deal.variant = ORACLE_ROBOTS;
    deal.dealer = 2;
    deal.laid[3] = card("10D"); /* dealt last */
    deal.robot_pile = oracle_cards("9D 1D 2D 3D 4D 5D 6D 7D 8D");
    return deal;
}

static void robot_round_by_hand(void **unused) {
    (void)unused;
    OracleDeal deal = robot_deal();
    OracleRound round;
    assert_null(oracle_round_begin(&round, &deal));
    OracleCards row = oracle_cards("10S 10D 9B 9C");
    for (int i = 0; i < 4; i++) assert_true(oracle_same_card(round.opening.cards[i], row.cards[i]));
    OraclePlay first = play(0, "8S", "");
    assert_null(oracle_round_play(&round, &first));
    assert_int_equal(oracle_round_seat(&round), ORACLE_ROBOT);
    assert_int_equal(oracle_round_actor(&round), ORACLE_ROBOT);
    OraclePlay not_top = play(3, "1D", ""), not_left = play(3, "9D", "9C"), by_rule = play(3, "9D", "9B");
    assert_string_equal(oracle_round_play(&round, &not_top), "the robot plays the top card of its pile");
    assert_string_equal(oracle_round_play(&round, &not_left), "the robot takes what lies furthest left");
    assert_null(oracle_round_play(&round, &by_rule));
    OraclePlay second[] = {play(1, "8B", "8S"), play(2, "8C", ""), play(0, "7S", "")};
    for (int i = 0; i < 3; i++) assert_null(oracle_round_play(&round, &second[i]));
    /* The robot turns up its Herald of Coins: its partner is on its right, seat 1, who plays for it from then on. */
    OraclePlay herald = play(3, "1D", "");
    assert_null(oracle_round_play(&round, &herald));
    assert_int_equal(oracle_round_partner(&round, ORACLE_ROBOT), 1);
    assert_int_equal(oracle_round_partner(&round, 0), 2);
    OraclePlay third[] = {play(1, "7B", "7S"), play(2, "1C", "1D"), play(0, "6S", "")};
    for (int i = 0; i < 3; i++) assert_null(oracle_round_play(&round, &third[i]));
    assert_int_equal(oracle_round_seat(&round), ORACLE_ROBOT);
    assert_int_equal(oracle_round_actor(&round), 1);
    OraclePlay chosen = play(3, "8D", "8C"); /* at the bottom of its pile */
    assert_string_equal(oracle_round_play(&round, &chosen), "somebody else decides");
    chosen.actor = 1;
    assert_null(oracle_round_play(&round, &chosen));

    deal.laid[3] = card("9D");
    assert_string_equal(oracle_round_begin(&round, &deal), "the robot lays the last card dealt to it");
    deal = robot_deal();
    deal.robot_pile.cards[0] = card("10D");
    assert_string_equal(oracle_round_begin(&round, &deal), "the robot's pile is not its nine cards");
    deal = robot_deal();
    deal.dealer = ORACLE_ROBOT;
    assert_string_equal(oracle_round_begin(&round, &deal), "the robot never deals");
}

/* In `two` the last card of a deal may sweep: new hands come, and the round goes on. */
static void deals_by_hand(void **unused) {
    (void)unused;
    OracleDeal deal = {.variant = ORACLE_TWO, .dealer = 0, .deals = 6, .table = oracle_cards("1S 2S 3S 4S")};
    const char *hands[6][2] = {{"4C 3C 8S", "1B 2B 8D"},    {"5S 5B 5C", "6S 6B 6C"}, {"7S 7B 7C", "8B 8C 3B"},
                               {"9S 9B 9C", "10S 10B 10C"}, {"1C 1D 2C", "2D 3D 4B"}, {"4D 5D 6D", "7D 9D 10D"}};
    for (int i = 0; i < 6; i++)
        for (int seat = 0; seat < 2; seat++) deal.hands[i][seat] = oracle_cards(hands[i][seat]);
    OracleRound round;
    assert_null(oracle_round_begin(&round, &deal));
    OraclePlay plays[] = {play(1, "1B", "1S"), play(0, "4C", "4S"), play(1, "2B", "2S"),
                          play(0, "8S", ""),   play(1, "8D", "8S"), play(0, "3C", "3S")};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(round.deals_done, 1);
        assert_null(oracle_round_play(&round, &plays[i]));
        assert_int_equal(round.sweep[i], i == 5);
    }
    assert_int_equal(round.deals_done, 2);
    assert_int_equal(round.hands[0].count, 3);
    assert_int_equal(oracle_round_seat(&round), 1);
}

/* ---- the match */

static void expect_winners(OracleVariant variant, bool any, const int *before, const int *after, const char *winners) {
    bool won[ORACLE_SEATS_MAX];
    int count = oracle_winners(variant, oracle_target(variant), any, before, after, won);
    assert_int_equal(count, (int)strlen(winners));
    for (const char *seat = winners; *seat; seat++) assert_true(won[*seat - '0']);
}

static void winners_by_hand(void **unused) {
    (void)unused;
    const int start[4] = {18, 18, 18, 18};
    expect_winners(ORACLE_HERALDS, false, start, (int[]){20, 20, 18, 18}, "");
    expect_winners(ORACLE_HERALDS, false, start, (int[]){21, 20, 18, 18}, "0");
    expect_winners(ORACLE_HERALDS, false, start, (int[]){21, 22, 18, 23}, "3"); /* the highest */
    expect_winners(ORACLE_HERALDS, false, start, (int[]){22, 18, 22, 21}, "");  /* partners tied in the lead */
    expect_winners(ORACLE_HERALDS, false, (int[]){22, 18, 22, 21}, (int[]){22, 20, 24, 24}, "");
    expect_winners(ORACLE_HERALDS, false, (int[]){22, 18, 22, 21}, (int[]){22, 25, 24, 24}, "1");
    expect_winners(ORACLE_HERALDS, true, start, (int[]){21, 20, 18, 18}, "0"); /* alone: no extra round */
    expect_winners(ORACLE_HERALDS, true, start, (int[]){21, 22, 18, 18}, "");  /* two: one extra round though one leads */
    expect_winners(ORACLE_HERALDS, true, (int[]){21, 22, 18, 18}, (int[]){23, 22, 22, 18}, "0"); /* and only one */
    expect_winners(ORACLE_HERALDS, true, (int[]){21, 22, 18, 18}, (int[]){23, 22, 23, 18}, "");  /* a tie plays on */
    expect_winners(ORACLE_CLASSIC, false, (int[]){9, 8, 9, 8}, (int[]){11, 10, 11, 10}, "02");
    expect_winners(ORACLE_CLASSIC, false, (int[]){9, 8, 9, 8}, (int[]){11, 11, 11, 11}, "");
    expect_winners(ORACLE_CLASSIC, false, (int[]){9, 8, 9, 8}, (int[]){11, 12, 11, 12}, "13");
    expect_winners(ORACLE_TWO, false, (int[4]){9, 8}, (int[4]){11, 13}, "1");
    expect_winners(ORACLE_THREE, false, (int[4]){9, 8, 9}, (int[4]){12, 10, 12}, "");
    expect_winners(ORACLE_ROBOTS, false, start, (int[]){20, 18, 20, 22}, "3"); /* the robot can win */
}

/* ---- against the engine */

static OracleCards random_deck(Chance *chance) {
    OracleCards deck = {0};
    for (int rank = 1; rank <= 10; rank++)
        for (int suit = 0; suit < 4; suit++) deck.cards[deck.count++] = (OracleCard){(int8_t)rank, "SBCD"[suit]};
    for (int i = deck.count - 1; i > 0; i--) {
        int other = (int)chance_below(chance, (uint32_t)i + 1);
        OracleCard kept = deck.cards[i];
        deck.cards[i] = deck.cards[other];
        deck.cards[other] = kept;
    }
    return deck;
}

/* Draws `count` cards of ranks `from` to `to` off the deck, which must have them. */
static OracleCards draw(OracleCards *deck, int count, int from, int to) {
    OracleCards drawn = {0}, kept = {0};
    for (int i = 0; i < deck->count; i++) {
        bool fits = drawn.count < count && deck->cards[i].rank >= from && deck->cards[i].rank <= to;
        OracleCards *list = fits ? &drawn : &kept;
        list->cards[list->count++] = deck->cards[i];
    }
    assert_int_equal(drawn.count, count);
    *deck = kept;
    return drawn;
}

static void write_cards(Text *text, const OracleCards *list) {
    if (list->count == 0) text_char(text, '-');
    for (int i = 0; i < list->count; i++) text_format(text, "%s%d%c", i ? "," : "", list->cards[i].rank, list->cards[i].suit);
}

static void parse_position(State *state, const Text *position) {
    Error error = {""};
    assert_false(position->overflow);
    if (!primiera.parse(state, span_of(position->buffer), &error)) fail_msg("%s: %s", position->buffer, error.text);
}

/* A position of `classic` with `table` lying there and `hand` in the hand of seat 0, whose turn it is. */
static void set_table(State *state, Chance *chance, OracleCards *table, OracleCards *hand, Text *position) {
    static const int highest[] = {10, 10, 10, 8, 6, 5, 4, 3};
    OracleCards deck = random_deck(chance);
    int count = (int)chance_below(chance, 13), size;
    *table = draw(&deck, count, 1, highest[chance_below(chance, 8)]);
    do size = 1 + (int)chance_below(chance, 9);
    while (deck.count < 4 * size || deck.count == 4 * size + 1); /* there is no pile of one card */
    *hand = draw(&deck, size, 1, 10);
    text_add(position, "primiera:classic dealer=3 turn=0 table=");
    write_cards(position, table);
    text_add(position, " hands=");
    write_cards(position, hand);
    for (int seat = 1; seat < 4; seat++) {
        OracleCards other = draw(&deck, size, 1, 10);
        text_char(position, '/');
        write_cards(position, &other);
    }
    text_add(position, deck.count ? " piles=rest/-/-/- last=0" : " piles=-/-/-/-");
    parse_position(state, position);
}

/* A set that sums to the card's rank, whether or not a single card comes before it; nothing where there is none. */
static OracleCards some_sum(const OracleCards *table, OracleCard played, Chance *chance) {
    OracleCards others = {0};
    OracleCaptures captures;
    for (int i = 0; i < table->count; i++)
        if (table->cards[i].rank != played.rank) others.cards[others.count++] = table->cards[i];
    oracle_captures(&others, played, &captures);
    return captures.count ? captures.sets[chance_below(chance, (uint32_t)captures.count)] : (OracleCards){0};
}

/* One move, legal or nearly so: the answer for it alone must be that of the whole list. */
static void compare_single_moves(const State *state, const OracleCards *table, const OracleCards *hand, const Move *expected,
                                 int count, Chance *chance) {
    Move tried[3 * 8];
    int tries = 0;
    for (int i = 0; i < 8; i++) {
        OracleCard played = hand->cards[chance_below(chance, (uint32_t)hand->count)];
        OracleCards sum = some_sum(table, played, chance), one = {0};
        if (table->count > 0) one.cards[one.count++] = table->cards[chance_below(chance, (uint32_t)table->count)];
        tried[tries++] = follow_move(played, &sum);
        tried[tries++] = expected[chance_below(chance, (uint32_t)count)] ^ (move_takes(follow_move(played, &one)) << 8);
        tried[tries++] = primiera_move(PRIMIERA_MOVE_PLAY, (int)chance_below(chance, ITALIAN_CARDS), 0);
    }
    for (int i = 0; i < tries; i++) {
        bool listed = bsearch(&tried[i], expected, (size_t)count, sizeof *tried, follow_compare_moves) != NULL;
        assert_int_equal(primiera.is_legal(state, 0, tried[i]), listed);
    }
}

static void captures_agree(void **unused) {
    (void)unused;
    Chance chance = chance_fast(20);
    StateRoom room;
    Move *moves = malloc(PRIMIERA_MOVES_MAX * sizeof *moves), *expected = malloc(FOLLOW_MOVES_MAX * sizeof *expected);
    int sums = 0, choices = 0, stays = 0;
    for (int i = 0; i < (soak() ? 1000000 : 5000); i++) {
        char words[STATE_TEXT_MAX];
        Text position = text_init(words, sizeof words);
        OracleCards table, hand;
        set_table(STATE_IN(room), &chance, &table, &hand, &position);
        int count = primiera.legal(STATE_IN(room), 0, moves);
        int expected_count = follow_expected_moves(&table, &hand, expected);
        follow_sort_moves(moves, count);
        if (count != expected_count || memcmp(moves, expected, (size_t)count * sizeof *moves) != 0)
            fail_msg("%s: %d legal moves, not these %d", words, count, expected_count);
        compare_single_moves(STATE_IN(room), &table, &hand, expected, expected_count, &chance);
        for (int k = 0; k < count; k++) {
            sums += set_count(move_takes(moves[k])) > 1;
            stays += move_takes(moves[k]) == 0;
        }
        choices += count > hand.count;
    }
    assert_true(sums > 1000 && choices > 1000 && stays > 1000);
    free(moves);
    free(expected);
}

/* What was told by the last `play` event. */
typedef struct Told {
    OracleCards cards; /* the card played first, then what it took */
} Told;

static void take_told(void *context, const Event *event) {
    Told *told = context;
    if (strcmp(event->kind, "play") != 0) return;
    const Field *takes = event_field(event, "takes");
    char words[EVENT_JSON_MAX];
    Text text = text_init(words, sizeof words);
    primiera.print_card((uint8_t)event_field(event, "card")->number, &text);
    for (int i = 0; i < event_length(takes); i++) {
        text_char(&text, ' ');
        primiera.print_card((uint8_t)event_element(takes, i)->number, &text);
    }
    told->cards = oracle_cards(words);
}

/* A position of `robot` in which each plays alone and the robot is to turn up its top card. All Heralds are out. */
static void set_row(State *state, Chance *chance, OracleCards *row, OracleCards *pile, Text *position) {
    static const int highest[] = {10, 10, 7, 5, 4};
    OracleCards deck = random_deck(chance);
    int size = 1 + (int)chance_below(chance, 6);
    *row = draw(&deck, 1 + (int)chance_below(chance, 12), 1, highest[chance_below(chance, 5)]);
    *pile = draw(&deck, size, chance_below(chance, 2) ? 2 : 7, 10);
    text_add(position, "primiera:robot dealer=2 turn=3 teams=alone shown=0/1/2/3 table=");
    write_cards(position, row);
    for (int seat = 0; seat < 3; seat++) {
        OracleCards hand = draw(&deck, seat == 0 ? size - 1 : size, 2, 10); /* seat 0 has played */
        text_add(position, seat ? "/" : " hands=");
        write_cards(position, &hand);
    }
    text_add(position, "/- stock=");
    write_cards(position, pile);
    text_add(position, " piles=-/rest/-/- last=1");
    parse_position(state, position);
}

static void robot_choices_agree(void **unused) {
    (void)unused;
    Chance chance = chance_fast(21);
    EventSink *sink = calloc(1, sizeof *sink);
    OracleCaptures *captures = malloc(sizeof *captures);
    Told told;
    StateRoom room;
    int choices = 0;
    *sink = (EventSink){.take = take_told, .context = &told};
    for (int i = 0; i < (soak() ? 200000 : 3000); i++) {
        char words[STATE_TEXT_MAX];
        Text position = text_init(words, sizeof words);
        OracleCards row, pile;
        set_row(STATE_IN(room), &chance, &row, &pile, &position);
        oracle_captures(&row, pile.cards[0], captures);
        OracleCards takes = {0};
        if (captures->count > 0) takes = captures->sets[oracle_robot_choice(&row, captures)];
        Move turn;
        assert_int_equal(primiera.legal(STATE_IN(room), ROBOT_SEAT, &turn), 1);
        told.cards.count = 0;
        assert_true(game_play(&primiera, STATE_IN(room), ROBOT_SEAT, turn, &chance, sink, NULL));
        OracleCards expected = {.count = 1, .cards = {pile.cards[0]}};
        for (int k = 0; k < takes.count; k++) expected.cards[expected.count++] = takes.cards[k];
        if (!oracle_same_card(told.cards.cards[0], pile.cards[0]) || !oracle_same_cards(&told.cards, &expected))
            fail_msg("%s: the robot takes something else", words);
        choices += captures->count > 1;
    }
    assert_true(choices > 500);
    free(captures);
    free(sink);
}

/* How a match is played: at random; but some lay their Heralds, and some leave the Heralds for the end, so that rounds
 * without any, and rounds decided late, come up often enough. */
typedef enum { HABIT_RANDOM, HABIT_LAY_HERALDS, HABIT_KEEP_HERALDS, HABITS } Habit;

static Move choose(Habit habit, const Move *moves, int count, Chance *chance) {
    Move move = moves[chance_below(chance, (uint32_t)count)];
    for (int tries = 0; tries < 20 && habit != HABIT_RANDOM && move_kind(move) != PRIMIERA_MOVE_TURN; tries++) {
        bool herald = card_rank(move_card(move)) == 1;
        bool wanted = habit == HABIT_LAY_HERALDS && move_kind(move) == PRIMIERA_MOVE_LAY ? herald : !herald;
        if (wanted) break;
        move = moves[chance_below(chance, (uint32_t)count)];
    }
    return move;
}

static void play_match(Follow *follow, EventSink *sink, Move *moves, int variant, uint64_t seed) {
    static const int targets[] = {21, 11, 5, 1};
    Chance chance = chance_fast(seed), dice = chance_fast(~seed);
    Setup setup = {.variant = variant, .people = primiera.variants[variant].people_max};
    Error error = {""};
    StateRoom room;
    State *state = STATE_IN(room);
    char pair[32];
    int target = targets[chance_below(&dice, 4)], points[SEATS_MAX];
    bool any_extra = (variant == HERALDS || variant == ROBOT) && chance_below(&dice, 2);
    Habit habit = (Habit)chance_below(&dice, HABITS);
    snprintf(pair, sizeof pair, "target=%d", target);
    assert_true(setup_option(&setup, span_of(pair), &error));
    if (any_extra) assert_true(setup_option(&setup, span_of("extra_round=any"), &error));
    follow_begin(follow, &primiera, (OracleVariant)variant, target, any_extra);
    if (!primiera.setup(state, &setup, &chance, sink, &error)) fail_msg("%s", error.text);
    while (!game_over(&primiera, state)) {
        SeatSet actors = primiera.actors(state);
        int actor;
        do actor = (int)chance_below(&dice, 4);
        while (!(actors & SEAT_BIT(actor)));
        int count = primiera.legal(state, actor, moves);
        follow_decision(follow, actors, actor, moves, count);
        Move move = choose(habit, moves, count, &dice);
        if (!game_play(&primiera, state, actor, move, &chance, sink, &error)) fail_msg("%s", error.text);
        if (follow->wrong[0]) break;
        primiera.points(state, points);
        for (int seat = 0; seat < oracle_seats(follow->variant); seat++) assert_int_equal(points[seat], follow->totals[seat]);
    }
    const char *name = primiera.variants[variant].name;
    if (follow->wrong[0]) fail_msg("%s, seed %llu: %s", name, (unsigned long long)seed, follow->wrong);
    assert_true(follow->ended);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal((primiera.winners(state) & SEAT_BIT(seat)) != 0, follow->winner[seat]);
}

/* Every kind of thing that can happen did happen; the rare ones only where there are rounds enough. */
static void expect_met(const FollowCounts *met, bool heralds, int variant) {
    assert_true(met->sweeps > 0 && met->rest_left > 0 && met->matches > 0);
    if (heralds) assert_true(met->heralds_laid > 0);
    if (variant == HERALDS) assert_true(met->no_herald > 0);
    if (variant == ROBOT) assert_int_equal(met->no_herald, 0); /* it never lays its own, and so plays it at the latest */
    for (int suit = 0; heralds && suit < 4; suit++) assert_true(met->first_herald[suit] > 0);
    if (variant == ROBOT) assert_true(met->robot_opened > 0 && met->robot_choices > 0);
    if (!soak()) return;
    assert_true(met->last_card_clears > 0 && met->coin_ties > 0 && met->card_ties > 0 && met->primiera_ties > 0);
    assert_true(met->tied_rounds > 0);
    if (heralds) assert_true(met->extra_rounds > 0 && met->ties_of_three > 0);
    if (variant == TWO || variant == THREE) assert_true(met->deal_end_sweeps > 0);
    if (variant == THREE) assert_true(met->ties_of_three > 0);
}

static void print_met(const char *variant, const FollowCounts *met) {
    print_message("# %s: %d rounds, %d matches, %d sweeps; %d last cards clear, %d deals end in a sweep, %d rests\n", variant,
                  met->rounds, met->matches, met->sweeps, met->last_card_clears, met->deal_end_sweeps, met->rest_left);
    print_message("#   Heralds: %d laid, first S %d B %d C %d D %d, none %d; robot: %d choices, %d opened\n", met->heralds_laid,
                  met->first_herald[0], met->first_herald[1], met->first_herald[2], met->first_herald[3], met->no_herald,
                  met->robot_choices, met->robot_opened);
    print_message("#   ties: cards %d, coins %d, primiera %d, of three %d; no primiera %d; tied rounds %d, extra rounds %d\n",
                  met->card_ties, met->coin_ties, met->primiera_ties, met->ties_of_three, met->no_primiera, met->tied_rounds,
                  met->extra_rounds);
}

static void rounds_agree(int variant) {
    Follow *follow = calloc(1, sizeof *follow);
    EventSink *sink = calloc(1, sizeof *sink);
    Move *moves = malloc(PRIMIERA_MOVES_MAX * sizeof *moves);
    *sink = (EventSink){.take = follow_take, .context = follow};
    uint64_t seed = 1000000 * ((uint64_t)variant + 1);
    while (follow->counts.rounds < (soak() ? 20000 : 300)) play_match(follow, sink, moves, variant, seed++);
    print_met(primiera.variants[variant].name, &follow->counts);
    expect_met(&follow->counts, variant == HERALDS || variant == ROBOT, variant);
    free(moves);
    free(sink);
    free(follow);
}

static void heralds_rounds_agree(void **unused) {
    (void)unused;
    rounds_agree(HERALDS);
}
static void classic_rounds_agree(void **unused) {
    (void)unused;
    rounds_agree(CLASSIC);
}
static void two_rounds_agree(void **unused) {
    (void)unused;
    rounds_agree(TWO);
}
static void three_rounds_agree(void **unused) {
    (void)unused;
    rounds_agree(THREE);
}
static void robot_rounds_agree(void **unused) {
    (void)unused;
    rounds_agree(ROBOT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_by_hand),       cmocka_unit_test(robot_choices_by_hand),
        cmocka_unit_test(seats_by_hand),          cmocka_unit_test(teams_by_hand),
        cmocka_unit_test(primiera_by_hand),       cmocka_unit_test(two_players_by_hand),
        cmocka_unit_test(three_way_ties_by_hand), cmocka_unit_test(partners_by_hand),
        cmocka_unit_test(whole_round_by_hand),    cmocka_unit_test(refused_plays_by_hand),
        cmocka_unit_test(refused_deals_by_hand),  cmocka_unit_test(robot_round_by_hand),
        cmocka_unit_test(deals_by_hand),          cmocka_unit_test(winners_by_hand),
        cmocka_unit_test(captures_agree),         cmocka_unit_test(robot_choices_agree),
        cmocka_unit_test(heralds_rounds_agree),   cmocka_unit_test(classic_rounds_agree),
        cmocka_unit_test(two_rounds_agree),       cmocka_unit_test(three_rounds_agree),
        cmocka_unit_test(robot_rounds_agree),
    };
    return tap_run("primiera oracle", tests, sizeof tests / sizeof *tests);
}
