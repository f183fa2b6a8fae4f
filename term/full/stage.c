/* Measures the parts of the screen, gives each its lines, and draws them. */
#include "term/full/stage.h"

#include <string.h>

#include "core/message.h"

enum {
    NAME_COLUMNS_MIN = 14,
    NOTE_COLUMNS_MIN = 20,
    NUMBER_COLUMNS_MIN = 6,
    ZONE_COLUMNS = 14,
    BOX_LINES = 3,
    CARD_COLUMNS_MIN = 3,
    LOG_LINES_MIN = 2,
    WIDE_COLUMNS = 118,
    ROW_GAP = 2,
    ROW_LEAD = 2, /* for the digit that chooses a row */
    ROW_COLUMNS_MAX = 8,
    ROOMY_LINES = 12, /* with so many lines for the log, empty lines set the parts apart */
    GAPS = 4,
    NUMBERED_MAX = 10,
    LIST_INDENT = 5,
};

/* How the lines of the screen are shared out. */
typedef struct Plan {
    Canvas *canvas;
    Stage *stage;
    int width; /* of the part with the table */
    int name_columns;
    int seat_lines[SEATS_MAX];
    int row_columns, row_lines, row_titles[ROW_COLUMNS_MAX], row_widths[ROW_COLUMNS_MAX];
    int zone_lines[ZONE_NONE];
    bool boxed[ZONE_NONE];
    int question_lines, detail_lines, button_lines, log_lines, notice_lines, gap;
} Plan;

/* ---- the spots */

/* The spot of a card or a row; -1 if it has none. */
static int spot_of(const Stage *stage, Zone zone, int card) {
    for (int i = 0; i < stage->spot_count && !stage->lists; i++)
        if (stage->spots[i].zone == zone && stage->spots[i].card == card) return i;
    return -1;
}

static void spot_place(Plan *plan, int index, Area area) {
    if (index < 0 || plan->stage->spots[index].area.width) return;
    plan->stage->spots[index].area = area;
}

/* Puts the terminal's cursor to the focused spot. */
static void place_cursor(Plan *plan, int index, int x, int y) {
    if (index < 0 || index != plan->stage->focus || plan->stage->types) return;
    plan->canvas->cursor_x = x;
    plan->canvas->cursor_y = y;
}

/* The digit that chooses a spot, as "1"; "" for those without one. */
static void spot_number(const Stage *stage, int index, char number[2]) {
    number[0] = index < 0 || index >= NUMBERED_MAX || stage->lists ? 0 : (char)('0' + (index + 1) % NUMBERED_MAX);
    number[1] = 0;
}

int stage_spot_at(const Stage *stage, int x, int y) {
    for (int i = 0; i < stage->spot_count; i++)
        if (area_has(&stage->spots[i].area, x, y)) return i;
    return -1;
}

static int distance(int a, int b) { return a < b ? b - a : a - b; }

/* The neighbour above or below: the nearest line, and on it the nearest column. */
static int neighbour_line(const Stage *stage, int dy) {
    const Area *from = &stage->spots[stage->focus].area;
    int best = -1, best_distance = 0;
    for (int i = 0; i < stage->spot_count; i++) {
        const Area *to = &stage->spots[i].area;
        if (!to->width || (to->y - from->y) * dy <= 0) continue;
        int far = distance(to->y, from->y) * STAGE_SPOTS_MAX + distance(to->x, from->x);
        if (best < 0 || far < best_distance) {
            best = i;
            best_distance = far;
        }
    }
    return best;
}

void stage_move(Stage *stage, int dx, int dy) {
    int count = stage->spot_count, next = -1;
    if (count == 0) return;
    if (stage->focus < 0) stage->focus = 0;
    if (dy && !stage->lists) next = neighbour_line(stage, dy);
    else next = (stage->focus + (dx ? dx : dy) + count) % count;
    if (next >= 0) stage->focus = next;
}

/* ---- cards */

/* Letters alone would make cards too narrow to be cards. */
static int box_columns(const Canvas *canvas, const char *words) {
    int columns = canvas_columns(canvas, words);
    return columns < CARD_COLUMNS_MIN ? CARD_COLUMNS_MIN : columns;
}

/* Puts a card's words into the middle of its box. */
static void draw_face(Canvas *canvas, int x, int y, int columns, const char *words, unsigned marks) {
    canvas_fill(canvas, (Area){x, y, columns, 1}, marks);
    canvas_words(canvas, x + (columns - canvas_columns(canvas, words)) / 2, y, columns, words, marks);
}

