#!/bin/bash
# Runs `araldo serve`: whatever keeps it from starting is one clear line and status 2; --quiet prints nothing.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
export LC_ALL=C

refused "an option that is none" "no such option: '--prot'" "$araldo" serve --prot 7070
refused "a port beyond all ports" "--port must be a number from 0 to 65535" "$araldo" serve --port 70000
refused "a log level that is none" "--log must be one of error, warning, info, debug" "$araldo" serve --log loud
refused "a certificate without its key" "must be given together" "$araldo" serve --tls-cert x
refused "a certificate that is not there" "cannot read '$folder/none'" "$araldo" serve --port 0 --data "$folder/room.db" \
    --tls-cert "$folder/none" --tls-key "$folder/none"
refused "a public URL that is none" "--public-url must be an address like" "$araldo" serve --public-url example.org
refused "a data file and a database" "--data and --postgres cannot be given together" "$araldo" serve --data x --postgres postgresql://x
refused "a database address that is none is not repeated" "--postgres must be a database address like [^ ]+$" "$araldo" serve --postgres postgres:/user:secret@host
refused "matches kept too short" "--keep-days must be 0 .* or at least 30" "$araldo" serve --keep-days 3
refused "a server's name without a database" "--cluster-name only works with --postgres" "$araldo" serve --cluster-name x
refused "a level in Italian" "per --log scegli tra error, warning, info, debug, non «loud»" env LC_ALL=it_IT.UTF-8 "$araldo" serve --log loud
refused "days in French" "--keep-days doit valoir 0" env LC_ALL=fr_FR.UTF-8 "$araldo" serve --keep-days 3
refused "a URL in Spanish" "--public-url debe ser una dirección" env LC_ALL=es_ES.UTF-8 "$araldo" serve --public-url example.org
refused "an address in German" "keine Adresse, auf der" env LC_ALL=de_DE.UTF-8 "$araldo" serve --listen nowhere.invalid --data "$folder/room.db"
refused "an address that is none" "not an address to listen on" "$araldo" serve --listen nowhere.invalid --data "$folder/room.db"
refused "a folder that is not there" "cannot write '$folder/none/room.db'" "$araldo" serve --port 0 --data "$folder/none/room.db" --log error
printf 'no database at all, but long enough to be looked at as one%.0s' $(seq 20) >"$folder/other.db"
refused "a file of another kind" "not a database" "$araldo" serve --port 0 --data "$folder/other.db" --log error
echo nonsense >"$folder/pem"
refused "a certificate that is none" "certificate and key cannot be used" "$araldo" serve --port 0 --data "$folder/room.db" --log error \
    --tls-cert "$folder/pem" --tls-key "$folder/pem"

refused "too few descriptors" "the system allows 60 open files, which is too few" bash -c 'ulimit -n 60; exec "$@"' few "$araldo" serve --port 0 --data "$folder/few.db" --log error
(ulimit -n 200; exec "$araldo" serve --port 0 --data "$folder/few.db" >"$folder/address" 2>"$folder/log") &
pid=$!
for _ in $(seq 100); do [ -s "$folder/address" ] && break; sleep 0.1; done
kill -TERM "$pid"; wait "$pid"
like "few descriptors are shared out" "the system allows 200 open files: enough for 75 connections, not 10000" "$(cat "$folder/log")"

begin_server
like "the address is told" "^Araldo is open at http://127\.0\.0\.1:[0-9]+/$" "$(cat "$folder/address")"
refused "a data file in use" "in use by another server" "$araldo" serve --port 0 --data "$folder/room.db" --log error
ln -s room.db "$folder/link.db"
ln "$folder/room.db" "$folder/hard.db"
rm -f "$folder/room.db-lock"
refused "the same file through a symbolic link" "in use by another server" "$araldo" serve --port 0 --data "$folder/link.db" --log error
refused "the same file under another name" "in use by another server" "$araldo" serve --port 0 --data "$folder/hard.db" --log error
refused "a port in use" "port $port at 127\.0\.0\.1 is in use" "$araldo" serve --port "$port" --data "$folder/second.db" --log error
end_server -TERM
equal "a clean stop" 0 $?
like "the log tells of the stop" " info: stopped$" "$(cat "$folder/log")"

begin_server --listen 0.0.0.0
like "everywhere is shown as here" "^Araldo is open at http://localhost:[0-9]+/$" "$(cat "$folder/address")"
end_server -INT
equal "a stop by interrupt" 0 $?

"$araldo" serve --port 0 --data "$folder/room.db" --quiet >"$folder/address" 2>"$folder/log" &
pid=$!
sleep 1
end_server -TERM
equal "quiet is quiet" "0 " "$? $(cat "$folder/address" "$folder/log")"

XDG_DATA_HOME=$folder/home "$araldo" serve --port 0 >"$folder/address" 2>/dev/null &
pid=$!
for _ in $(seq 100); do [ -s "$folder/address" ] && break; sleep 0.1; done
if [ -f "$folder/home/araldo/room.db" ]; then pass "the data has its place"; else fail "the data has its place" "$(ls -R "$folder/home")"; fi
end_server -TERM
finish
