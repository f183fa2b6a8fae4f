/* Positions of Primo as one line of text.
 * For instance
 *   primo:duel turn=1 drawn=yes hands=E,S,T,crayon,gomme/?6 fronts=crayon,gomme/- words=TAXI,A*MI/- thrown=K,W pile=?70 view=0
 * Entries of seats are separated by '/', cards by ',' (`E3` is three of them); '-' is nothing, `?3` three unknown cards,
 * `rest` at the end of the pile, of what was thrown or of what lies under: all cards not named elsewhere, in the order of
 * faces. What is left out is as at the start of a game.
 *   turn, turns          whose it is, and how many are over
 *   drawn=yes, give=1:3, vote=4:-/accept/?/-, over=yes
 *                        a card was drawn; three cards are to be given to seat 1; others vote on length 4; the game is over
 *   hands, fronts, words of each seat: in hand, before it, written (a star stands before its letter)
 *   settled, proposed    lengths that were put back, and those proposed since the pile was made
 *   pile, thrown         next first; the top last
 *   under, mixed         put openly under the discards; mixed by a Tornado
 *   known=0:1:E,K/all:2:*  seat 0 knows E and K in hand 1, everybody a star in hand 2
 *   apart=0:E3/all:K     further cards that are known not to be in the pile, though not seen
 *   leftovers            in solo
 *   extreme, parade, chance, view */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

#define QUOTE(span) (int)((span).length < 24 ? (span).length : 24), (span).at

/* ---- writing */

/* Cards one by one, then how many are unknown. */
static void print_cards(const uint8_t *cards, int count, int unknown, Text *text) {
    if (count + unknown == 0) text_char(text, '-');
    for (int i = 0; i < count; i++) {
        if (i) text_char(text, ',');
        primo_print_card(cards[i], text);
    }
    if (unknown) text_format(text, "%s?%d", count ? "," : "", unknown);
}

static void print_counts(const uint8_t counts[PRIMO_FACES], int unknown, Text *text) {
    uint8_t cards[PRIMO_CARDS_MAX];
    int count = 0;
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < counts[face]; i++) cards[count++] = (uint8_t)face;
    print_cards(cards, count, unknown, text);
}

static bool any_card(const uint8_t counts[PRIMO_FACES]) {
    for (int face = 0; face < PRIMO_FACES; face++)
        if (counts[face]) return true;
    return false;
}

/* What lies before a seat: Crayons and Gommes in turn, then the others. */
static void print_front(const Primo *p, int seat, Text *text) {
    uint8_t cards[2 * PRIMO_CARDS_MAX];
    int count = 0;
    for (int i = 0; i < p->crayons[seat] + p->gommes[seat]; i++) cards[count++] = i % 2 ? GOMME : CRAYON;
    if (p->marqueur == seat) cards[count++] = MARQUEUR;
    if (p->cafetiere == seat) cards[count++] = CAFETIERE;
    if (p->paused & SEAT_BIT(seat)) cards[count++] = PAUSE;
    print_cards(cards, count, 0, text);
}

static void print_words(const Primo *p, int seat, Text *text) {
    bool solo = p->variant == PRIMO_SOLO, any = false;
    int first = solo ? 0 : PRIMO_LENGTHS * seat, most = solo ? PRIMO_WORDS_MAX : PRIMO_LENGTHS;
    for (int i = first; i < first + most; i++) {
        if (p->words[i].letters[0] == CARD_NONE) continue;
        if (any) text_char(text, ',');
        primo_print_word(&p->words[i], text);
        any = true;
    }
    if (!any) text_char(text, '-');
}

static void print_seats(const Primo *p, Text *text) {
    int seats = primo_seats(p);
    bool fronts = p->marqueur != SEAT_NONE || p->cafetiere != SEAT_NONE || p->paused, words = false;
    for (int seat = 0; seat < seats; seat++) fronts |= p->crayons[seat] > 0;
    for (int i = 0; i < PRIMO_WORDS_MAX; i++) words |= p->words[i].letters[0] != CARD_NONE;
    for (int seat = 0; seat < seats; seat++) {
        text_add(text, seat ? "/" : " hands=");
        print_counts(p->hand[seat], p->hidden[seat], text);
    }
    for (int seat = 0; seat < seats && fronts; seat++) {
        text_add(text, seat ? "/" : " fronts=");
        print_front(p, seat, text);
    }
    for (int seat = 0; seat < seats && words; seat++) {
        text_add(text, seat ? "/" : " words=");
        print_words(p, seat, text);
    }
}

