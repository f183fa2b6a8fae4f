/* `araldo learn`: a guided first game in the terminal. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/embedded.h"
#include "program/person.h"
#include "teach/lesson.h"
#include "term/face.h"

enum { LISTED_MAX = 60, TYPED_MAX = 128, PREFIX_BYTES = sizeof "lessons/" - 1 };

typedef struct Course {
    Lesson lesson;
    const Face *face;
    Screen screen;
    Move *moves;
} Course;

static bool is_lesson(const EmbeddedFile *file) { return strncmp(file->path, "lessons/", PREFIX_BYTES) == 0; }

static Span words_of(const LessonText *text, Language language) { return text->words[language]; }

static int list(Course *course, Language language) {
    for (const EmbeddedFile *file = embedded_files; file->path; file++) {
        Error error;
        if (!is_lesson(file)) continue;
        if (!lesson_read(&course->lesson, (Span){file->bytes, file->length}, &error))
            return complain("learn", "%s: %s", file->path, error.text);
        char name[TYPED_MAX];
        Text text = text_init(name, sizeof name);
        text_format(&text, "%s:%s", course->lesson.game->name, course->lesson.game->variants[course->lesson.variant].name);
        printf("%-18s %.*s\n", name, SPAN_ARGS(words_of(&course->lesson.title, language)));
    }
    return STATUS_GOOD;
}

/* The lesson of a game and variant; without a variant, of the first one that has a lesson. */
static bool find(Course *course, Span name, Error *error) {
    int variant;
    const Game *game = game_find_variant(name, &variant, error);
    if (!game) return false;
    bool any = !memchr(name.at, ':', name.length);
    for (int pass = 0; pass < (any ? 2 : 1); pass++)
        for (const EmbeddedFile *file = embedded_files; file->path; file++) {
            if (!is_lesson(file)) continue;
            if (!lesson_read(&course->lesson, (Span){file->bytes, file->length}, error)) return false;
            if (course->lesson.game == game && (pass || course->lesson.variant == variant)) return true;
        }
    return error_say(error, "there is no lesson for {name}; araldo learn lists the lessons",
                     WITH("name", span_quote(name).text));
}

static void say(Span words) { printf("%.*s\n", SPAN_ARGS(words)); }

static int show(Course *course, const LessonStep *step, const View *view) {
    const Game *game = course->lesson.game;
    int count = game->legal(view_state(view), step->seat, course->moves);
    course->face->draw(game, &course->screen, view);
    putchar('\n');
    say(words_of(&step->say, course->screen.language));
    for (int i = 0; i < count && count <= LISTED_MAX; i++) {
        Choice choice = {.move = course->moves[i]};
        course->face->choice(game, &course->screen, view, step->seat, &choice);
        printf("%3d  %s%s%s\n", i + 1, choice.label, *choice.outcome ? ", " : "", choice.outcome);
    }
    return count;
}

static bool read_answer(const Course *course, const LessonStep *step, const View *view, int count, const char *typed,
                        Move *move) {
    const Game *game = course->lesson.game;
    int64_t number;
    if (count <= LISTED_MAX && span_number(span_of(typed), 1, count, &number)) {
        *move = course->moves[number - 1];
        return true;
    }
    return game->parse_move(view_state(view), step->seat, span_of(typed), move, NULL) &&
           game->is_legal(view_state(view), step->seat, *move);
}

/* One step; false if the learner leaves. */
static bool teach(Course *course, const LessonStep *step) {
    Language language = course->screen.language;
    StateRoom view;
    char typed[TYPED_MAX];
    Move move;
    course->lesson.game->view(STATE_IN(step->state), step->seat, VIEW_IN(view));
    int count = show(course, step, VIEW_IN(view));
    for (;;) {
        printf("%s", message(language, "Your move (q quits): "));
        fflush(stdout);
        if (!fgets(typed, sizeof typed, stdin)) return false;
        typed[strcspn(typed, "\r\n")] = '\0';
        if (strcasecmp(typed, "q") == 0) return false;
        if (!read_answer(course, step, VIEW_IN(view), count, typed, &move))
            puts(message(language, "That is not a legal move here."));
        else if (lesson_accepts(step, move)) break;
        else say(words_of(&step->wrong, language));
    }
    say(words_of(&step->right, language));
    putchar('\n');
    return true;
}

static int run(Course *course, Language language) {
    RecordHeader header = {.game = course->lesson.game};
    const LessonStep *steps = course->lesson.steps;
    course->face = face_of(header.game);
    course->moves = malloc((size_t)header.game->moves_max * sizeof *course->moves);
    if (!course->moves) return complain("learn", "there is not enough memory");
    say(words_of(&course->lesson.title, language));
    putchar('\n');
    bool stays = true;
    for (int i = 0; i < course->lesson.step_count && stays; i++) {
        header.game->describe(STATE_IN(steps[i].state), &header.setup);
        for (int seat = 0; seat < header.setup.people; seat++)
            strcpy(header.names[seat], seat == steps[i].seat ? "you" : "medium");
        screen_init(&course->screen, stdout, language, &header, steps[i].seat);
        stays = teach(course, &steps[i]);
    }
    if (stays) puts(message(language, "The lesson is over. Enjoy the game!"));
    free(course->moves);
    return STATUS_GOOD;
}

int command_learn(int argc, char **argv) {
    const char *name = NULL, *tag = NULL;
    Language language = person_language();
    Error error;
    const Argument table[] = {{ARGUMENT_WORDS, "--lang", &tag, 0, 0}, {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "learn", .table = table, .words = &name, .words_max = 1};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (tag && !person_language_option("learn", tag, &language)) return STATUS_BAD;
    Course *course = calloc(1, sizeof *course);
    if (!course) return complain("learn", "there is not enough memory");
    int status;
    if (!arguments.word_count) status = list(course, language);
    else if (!find(course, span_of(name), &error)) status = complain_error("learn", language, &error);
    else status = run(course, language);
    free(course);
    return status;
}
