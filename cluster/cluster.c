/* Registration, looks at the store, giving up the dead, and handing shards over. */
#include "cluster/cluster.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/inside.h"
#include "room/memory.h"

Cluster *cluster_open(const ClusterPort *port) {
    Cluster *cluster = memory_take(sizeof *cluster);
    cluster->port = *port;
    return cluster;
}

void cluster_free(Cluster *cluster) {
    if (!cluster) return;
    edges_release(cluster);
    free(cluster);
}

bool cluster_owns(const Cluster *cluster, const TableId *table) {
    if (!cluster->me || cluster->lost) return false;
    if (table) {
        int shard = shard_of(table);
        return cluster->look.owners[shard] == cluster->me && !cluster->leaving[shard];
    }
    for (int shard = 0; shard < SHARDS; shard++)
        if (cluster->look.owners[shard] == cluster->me && !cluster->leaving[shard]) return true;
    return false;
}

Peer *cluster_peer(Cluster *cluster, Epoch epoch) {
    for (int i = 0; i < cluster->peer_count; i++)
        if (cluster->peers[i].epoch == epoch) return &cluster->peers[i];
    return NULL;
}

/* A server that new tables can be made at: the one with the most shards. */
static Epoch find_maker(Cluster *cluster) {
    Epoch best = 0;
    int most = 0;
    if (cluster_owns(cluster, NULL)) return cluster->me;
    for (int i = 0; i < cluster->peer_count; i++) {
        int owned = cluster->peers[i].up ? look_owned(&cluster->look, cluster->peers[i].epoch) : 0;
        if (owned > most) best = cluster->peers[i].epoch;
        if (owned > most) most = owned;
    }
    return best;
}

Epoch cluster_reachable(Cluster *cluster, const TableId *table) {
    if (!table->text[0]) return find_maker(cluster);
    Epoch owner = cluster->look.owners[shard_of(table)];
    if (owner && owner == cluster->me) return cluster_owns(cluster, table) ? owner : 0;
    const Peer *peer = cluster_peer(cluster, owner);
    return peer && peer->up ? owner : 0;
}

/* ---- links */

static void drop_peer(Cluster *cluster, Peer *peer) {
    Epoch epoch = peer->epoch;
    cluster->port.unlink(cluster->port.context, epoch);
    *peer = cluster->peers[--cluster->peer_count];
    edges_lose(cluster, epoch);
}

/* One link for each pair: the later server makes it. */
static void seek_links(Cluster *cluster, Milliseconds now) {
    for (int i = cluster->peer_count; i-- > 0;)
        if (!look_node(&cluster->look, cluster->peers[i].epoch)) drop_peer(cluster, &cluster->peers[i]);
    for (int i = 0; i < cluster->look.node_count; i++) {
        const Node *node = &cluster->look.nodes[i];
        if (node->epoch == cluster->me) continue;
        Peer *peer = cluster_peer(cluster, node->epoch);
        if (!peer) {
            peer = &cluster->peers[cluster->peer_count++];
            *peer = (Peer){.epoch = node->epoch};
        }
        peer->unlinked_looks = peer->up || node->age >= SUSPECT_MS ? 0 : peer->unlinked_looks + 1;
        if (peer->up || node->epoch > cluster->me || now - peer->tried < RELINK_MS) continue;
        peer->tried = now;
        cluster->port.link(cluster->port.context, node);
    }
}

void cluster_linked(Cluster *cluster, Epoch node, bool up, Milliseconds now) {
    Peer *peer = cluster_peer(cluster, node);
    if (!peer && up && cluster->peer_count < NODES_MAX && node != cluster->me) { /* it knew of us first */
        peer = &cluster->peers[cluster->peer_count++];
        *peer = (Peer){.epoch = node};
        cluster->look_soon = true;
    }
    if (!peer) return;
    bool was_up = peer->up;
    peer->up = up;
    peer->tried = now;
    peer->unlinked_looks = 0;
    peer->unlinked_told &= !up;
    cluster->all_edges = true;
    if (!was_up && up) cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = INPUT_ROOM_CAME, .room = node});
    if (was_up && !up) {
        edges_lose(cluster, node);
        cluster->look_soon = true;
    }
}

/* ---- jobs */

static void ask(Cluster *cluster, const StoreJob *job) {
    cluster->job = *job;
    cluster->job.epoch = cluster->me;
    cluster->job.draining = cluster->draining;
    cluster->asked = true;
    cluster->port.ask_store(cluster->port.context, &cluster->job);
}

/* A server that has had no beat for too long, while we have. */
static Epoch find_dead(Cluster *cluster, Milliseconds *stale) {
    const Node *me = look_node(&cluster->look, cluster->me);
    for (int i = 0; me && i < cluster->peer_count; i++) {
        Peer *peer = &cluster->peers[i];
        const Node *node = look_node(&cluster->look, peer->epoch);
        *stale = peer->up ? STALE_MS : SUSPECT_MS;
        if (!node || node->age < *stale || me->age >= SUSPECT_MS) peer->stale_looks = 0;
        else if (++peer->stale_looks >= STALE_LOOKS) return peer->epoch;
    }
    return 0;
}

/* Nobody acts for these shards until the store says whose they are. */
static void hand_over(Cluster *cluster, const Moves *moves) {
    for (int i = 0; i < moves->count; i++) {
        int shard = moves->shards[i];
        if (cluster->look.owners[shard] == cluster->me && moves->owners[i] != cluster->me) cluster->leaving[shard] = true;
    }
    cluster->ownership = true;
    ask(cluster, &(StoreJob){.kind = JOB_ASSIGN, .moves = *moves});
}

