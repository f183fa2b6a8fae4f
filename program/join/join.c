/* `araldo join`: comes in to a card room, hears what it says, and shows the lobby, a table being set up, or a match. */
#include "program/join/join.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "program/person.h"

static bool says(const JsonNode *message, const char *what) {
    const char *say = json_node_text(json_node_field(message, "say"));
    return say && strcmp(say, what) == 0;
}

/* ---- where we are */

void join_about(const Join *join, LinkMessage *message, const char *what) {
    link_begin(message, what);
    json_text(&message->json, "table", join->wanted);
}

static void enter(Join *join) {
    LinkMessage asked;
    join->link.entered = false;
    join_about(join, &asked, "enter");
    json_number_or_null(&asked.json, "since", join->table.n, join->table.known);
    link_send(&join->link, &asked);
}

static void watch_lobby(Join *join, bool on) {
    LinkMessage asked;
    link_begin(&asked, "lobby");
    json_bool(&asked.json, "on", on);
    link_send(&join->link, &asked);
    join->row_count = 0;
    join->listed = false;
}

void join_go(Join *join, const char *id) {
    LinkMessage asked;
    char wanted[LINK_ID_MAX];
    snprintf(wanted, sizeof wanted, "%s", id);
    if (*join->wanted) {
        join_about(join, &asked, "exit");
        link_send(&join->link, &asked);
    } else watch_lobby(join, false);
    table_forget(&join->table);
    memcpy(join->wanted, wanted, sizeof wanted);
    if (*wanted) enter(join);
    else watch_lobby(join, true);
}

void join_url(const Join *join, const char *path, Text *text) {
    text_add(text, join->link.peer.tls ? "https://" : "http://");
    peer_authority(&join->link.peer, text);
    text_add(text, path);
}

void join_state(const Join *join, Text *text) {
    if (!join->link.greeted && *join->link.fault.text) error_print(&join->link.fault, join_language(join), text);
    else if (!join->link.greeted) text_add(text, message(join_language(join), "Connection lost. Trying again…"));
    else text_add(text, join->notice);
}

/* ---- what the room says */

static void hear_welcome(Join *join, const JsonNode *said) {
    const char *person = json_node_text(json_node_field(said, "person"));
    const char *name = json_node_text(json_node_field(said, "name"));
    Text text = text_init(join->name, sizeof join->name);
    if (!person || !*person) {
        join->nobody = true;
        return;
    }
    if (name) text_clean(&text, name);
    if (*join->wanted) enter(join);
    else watch_lobby(join, true);
}

/* Takes a row in the place of the one with its id, if it may be replaced, or as a new one. */
static void keep_row(Join *join, const JsonNode *node, bool replaces) {
    RoomRow row;
    int index = 0;
    if (!row_read(&row, node)) return;
    while (index < join->row_count && strcmp(join->rows[index].id, row.id) != 0) index++;
    if (index == JOIN_ROWS_MAX || (index < join->row_count && !replaces)) return;
    if (index == join->row_count) join->row_count++;
    join->rows[index] = row;
}

static void drop_row(Join *join, const char *id) {
    int index = 0;
    while (index < join->row_count && strcmp(join->rows[index].id, id) != 0) index++;
    if (index == join->row_count) return;
    memmove(&join->rows[index], &join->rows[index + 1], (size_t)(join->row_count - index - 1) * sizeof join->rows[0]);
    join->row_count--;
}

void join_remove(Join *join, const char *id) {
    LinkMessage asked;
    link_begin(&asked, "remove");
    json_text(&asked.json, "table", id);
    link_ask(&join->link, &asked, false);
    drop_row(join, id);
}

static void hear_lobby(Join *join, const JsonNode *said) {
    static const char *const lists[] = {"mine", "tables", "changed"};
    const JsonNode *gone = json_node_field(said, "gone");
    if (json_node_field(said, "mine")) {
        join->row_count = join->damaged = 0;
        join->listed = true;
    }
    join->damaged += (int)json_node_length(json_node_field(said, "damaged"));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const JsonNode *list = json_node_field(said, lists[i]);
        bool replaces = strcmp(lists[i], "tables") != 0; /* there our public tables are once more, as others see them */
        for (size_t j = 0; j < json_node_length(list); j++) keep_row(join, json_node_element(list, j), replaces);
    }
    for (size_t i = 0; i < json_node_length(gone); i++) {
        const char *id = json_node_text(json_node_element(gone, i));
        if (id) drop_row(join, id);
    }
}

