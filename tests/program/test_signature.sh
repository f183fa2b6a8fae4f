#!/bin/bash
# Checks that equal seeds give equal games, byte for byte: the signature must be the one in tests/program/signature.txt.
# When a change of behaviour is meant, run `tests/program/signature.sh build/araldo --lines > tests/program/signature.txt` and
# say why.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
tests/program/signature.sh "$PWD/build/release/araldo" --lines >"$folder/lines"
equal "the bench signature" "" "$(diff tests/program/signature.txt "$folder/lines" | head -n 10)"
finish
