/* The program: a table of commands. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/message.h"
#include "program/commands.h"
#include "program/person.h"
#include "program/rules.h"

typedef struct Command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *arguments;
    const char *summary;
    const char *details; /* what else --help says; NULL for nothing */
} Command;

static const Command commands[] = {
    {"serve", command_serve, "[--listen ADDRESS] [--port P] [--data FILE | --postgres URL] [OPTION ...]",
     "the card room: a web page, tables and bots",
     "  --listen ADDRESS    where to listen (default 127.0.0.1: this machine only; 0.0.0.0 or :: for everybody)\n"
     "  --port P            the port to listen on (default 7070; 0 picks a free one)\n"
     "  --data FILE         where all data is kept (default ~/.local/share/araldo/room.db)\n"
     "  --postgres URL      keep the data in a PostgreSQL database instead: postgresql://user@host/database;\n"
     "                      several servers can share one\n"
     "  --cluster-name NAME, --cluster-address ADDRESS[:PORT], --cluster-key FILE\n"
     "                      how the servers that share a database know this one; all have defaults (docs/cluster.md)\n"
     "  --processes N       how many servers run behind the one port, each on its own core (default 1; with --postgres)\n"
     "  --tls-cert FILE, --tls-key FILE\n"
     "                      serve https, with a certificate chain and its key in PEM\n"
     "  --public-url URL    the address people use, if the server listens at another\n"
     "  --behind-proxy      take people's addresses from the X-Forwarded-For of the proxy in front\n"
     "  --max-tables N      how many tables with people at them are kept in memory (default 2000)\n"
     "  --keep-days N       delete matches untouched for N days (default 730; 0: never)\n"
     "  --keep-guests N     delete guests who have not returned within N days (default 60; 0: after a year, like everybody)\n"
     "  --pace MS           how long a bot's turn takes (default 900)\n"
     "  --workers N         threads for bots in each process (default: one fewer than the cores, over all processes)\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"
     "  --log LEVEL         error, warning, info (default) or debug, on standard error\n"
     "  --quiet             log only errors, and do not print the address at the start\n"},
    {"admin", command_admin,
     "check PLACE [--json] [--words FILE]\n"
     "       araldo admin copy --from PLACE --to PLACE [--json]\n"
     "       araldo admin backup PLACE FILE [--json]\n"
     "       araldo admin restore FILE PLACE [--json]\n"
     "       araldo admin tables PLACE [--json]\n"
     "       araldo admin nodes URL [--json]\n"
     "       araldo admin drain URL NAME [--json]",
     "look after a card room's data",
     "  PLACE               a data file, or a database: postgresql://user@host/database\n"
     "  check PLACE         read every table of the room, and name and count the damaged ones. A server may be using "
     "it.\n"
     "                      Exit status 0 if all can be read, 1 if a table is damaged, 2 if the place cannot be "
     "used.\n"
     "  copy                copy a whole room to a place that has none yet; if that fails, nothing is copied (exit status 2)\n"
     "  backup, restore     copy a room to a new file, and back; servers may keep running during a backup\n"
     "  tables PLACE        list the unfinished tables, with the server that owns each\n"
     "  nodes URL           list the servers that share a database\n"
     "  drain URL NAME      make a server hand over all its tables, so that it can be stopped without anybody noticing\n"
     "  --json              one JSON object per line\n"
     "  --words FILE        the word list that the server uses for Primo (default: French)\n"},
    {"site", command_site, "DIR", "the page and its engine as static files, for any web host",
     "  DIR                 a new or empty folder. Any web server can serve it, at any path: the four games against bots, "
     "running\n"
     "                      in the visitor's browser, with no card room behind them.\n"},
    {"play", command_play,
     "[GAME[:VARIANT] [KEY=VALUE ...]] [--seats you,BOT,...] [--lang LANGUAGE] [--plain] [--seed S] [OPTION ...]\n"
     "       araldo play --resume FILE [--lang LANGUAGE] [--plain] [OPTION ...]",
     "play in the terminal, full screen; without GAME, choose from a menu",
     "  --seats you,A,...   who plays: you once, and bots (default: you first, medium bots in the other seats)\n"
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"
     "  --seed S            a number or 64 hex digits; the same seed gives the same cards (default: random)\n"
     "  --option KEY=VALUE  a rule option of the game; can be repeated, and written as just KEY=VALUE\n"
     "  --plain             line by line, for screen readers, pipes and logs: no colour, no columns, one statement per line\n"
     "  --still             full screen: no animations\n"
     "  --pace MS           full screen: how long to show a bot's move before the next one (default 600)\n"
     "  --resume FILE       continue a saved game; the file may be gzipped\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"join", command_join, "URL [--name NAME] [--lang LANGUAGE] [--ca FILE] [--still] [--words FILE]",
     "play in a card room from the terminal",
     "  URL                 the room's address (http://HOST:PORT/), a table's, or a link for another device\n"
     "  --name NAME         the name other players see; needed only the first time (default: you are asked)\n"
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"
     "  --ca FILE           certificates to trust as well as the system's, in PEM\n"
     "  --still             no animations\n"
     "  --words FILE        the word list that the room uses for Primo (default: French)\n"},
    {"learn", command_learn, "[GAME[:VARIANT]] [--lang LANGUAGE]", "a guided first game; without GAME, list the lessons",
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"},
    {"sim", command_sim,
     "GAME[:VARIANT] [KEY=VALUE ...] [--seats BOT,BOT,...] [--games N] [--seed S] [--record FILE] [--json]\n       [OPTION "
     "...]",
     "bots play each other, and the games can be recorded",
     "  --seats A,B,...     who plays in each seat: a bot, cheat, or exec:COMMAND (default: greedy)\n"
     "  --games N           how many games (default 1)\n"
     "  --seed S            a number or 64 hex digits; the same seed gives the same games (default: random)\n"
     "  --option KEY=VALUE  a rule option of the game; can be repeated, and written as just KEY=VALUE\n"
     "  --record FILE       write every game as a record, gzipped if the name ends in .gz; if interrupted, it "
     "holds the finished games\n"
     "  --json              print the result as a line of JSON\n"
     "  --exec-timeout MS   how long a program in a seat (exec:COMMAND) may take over a move (default 10000)\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"arena", command_arena,
     "GAME[:VARIANT] BOT BOT ... [KEY=VALUE ...] [--deals N] [--seed S] [--save FILE] [--json]\n"
     "       araldo arena --merge FILE ... [--plot FILE] [--json]",
     "compare bots on the same deals, with confidence intervals",
     "  --deals N | F-L     how many deals, or the range to play (default 1000)\n"
     "  --seed S            a number or 64 hex digits; the same seed gives the same deals (default: random)\n"
     "  --people N          how many play (default: the fewest the variant allows)\n"
     "  --option KEY=VALUE  a rule option of the game; can be repeated, and written as just KEY=VALUE\n"
     "  --unit UNIT         what counts as a deal: round or match (default: round in Primiera and Primero, otherwise match)\n"
     "  --matches           the same as --unit match\n"
     "  --measure MEASURE   points or wins (default: points for rounds, wins for matches)\n"
     "  --against HOW       with more than two sides, how many the first bot plays: one, half, or rest (all but one)\n"
     "  --seatings all|one  play every deal in all seatings, or in one of them in turn (default: all)\n"
     "  --reference BOT     a bot that also plays each deal, to measure the luck in it; for --seatings one\n"
     "  --margin M          stop once the half-width of the interval is at most M\n"
     "  --decide M          stop once the interval is entirely above M, below -M, or between them\n"
     "  --save FILE         keep every deal in a file; if the file exists, continue from where it ends\n"
     "  --merge FILE ...    merge saved files with different deals of one match, and print the result\n"
     "  --plot FILE         draw the ranking as an SVG\n"
     "  --exec-timeout MS   how long a program in a seat (exec:COMMAND) may take over a move (default 10000)\n"
     "  --threads N         how many deals to play at a time (default: the number of processors)\n"
     "  --json              print lines of JSON, the last of them the result\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"replay", command_replay, "FILE [--seat N] [--game N] [--plain] [--positions] [--step] [--lang LANGUAGE] [OPTION ...]",
     "a record, move by move, full screen or line by line",
     "  FILE may be gzipped, or - for standard input where there is no terminal.\n"
     "  --seat N            show what that seat saw (default: all hands face up)\n"
     "  --game N            the N-th game in the file (default: full screen, the first; otherwise all)\n"
     "  --plain             line by line, for screen readers, pipes and logs: no colour, no columns, one statement per line\n"
     "  --positions         line by line, with each position in notation instead of the table\n"
     "  --step              line by line; wait for Enter after each move if the input is a terminal\n"
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"review", command_review, "FILE [--seat N] [--match N] [--json] [--lang LANGUAGE] [--words FILE]",
     "what each decision in a match cost, with luck and skill separated",
     "  FILE may be gzipped, or - for standard input. Without --seat, all the people are reviewed, or the bots if no people "
     "played.\n"
     "  --seat N            only the decisions of that seat\n"
     "  --match N           the N-th record in the file (default 1)\n"
     "  --json              one JSON object with every decision (docs/review.md)\n"
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"puzzles", command_puzzles,
     "list\n"
     "       araldo puzzles solve GAME [--theme THEME] [--number N | --day DATE] [--lang LANGUAGE]\n"
     "       araldo puzzles check [FILE]\n"
     "       araldo puzzles mine GAME[:VARIANT] [KEY=VALUE ...] [--theme THEME] [--count N] [--seed S]",
     "positions with one best move: solve, check and find them",
     "  list                how many puzzles there are for each game and theme\n"
     "  solve               set puzzles one after another, and say why an answer is right\n"
     "  --theme THEME       only puzzles on that theme\n"
     "  --number N          begin with the N-th puzzle (default: any)\n"
     "  --day DATE          the puzzle of the day for a date such as 2026-11-18\n"
     "  check [FILE]        prove all the built-in puzzles, or those in a file, again\n"
     "  mine                find new puzzles in games between bots; prints one per line\n"
     "  --count N           how many to find (default 10)\n"
     "  --seed S            a number or 64 hex digits; the same seed finds the same puzzles (default: random)\n"
     "  --people N          how many play (default: the fewest the variant allows)\n"
     "  --option KEY=VALUE  a rule option of the game; can be repeated, and written as just KEY=VALUE\n"
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"},
    {"daily", command_daily, "GAME [--day DATE] [--board N] [--lang LANGUAGE] [--plain] [--still] [--pace MS]",
     "the deal of the day: the same cards and bots for everybody",
     "  --day DATE          the deal of another day, such as 2026-11-18 (default: today)\n"
     "  --board N           one of the day's four boards (default: the one that is yours)\n"
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"
     "  --plain             line by line, for screen readers, pipes and logs: no colour, no columns, one statement per line\n"
     "  --still             full screen: no animations\n"
     "  --pace MS           full screen: how long to show a bot's move before the next one (default 600)\n"
     "  A deal you have left goes on where you stopped. Only your first try counts; there are no hints. The page has the same\n"
     "  deals, and also shows what others made of them.\n"},
    {"rules", command_rules, "GAME [--lang LANGUAGE]", "the rules of a game",
     "  --lang LANGUAGE     a language tag such as en or it (default: taken from the environment)\n"},
    {"verify", command_verify, "FILE [--json] [--words FILE]", "check a record against the rules and its seed",
     "  FILE may be gzipped, or - for standard input. Exit status 0 if all is well, 2 if a line breaks the rules or does not "
     "fit the seed.\n"
     "  --json              print one line of JSON that says what is wrong\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"engine", command_engine, "[--lang LANGUAGE] [--words FILE]", "a line protocol for other programs (docs/protocol.md)",
     "  --lang LANGUAGE     the language of hints: a tag such as en or it (default: en)\n"
     "  --words FILE        the word list for Primo: UTF-8, one word per line (default: French)\n"},
    {"bench", command_bench, "[NAME ...] [--list | --json] [--times N]", "speed figures, one per line: name, value, unit",
     "  NAME                only figures whose names begin with NAME\n"
     "  --list              print only the names\n"
     "  --json              print each figure as a line of JSON\n"
     "  --times N           do the work N times without timing it, for counting instructions\n"},
    {"words", command_words, "{WORD ... | --rack LETTERS | --list} [--json] [--words FILE]",
     "look up words, find the words in a rack, or list them all",
     "  WORD ...            print each as it is laid and as it is spelt, or - if it is not a word. Case and accents do not\n"
     "                      matter. Exit status 0 if all are words, 1 if not.\n"
     "  --rack LETTERS      all words in these letters, with * for a star, by length, then alphabet; exit status 1 if none\n"
     "  --list              list all the words\n"
     "  --json              print each answer as a line of JSON\n"
     "  --words FILE        use another word list: UTF-8, one word per line\n"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(void) {
    puts("Araldo: card games by their printed rules.\n\nusage: araldo COMMAND ...\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-8s %s\n", commands[i].name, commands[i].summary);
    puts("\n`araldo help COMMAND` says more about a command; `araldo --version` prints the version.");
}

static void print_help(const Command *command) {
    printf("usage: araldo %s%s%s\n%s\n", command->name, *command->arguments ? " " : "", command->arguments, command->summary);
    if (command->details) printf("\n%s", command->details);
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i])) return true;
    return false;
}

static const Command *find_command(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0) return &commands[i];
    return NULL;
}

