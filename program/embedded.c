/* Finds a file inside the program by its path. */
#include "program/embedded.h"

#include <string.h>

const EmbeddedFile *embedded_find(const char *path) {
    const EmbeddedFile *file = embedded_files;
    while (file->path && strcmp(file->path, path) != 0) file++;
    return file->path ? file : NULL;
}
