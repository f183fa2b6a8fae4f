/* Tests which origins may open a WebSocket or post, and which handshakes are answered. */
#include "server/handshake.h"
#include "tests/support/tap.h"

static const struct OriginCase {
    const char *origin, *host, *public_origin;
    bool tls, ours;
} cases[] = {
    {NULL, "localhost", NULL, false, false},
    {"null", "localhost", NULL, false, false},
    {"http://localhost:7070", "localhost:7070", NULL, false, true},
    {"http://localhost:7070", "LOCALHOST:7070", NULL, false, true},
    {"http://localhost:7071", "localhost:7070", NULL, false, false},
    {"http://127.0.0.1:7070", "127.0.0.1:7070", NULL, false, true},
    {"http://192.168.1.20", "192.168.1.20", NULL, false, true},
    {"http://[::1]:7070", "[::1]:7070", NULL, false, true},
    {"http://cards:7070", "cards:7070", NULL, false, true},
    {"http://cards.local", "cards.local", NULL, false, true},
    {"http://cards.home.arpa", "cards.home.arpa", NULL, false, true},
    /* A stranger's name that leads here: over TLS the certificate would not fit, over HTTP nothing else protects. */
    {"http://evil.example:7070", "evil.example:7070", NULL, false, false},
    {"http://127.0.0.1.evil.example", "127.0.0.1.evil.example", NULL, false, false},
    {"http://local", "cards.local", NULL, false, false},
    {"https://cards.example.org", "cards.example.org", NULL, true, true},
    {"https://evil.example", "cards.example.org", NULL, true, false},
    /* With a public address, that one alone. */
    {"https://cards.example.org", "127.0.0.1:7070", "https://cards.example.org", false, true},
    {"HTTPS://cards.Example.org", "127.0.0.1:7070", "https://cards.example.org", false, true},
    {"http://cards.example.org", "cards.example.org", "https://cards.example.org", false, false},
    {"http://evil.example", "evil.example", "https://cards.example.org", false, false},
    {"https://evil.example", "evil.example", "https://cards.example.org", true, false},
    {"http://localhost:7070", "localhost:7070", "https://cards.example.org", false, false},
};

static void test_origins(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool ours = origin_is_ours(cases[i].origin, cases[i].host, cases[i].public_origin, cases[i].tls);
        if (ours != cases[i].ours) print_message("# %s at %s\n", cases[i].origin, cases[i].host);
        assert_int_equal(ours, cases[i].ours);
    }
}

static void test_answer(void **state) {
    (void)state;
    Handshake handshake = {"h2c, WebSocket", "keep-alive , Upgrade", "dGhlIHNhbXBsZSBub25jZQ==", "13"}; /* of RFC 6455 */
    char accept[ACCEPT_MAX];
    assert_int_equal(handshake_check(&handshake, accept), 0);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    handshake.connection = "upgraded";
    assert_int_equal(handshake_check(&handshake, accept), MHD_HTTP_BAD_REQUEST);
    assert_int_equal(handshake_check(&(Handshake){0}, accept), MHD_HTTP_UPGRADE_REQUIRED);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_origins), cmocka_unit_test(test_answer)};
    return tap_run("handshake", tests, sizeof tests / sizeof *tests);
}
