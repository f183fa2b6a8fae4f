/* The face of Primo in the terminal.
 * Letters are shown in the colour of their background where there is colour, a star in a word before the letter it
 * represents (TA*XI). Special cards are called by their names in the reader's language; what is typed is the notation. Words
 * are for the player to find, so they are typed, not listed. */
#include "games/primo/primo.h"

#include <string.h>

#include "core/message.h"
#include "term/face.h"
#include "term/full/board.h"
#include "term/teller.h"

enum {
    NAMES_MAX = 256,
    CARDS_TEXT_MAX = 2048,
    LENGTHS_TEXT_MAX = 48,
    SEAT_COLUMNS = 16,
    CARDS_COLUMNS = 7,
    WORDS_COLUMNS = 28,
    TEAMS = 2, /* partners sit opposite each other */
};

static const char *const special_names[PRIMO_FACES] = {
    [CRAYON] = N_("Pencil"),     [GOMME] = N_("Eraser"),    [PAUSE] = N_("Coffee Break"),   [FANTOME] = N_("Ghost"),
    [MAGICIEN] = N_("Magician"), [MARQUEUR] = N_("Marker"), [CAFETIERE] = N_("Coffee Pot"),
};

/* ---- cards and words */

static void add_card(const Screen *screen, int card, Text *text) {
    static const Style styles[COLOURS] = {[WHITE] = STYLE_PLAIN, [BLUE] = STYLE_BLUE, [RED] = STYLE_RED, [BLACK] = STYLE_BOLD};
    if (card >= PRIMO_FACES) {
        text_char(text, '?');
    } else if (card > STAR) {
        text_add(text, message(screen->language, special_names[card]));
    } else if (card == STAR) {
        screen_style(screen, text, STYLE_YELLOW, "*");
    } else {
        const char letter[2] = {(char)('A' + card), 0};
        screen_style(screen, text, styles[primo_deck_french.colours[card]], letter);
    }
}

/* Letters stand side by side, special cards behind them, with commas. */
static void add_counts(const Screen *screen, const uint8_t counts[PRIMO_FACES], int unknown, Text *text) {
    const char *joint = "";
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < counts[face]; i++) {
            text_add(text, joint);
            add_card(screen, face, text);
            joint = face < STAR || (face == STAR && i + 1 < counts[face]) ? " " : ", ";
        }
    for (int i = 0; i < unknown; i++) text_add(text, i || *joint ? " ?" : "?");
}

/* The cards of an event's list or of a single field, those that the viewer may not know as "?". */
static void add_field(const Screen *screen, const Field *field, Text *text) {
    const Field *card;
    if (field && field->kind == FIELD_CARD) {
        add_card(screen, screen_sees(screen, field) ? (int)field->number : CARD_UNKNOWN, text);
        return;
    }
    for (int i = 0; field && field->kind == FIELD_LIST && (card = event_element(field, i)) != NULL; i++) {
        if (i > 0) text_char(text, ' ');
        add_card(screen, screen_sees(screen, card) ? (int)card->number : CARD_UNKNOWN, text);
    }
}

static void add_word(const Screen *screen, const PrimoWord *word, Text *text) {
    for (int place = 0; place < primo_word_length(word); place++) {
        if (word->stars >> place & 1) add_card(screen, STAR, text);
        add_card(screen, word->letters[place], text);
    }
}

/* ---- drawing the table */

/* What lies before a seat, from the last card laid: what is covered goes without saying. */
static void add_front(const Screen *screen, const Primo *p, int seat, Text *text) {
    uint8_t shown[PRIMO_FACES] = {0};
    shown[CRAYON] = p->crayons[seat] > p->gommes[seat];
    shown[GOMME] = primo_gommed(p, seat);
    shown[MARQUEUR] = p->marqueur == seat;
    shown[CAFETIERE] = p->cafetiere == seat;
    shown[PAUSE] = p->paused & SEAT_BIT(seat) ? 1 : 0;
    add_counts(screen, shown, 0, text);
}

