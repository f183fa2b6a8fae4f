/* Counts what is taken from the heap, to show that games take nothing during play. */
#ifndef ARALDO_TESTS_SUPPORT_ALLOCATIONS_H
#define ARALDO_TESTS_SUPPORT_ALLOCATIONS_H

/* How many times memory was allocated since the program began. */
unsigned long allocations(void);

#endif
