/* Follows games of Primo by their events and checks every event. */
#include "tests/games/oracle/primo/follow.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only the first disagreement is kept: the others follow from it. */
__attribute__((format(printf, 3, 4))) static bool agree(FollowPrimo *follow, bool holds, const char *format, ...) {
    if (holds || follow->wrong[0]) return holds;
    int length = snprintf(follow->wrong, sizeof follow->wrong, "move %d: ", follow->moves);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(follow->wrong + length, sizeof follow->wrong - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the engine's cards in the oracle's letters, and back */

static const struct {
    const char *name;
    char card;
} specials[] = {
    /* In the order in which cards are written, after the letters. */
    {"*", ORACLE_STAR},          {"crayon", ORACLE_CRAYON},     {"gomme", ORACLE_GOMME},       {"pause", ORACLE_PAUSE},
    {"fantome", ORACLE_FANTOME}, {"magicien", ORACLE_MAGICIEN}, {"marqueur", ORACLE_MARQUEUR}, {"cafetiere", ORACLE_CAFETIERE},
};
enum { SPECIALS = sizeof specials / sizeof *specials };

char follow_primo_card(const Game *game, int64_t card) {
    char words[CARD_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    game->print_card((uint8_t)card, &text);
    if (strlen(words) == 1 && oracle_primo_is_letter(words[0])) return words[0];
    for (int i = 0; i < SPECIALS; i++)
        if (strcmp(words, specials[i].name) == 0) return specials[i].card;
    return '?';
}

static void write_card(char card, Text *text) {
    if (oracle_primo_is_letter(card)) text_char(text, card);
    for (int i = 0; i < SPECIALS; i++)
        if (card == specials[i].card) text_add(text, specials[i].name);
}

static int card_rank(char card) {
    if (oracle_primo_is_letter(card)) return card - 'A';
    for (int i = 0; i < SPECIALS; i++)
        if (card == specials[i].card) return 26 + i;
    return -1;
}

static int compare_cards(const void *one, const void *other) {
    return card_rank(*(const char *)one) - card_rank(*(const char *)other);
}

void follow_primo_write(const char *cards, Text *text) {
    for (int i = 0; cards[i]; i++) {
        if (i) text_char(text, ',');
        write_card(cards[i], text);
    }
}

/* ---- moves as the engine writes them */

static void write_word(const OraclePrimoWord *word, Text *text) {
    for (int i = 0; word->letters[i]; i++) {
        if (word->cards[i] == ORACLE_STAR) text_char(text, '*');
        text_char(text, word->letters[i]);
    }
}

static void write_seats(const bool hit[ORACLE_PRIMO_SEATS_MAX], Text *text) {
    bool first = true;
    for (int seat = 0; seat < ORACLE_PRIMO_SEATS_MAX; seat++) {
        if (!hit[seat]) continue;
        text_format(text, "%s%d", first ? "" : ",", seat);
        first = false;
    }
}

static void write_special(int seat, const OraclePrimoAction *action, Text *text) {
    if (action->tornado) {
        text_add(text, "tornado:");
        write_seats(action->hit, text);
        return;
    }
    write_card(action->card, text);
    bool personal = action->card == ORACLE_MARQUEUR || action->card == ORACLE_CAFETIERE || action->card == ORACLE_CRAYON;
    if (!personal || action->target != seat) text_format(text, ":%d", action->target);
    if (action->card == ORACLE_MAGICIEN) text_format(text, ":%d", (int)strlen(action->given));
}

static void write_action(const OraclePrimoTable *table, int seat, const OraclePrimoAction *action, Text *text) {
    if (action->discard) text_add(text, "take+");
    switch (action->kind) {
    case ORACLE_DRAW: text_add(text, "draw"); break;
    case ORACLE_PASS: text_add(text, "pass"); break;
    case ORACLE_ERASE: text_format(text, "erase:%d", action->length); break;
    case ORACLE_PROPOSE: text_format(text, "propose:%d", action->length); break;
    case ORACLE_ANSWER: text_add(text, action->yes ? "accept" : "refuse"); break;
    case ORACLE_RECOVER: {
        const OraclePrimoWord *word = &table->words[oracle_primo_find_word(table, action->target, action->length)];
        text_format(text, "star:%d:%d:%d=%c", action->target, action->length, action->place + 1, word->letters[action->place]);
        break;
    }
    case ORACLE_WORD:
        text_add(text, "word:");
        write_word(&action->word, text);
        break;
    case ORACLE_THROW:
    case ORACLE_LEAVE:
        text_add(text, action->kind == ORACLE_THROW ? "throw:" : "leftover:");
        write_card(action->card, text);
        break;
    case ORACLE_PLAY: write_special(seat, action, text); break;
    default: text_add(text, "missed"); break;
    }
}

/* ---- what is legal */

typedef struct Lines {
    int count, room;
    char (*lines)[MOVE_TEXT_MAX];
} Lines;

static char *add_line(Lines *lines) {
    if (lines->count == lines->room) {
        lines->room = lines->room ? 2 * lines->room : 64;
        lines->lines = realloc(lines->lines, (size_t)lines->room * sizeof *lines->lines);
    }
    return lines->lines[lines->count++];
}

static int compare_lines(const void *one, const void *other) { return strcmp(one, other); }

static void sort_lines(Lines *lines) {
    if (lines->count) qsort(lines->lines, (size_t)lines->count, sizeof *lines->lines, compare_lines);
}

typedef struct Listing {
    const FollowPrimo *follow;
    int actor;
    Lines *lines;
} Listing;

static bool is_exchange(const OraclePrimoAction *action) {
    return action->kind == ORACLE_PLAY && !action->tornado &&
           (action->card == ORACLE_FANTOME || action->card == ORACLE_MAGICIEN);
}

/* An exchange is made in two moves: first what is played on whom and for how many cards, then which. */
static void list_action(void *context, const OraclePrimoAction *action) {
    const Listing *listing = context;
    const FollowPrimo *follow = listing->follow;
    if (!follow->half) {
        Text text = text_init(add_line(listing->lines), MOVE_TEXT_MAX);
        write_action(&follow->table, listing->actor, action, &text);
        return;
    }
    const OraclePrimoAction *pending = &follow->pending;
    if (!is_exchange(action) || action->card != pending->card || action->target != pending->target) return;
    if (action->discard != pending->discard || (int)strlen(action->given) != follow->giving) return;
    char given[ORACLE_PRIMO_HAND_SOLO + 1];
    strcpy(given, action->given);
    qsort(given, strlen(given), 1, compare_cards);
    Text text = text_init(add_line(listing->lines), MOVE_TEXT_MAX);
    text_add(&text, "give:");
    follow_primo_write(given, &text);
}

/* Of equal lines one is left: the same exchange with other cards is not another first move. */
static void drop_doubles(Lines *lines) {
    int count = 0;
    for (int i = 0; i < lines->count; i++)
        if (i == 0 || strcmp(lines->lines[i], lines->lines[count - 1]) != 0)
            memmove(lines->lines[count++], lines->lines[i], MOVE_TEXT_MAX);
    lines->count = count;
}

static void compare_lists(FollowPrimo *follow, const Lines *expected, const Lines *told) {
    for (int i = 0; i < expected->count || i < told->count; i++) {
        const char *should = i < expected->count ? expected->lines[i] : "~", *is = i < told->count ? told->lines[i] : "~";
        int order = strcmp(should, is);
        if (order == 0) continue;
        agree(follow, false, order < 0 ? "%s should be legal (%d moves, not %d)" : "%s should not be legal (%d moves, not %d)",
              order < 0 ? should : is, told->count, expected->count);
        return;
    }
}

void follow_primo_decision(FollowPrimo *follow, const State *state, SeatSet actors, int actor, const Move *moves, int count,
                           bool words) {
    Lines expected = {0}, told = {0};
    Listing listing = {.follow = follow, .actor = actor, .lines = &expected};
    const OraclePrimoTable *table = &follow->table;
    SeatSet due = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->voting ? seat != table->turn && !table->answered[seat] : seat == table->turn) due |= SEAT_BIT(seat);
    agree(follow, actors == due, "seats %02x may act, not %02x", actors, due);
    oracle_primo_actions(table, actor, words && !follow->half, list_action, &listing);
    for (int i = 0; i < count; i++) {
        char line[MOVE_TEXT_MAX];
        Text text = text_init(line, sizeof line);
        follow->game->print_move(state, actor, moves[i], &text);
        if (!words && (strncmp(line, "word:", 5) == 0 || strncmp(line, "take+word:", 10) == 0)) continue;
        strcpy(add_line(&told), line);
    }
    sort_lines(&expected);
    sort_lines(&told);
    drop_doubles(&expected);
    compare_lists(follow, &expected, &told);
    follow->counts.lists += words;
    free(expected.lines);
    free(told.lines);
}

/* ---- reading events */

static int number(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && field->kind == FIELD_NUMBER ? (int)field->number : -1;
}

static bool flag(const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && field->kind == FIELD_BOOL && field->number;
}

static char one_card(const FollowPrimo *follow, const Event *event, const char *key) {
    const Field *field = event_field(event, key);
    return field && field->kind == FIELD_CARD ? follow_primo_card(follow->game, field->number) : '?';
}

/* The cards of a list; at most `most`. */
static void card_list(FollowPrimo *follow, const Event *event, const char *key, char *cards, int most) {
    const Field *field = event_field(event, key);
    int count = field ? event_length(field) : 0;
    cards[0] = 0;
    if (!agree(follow, count <= most, "%s: %d cards", event->kind, count)) return;
    for (int i = 0; i < count; i++) cards[i] = follow_primo_card(follow->game, event_element(field, i)->number);
    cards[count] = 0;
}

static void seat_list(FollowPrimo *follow, const Field *field, bool seats[ORACLE_PRIMO_SEATS_MAX]) {
    for (int i = 0; field && i < event_length(field); i++) {
        int64_t seat = event_element(field, i)->number;
        if (agree(follow, seat >= 0 && seat < ORACLE_PRIMO_SEATS_MAX, "there is no such seat")) seats[seat] = true;
    }
}

static const Field *member(const Field *object, const char *key) {
    for (int i = 0; i < event_length(object); i++)
        if (strcmp(event_element(object, i)->key, key) == 0) return event_element(object, i);
    return NULL;
}

/* A word of an event: its letters, and the places of its stars from 1. */
static OraclePrimoWord told_word(FollowPrimo *follow, const Event *event) {
    const Field *letters = event_field(event, "word"), *stars = event_field(event, "stars");
    OraclePrimoWord word = {.owner = number(event, "seat")};
    bool good = letters && letters->kind == FIELD_TEXT && strlen(field_text(letters)) <= ORACLE_PRIMO_WORD_MAX;
    if (!agree(follow, good && stars, "%s tells no word", event->kind)) return word;
    strcpy(word.letters, field_text(letters));
    strcpy(word.cards, field_text(letters));
    agree(follow, number(event, "length") == (int)strlen(word.letters), "%s is told with another length", word.letters);
    for (int i = 0; i < event_length(stars); i++) {
        int64_t place = event_element(stars, i)->number;
        if (agree(follow, place >= 1 && place <= (int)strlen(word.letters), "%s has no such star", word.letters))
            word.cards[place - 1] = ORACLE_STAR;
    }
    return word;
}

/* ---- what a player did */

static void begin_action(FollowPrimo *follow, const Event *event, OraclePrimoKind kind) {
    FollowPrimoTold *told = &follow->told;
    agree(follow, !told->acted, "%s: a second action in one move", event->kind);
    agree(follow, told->events == 1, "%s is not the first event of its move", event->kind);
    agree(follow, event_field(event, "move") != NULL, "%s: the move is not told", event->kind);
    told->acted = true;
    told->actor = number(event, "seat");
    told->action = (OraclePrimoAction){.kind = kind, .discard = flag(event, "take"), .target = told->actor};
}

static void take_special(FollowPrimo *follow, const Event *event, char card) {
    begin_action(follow, event, ORACLE_PLAY);
    OraclePrimoAction *action = &follow->told.action;
    action->card = card;
    follow->told.over_gomme = flag(event, "over_gomme");
    if (strcmp(event->kind, "tornado") == 0) {
        action->tornado = true;
        action->target = -1;
        seat_list(follow, event_field(event, "to"), action->hit);
    } else if (event_field(event, "to")) {
        action->target = number(event, "to");
    }
    if (is_exchange(action)) {
        follow->told.half = true;
        follow->told.giving = card == ORACLE_FANTOME ? 1 : number(event, "count");
    }
}

/* The second half of an exchange. */
static void take_give(FollowPrimo *follow, const Event *event) {
    begin_action(follow, event, ORACLE_PLAY);
    if (!agree(follow, follow->half, "cards are given without an exchange")) return;
    follow->told.action = follow->pending;
    agree(follow, number(event, "to") == follow->pending.target, "cards are given to somebody else");
    card_list(follow, event, "cards", follow->told.action.given, ORACLE_PRIMO_HAND_SOLO);
    agree(follow, (int)strlen(follow->told.action.given) == follow->giving, "not as many cards are given as announced");
}

static void take_star(FollowPrimo *follow, const Event *event) {
    begin_action(follow, event, ORACLE_RECOVER);
    OraclePrimoAction *action = &follow->told.action;
    action->target = number(event, "owner");
    action->length = number(event, "length");
    action->place = number(event, "place") - 1;
    int index = oracle_primo_find_word(&follow->table, action->target, action->length);
    if (!agree(follow, index >= 0 && action->place >= 0 && action->place < action->length, "a star of no word")) return;
    char letter = follow->table.words[index].letters[action->place];
    agree(follow, one_card(follow, event, "letter") == letter, "the star stands for %c", letter);
}

static bool take_action(FollowPrimo *follow, const Event *event) {
    static const struct {
        const char *kind;
        OraclePrimoKind action;
    } plain[] = {
        {"draw", ORACLE_DRAW},   {"pass", ORACLE_PASS}, {"erase", ORACLE_ERASE},    {"propose", ORACLE_PROPOSE},
        {"vote", ORACLE_ANSWER}, {"word", ORACLE_WORD}, {"leftover", ORACLE_LEAVE}, {"throw", ORACLE_THROW},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(event->kind, plain[i].kind) != 0) continue;
        begin_action(follow, event, plain[i].action);
        OraclePrimoAction *action = &follow->told.action;
        const Field *vote = event_field(event, "vote");
        action->length = number(event, "length");
        action->yes = vote && strcmp(field_text(vote), "accept") == 0;
        if (plain[i].action == ORACLE_THROW || plain[i].action == ORACLE_LEAVE) action->card = one_card(follow, event, "card");
        if (plain[i].action == ORACLE_WORD || plain[i].action == ORACLE_ERASE) action->word = told_word(follow, event);
        return true;
    }
    for (int i = 1; i < SPECIALS; i++) { /* without the star */
        if (strcmp(event->kind, specials[i].name) != 0) continue;
        take_special(follow, event, specials[i].card);
        return true;
    }
    if (strcmp(event->kind, "tornado") == 0) take_special(follow, event, ORACLE_MAGICIEN);
    else if (strcmp(event->kind, "give") == 0) take_give(follow, event);
    else if (strcmp(event->kind, "star") == 0) take_star(follow, event);
    else return false;
    return true;
}

/* ---- what came of it */

static void take_cards(FollowPrimo *follow, const Event *event) {
    FollowPrimoTold *told = &follow->told;
    if (strcmp(event->kind, "deal") == 0) {
        if (!agree(follow, told->deals < FOLLOW_PRIMO_DEALS_MAX, "too many deals")) return;
        told->deal_seat[told->deals] = number(event, "seat");
        card_list(follow, event, "cards", told->dealt[told->deals++], ORACLE_PRIMO_HAND_SOLO);
    } else if (strcmp(event->kind, "shuffle") == 0) {
        if (!agree(follow, told->shuffles < FOLLOW_PRIMO_SHUFFLES_MAX, "too many shuffles")) return;
        card_list(follow, event, "cards", told->shuffled[told->shuffles++], ORACLE_PRIMO_DECK);
    } else if (strcmp(event->kind, "renew") == 0) {
        if (!agree(follow, told->renewals < FOLLOW_PRIMO_SHUFFLES_MAX, "too many renewals")) return;
        told->renewed[told->renewals++] = number(event, "cards");
    } else if (strcmp(event->kind, "lot") == 0) {
        if (!agree(follow, told->lots < FOLLOW_PRIMO_LOTS_MAX, "too many lots")) return;
        told->lot_of[told->lots] = number(event, "of");
        told->lot_value[told->lots++] = number(event, "value");
    } else { /* takes */
        agree(follow, told->takes_from < 0, "cards are taken twice");
        told->takes_seat = number(event, "seat");
        told->takes_from = number(event, "from");
        card_list(follow, event, "cards", told->taken, ORACLE_PRIMO_HAND_SOLO);
    }
}

static void take_votes(FollowPrimo *follow, const Event *event) {
    FollowPrimoTold *told = &follow->told;
    told->voted = true;
    told->settled = flag(event, "settled");
    told->vote_length = number(event, "length");
    seat_list(follow, event_field(event, "accepted"), told->accepted);
    seat_list(follow, event_field(event, "refused"), told->refused);
}

static void take_end(FollowPrimo *follow, const Event *event) {
    FollowPrimoTold *told = &follow->told;
    const Field *reason = event_field(event, "reason"), *totals = event_field(event, "totals");
    const Field *teams = event_field(event, "teams"), *lengths = event_field(event, "by_length");
    told->ended = true;
    if (!agree(follow, reason && totals && event_length(totals) == follow->table.seats, "the end is not told whole")) return;
    strcpy(told->reason, field_text(reason));
    for (int seat = 0; seat < follow->table.seats; seat++) told->totals[seat] = (int)event_element(totals, seat)->number;
    seat_list(follow, event_field(event, "winners"), told->winner);
    for (int i = 0; teams && i < event_length(teams); i++) {
        const Field *team = event_element(teams, i), *written = member(team, "written");
        bool seats[ORACLE_PRIMO_SEATS_MAX] = {false};
        if (!agree(follow, member(team, "seats") && written, "a team is not told whole")) return;
        seat_list(follow, member(team, "seats"), seats);
        for (int k = 0; k < event_length(written); k++)
            for (int seat = 0; seat < ORACLE_PRIMO_SEATS_MAX; seat++)
                if (seats[seat]) told->written[seat][event_element(written, k)->number & 7] = true;
    }
    for (int i = 0; lengths && i < event_length(lengths); i++) {
        const Field *field = event_element(lengths, i);
        told->result.words[atoi(field->key) & 7] = (int)field->number;
    }
    card_list(follow, event, "leftovers", told->leftovers, ORACLE_PRIMO_DECK);
}

void follow_primo_take(void *context, const Event *event) {
    FollowPrimo *follow = context;
    FollowPrimoTold *told = &follow->told;
    const char *kind = event->kind;
    told->events++;
    agree(follow, !told->ended, "%s is told after the end", kind);
    if (take_action(follow, event)) return;
    agree(follow, told->acted || !follow->begun, "%s is told before what was done", kind);
    if (strcmp(kind, "begin") == 0) {
        agree(follow, !follow->begun, "a second beginning");
        told->beginner = number(event, "seat");
    } else if (strcmp(kind, "top") == 0) {
        told->top = one_card(follow, event, "card");
    } else if (strcmp(kind, "erased") == 0) {
        if (agree(follow, told->erased_count < ORACLE_PRIMO_WORDS_MAX, "too many words are erased"))
            told->erased[told->erased_count++] = told_word(follow, event);
    } else if (strcmp(kind, "missed") == 0) {
        if (agree(follow, told->missed_count <= ORACLE_PRIMO_SEATS_MAX, "too many turns are missed"))
            told->missed[told->missed_count++] = number(event, "seat");
    } else if (strcmp(kind, "votes") == 0) {
        take_votes(follow, event);
    } else if (strcmp(kind, "end") == 0) {
        take_end(follow, event);
    } else if (strcmp(kind, "deal") == 0 || strcmp(kind, "shuffle") == 0 || strcmp(kind, "renew") == 0 ||
               strcmp(kind, "lot") == 0 || strcmp(kind, "takes") == 0) {
        take_cards(follow, event);
    } else {
        agree(follow, false, "nobody knows what %s is", kind);
    }
}

/* ---- the same by the oracle */

static void settle_deal(FollowPrimo *follow) {
    const FollowPrimoTold *told = &follow->told;
    OraclePrimoCards hands[ORACLE_PRIMO_SEATS_MAX] = {{""}};
    int seats = oracle_primo_seats(follow->variant);
    bool whole = !told->acted && told->shuffles == 1 && told->deals == seats;
    if (!agree(follow, whole, "the deal is not one shuffle and %d hands", seats)) return;
    for (int i = 0; i < told->deals; i++) {
        int seat = told->deal_seat[i];
        if (!agree(follow, seat >= 0 && seat < seats && !hands[seat].cards[0], "a hand too many for %d", seat)) return;
        strcpy(hands[seat].cards, told->dealt[i]);
    }
    /* The first player is drawn among all; one player needs no lot. */
    if (seats > 1)
        agree(follow, told->lots == 1 && told->lot_of[0] == seats && told->lot_value[0] == told->beginner,
              "it is not drawn by lot who begins");
    const char *wrong = oracle_primo_begin(&follow->table, follow->variant, follow->extreme, follow->parade, follow->list,
                                           told->shuffled[0], hands, seats > 1 ? told->beginner : 0);
    agree(follow, !wrong, "the deal: %s", wrong);
    follow->begun = true;
}

/* Not those just given, each as likely as the other: the lots are of as many as are left in the opponent's hand. */
static void check_lots(FollowPrimo *follow, const OraclePrimoAction *action) {
    const FollowPrimoTold *told = &follow->told;
    int given = is_exchange(action) ? (int)strlen(action->given) : 0;
    agree(follow, told->lots == given, "%d lots are drawn, not %d", told->lots, given);
    if (!given || told->lots != given) return;
    char theirs[ORACLE_PRIMO_DECK + 1];
    strcpy(theirs, follow->table.hands[action->target].cards);
    qsort(theirs, strlen(theirs), 1, compare_cards);
    for (int i = 0; i < given; i++) {
        int of = told->lot_of[i], value = told->lot_value[i];
        if (!agree(follow, of == (int)strlen(theirs) && value >= 0 && value < of, "a lot of %d cards, not %d", of,
                   (int)strlen(theirs)))
            return;
        agree(follow, told->taken[i] == theirs[value], "the lot does not fall on the card taken");
        if (oracle_primo_count(theirs, told->taken[i])) oracle_primo_remove(theirs, told->taken[i]);
    }
    agree(follow, told->takes_seat == told->actor && told->takes_from == action->target, "others exchange cards");
}

/* The Tornado's own shuffle is of the hands it takes and the discards; it deals the first of them. */
static void check_tornado(FollowPrimo *follow, const OraclePrimoAction *action, const OraclePrimoFate *fate) {
    const OraclePrimoTable *table = &follow->table;
    char mixed[ORACLE_PRIMO_DECK + 1], dealt[ORACLE_PRIMO_DECK + 1] = "", top[ORACLE_PRIMO_DECK + 1] = "";
    strcpy(mixed, table->up.cards);
    if (action->discard) mixed[strlen(mixed) - 1] = 0;
    strcat(mixed, table->under.cards);
    for (int seat = 0; seat < table->seats; seat++) {
        if (action->hit[seat]) strcat(mixed, table->hands[seat].cards);
        strcat(dealt, fate->dealt[seat]);
    }
    if (!agree(follow, follow->told.shuffles > 0, "the Tornado shuffles nothing")) return;
    agree(follow, oracle_primo_same_cards(mixed, follow->told.shuffled[0]), "the Tornado shuffles other cards");
    strncat(top, follow->told.shuffled[0], strlen(dealt));
    agree(follow, oracle_primo_same_cards(top, dealt), "the Tornado does not deal what it shuffled, from the top");
}

/* Brings what was told of chance into the oracle's form. */
static void gather_fate(FollowPrimo *follow, const OraclePrimoAction *action, OraclePrimoFate *fate) {
    const FollowPrimoTold *told = &follow->told;
    memset(fate, 0, sizeof *fate);
    int first = action->tornado ? 1 : 0;
    for (int i = first; i < told->shuffles; i++) strcpy(fate->piles[fate->reshuffles++], told->shuffled[i]);
    agree(follow, told->renewals == fate->reshuffles, "%d piles are renewed, %d shuffled", told->renewals, fate->reshuffles);
    for (int i = 0; i < told->renewals && i < fate->reshuffles; i++)
        agree(follow, told->renewed[i] == (int)strlen(fate->piles[i]), "%d cards are not the new pile", told->renewed[i]);
    strcpy(fate->taken, told->taken);
    for (int i = 0; i < told->deals; i++) {
        int seat = told->deal_seat[i];
        bool good = seat >= 0 && seat < follow->table.seats && strlen(told->dealt[i]) <= ORACLE_PRIMO_HAND;
        if (seat == told->actor) continue;
        if (!agree(follow, good && action->tornado && !fate->dealt[seat][0], "cards are dealt to %d", seat)) return;
        strcpy(fate->dealt[seat], told->dealt[i]);
    }
    fate->top = told->top;
    agree(follow, action->tornado || !told->top, "a discard is turned up");
    check_lots(follow, action);
    if (action->tornado) check_tornado(follow, action, fate);
}

static bool same_word(const OraclePrimoWord *one, const OraclePrimoWord *other) {
    return one->owner == other->owner && strcmp(one->letters, other->letters) == 0 && strcmp(one->cards, other->cards) == 0;
}

static void compare_erased(FollowPrimo *follow, const OraclePrimoAction *action, const OraclePrimoNews *news) {
    const FollowPrimoTold *told = &follow->told;
    if (action->kind == ORACLE_ERASE) {
        agree(follow, news->erased_count == 1 && same_word(&news->erased[0], &action->word), "another word is erased");
        agree(follow, told->erased_count == 0, "more is erased than the word chosen");
        return;
    }
    agree(follow, told->erased_count == news->erased_count, "%d words are erased, not %d", told->erased_count,
          news->erased_count);
    for (int i = 0; i < news->erased_count; i++) {
        int found = 0;
        for (int k = 0; k < told->erased_count; k++) found += same_word(&told->erased[k], &news->erased[i]);
        agree(follow, found == 1, "%s of seat %d should be erased", news->erased[i].letters, news->erased[i].owner);
    }
}

static void compare_news(FollowPrimo *follow, const OraclePrimoAction *action, const OraclePrimoNews *news) {
    const FollowPrimoTold *told = &follow->told;
    char drawn[FOLLOW_PRIMO_DEALS_MAX * (ORACLE_PRIMO_HAND_SOLO + 1)] = "";
    for (int i = 0; i < told->deals; i++) {
        agree(follow, told->dealt[i][0] || action->tornado, "nothing is dealt");
        if (told->deal_seat[i] == told->actor) strcat(drawn, told->dealt[i]);
    }
    agree(follow, strcmp(drawn, news->drawn) == 0, "seat %d draws %s, not %s", told->actor, drawn, news->drawn);
    compare_erased(follow, action, news);
    agree(follow, told->voted == news->voted, "the votes are opened, or not, against the rules");
    agree(follow, told->settled == news->put_back, "the set is put back, or not, against the rules");
}

/* The length that was voted on, and who voted how, as it was before the last vote. */
static void compare_votes(FollowPrimo *follow, const OraclePrimoTable *before, const OraclePrimoAction *action) {
    const FollowPrimoTold *told = &follow->told;
    if (!told->voted) return;
    agree(follow, told->vote_length == before->voting, "words of %d letters are voted on", before->voting);
    for (int seat = 0; seat < before->seats; seat++) {
        bool asked = seat != before->turn, yes = seat == told->actor ? action->yes : before->agreed[seat];
        agree(follow, told->accepted[seat] == (asked && yes), "seat %d accepts, or not", seat);
        agree(follow, told->refused[seat] == (asked && !yes), "seat %d refuses, or not", seat);
    }
}

static void miss_turns(FollowPrimo *follow) {
    static const OraclePrimoAction miss = {.kind = ORACLE_MISS};
    static const OraclePrimoFate nothing = {0};
    OraclePrimoNews news;
    for (int i = 0; i < follow->told.missed_count; i++) {
        int seat = follow->told.missed[i];
        const char *wrong = oracle_primo_refusal(&follow->table, seat, &miss);
        if (!agree(follow, !wrong, "seat %d misses a turn: %s", seat, wrong)) return;
        oracle_primo_apply(&follow->table, seat, &miss, &nothing, &news);
        follow->counts.kinds[ORACLE_MISS]++;
    }
}

static bool written(const OraclePrimoTable *table, int seat, int length) {
    return oracle_primo_written(table->variant, table->words, table->word_count, table->back, seat, length);
}

void follow_primo_points(const FollowPrimo *follow, int points[ORACLE_PRIMO_SEATS_MAX]) {
    const OraclePrimoTable *table = &follow->table;
    for (int seat = 0; seat < table->seats; seat++) {
        points[seat] = 0;
        for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) {
            bool wanted[ORACLE_PRIMO_WORD_MAX + 1];
            oracle_primo_lengths(table->variant, table->extreme, wanted);
            if (table->variant == ORACLE_PRIMO_SOLO) points[seat] += length * table->result.words[length];
            else if (wanted[length]) points[seat] += written(table, seat, length);
        }
    }
}

