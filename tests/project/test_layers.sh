#!/bin/bash
# Checks that each layer includes only itself and the layers above it (docs/architecture.md).
set -u
cd "$(dirname "$0")/../.." || exit 2
declare -A may=(
    [core]="core"
    [lexicon]="core lexicon"
    [games]="core lexicon games"
    [bots]="core lexicon games bots"
    [record]="core games record"
    [arena]="core lexicon games arena"
    [teach]="core lexicon games bots record arena teach"
    [room]="core lexicon games bots record room"
    [cluster]="core room cluster"
    [store]="core games record room cluster store"
    [server]="core lexicon games bots record arena teach room cluster store server"
    [offline]="core lexicon games bots record teach room offline"
    [client]="core client"
    [term]="core lexicon games bots record term"
    [library]="core lexicon games bots record include library"
    [program]="core lexicon games bots record arena teach room cluster store server client term program"
)
bad=0
for layer in "${!may[@]}"; do
    while IFS=: read -r file line included; do
        folder=${included%%/*}
        case " ${may[$layer]} " in
            *" $folder "*) ;;
            *) echo "not ok layers - $file:$line includes $included"; bad=1 ;;
        esac
    done < <(find "$layer" -name '*.[ch]' -print0 2>/dev/null |
        xargs -0 -r grep -nHo '#include "[a-z]*/[^"]*"' | sed 's/#include "//; s/"$//')
done
# core stands alone: nothing but the C library's headers. The one exception is the JSON reader. Input is never parsed by hand,
# and jansson is a strict parser; the reader hides it, so that no other file depends on it.
outside=$(grep -nH '#include <' core/*.[ch] | grep -v '^core/json_read\.c:[0-9]*:#include <jansson\.h>$' |
    grep -vE '<(assert|limits|math|stdarg|stdbool|stddef|stdint|stdio|stdlib|string)\.h>')
[ -n "$outside" ] && { echo "not ok core needs nothing - $outside"; bad=1; }
parsers=$(grep -rnH --include='*.[ch]' '#include <jansson' "${!may[@]}" tools | grep -v '^core/json_read\.c:')
[ -n "$parsers" ] && { echo "not ok only core/json_read.c includes jansson - $parsers"; bad=1; }
[ "$bad" -eq 0 ] && echo "ok layers"
exit "$bad"
