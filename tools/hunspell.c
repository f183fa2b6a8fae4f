/* Parses affix and dictionary files and generates every form of every entry. */
#include "tools/hunspell.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexicon/spelling.h"

enum {
    LINE_BYTES_MAX = 4096,
    FIELDS_MAX = 64,
    FLAGS_MAX = 64,     /* of an entry or an affix */
    CONDITION_MAX = 16, /* characters an affix looks at */
    SET_MAX = 64,       /* characters in one set of a condition */
    CLASSES_MAX = 512,
    AFFIXES_MAX = 4096, /* of a class */
};

typedef uint32_t Flag; /* 0 is none */
typedef enum { FLAG_BYTE, FLAG_LONG, FLAG_NUMBER, FLAG_UTF8 } FlagKind;

typedef struct Flags {
    int count;
    Flag flags[FLAGS_MAX];
} Flags;

/* One character of a condition: one of these, or none of these; an empty denied set is any character. */
typedef struct CharacterSet {
    bool denied;
    int count;
    uint32_t codes[SET_MAX];
} CharacterSet;

typedef struct Affix {
    char strip[HUNSPELL_FORM_MAX], add[HUNSPELL_FORM_MAX];
    Flags next; /* its continuation classes */
    int condition_length;
    CharacterSet condition[CONDITION_MAX];
} Affix;

typedef struct AffixClass {
    Flag flag;
    bool is_suffix, crosses;
    int announced, count;
    Affix *affixes;
} AffixClass;

/* A word with its characters, for conditions. */
typedef struct Word {
    size_t length;
    int code_count;
    char bytes[HUNSPELL_FORM_MAX];
    uint32_t codes[HUNSPELL_FORM_MAX];
} Word;

struct Hunspell {
    FlagKind flag_kind;
    bool full_strip;
    Flag need_affix, forbidden, keep_case, circumfix;
    int class_count;
    AffixClass classes[CLASSES_MAX];
    Word word; /* of the entry being visited, and its flags */
    Flags flags;
};

static bool flags_have(const Flags *flags, Flag flag) {
    for (int i = 0; flag && i < flags->count; i++)
        if (flags->flags[i] == flag) return true;
    return false;
}

static bool flags_add(Flags *flags, uint64_t flag, Error *error) {
    if (flag == 0 || flag > UINT32_MAX) return error_set(error, "a flag is malformed");
    if (flags->count == FLAGS_MAX) return error_set(error, "more than %d flags", FLAGS_MAX);
    flags->flags[flags->count++] = (Flag)flag;
    return true;
}

static bool flags_parse(const Hunspell *hunspell, Span text, Flags *flags, Error *error) {
    flags->count = 0;
    while (text.length > 0) {
        uint32_t code;
        int64_t number;
        Span piece;
        switch (hunspell->flag_kind) {
        case FLAG_LONG:
            if (text.length < 2) return error_set(error, "a flag has two characters");
            if (!flags_add(flags, (uint64_t)(unsigned char)text.at[0] << 8 | (unsigned char)text.at[1], error)) return false;
            text = (Span){text.at + 2, text.length - 2};
            break;
        case FLAG_NUMBER:
            if (!span_split(&text, ',', &piece) || !span_number(piece, 1, UINT16_MAX, &number))
                return error_set(error, "a flag is a number");
            if (!flags_add(flags, (uint64_t)number, error)) return false;
            break;
        case FLAG_UTF8:
            if (!utf8_next(&text, &code)) return error_set(error, "a flag is not UTF-8");
            if (!flags_add(flags, code, error)) return false;
            break;
        case FLAG_BYTE:
            if (!flags_add(flags, (unsigned char)text.at[0], error)) return false;
            text = (Span){text.at + 1, text.length - 1};
            break;
        }
    }
    return true;
}

static bool flag_parse(const Hunspell *hunspell, Span text, Flag *flag, Error *error) {
    Flags flags;
    if (!flags_parse(hunspell, text, &flags, error)) return false;
    if (flags.count != 1) return error_set(error, "one flag is wanted");
    *flag = flags.flags[0];
    return true;
}

static AffixClass *class_find(Hunspell *hunspell, Flag flag) {
    for (int i = 0; i < hunspell->class_count; i++)
        if (hunspell->classes[i].flag == flag) return &hunspell->classes[i];
    return NULL;
}

/* ---- reading */

