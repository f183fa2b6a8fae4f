/* Parses language tags and picks plural forms.
 *
 * Each row of languages.h becomes a function for its plural rule and a line of the table. */
#include "core/language.h"

#include <assert.h>
#include <string.h>

#define PLURAL_FUNCTION(name, tag, own_name, decimal_sign, forms, rule) \
    static int plural_form_##name(uint64_t n) { \
        (void)n; /* a rule with one form is a constant */ \
        return rule; \
    }
LANGUAGE_LIST(PLURAL_FUNCTION)

#define TABLE_ROW(name, tag, own_name, decimal_sign, forms, rule) \
    [LANGUAGE_##name] = {tag, own_name, "nplurals=" #forms "; plural=" #rule ";", decimal_sign, forms, plural_form_##name},
static const struct {
    const char *tag, *name, *plural_rule;
    char decimal_sign;
    int plural_forms;
    int (*plural_form)(uint64_t n);
} languages[LANGUAGES] = {LANGUAGE_LIST(TABLE_ROW)};

const char *language_tag(Language language) {
    assert(language < LANGUAGES);
    return languages[language].tag;
}

const char *language_name(Language language) {
    assert(language < LANGUAGES);
    return languages[language].name;
}

const char *language_plural_rule(Language language) {
    assert(language < LANGUAGES);
    return languages[language].plural_rule;
}

int language_plural_forms(Language language) {
    assert(language < LANGUAGES);
    return languages[language].plural_forms;
}

int language_plural_form(Language language, int64_t n) {
    assert(language < LANGUAGES);
    int form = languages[language].plural_form(n < 0 ? -(uint64_t)n : (uint64_t)n);
    assert(form >= 0 && form < languages[language].plural_forms);
    return form;
}

void language_add_tenths(Language language, int64_t tenths, Text *text) {
    assert(language < LANGUAGES);
    if (tenths) text_add(text, tenths < 0 ? "−" : "+");
    int64_t size = tenths < 0 ? -tenths : tenths;
    text_number(text, size / 10);
    text_char(text, languages[language].decimal_sign);
    text_number(text, size % 10);
}

static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

bool language_of_tag(Span tag, Language *language) {
    size_t length = 0;
    while (length < tag.length && !strchr("_-.@", tag.at[length])) length++;
    for (Language known = 0; known < LANGUAGES; known++) {
        const char *letters = languages[known].tag;
        if (length != 2 || lower(tag.at[0]) != letters[0] || lower(tag.at[1]) != letters[1]) continue;
        *language = known;
        return true;
    }
    return false;
}

Language language_of_environment(const char *lc_all, const char *lc_messages, const char *lang) {
    const char *const values[] = {lc_all, lc_messages, lang};
    Language language = LANGUAGE_ENGLISH;
    for (int i = 0; i < 3; i++) {
        if (!values[i] || !*values[i]) continue;
        if (!language_of_tag(span_of(values[i]), &language)) language = LANGUAGE_ENGLISH;
        break;
    }
    return language;
}
