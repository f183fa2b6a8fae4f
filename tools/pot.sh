#!/bin/sh
# Collects the messages of the sources into a template for translators.
# It finds them by the words that core/message.h and web/messages.js list.
#   pot.sh OUTPUT.pot [SOURCE…]   without sources: those of all layers and of the page
set -eu
cd "$(dirname "$0")/.."
output=$1
shift

# sources ENDING [SOURCE…]: those with that ending
sources() {
    ending=$1
    shift
    if [ $# -gt 0 ]; then printf '%s\n' "$@"
    else find . -path ./build -prune -o -path ./tests -prune -o -path ./tools -prune -o -path ./docs -prune -o -type f -print; fi |
        sed 's|^\./||' | grep "\.$ending\$" | grep -v -e '^core/message\.[ch]$' -e '^web/messages\.js$' | LC_ALL=C sort
}

# collect LANGUAGE OPTION…: from the files on standard input
collect() {
    language=$1
    shift
    xgettext --files-from=- --language="$language" --from-code=UTF-8 --add-comments=TRANSLATORS: --add-location=file --force-po \
        --package-name=Araldo --copyright-holder= --keyword --keyword=N_ --keyword=NC_:1c,2 "$@"
}

sources '[ch]' "$@" |
    collect C --output="$output" --keyword=NP_:1,2 --keyword=message:2 --keyword=message_in_context:2c,3 \
        --keyword=message_plural:2,3 --keyword=reason_add:2 --keyword=reason_add_plural:2,3 \
        --keyword=message_format:3 --keyword=message_format_plural:3,4 --keyword=error_say:2
sources js "$@" |
    collect JavaScript --output="$output" --join-existing --keyword=message:1 --keyword=messageIn:1c,2 --keyword=plural:1,2
sed -i -e '/^"POT-Creation-Date: /d' -e 's/charset=CHARSET/charset=UTF-8/' "$output"
