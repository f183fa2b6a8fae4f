/* What the files of the room share with each other and with nobody else.
 *
 * A RoomTable is a Table, which follows from its log, plus transient facts: who has entered it, what a bot was asked. Handlers
 * change a table only through `room_log`; automatic consequences (a start, a bot's turn, an absence) are handled at the end
 * of the step. */
#ifndef ARALDO_ROOM_INSIDE_H
#define ARALDO_ROOM_INSIDE_H

#include "room/agenda.h"
#include "room/arrival.h"
#include "room/credit.h"
#include "room/beat.h"
#include "room/index.h"
#include "room/memory.h"
#include "room/queue.h"
#include "room/snapshot.h"
#include "room/wire.h"

typedef struct Client Client;
typedef struct RoomTable RoomTable;

/* An address that people come from: what its connections hold together, and may still do. */
struct Source {
    uint64_t address;
    int clients, tables; /* connections; tables at which one of them was first */
    Credit making;       /* new tables */
    Credit arriving;     /* matches from browsers */
    Credit lists;        /* whole lists of tables */
    Job *jobs;           /* questions for bots that wait */
    Appointment turn;    /* in the queue, by what it has used */
    Milliseconds used;   /* of bots' time, compared with others */
    Milliseconds person_level;
    struct Waiting *reads; /* that wait, in the order in which they came */
    Credit reading;
    Appointment reading_turn; /* among those whose reads wait */
    int64_t reads_level;
};

/* A client that has entered a table. */
typedef struct Visit {
    Client *client;
    RoomTable *table;
    struct Visit *next_here, *next_there; /* of the table; of the client */
} Visit;

struct Person {
    PersonId id;
    char name[NAME_BYTES_MAX], name_kept[NAME_BYTES_MAX]; /* the second as committed */
    int face, face_kept;                                  /* likewise */
    Client *clients;
    int client_count;
    int told_count;    /* connections that other rooms have been told of */
    int jobs;          /* questions for bots that wait, */
    Milliseconds used; /* and what they have used, compared with others of the address */
    int reads_waiting; /* reads of the store that wait, */
    int64_t reads;     /* and how many there were, compared with others of the address */
};

struct Client {
    ConnectionId id;
    Person *person;
    Source *source;
    Client *next_of_person;
    Client *next, *previous; /* of all */
    Client *next_stirred;
    Visit *visits;
    int visit_count;
    bool greeted, lobby, stirred, closing;   /* stirred: since the last commit */
    bool relayed;                            /* its socket is another server's */
    bool list_waits;                         /* the whole list of tables is still to be sent, */
    bool news_wait;                          /* or what has changed in it */
    Client *next_waiting, *previous_waiting; /* of those for whom one or the other is so */
    int reads_waiting;                       /* reads of the store that wait for their turn */
    bool hint;                               /* a worker thinks about one, or will */
    Job job;                                 /* that one, while it waits */
    TableId hint_table;
    uint64_t asked_turn; /* of the loop, in which it was asked */
    int32_t credit;      /* messages it may still send, in thousandths */
    Milliseconds credited;
};

_Static_assert((int)ALLOWANCES_MAX > SEATS_MAX + 1, "there are some for people who are not members yet");

/* What one person may still add to a table's log, apart from moves. */
typedef struct Allowance {
    uint64_t person; /* hash of the id; 0: nobody */
    Credit entries;
} Allowance;

enum { MEMBERS_MAX = SEATS_MAX + 1 };

/* A person's part in a table in memory. */
typedef struct Membership {
    uint64_t person;                    /* hash of the id; 0: none */
    uint64_t table;                     /* likewise */
    RoomTable *at;                      /* of this room, */
    struct FarRow *far;                 /* or of another */
    struct Membership *next, *previous; /* of the person's */
} Membership;

