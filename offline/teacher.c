/* The face of the second module, which teaches: lessons and puzzles for the page's other worker (web/teach/worker.js).
 *
 * It is a module of its own so that nobody waits for it before a first move. What it tells goes to host_told, and why it cannot to
 * host_damaged. */
#include "offline/host.h"
#include "teach/page/page.h"

static void tell(void *context, const char *bytes, size_t length) {
    (void)context;
    host_told(bytes, length);
}

static const Out page = {NULL, tell};

static bool answer(bool good, const Error *error) {
    if (!good) host_damaged(error->text);
    return good;
}

bool EXPORT(teacher_lesson)(const char *text, size_t length, const char *tag, size_t tag_length) {
    Error error = {""};
    Language language = LANGUAGE_ENGLISH;
    language_of_tag((Span){tag, tag_length}, &language);
    return answer(page_lesson((Span){text, length}, language, page, &error), &error);
}

bool EXPORT(teacher_puzzle)(const char *line, size_t length) {
    Error error = {""};
    return answer(page_puzzle((Span){line, length}, page, &error), &error);
}

bool EXPORT(teacher_puzzle_of_day)(const char *day, size_t length, double count) {
    Error error = {""};
    return answer(page_puzzle_of_day((Span){day, length}, (int64_t)count, page, &error), &error);
}
