/* Primo as text: its positions.
 *
 * A position is one line, for instance
 *   primo:duel turn=1 drawn=yes hands=E,S,T,crayon,gomme/?6 fronts=crayon,gomme/- words=TAXI,A*MI/- thrown=K,W pile=?70 view=0
 * in the notation of core/position.h; `E3` is three E. What is left out is as at the start of a game.
 *   turn, turns          whose it is, and how many are over
 *   drawn=yes, give=1:3, vote=4:-/accept/?/-, over=yes
 *                        a card was drawn; three cards are to be given to seat 1; others vote on length 4; the game is over
 *   hands, fronts, words of each seat: in hand, before it, written (a star comes before its letter)
 *   settled, proposed    lengths that were put back, and those proposed since the pile was made
 *   pile, thrown         next first; the top last
 *   under, mixed         put openly under the discards; mixed by a Tornado
 *   known=0:1:E,K/all:2:*  seat 0 knows E and K in hand 1, everybody a star in hand 2
 *   apart=0:E3/all:K     further cards that are known not to be in the pile, though not seen
 *   leftovers            in solo
 *   extreme, parade, chance, view */
#include "games/primo/primo.h"

#include <string.h>

#include "core/position.h"

static Primo *mutable(State *state) { return (Primo *)(void *)state; }

static bool is_solo(const State *state) { return primo_of(state)->variant == PRIMO_SOLO; }
static bool has_turns(const State *state) { return !is_solo(state); }

static int copies(const State *state, int card) { return primo_deck_count(primo_of(state), card); }

/* ---- steps of a turn */

static void print_give(const State *state, int seat, Text *text) {
    const Primo *p = primo_of(state);
    (void)seat;
    if (p->phase == PRIMO_GIVE) text_format(text, "%d:%d", p->receiver, p->giving);
}

static bool read_give(PositionReader *reader, Span text) {
    Primo *p = mutable(reader->state);
    Span receiver;
    int64_t giving;
    span_split(&text, ':', &receiver);
    if (!position_seat(reader, receiver, &p->receiver)) return false;
    if (!text.at || !span_number(text, 1, PRIMO_HAND, &giving))
        return position_refuse(reader, "three cards to seat 1 are written 1:3");
    p->giving = (uint8_t)giving;
    p->phase = PRIMO_GIVE;
    return true;
}

static void print_lengths(const Primo *p, unsigned set, Text *text) {
    for (bool first = true; set; set &= set - 1, first = false)
        text_format(text, "%s%d", first ? "" : ",", primo_length_least(p) + __builtin_ctz(set));
}

static bool read_lengths(PositionReader *reader, Span text, uint8_t *set) {
    Span piece;
    int64_t length;
    int least = primo_length_least(primo_of(reader->state));
    while (span_split(&text, ',', &piece)) {
        if (!span_number(piece, least, least + PRIMO_LENGTHS - 1, &length))
            return position_refuse(reader, "'%.*s' is not a length that is played", SPAN_QUOTE(piece));
        *set |= (uint8_t)(1u << (length - least));
    }
    return true;
}

static void print_settled(const State *state, int seat, Text *text) {
    (void)seat;
    print_lengths(primo_of(state), primo_of(state)->settled, text);
}

static bool read_settled(PositionReader *reader, Span text) {
    return read_lengths(reader, text, &mutable(reader->state)->settled);
}

static void print_proposed(const State *state, int seat, Text *text) {
    (void)seat;
    print_lengths(primo_of(state), primo_of(state)->proposed, text);
}

static bool read_proposed(PositionReader *reader, Span text) {
    return read_lengths(reader, text, &mutable(reader->state)->proposed);
}

static const char *const vote_words[] = {
    [VOTE_NONE] = "-", [VOTE_ACCEPT] = "accept", [VOTE_REFUSE] = "refuse", [VOTE_UNKNOWN] = "?"};

static void print_vote(const State *state, int seat, Text *text) {
    const Primo *p = primo_of(state);
    if (p->phase != PRIMO_VOTE) return;
    text_format(text, "%d:", primo_length_least(p) + p->proposal);
    for (seat = 0; seat < primo_seats(p); seat++) text_format(text, "%s%s", seat ? "/" : "", vote_words[p->vote[seat]]);
}

static bool read_vote(PositionReader *reader, Span text) {
    Primo *p = mutable(reader->state);
    Span length, piece;
    uint8_t set = 0;
    int seat = 0, seats = primo_seats(p);
    span_split(&text, ':', &length);
    if (!read_lengths(reader, length, &set)) return false;
    if (!set || set & (set - 1)) return position_refuse(reader, "a vote is on one length, as in 4:-/accept/-/-");
    p->proposal = (uint8_t)__builtin_ctz(set);
    p->phase = PRIMO_VOTE;
    for (; seat < seats && span_split(&text, '/', &piece); seat++) {
        int vote = VOTE_NONE;
        while (vote <= VOTE_UNKNOWN && !span_is(piece, vote_words[vote])) vote++;
        if (vote > VOTE_UNKNOWN) return position_refuse(reader, "votes are accept, refuse, ? or -");
        p->vote[seat] = (uint8_t)vote;
        if (vote == VOTE_UNKNOWN) reader->unknown = true;
    }
    return (seat == seats && !text.at) || position_refuse(reader, "a vote for each of %d seats is needed", seats);
}

