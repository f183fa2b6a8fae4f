/* Fuzzes lessons: a file is refused with the number of its line, or can be taught from its first step to its last.
 * Every position holds its invariants, every answer and every later move is legal where it is played. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "teach/lesson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const Game *game, State *state, int actor, Move move) {
    if (!(game->actors(state) & SEAT_BIT(actor)) || !game->is_legal(state, actor, move)) abort();
    lesson_play(game, state, actor, move, NULL);
    if (game->check(state)) abort();
}

static void teach(const Game *game, const LessonStep *step) {
    StateRoom room = step->state;
    State *state = STATE_IN(room);
    if (game->check(state) || !(game->actors(state) & SEAT_BIT(step->seat))) abort();
    for (int i = 0; i < step->answer_count; i++)
        if (!lesson_accepts(step, step->answers[i]) || !game->is_legal(state, step->seat, step->answers[i])) abort();
    if (!step->answer_count && step->then_count) abort();
    if (step->answer_count) play(game, state, step->seat, step->answers[0]);
    for (int i = 0; i < step->then_count; i++) play(game, state, step->then_actors[i], step->then_moves[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Lesson lesson;
    Error error = {""};
    if (!lesson_read(&lesson, (Span){(const char *)data, size}, &error)) {
        if (!strstr(error.text, "line ") || strpbrk(error.text, "\r\n")) abort();
        return 0;
    }
    if (!lesson.game || lesson.step_count < 1 || lesson.step_count > LESSON_STEPS_MAX) abort();
    for (int i = 0; i < lesson.step_count; i++) teach(lesson.game, &lesson.steps[i]);
    return 0;
}
