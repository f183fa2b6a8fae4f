/* Royal Flush as text: its cards, moves and positions.
 *
 * Cards: `7h`, `Td`, `As`, the joker `**`. Moves: `exchange`, `take:7h`, `draw`, `done`, `pass`, `score:flush`, `lay:7h`. A
 * position is one line, for instance
 *   royalflush:standard turn=0 hands=7h,**,7s/2c,3c,4d display=Kh,Kd,2s,9c pile=Tc,rest discards=- fields=pair:0,1/four:1
 * in the notation of core/position.h. `hands` says how many play; what else is left out has its value from the start of a
 * match, or is empty. The pile's next card comes first; `-` is a gap in the display.
 *   known=7h/-      what all have seen a seat take from the display and not lay since
 *   fields=pair:0,1 who holds the fields of a board, from the highest
 *   step=taken      a card was taken and another may be bought; step=exchanged: a card must be taken
 *   laid=flush:2h   the board that is being scored and the cards laid
 *   boards=…        as the option, and `random:` before a list that was drawn by lot */
#include "games/royalflush/royalflush.h"

#include <assert.h>
#include <string.h>

#include "core/message.h"
#include "core/position.h"
#include "games/cards/french.h"

#define CARDS_ARE "7h, Td, As, **"

static const FrenchLetters letters = {.ranks = "23456789TJQKA", .suits = "cdhs"};

void royalflush_print_card(uint8_t card, Text *text) {
    if (card == ROYAL_JOKER) text_add(text, "**");
    else if (card > ROYAL_JOKER) text_char(text, '?');
    else french_print_card(&letters, royal_rank(card), royal_suit(card), text);
}

bool royalflush_parse_card(Span text, uint8_t *card) {
    int rank, suit;
    if (span_is(text, "**")) {
        *card = ROYAL_JOKER;
        return true;
    }
    if (!french_parse_card(&letters, text, &rank, &suit)) return false;
    *card = (uint8_t)(rank * ROYAL_SUITS + suit);
    return true;
}

/* ---- moves */

static const char *const move_words[] = {
    [ROYAL_EXCHANGE] = "exchange", [ROYAL_TAKE] = "take:", [ROYAL_DRAW] = "draw", [ROYAL_DONE] = "done",
    [ROYAL_SCORE] = "score:",      [ROYAL_LAY] = "lay:",   [ROYAL_PASS] = "pass",
};

void royalflush_print_move(const State *state, int actor, Move move, Text *text) {
    (void)state;
    (void)actor;
    RoyalMoveKind kind = royal_move_kind(move);
    text_add(text, move_words[kind]);
    if (kind == ROYAL_TAKE || kind == ROYAL_LAY) royalflush_print_card((uint8_t)royal_move_value(move), text);
    if (kind == ROYAL_SCORE) text_add(text, royal_boards[royal_move_value(move)].key);
}

static bool bad_card(Span text, Error *error) {
    return error_say(error, "'{text}' is not a card; cards are written {cards}", WITH("text", span_quote(text).text),
                     WITH("cards", CARDS_ARE));
}

static bool parse_board_move(Span key, Move *move, Error *error) {
    Span board_key, cards;
    if (span_pair(key, &board_key, &cards))
        return error_say(error, "name the board first, then lay its cards one by one, as in {move}",
                         WITH("move", "score:pair, lay:7h"));
    RoyalBoard board = royalflush_board_find(key);
    if (board == ROYAL_BOARDS) return error_say(error, "unknown board '{name}'", WITH("name", span_quote(key).text));
    *move = royal_move(ROYAL_SCORE, board);
    return true;
}

