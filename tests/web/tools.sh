# Installs the page tests' Node.js packages, as pinned in package-lock.json, into build/web-tests.
# Sourced after tests/support/shell.sh.
# shellcheck shell=bash
place=$PWD/build/web-tests
mkdir -p "$place"
(
    flock 9 # two scripts may want them at the same time
    cmp -s tests/web/package-lock.json "$place/installed.json" && exit 0
    cp tests/web/package.json tests/web/package-lock.json "$place/"
    (cd "$place" && npm ci --silent --no-audit --no-fund) >"$folder/npm" 2>&1 && cp tests/web/package-lock.json "$place/installed.json"
) 9>"$place/lock" || { fail "what the page's tests need" "$(tail -3 "$folder/npm")"; finish; }
tool=$place/node_modules/.bin
