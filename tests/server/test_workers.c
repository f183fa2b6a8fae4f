/* Tests the workers: every question gets one answer, and asking takes no memory, so that it cannot fail. */
#include <poll.h>
#include <string.h>

#include "games/games.h"
#include "server/workers.h"
#include "tests/support/tap.h"

enum { THREADS = 3, ROUNDS = 20, ANSWER_MS = 20000 };

/* Memory taken by this thread; counted in the development build, whose sanitizer tells. */
static _Thread_local int taken;

#ifdef __SANITIZE_ADDRESS__
/* Of the sanitizer: its header is not in every package of the compiler. */
int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));

static void note_taken(const volatile void *memory, size_t bytes) {
    (void)memory, (void)bytes;
    taken++;
}
static void note_freed(const volatile void *memory) { (void)memory; }
#endif

static void prepare(Ask *ask, uint32_t n) {
    StateRoom room;
    Setup setup = {.people = games[0]->variants[0].people_min};
    Chance chance = chance_fast(n + 1);
    assert_true(games[0]->setup(STATE_IN(room), &setup, &chance, NULL, NULL));
    *ask = (Ask){.n = n, .game = games[0]};
    ask->seat = __builtin_ctz(games[0]->actors(STATE_IN(room)));
    strcpy(ask->bot, "random");
    games[0]->view(STATE_IN(room), ask->seat, VIEW_IN(ask->view));
}

static void test_asking_takes_no_memory(void **state) {
    (void)state;
    Mailbox mailbox;
    Log log = {0};
    Error error;
    assert_true(mailbox_init(&mailbox));
    Workers *workers = workers_open(THREADS, &mailbox, &log, &error);
    assert_non_null(workers);
    static Ask asks[THREADS];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < THREADS; i++) prepare(&asks[i], round * THREADS + i);
        int before = taken;
        for (uint32_t i = 0; i < THREADS; i++) workers_ask(workers, &asks[i]);
        assert_int_equal(taken, before);
        unsigned answered = 0;
        while (answered != (1U << THREADS) - 1) {
            struct pollfd wake = {.fd = mailbox.wake, .events = POLLIN};
            assert_int_equal(poll(&wake, 1, ANSWER_MS), 1);
            for (Letter *letter = mailbox_take(&mailbox), *next; letter; letter = next) {
                next = letter->next;
                AnswerLetter *reply = (AnswerLetter *)letter;
                uint32_t i = reply->answer.n - round * THREADS;
                assert_true(i < THREADS && !(answered >> i & 1));
                assert_true(games[0]->is_legal(view_state(VIEW_IN(asks[i].view)), asks[i].seat, reply->answer.move));
                answered |= 1U << i;
                workers_take_back(workers, reply);
            }
        }
    }
    workers_free(workers);
    mailbox_release(&mailbox);
}

int main(void) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_install_malloc_and_free_hooks(note_taken, note_freed);
#endif
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_asking_takes_no_memory)};
    return tap_run("workers", tests, sizeof tests / sizeof *tests);
}
