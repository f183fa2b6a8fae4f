/* Plays, saves, resumes and takes back a person's match, and words its hints. */
#include "program/sitting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/message.h"
#include "program/gzip.h"
#include "program/keep.h"
#include "record/replay.h"

enum { STEPS_FIRST = 256 };

/* ---- events and moves */

static void take(void *context, const Event *event) {
    Sitting *sitting = context;
    event_log_add(&sitting->place.log, event);
    if (sitting->told) sitting->told(sitting->context, event);
}

static void add_step(Sitting *sitting, int actor, Move move) {
    if (sitting->step_count == sitting->step_capacity) {
        int capacity = sitting->step_capacity ? 2 * sitting->step_capacity : STEPS_FIRST;
        Step *steps = realloc(sitting->steps, (size_t)capacity * sizeof *steps);
        if (!steps) abort();
        sitting->steps = steps;
        sitting->step_capacity = capacity;
    }
    sitting->steps[sitting->step_count++] = (Step){actor, move};
}

static void save(Sitting *sitting) {
    sitting->fault.text[0] = 0;
    if (!sitting->touched) return;
    if (!*sitting->kept &&
        !keep_new(sitting_game(sitting), sitting->kept, sizeof sitting->kept, &sitting->lock, &sitting->fault))
        return;
    record_save(sitting->kept, &sitting->match.header, &sitting->place.log, &sitting->fault);
}

/* Saves after a bot's move unless another bot is next: until the person is asked, bots play the same moves again anyway. */
static void save_turn(Sitting *sitting) {
    if (match_over(&sitting->match) || match_person_to_act(&sitting->match) >= 0) save(sitting);
}

/* A move was played, and the events since `told` came from it. */
static void moved(Sitting *sitting, int actor, Move move, size_t told) {
    add_step(sitting, actor, move);
    past_move(&sitting->past, sitting_game(sitting), match_state(&sitting->match), actor, move,
              event_log_has(&sitting->place.log, told, "round"));
}

bool sitting_play(Sitting *sitting, int actor, Move move) {
    size_t told = sitting->place.log.event_count;
    if (!match_play(&sitting->match, actor, move, &sitting->sink, NULL)) return false;
    moved(sitting, actor, move, told);
    if (actor == sitting->place.seat) sitting->touched = true;
    if (actor == sitting->place.seat) save(sitting);
    else save_turn(sitting);
    return true;
}

/* The bots have seen what their seats saw. */
static void catch_up(Sitting *sitting) {
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (sitting->match.players[seat].bot)
            bot_catch_up(sitting->match.players[seat].bot, &sitting->past, &sitting->match.header.key, seat);
}

void sitting_prepare(Sitting *sitting) {
    if (sitting->dealt) catch_up(sitting);
}

bool sitting_bot_plays(Sitting *sitting) {
    size_t told = sitting->place.log.event_count;
    sitting_prepare(sitting);
    if (match_bot_acts(&sitting->match, &sitting->sink) < 0) return false;
    moved(sitting, sitting->match.actor, sitting->match.move, told);
    save_turn(sitting);
    return true;
}

/* ---- taking back */

/* Plays the first `count` moves again from the first deal. */
static void play_again(Sitting *sitting, int count) {
    EventSink logging = {.take = event_log_take, .context = &sitting->place.log};
    Step *steps = sitting->steps;
    event_log_clear(&sitting->place.log);
    sitting->step_count = 0;
    match_begin(&sitting->match, &logging);
    past_begin(&sitting->past, sitting_game(sitting), match_state(&sitting->match));
    for (int i = 0; i < count; i++) {
        size_t told = sitting->place.log.event_count;
        match_play(&sitting->match, steps[i].actor, steps[i].move, &logging, NULL);
        moved(sitting, steps[i].actor, steps[i].move, told);
    }
    catch_up(sitting);
}

