"""Where data should be, a FIFO, a device or a link to one is refused in a line, and at once."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from processes import importing
from zermelo.errors import UsageError
from zermelo.solver.checking.verify import verify

FILES = (
    "zermelo.json", "zarr.json", "keys/zarr.json", "keys/c/0", "scores/zarr.json", "scores/c/0",
    "chunk_starts/c/0",
)  # fmt: skip
READERS = (
    ("export", "{}", "--out", "x.ipynb"),
    ("serve", "--study", "{}", "--port", "0"),
    ("match", "nim", "first", "random", "--openings", "{}"),
    ("match", "nim", "first", "{}.py"),
    ("show", "{}.py"),
    ("check", "{}.py:Own"),
    ("grade", "{}"),
    ("audit", "random", "{}"),
    ("tune", "nim", "--games", "{}"),
)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    path = tmp_path_factory.mktemp("special") / "solved"
    zermelo.solve(zermelo.game("tictactoe"), path, native=False)
    return path


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("make", [fifo, device])
@pytest.mark.timeout(60)
def test_a_database_with_a_special_file_is_damaged(solved, name, make):
    file = solved / name
    file.rename(solved.parent / "aside")
    try:
        make(file)
        with pytest.raises(UsageError, match=r"damaged|no regular file"):
            verify(solved, native=False)
    finally:
        file.unlink()
        (solved.parent / "aside").rename(file)


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
@pytest.mark.timeout(60)
def test_no_command_waits_for_a_fifo(run, tmp_path, arguments):
    fifo(tmp_path / "pipe")
    fifo(tmp_path / "pipe.py")
    status, out, err = run(*(word.format(tmp_path / "pipe") for word in arguments))
    assert (status, out) == (2, "")
    assert err.startswith("zermelo: ") and err.count("\n") == 1


@pytest.mark.parametrize(("umask", "mode"), [(0o077, 0o600), (0o027, 0o640)])
def test_all_files_of_a_database_have_the_mode_of_the_umask(tmp_path, umask, mode):
    subprocess.run(
        [sys.executable, "-m", "zermelo", "solve", "nim(rows=[1, 2])", "--out", "d", "--plain"],
        cwd=tmp_path,
        env=importing(),
        umask=umask,
        check=True,
        capture_output=True,
    )
    files = [path for path in (tmp_path / "d").rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {mode}
