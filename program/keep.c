/* Finds, names, locks and lists kept matches. */
#include "program/keep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/message.h"

enum { NAMES_MAX = 4096, NAME_BYTES = 128, TAIL_BYTES = 4096, TRIES_MAX = 1000 };

static const char ending[] = ".jsonl";

static const char matches_folder[] = "matches";

/* One of our folders, without a slash at its end; false if there is no home. */
static bool folder_path(const char *name, char *path, size_t capacity) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    Text text = text_init(path, capacity);
    if (data && *data == '/') text_format(&text, "%s/araldo/%s", data, name);
    else if (home && *home == '/') text_format(&text, "%s/.local/share/araldo/%s", home, name);
    return text.length > 0 && !text.overflow;
}

/* Makes the folder and those above it. */
static bool make_folder(const char *name, char *path, size_t capacity, Error *error) {
    if (!folder_path(name, path, capacity)) return error_set(error, "there is no home folder to keep anything in");
    for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    if (mkdir(path, 0700) == 0 || errno == EEXIST) return true;
    return error_set(error, "cannot make %.100s: %s", path, strerror(errno));
}

bool keep_file(const char *folder, const char *name, bool makes, char *path, size_t capacity, Error *error) {
    char within[RECORD_PATH_MAX];
    bool good = makes ? make_folder(folder, within, sizeof within, error) : folder_path(folder, within, sizeof within);
    Text text = text_init(path, capacity);
    if (good) text_format(&text, "%s/%s", within, name);
    return good && !text.overflow;
}

static void lock_path(const char *path, char *lock, size_t capacity) { snprintf(lock, capacity, "%s.lock", path); }

bool keep_lock(const char *path, int *lock, Error *error) {
    char name[RECORD_PATH_MAX + 8];
    lock_path(path, name, sizeof name);
    *lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) == 0) return true;
    int fault = errno;
    if (*lock >= 0) close(*lock);
    *lock = -1;
    if (fault == EWOULDBLOCK) return error_set(error, "%s", N_("this match is being played in another window"));
    return error_set(error, "cannot lock %.100s: %s", path, strerror(fault));
}

void keep_unlock(const char *path, int *lock) {
    char name[RECORD_PATH_MAX + 8];
    if (*lock < 0 || !*path) return;
    lock_path(path, name, sizeof name);
    unlink(name);
    close(*lock);
    *lock = -1;
}

void keep_delete(const char *path) {
    char name[RECORD_PATH_MAX + 8];
    lock_path(path, name, sizeof name);
    unlink(path);
    unlink(name);
}

bool keep_new(const Game *game, char *path, size_t capacity, int *lock, Error *error) {
    char folder[RECORD_PATH_MAX], moment[32];
    time_t now = time(NULL);
    struct tm local;
    if (!make_folder(matches_folder, folder, sizeof folder, error)) return false;
    strftime(moment, sizeof moment, "%Y-%m-%d-%H%M%S", localtime_r(&now, &local));
    for (int number = 1; number <= TRIES_MAX; number++) {
        Text text = text_init(path, capacity);
        text_format(&text, "%s/%s-%s-%d%s", folder, moment, game->name, number, ending);
        if (!text.overflow && access(path, F_OK) != 0 && keep_lock(path, lock, NULL)) return true;
    }
    *path = 0;
    return error_set(error, "cannot find a name for the match in %.100s", folder);
}

bool keep_has(const char *path, char *kept, size_t capacity) {
    char folder[RECORD_PATH_MAX];
    if (!folder_path(matches_folder, folder, sizeof folder)) return false;
    char *real_folder = realpath(folder, NULL), *real_path = realpath(path, NULL);
    size_t length = real_folder ? strlen(real_folder) : 0;
    bool has = real_folder && real_path && strncmp(real_path, real_folder, length) == 0 && real_path[length] == '/';
    Text text = text_init(kept, capacity);
    if (has) text_format(&text, "%s%s", folder, real_path + length);
    free(real_folder);
    free(real_path);
    return has && !text.overflow;
}

/* ---- listing */

static int by_name(const void *one, const void *other) { return strcmp(other, one); }

/* The names of the records in the folder, newest first: they begin with the time. */
static int list_names(const char *folder, char (*names)[NAME_BYTES]) {
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    int count = 0;
    while (entries && (entry = readdir(entries)) != NULL && count < NAMES_MAX) {
        size_t length = strlen(entry->d_name), end = strlen(ending);
        if (length <= end || length >= NAME_BYTES || strcmp(entry->d_name + length - end, ending) != 0) continue;
        strcpy(names[count++], entry->d_name);
    }
    if (entries) closedir(entries);
    qsort(names, (size_t)count, NAME_BYTES, by_name);
    return count;
}

/* Does the last line of the file end a match? */
static bool ends_match(FILE *file) {
    static const char end[] = "{\"event\":\"end\"";
    char tail[TAIL_BYTES + 1];
    if (fseek(file, -TAIL_BYTES, SEEK_END) != 0) rewind(file);
    size_t length = fread(tail, 1, TAIL_BYTES, file);
    while (length && tail[length - 1] == '\n') length--;
    tail[length] = 0;
    const char *line = strrchr(tail, '\n');
    return strncmp(line ? line + 1 : tail, end, strlen(end)) == 0;
}

static bool is_locked(const char *path) {
    char name[RECORD_PATH_MAX + 8];
    lock_path(path, name, sizeof name);
    int file = open(name, O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    bool locked = flock(file, LOCK_EX | LOCK_NB) != 0;
    close(file);
    return locked;
}

void keep_read(KeptMatch *match) {
    FILE *file = fopen(match->path, "r");
    const char *name = strrchr(match->path, '/');
    Lines lines;
    snprintf(match->day, sizeof match->day, "%.10s", name ? name + 1 : match->path);
    match->readable = match->over = match->locked = false;
    if (!file) {
        error_say(&match->error, "cannot read {file}: {reason}", WITH("file", match->path), WITH("reason", strerror(errno)));
        return;
    }
    lines_init(&lines, file);
    if (lines_peek(&lines) != LINE_READ) error_set(&match->error, "it has no header");
    else match->readable = record_header_read(&match->header, lines_span(&lines), &match->error);
    match->over = ends_match(file);
    match->locked = is_locked(match->path);
    fclose(file);
}

int keep_list(KeptMatch *matches, int capacity) {
    char folder[RECORD_PATH_MAX];
    char(*names)[NAME_BYTES] = malloc(sizeof(char[NAMES_MAX][NAME_BYTES]));
    int count = names && folder_path(matches_folder, folder, sizeof folder) ? list_names(folder, names) : 0;
    if (count > capacity) count = capacity;
    for (int i = 0; i < count; i++) {
        Text text = text_init(matches[i].path, sizeof matches[i].path);
        text_format(&text, "%s/%s", folder, names[i]);
        keep_read(&matches[i]);
    }
    free(names);
    return count;
}

bool keep_newest_open(KeptMatch *match) {
    char folder[RECORD_PATH_MAX];
    char(*names)[NAME_BYTES] = malloc(sizeof(char[NAMES_MAX][NAME_BYTES]));
    int count = names && folder_path(matches_folder, folder, sizeof folder) ? list_names(folder, names) : 0;
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        Text text = text_init(match->path, sizeof match->path);
        text_format(&text, "%s/%s", folder, names[i]);
        keep_read(match);
        found = match->readable && !match->over && !match->locked;
    }
    free(names);
    return found;
}
