"""Files are written whole or refused: links, modes, full disks, FIFOs, crashes."""

import os
import socket
import stat
import threading
from pathlib import Path

import pytest

import zermelo
from fuzz.baddays import fault_of
from processes import PATIENCE, importing, printed_by, python
from zermelo.cli import main
from zermelo.errors import UsageError, clip, visible
from zermelo.process.files import whole_file
from zermelo.solver.checking.verify import verify


def write(path: Path, text: str = "new") -> None:
    with whole_file(path) as draft:
        draft.write(text.encode())


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_file_is_replaced_whole_or_left_as_it_was(tmp_path):
    path = tmp_path / "file"
    write(path, "old")
    with pytest.raises(RuntimeError), whole_file(path) as draft:
        draft.write(b"half")
        raise RuntimeError
    assert path.read_text() == "old"
    write(path)
    assert path.read_text() == "new" and names(tmp_path) == ["file"]


def test_a_link_stays_one_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "file", tmp_path / "link"
    link.symlink_to(Path("there") / "file")
    write(link, "made through the link")
    write(link)
    assert link.is_symlink() and target.read_text() == "new"
    assert names(target.parent) == ["file"] and names(tmp_path) == ["link", "there"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_mode_is_kept(tmp_path, mode):
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(mode)
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_mode_of_any_new_file_and_a_name_of_any_length(tmp_path):
    path = tmp_path / ("x" * 255)
    write(path)
    (tmp_path / "other").write_text("")
    assert path.read_text() == "new"
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_device_and_a_fifo_are_written_to_and_stay(tmp_path):
    write(Path("/dev/null"))
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    path, got = tmp_path / "pipe", []
    os.mkfifo(path)
    reading = threading.Thread(target=lambda: got.append(path.read_text()))
    reading.start()
    write(path)
    reading.join(timeout=PATIENCE)
    assert got == ["new"] and stat.S_ISFIFO(path.stat().st_mode)


WRITER = """
import sys; from pathlib import Path; from zermelo.process.files import whole_file
print("before")
with whole_file(Path(sys.argv[1])) as draft:
    draft.write(b"content\\n")
print("after")
"""


@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_standard_output_goes_on_where_it_was(tmp_path, kind):
    command = "-c", WRITER, "/dev/stdout"
    if kind == "pipe":
        out = printed_by(*command)
    else:
        with (tmp_path / "out").open("w") as file:
            python(*command, stdout=file)
        out = (tmp_path / "out").read_text()
    assert out == "before\ncontent\nafter\n"


def refused(tmp_path: Path) -> dict[str, Path]:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    return {
        "it is a directory": tmp_path / "folder",
        "No such file": tmp_path / "missing" / "file",
        "Not a directory": tmp_path / "file" / "below",
        "symbolic links": tmp_path / "loop",
        "File name too long": tmp_path / ("x" * 300),
        "not a valid file name": tmp_path / "half\0name",
        "No space left": Path("/dev/full"),
        "it is not a regular file": tmp_path / "socket",
    }


def test_what_cannot_be_written_is_one_line_and_changes_nothing(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("old")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(tmp_path)
        listening.bind("socket")
        for message, path in refused(tmp_path).items():
            before = names(tmp_path)
            with pytest.raises(UsageError, match=message) as result:
                write(path)
            assert "\n" not in str(result.value)
            assert names(tmp_path) == before
        with pytest.raises(UsageError, match="not a valid file name"):
            write(tmp_path / "\ud800")


def test_on_a_full_disk_or_without_permission_the_file_stays_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("old")
    with (
        pytest.raises(UsageError, match=r"cannot write .*file: No space left"),
        whole_file(path),
        Path("/dev/full").open("w") as full,
    ):
        full.write("x" * 100_000)
    assert path.read_text() == "old"
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everything
    with pytest.raises(UsageError, match="Permission denied"):
        write(path)
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ♔ é 將 […]\n\tline", "plain ♔ é 將 […]\n\tline"),
        ("\x1b[31m\a\r\x9b", r"\x1b[31m\x07\r\x9b"),
        ("\u202eback\u2028\ud800", r"\u202eback\u2028\ud800"),
    ],
)
def test_what_would_steer_a_terminal_is_spelled_out(text, shown):
    assert visible(text) == shown
    assert clip(text).isprintable()


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
def solved_database(tmp_path_factory):
    path = tmp_path_factory.mktemp("special") / "solved"
    zermelo.solve(zermelo.game("tictactoe"), path, native=False)
    return path


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("make", [fifo, device])
@pytest.mark.timeout(60)
def test_a_database_with_a_special_file_is_damaged(solved_database, name, make):
    file = solved_database / name
    file.rename(solved_database.parent / "aside")
    try:
        make(file)
        with pytest.raises(UsageError, match=r"damaged|not a regular file"):
            verify(solved_database, native=False)
    finally:
        file.unlink()
        (solved_database.parent / "aside").rename(file)


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
    asked = "-m", "zermelo", "solve", NIM, "--out", "d", "--plain"
    assert python(*asked, cwd=tmp_path, env=importing(), umask=umask).returncode == 0
    files = [path for path in (tmp_path / "d").rglob("*") if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {mode}


NIM = "nim(rows=[1, 2])"
MATCH = ["match", NIM, "first", "random", "--games", "2", "--records"]
BOOK = ["book", NIM, "--plies", "1", "--exact", "--out"]


def test_files_beside_records_and_books_are_left_alone(tmp_path, capsys):
    for command in (MATCH, BOOK):
        path = tmp_path / command[0]
        beside = [path.with_name(path.name + end) for end in ("-journal", "-wal", ".lock", ".tmp")]
        for each in beside:
            each.write_text("mine")
        assert main([*command, str(path)]) == main([*command, str(path)]) == 0
        assert all(each.read_text() == "mine" for each in beside)
        assert len(list(tmp_path.glob(f"{command[0]}*"))) == 5


def test_no_module_of_ours_opens_sqlite():
    source = Path(__file__).parents[2] / "src" / "zermelo"
    assert [path for path in source.rglob("*.py") if "sqlite" in path.read_text()] == []


@pytest.mark.parametrize("part", range(4))
def test_no_bad_day_loses_what_was_kept(tmp_path, part):
    for seed in range(25 * part, 25 * part + 25):
        place = tmp_path / str(seed)
        place.mkdir()
        assert fault_of(seed, place) is None, f"python -m fuzz.run --seed {seed} --days 1"


@pytest.mark.parametrize("seed", [616, 20325, 20905, 42961])
def test_what_bad_days_have_shown(tmp_path, seed):
    """A game lost where a line is not synced; torn parts of a database that did not count yet."""
    assert fault_of(seed, tmp_path) is None
