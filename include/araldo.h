/* Araldo: card games by their printed rules, as a library: engines, records, bots, an exact solver and French words.
 *
 * One header for C and C++. docs/library.md goes from nothing to a bot in ten minutes; the samples are in docs/examples.
 *
 * Threads. The library keeps no state of its own: two threads may use two objects at the same time, and may both read one
 * object (a pointer to const). One object that somebody changes belongs to one thread at a time.
 *
 * Errors. A function that can fail returns false, NULL or a negative number, and writes one clear line of English into the
 * caller's araldo_error. Bad input changes nothing. The pointer to the error may always be NULL. Running out of memory is such
 * an error too. Passing NULL for an object, or one that was freed, is a bug of the caller. */
#ifndef ARALDO_H
#define ARALDO_H

#include <stddef.h>
#include <stdint.h>

#ifndef __cplusplus
#include <stdbool.h>
#endif

#if defined(__GNUC__)
#define ARALDO_API __attribute__((visibility("default")))
#else
#define ARALDO_API
#endif

/* The number behind libaraldo.so: raised when a program compiled against an older header could no longer run. */
#define ARALDO_ABI 0

#ifdef __cplusplus
extern "C" {
#endif

typedef struct araldo_error {
    char text[256];
} araldo_error;

/* The library's version, as in "0.1.0". */
ARALDO_API const char *araldo_version(void);

/* ---- games. They are named by text: "primiera". Their rules: `araldo rules GAME`. */

typedef struct araldo_variant {
    const char *name;
    int people_min, people_max; /* how many people it seats */
    int sides; /* partners for the whole match: seat s belongs to side s % sides; 0 where everybody plays alone */
} araldo_variant;

/* The name of the index-th game, counted from 0; NULL past the last. */
ARALDO_API const char *araldo_game_name(int index);
/* The index-th variant of a game; false past the last, and for a game that does not exist. Variant 0 is the default. */
ARALDO_API bool araldo_game_variant(const char *game, int index, araldo_variant *variant);

#ifdef __cplusplus
}
#endif

#endif
