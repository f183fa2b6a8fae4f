/* Looks messages up in the compiled table (written by tools/catalogue.c) and fills in their values. */
#include "core/message.h"

#include <assert.h>
#include <string.h>

static const MessageEntry *entry_find(const char *context, const char *msgid) {
    int low = 0, high = message_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const MessageEntry *entry = &message_table[middle];
        int order = strcmp(msgid, entry->texts[LANGUAGE_ENGLISH]);
        if (order == 0) order = strcmp(context, entry->context);
        if (order == 0) return entry;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

const char *message_entry_form(const MessageEntry *entry, Language language, int form) {
    assert(language < LANGUAGES && form >= 0 && form < (entry->counted ? language_plural_forms(language) : 1));
    const char *text = entry->texts[language];
    while (text && form-- > 0) text += strlen(text) + 1;
    return text;
}

const char *message_in_context(Language language, const char *context, const char *msgid) {
    assert(language < LANGUAGES);
    if (language == LANGUAGE_ENGLISH) return msgid;
    const MessageEntry *entry = entry_find(context, msgid);
    return entry && entry->texts[language] ? entry->texts[language] : msgid;
}

const char *message(Language language, const char *msgid) { return message_in_context(language, "", msgid); }

const char *message_plural(Language language, const char *singular, const char *plural, int64_t n) {
    assert(language < LANGUAGES);
    if (language != LANGUAGE_ENGLISH) {
        const MessageEntry *entry = entry_find("", singular);
        bool counted = entry && entry->counted;
        const char *found = counted ? message_entry_form(entry, language, language_plural_form(language, n)) : NULL;
        if (found) return found;
    }
    return language_plural_form(LANGUAGE_ENGLISH, n) ? plural : singular;
}

static const MessageValue *value_find(const MessageValue *values, Span name) {
    while (values->name && !span_is(name, values->name)) values++;
    return values->name ? values : NULL;
}

void message_fill(Text *text, const char *pattern, const MessageValue *values) {
    const char *at = pattern;
    for (const char *open; (open = strchr(at, '{'));) {
        const char *close = strchr(open, '}');
        assert(close); /* tools/catalogue.c lets no other braces through */
        if (!close) break;
        text_add_bytes(text, at, (size_t)(open - at));
        const MessageValue *value = value_find(values, (Span){open + 1, (size_t)(close - open - 1)});
        assert(value);
        if (!value) text_add_bytes(text, open, (size_t)(close + 1 - open));
        else if (value->words) text_add(text, value->words);
        else text_number(text, value->number);
        at = close + 1;
    }
    text_add(text, at);
}

/* ---- errors */

/* Fewer letters than that around its places do not tell which message an error is: "{list} or {last}" would fit many. */
enum { PLACES_MAX = 8, OWN_LETTERS_MIN = 10 };

/* A line as one of the messages: which, and what is in its places. */
typedef struct Recognised {
    const MessageEntry *entry;
    size_t own;  /* how much of the line is the message's own words */
    int letters; /* among them */
    int count;
    Span names[PLACES_MAX], values[PLACES_MAX];
} Recognised;

static int count_letters(const char *words, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) count += (words[i] >= 'a' && words[i] <= 'z') || (words[i] >= 'A' && words[i] <= 'Z');
    return count;
}

/* Whether the line is the pattern with something in its places. */
static bool fits(const char *pattern, const char *line, Recognised *found) {
    size_t own = strcspn(pattern, "{");
    if (strncmp(pattern, line, own) != 0) return false;
    found->own += own;
    found->letters += count_letters(pattern, own);
    pattern += own;
    line += own;
    if (!*pattern) return !*line;
    const char *close = strchr(pattern, '}');
    if (!close || found->count == PLACES_MAX) return false;
    const Recognised before = *found;
    for (size_t length = 0;; length++) {
        found->names[found->count] = (Span){pattern + 1, (size_t)(close - pattern - 1)};
        found->values[found->count++] = (Span){line, length};
        if (fits(close + 1, line + length, found)) return true;
        *found = before;
        if (!line[length]) return false;
    }
}

/* The message with the most words of its own that the line can be. */
static Recognised recognise(const char *line) {
    Recognised best = {0};
    for (int i = 0; i < message_count; i++) {
        Recognised found = {.entry = &message_table[i]};
        if (*found.entry->context || found.entry->counted) continue;
        if (!fits(found.entry->texts[LANGUAGE_ENGLISH], line, &found)) continue;
        if (found.own > best.own && (found.count == 0 || found.letters >= OWN_LETTERS_MIN)) best = found;
    }
    return best;
}

bool error_fill(Error *error, const char *msgid, const MessageValue *values) {
    char line[ERROR_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    message_fill(&text, msgid, values);
    return error_set(error, "%s", line);
}

static void add_place(Span name, Span value, Language language, Text *text) {
    char reason[ERROR_TEXT_MAX];
    if (span_is(name, "reason") && span_copy(value, reason, sizeof reason)) text_add(text, message_of_reason(language, reason));
    else text_add_bytes(text, value.at, value.length);
}

void error_print(const Error *error, Language language, Text *text) {
    Recognised found = {0};
    const char *line = language == LANGUAGE_ENGLISH ? NULL : error->text, *at = NULL;
    while (line && !at) {
        found = recognise(line);
        at = found.entry ? found.entry->texts[language] : NULL;
        const char *colon = at ? NULL : strstr(line, ": ");
        if (!at) line = colon ? colon + 2 : NULL;
    }
    if (!at) {
        text_add(text, error->text);
        return;
    }
    text_add_bytes(text, error->text, (size_t)(line - error->text));
    for (const char *open; (open = strchr(at, '{'));) {
        const char *close = strchr(open, '}');
        Span name = {open + 1, (size_t)(close - open - 1)};
        text_add_bytes(text, at, (size_t)(open - at));
        int place = 0;
        while (place < found.count &&
               (name.length != found.names[place].length || memcmp(name.at, found.names[place].at, name.length) != 0))
            place++;
        if (place < found.count) add_place(name, found.values[place], language, text);
        at = close + 1;
    }
    text_add(text, at);
}
