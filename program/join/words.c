/* The sentences for what a room says in codes: refusals, phrases, and what happens at a table besides the game. */
#include <string.h>
#include <wchar.h>

#include "core/message.h"
#include "program/join/news.h"

static const struct {
    const char *code, *words;
} sayings[] = {
    {"not-your-turn", N_("It is not your turn.")},
    {"illegal-move", N_("That move is not possible now.")},
    {"no-such-table", N_("There is no such table.")},
    {"table-damaged", N_("The stored match is damaged and cannot be read. The rest of the room is not affected.")},
    {"no-such-seat", N_("There is no such seat.")},
    {"seat-taken", N_("Somebody else has taken that seat.")},
    {"not-seated", N_("You have no seat at this table.")},
    {"already-seated", N_("You already have a seat at this table.")},
    {"not-maker", N_("Only the person who opened the table can do that.")},
    {"too-many-tables", N_("You are at too many tables: leave one first.")},
    {"room-full", N_("The room is full: no more tables can be opened right now.")},
    {"watchers-full", N_("Too many people are watching this table.")},
    {"too-fast", N_("Slow down, please: too many messages at once.")},
    {"flood", N_("Slow down, please: too many messages at once.")},
    {"chat-off", N_("Only the ready-made phrases can be used at this table.")},
    {"hints-off", N_("This table was opened without hints.")},
    {"cannot-undo", N_("That can no longer be taken back.")},
    {"not-over", N_("The match is not over yet.")},
    {"not-playing", N_("There is no match in progress at this table.")},
    {"not-entered", N_("You are not at this table.")},
    {"too-late", N_("Too late: the game has moved on.")},
    {"bad-talk", N_("That cannot be said here.")},
    {"already-proposed", N_("That has already been proposed.")},
    {"already-started", N_("The match has already begun.")},
    {"bad-options", N_("These options do not go together.")},
    {"no-such-game", N_("That game or variant is not played here.")},
    {"bad-people", N_("That variant cannot be played with that many players.")},
    {"bad-seats", N_("Those seats do not fit the game.")},
    {"no-proposal", N_("There is no vote in progress.")},
    {"busy", N_("The server is busy. Try again in a moment.")},
    {"store", N_("The server could not save that. Try again in a moment.")},
    {"shutdown", N_("The server is restarting. Your tables are safe.")},
    {"bad-name", N_("That name cannot be used: it is empty, too long, or contains characters that cannot be shown.")},
    {"version", N_("This program is too old or too new for that room.")},
};

const char *code_words(Language language, const char *code) {
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
        if (strcmp(sayings[i].code, code) == 0) return message(language, sayings[i].words);
    return message(language, "The server did not understand that.");
}

static const struct {
    const char *code, *words;
} phrases[] = {
    {"hello", N_("Hello!")},
    {"good-luck", N_("Good luck!")},
    {"well-played", N_("Well played!")},
    {"thanks", N_("Thank you!")},
    {"sorry", N_("Sorry!")},
    {"moment", N_("One moment, please.")},
    {"hurry", N_("It is your turn!")},
    {"oops", N_("Oops!")},
    {"yes", N_("Yes.")},
    {"no", N_("No.")},
    {"again", N_("Another game?")},
    {"bye", N_("Goodbye!")},
};

enum { PHRASES = sizeof phrases / sizeof *phrases };

const char *phrase_code(int index) { return index >= 0 && index < PHRASES ? phrases[index].code : NULL; }

const char *phrase_words(Language language, int index) {
    return index >= 0 && index < PHRASES ? message(language, phrases[index].words) : NULL;
}

void text_clean(Text *text, const char *words) {
    mbstate_t state = {0};
    wchar_t letter;
    size_t length;
    while (*words && (length = mbrtowc(&letter, words, strlen(words), &state)) != 0) {
        if (length == (size_t)-1 || length == (size_t)-2) {
            text_char(text, '?'); /* the locale cannot show it */
            memset(&state, 0, sizeof state);
            for (words++; ((unsigned char)*words & 0xc0) == 0x80;) words++;
            continue;
        }
        if (wcwidth(letter) == 1) text_format(text, "%.*s", (int)length, words);
        else if (wcwidth(letter) != 0) text_char(text, '?');
        words += length;
    }
}

/* ---- what happens at a table besides the game */

static void tell_talk(const Screen *screen, int seat, const char *words, Text *text) {
    int index = 0;
    char name[SCREEN_COLUMNS * 4];
    Text label = text_init(name, sizeof name);
    screen_label(screen, seat, &label);
    while (phrase_code(index) && strcmp(phrase_code(index), words) != 0) index++;
    const char *said = *words == '"' ? words + 1 : phrase_code(index) ? phrase_words(screen->language, index) : words;
    message_format(text, screen->language, "{option}: {value}", WITH("option", name), WITH("value", said));
}

void table_tell(const Place *place, const Event *event, Text *text) {
    static const struct {
        const char *what, *words;
    } remarks[] = {
        {"absent", N_("A bot is now playing for {player}.")},
        {"back", N_("{player} is back.")},
        {"undo", N_("{player} takes back their last move.")},
        {"propose", N_("{player} proposes ending the match here.")},
        {"end", N_("The match was ended by agreement.")},
        {"sit", N_("{player} sits down.")},
        {"stand", N_("Somebody has left their seat.")},
        {"rematch", N_("A new match is being set up.")},
        {"clock", N_("Time ran out: a bot played for {player}.")},
    };
    const Screen *screen = &place->screen;
    const Field *what = event_field(event, "what"), *said = event_field(event, "said");
    int seat = screen_number(screen, event, "seat", 0);
    char name[SCREEN_COLUMNS * 4];
    Text words = text_init(name, sizeof name);
    screen_name(screen, seat, &words);
    if (said) tell_talk(screen, seat, field_text(said), text);
    for (size_t i = 0; what && i < sizeof remarks / sizeof *remarks; i++)
        if (strcmp(remarks[i].what, field_text(what)) == 0)
            message_format(text, screen->language, remarks[i].words, WITH("player", name));
    text_char(text, '\n');
}
