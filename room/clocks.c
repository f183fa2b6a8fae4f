/* What happens without a player's move: the start, decided votes, bots and robots at their pace, clocks, absence, empty tables.
 *
 * A table that was touched, or whose appointment has come, is settled: whatever is due now happens, and the next appointment is
 * made. When a bot's move is shown follows from room/beat.h, never from its cards. */
#include <assert.h>
#include <string.h>

#include "room/inside.h"

/* ---- bots */

static void hold(RoomTable *at, int seat, Move move, MoveBy by, Milliseconds show) {
    at->held = true;
    at->asked = false;
    at->seat = seat;
    at->move = move;
    at->by = by;
    at->step = at->table.step;
    at->show = show;
}

void room_ask(Room *room, const Table *table, int seat, Level level, ConnectionId hint_for) {
    const char *bot = table_bot(table->game, level);
    Ask ask = {.table = table->id,
               .n = table->step,
               .seat = seat,
               .game = table->game,
               .hint_for = hint_for,
               .dice = fair_dice(&table->key, table->turn, hint_for ? SEATS_MAX + seat : seat)};
    span_copy(span_of(bot), ask.bot, sizeof ask.bot);
    table->game->view(table_state(table), seat, VIEW_IN(ask.view));
    if (bot_remembers(table->game, span_of(bot))) past_sights(&table->past, table->game, &table->key, seat, &ask.sights);
    room->asks++;
    room->asks_fresh++;
    room->port.ask(room->port.context, &ask);
}

Level room_level_of(const Table *table, int seat, MoveBy by) {
    return by == BY_BOT && table->seats[seat].who == WHO_BOT ? table->seats[seat].level : LEVEL_MEDIUM;
}

/* On whose account bots think here: a player who is present, or else somebody who watches. */
static Client *payer(const RoomTable *at) {
    for (const Visit *visit = at->visits; visit; visit = visit->next_here)
        if (table_seat_of(&at->table, &visit->client->person->id) >= 0) return visit->client;
    return at->visits->client;
}

static void queue_for_move(Room *room, RoomTable *at, int seat, MoveBy by) {
    Client *client = payer(at);
    at->held = false;
    at->seat = seat;
    at->by = by;
    at->step = at->table.step;
    room_queue(room, &at->job, client->source, client->person);
}

void room_ask_bot(Room *room, RoomTable *at) {
    if (at->step != at->table.step) return; /* settling it asks again */
    at->asked = true;
    at->asked_turn = room->turns;
    room_ask(room, &at->table, at->seat, room_level_of(&at->table, at->seat, at->by), 0);
}

/* Seats that act without a person, and those whose time has run out. */
static int automatic_actor(const Room *room, const Table *table, MoveBy *by) {
    SeatSet actors = table_actors(table);
    *by = BY_BOT;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if ((actors & SEAT_BIT(seat)) && table_is_automatic(table, seat)) return seat;
    *by = BY_CLOCK;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if ((actors & SEAT_BIT(seat)) && table_deadline(table, seat) <= room->now) return seat;
    return -1;
}

static void play_held(Room *room, RoomTable *at) {
    Entry entry = {.kind = ENTRY_MOVE, .seat = at->seat, .by = at->by};
    Text text = text_init(entry.move, sizeof entry.move);
    at->table.game->print_move(table_state(&at->table), at->seat, at->move, &text);
    at->held = false;
    room_log(room, at, &entry);
}

/* True if a move was made. */
static bool let_bots_act(Room *room, RoomTable *at) {
    MoveBy by;
    if (at->step != at->table.step) {
        at->asked = at->held = false;
        room_unqueue(room, &at->job);
    }
    if (at->held) {
        if (at->show > room->now) return false;
        play_held(room, at);
        return true;
    }
    if (at->asked || at->job.waits) return false;
    int seat = automatic_actor(room, &at->table, &by);
    if (seat < 0) return false;
    if (seat < at->table.people) {
        queue_for_move(room, at, seat, by);
        return false;
    }
    int count = at->table.game->legal(table_state(&at->table), seat, room->desk.moves);
    assert(count == 1);
    (void)count;
    hold(at, seat, room->desk.moves[0], BY_BOT, beat_next(room->settings.pace, at->began, room->now));
    return at->show <= room->now;
}

