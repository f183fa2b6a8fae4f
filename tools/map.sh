#!/bin/bash
# Prints the atlas: every file that people edit, with the first line of its opening comment.
# Not in it are documents, rules and cases, which are read rather than looked up, and formats without comments.
#   map.sh [FOLDER…]   only these folders; fails and names the files if any have no opening comment
set -u
cd "$(dirname "$0")/.." || exit 2

# The first line of a file's opening comment, without its marks; nothing if there is none.
entry() {
    awk 'NR == 1 && /^#!/ { next }
         /^# shellcheck / || /^<!doctype/ { next }
         /^(\/\*|\/\/|#|<!--|\.\\") / { sub(/^[^ ]* /, ""); sub(/ *(\*\/|-->)$/, ""); print }
         { exit }' "$1"
}

bad=0
folder=
while read -r file; do
    if [ "${file%/*}" != "$folder" ]; then
        [ -n "$folder" ] && echo
        folder=${file%/*}
        echo "${folder#./}/"
    fi
    line=$(entry "$file")
    [ -n "$line" ] || { echo "${file#./} has no opening comment" >&2; bad=1; }
    printf '  %-24s %s\n' "${file##*/}" "$line"
done < <(find "${@:-.}" \( -name build -o -name .git -o -name node_modules \) -prune -o \
    -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.js' -o -name '*.mjs' -o -name '*.d.ts' -o -name '*.css' -o -name '*.html' \
    -o -name '*.po' -o -name '*.1' -o -name '*.in' -o -path '*/tools/*.txt' -o -path '*/tests/web/*.txt' -o -name Makefile \
    -o -path '*/.ci/*' -o -name '.clang-*' -o -name .editorconfig \) -print |
    awk -F/ '{ name = $NF; sub(/\/[^\/]*$/, ""); print $0 "\t" name }' | LC_ALL=C sort | tr '\t' /)
exit "$bad"
