/* Reads and writes positions by a game's table of keys. */
#include "core/position.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/message.h"

/* ---- values in a state */

static const unsigned char *place(const PositionKey *key, const State *state, int seat) {
    return (const unsigned char *)(const void *)state + key->offset + (size_t)seat * key->size;
}

static unsigned char *mutable_place(const PositionKey *key, State *state, int seat) {
    return (unsigned char *)(void *)state + key->offset + (size_t)seat * key->size;
}

static int64_t load(const PositionKey *key, const State *state, int seat) {
    const unsigned char *from = place(key, state, seat);
    uint16_t two;
    uint32_t four;
    switch (key->size) {
    case sizeof two: memcpy(&two, from, sizeof two); return two;
    case sizeof four: memcpy(&four, from, sizeof four); return four;
    default: assert(key->size == 1); return *from;
    }
}

static void store(const PositionKey *key, State *state, int seat, int64_t number) {
    unsigned char *to = mutable_place(key, state, seat);
    uint16_t two = (uint16_t)number;
    uint32_t four = (uint32_t)number;
    switch (key->size) {
    case sizeof two: memcpy(to, &two, sizeof two); break;
    case sizeof four: memcpy(to, &four, sizeof four); break;
    default: assert(key->size == 1); *to = (unsigned char)number;
    }
}

/* What the count of a key says; 0 if it has none. */
static int load_count(const PositionKey *key, const State *state, int seat) {
    return key->count ? ((const uint8_t *)(const void *)state)[key->count + seat] : 0;
}

/* Counts one more, and returns how many there were. */
static int count_up(const PositionKey *key, State *state, int seat) {
    assert(key->count);
    return ((uint8_t *)(void *)state)[key->count + seat]++;
}

/* The cards of a seat, unknown ones last; returns how many. */
static int list_cards(const PositionFormat *format, const PositionKey *key, const State *state, int seat, uint8_t *cards) {
    const unsigned char *from = place(key, state, seat);
    int count = 0, counted = load_count(key, state, seat);
    uint64_t set;
    switch (key->kind) {
    case POSITION_LIST: memcpy(cards, from, (size_t)counted); return counted;
    case POSITION_SET:
        memcpy(&set, from, sizeof set);
        for (; set; set &= set - 1) cards[count++] = (uint8_t)__builtin_ctzll(set);
        break;
    case POSITION_FACES:
        for (int face = 0; face < format->faces; face++)
            for (int i = 0; i < from[face]; i++) cards[count++] = (uint8_t)face;
        break;
    default: return key->list(state, seat, cards);
    }
    memset(cards + count, CARD_UNKNOWN, (size_t)counted);
    return count + counted;
}

/* False if the card cannot be there. */
static bool add_card(const PositionKey *key, State *state, int seat, uint8_t card) {
    unsigned char *to = mutable_place(key, state, seat);
    uint64_t set;
    if (key->kind == POSITION_CARDS) return key->add(state, seat, card);
    if (key->kind == POSITION_LIST) {
        if (load_count(key, state, seat) == key->size) return false;
        to[count_up(key, state, seat)] = card;
    } else if (card == CARD_UNKNOWN) {
        count_up(key, state, seat);
    } else if (key->kind == POSITION_SET) {
        memcpy(&set, to, sizeof set);
        set |= (uint64_t)1 << card;
        memcpy(to, &set, sizeof set);
    } else {
        assert(key->kind == POSITION_FACES && card < key->size);
        to[card]++;
    }
    return true;
}

/* ---- writing */

void position_print_cards(const Game *game, const uint8_t *cards, int count, Text *text) {
    int known = 0;
    if (count == 0) text_char(text, '-');
    for (; known < count && cards[known] != CARD_UNKNOWN; known++) {
        if (known) text_char(text, ',');
        game->print_card(cards[known], text);
    }
    if (known == count) return;
    text_add(text, known ? ",?" : "?");
    text_number(text, count - known);
}

static void print_seats(SeatSet seats, Text *text) {
    for (bool first = true; seats; seats &= (SeatSet)(seats - 1), first = false) {
        if (!first) text_char(text, '/');
        text_number(text, __builtin_ctz(seats));
    }
}

