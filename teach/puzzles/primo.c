/* Proves puzzles of Primo: the one move that wins at once, and the one longest word. */
#include "games/primo/primo.h"
#include "bots/primo/turn.h"
#include "teach/puzzle.h"

enum { CHOICES_MIN = 5, LONG_MIN = 5 };

static bool wins(const Primo *p, int actor, Move move) {
    PrimoWord word = primo_data_letters(move);
    return primo_wanted(p, actor) == 1u << primo_word_length(&word);
}

static bool prove(Prover *prover, const View *view, int actor, int goal, Proof *proof) {
    (void)goal;
    const Primo *p = primo_of_view(view);
    Ranking winning = {0}, longest = {0};
    if (p->variant == PRIMO_SOLO || p->extreme) return false;
    int count = primo.legal(view_state(view), actor, prover->moves);
    if (count < CHOICES_MIN) return false;
    for (int i = 0; i < count; i++) {
        Move move = prover->moves[i];
        bool lays = primo_act(move) == ACT_WORD;
        ranking_add(&winning, move, lays && wins(p, actor, move));
        if (!lays) continue;
        PrimoWord word = primo_data_letters(move);
        ranking_add(&longest, move, primo_word_length(&word));
    }
    if (ranking_decides(&winning, 0, THEME_WIN, proof)) return true;
    return !winning.value && longest.value >= LONG_MIN && ranking_decides(&longest, 0, THEME_LONG, proof);
}

const GamePuzzles puzzles_primo = {.game = &primo, .prove = prove, .first = THEME_WIN, .last = THEME_LONG};
