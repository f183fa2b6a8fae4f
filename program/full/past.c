/* Reads kept matches by replaying them. */
#include "program/full/past.h"

#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "games/games.h"
#include "program/full/reviewing.h"
#include "program/full/walk.h"
#include "record/replay.h"

enum { MATCHES_MAX = DIALOG_ITEMS_MAX, BEST_MAX = 10 };

/* What replaying a kept match gives. */
typedef struct Outcome {
    ReplayStatus status;
    bool seed_holds;
    Error error;
    int person; /* the seat, or -1 */
    int points;
    bool won;
} Outcome;

static int person_of(const RecordHeader *header) {
    for (int seat = 0; seat < header->setup.people; seat++)
        if (strcmp(header->names[seat], PERSON_NAME) == 0) return seat;
    return -1;
}

static void finish(const Replay *replay, Outcome *outcome) {
    const Game *game = replay->header.game;
    int points[SEATS_MAX];
    outcome->error = replay->error;
    outcome->seed_holds = replay->header.has_key && !replay->seed_broken_line;
    if (outcome->status != REPLAY_OVER || outcome->person < 0) return;
    game->points(replay_state(replay), points);
    outcome->points = points[outcome->person];
    outcome->won = game->winners(replay_state(replay)) & SEAT_BIT(outcome->person);
}

/* Plays a kept match again. */
static bool replay_match(const KeptMatch *match, Outcome *outcome) {
    FILE *file = fopen(match->path, "r");
    Replay *replay = calloc(1, sizeof *replay);
    bool good = file && replay;
    *outcome = (Outcome){.person = person_of(&match->header)};
    if (good) {
        replay_init(replay, file);
        outcome->status = replay_begin(replay, NULL);
        while (outcome->status == REPLAY_GOES_ON) outcome->status = replay_step(replay, NULL);
        finish(replay, outcome);
        replay_release(replay);
    }
    free(replay);
    if (file) fclose(file);
    return good;
}

void past_name(const RecordHeader *header, Language language, Text *text) {
    const char *label = header->game->variants[header->setup.variant].label;
    text_add(text, header->game->title);
    if (label) text_format(text, " · %s", message(language, label));
}

/* ---- the list */

/* The person and the levels of bots are called as elsewhere on the screen; other names stay. */
static const char *player_words(const char *name, Language language) {
    static const struct {
        const char *name, *words;
    } known[] = {{PERSON_NAME, N_("You")}, {"easy", N_("easy")}, {"medium", N_("medium")}, {"strong", N_("strong")}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) return message(language, known[i].words);
    return name;
}

/* "(You, 3 × medium)": neighbours of one name are counted, so that six fit a line. */
static void describe_players(const RecordHeader *header, Language language, Text *text) {
    int people = header->setup.people;
    for (int seat = 0, alike; seat < people; seat += alike) {
        for (alike = 1; seat + alike < people && strcmp(header->names[seat], header->names[seat + alike]) == 0;) alike++;
        text_add(text, seat ? ", " : "  (");
        if (alike > 1) text_format(text, "%d × ", alike);
        text_add(text, player_words(header->names[seat], language));
    }
    text_add(text, ")");
}

static void describe(const KeptMatch *match, Language language, char *label) {
    Text text = text_init(label, DIALOG_LABEL_MAX);
    text_format(&text, "%s  ", match->day);
    if (!match->readable) {
        error_print(&match->error, language, &text);
        return;
    }
    past_name(&match->header, language, &text);
    describe_players(&match->header, language, &text);
    if (match->locked) text_format(&text, "  %s", message(language, "in progress"));
    else if (!match->over) text_format(&text, "  %s", message(language, "unfinished"));
}

/* What went wrong, below the list. */
static void note_error(const Full *full, const Error *error, char *note) {
    Text text = text_init(note, DIALOG_WORDS_MAX);
    error_print(error, full->display.language, &text);
}

/* Walks through a match with the person's eyes. */
static void show_match(Full *full, const KeptMatch *match, char *note) {
    int person = person_of(&match->header);
    Error error;
    if (!walk_show(full, match->path, 1, person < 0 ? VIEWER_WHOLE : person, &error)) note_error(full, &error, note);
}

/* Looks at the person's decisions again. */
static void review_match(Full *full, const KeptMatch *match, char *note) {
    Language language = full->display.language;
    char title[DIALOG_LABEL_MAX];
    Text text = text_init(title, sizeof title);
    Error error;
    if (!match->over) {
        snprintf(note, DIALOG_WORDS_MAX, "%s", message(language, "Only a finished match can be reviewed."));
        return;
    }
    past_name(&match->header, language, &text);
    if (!full_review(full, match->path, title, &error)) note_error(full, &error, note);
}

static void verify_match(Full *full, const KeptMatch *match, char *note) {
    Language language = full->display.language;
    Outcome outcome;
    bool read = replay_match(match, &outcome);
    bool whole = outcome.status == REPLAY_OVER || outcome.status == REPLAY_UNFINISHED;
    if (read && whole && outcome.seed_holds)
        snprintf(note, DIALOG_WORDS_MAX, "%s", message(language, "Every move is legal, and the cards come from the seed."));
    else if (read && whole) snprintf(note, DIALOG_WORDS_MAX, "%s", message(language, "The cards do not come from the seed."));
    else note_error(full, &outcome.error, note);
}

