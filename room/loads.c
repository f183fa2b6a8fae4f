/* Reads logs back: for players who enter, undo, watchers after a round, and tables whose commit failed.
 *
 * The room asks the port for a snapshot and the entries after it, at most READ_ENTRIES_MAX of them however long the log is; the
 * answer comes as a later input. If the table has moved on meanwhile, the room asks again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "room/history.h"
#include "room/inside.h"

static void ask_port(const Room *room, const Waiting *waiting) {
    Load load = {.table = waiting->table, .ticket = waiting->ticket, .from = waiting->from, .to = waiting->to};
    const Client *client = room_client(room, waiting->client);
    if (waiting->purpose == FOR_CREATE && client) {
        load.kind = LOAD_MADE;
        load.create_key = table_key_hash(&client->person->id, waiting->create->key);
    } else if (waiting->purpose == FOR_LIST && client) {
        load.kind = LOAD_MINE;
        load.person = client->person->id;
    } else if (waiting->purpose == FOR_PLAYED && client) {
        load.kind = LOAD_PLAYED;
        load.person = client->person->id;
        load.table = waiting->before;
    }
    room->port.load(room->port.context, &load);
}

void room_load(Room *room, Waiting wanted) {
    Waiting *waiting = memory_take(sizeof *waiting);
    RoomTable *at = room_table(room, &wanted.table);
    Client *client = room_client(room, wanted.client);
    *waiting = wanted;
    waiting->next = NULL;
    waiting->counted = at != NULL;
    if (at) at->reads++;
    waiting->for_person = client != NULL;
    if (client) room_queue_read(room, waiting, client);
    else room_start_read(room, waiting);
}

void room_start_read(Room *room, Waiting *waiting) {
    waiting->fresh = true;
    waiting->ticket = ++room->tickets ? room->tickets : ++room->tickets; /* never 0 */
    waiting->next = room->waiting;
    room->waiting = waiting;
    room->reads_out += waiting->for_person;
    ask_port(room, waiting);
}

/* The table may leave memory again as far as this read is concerned. */
static void uncount(Room *room, const Waiting *waiting) {
    RoomTable *at = room_table(room, &waiting->table);
    if (at && waiting->counted && at->reads > 0) at->reads--;
}

void room_forget_read(Room *room, Waiting *waiting) {
    uncount(room, waiting);
    free(waiting->create);
    free(waiting);
}

/* Is it about a round that ended with an entry of the turn that failed? */
static bool is_undone(const Room *room, const Waiting *waiting) {
    const RoomTable *at = room_table(room, &waiting->table);
    return waiting->purpose == FOR_ROUND && at && at->touched && waiting->to >= at->told;
}

void room_load_all_again(Room *room) {
    for (Waiting **link = &room->waiting; *link;) {
        Waiting *waiting = *link;
        if (waiting->fresh && is_undone(room, waiting)) {
            *link = waiting->next;
            room->reads_out -= waiting->for_person;
            room_forget_read(room, waiting);
            continue;
        }
        if (waiting->fresh) ask_port(room, waiting);
        link = &waiting->next;
    }
}

/* ---- entering */

/* Is there room for this client at the table? Refuses if not. */
static bool may_enter(Room *room, const RoomTable *at, const Client *client) {
    if (room_visit(at, client)) return true;
    if (!at->visits && !room_may_host(room, client, NULL)) return false;
    if (client->visit_count >= TABLES_ENTERED_MAX) {
        room_refuse_with(room, client, NULL, CODE_TOO_MANY_TABLES, "max", TABLES_ENTERED_MAX);
        return false;
    }
    if (table_seat_of(&at->table, &client->person->id) < 0 && room_watchers(at) >= WATCHERS_MAX) {
        room_refuse_with(room, client, NULL, CODE_WATCHERS_FULL, "max", WATCHERS_MAX);
        return false;
    }
    return true;
}

