/* Tests that the full screen at 80x24 loses nothing, in every game and language.
 *
 * In positions of random games of every setting it looks for the seats with their notes, rows, cards, the question, what the
 * focus does, lists, the log and a hint: all must be there, and nothing cut off. */
#include <string.h>

#include "games/games.h"
#include "program/full/choices.h"
#include "tests/support/settings.h"
#include "tests/support/tap.h"

enum { WIDTH = 80, HEIGHT = 24, LETTERS_MAX = 4 * SCREEN_TEXT_MAX, TURNS_BETWEEN = 7, TURNS_MAX = 400, LISTED = 4 };

static const char hint[] =
    "Hint: a few words that take two lines of the screen, with a reason and another reason behind it, and "
    "what is expected of the move.";

/* The seats are taken by bots, or by people with the longest names. */
typedef struct Company {
    const char *name, *shown; /* as the header has it, and how it begins on the screen */
    bool ascii;
} Company;
static const Company companies[] = {
    {"greedy", "greedy ", false}, {"medium", "Bot ", true}, {"Maximiliane von Habsburg", "Maximiliane ", false}};
enum { COMPANIES = sizeof companies / sizeof *companies };

typedef struct Screening {
    const Setting *setting;
    Report *report;
    Place place;
    Stage stage;
    Choices choices;
    Canvas canvas;
    const State *state;
    const char *others; /* how the names of other seats begin */
} Screening;

/* ---- what is on the screen, without its spaces */

typedef struct Letters {
    uint32_t list[LETTERS_MAX];
    int count;
} Letters;

static void add_lines(const Canvas *canvas, int from, int x, Letters *letters) {
    for (int y = from; y < canvas->height; y++)
        for (int column = x; column < canvas->width; column++) {
            uint32_t letter = canvas->cells[y * canvas->width + column].letter;
            if (letter != ' ') letters->list[letters->count++] = letter;
        }
}

/* The letters of words as a canvas of the same kind shows them. */
static void add_words(const Canvas *like, const char *words, Letters *letters) {
    Canvas line = {.ascii = like->ascii};
    int columns = canvas_columns(like, words);
    if (columns == 0) return;
    assert_true(canvas_resize(&line, columns, 1));
    canvas_words(&line, 0, 0, columns, words, 0);
    add_lines(&line, 0, 0, letters);
    canvas_release(&line);
}

static bool begins(const Letters *letters, int from, const Letters *wanted) {
    return from + wanted->count <= letters->count &&
           memcmp(letters->list + from, wanted->list, (size_t)wanted->count * sizeof *wanted->list) == 0;
}

static bool lacks(Screening *screening, const char *what, const char *words) {
    char line[WIDTH * 4 + 1];
    report_fail(screening->report, "%s, %s: lost: %s: %s", screening->setting->name,
                language_name(screening->place.screen.language), what, words);
    for (int y = 0; y < HEIGHT; y++) {
        Text text = text_init(line, sizeof line);
        for (int x = 0; x < WIDTH; x++) {
            uint32_t letter = screening->canvas.cells[y * WIDTH + x].letter;
            text_char(&text, letter < 128 ? (char)letter : '.');
        }
        report_add(screening->report, "%s", line);
    }
    report_position(screening->report, "position", screening->place.game, screening->state);
    return false;
}

static bool has(Screening *screening, const Letters *screen, const char *what, const char *words) {
    static Letters wanted;
    wanted.count = 0;
    add_words(&screening->canvas, words, &wanted);
    for (int from = 0; from + wanted.count <= screen->count; from++)
        if (begins(screen, from, &wanted)) return true;
    return lacks(screening, what, words);
}

/* ---- the parts */

