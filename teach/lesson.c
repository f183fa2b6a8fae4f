/* Reads lessons line by line, and plays each through while it reads. */
#include "teach/lesson.h"

#include <string.h>

#include "games/games.h"

typedef struct Reading {
    Lesson *lesson;
    LessonStep *step; /* the one being read, or NULL */
    LessonText *text; /* the block being read, or NULL */
    StateRoom state;  /* where the lesson stands */
    bool has_state;
    bool answered; /* the step's answers are read */
    int seat;
    Error *error;
} Reading;

bool lesson_accepts(const LessonStep *step, Move move) {
    for (int i = 0; i < step->answer_count; i++)
        if (step->answers[i] == move) return true;
    return step->answer_count == 0;
}

static bool is_whole(const LessonText *text) {
    for (int i = 0; i < LANGUAGES; i++)
        if (!text->words[i].length) return false;
    return true;
}

void lesson_play(const Game *game, State *state, int actor, Move move, EventSink *sink) {
    ChanceKey key = {{0}};
    Chance chance = chance_table(&key);
    game->apply(state, actor, move, &chance, sink);
}

static void play(Reading *reading, int actor, Move move) {
    lesson_play(reading->lesson->game, STATE_IN(reading->state), actor, move, NULL);
}

static bool finish_step(Reading *reading) {
    const LessonStep *step = reading->step;
    if (!step) return true;
    if (!reading->answered) return error_set(reading->error, "the step before it says nothing about what may be played");
    if (!is_whole(&step->say) || !is_whole(&step->right) || (step->answer_count && !is_whole(&step->wrong)))
        return error_set(reading->error, "the step before it lacks a text, or a language of one");
    return true;
}

static bool read_lesson(Reading *reading, Span rest) {
    if (reading->lesson->game) return error_set(reading->error, "a file holds one lesson");
    reading->lesson->game = game_find_variant(rest, &reading->lesson->variant, reading->error);
    return reading->lesson->game != NULL;
}

static bool read_step(Reading *reading) {
    Lesson *lesson = reading->lesson;
    if (!lesson->game || !is_whole(&lesson->title))
        return error_set(reading->error, "a lesson begins with its game and a title");
    if (!finish_step(reading)) return false;
    if (lesson->step_count == LESSON_STEPS_MAX)
        return error_set(reading->error, "a lesson has at most %d steps", LESSON_STEPS_MAX);
    reading->step = &lesson->steps[lesson->step_count++];
    *reading->step = (LessonStep){0};
    reading->answered = false;
    return true;
}

static bool read_position(Reading *reading, Span rest) {
    const Game *game = reading->lesson->game;
    if (reading->answered) return error_set(reading->error, "a step's position comes before what may be played");
    if (game_of_position(rest, reading->error) != game)
        return error_set(reading->error, "the position is not of the lesson's game");
    if (!game->parse(STATE_IN(reading->state), rest, reading->error)) return false;
    if (game->viewer(STATE_IN(reading->state)) != VIEWER_WHOLE)
        return error_set(reading->error, "a lesson needs the whole table, not what one seat sees");
    reading->step->begins = true;
    return reading->has_state = true;
}

/* Takes where the lesson stands as the step's position, once it is asked for. */
static bool settle(Reading *reading) {
    const Game *game = reading->lesson->game;
    if (!reading->has_state) return error_set(reading->error, "there is no position yet");
    if (reading->seat < 0 || reading->seat >= game->seats(STATE_IN(reading->state)))
        return error_set(reading->error, "there is no such seat");
    if (!(game->actors(STATE_IN(reading->state)) & SEAT_BIT(reading->seat)))
        return error_set(reading->error, "seat %d is not to act here", reading->seat);
    reading->step->state = reading->state;
    reading->step->seat = reading->seat;
    return true;
}

static bool read_move(Reading *reading, int actor, Span word, Move *move) {
    const Game *game = reading->lesson->game;
    const State *state = STATE_IN(reading->state);
    if (!(game->actors(state) & SEAT_BIT(actor))) return error_set(reading->error, "seat %d is not to act here", actor);
    if (!game->parse_move(state, actor, word, move, reading->error)) return false;
    return game->is_legal(state, actor, *move) || error_set(reading->error, "'%.*s' is not legal here", SPAN_QUOTE(word));
}