/* The first entry whose events a client that enters is told: those of the current round, if they are not too many. */
static uint32_t recent_from(const Table *now, bool behind) {
    bool many = !behind && now->n > RECENT_ENTRIES_MAX && now->round < now->n - RECENT_ENTRIES_MAX;
    return many ? now->n - RECENT_ENTRIES_MAX : now->round;
}

static int viewer_of(const Table *table, const Client *client) {
    int seat = table_seat_of(table, &client->person->id);
    return seat < 0 ? ONLOOKER : seat;
}

/* Are the steps since then few enough to be told one by one? */
static bool may_tell_since(const Table *table, int64_t since, int viewer) {
    int64_t last = (int64_t)table->n - 1;
    return since >= 0 && since < last && last - since <= HISTORY_STEPS_MAX && !room_is_behind(table, viewer);
}

/* What has to be read for the client; of a table that is not in memory, its end. */
static void plan_enter(const RoomTable *at, const Client *client, Waiting *waiting) {
    waiting->from = -RECENT_ENTRIES_MAX;
    waiting->to = LOAD_TO_END;
    if (!at || at->loading) return;
    int viewer = viewer_of(&at->table, client);
    bool behind = room_is_behind(&at->table, viewer);
    waiting->from = recent_from(&at->table, behind);
    if (behind) {
        waiting->to = at->table.round;
        return;
    }
    int64_t talk = (int64_t)at->table.n - RECENT_ENTRIES_MAX;
    if (talk < waiting->from) waiting->from = talk > 0 ? talk : 0;
    if (may_tell_since(&at->table, waiting->since, viewer) && waiting->since + 1 < waiting->from)
        waiting->from = waiting->since + 1;
}

void do_enter(Room *room, Client *client, const Wire *wire) { room_open_table(room, client, &wire->table, wire->since); }

void room_open_table(Room *room, Client *client, const TableId *id, int64_t since) {
    RoomTable *at = room_table(room, id);
    if (!at && room_is_set_aside(room, id)) {
        room_refuse(room, client, NULL, CODE_TABLE_DAMAGED);
        return;
    }
    if (!at || at->loading || at->table.phase != PHASE_WAITING) {
        Waiting wanted = {.purpose = FOR_ENTER, .table = *id, .client = client->id, .since = since};
        Waiting *queued = room_queued_read(room, client, FOR_ENTER, id);
        if (queued) queued->since = since; /* asked twice, told once */
        plan_enter(at, client, queued ? queued : &wanted);
        if (!queued) room_load(room, wanted);
        return;
    }
    if (!may_enter(room, at, client)) return;
    room_enter(room, at, client);
    room_tell_table(room, at, &at->table, client, NULL);
}

/* ---- the current round, for a client that sees it for the first time */

/* A line of talk. */
typedef struct Said {
    int seat;
    Milliseconds at;
    char phrase[PHRASE_MAX], text[TALK_BYTES_MAX];
} Said;

/* The events of the round, how the one before ended, what was said lately, and the table as the viewer may see it. */
typedef struct LookBack {
    History history;
    int said_count; /* in all; the last TALK_TOLD_MAX of them are kept in a ring */
    Said said[TALK_TOLD_MAX];
    Table shown; /* as the round began, for a viewer that is one round behind */
    bool behind;
    int mark_count;
    struct {
        uint32_t n;
        JsonMark mark;
    } marks[READ_ENTRIES_MAX + 1]; /* before the events of each entry */
    char recent[RECENT_BYTES_MAX], ended[ENDED_BYTES_MAX], talk[TALK_TOLD_BYTES_MAX];
} LookBack;

static void note_talk(LookBack *back, const Entry *entry) {
    Said *said = &back->said[back->said_count++ % TALK_TOLD_MAX];
    *said = (Said){.seat = entry->seat, .at = entry->at};
    memcpy(said->phrase, entry->phrase, sizeof said->phrase);
    memcpy(said->text, entry->text, sizeof said->text);
}

