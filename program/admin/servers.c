/* `araldo admin nodes`, `tables` and `drain`: the servers that share a database, and what each of them owns. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/message.h"
#include "program/admin/admin.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "room/wire.h"
#include "store/nodes.h"
#include "store/store.h"

enum { LINE_BYTES_MAX = 1024 };

static Nodes *open_nodes(const char *url) {
    Error error;
    Nodes *nodes = NULL;
    if (!store_is_url(url)) complain("admin", "%s", N_("servers share a database, not a file"));
    else if (!(nodes = nodes_open(url, &error))) complain("admin", "%s", error.text);
    return nodes;
}

static bool look(const char *url, Look *found) {
    Error error;
    Nodes *nodes = open_nodes(url);
    bool good = nodes && nodes_look(nodes, found, &error);
    if (nodes && !good) complain("admin", "%s", error.text);
    nodes_free(nodes);
    return good;
}

static void print_json_node(const Look *found, const Node *node) {
    char line[LINE_BYTES_MAX];
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "name", node->name);
    json_number(&json, "epoch", (int64_t)node->epoch);
    json_text(&json, "address", node->address);
    json_number(&json, "port", node->port);
    json_number(&json, "beat_ms", node->age);
    json_number(&json, "shards", look_owned(found, node->epoch));
    json_bool(&json, "draining", node->draining);
    json_close(&json);
    puts(line);
}

int admin_nodes(const char *url, bool as_json) {
    Look *found = calloc(1, sizeof *found);
    if (!found) return complain("admin", "there is not enough memory");
    bool good = look(url, found);
    for (int i = 0; good && i < found->node_count; i++) {
        const Node *node = &found->nodes[i];
        if (as_json) print_json_node(found, node);
        else
            printf("%-24s epoch %" PRIu64 ", %3d shards, last beat %.1f s ago, at %s port %d%s\n", node->name, node->epoch,
                   look_owned(found, node->epoch), (double)node->age / 1000, node->address, node->port,
                   node->draining ? ", draining" : "");
    }
    if (good && !as_json && found->node_count == 0) puts("no server is running");
    free(found);
    return good ? STATUS_GOOD : STATUS_BAD;
}

static void print_table(const TableId *id, int phase, int64_t entries, const Look *found, bool as_json) {
    char line[LINE_BYTES_MAX];
    const Node *owner = found ? look_node(found, found->owners[shard_of(id)]) : NULL;
    if (!as_json) {
        printf("%s  %-8s %6" PRId64 " entries%s%s\n", id->text, wire_phase((Phase)phase), entries, owner ? "  at " : "",
               owner ? owner->name : "");
        return;
    }
    Text text = text_init(line, sizeof line);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    json_text(&json, "table", id->text);
    json_text(&json, "phase", wire_phase((Phase)phase));
    json_number(&json, "entries", entries);
    json_number(&json, "shard", shard_of(id));
    json_text(&json, "server", owner ? owner->name : NULL);
    json_close(&json);
    puts(line);
}

static int print_tables(Store *store, const Look *found, bool as_json) {
    TableId *ids;
    int count = store_list_tables(store, PHASE_OVER, &ids);
    if (count < 0) return complain("admin", "the room cannot be read: %s", store_problem(store));
    for (int i = 0; i < count; i++) {
        int64_t entries;
        int phase = store_table_length(store, &ids[i], &entries);
        if (phase >= 0) print_table(&ids[i], phase, entries, found, as_json);
    }
    free(ids);
    return STATUS_GOOD;
}

int admin_tables(const char *place, bool as_json) {
    Error error;
    Look *found = store_is_url(place) ? calloc(1, sizeof *found) : NULL;
    if (found && !look(place, found)) {
        free(found);
        return STATUS_BAD;
    }
    Store *store = store_open_reader(place, &error);
    int status = store ? print_tables(store, found, as_json) : complain("admin", "%s", error.text);
    store_free(store);
    free(found);
    return status;
}

int admin_drain(const char *url, const char *name, bool as_json) {
    Error error;
    Nodes *nodes = open_nodes(url);
    if (!nodes) return STATUS_BAD;
    bool good = nodes_drain(nodes, name, &error);
    nodes_free(nodes);
    if (!good) return complain("admin", "%s", error.text);
    if (as_json) puts("{\"draining\":true}");
    else printf("%s hands its tables over\n", name);
    return STATUS_GOOD;
}
