/* The legal moves of Primo (rules: "A turn", "Specials", "Modes").
 * They depend only on what the actor knows: its own hand, the open cards, and how many cards the others hold. */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

SeatSet primo_actors(const State *state) {
    const Primo *p = primo_of(state);
    if (p->phase == PRIMO_OVER) return 0;
    if (p->phase != PRIMO_VOTE) return SEAT_BIT(p->turn);
    SeatSet set = 0;
    for (int seat = 0; seat < primo_seats(p); seat++)
        if (seat != p->turn && p->vote[seat] == VOTE_NONE) set |= SEAT_BIT(seat);
    return set;
}

int primo_act_face(PrimoAct act) {
    static const uint8_t faces[ACTS] = {
        [ACT_CRAYON] = CRAYON,     [ACT_GOMME] = GOMME,      [ACT_PAUSE] = PAUSE,       [ACT_FANTOME] = FANTOME,
        [ACT_MAGICIEN] = MAGICIEN, [ACT_TORNADO] = MAGICIEN, [ACT_MARQUEUR] = MARQUEUR, [ACT_CAFETIERE] = CAFETIERE};
    return act < ACTS && faces[act] ? faces[act] : CARD_NONE;
}

static int top_discard(const Primo *p) { return p->thrown_count ? p->thrown[p->thrown_count - 1] : CARD_NONE; }

/* ---- single questions */

static bool nothing_to_draw(const Primo *p) { return p->pile_count == 0 && primo_discards(p) == 0; }

static bool may_pass(const Primo *p, int actor) { return primo_hand_size(p, actor) == 0 && nothing_to_draw(p); }

static bool may_erase(const Primo *p, int actor, int length) { return primo_gommed(p, actor) && primo_word(p, actor, length); }

/* Rules, "Modes", `four`: when everybody has that length, once between two reshuffles. */
static bool may_propose(const Primo *p, int length) {
    if (p->variant != PRIMO_FOUR || !(primo_lengths(p) >> length & 1)) return false;
    if (p->proposed >> (length - primo_length_least(p)) & 1) return false;
    for (int seat = 0; seat < primo_seats(p); seat++)
        if (!primo_word(p, seat, length)) return false;
    return true;
}

/* Rules, "Étoile": with a valid Crayon or the Marqueur, from anybody's word, by the very letter. Places count from 1. */
static bool may_recover(const Primo *p, int actor, int owner, int length, int place) {
    if (owner >= primo_seats(p) || !primo_can_write(p, actor)) return false;
    const PrimoWord *word = primo_word(p, owner, length);
    if (!word || place < 1 || place > length || !(word->stars >> (place - 1) & 1)) return false;
    return p->hand[actor][word->letters[place - 1]] > 0;
}

/* May this special card be played on that seat? The cards given are another question. */
static bool may_target(const Primo *p, int actor, PrimoAct act, int seat) {
    /* A Crayon that would do nothing can only be thrown, and who is under a Gomme has no hand free for a partner. */
    if (act == ACT_CRAYON)
        return !primo_opponents(p, actor, seat) && !primo_can_write(p, seat) && (seat == actor || !primo_gommed(p, actor));
    if (act == ACT_MARQUEUR) return true;
    if (primo_gommed(p, actor)) return false;
    if (act == ACT_CAFETIERE || act == ACT_TORNADO) return true;
    if (!primo_opponents(p, actor, seat)) return false;
    if (act == ACT_GOMME) return p->marqueur != seat && primo_can_write(p, seat);
    if (act == ACT_PAUSE) return p->cafetiere != seat && !(p->paused & SEAT_BIT(seat));
    return primo_hand_size(p, seat) > 0;
}

/* How many cards can be exchanged with that seat once the special card itself is played. */
static int most_given(const Primo *p, int actor, bool take, int seat) {
    int own = primo_hand_size(p, actor) - !take, theirs = primo_hand_size(p, seat);
    return own < theirs ? own : theirs;
}

/* ---- lists */

static int list_exchanges(const Primo *p, int actor, PrimoAct act, bool take, Move *moves, int count) {
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (!may_target(p, actor, act, seat)) continue;
        int most = most_given(p, actor, take, seat);
        if (act == ACT_FANTOME && most > 0) moves[count++] = primo_move(act, take, seat, 0);
        for (int given = 1; given <= most && act == ACT_MAGICIEN; given++)
            moves[count++] = primo_move(act, take, seat, (uint64_t)given);
    }
    return count;
}

