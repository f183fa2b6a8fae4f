#!/bin/sh
# Finds out what of tools/packages.txt is missing, by asking the compiler and pkg-config; installs it where there is apt.
#   packages.sh check GROUP…      says what is missing in one line, with the packages of this platform, and fails; installs nothing
#   packages.sh install GROUP…    installs what is missing through apt, as root or with sudo; on other systems the same as check
#   packages.sh libs NAME…        what to link for these libraries
#   packages.sh cflags NAME…      what to compile with
# CC, CLANG, PKG_CONFIG, CPPFLAGS, CFLAGS and LDFLAGS are as in make.
set -eu
table=$(dirname "$0")/packages.txt
: "${CC:=cc}" "${CLANG:=clang}" "${PKG_CONFIG:=pkg-config}" "${DICTIONARY:=/usr/share/hunspell/fr_FR}" "${OS_RELEASE:=/etc/os-release}"

# Lines of the table: each as `group name probe debian fedora arch alpine homebrew`.
rows() { sed -e '/^#/d' -e '/^$/d' "$table"; }

# library_flags libs|cflags NAME -lNAME
library_flags() {
    if $PKG_CONFIG --exists "$2" 2>/dev/null; then $PKG_CONFIG "--$1" "$2"
    elif [ "$1 $2" = "cflags libpq" ] && command -v pg_config >/dev/null; then echo "-I$(pg_config --includedir)"
    elif [ "$1" = libs ]; then echo "$3"; fi
}

# flags libs|cflags NAME…
flags() {
    kind=$1
    shift
    for wanted in "$@"; do
        rows | while read -r _ name probe _; do
            if [ "$name" = "$wanted" ]; then library_flags "$kind" "$name" "${probe##*:}"; fi
        done
    done | tr '\n' ' '
}

# compiles COMPILER FLAG…: can it make a program of standard input?
compiles() {
    compiler=$1
    shift
    # shellcheck disable=SC2086
    $compiler ${CPPFLAGS:-} ${CFLAGS:-} -x c -o "$scratch/probe" - ${LDFLAGS:-} "$@" >/dev/null 2>&1
}

# program HEADER,HEADER…
program() {
    for header in $(echo "$1" | tr , ' '); do echo "#include <$header>"; done
    echo 'int main(void) { return 0; }'
}

# is_there NAME PROBE
is_there() {
    case $2 in
        compiler) program stdio.h | compiles "$CC" ;;
        library:*)
            headers=${2#library:}
            # shellcheck disable=SC2046
            program "${headers%:*}" | compiles "$CC" $(library_flags cflags "$1" "") $(library_flags libs "$1" "${2##*:}") ;;
        command:*)
            for command in $(echo "${2#command:}" | tr , ' '); do
                command -v "$command" >/dev/null && return
            done
            return 1 ;;
        # shellcheck disable=SC2016
        file:*) [ -e "$(echo "${2#file:}" | sed "s|^\$DICTIONARY|$DICTIONARY|")" ] ;;
        fuzzer)
            echo '#include <stddef.h>
                int LLVMFuzzerTestOneInput(const char *data, size_t size) { return data && size > 9; }' |
                compiles "$CLANG" -fsanitize=fuzzer,address,undefined ;;
        wasm) program stdio.h | CPPFLAGS="" CFLAGS="" LDFLAGS="" compiles "$CLANG" --target=wasm32-wasi ;;
        *) echo "packages.sh: $1: cannot look for '$2'" >&2; exit 2 ;;
    esac
}

# The column of this platform in the table; 0 if it is another.
platform() {
    id=$(sed -n 's/^ID\(_LIKE\)\{0,1\}=//p' "$OS_RELEASE" 2>/dev/null | tr -d '"' | tr '\n' ' ')
    for word in $id; do
        case $word in
            debian | ubuntu) echo 1; return ;;
            fedora | rhel | centos) echo 2; return ;;
            arch) echo 3; return ;;
            alpine) echo 4; return ;;
        esac
    done
    if command -v brew >/dev/null; then echo 5; else echo 0; fi
}

# missing GROUP…: the packages of this platform, or the names where it has none
missing() {
    column=$(platform)
    for wanted in "$@"; do
        rows | while read -r group name probe debian fedora arch alpine homebrew; do
            [ "$group" = "$wanted" ] || continue
            is_there "$name" "$probe" && continue
            case $column in
                1) packages=$debian ;;
                2) packages=$fedora ;;
                3) packages=$arch ;;
                4) packages=$alpine ;;
                5) packages=$homebrew ;;
                *) packages=- ;;
            esac
            [ "$packages" = - ] && packages=$name
            echo "$packages" | tr , '\n'
        done
    done | awk '!seen[$0]++' | tr '\n' ' ' | sed 's/ $//'
}

# how PACKAGES: the command that installs them here
how() {
    case $(platform) in
        1) echo "sudo apt-get install $1" ;;
        2) echo "sudo dnf install $1" ;;
        3) echo "sudo pacman -S $1" ;;
        4) echo "sudo apk add $1" ;;
        5) echo "brew install $1" ;;
    esac
}

complain() {
    command=$(how "$1")
    echo "missing: $1${command:+ (to install: $command)}" >&2
    exit 2
}

action=${1:-}
[ $# -gt 0 ] && shift
case $action in
    libs | cflags) flags "$action" "$@"; exit ;;
    check | install) ;;
    *) echo "packages.sh: check, install, libs or cflags" >&2; exit 2 ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
packages=$(missing "$@")
[ -z "$packages" ] && exit 0
[ "$action" = install ] && command -v apt-get >/dev/null || complain "$packages"
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || complain "$packages"
    as_root=sudo
fi
echo "installing: $packages"
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
packages=$(missing "$@")
[ -z "$packages" ] || complain "$packages"