/* ---- what lies before a seat */

/* Crayons and Gommes in turn, then the others. */
static void print_front(const State *state, int seat, Text *text) {
    const Primo *p = primo_of(state);
    uint8_t cards[POSITION_CARDS_MAX];
    int count = 0;
    for (int i = 0; i < p->crayons[seat] + p->gommes[seat]; i++) cards[count++] = i % 2 ? GOMME : CRAYON;
    if (p->marqueur == seat) cards[count++] = MARQUEUR;
    if (p->cafetiere == seat) cards[count++] = CAFETIERE;
    if (p->paused & SEAT_BIT(seat)) cards[count++] = PAUSE;
    position_print_cards(&primo, cards, count, text);
}

static bool put_before(Primo *p, int seat, int face) {
    switch (face) {
    case CRAYON: p->crayons[seat]++; return true;
    case GOMME: p->gommes[seat]++; return true;
    case MARQUEUR: p->marqueur = (uint8_t)seat; return true;
    case CAFETIERE: p->cafetiere = (uint8_t)seat; return true;
    case PAUSE:
        if (p->paused & SEAT_BIT(seat)) return false;
        p->paused |= SEAT_BIT(seat);
        return true;
    default: return false;
    }
}

static bool read_front(PositionReader *reader, Span text) {
    PositionCards cards;
    if (!position_cards(reader, text, &cards)) return false;
    for (int i = 0; i < cards.count; i++)
        if (!put_before(mutable(reader->state), reader->seat, cards.cards[i]))
            return position_refuse(reader, "such cards do not lie before a seat");
    return true;
}

static void print_words(const State *state, int seat, Text *text) {
    const Primo *p = primo_of(state);
    bool solo = is_solo(state), any = false;
    int first = solo ? 0 : PRIMO_LENGTHS * seat, most = solo ? PRIMO_WORDS_MAX : PRIMO_LENGTHS;
    for (int i = first; i < first + most; i++) {
        if (p->words[i].letters[0] == CARD_NONE) continue;
        if (any) text_char(text, ',');
        primo_print_word(&p->words[i], text);
        any = true;
    }
    if (!any) text_char(text, '-');
}

/* Where the seat's next word goes; -1 with an error if there is no place for it. */
static int word_place(PositionReader *reader, const PrimoWord *word) {
    const Primo *p = primo_of(reader->state);
    int place = 0, length = primo_word_length(word);
    if (p->variant == PRIMO_SOLO) {
        while (place < PRIMO_WORDS_MAX && p->words[place].letters[0] != CARD_NONE) place++;
        return place < PRIMO_WORDS_MAX ? place : (position_refuse(reader, "there are too many words"), -1);
    }
    if (!(primo_lengths(p) >> length & 1)) return position_refuse(reader, "words of %d letters are not played", length), -1;
    if (primo_word(p, reader->seat, length))
        return position_refuse(reader, "seat %d has two words of %d letters", reader->seat, length), -1;
    return PRIMO_LENGTHS * reader->seat + length - primo_length_least(p);
}

static bool read_words(PositionReader *reader, Span text) {
    Primo *p = mutable(reader->state);
    Span piece;
    PrimoWord word;
    bool starred;
    if (span_is(text, "-")) return true;
    while (span_split(&text, ',', &piece)) {
        if (!primo_parse_word(piece, &word, &starred, reader->error)) return false;
        int place = word_place(reader, &word);
        if (place < 0) return false;
        p->words[place] = word;
        for (int i = 0; i < primo_word_length(&word); i++)
            if (!position_name(reader, (uint8_t)primo_word_card(&word, i))) return false;
    }
    return true;
}

/* ---- what seats know */

static void print_row(int row, Text *text) {
    if (row == PRIMO_PUBLIC) text_add(text, "all:");
    else text_format(text, "%d:", row);
}

static bool read_row(PositionReader *reader, Span text, uint8_t *row) {
    *row = PRIMO_PUBLIC;
    return span_is(text, "all") || position_seat(reader, text, row);
}

/* The rows in the order in which they are written: what everybody knows comes first, for what a seat knows builds on it. */
static int row_at(int step) { return step ? step - 1 : PRIMO_PUBLIC; }

