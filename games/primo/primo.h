/* Primo: words laid from a hand of letters, and cards that hinder. Rules: docs/rulings.md and `araldo rules primo`.
 *
 * A card is a face: the letters A to Z are 0 to 25, then the star and the special cards. Equal faces cannot be told apart, so
 * a hand is a count for each face. The pile and the cards thrown are ordered; what was put under the discards is not.
 *
 * What a seat knows beyond its own hand and what is face up is part of the state, in one row for each seat and one for what
 * everybody knows. It includes only what is certain:
 *  - `known`: these cards are in that hand. A card given or taken is known to the two concerned, a recovered star to all. The
 *    owner lays such a card openly, or cards leave that hand unseen: then as many are certain as must have stayed.
 *  - `apart`: these cards are not in the pile, though the seat does not see them. When the discards become the new pile, all
 *    others are in hands; a Tornado mixes the discards with hands, and not with the pile. It does not say which of several
 *    hands, or whether a card is in a hand or among the mixed discards.
 * Between two players, and without a Tornado, this is all that can be deduced about where the cards are. */
#ifndef ARALDO_GAMES_PRIMO_PRIMO_H
#define ARALDO_GAMES_PRIMO_PRIMO_H

#include "core/game.h"
#include "lexicon/rack.h"

extern const Game primo;

typedef enum { PRIMO_DUEL, PRIMO_THREE, PRIMO_FOUR, PRIMO_TEAMS, PRIMO_FIVE, PRIMO_SIX, PRIMO_SOLO } PrimoVariant;

/* Faces. */
enum { STAR = ALPHABET, CRAYON, GOMME, PAUSE, FANTOME, MAGICIEN, MARQUEUR, CAFETIERE, PRIMO_FACES };

enum {
    PRIMO_CARDS_MAX = 110,
    PRIMO_LENGTHS = 4,    /* words that win */
    PRIMO_LETTERS = 7,    /* of the longest word */
    PRIMO_HAND = 6,       /* at the end of a turn */
    PRIMO_HAND_MAX = 7,   /* after drawing; in solo always */
    PRIMO_WORDS_MAX = 27, /* 24 of six players; 81 cards of solo in words of three */
    PRIMO_TURNS_MAX = 1000,
    /* In a turn: 4 stars recovered, 4 lengths proposed with 3 votes each, drawing, the action in two steps at most. */
    PRIMO_MOVES_A_TURN = 23,
    /* Words in all placements of stars are most of it: in French at most 44,399 of 3 to 6 letters, 53,899 of 4 to 7 and
     * 54,867 of 3 to 7, each with A, E, R and four stars; another word list is held to the bound when it is chosen. All else
     * is less than 100: a Magicien gives 31 Tornados and up to six cards to each of four opponents, and what is given is a
     * move of its own. */
    PRIMO_PLACEMENTS_MAX = 60000,
    PRIMO_ACTIONS_MAX = 100,
    PRIMO_MOVES_MAX = PRIMO_PLACEMENTS_MAX + PRIMO_ACTIONS_MAX,
    PRIMO_ROWS = SEATS_MAX + 1,
    PRIMO_PUBLIC = SEATS_MAX, /* the row of what everybody knows, onlookers included */
};

/* How many cards there are of each face, and on which background letters stand. Another language brings another deck. */
typedef enum { WHITE, BLUE, RED, BLACK, COLOURS } PrimoColour;
typedef struct PrimoDeck {
    uint8_t counts[PRIMO_FACES];
    uint8_t colours[ALPHABET];
} PrimoDeck;
extern const PrimoDeck primo_deck_french;

/* A turn begins; a card was drawn (always so in solo); cards are to be given; others vote; the game is over. */
typedef enum { PRIMO_START, PRIMO_DRAWN, PRIMO_GIVE, PRIMO_VOTE, PRIMO_OVER } PrimoPhase;
typedef enum { VOTE_NONE, VOTE_ACCEPT, VOTE_REFUSE, VOTE_UNKNOWN } PrimoVote;

