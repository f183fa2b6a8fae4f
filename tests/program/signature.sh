#!/bin/bash
# Prints the bench signature: one number from fixed work in every engine and bot, which changes only when behaviour does.
#   signature.sh PROGRAM [--lines]     with --lines, a number for each piece of work first
# Every variant is played by every bot from a fixed seed, with small fixed budgets, and the records are hashed.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
while read -r games setting options; do
    for bot in random greedy plain@60 easy@60 medium@60 strong@60 cheat ${setting%%:*}; do
        case $bot in
            primiera) bot=chitarrella ;;
            primero) bot=always-see ;;
            royalflush | primo) continue ;;
            # On true cards it thinks for seconds a move: only where games are short.
            cheat) case $setting in royalflush:* | primo:solo) ;; *) continue ;; esac ;;
        esac
        count=$games
        case $bot in random | greedy | chitarrella | always-see) count=$((games * 10)) ;; esac
        people=${options%% *}
        seats=$(printf ",$bot%.0s" $(seq "$people"))
        # shellcheck disable=SC2086
        "$program" sim "$setting" ${options#"$people"} --seats "${seats#,}" --games "$count" --seed 11 --record "$folder/record" \
            >/dev/null 2>"$folder/error" || { echo "$setting $bot: $(cat "$folder/error")" >&2; exit 2; }
        printf '%s %s %s\n' "$(cut -c 1-100000 "$folder/record" | sha256sum | cut -c 1-16)" "$setting" "$bot"
    done
done >"$folder/lines" <<'WORK'
1 primiera:heralds 4 target=11
1 primiera:classic 4 target=11
1 primiera:two 2 target=5
1 primiera:three 3 target=11
1 primiera:robot 3 target=11
1 royalflush:standard 2
1 royalflush:standard 4 boards=random children=1
1 primero:english 4 deals=6
1 primero:italian 3 deals=6
1 primo:duel 2
1 primo:teams 4 extreme=yes
1 primo:solo 1
WORK
[ "${2:-}" = --lines ] && cat "$folder/lines"
sha256sum <"$folder/lines" | cut -c 1-16
