/* What players of Primo see at a glance: what each special card does, which words they lack, and why they cannot write. */
#include "core/message.h"
#include "games/primo/primo.h"

static const char *const helps[PRIMO_FACES] = {
    [STAR] = N_("Stands for any letter."),
    [CRAYON] = N_("Put it in front of you: from your next turn on you can write words."),
    [GOMME] = N_("Put it on an opponent’s Pencil: no writing until they rub out a word or cover the Eraser."),
    [PAUSE] = N_("An opponent misses a turn."),
    [FANTOME] = N_("Give an opponent one card and draw one of theirs."),
    [MAGICIEN] = N_("Swap several cards with an opponent, or mix hands with the discards and deal them again."),
    [MARQUEUR] = N_("You can write until the end of the game, and no Eraser can stop you."),
    [CAFETIERE] = N_("Nobody can make you miss a turn any more."),
};

static void tell_lengths(EventSink *sink, const char *key, Lengths lengths) {
    event_open_list(sink, key, SEEN_BY_ALL);
    for (; lengths; lengths &= lengths - 1) event_number(sink, NULL, __builtin_ctz(lengths), SEEN_BY_ALL);
    event_close(sink);
}

/* The lengths that words may have, and the special cards. */
void primo_facts(EventSink *sink) {
    event_begin(sink, "facts");
    tell_lengths(sink, "normal", primo_lengths(&(Primo){.variant = PRIMO_DUEL}));
    tell_lengths(sink, "extreme", primo_lengths(&(Primo){.variant = PRIMO_DUEL, .extreme = true}));
    tell_lengths(sink, "solo", primo_lengths(&(Primo){.variant = PRIMO_SOLO}));
    event_open_list(sink, "specials", SEEN_BY_ALL);
    for (int face = 0; face < PRIMO_FACES; face++) {
        if (!helps[face]) continue;
        event_open_object(sink, NULL, SEEN_BY_ALL);
        event_card(sink, "card", (uint8_t)face, SEEN_BY_ALL);
        event_text(sink, "help", helps[face], SEEN_BY_ALL);
        event_close(sink);
    }
    event_close(sink);
    event_end(sink);
}

void primo_glance(const View *view, EventSink *sink) {
    const Primo *p = primo_of_view(view);
    int seat = p->viewer;
    if (seat >= primo_seats(p) || p->phase == PRIMO_OVER) return;
    bool solo = p->variant == PRIMO_SOLO;
    event_begin(sink, "glance");
    tell_lengths(sink, "lacks", solo ? primo_lengths(p) : (Lengths)(primo_lengths(p) & ~primo_written(p, seat)));
    if (solo || primo_can_write(p, seat)) event_null(sink, "barred");
    else event_text(sink, "barred", primo_gommed(p, seat) ? "eraser" : "pencil", SEEN_BY_ALL);
    event_end(sink);
}
