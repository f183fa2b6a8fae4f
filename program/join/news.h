/* A table of a card room as this client knows it, kept up to date from the room's messages.
 *
 * Everything here came from a server that need not be friendly: numbers are checked against their bounds, names and chat are
 * reduced to what a terminal can show, and a view counts only if it parses as one of this seat. */
#ifndef ARALDO_PROGRAM_JOIN_NEWS_H
#define ARALDO_PROGRAM_JOIN_NEWS_H

#include "core/event_read.h"
#include "program/join/link.h"
#include "program/place.h"

typedef enum { PHASE_WAITING, PHASE_PLAYING, PHASE_OVER } Phase;
typedef enum { WHO_OPEN, WHO_PERSON, WHO_BOT, WHO_ROBOT } Who;

typedef struct RoomSeat {
    Who who;
    char name[RECORD_NAME_MAX]; /* of a person; of a bot its level */
    bool here, ready, absent;
} RoomSeat;

/* A row of the list of tables, and what is agreed about a table. */
typedef struct RoomRow {
    char id[LINK_ID_MAX];
    const Game *game; /* NULL for a game that this program does not know */
    int variant, people;
    Phase phase;
    bool is_public, chat;
    bool hints; /* were agreed on */
    int seat_count;
    RoomSeat seats[SEATS_MAX];
    int yours; /* the reader's seat, or -1 */
    bool your_turn;
} RoomRow;

typedef struct RoomTable {
    RoomRow row;
    bool known; /* the room has told of it */
    int64_t n;  /* its last entry */
    bool maker, watching, may_undo;
    bool proposed;                 /* to end the match; */
    SeatSet agreed, undecided;     /* who agrees, and who has not answered yet */
    int64_t deadline_ms, drift_ms; /* of the clock that runs, 0: none; the room's clock less ours */
    int awaited;                   /* the seat for which the others wait, or -1, */
    int64_t replace_ms;            /* and from when on they may let a bot play there */
    SeatSet actors;
    char rematch[LINK_ID_MAX];
    bool begun;        /* there is a view: `place` is open */
    bool refused_view; /* the view did not parse */
    Place place;
    EventNames names;
} RoomTable;

/* Reads a row of the list; false if it makes no sense. */
bool row_read(RoomRow *row, const JsonNode *node);
/* "Primiera · Heralds", and who is there. */
void row_name(const RoomRow *row, Language language, Text *text);
void row_people(const RoomRow *row, Language language, Text *text);
/* A seat in words: a name, "open", "bot, strong". */
void seat_name(const RoomSeat *seat, Language language, Text *text);

void table_forget(RoomTable *table);
/* Each takes a message of its kind about this table. */
void table_whole(RoomTable *table, const JsonNode *message, Language language);
/* True if something is missing, or was taken back, and the table should be entered again. */
bool table_entry(RoomTable *table, const JsonNode *message, Language language);
void table_history(RoomTable *table, const JsonNode *message, Language language);
void table_here(RoomTable *table, const JsonNode *message);
/* Is it the person's turn? */
bool table_is_yours(const RoomTable *table);
/* Milliseconds until the clock that runs is out; -1 if none does. */
int64_t table_left_ms(const RoomTable *table);

/* Does the room give hints here? A person alone with bots can always ask. */
bool table_gives_hints(const RoomTable *table);
/* Milliseconds until the others may let a bot play at the seat that is awaited; -1 if they wait for nobody, or for us. */
int64_t table_replace_ms(const RoomTable *table);

/* Words what happens at a table besides the game: the place's `tell_other`. */
void table_tell(const Place *place, const Event *event, Text *text);
/* The words for one of the room's codes. */
const char *code_words(Language language, const char *code);
/* The ready-made phrases, by number: their codes and words; NULL past the last. */
const char *phrase_code(int index);
const char *phrase_words(Language language, int index);
/* Words from outside, without control characters and without signs that are not one column wide. */
void text_clean(Text *text, const char *words);

#endif
