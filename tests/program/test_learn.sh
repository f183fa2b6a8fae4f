#!/bin/bash
# Plays every lesson through in the terminal, in every language, with the answers that the lesson asks for.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh

for file in lessons/*.txt; do
    name=$(sed -n 's/^lesson //p' "$file")
    sed -n 's/^play \([^ ]*\).*/\1/p' "$file" >"$folder/answers"
    for language in en it fr es de; do
        text=$("$araldo" learn "$name" --lang $language <"$folder/answers" 2>&1)
        equal "$name in $language ends well" 0 $?
        equal "$name in $language says all there is to say" "$(sed -n "/^right/,/^$/s/^$language: //p" "$file" | wc -l)" \
            "$(sed -n "/^right/,/^$/s/^$language: //p" "$file" | while read -r line; do grep -cF "$line" <<<"$text"; done | grep -c '^[1-9]')"
    done
done
like "the end is told" 'The lesson is over' "$(sed -n 's/^play \([^ ]*\).*/\1/p' lessons/primiera.heralds.txt | "$araldo" learn primiera --lang en)"
like "a wrong try is answered" 'it does not take an eight' "$(echo 3S | "$araldo" learn primiera --lang en)"
like "nonsense as well" 'That is not a legal move here' "$(echo hm | "$araldo" learn primiera --lang en)"
equal "the list has every lesson" "$(ls lessons/*.txt | wc -l)" "$("$araldo" learn --lang en | wc -l)"
refused "an unknown game" "unknown game 'whist'" "$araldo" learn whist
refused "a variant without a lesson" 'there is no lesson for primiera:three' "$araldo" learn primiera:three
finish
