/* Ctrl-C and SIGTERM as a readable file descriptor.
 * Code that waits for a program or for other threads sees them there, and nothing is left behind. */
#ifndef ARALDO_PROGRAM_INTERRUPT_H
#define ARALDO_PROGRAM_INTERRUPT_H

#include <stdbool.h>

/* From here on interrupts no longer end this process: the file reports them. -1 if the system has no file left, and nothing has
 * changed. */
int interrupts_open(void);
/* Nobody reads what the file tells, so who was interrupted stays so. Of -1 nothing comes. */
bool interrupted(int fd);

#endif
