/* What the files that answer HTTP share with each other and with nobody else: the thread of the pages, and one request. */
#ifndef ARALDO_SERVER_EXCHANGE_H
#define ARALDO_SERVER_EXCHANGE_H

#include "core/language.h"
#include "server/arrivals.h"
#include "server/daily.h"
#include "server/http.h"
#include "server/matches.h"

enum { MATCH_FILE_MAX = 40 };

struct Http {
    HttpSettings settings;
    struct MHD_Daemon *daemon;
    Store *reader;
    Matches *matches;
    Verifier *verifier;
    Callers callers;
    char *catalogues[LANGUAGES];
    AddressKey arriving[ARRIVALS_AT_ONCE]; /* whose matches from browsers are in memory; 0: nobody's */
    _Atomic bool stopping;
    _Atomic int pending; /* requests the loop has to answer */
};

/* One request from its first header to its answer; of a WebSocket, until the socket is closed. */
typedef struct Exchange {
    Http *http;
    Request *request;                /* until answered; SOCKET: until handed over */
    bool counted;                    /* among the WebSockets, */
    AddressKey address;              /* and under this address */
    char token[TOKEN_HEX + 1];       /* the new cookie */
    MatchRequest *match;             /* until answered */
    char match_file[MATCH_FILE_MAX]; /* the name to save it under; empty: none */
    ArrivalCheck *arrival;           /* a match that comes from a browser */
    bool posted;
    size_t body_max, body_length;
    char *body;
} Exchange;

/* http.c */
/* Whose cookie came with the request; the id is empty if it is nobody's. False if that cannot be known now. */
bool exchange_person(Http *http, struct MHD_Connection *connection, StoredPerson *person, StoredSession *session);
AddressKey exchange_address(Http *http, struct MHD_Connection *connection);
/* Does the request come from our own page? */
bool exchange_is_ours(const Http *http, struct MHD_Connection *connection);
/* Hands the request over and suspends the connection until http_answer. */
enum MHD_Result exchange_ask_loop(Http *http, struct MHD_Connection *connection, Exchange *exchange, Request *request);

/* arrivals.c: a match that comes from a browser */
/* Before its body is taken: may it come? Answers if not. */
enum MHD_Result arrival_begin(Http *http, struct MHD_Connection *connection, Exchange *exchange);
/* The body is there: it is checked on a thread of the matches. */
enum MHD_Result arrival_check(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest);
/* It was checked: the loop is asked to take it, or it is answered. */
enum MHD_Result arrival_checked(Http *http, struct MHD_Connection *connection, Exchange *exchange);
/* The loop has answered. */
enum MHD_Result arrival_answer(struct MHD_Connection *connection, const Request *request);
void arrival_forget(Exchange *exchange);

#endif
