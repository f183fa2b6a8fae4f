/* The Primero oracle's functions, each following a paragraph of the rules. */
#include "tests/games/oracle/primero/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ranks[] = "A234567JQK";
static const char suits[] = "cdhs";

/* The oracle is checked in every build, release included. */
static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "the Primero oracle was misused: %s\n", what);
    abort();
}

/* ---- cards */

OraclePrimeroCard oracle_primero_card(int number) {
    must(number >= 0 && number < ORACLE_PRIMERO_DECK, "that is no card");
    return (OraclePrimeroCard){ranks[number / 4], suits[number % 4]};
}

OraclePrimeroHand oracle_primero_hand(const char *words) {
    OraclePrimeroHand hand;
    for (int i = 0; i < ORACLE_PRIMERO_HAND; i++) {
        while (*words == ' ') words++;
        must(words[0] && strchr(ranks, words[0]) && words[1] && strchr(suits, words[1]), "that is no card");
        hand.cards[i] = (OraclePrimeroCard){words[0], words[1]};
        words += 2;
    }
    must(*words == 0, "a hand is four cards");
    return hand;
}

/* "Ace 16; 2 to 5: 12 to 15; 6: 18; 7: 21; king, queen, jack 10." */
int oracle_primero_points(OraclePrimeroCard card) {
    switch (card.rank) {
    case 'A': return 16;
    case '2': return 12;
    case '3': return 13;
    case '4': return 14;
    case '5': return 15;
    case '6': return 18;
    case '7': return 21;
    default: return 10;
    }
}

/* ---- types */

static int count_suit(const OraclePrimeroHand *hand, char suit) {
    int count = 0;
    for (int i = 0; i < ORACLE_PRIMERO_HAND; i++) count += hand->cards[i].suit == suit;
    return count;
}

static int points_of_suit(const OraclePrimeroHand *hand, char suit) {
    int points = 0;
    for (int i = 0; i < ORACLE_PRIMERO_HAND; i++)
        if (hand->cards[i].suit == suit) points += oracle_primero_points(hand->cards[i]);
    return points;
}

static int points_of_all(const OraclePrimeroHand *hand) {
    int points = 0;
    for (int i = 0; i < ORACLE_PRIMERO_HAND; i++) points += oracle_primero_points(hand->cards[i]);
    return points;
}

static bool has_card(const OraclePrimeroHand *hand, char rank, char suit) {
    for (int i = 0; i < ORACLE_PRIMERO_HAND; i++)
        if (hand->cards[i].rank == rank && hand->cards[i].suit == suit) return true;
    return false;
}

/* "Two or three cards of one suit": the suit that gives most, with all its cards. */
static bool fits_numerus(const OraclePrimeroHand *hand, int *points) {
    *points = 0;
    for (const char *suit = suits; *suit; suit++) {
        int count = count_suit(hand, *suit), sum = points_of_suit(hand, *suit);
        if ((count == 2 || count == 3) && sum > *points) *points = sum;
    }
    return *points > 0;
}

static bool fits_primero(const OraclePrimeroHand *hand, int *points) {
    for (const char *suit = suits; *suit; suit++)
        if (count_suit(hand, *suit) != 1) return false;
    *points = points_of_all(hand);
    return true;
}

/* "Ace, six, seven of one suit": 55 points by definition. */
static bool fits_supremus(const OraclePrimeroHand *hand, int *points) {
    for (const char *suit = suits; *suit; suit++) {
        if (!has_card(hand, 'A', *suit) || !has_card(hand, '6', *suit) || !has_card(hand, '7', *suit)) continue;
        *points = 55;
        return true;
    }
    return false;
}

static bool fits_fluxus(const OraclePrimeroHand *hand, int *points) {
    *points = points_of_all(hand);
    return count_suit(hand, hand->cards[0].suit) == ORACLE_PRIMERO_HAND;
}

/* "Four of one rank (king and queen are not alike)." */
static bool fits_chorus(const OraclePrimeroHand *hand, int *points) {
    *points = points_of_all(hand);
    for (int i = 1; i < ORACLE_PRIMERO_HAND; i++)
        if (hand->cards[i].rank != hand->cards[0].rank) return false;
    return true;
}

static bool fits(const OraclePrimeroHand *hand, OracleType type, int *points) {
    switch (type) {
    case ORACLE_NUMERUS: return fits_numerus(hand, points);
    case ORACLE_PRIMERO: return fits_primero(hand, points);
    case ORACLE_SUPREMUS: return fits_supremus(hand, points);
    case ORACLE_FLUXUS: return fits_fluxus(hand, points);
    case ORACLE_CHORUS: return fits_chorus(hand, points);
    default: must(false, "there is no such type"); return false;
    }
}

