/* The list of tables, a new table, and a table before its match. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/message.h"
#include "games/games.h"
#include "program/join/join.h"

enum { SALT_BYTES_GIVEN = 16 };

/* ---- the list of tables */

enum { ITEM_NEW, ITEM_NAME, ITEM_DEVICE, ITEM_SETTINGS, ITEM_LEAVE, ITEM_TABLES };

typedef struct Lobby {
    Dialog dialog;
    int items[DIALOG_ITEMS_MAX];
    char tables[DIALOG_ITEMS_MAX][LINK_ID_MAX]; /* of each item; "" for what is not a table of the list */
    bool listed;                                /* all of them: the room has said which tables there are */
    int focused;                                /* the item that had the focus then, -1: none; */
    char focused_table[LINK_ID_MAX];            /* and its table */
    char removing[LINK_ID_MAX];                 /* the table that the person was asked about */
} Lobby;

static void add_item(Lobby *lobby, int item, const char *table, const char *label) {
    int index = lobby->dialog.count;
    if (index == DIALOG_ITEMS_MAX) return;
    lobby->items[index] = item;
    snprintf(lobby->tables[index], sizeof lobby->tables[index], "%s", table);
    dialog_item(&lobby->dialog, label);
}

/* Begins the list again, which changes while it is shown. */
static void clear_list(Lobby *lobby) {
    int index = lobby->dialog.focus;
    if (lobby->listed) {
        lobby->focused = lobby->items[index];
        memcpy(lobby->focused_table, lobby->tables[index], sizeof lobby->focused_table);
    }
    lobby->dialog.count = 0;
}

/* The focus follows its item; where that is gone, it stays in its line. */
static void restore_focus(Lobby *lobby, bool listed) {
    Dialog *dialog = &lobby->dialog;
    for (int i = 0; i < dialog->count; i++)
        if (*lobby->focused_table ? strcmp(lobby->tables[i], lobby->focused_table) == 0 : lobby->items[i] == lobby->focused)
            dialog->focus = i;
    if (dialog->focus >= dialog->count) dialog->focus = dialog->count - 1;
    lobby->listed = listed;
}

static Lobby *open_lobby(void) {
    Lobby *lobby = calloc(1, sizeof *lobby);
    if (!lobby) abort();
    lobby->dialog.wakes = true;
    lobby->focused = -1;
    return lobby;
}

static void add_table(const Join *join, Lobby *lobby, int index) {
    const RoomRow *row = &join->rows[index];
    Language language = join_language(join);
    char label[DIALOG_LABEL_MAX];
    Text text = text_init(label, sizeof label);
    if (!row->game) return;
    row_name(row, language, &text);
    text_add(&text, "  (");
    row_people(row, language, &text);
    text_add(&text, ")  ");
    text_add(&text, row->your_turn                ? message(language, "Your turn")
                    : row->phase == PHASE_WAITING ? message(language, "waiting for players")
                    : row->phase == PHASE_PLAYING ? message(language, "playing")
                                                  : message(language, "over"));
    add_item(lobby, ITEM_TABLES + index, row->id, label);
}

/* What it means to remove the table. */
static void write_removal(const Join *join, const char *id, Text *text) {
    Language language = join_language(join);
    for (int i = 0; i < join->row_count; i++) {
        const RoomRow *row = &join->rows[i];
        int others = 0;
        if (strcmp(row->id, id) != 0) continue;
        for (int seat = 0; seat < row->seat_count; seat++) others += row->seats[seat].who == WHO_PERSON && seat != row->yours;
        text_add(text, message(language, "Press d again to remove this table."));
        if (row->phase == PHASE_WAITING)
            text_format(text, " %s",
                        message(language, "If you opened the table, it will be closed; otherwise your seat becomes free."));
        else if (row->phase == PHASE_PLAYING && others)
            text_format(text, " %s", message(language, "The others play on, and a bot takes your seat."));
    }
}