static void print_lengths(const Primo *p, const char *key, unsigned set, Text *text) {
    char joint = '=';
    if (!set) return;
    text_format(text, " %s", key);
    for (; set; set &= set - 1) {
        text_format(text, "%c%d", joint, primo_length_least(p) + __builtin_ctz(set));
        joint = ',';
    }
}

static void print_vote(const Primo *p, Text *text) {
    static const char *const names[] = {"-", "accept", "refuse", "?"}; /* PrimoVote's */
    text_format(text, " vote=%d:", primo_length_least(p) + p->proposal);
    for (int seat = 0; seat < primo_seats(p); seat++) text_format(text, "%s%s", seat ? "/" : "", names[p->vote[seat]]);
}

static void print_discards(const Primo *p, Text *text) {
    if (p->thrown_count) {
        text_add(text, " thrown=");
        print_cards(p->thrown, p->thrown_count, 0, text);
    }
    if (any_card(p->under)) {
        text_add(text, p->variant == PRIMO_SOLO ? " leftovers=" : " under=");
        print_counts(p->under, 0, text);
    }
    if (p->mixed_hidden || any_card(p->mixed)) {
        text_add(text, " mixed=");
        print_counts(p->mixed, p->mixed_hidden, text);
    }
    text_add(text, " pile=");
    bool unknown = p->viewer != VIEWER_WHOLE;
    print_cards(p->pile, unknown ? 0 : p->pile_count, unknown ? p->pile_count : 0, text);
}

static void print_row(int row, Text *text) {
    if (row == PRIMO_PUBLIC) text_add(text, "all:");
    else text_format(text, "%d:", row);
}

/* What is known of hands: of everybody's, and then what a seat knows beyond. */
static void print_known(const Primo *p, Text *text) {
    bool first = true;
    for (int step = 0; step < PRIMO_ROWS; step++)
        for (int seat = 0; seat < primo_seats(p); seat++) {
            int row = step ? step - 1 : PRIMO_PUBLIC, count = 0, passed = 0;
            uint8_t more[PRIMO_HAND_MAX];
            const uint8_t *list = p->known[row][seat], *all = p->known[PRIMO_PUBLIC][seat];
            for (int i = 0; i < PRIMO_HAND_MAX && list[i] != CARD_NONE; i++) {
                if (row != PRIMO_PUBLIC && passed < PRIMO_HAND_MAX && all[passed] == list[i]) passed++;
                else more[count++] = list[i];
            }
            if (count == 0) continue;
            text_add(text, first ? " known=" : "/");
            print_row(row, text);
            text_format(text, "%d:", seat);
            print_cards(more, count, 0, text);
            first = false;
        }
}

/* Whose row there is: in views the viewer's own and the public one. */
static bool has_row(const Primo *p, int row) {
    if (row == PRIMO_PUBLIC) return true;
    return p->viewer == VIEWER_WHOLE ? row < primo_seats(p) : row == p->viewer;
}

/* What is known to be apart beyond what follows from the rest of the line. */
static void print_apart(const Primo *p, Text *text) {
    bool first = true;
    for (int step = 0; step < PRIMO_ROWS; step++) {
        int row = step ? step - 1 : PRIMO_PUBLIC;
        bool begun = false;
        for (int face = 0; face < PRIMO_FACES && has_row(p, row); face++) {
            int more = p->apart[row][face] - knowledge_least(p, row, face);
            if (more <= 0) continue;
            if (begun) {
                text_char(text, ',');
            } else {
                text_add(text, first ? " apart=" : "/");
                print_row(row, text);
            }
            primo_print_card((uint8_t)face, text);
            if (more > 1) text_number(text, more);
            begun = true;
            first = false;
        }
    }
}

