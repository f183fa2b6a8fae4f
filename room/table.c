/* Applies log entries to a table; nothing else changes one. */
#include "room/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "room/index.h"

enum { QUIET_TRIALS = 8 };

/* ---- the desk */

bool desk_init(Desk *desk) {
    int longest = 0;
    for (const Game *const *game = games; *game; game++)
        if ((*game)->moves_max > longest) longest = (*game)->moves_max;
    event_log_init(&desk->log);
    desk_listen(desk);
    desk->moves = malloc((size_t)longest * sizeof *desk->moves);
    return desk->moves != NULL;
}

void desk_listen(Desk *desk) {
    desk->sink.take = event_log_take;
    desk->sink.context = &desk->log;
}

void desk_release(Desk *desk) {
    event_log_release(&desk->log);
    free(desk->moves);
    desk->moves = NULL;
}

/* ---- questions */

void table_init(Table *table, const TableId *id, const uint8_t secret[ROOM_SECRET_BYTES]) {
    memset(table, 0, sizeof *table); /* padding too: equal tables are equal bytes */
    table->id = *id;
    memcpy(table->secret, secret, ROOM_SECRET_BYTES);
    table->quiet = table->last_own = ENTRY_NONE;
}

int table_seats(const Table *table) { return table->game->seats(table_state(table)); }

int table_seat_of(const Table *table, const PersonId *person) {
    for (int seat = 0; seat < table->people; seat++)
        if (table->seats[seat].who == WHO_PERSON && strcmp(table->seats[seat].person.text, person->text) == 0) return seat;
    return -1;
}

bool table_shows(const Table *table, int seat, const char *name, int face) {
    return strcmp(table->seats[seat].name, name) == 0 && table->seats[seat].face == face;
}

SeatSet table_actors(const Table *table) { return table->phase == PHASE_PLAYING ? table->game->actors(table_state(table)) : 0; }

void table_describe(const Table *table, Setup *setup) {
    memset(setup, 0, sizeof *setup);
    table->game->describe(table_state(table), setup);
}

bool table_is_automatic(const Table *table, int seat) {
    return seat >= table->people || table->seats[seat].who != WHO_PERSON || table->seats[seat].absent;
}

int table_persons(const Table *table, bool absent_too) {
    int count = 0;
    for (int seat = 0; seat < table->people; seat++)
        count += table->seats[seat].who == WHO_PERSON && (absent_too || !table->seats[seat].absent);
    return count;
}

bool table_may_hint(const Table *table) { return table->hints != HINTS_OFF || table_persons(table, true) < 2; }

bool table_is_alone(const Table *table, int seat) {
    return seat >= 0 && table->seats[seat].who == WHO_PERSON && table_persons(table, true) == 1;
}

bool table_may_undo(const Table *table, int seat) {
    if (table->phase != PHASE_PLAYING || seat < 0) return false;
    if (table_is_alone(table, seat)) return table->last_own != ENTRY_NONE;
    return table->quiet != ENTRY_NONE && table->quiet == table->step && table->quiet_seat == seat;
}

Milliseconds table_deadline(const Table *table, int seat) {
    if (table->clock == 0 || !(table_actors(table) & SEAT_BIT(seat)) || table_is_automatic(table, seat)) return INT64_MAX;
    return table->seats[seat].since + (Milliseconds)table->clock * 1000;
}

bool table_can_start(const Table *table) {
    bool person = false;
    for (int seat = 0; seat < table->people; seat++) {
        const Seat *at = &table->seats[seat];
        if (at->who == WHO_OPEN || (at->who == WHO_PERSON && !at->ready)) return false;
        person |= at->who == WHO_PERSON;
    }
    return table->phase == PHASE_WAITING && person;
}