OracleValue oracle_primero_value(const OraclePrimeroHand *hand) {
    OracleValue value = {ORACLE_NO_TYPE, 0};
    for (int type = ORACLE_NUMERUS; type <= ORACLE_CHORUS; type++) {
        int points;
        if (fits(hand, (OracleType)type, &points)) value = (OracleValue){(OracleType)type, points};
    }
    must(value.type != ORACLE_NO_TYPE, "a hand without a type");
    return value;
}

int oracle_primero_compare(OracleValue one, OracleValue other) {
    if (one.type != other.type) return (int)one.type - (int)other.type;
    return one.points - other.points;
}

/* ---- "Italian primero" */

void oracle_primero_hands(OracleHands *hands) {
    memset(hands, 0, sizeof *hands);
    for (int a = 0; a < ORACLE_PRIMERO_DECK; a++)
        for (int b = a + 1; b < ORACLE_PRIMERO_DECK; b++)
            for (int c = b + 1; c < ORACLE_PRIMERO_DECK; c++)
                for (int d = c + 1; d < ORACLE_PRIMERO_DECK; d++) {
                    OraclePrimeroHand hand = {
                        {oracle_primero_card(a), oracle_primero_card(b), oracle_primero_card(c), oracle_primero_card(d)}};
                    OracleValue value = oracle_primero_value(&hand);
                    hands->count[value.type][value.points]++;
                }
}

/* "A supremus or a chorus may be called primero; … a chorus may be called fluxus." */
static bool may_be_called(OracleType held, OracleType called) {
    if (called == ORACLE_PRIMERO) return held == ORACLE_SUPREMUS || held == ORACLE_CHORUS;
    if (called == ORACLE_FLUXUS) return held == ORACLE_CHORUS;
    return false;
}

/* "Only hands of the type bid count, with the exceptions above (supremus worth 55, chorus its sum), and only with at least
 * the points bid." */
bool oracle_primero_makes(const OraclePrimeroHand *hand, OracleValue bid, int *points) {
    OracleValue value = oracle_primero_value(hand);
    *points = value.points;
    if (value.type != bid.type && !may_be_called(value.type, bid.type)) return false;
    return value.points >= bid.points;
}

bool oracle_primero_may_bid(const OracleHands *hands, const OraclePrimeroHand *hand, OracleValue standing, OracleValue bid) {
    OracleType held = oracle_primero_value(hand).type;
    if (oracle_primero_compare(bid, standing) <= 0 || hands->count[bid.type][bid.points] == 0) return false;
    /* "A player may not bid a type below the hand held when bidding." */
    if (bid.type >= held) return true;
    /* "While primero is the standing bid … while fluxus is." */
    return standing.type == bid.type && may_be_called(held, bid.type);
}

/* ---- the coins. What is divided in one go: a layer, or the antes with what was carried. */

typedef struct Layer {
    int coins;
    bool payer[ORACLE_PRIMERO_PLAYERS_MAX]; /* who may win it */
} Layer;

static int count_in(const OracleShowdown *showdown, const Layer *layer) {
    int count = 0;
    for (int i = 0; i < showdown->players; i++) count += layer->payer[i] && showdown->player[i].in;
    return count;
}

/* "Hands compare by type, then points": among those of a bid, all called its type, by points alone. */
static OracleValue value_at_showdown(const OracleShowdown *showdown, int player, bool whatever_was_bid) {
    const OraclePrimeroHand *hand = &showdown->player[player].hand;
    OracleValue nothing = {ORACLE_NO_TYPE, 0};
    int points;
    if (whatever_was_bid || !showdown->italian || showdown->bid.type == ORACLE_NO_TYPE) return oracle_primero_value(hand);
    if (!oracle_primero_makes(hand, showdown->bid, &points)) return nothing;
    return (OracleValue){showdown->bid.type, points};
}

/* Who has the best entitled hand among the payers still in; returns how many, none if no hand makes the bid. */
static int find_best(const OracleShowdown *showdown, const Layer *layer, bool whatever_was_bid,
                     bool best[ORACLE_PRIMERO_PLAYERS_MAX]) {
    OracleValue values[ORACLE_PRIMERO_PLAYERS_MAX] = {{ORACLE_NO_TYPE, 0}}, highest = {ORACLE_NO_TYPE, 0};
    int count = 0;
    for (int i = 0; i < showdown->players; i++) {
        if (!layer->payer[i] || !showdown->player[i].in) continue;
        values[i] = value_at_showdown(showdown, i, whatever_was_bid);
        if (oracle_primero_compare(values[i], highest) > 0) highest = values[i];
    }
    for (int i = 0; i < showdown->players; i++) {
        best[i] = values[i].type != ORACLE_NO_TYPE && oracle_primero_compare(values[i], highest) == 0;
        /* "Equal hands: the eldest wins." */
        if (best[i] && count > 0 && !showdown->split) best[i] = false;
        count += best[i];
    }
    return count;
}

