/* The face of Primiera in the terminal.
 * Cards are shown as they are typed, with the sign of the French suit that represents theirs: 7D♦ Coins, 4C♥ Cups, 1B♣
 * Clubs, 10S♠ Swords. Each move comes with a note on what it does, so that the player need not work it out. */
#include "games/primiera/primiera.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "games/games.h"
#include "term/face.h"
#include "term/full/board.h"
#include "term/teller.h"

enum { NAMES_MAX = 256, CARDS_TEXT_MAX = 1024, SEAT_COLUMNS = 16, COUNT_COLUMNS = 8, CARD_COLUMNS = 6 };

static const char *const suit_signs[SUITS] = {"♠", "♣", "♥", "♦"};
static const Style suit_styles[SUITS] = {STYLE_BLUE, STYLE_GREEN, STYLE_RED, STYLE_YELLOW};
static const char *const suit_names[SUITS] = {NC_("Italian suit", "Swords"), NC_("Italian suit", "Clubs"),
                                              NC_("Italian suit", "Cups"), NC_("Italian suit", "Coins")};

/* ---- cards */

static void add_card(const Screen *screen, int card, Text *text) {
    char words[CARD_TEXT_MAX + 4];
    Text plain = text_init(words, sizeof words);
    if (card >= ITALIAN_CARDS) {
        text_char(text, '?');
        return;
    }
    italian_print_card((uint8_t)card, &plain);
    screen_sign(screen, &plain, suit_signs[card_suit(card)]);
    screen_style(screen, text, suit_styles[card_suit(card)], words);
}

/* Cards of the table, as they lie from left to right. */
static void add_taken(const Screen *screen, const Primiera *p, CardSet taken, Text *text) {
    const char *joint = "";
    for (int i = 0; i < p->row_count; i++) {
        if (!(taken & CARD_BIT(p->row[i]))) continue;
        text_add(text, joint);
        add_card(screen, p->row[i], text);
        joint = " ";
    }
}

/* ---- drawing the table */

/* Where a seat is, seen from the viewer's: play runs to the right. */
static const char *place_of(const Screen *screen, const Primiera *p, int seat) {
    int seats = primiera_seats(p), steps = 0;
    if (screen->viewer < 0 || screen->viewer >= seats || seats == 2) return NULL;
    for (int at = screen->viewer; at != seat; at = primiera_next(p, at)) steps++;
    if (steps == 0) return NULL;
    if (steps == 1) return message(screen->language, "right");
    return steps == seats - 1 ? message(screen->language, "left") : message(screen->language, "opposite");
}

/* TRANSLATORS: headings of narrow columns in the terminal: each has at most 7 characters */
static const ScreenTable seat_table = {SEAT_COLUMNS, COUNT_COLUMNS, 4, {N_("points"), N_("hand"), N_("pile"), N_("sweeps")}};

static void draw_seat(const Screen *screen, const Primiera *p, int seat) {
    int hand = set_count(p->hand[seat]) + p->hidden[seat];
    if (p->variant == ROBOT && seat == ROBOT_SEAT) hand += p->stock_count;
    const int counts[] = {p->score[seat], hand, set_count(p->pile[seat]), set_count(p->pile[seat] & p->swept)};
    bool deals = seat == p->dealer, partner = p->teams == TEAMS_PAIRS && p->partner[seat] == screen->viewer;
    const char *remarks[] = {place_of(screen, p, seat), deals ? message(screen->language, "dealer") : NULL,
                             partner ? message(screen->language, "partner") : NULL};
    screen_seat(screen, &seat_table, seat, counts, remarks, 3);
}

static void draw_table(const Screen *screen, const Primiera *p) {
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (p->row_count == 0) text_char(&text, '-');
    for (int i = 0; i < p->row_count; i++) {
        size_t from = text.length;
        add_card(screen, p->row[i], &text);
        if (i + 1 < p->row_count) screen_gap(screen, &text, from, CARD_COLUMNS);
    }
    fprintf(screen->out, "\n");
    /* TRANSLATORS: the title of a row in the terminal, at most 13 characters */
    screen_row(screen, message(screen->language, "On the table"), SEAT_COLUMNS, words);
}

static void draw(const Game *game, const Screen *screen, const View *view) {
    const Primiera *p = primiera_of_view(view);
    char title[NAMES_MAX];
    Text text = text_init(title, sizeof title);
    screen_game(screen, game, p->variant, &text);
    text_add(&text, screen_joint(screen));
    message_format_plural(&text, screen->language, "round {round}, to {n} point", "round {round}, to {n} points", p->target,
                          WITH("round", p->round), WITH("n", p->target));
    screen_rule(screen, title);
    screen_titles(screen, &seat_table);
    for (int seat = 0; seat < primiera_seats(p); seat++) draw_seat(screen, p, seat);
    draw_table(screen, p);
    fprintf(screen->out, "\n");
}

