#!/bin/bash
# docs/architecture.md has one line for each source file, and names no file that does not exist; links in the documents lead somewhere.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
page=docs/architecture.md
for folder in core lexicon games bots bots/policy record arena room term program tools tests; do
    for file in "$folder"/*.[ch] "$folder"/*.sh; do
        [ -e "$file" ] || continue
        stem=${file%.*}
        grep -q "\`$stem\.[a-z\[]*[^\`]*\`" "$page" || { echo "not ok map - $file is not in $page"; bad=1; }
    done
done
for file in web/*.* web/*/*.js; do
    grep -qF "\`$file\`" "$page" || { echo "not ok map - $file is not in $page"; bad=1; }
done
while read -r name; do
    compgen -G "$name" >/dev/null || { echo "not ok map - $page names $name, which is not there"; bad=1; }
done < <(grep -oE '`(core|lexicon|games|bots|record|arena|room|term|program|web|tools|tests)/[A-Za-z0-9_./*-]+(\[ch\])?`' "$page" | tr -d '`' | sort -u)
[ "$bad" -eq 0 ] && echo "ok every source file has its line in $page"

links=0
for document in README.md docs/*.md tests/games/cases/README.md; do
    while read -r target; do
        case $target in http*|"#"*) continue ;; esac
        [ -e "$(dirname "$document")/${target%%#*}" ] || { echo "not ok links - $document points to $target"; bad=1; links=1; }
    done < <(grep -oE '\]\([^)]+\)' "$document" | sed 's/^](//; s/)$//')
done
[ "$links" -eq 0 ] && echo "ok links in the documents"
exit "$bad"
