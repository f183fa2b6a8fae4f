/* Writes the server's metrics in Prometheus' text format, version 0.0.4. */
#include "server/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const uint32_t turn_bounds_us[TURN_BUCKETS - 1] = {100, 250, 500, 1000, 2500, 5000, 10000, 25000, 100000};

static const char *const cut_names[CUTS] = {"slow", "flood", "silent", "oversize", "protocol", "session", "room"};

void metrics_init(Metrics *metrics) {
    pthread_mutex_init(&metrics->mutex, NULL);
    metrics->figures = (Figures){.storing = true};
}

void metrics_release(Metrics *metrics) { pthread_mutex_destroy(&metrics->mutex); }

void metrics_publish(Metrics *metrics, const Figures *figures) {
    pthread_mutex_lock(&metrics->mutex);
    metrics->figures = *figures;
    pthread_mutex_unlock(&metrics->mutex);
}

Figures metrics_read(Metrics *metrics) {
    pthread_mutex_lock(&metrics->mutex);
    Figures figures = metrics->figures;
    pthread_mutex_unlock(&metrics->mutex);
    return figures;
}

void figures_turn(Figures *figures, uint64_t took_us) {
    int bucket = 0;
    while (bucket < TURN_BUCKETS - 1 && took_us > turn_bounds_us[bucket]) bucket++;
    figures->turns[bucket]++;
    figures->turn_count++;
    figures->turn_sum_us += took_us;
}

static void head(Text *text, const char *name, const char *kind, const char *help) {
    text_format(text, "# HELP araldo_%s %s\n# TYPE araldo_%s %s\n", name, help, name, kind);
}

static void counter(Text *text, const char *name, uint64_t value, const char *help) {
    head(text, name, "counter", help);
    text_format(text, "araldo_%s %" PRIu64 "\n", name, value);
}

static void gauge(Text *text, const char *name, double value, const char *help) {
    head(text, name, "gauge", help);
    text_format(text, "araldo_%s %.17g\n", name, value);
}

static void histogram(Text *text, const char *name, const uint32_t *bounds_us, const uint64_t *counts, int buckets,
                      uint64_t sum_us, const char *help) {
    head(text, name, "histogram", help);
    uint64_t so_far = 0;
    for (int i = 0; i < buckets - 1; i++) {
        so_far += counts[i];
        text_format(text, "araldo_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, bounds_us[i] / 1e6, so_far);
    }
    so_far += counts[buckets - 1];
    text_format(text, "araldo_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, so_far);
    text_format(text, "araldo_%s_sum %.6f\naraldo_%s_count %" PRIu64 "\n", name, (double)sum_us / 1e6, name, so_far);
}

/* Memory of the process, as the kernel counts it; 0 where it does not say. */
static double resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long size = 0, pages = 0;
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static void write_cluster(const Figures *figures, Text *text) {
    const ClusterCounts *cluster = &figures->cluster;
    gauge(text, "cluster_epoch", (double)cluster->epoch, "The number of this server's registration.");
    gauge(text, "cluster_registered", !cluster->lost, "1 while the registration stands.");
    gauge(text, "cluster_draining", cluster->draining, "1 while everything is handed over.");
    gauge(text, "cluster_nodes", cluster->nodes, "Servers on the database.");
    gauge(text, "cluster_links", cluster->links, "Other servers that are linked.");
    gauge(text, "cluster_shards", cluster->shards, "Shards that this server owns, of 256.");
    gauge(text, "cluster_visitors", cluster->visitors, "Clients of other servers at tables of this one.");
    gauge(text, "cluster_lag_seconds", (double)(figures->published - cluster->looked) / 1000,
          "Since the database last answered about the servers.");
    counter(text, "cluster_takeovers_total", cluster->takeovers, "Servers that this one has given up.");
    counter(text, "cluster_registrations_total", cluster->registrations, "Times that this server has registered.");
    counter(text, "cluster_frames_total", cluster->relayed, "Frames sent to other servers.");
}

void metrics_write(const Figures *figures, Text *text) {
    const RoomCounts *room = &figures->room;
    gauge(text, "start_time_seconds", (double)figures->started / 1000, "When the server was started, since 1970.");
    gauge(text, "resident_memory_bytes", resident_bytes(), "Memory of the process.");
    gauge(text, "connections", figures->connections, "WebSocket connections.");
    gauge(text, "persons", room->persons, "Persons connected.");
    gauge(text, "tables", room->tables, "Tables in memory.");
    gauge(text, "tables_damaged", room->damaged, "Tables that could not be read and are set aside.");
    gauge(text, "tables_playing", room->playing, "Tables at which a match is being played.");
    gauge(text, "tables_bytes", (double)room->bytes, "Memory taken for tables.");
    counter(text, "moves_total", room->moves, "Moves made, by persons, bots and clocks.");
    counter(text, "messages_total", room->messages, "Messages the room has handled.");
    counter(text, "messages_refused_total", room->refused, "Messages answered by an error.");
    counter(text, "connections_total", figures->accepted, "WebSocket connections accepted.");
    counter(text, "received_total", figures->received, "WebSocket messages received.");
    counter(text, "received_bytes_total", figures->received_bytes, "Bytes received on WebSockets.");
    counter(text, "sent_total", figures->sent, "WebSocket messages queued for sending.");
    counter(text, "sent_bytes_total", figures->sent_bytes, "Bytes sent on WebSockets.");
    head(text, "cut_total", "counter", "Connections the server ended, by reason.");
    for (int i = 0; i < CUTS; i++)
        text_format(text, "araldo_cut_total{reason=\"%s\"} %" PRIu64 "\n", cut_names[i], figures->cuts[i]);
    gauge(text, "bot_questions_waiting", figures->waiting, "Turns and hints that wait for a bot.");
    counter(text, "bot_answers_total", figures->answered, "Turns and hints bots have answered.");
    counter(text, "replays_made_total", figures->matches.made, "Replays and records made from logs.");
    counter(text, "replays_kept_total", figures->matches.kept, "Replays and records given again.");
    counter(text, "replays_refused_total", figures->matches.refused, "Replays and records refused: too many at once.");
    gauge(text, "storing", figures->storing, "1 while the last commit succeeded.");
    gauge(text, "store_late", figures->late, "1 while another process keeps the server from committing.");
    counter(text, "requests_late_total", figures->late_requests,
            "Connections cut because their request or answer took too long.");
    counter(text, "commits_failed_total", figures->commits.failed, "Commits that failed.");
    counter(text, "writes_total", figures->commits.writes, "Writes of tables and entries.");
    histogram(text, "commit_seconds", commit_bounds_us, figures->commits.counts, COMMIT_BUCKETS, figures->commits.sum_us,
              "Commits to the store, the disk's sync included.");
    histogram(text, "turn_seconds", turn_bounds_us, figures->turns, TURN_BUCKETS, figures->turn_sum_us,
              "Turns of the loop, their commit included.");
    if (figures->cluster.epoch) write_cluster(figures, text);
}