static bool has_seat(Screening *screening, int seat) {
    static Letters shown, wanted;
    const Stage *stage = &screening->stage;
    char words[BOARD_WORDS_MAX * 2];
    Text text = text_init(words, sizeof words);
    screen_label(&screening->place.screen, seat, &text);
    for (int i = 0; i < stage->board.column_count; i++) text_format(&text, " %d", stage->board.seats[seat].numbers[i]);
    text_format(&text, " %s", stage->board.seats[seat].note);
    shown.count = wanted.count = 0;
    add_lines(&screening->canvas, stage->seat_areas[seat].y, 2, &shown);
    add_words(&screening->canvas, words, &wanted);
    return begins(&shown, 0, &wanted) || lacks(screening, "a seat", words);
}

static bool has_board(Screening *screening, const Letters *screen) {
    const Board *board = &screening->stage.board;
    for (int seat = 0; seat < board->seat_count; seat++)
        if (!has_seat(screening, seat)) return false;
    for (int i = 0; i < board->row_count; i++) {
        char words[BOARD_WORDS_MAX + BOARD_TITLE_MAX];
        snprintf(words, sizeof words, "%s%s", board->rows[i].title, board->rows[i].words);
        if (!has(screening, screen, "a row", words)) return false;
    }
    for (int i = 0; i < board->card_count; i++)
        if (!has(screening, screen, "a card", board->cards[i].words)) return false;
    return true;
}

static bool is_whole(Screening *screening) {
    static Letters screen;
    const Canvas *canvas = &screening->canvas;
    const Stage *stage = &screening->stage;
    screen.count = 0;
    add_lines(canvas, 0, 0, &screen);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        if (canvas->cells[i].letter == '~') return lacks(screening, "words that are cut off", "~");
    if (!has_board(screening, &screen) || !has(screening, &screen, "the question", stage->question)) return false;
    if (!has(screening, &screen, "the hint", stage->notice)) return false;
    if (!*stage->notice && !has(screening, &screen, "the log", stage->log)) return false;
    if (!has(screening, &screen, "what the focus does", stage->detail)) return false;
    if (stage->focus >= 0 && !stage->spots[stage->focus].area.width) return lacks(screening, "the focus", "");
    screen.count = 0;
    add_lines(canvas, HEIGHT - 1, 0, &screen);
    return has(screening, &screen, "the keys", stage->keys) && (screen.count == 4 || lacks(screening, "the line of keys", ""));
}

/* The lists behind the spots that several moves share: each item with the focus is whole. */
static bool show_lists(Screening *screening) {
    Stage *stage = &screening->stage;
    stage->notice[0] = 0;
    for (int spot = 0; spot < stage->spot_count; spot++) {
        int first;
        if (choices_count(&screening->choices, spot, &first) < 2 || screening->place.choices[first].typed) continue;
        choices_list(&screening->choices, spot);
        for (stage->focus = 0; stage->focus < stage->spot_count; stage->focus += 1 + stage->spot_count / LISTED) {
            static Letters screen;
            stage_draw(stage, &screening->canvas);
            screen.count = 0;
            add_lines(&screening->canvas, 0, 0, &screen);
            if (!has(screening, &screen, "an item of a list", stage->spots[stage->focus].label)) return false;
        }
        choices_back(&screening->choices);
    }
    return true;
}

/* The position as the seat sees it, with and without a hint, and with the focus on the last of its choices. */
static bool show(Screening *screening, int seat, bool asks) {
    Place *place = &screening->place;
    Stage *stage = &screening->stage;
    Text question = text_init(stage->question, sizeof stage->question);
    if (seat == VIEWER_WHOLE) memcpy(&place->view, screening->state, place->game->state_bytes);
    else place->game->view(screening->state, seat, VIEW_IN(place->view));
    place->seat = place->screen.viewer = seat;
    stage->focus = -1;
    board_lay(&stage->board, place->game, &place->screen, place_view(place));
    choices_clear(&screening->choices);
    if (asks) {
        place->face->ask(place->game, &place->screen, place_view(place), &question);
        choices_gather(&screening->choices);
    }
    for (int i = 0; i < place->choice_count; i++) {
        const Choice *choice = &place->choices[i];
        if (strncmp(choice->key, "tornado", 7) == 0 && !strstr(choice->outcome, screening->others))
            return lacks(screening, "whom a Tornado is against", choice->outcome);
    }
    for (int pass = 0; pass < 3; pass++) {
        snprintf(stage->notice, sizeof stage->notice, "%s", pass == 1 ? hint : "");
        if (pass == 2 && stage->spot_count) stage->focus = stage->spot_count - 1;
        choices_explain(&screening->choices);
        stage_draw(stage, &screening->canvas);
        if (!is_whole(screening)) return false;
    }
    return show_lists(screening);
}