void primo_print(const State *state, Text *text) {
    const Primo *p = primo_of(state);
    text_format(text, "primo:%s", primo_variants[p->variant].name);
    if (p->extreme) text_add(text, " extreme=yes");
    if (p->parade) text_add(text, " parade=yes");
    if (p->variant != PRIMO_SOLO) text_format(text, " turn=%d", p->turn);
    if (p->turns) text_format(text, " turns=%d", p->turns);
    if (p->phase == PRIMO_DRAWN && p->variant != PRIMO_SOLO) text_add(text, " drawn=yes");
    if (p->phase == PRIMO_OVER) text_add(text, " over=yes");
    if (p->phase == PRIMO_GIVE) text_format(text, " give=%d:%d", p->receiver, p->giving);
    if (p->phase == PRIMO_VOTE) print_vote(p, text);
    print_lengths(p, "settled", p->settled, text);
    print_lengths(p, "proposed", p->proposed, text);
    print_seats(p, text);
    print_discards(p, text);
    print_known(p, text);
    print_apart(p, text);
    if (p->chance_count) text_format(text, " chance=%u", p->chance_count);
    if (p->viewer == ONLOOKER) text_add(text, " view=onlooker");
    else if (p->viewer != VIEWER_WHOLE) text_format(text, " view=%d", p->viewer);
}

/* ---- reading */

typedef enum { REST_NOWHERE, REST_PILE, REST_THROWN, REST_UNDER } RestPlace;

typedef struct Reading {
    Primo p;
    RestPlace rest; /* where the cards go that are not named */
    bool unknown;   /* a `?` was met */
    bool phase_given;
    Error *error;
} Reading;

/* A list of cards in the order given. */
typedef struct CardList {
    uint8_t cards[2 * PRIMO_CARDS_MAX];
    int count, unknown;
    bool rest;
} CardList;

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/* `E`, `crayon`, and with a number behind it so many of them. */
static bool read_copies(Reading *r, Span piece, CardList *list) {
    int64_t copies = 1;
    uint8_t card;
    size_t digits = 0;
    while (digits < piece.length && is_digit(piece.at[piece.length - 1 - digits])) digits++;
    Span name = {piece.at, piece.length - digits}, number = {piece.at + name.length, digits};
    bool counted = digits == 0 || (number.at[0] != '0' && span_number(number, 1, PRIMO_CARDS_MAX, &copies));
    if (!counted || !primo_parse_card(name, &card))
        return error_set(r->error, "'%.*s' is not a card; cards are letters, * and names such as crayon", QUOTE(piece));
    if (list->count + copies > PRIMO_CARDS_MAX) return error_set(r->error, "there are too many cards");
    memset(list->cards + list->count, card, (size_t)copies);
    list->count += (int)copies;
    return true;
}

static bool read_list(Reading *r, Span text, CardList *list) {
    Span piece;
    int64_t unknown;
    *list = (CardList){.count = 0};
    if (span_is(text, "-")) return true;
    while (span_split(&text, ',', &piece)) {
        if (list->unknown || list->rest) return error_set(r->error, "unknown cards and the rest come last");
        Span number = {piece.at + 1, piece.length ? piece.length - 1 : 0};
        if (piece.length && piece.at[0] == '?' && span_number(number, 1, PRIMO_CARDS_MAX, &unknown)) {
            list->unknown = (int)unknown;
            r->unknown = true;
        } else if (span_is(piece, "rest")) {
            list->rest = true;
        } else if (!read_copies(r, piece, list)) {
            return false;
        }
    }
    return true;
}

/* A list that may be neither unknown nor the rest, as counts. */
static bool read_counts(Reading *r, Span text, uint8_t counts[PRIMO_FACES]) {
    CardList list;
    if (!read_list(r, text, &list)) return false;
    if (list.rest || list.unknown) return error_set(r->error, "what lies there is named");
    for (int i = 0; i < list.count; i++) counts[list.cards[i]]++;
    return true;
}

static bool rest_goes(Reading *r, RestPlace place) {
    if (r->rest != REST_NOWHERE) return error_set(r->error, "the rest can lie in one place only");
    r->rest = place;
    return true;
}

