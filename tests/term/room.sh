# What the tests that join a card room share: a room, and steps through its pages. Sourced after tests/term/terminal.sh.
# shellcheck shell=bash
server=

# serve DATA ARGUMENT...: a room of its own; its address is in $address
serve() {
    local data=$1
    shift
    : >"$folder/$data.said"
    "$araldo" serve --pace 0 --data "$folder/$data" "$@" >"$folder/$data.said" 2>&1 &
    server=$!
    until address=$(grep -oE 'https?://[^ ]+' "$folder/$data.said"); do
        kill -0 "$server" 2>/dev/null || { fail "the server opens" "$(cat "$folder/$data.said")"; finish; }
        sleep 0.05
    done
}

# steps: each line of standard input is PATTERN|KEYS: waits for the first, then presses the others; the first that does not come
# ends it
steps() {
    local pattern pressed
    while IFS='|' read -r pattern pressed; do
        # shellcheck disable=SC2086
        if waits "$pattern"; then keys $pressed; else fail "no line like: $pattern" "$(capture)"; return 1; fi
    done
}
