/* Turns SIGINT and SIGTERM into a descriptor with signalfd. */
#include "program/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

int interrupts_open(void) {
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    int fd = signalfd(-1, &interrupts, SFD_CLOEXEC);
    if (fd >= 0) pthread_sigmask(SIG_BLOCK, &interrupts, NULL);
    return fd;
}

bool interrupted(int fd) {
    struct pollfd file = {.fd = fd, .events = POLLIN};
    return fd >= 0 && poll(&file, 1, 0) > 0;
}
