"""Cores, memory and encodings: messages when they run short, in characters that can be shown."""

import ast
import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import zermelo
from processes import importing, printed_by, python
from zermelo.cli import main
from zermelo.process import texts
from zermelo.process.end import _give_up
from zermelo.process.resources import FILES, MEMORY, MODEST, physical_memory, shortage, usable_cores


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
    assert printed_by("-c", lines) == f"{MEMORY}\n"


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
    done = python("-c", lines)
    assert (done.returncode, done.stdout, done.stderr) == (2, "done\n", "")


def test_any_error_comes_of_too_little_memory_where_none_is_left(monkeypatch, capfd):
    left: list[int] = []
    monkeypatch.setattr("zermelo.process.end.leave", left.append)
    _give_up(SyntaxError("expected ':'"))
    assert not left
    monkeypatch.setattr("zermelo.process.end.has_room", lambda: False)
    _give_up(SystemExit(1))
    assert not left
    _give_up(SyntaxError("expected ':'"))
    monkeypatch.setattr("zermelo.process.end.shortage", Mock(side_effect=MemoryError))
    _give_up(ValueError("other"))
    assert (left, capfd.readouterr().err) == ([2, 2], f"zermelo: {MEMORY}\n" * 2)


def test_cores_and_memory_are_asked_of_the_system_or_taken_to_be_modest(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {4, 7}, raising=False)
    assert usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")  # as on macOS
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert usable_cores() == 3 and physical_memory() > 1 << 26
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    monkeypatch.delattr(os, "sysconf")  # as on Windows
    assert usable_cores() == 1 and physical_memory() == MODEST
    assert zermelo.solve(zermelo.game("nim(rows=[1, 2])"), native=False).value == 1


HOME = Path(zermelo.__file__).parent
FUNCTIONS = {
    "os": {"open", "write", "pwrite", "fsync", "ftruncate", "replace", "rename", "link", "unlink"},
    "shutil": {"rmtree", "move", "copy", "copyfile", "copytree"},
    "fcntl": {"flock"},
    "tempfile": {"mkstemp", "NamedTemporaryFile"},
}
METHODS = {
    *("write_text", "write_bytes", "unlink", "rename", "touch", "mkdir", "rmdir"),
    *("open_group", "create_array", "symlink_to", "hardlink_to"),
}
ELSEWHERE = {  # and why
    "process/end.py": "standard streams",
    "players/program.py": "pipes",
    "players/supervisor.py": "/dev/null",
    "native/cache.py": "the folder of the cache, for this user alone",
    "publish/inpage.py": "the memory of a browser",
    "solver/checking/plain.py": "zarr reads what we have written",
    "course/classes.py": "the folder of a gradebook, and lines added to what was graded",
    "reports/checks.py": "the same folder",
    "process/files.py": "drafts of processes that end; new folders, which their owners go on with",
}


def steps(path: Path) -> set[str]:
    """The system's operations on files in a module, by their names."""
    collected = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open"):
                collected.add("open")
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in FUNCTIONS.get(module, METHODS):
                    collected.add(f"{module}.{name}")
            case ast.Attribute(attr=name) if name in METHODS:
                collected.add(name)
    return collected


def test_files_are_written_by_one_module():
    modules = {path.relative_to(HOME).as_posix(): path for path in HOME.rglob("*.py")}
    used = {name for name, path in modules.items() if steps(path)} - {"process/disk.py"}
    assert used == set(ELSEWHERE)


ENCODINGS = "cp1252", "ascii"
COMMANDS = (
    "games", "show tictactoe", "show go --moves c3", "show hex", "show dotsandboxes",
    "show lgame", "show domineering", "analyze tictactoe --depth 2", "playouts tictactoe --games 9",
    "value domineering(width=2,height=2)", "perft nim 2",
    "estimate nim(rows=[2,1])", "solve nim(rows=[2,1])",
    "tree nim(rows=[2,1])", "tree nim(rows=[2,1]) --json", "match nim first random --games 2",
    "tournament nim first random --games 2", "exercise",
    "check nim(rows=[1,1])", "prove nim(rows=[2,1]) --claim win",
    "show nim --moves ∞", "report nim(rows=[1,1]) --seconds 1",
)  # fmt: skip


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_print_in_any_encoding(command, encoding, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    texts.replace_unencodable()
    assert main(command.split()) == (2 if "∞" in command else 0)
    for stream in streams:
        stream.seek(0)
    printed, faults = (stream.read() for stream in streams)
    assert "�" not in printed
    assert "Traceback" not in faults
    if "--json" in command:
        json.loads(printed)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_the_command_itself_replaces_what_an_encoding_lacks(encoding):
    setting = {**importing(), "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    board = python("-m", "zermelo", "show", "lgame", env=setting, encoding=encoding).stdout
    assert "| @ |" in board.replace("│", "|")
    assert "| * |" in board.replace("│", "|")


def test_bytes_that_are_no_text_do_not_end_a_game():
    setting = {**importing(), "PYTHONIOENCODING": "utf-8:strict"}
    command = [sys.executable, "-m", "zermelo", "play", "tictactoe"]
    done = subprocess.run(
        command, env=setting, input=b"caf\xe9\nquit\n", capture_output=True, check=True
    )
    assert "caf�" in done.stdout.decode()


def test_json_is_the_same_in_any_encoding(run_json, monkeypatch):
    there = run_json("games", "--json")
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    main(["games", "--json"])
    stream.seek(0)
    assert json.loads(stream.read()) == there


@pytest.mark.parametrize("room", ["games", "kit", "reports", "terminal", "values", "draw"])
def test_every_sign_of_what_is_printed_has_one_in_ascii(room):
    signs_there = {
        sign
        for path in (HOME / room).rglob("*.py")
        if path.name != "tikz.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value
        for sign in node.value
        if not sign.isascii()
    }
    plain = {sign: texts.in_ascii(sign) for sign in signs_there}
    assert [sign for sign, text in plain.items() if text == "?" or not text.isascii()] == []
