/* Tests records: headers, files and replay; every line of a record is broken in turn, and the replay must name it.
 * For every game and variant a record is made by random play, and then every line of it is edited, cut, dropped and doubled. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "games/games.h"
#include "record/replay.h"
#include "tests/support/tap.h"

enum { LINES_MAX = 60000 };

/* How many lines of each record are edited, at its head and at its tail, and how many are picked at random. */
static int edited_lines(void) { return soak() ? 120 : 18; }
static int tail_lines(void) { return soak() ? 30 : 1; }
static int sampled_lines(void) { return soak() ? 200 : 4; }

/* ---- a record in memory, as separate lines */

typedef struct Sheet {
    int count;
    char **lines;
    const Game *game;
} Sheet;

static void sheet_add(Sheet *sheet, const char *line) {
    assert_true(sheet->count < LINES_MAX);
    sheet->lines[sheet->count++] = strdup(line);
}

static void sheet_take(void *context, const Event *event) {
    Sheet *sheet = context;
    char line[EVENT_JSON_MAX];
    Text text = text_init(line, sizeof line);
    event_write(sheet->game, event, VIEWER_WHOLE, &text);
    assert_false(text.overflow);
    sheet_add(sheet, line);
}

static void sheet_free(Sheet *sheet) {
    for (int i = 0; i < sheet->count; i++) free(sheet->lines[i]);
    free(sheet->lines);
}

/* A game of random moves, people sitting as few as may be. */
static Sheet play_sheet(const Game *game, int variant, uint64_t seed, bool revealed) {
    Sheet sheet = {.lines = calloc(LINES_MAX, sizeof(char *)), .game = game};
    EventSink *sink = calloc(1, sizeof *sink);
    Move *moves = malloc((size_t)game->moves_max * sizeof *moves);
    RecordHeader header = {.game = game, .has_key = revealed};
    char line[RECORD_LINE_MAX];
    Text text = text_init(line, sizeof line);
    StateRoom room;
    State *state = STATE_IN(room);
    header.setup = (Setup){.variant = variant, .people = game->variants[variant].people_min};
    header.key.bytes[0] = (uint8_t)seed;
    memset(header.commitment, 'c', CHANCE_KEY_HEX);
    for (int seat = 0; seat < header.setup.people; seat++) strcpy(header.names[seat], "random");
    record_header_write(&header, &text);
    sheet_add(&sheet, line);
    *sink = (EventSink){.take = sheet_take, .context = &sheet};
    Chance chance = chance_table(&header.key), dice = chance_fast(seed);
    assert_true(game->setup(state, &header.setup, &chance, sink, NULL));
    for (SeatSet actors; (actors = game->actors(state)) != 0;) {
        int actor = __builtin_ctz(actors), count = game->legal(state, actor, moves);
        assert_true(game_play(game, state, actor, moves[chance_below(&dice, (uint32_t)count)], &chance, sink, NULL));
    }
    free(moves);
    free(sink);
    return sheet;
}

/* ---- replaying it */

typedef struct Outcome {
    ReplayStatus status;
    long line, seed_line, moves;
    int records;
    Error error;
} Outcome;

static Outcome replay_bytes(const char *bytes, size_t length) {
    Replay *replay = calloc(1, sizeof *replay);
    FILE *file = length ? fmemopen((void *)(uintptr_t)bytes, length, "r") : fopen("/dev/null", "r");
    Outcome outcome = {0};
    assert_non_null(file);
    replay_init(replay, file);
    do {
        outcome.status = replay_begin(replay, NULL);
        while (outcome.status == REPLAY_GOES_ON) outcome.status = replay_step(replay, NULL);
        if (outcome.status != REPLAY_NONE) outcome.moves += replay->moves;
        if (outcome.status == REPLAY_OVER) outcome.records++;
    } while (outcome.status == REPLAY_OVER);
    outcome.line = replay->broken_line;
    outcome.seed_line = replay->seed_broken_line;
    outcome.error = replay->error;
    replay_release(replay);
    free(replay);
    fclose(file);
    return outcome;
}

