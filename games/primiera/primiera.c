/* Primiera: setting up, dealing, playing, and the end of rounds and of the match.
 * primiera.h describes the state; captures, scores, views and notation have files of their own. */
#include "games/primiera/primiera.h"

#include <assert.h>
#include <string.h>

#include "core/message.h"

enum { TARGET_HERALDS = 21, TARGET_OTHERS = 11, TARGET_LIMIT = 999 };

const Variant primiera_variants[] = {
    [HERALDS] = {"heralds", N_("Heralds"), N_("Four players; the first Herald played decides who partners whom. To 21."), 4, 4,
                 0},
    [CLASSIC] = {"classic", N_("Scopone"), N_("Four players; partners sit opposite each other. To 11."), 4, 4, 2},
    [TWO] = {"two", N_("Two players"), N_("Everyone for themselves, three cards at a time. To 11."), 2, 2, 0},
    [THREE] = {"three", N_("Three players"), N_("Everyone for themselves, six cards at a time. To 11."), 3, 3, 0},
    [ROBOT] = {"robot", N_("Three and a robot"), N_("Like Heralds, with a robot in the fourth seat. To 21."), 3, 3, 0},
    {0},
};

/* Rules: "Winning". */
enum { EXTRA_ROUND_TIE, EXTRA_ROUND_ANY };
static const OptionWord extra_round_words[] = {[EXTRA_ROUND_TIE] = {"tie", N_("the highest score wins"), 0},
                                               [EXTRA_ROUND_ANY] = {"any", N_("one more round is played"), 0},
                                               {0}};

enum { WITH_HERALDS = 1 << HERALDS | 1 << ROBOT, WITHOUT_HERALDS = 1 << CLASSIC | 1 << TWO | 1 << THREE };
static const OptionRule option_rules[] = {
    {.key = "target",
     .kind = OPTION_NUMBER,
     .label = N_("Points to win"),
     .variants = WITH_HERALDS,
     .minimum = 1,
     .maximum = TARGET_LIMIT,
     .fallback = TARGET_HERALDS},
    {.key = "target",
     .kind = OPTION_NUMBER,
     .label = N_("Points to win"),
     .variants = WITHOUT_HERALDS,
     .minimum = 1,
     .maximum = TARGET_LIMIT,
     .fallback = TARGET_OTHERS},
    {.key = "extra_round",
     .kind = OPTION_WORD,
     .label = N_("If several players reach it"),
     .variants = WITH_HERALDS,
     .words = extra_round_words},
    {0},
};

static Primiera *mutable(State *state) { return (Primiera *)(void *)state; }

/* ---- seating (rules: "Seats") */

int primiera_people(const Primiera *p) { return primiera_variants[p->variant].people_max; }

int primiera_seats(const Primiera *p) { return p->variant == ROBOT ? PRIMIERA_SEATS : primiera_people(p); }

int primiera_order(const Primiera *p, uint8_t order[PRIMIERA_SEATS]) {
    int dealer = p->dealer, people = primiera_people(p);
    if (p->variant == ROBOT) {
        order[0] = (uint8_t)((dealer + 1) % people);
        order[1] = ROBOT_SEAT;
        order[2] = (uint8_t)((dealer + 2) % people);
        order[3] = (uint8_t)dealer;
        return PRIMIERA_SEATS;
    }
    for (int i = 0; i < people; i++) order[i] = (uint8_t)((dealer + 1 + i) % people);
    return people;
}

static __attribute__((noinline)) int next_with_robot(const Primiera *p, int seat) {
    uint8_t order[PRIMIERA_SEATS];
    int seats = primiera_order(p, order);
    for (int i = 0; i < seats; i++)
        if (order[i] == seat) return order[(i + 1) % seats];
    assert(!"no such seat");
    return 0;
}

int primiera_next(const Primiera *p, int seat) {
    if (p->variant == ROBOT) return next_with_robot(p, seat);
    return seat + 1 == primiera_people(p) ? 0 : seat + 1;
}

