/* Tests the limits by address: connections held, connections opened and guests made lately. */
#include <arpa/inet.h>
#include <netinet/in.h>

#include "server/addresses.h"
#include "tests/support/tap.h"

static AddressKey key_of(const Addresses *addresses, const char *words) {
    AddressKey key = address_key_of_words(addresses, span_of(words));
    assert_true(key != 0);
    return key;
}

/* Connections that are opened again as soon as they are closed have a rate; nobody else's do. */
static void test_connections_have_a_rate(void **state) {
    (void)state;
    const Milliseconds now = 1000000;
    Addresses *addresses = addresses_open();
    AddressKey eve = key_of(addresses, "192.0.2.1"), ada = key_of(addresses, "192.0.2.2");
    int opened = 0;
    for (; opened < 2 * CONNECTS_BURST && addresses_connect(addresses, eve, now); opened++)
        addresses_disconnect(addresses, eve);
    assert_int_equal(opened, CONNECTS_BURST);
    assert_true(addresses_connect(addresses, ada, now));
    assert_false(addresses_connect(addresses, eve, now + CONNECT_MS - 1));
    assert_true(addresses_connect(addresses, eve, now + CONNECT_MS));
    assert_false(addresses_connect(addresses, eve, now + CONNECT_MS));
    addresses_free(addresses);
}

static void test_held(void **state) {
    (void)state;
    const Milliseconds now = 1000000;
    Addresses *addresses = addresses_open();
    AddressKey eve = key_of(addresses, "2001:db8::1"), neighbour = key_of(addresses, "2001:db8::2");
    assert_true(eve == neighbour); /* one network is one address */
    for (int i = 0; i < CONNECTIONS_PER_ADDRESS_MAX; i++) assert_true(addresses_connect(addresses, eve, now));
    assert_false(addresses_connect(addresses, neighbour, now));
    addresses_disconnect(addresses, eve);
    assert_true(addresses_connect(addresses, neighbour, now));
    addresses_free(addresses);
}

static void test_guests(void **state) {
    (void)state;
    const Milliseconds now = 1000000;
    Addresses *addresses = addresses_open();
    AddressKey eve = key_of(addresses, "192.0.2.1");
    for (int i = 0; i < GUESTS_BURST; i++) assert_true(addresses_guest(addresses, eve, now));
    assert_false(addresses_guest(addresses, eve, now + GUEST_MS - 1));
    assert_true(addresses_guest(addresses, eve, now + GUEST_MS));
    assert_true(address_key_of_words(addresses, span_of("example.org")) == 0);
    addresses_free(addresses);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_connections_have_a_rate), cmocka_unit_test(test_held),
                                       cmocka_unit_test(test_guests)};
    return tap_run("addresses", tests, sizeof tests / sizeof *tests);
}
