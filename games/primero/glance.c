/* What players of Primero see at a glance: the ladder of hands and the points of cards, and where their own hand stands. */
#include "games/primero/primero.h"

static void tell_step(PrimeroType type, EventSink *sink) {
    int least = primero_next_bid(primero_value(type, 0)), most = least;
    for (int bid = least; bid && primero_type(bid) == type; bid = primero_next_bid(bid)) most = bid;
    event_open_object(sink, NULL, SEEN_BY_ALL);
    event_text(sink, "type", primero_type_names[type], SEEN_BY_ALL);
    event_number(sink, "least", primero_points(least), SEEN_BY_ALL);
    event_number(sink, "most", primero_points(most), SEEN_BY_ALL);
    event_close(sink);
}

void primero_facts(EventSink *sink) {
    event_begin(sink, "facts");
    event_open_list(sink, "ladder", SEEN_BY_ALL);
    for (PrimeroType type = HAND_NUMERUS; type < HAND_TYPES; type++) tell_step(type, sink);
    event_close(sink);
    event_open_list(sink, "worth", SEEN_BY_ALL);
    for (int card = 0; card < PRIMERO_CARDS; card++) {
        event_open_object(sink, NULL, SEEN_BY_ALL);
        event_card(sink, "card", (uint8_t)card, SEEN_BY_ALL);
        event_number(sink, "points", primero_rank_points[primero_rank(card)], SEEN_BY_ALL);
        event_close(sink);
    }
    event_close(sink);
    event_end(sink);
}

/* What the viewer's cards make, from the first two on, and with how many points they would count: none for four cards that do
 * not make the bid. */
void primero_glance(const View *view, EventSink *sink) {
    const Primero *p = primero_of_view(view);
    if (p->viewer >= p->people || !p->hand[p->viewer]) return;
    int value = primero_hand_value(p->hand[p->viewer]);
    int points = primero_type(value) == HAND_NOTHING ? 0 : primero_points(value);
    bool judged = p->bid && primero_count(p->hand[p->viewer]) == PRIMERO_HAND;
    event_begin(sink, "glance");
    event_text(sink, "type", primero_type_names[primero_type(value)], SEEN_BY_ALL);
    event_number(sink, "points", points, SEEN_BY_ALL);
    event_number(sink, "counts", judged ? primero_makes(value, p->bid) : points, SEEN_BY_ALL);
    event_end(sink);
}
