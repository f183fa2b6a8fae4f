/* Writes and reads the header of a record, and writes record files all or nothing. */
#include "record/record.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/message.h"
#include "games/setup.h"

/* ---- writing the header */

/* How the key came about: the secret behind the commitment, and each seat's salt. */
static void write_secret(const RecordHeader *header, Json *json) {
    json_text(json, "secret", header->secret);
    json_open_list(json, "salts");
    for (int seat = 0; seat < header->setup.people; seat++)
        json_text(json, NULL, header->salts[seat][0] ? header->salts[seat] : NULL);
    json_close(json);
}

static void write_chance(const RecordHeader *header, Json *json) {
    if (header->has_key) {
        chance_key_print(&header->key, json_open_text(json, "seed"));
        json_close_text(json);
    }
    if (!header->has_key || header->has_secret) json_text(json, "commitment", header->commitment);
    if (header->has_secret) write_secret(header, json);
}

void record_header_write(const RecordHeader *header, Text *text) {
    const Setup *setup = &header->setup;
    Json json = json_to(text);
    json_open_object(&json, NULL);
    json_text(&json, "event", "header");
    json_number(&json, "format", RECORD_FORMAT);
    setup_write(header->game, setup, 0, &json);
    json_open_list(&json, "seats");
    for (int seat = 0; seat < setup->people; seat++) json_text(&json, NULL, header->names[seat]);
    json_close(&json);
    json_number(&json, "revision", header->revision ? header->revision : header->game->revision);
    json_text(&json, "version", ARALDO_VERSION);
    setup_write_words(header->word_list, &json);
    write_chance(header, &json);
    if (header->moved) json_bool(&json, "moved", true);
    if (header->undone) json_number(&json, "undone", header->undone);
    if (header->language[0]) json_text(&json, "language", header->language);
    json_close(&json);
    assert(!text->overflow);
}

/* ---- reading the header */

/* A header while it is read; what is "" was not there. */
typedef struct HeaderWords {
    char event[EVENT_TEXT_MAX];
    int format, revision, undone;
    bool moved;
    SetupWords setup;
    char words[WORD_LIST_HEX + 1];
    char seed[CHANCE_KEY_HEX + 1], commitment[CHANCE_KEY_HEX + 1], secret[CHANCE_KEY_HEX + 1];
    char language[RECORD_LANGUAGE_MAX];
    const JsonNode *seats, *salts;
} HeaderWords;

static bool is_hex(const char *text, size_t digits) {
    return strlen(text) == digits && strspn(text, "0123456789abcdef") == digits;
}

static bool is_word_list(const char *words) { return is_hex(words, WORD_LIST_HEX); }

static bool is_secret(const char *words) { return is_hex(words, CHANCE_KEY_HEX); }

static bool is_key(const char *words) {
    ChanceKey key;
    return strlen(words) == CHANCE_KEY_HEX && chance_key_parse(&key, span_of(words), NULL);
}

/* What is read first: only then is it certain that the other fields are those of a header we know. */
enum { HEADER_FORMAT = 1, HEADER_REST = 2, HEADER_WORDS = 4 };

#define INTO(member) READ_INTO(HeaderWords, member)

static const JsonField fields[] = {
    {"event", READ_TEXT, INTO(event), .part = HEADER_FORMAT},
    {"format", READ_NUMBER, INTO(format), .minimum = INT32_MIN, .maximum = INT32_MAX, .part = HEADER_FORMAT},
    {SETUP_READ_GAME(HeaderWords, setup), .part = HEADER_REST},
    {SETUP_READ_VARIANT(HeaderWords, setup), .part = HEADER_REST},
    {"revision", READ_NUMBER, INTO(revision), .minimum = INT32_MIN, .maximum = INT32_MAX, .part = HEADER_REST},
    {SETUP_READ_OPTIONS(HeaderWords, setup), .part = HEADER_REST},
    {"seats", READ_LIST, INTO(seats), .part = HEADER_REST},
    {"words", READ_TEXT, READ_OPTIONAL, INTO(words), .fits = is_word_list, .allowed = "16 hex digits", .part = HEADER_WORDS},
    {"seed", READ_TEXT, READ_OPTIONAL, INTO(seed), .fits = is_key, .allowed = "64 hex digits", .part = HEADER_REST},
    {"commitment", READ_TEXT, READ_OPTIONAL, INTO(commitment), .fits = is_key, .allowed = "64 hex digits", .part = HEADER_REST},
    {"secret", READ_TEXT, READ_OPTIONAL, INTO(secret), .fits = is_secret, .allowed = "64 hex digits", .part = HEADER_REST},
    {"salts", READ_LIST, READ_OPTIONAL, INTO(salts), .part = HEADER_REST},
    {"moved", READ_BOOL, READ_OPTIONAL, INTO(moved), .part = HEADER_REST},
    {"undone", READ_NUMBER, READ_OPTIONAL, INTO(undone), .maximum = RECORD_UNDONE_MAX, .part = HEADER_REST},
    {"language", READ_TEXT, READ_OPTIONAL, INTO(language), .part = HEADER_REST},
    {0},
};

