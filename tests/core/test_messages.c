/* Tests languages and messages on a small table that replaces the library's. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/language.h"
#include "core/message.h"
#include "tests/support/tap.h"

const MessageEntry message_table[] = {
    {"", false, {"Club", "club", "club", "club", "Verein"}},
    {"suit", false, {"Club", "bastone", "bâton", "basto", "Stab"}},
    {"", true, {"{n} card\0{n} cards", "{n} carta\0{n} carte", "{n} carte\0{n} cartes", NULL, "{n} Karte\0{n} Karten"}},
    {"",
     false,
     {"{player} takes {cards}", "{cards}: prese di {player}", NULL, "{player} se lleva {cards}", "{player} nimmt {cards}"}},
    {NULL, false, {NULL}},
};
const int message_count = 4;

static void tags_name_languages(void **state) {
    (void)state;
    static const struct {
        const char *tag;
        Language language; /* LANGUAGES: not one of ours */
    } cases[] = {
        {"en", LANGUAGE_ENGLISH},
        {"it", LANGUAGE_ITALIAN},
        {"fr", LANGUAGE_FRENCH},
        {"es", LANGUAGE_SPANISH},
        {"de", LANGUAGE_GERMAN},
        {"IT", LANGUAGE_ITALIAN},
        {"it-CH", LANGUAGE_ITALIAN},
        {"es-419", LANGUAGE_SPANISH},
        {"De_AT@euro", LANGUAGE_GERMAN},
        {"it_IT.UTF-8", LANGUAGE_ITALIAN},
        {"fr.utf8", LANGUAGE_FRENCH},
        {"", LANGUAGES},
        {"i", LANGUAGES},
        {"ita", LANGUAGES},
        {"italiano", LANGUAGES},
        {"C", LANGUAGES},
        {"POSIX", LANGUAGES},
        {"C.UTF-8", LANGUAGES},
        {"_it", LANGUAGES},
        {" it", LANGUAGES},
        {"it ", LANGUAGES},
        {"-", LANGUAGES},
        {"est", LANGUAGES},
        {"zh-Hant", LANGUAGES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Language language = LANGUAGES;
        bool known = language_of_tag(span_of(cases[i].tag), &language);
        if (known != (cases[i].language != LANGUAGES) || language != cases[i].language) fail_msg("tag '%s'", cases[i].tag);
    }
    for (Language each = 0; each < LANGUAGES; each++) {
        Language back = LANGUAGES;
        assert_true(language_of_tag(span_of(language_tag(each)), &back));
        assert_int_equal(back, each);
        assert_true(strlen(language_name(each)) > 3);
    }
}

static void environment_decides_in_order(void **state) {
    (void)state;
    assert_int_equal(language_of_environment(NULL, NULL, NULL), LANGUAGE_ENGLISH);
    assert_int_equal(language_of_environment(NULL, NULL, "de_DE.UTF-8"), LANGUAGE_GERMAN);
    assert_int_equal(language_of_environment(NULL, "fr_CH", "de_DE.UTF-8"), LANGUAGE_FRENCH);
    assert_int_equal(language_of_environment("es_ES", "fr_CH", "de_DE.UTF-8"), LANGUAGE_SPANISH);
    assert_int_equal(language_of_environment("", "", "it"), LANGUAGE_ITALIAN);
    /* What is set decides, even if it asks for no language of ours. */
    assert_int_equal(language_of_environment("C", "fr_CH", "de_DE.UTF-8"), LANGUAGE_ENGLISH);
    assert_int_equal(language_of_environment("", "pt_BR", "it"), LANGUAGE_ENGLISH);
}

static void plural_forms_follow_the_language(void **state) {
    (void)state;
    static const int64_t numbers[] = {0, 1, 2, 11, -1, -2, INT64_MAX, INT64_MIN};
    static const int usual[] = {1, 0, 1, 1, 0, 1, 1, 1}, french[] = {0, 0, 1, 1, 0, 1, 1, 1};
    for (Language language = 0; language < LANGUAGES; language++)
        for (int i = 0; i < 8; i++)
            assert_int_equal(language_plural_form(language, numbers[i]), language == LANGUAGE_FRENCH ? french[i] : usual[i]);
}

/* The page is told the forms of the numbers below twice PLURAL_CYCLE, and takes the rest from there (server/catalogue.h). */
static void plural_forms_repeat(void **state) {
    (void)state;
    for (Language language = 0; language < LANGUAGES; language++) {
        assert_in_range(language_plural_forms(language), 1, PLURAL_FORMS_MAX);
        for (int n = 0; n < 100 * PLURAL_CYCLE; n++) {
            int form = language_plural_form(language, n);
            assert_in_range(form, 0, language_plural_forms(language) - 1);
            if (n >= PLURAL_CYCLE) assert_int_equal(form, language_plural_form(language, PLURAL_CYCLE + n % PLURAL_CYCLE));
        }
    }
}

