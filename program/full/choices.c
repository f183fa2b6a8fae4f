/* Sorts the moves into spots, lists and picks. */
#include "program/full/choices.h"

#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "core/message.h"

bool choices_open(Choices *choices, Place *place, Stage *stage, Error *error) {
    size_t most = (size_t)place->game->moves_max;
    *choices = (Choices){.place = place, .stage = stage};
    choices->touches = malloc(most * sizeof *choices->touches);
    choices->spots = malloc(most * sizeof *choices->spots);
    choices->members = malloc(most * sizeof *choices->members);
    if (choices->touches && choices->spots && choices->members) return true;
    choices_close(choices);
    return error_set(error, "there is not enough memory");
}

void choices_close(Choices *choices) {
    free(choices->touches);
    free(choices->spots);
    free(choices->members);
    *choices = (Choices){0};
}

void choices_clear(Choices *choices) {
    Stage *stage = choices->stage;
    choices->picking = false;
    choices->place->choice_count = 0;
    stage->spot_count = 0;
    stage->focus = -1;
    stage->lists = stage->types = false;
    stage->takes = stage->picks = 0;
    stage->detail[0] = 0;
}

/* ---- spots */

static int find_spot(const Stage *stage, Zone zone, int card) {
    for (int i = 0; i < stage->spot_count; i++)
        if (stage->spots[i].zone == zone && stage->spots[i].card == card) return i;
    return -1;
}

static int add_spot(Stage *stage, Zone zone, int card, const char *label) {
    if (stage->spot_count == STAGE_SPOTS_MAX) return -1;
    Spot *spot = &stage->spots[stage->spot_count];
    *spot = (Spot){.zone = zone, .card = card};
    Text text = text_init(spot->label, sizeof spot->label);
    text_add(&text, label);
    return stage->spot_count++;
}

static bool touches_card(const Choices *choices, Zone zone, int card) {
    for (int i = 0; i < choices->place->choice_count; i++) {
        const Touch *touch = &choices->touches[i];
        if (touch->zone == zone && touch->card == card) return true;
        if (choices->picking && zone == ZONE_HAND && card < 64 && touch->picks >> card & 1) return true;
    }
    return false;
}

/* Rows and cards that a move is attached to, in the order in which they are on the screen. */
static void add_places(Choices *choices) {
    Stage *stage = choices->stage;
    const Board *board = &stage->board;
    for (int i = 0; i < board->row_count; i++)
        if (board->rows[i].id >= 0 && touches_card(choices, ZONE_ROWS, board->rows[i].id))
            add_spot(stage, ZONE_ROWS, board->rows[i].id, "");
    for (Zone zone = ZONE_TABLE; zone <= ZONE_HAND; zone++)
        for (int i = 0; i < board->card_count; i++) {
            int card = board->cards[i].card;
            if (board->cards[i].zone == zone && find_spot(stage, zone, card) < 0 && touches_card(choices, zone, card))
                add_spot(stage, zone, card, "");
        }
}

/* The button of a choice: choices with equal keys share it, and so do those that it would name alike. */
static int button_of(Choices *choices, int index, int first_button, const int *owners) {
    Stage *stage = choices->stage;
    const Choice *list = choices->place->choices;
    for (int i = first_button; i < stage->spot_count; i++)
        if (strcmp(list[owners[i]].key, list[index].key) == 0 || strcmp(list[owners[i]].label, list[index].label) == 0)
            return i;
    return add_spot(stage, ZONE_NONE, 0, list[index].label);
}

/* Cards are picked where moves are sets of several, and every set of faces is one move. */
static bool are_picked(const Choices *choices) {
    bool several = false;
    for (int i = 0; i < choices->place->choice_count; i++) {
        uint64_t picks = choices->touches[i].picks;
        several |= bits_count(picks) > 1;
        for (int j = 0; j < i && picks; j++)
            if (choices->touches[j].picks == picks) return false;
    }
    return several;
}

void choices_gather(Choices *choices) {
    Place *place = choices->place;
    Stage *stage = choices->stage;
    int owners[STAGE_SPOTS_MAX] = {0}, focus = stage->focus;
    choices_clear(choices);
    place_gather(place);
    for (int i = 0; i < place->choice_count; i++)
        choices->touches[i] = board_touch(place->game, place_view(place), place->seat, place->choices[i].move);
    choices->picking = are_picked(choices);
    add_places(choices);
    int first_button = stage->spot_count;
    for (int i = 0; i < place->choice_count; i++) {
        const Touch *touch = &choices->touches[i];
        bool attached = touch->zone != ZONE_NONE, picked = choices->picking && touch->picks;
        choices->spots[i] = attached ? find_spot(stage, touch->zone, touch->card) : picked ? -1 : -2;
        if (choices->spots[i] == -2) {
            int before = stage->spot_count;
            choices->spots[i] = button_of(choices, i, first_button, owners);
            if (stage->spot_count > before) owners[before] = i;
        }
    }
    stage->focus = focus >= 0 && focus < stage->spot_count ? focus : 0;
    for (int i = 0; focus < 0 && i < stage->spot_count; i++) {
        if (stage->spots[i].zone != ZONE_HAND) continue;
        stage->focus = i;
        break;
    }
    choices_explain(choices);
}

