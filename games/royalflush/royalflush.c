/* Royal Flush: setting up, taking, scoring, and the end of rounds and of the match.
 * royalflush.h describes the state; combinations, options, views and notation have files of their own. */
#include "games/royalflush/royalflush.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "core/message.h"

const Variant royalflush_variants[] = {{"standard", NULL, NULL, 2, ROYAL_SEATS, 0}, {0}};

enum { PAIRS_OF_GROUP = 6 };

_Static_assert(sizeof(RoyalFlush) == 400, "a state has no bytes that are not its own");

static RoyalFlush *mutable(State *state) { return (RoyalFlush *)(void *)state; }

static int next_seat(const RoyalFlush *r, int seat) { return (seat + 1) % r->people; }

/* ---- what follows from a state */

static int free_field(const RoyalFlush *r, RoyalBoard board) {
    int field = 0;
    while (field < royal_boards[board].field_count && r->field[board][field] != SEAT_NONE) field++;
    return field;
}

int royalflush_free_value(const RoyalFlush *r, RoyalBoard board) {
    int field = free_field(r, board);
    return r->boards >> board & 1 && field < royal_boards[board].field_count ? royal_boards[board].fields[field] : 0;
}

int royalflush_pieces(const RoyalFlush *r, int seat) {
    const uint8_t *field = &r->field[0][0];
    int pieces = ROYAL_PIECES;
    for (int i = 0; i < ROYAL_BOARDS * ROYAL_FIELDS; i++) pieces -= field[i] == seat;
    return pieces;
}

int royalflush_held(const RoyalFlush *r, int seat) {
    int held = 0;
    for (int board = 0; board < ROYAL_BOARDS; board++)
        for (int field = 0; field < royal_boards[board].field_count; field++)
            if (r->field[board][field] == seat) held += royal_boards[board].fields[field];
    return held;
}

int royalflush_chips_spent(const RoyalFlush *r) {
    int chips = ROYAL_CHIPS * r->people;
    for (int seat = 0; seat < r->people; seat++) chips -= r->chips[seat];
    return chips;
}

static bool display_empty(const RoyalFlush *r) {
    for (int place = 0; place < ROYAL_DISPLAY; place++)
        if (r->display[place] != CARD_NONE) return false;
    return true;
}

bool royalflush_cards_left(const RoyalFlush *r) {
    return r->pile_count > 0 || !royal_faces_empty(r->discards) || !display_empty(r);
}

int royalflush_jokers_each(SeatSet children) {
    int count = bits_count(children);
    if (count == 0) return 0;
    return ROYAL_JOKERS / count < ROYAL_JOKERS_EACH ? ROYAL_JOKERS / count : ROYAL_JOKERS_EACH;
}

int royalflush_score_moves(RoyalBoard board, const RoyalWay *way, Move moves[1 + ROYAL_WAY_MAX]) {
    int count = 0;
    moves[count++] = royal_move(ROYAL_SCORE, board);
    for (int i = 0; i < way->count; i++) moves[count++] = royal_move(ROYAL_LAY, way->cards[i]);
    return count;
}

/* ---- the pile (rules: "A turn") */

/* The first event of a move carries it; the others have none. */
static void tell_move(const RoyalFlush *r, Move move, EventSink *sink) {
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    royalflush_print_move((const State *)(const void *)r, r->turn, move, &text);
    event_text(sink, "move", words, SEEN_BY_ALL);
}

static void put_pile(RoyalFlush *r, const uint8_t *cards, int count) {
    memset(r->pile, CARD_NONE, sizeof r->pile);
    memcpy(r->pile + ROYAL_CARDS - count, cards, (size_t)count);
    r->pile_count = (uint8_t)count;
}

static int draw_card(RoyalFlush *r) {
    uint8_t *next = &r->pile[ROYAL_CARDS - r->pile_count--];
    int card = *next;
    *next = CARD_NONE;
    return card;
}

