/* A macro that writes out tables over all 1,024 sets of ranks at compile time.
 * For each set t, which is ten bits, the table holds ENTRY(t). */
#ifndef ARALDO_GAMES_PRIMIERA_TABLES_H
#define ARALDO_GAMES_PRIMIERA_TABLES_H

#define TIMES_4(ENTRY, t) ENTRY(t), ENTRY((t) + 1), ENTRY((t) + 2), ENTRY((t) + 3)
#define TIMES_16(ENTRY, t) TIMES_4(ENTRY, t), TIMES_4(ENTRY, (t) + 4), TIMES_4(ENTRY, (t) + 8), TIMES_4(ENTRY, (t) + 12)
#define TIMES_64(ENTRY, t) TIMES_16(ENTRY, t), TIMES_16(ENTRY, (t) + 16), TIMES_16(ENTRY, (t) + 32), TIMES_16(ENTRY, (t) + 48)
#define TIMES_256(ENTRY, t) \
    TIMES_64(ENTRY, t), TIMES_64(ENTRY, (t) + 64), TIMES_64(ENTRY, (t) + 128), TIMES_64(ENTRY, (t) + 192)
#define TIMES_1024(ENTRY) TIMES_256(ENTRY, 0), TIMES_256(ENTRY, 256), TIMES_256(ENTRY, 512), TIMES_256(ENTRY, 768)

#endif