/* What is known of hands: of everybody's, and then what a seat knows beyond. */
static void print_known(const State *state, int seat, Text *text) {
    const Primo *p = primo_of(state);
    const char *joint = "";
    for (int step = 0; step < PRIMO_ROWS; step++)
        for (seat = 0; seat < primo_seats(p); seat++) {
            int row = row_at(step), count = 0, passed = 0;
            uint8_t more[PRIMO_HAND_MAX];
            const uint8_t *list = p->known[row][seat], *all = p->known[PRIMO_PUBLIC][seat];
            for (int i = 0; i < PRIMO_HAND_MAX && list[i] != CARD_NONE; i++) {
                if (row != PRIMO_PUBLIC && passed < PRIMO_HAND_MAX && all[passed] == list[i]) passed++;
                else more[count++] = list[i];
            }
            if (count == 0) continue;
            text_add(text, joint);
            print_row(row, text);
            text_format(text, "%d:", seat);
            position_print_cards(&primo, more, count, text);
            joint = "/";
        }
}

/* Adds cards to those that are known of a hand, in order; false if a hand cannot have so many. */
static bool add_known(uint8_t known[PRIMO_HAND_MAX], const uint8_t *cards, int count) {
    for (int i = 0; i < count; i++) {
        int at = PRIMO_HAND_MAX - 1;
        if (known[at] != CARD_NONE) return false;
        for (; at > 0 && known[at - 1] > cards[i]; at--) known[at] = known[at - 1];
        known[at] = cards[i];
    }
    return true;
}

static bool read_known(PositionReader *reader, Span text) {
    Primo *p = mutable(reader->state);
    Span entry, row_text, seat_text = {"", 0};
    PositionCards cards;
    uint8_t row, seat;
    while (span_split(&text, '/', &entry)) {
        span_split(&entry, ':', &row_text);
        span_split(&entry, ':', &seat_text);
        if (!entry.at) return position_refuse(reader, "that seat 0 knows E and K in hand 1 is written 0:1:E,K");
        if (!read_row(reader, row_text, &row) || !position_seat(reader, seat_text, &seat)) return false;
        if (!position_cards(reader, entry, &cards)) return false;
        if (cards.count == 0) return position_refuse(reader, "what is known is named");
        if (!add_known(p->known[row][seat], cards.cards, cards.count))
            return position_refuse(reader, "a hand has too many cards");
    }
    return true;
}

/* Whose row there is: in views the viewer's own and the public one. */
static bool has_row(const Primo *p, int row) {
    if (row == PRIMO_PUBLIC) return true;
    return p->viewer == VIEWER_WHOLE ? row < primo_seats(p) : row == p->viewer;
}

/* What is known to be apart beyond what follows from the rest of the line. */
static void print_apart(const State *state, int seat, Text *text) {
    const Primo *p = primo_of(state);
    const char *joint = "";
    (void)seat;
    for (int step = 0; step < PRIMO_ROWS; step++) {
        int row = row_at(step);
        bool begun = false;
        for (int face = 0; face < PRIMO_FACES && has_row(p, row); face++) {
            int more = p->apart[row][face] - knowledge_least(p, row, face);
            if (more <= 0) continue;
            text_add(text, begun ? "," : joint);
            if (!begun) print_row(row, text);
            primo_print_card((uint8_t)face, text);
            if (more > 1) text_number(text, more);
            begun = true;
            joint = "/";
        }
    }
}

static bool read_apart(PositionReader *reader, Span text) {
    Primo *p = mutable(reader->state);
    Span entry, row_text;
    PositionCards cards;
    uint8_t row;
    while (span_split(&text, '/', &entry)) {
        span_split(&entry, ':', &row_text);
        if (!entry.at) return position_refuse(reader, "that seat 0 knows of three E not in the pile is written 0:E3");
        if (!read_row(reader, row_text, &row) || !position_cards(reader, entry, &cards)) return false;
        for (int i = 0; i < cards.count; i++) p->apart[row][cards.cards[i]]++;
    }
    return true;
}

/* Every seat knows what everybody knows, and that cards in hands are apart from the pile. */
static bool spread_public(PositionReader *reader) {
    Primo *p = mutable(reader->state);
    int seats = primo_seats(p);
    for (int row = 0; row < seats && p->viewer == VIEWER_WHOLE; row++)
        for (int seat = 0; seat < seats; seat++) {
            const uint8_t *all = p->known[PRIMO_PUBLIC][seat];
            int count = 0;
            while (count < PRIMO_HAND_MAX && all[count] != CARD_NONE) count++;
            if (row != seat && !add_known(p->known[row][seat], all, count))
                return error_set(reader->error, "known: a hand has too many cards");
        }
    for (int step = 0; step < PRIMO_ROWS; step++) {
        int row = row_at(step);
        for (int face = 0; face < PRIMO_FACES && has_row(p, row); face++)
            p->apart[row][face] = (uint8_t)(p->apart[row][face] + knowledge_least(p, row, face));
    }
    return true;
}