/* Writes nothing if the value is one that is left out. */
static void print_value(const PositionFormat *format, const PositionKey *key, const State *state, int seat, Text *text) {
    uint8_t cards[POSITION_CARDS_MAX];
    if (key->kind == POSITION_OWN) {
        key->print(state, seat, text);
        return;
    }
    if (key->kind >= POSITION_LIST) {
        int count = list_cards(format, key, state, seat, cards);
        position_print_cards(format->game, cards, count, text);
        return;
    }
    int64_t value = load(key, state, seat);
    switch (key->kind) {
    case POSITION_SEATS: print_seats((SeatSet)value, text); break;
    case POSITION_WORD:
        if (value <= key->maximum && key->words[value]) text_add(text, key->words[value]);
        break;
    case POSITION_CARD:
        if (value == CARD_NONE) text_char(text, '-');
        else if (value == CARD_UNKNOWN) text_char(text, '?');
        else format->game->print_card((uint8_t)value, text);
        break;
    case POSITION_VIEW:
        if (value == ONLOOKER) text_add(text, "onlooker");
        else if (value != VIEWER_WHOLE) text_number(text, value);
        break;
    case POSITION_SEAT:
        if (value != SEAT_NONE) text_number(text, value);
        break;
    default: text_number(text, value);
    }
}

static void print_key(const PositionFormat *format, const PositionKey *key, const State *state, Text *text) {
    Text before = *text;
    bool something = false;
    int entries = key->each_seat ? format->game->seats(state) : 1;
    text_char(text, ' ');
    text_add(text, key->name);
    for (int seat = 0; seat < entries; seat++) {
        text_char(text, seat ? '/' : '=');
        size_t start = text->length;
        print_value(format, key, state, seat, text);
        size_t length = text->length - start;
        bool nothing = length == 1 && (text->buffer[start] == '-' || text->buffer[start] == '0');
        something = something || (length > 0 && !(key->optional && nothing));
    }
    if (something || text->overflow) return;
    *text = before;
    text->buffer[text->length] = 0;
}

static void print_options(const PositionFormat *format, const State *state, Text *text) {
    Setup setup;
    format->game->describe(state, &setup);
    for (int i = 0; i < setup.option_count; i++) text_format(text, " %s=%s", setup.options[i].key, setup.options[i].value);
}

void position_print(const PositionFormat *format, int variant, const State *state, Text *text) {
    text_add(text, format->game->name);
    text_char(text, ':');
    text_add(text, format->game->variants[variant].name);
    for (const PositionKey *key = format->keys; key->name; key++) {
        if (key->shown && !key->shown(state)) continue;
        if (key->kind == POSITION_OPTIONS) print_options(format, state, text);
        else print_key(format, key, state, text);
    }
}

/* ---- reading: what a game's own keys use too */

