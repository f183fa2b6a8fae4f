/* Parses PO files. */
#include "tools/po.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was read last of the entry at hand: decides what may follow. */
typedef enum { PART_NONE, PART_CONTEXT, PART_ID, PART_PLURAL, PART_TEXT, PART_FORM } Part;

typedef struct Reader {
    PoFile *file;
    int line;
    Part last;
    char *end; /* of the string read last, where a continuation is added */
    bool fuzzy;
    bool has_header;
    PoEntry entry;
    Error *error;
} Reader;

typedef struct Keyword {
    const char *word;
    Part part;
    bool first; /* may begin an entry, */
    Part after; /* and otherwise follows this part only */
} Keyword;

static const Keyword keywords[] = {
    {"msgctxt", PART_CONTEXT, true, PART_NONE},
    {"msgid", PART_ID, true, PART_CONTEXT},
    {"msgid_plural", PART_PLURAL, false, PART_ID},
    {"msgstr", PART_TEXT, false, PART_ID},
};

static bool refuse(const Reader *reader, const char *why) {
    return error_set(reader->error, "%s:%d: %s", reader->file->path, reader->line, why);
}

static bool is_complete(Part last) { return last == PART_TEXT || last == PART_FORM; }

/* A brace only ever belongs to a {name} of small letters. */
static bool braces_are_places(const char *words) {
    const char *rest = words;
    Span name;
    while (po_place(&rest, &name)) {
        bool is_name = name.length > 0 && name.length <= PO_NAME_MAX && name.at[-1] == '{' && name.at[name.length] == '}';
        for (size_t i = 0; i < name.length; i++)
            is_name = is_name && (name.at[i] == '_' || (name.at[i] >= 'a' && name.at[i] <= 'z'));
        if (!is_name) return false;
    }
    return true;
}

bool po_place(const char **rest, Span *name) {
    const char *brace = strpbrk(*rest, "{}");
    if (!brace) return false;
    size_t length = strcspn(brace + 1, "{}");
    *name = (Span){brace + 1, length};
    *rest = brace + 1 + length + (brace[1 + length] == '}');
    return true;
}

/* Puts the finished entry with the others, or makes it the header. */
static bool entry_end(Reader *reader) {
    PoFile *file = reader->file;
    if (reader->last == PART_NONE) return true;
    if (!is_complete(reader->last)) return refuse(reader, "the message before this line has no msgstr");
    PoEntry *entry = &reader->entry;
    reader->last = PART_NONE;
    if (!*entry->id) {
        if (reader->has_header || file->count || *entry->context || entry->plural)
            return refuse(reader, "a message without text; only the header, the first of all, is such a one");
        reader->has_header = true;
        reader->fuzzy = false;
        file->header = entry->forms[0];
        return true;
    }
    entry->fuzzy = reader->fuzzy;
    reader->fuzzy = false;
    if (file->count == file->capacity) {
        int capacity = file->capacity ? file->capacity * 2 : 64;
        PoEntry *grown = realloc(file->entries, (size_t)capacity * sizeof *grown);
        if (!grown) return refuse(reader, "not enough memory");
        file->entries = grown;
        file->capacity = capacity;
    }
    file->entries[file->count++] = *entry;
    return true;
}

/* Reads a quoted string up to the end of its line and adds it at reader->end, which never runs ahead of what is read. */
static bool string_add(Reader *reader, const char *at) {
    if (*at != '"') return refuse(reader, "here a string in quotes was expected");
    for (at++; *at != '"'; at++) {
        if (!*at) return refuse(reader, "a string that does not end");
        if (*at == '\\') {
            at++;
            if (!*at || !strchr("nt\"\\", *at)) return refuse(reader, "an escape other than \\n \\t \\\" \\\\");
            *reader->end++ = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
        } else {
            *reader->end++ = *at;
        }
    }
    if (at[1]) return refuse(reader, "something stands after the string");
    *reader->end = 0;
    return true;
}

/* Where a string of the entry goes; a plural form is appended to those read before. */
static const char **part_string(PoEntry *entry, Part part) {
    switch (part) {
    case PART_CONTEXT: return &entry->context;
    case PART_ID: return &entry->id;
    case PART_PLURAL: return &entry->plural;
    case PART_TEXT:
    case PART_FORM: return &entry->forms[entry->form_count++];
    case PART_NONE: break;
    }
    assert(!"no part");
    return NULL;
}

