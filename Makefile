# Araldo. `make` builds, `make play` plays, `make test` tests; the last two install what is missing first.
#
# One pattern for everything: the sources of a layer are whatever .c files lie in its folder. Two builds stand side by side,
# build/release (-O3) and build/dev (sanitizers, invariants checked after every move); build/araldo is the release program.

VERSION := 0.1.0
PREFIX ?= /usr/local
DESTDIR ?=
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
AR ?= ar
CLANG ?= clang
CORES := $(shell nproc 2>/dev/null || echo 1)

# What others link: library is its face, include/araldo.h.
LIBRARY_LAYERS := core lexicon games bots record arena library
ROOM_LAYERS := room store server
PROGRAM_LAYERS := term program
GENERATED := build/generated

# A layer's own files, and those of its folders: one for each game.
sources = $(wildcard $(1:%=%/*.c) $(1:%=%/*/*.c))
LIBRARY_SOURCES := $(call sources,$(LIBRARY_LAYERS))
ROOM_SOURCES := $(call sources,$(ROOM_LAYERS))
PROGRAM_SOURCES := $(call sources,$(PROGRAM_LAYERS))
TESTS := $(wildcard tests/*/*.c tests/games/oracle/*/*.c)
TEST_SOURCES := $(foreach source,$(TESTS),$(if $(filter test_%,$(notdir $(source))),$(source)))
FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
TEST_SHARED := $(filter-out $(TEST_SOURCES) $(FUZZ_SOURCES),$(TESTS)) tools/websocket.c

CFLAGS_COMMON := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-fno-strict-aliasing -ffp-contract=off -fPIC -fvisibility=hidden -g -ffile-prefix-map=$(CURDIR)=. -I. -I$(GENERATED) -DARALDO_VERSION='"$(VERSION)"'
# Counting bits in one instruction: every 64-bit PC since 2009 can.
MACHINE := $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),-march=x86-64-v2)
# Hands and tables are a handful of cards: vectorised loops only slow them down (measured: 1.2 times the time a ply).
CFLAGS_RELEASE := -O3 -fno-tree-vectorize -DNDEBUG $(MACHINE)
CFLAGS_DEV := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DARALDO_DEVELOPMENT
LIBRARIES := -ljansson -lm -pthread
# What the card room needs besides; the library of engines, records and bots does not.
ROOM_LIBRARIES := -lmicrohttpd -lgnutls -lwslay -lsqlite3 -lsodium

.PHONY: all play test soak fuzz fuzzers bench install uninstall clean packages check-packages dev
.SECONDARY:
.DELETE_ON_ERROR:

all: check-packages build/araldo

# ---- what must be installed

check-packages:
	@tools/packages.sh check build

packages:
	@tools/packages.sh install build test

# ---- generated sources: headers that must exist before anything is compiled, and the stems of .c or .S files in
# build/generated that go into the library or into the program

GENERATED_HEADERS :=
GENERATED_LIBRARY := messages lexicon_french
GENERATED_PROGRAM := embedded

# The catalogues as a table: core/message.h.
CATALOGUES := $(wildcard po/*.po)
CATALOGUE_SOURCES := tools/catalogue.c tools/po.c core/language.c core/text.c

$(GENERATED)/messages.c: build/release/tools/catalogue $(CATALOGUES) po
	@mkdir -p $(@D)
	build/release/tools/catalogue table $@ $(CATALOGUES)

# Files that travel inside the program: program/embedded.h. A folder is named for when a file goes.
EMBEDDED := $(wildcard rules/*.txt web/*.html web/*.css web/*.js web/*.svg web/*/*.css web/*/*.js web/games/*/*.css web/games/*/*.js)

$(GENERATED)/embedded.S: tools/embed.sh $(EMBEDDED) rules web web/cards $(wildcard web/games web/games/*/)
	@mkdir -p $(@D)
	tools/embed.sh $(EMBEDDED) > $@

# The French lexicon: the dictionary's forms as a word graph, and as a plain list for the tests.
DICTIONARY ?= /usr/share/hunspell/fr_FR
LEXICON_SOURCES := tools/lexicon_build.c tools/hunspell.c lexicon/builder.c lexicon/spelling.c core/text.c

