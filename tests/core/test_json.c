/* JSON: what is written reads back as it was meant, within its bounds; what is read is exactly what a table of fields allows. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "tests/support/tap.h"

/* ---- writing */

static void writes_as_it_is_called(void **state) {
    (void)state;
    static const int numbers[] = {-1, 0, 12};
    char buffer[512];
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "say", "a");
    json_text(&json, "nobody", NULL);
    json_number(&json, "n", 7);
    json_number_or_null(&json, "some", 1, true);
    json_number_or_null(&json, "none", 1, false);
    json_bool(&json, "yes", true);
    json_bool(&json, "no", false);
    json_open_list(&json, "list");
    json_number(&json, NULL, 1);
    json_open_object(&json, NULL);
    json_close(&json);
    json_open_list(&json, NULL);
    json_close(&json);
    json_none(&json, NULL);
    json_close(&json);
    json_numbers(&json, "numbers", numbers, 3);
    json_written(&json, "written", "[1,2]");
    text_format(json_open_text(&json, "card"), "%d%c", 7, 'D');
    json_close_text(&json);
    json_close(&json);
    assert_string_equal(buffer,
                        "{\"say\":\"a\",\"nobody\":null,\"n\":7,\"some\":1,\"none\":null,\"yes\":true,\"no\":false,"
                        "\"list\":[1,{},[],null],\"numbers\":[-1,0,12],\"written\":[1,2],\"card\":\"7D\"}");
    assert_int_equal(text.length, strlen(buffer));
    assert_false(text.overflow);
}

static void writes_numbers_to_their_limits(void **state) {
    (void)state;
    char buffer[256];
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    json_open_list(&json, NULL);
    json_number(&json, NULL, INT64_MIN);
    json_number(&json, NULL, INT64_MAX);
    json_number(&json, NULL, UINT32_MAX);
    json_decimal(&json, NULL, 2.0 / 3, 3);
    json_decimal(&json, NULL, -1e15, 0);
    json_decimal(&json, NULL, (double)INFINITY, 3);
    json_decimal(&json, NULL, (double)NAN, 3);
    json_close(&json);
    assert_string_equal(buffer, "[-9223372036854775808,9223372036854775807,4294967295,0.667,-1000000000000000,null,null]");
}

/* What a JSON reader makes of the words, written as a value and as a key. */
static void assert_written_as(const char *words, const char *expected) {
    char buffer[2048];
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, words, words);
    json_close(&json);
    json_t *read = json_loads(buffer, 0, NULL);
    if (!read) fail_msg("not JSON: %s", buffer);
    assert_string_equal(json_string_value(json_object_get(read, expected)), expected);
    json_decref(read);
}

static void writes_any_words(void **state) {
    (void)state;
    char words[140];
    for (int i = 1; i < 128; i++) words[i - 1] = (char)i;
    memcpy(words + 127, "\xc3\xa9", 3);
    assert_written_as(words, words);
    assert_written_as("", "");
    /* The first and last characters of two, three and four bytes. */
    static const char *const good[] = {"\xc2\x80\xdf\xbf", "\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_written_as(good[i], good[i]);
    static const struct {
        const char *words, *expected;
    } bad[] = {
        {"a\x80z", "a\xef\xbf\xbdz"},                                             /* begins in the middle */
        {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},                                 /* an overlong slash */
        {"\xe0\x9f\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},                 /* overlong */
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},                 /* a surrogate */
        {"\xf0\x8f\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* overlong */
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* past the last code */
        {"\xff", "\xef\xbf\xbd"},
        {"x\xe2\x82", "x\xef\xbf\xbd\xef\xbf\xbd"}, /* cut short at the end, as a bounded text may be */
        {"x\xc3", "x\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_written_as(bad[i].words, bad[i].expected);
}

static void write_sample(Text *text) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "words", "a\"b\\c\x01 \xc3\xa9");
    json_open_list(&json, "list");
    json_number(&json, NULL, -12345);
    json_bool(&json, NULL, true);
    json_decimal(&json, NULL, 1.5, 2);
    json_text(&json, NULL, "\xff");
    json_close(&json);
    json_close(&json);
}

/* Whatever the room, nothing is written past it, the text ends in a zero byte, and what fits is the beginning of the whole. */
static void stays_within_its_buffer(void **state) {
    (void)state;
    char whole[256];
    Text all = text_init(whole, sizeof whole);
    write_sample(&all);
    assert_false(all.overflow);
    for (size_t capacity = 1; capacity <= all.length + 1; capacity++) {
        char buffer[256];
        memset(buffer, 'x', sizeof buffer);
        Text text = text_init(buffer, capacity);
        write_sample(&text);
        assert_int_equal(text.overflow, capacity <= all.length);
        assert_true(text.length < capacity);
        assert_int_equal(buffer[text.length], 0);
        for (size_t i = capacity; i < sizeof buffer; i++) assert_int_equal(buffer[i], 'x');
        if (!text.overflow) assert_string_equal(buffer, whole);
    }
}

static void nests_to_its_limit(void **state) {
    (void)state;
    char buffer[1024];
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    for (int depth = 0; depth < JSON_DEPTH_MAX; depth++)
        if (depth % 3 == 1) json_open_list(&json, "a");
        else json_open_object(&json, depth % 3 == 2 || depth == 0 ? NULL : "b");
    for (int depth = 0; depth < JSON_DEPTH_MAX; depth++) json_close(&json);
    json_t *read = json_loads(buffer, JSON_REJECT_DUPLICATES, NULL);
    if (!read) fail_msg("not JSON: %s", buffer);
    json_decref(read);
}

static void goes_back_to_a_mark(void **state) {
    (void)state;
    char buffer[24];
    Text text = text_init(buffer, sizeof buffer);
    Json json = json_to(&text);
    json_open_list(&json, NULL);
    JsonMark empty = json_mark(&json);
    json_open_object(&json, NULL);
    json_text(&json, "too", "long for so small a buffer");
    assert_true(text.overflow);
    json_rewind(&json, empty);
    assert_false(text.overflow);
    json_number(&json, NULL, 1);
    JsonMark one = json_mark(&json);
    json_open_list(&json, NULL);
    json_rewind(&json, one);
    json_number(&json, NULL, 2);
    json_close(&json);
    assert_string_equal(buffer, "[1,2]");
}

/* A document longer than its buffer goes out in pieces: the writer knows where it is without looking back. */
static void goes_out_in_pieces(void **state) {
    (void)state;
    char piece[8], whole[64] = "";
    Text text = text_init(piece, sizeof piece);
    Json json = json_to(&text);
    json_open_list(&json, NULL);
    for (int i = 0; i < 5; i++) {
        json_number(&json, NULL, 100 + i);
        assert_false(text.overflow);
        strcat(whole, piece);
        text = text_init(piece, sizeof piece);
    }
    json_close(&json);
    strcat(whole, piece);
    assert_string_equal(whole, "[100,101,102,103,104]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_as_it_is_called), cmocka_unit_test(writes_numbers_to_their_limits),
        cmocka_unit_test(writes_any_words),       cmocka_unit_test(stays_within_its_buffer),
        cmocka_unit_test(nests_to_its_limit),     cmocka_unit_test(goes_back_to_a_mark),
        cmocka_unit_test(goes_out_in_pieces),
    };
    return tap_run("json", tests, sizeof tests / sizeof *tests);
}
