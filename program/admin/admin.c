/* `araldo admin`: looks after a card room's data, in a file or a database, and after the servers that share a database. */
#include "program/admin/admin.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/message.h"
#include "program/arguments.h"
#include "program/commands.h"
#include "store/store.h"

/* A backup is a copy into a file, restoring it a copy back. */
static int copy_room(const char *from, const char *to, bool as_json) {
    Error error;
    if (!from || !to) return complain("admin", "%s", N_("copy needs --from PLACE and --to PLACE"));
    int64_t count = store_copy(from, to, &error);
    if (count < 0) return complain("admin", "%s", error.text);
    if (as_json) printf("{\"tables\":%lld}\n", (long long)count);
    else printf("%lld table%s copied\n", (long long)count, count == 1 ? "" : "s");
    return STATUS_GOOD;
}

static int backup(const char *from, const char *to, bool as_json) {
    if (store_is_url(to)) return complain("admin", "%s", N_("a backup is a file, not a database"));
    return copy_room(from, to, as_json);
}

int command_admin(int argc, char **argv) {
    const char *words[3], *from = NULL, *to = NULL;
    bool as_json = false;
    const Argument table[] = {{ARGUMENT_WORDS, "--from", &from, 0, 0},
                              {ARGUMENT_WORDS, "--to", &to, 0, 0},
                              {ARGUMENT_FLAG, "--json", &as_json, 0, 0},
                              {ARGUMENT_LEXICON, "--words", NULL, 0, 0},
                              {ARGUMENT_END, NULL, NULL, 0, 0}};
    Arguments arguments = {.command = "admin", .table = table, .words = words, .words_max = 3};
    if (!arguments_read(&arguments, argc, argv)) return STATUS_BAD;
    int count = arguments.word_count - 1;
    const char *what = count < 0 ? "" : words[0];
    if (count < 0) return complain("admin", "choose what to do: check, copy, backup, restore, nodes, tables, drain");
    if (strcmp(what, "check") == 0 && count == 1) return admin_check(words[1], as_json);
    if (strcmp(what, "copy") == 0 && count == 0) return copy_room(from, to, as_json);
    if (strcmp(what, "backup") == 0 && count == 2) return backup(words[1], words[2], as_json);
    if (strcmp(what, "restore") == 0 && count == 2) return copy_room(words[1], words[2], as_json);
    if (strcmp(what, "nodes") == 0 && count == 1) return admin_nodes(words[1], as_json);
    if (strcmp(what, "tables") == 0 && count == 1) return admin_tables(words[1], as_json);
    if (strcmp(what, "drain") == 0 && count == 2) return admin_drain(words[1], words[2], as_json);
    Error error;
    error_say(&error, "there is no command '{word}', or it takes other arguments; see araldo admin --help",
              WITH("word", span_quote(span_of(what)).text));
    return complain_error("admin", arguments.language, &error);
}
