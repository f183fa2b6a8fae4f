#!/bin/bash
# Checks that docs/first-game.md does what it says.
# The game of the tutorial goes into a copy of the tree with the registrations that the page names. There it passes the
# contract, bots play it, and a match is played by clicking in a real Chromium. At most six registrations, and the code shown
# is the code.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
. tests/web/tools.sh
page=docs/first-game.md
code=docs/first-game
tree=$folder/tree
mkdir -p "$tree/build"

# ---- what the page shows is in the files

shown() {
    awk '/^```c?$/ && !inside { inside = 1; count++; next } /^```$/ { inside = 0 } inside { print > (prefix count) }' \
        prefix="$folder/block" "$page"
    cat $(find "$code" -type f | sort) >"$folder/code"
    local block
    for block in "$folder"/block*; do
        case $(head -n 1 "$block") in "cp -r"* | make* | build/*) continue ;; esac
        perl -0777 -e 'open F, $ARGV[0]; $c = <F>; open F, $ARGV[1]; $b = <F>; exit(index($c, $b) < 0)' "$folder/code" "$block" ||
            { head -n 2 "$block"; return; }
    done
}
equal "the code on the page is the code in $code" "" "$(shown)"

# ---- the registrations: one word each, at the end of a list

tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
cp -a build/release build/dev build/generated build/tools "$tree/build/" # so that little is left to compile
cp -r "$code"/* "$tree/"
count=0
while read -r file word list; do
    sed -i "/^#define $list(/s/\$/ $word/" "$tree/$file"
    grep -q "^#define $list(.*$word\$" "$tree/$file" || fail "registration in $file" "no list $list"
    count=$((count + 1))
done < <(sed -n 's/^| `\([^`]*\)` | `\([^`]*\)` at the end of `\([^`]*\)` |$/\1 \2 \3/p' "$page")
if [ "$count" -ge 1 ] && [ "$count" -le 6 ]; then pass "at most six registrations"; else fail "at most six registrations" "$count"; fi

# ---- it builds, keeps the contract and plays

games="test_contract test_peek test_cases test_determinize"
(cd "$tree" && make --no-print-directory -j"$(nproc)" build/release/araldo $(printf 'build/dev/tests/games/%s ' $games)) \
    >"$folder/make" 2>&1 || { fail "the tree builds with it" "$(grep -E 'error|\*\*\*' "$folder/make" | head -5)"; finish; }
pass "the tree builds with it"
for test in $games; do
    out=$(cd "$tree" && ARALDO_ONLY='*rubamazzo*' CMOCKA_MESSAGE_OUTPUT=TAP build/dev/tests/games/$test 2>&1)
    if [ "$(grep -c '^ok ' <<<"$out")" -gt 0 ] && ! grep -q '^not ok' <<<"$out"; then pass "$test on it"
    else fail "$test on it" "$(grep -v '^ok' <<<"$out" | head -5)"; fi
done
araldo=$tree/build/release/araldo
"$araldo" sim rubamazzo --games 4 --seed 3 --seats plain@200,greedy,strong@50 --record "$folder/record" >"$folder/sim" 2>&1
like "plain and strong play it" 'plain@200' "$(cat "$folder/sim")"
like "its records hold" '4 games|4 records|4 ' "$("$araldo" verify "$folder/record" 2>&1)"
like "its rules are there" 'Steal the pile' "$("$araldo" rules rubamazzo --lang en)"
like "its option is listed" 'takes-all' "$("$araldo" rules rubamazzo --lang en)"
refused "a wrong option is refused by its table" "ace must be one of plain, takes-all, not 'x'" "$araldo" sim rubamazzo ace=x
like "a person can play it in the terminal" 'end: totals' "$(yes 1 | head -n 400 | "$araldo" play rubamazzo --seed 2 --seats you,greedy 2>&1)"

# ---- on the page, which has no drawing for it

browse "$araldo" "match of rubamazzo" "form for rubamazzo"
finish