/* A word on the table; without one, all letters are CARD_NONE. */
typedef struct PrimoWord {
    uint8_t letters[PRIMO_LETTERS]; /* 0 to 25, then CARD_NONE */
    uint8_t stars;                  /* bit i: letter i is a star */
} PrimoWord;

/* A game between two decisions. In a view, `hand` has of other seats what the viewer knows to be there and `hidden` counts
 * the rest; `pile` is CARD_UNKNOWN, `mixed` is empty and `mixed_hidden` counts it; of the rows only the viewer's own `apart`
 * and the public ones are there. In a full state `hidden` and `mixed_hidden` are zero. Unused bytes are zero, unused places
 * CARD_NONE. */
typedef struct Primo {
    uint32_t chance_count;
    uint16_t turns; /* that are over */
    uint8_t variant;
    uint8_t viewer; /* VIEWER_WHOLE, a seat, or ONLOOKER */
    uint8_t extreme, parade;
    uint8_t phase;
    uint8_t turn;
    uint8_t settled;         /* bit k: everybody's words of the k-th length were put back, and count as written */
    uint8_t proposed;        /* lengths proposed since the pile was last made */
    uint8_t proposal;        /* in a vote: the k-th length */
    uint8_t vote[SEATS_MAX]; /* of those who were asked */
    uint8_t receiver;        /* while cards are to be given: to whom, else SEAT_NONE, */
    uint8_t giving;          /* and how many */
    uint8_t hand[SEATS_MAX][PRIMO_FACES];
    uint8_t hidden[SEATS_MAX];
    uint8_t crayons[SEATS_MAX], gommes[SEATS_MAX]; /* before each seat, in turn on each other: one Crayon more is an open one */
    uint8_t marqueur, cafetiere;                   /* before which seat, or SEAT_NONE */
    SeatSet paused;                                /* who misses the next turn */
    uint8_t pile_count, thrown_count, mixed_hidden;
    PrimoWord words[PRIMO_WORDS_MAX]; /* of a seat's k-th length: 4 * seat + k; in solo in the order they were laid */
    uint8_t under[PRIMO_FACES];       /* put openly under the discards; in solo the cards left over */
    uint8_t mixed[PRIMO_FACES];       /* discards whose faces a Tornado made uncertain */
    uint8_t pile[PRIMO_CARDS_MAX];    /* next first */
    uint8_t thrown[PRIMO_CARDS_MAX];  /* the top last */
    uint8_t known[PRIMO_ROWS][SEATS_MAX][PRIMO_HAND_MAX]; /* ascending */
    uint8_t apart[PRIMO_ROWS][PRIMO_FACES];
    uint8_t unused[1];
} Primo;
_Static_assert(sizeof(Primo) == offsetof(Primo, unused) + sizeof((Primo *)NULL)->unused && sizeof(Primo) <= STATE_BYTES_MAX,
               "equal states are equal bytes");

static inline const Primo *primo_of(const State *state) { return (const Primo *)(const void *)state; }
static inline const Primo *primo_of_view(const View *view) { return (const Primo *)(const void *)view; }

/* ---- moves: bits 0 to 4 the act, 5 whether the top discard is taken for it, 6 to 8 a seat, from 9 on what the act needs */

typedef enum {
    ACT_DRAW,
    ACT_PASS,    /* no card, and none to draw */
    ACT_ERASE,   /* a length: the seat's own word, with the Gomme on its Crayon */
    ACT_PROPOSE, /* a length */
    ACT_ACCEPT,
    ACT_REFUSE,
    ACT_STAR,     /* seat, length and place of a star to recover */
    ACT_WORD,     /* letters and stars */
    ACT_THROW,    /* a face */
    ACT_CRAYON,   /* seat: oneself or a partner */
    ACT_GOMME,    /* seat */
    ACT_PAUSE,    /* seat */
    ACT_FANTOME,  /* seat */
    ACT_MAGICIEN, /* seat and how many cards; what is given is the next move, for this one is seen by all and that one is not */
    ACT_TORNADO,  /* seats */
    ACT_MARQUEUR,
    ACT_CAFETIERE,
    ACT_GIVE,     /* cards */
    ACT_LEFTOVER, /* a face */
    ACTS,
} PrimoAct;

