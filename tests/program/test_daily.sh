#!/bin/bash
# Plays deals of the day in the terminal: their result follows from the record, a deal is left and continued, the first try counts.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
export XDG_DATA_HOME=$folder/data LC_ALL=C.UTF-8

# deal GAME FURTHER…: plays a deal with what comes in
deal() { "$araldo" daily "$1" --day 2026-11-18 --board 2 --plain --lang en "${@:2}" 2>&1; }

# The record is verified as the card room does it, so a result says that the bots made the moves that they make there.
for game in primiera primo; do
    whole=$(yes 1 2>/dev/null | deal $game)
    like "$game: the deal has a result" '^Your result: [−+]?[0-9]+\.$' "$whole"
    like "$game: and strong's with the same cards" '^The strong bot, with the same cards: [−+]?[0-9]+\.$' "$whole"
    equal "$game: the first try counts" "$(grep -E '^Your result' <<<"$whole")" "$(deal $game </dev/null | grep -E '^Your result')"
done

export XDG_DATA_HOME=$folder/other
left=$(printf '1\nh\nq\n' | deal primiera)
like "there are no hints" 'There are no hints in the deal of the day' "$left"
equal "a deal that was left has no result" 0 "$(grep -c 'Your result' <<<"$left")"
equal "it is continued, and ends as if it had not been left" "$(XDG_DATA_HOME=$folder/data deal primiera </dev/null)" \
    "$(yes 1 2>/dev/null | deal primiera | sed -n '1p;/^Your result/,$p')"

file=$folder/other/araldo/deals/2026-11-18-primiera-2.jsonl
cp "$folder/data/araldo/deals/2026-11-18-primo-2.jsonl" "$file"
refused "the record of another deal" 'there is no match to continue' "$araldo" daily primiera --day 2026-11-18 --board 2
head -n 12 "$folder/data/araldo/deals/2026-11-18-primo-2.jsonl" >"$file"
refused "another deal that was left" 'it is the record of another deal' "$araldo" daily primiera --day 2026-11-18 --board 2
printf 'nonsense\n' >"$file"
refused "a damaged one" 'line 1' "$araldo" daily primiera --day 2026-11-18 --board 2

refused "no game" 'no game given' "$araldo" daily
refused "an unknown game" "unknown game 'whist'" "$araldo" daily whist
refused "a day that is none" 'a day is written like 2026-11-18' "$araldo" daily primo --day 2026-02-30
refused "a board that there is not" '--board' "$araldo" daily primo --board 5
finish
