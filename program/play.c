/* `araldo play`: a game in the terminal, line by line, one person against bots.
 *
 * The loop knows no game: how things look and are called is the Face's matter (term/face.h). Every event is kept, so that the
 * match can be saved as an unfinished record and gone on with by replaying it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "bots/reason.h"
#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/form.h"
#include "program/input.h"
#include "program/person.h"
#include "program/match.h"
#include "program/rules.h"
#include "record/replay.h"
#include "term/face.h"

enum { PROPOSALS_MAX = 999, LABEL_COLUMNS_MAX = 30 };

typedef struct Play {
    Match match;
    int person;
    Screen screen;
    const Face *face;
    Input input;
    EventLog log;
    EventSink sink; /* logs, and tells */
    Past past;      /* for bots that remember */
    Choice *choices;
    int choice_count;
    int *groups; /* the first choice of each key, in the order listed */
    int group_count;
    Bot *adviser;        /* NULL: no bot plays the game well enough to give hints */
    const char *resumed; /* the file gone on with, or NULL */
    const char *words;   /* the file of another word list, or NULL */
    bool leaves;
} Play;

static Language language_of(const Play *play) { return play->screen.language; }

static bool read_input(Play *play, const char *prompt, char *words, size_t capacity) {
    if (input_read(&play->input, prompt, words, capacity)) return true;
    play->leaves = true;
    return false;
}

/* ---- events */

static void take(void *context, const Event *event) {
    Play *play = context;
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    event_log_add(&play->log, event);
    play->face->tell(play->match.header.game, &play->screen, event, &text);
    screen_say(&play->screen, 2, words);
}

/* ---- choices */

static void look(const Play *play, StateRoom *view) {
    play->match.header.game->view(match_state(&play->match), play->person, VIEW_IN(*view));
}

static void gather_choices(Play *play, const StateRoom *view) {
    const Game *game = play->match.header.game;
    Move *moves = play->match.moves;
    play->group_count = 0;
    play->choice_count = game->legal(match_state(&play->match), play->person, moves);
    for (int i = 0; i < play->choice_count; i++) {
        Choice *choice = &play->choices[i];
        choice->move = moves[i];
        choice->typed = false;
        play->face->choice(game, &play->screen, (const View *)(const void *)view->bytes, play->person, choice);
        int group = 0;
        while (group < play->group_count && strcmp(play->choices[play->groups[group]].key, choice->key) != 0) group++;
        if (group == play->group_count) play->groups[play->group_count++] = i;
    }
}

static int count_key(const Play *play, const char *key) {
    int count = 0;
    for (int i = 0; i < play->choice_count; i++) count += strcmp(play->choices[i].key, key) == 0;
    return count;
}

/* Outcomes stand in a column of their own, behind the longest label within reason. */
static int outcome_column(const Play *play) {
    int column = 0;
    for (int group = 0; group < play->group_count; group++) {
        int columns = screen_columns(play->choices[play->groups[group]].label);
        if (columns > column && columns <= LABEL_COLUMNS_MAX) column = columns;
    }
    return column + 3;
}

static void print_choices(const Play *play) {
    int column = outcome_column(play);
    for (int group = 0; group < play->group_count; group++) {
        const Choice *first = &play->choices[play->groups[group]];
        char ways[CHOICE_WORDS_MAX];
        Text text = text_init(ways, sizeof ways);
        int count = count_key(play, first->key);
        if (count > 1 && !first->typed)
            message_format_plural(&text, language_of(play), "{n} way", "{n} ways", count, WITH("n", count));
        else if (!first->typed) text_add(&text, first->outcome);
        screen_choice(&play->screen, group + 1, first->label, column, ways);
    }
}

/* A legal move that was written out as notation has it. */
static bool read_move(const Play *play, const char *words, Move *move) {
    const Game *game = play->match.header.game;
    const State *state = match_state(&play->match);
    return game->parse_move(state, play->person, span_of(words), move, NULL) && game->is_legal(state, play->person, *move);
}

/* Says why the words are no move, or `otherwise`. */
static void refuse(const Play *play, const char *words, const char *otherwise) {
    const Game *game = play->match.header.game;
    StateRoom view;
    char reason[SCREEN_TEXT_MAX];
    Text text = text_init(reason, sizeof reason);
    game->view(match_state(&play->match), play->person, VIEW_IN(view));
    bool known = play->face->refuse && play->face->refuse(game, &play->screen, VIEW_IN(view), words, &text);
    puts(known ? reason : otherwise);
}

