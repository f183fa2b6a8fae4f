/* JSON: what is written reads back as it was meant, within its bounds; what is read is exactly what a table of fields allows. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "core/json_read.h"
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
    json_open_list(&json, NULL);
    json_close(&json);
    json_open_object(&json, NULL);
    json_text(&json, "a", "b");
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
                        "\"list\":[1,[],{\"a\":\"b\"},null],\"numbers\":[-1,0,12],\"written\":[1,2],\"card\":\"7D\"}");
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

/* ---- documents */

static JsonNode *parsed(const char *text) {
    Error error = {""};
    JsonNode *document = json_node_parse(span_of(text), &error);
    if (!document) fail_msg("%s: %s", text, error.text);
    return document;
}

static void assert_not_parsed(Span text, const char *why) {
    Error error = {""};
    JsonNode *document = json_node_parse(text, &error);
    if (document) fail_msg("read: %.*s", SPAN_ARGS(text));
    if (!strstr(error.text, why)) fail_msg("'%s' instead of '%s'", error.text, why);
    assert_null(json_node_parse(text, NULL));
}

static void refuses_what_is_not_json(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "x",
                                      "{",
                                      "[1,]",
                                      "{\"a\":1,}",
                                      "[01]",
                                      "[1.]",
                                      "[+1]",
                                      "[.5]",
                                      "[NaN]",
                                      "[1]x",
                                      "[1] [2]",
                                      "{'a':1}",
                                      "{a:1}",
                                      "[\"a\nb\"]",
                                      "[\"\\x\"]",
                                      "[\"\\u12\"]",
                                      "// a\n[]",
                                      "\"words\"",
                                      "7",
                                      "null",
                                      "[\"\xff\"]",
                                      "[\"\xc0\xaf\"]",
                                      "[\"\xed\xa0\x80\"]",
                                      "[\"\\ud800\"]",
                                      "[\"a\\u0000b\"]",
                                      "{\"a\\u0000b\":1}",
                                      "{\"a\":1,\"a\":1}",
                                      "[{\"b\":{\"a\":1,\"a\":2}}]",
                                      "[9223372036854775808]",
                                      "[-9223372036854775809]",
                                      "[1e999]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_not_parsed(span_of(bad[i]), "not JSON");
    assert_not_parsed((Span){"[1\0]", 4}, "not JSON");
    assert_not_parsed((Span){NULL, 0}, "not JSON");
}

static void refuses_what_is_too_deep_or_long(void **state) {
    (void)state;
    static char text[JSON_BYTES_MAX + 2];
    for (int depth = JSON_DEPTH_MAX; depth <= JSON_DEPTH_MAX + 1; depth++) {
        Text nested = text_init(text, sizeof text);
        for (int i = 0; i < depth; i++) text_add(&nested, i % 2 ? "[" : "{\"a\":");
        text_add(&nested, "1");
        for (int i = depth; i-- > 0;) text_char(&nested, i % 2 ? ']' : '}');
        if (depth == JSON_DEPTH_MAX) json_node_free(parsed(text));
        else assert_not_parsed(span_of(text), "too deep");
    }
    memset(text, '[', 10000);
    assert_not_parsed((Span){text, 10000}, "not JSON");
    memset(text, ' ', sizeof text);
    text[0] = '[';
    text[1] = ']';
    JsonNode *longest = json_node_parse((Span){text, JSON_BYTES_MAX}, NULL);
    assert_non_null(longest);
    json_node_free(longest);
    assert_not_parsed((Span){text, JSON_BYTES_MAX + 1}, "too long");
}

