#!/bin/sh
# What Araldo needs of Debian, in one place.
#   packages.sh check GROUP…     names what is missing in one line and fails; installs nothing
#   packages.sh install GROUP…   installs what is missing, as root or through sudo
# Groups: build (to compile and run), test (to run the tests).
set -eu

build="gcc libc6-dev make pkg-config libjansson-dev hunspell-fr-comprehensive libmicrohttpd-dev libgnutls28-dev libwslay-dev libsqlite3-dev libsodium-dev"
test="libcmocka-dev tmux gettext clang libclang-rt-dev hunspell libxml2-utils chromium"

action=$1
shift
wanted=""
for group in "$@"; do
    case $group in
        build) wanted="$wanted $build" ;;
        test) wanted="$wanted $test" ;;
        *) echo "packages.sh: no group '$group'" >&2; exit 2 ;;
    esac
done

# The browser tests run in Node.js, Debian's or another.
case " $* " in *" test "*)
    command -v node >/dev/null || wanted="$wanted nodejs"
    command -v npm >/dev/null || wanted="$wanted npm" ;;
esac

missing=""
for package in $wanted; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

case $action in
    check)
        echo "missing packages:$missing (sudo apt-get install$missing, or make packages)" >&2
        exit 2 ;;
    install)
        as_root=""
        if [ "$(id -u)" -ne 0 ]; then
            command -v sudo >/dev/null || { echo "missing packages:$missing, and there is no sudo to install them" >&2; exit 2; }
            as_root=sudo
        fi
        echo "installing:$missing"
        $as_root apt-get update -qq
        # shellcheck disable=SC2086
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ;;
    *) echo "packages.sh: check or install" >&2; exit 2 ;;
esac