const char *table_bot(const Game *game, Level level) {
    const char *const wanted[] = {level_name(level), "greedy", "random"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (bot_find(game, span_of(wanted[i]))) return wanted[i];
    assert(!"no bot plays this game");
    return NULL;
}

static bool chance_spoke(const Desk *desk) {
    return event_log_has(&desk->log, 0, "shuffle") || event_log_has(&desk->log, 0, "lot");
}

/* The move is tried on full states that all fit what the seat knows: where its view afterwards depends on which of them is
 * true, the move told it something. So does chance, whatever it drew. */
bool table_move_is_quiet(const Table *table, int seat, Move move, Desk *desk) {
    const Game *game = table->game;
    StateRoom view, first, trial, after;
    game->view(table_state(table), seat, VIEW_IN(view));
    for (int i = 0; i <= QUIET_TRIALS; i++) {
        Chance chance = chance_fast(0x5eed + (uint64_t)i);
        memset(after.bytes, 0, game->state_bytes);
        if (i == 0) memcpy(trial.bytes, table->state.bytes, game->state_bytes);
        else game->determinize(VIEW_IN(view), &chance, STATE_IN(trial));
        event_log_clear(&desk->log);
        game->apply(STATE_IN(trial), seat, move, &chance, i == 0 ? &desk->sink : NULL);
        if (i == 0 && chance_spoke(desk)) return false;
        if (game_over(game, STATE_IN(trial))) return false;
        game->view(STATE_IN(trial), seat, VIEW_IN(after));
        if (i == 0) first = after;
        else if (memcmp(first.bytes, after.bytes, game->state_bytes) != 0) return false;
    }
    return true;
}

/* ---- keys */

uint64_t table_key_hash(const PersonId *person, const char *key) { return index_hash(person->text) * 31 + index_hash(key); }

bool table_has_key(const Table *table, const PersonId *person, const char *key) {
    uint64_t hash = table_key_hash(person, key);
    for (int ring = 0; ring < KEY_RINGS; ring++)
        for (int i = 0; i < KEYS_REMEMBERED; i++)
            if (table->keys[ring][i] == hash) return true;
    return false;
}

static void remember_key(Table *table, const Entry *entry) {
    if (!entry->key[0]) return;
    int seat = table_seat_of(table, &entry->person), ring = seat < 0 ? SEATS_MAX : seat;
    table->keys[ring][table->key_next[ring]] = table_key_hash(&entry->person, entry->key);
    table->key_next[ring] = (uint8_t)((table->key_next[ring] + 1) % KEYS_REMEMBERED);
}

/* ---- what the entries do */

static void clear_seat(Table *table, int seat) { memset(&table->seats[seat], 0, sizeof table->seats[seat]); }

static void seat_person(Table *table, int seat, const Entry *entry) {
    clear_seat(table, seat);
    Seat *at = &table->seats[seat];
    at->who = WHO_PERSON;
    at->person = entry->person;
    memcpy(at->name, entry->name, strlen(entry->name) + 1);
    at->face = entry->face;
}

static void seat_place(Table *table, int seat, Place place) {
    clear_seat(table, seat);
    table->seats[seat].who = place.who;
    table->seats[seat].level = place.level;
}

static bool apply_create(Table *table, const Entry *entry, Error *error) {
    StateRoom trial = {{0}};
    Chance chance = chance_fast(0);
    if (!entry->game->setup(STATE_IN(trial), &entry->setup, &chance, NULL, error)) return false;
    table->game = entry->game;
    memcpy(table->state.bytes, trial.bytes, entry->game->state_bytes);
    table->phase = PHASE_WAITING;
    table->maker = entry->person;
    table->people = entry->setup.people;
    table->clock = entry->clock;
    table->hints = entry->hints;
    table->is_public = entry->is_public;
    table->chat = entry->chat;
    table->moved = entry->moved;
    table->undone = entry->undone;
    table->created = entry->at;
    table->create_key = entry->key[0] ? table_key_hash(&entry->person, entry->key) : 0;
    for (int seat = 0; seat < table->people; seat++)
        if (entry->places[seat].who == WHO_PERSON) seat_person(table, seat, entry);
        else seat_place(table, seat, entry->places[seat]);
    return true;
}

void table_wind_clocks(Table *table, SeatSet before, SeatSet afresh, Milliseconds at) {
    SeatSet after = table_actors(table);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bool acts = after & SEAT_BIT(seat), fresh = !(before & SEAT_BIT(seat)) || (afresh & SEAT_BIT(seat));
        if (!acts) table->seats[seat].since = 0;
        else if (fresh) table->seats[seat].since = at;
    }
}