static void draw_titles(const Screen *screen) {
    char words[NAMES_MAX];
    Text text = text_init(words, sizeof words);
    if (screen->plain) return;
    screen_pad(&text, 0, SEAT_COLUMNS);
    text_add(&text, message(screen->language, "cards"));
    screen_pad(&text, 0, SEAT_COLUMNS + CARDS_COLUMNS);
    text_add(&text, message(screen->language, "words"));
    fprintf(screen->out, "%s\n", words);
}

/* Puts words behind a line at a column, or, where that is too long, below it. */
static void draw_line(const Screen *screen, Text *line, int column, const char *words) {
    bool fits = column + screen_columns(words) <= SCREEN_COLUMNS;
    if (fits && *words) {
        screen_pad(line, 0, column);
        text_add(line, words);
    }
    fprintf(screen->out, "%s\n", line->buffer);
    if (!fits) screen_say(screen, SEAT_COLUMNS, words);
}

static void add_seat_words(const Screen *screen, const Primo *p, int seat, Text *text) {
    for (int length = 3; length <= PRIMO_LETTERS; length++) {
        const PrimoWord *word = primo_word(p, seat, length);
        if (!word) continue;
        add_word(screen, word, text);
        text_char(text, ' ');
    }
}

static bool is_partner(const Screen *screen, const Primo *p, int seat) {
    bool seated = screen->viewer >= 0 && screen->viewer < primo_seats(p);
    return p->variant == PRIMO_TEAMS && seated && seat != screen->viewer && seat % TEAMS == screen->viewer % TEAMS;
}

/* Whether it is a partner, what lies before a seat, and which of its cards are known; who sees all hands has them elsewhere. */
static void add_seat_cards(const Screen *screen, const Primo *p, int seat, Text *text) {
    char known[CARDS_TEXT_MAX], before[CARDS_TEXT_MAX];
    Text cards = text_init(known, sizeof known), front = text_init(before, sizeof before);
    add_front(screen, p, seat, &front);
    if (is_partner(screen, p, seat)) text_format(text, "%s%s", message(screen->language, "partner"), front.length ? ", " : "");
    text_add(text, before);
    if (seat != screen->viewer && screen->viewer != VIEWER_WHOLE) add_counts(screen, p->hand[seat], 0, &cards);
    if (!cards.length) return;
    text_add(text, text->length ? "  " : "");
    message_format(text, screen->language, "(holds {cards})", WITH("cards", known));
}

/* "greedy 1: cards 6, words MARDI TAXI, Pencil". */
static void draw_seat_plain(const Screen *screen, const Primo *p, int seat, char *words, const char *before) {
    char name[NAMES_MAX];
    Text text = text_init(name, sizeof name);
    screen_label(screen, seat, &text);
    size_t length = strlen(words);
    if (length) words[length - 1] = 0; /* the space behind the last word */
    fprintf(screen->out, "%s%s%s %d, %s %s%s%s\n", name, message(screen->language, ": "), message(screen->language, "cards"),
            primo_hand_size(p, seat), message(screen->language, "words"), length ? words : "-", *before ? ", " : "", before);
}

static void draw_seat(const Screen *screen, const Primo *p, int seat) {
    char line[CARDS_TEXT_MAX], words[CARDS_TEXT_MAX], before[CARDS_TEXT_MAX];
    Text text = text_init(line, sizeof line), written = text_init(words, sizeof words);
    Text front = text_init(before, sizeof before);
    add_seat_words(screen, p, seat, &written);
    add_seat_cards(screen, p, seat, &front);
    if (screen->plain) {
        draw_seat_plain(screen, p, seat, words, before);
        return;
    }
    text_add(&text, "  ");
    screen_label(screen, seat, &text);
    screen_pad(&text, 0, SEAT_COLUMNS);
    text_number(&text, primo_hand_size(p, seat));
    screen_pad(&text, 0, SEAT_COLUMNS + CARDS_COLUMNS);
    text_add(&text, words);
    draw_line(screen, &text, SEAT_COLUMNS + CARDS_COLUMNS + WORDS_COLUMNS, before);
}

