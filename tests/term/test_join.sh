#!/bin/bash
# Plays at a real card room from a real terminal (tmux): coming in, tables, a match, a server that is killed, another device, TLS.
# tests/web/suites/terminal.mjs plays a match between a terminal and a browser.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
in_memory
. tests/term/terminal.sh
. tests/term/room.sh

trap 'mux kill-server; kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT

refused "no address" 'an address is missing' "$araldo" join
refused "an address that is none" "'127.0.0.1:7070' is not an address; write it like http://HOST:PORT/" "$araldo" join 127.0.0.1:7070
refused "an address without a host" "'http://:7070/' is not an address" "$araldo" join http://:7070/
refused "a port that is none" 'is not an address' "$araldo" join http://localhost:x/
refused "the same in German" 'ist keine Adresse; schreib sie so' "$araldo" join http://:7070/ --lang de
refused "no terminal" 'needs a terminal' "$araldo" join http://127.0.0.1:9/
terminal 80 24 "$araldo join http://127.0.0.1:9/ --name Ada"
shows "nobody answers" '^araldo join: cannot reach 127\.0\.0\.1: Connection refused$'
shows "which is bad" '^status 2$'

# ---- coming in, and a match by keys
serve room.db --port 0
port=${address##*:}
port=${port%/}
terminal 80 24 "$araldo join $address --still"
shows "a newcomer is asked for a name" '^ Your name'
keys C-u
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do keys BSpace; done
keys -l 'Ada'
keys Enter
shows "and is in the lobby" '^ Araldo · 127\.0\.0\.1 · Ada$'
keys 1
shows "a new table" '^ +1  Primiera$'
keys 1
shows "has a form" '^ +1  Start$'
keys Down Right Right
shows "with variants" '^ +2  Variant: Two players'
keys 5 BSpace BSpace
keys -l 1
keys Enter
shows "and options" '^ +5  Points to win: 1$'
keys 1
shows "who may play" '^ +3  Play against bots$'
keys 3
shows "the match begins" '^ Primiera · Two players · round 1, to 1 point +Your turn$'
shows "with our seat first" '^> You +0 +3 '
keys h
shows "a hint comes from the room" '^Hint: .*\. '
keys t 1
shows "something is said" '^You: Hello!$'

# ---- the server is killed in mid-game and comes back: nothing is lost, and what was played meanwhile counts once
kill -9 "$server"
wait "$server" 2>/dev/null
shows "the line is lost" 'Connection lost\. Trying again… *$'
keys 1 Enter # the cards are random: where the first has a choice of captures, the first of them
serve room.db --port "$port"
lacks "and comes back by itself" 'Connection lost'
shows "with the move that was made meanwhile" '^> You +0 +2 '
# presses KEY: and waits for the screen to change, for a while: not every key does something
presses() {
    local before
    before=$(capture)
    keys "$1"
    for _ in $(seq 40); do
        [ "$(capture)" = "$before" ] || return
        sleep 0.05
    done
}
for turn in $(seq 400); do
    if capture | grep -q 'The match is over$'; then break; fi
    presses 1
    presses Enter
    if [ $((turn % 8)) = 0 ]; then presses Escape; fi
done
shows "the match is played to its end" 'The match is over *$'
keys n
shows "and another one follows" '^ Primiera · Two players · round 1, .*(Your turn|thinking)$'
keys q
shows "the lobby lists our tables" '^ +[12]  Primiera · Two players  \(Ada, 1 bot\)'
before=$(capture | grep -c '(Ada, 1 bot)')
keys Home d
shows "d asks whether a table is to be removed" '^  Press d again to remove this table\.'
keys d
for _ in $(seq 600); do if [ "$(capture | grep -c '(Ada, 1 bot)')" -lt "$before" ]; then break; fi; sleep 0.05; done
equal "and removes it" $((before - 1)) "$(capture | grep -c '(Ada, 1 bot)')"

# ---- a table for people: what they agree on, and removing it before it begins
# focus_on PATTERN: moves the focus down to the item whose line matches
focus_on() {
    local wanted focused
    wanted=$(capture | grep -nE -- "$1" | head -n 1 | cut -d: -f1)
    for _ in $(seq 600); do
        focused=$(($(cursor | cut -d' ' -f2) + 1))
        if [ "$focused" = "$wanted" ]; then return; fi
        keys Down
        for _ in $(seq 40); do
            if [ "$focused" != $(($(cursor | cut -d' ' -f2) + 1)) ]; then break; fi
            sleep 0.05
        done
    done
}
new_table() { # behind our tables
    focus_on '^ +[0-9]  New table$'
    keys Enter
}
new_table
shows "a table for people" '^ +1  Primiera$'
keys 1
waits '^ +1  Start$' && keys 1
waits '^ +2  Only people with the link can sit down$' && keys 2
shows "has a time limit" '^ +2  Time limit: no time limit$'
keys Down Right
shows "which can be set" '^ +2  Time limit: 20 seconds per move$'
keys Down Right
shows "and hints" '^ +3  Hints: hints, and everybody is told who asks$'
keys 1
shows "then it is open" '^  http://127\.0\.0\.1:[0-9]+/t/'
keys 3 4 5 # bots take the other seats
shows "bots sit down" '^ +5  bot, medium$'
keys 1
shows "the clock runs at the table" 'Your turn · 0:[0-9]+$'
shows "where hints were agreed on" '^h hint'
keys q
waits '^ Araldo · 127' && new_table
waits '^ +1  Primiera$' && keys 1
waits '^ +1  Start$' && keys 1
waits '^ +1  Anybody in the room can sit down$' && keys 1
waits '^ +1  Open the table$' && keys 1
shows "another table, for anybody" '^ +[0-9]  Remove Primiera from my tables$'
keys q
shows "which is ours in the list too" '^ +[0-9]  Primiera .*waiting for players$'
focus_on '^ +[0-9]  Primiera .*waiting for players$'
keys d
shows "and can be removed there" '^  Press d again to remove this table\. If you opened the table'
ours=$number
number=$((ours + 3000)) # another device of ours
terminal 80 24 "$araldo join $address --name Ada --still"
waits '^ Araldo · 127' && new_table
waits '^ +1  Primiera$' && keys 4
waits '^ +1  Start$' && keys 1
waits '^ +2  Only people with the link can sit down$' && keys 2
waits '^ +1  Open the table$' && keys 1
waits '^  http://127.*/t/' || fail "a table made on another device" "$(capture)"
mux kill-server
number=$ours
shows "a table that comes is listed" '^ +[0-9]  Primo .*waiting for players$'
like "and the focus stays where it was" '^Primiera .*waiting for players$' "$(at_cursor 80)"
keys Enter
waits '^ +[0-9]  Remove Primiera from my tables$'
keys "$(capture | sed -n 's/^ *\([0-9]\)  Remove Primiera.*/\1/p')"
shows "is removed before it begins" '^ Araldo · 127\.0\.0\.1 · Ada$'
lacks "and no longer listed" 'Primiera .*waiting for players'

# ---- another device
keys Escape
shows "leaving" '^status 0$'
terminal 80 24 "$araldo join $address --still"
shows "the room knows us" '^ Araldo · 127\.0\.0\.1 · Ada$'
focus_on '^ +[0-9]  Play on another device$'
under_cursor "a link for another device" 22 'Play on another device'
keys Enter
shows "is shown" '^http://127\.0\.0\.1:[0-9]+/me/[0-9a-f]+$'
link=$(capture | grep -oE '^http://.*/me/[0-9a-f]+$')
export XDG_DATA_HOME=$folder/other
terminal 80 24 "$araldo join $link --still"
shows "it makes another device ours" '^ Araldo · 127\.0\.0\.1 · Ada$'
terminal 80 24 "$araldo join $link --still"
shows "once" 'this link has already been used'
terminal 80 24 "$araldo join ${address}t/nosuchtable --still"
shows "a table that is not there" '^ +There is no such table\.$'
kill -TERM "$server"
wait "$server"
equal "the server stops cleanly" 0 $?

# ---- TLS: the certificate is checked
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$folder/key.pem" -out "$folder/cert.pem" -days 2 \
    -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
serve room.db --port 0 --tls-cert "$folder/cert.pem" --tls-key "$folder/key.pem"
address=${address/127.0.0.1/localhost}
terminal 80 24 "$araldo join $address --name Ada"
shows "a certificate that nobody vouches for" 'cannot reach localhost: its certificate is not trusted$'
terminal 80 24 "$araldo join $address --name Ada --ca $folder/cert.pem"
shows "one that is trusted" '^ Araldo · localhost · Ada$'

# ---- every language
for language in $(build/dev/tools/catalogue languages | cut -d' ' -f1); do
    export XDG_DATA_HOME=$folder/$language # somebody new
    terminal 80 24 "$araldo join $address --ca $folder/cert.pem --lang $language --still --name Ada"
    waits '^ Araldo · localhost · Ada$' || fail "the lobby in $language" "$(capture)"
    lacks "the lobby in $language is not cut off" '~'
    keys 1 4
    waits '^ Primo$' || fail "the form in $language" "$(capture)"
    keys 1
    waits '^ +3  ' && keys 3
    waits '^h .*  q [[:alpha:]]+$' && pass "the keys in $language" || fail "the keys in $language" "$(capture)"
    lacks "the table in $language is not cut off" '~'
done
finish
