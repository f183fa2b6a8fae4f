/* Writes a lesson step by step, with every right answer played out. */
#include <stdlib.h>
#include <string.h>

#include "teach/page/page.h"

static void write_words(Sheet *sheet, const char *key, const LessonText *text, Language language) {
    char words[LESSON_TEXT_MAX + 1] = "";
    span_copy(text->words[language], words, sizeof words);
    json_text(&sheet->json, key, words);
}

/* One move: its events as the learner hears them, and the table after it. */
static void write_entry(Sheet *sheet, State *state, int actor, Move move) {
    json_open_object(&sheet->json, NULL);
    json_number(&sheet->json, "seat", actor);
    json_open_list(&sheet->json, "events");
    lesson_play(sheet->game, state, actor, move, &sheet->sink);
    json_close(&sheet->json);
    sheet_state(sheet, state);
    json_close(&sheet->json);
}

/* What an answer leads to. What others play follows the first answer; after another it goes as far as it can. */
static void write_answer(Sheet *sheet, const LessonStep *step, Move answer) {
    StateRoom state = step->state;
    json_open_object(&sheet->json, NULL);
    sheet_move(sheet, "move", STATE_IN(state), step->seat, answer);
    json_open_list(&sheet->json, "entries");
    write_entry(sheet, STATE_IN(state), step->seat, answer);
    for (int i = 0; i < step->then_count; i++) {
        int actor = step->then_actors[i];
        if (!sheet->game->is_legal(STATE_IN(state), actor, step->then_moves[i])) break;
        write_entry(sheet, STATE_IN(state), actor, step->then_moves[i]);
    }
    json_close(&sheet->json);
    json_close(&sheet->json);
}

static void write_answers(Sheet *sheet, const LessonStep *step) {
    int count = step->answer_count;
    const Move *answers = step->answers;
    Move *all = NULL;
    if (!count && (all = malloc((size_t)sheet->game->moves_max * sizeof *all))) {
        count = sheet->game->legal(STATE_IN(step->state), step->seat, all);
        answers = all;
    }
    json_open_list(&sheet->json, "answers");
    for (int i = 0; i < count; i++) write_answer(sheet, step, answers[i]);
    json_close(&sheet->json);
    free(all);
}

static void write_step(Sheet *sheet, const LessonStep *step, Language language) {
    Setup setup;
    sheet->seat = step->seat;
    sheet->game->describe(STATE_IN(step->state), &setup);
    json_open_object(&sheet->json, NULL);
    json_number(&sheet->json, "seat", step->seat);
    json_number(&sheet->json, "people", setup.people);
    json_number(&sheet->json, "seats", sheet->game->seats(STATE_IN(step->state)));
    json_bool(&sheet->json, "begins", step->begins);
    write_words(sheet, "say", &step->say, language);
    write_words(sheet, "wrong", &step->wrong, language);
    write_words(sheet, "right", &step->right, language);
    sheet_state(sheet, STATE_IN(step->state));
    write_answers(sheet, step);
    json_close(&sheet->json);
    sheet_flush(sheet);
}

static void write_lesson(Sheet *sheet, const Lesson *lesson, Language language) {
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "game", lesson->game->name);
    json_text(&sheet->json, "variant", lesson->game->variants[lesson->variant].name);
    write_words(sheet, "title", &lesson->title, language);
    json_open_list(&sheet->json, "steps");
    for (int i = 0; i < lesson->step_count; i++) write_step(sheet, &lesson->steps[i], language);
    json_close(&sheet->json);
    json_close(&sheet->json);
    sheet_flush(sheet);
}

bool page_lesson(Span text, Language language, Out out, Error *error) {
    Lesson *lesson = malloc(sizeof *lesson);
    Sheet *sheet = sheet_open(out, error);
    bool good = sheet && (lesson || error_set(error, "there is not enough memory")) && lesson_read(lesson, text, error) &&
                sheet_about(sheet, lesson->game, error);
    if (good) write_lesson(sheet, lesson, language);
    sheet_free(sheet);
    free(lesson);
    return good;
}
