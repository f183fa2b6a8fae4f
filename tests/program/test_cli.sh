#!/bin/bash
# Runs sim, verify, replay and bench: what they print, refuse and leave behind.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

# ---- the program itself
like "help lists the commands" '^  sim ' "$("$araldo" --help)"
like "version" '^araldo [0-9]+\.[0-9]+' "$("$araldo" --version)"
like "help of a command" '^usage: araldo sim ' "$("$araldo" sim --help)"
for command in $("$araldo" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    like "the manual page has $command" "^\\.SS araldo $command\\b" "$(cat man/araldo.1)"
done
equal "help COMMAND, COMMAND -h and COMMAND --help are one" "$("$araldo" help sim; "$araldo" help sim)" "$("$araldo" sim -h; "$araldo" sim --help)"
equal "-h and help" "$("$araldo" --help; "$araldo" --help)" "$("$araldo" -h; "$araldo" help)"
equal "-V" "$("$araldo" --version)" "$("$araldo" -V)"
refused "help of no command" "no command 'simm'" "$araldo" help simm
# Every option that a command's sources name is in its help and in the manual page.
for command in $("$araldo" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    for option in $(cat "program/$command.c" "program/$command"/*.c 2>/dev/null | grep -oE '\{ARGUMENT_[A-Z]+, "--[a-z-]+"' | grep -oE -- '--[a-z-]+' | sort -u); do
        like "help of $command has $option" "(^|[ [])$option\b" "$("$araldo" help "$command")"
        like "the manual page has $option" "${option//-/.?-}\b" "$(cat man/araldo.1)"
    done
done
refused "no command" 'a command is missing' "$araldo"
refused "unknown command" "no command 'simm'" "$araldo" simm
refused "unknown option" "no such option: '--game'" "$araldo" sim primiera --game 3
refused "value missing" 'value is missing after .--seed' "$araldo" sim primiera --seed
refused "value for a flag" 'takes no value' "$araldo" bench --list=yes
refused "one word too many" 'unexpected argument' "$araldo" verify a b
"$araldo" --help >/dev/full 2>/dev/null
equal "full disk behind standard output" 2 $?

# ---- sim: what it refuses
refused "sim without a game" 'no game given; choose from primiera' "$araldo" sim
refused "unknown game" "unknown game 'scopa'; choose from primiera" "$araldo" sim scopa
refused "unknown variant" "no variant 'clasic'; choose from heralds, classic" "$araldo" sim primiera:clasic
refused "unknown bot" "no bot called 'clever' plays primiera; choose from random, greedy" "$araldo" sim primiera --seats clever,random,random,random
refused "a budget of the cheat" 'the cheat takes no budget' "$araldo" sim primiera:two --seats cheat@5,random
refused "a budget of a bot that does not think" 'greedy does not think ahead' "$araldo" sim primiera:two --seats greedy@5,random
refused "milliseconds where thinking is in iterations" 'in royalflush, strong thinks in iterations, on one thread: write strong@N' "$araldo" sim royalflush --seats strong@50ms,random
refused "a budget beyond all limits" 'a budget is 1 to 1000000 iterations, or 1 to 60000 ms' "$araldo" arena primiera:two strong@1000001 random --deals 1
refused "too few seats" 'primiera:heralds: it takes 4, not 3' "$araldo" sim primiera --seats random,random,random
refused "too many seats" 'primiera:robot: it takes 3, not 4' "$araldo" sim primiera:robot --seats random,random,random,random
refused "seats beyond any table" 'no table has more than' "$araldo" sim primiera --seats a,b,c,d,e,f,g,h
refused "an empty seat" 'seats are names' "$araldo" sim primiera --seats random,,random,random
refused "sim in Italian" 'il baro non accetta' env LC_ALL=it_IT.UTF-8 "$araldo" sim primiera:two --seats cheat@5,random
refused "sim in French" 'il en faut 4, pas 3' env LC_ALL=fr_FR.UTF-8 "$araldo" sim primiera --seats random,random,random
refused "sim in Spanish" 'no se puede escribir' env LC_ALL=es_ES.UTF-8 "$araldo" sim primiera:two --seats random,random --record /no/such
refused "sim in German" 'kein Bot namens „clever“' env LC_ALL=de_DE.UTF-8 "$araldo" sim primiera:two --seats clever,random
refused "no command in Italian" 'manca il comando; araldo --help elenca i comandi' env LC_ALL=it_IT.UTF-8 "$araldo"
refused "a budget in Spanish" 'el presupuesto de cálculo va de 1 a 1000000 iteraciones' env LC_ALL=es_ES.UTF-8 "$araldo" sim primiera:two --seats strong@0,random
refused "no words in French" 'donnez des mots, ou --rack LETTRES' env LC_ALL=fr_FR.UTF-8 "$araldo" words
refused "no file in German" 'nothing lässt sich nicht lesen: Datei oder Verzeichnis nicht gefunden' env LC_ALL=de_DE.UTF-8 "$araldo" replay "$folder/nothing"
refused "an empty file in German" 'Datei enthält keine Aufzeichnung' env LC_ALL=de_DE.UTF-8 "$araldo" review /dev/null
refused "unknown rule option" "unknown option 'points'; choose from target" "$araldo" sim primiera points=3
refused "bad rule option" 'target must be a number from' "$araldo" sim primiera --option target=many
refused "doubled rule option" 'option target given twice' "$araldo" sim primiera target=3 --option target=4
refused "malformed rule option" 'key=value' "$araldo" sim primiera target
refused "no games" '--games must be a number from 1' "$araldo" sim primiera --games 0
refused "games not a number" '--games must be a number from 1' "$araldo" sim primiera --games ten
refused "bad seed" 'a seed is a number' "$araldo" sim primiera --seed 0x10
refused "record in no folder" 'cannot write .*No such file' "$araldo" sim primiera --record "$folder/no/such/place"
refused "record is a folder" 'is a folder, not a file' "$araldo" sim primiera --record "$folder"
refused "full disk" 'cannot write /dev/full: No space left' "$araldo" sim primiera --record /dev/full
equal "refused runs leave nothing" "stderr stdout" "$(ls "$folder" | xargs)"

# ---- site: what it refuses
mkdir "$folder/full" && touch "$folder/full/file"
refused "site without a folder" 'no folder given' "$araldo" site
refused "site in a folder that is not empty" 'full is not empty; choose a new folder' "$araldo" site "$folder/full"
refused "site in a file" 'cannot write .*file: Not a directory' "$araldo" site "$folder/full/file"
refused "site in no folder" 'cannot write .*No such file' "$araldo" site "$folder/no/such/place"
refused "site with two folders" 'unexpected argument' "$araldo" site "$folder/a" "$folder/b"
like "site speaks other languages" 'non è vuota' "$(LC_ALL=it_IT.UTF-8 "$araldo" site "$folder/full" 2>&1)"
rm -r "$folder/full"

# A disk that fills up on the way: the old file stays, and nothing half-written.
echo old >"$folder/kept"
(trap '' XFSZ; ulimit -f 8; "$araldo" sim primiera --games 50 --seed 1 --record "$folder/kept") >/dev/null 2>"$folder/stderr"
equal "file too large" 2 $?
like "file too large is told" 'cannot write .*kept' "$(cat "$folder/stderr")"
equal "the old file stays" old "$(cat "$folder/kept")"
equal "no temporary file stays" "kept stderr stdout" "$(ls "$folder" | xargs)"

# ---- sim and verify: every game and variant
for game in $(known -); do
    for variant in $(known "$game:-"); do
        name=$game:$variant bots=$(seats "$game:$variant" random)
        "$araldo" sim "$name" --seats "$bots" --games 2 --seed 5 --record "$folder/a" >"$folder/out_a" 2>/dev/null
        "$araldo" sim "$name" --seats "$bots" --games 2 --seed 5 --record "$folder/b" >"$folder/out_b" 2>/dev/null
        "$araldo" sim "$name" --seats "$bots" --games 2 --seed 6 --record "$folder/c" >/dev/null 2>&1
        if cmp -s "$folder/a" "$folder/b" && cmp -s "$folder/out_a" "$folder/out_b"; then pass "$name equal seeds, equal bytes"
        else fail "$name equal seeds, equal bytes" "they differ"; fi
        if cmp -s "$folder/a" "$folder/c"; then fail "$name other seed" "the same bytes"; else pass "$name other seed, other game"; fi
        report=$("$araldo" verify "$folder/a" 2>&1)
        equal "$name verifies" "0" $?
        like "$name keeps the rules" '^rules: good$' "$report"
        like "$name follows its seed" '^seed: good$' "$report"
        like "$name summary" ': good, 2 whole records, [0-9]+ moves, [0-9]+ lines$' "$report"
        equal "$name ends with its result" 2 "$(grep -c '^{"event":"end",.*"winners":\[' "$folder/a")"
    done
done

# ---- input without an end ends in one line
"$araldo" verify /dev/zero >/dev/null 2>"$folder/endless"
equal "verify on endless input" "2 araldo verify: /dev/zero: rules: line 1: the line does not end" "$? $(cat "$folder/endless")"
equal "the engine on endless input" "error: the line does not end" "$("$araldo" engine </dev/zero)"

# ---- budgets
moves_of() { "$araldo" sim primiera:two --seed 3 --seats "$1" target=1 --record "$folder/budget" >/dev/null 2>&1 && sed 1d "$folder/budget"; }
equal "a budget in iterations is what a level's name stands for" "$(moves_of medium,random)" "$(moves_of strong@250,random)"
like "a budget in milliseconds and threads plays a match" '^\{"event":"end"' "$(moves_of strong@2x2ms,random)"
like "a person plays against a budget" '^  You +[0-9]' "$(printf 'q\nn\n' | "$araldo" play primiera:two --seats you,strong@9 --seed 2)"

# ---- gzipped records, JSON, interrupts
"$araldo" sim primiera:robot --games 3 --seed 5 --record "$folder/plain.jsonl" >"$folder/out" 2>/dev/null
like "a seed is told as it was given" '  seed 5$' "$(cat "$folder/out")"
"$araldo" sim primiera:robot --games 3 --seed 5 --record "$folder/packed.jsonl.gz" --json >"$folder/out" 2>/dev/null
equal "a record is gzipped by its name" "$(cksum <"$folder/plain.jsonl")" "$(gzip -dc "$folder/packed.jsonl.gz" | cksum)"
like "the result as JSON" '^\{"game":"primiera","variant":"robot","options":\{\},"seed":"5","games":3,"moves":[0-9]+,"seats":\[\{"player":"greedy","wins":[0-9],"mean_points":[0-9.]+\},.*\{"player":null,' "$(cat "$folder/out")"
like "a gzipped record verifies" 'gz: good, 3 whole records' "$("$araldo" verify "$folder/packed.jsonl.gz")"
like "also from a pipe" '^standard input: good, 3 whole records' "$("$araldo" verify - <"$folder/packed.jsonl.gz")"
equal "and replays" "$("$araldo" replay "$folder/plain.jsonl" | cksum)" "$("$araldo" replay "$folder/packed.jsonl.gz" | cksum)"
like "the verdict as JSON" '"good":true,"rules":\{"good":true\},"seed":\{"good":true\},"fairness":\{"good":null\},"records":3,' "$("$araldo" verify "$folder/packed.jsonl.gz" --json)"
head -c 3000 "$folder/packed.jsonl.gz" >"$folder/cut.gz"
"$araldo" verify "$folder/cut.gz" >/dev/null 2>"$folder/stderr"
equal "a gzipped record cut short: status" 2 $?
like "a gzipped record cut short" 'rules: line [0-9]+: the file cannot be read$' "$(cat "$folder/stderr")"
like "the same as JSON" '"good":false,"rules":\{"good":false,"line":[0-9]+,"error":"line [0-9]+: the file cannot be read"\}' "$("$araldo" verify "$folder/cut.gz" --json)"
equal "words as JSON" '{"laid":"ETE","written":"été"} {"laid":"XQZ","written":null}' "$("$araldo" words --json été xqz | xargs -d '\n')"
equal "a figure as JSON" 1 "$("$araldo" bench primero.hands.sequence --times 1 --json | grep -c '^{"name":"primero.hands.sequence_per_s","value":[0-9]*,"unit":"done"}$')"
"$araldo" sim primiera:two --seats random,random --games 1000000000 --seed 5 --record "$folder/endless.jsonl" >"$folder/out" 2>"$folder/stderr" &
pid=$!
for _ in $(seq 600); do [ "$(cat "$folder"/endless.jsonl.*.tmp 2>/dev/null | wc -l)" -gt 1000 ] && break; sleep 0.05; done
kill -INT "$pid"
wait "$pid"
equal "an interrupted simulation: status" 1 $?
like "it says how far it came" 'interrupted after [1-9][0-9]* of 1000000000 games$' "$(cat "$folder/stderr")"
like "with the result so far" '^primiera:two  games [1-9]' "$(cat "$folder/out")"
like "and keeps what is finished" ': good, [1-9][0-9]* whole records' "$("$araldo" verify "$folder/endless.jsonl")"
equal "without stray files" "" "$(ls "$folder" | grep tmp)"
rm -f "$folder/endless.jsonl"

# ---- what the lines of records and summaries look like
"$araldo" sim primiera:robot --seed 5 --record "$folder/single" >/dev/null 2>&1
like "one record is one" ': good, 1 whole record, [0-9]+ moves, [0-9]+ lines$' "$("$araldo" verify "$folder/single" 2>&1)"
"$araldo" sim primiera:robot --games 3 --seed 5 --seats greedy,random,greedy --record "$folder/robot" >"$folder/summary" 2>/dev/null
like "header" '^\{"event":"header","format":1,"game":"primiera","variant":"robot","options":\{\},"seats":\["greedy","random","greedy"\],.*"seed":"[0-9a-f]{64}"\}$' \
    "$(head -n 1 "$folder/robot")"
like "round names the order" '^\{"event":"round","round":1,"dealer":[0-2],"order":\[[0-3],3,[0-2],[0-2]\]\}$' "$(cat "$folder/robot")"
like "a partner plays for the robot" '^\{"event":"play","seat":3,"by":[0-2],"card":' "$(cat "$folder/robot")"
like "the robot turns its card" '^\{"event":"play","seat":3,"card":.*"move":"turn"\}$' "$(cat "$folder/robot")"
like "summary names the robot's seat" '^3     - ' "$(cat "$folder/summary")"
like "options are told" '"options":\{"target":"3","extra_round":"any"\}' \
    "$("$araldo" sim primiera target=3 --option extra_round=any --seed 1 --record /dev/stdout 2>&1 | cat)"

# ---- the lines of docs/record.md are lines of the records that it makes
"$araldo" sim royalflush boards=random children=0,2 jokers=each-round --seed 3 --seats greedy,random,random,greedy --record "$folder/royal" >/dev/null 2>&1
missing=$(grep '^{"event"' docs/record.md | while IFS= read -r line; do
    cat "$folder/robot" "$folder/royal" | grep -xF -- "$line" >/dev/null || echo "$line"
done)
equal "docs/record.md shows real lines" "" "$missing"

# ---- verify: what is bad
verify() { "$araldo" verify "$1" 2>&1; }
"$araldo" sim primiera:two --games 2 --seed 8 --record "$folder/two" >/dev/null 2>&1
lines=$(wc -l <"$folder/two")
first=$(grep -n '"event":"play"' "$folder/two" | sed -n '3s/:.*//p')
sed "${first}s/\"sweep\":false/\"sweep\":true/" "$folder/two" >"$folder/edited"
report=$(verify "$folder/edited")
equal "an edited line: status" 2 $?
like "an edited line is named" "rules: line $first: play: \"sweep\" should be false" "$report"
like "the seed is judged apart" "^seed: good before line $first" "$report"
sed "${first}d" "$folder/two" | verify - >"$folder/report"
like "a move left out is named" "rules: line $first: it is not the turn of seat" "$(cat "$folder/report")"
head -n 30 "$folder/two" >"$folder/cut"
report=$(verify "$folder/cut")
equal "a cut record: status" 2 $?
like "a cut record is told with its last line" \
    'rules: the record is (cut|unfinished): it ends after line 30, before the match is over$' "$report"
like "its seed is judged as far as it goes" '^seed: good as far as the record goes$' "$report"
deal=$(grep -n '"event":"deal"' "$folder/two" | sed -n '1s/:.*//p')
head -n "$deal" "$folder/two" >"$folder/cut"
like "a record cut among the lines of a move" "the record is cut: it ends after line $deal, before" "$(verify "$folder/cut")"
head -c -20 "$folder/two" >"$folder/cut"
like "a line cut short" "the record is cut: line $lines: .*newline is missing" "$(verify "$folder/cut")"
shuffle=$(grep -n '"event":"shuffle"' "$folder/two" | sed -n '1s/:.*//p')
sed '1s/"seed":"../"seed":"00/' "$folder/two" >"$folder/edited"
report=$(verify "$folder/edited")
equal "another seed: status" 2 $?
like "another seed keeps the rules" '^rules: good$' "$report"
like "another seed is caught" "seed: line [2-$shuffle]: the seed in the header gives another outcome" "$report"
sed -E "${shuffle}s/\"cards\":\[(\"[^\"]*\"),(\"[^\"]*\")/\"cards\":[\2,\1/" "$folder/two" >"$folder/edited"
report=$("$araldo" verify "$folder/edited" 2>"$folder/stderr")
equal "an edited shuffle: status" 2 $?
equal "an edited shuffle is named itself, in one line" \
    "araldo verify: $folder/edited: seed: line $shuffle: the seed in the header gives another outcome" "$(cat "$folder/stderr")"
like "the deal after it no longer fits" '^rules: good before line [0-9]+$' "$report"
sed '1s/"seed":"[0-9a-f]*"/"commitment":"'"$(printf '%064d' 7)"'"/' "$folder/two" >"$folder/sealed"
report=$(verify "$folder/sealed")
equal "a sealed key: status" 0 $?
like "a sealed key" '^seed: good where it is revealed, in 1 of 2 records$' "$report"
refused "no such file" 'cannot read .*No such file' "$araldo" verify "$folder/nothing"
refused "verify without a file" 'no file given' "$araldo" verify
: >"$folder/empty"
like "an empty file" 'holds no record' "$(verify "$folder/empty")"
"$araldo" verify "$folder/empty" >/dev/null 2>&1
equal "an empty file: status" 2 $?
like "a folder is no record" 'line 1: the file cannot be read' "$(verify "$folder")"
head -c 100000 /dev/zero >"$folder/zeros"
like "zeros are no record" 'rules: line 1: ' "$(verify "$folder/zeros")"

# ---- bench
like "bench lists its figures" '^primiera\.interface\.games_per_s$' "$("$araldo" bench --list)"
like "bench prints name, value, unit" '^primiera\.interface\.games_per_s +[0-9]+ games/s$' "$("$araldo" bench primiera.interface.games)"
refused "bench without such a figure" 'no figure has a name that begins so' "$araldo" bench nothing
finish
