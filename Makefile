# Two commands do everything: `make demo` and `make test`. Each sets up .venv when it is missing, the
# first with what it shows, the second with all that tests, lint, documentation and benchmarks need.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 3 # one more than two cores: tests of pages and programs wait a lot

.PHONY: demo play docs docs-static address test-docs test test-quick slow test-room test-busy test-plain test-bounds test-shuffled test-once lint fuzz simulate compare compare-drawn compare-natural compare-proofs compare-claims compare-sums bench bench-engine bench-peers bench-rules bench-vector bench-oracle bench-cluster bench-reports bench-fairy bench-proofs bench-chess bench-games boards bench-solve bench-kills morris-sectors bench-match bench-playouts bench-web bench-crowd bench-soak bench-pairs bench-publish bench-truth bench-tree bench-start strength strength-learned gauntlet exactness test-floor test-pythons screenshots types clean

INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt

.venv/ready: pyproject.toml constraints.txt
	@echo "Setting up .venv, in half a minute; the first run of a search compiles it."
	@$(PYTHON) -m venv .venv
	@$(INSTALL) --no-compile -e ".[web,terminal]" # modules compile when they are first imported
	@touch $@

.venv/test-ready: .venv/ready
	$(INSTALL) -e '.[test]'
	touch $@

demo: .venv/ready
	@sh demo.sh

# The board in the browser; PORT=0 takes any free port.
PORT ?= 8000

play: .venv/ready
	$(BIN)/zermelo serve --port $(PORT)

# Tests of the pages run in Chromium, soonest in its headless build; who is not root installs one,
# or sees them skipped. Without a network, what is there does. Whatever fails is tried again by the
# next run, and a lock of apt that another process holds is waited for.
APT := apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120

build/browser:
	mkdir -p build
	if ! command -v chromium-headless-shell && [ "$$(id -u)" = 0 ] && command -v apt-get; then \
	  $(APT) update && $(APT) install -y --no-install-recommends chromium-headless-shell; \
	fi >/dev/null; \
	if command -v chromium-headless-shell || command -v chromium || command -v chromium-browser; then \
	  touch $@; \
	else \
	  echo "There is no Chromium: install it to have the pages tested too."; \
	fi

# Python for browsers, as npm has it: published sites are tested with it, or not without npm.
PYODIDE := 0.29.5

build/pyodide:
	mkdir -p build/npm
	if command -v npm >/dev/null && npm pack --silent --pack-destination build/npm pyodide@$(PYODIDE) >/dev/null; then \
	  mkdir -p build/npm/pyodide && tar xzf build/npm/pyodide-$(PYODIDE).tgz -C build/npm/pyodide && mv build/npm/pyodide/package $@; \
	else \
	  echo "There is no Pyodide: install npm to have published sites tested too."; \
	fi

# Checks what scripts read of the JSON that Python sends, as npm has it.
TYPESCRIPT := 5.9.3

build/typescript:
	mkdir -p build/npm
	if command -v npm >/dev/null && npm pack --silent --pack-destination build/npm typescript@$(TYPESCRIPT) >/dev/null; then \
	  mkdir -p build/npm/typescript && tar xzf build/npm/typescript-$(TYPESCRIPT).tgz -C build/npm/typescript && mv build/npm/typescript/package $@; \
	else \
	  echo "There is no TypeScript: install npm to have the scripts' types checked too."; \
	fi

# The types of that JSON as scripts have them, written from the typed dictionaries in Python.
types: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python tests/support/declared.py

# The suite plain, for the coverage; compiled, with a cache of machine code of its own; and, with
# every index checked, the rules of all games state by state. What compiles, takes long or needs a
# browser runs in the second alone, what never asks whether it is compiled in the first
# (tests/support/stages.py).
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
COMPILED := ZERMELO_CACHE_DIR=$(CURDIR)/build/cache
SAME := build/same.json
unexport PYTHONDONTWRITEBYTECODE # every process of the tests would compile its modules again

test:
	$(MAKE) --no-print-directory -j3 .venv/test-ready build/browser build/pyodide build/typescript # all these are fetched
	$(MAKE) --no-print-directory -j2 test-plain lint
	$(COMPILED) $(PYTEST) -m "not bounds" --without=$(SAME) --durations=20 $(TESTS)
	$(MAKE) --no-print-directory test-bounds

# What a change needs first: no compiler, no browser, and nothing that tests/slow.txt lists.
# `make slow` measures what takes long and rewrites that list.
test-quick: .venv/test-ready
	ZERMELO_NATIVE=off $(PYTEST) --quick $(TESTS)

