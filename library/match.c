/* A match in play: its state, the key its cards come from, its events and its record. */
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "library/inside.h"
#include "record/record.h"

#define NAMELESS "player"

struct araldo_match {
    RecordHeader header; /* game, set-up, names and key */
    araldo_state state;
    Past past;     /* for bots that remember */
    uint32_t turn; /* moves so far: a bot's dice depend on it */
    EventLog log;
    EventSink sink; /* writes the log */
};

static bool read_seed(const char *seed, ChanceKey *key, Error *error) {
    if (seed) return chance_key_parse(key, span_of(seed), error);
    return getentropy(key->bytes, sizeof key->bytes) == 0 ||
           error_set(error, "the system gives no random numbers: %s", strerror(errno));
}

/* The names, and as many people unless the set-up has said how many there are. */
static bool read_names(RecordHeader *header, const char *names, bool people_named, Error *error) {
    Span rest = span_of(names), name;
    int people = 0;
    while (span_split(&rest, ',', &name)) {
        if (people == SEATS_MAX) return error_set(error, "no table has more than %d seats", SEATS_MAX);
        if (name.length == 0 || !span_copy(name, header->names[people++], RECORD_NAME_MAX))
            return error_set(error, "names have commas between them, and each is below %d bytes", RECORD_NAME_MAX);
    }
    if (people_named && header->setup.people != people)
        return error_set(error, "the set-up seats %d people, and there are %d names", header->setup.people, people);
    header->setup.people = people;
    return true;
}

static bool read_header(RecordHeader *header, const char *setup, const char *names, const char *seed, Error *error) {
    bool people_named;
    if (!setup_read(setup, &header->game, &header->setup, &people_named, error)) return false;
    if (!read_seed(seed, &header->key, error)) return false;
    header->has_key = true;
    header->word_list = game_word_list(header->game);
    if (names && !read_names(header, names, people_named, error)) return false;
    for (int seat = 0; !names && seat < header->setup.people; seat++) strcpy(header->names[seat], NAMELESS);
    return setup_check(header->game, &header->setup, error);
}

static bool begin(araldo_match *match, Error *error) {
    const Game *game = match->header.game;
    Chance chance = chance_table(&match->header.key);
    event_log_init(&match->log);
    match->sink.take = event_log_take;
    match->sink.context = &match->log;
    if (!game->setup(STATE_IN(match->state.room), &match->header.setup, &chance, &match->sink, error)) return false;
    match->state.game = game;
    game->describe(state_of(&match->state), &match->header.setup); /* options that have their default left out */
    past_begin(&match->past, game, state_of(&match->state));
    return true;
}

araldo_match *araldo_match_new(const char *setup, const char *names, const char *seed, araldo_error *error) {
    araldo_match *match = calloc(1, sizeof *match);
    if (!match) error_set(error_of(error), "there is not enough memory for a match");
    if (match && read_header(&match->header, setup, names, seed, error_of(error)) && begin(match, error_of(error)))
        return match;
    araldo_match_free(match);
    return NULL;
}

void araldo_match_free(araldo_match *match) {
    if (match) event_log_release(&match->log);
    free(match);
}

const araldo_state *araldo_match_state(const araldo_match *match) { return &match->state; }

bool araldo_match_play(araldo_match *match, int seat, araldo_move move, araldo_error *error) {
    const Game *game = match->header.game;
    State *state = STATE_IN(match->state.room);
    Chance chance = chance_table(&match->header.key);
    size_t told = match->log.event_count;
    if (!game_play(game, state, seat, move, &chance, &match->sink, error_of(error))) return false;
    match->turn++;
    past_move(&match->past, game, state, seat, move, event_log_has(&match->log, told, "round"));
    return true;
}

bool araldo_match_choose(const araldo_match *match, int seat, araldo_bot *bot, araldo_move *move,
                         araldo_expectation *expectation, araldo_error *error) {
    araldo_view view;
    if (bot_of(bot)->game != match->header.game)
        return error_set(error_of(error), "this bot plays %s, and the match is of %s", bot_of(bot)->game->name,
                         match->header.game->name);
    if (!araldo_view_look(&view, &match->state, seat, error)) return false;
    Chance dice = chance_stream(&match->header.key, STREAM_BOT, (uint64_t)match->turn << 8 | (unsigned)seat);
    bot_catch_up(bot_of(bot), &match->past, &match->header.key, seat);
    return bot_choose_in_view(bot_of(bot), &view, &dice, move, expectation, error_of(error));
}

size_t araldo_match_event(const araldo_match *match, size_t index, int seat, char *buffer, size_t size) {
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    Event event;
    if (index >= match->log.event_count) return text_give(&text, buffer, size);
    event_log_read(&match->log, index, &event);
    if (seat != ARALDO_WHOLE && (seat < 0 || seat >= ARALDO_SEATS_MAX)) seat = ARALDO_ONLOOKER;
    event_write(match->header.game, &event, seat, &text);
    return text_give(&text, buffer, size);
}

bool araldo_match_save(const araldo_match *match, const char *path, araldo_error *error) {
    return record_save(path, &match->header, &match->log, error_of(error));
}
