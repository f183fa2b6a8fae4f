/* Plays a match of one person and bots by the first legal moves, and writes its log as a browser has it. */
#include "tests/support/moved.h"

#include <string.h>

#include "games/games.h"
#include "room/table.h"
#include "tests/support/tap.h"

typedef struct Moved {
    Table table;
    Desk desk;
    Entry entry;
    Text *text;
} Moved;

static Entry *begin(Moved *moved, EntryKind kind) {
    memset(&moved->entry, 0, sizeof moved->entry);
    moved->entry.kind = kind;
    moved->entry.at = 1;
    moved->entry.last = ENTRY_NONE;
    return &moved->entry;
}

static void append(Moved *moved) {
    Error error = {""};
    if (!table_apply(&moved->table, &moved->entry, &moved->desk, &error)) fail_msg("%s", error.text);
    entry_write(&moved->entry, moved->text);
    text_char(moved->text, '\n');
}

static void create(Moved *moved, const char *name) {
    Entry *entry = begin(moved, ENTRY_CREATE);
    int variant;
    Span option = span_of(name), game, key;
    assert_true(span_split(&option, ' ', &game));
    entry->game = game_find_variant(game, &variant, NULL);
    assert_non_null(entry->game);
    entry->setup = (Setup){.variant = variant, .people = entry->game->variants[variant].people_min};
    if (span_split(&option, '=', &key)) {
        Option *given = &entry->setup.options[entry->setup.option_count++];
        assert_true(span_copy(key, given->key, sizeof given->key) && span_copy(option, given->value, sizeof given->value));
    }
    span_copy(span_of("me"), entry->person.text, sizeof entry->person.text);
    span_copy(span_of("Eve"), entry->name, sizeof entry->name);
    for (int seat = 0; seat < entry->setup.people; seat++) entry->places[seat].who = seat ? WHO_BOT : WHO_PERSON;
    fair_commitment(moved->table.secret, entry->commitment);
    append(moved);
    entry = begin(moved, ENTRY_READY);
    memcpy(entry->person.text, moved->table.maker.text, sizeof entry->person.text);
    entry->on = entry->has_salt = true;
    append(moved);
    begin(moved, ENTRY_START)->revision = moved->table.game->revision;
    append(moved);
}

/* False if the match is over. */
static bool move(Moved *moved) {
    const Table *table = &moved->table;
    SeatSet actors = table_actors(table);
    if (!actors) return false;
    Entry *entry = begin(moved, ENTRY_MOVE);
    Text text = text_init(entry->move, sizeof entry->move);
    entry->seat = __builtin_ctz(actors);
    entry->by = entry->seat ? BY_BOT : BY_PERSON;
    if (!entry->seat) entry->person = table->maker;
    table->game->legal(table_state(table), entry->seat, moved->desk.moves);
    table->game->print_move(table_state(table), entry->seat, moved->desk.moves[0], &text);
    append(moved);
    return true;
}

void moved_write(const char *game, int moves, const char *id, Text *text) {
    static Moved moved;
    static const uint8_t secret[ROOM_SECRET_BYTES] = {1, 2, 3};
    char hex[COMMITMENT_HEX];
    TableId table = {""};
    moved.text = text;
    assert_true(desk_init(&moved.desk));
    assert_true(span_copy(span_of(id), table.text, sizeof table.text));
    table_init(&moved.table, &table, secret);
    hex_write(secret, sizeof secret, hex);
    text_format(text, "{\"table\":\"%s\",\"secret\":\"%s\"}\n", id, hex);
    create(&moved, game);
    for (int i = 0; i < moves; i++) {
        size_t before = text->length;
        if (move(&moved) && moved.table.phase == PHASE_PLAYING) continue;
        text->length = before; /* the move that ended it */
        text->buffer[before] = 0;
        break;
    }
    desk_release(&moved.desk);
    assert_false(text->overflow);
}
