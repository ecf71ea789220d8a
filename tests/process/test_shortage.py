"""What is said when the machine gives no more."""

import errno
import subprocess
import sys
from unittest.mock import Mock

import pytest

from zermelo.cli import main
from zermelo.process.end import _give_up
from zermelo.process.resources import FILES, MEMORY, shortage


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
from zermelo.process.resources import ROOM, shortage
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


def test_threads_that_still_run_at_the_end_do_not_abort_a_command_without_memory():
    lines = """
import resource, sys, threading, time
from zermelo.process.end import exit_status

def work():
    spin = lambda: [time.sleep(0.0001) for _ in iter(int, 1)]
    threading.Thread(target=spin, daemon=True).start()
    print("done")
    resource.setrlimit(resource.RLIMIT_AS, (1 << 20,) * 2)
    return 2

sys.exit(exit_status(work))
"""
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"done\n", b"")


def test_any_error_comes_of_too_little_memory_where_none_is_left(monkeypatch, capfd):
    left: list[int] = []
    monkeypatch.setattr("zermelo.process.end.leave", left.append)
    _give_up(SyntaxError("expected ':'"))
    assert not left
    monkeypatch.setattr("zermelo.process.end.has_room", lambda: False)
    _give_up(SystemExit(1))
    assert not left
    _give_up(SyntaxError("expected ':'"))
    assert (left, capfd.readouterr().err) == ([2], f"zermelo: {MEMORY}\n")


def test_one_line_is_said_even_if_memory_is_too_little_to_find_out_why(monkeypatch, capfd):
    left: list[int] = []
    monkeypatch.setattr("zermelo.process.end.leave", left.append)
    monkeypatch.setattr("zermelo.process.end.shortage", Mock(side_effect=MemoryError))
    _give_up(ValueError("other"))
    assert (left, capfd.readouterr().err) == ([2], f"zermelo: {MEMORY}\n")
