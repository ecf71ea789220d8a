# Newcomers need only `make demo` and `make test`. Both set up .venv if it is missing: the first
# installs the package; the second adds the tools for tests, lint and documentation.
# CONTRIBUTING.md lists the other targets, and commands without a target.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 3 # one more than two cores, because tests of pages and programs often wait

.PHONY: demo play test test-quick test-all test-room test-docs lint fuzz compare bench docs types clean

PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

.venv/ready: pyproject.toml hashes.txt
	@echo "Setting up .venv, which takes half a minute; the first run of a search compiles it."
	@$(PYTHON) -m venv .venv
	@$(PIP) --no-compile --require-hashes -r hashes.txt # modules compile when they are first imported
	@$(PIP) --no-compile --no-deps --no-build-isolation -e .
	@touch $@

.venv/test-ready: .venv/ready constraints.txt
	$(PIP) -c constraints.txt -e '.[test]'
	touch $@

demo: .venv/ready
	@sh demo.sh

# The board in the browser. PORT=0 takes any free port.
PORT ?= 8000

play: .venv/ready
	$(BIN)/zermelo serve --port $(PORT)

# Chromium runs the tests of pages; its headless build starts fastest. Without root, install
# Chromium yourself; otherwise these tests are skipped. The next run repeats a download that failed.
# If another process holds apt's lock, apt waits for two minutes.
APT := apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120

build/browser:
	mkdir -p build
	if ! command -v chromium-headless-shell && [ "$$(id -u)" = 0 ] && command -v apt-get; then \
	  $(APT) update && $(APT) install -y --no-install-recommends chromium-headless-shell; \
	fi >/dev/null; \
	if command -v chromium-headless-shell || command -v chromium || command -v chromium-browser; then \
	  touch $@; \
	else \
	  echo "Chromium is missing: install it to test the pages."; \
	fi

# Unpack version $(2) of the npm package $(1) in build/$(1); if npm fails, print the purpose, $(3).
define npm_package
	mkdir -p build/npm/$(1)
	if command -v npm >/dev/null && npm pack --silent --pack-destination build/npm $(1)@$(2) >/dev/null; then \
	  tar xzf build/npm/$(1)-$(2).tgz -C build/npm/$(1) && mv build/npm/$(1)/package build/$(1); \
	else \
	  echo "npm could not fetch $(1): install npm to $(3)."; \
	fi
endef

build/pyodide: # Python for browsers
	$(call npm_package,pyodide,0.29.5,test published sites)

build/typescript: # checks how scripts use the JSON that Python sends
	$(call npm_package,typescript,5.9.3,check the types of scripts)

# Run the tests that fail most often, in six minutes: on twelve games, and without slow tests (see
# tests/support/quick.py). Tests that have run plain also run compiled only if compiled code could
# make a difference (tests/support/stages.py).
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --durations=10
COMPILED := ZERMELO_CACHE_DIR=$(CURDIR)/build/cache
SUPPORT := PYTHONPATH=tests:tests/support
SAME := build/same.json
unexport PYTHONDONTWRITEBYTECODE # otherwise each process of the tests compiles every module again

test:
	$(MAKE) --no-print-directory -j3 .venv/test-ready build/browser build/pyodide build/typescript # downloads
	$(MAKE) --no-print-directory -j2 test-quick lint
	$(COMPILED) $(PYTEST) --quick --without=$(SAME) $(TESTS)

# The plain part of `make test`, to try a change: without the compiler and the browser.
test-quick: .venv/test-ready
	ZERMELO_NATIVE=off $(PYTEST) --quick --note=$(SAME) $(TESTS)

# Every test: plain with coverage, then compiled.
test-all: .venv/test-ready build/browser build/pyodide build/typescript
	ZERMELO_NATIVE=off $(PYTEST) --cov --cov-report=term --cov-fail-under=90 \
	  --note=$(SAME) $(TESTS)
	$(COMPILED) $(PYTEST) --without=$(SAME) $(TESTS)

# One room, plain and then compiled: ROOM=solver, or a single file, ROOM=test_spec.py.
ROOM_SAME := build/room.json

test-room: .venv/test-ready
	@test -n "$(ROOM)" || { echo "Which room? make test-room ROOM=solver"; exit 2; }
	ZERMELO_NATIVE=off $(PYTEST) --note=$(ROOM_SAME) tests/$(ROOM)
	$(COMPILED) $(PYTEST) --without=$(ROOM_SAME) tests/$(ROOM) || [ $$? = 5 ] # 5: no test is left

lint: .venv/test-ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check src tests benchmarks examples docs
	$(BIN)/mypy
	$(BIN)/python tests/support/prose.py

# Build the documentation as a site in build/docs: run its code, and publish its boards.
docs: .venv/test-ready build/pyodide
	$(COMPILED) $(BIN)/python -m sphinx -q -W --keep-going -j auto docs build/docs
	@echo "Look at it with: $(BIN)/python -m http.server --directory build/docs"