static bool read_play(Reading *reading, Span rest) {
    LessonStep *step = reading->step;
    Span word;
    if (reading->answered) return error_set(reading->error, "a step has one line `play`");
    if (!settle(reading)) return false;
    reading->answered = true;
    if (span_is(rest, "any")) {
        reading->has_state = false; /* what follows depends on the move: the next step brings its position */
        return true;
    }
    while (span_split(&rest, ' ', &word)) {
        if (step->answer_count == LESSON_ANSWERS_MAX) return error_set(reading->error, "too many answers");
        if (!read_move(reading, step->seat, word, &step->answers[step->answer_count++])) return false;
    }
    if (!step->answer_count) return error_set(reading->error, "an answer is missing");
    play(reading, step->seat, step->answers[0]);
    return true;
}

static bool read_then(Reading *reading, Span rest) {
    LessonStep *step = reading->step;
    Span word;
    int64_t actor;
    Move move;
    if (!reading->answered || !reading->has_state)
        return error_set(reading->error, "`then` comes after answers that are named");
    if (step->then_count == LESSON_THEN_MAX) return error_set(reading->error, "too many moves");
    if (!span_split(&rest, ' ', &word) || !span_number(word, 0, SEATS_MAX - 1, &actor) || !rest.at)
        return error_set(reading->error, "a later move is a seat and a move");
    if (!read_move(reading, (int)actor, rest, &move)) return false;
    step->then_actors[step->then_count] = (uint8_t)actor;
    step->then_moves[step->then_count++] = move;
    play(reading, (int)actor, move);
    return true;
}

/* `en: words`, in the block that was opened last. */
static bool read_words(Reading *reading, Span line) {
    Language language;
    if (!reading->text || line.length < 5 || line.at[2] != ':' || line.at[3] != ' ' ||
        !language_of_tag((Span){line.at, 2}, &language))
        return error_set(reading->error, "unknown line '%.*s'", SPAN_QUOTE(line));
    if (reading->text->words[language].length) return error_set(reading->error, "a language is there twice");
    if (line.length - 4 > LESSON_TEXT_MAX) return error_set(reading->error, "a text has at most %d bytes", LESSON_TEXT_MAX);
    reading->text->words[language] = (Span){line.at + 4, line.length - 4};
    return true;
}

static bool begins(Span line, const char *word, Span *rest) {
    size_t length = strlen(word);
    if (line.length <= length || memcmp(line.at, word, length) != 0 || line.at[length] != ' ') return false;
    *rest = (Span){line.at + length + 1, line.length - length - 1};
    return true;
}

static bool read_line(Reading *reading, Span line) {
    Span rest;
    int64_t seat;
    LessonStep *step = reading->step;
    if (line.length == 0 || line.at[0] == '#') return true;
    if (begins(line, "lesson", &rest)) return read_lesson(reading, rest);
    if (span_is(line, "title")) return reading->text = &reading->lesson->title, true;
    if (span_is(line, "step")) return read_step(reading);
    if (step && span_is(line, "say")) return reading->text = &step->say, true;
    if (step && span_is(line, "wrong")) return reading->text = &step->wrong, true;
    if (step && span_is(line, "right")) return reading->text = &step->right, true;
    if (step && begins(line, "position", &rest)) return read_position(reading, rest);
    if (step && begins(line, "play", &rest)) return read_play(reading, rest);
    if (step && begins(line, "then", &rest)) return read_then(reading, rest);
    if (step && begins(line, "seat", &rest) && span_number(rest, 0, SEATS_MAX - 1, &seat))
        return reading->seat = (int)seat, true;
    return read_words(reading, line);
}

bool lesson_read(Lesson *lesson, Span text, Error *error) {
    Error fault = {""};
    Reading reading = {.lesson = lesson, .error = &fault};
    Span line;
    int number = 0;
    *lesson = (Lesson){0};
    for (Span rest = text; span_split(&rest, '\n', &line);) {
        number++;
        if (!read_line(&reading, line)) return error_set(error, "line %d: %.200s", number, fault.text);
    }
    if (!finish_step(&reading)) return error_set(error, "line %d: %.200s", number, fault.text);
    return lesson->step_count > 0 || error_set(error, "line %d: a lesson has steps", number);
}
