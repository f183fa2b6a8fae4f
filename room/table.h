/* One table: its seats, its game and what was agreed. All of it follows from its log.
 *
 * `table_apply` of an entry is the only thing that changes a table, live or when it is loaded: the same entries give the same
 * bytes. Of its history it keeps only the moves of the round, for its bots; anything that needs more reads the log
 * (history.h). */
#ifndef ARALDO_ROOM_TABLE_H
#define ARALDO_ROOM_TABLE_H

#include "bots/past.h"
#include "record/log.h"
#include "room/entry.h"

typedef enum { PHASE_WAITING, PHASE_PLAYING, PHASE_OVER } Phase;

enum { KEY_RINGS = SEATS_MAX + 1 };

typedef struct Seat {
    Who who;
    Level level;
    bool ready, absent, has_salt;
    bool left;      /* absent for good: the table is not among the person's own until they are back */
    uint8_t missed; /* moves in a row that the clock made */
    uint8_t salt[SALT_BYTES];
    PersonId person;
    char name[NAME_BYTES_MAX];
    int face;           /* the portrait they chose; 0 for none */
    Milliseconds since; /* it may act since then; 0 while it may not */
} Seat;

typedef struct Table {
    TableId id;
    uint8_t secret[ROOM_SECRET_BYTES];
    const Game *game; /* NULL before the first entry */
    Phase phase;
    PersonId maker;
    int people;
    int clock;    /* seconds a move; 0: none */
    int revision; /* of the rules by which it is played; 0 before the start */
    Hints hints;
    bool is_public, chat;
    bool moved;    /* it began in its player's browser */
    bool rounds;   /* the game tells where a round begins */
    bool proposed; /* to end the match: a vote is open */
    SeatSet yes;
    Milliseconds created, changed; /* the first and the last entry */
    uint32_t n;                    /* entries so far: the number of the next */
    uint32_t step;                 /* the entry that changed the game last: a bot is asked about it */
    uint32_t round;                /* the entry in which this round began */
    uint32_t turn;                 /* moves so far */
    uint32_t own;                  /* of these, moves that people made themselves */
    uint32_t last_own;             /* the entry of the last of those; ENTRY_NONE without one */
    uint32_t undone;               /* steps taken back */
    uint32_t quiet;                /* the last step, if its actor may take it back; else ENTRY_NONE */
    int quiet_seat;
    ChanceKey key; /* from the start on */
    TableId rematch;
    uint64_t create_key;
    uint64_t keys[KEY_RINGS][KEYS_REMEMBERED]; /* of each seat's messages, and of those of people without one */
    uint8_t key_next[KEY_RINGS];
    Seat seats[SEATS_MAX];
    uint32_t rounds_over;                  /* so far, */
    uint32_t rows;                         /* and how many of the last are known: */
    int32_t scores[SCORES_MAX][SEATS_MAX]; /* the totals after each of the last of those, for the chart; */
    uint32_t scored[SCORES_MAX];           /* the entry that ended it */
    Past past;                             /* of this round, for bots that remember */
    StateRoom state;                       /* before the start a trial that says what was agreed on */
} Table;

/* What else is needed to apply entries: where events go, and space for a list of moves. One serves any number of tables. */
typedef struct Desk {
    EventLog log; /* the events of the entry applied last */
    EventSink sink;
    Move *moves; /* room for the longest list of any game */
} Desk;

bool desk_init(Desk *desk);
void desk_release(Desk *desk);
/* Lets events go to the desk's own log again, after they went elsewhere. */
void desk_listen(Desk *desk);

/* A table without entries. */
void table_init(Table *table, const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES]);
/* False with a clear line, and nothing changed, if the entry does not fit the table. Its events are left in the desk's log. */
bool table_apply(Table *table, const Entry *entry, Desk *desk, Error *error);

/* As table_apply, but the game stays as it is: a snapshot that has it follows. */
bool table_apply_beside_game(Table *table, const Entry *entry, Desk *desk, Error *error);
/* Fixes the key from the secret and the salts, as the start does. */
void table_fix_key(Table *table);
/* After a change of the game: updates whose clock is running. The clocks of the seats `afresh` restart in any case. */
void table_wind_clocks(Table *table, SeatSet before, SeatSet afresh, Milliseconds at);

static inline const State *table_state(const Table *table) { return (const State *)(const void *)table->state.bytes; }
/* Seats of the game, including those that play automatically. */
int table_seats(const Table *table);
int table_seat_of(const Table *table, const PersonId *person); /* -1: none */
SeatSet table_actors(const Table *table);                      /* empty unless it is being played */
void table_describe(const Table *table, Setup *setup);
/* Whether a person's seat already shows this name and face. */
bool table_shows(const Table *table, int seat, const char *name, int face);
/* Is it a bot, a robot, or a person who is absent? */
bool table_is_automatic(const Table *table, int seat);
/* The people seated there, with or without the absent ones. */
int table_persons(const Table *table, bool absent_too);
bool table_has_key(const Table *table, const PersonId *person, const char *key);
uint64_t table_key_hash(const PersonId *person, const char *key);
/* May this seat take a step back now? */
bool table_may_undo(const Table *table, int seat);
/* Is this the only person's seat? Then steps can be taken back freely. */
bool table_is_alone(const Table *table, int seat);
/* When a seat's clock runs out; INT64_MAX without one. */
Milliseconds table_deadline(const Table *table, int seat);
/* May this seat ask for a hint? */
bool table_may_hint(const Table *table);
/* Are all seats taken, and all people ready? */
bool table_can_start(const Table *table);
/* Would this legal move show its actor nothing that it did not know? */
bool table_move_is_quiet(const Table *table, int seat, Move move, Desk *desk);
/* The bot of a level for a game; a simpler one where the game has no levels. */
const char *table_bot(const Game *game, Level level);

#endif
