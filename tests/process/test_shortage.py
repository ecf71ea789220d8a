"""What is said when the machine gives no more."""

from __future__ import annotations

import errno
import subprocess
import sys
from unittest.mock import Mock

import pytest

from zermelo.cli import main
from zermelo.process.end import _give_up
from zermelo.process.shortage import FILES, MEMORY, shortage


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), MEMORY),
        (RuntimeError("can't start new thread"), MEMORY),
        (OSError(errno.EMFILE, "Too many open files"), FILES),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), MEMORY),
        (ImportError("x.so: failed to map segment from shared object"), MEMORY),
        (SystemError("<method> returned NULL without setting an exception"), MEMORY),
        (RuntimeError("something else"), None),
        (OSError(errno.ENOSPC, "No space left on device"), None),
    ],
    ids=str,
)
def test_what_was_too_little_is_known_through_what_followed_from_it(
    error, said, monkeypatch, capsys
):
    def failing(*_):
        try:
            raise error
        except type(error):
            raise ValueError("a chunk is damaged") from None

    assert shortage(error) == said
    monkeypatch.setattr("zermelo.cli.overview", failing)
    if said is None:
        with pytest.raises(ValueError, match="damaged"):
            main(["--help"])
    else:
        assert main(["--help"]) == 2
        assert capsys.readouterr().err == f"zermelo: {said}\n"


def test_a_database_is_not_opened_without_room_for_the_thread_that_reads_it():
    lines = """
import resource
from zermelo.process.shortage import ROOM, shortage
from zermelo.solver.store.arrays import require_zarr
require_zarr()
used = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if "VmSize" in line)
resource.setrlimit(resource.RLIMIT_AS, (used + ROOM // 2,) * 2)
try:
    require_zarr()
except MemoryError as error:
    print(shortage(error))
"""
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, check=True, text=True)
    assert done.stdout == f"{MEMORY}\n"


def test_one_line_is_said_even_if_memory_is_too_little_to_find_out_why(monkeypatch, capfd):
    left: list[int] = []
    monkeypatch.setattr("zermelo.process.end.leave", left.append)
    monkeypatch.setattr("zermelo.process.end.shortage", Mock(side_effect=MemoryError))
    _give_up(ValueError("other"))
    assert (left, capfd.readouterr().err) == ([2], f"zermelo: {MEMORY}\n")