/* Adds a gift for every choice of `left` further cards among the faces from `from` on. */
static int list_gifts(const uint8_t hand[PRIMO_FACES], int from, int left, uint8_t *gifts, int chosen, Move *moves, int count) {
    if (left == 0) moves[count++] = primo_move(ACT_GIVE, false, 0, primo_data_cards(gifts, chosen));
    for (int face = from; face < PRIMO_FACES && left > 0 && chosen < PRIMO_HAND_MAX; face++) {
        int held = hand[face];
        for (int i = 0; i < chosen; i++) held -= gifts[i] == face;
        if (held <= 0) continue;
        gifts[chosen] = (uint8_t)face;
        count = list_gifts(hand, face, left - 1, gifts, chosen + 1, moves, count);
    }
    return count;
}

static int list_tornados(const Primo *p, int actor, bool take, Move *moves, int count) {
    if (!may_target(p, actor, ACT_TORNADO, actor)) return count;
    for (unsigned seats = 1; seats < 1u << primo_seats(p); seats++)
        if (!(seats & SEAT_BIT(actor))) moves[count++] = primo_move(ACT_TORNADO, take, 0, seats);
    return count;
}

/* All ways to play a special card of this face, from the hand or off the discards. */
static int list_special(const Primo *p, int actor, int face, bool take, Move *moves, int count) {
    for (PrimoAct act = ACT_CRAYON; act <= ACT_CAFETIERE; act++) {
        if (primo_act_face(act) != face) continue;
        if (act == ACT_FANTOME || act == ACT_MAGICIEN) {
            count = list_exchanges(p, actor, act, take, moves, count);
        } else if (act == ACT_TORNADO) {
            count = list_tornados(p, actor, take, moves, count);
        } else if (act == ACT_MARQUEUR || act == ACT_CAFETIERE) {
            if (may_target(p, actor, act, actor)) moves[count++] = primo_move(act, take, 0, 0);
        } else {
            for (int seat = 0; seat < primo_seats(p); seat++)
                if (may_target(p, actor, act, seat)) moves[count++] = primo_move(act, take, seat, 0);
        }
    }
    return count;
}

static int list_stars(const Primo *p, int actor, Move *moves, int count) {
    if (!primo_can_write(p, actor)) return count;
    for (int owner = 0; owner < primo_seats(p); owner++)
        for (int length = 3; length <= PRIMO_LETTERS; length++)
            for (int place = 1; place <= length; place++)
                if (may_recover(p, actor, owner, length, place))
                    moves[count++] = primo_move(ACT_STAR, false, owner, primo_data_place(length, place));
    return count;
}

static int list_start(const Primo *p, int actor, Move *moves) {
    int count = 0, top = top_discard(p);
    moves[count++] = primo_move(may_pass(p, actor) ? ACT_PASS : ACT_DRAW, false, 0, 0);
    for (int length = 3; length <= PRIMO_LETTERS; length++) {
        if (may_erase(p, actor, length)) moves[count++] = primo_move(ACT_ERASE, false, 0, (uint64_t)length);
        if (may_propose(p, length)) moves[count++] = primo_move(ACT_PROPOSE, false, 0, (uint64_t)length);
    }
    count = list_stars(p, actor, moves, count);
    return top == CARD_NONE || top <= STAR ? count : list_special(p, actor, top, true, moves, count);
}

static int list_throws(const Primo *p, int actor, PrimoAct act, Move *moves, int count) {
    for (int face = 0; face < PRIMO_FACES; face++)
        if (p->hand[actor][face]) moves[count++] = primo_move(act, false, 0, primo_data_cards(&(uint8_t){(uint8_t)face}, 1));
    return count;
}

static int list_drawn(const Primo *p, int actor, Move *moves) {
    bool solo = p->variant == PRIMO_SOLO;
    int count = solo ? 0 : list_stars(p, actor, moves, 0);
    for (int face = CRAYON; face < PRIMO_FACES && !solo; face++)
        if (p->hand[actor][face]) count = list_special(p, actor, face, false, moves, count);
    return list_throws(p, actor, solo ? ACT_LEFTOVER : ACT_THROW, moves, count);
}

int primo_list_actions(const State *state, int actor, Move *moves) {
    const Primo *p = primo_of(state);
    if (actor < 0 || actor >= SEATS_MAX || !(primo_actors(state) & SEAT_BIT(actor))) return 0;
    if (p->phase == PRIMO_START) return list_start(p, actor, moves);
    if (p->phase == PRIMO_DRAWN) return list_drawn(p, actor, moves);
    if (p->phase == PRIMO_GIVE) return list_gifts(p->hand[actor], 0, p->giving, (uint8_t[PRIMO_HAND_MAX]){0}, 0, moves, 0);
    moves[0] = primo_move(ACT_ACCEPT, false, 0, 0);
    moves[1] = primo_move(ACT_REFUSE, false, 0, 0);
    return 2;
}

