#!/bin/bash
# Checks the page and its tests with Prettier, ESLint and tsc.
#   tests/web/test_lint.sh [--fix]   with --fix: formats and fixes what the tools can fix themselves
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
. tests/web/tools.sh
files=(web tests/web eslint.config.mjs)
format=--check
fix=()
if [ "${1:-}" = --fix ]; then
    format=--write
    fix=(--fix)
fi

# clean NAME COMMAND…: says nothing and ends well
clean() {
    local name=$1
    shift
    if "$@" >"$folder/out" 2>&1; then
        pass "$name"
    else
        sed 's/^/# /' "$folder/out"
        fail "$name" "see above"
    fi
}

clean "ESLint finds nothing in the page and its tests" "$tool/eslint" --max-warnings 0 "${fix[@]}" "${files[@]}"
clean "the types of the page hold" "$tool/tsc" -p web
clean "the types of its tests hold" "$tool/tsc" -p tests/web
clean "the page and its tests are formatted by Prettier" "$tool/prettier" --log-level warn "$format" "${files[@]}"
finish
