/* The notation of Royal Flush: cards, moves and positions as text.
 * Cards: `7h`, `Td`, `As`, the joker `**`. Moves: `exchange`, `take:7h`, `draw`, `done`, `pass`,
 * `score:flush`, `lay:7h`. A position is one line, for instance
 *   royalflush:standard turn=0 hands=7h,**,7s/2c,3c,4d display=Kh,Kd,2s,9c pile=Tc,rest discards=- fields=pair:0,1/four:1
 * Lists of seats are separated by '/', cards by ','; '-' is an empty list or a gap in the display, `?3` three unknown cards
 * (then `view=` tells whose view it is), `rest` at the end of one list all cards not named elsewhere. The pile's next card
 * stands first. `hands` says how many play; what else is left out has its value from the start of a match, or is empty.
 *   known=7h/-      what all have seen a seat take from the display and not lay since
 *   fields=pair:0,1 who holds the fields of a board, from the highest
 *   step=taken      a card was taken and another may be bought; step=exchanged: a card must be taken
 *   laid=flush:2h   the board that is being scored and the cards laid
 *   boards=…        as the option, and `random:` before a list that was drawn by lot */
#include "games/royalflush/royalflush.h"

#include <assert.h>
#include <string.h>

#include "games/cards/french.h"

static const FrenchLetters letters = {.ranks = "23456789TJQKA", .suits = "cdhs"};

enum { QUOTE_MAX = 20, SCORE_LIMIT = 999 };

static int quote_length(Span text) { return (int)(text.length < QUOTE_MAX ? text.length : QUOTE_MAX); }

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
    return error_set(error, "'%.*s' is not a card; cards are written 7h, Td, As, **", quote_length(text), text.at);
}

static bool parse_board_move(Span key, Move *move, Error *error) {
    Span board_key, cards;
    if (span_pair(key, &board_key, &cards))
        return error_set(error, "a board is named first, score:%.*s, and then its cards are laid one by one, as in lay:7h",
                         quote_length(board_key), board_key.at);
    RoyalBoard board = royalflush_board_find(key);
    if (board == ROYAL_BOARDS) return error_set(error, "no board is called '%.*s'", quote_length(key), key.at);
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
        return error_set(error, "'%.*s' is not a move; moves are exchange, take:7h, draw, done, score:pair, lay:7h, pass",
                         quote_length(text), text.at);
    *move = royal_move(royalflush_of(state)->phase == ROYAL_SCORING ? ROYAL_LAY : ROYAL_TAKE, card);
    return true;
}

/* ---- positions: writing */

/* A list under construction: a separator before all but its first entry, '-' if it stays empty. */
typedef struct Writing {
    Text *text;
    bool begun;
} Writing;

static void write_card(Writing *w, uint8_t card) {
    if (w->begun) text_char(w->text, ',');
    royalflush_print_card(card, w->text);
    w->begun = true;
}

static void write_end(Writing *w, int unknown) {
    if (unknown) text_format(w->text, "%s?%d", w->begun ? "," : "", unknown);
    if (!unknown && !w->begun) text_char(w->text, '-');
}

static void print_faces(RoyalFaces faces, int jokers, int unknown, Text *text) {
    uint8_t cards[ROYAL_CARDS];
    Writing w = {.text = text};
    int count = royal_faces_list(faces, cards);
    for (int i = 0; i < count; i++) write_card(&w, cards[i]);
    for (int i = 0; i < jokers; i++) write_card(&w, ROYAL_JOKER);
    write_end(&w, unknown);
}

static void print_pile(const RoyalFlush *r, Text *text) {
    Writing w = {.text = text};
    bool known = r->viewer == VIEWER_WHOLE;
    text_add(text, " pile=");
    for (int i = ROYAL_CARDS - r->pile_count; known && i < ROYAL_CARDS; i++) write_card(&w, r->pile[i]);
    write_end(&w, known ? 0 : r->pile_count);
}

static void print_display(const RoyalFlush *r, Text *text) {
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        text_add(text, place ? "," : " display=");
        if (r->display[place] == CARD_NONE) text_char(text, '-');
        else royalflush_print_card(r->display[place], text);
    }
}

