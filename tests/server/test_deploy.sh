#!/bin/bash
# Checks the files of deploy/: the health check asks a real server, and every option they pass is one that `araldo serve` has.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
export LC_ALL=C

begin_server
deploy/health.sh "$port"
equal "a server that is well is healthy" 0 $?
deploy/health.sh --alive "$port"
equal "a server that is well is alive" 0 $?
end_server -TERM
deploy/health.sh "$port" 2>"$folder/stderr"
equal "a server that is not there is not healthy" 1 $?
deploy/health.sh --alive "$port" 2>"$folder/stderr"
equal "a server that is not there is not alive" 1 $?

"$araldo" serve --help | grep -oE -- '--[a-z-]+' | sort -u >"$folder/known"
for file in deploy/compose.yaml deploy/kubernetes.yaml; do
    grep -oE -- '^ +- --[a-z-]+' "$file" | grep -oE -- '--[a-z-]+' | sort -u >"$folder/passed"
    like "$file starts servers" "^--cluster-key$" "$(cat "$folder/passed")"
    equal "$file passes options that exist" "" "$(comm -23 "$folder/passed" "$folder/known")"
done
finish
