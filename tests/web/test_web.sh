#!/bin/bash
# Tests the page in a real Chromium: whole matches by clicking, two browsers, keyboard, phones, languages, accessibility.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
. tests/web/tools.sh
cp tests/web/*.mjs "$place/"
: >"$folder/serve"
# The release program: a browser is slow enough; the server's own tests use the one with sanitizers.
"$PWD/build/release/araldo" serve --port 0 --pace 0 --data "$folder/room.db" >"$folder/serve" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$folder"' EXIT
address=""
for _ in $(seq 100); do
    address=$(grep -oE 'http://[^ ]+' "$folder/serve")
    [ -n "$address" ] && break
    sleep 0.1
done
[ -n "$address" ] || { fail "the server opens" "$(cat "$folder/serve")"; finish; }
node "$place/run.mjs" "$address" "$PWD/build/release/araldo" "$@" || bad=1
kill -TERM $server
if wait $server; then pass "the server stops cleanly"; else fail "the server stops cleanly" "status $?"; fi
finish
