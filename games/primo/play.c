/* Plays a move of Primo: drawing, words, stars, throwing, votes, and the end of turns and of the game.
 * Rules: "A turn", "Modes". The special cards are in specials.c. */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

/* ---- telling */

void play_tell(const Play *play, const char *kind) {
    event_begin(play->sink, kind);
    event_number(play->sink, "seat", play->actor, SEEN_BY_ALL);
}

void play_told(const Play *play, SeatSet seen_by) {
    if (!play->sink) return;
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    primo_print_move((const State *)(const void *)play->p, play->actor, play->move, &text);
    event_text(play->sink, "move", words, seen_by);
    event_end(play->sink);
}

/* The letters of a word as they lie, and as the lexicon writes them where that is with accents. */
static void tell_word(const Play *play, const PrimoWord *word) {
    if (!play->sink) return;
    char letters[PRIMO_LETTERS + 1] = "", small[PRIMO_LETTERS + 1] = "", accented[WORD_TEXT_MAX];
    int length = primo_word_length(word);
    for (int place = 0; place < length; place++) {
        letters[place] = (char)('A' + word->letters[place]);
        small[place] = (char)('a' + word->letters[place]);
    }
    event_number(play->sink, "length", length, SEEN_BY_ALL);
    event_text(play->sink, "word", letters, SEEN_BY_ALL);
    event_open_list(play->sink, "stars", SEEN_BY_ALL);
    for (int place = 0; place < length; place++)
        if (word->stars >> place & 1) event_number(play->sink, NULL, place + 1, SEEN_BY_ALL);
    event_close(play->sink);
    Text text = text_init(accented, sizeof accented);
    if (lexicon_accented(primo_lexicon(), letters, length, &text) && strcmp(accented, small) != 0)
        event_text(play->sink, "accented", accented, SEEN_BY_ALL);
}

/* ---- cards */

static void hand_lose(Primo *p, int seat, int face) {
    assert(p->hand[seat][face] > 0);
    p->hand[seat][face]--;
    knowledge_shown(p, seat, face);
}

static int top_take(Primo *p) {
    int face = p->thrown[--p->thrown_count];
    p->thrown[p->thrown_count] = CARD_NONE;
    return face;
}

void play_spend(const Play *play) {
    int face = primo_act_face(primo_act(play->move));
    if (primo_takes(play->move)) assert(play->p->thrown[play->p->thrown_count - 1] == face), top_take(play->p);
    else hand_lose(play->p, play->actor, face);
}

/* Rules, "A turn": the discards, those under it included, are shuffled into a new pile. */
static void renew_pile(const Play *play) {
    Primo *p = play->p;
    int count = 0;
    knowledge_renewed(p);
    for (int i = 0; i < p->thrown_count; i++) p->pile[count++] = p->thrown[i];
    for (int face = 0; face < PRIMO_FACES; face++) {
        int cards = p->under[face] + p->mixed[face];
        for (int i = 0; i < cards; i++) p->pile[count++] = (uint8_t)face;
    }
    memset(p->thrown, CARD_NONE, sizeof p->thrown);
    memset(p->under, 0, sizeof p->under);
    memset(p->mixed, 0, sizeof p->mixed);
    p->thrown_count = 0;
    p->proposed = 0;
    p->pile_count = (uint8_t)count;
    event_begin(play->sink, "renew");
    event_number(play->sink, "cards", count, SEEN_BY_ALL);
    event_end(play->sink);
    event_shuffle(play->sink, play->chance, &p->chance_count, p->pile, count);
}

void play_fill(const Play *play, int seat, int size) {
    Primo *p = play->p;
    int wanted = size - primo_hand_size(p, seat);
    while (wanted > 0) {
        uint8_t cards[PRIMO_HAND_MAX];
        if (p->pile_count == 0) {
            /* In solo what lies aside is out of the game. */
            if (p->variant == PRIMO_SOLO || primo_discards(p) == 0) return;
            renew_pile(play);
        }
        int count = wanted < p->pile_count ? wanted : p->pile_count;
        memcpy(cards, p->pile, (size_t)count);
        for (int i = 0; i < count; i++) p->hand[seat][cards[i]]++;
        p->pile_count = (uint8_t)(p->pile_count - count);
        memmove(p->pile, p->pile + count, p->pile_count);
        memset(p->pile + p->pile_count, CARD_NONE, (size_t)count);
        wanted -= count;
        event_begin(play->sink, "deal");
        event_number(play->sink, "seat", seat, SEEN_BY_ALL);
        event_cards(play->sink, "cards", cards, count, SEAT_BIT(seat));
        event_end(play->sink);
    }
}

