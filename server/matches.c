/* Makes replays and records on threads of their own, and keeps the last ones. */
#include "server/matches.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "room/history.h"

enum { MAKING_NICE = 5 }; /* the loop and the pages go first */

/* An answer that is kept. */
typedef struct Kept {
    MatchName name;
    int64_t entries; /* of the log it was made from */
    uint64_t used;
    MatchBytes *bytes;
} Kept;

typedef struct Maker {
    Matches *matches;
    pthread_t thread;
    Store *store;
    StoredTable table;
    const MatchRequest *making; /* NULL: none */
} Maker;

struct Matches {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    MatchRequest *first; /* waiting, in order */
    Kept kept[MATCHES_KEPT_MAX];
    size_t kept_bytes;
    uint64_t uses;
    MatchCounts counts;
    bool stopping;
    const Log *log;
    int count;
    Maker makers[];
};

/* ---- bytes */

void match_bytes_release(MatchBytes *bytes) {
    if (bytes && atomic_fetch_sub(&bytes->holders, 1) == 1) free(bytes);
}

static MatchBytes *share(MatchBytes *bytes) {
    atomic_fetch_add(&bytes->holders, 1);
    return bytes;
}

/* What a record or replay is written into. */
typedef struct Growing {
    MatchBytes *bytes;
    size_t capacity;
    bool failed;
} Growing;

static void grow(void *context, const char *bytes, size_t length) {
    Growing *growing = context;
    size_t before = growing->bytes ? growing->bytes->length : 0;
    if (growing->failed) return;
    if (before + length > growing->capacity) {
        size_t capacity = 2 * (before + length);
        MatchBytes *larger = before + length > MATCH_BYTES_MAX ? NULL : realloc(growing->bytes, sizeof *larger + capacity);
        growing->failed = !larger;
        if (!larger) return;
        growing->bytes = larger;
        growing->capacity = capacity;
    }
    memcpy(growing->bytes->bytes + before, bytes, length);
    growing->bytes->length = before + length;
}

/* ---- what is kept; all of these under the mutex */

static bool is_same(const MatchName *one, const MatchName *other) {
    return strcmp(one->table.text, other->table.text) == 0 && one->record == other->record && one->eyes == other->eyes;
}

static Kept *kept_of(Matches *matches, const MatchName *name) {
    for (int i = 0; i < MATCHES_KEPT_MAX; i++)
        if (matches->kept[i].bytes && is_same(&matches->kept[i].name, name)) return &matches->kept[i];
    return NULL;
}

static void drop(Matches *matches, Kept *kept) {
    matches->kept_bytes -= kept->bytes->length;
    match_bytes_release(kept->bytes);
    kept->bytes = NULL;
}

/* A free place, for which the one used longest ago may have to go. */
static Kept *place_for(Matches *matches, size_t length) {
    for (;;) {
        Kept *empty = NULL, *oldest = NULL;
        for (int i = 0; i < MATCHES_KEPT_MAX; i++) {
            Kept *kept = &matches->kept[i];
            if (!kept->bytes) empty = kept;
            else if (!oldest || kept->used < oldest->used) oldest = kept;
        }
        if (empty && matches->kept_bytes + length <= MATCHES_KEPT_BYTES_MAX) return empty;
        drop(matches, oldest);
    }
}

static void keep(Matches *matches, const MatchName *name, int64_t entries, MatchBytes *bytes) {
    pthread_mutex_lock(&matches->mutex);
    Kept *kept = kept_of(matches, name);
    if (kept) drop(matches, kept);
    kept = place_for(matches, bytes->length);
    *kept = (Kept){*name, entries, ++matches->uses, share(bytes)};
    matches->kept_bytes += bytes->length;
    matches->counts.made++;
    pthread_mutex_unlock(&matches->mutex);
}

/* NULL if it is not kept, or was made from a shorter log. */
static MatchBytes *find_kept(Matches *matches, const MatchName *name, int64_t entries) {
    pthread_mutex_lock(&matches->mutex);
    Kept *kept = kept_of(matches, name);
    MatchBytes *bytes = kept && kept->entries == entries ? share(kept->bytes) : NULL;
    if (bytes) {
        kept->used = ++matches->uses;
        matches->counts.kept++;
    }
    pthread_mutex_unlock(&matches->mutex);
    return bytes;
}

/* ---- making */

static MatchBytes *make(Maker *maker, const MatchName *name, Error *error) {
    const StoredTable *table = &maker->table;
    const Loaded *loaded = &table->loaded;
    Growing growing = {0};
    HistoryOut out = {&growing, grow};
    if (!store_read_table(maker->store, &name->table, &maker->table) || !loaded->found) {
        error_set(error, "%s", store_problem(maker->store));
        return NULL;
    }
    bool good = name->record ? history_record(&loaded->table, table->secret, loaded->entries, loaded->entry_count, out, error)
                             : history_replay(&loaded->table, table->secret, loaded->entries, loaded->entry_count, name->eyes,
                                              out, error);
    if (good && growing.failed) good = error_set(error, "there is not enough memory");
    if (good && growing.bytes) {
        atomic_init(&growing.bytes->holders, 1);
        return growing.bytes;
    }
    free(growing.bytes);
    return NULL;
}

