#!/bin/bash
# The library as others get it: an installed tree, its symbols, its header, its samples and docs/library.md.
# The samples are compiled with gcc, g++ and clang against the tree, shared and static, and must all say the same.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/support/shell.sh
. tests/support/shell.sh
page=docs/library.md
samples="play mybot analyse words"
warnings="-Wall -Wextra -pedantic -Werror"
tree=$folder/tree

# What is built is installed; nothing is built here.
install_into() { make -s -o all -o library install "$@" >"$folder/install" 2>&1; }

if install_into PREFIX="$tree"; then pass "make install"; else fail "make install" "$(cat "$folder/install")"; finish; fi
equal "one header is installed" "$tree/include/araldo.h" "$(find "$tree/include" -type f)"
for file in bin/araldo lib/libaraldo.a lib/libaraldo.so lib/libaraldo.so.0 lib/pkgconfig/araldo.pc share/man/man1/araldo.1 \
    share/doc/araldo/LICENSE $(sed 's|^|share/doc/araldo/|' <<<"$(grep -oE 'docs/[a-z/-]+\.md' man/araldo.1; "$araldo" --help | grep -oE 'docs/[a-z/-]+\.md')" | sort -u); do
    if [ -s "$tree/$file" ]; then pass "installed: $file"; else fail "installed: $file" "missing"; fi
done
documents=$tree/share/doc/araldo
# links FILE: where its links and pictures lead, but for addresses
links() { awk '/^```/ { code = !code } !code' "$1" | grep -oE '\]\([^() ]+\)|src="[^"]+"' | sed -E 's/^(\]\(|src=")//; s/[")]$//; s/#.*//' | grep -vE '^([a-z]+:.*)?$'; }
broken=$(find "$documents" -name '*.md' | while read -r file; do
    links "$file" | while read -r target; do [ -e "${file%/*}/$target" ] || echo "${file##*/}: $target"; done
done)
equal "links in installed documents hold" "" "$broken"
like "which are not all removed" '^docs/library\.md$' "$(links "$documents/README.md")"
if [ -x "$documents/docs/examples/mybot.sh" ]; then pass "the script among the samples can be run"; else fail "the script among the samples can be run" "no"; fi

# ---- symbols

functions=$(sed -n 's/^ARALDO_API .*[ *]\(araldo_[a-z_]*\)(.*/\1/p' include/araldo.h | sort)
equal "the shared library exports the header's functions and nothing else" "$functions" \
    "$(nm -D --defined-only "$tree/lib/libaraldo.so" | awk '{ print $NF }' | sort)"
equal "the static library has no other global symbol" "$functions" \
    "$(nm -g --defined-only "$tree/lib/libaraldo.a" | awk 'NF == 3 { print $NF }' | sort)"
dynamic=$(readelf -d "$tree/lib/libaraldo.so")
like "the soname" 'SONAME.*\[libaraldo\.so\.0\]' "$dynamic"
equal "no relocations in the code" "" "$(printf '%s' "$dynamic" | grep TEXTREL)"
if gcc -shared -o "$folder/plugin.so" -Wl,--whole-archive "$tree/lib/libaraldo.a" -Wl,--no-whole-archive -ljansson -lm \
    2>"$folder/stderr"; then pass "the static library is position-independent"
else fail "the static library is position-independent" "$(cat "$folder/stderr")"; fi

# ---- pkg-config

export PKG_CONFIG_PATH=$tree/lib/pkgconfig
equal "pkg-config: the version is the library's" "araldo $(pkg-config --modversion araldo)" "$("$tree/bin/araldo" --version)"
equal "pkg-config: shared, a program needs the library alone" "-L$tree/lib -laraldo" "$(pkg-config --libs araldo | sed 's/ *$//')"
like "pkg-config: static, what it needs itself" '-laraldo.*-lm .*-ljansson' "$(pkg-config --static --libs araldo) "
install_into DESTDIR="$folder/stage" PREFIX=/usr LIBDIR=/usr/lib/machine
like "LIBDIR is honoured" '^libdir=\$\{prefix\}/lib/machine$' "$(cat "$folder/stage/usr/lib/machine/pkgconfig/araldo.pc")"
make -s uninstall DESTDIR="$folder/stage" PREFIX=/usr LIBDIR=/usr/lib/machine >/dev/null
equal "make uninstall leaves no file" "" "$(find "$folder/stage" ! -type d)"

