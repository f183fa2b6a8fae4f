/* Opens the terminal with ncursesw, copies canvases to it, and turns input and signals into presses. */
#include "core/message.h"
#include "term/full/terminal.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <term.h>
#include <unistd.h>

enum { ESCAPE_DELAY_MS = 25, PALETTE_MIN = 256 };

/* Colours that colour-blind people can tell apart, and that can be read on black and on white: the contrast is above 3 on both.
 * The second is the nearest one of a terminal with eight colours. */
static const struct {
    short rich, basic;
} palette[] = {
    [STYLE_RED] = {197, COLOR_RED},
    [STYLE_GREEN] = {29, COLOR_GREEN},
    [STYLE_YELLOW] = {136, COLOR_YELLOW},
    [STYLE_BLUE] = {69, COLOR_BLUE},
};

bool terminal_fits(void) {
    const char *name = getenv("TERM");
    int fault;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !name || strcmp(name, "dumb") == 0) return false;
    if (setupterm(name, STDOUT_FILENO, &fault) != OK) return false;
    bool moves = cursor_address != NULL && cursor_address != (char *)-1;
    del_curterm(cur_term);
    return moves;
}

bool terminal_has_utf8(void) {
    const char *wanted = getenv("LC_ALL");
    if (!wanted || !*wanted) wanted = getenv("LC_CTYPE");
    if (!wanted || !*wanted) wanted = getenv("LANG");
    if (!setlocale(LC_CTYPE, "") && wanted && (strcasestr(wanted, "utf-8") || strcasestr(wanted, "utf8")))
        setlocale(LC_CTYPE, "C.UTF-8");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static int open_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGWINCH);
    sigaddset(&set, SIGCONT);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd >= 0) pthread_sigmask(SIG_BLOCK, &set, NULL);
    return fd;
}

static void take_size(Terminal *terminal) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
        resizeterm(size.ws_row, size.ws_col);
    getmaxyx(stdscr, terminal->height, terminal->width);
}

static void open_colors(Terminal *terminal) {
    const char *no_color = getenv("NO_COLOR");
    terminal->has_color = has_colors() && start_color() == OK;
    terminal->color = terminal->has_color && !(no_color && *no_color);
    if (!terminal->has_color) return;
    use_default_colors();
    for (short style = STYLE_RED; style <= STYLE_BLUE; style++)
        init_pair(style, COLORS >= PALETTE_MIN ? palette[style].rich : palette[style].basic, -1);
}

bool terminal_open(Terminal *terminal, Error *error) {
    *terminal = (Terminal){.ascii = !terminal_has_utf8()};
    terminal->signals = open_signals();
    if (terminal->signals < 0) return error_set(error, "the system has no file descriptor left");
    set_escdelay(ESCAPE_DELAY_MS);
    terminal->handle = newterm(NULL, stdout, stdin);
    if (!terminal->handle) return error_set(error, "%s", N_("this terminal cannot be used"));
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    open_colors(terminal);
    take_size(terminal);
    return true;
}

void terminal_close(Terminal *terminal) {
    endwin();
    delscreen(terminal->handle);
    close(terminal->signals);
}

static attr_t attributes(unsigned marks) {
    return (marks & MARK_BOLD ? A_BOLD : 0) | (marks & MARK_REVERSE ? A_REVERSE : 0) | (marks & MARK_DIM ? A_DIM : 0) |
           (marks & MARK_UNDERLINE ? A_UNDERLINE : 0);
}

void terminal_show(Terminal *terminal, const Canvas *canvas) {
    erase();
    for (int y = 0; y < canvas->height && y < terminal->height; y++)
        for (int x = 0; x < canvas->width && x < terminal->width; x++) {
            const Cell *cell = &canvas->cells[y * canvas->width + x];
            const wchar_t letter[2] = {(wchar_t)cell->letter, 0};
            cchar_t shown;
            setcchar(&shown, letter, attributes(cell->marks), terminal->color ? (short)cell->style : 0, NULL);
            mvadd_wch(y, x, &shown);
        }
    move(canvas->cursor_y, canvas->cursor_x);
    refresh();
}