/* ---- the end of a game and of a turn */

static void tell_solo(const Play *play) {
    static const char *const lengths[] = {"3", "4", "5", "6", "7"};
    const Primo *p = play->p;
    int counts[PRIMO_LETTERS + 1] = {0}, words = primo_solo_words(p), left = 0;
    uint8_t leftovers[PRIMO_CARDS_MAX];
    for (int i = 0; i < words; i++) counts[primo_word_length(&p->words[i])]++;
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < p->under[face]; i++) leftovers[left++] = (uint8_t)face;
    event_number(play->sink, "words", words, SEEN_BY_ALL);
    event_open_object(play->sink, "by_length", SEEN_BY_ALL);
    for (int length = 3; length <= PRIMO_LETTERS; length++)
        event_number(play->sink, lengths[length - 3], counts[length], SEEN_BY_ALL);
    event_close(play->sink);
    event_cards(play->sink, "leftovers", leftovers, left, SEEN_BY_ALL);
}

static void tell_teams(const Play *play) {
    const Primo *p = play->p;
    event_open_list(play->sink, "teams", SEEN_BY_ALL);
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (primo_team(p, seat) != seat) continue; /* a team's first seat has its number */
        SeatSet members = 0;
        for (int other = 0; other < primo_seats(p); other++)
            if (!primo_opponents(p, seat, other)) members |= SEAT_BIT(other);
        event_open_object(play->sink, NULL, SEEN_BY_ALL);
        event_seats(play->sink, "seats", members);
        event_open_list(play->sink, "written", SEEN_BY_ALL);
        for (Lengths rest = primo_written(p, seat); rest; rest &= rest - 1)
            event_number(play->sink, NULL, __builtin_ctz(rest), SEEN_BY_ALL);
        event_close(play->sink);
        event_close(play->sink);
    }
    event_close(play->sink);
}

static void finish(const Play *play, const char *reason) {
    const State *state = (const State *)(const void *)play->p;
    int points[SEATS_MAX];
    play->p->phase = PRIMO_OVER;
    if (!play->sink) return;
    event_begin(play->sink, "end");
    event_text(play->sink, "reason", reason, SEEN_BY_ALL);
    if (play->p->variant == PRIMO_SOLO) tell_solo(play);
    else tell_teams(play);
    primo_points(state, points);
    event_numbers(play->sink, "totals", points, primo_seats(play->p));
    event_seats(play->sink, "winners", primo_winners(state));
    event_end(play->sink);
}

/* Rules, "A turn" and "Pause Café": the next player's turn begins, unless it is missed. */
static void pass_turn(const Play *play) {
    Primo *p = play->p;
    p->phase = PRIMO_START;
    while (true) {
        if (++p->turns == PRIMO_TURNS_MAX) {
            finish(play, "turns");
            return;
        }
        p->turn = (uint8_t)((p->turn + 1) % primo_seats(p));
        if (!(p->paused & SEAT_BIT(p->turn))) return;
        p->paused &= (SeatSet)~SEAT_BIT(p->turn);
        p->under[PAUSE]++;
        event_begin(play->sink, "missed");
        event_number(play->sink, "seat", p->turn, SEEN_BY_ALL);
        event_end(play->sink);
    }
}

static void end_turn(const Play *play) {
    play_fill(play, play->actor, PRIMO_HAND);
    pass_turn(play);
}

/* ---- words (rules: "A turn"; "extreme" in "Modes") */

static PrimoWord *word_place(Primo *p, int seat, int length) {
    return &p->words[PRIMO_LENGTHS * seat + length - primo_length_least(p)];
}

/* A word goes under the discards. */
static void bury_word(Primo *p, int seat, int length) {
    PrimoWord *word = word_place(p, seat, length);
    for (int place = 0; place < length; place++) p->under[primo_word_card(word, place)]++;
    memset(word->letters, CARD_NONE, sizeof word->letters);
    word->stars = 0;
}

