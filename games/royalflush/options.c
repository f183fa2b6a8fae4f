/* Royal Flush's options as text: which boards are in play, and which players are children (rules: "Boards", "Setting up").
 * Positions write them the same way. */
#include "games/royalflush/royalflush.h"

#include <string.h>

#include "core/bits.h"
#include "core/message.h"

enum { KEY_MAX = 24 };

uint32_t royalflush_first_boards(void) {
    return 1u << ROYAL_PAIR | 1u << ROYAL_THREE | 1u << ROYAL_FOUR | 1u << ROYAL_FULL_HOUSE | 1u << ROYAL_BIG_STRAIGHT |
           1u << ROYAL_STRAIGHT_FLUSH | 1u << ROYAL_BIG_FLUSH | 1u << ROYAL_PERFECT_TRIPLE_PAIR | 1u << ROYAL_ROYAL_FLUSH;
}

RoyalBoard royalflush_board_find(Span key) {
    static const char ending[] = "ofakind";
    char letters[KEY_MAX + 1];
    size_t length = 0;
    for (size_t i = 0; i < key.length; i++) {
        char letter = key.at[i];
        if (letter == '-' || letter == '_') continue;
        if (length == KEY_MAX) return ROYAL_BOARDS;
        letters[length++] = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
    }
    size_t tail = sizeof ending - 1;
    if (length > tail && memcmp(letters + length - tail, ending, tail) == 0) length -= tail;
    for (int board = 0; board < ROYAL_BOARDS; board++)
        if (span_is((Span){letters, length}, royal_boards[board].key)) return (RoyalBoard)board;
    return ROYAL_BOARDS;
}

/* Rules: "two boards from each group", always with Royal Flush. */
static bool check_groups(uint32_t boards, Error *error) {
    for (int group = 0; group < ROYAL_GROUPS; group++) {
        int first = group * ROYAL_GROUP_BOARDS, chosen = bits_count(boards >> first & 0xf);
        if (chosen == 2) continue;
        char group_boards[ERROR_TEXT_MAX];
        Text list = text_init(group_boards, sizeof group_boards);
        for (int board = first; board < first + ROYAL_GROUP_BOARDS; board++)
            text_format(&list, "%s%s", list.length ? ", " : "", royal_boards[board].key);
        return error_say(error, "choose two boards from each group, not {n} from {boards}", WITH("n", chosen),
                         WITH("boards", group_boards));
    }
    return true;
}

static bool refuse_board(Span key, Error *error) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    text_add(&list, "random");
    for (int board = 0; board < ROYAL_ROYAL_FLUSH; board++) text_format(&list, ", %s", royal_boards[board].key);
    return error_say(error, "unknown board '{name}'; choose from {known}", WITH("name", span_quote(key).text),
                     WITH("known", known));
}

bool royalflush_read_boards(Span text, uint32_t *boards, Error *error) {
    Span key;
    uint32_t read = 0;
    if (span_is(text, "first")) {
        *boards = royalflush_first_boards();
        return true;
    }
    while (span_split(&text, ',', &key)) {
        RoyalBoard board = royalflush_board_find(key);
        if (board == ROYAL_BOARDS) return refuse_board(key, error);
        if (read >> board & 1) return error_say(error, "board {board} given twice", WITH("board", royal_boards[board].key));
        read |= 1u << board;
    }
    if (!check_groups(read, error)) return false;
    *boards = read | 1u << ROYAL_ROYAL_FLUSH;
    return true;
}

void royalflush_print_boards(uint32_t boards, Text *text) {
    bool first = true;
    for (int board = 0; board < ROYAL_ROYAL_FLUSH; board++) {
        if (!(boards >> board & 1)) continue;
        text_format(text, "%s%s", first ? "" : ",", royal_boards[board].key);
        first = false;
    }
}

bool royalflush_read_children(Span text, int people, SeatSet *children, Error *error) {
    Span piece;
    int64_t seat;
    SeatSet read = 0;
    while (span_split(&text, ',', &piece)) {
        if (!span_number(piece, 0, people - 1, &seat))
            return error_say(error, "children must be given as seat numbers from 0 to {max}, not '{text}'",
                             WITH("max", people - 1), WITH("text", span_quote(piece).text));
        if (read & SEAT_BIT(seat))
            return error_say(error, "seat {seat} is listed twice among the children", WITH("seat", seat));
        read |= SEAT_BIT(seat);
    }
    *children = read;
    return true;
}

void royalflush_print_children(SeatSet children, Text *text) {
    bool first = true;
    for (int seat = 0; seat < ROYAL_SEATS; seat++) {
        if (!(children & SEAT_BIT(seat))) continue;
        text_format(text, "%s%d", first ? "" : ",", seat);
        first = false;
    }
}

/* ---- the table */

/* The boards in their order, so that words[2 + board] is a board's. */
static const OptionWord board_words[] = {
    {"first", N_("the set for a first game"), 0},
    {"random", N_("two per group, at random"), 0},
    {"pair", N_("Pair"), 1},
    {"perfectpair", N_("Perfect Pair"), 1},
    {"doublepair", N_("Double Pair"), 1},
    {"three", N_("Three of a Kind"), 1},
    {"triplepair", N_("Triple Pair"), 2},
    {"fullhouse", N_("Full House"), 2},
    {"doublethree", N_("Double Three of a Kind"), 2},
    {"four", N_("Four of a Kind"), 2},
    {"flush", N_("Flush"), 3},
    {"bigflush", N_("Big Flush"), 3},
    {"perfecttriplepair", N_("Perfect Triple Pair"), 3},
    {"sixpictures", N_("Six Pictures"), 3},
    {"straight", N_("Straight"), 4},
    {"bigstraight", N_("Big Straight"), 4},
    {"straightflush", N_("Straight Flush"), 4},
    {"bigstraightflush", N_("Big Straight Flush"), 4},
    {0},
};
_Static_assert(sizeof board_words / sizeof *board_words == 2 + ROYAL_ROYAL_FLUSH + 1, "a word for every board but Royal Flush");

static const OptionWord joker_words[] = {[ROYAL_JOKERS_ONCE] = {"once", N_("kept for the next round"), 0},
                                         [ROYAL_JOKERS_EACH_ROUND] = {"each-round", N_("handed out again each round"), 0},
                                         {0}};

static bool check_boards(const Setup *setup, Span value, Error *error) {
    uint32_t boards;
    (void)setup;
    return span_is(value, "random") || royalflush_read_boards(value, &boards, error);
}

static bool check_children(const Setup *setup, Span value, Error *error) {
    SeatSet children;
    return royalflush_read_children(value, setup->people, &children, error);
}

const OptionRule royalflush_option_rules[] = {
    {.key = "boards", .kind = OPTION_WORDS, .label = N_("Boards"), .words = board_words, .per_group = 2, .check = check_boards},
    {.key = "children",
     .kind = OPTION_SEATS,
     .label = N_("Children"),
     .hint = N_("Children get jokers."),
     .check = check_children},
    {.key = "jokers", .kind = OPTION_WORD, .label = N_("Unplayed jokers"), .needs = "children", .words = joker_words},
    {0},
};