static bool round_began(const Desk *desk) { return event_log_has(&desk->log, 0, "round"); }

void table_fix_key(Table *table) {
    const uint8_t *salts[SEATS_MAX];
    for (int seat = 0; seat < table->people; seat++) salts[seat] = table->seats[seat].has_salt ? table->seats[seat].salt : NULL;
    table->key = fair_key(table->secret, salts, table->people);
}

static bool apply_start(Table *table, const Entry *entry, Desk *desk, Error *error) {
    Setup setup;
    table_describe(table, &setup);
    table_fix_key(table);
    table->phase = PHASE_PLAYING;
    Chance chance = chance_table(&table->key);
    memset(table->state.bytes, 0, table->game->state_bytes);
    bool good = table->game->setup(STATE_IN(table->state), &setup, &chance, &desk->sink, NULL);
    assert(good);
    (void)good;
    if (!game_adopt(table->game, STATE_IN(table->state), entry->revision, error)) return false;
    table->revision = entry->revision;
    table->rounds = round_began(desk);
    table->step = table->round = table->n;
    past_begin(&table->past, table->game, table_state(table));
    table_wind_clocks(table, 0, SEEN_BY_ALL, entry->at);
    if (game_over(table->game, table_state(table))) table->phase = PHASE_OVER;
    return true;
}

/* What a move says of the person, whatever the game makes of it. */
static void count_move(Table *table, const Entry *entry) {
    table->turn++;
    if (entry->seat >= table->people) return;
    Seat *seat = &table->seats[entry->seat];
    if (entry->by == BY_PERSON) {
        table->own++;
        table->last_own = table->n;
        seat->missed = 0;
    } else if (entry->by == BY_CLOCK && seat->missed < CLOCK_MISSED_MAX) {
        seat->missed++;
    }
}

/* The "totals" of the last event that has them; false without one. */
static bool find_totals(const Desk *desk, int32_t totals[SEATS_MAX]) {
    Event event;
    for (size_t i = desk->log.event_count; i-- > 0;) {
        event_log_read(&desk->log, i, &event);
        const Field *field = event.fields, *end = event.fields + event.field_count;
        while (field < end && !(field->kind == FIELD_LIST && field->key && strcmp(field->key, "totals") == 0))
            field = field_next(field);
        if (field >= end) continue;
        field = field_next(field);
        for (int seat = 0; seat < SEATS_MAX && field->kind == FIELD_NUMBER; seat++, field = field_next(field))
            totals[seat] = (int32_t)field->number;
        return true;
    }
    return false;
}

/* A round is over, and the next has begun: the totals are kept for people who come later. */
static void note_scores(Table *table, const Desk *desk) {
    int32_t totals[SEATS_MAX] = {0};
    if (!find_totals(desk, totals)) return;
    if (table->rows == SCORES_MAX) {
        memmove(table->scores, table->scores + 1, sizeof table->scores - sizeof *table->scores);
        memmove(table->scored, table->scored + 1, sizeof table->scored - sizeof *table->scored);
        table->rows--;
    }
    memcpy(table->scores[table->rows], totals, sizeof totals);
    table->scored[table->rows++] = table->n;
    table->rounds_over++;
}

/* Rounds that were taken back are not over. */
static void forget_scores(Table *table, uint32_t round) {
    while (table->rows > 0 && table->scored[table->rows - 1] > round) {
        table->rows--;
        table->rounds_over--;
        memset(table->scores[table->rows], 0, sizeof *table->scores);
        table->scored[table->rows] = 0;
    }
}