static void print_turn(const RoyalFlush *r, Text *text) {
    text_format(text, " round=%d dealer=%d turn=%d", r->round, r->dealer, r->turn);
    if (r->phase == ROYAL_EXCHANGED) text_add(text, " step=exchanged");
    if (r->phase == ROYAL_TAKEN) text_add(text, " step=taken");
    if (r->phase == ROYAL_SCORING) {
        text_format(text, " laid=%s:", royal_boards[r->board].key);
        print_faces(r->laid, r->laid_jokers, 0, text);
    }
    if (r->passes) text_format(text, " passes=%d", r->passes);
    if (r->phase == ROYAL_OVER) text_add(text, " over=yes");
}

static void print_hands(const RoyalFlush *r, Text *text) {
    bool any = false;
    for (int seat = 0; seat < r->people; seat++) {
        text_add(text, seat ? "/" : " hands=");
        print_faces(r->hand[seat], r->jokers[seat], r->hidden[seat], text);
        any |= !royal_faces_empty(r->known[seat]);
    }
    for (int seat = 0; any && seat < r->people; seat++) {
        text_add(text, seat ? "/" : " known=");
        print_faces(r->known[seat], 0, 0, text);
    }
}

static void print_fields(const RoyalFlush *r, Text *text) {
    const char *joint = " fields=";
    for (int board = 0; board < ROYAL_BOARDS; board++) {
        if (r->field[board][0] == SEAT_NONE) continue;
        text_format(text, "%s%s", joint, royal_boards[board].key);
        for (int field = 0; field < ROYAL_FIELDS && r->field[board][field] != SEAT_NONE; field++)
            text_format(text, "%c%d", field ? ',' : ':', r->field[board][field]);
        joint = "/";
    }
}

static void print_options(const RoyalFlush *r, Text *text) {
    if (r->boards_random || r->boards != royalflush_first_boards()) {
        text_format(text, " boards=%s", r->boards_random ? "random:" : "");
        royalflush_print_boards(r->boards, text);
    }
    print_fields(r, text);
    if (r->children) {
        text_add(text, " children=");
        royalflush_print_children(r->children, text);
    }
    if (r->jokers_each_round) text_add(text, " jokers=each-round");
    if (r->chance_count) text_format(text, " chance=%u", r->chance_count);
    if (r->viewer == ONLOOKER) text_add(text, " view=onlooker");
    else if (r->viewer != VIEWER_WHOLE) text_format(text, " view=%d", r->viewer);
}

void royalflush_print(const State *state, Text *text) {
    const RoyalFlush *r = royalflush_of(state);
    text_format(text, "royalflush:%s", royalflush_variants[0].name);
    print_turn(r, text);
    for (int seat = 0; seat < r->people; seat++) text_format(text, "%s%d", seat ? "/" : " scores=", r->score[seat]);
    for (int seat = 0; seat < r->people; seat++) text_format(text, "%s%d", seat ? "/" : " chips=", r->chips[seat]);
    print_hands(r, text);
    print_display(r, text);
    print_pile(r, text);
    text_add(text, " discards=");
    print_faces(r->discards, 0, 0, text);
    print_options(r, text);
}

/* ---- positions: reading */

/* In the order in which they are read, whatever their order in the line. */
typedef enum {
    KEY_HANDS,
    KEY_ROUND,
    KEY_DEALER,
    KEY_TURN,
    KEY_STEP,
    KEY_LAID,
    KEY_PASSES,
    KEY_OVER,
    KEY_SCORES,
    KEY_CHIPS,
    KEY_KNOWN,
    KEY_DISPLAY,
    KEY_PILE,
    KEY_DISCARDS,
    KEY_BOARDS,
    KEY_FIELDS,
    KEY_CHILDREN,
    KEY_JOKERS,
    KEY_CHANCE,
    KEY_VIEW,
    KEYS
} Key;

static const char *const keys[KEYS] = {"hands",  "round",  "dealer",   "turn",   "step",    "laid", "passes",
                                       "over",   "scores", "chips",    "known",  "display", "pile", "discards",
                                       "boards", "fields", "children", "jokers", "chance",  "view"};

/* Where `rest` stood: a seat's hand, or one of these. */
enum { REST_PILE = ROYAL_SEATS, REST_DISCARDS, REST_NOWHERE };

