/* Fuzzes lines of puzzles: a line is refused in one line, or prints as a line that parses to the same puzzle.
 * What is asked and why can be said of it, whatever it claims. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "teach/puzzle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(const Puzzle *puzzle) {
    static Puzzle again;
    char words[PUZZLE_LINE_MAX];
    Text text = text_init(words, sizeof words);
    Error error = {""};
    Reason question, reason;
    const State *view = view_state(VIEW_IN(puzzle->view));
    if (!puzzle->game || puzzle->game->check(view) || puzzle->actor != puzzle->game->viewer(view)) abort();
    if (!puzzle->game->is_legal(view, puzzle->actor, puzzle->proof.best)) abort();
    puzzle_print(puzzle, &text);
    if (text.overflow || !puzzle_parse(&again, (Span){words, text.length}, &error)) abort();
    if (again.game != puzzle->game || again.actor != puzzle->actor || again.goal != puzzle->goal) abort();
    if (again.rating != puzzle->rating || again.proof.best != puzzle->proof.best || again.proof.theme != puzzle->proof.theme)
        abort();
    if (memcmp(again.view.bytes, puzzle->view.bytes, puzzle->game->state_bytes) != 0) abort();
    puzzle_question(puzzle, &question);
    puzzle_reason(puzzle, &reason);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Puzzle puzzle;
    Error error = {""};
    puzzle_day((Span){(const char *)data, size});
    if (puzzle_parse(&puzzle, (Span){(const char *)data, size}, &error)) use(&puzzle);
    else if (!error.text[0] || strpbrk(error.text, "\r\n")) abort();
    return 0;
}
