"""The cache of machine code: nothing is loaded that somebody else may have put there."""

from __future__ import annotations

import os
import stat

import pytest

from zermelo.native.disk.owned import make_own, own_bytes


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


def test_a_file_that_others_may_write_is_not_loaded(kept):
    kept.chmod(0o622)
    with pytest.raises(PermissionError):
        own_bytes(kept)


def test_what_others_own_is_not_loaded(kept, monkeypatch):
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
    with pytest.raises(OSError, match="no regular file"):  # and no waiting for one
        own_bytes(kept)