/* ---- dealing */

static void table_add(Primiera *p, int card) {
    p->table |= CARD_BIT(card);
    p->row[p->row_count++] = (uint8_t)card;
}

/* Takes some cards off the table and closes up the row. Which they are is hard to guess: every card is moved to the next place
 * that is free, and the place is given away again if the card does not stay. */
static void table_remove(Primiera *p, CardSet taken) {
    CardSet table = p->table & ~taken;
    int kept = 0;
    for (int i = 0; i < p->row_count; i++) {
        uint8_t card = p->row[i];
        p->row[i] = CARD_NONE;
        p->row[kept] = card;
        kept += table >> card & 1;
    }
    p->row[kept] = CARD_NONE;
    p->row_count = (uint8_t)kept;
    p->table = table;
}

static void deal_to(Primiera *p, int seat, const uint8_t *cards, int count, EventSink *sink) {
    CardSet dealt = 0;
    for (int i = 0; i < count; i++) dealt |= CARD_BIT(cards[i]);
    p->hand[seat] |= dealt;
    if (!sink) return;
    event_begin(sink, "deal");
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    bool seen = !(p->variant == ROBOT && seat == ROBOT_SEAT);
    event_cards(sink, "cards", cards, count, seen ? SEAT_BIT(seat) : SEEN_BY_NONE);
    event_end(sink);
}

static void tell_table(const Primiera *p, const int *from, EventSink *sink) {
    if (!sink) return;
    event_begin(sink, "table");
    event_cards(sink, "cards", p->row, p->row_count, SEEN_BY_ALL);
    if (from) event_numbers(sink, "from", from, p->row_count);
    event_end(sink);
}

#define SUIT_FROM(first) \
    first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7, first + 8, first + 9
static const uint8_t whole_pack[ITALIAN_CARDS] = {SUIT_FROM(0), SUIT_FROM(10), SUIT_FROM(20), SUIT_FROM(30)};

/* Rules, "Variant heralds": the Heralds one to each, then the others one at a time; in `robot` the last card dealt to the
 * robot is its opening card. */
static void deal_heralds(Primiera *p, Chance *chance, EventSink *sink) {
    uint8_t order[PRIMIERA_SEATS], herald[4], others[36];
    primiera_order(p, order);
    for (int suit = 0; suit < SUITS; suit++) {
        herald[suit] = whole_pack[10 * suit];
        memcpy(others + 9 * suit, whole_pack + 10 * suit + 1, 9);
    }
    event_shuffle(sink, chance, &p->chance_count, herald, 4);
    event_shuffle(sink, chance, &p->chance_count, others, 36);
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        uint8_t cards[10] = {herald[i]};
        for (int j = 0; j < 9; j++) cards[1 + j] = others[4 * j + i];
        deal_to(p, order[i], cards, 10, sink);
        if (p->variant == ROBOT && order[i] == ROBOT_SEAT) p->laid[ROBOT_SEAT] = cards[9];
    }
    p->phase = PRIMIERA_PHASE_LAY;
    if (p->variant != ROBOT) return;
    p->hand[ROBOT_SEAT] &= ~CARD_BIT(p->laid[ROBOT_SEAT]);
    event_begin(sink, "lay");
    event_number(sink, "seat", ROBOT_SEAT, SEEN_BY_ALL);
    event_card(sink, "card", p->laid[ROBOT_SEAT], SEEN_BY_NONE);
    event_end(sink);
}

/* Rules, "Variant classic": three to each, two to the table, three, two, three; the table is turned up at the end. */
static void deal_classic(Primiera *p, Chance *chance, EventSink *sink) {
    uint8_t pack[ITALIAN_CARDS];
    memcpy(pack, whole_pack, sizeof pack);
    event_shuffle(sink, chance, &p->chance_count, pack, ITALIAN_CARDS);
    const uint8_t *next = pack;
    for (int packet = 0; packet < 3; packet++) {
        for (int i = 1; i <= PRIMIERA_SEATS; i++, next += 3) deal_to(p, (p->dealer + i) % PRIMIERA_SEATS, next, 3, sink);
        for (int i = 0; i < 2 && packet < 2; i++) table_add(p, *next++);
    }
    tell_table(p, NULL, sink);
    p->phase = PRIMIERA_PHASE_PLAY;
}

