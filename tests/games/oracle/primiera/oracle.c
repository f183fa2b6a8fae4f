/* The Primiera oracle's functions, each following a paragraph of the rules. */
#include "tests/games/oracle/primiera/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The oracle is checked in every build, release included. */
static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "the Primiera oracle was misused: %s\n", what);
    abort();
}

/* ---- cards */

static void add(OracleCards *list, OracleCard card) {
    must(list->count < ORACLE_DECK, "a list of more than forty cards");
    list->cards[list->count++] = card;
}

static int find(const OracleCards *list, OracleCard card) {
    for (int i = 0; i < list->count; i++)
        if (oracle_same_card(list->cards[i], card)) return i;
    return -1;
}

/* Takes one card out; what lay behind it closes up. */
static void remove_card(OracleCards *list, OracleCard card) {
    int at = find(list, card);
    must(at >= 0, "a card is taken from where it does not lie");
    for (int i = at; i + 1 < list->count; i++) list->cards[i] = list->cards[i + 1];
    list->count--;
}

OracleCards oracle_cards(const char *words) {
    OracleCards list = {0};
    while (*words) {
        char *end;
        long rank = strtol(words, &end, 10);
        must(rank >= 1 && rank <= 10 && *end && strchr("SBCD", *end), "that is no card");
        add(&list, (OracleCard){(int8_t)rank, *end});
        words = end + 1;
        while (*words == ' ') words++;
    }
    return list;
}

bool oracle_same_card(OracleCard one, OracleCard other) { return one.rank == other.rank && one.suit == other.suit; }

bool oracle_same_cards(const OracleCards *one, const OracleCards *other) {
    if (one->count != other->count) return false;
    for (int i = 0; i < one->count; i++)
        if (find(other, one->cards[i]) < 0) return false;
    return true;
}

/* ---- "The capture" */

static OracleCards subset_of(const OracleCards *table, int subset) {
    OracleCards set = {0};
    for (int i = 0; i < table->count; i++)
        if (subset & (1 << i)) add(&set, table->cards[i]);
    return set;
}

static int sum_of_subset(const OracleCards *table, int subset) {
    int sum = 0;
    for (int i = 0; i < table->count; i++)
        if (subset & (1 << i)) sum += table->cards[i].rank;
    return sum;
}

static void add_capture(OracleCaptures *captures, const OracleCards *set) {
    must(captures->count < ORACLE_CAPTURES_MAX, "too many captures");
    captures->sets[captures->count++] = *set;
}

void oracle_captures(const OracleCards *table, OracleCard played, OracleCaptures *captures) {
    captures->count = 0;
    must(table->count <= ORACLE_TABLE_MAX, "a table too large for it");
    /* 1. Cards of the same rank: exactly one of them. */
    for (int i = 0; i < table->count; i++) {
        OracleCards one = {.count = 1, .cards = {table->cards[i]}};
        if (table->cards[i].rank == played.rank) add_capture(captures, &one);
    }
    /* A single card comes before any sum. */
    if (captures->count > 0) return;
    /* 2. Else sets of two or more that sum to its rank. 3. Else there is none, and the card stays. */
    for (int subset = 0; subset < 1 << table->count; subset++) {
        if (sum_of_subset(table, subset) != played.rank) continue;
        OracleCards set = subset_of(table, subset);
        if (set.count >= 2) add_capture(captures, &set);
    }
}

/* ---- "Its choices" */

/* Whether the robot prefers `one` to `other`: the leftmost card further left; then the rightmost card less far right; then
 * the next card from the left further left, and so on. Sets are in the order of the row. */
static bool further_left(const OracleCards *row, const OracleCards *one, const OracleCards *other) {
    int one_first = find(row, one->cards[0]), other_first = find(row, other->cards[0]);
    if (one_first != other_first) return one_first < other_first;
    int one_last = find(row, one->cards[one->count - 1]), other_last = find(row, other->cards[other->count - 1]);
    if (one_last != other_last) return one_last < other_last;
    for (int i = 1; i < one->count && i < other->count; i++) {
        int one_next = find(row, one->cards[i]), other_next = find(row, other->cards[i]);
        if (one_next != other_next) return one_next < other_next;
    }
    return false;
}

int oracle_robot_choice(const OracleCards *table, const OracleCaptures *captures) {
    must(captures->count > 0, "there is nothing to choose from");
    int best = 0;
    for (int i = 1; i < captures->count; i++)
        if (further_left(table, &captures->sets[i], &captures->sets[best])) best = i;
    return best;
}