static void list_lobby(const Join *join, Lobby *lobby) {
    Language language = join_language(join);
    Dialog *dialog = &lobby->dialog;
    char label[DIALOG_LABEL_MAX];
    Text title = text_init(dialog->title, sizeof dialog->title), note = text_init(dialog->note, sizeof dialog->note);
    text_format(&title, "Araldo · %s · %s", join->link.host, join->name);
    clear_list(lobby);
    for (int mine = 1; mine >= 0; mine--)
        for (int i = 0; i < join->row_count; i++)
            if ((join->rows[i].yours >= 0) == mine) add_table(join, lobby, i);
    add_item(lobby, ITEM_NEW, "", message(language, "New table"));
    Text text = text_init(label, sizeof label);
    message_format(&text, language, "{option}: {value}", WITH("option", message(language, "Your name")),
                   WITH("value", join->name));
    add_item(lobby, ITEM_NAME, "", label);
    add_item(lobby, ITEM_DEVICE, "", message(language, "Play on another device"));
    add_item(lobby, ITEM_SETTINGS, "", message(language, "Settings"));
    add_item(lobby, ITEM_LEAVE, "", message(language, "Quit"));
    snprintf(dialog->help, sizeof dialog->help, "%s",
             message(language, "Arrows: move; Enter: choose; d: remove one of your tables; q: quit"));
    join_state(join, &note);
    if (*lobby->removing && !note.length) write_removal(join, lobby->removing, &note);
    if (join->damaged > 0 && !note.length)
        message_format_plural(&note, language,
                              "{n} of your matches is damaged and cannot be read. The others are not affected.",
                              "{n} of your matches are damaged and cannot be read. The others are not affected.", join->damaged,
                              WITH("n", join->damaged));
    restore_focus(lobby, join->listed);
}

/* A table of ours is removed when d is pressed twice. */
static void remove_row(Join *join, Lobby *lobby, int item) {
    const char *id = item >= ITEM_TABLES && join->rows[item - ITEM_TABLES].yours >= 0 ? join->rows[item - ITEM_TABLES].id : "";
    join->notice[0] = 0;
    if (*id && strcmp(id, lobby->removing) == 0) {
        join_remove(join, id);
        lobby->removing[0] = 0;
    } else snprintf(lobby->removing, sizeof lobby->removing, "%s", id);
}

/* ---- a new table */

enum { OPEN_TO_ALL, OPEN_BY_LINK, OPEN_TO_BOTS, OPENINGS };

/* Who else is to play; false if the person goes back. */
static bool choose_opening(Join *join, const Game *game, int *opening) {
    static const char *const labels[OPENINGS] = {N_("Anybody in the room can sit down"),
                                                 N_("Only people with the link can sit down"), N_("Play against bots")};
    Dialog *dialog = calloc(1, sizeof *dialog);
    if (!dialog) return false;
    snprintf(dialog->title, sizeof dialog->title, "%s", game->title);
    for (int i = 0; i < OPENINGS; i++) dialog_item(dialog, message(join_language(join), labels[i]));
    bool chosen = dialog_choose(&join->full.display, dialog);
    *opening = dialog->focus;
    free(dialog);
    return chosen;
}

/* The table's own settings, apart from the game's. */
typedef struct Agreement {
    int clock, hints; /* indices of the lists below */
    bool chat;
} Agreement;

static const int clocks[] = {0, 20, 40, 60, 120};
static const char *const hints[] = {"off", "announced", "on"};
static const char *const hint_words[] = {N_("no hints"), N_("hints, and everybody is told who asks"),
                                         N_("hints for everybody")};
enum { CLOCKS = sizeof clocks / sizeof *clocks, HINTS = sizeof hints / sizeof *hints };
enum { AGREE_OPEN, AGREE_CLOCK, AGREE_HINTS, AGREE_CHAT };

static void add_value(Dialog *dialog, Language language, const char *name, const char *value) {
    char label[DIALOG_LABEL_MAX];
    Text text = text_init(label, sizeof label);
    message_format(&text, language, "{option}: {value}", WITH("option", name), WITH("value", value));
    dialog_item(dialog, label);
}

