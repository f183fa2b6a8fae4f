/* The face of Primero in the terminal.
 * Cards are shown as they are typed, with the sign of their suit: 7h♥ Ac♣ Kd♦ 2s♠. Actions keep the names that are typed
 * (vie, see, …), each with a note on what it does. */
#include "games/primero/primero.h"

#include <string.h>

#include "core/message.h"
#include "term/face.h"
#include "term/full/board.h"
#include "term/teller.h"

enum { NAMES_MAX = 256, CARDS_TEXT_MAX = 256, HAND_TEXT_MAX = 32, SEAT_COLUMNS = 16, ROW_COLUMNS = 18, COUNT_COLUMNS = 9 };

static const char *const suit_signs[PRIMERO_SUITS] = {"♥", "♣", "♦", "♠"};
static const Style suit_styles[PRIMERO_SUITS] = {STYLE_RED, STYLE_GREEN, STYLE_YELLOW, STYLE_BLUE};
static const char *const suit_names[PRIMERO_SUITS] = {NC_("French suit", "hearts"), NC_("French suit", "clubs"),
                                                      NC_("French suit", "diamonds"), NC_("French suit", "spades")};

/* ---- cards and hands */

static void add_card(const Screen *screen, int card, Text *text) {
    char words[CARD_TEXT_MAX + 4];
    Text plain = text_init(words, sizeof words);
    if (card >= PRIMERO_CARDS) {
        text_char(text, '?');
        return;
    }
    primero_print_card((uint8_t)card, &plain);
    screen_sign(screen, &plain, suit_signs[primero_suit(card)]);
    screen_style(screen, text, suit_styles[primero_suit(card)], words);
}

static void add_set(const Screen *screen, PrimeroSet set, Text *text) {
    for (const char *joint = ""; set; set &= set - 1, joint = " ") {
        text_add(text, joint);
        add_card(screen, primero_lowest(set), text);
    }
}

/* A hand's value or a bid, as in "primero 58". */
static void add_value(int value, Text *text) {
    text_format(text, "%s %d", primero_type_names[primero_type(value)], primero_points(value));
}

/* ---- drawing the table */

/* TRANSLATORS: headings of narrow columns in the terminal: each has at most 8 characters */
static const ScreenTable seat_table = {SEAT_COLUMNS, COUNT_COLUMNS, 3, {N_("purse"), N_("bet"), N_("cards")}};

/* A remark about a seat beside its numbers; NULL if there is none. */
static const char *standing_of(const Screen *screen, const Primero *p, int seat) {
    if (p->phase == PRIMERO_OVER) return NULL;
    if (p->folded & SEAT_BIT(seat)) return message(screen->language, "folded");
    if (!(p->in & SEAT_BIT(seat))) return message(screen->language, "sitting out");
    return p->purse[seat] == 0 ? message(screen->language, "all in") : NULL;
}

static void draw_seat(const Screen *screen, const Primero *p, int seat) {
    const int counts[] = {p->purse[seat], p->paid[seat], primero_count(p->hand[seat]) + p->hidden[seat]};
    const char *remarks[] = {seat == p->dealer ? message(screen->language, "dealer") : NULL, standing_of(screen, p, seat)};
    screen_seat(screen, &seat_table, seat, counts, remarks, 2);
}

static void draw_hand(const Screen *screen, const Primero *p) {
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    PrimeroSet hand = p->hand[screen->viewer], thrown = p->discards[screen->viewer];
    if (hand) {
        add_set(screen, hand, &text);
        int value = primero_hand_value(hand);
        if (primero_type(value) != HAND_NOTHING) {
            text_add(&text, screen->plain ? ", " : "   ");
            add_value(value, &text);
        }
        /* TRANSLATORS: the title of a row in the terminal, at most 13 characters */
        screen_row(screen, message(screen->language, "Your hand"), ROW_COLUMNS, words);
    }
    if (!thrown) return;
    text = text_init(words, sizeof words);
    add_set(screen, thrown, &text);
    /* TRANSLATORS: the title of a row in the terminal, at most 15 characters */
    screen_row(screen, message(screen->language, "You exchanged"), ROW_COLUMNS, words);
}

