/* Runs the dialogs: each draws itself, waits for a press, and goes on. */
#include "term/full/dialog.h"

#include <limits.h>
#include <string.h>

#include "core/message.h"
#include "term/full/stage.h"

/* Lines of the screen that are not the list's or the pager's. */
enum { MARGIN = 2, HEAD_LINES = 2, FOOT_LINES = 2, PAGER_LINES = 2 };

bool display_open(Display *display, Language language, Error *error) {
    *display = (Display){.language = language};
    if (!terminal_open(&display->terminal, error)) return false;
    display->canvas.ascii = display->terminal.ascii;
    if (canvas_resize(&display->canvas, display->terminal.width, display->terminal.height)) return true;
    terminal_close(&display->terminal);
    return error_set(error, "there is not enough memory");
}

void display_close(Display *display) {
    terminal_close(&display->terminal);
    canvas_release(&display->canvas);
}

void display_show(Display *display) { terminal_show(&display->terminal, &display->canvas); }

/* Waits for a press, and keeps the background going meanwhile. */
static Press wait_with(Display *display, const Background *background, int milliseconds, int fd) {
    for (;;) {
        if (background->step(background->context)) return (Press){.kind = PRESS_NONE};
        int soon = background->milliseconds(background->context);
        if (soon < 0 || (milliseconds >= 0 && milliseconds < soon)) soon = milliseconds;
        Press press = terminal_wait(&display->terminal, soon, fd >= 0 ? fd : background->descriptor(background->context));
        if (press.kind != PRESS_NONE) return press;
        if (milliseconds >= 0 || fd >= 0) {
            background->step(background->context);
            return press;
        }
    }
}

Press display_wait(Display *display, int milliseconds, int fd) {
    const Background *background = display->background;
    Press press =
        background ? wait_with(display, background, milliseconds, fd) : terminal_wait(&display->terminal, milliseconds, fd);
    if (press.kind == PRESS_SIZE) canvas_resize(&display->canvas, display->terminal.width, display->terminal.height);
    return press;
}

/* The frame that all dialogs share; false if the screen is too small for anything. */
static bool draw_page(Display *display, const char *title, const char *help) {
    Canvas *canvas = &display->canvas;
    canvas_clear(canvas);
    if (stage_too_small(canvas, display->language)) return false;
    canvas_fill(canvas, (Area){0, 0, canvas->width, 1}, MARK_REVERSE);
    canvas_words(canvas, 1, 0, canvas->width - 2, title, MARK_REVERSE | MARK_BOLD);
    canvas_words(canvas, 0, canvas->height - 1, canvas->width, help, MARK_DIM);
    canvas->cursor_y = canvas->height - 1;
    return true;
}

/* ---- the pager */

/* Draws the lines from `first` on; returns how many lines there are. */
static int draw_text(Display *display, const char *words, int first) {
    Canvas *canvas = &display->canvas;
    int height = canvas->height - PAGER_LINES, count = 0;
    Span rest = span_of(words), line;
    while (span_split(&rest, '\n', &line)) {
        do {
            char buffer[SCREEN_TEXT_MAX];
            size_t length = canvas_fitting(canvas, line, canvas->width);
            snprintf(buffer, sizeof buffer, "%.*s", (int)length, line.at);
            if (count >= first && count - first < height) canvas_words(canvas, 0, 1 + count - first, canvas->width, buffer, 0);
            count++;
            line.at += length;
            line.length -= length;
            while (length && line.length && *line.at == ' ') line.at++, line.length--;
        } while (line.length);
    }
    return count;
}

void dialog_pager(Display *display, const char *title, const char *words, bool from_end) {
    int first = from_end ? INT_MAX : 0;
    while (!display_leaves(display)) {
        int page = display->canvas.height - PAGER_LINES;
        if (draw_page(display, title, message(display->language, "Arrows or Space: turn pages; q: back"))) {
            int count = draw_text(display, words, INT_MAX);
            if (first > count - page) first = count - page;
            if (first < 0) first = 0;
            draw_text(display, words, first);
            canvas_position(&display->canvas, display->canvas.width - 1, 0, first, first + page, count, MARK_REVERSE);
            display->canvas.cursor_y = 1;
        }
        display_show(display);
        Press press = display_wait(display, -1, -1);
        bool space = press.kind == PRESS_LETTER && press.letter == ' ';
        if (press.kind == PRESS_ESCAPE || press.kind == PRESS_ENTER || (press.kind == PRESS_LETTER && !space)) return;
        if (press.kind == PRESS_DOWN) first++;
        if (press.kind == PRESS_UP) first--;
        if (press.kind == PRESS_PAGE_DOWN || space) first += page;
        if (press.kind == PRESS_PAGE_UP) first -= page;
        if (press.kind == PRESS_HOME) first = 0;
        if (press.kind == PRESS_END) first = INT_MAX;
    }
}

/* ---- the list */

void dialog_item(Dialog *dialog, const char *label) {
    if (dialog->count < DIALOG_ITEMS_MAX) snprintf(dialog->labels[dialog->count++], DIALOG_LABEL_MAX, "%s", label);
}

/* The item at a line of the screen, given the first one shown. */
static int item_at(const Dialog *dialog, int first, int y) {
    int index = first + y - HEAD_LINES;
    return y >= HEAD_LINES && index < dialog->count ? index : -1;
}