int choices_count(const Choices *choices, int spot, int *first) {
    int count = 0;
    for (int i = choices->place->choice_count - 1; i >= 0; i--) {
        if (choices->spots[i] != spot) continue;
        *first = i;
        count++;
    }
    return count;
}

int choices_find(const Choices *choices, const char *words) {
    for (int i = 0; i < choices->place->choice_count; i++)
        if (choice_is_called(&choices->place->choices[i], words)) return choices->spots[i];
    return -1;
}

/* ---- picking */

/* The choice of the cards picked; -1 if they are not one. */
static int picked_choice(const Choices *choices, uint64_t picks) {
    for (int i = 0; i < choices->place->choice_count && picks; i++)
        if (choices->touches[i].picks == picks) return i;
    return -1;
}

/* The cards picked, or the focused one alone. */
static uint64_t picks_of(const Choices *choices) {
    const Stage *stage = choices->stage;
    const Spot *spot = stage->focus >= 0 ? &stage->spots[stage->focus] : NULL;
    if (stage->picks || !spot || spot->zone != ZONE_HAND) return stage->picks;
    return (uint64_t)1 << spot->card;
}

void choices_pick(Choices *choices, int spot) {
    choices->stage->picks ^= (uint64_t)1 << choices->stage->spots[spot].card;
    choices_explain(choices);
}

bool choices_picked(const Choices *choices, Move *move) {
    int choice = picked_choice(choices, picks_of(choices));
    if (choice < 0) return false;
    *move = choices->place->choices[choice].move;
    return true;
}

/* ---- words */

static void describe(const Choices *choices, const Choice *choice, Text *text) {
    if (*choice->outcome && !choice->typed)
        message_format(text, choices->place->screen.language, "{option}: {value}", WITH("option", choice->label),
                       WITH("value", choice->outcome));
    else text_add(text, choice->label);
}

static void explain_picks(Choices *choices, Text *text) {
    Language language = choices->place->screen.language;
    int choice = picked_choice(choices, picks_of(choices));
    if (choice >= 0) {
        describe(choices, &choices->place->choices[choice], text);
        text_add(text, "  ");
    }
    text_format(text, "(%s)", message(language, "Space: choose cards; Enter: play them"));
}

void choices_explain(Choices *choices) {
    Stage *stage = choices->stage;
    Text text = text_init(stage->detail, sizeof stage->detail);
    int first = 0, focus = stage->focus;
    stage->takes = 0;
    if (focus < 0 || focus >= stage->spot_count) return;
    if (stage->lists) {
        stage->takes = choices->touches[choices->members[focus]].takes;
        return;
    }
    int count = choices_count(choices, focus, &first);
    const Choice *choice = &choices->place->choices[first];
    if (choices->picking && stage->spots[focus].zone == ZONE_HAND) {
        explain_picks(choices, &text);
    } else if (count == 1 || (count && choice->typed)) {
        describe(choices, choice, &text);
        stage->takes = choices->touches[first].takes;
    } else if (count) {
        Language language = choices->place->screen.language;
        char ways[CHOICE_WORDS_MAX];
        Text number = text_init(ways, sizeof ways);
        message_format_plural(&number, language, "{n} way", "{n} ways", count, WITH("n", count));
        if (stage->spots[focus].zone != ZONE_NONE) text_add(&text, ways);
        else message_format(&text, language, "{option}: {value}", WITH("option", choice->label), WITH("value", ways));
    }
}

/* ---- lists */

void choices_list(Choices *choices, int spot) {
    Stage *stage = choices->stage;
    int count = 0;
    for (int i = 0; i < choices->place->choice_count && count < STAGE_SPOTS_MAX; i++)
        if (choices->spots[i] == spot) choices->members[count++] = i;
    choices->listed_spot = spot;
    stage->spot_count = 0;
    for (int i = 0; i < count; i++) {
        char label[2 * CHOICE_WORDS_MAX];
        Text text = text_init(label, sizeof label);
        describe(choices, &choices->place->choices[choices->members[i]], &text);
        add_spot(stage, ZONE_NONE, 0, label);
    }
    snprintf(stage->list_title, sizeof stage->list_title, "%s",
             message(choices->place->screen.language, "Which one? (Esc: back)"));
    stage->lists = true;
    stage->focus = 0;
    stage->detail[0] = 0;
    choices_explain(choices);
}

void choices_back(Choices *choices) {
    choices->stage->lists = false;
    choices->stage->focus = choices->listed_spot;
    choices_gather(choices);
}
