/* What each client may be told: every message that reaches one is compared with what its seat may know.
 *
 * Each entry is applied to a table of our own when it is committed. What a seat may then be told of the game is written from a
 * state that agrees with the real one in nothing but what the seat knows: its other cards are dealt again. A message that tells
 * anything that depends on hidden cards, on another seat's view, or on a round that onlookers may not see yet, differs. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cluster/simulated/world.h"

static int viewer_of(int eyes) { return eyes == PLAYERS ? ONLOOKER : eyes; }

/* ---- what may be told */

/* Takes what was written into an object: the fields without the brace that opens it. */
static char *taken(const Text *text) {
    assert(!text->overflow);
    return sim_copied(text->buffer + 1, text->length - 1);
}

static void write_game(Sim *sim, SimTable *table, int eyes, SimTold *told) {
    static char buffer[REPLY_BYTES_MAX];
    Table *audit = table->audit;
    int viewer = viewer_of(eyes);
    StateRoom real = audit->state, view;
    if (audit->phase == PHASE_PLAYING) {
        audit->game->view(STATE_IN(real), viewer, VIEW_IN(view));
        audit->game->determinize(VIEW_IN(view), &sim->eyes, STATE_IN(audit->state));
    }
    for (int whole = 0; whole < 2; whole++) {
        Text text = text_init(buffer, sizeof buffer);
        Json json = json_to(&text);
        json_open_object(&json, NULL);
        if (whole) wire_game(audit, viewer, &sim->desk, &json);
        else wire_view(audit, viewer, &json);
        *(whole ? &told->game[eyes] : &told->view[eyes]) = taken(&text);
    }
    audit->state = real;
}

void sim_eyes_take_entry(Sim *sim, SimTable *table) {
    static char buffer[REPLY_BYTES_MAX];
    uint32_t n = table->count - 1;
    SimTold *told = &table->told[n];
    Entry entry;
    Error error = {""};
    if (!table->audit) {
        table->audit = calloc(1, sizeof *table->audit);
        assert(table->audit);
        table_init(table->audit, &table->id, table->secret);
    }
    if (!entry_read(&entry, (Span){table->entries[n].text, table->entries[n].length}, &error) ||
        !table_apply(table->audit, &entry, &sim->desk, &error)) {
        sim_wrong(sim, "entry %u cannot be applied: %s", n, error.text);
        return;
    }
    for (int eyes = 0; eyes <= PLAYERS; eyes++) {
        Text text = text_init(buffer, sizeof buffer);
        Json json = json_to(&text);
        json_open_object(&json, NULL);
        json_open_list(&json, "events");
        wire_events(table->audit, &sim->desk, 0, viewer_of(eyes), &json);
        json_close(&json);
        told->events[eyes] = taken(&text);
    }
    if (entry.kind == ENTRY_TALK || table->audit->phase == PHASE_WAITING) return;
    for (int eyes = 0; eyes <= PLAYERS; eyes++) write_game(sim, table, eyes, told);
}

void sim_eyes_release(SimTable *table) {
    for (uint32_t n = 0; n < table->count; n++) {
        free(table->seen[n]);
        for (int eyes = 0; eyes <= PLAYERS; eyes++) {
            free(table->told[n].events[eyes]);
            free(table->told[n].view[eyes]);
            free(table->told[n].game[eyes]);
        }
    }
    free(table->audit);
}

/* ---- what is told */

typedef struct Glance {
    Sim *sim;
    const SimClient *client;
    const SimTable *table;
    const char *text;
    int eyes;
} Glance;

static void leaks(const Glance *glance, const char *what, int64_t n) {
    sim_wrong(glance->sim, "client %d is told %s of entry %lld that it may not know", glance->client->number, what,
              (long long)n);
    sim_note(glance->sim, "told: %s", glance->text);
}

/* The last entry of which the client may be told the game: onlookers are a round behind. */
static int64_t last_open(const Glance *glance) {
    const Table *audit = glance->table->audit;
    bool behind = glance->eyes == PLAYERS && audit->rounds && audit->phase == PHASE_PLAYING;
    return behind ? audit->round : (int64_t)glance->table->count - 1;
}

/* Is there an entry whose events have this one among them? */
static bool may_hear_event(const Glance *glance, json_t *event) {
    char *words = json_dumps(event, JSON_COMPACT);
    bool found = false;
    for (int64_t n = last_open(glance); n >= 0 && !found; n--)
        found = strstr(glance->table->told[n].events[glance->eyes], words) != NULL;
    free(words);
    return found;
}

static void look_at_events(const Glance *glance, const json_t *events, int64_t n) {
    size_t i;
    json_t *event;
    json_array_foreach(events, i, event) if (!may_hear_event(glance, event)) leaks(glance, "events", n);
}