/* What follows from a look. */
static void act_on_look(Cluster *cluster) {
    Moves moves;
    Milliseconds stale;
    Epoch dead = find_dead(cluster, &stale);
    if (dead) {
        ask(cluster, &(StoreJob){.kind = JOB_TAKE, .dead = dead, .stale = stale});
        return;
    }
    look_plan(&cluster->look, cluster->me, cluster->settled >= SETTLED_LOOKS || cluster->draining, &moves);
    if (moves.count > 0) hand_over(cluster, &moves);
}

static bool same_servers(const Look *one, const Look *other) {
    if (one->node_count != other->node_count) return false;
    for (int i = 0; i < one->node_count; i++) {
        const Node *node = look_node(other, one->nodes[i].epoch);
        if (!node || node->draining != one->nodes[i].draining) return false;
    }
    return true;
}

static void take_look(Cluster *cluster, const Look *look, Milliseconds now) {
    bool same = cluster->has_look && same_servers(&cluster->look, look);
    bool changed = memcmp(cluster->look.owners, look->owners, sizeof look->owners) != 0;
    cluster->settled = same ? cluster->settled + 1 : 0;
    cluster->look = *look;
    cluster->has_look = true;
    cluster->looked = now;
    cluster->looks++;
    cluster->all_edges = true;
    cluster->ownership |= changed;
    const Node *me = look_node(look, cluster->me);
    if (me && me->draining) cluster->draining = true;
    if (!me) cluster->lost = true; /* given up by the others: begin again */
    seek_links(cluster, now);
}

static void take_registration(Cluster *cluster, const StoreAnswer *answer) {
    Epoch was = cluster->me;
    while (cluster->peer_count > 0) drop_peer(cluster, &cluster->peers[0]);
    memset(cluster->leaving, 0, sizeof cluster->leaving);
    cluster->me = answer->epoch;
    cluster->lost = false;
    cluster->ownership = true;
    cluster->counts.registrations++;
    cluster->port.registered(cluster->port.context, answer->epoch, answer->kept);
    if (was && !answer->kept) edges_send_away(cluster);
}

/* The room drops the tables we no longer own before anything else happens. */
static void settle_ownership(Cluster *cluster) {
    if (!cluster->ownership || cluster->lost) return;
    cluster->ownership = false;
    cluster->all_edges = true;
    cluster->port.step_room(cluster->port.context, &(RoomInput){.kind = INPUT_OWNERSHIP});
}

void cluster_answer(Cluster *cluster, const StoreAnswer *answer, Milliseconds now) {
    StoreJobKind kind = cluster->job.kind;
    cluster->asked = false;
    if (!answer->good) {
        cluster->looked = now;
        /* Whether shards were handed over is not known, and may still happen. Under a new epoch it can not. */
        if (kind == JOB_ASSIGN) cluster->lost = true;
        return;
    }
    if (kind == JOB_ASSIGN) memset(cluster->leaving, 0, sizeof cluster->leaving);
    if (kind == JOB_REGISTER) take_registration(cluster, answer);
    if (kind == JOB_TAKE) cluster->counts.takeovers++;
    take_look(cluster, &answer->look, now);
    if (!cluster->lost) act_on_look(cluster);
    settle_ownership(cluster);
}

void cluster_lost_store(Cluster *cluster) {
    cluster->lost = true;
    cluster->look_soon = true;
}

void cluster_work(Cluster *cluster, Milliseconds now) {
    bool due = cluster->look_soon || now - cluster->looked >= BEAT_MS || !cluster->has_look;
    if (!cluster->asked && due) {
        cluster->look_soon = false;
        ask(cluster, &(StoreJob){.kind = !cluster->me || cluster->lost ? JOB_REGISTER : JOB_LOOK});
    }
    edges_work(cluster);
}

Milliseconds cluster_due(const Cluster *cluster) {
    if (cluster->all_edges || cluster->work) return 0;
    return cluster->asked ? INT64_MAX : cluster->look_soon ? 0 : cluster->looked + BEAT_MS;
}

void cluster_drain(Cluster *cluster) {
    cluster->draining = true;
    cluster->look_soon = true;
}

bool cluster_is_drained(const Cluster *cluster) {
    bool others = false;
    for (int i = 0; i < cluster->look.node_count; i++)
        others |= cluster->look.nodes[i].epoch != cluster->me && !cluster->look.nodes[i].draining;
    return !others || !cluster->me || look_owned(&cluster->look, cluster->me) == 0;
}

ClusterCounts cluster_counts(const Cluster *cluster) {
    ClusterCounts counts = cluster->counts;
    counts.epoch = cluster->me;
    counts.nodes = cluster->look.node_count;
    for (int i = 0; i < cluster->peer_count; i++) counts.links += cluster->peers[i].up;
    counts.shards = cluster->me ? look_owned(&cluster->look, cluster->me) : 0;
    counts.visitors = (int)cluster->visitors.count;
    counts.edges = (int)cluster->edges.count;
    counts.lost = cluster->lost;
    counts.draining = cluster->draining;
    counts.looked = cluster->looked;
    return counts;
}

const Node *cluster_next_unlinked(Cluster *cluster) {
    for (int i = 0; i < cluster->peer_count; i++) {
        Peer *peer = &cluster->peers[i];
        if (peer->unlinked_looks < UNLINKED_LOOKS || peer->unlinked_told) continue;
        peer->unlinked_told = true;
        return look_node(&cluster->look, peer->epoch);
    }
    return NULL;
}

const Look *cluster_look(const Cluster *cluster) { return &cluster->look; }
