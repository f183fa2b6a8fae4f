/* Plays every lesson through, in every language, and tests that faults in lessons are named with their line. */
#include <dirent.h>
#include <jansson.h>
#include <string.h>

#include "games/games.h"
#include "teach/lesson.h"
#include "teach/page/page.h"
#include "tests/support/tap.h"

enum { FILE_MAX = 1 << 16, NAME_MAX_BYTES = 300 };

static char bytes[FILE_MAX];
static Lesson lesson;

static Span read_file(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    assert_true(length < sizeof bytes - 1);
    return (Span){bytes, length};
}

/* Signs that belong to keyboards, not to printed text. */
static void check_words(const char *path, Span words, Language language) {
    char line[LESSON_TEXT_MAX + 1];
    assert_true(span_copy(words, line, sizeof line));
    if (strpbrk(line, "'\"") || strstr(line, "...")) fail_msg("%s: typography: %s", path, line);
    for (const char *at = line + 1; *at && strcmp(language_tag(language), "fr") == 0; at++)
        if (strchr(":;!?", *at) && at[-1] != '\xa0') fail_msg("%s: no no-break space: %s", path, line);
}

static void check_text(const char *path, const LessonText *text) {
    for (int i = 0; i < LANGUAGES; i++) {
        check_words(path, text->words[i], (Language)i);
        for (int j = 0; j < i; j++)
            if (text->words[i].length == text->words[j].length &&
                memcmp(text->words[i].at, text->words[j].at, text->words[i].length) == 0)
                fail_msg("%s: not translated: %.*s", path, SPAN_ARGS(text->words[i]));
    }
}

/* Every answer goes on to the next step's position, or the next step has its own; every other legal move is answered. */
static void play_through(const char *path) {
    Move moves[512];
    for (int i = 0; i < lesson.step_count; i++) {
        const LessonStep *step = &lesson.steps[i];
        const State *state = STATE_IN(step->state);
        assert_null(lesson.game->check(state));
        int count = lesson.game->legal(state, step->seat, moves), accepted = 0;
        assert_true(count > 0 && count <= 512);
        for (int j = 0; j < count; j++) accepted += lesson_accepts(step, moves[j]);
        assert_int_equal(accepted, step->answer_count ? step->answer_count : count);
        check_text(path, &step->say);
        check_text(path, &step->right);
        if (step->answer_count) check_text(path, &step->wrong);
        if (i == 0 || step->answer_count == 0) continue;
        assert_int_equal(step->seat, lesson.steps[0].seat);
    }
}

/* ---- for the page */

static void collect(void *context, const char *piece, size_t length) { fwrite(piece, 1, length, context); }

static bool holds(const json_t *list, const char *words) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), words) == 0) return true;
    return false;
}

/* Every answer is a legal move, and leads to the position of the next step. */
static void check_page_step(const json_t *step, const json_t *next) {
    const json_t *answers = json_object_get(step, "answers");
    assert_true(json_array_size(answers) > 0);
    for (size_t i = 0; i < json_array_size(answers); i++) {
        const json_t *answer = json_array_get(answers, i), *entries = json_object_get(answer, "entries");
        assert_true(holds(json_object_get(step, "legal"), json_string_value(json_object_get(answer, "move"))));
        assert_true(json_array_size(entries) > 0);
        if (i || !next || json_is_true(json_object_get(next, "begins"))) continue;
        const json_t *last = json_array_get(entries, json_array_size(entries) - 1);
        assert_string_equal(json_string_value(json_object_get(last, "view")), json_string_value(json_object_get(next, "view")));
    }
}

static void check_page(Span text) {
    for (int language = 0; language < LANGUAGES; language++) {
        char *written = NULL;
        size_t length = 0;
        Error error;
        FILE *file = open_memstream(&written, &length);
        assert_non_null(file);
        if (!page_lesson(text, (Language)language, (Out){file, collect}, &error)) fail_msg("%s", error.text);
        fclose(file);
        json_t *told = json_loadb(written, length, 0, NULL);
        const json_t *steps = json_object_get(told, "steps");
        assert_int_equal(json_array_size(steps), lesson.step_count);
        for (size_t i = 0; i < json_array_size(steps); i++)
            check_page_step(json_array_get(steps, i), json_array_get(steps, i + 1));
        json_decref(told);
        free(written);
    }
}

static void lessons_can_be_played(void **unused) {
    (void)unused;
    static const char *const wanted[] = {"primiera:heralds", "primiera:robot",  "royalflush:standard",
                                         "primero:english",  "primero:italian", "primo:duel",
                                         "primo:solo",       "primo:teams",     "primo:three"};
    unsigned found = 0;
    DIR *folder = opendir("lessons");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[NAME_MAX_BYTES], name[64];
        Error error;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "lessons/%s", entry->d_name);
        if (!lesson_read(&lesson, read_file(path), &error)) fail_msg("%s: %s", path, error.text);
        check_text(path, &lesson.title);
        play_through(path);
        check_page(span_of(bytes));
        assert_true(lesson.step_count >= 3);
        snprintf(name, sizeof name, "%s:%s", lesson.game->name, lesson.game->variants[lesson.variant].name);
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            if (strcmp(name, wanted[i]) == 0) found |= 1u << i;
    }
    closedir(folder);
    assert_int_equal(found, (1u << sizeof wanted / sizeof *wanted) - 1);
}

/* One change to a good lesson, and what is said about it. */
static void faults_are_named(void **unused) {
    (void)unused;
    static const struct {
        const char *from, *to, *error;
    } faults[] = {
        {"lesson primiera:heralds", "lesson whist", "unknown game"},
        {"title\n", "", "unknown line"},
        {"play 1D", "play 9D", ""},
        {"play 1D", "play", "unknown line 'play'"},
        {"then 1 2B", "then 2 2B", "seat 2 is not to act here"},
        {"then 1 2B", "then 1 9S", ""},
        {"then 1 2B", "position primiera:heralds", "a step's position comes before"},
        {"seat 0", "seat 1", "seat 1 is not to act here"},
        {"seat 0", "seat 5", "there is no such seat"},
        {"table=8B", "table=8C", ""},
        {"position primiera", "position primo", ""},
        {"wrong\nen: ", "wrong\nxx: ", "unknown line"},
        {"right\nen: ", "right\nde: ", "a language is there twice"},
    };
    Error error;
    Span good = read_file("lessons/primiera.heralds.txt");
    static char changed[FILE_MAX];
    assert_true(lesson_read(&lesson, good, &error));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const char *at = strstr(bytes, faults[i].from);
        assert_non_null(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - bytes), bytes, faults[i].to, at + strlen(faults[i].from));
        if (lesson_read(&lesson, span_of(changed), &error)) fail_msg("accepted: %s", faults[i].to);
        if (strncmp(error.text, "line ", 5) != 0 || !strstr(error.text, faults[i].error))
            fail_msg("%s: %s", faults[i].to, error.text);
    }
    assert_false(lesson_read(&lesson, span_of(""), &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lessons_can_be_played), cmocka_unit_test(faults_are_named)};
    return tap_run("lessons", tests, sizeof tests / sizeof *tests);
}