/* ---- "Seats" */

int oracle_seats(OracleVariant variant) {
    if (variant == ORACLE_TWO) return 2;
    if (variant == ORACLE_THREE) return 3;
    return 4;
}

int oracle_order(OracleVariant variant, int dealer, int order[ORACLE_SEATS_MAX]) {
    int seats = oracle_seats(variant);
    if (variant == ORACLE_ROBOTS) {
        /* Dealer's right, robot, dealer's left, dealer; the people are seats 0 to 2 in their order. */
        order[0] = (dealer + 1) % 3;
        order[1] = ORACLE_ROBOT;
        order[2] = (dealer + 2) % 3;
        order[3] = dealer;
        return seats;
    }
    for (int i = 0; i < seats; i++) order[i] = (dealer + 1 + i) % seats;
    return seats;
}

int oracle_next_dealer(OracleVariant variant, int dealer) {
    /* The robot never deals: the deal passes among the three people. */
    int dealers = variant == ORACLE_ROBOTS ? 3 : oracle_seats(variant);
    return (dealer + 1) % dealers;
}

/* Who sits `steps` to the right of the seat in this round; steps may be negative. */
static int neighbour(OracleVariant variant, int dealer, int seat, int steps) {
    int order[ORACLE_SEATS_MAX];
    int seats = oracle_order(variant, dealer, order);
    for (int i = 0; i < seats; i++)
        if (order[i] == seat) return order[(i + steps + seats) % seats];
    must(false, "there is no such seat");
    return -1;
}

/* "The first Herald played fixes the round": the partner of `seat`, or -1. */
static int partner_of(OracleVariant variant, int dealer, int herald_seat, char suit, int seat) {
    if (variant == ORACLE_TWO || variant == ORACLE_THREE) return -1;
    if (variant == ORACLE_CLASSIC) return neighbour(variant, dealer, seat, 2);
    if (herald_seat < 0 || suit == 'S') return -1;
    int with_herald = -1;
    if (suit == 'C') with_herald = neighbour(variant, dealer, herald_seat, 2);
    if (suit == 'B') with_herald = neighbour(variant, dealer, herald_seat, -1);
    if (suit == 'D') with_herald = neighbour(variant, dealer, herald_seat, 1);
    if (seat == herald_seat) return with_herald;
    if (seat == with_herald) return herald_seat;
    /* The other two are partners. */
    for (int other = 0; other < 4; other++)
        if (other != seat && other != herald_seat && other != with_herald) return other;
    return -1;
}

int oracle_teams(OracleVariant variant, int dealer, int herald_seat, char suit, int team[ORACLE_SEATS_MAX]) {
    int teams = 0;
    for (int seat = 0; seat < oracle_seats(variant); seat++) {
        int partner = partner_of(variant, dealer, herald_seat, suit, seat);
        team[seat] = partner >= 0 && partner < seat ? team[partner] : teams++;
    }
    return teams;
}

/* ---- a round */

static bool has_heralds(OracleVariant variant) { return variant == ORACLE_HERALDS || variant == ORACLE_ROBOTS; }

static int hand_size(OracleVariant variant) {
    switch (variant) {
    case ORACLE_TWO: return 3;
    case ORACLE_THREE: return 6;
    case ORACLE_CLASSIC: return 9;
    default: return 10;
    }
}

static int deals_of(OracleVariant variant) {
    if (variant == ORACLE_TWO) return 6;
    if (variant == ORACLE_THREE) return 2;
    return 1;
}

static int heralds_in(const OracleCards *hand) {
    int heralds = 0;
    for (int i = 0; i < hand->count; i++)
        if (hand->cards[i].rank == 1) heralds++;
    return heralds;
}

/* Forty different cards, in the hands and on the table that the variant's deal gives. */
static const char *check_deal(const OracleDeal *deal) {
    OracleCards all = {0};
    if (deal->deals != deals_of(deal->variant)) return "the wrong number of deals";
    if (deal->dealer < 0 || deal->dealer >= oracle_seats(deal->variant)) return "there is no such dealer";
    if (deal->variant == ORACLE_ROBOTS && deal->dealer == ORACLE_ROBOT) return "the robot never deals";
    for (int i = 0; i < deal->deals; i++) {
        for (int seat = 0; seat < oracle_seats(deal->variant); seat++) {
            const OracleCards *hand = &deal->hands[i][seat];
            if (hand->count != hand_size(deal->variant)) return "a hand has the wrong number of cards";
            if (has_heralds(deal->variant) && heralds_in(hand) != 1) return "a hand without exactly one Herald";
            for (int k = 0; k < hand->count; k++) {
                if (find(&all, hand->cards[k]) >= 0) return "a card was dealt twice";
                add(&all, hand->cards[k]);
            }
        }
    }
    if (has_heralds(deal->variant)) return NULL;
    if (deal->table.count != 4) return "the table does not open with four cards";
    for (int i = 0; i < deal->table.count; i++) {
        if (find(&all, deal->table.cards[i]) >= 0) return "a card was dealt twice";
        add(&all, deal->table.cards[i]);
    }
    return NULL;
}