slow: .venv/test-ready
	ZERMELO_NATIVE=off $(PYTEST) --time=tests/slow.txt

# The inner loop of one room, plain and then compiled: ROOM=solver, or one file, ROOM=test_spec.py.
ROOM_SAME := build/room.json

test-room: .venv/test-ready
	@test -n "$(ROOM)" || { echo "Which room? make test-room ROOM=solver"; exit 2; }
	ZERMELO_NATIVE=off $(PYTEST) --note=$(ROOM_SAME) tests/$(ROOM)
	$(COMPILED) $(PYTEST) -m "not bounds" --without=$(ROOM_SAME) tests/$(ROOM) || [ $$? = 5 ] # none left

# Beside four loops that want a processor each: no test leans on the clock. They end with this shell.
test-busy:
	for loop in 1 2 3 4; do while kill -0 $$$$; do :; done 2>/dev/null & done; \
	  $(MAKE) --no-print-directory test

test-plain: .venv/test-ready
	ZERMELO_NATIVE=off $(PYTEST) --cov --cov-report=term --cov-fail-under=90 --durations=20 \
	  --note=$(SAME) $(TESTS)

test-bounds: .venv/test-ready
	NUMBA_BOUNDSCHECK=1 $(COMPILED) $(PYTEST) -m bounds tests/native/test_differential.py

# The documentation as a site, build/docs: all of its code is run, and its boards are published.
docs: .venv/test-ready build/pyodide
	$(COMPILED) $(BIN)/python -m sphinx -q -W --keep-going -j auto docs build/docs
	@echo "Look at it with: $(BIN)/python -m http.server --directory build/docs"

# The lessons as plain Markdown and as notebooks, with all outputs, for code hosts: docs/lessons.
docs-static: .venv/test-ready
	$(COMPILED) $(BIN)/python docs/extensions/plain.py

# The public address of the documentation, set in docs/conf.py, into all files that name it.
address:
	$(PYTHON) docs/extensions/address.py

# Every page of it in Chromium: boards, trees, links, accessibility.
test-docs: docs build/browser
	DOCS=build/docs $(BIN)/python -m pytest -q tests/docs/test_site.py

# In other orders, on one worker and on four: no test leans on another.
SEEDS ?= 1 2 3

test-shuffled: .venv/test-ready build/browser
	for seed in $(SEEDS); do for workers in 1 4; do \
	  $(MAKE) --no-print-directory test-once SEED=$$seed WORKERS=$$workers || exit 1; \
	done; done

test-once: .venv/test-ready build/browser
	$(COMPILED) $(PYTEST) -p randomly --randomly-seed=$(SEED) $(TESTS)

# What meets other libraries, plain, and a few kernels compiled: with the oldest libraries that
# pyproject.toml allows, and by other versions of Python, those that are there.
TELLING := $(addprefix tests/,native search solver books bridges reports players matches cli board draw \
  laws experiments tuning notebook terminal web process)
KERNELS := $(addprefix tests/,native/test_native.py solver/test_rows.py solver/test_oracle.py)

test-floor: build/floor/ready
	ZERMELO_NATIVE=off build/floor/bin/python -m pytest -q -n $(WORKERS) --dist worksteal $(TELLING)
	ZERMELO_CACHE_DIR=$(CURDIR)/build/floor/cache build/floor/bin/python -m pytest -q $(KERNELS)

build/floor/ready: .venv/test-ready tests/support/floors.py pyproject.toml
	$(PYTHON) -m venv build/floor
	$(BIN)/python tests/support/floors.py > build/floor/constraints.txt
	build/floor/bin/python -m pip install --quiet --disable-pip-version-check \
	  -c build/floor/constraints.txt -e '.[test]'
	touch $@

# PYTHONS="/opt/python3.13/bin/python3.13" names others.
PYTHONS ?= $(wildcard $(foreach minor,12 13 14,/usr/bin/python3.$(minor) /usr/local/bin/python3.$(minor) \
  $(HOME)/.pyenv/versions/3.$(minor).*/bin/python3.$(minor)))

test-pythons:
	@test -n "$(PYTHONS)" || echo "There is no Python but $(PYTHON): PYTHONS=/path/to/python3.13 names one."
	for python in $(PYTHONS); do sh tests/support/python.sh $$python "$(TELLING)" "$(KERNELS)" || exit 1; done

lint: .venv/test-ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check src tests benchmarks examples docs
	$(BIN)/mypy
	$(BIN)/python tests/support/prose.py