/* The last lines, as many as there is room for: the oldest go first. */
static void write_talk(LookBack *back) {
    int first = back->said_count > TALK_TOLD_MAX ? back->said_count - TALK_TOLD_MAX : 0;
    bool fits = false;
    for (; !fits; first++) {
        Text text = text_init(back->talk, sizeof back->talk);
        Json json = json_to(&text);
        json_open_list(&json, NULL);
        for (int i = first; i < back->said_count; i++) {
            const Said *said = &back->said[i % TALK_TOLD_MAX];
            json_open_object(&json, NULL);
            json_number(&json, "at", said->at);
            json_number(&json, "seat", said->seat);
            json_text(&json, said->phrase[0] ? "phrase" : "text", said->phrase[0] ? said->phrase : said->text);
            json_close(&json);
        }
        json_close(&json);
        fits = !text.overflow;
    }
}

/* The events before the one that begins the next round. */
static void write_ended(LookBack *back, const Desk *desk, size_t end, int viewer) {
    Text text = text_init(back->ended, sizeof back->ended);
    Json json = json_to(&text);
    json_open_list(&json, NULL);
    if (back->history.entry.kind == ENTRY_MOVE) wire_events_between(&back->history.table, desk, 0, end, viewer, &json);
    json_close(&json);
    if (text.overflow) memcpy(back->ended, "[]", sizeof "[]");
}

/* Steps that were taken back are not told. */
static void drop_events(LookBack *back, uint32_t from, Json *recent) {
    int first = back->mark_count;
    while (first > 0 && back->marks[first - 1].n >= from) first--;
    if (first == back->mark_count) return;
    json_rewind(recent, back->marks[first].mark);
    back->mark_count = first;
}

static bool read_back(Room *room, LookBack *back, const Loaded *loaded, const Table *now, int viewer, Json *recent) {
    Error error = {""};
    History *history = &back->history;
    uint32_t from = recent_from(now, back->behind);
    if (!history_continue(history, loaded, &room->desk, &error)) return false;
    while (history_next(history, &error)) {
        uint32_t n = history_n(history);
        if (history->entry.kind == ENTRY_UNDO) drop_events(back, history->entry.back, recent);
        if (history->entry.kind == ENTRY_TALK) note_talk(back, &history->entry);
        if (n < from) continue;
        if (back->mark_count <= READ_ENTRIES_MAX) {
            back->marks[back->mark_count].n = n;
            back->marks[back->mark_count++].mark = json_mark(recent);
        }
        size_t first = n == now->round && now->rounds ? history_round_event(&room->desk) : 0;
        if (first > 0) write_ended(back, &room->desk, first, viewer);
        wire_events(&history->table, &room->desk, first, viewer, recent);
        if (!back->behind || n != now->round) continue;
        memcpy(&back->shown, &history->table, sizeof back->shown);
        return true;
    }
    return !error.text[0] && !back->behind;
}

/* NULL if the viewer is one round behind and the beginning of the round cannot be read: then nothing of it may be told. */
static LookBack *look_back(Room *room, const RoomTable *at, const Loaded *loaded, int viewer) {
    LookBack *back = memory_take(sizeof *back);
    Text text = text_init(back->recent, sizeof back->recent);
    Json recent = json_to(&text);
    back->behind = room_is_behind(&at->table, viewer);
    memcpy(back->ended, "[]", sizeof "[]");
    json_open_list(&recent, NULL);
    bool told = read_back(room, back, loaded, &at->table, viewer, &recent);
    json_close(&recent);
    if (!told || text.overflow) memcpy(back->recent, "[]", sizeof "[]");
    write_talk(back);
    if (told || !back->behind) return back;
    free(back);
    return NULL;
}

/* `table` with what a fresh eye needs. */
static void tell_back(Room *room, RoomTable *at, const LookBack *back, Client *client) {
    if (back) {
        Before before = {back->recent, back->ended, back->talk};
        room_tell_table(room, at, back->behind ? &back->shown : &at->table, client, &before);
        return;
    }
    room_exit(room, at, client);
    room_refuse(room, client, NULL, CODE_TOO_LATE);
}

static void tell_whole(Room *room, RoomTable *at, const Loaded *loaded, Client *client) {
    LookBack *back = look_back(room, at, loaded, viewer_of(&at->table, client));
    tell_back(room, at, back, client);
    free(back);
}