/* The number of a plural form's line, as in msgstr[2]; -1 if the word is anything else. */
static int form_number(Span word) {
    static const char start[] = "msgstr[";
    size_t length = sizeof start - 1;
    bool is_form = word.length == length + 2 && memcmp(word.at, start, length) == 0 && word.at[length + 1] == ']';
    int number = is_form ? word.at[length] - '0' : -1;
    return number < PLURAL_FORMS_MAX ? number : -1;
}

/* Which part of an entry the line of this keyword is, if it may stand here. */
static bool keyword_part(Reader *reader, Span word, Part *part) {
    int form = form_number(word);
    if (form >= 0) {
        *part = PART_FORM;
        if (form == 0 ? reader->last == PART_PLURAL : reader->last == PART_FORM && form == reader->entry.form_count)
            return true;
        return refuse(reader, "this line is out of order");
    }
    const Keyword *known = keywords, *end = keywords + sizeof keywords / sizeof *keywords;
    while (known < end && !span_is(word, known->word)) known++;
    if (known == end) return refuse(reader, "not a line of a catalogue (msgctxt, msgid, msgid_plural, msgstr, msgstr[0] …)");
    *part = known->part;
    if (known->first && is_complete(reader->last) && !entry_end(reader)) return false;
    if (reader->last == PART_NONE ? known->first : known->after == reader->last) return true;
    return refuse(reader, "this line is out of order");
}

static bool keyword_line(Reader *reader, char *line) {
    char *space = line + strcspn(line, " ");
    Part part;
    if (!keyword_part(reader, (Span){line, (size_t)(space - line)}, &part)) return false;
    if (!*space) return refuse(reader, "here a string in quotes was expected");
    if (reader->last == PART_NONE) reader->entry = (PoEntry){.context = "", .line = reader->line};
    if (part == PART_ID) reader->entry.line = reader->line;
    reader->last = part;
    reader->end = space + 1;
    *part_string(&reader->entry, part) = reader->end;
    return string_add(reader, space + 1);
}

static bool comment_line(Reader *reader, const char *line) {
    if (!entry_end(reader)) return false;
    if (line[1] == '~' && !reader->file->obsolete_line) reader->file->obsolete_line = reader->line;
    if (line[1] != ',') return true;
    Span rest = span_of(line + 2), flag;
    while (span_split(&rest, ',', &flag)) {
        while (flag.length && flag.at[0] == ' ') flag = (Span){flag.at + 1, flag.length - 1};
        if (span_is(flag, "fuzzy")) reader->fuzzy = true;
    }
    return true;
}

static bool read_lines(Reader *reader) {
    char *next = reader->file->bytes;
    while (next) {
        char *line = next, *newline = strchr(line, '\n');
        next = newline ? newline + 1 : NULL;
        if (newline) *newline = 0;
        reader->line++;
        bool fine;
        if (!*line) fine = entry_end(reader);
        else if (*line == '#') fine = comment_line(reader, line);
        else if (*line == '"' && reader->last != PART_NONE) fine = string_add(reader, line);
        else fine = keyword_line(reader, line);
        if (!fine) return false;
    }
    if (!entry_end(reader)) return false;
    if (reader->fuzzy) return refuse(reader, "a flag that belongs to no message");
    return reader->has_header || refuse(reader, "there is no header");
}

