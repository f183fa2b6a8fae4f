# What the shell tests share: where the program is, a temporary folder, and checks that print TAP lines.
# Sourced, from the top of the repository.
# shellcheck shell=bash
araldo=$PWD/build/dev/araldo
[ -n "${ARALDO_SOAK:-}" ] && araldo=$PWD/build/release/araldo
folder=$(mktemp -d)
export XDG_DATA_HOME=$folder/data # where a person's games are kept
trap 'rm -rf "$folder"' EXIT
bad=0

# in_memory: the folder is in memory, where the system has such a place, for tests of games that are saved to disk after every move
in_memory() {
    [ -d /dev/shm ] && [ -w /dev/shm ] || return 0
    rm -rf "$folder"
    folder=$(mktemp -d -p /dev/shm)
    export XDG_DATA_HOME=$folder/data
}

pass() { echo "ok $1"; }

fail() {
    echo "not ok $1 - $(printf '%s' "$2" | tr '\n' ' ' | cut -c 1-600)"
    bad=1
}

# equal NAME EXPECTED ACTUAL
equal() { if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "expected: $2 got: $3"; fi; }

# like NAME PATTERN ACTUAL: an extended regular expression that some line must match
like() { if printf '%s\n' "$3" | grep -qE -- "$2"; then pass "$1"; else fail "$1" "no line like: $2 in: $3"; fi; }

# refused NAME PATTERN COMMAND...: status 2, exactly one line on standard error that matches, nothing on standard output
refused() {
    local name=$1 pattern=$2 status
    shift 2
    "$@" >"$folder/stdout" 2>"$folder/stderr" </dev/null
    status=$?
    if [ "$status" -ne 2 ]; then fail "$name" "status $status"
    elif [ "$(wc -l <"$folder/stderr")" -ne 1 ]; then fail "$name" "not one line: $(cat "$folder/stderr")"
    elif ! grep -qE -- "$pattern" "$folder/stderr"; then fail "$name" "no line like: $pattern in: $(cat "$folder/stderr")"
    elif [ -s "$folder/stdout" ]; then fail "$name" "standard output: $(cat "$folder/stdout")"
    else pass "$name"; fi
}

# The games, or the variants of `GAME:-`, as the program itself lists them.
known() { "$araldo" sim "$1" 2>&1 | sed -n 's/.*choose from //p' | tr -d ,; }

# seats GAME:VARIANT BOT [FIRST]: names for as few seats as the variant allows, all BOT, or FIRST and then BOT
seats() {
    local people list
    people=$("$araldo" sim "$1" --seats random 2>&1 | sed -n 's/.* it takes \([0-9]*\).*/\1/p')
    list=$(printf ",$2%.0s" $(seq "${people:-1}"))
    list=${list#,}
    [ -n "${3:-}" ] && list="$3${list#"$2"}"
    echo "$list"
}

# begin_server OPTION...: a server on a free port, with its data in $folder/room.db; fills $pid and $port
begin_server() {
    : >"$folder/address" # the server before this one may have left its own
    "$araldo" serve --port 0 --data "$folder/room.db" "$@" >"$folder/address" 2>"$folder/log" &
    pid=$!
    for _ in $(seq 100); do
        port=$(sed -n 's|.*:\([0-9]*\)/$|\1|p' "$folder/address")
        [ -n "$port" ] && return
        sleep 0.1
    done
}

# end_server SIGNAL: signals the server of begin_server, waits, and returns its status
end_server() { kill "$1" "$pid"; wait "$pid"; }

# needs_terminal: ends the test, and says why, where the system gives out no pseudo-terminals
needs_terminal() {
    script -qec true /dev/null </dev/null >"$folder/needs_terminal" 2>&1 && return
    fail "a pseudo-terminal" "the rest of this test needs one; the system gives none ($(cat "$folder/needs_terminal")): is devpts mounted on /dev/pts?"
    finish
}

finish() { exit "$bad"; }
