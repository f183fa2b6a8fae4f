/* Tests the limits by address: connections held, connections opened, guests made and links tried lately. */
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

/* Links that are tried have a rate for each address and one for all; an address at its limit takes nothing from the others. */
static void test_links(void **state) {
    (void)state;
    const Milliseconds now = 1000000;
    Addresses *addresses = addresses_open();
    AddressKey eve = key_of(addresses, "192.0.2.1"), ada = key_of(addresses, "192.0.2.2");
    for (int i = 0; i < LINKS_BURST; i++) assert_true(addresses_link(addresses, eve, now));
    for (int i = 0; i < 2 * ALL_LINKS_BURST; i++) assert_false(addresses_link(addresses, eve, now + LINK_MS - 1));
    assert_true(addresses_link(addresses, ada, now));
    assert_true(addresses_link(addresses, eve, now + LINK_MS));
    addresses_free(addresses);

    addresses = addresses_open();
    int tried = 0;
    for (int i = 0; i < 2 * ALL_LINKS_BURST; i++) {
        char words[32];
        snprintf(words, sizeof words, "198.51.%d.%d", i / 256, i % 256);
        tried += addresses_link(addresses, key_of(addresses, words), now);
    }
    assert_int_equal(tried, ALL_LINKS_BURST);
    assert_true(addresses_link(addresses, ada, now + ALL_LINKS_MS));
    addresses_free(addresses);
}

/* Matches and results that have to be played again here have a rate each. */
static void test_checked(void **state) {
    (void)state;
    const Milliseconds now = 1000000;
    Addresses *addresses = addresses_open();
    AddressKey eve = key_of(addresses, "192.0.2.1"), ada = key_of(addresses, "192.0.2.2");
    for (int i = 0; i < BROUGHT_BURST; i++) assert_true(addresses_brought(addresses, eve, now));
    assert_false(addresses_brought(addresses, eve, now + BROUGHT_MS - 1));
    for (int i = 0; i < RESULTS_BURST; i++) assert_true(addresses_result(addresses, eve, now));
    assert_false(addresses_result(addresses, eve, now + RESULT_MS - 1));
    assert_true(addresses_brought(addresses, eve, now + BROUGHT_MS));
    assert_true(addresses_result(addresses, eve, now + RESULT_MS));
    assert_true(addresses_brought(addresses, ada, now) && addresses_result(addresses, ada, now));
    addresses_free(addresses);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_connections_have_a_rate), cmocka_unit_test(test_held),
                                       cmocka_unit_test(test_guests), cmocka_unit_test(test_links),
                                       cmocka_unit_test(test_checked)};
    return tap_run("addresses", tests, sizeof tests / sizeof *tests);
}
