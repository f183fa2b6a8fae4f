/* Catalogues for the page: see catalogue.h. */
#include "server/catalogue.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"

#define CONTEXT_END "\004"

/* Both forms where things are counted; without a translation the English text stands. */
static json_t *translation(const MessageEntry *entry, Language language) {
    Language used = entry->forms[language][0] ? language : LANGUAGE_ENGLISH;
    const char *const *forms = entry->forms[used];
    return forms[1] ? json_pack("[s, s]", forms[0], forms[1]) : json_string(forms[0]);
}

static char *name_of(const MessageEntry *entry) {
    const char *english = entry->forms[LANGUAGE_ENGLISH][0];
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
    json_t *catalogue = json_object();
    bool good = catalogue != NULL;
    for (int i = 0; good && i < message_count; i++) {
        char *name = name_of(&message_table[i]);
        good = name && json_object_set_new(catalogue, name, translation(&message_table[i], language)) == 0;
        free(name);
    }
    char *text = good ? json_dumps(catalogue, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(catalogue);
    return text;
}