/* ---- steps that were missed */

/* As many of the last steps as fit: each is written by itself, and the oldest go when there is no more room. */
typedef struct Steps {
    History history;
    int count;
    size_t length;
    struct {
        uint32_t n;
        size_t offset;
    } steps[HISTORY_STEPS_MAX + 1];
    char bytes[REPLY_BYTES_MAX];
} Steps;

static void drop_oldest(Steps *steps, int count) {
    size_t gone = count == steps->count ? steps->length : steps->steps[count].offset;
    memmove(steps->bytes, steps->bytes + gone, steps->length - gone);
    steps->length -= gone;
    steps->count -= count;
    memmove(steps->steps, steps->steps + count, (size_t)steps->count * sizeof *steps->steps);
    for (int i = 0; i < steps->count; i++) steps->steps[i].offset -= gone;
}

static void add_step(Steps *steps, int viewer) {
    if (steps->count > HISTORY_STEPS_MAX) drop_oldest(steps, steps->count / 2);
    Text text = text_init(steps->bytes + steps->length, sizeof steps->bytes - steps->length);
    Json json = json_to(&text);
    json_open_object(&json, NULL);
    history_step(&steps->history, viewer, &json);
    json_close(&json);
    assert(!text.overflow);
    steps->steps[steps->count].n = history_n(&steps->history);
    steps->steps[steps->count++].offset = steps->length;
    steps->length += text.length + 1;
    while (steps->length > HISTORY_BYTES_MAX) drop_oldest(steps, (steps->count + 1) / 2);
}

/* With `moves`, of the game alone: the rest was told when it happened. */
static bool read_steps(Room *room, const Loaded *loaded, uint32_t from, uint32_t to, int viewer, bool moves, Steps *steps) {
    Error error = {""};
    if (!history_continue(&steps->history, loaded, &room->desk, &error)) return false;
    while (history_next(&steps->history, &error) && history_n(&steps->history) <= to)
        if (history_n(&steps->history) >= from && (!moves || history_is_step(&steps->history.entry))) add_step(steps, viewer);
    return !error.text[0] && steps->count > 0;
}

/* `history` with the steps `from` to `to` as they happened, or the last of them, in the room's reply. False if there are none. */
static bool write_history(Room *room, const Loaded *loaded, uint32_t from, uint32_t to, int viewer, bool moves, Text *text) {
    Steps *steps = memory_take(sizeof *steps);
    bool good = read_steps(room, loaded, from, to, viewer, moves, steps);
    if (good) {
        Json json = json_to(text);
        json_open_object(&json, NULL);
        json_text(&json, "say", "history");
        json_text(&json, "table", loaded->table.text);
        json_number(&json, "from", steps->steps[0].n);
        json_number(&json, "to", to);
        json_open_list(&json, "steps");
        for (int i = 0; i < steps->count; i++) json_written(&json, NULL, steps->bytes + steps->steps[i].offset);
        json_close(&json);
        json_close(&json);
    }
    free(steps);
    return good;
}

/* A message that was held up on its way may have counted before the table was read, here or at another room: those in the last
 * part of the log are known again. */
static void recall_keys(RoomTable *at, const Loaded *loaded) {
    size_t first = loaded->entry_count > KEYS_RECENT ? loaded->entry_count - KEYS_RECENT : 0;
    at->recent_key_count = 0;
    for (size_t i = first; i < loaded->entry_count; i++) {
        Entry entry;
        Error ignored;
        if (!entry_read(&entry, (Span){loaded->entries[i].text, loaded->entries[i].length}, &ignored) || !entry.key[0])
            continue;
        at->recent_keys[at->recent_key_count++ % KEYS_RECENT] = table_key_hash(&entry.person, entry.key);
    }
}