# Attacks for so many seconds, then the property tests with fresh examples for as many again;
# `make fuzz FUZZ="--lines 20000"` counts instead.
SECONDS := 60
FUZZ = --seconds $(SECONDS)

fuzz: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python -m fuzz.run $(FUZZ)
	ZERMELO_CACHE_DIR=$(CURDIR)/build/cache timeout --signal=INT --kill-after=20 $(SECONDS) \
	  $(BIN)/python -m pytest -q -x -m hypothesis --hypothesis-profile fresh \
	  $$(grep -rl "^from hypothesis" tests --include="test_*.py") || [ $$? = 124 ]

# Compiled rules beside plain ones on random positions of every game; COMPARE="othello" for a part.
POSITIONS := 1000000

compare: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python tests/support/compared.py --positions $(POSITIONS) $(COMPARE)

# The same with small games of random rules: DRAWN of ints of 1 to 300 bits, and DRAWN of idioms.
SEED := 0
DRAWN := 500

compare-drawn: .venv/test-ready
	DRAWN=$(DRAWN) ZERMELO_CACHE_DIR=off $(BIN)/python -m pytest -q -s --hypothesis-profile games \
	  --hypothesis-seed $(SEED) tests/native/test_drawn_games.py

# Bad days of a disk, drawn from a seed (tests/fuzz/baddays.py); SEED=3 DAYS=1 replays one.
DAYS := 1000

simulate: .venv/test-ready
	PYTHONPATH=tests:tests/support ZERMELO_NATIVE=off $(BIN)/python -m fuzz.baddays --seed $(SEED) --days $(DAYS)

# Twenty games in the Python that people write, in 100,000 positions each.
compare-natural: .venv/test-ready
	NATURAL_POSITIONS=100000 ZERMELO_CACHE_DIR=off $(BIN)/python -m pytest -q tests/native/test_natural.py

MUTANTS ?= 10000
compare-proofs: .venv/test-ready
	MUTANTS=$(MUTANTS) $(BIN)/python -m pytest -q tests/proofs -k mutant

CLAIMED ?= 20000
compare-claims: .venv/test-ready
	CLAIMED=$(CLAIMED) $(BIN)/python -m pytest -q tests/proofs/test_agreement.py

SUMS ?= 10000
compare-sums: .venv/test-ready
	SUMS=$(SUMS) POSITIONS=$(SUMS) $(BIN)/python -m pytest -q tests/values -k "random_sums or random_positions"

bench: .venv/test-ready build/reference-g++ build/reference-clang++
	$(BIN)/python benchmarks/run.py $(BENCH)

bench-start: .venv/test-ready
	$(BIN)/python benchmarks/starting.py $(BENCH)

bench-solve: .venv/test-ready
	$(BIN)/python benchmarks/solving.py

bench-kills: .venv/test-ready
	$(BIN)/python benchmarks/kills.py

morris-sectors: .venv/test-ready
	@test -n "$(DATABASE)" || { echo "Which database? make morris-sectors DATABASE=morris"; exit 2; }
	@$(BIN)/python benchmarks/sectors.py "$(DATABASE)"

bench-games: .venv/test-ready
	$(BIN)/python benchmarks/games.py $(BENCH)

# The README's picture of boards.
boards: .venv/test-ready
	$(BIN)/python benchmarks/boards.py

bench-match: .venv/test-ready
	$(BIN)/python benchmarks/matches.py

bench-playouts: .venv/test-ready build/yardstick
	$(BIN)/python benchmarks/playouts.py $(BENCH)

bench-web: .venv/test-ready build/browser
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/web.py

# One visitor among 200 tabs of other addresses: seconds until the engine answers.
bench-crowd: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/crowd.py

# The server's memory, minute by minute, under mixed visitors, and after 200 closed games.
bench-soak: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/soak.py

# Fifty pairs who play each other by a link at once: seconds until both pages have the move.
bench-pairs: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/pairs.py

# What the page says after 15 seconds, against databases and analyze; half an
# hour, BENCH="--positions 20" for less
bench-truth: .venv/test-ready
	$(BIN)/python benchmarks/truth.py $(BENCH)

# Every page, light and dark, on a desktop and on a phone; PAGES="gallery tree" for a part.
screenshots: .venv/test-ready build/browser
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/screenshots.py $(PAGES)

bench-publish: .venv/test-ready build/browser build/pyodide
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/publish.py $(BENCH)

bench-tree: .venv/test-ready build/browser
	$(BIN)/python benchmarks/tree.py

# By every C++ compiler there is; without one the benchmark leaves the comparison out.
build/reference-%: benchmarks/reference.cpp
	mkdir -p build
	! command -v $* >/dev/null || $* -O3 -march=native -std=c++20 -o $@ $<