/* Which of the moves with the first one's key: asked only where there are several, or where they are for the person to find.
 * False: none after all. */
static bool choose_within(Play *play, const Choice *first, Move *move) {
    char words[MOVE_TEXT_MAX];
    int64_t number = 0;
    int count = count_key(play, first->key), members = 0;
    *move = first->move;
    if (count == 1 && !first->typed) return true;
    for (int i = 0; i < play->choice_count && !first->typed; i++)
        if (strcmp(play->choices[i].key, first->key) == 0)
            screen_choice(&play->screen, ++members, play->choices[i].label, outcome_column(play), play->choices[i].outcome);
    const char *prompt = message(language_of(play), "Which one? (Enter to go back) ");
    while (read_input(play, prompt, words, sizeof words) && *words) {
        bool counted = span_number(span_of(words), 1, members, &number);
        if (!counted && read_move(play, words, move)) return true;
        for (int i = 0; i < play->choice_count && counted; i++) {
            if (strcmp(play->choices[i].key, first->key) != 0 || --number > 0) continue;
            *move = play->choices[i].move;
            return true;
        }
        refuse(play, words, message(language_of(play), "That is not one of the choices."));
    }
    return false;
}

/* A choice by number, by key, or by the whole move as notation has it. */
static bool find_choice(Play *play, const char *words, Move *move) {
    int64_t number;
    int group = -1;
    if (span_number(span_of(words), 1, play->group_count, &number)) group = (int)number - 1;
    for (int i = 0; group < 0 && i < play->group_count; i++)
        if (strcasecmp(words, play->choices[play->groups[i]].key) == 0) group = i;
    if (group < 0) {
        if (read_move(play, words, move)) return true;
        refuse(play, words, message(language_of(play), "That is not one of the choices; type ? for help."));
        return false;
    }
    return choose_within(play, &play->choices[play->groups[group]], move);
}

/* ---- what else can be asked for */

static void print_help(const Play *play) {
    Language language = language_of(play);
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    text_format(&text, "%s\n", message(language, "Type a number or what is listed, in upper or lower case."));
    text_format(&text, "?  %s\n", message(language, "this help"));
    if (play->adviser) text_format(&text, "h  %s\n", message(language, "a hint"));
    text_format(&text, "r  %s\n", message(language, "the rules of the game"));
    text_format(&text, "q  %s\n", message(language, "leave the table; you can save the game"));
    text_format(&text, "%s\n", message(language, "Press Enter to see the table again."));
    puts("");
    screen_say(&play->screen, 2, words);
    if (play->face->help) play->face->help(play->match.header.game, &play->screen);
}

static void add_name(const void *context, int seat, Text *text) {
    const Play *play = context;
    screen_name(&play->screen, seat, text);
}

static void add_card(const void *context, Span notation, Text *text) {
    const Play *play = context;
    uint8_t card;
    if (play->face->card && play->match.header.game->parse_card(notation, &card)) play->face->card(&play->screen, card, text);
    else text_format(text, "%.*s", SPAN_ARGS(notation));
}

/* The move, what it does, and why. */
static void print_hint(Play *play, const StateRoom *view) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    const Game *game = play->match.header.game;
    if (!play->adviser) {
        screen_say(&play->screen, 2, message(language_of(play), "There are no hints for this game."));
        return;
    }
    bot_catch_up(play->adviser, &play->past, &play->match.header.key, play->person);
    Choice choice = {.move = match_choice(&play->match, play->adviser, play->person)};
    const View *seen = (const View *)(const void *)view->bytes;
    ReasonNames names = {play, add_name, add_card};
    Reasons reasons;
    Reason expected;
    play->face->choice(game, &play->screen, seen, play->person, &choice);
    message_format(&text, language_of(play), "Hint: {choice}", WITH("choice", choice.label));
    if (*choice.outcome) text_format(&text, ", %s", choice.outcome);
    text_char(&text, '.');
    reasons_find(game, seen, play->person, choice.move, &reasons);
    for (int i = 0; i < reasons.count; i++) {
        text_char(&text, ' ');
        reason_write(&reasons.list[i], language_of(play), names, &text);
    }
    if (reason_of_expectation(bot_expects(play->adviser), &expected)) {
        text_char(&text, ' ');
        reason_write(&expected, language_of(play), names, &text);
    }
    screen_say(&play->screen, 2, words);
}