/* A card alone is laid while a combination is, and taken otherwise. */
bool royalflush_parse_move(const State *state, int actor, Span text, Move *move, Error *error) {
    uint8_t card;
    (void)actor;
    for (int kind = ROYAL_EXCHANGE; kind <= ROYAL_PASS; kind++) {
        size_t length = strlen(move_words[kind]);
        if (move_words[kind][length - 1] != ':') {
            if (!span_is(text, move_words[kind])) continue;
            *move = royal_move((RoyalMoveKind)kind, 0);
            return true;
        }
        if (text.length < length || memcmp(text.at, move_words[kind], length) != 0) continue;
        Span value = {text.at + length, text.length - length};
        if (kind == ROYAL_SCORE) return parse_board_move(value, move, error);
        if (!royalflush_parse_card(value, &card)) return bad_card(value, error);
        *move = royal_move((RoyalMoveKind)kind, card);
        return true;
    }
    if (!royalflush_parse_card(text, &card))
        return error_say(error, "'{text}' is not a move; moves are {moves}", WITH("text", span_quote(text).text),
                         WITH("moves", "exchange, take:7h, draw, done, score:pair, lay:7h, pass"));
    *move = royal_move(royalflush_of(state)->phase == ROYAL_SCORING ? ROYAL_LAY : ROYAL_TAKE, card);
    return true;
}

/* ---- positions: cards */

static RoyalFlush *mutable(State *state) { return (RoyalFlush *)(void *)state; }

static bool add_face(RoyalFaces *faces, uint8_t card) {
    if (card >= ROYAL_FACES) return false;
    royal_faces_add(faces, card);
    return true;
}

static int list_hand(const State *state, int seat, uint8_t cards[POSITION_CARDS_MAX]) {
    const RoyalFlush *r = royalflush_of(state);
    int count = royal_faces_list(r->hand[seat], cards);
    memset(cards + count, ROYAL_JOKER, r->jokers[seat]);
    count += r->jokers[seat];
    memset(cards + count, CARD_UNKNOWN, r->hidden[seat]);
    return count + r->hidden[seat];
}

static bool add_hand(State *state, int seat, uint8_t card) {
    RoyalFlush *r = mutable(state);
    if (card == CARD_UNKNOWN) r->hidden[seat]++;
    else if (card == ROYAL_JOKER) r->jokers[seat]++;
    else return add_face(&r->hand[seat], card);
    return true;
}

static int list_known(const State *state, int seat, uint8_t cards[POSITION_CARDS_MAX]) {
    return royal_faces_list(royalflush_of(state)->known[seat], cards);
}

static bool add_known(State *state, int seat, uint8_t card) { return add_face(&mutable(state)->known[seat], card); }

static int list_discards(const State *state, int seat, uint8_t cards[POSITION_CARDS_MAX]) {
    (void)seat;
    return royal_faces_list(royalflush_of(state)->discards, cards);
}

static bool add_discards(State *state, int seat, uint8_t card) {
    (void)seat;
    return add_face(&mutable(state)->discards, card);
}

static int list_pile(const State *state, int seat, uint8_t cards[POSITION_CARDS_MAX]) {
    const RoyalFlush *r = royalflush_of(state);
    (void)seat;
    memcpy(cards, r->pile + ROYAL_CARDS - r->pile_count, r->pile_count);
    return r->pile_count;
}

/* From the beginning of the array on; `finish` moves the pile to its end. */
static bool add_pile(State *state, int seat, uint8_t card) {
    RoyalFlush *r = mutable(state);
    (void)seat;
    if (card == ROYAL_JOKER || r->pile_count == ROYAL_CARDS) return false;
    r->pile[r->pile_count++] = card;
    return true;
}

/* Two of each face; of jokers there may be as many as the children are given. */
static int copies(const State *state, int card) {
    (void)state;
    return card == ROYAL_JOKER ? ROYAL_JOKERS : 2;
}

/* ---- positions: keys of this game's own */

static void print_laid(const State *state, int seat, Text *text) {
    const RoyalFlush *r = royalflush_of(state);
    uint8_t cards[POSITION_CARDS_MAX];
    (void)seat;
    if (r->phase != ROYAL_SCORING) return;
    int count = royal_faces_list(r->laid, cards);
    memset(cards + count, ROYAL_JOKER, r->laid_jokers);
    text_format(text, "%s:", royal_boards[r->board].key);
    position_print_cards(&royalflush, cards, count + r->laid_jokers, text);
}

