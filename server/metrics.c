/* Writes the server's metrics in Prometheus' text format, version 0.0.4. */
#include "server/metrics.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_SECONDS = 1 };

static const uint32_t turn_bounds_us[TURN_BUCKETS - 1] = {100, 250, 500, 1000, 2500, 5000, 10000, 25000, 100000};

static const char *const cut_names[CUTS] = {"slow", "flood", "silent", "oversize", "protocol", "session", "room"};

static size_t metrics_bytes(int count) { return sizeof(Metrics) + (size_t)count * sizeof(Published); }

Metrics *metrics_open(int count) {
    pthread_mutexattr_t shared;
    Metrics *metrics = mmap(NULL, metrics_bytes(count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (metrics == MAP_FAILED) return NULL;
    metrics->count = count;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
    for (int i = 0; i < count; i++) pthread_mutex_init(&metrics->processes[i].mutex, &shared);
    pthread_mutexattr_destroy(&shared);
    return metrics;
}

void metrics_free(Metrics *metrics) {
    if (metrics) munmap(metrics, metrics_bytes(metrics->count));
}

/* False if another process was stopped while it holds it. Figures of one that was killed while it wrote them are half new and half
 * old until it publishes again. */
static bool lock(Published *published) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LOCK_SECONDS;
    int problem = pthread_mutex_timedlock(&published->mutex, &until);
    if (problem == EOWNERDEAD) problem = pthread_mutex_consistent(&published->mutex);
    return problem == 0;
}

void metrics_publish(Metrics *metrics, int process, const Figures *figures) {
    Published *published = &metrics->processes[process];
    if (!lock(published)) return;
    published->figures = *figures;
    pthread_mutex_unlock(&published->mutex);
}

Figures metrics_read(Metrics *metrics, int process) {
    Published *published = &metrics->processes[process];
    Figures figures = {0};
    if (!lock(published)) return figures;
    figures = published->figures;
    pthread_mutex_unlock(&published->mutex);
    return figures;
}

int metrics_running(Metrics *metrics) {
    int running = 0;
    for (int i = 0; i < metrics->count; i++) running += metrics_read(metrics, i).published > 0;
    return running;
}

void figures_turn(Figures *figures, uint64_t took_us) {
    int bucket = 0;
    while (bucket < TURN_BUCKETS - 1 && took_us > turn_bounds_us[bucket]) bucket++;
    figures->turns[bucket]++;
    figures->turn_count++;
    figures->turn_sum_us += took_us;
}

static double resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size = 0, pages = 0;
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void figures_measure(Figures *figures) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    figures->processor_seconds = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    figures->resident_bytes = resident_bytes();
}

/* ---- samples */

enum { SAMPLES_MAX = 128, LABEL_MAX = 32 };

typedef struct Sample {
    const char *name, *kind, *help;
    const char *ending;    /* "_bucket", of a histogram */
    char label[LABEL_MAX]; /* le="0.1"; empty: none */
    double value;
} Sample;

/* All samples of one process; those of another have the same names in the same order. */
typedef struct Samples {
    int count;
    Sample samples[SAMPLES_MAX];
} Samples;

static Sample *add(Samples *samples, const char *name, const char *kind, double value, const char *help) {
    assert(samples->count < SAMPLES_MAX);
    Sample *sample = &samples->samples[samples->count++];
    *sample = (Sample){.name = name, .kind = kind, .help = help, .ending = "", .value = value};
    return sample;
}

static void counter(Samples *samples, const char *name, uint64_t value, const char *help) {
    add(samples, name, "counter", (double)value, help);
}

static void gauge(Samples *samples, const char *name, double value, const char *help) {
    add(samples, name, "gauge", value, help);
}

static void histogram(Samples *samples, const char *name, const uint32_t *bounds_us, const uint64_t *counts, int buckets,
                      uint64_t sum_us, const char *help) {
    uint64_t so_far = 0;
    for (int i = 0; i < buckets; i++) {
        so_far += counts[i];
        Sample *sample = add(samples, name, "histogram", (double)so_far, help);
        sample->ending = "_bucket";
        if (i < buckets - 1) snprintf(sample->label, sizeof sample->label, "le=\"%g\"", bounds_us[i] / 1e6);
        else snprintf(sample->label, sizeof sample->label, "le=\"+Inf\"");
    }
    add(samples, name, "histogram", (double)sum_us / 1e6, help)->ending = "_sum";
    add(samples, name, "histogram", (double)so_far, help)->ending = "_count";
}

static void collect_cluster(const Figures *figures, Samples *samples) {
    const ClusterCounts *cluster = &figures->cluster;
    gauge(samples, "cluster_epoch", (double)cluster->epoch, "The number of this server's registration.");
    gauge(samples, "cluster_registered", !cluster->lost, "1 while the registration stands.");
    gauge(samples, "cluster_draining", cluster->draining, "1 while everything is handed over.");
    gauge(samples, "cluster_nodes", cluster->nodes, "Servers on the database.");
    gauge(samples, "cluster_links", cluster->links, "Other servers that are linked.");
    gauge(samples, "cluster_shards", cluster->shards, "Shards that this server owns, of 256.");
    gauge(samples, "cluster_visitors", cluster->visitors, "Clients of other servers at tables of this one.");
    gauge(samples, "cluster_lag_seconds", (double)(figures->published - cluster->looked) / 1000,
          "Since the database last answered about the servers.");
    counter(samples, "cluster_takeovers_total", cluster->takeovers, "Servers that this one has given up.");
    counter(samples, "cluster_registrations_total", cluster->registrations, "Times that this server has registered.");
    counter(samples, "cluster_frames_total", cluster->relayed, "Frames sent to other servers.");
}

