/* Why a move of Primo: how many words are written, which letters stay in hand, how far the other is. */
#include <string.h>

#include "bots/reason.h"
#include "games/primo.h"

/* The letters and stars that stay in hand when these cards leave it; one of them may be the discard that was taken. */
static void add_kept(const Primo *p, int actor, const uint8_t *cards, int count, bool took, Reasons *reasons) {
    uint8_t hand[PRIMO_FACES];
    memcpy(hand, p->hand[actor], sizeof hand);
    if (took && p->thrown_count > 0) hand[p->thrown[p->thrown_count - 1]]++;
    for (int i = 0; i < count; i++)
        if (hand[cards[i]] > 0) hand[cards[i]]--;
    char letters[REASON_WORDS_MAX];
    Text words = text_init(letters, sizeof letters);
    for (int face = 0; face <= STAR; face++)
        for (int i = 0; i < hand[face]; i++) primo_print_card((uint8_t)face, &words);
    if (!words.length) return;
    Text kept = reason_words(reason_add(reasons, "You keep {letters}."), "letters");
    text_add(&kept, letters);
}

static void add_word(const Primo *p, int actor, Move move, Reasons *reasons) {
    PrimoWord word = primo_data_letters(move);
    uint8_t cards[PRIMO_LETTERS];
    int length = primo_word_length(&word);
    for (int i = 0; i < length; i++) cards[i] = (uint8_t)primo_word_card(&word, i);
    if (p->variant != PRIMO_SOLO) {
        Reason *reason = reason_add(reasons, "With it {n} of {all} words are written.");
        reason_number(reason, "n", __builtin_popcount(primo_written(p, p->turn)) + 1);
        reason_number(reason, "all", PRIMO_LENGTHS);
    }
    add_kept(p, actor, cards, length, primo_takes(move), reasons);
}

void reasons_primo(const View *view, int actor, Move move, Reasons *reasons) {
    const Primo *p = primo_of_view(view);
    PrimoAct act = primo_act(move);
    int seat = primo_seat(move);
    if (act == ACT_WORD) {
        add_word(p, actor, move, reasons);
    } else if (act == ACT_THROW) {
        uint8_t thrown[PRIMO_HAND_MAX];
        add_kept(p, actor, thrown, primo_data_list(move, thrown), false, reasons);
    } else if (act == ACT_GOMME || act == ACT_PAUSE || act == ACT_FANTOME || act == ACT_MAGICIEN) {
        Reason *reason = reason_add(reasons, "{player} has written {n} of {all} words.");
        reason_seat(reason, "player", seat);
        reason_number(reason, "n", __builtin_popcount(primo_written(p, seat)));
        reason_number(reason, "all", PRIMO_LENGTHS);
    } else if (act == ACT_CRAYON && seat == p->turn) {
        reason_add(reasons, "Without one you cannot write.");
    }
}
