/* Follows games of Primo by their events and checks each against the oracle.
 *
 * What the engine tells while it plays a move is written down; then the oracle plays the same action on its own table, with
 * the cards that chance gave, and every fact is compared: what was legal, whose turn it was, cards drawn, exchanged, dealt
 * and shuffled, words erased, turns missed, votes, the end and the winners. The first disagreement is kept as a line. */
#ifndef ARALDO_TESTS_GAMES_ORACLE_PRIMO_FOLLOW_H
#define ARALDO_TESTS_GAMES_ORACLE_PRIMO_FOLLOW_H

#include "core/game.h"
#include "tests/games/oracle/primo/table.h"

enum {
    FOLLOW_PRIMO_TEXT_MAX = 256,
    FOLLOW_PRIMO_DEALS_MAX = 16,
    FOLLOW_PRIMO_SHUFFLES_MAX = 4,
    FOLLOW_PRIMO_LOTS_MAX = 8,
};

/* What was met, so that a test can say that it met everything it should have. */
typedef struct FollowPrimoCounts {
    int games, moves, lists; /* lists of moves compared, words included */
    int kinds[ORACLE_KINDS];
    int specials[128];       /* by card */
    int specials_taken[128]; /* those that were the top discard */
    int words_taken, words_with_stars;
    int tornados, tornados_of_partners;
    int over_gomme, marqueur_over_gomme, for_partner;
    int reshuffles, refills; /* refills: hands filled up after a word */
    int reshuffles_while_filling;
    int nothing_drawn;  /* both piles were empty */
    int short_hands;    /* at the end of a turn */
    int short_erasures; /* erasing with a Gomme, a short hand and cards to draw: it stays short */
    int short_tornados; /* that could not deal six to each */
    int erased;         /* by a stronger word laid */
    int erased_by_star, own_erased_by_star;
    int spared_by_white; /* a star became white, and weaker words stayed */
    int equal_spared;    /* a word was laid beside an equal one of an opponent */
    int votes, votes_passed;
    int ends_written, ends_limit, ends_shared, ends_solo;
    int ends_by_letters; /* at the limit, with as many lengths as others */
    int put_back_at_end;
} FollowPrimoCounts;

/* What the engine told since the last decision. */
typedef struct FollowPrimoTold {
    int events;
    bool acted;
    int actor;
    OraclePrimoAction action;
    bool half;  /* a Fantôme or Magicien, of which the cards are still to be given; */
    int giving; /* how many */
    bool over_gomme;
    int shuffles, renewals;
    char shuffled[FOLLOW_PRIMO_SHUFFLES_MAX][ORACLE_PRIMO_DECK + 1];
    int renewed[FOLLOW_PRIMO_SHUFFLES_MAX];
    int lots, lot_of[FOLLOW_PRIMO_LOTS_MAX], lot_value[FOLLOW_PRIMO_LOTS_MAX];
    int deals, deal_seat[FOLLOW_PRIMO_DEALS_MAX];
    char dealt[FOLLOW_PRIMO_DEALS_MAX][ORACLE_PRIMO_HAND_SOLO + 1];
    int takes_seat, takes_from; /* -1 where nothing was taken */
    char taken[ORACLE_PRIMO_HAND_SOLO + 1];
    char top;
    int beginner; /* -1 where nobody was told to begin */
    int erased_count;
    OraclePrimoWord erased[ORACLE_PRIMO_WORDS_MAX];
    int missed_count, missed[ORACLE_PRIMO_SEATS_MAX + 1];
    bool voted, settled;
    int vote_length;
    bool accepted[ORACLE_PRIMO_SEATS_MAX], refused[ORACLE_PRIMO_SEATS_MAX];
    bool ended;
    char reason[EVENT_TEXT_MAX];
    int totals[ORACLE_PRIMO_SEATS_MAX];
    bool winner[ORACLE_PRIMO_SEATS_MAX];
    bool written[ORACLE_PRIMO_SEATS_MAX][ORACLE_PRIMO_WORD_MAX + 1];
    OraclePrimoResult result;
    char leftovers[ORACLE_PRIMO_DECK + 1];
} FollowPrimoTold;

typedef struct FollowPrimo {
    const Game *game;
    OraclePrimoVariant variant;
    bool extreme, parade;
    const OraclePrimoList *list;
    FollowPrimoCounts counts;
    char wrong[FOLLOW_PRIMO_TEXT_MAX]; /* empty while all agrees */
    int moves;                         /* of the game so far */
    bool begun, ended;
    OraclePrimoTable table;
    bool half; /* an exchange was announced and its cards are to be given */
    OraclePrimoAction pending;
    int giving;
    FollowPrimoTold told;
} FollowPrimo;

/* Begins a game; counts go on. */
void follow_primo_begin(FollowPrimo *follow, const Game *game, OraclePrimoVariant variant, bool extreme, bool parade,
                        const OraclePrimoList *list);
/* Goes on from a given table instead of the deal. */
void follow_primo_resume(FollowPrimo *follow, const OraclePrimoTable *table);
/* The events' way in: context is the FollowPrimo. */
void follow_primo_take(void *context, const Event *event);
/* Tell that the game is set up, or a move played: all that was told since is held against the oracle. */
void follow_primo_settle(FollowPrimo *follow);
/* Tell who may act and what the actor may do, before each move. Words take long to find: without `words` they are left out. */
void follow_primo_decision(FollowPrimo *follow, const State *state, SeatSet actors, int actor, const Move *moves, int count,
                           bool words);
/* What each seat's points should be. */
void follow_primo_points(const FollowPrimo *follow, int points[ORACLE_PRIMO_SEATS_MAX]);

/* The oracle's card for an engine's; cards as the engine writes them, with commas. */
char follow_primo_card(const Game *game, int64_t card);
void follow_primo_write(const char *cards, Text *text);

#endif