/* "If a card is wanted and the pile is empty, and only then": `move` is told where this is the first that comes of it. */
static void reshuffle(RoyalFlush *r, const Move *move, Chance *chance, EventSink *sink) {
    uint8_t cards[ROYAL_CARDS];
    int count = royal_faces_list(r->discards, cards);
    if (sink) {
        event_begin(sink, "reshuffle");
        event_number(sink, "seat", r->turn, SEEN_BY_ALL);
        event_number(sink, "count", count, SEEN_BY_ALL);
        if (move) tell_move(r, *move, sink);
        event_end(sink);
    }
    event_shuffle(sink, chance, &r->chance_count, cards, count);
    put_pile(r, cards, count);
    r->discards = (RoyalFaces){0, 0};
}

/* Turns up a card for each gap, as far as there are cards; returns which places. */
static unsigned fill_display(RoyalFlush *r, Chance *chance, EventSink *sink) {
    unsigned filled = 0;
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (r->display[place] != CARD_NONE) continue;
        if (r->pile_count == 0 && royal_faces_empty(r->discards)) break;
        if (r->pile_count == 0) reshuffle(r, NULL, chance, sink);
        r->display[place] = (uint8_t)draw_card(r);
        filled |= 1u << place;
    }
    return filled;
}

static void tell_cards_at(const RoyalFlush *r, const char *key, unsigned places, EventSink *sink) {
    uint8_t cards[ROYAL_DISPLAY];
    int count = 0;
    for (int place = 0; place < ROYAL_DISPLAY; place++)
        if (places >> place & 1 && r->display[place] != CARD_NONE) cards[count++] = r->display[place];
    event_cards(sink, key, cards, count, SEEN_BY_ALL);
}

/* The display by place, with null for a gap. */
static void tell_display(const RoyalFlush *r, EventSink *sink) {
    event_open_list(sink, "display", SEEN_BY_ALL);
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (r->display[place] == CARD_NONE) event_null(sink, NULL);
        else event_card(sink, NULL, r->display[place], SEEN_BY_ALL);
    }
    event_close(sink);
}

static void tell_turned_up(const RoyalFlush *r, unsigned places, EventSink *sink) {
    if (!sink || !places) return;
    event_begin(sink, "display");
    tell_cards_at(r, "cards", places, sink);
    tell_display(r, sink);
    event_end(sink);
}

/* ---- dealing (rules: "Setting up") */

static void hand_out_jokers(RoyalFlush *r, EventSink *sink) {
    int each = royalflush_jokers_each(r->children);
    for (int seat = 0; seat < ROYAL_SEATS; seat++) {
        if (!(r->children & SEAT_BIT(seat))) continue;
        r->jokers[seat] = (uint8_t)each;
        if (!sink) continue;
        event_begin(sink, "jokers");
        event_number(sink, "seat", seat, SEEN_BY_ALL);
        event_number(sink, "count", each, SEEN_BY_ALL);
        event_end(sink);
    }
}

static void clear_round(RoyalFlush *r) {
    memset(r->hand, 0, sizeof r->hand);
    memset(r->known, 0, sizeof r->known);
    r->discards = r->laid = (RoyalFaces){0, 0};
    memset(r->display, CARD_NONE, sizeof r->display);
    memset(r->field, SEAT_NONE, sizeof r->field);
    r->board = ROYAL_BOARDS;
    r->laid_jokers = 0;
    r->passes = 0;
    r->phase = ROYAL_TURN;
    r->turn = (uint8_t)next_seat(r, r->dealer);
}

