/* The table of faces, and the plain face that fits every game. */
#include "term/face.h"

#include <string.h>

#include "core/message.h"

const Face *face_of(const Game *game) {
    static const struct {
        const char *name;
        const Face *face;
    } faces[] = {
#define FACES_ROW(name) {#name, &face_##name},
        FACES(FACES_ROW)
#undef FACES_ROW
    };
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++)
        if (strcmp(faces[i].name, game->name) == 0) return faces[i].face;
    return &face_plain;
}

/* The tokens of the position, a line each. */
static void draw(const Game *game, const Screen *screen, const View *view) {
    char words[STATE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    Span rest, token, key, value;
    game->print(view_state(view), &text);
    rest = (Span){words, text.length};
    span_split(&rest, ' ', &token);
    char title[SCREEN_COLUMNS];
    snprintf(title, sizeof title, "%.*s", SPAN_ARGS(token));
    screen_rule(screen, title);
    while (span_split(&rest, ' ', &token)) {
        span_pair(token, &key, &value);
        if (screen->plain) fprintf(screen->out, "%.*s: %.*s\n", SPAN_ARGS(key), SPAN_ARGS(value));
        else fprintf(screen->out, "  %-10.*s %.*s\n", SPAN_ARGS(key), SPAN_ARGS(value));
    }
}

static void ask(const Game *game, const Screen *screen, const View *view, Text *text) {
    (void)game;
    (void)view;
    text_add(text, message(screen->language, "Your turn"));
}

static void choice(const Game *game, const Screen *screen, const View *view, int actor, Choice *choice) {
    (void)screen;
    char words[MOVE_TEXT_MAX];
    Text text = text_init(words, sizeof words);
    game->print_move(view_state(view), actor, choice->move, &text);
    snprintf(choice->key, sizeof choice->key, "%.*s", CHOICE_KEY_MAX - 1, words);
    snprintf(choice->label, sizeof choice->label, "%s", words);
    choice->outcome[0] = 0;
}

/* The value of a field at *at, which is moved past it. */
static void tell_value(const Game *game, const Screen *screen, const Field **at, Text *text) {
    const Field *field = *at;
    *at = field_next(field);
    bool seen = screen_sees(screen, field);
    switch ((FieldKind)field->kind) {
    case FIELD_LIST:
    case FIELD_OBJECT: {
        Text nowhere = {.buffer = (char[1]){0}, .capacity = 1};
        Text *out = seen ? text : &nowhere;
        if (!seen) text_char(text, '?');
        bool object = field->kind == FIELD_OBJECT;
        text_char(out, object ? '(' : '[');
        for (bool first = true; (*at)->kind != FIELD_CLOSE; first = false) {
            if (!first) text_add(out, object ? ", " : " ");
            if (object) text_format(out, "%s ", (*at)->key);
            tell_value(game, screen, at, out);
        }
        text_char(out, object ? ')' : ']');
        (*at)++;
        return;
    }
    case FIELD_NUMBER: seen ? text_number(text, field->number) : text_char(text, '?'); return;
    case FIELD_BOOL: text_add(text, field->number ? "yes" : "no"); return;
    case FIELD_NULL: text_char(text, '-'); return;
    case FIELD_TEXT: text_add(text, seen ? field_text(field) : "?"); return;
    case FIELD_CARD: seen ? game->print_card((uint8_t)field->number, text) : text_char(text, '?'); return;
    case FIELD_CLOSE: return;
    }
}

/* An event as a line of its kind and its fields, each as the viewer may know it. */
static void tell(const Game *game, const Screen *screen, const Event *event, Text *text) {
    text_add(text, event->kind);
    const Field *field = event->fields, *end = event->fields + event->field_count;
    for (const char *joint = ": "; field < end; joint = ", ") {
        text_format(text, "%s%s ", joint, field->key);
        tell_value(game, screen, &field, text);
    }
    text_char(text, '\n');
}

const Face face_plain = {.draw = draw, .ask = ask, .tell = tell, .choice = choice};