static void compare_solo_end(FollowPrimo *follow) {
    const FollowPrimoTold *told = &follow->told;
    const OraclePrimoTable *table = &follow->table;
    agree(follow, memcmp(told->result.words, table->result.words, sizeof table->result.words) == 0, "the words by length");
    agree(follow, (int)strlen(told->leftovers) == table->result.leftovers, "%d cards are left over", table->result.leftovers);
    agree(follow, strcmp(told->reason, "cards") == 0, "it ends by %s", told->reason);
    agree(follow, told->winner[0], "who plays alone should win");
    follow->counts.ends_solo++;
}

static void compare_end(FollowPrimo *follow) {
    const FollowPrimoTold *told = &follow->told;
    const OraclePrimoTable *table = &follow->table;
    int points[ORACLE_PRIMO_SEATS_MAX], winners = 0;
    agree(follow, told->ended == table->over, "the game ends, or goes on, against the rules");
    if (!told->ended || follow->wrong[0]) return;
    follow_primo_points(follow, points);
    for (int seat = 0; seat < table->seats; seat++)
        agree(follow, told->totals[seat] == points[seat], "seat %d has %d, not %d", seat, told->totals[seat], points[seat]);
    follow->ended = true;
    follow->counts.games++;
    if (table->variant == ORACLE_PRIMO_SOLO) {
        compare_solo_end(follow);
        return;
    }
    bool limit = table->turns >= ORACLE_PRIMO_TURNS;
    agree(follow, strcmp(told->reason, limit ? "turns" : "written") == 0, "it ends by %s", told->reason);
    for (int seat = 0; seat < table->seats; seat++) {
        agree(follow, told->winner[seat] == table->winner[seat], "seat %d wins, or not, against the rules", seat);
        for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) {
            bool due = written(table, seat, length);
            agree(follow, told->written[seat][length] == due, "words of %d letters of seat %d", length, seat);
        }
        winners += table->winner[seat];
    }
    int team[ORACLE_PRIMO_SEATS_MAX], teams = oracle_primo_teams(table->variant, team);
    follow->counts.ends_written += !limit;
    follow->counts.ends_limit += limit;
    bool letters = false;
    for (int seat = 0; seat < table->seats; seat++)
        for (int other = 0; other < table->seats; other++)
            letters = letters || (table->winner[seat] && !table->winner[other] && points[seat] == points[other]);
    follow->counts.ends_by_letters += limit && letters;
    follow->counts.ends_shared += limit && winners * teams > table->seats;
    for (int length = 0; length <= ORACLE_PRIMO_WORD_MAX; length++) follow->counts.put_back_at_end += table->back[length];
}