static void gives_its_values(void **state) {
    (void)state;
    static const char *const words[] = {"one", "two", NULL};
    JsonNode *document = parsed(
        "{\"text\":\"caf\\u00e9\",\"least\":-9223372036854775808,\"most\":9223372036854775807,"
        "\"real\":1.0,\"null\":null,\"list\":[1,\"two\",{}],\"yes\":true}");
    int64_t number = 7;
    assert_true(json_node_is_object(document));
    assert_int_equal(json_node_length(document), 7);
    assert_string_equal(json_node_text(json_node_field(document, "text")), "caf\xc3\xa9");
    assert_true(json_node_number(json_node_field(document, "least"), INT64_MIN, INT64_MAX, &number));
    assert_true(number == INT64_MIN);
    assert_true(json_node_number(json_node_field(document, "most"), INT64_MAX, INT64_MAX, &number));
    assert_true(number == INT64_MAX);
    number = 7;
    assert_false(json_node_number(json_node_field(document, "most"), 0, INT64_MAX - 1, &number));
    assert_false(json_node_number(json_node_field(document, "real"), 0, 9, &number));
    assert_false(json_node_number(json_node_field(document, "text"), 0, 9, &number));
    assert_false(json_node_number(json_node_field(document, "absent"), 0, 9, &number));
    assert_true(number == 7);
    const JsonNode *list = json_node_field(document, "list");
    assert_true(json_node_is_list(list) && !json_node_is_object(list) && !json_node_is_null(list));
    assert_int_equal(json_node_length(list), 3);
    assert_int_equal(json_node_word(json_node_element(list, 1), words), 1);
    assert_int_equal(json_node_word(json_node_element(list, 0), words), -1);
    assert_int_equal(json_node_word(json_node_field(document, "text"), words), -1);
    assert_null(json_node_element(list, 3));
    assert_null(json_node_text(json_node_element(list, 0)));
    assert_true(json_node_is_null(json_node_field(document, "null")));
    assert_false(json_node_is_null(json_node_field(document, "absent")));
    assert_int_equal(json_node_length(NULL), 0);
    json_node_free(document);
    json_node_free(NULL);
}

static void comes_back_as_it_was(void **state) {
    (void)state;
    static const char *const text = "{\"z\":[1,-2,{\"a\":\"b\\\"c\"},[],null],\"a\":true,\"b\":false,\"c\":1.500000}";
    char buffer[256];
    JsonNode *document = parsed(text),
             *other = parsed("{\"a\":true,\"b\":false,\"c\":1.5,\"z\":[1,-2,{\"a\":\"b\\\"c\"},[],null]}");
    JsonNode *changed = parsed("{\"a\":true,\"b\":false,\"c\":1.5,\"z\":[1,-2,{\"a\":\"b\\\"c\"},[0],null]}");
    Text written = text_init(buffer, sizeof buffer);
    Json json = json_to(&written);
    json_node_write(document, NULL, &json);
    assert_string_equal(buffer, text);
    assert_true(json_node_equal(document, other));
    assert_false(json_node_equal(document, changed));
    assert_false(json_node_equal(document, NULL));
    Text keys = text_init(buffer, sizeof buffer);
    for (JsonPair pair = json_node_first(document); pair.key; pair = json_node_next(document, pair)) text_add(&keys, pair.key);
    assert_string_equal(buffer, "zabc");
    json_node_free(document);
    json_node_free(other);
    json_node_free(changed);
}

/* ---- tables of fields */

typedef enum { COLOUR_RED, COLOUR_BLUE } Colour;

typedef struct Sample {
    char name[8];
    int8_t small;
    int16_t middle;
    int32_t seat;
    uint32_t count;
    int64_t time;
    bool on;
    Colour colour;
    const JsonNode *list, *object;
    int sum;
    int guard;
} Sample;

static bool is_lower(const char *words) { return strspn(words, "abcdefghijklmnopqrstuvwxyz") == strlen(words); }

static JsonWrong read_sum(const JsonNode *value, void *member, Error *error) {
    int *sum = member;
    for (size_t i = 0; i < json_node_length(value); i++) {
        int64_t number;
        if (!json_node_number(json_node_element(value, i), INT32_MIN, INT32_MAX, &number)) return READ_WRONG_KIND;
        if (number < 0) return READ_WRONG_VALUE;
        if (number > 9) {
            error_set(error, "element %zu is above nine", i);
            return READ_WRONG_VALUE;
        }
        *sum += (int)number;
    }
    return READ_GOOD;
}

enum { PART_ONE = 1, PART_TWO = 2, PART_THREE = 4 };

#define INTO(member) READ_INTO(Sample, member)

static const char *const colours[] = {"red", "blue", NULL};
static const JsonField sample[] = {
    {"name", READ_TEXT, INTO(name)},
    {"seat", READ_NUMBER, READ_OPTIONAL, INTO(seat), .minimum = -1, .maximum = 5, .tag = 77},
    {"small", READ_NUMBER, READ_OPTIONAL, INTO(small), .minimum = INT8_MIN, .maximum = INT8_MAX},
    {"middle", READ_NUMBER, READ_OPTIONAL, INTO(middle), .minimum = INT16_MIN, .maximum = INT16_MAX},
    {"count", READ_NUMBER, READ_OPTIONAL, INTO(count), .maximum = UINT32_MAX},
    {"time", READ_NUMBER, READ_NULLABLE, INTO(time), .minimum = INT64_MIN, .maximum = INT64_MAX},
    {"on", READ_BOOL, READ_OPTIONAL, INTO(on)},
    {"colour", READ_WORD, READ_OPTIONAL, INTO(colour), .words = colours},
    {"lower", READ_TEXT, READ_OPTIONAL, .fits = is_lower, .allowed = "lower-case letters"},
    {"list", READ_LIST, READ_OPTIONAL, INTO(list)},
    {"object", READ_OBJECT, READ_OPTIONAL, INTO(object)},
    {"sum", READ_LIST, READ_OPTIONAL, INTO(sum), .read = read_sum},
    {"one", READ_BOOL, .part = PART_ONE},
    {"two", READ_BOOL, .part = PART_TWO},
    {"same", READ_BOOL, READ_OPTIONAL, .part = PART_TWO},
    {"same", READ_NUMBER, READ_OPTIONAL, .maximum = 9, .part = PART_THREE},
    {0},
};

