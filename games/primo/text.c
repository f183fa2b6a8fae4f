/* Primo as text: its cards and moves.
 *
 * Cards: letters, `*` for the star, and the names of the special cards without
 * accents. Moves: `draw`, `throw:E`, `word:TA*XI` (the X is a star; without marks as few stars as needed are taken),
 * `crayon`, `crayon:2` for a partner, `gomme:1`, `pause:1`, `fantome:1`, `magicien:1:3` (three cards), `tornado:0,2`,
 * `marqueur`, `cafetiere`; with `take+` before it the move uses the top discard. `give:E,E,K` follows on Fantôme and
 * Magicien. `star:1:4:2=E` recovers a star from the word of four letters that seat 1 wrote, second letter. `erase:4`,
 * `propose:4`, `accept`, `refuse`, `pass`; in solo `leftover:E`. Words and cards are read in either case, with or without
 * accents; `taxi` alone lays that word. */
#include "games/primo/primo.h"

#include <string.h>

#include "core/message.h"

static const char *const special_names[PRIMO_FACES] = {
    [CRAYON] = "crayon",     [GOMME] = "gomme",       [PAUSE] = "pause",         [FANTOME] = "fantome",
    [MAGICIEN] = "magicien", [MARQUEUR] = "marqueur", [CAFETIERE] = "cafetiere",
};

void primo_print_card(uint8_t card, Text *text) {
    if (card >= PRIMO_FACES) text_char(text, '?');
    else if (card < ALPHABET) text_char(text, (char)('A' + card));
    else text_add(text, card == STAR ? "*" : special_names[card]);
}

bool primo_parse_card(Span text, uint8_t *card) {
    Spelling spelling;
    if (span_is(text, "*")) {
        *card = STAR;
        return true;
    }
    if (spelling_parse(&spelling, text) != SPELLING_GOOD || spelling.length == 0) return false;
    if (spelling.length == 1) {
        *card = (uint8_t)(spelling.letters[0] - 'A');
        return true;
    }
    for (int i = 0; i < spelling.length; i++) spelling.letters[i] = (char)(spelling.letters[i] - 'A' + 'a');
    for (int face = CRAYON; face < PRIMO_FACES; face++)
        if (strcmp(spelling.letters, special_names[face]) == 0) {
            *card = (uint8_t)face;
            return true;
        }
    return false;
}

/* ---- words */

void primo_print_word(const PrimoWord *word, Text *text) {
    for (int place = 0; place < primo_word_length(word); place++) {
        if (word->stars >> place & 1) text_char(text, '*');
        text_char(text, (char)('A' + word->letters[place]));
    }
}

bool primo_parse_word(Span text, PrimoWord *word, bool *starred, Error *error) {
    char letters[4 * PRIMO_LETTERS + 1];
    size_t used = 0;
    Spelling spelling = {0};
    PrimoWord read = {0};
    *starred = false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] != '*') {
            if (used == sizeof letters) return error_say(error, "a word has at most {max} letters", WITH("max", PRIMO_LETTERS));
            letters[used++] = text.at[i];
            continue;
        }
        /* The letter that comes next is a star. */
        bool well = spelling_parse(&spelling, (Span){letters, used}) == SPELLING_GOOD && spelling.length < PRIMO_LETTERS;
        if (!well || read.stars >> spelling.length)
            return error_set(error, "%s", N_("a star comes before its letter, as in TA*XI"));
        read.stars |= (uint8_t)(1u << spelling.length);
        *starred = true;
    }
    if (spelling_parse(&spelling, (Span){letters, used}) != SPELLING_GOOD || spelling.length == 0)
        return error_say(error, "'{text}' is not a word: it contains something other than letters",
                         WITH("text", span_quote(text).text));
    if (spelling.length > PRIMO_LETTERS)
        return error_say(error, "a word has at most {max} letters", WITH("max", PRIMO_LETTERS));
    if (read.stars >> spelling.length) return error_set(error, "%s", N_("a star comes before its letter, as in TA*XI"));
    memset(read.letters, CARD_NONE, sizeof read.letters);
    for (int i = 0; i < spelling.length; i++) read.letters[i] = (uint8_t)(spelling.letters[i] - 'A');
    *word = read;
    return true;
}

/* ---- moves: writing */

