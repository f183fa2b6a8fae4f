#!/bin/bash
# Runs `araldo words`: answers, exit status, error messages, other word lists.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

# answer NAME STATUS OUTPUT ARGUMENT...
answer() {
    local name=$1 status=$2 expected=$3 output
    shift 3
    output=$("$araldo" words "$@" 2>"$folder/stderr")
    equal "$name: status" "$status" $?
    equal "$name: answer" "$expected" "$output"
    equal "$name: nothing to complain of" "" "$(cat "$folder/stderr")"
}

answer "a word" 0 "ETE été" été
answer "in either case, with accents or without" 0 \
    $'ETE été\nELEVE élève\nCOEUR cœur\nCOEUR cœur\nTAXI taxi' ETE Élève cœur COEUR Taxi
answer "inflected forms" 0 \
    $'AIMIONS aimions\nFINIT finit\nALLEZ allez\nFUSSENT fussent\nCRUE crue' aimions finit allez fussent crue
answer "names and abbreviations are none" 1 $'TAXI taxi\nLYON -\nJULIE -\nJANV -' taxi Lyon Julie janv
answer "what is not letters is none" 1 $'l\'eau -\nA -\n -\ntax i -\nanticonstitutionnellement -' \
    "l'eau" a "" $'tax\ni' anticonstitutionnellement
answer "a word after --" 1 "--taxi -" -- --taxi

answer "a rack without words" 1 "" --rack XQZ
answer "a rack" 0 $'AI ai\nTA ta\nXI xi\nAIT ait\nTAXI taxi' --rack=taxi
"$araldo" words --rack 'aeinst*' >"$folder/rack"
equal "a rack with a star: by length, then by alphabet" "" \
    "$(awk '{ print length($1), $1 }' "$folder/rack" | LC_ALL=C sort -c -k1,1n -k2,2 2>&1)"
cut -d' ' -f1 "$folder/rack" | xargs "$araldo" words | cmp -s - "$folder/rack"
equal "a rack with a star: all are words" "0 0" "${PIPESTATUS[*]:1}"

"$araldo" words --list >"$folder/list"
equal "the list is in order" "" "$(cut -d' ' -f1 "$folder/list" | LC_ALL=C sort -cu 2>&1)"
equal "the list has every word once" "$(LC_ALL=C grep -c . "$folder/list")" "$(cut -d' ' -f1 "$folder/list" | sort -u | wc -l)"
like "the list has written forms" '^ZYGENE zygène$' "$(cat "$folder/list")"

printf 'Haus\nHÄUSER\r\n\nStraße\nhaus\n' >"$folder/german"
answer "another list" 0 $'HAUS haus\nHAUSER häuser\nSTRASSE straße' --words "$folder/german" --list
answer "words of another list" 1 $'HAUS haus\nTAXI -' haus --words "$folder/german" taxi
answer "a rack of another list" 0 "HAUS haus" --words "$folder/german" --rack '*AUH'

refused "nothing asked" 'give words, or --rack LETTERS, or --list' "$araldo" words
refused "two things asked" 'give words, or --rack' "$araldo" words --list taxi
refused "two other things asked" 'give words, or --rack' "$araldo" words --list --rack abc
refused "no rack" 'a value is missing after' "$araldo" words --rack
refused "an empty rack" 'a rack has at least one card' "$araldo" words --rack ''
refused "a long rack" 'a rack has at most 15 cards' "$araldo" words --rack ABCDEFGHIJKLMNO*
refused "a rack of other signs" 'a rack is written with letters, and' "$araldo" words --rack a-b
refused "unknown option" "no such option: '--all'" "$araldo" words --all
refused "no such file" 'cannot read .*nothing: No such file' "$araldo" words --words "$folder/nothing" taxi
refused "a folder" 'cannot read .*: Is a directory' "$araldo" words --words "$folder" taxi
refused "a bad list" 'line 2: one word per line, in letters only' \
    "$araldo" words --words <(printf 'one\ntwo words\n') taxi
refused "no list but a program" 'line 1: one word per line' "$araldo" words --words "$araldo" taxi
: >"$folder/empty"
refused "an empty list" 'empty: no word of 2 to 15 letters' "$araldo" words --words "$folder/empty" --list
head -c 40000000 /dev/zero | tr '\0' a >"$folder/huge"
refused "a huge list" 'huge is longer than 33554432 bytes' "$araldo" words --words "$folder/huge" --list

