/* `araldo play`: a game in the terminal, line by line, one person against bots.
 *
 * The loop knows no game: how things look and are called is the Face's matter (term/face.h). Every event is kept, so that the
 * match can be saved as an unfinished record and gone on with by replaying it. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/form.h"
#include "program/full/full.h"
#include "program/gzip.h"
#include "program/input.h"
#include "program/keep.h"
#include "program/person.h"
#include "program/play.h"
#include "program/sitting.h"
#include "program/rules.h"
#include "term/face.h"
#include "term/full/terminal.h"

enum { PROPOSALS_MAX = 999, LABEL_COLUMNS_MAX = 30 };

typedef struct Play {
    Sitting *sitting;
    Input input;
    int *groups; /* the first choice of each key, in the order listed */
    int group_count;
    const char *resumed; /* the file gone on with, or NULL */
    const char *words;   /* the file of another word list, or NULL */
    bool leaves;
    char kept[RECORD_PATH_MAX]; /* the match that was left and is continued */
} Play;

static Language language_of(const Play *play) { return play->sitting->place.screen.language; }

static bool read_input(Play *play, const char *prompt, char *words, size_t capacity) {
    if (input_read(&play->input, prompt, words, capacity)) return true;
    play->leaves = true;
    return false;
}

/* ---- events */

static void tell(void *context, const Event *event) {
    Play *play = context;
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    place_tell(&play->sitting->place, event, &text);
    screen_say(&play->sitting->place.screen, 2, words);
}

/* ---- choices */

static void group_choices(Play *play) {
    Sitting *sitting = play->sitting;
    sitting_look(sitting);
    place_gather(&sitting->place);
    play->group_count = 0;
    for (int i = 0; i < sitting->place.choice_count; i++) {
        int group = 0;
        while (group < play->group_count &&
               strcmp(sitting->place.choices[play->groups[group]].key, sitting->place.choices[i].key) != 0)
            group++;
        if (group == play->group_count) play->groups[play->group_count++] = i;
    }
}

static int count_key(const Play *play, const char *key) {
    int count = 0;
    for (int i = 0; i < play->sitting->place.choice_count; i++) count += strcmp(play->sitting->place.choices[i].key, key) == 0;
    return count;
}

/* Outcomes stand in a column of their own, behind the longest label within reason. */
static int outcome_column(const Play *play) {
    int column = 0;
    for (int group = 0; group < play->group_count; group++) {
        int columns = screen_columns(play->sitting->place.choices[play->groups[group]].label);
        if (columns > column && columns <= LABEL_COLUMNS_MAX) column = columns;
    }
    return column + 3;
}

static void print_choices(const Play *play) {
    int column = outcome_column(play);
    for (int group = 0; group < play->group_count; group++) {
        const Choice *first = &play->sitting->place.choices[play->groups[group]];
        char ways[CHOICE_WORDS_MAX];
        Text text = text_init(ways, sizeof ways);
        int count = count_key(play, first->key);
        if (count > 1 && !first->typed)
            message_format_plural(&text, language_of(play), "{n} way", "{n} ways", count, WITH("n", count));
        else if (!first->typed) text_add(&text, first->outcome);
        screen_choice(&play->sitting->place.screen, group + 1, first->label, column, ways);
    }
}

/* Says why the words are no move, or `otherwise`. */
static void refuse(const Play *play, const char *words, const char *otherwise) {
    char reason[SCREEN_TEXT_MAX];
    Text text = text_init(reason, sizeof reason);
    puts(place_refuse(&play->sitting->place, words, &text) ? reason : otherwise);
}

/* Which of the moves with the first one's key: asked only where there are several, or where they are for the person to find.
 * False: none after all. */