static void hear_table(Join *join, const JsonNode *said) {
    const char *id = json_node_text(json_node_field(said, "table"));
    Language language = join_language(join);
    if (!id || strcmp(id, join->wanted) != 0) return;
    if (says(said, "table")) table_whole(&join->table, said, language);
    else if (says(said, "history")) table_history(&join->table, said, language);
    else if (says(said, "here")) table_here(&join->table, said);
    else if (says(said, "entry") && table_entry(&join->table, said, language)) enter(join);
}

static void hear_hint(Join *join, const JsonNode *said) {
    static const char *const kinds[] = {"win", "points", "coins", NULL};
    const JsonNode *expects = json_node_field(said, "expects");
    const char *move = json_node_text(json_node_field(said, "move"));
    double value = 0;
    int kind = json_node_word(json_node_field(expects, "kind"), kinds);
    join->expects = (Expectation){.kind = EXPECTS_NOTHING};
    if (kind >= 0 && json_node_real(json_node_field(expects, "value"), &value))
        join->expects = (Expectation){.kind = (ExpectationKind)(EXPECTS_NOTHING + 1 + kind), .value = (float)value};
    join->hinted = move && span_copy(span_of(move), join->hint, sizeof join->hint);
}

/* The table that was asked for is there: at a table for one, or for bots, the match begins at once. */
static void hear_done(Join *join, const JsonNode *said) {
    const char *key = json_node_text(json_node_field(said, "key")), *table = json_node_text(json_node_field(said, "table"));
    if (!key || !table || !*join->making || strcmp(key, join->making) != 0 || strlen(table) >= LINK_ID_MAX) return;
    join->making[0] = 0;
    join_go(join, table);
}

static void hear_error(Join *join, const JsonNode *said) {
    static const char *const no_way_in[] = {"no-such-table", "table-damaged", "too-many-tables",
                                            "watchers-full", "room-full",     NULL};
    const char *code = json_node_text(json_node_field(said, "code"));
    if (!code) return;
    snprintf(join->notice, sizeof join->notice, "%s", code_words(join_language(join), code));
    if (*join->wanted && !join->table.known && json_node_word(json_node_field(said, "code"), no_way_in) >= 0) join_go(join, "");
}

