#!/bin/sh
# Installs documents under a folder by the paths they have here, so that the links between them hold.
#   install_docs.sh FOLDER FILE…
# In Markdown, a link to a file that is not installed becomes plain text. A file that can be run here can be run there.
set -eu
folder=$1
shift
for file in "$@"; do
    mkdir -p "$folder/$(dirname "$file")"
    if [ -x "$file" ]; then mode=755; else mode=644; fi
    install -m "$mode" "$file" "$folder/$file"
done

for file in "$@"; do
    case $file in *.md) ;; *) continue ;; esac
    awk -v base="$folder/$(dirname "$file")" '
        function installed(target) {
            sub(/#.*/, "", target)
            return target == "" || target ~ /^[a-z]+:/ || system("test -e \"" base "/" target "\"") == 0
        }
        /^```/ { code = !code }
        code { print; next }
        {
            line = ""
            rest = $0
            while (match(rest, /\[[^][]*\]\([^() ]+\)/)) {
                link = substr(rest, RSTART, RLENGTH)
                text = substr(link, 2, index(link, "](") - 2)
                target = substr(link, length(text) + 4, length(link) - length(text) - 4)
                line = line substr(rest, 1, RSTART - 1) (installed(target) ? link : text)
                rest = substr(rest, RSTART + RLENGTH)
            }
            print line rest
        }' "$file" >"$folder/$file"
done
