/* The keeper: a thread that asks the database about the servers that share it, so that the loop never waits for an answer. */
#ifndef ARALDO_SERVER_KEEPER_H
#define ARALDO_SERVER_KEEPER_H

#include "server/log.h"
#include "server/mailbox.h"
#include "store/nodes.h"

typedef struct Keeper Keeper;

/* What comes back. */
typedef struct StoreLetter {
    Letter letter;
    StoreAnswer answer;
} StoreLetter;

/* NULL with a clear line. The keeper has `nodes` to itself from now on, and frees it. */
Keeper *keeper_open(Nodes *nodes, const NodeFacts *me, Mailbox *mailbox, const Log *log, Error *error);
/* Ends the registration, if there is one, in good order. */
void keeper_free(Keeper *keeper, Epoch epoch);
/* One job at a time. `writer` is the database's process behind the connection that writes. */
void keeper_ask(Keeper *keeper, const StoreJob *job, int writer);

#endif
