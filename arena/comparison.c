/* Seats two bots in every way at the same deal, and turns each game into a value for one of them. */
#include "arena/comparison.h"

#include "core/bits.h"

Unit comparison_usual_unit(const Game *game) { return game->compares_rounds ? UNIT_ROUND : UNIT_MATCH; }

Measure comparison_usual_measure(const Game *game, int variant, Unit unit) {
    return unit == UNIT_ROUND || game->variants[variant].people_max == 1 ? MEASURE_POINTS : MEASURE_WINS;
}

static int count_of(unsigned set) { return bits_count(set); }

/* The seats of a set of sides. */
static SeatSet seats_of(const Comparison *comparison, unsigned sides) {
    SeatSet seats = 0;
    for (int seat = 0; seat < comparison->people; seat++)
        if (sides >> seat % comparison->sides & 1) seats |= SEAT_BIT(seat);
    return seats;
}

/* The sides that have a seat in the set; a robot, who is of no side, does not count. */
static unsigned sides_of(const Comparison *comparison, SeatSet seats) {
    unsigned sides = 0;
    for (int seat = 0; seat < comparison->people; seat++)
        if (seats & SEAT_BIT(seat)) sides |= 1u << seat % comparison->sides;
    return sides;
}

Comparison comparison_of(const Game *game, int variant, int people, Against against, Unit unit, Measure measure) {
    Comparison comparison = {.people = people,
                             .sides = game_sides(game, variant, people),
                             .alone = people == 1,
                             .unit = unit,
                             .measure = measure,
                             .forfeit_points = game->forfeit};
    if (comparison.alone) {
        comparison.seatings[comparison.seating_count++] = SEAT_BIT(0);
        comparison.seatings[comparison.seating_count++] = 0;
        return comparison;
    }
    int taken = against == AGAINST_ONE ? 1 : against == AGAINST_HALF ? comparison.sides / 2 : comparison.sides - 1;
    for (unsigned sides = 1; sides < 1u << comparison.sides; sides++)
        if (count_of(sides) == taken) comparison.seatings[comparison.seating_count++] = seats_of(&comparison, sides);
    return comparison;
}

bool comparison_mutual(const Comparison *comparison) {
    return comparison->alone || 2 * count_of(sides_of(comparison, comparison->seatings[0])) == comparison->sides;
}

/* What an equal player's sides would win, in sixtieths. */
static int even_share(const Comparison *comparison, SeatSet seating) {
    return comparison->alone ? 0 : VALUE_ONE * count_of(sides_of(comparison, seating)) / comparison->sides;
}

static int win_share(const Comparison *comparison, SeatSet seating, const Played *played) {
    unsigned winners = sides_of(comparison, played->winners);
    if (played->forfeited[0] != played->forfeited[1]) return played->forfeited[1] ? VALUE_ONE : 0;
    /* Both have forfeited, or a robot alone has won: that is nobody's gain. */
    if (played->forfeited[0] || !winners) return even_share(comparison, seating);
    return VALUE_ONE * count_of(winners & sides_of(comparison, seating)) / count_of(winners);
}

/* Alone, the game of b counts against a. */
static int value_alone(const Comparison *comparison, SeatSet seating, const Played *played) {
    int side = seating ? 0 : 1;
    int gained = comparison->measure == MEASURE_WINS ? played->winners & SEAT_BIT(0) : played->points[0];
    if (played->forfeited[side]) gained = comparison->measure == MEASURE_WINS ? 0 : -comparison->forfeit_points;
    return VALUE_ONE * (side == 0 ? gained : -gained);
}

/* The points of a bot's sides, in sixtieths: their mean, and of each side the mean of its seats. */
static int mean_points(const Comparison *comparison, SeatSet seating, const Played *played) {
    unsigned sides = sides_of(comparison, seating);
    int sum = 0;
    for (int seat = 0; seat < comparison->people; seat++) {
        unsigned side = 1u << seat % comparison->sides;
        if (sides & side) sum += VALUE_ONE / (count_of(sides) * count_of(seats_of(comparison, side))) * played->points[seat];
    }
    return sum;
}

int comparison_value(const Comparison *comparison, SeatSet seating, const Played *played) {
    if (comparison->alone) return value_alone(comparison, seating, played);
    if (comparison->measure == MEASURE_WINS) return win_share(comparison, seating, played) - even_share(comparison, seating);
    if (played->forfeited[0] || played->forfeited[1])
        return VALUE_ONE * comparison->forfeit_points * ((int)played->forfeited[1] - (int)played->forfeited[0]);
    return mean_points(comparison, seating, played) - mean_points(comparison, (SeatSet)~seating, played);
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
