# Two commands do everything: `make demo` and `make test`. Each sets up .venv when it is missing.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.PHONY: demo test lint bench bench-solve clean

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@

demo: .venv/ready
	@sh demo.sh

# The suite, with a cache of machine code of its own.
test: lint
	ZERMELO_CACHE_DIR=$(CURDIR)/build/cache $(BIN)/python -m pytest -q -n $(WORKERS) $(TESTS)

lint: .venv/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

bench: .venv/ready build/reference
	$(BIN)/python benchmarks/run.py $(BENCH)

bench-solve: .venv/ready
	$(BIN)/python benchmarks/solving.py

# Without a C++ compiler the benchmark leaves the comparison out.
build/reference: benchmarks/reference.cpp
	mkdir -p build
	! command -v $(CXX) >/dev/null || $(CXX) -O3 -march=native -std=c++20 -o $@ $<

clean:
	rm -rf .venv build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
