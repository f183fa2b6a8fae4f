#!/bin/bash
# Tests the page in a real Chromium: whole matches by clicking, two browsers, keyboard, phones, languages, accessibility.
#   test_web.sh [K/N] [WORD…]   only every Nth test from the Kth on, and only tests whose names contain one of the words
# parts: 2
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
. tests/web/tools.sh
# The release program: a browser is slow enough; the server's own tests use the one with sanitizers.
browse "$PWD/build/release/araldo" "$@"
finish
