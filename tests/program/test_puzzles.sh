#!/bin/bash
# Runs puzzles: listing, finding, checking and solving them, and what is refused.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

list=$("$araldo" puzzles list)
for game in $(known -); do
    like "a thousand puzzles of $game" "^$game +[0-9]{4} " "$list"
done

"$araldo" puzzles mine primiera:two --count 3 --seed 1 >"$folder/mined"
equal "finding ends well" 0 $?
equal "as many as were asked for" 3 "$(wc -l <"$folder/mined")"
equal "equal seeds find equal puzzles" "$(cat "$folder/mined")" "$("$araldo" puzzles mine primiera:two --count 3 --seed 1)"
equal "what was found can be proved" "$folder/mined: good, 3 puzzles" "$("$araldo" puzzles check "$folder/mined")"

"$araldo" puzzles mine primiera:two --count 2 --seed 1 --theme sweep >"$folder/sweeps"
equal "only those of a theme" "2 sweep" "$(cut -d ' ' -f 1 "$folder/sweeps" | sort | uniq -c | xargs)"
refused "a theme of another game" 'primo has no puzzles on the theme sweep' "$araldo" puzzles mine primo --theme sweep

# ---- solving: the answer of a stored puzzle, a wrong try, the solution, and the day's
answer=$(sed -n 1p puzzles/primero.txt | cut -d ' ' -f 4)
text=$(printf '%s\nq\n' "$answer" | "$araldo" puzzles solve primero --number 1 --lang en)
like "the right answer" 'That is right\.$' "$text"
like "its reason" 'Counting every card you could draw, it succeeds [0-9]+%' "$text"
like "a row begins" '^Solved in a row: 1$' "$text"
like "nonsense is no move" 'That is not a legal move here' "$(printf 'xx\n' | "$araldo" puzzles solve primero --number 1 --lang en)"
like "the solution" '^.*The best move: ' "$(printf '\n' | "$araldo" puzzles solve primero --number 1 --lang en)"
like "the other seats have names" "^ *Seat 1 +98 " "$text"
day=$(printf '\n' | "$araldo" puzzles solve primo --day 2026-11-18 --lang en)
equal "a day has one puzzle, the same for everybody" "$day" "$(printf '\n\n' | "$araldo" puzzles solve primo --day 2026-11-18 --lang en)"
for language in it fr es de; do
    text=$(printf '\n' | "$araldo" puzzles solve primiera --number 1 --lang $language)
    [ "$(grep -c 'Every card can be counted' <<<"$text")" = 0 ] && pass "the question in $language" || fail "the question in $language" "$text"
done

refused "nothing to do" 'choose what to do: list, solve, check, mine' "$araldo" puzzles
refused "no game" 'no game given' "$araldo" puzzles solve
refused "an unknown game" "unknown game 'whist'" "$araldo" puzzles solve whist
refused "an unknown theme" 'primo has no puzzles on the theme bid' "$araldo" puzzles solve primo --theme bid
refused "a number past the last" 'the highest number is [0-9]+' "$araldo" puzzles solve primo --number 999999
refused "a day that is none" 'write the day like this: 2026-11-18' "$araldo" puzzles solve primo --day tomorrow
refused "no file" 'cannot read .*No such file' "$araldo" puzzles check "$folder/none"
: >"$folder/empty"
refused "an empty file" 'there is no puzzle' "$araldo" puzzles check "$folder/empty"
echo nonsense >"$folder/nonsense"
refused "a damaged line" 'line 1: a puzzle is a theme' "$araldo" puzzles check "$folder/nonsense"
sed '1s/^[a-z]*/bid/' "$folder/mined" >"$folder/wrong"
refused "a theme that is not the proof's" 'line 1: another move is the best, or the theme is another' "$araldo" puzzles check "$folder/wrong"
finish
