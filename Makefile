# The build: `make` builds, `make play` plays, `make test` tests, `make help` lists the rest.
#
# One pattern for everything: the sources of a layer are the .c files in its folder. There are two builds side by side,
# build/release (-O3) and build/dev (sanitizers, invariants checked after every move); build/araldo is the release program.
# CC, AR, PKG_CONFIG, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS are yours: your flags come last and add to ours (docs/building.md).

VERSION := 0.1.0
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
# The French dictionary, without its endings .aff and .dic.
DICTIONARY ?= /usr/share/hunspell/fr_FR
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
# The compiler of the machine that builds, for programs that run during the build; differs from CC when cross-compiling.
CC_FOR_BUILD ?= $(CC)
AR ?= ar
PKG_CONFIG ?= pkg-config
CLANG ?= clang
CORES := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# What others link: library is its face, include/araldo.h.
LIBRARY_LAYERS := core lexicon games bots record arena teach library
ROOM_LAYERS := room cluster store server
PROGRAM_LAYERS := client term program
GENERATED := build/generated

# The sources of a layer: its own files, and those of its folders, one for each game.
sources = $(wildcard $(1:%=%/*.c) $(1:%=%/*/*.c))
LIBRARY_SOURCES := $(call sources,$(LIBRARY_LAYERS))
ROOM_SOURCES := $(call sources,$(ROOM_LAYERS))
PROGRAM_SOURCES := $(call sources,$(PROGRAM_LAYERS))
TESTS := $(wildcard tests/*/*.c tests/cluster/simulated/*.c tests/games/oracle/*/*.c)
TEST_SOURCES := $(foreach source,$(TESTS),$(if $(filter test_%,$(notdir $(source))),$(source)))
FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
TOY_GAMES := tests/program/toy_games.c
# What tests/term/test_stage.c draws with: the terminal's layer, and what the program makes of moves; no curses.
STAGE_SOURCES := $(filter-out term/full/terminal.c term/full/dialog.c,$(filter term/%,$(PROGRAM_SOURCES))) program/place.c \
	program/full/choices.c
TEST_SHARED := $(filter-out $(TEST_SOURCES) $(FUZZ_SOURCES) $(TOY_GAMES),$(TESTS)) client/websocket.c offline/thinking.c

# ---- flags

# Libraries by the names that tools/packages.txt gives them.
libraries = $(shell PKG_CONFIG='$(PKG_CONFIG)' tools/packages.sh $(1) $(2))
LIBRARY_NEEDS := jansson
ROOM_NEEDS := libmicrohttpd gnutls libwslay sqlite3 libpq libsodium libunistring
PROGRAM_NEEDS := ncursesw libedit zlib
LIBRARIES := $(call libraries,libs,$(LIBRARY_NEEDS)) -lm -pthread
# What the card room needs in addition; the library of engines, records and bots does not.
ROOM_LIBRARIES := $(call libraries,libs,$(ROOM_NEEDS))
# And the program: its full screen, lines that can be edited, and compressed records.
PROGRAM_LIBRARIES := $(call libraries,libs,$(PROGRAM_NEEDS))
TEST_LIBRARIES := $(call libraries,libs,cmocka)

# Warnings are errors in CI, or with WERROR=1: elsewhere a newer compiler must not keep anybody from building.
WERROR ?= $(if $(filter true,$(CI)),1)
CPPFLAGS_COMMON := -D_GNU_SOURCE -I. -I$(GENERATED) -DARALDO_VERSION='"$(VERSION)"' \
	$(call libraries,cflags,$(LIBRARY_NEEDS) $(filter-out libpq,$(ROOM_NEEDS)) $(PROGRAM_NEEDS) cmocka)
# PostgreSQL's headers have a folder of their own, which only the files that talk to it need.
CPPFLAGS_LIBPQ := $(call libraries,cflags,libpq)
CFLAGS_COMMON := -std=c11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(filter 1,$(WERROR)),-Werror) \
	-fno-strict-aliasing -ffp-contract=off -fPIC -fvisibility=hidden -g -ffile-prefix-map=$(CURDIR)=.
# Which processor to compile for: the baseline of the platform, unless MACHINE names another (native, x86-64-v3, ...).
MACHINE ?=
# Hands and tables are a handful of cards: vectorised loops only slow them down (measured: 1.2 times the time a ply).
CFLAGS_RELEASE := -O3 -fno-tree-vectorize -DNDEBUG $(MACHINE:%=-march=%)
CFLAGS_DEV := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DARALDO_DEVELOPMENT