static int zone_count(const Board *board, Zone zone) {
    int count = 0;
    for (int i = 0; i < board->card_count; i++) count += board->cards[i].zone == zone;
    return count;
}

/* The columns that the zone's cards take side by side as boxes with common edges. */
static int boxes_columns(const Plan *plan, Zone zone) {
    const Board *board = &plan->stage->board;
    int columns = 1;
    for (int i = 0; i < board->card_count; i++)
        if (board->cards[i].zone == zone) columns += box_columns(plan->canvas, board->cards[i].words) + 1;
    return columns;
}

/* The lines that they take as words; also draws them if `y` is not negative. */
static int flow_cards(Plan *plan, Zone zone, int y) {
    Stage *stage = plan->stage;
    int x = ZONE_COLUMNS, lines = 1;
    for (int i = 0; i < stage->board.card_count; i++) {
        const BoardCard *card = &stage->board.cards[i];
        if (card->zone != zone) continue;
        int columns = canvas_columns(plan->canvas, card->words), spot = spot_of(stage, zone, card->card);
        if (x + columns > plan->width) {
            x = ZONE_COLUMNS;
            lines++;
        }
        if (y >= 0) {
            bool first = spot >= 0 && !stage->spots[spot].area.width, focused = first && spot == stage->focus;
            bool picked = zone == ZONE_HAND && card->card < 64 && stage->picks >> card->card & 1;
            bool taken = zone == ZONE_TABLE && card->card < 64 && stage->takes >> card->card & 1;
            unsigned marks = (focused ? MARK_REVERSE : 0) | (taken || picked ? MARK_BOLD | MARK_UNDERLINE : 0);
            canvas_words(plan->canvas, x, y + lines - 1, columns, card->words, marks);
            spot_place(plan, spot, (Area){x, y + lines - 1, columns, 1});
            if (focused) place_cursor(plan, spot, x, y + lines - 1);
        }
        x += columns + 1;
    }
    return lines;
}

/* One box of a row of cards, with the digit that chooses it in its upper edge, and a double edge below if it would be taken. */
static int draw_box(Plan *plan, const BoardCard *card, int x, int y) {
    Stage *stage = plan->stage;
    Canvas *canvas = plan->canvas;
    int columns = box_columns(canvas, card->words), spot = spot_of(stage, (Zone)card->zone, card->card);
    bool first = spot >= 0 && !stage->spots[spot].area.width, focused = first && spot == stage->focus;
    bool picked = card->zone == ZONE_HAND && card->card < 64 && stage->picks >> card->card & 1;
    bool taken = card->zone == ZONE_TABLE && card->card < 64 && stage->takes >> card->card & 1;
    char number[2];
    canvas_frame(canvas, (Area){x, y, columns + 2, BOX_LINES}, 0);
    draw_face(canvas, x + 1, y + 1, columns, card->words, focused ? MARK_REVERSE : taken || picked ? MARK_BOLD : 0);
    for (int i = 1; i <= columns && (taken || picked); i++) canvas_words(canvas, x + i, y + 2, 1, "═", MARK_BOLD);
    spot_number(stage, first ? spot : -1, number);
    canvas_words(canvas, x + 1, y, columns, number, MARK_BOLD);
    if (first) spot_place(plan, spot, (Area){x + 1, y, columns, BOX_LINES});
    if (focused) place_cursor(plan, spot, x + 1, y + 1);
    return columns + 1;
}

void stage_card(Canvas *canvas, int x, int y, const char *words) {
    int columns = box_columns(canvas, words);
    canvas_frame(canvas, (Area){x, y, columns + 2, BOX_LINES}, 0);
    draw_face(canvas, x + 1, y + 1, columns, words, 0);
}

/* Where two boxes meet, their corners join. */
static void join_edge(Canvas *canvas, int x, int y) {
    canvas_words(canvas, x, y, 1, "┬", 0);
    canvas_words(canvas, x, y + 2, 1, "┴", 0);
}

