/* Tests that a person has only so many connections at all rooms on one store together.
 * People come to any of them, and the rooms hear of each other in any order. */
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"
#include "tests/support/tap.h"

enum { ROOMS = 3, LETTERS_MAX = 256, NOW = 1000 };

/* What a room tells others, until it is heard. */
typedef struct Letter {
    uint64_t from, to; /* rooms, counted from 1 */
    char *text;
    size_t length;
} Letter;

static struct {
    Room *rooms[ROOMS];
    uint64_t numbers[ROOMS];
    ConnectionId last; /* connection */
    int closed[ROOMS];
    ConnectionId closed_last[ROOMS];
    bool linked[ROOMS][ROOMS];
    Letter letters[LETTERS_MAX];
    int letter_count;
} all;

static const PersonId ada = {"ada0000000000000"}, zoe = {"zoe0000000000000"};

static int number_of(const void *context) { return (int)(*(const uint64_t *)context - 1); }

/* ---- the ports */

static void ignore_write(void *context, const Write *write) { (void)context, (void)write; }

static void ignore_send(void *context, ConnectionId connection, const char *json, size_t length) {
    (void)context, (void)connection, (void)json, (void)length;
}

static void note_close(void *context, ConnectionId connection, int code) {
    assert_int_equal(code, CLOSE_FLOOD);
    all.closed[number_of(context)]++;
    all.closed_last[number_of(context)] = connection;
}

static void ignore_ask(void *context, const Ask *ask) { (void)context, (void)ask; }

static void ignore_load(void *context, const Load *load) { (void)context, (void)load; }

static void zero_random(void *context, void *bytes, size_t count) {
    (void)context;
    memset(bytes, 0, count);
}

static void ignore_damaged(void *context, const char *reason) { (void)context, (void)reason; }

static bool owns_all(void *context, const TableId *table) {
    (void)context, (void)table;
    return true;
}

static void ignore_telling(void *context, const TableId *table, uint32_t n) { (void)context, (void)table, (void)n; }

static void put_letter(void *context, uint64_t to, Span text) {
    int from = number_of(context);
    for (uint64_t room = 1; room <= ROOMS; room++) {
        if ((int)room - 1 == from || (to && to != room) || !all.linked[from][room - 1]) continue;
        assert_true(all.letter_count < LETTERS_MAX);
        char *copy = malloc(text.length);
        assert_non_null(copy);
        memcpy(copy, text.at, text.length);
        all.letters[all.letter_count++] = (Letter){(uint64_t)from + 1, room, copy, text.length};
    }
}

/* ---- what happens */

static void step(int room, const RoomInput *input) { room_step(all.rooms[room], input, NOW); }

static void hear_all(void) {
    for (int i = 0; i < all.letter_count; i++) {
        Letter *letter = &all.letters[i];
        step((int)letter->to - 1, &(RoomInput){.kind = INPUT_PRESENT,
                                               .room = letter->from,
                                               .number = letter->from < letter->to,
                                               .text = {letter->text, letter->length}});
        free(letter->text);
    }
    all.letter_count = 0;
}

static void set_link(int one, int other, bool up) {
    all.linked[one][other] = all.linked[other][one] = up;
    InputKind kind = up ? INPUT_ROOM_CAME : INPUT_ROOM_GONE;
    step(one, &(RoomInput){.kind = kind, .room = (uint64_t)other + 1});
    step(other, &(RoomInput){.kind = kind, .room = (uint64_t)one + 1});
    hear_all();
}

/* As the server does, a connection that is sent away is forgotten. */
static bool come(int room, const PersonId *person) {
    int closed = all.closed[room];
    step(room, &(RoomInput){.kind = INPUT_CONNECT, .connection = ++all.last, .person = *person, .name = "Ada", .address = 1});
    room_committed(all.rooms[room]);
    if (all.closed[room] == closed) return true;
    step(room, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = all.last});
    return false;
}

static void leave(int room, ConnectionId connection) {
    step(room, &(RoomInput){.kind = INPUT_DISCONNECT, .connection = connection});
}

