#!/bin/bash
# Runs each fuzzer on a fixed number of inputs from a fixed seed, over a corpus made from the program's own games.
# With ARALDO_FUZZ_SECONDS=N each of them runs that long instead, from its own seed.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
araldo=$PWD/build/araldo
mkdir "$folder/record" "$folder/position" "$folder/move" "$folder/words" "$folder/room"

for game in $(known -); do
    for variant in $(known "$game:-"); do
        "$araldo" sim "$game:$variant" --seats "$(seats "$game:$variant" random)" --seed 3 --record "$folder/whole" >/dev/null 2>&1
        head -n 60 "$folder/whole" >"$folder/record/$game-$variant"
        printf 'new %s:%s seed=4\nshow\nshow 0\nshow onlooker\n' "$game" "$variant" | "$araldo" engine |
            grep "^$game" | split -l 1 - "$folder/position/$game-$variant-"
        printf 'new %s:%s seed=4\nlegal\n' "$game" "$variant" | "$araldo" engine | sed -n 's/^[0-9] //p' | head -n 4 |
            while read -r move; do printf 'aaabcdef\n%s' "$move" >"$folder/move/$game-$variant-$move"; done
    done
done

# Word lists behind a rack, good and bad.
printf 'AEINST*\nété\nÉTÉ\ntaxi\nŒuvre\ntas\n' >"$folder/words/rack"
printf 'haus\r\nHäuser\n\nStraße\ne\xcc\x81te\n' >"$folder/words/list"
printf 'two words\n' >"$folder/words/bad"

# Two clients at a table; @ is its name.
cp tests/fuzz/room/*.txt "$folder/room/"

if [ -n "${ARALDO_FUZZ_SECONDS:-}" ]; then limit="-max_total_time=$ARALDO_FUZZ_SECONDS"
elif [ -n "${ARALDO_SOAK:-}" ]; then limit="-runs=300000 -seed=1"
else limit="-runs=6000 -seed=1"; fi
for target in record position move words room; do
    runs=$limit
    [ "$target" = room ] && runs=${limit/-runs=6000/-runs=1000} # whole rooms: slower
    # shellcheck disable=SC2086
    if "build/fuzz/fuzz_$target" $runs -max_len=20000 -artifact_prefix="$folder/" "$folder/$target" >"$folder/log" 2>&1; then
        pass "fuzz_$target $(sed -n 's/^Done \([0-9]* runs\).*/\1/p' "$folder/log")"
    else
        fail "fuzz_$target" "$(grep -m 1 -E 'ERROR|error|deadly' "$folder/log")"
        tail -n 30 "$folder/log"
        for input in "$folder"/crash-* "$folder"/timeout-* "$folder"/oom-*; do
            [ -e "$input" ] && { cp "$input" build/fuzz/; echo "kept build/fuzz/$(basename "$input")"; }
        done
    fi
done
finish