static void print_rules(const Play *play) {
    puts("");
    if (rules_print(play->match.header.game, language_of(play))) return;
    printf("%s", message(language_of(play), "There are no rules here for this game yet.\n"));
}

/* A name that no file here has yet, or the file that was gone on with. */
static void propose_path(const Play *play, char *path, size_t capacity) {
    if (play->resumed) {
        snprintf(path, capacity, "%s", play->resumed);
        return;
    }
    int number = 1;
    do snprintf(path, capacity, "%s-%d.jsonl", play->match.header.game->name, number);
    while (access(path, F_OK) == 0 && ++number <= PROPOSALS_MAX);
}

/* Saves under a name that is asked for; only the end of input prevents it. */
static void save(Play *play) {
    char path[RECORD_PATH_MAX], proposed[RECORD_PATH_MAX], words[SCREEN_TEXT_MAX];
    Error error;
    propose_path(play, proposed, sizeof proposed);
    for (;;) {
        Text prompt = text_init(words, sizeof words);
        message_format(&prompt, language_of(play), "File name (Enter for {file}): ", WITH("file", proposed));
        if (!read_input(play, words, path, sizeof path)) return;
        const char *chosen = *path ? path : proposed;
        if (access(chosen, F_OK) == 0 && !(play->resumed && strcmp(chosen, play->resumed) == 0))
            puts(message(language_of(play), "A file with that name already exists."));
        else if (record_save(chosen, &play->match.header, &play->log, &error)) break;
        else puts(error.text);
    }
    Text text = text_init(words, sizeof words);
    char command[2 * RECORD_PATH_MAX];
    Text going_on = text_init(command, sizeof command);
    text_format(&going_on, "araldo play --resume %s", *path ? path : proposed);
    if (play->match.header.word_list) text_format(&going_on, " --words %s", play->words);
    message_format(&text, language_of(play), "Saved. To continue: {command}", WITH("command", command));
    puts(words);
}

/* Leaves the table, unless the person thinks better of it. */
static void leave(Play *play) {
    char words[MOVE_TEXT_MAX];
    /* TRANSLATORS: the first letter of the word for yes, as people type it */
    const char *yes = message_in_context(language_of(play), "yes", "y");
    const char *prompt = message(language_of(play), "Save the game before you leave? (y or n, Enter to stay) ");
    while (read_input(play, prompt, words, sizeof words) && *words) {
        bool saves = strncasecmp(words, yes, 1) == 0 || strncasecmp(words, "y", 1) == 0;
        if (saves) save(play);
        play->leaves = saves || strncasecmp(words, "n", 1) == 0;
        if (play->leaves) return;
    }
}

/* ---- the loop */

/* Asks until there is a move; false if the person leaves. */
static bool ask(Play *play, Move *move) {
    StateRoom view;
    char words[MOVE_TEXT_MAX];
    bool draw = true;
    look(play, &view);
    gather_choices(play, &view);
    while (!play->leaves) {
        if (draw) {
            char question[SCREEN_TEXT_MAX];
            Text text = text_init(question, sizeof question);
            play->face->draw(play->match.header.game, &play->screen, VIEW_IN(view));
            play->face->ask(play->match.header.game, &play->screen, VIEW_IN(view), &text);
            screen_say(&play->screen, 2, question);
            print_choices(play);
        }
        if (!read_input(play, "> ", words, sizeof words)) return false;
        draw = !*words;
        if (strcmp(words, "?") == 0) print_help(play);
        else if (strcasecmp(words, "h") == 0) print_hint(play, &view);
        else if (strcasecmp(words, "r") == 0) print_rules(play);
        else if (strcasecmp(words, "q") == 0) leave(play);
        else if (*words && find_choice(play, words, move)) return true;
    }
    return false;
}

/* The person's only move, where the face knows that it needs no asking. */
static bool forced_move(Play *play, Move *move) {
    StateRoom view;
    if (!play->face->forced) return false;
    look(play, &view);
    if (!play->face->forced(play->match.header.game, VIEW_IN(view))) return false;
    play->match.header.game->legal(match_state(&play->match), play->person, play->match.moves);
    *move = play->match.moves[0];
    return true;
}

/* One move, if the person does not leave. */
static bool step(Play *play) {
    Move move;
    if (match_person_to_act(&play->match) < 0) return match_bot_acts(&play->match, &play->sink) >= 0;
    if (!forced_move(play, &move) && !ask(play, &move)) return false;
    return match_play(&play->match, play->person, move, &play->sink, NULL);
}