static void draw_row(const Screen *screen, const char *title, const char *words) {
    char line[CARDS_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    if (screen->plain) {
        screen_row(screen, title, SEAT_COLUMNS, words);
        return;
    }
    text_format(&text, "  %s", title);
    draw_line(screen, &text, SEAT_COLUMNS, words);
}

static void draw_solo(const Screen *screen, const Primo *p) {
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    for (int i = 0; i < primo_solo_words(p); i++) {
        if (i) text_char(&text, ' ');
        add_word(screen, &p->words[i], &text);
    }
    draw_row(screen, message(screen->language, "Words"), text.length ? words : "-");
    text = text_init(words, sizeof words);
    add_counts(screen, p->under, 0, &text);
    draw_row(screen, message(screen->language, "Left over"), text.length ? words : "-");
}

static void draw(const Game *game, const Screen *screen, const View *view) {
    const Primo *p = primo_of_view(view);
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    screen_game(screen, game, p->variant, &text);
    if (p->extreme) text_format(&text, "%s%s", screen_joint(screen), message(screen->language, "Extreme"));
    if (p->variant != PRIMO_SOLO) {
        text_add(&text, screen_joint(screen));
        message_format(&text, screen->language, "turn {n}", WITH("n", p->turns + 1));
    }
    screen_rule(screen, words);
    if (p->variant == PRIMO_SOLO) {
        draw_solo(screen, p);
    } else {
        draw_titles(screen);
        for (int seat = 0; seat < primo_seats(p); seat++) draw_seat(screen, p, seat);
        fprintf(screen->out, "\n");
        text = text_init(words, sizeof words);
        if (p->thrown_count) add_card(screen, p->thrown[p->thrown_count - 1], &text);
        else text_char(&text, '-');
        draw_row(screen, message(screen->language, "Top discard"), words);
    }
    text = text_init(words, sizeof words);
    message_format_plural(&text, screen->language, "{n} card", "{n} cards", p->pile_count, WITH("n", p->pile_count));
    draw_row(screen, message_in_context(screen->language, "draw pile", "Pile"), words);
    if (screen->viewer >= 0 && screen->viewer < primo_seats(p)) {
        text = text_init(words, sizeof words);
        add_counts(screen, p->hand[screen->viewer], 0, &text);
        draw_row(screen, message(screen->language, "Your hand"), words);
    }
    fprintf(screen->out, "\n");
}

/* ---- asking */

static void ask(const Game *game, const Screen *screen, const View *view, Text *text) {
    const Primo *p = primo_of_view(view);
    Language language = screen->language;
    bool gommed = p->variant != PRIMO_SOLO && primo_gommed(p, p->turn);
    (void)game;
    if (p->variant == PRIMO_SOLO) text_add(text, message(language, "Type a word to lay it, or set a card aside."));
    else if (p->phase == PRIMO_VOTE)
        message_format(text, language, "Return all {length}-letter words to the discards? They still count as written.",
                       WITH("length", primo_length_least(p) + p->proposal));
    else if (p->phase == PRIMO_GIVE)
        message_format_plural(text, language, "Choose {n} card to give.", "Choose {n} cards to give.", p->giving,
                              WITH("n", p->giving));
    else if (p->phase == PRIMO_START && gommed)
        text_add(text, message(language, "There is an Eraser on your Pencil: rub out a word, or draw."));
    else if (p->phase == PRIMO_START && p->thrown_count)
        text_add(text, message(language, "Your turn: draw, or use the top discard at once."));
    else if (p->phase == PRIMO_START) text_add(text, message(language, "Your turn: draw a card."));
    else if (gommed) text_add(text, message(language, "Cover the Eraser with a Pencil or the Marker, or discard a card."));
    else if (!primo_can_write(p, p->turn)) text_add(text, message(language, "Play a special card, or discard a card."));
    else text_add(text, message(language, "Type a word to lay it, play a special card, or discard a card."));
}

/* ---- choices */

static void choose_word(const Screen *screen, Choice *choice) {
    PrimoWord word = primo_data_letters(choice->move);
    Text key = text_init(choice->key, sizeof choice->key), label = text_init(choice->label, sizeof choice->label);
    Text outcome = text_init(choice->outcome, sizeof choice->outcome);
    choice->typed = true;
    text_add(&key, primo_takes(choice->move) ? "take+word" : "word");
    text_add(&label, primo_takes(choice->move) ? message(screen->language, "lay a word with the top discard")
                                               : message(screen->language, "lay a word"));
    add_word(screen, &word, &outcome);
}

static void choose_star(const Screen *screen, const Primo *p, Move move, Text *label, Text *outcome) {
    int owner = primo_seat(move), place = primo_data_spot(move) - 1;
    const PrimoWord *word = primo_word(p, owner, primo_data_length(move));
    char letter[NAMES_MAX], words[NAMES_MAX];
    Text letters = text_init(letter, sizeof letter), written = text_init(words, sizeof words);
    add_card(screen, word->letters[place], &letters);
    add_word(screen, word, &written);
    message_format(label, screen->language, "win back a star with {letter}", WITH("letter", letter));
    teller_say(outcome, screen, owner, N_("in your {word}"), N_("in {player}’s {word}"), WITH("word", words));
}

static void choose_tornado(const Screen *screen, Move move, Text *outcome) {
    char names[NAMES_MAX];
    Text text = text_init(names, sizeof names);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (!(primo_data(move) >> seat & 1)) continue;
        text_add(&text, text.length ? ", " : "");
        screen_name(screen, seat, &text);
    }
    message_format(outcome, screen->language, "a Tornado against {seats}", WITH("seats", names));
}

