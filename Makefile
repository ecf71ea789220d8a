# Two commands do everything: `make demo` and `make test`. Each sets up .venv when it is missing.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.PHONY: demo play test test-plain test-bounds lint bench bench-engine bench-peers bench-solve bench-match bench-web bench-tree clean

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@

demo: .venv/ready
	@sh demo.sh

# The board in the browser; PORT=0 takes any free port.
PORT ?= 8000

play: .venv/ready
	$(BIN)/zermelo serve --port $(PORT)

# Tests of the pages run in Chromium; who is not root installs it, or sees them skipped.
.venv/browser: .venv/ready
	if ! command -v chromium chromium-browser >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	  else \
	    echo "There is no Chromium: install it to have the pages tested too."; \
	  fi; \
	fi
	touch $@

# The suite compiled, with a cache of machine code of its own; then plain, for the coverage, and
# beside it the kernels with every index checked.
test: lint .venv/browser
	ZERMELO_CACHE_DIR=$(CURDIR)/build/cache $(BIN)/python -m pytest -q -n $(WORKERS) $(TESTS)
	$(MAKE) --no-print-directory test-plain test-bounds

test-plain: .venv/ready
	ZERMELO_NATIVE=off $(BIN)/python -m pytest -q -n $(WORKERS) --cov --cov-report=term --cov-fail-under=90 $(TESTS)

test-bounds: .venv/ready
	NUMBA_BOUNDSCHECK=1 ZERMELO_CACHE_DIR=off $(BIN)/python -m pytest -q -n $(WORKERS) tests/test_differential.py

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check src tests benchmarks examples
	$(BIN)/mypy

bench: .venv/ready build/reference
	$(BIN)/python benchmarks/run.py $(BENCH)

bench-solve: .venv/ready
	$(BIN)/python benchmarks/solving.py

bench-match: .venv/ready
	$(BIN)/python benchmarks/matches.py

bench-web: .venv/browser
	$(BIN)/python benchmarks/web.py

bench-tree: .venv/browser
	$(BIN)/python benchmarks/tree.py

# Without a C++ compiler the benchmark leaves the comparison out.
build/reference: benchmarks/reference.cpp
	mkdir -p build
	! command -v $(CXX) >/dev/null || $(CXX) -O3 -march=native -std=c++20 -o $@ $<

# The peers live beside Zermelo in an environment of their own; one that cannot be had is left out.
PEERS := open-spiel easyAI bitbully

bench-engine: .venv/ready
	$(BIN)/python benchmarks/engine.py $(BENCH)

bench-peers: build/peers/ready
	build/peers/bin/python benchmarks/peers.py $(BENCH)

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
