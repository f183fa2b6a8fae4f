/* `araldo review`: what each decision of a finished match cost, and how much of the result was luck. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/reason.h"
#include "core/json.h"
#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/gzip.h"
#include "program/interrupt.h"
#include "program/match.h"
#include "program/person.h"
#include "program/progress.h"
#include "program/review.h"
#include "teach/luck.h"
#include "teach/review.h"
#include "term/face.h"

enum { WORST = 3, MATCHES_MAX = 1000000, CHART_STEPS = 8, CHART_COLUMNS = 64, PIECE_MAX = 65536 };

struct Report {
    Recording recording;
    Review review;
    Luck luck;
    Screen screen;
    Language language;
    SeatSet seats;
    FILE *out;
};

/* ---- a decision in words */

typedef struct Painter {
    const Screen *screen;
    const Game *game;
    const Face *face;
} Painter;

static void paint_name(const void *context, int seat, Text *text) {
    screen_name(((const Painter *)context)->screen, seat, text);
}

static void paint_card(const void *context, Span notation, Text *text) {
    const Painter *painter = context;
    uint8_t card;
    if (painter->face->card && painter->game->parse_card(notation, &card)) painter->face->card(painter->screen, card, text);
    else text_format(text, "%.*s", SPAN_ARGS(notation));
}

/* The view behind a decision, and the screen of the seat that made it. */
static void look(Report *report, const Decision *decision, StateRoom *view) {
    report->screen.viewer = decision->seat;
    recording_game(&report->recording)
        ->view(recording_state(&report->recording, decision->index), decision->seat, VIEW_IN(*view));
}

static void name_move(Report *report, const Decision *decision, Move move, Text *text) {
    const Game *game = recording_game(&report->recording);
    StateRoom view;
    Choice choice = {.move = move};
    look(report, decision, &view);
    face_of(game)->choice(game, &report->screen, VIEW_IN(view), decision->seat, &choice);
    text_add(text, choice.label);
    if (*choice.outcome) text_format(text, ", %s", choice.outcome);
}

/* Why a move was good, each reason as a sentence; how many. */
static int find_reasons(Report *report, const Decision *decision, Move move, char words[REASONS_MAX][SCREEN_TEXT_MAX / 16]) {
    const Game *game = recording_game(&report->recording);
    Painter painter = {&report->screen, game, face_of(game)};
    ReasonNames names = {&painter, paint_name, paint_card};
    StateRoom view;
    Reasons reasons;
    look(report, decision, &view);
    reasons_find(game, VIEW_IN(view), decision->seat, move, &reasons);
    for (int i = 0; i < reasons.count; i++) {
        Text text = text_init(words[i], sizeof words[i]);
        reason_write(&reasons.list[i], report->language, names, &text);
    }
    return reasons.count;
}

static int percent(float chance) { return (int)lroundf(100 * chance); }

/* ---- for people */