void room_answer(Room *room, const Answer *answer) {
    if (room->asks > 0) room->asks--;
    if (answer->hint_for) {
        room_tell_hint(room, answer);
        return;
    }
    RoomTable *at = room_table(room, &answer->table);
    if (!at || at->loading || !at->asked || at->step != answer->n || at->seat != answer->seat || at->table.step != answer->n)
        return;
    if (!at->table.game->is_legal(table_state(&at->table), answer->seat, answer->move)) return; /* never from our bots */
    room_note_thought(room, room_level_of(&at->table, answer->seat, at->by), answer->thought);
    Milliseconds show = beat_show(&room->beat, at->table.game, room_level_of(&at->table, answer->seat, at->by),
                                  room->settings.pace, at->began, answer->thought, room->now);
    hold(at, answer->seat, answer->move, at->by, show);
    room_unsettle(room, at);
}

/* ---- absence and agreement */

/* When a seat's person is taken to be absent, as others wait and nobody's clock runs. */
static Milliseconds grace_ends(const Room *room, const RoomTable *at, int seat) {
    const Table *table = &at->table;
    if (table->clock > 0 || !(table_actors(table) & SEAT_BIT(seat)) || table_is_automatic(table, seat)) return INT64_MAX;
    if (at->away[seat] == 0 || table_persons(table, false) < 2) return INT64_MAX;
    Milliseconds since = at->away[seat] > table->seats[seat].since ? at->away[seat] : table->seats[seat].since;
    return since + room->settings.grace;
}

Milliseconds room_replace_at(const RoomTable *at, int seat) {
    const Table *table = &at->table;
    if (table->clock > 0 || !(table_actors(table) & SEAT_BIT(seat)) || table_is_automatic(table, seat)) return INT64_MAX;
    if (table_persons(table, false) < 2) return INT64_MAX;
    Milliseconds since = table->seats[seat].since, away = at->away[seat];
    if (away == 0) return since + REPLACE_HERE_MS;
    return (away > since ? away : since) + REPLACE_AWAY_MS;
}

/* ---- tables that nobody is at */

static void end(Room *room, RoomTable *at, EndReason why) {
    Entry entry = {.kind = ENTRY_END, .why = why};
    room_log(room, at, &entry);
}

bool room_is_idle(const Room *room, const Table *table) {
    Milliseconds after = table->phase == PHASE_WAITING ? IDLE_WAITING_MS : IDLE_PLAYING_MS;
    return table->phase != PHASE_OVER && room->now - table->changed >= after;
}

void room_end_idle(Room *room, RoomTable *at) { end(room, at, END_IDLE); }

bool room_let_go(Room *room, RoomTable *at) {
    if (at->visits || at->touched || at->loading || at->reads > 0) return false;
    bool over = at->table.phase == PHASE_OVER, kept = at->kept == at->table.n;
    if (!over && (!kept || room->now < at->empty + LINGER_MS)) return false;
    room_drop_table(room, at, !over);
    return true;
}

/* How long a person's consent is needed to end the match. For somebody who is gone, until a bot would take over unasked: the
 * others may call in a bot much sooner, and must not be able to end the match that way. Somebody for whom a bot plays, with a
 * page left open, has as long to answer: a page at which nobody sits must not keep the others there. */
static Milliseconds asked_until(const Room *room, const RoomTable *at, int seat) {
    const Seat *person = &at->table.seats[seat];
    if (person->who != WHO_PERSON || person->left) return 0;
    Milliseconds since = at->away[seat] ? at->away[seat] : at->silent[seat];
    return person->absent && since ? since + room->settings.grace : INT64_MAX;
}

/* Notes since when people for whom a bot plays have not answered. */
static void note_silence(const Room *room, RoomTable *at) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bool silent = at->table.proposed && at->table.seats[seat].absent && !at->away[seat];
        if (!silent) at->silent[seat] = 0;
        else if (at->silent[seat] == 0) at->silent[seat] = room->now;
    }
}