/* The first `count` lines, with line `changed` (from 0) replaced; NULL drops it. */
static Outcome replay_sheet(const Sheet *sheet, int count, int changed, const char *line) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    for (int i = 0; i < count; i++) {
        const char *words = i == changed ? line : sheet->lines[i];
        if (words) fprintf(out, "%s\n", words);
    }
    fclose(out);
    Outcome outcome = replay_bytes(bytes, length);
    free(bytes);
    return outcome;
}

static bool is_good(const Outcome *outcome) { return outcome->status == REPLAY_NONE && outcome->seed_line == 0; }

static void each_variant(void (*check)(const Sheet *sheet)) {
    for (const Game *const *game = games; *game; game++)
        for (int variant = 0; (*game)->variants[variant].name; variant++) {
            Sheet sheet = play_sheet(*game, variant, 11, true);
            check(&sheet);
            sheet_free(&sheet);
        }
}

/* ---- whole records */

static void check_good(const Sheet *sheet) {
    Outcome outcome = replay_sheet(sheet, sheet->count, -1, NULL);
    assert_int_equal(outcome.status, REPLAY_NONE);
    assert_int_equal(outcome.records, 1);
    assert_int_equal(outcome.seed_line, 0);
    assert_true(outcome.moves > 0);
}

static void whole_records_are_good(void **unused) {
    (void)unused;
    each_variant(check_good);
}

static void key_is_not_needed(void **unused) {
    (void)unused;
    for (const Game *const *game = games; *game; game++) {
        Sheet sheet = play_sheet(*game, 0, 12, false);
        check_good(&sheet);
        sheet_free(&sheet);
    }
}

static void several_records_in_a_file(void **unused) {
    (void)unused;
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    for (int i = 0; i < 3; i++) {
        Sheet sheet = play_sheet(games[0], 0, (uint64_t)i, i != 1);
        for (int j = 0; j < sheet.count; j++) fprintf(out, "%s\n", sheet.lines[j]);
        sheet_free(&sheet);
    }
    fclose(out);
    Outcome outcome = replay_bytes(bytes, length);
    assert_true(is_good(&outcome));
    assert_int_equal(outcome.records, 3);
    free(bytes);
}

/* ---- cut records */

static void check_cuts(const Sheet *sheet) {
    int last = sheet->count < edited_lines() ? sheet->count : edited_lines();
    for (int kept = 1; kept < last; kept++) {
        Outcome outcome = replay_sheet(sheet, kept, -1, NULL);
        assert_true(outcome.status == REPLAY_UNFINISHED || outcome.status == REPLAY_CUT);
        assert_int_equal(outcome.line, kept + 1);
    }
    for (int kept = 1; kept < last; kept++) {
        /* in the middle of a line */
        char *bytes = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&bytes, &length);
        for (int i = 0; i < kept; i++) fprintf(out, "%s\n", sheet->lines[i]);
        fprintf(out, "%.*s", (int)strlen(sheet->lines[kept]) / 2, sheet->lines[kept]);
        fclose(out);
        Outcome outcome = replay_bytes(bytes, length);
        assert_int_equal(outcome.status, REPLAY_CUT);
        assert_int_equal(outcome.line, kept + 1);
        free(bytes);
    }
}

static void cuts_are_told(void **unused) {
    (void)unused;
    each_variant(check_cuts);
}

/* A record that stops where the next begins is cut as well. */
static void cut_by_the_next_record(void **unused) {
    (void)unused;
    Sheet sheet = play_sheet(games[0], 0, 5, true);
    for (int at = 2; at < 40; at++) {
        Outcome outcome = replay_sheet(&sheet, sheet.count, at, sheet.lines[0]);
        assert_true(outcome.status == REPLAY_UNFINISHED || outcome.status == REPLAY_CUT);
        assert_int_equal(outcome.line, at + 1);
        assert_non_null(strstr(outcome.error.text, "another record begins"));
    }
    sheet_free(&sheet);
}

/* ---- edited records */

typedef enum { EDIT_CHANGE, EDIT_REMOVE, EDIT_KINDS } EditKind;