static bool apply_move(Table *table, const Entry *entry, Desk *desk, Error *error) {
    Move move;
    SeatSet before = table_actors(table);
    Chance chance = chance_table(&table->key);
    State *state = STATE_IN(table->state);
    if (!(before & SEAT_BIT(entry->seat))) return error_set(error, "seat %d may not act", entry->seat);
    if (!table->game->parse_move(state, entry->seat, span_of(entry->move), &move, error) ||
        !game_play(table->game, state, entry->seat, move, &chance, &desk->sink, error))
        return false;
    bool round = round_began(desk);
    if (round) note_scores(table, desk);
    count_move(table, entry);
    table->step = table->n;
    table->quiet = entry->quiet ? table->n : ENTRY_NONE;
    table->quiet_seat = entry->quiet ? entry->seat : 0;
    if (round) table->round = table->n;
    past_move(&table->past, table->game, state, entry->seat, move, round);
    if (game_over(table->game, state)) table->phase = PHASE_OVER;
    table_wind_clocks(table, before, round ? SEEN_BY_ALL : SEAT_BIT(entry->seat), entry->at);
    return true;
}

static bool apply_undo(Table *table, const Entry *entry, Error *error) {
    StateRoom state = {{0}};
    if (!table->game->parse(STATE_IN(state), span_of(entry->position), error) ||
        !game_adopt(table->game, STATE_IN(state), table->revision, error))
        return false;
    memcpy(table->state.bytes, state.bytes, table->game->state_bytes);
    table->undone += table->turn - entry->turn;
    past_take_back(&table->past, table->game, table_state(table), table->turn - entry->turn);
    table->turn = entry->turn;
    table->own = entry->own;
    table->last_own = entry->last;
    table->round = entry->round;
    forget_scores(table, entry->round);
    table->step = table->n;
    table->quiet = ENTRY_NONE;
    table->quiet_seat = 0;
    table_wind_clocks(table, 0, SEEN_BY_ALL, entry->at);
    return true;
}

static void set_absent(Table *table, const Entry *entry, bool absent) {
    Seat *seat = &table->seats[entry->seat];
    seat->absent = absent;
    seat->left = absent && entry->left;
    seat->missed = 0;
    if (table_actors(table) & SEAT_BIT(entry->seat)) seat->since = entry->at;
    table->step = table->n; /* who is to choose has changed */
    table->quiet = ENTRY_NONE;
    table->quiet_seat = 0;
}

static void swap_seats(Table *table, int one, int other) {
    Seat kept;
    memcpy(&kept, &table->seats[one], sizeof kept);
    memcpy(&table->seats[one], &table->seats[other], sizeof kept);
    memcpy(&table->seats[other], &kept, sizeof kept);
}

static void end_match(Table *table) {
    table->phase = PHASE_OVER;
    table->proposed = false;
    table->yes = 0;
    table->quiet = ENTRY_NONE;
    table->quiet_seat = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++) table->seats[seat].since = 0;
}

/* Does the entry make sense at all? What the room may write, no more; the game is asked when its move is played. */
static bool fits(const Table *table, const Entry *entry, Error *error) {
    bool waiting = table->phase == PHASE_WAITING, playing = table->phase == PHASE_PLAYING;
    if ((entry->kind == ENTRY_CREATE) != (table->n == 0)) return error_set(error, "a log begins with create, and has one");
    if (entry->kind == ENTRY_CREATE) return true;
    int seat = entry->seat;
    if (entry->kind != ENTRY_MOVE && seat >= table->people) return error_set(error, "there is no seat %d", seat);
    bool person = seat < table->people && table->seats[seat].who == WHO_PERSON;
    bool good = true;
    switch (entry->kind) {
    case ENTRY_SIT: good = waiting && table->seats[seat].who == WHO_OPEN && table_seat_of(table, &entry->person) < 0; break;
    case ENTRY_STAND:
    case ENTRY_READY: good = waiting && person; break;
    case ENTRY_SEAT: good = waiting; break;
    case ENTRY_SWAP: good = waiting && entry->other < table->people; break;
    case ENTRY_START: good = waiting; break;
    case ENTRY_MOVE: good = playing; break;
    case ENTRY_UNDO:
    case ENTRY_ABSENT:
    case ENTRY_BACK: good = playing && person; break;
    case ENTRY_PROPOSE: good = playing && person && !table->proposed; break;
    case ENTRY_VOTE: good = playing && person && table->proposed; break;
    case ENTRY_CLOCK: good = playing; break;
    case ENTRY_HINT: good = playing && person; break;
    case ENTRY_END: good = waiting || playing; break;
    case ENTRY_TALK:
    case ENTRY_NAME: good = person; break;
    case ENTRY_REMATCH: good = table->phase == PHASE_OVER && !table->rematch.text[0]; break;
    case ENTRY_CREATE:
    case ENTRY_KINDS: good = false; break;
    }
    return good || error_set(error, "no '%s' fits here", entry_kind_name(entry->kind));
}

