/* HTTP responses: files, texts and errors, with the headers that every response carries. */
#ifndef ARALDO_SERVER_PAGES_H
#define ARALDO_SERVER_PAGES_H

#include <microhttpd.h>

#include "core/text.h"

enum { ETAG_MAX = 20 }; /* 16 hex digits in quotes, and the zero byte */

/* How long a browser may keep an answer without asking. */
typedef enum {
    CACHE_NEVER, /* of this moment or this person */
    CACHE_ASK,   /* ask each time whether it changed */
    CACHE_EVER,  /* its address changes with it */
} Cache;

/* Bytes that outlive the answer; with an ETag, and 304 where the browser has them already. */
enum MHD_Result page_bytes(struct MHD_Connection *connection, Span bytes, const char *type, Cache cache);
/* The same for bytes of malloc's, which the answer frees. */
enum MHD_Result page_written(struct MHD_Connection *connection, unsigned status, char *bytes, size_t length, const char *type);
/* The same for bytes that are gzipped, for a browser that takes them so. */
enum MHD_Result page_gzipped(struct MHD_Connection *connection, Span bytes, const char *type, Cache cache);
/* Does the browser take gzipped bytes? */
bool page_takes_gzip(struct MHD_Connection *connection);
/* Sends a response of this type and of this moment. `file` is the name to save it under, or NULL. */
enum MHD_Result page_file(struct MHD_Connection *connection, struct MHD_Response *response, const char *type, const char *file);
/* Bytes of malloc's, which the answer frees. */
enum MHD_Result page_made(struct MHD_Connection *connection, char *bytes, size_t length, const char *type);
/* One line of JSON of this moment, copied; NULL without memory. */
struct MHD_Response *page_json(Text *text);
/* {"error":"code"} */
enum MHD_Result page_error(struct MHD_Connection *connection, unsigned status, const char *code);
/* Sends what was made with the headers every answer carries, and lets go of it. */
enum MHD_Result page_send(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);
/* The type of a file by its name. */
const char *page_type(const char *path);

#endif