static void draw(const Game *game, const Screen *screen, const View *view) {
    const Primero *p = primero_of_view(view);
    char words[NAMES_MAX];
    Text text = text_init(words, sizeof words);
    screen_game(screen, game, p->variant, &text);
    text_add(&text, screen_joint(screen));
    message_format(&text, screen->language, "deal {deal} of {deals}, phase {phase}", WITH("deal", p->deal),
                   WITH("deals", p->deals), WITH("phase", p->phase));
    screen_rule(screen, words);
    screen_titles(screen, &seat_table);
    for (int seat = 0; seat < p->people; seat++) draw_seat(screen, p, seat);
    fprintf(screen->out, "\n");
    text = text_init(words, sizeof words);
    text_number(&text, p->pot);
    /* TRANSLATORS: the title of a row in the terminal, at most 15 characters */
    if (p->pot) screen_row(screen, message(screen->language, "In the pot"), ROW_COLUMNS, words);
    text = text_init(words, sizeof words);
    if (p->bid) add_value(p->bid, &text);
    if (p->bid) screen_row(screen, message(screen->language, "Bid"), ROW_COLUMNS, words);
    if (screen->viewer >= 0 && screen->viewer < p->people) draw_hand(screen, p);
    fprintf(screen->out, "\n");
}

/* ---- asking */

/* What the viewer has to put up to see. */
static int coins_to_see(const Primero *p, int seat) {
    int owed = primero_level(p) - p->paid[seat];
    return owed < p->purse[seat] ? owed : p->purse[seat];
}

static void ask_act(const Screen *screen, const Primero *p, Text *text) {
    int coins = coins_to_see(p, p->turn);
    if (!primero_vied(p)) text_add(text, message(screen->language, "Your turn: nobody has vied yet in this phase."));
    else if (coins == 0) text_add(text, message(screen->language, "Your turn: with no coins left, you see for free."));
    else
        message_format_plural(text, screen->language, "Your turn: seeing costs {n} coin.", "Your turn: seeing costs {n} coins.",
                              coins, WITH("n", coins));
}

static void ask(const Game *game, const Screen *screen, const View *view, Text *text) {
    const Primero *p = primero_of_view(view);
    (void)game;
    if (p->step == PRIMERO_STEP_ACT) ask_act(screen, p, text);
    else if (p->step == PRIMERO_STEP_BID)
        text_add(text, message(screen->language, "Choose your bid: a type of hand, then its points."));
    else if (primero_exchange_min(p) > 0) text_add(text, message(screen->language, "You must exchange one or two cards."));
    else if (p->variant == PRIMERO_ITALIAN)
        text_add(text, message(screen->language, "Exchange one or two cards, or keep them all."));
    else text_add(text, message(screen->language, "Exchange as many cards as you like, or keep them all."));
}

static void choice_act(const Screen *screen, const Primero *p, Move move, Text *outcome) {
    Language language = screen->language;
    int amount = (int)primero_move_what(move), coins = coins_to_see(p, p->turn);
    switch (primero_move_kind(move)) {
    case PRIMERO_MOVE_VIE:
        message_format_plural(outcome, language, "bet {n} coin", "bet {n} coins", amount, WITH("n", amount));
        break;
    case PRIMERO_MOVE_REVIE:
        message_format_plural(outcome, language, "see, and bet {n} more coin", "see, and bet {n} more coins", amount,
                              WITH("n", amount));
        break;
    case PRIMERO_MOVE_SEE:
        if (coins == 0) text_add(outcome, message(language, "for free"));
        else message_format_plural(outcome, language, "bet {n} coin", "bet {n} coins", coins, WITH("n", coins));
        break;
    case PRIMERO_MOVE_PASS: text_add(outcome, message(language, "stay in without paying for now")); break;
    default: text_add(outcome, message(language, "leave the deal; what you have bet stays in the pot")); break;
    }
}

