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
     "  --listen ADDRESS    where to listen (default 127.0.0.1: this machine alone; 0.0.0.0 or :: for everybody)\n"
     "  --port P            default 7070; 0 for any free one\n"
     "  --data FILE         everything there is to keep (default ~/.local/share/araldo/room.db)\n"
     "  --postgres URL      keep it in a PostgreSQL database instead: postgresql://user@host/database;\n"
     "                      several servers can share it\n"
     "  --cluster-name NAME, --cluster-address ADDRESS[:PORT], --cluster-key FILE\n"
     "                      of this server among those on the database; all have defaults (docs/cluster.md)\n"
     "  --tls-cert FILE, --tls-key FILE\n"
     "                      serve https, with a certificate chain and its key in PEM\n"
     "  --public-url URL    the address people use, where it is not the one we listen at\n"
     "  --behind-proxy      a proxy in front tells the addresses of people in X-Forwarded-For\n"
     "  --max-tables N      tables in memory, where somebody is (default 2000)\n"
     "  --keep-days N       delete matches that nobody has touched for so long (default 730; 0: never)\n"
     "  --keep-guests N     delete people who never returned after so many days (default 60; 0: after a year, like everybody)\n"
     "  --pace MS           how long a bot's turn takes (default 900)\n"
     "  --workers N         threads for bots (default: one less than there are cores)\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"
     "  --log LEVEL         error, warning, info (default) or debug, on standard error\n"
     "  --quiet             errors alone, and no address at the start\n"},
    {"admin", command_admin,
     "check PLACE [--words FILE]\n"
     "       araldo admin copy --from PLACE --to PLACE [--json]\n"
     "       araldo admin backup PLACE FILE [--json]\n"
     "       araldo admin restore FILE PLACE [--json]\n"
     "       araldo admin tables PLACE [--json]\n"
     "       araldo admin nodes URL [--json]\n"
     "       araldo admin drain URL NAME [--json]",
     "look after a card room's data",
     "  PLACE               a data file, or a database: postgresql://user@host/database\n"
     "  check PLACE         read every table of the room, name those that are damaged, and count them. A server may be "
     "running\n"
     "                      on it. Exit status 0 if all can be read, 1 if a table is damaged, 2 if the place cannot be "
     "used.\n"
     "  copy                copy a whole room to a place that has none yet: all of it, or, with exit status 2, nothing\n"
     "  backup, restore     the same, into a new file and back; servers may be running during a backup\n"
     "  tables PLACE        list the tables that are not over, with the server that owns each\n"
     "  nodes URL           list the servers that share a database\n"
     "  drain URL NAME      let a server hand all its tables over; then it can be stopped unnoticed\n"
     "  --json              one JSON object per line\n"
     "  --words FILE        the word list that the server uses for Primo (default: French)\n"},
    {"site", command_site, "DIR", "the page and its engine as static files, for any web host",
     "  DIR                 a new or empty folder. Any web server can serve it, at any path: the four games against bots, in "
     "the\n"
     "                      reader's browser, without a card room behind it.\n"},
    {"play", command_play,
     "[GAME[:VARIANT] [KEY=VALUE ...]] [--seats you,BOT,...] [--lang LANGUAGE] [--plain] [--seed S] [OPTION ...]\n"
     "       araldo play --resume FILE [--lang LANGUAGE] [--plain] [OPTION ...]",
     "a game in the terminal, on the full screen; without GAME a menu",
     "  --seats you,A,...   who plays: you once, and bots (default: you first, medium at the other seats)\n"
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"
     "  --seed S            a number or 64 hex digits; equal seeds give equal cards (default: a random one)\n"
     "  --option KEY=VALUE  a rule option of the game; may stand several times, or as a plain word KEY=VALUE\n"
     "  --plain             line by line, for screen readers, pipes and logs: no colour, no columns, one statement per line\n"
     "  --still             on the full screen, cards do not move\n"
     "  --pace MS           on the full screen, how long a bot's move stays before the next one (default 600)\n"
     "  --resume FILE       go on with a game that was saved; the file may be gzipped\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"join", command_join, "URL [--name NAME] [--lang LANGUAGE] [--ca FILE] [--still] [--words FILE]",
     "a card room, its tables and its people, in the terminal",
     "  URL                 of the room (http://HOST:PORT/), of one of its tables, or a link for another device\n"
     "  --name NAME         what other players see, the first time you come (default: you are asked)\n"
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"
     "  --ca FILE           certificates in PEM that are trusted as well as the system's\n"
     "  --still             cards do not move\n"
     "  --words FILE        the word list that the room uses for Primo (default: French)\n"},
    {"learn", command_learn, "[GAME[:VARIANT]] [--lang LANGUAGE]", "a guided first game; without GAME the list of lessons",
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"},
    {"sim", command_sim,
     "GAME[:VARIANT] [KEY=VALUE ...] [--seats BOT,BOT,...] [--games N] [--seed S] [--record FILE] [--json]\n       [OPTION "
     "...]",
     "bots among themselves, as records",
     "  --seats A,B,...     who plays at each seat that somebody must fill: a bot, cheat, or exec:COMMAND (default: greedy)\n"
     "  --games N           how many games (default 1)\n"
     "  --seed S            a number or 64 hex digits; equal seeds give equal games (default: a random one)\n"
     "  --option KEY=VALUE  a rule option of the game; may stand several times, or as a plain word KEY=VALUE\n"
     "  --record FILE       write every game as a record, gzipped if the name ends in .gz; an interrupt keeps the games that "
     "are "
     "over\n"
     "  --json              the result as a line of JSON\n"
     "  --exec-timeout MS   how long a program at a seat (exec:COMMAND) may take for a move (default 10000)\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"arena", command_arena,
     "GAME[:VARIANT] BOT BOT ... [KEY=VALUE ...] [--deals N] [--seed S] [--save FILE] [--json]\n"
     "       araldo arena --merge FILE ... [--plot FILE] [--json]",
     "bots against each other on the same deals, with intervals",
     "  --deals N | F-L     how many deals, or which of the series (default 1000)\n"
     "  --seed S            a number or 64 hex digits; equal seeds give equal deals (default: a random one)\n"
     "  --people N          how many play (default: as few as the variant seats)\n"
     "  --option KEY=VALUE  a rule option of the game; may stand several times, or as a plain word KEY=VALUE\n"
     "  --unit UNIT         what a deal is: round or match (default: round in Primiera and Primero, else match)\n"
     "  --matches           the same as --unit match\n"
     "  --measure MEASURE   points or wins (default: points of rounds, wins of matches)\n"
     "  --against HOW       of more than two sides the first bot takes: one, half of them, or rest (all but one)\n"
     "  --seatings all|one  every deal in all seatings, or each in one of them by turns (default: all)\n"
     "  --reference BOT     plays each deal as well, as a measure of its luck; for --seatings one\n"
     "  --margin M          stop once the half-width of the interval is at most M\n"
     "  --decide M          stop once the interval lies beyond M, beyond -M, or within\n"
     "  --save FILE         keep every deal in a file; with a file that is there already, go on where it stood\n"
     "  --merge FILE ...    join such files, of the same match with other deals, and tell the result\n"
     "  --plot FILE         draw the ladder as an SVG\n"
     "  --exec-timeout MS   how long a program at a seat (exec:COMMAND) may take for a move (default 10000)\n"
     "  --threads N         how many deals at a time (default: as many as there are processors)\n"
     "  --json              lines of JSON, the last one the result\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"replay", command_replay, "FILE [--seat N] [--game N] [--plain] [--positions] [--step] [--lang LANGUAGE] [OPTION ...]",
     "a record, move by move, on the full screen or in words",
     "  FILE may be gzipped, or - for standard input where there is no terminal.\n"
     "  --seat N            as that seat saw it (default: with all hands open)\n"
     "  --game N            the N-th game of the file (default: the first on the full screen, else all)\n"
     "  --plain             line by line, for screen readers, pipes and logs: no colour, no columns, one statement per line\n"
     "  --positions         line by line, with positions in notation in the place of the table\n"
     "  --step              line by line; wait for Enter after each move, where input is a terminal\n"
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"review", command_review, "FILE [--seat N] [--match N] [--json] [--lang LANGUAGE] [--words FILE]",
     "what each decision of a match cost, luck and skill apart",
     "  FILE may be gzipped, or - for standard input. Without --seat, all people are reviewed; bots if nobody else played.\n"
     "  --seat N            the decisions of that seat alone\n"
     "  --match N           of several records in the file the N-th (default 1)\n"
     "  --json              one JSON object with every decision (docs/review.md)\n"
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"puzzles", command_puzzles,
     "list\n"
     "       araldo puzzles solve GAME [--theme THEME] [--number N | --day DATE] [--lang LANGUAGE]\n"
     "       araldo puzzles check [FILE]\n"
     "       araldo puzzles mine GAME[:VARIANT] [KEY=VALUE ...] [--count N] [--seed S]",
     "positions with one best move: solve, check and find them",
     "  list                how many there are of each game and theme\n"
     "  solve               asks one after the other, and says why an answer is right\n"
     "  --theme THEME       of that theme alone\n"
     "  --number N          begin with the N-th (default: any)\n"
     "  --day DATE          the puzzle of that day, as 2026-11-18\n"
     "  check [FILE]        prove every puzzle of the program, or of a file, again\n"
     "  mine                find new ones in games that bots play, one per line\n"
     "  --count N           how many to find (default 10)\n"
     "  --seed S            a number or 64 hex digits; equal seeds find equal puzzles (default: a random one)\n"
     "  --people N          how many play (default: as few as the variant seats)\n"
     "  --option KEY=VALUE  a rule option of the game; may stand several times, or as a plain word KEY=VALUE\n"
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"},
    {"rules", command_rules, "GAME [--lang LANGUAGE]", "the rules of a game",
     "  --lang LANGUAGE     a tag such as en or it (default: what the environment asks for)\n"},
    {"verify", command_verify, "FILE [--json] [--words FILE]", "check a record against the rules and its seed",
     "  FILE may be gzipped, or - for standard input. Exit status 0 if all is well, 2 if a line breaks the rules or the seed.\n"
     "  --json              one line of JSON, with what is wrong in it\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"engine", command_engine, "[--lang LANGUAGE] [--words FILE]", "line protocol for other programs (docs/protocol.md)",
     "  --lang LANGUAGE     the language of hints: a tag such as en or it (default: en)\n"
     "  --words FILE        the word list of Primo: UTF-8, one word per line (default: French)\n"},
    {"bench", command_bench, "[NAME ...] [--list | --json] [--times N]", "speed figures, one per line: name, value, unit",
     "  NAME                only figures whose name begins so\n"
     "  --list              the names alone\n"
     "  --json              each figure as a line of JSON\n"
     "  --times N           do the work so many times and take no time, for counting instructions\n"},
    {"words", command_words, "{WORD ... | --rack LETTERS | --list} [--json] [--words FILE]",
     "is it a word; the words of a rack; all of them",
     "  WORD ...            each as it is laid and as it is written, - for what is no word; in either case, accents or not.\n"
     "                      Exit status 0 if all are words, 1 if not.\n"
     "  --rack LETTERS      all words of these letters, * for a star, by length and alphabet; exit status 1 if there are none\n"
     "  --list              the whole lexicon\n"
     "  --json              each answer as a line of JSON\n"
     "  --words FILE        another word list: UTF-8, one word per line\n"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(void) {
    puts("Araldo: card games by their printed rules.\n\nusage: araldo COMMAND ...\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-8s %s\n", commands[i].name, commands[i].summary);
    puts("\n`araldo help COMMAND` tells more; `araldo --version` prints the version.");
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
    error_say(&error, "no command '{name}'; araldo --help lists them", WITH("name", span_quote(span_of(name)).text));
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
    fprintf(stderr, "araldo: a command is missing; araldo --help lists them\n");
    return STATUS_BAD;
}