/* Rules, "Variant two" and "three": a hand to each from the stock. */
static void deal_hands(Primiera *p, EventSink *sink) {
    uint8_t order[PRIMIERA_SEATS];
    int seats = primiera_order(p, order), size = p->variant == TWO ? 3 : 6;
    for (int i = 0; i < seats; i++) deal_to(p, order[i], p->stock + i * size, size, sink);
    int dealt = seats * size;
    p->stock_count = (uint8_t)(p->stock_count - dealt);
    memmove(p->stock, p->stock + dealt, p->stock_count);
    memset(p->stock + p->stock_count, CARD_NONE, (size_t)dealt);
}

static void deal_few(Primiera *p, Chance *chance, EventSink *sink) {
    uint8_t pack[ITALIAN_CARDS];
    int hands = primiera_people(p) * (p->variant == TWO ? 3 : 6);
    memcpy(pack, whole_pack, sizeof pack);
    event_shuffle(sink, chance, &p->chance_count, pack, ITALIAN_CARDS);
    /* The table's four come after the first hands. */
    memcpy(p->stock, pack, (size_t)hands);
    memcpy(p->stock + hands, pack + hands + 4, (size_t)(ITALIAN_CARDS - 4 - hands));
    p->stock_count = ITALIAN_CARDS - 4;
    deal_hands(p, sink);
    for (int i = 0; i < 4; i++) table_add(p, pack[hands + i]);
    tell_table(p, NULL, sink);
    p->phase = PRIMIERA_PHASE_PLAY;
}

static void clear_round(Primiera *p) {
    memset(p->hand, 0, sizeof p->hand);
    memset(p->pile, 0, sizeof p->pile);
    p->table = p->swept = 0;
    p->row_count = p->stock_count = 0;
    memset(p->row, CARD_NONE, sizeof p->row);
    memset(p->stock, CARD_NONE, sizeof p->stock);
    memset(p->laid, CARD_NONE, sizeof p->laid);
    memset(p->partner, SEAT_NONE, sizeof p->partner);
    p->last = SEAT_NONE;
    p->turn = (uint8_t)((p->dealer + 1) % primiera_people(p));
    p->herald_shown = 0;
    p->teams = p->variant == CLASSIC ? TEAMS_PAIRS : primiera_has_heralds(p) ? TEAMS_OPEN : TEAMS_ALONE;
    if (p->variant == CLASSIC)
        for (int seat = 0; seat < PRIMIERA_SEATS; seat++) p->partner[seat] = (uint8_t)((seat + 2) % 4);
}

static void begin_round(Primiera *p, Chance *chance, EventSink *sink) {
    clear_round(p);
    if (sink) {
        uint8_t order[PRIMIERA_SEATS];
        primiera_order(p, order);
        event_begin(sink, "round");
        event_number(sink, "round", p->round, SEEN_BY_ALL);
        event_number(sink, "dealer", p->dealer, SEEN_BY_ALL);
        if (p->variant == ROBOT) {
            event_open_list(sink, "order", SEEN_BY_ALL);
            for (int i = 0; i < PRIMIERA_SEATS; i++) event_number(sink, NULL, order[i], SEEN_BY_ALL);
            event_close(sink);
        }
        event_end(sink);
    }
    if (primiera_has_heralds(p)) deal_heralds(p, chance, sink);
    else if (p->variant == CLASSIC) deal_classic(p, chance, sink);
    else deal_few(p, chance, sink);
}

void primiera_deal_classic(Primiera *p, Chance *chance) {
    clear_round(p);
    deal_classic(p, chance, NULL);
}

/* ---- setting up */