/* ---- counting */

static void count_extreme(FollowPrimo *follow, const OraclePrimoTable *before, const OraclePrimoAction *action,
                          const OraclePrimoNews *news) {
    FollowPrimoCounts *counts = &follow->counts;
    if (!before->extreme) return;
    if (action->kind == ORACLE_WORD) {
        counts->erased += news->erased_count;
        for (int i = 0; i < before->word_count; i++) {
            const OraclePrimoWord *word = &before->words[i];
            if (strlen(word->letters) != strlen(action->word.letters)) continue;
            if (!oracle_primo_opponents(before->variant, word->owner, follow->told.actor)) continue;
            counts->equal_spared +=
                oracle_primo_compare(oracle_primo_strength(word), oracle_primo_strength(&action->word)) == 0;
        }
    }
    if (action->kind != ORACLE_RECOVER) return;
    for (int i = 0; i < news->erased_count; i++) {
        counts->erased_by_star++;
        counts->own_erased_by_star += !oracle_primo_opponents(before->variant, news->erased[i].owner, follow->told.actor);
    }
    bool erased[ORACLE_PRIMO_WORDS_MAX];
    const OraclePrimoTable *table = &follow->table;
    int index = oracle_primo_find_word(table, action->target, action->length);
    if (news->erased_count == 0)
        counts->spared_by_white += oracle_primo_erased(table->variant, table->words, table->word_count, index, erased) > 0;
}