/* ---- the table */

static const char *const yes_words[] = {NULL, "yes"};
static const char *const drawn_words[] = {[PRIMO_DRAWN] = "yes"};
static const char *const over_words[] = {[PRIMO_OVER] = "yes"};

/* Options come first, for lengths and cards depend on them. */
static const PositionKey keys[] = {
    {"extreme", POSITION_WORD, POSITION_AT(Primo, extreme), .words = yes_words, .maximum = 1},
    {"parade", POSITION_WORD, POSITION_AT(Primo, parade), .words = yes_words, .maximum = 1},
    {"turn", POSITION_SEAT, POSITION_AT(Primo, turn), .shown = has_turns},
    {"turns", POSITION_NUMBER, POSITION_AT(Primo, turns), .maximum = PRIMO_TURNS_MAX, .optional = true},
    {"drawn", POSITION_WORD, POSITION_AT(Primo, phase), .words = drawn_words, .maximum = PRIMO_DRAWN, .shown = has_turns},
    {"over", POSITION_WORD, POSITION_AT(Primo, phase), .words = over_words, .maximum = PRIMO_OVER},
    {"give", POSITION_OWN, POSITION_AT(Primo, phase), .print = print_give, .read = read_give},
    {"vote", POSITION_OWN, POSITION_AT(Primo, phase), .print = print_vote, .read = read_vote},
    {"settled", POSITION_OWN, .print = print_settled, .read = read_settled},
    {"proposed", POSITION_OWN, .print = print_proposed, .read = read_proposed},
    {"hands", POSITION_FACES, POSITION_AT(Primo, hand[0]), POSITION_COUNT(Primo, hidden[0]), .each_seat = true,
     .unknown = true},
    {"fronts", POSITION_OWN, .each_seat = true, .optional = true, .print = print_front, .read = read_front},
    {"words", POSITION_OWN, .each_seat = true, .optional = true, .print = print_words, .read = read_words},
    {"thrown", POSITION_LIST, POSITION_AT(Primo, thrown), POSITION_COUNT(Primo, thrown_count), .rest = true, .optional = true},
    {"leftovers", POSITION_FACES, POSITION_AT(Primo, under), .rest = true, .optional = true, .shown = is_solo},
    {"under", POSITION_FACES, POSITION_AT(Primo, under), .rest = true, .optional = true, .shown = has_turns},
    {"mixed", POSITION_FACES, POSITION_AT(Primo, mixed), POSITION_COUNT(Primo, mixed_hidden), .unknown = true,
     .optional = true},
    {"pile", POSITION_LIST, POSITION_AT(Primo, pile), POSITION_COUNT(Primo, pile_count), .unknown = true, .rest = true},
    {"known", POSITION_OWN, .elsewhere = true, .print = print_known, .read = read_known},
    {"apart", POSITION_OWN, .elsewhere = true, .print = print_apart, .read = read_apart},
    {"chance", POSITION_NUMBER, POSITION_AT(Primo, chance_count), .maximum = POSITION_CHANCE_MAX, .optional = true},
    {"view", POSITION_VIEW, POSITION_AT(Primo, viewer)},
    {0},
};

/* The start of a game, with no card anywhere. */
static void start(State *state, int variant, int people) {
    Primo *p = mutable(state);
    (void)people;
    p->variant = (uint8_t)variant;
    p->viewer = VIEWER_WHOLE;
    p->phase = variant == PRIMO_SOLO ? PRIMO_DRAWN : PRIMO_START;
    p->marqueur = p->cafetiere = p->receiver = SEAT_NONE;
    for (int i = 0; i < PRIMO_WORDS_MAX; i++) memset(p->words[i].letters, CARD_NONE, PRIMO_LETTERS);
    memset(p->pile, CARD_NONE, sizeof p->pile);
    memset(p->thrown, CARD_NONE, sizeof p->thrown);
    memset(p->known, CARD_NONE, sizeof p->known);
}

static bool finish(PositionReader *reader) {
    bool discards = position_given(reader, "under") || position_given(reader, "mixed");
    if (is_solo(reader->state) ? discards : position_given(reader, "leftovers"))
        return error_set(reader->error, "solo has leftovers, and the others have discards");
    return spread_public(reader);
}

static const PositionFormat format = {
    .game = &primo,
    .keys = keys,
    .cards_are = "E, *, crayon, and E3 for three of them",
    .faces = PRIMO_FACES,
    .counted = true,
    .copies = copies,
    .start = start,
    .finish = finish,
};

void primo_print(const State *state, Text *text) { position_print(&format, primo_of(state)->variant, state, text); }

bool primo_parse(State *state, Span text, Error *error) { return position_parse(&format, state, text, error); }
