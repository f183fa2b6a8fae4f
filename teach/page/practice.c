/* Tells a game that is played on from a position, move by move; and the position at a move of a record. */
#include "teach/practice.h"

#include <stdio.h>
#include <stdlib.h>

#include "bots/reason.h"
#include "teach/page/page.h"
#include "teach/recording.h"

struct PagePractice {
    Practice practice;
    Sheet *sheet;
};

static void write_table(const PagePractice *page) {
    const Practice *practice = &page->practice;
    const State *state = STATE_IN(practice->state);
    Sheet *sheet = page->sheet;
    Setup setup = {0};
    practice->game->describe(state, &setup);
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "game", practice->game->name);
    json_text(&sheet->json, "variant", practice->game->variants[setup.variant].name);
    json_number(&sheet->json, "people", practice->people);
    json_number(&sheet->json, "seats", practice->game->seats(state));
    json_number(&sheet->json, "seat", practice->seat);
    sheet_state(sheet, state);
    json_close(&sheet->json);
    sheet_flush(sheet);
}

PagePractice *page_practice_open(Span position, int seat, Span level, const ChanceKey *key, Out out, Error *error) {
    PagePractice *page = calloc(1, sizeof *page);
    bool good = page || error_set(error, "there is not enough memory");
    if (good)
        good = (page->sheet = sheet_open(out, error)) && practice_init(&page->practice, position, seat, level, key, error) &&
               sheet_about(page->sheet, page->practice.game, error);
    if (good) {
        page->sheet->seat = page->practice.seat;
        write_table(page);
        return page;
    }
    page_practice_free(page);
    return NULL;
}

void page_practice_free(PagePractice *page) {
    if (!page) return;
    practice_release(&page->practice);
    sheet_free(page->sheet);
    free(page);
}

/* A document with the move's events so far; the table follows. */
static void begin(PagePractice *page, int seat, Out out) {
    Sheet *sheet = page->sheet;
    sheet->out = out;
    sheet->json = json_to(&sheet->text);
    json_open_object(&sheet->json, NULL);
    json_number(&sheet->json, "seat", seat);
    json_open_list(&sheet->json, "events");
}

static void finish(PagePractice *page) {
    json_close(&page->sheet->json);
    sheet_state(page->sheet, STATE_IN(page->practice.state));
    json_close(&page->sheet->json);
    sheet_flush(page->sheet);
}

bool page_practice_move(PagePractice *page, Span move, Out out, Error *error) {
    begin(page, page->practice.seat, out);
    bool good = practice_move(&page->practice, move, &page->sheet->sink, error);
    finish(page);
    return good;
}

bool page_practice_bot(PagePractice *page, Out out, Error *error) {
    int actor = practice_next(&page->practice);
    if (actor < 0) return error_set(error, "no bot is to act");
    begin(page, actor, out);
    practice_bot(&page->practice, actor, &page->sheet->sink);
    finish(page);
    return true;
}

bool page_practice_hint(PagePractice *page, Out out, Error *error) {
    static const ChanceKey key = {{0}};
    const Practice *practice = &page->practice;
    Sheet *sheet = page->sheet;
    const State *state = STATE_IN(practice->state);
    Chance dice = chance_stream(&key, STREAM_BOT, practice->turns);
    StateRoom view;
    Reasons reasons;
    if (!(practice->game->actors(state) & SEAT_BIT(practice->seat))) return error_set(error, "it is not your turn");
    Bot *adviser = bot_open(practice->game, span_of("strong"), error);
    if (!adviser) return false;
    practice->game->view(state, practice->seat, VIEW_IN(view));
    Move move = bot_choose(adviser, VIEW_IN(view), practice->seat, &dice);
    bot_free(adviser);
    reasons_find(practice->game, VIEW_IN(view), practice->seat, move, &reasons);
    sheet->out = out;
    sheet->json = json_to(&sheet->text);
    json_open_object(&sheet->json, NULL);
    sheet_move(sheet, "move", state, practice->seat, move);
    json_open_list(&sheet->json, "reasons");
    for (int i = 0; i < reasons.count; i++) reason_json(&reasons.list[i], &sheet->json);
    json_close(&sheet->json);
    json_close(&sheet->json);
    sheet_flush(sheet);
    return true;
}

/* ---- a position of a record */

static void write_position(Sheet *sheet, const Recording *recording, int move) {
    char position[STATE_TEXT_MAX];
    Text text = text_init(position, sizeof position);
    recording_game(recording)->print(recording_state(recording, move - 1), &text);
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "position", position);
    json_number(&sheet->json, "seat", recording->actors[move - 1]);
    json_number(&sheet->json, "moves", recording->count);
    json_close(&sheet->json);
    sheet_flush(sheet);
}

bool page_position(Span record, int move, Out out, Error *error) {
    Recording recording;
    if (!recording_parse(&recording, record, error)) return false;
    Sheet *sheet = sheet_open(out, error);
    bool good = sheet != NULL;
    if (good && (move < 1 || move > recording.count))
        good = error_set(error, "the match has the moves 1 to %d", recording.count);
    if (good) write_position(sheet, &recording, move);
    sheet_free(sheet);
    recording_release(&recording);
    return good;
}