/* The owner's word has been laid or strengthened: it erases the weaker ones of the owner's opponents. */
static void erase_weaker(const Play *play, int owner, int length) {
    Primo *p = play->p;
    int strength = primo_strength(p, primo_word(p, owner, length));
    for (int seat = 0; seat < primo_seats(p); seat++) {
        const PrimoWord *word = primo_word(p, seat, length);
        if (!word || !primo_opponents(p, owner, seat) || primo_strength(p, word) >= strength) continue;
        event_begin(play->sink, "erased");
        event_number(play->sink, "seat", seat, SEEN_BY_ALL);
        tell_word(play, word);
        event_end(play->sink);
        bury_word(p, seat, length);
    }
}

static void play_word(const Play *play) {
    Primo *p = play->p;
    PrimoWord word = primo_data_letters(play->move);
    int length = primo_word_length(&word), taken = CARD_NONE, actor = play->actor;
    play_tell(play, "word");
    tell_word(play, &word);
    event_bool(play->sink, "take", primo_takes(play->move));
    play_told(play, SEEN_BY_ALL);
    if (primo_takes(play->move)) taken = top_take(p);
    for (int place = 0; place < length; place++) {
        int card = primo_word_card(&word, place);
        if (card == taken) taken = CARD_NONE;
        else hand_lose(p, actor, card);
    }
    if (p->variant == PRIMO_SOLO) {
        p->words[primo_solo_words(p)] = word;
        return;
    }
    *word_place(p, actor, length) = word;
    if (p->extreme) erase_weaker(play, actor, length);
    if (primo_complete(p, actor)) finish(play, "written");
    else end_turn(play);
}

static void play_star(const Play *play) {
    Primo *p = play->p;
    int owner = primo_seat(play->move), length = primo_data_length(play->move), place = primo_data_spot(play->move);
    PrimoWord *word = word_place(p, owner, length);
    int letter = word->letters[place - 1];
    play_tell(play, "star");
    event_number(play->sink, "owner", owner, SEEN_BY_ALL);
    event_number(play->sink, "length", length, SEEN_BY_ALL);
    event_number(play->sink, "place", place, SEEN_BY_ALL);
    event_card(play->sink, "letter", (uint8_t)letter, SEEN_BY_ALL);
    play_told(play, SEEN_BY_ALL);
    hand_lose(p, play->actor, letter);
    word->stars &= (uint8_t) ~(1u << (place - 1));
    p->hand[play->actor][STAR]++;
    knowledge_gained(p, play->actor, STAR);
    if (p->extreme && primo_colour(p, letter) != WHITE) erase_weaker(play, owner, length);
}

/* Rules, "Gomme": the turn is over without drawing, and the Crayon is open again. */
static void play_erase(const Play *play) {
    Primo *p = play->p;
    int length = primo_data_length(play->move);
    play_tell(play, "erase");
    tell_word(play, primo_word(p, play->actor, length));
    play_told(play, SEEN_BY_ALL);
    bury_word(p, play->actor, length);
    p->gommes[play->actor]--;
    p->under[GOMME]++;
    pass_turn(play);
}

/* ---- putting a set back (rules: "Modes", `four`) */

static void play_propose(const Play *play) {
    Primo *p = play->p;
    int length = primo_data_length(play->move);
    play_tell(play, "propose");
    event_number(play->sink, "length", length, SEEN_BY_ALL);
    play_told(play, SEEN_BY_ALL);
    p->proposal = (uint8_t)(length - primo_length_least(p));
    p->proposed |= (uint8_t)(1u << p->proposal);
    p->phase = PRIMO_VOTE;
}

/* All have voted: the votes are opened together. */
static void open_votes(const Play *play) {
    Primo *p = play->p;
    int length = primo_length_least(p) + p->proposal;
    SeatSet accepted = 0, refused = 0;
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (p->vote[seat] == VOTE_ACCEPT) accepted |= SEAT_BIT(seat);
        if (p->vote[seat] == VOTE_REFUSE) refused |= SEAT_BIT(seat);
    }
    event_begin(play->sink, "votes");
    event_number(play->sink, "length", length, SEEN_BY_ALL);
    event_seats(play->sink, "accepted", accepted);
    event_seats(play->sink, "refused", refused);
    event_bool(play->sink, "settled", !refused);
    event_end(play->sink);
    for (int seat = 0; seat < primo_seats(p) && !refused; seat++) bury_word(p, seat, length);
    if (!refused) p->settled |= (uint8_t)(1u << p->proposal);
    memset(p->vote, VOTE_NONE, sizeof p->vote);
    p->proposal = 0;
    p->phase = PRIMO_START;
}