int sitting_undo(Sitting *sitting) {
    int count = sitting->step_count, last = count - 1;
    Move forced;
    if (sitting->dealt) return 0;
    for (;;) {
        while (last >= 0 && sitting->steps[last].actor != sitting->place.seat) last--;
        if (last < 0) break;
        play_again(sitting, last);
        if (!sitting_forced(sitting, &forced)) break; /* a decision, and not a move that was the only one */
        last--;
    }
    if (last < 0) {
        if (sitting->step_count != count) play_again(sitting, count);
        return 0;
    }
    sitting->match.header.undone += count - last;
    sitting->touched = true;
    save(sitting);
    return count - last;
}

bool sitting_set_level(Sitting *sitting, const char *level, Error *error) {
    RecordHeader *header = &sitting->match.header;
    const char *name = match_bot(header->game, level);
    for (int seat = 0; seat < header->setup.people; seat++) {
        if (seat == sitting->place.seat) continue;
        Player player;
        if (!player_open(&player, header->game, &header->setup, name, (Guests){.people = true}, error)) return false;
        player_close(&sitting->match.players[seat]);
        sitting->match.players[seat] = player;
        snprintf(header->names[seat], RECORD_NAME_MAX, "%s", name);
        snprintf(sitting->place.screen.names[seat], RECORD_NAME_MAX, "%s", name);
    }
    catch_up(sitting);
    save(sitting);
    return true;
}

void sitting_set_language(Sitting *sitting, Language language) {
    sitting->place.screen.language = language;
    snprintf(sitting->match.header.language, RECORD_LANGUAGE_MAX, "%s", language_tag(language));
    save(sitting);
}

/* ---- choices */

void sitting_look(Sitting *sitting) {
    sitting_game(sitting)->view(match_state(&sitting->match), sitting->place.seat, VIEW_IN(sitting->place.view));
}

bool sitting_forced(Sitting *sitting, Move *move) {
    sitting_look(sitting);
    return place_forced(&sitting->place, move);
}

void sitting_hint(Sitting *sitting, Text *text) {
    Place *place = &sitting->place;
    if (!sitting->adviser) {
        text_add(text, sitting->dealt ? message(place->screen.language, "There are no hints in the deal of the day.")
                                      : message(place->screen.language, "There are no hints for this game."));
        return;
    }
    bot_catch_up(sitting->adviser, &sitting->past, &sitting->match.header.key, place->seat);
    Move move = match_choice(&sitting->match, sitting->adviser, place->seat);
    place_hint(place, move, bot_expects(sitting->adviser), text);
}

/* ---- sitting down */

static int person_of(const RecordHeader *header) {
    int person = -1;
    for (int seat = 0; seat < header->setup.people; seat++) {
        if (strcmp(header->names[seat], PERSON_NAME) != 0) continue;
        if (person >= 0) return -1;
        person = seat;
    }
    return person;
}

Language sitting_language(const Sitting *sitting, Language otherwise) {
    Language language = otherwise;
    return language_of_tag(span_of(sitting->match.header.language), &language) ? language : otherwise;
}

bool sitting_sit_down(Sitting *sitting, Language language, Error *error) {
    const Game *game = sitting_game(sitting);
    int person = person_of(&sitting->match.header);
    if (person < 0) return error_say(error, "exactly one seat must be '{name}'", WITH("name", PERSON_NAME));
    if (!place_open(&sitting->place, &sitting->match.header, person, language, error)) return false;
    sitting_set_language(sitting, language);
    const char *adviser = sitting->dealt ? NULL : match_bot(game, ADVISING_BOT);
    if (adviser && !(sitting->adviser = bot_open(game, span_of(adviser), error))) return false;
    sitting->sink = (EventSink){.take = take, .context = sitting};
    return true;
}

