/* A line that is edited at the terminal, with libedit: arrows, Backspace, and the lines typed before. */
#ifndef ARALDO_PROGRAM_EDITOR_H
#define ARALDO_PROGRAM_EDITOR_H

#include <stdbool.h>

#include "core/text.h"

typedef struct Editor Editor;

/* For standard input and output; NULL if they are not a terminal that can be edited on. */
Editor *editor_open(void);
void editor_close(Editor *editor);
/* Lets the person edit a line, which is good until the next call; false at the end of input. A signal that ends the program
 * arrives once the terminal is as it was before. */
bool editor_read(Editor *editor, const char *prompt, Span *line);

#endif
