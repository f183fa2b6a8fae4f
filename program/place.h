/* A place at a table: what one seat sees, what has happened, and what its player can do now.
 *
 * Matches against bots, tables of a card room and replays are all shown and played through it. It holds a view and never a
 * state, so that whatever uses it knows only what the seat may know. */
#ifndef ARALDO_PROGRAM_PLACE_H
#define ARALDO_PROGRAM_PLACE_H

#include "bots/bot.h"
#include "record/log.h"
#include "term/face.h"

typedef struct Place {
    const Game *game;
    const Face *face;
    int seat;        /* ONLOOKER for somebody who watches */
    Screen screen;   /* to whom it is shown, and in which language */
    StateRoom view;  /* what the seat sees now; the owner keeps it up to date */
    EventLog log;    /* what has happened */
    Move *moves;     /* room for the game's longest list */
    Choice *choices; /* what the player can do, after place_gather */
    int choice_count;
    /* Words events that are not the game's own; NULL where there are none. */
    void (*tell_other)(const struct Place *place, const Event *event, Text *text);
} Place;

/* The kind of such events. */
#define PLACE_OTHER "room"

/* A place at the table that the header describes. */
bool place_open(Place *place, const RecordHeader *header, int seat, Language language, Error *error);
void place_release(Place *place);

static inline const View *place_view(const Place *place) { return (const View *)(const void *)place->view.bytes; }

/* Lists the player's choices. */
void place_gather(Place *place);
/* Do the words name the choice, by its key or as it is listed? */
bool choice_is_called(const Choice *choice, const char *words);
/* A legal move that was written out in notation. */
bool place_read_move(const Place *place, const char *words, Move *move);
/* Why the words are not a move; false for a number, which is not one of the choices. */
bool place_refuse(const Place *place, const char *words, Text *text);
/* The player's only move, where the face knows that it needs no asking. */
bool place_forced(const Place *place, Move *move);
/* Words a hint: the move, what it does, why, and what its adviser expects of it. */
void place_hint(const Place *place, Move move, Expectation expects, Text *text);
/* What happened in an event, as sentences. */
void place_tell(const Place *place, const Event *event, Text *text);

#endif