static bool read_hand(Reading *r, int seat, Span text) {
    CardList list;
    if (!read_list(r, text, &list)) return false;
    if (list.rest) return error_set(r->error, "the rest cannot be in a hand");
    if (list.count + list.unknown > PRIMO_HAND_MAX) return error_set(r->error, "a hand has too many cards");
    for (int i = 0; i < list.count; i++) r->p.hand[seat][list.cards[i]]++;
    r->p.hidden[seat] = (uint8_t)list.unknown;
    return true;
}

static bool read_front(Reading *r, int seat, Span text) {
    uint8_t counts[PRIMO_FACES] = {0};
    Primo *p = &r->p;
    if (!read_counts(r, text, counts)) return false;
    for (int face = 0; face < PRIMO_FACES; face++)
        if (counts[face] && (face < CRAYON || face == FANTOME || face == MAGICIEN || (face >= PAUSE && counts[face] > 1)))
            return error_set(r->error, "such cards do not lie before a seat");
    if ((counts[MARQUEUR] && p->marqueur != SEAT_NONE) || (counts[CAFETIERE] && p->cafetiere != SEAT_NONE))
        return error_set(r->error, "there is one Marqueur and one Cafetiere");
    p->crayons[seat] = counts[CRAYON];
    p->gommes[seat] = counts[GOMME];
    if (counts[MARQUEUR]) p->marqueur = (uint8_t)seat;
    if (counts[CAFETIERE]) p->cafetiere = (uint8_t)seat;
    if (counts[PAUSE]) p->paused |= SEAT_BIT(seat);
    return true;
}

static bool read_words(Reading *r, int seat, Span text) {
    Primo *p = &r->p;
    Span piece;
    PrimoWord word;
    bool starred;
    int place = 0;
    if (span_is(text, "-")) return true;
    while (span_split(&text, ',', &piece)) {
        if (!primo_parse_word(piece, &word, &starred, r->error)) return false;
        if (p->variant != PRIMO_SOLO) {
            int length = primo_word_length(&word);
            if (!(primo_lengths(p) >> length & 1)) return error_set(r->error, "words of %d letters are not played", length);
            if (primo_word(p, seat, length)) return error_set(r->error, "seat %d has two words of %d letters", seat, length);
            place = PRIMO_LENGTHS * seat + length - primo_length_least(p);
        }
        if (place == PRIMO_WORDS_MAX) return error_set(r->error, "there are too many words");
        p->words[place++] = word;
    }
    return true;
}

/* One entry for each seat, with '/' between them. */
static bool read_seats(Reading *r, Span key, Span text) {
    int seat = 0, seats = primo_seats(&r->p);
    Span piece;
    for (; seat < seats && span_split(&text, '/', &piece); seat++) {
        bool well = span_is(key, "hands")    ? read_hand(r, seat, piece)
                    : span_is(key, "fronts") ? read_front(r, seat, piece)
                                             : read_words(r, seat, piece);
        if (!well) return false;
    }
    if (seat == seats && !text.at) return true;
    return error_set(r->error, "%.*s has an entry for each of %d seats, separated by '/'", SPAN_ARGS(key), seats);
}

static bool read_pile(Reading *r, Span key, Span text) {
    bool is_pile = span_is(key, "pile");
    uint8_t *cards = is_pile ? r->p.pile : r->p.thrown, *count = is_pile ? &r->p.pile_count : &r->p.thrown_count;
    CardList list;
    if (!read_list(r, text, &list)) return false;
    if (list.rest && !rest_goes(r, is_pile ? REST_PILE : REST_THROWN)) return false;
    if (list.unknown && (!is_pile || list.count))
        return error_set(r->error, "the pile is unknown as a whole, and what was thrown is known");
    memcpy(cards, list.cards, (size_t)list.count);
    memset(cards + list.count, CARD_UNKNOWN, (size_t)list.unknown);
    *count = (uint8_t)(list.count + list.unknown);
    return true;
}