/* The next line without its end; 0 at the end of the file, -1 if it is too long. */
static int line_read(FILE *file, char line[LINE_BYTES_MAX]) {
    if (!fgets(line, LINE_BYTES_MAX, file)) return 0;
    size_t length = strlen(line);
    if (length == LINE_BYTES_MAX - 1 && line[length - 1] != '\n') return -1;
    line[strcspn(line, "\r\n")] = 0;
    return 1;
}

/* Splits at spaces and tabs, in place. */
static int fields_split(char *line, char *fields[FIELDS_MAX]) {
    int count = 0;
    for (char *save, *field = strtok_r(line, " \t", &save); field && count < FIELDS_MAX; field = strtok_r(NULL, " \t", &save))
        fields[count++] = field;
    return count;
}

static bool condition_parse(Affix *affix, Span text, Error *error) {
    uint32_t code;
    while (text.length > 0) {
        if (affix->condition_length == CONDITION_MAX) return error_set(error, "a condition is too long");
        CharacterSet *set = &affix->condition[affix->condition_length++];
        if (!utf8_next(&text, &code)) return error_set(error, "a condition is not UTF-8");
        if (code == '.') {
            set->denied = true;
        } else if (code != '[') {
            set->codes[set->count++] = code;
        } else {
            bool first = true, closed = false;
            while (!closed && utf8_next(&text, &code)) {
                if (first && code == '^') set->denied = true;
                else if (code == ']') closed = true;
                else if (set->count == SET_MAX) return error_set(error, "a set of a condition is too long");
                else set->codes[set->count++] = code;
                first = false;
            }
            if (!closed) return error_set(error, "a condition misses its ]");
        }
    }
    return true;
}

/* The text before an unescaped '/', the rest in *flags; "0" stands for nothing where `zero` says so. */
static bool word_split(const char *field, bool zero, char word[HUNSPELL_FORM_MAX], Span *flags, Error *error) {
    size_t length = 0, i = 0;
    for (; field[i] && field[i] != '/'; i++) {
        if (field[i] == '\\' && field[i + 1] == '/') i++;
        if (length == HUNSPELL_FORM_MAX - 1) return error_set(error, "a word is too long");
        word[length++] = field[i];
    }
    word[length] = 0;
    if (zero && strcmp(word, "0") == 0) word[0] = 0;
    *flags = span_of(field + i + (field[i] ? 1 : 0));
    return true;
}

/* PFX flag crosses count, announcing a class. */
static bool class_begin(Hunspell *hunspell, bool is_suffix, Flag flag, char **fields, int count, Error *error) {
    int64_t announced;
    if (hunspell->class_count == CLASSES_MAX) return error_set(error, "too many affix classes");
    if (count < 4 || !span_number(span_of(fields[3]), 0, AFFIXES_MAX, &announced))
        return error_set(error, "an affix class is malformed");
    AffixClass *class = &hunspell->classes[hunspell->class_count++];
    *class = (AffixClass){.flag = flag, .is_suffix = is_suffix, .announced = (int)announced};
    class->crosses = strcmp(fields[2], "Y") == 0;
    class->affixes = calloc((size_t)announced + 1, sizeof *class->affixes);
    return class->affixes ? true : error_set(error, "not enough memory");
}

/* PFX flag strip add[/flags] condition, one of a class. */
static bool affix_parse(Hunspell *hunspell, AffixClass *class, char **fields, int count, Error *error) {
    Span flags;
    if (class->count == class->announced || count < 4) return error_set(error, "an affix is malformed");
    Affix *affix = &class->affixes[class->count++];
    if (!word_split(fields[2], true, affix->strip, &flags, error)) return false;
    if (!word_split(fields[3], true, affix->add, &flags, error)) return false;
    if (!flags_parse(hunspell, flags, &affix->next, error)) return false;
    if (flags_have(&affix->next, hunspell->circumfix)) return error_set(error, "circumfixes are not understood");
    return count < 5 || strcmp(fields[4], ".") == 0 || condition_parse(affix, span_of(fields[4]), error);
}

static bool flag_kind_parse(Hunspell *hunspell, const char *name, Error *error) {
    if (strcmp(name, "long") == 0) hunspell->flag_kind = FLAG_LONG;
    else if (strcmp(name, "num") == 0) hunspell->flag_kind = FLAG_NUMBER;
    else if (strcmp(name, "UTF-8") == 0) hunspell->flag_kind = FLAG_UTF8;
    else return error_set(error, "flags of the kind '%s' are not understood", name);
    return true;
}

