#!/bin/bash
# Checks the words of the catalogues: typography in each language, and the glossaries (po/glossary.LANGUAGE.md).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
export LC_ALL=C # signs are compared byte by byte

typography() { awk -v language="$1" -f tests/core/typography.awk "$2"; } # LANGUAGE CATALOGUE
# Lines of text, with the same faults. LANGUAGE
lines() { awk -v language="$1" -v plain=1 -f tests/core/typography.awk; }
# The rules, a paragraph a line; tables keep their lines. FILE
paragraphs() { awk '/^    /{ print; next } /^[-=@]+$/ || /^@/ || !NF { print ""; next } { printf "%s ", $0 } END { print "" }' "$1" | sed 's/ $//'; }
glossary() { awk -f tests/core/words.awk "$1" "$2"; }                    # GLOSSARY CATALOGUE
# The lessons' texts as a catalogue. To match a bet or a card is not a match. LANGUAGE
lessons() {
    awk -v language="$1" 'BEGIN { print "#: header\nmsgid \"\"\nmsgstr \"header\"\n" }
        FNR == 1 { game = FILENAME; gsub(/^lessons\/|\..*/, "", game) }
        /^en: / { english = substr($0, 5); gsub(/match/, "", english) }
        index($0, language ": ") == 1 { printf "#: lessons/%s/\nmsgid \"%s\"\nmsgstr \"%s\"\n\n", game, english, substr($0, 5) }' lessons/*.txt
}
# The line of keys at a table of the terminal: each a sign, a space and its word, two spaces apart. Where it is too long for 80
# columns, keys are left out. CATALOGUE
keys() {
    awk 'in_key && /^msgid / { word = $2 } in_key && /^msgstr / { said[word] = $0 } { in_key = /^msgctxt "key"/ || (in_key && /^msgid/) }
        END { for (i = split("hint undo log score rules settings help leave", order); i > 0; i--) {
            text = said["\"" order[i] "\""]; gsub(/^msgstr "|"$/, "", text); line = "? " text "  " line
        } print line }' "$1" | sed 's/ *$//'
}

for language in it fr es de; do
    msgattrib --no-wrap --output-file="$folder/$language.po" "po/$language.po" || exit 1
    equal "typography of $language" "" "$(typography "$language" "$folder/$language.po")"
    equal "typography of the lessons in $language" "" "$(sed -n "s/^$language: //p" lessons/*.txt | lines "$language")"
    equal "typography of the rules in $language" "" "$(for file in rules/*."$language".txt; do paragraphs "$file"; done | lines "$language")"
    line=$(keys "$folder/$language.po")
    width=$(LC_ALL=C.UTF-8; printf '%s' "${#line}")
    if [ "$width" -gt 60 ] && [ "$width" -le 80 ]; then pass "the keys of $language fit a line"; else fail "the keys of $language fit a line" "$width columns: $line"; fi
    equal "the glossary of $language is kept to" "" "$(glossary "po/glossary.$language.md" "$folder/$language.po")"
    lessons "$language" >"$folder/lessons.po"
    equal "the glossary of $language is kept to in lessons" "" "$(glossary "po/glossary.$language.md" "$folder/lessons.po")"
    like "the glossary of $language is read" '^1?[0-9]+$' "$(grep -c '^| [A-Za-z ]* | [^|]* | [a-z]* | [^|]* |$' "po/glossary.$language.md")"
done

# ---- each kind of fault is found, in a catalogue with one message

