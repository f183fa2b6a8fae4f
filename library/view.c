/* Views: what one seat may know of a state, and full states that fit it. */
#include <stdlib.h>

#include "library/inside.h"

araldo_view *araldo_view_new(void) { return calloc(1, sizeof(araldo_view)); }

void araldo_view_free(araldo_view *view) { free(view); }

const araldo_state *araldo_view_state(const araldo_view *view) { return &view->seen; }

bool araldo_view_look(araldo_view *view, const araldo_state *state, int seat, araldo_error *error) {
    const Game *game = state->game;
    if (!game) return error_set(error_of(error), "the state is empty: set it up or parse a position first");
    int viewer = game->viewer(state_of(state));
    if (seat != ARALDO_ONLOOKER && (seat < 0 || seat >= game->seats(state_of(state))))
        return error_set(error_of(error), "there is no seat %d", seat);
    if (viewer != VIEWER_WHOLE && viewer != seat)
        return error_set(error_of(error), "this position is a view, and not that of seat %d", seat);
    if (viewer == seat) {
        araldo_state_copy(&view->seen, state);
        return true;
    }
    game->view(state_of(state), seat, VIEW_IN(view->seen.room));
    view->seen.game = game;
    return true;
}

bool araldo_state_determinize(araldo_state *state, const araldo_view *view, araldo_chance *chance, araldo_error *error) {
    const Game *game = view->seen.game;
    if (!game) return error_set(error_of(error), "the view is empty: look at a state first");
    game->determinize(view_of(view), &chance->chance, STATE_IN(state->room));
    state->game = game;
    return true;
}
