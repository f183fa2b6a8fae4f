/* Picks the sentence for an event, "you" or a name, and fills it in. */
#include "term/teller.h"

#include <string.h>

#include "core/game.h"

enum { TELLER_NAME_MAX = 256, TELLER_NAMES_MAX = SEATS_MAX * TELLER_NAME_MAX };

void teller_tell(const Teller *tellers, size_t count, const Screen *screen, const Event *event, Text *text) {
    size_t from = text->length;
    for (size_t i = 0; i < count; i++)
        if (strcmp(event->kind, tellers[i].kind) == 0) tellers[i].tell(screen, event, text);
    if (text->length > from) text_char(text, '\n');
}

/* The message for the viewer, or NULL. */
static const char *pick(const Screen *screen, int seat, int target, Saying saying) {
    if (screen_is_you(screen, seat)) return saying.yours;
    return saying.to_you && screen_is_you(screen, target) ? saying.to_you : saying.others;
}

void teller_fill(Text *text, const Screen *screen, int seat, int target, Saying saying, MessageValue *values) {
    const char *picked = pick(screen, seat, target, saying);
    char name[TELLER_NAME_MAX], other[TELLER_NAME_MAX];
    Text names = text_init(name, sizeof name), others = text_init(other, sizeof other);
    if (!picked) return;
    screen_name(screen, seat, &names);
    screen_name(screen, target, &others);
    values[0] = WITH("player", name);
    values[1] = WITH("target", other);
    message_fill(text, message(screen->language, picked), values);
}

void teller_fill_count(Text *text, const Screen *screen, int seat, int n, const char *yours, const char *yours_many,
                       const char *others, const char *others_many, MessageValue *values) {
    const char *one = pick(screen, seat, ONLOOKER, (Saying){yours, NULL, others});
    char name[TELLER_NAME_MAX];
    Text names = text_init(name, sizeof name);
    if (!one) return;
    screen_name(screen, seat, &names);
    values[0] = WITH("player", name);
    values[1] = WITH("n", n);
    message_fill(text, message_plural(screen->language, one, one == yours ? yours_many : others_many, n), values);
}

void teller_names(const Screen *screen, const Field *seats, Text *text) {
    const Field *seat;
    for (int i = 0; (seat = event_element(seats, i)) != NULL; i++) {
        if (i > 0) text_add(text, ", ");
        screen_label(screen, (int)seat->number, text);
    }
}

void teller_totals(const Screen *screen, const Field *totals, Text *text) {
    const Field *total;
    for (int seat = 0; (total = event_element(totals, seat)) != NULL; seat++) {
        text_add(text, seat ? screen_joint(screen) : "");
        screen_label(screen, seat, text);
        text_format(text, " %d", (int)total->number);
    }
}

void teller_end(const Screen *screen, const Event *event, Text *text) {
    const Field *winners = screen_field(screen, event, "winners");
    char names[TELLER_NAMES_MAX];
    Text words = text_init(names, sizeof names);
    teller_names(screen, winners, &words);
    message_format_plural(text, screen->language, "The match is over. Winner: {names}.", "The match is over. Winners: {names}.",
                          event_length(winners), WITH("names", names));
}
