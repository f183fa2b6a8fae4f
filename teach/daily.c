/* Derives the deals of the day, plays them, and checks records of them. */
#include "teach/daily.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "record/replay.h"

enum { YEAR_MIN = 2000, YEAR_MAX = 9999, DAY_OF_YEAR_2000 = 10957 };

/* Public, and 32 bytes like any key: from it follow the keys of all deals. */
static const char label[CHANCE_KEY_BYTES + 1] = "Araldo, the deal of the day: v 1";

/* What is dealt: something of five to fifteen minutes. A game that is not listed has its first variant and fewest players. */
static const struct {
    const char *game, *variant;
    int people;
    Option option;
} settings[] = {
    {"primiera", "classic", 4, {"target", "1"}}, /* one round, and another where it was a tie */
    {"royalflush", "standard", 2, {"", ""}},
    {"primero", "english", 4, {"deals", "4"}}, /* everybody deals once */
    {"primo", "duel", 2, {"", ""}},
};

/* ---- names */

static bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int days_of_month(int year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

bool daily_read_day(Span text, int *day, Error *error) {
    Span rest = text, part[3];
    int64_t year = 0, month = 0, date = 0;
    bool good = text.length == DAILY_DAY_TEXT_MAX - 1 && span_split(&rest, '-', &part[0]) && span_split(&rest, '-', &part[1]) &&
                span_split(&rest, '-', &part[2]) && part[0].length == 4 && part[1].length == 2 &&
                span_number(part[0], YEAR_MIN, YEAR_MAX, &year) && span_number(part[1], 1, 12, &month) &&
                span_number(part[2], 1, days_of_month((int)year, (int)month), &date);
    if (!good) return error_set(error, "a day is written like 2026-11-18");
    *day = DAY_OF_YEAR_2000 + (int)date - 1;
    for (int before = YEAR_MIN; before < year; before++) *day += 365 + is_leap(before);
    for (int before = 1; before < month; before++) *day += days_of_month((int)year, before);
    return true;
}

bool daily_read_month(Span text, int *first, int *last, Error *error) {
    char words[DAILY_DAY_TEXT_MAX];
    Text day = text_init(words, sizeof words);
    text_format(&day, "%.*s-01", SPAN_ARGS(text));
    if (day.overflow || !daily_read_day(span_of(words), first, NULL))
        return error_set(error, "a month is written like 2026-11");
    int64_t year = 0, month = 0;
    span_number((Span){words, 4}, YEAR_MIN, YEAR_MAX, &year);
    span_number((Span){words + 5, 2}, 1, 12, &month);
    *last = *first + days_of_month((int)year, (int)month) - 1;
    return true;
}

void daily_write_day(int day, Text *text) {
    int year = YEAR_MIN, month = 1, left = day - DAY_OF_YEAR_2000;
    for (; left >= 365 + is_leap(year); year++) left -= 365 + is_leap(year);
    for (; left >= days_of_month(year, month); month++) left -= days_of_month(year, month);
    text_format(text, "%04d-%02d-%02d", year, month, left + 1);
}

bool daily_read(DailyDeal *deal, Span game, Span day, Span board, Error *error) {
    int64_t number;
    deal->game = game_find(game, error);
    if (!deal->game || !daily_read_day(day, &deal->day, error)) return false;
    if (!span_number(board, 1, DAILY_BOARDS, &number)) return error_set(error, "a day has the boards 1 to %d", DAILY_BOARDS);
    deal->board = (int)number;
    return true;
}

/* FNV-1a, then mixed: the same in every build. */
static uint64_t mixed(Span text, uint64_t hash) {
    for (size_t i = 0; i < text.length; i++) hash = (hash ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

int daily_board_of(Span person, int day) {
    Chance dice = chance_fast(mixed(person, UINT64_C(0xcbf29ce484222325)) + (uint64_t)day);
    return 1 + (int)chance_below(&dice, DAILY_BOARDS);
}

ChanceKey daily_key(const DailyDeal *deal) {
    ChanceKey key;
    memcpy(key.bytes, label, CHANCE_KEY_BYTES);
    key = chance_key_of_game(&key, mixed(span_of(deal->game->name), UINT64_C(0xcbf29ce484222325)));
    return chance_key_of_game(&key, (uint64_t)deal->day * DAILY_BOARDS + (uint64_t)deal->board - 1);
}

/* ---- playing */

static bool set_up(RecordHeader *header, const DailyDeal *deal, Error *error) {
    const Game *game = deal->game;
    *header = (RecordHeader){.game = game, .has_key = true, .key = daily_key(deal), .word_list = game_word_list(game)};
    header->setup.people = game->variants[0].people_min;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (strcmp(settings[i].game, game->name) != 0) continue;
        header->setup.variant = game_variant(game, span_of(settings[i].variant), error);
        header->setup.people = settings[i].people;
        header->setup.option_count = settings[i].option.key[0] != '\0';
        header->setup.options[0] = settings[i].option;
    }
    for (int seat = 0; seat < header->setup.people; seat++)
        span_copy(span_of(seat == DAILY_SEAT ? DAILY_PERSON : DAILY_BOT), header->names[seat], RECORD_NAME_MAX);
    return header->word_list == 0 || error_set(error, "the deal of the day is played with the program's own words");
}

static void pass_on(void *context, const Event *event) {
    DailyMatch *match = context;
    if (strcmp(event->kind, "round") == 0) match->round_began = true;
    if (match->out) match->out->take(match->out->context, event);
}

bool daily_begin(DailyMatch *match, const DailyDeal *deal, EventSink *out, Error *error) {
    *match = (DailyMatch){.deal = *deal, .out = out};
    match->sink.take = pass_on;
    match->sink.context = match;
    if (!set_up(&match->header, deal, error)) return false;
    match->bot = bot_open(deal->game, span_of(DAILY_BOT), error);
    if (!match->bot) return false;
    Chance chance = chance_table(&match->header.key);
    if (!deal->game->setup(STATE_IN(match->state), &match->header.setup, &chance, &match->sink, error)) {
        daily_release(match);
        return false;
    }
    past_begin(&match->past, deal->game, daily_state(match));
    return true;
}

void daily_release(DailyMatch *match) {
    bot_free(match->bot);
    match->bot = NULL;
}

int daily_actor(const DailyMatch *match) {
    SeatSet actors = match->deal.game->actors(daily_state(match)), others = (SeatSet)(actors & ~SEAT_BIT(DAILY_SEAT));
    return actors ? __builtin_ctz(others ? others : actors) : -1;
}

/* What a bot plays for the next actor. */
static Move choice_of(const DailyMatch *match, Bot *bot) {
    const Game *game = match->deal.game;
    int actor = daily_actor(match);
    if (actor >= match->header.setup.people) { /* it plays by itself */
        game->legal(daily_state(match), actor, bot->moves);
        return bot->moves[0];
    }
    StateRoom view;
    Chance dice = chance_stream(&match->header.key, STREAM_BOT, (uint64_t)match->turn << 8 | (unsigned)actor);
    bot_catch_up(bot, &match->past, &match->header.key, actor);
    game->view(daily_state(match), actor, VIEW_IN(view));
    return bot_choose(bot, VIEW_IN(view), actor, &dice);
}

Move daily_choice(DailyMatch *match) { return choice_of(match, match->bot); }

bool daily_play(DailyMatch *match, Move move, Error *error) {
    const Game *game = match->deal.game;
    int actor = daily_actor(match);
    Chance chance = chance_table(&match->header.key);
    match->round_began = false;
    if (actor < 0) return error_set(error, "the match is over");
    if (!game_play(game, STATE_IN(match->state), actor, move, &chance, &match->sink, error)) return false;
    past_move(&match->past, game, daily_state(match), actor, move, match->round_began);
    match->turn++;
    return true;
}

int daily_score(const DailyMatch *match) {
    const Game *game = match->deal.game;
    const Setup *setup = &match->header.setup;
    int points[SEATS_MAX] = {0}, sides = game_sides(game, setup->variant, setup->people), best = 0;
    bool some = false;
    game->points(daily_state(match), points);
    for (int seat = 0; seat < setup->people; seat++) {
        if (seat % sides == DAILY_SEAT % sides) continue;
        if (!some || points[seat] > best) best = points[seat];
        some = true;
    }
    return points[DAILY_SEAT] - best;
}

bool daily_rival(const DailyDeal *deal, int *score, Error *error) {
    DailyMatch match;
    Bot *strong = bot_open(deal->game, span_of(DAILY_RIVAL), error);
    if (!strong) return false;
    bool good = daily_begin(&match, deal, NULL, error);
    for (int actor; good && (actor = daily_actor(&match)) >= 0;)
        good = match.turn < DAILY_MOVES_MAX
                   ? daily_play(&match, choice_of(&match, actor == DAILY_SEAT ? strong : match.bot), error)
                   : error_set(error, "the match does not end");
    if (good) *score = daily_score(&match);
    daily_release(&match);
    bot_free(strong);
    return good;
}

/* ---- verifying */

static bool is_same_state(const DailyMatch *match, const Replay *replay) {
    return memcmp(daily_state(match), replay_state(replay), match->deal.game->state_bytes) == 0;
}

/* The next move of the record against what can have happened. */
static bool follow(DailyMatch *match, Replay *replay, Error *error) {
    long line = replay->lines.number;
    int actor = daily_actor(match);
    ReplayStatus status = replay_step(replay, NULL);
    if (status != REPLAY_GOES_ON && status != REPLAY_OVER) return error_set(error, "%s", replay->error.text);
    if (replay->actor != actor) return error_set(error, "line %ld: another player's turn comes first", line);
    if (actor != DAILY_SEAT && replay->move != daily_choice(match))
        return error_set(error, "line %ld: the bot plays another move here", line);
    if (!daily_play(match, replay->move, error)) return false;
    return is_same_state(match, replay) || error_set(error, "line %ld: the cards are not those of this deal", line);
}

static bool verify(DailyMatch *match, Replay *replay, Error *error) {
    ReplayStatus status = replay_begin(replay, NULL);
    if (status == REPLAY_NONE) return error_set(error, "line 1: the file holds no record");
    if (status != REPLAY_GOES_ON) return error_set(error, "%s", replay->error.text);
    if (replay->header.game != match->deal.game || !is_same_state(match, replay))
        return error_set(error, "line 1: it is the record of another deal");
    while (replay->status == REPLAY_GOES_ON) {
        if (match->turn == DAILY_MOVES_MAX)
            return error_set(error, "a match of more than %d moves is too long", DAILY_MOVES_MAX);
        if (!follow(match, replay, error)) return false;
    }
    return lines_peek(&replay->lines) == LINE_END ||
           error_set(error, "line %ld: something follows the record", replay->lines.number);
}

bool daily_verify(const DailyDeal *deal, FILE *file, int *score, Error *error) {
    Replay *replay = malloc(sizeof *replay);
    DailyMatch *match = malloc(sizeof *match);
    bool good = replay && match ? daily_begin(match, deal, NULL, error) : error_set(error, "there is not enough memory");
    if (good) {
        replay_init(replay, file);
        good = verify(match, replay, error);
        if (good) *score = daily_score(match);
        replay_release(replay);
        daily_release(match);
    }
    free(match);
    free(replay);
    return good;
}