static int draw_zone(Plan *plan, Zone zone, int y) {
    const Board *board = &plan->stage->board;
    int lines = plan->zone_lines[zone], x = ZONE_COLUMNS;
    if (lines == 0) return y;
    canvas_words(plan->canvas, 0, plan->boxed[zone] ? y + 1 : y, ZONE_COLUMNS - 1, board->zone_titles[zone], MARK_BOLD);
    if (zone_count(board, zone) == 0) {
        canvas_words(plan->canvas, x, plan->boxed[zone] ? y + 1 : y, 1, "-", 0);
        return y + lines;
    }
    if (!plan->boxed[zone]) {
        flow_cards(plan, zone, y);
        return y + lines;
    }
    for (int i = 0; i < board->card_count; i++) {
        if (board->cards[i].zone != zone) continue;
        x += draw_box(plan, &board->cards[i], x, y);
        if (x - ZONE_COLUMNS > 1) join_edge(plan->canvas, x, y);
    }
    canvas_words(plan->canvas, x, y, 1, "┐", 0);
    canvas_words(plan->canvas, x, y + 2, 1, "┘", 0);
    /* The left corner of each box but the first was drawn as the end of a row. */
    x = ZONE_COLUMNS;
    for (int i = 0, seen = 0; i < board->card_count; i++) {
        if (board->cards[i].zone != zone) continue;
        if (seen++) join_edge(plan->canvas, x, y);
        x += box_columns(plan->canvas, board->cards[i].words) + 1;
    }
    return y + lines;
}

/* ---- seats and rows */

static int number_columns(const Plan *plan, int column) {
    int columns = canvas_columns(plan->canvas, plan->stage->board.columns[column]) + 2;
    return columns < NUMBER_COLUMNS_MIN ? NUMBER_COLUMNS_MIN : columns;
}

static int note_column(const Plan *plan) {
    int x = plan->name_columns;
    for (int i = 0; i < plan->stage->board.column_count; i++) x += number_columns(plan, i);
    return x + 2;
}

/* Long names get more columns, as far as the notes can spare them. */
static void plan_names(Plan *plan) {
    const Board *board = &plan->stage->board;
    plan->name_columns = NAME_COLUMNS_MIN;
    int spare = plan->width - note_column(plan) - NOTE_COLUMNS_MIN, longest = 0;
    for (int seat = 0; seat < board->seat_count; seat++) {
        char name[BOARD_WORDS_MAX];
        Text text = text_init(name, sizeof name);
        screen_label(board->screen, seat, &text);
        int columns = canvas_columns(plan->canvas, name);
        if (columns > longest) longest = columns;
    }
    int more = longest + 2 - NAME_COLUMNS_MIN;
    if (more > spare) more = spare;
    if (more > 0) plan->name_columns += more;
}

static void draw_seat(Plan *plan, int seat, int y) {
    Stage *stage = plan->stage;
    const Board *board = &stage->board;
    char name[BOARD_WORDS_MAX], words[16];
    Text text = text_init(name, sizeof name);
    bool acts = stage->turn & SEAT_BIT(seat);
    int x = plan->name_columns, note = note_column(plan);
    screen_label(board->screen, seat, &text);
    canvas_words(plan->canvas, 0, y, 1, acts ? ">" : " ", MARK_BOLD);
    canvas_words(plan->canvas, 2, y, x - 2, name, acts ? MARK_BOLD : 0);
    for (int i = 0; i < board->column_count; i++) {
        int columns = number_columns(plan, i);
        snprintf(words, sizeof words, "%*d", columns, board->seats[seat].numbers[i]);
        canvas_words(plan->canvas, x, y, columns, words, acts ? MARK_BOLD : 0);
        x += columns;
    }
    canvas_lines(plan->canvas, (Area){note, y, plan->width - note, plan->seat_lines[seat]}, board->seats[seat].note, 0);
    stage->seat_areas[seat] = (Area){2, y, plan->name_columns - 2, 1};
}

static int draw_seats(Plan *plan, int y) {
    const Board *board = &plan->stage->board;
    int x = plan->name_columns;
    for (int i = 0; i < board->column_count; i++) {
        int columns = number_columns(plan, i);
        x += columns;
        canvas_words(plan->canvas, x - canvas_columns(plan->canvas, board->columns[i]), y, columns, board->columns[i],
                     MARK_DIM);
    }
    y++;
    for (int seat = 0; seat < board->seat_count; seat++) {
        draw_seat(plan, seat, y);
        y += plan->seat_lines[seat];
    }
    return y;
}