static RoomTable *build(Room *room, const Loaded *loaded) {
    RoomTable *at = room_add_table(room, &loaded->table, loaded->secret);
    Error error = {""};
    if (table_load(&at->table, loaded->entries, loaded->entry_count, loaded->snapshot, loaded->snapshot_length, &room->desk,
                   &error)) {
        at->kept = loaded->begins;
        at->told = at->table.n;
        at->paused = true;
        recall_keys(at, loaded);
        room_note_members(room, at);
        if (room->port.share) at->row_changed = room->rows_changed = true;  /* what another room told of it may be old */
        if (at->table.n - at->kept > READ_ENTRIES_MAX) room_keep(room, at); /* a log of the first version */
        return at;
    }
    at->table.game = NULL;
    room_drop_table(room, at, false);
    room_set_aside(room, &loaded->table, error.text);
    return NULL;
}

/* Does the load have all that this client is told? */
static bool has_all(const Waiting *waiting, const RoomTable *at, const Loaded *loaded) {
    uint64_t end = waiting->to == LOAD_TO_END ? at->table.n : waiting->to + 1ull;
    return (int64_t)loaded->begins <= waiting->from && loaded->begins + loaded->entry_count >= end;
}

/* Players are told the state of the game. What a watcher may see of the round cannot be known. */
static void enter_unread(Room *room, RoomTable *at, Client *client) {
    if (room_is_behind(&at->table, viewer_of(&at->table, client))) {
        room_refuse(room, client, NULL, CODE_TABLE_DAMAGED);
        return;
    }
    if (!may_enter(room, at, client)) return;
    room_enter(room, at, client);
    room_tell_table(room, at, &at->table, client, NULL);
}

static void loaded_enter(Room *room, Waiting *waiting, const Loaded *loaded) {
    Client *client = room_client(room, waiting->client);
    RoomTable *at = room_table(room, &waiting->table);
    if (!client || client->closing) return;
    bool stored = !at;
    if (stored && loaded->found && !room_may_host(room, client, NULL)) return;
    if (stored && loaded->found) at = build(room, loaded);
    if (!at) {
        if (loaded->found) room_refuse(room, client, NULL, CODE_TABLE_DAMAGED);
        else room_refuse_unread(room, client, NULL, loaded);
        return;
    }
    if (!loaded->found) { /* it is in memory all the same: without what passed */
        if (loaded->damaged) room_set_aside(room, &loaded->table, loaded->problem);
        enter_unread(room, at, client);
        return;
    }
    if (stored && room_is_idle(room, &at->table)) room_end_idle(room, at);
    room_unsettle(room, at); /* a table that was loaded for nothing goes again */
    if (!may_enter(room, at, client)) return;
    plan_enter(at, client, waiting);
    bool all = has_all(waiting, at, loaded);
    if (!all && ++waiting->tries < LOAD_TRIES_MAX) {
        room_load(room, *waiting);
        return;
    }
    room_enter(room, at, client);
    int viewer = viewer_of(&at->table, client);
    Text text = text_init(room->reply, sizeof room->reply);
    if (all && may_tell_since(&at->table, waiting->since, viewer) &&
        write_history(room, loaded, (uint32_t)waiting->since + 1, at->table.n - 1, viewer, false, &text))
        room_send(room, client, &text);
    tell_whole(room, at, loaded, client);
}

/* ---- taking a step back */

/* The move to go back to: alone, the person's last one; with others, only the last step of all. */
static uint32_t move_to_undo(const Table *table, int seat) {
    return table_is_alone(table, seat) ? table->last_own : table->quiet;
}

void room_load_undo(Room *room, const RoomTable *at, const Client *client, const char *key) {
    Waiting wanted = {.purpose = FOR_UNDO, .table = at->table.id, .client = client->id};
    wanted.back = move_to_undo(&at->table, table_seat_of(&at->table, &client->person->id));
    wanted.from = wanted.back;
    wanted.to = wanted.back - 1;
    memcpy(wanted.key, key, sizeof wanted.key);
    room_load(room, wanted);
}

