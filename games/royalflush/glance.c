/* What players of Royal Flush see at a glance: what is printed on the boards, and how near their hand is to each. */
#include "games/royalflush/royalflush.h"

void royalflush_facts(EventSink *sink) {
    event_begin(sink, "facts");
    event_number(sink, "rounds", ROYAL_ROUNDS, SEEN_BY_ALL);
    event_number(sink, "pieces", ROYAL_PIECES, SEEN_BY_ALL);
    event_open_list(sink, "boards", SEEN_BY_ALL);
    for (int board = 0; board < ROYAL_BOARDS; board++) {
        const RoyalBoardFacts *facts = &royal_boards[board];
        int fields[ROYAL_FIELDS];
        for (int field = 0; field < facts->field_count; field++) fields[field] = facts->fields[field];
        event_open_object(sink, NULL, SEEN_BY_ALL);
        event_text(sink, "board", facts->key, SEEN_BY_ALL);
        event_text(sink, "label", facts->label, SEEN_BY_ALL);
        event_text(sink, "example", facts->example, SEEN_BY_ALL);
        event_bool(sink, "first", royalflush_first_boards() >> board & 1);
        event_bool(sink, "always", board == ROYAL_ROYAL_FLUSH);
        event_numbers(sink, "fields", fields, facts->field_count);
        event_close(sink);
    }
    event_close(sink);
    event_end(sink);
}

/* A joker replaces a missing card on every board but Royal Flush. */
static int missing(const RoyalFlush *r, RoyalBoard board) {
    int cards = royalflush_missing(board, r->hand[r->viewer]), jokers = board == ROYAL_ROYAL_FLUSH ? 0 : r->jokers[r->viewer];
    return cards > jokers ? cards - jokers : 0;
}

/* The boards that still have a free field, with the cards of one's choice that would complete the combination. */
void royalflush_glance(const View *view, EventSink *sink) {
    const RoyalFlush *r = royalflush_of_view(view);
    if (r->viewer >= r->people || r->phase == ROYAL_OVER || r->phase == ROYAL_SCORING) return;
    event_begin(sink, "glance");
    event_open_list(sink, "boards", SEEN_BY_ALL);
    for (RoyalBoard board = 0; board < ROYAL_BOARDS; board++) {
        if (!royalflush_free_value(r, board)) continue;
        event_open_object(sink, NULL, SEEN_BY_ALL);
        event_text(sink, "board", royal_boards[board].key, SEEN_BY_ALL);
        event_number(sink, "missing", missing(r, board), SEEN_BY_ALL);
        event_close(sink);
    }
    event_close(sink);
    event_end(sink);
}
