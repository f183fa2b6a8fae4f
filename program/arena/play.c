/* Plays one deal of the arena in all its seatings, game by game. */
#include <stdlib.h>
#include <string.h>

#include "program/arena/arena.h"
#include "program/interrupt.h"
#include "program/match.h"

struct ArenaTable {
    const ArenaPlan *plan;
    const atomic_bool *stop;
    Match match;
    Player players[SIDES][SEATS_MAX];
    EventSink sink;
    Side forfeiter; /* of the game; SIDES: nobody */
    Error reason;
    /* What the events of the game told. */
    int dealer;
    bool totals_told;
    int totals[SEATS_MAX];
};

SeatSet arena_seating(const ArenaPlan *plan, int64_t deal, int index) {
    const Comparison *comparison = &plan->comparison;
    return comparison->seatings[plan->one_seating ? deal % comparison->seating_count : index];
}

/* A round ends with the first event that tells totals; places are counted from the dealer, or from who begins. */
static void take(void *context, const Event *event) {
    ArenaTable *table = context;
    const Field *field = event_field(event, strcmp(event->kind, "begin") == 0 ? "seat" : "dealer");
    if (table->dealer < 0 && field && field->kind == FIELD_NUMBER) table->dealer = (int)field->number;
    const Field *totals = event_field(event, "totals");
    if (!totals || table->totals_told) return;
    table->totals_told = true;
    for (int seat = 0; seat < event_length(totals); seat++) table->totals[seat] = (int)event_element(totals, seat)->number;
}

/* One player takes all seats of its side; of outside programs each seat has its own. The reference never fails. */
static bool open_side(ArenaTable *table, Side side, const char *name, Error *error) {
    const ArenaPlan *plan = table->plan;
    Player *players = table->players[side];
    Guests guests = {.cheats = true, .programs = side != SIDE_REFERENCE, .patience = plan->patience};
    for (int seat = 0; seat < plan->setup.people; seat++) {
        if (seat > 0 && !player_is_outside(name)) players[seat] = players[0];
        else if (!player_open(&players[seat], plan->game, &plan->setup, name, guests, error)) return false;
    }
    return true;
}

static void close_side(Player *players) {
    for (int seat = SEATS_MAX - 1; seat > 0; seat--)
        if (players[seat].outside) player_close(&players[seat]);
    player_close(&players[0]);
}

ArenaTable *arena_table_open(const ArenaPlan *plan, const char *const names[2], const atomic_bool *stop, Error *error) {
    ArenaTable *table = calloc(1, sizeof *table);
    if (!table) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    table->plan = plan;
    table->stop = stop;
    table->match.header = (RecordHeader){.game = plan->game, .setup = plan->setup};
    table->match.moves = malloc((size_t)plan->game->moves_max * sizeof *table->match.moves);
    table->sink.take = take;
    table->sink.context = table;
    bool good = table->match.moves || error_set(error, "there is not enough memory");
    for (int side = 0; good && side < 2; side++) good = open_side(table, (Side)side, names[side], error);
    if (good && plan->reference) good = open_side(table, SIDE_REFERENCE, plan->reference, error);
    if (good) return table;
    arena_table_free(table);
    return NULL;
}

void arena_table_free(ArenaTable *table) {
    if (!table) return;
    for (int side = 0; side < SIDES; side++) close_side(table->players[side]);
    free(table->match.moves);
    free(table);
}

/* One move; what leaves no choice is played without asking. */
static void step(ArenaTable *table, const Side sides[SEATS_MAX], DealResult *result) {
    Match *match = &table->match;
    const Game *game = table->plan->game;
    int seat = match_player_to_act(match);
    int count = game->legal(match_state(match), seat, match->moves);
    Move move = match->moves[0];
    if (count > 1) {
        Side side = sides[seat];
        const Player *player = &match->players[seat];
        Chance dice = match_dice(&match->header.key, match->turn, seat);
        uint64_t before = player_nanoseconds(player);
        if (!player_choose(player, game, match_state(match), seat, &dice, &move, &table->reason)) {
            table->forfeiter = side;
            return;
        }
        if (side != SIDE_REFERENCE) {
            result->nanoseconds[side] += player_nanoseconds(player) - before;
            result->decisions[side]++;
        }
    }
    match_play(match, seat, move, &table->sink, NULL);
}

