/* Tests the reader and writer of positions with a small table that has a key of every kind.
 *
 * There are ten cards, one each of A to F and two each of G and H. The state is no game: it only has places for values. */
#include <string.h>

#include "core/position.h"
#include "tests/support/tap.h"

enum { SEATS = 4, FACES = 8, CARDS = 10, ROW_MAX = 3 };

typedef enum { STEP_NONE, STEP_EARLY, STEP_LATE, STEP_OVER } Step;

typedef struct Sample {
    uint64_t hand[SEATS], won[SEATS];
    uint64_t marked;
    uint32_t chance_count;
    uint16_t round, score[SEATS];
    uint8_t variant, people, viewer, step, turn, stake;
    SeatSet out;
    uint8_t hidden[SEATS], laid[SEATS], trump;
    uint8_t row_count, row[ROW_MAX];
    uint8_t heap_hidden, heap[FACES];
    uint8_t pile_count, pile[CARDS]; /* the first card last */
    uint8_t bid, bid_given;
} Sample;

static const Sample *in(const State *state) { return (const Sample *)(const void *)state; }
static Sample *mutable(State *state) { return (Sample *)(void *)state; }

/* ---- the game */

static const Variant variants[] = {
    {.name = "small", .people_min = 2, .people_max = 3}, {.name = "large", .people_min = 2, .people_max = SEATS}, {0}};
static const OptionRule option_rules[] = {
    {.key = "stake", .kind = OPTION_NUMBER, .label = "Stake", .minimum = 1, .maximum = 9, .fallback = 2},
    {0},
};

static int seats(const State *state) { return in(state)->people; }

static int viewer(const State *state) { return in(state)->viewer; }

static void print_card(uint8_t card, Text *text) {
    assert_in_range(card, 0, FACES - 1);
    text_char(text, (char)('A' + card));
}

static bool parse_card(Span text, uint8_t *card) {
    if (text.length != 1 || text.at[0] < 'A' || text.at[0] >= 'A' + FACES) return false;
    *card = (uint8_t)(text.at[0] - 'A');
    return true;
}

static const char *check(const State *state) {
    const Sample *s = in(state);
    int cards = s->row_count + s->heap_hidden + s->pile_count + (s->trump != CARD_NONE);
    for (int seat = 0; seat < SEATS; seat++) {
        cards += __builtin_popcountll(s->hand[seat]) + s->hidden[seat] + __builtin_popcountll(s->won[seat]);
        cards += s->laid[seat] != CARD_NONE;
    }
    for (int face = 0; face < FACES; face++) cards += s->heap[face];
    return cards == CARDS ? NULL : "the cards are not ten";
}

static const Game sample;

static void describe(const State *state, Setup *setup) {
    *setup = (Setup){.variant = in(state)->variant, .people = in(state)->people};
    setup_add_number(&sample, setup, "stake", in(state)->stake);
}

static const Game sample = {
    .name = "sample",
    .variants = variants,
    .options = option_rules,
    .state_bytes = sizeof(Sample),
    .describe = describe,
    .seats = seats,
    .viewer = viewer,
    .print_card = print_card,
    .parse_card = parse_card,
    .check = check,
};

/* ---- its table of keys */

static int copies(const State *state, int card) {
    (void)state;
    return card < FACES - 2 ? 1 : 2;
}

static int list_pile(const State *state, int seat, uint8_t cards[POSITION_CARDS_MAX]) {
    const Sample *s = in(state);
    (void)seat;
    for (int i = 0; i < s->pile_count; i++) cards[i] = s->pile[s->pile_count - 1 - i];
    return s->pile_count;
}

/* An A cannot be in the pile. */
static bool add_pile(State *state, int seat, uint8_t card) {
    Sample *s = mutable(state);
    (void)seat;
    if (card == 0) return false;
    memmove(s->pile + 1, s->pile, s->pile_count++);
    s->pile[0] = card;
    return true;
}

static void print_bid(const State *state, int seat, Text *text) {
    (void)seat;
    if (in(state)->bid) text_format(text, "%d!", in(state)->bid);
}

static bool read_bid(PositionReader *reader, Span text) {
    int64_t bid;
    if (!text.length || text.at[text.length - 1] != '!') return position_refuse(reader, "a bid ends with %c", '!');
    if (!position_number(reader, (Span){text.at, text.length - 1}, 1, 9, &bid)) return false;
    mutable(reader->state)->bid = (uint8_t)bid;
    return true;
}

static bool goes_on(const State *state) { return in(state)->step != STEP_OVER; }

