/* Plays a match move by move and asks each seat's player in turn. */
#include "program/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"

static bool split_names(RecordHeader *header, const char *names, Error *error) {
    Span rest = span_of(names), name;
    header->setup.people = 0;
    while (span_split(&rest, ',', &name)) {
        if (header->setup.people == SEATS_MAX)
            return error_say(error, "no table has more than {max} seats", WITH("max", SEATS_MAX));
        if (name.length == 0 || !span_copy(name, header->names[header->setup.people++], RECORD_NAME_MAX))
            return error_say(error, "seats are names separated by commas, each shorter than {max} bytes",
                             WITH("max", RECORD_NAME_MAX));
    }
    return true;
}

const char *match_bot(const Game *game, const char *name) {
    static const char *const simpler[] = {"plain", "greedy", "random"};
    int count = strcmp(name, ADVISING_BOT) == 0 ? 1 : 3;
    if (bot_find(game, span_of(name))) return name;
    for (int i = strcmp(name, SIMULATED_BOT) == 0 ? 2 : 0; i < count; i++)
        if (bot_find(game, span_of(simpler[i]))) return simpler[i];
    return NULL;
}

static bool seat_everybody(Match *match, Guests guests, Error *error) {
    const RecordHeader *header = &match->header;
    for (int seat = 0; seat < header->setup.people; seat++) {
        if (guests.people && strcmp(header->names[seat], PERSON_NAME) == 0) continue;
        if (!player_open(&match->players[seat], header->game, &header->setup, header->names[seat], guests, error)) return false;
    }
    match->moves = malloc((size_t)header->game->moves_max * sizeof *match->moves);
    return match->moves || error_set(error, "there is not enough memory");
}

bool match_init_header(Match *match, const RecordHeader *header, Guests guests, Error *error) {
    *match = (Match){.header = *header, .failed_seat = -1};
    const Game *game = header->game;
    Setup *setup = &match->header.setup;
    Chance trial = chance_fast(0);
    bool good = game_people_fit(game, setup->variant, setup->people, error) &&
                game->setup(STATE_IN(match->state), setup, &trial, NULL, error) && seat_everybody(match, guests, error);
    if (!good) {
        match_release(match);
        return false;
    }
    game->describe(match_state(match), setup); /* defaults need not be told */
    return true;
}

bool match_init(Match *match, const Game *game, const Setup *setup, const char *names, Guests guests, Error *error) {
    RecordHeader header = {.game = game, .word_list = game_word_list(game), .setup = *setup};
    if (names) {
        if (!split_names(&header, names, error)) return false;
    } else {
        header.setup.people = game->variants[setup->variant].people_min;
        for (int seat = 0; seat < header.setup.people; seat++)
            span_copy(span_of(match_bot(game, SIMULATED_BOT)), header.names[seat], RECORD_NAME_MAX);
    }
    return match_init_header(match, &header, guests, error);
}

void match_release(Match *match) {
    for (int seat = 0; seat < SEATS_MAX; seat++) player_close(&match->players[seat]);
    free(match->moves);
    match->moves = NULL;
}

void match_begin(Match *match, EventSink *sink) {
    Chance chance = chance_table(&match->header.key);
    bool good = match->header.game->setup(STATE_IN(match->state), &match->header.setup, &chance, sink, NULL);
    if (good && match->header.revision)
        good = game_adopt(match->header.game, STATE_IN(match->state), match->header.revision, NULL);
    assert(good);
    (void)good;
    match->header.has_key = true;
    match->turn = 0;
    match->failed_seat = -1;
    for (int seat = 0; seat < SEATS_MAX; seat++) player_new_game(&match->players[seat]);
}

bool match_over(const Match *match) { return game_over(match->header.game, match_state(match)); }

static bool is_person(const Match *match, int seat) {
    return seat < match->header.setup.people && !player_sits(&match->players[seat]);
}

/* The first seat that may act and is a person's, or is not. */
static int first_actor(const Match *match, bool person) {
    SeatSet actors = match->header.game->actors(match_state(match));
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if ((actors & SEAT_BIT(seat)) && is_person(match, seat) == person) return seat;
    return -1;
}

int match_player_to_act(const Match *match) { return first_actor(match, false); }

int match_person_to_act(const Match *match) { return first_actor(match, false) >= 0 ? -1 : first_actor(match, true); }

bool match_play(Match *match, int actor, Move move, EventSink *sink, Error *error) {
    Chance chance = chance_table(&match->header.key);
    if (!game_play(match->header.game, STATE_IN(match->state), actor, move, &chance, sink, error)) return false;
    match->turn++;
    match->actor = actor;
    match->move = move;
    return true;
}

Chance match_dice(const ChanceKey *key, uint32_t turn, int seat) {
    return chance_stream(key, STREAM_BOT, (uint64_t)turn << 8 | (unsigned)seat);
}

Move match_choice(const Match *match, Bot *bot, int seat) {
    Chance dice = match_dice(&match->header.key, match->turn, seat);
    StateRoom view;
    match->header.game->view(match_state(match), seat, VIEW_IN(view));
    return bot_choose(bot, VIEW_IN(view), seat, &dice);
}

int match_bot_acts(Match *match, EventSink *sink) {
    int seat = first_actor(match, false);
    if (seat < 0) return -1;
    Move move;
    if (player_sits(&match->players[seat])) {
        Chance dice = match_dice(&match->header.key, match->turn, seat);
        if (!player_choose(&match->players[seat], match->header.game, match_state(match), seat, &dice, &move,
                           &match->failure)) {
            match->failed_seat = seat;
            return -1;
        }
    } else {
        int count = match->header.game->legal(match_state(match), seat, match->moves);
        assert(count == 1);
        (void)count;
        move = match->moves[0];
    }
    bool good = match_play(match, seat, move, sink, NULL);
    assert(good);
    (void)good;
    return seat;
}
