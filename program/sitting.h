/* A sitting: one person's match against bots, as line mode and the full screen both play it.
 *
 * Every event is kept, so that the match can be saved as an unfinished record at any time and continued by replaying it. After
 * every move the record on disk is replaced as a whole, so that whatever happens to this process costs at most the move
 * being made (program/keep.h says where it is). Every move is kept too, so that moves can be taken back. */
#ifndef ARALDO_PROGRAM_SITTING_H
#define ARALDO_PROGRAM_SITTING_H

#include "program/match.h"
#include "program/place.h"

typedef struct Step {
    int actor;
    Move move;
} Step;

typedef struct Sitting {
    Match match;
    Place place;    /* the person's */
    EventSink sink; /* logs, and passes on */
    Past past;      /* for bots that remember */
    Step *steps;    /* all moves of the match */
    int step_count, step_capacity;
    Bot *adviser;               /* NULL: no bot plays the game well enough to give hints */
    char kept[RECORD_PATH_MAX]; /* where the match is saved after every move; "" if nowhere */
    int lock;                   /* held while the match is played here; -1 without one */
    bool touched;               /* the person has moved here, so there is something to keep */
    bool dealt;                 /* a deal of the day: no hints, nothing is taken back, and the bots stay */
    Error fault;                /* why the last save failed; "" if it did not */
    /* Told of every event; may be NULL. */
    void (*told)(void *context, const Event *event);
    void *context;
} Sitting;

/* A new match. By default the person has the first seat and medium bots the others. */
bool sitting_begin(Sitting *sitting, const Game *game, const Setup *setup, const char *seats, const ChanceKey *key,
                   Error *error);
/* A match whose key and seats are given. */
bool sitting_begin_given(Sitting *sitting, const RecordHeader *header, Error *error);
/* A saved match, replayed up to where it was left. */
bool sitting_resume(Sitting *sitting, const char *path, Error *error);
/* The language that the match was saved in; `otherwise` if it does not say, or not one that we speak. */
Language sitting_language(const Sitting *sitting, Language otherwise);
/* Everything else the match needs: memory, a screen, a bot for hints. Call after one of the two above. */
bool sitting_sit_down(Sitting *sitting, Language language, Error *error);
/* Deals the first cards of a new match. */
void sitting_start(Sitting *sitting);
void sitting_release(Sitting *sitting);

/* Plays a legal move of any seat, and saves. */
bool sitting_play(Sitting *sitting, int actor, Move move);
/* Lets the next bot play; false if there is none. */
bool sitting_bot_plays(Sitting *sitting);
/* Tells the bots of a deal of the day what their seats saw, before one of them chooses: so its move depends on nothing else. */
void sitting_prepare(Sitting *sitting);
/* Takes back the person's last decision and all moves since; returns how many moves that was, 0 if there is none. At a table
 * with bots alone the room allows this freely (docs/room.md). */
int sitting_undo(Sitting *sitting);
/* Puts bots of another level at all seats but the person's. */
bool sitting_set_level(Sitting *sitting, const char *level, Error *error);

/* Continues in another language, which is saved with the match. */
void sitting_set_language(Sitting *sitting, Language language);

/* Brings the person's view up to date. */
void sitting_look(Sitting *sitting);
/* The same, and the person's only move where it needs no asking. */
bool sitting_forced(Sitting *sitting, Move *move);
/* A hint: the move, what it does, and why. The view is up to date. */
void sitting_hint(Sitting *sitting, Text *text);
/* Removes the copy that is saved after every move. */
void sitting_forget(Sitting *sitting);

static inline const Game *sitting_game(const Sitting *sitting) { return sitting->match.header.game; }

#endif