static bool read_heap(Reading *r, Span key, Span text) {
    bool is_mixed = span_is(key, "mixed");
    CardList list;
    if (span_is(key, "leftovers") != (r->p.variant == PRIMO_SOLO))
        return error_set(r->error, "solo has leftovers, and the others have discards");
    if (!read_list(r, text, &list)) return false;
    if (list.rest && (is_mixed || !rest_goes(r, REST_UNDER))) return error_set(r->error, "the rest cannot lie there");
    if (list.unknown && (!is_mixed || list.count))
        return error_set(r->error, "only discards after a Tornado are unknown, and all of them");
    for (int i = 0; i < list.count; i++) (is_mixed ? r->p.mixed : r->p.under)[list.cards[i]]++;
    if (is_mixed) r->p.mixed_hidden = (uint8_t)list.unknown;
    return true;
}

static bool read_seat(Reading *r, Span text, uint8_t *seat) {
    int64_t number;
    if (!span_number(text, 0, primo_seats(&r->p) - 1, &number))
        return error_set(r->error, "'%.*s' is not a seat; seats are 0 to %d", QUOTE(text), primo_seats(&r->p) - 1);
    *seat = (uint8_t)number;
    return true;
}

static bool read_row(Reading *r, Span text, uint8_t *row) {
    *row = PRIMO_PUBLIC;
    return span_is(text, "all") || read_seat(r, text, row);
}

static bool add_known(Reading *r, int row, int seat, const CardList *list) {
    uint8_t *known = r->p.known[row][seat];
    for (int i = 0; i < list->count; i++) {
        int at = PRIMO_HAND_MAX - 1;
        if (known[at] != CARD_NONE) return error_set(r->error, "a hand has too many cards");
        for (; at > 0 && known[at - 1] > list->cards[i]; at--) known[at] = known[at - 1];
        known[at] = list->cards[i];
    }
    return true;
}

static bool read_known(Reading *r, Span text) {
    Span entry, row_text, seat_text = {"", 0};
    CardList list;
    uint8_t row, seat;
    while (span_split(&text, '/', &entry)) {
        span_split(&entry, ':', &row_text);
        span_split(&entry, ':', &seat_text);
        if (!entry.at) return error_set(r->error, "known is written 0:1:E,K: seat 0 knows E and K in hand 1");
        if (!read_row(r, row_text, &row) || !read_seat(r, seat_text, &seat) || !read_list(r, entry, &list)) return false;
        if (list.rest || list.unknown || list.count == 0) return error_set(r->error, "what is known is named");
        if (!add_known(r, row, seat, &list)) return false;
    }
    return true;
}

static bool read_apart(Reading *r, Span text) {
    Span entry, row_text;
    uint8_t row;
    while (span_split(&text, '/', &entry)) {
        span_split(&entry, ':', &row_text);
        if (!entry.at) return error_set(r->error, "apart is written 0:E3: seat 0 knows of three E not in the pile");
        if (!read_row(r, row_text, &row) || !read_counts(r, entry, r->p.apart[row])) return false;
    }
    return true;
}

static bool read_lengths(Reading *r, Span text, uint8_t *set) {
    Span piece;
    int64_t length;
    int least = primo_length_least(&r->p);
    while (span_split(&text, ',', &piece)) {
        if (!span_number(piece, least, least + PRIMO_LENGTHS - 1, &length))
            return error_set(r->error, "'%.*s' is not a length that is played", QUOTE(piece));
        *set |= (uint8_t)(1u << (length - least));
    }
    return true;
}

/* A turn stands in one place. */
static bool phase_is(Reading *r, PrimoPhase phase) {
    if (r->phase_given) return error_set(r->error, "drawn, give, vote and over are one at a time");
    r->phase_given = true;
    r->p.phase = (uint8_t)phase;
    return true;
}

static bool read_vote(Reading *r, Span text) {
    Primo *p = &r->p;
    Span length_text, piece;
    uint8_t set = 0;
    int seat = 0;
    span_split(&text, ':', &length_text);
    if (!read_lengths(r, length_text, &set)) return false;
    if (!set || set & (set - 1)) return error_set(r->error, "a vote is on one length, as in vote=4:-/accept/-/-");
    p->proposal = (uint8_t)__builtin_ctz(set);
    if (!phase_is(r, PRIMO_VOTE)) return false;
    for (; seat < primo_seats(p) && span_split(&text, '/', &piece); seat++) {
        if (span_is(piece, "accept")) p->vote[seat] = VOTE_ACCEPT;
        else if (span_is(piece, "refuse")) p->vote[seat] = VOTE_REFUSE;
        else if (span_is(piece, "?")) p->vote[seat] = VOTE_UNKNOWN, r->unknown = true;
        else if (!span_is(piece, "-")) return error_set(r->error, "votes are accept, refuse, ? or -");
    }
    if (seat == primo_seats(p) && !text.at) return true;
    return error_set(r->error, "vote has an entry for each of %d seats", primo_seats(p));
}

