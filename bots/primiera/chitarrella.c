/* The traditional principles of Scopone as a list of rules, the most important first.
 * Each rule keeps the moves it likes best, and the next decides among those. They look at the view alone, one turn ahead,
 * which is how the old rules are put. Source of the principles: the rules of Scopone known under the name of Chitarrella
 * (18th century), in our own words. */
#include "bots/primiera/chitarrella.h"

#include <assert.h>

#include "games/primiera/primiera.h"

/* A turn as the player sees it. */
typedef struct Seen {
    CardSet hand, table, unseen;
    CardSet partners; /* the card on the table that the partner laid last, if that is certain */
    bool dealers_side;
    bool partner_next; /* whatever is left now is the partner's first */
} Seen;

static int count_rank(CardSet set, int rank) { return set_count(set & RANK_CARDS(rank)); }

/* The table after a move, the cards won by it, and the card that is given up (none if it takes). */
static CardSet left_by(const Seen *seen, Move move) {
    return move_takes(move) ? seen->table & ~move_takes(move) : seen->table | CARD_BIT(move_card(move));
}
static CardSet won_by(Move move) { return move_takes(move) ? move_takes(move) | CARD_BIT(move_card(move)) : 0; }
static CardSet given_by(Move move) { return move_takes(move) ? 0 : CARD_BIT(move_card(move)); }

/* ---- the rules: how much each likes a move */

/* A sweep is a point in the hand: take it. */
static int sweep(const Seen *seen, Move move) { return seen->table && move_takes(move) == seen->table; }

/* The seven of coins is a point by itself: take it, take with it, never give it. */
static int seven_of_coins(const Seen *seen, Move move) {
    (void)seen;
    return (won_by(move) >> SEVEN_OF_COINS & 1) - (given_by(move) >> SEVEN_OF_COINS & 1);
}

/* Leave no sweep: a table of eleven or more cannot be swept, nor one whose card is out of play or only in one's own hand. */
static int deny_sweep(const Seen *seen, Move move) {
    int sum = set_sum(left_by(seen, move));
    if (sum == 0 || sum > ITALIAN_RANKS || seen->partner_next) return 0;
    return -count_rank(seen->unseen, sum);
}

/* Sevens decide the primiera: win them, and give none while others are out. */
static int guard_sevens(const Seen *seen, Move move) {
    int exposed = count_rank(given_by(move), 7) && count_rank(seen->unseen, 7);
    return count_rank(won_by(move), 7) - exposed;
}

/* What the partner has just laid is meant for the partner's own second card: leave it. */
static int leave_the_partners(const Seen *seen, Move move) { return -(int)((move_takes(move) & seen->partners) != 0); }

/* Taking is better than giving. */
static int take(const Seen *seen, Move move) {
    (void)seen;
    return move_takes(move) != 0;
}

/* The dealer's side plays last and lives on pairs: it takes equal with equal. The other side must break them up: it takes by
 * sums, which leave an odd number of cards of several ranks in play. */
static int pair_or_unpair(const Seen *seen, Move move) {
    bool by_sum = (move_takes(move) & (move_takes(move) - 1)) != 0;
    return move_takes(move) ? by_sum != seen->dealers_side : 0;
}

/* Coins, then cards that count in the primiera, then cards. */
static int win_coins(const Seen *seen, Move move) {
    (void)seen;
    return set_count(won_by(move) & SUIT_CARDS(COINS)) - set_count(given_by(move) & SUIT_CARDS(COINS));
}

static int win_primiera(const Seen *seen, Move move) {
    int value = 0;
    (void)seen;
    for (CardSet won = won_by(move); won; won &= won - 1) value += primiera_rank_values[card_rank(set_lowest(won))];
    return value;
}

/* If you must give, give from a double, so that the second card takes it back; best where nobody else can take it. */
static int give_from_doubles(const Seen *seen, Move move) {
    int rank = card_rank(move_card(move));
    if (move_takes(move)) return 0;
    return 4 * (count_rank(seen->hand, rank) > 1) - count_rank(seen->unseen, rank);
}

/* And of what is left, the card that is worth least in the primiera. */
static int give_least(const Seen *seen, Move move) {
    (void)seen;
    return move_takes(move) ? 0 : -primiera_rank_values[card_rank(move_card(move))];
}

static int (*const rules[])(const Seen *seen, Move move) = {
    sweep,          seven_of_coins, deny_sweep,        guard_sevens, leave_the_partners, take,
    pair_or_unpair, win_coins,      give_from_doubles, win_primiera, give_least,
};

/* ---- what is seen */

/* It is certain who laid the cards at the end of the row as long as nobody who has played since may have taken. */
static CardSet laid_by_partner(const Primiera *p, int seat) {
    int partner = p->partner[seat], before = seat, played = 0;
    if (partner == SEAT_NONE || p->last == partner) return 0;
    while (before != partner) {
        int next = before;
        /* The seat that plays before this one. */
        while (primiera_next(p, next) != before) next = primiera_next(p, next);
        before = next;
        played++;
        if (p->last == before) return 0;
    }
    /* The opening row is nobody's: it has four cards, and only what came after it was played. */
    int opening = p->last == SEAT_NONE ? 4 : 0;
    return p->row_count >= opening + played ? CARD_BIT(p->row[p->row_count - played]) : 0;
}

static Seen see(const Primiera *p, int actor) {
    int seat = p->phase == PRIMIERA_PHASE_LAY ? actor : p->turn;
    CardSet known = p->table | p->hand[seat];
    for (int other = 0; other < PRIMIERA_SEATS; other++) known |= p->pile[other];
    return (Seen){.hand = p->hand[seat],
                  .table = p->table,
                  .unseen = ALL_CARDS & ~known,
                  .partners = laid_by_partner(p, seat),
                  .dealers_side = seat == p->dealer || p->partner[seat] == p->dealer,
                  .partner_next = p->partner[seat] != SEAT_NONE && p->partner[seat] == primiera_next(p, seat)};
}

static bool plays(const Game *game) { return game == &primiera; }

static Move choose(Bot *bot, const View *view, int actor, Chance *chance) {
    Move *moves = bot->moves;
    int count = bot->game->legal(view_state(view), actor, moves);
    assert(count > 0);
    if (move_kind(moves[0]) == PRIMIERA_MOVE_TURN) return moves[0];
    Seen seen = see(primiera_of_view(view), actor);
    for (size_t rule = 0; rule < sizeof rules / sizeof *rules && count > 1; rule++) {
        int kept = 0, best = 0;
        for (int i = 0; i < count; i++) {
            int likes = rules[rule](&seen, moves[i]);
            if (kept == 0 || likes > best) best = likes, kept = 0;
            if (likes == best) moves[kept++] = moves[i];
        }
        count = kept;
    }
    return moves[chance_below(chance, (uint32_t)count)];
}

const BotKind bot_chitarrella = {.name = "chitarrella", .plays = plays, .choose = choose};