/* How many bytes follow this one in UTF-8; -1 if none can begin so. */
static int bytes_after(unsigned char first) {
    if (first < 0x80) return first ? 0 : -1;
    if (first < 0xc2 || first >= 0xf5) return -1;
    return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

/* The first byte that is not UTF-8 (RFC 3629: shortest forms, no surrogates), or is zero; NULL if all is well. */
static const char *bad_byte(const char *bytes, size_t length) {
    for (size_t i = 0; i < length;) {
        unsigned char first = (unsigned char)bytes[i];
        int more = bytes_after(first);
        if (more < 0 || i + (size_t)more >= length) return bytes + i;
        for (int k = 1; k <= more; k++) {
            unsigned char byte = (unsigned char)bytes[i + (size_t)k];
            unsigned char low = k > 1 ? 0x80 : first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
            unsigned char high = k > 1 ? 0xbf : first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
            if (byte < low || byte > high) return bytes + i;
        }
        i += (size_t)more + 1;
    }
    return NULL;
}

static bool load(Reader *reader) {
    PoFile *file = reader->file;
    FILE *stream = fopen(file->path, "rb");
    if (!stream) return error_set(reader->error, "%s: cannot be opened", file->path);
    file->bytes = malloc(PO_FILE_BYTES_MAX + 1);
    size_t length = file->bytes ? fread(file->bytes, 1, PO_FILE_BYTES_MAX + 1, stream) : 0;
    bool failed = !file->bytes || ferror(stream);
    fclose(stream);
    if (failed) return error_set(reader->error, "%s: cannot be read", file->path);
    if (length > PO_FILE_BYTES_MAX) return error_set(reader->error, "%s: longer than %d bytes", file->path, PO_FILE_BYTES_MAX);
    file->bytes[length] = 0;
    const char *bad = bad_byte(file->bytes, length);
    reader->line = 1;
    for (const char *at = file->bytes; bad && at < bad; at++) reader->line += *at == '\n';
    if (bad) return refuse(reader, "not UTF-8");
    reader->line = 0;
    return true;
}

int po_order(const PoEntry *a, const PoEntry *b) {
    int order = strcmp(a->id, b->id);
    return order ? order : strcmp(a->context, b->context);
}

static int entry_order(const void *a, const void *b) { return po_order(a, b); }

static bool entries_fit(Reader *reader) {
    PoFile *file = reader->file;
    if (file->count) qsort(file->entries, (size_t)file->count, sizeof *file->entries, entry_order);
    for (int i = 0; i < file->count; i++) {
        const PoEntry *entry = &file->entries[i];
        bool fine = braces_are_places(entry->id) && (!entry->plural || braces_are_places(entry->plural));
        for (int form = 0; form < entry->form_count; form++) fine = fine && braces_are_places(entry->forms[form]);
        reader->line = entry->line;
        if (!fine) return refuse(reader, "a brace that is not part of a {name}");
        if (i == 0 || po_order(entry - 1, entry) != 0) continue;
        int first = entry[-1].line < entry->line ? entry[-1].line : entry->line;
        int second = entry[-1].line + entry->line - first;
        return error_set(reader->error, "%s:%d: the message of line %d once more", file->path, second, first);
    }
    return true;
}

bool po_read(PoFile *file, const char *path, Error *error) {
    *file = (PoFile){.path = path, .header = ""};
    Reader reader = {.file = file, .error = error};
    if (load(&reader) && read_lines(&reader) && entries_fit(&reader)) return true;
    po_release(file);
    return false;
}

void po_release(PoFile *file) {
    free(file->bytes);
    free(file->entries);
    *file = (PoFile){0};
}

static Span without_blanks(Span span) {
    while (span.length && *span.at == ' ') span = (Span){span.at + 1, span.length - 1};
    return span;
}

/* Whether two lines are the same but for blanks, which translators' editors write as they like. */
static bool same_words(Span one, Span other) {
    for (;;) {
        one = without_blanks(one);
        other = without_blanks(other);
        if (!one.length || !other.length) return one.length == other.length;
        if (*one.at != *other.at) return false;
        one = (Span){one.at + 1, one.length - 1};
        other = (Span){other.at + 1, other.length - 1};
    }
}

static bool header_has(const char *header, const char *key, const char *value) {
    Span rest = span_of(header), line;
    size_t length = strlen(key);
    while (span_split(&rest, '\n', &line)) {
        if (line.length < length || memcmp(line.at, key, length) != 0) continue;
        if (same_words((Span){line.at + length, line.length - length}, span_of(value))) return true;
    }
    return false;
}

bool po_language(const PoFile *file, Language *language, Error *error) {
    const char *slash = strrchr(file->path, '/'), *name = slash ? slash + 1 : file->path;
    size_t length = strlen(name);
    bool is_catalogue = length == 5 && strcmp(name + 2, ".po") == 0 && language_of_tag((Span){name, 2}, language);
    if (!is_catalogue || *language == LANGUAGE_ENGLISH)
        return error_set(error, "%s: a catalogue is called TAG.po, with a tag of core/languages.h other than en", file->path);
    const char *const wanted[][2] = {
        {"Language: ", language_tag(*language)},
        {"Content-Type: ", "text/plain; charset=UTF-8"},
        {"Plural-Forms: ", language_plural_rule(*language)},
    };
    for (int i = 0; i < 3; i++)
        if (!header_has(file->header, wanted[i][0], wanted[i][1]))
            return error_set(error, "%s:1: the header lacks the line \"%s%s\"", file->path, wanted[i][0], wanted[i][1]);
    for (int i = 0; i < file->count; i++) {
        const PoEntry *entry = &file->entries[i];
        int forms = language_plural_forms(*language);
        if (entry->plural && entry->form_count != forms)
            return error_set(error, "%s:%d: expected %d plural forms, found %d", file->path, entry->line, forms,
                             entry->form_count);
    }
    return true;
}

const PoEntry *po_find(const PoFile *file, const PoEntry *wanted) {
    if (!file->count) return NULL;
    return bsearch(wanted, file->entries, (size_t)file->count, sizeof *file->entries, entry_order);
}
