/* The reader: a thread that reads logs for the room, so that the loop never waits for the disk to read.
 *
 * It reads through its own Store and sees what is committed. Every load gets exactly one answer, in the mailbox; the loop
 * frees it with reader_letter_free. */
#ifndef ARALDO_SERVER_READER_H
#define ARALDO_SERVER_READER_H

#include "server/mailbox.h"
#include "store/store.h"

typedef struct Reader Reader;

/* What comes back: `table.loaded` is the answer. */
typedef struct LoadedLetter {
    Letter letter;
    Load wanted;
    StoredTable table;
    Error problem; /* why it could not be read; empty if it could */
} LoadedLetter;

/* NULL with a clear line. `mailbox` outlives the reader. */
Reader *reader_open(const char *path, Mailbox *mailbox, Error *error);
/* Loads that still wait are dropped. */
void reader_free(Reader *reader);
/* False if there is not enough memory. */
bool reader_load(Reader *reader, const Load *wanted);
void reader_letter_free(LoadedLetter *letter);

#endif
