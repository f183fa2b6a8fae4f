/* Tests reasons: the exact sentences in known positions, and complete sentences in random matches in every language.
 * They depend on the view alone; nearly every choice of a thinking bot has one; and each message is used at least once. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "bots/reason.h"
#include "games/games.h"
#include "games/primero/primero.h"
#include "tests/support/lines.h"
#include "tests/support/settings.h"
#include "tests/support/tap.h"

static void add_name(const void *context, int seat, Text *text) {
    (void)context;
    text_format(text, "Seat %d", seat);
}

static void say(const Reasons *reasons, Language language, Text *text) {
    for (int i = 0; i < reasons->count; i++) {
        if (i > 0) text_char(text, ' ');
        reason_write(&reasons->list[i], language, (ReasonNames){.name = add_name}, text);
    }
}

enum { MESSAGES_MAX = 256, MESSAGE_TEXT_MAX = 256 };

typedef struct Seen {
    const char *messages[MESSAGES_MAX];
    int count;
} Seen;

static void note(Seen *seen, const Reasons *reasons) {
    for (int i = 0; i < reasons->count; i++) {
        int k = 0;
        while (k < seen->count && strcmp(seen->messages[k], reasons->list[i].message) != 0) k++;
        if (k < seen->count) continue;
        assert_true(seen->count < MESSAGES_MAX);
        seen->messages[seen->count++] = reasons->list[i].message;
    }
}

#define PRIMIERA_OPENING \
    "primiera:heralds round=1 dealer=3 scores=0/0/0/0 table=- hands=2S,6S,1B,7B,2C,3C,7C,10C,3D,8D/5S,8S,2B,9B,1C,6C,8C,9C," \
    "7D,10D/1S,4S,7S,4B,10B,4C,5C,4D,6D,9D/3S,9S,10S,3B,5B,6B,8B,1D,2D,5D teams=open laid=-/-/-/- piles=-/-/-/- target=21"
/* Each has bet two coins, and the other has vied one more. */
#define PRIMERO_VIED(hand) \
    "primero:english dealer=0 phase=2 step=act turn=0 purses=98/97 paid=2/3 base=2 acted=1 staked=1 hands=" hand \
    "/Kc,Qc,2s,3d stock=rest"
#define PRIMERO_BID(bid, hand) \
    "primero:italian dealer=0 phase=2 step=exchange turn=0 bid=" bid \
    " purses=97/97 paid=3/3 base=2 acted=0/1 " \
    "staked=0/1 hands=" hand "/Kc,Qc,2s,3s stock=rest"
#define PRIMERO_EXCHANGE(hand) \
    "primero:english dealer=0 phase=2 step=exchange turn=0 purses=97/97 paid=3/3 base=2 acted=0/1 staked=0/1 hands=" hand \
    "/Kc,Qc,2s,3s stock=rest"
/* Three players, of whom the first holds next to nothing. */
#define PRIMERO_THREE(form, purses, paid, more) \
    "primero:" form " phase=2 purses=" purses " paid=" paid \
    " base=2 hands=Kh,Qh,Jc,2c/Kc,Qc,2s,3d/7c,5d,Ah,4s " \
    "stock=rest " more
#define PRIMERO_BEGINS "primero:italian dealer=2 phase=1 step=act turn=0 hands=Kh,Qh/Kc,Qc/7c,5d stock=rest"
#define PRIMO_TORNADO \
    "primo:teams turn=0 drawn=yes hands=magicien,B,C,D,F,G,H/E/I/J fronts=-/crayon/-/- words=-/PEUR/VIN,ROND/- pile=rest"
#define ROYAL_LAST(more) \
    "royalflush turn=0 children=0 hands=7h,7s,7c,2d,3d,Ts,Js,Qs,Ks,As,**/- display=7d,2c,Kd,9d laid=royalflush:- " \
    "pile=rest " more