static void count_action(FollowPrimo *follow, const OraclePrimoTable *before, const OraclePrimoAction *action,
                         const OraclePrimoNews *news) {
    FollowPrimoCounts *counts = &follow->counts;
    int seat = follow->told.actor;
    counts->kinds[action->kind]++;
    counts->reshuffles += news->reshuffled;
    counts->reshuffles_while_filling += action->kind != ORACLE_DRAW && news->reshuffled;
    counts->nothing_drawn += action->kind == ORACLE_DRAW && !news->drawn[0];
    bool goes_on = news->turn_over && !follow->table.over && action->kind != ORACLE_ERASE;
    counts->short_hands += goes_on && strlen(follow->table.hands[seat].cards) < ORACLE_PRIMO_HAND;
    bool cards_left = follow->table.pile.cards[0] || before->under.cards[0] || before->up.cards[0];
    counts->short_erasures +=
        action->kind == ORACLE_ERASE && cards_left && strlen(follow->table.hands[seat].cards) < ORACLE_PRIMO_HAND;
    for (int other = 0; other < before->seats; other++)
        counts->short_tornados += action->hit[other] && strlen(follow->table.hands[other].cards) < ORACLE_PRIMO_HAND;
    counts->votes += news->voted;
    counts->votes_passed += news->put_back;
    count_extreme(follow, before, action, news);
    if (action->kind == ORACLE_WORD) {
        counts->refills += news->drawn[0] != 0;
        counts->words_taken += action->discard;
        counts->words_with_stars += oracle_primo_count(action->word.cards, ORACLE_STAR) > 0;
    }
    if (action->kind != ORACLE_PLAY) return;
    counts->specials[(int)action->card]++;
    counts->specials_taken[(int)action->card] += action->discard;
    counts->tornados += action->tornado;
    for (int other = 0; other < before->seats; other++)
        counts->tornados_of_partners += action->hit[other] && oracle_primo_partners(before->variant, seat, other);
    if (action->card != ORACLE_CRAYON && action->card != ORACLE_MARQUEUR) return;
    bool over = oracle_primo_gommed(&before->fronts[action->target]);
    agree(follow, follow->told.over_gomme == over, "it is told to lie on a Gomme, or not, against the rules");
    counts->over_gomme += over;
    counts->marqueur_over_gomme += over && action->card == ORACLE_MARQUEUR;
    counts->for_partner += action->target != seat;
}

