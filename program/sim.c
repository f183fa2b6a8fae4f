/* `araldo sim`: bots play any number of games from one seed; records them if asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "program/arguments.h"
#include "program/commands.h"
#include "program/interrupt.h"
#include "program/match.h"
#include "program/progress.h"

enum { GAMES_MAX = 1000000000 };

typedef struct Simulation {
    Match match;
    ChanceKey series;
    int64_t games, played, moves;
    int64_t wins[SEATS_MAX];
    int64_t points[SEATS_MAX];
    const char *path; /* NULL: nothing is recorded */
    int interrupt_fd; /* with outside programs, which must not be left behind; else -1, and an interrupt just ends us */
    RecordFile record;
    EventSink sink;
} Simulation;

static void take(void *context, const Event *event) {
    Simulation *sim = context;
    record_event(&sim->record, sim->match.header.game, event);
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
    if (sim->path) {
        char line[RECORD_LINE_MAX];
        Text text = text_init(line, sizeof line);
        record_header_write(&match->header, &text);
        record_line(&sim->record, line);
    }
    match_begin(match, sink);
    while (!interrupted(sim->interrupt_fd) && match_bot_acts(match, sink) >= 0) continue;
    if (match_over(match)) count_result(sim);
}

/* The figures depend on the seed alone; how long it took goes to standard error. */
static void print_summary(const Simulation *sim, double seconds) {
    const RecordHeader *header = &sim->match.header;
    char seed[CHANCE_KEY_HEX + 1];
    Text text = text_init(seed, sizeof seed);
    chance_key_print(&sim->series, &text);
    printf("%s:%s  games %lld  moves %lld  seed %s\n", header->game->name, header->game->variants[header->setup.variant].name,
           (long long)sim->played, (long long)sim->moves, seed);
    printf("%-5s %-16s %10s %8s %12s\n", "seat", "player", "wins", "%", "mean points");
    int seats = header->game->seats(match_state(&sim->match));
    for (int seat = 0; seat < seats; seat++)
        printf("%-5d %-16s %10lld %8.2f %12.3f\n", seat, seat < header->setup.people ? header->names[seat] : "-",
               (long long)sim->wins[seat], 100.0 * (double)sim->wins[seat] / (double)sim->played,
               (double)sim->points[seat] / (double)sim->played);
    fprintf(stderr, "%.2f s, %.0f games/s\n", seconds, seconds > 0 ? (double)sim->played / seconds : 0.0);
}

static int run(Simulation *sim) {
    Progress progress = progress_begin("games", sim->games);
    Error error;
    if (sim->path && !record_open(&sim->record, sim->path, &error)) return complain("sim", "%s", error.text);
    sim->sink.take = take;
    sim->sink.context = sim;
    while (sim->played < sim->games && !(sim->path && sim->record.fault) && sim->match.failed_seat < 0 &&
           !interrupted(sim->interrupt_fd)) {
        play_game(sim);
        progress_show(&progress, sim->played);
    }
    double seconds = progress_end(&progress);
    bool cut_short = sim->played < sim->games && interrupted(sim->interrupt_fd);
    if (cut_short || sim->match.failed_seat >= 0) {
        if (sim->path) record_abandon(&sim->record);
        if (!cut_short) return complain("sim", "seat %d: %s", sim->match.failed_seat, sim->match.failure.text);
        complain("sim", "interrupted after %lld of %lld games", (long long)sim->played, (long long)sim->games);
        return STATUS_NO;
    }
    if (sim->path && !record_close(&sim->record, &error)) return complain("sim", "%s", error.text);
    print_summary(sim, seconds);
    return STATUS_GOOD;
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
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "sim", .table = table, .words = words, .words_max = 1 + OPTIONS_MAX};
    int status = STATUS_BAD;
    if (arguments_read(&arguments, argc, argv) && arguments_game(&arguments, &game, &setup) &&
        seed_read("sim", seed, &sim->series)) {
        sim->interrupt_fd = seats && strstr(seats, OUTSIDE_PREFIX) ? interrupts_open() : -1;
        Guests guests = {.cheats = true, .programs = true, .patience = {(int)timeout_ms, sim->interrupt_fd}};
        if (match_init(&sim->match, game, &setup, seats, guests, &error)) {
            status = run(sim);
            match_release(&sim->match);
        } else {
            complain("sim", "%s", error.text);
        }
    }
    free(sim);
    return status;
}
