/* Tests names: what is shown is what is there. */
#include <string.h>

#include "room/names.h"
#include "tests/support/tap.h"

static void names_are_normalised(void **state) {
    static const char *const kept[][2] = {
        {"Anna", "Anna"},
        {"  Anna   Bruni ", "Anna Bruni"},
        {"Zoe\xcc\x88", "Zo\xc3\xab"},            /* e and a diaeresis are one letter */
        {"An\xe2\x80\x8bna\xc2\xad", "Anna"},     /* a zero-width space, a soft hyphen */
        {"\xe2\x80\xaeknaF\xe2\x80\xac", "knaF"}, /* turned direction */
        {"A\xc2\xa0\xe3\x80\x80"
         "B",
         "A B"},                              /* blanks of other kinds */
        {"\xef\xbb\xbfLi\xe2\x81\xa0", "Li"}, /* a byte order mark, a word joiner */
        {"\xe6\x9d\x8e\xe5\xa8\x9c", "\xe6\x9d\x8e\xe5\xa8\x9c"},
        {"\xf0\x9f\x83\x8f", "\xf0\x9f\x83\x8f"}, /* a joker */
        {"\xcc\x81"
         "A",
         "A"}, /* an accent on nothing */
        {"Z\xcc\x83\xcc\x84\xcc\x86\xcc\x88\xcc\x8b", "Z\xcc\x83\xcc\x84\xcc\x86"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char name[NAME_BYTES_MAX];
        assert_true(name_normalise(kept[i][0], name));
        assert_string_equal(name, kept[i][1]);
        assert_true(name_normalise(name, name)); /* and stays as it is */
        assert_string_equal(name, kept[i][1]);
    }
}

static void invisible_names_are_refused(void **state) {
    static const char *const bad[] = {
        "",
        "   ",
        "\xe2\x80\x8b",                 /* a zero-width space */
        "\xe3\x85\xa4",                 /* a Hangul filler */
        "\xe2\xa0\x80\xe2\xa0\x80",     /* blank Braille */
        "\xf3\xa0\x80\xa0\xef\xb8\x8f", /* a tag, a variation selector */
        "\xcc\x81\xcc\x82",             /* accents alone */
        "\xee\x80\x80",                 /* private use */
        "a\ab",
        "\xff\xfe",                  /* not UTF-8 */
        "aaaaaaaaaaaaaaaaaaaaaaaaa", /* 25 */
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char name[NAME_BYTES_MAX];
        assert_false(name_normalise(bad[i], name));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_normalised), cmocka_unit_test(invisible_names_are_refused)};
    return tap_run("names", tests, sizeof tests / sizeof *tests);
}
