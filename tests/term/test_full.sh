#!/bin/bash
# Plays on the full screen in a real terminal (tmux): whole games by keys, every table at 80x24, resizing, signals, continuing.
# It waits for what the screen shows, never for time.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
in_memory
. tests/term/terminal.sh
trap 'mux kill-server; rm -rf "$folder"' EXIT
# table COLUMNS LINES ARGUMENT...: a game with quick bots
table() { local columns=$1 lines=$2; shift 2; terminal "$columns" "$lines" "$araldo play $* --pace 0 --still"; }
others() { printf ',greedy%.0s' $(seq "$1"); }

# ---- the table and its keys. Seed 2: 10C takes 8C 2C or 8B 2C
the_table() {
    table 80 24 primiera --seed 2 --seats you,greedy,greedy,greedy
    shows "the title" '^ Primiera · Heralds · round 1, to 21 points +Your turn$'
    shows "cards are boxes with numbers" '^ +┌1──┬2──┬3──┬'
    shows "suit signs and letters" 'Your hand +│4S♠│2B♣│6B♣│'
    under_cursor "the cursor is on the first card" 3 4S♠
    keys Right
    under_cursor "an arrow moves it" 3 2B♣
    keys Left Enter
    shows "Enter plays the card" '^You lay 4S♠ face down\.$'
    shows "the table has cards" '^On the table +│8C♥│8B♣│2C♥│$'
    under_cursor "the focus is on the hand again" 3 2B♣
    shows "what the card does" '^2B♣: takes 2C♥$'
    shows "what it takes is marked on the table" '^ +└───┴───┴═══┘$'
    keys 6
    shows "a choice of captures is a list" '^ +2  10C♥: takes 8B♣ 2C♥$'
    shows "the first capture is marked" '^ +└═══┴───┴═══┘$'
    keys Down
    shows "the other one, once it has the focus" '^ +└───┴═══┴═══┘$'
    under_cursor "where the cursor is" 4 10C♥
    keys Escape
    shows "Escape goes back" '^2 ways$'
    keys h
    shows "a hint with its reason" '^Hint: .*\. '
    keys l
    shows "the log" '^ Primiera · log$'
    shows "from the beginning" '^Round 1: you deal\.$'
    keys q
    shows "back at the table" '^Your turn: play a card\.$'
    keys s
    shows "the score" '^ Primiera · score$'
    keys q r
    shows "the rules" '^Primiera is a capturing game'
    keys Space
    lacks "in a pager" '^Primiera is a capturing game'
    keys q '?'
    shows "help" '^q +leave; the game is saved'
    keys q : 10c=8b+2c Enter
    shows "a move can be typed" '^You play 10C♥ and take 8B♣ 2C♥\.$'
    waits 'Your turn: ' # keys that come while bots play are not kept
    keys u
    shows "and taken back" '^On the table +│8C♥│8B♣│2C♥│$'
    lacks "for good" 'You play 10C♥'
    keys X x x Enter
    shows "what is not a move is refused" "^'Xxx' is not a card; cards are written 7D, 10S, 1B, 4C$"
    line=$(capture | grep -n '│6B♣│')
    before=${line%%6B♣*}
    before=${before#*:}
    click $((${#before} + 1)) "${line%%:*}"
    shows "a click plays a card" '^You play 6B♣'
    keys u o
    shows "settings" '^ +1  Language: English'
    keys Right
    shows "the language changes" '^ +1  Lingua: Italiano'
    keys q
    shows "at the table too" 'Tocca a te: '
    if capture -e | grep -q $'\033\[[0-9;]*3[0-8]'; then pass "there is colour"; else fail "there is colour" "$(capture -e | head -n 8)"; fi
    keys o 4
    shows "colours off" '^ +4  Colori: no'
    keys q
    lacks "the dialog is closed" '^ +4  Colori'
    shows "the table without colour" 'Tocca a te: '
    if capture -e | grep -q $'\033\[[0-9;]*3[0-8]'; then fail "no colour is left" "$(capture -e | head -n 8)"; else pass "no colour is left"; fi
    keys q
    shows "q leaves" '^status 0$'
    like "the language is kept with the game" '"language":"it"' "$(head -qn 1 "$XDG_DATA_HOME"/araldo/matches/*.jsonl)"
}

until_picking() { for _ in 1 2 3 4 5 6 7 8; do waits '^Exchange|^You must exchange|Your turn: ' || return 1; capture | grep -q 'Space: choose' && return 0; keys 1; lacks_quietly 'Your turn: ' ; done; }
lacks_quietly() { for _ in $(seq 600); do capture | grep -qE -- "$1" || return 0; sleep 0.05; done; }
# ---- Primero: cards are picked; Primo: words are typed
picking_and_typing() {
    table 80 24 primero:italian --seed 6 --seats you,greedy,greedy
    until_picking
    keys Space Right Space
    shows "cards are picked" '└═══┴═══┘'
    keys Enter
    shows "and exchanged together" '^You exchange [0-9A-Z][a-z]. [0-9A-Z]'
    table 80 24 primo:solo --seed 3
    waits 'Your hand' && keys M ardi Enter
    shows "a word is typed" '^You write MARDI\.$'
    keys Z z z Enter
    shows "with the reason why it is none" '^You do not have '
}

# ---- partners are called so
partners() {
    table 80 24 primo:teams --seed 6 --seats you,greedy,greedy,greedy
    shows "Primo says who the partner is" '^[> ] greedy 2 +[0-9]+ .*partner'
    lacks "and nobody else" '^[> ] greedy [13] .*partner'
}

# ---- ASCII where the locale has no UTF-8; no colour with NO_COLOR; line mode where the terminal is dumb
without_signs() {
    terminal 80 24 "LC_ALL=C $araldo play primiera --seed 2 --seats you,greedy,greedy,greedy --pace 0 --still --lang fr"
    shows "ASCII: boxes" '^ +\+1-+\+2-'
    shows "ASCII: cards without signs" '\|4S \|2B \|'
    shows "ASCII: accents" 'Posez une de vos cartes|face cachee'
    equal "ASCII: nothing else" "" "$(capture | grep -P '[^ -~]')"
    terminal 80 24 "LC_ALL=C $araldo play primero --seed 2 --seats you,greedy --pace 0 --still --lang fr"
    shows "a choice and what it does, with the language's colon" '^Passer : rester'
    keys '?'
    shows "ASCII: letters that are two" '^  7h coeur '
    keys q r NPage
    shows "ASCII: in longer texts, which are broken where they then are too long" '^carreau d, coeur h, pique s'
    terminal 80 24 "NO_COLOR=1 $araldo play primiera --seed 2 --seats you,greedy,greedy,greedy --pace 0"
    waits '│4S♠│'
    if capture -e | grep -q $'\033\[[0-9;]*3[0-8]'; then fail "NO_COLOR" "$(capture -e | head -n 8)"; else pass "NO_COLOR"; fi
    terminal 80 24 "TERM=dumb $araldo play primiera --seed 2 --seats you,greedy,greedy,greedy"
    shows "a dumb terminal has line mode" '^    1  4S♠'

    terminal 80 24 "$araldo play royalflush --seed 1 --seats you,greedy,greedy,greedy,greedy --pace 10000 --still --lang de"
    shows "where the title is too long, it spares the game" '^ Durchgang 1 von 3 · Nachziehstapel [0-9]+, Ablage 0 +greedy 3 denkt nach$'
    terminal 80 24 "$araldo play royalflush --seed 2 --seats you,greedy --pace 0 --still --lang de"
    shows "German: all keys fit the line" '^h Tipp .* o Optionen  [?] Hilfe  q gehen$'
    keys '?'
    shows "what a key does is indented on its second line too" '^ {15}fortsetzen$'
}

# ---- colours that can be read on black and on white
# contrast: the lowest contrast, times ten, of the colours on the screen against black and against white
contrast() {
    capture -e | grep -oE '38;5;[0-9]+' | sort -u | awk -F';' '
        function light(level, c) { c = (level ? 55 + 40 * level : 0) / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ^ 2.4 }
        BEGIN { least = 999 }
        {
            cube = $3 - 16
            lum = 0.2126 * light(int(cube / 36)) + 0.7152 * light(int(cube / 6) % 6) + 0.0722 * light(cube % 6)
            black = 10 * (lum + 0.05) / 0.05; white = 10 * 1.05 / (lum + 0.05)
            if (black < least) least = black
            if (white < least) least = white
        }
        END { print NR, int(least) }'
}
# faint: how many pieces of the screen are both dimmed and coloured
faint() {
    capture -e | awk -v RS=$'\033[[]' '{
        end = index($0, "m")
        split(substr($0, 1, end - 1), codes, ";")
        if (NR == 1) next
        if (codes[1] == 0 || codes[1] == "") dim = coloured = 0
        if (codes[1] == 2) dim = 1
        if (codes[1] == 22) dim = 0
        if (codes[1] == 38) coloured = 1
        if (codes[1] == 39) coloured = 0
        count += dim && coloured && length($0) > end
    } END { print count + 0 }'
}
readable_colours() {
    local colours least
    terminal 80 24 "TERM=screen-256color $araldo play primiera --seed 2 --seats you,greedy,greedy,greedy --pace 0 --still"
    waits '│4S♠│2B♣│' || fail "a table in colour" "$(capture)"
    equal "what has a colour is not dimmed" 0 "$(faint)"
    read -r colours least <<<"$(contrast)"
    equal "four colours, each with a contrast above 3 on black and on white" "4 yes" "$colours $([ "$least" -ge 30 ] && echo yes || echo "$least")"
}

# ---- long texts and long lists: where one is, pages, the wheel
wheel() { keys -l "$(printf '\033[M%s!!' "$1")"; }
long_ones() {
    local copy
    table 80 24 primiera --seed 2 --seats you,greedy,greedy,greedy
    waits '│4S♠│2B♣│' && keys r
    shows "the pager says which lines it shows" '^ Primiera .* 1-22/[0-9]+$'
    keys Space
    shows "and the next ones" '^ Primiera .* 23-44/[0-9]+$'
    wheel '`'
    shows "the wheel scrolls up" '^ Primiera .* 22-43/[0-9]+$'
    wheel a
    shows "and down" '^ Primiera .* 23-44/[0-9]+$'

    mkdir -p "$XDG_DATA_HOME/araldo/matches"
    "$araldo" sim primiera:two target=1 --seats greedy,greedy --seed 3 --record "$folder/many" >/dev/null 2>&1
    for copy in $(seq 101 400); do cp "$folder/many" "$XDG_DATA_HOME/araldo/matches/2020-01-01-$copy.jsonl"; done
    terminal 80 24 "$araldo play"
    waits '^ +5  Past games$' && keys 5
    shows "every match is listed" '^ Past games .* 1-20/300$'
    keys NPage
    shows "a page further" '^ Past games .* 2-21/300$'
    keys NPage NPage End
    shows "to the end" '^ Past games .* 281-300/300$'
    keys q 6
    shows "every match counts" '^Primiera: 300 played'
}

# ---- resizing
resizing() {
    table 80 24 primo:six --seed 6 --seats you,greedy,greedy,greedy,greedy,greedy
    shows "80 columns" '^Your hand'
    mux resize-window -x 60 -y 20
    shows "too small" '^This window is too small: 60×20'
    lacks "and nothing else" 'Your hand'
    mux resize-window -x 130 -y 40
    shows "larger" '^ Primo · .{80,}Your turn$'
    shows "the log is at the side" '^.{80,}greedy 4 begins\.'
    lacks "the message is gone" 'too small'
    mux resize-window -x 80 -y 24
    shows "as it was" '^ Primo · .{40,72}Your turn$'
    shows "with everything" '^h hint'

    terminal 80 24 "PS1='at the shell> ' bash --norc"
    waits '^at the shell>' && keys "$araldo play primiera --seed 2 --still" Enter
    waits '│4S♠│2B♣│' && keys C-z
    shows "Ctrl-Z stops it" '^at the shell> *$'
    mux resize-window -x 120 -y 30
    keys "fg" Enter
    shows "it goes on, at the size that the terminal has now" '^ Primiera · .{90,}Your turn$'
    keys q
    shows "and leaves to the shell" '^at the shell> *$'
}

# ---- a game without a drawing of its own
a_plain_board() {
    terminal 80 24 "$PWD/build/dev/tests/program/toy_araldo play toy --seats you,random --seed 1 --pace 0"
    shows "the plain board has the position" '^chance +2 +points +0/0 +hands +2a,5a,5b/\?2 '
    shows "and every move as a button" '^\[1 2a\] \[2 5a\] \[3 5b\]$'
    keys 1
    shows "which plays it" ' laid .*pile +2a,6b$'
}

# ---- walking through a record
walking() {
    "$araldo" sim primiera:two --seats greedy,random --games 2 --seed 3 --record "$folder/walk.jsonl.gz" >/dev/null 2>&1
    terminal 80 24 "$araldo replay $folder/walk.jsonl.gz"
    shows "a record is shown from its first position" '^ Primiera · Two players · round 1, .* move 0 of [0-9]+$'
    shows "with all hands open" '^> greedy 0 .*( [0-9]+[SBCD][♠♣♥♦]){3}$'
    first=$(capture)
    keys Right Right
    shows "forwards" 'move 2 of [0-9]+$'
    keys Left Left
    shows "and backwards" 'move 0 of [0-9]+$'
    equal "to the very same screen" "$first" "$(capture)"
    keys NPage
    shows "by rounds" '^ Primiera · Two players · round 2'
    keys v
    shows "from a seat" '^Your hand'
    lacks "which sees its own cards alone" '^  random 1 .*♠'
    keys End
    shows "to the end" 'The match is over'
    keys n
    shows "the next game of the file" 'move 0 of [0-9]+$'
    keys l
    shows "its log" '^ Primiera · log$'
    keys q q
    shows "and leaving" '^status 0$'
}

# ---- whole games by keys
# whole ARGUMENT...: presses keys until the match is over, the next ones when the screen has answered
whole() {
    local screen
    table 80 24 "$@"
    for _ in $(seq 3000); do
        screen=$(capture)
        if grep -q 'The match is over$' <<<"$screen"; then pass "$1 is played to its end"; return; fi
        keys 1 Enter Escape
        for _ in $(seq 20); do
            [ "$(capture)" != "$screen" ] && break
            sleep 0.02
        done
    done
    fail "$1 is played to its end" "$(capture)"
}

# ---- a finished match: its score, a rematch, and its review with progress, which can be stopped at any moment
a_finished_match() {
    whole primiera:two target=1 --seed 6 --seats you,greedy
    shows "another match is offered" 'n: play again'
    keys s
    shows "the score says whose totals it lists" '^ +You +greedy 1$'
    keys q
    keys n
    shows "and begins" '^ Primiera · .* round 1, .*Your turn$'

    terminal 80 24 "$araldo play"
    waits '^ +5  Past games$' && keys 5
    shows "a finished match is listed" '^ +1  20.*Primiera · Two players  \(You, greedy\)$'
    keys r
    shows "its review tells how far it has come" '^  Reviewing every decision: [0-9]+ of [0-9]+$'
    keys q
    shows "can be stopped" '^ Past games$'
    keys r
    shows "and is a page" '^You\. Decisions: [0-9]+\. Mistakes: [0-9]+\. Blunders: [0-9]+\.$'
    shows "with the chance to win" '^  Chance of winning  [▁▂▃▄▅▆▇█]+  (won|lost)$'
    keys q
    shows "from which q goes back" '^ Past games$'
}

# ---- keys while bots think: commands work at once, and what would play a card does not
keys_meanwhile() {
    terminal 80 24 "$araldo play primiera --seed 2 --seats you,strong,strong,strong --still --pace 10000"
    shows "a bot's move stays for a while" '^[A-Z].* lays a card face down\.$'
    keys l
    shows "the log can be read meanwhile" '^ Primiera · log$'
    keys q
    shows "and left" '^On the table '
    keys q
    shows "the table too" '^status 0$'
}

# ---- nothing is lost: signals, kill -9 and the end of input in mid-game, then continuing
ended_by() { # SIGNAL
    local pid
    terminal 80 24 "exec bash -c 'echo \$\$ >$folder/pid.$1; exec $araldo play primiera --seed 2 --seats you,greedy,greedy,greedy --pace 0 --still --lang it'"
    waits '^ +┌1──┬2──┬' && keys 1 # before that it is not our turn
    waits '│8C♥│8B♣│2C♥│' || fail "SIG$1: a move" "$(capture)"
    pid=$(cat "$folder/pid.$1")
    kill -s "$1" "$pid"
    for _ in $(seq 600); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
    terminal 80 24 "$araldo play --pace 0 --still"
    shows "SIG$1: the menu offers to continue" '^ +1  Continue Primiera · Heralds, started on 20'
    keys 1
    shows "SIG$1: nothing is lost" '│8C♥│8B♣│2C♥│$'
    shows "SIG$1: it goes on in its language" 'Tocca a te: '
}

# ---- what was killed is continued, then listed, walked through and deleted
killed() {
    ended_by KILL
    keys C-d
    shows "the end of input leaves" '^status 0$'
    terminal 80 24 "$araldo play --pace 0 --still"
    shows "and can be continued" '^ +1  Continue Primiera'
    keys 6
    shows "past games are listed" '^ +1  20.*Primiera · Heralds  \(You, 3 × greedy\)  unfinished$'
    keys v
    shows "and verified" '^ +Every move is legal'
    keys w
    shows "and walked through" 'move 0 of [0-9]+$'
    keys Right v
    shows "from another seat, where the person has a name in words" '^[> ] Seat 0 +[0-9]'
    keys q
    shows "and listed again" 'unfinished$'
    keys d
    shows "and deleted" 'Press d again'
    keys d
    shows "for good" 'There are no games yet'
    keys q
    shows "then there is nothing to continue" '^ +1  Primiera$'
    keys 1
    shows "a form" '^ +1  Start$'
    keys Down Right
    shows "variants" '^ +2  Variant: Scopone'
    keys q 2
    shows "a game of one variant does not ask for it" '^ +2  Players: 2$'
    keys q 1 Down Right
    keys Home Enter
    shows "begins the game" '^ Primiera · Scopone'
    keys q
    shows "and returns to the menu" '^ Araldo$'
    keys q
    shows "which q leaves" '^status 0$'
}

# ---- a game that this version cannot read says why, in the reader's language
a_later_version() {
    mkdir -p "$XDG_DATA_HOME/araldo/matches"
    "$araldo" sim primiera:two --seats greedy,greedy --seed 3 --record "$folder/later" >/dev/null 2>&1
    sed '1s/"format":1/"format":99/' "$folder/later" >"$XDG_DATA_HOME/araldo/matches/2020-01-01-later.jsonl"
    terminal 80 24 "$araldo play --lang de"
    waits '^ +5  Frühere Partien$' && keys 5
    shows "a game of a later version says why it cannot be opened" '^ +1  2020-01-01  die Aufzeichnung hat das Format 99; dieses Programm kennt 1$'
}

# These begin together: they wait more than they work.
section() { "$@"; }
each section <<'SECTIONS'
the_table
a_finished_match
picking_and_typing
without_signs
killed
resizing
a_plain_board
walking
keys_meanwhile
a_later_version
readable_colours
long_ones
partners
SECTIONS

# ---- every game with every number of players at 80x24: all is there, and nothing is cut off
# complete NAME SEATS: the screen has all seats, the hand, the keys, and no mark of a cut
complete() {
    waits 'Your turn$|over$' || fail "$1" "no turn in: $(capture)"
    local screen
    screen=$(capture)
    equal "$1 has no two buttons alike" "" "$(grep -oE '\[[0-9] [^]]+\]' <<<"$screen" | cut -d' ' -f2- | sort | uniq -d)"
    if grep -q '~' <<<"$screen"; then fail "$1 is not cut off" "$screen"; else pass "$1 is not cut off"; fi
    equal "$1 has every seat, the hand and the keys" "$2 1 1" \
        "$(grep -cE '^[> ] (You|greedy [0-9]|Bot [0-9]|Robot) +[0-9]' <<<"$screen") $(grep -c '^Your hand  ' <<<"$screen" | sed 's/[2-9]/1/') $(grep -c '^h hint.*q leave' <<<"$screen")"
}
every_seat() { # GAME PEOPLE SEATS
    local list=you
    if [ "$2" -gt 1 ]; then list=you$(others $(($2 - 1))); fi
    table 80 24 "$1" --seed 6 --seats "$list"
    complete "$1 with $2" "$3"
    for _ in 1 2 3 4 5 6; do keys 1 Enter Escape; done
    complete "$1 with $2, later" "$3"
}
each every_seat <<'TABLES'
primiera:heralds 4 4
primiera:classic 4 4
primiera:two 2 2
primiera:three 3 3
primiera:robot 3 4
royalflush 2 2
royalflush 3 3
royalflush 4 4
royalflush 5 5
primero:english 2 2
primero:english 6 6
primero:italian 3 3
primero:italian 4 4
primero:italian 5 5
primero:italian 6 6
primo:duel 2 2
primo:three 3 3
primo:four 4 4
primo:teams 4 4
primo:five 5 5
primo:six 6 6
primo:solo 1 1
TABLES
table 80 24 primo:six --seed 6 --seats you,medium,medium,medium,medium,medium
complete "primo:six, a Ghost among the discards" 6
keys 2
shows "a button for several moves opens a list" '^ +1  Ghost from the discards: swap 1 card with Bot 1$'

# ---- the same in every language, at the largest tables
every_language() { # LANGUAGE GAME PEOPLE
    table 80 24 "$2" --seed 6 --seats "you$(others $(($3 - 1)))" --lang "$1"
    waits '^h .*  q [[:alpha:]]+$' || fail "$2 in $1 has its keys" "$(capture)"
    lacks "$2 in $1 is not cut off" '~'
}
for language in $(build/dev/tools/catalogue languages | cut -d' ' -f1); do
    printf "$language %s\n" 'royalflush 5' 'primero 6' 'primo:six 6' 'primiera:robot 3'
done | each every_language

walk() { # GAME PEOPLE
    "$araldo" sim "$1" --seats "greedy$(others $(($2 - 1)))" --seed 6 --record "$folder/walk.$1" >/dev/null 2>&1
    terminal 80 24 "$araldo replay $folder/walk.$1"
    waits 'move 0 of' || fail "replay of $1" "$(capture)"
    keys NPage NPage Left
    shows "replay of $1" 'move [1-9][0-9]* of'
    lacks "replay of $1 is not cut off" '~'
}
each walk <<'TABLES'
primiera:robot 3
royalflush 5
primero:italian 6
primo:six 6
TABLES

# ---- whole games by keys
each whole <<'GAMES'
royalflush --seed 6 --seats you,greedy
primero deals=3 --seed 6 --seats you,greedy
primo --seed 6 --seats you,random
GAMES
printf '%s\n' INT TERM HUP | each ended_by
finish