/* One card at a time, seven to each, from the dealer's left; then the display; the rest is the pile. */
static void deal(RoyalFlush *r, Chance *chance, EventSink *sink) {
    uint8_t pack[ROYAL_CARDS], cards[ROYAL_HAND];
    for (int i = 0; i < ROYAL_CARDS; i++) pack[i] = (uint8_t)(i / 2);
    event_shuffle(sink, chance, &r->chance_count, pack, ROYAL_CARDS);
    for (int i = 0, seat = r->turn; i < r->people; i++, seat = next_seat(r, seat)) {
        for (int j = 0; j < ROYAL_HAND; j++) {
            cards[j] = pack[j * r->people + i];
            royal_faces_add(&r->hand[seat], cards[j]);
        }
        if (!sink) continue;
        event_begin(sink, "deal");
        event_number(sink, "seat", seat, SEEN_BY_ALL);
        event_cards(sink, "cards", cards, ROYAL_HAND, SEAT_BIT(seat));
        event_end(sink);
    }
    int dealt = ROYAL_HAND * r->people;
    put_pile(r, pack + dealt, ROYAL_CARDS - dealt);
    tell_turned_up(r, fill_display(r, chance, sink), sink);
}

static void begin_round(RoyalFlush *r, Chance *chance, EventSink *sink) {
    clear_round(r);
    if (sink) {
        event_begin(sink, "round");
        event_number(sink, "round", r->round, SEEN_BY_ALL);
        event_number(sink, "dealer", r->dealer, SEEN_BY_ALL);
        event_number(sink, "first", r->turn, SEEN_BY_ALL);
        event_end(sink);
    }
    if (r->round == 1 || r->jokers_each_round) hand_out_jokers(r, sink);
    deal(r, chance, sink);
}

/* ---- setting up */

/* Two of each group by lot. */
static uint32_t draw_boards(RoyalFlush *r, Chance *chance, EventSink *sink) {
    static const uint8_t pairs[PAIRS_OF_GROUP] = {0x3, 0x5, 0x9, 0x6, 0xa, 0xc};
    uint32_t boards = 1u << ROYAL_ROYAL_FLUSH;
    for (int group = 0; group < ROYAL_GROUPS; group++) {
        uint32_t lot = event_lot(sink, chance, &r->chance_count, PAIRS_OF_GROUP, SEEN_BY_ALL);
        boards |= (uint32_t)pairs[lot] << group * ROYAL_GROUP_BOARDS;
    }
    return boards;
}

static void tell_boards(const RoyalFlush *r, EventSink *sink) {
    if (!sink) return;
    event_begin(sink, "boards");
    event_open_list(sink, "boards", SEEN_BY_ALL);
    for (int board = 0; board < ROYAL_BOARDS; board++)
        if (r->boards >> board & 1) event_text(sink, NULL, royal_boards[board].key, SEEN_BY_ALL);
    event_close(sink);
    event_end(sink);
}

static bool read_options(const Setup *setup, RoyalFlush *r, Error *error) {
    if (!setup_check(&royalflush, setup, error)) return false;
    const char *boards = setup_value(setup, "boards"), *children = setup_value(setup, "children");
    r->people = (uint8_t)setup->people;
    r->boards_random = boards && strcmp(boards, "random") == 0;
    r->boards = royalflush_first_boards();
    if (boards && !r->boards_random && !royalflush_read_boards(span_of(boards), &r->boards, error)) return false;
    if (children && !royalflush_read_children(span_of(children), setup->people, &r->children, error)) return false;
    r->jokers_each_round = setup_word(&royalflush, setup, "jokers") == ROYAL_JOKERS_EACH_ROUND;
    return true;
}

static bool setup(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    RoyalFlush read = {.viewer = VIEWER_WHOLE, .round = 1};
    if (!read_options(setup, &read, error)) return false;
    RoyalFlush *r = mutable(state);
    memcpy(r, &read, sizeof read);
    for (int seat = 0; seat < r->people; seat++) r->chips[seat] = ROYAL_CHIPS;
    if (r->boards_random) r->boards = draw_boards(r, chance, sink);
    tell_boards(r, sink);
    r->dealer = (uint8_t)event_lot(sink, chance, &r->chance_count, r->people, SEEN_BY_ALL);
    begin_round(r, chance, sink);
    return true;
}

