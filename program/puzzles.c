/* `araldo puzzles`: lists, asks, proves and finds positions with exactly one best move. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/embedded.h"
#include "program/gzip.h"
#include "program/match.h"
#include "program/person.h"
#include "program/progress.h"
#include "record/lines.h"
#include "teach/puzzle.h"
#include "term/face.h"

enum { COUNT_MAX = 1000000, MATCHES_MAX = 1000000, LISTED_MAX = 40, TYPED_MAX = 128, PATH_MAX_BYTES = 64 };

typedef struct Options {
    const char *words[2 + OPTIONS_MAX];
    int word_count;
    const char *theme, *day, *language_tag, *seed;
    int64_t number, count, people;
    Language language;
    Setup setup;
} Options;

/* ---- the puzzles of the program */

static const EmbeddedFile *stored(const Game *game) {
    char path[PATH_MAX_BYTES];
    Text text = text_init(path, sizeof path);
    text_format(&text, "puzzles/%s.txt", game->name);
    return text.overflow ? NULL : embedded_find(path);
}

static bool has_theme(Span line, const char *theme) {
    size_t length = strlen(theme);
    return line.length > length && memcmp(line.at, theme, length) == 0 && line.at[length] == ' ';
}

/* The index-th puzzle of a theme, or of any for NULL; false past the last. */
static bool stored_line(const EmbeddedFile *file, const char *theme, int64_t index, Span *line) {
    for (Span rest = {file->bytes, file->length}; span_split(&rest, '\n', line);)
        if (line->length && (!theme || has_theme(*line, theme)) && index-- == 0) return true;
    return false;
}

static int stored_count(const EmbeddedFile *file, const char *theme) {
    int count = 0;
    Span line;
    for (Span rest = {file->bytes, file->length}; span_split(&rest, '\n', &line);)
        count += line.length && (!theme || has_theme(line, theme));
    return count;
}

static int list(void) {
    for (const Game *const *game = games; *game; game++) {
        const EmbeddedFile *file = stored(*game);
        if (!file) continue;
        printf("%-11s %5d", (*game)->name, stored_count(file, NULL));
        for (int theme = 0; theme < THEMES; theme++) {
            int count = stored_count(file, theme_name((Theme)theme));
            if (count) printf("  %s %d", theme_name((Theme)theme), count);
        }
        putchar('\n');
    }
    return STATUS_GOOD;
}

/* ---- checking */

/* Proves the puzzle of one line; false after one line on standard error. */
static bool check_line(Prover *prover, const char *name, long number, Span line) {
    Puzzle puzzle;
    Proof proof;
    Error error;
    if (!puzzle_parse(&puzzle, line, &error)) complain("puzzles", "%s: line %ld: %s", name, number, error.text);
    else if (!puzzle_prove(prover, puzzle.game, VIEW_IN(puzzle.view), puzzle.actor, puzzle.goal, &proof))
        complain("puzzles", "%s: line %ld: no move is the only best one", name, number);
    else if (proof.best != puzzle.proof.best || proof.theme != puzzle.proof.theme)
        complain("puzzles", "%s: line %ld: another move is the best, or the theme is another", name, number);
    else return true;
    return false;
}

static int check_file(Prover *prover, const char *path) {
    Lines *lines = malloc(sizeof *lines);
    FILE *file = lines ? gzip_read(path) : NULL;
    int status = STATUS_BAD;
    long count = 0;
    if (!lines) complain("puzzles", "there is not enough memory");
    else if (!file) complain("puzzles", "cannot read %.100s: %s", path, strerror(errno));
    if (file) {
        lines_init(lines, file);
        bool good = true;
        while (good && lines_peek(lines) != LINE_END) {
            if (lines_fault(lines)) good = complain("puzzles", "%s: line %ld: %s", path, lines->number, lines_fault(lines)) < 0;
            else good = check_line(prover, path, lines->number, lines_span(lines));
            count += good;
            lines_take(lines);
        }
        if (good && count == 0) good = complain("puzzles", "%s: line 1: there is no puzzle", path) < 0;
        if (good) printf("%s: good, %ld puzzles\n", path, count), status = STATUS_GOOD;
        fclose(file);
    }
    free(lines);
    return status;
}

static int check_stored(Prover *prover) {
    for (const Game *const *game = games; *game; game++) {
        const EmbeddedFile *file = stored(*game);
        Span line;
        long number = 0;
        if (!file) continue;
        for (Span rest = {file->bytes, file->length}; span_split(&rest, '\n', &line);)
            if (line.length && !check_line(prover, file->path, ++number, line)) return STATUS_BAD;
        printf("%s: good, %ld puzzles\n", file->path, number);
    }
    return STATUS_GOOD;
}