/* ---- asking */

/* Whose card the viewer plays: the robot's partner plays the robot's. */
static bool plays_for_robot(const Primiera *p, int viewer) {
    return p->variant == ROBOT && p->phase == PRIMIERA_PHASE_PLAY && p->turn == ROBOT_SEAT && viewer != ROBOT_SEAT;
}

static void ask(const Game *game, const Screen *screen, const View *view, Text *text) {
    const Primiera *p = primiera_of_view(view);
    (void)game;
    if (p->phase == PRIMIERA_PHASE_LAY)
        text_add(text, message(screen->language, "Lay one of your cards face down; all four are turned up together."));
    else if (plays_for_robot(p, screen->viewer))
        text_add(text, message(screen->language, "Your partner, the Robot, plays next: choose one of its cards."));
    else text_add(text, message(screen->language, "Your turn: play a card."));
}

static void choice(const Game *game, const Screen *screen, const View *view, int actor, Choice *choice) {
    const Primiera *p = primiera_of_view(view);
    Language language = screen->language;
    char taken[CARDS_TEXT_MAX];
    Text key = text_init(choice->key, sizeof choice->key), label = text_init(choice->label, sizeof choice->label);
    Text outcome = text_init(choice->outcome, sizeof choice->outcome), cards = text_init(taken, sizeof taken);
    (void)game;
    (void)actor;
    if (move_kind(choice->move) == PRIMIERA_MOVE_TURN) {
        text_add(&key, "turn");
        text_add(&label, message(language, "turn up the top card"));
        return;
    }
    italian_print_card((uint8_t)move_card(choice->move), &key);
    add_card(screen, move_card(choice->move), &label);
    if (move_kind(choice->move) == PRIMIERA_MOVE_LAY) return;
    add_taken(screen, p, move_takes(choice->move), &cards);
    if (!move_takes(choice->move)) text_add(&outcome, message(language, "stays on the table"));
    else if (primiera_is_sweep(p, choice->move))
        message_format(&outcome, language, "takes {cards}, a sweep", WITH("cards", taken));
    else message_format(&outcome, language, "takes {cards}", WITH("cards", taken));
}

/* ---- telling */

static void tell_round(const Screen *screen, const Event *event, Text *text) {
    int dealer = screen_number(screen, event, "dealer", 0), round = screen_number(screen, event, "round", 0);
    teller_say(text, screen, dealer, N_("Round {round}: you deal."), N_("Round {round}: {player} deals."),
               WITH("round", round));
}

static void tell_deal(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0);
    const Field *list = screen_field(screen, event, "cards"), *first = event_element(list, 0);
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    if (!first || !screen_sees(screen, first)) return;
    screen_cards(screen, add_card, list, &shown);
    teller_say(text, screen, seat, N_("You are dealt {cards}."), N_("{player} is dealt {cards}."), WITH("cards", cards));
}

/* Of a card that the viewer does not see, only that it was laid. */
static void tell_lay(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0);
    const Field *card = screen_field(screen, event, "card");
    char words[CARD_TEXT_MAX * 2];
    Text shown = text_init(words, sizeof words);
    if (card) add_card(screen, (int)card->number, &shown);
    teller_say(text, screen, seat, N_("You lay {card} face down."),
               card ? N_("{player} lays {card} face down.") : N_("{player} lays a card face down."), WITH("card", words));
}

static void tell_table(const Screen *screen, const Event *event, Text *text) {
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    screen_cards(screen, add_card, screen_field(screen, event, "cards"), &shown);
    message_format(text, screen->language, "On the table: {cards}.", WITH("cards", cards));
}

static void tell_open(const Screen *screen, const Event *event, Text *text) {
    const char *said = N_("{player} now has a partner, and its cards are turned face up: {cards}.");
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    screen_cards(screen, add_card, screen_field(screen, event, "cards"), &shown);
    teller_say(text, screen, screen_number(screen, event, "seat", 0), said, said, WITH("cards", cards));
}

static void tell_rest(const Screen *screen, const Event *event, Text *text) {
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    screen_cards(screen, add_card, screen_field(screen, event, "cards"), &shown);
    teller_say(text, screen, screen_number(screen, event, "seat", 0), N_("You take what is left: {cards}."),
               N_("{player} takes what is left: {cards}."), WITH("cards", cards));
}

/* The robot's partner plays the robot's cards. */
static void tell_play_for(const Screen *screen, int seat, int by, const char *card, const char *cards, Text *text) {
    const char *stays = N_("{actor}, playing for {player}: {card} stays on the table.");
    const char *takes = N_("{actor}, playing for {player}: {card} takes {cards}.");
    const char *said = *cards ? takes : stays;
    char actor[NAMES_MAX];
    Text actors = text_init(actor, sizeof actor);
    screen_label(screen, by, &actors);
    teller_say(text, screen, seat, said, said, WITH("actor", actor), WITH("card", card), WITH("cards", cards));
}

