#!/bin/sh
# Writes the assembly that embeds files and their table (program/embedded.h) in the program; a zero byte follows each file.
#   embed.sh FILE… > embedded.S
# A file that was made in build/generated has the name that it would have in the sources.
set -eu
echo "/* Made by tools/embed.sh. */"
echo "    .section .rodata"
number=0
for file in "$@"; do
    case $file in *[!A-Za-z0-9._/-]*) echo "embed.sh: '$file' is no plain name" >&2; exit 2 ;; esac
    echo ".Lname$number: .asciz \"${file#build/generated/}\""
    echo ".Lbytes$number: .incbin \"$file\""
    echo ".Lend$number: .byte 0"
    number=$((number + 1))
done
echo "    .section .data.rel.ro,\"aw\""
echo "    .balign 16"
echo "    .globl embedded_files"
echo "embedded_files:"
number=0
for file in "$@"; do
    echo "    .dc.a .Lname$number, .Lbytes$number, .Lend$number - .Lbytes$number"
    number=$((number + 1))
done
echo "    .dc.a 0, 0, 0"
echo "    .section .note.GNU-stack,\"\",%progbits"