static int check(const Options *options) {
    Prover *prover = prover_open();
    if (!prover) return complain("puzzles", "there is not enough memory");
    int status = options->word_count > 1 ? check_file(prover, options->words[1]) : check_stored(prover);
    prover_free(prover);
    return status;
}

/* ---- finding */

typedef struct Mine {
    Match match;
    Prover *prover;
    Raters *raters;
    Chance dice;
    const char *theme; /* that is looked for; NULL for any */
    unsigned found;    /* themes that this match has given already: one of each is enough */
} Mine;

/* The position of whoever is to act, if it is a puzzle that this match has not given yet. */
static bool look(Mine *mine, Puzzle *puzzle) {
    const Game *game = mine->match.header.game;
    SeatSet actors = game->actors(match_state(&mine->match));
    int goals[PUZZLE_GOALS_MAX];
    *puzzle = (Puzzle){.game = game, .actor = __builtin_ctz(actors)};
    if (puzzle->actor >= mine->match.header.setup.people || (actors & (actors - 1))) return false;
    game->view(match_state(&mine->match), puzzle->actor, VIEW_IN(puzzle->view));
    int count = puzzle_goals(game, VIEW_IN(puzzle->view), goals),
        first = count ? (int)chance_below(&mine->dice, (uint32_t)count) : 0;
    for (int i = 0; i < count; i++) {
        puzzle->goal = goals[(first + i) % count];
        if (!puzzle_prove(mine->prover, game, VIEW_IN(puzzle->view), puzzle->actor, puzzle->goal, &puzzle->proof)) continue;
        if (mine->theme && strcmp(theme_name(puzzle->proof.theme), mine->theme) != 0) continue;
        if (mine->found >> puzzle->proof.theme & 1) return false;
        mine->found |= 1u << puzzle->proof.theme;
        return true;
    }
    return false;
}

static bool refuse_theme(const Game *game, const char *theme, Error *error) {
    return error_say(error, "{game} has no puzzles on the theme {theme}; see araldo puzzles list", WITH("game", game->name),
                     WITH("theme", span_quote(span_of(theme)).text));
}

static int dig(Mine *mine, const ChanceKey *series, int64_t wanted) {
    Progress progress = progress_begin("puzzles", wanted);
    int64_t found = 0;
    for (uint64_t number = 0; found < wanted && number < MATCHES_MAX; number++) {
        mine->match.header.key = chance_key_of_game(series, number);
        mine->match.header.has_key = true;
        mine->found = 0;
        mine->dice = chance_stream(&mine->match.header.key, STREAM_BOT, UINT32_MAX);
        match_begin(&mine->match, NULL);
        while (found < wanted && !match_over(&mine->match)) {
            Puzzle puzzle;
            if (look(mine, &puzzle)) {
                char line[PUZZLE_LINE_MAX];
                Text text = text_init(line, sizeof line);
                puzzle.rating = raters_rate(mine->raters, &puzzle);
                puzzle_print(&puzzle, &text);
                puts(line);
                progress_show(&progress, ++found);
            }
            if (match_bot_acts(&mine->match, NULL) < 0) break;
        }
    }
    progress_end(&progress);
    return found == wanted ? STATUS_GOOD : complain("puzzles", "found only %lld", (long long)found);
}

static int mine(Options *options) {
    Arguments rest = {.command = "puzzles", .words = options->words + 1, .word_count = options->word_count - 1};
    const Game *game;
    ChanceKey series;
    Error error;
    Mine *work = calloc(1, sizeof *work);
    int status = STATUS_BAD;
    char seats[SEATS_MAX * sizeof SIMULATED_BOT];
    Text text = text_init(seats, sizeof seats);
    if (!work) return complain("puzzles", "there is not enough memory");
    if (arguments_game(&rest, &game, &options->setup) && seed_read("puzzles", person_language(), options->seed, &series)) {
        for (int64_t i = 0; i < options->people; i++) text_format(&text, "%s%s", i ? "," : "", SIMULATED_BOT);
        Guests nobody = {0};
        work->theme = options->theme;
        work->prover = prover_open();
        work->raters = raters_open(game, &error);
        if (!work->prover || !work->raters) complain("puzzles", "there is not enough memory");
        else if (work->theme && !theme_is_of(game, work->theme) && !refuse_theme(game, work->theme, &error))
            complain_error("puzzles", options->language, &error);
        else if (!match_init(&work->match, game, &options->setup, options->people ? seats : NULL, nobody, &error))
            complain("puzzles", "%s", error.text);
        else {
            status = dig(work, &series, options->count);
            match_release(&work->match);
        }
        raters_free(work->raters);
        prover_free(work->prover);
    }
    free(work);
    return status;
}

