#!/bin/bash
# Checks that the catalogues are complete (docs/translating.md), and that the tool that checks them finds each kind of fault.
set -u
cd "$(dirname "$0")/../.." || exit 2
catalogue=build/dev/tools/catalogue
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
ok() { echo "ok $1"; }
not_ok() { echo "not ok $1 - $2"; failures=1; }
# holds NAME COMMAND…
holds() {
    local name=$1
    shift
    if "$@"; then ok "$name"; else not_ok "$name" "$*"; fi
}

# ---- ours

tools/pot.sh "$scratch/araldo.pot" || { echo "not ok extraction - tools/pot.sh failed"; exit 1; }
if answer=$("$catalogue" check "$scratch/araldo.pot" po/*.po 2>&1); then ok "catalogues are complete"
else not_ok "catalogues are complete" "run make po-update and translate: $answer"; fi
for file in po/*.po; do
    if answer=$(msgfmt --check-format --check-domain --output-file=/dev/null "$file" 2>&1); then ok "gettext reads $file"
    else not_ok "gettext reads $file" "$answer"; fi
done

# ---- a small set of sources and catalogues without fault, then one fault at a time

fresh() {
    rm -rf "$scratch/case"
    mkdir "$scratch/case"
    cat > "$scratch/case/source.c" <<'SOURCE'
static const char *const names[] = {N_("Swords"), NC_("suit", "Club")};
void show(Language language) {
    message(language, "the table is \"empty\"\n");
    message_in_context(language, "house", "Club");
    message_plural(language, "{n} card", "{n} cards", n);
    message_format(text, language, "{player} takes {cards}", WITH("player", name), WITH("cards", cards));
    message_format_plural(text, language, "{player} has {n} coin", "{player} has {n} coins", n, WITH("n", n));
}
SOURCE
    local language rule
    for language in it fr es de; do
        rule='(n != 1)'
        [ $language = fr ] && rule='(n > 1)'
        cat > "$scratch/case/$language.po" <<CATALOGUE
# A comment.
msgid ""
msgstr ""
"Language: $language\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=$rule;\n"

#. for whoever translates
#: source.c
msgid "Swords"
msgstr "Épées"
msgctxt "suit"
msgid "Club"
msgstr "Bâton"

msgctxt "house"
msgid "Club"
msgstr "Cercle"

#, c-format
msgid ""
"the table "
"is \"empty\"\n"
msgstr ""
"la table est "
"« \"vide\" » ?\n"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"

msgid "{player} takes {cards}"
msgstr "{cards} : {player}"

msgid "{player} has {n} coin"
msgid_plural "{player} has {n} coins"
msgstr[0] "{player} a {n} pièce"
msgstr[1] "{player} a {n} pièces"
CATALOGUE
    done
}

# Status of the check, what it says in $answer.
check() {
    tools/pot.sh "$scratch/case/case.pot" "$scratch/case/source.c" || return 9
    answer=$("$catalogue" check "$scratch/case/case.pot" "$scratch"/case/*.po 2>&1)
}

# fault NAME STATUS 'what it must say' 'sed script' [file of the case, it.po unless told]
fault() {
    local name=$1 wanted=$2 says=$3 script=$4 file=${5:-it.po} status before
    fresh
    before=$(cksum < "$scratch/case/$file")
    sed -i -e "$script" "$scratch/case/$file"
    if [ "$before" = "$(cksum < "$scratch/case/$file")" ]; then not_ok "$name" "the fault was not made"; return; fi
    check
    status=$?
    if [ $status -ne "$wanted" ]; then not_ok "$name" "status $status: $answer"
    elif [ "$(printf '%s\n' "$answer" | wc -l)" -ne 1 ]; then not_ok "$name" "more than one line: $answer"
    elif [[ "$answer" != *"$says"* ]]; then not_ok "$name" "it says: $answer"
    else ok "$name"; fi
}

fresh
if check; then ok "a faultless set passes"; else not_ok "a faultless set passes" "$answer"; fi
fresh
rm "$scratch/case/fr.po"
if check; then not_ok "a language is missing" "passed"
elif [[ "$answer" == "no catalogue: fr.po" ]]; then ok "a language is missing"
else not_ok "a language is missing" "$answer"; fi

fault "missing from a catalogue" 1 'it.po: missing: "Swords"' '/^msgid "Swords"/,/^msgstr/d'
fault "missing in one context" 1 'it.po: missing: "Club"' '/^msgctxt "house"/,/^msgstr/d'
fault "untranslated" 1 'fr.po:10: untranslated: "Swords"' 's/"Épées"/""/' fr.po
fault "untranslated plural" 1 'untranslated: "{n} card"' 's/"{n} cartes"/""/'
fault "fuzzy" 1 'it.po:21: fuzzy: ' 's/^#, c-format/#, c-format, fuzzy/'
fault "a place is lacking" 1 'other {places}' 's/{cards} : {player}/{cards}/'
fault "a place is added" 1 'other {places}' 's/"Épées"/"Épées {n}"/'
fault "a place is misnamed" 1 'other {places}' 's/{cards} : {player}/{cards} : {joueur}/'
fault "a place is lacking in a plural" 1 'other {places}' 's/"{n} cartes"/"cartes"/'
fault "no new line at the end" 1 'another new line' 's/?\\n"/?"/'
fault "used nowhere" 1 'used nowhere: "Batons"' '$a\\nmsgid "Batons"\nmsgstr "Bâtons"'
fault "used nowhere in this context" 1 'used nowhere: "Swords"' '$a\\nmsgctxt "x"\nmsgid "Swords"\nmsgstr "x"'
fault "obsolete" 1 'it.po:41: obsolete' '$a\\n#~ msgid "old"\n#~ msgstr "vieux"'
fault "another plural" 1 'another plural than in the sources' 's/^msgid_plural "{n} cards"/msgid_plural "{n} cardes"/'
fresh
sed -i 's/"{n} card", /"one card", /' "$scratch/case/source.c"
check
says='singular and plural have different {places}: "one card"'
if [[ "$answer" == *case.pot:*"$says"* ]]; then ok "a place only in the plural"
else not_ok "a place only in the plural" "$answer"; fi

# ---- the page's messages are held to the same catalogues

# page NAME 'what it must say' 'a line of the page'
page() {
    fresh
    printf '%s\n' 'message("Swords");' 'messageIn("house", "Club");' 'plural("{n} card", "{n} cards", n);' "$3" > "$scratch/case/page.js"
    tools/pot.sh "$scratch/case/case.pot" "$scratch/case/source.c" "$scratch/case/page.js" || { not_ok "$1" "extraction failed"; return; }
    answer=$("$catalogue" check "$scratch/case/case.pot" "$scratch"/case/*.po 2>&1)
    if [ -z "$2" ] && [ -z "$answer" ]; then ok "$1"
    elif [ -n "$2" ] && [[ "$answer" == *"$2"* ]]; then ok "$1"
    else not_ok "$1" "it says: $answer"; fi
}
page "a page with known messages passes" '' ''
page "a message of the page is missing" 'missing: "Hello!"' 'message("Hello!");'
page "a counted message of the page is missing" 'missing: "{n} table"' 'plural("{n} table", "{n} tables", n);'
page "a message of the page in another context" 'missing: "Club"' 'messageIn("golf", "Club");'
page "a message in a table of the page" 'missing: "Kings"' 'const names = {kings: N_("Kings")};'

# ---- malformed catalogues are refused with their line

fault "an unknown keyword" 2 'it.po:10: not a line' 's/^msgid "Swords"/msgidd "Swords"/'
fault "a string without end" 2 'it.po:11: a string that does not end' 's/"Épées"/"Épées/'
fault "a string without quotes" 2 'it.po:11: here a string' 's/"Épées"/Épées/'
fault "nothing after the keyword" 2 'it.po:11: here a string' 's/^msgstr "Épées"/msgstr/'
fault "words after a string" 2 'it.po:11: something stands after' 's/"Épées"/"Épées" x/'
fault "an unknown escape" 2 'it.po:11: an escape' 's/"Épées"/"Ép\\ées"/'
fault "a carriage return" 2 'it.po:11: something stands after' '11s/$/\r/'
fault "msgid without msgstr" 2 'it.po:11: this line is out of order' '/^msgstr "Épées"/d'
fault "msgstr without msgid" 2 'it.po:10: this line is out of order' '/^msgid "Swords"/d'
fault "a context without message" 2 'it.po:13: this line is out of order' '/^msgid "Club"/d'
fault "a comment inside a message" 2 'it.po:11: the message before' 's/^msgid "Swords"/&\n# no/'
fault "a plural without its second form" 2 'it.po:28: expected 2 plural forms, found 1' '/^msgstr\[1\] "{n} cartes"/d'
fault "a third form" 2 'it.po:28: expected 2 plural forms, found 3' 's/^msgstr\[1\] "{n} cartes"/&\nmsgstr[2] "x"/'
fault "more forms than any language has" 2 'it.po:30: not a line of a catalogue' 's/^msgstr\[0\] "{n} carte"/msgstr[6] "{n} carte"/'
fault "a plural without forms" 2 'it.po:30: the message before this line has no msgstr' '/^msgstr\[.\] "{n} carte/d'
fault "the forms in disorder" 2 'out of order' 's/^msgstr\[0\] "{n} carte"/msgstr[1] "{n} carte"/'
fault "doubled" 2 'it.po:41: the message of line 10 once more' '$a\\nmsgid "Swords"\nmsgstr "Épées"'
fault "two headers" 2 'only the header' '$a\\nmsgid ""\nmsgstr "x"'
fault "no header" 2 'there is no header' '2,6d'
fault "a loose string" 2 'it.po:8: not a line' '8i"x"'
fault "a lone brace" 2 'it.po:10: a brace' 's/"Épées"/"{Épées"/'
fault "an empty place" 2 'it.po:10: a brace' 's/"Épées"/"Épées {}"/'
fault "a closing brace alone" 2 'it.po:10: a brace' 's/"Épées"/"Épées}"/'
fault "not UTF-8" 2 'it.po:11: not UTF-8' 's/"Épées"/"\xc9p\xe9es"/'
fault "a surrogate" 2 'it.po:11: not UTF-8' 's/"Épées"/"\xed\xa0\x80"/'
fault "a zero byte" 2 'it.po:11: not UTF-8' 's/"Épées"/"\x00"/'
fault "the language of another" 2 'Language: it' 's/^"Language: it/"Language: es/'
fault "another plural rule" 2 'plural=(n > 1)' 's/n > 1/n != 1/' fr.po
fault "another encoding" 2 'charset=UTF-8' 's/charset=UTF-8/charset=latin1/'

# ---- the table that is compiled from them

fresh
sed -i 's/^msgstr "Bâton"/msgstr "??\/ Bâton"/; s/^#, c-format/#, fuzzy/' "$scratch/case/it.po"
answer=$("$catalogue" table "$scratch/table.c" "$scratch"/case/*.po 2>&1 &&
    gcc -std=c11 -Wall -Wextra -Werror -I. -fsyntax-only "$scratch/table.c" 2>&1)
holds "the table compiles" [ -z "$answer" ]
holds "strings keep their letters" grep -qF '[1] = "\?\?/ Bâton",' "$scratch/table.c"
holds "plural forms are separated by zero bytes" grep -qF '[1] = "{n} carte" "\0" "{n} cartes",' "$scratch/table.c"
holds "fuzzy entries stay out of the table" [ "$(grep -c 'vide' "$scratch/table.c")" -eq 3 ]
sed -i 's/"Épées"/"Épées/' "$scratch/case/it.po"
rm -f "$scratch/table.c"
"$catalogue" table "$scratch/table.c" "$scratch"/case/*.po 2>/dev/null
holds "a malformed catalogue has status 2" [ $? -eq 2 ]
holds "nothing is written from a malformed catalogue" [ ! -e "$scratch/table.c" ]
"$catalogue" table "$scratch/table.c" po/it.po "$scratch/case/xx.po" 2>"$scratch/error"
holds "an absent file" grep -q 'xx.po: cannot be opened' "$scratch/error"
"$catalogue" table "$scratch/table.c" po/it.po po/it.po 2>"$scratch/error"
holds "a language twice" grep -q 'read already' "$scratch/error"
exit $failures