static int list_matches(Full *full, KeptMatch *matches, Dialog *dialog) {
    Language language = full->display.language;
    int count = keep_list(matches, MATCHES_MAX);
    dialog->count = 0;
    snprintf(dialog->title, sizeof dialog->title, "%s", message(language, "Past games"));
    snprintf(dialog->help, sizeof dialog->help, "%s",
             message(language, "Enter: continue; w: watch; r: review; v: verify; d: delete; q: back"));
    if (count == 0) snprintf(dialog->note, sizeof dialog->note, "%s", message(language, "There are no games yet."));
    for (int i = 0; i < count; i++) {
        char label[DIALOG_LABEL_MAX];
        describe(&matches[i], language, label);
        dialog_item(dialog, label);
    }
    if (dialog->focus >= count) dialog->focus = count ? count - 1 : 0;
    return count;
}

/* A match is deleted when d is pressed twice. True if it is gone. */
static bool delete_match(Full *full, const KeptMatch *match, Dialog *dialog, char *asked) {
    Language language = full->display.language;
    if (match->locked) return false;
    if (strcmp(asked, match->path) == 0) {
        keep_delete(match->path);
        dialog->note[0] = 0;
        return true;
    }
    snprintf(asked, RECORD_PATH_MAX, "%s", match->path);
    snprintf(dialog->note, sizeof dialog->note, "%s", message(language, "Press d again to delete this game for good."));
    return false;
}

/* Takes the answer to the list; true if the match is to be continued. */
static bool take_answer(Full *full, const KeptMatch *match, Dialog *dialog, char *asked) {
    bool letter = dialog->pressed == PRESS_LETTER;
    char asked_before[RECORD_PATH_MAX];
    memcpy(asked_before, asked, sizeof asked_before);
    asked[0] = dialog->note[0] = 0;
    if (letter && dialog->letter == 'd') {
        memcpy(asked, asked_before, sizeof asked_before);
        delete_match(full, match, dialog, asked);
    } else if (!match->readable) note_error(full, &match->error, dialog->note);
    else if (letter && dialog->letter == 'r') review_match(full, match, dialog->note);
    else if (letter && dialog->letter == 'v') verify_match(full, match, dialog->note);
    else if (match->over || match->locked || (letter && dialog->letter == 'w')) show_match(full, match, dialog->note);
    else return true;
    return false;
}

bool past_matches(Full *full, char *path, size_t capacity) {
    KeptMatch *matches = calloc(MATCHES_MAX, sizeof *matches);
    Dialog *dialog = calloc(1, sizeof *dialog);
    char asked[RECORD_PATH_MAX] = "";
    bool chosen = false;
    if (matches && dialog) {
        dialog->keys = "drvw";
        int count = list_matches(full, matches, dialog);
        while (!chosen && dialog_choose(&full->display, dialog)) {
            if (count && take_answer(full, &matches[dialog->focus], dialog, asked)) {
                snprintf(path, capacity, "%s", matches[dialog->focus].path);
                chosen = true;
            }
            count = list_matches(full, matches, dialog);
        }
    }
    free(matches);
    free(dialog);
    return chosen;
}

/* ---- statistics */

typedef struct Best {
    int points;
    char day[16];
} Best;

static void add_best(Best *best, int points, const char *day) {
    int place = BEST_MAX;
    while (place > 0 && (best[place - 1].day[0] == 0 || best[place - 1].points < points)) place--;
    if (place == BEST_MAX) return;
    memmove(best + place + 1, best + place, (size_t)(BEST_MAX - place - 1) * sizeof *best);
    best[place].points = points;
    snprintf(best[place].day, sizeof best[place].day, "%s", day);
}

/* Finished matches of one game and how many of them the person won; results at solo variants go to `best`. */
static void write_game(const Full *full, const Game *game, const KeptMatch *matches, int count, Best *best, FILE *out) {
    Language language = full->display.language;
    int played = 0, won = 0;
    for (int i = 0; i < count; i++) {
        Outcome outcome;
        if (!matches[i].readable || !matches[i].over || matches[i].header.game != game) continue;
        if (!replay_match(&matches[i], &outcome) || outcome.status != REPLAY_OVER) continue;
        if (matches[i].header.setup.people == 1) add_best(best, outcome.points, matches[i].day);
        played++;
        won += outcome.won;
    }
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    message_format(&text, language, "{game}: {played} played, {won} won", WITH("game", game->title), WITH("played", played),
                   WITH("won", won));
    fprintf(out, "%s\n", words);
}

void past_statistics(Full *full) {
    Language language = full->display.language;
    KeptMatch *matches = calloc(MATCHES_MAX, sizeof *matches);
    Best best[BEST_MAX] = {{0}};
    char *words = NULL;
    size_t length;
    FILE *out = open_memstream(&words, &length);
    if (matches && out) {
        int count = keep_list(matches, MATCHES_MAX);
        for (const Game *const *game = games; *game; game++) write_game(full, *game, matches, count, best, out);
        fprintf(out, "\n%s\n", message(language, "Best solo Primo results"));
        if (!best[0].day[0]) fprintf(out, "  -\n");
        for (int i = 0; i < BEST_MAX && best[i].day[0]; i++)
            fprintf(out, "  %2d  %4d  %s\n", i + 1, best[i].points, best[i].day);
    }
    if (out) fclose(out);
    if (words) dialog_pager(&full->display, message(language, "Statistics"), words, false);
    free(words);
    free(matches);
}