# $(call say,CC,file): one short line for each step; with V=1 make prints the commands instead.
V ?= 0
say = $(if $(filter-out 0,$(V)),,@printf '  %-4s %s\n' '$(1)' '$(strip $(2))';)

.PHONY: all help play test soak fuzz fuzzers bench map install uninstall clean packages check-packages dev FORCE
.SECONDARY:
.DELETE_ON_ERROR:

all: check-packages build/araldo library ## build the program and the library, build/araldo and build/libaraldo.*; installs nothing

help: ## list what make can do
	@echo 'make [TARGET] [V=1] [WERROR=1] [MACHINE=native] [CC=...] [CFLAGS=...]; docs/building.md says more'
	@sed -n 's/^\([a-z_.-]*\):.* ## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{printf "  %-22s %s\n", $$1, $$2}'

# ---- what must be installed

PACKAGES := CC='$(CC)' CLANG='$(CLANG)' PKG_CONFIG='$(PKG_CONFIG)' DICTIONARY='$(DICTIONARY)' \
	CPPFLAGS='$(CPPFLAGS)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' tools/packages.sh

check-packages:
	@$(PACKAGES) check build

packages: ## install what building, testing and checking need, through apt; elsewhere say what is missing
	@$(PACKAGES) install build test lint offline

# Is there a compiler for WebAssembly? Then the program gets the engine for the page (`make offline` installs one).
ENGINE := $(if $(shell $(PACKAGES) check offline >/dev/null 2>&1 && echo yes),$(addprefix $(GENERATED)/web/engine/,araldo.wasm french.words teacher.wasm))

# ---- generated sources: headers that must exist before anything is compiled, and the stems of .c or .S files in
# build/generated that go into the library or into the program

GENERATED_HEADERS :=
GENERATED_LIBRARY := messages lexicon_french
GENERATED_PROGRAM := embedded