static bool setup(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    if (!setup_check(&primiera, setup, error)) return false;
    Primiera *p = mutable(state);
    memset(p, 0, sizeof *p);
    p->variant = (uint8_t)setup->variant;
    p->viewer = VIEWER_WHOLE;
    p->target = (uint16_t)setup_number(&primiera, setup, "target");
    if (WITH_HERALDS >> setup->variant & 1) p->extra_round_any = setup_word(&primiera, setup, "extra_round") == EXTRA_ROUND_ANY;
    p->round = 1;
    p->dealer = (uint8_t)event_lot(sink, chance, &p->chance_count, (uint32_t)setup->people, SEEN_BY_ALL);
    begin_round(p, chance, sink);
    return true;
}

static void describe(const State *state, Setup *setup) {
    const Primiera *p = primiera_of(state);
    *setup = (Setup){.variant = p->variant, .people = primiera_people(p)};
    setup_add_number(&primiera, setup, "target", p->target);
    if (p->extra_round_any) setup_add_word(&primiera, setup, "extra_round", EXTRA_ROUND_ANY);
}

static int seats(const State *state) { return primiera_seats(primiera_of(state)); }

/* ---- who acts, and how */

/* Whose cards the actor may play now: the actor's own, or the robot's for its partner; SEAT_NONE if none. */
static int seat_played_by(const Primiera *p, int actor) {
    if (p->phase != PRIMIERA_PHASE_PLAY) return SEAT_NONE;
    int seat = p->turn;
    if (p->variant == ROBOT && seat == ROBOT_SEAT && p->teams == TEAMS_PAIRS)
        return p->partner[seat] == actor ? seat : SEAT_NONE;
    return seat == actor ? seat : SEAT_NONE;
}

static SeatSet actors(const State *state) {
    const Primiera *p = primiera_of(state);
    if (p->phase == PRIMIERA_PHASE_OVER) return 0;
    if (p->phase == PRIMIERA_PHASE_LAY) {
        SeatSet set = 0;
        for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
            if (p->laid[seat] == CARD_NONE) set |= SEAT_BIT(seat);
        return set;
    }
    if (p->variant == ROBOT && p->turn == ROBOT_SEAT && p->teams == TEAMS_PAIRS) return SEAT_BIT(p->partner[ROBOT_SEAT]);
    return SEAT_BIT(p->turn);
}

static inline Move first_move(CardSet table, RankSet ranks, int card) {
    return primiera_move(PRIMIERA_MOVE_PLAY, card, primiera_first_capture(table, ranks, card_rank(card)));
}

/* All moves of a card that takes something. */
static int list_captures(CardSet table, int card, Move *moves) {
    int count = primiera_captures(table, card_rank(card), moves);
    for (int i = 0; i < count; i++) moves[i] = primiera_move(PRIMIERA_MOVE_PLAY, card, moves[i]);
    return count;
}

static __attribute__((noinline)) int legal_among_equals(CardSet table, RankSet ranks, CardSet hand, Move *moves) {
    CardSet choosing = hand & RANK_COLUMN * primiera_choices_among_equals(table);
    int count = 0;
    for (; hand; hand &= hand - 1) {
        int card = set_lowest(hand);
        if (choosing & CARD_BIT(card)) count += list_captures(table, card, moves + count);
        else moves[count++] = first_move(table, ranks, card);
    }
    return count;
}

/* The moves of all cards that have no choice come first, then those of the others. */
static __attribute__((noinline)) int legal_with_choice(CardSet table, RankSet ranks, CardSet plain, CardSet choosing,
                                                       Move *moves) {
    int count = 0;
    for (; plain; plain &= plain - 1) moves[count++] = first_move(table, ranks, set_lowest(plain));
    for (; choosing; choosing &= choosing - 1) count += list_captures(table, set_lowest(choosing), moves + count);
    return count;
}

