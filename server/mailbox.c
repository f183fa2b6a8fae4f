/* A locked queue of letters with an eventfd that wakes the loop. */
#include "server/mailbox.h"

#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

bool mailbox_init(Mailbox *mailbox) {
    mailbox->first = NULL;
    mailbox->last = &mailbox->first;
    mailbox->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return pthread_mutex_init(&mailbox->mutex, NULL) == 0 && mailbox->wake >= 0;
}

void mailbox_release(Mailbox *mailbox) {
    pthread_mutex_destroy(&mailbox->mutex);
    if (mailbox->wake >= 0) close(mailbox->wake);
    mailbox->wake = -1;
}

void mailbox_put(Mailbox *mailbox, Letter *letter) {
    letter->next = NULL;
    pthread_mutex_lock(&mailbox->mutex);
    bool was_empty = !mailbox->first;
    *mailbox->last = letter;
    mailbox->last = &letter->next;
    pthread_mutex_unlock(&mailbox->mutex);
    uint64_t one = 1;
    if (was_empty && write(mailbox->wake, &one, sizeof one) < 0) return; /* it counts to 2^64: it never fails */
}

Letter *mailbox_take(Mailbox *mailbox) {
    uint64_t count;
    if (read(mailbox->wake, &count, sizeof count) < 0) count = 0;
    pthread_mutex_lock(&mailbox->mutex);
    Letter *letters = mailbox->first;
    mailbox->first = NULL;
    mailbox->last = &mailbox->first;
    pthread_mutex_unlock(&mailbox->mutex);
    return letters;
}
