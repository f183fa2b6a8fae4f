/* Keeps a turn's sends, questions to bots and reads of logs in order until the commit. */
#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_BYTES_MAX = 8 * 1024 * 1024 };

/* Makes room for one more; false, and the outbox failed, without memory. */
static bool reserve(Outbox *outbox, void **items, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) return true;
    size_t larger = *capacity ? 2 * *capacity : 64;
    while (larger < needed) larger *= 2;
    void *moved = realloc(*items, larger * size);
    if (!moved) {
        outbox->failed = true;
        return false;
    }
    *items = moved;
    *capacity = larger;
    return true;
}

void outbox_release(Outbox *outbox) {
    free(outbox->bytes);
    free(outbox->parcels);
    free(outbox->asks);
    free(outbox->loads);
    free(outbox->frames);
    *outbox = (Outbox){0};
}

static void put(Outbox *outbox, ConnectionId connection, Note note, const char *text, size_t length) {
    if (!reserve(outbox, (void **)&outbox->bytes, &outbox->byte_capacity, outbox->length + length, 1) ||
        !reserve(outbox, (void **)&outbox->parcels, &outbox->parcel_capacity, outbox->parcel_count + 1,
                 sizeof *outbox->parcels))
        return;
    outbox->parcels[outbox->parcel_count++] = (Parcel){.connection = connection,
                                                       .note = note,
                                                       .table = outbox->table,
                                                       .n = outbox->n,
                                                       .offset = outbox->length,
                                                       .length = length};
    memcpy(outbox->bytes + outbox->length, text, length);
    outbox->length += length;
}

void outbox_send(Outbox *outbox, ConnectionId connection, const char *text, size_t length) {
    put(outbox, connection, NOTE_NONE, text, length);
}

void outbox_note(Outbox *outbox, ConnectionId connection, Note note, const char *words) {
    put(outbox, connection, note, words, strlen(words));
}

void outbox_frame(Outbox *outbox, uint64_t to, const Frame *frame) {
    size_t length = frame->text.length;
    if (!reserve(outbox, (void **)&outbox->bytes, &outbox->byte_capacity, outbox->length + length, 1) ||
        !reserve(outbox, (void **)&outbox->frames, &outbox->frame_capacity, outbox->frame_count + 1, sizeof *outbox->frames))
        return;
    outbox->frames[outbox->frame_count++] = (OutboxFrame){to, *frame, outbox->length};
    if (length) memcpy(outbox->bytes + outbox->length, frame->text.at, length);
    outbox->length += length;
}

void outbox_close(Outbox *outbox, ConnectionId connection, int close_code) {
    if (!reserve(outbox, (void **)&outbox->parcels, &outbox->parcel_capacity, outbox->parcel_count + 1,
                 sizeof *outbox->parcels))
        return;
    outbox->parcels[outbox->parcel_count++] = (Parcel){.connection = connection, .close_code = close_code};
}

void outbox_ask(Outbox *outbox, const Ask *ask) {
    if (!reserve(outbox, (void **)&outbox->asks, &outbox->ask_capacity, outbox->ask_count + 1, sizeof *outbox->asks)) return;
    outbox->asks[outbox->ask_count++] = *ask;
}

void outbox_load(Outbox *outbox, const Load *load) {
    if (!reserve(outbox, (void **)&outbox->loads, &outbox->load_capacity, outbox->load_count + 1, sizeof *outbox->loads))
        return;
    outbox->loads[outbox->load_count++] = *load;
}

bool outbox_empty(const Outbox *outbox) {
    return outbox->parcel_count == 0 && outbox->ask_count == 0 && outbox->load_count == 0 && outbox->frame_count == 0;
}

void outbox_clear_but_loads(Outbox *outbox) {
    outbox->length = outbox->parcel_count = outbox->ask_count = outbox->frame_count = 0;
}

void outbox_clear(Outbox *outbox) {
    outbox->length = outbox->parcel_count = outbox->ask_count = outbox->load_count = outbox->frame_count = 0;
    outbox->failed = false;
    if (outbox->byte_capacity + outbox->ask_capacity * sizeof *outbox->asks > KEPT_BYTES_MAX) outbox_release(outbox);
}
