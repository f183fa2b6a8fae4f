# What the page's tests share: their Node.js packages, as pinned in package-lock.json, in build/web-tests; a server; a browser.
# Sourced after tests/support/shell.sh.
# shellcheck shell=bash
place=$PWD/build/web-tests
mkdir -p "$place"
(
    flock 9 # two scripts may want them at the same time
    cmp -s tests/web/package-lock.json "$place/installed.json" && exit 0
    cp tests/web/package.json tests/web/package-lock.json "$place/"
    (cd "$place" && npm ci --loglevel=error --no-audit --no-fund) >"$folder/npm" 2>&1 && cp tests/web/package-lock.json "$place/installed.json"
) 9>"$place/lock" || {
    fail "installing what the page's tests need" "npm cannot fetch the packages of tests/web/package-lock.json: $(
        sed -nE 's/^npm (ERR!|error) //p' "$folder/npm" | grep -vE '^A complete log|^ |^$' | head -n 6)"
    finish
}
tool=$place/node_modules/.bin

# browse PROGRAM [K/N] [NAME…]: serves the page with a program, and runs the browser tests whose names contain one of the words
browse() {
    local program=$1 address="" server scripts
    shift
    # A folder for each run, because several run at the same time; the packages are found in the folder above.
    scripts=$(mktemp -d "$place/run.XXXXXX")
    cp -r tests/web/*.mjs tests/web/suites "$scripts/"
    : >"$folder/serve"
    "$program" serve --port 0 --pace 0 --data "$folder/room.db" >"$folder/serve" 2>&1 &
    server=$!
    # shellcheck disable=SC2064 # the server that was just started
    trap "kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf '$folder' '$scripts'" EXIT
    until address=$(grep -oE 'http://[^ ]+' "$folder/serve"); do
        kill -0 $server 2>/dev/null || { fail "the server opens" "$(cat "$folder/serve")"; return; }
        sleep 0.1
    done
    node "$scripts/run.mjs" "$address" "$program" "$@" || bad=1
    kill -TERM $server
    if wait $server; then pass "the server stops cleanly"; else fail "the server stops cleanly" "status $?"; fi
}
