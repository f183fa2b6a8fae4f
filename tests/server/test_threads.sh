#!/bin/bash
# Runs what has threads under ThreadSanitizer: the server and attacks on it, teams of searches, and the arena.
# A race anywhere ends the program with status 66. In a soak these tests have their usual numbers.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
araldo=$PWD/build/threads/araldo
export ARALDO_PROGRAM=$araldo TSAN_OPTIONS=halt_on_error=1:exitcode=66
unset ARALDO_SOAK

# At the same time: they mostly wait.
check() {
    local log=$folder/log-${1//\//-}
    if "build/threads/tests/$1" >"$log" 2>&1; then
        pass "threads: $1"
        return
    fi
    fail "threads: $1" "$(grep -m 1 -A 3 'WARNING: ThreadSanitizer' "$log")"
    grep -vE '^ok ' "$log" | tail -n 60
    return 1
}
pids=
for test in server/test_server server/test_hosted server/test_matches attacks/test_attacks bots/test_budget; do
    check "$test" &
    pids="$pids $!"
done
for pid in $pids; do wait "$pid" || bad=1; done

"$araldo" arena primiera:two greedy random --deals 40 --seed 1 --threads 3 >"$folder/log" 2>&1
equal "threads: the arena" 0 $?
"$araldo" sim primiera:two --seats strong@2x20ms,random --seed 1 target=1 >"$folder/log" 2>&1
equal "threads: a team of searches" 0 $?
finish