static json_t *changed_value(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_INTEGER: return json_integer(json_integer_value(value) + 1);
    case JSON_TRUE: return json_false();
    case JSON_FALSE: return json_true();
    case JSON_NULL: return json_integer(0);
    case JSON_STRING: return json_string(strcmp(json_string_value(value), "x") ? "x" : "y");
    default: return json_null();
    }
}

/* Changes the index-th leaf of the tree (lists and objects count as leaves too), in an order of its own; counts down. */
static bool edit_leaf(json_t *tree, int *index, EditKind kind) {
    const char *key;
    json_t *value;
    void *next;
    size_t i;
    if (json_is_object(tree)) {
        json_object_foreach_safe(tree, next, key, value) {
            if ((*index)-- == 0) {
                if (kind == EDIT_REMOVE) json_object_del(tree, key);
                else json_object_set_new(tree, key, changed_value(value));
                return true;
            }
            if (edit_leaf(value, index, kind)) return true;
        }
    }
    json_array_foreach(tree, i, value) {
        if ((*index)-- == 0) {
            if (kind == EDIT_REMOVE) json_array_remove(tree, i);
            else json_array_set_new(tree, i, changed_value(value));
            return true;
        }
        if (edit_leaf(value, index, kind)) return true;
    }
    return false;
}

static bool is_chance_line(const char *line) {
    return strstr(line, "\"event\":\"shuffle\"") || strstr(line, "\"event\":\"lot\"");
}

static void expect_named(const Sheet *sheet, int count, int line, const char *edited) {
    Outcome outcome = replay_sheet(sheet, count, line, edited);
    bool named = outcome.line == line + 1 &&
                 (outcome.status == REPLAY_BROKEN || outcome.status == REPLAY_CUT || outcome.status == REPLAY_UNFINISHED);
    /* Chance that is told differently may be possible by the rules: then the seed tells. */
    if (is_chance_line(sheet->lines[line])) named = named || outcome.seed_line == line + 1;
    if (!named) print_error("line %d as %s: %s\n", line + 1, edited, outcome.error.text);
    assert_true(named);
}

static void edit_line(const Sheet *sheet, int count, int line) {
    for (EditKind kind = EDIT_CHANGE; kind < EDIT_KINDS; kind++)
        for (int leaf = 0;; leaf++) {
            json_t *tree = json_loads(sheet->lines[line], 0, NULL);
            int index = leaf;
            bool edited = edit_leaf(tree, &index, kind);
            char *words = json_dumps(tree, JSON_COMPACT);
            if (edited && strcmp(words, sheet->lines[line]) != 0) expect_named(sheet, count, line, words);
            free(words);
            json_decref(tree);
            if (!edited) break;
        }
    char longer[EVENT_JSON_MAX + 32];
    snprintf(longer, sizeof longer, "%.*s,\"more\":1}", (int)strlen(sheet->lines[line]) - 1, sheet->lines[line]);
    expect_named(sheet, count, line, longer);
    expect_named(sheet, count, line, "");
    expect_named(sheet, count, line, "[]");
    expect_named(sheet, count, line, "{\"event\":");
}

static void check_edits(const Sheet *sheet) {
    int head = sheet->count < edited_lines() ? sheet->count : edited_lines();
    for (int line = 1; line < head; line++) edit_line(sheet, head, line);
    for (int line = sheet->count - tail_lines(); line < sheet->count; line++)
        if (line > 0) edit_line(sheet, sheet->count, line);
}

static void edits_are_named(void **unused) {
    (void)unused;
    each_variant(check_edits);
}

/* A record says the same with other blanks, and with its fields in another order. */
static void check_spelling(const Sheet *sheet) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    for (int i = 0; i < sheet->count; i++) {
        json_t *tree = json_loads(sheet->lines[i], 0, NULL);
        char *words = json_dumps(tree, JSON_SORT_KEYS);
        fprintf(out, " %s \n", words);
        free(words);
        json_decref(tree);
    }
    fclose(out);
    Outcome outcome = replay_bytes(bytes, length);
    if (!is_good(&outcome)) print_error("%s\n", outcome.error.text);
    assert_true(is_good(&outcome));
    assert_int_equal(outcome.records, 1);
    free(bytes);
}