static SeatSet best_seats(const int *points, int people) {
    SeatSet best = 0;
    for (int seat = 0; seat < people; seat++) {
        bool most = true;
        for (int other = 0; other < people; other++) most = most && points[seat] >= points[other];
        if (most) best |= SEAT_BIT(seat);
    }
    return best;
}

/* A whole unit with these sides at the seats; false if it was stopped. */
static bool play_game(ArenaTable *table, const Side sides[SEATS_MAX], DealResult *result, Played *played) {
    Match *match = &table->match;
    const ArenaPlan *plan = table->plan;
    int people = plan->setup.people;
    for (int seat = 0; seat < people; seat++) match->players[seat] = table->players[sides[seat]][seat];
    table->dealer = -1;
    table->totals_told = false;
    table->forfeiter = SIDES;
    match_begin(match, &table->sink);
    while (table->forfeiter == SIDES && !match_over(match) && !(plan->comparison.unit == UNIT_ROUND && table->totals_told)) {
        if (atomic_load_explicit(table->stop, memory_order_relaxed)) return false;
        step(table, sides, result);
    }
    /* A program that was not waited for has forfeited nothing. */
    if (table->forfeiter != SIDES && interrupted(plan->patience.interrupt_fd)) return false;
    *played = (Played){.forfeited = {table->forfeiter == SIDE_A, table->forfeiter == SIDE_B}};
    if (plan->comparison.unit == UNIT_ROUND && table->totals_told) {
        memcpy(played->points, table->totals, sizeof played->points);
        played->winners = best_seats(played->points, people);
    } else {
        plan->game->points(match_state(match), played->points);
        played->winners = plan->game->winners(match_state(match));
    }
    return true;
}

/* The reference plays the deal once, with the same dice at every seat; whatever the seating, its value is the luck of these
 * seats. */
static bool play_reference(ArenaTable *table, int64_t deal, DealResult *result) {
    static const Side all[SEATS_MAX] = {SIDE_REFERENCE, SIDE_REFERENCE, SIDE_REFERENCE,
                                        SIDE_REFERENCE, SIDE_REFERENCE, SIDE_REFERENCE};
    Played played;
    if (!play_game(table, all, result, &played)) return false;
    for (int i = 0; i < result->games; i++)
        result->controls[i] = comparison_value(&table->plan->comparison, arena_seating(table->plan, deal, i), &played);
    return true;
}

bool arena_table_play(ArenaTable *table, int64_t deal, DealResult *result, Error reasons[2]) {
    const ArenaPlan *plan = table->plan;
    *result = (DealResult){.deal = deal, .games = plan->one_seating ? 1 : (uint8_t)plan->comparison.seating_count};
    table->match.header.key = chance_key_of_game(&plan->series, (uint64_t)deal);
    for (int i = 0; i < result->games; i++) {
        SeatSet seating = arena_seating(plan, deal, i);
        Side sides[SEATS_MAX];
        Played played;
        for (int seat = 0; seat < SEATS_MAX; seat++) sides[seat] = seating & SEAT_BIT(seat) ? SIDE_A : SIDE_B;
        if (!play_game(table, sides, result, &played)) return false;
        result->values[i] = comparison_value(&plan->comparison, seating, &played);
        if (table->forfeiter == SIDES) continue;
        result->forfeits[table->forfeiter]++;
        reasons[table->forfeiter] = table->reason;
    }
    if (plan->reference && !play_reference(table, deal, result)) return false;
    result->dealer = (int8_t)table->dealer;
    result->done = true;
    return true;
}