static void reads_by_its_table(void **state) {
    (void)state;
    Sample read = {.guard = 42};
    JsonFault fault;
    JsonNode *document = parsed(
        "{\"list\":[1,2],\"object\":{\"a\":1},\"sum\":[2,3,4],\"time\":-9223372036854775808,\"on\":true,"
        "\"colour\":\"blue\",\"count\":4294967295,\"small\":-128,\"middle\":32767,\"seat\":-1,"
        "\"name\":\"seven77\",\"lower\":\"abc\"}");
    if (!json_read_fields(document, sample, 0, &read, &fault)) fail_msg("%s", fault.error.text);
    assert_int_equal(fault.wrong, READ_GOOD);
    assert_string_equal(read.name, "seven77");
    assert_int_equal(read.small, -128);
    assert_int_equal(read.middle, 32767);
    assert_int_equal(read.seat, -1);
    assert_int_equal(read.count, UINT32_MAX);
    assert_true(read.time == INT64_MIN);
    assert_true(read.on);
    assert_int_equal(read.colour, COLOUR_BLUE);
    assert_int_equal(json_node_length(read.list), 2);
    assert_int_equal(json_node_length(read.object), 1);
    assert_int_equal(read.sum, 9);
    assert_int_equal(read.guard, 42);
    json_node_free(document);
    read = (Sample){.time = 5, .seat = 3};
    assert_true(json_read(span_of("{\"name\":\"\",\"time\":null}"), sample, 0, &read, &fault));
    assert_true(read.time == 5 && read.seat == 3); /* what is absent or null leaves its member alone */
}