static bool split_board(PositionReader *reader, Span text, RoyalBoard *board, Span *after) {
    Span key;
    span_split(&text, ':', &key);
    *board = royalflush_board_find(key);
    *after = text;
    if (*board == ROYAL_BOARDS) return position_refuse(reader, "unknown board '%.*s'", SPAN_QUOTE(key));
    return after->at || position_refuse(reader, "a colon is needed after the board, as in flush:2h,3h or flush:0,1");
}

static bool read_laid(PositionReader *reader, Span text) {
    RoyalFlush *r = mutable(reader->state);
    RoyalBoard board;
    Span after;
    PositionCards cards;
    if (!split_board(reader, text, &board, &after) || !position_cards(reader, after, &cards)) return false;
    r->phase = ROYAL_SCORING;
    r->board = (uint8_t)board;
    for (int i = 0; i < cards.count; i++)
        if (!add_face(&r->laid, cards.cards[i])) r->laid_jokers++;
    return true;
}

static void print_display(const State *state, int seat, Text *text) {
    const RoyalFlush *r = royalflush_of(state);
    (void)seat;
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (place) text_char(text, ',');
        if (r->display[place] == CARD_NONE) text_char(text, '-');
        else royalflush_print_card(r->display[place], text);
    }
}

static bool read_display(PositionReader *reader, Span text) {
    uint8_t *display = mutable(reader->state)->display;
    Span piece;
    for (int place = 0; span_split(&text, ',', &piece); place++) {
        if (place == ROYAL_DISPLAY) return position_refuse(reader, "there are %d places", ROYAL_DISPLAY);
        if (span_is(piece, "-")) continue;
        if (!position_card(reader, piece, &display[place])) return false;
        if (display[place] == ROYAL_JOKER) return position_refuse(reader, "there are no jokers in the display");
    }
    return true;
}

static void print_boards(const State *state, int seat, Text *text) {
    const RoyalFlush *r = royalflush_of(state);
    (void)seat;
    if (r->boards_random) text_add(text, "random:");
    if (r->boards_random || r->boards != royalflush_first_boards()) royalflush_print_boards(r->boards, text);
}

static bool read_boards(PositionReader *reader, Span text) {
    RoyalFlush *r = mutable(reader->state);
    Span rest = text, first;
    span_split(&rest, ':', &first);
    r->boards_random = span_is(first, "random") && rest.at;
    return royalflush_read_boards(r->boards_random ? rest : text, &r->boards, reader->error);
}

static void print_fields(const State *state, int seat, Text *text) {
    const RoyalFlush *r = royalflush_of(state);
    const char *joint = "";
    (void)seat;
    for (int board = 0; board < ROYAL_BOARDS; board++) {
        if (r->field[board][0] == SEAT_NONE) continue;
        text_format(text, "%s%s", joint, royal_boards[board].key);
        for (int field = 0; field < ROYAL_FIELDS && r->field[board][field] != SEAT_NONE; field++)
            text_format(text, "%c%d", field ? ',' : ':', r->field[board][field]);
        joint = "/";
    }
}

static bool read_fields(PositionReader *reader, Span text) {
    RoyalFlush *r = mutable(reader->state);
    Span piece, holders, holder;
    RoyalBoard board;
    while (span_split(&text, '/', &piece)) {
        int field = 0;
        if (!split_board(reader, piece, &board, &holders)) return false;
        const RoyalBoardFacts *facts = &royal_boards[board];
        if (r->field[board][0] != SEAT_NONE) return position_refuse(reader, "%s is given twice", facts->key);
        while (span_split(&holders, ',', &holder)) {
            if (field == facts->field_count) return position_refuse(reader, "%s has %d fields", facts->key, facts->field_count);
            if (!position_seat(reader, holder, &r->field[board][field++])) return false;
        }
    }
    return true;
}

static void print_children(const State *state, int seat, Text *text) {
    (void)seat;
    royalflush_print_children(royalflush_of(state)->children, text);
}

static bool read_children(PositionReader *reader, Span text) {
    RoyalFlush *r = mutable(reader->state);
    return royalflush_read_children(text, r->people, &r->children, reader->error);
}

/* ---- positions: the table */

