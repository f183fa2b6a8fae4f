#!/bin/bash
# Runs `araldo arena`: the same figures whatever the threads, interruptions and files; outside programs; what it refuses.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

# The result without what depends on the clock.
untimed() { sed 's/"ms_per_move":\[[^]]*\],//; s/"nanoseconds":\[[^]]*\]//; /^ms a move/d'; }
arena() { "$araldo" arena "$@" 2>"$folder/stderr"; }
result() { arena "$@" --json | tail -n 1; }
# field NAME JSON: the plain value of a field
field() { printf '%s\n' "$2" | sed -n "s/.*\"$1\":\(\[[^]]*\]\|[^,}]*\).*/\1/p"; }

# ---- figures
line=$(result primiera:classic greedy random --deals 60 --seed 1)
keys=$(printf '%s' "$line" | grep -oE '"[a-z0-9_]+":' | tr -d '":' | tr '\n' ' ')
equal "the result has its fields" "event game variant a b deals mean ci95 wins draws losses ms_per_move per_seat " "$keys"
like "the result is the last line" '^\{"event":"result","game":"primiera","variant":"classic","a":"greedy","b":"random","deals":60,' "$line"
like "greedy beats random" '^[34]\.[0-9]+$' "$(field mean "$line")"
equal "games are won, drawn or lost" 120 $(($(field wins "$line") + $(field draws "$line") + $(field losses "$line")))
equal "a figure for each seat" 4 "$(field per_seat "$line" | tr ',' '\n' | wc -l)"
like "time of both" '^\[[0-9.]+,[0-9.]+\]$' "$(field ms_per_move "$line")"
back=$(result primiera:classic random greedy --deals 60 --seed 1)
equal "the other way round it is the same with the sign changed" "$(field mean "$line")" "$(field mean "$back" | tr -d -)"
equal "wins are losses the other way round" "$(field wins "$line")" "$(field losses "$back")"
like "places are counted from the dealer" '^seat 0 \(dealer\)  ' "$(arena primiera:two greedy random --deals 2 --seed 1)"
like "or from who begins" '^seat 0 \(begins\)  ' "$(arena primo greedy random --deals 1 --seed 1)"
like "or from nobody" '^seat 0  ' "$(arena primo:solo greedy random --deals 1 --seed 1)"
like "a table for people" '^mean  \+[34]\.[0-9]+ ± 0\.[0-9]+ ' "$(arena primiera:classic greedy random --deals 60 --seed 1)"

# ---- against itself nobody wins
for variant in primiera:classic primiera:heralds primiera:three primiera:robot royalflush primero primero:italian primo primo:solo primo:teams; do
    line=$(result "$variant" greedy greedy --deals 3 --seed 4)
    equal "$variant: against itself the mean is zero" "0.0000 0.0000" "$(field mean "$line") $(field ci95 "$line")"
done
for variant in primo:five primo:six; do
    line=$(result "$variant" greedy greedy --deals 1 --seed 4)
    equal "$variant: three sides, of which one wins" "0.0000 1 0 2" \
        "$(field mean "$line") $(field wins "$line") $(field draws "$line") $(field losses "$line")"
done
for against in one half rest; do
    line=$(result primero greedy greedy --people 5 --against "$against" --matches --option deals=2 --deals 1 --seed 4)
    equal "against $against: the mean is zero" 0.0000 "$(field mean "$line")"
done

# ---- the same whatever the threads
whole=$(result primiera:heralds greedy random --deals 50 --seed 9 | untimed)
for threads in 1 2 7; do
    equal "$threads threads" "$whole" "$(result primiera:heralds greedy random --deals 50 --seed 9 --threads "$threads" | untimed)"
done

