#!/bin/bash
# Runs every test and counts the results.
# Each test program and script writes TAP lines ("ok …", "not ok …"). A program that ends badly without saying which test failed
# counts as one failure. The last line reads `N passed, N failed`. With ARALDO_SOAK=1 the tests take their full numbers, and
# those that have a release build use it.
set -u
cd "$(dirname "$0")/.." || exit 2
build=dev
[ -n "${ARALDO_SOAK:-}" ] && build=release
export CMOCKA_MESSAGE_OUTPUT=TAP
passed=0
failed=0
output=$(mktemp)
trap 'rm -f "$output"' EXIT

run() {
    local name=$1 started=$SECONDS status ok bad
    shift
    "$@" >"$output" 2>&1 </dev/null
    status=$?
    ok=$(grep -c '^ok ' "$output")
    bad=$(grep -c '^not ok ' "$output")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi
    if [ "$status" -eq 0 ] && [ "$ok" -eq 0 ] && [ "$bad" -eq 0 ]; then echo "$name ran no test"; bad=1; fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    printf '%-28s %5d passed %3d failed  %3d s\n' "$name" "$ok" "$bad" $((SECONDS - started))
    if [ "$bad" -gt 0 ]; then grep -v '^ok ' "$output" | tail -n 60; fi
}

for source in $(find tests -name 'test_*.c' | sort); do
    run "$(basename "$source" .c)" "build/$build/${source%.c}"
done
for script in tests/*/test_*.sh; do
    run "$(basename "$script" .sh)" bash "$script"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
