/* The face of Royal Flush in the terminal.
 * Cards are shown as they are typed, with the sign of their suit: 7h♥, Td♦, As♠, 2c♣; and ** for the joker. The player
 * chooses a board first and then its cards one by one, but only where there is a choice. */
#include "games/royalflush/royalflush.h"

#include <stdlib.h>
#include <string.h>

#include "bots/reason.h"
#include "core/message.h"
#include "term/face.h"
#include "term/full/board.h"
#include "term/teller.h"

enum {
    NAMES_MAX = 256,
    CARDS_TEXT_MAX = 2048,
    SEAT_COLUMNS = 16,
    COUNT_COLUMNS = 11,
    BOARD_COLUMNS = 29,
    FIELD_COLUMNS = 17,
    CARD_COLUMNS = 5,
    CARDS_A_LINE = 12,
    WAYS_COUNTED = 99, /* beyond that nobody wants to know how many there are */
};

static const char *const suit_signs[ROYAL_SUITS] = {"♣", "♦", "♥", "♠"};
static const Style suit_styles[ROYAL_SUITS] = {STYLE_GREEN, STYLE_YELLOW, STYLE_RED, STYLE_BLUE};
static const char *const suit_names[ROYAL_SUITS] = {NC_("French suit", "clubs"), NC_("French suit", "diamonds"),
                                                    NC_("French suit", "hearts"), NC_("French suit", "spades")};

static const char *board_name(const Screen *screen, int board) { return message(screen->language, royal_boards[board].label); }

/* A board of an event, by its key; the key itself for one that is not ours. */
static const char *board_of_field(const Screen *screen, const Field *field) {
    int board = royalflush_board_find(span_of(field_text(field)));
    return board < ROYAL_BOARDS ? board_name(screen, board) : field_text(field);
}

/* ---- cards */

static void add_card(const Screen *screen, int card, Text *text) {
    char words[CARD_TEXT_MAX + 4];
    Text plain = text_init(words, sizeof words);
    royalflush_print_card((uint8_t)card, &plain);
    if (card < ROYAL_FACES) screen_sign(screen, &plain, suit_signs[royal_suit(card)]);
    screen_style(screen, text, card < ROYAL_FACES ? suit_styles[royal_suit(card)] : STYLE_BOLD, words);
}

static void add_cards(const Screen *screen, const uint8_t *cards, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        if (i > 0) text_char(text, ' ');
        add_card(screen, cards[i], text);
    }
}

/* Cards and jokers, ascending; returns how many. */
static int list_hand(RoyalFaces faces, int jokers, uint8_t *cards) {
    int count = royal_faces_list(faces, cards);
    for (int i = 0; i < jokers; i++) cards[count++] = ROYAL_JOKER;
    return count;
}

/* ---- drawing the table */

/* TRANSLATORS: headings of narrow columns in the terminal: each has at most 10 characters */
static const ScreenTable seat_table = {SEAT_COLUMNS, COUNT_COLUMNS, 4, {N_("points"), N_("chips"), N_("pieces"), N_("hand")}};

static void draw_seat(const Game *game, const Screen *screen, const View *view, int seat) {
    const RoyalFlush *r = royalflush_of_view(view);
    int points[SEATS_MAX], hand = royal_faces_count(r->hand[seat]) + r->hidden[seat] + r->jokers[seat];
    game->points(view_state(view), points);
    const int counts[] = {points[seat], r->chips[seat], royalflush_pieces(r, seat), hand};
    screen_seat(screen, &seat_table, seat, counts, NULL, 0);
}

/* A board with its fields from high to low, and who holds them. */
static void draw_board(const Screen *screen, const RoyalFlush *r, int board) {
    char words[NAMES_MAX * 2];
    Text text = text_init(words, sizeof words);
    int count = royal_boards[board].field_count;
    for (int field = 0; field < count; field++) {
        size_t from = text.length;
        text_format(&text, screen->plain ? "%d " : "%2d ", royal_boards[board].fields[field]);
        if (r->field[board][field] == SEAT_NONE) text_add(&text, screen->plain ? message(screen->language, "free") : "·");
        else screen_label(screen, r->field[board][field], &text);
        if (field + 1 == count) break;
        if (screen->plain) text_add(&text, ", ");
        else screen_pad(&text, from, FIELD_COLUMNS);
    }
    screen_row(screen, board_name(screen, board), BOARD_COLUMNS, words);
}