static int no_command(const char *name) {
    char line[2 * ERROR_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    Error error;
    error_say(&error, "there is no command '{name}'; araldo --help lists the commands",
              WITH("name", span_quote(span_of(name)).text));
    error_print(&error, person_language(), &text);
    fprintf(stderr, "araldo: %s\n", line);
    return STATUS_BAD;
}

static int help(const char *name) {
    const Command *command = name ? find_command(name) : NULL;
    if (name && !command) return no_command(name);
    if (command) print_help(command);
    else print_usage();
    return STATUS_GOOD;
}

/* What was printed must have arrived: a full disk behind standard output is a failure like any other. */
static int finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "araldo: cannot write to standard output\n");
    return STATUS_BAD;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (is_help(name)) return finish(help(NULL));
    if (strcmp(name, "help") == 0) return finish(help(argc > 2 && !is_help(argv[2]) ? argv[2] : NULL));
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("araldo " ARALDO_VERSION);
        return finish(STATUS_GOOD);
    }
    const Command *command = find_command(name);
    if (command && asks_for_help(argc - 1, argv + 1)) return finish(help(name));
    if (command) return finish(command->run(argc - 1, argv + 1));
    if (argc > 1) return no_command(name);
    fprintf(stderr, "araldo: %s\n", message(person_language(), "a command is missing; araldo --help lists them"));
    return STATUS_BAD;
}
