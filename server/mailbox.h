/* A mailbox: letters from other threads to the loop, in order, and a descriptor that wakes it.
 *
 * A letter is any struct that begins with a Letter; the receiver owns it. */
#ifndef ARALDO_SERVER_MAILBOX_H
#define ARALDO_SERVER_MAILBOX_H

#include <pthread.h>
#include <stdbool.h>

typedef struct Letter {
    struct Letter *next;
} Letter;

typedef struct Mailbox {
    pthread_mutex_t mutex;
    Letter *first, **last;
    int wake; /* an eventfd: readable while there may be letters */
} Mailbox;

bool mailbox_init(Mailbox *mailbox);
void mailbox_release(Mailbox *mailbox);
void mailbox_put(Mailbox *mailbox, Letter *letter);
/* All letters as a list, oldest first; NULL if there are none. */
Letter *mailbox_take(Mailbox *mailbox);

#endif