/* Cards under a title, as many lines as they need. */
static void draw_cards(const Screen *screen, const char *title, const uint8_t *cards, int count) {
    int line = screen->plain ? ROYAL_CARDS + ROYAL_JOKERS : CARDS_A_LINE;
    for (int first = 0; first == 0 || first < count; first += line) {
        char words[CARDS_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        if (count == 0) text_char(&text, '-');
        for (int i = first; i < count && i < first + line; i++) {
            size_t from = text.length;
            if (cards[i] == CARD_NONE) text_add(&text, screen_nothing(screen));
            else add_card(screen, cards[i], &text);
            if (i + 1 < count && i + 1 < first + line) screen_gap(screen, &text, from, CARD_COLUMNS);
        }
        screen_row(screen, first == 0 ? title : "", SEAT_COLUMNS, words);
    }
}

/* What all have seen the others take, and their jokers. */
static void draw_known(const Screen *screen, const RoyalFlush *r) {
    bool titled = false;
    for (int seat = 0; seat < r->people; seat++) {
        uint8_t cards[ROYAL_CARDS + ROYAL_JOKERS];
        char name[NAMES_MAX];
        Text text = text_init(name, sizeof name);
        int count = list_hand(r->known[seat], r->jokers[seat], cards);
        if (seat == screen->viewer || screen->viewer == VIEWER_WHOLE || count == 0) continue;
        if (!titled) {
            fprintf(screen->out, "\n");
            screen_say(screen, 2, message(screen->language, "Known cards in hand"));
        }
        titled = true;
        screen_label(screen, seat, &text);
        draw_cards(screen, name, cards, count);
    }
}

static void draw(const Game *game, const Screen *screen, const View *view) {
    const RoyalFlush *r = royalflush_of_view(view);
    char words[NAMES_MAX];
    uint8_t cards[ROYAL_CARDS + ROYAL_JOKERS];
    Text title = text_init(words, sizeof words);
    text_format(&title, "%s%s", game->title, screen_joint(screen));
    message_format(&title, screen->language, "round {round} of {rounds}", WITH("round", r->round),
                   WITH("rounds", ROYAL_ROUNDS));
    screen_rule(screen, words);
    screen_titles(screen, &seat_table);
    for (int seat = 0; seat < r->people; seat++) draw_seat(game, screen, view, seat);
    fprintf(screen->out, "\n");
    for (int board = 0; board < ROYAL_BOARDS; board++)
        if (r->boards >> board & 1) draw_board(screen, r, board);
    draw_known(screen, r);
    fprintf(screen->out, "\n");
    draw_cards(screen, message(screen->language, "Display"), r->display, ROYAL_DISPLAY);
    Text piles = text_init(words, sizeof words);
    message_format(&piles, screen->language, "Draw pile {pile}, discards {discards}", WITH("pile", r->pile_count),
                   WITH("discards", royal_faces_count(r->discards)));
    screen_say(screen, 2, words);
    if (screen->viewer >= 0 && screen->viewer < r->people) {
        int count = list_hand(r->hand[screen->viewer], r->jokers[screen->viewer], cards);
        draw_cards(screen, message(screen->language, "Your hand"), cards, count);
    }
    fprintf(screen->out, "\n");
}

/* ---- asking */

static void ask(const Game *game, const Screen *screen, const View *view, Text *text) {
    const RoyalFlush *r = royalflush_of_view(view);
    Language language = screen->language;
    char cards[CARDS_TEXT_MAX];
    uint8_t laid[ROYAL_WAY_MAX];
    Text words = text_init(cards, sizeof cards);
    Move moves[ROYAL_MOVES_MAX];
    switch ((RoyalPhase)r->phase) {
    case ROYAL_EXCHANGED: text_add(text, message(language, "New display: take a card.")); break;
    case ROYAL_TAKEN: text_add(text, message(language, "Another card costs a chip. Buy one, or stop here?")); break;
    case ROYAL_SCORING:
        add_cards(screen, laid, list_hand(r->laid, r->laid_jokers, laid), &words);
        if (words.length)
            message_format(text, language, "{board}: {cards} so far. Which card next?",
                           WITH("board", board_name(screen, r->board)), WITH("cards", cards));
        else message_format(text, language, "{board}: which is the lowest card?", WITH("board", board_name(screen, r->board)));
        break;
    default:
        game->legal(view_state(view), r->turn, moves);
        if (royal_move_kind(moves[0]) == ROYAL_PASS)
            text_add(text, message(language, "There is nothing to take, and you cannot score."));
        else text_add(text, message(language, "Your turn: take a card, or score."));
    }
}

/* Laying a card that is the only one left to lay is no decision. */
static bool forced(const Game *game, const View *view) {
    const RoyalFlush *r = royalflush_of_view(view);
    Move moves[ROYAL_MOVES_MAX];
    return r->phase == ROYAL_SCORING && game->legal(view_state(view), r->turn, moves) == 1;
}

/* The ways to go on from what is laid, at most one more than are counted; the last of them in *way. */
static int ways_from(RoyalBoard board, RoyalFaces laid, int laid_jokers, RoyalFaces left, int jokers, RoyalWay *way) {
    RoyalWalk walk;
    int count = 0;
    royalflush_walk_from(&walk, board, laid, laid_jokers, left, jokers);
    while (count <= WAYS_COUNTED && royalflush_walk_next(&walk, way)) count++;
    return count;
}

static void choice_of_board(const Screen *screen, const RoyalFlush *r, RoyalBoard board, Text *label) {
    int points = royalflush_free_value(r, board), seat = r->turn;
    char cards[CARDS_TEXT_MAX];
    RoyalWay way = {.count = 0};
    Text words = text_init(cards, sizeof cards);
    if (ways_from(board, r->laid, 0, r->hand[seat], r->jokers[seat], &way) == 1) {
        add_cards(screen, way.cards, way.count, &words);
        message_format_plural(label, screen->language, "score {board} for {n} point: {cards}",
                              "score {board} for {n} points: {cards}", points, WITH("board", board_name(screen, board)),
                              WITH("n", points), WITH("cards", cards));
        return;
    }
    message_format_plural(label, screen->language, "score {board} for {n} point", "score {board} for {n} points", points,
                          WITH("board", board_name(screen, board)), WITH("n", points));
}

/* What follows if this card is laid: the other cards, or how many ways there are. */
static void outcome_of_card(const Screen *screen, const RoyalFlush *r, int card, Text *outcome) {
    RoyalFaces laid = r->laid, left = r->hand[r->turn];
    int laid_jokers = r->laid_jokers, jokers = r->jokers[r->turn];
    RoyalWay way = {.count = 0};
    if (card == ROYAL_JOKER) {
        laid_jokers++;
        jokers--;
    } else {
        royal_faces_add(&laid, card);
        royal_faces_remove(&left, card);
    }
    int on_table = royal_faces_count(laid) + laid_jokers;
    if (on_table == royal_boards[r->board].cards) return;
    int count = ways_from((RoyalBoard)r->board, laid, laid_jokers, left, jokers, &way);
    if (count == 1) add_cards(screen, way.cards + on_table, way.count - on_table, outcome);
    else if (count > WAYS_COUNTED) text_add(outcome, message(screen->language, "many ways"));
    else message_format_plural(outcome, screen->language, "{n} way", "{n} ways", count, WITH("n", count));
}

static void choice(const Game *game, const Screen *screen, const View *view, int actor, Choice *choice) {
    const RoyalFlush *r = royalflush_of_view(view);
    Language language = screen->language;
    bool paid = r->phase == ROYAL_TAKEN;
    int value = royal_move_value(choice->move);
    Text key = text_init(choice->key, sizeof choice->key), label = text_init(choice->label, sizeof choice->label);
    char words[CARD_TEXT_MAX * 2];
    Text outcome = text_init(choice->outcome, sizeof choice->outcome), card = text_init(words, sizeof words);
    switch (royal_move_kind(choice->move)) {
    case ROYAL_TAKE:
        royalflush_print_card((uint8_t)value, &key);
        add_card(screen, value, &card);
        if (paid) message_format(&label, language, "take {card}, for a chip", WITH("card", words));
        else message_format(&label, language, "take {card}", WITH("card", words));
        return;
    case ROYAL_LAY:
        royalflush_print_card((uint8_t)value, &key);
        add_card(screen, value, &label);
        outcome_of_card(screen, r, value, &outcome);
        return;
    case ROYAL_SCORE:
        text_add(&key, royal_boards[value].key);
        choice_of_board(screen, r, (RoyalBoard)value, &label);
        return;
    case ROYAL_EXCHANGE: text_add(&label, message(language, "exchange the display, for a chip")); break;
    case ROYAL_DRAW:
        text_add(&label, paid ? message(language, "draw from the pile, for a chip") : message(language, "draw from the pile"));
        break;
    case ROYAL_DONE: text_add(&label, message(language, "stop here")); break;
    case ROYAL_PASS: text_add(&label, message_in_context(language, "Royal Flush", "pass")); break;
    }
    game->print_move(view_state(view), actor, choice->move, &key);
}

/* ---- telling */

static void tell_boards(const Screen *screen, const Event *event, Text *text) {
    const Field *boards = screen_field(screen, event, "boards"), *board;
    char names[CARDS_TEXT_MAX];
    Text words = text_init(names, sizeof names);
    for (int i = 0; (board = event_element(boards, i)) != NULL; i++)
        text_format(&words, "%s%s", i ? ", " : "", board_of_field(screen, board));
    message_format(text, screen->language, "The boards: {boards}.", WITH("boards", names));
}

static void tell_jokers(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0), n = screen_number(screen, event, "count", 0);
    teller_say_count(text, screen, seat, n, NP_("You get {n} joker.", "You get {n} jokers."),
                     NP_("{player} gets {n} joker.", "{player} gets {n} jokers."));
}