/* Measures the columns of titles and words of the rows, with so many side by side; returns how wide they are together. */
static int measure_rows(Plan *plan, int columns) {
    const Board *board = &plan->stage->board;
    int sum = ROW_GAP * (columns - 1);
    for (int column = 0; column < columns; column++) {
        int title = column ? 0 : ZONE_COLUMNS - 1, words = 1;
        for (int i = column; i < board->row_count; i += columns) {
            int own = canvas_columns(plan->canvas, board->rows[i].title) + (board->rows[i].id < 0 ? 0 : ROW_LEAD);
            int said = canvas_columns(plan->canvas, board->rows[i].words);
            if (own > title) title = own;
            if (said > words) words = said;
        }
        plan->row_titles[column] = title + 1;
        plan->row_widths[column] = title + 1 + words;
        sum += plan->row_widths[column];
    }
    return sum;
}

static void plan_rows(Plan *plan) {
    const Board *board = &plan->stage->board;
    plan->row_columns = ROW_COLUMNS_MAX;
    while (measure_rows(plan, plan->row_columns) > plan->width && plan->row_columns > 1) plan->row_columns--;
    if (plan->row_columns == 1) plan->row_widths[0] = plan->width;
    plan->row_lines = 0;
    for (int i = 0; i < board->row_count; i += plan->row_columns) {
        int lines = 1, width = plan->width - plan->row_titles[0];
        if (plan->row_columns == 1) lines = canvas_line_count(plan->canvas, width, board->rows[i].words);
        plan->row_lines += lines < 1 ? 1 : lines;
    }
}

static int draw_rows(Plan *plan, int y) {
    Stage *stage = plan->stage;
    int lines = 1, x = 0;
    for (int i = 0; i < stage->board.row_count; i++) {
        const BoardRow *row = &stage->board.rows[i];
        int column = i % plan->row_columns, title = plan->row_titles[column], width = plan->row_widths[column];
        int spot = row->id < 0 ? -1 : spot_of(stage, ZONE_ROWS, row->id), lead = row->id < 0 ? 0 : ROW_LEAD;
        bool focused = spot >= 0 && spot == stage->focus;
        char number[2];
        if (column == 0) x = 0;
        spot_number(stage, spot, number);
        canvas_words(plan->canvas, x, y, 1, number, MARK_BOLD);
        canvas_words(plan->canvas, x + lead, y, title - lead, row->title, focused ? MARK_REVERSE : MARK_BOLD);
        lines =
            canvas_lines(plan->canvas, (Area){x + title, y, width - title, plan->row_columns == 1 ? plan->canvas->height : 1},
                         row->words, 0);
        spot_place(plan, spot, (Area){x, y, width, 1});
        place_cursor(plan, spot, x + lead, y);
        x += width + ROW_GAP;
        if (column + 1 == plan->row_columns || i + 1 == stage->board.row_count) y += lines < 1 ? 1 : lines;
    }
    return y;
}

/* ---- buttons, the log, the list */

/* The lines that the buttons take; also draws `lines` of them, the focused one included, if `y` is not negative. */
static int flow_buttons(Plan *plan, int y, int lines) {
    Stage *stage = plan->stage;
    int x = 0, line = 0, first = 0;
    for (int pass = y < 0 ? 1 : 0; pass < 2; pass++) {
        x = line = 0;
        for (int i = 0; i < stage->spot_count && !stage->lists; i++) {
            Spot *spot = &stage->spots[i];
            char words[CHOICE_WORDS_MAX + 16], number[2];
            if (spot->zone != ZONE_NONE) continue;
            spot_number(stage, i, number);
            snprintf(words, sizeof words, "[%s%s%s]", number, *number ? " " : "", spot->label);
            int columns = canvas_columns(plan->canvas, words);
            if (columns > plan->width) columns = plan->width;
            if (x && x + columns > plan->width) {
                x = 0;
                line++;
            }
            if (pass == 0 && i == stage->focus && line >= lines) first = line - lines + 1;
            if (pass == 1 && y >= 0 && line >= first && line < first + lines) {
                canvas_words(plan->canvas, x, y + line - first, columns, words, i == stage->focus ? MARK_REVERSE : 0);
                spot_place(plan, i, (Area){x, y + line - first, columns, 1});
                place_cursor(plan, i, x + 1, y + line - first);
            }
            x += columns + 1;
        }
    }
    return x ? line + 1 : 0;
}

/* The lines that an item of the list takes. */
static int item_lines(const Plan *plan, int index, int width) {
    return canvas_line_count(plan->canvas, width - LIST_INDENT, plan->stage->spots[index].label);
}