bool position_refuse(PositionReader *reader, const char *format, ...) {
    char words[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_set(reader->error, "%s: %s", reader->key->name, words);
}

bool position_given(const PositionReader *reader, const char *name) {
    const PositionKey *keys = reader->format->keys;
    for (int i = 0; keys[i].name; i++)
        if (strcmp(keys[i].name, name) == 0) return reader->values[i].at != NULL;
    assert(!"a key of the format");
    return false;
}

bool position_number(PositionReader *reader, Span text, int64_t minimum, int64_t maximum, int64_t *number) {
    if (span_number(text, minimum, maximum, number)) return true;
    return position_refuse(reader, "'%.*s' is not a number from %lld to %lld", SPAN_QUOTE(text), (long long)minimum,
                           (long long)maximum);
}

bool position_seat(PositionReader *reader, Span text, uint8_t *seat) {
    int64_t number;
    int last = reader->format->game->seats(reader->state) - 1;
    if (!span_number(text, 0, last, &number))
        return position_refuse(reader, "'%.*s' is not a seat; seats are 0 to %d", SPAN_QUOTE(text), last);
    *seat = (uint8_t)number;
    return true;
}

/* Counts a card in `counts`; false if the deck does not have so many. */
static bool count_card(PositionReader *reader, uint8_t counts[POSITION_FACES_MAX], uint8_t card, int copies) {
    const PositionFormat *format = reader->format;
    int most = format->copies ? format->copies(reader->state, card) : 1;
    char words[CARD_TEXT_MAX];
    assert(card < POSITION_FACES_MAX);
    if (counts[card] + copies <= most) {
        counts[card] = (uint8_t)(counts[card] + copies);
        return true;
    }
    Text text = text_init(words, sizeof words);
    format->game->print_card(card, &text);
    if (most == 0) return position_refuse(reader, "there is no %s in this game", words);
    if (most == 1) return position_refuse(reader, "%s is named twice", words);
    return position_refuse(reader, "%s is named more than %d times", words, most);
}

bool position_name(PositionReader *reader, uint8_t card) { return count_card(reader, reader->named, card, 1); }

static bool bad_card(PositionReader *reader, Span text) {
    return position_refuse(reader, "'%.*s' is not a card; cards are written %s", SPAN_QUOTE(text), reader->format->cards_are);
}

bool position_card(PositionReader *reader, Span text, uint8_t *card) {
    if (!reader->format->game->parse_card(text, card)) return bad_card(reader, text);
    return reader->key->elsewhere || position_name(reader, *card);
}

/* `7D`; and `E3`, three of them, where cards are counted. */
static bool read_copies(PositionReader *reader, Span text, uint8_t *card, int *copies) {
    const PositionFormat *format = reader->format;
    size_t length = text.length;
    int64_t number = 1;
    while (format->counted && length && text.at[length - 1] >= '0' && text.at[length - 1] <= '9') length--;
    Span name = {text.at, length}, digits = {text.at + length, text.length - length};
    bool well = !digits.length || (digits.at[0] != '0' && span_number(digits, 1, POSITION_CARDS_MAX, &number));
    *copies = (int)number;
    return (well && format->game->parse_card(name, card)) || bad_card(reader, text);
}

/* `?` is an unknown card, `?3` are three. */
static bool is_unknown(Span text, int64_t *unknown) {
    *unknown = 1;
    if (text.length == 0 || text.at[0] != '?') return false;
    return text.length == 1 || span_number((Span){text.at + 1, text.length - 1}, 1, POSITION_CARDS_MAX, unknown);
}

static bool read_rest(PositionReader *reader, PositionCards *cards) {
    if (!reader->key->rest) return position_refuse(reader, "the rest cannot be here");
    if (reader->rest) return position_refuse(reader, "the rest is already in %s", reader->rest->name);
    cards->rest = true;
    return true;
}

static bool read_unknown(PositionReader *reader, int64_t unknown, PositionCards *cards) {
    if (!reader->key->unknown) return position_refuse(reader, "these cards cannot be unknown");
    cards->unknown += (int)unknown;
    reader->unknown = true;
    return cards->count + cards->unknown <= POSITION_CARDS_MAX || position_refuse(reader, "too many cards");
}

bool position_cards(PositionReader *reader, Span text, PositionCards *cards) {
    uint8_t again[POSITION_FACES_MAX] = {0}, *counts = reader->key->elsewhere ? again : reader->named, card;
    int64_t unknown;
    int copies;
    Span piece;
    *cards = (PositionCards){.count = 0};
    if (span_is(text, "-")) return true;
    while (span_split(&text, ',', &piece)) {
        if (cards->rest) return position_refuse(reader, "the rest comes last");
        if (span_is(piece, "rest")) {
            if (!read_rest(reader, cards)) return false;
            continue;
        }
        if (is_unknown(piece, &unknown)) {
            if (!read_unknown(reader, unknown, cards)) return false;
            continue;
        }
        if (cards->unknown) return position_refuse(reader, "unknown cards come last");
        if (!read_copies(reader, piece, &card, &copies) || !count_card(reader, counts, card, copies)) return false;
        if (cards->count + copies > POSITION_CARDS_MAX) return position_refuse(reader, "too many cards");
        memset(cards->cards + cards->count, card, (size_t)copies);
        cards->count += copies;
    }
    return true;
}

/* ---- reading: values */

static bool read_list(PositionReader *reader, Span text) {
    PositionCards cards;
    if (!position_cards(reader, text, &cards)) return false;
    memset(cards.cards + cards.count, CARD_UNKNOWN, (size_t)cards.unknown);
    for (int i = 0; i < cards.count + cards.unknown; i++)
        if (!add_card(reader->key, reader->state, reader->seat, cards.cards[i]))
            return position_refuse(reader, "not all of these cards can be here");
    if (!cards.rest) return true;
    reader->rest = reader->key;
    reader->rest_seat = reader->seat;
    return true;
}

static bool read_seats(PositionReader *reader, Span text, SeatSet *seats) {
    Span piece;
    uint8_t seat = 0;
    while (span_split(&text, '/', &piece)) {
        if (!position_seat(reader, piece, &seat)) return false;
        *seats |= SEAT_BIT(seat);
    }
    return true;
}

static bool read_word(PositionReader *reader, Span text, uint8_t *index) {
    const PositionKey *key = reader->key;
    char words[ERROR_TEXT_MAX];
    Text list = text_init(words, sizeof words);
    for (int i = 0; i <= key->maximum; i++) {
        if (!key->words[i]) continue;
        if (span_is(text, key->words[i])) {
            *index = (uint8_t)i;
            return true;
        }
        text_format(&list, "%s%s", list.length ? ", " : "", key->words[i]);
    }
    return position_refuse(reader, "'%.*s' is not one of: %s", SPAN_QUOTE(text), words);
}

static bool read_single_card(PositionReader *reader, Span text, uint8_t *card) {
    *card = CARD_NONE;
    if (span_is(text, "-")) return true;
    if (!reader->key->unknown || !span_is(text, "?")) return position_card(reader, text, card);
    *card = CARD_UNKNOWN;
    reader->unknown = true;
    return true;
}

static bool read_value(PositionReader *reader, Span text) {
    const PositionKey *key = reader->key;
    int64_t number;
    uint8_t byte = 0;
    bool well = true;
    switch (key->kind) {
    case POSITION_OWN: return key->read(reader, text);
    case POSITION_NUMBER:
        if (!position_number(reader, text, key->minimum, key->maximum, &number)) return false;
        store(key, reader->state, reader->seat, number);
        return true;
    case POSITION_SEAT: well = position_seat(reader, text, &byte); break;
    case POSITION_SEATS: well = read_seats(reader, text, &byte); break;
    case POSITION_WORD: well = read_word(reader, text, &byte); break;
    case POSITION_CARD: well = read_single_card(reader, text, &byte); break;
    case POSITION_VIEW:
        byte = ONLOOKER;
        well = span_is(text, "onlooker") || position_seat(reader, text, &byte);
        break;
    default: return read_list(reader, text);
    }
    if (well) store(key, reader->state, reader->seat, byte);
    return well;
}

/* Keys that are stored in the same place exclude each other. */
static bool alone(PositionReader *reader, int index) {
    const PositionKey *keys = reader->format->keys;
    for (int i = 0; i < index && keys[index].size; i++)
        if (reader->values[i].at && keys[i].size && keys[i].offset == keys[index].offset)
            return error_set(reader->error, "%s and %s exclude each other", keys[i].name, keys[index].name);
    return true;
}

static bool read_key(PositionReader *reader, int index) {
    Span text = reader->values[index], piece;
    reader->key = &reader->format->keys[index];
    if (reader->key->kind == POSITION_OPTIONS) return reader->format->options(reader->state, &reader->setup, reader->error);
    if (!text.at) return true;
    if (!alone(reader, index)) return false;
    reader->seat = 0;
    if (!reader->key->each_seat) return read_value(reader, text);
    int seats = reader->format->game->seats(reader->state);
    for (; reader->seat < seats && span_split(&text, '/', &piece); reader->seat++)
        if (!read_value(reader, piece)) return false;
    if (reader->seat == seats && !text.at) return true;
    return position_refuse(reader, "an entry for each of %d seats is needed, separated by '/'", seats);
}

/* ---- reading: the line */

static bool is_option(const PositionFormat *format, Span key) {
    for (const OptionRule *rule = format->options ? format->game->options : NULL; rule && rule->key; rule++)
        if (span_is(key, rule->key)) return true;
    return false;
}

/* Sorts the values of the line by key. */
static bool split_line(PositionReader *reader, Span text) {
    const PositionFormat *format = reader->format;
    const PositionKey *keys = format->keys;
    Span token, key, value;
    while (span_split(&text, ' ', &token)) {
        int index = 0;
        if (token.length == 0) continue;
        if (!span_pair(token, &key, &value))
            return error_say(reader->error, "'{text}' is not key=value", WITH("text", span_quote(token).text));
        while (keys[index].name && (keys[index].kind == POSITION_OPTIONS || !span_is(key, keys[index].name))) index++;
        assert(index < POSITION_KEYS_MAX);
        if (!keys[index].name) {
            if (!is_option(format, key))
                return error_say(reader->error, "a position of {game} has no '{key}'", WITH("game", format->game->name),
                                 WITH("key", span_quote(key).text));
            if (!setup_option(&reader->setup, token, reader->error)) return false;
        } else if (reader->values[index].at) {
            return error_say(reader->error, "{key} is given twice", WITH("key", keys[index].name));
        } else {
            reader->values[index] = value;
        }
    }
    return true;
}

/* How many play, by the entries of the key that tells it; 0 if none does. */
static bool count_people(PositionReader *reader, const Variant *variant, int *people) {
    const PositionFormat *format = reader->format;
    Span entries = {NULL, 0}, piece;
    *people = 0;
    if (!format->people_key) return true;
    for (int i = 0; format->keys[i].name; i++)
        if (strcmp(format->keys[i].name, format->people_key) == 0) entries = reader->values[i];
    while (span_split(&entries, '/', &piece)) ++*people;
    if (*people >= variant->people_min && *people <= variant->people_max) return true;
    return error_say(reader->error, "{key}: {min} to {max} entries are needed, one for each player, separated by slashes",
                     WITH("key", format->people_key), WITH("min", variant->people_min), WITH("max", variant->people_max));
}

/* All cards that were not named go where `rest` was, in ascending order. */
static bool place_rest(PositionReader *reader) {
    const PositionFormat *format = reader->format;
    if (!reader->rest) return true;
    reader->key = reader->rest;
    if (reader->unknown) return position_refuse(reader, "the rest is not known where there are unknown cards");
    for (int card = 0; card < format->faces; card++) {
        int copies = format->copies ? format->copies(reader->state, card) : 1;
        for (int i = reader->named[card]; i < copies; i++)
            if (!add_card(reader->rest, reader->state, reader->rest_seat, (uint8_t)card))
                return position_refuse(reader, "not all of the rest can be here");
    }
    return true;
}

static bool read_line(PositionReader *reader, int variant, Span text) {
    const PositionFormat *format = reader->format;
    const Game *game = format->game;
    int people;
    if (!split_line(reader, text) || !count_people(reader, &game->variants[variant], &people)) return false;
    reader->setup.variant = variant;
    reader->setup.people = people;
    format->start(reader->state, variant, people);
    for (int i = 0; format->keys[i].name; i++)
        if (!read_key(reader, i)) return false;
    if (reader->unknown && game->viewer(reader->state) == VIEWER_WHOLE)
        return error_set(reader->error, "%s", N_("with unknown cards, view= must say whose view it is"));
    if (!place_rest(reader) || (format->finish && !format->finish(reader))) return false;
    const char *broken = game->check(reader->state);
    return broken ? error_set(reader->error, "%s", broken) : true;
}

bool position_parse(const PositionFormat *format, State *state, Span text, Error *error) {
    const Game *game = format->game;
    StateRoom room;
    PositionReader reader = {.format = format, .state = STATE_IN(room), .error = error};
    Span token, name;
    span_split(&text, ' ', &token);
    span_split(&token, ':', &name);
    if (!span_is(name, game->name)) return error_set(error, "a position of %s begins with %s:VARIANT", game->name, game->name);
    int variant = game_variant(game, token.at ? token : (Span){"", 0}, error);
    if (variant < 0) return false;
    memset(&room, 0, game->state_bytes);
    if (!read_line(&reader, variant, text)) return false;
    memcpy(state, &room, game->state_bytes);
    return true;
}
