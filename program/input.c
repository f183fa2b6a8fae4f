/* Reads the lines a person types, and echoes them where no terminal does. */
#include "program/input.h"

#include <string.h>
#include <unistd.h>

void input_init(Input *input, FILE *file) {
    input->typed = isatty(fileno(file));
    input->over = false;
    lines_init(&input->lines, file);
}

bool input_read(Input *input, const char *prompt, char *words, size_t capacity) {
    printf("%s", prompt);
    fflush(stdout);
    LineStatus status = lines_peek(&input->lines);
    if (line_is_last(status)) {
        printf("\n");
        input->over = true;
        return false;
    }
    Span line = lines_span(&input->lines);
    while (line.length && strchr(" \t\r", line.at[line.length - 1])) line.length--;
    while (line.length && strchr(" \t", *line.at)) line.at++, line.length--;
    bool usable = status == LINE_READ || status == LINE_CUT;
    if (!usable || !span_copy(line, words, capacity)) snprintf(words, capacity, "%s", "...");
    if (!input->typed) puts(words); /* a terminal has shown it already */
    lines_take(&input->lines);
    return true;
}

bool input_waits(Input *input) { return input->typed || !line_is_last(lines_peek(&input->lines)); }
