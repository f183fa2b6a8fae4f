/* Compiles the PO catalogues into the program's table of messages, and checks that they are complete.
 *   catalogue table OUTPUT.c PO…   writes the table of core/message.h; fuzzy and untranslated messages are left out
 *   catalogue check POT PO…        lists messages that are missing, untranslated, fuzzy or unused, or whose {places} differ
 *                                  from the English: one line each on standard output
 * Exit status: 0 all is well; 1 the check found something; 2 wrong arguments, or a malformed file (its line is named). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/language.h"
#include "tools/po.h"

enum { MESSAGE_SHOWN_MAX = 120 };

typedef struct Catalogues {
    PoFile of[LANGUAGES];
    bool present[LANGUAGES];
} Catalogues;

static bool catalogues_read(Catalogues *catalogues, char **paths, int count, Error *error) {
    for (int i = 0; i < count; i++) {
        PoFile file;
        Language language;
        if (!po_read(&file, paths[i], error)) return false;
        bool fits = po_language(&file, &language, error);
        if (fits && catalogues->present[language]) fits = error_set(error, "%s: this language was read already", paths[i]);
        if (!fits) {
            po_release(&file);
            return false;
        }
        catalogues->of[language] = file;
        catalogues->present[language] = true;
    }
    return true;
}

static void catalogues_release(Catalogues *catalogues) {
    for (Language language = 0; language < LANGUAGES; language++) po_release(&catalogues->of[language]);
}

/* ---- table */

/* A string constant of C; bytes beyond ASCII are UTF-8 there as well. */
static void write_string(FILE *output, const char *words) {
    fputc('"', output);
    for (; *words; words++) {
        if (*words == '\n') fputs("\\n", output);
        else if (*words == '\t') fputs("\\t", output);
        else {
            if (strchr("\"\\?", *words)) fputc('\\', output); /* "??" could begin a trigraph */
            fputc(*words, output);
        }
    }
    fputc('"', output);
}

/* The forms one after the other, with a zero byte between two. */
static void write_forms(FILE *output, Language language, const char *const *forms, int count) {
    fprintf(output, "        [%d] = ", (int)language);
    for (int form = 0; form < count; form++) {
        if (form) fputs(" \"\\0\" ", output);
        write_string(output, forms[form]);
    }
    fputs(",\n", output);
}

static bool is_translated(const PoEntry *entry) {
    for (int form = 0; form < entry->form_count; form++)
        if (!*entry->forms[form]) return false;
    return !entry->fuzzy;
}

/* The smallest entry among what is left of all catalogues, or NULL. */
static const PoEntry *next_entry(const Catalogues *catalogues, const int position[LANGUAGES]) {
    const PoEntry *next = NULL;
    for (Language language = 0; language < LANGUAGES; language++) {
        const PoFile *file = &catalogues->of[language];
        if (position[language] == file->count) continue;
        const PoEntry *entry = &file->entries[position[language]];
        if (!next || po_order(entry, next) < 0) next = entry;
    }
    return next;
}

static bool write_table(FILE *output, const Catalogues *catalogues, Error *error) {
    int position[LANGUAGES] = {0}, count = 0;
    fputs("/* Made by tools/catalogue.c from the catalogues in po. */\n#include \"core/message.h\"\n\n", output);
    fputs("const MessageEntry message_table[] = {\n", output);
    for (const PoEntry *next; (next = next_entry(catalogues, position)); count++) {
        fputs("    {.context = ", output);
        write_string(output, next->context);
        fprintf(output, ", .counted = %s, .texts = {\n", next->plural ? "true" : "false");
        write_forms(output, LANGUAGE_ENGLISH, (const char *const[]){next->id, next->plural}, next->plural ? 2 : 1);
        for (Language language = LANGUAGE_ENGLISH + 1; language < LANGUAGES; language++) {
            const PoFile *file = &catalogues->of[language];
            if (position[language] == file->count) continue;
            const PoEntry *entry = &file->entries[position[language]];
            if (po_order(entry, next) != 0) continue;
            if (!entry->plural != !next->plural || (next->plural && strcmp(entry->plural, next->plural) != 0))
                return error_set(error, "%s:%d: another plural than in other catalogues", file->path, entry->line);
            position[language]++;
            if (is_translated(entry)) write_forms(output, language, entry->forms, entry->form_count);
        }
        fputs("    }},\n", output);
    }
    fprintf(output, "    {.context = NULL},\n};\n\nconst int message_count = %d;\n", count);
    return true;
}

static int command_table(const char *path, char **paths, int count) {
    Catalogues catalogues = {0};
    Error error;
    bool done = catalogues_read(&catalogues, paths, count, &error);
    FILE *output = done ? fopen(path, "w") : NULL;
    if (done && !output) done = error_set(&error, "%s: cannot be written", path);
    if (output) {
        done = write_table(output, &catalogues, &error);
        bool failed = ferror(output) != 0;
        if ((fclose(output) != 0 || failed) && done) done = error_set(&error, "%s: cannot be written", path);
        if (!done) remove(path);
    }
    if (!done) fprintf(stderr, "%s\n", error.text);
    catalogues_release(&catalogues);
    return done ? 0 : 2;
}

