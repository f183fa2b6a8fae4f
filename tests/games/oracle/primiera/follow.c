/* Follows matches of Primiera by their events and checks every round. */
#include "tests/games/oracle/primiera/follow.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/primiera/primiera.h"

/* Only the first disagreement is kept: the others follow from it. */
__attribute__((format(printf, 3, 4))) static bool agree(Follow *follow, bool holds, const char *format, ...) {
    if (holds || follow->wrong[0]) return holds;
    int length = snprintf(follow->wrong, sizeof follow->wrong, "round %d, play %d: ", follow->rounds + 1, follow->play_count);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(follow->wrong + length, sizeof follow->wrong - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the engine's cards and moves in the oracle's words, and back */

static OracleCard oracle_card_of(const Game *game, int64_t number) {
    char words[CARD_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    game->print_card((uint8_t)number, &text);
    return oracle_cards(words).cards[0];
}

static uint64_t card_number(OracleCard card) {
    return (uint64_t)card_of(card.rank, (Suit)(strchr("SBCD", card.suit) - "SBCD"));
}

Move follow_move(OracleCard card, const OracleCards *takes) {
    CardSet set = 0;
    for (int i = 0; i < takes->count; i++) set |= CARD_BIT(card_number(takes->cards[i]));
    return primiera_move(PRIMIERA_MOVE_PLAY, (int)card_number(card), set);
}

int follow_compare_moves(const void *one, const void *other) {
    Move a = *(const Move *)one, b = *(const Move *)other;
    return (a > b) - (a < b);
}

void follow_sort_moves(Move *moves, int count) { qsort(moves, (size_t)count, sizeof *moves, follow_compare_moves); }

int follow_expected_moves(const OracleCards *table, const OracleCards *hand, Move *moves) {
    int count = 0;
    for (int i = 0; i < hand->count; i++) {
        OracleCaptures captures;
        oracle_captures(table, hand->cards[i], &captures);
        if (captures.count == 0) captures.sets[captures.count++] = (OracleCards){0};
        for (int k = 0; k < captures.count; k++) {
            assert(count < FOLLOW_MOVES_MAX);
            moves[count++] = follow_move(hand->cards[i], &captures.sets[k]);
        }
    }
    follow_sort_moves(moves, count);
    return count;
}

/* ---- reading events */

static int number(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && field->kind == FIELD_NUMBER ? (int)field->number : -1;
}

static OracleCard one_card(const Follow *follow, const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && field->kind == FIELD_CARD ? oracle_card_of(follow->game, field->number) : (OracleCard){0};
}

static OracleCards card_list(const Follow *follow, const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    OracleCards list = {0};
    for (int i = 0; field && i < event_length(field); i++)
        list.cards[list.count++] = oracle_card_of(follow->game, event_element(field, i)->number);
    return list;
}

static const Field *member(const Field *object, const char *key) {
    for (int i = 0; i < event_length(object); i++)
        if (strcmp(event_element(object, i)->key, key) == 0) return event_element(object, i);
    return NULL;
}

static bool holds_number(const Field *object, const char *key, int expected) {
    const Field *field = member(object, key);
    return field && field->kind == FIELD_NUMBER && field->number == expected;
}

static bool list_is(const Field *list, const int *numbers, int count) {
    if (!list || event_length(list) != count) return false;
    for (int i = 0; i < count; i++)
        if (event_element(list, i)->number != numbers[i]) return false;
    return true;
}

/* ---- what is told of a round */

static void take_round(Follow *follow, const Event *event) {
    int dealer = number(event, "dealer"), order[ORACLE_SEATS_MAX];
    agree(follow, !follow->end_due, "another round where the match should be over");
    agree(follow, number(event, "round") == follow->rounds + 1, "the round has the wrong number");
    agree(follow, follow->dealer_next < 0 || dealer == follow->dealer_next, "%d deals, not %d", dealer, follow->dealer_next);
    int seats = oracle_order(follow->variant, dealer, order);
    if (follow->variant == ORACLE_ROBOTS)
        agree(follow, list_is(event_field(event, "order"), order, seats), "the seating of the round is wrong");
    follow->deal = (OracleDeal){.variant = follow->variant, .dealer = dealer};
    follow->row = follow->rest = follow->opened = (OracleCards){0};
    memset(follow->laid, 0, sizeof follow->laid);
    follow->play_count = 0;
    follow->teams_at = follow->opened_at = follow->rest_seat = -1;
    follow->dealer_next = oracle_next_dealer(follow->variant, dealer);
}

static bool decides_teams(OracleVariant variant) { return variant == ORACLE_HERALDS || variant == ORACLE_ROBOTS; }

static int cards_a_deal(OracleVariant variant) {
    switch (variant) {
    case ORACLE_TWO: return 3;
    case ORACLE_THREE: return 6;
    case ORACLE_CLASSIC: return 9;
    default: return 10;
    }
}

/* A hand, or in `classic` a packet of three. Deals after the first come when all hands are empty. */
static void take_deal(Follow *follow, const Event *event) {
    OracleCards cards = card_list(follow, event, "cards");
    int seat = number(event, "seat"), size = cards_a_deal(follow->variant), seats = oracle_seats(follow->variant), deal = 0;
    if (!agree(follow, seat >= 0 && seat < seats, "a deal to nobody")) return;
    while (deal < ORACLE_DEALS_MAX && follow->deal.hands[deal][seat].count == size) deal++;
    if (!agree(follow, deal < ORACLE_DEALS_MAX, "too many deals")) return;
    OracleCards *hand = &follow->deal.hands[deal][seat];
    agree(follow, cards.count == (follow->variant == ORACLE_CLASSIC ? 3 : size), "%d cards were dealt at once", cards.count);
    agree(follow, follow->play_count == deal * seats * size, "a deal while cards are in the hands");
    if (decides_teams(follow->variant)) agree(follow, cards.cards[0].rank == 1, "the Heralds are dealt first");
    for (int i = 0; i < cards.count && hand->count < size; i++) hand->cards[hand->count++] = cards.cards[i];
    follow->deal.deals = deal + 1;
}

static void take_lay(Follow *follow, const Event *event) {
    int seat = number(event, "seat");
    if (!agree(follow, seat >= 0 && seat < 4 && !follow->laid[seat], "seat %d lays a second card", seat)) return;
    follow->laid[seat] = true;
    follow->deal.laid[seat] = one_card(follow, event, "card");
}

static void take_table(Follow *follow, const Event *event) {
    int order[ORACLE_SEATS_MAX], seats = oracle_order(follow->variant, follow->deal.dealer, order);
    follow->row = card_list(follow, event, "cards");
    if (decides_teams(follow->variant)) {
        agree(follow, list_is(event_field(event, "from"), order, seats), "the opening row is not in playing order");
        for (int seat = 0; seat < 4; seat++) agree(follow, follow->laid[seat], "turned up before seat %d has laid", seat);
    } else {
        follow->deal.table = follow->row;
    }
}

static void take_play(Follow *follow, const Event *event) {
    if (!agree(follow, follow->play_count < ORACLE_PLAYS, "a card too many was played")) return;
    OraclePlay *play = &follow->plays[follow->play_count];
    const Field *sweep = event_field(event, "sweep");
    play->seat = number(event, "seat");
    play->actor = event_field(event, "by") ? number(event, "by") : play->seat;
    play->card = one_card(follow, event, "card");
    play->takes = card_list(follow, event, "takes");
    follow->sweep[follow->play_count] = sweep && sweep->number;
    follow->play_count++;
}

static void take_teams(Follow *follow, const Event *event) {
    const Field *teams = event_field(event, "teams");
    const OraclePlay *play = &follow->plays[follow->play_count - 1];
    agree(follow, follow->teams_at < 0, "the teams are told twice");
    agree(follow, number(event, "seat") == play->seat, "the teams are made by somebody else");
    agree(follow, oracle_same_card(one_card(follow, event, "card"), play->card), "the teams are made by another card");
    follow->teams_at = follow->play_count - 1;
    follow->team_count = teams ? event_length(teams) : 0;
    for (int seat = 0; seat < ORACLE_SEATS_MAX; seat++) follow->team[seat] = -1;
    for (int i = 0; i < follow->team_count; i++) {
        const Field *seats = event_element(teams, i);
        for (int k = 0; k < event_length(seats); k++) follow->team[event_element(seats, k)->number] = i;
    }
}

/* ---- the round again, by the oracle */

static void compare_legal(Follow *follow, const OracleRound *round, int step) {
    static const OracleCards nothing = {0};
    Move expected[FOLLOW_MOVES_MAX / 8];
    int seat = oracle_round_seat(round), actor = oracle_round_actor(round), count;
    Move *told = follow->legal + follow->legal_from[step];
    int told_count = follow->legal_from[step + 1] - follow->legal_from[step];
    SeatSet actors = follow->actors[step];
    agree(follow, actors == SEAT_BIT(actor), "step %d: actors %x, not seat %d", step, actors, actor);
    if (round->variant == ORACLE_ROBOTS && seat == ORACLE_ROBOT && actor == seat) {
        /* By itself it has one move, which names no card: what it turned up is in the event. */
        agree(follow, told_count == 1 && move_kind(told[0]) == PRIMIERA_MOVE_TURN, "step %d: the robot has a choice", step);
        OracleCaptures captures;
        oracle_captures(&round->table, round->hands[seat].cards[0], &captures);
        follow->counts.robot_choices += captures.count > 1;
        return;
    }
    count = follow_expected_moves(&round->table, seat >= 0 ? &round->hands[seat] : &nothing, expected);
    follow_sort_moves(told, told_count);
    agree(follow, told_count == count && memcmp(told, expected, (size_t)count * sizeof *told) == 0,
          "step %d: %d legal moves, not these %d", step, told_count, count);
}

/* The teams are told after the first Herald played, and the robot's cards if it has a partner then; never else. */
static void compare_herald(Follow *follow, const OracleRound *round, int step, bool first_herald) {
    int team[ORACLE_SEATS_MAX];
    agree(follow, (follow->teams_at == step) == first_herald, "step %d: teams are told, or not, against the rules", step);
    bool opens = first_herald && round->variant == ORACLE_ROBOTS && round->herald_suit != 'S';
    agree(follow, (follow->opened_at == step) == opens, "step %d: the robot's cards are told, or not, against the rules", step);
    if (!first_herald) return;
    int count = oracle_teams(round->variant, round->dealer, round->herald_seat, round->herald_suit, team);
    agree(follow, follow->team_count == count, "%d teams, not %d", follow->team_count, count);
    for (int seat = 0; seat < 4; seat++)
        agree(follow, follow->team[seat] == team[seat], "seat %d is in team %d, not %d", seat, follow->team[seat], team[seat]);
    follow->counts.first_herald[strchr("SBCD", round->herald_suit) - "SBCD"]++;
    if (!opens) return;
    agree(follow, oracle_same_cards(&follow->opened, &round->hands[ORACLE_ROBOT]), "the robot turns up other cards");
    follow->counts.robot_opened++;
}

static void count_play(Follow *follow, const OracleRound *round, int step) {
    bool last = step == ORACLE_PLAYS - 1;
    int deal_plays = oracle_seats(round->variant) * cards_a_deal(round->variant);
    follow->counts.sweeps += round->sweep[step];
    follow->counts.last_card_clears += last && round->plays[step].takes.count > 0 && round->table.count == 0;
    if (round->variant == ORACLE_TWO || round->variant == ORACLE_THREE)
        follow->counts.deal_end_sweeps += round->sweep[step] && (step + 1) % deal_plays == 0;
}

static void replay(Follow *follow, OracleRound *round) {
    const char *wrong = oracle_round_begin(round, &follow->deal);
    if (!agree(follow, !wrong, "the deal: %s", wrong)) return;
    for (int i = 0; i < 4; i++)
        agree(follow, oracle_same_card(round->opening.cards[i], follow->row.cards[i]), "card %d of the row is wrong", i);
    for (int i = 0; i < 4 && decides_teams(round->variant); i++)
        follow->counts.heralds_laid += round->opening.cards[i].rank == 1;
    for (int step = 0; step < ORACLE_PLAYS && !follow->wrong[0]; step++) {
        bool heralded = round->herald_seat >= 0;
        compare_legal(follow, round, step);
        wrong = oracle_round_play(round, &follow->plays[step]);
        if (!agree(follow, !wrong, "step %d: %s", step, wrong)) return;
        agree(follow, follow->sweep[step] == round->sweep[step], "step %d: sweep is %d", step, follow->sweep[step]);
        compare_herald(follow, round, step, !heralded && round->herald_seat >= 0);
        count_play(follow, round, step);
    }
}

/* ---- the score */

static void compare_team(Follow *follow, const Field *told, const OracleTeam *team) {
    const Field *seven = member(told, "seven"), *four_suits = member(told, "primiera");
    agree(follow, list_is(member(told, "seats"), team->seats, team->seat_count), "the seats of a team are wrong");
    agree(follow, holds_number(told, "cards", team->cards), "seat %d should have %d cards", team->seats[0], team->cards);
    agree(follow, holds_number(told, "coins", team->coins), "seat %d should have %d coins", team->seats[0], team->coins);
    agree(follow, seven && seven->kind == FIELD_BOOL && seven->number == team->seven, "seven of seat %d", team->seats[0]);
    bool none = four_suits && four_suits->kind == FIELD_NULL;
    agree(follow, team->primiera ? holds_number(told, "primiera", team->primiera) : none,
          "seat %d should have a primiera of %d", team->seats[0], team->primiera);
    agree(follow, holds_number(told, "sweeps", team->sweeps), "seat %d should have %d sweeps", team->seats[0], team->sweeps);
    agree(follow, holds_number(told, "points", team->points), "seat %d should gain %d", team->seats[0], team->points);
}

static int sharing_most(const OracleScore *score, int (*item)(const OracleTeam *team)) {
    int best = 0, sharing = 0;
    for (int i = 0; i < score->team_count; i++)
        if (item(&score->teams[i]) > best) best = item(&score->teams[i]);
    for (int i = 0; i < score->team_count; i++) sharing += best > 0 && item(&score->teams[i]) == best;
    return sharing;
}

static int cards_of(const OracleTeam *team) { return team->cards; }
static int coins_of(const OracleTeam *team) { return team->coins; }
static int primiera_of_team(const OracleTeam *team) { return team->primiera; }

static void count_score(Follow *follow, const OracleScore *score) {
    int cards = sharing_most(score, cards_of), coins = sharing_most(score, coins_of);
    int primieras = sharing_most(score, primiera_of_team);
    follow->counts.card_ties += cards > 1;
    follow->counts.coin_ties += coins > 1;
    follow->counts.primiera_ties += primieras > 1;
    follow->counts.ties_of_three += cards > 2 || coins > 2 || primieras > 2;
    follow->counts.no_primiera += primieras == 0;
    follow->counts.rest_left += score->rest.count > 0;
}

/* Totals, and whether and how the match ends. */
static void compare_totals(Follow *follow, const Event *event, const OracleScore *score) {
    int before[ORACLE_SEATS_MAX], seats = oracle_seats(follow->variant), there = 0;
    memcpy(before, follow->totals, sizeof before);
    for (int seat = 0; seat < seats; seat++) follow->totals[seat] += score->gains[seat];
    agree(follow, list_is(event_field(event, "totals"), follow->totals, seats), "the totals are wrong");
    int winners = oracle_winners(follow->variant, follow->target, follow->any_extra, before, follow->totals, follow->winner);
    follow->end_due = winners > 0;
    for (int seat = 0; seat < seats; seat++) there += follow->totals[seat] >= follow->target;
    if (there == 0 || winners > 0) return;
    bool ignored[ORACLE_SEATS_MAX];
    if (oracle_winners(follow->variant, follow->target, false, before, follow->totals, ignored) > 0)
        follow->counts.extra_rounds++;
    else follow->counts.tied_rounds++;
}

static void take_score(Follow *follow, const Event *event) {
    OracleRound round;
    OracleScore score;
    const Field *teams = event_field(event, "teams");
    if (!agree(follow, follow->play_count == ORACLE_PLAYS, "a score before the round is over")) return;
    replay(follow, &round);
    if (follow->wrong[0]) return;
    oracle_score(follow->variant, follow->deal.dealer, &round.opening, round.plays, &score);
    agree(follow, (follow->rest_seat >= 0) == (score.rest.count > 0), "the rest is told, or not, against the rules");
    if (follow->rest_seat >= 0) {
        agree(follow, follow->rest_seat == score.rest_seat, "%d gets the rest, not %d", follow->rest_seat, score.rest_seat);
        agree(follow, oracle_same_cards(&follow->rest, &score.rest), "the rest is not what lies on the table");
    }
    if (!agree(follow, teams && event_length(teams) == score.team_count, "not %d teams score", score.team_count)) return;
    for (int i = 0; i < score.team_count; i++) compare_team(follow, event_element(teams, i), &score.teams[i]);
    count_score(follow, &score);
    if (decides_teams(round.variant)) follow->counts.no_herald += round.herald_seat < 0;
    compare_totals(follow, event, &score);
    follow->rounds++;
    follow->counts.rounds++;
}

static void take_end(Follow *follow, const Event *event) {
    int winners[ORACLE_SEATS_MAX], count = 0;
    for (int seat = 0; seat < ORACLE_SEATS_MAX; seat++)
        if (follow->winner[seat]) winners[count++] = seat;
    agree(follow, follow->end_due, "the match ends where it should go on");
    agree(follow, list_is(event_field(event, "winners"), winners, count), "the winners are wrong");
    agree(follow, list_is(event_field(event, "totals"), follow->totals, oracle_seats(follow->variant)), "the end's totals");
    follow->ended = true;
    follow->counts.matches++;
}

/* ---- the way in */

void follow_begin(Follow *follow, const Game *game, OracleVariant variant, int target, bool any_extra) {
    FollowCounts counts = follow->counts;
    memset(follow, 0, offsetof(Follow, legal));
    follow->counts = counts;
    follow->game = game;
    follow->variant = variant;
    follow->target = target;
    follow->any_extra = any_extra;
    follow->dealer_next = -1;
}

void follow_take(void *context, const Event *event) {
    Follow *follow = context;
    if (strcmp(event->kind, "round") == 0) take_round(follow, event);
    if (strcmp(event->kind, "deal") == 0) take_deal(follow, event);
    if (strcmp(event->kind, "lay") == 0) take_lay(follow, event);
    if (strcmp(event->kind, "table") == 0) take_table(follow, event);
    if (strcmp(event->kind, "play") == 0) take_play(follow, event);
    if (strcmp(event->kind, "teams") == 0) take_teams(follow, event);
    if (strcmp(event->kind, "score") == 0) take_score(follow, event);
    if (strcmp(event->kind, "end") == 0) take_end(follow, event);
    if (strcmp(event->kind, "open") == 0) {
        follow->opened_at = follow->play_count - 1;
        follow->opened = card_list(follow, event, "cards");
    }
    if (strcmp(event->kind, "rest") == 0) {
        follow->rest_seat = number(event, "seat");
        follow->rest = card_list(follow, event, "cards");
    }
    if (strcmp(event->kind, "shuffle") == 0 && follow->variant == ORACLE_ROBOTS) {
        /* The one shuffle of nine cards is the robot's pile. */
        OracleCards cards = card_list(follow, event, "cards");
        if (cards.count == 9) follow->deal.robot_pile = cards;
    }
}

/* While cards are laid: any of the ten, by whoever has not laid yet, the robot never. */
static void laying_decision(Follow *follow, SeatSet actors, int actor, const Move *moves, int count) {
    SeatSet expected = 0;
    for (int seat = 0; seat < 4; seat++)
        if (!follow->laid[seat]) expected |= SEAT_BIT(seat);
    agree(follow, actors == expected, "actors %x lay cards, not %x", actors, expected);
    const OracleCards *hand = &follow->deal.hands[0][actor];
    agree(follow, count == hand->count, "%d cards may be laid, not %d", count, hand->count);
    for (int i = 0; i < hand->count; i++) {
        Move lay = primiera_move(PRIMIERA_MOVE_LAY, (int)card_number(hand->cards[i]), 0);
        int found = 0;
        for (int k = 0; k < count; k++) found += moves[k] == lay;
        agree(follow, found == 1, "%d%c may not be laid", hand->cards[i].rank, hand->cards[i].suit);
    }
}

void follow_decision(Follow *follow, SeatSet actors, int actor, const Move *moves, int count) {
    if (follow->row.count == 0) {
        laying_decision(follow, actors, actor, moves, count);
        return;
    }
    int step = follow->play_count, from = step ? follow->legal_from[step] : 0;
    if (!agree(follow, step < ORACLE_PLAYS && from + count <= FOLLOW_MOVES_MAX, "more moves than can be kept")) return;
    follow->actors[step] = actors;
    memcpy(follow->legal + from, moves, (size_t)count * sizeof *moves);
    follow->legal_from[step] = from;
    follow->legal_from[step + 1] = from + count;
}
