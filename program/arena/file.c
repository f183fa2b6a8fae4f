/* Reads, appends to and joins arena files. */
#include "program/arena/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/message.h"
#include "record/lines.h"

/* ---- a whole file */

/* Takes one deal; false with a line ends the reading. */
typedef bool (*DealTaker)(void *context, const DealLine *line, Error *error);

typedef struct Reading {
    const ArenaPlan *plan;
    const char *path;
    DealTaker take;
    void *context;
    long whole_bytes; /* up to where the file consists of whole lines */
} Reading;

/* The first line is the plan's; where a crash has cut it, its beginning. */
static bool header_fits(const Reading *reading, const Lines *lines, Error *error) {
    char wanted[LINE_MAX_BYTES];
    Text text = text_init(wanted, sizeof wanted);
    arena_plan_write(reading->plan, &text);
    bool fits = lines->status == LINE_CUT ? lines->length <= text.length : lines->length == text.length;
    if (fits && memcmp(lines->bytes, wanted, lines->length) == 0) return true;
    return error_say(
        error, "{file} belongs to another comparison: its first line differs in game, options, bots, sides, seed or measure",
        WITH("file", reading->path));
}

static bool read_line(const Reading *reading, const Lines *lines, Error *error) {
    DealLine line;
    if (!arena_deal_read(reading->plan, lines_span(lines), &line))
        return error_say(error, "{file}, line {line}: not a deal from this comparison", WITH("file", reading->path),
                         WITH("line", lines->number));
    return reading->take(reading->context, &line, error);
}

static bool read_lines(Reading *reading, Lines *lines, Error *error) {
    reading->whole_bytes = 0;
    for (;; lines_take(lines)) {
        LineStatus status = lines_peek(lines);
        if (status == LINE_END) break;
        if (status != LINE_READ && status != LINE_CUT)
            return error_set(error, "%s, line %ld: %s", reading->path, lines->number, lines_fault(lines));
        if (lines->number == 1 && !header_fits(reading, lines, error)) return false;
        if (status == LINE_CUT) break;
        if (lines->number > 1 && !read_line(reading, lines, error)) return false;
        reading->whole_bytes += (long)lines->length + 1;
    }
    return true;
}

static bool read_file(Reading *reading, FILE *file, Error *error) {
    Lines *lines = malloc(sizeof *lines);
    if (!lines) return error_set(error, "there is not enough memory");
    lines_init(lines, file);
    bool good = read_lines(reading, lines, error);
    free(lines);
    return good;
}