static bool choose_within(Play *play, const Choice *first, Move *move) {
    char words[MOVE_TEXT_MAX];
    int64_t number = 0;
    int count = count_key(play, first->key), members = 0;
    *move = first->move;
    if (count == 1 && !first->typed) return true;
    for (int i = 0; i < play->sitting->place.choice_count && !first->typed; i++)
        if (strcmp(play->sitting->place.choices[i].key, first->key) == 0)
            screen_choice(&play->sitting->place.screen, ++members, play->sitting->place.choices[i].label, outcome_column(play),
                          play->sitting->place.choices[i].outcome);
    const char *prompt = message(language_of(play), "Which one? (Enter to go back) ");
    while (read_input(play, prompt, words, sizeof words) && *words) {
        bool counted = span_number(span_of(words), 1, members, &number);
        if (!counted && place_read_move(&play->sitting->place, words, move)) return true;
        for (int i = 0; i < play->sitting->place.choice_count && counted; i++) {
            if (strcmp(play->sitting->place.choices[i].key, first->key) != 0 || --number > 0) continue;
            *move = play->sitting->place.choices[i].move;
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
        if (choice_is_called(&play->sitting->place.choices[play->groups[i]], words)) group = i;
    if (group < 0) {
        if (place_read_move(&play->sitting->place, words, move)) return true;
        refuse(play, words, message(language_of(play), "That is not one of the choices; type ? for help."));
        return false;
    }
    return choose_within(play, &play->sitting->place.choices[play->groups[group]], move);
}

/* ---- what else can be asked for */

static void print_help(const Play *play) {
    Language language = language_of(play);
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    text_format(&text, "%s\n", message(language, "Type the number of a choice or the choice itself, in upper or lower case."));
    text_format(&text, "?  %s\n", message(language, "this help"));
    if (play->sitting->adviser) text_format(&text, "h  %s\n", message(language, "a hint"));
    text_format(&text, "r  %s\n", message(language, "the rules of the game"));
    text_format(&text, "q  %s\n",
                play->sitting->dealt ? message(language, "leave; the game is saved, and you can continue it later")
                                     : message(language, "leave the table; you can save the game"));
    text_format(&text, "%s\n", message(language, "Press Enter to see the table again."));
    puts("");
    screen_say(&play->sitting->place.screen, 2, words);
    if (play->sitting->place.face->help)
        play->sitting->place.face->help(play->sitting->match.header.game, &play->sitting->place.screen);
}

static void print_hint(Play *play) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    sitting_hint(play->sitting, &text);
    screen_say(&play->sitting->place.screen, 2, words);
}

static void print_rules(const Play *play) {
    puts("");
    if (rules_print(play->sitting->match.header.game, language_of(play))) return;
    printf("%s", message(language_of(play), "There are no rules for this game yet.\n"));
}

/* A name that no file here has yet, or the file that was gone on with. */
static void propose_path(const Play *play, char *path, size_t capacity) {
    if (play->resumed && !gzip_is_named(play->resumed)) {
        snprintf(path, capacity, "%s", play->resumed);
        return;
    }
    int number = 1;
    do snprintf(path, capacity, "%s-%d.jsonl", play->sitting->match.header.game->name, number);
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
        else if (record_save(chosen, &play->sitting->match.header, &play->sitting->place.log, &error)) break;
        else puts(error.text);
    }
    Text text = text_init(words, sizeof words);
    char command[2 * RECORD_PATH_MAX];
    Text going_on = text_init(command, sizeof command);
    text_format(&going_on, "araldo play --resume %s", *path ? path : proposed);
    if (play->sitting->match.header.word_list) text_format(&going_on, " --words %s", play->words);
    message_format(&text, language_of(play), "Saved. To continue: {command}", WITH("command", command));
    puts(words);
}

/* Leaves the table, unless the person thinks better of it. */
static void leave(Play *play) {
    char words[MOVE_TEXT_MAX];
    play->leaves = play->sitting->dealt; /* it stays where it is kept */
    /* TRANSLATORS: the first letter of the word for yes, as people type it */
    const char *yes = message_in_context(language_of(play), "yes", "y");
    const char *prompt = message(language_of(play), "Save the game before you leave? (y or n, Enter to stay) ");
    while (!play->leaves && read_input(play, prompt, words, sizeof words) && *words) {
        bool saves = strncasecmp(words, yes, 1) == 0 || strncasecmp(words, "y", 1) == 0;
        if (saves) save(play);
        play->leaves = saves || strncasecmp(words, "n", 1) == 0;
        if (!play->leaves) continue;
        if (!play->input.over) sitting_forget(play->sitting); /* it is saved elsewhere, or not wanted */
        return;
    }
}

/* ---- the loop */

/* The only move there is: said, and not asked for. A word is for the person to find even so. */
static bool only_move(Play *play, Move *move) {
    const Place *place = &play->sitting->place;
    const Choice *choice = &place->choices[0];
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (place->choice_count != 1 || choice->typed) return false;
    message_format(&text, language_of(play), "Your only move: {choice}", WITH("choice", choice->label));
    if (*choice->outcome) text_format(&text, ", %s", choice->outcome);
    text_char(&text, '.');
    screen_say(&place->screen, 2, words);
    *move = choice->move;
    return true;
}

