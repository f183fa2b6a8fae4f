/* Writes and reads the header of a record, and writes record files all or nothing. */
#include "record/record.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/games.h"
#include "games/setup.h"

/* ---- the header */

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
    json_number(&json, "revision", header->game->revision);
    json_text(&json, "version", ARALDO_VERSION);
    setup_write_words(header->word_list, &json);
    write_chance(header, &json);
    if (header->undone) json_number(&json, "undone", header->undone);
    json_close(&json);
    assert(!text->overflow);
}

/* A text field of an object; NULL with a line if it is missing or no text. */
static const char *string_of(const json_t *object, const char *key, Error *error) {
    const char *words = json_string_value(json_object_get(object, key));
    if (!words) error_set(error, "the header needs a text \"%s\"", key);
    return words;
}

static bool number_is(const json_t *object, const char *key, int wanted, const char *meaning, Error *error) {
    const json_t *number = json_object_get(object, key);
    if (!json_is_integer(number)) return error_set(error, "the header needs a number \"%s\"", key);
    json_int_t value = json_integer_value(number);
    if (value == wanted) return true;
    return error_set(error, "%s %lld; this program knows %d", meaning, (long long)value, wanted);
}

static bool read_options(Setup *setup, json_t *options, Error *error) {
    const char *key;
    json_t *value;
    if (!json_is_object(options)) return error_set(error, "the header needs an object \"options\"");
    json_object_foreach(options, key, value) {
        char pair[OPTION_KEY_MAX + OPTION_VALUE_MAX + 2];
        if (!json_is_string(value)) return error_set(error, "the option \"%.40s\" is no text", key);
        Text text = text_init(pair, sizeof pair);
        text_format(&text, "%s=%s", key, json_string_value(value));
        if (text.overflow) return error_set(error, "the option \"%.40s\" is too long", key);
        if (strchr(key, '=')) return error_set(error, "no option is called \"%.40s\"", key);
        if (!setup_option(setup, (Span){pair, text.length}, error)) return false;
    }
    return true;
}

static bool read_seats(RecordHeader *header, const json_t *seats, Error *error) {
    if (!json_is_array(seats)) return error_set(error, "the header needs a list \"seats\"");
    size_t count = json_array_size(seats);
    if (!game_people_fit(header->game, header->setup.variant, (int)count, error)) return false;
    assert(count <= SEATS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        if (!name || !span_copy(span_of(name), header->names[i], RECORD_NAME_MAX))
            return error_set(error, "the name of seat %zu is no text below %d bytes", i, RECORD_NAME_MAX);
    }
    header->setup.people = (int)count;
    return true;
}

static bool is_hex(const char *text, size_t digits) {
    return strlen(text) == digits && strspn(text, "0123456789abcdef") == digits;
}

static bool read_seed(RecordHeader *header, const json_t *object, Error *error) {
    const char *seed = json_string_value(json_object_get(object, "seed"));
    const char *commitment = json_string_value(json_object_get(object, "commitment"));
    const char *hex = seed ? seed : commitment;
    ChanceKey key;
    if (!hex) return error_set(error, "the header needs a \"seed\" or a \"commitment\"");
    if (strlen(hex) != CHANCE_KEY_HEX || !chance_key_parse(&key, span_of(hex), NULL))
        return error_set(error, "the %s in the header is not 64 hex digits", seed ? "seed" : "commitment");
    header->has_key = seed != NULL;
    if (seed) header->key = key;
    if (!commitment) return true;
    if (strlen(commitment) != CHANCE_KEY_HEX || !chance_key_parse(&key, span_of(commitment), NULL))
        return error_set(error, "the commitment in the header is not 64 hex digits");
    memcpy(header->commitment, commitment, CHANCE_KEY_HEX + 1);
    return true;
}