static void tell_round(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "first", 0), round = screen_number(screen, event, "round", 0);
    teller_say(text, screen, seat, N_("Round {round}: you begin."), N_("Round {round}: {player} begins."),
               WITH("round", round));
}

static void tell_exchange(const Screen *screen, const Event *event, Text *text) {
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You pay a chip and exchange the display."),
               N_("{player} pays a chip and exchanges the display."));
}

static void tell_pass(const Screen *screen, const Event *event, Text *text) {
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You pass."), N_("{player} passes."));
}

static void tell_deal(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0);
    const Field *list = screen_field(screen, event, "cards"), *first = list ? event_element(list, 0) : NULL;
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    if (!first || !screen_sees(screen, first)) return;
    screen_cards(screen, add_card, list, &shown);
    teller_say(text, screen, seat, N_("You are dealt {cards}."), N_("{player} is dealt {cards}."), WITH("cards", cards));
}

static void tell_display(const Screen *screen, const Event *event, Text *text) {
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    screen_cards(screen, add_card, screen_field(screen, event, "display"), &shown);
    message_format(text, screen->language, "The display shows {cards}.", WITH("cards", cards));
}

static void tell_reshuffle(const Screen *screen, const Event *event, Text *text) {
    (void)event;
    text_add(text, message(screen->language, "The discards are shuffled into a new pile."));
}

