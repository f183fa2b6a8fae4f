/* Normalises names: NFC, no invisible characters, single spaces, few marks. */
#include "room/names.h"

#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum { BRAILLE_BLANK = 0x2800 }; /* a symbol to Unicode, and nothing to the eye */

static bool is_blank(ucs4_t character) { return uc_is_property_white_space(character) || character == BRAILLE_BLANK; }

static bool is_mark(ucs4_t character) { return uc_is_general_category(character, UC_CATEGORY_M); }

/* Format characters, fillers, joiners, and what belongs to nobody. */
static bool is_hidden(ucs4_t character) {
    return uc_is_property_default_ignorable_code_point(character) || uc_is_general_category(character, UC_CATEGORY_Cf) ||
           uc_is_general_category(character, UC_CATEGORY_Co) || uc_is_property_not_a_character(character);
}

/* A name while it is written. */
typedef struct Name {
    uint8_t *bytes;
    size_t length;
    int characters, marks; /* marks since the last letter */
    bool blank;            /* one is due before the next letter */
} Name;

static bool add(Name *name, ucs4_t character) {
    int wrote = u8_uctomb(name->bytes + name->length, character, (int)(NAME_BYTES_MAX - 1 - name->length));
    if (wrote < 0 || ++name->characters > NAME_CHARACTERS_MAX) return false;
    name->length += (size_t)wrote;
    return true;
}

static bool take(Name *name, ucs4_t character) {
    if (is_blank(character)) {
        name->blank = name->length > 0;
        return true;
    }
    if (uc_is_general_category(character, UC_CATEGORY_Cc)) return false;
    if (is_hidden(character)) return true;
    if (is_mark(character)) {
        if (name->length == 0 || name->blank || ++name->marks > NAME_MARKS_MAX) return true; /* on nothing, or one too many */
        return add(name, character);
    }
    name->marks = 0;
    if (name->blank && !add(name, ' ')) return false;
    name->blank = false;
    return add(name, character);
}

bool name_normalise(const char *words, char name[NAME_BYTES_MAX]) {
    size_t length;
    uint8_t *composed = u8_normalize(UNINORM_NFC, (const uint8_t *)words, strlen(words), NULL, &length);
    Name made = {.bytes = (uint8_t *)name};
    bool good = composed != NULL;
    memset(name, 0, NAME_BYTES_MAX);
    for (size_t i = 0; good && i < length;) {
        ucs4_t character;
        int took = u8_mbtouc(&character, composed + i, length - i);
        good = took > 0 && character != 0xfffd && take(&made, character);
        i += took > 0 ? (size_t)took : 1;
    }
    free(composed);
    name[made.length] = 0;
    return good && made.length > 0;
}
