/* Links between servers, and the frames on them: in order on each link, later or sooner than those of other links. */
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated/world.h"

SimServer *sim_links_server(Sim *sim, Epoch epoch) {
    for (int i = 0; i < SERVERS; i++)
        if (sim->servers[i].up && sim->servers[i].epoch == epoch) return &sim->servers[i];
    return NULL;
}

static bool joins(const SimLink *link, Epoch one, Epoch other) {
    return link->used && ((link->ends[0] == one && link->ends[1] == other) || (link->ends[0] == other && link->ends[1] == one));
}

static SimLink *find_link(Sim *sim, Epoch one, Epoch other) {
    for (int i = 0; i < LINKS_MAX; i++)
        if (joins(&sim->links[i], one, other)) return &sim->links[i];
    return NULL;
}

void sim_links_seek(SimServer *server, const Node *node) {
    Sim *sim = server->sim;
    const SimServer *other = sim_links_server(sim, node->epoch);
    if (find_link(sim, server->epoch, node->epoch) || !other || sim->now < other->resumes) return;
    for (int i = 0; i < LINKS_MAX; i++) {
        SimLink *link = &sim->links[i];
        if (link->used) continue;
        *link = (SimLink){.used = true, .ends = {server->epoch, node->epoch}};
        link->opens = sim->now + 1 + sim_delay(sim, 10);
        link->breaks = sim_happens(sim, 333) ? sim->now + sim_below(sim, 3000) : INT64_MAX;
        sim_note(sim, "servers %llu and %llu link", (unsigned long long)server->epoch, (unsigned long long)node->epoch);
        return;
    }
}

static void break_link(const Sim *sim, SimLink *link) {
    if (link->breaks <= sim->now) return;
    link->breaks = sim->now;
    sim_note(sim, "the link of %llu and %llu breaks", (unsigned long long)link->ends[0], (unsigned long long)link->ends[1]);
}

void sim_links_cut(SimServer *server, Epoch node) {
    SimLink *link = find_link(server->sim, server->epoch, node);
    if (link) break_link(server->sim, link);
}

void sim_links_break(Sim *sim, Epoch epoch) {
    for (int i = 0; i < LINKS_MAX; i++) {
        SimLink *link = &sim->links[i];
        if (link->used && (epoch ? link->ends[0] == epoch || link->ends[1] == epoch : sim_below(sim, 2))) break_link(sim, link);
    }
}

void sim_links_stall(Sim *sim) {
    for (int i = 0; i < LINKS_MAX; i++) {
        SimLink *link = &sim->links[i];
        if (!link->used || sim_below(sim, 2)) continue;
        link->stalls = sim->now + sim_below(sim, 2000);
        sim_note(sim, "the link of %llu and %llu stalls until %lld", (unsigned long long)link->ends[0],
                 (unsigned long long)link->ends[1], (long long)(link->stalls - sim->began));
    }
}

/* ---- planted bugs */

static const SimConnection *connection_at(const Sim *sim, const SimServer *server, ConnectionId id) {
    for (int i = 0; i < CONNECTIONS_SIMULATED_MAX; i++) {
        const SimConnection *connection = &sim->connections[i];
        if (connection->used && connection->server == server->number && connection->id == id) return connection;
    }
    return NULL;
}

/* What the key of a message is for: without it, a message that is sent again counts again. */
static void spoil_key(Sim *sim, const SimServer *server, const Sending *sending) {
    const SimConnection *connection = connection_at(sim, server, sending->frame.handle);
    char *key = strstr(sending->text, "\"key\":\"k");
    if (!key || !connection) return;
    SimClient *client = &sim->clients[connection->client];
    unsigned number = (unsigned)strtoul(key + 8, NULL, 10);
    if (number <= client->relayed) key[7] = 'a';
    else client->relayed = number;
}

/* Its answer still finds the client. */
static void mend_key(const Sending *sending) {
    char *key = strstr(sending->text, "\"key\":\"a");
    if (sending->frame.kind == FRAME_ANSWERED && sending->text[0] == 'a') sending->text[0] = 'k';
    else if (key) key[7] = 'k';
}

/* What a client of ours is told reaches another one at the same table. */
static void spoil_handle(Sim *sim, const SimServer *server, Sending *sending) {
    const SimConnection *meant = connection_at(sim, server, sending->frame.handle);
    const SimConnection *other = &sim->connections[sim_below(sim, 2 * CLIENTS)];
    if (meant && other->used && other->opened && other->server == server->number &&
        sim->clients[other->client].table == sim->clients[meant->client].table)
        sending->frame.handle = other->id;
}

/* ---- sending and hearing */

void sim_links_send(SimServer *server, Epoch to, const Frame *frame) {
    Sim *sim = server->sim;
    SimLink *link = find_link(sim, server->epoch, to);
    int mine = link && link->ends[1] == server->epoch;
    if (!link || !link->told[mine] || sim->now >= link->breaks) return;
    Sending *sending = sim_sendings_add(&link->frames[!mine], frame->text.at, frame->text.length);
    sending->frame = *frame;
    sending->arrives = sim->now + 1 + sim_delay(sim, 20);
    if (sim->bug == BUG_NO_KEY && frame->kind == FRAME_MESSAGE) spoil_key(sim, server, sending);
    sim->result.frames++;
    sim_note(sim, "frame %d of %llu to %llu, there at %lld", frame->kind, (unsigned long long)server->epoch,
             (unsigned long long)to, (long long)(sending->arrives - sim->began));
}

static void take_frames(Sim *sim, SimServer *server, SimLink *link, int mine) {
    Epoch me = server->epoch, from = link->ends[!mine];
    if (sim->now < link->stalls) return;
    for (Sending *sending; (sending = sim_sendings_take(&link->frames[mine], sim->now));) {
        if (sim->bug == BUG_NO_KEY && sending->frame.kind != FRAME_MESSAGE) mend_key(sending);
        if (sim->bug == BUG_WRONG_EYES && sending->frame.kind == FRAME_SEND) spoil_handle(sim, server, sending);
        sending->frame.text = (Span){sending->text, sending->length};
        cluster_frame(server->cluster, from, &sending->frame);
        sim_sending_free(sending);
        if (server->epoch != me) return;
    }
}

/* Frames of a link that broke are lost. */
void sim_links_hear(Sim *sim, SimServer *server) {
    for (int i = 0; i < LINKS_MAX; i++) {
        SimLink *link = &sim->links[i];
        int mine = link->ends[1] == server->epoch;
        if (!link->used || link->ends[mine] != server->epoch || link->opens > sim->now) continue;
        bool up = sim->now < link->breaks;
        if (up != link->told[mine]) {
            link->told[mine] = up;
            cluster_linked(server->cluster, link->ends[!mine], up, sim->now);
        }
        if (up) take_frames(sim, server, link, mine);
    }
}

static void drop_link(SimLink *link) {
    for (int end = 0; end < 2; end++) sim_sendings_drop(&link->frames[end]);
    link->used = false;
}

void sim_links_end(Sim *sim) {
    for (int i = 0; i < LINKS_MAX; i++) {
        SimLink *link = &sim->links[i];
        if (!link->used || sim->now < link->breaks) continue;
        for (int end = 0; end < 2; end++) link->told[end] = link->told[end] && sim_links_server(sim, link->ends[end]);
        if (!link->told[0] && !link->told[1]) drop_link(link);
    }
}

void sim_links_release(Sim *sim) {
    for (int i = 0; i < LINKS_MAX; i++)
        if (sim->links[i].used) drop_link(&sim->links[i]);
}
