/* Writes the deal of the day for the page: what its table shows, what the bots answer, and the record of a finished match. */
#include <stdlib.h>

#include "teach/daily.h"
#include "teach/page/page.h"

/* Plays the moves that are known, separated by spaces. */
static bool play_moves(DailyMatch *match, Span moves, Error *error) {
    const Game *game = match->deal.game;
    Span rest = moves, word;
    Move move;
    while (moves.length && span_split(&rest, ' ', &word)) {
        int actor = daily_actor(match);
        if (actor < 0) return error_set(error, "the match is over");
        if (match->turn == DAILY_MOVES_MAX) return error_set(error, "these are too many moves");
        if (!game->parse_move(daily_state(match), actor, word, &move, error) || !daily_play(match, move, error)) return false;
    }
    return true;
}

/* Opens a match and plays the known moves; NULL with a clear line. */
static DailyMatch *open_match(const DealWords *words, Span moves, EventSink *out, Error *error) {
    DailyDeal deal;
    DailyMatch *match = malloc(sizeof *match);
    if (!match) error_set(error, "there is not enough memory");
    if (match && daily_read(&deal, words->game, words->day, words->board, error) && daily_begin(match, &deal, out, error)) {
        if (play_moves(match, moves, error)) return match;
        daily_release(match);
    }
    free(match);
    return NULL;
}

static void close_match(DailyMatch *match) {
    daily_release(match);
    free(match);
}

/* ---- the table */

static bool write_entry(Sheet *sheet, DailyMatch *match, Move move, Error *error) {
    json_open_object(&sheet->json, NULL);
    json_number(&sheet->json, "seat", daily_actor(match));
    sheet_move(sheet, "move", daily_state(match), daily_actor(match), move);
    json_open_list(&sheet->json, "events");
    if (!daily_play(match, move, error)) return false;
    json_close(&sheet->json);
    sheet_state(sheet, daily_state(match));
    json_close(&sheet->json);
    return true;
}

/* The person's move, if there is one, and the bots' after it. */
static bool write_entries(Sheet *sheet, DailyMatch *match, Span words, Error *error) {
    const Game *game = match->deal.game;
    Move move;
    bool good = true;
    if (words.length) {
        if (daily_actor(match) != DAILY_SEAT) return error_set(error, "it is not the person's turn");
        good = game->parse_move(daily_state(match), DAILY_SEAT, words, &move, error) && write_entry(sheet, match, move, error);
    }
    while (good && daily_actor(match) > DAILY_SEAT) good = write_entry(sheet, match, daily_choice(match), error);
    return good;
}

static bool write_table(Sheet *sheet, DailyMatch *match, Span move, Error *error) {
    const Game *game = match->deal.game;
    const Setup *setup = &match->header.setup;
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "game", game->name);
    json_text(&sheet->json, "variant", game->variants[setup->variant].name);
    json_number(&sheet->json, "people", setup->people);
    json_number(&sheet->json, "seats", game->seats(daily_state(match)));
    json_number(&sheet->json, "seat", DAILY_SEAT);
    sheet_state(sheet, daily_state(match));
    json_open_list(&sheet->json, "entries");
    match->out = &sheet->sink;
    if (!write_entries(sheet, match, move, error)) return false;
    json_close(&sheet->json);
    json_number_or_null(&sheet->json, "score", daily_score(match), daily_actor(match) < 0);
    json_close(&sheet->json);
    sheet_flush(sheet);
    return true;
}

bool page_deal(const DealWords *words, Span moves, Span move, Out out, Error *error) {
    DailyMatch *match = open_match(words, moves, NULL, error);
    Sheet *sheet = match ? sheet_open(out, error) : NULL;
    bool good = sheet && sheet_about(sheet, match->deal.game, error);
    if (good) {
        sheet->seat = DAILY_SEAT;
        good = write_table(sheet, match, move, error);
    }
    sheet_free(sheet);
    if (match) close_match(match);
    return good;
}

/* ---- the record */

static void write_line(Sheet *sheet, const char *line) {
    json_text(&sheet->json, NULL, line);
    sheet_flush(sheet);
}

static void take_event(void *context, const Event *event) {
    Sheet *sheet = context;
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(sheet->game, event, VIEWER_WHOLE, &text);
    write_line(sheet, line);
}

bool page_deal_record(const DealWords *words, Span moves, Out out, Error *error) {
    char header[RECORD_LINE_MAX];
    Text text = text_init(header, sizeof header);
    DailyMatch *match = open_match(words, moves, NULL, error);
    if (match && daily_actor(match) >= 0) error_set(error, "the match is not over");
    bool good = match && daily_actor(match) < 0;
    Sheet *sheet = good ? sheet_open(out, error) : NULL;
    if (sheet) {
        sheet->game = match->deal.game;
        record_header_write(&match->header, &text);
        json_open_object(&sheet->json, NULL);
        json_open_list(&sheet->json, "lines");
        write_line(sheet, header);
        EventSink sink = {.take = take_event, .context = sheet};
        DailyMatch *again = open_match(words, moves, &sink, error);
        good = again != NULL;
        if (again) close_match(again);
        json_close(&sheet->json);
        json_close(&sheet->json);
        sheet_flush(sheet);
    }
    good = good && sheet;
    sheet_free(sheet);
    if (match) close_match(match);
    return good;
}

/* ---- beside it */

static bool write_number(const char *key, int number, Out out) {
    char words[64];
    Text text = text_init(words, sizeof words);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_number(&json, key, number);
    json_close(&json);
    out.write(out.context, words, text.length);
    return true;
}

bool page_deal_rival(const DealWords *words, Out out, Error *error) {
    DailyDeal deal;
    int score;
    return daily_read(&deal, words->game, words->day, words->board, error) && daily_rival(&deal, &score, error) &&
           write_number("score", score, out);
}

bool page_deal_board(Span person, Span day, Out out, Error *error) {
    int number;
    return daily_read_day(day, &number, error) && write_number("board", daily_board_of(person, number), out);
}
