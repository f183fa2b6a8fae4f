#!/bin/bash
# Prints the figures of `araldo bench` natively and as WebAssembly, one beside the other, and their ratio: 1 is as fast as native.
#   bench.sh [NAME…]   only figures whose names contain one of the words
# The two take turns, figure by figure, so that both meet the same load.
set -u
cd "$(dirname "$0")/../.." || exit 2
[ $# -gt 0 ] || set -- primiera.interface.rounds primiera.playout primiera.solver royalflush.combos royalflush.interface.games \
    primero.hands primero.interface.english primero.interface.italian primo.interface.games lexicon
native=build/release/tools/offline/bench
for name in $("$native" --times 1 "$@" | awk '{ print $1 }'); do
    here=$("$native" "$name")
    there=$(node --no-warnings tests/web/wasi.mjs build/offline/tools/offline/bench.wasm "$name")
    printf '%s\n%s\n' "$here" "$there" | awk -v name="$name" '
        $1 == name { figure[++count] = $2; unit = $3 }
        END {
            slow = unit == "ms" || unit == "us" || unit == "ns"
            printf "%-36s %14s %14s %-10s %.2f\n", name, figure[1], figure[2], unit, slow ? figure[1] / figure[2] : figure[2] / figure[1]
        }'
done
