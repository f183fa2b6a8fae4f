/* `araldo site`: writes the page, the engine and its words as static files, which any web host can serve, at any path.
 * They are the files that the server gives out. Only the first page differs: its links are relative, and it says that no server
 * is behind it, so that all tables are in the reader's browser. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/embedded.h"
#include "program/person.h"
#include "server/catalogue.h"

#define MODULE "web/engine/araldo.wasm"

/* Where files go, by the folder they have in the sources. What is in no row stays out. */
static const struct {
    const char *from, *to; /* to: NULL leaves it out */
} places[] = {
    {"web/index.html", NULL}, /* written apart */
    {"web/service.js", NULL}, /* part of sw.js */
    {"web/previews/", NULL},  /* what messengers show of a link: the server names them */
    {"web/sw.js", "sw.js"},   {"web/show/sample.html", "sample.html"},
    {"web/", "assets/"},      {"rules/", "rules/"},
    {"lessons/", "lessons/"}, {"puzzles/", "puzzles/"},
};

/* What is replaced in the first page. */
static const struct {
    const char *from, *to;
} changes[] = {
    {"\"/assets/", "\"assets/"},
    {"<html lang=\"en\">", "<html lang=\"en\" data-server=\"none\">"},
};

static bool cannot_write(const char *path, Error *error) {
    return error_say(error, "cannot write {file}: {reason}", WITH("file", path), WITH("reason", strerror(errno)));
}

/* Creates the folders of a path below `folder`. */
static bool make_folders(char *path, size_t folder, Error *error) {
    for (char *slash = strchr(path + folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!made) return cannot_write(path, error);
        *slash = '/';
    }
    return true;
}

/* Writes a file of the site, `name` being its path below the folder. */
static bool write_file(const char *folder, const char *name, Span bytes, Error *error) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return cannot_write(folder, error);
    }
    if (!make_folders(path, strlen(folder), error)) return false;
    FILE *file = fopen(path, "wbx");
    if (!file) return cannot_write(path, error);
    bool written = fwrite(bytes.at, 1, bytes.length, file) == bytes.length;
    if (fclose(file) != 0 || !written) return cannot_write(path, error);
    return true;
}

/* The place of an embedded file in the site; false if it stays out. */
static bool place_of(const char *path, char place[PATH_MAX]) {
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = strlen(places[i].from);
        if (strncmp(path, places[i].from, length) != 0) continue;
        if (places[i].to) snprintf(place, PATH_MAX, "%s%s", places[i].to, path + length);
        return places[i].to != NULL;
    }
    return false;
}

static bool write_files(const char *folder, Error *error) {
    char place[PATH_MAX];
    for (const EmbeddedFile *file = embedded_files; file->path; file++)
        if (place_of(file->path, place) && !write_file(folder, place, (Span){file->bytes, file->length}, error)) return false;
    return true;
}

static bool write_messages(const char *folder, Error *error) {
    for (Language language = 0; language < LANGUAGES; language++) {
        char name[PATH_MAX], *messages = catalogue_json(language);
        if (!messages) return error_set(error, "%s", N_("there is not enough memory"));
        snprintf(name, sizeof name, "messages/%s.json", language_tag(language));
        bool written = write_file(folder, name, span_of(messages), error);
        free(messages);
        if (!written) return false;
    }
    return true;
}

/* The first page, which has no server. */
static bool write_page(const char *folder, Error *error) {
    const EmbeddedFile *page = embedded_find("web/index.html");
    size_t room = 2 * page->length;
    char *bytes = malloc(room);
    if (!bytes) return error_set(error, "%s", N_("there is not enough memory"));
    Text text = text_init(bytes, room);
    for (const char *at = page->bytes; *at;) {
        size_t i = 0, count = sizeof changes / sizeof *changes;
        while (i < count && strncmp(at, changes[i].from, strlen(changes[i].from)) != 0) i++;
        if (i < count) text_add(&text, changes[i].to);
        else text_char(&text, *at);
        at += i < count ? strlen(changes[i].from) : 1;
    }
    bool written = write_file(folder, "index.html", (Span){bytes, text.length}, error);
    free(bytes);
    return written;
}

/* Makes the folder, or takes one that is empty. */
static bool open_folder(const char *folder, Error *error) {
    if (mkdir(folder, 0777) == 0) return true;
    DIR *entries = errno == EEXIST ? opendir(folder) : NULL;
    if (!entries) return cannot_write(folder, error);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(entries);
    if (count > 0) return error_say(error, "{folder} is not empty; choose a new folder", WITH("folder", folder));
    return true;
}

static bool write_site(const char *folder, Error *error) {
    if (!embedded_find(MODULE))
        return error_set(error, "%s", N_("this program was built without the engine for the page; build it with make offline"));
    return open_folder(folder, error) && write_files(folder, error) && write_messages(folder, error) &&
           write_page(folder, error);
}

int command_site(int argc, char **argv) {
    const char *folder;
    const Argument table[] = {{ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "site", .table = table, .words = &folder, .words_max = 1};
    Error error;
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    if (arguments.word_count == 0) {
        error_set(&error, "%s", N_("no folder given"));
        return complain_error("site", arguments.language, &error);
    }
    if (!write_site(folder, &error)) return complain_error("site", arguments.language, &error);
    return STATUS_GOOD;
}