typedef struct Reading {
    RoyalFlush r;
    uint8_t named[ROYAL_FACES];
    int rest;
    bool unknown; /* a `?` was met */
    Error *error;
} Reading;

/* The cards of one place as they were written. */
typedef struct List {
    int count, jokers, unknown;
    bool rest;
    uint8_t cards[ROYAL_CARDS];
} List;

static bool read_entry(Reading *in, Span piece, List *list) {
    int64_t unknown;
    uint8_t card;
    if (list->rest || list->unknown) return error_set(in->error, "the rest, or a number of unknown cards, ends a list");
    if (span_is(piece, "rest")) {
        list->rest = true;
        return true;
    }
    if (piece.length > 1 && piece.at[0] == '?' &&
        span_number((Span){piece.at + 1, piece.length - 1}, 1, ROYAL_CARDS, &unknown)) {
        list->unknown = (int)unknown;
        in->unknown = true;
        return true;
    }
    if (!royalflush_parse_card(piece, &card)) return bad_card(piece, in->error);
    if (card == ROYAL_JOKER) {
        if (++list->jokers <= ROYAL_JOKERS) return true;
        return error_set(in->error, "there are %d jokers", ROYAL_JOKERS);
    }
    if (list->count == ROYAL_CARDS) return error_set(in->error, "more than %d cards stand in one place", ROYAL_CARDS);
    list->cards[list->count++] = card;
    return true;
}

static bool read_list(Reading *in, Span text, List *list) {
    Span piece;
    *list = (List){.count = 0};
    if (span_is(text, "-")) return true;
    while (span_split(&text, ',', &piece))
        if (!read_entry(in, piece, list)) return false;
    return true;
}

/* Counts the cards as lying where they were written: each face exists twice. */
static bool name_cards(Reading *in, const List *list) {
    for (int i = 0; i < list->count; i++) {
        uint8_t card = list->cards[i];
        if (++in->named[card] <= 2) continue;
        return error_set(in->error, "the card %c%c stands three times", letters.ranks[royal_rank(card)],
                         letters.suits[royal_suit(card)]);
    }
    return true;
}

static bool name_rest(Reading *in, const List *list, int where) {
    if (!list->rest) return true;
    if (in->rest != REST_NOWHERE) return error_set(in->error, "the rest can lie in one place only");
    in->rest = where;
    return true;
}

static bool no_jokers(Reading *in, const List *list) {
    return !list->jokers || error_set(in->error, "jokers lie in hands only");
}

static bool no_unknown(Reading *in, const List *list) {
    return !list->unknown || error_set(in->error, "only hands and the pile have unknown cards");
}

static bool to_faces(Reading *in, const List *list, RoyalFaces *faces) {
    for (int i = 0; i < list->count; i++) {
        if (royal_faces_of(*faces, list->cards[i]) == 2) return error_set(in->error, "a card stands three times in one place");
        royal_faces_add(faces, list->cards[i]);
    }
    return true;
}

static bool read_number(Reading *in, Key key, Span text, int64_t minimum, int64_t maximum, int64_t *number) {
    if (span_number(text, minimum, maximum, number)) return true;
    return error_set(in->error, "%s is a number from %lld to %lld, not '%.*s'", keys[key], (long long)minimum,
                     (long long)maximum, quote_length(text), text.at);
}

/* The pieces of a list with one entry for each seat; `hands` decides how many there are. */
static bool seat_pieces(Reading *in, Key key, Span text, Span pieces[ROYAL_SEATS]) {
    int count = 0, people = in->r.people;
    Span piece;
    while (span_split(&text, '/', &piece)) {
        if (count == ROYAL_SEATS) return error_set(in->error, "two to %d play", ROYAL_SEATS);
        pieces[count++] = piece;
    }
    if (key == KEY_HANDS) {
        in->r.people = (uint8_t)count;
        return count >= 2 ||
               error_set(in->error, "hands has an entry for each of two to %d seats, separated by '/'", ROYAL_SEATS);
    }
    return count == people || error_set(in->error, "%s has an entry for each of %d seats, separated by '/'", keys[key], people);
}