static void choice(const Game *game, const Screen *screen, const View *view, int actor, Choice *choice) {
    const Primero *p = primero_of_view(view);
    PrimeroMoveKind kind = primero_move_kind(choice->move);
    uint64_t what = primero_move_what(choice->move);
    Text key = text_init(choice->key, sizeof choice->key), label = text_init(choice->label, sizeof choice->label);
    Text outcome = text_init(choice->outcome, sizeof choice->outcome);
    (void)game;
    if (kind == PRIMERO_MOVE_BID) {
        const char *name = primero_type_names[primero_type((int)what)];
        text_add(&key, name);
        text_add(&label, name);
        message_format(&outcome, screen->language, "{points} points", WITH("points", primero_points((int)what)));
    } else if (kind == PRIMERO_MOVE_THROW && what) {
        char words[MOVE_TEXT_MAX], thrown[CARDS_TEXT_MAX];
        Text move = text_init(words, sizeof words), cards = text_init(thrown, sizeof thrown);
        primero_print_move(view_state(view), actor, choice->move, &move);
        text_add(&key, strchr(words, ':') + 1); /* only the cards */
        add_set(screen, what, &cards);
        message_format(&label, screen->language, "exchange {cards}", WITH("cards", thrown));
    } else if (kind == PRIMERO_MOVE_THROW) {
        text_add(&key, "keep");
        text_add(&label, message(screen->language, "keep all your cards"));
    } else {
        static const struct {
            const char *key, *label;
        } words[] = {[PRIMERO_MOVE_VIE] = {"vie", N_("Vie")},
                     [PRIMERO_MOVE_REVIE] = {"revie", N_("Revie")},
                     [PRIMERO_MOVE_SEE] = {"see", N_("See")},
                     [PRIMERO_MOVE_PASS] = {"pass", N_("Pass")},
                     [PRIMERO_MOVE_FOLD] = {"fold", N_("Fold")}};
        text_add(&key, words[kind].key);
        text_add(&label, message(screen->language, words[kind].label));
        choice_act(screen, p, choice->move, &outcome);
    }
}

/* ---- telling */

static void tell_lift(const Screen *screen, const Event *event, Text *text) {
    const Field *seats = screen_field(screen, event, "seats"), *cards = screen_field(screen, event, "cards"), *seat;
    char words[NAMES_MAX];
    Text list = text_init(words, sizeof words);
    for (int i = 0; (seat = event_element(seats, i)) != NULL; i++) {
        if (i > 0) text_add(&list, ", ");
        screen_label(screen, (int)seat->number, &list);
        text_char(&list, ' ');
        add_card(screen, (int)event_element(cards, i)->number, &list);
    }
    message_format(text, screen->language, "Cut for the deal: {list}.", WITH("list", words));
}

static void tell_round(const Screen *screen, const Event *event, Text *text) {
    int dealer = screen_number(screen, event, "dealer", 0), deal = screen_number(screen, event, "round", 0);
    int pot = screen_number(screen, event, "pot", 0);
    teller_say(text, screen, dealer, N_("Deal {deal}: you are the dealer."), N_("Deal {deal}: {player} is the dealer."),
               WITH("deal", deal));
    if (!pot) return;
    text_char(text, ' ');
    message_format_plural(text, screen->language, "{n} coin is carried over.", "{n} coins are carried over.", pot,
                          WITH("n", pot));
}

static void tell_ante(const Screen *screen, const Event *event, Text *text) {
    int pot = screen_number(screen, event, "pot", 0);
    message_format_plural(text, screen->language, "The ante is paid: there is {n} coin in the pot.",
                          "The ante is paid: there are {n} coins in the pot.", pot, WITH("n", pot));
}

static void tell_phase(const Screen *screen, const Event *event, Text *text) {
    (void)event;
    text_add(text, message(screen->language, "Phase 2: two more cards for everybody still in."));
}

/* Cards that the viewer sees; of others' only that there are some, and that goes without saying. */
static void tell_cards(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0);
    const Field *list = screen_field(screen, event, "cards"), *first = event_element(list, 0);
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    if (!first || !screen_sees(screen, first)) return;
    screen_cards(screen, add_card, list, &shown);
    if (strcmp(event->kind, "deal") == 0)
        teller_say(text, screen, seat, N_("You are dealt {cards}."), N_("{player} is dealt {cards}."), WITH("cards", cards));
    else teller_say(text, screen, seat, N_("You draw {cards}."), N_("{player} draws {cards}."), WITH("cards", cards));
}

static void tell_throw(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0), count = screen_number(screen, event, "count", 0);
    const Field *list = screen_field(screen, event, "cards"), *first = event_element(list, 0);
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    screen_cards(screen, add_card, list, &shown);
    if (count == 0) teller_say(text, screen, seat, N_("You keep all your cards."), N_("{player} keeps all their cards."));
    else if (screen_sees(screen, first))
        teller_say(text, screen, seat, N_("You exchange {cards}."), N_("{player} exchanges {cards}."), WITH("cards", cards));
    else
        teller_say_count(text, screen, seat, count, NP_(NULL, NULL),
                         NP_("{player} exchanges {n} card.", "{player} exchanges {n} cards."));
}