/* Mostly no card has a choice. That is kept apart, so that listing need not wait for the look-up that says so. */
static int legal_plays(CardSet table, CardSet hand, Move *moves) {
    RankSet ranks = set_ranks(table);
    if (set_has_equals(table)) return legal_among_equals(table, ranks, hand, moves);
    CardSet choosing = hand & RANK_COLUMN * primiera_choice_ranks[ranks];
    if (choosing) return legal_with_choice(table, ranks, hand ^ choosing, choosing, moves);
    int count = 0;
    for (; hand; hand &= hand - 1) moves[count++] = first_move(table, ranks, set_lowest(hand));
    return count;
}

static int legal(const State *state, int actor, Move *moves) {
    const Primiera *p = primiera_of(state);
    if (p->phase == PRIMIERA_PHASE_LAY) {
        int count = 0;
        if (actor >= PRIMIERA_SEATS || p->laid[actor] != CARD_NONE) return 0;
        for (CardSet hand = p->hand[actor]; hand; hand &= hand - 1)
            moves[count++] = primiera_move(PRIMIERA_MOVE_LAY, set_lowest(hand), 0);
        return count;
    }
    int seat = seat_played_by(p, actor);
    if (seat == SEAT_NONE) return 0;
    if (seat == ROBOT_SEAT && primiera_robot_alone(p)) {
        moves[0] = primiera_move(PRIMIERA_MOVE_TURN, 0, 0);
        return 1;
    }
    return legal_plays(p->table, p->hand[seat], moves);
}

static bool is_legal(const State *state, int actor, Move move) {
    const Primiera *p = primiera_of(state);
    int card = move_card(move);
    if (actor < 0 || actor >= PRIMIERA_SEATS) return false;
    if (p->phase == PRIMIERA_PHASE_LAY)
        return p->laid[actor] == CARD_NONE && card < ITALIAN_CARDS && move == primiera_move(PRIMIERA_MOVE_LAY, card, 0) &&
               (p->hand[actor] & CARD_BIT(card));
    int seat = seat_played_by(p, actor);
    if (seat == SEAT_NONE) return false;
    if (seat == ROBOT_SEAT && primiera_robot_alone(p)) return move == primiera_move(PRIMIERA_MOVE_TURN, 0, 0);
    return move_kind(move) == PRIMIERA_MOVE_PLAY && card < ITALIAN_CARDS && (p->hand[seat] & CARD_BIT(card)) &&
           primiera_capture_allowed(p->table, card_rank(card), move_takes(move));
}

/* ---- the opening cards (rules: "Variant heralds", third point; "Variant robot") */

/* All four are down: they are turned up in playing order, and the robot's other cards become its pile. */
static void turn_up(Primiera *p, Chance *chance, EventSink *sink) {
    uint8_t order[PRIMIERA_SEATS];
    int from[PRIMIERA_SEATS];
    primiera_order(p, order);
    for (int i = 0; i < PRIMIERA_SEATS; i++) {
        int seat = order[i], card = p->laid[seat];
        from[i] = seat;
        table_add(p, card);
        if (HERALD_CARDS & CARD_BIT(card)) p->herald_shown |= SEAT_BIT(seat);
    }
    memset(p->laid, CARD_NONE, sizeof p->laid);
    p->phase = PRIMIERA_PHASE_PLAY;
    tell_table(p, from, sink);
    if (p->variant != ROBOT) return;
    for (CardSet hand = p->hand[ROBOT_SEAT]; hand; hand &= hand - 1) p->stock[p->stock_count++] = (uint8_t)set_lowest(hand);
    p->hand[ROBOT_SEAT] = 0;
    event_shuffle(sink, chance, &p->chance_count, p->stock, p->stock_count);
}

