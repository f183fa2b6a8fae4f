/* Reads the lines a person types, and echoes them where no terminal does. */
#include "program/input.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "program/editor.h"

void input_init(Input *input) {
    *input = (Input){.typed = isatty(STDIN_FILENO)};
    lines_init(&input->lines, stdin);
}

void input_release(Input *input) {
    editor_close(input->editor);
    input->editor = NULL;
}

/* The next line as it was typed; LINE_END at the end of input. */
static LineStatus next_line(Input *input, const char *prompt, Span *line) {
    if (!input->begun) input->editor = editor_open();
    input->begun = true;
    if (input->editor) return editor_read(input->editor, prompt, line) ? LINE_READ : LINE_END;
    printf("%s", prompt);
    fflush(stdout);
    LineStatus status = lines_peek(&input->lines);
    if (!line_is_last(status)) *line = lines_span(&input->lines);
    return status;
}

bool input_read(Input *input, const char *prompt, char *words, size_t capacity) {
    Span line;
    LineStatus status = next_line(input, prompt, &line);
    if (line_is_last(status)) {
        printf("\n");
        input->over = true;
        return false;
    }
    while (line.length && strchr(" \t\r", line.at[line.length - 1])) line.length--;
    while (line.length && strchr(" \t", *line.at)) line.at++, line.length--;
    bool usable = status == LINE_READ || status == LINE_CUT;
    if (!usable || !span_copy(line, words, capacity)) snprintf(words, capacity, "%s", "...");
    if (!input->typed) puts(words); /* a terminal has shown it already */
    if (!input->editor) lines_take(&input->lines);
    return true;
}

bool input_waits(Input *input) { return input->typed || !line_is_last(lines_peek(&input->lines)); }