static void other_spellings_are_good(void **unused) {
    (void)unused;
    each_variant(check_spelling);
}

/* Anywhere in a long record; dropped and doubled lines. */
static void check_samples(const Sheet *sheet) {
    Chance dice = chance_fast(3);
    for (int i = 0; i < sampled_lines(); i++) {
        int line = 1 + (int)chance_below(&dice, (uint32_t)sheet->count - 1);
        Outcome dropped = replay_sheet(sheet, sheet->count, line, NULL);
        assert_false(is_good(&dropped));
        assert_true(dropped.line >= line + 1 || dropped.seed_line >= line + 1);
        char doubled[2 * EVENT_JSON_MAX + 2];
        snprintf(doubled, sizeof doubled, "%s\n%s", sheet->lines[line], sheet->lines[line]);
        Outcome twice = replay_sheet(sheet, sheet->count, line, doubled);
        assert_false(is_good(&twice));
        assert_int_equal(twice.line, line + 2);
    }
}

static void dropped_and_doubled_lines(void **unused) {
    (void)unused;
    each_variant(check_samples);
}

/* A chance line edited into another possible outcome: the seed names it, and so do the rules where it shows. */
static void chance_follows_from_the_seed(void **unused) {
    (void)unused;
    Sheet sheet = play_sheet(games[0], 1, 9, true);
    for (int line = 1; line < edited_lines(); line++) {
        json_t *tree = json_loads(sheet.lines[line], 0, NULL), *cards = json_object_get(tree, "cards");
        if (strstr(sheet.lines[line], "\"event\":\"shuffle\"")) {
            json_t *first = json_incref(json_array_get(cards, 0));
            json_array_set(cards, 0, json_array_get(cards, 39));
            json_array_set_new(cards, 39, first);
            char *words = json_dumps(tree, JSON_COMPACT);
            Outcome outcome = replay_sheet(&sheet, sheet.count, line, words);
            assert_int_equal(outcome.seed_line, line + 1);
            assert_int_equal(outcome.status, REPLAY_BROKEN);
            assert_true(outcome.line > line + 1);
            free(words);
        }
        json_decref(tree);
    }
    sheet_free(&sheet);
}

/* The page docs/record.md says how chance is drawn from the key: here it is done by hand, for the first lot and shuffle. */
typedef struct Words {
    uint32_t key[8], nonce[3], block[16], counter;
    int used;
} Words;

static uint32_t drawn_below(Words *words, uint32_t bound) {
    for (;;) {
        if (words->used == 16) {
            chacha20_block(words->key, words->counter++, words->nonce, words->block);
            words->used = 0;
        }
        words->used += 2; /* of two words the second counts */
        uint64_t product = (uint64_t)words->block[words->used - 1] * bound;
        if ((uint32_t)product >= (uint32_t)((UINT64_C(1) << 32) % bound)) return (uint32_t)(product >> 32);
    }
}

static void chance_is_drawn_as_documented(void **unused) {
    (void)unused;
    Sheet sheet = play_sheet(games[0], 1, 77, true);
    char line[EVENT_JSON_MAX];
    Words words = {.key = {77}, .nonce = {0, 0, 0}, .used = 16};
    Text text = text_init(line, sizeof line);
    text_format(&text, "{\"event\":\"lot\",\"n\":0,\"of\":4,\"value\":%u}", drawn_below(&words, 4));
    assert_string_equal(line, sheet.lines[1]);
    uint8_t cards[40];
    for (int i = 0; i < 40; i++) cards[i] = (uint8_t)i; /* from the first of Swords to the last of Coins */
    words = (Words){.key = {77}, .nonce = {0, 1, 0}, .used = 16};
    for (uint32_t left = 40; left > 1; left--) {
        uint32_t place = drawn_below(&words, left);
        uint8_t card = cards[place];
        cards[place] = cards[left - 1];
        cards[left - 1] = card;
    }
    text = text_init(line, sizeof line);
    text_add(&text, "{\"event\":\"shuffle\",\"n\":1,\"cards\":[");
    for (int i = 0; i < 40; i++) text_format(&text, "%s\"%d%c\"", i ? "," : "", cards[i] % 10 + 1, "SBCD"[cards[i] / 10]);
    text_add(&text, "]}");
    assert_string_equal(line, sheet.lines[3]);
    sheet_free(&sheet);
}