static const char *const step_words[] = {[STEP_EARLY] = "early", [STEP_LATE] = "late"};
static const char *const over_words[] = {[STEP_OVER] = "yes"};

static const PositionKey keys[] = {
    {"round", POSITION_NUMBER, POSITION_AT(Sample, round), .minimum = 1, .maximum = 300},
    {"turn", POSITION_SEAT, POSITION_AT(Sample, turn), .shown = goes_on},
    {"out", POSITION_SEATS, POSITION_AT(Sample, out)},
    {"step", POSITION_WORD, POSITION_AT(Sample, step), .words = step_words, .maximum = STEP_LATE},
    {"over", POSITION_WORD, POSITION_AT(Sample, step), .words = over_words, .maximum = STEP_OVER},
    {"scores", POSITION_NUMBER, POSITION_AT(Sample, score[0]), .each_seat = true, .maximum = 999, .optional = true},
    {"bid", POSITION_OWN, .print = print_bid, .read = read_bid},
    {"hands", POSITION_SET, POSITION_AT(Sample, hand[0]), POSITION_COUNT(Sample, hidden[0]), .each_seat = true,
     .unknown = true},
    {"laid", POSITION_CARD, POSITION_AT(Sample, laid[0]), .each_seat = true, .unknown = true, .optional = true},
    {"won", POSITION_SET, POSITION_AT(Sample, won[0]), .each_seat = true, .rest = true, .optional = true},
    {"trump", POSITION_CARD, POSITION_AT(Sample, trump), .optional = true},
    {"row", POSITION_LIST, POSITION_AT(Sample, row), POSITION_COUNT(Sample, row_count), .unknown = true},
    {"heap", POSITION_FACES, POSITION_AT(Sample, heap), POSITION_COUNT(Sample, heap_hidden), .unknown = true, .rest = true,
     .optional = true},
    {"pile", POSITION_CARDS, .rest = true, .optional = true, .list = list_pile, .add = add_pile},
    {"marked", POSITION_SET, POSITION_AT(Sample, marked), .elsewhere = true, .optional = true},
    {"options", .kind = POSITION_OPTIONS},
    {"chance", POSITION_NUMBER, POSITION_AT(Sample, chance_count), .maximum = POSITION_CHANCE_MAX, .optional = true},
    {"view", POSITION_VIEW, POSITION_AT(Sample, viewer)},
    {0},
};

static void start(State *state, int variant, int people) {
    Sample *s = mutable(state);
    s->variant = (uint8_t)variant;
    s->people = (uint8_t)people;
    s->viewer = VIEWER_WHOLE;
    s->turn = SEAT_NONE;
    s->round = 1;
    s->trump = CARD_NONE;
    memset(s->laid, CARD_NONE, sizeof s->laid);
}

static bool options(State *state, const Setup *setup, Error *error) {
    if (!setup_check(&sample, setup, error)) return false;
    mutable(state)->stake = (uint8_t)setup_number(&sample, setup, "stake");
    return true;
}

static bool finish(PositionReader *reader) {
    mutable(reader->state)->bid_given = position_given(reader, "bid");
    return mutable(reader->state)->round != 13 || error_set(reader->error, "there is no round 13");
}

static const PositionFormat format = {
    .game = &sample,
    .keys = keys,
    .cards_are = "A, H",
    .people_key = "hands",
    .faces = FACES,
    .counted = true,
    .copies = copies,
    .start = start,
    .options = options,
    .finish = finish,
};

/* ---- tests */

static Sample parse(const char *line) {
    StateRoom room;
    Sample read;
    Error error = {""};
    if (!position_parse(&format, STATE_IN(room), span_of(line), &error)) fail_msg("%s: %s", line, error.text);
    memcpy(&read, &room, sizeof read);
    return read;
}

static void assert_prints(const Sample *s, const char *line) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    position_print(&format, s->variant, (const State *)(const void *)s, &text);
    assert_string_equal(words, line);
}

/* Each line prints as it was read. */
static void test_round_trip(void **state) {
    (void)state;
    static const char *const lines[] = {
        "sample:small round=1 hands=A,B,C/D,E,F row=- heap=G,G,H,H",
        "sample:small round=300 turn=2 hands=A/B/C,G row=D,H,G heap=E,F,H",
        "sample:large round=2 turn=0 out=1/3 step=late hands=A,B,C,D,E/-/-/F,G,H row=- pile=H,G",
        "sample:large round=2 over=yes hands=-/- row=A,B,C heap=D,E,F,G,G,H,H",
        "sample:small round=1 scores=0/999 hands=A/B row=- heap=C,D,E,F,G,G,H,H",
        "sample:small round=1 hands=A/B laid=-/C row=- heap=D,E,F,G,G,H,H",
        "sample:small round=1 hands=A,B/C row=- heap=D,E,F,G,G,H,H marked=A,D,G",
        "sample:small round=1 bid=7! hands=A,B/C won=D/- trump=E row=- heap=F,G,G,H,H stake=5 chance=2147483647",
        "sample:small round=1 hands=A,B/?2 laid=C/? row=?2 heap=D,?1 view=0",
        "sample:small round=1 hands=?2/?3 row=A,?1 heap=?3 view=onlooker",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Sample s = parse(lines[i]);
        assert_prints(&s, lines[i]);
    }
}