# The catalogues as a table: core/message.h.
CATALOGUES := $(wildcard po/*.po)
CATALOGUE_SOURCES := tools/catalogue.c tools/po.c core/json.c core/language.c core/text.c

$(GENERATED)/messages.c: build/tools/catalogue $(CATALOGUES) po
	@mkdir -p $(@D)
	$(call say,GEN,$@)build/tools/catalogue table $@ $(CATALOGUES)

# Files that travel inside the program: program/embedded.h. A folder is named for when a file goes.
PAGE := $(wildcard rules/*.txt puzzles/*.txt lessons/*.txt web/*.html web/*.css web/*.js web/*.svg web/*.webmanifest web/*/*.html web/*/*.css web/*/*.js web/*/*.jsonl web/*/*.png web/games/*/*.css web/games/*/*.js)
PAGE_MADE := $(GENERATED)/web/engine/files.json $(ENGINE)
EMBEDDED := $(PAGE) $(PAGE_MADE) $(ENGINE:%=%.gz) $(GENERATED)/web/sw.js
PAGE_FOLDERS := rules puzzles lessons web web/cards web/engine web/show web/teach $(wildcard web/games web/games/*/)

$(GENERATED)/embedded.S: tools/embed.sh $(EMBEDDED) $(PAGE_FOLDERS)
	@mkdir -p $(@D)
	$(call say,GEN,$@)tools/embed.sh $(EMBEDDED) > $@

# What the page has to know of this build, and the files that browsers keep. With the engine's compiler they change too.
$(GENERATED)/engine: FORCE
	@mkdir -p $(@D)
	@echo '$(ENGINE)' > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(GENERATED)/web/engine/files.json: tools/page_files.sh $(GENERATED)/engine $(ENGINE)
	@mkdir -p $(@D)
	$(call say,GEN,$@)tools/page_files.sh engine $(ENGINE) > $@

$(GENERATED)/web/sw.js: tools/page_files.sh $(PAGE) $(PAGE_MADE) $(CATALOGUES) $(PAGE_FOLDERS)
	@mkdir -p $(@D)
	$(call say,GEN,$@)tools/page_files.sh worker web/service.js $(PAGE) $(PAGE_MADE) $(CATALOGUES) > $@

%.gz: %
	$(call say,ZIP,$@)gzip -9 -n -c $< > $@

# The French lexicon: the dictionary's forms as a word graph, and as a plain list for the tests.
LEXICON_SOURCES := tools/lexicon_build.c tools/hunspell.c lexicon/builder.c lexicon/spelling.c core/text.c

LEXICON := $(addprefix $(GENERATED)/,lexicon_french.c lexicon_french.txt offline/lexicon_french.c web/engine/french.words)

$(LEXICON) &: build/tools/lexicon_build tools/abbreviations.txt $(DICTIONARY).aff $(DICTIONARY).dic
	@mkdir -p $(dir $(LEXICON))
	$(call say,GEN,$(GENERATED)/lexicon_french.c)build/tools/lexicon_build $(DICTIONARY).aff $(DICTIONARY).dic tools/abbreviations.txt \
		$(LEXICON)

# The programs that write them run during the build, so the build machine's compiler makes them.
build/tools/catalogue: $(CATALOGUE_SOURCES) tools/po.h core/json.h core/language.h core/languages.h core/text.h
build/tools/lexicon_build: $(LEXICON_SOURCES) $(wildcard tools/hunspell.h lexicon/*.h) core/text.h
build/tools/catalogue build/tools/lexicon_build:
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC_FOR_BUILD) -std=c11 -D_GNU_SOURCE -O2 -I. $(CFLAGS_FOR_BUILD) -o $@ $(filter %.c,$^) $(LDFLAGS_FOR_BUILD)

# ---- the two builds

# What objects are compiled with, written down only when it changes, so that other flags mean another build. ccache, -Werror
# and the place of the tree make no other objects.
define FLAGS
build/$(1)/flags: FORCE
	@mkdir -p $$(@D)
	@echo '$$(filter-out ccache,$$(CC_$(2))) $$(subst ','\'',$$(filter-out -Werror -ffile-prefix-map=%,$$(COMPILE_$(2))))' > $$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi
endef

define BUILD
COMPILE_$(2) = $$(CPPFLAGS_COMMON) $$(CFLAGS_COMMON) $$(CFLAGS_$(2)) $$(CPPFLAGS) $$(CFLAGS)
LINK_$(2) = $$(CFLAGS_$(2)) $$(CFLAGS) $$(LDFLAGS)
$(call FLAGS,$(1),$(2))

build/$(1)/store/postgres/%.o build/$(1)/tests/support/database.o build/$(1)/tests/store/test_store.o: CPPFLAGS_OWN := $$(CPPFLAGS_LIBPQ)
build/$(1)/%.o: %.c build/$(1)/flags $$(GENERATED_HEADERS)
	@mkdir -p $$(@D)
	$$(call say,CC,$$< $(3))$$(CC_$(2)) $$(CPPFLAGS_OWN) $$(COMPILE_$(2)) -MMD -MP -c $$< -o $$@

build/$(1)/generated/%.o: $$(GENERATED)/%.c build/$(1)/flags
	@mkdir -p $$(@D)
	$$(call say,CC,$$< $(3))$$(CC_$(2)) $$(COMPILE_$(2)) -MMD -MP -c $$< -o $$@

build/$(1)/generated/%.o: $$(GENERATED)/%.S build/$(1)/flags
	@mkdir -p $$(@D)
	$$(call say,AS,$$< $(3))$$(CC_$(2)) -c $$< -o $$@

build/$(1)/libinternal.a: $$(LIBRARY_SOURCES:%.c=build/$(1)/%.o) $$(GENERATED_LIBRARY:%=build/$(1)/generated/%.o)
	@rm -f $$@
	$$(call say,AR,$$@)$$(AR) rcs $$@ $$^

build/$(1)/libroom.a: $$(ROOM_SOURCES:%.c=build/$(1)/%.o)
	@rm -f $$@
	$$(call say,AR,$$@)$$(AR) rcs $$@ $$^

build/$(1)/araldo: $$(PROGRAM_SOURCES:%.c=build/$(1)/%.o) $$(GENERATED_PROGRAM:%=build/$(1)/generated/%.o) \
		build/$(1)/libroom.a build/$(1)/libinternal.a
	$$(call say,LD,$$@)$$(CC_$(2)) $$(LINK_$(2)) -o $$@ $$^ $$(PROGRAM_LIBRARIES) $$(ROOM_LIBRARIES) $$(LIBRARIES) $$(LDLIBS)

build/$(1)/tools/catalogue: $$(CATALOGUE_SOURCES:%.c=build/$(1)/%.o)
build/$(1)/tools/lexicon_build: $$(LEXICON_SOURCES:%.c=build/$(1)/%.o)
build/$(1)/tools/catalogue build/$(1)/tools/lexicon_build:
	$$(call say,LD,$$@)$$(CC_$(2)) $$(LINK_$(2)) -o $$@ $$^ $$(LDLIBS)

build/$(1)/tools/load: build/$(1)/tools/load.o build/$(1)/client/websocket.o build/$(1)/libinternal.a
	$$(call say,LD,$$@)$$(CC_$(2)) $$(LINK_$(2)) -o $$@ $$^ $$(ROOM_LIBRARIES) $$(LIBRARIES) $$(LDLIBS)

build/$(1)/tools/learn/%: build/$(1)/tools/learn/%.o build/$(1)/libinternal.a
	$$(call say,LD,$$@)$$(CC_$(2)) $$(LINK_$(2)) -o $$@ $$^ $$(LIBRARIES) $$(LDLIBS)

build/$(1)/libtests.a: $$(TEST_SHARED:%.c=build/$(1)/%.o)
	@rm -f $$@
	$$(call say,AR,$$@)$$(AR) rcs $$@ $$^

build/$(1)/tests/term/test_stage: $$(STAGE_SOURCES:%.c=build/$(1)/%.o)
$$(TEST_SOURCES:%.c=build/$(1)/%): build/$(1)/%: build/$(1)/%.o build/$(1)/libtests.a \
		build/$(1)/libroom.a build/$(1)/libinternal.a
	$$(call say,LD,$$@)$$(CC_$(2)) $$(LINK_$(2)) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^) $$(TEST_LIBRARIES) $$(ROOM_LIBRARIES) $$(LIBRARIES) $$(LDLIBS)
endef
CC_RELEASE = $(CC)
CC_DEV = $(CC)
$(eval $(call BUILD,release,RELEASE))
$(eval $(call BUILD,dev,DEV,(dev)))

build/araldo: build/release/araldo
	@ln -f $< $@ 2>/dev/null || cp $< $@

# The program with the toy game of the tests (tests/program/test_toy.sh).
build/dev/tests/program/toy_araldo: $(TOY_GAMES:%.c=build/dev/%.o) build/dev/tests/support/toy.o $(PROGRAM_SOURCES:%.c=build/dev/%.o) \
		$(GENERATED_PROGRAM:%=build/dev/generated/%.o) build/dev/libroom.a build/dev/libinternal.a
	$(call say,LD,$@)$(CC_DEV) $(LINK_DEV) -o $@ $^ $(PROGRAM_LIBRARIES) $(ROOM_LIBRARIES) $(LIBRARIES) $(LDLIBS)

dev: build/dev/araldo build/dev/tools/catalogue build/dev/tools/lexicon_build build/dev/tests/program/toy_araldo $(TEST_SOURCES:%.c=build/dev/%) ## build with sanitizers, and the test programs

# ---- the public library: build/libaraldo.so and build/libaraldo.a, with the functions of include/araldo.h and no other symbol

# Raised when a program that was compiled against an older header could no longer run.
ABI := $(shell sed -n 's/^\#define ARALDO_ABI //p' include/araldo.h)
SONAME := libaraldo.so.$(ABI)
OBJCOPY ?= $(shell $(CC) -print-prog-name=objcopy)
LIBRARY_PARTS := $(patsubst %.c,build/release/%.o,$(call sources,library)) build/release/libinternal.a

.PHONY: library
library: build/libaraldo.so build/libaraldo.a ## build the library, build/libaraldo.so and build/libaraldo.a

build/libaraldo.so: $(LIBRARY_PARTS)
	$(call say,LD,$@)$(CC) $(LINK_RELEASE) -shared -Wl,-soname,$(SONAME) -Wl,--no-undefined -Wl,--as-needed -o $@ $^ $(LIBRARIES) $(LDLIBS)

# One object, so that everything but the public functions can be made local; of machine code, also where CFLAGS ask for LTO.
build/libaraldo.a: $(LIBRARY_PARTS)
	$(call say,LD,build/libaraldo.o)$(CC) $(CFLAGS_RELEASE) $(CFLAGS) $(if $(findstring -flto,$(CFLAGS)),-flinker-output=nolto-rel) -r -nostdlib \
		-o build/libaraldo.o $^
	$(call say,COPY,build/libaraldo.o)$(OBJCOPY) --localize-hidden --strip-debug build/libaraldo.o
	@rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ build/libaraldo.o

# ---- the engine in the page: core to room and offline/ as one WebAssembly module, and a second one that teaches, which is only
# fetched when somebody learns (docs/building.md)

OFFLINE_SOURCES := $(filter-out offline/teacher.c,$(call sources,core lexicon games bots record room offline))
TEACHER_SOURCES := $(filter-out offline/engine.c offline/show.c offline/thinking.c,$(call sources,core lexicon games bots record teach offline))
# What Debian has no WebAssembly build of is in offline/standin, which comes before the system's headers. Thread-local storage
# needs no code where there is one thread, but clang 14 has to be told so.
COMPILE_OFFLINE = --target=wasm32-wasi -std=c11 -D_GNU_SOURCE -D_WASI_EMULATED_GETPID -I. -I$(GENERATED) -Ioffline/standin \
	-DARALDO_VERSION='"$(VERSION)"' -Wall -Wextra -Wshadow -Wstrict-prototypes $(if $(filter 1,$(WERROR)),-Werror) \
	-fno-strict-aliasing -ffp-contract=off -fvisibility=hidden -ftls-model=local-exec -ffunction-sections -fdata-sections -DNDEBUG \
	-msign-ext -mnontrapping-fptoint -mbulk-memory
# The stack comes first in memory, so that an overflow traps. With -O3 of its own clang would run wasm-opt too, without its switches.
LINK_OFFLINE = --target=wasm32-wasi -Wl,-O3,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576
WASM_OPT := wasm-opt -O3 --enable-sign-ext --enable-nontrapping-float-to-int --enable-bulk-memory
CC_OFFLINE = $(CLANG)
$(eval $(call FLAGS,offline,OFFLINE))

# Games and bots are to be fast, and the rest small: it is downloaded before the first move. -O3 takes room too, so only what is
# hottest gets it (docs/speed.md).
OFFLINE_FAST := $(filter-out %/text.c %/position.c %/reason.c %/options.c %/check.c games/setup.c lexicon/builder.c \
	core/event%.c core/json%.c core/language.c core/message.c core/option.c,$(call sources,core lexicon games bots))
OPTIMISE_OFFLINE := -Oz
$(OFFLINE_FAST:%.c=build/offline/%.o): OPTIMISE_OFFLINE := -O2 -fno-vectorize
OFFLINE_HOT := core/chance $(addprefix games/,primiera/cards primiera/playout primiera/primiera primiera/score primero/hand \
	primero/primero royalflush/combos royalflush/royalflush)
$(OFFLINE_HOT:%=build/offline/%.o): OPTIMISE_OFFLINE := -O3 -fno-vectorize

build/offline/%.o: %.c build/offline/flags
	@mkdir -p $(@D)
	$(call say,CC,$< (wasm))$(CC_OFFLINE) $(COMPILE_OFFLINE) $(OPTIMISE_OFFLINE) -MMD -MP -c $< -o $@

build/offline/generated/%.o: $(GENERATED)/%.c build/offline/flags
	@mkdir -p $(@D)
	$(call say,CC,$< (wasm))$(CC_OFFLINE) $(COMPILE_OFFLINE) $(OPTIMISE_OFFLINE) -c $< -o $@

OFFLINE_OBJECTS := $(OFFLINE_SOURCES:%.c=build/offline/%.o)
$(GENERATED)/web/engine/araldo.wasm: $(OFFLINE_OBJECTS)
$(GENERATED)/web/engine/teacher.wasm: $(TEACHER_SOURCES:%.c=build/offline/%.o)
$(GENERATED)/web/engine/%.wasm: build/offline/generated/offline/lexicon_french.o
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC_OFFLINE) $(LINK_OFFLINE) -mexec-model=reactor -o build/offline/$*.linked $^
	$(call say,OPT,$@)$(WASM_OPT) -o $@ build/offline/$*.linked

# Programs for the tests: what bots choose, and how fast everything is, natively and as WebAssembly.
build/release/tools/offline/%: build/release/tools/offline/%.o $(patsubst %.c,build/release/%.o,$(wildcard program/bench/*.c) program/arguments.c program/person.c) \
		build/release/libinternal.a
	$(call say,LD,$@)$(CC_RELEASE) $(LINK_RELEASE) -o $@ $^ $(LIBRARIES) $(LDLIBS)

build/offline/tools/offline/%.wasm: build/offline/tools/offline/%.o $(addprefix build/offline/generated/,lexicon_french.o messages.o) \
		$(patsubst %.c,build/offline/%.o,$(wildcard program/bench/*.c) program/arguments.c program/person.c) $(filter-out build/offline/offline/engine.o build/offline/offline/memory.o,$(OFFLINE_OBJECTS))
	$(call say,LD,$@)$(CC_OFFLINE) $(LINK_OFFLINE) -o $(@:.wasm=.linked) $^
	$(call say,OPT,$@)$(WASM_OPT) -o $@ $(@:.wasm=.linked)

.PHONY: offline offline-tests bench-offline
offline: ## install what the engine in the page needs, and build it
	@$(PACKAGES) install build offline
	@$(MAKE) --no-print-directory -j$(CORES) all

offline-tests: $(foreach program,choices bench,build/release/tools/offline/$(program) build/offline/tools/offline/$(program).wasm)

bench-offline: ## measure speed natively and as WebAssembly, one beside the other
	@$(PACKAGES) install build offline
	@$(MAKE) --no-print-directory -j$(CORES) offline-tests
	@tools/offline/bench.sh

# ---- for editors and checkers

C_SOURCES := $(LIBRARY_SOURCES) $(ROOM_SOURCES) $(PROGRAM_SOURCES) $(TESTS) $(wildcard tools/*.c tools/*/*.c) $(call sources,offline)
json_text = "$(subst ",\",$(subst \,\\,$(1)))"
compile_command = {"directory": $(call json_text,$(CURDIR)), "file": "$(1)", "command": $(call json_text,$(if $(filter offline/%,$(1)),$(CC_OFFLINE) $(COMPILE_OFFLINE),$(filter-out ccache,$(CC)) $(COMPILE_DEV) $(CPPFLAGS_LIBPQ)) -c $(1))}

