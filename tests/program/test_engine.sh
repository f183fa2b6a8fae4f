#!/bin/bash
# Tests the line protocol: dialogues with their answers, bad input that changes nothing, thousands of garbage lines.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

# talk LINE...: the engine's answers to these lines
talk() { printf '%s\n' "$@" | timeout 60 "$araldo" engine; }
last() { tail -n 1; }

start="new primiera variant=classic seed=7"
position='primiera:classic dealer=3 turn=0 table=8S,2C,6B hands=8D,1S/7D,3S/4D,5D/9S,10S piles=rest/-/-/- last=0'
view=$(talk "position $position" "show 0" | last) # as seat 0 sees it
actor=$(talk "$start" seats | sed -n 's/.* actors //p')
other=$(((actor + 1) % 4))
theirs=$(talk "$start" "show $other" | last | sed 's/.* hands=//; s/ .*//' | cut -d / -f $((other + 1)) | cut -d , -f 1) # a card of the other

equal "new" ok "$(talk "$start" | last)"
equal "both ways to name a variant" "$(talk "$start" show | last)" "$(talk "new primiera:classic seed=7" show | last)"
equal "equal seeds, equal deals" "$(talk "$start" show)" "$(talk "$start" show)"
[ "$(talk "new primiera" show)" != "$(talk "new primiera" show)" ] && pass "without a seed the deal is random" || fail "random deal" "twice the same"
like "show hides what a seat cannot know" 'hands=[^?/]*/\?9/\?9/\?9 .*view=0$' "$(talk "$start" "show 0")"
like "an onlooker sees no hand" 'hands=\?9/\?9/\?9/\?9 .*view=onlooker$' "$(talk "$start" "show onlooker")"
equal "seats" "seats 4 people 4 actors 0" "$(talk "position $position" seats | last)"
equal "seats with a robot" "seats 4 people 3 actors 0 1 2" "$(talk "new primiera:robot seed=1" seats | last)"
equal "score" "points 0 0 0 0" "$(talk "$start" score | last)"
equal "legal of a seat that is not to act is an empty block" "ok,," "$(talk "$start" "legal $other" | tr '\n' ,)"
equal "legal" "ok,0 1S,0 8D=8S,," "$(talk "position $position" legal | tr '\n' ,)"
equal "a single card comes before a sum" "error: that move is not allowed" "$(talk "position $position" "play 0 8D=2C+6B" | last)"
equal "play" "ok" "$(talk "position $position" "play 0 8d" | last)"
like "play changes the position" ' turn=1 .*table=2C,6B ' "$(talk "position $position" "play 0 8D=8S" show)"
why="because It wins 2 cards, 1 of them a coin. The table then adds up to 8, and nobody else can hold a card of that rank."
equal "go names the move and why" "move 0 8D=8S $why" "$(talk "position $position" "go greedy" | last)"
like "go says what a bot expects, where it does" '^move 0 [^ ]+ expects (win|points|coins) -?[0-9.]+ because ' "$(talk "position $position" "go medium")"
go_in() { printf '%s\n' "position $position" "go $2" | timeout 60 "$araldo" engine --lang "$1" | last; } # LANGUAGE BOT
like "go explains in the language asked for" '^move 0 8D=8S because .* 2 carte.* 8' "$(go_in it greedy)"
equal "each language in its own words, the protocol's stay" 5 "$(for tag in en it fr es de; do go_in "$tag" greedy; done | sort -u | grep -c '^move 0 8D=8S because ')"
equal "the environment does not change the language" "move 0 8D=8S $why" "$(printf "%s\n" "position $position" "go greedy" | env LC_ALL=it_IT.UTF-8 "$araldo" engine | last)"
like "what is expected is said in words too" ' expects (win 0\.|points -?[0-9]+\.)[0-9]+ because .*([0-9]+%|[−+]?[0-9]+,[0-9] punti)\.$' \
    "$(go_in it medium)"