/* The game as it was before that move. */
static bool read_position(Room *room, const Loaded *loaded, Entry *undo) {
    History *history = memory_take(sizeof *history);
    Error error = {""};
    const Table *before = &history->table;
    bool good = loaded->found && history_continue(history, loaded, &room->desk, &error);
    while (good && before->n < undo->back && history_next(history, &error)) {
    }
    good = good && !error.text[0] && before->n == undo->back && before->phase == PHASE_PLAYING;
    if (good) {
        Text position = text_init(undo->position, sizeof undo->position);
        before->game->print(table_state(before), &position);
        undo->turn = before->turn;
        undo->round = before->round;
        undo->own = before->own;
        undo->last = before->last_own;
    }
    free(history);
    return good;
}

static void loaded_undo(Room *room, const Waiting *waiting, const Loaded *loaded) {
    Client *client = room_client(room, waiting->client);
    RoomTable *at = room_table(room, &waiting->table);
    if (!client || client->closing || !at) return;
    int seat = table_seat_of(&at->table, &client->person->id);
    if (room_has_key(at, &client->person->id, waiting->key)) {
        room_done(room, client, waiting->key, NULL);
        return;
    }
    Entry undo = {.kind = ENTRY_UNDO, .person = client->person->id, .seat = seat, .back = waiting->back};
    memcpy(undo.key, waiting->key, sizeof undo.key);
    bool may = seat >= 0 && table_may_undo(&at->table, seat);
    if (may && move_to_undo(&at->table, seat) != waiting->back) {
        room_refuse(room, client, waiting->key, CODE_TOO_LATE);
        return;
    }
    if (!may || !read_position(room, loaded, &undo)) {
        room_refuse(room, client, waiting->key, CODE_CANNOT_UNDO);
        return;
    }
    room_log(room, at, &undo);
    room_done(room, client, waiting->key, NULL);
}

/* ---- watchers, and tables that are rebuilt */

void room_load_round(Room *room, const RoomTable *at, uint32_t first) {
    const Table *table = &at->table;
    uint32_t last = table->n - 1;
    Waiting wanted = {.purpose = FOR_ROUND, .table = table->id, .round = table->round, .to = last};
    wanted.first = last >= HISTORY_STEPS_MAX && first <= last - HISTORY_STEPS_MAX ? last - HISTORY_STEPS_MAX + 1 : first;
    uint32_t recent = recent_from(table, room_is_behind(table, ONLOOKER));
    wanted.from = recent < wanted.first ? recent : wanted.first;
    room_load(room, wanted);
}

static bool is_watcher(const RoomTable *at, const Client *client) { return table_seat_of(&at->table, &client->person->id) < 0; }

/* All watchers are told the same, so it is written once. */
static void loaded_round(Room *room, const Waiting *waiting, const Loaded *loaded) {
    RoomTable *at = room_table(room, &waiting->table);
    if (!at || !loaded->found || room_watchers(at) == 0) return;
    Text text = text_init(room->reply, sizeof room->reply);
    if (waiting->first <= waiting->to && write_history(room, loaded, waiting->first, waiting->to, ONLOOKER, true, &text))
        for (const Visit *visit = at->visits; visit; visit = visit->next_here)
            if (is_watcher(at, visit->client)) room_send(room, visit->client, &text);
    if (at->table.round != waiting->round) return; /* the next round is over as well, and is being read */
    room_touch(room, at);
    LookBack *back = look_back(room, at, loaded, ONLOOKER);
    for (const Visit *visit = at->visits, *next; visit; visit = next) {
        next = visit->next_here;
        if (is_watcher(at, visit->client)) tell_back(room, at, back, visit->client);
    }
    free(back);
}

/* Somebody who was here all the time is told what they missed, if a commit of which nothing was heard has happened after all. */
static void tell_again(Room *room, RoomTable *at, const Loaded *loaded, Client *client) {
    int viewer = viewer_of(&at->table, client);
    Text text = text_init(room->reply, sizeof room->reply);
    if (may_tell_since(&at->table, (int64_t)at->told - 1, viewer) &&
        write_history(room, loaded, at->told, at->table.n - 1, viewer, false, &text))
        room_send(room, client, &text);
    tell_whole(room, at, loaded, client);
}