/* ---- input */

static Press press_of_mouse(void) {
    MEVENT event;
    if (getmouse(&event) != OK) return (Press){.kind = PRESS_NONE};
    if (event.bstate & BUTTON4_PRESSED) return (Press){.kind = PRESS_UP}; /* the wheel */
    if (event.bstate & BUTTON5_PRESSED) return (Press){.kind = PRESS_DOWN};
    if (!(event.bstate & (BUTTON1_CLICKED | BUTTON1_PRESSED))) return (Press){.kind = PRESS_NONE};
    return (Press){.kind = PRESS_CLICK, .x = event.x, .y = event.y};
}

static Press press_of_key(wint_t key) {
    static const struct {
        int key;
        PressKind kind;
    } keys[] = {{KEY_LEFT, PRESS_LEFT},     {KEY_RIGHT, PRESS_RIGHT},      {KEY_UP, PRESS_UP},     {KEY_DOWN, PRESS_DOWN},
                {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},  {KEY_HOME, PRESS_HOME}, {KEY_END, PRESS_END},
                {KEY_ENTER, PRESS_ENTER},   {KEY_BACKSPACE, PRESS_RUBOUT}, {KEY_BTAB, PRESS_LEFT}};
    if (key == KEY_MOUSE) return press_of_mouse();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if ((int)key == keys[i].key) return (Press){.kind = keys[i].kind};
    return (Press){.kind = PRESS_NONE};
}

static Press press_of_letter(wint_t letter) {
    switch (letter) {
    case '\r':
    case '\n': return (Press){.kind = PRESS_ENTER};
    case '\t': return (Press){.kind = PRESS_RIGHT};
    case 27: return (Press){.kind = PRESS_ESCAPE};
    case 8:
    case 127: return (Press){.kind = PRESS_RUBOUT};
    case 4: return (Press){.kind = PRESS_LEAVE};
    default: return letter < ' ' ? (Press){.kind = PRESS_NONE} : (Press){.kind = PRESS_LETTER, .letter = letter};
    }
}

/* A program that was stopped is not told of new sizes meanwhile. */
static bool changes_size(int number) { return number == SIGWINCH || number == SIGCONT; }

/* What a signal asks for; PRESS_NONE if there was none after all. */
static Press press_of_signal(Terminal *terminal) {
    struct signalfd_siginfo info;
    PressKind kind = PRESS_NONE;
    while (read(terminal->signals, &info, sizeof info) == (ssize_t)sizeof info)
        if (kind != PRESS_LEAVE) kind = changes_size((int)info.ssi_signo) ? PRESS_SIZE : PRESS_LEAVE;
    if (kind == PRESS_SIZE) take_size(terminal);
    return (Press){.kind = kind};
}

static Press read_press(Terminal *terminal, const struct pollfd *files) {
    wint_t letter;
    if (files[0].revents) {
        Press press = press_of_signal(terminal);
        if (press.kind != PRESS_NONE) return press;
    }
    int status = get_wch(&letter);
    if (status == KEY_CODE_YES) return press_of_key(letter);
    if (status == OK) return press_of_letter(letter);
    return (Press){.kind = files[1].revents & (POLLHUP | POLLERR | POLLNVAL) ? PRESS_LEAVE : PRESS_NONE};
}

Press terminal_wait(Terminal *terminal, int milliseconds, int fd) {
    struct pollfd files[] = {
        {.fd = terminal->signals, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
    Press press = {.kind = PRESS_LEAVE};
    if (terminal->leaving) return press;
    press = read_press(terminal, files); /* ncurses may have read more than it has handed out */
    if (press.kind == PRESS_NONE) {
        poll(files, 3, milliseconds);
        press = read_press(terminal, files);
    }
    terminal->leaving = press.kind == PRESS_LEAVE;
    return press;
}

void terminal_pause(Terminal *terminal, int milliseconds) {
    struct pollfd files[] = {{.fd = terminal->signals, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
    if (!terminal->leaving) poll(files, 2, milliseconds);
}