bool primo_may_lay(const Primo *p, bool *take) {
    *take = p->phase == PRIMO_START;
    return p->phase == PRIMO_DRAWN || (*take && p->thrown_count && top_discard(p) <= STAR);
}

/* Words come last: they can be thousands. */
int primo_legal(const State *state, int actor, Move *moves) {
    const Primo *p = primo_of(state);
    int count = primo_list_actions(state, actor, moves);
    bool take;
    return count && primo_may_lay(p, &take) ? count + primo_list_words(p, actor, take, moves + count) : count;
}

/* ---- one move */

static bool gifts_held(const Primo *p, int actor, Move move) {
    uint8_t hand[PRIMO_FACES], gifts[PRIMO_HAND_MAX];
    int count = primo_data_list(move, gifts);
    if (count != p->giving || move != primo_move(ACT_GIVE, false, 0, primo_data_cards(gifts, count))) return false;
    memcpy(hand, p->hand[actor], sizeof hand);
    for (int i = 0; i < count; i++) {
        if (gifts[i] >= PRIMO_FACES || hand[gifts[i]] == 0 || (i > 0 && gifts[i] < gifts[i - 1])) return false;
        hand[gifts[i]]--;
    }
    return true;
}

static bool special_allowed(const Primo *p, int actor, Move move) {
    PrimoAct act = primo_act(move);
    bool take = primo_takes(move);
    int face = primo_act_face(act), seat = primo_seat(move);
    uint64_t data = primo_data(move);
    if (take ? top_discard(p) != face : p->hand[actor][face] == 0) return false;
    if (act == ACT_TORNADO)
        return seat == 0 && data > 0 && data < 1u << primo_seats(p) && !(data & SEAT_BIT(actor)) &&
               may_target(p, actor, act, actor);
    if (act == ACT_MARQUEUR || act == ACT_CAFETIERE) return seat == 0 && data == 0 && may_target(p, actor, act, actor);
    if (seat >= primo_seats(p) || !may_target(p, actor, act, seat)) return false;
    if (act == ACT_FANTOME) return data == 0 && most_given(p, actor, take, seat) > 0;
    if (act == ACT_MAGICIEN) return data > 0 && data <= (uint64_t)most_given(p, actor, take, seat);
    return data == 0;
}

static bool word_allowed(const Primo *p, int actor, Move move) {
    PrimoWord word = primo_data_letters(move);
    if (move != primo_move(ACT_WORD, primo_takes(move), 0, primo_data_word(&word))) return false;
    if (primo_takes(move) && top_discard(p) > STAR) return false;
    return primo_word_allowed(p, actor, primo_takes(move), &word);
}

static bool card_held(const Primo *p, int actor, Move move) {
    uint8_t cards[PRIMO_HAND_MAX];
    if (primo_data_list(move, cards) != 1 || cards[0] >= PRIMO_FACES) return false;
    return move == primo_move(primo_act(move), false, 0, primo_data_cards(cards, 1)) && p->hand[actor][cards[0]] > 0;
}

bool primo_is_legal(const State *state, int actor, Move move) {
    const Primo *p = primo_of(state);
    PrimoAct act = primo_act(move);
    bool start = p->phase == PRIMO_START, solo = p->variant == PRIMO_SOLO;
    int length = primo_data_length(move);
    if (actor < 0 || actor >= SEATS_MAX || !(primo_actors(state) & SEAT_BIT(actor)) || act >= ACTS) return false;
    if (p->phase == PRIMO_VOTE) return (act == ACT_ACCEPT || act == ACT_REFUSE) && move == primo_move(act, false, 0, 0);
    if (p->phase == PRIMO_GIVE) return gifts_held(p, actor, move);
    switch (act) {
    case ACT_DRAW: return start && move == primo_move(act, false, 0, 0) && !may_pass(p, actor);
    case ACT_PASS: return start && move == primo_move(act, false, 0, 0) && may_pass(p, actor);
    case ACT_ERASE: return start && move == primo_move(act, false, 0, (uint64_t)length) && may_erase(p, actor, length);
    case ACT_PROPOSE: return start && move == primo_move(act, false, 0, (uint64_t)length) && may_propose(p, length);
    case ACT_STAR:
        return !solo && move == primo_move(act, false, primo_seat(move), primo_data_place(length, primo_data_spot(move))) &&
               may_recover(p, actor, primo_seat(move), length, primo_data_spot(move));
    case ACT_WORD: return primo_takes(move) == start && word_allowed(p, actor, move);
    case ACT_THROW: return !start && !solo && card_held(p, actor, move);
    case ACT_LEFTOVER: return solo && card_held(p, actor, move);
    case ACT_GIVE:
    case ACT_ACCEPT:
    case ACT_REFUSE: return false;
    default: return primo_takes(move) == start && special_allowed(p, actor, move);
    }
}
