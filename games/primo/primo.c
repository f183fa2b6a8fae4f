/* Primo: setting up, who wins, and the table of its functions. primo.h describes the state; cards, moves, playing, knowledge,
 * views and notation stand in the files beside this one. */
#include "games/primo/primo.h"

#include <string.h>

const Variant primo_variants[] = {
    [PRIMO_DUEL] = {"duel", 2, 2, 0}, [PRIMO_THREE] = {"three", 3, 3, 0},
    [PRIMO_FOUR] = {"four", 4, 4, 0}, [PRIMO_TEAMS] = {"teams", 4, 4, 2},
    [PRIMO_FIVE] = {"five", 5, 5, 3}, [PRIMO_SIX] = {"six", 6, 6, 3},
    [PRIMO_SOLO] = {"solo", 1, 1, 0}, {NULL, 0, 0, 0},
};

/* ---- setting up */

static bool read_yes(const Setup *setup, const char *key, uint8_t *yes, Error *error) {
    const char *value = setup_value(setup, key);
    if (value && strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
        return error_set(error, "%s is yes or no, not '%.40s'", key, value);
    *yes = value && strcmp(value, "yes") == 0;
    return true;
}

/* Six cards to each, seven in solo. */
static void deal(Primo *p, Chance *chance, EventSink *sink) {
    Play play = {.p = p, .chance = chance, .sink = sink};
    int count = 0, seats = primo_seats(p);
    memset(p->pile, CARD_NONE, sizeof p->pile);
    for (int face = 0; face < PRIMO_FACES; face++)
        for (int i = 0; i < primo_deck_count(p, face); i++) p->pile[count++] = (uint8_t)face;
    p->pile_count = (uint8_t)count;
    event_shuffle(sink, chance, &p->chance_count, p->pile, count);
    for (int step = 0; step < seats; step++)
        play_fill(&play, (p->turn + step) % seats, p->variant == PRIMO_SOLO ? PRIMO_HAND_MAX : PRIMO_HAND);
}

static bool setup(State *state, const Setup *setup, Chance *chance, EventSink *sink, Error *error) {
    static const char *const in_duel[] = {"extreme", "parade", NULL};
    static const char *const in_others[] = {"extreme", NULL};
    static const char *const in_solo[] = {NULL};
    const char *const *known = setup->variant == PRIMO_DUEL ? in_duel : setup->variant == PRIMO_SOLO ? in_solo : in_others;
    const Variant *variant = &primo_variants[setup->variant];
    Primo p = {.variant = (uint8_t)setup->variant,
               .viewer = VIEWER_WHOLE,
               .marqueur = SEAT_NONE,
               .cafetiere = SEAT_NONE,
               .receiver = SEAT_NONE};
    if (!setup_known(setup, known, error)) return false;
    if (!read_yes(setup, "extreme", &p.extreme, error) || !read_yes(setup, "parade", &p.parade, error)) return false;
    if (setup->people != variant->people_max)
        return error_set(error, "%s is for %d players, not %d", variant->name, variant->people_max, setup->people);
    for (int i = 0; i < PRIMO_WORDS_MAX; i++) memset(p.words[i].letters, CARD_NONE, PRIMO_LETTERS);
    memset(p.thrown, CARD_NONE, sizeof p.thrown);
    memset(p.known, CARD_NONE, sizeof p.known);
    if (setup->variant == PRIMO_SOLO) p.phase = PRIMO_DRAWN;
    else p.turn = (uint8_t)event_lot(sink, chance, &p.chance_count, (uint32_t)setup->people, SEEN_BY_ALL);
    event_begin(sink, "begin");
    event_number(sink, "seat", p.turn, SEEN_BY_ALL);
    event_end(sink);
    deal(&p, chance, sink);
    memcpy(state, &p, sizeof p);
    return true;
}

static void describe(const State *state, Setup *setup) {
    const Primo *p = primo_of(state);
    *setup = (Setup){.variant = p->variant, .people = primo_seats(p)};
    if (p->extreme) setup_option(setup, span_of("extreme=yes"), NULL);
    if (p->parade) setup_option(setup, span_of("parade=yes"), NULL);
}

static int seats(const State *state) { return primo_seats(primo_of(state)); }

/* ---- who leads (rules: the first lines; "A turn" for the end after 1,000 turns) */

void primo_points(const State *state, int points[SEATS_MAX]) {
    const Primo *p = primo_of(state);
    memset(points, 0, SEATS_MAX * sizeof *points);
    if (p->variant == PRIMO_SOLO)
        for (int i = 0; i < primo_solo_words(p); i++) points[0] += primo_word_length(&p->words[i]);
    else
        for (int seat = 0; seat < primo_seats(p); seat++) points[seat] = __builtin_popcount(primo_written(p, seat));
}

bool primo_complete(const Primo *p, int seat) { return primo_written(p, seat) == primo_lengths(p); }

SeatSet primo_leaders(const Primo *p) {
    SeatSet leaders = 0;
    int best = -1;
    for (int seat = 0; seat < primo_seats(p); seat++) {
        Lengths written = primo_written(p, seat);
        int rank = 100 * __builtin_popcount(written); /* all lengths together are 22 letters at most */
        for (Lengths rest = written; rest; rest &= rest - 1) rank += __builtin_ctz(rest);
        if (rank > best) leaders = 0, best = rank;
        if (rank == best) leaders |= SEAT_BIT(seat);
    }
    return leaders;
}

SeatSet primo_winners(const State *state) {
    const Primo *p = primo_of(state);
    return p->phase == PRIMO_OVER ? primo_leaders(p) : 0;
}

static int viewer(const State *state) {
    const Primo *p = primo_of(state);
    return p->viewer == VIEWER_WHOLE ? EVENT_WHOLE : p->viewer;
}

const Game primo = {
    .name = "primo",
    .variants = primo_variants,
    .revision = 1,
    .state_bytes = sizeof(Primo),
    .moves_max = PRIMO_MOVES_MAX,
    .turns_max = PRIMO_TURNS_MAX * PRIMO_MOVES_A_TURN,
    .word_list = primo_word_list,
    .setup = setup,
    .describe = describe,
    .seats = seats,
    .actors = primo_actors,
    .legal = primo_legal,
    .is_legal = primo_is_legal,
    .apply = primo_apply,
    .points = primo_points,
    .winners = primo_winners,
    .view = primo_view,
    .determinize = primo_determinize,
    .viewer = viewer,
    .print_card = primo_print_card,
    .parse_card = primo_parse_card,
    .print_move = primo_print_move,
    .parse_move = primo_parse_move,
    .print = primo_print,
    .parse = primo_parse,
    .check = primo_check,
};
