#!/bin/sh
# Writes what the page and its service worker have to know of this build.
#   page_files.sh engine [MODULE WORDS TEACHER]  as JSON, which engine there is for the page, with a hash of each file; none: null
#   page_files.sh worker SERVICE.js FILE…      the service worker: the version, the list of files, and SERVICE.js
# FILE is as in the sources: web/index.html is the first page, web/NAME is assets/NAME, po/it.po is messages/it.json.
set -eu
what=$1
shift
hash() { cat "$@" | sha256sum | cut -c 1-16; }

case $what in
    engine)
        if [ $# -eq 0 ]; then
            echo '{"module":null,"words":null,"teacher":null}'
        else
            echo "{\"module\":\"${1##*/}?v=$(hash "$1")\",\"words\":\"${2##*/}?v=$(hash "$2")\",\"teacher\":\"${3##*/}?v=$(hash "$3")\"}"
        fi ;;
    worker)
        service=$1
        shift
        printf 'self.precache = {"version":"%s","files":["./"' "$(hash "$service" "$@")"
        for file in "$@"; do
            case ${file#build/generated/} in
                web/index.html | web/service.js | web/previews/* | web/show/* | puzzles/* | *.gz) continue ;;
                web/engine/*.wasm | web/engine/*.words) path="assets/engine/${file##*/}?v=$(hash "$file")" ;;
                web/*) path=assets/${file#*web/} ;;
                po/*) path=messages/$(basename "$file" .po).json ;;
                *) path=$file ;;
            esac
            printf ',"%s"' "$path"
        done
        echo ']};'
        cat "$service" ;;
    *) echo "page_files.sh: engine or worker" >&2; exit 2 ;;
esac