# ---- files: going on, and joining
whole=$(arena primiera:classic greedy random --deals 80 --seed 5 --json | untimed)
arena primiera:classic greedy random --deals 80 --seed 5 --json --save "$folder/saved" >/dev/null
equal "one line a deal" 81 "$(wc -l <"$folder/saved")"
head -c 6000 "$folder/saved" >"$folder/cut"
equal "going on after a crash" "$whole" "$(arena primiera:classic greedy random --deals 80 --seed 5 --json --save "$folder/cut" | untimed)"
equal "the file is whole again" "$(untimed <"$folder/saved" | sort)" "$(untimed <"$folder/cut" | sort)"
before=$(cksum <"$folder/cut")
equal "nothing left to play" "$whole" "$(arena primiera:classic greedy random --deals 80 --seed 5 --json --save "$folder/cut" | untimed)"
equal "a full file stays as it is" "$before" "$(cksum <"$folder/cut")"
arena primiera:classic greedy random --deals 30-79 --seed 5 --save "$folder/second" >/dev/null
arena primiera:classic greedy random --deals 40 --seed 5 --save "$folder/first" >/dev/null
equal "joined files" "$whole" "$(arena --merge "$folder/second" "$folder/first" --json | untimed)"
refused "a file of another seed" 'belongs to another comparison' "$araldo" arena primiera:classic greedy random --deals 80 --seed 6 --save "$folder/saved"
refused "a file of other bots" 'belongs to another comparison' "$araldo" arena primiera:classic random greedy --deals 80 --seed 5 --save "$folder/saved"
arena primiera:classic greedy random --deals 10 --seed 6 --save "$folder/other" >/dev/null
refused "joining two matches" 'other belongs to another comparison' "$araldo" arena --merge "$folder/second" "$folder/other"
sed '3s/"values":\[[^]]*\]/"values":[7,7]/' "$folder/first" >"$folder/forged"
refused "a deal that came out differently" 'occurs twice, with different results' "$araldo" arena --merge "$folder/first" "$folder/forged"
sed '4s/.*/rubbish/' "$folder/first" >"$folder/rubbish"
refused "a line that is no deal" 'line 4: not a deal from this comparison' "$araldo" arena primiera:classic greedy random --deals 80 --seed 5 --save "$folder/rubbish"
refused "no file to join" 'cannot read' "$araldo" arena --merge "$folder/none"
refused "joining nothing" 'name the files to merge' "$araldo" arena --merge
echo '{"event":"header"}' >"$folder/record"
refused "not a file of the arena" 'is not an arena file' "$araldo" arena --merge "$folder/record"
: >"$folder/empty"
arena primo:six greedy random --deals 2 --seed 5 --seatings one --save "$folder/six" >/dev/null
sed -i 's/"sides":3,//' "$folder/six"
refused "six who were seated as if alone" 'belongs to another comparison' "$araldo" arena primo:six greedy random --deals 2 --seed 5 --seatings one --save "$folder/six"
refused "the second is empty" 'empty is not an arena file' "$araldo" arena --merge "$folder/first" "$folder/empty"
head -c 100 "$folder/first" >"$folder/begun"
refused "the second has no first line" 'begun is not an arena file' "$araldo" arena --merge "$folder/first" "$folder/begun"
equal "only the beginning of a first line: from the start" "$whole" \
    "$(arena primiera:classic greedy random --deals 80 --seed 5 --json --save "$folder/begun" | untimed)"
printf 'my novel' >"$folder/novel"
refused "one line of somebody else's" 'novel belongs to another comparison' "$araldo" arena primiera:classic greedy random --deals 8 --seed 5 --save "$folder/novel"
equal "which is still there" "my novel" "$(cat "$folder/novel")"
sed '2s/"dealer":[0-9]*/"dealer":256/' "$folder/first" >"$folder/dealer"
refused "a dealer who is not there" 'line 2: not a deal from this comparison' "$araldo" arena --merge "$folder/dealer"
refused "no file to save in" 'is not a regular file' "$araldo" arena primiera:classic greedy random --deals 5 --seed 5 --save /dev/full

