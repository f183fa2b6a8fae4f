#!/bin/bash
# Asks a server on this machine for its /health: succeeds if all is well, or with --alive if a restart would not help.
#   health.sh [--alive] [PORT]
# A server that waits for its database, or hands its tables over, is not healthy but alive: restarting it helps nobody.
set -u
alive=no
if [ "${1:-}" = --alive ]; then
    alive=yes
    shift
fi
exec 3<>"/dev/tcp/127.0.0.1/${1:-7070}" || exit 1
printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
answer=$(timeout 4 cat <&3) || exit 1
case $answer in
    "HTTP/1.1 200 "*) exit 0 ;;
    *'"stuck"'*) exit 1 ;;
    "HTTP/1.1 503 "*) [ "$alive" = yes ] ;;
    *) exit 1 ;;
esac
