/* Checks records of deals of the day on a thread of its own, and writes what people made of a deal. */
#include "server/daily.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "games/games.h"
#include "server/pages.h"

enum { VERIFYING_NICE = 10, DAY_MS = 24 * 3600 * 1000 };

struct Verifier {
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    pthread_t thread;
    Request *first;   /* waiting, in order */
    Request *current; /* being checked */
    Mailbox *mailbox;
    bool running, stopping;
};

/* ---- names and results */

bool daily_of_path(const char *rest, Milliseconds now, DailyDeal *deal) {
    Span left = span_of(rest), day, game, board;
    Error ignored;
    return span_split(&left, '/', &day) && span_split(&left, '/', &game) && span_split(&left, '/', &board) && !left.at &&
           daily_read(deal, game, day, board, &ignored) && deal->day <= now / DAY_MS + DAILY_AHEAD_DAYS;
}

bool daily_of_month(const char *rest, Milliseconds now, DailyDeal *first, int *last_day) {
    Span left = span_of(rest), month, game;
    Error ignored;
    *first = (DailyDeal){0};
    bool good = span_split(&left, '/', &month) && span_split(&left, '/', &game) && !left.at &&
                daily_read_month(month, &first->day, last_day, &ignored) && (first->game = game_find(game, &ignored));
    int latest = (int)(now / DAY_MS) + DAILY_AHEAD_DAYS;
    if (good && *last_day > latest) *last_day = latest;
    return good && first->day <= latest;
}

StoredResult daily_result(const DailyDeal *deal) {
    StoredResult result = {.day = deal->day, .board = deal->board};
    span_copy(span_of(deal->game->name), result.game, sizeof result.game);
    return result;
}

/* The share of the other people who did worse, in per cent; those who did as well count half. */
static int percentile(const DealResults *results, int64_t people) {
    int64_t halves = 0;
    for (int i = 0; i < results->count; i++) {
        if (results->scores[i] < results->own) halves += 2 * results->people[i];
        if (results->scores[i] == results->own) halves += results->people[i] - 1;
    }
    return (int)((100 * halves + people - 1) / (2 * (people - 1)));
}

void daily_write_results(const DealResults *results, Text *text) {
    Json json = json_to(text);
    int64_t people = 0;
    json_open_object(&json, NULL);
    json_open_list(&json, "scores");
    for (int i = 0; i < results->count; i++) {
        json_open_list(&json, NULL);
        json_number(&json, NULL, results->scores[i]);
        json_number(&json, NULL, results->people[i]);
        json_close(&json);
        people += results->people[i];
    }
    json_close(&json);
    bool compared = results->played && people > 1;
    json_number(&json, "people", people);
    json_number_or_null(&json, "own", results->own, results->played);
    json_number_or_null(&json, "percentile", compared ? percentile(results, people) : 0, compared);
    json_close(&json);
}

void daily_write_counts(const DealCounts *counts, Text *text) {
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_open_list(&json, "deals");
    for (int i = 0; i < counts->count; i++) {
        const struct DealCount *deal = &counts->deals[i];
        char words[DAILY_DAY_TEXT_MAX];
        Text day = text_init(words, sizeof words);
        daily_write_day(deal->day, &day);
        json_open_object(&json, NULL);
        json_text(&json, "day", words);
        json_number(&json, "board", deal->board);
        json_number(&json, "people", deal->people);
        json_number_or_null(&json, "own", deal->own, deal->played);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

enum MHD_Result daily_page_of(struct MHD_Connection *connection, const DealResults *results) {
    char body[DAILY_JSON_MAX];
    Text text = text_init(body, sizeof body);
    daily_write_results(results, &text);
    return page_send(connection, MHD_HTTP_OK, page_json(&text));
}

enum MHD_Result daily_page(struct MHD_Connection *connection, Store *reader, const StoredResult *wanted) {
    DealResults results;
    if (!store_read_results(reader, wanted, &results)) return page_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "store");
    return daily_page_of(connection, &results);
}

/* The line that says what is wrong with a record. */
static enum MHD_Result refusal(struct MHD_Connection *connection, const Error *why) {
    char body[ERROR_TEXT_MAX + 64];
    Text text = text_init(body, sizeof body);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "error", "bad-result");
    json_text(&json, "line", why->text);
    json_close(&json);
    return page_send(connection, MHD_HTTP_UNPROCESSABLE_CONTENT, page_json(&text));
}

