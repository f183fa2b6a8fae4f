#!/bin/bash
# Runs each fuzzer on a fixed number of inputs from a fixed seed, over its corpus and inputs made from the program's own games.
# A soak runs ten million of each, as many fuzzers at a time as there are cores. With ARALDO_FUZZ_SECONDS=N each of them runs
# that long instead, from its own seed. ARALDO_FUZZ_ONLY names the targets to run.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
araldo=$PWD/build/araldo
targets=${ARALDO_FUZZ_ONLY:-upgrade frames room stored record position move words budget lesson puzzle arrival}
cp -r tests/fuzz/corpus "$folder/corpus"
# Every input takes and frees memory: short traces and a short memory of what was freed make them a third faster.
export ASAN_OPTIONS="malloc_context_size=2:quarantine_size_mb=8:${ASAN_OPTIONS:-}"

# Every variant there is; the corpus has a few.
for game in $(known -); do
    for variant in $(known "$game:-"); do
        "$araldo" sim "$game:$variant" --seats "$(seats "$game:$variant" random)" --seed 3 --record "$folder/whole" >/dev/null 2>&1
        head -n 60 "$folder/whole" >"$folder/corpus/record/$game-$variant"
        printf 'new %s:%s seed=4\nshow\nshow 0\nshow onlooker\n' "$game" "$variant" | "$araldo" engine |
            grep "^$game" | split -l 1 - "$folder/corpus/position/$game-$variant-"
        printf 'new %s:%s seed=4\nlegal\n' "$game" "$variant" | "$araldo" engine | sed -n 's/^[0-9] //p' | head -n 4 |
            while read -r move; do printf 'aaabcdef\n%s' "$move" >"$folder/corpus/move/$game-$variant-$move"; done
    done
done

# limit TARGET: how much of it
limit() {
    if [ -n "${ARALDO_FUZZ_SECONDS:-}" ]; then echo "-max_total_time=$ARALDO_FUZZ_SECONDS"
    elif [ -n "${ARALDO_SOAK:-}" ]; then echo "-runs=${ARALDO_FUZZ_RUNS:-10000000} -seed=1"
    else
        case $1 in
            room) echo "-runs=1000 -seed=1" ;; # whole rooms: slower
            stored) echo "-runs=2000 -seed=1" ;;
            *) echo "-runs=6000 -seed=1" ;;
        esac
    fi
}

# choice TARGET: how the next input is chosen. Rooms reach thousands of places, and weighing them takes a quarter of the time.
choice() {
    case $1 in
        room) echo "-entropic=0 -detect_leaks=0" ;; # leaks are still looked for at the end
        *) ;;
    esac
}

# longest TARGET: the most bytes of an input
longest() {
    case $1 in
        budget | move) echo 400 ;;
        upgrade | words | position | puzzle) echo 2000 ;;
        frames | room) echo 3000 ;;
        lesson | arrival) echo 6000 ;;
        *) echo 20000 ;;
    esac
}

fuzz() {
    local target=$1 log=$folder/log-$1
    # shellcheck disable=SC2046
    if "build/fuzz/fuzz_$target" $(limit "$target") $(choice "$target") -max_len="$(longest "$target")" -artifact_prefix="$folder/$target-" \
        "$folder/corpus/$target" >"$log" 2>&1; then
        pass "fuzz_$target $(sed -n 's/^Done \([0-9]* runs\).*/\1/p' "$log")"
        return
    fi
    fail "fuzz_$target" "$(grep -m 1 -E 'ERROR|error|deadly' "$log")"
    tail -n 30 "$log"
    for input in "$folder/$target"-crash-* "$folder/$target"-timeout-* "$folder/$target"-oom-*; do
        [ -e "$input" ] && { cp "$input" build/fuzz/; echo "kept build/fuzz/$(basename "$input")"; }
    done
    return 1
}

running=0
for target in $targets; do
    if [ "$running" -ge "$(nproc)" ]; then
        wait -n || bad=1
        running=$((running - 1))
    fi
    fuzz "$target" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || bad=1
    running=$((running - 1))
done
finish