static bool read_part(const JsonNode *object, unsigned part, HeaderWords *words, Error *error) {
    JsonFault fault;
    return json_read_fields(object, fields, part | READ_OTHERS, words, &fault) ||
           error_set(error, "the header is wrong: %s", fault.error.text);
}

static bool read_names(RecordHeader *header, const JsonNode *seats, Error *error) {
    size_t count = json_node_length(seats);
    if (!game_people_fit(header->game, header->setup.variant, (int)count, error)) return false;
    assert(count <= SEATS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_node_text(json_node_element(seats, i));
        if (!name || !span_copy(span_of(name), header->names[i], RECORD_NAME_MAX))
            return error_set(error, "the name of seat %zu is not a string below %d bytes", i, RECORD_NAME_MAX);
    }
    header->setup.people = (int)count;
    return true;
}

static bool read_chance(RecordHeader *header, const HeaderWords *words, Error *error) {
    if (!words->seed[0] && !words->commitment[0]) return error_set(error, "the header needs a \"seed\" or a \"commitment\"");
    header->has_key = words->seed[0] && chance_key_parse(&header->key, span_of(words->seed), NULL);
    memcpy(header->commitment, words->commitment, sizeof header->commitment);
    return true;
}

/* The secret and the salts come together, with a commitment and a seed, or not at all. */
static bool read_secret(RecordHeader *header, const HeaderWords *words, Error *error) {
    if (!words->secret[0] && !words->salts) return true;
    if (!words->secret[0] || json_node_length(words->salts) != (size_t)header->setup.people || !header->commitment[0] ||
        !header->has_key)
        return error_set(error, "the header's secret needs 64 hex digits, a salt for each seat, a commitment and a seed");
    memcpy(header->secret, words->secret, sizeof header->secret);
    for (int seat = 0; seat < header->setup.people; seat++) {
        const JsonNode *salt = json_node_element(words->salts, (size_t)seat);
        const char *hex = json_node_text(salt);
        if (json_node_is_null(salt)) continue;
        if (!hex || !is_hex(hex, RECORD_SALT_HEX))
            return error_set(error, "the salt of seat %d is not %d hex digits", seat, RECORD_SALT_HEX);
        memcpy(header->salts[seat], hex, RECORD_SALT_HEX + 1);
    }
    header->has_secret = true;
    return true;
}

static bool read_header(RecordHeader *header, const JsonNode *object, Error *error) {
    HeaderWords words = {.format = 0};
    if (json_node_length(object) > RECORD_HEADER_FIELDS_MAX) return error_set(error, "the header has too many fields");
    if (!read_part(object, HEADER_FORMAT, &words, error)) return false;
    if (strcmp(words.event, "header") != 0) return error_set(error, "expected a header, not \"%.40s\"", words.event);
    if (words.format != RECORD_FORMAT)
        return error_say(error, "the record has format {format}; this program knows {known}", WITH("format", words.format),
                         WITH("known", RECORD_FORMAT));
    if (!read_part(object, HEADER_REST, &words, error)) return false;
    if (!words.setup.variant[0]) return error_set(error, "the header names no variant");
    if (!setup_find(&words.setup, &header->game, &header->setup, error)) return false;
    header->revision = words.revision;
    if (!game_knows_revision(header->game, words.revision))
        return error_say(error, "the record follows revision {revision} of the rules; this program knows {known}",
                         WITH("revision", words.revision), WITH("known", header->game->revision));
    /* In the header of a game without words it is a field that nobody knows; absent, the list is the program's own. */
    if (header->game->word_list && !read_part(object, HEADER_WORDS, &words, error)) return false;
    header->word_list = strtoull(words.words, NULL, 16);
    header->moved = words.moved;
    header->undone = words.undone;
    memcpy(header->language, words.language, sizeof header->language);
    return read_names(header, words.seats, error) && read_chance(header, &words, error) && read_secret(header, &words, error);
}