/* ---- headers */

/* Replaces `from` in the header by `to`. */
static Outcome with_header(const Sheet *sheet, const char *from, const char *to) {
    char line[RECORD_LINE_MAX];
    const char *at = strstr(sheet->lines[0], from);
    assert_non_null(at);
    snprintf(line, sizeof line, "%.*s%s%s", (int)(at - sheet->lines[0]), sheet->lines[0], to, at + strlen(from));
    return replay_sheet(sheet, sheet->count, 0, line);
}

static void expect_header_refused(const Sheet *sheet, const char *from, const char *to, const char *why) {
    Outcome outcome = with_header(sheet, from, to);
    assert_int_equal(outcome.status, REPLAY_BROKEN);
    assert_int_equal(outcome.line, 1);
    if (!strstr(outcome.error.text, why)) print_error("%s\n", outcome.error.text);
    assert_non_null(strstr(outcome.error.text, why));
}

static void bad_headers_are_refused(void **unused) {
    (void)unused;
    Sheet sheet = play_sheet(games[0], 1, 21, true);
    char many[4096] = "{\"event\":\"header\"";
    for (int i = 0; i < 40; i++) sprintf(many + strlen(many), ",\"f%d\":0", i);
    expect_header_refused(&sheet, "{\"event\":\"header\"", many, "too many fields");
    expect_header_refused(&sheet, "{", "", "not JSON");
    expect_header_refused(&sheet, "\"format\":1", "\"format\":2", "format 2");
    expect_header_refused(&sheet, "\"format\":1", "\"format\":\"1\"", "\"format\"");
    expect_header_refused(&sheet, "\"format\":1,", "", "\"format\"");
    expect_header_refused(&sheet, "\"primiera\"", "\"scopa\"", "choose from primiera");
    expect_header_refused(&sheet, "\"primiera\"", "7", "\"game\"");
    expect_header_refused(&sheet, "\"classic\"", "\"clasic\"", "choose from heralds");
    expect_header_refused(&sheet, "\"classic\"", "\"\"", "no variant");
    expect_header_refused(&sheet, "\"revision\":1", "\"revision\":99", "revision 99");
    expect_header_refused(&sheet, "\"options\":{}", "\"options\":{\"no\":\"1\"}", "'no'");
    expect_header_refused(&sheet, "\"options\":{}", "\"options\":{\"target\":21}", "\"target\"");
    expect_header_refused(&sheet, "\"options\":{}", "\"options\":{\"target\":\"x\"}", "target");
    expect_header_refused(&sheet, "\"options\":{}", "\"options\":[]", "\"options\"");
    expect_header_refused(&sheet, ",\"random\"]", "]", "takes 4, not 3");
    expect_header_refused(&sheet, "\"random\"]", "\"random\",\"random\"]", "takes 4, not 5");
    expect_header_refused(&sheet, "\"random\"]", "9]", "seat 3");
    expect_header_refused(&sheet, "\"seed\":\"15", "\"seed\":\"5", "64 hex");
    expect_header_refused(&sheet, "\"seed\":\"15", "\"seed\":\"zz", "64 hex");
    expect_header_refused(&sheet, "\"seed\"", "\"sed\"", "\"seed\"");
    expect_header_refused(&sheet, "\"format\":1", "\"format\":1,\"format\":1", "not JSON");
    expect_header_refused(&sheet, "\"event\":\"header\"", "\"event\":\"round\"", "expected a header");
    sheet_free(&sheet);
}