/* ---- the games */

static bool open_place(Screening *screening, const Company *company, Language language) {
    const Setting *setting = screening->setting;
    RecordHeader header = {.game = setting->game, .setup = setting->setup};
    Error error;
    for (int seat = 0; seat < setting->setup.people; seat++) snprintf(header.names[seat], RECORD_NAME_MAX, "%s", company->name);
    if (!place_open(&screening->place, &header, 0, language, &error)) fail_msg("%s", error.text);
    screening->place.screen.color = true;
    screening->others = company->shown;
    screening->canvas = (Canvas){.ascii = company->ascii};
    assert_true(canvas_resize(&screening->canvas, WIDTH, HEIGHT));
    screening->stage = (Stage){.focus = -1, .log = "last words", .keys = "keys"};
    return choices_open(&screening->choices, &screening->place, &screening->stage, &error);
}

static void close_place(Screening *screening) {
    choices_close(&screening->choices);
    place_release(&screening->place);
    canvas_release(&screening->canvas);
}

static bool play(Screening *screening, uint64_t seed) {
    const Game *game = screening->setting->game;
    Chance chance = chance_fast(seed), dice = chance_fast(seed + 1);
    static StateRoom room;
    static Move moves[1 << 16];
    Error error;
    memset(&room, 0, sizeof room);
    assert_true((size_t)game->moves_max <= sizeof moves / sizeof *moves);
    if (!game->setup(STATE_IN(room), &screening->setting->setup, &chance, NULL, &error)) fail_msg("%s", error.text);
    screening->state = STATE_IN(room);
    for (int turn = 0; turn < TURNS_MAX && !game_over(game, STATE_IN(room)); turn++) {
        SeatSet actors = game->actors(STATE_IN(room));
        int actor = 0;
        while (!(actors & SEAT_BIT(actor))) actor++;
        if (turn % TURNS_BETWEEN == 0 && actor < screening->setting->setup.people && !show(screening, actor, true))
            return false;
        int count = game->legal(STATE_IN(room), actor, moves);
        game->apply(STATE_IN(room), actor, moves[chance_below(&dice, (uint32_t)count)], &chance, NULL);
    }
    return show(screening, 0, false) && show(screening, ONLOOKER, false) && show(screening, VIEWER_WHOLE, false);
}

static void test_setting(void **state) {
    static Screening screening;
    static Report report;
    memset(&screening, 0, sizeof screening);
    memset(&report, 0, sizeof report);
    screening.setting = *state;
    screening.report = &report;
    int rounds = LANGUAGES * (soak() ? 40 : 1);
    for (int i = 0; i < rounds; i++) {
        if (!open_place(&screening, &companies[i % COMPANIES], (Language)(i % LANGUAGES))) fail_msg("no memory");
        bool whole = play(&screening, (uint64_t)i + 1);
        close_place(&screening);
        if (!whole) break;
    }
    report_require(&report);
}

int main(void) {
    Settings settings = {0};
    Error error;
    if (!settings_add_all(&settings, games, &error)) {
        printf("not ok settings - %s\n", error.text);
        return 1;
    }
    struct CMUnitTest *tests = calloc((size_t)settings.count, sizeof *tests);
    for (int i = 0; i < settings.count; i++)
        tests[i] =
            (struct CMUnitTest){.name = settings.list[i].name, .test_func = test_setting, .initial_state = &settings.list[i]};
    int status = tap_run("stage", tests, (size_t)settings.count);
    free(tests);
    settings_free(&settings);
    return status;
}