static void answer(Maker *maker, MatchRequest *request) {
    Matches *matches = maker->matches;
    int64_t entries;
    Error error = {""};
    if (request->work) {
        request->work(request, maker->store);
        return;
    }
    request->outcome = MATCH_NOT_FOUND;
    /* Nothing is told before the match is over. */
    if (store_table_length(maker->store, &request->name.table, &entries) != PHASE_OVER) return;
    request->outcome = MATCH_TOLD;
    request->bytes = find_kept(matches, &request->name, entries);
    if (request->bytes) return;
    request->bytes = make(maker, &request->name, &error);
    if (request->bytes) {
        keep(matches, &request->name, entries, request->bytes);
        return;
    }
    request->outcome = MATCH_FAILED;
    log_line(matches->log, LOG_ERROR, "a stored match cannot be told again: %s", error.text);
}

/* ---- who is next; under the mutex */

static int being_made(const Matches *matches, const MatchRequest *request, bool by_name) {
    int count = 0;
    for (int i = 0; i < matches->count; i++) {
        const MatchRequest *making = matches->makers[i].making;
        if (making) count += by_name ? is_same(&making->name, &request->name) : making->address == request->address;
    }
    return count;
}

static MatchRequest **next_request(Matches *matches) {
    MatchRequest **second = NULL;
    for (MatchRequest **place = &matches->first; *place; place = &(*place)->next) {
        if (being_made(matches, *place, true)) continue; /* soon it is kept */
        if (!being_made(matches, *place, false)) return place;
        if (!second) second = place;
    }
    return second;
}

static MatchRequest *take_request(Maker *maker) {
    Matches *matches = maker->matches;
    MatchRequest **place, *request = NULL;
    pthread_mutex_lock(&matches->mutex);
    while (!matches->stopping && !(place = next_request(matches))) pthread_cond_wait(&matches->changed, &matches->mutex);
    if (!matches->stopping) {
        request = *place;
        *place = request->next;
        maker->making = request;
    }
    pthread_mutex_unlock(&matches->mutex);
    return request;
}

static void *work(void *context) {
    Maker *maker = context;
    setpriority(PRIO_PROCESS, 0, MAKING_NICE); /* of this thread alone, on Linux */
    for (MatchRequest *request = take_request(maker); request; request = take_request(maker)) {
        answer(maker, request);
        pthread_mutex_lock(&maker->matches->mutex);
        maker->making = NULL;
        pthread_cond_broadcast(&maker->matches->changed);
        pthread_mutex_unlock(&maker->matches->mutex);
        request->answered(request);
    }
    return NULL;
}

/* ---- asking */

bool matches_ask(Matches *matches, MatchRequest *request) {
    int all = 0;
    pthread_mutex_lock(&matches->mutex);
    int own = being_made(matches, request, false);
    MatchRequest **end = &matches->first;
    for (; *end; end = &(*end)->next, all++) own += (*end)->address == request->address;
    bool good = !matches->stopping && all < MATCHES_WAITING_MAX && own < MATCHES_PER_ADDRESS_MAX;
    if (good) {
        request->next = NULL;
        request->outcome = MATCH_WAITS;
        *end = request;
        pthread_cond_signal(&matches->changed);
    }
    matches->counts.refused += !good;
    pthread_mutex_unlock(&matches->mutex);
    return good;
}

MatchCounts matches_counts(Matches *matches) {
    pthread_mutex_lock(&matches->mutex);
    MatchCounts counts = matches->counts;
    pthread_mutex_unlock(&matches->mutex);
    return counts;
}

/* ---- opening and closing */

static bool start(Maker *maker, const char *data, Error *error) {
    maker->store = store_open_reader(data, error);
    if (!maker->store) return false;
    int problem = pthread_create(&maker->thread, NULL, work, maker);
    if (!problem) return true;
    store_free(maker->store);
    return error_set(error, "cannot start a thread for replays: %s", strerror(problem));
}

Matches *matches_open(const char *data, int threads, const Log *log, Error *error) {
    Matches *matches = calloc(1, sizeof *matches + (size_t)threads * sizeof *matches->makers);
    if (!matches) {
        error_set(error, "there is not enough memory");
        return NULL;
    }
    matches->log = log;
    pthread_mutex_init(&matches->mutex, NULL);
    pthread_cond_init(&matches->changed, NULL);
    for (int i = 0; i < threads; i++) matches->makers[i].matches = matches;
    for (int i = 0; i < threads; i++) {
        bool good = start(&matches->makers[i], data, error);
        pthread_mutex_lock(&matches->mutex);
        matches->count += good;
        pthread_mutex_unlock(&matches->mutex);
        if (good) continue;
        matches_free(matches);
        return NULL;
    }
    return matches;
}

void matches_stop(Matches *matches) {
    pthread_mutex_lock(&matches->mutex);
    bool stopped = matches->stopping;
    MatchRequest *request = matches->first;
    matches->stopping = true;
    matches->first = NULL;
    pthread_cond_broadcast(&matches->changed);
    pthread_mutex_unlock(&matches->mutex);
    for (int i = 0; i < matches->count && !stopped; i++) {
        pthread_join(matches->makers[i].thread, NULL);
        store_free(matches->makers[i].store);
        stored_table_release(&matches->makers[i].table);
    }
    for (MatchRequest *next; request; request = next) {
        next = request->next;
        request->outcome = MATCH_STOPPED;
        request->answered(request);
    }
}

void matches_free(Matches *matches) {
    if (!matches) return;
    matches_stop(matches);
    for (int i = 0; i < MATCHES_KEPT_MAX; i++)
        if (matches->kept[i].bytes) drop(matches, &matches->kept[i]);
    pthread_mutex_destroy(&matches->mutex);
    pthread_cond_destroy(&matches->changed);
    free(matches);
}