static void tell_play(const Screen *screen, const Event *event, Text *text) {
    int seat = screen_number(screen, event, "seat", 0), by = screen_number(screen, event, "by", seat);
    char card[CARD_TEXT_MAX * 2], cards[CARDS_TEXT_MAX];
    Text played = text_init(card, sizeof card), taken = text_init(cards, sizeof cards);
    add_card(screen, screen_number(screen, event, "card", CARD_UNKNOWN), &played);
    screen_cards(screen, add_card, screen_field(screen, event, "takes"), &taken);
    if (by != seat) tell_play_for(screen, seat, by, card, cards, text);
    else if (taken.length)
        teller_say(text, screen, seat, N_("You play {card} and take {cards}."), N_("{player} plays {card} and takes {cards}."),
                   WITH("card", card), WITH("cards", cards));
    else
        teller_say(text, screen, seat, N_("You play {card}; it stays on the table."),
                   N_("{player} plays {card}; it stays on the table."), WITH("card", card));
    if (screen_number(screen, event, "sweep", 0)) text_format(text, " %s", message(screen->language, "A sweep!"));
}

static void tell_teams(const Screen *screen, const Event *event, Text *text) {
    const Field *teams = screen_field(screen, event, "teams");
    char card[CARD_TEXT_MAX * 2], one[NAMES_MAX], other[NAMES_MAX];
    Text herald = text_init(card, sizeof card), first = text_init(one, sizeof one), second = text_init(other, sizeof other);
    add_card(screen, screen_number(screen, event, "card", CARD_UNKNOWN), &herald);
    if (event_length(teams) != 2) {
        message_format(text, screen->language, "{card} is the first Herald played: everybody plays alone.", WITH("card", card));
        return;
    }
    teller_names(screen, event_element(teams, 0), &first);
    teller_names(screen, event_element(teams, 1), &second);
    message_format(text, screen->language, "{card} is the first Herald played. Partners: {one} against {other}.",
                   WITH("card", card), WITH("one", one), WITH("other", other));
}

static const struct {
    const char *key, *title;
    const char *context; /* of the title, or NULL */
} score_columns[] = {{"cards", N_("cards"), NULL},   {"coins", NC_("Italian suit", "coins"), "Italian suit"},
                     {"seven", N_("seven"), NULL},   {"primiera", N_("primiera"), NULL},
                     {"sweeps", N_("sweeps"), NULL}, {"points", N_("points"), NULL}};
enum { SCORE_COLUMNS = 6, SCORE_NUMBER_COLUMNS = 9, SCORE_TITLE_COLUMNS = 24 };

static const char *score_title(const Screen *screen, int column) {
    const char *title = score_columns[column].title, *context = score_columns[column].context;
    return context ? message_in_context(screen->language, context, title) : message(screen->language, title);
}

static void tell_score_number(const Screen *screen, int column, const Field *field, Text *text) {
    char number[16] = "-";
    if (field->kind == FIELD_NUMBER) snprintf(number, sizeof number, "%d", (int)field->number);
    if (field->kind == FIELD_BOOL && field->number) strcpy(number, "7D");
    if (screen->plain) text_format(text, "%s%s %s", column ? ", " : "", score_title(screen, column), number);
    else text_format(text, "%*s", SCORE_NUMBER_COLUMNS, number);
}

static void tell_score_team(const Screen *screen, const Field *team, Text *text) {
    size_t from = text->length;
    const Field *field;
    for (int i = 0; (field = event_element(team, i)) != NULL; i++) {
        if (strcmp(field->key, "seats") == 0) {
            teller_names(screen, field, text);
            screen_after_title(screen, text, from, SCORE_TITLE_COLUMNS);
        }
        for (int column = 0; column < SCORE_COLUMNS; column++)
            if (strcmp(field->key, score_columns[column].key) == 0) tell_score_number(screen, column, field, text);
    }
    text_char(text, '\n');
}

/* The score of the round: a table with a row for each team. */
static void tell_score(const Screen *screen, const Event *event, Text *text) {
    const Field *teams = screen_field(screen, event, "teams"), *team;
    size_t from = text->length;
    text_add(text, message(screen->language, "Score for the round"));
    if (!screen->plain) screen_pad(text, from, SCORE_TITLE_COLUMNS);
    for (int column = 0; column < SCORE_COLUMNS && !screen->plain; column++)
        screen_right(text, SCORE_NUMBER_COLUMNS, score_title(screen, column));
    text_char(text, '\n');
    for (int i = 0; (team = event_element(teams, i)) != NULL; i++) tell_score_team(screen, team, text);
    teller_totals(screen, screen_field(screen, event, "totals"), text);
}