static bool directive_parse(Hunspell *hunspell, char **fields, int count, Error *error) {
    static const char *const harmless[] = {"TRY",     "MAP",          "REP",       "KEY",        "WORDCHARS", "ICONV",
                                           "OCONV",   "BREAK",        "NOSUGGEST", "LANG",       "NAME",      "HOME",
                                           "VERSION", "MAXNGRAMSUGS", "MAXDIFF",   "ONLYMAXDIFF"};
    const char *name = fields[0];
    if (strcmp(name, "FULLSTRIP") == 0) return hunspell->full_strip = true;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(name, harmless[i]) == 0) return true;
    if (count < 2) return error_set(error, "%s has no value", name);
    if (strcmp(name, "SET") == 0)
        return strcmp(fields[1], "UTF-8") == 0 || error_set(error, "only UTF-8 is understood, not %s", fields[1]);
    if (strcmp(name, "FLAG") == 0) return flag_kind_parse(hunspell, fields[1], error);
    Flag flag = 0;
    if (!flag_parse(hunspell, span_of(fields[1]), &flag, error)) return false;
    if (strcmp(name, "NEEDAFFIX") == 0) hunspell->need_affix = flag;
    else if (strcmp(name, "FORBIDDENWORD") == 0) hunspell->forbidden = flag;
    else if (strcmp(name, "KEEPCASE") == 0) hunspell->keep_case = flag;
    else if (strcmp(name, "CIRCUMFIX") == 0) hunspell->circumfix = flag;
    else if (strcmp(name, "SFX") == 0 || strcmp(name, "PFX") == 0) {
        AffixClass *class = class_find(hunspell, flag);
        if (class) return affix_parse(hunspell, class, fields, count, error);
        return class_begin(hunspell, name[0] == 'S', flag, fields, count, error);
    } else {
        return error_set(error, "%s is not understood", name);
    }
    return true;
}

Hunspell *hunspell_open(const char *path, Error *error) {
    Hunspell *hunspell = calloc(1, sizeof *hunspell);
    FILE *file = fopen(path, "r");
    if (!hunspell || !file) error_set(error, "%s: cannot be opened", path);
    bool good = hunspell && file;
    char line[LINE_BYTES_MAX], *fields[FIELDS_MAX];
    int read = 0;
    for (int number = 1; good && (read = line_read(file, line)) > 0; number++) {
        Error trouble;
        int count = fields_split(line, fields);
        if (count == 0 || fields[0][0] == '#') continue;
        good = directive_parse(hunspell, fields, count, &trouble);
        if (!good) error_set(error, "%s, line %d: %s", path, number, trouble.text);
    }
    if (good && read < 0) good = error_set(error, "%s: a line is too long", path);
    if (file) fclose(file);
    if (good) return hunspell;
    hunspell_free(hunspell);
    return NULL;
}

void hunspell_free(Hunspell *hunspell) {
    for (int i = 0; hunspell && i < hunspell->class_count; i++) free(hunspell->classes[i].affixes);
    free(hunspell);
}

static bool word_set(Word *word, const char *bytes, size_t length) {
    if (length >= sizeof word->bytes) return false;
    memcpy(word->bytes, bytes, length);
    word->bytes[length] = 0;
    word->length = length;
    word->code_count = 0;
    Span rest = {word->bytes, length};
    while (utf8_next(&rest, &word->codes[word->code_count])) word->code_count++;
    return rest.length == 0;
}

static bool entry_visit(Hunspell *hunspell, char *line, HunspellVisit visit, void *context, Error *error) {
    char *fields[FIELDS_MAX], word[HUNSPELL_FORM_MAX], tags[LINE_BYTES_MAX];
    int count = fields_split(line, fields);
    if (count == 0) return true;
    Span flags;
    if (!word_split(fields[0], false, word, &flags, error)) return false;
    if (!word_set(&hunspell->word, word, strlen(word))) return error_set(error, "an entry is not UTF-8");
    if (!flags_parse(hunspell, flags, &hunspell->flags, error)) return false;
    if (flags_have(&hunspell->flags, hunspell->forbidden)) return error_set(error, "forbidden words are not understood");
    Text text = text_init(tags, sizeof tags);
    for (int i = 1; i < count; i++) text_format(&text, "%s%s", i > 1 ? " " : "", fields[i]);
    HunspellEntry entry = {word, tags, flags_have(&hunspell->flags, hunspell->keep_case)};
    return visit(context, &entry, error);
}

