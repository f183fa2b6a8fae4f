/* Tells a review decision by decision, each with what its seat saw, and at the end what was luck. */
#include <stdlib.h>

#include "bots/reason.h"
#include "core/shown.h"
#include "teach/luck.h"
#include "teach/page/page.h"
#include "teach/review.h"

enum { DIGITS = 4 };

struct PageReview {
    Recording recording;
    Review review;
    Luck luck;
    Sheet *sheet;
    int seat;
};

/* ---- the match */

static void write_sitter(Sheet *sheet, const Recording *recording, int seat) {
    bool person = recording_is_person(recording, seat);
    json_open_object(&sheet->json, NULL);
    if (seat >= recording->header.setup.people) json_text(&sheet->json, "who", "robot");
    else json_text(&sheet->json, "who", person ? "person" : "bot");
    if (seat < recording->header.setup.people)
        json_text(&sheet->json, person ? "name" : "level", recording->header.names[seat]);
    json_close(&sheet->json);
}

static void write_match(const PageReview *page) {
    const Recording *recording = &page->recording;
    const Game *game = recording_game(recording);
    const State *end = recording_state(recording, recording->count);
    int points[SEATS_MAX] = {0};
    Json *json = &page->sheet->json;
    json_open_object(json, NULL);
    json_text(json, "game", game->name);
    json_text(json, "variant", game->variants[recording->header.setup.variant].name);
    json_number(json, "people", recording->header.setup.people);
    json_number(json, "seat", page->seat);
    json_open_list(json, "seats");
    for (int seat = 0; seat < recording->seats; seat++) write_sitter(page->sheet, recording, seat);
    json_close(json);
    shown_seats(game->winners(end), "winners", json);
    game->points(end, points);
    json_numbers(json, "points", points, recording->seats);
    json_text(json, "unit", game->unit);
    json_number(json, "moves", recording->count);
    json_number(json, "decisions", page->review.count);
    json_number(json, "steps", page->review.count + page->luck.count);
    json_close(json);
    sheet_flush(page->sheet);
}

static int first_person(const Recording *recording) {
    for (int seat = 0; seat < recording->header.setup.people; seat++)
        if (recording_is_person(recording, seat)) return seat;
    return 0;
}

static bool prepare(PageReview *page, Span record, int seat, Error *error) {
    if (!recording_parse(&page->recording, record, error)) return false;
    if (seat >= page->recording.header.setup.people) return error_set(error, "nobody sits at seat %d", seat);
    page->seat = seat < 0 ? first_person(&page->recording) : seat;
    return review_init(&page->review, &page->recording, SEAT_BIT(page->seat), REVIEW_FITTING, error) &&
           luck_init(&page->luck, &page->recording, error) && sheet_about(page->sheet, recording_game(&page->recording), error);
}

PageReview *page_review_open(Span record, int seat, Out out, Error *error) {
    PageReview *page = calloc(1, sizeof *page);
    bool good = page || error_set(error, "there is not enough memory");
    if (good) good = (page->sheet = sheet_open(out, error)) && prepare(page, record, seat, error);
    if (good) {
        page->sheet->seat = page->seat;
        write_match(page);
        return page;
    }
    page_review_free(page);
    return NULL;
}

void page_review_free(PageReview *page) {
    if (!page) return;
    luck_release(&page->luck);
    review_release(&page->review);
    recording_release(&page->recording);
    sheet_free(page->sheet);
    free(page);
}

/* ---- its steps */

static void write_reasons(Sheet *sheet, const State *state, const Decision *decision) {
    StateRoom view;
    Reasons reasons;
    sheet->game->view(state, decision->seat, VIEW_IN(view));
    reasons_find(sheet->game, VIEW_IN(view), decision->seat, decision->best, &reasons);
    json_open_list(&sheet->json, "reasons");
    for (int i = 0; i < reasons.count; i++) reason_json(&reasons.list[i], &sheet->json);
    json_close(&sheet->json);
}

/* `position` is the whole of it, to play on from: the match is over, and its record has no secrets. */
static void write_decision(const PageReview *page, const Decision *decision) {
    Sheet *sheet = page->sheet;
    Json *json = &sheet->json;
    const State *state = recording_state(&page->recording, decision->index);
    char position[STATE_TEXT_MAX];
    Text text = text_init(position, sizeof position);
    sheet->game->print(state, &text);
    json_open_object(json, "decision");
    json_number(json, "move", decision->index + 1);
    sheet_move(sheet, "played", state, decision->seat, decision->played);
    sheet_move(sheet, "best", state, decision->seat, decision->best);
    json_decimal(json, "before", (double)decision->before, DIGITS);
    json_decimal(json, "after", (double)decision->after, DIGITS);
    json_decimal(json, "cost", (double)decision->cost, DIGITS);
    json_decimal(json, "coins", (double)decision->coins, 1);
    json_text(json, "verdict", verdict_name(decision->verdict));
    json_text(json, "position", position);
    write_reasons(sheet, state, decision);
    sheet_state(sheet, state);
    json_close(json);
}

static void write_luck(const PageReview *page) {
    double made = page->luck.made[page->seat], cards = page->luck.cards[page->seat];
    json_open_object(&page->sheet->json, "luck");
    json_decimal(&page->sheet->json, "made", made, 2);
    json_decimal(&page->sheet->json, "cards", cards, 2);
    json_decimal(&page->sheet->json, "play", made - cards, 2);
    json_close(&page->sheet->json);
}

void page_review_step(PageReview *page, Out out) {
    Json *json = &page->sheet->json;
    Review *review = &page->review;
    page->sheet->out = out;
    *json = json_to(&page->sheet->text);
    bool judged = review_step(review);
    if (!judged) luck_step(&page->luck);
    json_open_object(json, NULL);
    json_number(json, "done", review->done + page->luck.done);
    if (judged) write_decision(page, &review->decisions[review->done - 1]);
    if (review->done == review->count && page->luck.done == page->luck.count) write_luck(page);
    json_close(json);
    sheet_flush(page->sheet);
}
