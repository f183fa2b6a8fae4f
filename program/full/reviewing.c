/* Reviews a kept match in a process of its own, which can be ended at any moment, and shows the report in the pager. */
#include "program/full/reviewing.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/message.h"
#include "program/review.h"

enum { TEXT_MAX = 1 << 20 };

/* What the process tells: how far it has come, until all is done; then the words of the report. */
typedef struct Come {
    int done, all;
} Come;

typedef struct Work {
    pid_t process;
    int told;        /* a pipe */
    Come come, next; /* what was told last, and what is coming */
    size_t heard;    /* bytes of it, or of the words */
    char *words;     /* ends in a zero byte */
    bool speaks;     /* the words are coming */
    bool ended;
} Work;

/* ---- the process */

static bool tell(int file, const void *bytes, size_t length) {
    const char *rest = bytes;
    while (length) {
        ssize_t count = write(file, rest, length);
        if (count <= 0) return false;
        rest += count;
        length -= (size_t)count;
    }
    return true;
}

static void review(Report *report, Language language, int told) {
    bool more = true;
    Come come = {.all = report_count(report)};
    while (more && report_done(report) < come.all) {
        more = report_step(report);
        come.done = report_done(report);
        if (come.done < come.all && !tell(told, &come, sizeof come)) return;
    }
    come.done = come.all;
    FILE *out = tell(told, &come, sizeof come) ? fdopen(told, "w") : NULL;
    if (!out) return;
    report_write(report, language, out);
    fclose(out);
}

static bool begin(Work *work, Report *report, Language language, Error *error) {
    int ends[2];
    if (pipe(ends) != 0) return error_set(error, "the system has no file descriptor left");
    work->told = ends[0];
    work->come.all = report_count(report);
    fcntl(work->told, F_SETFL, O_NONBLOCK);
    work->process = fork();
    if (work->process == 0) {
        close(ends[0]);
        review(report, language, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (work->process > 0) return true;
    close(ends[0]);
    return error_set(error, "the system has no process left");
}

static void end(Work *work) {
    kill(work->process, SIGKILL);
    waitpid(work->process, NULL, 0);
    close(work->told);
}

/* ---- listening */

static int descriptor(void *context) { return ((Work *)context)->told; }
static int milliseconds(void *context) { return ((Work *)context)->ended ? 0 : -1; }

/* Takes what there is; true if there was anything. */
static bool listen_to(void *context) {
    Work *work = context;
    bool news = work->ended;
    while (!work->ended) {
        char *place = work->speaks ? work->words : (char *)&work->next;
        size_t capacity = work->speaks ? TEXT_MAX - 1 : sizeof work->next;
        ssize_t count = read(work->told, place + work->heard, capacity - work->heard);
        if (count < 0) break;
        news = true;
        work->ended = count == 0;
        work->heard += (size_t)count;
        if (work->speaks || work->heard < sizeof work->next) continue;
        work->come = work->next;
        work->heard = 0;
        work->speaks = work->come.done >= work->come.all;
    }
    return news;
}

/* Shows how far it has come, until it is over; false if the person does not want to wait. */
static bool wait_for(Full *full, Work *work, const char *title) {
    Language language = full->display.language;
    Background background = {descriptor, milliseconds, listen_to, work};
    Dialog *dialog = calloc(1, sizeof *dialog);
    bool waits = dialog != NULL;
    full->display.background = &background;
    while (waits && !work->ended) {
        dialog->count = 0;
        dialog->wakes = true;
        snprintf(dialog->title, sizeof dialog->title, "%s", title);
        dialog_item(dialog, message(language, "Stop"));
        Text note = text_init(dialog->note, sizeof dialog->note);
        message_format(&note, language, "Reviewing every decision: {done} of {all}", WITH("done", work->come.done),
                       WITH("all", work->come.all));
        waits = dialog_choose(&full->display, dialog) && dialog->pressed == PRESS_NONE;
    }
    full->display.background = NULL;
    free(dialog);
    return waits;
}

bool full_review(Full *full, const char *path, const char *title, Error *error) {
    Work work = {.words = calloc(1, TEXT_MAX)};
    Report *report = work.words ? report_open(path, 1, -1, error) : NULL;
    if (!work.words) return error_set(error, "there is not enough memory");
    bool good = report && begin(&work, report, full->display.language, error);
    report_free(report);
    if (good) {
        if (wait_for(full, &work, title)) dialog_pager(&full->display, title, work.words, false);
        end(&work);
    }
    free(work.words);
    return good;
}
