/* Prints the rules of a game and its list of options. */
#include "program/rules.h"

#include <stdio.h>
#include <string.h>

#include "core/message.h"
#include "games/games.h"
#include "program/arguments.h"
#include "program/embedded.h"
#include "program/person.h"
#include "term/options.h"

enum { RULES_PATH_MAX = 64 };

/* The text without the lines that begin with @: they tell the page what is for which variant. */
static void write_text(FILE *out, const char *text) {
    for (const char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) end++;
        if (*line != '@') fwrite(line, 1, (size_t)(end - line), out);
    }
}

bool rules_write(FILE *out, const Game *game, Language language) {
    char path[RULES_PATH_MAX];
    Text text = text_init(path, sizeof path);
    text_format(&text, "rules/%s.%s.txt", game->name, language_tag(language));
    const EmbeddedFile *file = text.overflow ? NULL : embedded_find(path);
    if (!file) return false;
    write_text(out, file->bytes);
    options_list(out, game, language);
    return true;
}

bool rules_print(const Game *game, Language language) { return rules_write(stdout, game, language); }

static int refuse(const char *line) {
    fprintf(stderr, "araldo rules: %s\n", line);
    return 2;
}

static int refuse_text(Language language, const Game *game) {
    char line[ERROR_TEXT_MAX];
    Text text = text_init(line, sizeof line);
    message_format(&text, language, "there are no rules for {game} in {language} yet", WITH("game", game->name),
                   WITH("language", language_name(language)));
    return refuse(line);
}

int command_rules(int argc, char **argv) {
    Language language = person_language();
    const char *usage = message(language, "usage: araldo rules GAME [--lang LANGUAGE]");
    const char *name = NULL;
    Error error;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) {
            if (!person_language_option("rules", argv[++i], &language)) return 2;
        } else if (strncmp(argv[i], "--lang=", 7) == 0) {
            if (!person_language_option("rules", argv[i] + 7, &language)) return 2;
        } else if (argv[i][0] == '-' || name) {
            return refuse(usage);
        } else {
            name = argv[i];
        }
    }
    if (!name) return refuse(usage);
    const Game *game = game_find(span_of(name), &error);
    if (!game) return complain_error("rules", language, &error);
    return rules_print(game, language) ? 0 : refuse_text(language, game);
}