/* The table cannot be rebuilt: it is damaged, cannot be read now, or was never made. */
static void give_up_table(Room *room, RoomTable *at, const Loaded *loaded, const Error *error) {
    bool damaged = loaded->found || loaded->damaged;
    if (damaged) room_set_aside(room, &loaded->table, loaded->problem ? loaded->problem : error->text);
    for (const Visit *visit = at->visits; visit; visit = visit->next_here)
        if (!damaged && loaded->problem) room_bye(room, visit->client, CODE_STORE, CLOSE_STORE); /* to come back later */
        else room_refuse(room, visit->client, NULL, damaged ? CODE_TABLE_DAMAGED : CODE_NO_SUCH_TABLE);
    at->table.game = NULL;
    room_drop_table(room, at, false);
}

static void loaded_again(Room *room, const Loaded *loaded) {
    RoomTable *at = room_table(room, &loaded->table);
    Error error = {""};
    if (!at) return;
    table_init(&at->table, &loaded->table, loaded->secret ? loaded->secret : at->table.secret);
    at->loading = false;
    at->kept = loaded->begins;
    recall_keys(at, loaded); /* some that were known may not have counted */
    if (!loaded->found || !table_load(&at->table, loaded->entries, loaded->entry_count, loaded->snapshot,
                                      loaded->snapshot_length, &room->desk, &error)) {
        give_up_table(room, at, loaded, &error);
        return;
    }
    room_note_members(room, at);
    bool watched = false;
    for (Visit *visit = at->visits; visit; visit = visit->next_here)
        if (room_is_behind(&at->table, viewer_of(&at->table, visit->client))) watched = true;
        else tell_again(room, at, loaded, visit->client);
    at->row_changed = at->turn_changed = room->rows_changed = true;
    room_touch(room, at);                                /* if that cannot be told either, it is told once more */
    if (watched) room_load_round(room, at, at->table.n); /* no steps: the round as it began */
    room_unsettle(room, at);
}

/* ---- what is in the store alone */

static void loaded_create(Room *room, const Waiting *waiting, const Loaded *loaded) {
    Client *client = room_client(room, waiting->client);
    if (client && !client->closing) room_create(room, client, waiting->create, loaded->id_count ? loaded->ids : NULL);
    free(waiting->create);
}

/* A person's tables: those that are not in memory are read one by one. */
static void loaded_list(Room *room, const Waiting *waiting, const Loaded *loaded) {
    const Client *client = room_client(room, waiting->client);
    for (size_t i = 0; client && client->lobby && i < loaded->id_count; i++) {
        const TableId *id = &loaded->ids[i];
        if (room_table(room, id) || room_has_far_row(room, id)) continue;
        if (room_is_set_aside(room, id)) room_tell_damaged(room, client, id);
        else
            room_load(
                room,
                (Waiting){.purpose = FOR_ROW, .table = *id, .client = client->id, .from = LOAD_TO_END, .to = LOAD_TO_END});
    }
}

/* The table as it was read; NULL if it was not found, or cannot be read: then it is set aside if it is damaged. */
static Table *read_table(Room *room, const Loaded *loaded) {
    Error error = {""};
    if (loaded->damaged) room_set_aside(room, &loaded->table, loaded->problem);
    if (!loaded->found) return NULL;
    Table *table = memory_take(sizeof *table);
    table_init(table, &loaded->table, loaded->secret);
    if (table_load(table, loaded->entries, loaded->entry_count, loaded->snapshot, loaded->snapshot_length, &room->desk, &error))
        return table;
    room_set_aside(room, &loaded->table, error.text);
    free(table);
    return NULL;
}

static void loaded_row(Room *room, const Waiting *waiting, const Loaded *loaded) {
    const Client *client = room_client(room, waiting->client);
    bool wanted = client && !client->closing && client->lobby && !room_table(room, &waiting->table);
    Table *table = read_table(room, loaded);
    if (wanted && table && table->phase != PHASE_OVER && !room_is_idle(room, table) &&
        room_is_member(table, &client->person->id))
        room_tell_row(room, client, table, 0);
    if (wanted && room_is_set_aside(room, &waiting->table)) room_tell_damaged(room, client, &waiting->table);
    free(table);
}

