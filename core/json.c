/* Writes JSON into a Text: commas, quotes and escapes. */
#include "core/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

Json json_to(Text *text) { return (Json){.text = text}; }

/* ---- strings */

/* Does this byte go into a string as it is? Controls, quotes, backslashes and everything beyond ASCII need a look. */
static bool is_plain(unsigned char letter) { return letter >= 0x20 && letter < 0x80 && letter != '"' && letter != '\\'; }

/* Bytes of the UTF-8 character that starts here; 0 if none does. Surrogates, overlong forms and codes past U+10FFFF are not
 * characters. */
static size_t character_bytes(const unsigned char *at) {
    size_t count = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < count; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f)) return 0;
    if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f)) return 0;
    return count;
}

/* Writes the character at `at`, which is not plain, and returns its bytes. */
static size_t write_character(Text *text, const unsigned char *at) {
    size_t count = character_bytes(at);
    if (count == 0) {
        text_add(text, "\xef\xbf\xbd");
        return 1;
    }
    if (*at < 0x20) {
        text_format(text, "\\u%04x", *at);
    } else {
        if (*at < 0x80) text_char(text, '\\');
        text_add_bytes(text, (const char *)at, count);
    }
    return count;
}

static void write_string(Text *text, const char *words) {
    const unsigned char *at = (const unsigned char *)words;
    text_char(text, '"');
    while (*at) {
        const unsigned char *from = at;
        while (is_plain(*at)) at++;
        if (at > from) text_add_bytes(text, (const char *)from, (size_t)(at - from));
        if (*at) at += write_character(text, at);
    }
    text_char(text, '"');
}

/* ---- values */

static bool is_in_object(const Json *json) { return json->depth > 0 && !(json->lists >> (json->depth - 1) & 1); }

static void begin_value(Json *json, const char *key) {
    assert(is_in_object(json) == (key != NULL));
    assert(json->depth > 0 || !json->comma);
    if (json->comma) text_char(json->text, ',');
    json->comma = true;
    if (!key) return;
    write_string(json->text, key);
    text_char(json->text, ':');
}

static void open_value(Json *json, const char *key, bool is_list) {
    begin_value(json, key);
    assert(json->depth < JSON_DEPTH_MAX);
    uint32_t bit = (uint32_t)1 << json->depth++;
    json->lists = is_list ? json->lists | bit : json->lists & ~bit;
    json->comma = false;
    text_char(json->text, is_list ? '[' : '{');
}

void json_open_object(Json *json, const char *key) { open_value(json, key, false); }

void json_open_list(Json *json, const char *key) { open_value(json, key, true); }

void json_close(Json *json) {
    assert(json->depth > 0);
    text_char(json->text, is_in_object(json) ? '}' : ']');
    json->depth--;
    json->comma = true;
}

void json_text(Json *json, const char *key, const char *words) {
    begin_value(json, key);
    if (words) write_string(json->text, words);
    else text_add(json->text, "null");
}

void json_number(Json *json, const char *key, int64_t number) {
    begin_value(json, key);
    text_number(json->text, number);
}

void json_number_or_null(Json *json, const char *key, int64_t number, bool exists) {
    if (exists) json_number(json, key, number);
    else json_none(json, key);
}

void json_decimal(Json *json, const char *key, double number, int digits) {
    begin_value(json, key);
    if (isfinite(number)) text_format(json->text, "%.*f", digits, number);
    else text_add(json->text, "null");
}

void json_bool(Json *json, const char *key, bool value) { json_written(json, key, value ? "true" : "false"); }

void json_none(Json *json, const char *key) { json_text(json, key, NULL); }

void json_numbers(Json *json, const char *key, const int *numbers, int count) {
    json_open_list(json, key);
    for (int i = 0; i < count; i++) json_number(json, NULL, numbers[i]);
    json_close(json);
}

void json_written(Json *json, const char *key, const char *value) {
    begin_value(json, key);
    text_add(json->text, value);
}

Text *json_open_text(Json *json, const char *key) {
    begin_value(json, key);
    text_char(json->text, '"');
    return json->text;
}

void json_close_text(Json *json) { text_char(json->text, '"'); }

/* ---- going back */

JsonMark json_mark(const Json *json) { return (JsonMark){*json, json->text->length, json->text->overflow}; }

void json_rewind(Json *json, JsonMark mark) {
    assert(mark.length <= mark.json.text->length);
    *json = mark.json;
    json->text->length = mark.length;
    json->text->overflow = mark.overflow;
    json->text->buffer[mark.length] = 0;
}