static int begin(void **state) {
    static RoomShare shares[ROOMS];
    (void)state;
    memset(&all, 0, sizeof all);
    RoomSettings settings = {.tables_max = 10, .thinkers = 1};
    for (int i = 0; i < ROOMS; i++) {
        all.numbers[i] = (uint64_t)i + 1;
        shares[i] = (RoomShare){.context = &all.numbers[i], .owns = owns_all, .telling = ignore_telling, .present = put_letter};
        RoomPort port = {&all.numbers[i], ignore_write, ignore_send,    note_close, ignore_ask,
                         ignore_load,     zero_random,  ignore_damaged, &shares[i]};
        all.rooms[i] = room_open(&settings, &port);
    }
    for (int i = 0; i < ROOMS; i++)
        for (int k = 0; k < i; k++) set_link(i, k, true);
    return 0;
}

static int end(void **state) {
    (void)state;
    for (int i = 0; i < ROOMS; i++) room_free(all.rooms[i]);
    for (int i = 0; i < all.letter_count; i++) free(all.letters[i].text);
    return 0;
}

/* ---- the tests */

static void a_person_has_so_many_at_all_rooms(void **state) {
    (void)state;
    for (int i = 0; i < CONNECTIONS_PER_PERSON_MAX; i++) {
        assert_true(come(i % ROOMS, &ada));
        hear_all();
    }
    for (int room = 0; room < ROOMS; room++) {
        assert_false(come(room, &ada));
        hear_all();
        assert_true(come(room, &zoe)); /* others have their own */
        hear_all();
    }
    leave(1, 2); /* the second one, at the second room */
    hear_all();
    assert_true(come(0, &ada));
    hear_all();
    assert_false(come(2, &ada));
    assert_int_equal(all.closed[0] + all.closed[1] + all.closed[2], ROOMS + 1); /* nobody lost one that was let in */
}

/* Let in by two rooms that have not heard of each other yet: the later room sends away those that came last. */
static void those_that_came_last_go(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) assert_true(come(0, &ada));
    for (int i = 0; i < 5; i++) assert_true(come(2, &ada));
    ConnectionId newest = all.last;
    hear_all();
    assert_int_equal(all.closed[0], 0);
    assert_int_equal(all.closed[2], 10 - CONNECTIONS_PER_PERSON_MAX);
    assert_int_equal(all.closed_last[2], newest - 1); /* newest first */
    leave(2, newest);
    leave(2, newest - 1);
    hear_all();
    assert_false(come(1, &ada));
}

/* What a room that is gone had does not count; one that is linked again tells it. */
static void rooms_that_are_gone_do_not_count(void **state) {
    (void)state;
    for (int i = 0; i < CONNECTIONS_PER_PERSON_MAX; i++) assert_true(come(1, &ada));
    assert_true(come(1, &zoe));
    hear_all();
    assert_false(come(0, &ada));
    set_link(1, 0, false);
    assert_true(come(0, &ada));
    leave(0, all.last);
    hear_all();
    set_link(1, 0, true);
    assert_false(come(0, &ada));
    assert_int_equal(all.closed[1], 0);
}

/* A relayed client was counted by the room of its socket. */
static void relayed_clients_count_once(void **state) {
    (void)state;
    for (int i = 0; i < CONNECTIONS_PER_PERSON_MAX; i++) assert_true(come(1, &ada));
    hear_all();
    for (unsigned i = 0; i < CONNECTIONS_PER_PERSON_MAX; i++)
        step(0,
             &(RoomInput){
                 .kind = INPUT_CONNECT, .connection = 1000 + i, .person = ada, .name = "Ada", .address = 1, .relayed = true});
    assert_int_equal(all.letter_count, 0);
    assert_int_equal(all.closed[0], 0);
    assert_false(come(0, &ada));
}

/* Whatever another room says of people, nothing breaks. */
static void nonsense_is_passed_over(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "\n\n",
                                        "ada0000000000000",
                                        "ada0000000000000 \n",
                                        "ada0000000000000 x\n",
                                        "ada0000000000000 -3\n",
                                        "someone-with-a-name-that-is-far-too-long 3\n",
                                        " 8\n",
                                        "ada0000000000000 99999999999999999999\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        step(0, &(RoomInput){.kind = INPUT_PRESENT, .room = 2, .text = span_of(texts[i])});
    assert_true(come(0, &ada));
}

#define AMONG_ROOMS(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        AMONG_ROOMS(a_person_has_so_many_at_all_rooms), AMONG_ROOMS(those_that_came_last_go),
        AMONG_ROOMS(rooms_that_are_gone_do_not_count),  AMONG_ROOMS(relayed_clients_count_once),
        AMONG_ROOMS(nonsense_is_passed_over),
    };
    return tap_run("room_presence", tests, sizeof tests / sizeof *tests);
}