/* Returns the first item shown. */
static int draw_items(Display *display, const Dialog *dialog) {
    Canvas *canvas = &display->canvas;
    const char *usual = message(display->language, "Arrows: move; Enter: choose; q: back");
    if (!draw_page(display, dialog->title, *dialog->help ? dialog->help : usual)) return 0;
    int note = canvas_line_count(canvas, canvas->width - 2 * MARGIN, dialog->note);
    int lines = canvas->height - HEAD_LINES - FOOT_LINES - note;
    int first = dialog->focus >= lines ? dialog->focus - lines + 1 : 0;
    for (int i = first; i < dialog->count && i < first + lines; i++) {
        int y = HEAD_LINES + i - first;
        bool focused = i == dialog->focus;
        char number[16] = "";
        if (i < 10) snprintf(number, sizeof number, "%d", (i + 1) % 10);
        canvas_words(canvas, MARGIN, y, 2, number, MARK_DIM);
        canvas_words(canvas, MARGIN + 3, y, canvas->width - 2 * MARGIN - 3, dialog->labels[i], focused ? MARK_REVERSE : 0);
        if (!focused) continue;
        canvas->cursor_x = MARGIN + 3;
        canvas->cursor_y = y;
    }
    canvas_lines(canvas, (Area){MARGIN, canvas->height - 1 - note, canvas->width - 2 * MARGIN, note}, dialog->note, 0);
    canvas_position(canvas, canvas->width - 1, 0, first, first + lines, dialog->count, MARK_REVERSE);
    return first;
}

/* Takes a letter: a digit that chooses, one of the further keys, or q. True if it ends the dialog. */
static bool take_letter(Dialog *dialog, uint32_t letter) {
    if (letter >= '0' && letter <= '9') {
        int index = letter == '0' ? 9 : (int)(letter - '1');
        if (index >= dialog->count) return false;
        dialog->focus = index;
        dialog->pressed = PRESS_ENTER;
        return true;
    }
    if (letter < 128 && dialog->keys && letter && strchr(dialog->keys, (int)letter)) {
        dialog->pressed = PRESS_LETTER;
        dialog->letter = (char)letter;
        return true;
    }
    if (letter != 'q') return false;
    dialog->pressed = PRESS_ESCAPE;
    return true;
}

static int page_lines(const Display *display) { return display->canvas.height - HEAD_LINES - FOOT_LINES; }

bool dialog_choose(Display *display, Dialog *dialog) {
    while (!display_leaves(display)) {
        int first = draw_items(display, dialog), count = dialog->count;
        display_show(display);
        Press press = display_wait(display, -1, -1);
        dialog->pressed = press.kind;
        if (press.kind == PRESS_NONE && dialog->wakes) return true;
        if (press.kind == PRESS_ESCAPE || press.kind == PRESS_LEAVE) return false;
        if (press.kind == PRESS_ENTER && count) return true;
        if (dialog->turns && (press.kind == PRESS_LEFT || press.kind == PRESS_RIGHT)) return true;
        if (press.kind == PRESS_LETTER && take_letter(dialog, press.letter)) return dialog->pressed != PRESS_ESCAPE;
        if (press.kind == PRESS_CLICK && item_at(dialog, first, press.y) >= 0) {
            dialog->focus = item_at(dialog, first, press.y);
            dialog->pressed = PRESS_ENTER;
            return true;
        }
        if (press.kind == PRESS_DOWN && count) dialog->focus = (dialog->focus + 1) % count;
        if (press.kind == PRESS_UP && count) dialog->focus = (dialog->focus + count - 1) % count;
        if (press.kind == PRESS_PAGE_DOWN) dialog->focus += page_lines(display);
        if (press.kind == PRESS_PAGE_UP) dialog->focus -= page_lines(display);
        if (press.kind == PRESS_END || dialog->focus >= count) dialog->focus = count - 1;
        if (press.kind == PRESS_HOME || dialog->focus < 0) dialog->focus = 0;
    }
    dialog->pressed = PRESS_LEAVE;
    return false;
}

/* ---- a line */

bool dialog_edit(char *words, size_t capacity, Press press) {
    size_t length = strlen(words);
    if (press.kind == PRESS_RUBOUT) {
        while (length && ((unsigned char)words[length - 1] & 0xc0) == 0x80) length--;
        if (length) words[length - 1] = 0;
        return true;
    }
    if (press.kind != PRESS_LETTER) return false;
    char bytes[4];
    size_t count = 1;
    uint32_t letter = press.letter;
    if (letter < 0x80) bytes[0] = (char)letter;
    else if (letter < 0x800) {
        bytes[0] = (char)(0xc0 | letter >> 6);
        bytes[1] = (char)(0x80 | (letter & 63));
        count = 2;
    } else return true;
    if (length + count + 1 > capacity) return true;
    memcpy(words + length, bytes, count);
    words[length + count] = 0;
    return true;
}

bool dialog_line(Display *display, const char *title, const char *note, char *words, size_t capacity) {
    while (!display_leaves(display)) {
        Canvas *canvas = &display->canvas;
        if (draw_page(display, title, message(display->language, "Enter: confirm; Esc: back"))) {
            canvas_words(canvas, MARGIN, HEAD_LINES, 2, "> ", MARK_BOLD);
            canvas->cursor_x = MARGIN + 2 + canvas_words(canvas, MARGIN + 2, HEAD_LINES, canvas->width - 6, words, 0);
            canvas->cursor_y = HEAD_LINES;
            canvas_lines(canvas, (Area){MARGIN, HEAD_LINES + 2, canvas->width - 2 * MARGIN, canvas->height - 6}, note, 0);
        }
        display_show(display);
        Press press = display_wait(display, -1, -1);
        if (press.kind == PRESS_ENTER) return true;
        if (press.kind == PRESS_ESCAPE) return false;
        dialog_edit(words, capacity, press);
    }
    return false;
}