refused "an unknown language" "^araldo engine: unknown language 'xx'; choose from en \(English\), it \(Italiano\), .*\)$" "$araldo" engine --lang xx
equal "go with a budget in iterations" "$(talk "position seed=1 $position" "go medium" | last)" "$(talk "position seed=1 $position" "go strong@250" | last)"
like "go with a budget in milliseconds and threads" '^move 0 [^ ]+ expects win ' "$(talk "position $position" "go strong@2x20ms")"
equal "a budget that is none" "error: a budget is 1 to 1000000 iterations, or 1 to 60000 ms: strong@32000, strong@500ms, strong@4x500ms" "$(talk "position $position" "go strong@0" | last)"
equal "go plays nothing" "$(talk "position $position" show | last)" "$(talk "position $position" "go greedy" show | last)"
like "go without a name" '^move 0 [^ ]+ expects win ' "$(talk "position $position" go)"
like "go without a name, for a seat" '^move 0 [^ ]+ expects win ' "$(talk "position $position" "go 0")"
equal "go from a view" "move 0 8D=8S $why" "$(talk "position $view" "go greedy" | last)"
equal "legal in a view" "ok,0 1S,0 8D=8S,," "$(talk "position $view" legal | tr '\n' ,)"
equal "a view shows itself" "$view" "$(talk "position $view" show | last)"
equal "nothing can be played in a view" "error: this position is a view: nothing can be played in it" "$(talk "position $view" "play 0 1S" | last)"
like "a view is one seat's" '^error: this position is a view' "$(talk "position $view" "legal 1")"
like "the view of a view" '^error: this position is a view' "$(talk "position $view" "show 1")"
equal "events of a seat" '{"event":"play","seat":0,"card":"1S","takes":[],"sweep":false,"move":"1S"}' \
    "$(talk "position $position" "play 0 1S" "events 2" | sed -n 3p)"
equal "events since last asked" "1 0" "$(talk "position $position" "play 0 1S" "events 2" "events 2" | awk '/^{/ {n++} /^$/ {printf "%s%d", sep, n; n = 0; sep = " "}')"
like "a laid card is secret" '"seat":0,"card":"\?","move":"\?"' "$(talk "new primiera seed=3" "play 0 $(talk "new primiera seed=3" "legal 0" | sed -n '2s/0 //p')" "events 1")"
equal "a position with its seed deals as that seed" \
    "$(talk "new primiera:two seed=12 target=1" show | last)" "$(talk "position seed=12 $(talk "new primiera:two seed=12 target=1" show | last)" show | last)"
like "help is a block" '^new GAME' "$(talk help)"
equal "quit answers and ends" "ok" "$(talk quit "$start")"
equal "a last line without a newline counts" "ok" "$(printf '%s' "$start" | "$araldo" engine)"
equal "Windows line ends" "ok" "$(printf '%s\r\n' "$start" | "$araldo" engine)"
printf '' | "$araldo" engine
equal "no input ends cleanly" 0 $?

# ---- answers arrive one by one, while the pipe stays open
coproc ENGINE { timeout 60 "$araldo" engine; }
echo "$start" >&"${ENGINE[1]}"
read -r -t 10 answer <&"${ENGINE[0]}"
equal "answers are not held back" ok "$answer"
echo quit >&"${ENGINE[1]}"
wait "$ENGINE_PID"

# ---- a whole match by `go` and `play`, recorded and verified
play_match() { # FIRST-LINE BOT LAST-LINE...
    local seat move answer why
    coproc ENGINE { timeout 60 "$araldo" engine; }
    local in=${ENGINE[1]} out=${ENGINE[0]} process=$ENGINE_PID
    echo "$1" >&"$in"
    read -r -t 20 answer <&"$out"
    while echo "go $2" >&"$in" && read -r -t 20 answer seat move why <&"$out" && [ "$answer" = move ]; do
        echo "$seat $move" >>"$folder/moves"
        echo "play $seat $move" >&"$in"
        read -r -t 20 answer <&"$out"
        [ "$answer" = ok ] || break
    done
    shift 2
    printf '%s\n' "$@" quit >&"$in"
    cat <&"$out"
    wait "$process"
}
like "a match ends with winners" '^points [0-9 ]+ winners [0-9 ]+$' "$(play_match "new primiera:robot target=3 seed=5" random score "record $folder/match")"
"$araldo" verify "$folder/match" >/dev/null 2>&1
equal "its record verifies" 0 $?

