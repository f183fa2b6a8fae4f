/* `araldo serve`: reads the options of the card room, says where to find it, and runs the server until it is told to stop. */
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/embedded.h"
#include "program/person.h"
#include "server/processes.h"
#include "server/workers.h"
#include "store/nodes.h"
#include "store/store.h"

enum {
    DEFAULT_PORT = 7070,
    PATH_BYTES_MAX = 4096,
    ORIGIN_MAX = 256,
    LINE_BYTES_MAX = 512,
    KEY_FILE_MAX = 4096,
    CLUSTER_NAME_MAX = NODE_NAME_MAX - 1 - 3, /* the process, of several, is added to it: "/12" */
    PACE_MS_MAX = 60000,
    TABLES_LIMIT = 100000,
    KEEP_DAYS = 730,
    KEEP_DAYS_MIN = 30, /* a match that is still played is not so old */
    KEEP_GUESTS_DAYS = 60,
    KEEP_DAYS_MAX = 36500,
};

typedef struct Choices {
    const char *cluster_name, *cluster_address, *cluster_key;
    const char *listen, *data, *postgres, *certificate, *key, *public_url, *log;
    int64_t port, tables, pace, workers, keep, keep_guests, processes;
    bool quiet, behind_proxy;
} Choices;

static bool find_file(const char *path, Span *bytes) {
    const EmbeddedFile *file = embedded_find(path);
    if (file) *bytes = (Span){file->bytes, file->length};
    return file != NULL;
}

static void tell_address(const char *url) {
    char line[LINE_BYTES_MAX];
    Text text = text_init(line, sizeof line);
    message_format(&text, person_language(), "Araldo is open at {url}", WITH("url", url));
    puts(line);
    fflush(stdout);
}

static void tell_nothing(const char *url) { (void)url; }

/* $XDG_DATA_HOME/araldo/room.db, or ~/.local/share/araldo/room.db of whoever called, through sudo or not. */
static bool default_data(char path[PATH_BYTES_MAX]) {
    const char *folder = getenv("XDG_DATA_HOME"), *home = getenv("HOME"), *user = getenv("SUDO_UID");
    Text text = text_init(path, PATH_BYTES_MAX);
    int64_t uid;
    if (geteuid() == 0 && user && span_number(span_of(user), 1, UINT32_MAX - 1, &uid)) {
        const struct passwd *entry = getpwuid((uid_t)uid);
        if (entry) home = entry->pw_dir;
        folder = NULL;
    }
    if (folder && *folder == '/') text_format(&text, "%s/araldo/room.db", folder);
    else if (home && *home == '/') text_format(&text, "%s/.local/share/araldo/room.db", home);
    return text.length > 0 && !text.overflow;
}

/* The scheme, name and port of a URL, as a browser sends them. */
static bool origin_of(const char *url, char origin[ORIGIN_MAX]) {
    const char *scheme_end = strstr(url, "://");
    if (!scheme_end || (strncasecmp(url, "http:", 5) != 0 && strncasecmp(url, "https:", 6) != 0)) return false;
    size_t length = (size_t)(scheme_end + 3 - url) + strcspn(scheme_end + 3, "/?#");
    return scheme_end[3] && url[length - 1] != '/' && span_copy((Span){url, length}, origin, ORIGIN_MAX);
}

/* Of each process. */
static int64_t default_workers(int64_t processes) {
    int64_t workers = (sysconf(_SC_NPROCESSORS_ONLN) - 1) / processes;
    return workers < 1 ? 1 : workers > WORKERS_MAX ? WORKERS_MAX : workers;
}

