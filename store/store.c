/* What both engines of the store do alike: choosing the engine, late turns, commits and their times. */
#include "store/store.h"

#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "store/engine.h"

const uint32_t commit_bounds_us[COMMIT_BUCKETS - 1] = {100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 500000};

/* ---- opening */

bool store_is_url(const char *place) {
    return strncasecmp(place, "postgresql://", 13) == 0 || strncasecmp(place, "postgres://", 11) == 0;
}

void store_name(const char *place, Text *text) {
    const char *host = store_is_url(place) ? strstr(place, "://") + 3 : place, *at = strchr(host, '@');
    size_t end = strcspn(host, "?");
    if (host == place) text_add(text, place);
    else if (at && at < host + end) text_format(text, "postgresql://%.*s", (int)(host + end - at - 1), at + 1);
    else text_format(text, "postgresql://%.*s", (int)end, host);
}

static Store *open_store(const char *place, bool reader, Error *error) {
    if (sodium_init() < 0) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    return store_is_url(place) ? postgres_open(place, reader, error) : sqlite_open(place, reader, error);
}

Store *store_open(const char *place, Error *error) { return open_store(place, false, error); }

Store *store_open_reader(const char *place, Error *error) { return open_store(place, true, error); }

/* Forgets the writes of a late turn. */
static void drop_kept(Store *store) {
    for (size_t i = 0; i < store->kept_count; i++) {
        free((char *)(uintptr_t)store->kept[i].text);
        free((uint8_t *)(uintptr_t)store->kept[i].secret);
    }
    free(store->kept);
    store->kept = NULL;
    store->kept_count = store->kept_capacity = store->kept_bytes = 0;
}

void store_free(Store *store) {
    if (!store) return;
    drop_kept(store);
    store->engine->free(store);
}

/* ---- writing */

bool store_give_up(Store *store, const char *why) {
    error_set(&store->problem, "%s", why);
    store->failed = true;
    store->late = false;
    return false;
}

bool store_begin(Store *store) {
    if (store->open) return !store->failed && !store->late;
    store->open = true;
    store->failed = false;
    store->late_since = 0;
    return store->engine->begin(store);
}

static void *copy_bytes(const void *bytes, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    if (length) memcpy(copy, bytes, length);
    copy[length] = 0;
    return copy;
}

/* Keeps a write until the transaction can begin. */
static bool keep_write(Store *store, const Write *write) {
    if (store->kept_count == store->kept_capacity) {
        size_t capacity = store->kept_capacity ? 2 * store->kept_capacity : 64;
        Write *larger = realloc(store->kept, capacity * sizeof *larger);
        if (!larger) return store_give_up(store, "there is not enough memory");
        store->kept = larger;
        store->kept_capacity = capacity;
    }
    Write copy = *write;
    copy.text = write->text ? copy_bytes(write->text, write->length) : NULL;
    copy.secret = write->secret ? copy_bytes(write->secret, ROOM_SECRET_BYTES) : NULL;
    store->kept[store->kept_count++] = copy;
    store->kept_bytes += sizeof copy + write->length;
    if ((write->text && !copy.text) || (write->secret && !copy.secret))
        return store_give_up(store, "there is not enough memory");
    if (store->kept_bytes > STORE_LATE_BYTES_MAX) return store_give_up(store, "too much waits to be written");
    return true;
}

static bool put(Store *store, const Write *write) {
    store->times.writes++;
    return store->engine->write(store, write);
}

bool store_write(Store *store, const Write *write) {
    if (store_begin(store)) return put(store, write);
    return store->late && !store->failed && keep_write(store, write);
}

bool store_is_away(const Store *store) { return store->away; }

bool store_is_late(Store *store, Milliseconds now) {
    if (store->away) store_begin(store);
    if (!store->late) return false;
    if (store->engine->begin(store)) {
        for (size_t i = 0; i < store->kept_count && !store->failed; i++) put(store, &store->kept[i]);
        drop_kept(store);
        return false;
    }
    if (!store->late_since) store->late_since = now;
    if (store->late && now - store->late_since >= STORE_LATE_MAX_MS)
        store_give_up(store, "the store could not be written for too long");
    return store->late;
}

bool store_add_person(Store *store, const StoredPerson *person) {
    return store_begin(store) && store->engine->add_person(store, person);
}

bool store_add_session(Store *store, const StoredSession *session, const PersonId *person) {
    return store_begin(store) && store->engine->add_session(store, session, person);
}

bool store_see_session(Store *store, const TokenHash *token, Milliseconds now) {
    return store_begin(store) && store->engine->see_session(store, token, now);
}

bool store_end_session(Store *store, const TokenHash *token) {
    return store_begin(store) && store->engine->end_session(store, token);
}