static void edited_headers_are_caught(void **unused) {
    (void)unused;
    Sheet sheet = play_sheet(games[0], 1, 22, true);
    Outcome seed = with_header(&sheet, "\"seed\":\"16", "\"seed\":\"17");
    assert_int_equal(seed.status, REPLAY_NONE); /* the rules are kept */
    assert_in_range(seed.seed_line, 2, 4);      /* the lot or the first shuffle */
    Outcome variant = with_header(&sheet, "classic", "heralds");
    assert_int_equal(variant.status, REPLAY_BROKEN);
    assert_in_range(variant.line, 3, 5);
    Outcome target = with_header(&sheet, "\"options\":{}", "\"options\":{\"target\":\"300\"}");
    assert_int_equal(target.status, REPLAY_BROKEN);
    assert_int_equal(target.line, sheet.count);
    assert_non_null(strstr(target.error.text, "\"round\" should stand here, not \"end\""));
    Outcome more = with_header(&sheet, "\"format\":1", "\"format\":1,\"place\":\"kitchen\"");
    assert_true(is_good(&more));
    sheet_free(&sheet);
}

static void headers_come_back(void **unused) {
    (void)unused;
    RecordHeader header = {.game = games[0], .has_key = true}, read;
    char line[RECORD_LINE_MAX], again[RECORD_LINE_MAX];
    header.setup = (Setup){.variant = 0, .people = 4};
    assert_true(setup_option(&header.setup, span_of("target=7"), NULL));
    assert_true(setup_option(&header.setup, span_of("extra_round=any"), NULL));
    const char *names[] = {"you", "a \"quoted\" \\ name", "perché", "é\t"};
    for (int i = 0; i < 4; i++) strcpy(header.names[i], names[i]);
    for (int i = 0; i < CHANCE_KEY_BYTES; i++) header.key.bytes[i] = (uint8_t)(i * 7);
    Text text = text_init(line, sizeof line);
    record_header_write(&header, &text);
    assert_true(record_header_read(&read, span_of(line), NULL));
    Text second = text_init(again, sizeof again);
    record_header_write(&read, &second);
    assert_string_equal(line, again);
    assert_string_equal(read.names[1], names[1]);
    assert_memory_equal(&read.key, &header.key, sizeof header.key);
}

/* ---- lines and files */

static void lines_have_limits(void **unused) {
    (void)unused;
    char *bytes = malloc(3 * LINE_MAX_BYTES);
    memset(bytes, 'a', 3 * LINE_MAX_BYTES);
    bytes[LINE_MAX_BYTES] = '\n';         /* exactly as long as allowed */
    bytes[LINE_MAX_BYTES * 2 + 2] = '\n'; /* one byte too long */
    memcpy(bytes + LINE_MAX_BYTES * 2 + 3, "b\0c\n\nend", 8);
    FILE *file = fmemopen(bytes, LINE_MAX_BYTES * 2 + 3 + 8, "r");
    Lines *lines = malloc(sizeof *lines);
    const LineStatus expected[] = {LINE_READ, LINE_LONG, LINE_NUL, LINE_READ, LINE_CUT, LINE_END, LINE_END};
    lines_init(lines, file);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(lines_peek(lines), expected[i]);
        assert_int_equal(lines->number, i < 5 ? i + 1 : 6);
        lines_take(lines);
    }
    fclose(file);
    free(lines);
    free(bytes);
}

/* A line without an end is given up, once and for all. */
static void endless_line(void **unused) {
    (void)unused;
    FILE *file = fopen("/dev/zero", "r");
    Lines *lines = malloc(sizeof *lines);
    lines_init(lines, file);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lines_peek(lines), LINE_ENDLESS);
        assert_int_equal(lines->number, 1);
        lines_take(lines);
    }
    assert_true(ftell(file) <= 2 * LINE_SKIPPED_MAX);
    fclose(file);
    free(lines);
}

static void odd_files_are_refused(void **unused) {
    (void)unused;
    char *bytes = malloc(LINE_MAX_BYTES + 10);
    memset(bytes, 'x', LINE_MAX_BYTES + 10);
    bytes[LINE_MAX_BYTES + 9] = '\n';
    Outcome empty = replay_bytes("", 0), longer = replay_bytes(bytes, LINE_MAX_BYTES + 10);
    assert_int_equal(empty.status, REPLAY_NONE);
    assert_int_equal(empty.records, 0);
    assert_int_equal(longer.status, REPLAY_BROKEN);
    assert_string_equal(longer.error.text, "line 1: the line is too long");
    Outcome zero = replay_bytes("{\"a\0b\":1}\n", 11);
    assert_string_equal(zero.error.text, "line 1: the line holds a zero byte");
    free(bytes);
}