static const char *const act_names[ACTS] = {
    [ACT_DRAW] = "draw",           [ACT_PASS] = "pass",         [ACT_ERASE] = "erase",       [ACT_PROPOSE] = "propose",
    [ACT_ACCEPT] = "accept",       [ACT_REFUSE] = "refuse",     [ACT_STAR] = "star",         [ACT_WORD] = "word",
    [ACT_THROW] = "throw",         [ACT_CRAYON] = "crayon",     [ACT_GOMME] = "gomme",       [ACT_PAUSE] = "pause",
    [ACT_FANTOME] = "fantome",     [ACT_MAGICIEN] = "magicien", [ACT_TORNADO] = "tornado",   [ACT_MARQUEUR] = "marqueur",
    [ACT_CAFETIERE] = "cafetiere", [ACT_GIVE] = "give",         [ACT_LEFTOVER] = "leftover",
};

static void print_gifts(Move move, Text *text) {
    uint8_t cards[PRIMO_HAND_MAX];
    int count = primo_data_list(move, cards);
    for (int i = 0; i < count; i++) {
        text_char(text, i ? ',' : ':');
        primo_print_card(cards[i], text);
    }
}

static void print_star(const Primo *p, Move move, Text *text) {
    int owner = primo_seat(move), length = primo_data_length(move), place = primo_data_spot(move);
    const PrimoWord *word = owner < primo_seats(p) ? primo_word(p, owner, length) : NULL;
    text_format(text, ":%d:%d:%d", owner, length, place);
    if (word && place >= 1 && place <= length) text_format(text, "=%c", 'A' + word->letters[place - 1]);
}

void primo_print_move(const State *state, int actor, Move move, Text *text) {
    PrimoAct act = primo_act(move);
    int seat = primo_seat(move);
    if (act >= ACTS) {
        text_char(text, '?');
        return;
    }
    text_format(text, "%s%s", primo_takes(move) ? "take+" : "", act_names[act]);
    switch (act) {
    case ACT_ERASE:
    case ACT_PROPOSE: text_format(text, ":%d", primo_data_length(move)); break;
    case ACT_STAR: print_star(primo_of(state), move, text); break;
    case ACT_WORD: {
        PrimoWord word = primo_data_letters(move);
        text_char(text, ':');
        primo_print_word(&word, text);
        break;
    }
    case ACT_CRAYON:
        if (seat != actor) text_format(text, ":%d", seat);
        break;
    case ACT_GOMME:
    case ACT_PAUSE:
    case ACT_FANTOME: text_format(text, ":%d", seat); break;
    case ACT_MAGICIEN: text_format(text, ":%d:%d", seat, (int)(primo_data(move) & 7)); break;
    case ACT_GIVE:
    case ACT_THROW:
    case ACT_LEFTOVER: print_gifts(move, text); break;
    case ACT_TORNADO:
        for (int other = 0, first = 1; other < SEATS_MAX; other++)
            if (primo_data(move) >> other & 1) text_format(text, "%c%d", first ? ':' : ',', other), first = 0;
        break;
    default: break;
    }
}

/* ---- moves: reading */

typedef struct Reading {
    const Primo *p;
    int actor;
    bool take;
    PrimoAct act;
    Span rest; /* what follows the act's name; .at is NULL if nothing does */
    Error *error;
} Reading;

static bool read_seat(Reading *r, Span text, int *seat) {
    int64_t number;
    if (!span_number(text, 0, primo_seats(r->p) - 1, &number))
        return error_say(r->error, "'{text}' is not a seat; seats are 0 to {max}", WITH("text", span_quote(text).text),
                         WITH("max", primo_seats(r->p) - 1));
    *seat = (int)number;
    return true;
}

static bool read_length(Reading *r, Span text, int *length) {
    int64_t number;
    if (!span_number(text, 3, PRIMO_LETTERS, &number))
        return error_say(r->error, "'{text}' is not a word length; words have 3 to 7 letters",
                         WITH("text", span_quote(text).text));
    *length = (int)number;
    return true;
}