bool record_header_read(RecordHeader *header, Span line, Error *error) {
    JsonNode *object = json_node_parse(line, error);
    RecordHeader read = {0};
    bool good = object && read_header(&read, object, error);
    json_node_free(object);
    if (good) *header = read;
    return good;
}

/* ---- files */

/* Where the file will stand: beside what a link points to, so that the link stays one. */
static bool resolve(RecordFile *record, const char *path, Error *error) {
    struct stat status;
    char *real = lstat(path, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(path, NULL) : NULL;
    bool fits = span_copy(span_of(real ? real : path), record->path, sizeof record->path);
    free(real);
    if (!fits) return error_set(error, "the file name is too long");
    if (stat(record->path, &status) == 0) {
        if (S_ISDIR(status.st_mode)) return error_say(error, "{file} is a folder, not a file", WITH("file", path));
        record->direct = !S_ISREG(status.st_mode);
    }
    return true;
}

bool record_open(RecordFile *record, const char *path, Error *error) {
    *record = (RecordFile){0};
    if (!*path) return error_set(error, "the file name is empty");
    if (!resolve(record, path, error)) return false;
    snprintf(record->temporary, sizeof record->temporary, "%s.%ld.tmp", record->path, (long)getpid());
    int file = record->direct ? open(record->path, O_WRONLY | O_CLOEXEC)
                              : open(record->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 && !(record->file = fdopen(file, "w"))) close(file);
    if (!record->file) return error_set(error, "cannot write %.100s: %s", path, strerror(errno));
    return true;
}

void record_line(RecordFile *record, const char *line) {
    bool good = fputs(line, record->file) >= 0 && putc('\n', record->file) != EOF;
    if (!good && !record->fault) record->fault = errno;
}

/* One event as a line. */
static void record_event(RecordFile *record, const Game *game, const Event *event) {
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(game, event, VIEWER_WHOLE, &text);
    assert(!text.overflow);
    record_line(record, line);
}

/* Notes why a step of closing failed, unless something failed before. */
static void note(RecordFile *record, bool good) {
    if (!good && !record->fault) record->fault = errno;
}

bool record_close(RecordFile *record, Error *error) {
    note(record, fflush(record->file) == 0);
    if (!record->direct) note(record, fsync(fileno(record->file)) == 0);
    note(record, fclose(record->file) == 0);
    record->file = NULL;
    if (!record->direct && !record->fault) note(record, rename(record->temporary, record->path) == 0);
    if (!record->fault) return true;
    if (!record->direct) unlink(record->temporary);
    return error_set(error, "cannot write %.100s: %s", record->path, strerror(record->fault));
}

void record_abandon(RecordFile *record) {
    fclose(record->file);
    record->file = NULL;
    if (!record->direct) unlink(record->temporary);
}

void record_match(RecordFile *record, const RecordHeader *header, const EventLog *log) {
    char line[RECORD_LINE_MAX];
    Text text = text_init(line, sizeof line);
    if (log->failed && !record->fault) record->fault = ENOMEM;
    record_header_write(header, &text);
    record_line(record, line);
    for (size_t i = 0; i < log->event_count; i++) {
        Event event;
        event_log_read(log, i, &event);
        record_event(record, header->game, &event);
    }
}

bool record_save(const char *path, const RecordHeader *header, const EventLog *log, Error *error) {
    RecordFile record;
    if (!record_open(&record, path, error)) return false;
    record_match(&record, header, log);
    return record_close(&record, error);
}
