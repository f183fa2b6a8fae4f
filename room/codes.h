/* The fixed codes with which the room refuses a request; the page has words for each. */
#ifndef ARALDO_ROOM_CODES_H
#define ARALDO_ROOM_CODES_H

#define ROOM_CODES(CODE) \
    CODE(NONE, "") \
    CODE(NOT_JSON, "not-json")       /* the message is not a JSON object */ \
    CODE(BAD_MESSAGE, "bad-message") /* a field is missing, unknown or of the wrong kind: facts.field */ \
    CODE(UNKNOWN_DO, "unknown-do")   /* no request has that name */ \
    CODE(HELLO_FIRST, "hello-first") /* a connection begins with hello */ \
    CODE(VERSION, "version")         /* of the protocol: reload the page; facts.version */ \
    CODE(BAD_NAME, "bad-name")       /* empty, too long or with control characters */ \
    CODE(NO_SUCH_TABLE, "no-such-table") \
    CODE(TABLE_DAMAGED, "table-damaged")     /* what is stored of it cannot be read; it is set aside */ \
    CODE(NO_SUCH_GAME, "no-such-game")       /* game or variant */ \
    CODE(BAD_PEOPLE, "bad-people")           /* the variant is not for that many: the welcome has its bounds */ \
    CODE(BAD_OPTIONS, "bad-options")         /* not this game's */ \
    CODE(BAD_SEATS, "bad-seats")             /* not as many as people, or of an unknown kind */ \
    CODE(BAD_CLOCK, "bad-clock")             /* more seconds than the limit in the welcome */ \
    CODE(TOO_MANY_TABLES, "too-many-tables") /* of this person: facts.max */ \
    CODE(ROOM_FULL, "room-full")             /* no more tables */ \
    CODE(WATCHERS_FULL, "watchers-full")     /* no more watchers at this table */ \
    CODE(NOT_ENTERED, "not-entered")         /* enter the table first */ \
    CODE(NOT_MAKER, "not-maker")             /* only the table's maker may */ \
    CODE(ALREADY_STARTED, "already-started") \
    CODE(NOT_PLAYING, "not-playing") /* the match has not begun, or is over */ \
    CODE(NOT_OVER, "not-over") \
    CODE(NO_SUCH_SEAT, "no-such-seat") \
    CODE(SEAT_TAKEN, "seat-taken") \
    CODE(ALREADY_SEATED, "already-seated") \
    CODE(NOT_SEATED, "not-seated") \
    CODE(NOT_YOUR_TURN, "not-your-turn") \
    CODE(ILLEGAL_MOVE, "illegal-move") /* or no move at all */ \
    CODE(CANNOT_UNDO, "cannot-undo")   /* others have acted, or something was revealed */ \
    CODE(TOO_FAST, "too-fast")         /* say less: facts.pause milliseconds */ \
    CODE(CHAT_OFF, "chat-off")         /* phrases only at this table */ \
    CODE(HINTS_OFF, "hints-off")       /* other people sit at this table, and it was agreed on without hints */ \
    CODE(TOO_SOON, "too-soon")         /* the player may still come: facts.pause milliseconds */ \
    CODE(BAD_TALK, "bad-talk")         /* no such phrase; or text empty, too long, with control characters */ \
    CODE(NO_PROPOSAL, "no-proposal") \
    CODE(ALREADY_PROPOSED, "already-proposed") \
    CODE(ARRIVAL_WRONG, "arrival-wrong") /* a match from a browser that does not obey the rules, or is not one against bots */ \
    CODE(ARRIVAL_OVER, "arrival-over")   /* it has not begun, or is over */ \
    CODE(ARRIVAL_LONG, "arrival-long")   /* it has too many moves */ \
    CODE(BUSY, "busy")                   /* too many questions wait for a bot */ \
    CODE(TOO_LATE, "too-late")           /* the game has moved on meanwhile */ \
    CODE(STORE, "store")                 /* could not be saved: reconnect and send it again */ \
    CODE(FLOOD, "flood")                 /* too many messages */ \
    CODE(CONNECTIONS, "connections")     /* too many connections of one person */ \
    CODE(SHUTDOWN, "shutdown")

typedef enum {
#define CODE(name, words) CODE_##name,
    ROOM_CODES(CODE)
#undef CODE
        CODES
} Code;

/* As it goes over the wire. */
const char *code_text(Code code);

/* Why a connection is closed. */
enum { CLOSE_SHUTDOWN = 1001, CLOSE_STORE = 1013, CLOSE_PROTOCOL = 4400, CLOSE_FLOOD = 4429 };

#endif
