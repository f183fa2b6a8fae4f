/* Adds Open Graph tags to the page's document: what messengers and networks show of a link.
 * They say which game is played at the table, and nothing about who plays there or how. */
#include "server/preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"

enum { TAGS_BYTES_MAX = 2048, HOST_BYTES_MAX = 255, PICTURE_WIDTH = 600, PICTURE_HEIGHT = 315 };

static const char head_end[] = "</head>";

Language preview_language(const char *accepted) {
    Language language = LANGUAGE_ENGLISH;
    size_t length = accepted ? strcspn(accepted, "-,; ") : 0;
    if (length) language_of_tag((Span){accepted, length}, &language);
    return language;
}

static bool is_host(const char *host) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-:[]";
    size_t length = host ? strlen(host) : 0;
    return length > 0 && length <= HOST_BYTES_MAX && strspn(host, plain) == length;
}

/* What is told are our own words, in which no sign needs to be escaped but these. */
static void add_attribute(Text *text, const char *words) {
    for (; *words; words++) {
        if (*words == '"') text_add(text, "&quot;");
        else if (*words == '&') text_add(text, "&amp;");
        else if (*words == '<') text_add(text, "&lt;");
        else text_char(text, *words);
    }
}

static void add_tag(Text *text, const char *property, const char *words) {
    text_format(text, "<meta property=\"%s\" content=\"", property);
    add_attribute(text, words);
    text_add(text, "\" />\n");
}

static void add_tags(const Preview *preview, Text *text) {
    char title[128], picture[HOST_BYTES_MAX + 128], number[16];
    Text title_text = text_init(title, sizeof title), picture_text = text_init(picture, sizeof picture);
    text_format(&title_text, "%s%sAraldo", preview->game ? preview->game->title : "", preview->game ? " · " : "");
    add_tag(text, "og:site_name", "Araldo");
    add_tag(text, "og:type", "website");
    add_tag(text, "og:title", title);
    add_tag(text, "og:description",
            preview->game ? message(preview->language, "Come and play at this table: no account, no download.")
                          : message(preview->language, "A card room for you and your friends"));
    if (!is_host(preview->host)) return;
    text_format(&picture_text, "%s://%s/assets/previews/%s.png", preview->secure ? "https" : "http", preview->host,
                preview->game ? preview->game->name : "araldo");
    add_tag(text, "og:image", picture);
    snprintf(number, sizeof number, "%d", PICTURE_WIDTH);
    add_tag(text, "og:image:width", number);
    snprintf(number, sizeof number, "%d", PICTURE_HEIGHT);
    add_tag(text, "og:image:height", number);
    text_add(text, "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n");
}

char *preview_write(const Preview *preview, Span document, size_t *length) {
    char tags[TAGS_BYTES_MAX];
    Text text = text_init(tags, sizeof tags);
    const char *end = memmem(document.at, document.length, head_end, strlen(head_end));
    char *bytes = malloc(document.length + sizeof tags);
    if (!bytes) return NULL;
    add_tags(preview, &text);
    size_t before = end && !text.overflow ? (size_t)(end - document.at) : document.length, added = end ? text.length : 0;
    if (before == document.length) added = 0;
    memcpy(bytes, document.at, before);
    memcpy(bytes + before, tags, added);
    memcpy(bytes + before + added, document.at + before, document.length - before);
    *length = document.length + added;
    return bytes;
}
