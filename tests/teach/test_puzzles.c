/* Proves the stored puzzles a second way, without their provers, and tests that each kind of fault is noticed.
 *
 * Primiera: every line of play to the end of the round through the game interface, instead of the solver. Royal Flush: every subset
 * of the hand, by the oracle. Primero: every draw, valued by the oracle. Primo: every word of the plain list, letter by letter. Each
 * test takes some of the puzzles; a soak takes them all. */
#include <ctype.h>
#include <string.h>

#include "bots/primo/turn.h"
#include "games/games.h"
#include "games/primero/primero.h"
#include "games/primiera/primiera.h"
#include "games/royalflush/royalflush.h"
#include "teach/puzzle.h"
#include "tests/games/oracle/primero/oracle.h"
#include "tests/games/oracle/royalflush/oracle.h"
#include "tests/support/tap.h"

enum { STORED_MIN = 1000, MOVES_MAX = 1 << 20 };

static Move moves[MOVES_MAX];

/* Calls `prove` for every n-th stored puzzle of a game; all in a soak. Returns how many there are. */
static int each(const char *path, int nth, void (*prove)(const Puzzle *puzzle)) {
    FILE *file = fopen(path, "r");
    char line[PUZZLE_LINE_MAX + 2];
    Puzzle puzzle;
    Error error;
    int count = 0;
    assert_non_null(file);
    if (getenv("ARALDO_SOAK")) nth = 1;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!puzzle_parse(&puzzle, span_of(line), &error)) fail_msg("%s: %s: %s", path, line, error.text);
        if (count++ % nth == 0) prove(&puzzle);
    }
    fclose(file);
    return count;
}

static void fail_puzzle(const Puzzle *puzzle, const char *what) {
    char line[PUZZLE_LINE_MAX];
    Text text = text_init(line, sizeof line);
    puzzle_print(puzzle, &text);
    fail_msg("%s: %s", what, line);
}

/* ---- Primiera: play everything out */

static int lead(const State *state, int seat) {
    int points[SEATS_MAX] = {0};
    primiera.points(state, points);
    return points[seat] - points[1 - seat];
}

/* What the seat leads by when the round is over, both playing for the most. */
static int play_out(const State *state, int round, int seat) {
    const Primiera *p = primiera_of(state);
    Move list[64];
    if (p->round != round || game_over(&primiera, state)) return lead(state, seat);
    int actor = __builtin_ctz(primiera.actors(state)), count = primiera.legal(state, actor, list), best = 0;
    for (int i = 0; i < count; i++) {
        StateRoom next;
        Chance chance = chance_fast(1);
        memcpy(&next, state, primiera.state_bytes);
        primiera.apply(STATE_IN(next), actor, list[i], &chance, NULL);
        int value = play_out(STATE_IN(next), round, seat);
        if (i == 0 || (actor == seat ? value > best : value < best)) best = value;
    }
    return best;
}

static void prove_primiera(const Puzzle *puzzle) {
    StateRoom room;
    Chance chance = chance_fast(7);
    int best = INT32_MIN, next = INT32_MIN;
    Move found = 0;
    primiera.determinize(VIEW_IN(puzzle->view), &chance, STATE_IN(room));
    int count = primiera.legal(STATE_IN(room), puzzle->actor, moves), round = primiera_of(STATE_IN(room))->round;
    for (int i = 0; i < count; i++) {
        StateRoom after = room;
        primiera.apply(STATE_IN(after), puzzle->actor, moves[i], &chance, NULL);
        int value = play_out(STATE_IN(after), round, puzzle->actor);
        if (value > best) next = best, best = value, found = moves[i];
        else if (value > next) next = value;
    }
    if (found != puzzle->proof.best || best == next) fail_puzzle(puzzle, "another move is as good");
}

static void primiera_is_proved_by_playing_out(void **unused) {
    (void)unused;
    assert_true(each("puzzles/primiera.txt", 8, prove_primiera) >= STORED_MIN);
}

/* ---- Royal Flush: every subset of the hand */

static OracleRoyalCards royal_cards(const RoyalFlush *r, int seat, int extra) {
    static const char suits[] = "cdhs";
    OracleRoyalCards list = {0};
    for (int card = 0; card < ROYAL_FACES; card++)
        for (int i = 0; i < royal_faces_of(r->hand[seat], card) + (card == extra); i++) {
            assert_true(list.count < ORACLE_ROYAL_HAND_MAX);
            list.cards[list.count++] = (OracleRoyalCard){(int8_t)(card / 4 + 2), suits[card % 4]};
        }
    return list;
}