/* ---- solving */

typedef struct Desk {
    const Game *game;
    const Face *face;
    Screen screen;
    Prover *prover;
    Move *moves;
    Puzzle puzzle;
} Desk;

static void paint_name(const void *context, int seat, Text *text) { screen_name(&((const Desk *)context)->screen, seat, text); }

static void paint_card(const void *context, Span notation, Text *text) {
    const Desk *desk = context;
    uint8_t card;
    if (desk->face->card && desk->game->parse_card(notation, &card)) desk->face->card(&desk->screen, card, text);
    else text_format(text, "%.*s", SPAN_ARGS(notation));
}

static void say(const Desk *desk, const Reason *reason) {
    char line[SCREEN_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    reason_write(reason, desk->screen.language, (ReasonNames){desk, paint_name, paint_card}, &text);
    puts(line);
}

static void name_move(const Desk *desk, Move move, Text *text) {
    Choice choice = {.move = move};
    desk->face->choice(desk->game, &desk->screen, VIEW_IN(desk->puzzle.view), desk->puzzle.actor, &choice);
    text_add(text, choice.label);
    if (*choice.outcome) text_format(text, ", %s", choice.outcome);
}

static void show(Desk *desk) {
    const View *view = VIEW_IN(desk->puzzle.view);
    RecordHeader header = {.game = desk->game};
    Reason question;
    desk->game->describe(view_state(view), &header.setup);
    for (int seat = 0; seat < SEATS_MAX; seat++) { /* nobody in particular */
        Text name = text_init(header.names[seat], sizeof header.names[seat]);
        message_format(&name, desk->screen.language, "Seat {number}", WITH("number", seat + 1));
    }
    screen_init(&desk->screen, stdout, desk->screen.language, &header, desk->puzzle.actor);
    desk->face->draw(desk->game, &desk->screen, view);
    puzzle_question(&desk->puzzle, &question);
    say(desk, &question);
    int count = desk->game->legal(view_state(view), desk->puzzle.actor, desk->moves);
    for (int i = 0; i < count && count <= LISTED_MAX; i++) {
        char words[CHOICE_WORDS_MAX * 2];
        Text text = text_init(words, sizeof words);
        name_move(desk, desk->moves[i], &text);
        printf("%3d  %s\n", i + 1, words);
    }
}

/* A number of the list, or a move in notation. */
static bool read_answer(const Desk *desk, const char *typed, Move *move) {
    const State *state = view_state(VIEW_IN(desk->puzzle.view));
    int count = desk->game->legal(state, desk->puzzle.actor, desk->moves);
    int64_t number;
    if (count <= LISTED_MAX && span_number(span_of(typed), 1, count, &number)) {
        *move = desk->moves[number - 1];
        return true;
    }
    return desk->game->parse_move(state, desk->puzzle.actor, span_of(typed), move, NULL) &&
           desk->game->is_legal(state, desk->puzzle.actor, *move);
}

typedef enum { ANSWER_RIGHT, ANSWER_SHOWN, ANSWER_LEFT } Answer;

static bool read_line(char *line, size_t capacity) {
    if (!fgets(line, (int)capacity, stdin)) return false;
    if (!strchr(line, '\n'))
        for (int next = getchar(); next != EOF && next != '\n';) next = getchar();
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

static Answer ask(Desk *desk) {
    Language language = desk->screen.language;
    char typed[TYPED_MAX];
    Move move;
    Reason reason;
    puzzle_reason(&desk->puzzle, &reason);
    for (;;) {
        printf("%s", message(language, "Your move (Enter shows the solution, q quits): "));
        fflush(stdout);
        if (!read_line(typed, sizeof typed) || strcasecmp(typed, "q") == 0) return ANSWER_LEFT;
        if (!*typed) {
            char words[CHOICE_WORDS_MAX * 2], line[SCREEN_TEXT_MAX];
            Text best = text_init(words, sizeof words), text = text_init(line, sizeof line);
            name_move(desk, desk->puzzle.proof.best, &best);
            message_format(&text, language, "The best move: {move}.", WITH("move", words));
            puts(line);
            say(desk, &reason);
            return ANSWER_SHOWN;
        }
        if (!read_answer(desk, typed, &move)) puts(message(language, "That is not a legal move here."));
        else if (move == desk->puzzle.proof.best) {
            puts(message(language, "That is right."));
            say(desk, &reason);
            return ANSWER_RIGHT;
        } else puts(message(language, "There is a better move. Try again."));
    }
}

static int solve_from(Desk *desk, const EmbeddedFile *file, const Options *options, int64_t first, int count) {
    int streak = 0;
    for (int64_t i = 0; i < count; i++) {
        Span line;
        Error error;
        Proof proof;
        if (!stored_line(file, options->theme, (first + i) % count, &line)) return STATUS_BAD;
        if (!puzzle_parse(&desk->puzzle, line, &error)) return complain("puzzles", "%s: %s", file->path, error.text);
        if (!puzzle_prove(desk->prover, desk->game, VIEW_IN(desk->puzzle.view), desk->puzzle.actor, desk->puzzle.goal, &proof))
            return complain("puzzles", "%s: puzzle %lld cannot be proved", file->path, (long long)((first + i) % count + 1));
        desk->puzzle.proof = proof;
        show(desk);
        Answer answer = ask(desk);
        if (answer == ANSWER_LEFT) return STATUS_GOOD;
        streak = answer == ANSWER_RIGHT ? streak + 1 : 0;
        char words[SCREEN_TEXT_MAX];
        Text text = text_init(words, sizeof words);
        message_format(&text, desk->screen.language, "Solved in a row: {count}", WITH("count", streak));
        printf("%s\n\n", words);
        if (options->day) return STATUS_GOOD;
    }
    return STATUS_GOOD;
}

/* The puzzles that the options ask for: the game, its file, how many there are, and the first of them. */
static bool choose(const Options *options, const Game **game, const EmbeddedFile **file, int *count, int64_t *first,
                   Error *error) {
    *first = options->number ? options->number - 1 : 0;
    if (options->word_count < 2) return game_missing(error);
    *game = game_find(span_of(options->words[1]), error);
    if (!*game) return false;
    *file = stored(*game);
    *count = *file ? stored_count(*file, options->theme) : 0;
    if (!*count && options->theme) return refuse_theme(*game, options->theme, error);
    if (!*count) return error_say(error, "{game} has no puzzles", WITH("game", (*game)->name));
    if (options->number > *count) return error_say(error, "the highest number is {count}", WITH("count", *count));
    if (options->day && (*first = puzzle_day(span_of(options->day))) < 0)
        return error_say(error, "write the day like this: {day}", WITH("day", "2026-11-18"));
    return true;
}

static int solve(const Options *options) {
    Error error;
    Desk desk = {.screen = {.language = options->language}};
    ChanceKey key;
    const EmbeddedFile *file = NULL;
    int64_t first = 0;
    int count = 0;
    if (!choose(options, &desk.game, &file, &count, &first, &error))
        return complain_error("puzzles", options->language, &error);
    if (!options->day && !options->number) {
        if (!seed_read("puzzles", person_language(), NULL, &key)) return STATUS_BAD;
        first = key.bytes[0] << 16 | key.bytes[1] << 8 | key.bytes[2];
    }
    desk.face = face_of(desk.game);
    desk.prover = prover_open();
    desk.moves = malloc((size_t)desk.game->moves_max * sizeof *desk.moves);
    int status = desk.prover && desk.moves ? solve_from(&desk, file, options, first % count, count)
                                           : complain("puzzles", "there is not enough memory");
    prover_free(desk.prover);
    free(desk.moves);
    return status;
}

int command_puzzles(int argc, char **argv) {
    Options options = {.count = 10};
    const Argument table[] = {{ARGUMENT_WORDS, "--theme", &options.theme, 0, 0},
                              {ARGUMENT_WORDS, "--day", &options.day, 0, 0},
                              {ARGUMENT_WORDS, "--lang", &options.language_tag, 0, 0},
                              {ARGUMENT_WORDS, "--seed", &options.seed, 0, 0},
                              {ARGUMENT_NUMBER, "--number", &options.number, 1, COUNT_MAX},
                              {ARGUMENT_NUMBER, "--count", &options.count, 1, COUNT_MAX},
                              {ARGUMENT_NUMBER, "--people", &options.people, 1, SEATS_MAX},
                              {ARGUMENT_OPTION, "--option", &options.setup, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "puzzles",
                           .table = table,
                           .words = options.words,
                           .words_max = sizeof options.words / sizeof *options.words};
    options.language = person_language();
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (options.language_tag && !person_language_option("puzzles", options.language_tag, &options.language)) return STATUS_BAD;
    options.word_count = arguments.word_count;
    const char *what = options.word_count ? options.words[0] : "";
    if (strcmp(what, "list") == 0) return list();
    if (strcmp(what, "solve") == 0) return solve(&options);
    if (strcmp(what, "check") == 0) return check(&options);
    if (strcmp(what, "mine") == 0) return mine(&options);
    Error error;
    error_say(&error, "choose what to do: {words}", WITH("words", "list, solve, check, mine"));
    return complain_error("puzzles", options.language, &error);
}