struct RoomTable {
    Table table;
    size_t place; /* in the room's list */
    Membership members[MEMBERS_MAX];
    Appointment appointment;
    Visit *visits;
    Source *host; /* of the first of these; NULL while nobody is here */
    RoomTable *next_unsettled, *next_touched;
    bool unsettled, touched, loading; /* loading: its commit failed, and it is being rebuilt */
    bool row_changed, turn_changed;   /* for the list of tables, since the last news, */
    bool row_news, turn_news;         /* and in the news being sent */
    bool asked, held;                 /* a bot's choice is being made; is waiting to be shown */
    Job job;                          /* the question, while it waits */
    uint64_t asked_turn;              /* of the loop, in which it was asked */
    MoveBy by;
    int seat;      /* whose choice */
    uint32_t step; /* of the question */
    Move move;
    Milliseconds show, began; /* when it is shown; when the turn began */
    Milliseconds empty;       /* nobody has been here since; 0 while somebody is */
    Milliseconds here_told;   /* when people were last told who is here, */
    bool here_changed;        /* and it has changed since */
    Milliseconds away[SEATS_MAX], talked[SEATS_MAX];
    Milliseconds silent[SEATS_MAX];    /* here, but a bot plays for them, and asked to end the match since; 0: not */
    uint32_t kept;                     /* entries that the last snapshot has, */
    uint32_t told;                     /* and that are committed, so that everybody here was told them */
    bool paused;                       /* it was only in the store: clocks restart */
    uint64_t recent_keys[KEYS_RECENT]; /* of messages that have counted since it is in memory */
    unsigned recent_key_count;
    int reads; /* of its log under way: it stays in memory until they are done */
    Allowance allowances[ALLOWANCES_MAX];
};

typedef enum { FOR_ENTER, FOR_UNDO, FOR_AGAIN, FOR_ROUND, FOR_CREATE, FOR_LIST, FOR_ROW, FOR_PLAYED, FOR_MATCH } LoadPurpose;

/* A load that was asked for. */
typedef struct Waiting {
    struct Waiting *next;
    uint32_t ticket;
    LoadPurpose purpose;
    TableId table;
    ConnectionId client;
    char key[KEY_MAX];
    int64_t since;         /* ENTER */
    uint32_t back;         /* UNDO: the move to take back */
    uint32_t first, round; /* ROUND: the first step told; the entry that began the round at hand */
    Wire *create;          /* CREATE: the message, to be freed */
    TableId before;        /* PLAYED */
    int64_t from;          /* of the load */
    uint32_t to;
    int tries;
    bool for_person; /* among those that are shared out */
    bool fresh;      /* since the last commit */
    bool counted;    /* among its table's reads */
} Waiting;

/* A table that has gone since the list was sent, and who had a part in it. */
typedef struct GoneRow {
    TableId table;
    bool far; /* it was another room's */
    bool is_public;
    bool stored;  /* it only left memory: members keep it in their list */
    bool for_all; /* in the news for everybody, and written in gone_rows */
    int member_count;
    PersonId members[SEATS_MAX + 1];
} GoneRow;

typedef struct GoneRows {
    GoneRow *rows;
    size_t count, capacity;
} GoneRows;

/* A public table in the news. */
typedef struct NewsRow {
    uint64_t table; /* hash of the id */
    size_t offset;  /* of its row in news_rows, which ends with a zero byte */
} NewsRow;

/* A table of another room, as the list has it. */
typedef struct FarRow FarRow;
struct FarRow {
    TableId table;
    uint64_t room;
    bool is_public, row_changed, turn_changed, row_news, turn_news;
    SeatSet turn; /* seats that may act */
    int member_count;
    PersonId members[MEMBERS_MAX];
    int seats[MEMBERS_MAX]; /* of the members; -1: the maker, without one */
    Membership memberships[MEMBERS_MAX];
    char *text; /* the row as everybody sees it */
};