enum MHD_Result daily_answer(struct MHD_Connection *connection, Store *reader, const Request *request) {
    if (request->status == MHD_HTTP_OK) return daily_page(connection, reader, &request->result);
    if (request->status == MHD_HTTP_UNPROCESSABLE_CONTENT) return refusal(connection, &request->why);
    return page_error(connection, (unsigned)request->status,
                      request->status == MHD_HTTP_TOO_MANY_REQUESTS ? "results" : "store");
}

/* ---- checking */

Request *daily_request(const DailyDeal *deal, const StoredResult *result, Span record) {
    Request *request = calloc(1, sizeof *request);
    if (!request) return NULL;
    request->kind = REQUEST_RESULT;
    request->deal = *deal;
    request->result = *result;
    request->record = record;
    return request;
}

static bool is_good(Request *request) {
    FILE *file = request->record.length ? fmemopen((char *)(uintptr_t)request->record.at, request->record.length, "r") : NULL;
    if (!file) return error_set(&request->why, "line 1: the file holds no record");
    bool good = daily_verify(&request->deal, file, &request->result.score, &request->why);
    fclose(file);
    return good;
}

static void refuse(Request *request, int status) {
    request->status = status;
    http_answer(request);
}

static Request *take_request(Verifier *verifier) {
    pthread_mutex_lock(&verifier->mutex);
    while (!verifier->stopping && !verifier->first) pthread_cond_wait(&verifier->asked, &verifier->mutex);
    Request *request = verifier->stopping ? NULL : verifier->first;
    if (request) verifier->first = (Request *)request->letter.next;
    verifier->current = request;
    pthread_mutex_unlock(&verifier->mutex);
    return request;
}

static void *work(void *context) {
    Verifier *verifier = context;
    setpriority(PRIO_PROCESS, 0, VERIFYING_NICE); /* of this thread alone, on Linux */
    for (Request *request = take_request(verifier); request; request = take_request(verifier)) {
        bool good = is_good(request);
        pthread_mutex_lock(&verifier->mutex);
        verifier->current = NULL;
        pthread_mutex_unlock(&verifier->mutex);
        if (good) mailbox_put(verifier->mailbox, &request->letter);
        else refuse(request, MHD_HTTP_UNPROCESSABLE_CONTENT);
    }
    return NULL;
}

/* ---- asking */

typedef struct Counts {
    int all, address, person;
} Counts;

static void count(Counts *counts, const Request *waiting, const Request *request) {
    counts->all++;
    counts->address += waiting->address == request->address;
    counts->person += strcmp(waiting->result.person.text, request->result.person.text) == 0;
}

void verifier_ask(Verifier *verifier, Request *request) {
    Counts counts = {0};
    pthread_mutex_lock(&verifier->mutex);
    Request **end = &verifier->first;
    if (verifier->current) count(&counts, verifier->current, request);
    for (; *end; end = (Request **)(void *)&(*end)->letter.next) count(&counts, *end, request);
    bool stopping = verifier->stopping;
    bool good = !stopping && counts.all < DAILY_WAITING_MAX && counts.address < DAILY_PER_ADDRESS_MAX &&
                counts.person < DAILY_PER_PERSON_MAX;
    request->letter.next = NULL;
    if (good) *end = request;
    pthread_cond_signal(&verifier->asked);
    pthread_mutex_unlock(&verifier->mutex);
    if (!good) refuse(request, stopping ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_TOO_MANY_REQUESTS);
}

/* ---- opening and closing */

Verifier *verifier_open(Mailbox *mailbox, Error *error) {
    Verifier *verifier = calloc(1, sizeof *verifier);
    if (!verifier) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    verifier->mailbox = mailbox;
    pthread_mutex_init(&verifier->mutex, NULL);
    pthread_cond_init(&verifier->asked, NULL);
    int problem = pthread_create(&verifier->thread, NULL, work, verifier);
    verifier->running = problem == 0;
    if (!problem) return verifier;
    error_set(error, "cannot start a thread for results: %s", strerror(problem));
    verifier_free(verifier);
    return NULL;
}

void verifier_stop(Verifier *verifier) {
    pthread_mutex_lock(&verifier->mutex);
    Request *request = verifier->first;
    verifier->first = NULL;
    verifier->stopping = true;
    pthread_cond_broadcast(&verifier->asked);
    pthread_mutex_unlock(&verifier->mutex);
    if (verifier->running) pthread_join(verifier->thread, NULL);
    verifier->running = false;
    for (Request *next; request; request = next) {
        next = (Request *)request->letter.next;
        refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE);
    }
}

void verifier_free(Verifier *verifier) {
    if (!verifier) return;
    verifier_stop(verifier);
    pthread_mutex_destroy(&verifier->mutex);
    pthread_cond_destroy(&verifier->asked);
    free(verifier);
}