static void adopt(State *state, int revision) { mutable(state)->revision = (uint8_t)revision; }

static void describe(const State *state, Setup *setup) {
    const RoyalFlush *r = royalflush_of(state);
    *setup = (Setup){.people = r->people};
    char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX];
    Text text = text_init(pair, sizeof pair);
    if (r->boards_random || r->boards != royalflush_first_boards()) {
        text_add(&text, "boards=");
        if (r->boards_random) text_add(&text, "random");
        else royalflush_print_boards(r->boards, &text);
        setup_option(setup, span_of(pair), NULL);
    }
    if (r->children) {
        text = text_init(pair, sizeof pair);
        text_add(&text, "children=");
        royalflush_print_children(r->children, &text);
        setup_option(setup, span_of(pair), NULL);
    }
    setup_add_word(&royalflush, setup, "jokers", r->jokers_each_round ? ROYAL_JOKERS_EACH_ROUND : ROYAL_JOKERS_ONCE);
}

static int seats(const State *state) { return royalflush_of(state)->people; }

/* ---- who acts, and how */

static SeatSet actors(const State *state) {
    const RoyalFlush *r = royalflush_of(state);
    return r->phase == ROYAL_OVER ? 0 : SEAT_BIT(r->turn);
}

static bool can_score_board(const RoyalFlush *r, RoyalBoard board) {
    return royalflush_free_value(r, board) && royalflush_can_score(board, r->hand[r->turn], r->jokers[r->turn]);
}

static RoyalSet next_cards(const RoyalFlush *r) {
    return royalflush_next((RoyalBoard)r->board, r->laid, r->laid_jokers, r->hand[r->turn], r->jokers[r->turn]);
}

/* Is there a card in the pile, or would there be after a shuffle? */
static bool has_pile(const RoyalFlush *r) { return r->pile_count || !royal_faces_empty(r->discards); }

/* The display is exchanged for new cards: without any, its own would come back for a chip, as they did until revision 2. */
static bool may_exchange(const RoyalFlush *r) {
    bool any = r->revision && r->revision < ROYAL_EXCHANGES_FOR_NEW ? royalflush_cards_left(r) : has_pile(r);
    return (r->phase == ROYAL_TURN || r->phase == ROYAL_EXCHANGED) && r->chips[r->turn] && any;
}

/* The next card after the first costs a chip. */
static bool may_take(const RoyalFlush *r) {
    return r->phase == ROYAL_TURN || r->phase == ROYAL_EXCHANGED || (r->phase == ROYAL_TAKEN && r->chips[r->turn]);
}

static bool may_draw(const RoyalFlush *r) { return may_take(r) && has_pile(r); }

static int place_of(const RoyalFlush *r, int card) {
    int place = 0;
    while (place < ROYAL_DISPLAY && r->display[place] != card) place++;
    return place;
}

static int legal_takes(const RoyalFlush *r, Move *moves) {
    int count = 0;
    if (may_exchange(r)) moves[count++] = royal_move(ROYAL_EXCHANGE, 0);
    for (int place = 0; place < ROYAL_DISPLAY && may_take(r); place++) {
        int card = r->display[place];
        if (card != CARD_NONE && place_of(r, card) == place) moves[count++] = royal_move(ROYAL_TAKE, card);
    }
    if (may_draw(r)) moves[count++] = royal_move(ROYAL_DRAW, 0);
    if (r->phase == ROYAL_TAKEN) moves[count++] = royal_move(ROYAL_DONE, 0);
    return count;
}

