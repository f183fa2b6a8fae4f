/* Tells a puzzle: what is seen and asked, the answer, and why. */
#include "core/shown.h"
#include "teach/page/page.h"
#include "teach/puzzle.h"

static void write_reason(Sheet *sheet, const char *key, const Reason *reason) {
    json_open_list(&sheet->json, key);
    reason_json(reason, &sheet->json);
    json_close(&sheet->json);
}

static void write_puzzle(Sheet *sheet, const Puzzle *puzzle) {
    const State *state = STATE_IN(puzzle->view);
    Setup setup;
    Reason question, reason;
    puzzle->game->describe(state, &setup);
    puzzle_question(puzzle, &question);
    puzzle_reason(puzzle, &reason);
    sheet->seat = puzzle->actor;
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "game", puzzle->game->name);
    json_text(&sheet->json, "variant", puzzle->game->variants[setup.variant].name);
    json_number(&sheet->json, "seat", puzzle->actor);
    json_number(&sheet->json, "people", setup.people);
    json_number(&sheet->json, "seats", puzzle->game->seats(state));
    json_number(&sheet->json, "rating", puzzle->rating);
    sheet_move(sheet, "best", state, puzzle->actor, puzzle->proof.best);
    write_reason(sheet, "question", &question);
    write_reason(sheet, "reason", &reason);
    sheet_state(sheet, state);
    json_close(&sheet->json);
    sheet_flush(sheet);
}

/* What the line claims is proved again: the values of the moves are part of the reason. */
static bool prove(Puzzle *puzzle, Error *error) {
    Prover *prover = prover_open();
    Proof proof;
    if (!prover) return error_set(error, "there is not enough memory");
    bool good = puzzle_prove(prover, puzzle->game, VIEW_IN(puzzle->view), puzzle->actor, puzzle->goal, &proof) &&
                proof.best == puzzle->proof.best;
    prover_free(prover);
    if (!good) return error_set(error, "the puzzle cannot be proved");
    puzzle->proof = proof;
    return true;
}

bool page_puzzle(Span line, Out out, Error *error) {
    Puzzle puzzle;
    if (!puzzle_parse(&puzzle, line, error) || !prove(&puzzle, error)) return false;
    Sheet *sheet = sheet_open(out, error);
    bool good = sheet && sheet_about(sheet, puzzle.game, error);
    if (good) write_puzzle(sheet, &puzzle);
    sheet_free(sheet);
    return good;
}

bool page_puzzle_of_day(Span day, int64_t count, Out out, Error *error) {
    int64_t number = puzzle_day(day);
    if (number < 0) return error_set(error, "a day is written like 2026-11-18");
    Sheet *sheet = sheet_open(out, error);
    if (!sheet) return false;
    json_open_object(&sheet->json, NULL);
    json_number(&sheet->json, "number", count > 0 ? number % count : 0);
    json_close(&sheet->json);
    sheet_flush(sheet);
    sheet_free(sheet);
    return true;
}
