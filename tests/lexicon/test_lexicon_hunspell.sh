#!/bin/bash
# Checks the French lexicon and its builder against hunspell itself.
# hunspell accepts every written form that went into the word graph. The same dictionary gives the same bytes (with ARALDO_SOAK
# from the sanitizer build too, which takes a while), and rules do what hunspell says they do.
set -u
cd "$(dirname "$0")/../.." || exit 2
forms=build/generated/lexicon_french.txt
dictionary=${DICTIONARY:-/usr/share/hunspell/fr_FR} # as in the Makefile
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# hunspell -l gives back what it does not accept. Two halves at the same time, as it is slow.
split -n l/2 "$forms" "$work/half."
for half in "$work"/half.*; do
    hunspell -d "$dictionary" -i UTF-8 -l "$half" >"${half/half/refused}" 2>"${half/half/trouble}" &
done
wait
refused=$(cat "$work"/refused.* | wc -l)
count=$(wc -l <"$forms")
if [ -s "$work"/trouble.aa ] || [ -s "$work"/trouble.ab ]; then
    echo "not ok hunspell accepts every form - $(cat "$work"/trouble.* | head -n 1)"; bad=1
elif [ "$count" -lt 400000 ]; then
    echo "not ok hunspell accepts every form - only $count forms in $forms"; bad=1
elif [ "$refused" -ne 0 ]; then
    echo "not ok hunspell accepts every form - $refused refused: $(cat "$work"/refused.* | head -n 5 | tr '\n' ' ')"; bad=1
else
    echo "ok hunspell accepts every form ($count)"
fi

# That hunspell refuses what it should shows that it has looked.
refused=$(printf '%s\n' aimions aimionz fusssent | hunspell -d "$dictionary" -i UTF-8 -l | tr '\n' ' ')
if [ "$refused" = "aimionz fusssent " ]; then
    echo "ok hunspell refuses what is no word"
else
    echo "not ok hunspell refuses what is no word - refused: $refused"; bad=1
fi

for tools in build/tools ${ARALDO_SOAK:+build/dev/tools}; do
    if "$tools/lexicon_build" "$dictionary.aff" "$dictionary.dic" tools/abbreviations.txt \
        "$work/graph.c" "$work/forms.txt" &&
        cmp -s "$work/graph.c" build/generated/lexicon_french.c && cmp -s "$work/forms.txt" "$forms"; then
        echo "ok the same dictionary gives the same bytes ($tools)"
    else
        echo "not ok the same dictionary gives the same bytes ($tools) - another graph or list"; bad=1
    fi
done

# A dictionary that is not understood is refused in one line.
for directive in 'COMPLEXPREFIXES' 'SET ISO8859-1' 'FLAG odd' 'SFX A Y many' 'COMPOUNDFLAG x' 'SFX A Y 1
SFX A 0 y [b'; do
    printf 'SET UTF-8\n%s\n' "$directive" >"$work/odd.aff"
    if build/dev/tools/lexicon_build "$work/odd.aff" "$dictionary.dic" tools/abbreviations.txt \
        "$work/a.c" "$work/a.txt" 2>"$work/error" ||
        [ "$(wc -l <"$work/error")" -ne 1 ]; then
        echo "not ok a dictionary not understood is refused - $directive"; bad=1
    fi
done
[ "$bad" -eq 0 ] && echo "ok a dictionary not understood is refused"

# A dictionary of our own, with every kind of rule: cross products, continuations, needed affixes, conditions, strips.
cat >"$work/own.aff" <<'AFF'
SET UTF-8
FLAG num
NEEDAFFIX 9
KEEPCASE 8
FULLSTRIP
PFX 1 Y 1
PFX 1 0 re .
SFX 2 Y 2
SFX 2 er ons/4 [^g]er
SFX 2 er eons ger
SFX 3 N 1
SFX 3 0 s [^sx]
SFX 4 Y 1
SFX 4 0 lé .
PFX 5 Y 2
PFX 5 0 kilo/3,9 .
PFX 5 0 0/6 .
SFX 6 Y 1
SFX 6 tre trage .
SFX 7 Y 1
SFX 7 aller irai aller
AFF
cat >"$work/own.dic" <<'DIC'
9
chanter/1,2
nager/1,2,9
noix/3
clé/1,3
mètre/5,9
cm/3,8
aller/7,9
Lyon/3
janv po:nom is:inv
julie/3 po:prn
DIC
build/dev/tools/lexicon_build "$work/own.aff" "$work/own.dic" tools/abbreviations.txt "$work/own.c" "$work/own.txt"
expected=(chanter rechanter chantons rechantons chantonslé nageons renageons renager noix clé clés reclé mètrage mètre irai)
got=$(sort "$work/own.txt" | tr '\n' ' ')
wanted=$(printf '%s\n' "${expected[@]}" | sort | tr '\n' ' ')
if [ "$got" = "$wanted" ]; then
    echo "ok affix rules make the forms they should"
else
    echo "not ok affix rules make the forms they should - $got instead of $wanted"; bad=1
fi
# hunspell agrees, on those and on what the rules do not make.
refused=$(hunspell -d "$work/own" -i UTF-8 -l "$work/own.txt" | tr '\n' ' ')
others=(nager noixs reclés kilomètre kilomètres mètres chantonss nagons aller renoix chanterlé allerons)
others_refused=$(printf '%s\n' "${others[@]}" | hunspell -d "$work/own" -i UTF-8 -l | tr '\n' ' ')
if [ -z "$refused" ] && [ "$others_refused" = "${others[*]} " ]; then
    echo "ok hunspell agrees on the affix rules"
else
    echo "not ok hunspell agrees on the affix rules - refused: $refused, and of the others: $others_refused"; bad=1
fi
exit "$bad"