static void test_values(void **state) {
    (void)state;
    Sample s = parse(
        "sample:large round=258 turn=1 out=0/2 step=early scores=5/700/0 hands=A,C/-/H laid=-/B/- row=D,G heap=E,F,H "
        "pile=G marked=C,G bid=3! stake=4 chance=70000");
    static const uint8_t heap[FACES] = {[4] = 1, [5] = 1, [7] = 1};
    assert_int_equal(s.variant, 1);
    assert_int_equal(s.people, 3);
    assert_int_equal(s.round, 258);
    assert_int_equal(s.turn, 1);
    assert_int_equal(s.out, 5);
    assert_int_equal(s.step, STEP_EARLY);
    assert_int_equal(s.score[0], 5);
    assert_int_equal(s.score[1], 700);
    assert_int_equal(s.hand[0], 5);
    assert_int_equal(s.hand[1], 0);
    assert_int_equal(s.hand[2], 128);
    assert_int_equal(s.laid[1], 1);
    assert_int_equal(s.laid[2], CARD_NONE);
    assert_int_equal(s.row_count, 2);
    assert_int_equal(s.row[0], 3);
    assert_int_equal(s.row[1], 6);
    assert_memory_equal(s.heap, heap, sizeof heap);
    assert_int_equal(s.pile_count, 1);
    assert_int_equal(s.pile[0], 6);
    assert_int_equal(s.marked, 68);
    assert_int_equal(s.bid, 3);
    assert_true(s.bid_given);
    assert_int_equal(s.stake, 4);
    assert_int_equal(s.chance_count, 70000);
    assert_int_equal(s.viewer, VIEWER_WHOLE);
    s = parse("sample hands=A,B,?1/?2 row=? heap=?4 view=onlooker");
    assert_int_equal(s.variant, 0);
    assert_int_equal(s.hand[0], 3);
    assert_int_equal(s.hidden[0], 1);
    assert_int_equal(s.hidden[1], 2);
    assert_int_equal(s.row[0], CARD_UNKNOWN);
    assert_int_equal(s.heap_hidden, 4);
    assert_int_equal(s.viewer, ONLOOKER);
    assert_int_equal(s.turn, SEAT_NONE);
    assert_int_equal(s.stake, 2);
    assert_false(s.bid_given);
}