/* Each lays one card; the four lie in a row in playing order, from the dealer's right on. */
static const char *lay(OracleRound *round, const OracleDeal *deal) {
    for (int i = 0; i < round->seats; i++) {
        int seat = round->order[i];
        if (find(&round->hands[seat], deal->laid[seat]) < 0) return "a card was laid that is not in the hand";
        add(&round->opening, deal->laid[seat]);
        remove_card(&round->hands[seat], deal->laid[seat]);
    }
    if (round->variant != ORACLE_ROBOTS) return NULL;
    if (!oracle_same_card(deal->laid[ORACLE_ROBOT], deal->hands[0][ORACLE_ROBOT].cards[9]))
        return "the robot lays the last card dealt to it";
    if (!oracle_same_cards(&deal->robot_pile, &round->hands[ORACLE_ROBOT])) return "the robot's pile is not its nine cards";
    round->hands[ORACLE_ROBOT] = deal->robot_pile;
    return NULL;
}

const char *oracle_round_begin(OracleRound *round, const OracleDeal *deal) {
    memset(round, 0, sizeof *round);
    const char *wrong = check_deal(deal);
    if (wrong) return wrong;
    round->variant = deal->variant;
    round->dealer = deal->dealer;
    round->seats = oracle_order(deal->variant, deal->dealer, round->order);
    round->deals = deal->deals;
    round->deals_done = 1;
    memcpy(round->coming, deal->hands, sizeof round->coming);
    for (int seat = 0; seat < round->seats; seat++) round->hands[seat] = deal->hands[0][seat];
    round->herald_seat = -1;
    if (has_heralds(deal->variant)) {
        wrong = lay(round, deal);
        if (wrong) return wrong;
    } else {
        round->opening = deal->table;
    }
    round->table = round->opening;
    return NULL;
}

int oracle_round_seat(const OracleRound *round) {
    if (round->play_count == ORACLE_PLAYS) return -1;
    return round->order[round->play_count % round->seats];
}

int oracle_round_partner(const OracleRound *round, int seat) {
    return partner_of(round->variant, round->dealer, round->herald_seat, round->herald_suit, seat);
}

/* "Once a Herald has been played": alone the robot goes on by itself, with a partner the partner chooses. */
static bool robot_by_itself(const OracleRound *round, int seat) {
    return round->variant == ORACLE_ROBOTS && seat == ORACLE_ROBOT && oracle_round_partner(round, seat) < 0;
}

int oracle_round_actor(const OracleRound *round) {
    int seat = oracle_round_seat(round);
    if (round->variant != ORACLE_ROBOTS || seat != ORACLE_ROBOT || robot_by_itself(round, seat)) return seat;
    return oracle_round_partner(round, seat);
}

static const char *check_takes(const OracleRound *round, const OraclePlay *play) {
    OracleCaptures captures;
    oracle_captures(&round->table, play->card, &captures);
    if (captures.count == 0) return play->takes.count == 0 ? NULL : "that card takes nothing";
    if (robot_by_itself(round, play->seat)) {
        int choice = oracle_robot_choice(&round->table, &captures);
        return oracle_same_cards(&captures.sets[choice], &play->takes) ? NULL : "the robot takes what lies furthest left";
    }
    for (int i = 0; i < captures.count; i++)
        if (oracle_same_cards(&captures.sets[i], &play->takes)) return NULL;
    return play->takes.count == 0 ? "a capture is compulsory" : "that is no capture";
}

/* In `two` and `three` new hands are dealt whenever all are empty. */
static void deal_again(OracleRound *round) {
    for (int seat = 0; seat < round->seats; seat++)
        if (round->hands[seat].count > 0) return;
    if (round->deals_done == round->deals) return;
    for (int seat = 0; seat < round->seats; seat++) round->hands[seat] = round->coming[round->deals_done][seat];
    round->deals_done++;
}

