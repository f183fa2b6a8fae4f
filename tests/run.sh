#!/bin/bash
# Runs the tests, as many at a time as there are cores, and counts the results.
#   run.sh [WORD…]   only tests whose path contains one of these words
# Each test program and script writes TAP lines ("ok …", "not ok …"). One that ends badly without saying which test failed counts
# as one failure. Results come in a fixed order, with the seconds that each took. The last line reads `N passed, N failed`.
# A script whose first comment has a line `# parts: N` runs as N jobs, with the arguments 1/N to N/N. One with a line `# waits`
# hardly works: it begins at once and takes no place from the others. ARALDO_JOBS sets how many run at a time. With ARALDO_SOAK=1
# the tests take their full numbers, and those that have a release build use it.
set -u
cd "$(dirname "$0")/.." || exit 2
build=dev
[ -n "${ARALDO_SOAK:-}" ] && build=release
at_a_time=${ARALDO_JOBS:-$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
export CMOCKA_MESSAGE_OUTPUT=TAP
results=$(mktemp -d)
set -m # each job is a process group: it can be stopped as a whole, and an interrupt reaches it
trap 'for group in $(jobs -p); do kill -- "-$group" 2>/dev/null; done; rm -rf "$results"' EXIT
trap 'exit 130' INT TERM

# ---- the jobs: what to run, in the order of the results
names=()
commands=()
declare -A waits # the jobs that hardly work
add() { # NAME COMMAND [WAITS]
    if [ -z "$wanted" ] || grep -qF -f <(printf '%s\n' "$wanted") <<<"$1"; then
        [ -n "${3-}" ] && waits[${#names[@]}]=yes
        names+=("$1")
        commands+=("$2")
    fi
}
wanted=$(printf '%s\n' "$@")
while read -r file; do
    case $file in
        *.c) add "$file" "build/$build/${file%.c}" ;;
        *)
            head=$(sed '/^#/!q' "$file")
            parts=$(sed -n 's/^# parts: //p' <<<"$head")
            [ -n "$parts" ] || add "$file" "bash $file" "$(grep -x '# waits' <<<"$head")"
            for part in $(seq "${parts:-0}"); do add "$file $part/$parts" "bash $file $part/$parts"; done ;;
    esac
done < <(find tests -name 'test_*.c' -o -name 'test_*.sh' | LC_ALL=C sort)

# Long ones start first, so that the last to end is a short one; the browser before all, because it waits as much as it works.
queue=()
declare -A queued
for word in /web/test_web /term/ /fuzz/ /arena/ /project/ /program/ /room/ /record/ ''; do
    for job in "${!names[@]}"; do
        [ -z "${queued[$job]-}" ] && [[ ${names[job]} == *"$word"* ]] || continue
        queue+=("$job")
        queued[$job]=yes
    done
done

# ---- running and telling
run() { # JOB
    local started=$SECONDS
    ${commands[$1]} >"$results/$1.output" 2>&1 </dev/null
    echo "$? $((SECONDS - started))" >"$results/$1.status"
    mv "$results/$1.status" "$results/$1.ended"
}

passed=0
failed=0
tell() { # JOB
    local status seconds ok bad
    read -r status seconds <"$results/$1.ended"
    ok=$(grep -c '^ok ' "$results/$1.output")
    bad=$(grep -c '^not ok ' "$results/$1.output")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then echo "${names[$1]} ended with status $status"; bad=1; fi
    if [ "$status" -eq 0 ] && [ "$ok" -eq 0 ] && [ "$bad" -eq 0 ]; then echo "${names[$1]} ran no test"; bad=1; fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    printf '%-52s %5d passed %3d failed %4d s\n' "${names[$1]}" "$ok" "$bad" "$seconds"
    if [ "$bad" -gt 0 ]; then grep -v '^ok ' "$results/$1.output" | tail -n 60; fi
}

told=0
tell_ended() { while [ -e "$results/$told.ended" ]; do tell "$told"; told=$((told + 1)); done; }
working=() # the jobs with a place that have begun
places() { # how many of them are still running
    local job count=0
    for job in "${working[@]}"; do [ -e "$results/$job.ended" ] || count=$((count + 1)); done
    echo "$count"
}
for job in "${!waits[@]}"; do run "$job" & done
for job in "${queue[@]}"; do
    [ -z "${waits[$job]-}" ] || continue
    while [ "$(places)" -ge "$at_a_time" ]; do
        wait -n
        tell_ended
    done
    run "$job" &
    working+=("$job")
done
while [ "$told" -lt "${#names[@]}" ]; do
    wait -n
    [ $? -ne 127 ] || break
    tell_ended
done
tell_ended
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] && [ "$told" -eq "${#names[@]}" ]
