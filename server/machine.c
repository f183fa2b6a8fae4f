/* Binds the socket, reads files, raises the descriptor limit and drops root, before the server starts. */
#include "server/machine.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/message.h"

enum { BACKLOG = 1024, HOST_MAX = 128, PORT_TEXT_MAX = 8 };

static bool write_url(int listener, bool tls, char url[URL_MAX], Error *error) {
    struct sockaddr_storage bound;
    socklen_t length = sizeof bound;
    char host[HOST_MAX], port[PORT_TEXT_MAX];
    if (getsockname(listener, (struct sockaddr *)&bound, &length) != 0 ||
        getnameinfo((struct sockaddr *)&bound, length, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV))
        return error_set(error, "the address of the socket is unknown");
    /* A server that listens everywhere can be reached here as localhost. */
    bool everywhere = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0, six = strchr(host, ':') != NULL;
    Text text = text_init(url, URL_MAX);
    text_format(&text, "%s://%s%s%s:%s/", tls ? "https" : "http", six && !everywhere ? "[" : "",
                everywhere ? "localhost" : host, six && !everywhere ? "]" : "", port);
    return true;
}

int machine_listen(const char *address, int port, bool tls, char url[URL_MAX], Error *error) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | AI_PASSIVE}, *found = NULL;
    char service[PORT_TEXT_MAX];
    Text text = text_init(service, sizeof service);
    text_number(&text, port);
    int problem = getaddrinfo(address, service, &hints, &found);
    if (problem) {
        error_say(error, "'{address}' is not an address to listen on: {reason}",
                  WITH("address", span_quote(span_of(address)).text), WITH("reason", gai_strerror(problem)));
        return -1;
    }
    int listener = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1, off = 0;
    if (listener >= 0) {
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (found->ai_family == AF_INET6) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    }
    bool good = listener >= 0 && bind(listener, found->ai_addr, found->ai_addrlen) == 0 && listen(listener, BACKLOG) == 0;
    if (!good && errno == EADDRINUSE)
        error_say(error, "port {port} at {address} is in use by another program", WITH("port", port),
                  WITH("address", span_quote(span_of(address)).text));
    else if (!good)
        error_say(error, "cannot listen on {address}, port {port}: {reason}",
                  WITH("address", span_quote(span_of(address)).text), WITH("port", port), WITH("reason", strerror(errno)));
    freeaddrinfo(found);
    if (good && write_url(listener, tls, url, error)) return listener;
    if (listener >= 0) close(listener);
    return -1;
}

char *machine_read_file(const char *path, Error *error) {
    FILE *file = fopen(path, "r");
    char *text = file ? malloc(PEM_BYTES_MAX) : NULL;
    if (!text) {
        error_set(error, "cannot read '%.120s': %s", path, strerror(errno));
        if (file) fclose(file);
        return NULL;
    }
    size_t length = fread(text, 1, PEM_BYTES_MAX - 1, file);
    bool good = !ferror(file) && length < PEM_BYTES_MAX - 1;
    fclose(file);
    text[length] = 0;
    if (good) return text;
    error_set(error, "'%.120s' is not a certificate or key", path);
    free(text);
    return NULL;
}

int machine_drop_root(void) {
    if (geteuid() != 0) return 0;
    const char *user = getenv("SUDO_UID"), *group = getenv("SUDO_GID");
    int64_t uid, gid;
    if (!user || !group || !span_number(span_of(user), 1, UINT32_MAX - 1, &uid) ||
        !span_number(span_of(group), 1, UINT32_MAX - 1, &gid))
        return -1;
    gid_t only = (gid_t)gid;
    return setgroups(1, &only) == 0 && setgid(only) == 0 && setuid((uid_t)uid) == 0 ? 1 : -1;
}

bool machine_make_folders(const char *path, Error *error) {
    char folder[PATH_MAX];
    if (!span_copy(span_of(path), folder, sizeof folder)) return error_set(error, "the name of the data file is too long");
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(folder, 0700) != 0 && errno != EEXIST)
            return error_set(error, "cannot make the folder '%.120s': %s", folder, strerror(errno));
        *slash = '/';
    }
    return true;
}

long machine_raise_descriptors(long wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    rlim_t asked = (rlim_t)wanted;
    if (limit.rlim_cur < asked) {
        struct rlimit higher = {asked, limit.rlim_max < asked ? asked : limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &higher) == 0) return wanted; /* beyond the hard limit only root may */
        limit.rlim_cur = limit.rlim_max < asked ? limit.rlim_max : asked;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return (long)limit.rlim_cur;
}

bool machine_share_descriptors(long descriptors, int per_socket, int *sockets, int *pages) {
    long left = descriptors - SPARE_DESCRIPTORS;
    if (left <= 0) return false;
    if (left / 4 < *pages) *pages = (int)(left / 4 > 0 ? left / 4 : 1);
    long fit = (left - *pages) / per_socket;
    if (fit < *sockets) *sockets = (int)fit;
    return fit > 0;
}