static const char *const step_words[] = {[ROYAL_EXCHANGED] = "exchanged", [ROYAL_TAKEN] = "taken"};
static const char *const over_words[] = {[ROYAL_OVER] = "yes"};
static const char *const jokers_words[] = {NULL, "each-round"};

static const PositionKey keys[] = {
    {"round", POSITION_NUMBER, POSITION_AT(RoyalFlush, round), .minimum = 1, .maximum = ROYAL_ROUNDS},
    {"dealer", POSITION_SEAT, POSITION_AT(RoyalFlush, dealer)},
    {"turn", POSITION_SEAT, POSITION_AT(RoyalFlush, turn)},
    {"step", POSITION_WORD, POSITION_AT(RoyalFlush, phase), .words = step_words, .maximum = ROYAL_TAKEN},
    {"laid", POSITION_OWN, POSITION_AT(RoyalFlush, phase), .print = print_laid, .read = read_laid},
    {"passes", POSITION_NUMBER, POSITION_AT(RoyalFlush, passes), .maximum = ROYAL_SEATS, .optional = true},
    {"over", POSITION_WORD, POSITION_AT(RoyalFlush, phase), .words = over_words, .maximum = ROYAL_OVER},
    {"scores", POSITION_NUMBER, POSITION_AT(RoyalFlush, score[0]), .each_seat = true, .maximum = 999},
    {"chips", POSITION_NUMBER, POSITION_AT(RoyalFlush, chips[0]), .each_seat = true, .maximum = ROYAL_CHIPS * ROYAL_SEATS},
    {"hands", POSITION_CARDS, .each_seat = true, .unknown = true, .rest = true, .list = list_hand, .add = add_hand},
    {"known", POSITION_CARDS, .each_seat = true, .elsewhere = true, .optional = true, .list = list_known, .add = add_known},
    {"display", POSITION_OWN, .print = print_display, .read = read_display},
    {"pile", POSITION_CARDS, .unknown = true, .rest = true, .list = list_pile, .add = add_pile},
    {"discards", POSITION_CARDS, .rest = true, .list = list_discards, .add = add_discards},
    {"boards", POSITION_OWN, .print = print_boards, .read = read_boards},
    {"fields", POSITION_OWN, .print = print_fields, .read = read_fields},
    {"children", POSITION_OWN, .print = print_children, .read = read_children},
    {"jokers", POSITION_WORD, POSITION_AT(RoyalFlush, jokers_each_round), .words = jokers_words, .maximum = 1},
    {"chance", POSITION_NUMBER, POSITION_AT(RoyalFlush, chance_count), .maximum = POSITION_CHANCE_MAX, .optional = true},
    {"view", POSITION_VIEW, POSITION_AT(RoyalFlush, viewer)},
    {0},
};

/* The start of a match, with nothing on the table. */
static void start(State *state, int variant, int people) {
    RoyalFlush *r = mutable(state);
    (void)variant;
    r->people = (uint8_t)people;
    r->viewer = VIEWER_WHOLE;
    r->round = 1;
    r->dealer = (uint8_t)(people - 1);
    r->board = ROYAL_BOARDS;
    r->boards = royalflush_first_boards();
    memset(r->chips, ROYAL_CHIPS, (size_t)people);
    memset(r->display, CARD_NONE, sizeof r->display);
    memset(r->field, SEAT_NONE, sizeof r->field);
}

static bool finish(PositionReader *reader) {
    RoyalFlush *r = mutable(reader->state);
    int empty = ROYAL_CARDS - r->pile_count;
    memmove(r->pile + empty, r->pile, r->pile_count);
    memset(r->pile, CARD_NONE, (size_t)empty);
    if (!position_given(reader, "turn")) r->turn = (uint8_t)((r->dealer + 1) % r->people);
    return true;
}

static const PositionFormat format = {
    .game = &royalflush,
    .keys = keys,
    .cards_are = CARDS_ARE,
    .people_key = "hands",
    .faces = ROYAL_FACES,
    .copies = copies,
    .start = start,
    .finish = finish,
};

void royalflush_print(const State *state, Text *text) { position_print(&format, 0, state, text); }

bool royalflush_parse(State *state, Span text, Error *error) { return position_parse(&format, state, text, error); }