static int legal(const State *state, int actor, Move *moves) {
    const RoyalFlush *r = royalflush_of(state);
    int count = 0;
    if (r->phase == ROYAL_OVER || actor != r->turn) return 0;
    if (r->phase == ROYAL_SCORING) {
        for (RoyalSet next = next_cards(r); next; next &= next - 1) moves[count++] = royal_move(ROYAL_LAY, royal_lowest(next));
        return count;
    }
    count = legal_takes(r, moves);
    if (r->phase != ROYAL_TURN) return count;
    for (int board = 0; board < ROYAL_BOARDS; board++)
        if (can_score_board(r, (RoyalBoard)board)) moves[count++] = royal_move(ROYAL_SCORE, board);
    if (count == 0) moves[count++] = royal_move(ROYAL_PASS, 0);
    return count;
}

static bool can_score_any(const RoyalFlush *r) {
    for (int board = 0; board < ROYAL_BOARDS; board++)
        if (can_score_board(r, (RoyalBoard)board)) return true;
    return false;
}

static bool is_legal(const State *state, int actor, Move move) {
    const RoyalFlush *r = royalflush_of(state);
    RoyalMoveKind kind = royal_move_kind(move);
    int value = royal_move_value(move);
    if (r->phase == ROYAL_OVER || actor != r->turn || move != royal_move(kind, value)) return false;
    bool has_value = kind == ROYAL_TAKE || kind == ROYAL_SCORE || kind == ROYAL_LAY;
    if (value && !has_value) return false;
    switch (kind) {
    case ROYAL_EXCHANGE: return may_exchange(r);
    case ROYAL_TAKE: return may_take(r) && place_of(r, value) < ROYAL_DISPLAY;
    case ROYAL_DRAW: return may_draw(r);
    case ROYAL_DONE: return r->phase == ROYAL_TAKEN;
    case ROYAL_SCORE: return r->phase == ROYAL_TURN && value < ROYAL_BOARDS && can_score_board(r, (RoyalBoard)value);
    case ROYAL_LAY: return r->phase == ROYAL_SCORING && (next_cards(r) >> value & 1);
    case ROYAL_PASS: return r->phase == ROYAL_TURN && !royalflush_cards_left(r) && !can_score_any(r);
    }
    return false;
}

/* ---- the end of a round and of the match (rules: "End of round, of game") */

static void tell_held(const RoyalFlush *r, int seat, EventSink *sink) {
    event_open_object(sink, NULL, SEEN_BY_ALL);
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    event_open_list(sink, "fields", SEEN_BY_ALL);
    for (int board = 0; board < ROYAL_BOARDS; board++)
        for (int field = 0; field < royal_boards[board].field_count; field++) {
            if (r->field[board][field] != seat) continue;
            event_open_object(sink, NULL, SEEN_BY_ALL);
            event_text(sink, "board", royal_boards[board].key, SEEN_BY_ALL);
            event_number(sink, "value", royal_boards[board].fields[field], SEEN_BY_ALL);
            event_close(sink);
        }
    event_close(sink);
    event_number(sink, "points", royalflush_held(r, seat), SEEN_BY_ALL);
    event_close(sink);
}

static void tell_numbers(const RoyalFlush *r, const char *key, bool chips, EventSink *sink) {
    int numbers[ROYAL_SEATS];
    for (int seat = 0; seat < r->people; seat++) numbers[seat] = chips ? r->chips[seat] : r->score[seat];
    event_numbers(sink, key, numbers, r->people);
}

/* The score of the round item by item, told after the points were added and the chips shared. */
static void tell_round_end(const RoyalFlush *r, int ender, int spent, int each, EventSink *sink) {
    if (!sink) return;
    event_begin(sink, "roundend");
    event_number(sink, "round", r->round, SEEN_BY_ALL);
    if (ender == SEAT_NONE) event_null(sink, "ender");
    else event_number(sink, "ender", ender, SEEN_BY_ALL);
    event_open_list(sink, "seats", SEEN_BY_ALL);
    for (int seat = 0; seat < r->people; seat++) tell_held(r, seat, sink);
    event_close(sink);
    tell_numbers(r, "totals", false, sink);
    event_number(sink, "spent", spent, SEEN_BY_ALL);
    event_number(sink, "each", each, SEEN_BY_ALL);
    event_number(sink, "waiting", spent - each * r->people, SEEN_BY_ALL);
    tell_numbers(r, "chips", true, sink);
    event_end(sink);
}