static inline Move primo_move(PrimoAct act, bool take, int seat, uint64_t data) {
    return (Move)act | (Move)take << 5 | (Move)seat << 6 | data << 9;
}
static inline PrimoAct primo_act(Move move) { return (PrimoAct)(move & 31); }
static inline bool primo_takes(Move move) { return move >> 5 & 1; }
static inline int primo_seat(Move move) { return (int)(move >> 6 & 7); }
static inline uint64_t primo_data(Move move) { return move >> 9; }

/* A length and a place in it, both from 1. */
static inline uint64_t primo_data_place(int length, int place) { return (uint64_t)length | (uint64_t)place << 3; }
static inline int primo_data_length(Move move) { return (int)(primo_data(move) & 7); }
static inline int primo_data_spot(Move move) { return (int)(primo_data(move) >> 3 & 7); }
/* Up to seven cards in ascending order, six bits each; 0 ends them. */
uint64_t primo_data_cards(const uint8_t *cards, int count);
int primo_data_list(Move move, uint8_t cards[PRIMO_HAND_MAX]);
/* A word: seven letters of five bits, 0 ends them; then the stars. */
uint64_t primo_data_word(const PrimoWord *word);
PrimoWord primo_data_letters(Move move);

/* ---- cards, seats and words (cards.c) */

/* How many cards of this face are in this game. */
int primo_deck_count(const Primo *p, int face);
int primo_cards(const Primo *p);
PrimoColour primo_colour(const Primo *p, int letter);

int primo_seats(const Primo *p);
int primo_team(const Primo *p, int seat);
static inline bool primo_opponents(const Primo *p, int a, int b) { return primo_team(p, a) != primo_team(p, b); }
/* Cards in a hand, unknown ones included. */
int primo_hand_size(const Primo *p, int seat);
int primo_discards(const Primo *p);
/* Is an open Crayon or the Marqueur in front of the seat? */
bool primo_can_write(const Primo *p, int seat);
/* Is an uncovered Gomme in front of the seat? */
bool primo_gommed(const Primo *p, int seat);

int primo_word_length(const PrimoWord *word);
/* The face of the card at a place of a word, from 0. */
static inline int primo_word_card(const PrimoWord *word, int place) {
    return word->stars >> place & 1 ? STAR : word->letters[place];
}
/* The lengths of this game's words: bit n for words of n letters. */
Lengths primo_lengths(const Primo *p);
int primo_length_least(const Primo *p);
/* The word of that length written by the seat itself, or NULL. */
const PrimoWord *primo_word(const Primo *p, int seat, int length);
/* Lengths that the seat's team has written, including those that were put back. */
Lengths primo_written(const Primo *p, int seat);
/* Ranks words of a length in the extreme game: black letters, then red, then blue. */
int primo_strength(const Primo *p, const PrimoWord *word);
/* Words laid in solo. */
int primo_solo_words(const Primo *p);

/* ---- the lexicon in use, and which words can be laid (words.c) */

/* The French lexicon that the program carries, unless another was chosen. */
const Lexicon *primo_lexicon(void);
/* Chooses another word list, once and before anything is played; it must last as long as the program. False with a clear line
 * if a hand could give more placements of words than moves are listed. */
bool primo_use_lexicon(const Lexicon *lexicon, Error *error);
/* The fingerprint of the list in use as records tell it: 0 for the program's own, whether it was chosen or not. */
uint64_t primo_word_list(void);
/* The most placements that any hand with four stars gives, words of 3 to 7 letters. */
int primo_placements_most(const Lexicon *lexicon);

/* The hand as a rack, with the top discard where it is taken. */
Rack primo_rack(const Primo *p, int seat, bool take);
/* A top discard that is taken must be used: as a letter in a place that is not a star, or as a star. */
bool primo_word_uses(const PrimoWord *word, int face);
int primo_list_words(const Primo *p, int seat, bool take, Move *moves);
bool primo_word_allowed(const Primo *p, int seat, bool take, const PrimoWord *word);

/* ---- legal moves (moves.c) */