/* Asks until there is a move; false if the person leaves. */
static bool ask(Play *play, Move *move) {
    const Place *place = &play->sitting->place;
    char words[MOVE_TEXT_MAX];
    bool draw = true;
    group_choices(play);
    if (only_move(play, move)) return true;
    while (!play->leaves) {
        if (draw) {
            char question[SCREEN_TEXT_MAX];
            Text text = text_init(question, sizeof question);
            place->face->draw(place->game, &place->screen, place_view(place));
            place->face->ask(place->game, &place->screen, place_view(place), &text);
            screen_say(&place->screen, 2, question);
            print_choices(play);
        }
        if (!read_input(play, "> ", words, sizeof words)) return false;
        draw = !*words;
        if (strcmp(words, "?") == 0) print_help(play);
        else if (strcasecmp(words, "h") == 0) print_hint(play);
        else if (strcasecmp(words, "r") == 0) print_rules(play);
        else if (strcasecmp(words, "q") == 0) leave(play);
        else if (*words && find_choice(play, words, move)) return true;
    }
    return false;
}

/* One move, if the person does not leave. */
static void step(Play *play) {
    Sitting *sitting = play->sitting;
    Move move;
    if (match_person_to_act(&sitting->match) < 0) sitting_bot_plays(sitting);
    else if (sitting_forced(sitting, &move) || ask(play, &move)) sitting_play(sitting, sitting->place.seat, move);
}

static void run(Play *play) {
    while (!play->leaves && !match_over(&play->sitting->match)) step(play);
}

/* ---- sitting down */

static void release(Play *play) {
    input_release(&play->input);
    free(play->groups);
    free(play);
}

typedef struct PlayOptions {
    const char *seats, *seed, *language, *resume, *words;
    bool plain, still;
    int64_t pace_ms;
    Setup setup;
} PlayOptions;

static int seats_named(const char *seats) {
    int count = 1;
    for (; *seats; seats++) count += *seats == ',';
    return count;
}

/* How to come back to the table that was agreed on, without questions. */
static void print_command(const Play *play, Language language) {
    const RecordHeader *header = &play->sitting->match.header;
    const Variant *variant = &header->game->variants[header->setup.variant];
    char command[SCREEN_TEXT_MAX], line[SCREEN_TEXT_MAX];
    Text text = text_init(command, sizeof command), words = text_init(line, sizeof line);
    text_format(&text, "araldo play %s:%s", header->game->name, variant->name);
    for (int i = 0; i < header->setup.option_count; i++)
        text_format(&text, " %s=%s", header->setup.options[i].key, header->setup.options[i].value);
    for (int seat = 0; seat < header->setup.people && header->setup.people > variant->people_min; seat++)
        text_format(&text, "%s%s", seat ? "," : " --seats ", header->names[seat]);
    message_format(&words, language, "To play with these settings again: {command}", WITH("command", command));
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
    if (!seed_read("play", language, options->seed, &key)) return false;
    if (asks) {
        Screen screen = {.out = stdout, .language = language, .plain = options->plain};
        if (options->seats) options->setup.people = seats_named(options->seats);
        *status = STATUS_GOOD;
        if (!form_fill(&play->input, &screen, !options->seats, &game, &options->setup)) return false;
    }
    if (!sitting_begin(play->sitting, game, &options->setup, options->seats, &key, &error)) {
        *status = complain_error("play", language, &error);
        return false;
    }
    if (asks) print_command(play, language);
    return true;
}

/* A match that was left and is still there, if the person wants to continue it. False if they leave. */
static bool offer_kept(Play *play, Language language, const char **path) {
    KeptMatch *kept = calloc(1, sizeof *kept);
    char words[MOVE_TEXT_MAX], question[SCREEN_TEXT_MAX];
    Text text = text_init(question, sizeof question);
    bool good = true;
    if (kept && keep_newest_open(kept)) {
        message_format(&text, language, "Continue {game}, started on {day}? (y or n) ", WITH("game", kept->header.game->title),
                       WITH("day", kept->day));
        good = read_input(play, question, words, sizeof words);
        bool yes = strncasecmp(words, message_in_context(language, "yes", "y"), 1) == 0 || strncasecmp(words, "y", 1) == 0;
        if (good && yes) {
            snprintf(play->kept, sizeof play->kept, "%s", kept->path);
            *path = play->kept;
        }
    }
    free(kept);
    return good;
}