# ---- interrupted
# interrupted CONDITION COMMAND ARGUMENT...: a run that is interrupted as soon as the condition holds; leaves its status, and the seconds
# it took from there on
interrupted() {
    local condition=$1 pid began
    shift
    "$araldo" "$@" >"$folder/stdout" 2>"$folder/stderr" &
    pid=$!
    for _ in $(seq 300); do
        eval "$condition" && break
        sleep 0.1
    done
    kill -INT "$pid"
    began=$SECONDS
    wait "$pid"
    status=$?
    seconds=$((SECONDS - began))
}
# deals FILE: has it some?
deals() { [ -f "$1" ] && [ "$(wc -l <"$1")" -ge 20 ]; }
interrupted "deals $folder/long" arena primiera:classic random greedy --deals 1000000 --seed 5 --save "$folder/long"
equal "an interrupt ends it well" "0 " "$status $(cat "$folder/stderr")"
like "with what there is" 'deals [0-9]+ .*\(interrupted\)$' "$(cat "$folder/stdout")"
interrupted "deals $folder/drawn" arena primiera:classic random greedy --deals 1000000 --seed 5 --json --save "$folder/drawn" --plot "$folder/interrupted.svg"
like "a result says so" '"event":"result".*"per_seat":\[[^]]*\],"interrupted":true\}$' "$(tail -n 1 "$folder/stdout")"
like "and is drawn" 'mean against the other, 95 % intervals, [1-9][0-9]* deals' "$(cat "$folder/interrupted.svg")"
interrupted "deals $folder/pairs" arena primiera:classic random greedy random --deals 1000000 --seed 5 --save "$folder/pairs" --plot "$folder/interrupted.svg"
like "pairs that have not met are told" 'arena: interrupted: 1 of 3 pairings played' "$(cat "$folder/stderr")"
like "and left open" '^greedy .* ± .* - +\? .* ± ' "$(cat "$folder/stdout")"
equal "and not drawn" "2 1" "$(grep -c '<circle' "$folder/interrupted.svg") $(grep -c 'those met so far' "$folder/interrupted.svg")"

# ---- stopping
line=$(result primiera:classic greedy random --deals 100000 --margin 0.3 --seed 3)
like "stops at the margin" '^[1-3][0-9][0-9]$' "$(field deals "$line")"
like "which is reached" '^0\.[0-2][0-9]+$' "$(field ci95 "$line")"
equal "the same deals whatever the threads" "$(printf '%s' "$line" | untimed)" \
    "$(result primiera:classic greedy random --deals 100000 --margin 0.3 --seed 3 --threads 3 | untimed)"
equal "stops when it is decided" 100 "$(field deals "$(result primiera:classic greedy random --deals 3200 --decide 0 --seed 3)")"
equal "plays on when it is not" 200 "$(field deals "$(result primiera:classic greedy greedy --seatings one --deals 200 --decide 0 --seed 3)")"

# ---- the reference: narrower, on the same deals
plain=$(field ci95 "$(result primiera:two greedy random --seatings one --deals 400 --seed 8)")
controlled=$(field ci95 "$(result primiera:two greedy random --seatings one --reference greedy --deals 400 --seed 8)")
if awk "BEGIN { exit !($controlled < 0.95 * $plain) }"; then pass "a reference narrows the interval"; else
    fail "a reference narrows the interval" "$controlled, without it $plain"; fi