/* What a special card does to whom. */
static void choose_target(const Screen *screen, Move move, Text *outcome) {
    int seat = primo_seat(move), count = primo_act(move) == ACT_FANTOME ? 1 : (int)primo_data(move);
    switch (primo_act(move)) {
    case ACT_CRAYON: teller_say(outcome, screen, seat, N_("put it in front of you"), N_("put it in front of {player}")); break;
    case ACT_MARQUEUR:
    case ACT_CAFETIERE: text_add(outcome, message(screen->language, "put it in front of you")); break;
    case ACT_GOMME: teller_say(outcome, screen, seat, NULL, N_("put it on {player}’s Pencil")); break;
    case ACT_PAUSE: teller_say(outcome, screen, seat, NULL, N_("{player} misses a turn")); break;
    case ACT_TORNADO: choose_tornado(screen, move, outcome); break;
    default:
        teller_say_count(outcome, screen, seat, count, NP_(NULL, NULL),
                         NP_("swap {n} card with {player}", "swap {n} cards with {player}"));
    }
}

static void choose_special(const Screen *screen, Move move, Text *key, Text *label, Text *outcome) {
    char name[NAMES_MAX];
    Text text = text_init(name, sizeof name);
    PrimoAct act = primo_act(move);
    add_card(screen, primo_act_face(act), &text);
    if (primo_takes(move)) message_format(label, screen->language, "{card} from the discards", WITH("card", name));
    else text_add(label, name);
    choose_target(screen, move, outcome);
    /* How many cards, and whose hands, is asked afterwards. */
    char *colon = strchr(key->buffer, ':');
    if (act == ACT_MAGICIEN) colon = strrchr(key->buffer, ':');
    if ((act == ACT_MAGICIEN || act == ACT_TORNADO) && colon) *colon = 0;
}

static void choice(const Game *game, const Screen *screen, const View *view, int actor, Choice *choice) {
    const Primo *p = primo_of_view(view);
    Language language = screen->language;
    Text key = text_init(choice->key, sizeof choice->key), label = text_init(choice->label, sizeof choice->label);
    Text outcome = text_init(choice->outcome, sizeof choice->outcome);
    char cards[CARDS_TEXT_MAX];
    Text shown = text_init(cards, sizeof cards);
    uint8_t list[PRIMO_HAND_MAX], counts[PRIMO_FACES] = {0};
    PrimoAct act = primo_act(choice->move);
    int length = primo_data_length(choice->move);
    if (act == ACT_WORD) {
        choose_word(screen, choice);
        return;
    }
    game->print_move(view_state(view), actor, choice->move, &key);
    switch (act) {
    case ACT_DRAW: text_add(&label, message(language, "draw a card")); break;
    case ACT_PASS: text_add(&label, message(language, "pass: you have no cards, and there are none to draw")); break;
    case ACT_ACCEPT: text_add(&label, message(language, "agree")); break;
    case ACT_REFUSE: text_add(&label, message(language, "refuse")); break;
    case ACT_PROPOSE:
        message_format(&label, language, "propose putting all {length}-letter words back", WITH("length", length));
        break;
    case ACT_ERASE:
        add_word(screen, primo_word(p, actor, length), &shown);
        message_format(&label, language, "rub out {word}", WITH("word", cards));
        break;
    case ACT_STAR: choose_star(screen, p, choice->move, &label, &outcome); break;
    case ACT_GIVE:
    case ACT_THROW:
    case ACT_LEFTOVER:
        for (int i = 0, count = primo_data_list(choice->move, list); i < count; i++) counts[list[i]]++;
        add_counts(screen, counts, 0, &shown);
        if (act == ACT_GIVE) message_format(&label, language, "give {cards}", WITH("cards", cards));
        else if (act == ACT_THROW) message_format(&label, language, "discard {cards}", WITH("cards", cards));
        else message_format(&label, language, "set {card} aside", WITH("card", cards));
        break;
    default: choose_special(screen, choice->move, &key, &label, &outcome);
    }
}

