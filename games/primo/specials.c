/* Plays Primo's special cards (rules: "Specials").
 * Each function reports its move, takes the card from where it is played, and carries out its effect; the caller ends the
 * turn. */
#include "games/primo/primo.h"

#include <assert.h>
#include <string.h>

#include "core/bits.h"

static void tell_special(const Play *play, const char *kind) {
    play_tell(play, kind);
    event_bool(play->sink, "take", primo_takes(play->move));
}

static void tell_target(const Play *play, const char *kind) {
    tell_special(play, kind);
    event_number(play->sink, "to", primo_seat(play->move), SEEN_BY_ALL);
}

void play_crayon(const Play *play) {
    int seat = primo_seat(play->move);
    tell_target(play, "crayon");
    event_bool(play->sink, "over_gomme", primo_gommed(play->p, seat));
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    play->p->crayons[seat]++;
}

void play_gomme(const Play *play) {
    tell_target(play, "gomme");
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    play->p->gommes[primo_seat(play->move)]++;
}

void play_pause(const Play *play) {
    tell_target(play, "pause");
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    play->p->paused |= SEAT_BIT(primo_seat(play->move));
}

void play_marqueur(const Play *play) {
    tell_special(play, "marqueur");
    event_bool(play->sink, "over_gomme", primo_gommed(play->p, play->actor));
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    play->p->marqueur = (uint8_t)play->actor;
}

void play_cafetiere(const Play *play) {
    tell_special(play, "cafetiere");
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    play->p->cafetiere = (uint8_t)play->actor;
}

/* ---- Fantôme and Magicien */

/* The index-th card of a hand in the order of faces, out of it. Which index was drawn tells its owner nothing new, but would
 * tell anybody else the card's place among the others. */
static int take_at(uint8_t hand[PRIMO_FACES], int index) {
    int face = 0;
    while (index >= hand[face]) index -= hand[face++];
    hand[face]--;
    return face;
}

void play_exchange(const Play *play) {
    Primo *p = play->p;
    PrimoAct act = primo_act(play->move);
    tell_target(play, act == ACT_FANTOME ? "fantome" : "magicien");
    if (act == ACT_MAGICIEN) event_number(play->sink, "count", (int64_t)primo_data(play->move), SEEN_BY_ALL);
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    p->under[primo_act_face(act)]++;
    p->receiver = (uint8_t)primo_seat(play->move);
    p->giving = (uint8_t)(act == ACT_FANTOME ? 1 : primo_data(play->move));
    p->phase = PRIMO_GIVE;
}

/* What is taken in return is drawn from the cards the other had before. */
void play_give(const Play *play) {
    Primo *p = play->p;
    int seat = play->actor, other = p->receiver;
    uint8_t given[PRIMO_HAND_MAX], taken[PRIMO_HAND_MAX];
    int count = primo_data_list(play->move, given);
    SeatSet both = SEAT_BIT(seat) | SEAT_BIT(other);
    const int sizes[2] = {primo_hand_size(p, seat), primo_hand_size(p, other)};
    play_tell(play, "give");
    event_number(play->sink, "to", other, SEEN_BY_ALL);
    event_cards(play->sink, "cards", given, count, both);
    play_told(play, both);
    for (int i = 0; i < count; i++) {
        uint32_t index = event_lot(play->sink, play->chance, &p->chance_count, (uint32_t)(sizes[1] - i), SEAT_BIT(other));
        taken[i] = (uint8_t)take_at(p->hand[other], (int)index);
    }
    for (int i = 0; i < count; i++) {
        p->hand[seat][given[i]]--;
        p->hand[other][given[i]]++;
        p->hand[seat][taken[i]]++;
    }
    knowledge_exchanged(p, seat, other, given, taken, count, sizes);
    event_begin(play->sink, "takes");
    event_number(play->sink, "seat", seat, SEEN_BY_ALL);
    event_number(play->sink, "from", other, SEEN_BY_ALL);
    event_cards(play->sink, "cards", taken, count, both);
    event_end(play->sink);
    p->receiver = SEAT_NONE;
    p->giving = 0;
}

/* ---- Tornado */

static int gather(Primo *p, SeatSet seats, uint8_t *cards) {
    int count = 0;
    knowledge_gathered(p, seats);
    for (int i = 0; i < p->thrown_count; i++) cards[count++] = p->thrown[i];
    for (int face = 0; face < PRIMO_FACES; face++) {
        int copies = p->under[face] + p->mixed[face];
        for (int seat = 0; seat < primo_seats(p); seat++)
            if (seats & SEAT_BIT(seat)) {
                copies += p->hand[seat][face];
                p->hand[seat][face] = 0;
            }
        for (int i = 0; i < copies; i++) cards[count++] = (uint8_t)face;
    }
    memset(p->thrown, CARD_NONE, sizeof p->thrown);
    memset(p->under, 0, sizeof p->under);
    memset(p->mixed, 0, sizeof p->mixed);
    p->thrown_count = 0;
    return count;
}

/* One card at a time to each of the seats from the actor's left on, six rounds as far as cards go; returns how many were
 * dealt. */
static int scatter(const Play *play, SeatSet seats, const uint8_t *cards, int count) {
    Primo *p = play->p;
    int hands = bits_count(seats), first = 0, dealt = count < PRIMO_HAND * hands ? count : PRIMO_HAND * hands;
    for (int step = 1; step < primo_seats(p); step++) {
        int seat = (play->actor + step) % primo_seats(p), size = 0;
        uint8_t hand[PRIMO_HAND];
        if (!(seats & SEAT_BIT(seat))) continue;
        for (int i = first; i < dealt; i += hands) {
            hand[size++] = cards[i];
            p->hand[seat][cards[i]]++;
        }
        first++;
        event_begin(play->sink, "deal");
        event_number(play->sink, "seat", seat, SEEN_BY_ALL);
        event_cards(play->sink, "cards", hand, size, SEAT_BIT(seat));
        event_end(play->sink);
    }
    return dealt;
}

void play_tornado(const Play *play) {
    Primo *p = play->p;
    SeatSet seats = (SeatSet)primo_data(play->move);
    uint8_t cards[PRIMO_CARDS_MAX];
    tell_special(play, "tornado");
    event_seats(play->sink, "to", seats);
    play_told(play, SEEN_BY_ALL);
    play_spend(play);
    int count = gather(p, seats, cards), top = CARD_NONE;
    event_shuffle(play->sink, play->chance, &p->chance_count, cards, count);
    int dealt = scatter(play, seats, cards, count);
    if (dealt < count) {
        top = cards[dealt];
        p->thrown[p->thrown_count++] = (uint8_t)top;
        event_begin(play->sink, "top");
        event_card(play->sink, "card", (uint8_t)top, SEEN_BY_ALL);
        event_end(play->sink);
    }
    for (int i = dealt + 1; i < count; i++) p->mixed[cards[i]]++;
    knowledge_scattered(p, seats, top);
    p->under[MAGICIEN]++;
}
