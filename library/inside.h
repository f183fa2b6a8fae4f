/* What the files of the library share: the structs behind the opaque types of include/araldo.h.
 *
 * The public functions check their input; the internal ones below them may rely on it. */
#ifndef ARALDO_LIBRARY_INSIDE_H
#define ARALDO_LIBRARY_INSIDE_H

#include <string.h>

#include "bots/bot.h"
#include "core/game.h"
#include "include/araldo.h"

/* A state, or a view that can be read like one. */
struct araldo_state {
    const Game *game; /* NULL while it is empty */
    StateRoom room;
};

struct araldo_view {
    araldo_state seen;
};

struct araldo_chance {
    Chance chance;
};

_Static_assert(sizeof(araldo_error) == sizeof(Error), "an araldo_error is an Error under a public name");
_Static_assert((int)ARALDO_WHOLE == VIEWER_WHOLE && (int)ARALDO_ONLOOKER == ONLOOKER && (int)ARALDO_SEATS_MAX == SEATS_MAX,
               "seats are numbered as inside");
_Static_assert((int)ARALDO_MOVE_TEXT >= MOVE_TEXT_MAX && (int)ARALDO_POSITION_TEXT >= STATE_TEXT_MAX &&
                   (int)ARALDO_EVENT_TEXT >= EVENT_JSON_MAX,
               "room for any text");
_Static_assert((int)ARALDO_EXPECTS_COINS == EXPECTS_COINS && (int)ARALDO_OPTION_SEATS == OPTION_SEATS,
               "public kinds are the internal ones under public names");

static inline Error *error_of(araldo_error *error) { return (Error *)(void *)error; }

static inline const State *state_of(const araldo_state *state) { return (const State *)(const void *)state->room.bytes; }

/* The struct araldo_bot is never defined: behind the pointer is a Bot. */
static inline Bot *bot_of(araldo_bot *bot) { return (Bot *)(void *)bot; }

/* Only for views that are not empty. */
static inline const View *view_of(const araldo_view *view) { return (const View *)(const void *)view->seen.room.bytes; }

/* Are all cards known? False for an empty state. */
static inline bool is_whole(const araldo_state *state) {
    return state->game && state->game->viewer(state_of(state)) == VIEWER_WHOLE;
}

/* Puts a state, or a view, of a game into its place. */
static inline void fill_state(araldo_state *to, const Game *game, const void *bytes) {
    to->game = game;
    memcpy(to->room.bytes, bytes, game->state_bytes);
}

/* Copies what was written into the caller's buffer, as far as it fits; the length of the whole. */
size_t text_give(const Text *text, char *buffer, size_t size);

/* Reads "GAME[:VARIANT] [people=N] [OPTION=VALUE ...]". Where the text does not say how many people, as few as the variant
 * allows; `people_named` says whether it did, and may be NULL. */
bool setup_read(const char *text, const Game **game, Setup *setup, bool *people_named, Error *error);

/* Chooses for the viewing seat, which may act; no thought is given to a seat that plays automatically. */
bool bot_choose_in_view(Bot *bot, const araldo_view *view, Chance *dice, araldo_move *move, araldo_expectation *expectation,
                        Error *error);

#endif
