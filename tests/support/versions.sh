#!/bin/sh
# Runs the tests that use other libraries, some of them compiled, in environments of their own: with
# the oldest libraries that pyproject.toml allows, and with other versions of Python.
#     sh tests/support/versions.sh oldest
#     sh tests/support/versions.sh /usr/bin/python3.13 …
set -e
plain=$(printf "tests/%s " native search solver books bridges reports players matches cli board draw laws experiments tuning notebook terminal web process)
compiled=$(printf "tests/%s " native/test_native.py solver/test_reading.py)
mkdir -p build
for python in "$@"; do
  place=build/$(basename "$python") constraints=constraints.txt
  if [ "$python" = oldest ]; then
    python=.venv/bin/python constraints=build/oldest.txt
    $python tests/support/floors.py > $constraints
  fi
  if [ ! "$place/ready" -nt pyproject.toml ]; then
    "$python" -m venv "$place"
    "$place/bin/python" -m pip install --quiet --disable-pip-version-check -c $constraints -e '.[test]'
    touch "$place/ready"
  fi
  "$place/bin/python" --version
  ZERMELO_NATIVE=off "$place/bin/python" -m pytest -q -n "${WORKERS:-3}" --dist worksteal $plain
  ZERMELO_CACHE_DIR="$PWD/$place/cache" "$place/bin/python" -m pytest -q $compiled
done