static void tell_raise(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0), amount = screen_number(screen, event, "amount", 0);
    if (strcmp(event->kind, "vie") == 0)
        teller_say_count(text, screen, seat, amount, NP_("You vie {n} coin.", "You vie {n} coins."),
                         NP_("{player} vies {n} coin.", "{player} vies {n} coins."));
    else
        teller_say_count(text, screen, seat, amount, NP_("You see and revie {n} coin.", "You see and revie {n} coins."),
                         NP_("{player} sees and revies {n} coin.", "{player} sees and revies {n} coins."));
    if (screen_number(screen, event, "all_in", 0)) text_format(text, " %s", message(screen->language, "All in!"));
}

static void tell_see(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0), paid = screen_number(screen, event, "paid", 0);
    if (paid == 0) {
        teller_say(text, screen, seat, N_("You see for free."), N_("{player} sees for free."));
        return;
    }
    teller_say_count(text, screen, seat, paid, NP_("You see for {n} coin.", "You see for {n} coins."),
                     NP_("{player} sees for {n} coin.", "{player} sees for {n} coins."));
    if (screen_number(screen, event, "all_in", 0)) text_format(text, " %s", message(screen->language, "All in!"));
}

static void tell_pass(const Screen *screen, const Event *event, Text *text) {
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You pass."), N_("{player} passes."));
}

static void tell_fold(const Screen *screen, const Event *event, Text *text) {
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You fold."), N_("{player} folds."));
}

static void add_event_value(const Screen *screen, const Event *event, Text *text) {
    text_format(text, "%s %d", field_text(screen_field(screen, event, "type")), screen_number(screen, event, "points", 0));
}

static void tell_bid(const Screen *screen, const Event *event, Text *text) {
    char bid[HAND_TEXT_MAX];
    Text words = text_init(bid, sizeof bid);
    add_event_value(screen, event, &words);
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You bid {bid}."), N_("{player} bids {bid}."),
               WITH("bid", bid));
}

static void tell_show(const Screen *screen, const Event *event, Text *text) {
    char cards[CARDS_TEXT_MAX], hand[HAND_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards), words = text_init(hand, sizeof hand);
    screen_cards(screen, add_card, screen_field(screen, event, "cards"), &shown);
    add_event_value(screen, event, &words);
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You show {cards}: {hand}."),
               N_("{player} shows {cards}: {hand}."), WITH("cards", cards), WITH("hand", hand));
    if (!screen_number(screen, event, "makes", 1))
        text_format(text, " %s", message(screen->language, "It does not make the bid."));
}

static void tell_pot(const Screen *screen, const Event *event, Text *text) {
    const char *why = field_text(screen_field(screen, event, "why"));
    int n = screen_number(screen, event, "coins", 0);
    char names[NAMES_MAX];
    Text words = text_init(names, sizeof names);
    Language language = screen->language;
    teller_names(screen, screen_field(screen, event, "to"), &words);
    if (strcmp(why, "hand") == 0)
        message_format_plural(text, language, "{n} coin to the best hand: {names}.", "{n} coins to the best hand: {names}.", n,
                              WITH("n", n), WITH("names", names));
    else if (strcmp(why, "alone") == 0)
        message_format_plural(text, language, "{n} coin to the last player in: {names}.",
                              "{n} coins to the last player in: {names}.", n, WITH("n", n), WITH("names", names));
    else if (strcmp(why, "back") == 0)
        message_format_plural(text, language, "{n} coin returned: {names}.", "{n} coins returned: {names}.", n, WITH("n", n),
                              WITH("names", names));
    else if (strcmp(why, "carried") == 0)
        message_format_plural(text, language, "Nobody makes the bid: {n} coin stays in the pot for the next deal.",
                              "Nobody makes the bid: {n} coins stay in the pot for the next deal.", n, WITH("n", n));
    else if (strcmp(why, "highest") == 0)
        message_format_plural(text, language,
                              "Nobody makes the bid, and this was the last deal. {n} coin to the highest hand: {names}.",
                              "Nobody makes the bid, and this was the last deal. {n} coins to the highest hand: {names}.", n,
                              WITH("n", n), WITH("names", names));
    else
        message_format_plural(text, language, "{n} coin is shared by those who were dealt in: {names}.",
                              "{n} coins are shared by those who were dealt in: {names}.", n, WITH("n", n),
                              WITH("names", names));
}

