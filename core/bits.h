/* Counts the bits of a set, quickly even on processors without an instruction for it.
 *
 * The baseline of x86-64 lacks popcnt, and there the compiler's own way is a call to a library function. Counting in pairs,
 * nibbles and bytes within the caller costs about a tenth of that (docs/speed.md). */
#ifndef ARALDO_CORE_BITS_H
#define ARALDO_CORE_BITS_H

#include <stdint.h>

static inline int bits_count(uint64_t set) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(set * 0x0101010101010101 >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

#endif