/* What the oracle says the board pays to this hand; 0 if it cannot be made. */
static int pays(const RoyalFlush *r, int board, const OracleRoyalCards *hand) {
    static OracleRoyalWays ways;
    int pieces = 0;
    if (!(r->boards >> board & 1)) return 0;
    for (int i = 0; i < ROYAL_FIELDS; i++) pieces += r->field[board][i] != SEAT_NONE;
    int value = oracle_board_field((OracleBoard)board, pieces);
    if (!value || hand->count < oracle_board_cards((OracleBoard)board)) return 0;
    oracle_royal_ways((OracleBoard)board, hand, &ways);
    return ways.count ? value : 0;
}

static int best_pay(const RoyalFlush *r, const OracleRoyalCards *hand, int *board) {
    int best = 0, others = 0;
    for (int i = 0; i < ROYAL_BOARDS; i++) {
        int value = pays(r, i, hand);
        if (value > best) best = value, *board = i, others = 0;
        else if (value == best) others++;
    }
    if (others) *board = -1;
    return best;
}

static void prove_royal(const Puzzle *puzzle) {
    const RoyalFlush *r = royalflush_of_view(VIEW_IN(puzzle->view));
    int board = -1, answer = royal_move_value(puzzle->proof.best);
    OracleRoyalCards hand = royal_cards(r, puzzle->actor, -1);
    best_pay(r, &hand, &board);
    if (puzzle->proof.theme == THEME_BOARD) {
        if (board != answer) fail_puzzle(puzzle, "another board pays as much");
        return;
    }
    hand = royal_cards(r, puzzle->actor, answer);
    int best = best_pay(r, &hand, &board);
    for (int place = 0; place < ROYAL_DISPLAY; place++) {
        int card = r->display[place];
        if (card == CARD_NONE || card == answer) continue;
        hand = royal_cards(r, puzzle->actor, card);
        if (best_pay(r, &hand, &board) >= best) fail_puzzle(puzzle, "another card is as good");
    }
}

static void royalflush_is_proved_by_all_subsets(void **unused) {
    (void)unused;
    assert_true(each("puzzles/royalflush.txt", 20, prove_royal) >= STORED_MIN);
}

/* ---- Primero: every draw */

