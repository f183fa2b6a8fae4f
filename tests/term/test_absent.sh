#!/bin/bash
# Waits for the minute after which a bot may play for a friend who left on turn, in a real room and from two real terminals.
# waits
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
in_memory
. tests/term/terminal.sh
. tests/term/room.sh
ada=1001 ben=2001 # the numbers of two terminals
trap 'number=$ada; mux kill-server; number=$ben; mux kill-server; kill "$server"; rm -rf "$folder"' EXIT
serve absent.db --port 0
export XDG_DATA_HOME=$folder/absent.ada
number=$((ada - 1))
terminal 80 24 "$araldo join $address --name Ada --still"
steps <<'END' || finish
^ Araldo · 127|1
^ +1  Primiera$|1
^ +1  Start$|2 2
^ +2  Variant: Two players|1
^ +2  Only people with the link can sit down$|2
^ +1  Open the table$|1
^  http://127.*/t/|
END
link=$(capture | grep -oE 'http://[^ ]+')
export XDG_DATA_HOME=$folder/absent.ben
number=$((ben - 1))
terminal 80 24 "$araldo join $link --name Ben --still"
steps <<<'^ +2  open$|2' || finish
shows "a friend sits down" '^ +[0-9]  Ben  not ready yet$'
keys 1
number=$ada
steps <<<'^ +[0-9]  Ben  ready$|1' || finish
shows "a match of two begins" '(Your turn|Ben is thinking) *$'
for _ in $(seq 200); do
    if capture | grep -q 'Ben is thinking *$'; then break; fi
    keys 1 Enter
    sleep 0.2
done
keys b # too early: nothing happens
number=$ben
keys q
steps <<<'^ Araldo · 127|q' || finish
number=$ada
ARALDO_TRIES=240 ARALDO_PAUSE=0.5 shows "a friend who left on turn keeps the table waiting" '^Ben is keeping the table waiting\. b: let a bot play'
keys b
shows "b lets a bot play for them" 'Your turn *$'
finish
