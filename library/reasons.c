/* Reasons for a move, as sentences in a language. */
#include "bots/reason.h"

#include "core/message.h"
#include "library/inside.h"

static void add_seat(const void *context, int seat, Text *text) {
    const Language *language = context;
    message_format(text, *language, "Seat {number}", WITH("number", seat));
}

static void add_sentence(const Reason *reason, const Language *language, Text *text) {
    if (text->length > 0) text_char(text, '\n');
    reason_write(reason, *language, (ReasonNames){.context = language, .name = add_seat}, text);
}

int araldo_reasons(const araldo_view *view, araldo_move move, const araldo_expectation *expectation, const char *language_tag,
                   char *buffer, size_t size, araldo_error *error) {
    const araldo_state *seen = &view->seen;
    char words[ARALDO_REASONS_TEXT];
    Text text = text_init(words, sizeof words);
    Language language;
    Reasons reasons;
    Reason outlook;
    if (!language_of_tag(span_of(language_tag), &language)) {
        error_set(error_of(error), "unknown language '%.40s'; choose from en, it, fr, es, de", language_tag);
        return -1;
    }
    int seat = araldo_state_viewer(seen);
    if (!araldo_state_is_legal(seen, seat, move)) {
        error_set(error_of(error), "that move is not allowed");
        return -1;
    }
    reasons_find(seen->game, view_of(view), seat, move, &reasons);
    for (int i = 0; i < reasons.count; i++) add_sentence(&reasons.list[i], &language, &text);
    Expectation expected = {.kind = EXPECTS_NOTHING};
    if (expectation) expected = (Expectation){(ExpectationKind)expectation->kind, expectation->value};
    if (reason_of_expectation(expected, &outlook)) add_sentence(&outlook, &language, &text);
    return (int)text_give(&text, buffer, size);
}
