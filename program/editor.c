/* Edits lines with libedit, which reads its letters here, so that signals arrive between two of them. */
#include "program/editor.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wchar.h>

#include "term/full/terminal.h"

enum { HISTORY_LINES = 200 };

struct Editor {
    EditLine *line;
    History *history;
    const char *prompt;
    int signals; /* a signalfd */
    int taken;   /* the signal that ended the line; 0: none */
    sigset_t watched, before;
};

static char *prompt_of(EditLine *line) {
    void *editor = NULL;
    el_get(line, EL_CLIENTDATA, &editor);
    return (char *)((Editor *)editor)->prompt;
}

/* ---- signals */

/* Stops the program, as Ctrl-Z asks, with the terminal as it was; then goes on editing. */
static void stop(Editor *editor) {
    sigset_t stopping;
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTSTP);
    el_set(editor->line, EL_PREP_TERM, 0);
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stopping, NULL);
    pthread_sigmask(SIG_BLOCK, &stopping, NULL);
    el_set(editor->line, EL_PREP_TERM, 1);
    el_set(editor->line, EL_REFRESH);
}

/* True if a signal ends the line. */
static bool take_signals(Editor *editor) {
    struct signalfd_siginfo info;
    while (!editor->taken && read(editor->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGWINCH) el_resize(editor->line);
        else if (info.ssi_signo == SIGTSTP) stop(editor);
        else editor->taken = (int)info.ssi_signo;
    }
    return editor->taken != 0;
}

/* ---- letters */

/* A letter of standard input in the encoding of the locale; what is none there reads as a question mark. */
static int read_letter(EditLine *line, wchar_t *letter) {
    void *context = NULL;
    el_get(line, EL_CLIENTDATA, &context);
    Editor *editor = context;
    mbstate_t state = {0};
    for (;;) {
        struct pollfd files[] = {{.fd = editor->signals, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
        char byte;
        if (poll(files, 2, -1) < 0 && errno != EINTR) return -1;
        if (files[0].revents && take_signals(editor)) return -1;
        if (!files[1].revents) continue;
        ssize_t count = read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return (int)count;
        size_t length = mbrtowc(letter, &byte, 1, &state);
        if (length == (size_t)-2) continue;
        if (length == (size_t)-1) *letter = L'?';
        return 1;
    }
}

/* ---- a line */

static bool open_history(Editor *editor) {
    HistEvent event;
    editor->history = history_init();
    if (!editor->history) return false;
    history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->line, EL_HIST, history, editor->history);
    return true;
}

static void watch_signals(Editor *editor) {
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
    sigemptyset(&editor->watched);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) sigaddset(&editor->watched, watched[i]);
    editor->signals = signalfd(-1, &editor->watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

Editor *editor_open(void) {
    if (!terminal_fits()) return NULL;
    Editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    terminal_has_utf8(); /* libedit follows the locale */
    watch_signals(editor);
    editor->line = editor->signals >= 0 ? el_init("araldo", stdin, stdout, stderr) : NULL;
    if (!editor->line || !open_history(editor)) {
        editor_close(editor);
        return NULL;
    }
    el_set(editor->line, EL_CLIENTDATA, editor);
    el_set(editor->line, EL_PROMPT, prompt_of);
    el_set(editor->line, EL_GETCFN, read_letter);
    el_set(editor->line, EL_EDITOR, "emacs");
    el_source(editor->line, NULL); /* the person's own keys, if there are any */
    return editor;
}

void editor_close(Editor *editor) {
    if (!editor) return;
    if (editor->line) el_end(editor->line);
    if (editor->history) history_end(editor->history);
    if (editor->signals >= 0) close(editor->signals);
    free(editor);
}

bool editor_read(Editor *editor, const char *prompt, Span *line) {
    HistEvent event;
    int length = 0;
    editor->prompt = prompt;
    editor->taken = 0;
    fflush(stdout);
    pthread_sigmask(SIG_BLOCK, &editor->watched, &editor->before);
    const char *words = el_gets(editor->line, &length);
    pthread_sigmask(SIG_SETMASK, &editor->before, NULL);
    if (editor->taken) raise(editor->taken);
    if (!words || length <= 0) return false;
    *line = (Span){words, (size_t)length};
    while (line->length && strchr("\r\n", line->at[line->length - 1])) line->length--;
    if (line->length) history(editor->history, &event, H_ENTER, words);
    return true;
}