# ---- several bots, and the picture
cells() { arena primiera:three "$@" --deals 4 --seed 3 --json | grep '"event":"result"' | untimed | sort; }
whole=$(cells greedy random easy)
equal "where one is not minus the other: both" 6 "$(wc -l <<<"$whole")"
equal "the same cells" "$whole" "$(cells easy greedy random)"
equal "in any order of the names" "$whole" "$(cells random easy greedy)"
row() { arena primiera:three "$@" --deals 4 --seed 3 | sed -n 's/^greedy .* \([-+]\)/\1/p'; }
equal "and the same mean against all others" "$(row greedy random easy)" "$(row random easy greedy)"
equal "two bots play one way" 1 "$(arena primiera:three greedy random --deals 4 --seed 3 --json --plot "$folder/one.svg" | grep -c '"event":"result"')"
equal "and one is drawn" 1 "$(grep -c '<circle' "$folder/one.svg")"
# What an earlier version kept of such a run: the same first line, and each pair one way.
arena primiera:three greedy random easy --deals 4 --seed 3 --save "$folder/both" >"$folder/table"
equal "the first line is as it was" '{"event":"arena","format":1,"version":"","game":"primiera","variant":"three","revision":1,"people":3,"options":{},"bots":["greedy","random","easy"],"unit":"round","measure":"points","against":"one","seatings":"all","seed":"0300000000000000000000000000000000000000000000000000000000000000"}' \
    "$(head -n 1 "$folder/both" | sed 's/"version":"[^"]*"/"version":""/')"
grep -v '"bots":\[\(1,0\|2,0\|2,1\)\]' "$folder/both" >"$folder/before"
equal "of the pairs one way" 13 "$(wc -l <"$folder/before")"
like "joined, the others are left open" '^easy +\? +\? +- +\?$' "$(arena --merge "$folder/before")"
equal "going on, they are played" "$(untimed <"$folder/table")" \
    "$(arena primiera:three greedy random easy --deals 4 --seed 3 --save "$folder/before" | untimed)"
equal "and nothing twice" "$(untimed <"$folder/both" | sort)" "$(untimed <"$folder/before" | sort)"

# What is shown at a terminal while it plays, one line over the other.
needs_terminal
watched=$(script -qec "timeout --foreground -s INT 4 $araldo arena primiera:two random greedy random --deals 100000 --seed 2" /dev/null </dev/null | tr '\r' '\n')
like "which pair is being played, and how long all will take" \
    'random against greedy, pair 1 of 3: [0-9]+ of 300000 deals, [0-9]+ (h|min|s)( [0-9]+ (min|s))? left' "$watched"

table=$(arena primiera:two random greedy random --deals 20 --seed 2 --plot "$folder/ladder.svg")
like "the cross-table" '^greedy  +\+[0-9.]+ ± [0-9.]+ +- +\+[0-9.]+ ± ' "$table"
equal "all pairs" 3 "$(arena primiera:two random greedy random --deals 5 --seed 2 --json | grep -c '"event":"result"')"
if xmllint --noout "$folder/ladder.svg" 2>/dev/null; then pass "the picture is well-formed"; else fail "the picture is well-formed" "$(cat "$folder/ladder.svg")"; fi
equal "the best stands first" greedy "$(grep -o 'text-anchor="end">[a-z]*' "$folder/ladder.svg" | head -n 1 | sed 's/.*>//')"
equal "a dot for each bot" 3 "$(grep -c '<circle' "$folder/ladder.svg")"
arena primiera:two greedy 'exec:docs/examples/mybot.sh <&>' --deals 2 --seed 2 --plot "$folder/names.svg" >/dev/null
if xmllint --noout "$folder/names.svg" 2>/dev/null; then pass "names are written as text"; else fail "names are written as text" "$(cat "$folder/names.svg")"; fi

# ---- outside programs
line=$(result primiera:classic exec:docs/examples/mybot.sh random --deals 10 --seed 1)
like "the example bot beats random" '^[2-6]\.' "$(field mean "$line")"
equal "the same by the same seed" "$(printf '%s' "$line" | untimed)" \
    "$(result primiera:classic exec:docs/examples/mybot.sh random --deals 10 --seed 1 --threads 1 | untimed)"
line=$(result primiera:two "exec:$araldo engine" random --deals 1 --seed 1)
like "the engine itself is such a program" "^1 [1-9]" "$(field deals "$line") $(field mean "$line")"
like "sim seats it" '^0 +exec:docs/examples/mybot.sh +' "$("$araldo" sim primiera:two --seats exec:docs/examples/mybot.sh,random --seed 1 2>&1)"

# bot NAME WORDS: a program that begins a game well, and then does WORDS
bot() {
    printf '#!/bin/sh\nread -r _ && echo ok\n%s\n' "$2" >"$folder/$1"
    chmod +x "$folder/$1"
}
answers='while read -r verb seat _; do case $verb in go) break ;; *) echo ok ;; esac; done'
bot dead 'exit 1'
bot hanging "$answers; sleep 60"
bot illegal "$answers; echo \"move \$seat 99Z\"; sleep 60"
bot wrongseat "$answers; echo \"move 5 7D\"; sleep 60"
bot babbling "$answers; head -c 100000 /dev/zero | tr '\\0' x; sleep 60"
forfeits() {
    local name=$1 pattern=$2
    line=$(arena primiera:classic "exec:$folder/$name" greedy --deals 1 --seed 1 --exec-timeout 300 --json)
    like "a $name program forfeits" "\"event\":\"forfeits\",\"bot\":\"exec:[^\"]*/$name\",\"games\":2,\"reason\":\".*$pattern" "$line"
    equal "a $name program loses" "-10.0000 0 2" \
        "$(field mean "$(tail -n 1 <<<"$line")") $(field wins "$(tail -n 1 <<<"$line")") $(field losses "$(tail -n 1 <<<"$line")")"
    refused "sim ends at a $name program" "seat [01]: .*$pattern" \
        "$araldo" sim primiera:two --seats "exec:$folder/$name,random" --seed 1 --exec-timeout 300
}
forfeits dead 'ended'
arena primiera:classic "exec:$folder/dead" greedy --deals 2 --seed 1 --save "$folder/forfeits" >/dev/null
like "the file keeps the reason" '"event":"forfeits".*"games":4,"reason":"exec:.* ended' "$(arena --merge "$folder/forfeits" --json)"
for name in é aé; do # long enough to be cut in a message, in the middle of a letter or not
    program=$folder/$name$(printf 'é%.0s' $(seq 40))
    cp "$folder/dead" "$program"
    arena primiera:two "exec:$program" greedy --deals 2 --seed 1 --save "$folder/forfeits.$name" >/dev/null
    like "a long name stays text: $name" '"reason":"exec:/.*é (has )?ended' "$(arena --merge "$folder/forfeits.$name" --json)"
done
sed 's/,"reasons":\[[^]]*\]//' "$folder/forfeits" >"$folder/unreasoned"
like "without one nothing is made up" '"event":"forfeits","bot":"[^"]*","games":4}$' "$(arena --merge "$folder/unreasoned" --json)"
forfeits hanging 'no answer within 300 ms'
forfeits illegal 'not a move that is allowed'
forfeits wrongseat 'not move SEAT MOVE'
forfeits babbling 'more than 2048 bytes'
refused "a program that is not there" 'cannot be started: No such file' "$araldo" arena primiera exec:./nowhere greedy --deals 1
refused "a program that is none" 'exec:true (has ended|ended without an answer)' "$araldo" arena primiera exec:true greedy --deals 1
refused "a name that is no text" "the name of a bot must be plain text" "$araldo" arena primiera "exec:$(printf '\303')" greedy --deals 1
refused "a program without a name" 'a command is at most' "$araldo" arena primiera exec: greedy --deals 1
interrupted 'pgrep -f "^/bin/sh $folder/hanging" >/dev/null' arena primiera "exec:$folder/hanging" greedy --deals 1 --seed 1 --exec-timeout 60000 --json
equal "an interrupt does not wait for a program" "1 interrupted before any deal was finished" \
    "$status $(sed 's/^araldo arena: //' "$folder/stderr")"
equal "nor a moment" yes "$([ "$seconds" -lt 20 ] && echo yes)"
equal "and there is no result of nothing" 0 "$(grep -c result "$folder/stdout")"
bot mute 'sleep 60'
sed -i 2d "$folder/mute"
interrupted 'pgrep -f "^/bin/sh $folder/mute" >/dev/null' arena primiera "exec:$folder/mute" greedy --deals 1 --seed 1 --exec-timeout 60000
equal "nor for one that never begins" "interrupted before any deal was finished" "$(sed 's/^araldo arena: //' "$folder/stderr")"
interrupted 'pgrep -f "^/bin/sh $folder/hanging" >/dev/null' sim primiera:two --seats "exec:$folder/hanging,random" --games 3 --seed 1 --exec-timeout 60000 --record "$folder/halved.jsonl"
equal "sim neither" "1 interrupted after 0 of 3 games" "$status $(sed 's/^araldo sim: //' "$folder/stderr")"
equal "and keeps no half of a record" "" "$(ls "$folder" | grep halved)"
equal "no program is left behind" "" "$(pgrep -f "$folder/" || true)"

# What an outside program is told: its own cards and nobody else's.
printf '#!/bin/sh\nwhile read -r line; do echo "$line" >>%s/heard; case $line in go*) echo legal; read -r seat move; while read -r rest && [ -n "$rest" ]; do :; done; echo "move $seat $move" ;; *) echo ok ;; esac; done\n' "$folder" >"$folder/listening"
chmod +x "$folder/listening"
arena primiera:two "exec:$folder/listening" random --deals 2 --seed 1 --threads 1 >/dev/null
like "it is told its view" '^position seed=[0-9]+ primiera:two .* view=[01]$' "$(cat "$folder/heard")"
equal "and nothing without hidden cards" "" "$(grep '^position' "$folder/heard" | grep -v 'hands=\(?[0-9]*/[^?]*\|[^?]*/?[0-9]*\) ' | head -n 1)"
equal "and no seed of the cards" "" "$(grep -n '^new.*seed' "$folder/heard")"

# ---- the cheat sits here and nowhere else
refused "the cheat may sit in sim, its neighbour not" "no bot called 'clever'.* strong, cheat, exec:PROGRAM$" "$araldo" sim primiera:two --seats cheat,clever
refused "and in the arena" "no bot called 'clever'.* strong, cheat, exec:PROGRAM$" "$araldo" arena primiera:two cheat clever
refused "the cheat is not for play" 'the cheat sees all cards: it can only play in' "$araldo" play primiera:two --seats you,cheat --plain
like "nor for the engine" "^error: no bot called 'cheat'" "$(printf 'new primiera\ngo cheat\n' | "$araldo" engine)"
refused "programs are not for play" 'outside programs can only play in sim and arena' "$araldo" play primiera:two --seats you,exec:true --plain

# ---- what it refuses
refused "no game" 'no game given' "$araldo" arena
refused "no bots" 'name at least two bots after the game' "$araldo" arena primiera
refused "one bot" 'name at least two bots after the game' "$araldo" arena primiera greedy
refused "unknown bot" "no bot called 'clever'" "$araldo" arena primiera greedy clever
refused "unknown unit" '--unit must be one of round, match, not' "$araldo" arena primiera greedy random --unit day
refused "unknown measure" '--measure must be one of points, wins, not' "$araldo" arena primiera greedy random --measure love
refused "bad margin" '--margin must be a number' "$araldo" arena primiera greedy random --margin=-1
refused "margin and decide" '--margin and --decide cannot be given together' "$araldo" arena primiera greedy random --margin 1 --decide 1
refused "matches of rounds" '--matches and --unit round cannot be given together' "$araldo" arena primiera greedy random --matches --unit round
refused "against partners" 'with partners there are two sides' "$araldo" arena primo:teams greedy random --against half
for option in '--deals 3' '--seed 1' '--margin 1' '--decide 1' "--save $folder/more" '--people 4' --matches '--threads 1'; do
    # shellcheck disable=SC2086 # an option and its value
    refused "joining with $option" "--merge and ${option%% *} cannot be given together" "$araldo" arena --merge "$folder/first" $option
done
head -n 1 "$folder/first" >"$folder/nodeal"
refused "joining no deals" 'these files contain no deals' "$araldo" arena --merge "$folder/nodeal"
refused "more deals than there are" '--deals must be a number up to 1000000, ' "$araldo" arena primiera greedy random --deals 99999999999
refused "no deals" '--deals must be a number up to 1000000, or FIRST-LAST' "$araldo" arena primiera greedy random --deals 0
refused "deals backwards" '--deals must be a number up to 1000000, or FIRST-LAST' "$araldo" arena primiera greedy random --deals 9-3
refused "too many deals" 'at most 1000000 deals' "$araldo" arena primiera greedy random --deals 0-1000000
refused "people who do not fit" 'takes 4, not 3' "$araldo" arena primiera greedy random --people 3
refused "no threads" '--threads must be a number' "$araldo" arena primiera greedy random --threads 0
refused "a reference that can fail" 'the reference must be a built-in bot' "$araldo" arena primiera greedy random --reference exec:true
refused "an option that is none" "unknown option 'aim'" "$araldo" arena primiera greedy random aim=3
refused "a unit in Italian" 'per --unit scegli tra round, match, non «day»' env LC_ALL=it_IT.UTF-8 "$araldo" arena primiera greedy random --unit day
refused "deals in French" '--deals doit être un nombre' env LC_ALL=fr_FR.UTF-8 "$araldo" arena primiera greedy random --deals 0
refused "too few bots in Spanish" 'indica al menos dos bots' env LC_ALL=es_ES.UTF-8 "$araldo" arena primiera greedy
refused "a file in German" 'ist keine arena-Datei' env LC_ALL=de_DE.UTF-8 "$araldo" arena --merge /dev/null
refused "an unknown bot in German" "kein Bot namens „clever“" env LC_ALL=de_DE.UTF-8 "$araldo" arena primiera greedy clever
refused "no place for the picture" 'cannot write .*: No such file' "$araldo" arena primiera:two greedy random --deals 1 --plot "$folder/no/such.svg"
ln -s "$folder/not-yet.svg" "$folder/link.svg"
refused "a link to nowhere stays" 'no bot called' "$araldo" arena primiera:two greedy nobody --deals 1 --plot "$folder/link.svg"
equal "where it was" yes "$([ -L "$folder/link.svg" ] && echo yes)"
sed '1s/"greedy"/"\\u001b[31m"/' "$folder/first" >"$folder/evil"
refused "names that move the cursor" 'is not an arena file' "$araldo" arena --merge "$folder/evil"
refused "nor for that of joined files" 'cannot write .*: No such file' "$araldo" arena --merge "$folder/first" --plot "$folder/no/such.svg"
finish
