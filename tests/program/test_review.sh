#!/bin/bash
# Runs review: what it prints for people and programs, and what it refuses.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

"$araldo" sim primero deals=1 --seats greedy,random --seed 4 --record "$folder/whole" >/dev/null 2>&1
text=$("$araldo" review "$folder/whole" --lang en 2>"$folder/stderr")
equal "a review ends well" 0 $?
equal "without a word on standard error" "" "$(cat "$folder/stderr")"
like "it counts decisions" '^[Gg]reedy 0\. Decisions: [0-9]+\. Mistakes: [0-9]+\. Blunders: [0-9]+\.$' "$text"
like "it has a chart that ends with the result" '^  Chance of winning  [▁▂▃▄▅▆▇█]+  (won|lost)$' "$text"
like "luck and skill are apart" '^  Lead in coins: .* Of this, .* came from the cards .* from the play' "$text"
equal "one seat alone" 1 "$("$araldo" review "$folder/whole" --seat 1 --lang en | grep -c Decisions)"
json=$("$araldo" review "$folder/whole" --json)
equal "JSON is one line" 1 "$(printf '%s\n' "$json" | wc -l)"
like "JSON has decisions" '"decisions":\[\{"move":[0-9]+,"seat":[01],"played":"[^"]+","best":"[^"]+","before":0\.[0-9]+' "$json"
like "JSON has luck" '"luck":\{"unit":"coins","rounds":1,"seats":\[\{"made":' "$json"
equal "the same record, the same bytes" "$json" "$("$araldo" review - --json <"$folder/whole")"
sed 's/"greedy","random"/"Ada","random"/' "$folder/whole" >"$folder/person"
equal "people alone are reviewed" "Ada" "$("$araldo" review "$folder/person" --lang en | sed -n 's/\. Decisions.*//p')"

head -n 8 "$folder/whole" >"$folder/unfinished"
sed '$d' "$folder/whole" >"$folder/cut"
sed 's/"event":"deal","seat":1/"event":"deal","seat":0/' "$folder/whole" >"$folder/damaged"
refused "no file" 'no file given' "$araldo" review
refused "no such file" 'cannot read .*No such file' "$araldo" review "$folder/none"
refused "no such seat" 'there is nobody in seat 5' "$araldo" review "$folder/whole" --seat 5
refused "no such match" 'there is no game 2 in the file' "$araldo" review "$folder/whole" --match 2
refused "an unfinished record" 'before the match is over' "$araldo" review "$folder/unfinished"
refused "a record that is cut" 'before the match is over' "$araldo" review "$folder/cut"
refused "a damaged record" 'review: line [0-9]+: ' "$araldo" review "$folder/damaged"
finish