static const struct {
    const char *position, *move, *words;
} known[] = {
    {"primiera:classic dealer=3 turn=0 table=7S,9S,2B hands=7D,1S/3D,3S/4D,5D/8S,10S piles=rest/-/-/- last=0", "7D=7S",
     "It wins the seven of coins, a point on its own. The table then adds up to 11: nobody can sweep it."},
    {"primiera:classic dealer=3 turn=0 table=5S hands=4D,4S,10S/3D,3S,2D/1D,5D,2S/8S,9S,3C piles=rest/-/-/- last=0", "10S",
     "None of your cards can take anything. The table then adds up to 15: nobody can sweep it. You keep your "
     "pair of 4s."},
    {"primiera:classic dealer=3 turn=0 table=5S hands=5D,4S/3D,3S/1D,2D/8S,9S piles=rest/-/-/- last=0", "5D=5S",
     "A sweep is worth one point."},
    {"primiera:classic dealer=3 turn=0 table=5S,2B hands=5D,4S/2D,3S/1D,6D/8S,9S piles=rest/-/-/- last=0", "5D=5S",
     "It wins 2 cards, 1 of them a coin. Only 1 card held by others or not yet dealt could then sweep the table."},
    /* For the robot its partner plays, who keeps none of these cards. */
    {"primiera:robot dealer=0 turn=3 teams=0+3/1+2 shown=0/1/2/3 table=5S hands=10S,10D/3D/6D,2D/8S,8D piles=rest/-/-/- "
     "last=0",
     "8S", "None of the Robot’s cards can take anything. The table then adds up to 13: nobody can sweep it."},
    /* The opening card: each has reasons of its own. */
    {PRIMIERA_OPENING, "10C",
     "With it, nobody can sweep the four opening cards. It is not a coin, and no rank counts for less in the primiera. "
     "You keep your pair of 7s."},
    {PRIMIERA_OPENING, "2S", "You keep 1 more of that rank, which could take it back. It is not a coin."},
    {PRIMIERA_OPENING, "1B",
     "A Herald laid at the start decides nothing: you leave the choice of partners to the others. You keep your pair of 7s."},
    /* Seeing and folding: what it costs and brings; never a chance that speaks against the move. */
    {PRIMERO_VIED("7h,6h,Ah,5h"), "see",
     "Seeing costs 1 coin for a pot of 5: worth it if your chance of winning is at least 17%. "
     "Going by the cards you can see, your chance of winning is 100%."},
    {PRIMERO_VIED("7h,6h,Ah,5h"), "fold", "It costs you nothing more; seeing would cost 1 coin."},
    {PRIMERO_VIED("7h,6h,Ah,5h"), "revie",
     "Going by the cards you can see, your chance of winning is 100%: a bigger pot is in your favour."},
    {PRIMERO_VIED("7h,6h,Ah,5h"), "pass", "You can decide on your next turn whether to pay 1 coin."},
    {PRIMERO_EXCHANGE("7h,6h,Ah,2c"), "throw:2c", "You keep Ah 6h 7h. 7 of the 36 unseen cards give you a fluxus."},
    {PRIMERO_EXCHANGE("7h,6c,Ad,2d"), "throw:2d", "You keep 7h 6c Ad. 10 of the 36 unseen cards give you a primero."},
    {PRIMERO_EXCHANGE("7h,6h,Ah,5h"), "keep", "You hold fluxus 70: no unseen card would improve it."},
    {PRIMERO_EXCHANGE("7h,6h,Ah,2h"), "keep", "You hold fluxus 67: only 3 of the 36 unseen cards would improve it."},
    {PRIMERO_BID("fluxus.50", "7h,6h,Ah,5h"), "keep", "You hold fluxus 70, which makes the bid."},
    {PRIMERO_BID("numerus.30", "7h,6c,2d,Kd"), "throw:2d,Kd",
     "You keep 7h 6c. Your chance of making the bid with this draw is 70%."},
    {PRIMERO_BID("primero.50", "7h,6c,2d,Kd"), "throw:Kd", "You keep 7h 6c 2d. 10 of the 36 unseen cards make the bid."},
    /* Vying: nobody pays more than what is owed, nor more than the purse. Chances are told with the Italian bid. */
    {PRIMERO_THREE("english", "98/97/98", "2/3/2", "dealer=0 turn=0 acted=1/2 staked=1"), "revie",
     "A bluff: your chance of winning is only 24%. Staying in costs the others up to 2 coins."},
    {PRIMERO_THREE("english", "98/98/98", "2/2/2", "dealer=2 turn=0"), "vie",
     "A bluff: your chance of winning is only 15%. Staying in costs the others 1 coin."},
    {"primero:english dealer=1 phase=2 step=act turn=0 purses=98/98 paid=2/2 base=2 hands=7h,6h,2c,3d/Kc,Qc,2s,3s "
     "stock=rest",
     "vie", "If everyone else folds, the pot is yours. Going by the cards you can see, your chance of winning is 44%."},
    {PRIMERO_THREE("italian purse=20", "30/21/3", "2/2/2", "dealer=2 turn=0 bid=numerus.30"), "vie:10",
     "If everyone else folds, the pot is yours. Staying in costs the others up to 10 coins."},
    {PRIMERO_THREE("italian purse=22", "10/37/3", "12/2/2", "dealer=2 turn=0 step=bid bid=numerus.30 acted=0 staked=0"),
     "bid:fluxus.60",
     "A bluff: your chance of making this bid is only 0%. Staying in costs the others up to 10 coins. "
     "With the hands as they are now, the chance that nobody else makes this bid is 100%."},
    {PRIMERO_BEGINS, "vie:5", "Staying in costs the others 5 coins."}, /* the last of them could not fold */
    {PRIMERO_BEGINS, "pass", "It costs nothing, and you can still answer if someone else vies."},
    {PRIMERO_BEGINS, "fold", "Once you have folded, nobody can make you see."},
    /* Were all others to fold, the vie of phase 1 would have to be seen. */
    {"primero:english ante=1 dealer=0 phase=1 step=act turn=2 pot=3 purses=100/100/96 paid=0/1/0 acted=1 staked=1 "
     "hands=Kh,Qh/Kc,Qc/7c,5d stock=rest",
     "pass", "It costs you nothing."},
    {PRIMERO_THREE("english", "98/98/98", "2/2/2", "dealer=2 turn=0"), "pass",
     "Your chance of winning is only 15%: you do not want a bigger pot."},
    /* Empty purses: one's own leaves no choice before a vie; those of the others leave nothing to answer. */
    {PRIMERO_THREE("english", "0/198/96", "2/2/2", "dealer=2 turn=0"), "pass", ""},
    {PRIMERO_THREE("english", "294/0/0", "2/2/2", "dealer=2 turn=0"), "pass", "It costs you nothing."},
    {PRIMERO_THREE("english", "0/197/96", "2/3/2", "dealer=0 turn=0 acted=1/2 staked=1"), "fold",
     "Your chance of winning is only 24%."},
    {"primero:english ante=1 dealer=0 phase=1 step=act turn=0 pot=3 purses=0/200/96 paid=0/1/0 acted=1/2 staked=1 "
     "hands=Kh,Qh/Kc,Qc/7c,5d stock=rest",
     "fold", "Your chance of winning is only 23%."},
    {"royalflush turn=0 hands=7h,7s,7c,2d,3d/- display=7d,2c,Kd,9d pile=rest", "take:7d",
     "With it, you can score Four of a Kind. Its best free space is worth 14 points."},
    {"royalflush turn=0 hands=3c,4d,5h,6s,7c,8d/- display=Jh,Jh,Ks,Ks pile=rest", "draw",
     "For Big Straight, 16 of the 94 unseen cards would help."},
    /* A joker that is not played stays with its owner, unless all are handed out again. */
    {ROYAL_LAST("round=1"), "lay:Ts", "It ends the round: of the cards you keep, only jokers still count."},
    {ROYAL_LAST("round=3"), "lay:Ts", "It ends the round: the cards you keep do not matter."},
    {ROYAL_LAST("jokers=each-round"), "lay:Ts", "It ends the round: the cards you keep do not matter."},
    {"primo:duel turn=0 drawn=yes hands=T,A,X,I,B,C,D/E fronts=crayon/- pile=rest", "word:TAXI",
     "You will then have written 1 of 4 words. You keep BCD."},
    {"primo:duel turn=0 drawn=yes hands=T,A,X,I,B,C,D/E fronts=crayon/- pile=rest", "throw:D",
     "You keep ABCITX. Your cards make a word of 4 letters."},
    {"primo:three turn=0 drawn=yes hands=gomme,B,C,D,F,G,H/E/I fronts=-/crayon/- pile=rest", "gomme:1",
     "Seat 1 can write, and has 0 of 4 words."},
    {"primo:three turn=0 drawn=yes hands=gomme,B,C,D,F,G,H/E/I fronts=-/crayon/- words=-/JUGE/- pile=rest", "gomme:1",
     "Seat 1 leads with 1 of 4 words written."},
    {"primo:three turn=0 drawn=yes hands=gomme,B,C,D,F,G,H/E/I fronts=-/crayon/- words=TAXI/JUGE/- pile=rest", "gomme:1",
     "Seat 1 can write, and has 1 of 4 words."}, /* as many as the actor, who is not behind */
    {"primo:three turn=0 drawn=yes hands=pause,B,C,D,F,G,H/E/I fronts=-/-/- pile=rest", "pause:1",
     "Meanwhile Seat 1 can neither draw nor write."},
    {PRIMO_TORNADO, "tornado:1,2", "Seat 1 can write, and has 1 of 4 words."}, /* of 0 and 2, the partners, none is named */
    {PRIMO_TORNADO, "tornado:2", "Every hand it takes is replaced with random cards."},
    {PRIMO_TORNADO, "tornado:2,3", "Seat 3 has written 1 of 4 words."},
    {"primo:duel turn=0 hands=B,C,D,F,G,Q/E fronts=crayon/- words=SEL/- pile=rest thrown=H", "draw",
     "You may only take the top discard if you use it at once."},
    {"primo:duel turn=0 hands=B,C,D,F,G,Q/E fronts=crayon/- words=SEL/- pile=rest", "draw", ""},
    {"primo:duel turn=0 hands=T,A,X,I,B,C/E fronts=-/- pile=rest thrown=E", "draw",
     "You cannot write yet: 10 of the 101 unseen cards would let you."},
    {"primo:four turn=1 hands=A/B/C/D words=TAXI/JUGE/PEUR/ROND vote=4:-/-/-/- proposed=4 pile=rest", "accept",
     "The words still count as written, and their letters come back into play."},
    {"primo:four turn=1 hands=A/B/C/D words=TAXI/JUGE/PEUR/ROND vote=4:-/-/-/- proposed=4 pile=rest", "refuse",
     "The letters would come back into play for the others too."},
};

