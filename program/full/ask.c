/* Turns presses into a move: focus, lists, picks, clicks and typed words. */
#include "program/full/ask.h"

#include <string.h>

#include "core/message.h"

bool ask_open(Ask *ask, Scene *scene, Error *error) {
    ask->scene = scene;
    return choices_open(&ask->choices, scene->place, &scene->stage, error);
}

void ask_close(Ask *ask) { choices_close(&ask->choices); }

void ask_begin(Ask *ask) {
    Place *place = ask->scene->place;
    Text text = text_init(ask->scene->stage.question, sizeof ask->scene->stage.question);
    place->face->ask(place->game, &place->screen, place_view(place), &text);
    choices_gather(&ask->choices);
}

void ask_clear(Ask *ask) {
    choices_clear(&ask->choices);
    ask->scene->stage.question[0] = 0;
}

static void begin_typing(Ask *ask, const char *typed) {
    Stage *stage = &ask->scene->stage;
    stage->types = true;
    snprintf(stage->prompt, sizeof stage->prompt, "%s ", message(scene_language(ask->scene), "Type a move:"));
    snprintf(stage->typed, sizeof stage->typed, "%s", typed);
}

/* Chooses a spot: takes its only move, or asks which one. */
static bool activate(Ask *ask, int spot, Move *move) {
    Choices *choices = &ask->choices;
    Stage *stage = &ask->scene->stage;
    const Choice *list = ask->scene->place->choices;
    int first = 0;
    if (spot < 0 || spot >= stage->spot_count) return false;
    stage->focus = spot;
    if (stage->lists) {
        *move = list[choices->members[spot]].move;
        return true;
    }
    if (choices->picking && stage->spots[spot].zone == ZONE_HAND) {
        choices_pick(choices, spot);
        return false;
    }
    int count = choices_count(choices, spot, &first);
    if (count == 0) return false;
    if (list[first].typed) begin_typing(ask, "");
    else if (count > 1) choices_list(choices, spot);
    else *move = list[first].move;
    return count == 1 && !list[first].typed;
}

/* What was typed: a move in notation, or what a choice is called. */
static bool take_typed(Ask *ask, Move *move) {
    Stage *stage = &ask->scene->stage;
    char reason[SCREEN_TEXT_MAX];
    Text text = text_init(reason, sizeof reason);
    stage->types = false;
    if (!*stage->typed) return false;
    if (place_read_move(ask->scene->place, stage->typed, move)) return true;
    int spot = choices_find(&ask->choices, stage->typed);
    if (spot >= 0) return activate(ask, spot, move);
    if (!place_refuse(ask->scene->place, stage->typed, &text))
        text_add(&text, message(scene_language(ask->scene), "That is not one of the choices."));
    scene_say(ask->scene, reason);
    return false;
}

static bool type_key(Ask *ask, Press press, Move *move) {
    Stage *stage = &ask->scene->stage;
    if (press.kind == PRESS_ENTER) return take_typed(ask, move);
    if (press.kind == PRESS_ESCAPE) stage->types = false;
    else dialog_edit(stage->typed, sizeof stage->typed, press);
    return false;
}

static bool take_letter(Ask *ask, uint32_t letter, Move *move) {
    char typed[2] = {(char)letter, 0};
    if (letter >= '0' && letter <= '9') return activate(ask, letter == '0' ? 9 : (int)(letter - '1'), move);
    if (letter == ' ') return activate(ask, ask->scene->stage.focus, move);
    if (letter == ':') begin_typing(ask, "");
    else if (letter < 128) begin_typing(ask, typed);
    return false;
}

/* Enter plays the cards that are picked; elsewhere it chooses. */
static bool take_enter(Ask *ask, Move *move) {
    const Stage *stage = &ask->scene->stage;
    bool on_card = stage->focus >= 0 && stage->spots[stage->focus].zone == ZONE_HAND;
    if (ask->choices.picking && on_card && choices_picked(&ask->choices, move)) return true;
    return activate(ask, stage->focus, move);
}

static bool take_press(Ask *ask, Press press, Move *move) {
    Stage *stage = &ask->scene->stage;
    if (stage->types) return type_key(ask, press, move);
    switch (press.kind) {
    case PRESS_LETTER: return take_letter(ask, press.letter, move);
    case PRESS_ENTER: return take_enter(ask, move);
    case PRESS_CLICK: return activate(ask, stage_spot_at(stage, press.x, press.y), move);
    case PRESS_ESCAPE:
        if (stage->lists) choices_back(&ask->choices);
        else stage->picks = 0;
        break;
    case PRESS_LEFT: stage_move(stage, -1, 0); break;
    case PRESS_RIGHT: stage_move(stage, 1, 0); break;
    case PRESS_UP: stage_move(stage, 0, -1); break;
    case PRESS_DOWN: stage_move(stage, 0, 1); break;
    default: break;
    }
    return false;
}

bool ask_press(Ask *ask, Press press, Move *move) {
    bool chosen = take_press(ask, press, move);
    choices_explain(&ask->choices);
    return chosen;
}