/* Secret and salts stand together, beside a commitment and a seed, or not at all. */
static bool read_secret(RecordHeader *header, const json_t *object, Error *error) {
    const json_t *secret = json_object_get(object, "secret"), *salts = json_object_get(object, "salts");
    if (!secret && !salts) return true;
    const char *hex = json_string_value(secret);
    if (!hex || !is_hex(hex, CHANCE_KEY_HEX) || json_array_size(salts) != (size_t)header->setup.people ||
        !header->commitment[0] || !header->has_key)
        return error_set(error, "the header's secret needs 64 hex digits, a salt for each seat, a commitment and a seed");
    memcpy(header->secret, hex, CHANCE_KEY_HEX + 1);
    for (int seat = 0; seat < header->setup.people; seat++) {
        const json_t *salt = json_array_get(salts, (size_t)seat);
        if (json_is_null(salt)) continue;
        if (!json_is_string(salt) || !is_hex(json_string_value(salt), RECORD_SALT_HEX))
            return error_set(error, "the salt of seat %d is not %d hex digits", seat, RECORD_SALT_HEX);
        memcpy(header->salts[seat], json_string_value(salt), RECORD_SALT_HEX + 1);
    }
    header->has_secret = true;
    return true;
}

static bool read_undone(RecordHeader *header, const json_t *object, Error *error) {
    const json_t *undone = json_object_get(object, "undone");
    if (!undone) return true;
    if (!json_is_integer(undone) || json_integer_value(undone) < 0 || json_integer_value(undone) > RECORD_UNDONE_MAX)
        return error_set(error, "\"undone\" in the header is no number from 0 to %d", RECORD_UNDONE_MAX);
    header->undone = (int)json_integer_value(undone);
    return true;
}

/* Absent where the list is the program's own; in the header of a game without words it is a field that nobody knows. */
static bool read_word_list(RecordHeader *header, const json_t *object, Error *error) {
    const json_t *words = json_object_get(object, "words");
    if (!words || !header->game->word_list) return true;
    const char *hex = json_string_value(words);
    if (!hex || strlen(hex) != WORD_LIST_HEX || strspn(hex, "0123456789abcdef") != WORD_LIST_HEX)
        return error_set(error, "the fingerprint \"words\" in the header is not %d hex digits", WORD_LIST_HEX);
    header->word_list = strtoull(hex, NULL, 16);
    return true;
}

static bool read_fields(RecordHeader *header, const json_t *object, Error *error) {
    if (json_object_size(object) > RECORD_HEADER_FIELDS_MAX) return error_set(error, "the header has too many fields");
    const char *event = string_of(object, "event", error);
    if (!event) return false;
    if (strcmp(event, "header") != 0) return error_set(error, "a header should stand here, not \"%.40s\"", event);
    if (!number_is(object, "format", RECORD_FORMAT, "the record has format", error)) return false;
    const char *game = string_of(object, "game", error);
    if (!game || !(header->game = game_find(span_of(game), error))) return false;
    const char *variant = string_of(object, "variant", error);
    if (variant && !*variant) return error_set(error, "the header names no variant");
    if (!variant || (header->setup.variant = game_variant(header->game, span_of(variant), error)) < 0) return false;
    if (!number_is(object, "revision", header->game->revision, "the record follows the rules' revision", error)) return false;
    return read_options(&header->setup, json_object_get(object, "options"), error) &&
           read_seats(header, json_object_get(object, "seats"), error) && read_word_list(header, object, error) &&
           read_seed(header, object, error) && read_secret(header, object, error) && read_undone(header, object, error);
}

bool record_header_read(RecordHeader *header, Span line, Error *error) {
    json_error_t fault;
    json_t *object = json_loadb(line.at, line.length, JSON_REJECT_DUPLICATES, &fault);
    if (!object) return error_set(error, "this is not JSON: %s", fault.text);
    RecordHeader read = {0};
    bool good = json_is_object(object) ? read_fields(&read, object, error) : error_set(error, "this is no JSON object");
    json_decref(object);
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
        if (S_ISDIR(status.st_mode)) return error_set(error, "%.100s is a directory", path);
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

void record_event(RecordFile *record, const Game *game, const Event *event) {
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(game, event, EVENT_WHOLE, &text);
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

bool record_save(const char *path, const RecordHeader *header, const EventLog *log, Error *error) {
    RecordFile record;
    char line[RECORD_LINE_MAX];
    if (log->failed) return error_set(error, "there was not enough memory to keep the record");
    if (!record_open(&record, path, error)) return false;
    Text text = text_init(line, sizeof line);
    record_header_write(header, &text);
    record_line(&record, line);
    for (size_t i = 0; i < log->event_count; i++) {
        Event event;
        log_event(log, i, &event);
        record_event(&record, header->game, &event);
    }
    return record_close(&record, error);
}
