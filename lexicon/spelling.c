/* Folds accents and ligatures by one table of accented letters.
 * It holds the small letters of Unicode's Latin-1 Supplement and Latin Extended-A that are a letter of A to Z with something
 * added. */
#include "lexicon/spelling.h"

#include <assert.h>
#include <string.h>

typedef struct Accented {
    uint16_t code;
    char letter;
    uint8_t mark;
} Accented;

static const Accented table[] = {
    {0x00DF, 'S', MARK_LIGATURE},     {0x00E0, 'A', MARK_GRAVE},        {0x00E1, 'A', MARK_ACUTE},
    {0x00E2, 'A', MARK_CIRCUMFLEX},   {0x00E3, 'A', MARK_TILDE},        {0x00E4, 'A', MARK_DIAERESIS},
    {0x00E5, 'A', MARK_RING},         {0x00E6, 'A', MARK_LIGATURE},     {0x00E7, 'C', MARK_CEDILLA},
    {0x00E8, 'E', MARK_GRAVE},        {0x00E9, 'E', MARK_ACUTE},        {0x00EA, 'E', MARK_CIRCUMFLEX},
    {0x00EB, 'E', MARK_DIAERESIS},    {0x00EC, 'I', MARK_GRAVE},        {0x00ED, 'I', MARK_ACUTE},
    {0x00EE, 'I', MARK_CIRCUMFLEX},   {0x00EF, 'I', MARK_DIAERESIS},    {0x00F1, 'N', MARK_TILDE},
    {0x00F2, 'O', MARK_GRAVE},        {0x00F3, 'O', MARK_ACUTE},        {0x00F4, 'O', MARK_CIRCUMFLEX},
    {0x00F5, 'O', MARK_TILDE},        {0x00F6, 'O', MARK_DIAERESIS},    {0x00F8, 'O', MARK_STROKE},
    {0x00F9, 'U', MARK_GRAVE},        {0x00FA, 'U', MARK_ACUTE},        {0x00FB, 'U', MARK_CIRCUMFLEX},
    {0x00FC, 'U', MARK_DIAERESIS},    {0x00FD, 'Y', MARK_ACUTE},        {0x00FF, 'Y', MARK_DIAERESIS},
    {0x0101, 'A', MARK_MACRON},       {0x0103, 'A', MARK_BREVE},        {0x0105, 'A', MARK_OGONEK},
    {0x0107, 'C', MARK_ACUTE},        {0x0109, 'C', MARK_CIRCUMFLEX},   {0x010B, 'C', MARK_DOT},
    {0x010D, 'C', MARK_CARON},        {0x010F, 'D', MARK_CARON},        {0x0111, 'D', MARK_STROKE},
    {0x0113, 'E', MARK_MACRON},       {0x0115, 'E', MARK_BREVE},        {0x0117, 'E', MARK_DOT},
    {0x0119, 'E', MARK_OGONEK},       {0x011B, 'E', MARK_CARON},        {0x011D, 'G', MARK_CIRCUMFLEX},
    {0x011F, 'G', MARK_BREVE},        {0x0121, 'G', MARK_DOT},          {0x0123, 'G', MARK_CEDILLA},
    {0x0125, 'H', MARK_CIRCUMFLEX},   {0x0127, 'H', MARK_STROKE},       {0x0129, 'I', MARK_TILDE},
    {0x012B, 'I', MARK_MACRON},       {0x012D, 'I', MARK_BREVE},        {0x012F, 'I', MARK_OGONEK},
    {0x0133, 'I', MARK_LIGATURE},     {0x0135, 'J', MARK_CIRCUMFLEX},   {0x0137, 'K', MARK_CEDILLA},
    {0x013A, 'L', MARK_ACUTE},        {0x013C, 'L', MARK_CEDILLA},      {0x013E, 'L', MARK_CARON},
    {0x0142, 'L', MARK_STROKE},       {0x0144, 'N', MARK_ACUTE},        {0x0146, 'N', MARK_CEDILLA},
    {0x0148, 'N', MARK_CARON},        {0x014D, 'O', MARK_MACRON},       {0x014F, 'O', MARK_BREVE},
    {0x0151, 'O', MARK_DOUBLE_ACUTE}, {0x0153, 'O', MARK_LIGATURE},     {0x0155, 'R', MARK_ACUTE},
    {0x0157, 'R', MARK_CEDILLA},      {0x0159, 'R', MARK_CARON},        {0x015B, 'S', MARK_ACUTE},
    {0x015D, 'S', MARK_CIRCUMFLEX},   {0x015F, 'S', MARK_CEDILLA},      {0x0161, 'S', MARK_CARON},
    {0x0163, 'T', MARK_CEDILLA},      {0x0165, 'T', MARK_CARON},        {0x0167, 'T', MARK_STROKE},
    {0x0169, 'U', MARK_TILDE},        {0x016B, 'U', MARK_MACRON},       {0x016D, 'U', MARK_BREVE},
    {0x016F, 'U', MARK_RING},         {0x0171, 'U', MARK_DOUBLE_ACUTE}, {0x0173, 'U', MARK_OGONEK},
    {0x0175, 'W', MARK_CIRCUMFLEX},   {0x0177, 'Y', MARK_CIRCUMFLEX},   {0x017A, 'Z', MARK_ACUTE},
    {0x017C, 'Z', MARK_DOT},          {0x017E, 'Z', MARK_CARON},
};
enum { TABLE_COUNT = sizeof table / sizeof table[0] };

