/* Lessons: a guided first game, written as lines that a player can read and translate.
 *
 *     lesson primiera:heralds
 *     title
 *     en: The first game
 *     it: …
 *     step
 *     position primiera:heralds round=1 …      the whole table; without it, the step continues where the last ended
 *     seat 0                                   the learner's; stays the same until it is changed
 *     say
 *     en: A card takes a card of the same number. Take the eight.
 *     play 8D=8S 8D=8B                         what may be played, or `any`
 *     wrong
 *     en: That card takes nothing.             what is said to any other legal move
 *     right
 *     en: Both cards are yours.                what is said to a right one
 *     then 1 2B                                what the others play after it, one line a move
 *
 * Texts have one line for each language. Empty lines and lines that begin with # are ignored. docs/lessons.md says more. */
#ifndef ARALDO_TEACH_LESSON_H
#define ARALDO_TEACH_LESSON_H

#include "core/game.h"
#include "core/language.h"

enum { LESSON_STEPS_MAX = 12, LESSON_ANSWERS_MAX = 8, LESSON_THEN_MAX = 16, LESSON_TEXT_MAX = 600 };

/* Pieces of the file, which must outlive the lesson. */
typedef struct LessonText {
    Span words[LANGUAGES];
} LessonText;

typedef struct LessonStep {
    StateRoom state;
    bool begins; /* with a position of its own, which need not follow from the step before */
    int seat;
    LessonText say, wrong, right; /* `wrong` is empty where anything may be played */
    int answer_count;             /* 0: anything may be played */
    Move answers[LESSON_ANSWERS_MAX];
    int then_count;
    uint8_t then_actors[LESSON_THEN_MAX];
    Move then_moves[LESSON_THEN_MAX];
} LessonStep;

typedef struct Lesson {
    const Game *game;
    int variant;
    LessonText title;
    int step_count;
    LessonStep steps[LESSON_STEPS_MAX];
} Lesson;

/* Reads a lesson and plays it through on the way: every position, answer and later move must be possible. False with a line
 * that names the line of the file. */
bool lesson_read(Lesson *lesson, Span text, Error *error);
/* Plays a move in a lesson. Chance events always come out the same, so that the lesson is the same for everybody. */
void lesson_play(const Game *game, State *state, int actor, Move move, EventSink *sink);
/* Is the move one of those that the step asks for? */
bool lesson_accepts(const LessonStep *step, Move move);

#endif