SeatSet primo_actors(const State *state);
int primo_legal(const State *state, int actor, Move *moves);
/* The legal moves that lay no word: at most PRIMO_ACTIONS_MAX. */
int primo_list_actions(const State *state, int actor, Move *moves);
/* Whether a word may be laid now, and whether it takes the top discard; not whether there is such a word. */
bool primo_may_lay(const Primo *p, bool *take);
bool primo_is_legal(const State *state, int actor, Move move);
/* The special card that an act plays, or CARD_NONE. */
int primo_act_face(PrimoAct act);

/* ---- playing (play.c, specials.c) */

/* One move being played. */
typedef struct Play {
    Primo *p;
    int actor;
    Move move;
    Chance *chance;
    EventSink *sink;
} Play;

void primo_apply(State *state, int actor, Move move, Chance *chance, EventSink *sink);
/* The first event of a move: its kind and actor; more fields may follow until play_told, which adds the move itself. */
void play_tell(const Play *play, const char *kind);
void play_told(const Play *play, SeatSet seen_by);
/* Draws cards until the hand has `size`, as far as the cards go; reports what came. */
void play_fill(const Play *play, int seat, int size);
/* Takes the special card of the move from where it is played. */
void play_spend(const Play *play);
void play_crayon(const Play *play);
void play_gomme(const Play *play);
void play_pause(const Play *play);
void play_marqueur(const Play *play);
void play_cafetiere(const Play *play);
/* Fantôme and the Magicien's exchange, and then the cards. */
void play_exchange(const Play *play);
void play_give(const Play *play);
void play_tornado(const Play *play);

/* ---- what each seat knows (knowledge.c); called where cards move */

/* A card left the seat's hand and was seen by all; it came into it and was seen by all. */
void knowledge_shown(Primo *p, int seat, int face);
void knowledge_gained(Primo *p, int seat, int face);
/* `seat` gave `given` to `other` and took `taken`, as many, in return; `sizes` are of both hands before. */
void knowledge_exchanged(Primo *p, int seat, int other, const uint8_t *given, const uint8_t *taken, int count,
                         const int sizes[2]);
/* Before and after a Tornado: hands and discards are gathered; hands are dealt again and a top card, or CARD_NONE, is seen. */
void knowledge_gathered(Primo *p, SeatSet seats);
void knowledge_scattered(Primo *p, SeatSet seats, int top);
/* The discards are about to become the new pile. */
void knowledge_renewed(Primo *p);
/* How many of this face are apart for this row by what it knows of hands and by what everybody knows; it may know of more. */
int knowledge_least(const Primo *p, int row, int face);
/* Whose row a viewer has. */
static inline int primo_row(int viewer) { return viewer == ONLOOKER ? PRIMO_PUBLIC : viewer; }

/* ---- the end (primo.c) */

/* Cards laid in solo; else lengths written. */
void primo_points(const State *state, int points[SEATS_MAX]);
SeatSet primo_winners(const State *state);
/* Who leads: most lengths, then most letters; several if they are level. */
SeatSet primo_leaders(const Primo *p);
bool primo_complete(const Primo *p, int seat);

/* ---- the parts of the game table in separate files */

void primo_print_card(uint8_t card, Text *text);
bool primo_parse_card(Span text, uint8_t *card);
void primo_print_move(const State *state, int actor, Move move, Text *text);
bool primo_parse_move(const State *state, int actor, Span text, Move *move, Error *error);
void primo_print_word(const PrimoWord *word, Text *text);
bool primo_parse_word(Span text, PrimoWord *word, bool *starred, Error *error);
void primo_print(const State *state, Text *text);
bool primo_parse(State *state, Span text, Error *error);
void primo_view(const State *state, int seat, View *view);
void primo_determinize(const View *view, Chance *chance, State *state);
const char *primo_check(const State *state);
void primo_facts(EventSink *sink);
void primo_glance(const View *view, EventSink *sink);
/* All cards of each face whose place is known, by face. */
void primo_count_seen(const Primo *p, int counts[PRIMO_FACES]);
extern const Variant primo_variants[];

#endif
