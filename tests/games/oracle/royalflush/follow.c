/* Follows matches of Royal Flush by their events and checks every step. */
#include "tests/games/oracle/royalflush/follow.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Only the first disagreement is kept: the others follow from it. */
__attribute__((format(printf, 3, 4))) static bool agree(RoyalFollow *follow, bool holds, const char *format, ...) {
    if (holds || follow->wrong[0]) return holds;
    int length = snprintf(follow->wrong, sizeof follow->wrong, "round %d, seat %d: ", follow->round, follow->turn);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(follow->wrong + length, sizeof follow->wrong - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the engine's cards in the oracle's words, and back */

void royal_follow_faces(OracleRoyalCard faces[ROYAL_FOLLOW_KINDS]) {
    for (int card = 0; card < ROYAL_FOLLOW_KINDS; card++) {
        char words[CARD_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        royalflush.print_card((uint8_t)card, &text);
        faces[card] = oracle_royal_cards(words).cards[0];
    }
}

int royal_follow_number(const OracleRoyalCard faces[ROYAL_FOLLOW_KINDS], OracleRoyalCard card) {
    int number = 0;
    while (faces[number].rank != card.rank || faces[number].suit != card.suit) number++;
    return number;
}

static void count_cards(const OracleRoyalCard faces[ROYAL_FOLLOW_KINDS], const OracleRoyalCards *list,
                        int counts[ROYAL_FOLLOW_KINDS]) {
    memset(counts, 0, ROYAL_FOLLOW_KINDS * sizeof *counts);
    for (int i = 0; i < list->count; i++) counts[royal_follow_number(faces, list->cards[i])]++;
}

RoyalSet royal_follow_next(const OracleRoyalCard faces[ROYAL_FOLLOW_KINDS], const OracleRoyalCards *hand,
                           const OracleRoyalWays *ways, const int laid[ROYAL_FOLLOW_KINDS]) {
    int held[ROYAL_FOLLOW_KINDS], left[ROYAL_FOLLOW_KINDS];
    RoyalSet next = 0;
    count_cards(faces, hand, held);
    for (int i = 0; i < ways->count; i++) {
        count_cards(faces, &ways->left[i], left);
        /* The first card at which this way has more than was laid; up to there it must be the same. */
        int card = 0;
        while (card < ROYAL_FOLLOW_KINDS && held[card] - left[card] == laid[card]) card++;
        if (card == ROYAL_FOLLOW_KINDS || held[card] - left[card] < laid[card]) continue;
        bool begun_above = false;
        for (int other = card + 1; other < ROYAL_FOLLOW_KINDS; other++) begun_above = begun_above || laid[other] > 0;
        if (!begun_above) next |= ROYAL_BIT(card);
    }
    return next;
}

/* ---- reading events */

static int number(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && (field->kind == FIELD_NUMBER || field->kind == FIELD_CARD) ? (int)field->number : -1;
}

static int length(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && field->kind == FIELD_LIST ? event_length(field) : -1;
}

/* An element of a list of numbers or cards; -1 for null. */
static int element(const Event *event, const char *key, int index) {
    const Field *field = event_element(event_field(event, key), index);
    return field && (field->kind == FIELD_NUMBER || field->kind == FIELD_CARD) ? (int)field->number : -1;
}

static OracleBoard board_by_key(const char *key) {
    for (int board = 0; board < ROYAL_BOARDS; board++)
        if (strcmp(royal_boards[board].key, key) == 0) return (OracleBoard)board;
    return ORACLE_BOARDS;
}

static OracleBoard board_of(const Event *event) {
    const Field *field = event_field(event, "board");
    return field ? board_by_key(field_text(field)) : ORACLE_BOARDS;
}

/* ---- what the model knows */

static int held_count(const RoyalFollow *follow, int seat) {
    int count = follow->jokers[seat];
    for (int card = 0; card < ROYAL_FACES; card++) count += follow->hand[seat][card];
    return count;
}

static int display_count(const RoyalFollow *follow) {
    int count = 0;
    for (int place = 0; place < ROYAL_DISPLAY; place++) count += follow->display[place] >= 0;
    return count;
}

static bool cards_left(const RoyalFollow *follow) { return display_count(follow) + follow->pile + follow->discards > 0; }

static int pieces_on(const RoyalFollow *follow, OracleBoard board) {
    int pieces = 0;
    for (int i = 0; i < follow->scoring_count; i++) pieces += follow->scorings[i].board == board;
    return pieces;
}

static OracleRoyalCards hand_list(const RoyalFollow *follow, int seat) {
    OracleRoyalCards list = {0};
    for (int card = 0; card < ROYAL_FACES; card++)
        for (int i = 0; i < follow->hand[seat][card]; i++) list.cards[list.count++] = follow->faces[card];
    for (int i = 0; i < follow->jokers[seat]; i++) list.cards[list.count++] = follow->faces[ROYAL_JOKER];
    return list;
}

/* ---- a round begins */

static void follow_boards(RoyalFollow *follow, const Event *event) {
    OracleBoard set[ORACLE_BOARDS];
    int count = length(event, "boards");
    for (int i = 0; i < count; i++) {
        set[i] = board_by_key(field_text(event_element(event_field(event, "boards"), i)));
        if (agree(follow, set[i] < ORACLE_BOARDS, "there is no such board")) follow->in_play[set[i]] = true;
    }
    agree(follow, oracle_royal_set(set, count), "not two boards of each group and Royal Flush");
}

static void follow_round(RoyalFollow *follow, const Event *event) {
    follow->round++;
    follow->counts.rounds++;
    follow->first = number(event, "first");
    agree(follow, number(event, "round") == follow->round && follow->round <= 3, "this is round %d", number(event, "round"));
    agree(follow, follow->first_due < 0 || follow->first == follow->first_due, "seat %d begins, not %d", follow->first,
          follow->first_due);
    /* "The dealer's left neighbour begins." */
    agree(follow, (number(event, "dealer") + 1) % follow->players == follow->first, "the dealer is another");
    memset(follow->hand, 0, sizeof follow->hand);
    for (int place = 0; place < ROYAL_DISPLAY; place++) follow->display[place] = -1;
    follow->pile = ROYAL_CARDS;
    follow->discards = 0;
    follow->scoring_count = 0;
    follow->passes = 0;
    follow->turn = follow->first;
    follow->phase = FOLLOW_FRESH;
    follow->round_over = false;
    for (int seat = 0; seat < follow->players; seat++) {
        follow->counts.jokers_kept += follow->round > 1 && !follow->each_round ? follow->jokers[seat] : 0;
        if (follow->each_round) follow->jokers[seat] = 0;
    }
}

static void follow_jokers(RoyalFollow *follow, const Event *event) {
    int seat = number(event, "seat"), children = 0;
    for (int i = 0; i < follow->players; i++) children += follow->child[i];
    agree(follow, seat >= 0 && follow->child[seat], "seat %d is no child", seat);
    agree(follow, follow->round == 1 || follow->each_round, "jokers are handed out once");
    agree(follow, number(event, "count") == oracle_royal_jokers(children), "%d jokers", number(event, "count"));
    follow->jokers[seat] = number(event, "count");
}

static void follow_deal(RoyalFollow *follow, const Event *event) {
    int seat = number(event, "seat");
    agree(follow, length(event, "cards") == 7, "%d cards were dealt", length(event, "cards"));
    for (int i = 0; i < length(event, "cards"); i++) follow->hand[seat][element(event, "cards", i)]++;
    follow->pile -= 7;
}

/* ---- taking */

static void follow_reshuffle(RoyalFollow *follow, const Event *event) {
    int gaps = ROYAL_DISPLAY - display_count(follow);
    agree(follow, number(event, "count") == follow->discards, "%d cards are shuffled, not %d", number(event, "count"),
          follow->discards);
    /* "If a card is wanted and the pile is empty, and only then": what is turned up is told afterwards, all together. */
    agree(follow, follow->draw_due ? follow->pile == 0 : follow->pile < gaps, "the pile was not empty");
    if (follow->draw_due) follow->counts.reshuffles++;
    else follow->counts.reshuffles_fill++;
    follow->pile += follow->discards;
    follow->discards = 0;
}

static void follow_display(RoyalFollow *follow, const Event *event) {
    int count = length(event, "cards"), found = 0;
    agree(follow, follow->phase != FOLLOW_TAKEN, "the display was filled before the turn was over");
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        int card = element(event, "display", place);
        agree(follow, follow->display[place] < 0 || follow->display[place] == card, "a card of the display has changed");
        found += card >= 0 && follow->display[place] < 0;
        follow->display[place] = card;
    }
    agree(follow, found == count && count <= follow->pile, "%d cards turned up, %d told", found, count);
    follow->pile -= count;
}

static void follow_exchange(RoyalFollow *follow, const Event *event) {
    int seat = number(event, "seat");
    agree(follow, follow->phase == FOLLOW_FRESH || follow->phase == FOLLOW_EXCHANGED, "an exchange comes first");
    follow->chips[seat]--;
    follow->aside++;
    follow->counts.exchanges++;
    agree(follow, number(event, "chips") == follow->chips[seat], "%d chips left, not %d", number(event, "chips"),
          follow->chips[seat]);
    agree(follow, length(event, "cards") == display_count(follow), "another display was exchanged");
    follow->discards += display_count(follow);
    for (int place = 0; place < ROYAL_DISPLAY; place++) follow->display[place] = -1;
    follow->phase = FOLLOW_EXCHANGED;
}

static void next_turn(RoyalFollow *follow) {
    follow->turn = (follow->turn + 1) % follow->players;
    follow->phase = FOLLOW_FRESH;
}

/* Then the display is filled, which is told afterwards. */
static void end_taking(RoyalFollow *follow) {
    follow->taken = true;
    next_turn(follow);
}

/* The free card, or one that was bought. */
static void follow_card(RoyalFollow *follow, const Event *event) {
    bool bought = strcmp(event->kind, "buy") == 0;
    int seat = number(event, "seat"), card = number(event, "card");
    bool from_display = strcmp(field_text(event_field(event, "from")), "display") == 0;
    /* "Take one card free; any number of times: pay a chip, take one more." */
    agree(follow, bought == (follow->phase == FOLLOW_TAKEN), "the first card is free, the others are not");
    if (bought) {
        follow->chips[seat]--;
        follow->aside++;
        follow->counts.buys++;
        agree(follow, number(event, "chips") == follow->chips[seat], "%d chips left", number(event, "chips"));
    }
    if (from_display) {
        int place = 0;
        while (place < ROYAL_DISPLAY && follow->display[place] != card) place++;
        if (agree(follow, place < ROYAL_DISPLAY, "that card is not in the display")) follow->display[place] = -1;
    } else {
        agree(follow, follow->pile > 0, "the pile is empty");
        follow->pile--;
    }
    follow->hand[seat][card]++;
    follow->draw_due = false;
    follow->phase = FOLLOW_TAKEN;
    /* A player who cannot buy any more is done. */
    if (follow->chips[seat] == 0 || !cards_left(follow)) end_taking(follow);
}

/* ---- scoring */

static void follow_board(RoyalFollow *follow, const Event *event) {
    follow->board = board_of(event);
    agree(follow, follow->phase == FOLLOW_FRESH, "a turn is either taking or scoring");
    agree(follow, follow->board < ORACLE_BOARDS && follow->in_play[follow->board], "that board is not in play");
    memset(follow->laid, 0, sizeof follow->laid);
    follow->small = held_count(follow, follow->turn) <= follow->hand_max;
    if (follow->small) {
        follow->before = hand_list(follow, follow->turn);
        oracle_royal_ways(follow->board, &follow->before, &follow->ways);
    }
    follow->phase = FOLLOW_SCORING;
    follow->passes = 0;
}

static void lay(RoyalFollow *follow, int card) {
    int seat = follow->turn, *held = card == ROYAL_JOKER ? &follow->jokers[seat] : &follow->hand[seat][card];
    agree(follow, *held > 0, "a card was laid that is not in the hand");
    --*held;
    follow->laid[card]++;
}

static void follow_lay(RoyalFollow *follow, const Event *event) { lay(follow, number(event, "card")); }

static void follow_score(RoyalFollow *follow, const Event *event) {
    int seat = number(event, "seat"), count = length(event, "cards"), told[ROYAL_FOLLOW_KINDS] = {0};
    OracleRoyalCards cards = {0};
    for (int i = 0; i < count; i++) {
        int card = element(event, "cards", i);
        told[card]++;
        cards.cards[cards.count++] = follow->faces[card];
    }
    for (int card = 0; card < ROYAL_FOLLOW_KINDS; card++)
        while (follow->laid[card] < told[card]) lay(follow, card);
    agree(follow, memcmp(told, follow->laid, sizeof told) == 0, "other cards were laid");
    agree(follow, board_of(event) == follow->board && oracle_royal_valid(follow->board, &cards), "no %s",
          oracle_board_name(follow->board));
    agree(follow, number(event, "value") == oracle_board_field(follow->board, pieces_on(follow, follow->board)),
          "the field is worth %d", number(event, "value"));
    agree(follow, number(event, "jokers") == told[ROYAL_JOKER], "%d jokers", number(event, "jokers"));
    follow->discards += count - told[ROYAL_JOKER];
    follow->counts.jokers_played += told[ROYAL_JOKER];
    follow->counts.scores++;
    follow->scorings[follow->scoring_count++] = (OracleScoring){seat, follow->board};
    int points[ROYAL_SEATS], ender, pieces = ROYAL_PIECES;
    for (int i = 0; i < follow->scoring_count; i++) pieces -= follow->scorings[i].seat == seat;
    agree(follow, number(event, "pieces") == pieces, "%d pieces left, not %d", number(event, "pieces"), pieces);
    const char *wrong = oracle_royal_round(follow->scorings, follow->scoring_count, follow->players, points, &ender);
    agree(follow, !wrong, "%s", wrong ? wrong : "");
    if (ender >= 0) follow->round_over = true;
    else next_turn(follow);
}

static void follow_done(RoyalFollow *follow, const Event *event) {
    (void)event;
    agree(follow, follow->phase == FOLLOW_TAKEN, "done without a card");
    end_taking(follow);
}

static void follow_pass(RoyalFollow *follow, const Event *event) {
    (void)event;
    follow->counts.passes++;
    /* "If that holds for all in a row, the round ends with nobody as its ender." */
    if (++follow->passes == follow->players) follow->round_over = true;
    else next_turn(follow);
}

/* ---- the end of a round and of the match */

static int points_told(const Event *event, int seat) {
    const Field *object = event_element(event_field(event, "seats"), seat);
    for (int i = 0; object && i < event_length(object); i++) {
        const Field *field = event_element(object, i);
        if (strcmp(field->key, "points") == 0) return (int)field->number;
    }
    return -1;
}

static void follow_round_end(RoyalFollow *follow, const Event *event) {
    int points[ROYAL_SEATS], ender, each, rest;
    RoyalFollowCounts *met = &follow->counts;
    oracle_royal_round(follow->scorings, follow->scoring_count, follow->players, points, &ender);
    agree(follow, follow->round_over, "the round is not over");
    agree(follow, number(event, "ender") == ender, "ended by %d, not %d", number(event, "ender"), ender);
    /* "After the third round the chips spent are not shared out again." */
    oracle_royal_share(follow->aside - follow->waiting, follow->waiting, follow->players, &each, &rest);
    if (follow->round == 3) each = 0, rest = follow->aside;
    agree(follow, number(event, "each") == each && number(event, "waiting") == rest && number(event, "spent") == follow->aside,
          "%d chips to each and %d wait, not %d and %d", number(event, "each"), number(event, "waiting"), each, rest);
    met->joined += follow->round < 3 && each > (follow->aside - follow->waiting) / follow->players;
    met->waiting += follow->round < 3 && rest > 0;
    for (int seat = 0; seat < follow->players; seat++) {
        follow->totals[seat] += points[seat];
        follow->chips[seat] += each;
        agree(follow, points_told(event, seat) == points[seat], "seat %d has %d points in the round, not %d", seat,
              points_told(event, seat), points[seat]);
        agree(follow, element(event, "totals", seat) == follow->totals[seat], "seat %d has %d points", seat,
              element(event, "totals", seat));
        agree(follow, element(event, "chips", seat) == follow->chips[seat], "seat %d has %d chips, not %d", seat,
              element(event, "chips", seat), follow->chips[seat]);
    }
    follow->aside = follow->waiting = rest;
    bool royal = ender >= 0 && follow->scorings[follow->scoring_count - 1].board == ORACLE_ROYAL_FLUSH;
    met->by_nobody += ender < 0;
    met->by_royal_flush += royal;
    met->by_last_piece += ender >= 0 && !royal;
    /* "The left neighbour of the one who ended the round begins", or of the one who began it. */
    follow->first_due = ((ender >= 0 ? ender : follow->first) + 1) % follow->players;
    follow->end_due = follow->round == 3;
}

static void follow_end(RoyalFollow *follow, const Event *event) {
    int places[ROYAL_SEATS], winners = 0, tied = 0;
    agree(follow, follow->end_due, "the match ends too early");
    oracle_royal_places(follow->totals, follow->chips, follow->players, places);
    for (int seat = 0; seat < follow->players; seat++) {
        int total = follow->totals[seat] + 2 * follow->chips[seat];
        agree(follow, element(event, "totals", seat) == total, "seat %d ends with %d points, not %d", seat,
              element(event, "totals", seat), total);
        for (int other = 0; other < seat; other++)
            tied += follow->totals[other] + 2 * follow->chips[other] == total && (places[seat] == 1 || places[other] == 1);
        follow->winner[seat] = places[seat] == 1;
        if (follow->winner[seat])
            agree(follow, element(event, "winners", winners++) == seat, "seat %d has won and is not told", seat);
    }
    agree(follow, length(event, "winners") == winners, "%d have won, not %d", length(event, "winners"), winners);
    follow->ended = true;
    follow->counts.matches++;
    follow->counts.tied += tied > 0;
    follow->counts.shared += winners > 1;
}

/* ---- from outside */

void royal_follow_init(RoyalFollow *follow, int hand_max) {
    memset(follow, 0, sizeof *follow);
    follow->hand_max = hand_max;
    royal_follow_faces(follow->faces);
}

void royal_follow_begin(RoyalFollow *follow, int players, const bool child[ROYAL_SEATS], bool each_round) {
    follow->wrong[0] = 0;
    follow->players = players;
    follow->each_round = each_round;
    memcpy(follow->child, child, sizeof follow->child);
    memset(follow->in_play, 0, sizeof follow->in_play);
    follow->round = follow->aside = follow->waiting = 0;
    follow->first_due = -1;
    follow->end_due = follow->ended = follow->round_over = follow->draw_due = follow->taken = false;
    for (int seat = 0; seat < ROYAL_SEATS; seat++) {
        follow->chips[seat] = 5;
        follow->jokers[seat] = follow->totals[seat] = 0;
        follow->winner[seat] = false;
    }
}

void royal_follow_take(void *context, const Event *event) {
    static const struct {
        const char *kind;
        void (*follow)(RoyalFollow *follow, const Event *event);
    } handlers[] = {
        {"boards", follow_boards},
        {"round", follow_round},
        {"jokers", follow_jokers},
        {"deal", follow_deal},
        {"take", follow_card},
        {"buy", follow_card},
        {"display", follow_display},
        {"done", follow_done},
        {"pass", follow_pass},
        {"reshuffle", follow_reshuffle},
        {"exchange", follow_exchange},
        {"board", follow_board},
        {"lay", follow_lay},
        {"score", follow_score},
        {"roundend", follow_round_end},
        {"end", follow_end},
    };
    static const char *const by_turn[] = {"take", "buy", "done", "pass", "exchange", "board", "lay", "score"};
    RoyalFollow *follow = context;
    const char *kind = event->kind;
    for (size_t i = 0; i < sizeof by_turn / sizeof *by_turn; i++)
        if (strcmp(kind, by_turn[i]) == 0)
            agree(follow, number(event, "seat") == follow->turn, "%s by seat %d", kind, number(event, "seat"));
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (strcmp(kind, handlers[i].kind) == 0) {
            handlers[i].follow(follow, event);
            return;
        }
    agree(follow, strcmp(kind, "shuffle") == 0 || strcmp(kind, "lot") == 0, "an event of kind %s", kind);
}

static bool may_score(RoyalFollow *follow, OracleBoard board) {
    if (!follow->in_play[board] || !oracle_board_field(board, pieces_on(follow, board))) return false;
    OracleRoyalCards hand = hand_list(follow, follow->turn);
    oracle_royal_ways(board, &hand, &follow->ways);
    return follow->ways.count > 0;
}

/* Is this move legal, by the model? Scores are decided by the oracle, and only where the hand is small. */
static bool may(RoyalFollow *follow, Move move) {
    RoyalMoveKind kind = royal_move_kind(move);
    int value = royal_move_value(move), chips = follow->chips[follow->turn];
    RoyalFollowPhase phase = follow->phase;
    bool first_card = phase == FOLLOW_FRESH || phase == FOLLOW_EXCHANGED, another = phase == FOLLOW_TAKEN && chips > 0;
    switch (kind) {
    case ROYAL_EXCHANGE: /* for new cards, so there must be some */
        return first_card && chips > 0 && follow->pile + follow->discards > 0;
    case ROYAL_TAKE:
        for (int place = 0; place < ROYAL_DISPLAY; place++)
            if (follow->display[place] == value) return first_card || another;
        return false;
    case ROYAL_DRAW: return (first_card || another) && follow->pile + follow->discards > 0;
    case ROYAL_DONE: return phase == FOLLOW_TAKEN;
    case ROYAL_LAY: return phase == FOLLOW_SCORING && (follow->next >> value & 1);
    case ROYAL_SCORE: return phase == FOLLOW_FRESH && may_score(follow, (OracleBoard)value);
    default: return false;
    }
}

void royal_follow_decision(RoyalFollow *follow, int actor, const Move *moves, int count, Move chosen) {
    static const struct {
        RoyalMoveKind kind;
        int values;
    } all[] = {{ROYAL_EXCHANGE, 1}, {ROYAL_TAKE, ROYAL_FACES},   {ROYAL_DRAW, 1},
               {ROYAL_DONE, 1},     {ROYAL_SCORE, ROYAL_BOARDS}, {ROYAL_LAY, ROYAL_FOLLOW_KINDS}};
    int found = 0;
    agree(follow, actor == follow->turn, "seat %d acts", actor);
    follow->counts.short_displays += follow->phase == FOLLOW_FRESH && display_count(follow) < ROYAL_DISPLAY;
    if (follow->phase == FOLLOW_SCORING && follow->small)
        follow->next = royal_follow_next(follow->faces, &follow->before, &follow->ways, follow->laid);
    follow->draw_due = royal_move_kind(chosen) == ROYAL_DRAW;
    bool small = follow->phase == FOLLOW_SCORING ? follow->small : held_count(follow, actor) <= follow->hand_max;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (!small && (all[k].kind == ROYAL_SCORE || all[k].kind == ROYAL_LAY)) continue;
        for (int value = 0; value < all[k].values; value++) {
            Move move = royal_move(all[k].kind, value);
            bool listed = false;
            for (int i = 0; i < count; i++) listed = listed || moves[i] == move;
            bool expected = may(follow, move);
            agree(follow, listed == expected, "move %d:%d is %s", (int)all[k].kind, value, listed ? "listed" : "missing");
            found += expected;
        }
    }
    if (!small) return;
    follow->counts.decisions++;
    /* "Who can do neither passes." */
    bool passes = royal_move_kind(moves[0]) == ROYAL_PASS;
    agree(follow, passes == (found == 0) && count == found + passes, "%d legal moves, not %d", count, found);
}

static void compare_seat(RoyalFollow *follow, const RoyalFlush *state, int seat, int points) {
    for (int card = 0; card < ROYAL_FACES; card++)
        agree(follow, royal_faces_of(state->hand[seat], card) == follow->hand[seat][card], "seat %d holds another hand", seat);
    agree(follow, state->jokers[seat] == follow->jokers[seat], "seat %d has %d jokers, not %d", seat, state->jokers[seat],
          follow->jokers[seat]);
    agree(follow, state->chips[seat] == follow->chips[seat], "seat %d has %d chips, not %d", seat, state->chips[seat],
          follow->chips[seat]);
    int expected[ROYAL_SEATS], ender;
    oracle_royal_round(follow->scorings, follow->scoring_count, follow->players, expected, &ender);
    int total = follow->totals[seat] + (follow->ended ? 2 * follow->chips[seat] : expected[seat]);
    agree(follow, points == total, "seat %d has %d points, not %d", seat, points, total);
}

void royal_follow_state(RoyalFollow *follow, const State *state) {
    const RoyalFlush *royal = royalflush_of(state);
    int points[SEATS_MAX];
    royalflush.points(state, points);
    for (int seat = 0; seat < follow->players; seat++) compare_seat(follow, royal, seat, points[seat]);
    agree(follow, royal->pile_count == follow->pile, "%d cards in the pile, not %d", royal->pile_count, follow->pile);
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        int card = royal->display[place] == CARD_NONE ? -1 : royal->display[place];
        agree(follow, card == follow->display[place], "another display");
    }
    /* "The display is filled up to four", as far as there are cards, after taking and after an exchange. */
    bool filled = display_count(follow) == ROYAL_DISPLAY || follow->pile + follow->discards == 0;
    if (follow->phase == FOLLOW_EXCHANGED || follow->taken) agree(follow, filled, "the display was not filled");
    follow->taken = false;
    agree(follow, follow->ended || royal->turn == follow->turn, "it is the turn of seat %d", royal->turn);
}