/* Line by line, from the first question to the last. */
static int play_lines(Play *play, const PlayStyle *style, bool resumed) {
    Sitting *sitting = play->sitting;
    if (style->plain) screen_make_plain(&sitting->place.screen);
    sitting->told = tell;
    sitting->context = play;
    play->groups = malloc((size_t)sitting_game(sitting)->moves_max * sizeof *play->groups);
    if (!play->groups) return complain(style->command, "there is not enough memory");
    puts(message(language_of(play), "Welcome to the table. Type ? for help, q to quit."));
    if (sitting->place.face->help) sitting->place.face->help(sitting_game(sitting), &sitting->place.screen);
    if (!resumed) sitting_start(sitting);
    run(play);
    return STATUS_GOOD;
}

static int play_full(Play *play, Full *full, const PlayStyle *style, bool resumed) {
    Error error;
    if (!resumed) sitting_start(play->sitting);
    if (!full_play(full, play->sitting, language_of(play), &error))
        return complain_error(style->command, language_of(play), &error);
    return STATUS_GOOD;
}

int play_sitting(Sitting *sitting, const PlayStyle *style, bool resumed) {
    Full full = {.speaks = true, .still = style->still, .pace_ms = (int)style->pace_ms};
    Play *play = calloc(1, sizeof *play);
    if (!play) return complain(style->command, "there is not enough memory");
    play->sitting = sitting;
    input_init(&play->input);
    int status = !style->plain && terminal_fits() ? play_full(play, &full, style, resumed) : play_lines(play, style, resumed);
    release(play);
    return status;
}

static int play_menu(Full *full, const PlayOptions *options, Language language) {
    ChanceKey key;
    Error error;
    if (options->seed && !seed_read("play", language, options->seed, &key)) return STATUS_BAD;
    if (!full_menu(full, language, options->seed ? &key : NULL, &error)) return complain_error("play", language, &error);
    return STATUS_GOOD;
}

static int play_game(Play *play, Arguments *arguments, PlayOptions *options) {
    Language language = person_language();
    Error error;
    int status;
    input_init(&play->input);
    if (options->language && !person_language_option("play", options->language, &language)) return STATUS_BAD;
    arguments->language = language;
    bool fills = !options->plain && terminal_fits(), asks = arguments->word_count == 0 && !options->resume;
    PlayStyle style = {.command = "play", .plain = options->plain};
    Full full = {.speaks = options->language != NULL, .still = options->still, .pace_ms = (int)options->pace_ms};
    if (options->resume && (arguments->word_count || options->seats || options->seed || options->setup.option_count))
        return complain(
            "play", "%s",
            message(language, "a saved game keeps its settings: only --lang and --words can be given with --resume"));
    if (fills && asks && !options->seats && !options->setup.option_count) return play_menu(&full, options, language);
    if (!fills && asks && play->input.typed && !offer_kept(play, language, &options->resume)) return STATUS_GOOD;
    if (options->resume) {
        if (!sitting_resume(play->sitting, options->resume, &error)) return complain_error("play", language, &error);
        play->resumed = options->resume;
        if (!options->language) language = sitting_language(play->sitting, language);
    } else if (!new_table(play, arguments, options, language, &status)) {
        return status;
    }
    play->words = options->words;
    if (!sitting_sit_down(play->sitting, language, &error)) return complain_error("play", language, &error);
    return fills ? play_full(play, &full, &style, options->resume != NULL) : play_lines(play, &style, options->resume != NULL);
}

int command_play(int argc, char **argv) {
    const char *words[1 + OPTIONS_MAX];
    PlayOptions options = {.pace_ms = PACE_NORMAL_MS};
    const Argument table[] = {{ARGUMENT_WORDS, "--seats", &options.seats, 0, 0},
                              {ARGUMENT_WORDS, "--seed", &options.seed, 0, 0},
                              {ARGUMENT_WORDS, "--lang", &options.language, 0, 0},
                              {ARGUMENT_WORDS, "--resume", &options.resume, 0, 0},
                              {ARGUMENT_FLAG, "--plain", &options.plain, 0, 0},
                              {ARGUMENT_OPTION, "--option", &options.setup, 0, 0},
                              {ARGUMENT_LEXICON, "--words", &options.words, 0, 0},
                              {ARGUMENT_FLAG, "--still", &options.still, 0, 0},
                              {ARGUMENT_NUMBER, "--pace", &options.pace_ms, 0, PACE_MS_MAX},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "play", .table = table, .words = words, .words_max = 1 + OPTIONS_MAX};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    Play *play = calloc(1, sizeof *play);
    Sitting *sitting = calloc(1, sizeof *sitting);
    if (!play || !sitting) {
        free(play);
        free(sitting);
        return complain("play", "there is not enough memory");
    }
    play->sitting = sitting;
    int status = play_game(play, &arguments, &options);
    release(play);
    sitting_release(sitting);
    free(sitting);
    return status;
}
