/* What every game shares: finding a variant, checking the number of players, and the checked way to play a move. */
#include "core/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int game_variant(const Game *game, Span name, Error *error) {
    if (name.length == 0) return 0;
    for (int i = 0; game->variants[i].name; i++)
        if (span_is(name, game->variants[i].name)) return i;
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (int i = 0; game->variants[i].name; i++) text_format(&list, "%s%s", i ? ", " : "", game->variants[i].name);
    error_set(error, "%s has no variant '%.*s'; choose from %s", game->name, (int)(name.length < 40 ? name.length : 40),
              name.at, known);
    return -1;
}

bool game_people_fit(const Game *game, int variant, int people, Error *error) {
    const Variant *wanted = &game->variants[variant];
    if (people >= wanted->people_min && people <= wanted->people_max) return true;
    if (wanted->people_min == wanted->people_max)
        return error_set(error, "%s:%s seats %d, not %d", game->name, wanted->name, wanted->people_min, people);
    return error_set(error, "%s:%s seats %d to %d, not %d", game->name, wanted->name, wanted->people_min, wanted->people_max,
                     people);
}

bool game_over(const Game *game, const State *state) { return game->actors(state) == 0; }

bool game_adopt(const Game *game, State *state, int revision, Error *error) {
    if (!game_knows_revision(game, revision))
        return error_set(error, "%s was played here by revision %d of the rules, which this program does not know", game->title,
                         revision);
    if (revision != game->revision) game->adopt(state, revision);
    return true;
}

bool game_play(const Game *game, State *state, int actor, Move move, Chance *chance, EventSink *sink, Error *error) {
    if (actor < 0 || actor >= game->seats(state)) return error_set(error, "there is no seat %d", actor);
    if (game_over(game, state)) return error_set(error, "the game is over");
    if (!(game->actors(state) & SEAT_BIT(actor))) return error_set(error, "it is not the turn of seat %d", actor);
    if (!game->is_legal(state, actor, move)) return error_set(error, "that move is not allowed");
    game->apply(state, actor, move, chance, sink);
#ifdef ARALDO_DEVELOPMENT
    const char *broken = game->check(state);
    if (broken) {
        fprintf(stderr, "%s: invariant broken: %s\n", game->name, broken);
        abort();
    }
#endif
    return true;
}