$(GENERATED)/lexicon_french.c $(GENERATED)/lexicon_french.txt &: build/release/tools/lexicon_build tools/abbreviations.txt \
		$(DICTIONARY).aff $(DICTIONARY).dic
	@mkdir -p $(GENERATED)
	build/release/tools/lexicon_build $(DICTIONARY).aff $(DICTIONARY).dic tools/abbreviations.txt \
		$(GENERATED)/lexicon_french.c $(GENERATED)/lexicon_french.txt

# ---- the two builds

define BUILD
build/$(1)/%.o: %.c $$(GENERATED_HEADERS)
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_COMMON) $$(CFLAGS_$(2)) $$(CFLAGS) -MMD -MP -c $$< -o $$@

build/$(1)/generated/%.o: $$(GENERATED)/%.c
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_COMMON) $$(CFLAGS_$(2)) $$(CFLAGS) -MMD -MP -c $$< -o $$@

build/$(1)/generated/%.o: $$(GENERATED)/%.S
	@mkdir -p $$(@D)
	$$(CC) -c $$< -o $$@

build/$(1)/libinternal.a: $$(LIBRARY_SOURCES:%.c=build/$(1)/%.o) $$(GENERATED_LIBRARY:%=build/$(1)/generated/%.o)
	@rm -f $$@
	$$(AR) rcs $$@ $$^

build/$(1)/libroom.a: $$(ROOM_SOURCES:%.c=build/$(1)/%.o)
	@rm -f $$@
	$$(AR) rcs $$@ $$^

build/$(1)/araldo: $$(PROGRAM_SOURCES:%.c=build/$(1)/%.o) $$(GENERATED_PROGRAM:%=build/$(1)/generated/%.o) \
		build/$(1)/libroom.a build/$(1)/libinternal.a
	$$(CC) $$(CFLAGS_$(2)) $$(LDFLAGS) -o $$@ $$^ $$(ROOM_LIBRARIES) $$(LIBRARIES)

build/$(1)/tools/catalogue: $$(CATALOGUE_SOURCES) tools/po.h core/language.h core/text.h
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_COMMON) $$(CFLAGS_$(2)) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$(CATALOGUE_SOURCES)