/* ---- telling */

static const struct {
    const char *kind;
    Saying saying;
} sayings[] = {
    {"begin", {N_("You begin."), NULL, N_("{player} begins.")}},
    {"draw", {NULL, NULL, N_("{player} draws a card.")}},
    {"pass", {N_("You pass."), NULL, N_("{player} passes.")}},
    {"word", {N_("You write {word}."), NULL, N_("{player} writes {word}.")}},
    {"word+", {N_("You write {word} with the top discard."), NULL, N_("{player} writes {word} with the top discard.")}},
    {"erased", {N_("It rubs out your {word}."), NULL, N_("It rubs out {player}’s {word}.")}},
    {"erase", {N_("You rub out {word} with the Eraser."), NULL, N_("{player} rubs out {word} with the Eraser.")}},
    {"star", {N_("You win back a star with {letter}."), NULL, N_("{player} wins back a star with {letter}.")}},
    {"throw", {N_("You discard {cards}."), NULL, N_("{player} discards {cards}.")}},
    {"leftover", {N_("You set {card} aside."), NULL, N_("{player} sets {card} aside.")}},
    {"lays", {N_("You play a special card: {special}."), NULL, N_("{player} plays a special card: {special}.")}},
    {"lays+",
     {N_("You put a Pencil in front of {target}."), N_("{player} puts a Pencil in front of you."),
      N_("{player} puts a Pencil in front of {target}.")}},
    {"gomme",
     {N_("You put an Eraser on {target}’s Pencil."), N_("{player} puts an Eraser on your Pencil."),
      N_("{player} puts an Eraser on {target}’s Pencil.")}},
    {"pause",
     {N_("You put a Coffee Break in front of {target}."), N_("{player} puts a Coffee Break in front of you."),
      N_("{player} puts a Coffee Break in front of {target}.")}},
    {"missed", {N_("You miss a turn."), NULL, N_("{player} misses a turn.")}},
    {"fantome",
     {N_("You play the Ghost and swap a card with {target}."), N_("{player} plays the Ghost and swaps a card with you."),
      N_("{player} plays the Ghost and swaps a card with {target}.")}},
    {"magicien",
     {N_("You play the Magician and swap cards with {target}."), N_("{player} plays the Magician and swaps cards with you."),
      N_("{player} plays the Magician and swaps cards with {target}.")}},
    {"tornado",
     {N_("You start a Tornado. Hands shuffled into the discards: {names}."), NULL,
      N_("{player} starts a Tornado. Hands shuffled into the discards: {names}.")}},
    {"top", {N_("The top discard is now {card}."), NULL, N_("The top discard is now {card}.")}},
    {"renew", {N_("The discards are shuffled into a new pile."), NULL, N_("The discards are shuffled into a new pile.")}},
    {"propose",
     {N_("You propose putting all {length}-letter words back."), NULL,
      N_("{player} proposes putting all {length}-letter words back.")}},
    {"vote", {N_("You have voted."), NULL, N_("{player} has voted.")}},
    {"votes",
     {N_("Everybody agrees: the {length}-letter words go back to the discards."), NULL,
      N_("Everybody agrees: the {length}-letter words go back to the discards.")}},
    {"votes-", {N_("Refused by {names}."), NULL, N_("Refused by {names}.")}},
    {"deal", {N_("You get {cards}."), NULL, N_("{player} gets {cards}.")}},
    {"give", {N_("You give {cards}."), N_("You are given {cards}."), N_("{player} gives {cards}.")}},
    {"takes", {N_("You take {cards}."), N_("{player} takes {cards} from you."), N_("{player} takes {cards}.")}},
};

