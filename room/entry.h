/* Entries: what a table's log consists of, to and from JSON.
 *
 * An entry is a kind and the fields that the kind has. The log is private to the server: it holds moves, salts and, where a
 * step was taken back, the whole position. `entry_write_public` writes the part of an entry that everybody may know. */
#ifndef ARALDO_ROOM_ENTRY_H
#define ARALDO_ROOM_ENTRY_H

#include "bots/level.h"
#include "core/json_read.h"
#include "room/fair.h"
#include "room/room.h"

typedef enum {
    ENTRY_CREATE,
    ENTRY_SIT,
    ENTRY_STAND,
    ENTRY_SEAT, /* the maker opens a seat or puts a bot there */
    ENTRY_SWAP,
    ENTRY_READY,
    ENTRY_START,
    ENTRY_MOVE,
    ENTRY_UNDO,
    ENTRY_TALK,
    ENTRY_PROPOSE,
    ENTRY_VOTE,
    ENTRY_END, /* before the game's own end */
    ENTRY_ABSENT,
    ENTRY_BACK,
    ENTRY_CLOCK, /* the server was away: clocks start again */
    ENTRY_REMATCH,
    ENTRY_NAME,
    ENTRY_HINT, /* a player asked for a hint, at a table where that is announced */
    ENTRY_KINDS
} EntryKind;

enum { ENTRY_NONE = UINT32_MAX }; /* instead of the number of an entry */

typedef enum { WHO_OPEN, WHO_PERSON, WHO_BOT } Who;
typedef enum { BY_PERSON, BY_BOT, BY_CLOCK } MoveBy;
typedef enum { END_AGREED, END_IDLE, END_LEFT } EndReason;
/* Hints where more than one person sits: nobody gets any; everybody is told who asks; or they come silently. A person alone
 * with bots always gets them. */
typedef enum { HINTS_OFF, HINTS_ANNOUNCED, HINTS_ON } Hints;
extern const char *const hints_names[]; /* ended by NULL */

/* Who is to sit in a seat: "open", "me" (the sender of the message or entry) or "bot:LEVEL". */
typedef struct Place {
    Who who;
    Level level;
} Place;

typedef struct Entry {
    EntryKind kind;
    Milliseconds at;
    PersonId person;   /* who did it; empty: the room */
    char key[KEY_MAX]; /* of the client's message; empty: none */
    char name[NAME_BYTES_MAX];
    int face; /* sent with a name; 0 for none */
    int seat, other;
    Place to;
    bool on, has_salt;
    uint8_t salt[SALT_BYTES];
    int revision; /* START: of the rules */
    char move[MOVE_TEXT_MAX];
    MoveBy by;
    bool quiet; /* MOVE: it showed its actor nothing new */
    /* UNDO: the number of the move taken back first, and the game as it was before it: moves so far, the entry that began the
     * round, moves made by people, the entry of the last of those (ENTRY_NONE without one, and in entries of earlier
     * versions) */
    uint32_t back, turn, round, own, last;
    char position[STATE_TEXT_MAX];
    char phrase[PHRASE_MAX];
    char text[TALK_BYTES_MAX];
    bool yes;
    bool left; /* ABSENT: for good, so that the table is no longer among the person's own */
    EndReason why;
    TableId table; /* REMATCH */
    /* CREATE */
    const Game *game;
    Setup setup;
    Place places[SEATS_MAX]; /* WHO_PERSON: the maker */
    int clock;
    Hints hints;
    bool is_public, chat;
    bool moved;      /* it began in its player's browser, which knows the secret (room/arrival.h), */
    uint32_t undone; /* and the number of moves that had been taken back there */
    char commitment[COMMITMENT_HEX];
} Entry;

const char *entry_kind_name(EntryKind kind);
/* As JSON for the log. */
void entry_write(const Entry *entry, Text *text);
/* False with a clear line if it is not a valid entry. */
bool entry_read(Entry *entry, Span text, Error *error);
/* Writes what everybody at the table may know of it, as the field "entry". */
void entry_write_public(const Entry *entry, Json *json);

/* "open", "me", "bot:easy". */
void place_write(Place place, Text *text);
bool place_read(Span text, Place *place);
/* Reads a string into the Place `member`, as a table of fields does: "open" or a bot. */
JsonWrong entry_read_to(const JsonNode *value, void *member, Error *error);
const char *level_name(Level level);
bool level_read(Span text, Level *level);

/* A name or talk as people may write it: valid, no control characters, no blank at either end, at most this many characters. */
bool words_fit(const char *words, size_t characters_max);

#endif
