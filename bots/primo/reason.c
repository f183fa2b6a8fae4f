/* Reasons for moves in Primo: words written, letters kept and what they are good for, how far the others are. */
#include <string.h>

#include "bots/primo/bots.h"
#include "core/bits.h"
#include "games/primo/primo.h"

/* ---- what a hand is good for */

/* The lengths of words that the seat's side still lacks; in solo any. */
static Lengths lengths_wanted(const Primo *p, int seat) {
    return p->variant == PRIMO_SOLO ? primo_lengths(p) : primo_lengths(p) & ~primo_written(p, seat);
}

static Rack rack_of(const uint8_t hand[PRIMO_FACES]) {
    Rack rack = {.stars = hand[STAR]};
    memcpy(rack.counts, hand, sizeof rack.counts);
    return rack;
}

static bool gives_word(const Rack *rack, Lengths lengths) {
    WordSearch search;
    if (rack_cards(rack) == 0) return false;
    word_search_init(&search, primo_lexicon(), rack, lengths);
    return word_search_next(&search);
}

/* The longest of these lengths of which the hand gives a word, or 0. */
static int longest_word(const uint8_t hand[PRIMO_FACES], Lengths lengths) {
    Rack rack = rack_of(hand);
    for (int length = PRIMO_LETTERS; length > 0; length--)
        if ((lengths >> length & 1) && gives_word(&rack, 1u << length)) return length;
    return 0;
}

/* Of the cards that the seat does not see, all, and those of a face. */
static int unseen_cards(const Primo *p, int unseen[PRIMO_FACES]) {
    int seen[PRIMO_FACES], all = 0;
    primo_count_seen(p, seen);
    for (int face = 0; face < PRIMO_FACES; face++) {
        unseen[face] = primo_deck_count(p, face) - seen[face];
        all += unseen[face];
    }
    return all;
}

/* What can be written with these cards, or how many unseen ones would help. False if there is nothing to say. */
static bool add_prospect(const Primo *p, int seat, const uint8_t hand[PRIMO_FACES], Reasons *reasons) {
    Lengths wanted = lengths_wanted(p, seat);
    int length = longest_word(hand, wanted), unseen[PRIMO_FACES], outs = 0;
    if (length) {
        reason_number(reason_add(reasons, "Your cards make a word of {n} letters."), "n", length);
        return true;
    }
    int all = unseen_cards(p, unseen);
    for (int face = 0; face <= STAR; face++) {
        uint8_t with[PRIMO_FACES];
        memcpy(with, hand, sizeof with);
        with[face]++;
        if (unseen[face] && longest_word(with, wanted)) outs += unseen[face];
    }
    if (!outs) return false;
    Reason *reason = reason_add_plural(reasons, "With {n} of the {all} unseen cards, you could write a word.",
                                       "With {n} of the {all} unseen cards, you could write a word.", outs);
    reason_number(reason, "n", outs);
    reason_number(reason, "all", all);
    return true;
}

static void add_letters(const uint8_t hand[PRIMO_FACES], Reasons *reasons) {
    char letters[REASON_WORDS_MAX];
    Text words = text_init(letters, sizeof letters);
    for (int face = 0; face <= STAR; face++)
        for (int i = 0; i < hand[face]; i++) primo_print_card((uint8_t)face, &words);
    if (!words.length) return;
    Text kept = reason_words(reason_add(reasons, "You keep {letters}."), "letters");
    text_add(&kept, letters);
}

/* The hand when these cards leave it; one of them may be the discard that was taken. */
static void hand_without(const Primo *p, int seat, const uint8_t *cards, int count, bool took, uint8_t hand[PRIMO_FACES]) {
    memcpy(hand, p->hand[seat], PRIMO_FACES);
    if (took && p->thrown_count > 0) hand[p->thrown[p->thrown_count - 1]]++;
    for (int i = 0; i < count; i++)
        if (hand[cards[i]] > 0) hand[cards[i]]--;
}

/* ---- by act */

static void add_word(const Primo *p, int actor, Move move, Reasons *reasons) {
    PrimoWord word = primo_data_letters(move);
    uint8_t cards[PRIMO_LETTERS], hand[PRIMO_FACES];
    int length = primo_word_length(&word);
    for (int i = 0; i < length; i++) cards[i] = (uint8_t)primo_word_card(&word, i);
    if (p->variant == PRIMO_SOLO) {
        Reason *reason = reason_add(reasons, "One word uses {n} of your {all} cards.");
        reason_number(reason, "n", length);
        reason_number(reason, "all", primo_hand_size(p, actor));
    } else {
        int written = bits_count(primo_written(p, p->turn)) + 1;
        Reason *reason = reason_add_plural(reasons, "You will then have written {n} of {all} words.",
                                           "You will then have written {n} of {all} words.", written);
        reason_number(reason, "n", written);
        reason_number(reason, "all", PRIMO_LENGTHS);
    }
    hand_without(p, actor, cards, length, primo_takes(move), hand);
    add_letters(hand, reasons);
}

/* Cards that are thrown, given or set aside. */
static void add_parted(const Primo *p, int actor, Move move, Reasons *reasons) {
    uint8_t cards[PRIMO_HAND_MAX], hand[PRIMO_FACES];
    hand_without(p, actor, cards, primo_data_list(move, cards), false, hand);
    add_letters(hand, reasons);
    add_prospect(p, actor, hand, reasons);
}

