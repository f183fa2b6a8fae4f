#!/bin/bash
# The program does without what a game lacks, or says so plainly.
# The game is the tests' toy: it has rules and nothing else, no bot but `random`, no face, no rules text, no translations.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
export LC_ALL=C.UTF-8 LANG=C.UTF-8
unset LANGUAGE LC_MESSAGES NO_COLOR
araldo=$PWD/build/dev/tests/program/toy_araldo

screen=$(printf '?\nh\n1\n' | "$araldo" play toy --seats you,random --seed 1 2>&1)
equal "play without a bot for hints: status" 0 $?
like "the plain face shows the position" '^  hands +2a,5a,5b/\?2$' "$screen"
like "hints are not to be had" '^  There are no hints for this game\.$' "$screen"
equal "and are not offered" 0 "$(grep -c '^  h  a hint$' <<<"$screen")"
like "the other commands are" '^  r  the rules of the game$' "$screen"
like "a move is played" '^  lay: seat 0, move 2a' "$screen"
printf 'q\ny\n%s\n' "$folder/saved" | "$araldo" play toy --seed 1 >/dev/null 2>&1
like "where no opponent is named, random plays" '"you","random"' "$(head -n 1 "$folder/saved")"
like "a simulation seats it too" '^1 +random ' "$("$araldo" sim toy --seed 1 2>&1)"
like "r says that there are no rules" '^There are no rules for this game yet\.$' "$(printf 'r\n' | "$araldo" play toy --seed 1 2>&1)"

refused "no rules text" '^araldo rules: there are no rules for toy in English yet$' "$araldo" rules toy
refused "no rules text in another language" '^araldo rules: .* toy .*: Italiano$' "$araldo" rules toy --lang it
equal "a game with a text is not concerned" 0 "$("$araldo" rules primiera >/dev/null 2>&1; echo $?)"

like "the form lists it" '^    2  Toy$' "$(printf 'q\n' | "$araldo" play 2>&1)"
like "and its options" '^    2  Rounds: 2$' "$(printf 'toy\n1\n\no\nq\n' | "$araldo" play 2>&1)"
finish
