/* What a person types at a prompt, line by line, at a terminal or through a pipe. */
#ifndef ARALDO_PROGRAM_INPUT_H
#define ARALDO_PROGRAM_INPUT_H

#include "record/lines.h"

typedef struct Input {
    Lines lines;
    bool typed; /* at a terminal */
    bool over;  /* there is nothing more to read */
} Input;

void input_init(Input *input, FILE *file);
/* Shows the prompt and reads the next line, without blanks around it, into `words`; false at the end of input. A line that is
 * too long or holds a zero byte reads as "...", which answers nothing. */
bool input_read(Input *input, const char *prompt, char *words, size_t capacity);
/* Is there anything to read? At a terminal there may always be. */
bool input_waits(Input *input);

#endif