static void apply_simple(Table *table, const Entry *entry) {
    Seat *seat = &table->seats[entry->seat];
    switch (entry->kind) {
    case ENTRY_SIT: seat_person(table, entry->seat, entry); break;
    case ENTRY_STAND: clear_seat(table, entry->seat); break;
    case ENTRY_SEAT: seat_place(table, entry->seat, entry->to); break;
    case ENTRY_SWAP: swap_seats(table, entry->seat, entry->other); break;
    case ENTRY_READY:
        seat->ready = entry->on;
        seat->has_salt = entry->has_salt;
        memcpy(seat->salt, entry->salt, SALT_BYTES);
        break;
    case ENTRY_PROPOSE:
        table->proposed = true;
        table->yes = SEAT_BIT(entry->seat);
        break;
    case ENTRY_VOTE:
        table->proposed = entry->yes;
        table->yes = entry->yes ? (SeatSet)(table->yes | SEAT_BIT(entry->seat)) : 0;
        break;
    case ENTRY_END: end_match(table); break;
    case ENTRY_ABSENT: set_absent(table, entry, true); break;
    case ENTRY_BACK: set_absent(table, entry, false); break;
    case ENTRY_CLOCK: table_wind_clocks(table, 0, SEEN_BY_ALL, entry->at); break;
    case ENTRY_REMATCH: table->rematch = entry->table; break;
    case ENTRY_NAME:
        memset(seat->name, 0, sizeof seat->name);
        memcpy(seat->name, entry->name, strlen(entry->name) + 1);
        seat->face = entry->face;
        break;
    default: break; /* talk, hint */
    }
}

bool table_apply(Table *table, const Entry *entry, Desk *desk, Error *error) {
    bool good = true;
    event_log_clear(&desk->log);
    if (!fits(table, entry, error)) return false;
    switch (entry->kind) {
    case ENTRY_CREATE: good = apply_create(table, entry, error); break;
    case ENTRY_START: good = apply_start(table, entry, desk, error); break;
    case ENTRY_MOVE: good = apply_move(table, entry, desk, error); break;
    case ENTRY_UNDO: good = apply_undo(table, entry, error); break;
    default: break;
    }
    if (!good) return false;
    remember_key(table, entry);
    apply_simple(table, entry);
    table->changed = entry->at;
    table->n++;
    return true;
}

/* ---- an entry whose game is in a snapshot that comes later */

bool table_apply_beside_game(Table *table, const Entry *entry, Desk *desk, Error *error) {
    if (entry->kind != ENTRY_START && entry->kind != ENTRY_MOVE && entry->kind != ENTRY_UNDO)
        return table_apply(table, entry, desk, error);
    if (!fits(table, entry, error)) return false;
    if (entry->kind == ENTRY_START) {
        table_fix_key(table);
        table->phase = PHASE_PLAYING;
        table->revision = entry->revision;
    } else if (entry->kind == ENTRY_MOVE) {
        count_move(table, entry);
    } else {
        table->last_own = entry->last;
    }
    table->step = table->n;
    remember_key(table, entry);
    table->changed = entry->at;
    table->n++;
    return true;
}
