#!/bin/bash
# Tests the build itself: without Debian's tools, with libraries missing, with flags of the user's, and cross-compiling.
# It works on a copy of the sources and of the release build, so that only what is touched is compiled again.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
unset MAKEFLAGS MAKELEVEL MFLAGS CI WERROR MACHINE CC CFLAGS CPPFLAGS LDFLAGS V
tree=$folder/tree
mkdir -p "$tree/build"
find . -mindepth 1 -maxdepth 1 ! -name build ! -name .git -exec cp -a {} "$tree/" \;
cp -a build/release build/generated build/tools build/offline "$tree/build/"
cd "$tree" || exit 2

# All commands but those of Debian's package manager.
bare=$folder/bare
mkdir "$bare"
ln -s /usr/bin/* /bin/* /usr/local/bin/* "$bare/" 2>/dev/null
rm -f "$bare"/dpkg* "$bare"/apt* "$bare"/brew

# ---- without dpkg and apt
touch program/words.c
PATH=$bare make >"$folder/out" 2>&1
equal "builds without dpkg and apt" 0 $?
like "says in short what it does" '^  CC   program/words\.c$' "$(cat "$folder/out")"
equal "and no more" "" "$(grep -v '^  [A-Z]' "$folder/out")"
like "and the program runs" '^usage: araldo' "$(build/araldo --help 2>&1)"

# ---- what is missing, on each platform; this compiler finds no wslay, and no fuzzing
cat >"$folder/cc" <<'CC'
#!/bin/sh
case " $* " in *" -lwslay "* | *-fsanitize=fuzzer*) exit 1 ;; esac
exec gcc "$@"
CC
chmod +x "$folder/cc"
# missing SYSTEM ACTION GROUP…: the line and the status on such a system
missing() {
    printf 'NAME=x\nID=%s\nID_LIKE="%s"\n' "$1" "${like:-}" >"$folder/os-release"
    shift
    OS_RELEASE=$folder/os-release CC=$folder/cc PATH=${path:-$bare} tools/packages.sh "$@" 2>&1
    echo "status $?"
}
equal "Debian" "missing: libwslay-dev (to install: sudo apt-get install libwslay-dev)
status 2" "$(missing debian check build)"
equal "Fedora" "missing: wslay-devel (to install: sudo dnf install wslay-devel)
status 2" "$(missing fedora check build)"
equal "Arch" "missing: libwslay (to install: sudo pacman -S libwslay)
status 2" "$(missing arch check build)"
equal "Alpine" "missing: wslay-dev (to install: sudo apk add wslay-dev)
status 2" "$(missing alpine check build)"
equal "a relative of Fedora" "missing: wslay-devel (to install: sudo dnf install wslay-devel)
status 2" "$(like="rhel fedora" missing rocky check build)"
equal "any other system" "missing: libwslay
status 2" "$(missing plan9 check build)"
mkdir "$folder/brewery"
ln -s /bin/true "$folder/brewery/brew"
equal "Homebrew" "missing: wslay (to install: brew install wslay)
status 2" "$(path=$folder/brewery:$bare missing plan9 check build)"
equal "without apt nothing is installed" "missing: wslay-dev (to install: sudo apk add wslay-dev)
status 2" "$(missing alpine install build)"
equal "each package once" "missing: wslay-devel clang compiler-rt (to install: sudo dnf install wslay-devel clang compiler-rt)
status 2" "$(CLANG=$folder/cc missing fedora check build test)"
equal "a dictionary elsewhere" "hunspell-fr-comprehensive libwslay-dev" "$(DICTIONARY=/nowhere/fr missing debian check build |
    sed -n 's/^missing: \(.*\) (.*/\1/p' | xargs -n 1 | sort | xargs)"
like "a library that pkg-config knows elsewhere" '^-L/elsewhere -ljansson *$' "$(
    printf '#!/bin/sh\ncase $* in *exists*) ;; *--libs*) echo -L/elsewhere -ljansson ;; esac\n' >"$folder/pkg-config"
    chmod +x "$folder/pkg-config"
    PKG_CONFIG=$folder/pkg-config tools/packages.sh libs jansson)"
PATH=$bare make CC="$folder/cc" >"$folder/out" 2>&1
equal "make stops" 2 $?
equal "make says what is missing in one line" 1 "$(grep -c '^missing: ' "$folder/out")"
equal "and compiles nothing" "" "$(grep '^  CC' "$folder/out")"
for group in $(sed -n 's/^\(build\|test\|lint\|offline\) .*/\1/p' tools/packages.txt | sort -u); do
    like "$group: a package or - for each platform" '^8 $' "$(sed -n "s/^$group /$group /p" tools/packages.txt | awk '{ print NF }' | sort -u | tr '\n' ' ')"
done

# ---- flags
# commands TARGET ARGUMENT…: what make would run
commands() { make --no-print-directory -n -B V=1 "$@" 2>/dev/null; }
object=build/release/core/text.o
like "the user's flags come last" ' -O3 .*-DMINE=1 -O0 -MMD .*core/text\.c' "$(commands $object CPPFLAGS=-DMINE=1 CFLAGS=-O0)"
like "when linking too" ' -O0 -Wl,-O1 -o build/release/araldo .* -lmine$' "$(commands build/release/araldo CFLAGS=-O0 LDFLAGS=-Wl,-O1 LDLIBS=-lmine)"
equal "warnings are not errors" "" "$(commands $object | grep -e -Werror)"
like "but in CI they are" ' -Werror ' "$(CI=true commands $object)"
like "or if one asks for it" ' -Werror ' "$(commands $object WERROR=1)"
equal "for any machine of the platform" "" "$(commands $object | grep -e -march)"
like "or for the one at hand" ' -march=native ' "$(commands $object MACHINE=native)"
like "generators are made for the machine that builds" '^here .* -o build/tools/catalogue ' "$(commands build/tools/catalogue CC=there CC_FOR_BUILD=here)"
equal "and nothing else is" "" "$(commands build/release/araldo CC=there CC_FOR_BUILD=here AR=there-ar | grep '^here' | grep -v ' -o build/tools/')"
make CFLAGS=-DOTHER=1 -q build/release/core/text.o 2>/dev/null
equal "other flags mean another build" 1 $?

# ---- for editors
make -s compile_commands.json
equal "each source has its command" "$(find . -name build -prune -o -name docs -prune -o -name '*.c' -print | sed 's|^\./||' | LC_ALL=C sort)" \
    "$(node -e 'for (const {file} of JSON.parse(require("fs").readFileSync("build/compile_commands.json"))) console.log(file)' | LC_ALL=C sort)"
like "make help" '^  play  *install' "$(make help)"

# ---- what tests say where they cannot run
mkdir "$folder/broken"
printf '#!/bin/sh\necho "script: no pseudo-terminal" >&2\nexit 1\n' >"$folder/broken/script"
chmod +x "$folder/broken/script"
like "no pseudo-terminal" '^not ok a pseudo-terminal - .*script: no pseudo-terminal.*devpts' "$(PATH=$folder/broken:$PATH bash -c '
    . tests/support/shell.sh
    needs_terminal
    echo goes on')"
like "no registry" '^not ok installing .* - npm cannot fetch .*ECONNREFUSED' "$(npm_config_registry=http://127.0.0.1:9 npm_config_cache=$folder/npm \
    npm_config_fetch_retries=0 bash tests/web/test_lint.sh)"
finish