# ---- Primo with another word list: a game is played, replayed and verified with the same one
printf 'tax\ntaxi\ntaxen\nnixtax\neis\nseil\nleise\nseilen\n' >"$folder/few"
"$araldo" sim primo:duel --words "$folder/few" --seats greedy,greedy --seed 3 --record "$folder/record" >/dev/null 2>&1
equal "a game with another list" 0 $?
equal "its words are of that list" "" "$(sed -n 's/.*"event":"word".*"word":"\([A-Z]*\)".*/\1/p' "$folder/record" | sort -u |
    grep -vixFf "$folder/few")"
like "words were laid" '"event":"word"' "$(cat "$folder/record")"
"$araldo" verify --words "$folder/few" "$folder/record" >/dev/null 2>&1
equal "verified with that list" 0 $?
fingerprint=$(sed -nE '1s/.*"words":"([0-9a-f]{16})","seed".*/\1/p' "$folder/record")
another="line 1: this record was played with another word list \\(fingerprint $fingerprint\\); give that one\$"
like "the header has its fingerprint" '^[0-9a-f]{16}$' "$fingerprint"
status_two() { # NAME PATTERN COMMAND...: status 2, and one line that says so
    local name=$1 pattern=$2
    shift 2
    "$@" >/dev/null 2>"$folder/stderr"
    equal "$name: status" 2 $?
    equal "$name: one line" 1 "$(wc -l <"$folder/stderr")"
    like "$name" "$pattern" "$(cat "$folder/stderr")"
}
status_two "not verified without it" "$another" "$araldo" verify "$folder/record"
status_two "not replayed without it" "$another" "$araldo" replay "$folder/record"
status_two "not verified with a third" "$another" "$araldo" verify --words "$folder/german" "$folder/record"
tac "$folder/few" >"$folder/turned"
"$araldo" verify --words "$folder/turned" "$folder/record" >/dev/null 2>&1
equal "the order of the list is no matter" 0 $?
"$araldo" replay --words "$folder/few" "$folder/record" >/dev/null 2>&1
equal "replayed with that list" 0 $?
sed '1s/"words":"./"words":"x/' "$folder/record" >"$folder/spoilt"
status_two "a fingerprint is hex digits" '"words" is not 16 hex digits' \
    "$araldo" verify --words "$folder/few" "$folder/spoilt"
"$araldo" sim primo:duel --seats greedy,greedy --seed 3 --record "$folder/own" >/dev/null 2>&1
equal "the program's own list is not told" 0 "$(sed -n 1p "$folder/own" | grep -c '"words"')"
status_two "and is not exchanged" "played with the built-in word list, not with the one given" \
    "$araldo" verify --words "$folder/few" "$folder/own"
cut -d' ' -f2 "$folder/list" >"$folder/same"
"$araldo" sim primo:duel --words "$folder/same" --seats greedy,greedy --seed 3 2>/dev/null --record "$folder/own2" >/dev/null
cmp -s "$folder/own" "$folder/own2"
equal "the same words from a file are the program's own" 0 $?
"$araldo" sim primiera --words "$folder/few" --seed 3 --record "$folder/cards" >/dev/null 2>&1
equal "a game without words does not tell the list" 0 "$(sed -n 1p "$folder/cards" | grep -c '"words"')"
"$araldo" verify "$folder/cards" >/dev/null 2>&1
equal "and is verified with any" 0 $?
printf 'new primo:duel seed=3\nrecord %s\n' "$folder/engine" | "$araldo" engine --words "$folder/few" >/dev/null
like "the engine's record has the fingerprint" "\"words\":\"$fingerprint\"" "$(sed -n 1p "$folder/engine")"
printf 'q\ny\n%s\n' "$folder/saved" | "$araldo" play primo:duel --words "$folder/few" --seed 3 --lang en >"$folder/part"
like "a saved game goes on with the list" "^Saved\\. To continue: araldo play --resume $folder/saved --words $folder/few\$" \
    "$(tail -n 1 "$folder/part")"
status_two "and not without" "$another" "$araldo" play --resume "$folder/saved"
printf 'q\nn\n' | "$araldo" play --resume "$folder/saved" --words "$folder/few" >/dev/null
equal "but with it" 0 $?
refused "two lists" 'option --words given twice' "$araldo" sim primo --words "$folder/few" --words "$folder/few"
refused "a list that is not there" 'cannot read .*none: No such file' "$araldo" play primo --words "$folder/none"
awk 'BEGIN { for (i = 0; i < 26 ^ 3; i++) print l(i / 676) l(i / 26) l(i)
    for (i = 0; i < 45000; i++) print l(i / 17576) l(i / 676) l(i / 26) l(i) }
    function l(i) { return sprintf("%c", 97 + int(i) % 26) }' >"$folder/many"
refused "a list of everything" 'too many short words' "$araldo" engine --words "$folder/many"
finish