static void lay(Primiera *p, int actor, Move move, Chance *chance, EventSink *sink) {
    int card = move_card(move);
    p->hand[actor] &= ~CARD_BIT(card);
    p->laid[actor] = (uint8_t)card;
    if (sink) {
        char words[MOVE_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        italian_print_card((uint8_t)card, &text);
        event_begin(sink, "lay");
        event_number(sink, "seat", actor, SEEN_BY_ALL);
        event_card(sink, "card", (uint8_t)card, SEAT_BIT(actor));
        event_text(sink, "move", words, SEAT_BIT(actor));
        event_end(sink);
    }
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
        if (p->laid[seat] == CARD_NONE) return;
    turn_up(p, chance, sink);
}

/* ---- the Heralds (rules: "Variant heralds", the first Herald played) */

static void pair(Primiera *p, int a, int b) {
    p->partner[a] = (uint8_t)b;
    p->partner[b] = (uint8_t)a;
}

static void tell_teams(const Primiera *p, int seat, int card, EventSink *sink) {
    if (!sink) return;
    event_begin(sink, "teams");
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    event_card(sink, "card", (uint8_t)card, SEEN_BY_ALL);
    event_open_list(sink, "teams", SEEN_BY_ALL);
    for (int other = 0; other < PRIMIERA_SEATS; other++) {
        if (p->teams == TEAMS_PAIRS && p->partner[other] < other) continue;
        SeatSet team = SEAT_BIT(other);
        if (p->teams == TEAMS_PAIRS) team |= SEAT_BIT(p->partner[other]);
        event_seats(sink, NULL, team);
    }
    event_close(sink);
    event_end(sink);
}

/* The robot has a partner now: its cards are turned up, and their order means nothing any more. */
static void open_robot(Primiera *p, EventSink *sink) {
    uint8_t cards[PRIMIERA_STOCK_MAX];
    int count = 0;
    for (int i = 0; i < p->stock_count; i++) p->hand[ROBOT_SEAT] |= CARD_BIT(p->stock[i]);
    memset(p->stock, CARD_NONE, sizeof p->stock);
    p->stock_count = 0;
    for (CardSet hand = p->hand[ROBOT_SEAT]; hand; hand &= hand - 1) cards[count++] = (uint8_t)set_lowest(hand);
    event_begin(sink, "open");
    event_number(sink, "seat", ROBOT_SEAT, SEEN_BY_ALL);
    event_cards(sink, "cards", cards, count, SEEN_BY_ALL);
    event_end(sink);
}

static void herald_played(Primiera *p, int seat, int card, EventSink *sink) {
    p->herald_shown |= SEAT_BIT(seat);
    if (p->teams != TEAMS_OPEN) return;
    int right = primiera_next(p, seat), opposite = primiera_next(p, right), left = primiera_next(p, opposite);
    p->teams = card_suit(card) == SWORDS ? TEAMS_ALONE : TEAMS_PAIRS;
    switch (card_suit(card)) {
    case CUPS: pair(p, seat, opposite), pair(p, left, right); break;
    case CLUBS: pair(p, seat, left), pair(p, right, opposite); break;
    case COINS: pair(p, seat, right), pair(p, left, opposite); break;
    default: break;
    }
    tell_teams(p, seat, card, sink);
    if (p->variant == ROBOT && p->teams == TEAMS_PAIRS) open_robot(p, sink);
}

/* ---- the end of a round, and of the match */

/* The cards behind the figures, for whoever looks on while the round is counted. */
static void tell_earned(const Primiera *p, const TeamScore *score, EventSink *sink) {
    CardSet pile = 0;
    for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
        if (score->seats & SEAT_BIT(seat)) pile |= p->pile[seat];
    event_open_aside(sink, "earned");
    primiera_tell_won(score, sink);
    primiera_tell_cards(pile & SUIT_CARDS(COINS), "coins", sink);
    primiera_tell_cards(primiera_best(pile), "primiera", sink);
    primiera_tell_cards(pile & p->swept, "sweeps", sink);
    event_close(sink);
}

static void tell_score(const Primiera *p, const TeamScore *scores, int count, EventSink *sink) {
    if (!sink) return;
    int totals[SEATS_MAX];
    event_begin(sink, "score");
    event_open_list(sink, "teams", SEEN_BY_ALL);
    for (int t = 0; t < count; t++) {
        event_open_object(sink, NULL, SEEN_BY_ALL);
        event_seats(sink, "seats", scores[t].seats);
        event_number(sink, "cards", scores[t].cards, SEEN_BY_ALL);
        event_number(sink, "coins", scores[t].coins, SEEN_BY_ALL);
        event_bool(sink, "seven", scores[t].seven);
        if (scores[t].primiera) event_number(sink, "primiera", scores[t].primiera, SEEN_BY_ALL);
        else event_null(sink, "primiera");
        event_number(sink, "sweeps", scores[t].sweeps, SEEN_BY_ALL);
        event_number(sink, "points", scores[t].points, SEEN_BY_ALL);
        tell_earned(p, &scores[t], sink);
        event_close(sink);
    }
    event_close(sink);
    for (int seat = 0; seat < primiera_seats(p); seat++) totals[seat] = p->score[seat];
    event_numbers(sink, "totals", totals, primiera_seats(p));
    event_end(sink);
}

static void tell_end(const Primiera *p, SeatSet winners, EventSink *sink) {
    if (!sink) return;
    int totals[SEATS_MAX];
    for (int seat = 0; seat < primiera_seats(p); seat++) totals[seat] = p->score[seat];
    event_begin(sink, "end");
    event_numbers(sink, "totals", totals, primiera_seats(p));
    event_seats(sink, "winners", winners);
    event_end(sink);
}

static void take_rest(Primiera *p, EventSink *sink) {
    if (p->row_count == 0 || p->last == SEAT_NONE) return;
    if (sink) {
        event_begin(sink, "rest");
        event_number(sink, "seat", p->last, SEEN_BY_ALL);
        event_cards(sink, "cards", p->row, p->row_count, SEEN_BY_ALL);
        event_end(sink);
    }
    p->pile[p->last] |= p->table;
    table_remove(p, p->table);
}

static void end_round(Primiera *p, Chance *chance, EventSink *sink) {
    TeamScore scores[PRIMIERA_SEATS];
    take_rest(p, sink);
    int count = primiera_round_score(p, scores);
    for (int t = 0; t < count; t++)
        for (int seat = 0; seat < PRIMIERA_SEATS; seat++)
            if (scores[t].seats & SEAT_BIT(seat)) p->score[seat] = (uint16_t)(p->score[seat] + scores[t].points);
    tell_score(p, scores, count, sink);
    SeatSet winners = primiera_match_winners(p);
    if (winners) {
        p->phase = PRIMIERA_PHASE_OVER;
        tell_end(p, winners, sink);
        return;
    }
    if (primiera_extra_round_due(p)) p->extra_round_played = 1;
    p->round++;
    p->dealer = (uint8_t)((p->dealer + 1) % primiera_people(p));
    begin_round(p, chance, sink);
}

/* ---- playing a card (rules: "The capture") */

static void tell_play(const Primiera *p, int actor, int seat, Move move, int card, CardSet takes, bool sweep, EventSink *sink) {
    if (!sink) return;
    uint8_t taken[PRIMIERA_TABLE_MAX];
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    int count = 0;
    for (int i = 0; i < p->row_count; i++)
        if (takes & CARD_BIT(p->row[i])) taken[count++] = p->row[i];
    primiera_print_move((const State *)(const void *)p, actor, move, &text);
    event_begin(sink, "play");
    event_number(sink, "seat", seat, SEEN_BY_ALL);
    if (actor != seat) event_number(sink, "by", actor, SEEN_BY_ALL);
    event_card(sink, "card", (uint8_t)card, SEEN_BY_ALL);
    event_cards(sink, "takes", taken, count, SEEN_BY_ALL);
    event_bool(sink, "sweep", sweep);
    event_text(sink, "move", words, SEEN_BY_ALL);
    event_end(sink);
}

/* The robot turns up its next card, and its move is that card's (rules, "Variant robot"). */
static Move turn_stock(Primiera *p) {
    int card = p->stock[0];
    p->stock_count--;
    memmove(p->stock, p->stock + 1, p->stock_count);
    p->stock[p->stock_count] = CARD_NONE;
    return primiera_move(PRIMIERA_MOVE_PLAY, card, primiera_robot_capture(p->row, p->row_count, card_rank(card)));
}

/* What may follow from a card, apart from captures: teams, the end of the round, the next deal. */
static __attribute__((noinline)) void after_play(Primiera *p, int seat, int card, bool hands_over, Chance *chance,
                                                 EventSink *sink) {
    if (primiera_has_heralds(p) && card_rank(card) == 1) herald_played(p, seat, card, sink);
    if (!hands_over) return;
    if (p->stock_count == 0) end_round(p, chance, sink);
    else deal_hands(p, sink);
}

static inline void play(Primiera *p, int actor, Move move, Chance *chance, EventSink *sink) {
    Move shown = p->variant == ROBOT && move_kind(move) == PRIMIERA_MOVE_TURN ? turn_stock(p) : move;
    int seat = p->turn, next = primiera_next(p, seat), card = move_card(shown);
    CardSet takes = move_takes(shown);
    p->hand[seat] &= ~CARD_BIT(card);
    /* Nobody has fewer cards than who played last, and nobody more than who plays next. */
    bool hands_over = !p->hand[next] && !(p->variant == ROBOT && next == ROBOT_SEAT && p->stock_count);
    bool sweep = takes && takes == p->table && !(hands_over && p->stock_count == 0);
    tell_play(p, actor, seat, move, card, takes, sweep, sink);
    if (takes) {
        table_remove(p, takes);
        p->pile[seat] |= takes | CARD_BIT(card);
        p->last = (uint8_t)seat;
        if (sweep) p->swept |= CARD_BIT(card);
    } else {
        table_add(p, card);
    }
    p->turn = (uint8_t)next;
    if (hands_over || primiera_has_heralds(p)) after_play(p, seat, card, hands_over, chance, sink);
}

static __attribute__((noinline)) void apply_any(Primiera *p, int actor, Move move, Chance *chance, EventSink *sink) {
    if (p->phase == PRIMIERA_PHASE_LAY) lay(p, actor, move, chance, sink);
    else play(p, actor, move, chance, sink);
}

/* Search plays cards by the million and tells nobody: this way is compiled apart. */
static void apply(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    Primiera *p = mutable(state);
    if (sink || p->phase == PRIMIERA_PHASE_LAY || p->variant == ROBOT) apply_any(p, actor, move, chance, sink);
    else play(p, actor, move, chance, NULL);
}

static void points(const State *state, int points[SEATS_MAX]) {
    const Primiera *p = primiera_of(state);
    for (int seat = 0; seat < SEATS_MAX; seat++) points[seat] = seat < primiera_seats(p) ? p->score[seat] : 0;
}

static SeatSet winners(const State *state) {
    const Primiera *p = primiera_of(state);
    return p->phase == PRIMIERA_PHASE_OVER ? primiera_match_winners(p) : 0;
}

static int viewer(const State *state) { return primiera_of(state)->viewer; }

const Game primiera = {
    .name = "primiera",
    .title = "Primiera",
    .variants = primiera_variants,
    .options = option_rules,
    .unit = N_("points"),
    .round = NC_("Primiera", "round"),
    .compares_rounds = true,
    .forfeit = 10,
    .glance = primiera_glance,
    .revision = 1,
    .state_bytes = sizeof(Primiera),
    .moves_max = PRIMIERA_MOVES_MAX,
    .turns_max = 0,
    .setup = setup,
    .describe = describe,
    .seats = seats,
    .actors = actors,
    .legal = legal,
    .is_legal = is_legal,
    .apply = apply,
    .points = points,
    .winners = winners,
    .view = primiera_view,
    .determinize = primiera_determinize,
    .viewer = viewer,
    .print_card = italian_print_card,
    .parse_card = italian_parse_card,
    .print_move = primiera_print_move,
    .parse_move = primiera_parse_move,
    .print = primiera_print,
    .parse = primiera_parse,
    .check = primiera_check,
};
