#!/bin/bash
# Checks the page's types of messages and events against what the room, the server and the engines really write.
# The room's tests write a transcript, `araldo sim` plays a few matches of every setting, and rare.txt has positions for what
# seldom happens; protocol.mjs compares all of it with web/protocol.d.ts and web/games/GAME/events.d.ts.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
. tests/web/tools.sh

for test in test_room_rules test_room_refusals test_room_told test_room_together test_room_arrival; do
    ARALDO_TRANSCRIPT=$folder/transcript "build/dev/tests/room/$test" >"$folder/out" 2>&1 ||
        fail "a transcript of $test" "$(grep -E 'not ok|ERROR|Assertion' "$folder/out" | head -5)"
done

# sim GAME[:VARIANT] [people=N] [OPTION…]: records of a few matches
sim() {
    local game=$1 people="" options=() option
    shift
    for option in "$@"; do
        case $option in people=*) people=${option#people=} ;; *) options+=("$option") ;; esac
    done
    local list
    if [ -n "$people" ]; then list=$(printf ',random%.0s' $(seq "$people")); list=${list#,}; else list=$(seats "$game" random); fi
    "$araldo" sim "$game" "${options[@]}" --games 12 --seed 1 --seats "$list" --record "$folder/$((++records)).jsonl" \
        >/dev/null 2>"$folder/out" || fail "records of $game ${options[*]}" "$(cat "$folder/out")"
}

records=0
for types in web/games/*/events.d.ts; do
    game=$(basename "$(dirname "$types")")
    for variant in $(known "$game:-"); do sim "$game:$variant"; done
    while read -r -a setting; do sim "${setting[@]}"; done < <(grep -v '^#' "tests/games/settings/$game.txt")
    { echo "{\"event\":\"header\",\"game\":\"$game\"}"
      sed -n "/^position seed=1 $game/,/^events/p" tests/web/rare.txt | "$araldo" engine | grep '^{'; } >"$folder/rare-$game.jsonl"
done
cp tests/web/*.mjs "$place/"
node "$place/protocol.mjs" "$PWD" "$folder/transcript" "$folder"/*.jsonl || bad=1
finish
