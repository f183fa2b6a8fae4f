/* Says in the reader's language why the system refuses something, where people meet that often. */
#include <string.h>

#include "core/message.h"

const char *message_of_reason(Language language, const char *reason) {
    static const char *const known[] = {
        N_("No such file or directory"), N_("Permission denied"),  N_("Is a directory"),
        N_("No space left on device"),   N_("Connection refused"), N_("Name or service not known"),
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(reason, known[i]) == 0) return message(language, known[i]);
    return reason;
}