/* Lines that are not written as they print. */
static void test_forms(void **state) {
    (void)state;
    static const struct {
        const char *line, *printed;
    } forms[] = {
        /* The order of keys and further spaces do not matter. */
        {"sample heap=rest  row=-  hands=C,B,A/D,F,E ", "sample:small round=1 hands=A,B,C/D,E,F row=- heap=G,G,H,H"},
        /* The rest: alone, after other cards, in the game's own way of storing. */
        {"sample hands=A/B row=C heap=H,rest", "sample:small round=1 hands=A/B row=C heap=D,E,F,G,G,H,H"},
        {"sample hands=A/B row=C pile=H,rest", "sample:small round=1 hands=A/B row=C pile=H,D,E,F,G,G,H"},
        {"sample hands=A/B row=C,H,H heap=G2 won=-/D,rest", "sample:small round=1 hands=A/B won=-/D,E,F row=C,H,H heap=G,G"},
        {"sample hands=A/B row=C laid=G/- heap=rest", "sample:small round=1 hands=A/B laid=G/- row=C heap=D,E,F,G,H,H"},
        /* There may be no rest; cards that are only marked belong to it. */
        {"sample hands=A,B,C/D,E,F row=- heap=G2,H2,rest", "sample:small round=1 hands=A,B,C/D,E,F row=- heap=G,G,H,H"},
        {"sample hands=A/B row=C marked=D,H heap=rest", "sample:small round=1 hands=A/B row=C heap=D,E,F,G,G,H,H marked=D,H"},
        /* What has its default is left out. */
        {"sample hands=A/B row=C heap=rest pile=- scores=0/0 laid=-/- marked=- stake=2 chance=0",
         "sample:small round=1 hands=A/B row=C heap=D,E,F,G,G,H,H"},
        /* Whose turn it was does not print once it is over. */
        {"sample turn=1 over=yes hands=A/B row=C heap=rest",
         "sample:small round=1 over=yes hands=A/B row=C heap=D,E,F,G,G,H,H"},
        {"sample hands=?,?/?1,?2 row=- heap=?5 view=1", "sample:small round=1 hands=?2/?3 row=- heap=?5 view=1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Sample s = parse(forms[i].line);
        assert_prints(&s, forms[i].printed);
    }
}

/* What is refused changes nothing, and the error says where it is wrong. */
static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *line, *words;
    } refusals[] = {
        {"", "a position of sample begins with sample:VARIANT"},
        {"simple hands=A/B heap=rest", "a position of sample begins with sample:VARIANT"},
        {"sample:huge hands=A/B heap=rest", "sample has no variant 'huge'"},
        {"sample hands=A/B heap=rest nonsense", "'nonsense' is not key=value"},
        {"sample hands=A/B heap=rest colour=red", "a position of sample has no 'colour'"},
        {"sample hands=A/B heap=rest options=1", "a position of sample has no 'options'"},
        {"sample hands=A/B heap=rest an_endless_word_that_nobody_reads=1", "has no 'an_endless_word_that_nob'"},
        {"sample hands=A/B heap=rest round=2 round=2", "round is given twice"},
        {"sample hands=A/B heap=rest step=late over=yes", "step and over exclude each other"},
        {"sample heap=rest", "hands: 2 to 3 entries are needed"},
        {"sample hands=A heap=rest", "hands: 2 to 3 entries are needed"},
        {"sample hands=A/B/C/D heap=rest", "hands: 2 to 3 entries are needed"},
        {"sample:large hands=A/B/C/D/E heap=rest", "hands: 2 to 4 entries are needed"},
        {"sample hands=A/B heap=rest scores=1", "scores: an entry for each of 2 seats is needed"},
        {"sample hands=A/B heap=rest scores=1/2/3", "scores: an entry for each of 2 seats is needed"},
        {"sample hands=A/B heap=rest scores=1/2/", "scores: an entry for each of 2 seats is needed"},
        {"sample hands=A/B heap=rest scores=1/1000", "scores: '1000' is not a number from 0 to 999"},
        {"sample hands=A/B heap=rest scores=/1", "scores: '' is not a number from 0 to 999"},
        {"sample hands=A/B heap=rest round=0", "round: '0' is not a number from 1 to 300"},
        {"sample hands=A/B heap=rest round=301", "round: '301' is not a number from 1 to 300"},
        {"sample hands=A/B heap=rest chance=2147483648", "chance: '2147483648' is not a number"},
        {"sample hands=A/B heap=rest turn=2", "turn: '2' is not a seat; seats are 0 to 1"},
        {"sample hands=A/B heap=rest turn=onlooker", "turn: 'onlooker' is not a seat"},
        {"sample hands=A/B heap=rest view=2", "view: '2' is not a seat; seats are 0 to 1"},
        {"sample hands=A/B heap=rest out=0/2", "out: '2' is not a seat"},
        {"sample hands=A/B heap=rest out=-", "out: '-' is not a seat"},
        {"sample hands=A/B heap=rest step=soon", "step: 'soon' is not one of: early, late"},
        {"sample hands=A/B heap=rest over=no", "over: 'no' is not one of: yes"},
        {"sample hands=A/I heap=rest", "hands: 'I' is not a card; cards are written A, H"},
        {"sample hands=A,/B heap=rest", "hands: '' is not a card"},
        {"sample hands=A/B heap=G0,rest", "heap: 'G0' is not a card"},
        {"sample hands=A/B heap=G03,rest", "heap: 'G03' is not a card"},
        {"sample hands=A/B heap=G999,rest", "heap: 'G999' is not a card"},
        {"sample hands=A/B heap=?0", "heap: '?0' is not a card"},
        {"sample hands=A/A heap=rest", "hands: A is named twice"},
        {"sample hands=A/B row=A heap=rest", "row: A is named twice"},
        {"sample hands=A/B laid=A/- heap=rest", "laid: A is named twice"},
        {"sample hands=G/G row=G heap=rest", "row: G is named more than 2 times"},
        {"sample hands=A/B heap=G3", "heap: G is named more than 2 times"},
        {"sample hands=A/B heap=rest marked=A,A", "marked: A is named twice"},
        {"sample hands=A/B row=C,D,E,F heap=rest", "row: not all of these cards can be here"},
        {"sample hands=B/C pile=A heap=rest", "pile: not all of these cards can be here"},
        {"sample hands=B/C pile=rest", "pile: not all of the rest can be here"},
        {"sample hands=A/B heap=rest pile=rest", "pile: the rest is already in heap"},
        {"sample hands=A/rest", "hands: the rest cannot be here"},
        {"sample hands=A/B heap=rest,C", "heap: the rest comes last"},
        {"sample hands=A/B heap=rest,rest", "heap: the rest comes last"},
        {"sample hands=A/?3 heap=rest view=0", "heap: the rest is not known where there are unknown cards"},
        {"sample hands=A/?3 heap=?6", "with unknown cards, view= must say whose view it is"},
        {"sample hands=A/B laid=?/- heap=C,D,E,F,G2,H", "with unknown cards, view= must say whose view it is"},
        {"sample hands=A/?2,B heap=?6 view=0", "hands: unknown cards come last"},
        {"sample hands=A/B pile=?8 view=0", "pile: these cards cannot be unknown"},
        {"sample hands=A/B heap=?128,?1 view=0", "heap: too many cards"},
        {"sample hands=A/B laid=?2/- heap=rest view=0", "laid: '?2' is not a card"},
        {"sample hands=A/B trump=? heap=?7 view=0", "trump: '?' is not a card"},
        {"sample hands=A/B heap=rest bid=7", "bid: a bid ends with !"},
        {"sample hands=A/B heap=rest bid=10!", "bid: '10' is not a number from 1 to 9"},
        {"sample hands=A/B heap=rest stake=10", "stake"},
        {"sample hands=A/B heap=rest stake=3 stake=3", "given twice"},
        {"sample hands=A/B heap=rest round=13", "there is no round 13"},
        {"sample hands=A/B heap=C,D", "the cards are not ten"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        StateRoom room, before;
        Error error = {""};
        memset(&room, 0xa5, sizeof room);
        before = room;
        if (position_parse(&format, STATE_IN(room), span_of(refusals[i].line), &error)) fail_msg("%s", refusals[i].line);
        if (!strstr(error.text, refusals[i].words)) fail_msg("%s: %s", refusals[i].line, error.text);
        assert_memory_equal(&room, &before, sizeof room);
        assert_false(position_parse(&format, STATE_IN(room), span_of(refusals[i].line), NULL));
    }
}

