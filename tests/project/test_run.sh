#!/bin/bash
# Tests the runner of the tests: that it runs each of them once, in parts too, and that no failure can hide.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
unset ARALDO_JOBS ARALDO_SOAK
tree=$folder/tree
mkdir -p "$tree/tests/one" "$tree/tests/two" "$tree/build/dev/tests/one"
cp tests/run.sh "$tree/tests/"
run() { (cd "$tree" && tests/run.sh "$@" 2>&1; echo "status $?"); }
# script NAME: a test from standard input
script() { cat >"$tree/tests/$1"; }

script one/test_good.sh <<<'echo ok a; echo ok b'
script two/test_parts.sh <<'TEST'
# parts: 3
echo "ok part $1"
TEST
touch "$tree/tests/one/test_program.c"
printf '#!/bin/sh\necho ok c\n' >"$tree/build/dev/tests/one/test_program"
chmod +x "$tree/build/dev/tests/one/test_program"
out=$(run)
equal "all pass" "6 passed, 0 failed
status 0" "$(tail -n 2 <<<"$out")"
equal "in a fixed order, each once" "tests/one/test_good.sh
tests/one/test_program.c
tests/two/test_parts.sh 1/3
tests/two/test_parts.sh 2/3
tests/two/test_parts.sh 3/3" "$(sed -n 's/ *[0-9]* passed *[0-9]* failed .* s$//p' <<<"$out")"
equal "what looks like parts further down is none" "1 passed" "$(printf "echo ok g\n# parts: 2\n" | script one/test_late.sh; run late | grep -o "^1 passed" )"
rm "$tree/tests/one/test_late.sh"
equal "one at a time" "$(sed 's/ [0-9]* s$//' <<<"$out")" "$(ARALDO_JOBS=1 run | sed 's/ [0-9]* s$//')"
equal "a word picks tests" "1 passed, 0 failed" "$(run program | grep ', ')"
equal "no test is a failure" "0 passed, 0 failed
status 1" "$(run nothing | tail -n 2)"

# ---- a test that waits takes no place: with room for one, another test ends before it
script two/test_waits.sh <<'TEST'
# waits
until [ -e "$0.other" ]; do sleep 0.01; done
echo ok waited
TEST
script two/test_works.sh <<<'touch "${0%works.sh}waits.sh.other"; echo ok worked'
equal "a test that waits runs beside the others" "2 passed, 0 failed" "$(ARALDO_JOBS=1 timeout 60 bash -c "cd '$tree' && tests/run.sh waits works" | tail -n 1)"
rm "$tree"/tests/two/test_w*

# ---- failures, each next to tests that pass
failure() { # NAME TEXT LINE: a test with this text counts as one failure, and the line is shown
    script two/test_bad.sh <<<"$2"
    out=$(run)
    equal "$1" "1 failed status 1" "$(sed -n 's/.*, \(1 failed\)$/\1/p; /^status/p' <<<"$out" | paste -sd' ')"
    like "$1: what it said" "$3" "$out"
}
failure "a check that fails" 'echo ok d; echo "not ok e - because"; exit 1' '^not ok e - because$'
failure "a check that fails in a script that ends well" 'echo "not ok e"' '^not ok e$'
failure "a script that breaks" 'echo ok d; echo broken; exit 3' 'test_bad\.sh ended with status 3$'
failure "a script that is killed" 'kill -KILL $$' 'test_bad\.sh ended with status 137$'
failure "a script that tests nothing" 'true' 'test_bad\.sh ran no test$'
rm "$tree/tests/two/test_bad.sh" "$tree/build/dev/tests/one/test_program"
like "a program that was not built" '^5 passed, 1 failed$' "$(run)"
finish