bool hunspell_read(Hunspell *hunspell, const char *path, HunspellVisit visit, void *context, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_set(error, "%s: cannot be opened", path);
    char line[LINE_BYTES_MAX];
    int read = line_read(file, line); /* the first line tells roughly how many entries follow */
    bool good = true;
    for (int number = 2; good && (read = line_read(file, line)) > 0; number++) {
        Error trouble;
        good = entry_visit(hunspell, line, visit, context, &trouble);
        if (!good) error_set(error, "%s, line %d: %s", path, number, trouble.text);
    }
    if (good && read < 0) good = error_set(error, "%s: a line is too long", path);
    fclose(file);
    return good;
}

/* ---- forms */

static bool set_matches(const CharacterSet *set, uint32_t code) {
    for (int i = 0; i < set->count; i++)
        if (set->codes[i] == code) return !set->denied;
    return set->denied;
}

static bool condition_holds(const AffixClass *class, const Affix *affix, const Word *word) {
    if (affix->condition_length > word->code_count) return false;
    int first = class->is_suffix ? word->code_count - affix->condition_length : 0;
    for (int i = 0; i < affix->condition_length; i++)
        if (!set_matches(&affix->condition[i], word->codes[first + i])) return false;
    return true;
}

/* The word with the affix; false if it does not take it. */
static bool affix_apply(const Hunspell *hunspell, const AffixClass *class, const Affix *affix, const Word *word, Word *form) {
    size_t strip = strlen(affix->strip), add = strlen(affix->add);
    if (strip > word->length || (strip == word->length && !hunspell->full_strip)) return false;
    size_t kept = word->length - strip;
    const char *stripped = class->is_suffix ? word->bytes + kept : word->bytes;
    if (memcmp(stripped, affix->strip, strip) != 0 || !condition_holds(class, affix, word)) return false;
    char bytes[2 * HUNSPELL_FORM_MAX];
    memcpy(bytes + (class->is_suffix ? 0 : add), class->is_suffix ? word->bytes : word->bytes + strip, kept);
    memcpy(bytes + (class->is_suffix ? kept : 0), affix->add, add);
    return word_set(form, bytes, kept + add);
}

/* Whether a second affix may join the first: two suffixes follow each other, a prefix and a suffix cross where both may. */
static bool may_follow(const AffixClass *first, const AffixClass *second, bool from_entry) {
    if (first->is_suffix && second->is_suffix) return !from_entry;
    if (!first->is_suffix && !second->is_suffix) return false;
    /* Of an entry's own prefix and suffix, the suffix is set first, so that the pair comes once. */
    if (from_entry && !first->is_suffix) return false;
    return first->crosses && second->crosses;
}

/* Sets one more affix, of the classes in `flags`, on a form that has one. */
static void forms_second(const Hunspell *hunspell, const AffixClass *first, const Word *word, const Flags *flags,
                         bool from_entry, HunspellForm form, void *context) {
    Word second;
    for (int i = 0; i < flags->count; i++) {
        const AffixClass *class = class_find((Hunspell *)hunspell, flags->flags[i]);
        if (!class || !may_follow(first, class, from_entry)) continue;
        bool both_suffixes = first->is_suffix && class->is_suffix;
        for (int k = 0; k < class->count; k++) {
            const Affix *affix = &class->affixes[k];
            /* A prefix and a suffix satisfy each other's need of an affix; a second suffix may want a third. */
            if (both_suffixes && flags_have(&affix->next, hunspell->need_affix)) continue;
            if (affix_apply(hunspell, class, affix, word, &second)) form(context, second.bytes);
        }
    }
}

void hunspell_forms(const Hunspell *hunspell, HunspellForm form, void *context) {
    if (!flags_have(&hunspell->flags, hunspell->need_affix)) form(context, hunspell->word.bytes);
    Word first;
    for (int i = 0; i < hunspell->flags.count; i++) {
        const AffixClass *class = class_find((Hunspell *)hunspell, hunspell->flags.flags[i]);
        for (int k = 0; class && k < class->count; k++) {
            const Affix *affix = &class->affixes[k];
            if (!affix_apply(hunspell, class, affix, &hunspell->word, &first)) continue;
            if (!flags_have(&affix->next, hunspell->need_affix)) form(context, first.bytes);
            forms_second(hunspell, class, &first, &affix->next, false, form, context);
            forms_second(hunspell, class, &first, &hunspell->flags, true, form, context);
        }
    }
}