static bool tells(const char *message, const char *words) { return words && strstr(message, words) != NULL; }

static void look_at_entry(const Glance *glance, const json_t *message) {
    static const char *const hidden[] = {"move", "salt", "position", "key", "quiet", "revision"};
    const json_t *entry = json_object_get(message, "entry");
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (json_object_get(entry, hidden[i])) leaks(glance, hidden[i], json_integer_value(json_object_get(message, "n")));
}

/* `words` is the step as JSON. */
static void look_at_step(const Glance *glance, const json_t *step, const char *words) {
    int64_t n = json_integer_value(json_object_get(step, "n"));
    if (n < 0 || n >= glance->table->count) return; /* client.c says so */
    const SimTold *told = &glance->table->told[n];
    bool open = n <= last_open(glance);
    if (json_array_size(json_object_get(step, "events")) > 0 && !(open && tells(words, told->events[glance->eyes])))
        leaks(glance, "events", n);
    if (json_object_get(step, "view") && !(open && tells(words, told->view[glance->eyes]))) leaks(glance, "a view", n);
}

static void look_at_history(const Glance *glance, const json_t *message) {
    size_t i;
    json_t *step;
    json_array_foreach(json_object_get(message, "steps"), i, step) {
        char *words = json_dumps(step, JSON_COMPACT);
        look_at_entry(glance, step);
        look_at_step(glance, step, words);
        free(words);
    }
}

/* A seat is told the game after entry `n`, which may be one that did not change it; an onlooker as some earlier entry left it. */
static void look_at_game(const Glance *glance, int64_t n) {
    int64_t k = last_open(glance);
    bool found = false;
    if (n < k) k = n;
    for (; n < glance->table->count && k >= 0 && !found; k--) {
        const char *game = glance->table->told[k].game[glance->eyes];
        found = tells(glance->text, game);
        if (game && glance->eyes != PLAYERS) break;
    }
    if (!found) leaks(glance, "the game", n);
}

static const char *const about_cards[] = {"view", "legal", "events", "recent", "ended", "glance", "points", "steps", "cards"};

/* Messages that are not about a game tell nothing about one. */
static void look_elsewhere(const Glance *glance, const json_t *message) {
    for (size_t i = 0; i < sizeof about_cards / sizeof *about_cards; i++)
        if (json_object_get(message, about_cards[i])) leaks(glance, about_cards[i], -1);
}

/* Neither what decides about the cards to come, nor what players put into it, before the match is over. */
static void look_for_secrets(const Glance *glance) {
    char hex[COMMITMENT_HEX];
    for (int i = 0; i < glance->sim->table_count; i++) {
        const SimTable *table = &glance->sim->tables[i];
        if (!table->audit || table->audit->phase == PHASE_OVER) continue;
        hex_write(table->secret, ROOM_SECRET_BYTES, hex);
        if (strstr(glance->text, hex)) leaks(glance, "the secret", -1);
        hex_write(table->audit->key.bytes, CHANCE_KEY_BYTES, hex);
        if (table->audit->phase == PHASE_PLAYING && strstr(glance->text, hex)) leaks(glance, "the key", -1);
        for (int seat = 0; seat < PLAYERS; seat++) {
            if (!table->audit->seats[seat].has_salt) continue;
            hex_write(table->audit->seats[seat].salt, SALT_BYTES, hex);
            if (strstr(glance->text, hex)) leaks(glance, "a salt", -1);
        }
    }
}

void sim_eyes_look(Sim *sim, const SimClient *client, const json_t *message, const char *text) {
    const char *say = json_string_value(json_object_get(message, "say"));
    const char *id = json_string_value(json_object_get(message, "table")), *own = sim->table_ids[client->table].text;
    TableId table = {""};
    if (id) span_copy(span_of(id), table.text, sizeof table.text);
    Glance glance = {sim, client, id ? sim_database_table(sim, &table) : NULL, text, client->seat};
    int64_t n = json_integer_value(json_object_get(message, "n"));
    bool known = glance.table && glance.table->audit;
    sim->result.looks++;
    look_for_secrets(&glance);
    if (known && own[0] && strcmp(table.text, own) != 0) sim_wrong(sim, "client %d is told of another table", client->number);
    if (known && strcmp(say, "entry") == 0) {
        look_at_entry(&glance, message);
        look_at_step(&glance, message, text);
        if (json_object_get(message, "view")) look_at_game(&glance, n);
    } else if (known && strcmp(say, "table") == 0) {
        look_at_events(&glance, json_object_get(message, "recent"), n);
        look_at_events(&glance, json_object_get(message, "ended"), n);
        if (json_object_get(message, "view")) look_at_game(&glance, n);
    } else if (known && strcmp(say, "history") == 0) {
        look_at_history(&glance, message);
    } else {
        look_elsewhere(&glance, message);
    }
}
