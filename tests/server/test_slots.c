/* Tests the loop's slots: ids of gone connections find nothing, and the list of who has something to send stays bounded. */
#include <string.h>

#include "server/slots.h"
#include "tests/support/tap.h"

enum { CAPACITY = 200 };

static Slots slots;
static Connection connections[CAPACITY];

static Connection *open_one(int index) {
    connections[index] = (Connection){.id = slots_next_id(&slots)};
    assert_int_not_equal(connections[index].id, 0);
    slots_add(&slots, &connections[index]);
    return &connections[index];
}

static void count(void *context, Connection *connection) {
    (void)connection;
    ++*(int *)context;
}

static int reset(void **state) {
    (void)state;
    memset(&slots, 0, sizeof slots);
    slots_init(&slots, CAPACITY);
    return 0;
}

static void test_ids(void **state) {
    (void)state;
    Connection *first = open_one(0);
    ConnectionId gone = first->id;
    assert_ptr_equal(slots_find(&slots, gone), first);
    slots_remove(&slots, first);
    assert_null(slots_find(&slots, gone));
    Connection *second = open_one(0);
    assert_int_not_equal(second->id, gone); /* the same slot, another generation */
    assert_null(slots_find(&slots, gone));
    for (int i = 1; i < CAPACITY; i++) open_one(i);
    assert_int_equal(slots_next_id(&slots), 0);
    assert_null(slots_find(&slots, UINT32_MAX));
}

/* Many connections come, have something to send, and go, before the list is emptied once. */
static void test_list_is_bounded(void **state) {
    (void)state;
    int flushed = 0;
    for (int turn = 0; turn < 5; turn++)
        for (int i = 0; i < CAPACITY; i++) {
            Connection *connection = open_one(i);
            slots_list(&slots, connection);
            slots_list(&slots, connection);
            assert_in_range(slots.list_count, 1, CAPACITY);
            slots_remove(&slots, connection);
        }
    for (int i = 0; i < CAPACITY; i++) slots_list(&slots, open_one(i));
    assert_int_equal(slots.list_count, CAPACITY);
    slots_each_listed(&slots, count, &flushed);
    assert_int_equal(flushed, CAPACITY); /* each once */
    assert_int_equal(slots.list_count, 0);
    slots_list(&slots, &connections[3]);
    slots_remove(&slots, &connections[3]);
    slots_each_listed(&slots, count, &flushed);
    assert_int_equal(flushed, CAPACITY); /* gone: nobody to send to */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_ids, reset),
        cmocka_unit_test_setup(test_list_is_bounded, reset),
    };
    return tap_run("slots", tests, sizeof tests / sizeof *tests);
}