static bool cannot_read(const char *path, Error *error) {
    return error_say(error, "cannot read {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
}

static bool cannot_write(const char *path, Error *error) {
    return error_say(error, "cannot write {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
}

/* ---- going on */

typedef struct Tally {
    const ArenaPlan *plan;
    int64_t deals;
} Tally;

static bool take_count(void *context, const DealLine *line, Error *error) {
    Tally *tally = context;
    int64_t index = line->result.deal - tally->plan->first;
    (void)error;
    tally->deals += arena_plays(tally->plan, line->bots[0], line->bots[1]) && index >= 0 && index < tally->plan->deals;
    return true;
}

bool arena_file_open(ArenaFile *file, const char *path, const ArenaPlan *plan, Error *error) {
    Tally tally = {.plan = plan};
    Reading reading = {.plan = plan, .path = path, .take = take_count, .context = &tally};
    struct stat facts;
    *file = (ArenaFile){.path = path, .file = fopen(path, "a+")};
    if (!file->file) return cannot_write(path, error);
    if (fstat(fileno(file->file), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        fclose(file->file);
        return error_say(error, "{file} is not a regular file", WITH("file", path));
    }
    if (flock(fileno(file->file), LOCK_EX | LOCK_NB) != 0) {
        error_say(error, "another run is writing {file}", WITH("file", path));
        fclose(file->file);
        return false;
    }
    rewind(file->file);
    bool good = read_file(&reading, file->file, error);
    if (good && ftruncate(fileno(file->file), reading.whole_bytes) != 0) good = cannot_write(path, error);
    if (good && reading.whole_bytes == 0) {
        char line[LINE_MAX_BYTES];
        Text text = text_init(line, sizeof line);
        arena_plan_write(plan, &text);
        if (fprintf(file->file, "%s\n", line) < 0 || fflush(file->file) != 0) good = cannot_write(path, error);
    }
    file->deals = tally.deals;
    if (!good) fclose(file->file);
    return good;
}

static bool take_into_duel(void *context, const DealLine *line, Error *error) {
    Duel *duel = context;
    int64_t index = line->result.deal - duel->plan->first;
    (void)error;
    if (line->bots[0] != duel->bots[0] || line->bots[1] != duel->bots[1]) return true;
    if (index < 0 || index >= duel->plan->deals) return true;
    duel->results[index] = line->result;
    duel_take_reasons(duel, line->reasons);
    return true;
}

bool arena_file_load(const ArenaFile *file, Duel *duel, Error *error) {
    Reading reading = {.plan = duel->plan, .path = file->path, .take = take_into_duel, .context = duel};
    FILE *again = fopen(file->path, "r");
    if (!again) return cannot_read(file->path, error);
    bool good = read_file(&reading, again, error);
    fclose(again);
    return good;
}

void arena_file_add(ArenaFile *file, const ArenaPlan *plan, const DealLine *line) {
    char words[LINE_MAX_BYTES];
    Text text = text_init(words, sizeof words);
    arena_deal_write(plan, line, &text);
    if (!file->fault && (fprintf(file->file, "%s\n", words) < 0 || fflush(file->file) != 0)) file->fault = errno ? errno : EIO;
}

bool arena_file_close(ArenaFile *file, Error *error) {
    if (fclose(file->file) != 0 && !file->fault) file->fault = errno ? errno : EIO;
    errno = file->fault;
    return !file->fault || cannot_write(file->path, error);
}

/* ---- joining */

static bool no_beginning(const char *path, Error *error) {
    return error_say(error, "{file} is not an arena file", WITH("file", path));
}

bool arena_file_plan(const char *path, ArenaPlan *plan, ArenaNames *names, Error *error) {
    FILE *file = fopen(path, "r");
    Lines *lines = malloc(sizeof *lines);
    bool good = false;
    if (!file) {
        cannot_read(path, error);
    } else if (!lines) {
        error_set(error, "there is not enough memory");
    } else {
        lines_init(lines, file);
        good = (lines_peek(lines) == LINE_READ && arena_plan_read(lines_span(lines), plan, names)) || no_beginning(path, error);
    }
    free(lines);
    if (file) fclose(file);
    return good;
}

typedef struct Gathering {
    Duel *duel;
    int64_t room;
} Gathering;

static bool take_any(void *context, const DealLine *line, Error *error) {
    Gathering *gathering = context;
    Duel *duel = gathering->duel;
    if (line->bots[0] != duel->bots[0] || line->bots[1] != duel->bots[1]) return true;
    if (duel->counted == gathering->room) {
        int64_t room = gathering->room ? 2 * gathering->room : 1024;
        DealResult *larger = realloc(duel->results, (size_t)room * sizeof *larger);
        if (!larger) return error_set(error, "there is not enough memory");
        duel->results = larger;
        gathering->room = room;
    }
    duel->results[duel->counted++] = line->result;
    duel_take_reasons(duel, line->reasons);
    return true;
}

static int by_deal(const void *left, const void *right) {
    const DealResult *a = left, *b = right;
    return a->deal < b->deal ? -1 : a->deal > b->deal;
}

/* A deal that occurs twice must have come out the same, and counts once. */
static bool drop_doubles(Duel *duel, Error *error) {
    int64_t kept = 0;
    for (int64_t i = 0; i < duel->counted; i++) {
        const DealResult *result = &duel->results[i], *last = kept ? &duel->results[kept - 1] : NULL;
        if (!last || last->deal != result->deal) duel->results[kept++] = *result;
        else if (memcmp(last->values, result->values, sizeof last->values) != 0)
            return error_say(error, "deal {deal} occurs twice, with different results", WITH("deal", result->deal));
    }
    duel->counted = kept;
    return true;
}

bool arena_file_gather(const char *const *paths, int path_count, Duel *duel, Error *error) {
    Gathering gathering = {.duel = duel};
    duel->results = NULL;
    duel->counted = 0;
    for (int i = 0; i < path_count; i++) {
        Reading reading = {.plan = duel->plan, .path = paths[i], .take = take_any, .context = &gathering};
        FILE *file = fopen(paths[i], "r");
        if (!file) return cannot_read(paths[i], error);
        bool good = read_file(&reading, file, error);
        fclose(file);
        if (!good || (reading.whole_bytes == 0 && !no_beginning(paths[i], error))) return false;
    }
    if (duel->counted) qsort(duel->results, (size_t)duel->counted, sizeof *duel->results, by_deal);
    return drop_doubles(duel, error);
}
