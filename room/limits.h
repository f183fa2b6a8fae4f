/* Every limit of the room, by name. */
#ifndef ARALDO_ROOM_LIMITS_H
#define ARALDO_ROOM_LIMITS_H

enum {
    PERSON_ID_MAX = 17, /* 16 hex digits and the zero byte */
    TABLE_ID_MAX = 17,  /* 16 letters and digits: who has it has the link */
    BOT_NAME_MAX = 16,
    ROOM_SECRET_BYTES = 32,
    MESSAGE_BYTES_MAX = 4096,    /* from a client */
    MESSAGE_BYTES_COMMON = 1024, /* a message that is so many times as long counts for so many more */
    MESSAGES_PER_SECOND = 20,
    MESSAGES_BURST = 40,
    OUTBOUND_BYTES_MAX = 256 * 1024, /* queued for a client that does not read: then it is cut off */
    TABLES_PER_PERSON_MAX = 16,
    TABLES_ENTERED_MAX = 32, /* by one connection */
    TABLES_BURST = 100,      /* made from one address at once, */
    TABLE_MS = 3000,         /* and one more after so long */
    TABLES_SHARE = 4,        /* an address holds at most a quarter of the places that are left */
    MINE_MAX = 32,           /* stored tables of a person in the list */
    PLAYED_MAX = 20,         /* matches of a person told at once */
    SOURCES_MAX = 20000,     /* addresses that are remembered */
    DAMAGED_MAX = 1000,      /* tables that are set aside */
    CONNECTIONS_PER_PERSON_MAX = 8,
    CONNECTIONS_PER_ADDRESS_MAX = 64,
    CONNECTIONS_MAX = 10000,
    TABLES_MAX = 2000, /* in memory, where somebody is: the default of --max-tables */
    WATCHERS_MAX = 100,
    NAME_CHARACTERS_MAX = 24,
    NAME_BYTES_MAX = 97, /* of four bytes each, and the zero byte */
    FACES_MAX = 24,      /* court cards to choose a portrait from, counted from 1; 0 is none */
    TALK_CHARACTERS_MAX = 200,
    TALK_BYTES_MAX = 801, /* of four bytes each, and the zero byte */
    TALK_PAUSE_MS = 1000, /* between two things one person says at a table */
    HERE_MS = 1000,       /* between two messages about who is at a table */
    PHRASE_MAX = 24,
    KEY_MAX = 33,        /* of a client's message, zero byte included */
    KEYS_REMEMBERED = 8, /* of each seat: sent twice counts once */
    SALT_BYTES = 16,     /* what each player's client adds to the key */
    SALT_HEX = 33,       /* as hex digits, and the zero byte */
    CLOCK_SECONDS_MAX = 86400,
    CLOCK_MISSED_MAX = 2,                      /* moves in a row that the clock made: then a bot takes the seat */
    GRACE_MS = 5 * 60 * 1000,                  /* the default for a player who is away, without a clock */
    PACE_MS = 900,                             /* the default of bots */
    LOBBY_PAUSE_MS = 1000,                     /* between two updates of the list of tables */
    DEVICE_SECONDS = 600,                      /* a link for another device; */
    DEVICES_MAX = 4,                           /* unused ones of a person: a new one replaces the oldest */
    LOAD_TRIES_MAX = 4,                        /* the log went on while it was read: read again */
    LINGER_MS = 60 * 1000,                     /* a table nobody is at leaves memory after so long, */
    PAUSE_MS = 5 * 1000,                       /* and after so long clocks begin again when somebody comes */
    IDLE_WAITING_MS = 24 * 60 * 60 * 1000,     /* a table nobody was at for so long is over, before its start, */
    IDLE_PLAYING_MS = 7 * 24 * 60 * 60 * 1000, /* or when a match was left for so long */
    ENTRY_BYTES_MAX = 12 * 1024,               /* of a log entry as JSON */
    ENTRY_TOLD_MAX = 64 * 1024,                /* of a message about one entry */
    REPLY_BYTES_MAX = 192 * 1024,              /* of one message to a client */
    SNAPSHOT_ENTRIES = 64,                     /* after so many entries the whole table is written again */
    SNAPSHOT_BYTES_MAX = 24 * 1024,            /* of a table as JSON */
    HISTORY_STEPS_MAX = 120,                   /* told to a client that comes back or watches; more: the table as it is */
    RECENT_ENTRIES_MAX = 120,                  /* of the current round, told to a client that enters */
    READ_ENTRIES_MAX = SNAPSHOT_ENTRIES + RECENT_ENTRIES_MAX, /* of a log, read at once */
    READ_BYTES_MAX = 256 * 1024, /* of those entries; they have 100 to 300 bytes each, with a position up to 4 kB more */
    ENTRIES_BURST = 40,          /* of one person at one table that are not moves, at once, */
    ENTRY_MS = 3000,             /* and one more after so long */
    ALLOWANCES_MAX = 16,         /* people whose budget a table keeps */
    RECENT_BYTES_MAX = 64 * 1024,
    HISTORY_BYTES_MAX = 128 * 1024, /* of the steps told at once: if there are more, the last of them */
    READS_BURST = 500,              /* reads of the store for one address at once, */
    READ_MS = 10,                   /* and one more after so long; others wait for theirs */
    READS_AT_ONCE = 4,              /* under way for people */
    READS_WAITING_MAX = 8,          /* asked for by one connection, apart from its list */
    LISTS_BURST = 64,               /* whole lists of tables told to one address at once, */
    LIST_MS = 125,                  /* and one more after so long; others wait for theirs */
    LISTS_TOGETHER_MAX = 4,         /* told together, */
    LISTS_PAUSE_MS = 4,             /* and as many again after so long */
    LOBBY_BYTES_MAX = 128 * 1024,   /* of the public tables in it */
    SCORES_MAX = 64,                /* rounds whose points a table remembers */
    TALK_TOLD_MAX = 40,             /* lines of talk told to a client that enters, */
    TALK_TOLD_BYTES_MAX = 16 * 1024,
    ENDED_BYTES_MAX = 16 * 1024, /* of the events with which the round before ended */
    REPLACE_AWAY_MS = 60 * 1000, /* who is away so long on turn can be replaced by a bot, if the others want it; */
    REPLACE_HERE_MS = GRACE_MS,  /* and who is there and does not play for so long */
    LOBBY_ROWS_MAX = 200,        /* tables told at once in the list */
    FAR_ROWS_MAX = 100000,       /* tables of other rooms on the same store, in memory there */
};

#endif