static void list_agreement(const Join *join, const Agreement *agreement, Dialog *dialog) {
    Language language = join_language(join);
    char words[DIALOG_LABEL_MAX];
    Text text = text_init(words, sizeof words);
    int seconds = clocks[agreement->clock];
    if (seconds)
        message_format_plural(&text, language, "{n} second per move", "{n} seconds per move", seconds, WITH("n", seconds));
    else text_add(&text, message(language, "no time limit"));
    dialog->count = 0;
    dialog_item(dialog, message(language, "Open the table"));
    add_value(dialog, language, message(language, "Time limit"), words);
    add_value(dialog, language, message(language, "Hints"), message(language, hint_words[agreement->hints]));
    add_value(dialog, language, message(language, "Free chat"),
              agreement->chat ? message(language, "on") : message(language, "off"));
    snprintf(dialog->help, sizeof dialog->help, "%s", message(language, "Left/right: change a setting; q: back"));
    snprintf(dialog->note, sizeof dialog->note, "%s",
             dialog->focus == AGREE_CLOCK  ? message(language, "When time runs out, a bot makes the move.")
             : dialog->focus == AGREE_CHAT ? message(language, "Otherwise only the ready-made phrases can be used.")
                                           : "");
}

/* False if the person goes back. */
static bool agree(Join *join, const Game *game, Agreement *agreement) {
    Dialog *dialog = calloc(1, sizeof *dialog);
    bool opens = false;
    if (!dialog) return false;
    dialog->turns = true;
    snprintf(dialog->title, sizeof dialog->title, "%s", game->title);
    list_agreement(join, agreement, dialog);
    while (!opens && dialog_choose(&join->full.display, dialog)) {
        int by = dialog->pressed == PRESS_LEFT ? -1 : 1;
        opens = dialog->focus == AGREE_OPEN && dialog->pressed == PRESS_ENTER;
        if (dialog->focus == AGREE_CLOCK) agreement->clock = (agreement->clock + by + CLOCKS) % CLOCKS;
        if (dialog->focus == AGREE_HINTS) agreement->hints = (agreement->hints + by + HINTS) % HINTS;
        if (dialog->focus == AGREE_CHAT) agreement->chat = !agreement->chat;
        list_agreement(join, agreement, dialog);
    }
    free(dialog);
    return opens;
}

static void make_table(Join *join, const Game *game, const Setup *setup, const char *level, int opening,
                       const Agreement *agreement) {
    LinkMessage asked;
    Json *json = &asked.json;
    link_begin(&asked, "create");
    json_text(json, "game", game->name);
    json_text(json, "variant", game->variants[setup->variant].name);
    json_number(json, "people", setup->people);
    json_open_object(json, "options");
    for (int i = 0; i < setup->option_count; i++) json_text(json, setup->options[i].key, setup->options[i].value);
    json_close(json);
    json_open_list(json, "seats");
    json_text(json, NULL, "me");
    for (int seat = 1; seat < setup->people; seat++) {
        char bot[32];
        snprintf(bot, sizeof bot, "bot:%s", level);
        json_text(json, NULL, opening == OPEN_TO_BOTS ? bot : "open");
    }
    json_close(json);
    json_number(json, "clock", clocks[agreement->clock]);
    json_text(json, "hints", hints[agreement->hints]);
    json_bool(json, "public", opening == OPEN_TO_ALL);
    json_bool(json, "chat", agreement->chat);
    snprintf(join->making, sizeof join->making, "%s", link_ask(&join->link, &asked, false));
    join->begins = opening == OPEN_TO_BOTS;
}

static void new_table(Join *join) {
    Dialog *dialog = calloc(1, sizeof *dialog);
    int opening = OPEN_TO_BOTS;
    const char *level;
    if (!dialog) return;
    snprintf(dialog->title, sizeof dialog->title, "%s", message(join_language(join), "New table"));
    for (int i = 0; games[i]; i++) dialog_item(dialog, games[i]->title);
    if (dialog_choose(&join->full.display, dialog)) {
        const Game *game = games[dialog->focus];
        Setup setup = {.people = game->variants[0].people_min};
        Agreement agreement = {.chat = true};
        if (full_form(&join->full, game, &setup, &level) && (setup.people == 1 || choose_opening(join, game, &opening)) &&
            (opening == OPEN_TO_BOTS || agree(join, game, &agreement)))
            make_table(join, game, &setup, level, opening, &agreement);
    }
    free(dialog);
}

