#!/bin/bash
# Checks the rules texts: one for each game in each language, the same sections and numbers, and they fit a terminal.
# Numbers are compared in tables and examples; `araldo rules` must show every text, without the lines that only the page reads.
set -u
cd "$(dirname "$0")/../.." || exit 2
araldo=$PWD/build/dev/araldo
languages=$(build/dev/tools/catalogue languages | cut -d' ' -f1)
columns_max=80
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
ok() { echo "ok $1"; }
not_ok() { echo "not ok $1 - $2"; failures=1; }
unset LANG LC_MESSAGES LANGUAGE
export LC_ALL=C.UTF-8

# What is wrong with a text by itself, one line each. A heading is a line that is underlined with '=' (the title) or '-'.
text_faults() {
    local file=$1 line number=0 before=""
    [ -s "$file" ] || { echo "$file is missing"; return; }
    iconv -f UTF-8 -t UTF-8 "$file" >/dev/null 2>&1 || echo "$file is not UTF-8"
    while IFS= read -r line; do
        number=$((number + 1))
        [ ${#line} -gt $columns_max ] && echo "$file:$number has ${#line} columns"
        case $line in *$'\t'* | *$'\r'* | *' ') echo "$file:$number has a tab, or a space at its end" ;; esac
        case $line in
            -*[!-]* | =*[!=]* | '') ;;
            -* | =*) [ ${#line} -eq ${#before} ] || echo "$file:$number is not as long as its heading" ;;
        esac
        case $number:$line in 2:=*) ;; 2:*) echo "$file does not begin with a title" ;; esac
        before=$line
    done < "$file"
    [ -z "$(tail -c 1 "$file")" ] || echo "$file does not end with a line"
}

# What a terminal shows: without the lines that tell the page what is for which variant.
plain() { grep -v '^@' "$1"; }
# Those lines, and the marks of our own rulings, section by section.
marks() { grep -oE '^--*$|^@ .*|†' "$1" | sed 's/^-*$/section/' | tr '\n' ' '; }
# The words of @ lines that mean nothing: not a variant of GAME.
strangers() {
    local known
    known=$("$araldo" sim "$1:no-such" 2>&1 | sed -n 's/.*; choose from //p' | tr -d ,)
    sed -n 's/^@ *//p' "$2" | tr ' ' '\n' | sort -u | grep -vxF "$(printf '%s\n' terminal not $known)"
}

sections() { grep -c '^--*$' "$1"; }
# Numbers of indented lines, section by section. One that a no-break space ties to a word belongs to a name ("6 Bilder").
figures() { grep -E '^--*$|^    ' "$1" | sed 's/^-*$/section/; s/[0-9]*\xc2\xa0[A-Z]//g' | grep -oE 'section|[0-9]+' | tr '\n' ' '; }

# What is wrong with the texts of a game in a folder.
game_faults() {
    local folder=$1 game=$2 language file english=$1/$2.en.txt
    for language in $languages; do
        file=$folder/$game.$language.txt
        text_faults "$file"
        [ -s "$file" ] && [ -s "$english" ] || continue
        [ "$(sections "$file")" -gt 2 ] || echo "$file has no sections"
        [ "$(sections "$file")" = "$(sections "$english")" ] ||
            echo "$file has $(sections "$file") sections, the English one $(sections "$english")"
        [ "$(figures "$file")" = "$(figures "$english")" ] || echo "$file has other numbers in its tables than the English one"
        [ "$(marks "$file")" = "$(marks "$english")" ] || echo "$file has other marks (@, †) than the English one"
        [ -z "$(strangers "$game" "$file")" ] || echo "$file has @ with $(strangers "$game" "$file" | tr '\n' ' ')"
        sed '/^--*$/,$d' "$file" | grep -q † || echo "$file does not explain †"
        grep -n "['\"]" "$file" | sed "s|^|$file has a straight quote: |"
    done
}

# ---- the texts