/* Which saying fits an event, where one kind has several. */
static const char *saying_kind(const Screen *screen, const Event *event) {
    const char *kind = event->kind;
    if (strcmp(kind, "word") == 0 && screen_number(screen, event, "take", 0)) return "word+";
    if (strcmp(kind, "votes") == 0 && !screen_number(screen, event, "settled", 0)) return "votes-";
    if (strcmp(kind, "marqueur") == 0 || strcmp(kind, "cafetiere") == 0) return "lays";
    if (strcmp(kind, "crayon") != 0) return kind;
    return screen_number(screen, event, "to", 0) == screen_number(screen, event, "seat", 0) ? "lays" : "lays+";
}

/* The word of an event as it lies, and as it is written where that is with accents. */
static void add_event_word(const Screen *screen, const Event *event, Text *text) {
    const Field *word = screen_field(screen, event, "word"), *stars = event_field(event, "stars"), *star;
    const Field *accented = screen_field(screen, event, "accented");
    PrimoWord laid = {.stars = 0};
    if (!word) return;
    memset(laid.letters, CARD_NONE, sizeof laid.letters);
    const char *letters = field_text(word);
    for (int i = 0; i < PRIMO_LETTERS && letters[i] >= 'A' && letters[i] <= 'Z'; i++)
        laid.letters[i] = (uint8_t)(letters[i] - 'A');
    for (int i = 0; (star = event_element(stars, i)) != NULL; i++)
        if (star->number >= 1 && star->number <= PRIMO_LETTERS) laid.stars |= (uint8_t)(1u << (star->number - 1));
    add_word(screen, &laid, text);
    if (accented) text_format(text, " (%s)", field_text(accented));
}

/* Cards of which the viewer sees none need no words: that they moved was said before. */
static bool sees_none(const Screen *screen, const Event *event) {
    const Field *cards = event_field(event, "cards"), *first;
    if (!cards || cards->kind != FIELD_LIST) return false;
    first = event_element(cards, 0);
    return !first || !screen_sees(screen, first);
}

static void tell_saying(const Screen *screen, const Event *event, Saying saying, Text *text) {
    int seat = screen_number(screen, event, "seat", ONLOOKER);
    const Field *to = event_field(event, "to"), *card = event_field(event, "card"), *from = event_field(event, "from");
    const Field *seats = strcmp(event->kind, "votes") == 0 ? event_field(event, "refused") : to;
    const Field *target = strcmp(event->kind, "takes") == 0 ? from : to;
    char names[NAMES_MAX], word[NAMES_MAX], cards[CARDS_TEXT_MAX], letter[NAMES_MAX];
    Text lists = text_init(names, sizeof names), words = text_init(word, sizeof word);
    Text shown = text_init(cards, sizeof cards), letters = text_init(letter, sizeof letter);
    int face = strcmp(event->kind, "crayon") == 0 ? CRAYON : strcmp(event->kind, "marqueur") == 0 ? MARQUEUR : CAFETIERE;
    if (sees_none(screen, event)) return;
    if (seats && seats->kind == FIELD_LIST) teller_names(screen, seats, &lists);
    add_event_word(screen, event, &words);
    add_field(screen, card ? card : event_field(event, "cards"), &shown);
    add_field(screen, event_field(event, "letter"), &letters);
    MessageValue values[] = {{0},
                             {0},
                             WITH("names", names),
                             WITH("word", word),
                             WITH("card", cards),
                             WITH("cards", cards),
                             WITH("letter", letter),
                             WITH("special", message(screen->language, special_names[face])),
                             WITH("length", screen_number(screen, event, "length", 0)),
                             {0}};
    bool targets = target && target->kind == FIELD_NUMBER && screen_sees(screen, target);
    teller_fill(text, screen, seat, targets ? (int)target->number : ONLOOKER, saying, values);
}