static void run(Play *play) {
    const Match *match = &play->match;
    while (!play->leaves && !match_over(match)) {
        size_t told = play->log.event_count;
        if (step(play))
            past_move(&play->past, match->header.game, match_state(match), match->actor, match->move,
                      event_log_has(&play->log, told, "round"));
    }
}

/* ---- sitting down */

static int person_of(const RecordHeader *header) {
    int person = -1;
    for (int seat = 0; seat < header->setup.people; seat++) {
        if (strcmp(header->names[seat], PERSON_NAME) != 0) continue;
        if (person >= 0) return -1;
        person = seat;
    }
    return person;
}

/* Whatever the match is made of: memory, a screen, somebody to ask for a hint. */
static bool sit_down(Play *play, Language language, bool plain, Error *error) {
    const Game *game = play->match.header.game;
    play->person = person_of(&play->match.header);
    if (play->person < 0) return error_set(error, "exactly one seat is `%s`", PERSON_NAME);
    play->face = face_of(game);
    play->choices = malloc((size_t)game->moves_max * sizeof *play->choices);
    play->groups = malloc((size_t)game->moves_max * sizeof *play->groups);
    if (!play->choices || !play->groups) return error_set(error, "there is not enough memory");
    const char *adviser = match_bot(game, ADVISING_BOT);
    if (adviser && !(play->adviser = bot_open(game, span_of(adviser), error))) return false;
    screen_init(&play->screen, stdout, language, &play->match.header, play->person);
    if (plain) screen_make_plain(&play->screen);
    play->sink = (EventSink){.take = take, .context = play};
    return true;
}

/* Plays the record again; its events are kept, and what has passed in its last round. */
static ReplayStatus replay_all(Play *play, Replay *replay) {
    EventSink logging = {.take = event_log_take, .context = &play->log};
    ReplayStatus status = replay_begin(replay, &logging);
    if (status == REPLAY_GOES_ON) past_begin(&play->past, replay->header.game, replay_state(replay));
    while (status == REPLAY_GOES_ON) {
        size_t told = play->log.event_count;
        long moves = replay->moves;
        status = replay_step(replay, &logging);
        if (replay->moves > moves)
            past_move(&play->past, replay->header.game, replay_state(replay), replay->actor, replay->move,
                      event_log_has(&play->log, told, "round"));
    }
    return status;
}

/* The match goes on where it was left, and the bots have seen what their seats saw. */
static void take_up(Play *play, const Replay *replay) {
    play->match.state = replay->state;
    play->match.turn = (uint32_t)replay->moves;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (play->match.players[seat].bot) bot_catch_up(play->match.players[seat].bot, &play->past, &replay->header.key, seat);
}

/* Replays a saved match up to where it was left. */
static bool resume(Play *play, const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "cannot read %.100s: %s", path, strerror(errno));
    Replay *replay = calloc(1, sizeof *replay);
    bool good = replay != NULL || error_set(error, "there is not enough memory");
    if (good) {
        replay_init(replay, file);
        ReplayStatus status = replay_all(play, replay);
        if (status == REPLAY_OVER || status == REPLAY_NONE)
            good = error_set(error, "%.100s: there is no match to go on with", path);
        else if (status != REPLAY_UNFINISHED) good = error_set(error, "%.60s: %s", path, replay->error.text);
        else if (lines_peek(&replay->lines) != LINE_END) good = error_set(error, "%.100s holds more than one record", path);
        else if (!replay->header.has_key || replay->seed_broken_line)
            good = error_set(error, "%.100s: its cards do not follow from its seed", path);
        else good = match_init_header(&play->match, &replay->header, (Guests){.people = true}, error);
        if (good) {
            take_up(play, replay);
            play->resumed = path;
        }
        replay_release(replay);
    }
    free(replay);
    fclose(file);
    return good;
}

/* By default the person has the first seat. */
static bool begin(Play *play, const Game *game, const Setup *setup, const char *seats, const ChanceKey *key, Error *error) {
    char names[SEATS_MAX * RECORD_NAME_MAX];
    Text text = text_init(names, sizeof names);
    int people = setup->people ? setup->people : game->variants[setup->variant].people_min;
    text_add(&text, PERSON_NAME);
    for (int seat = 1; seat < people; seat++) text_format(&text, ",%s", match_bot(game, OPPONENT_BOT));
    if (!match_init(&play->match, game, setup, seats ? seats : names, (Guests){.people = true}, error)) return false;
    play->match.header.key = *key;
    return true;
}

