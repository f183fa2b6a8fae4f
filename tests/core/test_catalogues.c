/* Checks the compiled catalogues: the table is sorted, and every message is found in every language. */
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
        [LANGUAGE_ENGLISH] = "unknown game “x”; choose from y",
        [LANGUAGE_ITALIAN] = "gioco sconosciuto: «x»; scegli tra y",
        [LANGUAGE_FRENCH] = "jeu inconnu : « x » ; choisissez parmi y",
        [LANGUAGE_SPANISH] = "juego desconocido: «x»; elige entre y",
        [LANGUAGE_GERMAN] = "unbekanntes Spiel „x“; zur Wahl stehen y",
    };
    for (Language language = 0; language < LANGUAGES; language++) {
        char buffer[200];
        Text text = text_init(buffer, sizeof buffer);
        message_format(&text, language, "unknown game “{name}”; choose from {known}", WITH("name", "x"), WITH("known", "y"));
        assert_string_equal(buffer, expected[language]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sorted),
        cmocka_unit_test(every_message_is_found),
        cmocka_unit_test(a_sentence_in_each_language),
    };
    return tap_run("catalogues", tests, sizeof tests / sizeof *tests);
}