.PHONY: compile_commands.json
compile_commands.json: ## write build/compile_commands.json, for clangd and other tools
	@mkdir -p build
	$(file >build/$@,[$(call compile_command,$(firstword $(C_SOURCES))))
	$(foreach source,$(wordlist 2,$(words $(C_SOURCES)),$(C_SOURCES)),$(file >>build/$@,,$(call compile_command,$(source))))
	$(file >>build/$@,])

.PHONY: format lint
format: ## format the C sources with clang-format, the page with Prettier
	@$(PACKAGES) install lint
	$(call say,FMT,*.c *.h)find . \( -name build -o -name .git \) -prune -o -name '*.[ch]' -print0 | xargs -0 clang-format -i
	@tests/web/test_lint.sh --fix

lint: ## check formatting, and look for mistakes in the C sources and the page
	@$(PACKAGES) install build test lint
	@tests/run.sh test_lint

# ---- languages (docs/translating.md); gettext's tools are among the packages for tests

.PHONY: pot po-update
pot: ## collect the messages of the sources into po/araldo.pot
	tools/pot.sh po/araldo.pot

po-update: pot ## bring the catalogues in po/ up to date
	for catalogue in $(CATALOGUES); do \
		msgmerge --quiet --update --backup=none --no-fuzzy-matching --add-location=file $$catalogue po/araldo.pot && \
		msgattrib --no-obsolete --add-location=file --output-file=$$catalogue $$catalogue || exit 1; \
	done