# ---- the header

echo '#include <araldo.h>' >"$folder/header.c"
for compiler in "gcc -std=c99" "gcc -std=c11" "clang -std=c99" "g++ -x c++ -std=c++11" "g++ -x c++ -std=c++20" "clang -x c++ -std=c++11"; do
    # shellcheck disable=SC2086
    if $compiler $warnings -fsyntax-only -I "$tree/include" "$folder/header.c" 2>"$folder/stderr"; then pass "the header: $compiler"
    else fail "the header: $compiler" "$(cat "$folder/stderr")"; fi
done

# ---- the samples

export LD_LIBRARY_PATH=$tree/lib
cd "$folder" || exit 2

declare -A linkage=(
    [shared]=$(pkg-config --cflags --libs araldo)
    [static]="-static $(pkg-config --cflags --libs --static araldo)"
)

# What a sample says, quickly: the match of mybot is a short one.
say() {
    case $1 in
        mybot) ./mybot primero strong 3 ;;
        words) ./words 'ET*' ;;
        play) ./play && ./play "primero:italian people=4 limit=5" 7 ;;
        analyse) ./analyse ;;
    esac
}

for sample in $samples; do
    reference=""
    for compiler in "gcc -std=c99" "g++ -x c++ -std=c++11" "clang -std=c11"; do
        for how in shared static; do
            # After -x c++ the linker's libraries would count as sources, so -x none ends it.
            # shellcheck disable=SC2086
            if ! $compiler $warnings "$tree/share/doc/araldo/docs/examples/$sample.c" -x none -o "$sample" ${linkage[$how]} 2>stderr; then
                fail "$sample: $compiler $how" "$(cat stderr)"
                continue
            fi
            said=$(say "$sample" 2>&1)
            [ -n "$reference" ] || reference=$said
            equal "$sample: $compiler $how" "$reference" "$said"
        done
    done
done
equal "a static program needs no library of ours" "" "$(readelf -d play 2>/dev/null | grep NEEDED)"
like "the record of mybot verifies" '^mybot.jsonl: good, 1 whole record' "$("$tree/bin/araldo" verify mybot.jsonl)"
refused "a sample passes the library's line on" "^play: unknown game 'chess'; choose from primiera" ./play chess

# ---- the page: its code is the samples', its commands work, and they say what it says

# blocks KIND: the page's blocks of that kind, each ended by a line ---
blocks() { awk -v start="^\`\`\`$1\$" '!inside && $0 ~ start { inside = 1; next } /^```/ { if (inside == 1) print "---"; inside = inside ? 0 : 2; next } inside == 1' "$OLDPWD/$page"; }

all=$(cat "$tree"/share/doc/araldo/docs/examples/*.c)
block=""
count=0
while IFS= read -r line; do
    if [ "$line" != --- ]; then block+=$line$'\n'; continue; fi
    count=$((count + 1))
    case "$all" in *"$block"*) pass "block $count is in a sample" ;; *) fail "block $count is in a sample" "$block" ;; esac
    block=""
done < <(blocks c)
if [ "$count" -ge 8 ]; then pass "blocks of code on the page"; else fail "blocks of code on the page" "only $count"; fi

cp "$tree"/share/doc/araldo/docs/examples/*.c .
blocks "" | grep '^cc ' >commands
equal "the page has a command for each sample" "analyse mybot play words" \
    "$(sed -n 's/^cc .*-o \([a-z]*\) .*/\1/p' commands | sort -u | paste -sd' ')"
while read -r command; do
    if eval "$command" 2>stderr; then pass "$command"; else fail "$command" "$(cat stderr)"; fi
done <commands
{ ./play; ./analyse; } >output
equal "the samples print what the page says" "" "$(blocks text | grep -vx -- --- | grep -vxFf output)"
finish