static void known_positions(void **seen) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Error error = {""};
        Reasons reasons;
        StateRoom state, view;
        Move move = 0;
        char words[1024];
        Text text = text_init(words, sizeof words);
        const Game *game = game_of_position(span_of(known[i].position), &error);
        if (!game || !game->parse(STATE_IN(state), span_of(known[i].position), &error)) fail_msg("%s", error.text);
        int actor = __builtin_ctz(game->actors(STATE_IN(state)));
        if (!game->parse_move(STATE_IN(state), actor, span_of(known[i].move), &move, &error)) fail_msg("%s", error.text);
        if (!game->is_legal(STATE_IN(state), actor, move)) fail_msg("%s: %s is not legal", known[i].position, known[i].move);
        game->view(STATE_IN(state), actor, VIEW_IN(view));
        reasons_find(game, VIEW_IN(view), actor, move, &reasons);
        note(*seen, &reasons);
        say(&reasons, LANGUAGE_ENGLISH, &text);
        assert_string_equal(words, known[i].words);
    }
}

static const ReasonValue *value_of(const Reasons *reasons, const char *name) {
    for (int i = 0; i < reasons->count; i++)
        for (int k = 0; k < reasons->list[i].value_count; k++)
            if (strcmp(reasons->list[i].values[k].name, name) == 0) return &reasons->list[i].values[k];
    return NULL;
}

