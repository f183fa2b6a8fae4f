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

/* Of the bot that chooses for a seat. */
static Level level_of(const Table *table, int seat, MoveBy by) {
    return by == BY_BOT && table->seats[seat].who == WHO_BOT ? table->seats[seat].level : LEVEL_MEDIUM;
}

static void ask_for_move(Room *room, RoomTable *at, int seat, MoveBy by) {
    const Table *table = &at->table;
    at->asked = true;
    at->held = false;
    at->seat = seat;
    at->by = by;
    at->step = table->step;
    room_ask(room, table, seat, level_of(table, seat, by), 0);
}

/* Who acts without being a person, or whose time has run out. */
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
    if (at->step != at->table.step) at->asked = at->held = false;
    if (at->held) {
        if (at->show > room->now) return false;
        play_held(room, at);
        return true;
    }
    if (at->asked || room->asks >= ASKS_MAX) return false;
    int seat = automatic_actor(room, &at->table, &by);
    if (seat < 0) return false;
    if (seat < at->table.people) {
        ask_for_move(room, at, seat, by);
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
    Milliseconds show = beat_show(&room->beat, at->table.game, level_of(&at->table, answer->seat, at->by), room->settings.pace,
                                  at->began, answer->thought, room->now);
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

static Milliseconds idle_ends(const RoomTable *at) {
    if (at->empty == 0) return INT64_MAX;
    return at->empty + (at->table.phase == PHASE_WAITING ? (Milliseconds)IDLE_WAITING_MS : (Milliseconds)IDLE_PLAYING_MS);
}

static bool everybody_agrees(const Table *table) {
    bool somebody = false;
    if (!table->proposed) return false;
    for (int seat = 0; seat < table->people; seat++) {
        if (table->seats[seat].who != WHO_PERSON || table->seats[seat].absent) continue;
        somebody = true;
        if (!(table->yes & SEAT_BIT(seat))) return false;
    }
    return somebody;
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

static void end(Room *room, RoomTable *at, EndReason why) {
    Entry entry = {.kind = ENTRY_END, .why = why};
    room_log(room, at, &entry);
}

/* Whatever is due first; false if nothing is. */
static bool settle_once(Room *room, RoomTable *at) {
    Table *table = &at->table;
    if (table->phase == PHASE_OVER) return false;
    if (idle_ends(at) <= room->now) {
        end(room, at, END_IDLE);
        return true;
    }
    if (table->phase == PHASE_WAITING) {
        Entry entry = {.kind = ENTRY_START, .revision = table->game->revision};
        if (!table_can_start(table)) return false;
        room_log(room, at, &entry);
        return true;
    }
    if (everybody_agrees(table)) {
        end(room, at, END_AGREED);
        return true;
    }
    return mark_absent(room, at) || let_bots_act(room, at);
}

static Milliseconds next_appointment(const Room *room, const RoomTable *at) {
    Milliseconds due = idle_ends(at);
    if (at->table.phase == PHASE_OVER) return INT64_MAX;
    if (at->table.phase == PHASE_WAITING) return due;
    if (at->held && at->show < due) due = at->show;
    for (int seat = 0; seat < at->table.people; seat++) {
        Milliseconds grace = grace_ends(room, at, seat);
        Milliseconds deadline = at->asked || at->held ? INT64_MAX : table_deadline(&at->table, seat);
        if (grace < due) due = grace;
        if (deadline < due) due = deadline;
    }
    if (!at->asked && !at->held && room->asks >= ASKS_MAX && room->now + PACE_MS < due) due = room->now + PACE_MS;
    return due;
}

static void settle(Room *room, RoomTable *at) {
    if (at->loading) return;
    while (settle_once(room, at)) {
    }
    if (at->table.phase == PHASE_OVER && !at->visits && !at->touched && at->reads == 0) {
        room_drop_table(room, at);
        return;
    }
    agenda_set(&room->agenda, &at->appointment, next_appointment(room, at));
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
}
