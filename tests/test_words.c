/* `araldo words`: answers, exit status and complaints. Tests link the library alone, so the command is included whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "program/words.c"

enum { OUTPUT_MAX = 1 << 16, ARGUMENTS_MAX = 16 };

/* What a command wrote, and how it ended. */
typedef struct Run {
    int status;
    char output[OUTPUT_MAX], errors[OUTPUT_MAX];
} Run;

static void read_back(FILE *file, char *buffer) {
    rewind(file);
    buffer[fread(buffer, 1, OUTPUT_MAX - 1, file)] = 0;
    fclose(file);
}

/* Runs the command with standard output and error going to files. */
static Run *run(const char *const *arguments) {
    static Run result;
    char *argv[ARGUMENTS_MAX + 1] = {"words"};
    int argc = 1;
    for (; arguments[argc - 1]; argc++) argv[argc] = (char *)arguments[argc - 1];
    FILE *output = tmpfile(), *errors = tmpfile();
    assert_true(output && errors);
    fflush(stdout);
    fflush(stderr);
    int stdout_kept = dup(STDOUT_FILENO), stderr_kept = dup(STDERR_FILENO);
    dup2(fileno(output), STDOUT_FILENO);
    dup2(fileno(errors), STDERR_FILENO);
    result.status = command_words(argc, argv);
    fflush(stdout);
    fflush(stderr);
    dup2(stdout_kept, STDOUT_FILENO);
    dup2(stderr_kept, STDERR_FILENO);
    close(stdout_kept);
    close(stderr_kept);
    read_back(output, result.output);
    read_back(errors, result.errors);
    return &result;
}
#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static void check_answer(const Run *result, int status, const char *output) {
    assert_string_equal(result->output, output);
    assert_string_equal(result->errors, "");
    assert_int_equal(result->status, status);
}

static void check_wrong(const Run *result, const char *error) {
    assert_string_equal(result->errors, error);
    assert_string_equal(result->output, "");
    assert_int_equal(result->status, 2);
}

static void words_are_looked_up(void **state) {
    (void)state;
    check_answer(RUN("été"), 0, "ETE été\n");
    check_answer(RUN("ETE", "Élève", "cœur", "COEUR", "Taxi"), 0, "ETE été\nELEVE élève\nCOEUR cœur\nCOEUR cœur\nTAXI taxi\n");
    check_answer(RUN("taxi", "Lyon", "julie"), 1, "TAXI taxi\nLYON -\nJULIE -\n");
    check_answer(RUN("l'eau", "a", "", "tax\ni", "anticonstitutionnellement"), 1,
                 "l'eau -\nA -\n -\ntax i -\nanticonstitutionnellement -\n");
    check_answer(RUN("-taxi"), 1, "-taxi -\n");
}

static void racks_are_searched(void **state) {
    (void)state;
    char *line, *save;
    const char *before = "";
    int words = 0, longest = 0;
    Run *result = RUN("--rack", "aeinst*");
    assert_int_equal(result->status, 0);
    for (line = strtok_r(result->output, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *written = strchr(line, ' ');
        assert_non_null(written);
        *written = 0;
        /* By length, then by alphabet. */
        size_t length = strlen(line), length_before = strlen(before);
        assert_true(length > length_before || (length == length_before && strcmp(line, before) > 0));
        assert_true(lexicon_has(&lexicon_french, line, (int)length));
        before = line;
        longest += length == 7;
        words++;
    }
    Rack rack;
    Error error;
    assert_true(rack_parse(&rack, span_of("AEINST*"), &error));
    assert_int_equal(words, rack_count(&lexicon_french, &rack, lengths_between(2, 15)));
    assert_int_equal(longest, rack_count(&lexicon_french, &rack, lengths_between(7, 7)));
    check_answer(RUN("--rack", "XQZ"), 1, "");
}

static char *list_write(const char *text) {
    static char path[64];
    strcpy(path, "/tmp/araldo-words-XXXXXX");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    return path;
}

static void other_lists(void **state) {
    (void)state;
    char *path = list_write("Haus\nHÄUSER\nStraße\nhaus\n");
    check_answer(RUN("--words", path, "--list"), 0, "HAUS haus\nHAUSER häuser\nSTRASSE straße\n");
    check_answer(RUN("--list", "--words", path), 0, "HAUS haus\nHAUSER häuser\nSTRASSE straße\n");
    check_answer(RUN("HAUS", "--words", path, "taxi"), 1, "HAUS haus\nTAXI -\n");
    check_answer(RUN("--words", path, "--rack", "*AUH"), 0, "HAUS haus\n");
    remove(path);
    path = list_write("two words\n");
    char expected[200];
    snprintf(expected, sizeof expected, "araldo words: %s, line 1: a word is written with letters alone, one word a line\n", path);
    check_wrong(RUN("--words", path, "taxi"), expected);
    remove(path);
}

static void wrong_arguments(void **state) {
    (void)state;
    check_wrong(run((const char *const[]){NULL}), "araldo words: give words, or --rack LETTERS, or --list\n");
    check_wrong(RUN("--list", "taxi"), "araldo words: give words, or --rack LETTERS, or --list\n");
    check_wrong(RUN("--rack", "abc", "--list"), "araldo words: give words, or --rack LETTERS, or --list\n");
    check_wrong(RUN("--rack"), "araldo words: --rack needs a value\n");
    check_wrong(RUN("taxi", "--words"), "araldo words: --words needs a value\n");
    check_wrong(RUN("--rack", "a", "--rack", "b"), "araldo words: --rack stands twice\n");
    check_wrong(RUN("--rack", "a-b"), "araldo words: a rack is written with letters and * for stars\n");
    check_wrong(RUN("--rack", ""), "araldo words: a rack has at least one card\n");
    check_wrong(RUN("--rack", "ABCDEFGHIJKLMNOP"), "araldo words: a rack has at most 15 cards\n");
    check_wrong(RUN("--all"), "araldo words: no option is called '--all'; there are --rack, --list, --words\n");
    check_wrong(RUN("--words", "/nonexistent", "taxi"), "araldo words: /nonexistent: cannot be opened\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_looked_up),
        cmocka_unit_test(racks_are_searched),
        cmocka_unit_test(other_lists),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