/* The chance that seeing needs is given next to the chance that speaks for the move: for seeing or for folding. */
static void check_odds(const Game *game, Move move, const Reasons *reasons) {
    const ReasonValue *needed = value_of(reasons, "needed"), *percent = value_of(reasons, "percent");
    if (game != &primero || !needed) return;
    assert_non_null(percent);
    if (primero_move_kind(move) == PRIMERO_MOVE_SEE) assert_true(percent->number >= needed->number);
    else assert_true(primero_move_kind(move) == PRIMERO_MOVE_FOLD && percent->number < needed->number);
}

/* No place is left unfilled in any language, and another deal that looks the same gives the same words. */
static bool check_move(const Game *game, const View *view, int actor, Move move, Chance *chance, Seen *seen) {
    Reasons reasons, as_well;
    StateRoom other, other_view;
    reasons_find(game, view, actor, move, &reasons);
    note(seen, &reasons);
    check_odds(game, move, &reasons);
    game->determinize(view, chance, STATE_IN(other));
    game->view(STATE_IN(other), actor, VIEW_IN(other_view));
    reasons_find(game, VIEW_IN(other_view), actor, move, &as_well);
    for (int language = 0; language < LANGUAGES; language++) {
        char words[2048], same[2048];
        Text text = text_init(words, sizeof words), again = text_init(same, sizeof same);
        say(&reasons, (Language)language, &text);
        say(&as_well, (Language)language, &again);
        assert_false(text.overflow);
        if (strchr(words, '{') || strchr(words, '}')) fail_msg("%s", words);
        assert_string_equal(words, same);
        assert_true((reasons.count == 0) == (text.length == 0));
    }
    return reasons.count > 0;
}