/* The items around the focused one, as many as there is room for. */
static void draw_list(Plan *plan, Area area) {
    Stage *stage = plan->stage;
    canvas_words(plan->canvas, area.x, area.y, area.width, stage->list_title, MARK_BOLD);
    int first = stage->focus, left = area.height - 1 - item_lines(plan, first, area.width);
    while (first > 0 && left >= item_lines(plan, first - 1, area.width)) left -= item_lines(plan, --first, area.width);
    int y = area.y + 1, end = area.y + area.height, last = first;
    for (int i = first; i < stage->spot_count && y < end; i++) {
        char number[16];
        unsigned marks = i == stage->focus ? MARK_REVERSE : 0;
        int lines = item_lines(plan, i, area.width);
        if (y + lines > end && i != stage->focus) break;
        if (y + lines > end) lines = end - y;
        snprintf(number, sizeof number, "%3d  ", i + 1);
        canvas_words(plan->canvas, area.x, y, LIST_INDENT, number, marks);
        canvas_lines(plan->canvas, (Area){area.x + LIST_INDENT, y, area.width - LIST_INDENT, lines}, stage->spots[i].label,
                     marks);
        stage->spots[i].area = (Area){area.x, y, area.width, lines};
        place_cursor(plan, i, area.x + LIST_INDENT, y);
        y += lines;
        last = i + 1;
    }
    canvas_position(plan->canvas, area.x + area.width, area.y, first, last, stage->spot_count, MARK_DIM);
}

static void draw_log(Plan *plan, Area area) {
    const Stage *stage = plan->stage;
    int notice = canvas_line_count(plan->canvas, area.width, stage->notice);
    if (notice > area.height) notice = area.height;
    canvas_lines(plan->canvas, (Area){area.x, area.y, area.width, area.height - notice}, stage->log, MARK_DIM);
    canvas_lines(plan->canvas, (Area){area.x, area.y + area.height - notice, area.width, notice}, stage->notice, MARK_BOLD);
}

/* ---- sharing out the lines */

static void plan_zone(Plan *plan, Zone zone, bool boxed) {
    const Board *board = &plan->stage->board;
    if (!*board->zone_titles[zone]) return;
    plan->boxed[zone] = boxed && boxes_columns(plan, zone) <= plan->width - ZONE_COLUMNS;
    plan->zone_lines[zone] = plan->boxed[zone] ? BOX_LINES : flow_cards(plan, zone, -1);
}

static int lines_used(const Plan *plan) {
    const Stage *stage = plan->stage;
    int lines = 3 + plan->row_lines + plan->zone_lines[ZONE_TABLE] + plan->zone_lines[ZONE_HAND] + plan->question_lines +
                plan->detail_lines + plan->button_lines;
    for (int seat = 0; seat < stage->board.seat_count; seat++) lines += plan->seat_lines[seat];
    return lines;
}

/* Takes lines away, in the order in which they are missed least, until enough are left for the log. */
static void plan_fit(Plan *plan) {
    int height = plan->canvas->height, wanted = LOG_LINES_MIN;
    if (plan->stage->lists) wanted = 4;
    if (plan->notice_lines > wanted) wanted = plan->notice_lines < 5 ? plan->notice_lines : 5;
    if (lines_used(plan) + wanted > height) plan_zone(plan, ZONE_TABLE, false);
    if (lines_used(plan) + wanted > height) plan_zone(plan, ZONE_HAND, false);
    while (lines_used(plan) + LOG_LINES_MIN > height && plan->button_lines > 1) plan->button_lines--;
    for (int seat = 0; seat < SEATS_MAX && lines_used(plan) + LOG_LINES_MIN > height; seat++) plan->seat_lines[seat] = 1;
    while (lines_used(plan) + 1 > height && plan->row_lines > 1) plan->row_lines--;
    plan->log_lines = height - lines_used(plan);
    if (plan->log_lines < 0) plan->log_lines = 0;
    if (plan->log_lines < ROOMY_LINES) return;
    plan->gap = 1;
    plan->log_lines -= GAPS;
}

static void plan_make(Plan *plan) {
    Stage *stage = plan->stage;
    plan_names(plan);
    for (int seat = 0; seat < stage->board.seat_count; seat++) {
        int lines = canvas_line_count(plan->canvas, plan->width - note_column(plan), stage->board.seats[seat].note);
        plan->seat_lines[seat] = lines < 1 ? 1 : lines;
    }
    plan_rows(plan);
    plan_zone(plan, ZONE_TABLE, true);
    plan_zone(plan, ZONE_HAND, true);
    plan->button_lines = flow_buttons(plan, -1, 0);
    plan->question_lines = canvas_line_count(plan->canvas, plan->width, stage->question);
    if (plan->question_lines < 1) plan->question_lines = 1;
    plan->detail_lines = stage->types ? 1 : canvas_line_count(plan->canvas, plan->width, stage->detail);
    if (plan->detail_lines < 1) plan->detail_lines = 1;
    plan->notice_lines = canvas_line_count(plan->canvas, plan->width, stage->notice);
    plan_fit(plan);
}