struct Room {
    RoomSettings settings;
    RoomPort port;
    Milliseconds now; /* of the step at hand */
    Index tables, persons, clients, sources;
    Index damaged;           /* tables that cannot be read, by the hash of their id */
    int occupied;            /* tables where somebody is */
    Client *first, *stirred; /* of all clients; of those heard since the last commit */
    RoomTable **list;        /* of all tables, in no order */
    size_t table_count, table_capacity;
    Agenda agenda;
    RoomTable *unsettled, *touched;
    Waiting *waiting;
    uint32_t tickets;
    Agenda readers; /* addresses whose reads wait, by when the next may be */
    int reads_out;  /* reads for people that are under way */
    Agenda bots;    /* addresses with questions, by what they have used */
    int asks, asks_fresh, queued;
    Milliseconds bots_level, thought_average[LEVELS];
    uint64_t turns; /* commits, good or not */
    Beat beat;
    Index members;     /* what tables people have a part in, by the hash of their id */
    int lobby_count;   /* clients that want the list */
    bool rows_changed; /* since the last news of it */
    int lists_waiting; /* clients that are still to be sent the whole of it, */
    int news_waiting;  /* and the news */
    Client *waiting_first, *waiting_last;
    Milliseconds lists_due, lists_told;
    int lists_together; /* told since then, in parts of what may be, */
    size_t lists_bytes; /* and their length */
    bool public_valid;  /* the public tables as they are sent, until something changes */
    Milliseconds lobby_told;
    Index far_rows;  /* tables of other rooms, by the hash of their id */
    Index presences; /* connections of people at other rooms, by the hash of the person's id */
    size_t presence_count;
    GoneRows gone;      /* tables that are no longer there, since the last news, */
    GoneRows gone_news; /* and in the news */
    NewsRow *news;      /* public tables that have changed, */
    size_t news_count, news_capacity;
    struct {
        uint64_t key;
        TableId table;
    } arrived[ARRIVALS_REMEMBERED]; /* the last matches that came from browsers */
    int arrived_next;
    RoomCounts counts;
    Desk desk;
    /* Only space to write in. */
    char public_rows[LOBBY_BYTES_MAX]; /* while public_valid */
    char news_rows[LOBBY_BYTES_MAX];   /* `news` as they are told */
    char gone_rows[GONE_BYTES_MAX];    /* those of gone_news that everybody is told */
    char reply[REPLY_BYTES_MAX], entry[ENTRY_BYTES_MAX], snapshot[SNAPSHOT_BYTES_MAX];
};

/* As if it had just been opened, and nobody is told: a fuzzer needs thousands of rooms a second. */
void room_renew(Room *room);

/* room.c */
Client *room_client(const Room *room, ConnectionId id);
Person *room_person(const Room *room, const PersonId *id);
void room_send(Room *room, const Client *client, const Text *text);
/* The answer to hello (welcome.c). */
void room_write_welcome(Room *room, const Client *client, Json *json);
void room_refuse(Room *room, const Client *client, const char *key, Code code);
/* With one number as a fact. */
void room_refuse_with(Room *room, const Client *client, const char *key, Code code, const char *fact, int64_t value);
void room_done(Room *room, const Client *client, const char *key, const TableId *table);
void room_bye(Room *room, Client *client, Code code, int close);
/* If the commit fails, the client is disconnected, and reconnects to resend what was not answered. */
void room_stir(Room *room, Client *client);
/* Takes a new table from the credit of the address; false if it is used up. */
bool room_may_make(const Room *room, Source *source);

/* Where a client or a match comes from. */
Source *room_source(Room *room, uint64_t address);

/* arrival.c */
void room_arrive(Room *room, Arrival *arrival);
/* A commit failed: what became of the last arrivals is only in the store. */
void room_forget_arrivals(Room *room);

/* directory.c: the tables in memory, their logs and who has entered them */
RoomTable *room_table(const Room *room, const TableId *id);
RoomTable *room_add_table(Room *room, const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES]);
/* Takes it out of memory; `stored`: it can be read again. */
void room_drop_table(Room *room, RoomTable *at, bool stored);
/* Does this room act for the table? */
bool room_owns(const Room *room, const TableId *id);
/* Releases tables that now belong to other rooms, and tells the port who was there. */
void room_let_others(Room *room);
/* Is there room in memory for one more table where somebody is, in the share of the client's address? Tables that nobody is at
 * make room. Refuses if not. */
bool room_may_host(Room *room, const Client *client, const char *key);
/* Writes the entry, applies it and tells everybody who has entered. The entry must fit. */
void room_log(Room *room, RoomTable *at, Entry *entry);
void room_unsettle(Room *room, RoomTable *at);
/* What is written of the table, or told to everybody there, depends on this turn's commit: if that fails, the table is read
 * again, and they are told once more. */
void room_touch(Room *room, RoomTable *at);
/* Writes a snapshot of the table as it is. */
void room_keep(Room *room, RoomTable *at);
/* Has the person's message with this key counted? */
bool room_has_key(const RoomTable *at, const PersonId *person, const char *key);
/* Takes one entry from the person's budget at this table; false if it is used up. */
bool room_spend(const Room *room, RoomTable *at, const Person *person);
SeatSet room_here(const RoomTable *at);
int room_watchers(const RoomTable *at);
Visit *room_visit(const RoomTable *at, const Client *client);
void room_enter(Room *room, RoomTable *at, Client *client);
void room_exit(Room *room, RoomTable *at, Client *client);
/* What came before, as lists that are written already. */
typedef struct Before {
    const char *recent; /* events of this round */
    const char *ended;  /* those with which the round before ended */
    const char *talk;   /* what was said lately */
} Before;
/* The table as it is, whole, with what came `before` (NULL: nothing). `shown` is what is told: it, or how it was. */
void room_tell_table(Room *room, const RoomTable *at, const Table *shown, const Client *client, const Before *before);
/* Messages sent until the next call show the table as it is now; NULL: they do not. */
void room_telling(const Room *room, const RoomTable *at);
void room_tell_here(Room *room, RoomTable *at);
/* When they are next told; INT64_MAX if nothing has changed. */
Milliseconds room_here_due(const RoomTable *at);
/* Is the viewer one round behind? */
bool room_is_behind(const Table *table, int viewer);
/* Tables that count for the person: those they are at, and seats they keep at tables where others wait. */
int room_tables_of(const Room *room, const PersonId *person);

