/* Writes a language's messages as JSON. */
#include "server/catalogue.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"

#define CONTEXT_END "\004"

static json_t *translation(const MessageEntry *entry, Language language) {
    if (!entry->counted) return json_string(entry->texts[language]);
    json_t *forms = json_array();
    for (int form = 0; form < language_plural_forms(language); form++)
        json_array_append_new(forms, json_string(message_entry_form(entry, language, form)));
    return forms;
}

/* The forms that go with 0, 1, 2 … up to twice PLURAL_CYCLE, a digit each. */
static json_t *plural_digits(Language language) {
    char digits[2 * PLURAL_CYCLE + 1] = "";
    for (int n = 0; n < 2 * PLURAL_CYCLE; n++) digits[n] = (char)('0' + language_plural_form(language, n));
    return json_string(digits);
}

static char *name_of(const MessageEntry *entry) {
    const char *english = entry->texts[LANGUAGE_ENGLISH];
    size_t length = strlen(entry->context) + strlen(english) + sizeof CONTEXT_END;
    char *name = malloc(length);
    if (!name) return NULL;
    Text text = text_init(name, length);
    if (*entry->context) {
        text_add(&text, entry->context);
        text_add(&text, CONTEXT_END);
    }
    text_add(&text, english);
    return name;
}

char *catalogue_json(Language language) {
    json_t *catalogue = json_pack("{s: {s: o}}", "", "plural", plural_digits(language));
    bool good = catalogue != NULL;
    for (int i = 0; good && i < message_count; i++) {
        if (!message_table[i].texts[language]) continue;
        char *name = name_of(&message_table[i]);
        good = name && json_object_set_new(catalogue, name, translation(&message_table[i], language)) == 0;
        free(name);
    }
    char *text = good ? json_dumps(catalogue, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(catalogue);
    return text;
}