/* "Most points win; tie: more chips; still tied: several winners." */
static SeatSet match_winners(const RoyalFlush *r) {
    SeatSet best = 0;
    int most = -1;
    for (int seat = 0; seat < r->people; seat++) {
        int rank = r->score[seat] * (ROYAL_CHIPS * ROYAL_SEATS + 1) + r->chips[seat];
        if (rank > most) {
            most = rank;
            best = 0;
        }
        if (rank == most) best |= SEAT_BIT(seat);
    }
    return best;
}

/* "Each chip in hand is worth 2 points." */
static void end_match(RoyalFlush *r, EventSink *sink) {
    for (int seat = 0; seat < r->people; seat++)
        r->score[seat] = (uint16_t)(r->score[seat] + ROYAL_CHIP_POINTS * r->chips[seat]);
    r->phase = ROYAL_OVER;
    if (!sink) return;
    event_begin(sink, "end");
    tell_numbers(r, "chips", true, sink);
    tell_numbers(r, "totals", false, sink);
    event_seats(sink, "winners", match_winners(r));
    event_end(sink);
}

/* `ender` is SEAT_NONE where all have passed: then the one after who began this round begins the next. */
static void end_round(RoyalFlush *r, int ender, Chance *chance, EventSink *sink) {
    bool last = r->round == ROYAL_ROUNDS;
    int spent = royalflush_chips_spent(r), each = last ? 0 : spent / r->people;
    for (int seat = 0; seat < r->people; seat++) {
        r->score[seat] = (uint16_t)(r->score[seat] + royalflush_held(r, seat));
        r->chips[seat] = (uint8_t)(r->chips[seat] + each);
    }
    tell_round_end(r, ender, spent, each, sink);
    if (last) {
        end_match(r, sink);
        return;
    }
    r->round++;
    r->dealer = (uint8_t)(ender == SEAT_NONE ? next_seat(r, r->dealer) : ender);
    begin_round(r, chance, sink);
}

/* ---- taking (rules: "A turn", Take) */

static void next_turn(RoyalFlush *r) {
    r->phase = ROYAL_TURN;
    r->turn = (uint8_t)next_seat(r, r->turn);
}

/* "Then the display is filled up to four: only then." */
static void end_taking(RoyalFlush *r, Chance *chance, EventSink *sink) {
    tell_turned_up(r, fill_display(r, chance, sink), sink);
    next_turn(r);
}

static void exchange(RoyalFlush *r, Move move, Chance *chance, EventSink *sink) {
    r->chips[r->turn]--;
    if (sink) {
        event_begin(sink, "exchange");
        event_number(sink, "seat", r->turn, SEEN_BY_ALL);
        tell_cards_at(r, "cards", (1u << ROYAL_DISPLAY) - 1, sink);
        event_number(sink, "chips", r->chips[r->turn], SEEN_BY_ALL);
        tell_move(r, move, sink);
        event_end(sink);
    }
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        if (r->display[place] != CARD_NONE) royal_faces_add(&r->discards, r->display[place]);
        r->display[place] = CARD_NONE;
    }
    tell_turned_up(r, fill_display(r, chance, sink), sink);
    r->phase = ROYAL_EXCHANGED;
}