/* Plays the record again; its events and moves are kept, and the past of its last round. */
static ReplayStatus replay_all(Sitting *sitting, Replay *replay) {
    EventSink logging = {.take = event_log_take, .context = &sitting->place.log};
    ReplayStatus status = replay_begin(replay, &logging);
    if (status == REPLAY_GOES_ON) past_begin(&sitting->past, replay->header.game, replay_state(replay));
    while (status == REPLAY_GOES_ON) {
        size_t told = sitting->place.log.event_count;
        long moves = replay->moves;
        status = replay_step(replay, &logging);
        if (replay->moves == moves) continue;
        add_step(sitting, replay->actor, replay->move);
        past_move(&sitting->past, replay->header.game, replay_state(replay), replay->actor, replay->move,
                  event_log_has(&sitting->place.log, told, "round"));
    }
    return status;
}

/* The match goes on where it was left. */
static void take_up(Sitting *sitting, const Replay *replay) {
    sitting->match.state = replay->state;
    sitting->match.turn = (uint32_t)replay->moves;
    catch_up(sitting);
}

static bool resume_from(Sitting *sitting, const char *path, Replay *replay, Error *error) {
    ReplayStatus status = replay_all(sitting, replay);
    if (status == REPLAY_OVER || status == REPLAY_NONE)
        return error_say(error, "{file}: there is no match to continue", WITH("file", path));
    if (status != REPLAY_UNFINISHED) {
        *error = replay->error;
        return false;
    }
    if (lines_peek(&replay->lines) != LINE_END)
        return error_say(error, "{file} holds more than one record", WITH("file", path));
    if (!replay->header.has_key || replay->seed_broken_line)
        return error_say(error, "{file}: the cards do not come from the seed", WITH("file", path));
    if (!match_init_header(&sitting->match, &replay->header, (Guests){.people = true}, error)) return false;
    take_up(sitting, replay);
    return true;
}

bool sitting_resume(Sitting *sitting, const char *path, Error *error) {
    sitting->lock = -1;
    FILE *file = gzip_read(path);
    if (!file) return error_say(error, "cannot read {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
    Replay *replay = calloc(1, sizeof *replay);
    bool good = replay != NULL || error_set(error, "there is not enough memory");
    if (good) {
        replay_init(replay, file);
        good = resume_from(sitting, path, replay, error);
        replay_release(replay);
    }
    free(replay);
    fclose(file);
    if (good && keep_has(path, sitting->kept, sizeof sitting->kept)) return keep_lock(sitting->kept, &sitting->lock, error);
    return good;
}

bool sitting_begin(Sitting *sitting, const Game *game, const Setup *setup, const char *seats, const ChanceKey *key,
                   Error *error) {
    char names[SEATS_MAX * RECORD_NAME_MAX];
    Text text = text_init(names, sizeof names);
    int people = setup->people ? setup->people : game->variants[setup->variant].people_min;
    sitting->lock = -1;
    text_add(&text, PERSON_NAME);
    for (int seat = 1; seat < people; seat++) text_format(&text, ",%s", match_bot(game, OPPONENT_BOT));
    if (!match_init(&sitting->match, game, setup, seats ? seats : names, (Guests){.people = true}, error)) return false;
    sitting->match.header.key = *key;
    return true;
}

bool sitting_begin_given(Sitting *sitting, const RecordHeader *header, Error *error) {
    sitting->lock = -1;
    return match_init_header(&sitting->match, header, (Guests){.people = true}, error);
}

void sitting_start(Sitting *sitting) {
    match_begin(&sitting->match, &sitting->sink);
    past_begin(&sitting->past, sitting_game(sitting), match_state(&sitting->match));
}

void sitting_forget(Sitting *sitting) {
    if (*sitting->kept) unlink(sitting->kept);
    keep_unlock(sitting->kept, &sitting->lock);
    sitting->kept[0] = 0;
    sitting->touched = false;
}

void sitting_release(Sitting *sitting) {
    keep_unlock(sitting->kept, &sitting->lock);
    match_release(&sitting->match);
    place_release(&sitting->place);
    bot_free(sitting->adviser);
    free(sitting->steps);
    *sitting = (Sitting){.lock = -1};
}
