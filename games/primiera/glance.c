/* What players of Primiera see at a glance: the cards they have not seen, and how the round would count if it ended now. */
#include "games/primiera/primiera.h"

/* What each team has captured so far, and who leads in each scoring point. Everybody saw these cards being captured. */
static void tell_team(const TeamScore *score, EventSink *sink) {
    event_open_object(sink, NULL, SEEN_BY_ALL);
    event_seats(sink, "seats", score->seats);
    event_number(sink, "cards", score->cards, SEEN_BY_ALL);
    event_number(sink, "coins", score->coins, SEEN_BY_ALL);
    event_bool(sink, "seven", score->seven);
    if (score->primiera) event_number(sink, "primiera", score->primiera, SEEN_BY_ALL);
    else event_null(sink, "primiera");
    primiera_tell_won(score, sink);
    event_close(sink);
}

void primiera_tell_won(const TeamScore *score, EventSink *sink) {
    event_open_list(sink, "won", SEEN_BY_ALL);
    if (score->won_cards) event_text(sink, NULL, "cards", SEEN_BY_ALL);
    if (score->won_coins) event_text(sink, NULL, "coins", SEEN_BY_ALL);
    if (score->seven) event_text(sink, NULL, "seven", SEEN_BY_ALL);
    if (score->won_primiera) event_text(sink, NULL, "primiera", SEEN_BY_ALL);
    event_close(sink);
}

void primiera_tell_cards(CardSet set, const char *key, EventSink *sink) {
    event_open_list(sink, key, SEEN_BY_ALL);
    for (; set; set &= set - 1) event_card(sink, NULL, (uint8_t)set_lowest(set), SEEN_BY_ALL);
    event_close(sink);
}

void primiera_glance(const View *view, EventSink *sink) {
    const Primiera *p = primiera_of_view(view);
    TeamScore scores[PRIMIERA_SEATS];
    if (p->phase == PRIMIERA_PHASE_OVER) return;
    int count = primiera_round_score(p, scores);
    event_begin(sink, "glance");
    primiera_tell_cards(p->viewer == ONLOOKER ? 0 : ALL_CARDS & ~primiera_seen(p), "unseen", sink);
    event_open_list(sink, "teams", SEEN_BY_ALL);
    for (int t = 0; t < count; t++) tell_team(&scores[t], sink);
    event_close(sink);
    event_end(sink);
}
