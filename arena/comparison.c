/* Comparison: see comparison.h. */
#include "arena/comparison.h"

#include "games/games.h"
#include "games/primiera.h"
#include "games/primo.h"

/* What a forfeited game costs, by the game: about the most that one can lose in a unit of it. */
enum { FORFEIT_PRIMIERA = 10, FORFEIT_ROYALFLUSH = 100, FORFEIT_PRIMERO = 100, FORFEIT_PRIMO = 4 };

static bool partners(const Game *game, int variant) {
    return (game == &primiera && variant == CLASSIC) || (game == &primo && variant == PRIMO_TEAMS);
}

static int forfeit_points(const Game *game) {
    if (game == &primiera) return FORFEIT_PRIMIERA;
    if (game == &royalflush) return FORFEIT_ROYALFLUSH;
    return game == &primero ? FORFEIT_PRIMERO : FORFEIT_PRIMO;
}

Unit comparison_usual_unit(const Game *game) { return game == &primiera || game == &primero ? UNIT_ROUND : UNIT_MATCH; }

Measure comparison_usual_measure(const Game *game, int variant, Unit unit) {
    return unit == UNIT_ROUND || game->variants[variant].people_max == 1 ? MEASURE_POINTS : MEASURE_WINS;
}

Comparison comparison_of(const Game *game, int variant, int people, Against against, Unit unit, Measure measure) {
    Comparison comparison = {
        .people = people, .alone = people == 1, .unit = unit, .measure = measure, .forfeit_points = forfeit_points(game)};
    if (comparison.alone) {
        comparison.seatings[comparison.seating_count++] = SEAT_BIT(0);
        comparison.seatings[comparison.seating_count++] = 0;
        return comparison;
    }
    if (partners(game, variant)) {
        comparison.seatings[comparison.seating_count++] = SEAT_BIT(0) | SEAT_BIT(2);
        comparison.seatings[comparison.seating_count++] = SEAT_BIT(1) | SEAT_BIT(3);
        return comparison;
    }
    int taken = against == AGAINST_ONE ? 1 : against == AGAINST_HALF ? people / 2 : people - 1;
    for (unsigned seats = 1; seats < 1u << people; seats++)
        if (__builtin_popcount(seats) == taken) comparison.seatings[comparison.seating_count++] = (SeatSet)seats;
    return comparison;
}

static int count_of(SeatSet seats) { return __builtin_popcount(seats); }

/* What an equal player's seats would win, in sixtieths. */
static int even_share(const Comparison *comparison, SeatSet seating) {
    return comparison->alone ? 0 : VALUE_ONE * count_of(seating) / comparison->people;
}

static int win_share(const Comparison *comparison, SeatSet seating, const Played *played) {
    SeatSet winners = played->winners & (SeatSet)((1u << comparison->people) - 1);
    if (played->forfeited[0] != played->forfeited[1]) return played->forfeited[1] ? VALUE_ONE : 0;
    /* Both have forfeited, or a robot alone has won: that is nobody's gain. */
    if (played->forfeited[0] || !winners) return even_share(comparison, seating);
    return VALUE_ONE * count_of(winners & seating) / count_of(winners);
}

/* Alone, the game of b counts against a. */
static int value_alone(const Comparison *comparison, SeatSet seating, const Played *played) {
    int side = seating ? 0 : 1;
    int gained = comparison->measure == MEASURE_WINS ? played->winners & SEAT_BIT(0) : played->points[0];
    if (played->forfeited[side]) gained = comparison->measure == MEASURE_WINS ? 0 : -comparison->forfeit_points;
    return VALUE_ONE * (side == 0 ? gained : -gained);
}

int comparison_value(const Comparison *comparison, SeatSet seating, const Played *played) {
    if (comparison->alone) return value_alone(comparison, seating, played);
    if (comparison->measure == MEASURE_WINS) return win_share(comparison, seating, played) - even_share(comparison, seating);
    if (played->forfeited[0] || played->forfeited[1])
        return VALUE_ONE * comparison->forfeit_points * ((int)played->forfeited[1] - (int)played->forfeited[0]);
    int sums[2] = {0}, count = count_of(seating);
    for (int seat = 0; seat < comparison->people; seat++) sums[seating & SEAT_BIT(seat) ? 0 : 1] += played->points[seat];
    return VALUE_ONE / count * sums[0] - VALUE_ONE / (comparison->people - count) * sums[1];
}

Outcome comparison_outcome(const Comparison *comparison, SeatSet seating, int value) {
    if (comparison->measure == MEASURE_WINS && !comparison->alone) {
        int share = value + even_share(comparison, seating);
        return share == VALUE_ONE ? OUTCOME_WIN : share == 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
    }
    return value > 0 ? OUTCOME_WIN : value < 0 ? OUTCOME_LOSS : OUTCOME_DRAW;
}

double comparison_deal(const Comparison *comparison, const int *values, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) sum += values[i];
    return (double)sum / (VALUE_ONE * (comparison->alone ? 1 : count));
}