static void play_vote(const Play *play) {
    Primo *p = play->p;
    bool accept = primo_act(play->move) == ACT_ACCEPT;
    play_tell(play, "vote");
    event_text(play->sink, "vote", accept ? "accept" : "refuse", SEAT_BIT(play->actor));
    play_told(play, SEAT_BIT(play->actor));
    p->vote[play->actor] = accept ? VOTE_ACCEPT : VOTE_REFUSE;
    if (primo_actors((const State *)(const void *)p) == 0) open_votes(play);
}

/* ---- cards put down */

static int card_of_move(const Play *play) {
    uint8_t cards[PRIMO_HAND_MAX] = {0};
    primo_data_list(play->move, cards);
    return cards[0];
}

static void play_throw(const Play *play) {
    Primo *p = play->p;
    int card = card_of_move(play);
    play_tell(play, "throw");
    event_card(play->sink, "card", (uint8_t)card, SEEN_BY_ALL);
    play_told(play, SEEN_BY_ALL);
    hand_lose(p, play->actor, card);
    p->thrown[p->thrown_count++] = (uint8_t)card;
    end_turn(play);
}

/* Rules, "solo": until the pile is used up, and the last hand is played out. */
static void play_solo(const Play *play) {
    Primo *p = play->p;
    if (primo_act(play->move) == ACT_WORD) {
        play_word(play);
    } else {
        int card = card_of_move(play);
        play_tell(play, "leftover");
        event_card(play->sink, "card", (uint8_t)card, SEEN_BY_ALL);
        play_told(play, SEEN_BY_ALL);
        hand_lose(p, 0, card);
        p->under[card]++;
    }
    play_fill(play, 0, PRIMO_HAND_MAX);
    if (primo_hand_size(p, 0) == 0) finish(play, "cards");
}

static void play_draw(const Play *play) {
    play_tell(play, primo_act(play->move) == ACT_PASS ? "pass" : "draw");
    play_told(play, SEEN_BY_ALL);
    if (primo_act(play->move) == ACT_PASS) {
        end_turn(play);
        return;
    }
    play_fill(play, play->actor, primo_hand_size(play->p, play->actor) + 1);
    play->p->phase = PRIMO_DRAWN;
}

/* ---- the moves */

static void play_special(const Play *play) {
    switch (primo_act(play->move)) {
    case ACT_CRAYON: play_crayon(play); break;
    case ACT_GOMME: play_gomme(play); break;
    case ACT_PAUSE: play_pause(play); break;
    case ACT_FANTOME:
    case ACT_MAGICIEN: play_exchange(play); return; /* what is given comes next */
    case ACT_GIVE: play_give(play); break;
    case ACT_TORNADO: play_tornado(play); break;
    case ACT_MARQUEUR: play_marqueur(play); break;
    case ACT_CAFETIERE: play_cafetiere(play); break;
    default: assert(!"no special card");
    }
    end_turn(play);
}

void primo_apply(State *state, int actor, Move move, Chance *chance, EventSink *sink) {
    Play play = {.p = (Primo *)(void *)state, .actor = actor, .move = move, .chance = chance, .sink = sink};
    if (play.p->variant == PRIMO_SOLO) {
        play_solo(&play);
        return;
    }
    switch (primo_act(move)) {
    case ACT_DRAW:
    case ACT_PASS: play_draw(&play); break;
    case ACT_ERASE: play_erase(&play); break;
    case ACT_PROPOSE: play_propose(&play); break;
    case ACT_ACCEPT:
    case ACT_REFUSE: play_vote(&play); break;
    case ACT_STAR: play_star(&play); break;
    case ACT_WORD: play_word(&play); break;
    case ACT_THROW: play_throw(&play); break;
    default: play_special(&play);
    }
}