static void tell_end(const Screen *screen, const Event *event, Text *text) {
    const Field *left = screen_field(screen, event, "leftovers");
    if (left) {
        int words = screen_number(screen, event, "words", 0), cards = event_length(left);
        message_format_plural(text, screen->language, "All the cards have been played: {n} word.",
                              "All the cards have been played: {n} words.", words, WITH("n", words));
        text_char(text, ' ');
        message_format_plural(text, screen->language, "{n} card is left over.", "{n} cards are left over.", cards,
                              WITH("n", cards));
        return;
    }
    teller_end(screen, event, text);
}

static void tell(const Game *game, const Screen *screen, const Event *event, Text *text) {
    const char *kind = saying_kind(screen, event);
    size_t from = text->length;
    (void)game;
    if (strcmp(kind, "end") == 0) tell_end(screen, event, text);
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
        if (strcmp(kind, sayings[i].kind) == 0) tell_saying(screen, event, sayings[i].saying, text);
    if (text->length > from) text_char(text, '\n');
}

/* Letters of the word that the rack lacks, with its stars for what is missing. */
static void add_missing(const PrimoWord *word, Rack rack, Text *text) {
    for (int place = 0, length = primo_word_length(word); place < length; place++) {
        int letter = word->letters[place];
        uint8_t *left = word->stars >> place & 1 || rack.counts[letter] == 0 ? &rack.stars : &rack.counts[letter];
        if (*left) --*left;
        else text_format(text, "%s%c", text->length ? " " : "", 'A' + letter);
    }
}

/* Lengths of which any will do: "3, 4 or 5". */
static void add_lengths(Language language, Lengths lengths, Text *text) {
    char list[LENGTHS_TEXT_MAX] = "", last[4] = "";
    Text before = text_init(list, sizeof list);
    for (int n = 1; n <= PRIMO_LETTERS; n++) {
        if (!(lengths >> n & 1)) continue;
        if (*last) text_format(&before, "%s%s", before.length ? ", " : "", last);
        snprintf(last, sizeof last, "%d", n);
    }
    if (before.length) message_format(text, language, "{list} or {last}", WITH("list", list), WITH("last", last));
    else text_add(text, last);
}

/* What is wrong with a word, where one may be laid. */
static bool refuse(const Game *game, const Screen *screen, const View *view, const char *typed, Text *text) {
    (void)game;
    const Primo *p = primo_of_view(view);
    Language language = screen->language;
    Span rest = span_of(typed), part;
    PrimoWord word;
    bool starred, take;
    while (span_split(&rest, ':', &part)) typed = part.at;
    if (!primo_may_lay(p, &take) || !primo_parse_word(span_of(typed), &word, &starred, NULL)) return false;
    int length = primo_word_length(&word), top = take ? p->thrown[p->thrown_count - 1] : STAR;
    const char first[] = {top == STAR ? '*' : (char)('A' + top), 0};
    char letters[PRIMO_LETTERS + 1] = "", missing[4 * PRIMO_LETTERS] = "", lengths[LENGTHS_TEXT_MAX] = "";
    Text lacks = text_init(missing, sizeof missing), has = text_init(lengths, sizeof lengths);
    for (int i = 0; i < length; i++) letters[i] = (char)('A' + word.letters[i]);
    add_lengths(language, primo_lengths(p), &has);
    add_missing(&word, primo_rack(p, screen->viewer, take), &lacks);
    if (lacks.length) message_format(text, language, "You do not have these letters: {letters}.", WITH("letters", missing));
    else if (!(primo_lengths(p) >> length & 1))
        message_format(text, language, "Words must have {lengths} letters.", WITH("lengths", lengths));
    else if (p->variant != PRIMO_SOLO && primo_written(p, screen->viewer) >> length & 1)
        message_format(text, language, "You already have a word of {length} letters.", WITH("length", length));
    else if (!lexicon_has(primo_lexicon(), letters, length))
        message_format(text, language, "{word} is not in the dictionary.", WITH("word", letters));
    else if (p->variant != PRIMO_SOLO && !primo_can_write(p, screen->viewer))
        text_add(text, message(language, "To write, you need a Pencil with no Eraser on it, or the Marker, in front of you."));
    else if (take && top <= STAR && !primo_word_uses(&word, top))
        message_format(text, language, "Before you draw, a word must use the top discard, {letter}.", WITH("letter", first));
    else return false;
    return true;
}

