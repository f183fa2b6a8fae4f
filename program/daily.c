/* `araldo daily`: the deal of the day in the terminal (teach/daily.h).
 *
 * The match is a sitting like any other, saved in a file of its own after every move. When it is over its record is verified
 * as a card room would do it, and that gives the result. */
#include "teach/daily.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/message.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/keep.h"
#include "program/person.h"
#include "program/play.h"

enum { DEALER_BYTES = 33 };

static const char folder[] = "deals";

static void write_today(Text *text) {
    time_t now = time(NULL);
    struct tm local;
    char day[DAILY_DAY_TEXT_MAX];
    strftime(day, sizeof day, "%Y-%m-%d", localtime_r(&now, &local));
    text_add(text, day);
}

/* A random number of this person's, which decides the board. */
static bool read_dealer(char dealer[DEALER_BYTES], Error *error) {
    char path[RECORD_PATH_MAX];
    ChanceKey key;
    if (!keep_file(folder, "dealer", true, path, sizeof path, error) || !seed_random(&key, error)) return false;
    FILE *file = fopen(path, "r");
    bool known = file && fscanf(file, "%32[0-9a-f]", dealer) == 1;
    if (file) fclose(file);
    if (known) return true;
    Text text = text_init(dealer, DEALER_BYTES);
    for (int i = 0; i < (DEALER_BYTES - 1) / 2; i++) text_format(&text, "%02x", key.bytes[i]);
    file = fopen(path, "w");
    if (!file) return true; /* then the next deal may be of another board */
    fprintf(file, "%s\n", dealer);
    fclose(file);
    return true;
}

static bool choose_deal(DailyDeal *deal, const char *game, const char *day, int64_t board, Error *error) {
    char today[DAILY_DAY_TEXT_MAX], dealer[DEALER_BYTES];
    Text text = text_init(today, sizeof today);
    write_today(&text);
    *deal = (DailyDeal){.game = game_find(span_of(game), error), .board = (int)board};
    if (!deal->game) return false;
    if (!daily_read_day(span_of(day ? day : today), &deal->day, error)) return false;
    if (board) return true;
    if (!read_dealer(dealer, error)) return false;
    deal->board = daily_board_of(span_of(dealer), deal->day);
    return true;
}

static bool find_path(const DailyDeal *deal, char *path, size_t capacity, Error *error) {
    char name[64];
    Text text = text_init(name, sizeof name);
    daily_write_day(deal->day, &text);
    text_format(&text, "-%s-%d.jsonl", deal->game->name, deal->board);
    return keep_file(folder, name, true, path, capacity, error);
}

/* Its cards, options and seats, for a sitting. */
static bool read_header(const DailyDeal *deal, RecordHeader *header, Error *error) {
    DailyMatch *match = malloc(sizeof *match);
    bool good = match ? daily_begin(match, deal, NULL, error) : error_set(error, "there is not enough memory");
    if (good) {
        *header = match->header;
        daily_release(match);
    }
    free(match);
    return good;
}

static bool is_over(const DailyDeal *deal, const char *path, int *score, Error *error) {
    FILE *file = fopen(path, "r");
    bool good = file && daily_verify(deal, file, score, error);
    if (file) fclose(file);
    return good;
}

static void print_score(Language language, const char *words, int score) {
    char number[16], line[SCREEN_TEXT_MAX];
    Text signed_score = text_init(number, sizeof number), text = text_init(line, sizeof line);
    text_format(&signed_score, "%s%d", score < 0 ? "−" : score > 0 ? "+" : "", abs(score));
    message_format(&text, language, words, WITH("score", number));
    puts(line);
}

static void print_result(const DailyDeal *deal, int score, Language language) {
    int rival;
    Error ignored;
    print_score(language, message(language, "Your result: {score}."), score);
    fflush(stdout);
    if (daily_rival(deal, &rival, &ignored))
        print_score(language, message(language, "The strong bot, with the same cards: {score}."), rival);
}

/* Which deal it is: its board is needed to play the same one again. */
static void print_name(const DailyDeal *deal, Language language) {
    char day[DAILY_DAY_TEXT_MAX], line[SCREEN_TEXT_MAX];
    Text text = text_init(day, sizeof day), name = text_init(line, sizeof line);
    daily_write_day(deal->day, &text);
    message_format(&name, language, "{game}, {day}, board {board}", WITH("game", deal->game->title), WITH("day", day),
                   WITH("board", deal->board));
    puts(line);
}

static bool sit_down(Sitting *sitting, const DailyDeal *deal, const char *path, Language language, bool *resumed,
                     Error *error) {
    RecordHeader header;
    *resumed = access(path, F_OK) == 0;
    if (*resumed ? !sitting_resume(sitting, path, error)
                 : !read_header(deal, &header, error) || !sitting_begin_given(sitting, &header, error))
        return false;
    ChanceKey key = daily_key(deal);
    if (memcmp(&sitting->match.header.key, &key, sizeof key) != 0)
        return error_set(error, "%.200s: it is the record of another deal", path);
    sitting->dealt = true;
    snprintf(sitting->kept, sizeof sitting->kept, "%s", path);
    return keep_lock(path, &sitting->lock, error) && sitting_sit_down(sitting, language, error);
}

static int run(const DailyDeal *deal, PlayStyle *style, Language language) {
    char path[RECORD_PATH_MAX];
    int score, status = STATUS_GOOD;
    bool resumed;
    Error error = {""};
    if (!find_path(deal, path, sizeof path, &error)) return complain_error("daily", language, &error);
    if (!is_over(deal, path, &score, &error)) {
        Sitting *sitting = calloc(1, sizeof *sitting);
        if (!sitting) return complain("daily", "there is not enough memory");
        sitting->lock = -1;
        bool good = sit_down(sitting, deal, path, language, &resumed, &error);
        if (good) print_name(deal, language);
        status = good ? play_sitting(sitting, style, resumed) : complain_error("daily", language, &error);
        bool over = good && match_over(&sitting->match);
        sitting_release(sitting);
        free(sitting);
        if (!over) return status;
        if (!is_over(deal, path, &score, &error)) return complain_error("daily", language, &error);
    } else print_name(deal, language);
    print_result(deal, score, language);
    return status;
}

int command_daily(int argc, char **argv) {
    const char *game = NULL, *day = NULL, *tag = NULL;
    int64_t board = 0;
    PlayStyle style = {.command = "daily", .pace_ms = PACE_NORMAL_MS};
    const Argument table[] = {{ARGUMENT_WORDS, "--day", &day, 0, 0},
                              {ARGUMENT_NUMBER, "--board", &board, 1, DAILY_BOARDS},
                              {ARGUMENT_WORDS, "--lang", &tag, 0, 0},
                              {ARGUMENT_FLAG, "--plain", &style.plain, 0, 0},
                              {ARGUMENT_FLAG, "--still", &style.still, 0, 0},
                              {ARGUMENT_NUMBER, "--pace", &style.pace_ms, 0, PACE_MS_MAX},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "daily", .table = table, .words = &game, .words_max = 1};
    Language language = person_language();
    DailyDeal deal;
    Error error;
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (tag && !person_language_option("daily", tag, &language)) return STATUS_BAD;
    bool good = arguments.word_count ? choose_deal(&deal, game, day, board, &error) : game_missing(&error);
    return good ? run(&deal, &style, language) : complain_error("daily", language, &error);
}