static void release(Play *play) {
    match_release(&play->match);
    event_log_release(&play->log);
    bot_free(play->adviser);
    free(play->choices);
    free(play->groups);
    free(play);
}

typedef struct PlayOptions {
    const char *seats, *seed, *language, *resume, *words;
    bool plain;
    Setup setup;
} PlayOptions;

static int seats_named(const char *seats) {
    int count = 1;
    for (; *seats; seats++) count += *seats == ',';
    return count;
}

/* How to come back to the table that was agreed on, without questions. */
static void print_command(const Play *play, Language language) {
    const RecordHeader *header = &play->match.header;
    const Variant *variant = &header->game->variants[header->setup.variant];
    char command[SCREEN_TEXT_MAX], line[SCREEN_TEXT_MAX];
    Text text = text_init(command, sizeof command), words = text_init(line, sizeof line);
    text_format(&text, "araldo play %s:%s", header->game->name, variant->name);
    for (int i = 0; i < header->setup.option_count; i++)
        text_format(&text, " %s=%s", header->setup.options[i].key, header->setup.options[i].value);
    for (int seat = 0; seat < header->setup.people && header->setup.people > variant->people_min; seat++)
        text_format(&text, "%s%s", seat ? "," : " --seats ", header->names[seat]);
    message_format(&words, language, "To play like this again: {command}", WITH("command", command));
    puts(line);
}

/* The table of the words given; without any, of a person's answers. False with a status. */
static bool new_table(Play *play, const Arguments *arguments, PlayOptions *options, Language language, int *status) {
    bool asks = arguments->word_count == 0 && input_waits(&play->input);
    const Game *game;
    ChanceKey key;
    Error error;
    *status = STATUS_BAD;
    if (!asks && !arguments_game(arguments, &game, &options->setup)) return false;
    if (!seed_read("play", options->seed, &key)) return false;
    if (asks) {
        Screen screen = {.out = stdout, .language = language, .plain = options->plain};
        if (options->seats) options->setup.people = seats_named(options->seats);
        *status = STATUS_GOOD;
        if (!form_fill(&play->input, &screen, !options->seats, &game, &options->setup)) return false;
    }
    if (!begin(play, game, &options->setup, options->seats, &key, &error)) {
        *status = complain("play", "%s", error.text);
        return false;
    }
    if (asks) print_command(play, language);
    return true;
}

static int play_game(Play *play, const Arguments *arguments, PlayOptions *options) {
    Language language = person_language();
    Error error;
    int status;
    input_init(&play->input, stdin);
    if (options->language && !person_language_option("play", options->language, &language)) return STATUS_BAD;
    if (options->resume) {
        if (arguments->word_count || options->seats || options->seed || options->setup.option_count)
            return complain("play", "a saved game goes on as it was: --resume stands alone, but for --lang and --words");
        if (!resume(play, options->resume, &error)) return complain("play", "%s", error.text);
    } else if (!new_table(play, arguments, options, language, &status)) {
        return status;
    }
    play->words = options->words;
    if (!sit_down(play, language, options->plain, &error)) return complain("play", "%s", error.text);
    printf("%s\n", message(language_of(play), "Welcome to the table. Type ? for help, q to quit."));
    if (play->face->help) play->face->help(play->match.header.game, &play->screen);
    if (!options->resume) {
        match_begin(&play->match, &play->sink);
        past_begin(&play->past, play->match.header.game, match_state(&play->match));
    }
    run(play);
    return STATUS_GOOD;
}

int command_play(int argc, char **argv) {
    const char *words[1 + OPTIONS_MAX];
    PlayOptions options = {0};
    const Argument table[] = {
        {ARGUMENT_WORDS, "--seats", &options.seats, 0, 0},   {ARGUMENT_WORDS, "--seed", &options.seed, 0, 0},
        {ARGUMENT_WORDS, "--lang", &options.language, 0, 0}, {ARGUMENT_WORDS, "--resume", &options.resume, 0, 0},
        {ARGUMENT_FLAG, "--plain", &options.plain, 0, 0},    {ARGUMENT_OPTION, "--option", &options.setup, 0, 0},
        {ARGUMENT_LEXICON, "--words", &options.words, 0, 0}, {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "play", .table = table, .words = words, .words_max = 1 + OPTIONS_MAX};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    Play *play = calloc(1, sizeof *play);
    if (!play) return complain("play", "there is not enough memory");
    int status = play_game(play, &arguments, &options);
    release(play);
    return status;
}
