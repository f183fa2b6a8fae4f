/* Plays a record through and tells it step by step; tells a position as a single step. */
#include "offline/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/shown.h"
#include "games/games.h"
#include "games/setup.h"
#include "record/replay.h"

typedef struct Show {
    Replay replay;
    EventLog log; /* of one step */
    EventSink sink;
    int eyes;
    Text text;
    Json json;
    HistoryOut out;
    char line[REPLY_BYTES_MAX];
} Show;

static Show *show_new(int eyes, HistoryOut out, Error *error) {
    Show *show = calloc(1, sizeof *show);
    if (!show) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    event_log_init(&show->log);
    show->sink.take = event_log_take;
    show->sink.context = &show->log;
    show->eyes = eyes;
    show->out = out;
    show->text = text_init(show->line, sizeof show->line);
    show->json = json_to(&show->text);
    return show;
}

static void show_free(Show *show) {
    event_log_release(&show->log);
    free(show);
}

/* Hands over what is written so far. */
static void flush(Show *show) {
    show->out.write(show->out.context, show->line, show->text.length);
    show->text = text_init(show->line, sizeof show->line);
}

/* ---- what is told */

static void write_person(const char *name, Json *json) {
    Level level = LEVEL_EASY;
    while (level < LEVELS && strcmp(level_name(level), name) != 0) level++;
    json_text(json, "who", level < LEVELS ? "bot" : "person");
    if (level < LEVELS) {
        json_text(json, "level", name);
        return;
    }
    json_text(json, "person", "");
    json_text(json, "name", name);
    json_bool(json, "here", true);
    json_bool(json, "ready", true);
    json_bool(json, "absent", false);
}

/* `header`: NULL for a position. */
static void open_show(Show *show, const Game *game, const Setup *setup, int seats, const RecordHeader *header) {
    Json *json = &show->json;
    json_open_object(json, NULL);
    setup_write(game, setup, SETUP_PEOPLE, json);
    json_open_list(json, "seats");
    for (int seat = 0; seat < seats; seat++) {
        json_open_object(json, NULL);
        if (seat >= setup->people) json_text(json, "who", "robot");
        else if (!header) json_text(json, "who", "open");
        else write_person(header->names[seat], json);
        json_close(json);
    }
    json_close(json);
    if (show->eyes == VIEWER_WHOLE || show->eyes == ONLOOKER)
        json_text(json, "eyes", show->eyes == ONLOOKER ? "onlooker" : "all");
    else json_number(json, "eyes", show->eyes);
    json_open_list(json, "steps");
}

static void write_step(Show *show, const Game *game, const State *state) {
    char position[STATE_TEXT_MAX];
    int points[SEATS_MAX] = {0};
    StateRoom view;
    Event event;
    Json *json = &show->json;
    json_open_object(json, NULL);
    json_open_list(json, "events");
    for (size_t i = 0; i < show->log.event_count; i++) {
        event_log_read(&show->log, i, &event);
        event_json(game, &event, show->eyes, json);
    }
    json_close(json);
    if (show->eyes != VIEWER_WHOLE) {
        game->view(state, show->eyes, VIEW_IN(view));
        state = view_state(VIEW_IN(view));
    }
    Text words = text_init(position, sizeof position);
    game->print(state, &words);
    json_text(json, "view", position);
    game->points(state, points);
    json_numbers(json, "points", points, game->seats(state));
    shown_glance(game, state, show->eyes, json);
    json_close(json);
    event_log_clear(&show->log);
    flush(show);
}

static void close_show(Show *show) {
    json_close(&show->json);
    json_close(&show->json);
    flush(show);
}

/* ---- a record */

static bool show_steps(Show *show, Error *error) {
    Replay *replay = &show->replay;
    ReplayStatus status = replay_begin(replay, &show->sink);
    const RecordHeader *header = &replay->header;
    if (status == REPLAY_NONE) return error_set(error, "the file holds no record");
    if (status != REPLAY_GOES_ON && status != REPLAY_OVER) return error_set(error, "%s", replay->error.text);
    int seats = header->game->seats(replay_state(replay));
    if (show->eyes >= seats && show->eyes != ONLOOKER && show->eyes != VIEWER_WHOLE)
        return error_set(error, "there is no seat %d", show->eyes);
    open_show(show, header->game, &header->setup, seats, header);
    write_step(show, header->game, replay_state(replay));
    while (status == REPLAY_GOES_ON) {
        status = replay_step(replay, &show->sink);
        if (status == REPLAY_GOES_ON || status == REPLAY_OVER) write_step(show, header->game, replay_state(replay));
    }
    if (status == REPLAY_BROKEN) return error_set(error, "%s", replay->error.text);
    close_show(show);
    return true;
}

bool show_record(Span text, int eyes, HistoryOut out, Error *error) {
    FILE *file = fmemopen((void *)(uintptr_t)text.at, text.length, "r");
    Show *show = file ? show_new(eyes, out, error) : NULL;
    bool good = show != NULL;
    if (!file) error_set(error, "there is not enough memory");
    if (show) {
        replay_init(&show->replay, file);
        good = show_steps(show, error);
        replay_release(&show->replay);
        show_free(show);
    }
    if (file) fclose(file);
    return good;
}

/* ---- a position */

/* The game that a position begins with. */
static const Game *game_of(Span text) {
    const char *colon = memchr(text.at, ':', text.length);
    return colon ? game_find((Span){text.at, (size_t)(colon - text.at)}, NULL) : NULL;
}

const Game *show_game(Span text) {
    RecordHeader *header = text.length && *text.at == '{' ? malloc(sizeof *header) : NULL;
    const char *end = memchr(text.at, '\n', text.length);
    const Game *game = NULL;
    if (!header) return game_of(text);
    if (end && record_header_read(header, (Span){text.at, (size_t)(end - text.at)}, NULL)) game = header->game;
    free(header);
    return game;
}

bool show_position(Span text, HistoryOut out, Error *error) {
    const Game *game = game_of(text);
    StateRoom room;
    State *state = STATE_IN(room);
    if (!game) return error_set(error, "a position begins with its game, as primiera:classic");
    memset(&room, 0, sizeof room);
    if (!game->parse(state, text, error)) return false;
    Show *show = show_new(VIEWER_WHOLE, out, error);
    if (!show) return false;
    Setup setup = {0};
    game->describe(state, &setup);
    open_show(show, game, &setup, game->seats(state), NULL);
    write_step(show, game, state);
    close_show(show);
    show_free(show);
    return true;
}