/* "take" is the free card, "buy" one that costs a chip. */
static void tell_take(const RoyalFlush *r, int card, bool bought, bool open, const Move *move, EventSink *sink) {
    if (!sink) return;
    event_begin(sink, bought ? "buy" : "take");
    event_number(sink, "seat", r->turn, SEEN_BY_ALL);
    event_card(sink, "card", (uint8_t)card, open ? SEEN_BY_ALL : SEAT_BIT(r->turn));
    event_text(sink, "from", open ? "display" : "pile", SEEN_BY_ALL);
    if (bought) event_number(sink, "chips", r->chips[r->turn], SEEN_BY_ALL);
    if (move) tell_move(r, *move, sink);
    event_end(sink);
}

static void take(RoyalFlush *r, Move move, Chance *chance, EventSink *sink) {
    bool open = royal_move_kind(move) == ROYAL_TAKE, bought = r->phase == ROYAL_TAKEN, first = true;
    int seat = r->turn, card = royal_move_value(move);
    if (bought) r->chips[seat]--;
    if (open) {
        r->display[place_of(r, card)] = CARD_NONE;
        royal_faces_add(&r->known[seat], card);
    } else {
        if (r->pile_count == 0) {
            reshuffle(r, &move, chance, sink);
            first = false;
        }
        card = draw_card(r);
    }
    royal_faces_add(&r->hand[seat], card);
    tell_take(r, card, bought, open, first ? &move : NULL, sink);
    r->phase = ROYAL_TAKEN;
    /* Nobody is asked whether to buy who cannot. */
    if (!r->chips[seat] || !royalflush_cards_left(r)) end_taking(r, chance, sink);
}

static void done(RoyalFlush *r, Move move, Chance *chance, EventSink *sink) {
    if (sink) {
        event_begin(sink, "done");
        event_number(sink, "seat", r->turn, SEEN_BY_ALL);
        tell_move(r, move, sink);
        event_end(sink);
    }
    end_taking(r, chance, sink);
}

/* Only where neither taking nor scoring is possible. */
static void pass(RoyalFlush *r, Move move, Chance *chance, EventSink *sink) {
    if (sink) {
        event_begin(sink, "pass");
        event_number(sink, "seat", r->turn, SEEN_BY_ALL);
        tell_move(r, move, sink);
        event_end(sink);
    }
    if (++r->passes == r->people) end_round(r, SEAT_NONE, chance, sink);
    else next_turn(r);
}

/* ---- scoring (rules: "A turn", Score) */

static void choose_board(RoyalFlush *r, Move move, EventSink *sink) {
    r->phase = ROYAL_SCORING;
    r->board = (uint8_t)royal_move_value(move);
    r->passes = 0;
    if (!sink) return;
    event_begin(sink, "board");
    event_number(sink, "seat", r->turn, SEEN_BY_ALL);
    event_text(sink, "board", royal_boards[r->board].key, SEEN_BY_ALL);
    tell_move(r, move, sink);
    event_end(sink);
}

static void tell_score(const RoyalFlush *r, Move move, EventSink *sink) {
    if (!sink) return;
    uint8_t cards[ROYAL_WAY_MAX];
    int count = royal_faces_list(r->laid, cards);
    for (int i = 0; i < r->laid_jokers; i++) cards[count++] = ROYAL_JOKER;
    event_begin(sink, "score");
    event_number(sink, "seat", r->turn, SEEN_BY_ALL);
    event_text(sink, "board", royal_boards[r->board].key, SEEN_BY_ALL);
    event_cards(sink, "cards", cards, count, SEEN_BY_ALL);
    event_number(sink, "jokers", r->laid_jokers, SEEN_BY_ALL);
    event_number(sink, "value", royalflush_free_value(r, (RoyalBoard)r->board), SEEN_BY_ALL);
    event_number(sink, "pieces", royalflush_pieces(r, r->turn) - 1, SEEN_BY_ALL);
    tell_move(r, move, sink);
    event_end(sink);
}

