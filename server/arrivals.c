/* Takes a match from a browser: who may send one, the check on another thread, the loop's part, the answer. */
#include "server/arrivals.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "server/exchange.h"
#include "server/pages.h"

/* A place for one more match of this address; NULL if it has its share, or all are taken. */
static AddressKey *place_for(Http *http, AddressKey address) {
    AddressKey *place = NULL;
    int own = 0;
    for (int i = 0; i < ARRIVALS_AT_ONCE; i++) {
        own += http->arriving[i] == address;
        if (!http->arriving[i]) place = &http->arriving[i];
    }
    return own < ARRIVALS_PER_ADDRESS_MAX ? place : NULL;
}

enum MHD_Result arrival_begin(Http *http, struct MHD_Connection *connection, Exchange *exchange) {
    StoredSession session;
    StoredPerson person;
    if (!exchange_is_ours(http, connection)) return page_error(connection, MHD_HTTP_FORBIDDEN, "origin");
    if (!exchange_person(http, connection, &person, &session))
        return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    if (!*person.id.text) return page_error(connection, MHD_HTTP_UNAUTHORIZED, "session");
    AddressKey address = exchange_address(http, connection), *place = place_for(http, address);
    if (!place || !addresses_brought(http->settings.addresses, address, clock_now(http->settings.clock)))
        return page_error(connection, MHD_HTTP_TOO_MANY_REQUESTS, code_text(CODE_TOO_FAST));
    ArrivalCheck *check = calloc(1, sizeof *check);
    if (!check) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    exchange->arrival = check;
    *place = address;
    check->place = place;
    check->arrival.person = person.id;
    memcpy(check->arrival.name, person.name, sizeof check->arrival.name);
    check->arrival.face = person.face;
    check->arrival.address = address;
    return MHD_YES;
}

/* ---- on a thread of the matches */

/* The table that it became when it was brought before; the store then has nothing to add. */
static bool came_before(Store *store, Arrival *arrival, StoredTable *stored) {
    Load made = {.kind = LOAD_MADE, .create_key = arrival_create_key(arrival)};
    if (!store_load(store, &made, stored) || stored->loaded.id_count == 0) return false;
    arrival->table = stored->loaded.ids[0];
    return true;
}

/* Is there room in the person's list? */
static bool has_room(Store *store, const Arrival *arrival, StoredTable *stored) {
    Load mine = {.kind = LOAD_MINE, .person = arrival->person};
    return !store_load(store, &mine, stored) || stored->loaded.id_count < MINE_MAX;
}

static void check_arrival(MatchRequest *request, Store *store) {
    ArrivalCheck *check = (ArrivalCheck *)request;
    Arrival *arrival = &check->arrival;
    StoredTable stored = {0};
    request->outcome = MATCH_TOLD;
    if (!arrival_read(arrival, check->sent, clock_now(check->clock), &check->error))
        log_line(check->log, LOG_INFO, "a match from a browser was refused: %s", check->error.text);
    else if (!came_before(store, arrival, &stored) && !has_room(store, arrival, &stored)) arrival->code = CODE_TOO_MANY_TABLES;
    stored_table_release(&stored);
}

static void answered(MatchRequest *request) { MHD_resume_connection(request->context); }

/* ---- on the thread of the pages */

enum MHD_Result arrival_check(Http *http, struct MHD_Connection *connection, Exchange *exchange, const char *rest) {
    (void)rest;
    ArrivalCheck *check = exchange->arrival;
    check->match.address = check->arrival.address;
    check->match.context = connection;
    check->match.work = check_arrival;
    check->match.answered = answered;
    check->clock = http->settings.clock;
    check->log = http->settings.log;
    check->sent = (Span){exchange->body, exchange->body_length};
    exchange->match = &check->match;
    MHD_suspend_connection(connection);
    if (matches_ask(http->matches, exchange->match)) return MHD_YES;
    check->match.outcome = MATCH_WAITS; /* refused: arrival_checked says so */
    MHD_resume_connection(connection);
    return MHD_YES;
}

/* {"error":"code","line":…}: the page has words for the code; the line is for whoever looks closer. */
static enum MHD_Result refuse(struct MHD_Connection *connection, Code code, const char *line) {
    char body[512];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    bool wrong = code == CODE_ARRIVAL_WRONG || code == CODE_ARRIVAL_OVER || code == CODE_ARRIVAL_LONG;
    unsigned status = wrong                          ? MHD_HTTP_UNPROCESSABLE_CONTENT
                      : code == CODE_TOO_MANY_TABLES ? MHD_HTTP_CONFLICT
                      : code == CODE_TOO_FAST        ? MHD_HTTP_TOO_MANY_REQUESTS
                                                     : MHD_HTTP_SERVICE_UNAVAILABLE;
    json_open_object(&json, NULL);
    json_text(&json, "error", code_text(code));
    if (*line) json_text(&json, "line", line);
    json_close(&json);
    struct MHD_Response *response = page_json(&text);
    return response ? page_send(connection, status, response) : MHD_NO;
}

/* `again`: it was there before. */
static enum MHD_Result welcome(struct MHD_Connection *connection, const TableId *table, bool again) {
    char body[128];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "table", table->text);
    json_bool(&json, "again", again);
    json_close(&json);
    struct MHD_Response *response = page_json(&text);
    return response ? page_send(connection, MHD_HTTP_OK, response) : MHD_NO;
}

enum MHD_Result arrival_checked(Http *http, struct MHD_Connection *connection, Exchange *exchange) {
    ArrivalCheck *check = exchange->arrival;
    exchange->match = NULL;
    if (check->match.outcome == MATCH_STOPPED) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "shutdown");
    if (check->match.outcome == MATCH_WAITS) return refuse(connection, CODE_TOO_FAST, "");
    if (check->arrival.code) return refuse(connection, check->arrival.code, check->error.text);
    if (*check->arrival.table.text) return welcome(connection, &check->arrival.table, true);
    Request *request = calloc(1, sizeof *request);
    if (!request) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "memory");
    request->kind = REQUEST_ARRIVAL;
    request->arrival = &check->arrival;
    return exchange_ask_loop(http, connection, exchange, request);
}

enum MHD_Result arrival_answer(struct MHD_Connection *connection, const Request *request) {
    if (request->status != MHD_HTTP_OK) return refuse(connection, CODE_STORE, "");
    if (request->arrival->code) return refuse(connection, request->arrival->code, "");
    return welcome(connection, &request->arrival->table, false);
}

void arrival_forget(Exchange *exchange) {
    if (!exchange->arrival) return;
    arrival_release(&exchange->arrival->arrival);
    *exchange->arrival->place = 0;
    free(exchange->arrival);
    exchange->arrival = NULL;
}