/* A card from the pile, where the top discard could have been taken, a word erased, or words put back. */
static void add_draw(const Primo *p, int actor, Reasons *reasons) {
    int unseen[PRIMO_FACES], all = unseen_cards(p, unseen), pencils = unseen[CRAYON] + unseen[MARQUEUR];
    if (primo_can_write(p, actor)) {
        if (!add_prospect(p, actor, p->hand[actor], reasons) && p->thrown_count > 0)
            reason_add(reasons, "You may only take the top discard if you use it at once.");
        return;
    }
    if (p->hand[actor][CRAYON] || p->hand[actor][MARQUEUR]) {
        reason_add(reasons, "You hold the card you need to write, and can play it after drawing.");
        return;
    }
    Reason *reason = reason_add_plural(reasons, "You cannot write yet: {n} of the {all} unseen cards would let you.",
                                       "You cannot write yet: {n} of the {all} unseen cards would let you.", pencils);
    reason_number(reason, "n", pencils);
    reason_number(reason, "all", all);
}

/* Somebody is hindered: how far they are, and whether they could write. A seat level with the actor's side does not lead. */
static void add_written(const Primo *p, int actor, int seat, Reasons *reasons) {
    int written = bits_count(primo_written(p, seat));
    SeatSet leaders = primo_leaders(p);
    bool leads = written && (leaders & SEAT_BIT(seat)) && !(leaders & SEAT_BIT(actor));
    Reason *reason;
    if (!written && !primo_can_write(p, seat)) return;
    if (leads)
        reason = reason_add_plural(reasons, "{player} leads with {n} of {all} words written.",
                                   "{player} leads with {n} of {all} words written.", written);
    else if (primo_can_write(p, seat))
        reason = reason_add_plural(reasons, "{player} can write, and has {n} of {all} words.",
                                   "{player} can write, and has {n} of {all} words.", written);
    else
        reason = reason_add_plural(reasons, "{player} has written {n} of {all} words.",
                                   "{player} has written {n} of {all} words.", written);
    reason_seat(reason, "player", seat);
    reason_number(reason, "n", written);
    reason_number(reason, "all", PRIMO_LENGTHS);
}

static void add_pause(const Primo *p, int actor, int seat, Reasons *reasons) {
    add_written(p, actor, seat, reasons);
    if (!reasons->count) reason_seat(reason_add(reasons, "Meanwhile {player} can neither draw nor write."), "player", seat);
}

/* Cards are exchanged: where one's own are good for nothing, that is the reason. */
static void add_exchange(const Primo *p, int actor, int seat, Reasons *reasons) {
    if (!longest_word(p->hand[actor], lengths_wanted(p, actor)))
        reason_add(reasons, "Your own cards do not make any word you still need.");
    add_written(p, actor, seat, reasons);
}

/* Whose hands go into the Tornado: of the opponents one who is ahead is named, and rather one who can write. */
static void add_tornado(const Primo *p, int actor, SeatSet seats, Reasons *reasons) {
    SeatSet leaders = primo_leaders(p);
    int named = SEAT_NONE, most = -1;
    for (int seat = 0; seat < primo_seats(p); seat++) {
        if (!(seats & SEAT_BIT(seat)) || !primo_opponents(p, actor, seat)) continue;
        int danger = 2 * ((leaders & SEAT_BIT(seat)) != 0) + primo_can_write(p, seat);
        if (danger <= most) continue;
        most = danger;
        named = seat;
    }
    if (named != SEAT_NONE) add_written(p, actor, named, reasons);
    if (!reasons->count) reason_add(reasons, "Every hand it takes is replaced with random cards.");
}

static void add_crayon(int actor, int seat, Reasons *reasons) {
    if (seat == actor) {
        reason_add(reasons, "Without a Pencil, you cannot write.");
        return;
    }
    reason_seat(reason_add(reasons, "Without a Pencil, {player} cannot write."), "player", seat);
}

static void add_star(const Primo *p, int actor, Move move, Reasons *reasons) {
    const PrimoWord *word = primo_word(p, primo_seat(move), primo_data_length(move));
    uint8_t hand[PRIMO_FACES];
    memcpy(hand, p->hand[actor], sizeof hand);
    reason_add(reasons, "A star stands for any letter.");
    if (!word) return;
    uint8_t letter = word->letters[primo_data_spot(move) - 1];
    if (hand[letter]) hand[letter]--;
    hand[STAR]++;
    add_letters(hand, reasons);
}

void reasons_primo(const View *view, int actor, Move move, Reasons *reasons) {
    const Primo *p = primo_of_view(view);
    int seat = primo_seat(move);
    switch (primo_act(move)) {
    case ACT_DRAW: add_draw(p, actor, reasons); break;
    case ACT_ERASE: reason_add(reasons, "It frees your Pencil from the Eraser."); break;
    case ACT_PROPOSE:
    case ACT_ACCEPT: reason_add(reasons, "The words still count as written, and their letters come back into play."); break;
    case ACT_REFUSE: reason_add(reasons, "The letters would come back into play for the others too."); break;
    case ACT_STAR: add_star(p, actor, move, reasons); break;
    case ACT_WORD: add_word(p, actor, move, reasons); break;
    case ACT_THROW:
    case ACT_GIVE:
    case ACT_LEFTOVER: add_parted(p, actor, move, reasons); break;
    case ACT_CRAYON: add_crayon(actor, seat, reasons); break;
    case ACT_GOMME: add_written(p, actor, seat, reasons); break;
    case ACT_PAUSE: add_pause(p, actor, seat, reasons); break;
    case ACT_FANTOME:
    case ACT_MAGICIEN: add_exchange(p, actor, seat, reasons); break;
    case ACT_TORNADO: add_tornado(p, actor, (SeatSet)primo_data(move), reasons); break;
    case ACT_MARQUEUR: reason_add(reasons, "With it, you can write until the end, and no Eraser can stop you."); break;
    case ACT_CAFETIERE: reason_add(reasons, "With it, no Coffee Break can stop you."); break;
    default: break;
    }
}
