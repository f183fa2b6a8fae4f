/* Compares the texts of a position and a view, and writes other cards into the hidden places. */
#include "tests/games/hidden.h"

#include <assert.h>
#include <string.h>

enum { ITEMS_MAX = 160, PARTS_MAX = 64 };

/* A card, or `unknown` cards, in a part of a value. */
typedef struct Item {
    size_t at, length; /* in the whole text */
    int unknown;
    uint8_t card;
} Item;

typedef struct Items {
    int count;
    int cards; /* the unknown ones included */
    Item list[ITEMS_MAX];
} Items;

/* How long the longest card at the beginning is; 0 if there is none. */
static size_t card_length(const Game *game, Span text, uint8_t *card) {
    size_t longest = text.length < CARD_TEXT_MAX ? text.length : CARD_TEXT_MAX;
    for (size_t length = longest; length > 0; length--)
        if (game->parse_card((Span){text.at, length}, card)) return length;
    return 0;
}

static void read_items(const Game *game, const char *text, Span part, Items *items) {
    items->count = items->cards = 0;
    for (const char *at = part.at, *end = part.at + part.length; at < end && items->count < ITEMS_MAX;) {
        Item item = {.at = (size_t)(at - text)};
        const char *next = at + 1;
        if (*at == '?') {
            while (next < end && *next >= '0' && *next <= '9') item.unknown = 10 * item.unknown + (*next++ - '0');
            if (next == at + 1) item.unknown = 1;
        } else {
            size_t length = card_length(game, (Span){at, (size_t)(end - at)}, &item.card);
            next = at + (length ? length : 1);
            if (!length) {
                at = next;
                continue;
            }
        }
        item.length = (size_t)(next - at);
        items->cards += item.unknown ? item.unknown : 1;
        items->list[items->count++] = item;
        at = next;
    }
}

/* Where order matters the cards of both stand in the same places. */
static bool match_places(const Items *whole, const Items *seen, bool *hidden) {
    int at = 0;
    for (int i = 0; i < seen->count; i++) {
        const Item *item = &seen->list[i];
        if (item->unknown == 0 && whole->list[at++].card != item->card) return false;
        for (int j = 0; j < item->unknown; j++) hidden[at++] = true;
    }
    return true;
}

/* Where it does not, those that are seen may stand anywhere. */
static bool match_faces(const Items *whole, const Items *seen, bool *hidden) {
    for (int i = 0; i < whole->count; i++) hidden[i] = true;
    for (int i = 0; i < seen->count; i++) {
        const Item *item = &seen->list[i];
        int at = 0;
        if (item->unknown) continue;
        while (at < whole->count && !(hidden[at] && whole->list[at].card == item->card)) at++;
        if (at == whole->count) return false;
        hidden[at] = false;
    }
    return true;
}

static void add_part(Hidden *hidden, const Items *whole, const Items *seen) {
    bool places[ITEMS_MAX] = {false};
    if (whole->count != seen->cards) {
        hidden->opaque++;
        return;
    }
    if (!match_places(whole, seen, places)) {
        memset(places, 0, sizeof places);
        if (!match_faces(whole, seen, places)) {
            hidden->opaque++;
            return;
        }
    }
    for (int i = 0; i < whole->count; i++) {
        if (!places[i]) continue;
        assert(hidden->count < HIDDEN_MAX);
        hidden->places[hidden->count].at = whole->list[i].at;
        hidden->places[hidden->count].length = whole->list[i].length;
        hidden->cards[hidden->count++] = whole->list[i].card;
    }
}

static int cut(Span value, Span parts[PARTS_MAX]) {
    int count = 0;
    const char *begin = value.at, *end = value.at + value.length;
    for (const char *at = begin; at <= end && count < PARTS_MAX; at++)
        if (at == end || strchr("/;|:", *at)) {
            parts[count++] = (Span){begin, (size_t)(at - begin)};
            begin = at + 1;
        }
    return count;
}

static void add_value(Hidden *hidden, const char *view_text, Span whole, Span seen) {
    Span whole_parts[PARTS_MAX], seen_parts[PARTS_MAX];
    Items whole_items, seen_items;
    int count = cut(whole, whole_parts);
    if (cut(seen, seen_parts) != count) {
        count = 1;
        whole_parts[0] = whole;
        seen_parts[0] = seen;
    }
    for (int i = 0; i < count; i++) {
        if (!memchr(seen_parts[i].at, '?', seen_parts[i].length)) continue;
        read_items(hidden->game, hidden->text, whole_parts[i], &whole_items);
        read_items(hidden->game, view_text, seen_parts[i], &seen_items);
        add_part(hidden, &whole_items, &seen_items);
    }
}

static bool find_value(const char *text, Span key, Span *value) {
    Span rest = span_of(text), token, name;
    while (span_split(&rest, ' ', &token))
        if (span_pair(token, &name, value) && name.length == key.length && memcmp(name.at, key.at, key.length) == 0)
            return true;
    return false;
}

void hidden_find(Hidden *hidden, const Game *game, const State *state, int seat) {
    StateRoom view;
    char view_text[STATE_TEXT_MAX];
    Text text = text_init(hidden->text, sizeof hidden->text), seen_text = text_init(view_text, sizeof view_text);
    hidden->game = game;
    hidden->count = hidden->opaque = 0;
    game->view(state, seat, VIEW_IN(view));
    game->print(state, &text);
    game->print(STATE_IN(view), &seen_text);
    Span rest = span_of(hidden->text), token, key, whole, seen;
    while (span_split(&rest, ' ', &token))
        if (span_pair(token, &key, &whole) && find_value(view_text, key, &seen)) add_value(hidden, view_text, whole, seen);
}

void hidden_write(const Hidden *hidden, const uint8_t *cards, Text *text) {
    size_t done = 0;
    for (int i = 0; i < hidden->count; i++) {
        text_add_bytes(text, hidden->text + done, hidden->places[i].at - done);
        hidden->game->print_card(cards[i], text);
        done = hidden->places[i].at + hidden->places[i].length;
    }
    text_add(text, hidden->text + done);
}

bool hidden_put(const Hidden *hidden, const uint8_t *cards, State *state, Error *error) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    hidden_write(hidden, cards, &text);
    return hidden->game->parse(state, span_of(words), error);
}

bool hidden_wholly(const Hidden *hidden, uint8_t card) {
    Span rest = span_of(hidden->text), token, key, value;
    Items items;
    int named = 0, concealed = 0;
    while (span_split(&rest, ' ', &token)) {
        if (!span_pair(token, &key, &value)) continue;
        read_items(hidden->game, hidden->text, value, &items);
        for (int i = 0; i < items.count; i++) named += !items.list[i].unknown && items.list[i].card == card;
    }
    for (int i = 0; i < hidden->count; i++) concealed += hidden->cards[i] == card;
    return concealed > 0 && concealed == named;
}
