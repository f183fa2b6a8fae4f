/* Collects the facts that speak for a move, as messages with values. */
#include "bots/reason.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "bots/registry.h"
#include "core/message.h"

void reasons_find(const Game *game, const View *view, int actor, Move move, Reasons *reasons) {
    const GameBots *bots = game_bots(game);
    reasons->count = 0;
    if (bots->reasons) bots->reasons(view, actor, move, reasons);
}

/* ---- building */

Reason *reason_add_plural(Reasons *reasons, const char *message, const char *plural, int64_t count) {
    assert(reasons->count < REASONS_MAX);
    Reason *reason = &reasons->list[reasons->count < REASONS_MAX ? reasons->count++ : REASONS_MAX - 1];
    *reason = (Reason){.message = message, .plural = plural, .count = count};
    return reason;
}

Reason *reason_add(Reasons *reasons, const char *message) { return reason_add_plural(reasons, message, NULL, 0); }

static ReasonValue *add_value(Reason *reason, const char *name, ReasonKind kind) {
    assert(reason->value_count < REASON_VALUES_MAX);
    ReasonValue *value = &reason->values[reason->value_count++];
    *value = (ReasonValue){.name = name, .kind = kind};
    return value;
}

void reason_number(Reason *reason, const char *name, int64_t number) {
    add_value(reason, name, REASON_NUMBER)->number = number;
}

void reason_tenths(Reason *reason, const char *name, int64_t tenths) {
    add_value(reason, name, REASON_TENTHS)->number = tenths;
}

Text reason_words(Reason *reason, const char *name) {
    ReasonValue *value = add_value(reason, name, REASON_WORDS);
    return text_init(value->words, sizeof value->words);
}

Text reason_cards(Reason *reason, const char *name) {
    ReasonValue *value = add_value(reason, name, REASON_CARDS);
    return text_init(value->words, sizeof value->words);
}

void reason_message(Reason *reason, const char *name, const char *message) {
    add_value(reason, name, REASON_MESSAGE)->message = message;
}

void reason_seat(Reason *reason, const char *name, int seat) { add_value(reason, name, REASON_SEAT)->number = seat; }

bool reason_of_expectation(Expectation expected, Reason *reason) {
    Reasons one = {0};
    Reason *made;
    switch (expected.kind) {
    case EXPECTS_WIN:
        made = reason_add(&one, "Your chance of winning the match is about {percent}%.");
        reason_number(made, "percent", lroundf(expected.value * 100));
        break;
    case EXPECTS_POINTS:
        made = reason_add(&one, "Expected lead in this round: {points} points.");
        reason_tenths(made, "points", lroundf(expected.value * 10));
        break;
    case EXPECTS_COINS:
        made = reason_add(&one, "Expected result of this deal: {coins} coins.");
        reason_tenths(made, "coins", lroundf(expected.value * 10));
        break;
    default: return false;
    }
    *reason = *made;
    return true;
}

/* ---- writing */

static void add_cards(const char *cards, ReasonNames names, Text *text) {
    Span rest = span_of(cards), card;
    for (const char *joint = ""; span_split(&rest, ' ', &card); joint = " ") {
        text_add(text, joint);
        if (names.card) names.card(names.context, card, text);
        else text_format(text, "%.*s", SPAN_ARGS(card));
    }
}

void reason_write(const Reason *reason, Language language, ReasonNames names, Text *text) {
    char name[REASON_VALUES_MAX][REASON_WORDS_MAX * 2];
    MessageValue values[REASON_VALUES_MAX + 1] = {{0}};
    for (int i = 0; i < reason->value_count; i++) {
        const ReasonValue *value = &reason->values[i];
        Text words = text_init(name[i], sizeof name[i]);
        switch (value->kind) {
        case REASON_NUMBER: values[i] = message_number(value->name, value->number); continue;
        case REASON_TENTHS: language_add_tenths(language, value->number, &words); break;
        case REASON_WORDS: text_add(&words, value->words); break;
        case REASON_CARDS: add_cards(value->words, names, &words); break;
        case REASON_MESSAGE: text_add(&words, message(language, value->message)); break;
        case REASON_SEAT: names.name(names.context, (int)value->number, &words); break;
        }
        values[i] = message_words(value->name, name[i]);
    }
    const char *pattern = reason->plural ? message_plural(language, reason->message, reason->plural, reason->count)
                                         : message(language, reason->message);
    message_fill(text, pattern, values);
}

/* ---- as JSON */

static void write_cards(const ReasonValue *value, Json *json) {
    Span rest = span_of(value->words), card;
    json_open_object(json, value->name);
    json_open_list(json, "cards");
    while (span_split(&rest, ' ', &card)) {
        char words[CARD_TEXT_MAX];
        if (span_copy(card, words, sizeof words)) json_text(json, NULL, words);
    }
    json_close(json);
    json_close(json);
}

static void write_value(const ReasonValue *value, Json *json) {
    switch (value->kind) {
    case REASON_NUMBER: json_number(json, value->name, value->number); break;
    case REASON_TENTHS: json_decimal(json, value->name, (double)value->number / 10, 1); break;
    case REASON_WORDS: json_text(json, value->name, value->words); break;
    case REASON_CARDS: write_cards(value, json); break;
    case REASON_MESSAGE:
        json_open_object(json, value->name);
        json_text(json, "message", value->message);
        json_close(json);
        break;
    case REASON_SEAT:
        json_open_object(json, value->name);
        json_number(json, "seat", value->number);
        json_close(json);
        break;
    }
}

void reason_json(const Reason *reason, Json *json) {
    json_open_object(json, NULL);
    json_text(json, "message", reason->message);
    if (reason->plural) {
        json_text(json, "plural", reason->plural);
        json_number(json, "n", reason->count);
    }
    json_open_object(json, "values");
    for (int i = 0; i < reason->value_count; i++) write_value(&reason->values[i], json);
    json_close(json);
    json_close(json);
}
