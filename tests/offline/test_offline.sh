#!/bin/bash
# Tests the engine in the page without a browser: its size, what bots choose natively and in it, and whole matches in its room.
# With ARALDO_SOAK=1 bots choose in 10,000 positions, a share for each game and level.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
module=build/generated/web/engine/araldo.wasm
words=build/generated/web/engine/french.words
[ -e "$module" ] || { fail "the engine for the page" "$module is missing: make offline builds it"; finish; }
run() { node --no-warnings "$@"; }

# ---- size: what is downloaded before the first move, and in all
compressed() { gzip -9 -c "$1" | wc -c; }
small=$(compressed "$module")
all=$((small + $(compressed "$words")))
if [ "$small" -le 250000 ]; then pass "the module is small: $small bytes gzipped"; else fail "the module is small" "$small bytes gzipped, at most 250000"; fi
if [ "$all" -le 1500000 ]; then pass "so is all of it: $all bytes gzipped"; else fail "all of it is small" "$all bytes gzipped, at most 1500000"; fi

# ---- the same choices, move by move, with what is expected of them
choices=build/release/tools/offline/choices
for game in primiera royalflush primero primo; do
    for level in easy medium strong; do
        case ${ARALDO_SOAK:+soak}$level in soak*) count=834 ;; strong) count=6 ;; *) count=40 ;; esac
        "$choices" "$game" "$level" "$count" >"$folder/native" 2>"$folder/time"
        run tests/web/wasi.mjs "build/offline/tools/offline/choices.wasm" "$game" "$level" "$count" >"$folder/wasm" 2>>"$folder/time"
        equal "$game, $level: $count choices" "$count" "$(wc -l <"$folder/native")"
        equal "$game, $level: the same natively and in WebAssembly" "" "$(cmp "$folder/native" "$folder/wasm" 2>&1)"
    done
done

# ---- whole matches in the room
mkdir "$folder/records"
run tests/web/engine.mjs "$module" "$words" "$folder/records" || bad=1
for record in "$folder"/records/*.jsonl; do
    like "the record of ${record##*/} verifies" '^fairness: good' "$(build/release/araldo verify "$record" 2>&1)"
done
finish
