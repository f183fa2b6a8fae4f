/* Tells the questions of the two trainers, with their answers: odds in Primero and words in Primo. */
#include "games/primo/primo.h"
#include "teach/odds.h"
#include "teach/page/page.h"
#include "teach/words.h"

enum { WORDS_SHOWN = 12 };

/* ---- odds */

static void write_cards(Json *json, const char *key, PrimeroSet cards) {
    json_open_list(json, key);
    for (; cards; cards &= cards - 1) {
        char card[CARD_TEXT_MAX];
        Text text = text_init(card, sizeof card);
        primero.print_card((uint8_t)primero_lowest(cards), &text);
        json_text(json, NULL, card);
    }
    json_close(json);
}

bool page_odds(const ChanceKey *key, Out out, Error *error) {
    Sheet *sheet = sheet_open(out, error);
    Chance chance = chance_stream(key, STREAM_GAME, 0);
    Odds odds;
    if (!sheet) return false;
    odds_ask(&odds, &chance);
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "kind", odds.kind == ODDS_DRAW ? "draw" : "beat");
    write_cards(&sheet->json, "hand", odds.hand);
    write_cards(&sheet->json, "thrown", odds.thrown);
    json_text(&sheet->json, "goal", primero_type_names[odds.goal]);
    json_number(&sheet->json, "good", odds.good);
    json_number(&sheet->json, "all", odds.all);
    json_open_list(&sheet->json, "types");
    for (int type = HAND_NUMERUS; type < HAND_TYPES; type++) {
        json_open_object(&sheet->json, NULL);
        json_text(&sheet->json, "name", primero_type_names[type]);
        json_number(&sheet->json, "count", odds.types[type]);
        json_close(&sheet->json);
    }
    json_close(&sheet->json);
    json_close(&sheet->json);
    sheet_flush(sheet);
    sheet_free(sheet);
    return true;
}

/* ---- words */

static void write_longest(Json *json, const Letters *letters) {
    Rack rack = letters_rack(letters);
    WordSearch search;
    word_search_init(&search, primo_lexicon(), &rack, lengths_between(letters->longest, letters->longest));
    json_open_list(json, "words");
    for (int shown = 0; shown < WORDS_SHOWN && word_search_next(&search); shown++) {
        char word[WORD_TEXT_MAX];
        Text text = text_init(word, sizeof word);
        lexicon_accented(primo_lexicon(), search.letters, search.length, &text);
        json_text(json, NULL, word);
    }
    json_close(json);
}

bool page_letters(const ChanceKey *key, Out out, Error *error) {
    Sheet *sheet = sheet_open(out, error);
    Chance chance = chance_stream(key, STREAM_GAME, 0);
    Letters letters;
    if (!sheet) return false;
    letters_deal(&letters, &chance);
    json_open_object(&sheet->json, NULL);
    json_text(&sheet->json, "letters", letters.letters);
    json_number(&sheet->json, "longest", letters.longest);
    json_numbers(&sheet->json, "counts", letters.counts, LETTERS_DEALT + 1);
    write_longest(&sheet->json, &letters);
    json_close(&sheet->json);
    sheet_flush(sheet);
    sheet_free(sheet);
    return true;
}

bool page_word(Span dealt, Span word, Out out, Error *error) {
    Letters letters;
    Spelling spelling = {0};
    if (!letters_count(&letters, dealt, error)) return false;
    bool spelled = spelling_parse(&spelling, word) == SPELLING_GOOD && spelling.length >= LETTERS_SHORTEST;
    bool fits = spelled && letters_fit(&letters, &spelling);
    char written[WORD_TEXT_MAX] = "";
    Text text = text_init(written, sizeof written);
    bool known = fits && lexicon_accented(primo_lexicon(), spelling.letters, spelling.length, &text);
    Sheet *sheet = sheet_open(out, error);
    if (!sheet) return false;
    json_open_object(&sheet->json, NULL);
    json_bool(&sheet->json, "fits", fits);
    json_bool(&sheet->json, "known", known);
    json_number(&sheet->json, "length", spelled ? spelling.length : 0);
    json_text(&sheet->json, "written", written);
    json_close(&sheet->json);
    sheet_flush(sheet);
    sheet_free(sheet);
    return true;
}