static bool read_hands(Reading *in, Span text) {
    Span pieces[ROYAL_SEATS];
    List list;
    if (!seat_pieces(in, KEY_HANDS, text, pieces)) return false;
    for (int seat = 0; seat < in->r.people; seat++) {
        if (!read_list(in, pieces[seat], &list) || !name_cards(in, &list) || !name_rest(in, &list, seat)) return false;
        if (!to_faces(in, &list, &in->r.hand[seat])) return false;
        in->r.jokers[seat] = (uint8_t)list.jokers;
        in->r.hidden[seat] = (uint8_t)list.unknown;
    }
    for (int seat = 0; seat < in->r.people; seat++) in->r.chips[seat] = ROYAL_CHIPS;
    in->r.dealer = (uint8_t)(in->r.people - 1);
    return true;
}

static bool read_known(Reading *in, Span text) {
    Span pieces[ROYAL_SEATS];
    List list;
    if (!seat_pieces(in, KEY_KNOWN, text, pieces)) return false;
    for (int seat = 0; seat < in->r.people; seat++) {
        if (!read_list(in, pieces[seat], &list) || !no_jokers(in, &list) || !no_unknown(in, &list)) return false;
        if (list.rest) return error_set(in->error, "what is known is named card by card");
        if (!to_faces(in, &list, &in->r.known[seat])) return false;
    }
    return true;
}

static bool read_seat_numbers(Reading *in, Key key, Span text) {
    Span pieces[ROYAL_SEATS];
    int64_t number;
    if (!seat_pieces(in, key, text, pieces)) return false;
    for (int seat = 0; seat < in->r.people; seat++) {
        int maximum = key == KEY_CHIPS ? ROYAL_CHIPS * in->r.people : SCORE_LIMIT;
        if (!read_number(in, key, pieces[seat], 0, maximum, &number)) return false;
        if (key == KEY_CHIPS) in->r.chips[seat] = (uint8_t)number;
        else in->r.score[seat] = (uint16_t)number;
    }
    return true;
}

static bool read_display(Reading *in, Span text) {
    Span piece;
    List list = {.count = 0};
    int place = 0;
    while (span_split(&text, ',', &piece)) {
        if (place == ROYAL_DISPLAY) return error_set(in->error, "the display has %d places", ROYAL_DISPLAY);
        if (!span_is(piece, "-")) {
            int before = list.count;
            if (!read_entry(in, piece, &list)) return false;
            if (list.count == before) return error_set(in->error, "the display shows cards and gaps");
            in->r.display[place] = list.cards[before];
        }
        place++;
    }
    return name_cards(in, &list);
}

static void put_pile(RoyalFlush *r, const uint8_t *cards, int count) {
    memcpy(r->pile + ROYAL_CARDS - count, cards, (size_t)count);
    r->pile_count = (uint8_t)count;
}

static bool read_pile(Reading *in, Span text) {
    List list;
    if (!read_list(in, text, &list) || !no_jokers(in, &list) || !name_cards(in, &list)) return false;
    if (list.unknown && list.count) return error_set(in->error, "the pile is known or unknown, not both");
    for (; list.count < list.unknown; list.count++) list.cards[list.count] = CARD_UNKNOWN;
    put_pile(&in->r, list.cards, list.count);
    return name_rest(in, &list, REST_PILE);
}

static bool read_discards(Reading *in, Span text) {
    List list;
    if (!read_list(in, text, &list) || !no_jokers(in, &list) || !no_unknown(in, &list) || !name_cards(in, &list)) return false;
    return name_rest(in, &list, REST_DISCARDS) && to_faces(in, &list, &in->r.discards);
}

static bool split_board(Reading *in, Span text, RoyalBoard *board, Span *after) {
    Span key;
    span_split(&text, ':', &key);
    *board = royalflush_board_find(key);
    *after = text;
    if (*board == ROYAL_BOARDS) return error_set(in->error, "no board is called '%.*s'", quote_length(key), key.at);
    return after->at ? true : error_set(in->error, "a board and what lies there are written flush:2h,3h or flush:0,1");
}