/* Coin by coin, round and round from the eldest on: so the odd ones go where they should. */
static void hand_out(int coins, const bool *to, int players, int *gets) {
    while (coins > 0)
        for (int i = 0; i < players && coins > 0; i++) {
            if (!to[i]) continue;
            gets[i]++;
            coins--;
        }
}

/* One layer, several or one or none of whose payers are still in; coins that nobody may have yet are carried. */
static void divide_layer(const OracleShowdown *showdown, const Layer *layer, bool last, OracleDivision *division) {
    bool best[ORACLE_PRIMERO_PLAYERS_MAX];
    if (layer->coins == 0) return;
    if (count_in(showdown, layer) == 1) {
        /* "That player takes it without showing and without making any bid." */
        for (int i = 0; i < showdown->players; i++) best[i] = layer->payer[i] && showdown->player[i].in;
        hand_out(layer->coins, best, showdown->players, division->won);
        return;
    }
    if (find_best(showdown, layer, false, best) == 0) {
        /* "If no hand makes the bid, the pot stays for the next deal. If no deal follows, the highest hand of all …" */
        if (!last) {
            division->carried += layer->coins;
            return;
        }
        must(find_best(showdown, layer, true, best) > 0, "coins that nobody can win");
    }
    hand_out(layer->coins, best, showdown->players, division->won);
}

/* The next amount above `from` that somebody paid in bets; `from` itself if there is none. */
static int next_amount(const OracleShowdown *showdown, int from) {
    int next = from;
    for (int i = 0; i < showdown->players; i++) {
        int paid = showdown->player[i].paid;
        if (paid > from && (next == from || paid < next)) next = paid;
    }
    return next;
}

/* "Layers and antes with the same contenders are joined before dividing." */
static void join_layer(const OracleShowdown *showdown, const Layer *layer, Layer *sums, int *count) {
    for (int k = 0; k < *count; k++) {
        bool same = true;
        for (int i = 0; i < showdown->players; i++)
            if (showdown->player[i].in && sums[k].payer[i] != layer->payer[i]) same = false;
        if (!same) continue;
        sums[k].coins += layer->coins;
        return;
    }
    sums[(*count)++] = *layer;
}

static void divide(const OracleShowdown *showdown, bool last, OracleDivision *division) {
    Layer sums[ORACLE_PRIMERO_PLAYERS_MAX + 1];
    int count = 0;
    memset(division, 0, sizeof *division);
    /* "Antes and carried coins can be won whole by anyone still in." */
    Layer pot = {.coins = showdown->pot};
    for (int i = 0; i < showdown->players; i++) pot.payer[i] = true;
    join_layer(showdown, &pot, sums, &count);
    /* "The coins are divided in layers by amount paid, those of folded players included." */
    for (int from = 0, to; (to = next_amount(showdown, from)) > from; from = to) {
        Layer layer = {0};
        int payers = 0;
        for (int i = 0; i < showdown->players; i++) {
            layer.payer[i] = showdown->player[i].paid >= to;
            payers += layer.payer[i];
            if (layer.payer[i]) layer.coins += to - from;
        }
        /* "If all its payers have folded, it goes back to them; a part that nobody matched goes back." */
        if (count_in(showdown, &layer) == 0 || payers == 1) {
            for (int i = 0; i < showdown->players; i++)
                if (layer.payer[i]) division->back[i] += to - from;
        } else {
            join_layer(showdown, &layer, sums, &count);
        }
    }
    for (int k = 0; k < count; k++) divide_layer(showdown, &sums[k], last, division);
}

/* "If no deal follows (the last one, or fewer than two would have coins)." */
static bool deal_follows(const OracleShowdown *showdown, const OracleDivision *division) {
    int with_coins = 0;
    for (int i = 0; i < showdown->players; i++)
        with_coins += showdown->player[i].purse + division->won[i] + division->back[i] > 0;
    return !showdown->last && with_coins >= 2;
}

void oracle_primero_divide(const OracleShowdown *showdown, OracleDivision *division) {
    divide(showdown, false, division);
    if (division->carried > 0 && !deal_follows(showdown, division)) divide(showdown, true, division);
}

void oracle_primero_void(int pot, int players, bool last, OracleDivision *division) {
    bool all[ORACLE_PRIMERO_PLAYERS_MAX];
    memset(division, 0, sizeof *division);
    for (int i = 0; i < players; i++) all[i] = true;
    if (last) hand_out(pot, all, players, division->won);
    else division->carried = pot;
}
