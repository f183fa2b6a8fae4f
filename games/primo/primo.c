/* Primo: setting up, who wins, and the game's table of functions.
 * primo.h describes the state; cards, moves, play, knowledge, views and notation have files of their own. */
#include "games/primo/primo.h"

#include <string.h>

#include "core/bits.h"
#include "core/message.h"

const Variant primo_variants[] = {
    [PRIMO_DUEL] = {"duel", N_("Duel"), NULL, 2, 2, 0},
    [PRIMO_THREE] = {"three", N_("Three players"), NULL, 3, 3, 0},
    [PRIMO_FOUR] = {"four", N_("Four players"), NULL, 4, 4, 0},
    [PRIMO_TEAMS] = {"teams", N_("Two teams"), N_("Partners sit opposite each other."), 4, 4, 2},
    [PRIMO_FIVE] = {"five", N_("Five players"), N_("Two pairs and a lone player."), 5, 5, 3},
    [PRIMO_SIX] = {"six", N_("Six players"), N_("Three pairs."), 6, 6, 3},
    [PRIMO_SOLO] = {"solo", N_("Solo"), N_("Alone against the pile."), 1, 1, 0},
    {0},
};

/* Rules: "Extreme", "The parade". */
static const OptionWord yes_words[] = {{"no", N_("no"), 0}, {"yes", N_("yes"), 0}, {0}};
static const OptionWord parade_words[] = {{"no", N_("left out"), 0}, {"yes", N_("in the pile"), 0}, {0}};

enum { DUEL_ONLY = 1 << PRIMO_DUEL, NOT_SOLO = (1 << PRIMO_SOLO) - 1 };
_Static_assert(PRIMO_SOLO > PRIMO_DUEL && PRIMO_SOLO > PRIMO_SIX, "solo is the last variant");
static const OptionRule option_rules[] = {
    {.key = "extreme",
     .kind = OPTION_WORD,
     .label = N_("Extreme"),
     .hint = N_("Words of four to seven letters; stronger words rub out weaker ones."),
     .variants = NOT_SOLO,
     .words = yes_words},
    {.key = "parade", .kind = OPTION_WORD, .label = N_("Marker and Coffee Pot"), .variants = DUEL_ONLY, .words = parade_words},
    {0},
};

/* ---- setting up */

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
    Primo p = {.variant = (uint8_t)setup->variant,
               .viewer = VIEWER_WHOLE,
               .marqueur = SEAT_NONE,
               .cafetiere = SEAT_NONE,
               .receiver = SEAT_NONE};
    if (!setup_check(&primo, setup, error)) return false;
    if (NOT_SOLO >> setup->variant & 1) p.extreme = setup_word(&primo, setup, "extreme") > 0;
    if (DUEL_ONLY >> setup->variant & 1) p.parade = setup_word(&primo, setup, "parade") > 0;
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
    if (p->extreme) setup_add_word(&primo, setup, "extreme", p->extreme);
    if (p->parade) setup_add_word(&primo, setup, "parade", p->parade);
}

static int seats(const State *state) { return primo_seats(primo_of(state)); }

/* ---- who leads (rules: the first lines; "A turn" for the end after 1,000 turns) */

void primo_points(const State *state, int points[SEATS_MAX]) {
    const Primo *p = primo_of(state);
    memset(points, 0, SEATS_MAX * sizeof *points);
    if (p->variant == PRIMO_SOLO)
        for (int i = 0; i < primo_solo_words(p); i++) points[0] += primo_word_length(&p->words[i]);
    else
        for (int seat = 0; seat < primo_seats(p); seat++) points[seat] = bits_count(primo_written(p, seat));
}

bool primo_complete(const Primo *p, int seat) { return primo_written(p, seat) == primo_lengths(p); }

SeatSet primo_leaders(const Primo *p) {
    SeatSet leaders = 0;
    int best = -1;
    for (int seat = 0; seat < primo_seats(p); seat++) {
        Lengths written = primo_written(p, seat);
        int rank = 100 * bits_count(written); /* all lengths together are 22 letters at most */
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

static int viewer(const State *state) { return primo_of(state)->viewer; }

const Game primo = {
    .name = "primo",
    .title = "Primo",
    .variants = primo_variants,
    .options = option_rules,
    .unit = N_("points"),
    .forfeit = 4,
    .facts = primo_facts,
    .glance = primo_glance,
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