static void tell(const Game *game, const Screen *screen, const Event *event, Text *text) {
    static const Teller tellers[] = {
        {"round", tell_round}, {"deal", tell_deal},   {"lay", tell_lay},   {"table", tell_table}, {"open", tell_open},
        {"play", tell_play},   {"teams", tell_teams}, {"rest", tell_rest}, {"score", tell_score}, {"end", teller_end},
    };
    (void)game;
    teller_tell(tellers, sizeof tellers / sizeof *tellers, screen, event, text);
}

/* What is wrong with a card that was named, or with what it shall take. */
static bool refuse(const Game *game, const Screen *screen, const View *view, const char *typed, Text *text) {
    const Primiera *p = primiera_of_view(view);
    int seat = plays_for_robot(p, screen->viewer) ? ROBOT_SEAT : screen->viewer;
    char words[CARD_TEXT_MAX * 2];
    Text shown = text_init(words, sizeof words);
    Span first, taken;
    uint8_t card;
    (void)game;
    bool named = span_pair(span_of(typed), &first, &taken);
    if (!italian_parse_card(first, &card)) return false;
    add_card(screen, card, &shown);
    if (!(p->hand[seat] & CARD_BIT(card)))
        message_format(text, screen->language, "{card} is not in your hand.", WITH("card", words));
    else if (named && p->phase == PRIMIERA_PHASE_PLAY)
        message_format(text, screen->language, "{card} cannot take that.", WITH("card", words));
    else return false;
    return true;
}

static void help(const Game *game, const Screen *screen) {
    (void)game;
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    for (int suit = 0; suit < SUITS; suit++) {
        text_add(&text, suit == 0 ? "" : screen->plain ? ", " : "   ");
        add_card(screen, card_of(7, (Suit)suit), &text);
        text_format(&text, " %s", message_in_context(screen->language, "Italian suit", suit_names[suit]));
    }
    screen_say(screen, 2, words);
}

/* ---- the full screen */

static void lay_seat(const Screen *screen, const Primiera *p, int seat, Board *board) {
    int hand = set_count(p->hand[seat]) + p->hidden[seat];
    if (p->variant == ROBOT && seat == ROBOT_SEAT) hand += p->stock_count;
    board_seat(board, (const int[]){p->score[seat], hand, set_count(p->pile[seat]), set_count(p->pile[seat] & p->swept)});
    board_remark(board, place_of(screen, p, seat));
    if (seat == p->dealer) board_remark(board, message(screen->language, "dealer"));
    if (p->teams == TEAMS_PAIRS && p->partner[seat] == screen->viewer)
        board_remark(board, message(screen->language, "partner"));
}

static void lay(const Game *game, const Screen *screen, const View *view, Board *board) {
    const Primiera *p = primiera_of_view(view);
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    board_heading(board, game, p->variant);
    message_format_plural(&text, screen->language, "round {round}, to {n} point", "round {round}, to {n} points", p->target,
                          WITH("round", p->round), WITH("n", p->target));
    board_subtitle(board, words);
    for (int i = 0; i < seat_table.count; i++) board_column(board, seat_table.titles[i]);
    for (int seat = 0; seat < primiera_seats(p); seat++) lay_seat(screen, p, seat, board);
    board_zone(board, ZONE_TABLE, N_("On the table"));
    for (int i = 0; i < p->row_count; i++) board_card(board, ZONE_TABLE, p->row[i]);
    if (screen->viewer < 0 || screen->viewer >= primiera_seats(p)) return;
    int holder = plays_for_robot(p, screen->viewer) ? ROBOT_SEAT : screen->viewer;
    board_zone(board, ZONE_HAND, holder == ROBOT_SEAT && holder != screen->viewer ? N_("Robot") : N_("Your hand"));
    for (CardSet hand = p->hand[holder]; hand; hand &= hand - 1) board_card(board, ZONE_HAND, set_lowest(hand));
}

static void touch(const Game *game, const View *view, int actor, Move move, Touch *touch) {
    (void)game;
    (void)view;
    (void)actor;
    if (move_kind(move) == PRIMIERA_MOVE_TURN) return;
    touch->zone = ZONE_HAND;
    touch->card = move_card(move);
    if (move_kind(move) == PRIMIERA_MOVE_PLAY) touch->takes = move_takes(move);
}

static const BoardFace board = {.lay = lay, .touch = touch};

const Face face_primiera = {.draw = draw,
                            .ask = ask,
                            .tell = tell,
                            .choice = choice,
                            .refuse = refuse,
                            .help = help,
                            .card = add_card,
                            .board = &board};