static void deep_json_is_refused(void **unused) {
    (void)unused;
    char bytes[8001];
    memset(bytes, '[', 8000);
    bytes[8000] = '\n';
    Outcome outcome = replay_bytes(bytes, 8001);
    assert_int_equal(outcome.status, REPLAY_BROKEN);
    assert_int_equal(outcome.line, 1);
}

static void files_appear_whole(void **unused) {
    (void)unused;
    char path[] = "/tmp/araldo_record_XXXXXX", words[8] = "";
    struct stat status;
    RecordFile record;
    Error error;
    assert_non_null(mkdtemp(path));
    char name[64];
    snprintf(name, sizeof name, "%s/out", path);
    assert_true(record_open(&record, name, &error));
    record_line(&record, "one");
    assert_int_equal(stat(name, &status), -1); /* nothing under the final name yet */
    assert_true(record_close(&record, &error));
    FILE *file = fopen(name, "r");
    assert_int_equal(fread(words, 1, sizeof words, file), 4);
    assert_string_equal(words, "one\n");
    fclose(file);

    assert_true(record_open(&record, name, &error));
    record_line(&record, "two");
    record_abandon(&record);
    file = fopen(name, "r");
    assert_int_equal(fread(words, 1, sizeof words, file), 4);
    assert_string_equal(words, "one\n"); /* the old one stays */
    fclose(file);

    assert_false(record_open(&record, "/no/such/place/out", &error));
    assert_false(record_open(&record, path, &error)); /* a directory */
    assert_false(record_open(&record, "", &error));
    assert_true(record_open(&record, "/dev/full", &error)); /* written directly, and never replaced */
    record_line(&record, "three");
    assert_false(record_close(&record, &error));
    assert_non_null(strstr(error.text, "No space left"));
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    unlink(name);
    assert_int_equal(rmdir(path), 0); /* no temporary file is left either */
}

static void logs_keep_events(void **unused) {
    (void)unused;
    EventLog log;
    EventSink *sink = calloc(1, sizeof *sink);
    Event *event = calloc(1, sizeof *event);
    event_log_init(&log);
    *sink = (EventSink){.take = event_log_take, .context = &log};
    for (int i = 0; i < 500; i++) {
        event_begin(sink, i % 2 ? "odd" : "even");
        event_number(sink, "i", i, SEEN_BY_ALL);
        event_text(sink, "words", "abc", SEAT_BIT(1));
        event_end(sink);
    }
    assert_int_equal(log.event_count, 500);
    for (size_t i = 0; i < 500; i++) {
        event_log_read(&log, i, event);
        assert_string_equal(event->kind, i % 2 ? "odd" : "even");
        assert_int_equal(event_field(event, "i")->number, i);
        assert_true(event_log_equal(&log, i, event));
        assert_false(event_log_equal(&log, (i + 2) % 500, event));
    }
    event_log_release(&log);
    free(event);
    free(sink);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_records_are_good),
        cmocka_unit_test(key_is_not_needed),
        cmocka_unit_test(several_records_in_a_file),
        cmocka_unit_test(cuts_are_told),
        cmocka_unit_test(cut_by_the_next_record),
        cmocka_unit_test(edits_are_named),
        cmocka_unit_test(other_spellings_are_good),
        cmocka_unit_test(dropped_and_doubled_lines),
        cmocka_unit_test(chance_follows_from_the_seed),
        cmocka_unit_test(chance_is_drawn_as_documented),
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(edited_headers_are_caught),
        cmocka_unit_test(headers_come_back),
        cmocka_unit_test(lines_have_limits),
        cmocka_unit_test(endless_line),
        cmocka_unit_test(odd_files_are_refused),
        cmocka_unit_test(deep_json_is_refused),
        cmocka_unit_test(files_appear_whole),
        cmocka_unit_test(logs_keep_events),
    };
    return tap_run("record", tests, sizeof tests / sizeof *tests);
}