static void random_matches(void **shared) {
    Seen *seen = *shared;
    static Move moves[65536];
    Settings settings = {0};
    Error error = {""};
    if (!settings_add_all(&settings, games, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < settings.count; i++) {
        const Game *game = settings.list[i].game;
        StateRoom state, view;
        Chance chance = chance_fast(50 + (uint64_t)i), other = chance_fast(i);
        assert_true(game->setup(STATE_IN(state), &settings.list[i].setup, &chance, NULL, &error));
        for (int turn = 0; turn < 80 && !game_over(game, STATE_IN(state)); turn++) {
            int actor = __builtin_ctz(game->actors(STATE_IN(state))), count = game->legal(STATE_IN(state), actor, moves);
            game->view(STATE_IN(state), actor, VIEW_IN(view));
            check_move(game, VIEW_IN(view), actor, moves[chance_below(&chance, (uint32_t)count)], &other, seen);
            game->apply(STATE_IN(state), actor, moves[chance_below(&chance, (uint32_t)count)], &chance, NULL);
        }
    }
    settings_free(&settings);
}

/* ---- what a player who thinks is told */

enum { TURNS = 60, TURNS_SOAK = 1000, PERCENT_LEAST = 95 };

typedef struct Coverage {
    int choices, explained;
} Coverage;

/* One match of so many turns; whoever has a choice wants to know why. */
static void follow_match(const Game *game, const Setup *setup, Bot *bot, int turns, Coverage *coverage, Seen *seen) {
    static Move moves[65536];
    StateRoom state, view;
    Error error = {""};
    Chance chance = chance_fast((uint64_t)setup->variant * 8 + (uint64_t)setup->people), other = chance_fast(1);
    if (!game->setup(STATE_IN(state), setup, &chance, NULL, &error)) fail_msg("%s", error.text);
    for (int turn = 0; turn < turns && !game_over(game, STATE_IN(state)); turn++) {
        int actor = __builtin_ctz(game->actors(STATE_IN(state))), count = game->legal(STATE_IN(state), actor, moves);
        Chance dice = chance_fast((uint64_t)turn);
        game->view(STATE_IN(state), actor, VIEW_IN(view));
        Move move = count > 1 ? bot_choose(bot, VIEW_IN(view), actor, &dice) : moves[0];
        bool explained = check_move(game, VIEW_IN(view), actor, move, &other, seen);
        coverage->choices += count > 1;
        coverage->explained += count > 1 && explained;
        game->apply(STATE_IN(state), actor, move, &chance, NULL);
    }
}

static void choices_are_explained(void **state) {
    int turns = soak() ? TURNS_SOAK : TURNS;
    for (const Game *const *game = games; *game; game++) {
        Error error;
        Bot *bot = bot_open(*game, span_of("medium"), &error);
        assert_non_null(bot);
        for (int variant = 0; (*game)->variants[variant].name; variant++) {
            const Variant *facts = &(*game)->variants[variant];
            Coverage coverage = {0, 0};
            for (int people = facts->people_min; people <= facts->people_max; people++)
                follow_match(*game, &(Setup){.variant = variant, .people = people}, bot, turns, &coverage, *state);
            assert_true(coverage.choices > 10);
            if (coverage.explained * 100 < coverage.choices * PERCENT_LEAST)
                fail_msg("%s:%s: %d of %d choices have a reason", (*game)->name, facts->name, coverage.explained,
                         coverage.choices);
        }
        bot_free(bot);
    }
}

static bool was_seen(const Seen *seen, const char *message) {
    for (int i = 0; i < seen->count; i++)
        if (strcmp(seen->messages[i], message) == 0) return true;
    return false;
}

/* The message of the next call of reason_add or reason_add_plural in a source file: its first string constant, which may come
 * in several pieces. NULL after the last one. */
static const char *next_message(const char *at, char message[MESSAGE_TEXT_MAX]) {
    size_t length = 0;
    at = strstr(at, "reason_add");
    if (!at || !(at = strchr(at, '"'))) return NULL;
    while (*at == '"') {
        for (at++; *at != '"'; at++) {
            if (*at == '\\') at++;
            assert_true(*at && length < MESSAGE_TEXT_MAX - 1);
            message[length++] = *at;
        }
        at += 1 + strspn(at + 1, " \n");
    }
    message[length] = 0;
    return at;
}

/* After the matches: none of the messages is there for nothing. */
static void every_message_is_said(void **shared) {
    glob_t files;
    int missed = 0;
    assert_int_equal(glob("bots/*/reason.c", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char *source = file_text(files.gl_pathv[i]), message[MESSAGE_TEXT_MAX];
        assert_non_null(source);
        for (const char *at = source; (at = next_message(at, message));)
            if (!was_seen(*shared, message)) printf("# %s: never said: %s\n", files.gl_pathv[i], message), missed++;
        free(source);
    }
    globfree(&files);
    if (missed) fail_msg("%d messages are never said", missed);
}

static void expectations(void **unused) {
    static const struct {
        Expectation expected;
        Language language;
        const char *words;
    } cases[] = {
        {{EXPECTS_WIN, 0.634f}, LANGUAGE_ENGLISH, "Your chance of winning the match is about 63%."},
        {{EXPECTS_POINTS, 1.24f}, LANGUAGE_ENGLISH, "Expected lead in this round: +1.2 points."},
        {{EXPECTS_COINS, -3.0f}, LANGUAGE_ENGLISH, "Expected result of this deal: −3.0 coins."},
        {{EXPECTS_COINS, -0.04f}, LANGUAGE_ENGLISH, "Expected result of this deal: 0.0 coins."},
        {{EXPECTS_COINS, -0.1f}, LANGUAGE_FRENCH, "Résultat attendu de cette donne, en pièces : −0,1."},
        {{EXPECTS_COINS, 12.3f}, LANGUAGE_GERMAN, "Erwartetes Ergebnis dieses Spiels: +12,3 Münzen."},
    };
    Reason reason;
    (void)unused;
    assert_false(reason_of_expectation((Expectation){EXPECTS_NOTHING, 0}, &reason));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[256];
        Text text = text_init(words, sizeof words);
        assert_true(reason_of_expectation(cases[i].expected, &reason));
        reason_write(&reason, cases[i].language, (ReasonNames){.name = add_name}, &text);
        assert_string_equal(words, cases[i].words);
    }
}

int main(void) {
    Seen seen = {.count = 0};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(known_positions, &seen),
        cmocka_unit_test_prestate(random_matches, &seen),
        cmocka_unit_test_prestate(choices_are_explained, &seen),
        cmocka_unit_test_prestate(every_message_is_said, &seen),
        cmocka_unit_test(expectations),
    };
    return tap_run("reasons", tests, sizeof tests / sizeof *tests);
}