# ---- fuzzers

# Fuzzers are a third build of the library, by clang: build/fuzz/fuzz_NAME [corpus]. `make fuzz` runs each for a minute.
FUZZ_SECONDS ?= 60
FUZZ_LEVEL ?= -O1
CFLAGS_FUZZ := $(CFLAGS_DEV) $(FUZZ_LEVEL) -fsanitize=fuzzer-no-link
CC_FUZZ = $(CLANG)
$(eval $(call BUILD,fuzz,FUZZ,(fuzz)))

build/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o build/fuzz/libroom.a build/fuzz/libinternal.a
	$(call say,LD,$@)$(CC_FUZZ) -fsanitize=fuzzer,address,undefined $(CFLAGS) $(LDFLAGS) -o $@ $^ $(ROOM_LIBRARIES) $(LIBRARIES) $(LDLIBS)

fuzzers: $(FUZZ_SOURCES:tests/fuzz/%.c=build/fuzz/%)

fuzz: packages ## run each fuzzer for a minute, or FUZZ_SECONDS
	@$(MAKE) --no-print-directory all fuzzers
	@ARALDO_FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/test_fuzz.sh

# ---- threads

# A fourth build, with clang's ThreadSanitizer, of whatever runs threads: the program, and the tests of server, attacks and teams
# of searches. tests/server/test_threads.sh runs them.
CFLAGS_THREADS := -O1 -fsanitize=thread -fno-omit-frame-pointer -DARALDO_DEVELOPMENT
CC_THREADS = $(CLANG)
THREAD_TESTS := server/test_server server/test_hosted server/test_matches attacks/test_attacks bots/test_budget
$(eval $(call BUILD,threads,THREADS,(threads)))

