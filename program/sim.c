/* `araldo sim`: bots play any number of games from one seed; records them if asked.
 *
 * A game goes into the record when it is over, so that an interrupt leaves a file of whole games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/gzip.h"
#include "program/interrupt.h"
#include "program/match.h"
#include "program/person.h"
#include "program/progress.h"

enum { GAMES_MAX = 1000000000, JSON_MAX_BYTES = 8192 };
static const double LOOK_SECONDS = 0.01;

typedef struct Simulation {
    Match match;
    ChanceKey series;
    int64_t games, played, moves;
    int64_t wins[SEATS_MAX];
    int64_t points[SEATS_MAX];
    const char *path; /* NULL: nothing is recorded */
    bool json;
    int interrupt_fd;
    double looked; /* when an interrupt was last looked for */
    bool stopped;  /* there was one */
    RecordFile record;
    FILE *below;  /* of a compressed record */
    EventLog log; /* of the game being played */
    EventSink sink;
} Simulation;

/* Looking for an interrupt is a system call, and a move may take less: it is done a hundred times a second. */
static bool is_stopped(Simulation *sim) {
    double now = seconds_now();
    if (!sim->stopped && now - sim->looked > LOOK_SECONDS) {
        sim->looked = now;
        sim->stopped = interrupted(sim->interrupt_fd);
    }
    return sim->stopped;
}

static void count_result(Simulation *sim) {
    const Game *game = sim->match.header.game;
    int points[SEATS_MAX] = {0};
    game->points(match_state(&sim->match), points);
    SeatSet winners = game->winners(match_state(&sim->match));
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        sim->points[seat] += points[seat];
        if (winners & SEAT_BIT(seat)) sim->wins[seat]++;
    }
    sim->played++;
    sim->moves += sim->match.turn;
}

static void play_game(Simulation *sim) {
    Match *match = &sim->match;
    EventSink *sink = sim->path ? &sim->sink : NULL;
    match->header.key = chance_key_of_game(&sim->series, (uint64_t)sim->played);
    match->header.has_key = true;
    event_log_clear(&sim->log);
    match_begin(match, sink);
    while (!is_stopped(sim) && match_bot_acts(match, sink) >= 0) continue;
    if (!match_over(match)) return;
    count_result(sim);
    if (sim->path) record_match(&sim->record, &match->header, &sim->log);
}

static double share(int64_t count, int64_t whole) { return whole ? (double)count / (double)whole : 0; }

static void print_json(const Simulation *sim) {
    const RecordHeader *header = &sim->match.header;
    char line[JSON_MAX_BYTES];
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "game", header->game->name);
    json_text(&json, "variant", header->game->variants[header->setup.variant].name);
    json_open_object(&json, "options");
    for (int i = 0; i < header->setup.option_count; i++)
        json_text(&json, header->setup.options[i].key, header->setup.options[i].value);
    json_close(&json);
    chance_seed_print(&sim->series, json_open_text(&json, "seed"));
    json_close_text(&json);
    json_number(&json, "games", sim->played);
    json_number(&json, "moves", sim->moves);
    if (sim->stopped) json_bool(&json, "interrupted", true);
    json_open_list(&json, "seats");
    for (int seat = 0; seat < header->game->seats(match_state(&sim->match)); seat++) {
        json_open_object(&json, NULL);
        json_text(&json, "player", seat < header->setup.people ? header->names[seat] : NULL);
        json_number(&json, "wins", sim->wins[seat]);
        json_decimal(&json, "mean_points", share(sim->points[seat], sim->played), 6);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    puts(line);
}

/* The figures depend on the seed alone; how long it took goes to standard error. */
static void print_summary(const Simulation *sim, double seconds) {
    const RecordHeader *header = &sim->match.header;
    char seed[CHANCE_KEY_HEX + 1];
    Text text = text_init(seed, sizeof seed);
    chance_seed_print(&sim->series, &text);
    printf("%s:%s  games %lld  moves %lld  seed %s\n", header->game->name, header->game->variants[header->setup.variant].name,
           (long long)sim->played, (long long)sim->moves, seed);
    printf("%-5s %-16s %10s %8s %12s\n", "seat", "player", "wins", "%", "mean points");
    int seats = header->game->seats(match_state(&sim->match));
    for (int seat = 0; seat < seats; seat++)
        printf("%-5d %-16s %10lld %8.2f %12.3f\n", seat, seat < header->setup.people ? header->names[seat] : "-",
               (long long)sim->wins[seat], 100 * share(sim->wins[seat], sim->played), share(sim->points[seat], sim->played));
    fprintf(stderr, "%.2f s, %.0f games/s\n", seconds, seconds > 0 ? (double)sim->played / seconds : 0.0);
}

