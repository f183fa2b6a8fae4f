/* Writes a language's messages as JSON. */
#include "server/catalogue.h"

#include <assert.h>
#include <stdlib.h>

#include "core/json.h"
#include "core/message.h"

#define CONTEXT_END "\004"

enum { CATALOGUE_BYTES_FIRST = 128 * 1024, MESSAGE_NAME_MAX = 4096 };

/* The forms that go with 0, 1, 2 … up to twice PLURAL_CYCLE, a digit each. */
static void write_plural(Language language, Json *json) {
    Text *digits = json_open_text(json, "plural");
    for (int n = 0; n < 2 * PLURAL_CYCLE; n++) text_char(digits, (char)('0' + language_plural_form(language, n)));
    json_close_text(json);
}

static void write_entry(const MessageEntry *entry, Language language, Json *json) {
    char buffer[MESSAGE_NAME_MAX];
    Text name = text_init(buffer, sizeof buffer);
    if (*entry->context) text_format(&name, "%s" CONTEXT_END, entry->context);
    text_add(&name, entry->texts[LANGUAGE_ENGLISH]);
    assert(!name.overflow);
    if (!entry->counted) {
        json_text(json, buffer, entry->texts[language]);
        return;
    }
    json_open_list(json, buffer);
    for (int form = 0; form < language_plural_forms(language); form++)
        json_text(json, NULL, message_entry_form(entry, language, form));
    json_close(json);
}

static void write_catalogue(Language language, Text *text) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_open_object(&json, "");
    write_plural(language, &json);
    json_close(&json);
    for (int i = 0; i < message_count; i++)
        if (message_table[i].texts[language]) write_entry(&message_table[i], language, &json);
    json_close(&json);
}

char *catalogue_json(Language language) {
    for (size_t capacity = CATALOGUE_BYTES_FIRST;; capacity *= 2) {
        char *buffer = malloc(capacity);
        if (!buffer) return NULL;
        Text text = text_init(buffer, capacity);
        write_catalogue(language, &text);
        if (!text.overflow) return buffer;
        free(buffer);
    }
}