const char *oracle_round_play(OracleRound *round, const OraclePlay *play) {
    int seat = oracle_round_seat(round);
    if (seat < 0) return "the round is over";
    if (play->seat != seat) return "it is another seat's turn";
    if (play->actor != oracle_round_actor(round)) return "somebody else decides";
    if (find(&round->hands[seat], play->card) < 0) return "that card is not in the hand";
    if (robot_by_itself(round, seat) && !oracle_same_card(round->hands[seat].cards[0], play->card))
        return "the robot plays the top card of its pile";
    const char *wrong = check_takes(round, play);
    if (wrong) return wrong;

    remove_card(&round->hands[seat], play->card);
    for (int i = 0; i < play->takes.count; i++) remove_card(&round->table, play->takes.cards[i]);
    if (play->takes.count == 0) add(&round->table, play->card);
    round->plays[round->play_count] = *play;
    /* Capturing all the table is a sweep; the very last card of a round never makes one. */
    round->sweep[round->play_count] = play->takes.count > 0 && round->table.count == 0 && round->play_count + 1 < ORACLE_PLAYS;
    round->play_count++;
    if (has_heralds(round->variant) && play->card.rank == 1 && round->herald_seat < 0) {
        round->herald_seat = seat;
        round->herald_suit = play->card.suit;
    }
    deal_again(round);
    return NULL;
}

/* ---- "Scoring of a round" */

static int primiera_value(int rank) {
    switch (rank) {
    case 7: return 21;
    case 6: return 18;
    case 1: return 16;
    case 5: return 15;
    case 4: return 14;
    case 3: return 13;
    case 2: return 12;
    default: return 10;
    }
}

int oracle_primiera(const OracleCards *pile) {
    int sum = 0;
    for (const char *suit = "SBCD"; *suit; suit++) {
        int best = 0;
        for (int i = 0; i < pile->count; i++)
            if (pile->cards[i].suit == *suit && primiera_value(pile->cards[i].rank) > best)
                best = primiera_value(pile->cards[i].rank);
        if (best == 0) return 0;
        sum += best;
    }
    return sum;
}

/* What the plays of a round came to: every seat's pile and sweeps, the rest given away, the first Herald. */
typedef struct Outcome {
    OracleCards piles[ORACLE_SEATS_MAX];
    int sweeps[ORACLE_SEATS_MAX];
    int rest_seat;
    OracleCards rest;
    int herald_seat;
    char herald_suit;
} Outcome;

static void follow_plays(OracleVariant variant, const OracleCards *opening, const OraclePlay *plays, Outcome *outcome) {
    OracleCards table = *opening;
    memset(outcome, 0, sizeof *outcome);
    outcome->rest_seat = -1;
    outcome->herald_seat = -1;
    for (int i = 0; i < ORACLE_PLAYS; i++) {
        const OraclePlay *play = &plays[i];
        bool last = i == ORACLE_PLAYS - 1;
        if (has_heralds(variant) && play->card.rank == 1 && outcome->herald_seat < 0) {
            outcome->herald_seat = play->seat;
            outcome->herald_suit = play->card.suit;
        }
        if (play->takes.count == 0) {
            add(&table, play->card);
            continue;
        }
        for (int k = 0; k < play->takes.count; k++) {
            remove_card(&table, play->takes.cards[k]);
            add(&outcome->piles[play->seat], play->takes.cards[k]);
        }
        add(&outcome->piles[play->seat], play->card);
        if (table.count == 0 && !last) outcome->sweeps[play->seat]++;
        outcome->rest_seat = play->seat;
    }
    must(outcome->rest_seat >= 0, "nobody has captured in a whole round");
    outcome->rest = table;
    for (int i = 0; i < table.count; i++) add(&outcome->piles[outcome->rest_seat], table.cards[i]);
}

/* The team whose number is the highest of all; nobody if two or more share it, or if it is 0. */
static int alone_ahead(const int *numbers, int count) {
    int best = 0, who = -1, how_many = 0;
    for (int i = 0; i < count; i++)
        if (numbers[i] > best) best = numbers[i];
    for (int i = 0; i < count; i++) {
        if (best == 0 || numbers[i] != best) continue;
        who = i;
        how_many++;
    }
    return how_many == 1 ? who : -1;
}

static void count_team(OracleTeam *team, const OracleCards *pile) {
    team->cards = pile->count;
    for (int i = 0; i < pile->count; i++)
        if (pile->cards[i].suit == 'D') team->coins++;
    team->seven = find(pile, (OracleCard){7, 'D'}) >= 0;
    team->primiera = oracle_primiera(pile);
}

