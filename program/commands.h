/* The commands of the program: one function each, called with its own name as argv[0].
 *
 * The answer is the exit status: 0 good, 1 a plain no (where a command has one), 2 wrong arguments or bad input. */
#ifndef ARALDO_PROGRAM_COMMANDS_H
#define ARALDO_PROGRAM_COMMANDS_H

enum { STATUS_GOOD = 0, STATUS_NO = 1, STATUS_BAD = 2 };

int command_admin(int argc, char **argv);
int command_arena(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_daily(int argc, char **argv);
int command_engine(int argc, char **argv);
int command_join(int argc, char **argv);
int command_learn(int argc, char **argv);
int command_play(int argc, char **argv);
int command_puzzles(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_review(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_sim(int argc, char **argv);
int command_site(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_words(int argc, char **argv);

#endif