# entry MSGID MSGSTR [CONTEXT]
entry() {
    printf '#: term/primiera/face.c\n'
    [ -n "${3:-}" ] && printf 'msgctxt "%s"\n' "$3"
    printf 'msgid "%s"\nmsgstr "%s"\n\n' "$1" "$2"
}
# fault NAME LANGUAGE WHAT MSGSTR [MSGID]: exactly one fault
fault() {
    { entry "" "header"; entry "${5:-A text}" "$4"; } >"$folder/case.po"
    equal "$1" "$3: \"$4\"" "$(typography "$2" "$folder/case.po")"
}
# fine NAME LANGUAGE MSGSTR
fine() {
    { entry "" "header"; entry "A text" "$3"; } >"$folder/case.po"
    equal "$1" "" "$(typography "$2" "$folder/case.po")"
}
space=$'\302\240'
fault "a straight apostrophe" it "a straight quote" "l'asso"
fault "straight quotes" de "a straight quote" 'das \"Wort\"'
fault "three dots" es "three dots for …" "Espera..."
fault "a hyphen for a minus" it "a hyphen for −" "vale -2"
fault "a space before a colon" fr "no no-break space" "Points : 3"
fault "no space before a question mark" fr "no no-break space" "Quoi?"
fault "a space inside quotes" fr "no no-break space" "« oui${space}»"
fine "French as it should be" fr "Quoi${space}? «${space}Oui${space}»${space}: 5${space}%"
fault "a space before % in Spanish" es "no no-break space before %" "5 %"
fault "none before % in German" de "no no-break space before %" "5%"
fault "a space before % in Italian" it "a space before %" "5 %"
fault "a question that is not opened" es "a mark that is not opened" "Otra?"
fault "a cry that is not opened" es "a mark that is not opened" "Escoba!"
fine "the key ? is not a question" es "Pulsa ? para verlos."
fault "English quotes in Italian" it "quotes of another language" "“sì”"
fault "French quotes in German" de "quotes of another language" "«ja»"
fault "Italian quotes that do not close" it "a quote without its other half" "«sì"
fault "a single quote that opens" es "a quote without its other half" "‘sí’"
fault "a space inside Spanish quotes" es "a space inside quotes" "« sí»"
fault "a hyphen for a minus after a no-break space" fr "a hyphen for −" "vaut${space}-{n}"
equal "a line of a lesson" 'no no-break space: "Quoi?"' "$(echo "Quoi?" | lines fr)"
equal "a paragraph of the rules" 'a mark that is not opened: "Quién es?"' "$(printf 'Quién\nes?\n' >"$folder/rules"; paragraphs "$folder/rules" | lines es)"
{ entry "" "header"; entry "“One" "Uno"; } >"$folder/case.po"
equal "English quotes that do not close" 'quotes of another language: "“One"' "$(typography it "$folder/case.po")"
fault "German quotes that do not close" de "quotes of another language" "„ja"
{ entry "" "header"; entry "Draw!" "Pesca!"; entry "draw" "tira"; } >"$folder/case.po"
equal "one text, two translations" 'two translations of one text: "draw"' "$(typography it "$folder/case.po")"
{ entry "" "header"; entry "Draw!" "Pesca!"; entry "draw" "tira" game; } >"$folder/case.po"
equal "in another context they may differ" "" "$(typography it "$folder/case.po")"

printf '| English | Italian | game | fragments |\n| --- | --- | --- | --- |\n| sweep | scopa | primiera | scop, spazz |\n' >"$folder/glossary.md"
# term NAME EXPECTED MSGID MSGSTR [PLACE]
term() {
    { entry "" "header"; entry "$3" "$4"; } | sed "s|term/primiera|${5:-term/primiera}|" >"$folder/case.po"
    equal "$1" "$2" "$(glossary "$folder/glossary.md" "$folder/case.po")"
}
term "a word of the glossary that is not used" '"Two sweeps!": no scop, spazz in "Due prese"' "Two sweeps!" "Due prese"
term "one that is" "" "A sweep" "Una Scopa"
term "in other words" "" "sweep it" "spazzala"
sed -i 's/^| sweep /| match | partita | | partit |\n&/' "$folder/glossary.md"
term "many of them" '"Matches": no partit in "Gare"' "Matches" "Gare"
term "doing it" '"sweeping": no scop, spazz in "presa"' "sweeping" "presa"
term "part of another word" "" "The sweeper" "Lo spazzino"
term "the name of a place is not a word" "" "{sweep}" "{sweep}"
term "in another game" "" "sweep" "presa" term/primo
finish