static bool read_cards(Reading *r, Span text, Move *move) {
    uint8_t cards[PRIMO_HAND_MAX];
    int count = 0;
    Span piece;
    while (span_split(&text, ',', &piece)) {
        uint8_t card;
        if (count == PRIMO_HAND_MAX)
            return error_say(r->error, "nobody has more than {max} cards", WITH("max", PRIMO_HAND_MAX));
        if (!primo_parse_card(piece, &card))
            return error_say(r->error, "'{text}' is not a card; cards are letters, * and names such as crayon",
                             WITH("text", span_quote(piece).text));
        int at = count++;
        for (; at > 0 && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
        cards[at] = card;
    }
    *move = primo_move(r->act, r->take, 0, primo_data_cards(cards, count));
    return true;
}

static bool read_tornado(Reading *r, Move *move) {
    uint64_t seats = 0;
    Span piece;
    int seat;
    while (span_split(&r->rest, ',', &piece)) {
        if (!read_seat(r, piece, &seat)) return false;
        seats |= SEAT_BIT(seat);
    }
    *move = primo_move(ACT_TORNADO, r->take, 0, seats);
    return true;
}

static bool read_star(Reading *r, Move *move) {
    Span rest = r->rest, owner_text = {"", 0}, length_text = {"", 0}, place_text, letter;
    int owner = 0, length = 0;
    int64_t place;
    uint8_t card;
    span_split(&rest, ':', &owner_text);
    span_split(&rest, ':', &length_text);
    bool named = span_pair(rest.at ? rest : (Span){"", 0}, &place_text, &letter);
    if (!read_seat(r, owner_text, &owner) || !read_length(r, length_text, &length)) return false;
    if (!span_number(place_text, 1, length, &place))
        return error_say(r->error, "write a star as seat, word length and position, as in {move}", WITH("move", "star:1:4:2"));
    *move = primo_move(ACT_STAR, r->take, owner, primo_data_place(length, (int)place));
    if (!named) return true;
    const PrimoWord *word = primo_word(r->p, owner, length);
    if (!primo_parse_card(letter, &card) || !word || word->letters[place - 1] != card)
        return error_set(r->error, "%s", N_("that letter does not fit there"));
    return true;
}

static bool read_word(Reading *r, Move *move) {
    PrimoWord word;
    bool starred;
    char letters[PRIMO_LETTERS];
    if (!primo_parse_word(r->rest, &word, &starred, r->error)) return false;
    int length = primo_word_length(&word);
    for (int i = 0; i < length; i++) letters[i] = (char)('A' + word.letters[i]);
    if (!starred) {
        Rack rack = primo_rack(r->p, r->actor, r->take);
        PlacementSearch search;
        placement_search_init(&search, &rack, letters, length);
        if (placement_search_next(&search)) word.stars = (uint8_t)search.stars;
    }
    *move = primo_move(ACT_WORD, r->take, 0, primo_data_word(&word));
    return true;
}

static bool read_magicien(Reading *r, Move *move) {
    Span rest = r->rest, seat_text = {"", 0};
    int seat;
    int64_t count;
    span_split(&rest, ':', &seat_text);
    if (!read_seat(r, seat_text, &seat)) return false;
    if (!rest.at || !span_number(rest, 1, PRIMO_HAND, &count))
        return error_say(r->error, "say how many cards to exchange, as in {move}", WITH("move", "magicien:1:3"));
    *move = primo_move(ACT_MAGICIEN, r->take, seat, (uint64_t)count);
    return true;
}

static bool read_act(Reading *r, Move *move) {
    int seat = r->actor, length = 0;
    if (r->act == ACT_CRAYON) {
        if (r->rest.at && !read_seat(r, r->rest, &seat)) return false;
        *move = primo_move(r->act, r->take, seat, 0);
        return true;
    }
    bool alone = r->act == ACT_DRAW || r->act == ACT_PASS || r->act == ACT_ACCEPT || r->act == ACT_REFUSE ||
                 r->act == ACT_MARQUEUR || r->act == ACT_CAFETIERE;
    if (alone && r->rest.at) return error_say(r->error, "nothing may follow {move}", WITH("move", act_names[r->act]));
    if (!alone && !r->rest.at)
        return error_say(r->error, "{move} is incomplete: add a colon and the rest", WITH("move", act_names[r->act]));
    switch (r->act) {
    case ACT_ERASE:
    case ACT_PROPOSE:
        if (!read_length(r, r->rest, &length)) return false;
        *move = primo_move(r->act, r->take, 0, (uint64_t)length);
        return true;
    case ACT_GOMME:
    case ACT_PAUSE:
    case ACT_FANTOME:
        if (!read_seat(r, r->rest, &seat)) return false;
        *move = primo_move(r->act, r->take, seat, 0);
        return true;
    case ACT_STAR: return read_star(r, move);
    case ACT_WORD: return read_word(r, move);
    case ACT_MAGICIEN: return read_magicien(r, move);
    case ACT_TORNADO: return read_tornado(r, move);
    case ACT_GIVE:
    case ACT_THROW:
    case ACT_LEFTOVER: return read_cards(r, r->rest, move);
    default: *move = primo_move(r->act, r->take, 0, 0); return true;
    }
}

static bool in_lexicon(Move move) {
    PrimoWord word = primo_data_letters(move);
    int length = primo_word_length(&word);
    char letters[PRIMO_LETTERS];
    for (int i = 0; i < length; i++) letters[i] = (char)('A' + word.letters[i]);
    return lexicon_has(primo_lexicon(), letters, length);
}

/* Why a word that is well written cannot be laid, where that can be said better than "not allowed". */
static const char *word_refusal(const Primo *p, int actor, Move move) {
    PrimoWord word = primo_data_letters(move);
    int length = primo_word_length(&word);
    if (!in_lexicon(move)) return N_("that word is not in the dictionary");
    if (!(primo_lengths(p) >> length & 1)) return N_("words of that length are not used in this game");
    if (p->variant != PRIMO_SOLO && primo_gommed(p, actor)) return N_("there is an Eraser on your Pencil");
    if (p->variant != PRIMO_SOLO && !primo_can_write(p, actor)) return N_("you have no Pencil in front of you");
    if (p->variant != PRIMO_SOLO && primo_written(p, actor) >> length & 1) return N_("you already have a word of that length");
    return N_("you do not have the cards for that word");
}

/* May the actor lay words now, with the top discard or without it? */
static bool may_lay(const Primo *p, int actor, bool take) {
    const State *state = (const State *)(const void *)p;
    return primo_actors(state) & SEAT_BIT(actor) && p->phase == (take ? PRIMO_START : PRIMO_DRAWN);
}

/* A word alone is laid if it can be, before drawing with the top discard. What is neither a name of moves nor in the lexicon
 * is not a move; a word that cannot be laid is refused as after `word:`. */
static bool read_bare_word(const Reading *r, Span text, Span name, Move *move) {
    bool take = r->take || r->p->phase == PRIMO_START;
    Reading word = {.p = r->p, .actor = r->actor, .take = take, .act = ACT_WORD, .rest = name};
    Move read;
    if (!r->rest.at && read_word(&word, &read)) {
        if (primo_is_legal((const State *)(const void *)r->p, r->actor, read)) {
            *move = read;
            return true;
        }
        if (may_lay(r->p, r->actor, take) && in_lexicon(read))
            return error_set(r->error, "%s", word_refusal(r->p, r->actor, read));
    }
    return error_say(r->error, "'{text}' is not a move; moves are {moves}", WITH("text", span_quote(text).text),
                     WITH("moves", "draw, throw:E, word:TAXI, crayon, gomme:1…"));
}

bool primo_parse_move(const State *state, int actor, Span text, Move *move, Error *error) {
    Reading r = {.p = primo_of(state), .actor = actor, .error = error};
    static const char take[] = "take+";
    Span rest = text, name;
    Move read = 0;
    if (actor < 0 || actor >= primo_seats(r.p)) return error_set(error, "there is no seat %d", actor);
    r.take = text.length >= sizeof take - 1 && memcmp(text.at, take, sizeof take - 1) == 0;
    if (r.take) rest = (Span){text.at + sizeof take - 1, text.length - (sizeof take - 1)};
    span_split(&rest, ':', &name);
    r.rest = rest;
    while (r.act < ACTS && !span_is(name, act_names[r.act])) r.act++;
    if (r.act == ACTS) return read_bare_word(&r, text, name, move);
    if (!read_act(&r, &read)) return false;
    if (r.act == ACT_WORD && may_lay(r.p, actor, r.take) && !primo_is_legal(state, actor, read))
        return error_set(error, "%s", word_refusal(r.p, actor, read));
    *move = read;
    return true;
}