static void look_up(void **state) {
    (void)state;
    assert_string_equal(message(LANGUAGE_GERMAN, "Club"), "Verein");
    assert_string_equal(message_in_context(LANGUAGE_GERMAN, "suit", "Club"), "Stab");
    assert_string_equal(message_in_context(LANGUAGE_ITALIAN, "suit", NC_("suit", "Club")), "bastone");
    assert_string_equal(message(LANGUAGE_ENGLISH, N_("Club")), "Club");
    /* Neither in the table, nor in that context, nor in that language: English. */
    assert_string_equal(message(LANGUAGE_GERMAN, "Clubs"), "Clubs");
    assert_string_equal(message(LANGUAGE_GERMAN, ""), "");
    assert_string_equal(message_in_context(LANGUAGE_GERMAN, "weapon", "Club"), "Club");
    assert_string_equal(message(LANGUAGE_FRENCH, "{player} takes {cards}"), "{player} takes {cards}");
}

static void look_up_by_number(void **state) {
    (void)state;
    assert_string_equal(message_plural(LANGUAGE_ITALIAN, "{n} card", "{n} cards", 1), "{n} carta");
    assert_string_equal(message_plural(LANGUAGE_ITALIAN, "{n} card", "{n} cards", 0), "{n} carte");
    assert_string_equal(message_plural(LANGUAGE_FRENCH, "{n} card", "{n} cards", 0), "{n} carte");
    assert_string_equal(message_plural(LANGUAGE_FRENCH, "{n} card", "{n} cards", 2), "{n} cartes");
    assert_string_equal(message_plural(LANGUAGE_ENGLISH, "{n} card", "{n} cards", 1), "{n} card");
    assert_string_equal(message_plural(LANGUAGE_ENGLISH, "{n} card", "{n} cards", 7), "{n} cards");
    assert_string_equal(message_plural(LANGUAGE_SPANISH, "{n} card", "{n} cards", 7), "{n} cards");
    assert_string_equal(message_plural(LANGUAGE_FRENCH, "{n} coin", "{n} coins", 0), "{n} coins");
    /* A message of the same text that counts nothing is another message. */
    assert_string_equal(message_plural(LANGUAGE_GERMAN, "Club", "Clubs", 1), "Club");
    assert_string_equal(message_plural(LANGUAGE_GERMAN, "Club", "Clubs", 2), "Clubs");
}

static void places_are_filled_by_name(void **state) {
    (void)state;
    char buffer[100];
    Text text = text_init(buffer, sizeof buffer);
    message_format(&text, LANGUAGE_ENGLISH, "{player} takes {cards}", WITH("cards", "7D"), WITH("player", "Ada"));
    assert_string_equal(buffer, "Ada takes 7D");
    text = text_init(buffer, sizeof buffer);
    message_format(&text, LANGUAGE_ITALIAN, "{player} takes {cards}", WITH("cards", "7D"), WITH("player", "Ada"));
    assert_string_equal(buffer, "7D: prese di Ada");
    text = text_init(buffer, sizeof buffer);
    message_format_plural(&text, LANGUAGE_GERMAN, "{n} card", "{n} cards", 12, WITH("n", 12));
    assert_string_equal(buffer, "12 Karten");
}

static void values_are_put_in_as_they_are(void **state) {
    (void)state;
    char buffer[100], name[] = "{b}";
    Text text = text_init(buffer, sizeof buffer);
    message_fill(&text, "{a}{a}-{b}.", (const MessageValue[]){WITH("a", name), WITH("b", INT64_MIN), {0}});
    assert_string_equal(buffer, "{b}{b}--9223372036854775808.");
    text = text_init(buffer, sizeof buffer);
    message_fill(&text, "", (const MessageValue[]){{0}});
    message_fill(&text, "plain", (const MessageValue[]){WITH("a", (uint8_t)200), {0}});
    assert_string_equal(buffer, "plain");
    assert_false(text.overflow);
    text = text_init(buffer, 4);
    message_fill(&text, "é{a}", (const MessageValue[]){WITH("a", (uint8_t)200), {0}});
    assert_string_equal(buffer, "é2");
    assert_true(text.overflow);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_name_languages),
        cmocka_unit_test(environment_decides_in_order),
        cmocka_unit_test(plural_forms_follow_the_language),
        cmocka_unit_test(plural_forms_repeat),
        cmocka_unit_test(look_up),
        cmocka_unit_test(look_up_by_number),
        cmocka_unit_test(places_are_filled_by_name),
        cmocka_unit_test(values_are_put_in_as_they_are),
    };
    return tap_run("messages", tests, sizeof tests / sizeof *tests);
}
