/* What a server needs from the machine before it starts, and how it drops root afterwards.
 * A bound socket, files that only root may read, and permission to open many descriptors. */
#ifndef ARALDO_SERVER_MACHINE_H
#define ARALDO_SERVER_MACHINE_H

#include "core/text.h"

enum { URL_MAX = 256, PEM_BYTES_MAX = 256 * 1024, SPARE_DESCRIPTORS = 100 }; /* spare: for files, threads and libraries */

/* A listening socket, and the address people can open ("http://127.0.0.1:7070/"); -1 with a clear line. Port 0: any free. */
int machine_listen(const char *address, int port, bool tls, char url[URL_MAX], Error *error);
/* A whole text file, which the caller frees; NULL with a clear line. */
char *machine_read_file(const char *path, Error *error);
/* As root through sudo: becomes the user who called it. 1 if so, 0 if there was nothing to give up, -1 if root stays root. */
int machine_drop_root(void);
/* Makes the folders above a file, as far as they are missing, for their owner alone. */
bool machine_make_folders(const char *path, Error *error);
/* How many WebSockets and other connections fit into this many descriptors, each WebSocket taking `per_socket`; at most as many
 * as are given. False if there are too few for even one. */
bool machine_share_descriptors(long descriptors, int per_socket, int *sockets, int *pages);
/* Raises the limit of descriptors as far as it is needed and allowed; how many there are now. */
long machine_raise_descriptors(long wanted);

#endif
