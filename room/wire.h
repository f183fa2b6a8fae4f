/* The wire: the messages clients send, and the parts of replies that do not depend on the connection.
 *
 * A message is one JSON object with "do" and the fields that this "do" has, no others. docs/room.md lists them. */
#ifndef ARALDO_ROOM_WIRE_H
#define ARALDO_ROOM_WIRE_H

#include "core/shown.h"
#include "games/setup.h"
#include "room/codes.h"
#include "room/entry.h"
#include "room/table.h"

enum { WIRE_VERSION = 1 };

typedef enum {
    DO_HELLO,
    DO_RENAME,
    DO_LOBBY,
    DO_CREATE,
    DO_ENTER,
    DO_EXIT,
    DO_SIT,
    DO_STAND,
    DO_SEAT,
    DO_SWAP,
    DO_FILL,
    DO_READY,
    DO_MOVE,
    DO_UNDO,
    DO_HINT,
    DO_TALK,
    DO_PROPOSE,
    DO_VOTE,
    DO_LEAVE,
    DO_BACK,
    DO_REMATCH,
    DO_DEVICE,
    DO_REMOVE,
    DO_REPLACE,
    DO_MATCHES,
    DOS
} Do;

/* A client's message. Fields that its "do" does not have are zero. */
typedef struct Wire {
    Do what;
    char key[KEY_MAX];
    TableId table;
    int version;
    char name[NAME_BYTES_MAX];
    int face; /* -1: as it is */
    bool on, yes, is_public, chat;
    int64_t since; /* -1: null */
    SetupWords setup;
    int clock;
    Hints hints;
    int place_count;
    Place places[SEATS_MAX];
    int seat, other;
    Place to;
    Level level;
    bool has_salt;
    uint8_t salt[SALT_BYTES];
    char move[MOVE_TEXT_MAX];
    char phrase[PHRASE_MAX], text[TALK_BYTES_MAX];
} Wire;

/* What was wrong with a message: its key, if that could be read, and the field. */
typedef struct WireFault {
    Code code;
    char key[KEY_MAX];
    const char *field; /* a constant; NULL: none in particular */
} WireFault;

bool wire_read(Wire *wire, Span text, WireFault *fault);

/* Short phrases that translate themselves, ended by NULL. */
extern const char *const wire_phrases[];
bool wire_is_phrase(const char *code);
/* Is it a key, as a message may have one, if it is not too long? */
bool wire_is_key(const char *key);

/* Writing: each adds fields to an open object, except wire_events. */
/* "seats", a list; `here` has those whose person has entered the table. */
void wire_seats(const Table *table, SeatSet here, Json *json);
/* "scores": the totals after each of the last rounds, and the number of the first of those. */
void wire_scores(const Table *table, Json *json);
/* What was agreed on: game, variant, people, options, maker, public, chat, clock, hints. */
void wire_agreement(const Table *table, Json *json);
/* The game as a seat (or ONLOOKER) sees it: view, turn, actors, points, legal, legal_more, glance, winners. */
void wire_game(const Table *table, int viewer, Desk *desk, Json *json);
/* "view" alone; for VIEWER_WHOLE all of it. */
void wire_view(const Table *table, int viewer, Json *json);
/* Adds the desk's events from `first` on to an open list, as a seat may know them. */
void wire_events(const Table *table, const Desk *desk, size_t first, int viewer, Json *json);
/* Those before `end`. */
void wire_events_between(const Table *table, const Desk *desk, size_t first, size_t end, int viewer, Json *json);
const char *wire_phase(Phase phase);

/* Writes something that a game reports outside its log, such as its facts. What reaches the desk's sink between `begin` and
 * `end` goes under the key, or null if nothing does. The desk's log is left as it was. */
typedef struct WireEvent {
    const Game *game;
    const char *key;
    int viewer;
    Desk *desk;
    Json *json;
    bool told;
} WireEvent;
void wire_event_begin(WireEvent *event, const Game *game, const char *key, int viewer, Desk *desk, Json *json);
void wire_event_end(WireEvent *event);

#endif