/* A card for nothing or for a chip, from the display or from the pile, seen or not. */
static void tell_take(const Screen *screen, const Event *event, Text *text) {
    static const char *const yours[2][2] = {
        {N_("You draw {card}."), N_("You take {card} from the display.")},
        {N_("You pay a chip and draw {card}."), N_("You pay a chip and take {card} from the display.")}};
    static const char *const others[2][2] = {
        {N_("{player} draws {card}."), N_("{player} takes {card} from the display.")},
        {N_("{player} pays a chip and draws {card}."), N_("{player} pays a chip and takes {card} from the display.")}};
    static const char *const unseen[2] = {N_("{player} draws a card."), N_("{player} pays a chip and draws a card.")};
    int seat = screen_number(screen, event, "seat", 0);
    const Field *card = screen_field(screen, event, "card"), *from = screen_field(screen, event, "from");
    bool bought = strcmp(event->kind, "buy") == 0, open = from && strcmp(field_text(from), "display") == 0;
    char words[CARD_TEXT_MAX * 2];
    Text shown = text_init(words, sizeof words);
    if (card) add_card(screen, (int)card->number, &shown);
    teller_say(text, screen, seat, yours[bought][open], card ? others[bought][open] : unseen[bought], WITH("card", words));
}

static void tell_score(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0), points = screen_number(screen, event, "value", 0);
    const Field *board = screen_field(screen, event, "board");
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    screen_cards(screen, add_card, screen_field(screen, event, "cards"), &shown);
    teller_say_count(
        text, screen, seat, points,
        NP_("You score {board} with {cards}: {n} point.", "You score {board} with {cards}: {n} points."),
        NP_("{player} scores {board} with {cards}: {n} point.", "{player} scores {board} with {cards}: {n} points."),
        WITH("board", board_of_field(screen, board)), WITH("cards", cards));
}

