/* Puts zlib below a FILE, so that readers and writers of lines need not know about compression. */
#include "program/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { WINDOW_BITS_GZIP = 15 + 16, MEMORY_LEVEL = 8, CHUNK_BYTES = 1 << 16 };

/* ---- reading: zlib passes on what is not compressed */

static ssize_t read_bytes(void *context, char *bytes, size_t length) {
    gzFile file = context;
    int fault;
    int count = gzread(file, bytes, (unsigned)length);
    gzerror(file, &fault);
    if (count > 0) return count;
    if (fault == Z_OK || fault == Z_STREAM_END) return count;
    if (fault != Z_ERRNO) errno = EIO; /* damaged, or cut short */
    return -1;
}

static int close_reading(void *context) { return gzclose_r(context) == Z_OK ? 0 : EOF; }

FILE *gzip_read(const char *path) {
    int descriptor = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    gzFile file = gzdopen(descriptor, "r");
    if (!file) {
        close(descriptor);
        errno = ENOMEM;
        return NULL;
    }
    gzbuffer(file, CHUNK_BYTES);
    FILE *stream = fopencookie(file, "r", (cookie_io_functions_t){.read = read_bytes, .close = close_reading});
    if (!stream) gzclose_r(file);
    return stream;
}

/* ---- writing */

typedef struct Deflater {
    z_stream stream;
    FILE *below;
    Bytef chunk[CHUNK_BYTES];
} Deflater;

/* Compresses what the stream has been given, and writes it; false with errno if that fails. */
static bool deflate_all(Deflater *deflater, int flush) {
    z_stream *stream = &deflater->stream;
    int status;
    do {
        stream->next_out = deflater->chunk;
        stream->avail_out = CHUNK_BYTES;
        status = deflate(stream, flush);
        size_t length = CHUNK_BYTES - stream->avail_out;
        if (fwrite(deflater->chunk, 1, length, deflater->below) != length) return false;
    } while (stream->avail_out == 0 || (flush == Z_FINISH && status == Z_OK));
    return true;
}

static ssize_t write_bytes(void *context, const char *bytes, size_t length) {
    Deflater *deflater = context;
    deflater->stream.next_in = (Bytef *)(uintptr_t)bytes;
    deflater->stream.avail_in = (uInt)length;
    return deflate_all(deflater, Z_NO_FLUSH) ? (ssize_t)length : 0;
}

static int close_writing(void *context) {
    Deflater *deflater = context;
    deflater->stream.avail_in = 0;
    bool good = deflate_all(deflater, Z_FINISH);
    deflateEnd(&deflater->stream);
    free(deflater);
    return good ? 0 : EOF;
}

bool gzip_is_named(const char *path) {
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

bool gzip_begin(RecordFile *record, FILE **below, Error *error) {
    *below = NULL;
    if (!gzip_is_named(record->path)) return true;
    Deflater *deflater = calloc(1, sizeof *deflater);
    FILE *stream = NULL;
    if (deflater) {
        deflater->below = record->file;
        if (deflateInit2(&deflater->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS_GZIP, MEMORY_LEVEL,
                         Z_DEFAULT_STRATEGY) == Z_OK)
            stream = fopencookie(deflater, "w", (cookie_io_functions_t){.write = write_bytes, .close = close_writing});
        if (!stream) {
            deflateEnd(&deflater->stream);
            free(deflater);
        }
    }
    if (!stream) return error_set(error, "there is not enough memory");
    *below = record->file;
    record->file = stream;
    return true;
}

void gzip_end(RecordFile *record, FILE **below) {
    if (!*below) return;
    if (fclose(record->file) != 0 && !record->fault) record->fault = errno;
    record->file = *below;
    *below = NULL;
}