/* The seat's chance to win at each of its decisions, as bars, and how it ended. */
static void print_chart(Report *report, int seat) {
    static const char *const bars[CHART_STEPS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const Game *game = recording_game(&report->recording);
    char line[SCREEN_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    int count = 0, at = 0;
    for (int i = 0; i < report->review.count; i++) count += report->review.decisions[i].seat == seat;
    for (int i = 0; i < report->review.count; i++) {
        const Decision *decision = &report->review.decisions[i];
        if (decision->seat != seat) continue;
        /* Of a long match every so many decisions one. */
        bool shown = count <= CHART_COLUMNS || (at + 1) * CHART_COLUMNS / count > at * CHART_COLUMNS / count;
        at++;
        if (!shown) continue;
        int bar = (int)(decision->before * CHART_STEPS);
        text_add(&text, bars[bar < CHART_STEPS ? bar : CHART_STEPS - 1]);
    }
    bool won = game->winners(recording_state(&report->recording, report->recording.count)) & SEAT_BIT(seat);
    fprintf(report->out, "  %s  %s  %s\n", message(report->language, "Chance of winning"), line,
            won ? message(report->language, "won") : message(report->language, "lost"));
}

static void print_reasons(Report *report, const Decision *decision) {
    char words[REASONS_MAX][SCREEN_TEXT_MAX / 16];
    int count = find_reasons(report, decision, decision->best, words);
    for (int i = 0; i < count; i++) fprintf(report->out, "      %s\n", words[i]);
}

static void print_worst(Report *report, const Decision *decision) {
    char played[CHOICE_WORDS_MAX * 2], best[CHOICE_WORDS_MAX * 2], line[SCREEN_TEXT_MAX];
    Text played_text = text_init(played, sizeof played), best_text = text_init(best, sizeof best);
    Text text = text_init(line, sizeof line);
    name_move(report, decision, decision->played, &played_text);
    name_move(report, decision, decision->best, &best_text);
    text_add(&text, decision->verdict == VERDICT_BLUNDER ? message(report->language, "Blunder")
                                                         : message(report->language, "Mistake"));
    text_add(&text, message(report->language, ": "));
    message_format(&text, report->language,
                   "move {number}, {played}. Better: {best}. The chance of winning fell from {before}% to {after}%.",
                   WITH("number", decision->index + 1), WITH("played", played), WITH("best", best),
                   WITH("before", percent(decision->before)), WITH("after", percent(decision->after)));
    fprintf(report->out, "  %s\n", line);
    print_reasons(report, decision);
}

/* Praise: the moves that were the only good ones, those first that mattered most. */
static void print_praise(Report *report, int seat) {
    int shown = 0;
    for (int i = 0; i < report->review.count && shown < WORST; i++) {
        const Decision *decision = &report->review.decisions[i];
        if (decision->seat != seat || decision->verdict != VERDICT_ONLY) continue;
        char played[CHOICE_WORDS_MAX * 2], line[SCREEN_TEXT_MAX];
        Text played_text = text_init(played, sizeof played), text = text_init(line, sizeof line);
        name_move(report, decision, decision->played, &played_text);
        message_format(&text, report->language, "Well played: move {number}, {played}, was the only good one.",
                       WITH("number", decision->index + 1), WITH("played", played));
        fprintf(report->out, "  %s\n", line);
        shown++;
    }
}

static void print_luck(const Report *report, int seat) {
    bool coins = strcmp(recording_game(&report->recording)->unit, "coins") == 0;
    double made = report->luck.made[seat], cards = report->luck.cards[seat];
    char words[3][32], line[SCREEN_TEXT_MAX];
    const double values[3] = {made, cards, made - cards};
    Text text = text_init(line, sizeof line);
    for (int i = 0; i < 3; i++) {
        Text number = text_init(words[i], sizeof words[i]);
        language_add_tenths(report->language, lround(10 * values[i]), &number);
    }
    if (coins)
        message_format(&text, report->language,
                       "Lead in coins: {made}. Of this, {cards} came from the cards (as strong bots in every seat would play "
                       "them) and {play} from the play.",
                       WITH("made", words[0]), WITH("cards", words[1]), WITH("play", words[2]));
    else
        message_format(&text, report->language,
                       "Lead in points: {made}. Of this, {cards} came from the cards (as strong bots in every seat would play "
                       "them) and {play} from the play.",
                       WITH("made", words[0]), WITH("cards", words[1]), WITH("play", words[2]));
    fprintf(report->out, "  %s\n", line);
}

static void print_seat(Report *report, int seat) {
    const Decision *worst[WORST];
    char name[RECORD_NAME_MAX * 2], line[SCREEN_TEXT_MAX];
    Text name_text = text_init(name, sizeof name), text = text_init(line, sizeof line);
    int counts[VERDICTS] = {0}, all = 0, count = review_costliest(&report->review, seat, worst, WORST);
    for (int i = 0; i < report->review.count; i++) {
        if (report->review.decisions[i].seat != seat) continue;
        counts[report->review.decisions[i].verdict]++;
        all++;
    }
    report->screen.viewer = strcmp(report->recording.header.names[seat], PERSON_NAME) == 0 ? seat : ONLOOKER;
    screen_label(&report->screen, seat, &name_text);
    message_format(&text, report->language, "{name}. Decisions: {all}. Mistakes: {mistakes}. Blunders: {blunders}.",
                   WITH("name", name), WITH("all", all), WITH("mistakes", counts[VERDICT_MISTAKE]),
                   WITH("blunders", counts[VERDICT_BLUNDER]));
    fprintf(report->out, "%s\n", line);
    print_chart(report, seat);
    for (int i = 0; i < count; i++) print_worst(report, worst[i]);
    print_praise(report, seat);
    print_luck(report, seat);
}

/* ---- for programs */

static void flush(Text *text) {
    fwrite(text->buffer, 1, text->length, stdout);
    text->length = 0;
}

static void write_move(Json *json, const char *key, const Report *report, const Decision *decision, Move move) {
    const Game *game = recording_game(&report->recording);
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    game->print_move(recording_state(&report->recording, decision->index), decision->seat, move, &text);
    json_text(json, key, words);
}

static void write_decision(Json *json, Report *report, const Decision *decision) {
    enum { DIGITS = 4 };
    json_open_object(json, NULL);
    json_number(json, "move", decision->index + 1);
    json_number(json, "seat", decision->seat);
    write_move(json, "played", report, decision, decision->played);
    write_move(json, "best", report, decision, decision->best);
    json_decimal(json, "before", (double)decision->before, DIGITS);
    json_decimal(json, "after", (double)decision->after, DIGITS);
    json_decimal(json, "cost", (double)decision->cost, DIGITS);
    json_decimal(json, "error", (double)decision->error, DIGITS);
    if (decision->kind == EXPECTS_COINS) json_decimal(json, "coins", (double)decision->coins, 1);
    json_text(json, "verdict", verdict_name(decision->verdict));
    if (decision->verdict != VERDICT_FINE) {
        char words[REASONS_MAX][SCREEN_TEXT_MAX / 16];
        int count = find_reasons(report, decision, decision->best, words);
        json_open_list(json, "reasons");
        for (int i = 0; i < count; i++) json_text(json, NULL, words[i]);
        json_close(json);
    }
    json_close(json);
    flush(json->text);
}

static void write_luck(Json *json, const Report *report) {
    json_open_object(json, "luck");
    json_text(json, "unit", recording_game(&report->recording)->unit);
    json_number(json, "rounds", report->luck.count);
    json_open_list(json, "seats");
    for (int seat = 0; seat < report->recording.seats; seat++) {
        json_open_object(json, NULL);
        json_decimal(json, "made", report->luck.made[seat], 2);
        json_decimal(json, "cards", report->luck.cards[seat], 2);
        json_decimal(json, "play", report->luck.made[seat] - report->luck.cards[seat], 2);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void write_json(Report *report) {
    static char piece[PIECE_MAX];
    const Recording *recording = &report->recording;
    const Game *game = recording_game(recording);
    Text text = text_init(piece, sizeof piece);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "game", game->name);
    json_text(&json, "variant", game->variants[recording->header.setup.variant].name);
    json_open_list(&json, "seats");
    for (int seat = 0; seat < recording->header.setup.people; seat++) json_text(&json, NULL, recording->header.names[seat]);
    json_close(&json);
    json_number(&json, "moves", recording->count);
    json_open_list(&json, "winners");
    SeatSet winners = game->winners(recording_state(recording, recording->count));
    for (int seat = 0; seat < recording->seats; seat++)
        if (winners & SEAT_BIT(seat)) json_number(&json, NULL, seat);
    json_close(&json);
    json_open_list(&json, "decisions");
    for (int i = 0; i < report->review.count; i++) write_decision(&json, report, &report->review.decisions[i]);
    json_close(&json);
    write_luck(&json, report);
    json_close(&json);
    flush(&text);
    putchar('\n');
}

/* ---- the work */

static SeatSet people_of(const Recording *recording) {
    SeatSet people = 0, all = 0;
    for (int seat = 0; seat < recording->header.setup.people; seat++) {
        all |= SEAT_BIT(seat);
        if (recording_is_person(recording, seat)) people |= SEAT_BIT(seat);
    }
    return people ? people : all;
}

static bool prepare(Report *report, int seat, Error *error) {
    if (seat >= report->recording.header.setup.people)
        return error_say(error, "there is nobody in seat {seat}", WITH("seat", seat));
    report->seats = seat < 0 ? people_of(&report->recording) : SEAT_BIT(seat);
    return review_init(&report->review, &report->recording, report->seats, REVIEW_FITTING, error) &&
           luck_init(&report->luck, &report->recording, error);
}

Report *report_open(const char *path, int match, int seat, Error *error) {
    FILE *file = gzip_read(path);
    Report *report = calloc(1, sizeof *report);
    bool good = file && report;
    if (!file) error_say(error, "cannot read {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
    else if (!report) error_set(error, "there is not enough memory");
    if (good) good = recording_read(&report->recording, file, match - 1, error) && prepare(report, seat, error);
    if (file) fclose(file);
    if (good) return report;
    report_free(report);
    return NULL;
}

void report_free(Report *report) {
    if (!report) return;
    luck_release(&report->luck);
    review_release(&report->review);
    recording_release(&report->recording);
    free(report);
}

bool report_step(Report *report) { return review_step(&report->review) || luck_step(&report->luck); }

int report_count(const Report *report) { return report->review.count + report->luck.count; }

int report_done(const Report *report) { return report->review.done + report->luck.done; }

void report_write(Report *report, Language language, FILE *out) {
    report->language = language;
    report->out = out;
    screen_init(&report->screen, out, language, &report->recording.header, ONLOOKER);
    for (int seat = 0; seat < report->recording.header.setup.people; seat++)
        if (report->seats & SEAT_BIT(seat)) print_seat(report, seat);
}

/* ---- the command */

/* All decisions and all rounds; false if somebody interrupted it. */
static bool work(Report *report) {
    int interrupts = interrupts_open();
    Progress progress = progress_begin("steps", report_count(report));
    bool more = true;
    while (more && !interrupted(interrupts)) {
        more = report_step(report);
        progress_show(&progress, report_done(report));
    }
    progress_end(&progress);
    return !more;
}

static int review_file(const char *path, int match, int seat, Language language, bool json) {
    Error error;
    Report *report = report_open(path, match, seat, &error);
    int status = STATUS_GOOD;
    if (!report) return complain_error("review", language, &error);
    if (!work(report)) {
        complain("review", "interrupted after %d of %d decisions", report->review.done, report->review.count);
        status = STATUS_NO;
    } else if (json) {
        report->language = language;
        screen_init(&report->screen, stdout, language, &report->recording.header, ONLOOKER);
        write_json(report);
    } else report_write(report, language, stdout);
    report_free(report);
    return status;
}

int command_review(int argc, char **argv) {
    const char *path, *tag = NULL;
    int64_t seat = -1, match = 1;
    bool json = false;
    Language language = person_language();
    const Argument table[] = {{ARGUMENT_FLAG, "--json", &json, 0, 0},
                              {ARGUMENT_NUMBER, "--seat", &seat, 0, SEATS_MAX - 1},
                              {ARGUMENT_NUMBER, "--match", &match, 1, MATCHES_MAX},
                              {ARGUMENT_WORDS, "--lang", &tag, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "review", .table = table, .words = &path, .words_max = 1};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (tag && !person_language_option("review", tag, &language)) return STATUS_BAD;
    if (arguments.word_count == 0) return arguments_no_file(&arguments, language);
    return review_file(path, (int)match, (int)seat, language, json);
}
