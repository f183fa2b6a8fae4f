/* Lists, reads and words what a player can do, from the view of the seat alone. */
#include "program/place.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bots/reason.h"
#include "core/message.h"

bool place_open(Place *place, const RecordHeader *header, int seat, Language language, Error *error) {
    const Game *game = header->game;
    place->game = game;
    place->face = face_of(game);
    place->seat = seat;
    place->moves = malloc((size_t)game->moves_max * sizeof *place->moves);
    place->choices = malloc((size_t)game->moves_max * sizeof *place->choices);
    screen_init(&place->screen, stdout, language, header, seat);
    return (place->moves && place->choices) || error_set(error, "there is not enough memory");
}

void place_release(Place *place) {
    event_log_release(&place->log);
    free(place->moves);
    free(place->choices);
    *place = (Place){0};
}

void place_gather(Place *place) {
    const Game *game = place->game;
    place->choice_count = game->legal(view_state(place_view(place)), place->seat, place->moves);
    for (int i = 0; i < place->choice_count; i++) {
        Choice *choice = &place->choices[i];
        choice->move = place->moves[i];
        choice->typed = false;
        place->face->choice(game, &place->screen, place_view(place), place->seat, choice);
    }
}

bool choice_is_called(const Choice *choice, const char *words) {
    return strcasecmp(words, choice->key) == 0 || strcasecmp(words, choice->label) == 0;
}

enum { TYPED_MAX = 256 };

/* A move as its game writes it: "vie 5" means vie:5. */
static const char *notation(const char *words, char copy[TYPED_MAX]) {
    size_t verb = strspn(words, "abcdefghijklmnopqrstuvwxyz");
    if (verb == 0 || words[verb] != ' ' || !span_copy(span_of(words), copy, TYPED_MAX)) return words;
    copy[verb] = ':';
    return copy;
}

bool place_read_move(const Place *place, const char *words, Move *move) {
    char copy[TYPED_MAX];
    const Game *game = place->game;
    const State *state = view_state(place_view(place));
    return game->parse_move(state, place->seat, span_of(notation(words, copy)), move, NULL) &&
           game->is_legal(state, place->seat, *move);
}

bool place_refuse(const Place *place, const char *words, Text *text) {
    Language language = place->screen.language;
    char copy[TYPED_MAX];
    Move move;
    Error error;
    if (strspn(words, "-0123456789") == strlen(words)) return false;
    words = notation(words, copy);
    if (place->face->refuse && place->face->refuse(place->game, &place->screen, place_view(place), words, text)) return true;
    if (place->game->parse_move(view_state(place_view(place)), place->seat, span_of(words), &move, &error))
        text_add(text, message(language, "That move is not possible now."));
    else error_print(&error, language, text);
    return true;
}

bool place_forced(const Place *place, Move *move) {
    if (!place->face->forced || !place->face->forced(place->game, place_view(place))) return false;
    place->game->legal(view_state(place_view(place)), place->seat, place->moves);
    *move = place->moves[0];
    return true;
}

/* ---- words */

static void add_name(const void *context, int seat, Text *text) {
    const Place *place = context;
    screen_name(&place->screen, seat, text);
}

static void add_card(const void *context, Span notation, Text *text) {
    const Place *place = context;
    uint8_t card;
    if (place->face->card && place->game->parse_card(notation, &card)) place->face->card(&place->screen, card, text);
    else text_format(text, "%.*s", SPAN_ARGS(notation));
}

void place_hint(const Place *place, Move move, Expectation expects, Text *text) {
    Language language = place->screen.language;
    Choice choice = {.move = move};
    ReasonNames names = {place, add_name, add_card};
    Reasons reasons;
    Reason expected;
    place->face->choice(place->game, &place->screen, place_view(place), place->seat, &choice);
    message_format(text, language, "Hint: {choice}", WITH("choice", choice.label));
    if (*choice.outcome) text_format(text, ", %s", choice.outcome);
    text_char(text, '.');
    reasons_find(place->game, place_view(place), place->seat, move, &reasons);
    for (int i = 0; i < reasons.count; i++) {
        text_char(text, ' ');
        reason_write(&reasons.list[i], language, names, text);
    }
    if (!reason_of_expectation(expects, &expected)) return;
    text_char(text, ' ');
    reason_write(&expected, language, names, text);
}

void place_tell(const Place *place, const Event *event, Text *text) {
    if (place->tell_other && strcmp(event->kind, PLACE_OTHER) == 0) place->tell_other(place, event, text);
    else place->face->tell(place->game, &place->screen, event, text);
}