# Test every page of that site in Chromium: boards, trees, links, accessibility.
test-docs: docs build/browser
	DOCS=build/docs $(BIN)/python -m pytest -q tests/docs/test_site.py

# Attack for SECONDS, then run the property tests with fresh examples for as long.
# FUZZ="--lines 20000" limits the number of attacks instead of their time.
SECONDS := 60
FUZZ = --seconds $(SECONDS)

fuzz: .venv/test-ready
	$(SUPPORT) $(BIN)/python -m fuzz.run $(FUZZ)
	$(COMPILED) timeout --signal=INT --kill-after=20 $(SECONDS) \
	  $(BIN)/python -m pytest -q -x -m hypothesis --hypothesis-profile fresh \
	  $$(grep -rl "^from hypothesis" tests --include="test_*.py") || [ $$? = 124 ]

# Compare compiled with plain rules in random positions of every game. COMPARE="othello" names one,
# COMPARE="tests/support/natural/*.py" names games as people write them.
POSITIONS := 10000

compare: .venv/test-ready
	$(SUPPORT) $(BIN)/python tests/support/compared.py --positions $(POSITIONS) $(COMPARE)

# Write the types of the JSON that scripts read, from the typed dictionaries in Python.
types: .venv/test-ready
	$(SUPPORT) $(BIN)/python tests/support/declared.py

# Run benchmarks/NAME.py with the arguments in BENCH: `make bench NAME=games BENCH="othello hex"`.
# Without NAME, compare searches with C++. The variables bench_NAME list the files that NAME.py needs.
NAME := run
RELEASE := f81ff9d
RELEASED := build/release-$(RELEASE)

bench_run := build/reference-g++ build/reference-clang++
bench_playouts := build/yardstick
bench_peers := build/peers/ready
bench_openings := build/peers/ready
bench_fairy := build/fairy
bench_chesscounts := build/chess/ready
bench_strength := $(RELEASED)/ready
bench_web := build/browser
bench_screenshots := build/browser
bench_publish := build/browser build/pyodide

bench: .venv/test-ready $(bench_$(NAME))
	@test -e benchmarks/$(NAME).py || { echo "NAME must be one of:" \
	  $$(grep -l __main__ benchmarks/*.py | xargs -n 1 basename -s .py); exit 2; }
	@$(SUPPORT):$$(echo build/chess/lib/python3*/site-packages) \
	  $(if $(filter peers openings,$(NAME)),build/peers/bin,$(BIN))/python benchmarks/$(NAME).py \
	  $(if $(filter strength,$(NAME)),--release $(RELEASED)/.venv/bin/python) $(BENCH)

# One program for each installed C++ compiler; the benchmarks leave out missing ones.
build/reference-%: benchmarks/reference.cpp
	mkdir -p build
	! command -v $* >/dev/null || $* -O3 -march=native -std=c++20 -o $@ $<

build/yardstick: benchmarks/yardstick.cpp
	mkdir -p build
	! command -v g++ >/dev/null || g++ -O3 -march=native -std=c++20 -o $@ $<

# Similar programs, and Zermelo, in an environment of their own; packages that fail to install are skipped.
build/peers/ready: pyproject.toml constraints.txt benchmarks/peers-constraints.txt
	$(PYTHON) -m venv build/peers
	for package in -e. open-spiel easyAI bitbully; do \
	  build/peers/bin/python -m pip install --quiet --disable-pip-version-check \
	    -c constraints.txt -c benchmarks/peers-constraints.txt $$package \
	    || echo "$$package could not be installed"; \
	done
	touch $@

build/chess/ready:
	$(PYTHON) -m venv build/chess
	build/chess/bin/python -m pip install -qq --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
	touch $@

# Debian's Fairy-Stockfish, unpacked without installing it. Without apt, the benchmark looks on the PATH.
build/fairy:
	if command -v apt-get >/dev/null; then \
	  mkdir -p build/fairy.new && cd build/fairy.new && $(APT) update && \
	  $(APT) download fairy-stockfish 2>/dev/null && dpkg -x fairy-stockfish_*.deb . && \
	  mv ../fairy.new ../fairy; \
	fi || echo "fairy-stockfish could not be downloaded."

# The previous release, version 0.1, in an environment of its own.
$(RELEASED)/ready:
	@git cat-file -e $(RELEASE)^{commit} 2>/dev/null || \
	  { echo "This clone lacks the previous release, $(RELEASE): run git fetch --unshallow."; exit 2; }
	mkdir -p $(RELEASED)
	git archive $(RELEASE) | tar x -C $(RELEASED)
	$(PYTHON) -m venv $(RELEASED)/.venv
	$(RELEASED)/.venv/bin/python -m pip install -qq --disable-pip-version-check -c $(RELEASED)/constraints.txt -e $(RELEASED)
	touch $@

clean:
	rm -rf .venv build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