static bool read_give(Reading *r, Span text) {
    Span seat_text;
    int64_t count;
    span_split(&text, ':', &seat_text);
    if (!read_seat(r, seat_text, &r->p.receiver)) return false;
    if (!text.at || !span_number(text, 1, PRIMO_HAND, &count))
        return error_set(r->error, "give is written 1:3: three cards to seat 1");
    r->p.giving = (uint8_t)count;
    return phase_is(r, PRIMO_GIVE);
}

static bool read_number(Reading *r, Span key, Span text) {
    int64_t number;
    bool is_chance = span_is(key, "chance");
    if (!span_number(text, 0, is_chance ? UINT32_MAX / 2 : PRIMO_TURNS_MAX, &number))
        return error_set(r->error, "%.*s is a number, not '%.*s'", SPAN_ARGS(key), QUOTE(text));
    if (is_chance) r->p.chance_count = (uint32_t)number;
    else r->p.turns = (uint16_t)number;
    return true;
}

static bool read_view(Reading *r, Span text) {
    r->p.viewer = ONLOOKER;
    return span_is(text, "onlooker") || read_seat(r, text, &r->p.viewer);
}

/* Keys that say yes or nothing at all. */
static bool read_yes(Reading *r, Span key, Span text) {
    Primo *p = &r->p;
    if (!span_is(text, "yes")) return error_set(r->error, "%.*s is yes or left out", SPAN_ARGS(key));
    if (span_is(key, "over")) return phase_is(r, PRIMO_OVER);
    if (span_is(key, "drawn")) return phase_is(r, PRIMO_DRAWN);
    if (span_is(key, "extreme")) p->extreme = 1;
    else p->parade = 1;
    return true;
}

static bool read_token(Reading *r, Span key, Span value) {
    Primo *p = &r->p;
    if (span_is(key, "turns") || span_is(key, "chance")) return read_number(r, key, value);
    if (span_is(key, "extreme") || span_is(key, "parade") || span_is(key, "drawn") || span_is(key, "over"))
        return read_yes(r, key, value);
    if (span_is(key, "hands") || span_is(key, "fronts") || span_is(key, "words")) return read_seats(r, key, value);
    if (span_is(key, "pile") || span_is(key, "thrown")) return read_pile(r, key, value);
    if (span_is(key, "under") || span_is(key, "mixed") || span_is(key, "leftovers")) return read_heap(r, key, value);
    if (span_is(key, "known")) return read_known(r, value);
    if (span_is(key, "apart")) return read_apart(r, value);
    if (span_is(key, "vote")) return read_vote(r, value);
    if (span_is(key, "give")) return read_give(r, value);
    if (span_is(key, "settled")) return read_lengths(r, value, &p->settled);
    if (span_is(key, "proposed")) return read_lengths(r, value, &p->proposed);
    if (span_is(key, "turn")) return read_seat(r, value, &p->turn);
    return read_view(r, value);
}

/* The cards that no other token names, in the order of faces. */
static bool place_rest(Reading *r) {
    Primo *p = &r->p;
    int seen[PRIMO_FACES];
    if (r->rest == REST_NOWHERE) return true;
    if (r->unknown) return error_set(r->error, "the rest is not known where there are unknown cards");
    primo_count_seen(p, seen);
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = seen[face]; i < primo_deck_count(p, face); i++) {
            if (r->rest == REST_UNDER) {
                p->under[face]++;
                continue;
            }
            uint8_t *cards = r->rest == REST_PILE ? p->pile : p->thrown;
            uint8_t *count = r->rest == REST_PILE ? &p->pile_count : &p->thrown_count;
            if (*count == PRIMO_CARDS_MAX) return error_set(r->error, "there are too many cards");
            cards[(*count)++] = (uint8_t)face;
        }
    return true;
}

