/* What every game shares: finding a variant, checking the number of players, and the checked way to play a move. */
#include "core/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"

int game_variant(const Game *game, Span name, Error *error) {
    if (name.length == 0) return 0;
    for (int i = 0; game->variants[i].name; i++)
        if (span_is(name, game->variants[i].name)) return i;
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (int i = 0; game->variants[i].name; i++) text_format(&list, "%s%s", i ? ", " : "", game->variants[i].name);
    error_say(error, "{game} has no variant '{name}'; choose from {known}", WITH("game", game->name),
              WITH("name", span_quote(name).text), WITH("known", known));
    return -1;
}

bool game_people_fit(const Game *game, int variant, int people, Error *error) {
    const Variant *wanted = &game->variants[variant];
    char name[ERROR_TEXT_MAX];
    Text text = text_init(name, sizeof name);
    if (people >= wanted->people_min && people <= wanted->people_max) return true;
    text_format(&text, "%s:%s", game->name, wanted->name);
    if (wanted->people_min == wanted->people_max)
        return error_say(error, "wrong number of players for {variant}: it takes {n}, not {people}", WITH("variant", name),
                         WITH("n", wanted->people_min), WITH("people", people));
    return error_say(error, "wrong number of players for {variant}: it takes {min} to {max}, not {people}",
                     WITH("variant", name), WITH("min", wanted->people_min), WITH("max", wanted->people_max),
                     WITH("people", people));
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
