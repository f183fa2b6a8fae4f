/* Deals of the day over HTTP: what people made of them, and checking the records that are sent.
 *
 * A record is played again, bots included, on one thread of low priority, before the loop writes anything. So a result costs its
 * sender a turn in a short queue, and does not disturb anybody's game. An address may have only so many checked, and a result that
 * its person has already is not checked again. */
#ifndef ARALDO_SERVER_DAILY_H
#define ARALDO_SERVER_DAILY_H

#include "server/http.h"
#include "teach/daily.h"

enum {
    DAILY_WAITING_MAX = 32,                        /* records that wait to be checked, */
    DAILY_PER_ADDRESS_MAX = 4,                     /* of one address, */
    DAILY_PER_PERSON_MAX = 1,                      /* and of one person */
    DAILY_JSON_MAX = 64 * RESULT_SCORES_MAX + 256, /* of a deal's results */
    DAILY_COUNTS_MAX = 80 * DEAL_COUNTS_MAX + 64,  /* bytes of a month's */
    DAILY_AHEAD_DAYS = 1,                          /* it is tomorrow somewhere already */
};

/* The deal that the rest of an address names, as 2026-11-18/primiera/2; false if there is none, or not yet. */
bool daily_of_path(const char *rest, Milliseconds now, DailyDeal *deal);
/* The month and game that it names instead, as 2026-11/primiera: the month's deals up to tomorrow, and its last day. */
bool daily_of_month(const char *rest, Milliseconds now, DailyDeal *first, int *last_day);
/* As the store has it, without person and score. */
StoredResult daily_result(const DailyDeal *deal);
/* How many had each score, the requester's own, and the share of the others who did worse:
 * {"scores":[[-2,1],[3,2]],"people":3,…}. */
void daily_write_results(const DealResults *results, Text *text);

/* How many people have a result for each deal, and what the requester has: {"deals":[{"day":"2026-11-18","board":2,…}]}. */
void daily_write_counts(const DealCounts *counts, Text *text);

enum MHD_Result daily_page_of(struct MHD_Connection *connection, const DealResults *results);
/* What everybody made of the deal, as a page for `wanted`'s person; */
enum MHD_Result daily_page(struct MHD_Connection *connection, Store *reader, const StoredResult *wanted);
/* the same after a result was written, or why it was not. */
enum MHD_Result daily_answer(struct MHD_Connection *connection, Store *reader, const Request *request);
/* To be checked and written; NULL if there is not enough memory. The record stays the caller's. */
Request *daily_request(const DailyDeal *deal, const StoredResult *result, Span record);

typedef struct Verifier Verifier;

/* NULL with a clear line. Good results go to the mailbox. */
Verifier *verifier_open(Mailbox *mailbox, Error *error);
/* Every request is answered or goes to the mailbox, whatever happens. The record is `request->record`. */
void verifier_ask(Verifier *verifier, Request *request);
/* Answers all waiting requests; no more may be added afterwards. */
void verifier_stop(Verifier *verifier);
void verifier_free(Verifier *verifier);

#endif