/* The combination is complete: a piece on the highest free field, the cards to the discards, the jokers to the box. */
static void score(RoyalFlush *r, Move move, Chance *chance, EventSink *sink) {
    int seat = r->turn;
    uint8_t board = r->board, cards[ROYAL_WAY_MAX];
    tell_score(r, move, sink);
    r->field[board][free_field(r, (RoyalBoard)board)] = (uint8_t)seat;
    int count = royal_faces_list(r->laid, cards);
    for (int i = 0; i < count; i++) royal_faces_add(&r->discards, cards[i]);
    r->laid = (RoyalFaces){0, 0};
    r->laid_jokers = 0;
    r->board = ROYAL_BOARDS;
    if (board == ROYAL_ROYAL_FLUSH || royalflush_pieces(r, seat) == 0) end_round(r, seat, chance, sink);
    else next_turn(r);
}

static void lay(RoyalFlush *r, Move move, Chance *chance, EventSink *sink) {
    int seat = r->turn, card = royal_move_value(move);
    if (card == ROYAL_JOKER) {
        r->jokers[seat]--;
        r->laid_jokers++;
    } else {
        royal_faces_remove(&r->hand[seat], card);
        royal_faces_remove(&r->known[seat], card);
        royal_faces_add(&r->laid, card);
    }
    if (royal_faces_count(r->laid) + r->laid_jokers == royal_boards[r->board].cards) {
        score(r, move, chance, sink);
        return;
    }
    if (!sink) return;
    event_begin(sink, "lay");
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    event_card(sink, "card", (uint8_t)card, SEEN_BY_ALL);
    tell_move(r, move, sink);
    event_end(sink);
}

static void apply(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    RoyalFlush *r = mutable(state);
    assert(actor == r->turn);
    (void)actor;
    switch (royal_move_kind(move)) {
    case ROYAL_EXCHANGE: exchange(r, move, chance, sink); break;
    case ROYAL_TAKE:
    case ROYAL_DRAW: take(r, move, chance, sink); break;
    case ROYAL_DONE: done(r, move, chance, sink); break;
    case ROYAL_SCORE: choose_board(r, move, sink); break;
    case ROYAL_LAY: lay(r, move, chance, sink); break;
    case ROYAL_PASS: pass(r, move, chance, sink); break;
    }
}

/* Fields held in the round under way count: nobody can lose them again. */
static void points(const State *state, int points[SEATS_MAX]) {
    const RoyalFlush *r = royalflush_of(state);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        points[seat] = seat < r->people ? r->score[seat] : 0;
        if (seat < r->people && r->phase != ROYAL_OVER) points[seat] += royalflush_held(r, seat);
    }
}

static SeatSet winners(const State *state) {
    const RoyalFlush *r = royalflush_of(state);
    return r->phase == ROYAL_OVER ? match_winners(r) : 0;
}

static int viewer(const State *state) { return royalflush_of(state)->viewer; }

const Game royalflush = {
    .name = "royalflush",
    .title = "Royal Flush",
    .variants = royalflush_variants,
    .options = royalflush_option_rules,
    .unit = N_("points"),
    .round = NC_("Royal Flush", "round"),
    .forfeit = 100,
    .facts = royalflush_facts,
    .glance = royalflush_glance,
    .revision = ROYAL_EXCHANGES_FOR_NEW,
    .revision_min = 1,
    .state_bytes = sizeof(RoyalFlush),
    .moves_max = ROYAL_MOVES_MAX,
    .turns_max = ROYAL_TURNS_MAX,
    .setup = setup,
    .adopt = adopt,
    .describe = describe,
    .seats = seats,
    .actors = actors,
    .legal = legal,
    .is_legal = is_legal,
    .apply = apply,
    .points = points,
    .winners = winners,
    .view = royalflush_view,
    .determinize = royalflush_determinize,
    .viewer = viewer,
    .print_card = royalflush_print_card,
    .parse_card = royalflush_parse_card,
    .print_move = royalflush_print_move,
    .parse_move = royalflush_parse_move,
    .print = royalflush_print,
    .parse = royalflush_parse,
    .check = royalflush_check,
};
