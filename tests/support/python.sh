#!/bin/sh
# Another version of Python runs some tests plain and some compiled, in an environment of its own:
#     sh tests/python.sh /usr/bin/python3.13 "tests/search tests/solver" "tests/native/test_native.py"
set -e
place=build/$(basename "$1")
if [ ! -e "$place/ready" ]; then
  "$1" -m venv "$place"
  "$place/bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
  touch "$place/ready"
fi
"$place/bin/python" --version
ZERMELO_NATIVE=off "$place/bin/python" -m pytest -q -n "${WORKERS:-3}" --dist worksteal $2
ZERMELO_CACHE_DIR="$PWD/$place/cache" "$place/bin/python" -m pytest -q $3