games=$("$araldo" rules 'no such game' 2>&1 | sed -n 's/.*; choose from //p' | tr -d ,)
[ -n "$games" ] && ok "games are listed" || not_ok "games are listed" "$("$araldo" rules 'no such game' 2>&1)"
written=$(cd rules && for file in *; do echo "${file%%.*}"; done | sort -u)
for game in $(printf '%s\n' $games $written | sort -u); do
    faults=$(game_faults rules "$game")
    [ -z "$faults" ] && ok "the rules of $game" || not_ok "the rules of $game" "$faults"
done
for file in rules/*; do
    tag=${file%.txt}
    grep -qx "${tag##*.}" <<<"$languages" && [ "$file" != "$tag" ] || not_ok "names of texts" "$file is not called GAME.LANGUAGE.txt"
done

# ---- the check itself finds each fault

# fault NAME 'what it must say' COMMAND…, run in a folder with a copy of the texts
fault() {
    local name=$1 says=$2 faults
    shift 2
    rm -rf "$scratch/rules"
    cp -r rules "$scratch/rules"
    (cd "$scratch/rules" && "$@")
    faults=$(game_faults "$scratch/rules" primiera)
    [[ "$faults" == *"$says"* ]] && ok "$name" || not_ok "$name" "found: '$faults'"
}
fault "a language is missing" "primiera.de.txt is missing" rm primiera.de.txt
fault "a section is missing" "sections, the English one" sed -i '0,/^--*$/{/^--*$/d}' primiera.it.txt
fault "a number differs" "other numbers in its tables" sed -i '0,/^    .*21/s/21/12/' primiera.fr.txt
fault "a line is too long" "has 81 columns" sed -i "\$a$(printf 'é%.0s' {1..81})" primiera.es.txt
fault "an underline is too short" "not as long as its heading" sed -i '0,/^--*$/s/^-//' primiera.en.txt
fault "a tab" "has a tab" sed -i '$a\x\ty' primiera.en.txt
fault "a text without title" "does not begin with a title" sed -i 1,2d primiera.en.txt
fault "a ruling is not marked" "other marks" sed -i '$!{0,/\.†$/s/†$//}' primiera.es.txt
fault "another variant" "other marks" sed -i '0,/^@ heralds robot/s//@ heralds/' primiera.it.txt
fault "a variant that is not one" "has @ with herolds" sed -i '0,/^@ heralds robot/s//@ herolds robot/' primiera.en.txt
fault "the sign is not explained" "does not explain †" sed -i '1,/^--*$/s/†//' primiera.en.txt
fault "a straight quote" "has a straight quote" sed -i "\$al'asso" primiera.it.txt
fault "not UTF-8" "is not UTF-8" sed -i 's/Primiera/Primi\xe9ra/' primiera.en.txt

# ---- the command

for game in $games; do
    for language in $languages; do
        name="araldo rules $game --lang $language"
        plain "rules/$game.$language.txt" >"$scratch/plain"
        if "$araldo" rules "$game" --lang "$language" 2>&1 | head -c "$(wc -c <"$scratch/plain")" | cmp -s - "$scratch/plain"; then ok "$name"
        else not_ok "$name" "not the text of rules/$game.$language.txt"; fi
    done
done

# The options come from the game's own table (core/option.h), each with its key; the texts do not repeat them.
for game in $games; do
    for language in $languages; do
        "$araldo" rules "$game" --lang "$language" | tail -c "+$(($(plain "rules/$game.$language.txt" | wc -c) + 1))" >"$scratch/options"
        faults=$(awk 'length($0) > 80 {print FILENAME ":" FNR " is too wide"}' "$scratch/options")
        [ "$(sed -n 2p "$scratch/options" | sed 's/./-/g')" = "$(sed -n 3p "$scratch/options")" ] || faults+=" the heading is not underlined"
        for key in $("$araldo" sim "$game" no=such 2>&1 | sed -n 's/.*; choose from //p' | tr -d ,); do
            grep -q "^    $key=" "$scratch/options" || faults+=" $key is missing"
            grep -q "^ *$key=" "rules/$game.$language.txt" && faults+=" $key is in the text"
        done
        [ -z "$faults" ] && ok "options of $game in $language" || not_ok "options of $game in $language" "$faults"
    done
done
says() { "$araldo" rules "$1" | grep -qxF -- "$2" && ok "options of $1: $2" || not_ok "options of $1: $2" "no such line"; }
says primiera '    target=N       Points to win: 1 to 999, default 21 (heralds, robot)'
says primero '    deals=N      Deals: 1 to 1000, default 4 for each player'
says primero '    rest=N       Limit per phase: 1 × stake to 100 × stake, default 4 ×'
says primo '        no     left out (default)'
says royalflush '        doublethree         Group 2: Double Three of a Kind'

# shows LANGUAGE ENVIRONMENT… -- ARGUMENT…
shows() {
    local language=$1 settings=()
    shift
    while [ "$1" != -- ]; do settings+=("$1"); shift; done
    shift
    local name="${settings[*]} rules $*"
    plain "rules/primiera.$language.txt" >"$scratch/plain"
    if env -u LC_ALL "${settings[@]}" "$araldo" rules "$@" 2>&1 | head -c "$(wc -c <"$scratch/plain")" | cmp -s - "$scratch/plain"; then ok "$name"
    else not_ok "$name" "not in $language"; fi
}
shows en -- primiera
shows it LANG=it_CH.UTF-8 -- primiera
shows fr LANG=it_CH.UTF-8 LC_MESSAGES=fr_FR -- primiera
shows de LANG=it LC_MESSAGES=fr LC_ALL=de_AT.UTF-8 -- primiera
shows en LANG=it LC_ALL=C -- primiera
shows en LANG=pt_BR.UTF-8 -- primiera
shows es LANG=it -- primiera --lang=es
shows es LANG=it -- --lang es-MX primiera
shows fr LANG=it -- --lang es primiera --lang fr

# refused 'what it says' ENVIRONMENT -- ARGUMENT…: one line on standard error, nothing on standard output, status 2
refused() {
    local says=$1 setting=$2 status
    shift 3
    env -u LC_ALL "$setting" "$araldo" rules "$@" >"$scratch/output" 2>"$scratch/error"
    status=$?
    if [ $status -eq 2 ] && [ ! -s "$scratch/output" ] && [ "$(wc -l < "$scratch/error")" -eq 1 ] &&
        grep -qF "$says" "$scratch/error"
    then ok "refused: ${*@Q}"
    else not_ok "refused: ${*@Q}" "status $status, says $(cat "$scratch/error")"; fi
}
refused "unknown game 'tarot'; choose from primiera" LANG=C -- tarot
refused "unknown game ''; choose from primiera" LANG=C -- ''
refused "gioco sconosciuto: «tarot»; scegli tra primiera" LANG=it_IT -- tarot
refused "unbekanntes Spiel „tarot“; zur Wahl stehen primiera" LANG=C -- tarot --lang de
refused "unknown language 'pt'; choose from en (English), it (Italiano), fr (Français), es (Español), de (Deutsch)" LANG=C -- primiera --lang pt
refused "unknown language ''; choose from en (English), it (Italiano), fr (Français), es (Español), de (Deutsch)" LANG=C -- primiera --lang=
refused "langue inconnue" LANG=fr -- primiera --lang $'x\ny'
refused "araldo rules GAME [--lang LANGUAGE]" LANG=C --
refused "araldo rules GAME [--lang LANGUAGE]" LANG=C -- primiera primiera
refused "araldo rules GAME [--lang LANGUAGE]" LANG=C -- primiera --lang
refused "araldo rules GAME [--lang LANGUAGE]" LANG=C -- primiera --longue
"$araldo" rules primiera >/dev/full 2>/dev/null && not_ok "a full disk" "status 0" || ok "a full disk"
exit $failures