static void collect(const Figures *figures, bool cluster, Samples *samples) {
    const RoomCounts *room = &figures->room;
    gauge(samples, "start_time_seconds", (double)figures->started / 1000, "When the server was started, since 1970.");
    gauge(samples, "resident_memory_bytes", figures->resident_bytes, "Memory of the process.");
    add(samples, "processor_seconds_total", "counter", figures->processor_seconds, "Processor time of the process.");
    gauge(samples, "connections", figures->connections, "WebSocket connections.");
    gauge(samples, "persons", room->persons, "Persons connected.");
    gauge(samples, "tables", room->tables, "Tables in memory.");
    gauge(samples, "tables_damaged", room->damaged, "Tables that could not be read and are set aside.");
    gauge(samples, "tables_playing", room->playing, "Tables at which a match is being played.");
    gauge(samples, "tables_bytes", (double)room->bytes, "Memory taken for tables.");
    counter(samples, "moves_total", room->moves, "Moves made, by persons, bots and clocks.");
    counter(samples, "messages_total", room->messages, "Messages the room has handled.");
    counter(samples, "messages_refused_total", room->refused, "Messages answered by an error.");
    counter(samples, "connections_total", figures->accepted, "WebSocket connections accepted.");
    counter(samples, "received_total", figures->received, "WebSocket messages received.");
    counter(samples, "received_bytes_total", figures->received_bytes, "Bytes received on WebSockets.");
    counter(samples, "sent_total", figures->sent, "WebSocket messages queued for sending.");
    counter(samples, "sent_bytes_total", figures->sent_bytes, "Bytes sent on WebSockets.");
    for (int i = 0; i < CUTS; i++) {
        Sample *cut =
            add(samples, "cut_total", "counter", (double)figures->cuts[i], "Connections the server ended, by reason.");
        snprintf(cut->label, sizeof cut->label, "reason=\"%s\"", cut_names[i]);
    }
    gauge(samples, "bot_questions_waiting", figures->waiting, "Turns and hints that wait for a bot.");
    counter(samples, "bot_answers_total", figures->answered, "Turns and hints bots have answered.");
    counter(samples, "replays_made_total", figures->matches.made, "Replays and records made from logs.");
    counter(samples, "replays_kept_total", figures->matches.kept, "Replays and records given again.");
    counter(samples, "replays_refused_total", figures->matches.refused, "Replays and records refused: too many at once.");
    gauge(samples, "storing", figures->storing, "1 while the last commit succeeded.");
    gauge(samples, "store_late", figures->late, "1 while another process keeps the server from committing.");
    counter(samples, "requests_late_total", figures->late_requests,
            "Connections cut because their request or answer took too long.");
    counter(samples, "commits_failed_total", figures->commits.failed, "Commits that failed.");
    counter(samples, "writes_total", figures->commits.writes, "Writes of tables and entries.");
    histogram(samples, "commit_seconds", commit_bounds_us, figures->commits.counts, COMMIT_BUCKETS, figures->commits.sum_us,
              "Commits to the store, the disk's sync included.");
    histogram(samples, "turn_seconds", turn_bounds_us, figures->turns, TURN_BUCKETS, figures->turn_sum_us,
              "Turns of the loop, their commit included.");
    if (cluster) collect_cluster(figures, samples);
}

/* ---- text */

static void write_sample(const Sample *sample, int process, Text *text) {
    text_format(text, "araldo_%s%s", sample->name, sample->ending);
    if (*sample->label || process) text_char(text, '{');
    text_add(text, sample->label);
    if (process) text_format(text, "%sprocess=\"%d\"", *sample->label ? "," : "", process);
    if (*sample->label || process) text_char(text, '}');
    text_format(text, " %.15g\n", sample->value);
}

/* Each metric has its heading once, and then the samples of all processes. */
static void write_samples(const Samples *samples, const int *numbers, int count, Text *text) {
    const char *before = "";
    for (int i = 0; count > 0 && i < samples->count; i++) {
        const Sample *first = &samples->samples[i];
        if (strcmp(first->name, before) != 0)
            text_format(text, "# HELP araldo_%s %s\n# TYPE araldo_%s %s\n", first->name, first->help, first->name, first->kind);
        before = first->name;
        for (int k = 0; k < count; k++) write_sample(&samples[k].samples[i], numbers[k], text);
    }
}

void metrics_write(Metrics *metrics, int process, const MatchCounts *counts, Text *text) {
    Samples *samples = calloc((size_t)metrics->count, sizeof *samples);
    int numbers[PROCESSES_MAX], count = 0;
    bool cluster = metrics->count > 1;
    for (int i = 0; samples && i < metrics->count; i++) {
        Figures figures = metrics_read(metrics, i);
        if (!figures.published) continue;
        if (i == process) figures.matches = *counts;
        collect(&figures, cluster || figures.cluster.epoch, &samples[count]);
        numbers[count++] = metrics->count > 1 ? i + 1 : 0;
    }
    write_samples(samples, numbers, count, text);
    free(samples);
}