/* ---- check */

/* Says what was found about a message, on one line, and counts it. Line 0: it is not there at all. */
static void found(int *problems, const PoFile *file, int line, const char *what, const PoEntry *entry) {
    char buffer[MESSAGE_SHOWN_MAX];
    Text quoted = text_init(buffer, sizeof buffer);
    Json json = json_to(&quoted);
    json_text(&json, NULL, entry->id);
    printf("%s:", file->path);
    if (line) printf("%d:", line);
    printf(" %s: %s\n", what, buffer);
    ++*problems;
}

static bool has_place(const char *words, Span wanted) {
    Span name;
    while (po_place(&words, &name))
        if (name.length == wanted.length && memcmp(name.at, wanted.at, name.length) == 0) return true;
    return false;
}

static bool places_within(const char *words, const char *others) {
    Span name;
    while (po_place(&words, &name))
        if (!has_place(others, name)) return false;
    return true;
}

static bool same_places(const char *one, const char *other) { return places_within(one, other) && places_within(other, one); }

/* Whether both, or neither, begin and end with a new line. */
static bool same_ends(const char *one, const char *other) {
    size_t length = strlen(one), other_length = strlen(other);
    return (one[0] == '\n') == (other[0] == '\n') &&
           (length && one[length - 1] == '\n') == (other_length && other[other_length - 1] == '\n');
}

static void check_entry(int *problems, const PoFile *file, const PoEntry *entry) {
    if (entry->fuzzy) found(problems, file, entry->line, "fuzzy", entry);
    for (int form = 0; form < entry->form_count; form++) {
        const char *words = entry->forms[form], *what = NULL;
        if (!*words) what = "untranslated";
        else if (!same_places(entry->id, words)) what = "other {places} than the English";
        else if (!same_ends(entry->id, words)) what = "another new line at an end than the English";
        if (what) found(problems, file, entry->line, what, entry);
    }
}

/* One catalogue against the messages of the sources. */
static void check_catalogue(int *problems, const PoFile *template, const PoFile *file) {
    for (int i = 0; i < template->count; i++) {
        const PoEntry *source = &template->entries[i], *entry = po_find(file, source);
        if (!entry) found(problems, file, 0, "missing", source);
        else if (!entry->plural != !source->plural || (entry->plural && strcmp(entry->plural, source->plural) != 0))
            found(problems, file, entry->line, "another plural than in the sources", entry);
    }
    for (int i = 0; i < file->count; i++) {
        if (po_find(template, &file->entries[i])) check_entry(problems, file, &file->entries[i]);
        else found(problems, file, file->entries[i].line, "used nowhere", &file->entries[i]);
    }
    if (file->obsolete_line) {
        printf("%s:%d: obsolete entries, used nowhere\n", file->path, file->obsolete_line);
        ++*problems;
    }
}

static int check_all(const PoFile *template, const Catalogues *catalogues) {
    int problems = 0;
    for (int i = 0; i < template->count; i++) {
        const PoEntry *entry = &template->entries[i];
        if (entry->plural && !same_places(entry->id, entry->plural))
            found(&problems, template, entry->line, "singular and plural have different {places}", entry);
    }
    for (Language language = LANGUAGE_ENGLISH + 1; language < LANGUAGES; language++) {
        if (catalogues->present[language]) {
            check_catalogue(&problems, template, &catalogues->of[language]);
        } else {
            printf("no catalogue: %s.po\n", language_tag(language));
            problems++;
        }
    }
    return problems;
}

static int command_check(const char *path, char **paths, int count) {
    Catalogues catalogues = {0};
    PoFile template = {0};
    Error error;
    int status = 2;
    if (po_read(&template, path, &error) && catalogues_read(&catalogues, paths, count, &error))
        status = check_all(&template, &catalogues) ? 1 : 0;
    else fprintf(stderr, "%s\n", error.text);
    po_release(&template);
    catalogues_release(&catalogues);
    return status;
}

static int command_languages(void) {
    for (Language language = 0; language < LANGUAGES; language++)
        printf("%s %s\n", language_tag(language), language_name(language));
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 3 && strcmp(argv[1], "table") == 0) return command_table(argv[2], argv + 3, argc - 3);
    if (argc >= 3 && strcmp(argv[1], "check") == 0) return command_check(argv[2], argv + 3, argc - 3);
    if (argc == 2 && strcmp(argv[1], "languages") == 0) return command_languages();
    fputs("usage: catalogue table OUTPUT.c PO… | catalogue check POT PO… | catalogue languages\n", stderr);
    return 2;
}
