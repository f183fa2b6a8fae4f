#!/bin/bash
# Measures moves a second and their times for a room on SQLite, and for 1, 2 and 3 servers on PostgreSQL.
# One configuration after another, with the servers, the database and the load generator on this machine (docs/load.md).
#   figures.sh [--seconds S] [--tables N] [--folder DIR] RATE…     moves a second asked for; data in DIR, by default /dev/shm
# A line for each: what it was, what `load --brief` tells, and the load average. It needs build/release/araldo and
# build/release/tools/load; started by root, the database runs as the user postgres.
set -u
cd "$(dirname "$0")/.." || exit 2
seconds=10 tables=200 base=/dev/shm
while [[ ${1-} == --* && $# -gt 1 ]]; do
    case $1 in
        --seconds) seconds=$2 ;;
        --tables) tables=$2 ;;
        --folder) base=$2 ;;
        *) exit 2 ;;
    esac
    shift 2
done
[ $# -gt 0 ] || set -- 1000 6000

folder=$(mktemp -d "$base/araldo-figures-XXXXXX") || exit 2
servers=()
as_owner=()
[ "$(id -u)" != 0 ] || as_owner=(runuser -u postgres --)
programs=$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/postgres' | tail -n 1)")
url="postgresql://araldo@/room?host=$folder/database"
first_port=17070

stop_servers() {
    for server in "${servers[@]}"; do kill -TERM "$server" && wait "$server"; done
    servers=()
}
stop_database() {
    [ -f "$folder/database/postmaster.pid" ] && "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/database" -m fast stop >/dev/null
    rm -rf "$folder/database"
}
trap 'stop_servers; stop_database; rm -rf "$folder"' EXIT

start_database() {
    mkdir "$folder/database"
    chmod 755 "$folder"
    [ "$(id -u)" != 0 ] || chown postgres "$folder/database"
    "${as_owner[@]}" "$programs/initdb" -D "$folder/database" -U araldo -A trust >/dev/null &&
        "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/database" -w -l "$folder/database/log" \
            -o "-c listen_addresses= -c unix_socket_directories=$folder/database -c max_connections=200" start >/dev/null &&
        "$programs/createdb" -h "$folder/database" -U araldo room
}
# Every process of the database has a session of its own: it is to have the priority of this one.
share_priority() {
    local nice parent process
    nice=$(sed -n 's/.* nice //p' /proc/self/autogroup 2>/dev/null)
    [ "${nice:-0}" != 0 ] && [ -f "$folder/database/postmaster.pid" ] || return
    parent=$(head -n 1 "$folder/database/postmaster.pid")
    for process in "$parent" $(pgrep -P "$parent"); do echo "$nice" >"/proc/$process/autogroup"; done
}
start_server() { # PORT OPTION…
    local port=$1
    shift
    build/release/araldo serve --quiet --port "$port" --max-tables 5000 "$@" &
    servers+=($!)
    for ((i = 0; i < 200; i++)); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
        sleep 0.1
    done
    echo "a server does not start" >&2
    exit 1
}
measure() { # WHAT RATE PORTS OPTION…
    local what=$1 rate=$2 ports=$3
    shift 3
    sleep 2 # servers share the tables out
    share_priority
    printf '%s | %s | ' "$what" "$rate"
    printf '%s | load average %s\n' "$(build/release/tools/load --port "$ports" --tables "$tables" --burst "$rate" --target 1 \
        --seconds "$seconds" --brief "$@")" "$(cut -d' ' -f1 /proc/loadavg)"
}
on_sqlite() { # RATE
    start_server "$first_port" --data "$folder/room.db"
    measure "SQLite" "$1" "$first_port"
    stop_servers
    rm -f "$folder"/room.db*
}
on_postgres() { # WHAT RATE COUNT PROCESSES OPTION…
    local what=$1 rate=$2 count=$3 processes=$4 ports=
    shift 4
    start_database || exit 1
    for ((number = 0; number < count; number++)); do
        start_server $((first_port + number)) --postgres "$url" --processes "$processes"
        ports+=${ports:+,}$((first_port + number))
    done
    measure "$what" "$rate" "$ports" "$@"
    stop_servers
    stop_database
}

echo "what | asked for | moves a second | direct 50 %, ms | 99 % | relayed 50 % | 99 % | loops busy % | kB a connection |" \
    "us a move: servers | generator | refused | lost"
for rate; do
    on_sqlite "$rate"
    on_postgres "PostgreSQL, 1 server" "$rate" 1 1
    on_postgres "2 servers" "$rate" 2 1
    on_postgres "3 servers" "$rate" 3 1
    on_postgres "1 server of 2 processes" "$rate" 1 2
    on_postgres "2 servers, half of the moves relayed" "$rate" 2 1 --spread
done
