#!/bin/bash
# Checks the C sources: formatted by clang-format, compiled by clang without a warning, and nothing found by clang-tidy.
# The checks are in .clang-format and .clang-tidy. `make format` formats; clang-tidy reads how each file is compiled from
# build/compile_commands.json, and reports clang's own warnings too. The page has its own: tests/web/test_lint.sh.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
jobs=$(nproc 2>/dev/null || echo 1)

# first_lines FILE: what to show of a long report
first_lines() { grep -E ': (error|warning):' "$1" | sed "s|$PWD/||" | head -n 20 | sed 's/^/# /'; }

# Versions of clang-format differ in details; the style is what this one makes of .clang-format.
version=14
clang_format=$(command -v "clang-format-$version" || echo clang-format)
like "the version of clang-format" "version $version\." "$($clang_format --version)"
find . \( -name build -o -name .git \) -prune -o -name '*.[ch]' -print0 >"$folder/sources"
if xargs -0 "$clang_format" --dry-run -Werror <"$folder/sources" >"$folder/format" 2>&1; then
    pass "the C sources are formatted by clang-format"
else
    first_lines "$folder/format"
    fail "the C sources are formatted by clang-format" "make format formats them"
fi

# These two are tables that macros unroll to millions of characters: clang-tidy would take a minute for them, clang takes a second.
tables='games/(primiera/cards|primero/hand)\.c'
make -s compile_commands.json
if sed -n 's/.*"file": "\([^"]*\)".*/\1/p' build/compile_commands.json | grep -vxE "$tables" |
    xargs -n 16 -P "$jobs" clang-tidy --quiet -p build >"$folder/tidy" 2>"$folder/counts"; then
    pass "clang and clang-tidy find nothing in the C sources"
else
    first_lines "$folder/tidy"
    fail "clang and clang-tidy find nothing in the C sources" "see above"
fi
finish