static void hear(void *context, const JsonNode *said) {
    Join *join = context;
    const char *path = json_node_text(json_node_field(said, "path"));
    if (says(said, "welcome")) hear_welcome(join, said);
    else if (says(said, "lobby")) hear_lobby(join, said);
    else if (says(said, "done")) hear_done(join, said);
    else if (says(said, "error")) hear_error(join, said);
    else if (says(said, "bye")) hear_error(join, said);
    else if (says(said, "hint")) hear_hint(join, said);
    else if (says(said, "device") && path &&
             strspn(path, "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(path))
        snprintf(join->device, sizeof join->device, "%s", path);
    else hear_table(join, said);
}

/* ---- the line, behind everything that is shown */

static int descriptor(void *context) { return link_descriptor(&((Join *)context)->link); }
static int milliseconds(void *context) { return link_milliseconds(&((Join *)context)->link); }
static bool step(void *context) {
    Join *join = context;
    bool news = link_step(&join->link);
    if (join->link.refused) join->nobody = true;
    return news;
}

/* A page with a few words, until there is news or the person leaves. */
static void wait_for_news(Join *join, const char *words) {
    Dialog *dialog = calloc(1, sizeof *dialog);
    if (!dialog) abort();
    dialog->wakes = true;
    Text title = text_init(dialog->title, sizeof dialog->title);
    text_format(&title, "Araldo · %s", join->link.host);
    snprintf(dialog->note, sizeof dialog->note, "%s", words);
    dialog_item(dialog, message(join_language(join), "Quit"));
    if (!dialog_choose(&join->full.display, dialog) || dialog->pressed != PRESS_NONE) join->leaves = true;
    free(dialog);
}

/* ---- coming in */

/* A new guest, by a name that the person types. */
static bool become_guest(Join *join, const char *given, Error *error) {
    char name[RECORD_NAME_MAX];
    const char *user = getenv("USER");
    snprintf(name, sizeof name, "%s", given ? given : user ? user : "");
    Peer peer = join->link.peer;
    peer.fault = error;
    error_say(error, "{host} lets nobody in: is it a card room?", WITH("host", join->link.host));
    if (!given && !dialog_line(&join->full.display, message(join_language(join), "Your name"),
                               message(join_language(join), "The name other players see"), name, sizeof name)) {
        join->leaves = true;
        return true;
    }
    return peer_guest(&peer, name, join->link.cookie);
}

/* Takes over the person whose link this is. */
static bool follow_link(Join *join, const char *path, Error *error) {
    Peer peer = join->link.peer;
    peer.fault = error;
    error_say(error, "{host} lets nobody in: is it a card room?", WITH("host", join->link.host));
    int status = peer_follow(&peer, path, join->link.cookie);
    if (status == 410) return error_set(error, "%s", N_("this link has already been used or has expired: ask for a new one"));
    return status >= 200 && status < 300;
}

/* Until the room says welcome; false if it cannot be reached. */
static bool connect_first(Join *join, Error *error) {
    join->link.started = true;
    while (!join->leaves && !join->link.greeted && !join->nobody) {
        if (join->link.tried && !join->link.socket) {
            *error = join->link.fault;
            return false;
        }
        wait_for_news(join, message(join_language(join), "Connecting…"));
    }
    return true;
}

static bool come_in(Join *join, const char *path, const char *name, Error *error) {
    bool linked = strncmp(path, "/me/", 4) == 0;
    if (linked) {
        if (!follow_link(join, path, error)) return false;
    } else if (!link_remember(&join->link)) {
        if (!become_guest(join, name, error)) return false;
    }
    link_keep(&join->link, NULL);
    return true;
}

/* The room has forgotten us: a new guest takes the place. */
static bool come_again(Join *join, const char *name, Error *error) {
    link_close(&join->link);
    join->nobody = join->link.refused = join->link.greeted = join->link.tried = false;
    join->link.retry_ms = 0;
    if (!become_guest(join, name, error)) return false;
    link_keep(&join->link, NULL);
    return connect_first(join, error);
}

static void show(Join *join) {
    Language language = join_language(join);
    if (!*join->wanted && !join->listed) wait_for_news(join, message(language, "Connecting…"));
    else if (!*join->wanted) join_lobby(join);
    else if (join->table.refused_view)
        wait_for_news(join, message(language, "This table cannot be shown: the room uses a different version of the rules."));
    else if (!join->table.known || (join->table.row.phase != PHASE_WAITING && !join->table.begun))
        wait_for_news(join, message(language, "Taking a seat…"));
    else if (join->table.row.phase == PHASE_WAITING) join_waiting(join);
    else join_table(join);
}

static bool run(Join *join, const char *path, const char *name, Error *error) {
    bool good = come_in(join, path, name, error) && connect_first(join, error);
    while (good && !join->leaves && !display_leaves(&join->full.display)) {
        if (join->nobody) good = come_again(join, name, error);
        else show(join);
    }
    return good;
}

static int join_room(Join *join, const char *path, const char *name, Language language) {
    Background background = {descriptor, milliseconds, step, join};
    Error error;
    if (!terminal_fits()) return complain("join", "%s", N_("this needs a terminal that can move its cursor"));
    if (strncmp(path, "/t/", 3) == 0 && !span_copy(span_of(path + 3), join->wanted, sizeof join->wanted))
        return complain("join", "%s", N_("there is no such table"));
    if (!display_open(&join->full.display, language, &error)) return complain_error("join", language, &error);
    join->full.display.background = &background;
    bool good = run(join, path, name, &error);
    display_close(&join->full.display);
    link_close(&join->link);
    table_forget(&join->table);
    return good ? STATUS_GOOD : complain_error("join", join_language(join), &error);
}

static int no_address(Language language) {
    Error error;
    error_say(&error, "an address is missing: {example}", WITH("example", "araldo join http://HOST:PORT/"));
    return complain_error("join", language, &error);
}

int command_join(int argc, char **argv) {
    const char *url, *name = NULL, *language = NULL, *authorities = NULL;
    char path[JOIN_PATH_MAX];
    Language spoken = person_language();
    Error error;
    Join *join = calloc(1, sizeof *join);
    if (!join) return complain("join", "there is not enough memory");
    const Argument table[] = {{ARGUMENT_WORDS, "--name", &name, 0, 0},      {ARGUMENT_WORDS, "--lang", &language, 0, 0},
                              {ARGUMENT_WORDS, "--ca", &authorities, 0, 0}, {ARGUMENT_FLAG, "--still", &join->full.still, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},    {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "join", .table = table, .words = &url, .words_max = 1};
    int status = STATUS_BAD;
    join->link.hear = hear;
    join->link.context = join;
    if (!arguments_read(&arguments, argc, argv)) status = STATUS_BAD;
    else if (arguments.word_count == 0) no_address(arguments.language);
    else if (language && !person_language_option("join", language, &spoken)) status = STATUS_BAD;
    else if (!link_address(&join->link, url, path, sizeof path, &error)) complain_error("join", spoken, &error);
    else {
        join->link.peer.authorities = authorities;
        status = join_room(join, path, name, spoken);
    }
    free(join);
    return status;
}