static bool read_laid(Reading *in, Span text) {
    RoyalBoard board;
    Span cards;
    List list;
    if (!split_board(in, text, &board, &cards) || !read_list(in, cards, &list)) return false;
    if (!no_unknown(in, &list) || list.rest) return error_set(in->error, "what is laid is known");
    in->r.phase = ROYAL_SCORING;
    in->r.board = (uint8_t)board;
    in->r.laid_jokers = (uint8_t)list.jokers;
    return name_cards(in, &list) && to_faces(in, &list, &in->r.laid);
}

static bool read_fields(Reading *in, Span text) {
    Span piece, seats, seat;
    RoyalBoard board;
    int64_t number;
    while (span_split(&text, '/', &piece)) {
        int field = 0;
        if (!split_board(in, piece, &board, &seats)) return false;
        if (in->r.field[board][0] != SEAT_NONE)
            return error_set(in->error, "the fields of %s stand twice", royal_boards[board].key);
        while (span_split(&seats, ',', &seat)) {
            if (field == royal_boards[board].field_count)
                return error_set(in->error, "%s has %d fields", royal_boards[board].key, royal_boards[board].field_count);
            if (!read_number(in, KEY_FIELDS, seat, 0, in->r.people - 1, &number)) return false;
            in->r.field[board][field++] = (uint8_t)number;
        }
    }
    return true;
}

static bool read_boards(Reading *in, Span text) {
    Span rest = text, first;
    span_split(&rest, ':', &first);
    in->r.boards_random = span_is(first, "random") && rest.at;
    return royalflush_read_boards(in->r.boards_random ? rest : text, &in->r.boards, in->error);
}

static bool read_step(Reading *in, Span text) {
    if (in->r.phase != ROYAL_TURN) return error_set(in->error, "cards are taken or laid, not both");
    if (!span_is(text, "taken") && !span_is(text, "exchanged")) return error_set(in->error, "step is taken or exchanged");
    in->r.phase = span_is(text, "taken") ? ROYAL_TAKEN : ROYAL_EXCHANGED;
    return true;
}

static bool read_word(Reading *in, Key key, Span text, const char *word) {
    return span_is(text, word) || error_set(in->error, "%s is %s or left out", keys[key], word);
}

static bool read_view(Reading *in, Span text) {
    int64_t seat;
    if (span_is(text, "onlooker")) {
        in->r.viewer = ONLOOKER;
        return true;
    }
    if (!read_number(in, KEY_VIEW, text, 0, in->r.people - 1, &seat)) return false;
    in->r.viewer = (uint8_t)seat;
    return true;
}

/* The small numbers of a position, each into a byte of the state. */
static bool read_small(Reading *in, Key key, Span text) {
    RoyalFlush *r = &in->r;
    int64_t number, maximum = key == KEY_ROUND ? ROYAL_ROUNDS : key == KEY_PASSES ? r->people : r->people - 1;
    uint8_t *place = key == KEY_ROUND ? &r->round : key == KEY_PASSES ? &r->passes : key == KEY_DEALER ? &r->dealer : &r->turn;
    if (!read_number(in, key, text, key == KEY_ROUND ? 1 : 0, maximum, &number)) return false;
    *place = (uint8_t)number;
    return true;
}

static bool read_chance(Reading *in, Span text) {
    int64_t number;
    if (!read_number(in, KEY_CHANCE, text, 0, UINT32_MAX / 2, &number)) return false;
    in->r.chance_count = (uint32_t)number;
    return true;
}

static bool read_token(Reading *in, Key key, Span value) {
    RoyalFlush *r = &in->r;
    switch (key) {
    case KEY_HANDS: return read_hands(in, value);
    case KEY_ROUND:
    case KEY_DEALER:
    case KEY_TURN:
    case KEY_PASSES: return read_small(in, key, value);
    case KEY_STEP: return read_step(in, value);
    case KEY_LAID:
        return r->phase == ROYAL_TURN ? read_laid(in, value) : error_set(in->error, "cards are taken or laid, not both");
    case KEY_OVER:
        if (r->phase != ROYAL_TURN) return error_set(in->error, "the match is over, and yet a turn is under way");
        r->phase = ROYAL_OVER;
        return read_word(in, key, value, "yes");
    case KEY_SCORES:
    case KEY_CHIPS: return read_seat_numbers(in, key, value);
    case KEY_KNOWN: return read_known(in, value);
    case KEY_DISPLAY: return read_display(in, value);
    case KEY_PILE: return read_pile(in, value);
    case KEY_DISCARDS: return read_discards(in, value);
    case KEY_BOARDS: return read_boards(in, value);
    case KEY_FIELDS: return read_fields(in, value);
    case KEY_CHILDREN: return royalflush_read_children(value, r->people, &r->children, in->error);
    case KEY_JOKERS: r->jokers_each_round = 1; return read_word(in, key, value, "each-round");
    case KEY_CHANCE: return read_chance(in, value);
    case KEY_VIEW: return read_view(in, value);
    case KEYS: break;
    }
    return false;
}

