/* The toy game's rules. */
#include "tests/support/toy.h"

#include <stdlib.h>
#include <string.h>

#include "core/position.h"

static const Variant variants[] = {{"plain", "Plain", NULL, 2, 4, 0}, {"robot", "Robot", NULL, 2, 2, 0}, {0}};
static const OptionRule option_rules[] = {
    {.key = "packs", .kind = OPTION_NUMBER, .label = "Packs", .minimum = 1, .maximum = 2, .fallback = 1},
    {.key = "rounds", .kind = OPTION_NUMBER, .label = "Rounds", .minimum = 1, .maximum = TOY_ROUNDS_MAX, .fallback = 2},
    {0},
};

static const Toy *in(const State *state) { return (const Toy *)(const void *)state; }

static int seats_of(const Toy *t) { return t->people + (t->variant == 1); }

static int rank_of(uint8_t card) { return card % 6; }

static int by_value(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

static void sort(uint8_t *cards, int count) { qsort(cards, (size_t)count, 1, by_value); }

static void clear(uint8_t *cards, int from, int to) { memset(cards + from, CARD_NONE, (size_t)(to - from)); }

/* ---- the match */

static void tell_cards(EventSink *sink, const char *kind, int seat, const uint8_t *cards, int count, SeatSet seen_by) {
    event_begin(sink, kind);
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    event_cards(sink, "cards", cards, count, seen_by);
    event_end(sink);
}

static void begin_round(Toy *t, Chance *chance, EventSink *sink) {
    uint8_t cards[TOY_CARDS_MAX];
    int count = TOY_FACES * t->packs, next = 0;
    for (int i = 0; i < count; i++) cards[i] = (uint8_t)(i % TOY_FACES);
    t->round++;
    event_begin(sink, "round");
    event_number(sink, "round", t->round, SEEN_BY_ALL);
    event_end(sink);
    event_shuffle(sink, chance, &t->chance_count, cards, count);
    memset(t->hand, CARD_NONE, sizeof t->hand);
    for (int seat = 0; seat < t->people; seat++) {
        memcpy(t->hand[seat], cards + next, TOY_HAND);
        next += TOY_HAND;
        t->hand_count[seat] = TOY_HAND;
        tell_cards(sink, "deal", seat, t->hand[seat], TOY_HAND, SEAT_BIT(seat));
        sort(t->hand[seat], TOY_HAND);
    }
    t->deck_count = (uint8_t)(count - next);
    memcpy(t->deck, cards + next, t->deck_count);
    clear(t->deck, t->deck_count, TOY_CARDS_MAX);
    t->pile_count = 0;
    clear(t->pile, 0, TOY_CARDS_MAX);
    memset(t->laid, CARD_NONE, sizeof t->laid);
}

static bool setup(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    if (!setup_check(&toy, setup, error)) return false;
    Toy *t = (Toy *)(void *)state;
    memset(t, 0, sizeof *t);
    t->variant = (uint8_t)setup->variant;
    t->people = (uint8_t)setup->people;
    t->packs = (uint8_t)setup_number(&toy, setup, "packs");
    t->rounds = (uint8_t)setup_number(&toy, setup, "rounds");
    t->viewer = VIEWER_WHOLE;
    t->first = (uint8_t)event_lot(sink, chance, &t->chance_count, (uint32_t)seats_of(t), SEEN_BY_ALL);
    begin_round(t, chance, sink);
    return true;
}

static void describe(const State *state, Setup *setup) {
    const Toy *t = in(state);
    memset(setup, 0, sizeof *setup);
    setup->variant = t->variant;
    setup->people = t->people;
    setup_add_number(&toy, setup, "packs", t->packs);
    setup_add_number(&toy, setup, "rounds", t->rounds);
}

static int seats(const State *state) { return seats_of(in(state)); }

static SeatSet actors(const State *state) {
    const Toy *t = in(state);
    SeatSet set = 0;
    for (int seat = 0; seat < t->people; seat++)
        if (t->hand_count[seat] > 0 && t->laid[seat] == CARD_NONE) set |= SEAT_BIT(seat);
    if (!set && t->variant == 1 && t->laid[0] != CARD_NONE) set = SEAT_BIT(2);
    return set;
}

static int legal(const State *state, int actor, Move *moves) {
    const Toy *t = in(state);
    int count = 0;
    if (actor < 0 || actor >= TOY_SEATS || !(actors(state) & SEAT_BIT(actor))) return 0;
    if (actor >= t->people) moves[count++] = TOY_TURN;
    else
        for (int i = 0; i < t->hand_count[actor]; i++)
            if (t->hand[actor][i] != CARD_UNKNOWN && (i == 0 || t->hand[actor][i] != t->hand[actor][i - 1]))
                moves[count++] = t->hand[actor][i];
    return count;
}

static bool is_legal(const State *state, int actor, Move move) {
    const Toy *t = in(state);
    if (actor < 0 || actor >= TOY_SEATS || !(actors(state) & SEAT_BIT(actor))) return false;
    if (actor >= t->people) return move == TOY_TURN;
    for (int i = 0; i < t->hand_count[actor]; i++)
        if (move < TOY_FACES && t->hand[actor][i] == move) return true;
    return false;
}

static void tell_totals(EventSink *sink, const Toy *t, const char *kind) {
    int totals[TOY_SEATS];
    for (int seat = 0; seat < seats_of(t); seat++) totals[seat] = t->points[seat];
    event_begin(sink, kind);
    event_numbers(sink, "totals", totals, seats_of(t));
}

static SeatSet winners(const State *state) {
    const Toy *t = in(state);
    SeatSet set = 0;
    int best = 0;
    if (actors(state)) return 0;
    for (int seat = 0; seat < seats_of(t); seat++) {
        if (t->points[seat] > best) best = t->points[seat], set = 0;
        if (t->points[seat] == best) set |= SEAT_BIT(seat);
    }
    return set;
}

static void finish_trick(Toy *t, Chance *chance, EventSink *sink) {
    int winner = -1;
    for (int i = 0; i < seats_of(t); i++) {
        int seat = (t->first + i) % seats_of(t);
        if (winner < 0 || rank_of(t->laid[seat]) > rank_of(t->laid[winner])) winner = seat;
    }
    event_begin(sink, "trick");
    event_cards(sink, "cards", t->laid, seats_of(t), SEEN_BY_ALL);
    event_number(sink, "winner", winner, SEEN_BY_ALL);
    event_end(sink);
    for (int seat = 0; seat < seats_of(t); seat++) t->pile[t->pile_count++] = t->laid[seat];
    sort(t->pile, t->pile_count);
    memset(t->laid, CARD_NONE, sizeof t->laid);
    t->points[winner]++;
    if (t->hand_count[0] > 0) return;
    tell_totals(sink, t, "score");
    event_end(sink);
    if (t->round < t->rounds) {
        begin_round(t, chance, sink);
        return;
    }
    tell_totals(sink, t, "end");
    event_seats(sink, "winners", winners((const State *)(const void *)t));
    event_end(sink);
}

static void print_move(const State *state, int actor, Move move, Text *text);

static void apply(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    Toy *t = (Toy *)(void *)state;
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    print_move(state, actor, move, &text);
    bool turns = actor >= t->people;
    SeatSet seen_by = turns ? SEEN_BY_ALL : SEAT_BIT(actor);
    if (turns) {
        t->laid[actor] = t->deck[0];
        t->deck_count--;
        memmove(t->deck, t->deck + 1, t->deck_count);
        t->deck[t->deck_count] = CARD_NONE;
    } else {
        int at = 0;
        while (t->hand[actor][at] != move) at++;
        t->laid[actor] = (uint8_t)move;
        t->hand_count[actor]--;
        memmove(t->hand[actor] + at, t->hand[actor] + at + 1, (size_t)(t->hand_count[actor] - at));
        t->hand[actor][t->hand_count[actor]] = CARD_NONE;
    }
    event_begin(sink, turns ? "turn" : "lay");
    event_number(sink, "seat", actor, SEEN_BY_ALL);
    event_text(sink, "move", words, seen_by);
    event_card(sink, "card", t->laid[actor], seen_by);
    event_end(sink);
    for (int seat = 0; seat < seats_of(t); seat++)
        if (t->laid[seat] == CARD_NONE) return;
    finish_trick(t, chance, sink);
}

static void points(const State *state, int points[SEATS_MAX]) {
    for (int seat = 0; seat < seats_of(in(state)); seat++) points[seat] = in(state)->points[seat];
}

/* ---- views */

static void view(const State *state, int seat, View *view) {
    Toy *v = (Toy *)(void *)view;
    *v = *in(state);
    v->viewer = (uint8_t)seat;
    memset(v->deck, CARD_UNKNOWN, v->deck_count);
    for (int other = 0; other < TOY_SEATS; other++) {
        if (other == seat || other >= v->people) continue;
        memset(v->hand[other], CARD_UNKNOWN, v->hand_count[other]);
        if (v->laid[other] != CARD_NONE) v->laid[other] = CARD_UNKNOWN;
    }
}

/* Counts the cards that are known; returns how many are not. */
static int count_known(const Toy *t, int known[TOY_FACES]) {
    const uint8_t *groups[] = {t->hand[0], t->laid, t->deck, t->pile};
    const size_t sizes[] = {sizeof t->hand, sizeof t->laid, sizeof t->deck, sizeof t->pile};
    int unknown = 0;
    memset(known, 0, TOY_FACES * sizeof *known);
    for (int group = 0; group < 4; group++)
        for (size_t i = 0; i < sizes[group]; i++) {
            if (groups[group][i] < TOY_FACES) known[groups[group][i]]++;
            unknown += groups[group][i] == CARD_UNKNOWN;
        }
    return unknown;
}

static void fill(uint8_t *cards, int count, const uint8_t *pool, int *next) {
    for (int i = 0; i < count; i++)
        if (cards[i] == CARD_UNKNOWN) cards[i] = pool[(*next)++];
}

static void determinize(const View *view, Chance *chance, State *state) {
    Toy *t = (Toy *)(void *)state;
    *t = *in(view_state(view));
    t->viewer = VIEWER_WHOLE;
    int known[TOY_FACES], count = 0, next = 0;
    uint8_t pool[TOY_CARDS_MAX];
    count_known(t, known);
    for (int face = 0; face < TOY_FACES; face++)
        for (int i = known[face]; i < t->packs; i++) pool[count++] = (uint8_t)face;
    for (int left = count; left > 1; left--) {
        int chosen = (int)chance_below(chance, (uint32_t)left);
        uint8_t card = pool[chosen];
        pool[chosen] = pool[left - 1];
        pool[left - 1] = card;
    }
    for (int seat = 0; seat < t->people; seat++) {
        fill(t->hand[seat], t->hand_count[seat], pool, &next);
        sort(t->hand[seat], t->hand_count[seat]);
    }
    fill(t->laid, TOY_SEATS, pool, &next);
    fill(t->deck, t->deck_count, pool, &next);
}

static int viewer(const State *state) { return in(state)->viewer; }

/* ---- text */

static void print_card(uint8_t card, Text *text) {
    text_char(text, (char)('1' + card % 6));
    text_char(text, card < 6 ? 'a' : 'b');
}

static bool parse_card(Span text, uint8_t *card) {
    if (text.length != 2 || text.at[0] < '1' || text.at[0] > '6' || (text.at[1] != 'a' && text.at[1] != 'b')) return false;
    *card = (uint8_t)(text.at[0] - '1' + (text.at[1] == 'b' ? 6 : 0));
    return true;
}

static void print_move(const State *state, int actor, Move move, Text *text) {
    (void)state, (void)actor;
    if (move == TOY_TURN) text_add(text, "turn");
    else print_card((uint8_t)move, text);
}

static bool parse_move(const State *state, int actor, Span text, Move *move, Error *error) {
    (void)state, (void)actor;
    uint8_t card;
    if (span_is(text, "turn")) *move = TOY_TURN;
    else if (parse_card(text, &card)) *move = card;
    else return error_set(error, "a move is a card or turn, not '%.*s'", SPAN_QUOTE(text));
    return true;
}

static void print_people(const State *state, int seat, Text *text) {
    (void)seat;
    text_number(text, in(state)->people);
}

static bool read_people(PositionReader *reader, Span text) {
    Toy *t = (Toy *)(void *)reader->state;
    const Variant *variant = &variants[t->variant];
    int64_t number;
    if (!position_number(reader, text, variant->people_min, variant->people_max, &number)) return false;
    t->people = (uint8_t)number;
    return true;
}

static const PositionKey keys[] = {
    {"people", POSITION_OWN, .print = print_people, .read = read_people},
    {"packs", POSITION_NUMBER, POSITION_AT(Toy, packs), .minimum = 1, .maximum = 2},
    {"rounds", POSITION_NUMBER, POSITION_AT(Toy, rounds), .minimum = 1, .maximum = TOY_ROUNDS_MAX},
    {"view", POSITION_VIEW, POSITION_AT(Toy, viewer)},
    {"round", POSITION_NUMBER, POSITION_AT(Toy, round), .minimum = 1, .maximum = TOY_ROUNDS_MAX},
    {"first", POSITION_SEAT, POSITION_AT(Toy, first)},
    {"chance", POSITION_NUMBER, POSITION_AT(Toy, chance_count), .maximum = POSITION_CHANCE_MAX},
    {"points", POSITION_NUMBER, POSITION_AT(Toy, points[0]), .each_seat = true, .maximum = 99},
    {"hands", POSITION_LIST, POSITION_AT(Toy, hand[0]), POSITION_COUNT(Toy, hand_count[0]), .each_seat = true, .unknown = true},
    {"laid", POSITION_CARD, POSITION_AT(Toy, laid[0]), .each_seat = true, .unknown = true},
    {"deck", POSITION_LIST, POSITION_AT(Toy, deck), POSITION_COUNT(Toy, deck_count), .unknown = true},
    {"pile", POSITION_LIST, POSITION_AT(Toy, pile), POSITION_COUNT(Toy, pile_count)},
    {0},
};

static int copies(const State *state, int card) {
    (void)card;
    return in(state)->packs;
}

static void start(State *state, int variant, int people) {
    Toy *t = (Toy *)(void *)state;
    (void)people;
    t->variant = (uint8_t)variant;
    t->people = (uint8_t)variants[variant].people_min;
    t->packs = 1;
    t->viewer = VIEWER_WHOLE;
    memset(t->hand, CARD_NONE, sizeof t->hand);
    memset(t->laid, CARD_NONE, sizeof t->laid);
    clear(t->deck, 0, TOY_CARDS_MAX);
    clear(t->pile, 0, TOY_CARDS_MAX);
}

static bool finish(PositionReader *reader) {
    Toy *t = (Toy *)(void *)reader->state;
    for (int seat = 0; seat < TOY_SEATS; seat++) sort(t->hand[seat], t->hand_count[seat]);
    sort(t->pile, t->pile_count);
    return true;
}

static const PositionFormat format = {
    .game = &toy,
    .keys = keys,
    .cards_are = "1a, 6b",
    .faces = TOY_FACES,
    .copies = copies,
    .start = start,
    .finish = finish,
};

static void print(const State *state, Text *text) { position_print(&format, in(state)->variant, state, text); }

static bool parse(State *state, Span text, Error *error) { return position_parse(&format, state, text, error); }

/* ---- invariants */

/* Whether `cards` are unknown in a view exactly where they must be. */
static bool known_rightly(const Toy *t, const uint8_t *cards, int count, bool must_know) {
    for (int i = 0; i < count; i++)
        if ((cards[i] == CARD_UNKNOWN) == (must_know || t->viewer == VIEWER_WHOLE)) return false;
    return true;
}

static const char *check_counts(const Toy *t) {
    int laid = 0, seats = seats_of(t), in_hand = t->hand_count[0] + (t->laid[0] != CARD_NONE), tricks = 0;
    for (int seat = 0; seat < seats; seat++) {
        laid += t->laid[seat] != CARD_NONE;
        tricks += t->points[seat];
        if (seat < t->people && t->hand_count[seat] + (t->laid[seat] != CARD_NONE) != in_hand)
            return "the hands do not go together";
        if (seat >= t->people && t->hand_count[seat]) return "the robot has no hand";
        if (t->points[seat] > TOY_HAND * t->rounds) return "so many points cannot be";
    }
    if (laid == seats || (t->variant == 1 && t->laid[2] != CARD_NONE)) return "a full trick lies on the table";
    if (t->pile_count != seats * (TOY_HAND - in_hand)) return "the pile does not go with the hands";
    if (in_hand == 0 && t->round != t->rounds) return "the hands are empty before the last round";
    if (tricks != TOY_HAND * t->round - in_hand) return "the points do not go with the tricks";
    return NULL;
}

static const char *check(const State *state) {
    const Toy *t = in(state);
    int known[TOY_FACES], total = 0;
    if (t->packs < 1 || t->rounds < 1 || t->round < 1 || t->round > t->rounds || t->first >= seats_of(t) ||
        t->chance_count != 1u + t->round)
        return "the numbers are out of bounds";
    total = count_known(t, known);
    for (int face = 0; face < TOY_FACES; face++) {
        if (known[face] > t->packs) return "a card appears too often";
        total += known[face];
    }
    if (total != TOY_FACES * t->packs) return "cards are missing";
    for (int seat = 0; seat < t->people; seat++)
        if (!known_rightly(t, t->hand[seat], t->hand_count[seat], seat == t->viewer) ||
            !known_rightly(t, &t->laid[seat], t->laid[seat] != CARD_NONE, seat == t->viewer))
            return "a card is known that should not be, or unknown that should be known";
    if (!known_rightly(t, t->deck, t->deck_count, false) || !known_rightly(t, t->pile, t->pile_count, true))
        return "the deck or the pile is known wrongly";
    return check_counts(t);
}

const Game toy = {
    .name = "toy",
    .title = "Toy",
    .variants = variants,
    .options = option_rules,
    .unit = "points",
    .round = "round",
    .forfeit = 10,
    .revision = 1,
    .state_bytes = sizeof(Toy),
    .moves_max = TOY_HAND,
    .turns_max = TOY_ROUNDS_MAX * TOY_HAND * TOY_SEATS,
    .setup = setup,
    .describe = describe,
    .seats = seats,
    .actors = actors,
    .legal = legal,
    .is_legal = is_legal,
    .apply = apply,
    .points = points,
    .winners = winners,
    .view = view,
    .determinize = determinize,
    .viewer = viewer,
    .print_card = print_card,
    .parse_card = parse_card,
    .print_move = print_move,
    .parse_move = parse_move,
    .print = print,
    .parse = parse,
    .check = check,
};