/* A match of the past, as it was read. */
static void loaded_match(Room *room, const Waiting *waiting, const Loaded *loaded) {
    const Client *client = room_client(room, waiting->client);
    Table *table = read_table(room, loaded);
    if (client && !client->closing) room_tell_match(room, client, &waiting->table, table);
    free(table);
}

static void loaded_played(Room *room, const Waiting *waiting, const Loaded *loaded) {
    const Client *client = room_client(room, waiting->client);
    if (!client || client->closing) return;
    room_tell_matches(room, client, loaded);
    for (size_t i = 0; i < loaded->id_count; i++)
        room_load(
            room,
            (Waiting){
                .purpose = FOR_MATCH, .table = loaded->ids[i], .client = client->id, .from = LOAD_TO_END, .to = LOAD_TO_END});
}

/* Takes the load that was waited for; false if nobody waits for it. */
static bool take_waiting(Room *room, uint32_t ticket, Waiting *waiting) {
    Waiting **link = &room->waiting;
    while (*link && (*link)->ticket != ticket) link = &(*link)->next;
    Waiting *done = *link;
    if (!done) return false;
    *waiting = *done;
    *link = done->next;
    free(done);
    room->reads_out -= waiting->for_person;
    uncount(room, waiting);
    return true;
}

/* Is it a log of a table that belongs to another room now? Then whoever waits is sent there. A table in memory that is read again
 * is either ours still, though for the moment nobody knows, or goes when that is known. */
static bool send_on(Room *room, const Waiting *waiting) {
    if (waiting->purpose == FOR_AGAIN && room_table(room, &waiting->table)) return false;
    bool log = waiting->purpose != FOR_CREATE && waiting->purpose != FOR_LIST && waiting->purpose != FOR_ROW;
    const Client *client = room_client(room, waiting->client);
    if (!log || room_owns(room, &waiting->table)) return false;
    if (client && waiting->purpose == FOR_ENTER)
        room->port.share->moved(room->port.share->context, client->id, &waiting->table, waiting->since);
    if (client && waiting->purpose == FOR_UNDO) room_refuse(room, client, waiting->key, CODE_TOO_LATE);
    return true;
}

void room_forget_loads(Room *room) {
    for (Waiting **link = &room->waiting; *link;) {
        Waiting *waiting = *link;
        if (!send_on(room, waiting)) {
            link = &waiting->next;
            continue;
        }
        *link = waiting->next;
        room->reads_out -= waiting->for_person;
        room_forget_read(room, waiting);
    }
}

void room_loaded(Room *room, const Loaded *loaded) {
    Waiting waiting;
    if (!take_waiting(room, loaded->ticket, &waiting) || send_on(room, &waiting)) return;
    RoomTable *at = room_table(room, &waiting.table);
    Client *client = room_client(room, waiting.client);
    if (at) room_unsettle(room, at);
    if (client) room_stir(room, client);
    if (waiting.purpose != FOR_AGAIN && at && at->loading) { /* its own load, which is under way, comes first */
        room_load(room, waiting);
        return;
    }
    switch (waiting.purpose) {
    case FOR_ENTER: loaded_enter(room, &waiting, loaded); break;
    case FOR_UNDO: loaded_undo(room, &waiting, loaded); break;
    case FOR_ROUND: loaded_round(room, &waiting, loaded); break;
    case FOR_AGAIN: loaded_again(room, loaded); break;
    case FOR_CREATE: loaded_create(room, &waiting, loaded); break;
    case FOR_LIST: loaded_list(room, &waiting, loaded); break;
    case FOR_ROW: loaded_row(room, &waiting, loaded); break;
    case FOR_PLAYED: loaded_played(room, &waiting, loaded); break;
    case FOR_MATCH: loaded_match(room, &waiting, loaded); break;
    }
}
