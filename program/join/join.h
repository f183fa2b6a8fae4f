/* `araldo join`: a person at a card room, on the full screen. */
#ifndef ARALDO_PROGRAM_JOIN_JOIN_H
#define ARALDO_PROGRAM_JOIN_JOIN_H

#include "program/full/full.h"
#include "program/join/link.h"
#include "program/join/news.h"

enum { JOIN_ROWS_MAX = 200, JOIN_PATH_MAX = 256 };

typedef struct Join {
    Full full;
    Link link;
    char name[RECORD_NAME_MAX]; /* ours at this room */
    bool nobody;                /* the room does not know us: we have to come in again */
    RoomRow rows[JOIN_ROWS_MAX];
    int row_count, damaged;   /* tables of ours that cannot be read are only counted */
    bool listed;              /* the room has said which tables there are */
    char wanted[LINK_ID_MAX]; /* the table to be at; "" for the lobby */
    RoomTable table;
    char making[LINK_KEY_BYTES];  /* the request for a new table or a rematch */
    bool begins;                  /* we are ready as soon as that is there */
    char device[JOIN_PATH_MAX];   /* the path of a link for another device that was asked for */
    char notice[SCREEN_TEXT_MAX]; /* what was refused last, and why */
    bool hinted;                  /* a hint came; its move and what it expects: */
    char hint[MOVE_TEXT_MAX];
    Expectation expects;
    bool leaves;
} Join;

static inline Language join_language(const Join *join) { return join->full.display.language; }

/* Goes to a table, or with "" back to the lobby. */
void join_go(Join *join, const char *id);
/* Takes a table off our list. If nobody else needs it, it is over; otherwise a bot takes our seat. */
void join_remove(Join *join, const char *id);
/* The address of the room followed by a path. */
void join_url(const Join *join, const char *path, Text *text);
/* What is wrong with the line, in words; "" while all is well. */
void join_state(const Join *join, Text *text);
/* A message about our table: "do", "table". */
void join_about(const Join *join, LinkMessage *message, const char *what);

/* The screens. Each shows itself, takes presses, and returns when another one should be shown. */
void join_lobby(Join *join);
void join_waiting(Join *join);
void join_table(Join *join);

#endif
