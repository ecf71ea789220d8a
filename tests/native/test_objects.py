"""Machine code on disk: found again, never believed, and forgotten in the end."""

from __future__ import annotations

import os
import time

import pytest

from zermelo.native.disk import folder
from zermelo.native.disk.objects import object_for


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def made(facts, code):
    def make():
        made.calls += 1
        return facts, code

    made.calls = 0
    return make


def test_an_object_is_made_once_and_then_read(place):
    make = made({"rules": ["play"]}, b"code")
    assert object_for("search", "key", make) == ({"rules": ["play"]}, b"code")
    assert object_for("search", "key", make) == ({"rules": ["play"]}, b"code")
    assert made.calls == 1
    object_for("search", "another key", make)
    assert made.calls == 2 and len(list(place.glob("search-*.object"))) == 2


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 100])
def test_a_damaged_file_is_made_again(place, damage):
    make = made({}, b"code")
    object_for("search", "key", make)
    (path,) = place.glob("*.object")
    path.write_bytes(damage)
    assert object_for("search", "key", make) == ({}, b"code") and made.calls == 2


def test_what_cannot_be_told_in_facts_is_not_kept(place):
    object_for("search", "key", made({"keep": False}, b"code"))
    assert list(place.glob("*.object")) == []


def test_files_go_by_their_age_number_and_size(place, monkeypatch):
    place.mkdir(mode=0o700)
    for number in range(6):
        path = place / f"{number}.object"
        path.write_bytes(b"x" * 10)
        age = folder.KEPT_SECONDS + 60 if number == 0 else 10 * number
        os.utime(path, times=(time.time() - age,) * 2)
    monkeypatch.setattr(folder, "KEPT_FILES", 4)
    folder.prune(place, "*.object")
    assert sorted(path.stem for path in place.glob("*")) == ["1", "2", "3", "4"]
    monkeypatch.setattr(folder, "KEPT_BYTES", 25)
    folder.prune(place, "*.object")
    assert sorted(path.stem for path in place.glob("*")) == ["1", "2"]