static void tell_void(const Screen *screen, const Event *event, Text *text) {
    (void)event;
    text_add(text, message(screen->language, "Everybody has passed: the deal is void."));
}

static void tell_score(const Screen *screen, const Event *event, Text *text) {
    char words[NAMES_MAX];
    Text list = text_init(words, sizeof words);
    teller_totals(screen, screen_field(screen, event, "totals"), &list);
    message_format(text, screen->language, "Purses: {list}", WITH("list", words));
}

static void tell(const Game *game, const Screen *screen, const Event *event, Text *text) {
    static const Teller tellers[] = {
        {"lift", tell_lift},  {"round", tell_round}, {"ante", tell_ante}, {"phase", tell_phase}, {"deal", tell_cards},
        {"draw", tell_cards}, {"throw", tell_throw}, {"vie", tell_raise}, {"revie", tell_raise}, {"see", tell_see},
        {"pass", tell_pass},  {"fold", tell_fold},   {"bid", tell_bid},   {"show", tell_show},   {"pot", tell_pot},
        {"void", tell_void},  {"score", tell_score}, {"end", teller_end},
    };
    (void)game;
    teller_tell(tellers, sizeof tellers / sizeof *tellers, screen, event, text);
}

static void help(const Game *game, const Screen *screen) {
    (void)game;
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    for (int suit = 0; suit < PRIMERO_SUITS; suit++) {
        text_add(&text, suit == 0 ? "" : screen->plain ? ", " : "   ");
        add_card(screen, primero_card(6, suit), &text);
        text_format(&text, " %s", message_in_context(screen->language, "French suit", suit_names[suit]));
    }
    screen_say(screen, 2, words);
    screen_say(screen, 2,
               message(screen->language, "Points: 7 = 21, 6 = 18, A = 16, 5 = 15, 4 = 14, 3 = 13, 2 = 12, K Q J = 10."));
    screen_say(screen, 2, message(screen->language, "Hands, lowest first: numerus, primero, supremus, fluxus, chorus."));
}

/* ---- the full screen */

static void lay_hand(const Screen *screen, const Primero *p, Board *board) {
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    PrimeroSet hand = p->hand[screen->viewer], thrown = p->discards[screen->viewer];
    int value = primero_hand_value(hand);
    if (hand && primero_type(value) != HAND_NOTHING) {
        add_value(value, &text);
        board_row(board, -1, message(screen->language, "Your hand"), words);
    }
    text = text_init(words, sizeof words);
    add_set(screen, thrown, &text);
    if (thrown) board_row(board, -1, message(screen->language, "You exchanged"), words);
    board_zone(board, ZONE_HAND, N_("Your hand"));
    for (; hand; hand &= hand - 1) board_card(board, ZONE_HAND, primero_lowest(hand));
}

static void lay(const Game *game, const Screen *screen, const View *view, Board *board) {
    const Primero *p = primero_of_view(view);
    char words[NAMES_MAX];
    Text text = text_init(words, sizeof words);
    board_heading(board, game, p->variant);
    message_format(&text, screen->language, "deal {deal} of {deals}, phase {phase}", WITH("deal", p->deal),
                   WITH("deals", p->deals), WITH("phase", p->phase));
    board_subtitle(board, words);
    for (int i = 0; i < seat_table.count; i++) board_column(board, seat_table.titles[i]);
    for (int seat = 0; seat < p->people; seat++) {
        board_seat(board, (const int[]){p->purse[seat], p->paid[seat], primero_count(p->hand[seat]) + p->hidden[seat]});
        if (seat == p->dealer) board_remark(board, message(screen->language, "dealer"));
        board_remark(board, standing_of(screen, p, seat));
    }
    board_row_number(board, message(screen->language, "In the pot"), p->pot);
    text = text_init(words, sizeof words);
    if (p->bid) add_value(p->bid, &text);
    if (p->bid) board_row(board, -1, message(screen->language, "Bid"), words);
    if (screen->viewer >= 0 && screen->viewer < p->people) lay_hand(screen, p, board);
}

static void touch(const Game *game, const View *view, int actor, Move move, Touch *touch) {
    (void)game;
    (void)view;
    (void)actor;
    if (primero_move_kind(move) == PRIMERO_MOVE_THROW) touch->picks = primero_move_what(move);
}

static const BoardFace board = {.lay = lay, .touch = touch};

const Face face_primero = {
    .draw = draw, .ask = ask, .tell = tell, .choice = choice, .help = help, .card = add_card, .board = &board};
