/* Checks the compiled catalogues: the table is sorted, and every message is found in every language.
 * An error is found by its English words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "tests/support/tap.h"

static void table_is_sorted(void **state) {
    (void)state;
    assert_true(message_count > 0);
    for (int i = 1; i < message_count; i++) {
        const MessageEntry *a = &message_table[i - 1], *b = &message_table[i];
        int order = strcmp(a->texts[LANGUAGE_ENGLISH], b->texts[LANGUAGE_ENGLISH]);
        assert_true(order < 0 || (order == 0 && strcmp(a->context, b->context) < 0));
    }
}

static void every_message_is_found(void **state) {
    (void)state;
    for (int i = 0; i < message_count; i++) {
        const MessageEntry *entry = &message_table[i];
        const char *singular = entry->texts[LANGUAGE_ENGLISH];
        for (Language language = 0; language < LANGUAGES; language++) {
            assert_non_null(entry->texts[language]);
            assert_string_equal(message_in_context(language, entry->context, singular), entry->texts[language]);
            if (!entry->counted || *entry->context) continue;
            const char *plural = message_entry_form(entry, LANGUAGE_ENGLISH, 1);
            for (int n = 0; n < 2 * PLURAL_CYCLE; n++) {
                const char *wanted = message_entry_form(entry, language, language_plural_form(language, n));
                assert_true(*wanted);
                assert_string_equal(message_plural(language, singular, plural, n), wanted);
            }
        }
    }
}

static void a_sentence_in_each_language(void **state) {
    (void)state;
    static const char *const expected[LANGUAGES] = {
        [LANGUAGE_ENGLISH] = "unknown game 'x'; choose from y",
        [LANGUAGE_ITALIAN] = "gioco sconosciuto: «x»; scegli tra y",
        [LANGUAGE_FRENCH] = "jeu inconnu : « x » ; choisissez parmi y",
        [LANGUAGE_SPANISH] = "juego desconocido: «x»; elige entre y",
        [LANGUAGE_GERMAN] = "unbekanntes Spiel „x“; zur Wahl stehen y",
    };
    for (Language language = 0; language < LANGUAGES; language++) {
        char buffer[200];
        Text text = text_init(buffer, sizeof buffer);
        message_format(&text, language, "unknown game '{name}'; choose from {known}", WITH("name", "x"), WITH("known", "y"));
        assert_string_equal(buffer, expected[language]);
    }
}

/* A message with something in each place, in the language; what is in a place says which it is. */
static void fill_places(const char *pattern, Text *text) {
    for (; *pattern; pattern++) {
        if (*pattern == '{') text_add(text, "<<");
        else if (*pattern == '}') text_add(text, ">>");
        else text_char(text, *pattern);
    }
}

/* A pattern such as "{list} or {last}" fits lines that mean something else. */
static bool is_too_short(const char *pattern) {
    int letters = 0;
    bool in_place = false, has_places = strchr(pattern, '{') != NULL;
    for (; *pattern; pattern++) {
        if (*pattern == '{' || *pattern == '}') in_place = *pattern == '{';
        else letters += !in_place && isalpha((unsigned char)*pattern);
    }
    return has_places && letters < 10;
}

static void an_error_is_known_by_its_english_words(void **state) {
    (void)state;
    char expected[1024], printed[1024];
    for (int i = 0; i < message_count; i++) {
        const MessageEntry *entry = &message_table[i];
        if (entry->counted || *entry->context || strlen(entry->texts[LANGUAGE_ENGLISH]) > 200) continue;
        if (is_too_short(entry->texts[LANGUAGE_ENGLISH])) continue;
        Error error;
        Text english = text_init(error.text, sizeof error.text);
        fill_places(entry->texts[LANGUAGE_ENGLISH], &english);
        for (Language language = 0; language < LANGUAGES; language++) {
            Text wanted = text_init(expected, sizeof expected), text = text_init(printed, sizeof printed);
            fill_places(entry->texts[language], &wanted);
            error_print(&error, language, &text);
            assert_string_equal(printed, expected);
        }
    }
}

static void an_error_in_each_language(void **state) {
    (void)state;
    static const char *const expected[LANGUAGES] = {
        [LANGUAGE_ENGLISH] = "unknown option 'a; b'; choose from target, deals",
        [LANGUAGE_ITALIAN] = "opzione sconosciuta: «a; b»; scegli tra target, deals",
        [LANGUAGE_FRENCH] = "option inconnue : « a; b » ; choisissez parmi target, deals",
        [LANGUAGE_SPANISH] = "opción desconocida: «a; b»; elige entre target, deals",
        [LANGUAGE_GERMAN] = "unbekannte Option „a; b“; zur Wahl stehen target, deals",
    };
    Error error, foreign;
    assert_false(error_say(&error, "unknown option '{name}'; choose from {known}", WITH("name", "a; b"),
                           WITH("known", "target, deals")));
    assert_false(error_say(NULL, "option {option} given twice", WITH("option", "target")));
    error_set(&foreign, "something that is not a message");
    for (Language language = 0; language < LANGUAGES; language++) {
        char buffer[200];
        Text text = text_init(buffer, sizeof buffer);
        error_print(&error, language, &text);
        assert_string_equal(buffer, expected[language]);
        text = text_init(buffer, sizeof buffer);
        error_print(&foreign, language, &text);
        assert_string_equal(buffer, foreign.text);
    }
}

static void an_error_behind_other_words_and_what_only_looks_like_one(void **state) {
    (void)state;
    static const struct {
        const char *english, *german;
    } cases[] = {
        {"one.jsonl: line 3: it is not your turn", "one.jsonl: line 3: du bist nicht dran"},
        {"one: cannot read two: Permission denied", "one: two lässt sich nicht lesen: keine Berechtigung"},
        {"cannot read two: No such device", "two lässt sich nicht lesen: No such device"},
        {"wrong: no such file or directory", "wrong: no such file or directory"},
        {"seat 3: cannot be started", "seat 3: cannot be started"},
        {"it is not your turn yet", "it is not your turn yet"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[200];
        Error error;
        Text text = text_init(buffer, sizeof buffer);
        error_set(&error, "%s", cases[i].english);
        error_print(&error, LANGUAGE_GERMAN, &text);
        assert_string_equal(buffer, cases[i].german);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sorted),
        cmocka_unit_test(every_message_is_found),
        cmocka_unit_test(a_sentence_in_each_language),
        cmocka_unit_test(an_error_is_known_by_its_english_words),
        cmocka_unit_test(an_error_in_each_language),
        cmocka_unit_test(an_error_behind_other_words_and_what_only_looks_like_one),
    };
    return tap_run("catalogues", tests, sizeof tests / sizeof *tests);
}
