/* Writes documents about one game for one seat, and hands them over in pieces. */
#include <stdlib.h>

#include "core/shown.h"
#include "teach/page/page.h"

static void take_event(void *context, const Event *event) {
    Sheet *sheet = context;
    event_json(sheet->game, event, sheet->seat, &sheet->json);
    sheet_flush(sheet);
}

Sheet *sheet_open(Out out, Error *error) {
    Sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    sheet->out = out;
    sheet->text = text_init(sheet->bytes, sizeof sheet->bytes);
    sheet->json = json_to(&sheet->text);
    sheet->sink.take = take_event;
    sheet->sink.context = sheet;
    return sheet;
}

void sheet_free(Sheet *sheet) {
    if (!sheet) return;
    free(sheet->moves);
    free(sheet);
}

bool sheet_about(Sheet *sheet, const Game *game, Error *error) {
    free(sheet->moves);
    sheet->game = game;
    sheet->moves = malloc((size_t)game->moves_max * sizeof *sheet->moves);
    return sheet->moves || error_set(error, "there is not enough memory");
}

void sheet_flush(Sheet *sheet) {
    sheet->out.write(sheet->out.context, sheet->bytes, sheet->text.length);
    sheet->text = text_init(sheet->bytes, sizeof sheet->bytes);
}

void sheet_state(Sheet *sheet, const State *state) {
    shown_view(sheet->game, state, sheet->seat, &sheet->json);
    shown_play(sheet->game, state, sheet->seat, sheet->game->actors(state), sheet->moves, &sheet->json);
    shown_glance(sheet->game, state, sheet->seat, &sheet->json);
    sheet_flush(sheet);
}

void sheet_move(Sheet *sheet, const char *key, const State *state, int actor, Move move) {
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    sheet->game->print_move(state, actor, move, &text);
    json_text(&sheet->json, key, words);
}
