# What the tests on the full screen share: a terminal (tmux) of any size, keys, clicks, and what it shows.
# Sourced after tests/support/shell.sh, by a script that ends the terminal: mux kill-server. Everything waits for what the
# screen shows, never for time.
# shellcheck shell=bash
needs_terminal
export LC_ALL=C.UTF-8 LANG=C.UTF-8
unset LANGUAGE LC_MESSAGES NO_COLOR
# A terminal that closes sends SIGHUP and SIGCONT. The latter cancels the SIGSTOP with which the leak checker halts a process that
# is about to end: both then wait for ever, one of them at full speed. Leaks are looked for in line mode.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0

number=0
mux() { tmux -L "full$$.$number" "$@" 2>/dev/null; }
# terminal COLUMNS LINES COMMAND: runs it in a terminal of its own, where the functions below find it
terminal() {
    mux kill-server
    number=$((number + 1))
    tmux -L "full$$.$number" -f /dev/null new-session -d -x "$1" -y "$2" "$3; echo status \$?; read -r _"
}
# each FUNCTION: calls it with the words of every line of standard input, four lines at a time: they mostly wait. Each has terminals
# and a folder for matches of its own; what they say comes in the order of the lines.
each() {
    local words job=0
    while read -r words; do
        job=$((job + 1))
        (
            trap 'mux kill-server' EXIT
            number=$((job * 1000))
            export XDG_DATA_HOME=$folder/data.$1.$job
            # shellcheck disable=SC2086
            "$1" $words >"$folder/each.$job"
        ) </dev/null &
        while [ "$(jobs -pr | wc -l)" -ge 4 ]; do wait -n; done
    done
    wait
    for job in $(seq "$job"); do
        grep -q '^not ok' "$folder/each.$job" && bad=1
        cat "$folder/each.$job"
        rm "$folder/each.$job"
    done
}
keys() { mux send-keys "$@"; }
capture() { mux capture-pane -p "$@"; }
# waits PATTERN: until a line of the screen matches; false after a time that no machine needs
waits() {
    for _ in $(seq ${ARALDO_TRIES:-1200}); do
        if capture | grep -qE -- "$1"; then return 0; fi
        sleep ${ARALDO_PAUSE:-0.05}
    done
    return 1
}
shows() { if waits "$2"; then pass "$1"; else fail "$1" "no line like: $2 in: $(capture)"; fi; }
# lacks NAME PATTERN: waits until no line of the screen matches
lacks() {
    for _ in $(seq ${ARALDO_TRIES:-600}); do
        if ! capture | grep -qE -- "$2"; then pass "$1"; return; fi
        sleep 0.05
    done
    fail "$1" "still there: $2 in: $(capture)"
}
# click COLUMN LINE: presses the left button there, both from 1, as an X10 mouse reports it
click() { keys -l "$(printf '\033[M ')$(printf "\\$(printf %03o $((32 + $1)))\\$(printf %03o $((32 + $2)))")"; }
cursor() { mux display-message -p '#{cursor_x} #{cursor_y}'; }
# at_cursor COUNT: the characters from the cursor on
at_cursor() {
    local x y line
    read -r x y <<<"$(cursor)"
    line=$(capture | sed -n "$((y + 1))p")
    echo "${line:x:$1}"
}
# under_cursor NAME COUNT TEXT: waits until the cursor is on the text
under_cursor() {
    for _ in $(seq ${ARALDO_TRIES:-600}); do
        if [ "$(at_cursor "$2")" = "$3" ]; then pass "$1"; return; fi
        sleep 0.05
    done
    fail "$1" "at the cursor: $(at_cursor "$2") in: $(capture)"
}