SeatSet room_still_asked(const Room *room, const RoomTable *at) {
    SeatSet asked = 0;
    for (int seat = 0; at->table.proposed && seat < at->table.people; seat++)
        if (asked_until(room, at, seat) > room->now && !(at->table.yes & SEAT_BIT(seat))) asked |= SEAT_BIT(seat);
    return asked;
}

/* Nobody is left to ask, and not because everybody has gone. */
static bool everybody_agrees(const Room *room, const RoomTable *at) {
    const Table *table = &at->table;
    bool somebody = false;
    for (int seat = 0; table->proposed && seat < table->people; seat++)
        if (asked_until(room, at, seat) > room->now) somebody = true;
    return somebody && !room_still_asked(room, at);
}

static bool mark_absent(Room *room, RoomTable *at) {
    for (int seat = 0; seat < at->table.people; seat++) {
        const Seat *person = &at->table.seats[seat];
        if (person->who != WHO_PERSON || person->absent) continue;
        if (person->missed < CLOCK_MISSED_MAX && grace_ends(room, at, seat) > room->now) continue;
        Entry entry = {.kind = ENTRY_ABSENT, .seat = seat};
        room_log(room, at, &entry);
        return true;
    }
    return false;
}

/* Whatever is due first; false if nothing is. */
static bool settle_once(Room *room, RoomTable *at) {
    Table *table = &at->table;
    if (table->phase == PHASE_OVER || !at->visits) return false; /* nothing happens where nobody is */
    if (table->phase == PHASE_WAITING) {
        Entry entry = {.kind = ENTRY_START, .revision = table->game->revision};
        if (!table_can_start(table)) return false;
        room_log(room, at, &entry);
        return true;
    }
    if (everybody_agrees(room, at)) {
        end(room, at, END_AGREED);
        return true;
    }
    return mark_absent(room, at) || let_bots_act(room, at);
}

static Milliseconds next_appointment(const Room *room, const RoomTable *at) {
    Milliseconds due = INT64_MAX, leaves = at->empty + LINGER_MS;
    if (at->table.phase == PHASE_OVER) return INT64_MAX;
    if (!at->visits) return leaves > room->now ? leaves : room->now + LINGER_MS; /* or as soon as it is committed */
    if (at->table.phase == PHASE_WAITING) return due;
    if (at->held && at->show < due) due = at->show;
    for (int seat = 0; seat < at->table.people; seat++) {
        Milliseconds grace = grace_ends(room, at, seat);
        Milliseconds deadline = at->asked || at->held || at->job.waits ? INT64_MAX : table_deadline(&at->table, seat);
        Milliseconds asked = at->table.proposed ? asked_until(room, at, seat) : 0;
        if (grace < due) due = grace;
        if (deadline < due) due = deadline;
        if (asked > room->now && asked < due) due = asked;
    }
    return due;
}

static void settle(Room *room, RoomTable *at) {
    if (at->loading) return;
    while (settle_once(room, at)) {
    }
    note_silence(room, at);
    if (room_here_due(at) <= room->now) room_tell_here(room, at);
    if (room_let_go(room, at)) return;
    bool leaves = at->table.phase != PHASE_OVER && !at->visits && at->empty + LINGER_MS <= room->now;
    if (leaves && at->reads == 0 && at->kept != at->table.n) room_keep(room, at); /* and goes when that is committed */
    Milliseconds next = next_appointment(room, at), here = at->visits ? room_here_due(at) : INT64_MAX;
    agenda_set(&room->agenda, &at->appointment, next < here ? next : here);
}

void room_settle(Room *room) {
    for (Appointment *first; (first = agenda_first(&room->agenda)) && first->due <= room->now;) {
        RoomTable *at = (RoomTable *)(void *)((char *)first - offsetof(RoomTable, appointment));
        agenda_set(&room->agenda, first, INT64_MAX);
        room_unsettle(room, at);
    }
    while (room->unsettled) {
        RoomTable *at = room->unsettled;
        room->unsettled = at->next_unsettled;
        at->unsettled = false;
        settle(room, at);
    }
    room_hand_out(room);
}
