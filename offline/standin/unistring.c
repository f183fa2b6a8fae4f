/* Characters to and from UTF-8, and what they are, under libunistring's names. */
#include <uninorm.h>
#include <unistr.h>

#include <assert.h>

#include "offline/host.h"

bool uc_is_general_category(ucs4_t character, uc_general_category_t category) { return host_unicode_is(character, category); }

uint8_t *u8_normalize(uninorm_t form, const uint8_t *bytes, size_t length, uint8_t *into, size_t *normalised_length) {
    assert(!into);
    (void)form, (void)into;
    return host_unicode_compose(bytes, length, normalised_length);
}

int u8_mbtouc(ucs4_t *character, const uint8_t *bytes, size_t length) {
    static const ucs4_t masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    int count = *bytes < 0x80 ? 1 : *bytes < 0xE0 ? 2 : *bytes < 0xF0 ? 3 : 4;
    assert((size_t)count <= length);
    (void)length;
    *character = *bytes & masks[count];
    for (int i = 1; i < count; i++) *character = *character << 6 | (bytes[i] & 0x3F);
    return count;
}

int u8_uctomb(uint8_t *bytes, ucs4_t character, int room) {
    static const uint8_t heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    int count = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    if (count > room) return -1;
    for (int i = count - 1; i > 0; i--, character >>= 6) bytes[i] = (uint8_t)(0x80 | (character & 0x3F));
    bytes[0] = (uint8_t)(heads[count] | character);
    return count;
}
