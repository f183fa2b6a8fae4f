/* The options of Royal Flush as text (rules: "Boards", "Setting up"): which boards are in play, and who is a child. Positions
 * write them in the same way. */
#include "games/royalflush/royalflush.h"

#include <string.h>

enum { KEY_MAX = 24, QUOTE_MAX = 24 };

static int quote_length(Span text) { return (int)(text.length < QUOTE_MAX ? text.length : QUOTE_MAX); }

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
        int first = group * ROYAL_GROUP_BOARDS, chosen = __builtin_popcount(boards >> first & 0xf);
        if (chosen == 2) continue;
        return error_set(error, "two boards come from each group, not %d of %s, %s, %s, %s", chosen, royal_boards[first].key,
                         royal_boards[first + 1].key, royal_boards[first + 2].key, royal_boards[first + 3].key);
    }
    return true;
}

static bool refuse_board(Span key, Error *error) {
    char known[ERROR_TEXT_MAX];
    Text list = text_init(known, sizeof known);
    for (int board = 0; board < ROYAL_ROYAL_FLUSH; board++) text_format(&list, ", %s", royal_boards[board].key);
    return error_set(error, "no board is called '%.*s'; there are random%s", quote_length(key), key.at, known);
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
        if (read >> board & 1) return error_set(error, "the board %s stands twice", royal_boards[board].key);
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
            return error_set(error, "children are seats from 0 to %d, not '%.*s'", people - 1, quote_length(piece), piece.at);
        if (read & SEAT_BIT(seat)) return error_set(error, "the child at seat %d stands twice", (int)seat);
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