/* The start of a match, before any token is read. */
static void reading_init(Reading *in, Error *error) {
    *in = (Reading){.rest = REST_NOWHERE, .error = error};
    RoyalFlush *r = &in->r;
    r->viewer = VIEWER_WHOLE;
    r->round = 1;
    r->board = ROYAL_BOARDS;
    r->boards = royalflush_first_boards();
    memset(r->display, CARD_NONE, sizeof r->display);
    memset(r->pile, CARD_NONE, sizeof r->pile);
    memset(r->field, SEAT_NONE, sizeof r->field);
}

/* All cards that were named nowhere, ascending, go where `rest` stood. */
static bool put_rest(Reading *in) {
    RoyalFlush *r = &in->r;
    uint8_t cards[2 * ROYAL_CARDS];
    int count = 0;
    if (in->rest == REST_NOWHERE) return true;
    if (in->unknown) return error_set(in->error, "the rest is not known where there are unknown cards");
    if (in->rest == REST_PILE) {
        memcpy(cards, r->pile + ROYAL_CARDS - r->pile_count, r->pile_count);
        count = r->pile_count;
    }
    for (int card = 0; card < ROYAL_FACES; card++)
        for (int i = in->named[card]; i < 2; i++) {
            if (in->rest == REST_PILE) cards[count++] = (uint8_t)card;
            else royal_faces_add(in->rest == REST_DISCARDS ? &r->discards : &r->hand[in->rest], card);
        }
    if (in->rest == REST_PILE) put_pile(r, cards, count);
    return true;
}

static bool reading_finish(Reading *in, bool turn_given) {
    RoyalFlush *r = &in->r;
    if (!turn_given) r->turn = (uint8_t)((r->dealer + 1) % r->people);
    if (in->unknown && r->viewer == VIEWER_WHOLE) return error_set(in->error, "with unknown cards, view= says who sees it so");
    if (!put_rest(in)) return false;
    const char *broken = royalflush_check((const State *)(const void *)r);
    return broken ? error_set(in->error, "%s", broken) : true;
}

/* Sorts the tokens of the line by key. */
static bool collect(Span text, Span values[KEYS], Error *error) {
    Span token, key, value;
    while (span_split(&text, ' ', &token)) {
        int index = 0;
        if (token.length == 0) continue;
        if (!span_pair(token, &key, &value)) return error_set(error, "'%.*s' is not key=value", quote_length(token), token.at);
        while (index < KEYS && !span_is(key, keys[index])) index++;
        if (index == KEYS) return error_set(error, "a position of royalflush has no '%.*s'", quote_length(key), key.at);
        if (values[index].at) return error_set(error, "%s stands twice", keys[index]);
        values[index] = value;
    }
    return values[KEY_HANDS].at ? true : error_set(error, "a position of royalflush says which cards are in hand, hands=…");
}

bool royalflush_parse(State *state, Span text, Error *error) {
    Span token, game_name, values[KEYS] = {{NULL, 0}};
    Reading in;
    span_split(&text, ' ', &token);
    span_split(&token, ':', &game_name);
    if (!span_is(game_name, "royalflush")) return error_set(error, "a position of royalflush begins with royalflush:VARIANT");
    if (game_variant(&royalflush, token.at ? token : (Span){"", 0}, error) < 0 || !collect(text, values, error)) return false;
    reading_init(&in, error);
    for (int key = 0; key < KEYS; key++)
        if (values[key].at && !read_token(&in, (Key)key, values[key])) return false;
    if (!reading_finish(&in, values[KEY_TURN].at != NULL)) return false;
    memcpy(state, &in.r, sizeof in.r);
    return true;
}
