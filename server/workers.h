/* Workers: threads on which bots think, so that the loop never waits for one.
 *
 * Questions are answered first come, first served; the room decides their order (room/queue.h). Each thread opens a
 * bot once for each game and level it is asked for, and keeps it; before each choice the bot is told what the seat has seen of
 * the round. Every question gets exactly one answer, in the mailbox. The memory for as many questions as there are threads is
 * taken at the start, so asking cannot fail. One thread asks, takes the answers and gives their letters back. */
#ifndef ARALDO_SERVER_WORKERS_H
#define ARALDO_SERVER_WORKERS_H

#include "room/room.h"
#include "server/log.h"
#include "server/mailbox.h"

enum { WORKERS_MAX = 64 };

typedef struct Workers Workers;

/* What comes back. */
typedef struct AnswerLetter {
    Letter letter;
    Answer answer;
} AnswerLetter;

/* NULL with a clear line if threads or memory are lacking. `log` and `mailbox` outlive the workers. */
Workers *workers_open(int count, Mailbox *mailbox, const Log *log, Error *error);
/* Lets each thread end the choice it is at; questions still waiting are dropped, and answers still in the mailbox are gone. */
void workers_free(Workers *workers);
/* At most as many questions at once as there are threads: each until its answer is given back. */
void workers_ask(Workers *workers, const Ask *ask);
/* The answer has been read: its letter can be reused for another question. */
void workers_take_back(Workers *workers, AnswerLetter *reply);
/* How many questions wait, and how many were answered. */
void workers_counts(Workers *workers, int *waiting, uint64_t *answered);

#endif