/* ---- name and device */

static void change_name(Join *join) {
    char name[RECORD_NAME_MAX];
    LinkMessage asked;
    snprintf(name, sizeof name, "%s", join->name);
    if (!dialog_line(&join->full.display, message(join_language(join), "Your name"), "", name, sizeof name)) return;
    link_begin(&asked, "rename");
    json_text(&asked.json, "name", name);
    if (*link_ask(&join->link, &asked, false)) snprintf(join->name, sizeof join->name, "%s", name);
}

static void ask_device(Join *join) {
    LinkMessage asked;
    link_begin(&asked, "device");
    link_send(&join->link, &asked);
}

/* The link that came, on a page of its own. */
static void show_device(Join *join) {
    Language language = join_language(join);
    char words[SCREEN_TEXT_MAX], url[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words), address = text_init(url, sizeof url);
    join_url(join, join->device, &address);
    join->device[0] = 0;
    message_format(
        &text, language,
        "Open this address in a browser, or with “araldo join” in another terminal, to go on there as the same person, at "
        "the same tables. It works once, and only for a few minutes.",
        WITH("n", 0));
    text_format(&text, "\n\n%s\n", url);
    dialog_pager(&join->full.display, message(language, "Play on another device"), words, false);
}

static void take_item(Join *join, int item) {
    join->notice[0] = 0;
    switch (item) {
    case ITEM_NEW: new_table(join); break;
    case ITEM_NAME: change_name(join); break;
    case ITEM_DEVICE: ask_device(join); break;
    case ITEM_SETTINGS: full_settings(&join->full, NULL, NULL); break;
    case ITEM_LEAVE: join->leaves = true; break;
    default: join_go(join, join->rows[item - ITEM_TABLES].id);
    }
}

void join_lobby(Join *join) {
    Lobby *lobby = open_lobby();
    lobby->dialog.keys = "d";
    while (!join->leaves && !*join->wanted && !join->nobody) {
        list_lobby(join, lobby);
        if (*join->device) show_device(join);
        else if (!dialog_choose(&join->full.display, &lobby->dialog)) join->leaves = true;
        else if (lobby->dialog.pressed != PRESS_NONE) {
            int item = lobby->items[lobby->dialog.focus];
            if (lobby->dialog.pressed == PRESS_LETTER) remove_row(join, lobby, item);
            else {
                lobby->removing[0] = 0;
                take_item(join, item);
            }
        }
    }
    free(lobby);
}

/* ---- a table before its match */

enum { ROW_READY, ROW_FILL, ROW_STAND, ROW_REMOVE, ROW_BACK, ROW_SEATS };

static void add_seat(const Join *join, Lobby *lobby, int seat) {
    Language language = join_language(join);
    const RoomSeat *sitter = &join->table.row.seats[seat];
    char label[DIALOG_LABEL_MAX];
    Text text = text_init(label, sizeof label);
    seat_name(sitter, language, &text);
    if (sitter->who == WHO_PERSON)
        text_format(&text, "  %s", sitter->ready ? message(language, "ready") : message(language, "not ready yet"));
    if (sitter->who == WHO_PERSON && !sitter->here) text_format(&text, " · %s", message(language, "away"));
    add_item(lobby, ROW_SEATS + seat, "", label);
}