/* ---- the way in */

static void settle_action(FollowPrimo *follow) {
    OraclePrimoTable before = follow->table;
    OraclePrimoAction action = follow->told.action;
    OraclePrimoFate fate;
    OraclePrimoNews news;
    int actor = follow->told.actor;
    gather_fate(follow, &action, &fate);
    if (follow->wrong[0]) return;
    const char *wrong = oracle_primo_refusal(&follow->table, actor, &action);
    if (!agree(follow, !wrong, "seat %d: %s", actor, wrong)) return;
    wrong = oracle_primo_apply(&follow->table, actor, &action, &fate, &news);
    if (!agree(follow, !wrong, "seat %d: %s", actor, wrong)) return;
    compare_news(follow, &action, &news);
    compare_votes(follow, &before, &action);
    count_action(follow, &before, &action, &news);
    miss_turns(follow);
    compare_end(follow);
    agree(follow, oracle_primo_all_there(&follow->table, follow->parade), "a card is lost or doubled");
}

void follow_primo_settle(FollowPrimo *follow) {
    FollowPrimoTold *told = &follow->told;
    if (!follow->wrong[0]) {
        if (!follow->begun) {
            settle_deal(follow);
        } else if (!told->acted) {
            agree(follow, false, "nothing is told of a move");
        } else if (told->half) {
            agree(follow, told->events == 1 && !follow->half, "more is told than that an exchange begins");
            follow->half = true;
            follow->pending = told->action;
            follow->giving = told->giving;
        } else {
            agree(follow, !follow->half || is_exchange(&told->action), "something else is done before cards are given");
            follow->half = false;
            settle_action(follow);
        }
    }
    follow->moves++;
    follow->counts.moves++;
    memset(told, 0, sizeof *told);
    told->takes_seat = told->takes_from = told->beginner = -1;
}

void follow_primo_begin(FollowPrimo *follow, const Game *game, OraclePrimoVariant variant, bool extreme, bool parade,
                        const OraclePrimoList *list) {
    FollowPrimoCounts counts = follow->counts;
    memset(follow, 0, sizeof *follow);
    follow->counts = counts;
    follow->game = game;
    follow->variant = variant;
    follow->extreme = extreme;
    follow->parade = parade;
    follow->list = list;
    follow->told.takes_seat = follow->told.takes_from = follow->told.beginner = -1;
}

void follow_primo_resume(FollowPrimo *follow, const OraclePrimoTable *table) {
    follow->begun = true;
    follow->table = *table;
}