build/yardstick: benchmarks/yardstick.cpp
	mkdir -p build
	! command -v g++ >/dev/null || g++ -O3 -march=native -std=c++20 -o $@ $<

# The peers live beside Zermelo in an environment of their own; one that cannot be had is left out.
PEERS := open-spiel easyAI bitbully

bench-engine: .venv/test-ready
	$(BIN)/python benchmarks/engine.py $(BENCH)

bench-peers: build/peers/ready
	build/peers/bin/python benchmarks/peers.py $(BENCH)

# The rules of our games beside OpenSpiel's, turn by turn; BENCH="othello --games 10000" for a part.
bench-rules: .venv/test-ready
	$(BIN)/python benchmarks/rules.py $(BENCH)

# Thousands of games at once: moves a second.
bench-vector: .venv/test-ready
	$(BIN)/python benchmarks/vector.py $(BENCH)

# A database asked for many positions at once: probes a second.
bench-oracle: .venv/test-ready
	$(BIN)/python benchmarks/oracle.py $(BENCH)

# Connect Four 5×5 by two threads and by two nodes of Ray, in turns: processor time of all there is.
bench-cluster: .venv/test-ready
	$(BIN)/python benchmarks/cluster.py $(BENCH)

# The designer's report of every game: seconds, and the processor's.
bench-reports: .venv/test-ready
	$(BIN)/python benchmarks/reports.py $(BENCH)

# The release before this one: version 0.1.
RELEASE := f81ff9d
RELEASED := build/release-$(RELEASE)

$(RELEASED)/ready:
	@git cat-file -e $(RELEASE)^{commit} 2>/dev/null || { echo "The previous release, $(RELEASE), is not in this clone: git fetch --unshallow gets it."; exit 2; }
	mkdir -p $(RELEASED)
	git archive $(RELEASE) | tar x -C $(RELEASED)
	$(PYTHON) -m venv $(RELEASED)/.venv
	$(RELEASED)/.venv/bin/python -m pip install -qq --disable-pip-version-check -c $(RELEASED)/constraints.txt -e $(RELEASED)
	touch $@

# Every game against the previous release, or the engine against itself to full width: docs/strength.md.
strength: .venv/test-ready $(RELEASED)/ready
	@$(BIN)/python benchmarks/strength.py --release $(RELEASED)/.venv/bin/python $(BENCH)

# Learned evaluations against the games' own, at equal processor time: docs/learning.md.
strength-learned: .venv/test-ready
	$(BIN)/python benchmarks/learned.py $(BENCH)

# The player "best" against OpenSpiel's Monte Carlo tree search, at equal processor time.
gauntlet: .venv/test-ready
	$(BIN)/python benchmarks/gauntlet.py $(BENCH)

# The share of a player's moves that keep the value, against databases and proofs: docs/strength.md.
exactness: .venv/test-ready
	$(BIN)/python benchmarks/exactness.py $(BENCH)

# Breakthrough and Clobber beside Fairy-Stockfish, as Debian has it; without apt, one that is installed.
build/fairy:
	if command -v apt-get >/dev/null; then \
	  mkdir -p build/fairy.new && cd build/fairy.new && $(APT) update && \
	  $(APT) download fairy-stockfish 2>/dev/null && dpkg -x fairy-stockfish_*.deb . && \
	  mv ../fairy.new ../fairy; \
	fi || echo "There is no fairy-stockfish to be had."

bench-fairy: .venv/test-ready build/fairy
	$(BIN)/python benchmarks/fairy.py $(BENCH)

bench-proofs: .venv/test-ready
	PYTHONPATH=tests:tests/support $(BIN)/python benchmarks/proving.py $(BENCH)

bench-chess: build/chess/ready
	PYTHONPATH=tests:tests/support:$$(echo build/chess/lib/python3*/site-packages) $(BIN)/python benchmarks/chesscounts.py $(BENCH)

build/chess/ready:
	$(PYTHON) -m venv build/chess
	build/chess/bin/python -m pip install -qq --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
	touch build/chess/ready

build/peers/ready: pyproject.toml constraints.txt benchmarks/peers-constraints.txt
	$(PYTHON) -m venv build/peers
	for package in -e. $(PEERS); do \
	  build/peers/bin/python -m pip install --quiet --disable-pip-version-check \
	    -c constraints.txt -c benchmarks/peers-constraints.txt $$package \
	    || echo "$$package could not be installed"; \
	done
	touch $@

clean:
	rm -rf .venv build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
