/* Tellers: events as sentences, and the one place that decides between "you" and a name.
 *
 * A sentence about a seat exists twice: "You pass." for the player of that seat, "{player} passes." for everybody else. A
 * teller names both and gives the values; teller_say picks one and fills it in, {player} included. */
#ifndef ARALDO_TERM_TELLER_H
#define ARALDO_TERM_TELLER_H

#include "core/message.h"
#include "term/screen.h"

/* Tells events of one kind, in sentences without a newline at the end. */
typedef struct Teller {
    const char *kind;
    void (*tell)(const Screen *screen, const Event *event, Text *text);
} Teller;

/* Tells the event with the tellers of its kind; adds a newline if they said anything. */
void teller_tell(const Teller *tellers, size_t count, const Screen *screen, const Event *event, Text *text);

/* What is said when a seat does something, perhaps to another seat. All are marked with N_; NULL says nothing. */
typedef struct Saying {
    const char *yours;  /* to the player who does it */
    const char *to_you; /* to the player it is done to; NULL: the same as to the others */
    const char *others; /* to everybody else: {player} does it, to {target} */
} Saying;

/* Says `yours` or `others` of a seat; either may be NULL:
 *     teller_say(text, screen, seat, N_("You lay {card}."), N_("{player} lays {card}."), WITH("card", card)); */
#define teller_say(text, screen, seat, yours, ...) \
    teller_fill(text, screen, seat, ONLOOKER, TELLER_SAYING(yours, __VA_ARGS__, {0}))
#define TELLER_SAYING(yours, others, ...) \
    (Saying){yours, NULL, others}, (MessageValue[]) { {0}, {0}, __VA_ARGS__ }

/* The same with a number {n}, which decides the plural form:
 *     teller_say_count(text, screen, seat, n, NP_("You vie {n} coin.", "You vie {n} coins."),
 *                      NP_("{player} vies {n} coin.", "{player} vies {n} coins.")); */
#define teller_say_count(text, screen, seat, n, yours, ...) \
    teller_fill_count(text, screen, seat, n, yours, TELLER_COUNT(__VA_ARGS__, {0}))
#define TELLER_COUNT(others, others_many, ...) \
    others, others_many, (MessageValue[]) { {0}, {0}, __VA_ARGS__ }

/* The functions behind the macros. They put values of their own into the first two places of `values`: {player} and
 * {target}, or {player} and {n}. `target` is ONLOOKER where nothing is done to another seat. */
void teller_fill(Text *text, const Screen *screen, int seat, int target, Saying saying, MessageValue *values);
void teller_fill_count(Text *text, const Screen *screen, int seat, int n, const char *yours, const char *yours_many,
                       const char *others, const char *others_many, MessageValue *values);

/* The seats of an event's list by name, with commas; "You" is one of the names. */
void teller_names(const Screen *screen, const Field *seats, Text *text);
/* Every seat with its number: "You 11 · greedy 1 8". */
void teller_totals(const Screen *screen, const Field *totals, Text *text);
/* That the match is over, and who has won. */
void teller_end(const Screen *screen, const Event *event, Text *text);

#endif