/* The file with the games that are over; without any there is no file. */
static bool finish_record(Simulation *sim, bool keeps, Error *error) {
    if (!sim->path) return true;
    gzip_end(&sim->record, &sim->below);
    if (keeps) return record_close(&sim->record, error);
    record_abandon(&sim->record);
    return true;
}

static bool goes_on(Simulation *sim) {
    return sim->played < sim->games && !(sim->path && sim->record.fault) && sim->match.failed_seat < 0 && !is_stopped(sim);
}

static int run(Simulation *sim) {
    Progress progress = progress_begin("games", sim->games);
    Error error;
    if (sim->path && !record_open(&sim->record, sim->path, &error)) return complain_error("sim", person_language(), &error);
    bool good = !sim->path || gzip_begin(&sim->record, &sim->below, &error);
    sim->sink.take = event_log_take;
    sim->sink.context = &sim->log;
    while (good && goes_on(sim)) {
        play_game(sim);
        progress_show(&progress, sim->played);
    }
    double seconds = progress_end(&progress);
    sim->stopped = sim->played < sim->games && interrupted(sim->interrupt_fd);
    bool failed = good && sim->match.failed_seat >= 0 && !sim->stopped;
    good = finish_record(sim, good && !failed && sim->played > 0, &error) && good;
    if (!good) return complain_error("sim", person_language(), &error);
    if (failed) return complain("sim", "seat %d: %s", sim->match.failed_seat, sim->match.failure.text);
    if (sim->json) print_json(sim);
    else if (sim->played > 0) print_summary(sim, seconds);
    if (sim->played == sim->games) return STATUS_GOOD;
    error_say(&error, "interrupted after {done} of {all} games", WITH("done", sim->played), WITH("all", sim->games));
    complain_error("sim", person_language(), &error);
    return STATUS_NO;
}

int command_sim(int argc, char **argv) {
    const char *words[1 + OPTIONS_MAX], *seed = NULL, *seats = NULL;
    const Game *game;
    Setup setup = {0};
    Error error;
    Simulation *sim = calloc(1, sizeof *sim);
    if (!sim) return complain("sim", "there is not enough memory");
    sim->games = 1;
    int64_t timeout_ms = OUTSIDE_TIMEOUT_MS;
    const Argument table[] = {{ARGUMENT_NUMBER, "--games", &sim->games, 1, GAMES_MAX},
                              {ARGUMENT_WORDS, "--seed", &seed, 0, 0},
                              {ARGUMENT_WORDS, "--seats", &seats, 0, 0},
                              {ARGUMENT_WORDS, "--record", &sim->path, 0, 0},
                              {ARGUMENT_NUMBER, "--exec-timeout", &timeout_ms, 1, OUTSIDE_TIMEOUT_MS_MAX},
                              {ARGUMENT_OPTION, "--option", &setup, 0, 0},
                              {ARGUMENT_FLAG, "--json", &sim->json, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "sim", .table = table, .words = words, .words_max = 1 + OPTIONS_MAX};
    int status = STATUS_BAD;
    if (arguments_read(&arguments, argc, argv) && arguments_game(&arguments, &game, &setup) &&
        seed_read("sim", arguments.language, seed, &sim->series)) {
        sim->interrupt_fd = interrupts_open();
        Guests guests = {.cheats = true, .programs = true, .patience = {(int)timeout_ms, sim->interrupt_fd}};
        if (match_init(&sim->match, game, &setup, seats, guests, &error)) {
            status = run(sim);
            match_release(&sim->match);
        } else {
            complain_error("sim", arguments.language, &error);
        }
    }
    event_log_release(&sim->log);
    free(sim);
    return status;
}