/* ---- the whole screen */

bool stage_too_small(Canvas *canvas, Language language) {
    char words[SCREEN_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    if (canvas->width >= STAGE_WIDTH_MIN && canvas->height >= STAGE_HEIGHT_MIN) return false;
    message_format(&text, language, "This window is too small: {width}×{height}. The game needs {columns}×{lines}.",
                   WITH("width", canvas->width), WITH("height", canvas->height), WITH("columns", STAGE_WIDTH_MIN),
                   WITH("lines", STAGE_HEIGHT_MIN));
    canvas_clear(canvas);
    canvas_lines(canvas, (Area){0, 0, canvas->width, canvas->height}, words, MARK_BOLD);
    return true;
}

/* The end of the title that fits: its first parts, the game and the variant, can be spared. */
static const char *fitting_title(const Canvas *canvas, const char *title, int width) {
    static const char joint[] = " · ";
    const char *next;
    while (canvas_columns(canvas, title) > width && (next = strstr(title, joint)) != NULL) title = next + sizeof joint - 1;
    return title;
}

static void draw_title(Plan *plan) {
    Canvas *canvas = plan->canvas;
    int status = canvas_columns(canvas, plan->stage->status), width = canvas->width - status - 3;
    canvas_fill(canvas, (Area){0, 0, canvas->width, 1}, MARK_REVERSE);
    canvas_words(canvas, 1, 0, width, fitting_title(canvas, plan->stage->board.title, width), MARK_REVERSE | MARK_BOLD);
    canvas_words(canvas, canvas->width - status - 1, 0, status, plan->stage->status, MARK_REVERSE);
}

static void draw_typed(Plan *plan, int y) {
    Stage *stage = plan->stage;
    int x = canvas_words(plan->canvas, 0, y, plan->width, stage->prompt, MARK_BOLD);
    x += canvas_words(plan->canvas, x, y, plan->width - x - 1, stage->typed, 0);
    plan->canvas->cursor_x = x;
    plan->canvas->cursor_y = y;
}

static void draw_parts(Plan *plan) {
    Stage *stage = plan->stage;
    Canvas *canvas = plan->canvas;
    bool wide = plan->width < canvas->width;
    int y = draw_seats(plan, 1 + plan->gap) + plan->gap;
    y = draw_rows(plan, y) + plan->gap;
    stage->table_area = (Area){ZONE_COLUMNS, y, plan->width - ZONE_COLUMNS, plan->zone_lines[ZONE_TABLE]};
    y = draw_zone(plan, ZONE_TABLE, y);
    Area log = {0, y, plan->width, plan->log_lines}; /* below it a gap, where there are gaps */
    if (wide && !stage->lists) log = (Area){plan->width + 2, 2, canvas->width - plan->width - 3, canvas->height - 3};
    if (stage->lists) draw_list(plan, log);
    else draw_log(plan, log);
    y += plan->log_lines + plan->gap;
    y += canvas_lines(canvas, (Area){0, y, plan->width, plan->question_lines}, stage->question, MARK_BOLD);
    if (stage->types) draw_typed(plan, y);
    else canvas_lines(canvas, (Area){0, y, plan->width, plan->detail_lines}, stage->detail, 0);
    y = draw_zone(plan, ZONE_HAND, y + plan->detail_lines);
    flow_buttons(plan, y, plan->button_lines);
    canvas_words(canvas, 0, canvas->height - 1, canvas->width, stage->keys, MARK_DIM);
}

void stage_draw(Stage *stage, Canvas *canvas) {
    Plan plan = {.canvas = canvas, .stage = stage, .width = canvas->width};
    canvas_clear(canvas);
    for (int i = 0; i < stage->spot_count; i++) stage->spots[i].area = (Area){0};
    if (stage_too_small(canvas, stage->board.screen->language)) return;
    if (canvas->width >= WIDE_COLUMNS) plan.width = STAGE_WIDTH_MIN;
    plan_make(&plan);
    draw_title(&plan);
    canvas->cursor_y = canvas->height - 1;
    draw_parts(&plan);
}