/* seats.c: before the start, and afterwards */
/* An id for a new table that is this room's. */
void room_new_id(Room *room, TableId *id);
void do_create(Room *room, Client *client, const Wire *wire);
/* The store has looked for a table that the message made before, and found one or not (NULL). */
void room_create(Room *room, Client *client, const Wire *wire, const TableId *made);
void do_sit(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_stand(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_seat(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_swap(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_fill(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_ready(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_rematch(Room *room, Client *client, RoomTable *at, const Wire *wire);

void do_remove(Room *room, Client *client, RoomTable *at, const Wire *wire);

/* play.c: while a match is on */
void do_replace(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_move(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_undo(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_talk(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_propose(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_vote(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_leave(Room *room, Client *client, RoomTable *at, const Wire *wire);
void do_back(Room *room, Client *client, RoomTable *at, const Wire *wire);
/* The seat at which the client plays in a match that is on; refuses and returns -1 if there is none. */
int room_playing_seat(Room *room, const Client *client, const RoomTable *at, const char *key);
/* An entry by this person with this message's key. */
Entry entry_by(const Client *client, const Wire *wire, EntryKind kind, int seat);

/* clocks.c: what happens automatically and with time */
void room_settle(Room *room);
/* Has nobody been at the table for so long that it is over? */
bool room_is_idle(const Room *room, const Table *table);
/* From when on others may let a bot play for the person of this seat, for whom they wait; INT64_MAX: not at all. */
Milliseconds room_replace_at(const RoomTable *at, int seat);
/* Whose consent to end the match is still awaited, if that was proposed. */
SeatSet room_still_asked(const Room *room, const RoomTable *at);
void room_end_idle(Room *room, RoomTable *at);
/* A table nobody is at leaves memory, if it is time; true if it has. */
bool room_let_go(Room *room, RoomTable *at);
/* Asks a bot of this level to choose for the seat: for its turn, or with `hint_for` as a hint to its person. */
void room_ask(Room *room, const Table *table, int seat, Level level, ConnectionId hint_for);
/* The question of a table, or a client's hint, whose turn has come. */
void room_ask_bot(Room *room, RoomTable *at);
void room_ask_hint(Room *room, Client *client);
/* Of the bot that chooses for a seat. */
Level room_level_of(const Table *table, int seat, MoveBy by);
void room_answer(Room *room, const Answer *answer);

/* queue.c: whose question goes to a worker next */
void room_queue(Room *room, Job *job, Source *source, Person *person);
void room_unqueue(Room *room, Job *job);
/* Asks as many questions as can be thought about at once. */
void room_hand_out(Room *room);
void room_note_thought(Room *room, Level level, Milliseconds thought);

/* hints.c */
void do_hint(Room *room, Client *client, RoomTable *at, const Wire *wire);
void room_tell_hint(Room *room, const Answer *answer);

/* loads.c: the log read back */
void do_enter(Room *room, Client *client, const Wire *wire);
void room_open_table(Room *room, Client *client, const TableId *id, int64_t since);
void room_load(Room *room, Waiting wanted);
/* A read whose turn has come goes out. */
void room_start_read(Room *room, Waiting *waiting);
/* Frees a read that is not under way. */
void room_forget_read(Room *room, Waiting *waiting);
/* A commit failed: asks the port once more for what it was asked in that turn. */
void room_load_all_again(Room *room);
/* The client's move is taken back once the position before it is read. */
void room_load_undo(Room *room, const RoomTable *at, const Client *client, const char *key);
/* Watchers are told the round that is over, from this entry on. */
void room_load_round(Room *room, const RoomTable *at, uint32_t first);
void room_loaded(Room *room, const Loaded *loaded);
/* Nobody waits any more for logs of tables that belong to other rooms. */
void room_forget_loads(Room *room);

/* reads.c: whose reads go out next */
void room_queue_read(Room *room, Waiting *waiting, Client *client);
/* One of the client's that still waits for its turn; NULL if there is none. */
Waiting *room_queued_read(const Room *room, const Client *client, LoadPurpose purpose, const TableId *table);
/* Forgets those of the client that wait: all of them, those for its list of tables, or those for the matches it has played. */
typedef enum { DROP_ALL, DROP_LIST, DROP_PLAYED } ReadsDropped;
void room_drop_reads(Room *room, Client *client, ReadsDropped which);
void room_hand_out_reads(Room *room);
/* When the next can go out; INT64_MAX if none waits for time. */
Milliseconds room_reads_due(const Room *room);

/* damage.c: tables that cannot be read are set aside; all others continue */
void room_set_aside(Room *room, const TableId *id, const char *reason);
bool room_is_set_aside(const Room *room, const TableId *id);
/* Of a load that failed: sets the table aside if it is damaged, and refuses. */
void room_refuse_unread(Room *room, const Client *client, const char *key, const Loaded *loaded);

/* matches.c: what a person has played */
void do_matches(Room *room, Client *client, const Wire *wire);
void room_tell_matches(Room *room, const Client *client, const Loaded *loaded);
/* One of them; NULL if it cannot be read. */
void room_tell_match(Room *room, const Client *client, const TableId *id, const Table *table);

/* lobby.c */
void do_lobby(Room *room, Client *client, const Wire *wire);
void room_tell_lobby(Room *room);
/* When the list is next sent; INT64_MAX if nothing has changed. */
Milliseconds room_lobby_due(const Room *room);
void room_row_gone(Room *room, const RoomTable *at, bool stored);
/* A commit failed: the last news may not have been sent. Clients get the whole list, and other rooms get the news again. */
void room_list_again(Room *room);
/* A stored table of the client's own list. */
void room_tell_row(Room *room, const Client *client, const Table *table, SeatSet here);
/* One of the client's own that is set aside: it does not vanish from their list without a word. */
void room_tell_damaged(Room *room, const Client *client, const TableId *id);
/* Is the table among the person's own? */
bool room_is_member(const Table *table, const PersonId *person);
/* A row as a person sees it; NULL for somebody without a seat there. */
void room_write_row(const Table *table, SeatSet here, const PersonId *person, Json *json);
/* The client no longer wants the list or the news. */
void room_leave_list(Room *room, Client *client);
void room_release_list(Room *room);
/* Notes a row that is gone, and the people it concerns. */
void room_note_gone(Room *room, const GoneRow *gone, const PersonId *members, int member_count);

/* members.c: who has a part in which tables */
/* The first of the person's, or of several people's; NULL: none. */
Membership *room_memberships(const Room *room, const PersonId *person);
/* After a change of seats; true if somebody came or went. */
bool room_note_members(Room *room, RoomTable *at);
void room_note_far_members(Room *room, FarRow *row);
void room_forget_members(Room *room, Membership members[MEMBERS_MAX]);

/* neighbours.c: tables of other rooms in the list */
bool room_has_far_row(const Room *room, const TableId *table);
bool room_is_far_member(const FarRow *row, const PersonId *person);
void room_hear_row(Room *room, const RoomInput *input);
void room_hear_row_gone(Room *room, const RoomInput *input);
void room_hear_room_gone(Room *room, uint64_t gone);
/* Adds the row to an open list; false, and nothing added, if there is no more room. */
bool room_add_far_row(const FarRow *row, const PersonId *person, Json *json);
/* Tells all other rooms what has changed; one of them everything. */
void room_tell_neighbours(Room *room);
void room_tell_neighbour(Room *room, uint64_t to);
void room_release_neighbours(Room *room);

/* presence.c: connections of people at all rooms */
/* Has the person more connections than one may have, at all rooms together? */
bool room_has_too_many(const Room *room, const Person *person);
/* The person's connections at other rooms. */
int room_elsewhere(const Room *room, const PersonId *person);
/* Tells all other rooms how many connections the person has here, if that has changed; one of them, of everybody. */
void room_tell_presence(const Room *room, Person *person);
void room_tell_presences(Room *room, uint64_t to);
void room_hear_presences(Room *room, const RoomInput *input);
void room_forget_presences(Room *room, uint64_t gone);
void room_release_presences(Room *room);

#endif
