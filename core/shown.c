/* Writes positions, legal moves and points for a viewer. */
#include "core/shown.h"

void shown_seats(SeatSet set, const char *key, Json *json) {
    json_open_list(json, key);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (set & SEAT_BIT(seat)) json_number(json, NULL, seat);
    json_close(json);
}

static const State *seen_by(const Game *game, const State *state, int viewer, StateRoom *view) {
    if (viewer == VIEWER_WHOLE || game->viewer(state) == viewer) return state;
    game->view(state, viewer, VIEW_IN(*view));
    return view_state(VIEW_IN(*view));
}

void shown_view(const Game *game, const State *state, int viewer, Json *json) {
    char position[STATE_TEXT_MAX];
    StateRoom view;
    Text words = text_init(position, sizeof position);
    game->print(seen_by(game, state, viewer, &view), &words);
    json_text(json, "view", position);
}

static void write_legal(const Game *game, const State *seen, int viewer, Move *moves, Json *json) {
    int count = game->legal(seen, viewer, moves);
    json_open_list(json, "legal");
    for (int i = 0; i < count && i < LEGAL_SENT_MAX; i++) {
        char move[MOVE_TEXT_MAX];
        Text words = text_init(move, sizeof move);
        game->print_move(seen, viewer, moves[i], &words);
        json_text(json, NULL, move);
    }
    json_close(json);
    json_bool(json, "legal_more", count > LEGAL_SENT_MAX);
}

void shown_play(const Game *game, const State *state, int viewer, SeatSet actors, Move *moves, Json *json) {
    int points[SEATS_MAX] = {0};
    StateRoom view;
    const State *seen = seen_by(game, state, viewer, &view);
    shown_seats(actors, "actors", json);
    game->points(seen, points);
    json_numbers(json, "points", points, game->seats(seen));
    if (viewer != ONLOOKER && viewer != VIEWER_WHOLE && (actors & SEAT_BIT(viewer))) {
        write_legal(game, seen, viewer, moves, json);
    } else {
        json_none(json, "legal");
        json_bool(json, "legal_more", false);
    }
    shown_seats(game->winners(seen), "winners", json);
}

/* Where a glance goes. */
typedef struct Glance {
    const Game *game;
    int viewer;
    Json *json;
    bool told;
} Glance;

static void take_glance(void *context, const Event *event) {
    Glance *glance = context;
    char buffer[EVENT_JSON_MAX];
    Text text = text_init(buffer, sizeof buffer);
    event_write(glance->game, event, glance->viewer, &text);
    json_written(glance->json, "glance", buffer);
    glance->told = true;
}

void shown_glance(const Game *game, const State *state, int viewer, Json *json) {
    Glance glance = {game, viewer, json, false};
    EventSink sink = {.take = take_glance, .context = &glance};
    StateRoom view;
    if (game->glance && viewer != VIEWER_WHOLE)
        game->glance((const View *)(const void *)seen_by(game, state, viewer, &view), &sink);
    if (!glance.told) json_none(json, "glance");
}
