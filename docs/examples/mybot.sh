#!/bin/sh
# A bot in one page of shell: it takes as many cards as it can, the seven of coins before all others.
# araldo arena primiera:classic exec:docs/examples/mybot.sh random
#
# docs/protocol.md, "A bot of your own", defines the dialogue: commands arrive on standard input, one per line, and answers go to
# standard output. Standard error is shown as it is.

# How much we like a move as Primiera writes it: `7D` lays a card, `8D=2C+6B` takes two with it.
like() {
    liking=0
    case $1 in
        *=*)
            liking=10
            rest=$1
            while [ "$rest" != "${rest#*+}" ]; do
                rest=${rest#*+}
                liking=$((liking + 10))
            done
            ;;
    esac
    case $1 in
        *7D*=* | *=*7D*) liking=$((liking + 100)) ;;
        *7D*) liking=-100 ;;
    esac
}

choose() {
    best=
    echo legal
    while read -r _ move && [ -n "$move" ]; do
        like "$move"
        if [ -z "$best" ] || [ "$liking" -gt "$best_liking" ]; then
            best=$move
            best_liking=$liking
        fi
    done
    echo "move $1 $best"
}

while read -r verb seat _; do
    case $verb in
        new | position) echo ok ;;
        go) choose "$seat" ;;
        quit) exit 0 ;;
        *) echo "error: no command '$verb'" ;;
    esac
done
