#!/bin/bash
# Tests a language with three plural forms: Polish, added to a copy of the sources as docs/translating.md says.
# The catalogue tool, the program and the page pick the same form, and the right one.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

# ---- the copy: a row in the list of languages, and a catalogue

mkdir -p "$folder/core" "$folder/tools" "$folder/server" "$folder/po"
cp core/*.[ch] "$folder/core"
cp tools/catalogue.c tools/po.[ch] "$folder/tools"
cp server/catalogue.[ch] "$folder/server"
rule='n==1 ? 0 : n%10>=2 \&\& n%10<=4 \&\& (n%100<10 || n%100>=20) ? 1 : 2'
sed -i "s/^ *ROW(GERMAN.*/& \\\\\n    ROW(POLISH, \"pl\", \"Polski\", ',', 3, ($rule))/" "$folder/core/languages.h"
catalogue() { # FORM...: po/pl.po with these forms of one message
    cat <<'PO'
msgid ""
msgstr ""
"Language: pl\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "Club"
msgstr "Klub"

msgid "{n} card"
msgid_plural "{n} cards"
PO
    local number=0 form
    for form in "$@"; do
        printf 'msgstr[%d] "%s"\n' $number "$form"
        number=$((number + 1))
    done
}
catalogue '{n} karta' '{n} karty' '{n} kart' >"$folder/po/pl.po"
cat >"$folder/show.c" <<'SOURCE'
/* Prints the form for each number given, or without one the page's catalogue. */
#include <stdio.h>
#include <stdlib.h>

#include "core/message.h"
#include "server/catalogue.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%s %s\n", argv[i], message_plural(LANGUAGE_POLISH, "{n} card", "{n} cards", atoll(argv[i])));
    char *page = argc == 1 ? catalogue_json(LANGUAGE_POLISH) : NULL;
    if (page) puts(page);
    free(page);
    return 0;
}
SOURCE
compile() { (cd "$folder" && gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsanitize=address,undefined -I. "$@" 2>&1); }
# shellcheck disable=SC2046
equal "the tool builds with a sixth language" "" "$(compile -o tool $(sed -n 's/^CATALOGUE_SOURCES := //p' Makefile) -ljansson)"
equal "the tool knows it" "pl Polski" "$("$folder/tool" languages | tail -n 1)"
equal "the catalogue is accepted" "" "$("$folder/tool" table "$folder/table.c" "$folder/po/pl.po" 2>&1)"
equal "the table compiles" "" "$(compile -o show show.c table.c server/catalogue.c core/*.c -ljansson)"

# ---- the forms: Polish counts 1 karta, 2 karty, 5 kart, 12 kart, 22 karty

numbers="0 1 2 4 5 11 12 14 15 21 22 25 100 101 102 111 112 122 1002 1012 1000022 -1 -3"
expected=$(for n in $numbers; do
    form=kart
    case $n in
    1 | -1) form=karta ;;
    *1[234]) ;;
    *[234]) form=karty ;;
    esac
    echo "$n {n} $form"
done)
# shellcheck disable=SC2086
equal "the program picks the form" "$expected" "$("$folder/show" $numbers)"

"$folder/show" >"$folder/pl.json"
echo '{"type":"module"}' >"$folder/package.json"
cp web/messages.js web/settings.js "$folder/"
cat >"$folder/page.mjs" <<'PAGE'
import {readFileSync} from "node:fs";
const words = JSON.parse(readFileSync(process.argv[2], "utf8"));
globalThis.fetch = async () => ({ok: true, json: async () => words});
globalThis.document = {documentElement: {}};
const {speak, plural, message} = await import("./messages.js");
await speak("pl");
for (const n of process.argv.slice(3)) console.log(`${n} ${plural("{n} card", "{n} cards", Number(n), {n: "{n}"})}`);
console.log(message("Club"), plural("{n} coin", "{n} coins", 22));
PAGE
# shellcheck disable=SC2046,SC2086
equal "the page picks the same" "$(grep -v '^-' <<<"$expected"; echo "Klub 22 coins")" \
    "$(node "$folder/page.mjs" "$folder/pl.json" $(printf '%s\n' $numbers | grep -v '^-') 2>&1)"

# ---- what does not fit the language is refused

catalogue '{n} karta' '{n} karty' >"$folder/po/pl.po"
equal "a form too few" "$folder/po/pl.po:10: expected 3 plural forms, found 2" "$("$folder/tool" table "$folder/table.c" "$folder/po/pl.po" 2>&1)"
catalogue a b c d >"$folder/po/pl.po"
equal "a form too many" "$folder/po/pl.po:10: expected 3 plural forms, found 4" "$("$folder/tool" table "$folder/table.c" "$folder/po/pl.po" 2>&1)"
catalogue a b c | sed 's/n%100<10/n%100<9/' >"$folder/po/pl.po"
like "another rule" 'po:1: the header lacks the line "Plural-Forms: nplurals=3' "$("$folder/tool" table "$folder/table.c" "$folder/po/pl.po" 2>&1)"
catalogue a b c | sed 's/n%10>=2 \&\& n%10<=4/n % 10 >= 2 \&\& n % 10 <= 4/' >"$folder/po/pl.po"
equal "blanks in the rule do not matter" "" "$("$folder/tool" table "$folder/table.c" "$folder/po/pl.po" 2>&1)"

# ---- one list for all: the page offers the languages that the program speaks, and each has its catalogue and its rules

list=$(build/dev/tools/catalogue languages)
equal "the page's languages are the program's" "$list" \
    "$(sed -n 's/^export const languages = {\(.*\)};$/\1/p' web/messages.js | tr ',' '\n' | sed 's/^ *\([a-z]*\): "\(.*\)"$/\1 \2/')"
equal "every language but English has a catalogue" "$(cut -d' ' -f1 <<<"$list" | grep -v '^en$' | sort)" \
    "$(basename -s .po po/*.po | sort)"
finish
