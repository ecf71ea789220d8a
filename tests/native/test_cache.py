"""Machine code on disk is found again, checked, and deleted in the end."""

import os
import stat
import time

import pytest

from zermelo.native import cache
from zermelo.native.cache import make_own, object_for, own_bytes, remember


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


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-9]),
        lambda path: path.write_bytes(path.read_bytes()[:40] + b"\1" + path.read_bytes()[41:]),
        lambda path: path.chmod(0o666),
        lambda path: path.parent.chmod(0o777),
    ],
)
def test_a_file_that_is_damaged_or_that_others_could_write_is_made_again(place, spoil):
    make = made({}, b"code")
    object_for("search", "key", make)
    (path,) = place.glob("*.object")
    spoil(path)
    assert object_for("search", "key", make) == ({}, b"code") and made.calls == 2


def test_code_without_serialisable_facts_is_not_kept(place):
    object_for("search", "key", made(lambda: None, b"code"))
    assert list(place.glob("*.object")) == []


def test_files_go_by_their_age_number_and_size(place, monkeypatch):
    place.mkdir(mode=0o700)
    for number in range(6):
        path = place / f"{number}.object"
        path.write_bytes(b"x" * 10)
        age = cache.KEPT_SECONDS + 60 if number == 0 else 10 * number
        os.utime(path, times=(time.time() - age,) * 2)
    monkeypatch.setattr(cache, "KEPT_FILES", 4)
    cache.prune(place)
    assert sorted(path.stem for path in place.glob("*")) == ["1", "2", "3", "4"]
    monkeypatch.setattr(cache, "KEPT_BYTES", 25)
    cache.prune(place)
    assert sorted(path.stem for path in place.glob("*")) == ["1", "2"]


def test_facts_about_rules_are_found_out_once(place):
    assert remember("name", lambda: 3) == remember("name", lambda: 5) == 3
    assert remember("another name", lambda: 4) == 4


@pytest.fixture
def kept(tmp_path):
    make_own(tmp_path / "a" / "cache")
    file = tmp_path / "a" / "cache" / "code"
    file.write_bytes(b"code")
    file.chmod(0o600)
    return file


def test_its_folder_is_for_its_user_alone(kept):
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert own_bytes(kept) == b"code"


@pytest.mark.parametrize("mode", [0o702, 0o720, 0o777, 0o1777])
def test_a_folder_that_others_may_write_to_is_left_alone(kept, mode):
    kept.parent.chmod(mode)
    with pytest.raises(PermissionError):
        own_bytes(kept)
    with pytest.raises(PermissionError):
        make_own(kept.parent)


def test_a_file_that_others_may_write_or_own_is_not_loaded(kept, monkeypatch):
    kept.chmod(0o622)
    with pytest.raises(PermissionError):
        own_bytes(kept)
    kept.chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(PermissionError):
        own_bytes(kept)


def test_a_link_or_a_fifo_in_its_place_is_not_loaded(kept, tmp_path):
    (tmp_path / "elsewhere").write_bytes(b"code")
    kept.unlink()
    kept.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        own_bytes(kept)
    kept.unlink()
    os.mkfifo(kept, 0o600)
    with pytest.raises(OSError, match="not a regular file"):  # without waiting for a writer
        own_bytes(kept)