/* The moves of a turn that its other events sum up: they are told only where each move has its line. */
static void tell_step(const Screen *screen, const Event *event, Text *text) {
    static const struct {
        const char *kind, *yours, *others;
    } steps[] = {
        {"done", N_("You stop taking cards."), N_("{player} stops taking cards.")},
        {"board", N_("You start scoring {board}."), N_("{player} starts scoring {board}.")},
        {"lay", N_("You lay {card}."), N_("{player} lays {card}.")},
    };
    int seat = screen_number(screen, event, "seat", 0);
    const Field *board = screen_field(screen, event, "board"), *card = screen_field(screen, event, "card");
    char words[CARD_TEXT_MAX * 2];
    Text shown = text_init(words, sizeof words);
    if (!screen->steps) return;
    if (card) add_card(screen, (int)card->number, &shown);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(event->kind, steps[i].kind) == 0)
            teller_say(text, screen, seat, steps[i].yours, steps[i].others,
                       WITH("board", board ? board_of_field(screen, board) : ""), WITH("card", words));
}

/* A seat's fields and their sum: "greedy 1        Pair 2, Flush 8 = 10". */
static void tell_held(const Screen *screen, const Field *seat, Text *text) {
    const Field *field, *part, *held;
    size_t from = text->length;
    int points = 0;
    bool any = false;
    for (int i = 0; (field = event_element(seat, i)) != NULL; i++) {
        if (strcmp(field->key, "seat") == 0) screen_label(screen, (int)field->number, text);
        if (strcmp(field->key, "points") == 0) points = (int)field->number;
        if (strcmp(field->key, "fields") != 0) continue;
        screen_after_title(screen, text, from, SEAT_COLUMNS);
        for (int j = 0; (held = event_element(field, j)) != NULL; j++) {
            if (any) text_add(text, ", ");
            any = true;
            for (int k = 0; (part = event_element(held, k)) != NULL; k++) {
                if (part->kind == FIELD_TEXT) text_add(text, board_of_field(screen, part));
                if (part->kind == FIELD_NUMBER) text_format(text, " %d", (int)part->number);
            }
        }
    }
    text_format(text, any ? " = %d\n" : "%d\n", points);
}

static void tell_round_end(const Screen *screen, const Event *event, Text *text) {
    const Field *seats = screen_field(screen, event, "seats"), *seat;
    int each = screen_number(screen, event, "each", 0), waiting = screen_number(screen, event, "waiting", 0);
    int round = screen_number(screen, event, "round", 0);
    message_format(text, screen->language, "Round {round} is over.", WITH("round", round));
    text_char(text, '\n');
    for (int i = 0; (seat = event_element(seats, i)) != NULL; i++) tell_held(screen, seat, text);
    if (each > 0) {
        message_format_plural(text, screen->language, "Everybody gets {n} chip back.", "Everybody gets {n} chips back.", each,
                              WITH("n", each));
        text_char(text, '\n');
    }
    if (waiting > 0 && round < ROYAL_ROUNDS) {
        message_format_plural(text, screen->language, "{n} chip is kept for next time.", "{n} chips are kept for next time.",
                              waiting, WITH("n", waiting));
        text_char(text, '\n');
    }
    teller_totals(screen, screen_field(screen, event, "totals"), text);
}