static void refuses_by_name(void **state) {
    (void)state;
    static const struct {
        const char *text;
        JsonWrong wrong;
        const char *key, *error;
    } cases[] = {
        {"[1]", READ_NOT_OBJECT, NULL, "not a JSON object"},
        {"{\"name\":\"a\"", READ_NOT_OBJECT, NULL, "not JSON"},
        {"{\"name\":\"a\",\"name\":\"a\"}", READ_NOT_OBJECT, NULL, "not JSON: duplicate object key"},
        {"{}", READ_MISSING, "name", "\"name\" is missing"},
        {"{\"name\":null}", READ_WRONG_KIND, "name", "\"name\" is not a string"},
        {"{\"name\":7}", READ_WRONG_KIND, "name", "\"name\" is not a string"},
        {"{\"name\":\"eight888\"}", READ_WRONG_VALUE, "name", "\"name\" is longer than 7 bytes"},
        {"{\"name\":\"a\",\"seat\":6}", READ_WRONG_VALUE, "seat", "\"seat\" is not from -1 to 5"},
        {"{\"name\":\"a\",\"seat\":-2}", READ_WRONG_VALUE, "seat", "\"seat\" is not from -1 to 5"},
        {"{\"name\":\"a\",\"seat\":1.0}", READ_WRONG_KIND, "seat", "\"seat\" is not a whole number"},
        {"{\"name\":\"a\",\"seat\":\"1\"}", READ_WRONG_KIND, "seat", "\"seat\" is not a whole number"},
        {"{\"name\":\"a\",\"seat\":null}", READ_WRONG_KIND, "seat", "\"seat\" is not a whole number"},
        {"{\"name\":\"a\",\"count\":4294967296}", READ_WRONG_VALUE, "count", "\"count\" is not from 0 to 4294967295"},
        {"{\"name\":\"a\",\"on\":1}", READ_WRONG_KIND, "on", "\"on\" is not true or false"},
        {"{\"name\":\"a\",\"colour\":\"green\"}", READ_WRONG_VALUE, "colour", "\"colour\" has a value that is not allowed"},
        {"{\"name\":\"a\",\"colour\":0}", READ_WRONG_KIND, "colour", "\"colour\" is not a string"},
        {"{\"name\":\"a\",\"lower\":\"A\"}", READ_WRONG_VALUE, "lower", "\"lower\" is not lower-case letters"},
        {"{\"name\":\"a\",\"lower\":[]}", READ_WRONG_KIND, "lower", "\"lower\" is not lower-case letters"},
        {"{\"name\":\"a\",\"list\":{}}", READ_WRONG_KIND, "list", "\"list\" is not a list"},
        {"{\"name\":\"a\",\"object\":[]}", READ_WRONG_KIND, "object", "\"object\" is not an object"},
        {"{\"name\":\"a\",\"sum\":[\"a\"]}", READ_WRONG_KIND, "sum", "\"sum\" is not a list"},
        {"{\"name\":\"a\",\"sum\":[-1]}", READ_WRONG_VALUE, "sum", "\"sum\" has a value that is not allowed"},
        {"{\"name\":\"a\",\"sum\":[1,10]}", READ_WRONG_VALUE, "sum", "element 1 is above nine"},
        {"{\"name\":\"a\",\"more\":1}", READ_UNKNOWN, NULL, "\"more\" does not belong here"},
        {"{\"name\":\"a\",\"Name\":\"a\"}", READ_UNKNOWN, NULL, "\"Name\" does not belong here"},
        {"{\"name\":\"a\",\"one\":true}", READ_UNKNOWN, NULL, "\"one\" does not belong here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Sample read = {.guard = 42};
        JsonFault fault;
        if (json_read(span_of(cases[i].text), sample, 0, &read, &fault)) fail_msg("%s is read", cases[i].text);
        if (fault.wrong != cases[i].wrong ||
            strncmp(fault.error.text + (fault.wrong == READ_NOT_OBJECT ? 8 : 0), cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("%s: %d, %s", cases[i].text, (int)fault.wrong, fault.error.text);
        assert_int_equal(!fault.field, !cases[i].key);
        if (fault.field) assert_string_equal(fault.field->key, cases[i].key);
        if (fault.field && strcmp(fault.field->key, "seat") == 0) assert_int_equal(fault.field->tag, 77);
        assert_int_equal(read.guard, 42);
    }
}

static void reads_the_parts_asked_for(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned parts;
        JsonWrong wrong;
    } cases[] = {
        {"{\"name\":\"a\",\"one\":true}", PART_ONE, READ_GOOD},
        {"{\"name\":\"a\"}", PART_ONE, READ_MISSING},
        {"{\"name\":\"a\",\"one\":true,\"two\":true}", PART_ONE, READ_UNKNOWN},
        {"{\"name\":\"a\",\"one\":true,\"two\":true}", PART_ONE | PART_TWO, READ_GOOD},
        {"{\"name\":\"a\",\"two\":true,\"same\":true}", PART_TWO, READ_GOOD},
        {"{\"name\":\"a\",\"two\":true,\"same\":1}", PART_TWO, READ_WRONG_KIND},
        {"{\"name\":\"a\",\"same\":1}", PART_THREE, READ_GOOD},
        {"{\"name\":\"a\",\"same\":10}", PART_THREE, READ_WRONG_VALUE},
        {"{\"name\":\"a\",\"more\":1,\"one\":7}", READ_OTHERS, READ_GOOD},
        {"{\"name\":\"a\",\"more\":1,\"one\":7}", PART_ONE | READ_OTHERS, READ_WRONG_KIND},
        {"{\"more\":1}", READ_OTHERS, READ_MISSING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Sample read = {.guard = 0};
        JsonFault fault;
        bool good = json_read(span_of(cases[i].text), sample, cases[i].parts, &read, &fault);
        if (fault.wrong != cases[i].wrong || good != (cases[i].wrong == READ_GOOD))
            fail_msg("%s: %d, %s", cases[i].text, (int)fault.wrong, fault.error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_as_it_is_called),
        cmocka_unit_test(writes_numbers_to_their_limits),
        cmocka_unit_test(writes_any_words),
        cmocka_unit_test(stays_within_its_buffer),
        cmocka_unit_test(nests_to_its_limit),
        cmocka_unit_test(goes_back_to_a_mark),
        cmocka_unit_test(goes_out_in_pieces),
        cmocka_unit_test(refuses_what_is_not_json),
        cmocka_unit_test(refuses_what_is_too_deep_or_long),
        cmocka_unit_test(gives_its_values),
        cmocka_unit_test(comes_back_as_it_was),
        cmocka_unit_test(reads_by_its_table),
        cmocka_unit_test(refuses_by_name),
        cmocka_unit_test(reads_the_parts_asked_for),
    };
    return tap_run("json", tests, sizeof tests / sizeof *tests);
}