/* The second letter of a ligature, by its first. */
static char ligature_second(char first) {
    switch (first) {
    case 'A':
    case 'O': return 'E';
    case 'S': return 'S';
    case 'I': return 'J';
    default: return 0;
    }
}

/* The small letter of a code point; all that has none stays as it is. */
static uint32_t lower(uint32_t code) {
    if ((code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7)) return code + 0x20;
    if (code == 0x178) return 0xFF;
    if (code == 0x1E9E) return 0xDF;
    bool odd_capitals = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
    if (odd_capitals) return code + (code & 1);
    if (code >= 0x100 && code <= 0x177) return code | 1;
    return code;
}

static const Accented *by_code(uint32_t code) {
    int low = 0, high = TABLE_COUNT;
    while (low < high) {
        int middle = (low + high) / 2;
        if (table[middle].code < code) low = middle + 1;
        else high = middle;
    }
    return low < TABLE_COUNT && table[low].code == code ? &table[low] : NULL;
}

static const Accented *by_mark(char letter, Mark mark) {
    for (int i = 0; i < TABLE_COUNT; i++)
        if (table[i].letter == letter && table[i].mark == mark) return &table[i];
    return NULL;
}

/* Combining accents follow their letter. */
static Mark combining_mark(uint32_t code) {
    switch (code) {
    case 0x300: return MARK_GRAVE;
    case 0x301: return MARK_ACUTE;
    case 0x302: return MARK_CIRCUMFLEX;
    case 0x303: return MARK_TILDE;
    case 0x304: return MARK_MACRON;
    case 0x306: return MARK_BREVE;
    case 0x307: return MARK_DOT;
    case 0x308: return MARK_DIAERESIS;
    case 0x30A: return MARK_RING;
    case 0x30B: return MARK_DOUBLE_ACUTE;
    case 0x30C: return MARK_CARON;
    case 0x327: return MARK_CEDILLA;
    case 0x328: return MARK_OGONEK;
    default: return MARK_NONE;
    }
}

bool utf8_next(Span *rest, uint32_t *code) {
    if (rest->length == 0) return false;
    const unsigned char *at = (const unsigned char *)rest->at;
    size_t length = at[0] < 0x80                    ? 1
                    : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
                    : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
                    : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                                    : 0;
    if (length == 0 || length > rest->length) return false;
    uint32_t value = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return false;
        value = value << 6 | (at[i] & 0x3F);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return false;
    *rest = (Span){rest->at + length, rest->length - length};
    *code = value;
    return true;
}

static void text_code(Text *text, uint32_t code) {
    assert(code < 0x800);
    if (code < 0x80) {
        text_char(text, (char)code);
    } else {
        char bytes[2] = {(char)(0xC0 | code >> 6), (char)(0x80 | (code & 0x3F))};
        text_add_bytes(text, bytes, sizeof bytes);
    }
}

static bool add(Spelling *spelling, char letter, Mark mark) {
    if (spelling->length >= WORD_LETTERS_MAX) return false;
    spelling->letters[spelling->length] = letter;
    spelling->marks[spelling->length++] = (uint8_t)mark;
    return true;
}

SpellingResult spelling_parse(Spelling *spelling, Span text) {
    memset(spelling, 0, sizeof *spelling);
    bool fits = true;
    uint32_t code;
    while (text.length > 0) {
        if (!utf8_next(&text, &code)) return SPELLING_NOT_LETTERS;
        code = lower(code);
        Mark mark = combining_mark(code);
        if (mark != MARK_NONE) {
            if (!fits) continue;
            int last = spelling->length - 1;
            bool joined = last > 0 && spelling->marks[last - 1] == MARK_LIGATURE;
            if (last < 0 || joined || spelling->marks[last] != MARK_NONE || !by_mark(spelling->letters[last], mark))
                return SPELLING_NOT_LETTERS;
            spelling->marks[last] = (uint8_t)mark;
        } else if (code >= 'a' && code <= 'z') {
            fits = fits && add(spelling, (char)(code - 'a' + 'A'), MARK_NONE);
        } else {
            const Accented *accented = by_code(code);
            if (!accented) return SPELLING_NOT_LETTERS;
            fits = fits && add(spelling, accented->letter, (Mark)accented->mark);
            if (accented->mark == MARK_LIGATURE) fits = fits && add(spelling, ligature_second(accented->letter), MARK_NONE);
        }
    }
    return fits ? SPELLING_GOOD : SPELLING_TOO_LONG;
}

void spelling_print(const Spelling *spelling, Text *text) {
    for (int i = 0; i < spelling->length; i++) {
        Mark mark = (Mark)spelling->marks[i];
        if (mark == MARK_NONE) {
            text_char(text, (char)(spelling->letters[i] - 'A' + 'a'));
            continue;
        }
        const Accented *accented = by_mark(spelling->letters[i], mark);
        assert(accented);
        text_code(text, accented->code);
        if (mark == MARK_LIGATURE) i++;
    }
}

int spelling_marks(const Spelling *spelling) {
    int count = 0;
    for (int i = 0; i < spelling->length; i++) count += spelling->marks[i] != MARK_NONE;
    return count;
}
