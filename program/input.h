/* What a person types at a prompt, line by line, at a terminal or through a pipe.
 *
 * At a terminal that can move its cursor the line is edited by libedit, and the arrows bring back earlier lines. These are kept
 * in memory only: nothing that was typed is ever written to a file. */
#ifndef ARALDO_PROGRAM_INPUT_H
#define ARALDO_PROGRAM_INPUT_H

#include "record/lines.h"

typedef struct Input {
    Lines lines;
    struct Editor *editor; /* opened at the first line; NULL where lines are read as they come */
    bool begun;            /* a line was asked for */
    bool typed;            /* at a terminal */
    bool over;             /* there is nothing more to read */
} Input;

/* Reads from standard input. */
void input_init(Input *input);
void input_release(Input *input);
/* Shows the prompt and reads the next line, without blanks around it, into `words`; false at the end of input. A line that is
 * too long or holds a zero byte reads as "...", which answers nothing. */
bool input_read(Input *input, const char *prompt, char *words, size_t capacity);
/* Is there anything to read? At a terminal there may always be. */
bool input_waits(Input *input);

#endif