static void list_waiting(const Join *join, Lobby *lobby) {
    const RoomTable *table = &join->table;
    Language language = join_language(join);
    Dialog *dialog = &lobby->dialog;
    char path[LINK_ID_MAX + 4];
    Text title = text_init(dialog->title, sizeof dialog->title), note = text_init(dialog->note, sizeof dialog->note);
    bool seated = table->row.yours >= 0, open = false;
    clear_list(lobby);
    row_name(&table->row, language, &title);
    for (int i = 0; i < table->row.seat_count; i++) open |= table->row.seats[i].who == WHO_OPEN;
    if (seated && table->row.seats[table->row.yours].ready)
        add_item(lobby, ROW_READY, "", message_in_context(language, "button", "Not ready"));
    else if (seated) add_item(lobby, ROW_READY, "", message_in_context(language, "button", "Ready"));
    for (int i = 0; i < table->row.seat_count; i++) add_seat(join, lobby, i);
    if (table->maker && open) add_item(lobby, ROW_FILL, "", message(language, "Fill the open seats with bots"));
    if (seated) add_item(lobby, ROW_STAND, "", message(language, "Stand up"));
    if (table->maker) {
        char label[DIALOG_LABEL_MAX];
        Text text = text_init(label, sizeof label);
        message_format(&text, language, "Remove {game} from my tables", WITH("game", table->row.game->title));
        add_item(lobby, ROW_REMOVE, "", label);
    }
    add_item(lobby, ROW_BACK, "", message(language, "Back to the tables"));
    restore_focus(lobby, true);
    join_state(join, &note);
    if (note.length) text_char(&note, '\n');
    text_format(&note, "%s\n", message(language, "Send this link to the people you want to play with:"));
    snprintf(path, sizeof path, "/t/%s", table->row.id);
    join_url(join, path, &note);
}

/* Ready, with the salt that this client adds to the cards; or not. */
static void say_ready(Join *join, bool on) {
    LinkMessage asked;
    unsigned char bytes[SALT_BYTES_GIVEN];
    char salt[2 * SALT_BYTES_GIVEN + 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) abort();
    for (int i = 0; i < SALT_BYTES_GIVEN; i++) snprintf(salt + 2 * i, 3, "%02x", bytes[i]);
    join_about(join, &asked, "ready");
    json_bool(&asked.json, "on", on);
    if (on) json_text(&asked.json, "salt", salt);
    link_ask(&join->link, &asked, true);
}

/* An open seat is taken; the table's maker gives open seats to bots, and bots' seats to people. */
static void take_seat(Join *join, int seat) {
    const RoomTable *table = &join->table;
    bool open = table->row.seats[seat].who == WHO_OPEN, seated = table->row.yours >= 0;
    LinkMessage asked;
    if (open && !seated) {
        join_about(join, &asked, "sit");
        json_number(&asked.json, "seat", seat);
    } else if (table->maker && (open || table->row.seats[seat].who == WHO_BOT)) {
        join_about(join, &asked, "seat");
        json_number(&asked.json, "seat", seat);
        json_text(&asked.json, "to", open ? "bot:" OPPONENT_BOT : "open");
    } else return;
    link_ask(&join->link, &asked, true);
}

static void take_row(Join *join, int row) {
    LinkMessage asked;
    join->notice[0] = 0;
    switch (row) {
    case ROW_READY: say_ready(join, !join->table.row.seats[join->table.row.yours].ready); break;
    case ROW_FILL:
        join_about(join, &asked, "fill");
        json_text(&asked.json, "level", OPPONENT_BOT);
        link_ask(&join->link, &asked, true);
        break;
    case ROW_STAND:
        join_about(join, &asked, "stand");
        link_ask(&join->link, &asked, true);
        break;
    case ROW_REMOVE:
        join_remove(join, join->wanted);
        join_go(join, "");
        break;
    case ROW_BACK: join_go(join, ""); break;
    default: take_seat(join, row - ROW_SEATS);
    }
}

void join_waiting(Join *join) {
    Lobby *lobby = open_lobby();
    char id[LINK_ID_MAX];
    memcpy(id, join->wanted, sizeof id);
    if (join->begins && join->table.row.yours >= 0) say_ready(join, true);
    join->begins = false;
    while (!join->leaves && !join->nobody && strcmp(id, join->wanted) == 0 && join->table.row.phase == PHASE_WAITING) {
        list_waiting(join, lobby);
        if (!dialog_choose(&join->full.display, &lobby->dialog)) join_go(join, "");
        else if (lobby->dialog.pressed != PRESS_NONE) take_row(join, lobby->items[lobby->dialog.focus]);
        if (display_leaves(&join->full.display)) join->leaves = true;
    }
    free(lobby);
}
