/* A game as one viewer may see it, as JSON: what the page draws a table from (web/protocol.d.ts's Play). */
#ifndef ARALDO_CORE_SHOWN_H
#define ARALDO_CORE_SHOWN_H

#include "core/game.h"
#include "core/json.h"

enum { LEGAL_SENT_MAX = 600 }; /* legal moves listed at once */

/* A set as a list of seats. */
void shown_seats(SeatSet set, const char *key, Json *json);
/* `view`: the position as the viewer knows it, the whole of it for VIEWER_WHOLE. */
void shown_view(const Game *game, const State *state, int viewer, Json *json);
/* `actors`, `points`, `legal`, `legal_more` and `winners`. The caller says whether anybody may act. `moves` has room for
 * moves_max. */
void shown_play(const Game *game, const State *state, int viewer, SeatSet actors, Move *moves, Json *json);
/* `glance`: what the viewer could work out, as an event of the game; null for a viewer who sees every card, because a glance is
 * about what one player can know. */
void shown_glance(const Game *game, const State *state, int viewer, Json *json);

#endif