build/$(1)/tools/lexicon_build: $$(LEXICON_SOURCES) $$(wildcard tools/hunspell.h lexicon/*.h) core/text.h
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_COMMON) $$(CFLAGS_$(2)) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$(LEXICON_SOURCES)

build/$(1)/tools/load: build/$(1)/tools/load.o build/$(1)/tools/websocket.o build/$(1)/libinternal.a
	$$(CC) $$(CFLAGS_$(2)) $$(LDFLAGS) -o $$@ $$^ $$(ROOM_LIBRARIES) $$(LIBRARIES)

build/$(1)/tools/learn/%: tools/learn/%.c build/$(1)/libinternal.a
	@mkdir -p $$(@D)
	$$(CC) $$(CFLAGS_COMMON) $$(CFLAGS_$(2)) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(LIBRARIES)

build/$(1)/libtests.a: $$(TEST_SHARED:%.c=build/$(1)/%.o)
	@rm -f $$@
	$$(AR) rcs $$@ $$^

$$(TEST_SOURCES:%.c=build/$(1)/%): build/$(1)/%: build/$(1)/%.o build/$(1)/libtests.a \
		build/$(1)/libroom.a build/$(1)/libinternal.a
	$$(CC) $$(CFLAGS_$(2)) $$(LDFLAGS) -o $$@ $$^ -lcmocka $$(ROOM_LIBRARIES) $$(LIBRARIES)
endef
$(eval $(call BUILD,release,RELEASE))
$(eval $(call BUILD,dev,DEV))

build/araldo: build/release/araldo
	@ln -f $< $@ 2>/dev/null || cp $< $@

dev: build/dev/araldo build/dev/tools/catalogue build/dev/tools/lexicon_build $(TEST_SOURCES:%.c=build/dev/%)

# ---- the public library: build/libaraldo.so and build/libaraldo.a, with the functions of include/araldo.h and no other symbol

# Raised when a program that was compiled against an older header could no longer run.
ABI := $(shell sed -n 's/^\#define ARALDO_ABI //p' include/araldo.h)
SONAME := libaraldo.so.$(ABI)
OBJCOPY ?= $(shell $(CC) -print-prog-name=objcopy)
LIBRARY_PARTS := $(patsubst %.c,build/release/%.o,$(wildcard library/*.c)) build/release/libinternal.a

.PHONY: library
library: build/libaraldo.so build/libaraldo.a

build/libaraldo.so: $(LIBRARY_PARTS)
	$(CC) $(CFLAGS_RELEASE) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--no-undefined -Wl,--as-needed -o $@ $^ $(LIBRARIES)

# One object, so that everything but the public functions can be made local.
build/libaraldo.a: $(LIBRARY_PARTS)
	$(CC) -r -nostdlib -o build/libaraldo.o $^
	$(OBJCOPY) --localize-hidden --strip-debug build/libaraldo.o
	@rm -f $@
	$(AR) rcs $@ build/libaraldo.o

# ---- languages (docs/translating.md); gettext's tools are among the packages for tests

.PHONY: pot po-update
pot:
	tools/pot.sh po/araldo.pot

po-update: pot
	for catalogue in $(CATALOGUES); do \
		msgmerge --quiet --update --backup=none --no-fuzzy-matching --add-location=file $$catalogue po/araldo.pot && \
		msgattrib --no-obsolete --add-location=file --output-file=$$catalogue $$catalogue || exit 1; \
	done

# ---- fuzzers

# Fuzzers are a third build of the library, by clang: build/fuzz/fuzz_NAME [corpus]. `make fuzz` runs each for a minute.
FUZZ_SECONDS ?= 60
CFLAGS_FUZZ := $(CFLAGS_DEV) -fsanitize=fuzzer-no-link
build/fuzz/%: CC := $(CLANG)
$(eval $(call BUILD,fuzz,FUZZ))

build/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o build/fuzz/libroom.a build/fuzz/libinternal.a
	$(CC) -fsanitize=fuzzer,address,undefined -o $@ $^ $(ROOM_LIBRARIES) $(LIBRARIES)

fuzzers: $(FUZZ_SOURCES:tests/fuzz/%.c=build/fuzz/%)

fuzz: packages
	@$(MAKE) --no-print-directory all fuzzers
	@ARALDO_FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/test_fuzz.sh

# ---- what people call

play: packages
	@$(MAKE) --no-print-directory -j$(CORES) all
	@build/araldo serve

test: packages
	@$(MAKE) --no-print-directory -j$(CORES) all dev fuzzers
	@tests/run.sh

# The full numbers that the documents quote; hours rather than minutes.
soak: packages
	@$(MAKE) --no-print-directory -j$(CORES) all dev fuzzers $(TEST_SOURCES:%.c=build/release/%)
	@ARALDO_SOAK=1 tests/run.sh

bench: all
	@build/araldo bench

LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/araldo
INSTALLED_LIBRARY := libaraldo.so.$(VERSION)
INSTALLED_DOCS := README.md LICENSE $(wildcard docs/*.md)
INSTALLED_SAMPLES := $(wildcard docs/examples/*)

install: all library
	install -d $(addprefix $(DESTDIR),$(PREFIX)/bin $(LIBDIR)/pkgconfig $(INCLUDEDIR) $(MANDIR)/man1 $(DOCDIR)/examples)
	install -s -m 755 build/araldo $(DESTDIR)$(PREFIX)/bin/araldo
	install -m 644 include/araldo.h $(DESTDIR)$(INCLUDEDIR)/araldo.h
	install -m 644 build/libaraldo.a $(DESTDIR)$(LIBDIR)/libaraldo.a
	install -s -m 755 build/libaraldo.so $(DESTDIR)$(LIBDIR)/$(INSTALLED_LIBRARY)
	ln -sf $(INSTALLED_LIBRARY) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libaraldo.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' \
		-e 's|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' -e 's|@VERSION@|$(VERSION)|' \
		tools/araldo.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/araldo.pc
	install -m 644 man/araldo.1 $(DESTDIR)$(MANDIR)/man1/araldo.1
	install -m 644 $(INSTALLED_DOCS) $(DESTDIR)$(DOCDIR)
	install -m 644 $(INSTALLED_SAMPLES) $(DESTDIR)$(DOCDIR)/examples

uninstall:
	rm -f $(addprefix $(DESTDIR),$(PREFIX)/bin/araldo $(INCLUDEDIR)/araldo.h $(LIBDIR)/pkgconfig/araldo.pc $(MANDIR)/man1/araldo.1)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libaraldo.a libaraldo.so $(SONAME) $(INSTALLED_LIBRARY))
	rm -rf $(DESTDIR)$(DOCDIR)

clean:
	rm -rf build

-include $(shell find build -name '*.d' 2>/dev/null)