# A bot that is asked by `go` remembers the round as those do that sit at a table: the same moves with the same dice.
for game in primiera:heralds primiera:three; do
    "$araldo" sim $game --seats "$(seats $game medium)" --seed 7 --record "$folder/sat" target=3 >/dev/null 2>&1
    seed=$(sed -n '1s/.*"seed":"\([0-9a-f]*\)".*/\1/p' "$folder/sat")
    sat=$(sed -n 's/.*"seat":\([0-9]\).*"move":"\([^"]*\)".*/\1 \2/p' "$folder/sat")
    begun=$(talk "new $game seed=$seed target=3" show | last)
    for first in "new $game seed=$seed target=3" "position seed=$seed $begun"; do
        rm -f "$folder/moves"
        play_match "$first" medium >/dev/null
        equal "go remembers the round: ${first%% *} $game" "$sat" "$(cat "$folder/moves")"
    done
done

# ---- bad input answers an error and changes nothing
equal "nothing yet" "error: there is no game yet: begin with new or position" "$(talk show)"
# In these lines @ is the seat to act, % another, and # a card of the other's.
while IFS='|' read -r line pattern; do
    line=${line//@/$actor} line=${line//%/$other} line=${line//#/$theirs}
    answers=$(talk "$start" show "$line" show)
    before=$(printf '%s\n' "$answers" | sed -n 2p)
    if [ "$(printf '%s\n' "$answers" | sed -n 4p)" != "$before" ]; then fail "changes nothing: $line" "$answers"
    else like "refused: $line" "^error: .*($pattern)" "$(printf '%s\n' "$answers" | sed -n 3p)"; fi
done <<'END'
|empty line
nonsense|no command
SHOW|no command
new|say which game
new scopa|unknown game
new primiera:clasic|no variant
new primiera variant=clasic|no variant
new primiera:classic variant=two|is given twice
new primiera variant=classic variant=two|is given twice
new primiera seed=|a seed is
new primiera seed=-4|a seed is
new primiera seed=3 seed=4|is given twice
new primiera people=3|takes 4, not 3
new primiera people=0|people is one number
new primiera people=4 people=4|people is one number
new primiera target=0|target must be a number
new primiera target|key=value
new primiera colour=red|unknown option
position|say which position
position seed=x primiera:classic|a seed is
position scopa table=-|unknown game
position primiera:classic table=7D hands=-/-/-/- piles=-/-/-/-|not forty
position primiera:classic dealer=3 turn=0 table=8S,8S hands=8D,1S/7D,3S/4D,5D/9S,10S piles=rest/-/-/- last=0|twice
position primiera:classic dealer=3 turn=0 table=11S hands=8D,1S/7D,3S/4D,5D/9S,10S piles=rest/-/-/- last=0|not a card
position primiera:classic dealer=9 turn=0|not a seat
legal 4|a seat is a number from 0 to 3
legal -1|a seat is a number
legal x|a seat is a number
legal 0 1|unexpected argument
legal onlooker|a seat is a number
show everything|a seat is a number
play|say who plays
play @|say who plays
play @ 7D 8D|unexpected argument
play 9 7D|a seat is a number
play @ 7X|not a card
play @ 11D|not a card
play @ 7D=7X|not a card
play @ #|not allowed|ways
play % #|not the turn of seat
play @ turn|not allowed
score now|unexpected argument
seats 1|unexpected argument
go 9|a seat is a number
go clever|no bot called
go random %|not the turn of seat
go random 7|a seat is a number
go random @ @|unexpected argument
events 9|a seat is a number
record|say which file
record /no/such/place/file|cannot write
record /dev/full|No space left
quit now|unexpected argument
help me|unexpected argument
END
like "a position has no record" '^error: a position has no record' "$(talk "position $position" "record $folder/none")"
[ -e "$folder/none" ] && fail "nothing is written" "there is a file" || pass "nothing is written"
like "a zero byte" '^error: the line holds a zero byte' "$(printf 'sh\0ow\n' | "$araldo" engine)"
like "a very long line" '^error: the line does not end' "$(head -c 3000000 /dev/zero | tr '\0' x | "$araldo" engine)"
equal "after a very long line it goes on" "ok" "$( (head -c 300000 /dev/zero | tr '\0' ' '; echo; echo "$start") | "$araldo" engine | last)"
like "a long name is cut" '^error: no command .x{40}' "$(printf '%5000s\n' '' | tr ' ' x | "$araldo" engine)"

# ---- the conversations of docs/protocol.md, each one from the start; a line of dots stands for any lines
awk -v folder="$folder" '/^```/ {inside = !inside; if (inside) n++; next} inside {print > (folder "/talk" n)}' docs/protocol.md
for talk in "$folder"/talk*; do
    grep -q '^> ' "$talk" || continue
    sed -n 's/^> //p' "$talk" | "$araldo" engine >"$folder/said"
    equal "docs/protocol.md, block ${talk##*talk}" "" "$(grep -v '^> ' "$talk" | awk -v said="$folder/said" '
        $0 == "…" {any = 1; next}
        {
            while ((more = (getline line < said)) > 0 && any && line != $0) continue
            if (more <= 0 || line != $0) { print "expected: " $0 " got: " line; exit }
            any = 0
        }
        END {if ((getline line < said) > 0) print "not expected: " line}')"
done

# ---- garbage, and valid scripts with bytes changed; after an error the position must be the one before
garbage() { # SEED LINES
    awk -v seed="$1" -v lines="$2" 'BEGIN {
        srand(seed)
        split("new position legal play show events score seats go record help", verbs, " ")
        split("primiera primiera:two primiera:robot variant=classic seed=3 seed=x people=4 0 1 2 3 7D 10S 1B=1C turn greedy random ? - onlooker =", words, " ")
        count = split("new primiera:classic seed=7;legal;legal 3;play 3 5B;play 3 10B=10S;go greedy;events 2;show 1;score;seats;play 0 4D;new primiera:robot seed=2;play 0 9D;position primiera:classic dealer=3 turn=0 table=8S,2C,6B hands=8D,1S/7D,3S/4D,5D/9S,10S piles=rest/-/-/- last=0", valid, ";")
        for (i = 0; i < lines; i++) {
            kind = rand()
            line = ""
            if (kind < 0.2) {
                for (j = int(rand() * 60); j > 0; j--) line = line sprintf("%c", 1 + int(rand() * 255))
                gsub("\n", " ", line)
            } else if (kind < 0.5) {
                line = verbs[1 + int(rand() * 11)]
                for (j = int(rand() * 5); j > 0; j--) line = line " " words[1 + int(rand() * 20)]
            } else {
                line = valid[1 + int(rand() * count)]
                for (j = int(rand() * 3); j > 0; j--) {
                    at = 1 + int(rand() * length(line))
                    line = substr(line, 1, at - 1) (rand() < 0.5 ? "" : sprintf("%c", 33 + int(rand() * 90))) substr(line, at + 1)
                }
            }
            if (line ~ /^ *(quit|record)/) line = "x" line
            print "show\n" line "\nshow"
        }
    }'
}
# Reads the answers: show, answer (a line or a block), show, again and again.
check_answers() {
    awk -v lines="$1" '
        function next_line() { if ((getline line) <= 0) { print "the answers end early, at input " i; exit } return line }
        BEGIN {
            for (i = 0; i < lines; i++) {
                before = next_line()
                answer = next_line()
                if (answer !~ /^(error: .|ok$|move [0-9] |points |seats |[a-z]+:[a-z]+ )/) {
                    while (answer != "") answer = next_line()
                    answer = "block"
                }
                after = next_line()
                if (answer ~ /^error/ && before != after) { print "an error changed the position: " answer; exit }
                if (answer ~ /^error/) errors++; else answered++
            }
            if ((getline line) > 0) print "an answer too many: " line
            else if (errors < lines / 10 || answered < lines / 10) print "one-sided: " errors " errors, " answered " answers"
            else print "good"
        }'
}
export LC_ALL=C
rounds=4 lines=500
[ -n "${ARALDO_SOAK:-}" ] && rounds=50 lines=4000
for seed in $(seq "$rounds"); do
    garbage "$seed" "$lines" >"$folder/garbage"
    "$araldo" engine <"$folder/garbage" >"$folder/answers" 2>"$folder/stderr"
    equal "garbage $seed ends cleanly" "0" "$?$(head -c 300 "$folder/stderr")"
    equal "garbage $seed changes nothing" good "$(check_answers "$lines" <"$folder/answers")"
done
finish