static bool read_choices(int argc, char **argv, Choices *choices) {
    const Argument table[] = {
        {ARGUMENT_WORDS, "--listen", &choices->listen, 0, 0},
        {ARGUMENT_NUMBER, "--port", &choices->port, 0, 65535},
        {ARGUMENT_WORDS, "--data", &choices->data, 0, 0},
        {ARGUMENT_WORDS, "--postgres", &choices->postgres, 0, 0},
        {ARGUMENT_WORDS, "--cluster-name", &choices->cluster_name, 0, 0},
        {ARGUMENT_WORDS, "--cluster-address", &choices->cluster_address, 0, 0},
        {ARGUMENT_WORDS, "--cluster-key", &choices->cluster_key, 0, 0},
        {ARGUMENT_NUMBER, "--processes", &choices->processes, 1, PROCESSES_MAX},
        {ARGUMENT_WORDS, "--tls-cert", &choices->certificate, 0, 0},
        {ARGUMENT_WORDS, "--tls-key", &choices->key, 0, 0},
        {ARGUMENT_WORDS, "--public-url", &choices->public_url, 0, 0},
        {ARGUMENT_FLAG, "--behind-proxy", &choices->behind_proxy, 0, 0},
        {ARGUMENT_NUMBER, "--max-tables", &choices->tables, 1, TABLES_LIMIT},
        {ARGUMENT_NUMBER, "--keep-days", &choices->keep, 0, KEEP_DAYS_MAX},
        {ARGUMENT_NUMBER, "--keep-guests", &choices->keep_guests, 0, KEEP_DAYS_MAX},
        {ARGUMENT_NUMBER, "--pace", &choices->pace, 0, PACE_MS_MAX},
        {ARGUMENT_NUMBER, "--workers", &choices->workers, 1, WORKERS_MAX},
        {ARGUMENT_WORDS, "--log", &choices->log, 0, 0},
        {ARGUMENT_FLAG, "--quiet", &choices->quiet, 0, 0},
        {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
        {ARGUMENT_END, NULL, NULL, 0, 0},
    };
    Arguments arguments = {.command = "serve", .table = table};
    return arguments_read(&arguments, argc, argv);
}

/* "10.0.0.5", "10.0.0.5:7171" or "[fd00::5]:7171". */
static bool read_cluster_address(const char *words, char address[NODE_ADDRESS_MAX], int *port) {
    const char *end = *words == '[' ? strchr(words, ']') : NULL, *colon = strchr(end ? end : words, ':');
    bool bare = !end && colon && strchr(colon + 1, ':'); /* IPv6 without a port */
    int64_t number = 0;
    if (bare) colon = NULL;
    Span host =
        end ? (Span){words + 1, (size_t)(end - words - 1)} : (Span){words, colon ? (size_t)(colon - words) : strlen(words)};
    if (colon && !span_number(span_of(colon + 1), 1, 65535, &number)) return false;
    *port = (int)number;
    return host.length > 0 && span_copy(host, address, NODE_ADDRESS_MAX);
}

/* A key is whatever a file of at least as many bytes says. */
static bool read_cluster_key(const char *path, uint8_t key[CLUSTER_KEY_BYTES]) {
    uint8_t bytes[KEY_FILE_MAX];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    if (length < CLUSTER_KEY_BYTES) return false;
    TokenHash hash = token_hash(bytes, length);
    memcpy(key, hash.bytes, CLUSTER_KEY_BYTES);
    return true;
}

/* ---- checking the options: each says in the error what is wrong */

static bool not_an_address(const char *option, const char *example, const char *value, Error *error) {
    return error_say(error, "{option} must be an address like {example}, not '{value}'", WITH("option", option),
                     WITH("example", example), WITH("value", span_quote(span_of(value)).text));
}

/* The options that concern the other servers of a room on a database. */
static bool read_cluster(const Choices *choices, ServerSettings *settings, char address[NODE_ADDRESS_MAX],
                         uint8_t key[CLUSTER_KEY_BYTES], Error *error) {
    const char *some = choices->cluster_name      ? "--cluster-name"
                       : choices->cluster_address ? "--cluster-address"
                       : choices->cluster_key     ? "--cluster-key"
                       : choices->processes > 1   ? "--processes"
                                                  : NULL;
    if (some && !choices->postgres)
        return error_say(error, "{option} only works with {needed}", WITH("option", some), WITH("needed", "--postgres"));
    if (choices->cluster_name && (!*choices->cluster_name || strlen(choices->cluster_name) > CLUSTER_NAME_MAX))
        return error_say(error, "{option} must be 1 to {max} bytes long", WITH("option", "--cluster-name"),
                         WITH("max", CLUSTER_NAME_MAX));
    if (choices->cluster_address && !read_cluster_address(choices->cluster_address, address, &settings->cluster_port))
        return not_an_address("--cluster-address", "10.0.0.5:7171", choices->cluster_address, error);
    if (settings->cluster_port && settings->cluster_port + choices->processes - 1 > 65535)
        return error_set(error, "%s", N_("--cluster-address needs one port per process: the one given and those after it"));
    if (choices->cluster_key && !read_cluster_key(choices->cluster_key, key))
        return error_say(error, "{option} must name a file of at least {min} bytes whose contents nobody can guess",
                         WITH("option", "--cluster-key"), WITH("min", CLUSTER_KEY_BYTES));
    settings->cluster_name = choices->cluster_name;
    settings->cluster_address = choices->cluster_address ? address : NULL;
    settings->cluster_key = choices->cluster_key ? key : NULL;
    return true;
}

static bool check_choices(const Choices *choices, Error *error) {
    if (choices->keep > 0 && choices->keep < KEEP_DAYS_MIN)
        return error_say(error, "--keep-days must be 0 (keep for ever) or at least {min}", WITH("min", KEEP_DAYS_MIN));
    if (!choices->certificate != !choices->key)
        return error_say(error, "{one} and {other} must be given together", WITH("one", "--tls-cert"),
                         WITH("other", "--tls-key"));
    if (choices->data && choices->postgres)
        return error_say(error, "{one} and {other} cannot be given together", WITH("one", "--data"),
                         WITH("other", "--postgres"));
    if (choices->postgres && !store_is_url(choices->postgres))
        return error_say(error, "--postgres must be a database address like {example}",
                         WITH("example", "postgresql://user@host/database")); /* without the value, which may hold a password */
    return true;
}

/* Where the room keeps its data: a database, a file, or the usual file. */
static bool choose_data(const Choices *choices, char path[PATH_BYTES_MAX], ServerSettings *settings, Error *error) {
    settings->data = choices->postgres ? choices->postgres : choices->data;
    settings->make_folders = !settings->data;
    if (settings->data) return true;
    settings->data = path;
    return default_data(path) || error_set(error, "%s", N_("there is no home folder for the data; name a file with --data"));
}

static bool choose_log(const Choices *choices, ServerSettings *settings, Error *error) {
    if (!log_level_find(span_of(choices->log), &settings->log.level))
        return error_say(error, "{option} must be one of {known}, not '{value}'", WITH("option", "--log"),
                         WITH("known", "error, warning, info, debug"), WITH("value", span_quote(span_of(choices->log)).text));
    if (choices->quiet) settings->log.level = LOG_ERROR;
    return true;
}

int command_serve(int argc, char **argv) {
    Choices choices = {.listen = "127.0.0.1",
                       .port = DEFAULT_PORT,
                       .tables = TABLES_MAX,
                       .keep = KEEP_DAYS,
                       .keep_guests = KEEP_GUESTS_DAYS,
                       .pace = PACE_MS,
                       .processes = 1,
                       .log = "info"};
    char path[PATH_BYTES_MAX], origin[ORIGIN_MAX], cluster_address[NODE_ADDRESS_MAX];
    uint8_t cluster_key[CLUSTER_KEY_BYTES];
    ServerSettings settings = {.find_file = find_file};
    Error error;
    if (!read_choices(argc, argv, &choices)) return STATUS_BAD;
    bool good = choose_log(&choices, &settings, &error) && check_choices(&choices, &error) &&
                choose_data(&choices, path, &settings, &error) &&
                read_cluster(&choices, &settings, cluster_address, cluster_key, &error);
    if (good && choices.public_url && !origin_of(choices.public_url, origin))
        good = not_an_address("--public-url", "https://example.org/", choices.public_url, &error);
    if (!good) return complain_error("serve", person_language(), &error);
    settings.listen = choices.listen;
    settings.port = (int)choices.port;
    settings.certificate = choices.certificate;
    settings.key = choices.key;
    settings.public_origin = choices.public_url ? origin : NULL;
    settings.behind_proxy = choices.behind_proxy;
    settings.tables_max = (int)choices.tables;
    settings.workers = (int)(choices.workers ? choices.workers : default_workers(choices.processes));
    settings.keep_days = (int)choices.keep;
    settings.keep_guests = (int)choices.keep_guests;
    settings.pace = choices.pace;
    settings.opened = choices.quiet ? tell_nothing : tell_address;
    good = choices.processes > 1 ? processes_run(&settings, (int)choices.processes, &error) : server_run(&settings, &error);
    return good ? STATUS_GOOD : complain_error("serve", person_language(), &error);
}
