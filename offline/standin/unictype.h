/* Stands in for libunistring: the browser's own tables of Unicode say what a character is. */
#ifndef ARALDO_OFFLINE_STANDIN_UNICTYPE_H
#define ARALDO_OFFLINE_STANDIN_UNICTYPE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t ucs4_t;

/* Categories and properties as web/engine/host.js numbers them. */
typedef enum {
    UC_CATEGORY_M,
    UC_CATEGORY_Cc,
    UC_CATEGORY_Cf,
    UC_CATEGORY_Co,
    UC_WHITE_SPACE,
    UC_DEFAULT_IGNORABLE,
    UC_NOT_A_CHARACTER,
} uc_general_category_t;

bool uc_is_general_category(ucs4_t character, uc_general_category_t category);
#define uc_is_property_white_space(character) uc_is_general_category(character, UC_WHITE_SPACE)
#define uc_is_property_default_ignorable_code_point(character) uc_is_general_category(character, UC_DEFAULT_IGNORABLE)
#define uc_is_property_not_a_character(character) uc_is_general_category(character, UC_NOT_A_CHARACTER)

#endif