static void tell_end(const Screen *screen, const Event *event, Text *text) {
    text_add(text, message(screen->language, "Counting 2 points for each chip:"));
    text_char(text, ' ');
    teller_totals(screen, screen_field(screen, event, "totals"), text);
    text_char(text, '\n');
    teller_end(screen, event, text);
}

static void tell(const Game *game, const Screen *screen, const Event *event, Text *text) {
    static const Teller tellers[] = {
        {"boards", tell_boards},   {"jokers", tell_jokers},       {"round", tell_round},        {"deal", tell_deal},
        {"display", tell_display}, {"reshuffle", tell_reshuffle}, {"exchange", tell_exchange},  {"take", tell_take},
        {"buy", tell_take},        {"score", tell_score},         {"roundend", tell_round_end}, {"pass", tell_pass},
        {"done", tell_step},       {"board", tell_step},          {"lay", tell_step},           {"end", tell_end},
    };
    (void)game;
    teller_tell(tellers, sizeof tellers / sizeof *tellers, screen, event, text);
}

/* What is wrong with a card that was named, or with a board. */
static bool refuse(const Game *game, const Screen *screen, const View *view, const char *typed, Text *text) {
    const RoyalFlush *r = royalflush_of_view(view);
    Language language = screen->language;
    char words[CARD_TEXT_MAX * 2];
    Text shown = text_init(words, sizeof words);
    Span rest = span_of(typed), name;
    uint8_t card;
    (void)game;
    span_split(&rest, ':', &name);
    if (span_is(name, "score") && rest.at) {
        RoyalBoard board = royalflush_board_find(rest);
        if (board == ROYAL_BOARDS) return false;
        message_format(text, language, "The board “{board}” cannot be scored now.", WITH("board", board_name(screen, board)));
        return true;
    }
    if (!royalflush_parse_card(rest.at ? rest : name, &card)) return false;
    add_card(screen, card, &shown);
    bool lays = rest.at ? span_is(name, "lay") : r->phase == ROYAL_SCORING;
    bool held = card == ROYAL_JOKER ? r->jokers[screen->viewer] > 0 : royal_faces_of(r->hand[screen->viewer], card) > 0;
    if (!lays) message_format(text, language, "{card} cannot be taken now.", WITH("card", words));
    else if (!held) message_format(text, language, "{card} is not in your hand.", WITH("card", words));
    else message_format(text, language, "{card} does not fit the combination.", WITH("card", words));
    return true;
}

static void help(const Game *game, const Screen *screen) {
    (void)game;
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    for (int suit = 0; suit <= ROYAL_SUITS; suit++) {
        bool joker = suit == ROYAL_SUITS;
        text_add(&text, suit == 0 ? "" : screen->plain ? ", " : "   ");
        add_card(screen, joker ? ROYAL_JOKER : 5 * ROYAL_SUITS + suit, &text);
        text_format(
            &text, " %s",
            joker ? message(screen->language, "joker") : message_in_context(screen->language, "French suit", suit_names[suit]));
    }
    screen_say(screen, 2, words);
}

/* ---- the full screen */

/* How the boards name a seat: by its number, the viewer's by a star. */
static void add_holder(const Screen *screen, int seat, Text *text) {
    char words[8];
    snprintf(words, sizeof words, seat == screen->viewer ? ":*" : ":%d", seat);
    screen_style(screen, text, STYLE_BOLD, words);
}

/* The fields of a board from high to low, each with its holder. */
static void lay_board(const Screen *screen, const RoyalFlush *r, int number, Board *board) {
    char words[NAMES_MAX];
    Text text = text_init(words, sizeof words);
    for (int field = 0; field < royal_boards[number].field_count; field++) {
        int holder = r->field[number][field];
        text_format(&text, "%s%d", field ? " " : "", royal_boards[number].fields[field]);
        if (holder != SEAT_NONE) add_holder(screen, holder, &text);
    }
    board_row(board, number, board_name(screen, number), words);
}

