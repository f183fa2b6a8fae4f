/* Draws a place with its log and keys, moves cards, and shows pages of text about the match. */
#include "program/full/scene.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/message.h"

enum { FRAMES = 6, FRAME_MS = 25, LOG_EVENTS = 60, KEYS_MAX = 16 };

/* ---- drawing */

/* The last events in words, as much as a screen can hold. */
static void write_log(Scene *scene) {
    const EventLog *log = &scene->place->log;
    Text text = text_init(scene->stage.log, sizeof scene->stage.log);
    for (size_t i = log->event_count > LOG_EVENTS ? log->event_count - LOG_EVENTS : 0; i < log->event_count; i++) {
        Event event;
        event_log_read(log, i, &event);
        place_tell(scene->place, &event, &text);
    }
}

/* The keys as a line, without some of those before the last two, which lead to the help and out. */
static void list_keys(Scene *scene, int left_out) {
    Text text = text_init(scene->stage.keys, sizeof scene->stage.keys);
    int count = 0;
    while (scene->keys[count].key) count++;
    for (int i = 0; i < count; i++) {
        if (i >= count - 2 - left_out && i < count - 2) continue;
        text_format(&text, "%s%s %s", text.length ? "  " : "", scene->keys[i].key,
                    message_in_context(scene_language(scene), "key", scene->keys[i].label));
    }
}

static void write_keys(Scene *scene) {
    const Canvas *canvas = &scene->full->display.canvas;
    int left_out = 0;
    do list_keys(scene, left_out);
    while (canvas_columns(canvas, scene->stage.keys) > canvas->width && ++left_out < KEYS_MAX);
}

void scene_refresh(Scene *scene, SeatSet turn, const char *status) {
    Place *place = scene->place;
    place->screen.color = scene->full->display.terminal.color;
    board_lay(&scene->stage.board, place->game, &place->screen, place_view(place));
    scene->stage.turn = turn;
    snprintf(scene->stage.status, sizeof scene->stage.status, "%s", status);
    write_log(scene);
}

void scene_show(Scene *scene) {
    write_keys(scene);
    stage_draw(&scene->stage, &scene->full->display.canvas);
    display_show(&scene->full->display);
}

void scene_say(Scene *scene, const char *words) { snprintf(scene->stage.notice, sizeof scene->stage.notice, "%s", words); }

void scene_thinking(const Scene *scene, SeatSet turn, Text *text) {
    char name[BOARD_WORDS_MAX];
    Text words = text_init(name, sizeof name);
    int seat = 0;
    while (seat < SEATS_MAX - 1 && !(turn & SEAT_BIT(seat))) seat++;
    screen_name(&scene->place->screen, seat, &words);
    message_format(text, scene_language(scene), "{player} is thinking", WITH("player", name));
}

/* ---- cards that move */

void scene_notice(Scene *scene, const Event *event) {
    const Screen *screen = &scene->place->screen;
    const Field *card = screen_field(screen, event, "card");
    if (*scene->moving || !card || card->kind != FIELD_CARD || !scene->place->face->card) return;
    Text text = text_init(scene->moving, sizeof scene->moving);
    scene->place->face->card(screen, (int)card->number, &text);
    scene->mover = screen_number(screen, event, "seat", -1);
}

static Area start_of_card(const Scene *scene) {
    const Stage *stage = &scene->stage;
    if (scene->mover == scene->place->seat && stage->focus >= 0 && stage->focus < stage->spot_count)
        return stage->spots[stage->focus].area;
    return scene->mover >= 0 && scene->mover < SEATS_MAX ? stage->seat_areas[scene->mover] : (Area){0};
}

void scene_move_card(Scene *scene) {
    Display *display = &scene->full->display;
    Area from = start_of_card(scene), to = scene->stage.table_area;
    bool moves = *scene->moving && from.width && to.height && !scene->full->still && !display_leaves(display);
    for (int frame = 0; moves && frame < FRAMES; frame++) {
        struct pollfd typed = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&typed, 1, 0) > 0) break;
        stage_draw(&scene->stage, &display->canvas);
        stage_card(&display->canvas, from.x + (to.x + to.width / 2 - from.x) * frame / FRAMES,
                   from.y + (to.y - from.y) * frame / FRAMES, scene->moving);
        display_show(display);
        terminal_pause(&display->terminal, FRAME_MS);
    }
    scene->moving[0] = 0;
}

/* ---- pages */

static void show_page(Scene *scene, const char *label, const char *words, bool from_end) {
    char title[DIALOG_LABEL_MAX];
    Text text = text_init(title, sizeof title);
    text_format(&text, "%s · %s", scene->place->game->title, message_in_context(scene_language(scene), "key", label));
    dialog_pager(&scene->full->display, title, words, from_end);
}

static void show_help(Scene *scene) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    pages_help(scene->place, scene->lines, &text);
    show_page(scene, NC_("key", "help"), words, false);
}

static void show_score(Scene *scene) {
    char *words = pages_score(scene->place);
    if (words) show_page(scene, NC_("key", "score"), words, false);
    free(words);
}

static void show_log(Scene *scene) {
    char *words = pages_log(scene->place);
    if (words) show_page(scene, NC_("key", "log"), words, true);
    free(words);
}

bool scene_page(Scene *scene, uint32_t letter) {
    switch (letter) {
    case '?': show_help(scene); return true;
    case 'l': show_log(scene); return true;
    case 's': show_score(scene); return true;
    case 'r': full_rules(scene->full, scene->place->game); return true;
    default: return false;
    }
}
