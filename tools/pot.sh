#!/bin/sh
# Collects the messages of the sources, by the words that core/message.h lists, into a template for translators.
#   pot.sh OUTPUT.pot [SOURCE…]   without sources: those of all layers
set -eu
cd "$(dirname "$0")/.."
output=$1
shift

sources() {
    if [ $# -gt 0 ]; then printf '%s\n' "$@"
    else find . -path ./build -prune -o -path ./tests -prune -o -path ./tools -prune -o -name '*.[ch]' -print; fi |
        sed 's|^\./||' | grep -v '^core/message\.[ch]$' | LC_ALL=C sort
}

sources "$@" |
    xgettext --files-from=- --language=C --from-code=UTF-8 --add-comments=TRANSLATORS: --add-location=file --force-po \
        --package-name=Araldo --copyright-holder= --output=- \
        --keyword --keyword=N_ --keyword=NC_:1c,2 --keyword=message:2 --keyword=message_in_context:2c,3 \
        --keyword=message_plural:2,3 --keyword=reason_add:2 --keyword=reason_add_plural:2,3 \
        --keyword=message_format:3 --keyword=message_format_plural:3,4 |
    sed -e '/^"POT-Creation-Date: /d' -e 's/charset=CHARSET/charset=UTF-8/' > "$output"