/* What all have seen a seat take, suit by suit, in as few columns as possible: "c♣25J d♦3KA". */
static void add_known(const Screen *screen, const RoyalFlush *r, int seat, Text *text) {
    for (int suit = 0; suit < ROYAL_SUITS; suit++) {
        char words[ROYAL_CARDS + 8], card[CARD_TEXT_MAX];
        Text group = text_init(words, sizeof words);
        for (int face = suit; face < ROYAL_FACES; face += ROYAL_SUITS)
            for (int i = royal_faces_of(r->known[seat], face); i > 0; i--) {
                Text one = text_init(card, sizeof card);
                royalflush_print_card((uint8_t)face, &one);
                if (group.length == 0) {
                    text_add(&group, card + 1);
                    screen_sign(screen, &group, suit_signs[suit]);
                }
                text_char(&group, card[0]);
            }
        if (group.length == 0) continue;
        text_add(text, text->length ? " " : "");
        screen_style(screen, text, suit_styles[suit], words);
    }
    for (int i = 0; i < r->jokers[seat]; i++) {
        text_add(text, text->length ? " " : "");
        add_card(screen, ROYAL_JOKER, text);
    }
}

static void lay_seat(const Game *game, const Screen *screen, const View *view, int seat, Board *board) {
    const RoyalFlush *r = royalflush_of_view(view);
    int points[SEATS_MAX], hand = royal_faces_count(r->hand[seat]) + r->hidden[seat] + r->jokers[seat];
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    game->points(view_state(view), points);
    board_seat(board, (const int[]){points[seat], r->chips[seat], royalflush_pieces(r, seat), hand});
    add_holder(screen, seat, &text);
    if (seat != screen->viewer && screen->viewer != VIEWER_WHOLE) {
        text_char(&text, ' ');
        add_known(screen, r, seat, &text);
    }
    board_remark(board, words);
}

static void lay(const Game *game, const Screen *screen, const View *view, Board *board) {
    const RoyalFlush *r = royalflush_of_view(view);
    char words[NAMES_MAX];
    uint8_t cards[ROYAL_CARDS + ROYAL_JOKERS];
    Text round = text_init(words, sizeof words);
    board_heading(board, game, 0);
    message_format(&round, screen->language, "round {round} of {rounds}", WITH("round", r->round),
                   WITH("rounds", ROYAL_ROUNDS));
    board_subtitle(board, words);
    Text piles = text_init(words, sizeof words);
    message_format(&piles, screen->language, "Draw pile {pile}, discards {discards}", WITH("pile", r->pile_count),
                   WITH("discards", royal_faces_count(r->discards)));
    board_subtitle(board, words);
    for (int i = 0; i < seat_table.count; i++) board_column(board, seat_table.titles[i]);
    for (int seat = 0; seat < r->people; seat++) lay_seat(game, screen, view, seat, board);
    for (int number = 0; number < ROYAL_BOARDS; number++)
        if (r->boards >> number & 1) lay_board(screen, r, number, board);
    board_zone(board, ZONE_TABLE, N_("Display"));
    for (int i = 0; i < ROYAL_DISPLAY; i++) board_card(board, ZONE_TABLE, r->display[i]);
    if (screen->viewer < 0 || screen->viewer >= r->people) return;
    board_zone(board, ZONE_HAND, N_("Your hand"));
    int count = list_hand(r->hand[screen->viewer], r->jokers[screen->viewer], cards);
    for (int i = 0; i < count; i++) board_card(board, ZONE_HAND, cards[i]);
}

static void touch(const Game *game, const View *view, int actor, Move move, Touch *touch) {
    RoyalMoveKind kind = royal_move_kind(move);
    (void)game;
    (void)view;
    (void)actor;
    if (kind == ROYAL_TAKE) touch->zone = ZONE_TABLE;
    else if (kind == ROYAL_LAY) touch->zone = ZONE_HAND;
    else if (kind == ROYAL_SCORE) touch->zone = ZONE_ROWS;
    touch->card = royal_move_value(move);
}

static const BoardFace board = {.lay = lay, .touch = touch};

const Face face_royalflush = {.draw = draw,
                              .ask = ask,
                              .tell = tell,
                              .choice = choice,
                              .forced = forced,
                              .refuse = refuse,
                              .help = help,
                              .card = add_card,
                              .board = &board};
