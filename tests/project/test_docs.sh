#!/bin/bash
# Checks the documents: the atlas has a sentence for each file, the map names files that exist, and links lead somewhere.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0

# fault NAME TEXT: one thing that is wrong
fault() {
    echo "not ok $1 - $2"
    bad=1
    clean=no
}

# passed NAME: says so if nothing was wrong since the last call
passed() {
    [ "$clean" = yes ] && echo "ok $1"
    clean=yes
}
clean=yes

# ---- the atlas (make map): every first line is a sentence that needs no other line
atlas=$(tools/map.sh 2>&1) || fault atlas "$(grep 'has no opening comment' <<<"$atlas" | tr '\n' ' ')"
while read -r line; do
    fault atlas "the first line is not a whole sentence: $line"
done < <(grep '^  ' <<<"$atlas" | grep -v '[.?!]$')
while read -r line; do
    fault atlas "the first line only points elsewhere: $line"
done < <(grep -E '(: see|  See) [a-z_./]+\.h\.$' <<<"$atlas")
passed "the atlas has a sentence for every file"

# ---- the map names nothing that is not there; GAME and LANG are any game and any language
page=docs/architecture.md
for folder in */; do
    case $folder in build/ | docs/ | include/ | man/) continue ;; esac
    git check-ignore -q "$folder" 2>/dev/null && continue
    grep -q "\*\*${folder%/}\*\*" "$page" || fault map "$page does not mention $folder"
done
while read -r name; do
    pattern=${name//GAME/*}
    pattern=${pattern//LANG/*}
    compgen -G "$pattern" >/dev/null || fault map "$page names $name, which is not there"
done < <(grep -oE '`[a-z]+/[A-Za-z0-9_./*-]*`' "$page" | tr -d '`' | sort -u)
passed "the map names files that are there"

# ---- links
documents=(README.md docs/*.md docs/*/*.md tests/README.md tests/games/*/README.md)
for document in "${documents[@]}" CONTRIBUTING.md CHANGELOG.md; do
    [ -e "$document" ] || continue
    while read -r target; do
        case $target in http* | "#"*) continue ;; esac
        [ -e "$(dirname "$document")/${target%%#*}" ] || fault links "$document points to $target"
    done < <({ grep -oE '\]\([^)]+\)' "$document" | sed 's/^](//; s/)$//'; grep -oE '(src|href)="[^"]+"' "$document" | sed 's/^[^"]*"//; s/"$//'; })
done
passed "links in the documents"
exit "$bad"