.PHONY: threads
threads: build/threads/araldo $(THREAD_TESTS:%=build/threads/tests/%) ## build with ThreadSanitizer what runs threads

# ---- what people call

play: ## install what is missing, build, and open the card room
	@$(PACKAGES) install build
	@$(MAKE) --no-print-directory -j$(CORES) all
	@build/araldo serve

test: packages ## install what is missing, build, and run all tests
	@$(MAKE) --no-print-directory -j$(CORES) all dev fuzzers threads offline-tests
	@tests/run.sh

soak: packages ## the tests with their full numbers, for hours; then simulated clusters, until it is stopped
	@$(MAKE) --no-print-directory -j$(CORES) FUZZ_LEVEL=-O2 all dev fuzzers threads offline-tests $(TEST_SOURCES:%.c=build/release/%)
	@ARALDO_SOAK=1 tests/run.sh
	@echo 'Simulating clusters by fresh seeds until you press Ctrl-C.'
	@ARALDO_ONLY=test_seeds ARALDO_SEEDS=0 ARALDO_SEED=$$(date +%s)000000 build/release/tests/cluster/test_simulation

bench: all ## measure speed
	@build/araldo bench

map: ## print the atlas: every file with one line on what it is
	@tools/map.sh

INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/araldo
INSTALLED_LIBRARY := libaraldo.so.$(VERSION)
# Documents keep their places below DOCDIR, so that what they, the manual page and --help point to is there.
INSTALLED_DOCS := README.md CHANGELOG.md LICENSE $(wildcard docs/*.md docs/strength/*.md docs/examples/* docs/pictures/*)
STRIP ?= $(shell $(CC) -print-prog-name=strip)

install: all library ## install under PREFIX (/usr/local)
	install -d $(addprefix $(DESTDIR),$(PREFIX)/bin $(LIBDIR)/pkgconfig $(INCLUDEDIR) $(MANDIR)/man1)
	install -m 755 build/araldo $(DESTDIR)$(PREFIX)/bin/araldo
	install -m 644 include/araldo.h $(DESTDIR)$(INCLUDEDIR)/araldo.h
	install -m 644 build/libaraldo.a $(DESTDIR)$(LIBDIR)/libaraldo.a
	install -m 755 build/libaraldo.so $(DESTDIR)$(LIBDIR)/$(INSTALLED_LIBRARY)
	$(STRIP) $(DESTDIR)$(PREFIX)/bin/araldo $(DESTDIR)$(LIBDIR)/$(INSTALLED_LIBRARY)
	ln -sf $(INSTALLED_LIBRARY) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libaraldo.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' \
		-e 's|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' -e 's|@VERSION@|$(VERSION)|' \
		tools/araldo.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/araldo.pc
	install -m 644 man/araldo.1 $(DESTDIR)$(MANDIR)/man1/araldo.1
	tools/install_docs.sh $(DESTDIR)$(DOCDIR) $(INSTALLED_DOCS)

uninstall: ## remove what install put there
	rm -f $(addprefix $(DESTDIR),$(PREFIX)/bin/araldo $(INCLUDEDIR)/araldo.h $(LIBDIR)/pkgconfig/araldo.pc $(MANDIR)/man1/araldo.1)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libaraldo.a libaraldo.so $(SONAME) $(INSTALLED_LIBRARY))
	rm -rf $(DESTDIR)$(DOCDIR)

clean: ## remove build/
	rm -rf build

-include $(shell find build -name '*.d' 2>/dev/null)
