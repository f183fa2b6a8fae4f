/* Every limit of the room has a name and stands here. */
#ifndef ARALDO_ROOM_LIMITS_H
#define ARALDO_ROOM_LIMITS_H

enum {
    PERSON_ID_MAX = 17, /* 16 hex digits and the zero byte */
    TABLE_ID_MAX = 17,  /* 16 letters and digits: who has it has the link */
    BOT_NAME_MAX = 16,
    ROOM_SECRET_BYTES = 32,
    MESSAGE_BYTES_MAX = 4096, /* from a client */
    MESSAGES_PER_SECOND = 20,
    MESSAGES_BURST = 40,
    OUTBOUND_BYTES_MAX = 256 * 1024, /* queued for a client that does not read: then it is cut off */
    TABLES_PER_PERSON_MAX = 16,
    CONNECTIONS_PER_PERSON_MAX = 8,
    CONNECTIONS_PER_ADDRESS_MAX = 64,
    CONNECTIONS_MAX = 10000,
    TABLES_MAX = 2000, /* the default of --max-tables */
    WATCHERS_MAX = 100,
    NAME_CHARACTERS_MAX = 24,
    NAME_BYTES_MAX = 97, /* of four bytes each, and the zero byte */
    TALK_CHARACTERS_MAX = 200,
    KEY_MAX = 33, /* of a client's message, zero byte included */
    KEYS_REMEMBERED = 8, /* of each seat: sent twice counts once */
    LEGAL_SENT_MAX = 600,
    ASKS_MAX = 4096, /* questions waiting for a bot */
};

#endif