void oracle_score(OracleVariant variant, int dealer, const OracleCards *opening, const OraclePlay *plays, OracleScore *score) {
    Outcome outcome;
    OracleCards pooled[ORACLE_SEATS_MAX] = {0};
    int team_of[ORACLE_SEATS_MAX];
    follow_plays(variant, opening, plays, &outcome);
    memset(score, 0, sizeof *score);
    score->rest_seat = outcome.rest_seat;
    score->rest = outcome.rest;
    /* Partners pool their piles, and sweeps made before the teams were known count for them. */
    score->team_count = oracle_teams(variant, dealer, outcome.herald_seat, outcome.herald_suit, team_of);
    for (int seat = 0; seat < oracle_seats(variant); seat++) {
        OracleTeam *team = &score->teams[team_of[seat]];
        team->seats[team->seat_count++] = seat;
        team->sweeps += outcome.sweeps[seat];
        for (int i = 0; i < outcome.piles[seat].count; i++) add(&pooled[team_of[seat]], outcome.piles[seat].cards[i]);
    }
    int cards[ORACLE_SEATS_MAX], coins[ORACLE_SEATS_MAX], primieras[ORACLE_SEATS_MAX];
    for (int i = 0; i < score->team_count; i++) {
        count_team(&score->teams[i], &pooled[i]);
        cards[i] = score->teams[i].cards;
        coins[i] = score->teams[i].coins;
        primieras[i] = score->teams[i].primiera;
    }
    /* Individual play with Heralds: the four points are worth 2 each, a sweep stays 1. */
    int worth = has_heralds(variant) && score->team_count == 4 ? 2 : 1;
    for (int i = 0; i < score->team_count; i++) {
        OracleTeam *team = &score->teams[i];
        team->points = team->sweeps;
        if (alone_ahead(cards, score->team_count) == i) team->points += worth;
        if (alone_ahead(coins, score->team_count) == i) team->points += worth;
        if (team->seven) team->points += worth;
        if (alone_ahead(primieras, score->team_count) == i) team->points += worth;
        for (int k = 0; k < team->seat_count; k++) score->gains[team->seats[k]] = team->points;
    }
}

bool oracle_round(const OracleDeal *deal, const OraclePlay *plays, int count, const char **verdicts, OracleScore *score) {
    OracleRound round;
    must(oracle_round_begin(&round, deal) == NULL, "that deal is not possible");
    for (int i = 0; i < count; i++) verdicts[i] = oracle_round_play(&round, &plays[i]);
    if (oracle_round_seat(&round) >= 0) return false;
    oracle_score(deal->variant, deal->dealer, &round.opening, round.plays, score);
    return true;
}

/* ---- the end of a match */

int oracle_target(OracleVariant variant) { return has_heralds(variant) ? 21 : 11; }

/* How many stand at the target or above: teams in `classic`, where points go to the team, else players. */
static int how_many_there(OracleVariant variant, int target, const int totals[ORACLE_SEATS_MAX]) {
    int sides = variant == ORACLE_CLASSIC ? 2 : oracle_seats(variant);
    int there = 0;
    for (int side = 0; side < sides; side++)
        if (totals[side] >= target) there++;
    return there;
}

int oracle_winners(OracleVariant variant, int target, bool any_extra, const int before[ORACLE_SEATS_MAX],
                   const int after[ORACLE_SEATS_MAX], bool winner[ORACLE_SEATS_MAX]) {
    int sides = variant == ORACLE_CLASSIC ? 2 : oracle_seats(variant);
    int best = 0, how_many = 0, winners = 0;
    for (int seat = 0; seat < ORACLE_SEATS_MAX; seat++) winner[seat] = false;
    if (how_many_there(variant, target, after) == 0) return 0;
    /* extra_round=any: the first time two or more are there, one more round is played even if one leads. Totals never go
     * down, so it is the first time exactly if fewer than two were there a round ago. */
    if (any_extra && how_many_there(variant, target, after) >= 2 && how_many_there(variant, target, before) < 2) return 0;
    for (int side = 0; side < sides; side++)
        if (after[side] > best) best = after[side];
    for (int side = 0; side < sides; side++)
        if (after[side] == best) how_many++;
    if (how_many > 1) return 0; /* only a tie for the highest plays another round */
    for (int seat = 0; seat < oracle_seats(variant); seat++) {
        int side = seat % sides;
        if (after[side] != best) continue;
        winner[seat] = true;
        winners++;
    }
    return winners;
}