/* Without copies there is one of each card, without `counted` no number after it, and without a people_key no count of people. */
static void test_plain_format(void **state) {
    (void)state;
    static const PositionKey few[] = {
        {"row", POSITION_LIST, POSITION_AT(Sample, row), POSITION_COUNT(Sample, row_count)},
        {"heap", POSITION_FACES, POSITION_AT(Sample, heap), .rest = true},
        {0},
    };
    static const PositionFormat plain = {.game = &sample, .keys = few, .cards_are = "A, H", .faces = FACES, .start = start};
    StateRoom room;
    Error error = {""};
    assert_false(position_parse(&plain, STATE_IN(room), span_of("sample row=G,G heap=rest"), &error));
    assert_string_equal(error.text, "row: G is named twice");
    assert_false(position_parse(&plain, STATE_IN(room), span_of("sample row=A1 heap=rest"), &error));
    assert_string_equal(error.text, "row: 'A1' is not a card; cards are written A, H");
    assert_false(position_parse(&plain, STATE_IN(room), span_of("sample row=A heap=rest stake=3"), &error));
    assert_string_equal(error.text, "a position of sample has no 'stake'");
    assert_false(position_parse(&plain, STATE_IN(room), span_of("sample row=A heap=rest"), &error));
    assert_string_equal(error.text, "the cards are not ten");
}

/* A buffer that is too small is never overrun, and the text says so. */
static void test_room(void **state) {
    (void)state;
    static const char line[] = "sample:small round=1 hands=A/B row=C heap=D,E,F,G,G,H,H";
    char words[2 * sizeof line];
    Sample s = parse(line);
    for (size_t size = 1; size <= sizeof words; size++) {
        memset(words, '#', sizeof words);
        Text text = text_init(words, size);
        position_print(&format, s.variant, (const State *)(const void *)&s, &text);
        if (size < sizeof line || size == sizeof words) assert_int_equal(text.overflow, size < sizeof line);
        if (!text.overflow) assert_string_equal(words, line);
        assert_int_equal(words[text.length], 0);
        for (size_t i = size; i < sizeof words; i++) assert_int_equal(words[i], '#');
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_values),       cmocka_unit_test(test_forms),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_plain_format), cmocka_unit_test(test_room),
    };
    return tap_run("position", tests, sizeof tests / sizeof *tests);
}