static OraclePrimeroCard primero_oracle_card(int card) {
    char words[CARD_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    primero.print_card((uint8_t)card, &text);
    return (OraclePrimeroCard){words[0], words[1]};
}

typedef struct Draws {
    OraclePrimeroHand hand;
    OraclePrimeroCard unseen[ORACLE_PRIMERO_DECK];
    int unseen_count;
    OracleValue bid, goal;
    long good, all;
} Draws;

static void draw(Draws *draws, int held, int from) {
    int points;
    if (held == ORACLE_PRIMERO_HAND) {
        draws->all++;
        if (draws->bid.type) draws->good += oracle_primero_makes(&draws->hand, draws->bid, &points);
        else draws->good += oracle_primero_compare(oracle_primero_value(&draws->hand), draws->goal) >= 0;
        return;
    }
    for (int i = from; i < draws->unseen_count; i++) {
        draws->hand.cards[held] = draws->unseen[i];
        draw(draws, held + 1, i + 1);
    }
}

static double chance_of(const Puzzle *puzzle, PrimeroSet thrown) {
    const Primero *p = primero_of_view(VIEW_IN(puzzle->view));
    Draws draws = {.goal = {(OracleType)primero_type(puzzle->goal), primero_points(puzzle->goal)}};
    int held = 0;
    if (!puzzle->goal) draws.bid = (OracleValue){(OracleType)primero_type(p->bid), primero_points(p->bid)};
    for (int card = 0; card < PRIMERO_CARDS; card++) {
        PrimeroSet bit = PRIMERO_BIT(card);
        if (p->hand[puzzle->actor] & bit & ~thrown) draws.hand.cards[held++] = primero_oracle_card(card);
        else if (!((p->hand[puzzle->actor] | p->discards[puzzle->actor]) & bit))
            draws.unseen[draws.unseen_count++] = primero_oracle_card(card);
    }
    draw(&draws, held, 0);
    return (double)draws.good / (double)draws.all;
}

/* ---- Primero: every draw against every hand of the rival's */

enum { SHOWN_MAX = 91390 };

/* Hands as sets of the cards drawn, or of all four, with what they are worth at the showdown: 0 cannot win. */
typedef struct Shown {
    int count, worth[SHOWN_MAX];
    PrimeroSet cards[SHOWN_MAX];
} Shown;

/* What is asked, read from the position once more. */
typedef struct Question {
    int actor, rival, price, pot;
    bool elder, follows;
    OracleValue bid;
    PrimeroSet hand, unseen;
} Question;

static Shown own_hands, rival_hands;

/* By the oracle: hands that make the bid before all others, which count only if no deal follows. */
static int worth_of(const Question *question, const OraclePrimeroHand *hand) {
    enum { MAKES = 10000, TYPE = 1000 };
    int points = 0;
    OracleValue value = oracle_primero_value(hand);
    if (oracle_primero_makes(hand, question->bid, &points)) return MAKES + points;
    return question->follows ? 0 : TYPE * (int)value.type + value.points;
}

static void list_shown(Shown *shown, const Question *question, OraclePrimeroHand *hand, int held, PrimeroSet drawn,
                       PrimeroSet unseen) {
    if (held == ORACLE_PRIMERO_HAND) {
        assert_true(shown->count < SHOWN_MAX);
        shown->worth[shown->count] = worth_of(question, hand);
        shown->cards[shown->count++] = drawn;
        return;
    }
    for (int card = 0; card < PRIMERO_CARDS; card++) {
        if (!(unseen & PRIMERO_BIT(card))) continue;
        hand->cards[held] = primero_oracle_card(card);
        list_shown(shown, question, hand, held + 1, drawn | PRIMERO_BIT(card), unseen & ~(2 * PRIMERO_BIT(card) - 1));
    }
}

/* With this exchange, how often the pot is won. */
static double chance_to_take(const Question *question, PrimeroSet thrown) {
    OraclePrimeroHand hand;
    int64_t good = 0, all = 0;
    int held = 0;
    for (int card = 0; card < PRIMERO_CARDS; card++)
        if (question->hand & ~thrown & PRIMERO_BIT(card)) hand.cards[held++] = primero_oracle_card(card);
    own_hands.count = 0;
    list_shown(&own_hands, question, &hand, held, 0, question->unseen);
    for (int i = 0; i < own_hands.count; i++) {
        int worth = own_hands.worth[i], beats = worth ? worth + question->elder : 0;
        for (int j = 0; j < rival_hands.count; j++) {
            int apart = !(rival_hands.cards[j] & own_hands.cards[i]);
            all += apart;
            good += apart & (beats > rival_hands.worth[j]);
        }
    }
    return (double)good / (double)all;
}

static Question question_of(const Primero *p, int actor) {
    Question question = {.actor = actor, .rival = __builtin_ctz(p->in & ~SEAT_BIT(actor)), .hand = p->hand[actor]};
    int rival = question.rival, with_coins = 0;
    question.bid = (OracleValue){(OracleType)primero_type(p->bid), primero_points(p->bid)};
    question.unseen = PRIMERO_ALL_CARDS & ~p->hand[actor] & ~p->discards[actor];
    question.price = p->paid[rival] - p->paid[actor];
    if (question.price > p->purse[actor]) question.price = p->purse[actor];
    /* Coin by coin: of each seat the actor can win as many as the actor has put up. */
    question.pot = p->pot;
    for (int coin = 1; coin <= p->paid[actor] + question.price; coin++)
        for (int seat = 0; seat < p->people; seat++) question.pot += seat == actor || p->paid[seat] >= coin;
    for (int seat = p->dealer, i = 0; i < p->people; i++) {
        seat = (seat + 1) % p->people; /* the eldest first */
        if (seat == actor || seat == rival) {
            question.elder = seat == actor;
            break;
        }
    }
    for (int seat = 0; seat < p->people; seat++) {
        bool some = p->purse[seat] > 0;
        if (seat == actor) some = p->purse[seat] > question.price;
        if (seat == rival) some = some || p->paid[rival] > p->paid[actor] + question.price;
        with_coins += some;
    }
    question.follows = p->deal < p->deals && with_coins > 1;
    return question;
}

/* Nothing but to see or to fold; and seeing gains or loses on average, in coins of this deal, by a margin. */
static void prove_see(const Puzzle *puzzle) {
    const Primero *p = primero_of_view(VIEW_IN(puzzle->view));
    Question question = question_of(p, puzzle->actor);
    OraclePrimeroHand hand;
    double best = 0;
    bool sees = primero_move_kind(puzzle->proof.best) == PRIMERO_MOVE_SEE;
    bool must = question.bid.type == ORACLE_NUMERUS || question.bid.type == ORACLE_SUPREMUS;
    assert_int_equal(primero.legal(view_state(VIEW_IN(puzzle->view)), puzzle->actor, moves), 2);
    rival_hands.count = 0;
    list_shown(&rival_hands, &question, &hand, 0, 0, question.unseen);
    for (PrimeroSet thrown = 0;;) {
        if (primero_count(thrown) <= 2 && (thrown || !must)) {
            double chance = chance_to_take(&question, thrown);
            if (chance > best) best = chance;
        }
        thrown = (thrown - question.hand) & question.hand;
        if (!thrown) break;
    }
    double gain = best * question.pot - question.price;
    if (sees ? gain < 0.04 * question.pot : gain > -0.04 * question.pot) fail_puzzle(puzzle, "the other answer is as good");
}

static void prove_primero(const Puzzle *puzzle) {
    if (puzzle->proof.theme == THEME_SEE) {
        prove_see(puzzle);
        return;
    }
    int count = primero.legal(view_state(VIEW_IN(puzzle->view)), puzzle->actor, moves);
    double best = chance_of(puzzle, primero_move_what(puzzle->proof.best));
    for (int i = 0; i < count; i++)
        if (moves[i] != puzzle->proof.best && chance_of(puzzle, primero_move_what(moves[i])) > best - 0.03)
            fail_puzzle(puzzle, "another exchange is as good");
}

static void primero_is_proved_by_all_draws(void **unused) {
    (void)unused;
    assert_true(each("puzzles/primero.txt", 50, prove_primero) >= STORED_MIN);
}

/* ---- Primo: the plain list */

enum { LIST_MAX = 400000, LETTERS_MAX = 8 };
static char list[LIST_MAX][LETTERS_MAX];
static int list_count;

/* A word as it is laid: without accents, in capitals; "" if it is longer than any word of the game. */
static void bare(const char *word, char laid[LETTERS_MAX]) {
    static const char *const letters[] = {"àâäáãå", "A", "ç",     "C", "éèêëẽ", "E", "îïíì", "I",
                                          "ñ",      "N", "ôöóòõ", "O", "ûüùú",  "U", "ÿý",   "Y"};
    char made[64];
    int count = 0;
    for (const unsigned char *at = (const unsigned char *)word; *at && count < 60; at++) {
        if (*at < 0x80) made[count++] = (char)toupper(*at);
        else if (*at == 0xc5 && at[1] == 0x93) made[count++] = 'O', made[count++] = 'E', at++;
        else if (*at == 0xc3 && at[1] == 0xa6) made[count++] = 'A', made[count++] = 'E', at++;
        else {
            char sign[3] = {(char)at[0], (char)at[1], '\0'};
            for (size_t i = 0; i < sizeof letters / sizeof *letters; i += 2)
                if (strstr(letters[i], sign)) made[count++] = letters[i + 1][0];
            at++;
        }
    }
    made[count] = '\0';
    strcpy(laid, count < LETTERS_MAX ? made : "");
}

static void read_list(void) {
    FILE *file = fopen("build/generated/lexicon_french.txt", "r");
    char word[256];
    assert_non_null(file);
    while (list_count < LIST_MAX && fscanf(file, "%255s", word) == 1) {
        bare(word, list[list_count]);
        if (*list[list_count]) list_count++;
    }
    fclose(file);
    qsort(list, (size_t)list_count, sizeof *list, (int (*)(const void *, const void *))strcmp);
}

/* How many different words of that length the letters lay, a star being any letter. A card that is taken must be used: with `taken`,
 * a letter, only words that have it count. */
static int count_words(const uint8_t letters[PRIMO_FACES], int taken, int length) {
    int found = 0;
    for (int i = 0; i < list_count; i++) {
        int missing = 0;
        uint8_t left[PRIMO_FACES];
        if ((int)strlen(list[i]) != length || (i && strcmp(list[i], list[i - 1]) == 0)) continue;
        if (taken < ALPHABET && !strchr(list[i], 'A' + taken)) continue;
        memcpy(left, letters, sizeof left);
        for (const char *at = list[i]; *at; at++) {
            if (left[*at - 'A']) left[*at - 'A']--;
            else missing++;
        }
        found += missing <= left[STAR];
    }
    return found;
}

static void prove_primo(const Puzzle *puzzle) {
    const Primo *p = primo_of_view(VIEW_IN(puzzle->view));
    PrimoWord word = primo_data_letters(puzzle->proof.best);
    int length = primo_word_length(&word);
    Lengths wanted = primo_wanted(p, puzzle->actor);
    uint8_t letters[PRIMO_FACES];
    memcpy(letters, p->hand[puzzle->actor], sizeof letters);
    int taken = STAR;
    if (p->phase == PRIMO_START) letters[taken = p->thrown[p->thrown_count - 1]]++;
    if (count_words(letters, taken, length) != 1) fail_puzzle(puzzle, "not exactly one word of that length");
    if (puzzle->proof.theme == THEME_WIN) {
        assert_int_equal(wanted, 1u << length);
        return;
    }
    for (int longer = length + 1; longer < LETTERS_MAX; longer++)
        if (wanted >> longer & 1 && count_words(letters, taken, longer)) fail_puzzle(puzzle, "there is a longer word");
}

static void primo_is_proved_by_the_plain_list(void **unused) {
    (void)unused;
    read_list();
    assert_true(list_count > 1000);
    assert_true(each("puzzles/primo.txt", 10, prove_primo) >= STORED_MIN);
}

/* ---- lines */

static void lines_read_as_they_were_written(void **unused) {
    (void)unused;
    static const char *const paths[] = {"puzzles/primiera.txt", "puzzles/royalflush.txt", "puzzles/primero.txt",
                                        "puzzles/primo.txt"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        FILE *file = fopen(paths[i], "r");
        char line[PUZZLE_LINE_MAX + 2], again[PUZZLE_LINE_MAX];
        Puzzle puzzle;
        assert_non_null(file);
        for (int n = 0; n < 100 && fgets(line, sizeof line, file); n++) {
            Text text = text_init(again, sizeof again);
            line[strcspn(line, "\n")] = '\0';
            assert_true(puzzle_parse(&puzzle, span_of(line), NULL));
            puzzle_print(&puzzle, &text);
            assert_string_equal(line, again);
        }
        fclose(file);
    }
}

static void wrong_lines_are_refused(void **unused) {
    (void)unused;
    static const char good[] =
        "draw 3 512 throw:3h primero:english deal=2 dealer=1 phase=2 step=exchange turn=0 purses=98/99 paid=2/1 base=1 acted=0 "
        "staked=0 hands=3h,3s,5s,Js/?4 discards=-/?2 stock=?30 chance=3 view=0";
    static const struct {
        const char *from, *to, *error;
    } faults[] = {
        {"draw 3", "drew 3", "unknown theme 'drew'"},
        {"draw 3", "draw 9", "a rating is a number from 0 to 7"},
        {"512", "x", "a goal is the value of a hand, or -"},
        {"throw:3h", "throw:4h", ""},
        {"primero:english", "whist", "unknown game"},
        {"view=0", "view=1", ""},
        {"hands=3h", "hands=3s", ""},
    };
    Puzzle puzzle;
    Error error;
    assert_true(puzzle_parse(&puzzle, span_of(good), &error));
    assert_false(puzzle_parse(&puzzle, span_of("draw 3 512"), &error));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char line[PUZZLE_LINE_MAX];
        const char *at = strstr(good, faults[i].from);
        snprintf(line, sizeof line, "%.*s%s%s", (int)(at - good), good, faults[i].to, at + strlen(faults[i].from));
        error.text[0] = '\0';
        if (puzzle_parse(&puzzle, span_of(line), &error)) fail_msg("accepted: %s", line);
        if (!*error.text || !strstr(error.text, faults[i].error)) fail_msg("%s: %s", line, error.text);
    }
}

/* Every stored answer is the prover's own, and a position in which two moves are equal is no puzzle. */
static void provers_agree(void **unused) {
    (void)unused;
    static const char two_best[] =
        "primero:english deal=1 dealer=1 phase=2 step=exchange turn=0 purses=98/99 paid=2/1 base=1 acted=0 "
        "staked=0 hands=3h,3s,3d,3c/?4 stock=?32 chance=3 view=0";
    Prover *prover = prover_open();
    Proof proof;
    StateRoom view;
    Error error;
    assert_non_null(prover);
    if (!primero.parse(STATE_IN(view), span_of(two_best), &error)) fail_msg("%s", error.text);
    assert_false(puzzle_prove(prover, &primero, VIEW_IN(view), 0, primero_value(HAND_CHORUS, 0), &proof));
    prover_free(prover);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primiera_is_proved_by_playing_out),
        cmocka_unit_test(royalflush_is_proved_by_all_subsets),
        cmocka_unit_test(primero_is_proved_by_all_draws),
        cmocka_unit_test(primo_is_proved_by_the_plain_list),
        cmocka_unit_test(lines_read_as_they_were_written),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(provers_agree),
    };
    return tap_run("puzzles", tests, sizeof tests / sizeof *tests);
}
