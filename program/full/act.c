/* Follows the host, draws, and turns presses into commands and moves. */
#include "program/full/act.h"

#include <stdlib.h>

#include "core/message.h"

enum { EARLY_PRESSES_MAX = 64 };

/* ---- drawing */

static void write_status(const Act *act, Text *text) {
    const Host *host = act->host;
    Language language = scene_language(&act->scene);
    SeatSet turn = host->turn(host->context);
    int seat = host->place->seat;
    if (host->status) host->status(host->context, text);
    if (text->length) return;
    if (host->over(host->context)) text_add(text, message(language, "The match is over"));
    else if (seat >= 0 && seat < SEATS_MAX && (turn & SEAT_BIT(seat))) text_add(text, message(language, "Your turn"));
    else scene_thinking(&act->scene, turn, text);
    if (host->clock) host->clock(host->context, text);
}

static void lay_out(Act *act) {
    char status[BOARD_WORDS_MAX];
    Text text = text_init(status, sizeof status);
    write_status(act, &text);
    scene_refresh(&act->scene, act->host->turn(act->host->context), status);
}

/* Cards that were played since the last time move. */
static void move_cards(Act *act) {
    const EventLog *log = &act->host->place->log;
    if (log->event_count > act->told) {
        for (size_t i = act->told; i < log->event_count; i++) {
            Event event;
            event_log_read(log, i, &event);
            scene_notice(&act->scene, &event);
        }
        scene_move_card(&act->scene);
        scene_say(&act->scene, "");
    }
    act->told = log->event_count;
}

static void write_question(Act *act) {
    const Host *host = act->host;
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (host->question) host->question(host->context, &text);
    if (text.length) snprintf(act->scene.stage.question, sizeof act->scene.stage.question, "%s", words);
}

/* The stage follows the match, and the person is asked when it is their turn. */
static void follow(Act *act) {
    const Host *host = act->host;
    int64_t version = host->version(host->context);
    bool moved = version != act->shown;
    if (moved) move_cards(act);
    act->shown = version;
    bool asks = host->asks(host->context);
    if (moved || act->stale || asks != act->asks) {
        act->fresh = asks && (moved || !act->asks);
        act->scene.stage.focus = -1;
        ask_clear(&act->ask);
        lay_out(act);
        if (asks) ask_begin(&act->ask);
        act->asks = asks;
        act->stale = false;
    } else {
        Text text = text_init(act->scene.stage.status, sizeof act->scene.stage.status);
        write_status(act, &text);
    }
    write_question(act);
}

/* ---- presses */

static bool take_command(Act *act, Press press) {
    const Host *host = act->host;
    if (press.kind != PRESS_LETTER || ask_types(&act->ask)) return false;
    return host->command(host->context, press.letter) || scene_page(&act->scene, press.letter);
}

static void take_press(Act *act, Press press) {
    const Host *host = act->host;
    Move move;
    if (press.kind == PRESS_NONE || press.kind == PRESS_SIZE || press.kind == PRESS_LEAVE || take_command(act, press)) return;
    if (act->asks && ask_press(&act->ask, press, &move)) {
        scene_say(&act->scene, "");
        host->play(host->context, move);
    } else if (!act->asks && host->hurry) host->hurry(host->context);
}

/* What was typed before the question was there does not answer it; commands are obeyed. Keys that never stop coming, such as one
 * that is held down, must not keep the question from being answered. */
static void drop_early(Act *act) {
    act->fresh = false;
    for (int i = 0; i < EARLY_PRESSES_MAX && act->host->goes_on(act->host->context); i++) {
        Press press = display_wait(&act->scene.full->display, 0, -1);
        if (press.kind == PRESS_NONE || press.kind == PRESS_LEAVE) return;
        take_command(act, press);
    }
}

void act_run(Act *act, Full *full, const Host *host) {
    *act = (Act){.host = host, .shown = -1, .told = host->place->log.event_count};
    act->scene = (Scene){.full = full, .place = host->place, .stage = {.focus = -1}, .keys = host->keys, .lines = host->lines};
    if (!ask_open(&act->ask, &act->scene, NULL)) abort();
    while (host->goes_on(host->context)) {
        Move move;
        host->step(host->context);
        if (!host->goes_on(host->context)) break;
        follow(act);
        if (act->asks && place_forced(host->place, &move)) {
            host->play(host->context, move); /* moves that need no asking are made at once */
            continue;
        }
        scene_show(&act->scene);
        if (act->fresh) drop_early(act);
        else take_press(act, display_wait(&full->display, host->milliseconds(host->context), host->descriptor(host->context)));
    }
    ask_close(&act->ask);
}