/* Every seat knows what everybody knows, and that cards in hands are apart from the pile. */
static bool spread_public(Reading *r) {
    Primo *p = &r->p;
    for (int row = 0; row < primo_seats(p) && p->viewer == VIEWER_WHOLE; row++)
        for (int seat = 0; seat < primo_seats(p); seat++) {
            CardList list = {.count = 0};
            const uint8_t *all = p->known[PRIMO_PUBLIC][seat];
            for (int i = 0; i < PRIMO_HAND_MAX && all[i] != CARD_NONE; i++) list.cards[list.count++] = all[i];
            if (row != seat && !add_known(r, row, seat, &list)) return false;
        }
    for (int step = 0; step < PRIMO_ROWS; step++) {
        int row = step ? step - 1 : PRIMO_PUBLIC;
        for (int face = 0; face < PRIMO_FACES && has_row(p, row); face++)
            p->apart[row][face] = (uint8_t)(p->apart[row][face] + knowledge_least(p, row, face));
    }
    return true;
}

static void reading_init(Reading *r, int variant, Error *error) {
    *r = (Reading){.error = error};
    Primo *p = &r->p;
    p->variant = (uint8_t)variant;
    p->viewer = VIEWER_WHOLE;
    p->phase = variant == PRIMO_SOLO ? PRIMO_DRAWN : PRIMO_START;
    p->marqueur = p->cafetiere = p->receiver = SEAT_NONE;
    for (int i = 0; i < PRIMO_WORDS_MAX; i++) memset(p->words[i].letters, CARD_NONE, PRIMO_LETTERS);
    memset(p->pile, CARD_NONE, sizeof p->pile);
    memset(p->thrown, CARD_NONE, sizeof p->thrown);
    memset(p->known, CARD_NONE, sizeof p->known);
}

/* Options come first, for lengths and cards depend on them. */
static const char *const keys[] = {"extreme",   "parade",   "turn",  "turns",  "drawn",  "give",   "vote",  "over",
                                   "settled",   "proposed", "hands", "fronts", "words",  "thrown", "under", "mixed",
                                   "leftovers", "pile",     "known", "apart",  "chance", "view"};
enum { KEYS = sizeof keys / sizeof *keys };

/* Finds each key's value: false with a clear line if a token is no key=value of this game, or stands twice. */
static bool split_tokens(Span text, Span values[KEYS], Error *error) {
    Span token, key, value;
    memset(values, 0, KEYS * sizeof *values);
    while (span_split(&text, ' ', &token)) {
        int index = 0;
        if (token.length == 0) continue;
        if (!span_pair(token, &key, &value)) return error_set(error, "'%.*s' is not key=value", QUOTE(token));
        while (index < KEYS && !span_is(key, keys[index])) index++;
        if (index == KEYS) return error_set(error, "a position of primo has no '%.*s'", QUOTE(key));
        if (values[index].at) return error_set(error, "%s stands twice", keys[index]);
        values[index] = value;
    }
    return true;
}

bool primo_parse(State *state, Span text, Error *error) {
    Span token, game_name, values[KEYS];
    Reading r;
    span_split(&text, ' ', &token);
    span_split(&token, ':', &game_name);
    if (!span_is(game_name, "primo")) return error_set(error, "a position of primo begins with primo:VARIANT");
    int variant = game_variant(&primo, token.at ? token : (Span){"", 0}, error);
    if (variant < 0 || !split_tokens(text, values, error)) return false;
    reading_init(&r, variant, error);
    for (int i = 0; i < KEYS; i++)
        if (values[i].at && !read_token(&r, span_of(keys[i]), values[i])) return false;
    if (r.unknown && r.p.viewer == VIEWER_WHOLE) return error_set(error, "with unknown cards, view= says who sees it so");
    if (!place_rest(&r) || !spread_public(&r)) return false;
    const char *broken = primo_check((const State *)(const void *)&r.p);
    if (broken) return error_set(error, "%s", broken);
    memcpy(state, &r.p, sizeof r.p);
    return true;
}
