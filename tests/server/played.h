/* Matches that guests play through real servers, and what must hold of them whatever happens to the servers.
 * What was shown never changes, what was acknowledged is there afterwards, and the record of a match has each move once. */
#ifndef ARALDO_TESTS_SERVER_PLAYED_H
#define ARALDO_TESTS_SERVER_PLAYED_H

#include "core/chance.h"
#include "room/limits.h"
#include "tests/server/served.h"

enum { PLAYERS_MAX = 2, ENTRIES_MAX = 4096, SEEN_MAX = 96, MOVE_BYTES = 96 };

typedef struct Player {
    Guest guest;
    char legal[MOVE_BYTES];   /* a move it may make now */
    char pending[MOVE_BYTES]; /* sent, not yet acknowledged */
    unsigned key;             /* of the last one sent */
    int64_t last, told;       /* the highest number it has seen, and what the server said it is at */
} Player;

/* What its players have seen of a match: whatever was shown was committed. */
typedef struct Match {
    char id[TABLE_ID_MAX];
    int player_count;
    Player players[PLAYERS_MAX];
    char seen[ENTRIES_MAX][SEEN_MAX]; /* the entry of each number: kind, seat, move */
    int64_t last;                     /* the highest number that anybody has seen */
    bool over;
    int acknowledged;
    Chance *chance;
} Match;

/* A match of two people, each at a server of their own, or of one against a bot (`second` is NULL). */
void match_open(Match *match, const Peer *first, const Peer *second, Chance *chance);
/* Takes what has come, and moves if it is the player's turn. */
void match_act(Match *match, Player *player);
/* The player connects again, perhaps elsewhere, is told all it missed, and sends again what was not acknowledged. */
void match_come_back(Match *match, Player *player, const Peer *peer);
/* Plays until the match has gone on by so many entries, or is over; how long that took, in milliseconds. Players whose connection
 * ended come back to where they were. */
int64_t match_go_on(Match *match, int entries);
/* Every step up to the last was seen. */
void match_check_seen(const Match *match);
/* The record of a match that is over verifies, and has the moves that were seen, each once and in order. */
void match_check_record(Match *match, const Peer *peer);
void match_release(Match *match);

#endif
