/* Records: what happened at a table, as lines of JSON. docs/record.md defines the format.
 *
 * A record is a header line, then a line for each event as core's `event_write` gives it whole, up to the game's own "end".
 * A file holds one record or several, one after another. This module knows the header and how a file is written;
 * reading and checking the rest is replay's matter (replay.h). */
#ifndef ARALDO_RECORD_RECORD_H
#define ARALDO_RECORD_RECORD_H

#include <stdio.h>

#include "core/game.h"
#include "record/lines.h"
#include "record/log.h"

enum {
    RECORD_FORMAT = 1,
    RECORD_LINE_MAX = LINE_MAX_BYTES,
    RECORD_HEADER_FIELDS_MAX = 32, /* unknown fields of a header are ignored, up to this many */
    RECORD_NAME_MAX = 64,          /* of who sits at a seat, zero byte included */
    RECORD_PATH_MAX = 4096,
    WORD_LIST_HEX = 16,   /* digits of a word list's fingerprint */
    RECORD_SALT_HEX = 32, /* digits of what a player's client added to the key */
    RECORD_UNDONE_MAX = 1000000,
    RECORD_LANGUAGE_MAX = 16, /* of a language's tag, zero byte included */
};

typedef struct RecordHeader {
    const Game *game;
    int revision;                           /* of the rules; 0: the game's own */
    uint64_t word_list;                     /* its fingerprint; 0: the program's own, or none (core/game.h) */
    Setup setup;                            /* `people` is the number of names */
    char names[SEATS_MAX][RECORD_NAME_MAX]; /* who fills each seat: a bot's name, "you", a player's */
    bool has_key;                           /* otherwise the commitment takes the key's place */
    ChanceKey key;
    char commitment[CHANCE_KEY_HEX + 1];
    /* A card room says how the key was made: the secret behind the commitment, and each seat's salt ("" where there is none).
     * room/fair.h checks them. */
    bool has_secret;
    char secret[CHANCE_KEY_HEX + 1];
    char salts[SEATS_MAX][RECORD_SALT_HEX + 1];
    bool moved;                         /* it began in its player's browser, which knew the secret */
    int undone;                         /* moves that were taken back: the record has only the final line of play */
    char language[RECORD_LANGUAGE_MAX]; /* tag of the language a person played in at a terminal; "" if nobody did */
} RecordHeader;

/* The header as a line without its newline. */
void record_header_write(const RecordHeader *header, Text *text);
/* False with a clear line if it is not a header, or not of a game, format and revision of rules that we know. */
bool record_header_read(RecordHeader *header, Span line, Error *error);

/* A file being written: under a temporary name next to the final one, to which it is renamed when closed. A path that is not a
 * regular file (a pipe, a terminal) is written directly. */
typedef struct RecordFile {
    FILE *file;
    bool direct;
    int fault; /* errno of the first write that failed; 0 while all is well */
    char path[RECORD_PATH_MAX];
    char temporary[RECORD_PATH_MAX + 32];
} RecordFile;

bool record_open(RecordFile *record, const char *path, Error *error);
void record_line(RecordFile *record, const char *line);
/* A header and all events of a log, as far as the match goes. */
void record_match(RecordFile *record, const RecordHeader *header, const EventLog *log);
/* Syncs the file to disk and gives it its final name; if anything failed, even a full disk, nothing is left of it. */
bool record_close(RecordFile *record, Error *error);
/* Discards what was written. */
void record_abandon(RecordFile *record);

/* The same as a file of its own. */
bool record_save(const char *path, const RecordHeader *header, const EventLog *log, Error *error);

#endif
