/* Memory for JSON that a fuzzer parses: taking and freeing every value of each text by itself would take most of the time.
 * Between the two calls whatever the parser takes comes from one block, and is given back all at once. */
#ifndef ARALDO_TESTS_FUZZ_PARSED_H
#define ARALDO_TESTS_FUZZ_PARSED_H

#include <jansson.h>
#include <stdlib.h>

enum { PARSED_MAX = 8 << 20, PARSED_ALIGNMENT = 16 };

static _Alignas(PARSED_ALIGNMENT) char parsed[PARSED_MAX];
static size_t parsed_bytes;

static void *parsed_take(size_t bytes) {
    void *place = parsed + parsed_bytes;
    parsed_bytes += (bytes + PARSED_ALIGNMENT - 1) / PARSED_ALIGNMENT * PARSED_ALIGNMENT;
    if (parsed_bytes > sizeof parsed) abort();
    return place;
}

static void parsed_free(void *place) { (void)place; }

static inline void parsed_begin(void) {
    parsed_bytes = 0;
    json_set_alloc_funcs(parsed_take, parsed_free);
}

static inline void parsed_end(void) { json_set_alloc_funcs(malloc, free); }

#endif