/* The special cards by the names that are typed. */
static void help(const Game *game, const Screen *screen) {
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    for (int face = CRAYON; face < PRIMO_FACES; face++) {
        text_add(&text, face > CRAYON ? ", " : "");
        game->print_card((uint8_t)face, &text);
        if (screen->language != LANGUAGE_FRENCH) text_format(&text, " %s", message(screen->language, special_names[face]));
    }
    screen_say(screen, 2, words);
    screen_say(screen, 2, message(screen->language, "In TA*XI, the X is a star. Accents and capitals are optional."));
}

/* ---- the full screen */

static void lay_seat(const Screen *screen, const Primo *p, int seat, Board *board) {
    char words[CARDS_TEXT_MAX], before[CARDS_TEXT_MAX];
    Text written = text_init(words, sizeof words), front = text_init(before, sizeof before);
    board_seat(board, (const int[]){primo_hand_size(p, seat)});
    add_seat_words(screen, p, seat, &written);
    if (written.length) words[written.length - 1] = 0; /* the space behind the last word */
    add_seat_cards(screen, p, seat, &front);
    board_remark(board, words);
    board_remark(board, before);
}

static void lay_solo(const Screen *screen, const Primo *p, Board *board) {
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    for (int i = 0; i < primo_solo_words(p); i++) {
        if (i) text_char(&text, ' ');
        add_word(screen, &p->words[i], &text);
    }
    board_row(board, -1, message(screen->language, "Words"), text.length ? words : "-");
    text = text_init(words, sizeof words);
    add_counts(screen, p->under, 0, &text);
    board_row(board, -1, message(screen->language, "Left over"), text.length ? words : "-");
}

static void lay(const Game *game, const Screen *screen, const View *view, Board *board) {
    const Primo *p = primo_of_view(view);
    char words[CARDS_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    board_heading(board, game, p->variant);
    if (p->extreme) board_subtitle(board, message(screen->language, "Extreme"));
    message_format(&text, screen->language, "turn {n}", WITH("n", p->turns + 1));
    if (p->variant != PRIMO_SOLO) board_subtitle(board, words);
    board_column(board, N_("cards"));
    for (int seat = 0; seat < primo_seats(p) && p->variant != PRIMO_SOLO; seat++) lay_seat(screen, p, seat, board);
    board_row_number(board, message_in_context(screen->language, "draw pile", "Pile"), p->pile_count);
    text = text_init(words, sizeof words);
    if (p->thrown_count) add_card(screen, p->thrown[p->thrown_count - 1], &text);
    if (p->variant == PRIMO_SOLO) {
        board_seat(board, (const int[]){primo_hand_size(p, 0)});
        lay_solo(screen, p, board);
    } else {
        board_row(board, -1, message(screen->language, "Top discard"), text.length ? words : "-");
    }
    if (screen->viewer < 0 || screen->viewer >= primo_seats(p)) return;
    board_zone(board, ZONE_HAND, N_("Your hand"));
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < p->hand[screen->viewer][face]; i++) board_card(board, ZONE_HAND, face);
}

static void touch(const Game *game, const View *view, int actor, Move move, Touch *touch) {
    uint8_t list[PRIMO_HAND_MAX];
    PrimoAct act = primo_act(move);
    int face = primo_act_face(act);
    (void)game;
    (void)view;
    (void)actor;
    if (primo_takes(move)) return;
    bool listed = act == ACT_THROW || act == ACT_LEFTOVER || act == ACT_GIVE;
    int count = listed ? primo_data_list(move, list) : 0;
    if (count > 1) {
        for (int i = 0; i < count; i++) touch->picks |= (uint64_t)1 << list[i];
    } else if (count == 1 || face != CARD_NONE) {
        touch->zone = ZONE_HAND;
        touch->card = count == 1 ? list[0] : face;
    }
}

static const BoardFace board = {.lay = lay, .touch = touch};

const Face face_primo = {.draw = draw,
                         .ask = ask,
                         .tell = tell,
                         .choice = choice,
                         .refuse = refuse,
                         .help = help,
                         .card = add_card,
                         .board = &board};
