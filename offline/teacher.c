/* The face of the second module, which teaches: all of teach/page/ for the page's other worker (web/teach/worker.js).
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

bool EXPORT(teacher_deal)(const char *game, size_t game_length, const char *day, size_t day_length, const char *board,
                          size_t board_length, const char *moves, size_t moves_length, const char *move, size_t move_length) {
    Error error = {""};
    DealWords words = {{game, game_length}, {day, day_length}, {board, board_length}};
    return answer(page_deal(&words, (Span){moves, moves_length}, (Span){move, move_length}, page, &error), &error);
}

bool EXPORT(teacher_deal_record)(const char *game, size_t game_length, const char *day, size_t day_length, const char *board,
                                 size_t board_length, const char *moves, size_t moves_length) {
    Error error = {""};
    DealWords words = {{game, game_length}, {day, day_length}, {board, board_length}};
    return answer(page_deal_record(&words, (Span){moves, moves_length}, page, &error), &error);
}

bool EXPORT(teacher_deal_rival)(const char *game, size_t game_length, const char *day, size_t day_length, const char *board,
                                size_t board_length) {
    Error error = {""};
    DealWords words = {{game, game_length}, {day, day_length}, {board, board_length}};
    return answer(page_deal_rival(&words, page, &error), &error);
}

bool EXPORT(teacher_deal_board)(const char *person, size_t person_length, const char *day, size_t day_length) {
    Error error = {""};
    return answer(page_deal_board((Span){person, person_length}, (Span){day, day_length}, page, &error), &error);
}

/* ---- reviews */

PageReview *EXPORT(teacher_review_open)(const char *record, size_t length, double seat) {
    Error error = {""};
    PageReview *review = page_review_open((Span){record, length}, (int)seat, page, &error);
    answer(review != NULL, &error);
    return review;
}

bool EXPORT(teacher_review_step)(PageReview *review) {
    page_review_step(review, page);
    return true;
}

void EXPORT(teacher_review_close)(PageReview *review) { page_review_free(review); }

/* ---- practice */

static ChanceKey fresh_key(void) {
    ChanceKey key;
    host_random(key.bytes, sizeof key.bytes);
    return key;
}

PagePractice *EXPORT(teacher_practice_open)(const char *position, size_t length, const char *level, size_t level_length,
                                            double seat) {
    Error error = {""};
    ChanceKey key = fresh_key();
    PagePractice *practice =
        page_practice_open((Span){position, length}, (int)seat, (Span){level, level_length}, &key, page, &error);
    answer(practice != NULL, &error);
    return practice;
}

bool EXPORT(teacher_practice_move)(const char *move, size_t length, PagePractice *practice) {
    Error error = {""};
    return answer(page_practice_move(practice, (Span){move, length}, page, &error), &error);
}

bool EXPORT(teacher_practice_bot)(PagePractice *practice) {
    Error error = {""};
    return answer(page_practice_bot(practice, page, &error), &error);
}

bool EXPORT(teacher_practice_hint)(PagePractice *practice) {
    Error error = {""};
    return answer(page_practice_hint(practice, page, &error), &error);
}

void EXPORT(teacher_practice_close)(PagePractice *practice) { page_practice_free(practice); }

bool EXPORT(teacher_position)(const char *record, size_t length, double move) {
    Error error = {""};
    return answer(page_position((Span){record, length}, (int)move, page, &error), &error);
}

/* ---- trainers */

bool EXPORT(teacher_odds)(void) {
    Error error = {""};
    ChanceKey key = fresh_key();
    return answer(page_odds(&key, page, &error), &error);
}

bool EXPORT(teacher_letters)(void) {
    Error error = {""};
    ChanceKey key = fresh_key();
    return answer(page_letters(&key, page, &error), &error);
}

bool EXPORT(teacher_word)(const char *letters, size_t letters_length, const char *word, size_t length) {
    Error error = {""};
    return answer(page_word((Span){letters, letters_length}, (Span){word, length}, page, &error), &error);
}