bool store_take_device(Store *store, const char *code, const StoredSession *session, TakenDevice *taken) {
    *taken = (TakenDevice){0};
    return store_begin(store) && store->engine->take_device(store, code, session, taken);
}

bool store_add_result(Store *store, const StoredResult *result) {
    return store_begin(store) && store->engine->add_result(store, result);
}

bool store_sweep(Store *store, Milliseconds matches_before, Milliseconds seen_before, Milliseconds guests_before) {
    if (store->open) return true; /* another time: this turn has writes of its own */
    return store->engine->sweep(store, matches_before, seen_before, guests_before);
}

bool store_dirty(const Store *store) { return store->open; }

TokenHash token_hash(const void *bytes, size_t length) {
    TokenHash hash;
    crypto_generichash(hash.bytes, sizeof hash.bytes, bytes, length, NULL, 0);
    return hash;
}

/* ---- commits */

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void note_time(CommitTimes *times, uint64_t took) {
    int bucket = 0;
    while (bucket < COMMIT_BUCKETS - 1 && took > commit_bounds_us[bucket]) bucket++;
    times->counts[bucket]++;
    times->count++;
    times->sum_us += took;
}

void store_note_commit(Store *store, bool good) {
    if (good) note_time(&store->times, microseconds() - store->began_us);
    else store->times.failed++;
    drop_kept(store);
    store->open = store->failed = store->late = false;
}

bool store_commit_is_overdue(const Store *store) { return microseconds() - store->began_us > STORE_COMMIT_MAX_MS * 1000ull; }

Commit store_start(Store *store) {
    if (!store->open) return COMMIT_GOOD;
    store->began_us = microseconds();
    if (store->late) store_give_up(store, "the store cannot be written now");
    return store->engine->start(store);
}

Commit store_poll(Store *store) { return store->open ? store->engine->poll(store) : COMMIT_GOOD; }

int store_socket(const Store *store, short *events) { return store->engine->socket(store, events); }

bool store_commit(Store *store) {
    Commit commit = store_start(store);
    while (commit == COMMIT_WAITS) {
        struct pollfd wait = {.fd = -1};
        wait.fd = store_socket(store, &wait.events);
        poll(&wait, 1, STORE_WAIT_MS);
        commit = store_poll(store);
    }
    return commit == COMMIT_GOOD;
}

void store_rollback(Store *store) {
    if (!store->open) return;
    store_give_up(store, "given up by the server");
    store_commit(store);
}

void store_fence(Store *store, uint64_t epoch, bool kept) {
    store->epoch = epoch;
    store->unfenced = store->lost = false;
    if (!kept && store->open) store_give_up(store, "the tables belong to another server now");
}

bool store_lost(Store *store) {
    bool lost = store->lost;
    store->lost = false;
    return lost;
}

int store_process(const Store *store) { return store->engine->process(store); }

const char *store_problem(const Store *store) { return store->problem.text; }

CommitTimes store_times(const Store *store) { return store->times; }

/* ---- reading */

bool store_find_session(Store *store, const TokenHash *token, Milliseconds since, StoredPerson *person, Milliseconds *seen) {
    Milliseconds ignored;
    store->out_of_reach = false;
    return store->engine->find_session(store, token, since, person, seen ? seen : &ignored);
}

int store_list_sessions(Store *store, const PersonId *person, Milliseconds since, StoredSession sessions[SESSIONS_MAX]) {
    return store->engine->list_sessions(store, person, since, sessions);
}

bool store_read_results(Store *store, const StoredResult *wanted, DealResults *results) {
    *results = (DealResults){0};
    return store->engine->read_results(store, wanted, results);
}

bool store_count_results(Store *store, const StoredResult *wanted, int last_day, DealCounts *counts) {
    counts->count = 0;
    return store->engine->count_results(store, wanted, last_day, counts);
}

bool store_is_damaged(const Store *store) { return store->damaged; }

bool store_is_out_of_reach(const Store *store) { return store->out_of_reach; }

bool store_read_table(Store *store, const TableId *id, StoredTable *table) {
    return store->engine->read_part(store, &(Load){.table = *id, .to = LOAD_TO_END}, true, table);
}

bool store_load(Store *store, const Load *wanted, StoredTable *table) {
    store->out_of_reach = false;
    return wanted->kind == LOAD_PART ? store->engine->read_part(store, wanted, false, table)
                                     : store->engine->read_ids(store, wanted, table);
}

int store_table_length(Store *store, const TableId *id, int64_t *entries) {
    return store->engine->table_length(store, id, entries);
}

int64_t store_count_tables(Store *store) { return store->engine->count_tables(store); }

int store_list_tables(Store *store, int below_phase, TableId **ids) {
    return store->engine->list_tables(store, below_phase, ids);
}
