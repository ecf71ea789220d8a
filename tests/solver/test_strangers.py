"""A database from a stranger runs no code, has only known arrays, and its faults are found."""

import json
import shutil
from pathlib import Path

import pytest
import zarr

import forged
import zermelo
from processes import python
from takegame import TAKE
from zermelo.board.study import named_game, study_of
from zermelo.errors import UsageError
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.endgames import endgames

GAME = "nim(rows=[1, 2, 4])"
SPY = 'import pathlib\npathlib.Path("{}").write_text("run")\n'  # then come the rules


@pytest.fixture
def mark(tmp_path) -> Path:
    """A file that is there once the stranger's Python has run."""
    (tmp_path / "spy.py").write_text(SPY.format(tmp_path / "mark") + TAKE)
    return tmp_path / "mark"


OPENING = [
    ("probe", "{}"),
    ("verify", "{}"),
    ("audit", "{}"),
    ("serve", "--database", "{}"),
    ("analyze", "nim", "--database", "{}"),
    ("analyze", "nim", "--endgames", "{}"),
    ("match", "nim", "database:{}", "first"),
    ("match", "nim", "engine:endgames='{}'", "first"),
    ("play", "nim", "--first", "database:{}"),
    ("tune", "morris", "--database", "{}"),
    ("solve", "nim(rows=[1, 2, 4])", "--out", "{}"),
]


@pytest.mark.parametrize("command", OPENING, ids=lambda command: " ".join(command[:2]))
def test_no_command_runs_what_a_manifest_names(database, mark, run, command):
    forged.forge(database, lambda body: body.update(spec=f"{mark.parent}/spy.py:Take"))
    err = run(*(word.format(database) for word in command))[2]
    assert not mark.exists() and err.count("\n") <= 1 and "Traceback" not in err


def test_rules_of_a_persons_own_are_named_by_the_person(mark, run, refused):
    spy, out = f"{mark.parent}/spy.py", str(mark.parent / "solved")
    assert run("solve", spy, "--out", out, "--plain")[0] == 0
    mark.unlink()
    for command in ("probe", "verify"):
        done = python("-m", "zermelo", command, out)  # the file has not been imported there yet
        assert done.returncode == 2 and "--game FILE" in done.stderr and not mark.exists()
        assert run(command, out, "--game", spy)[0] == 0
    assert run("audit", out, "--game", spy)[0] == 0
    (mark.parent / "spy.py").write_text(SPY.format(mark) + TAKE.replace("min(3", "min(2"))
    for command in ("probe", "verify", "audit"):
        assert "was solved under other rules" in refused(command, out, "--game", spy)


def test_a_study_runs_nothing_either_and_a_server_opens_the_game_it_offers(mark):
    chapter = {"title": "", "by": "outcome", "start": None, "moves": ""}
    chapter["game"] = f"{mark.parent}/spy.py"
    study = {"format": "zermelo study", "version": 1, "title": "", "chapters": [chapter]}
    with pytest.raises(UsageError, match="studies cannot run Python files"):
        study_of(study, named_game)
    assert not mark.exists()
    from zermelo.web.app import Web

    spy, out = f"{mark.parent}/spy.py", str(mark.parent / "solved")
    zermelo.solve(zermelo.game(spy), out, native=False)
    with pytest.raises(UsageError, match="data files may not run Python"):
        Web([], [out], native=False)


def pickled(path: Path, mark: Path) -> None:
    """Put an array of zarr's format 2 in the place of the keys, whose filter unpickles."""
    shutil.rmtree(path / "keys")
    numcodecs = pytest.importorskip("numcodecs")
    filters = [numcodecs.Pickle()]
    group = zarr.open_group(str(path / "old"), mode="w", zarr_format=2)
    group.create_array("keys", shape=(4,), dtype=object, filters=filters, chunks=(4,))
    shutil.move(path / "old" / "keys", path / "keys")
    bomb = f"c__builtin__\nexec\n(Vopen({str(mark)!r}, 'w')\ntR.".encode()
    (path / "keys" / "0").write_bytes(bomb)


def test_an_older_format_whose_filter_runs_code_is_refused(database, tmp_path):
    mark = tmp_path / "mark"
    try:
        pickled(database, mark)
    except (ValueError, TypeError):  # zarr makes none any more
        (database / "keys").mkdir(exist_ok=True)
    (database / "zarr.json").rename(database / ".zgroup")
    (database / ".zgroup").write_text('{"zarr_format": 2}')
    for attempt in (Database, zermelo.verify):
        with pytest.raises(UsageError, match="damaged or missing"):
            attempt(database)
    assert not mark.exists()


def metadata(path: Path, change) -> None:
    body = json.loads(path.read_text())
    change(body)
    path.write_text(json.dumps(body))


STRANGE = {
    "format": lambda body: body.update(zarr_format=2),
    "type": lambda body: body.update(data_type="variable_length_bytes"),
    "filter": lambda body: body["codecs"].insert(0, {"name": "numcodecs.pickle"}),
    "codec": lambda body: body["codecs"].pop(),
    "order": lambda body: body["codecs"][0]["configuration"].update(endian="big"),
    "chunks": lambda body: body["chunk_grid"]["configuration"].update(chunk_shape=[1]),
    "shape": lambda body: body.update(shape=[2**62]),
    "truth": lambda body: body.update(shape=[True]),
    "more": lambda body: body.update(consolidated_metadata={}),
    "store": lambda body: body.update(storage_transformers=[{"name": "x"}]),
}


@pytest.mark.parametrize("name", STRANGE)
def test_arrays_that_are_not_as_we_write_them_are_refused(database, name):
    metadata(database / "keys" / "zarr.json", STRANGE[name])
    forged.reseal(database)
    for attempt in (Database, zermelo.verify):
        with pytest.raises(UsageError, match="damaged"):
            attempt(database)


@pytest.mark.parametrize("name", STRANGE)
def test_a_draft_with_such_arrays_is_not_resumed(tmp_path, database, name):
    finished = forged.read(database)
    facts = {
        field: finished[field] for field in list(finished)[: list(finished).index("encodings")]
    }
    facts |= {"tiers": [], "complete": False, "scored": 0, "tally": {}, "seconds": 0.0}
    (database / "zermelo.json").unlink()
    forged.write(database, facts, "progress.json")
    metadata(database / "keys" / "zarr.json", STRANGE[name])
    with pytest.raises(UsageError, match="is not in Zermelo's format"):
        zermelo.solve(zermelo.game(GAME), database, native=False)


def test_a_chunk_cannot_swell(database):
    """A small file may unpack to gigabytes; a chunk is never unpacked beyond its size."""
    from numcodecs.zstd import compress

    (database / "keys" / "c" / "0").write_bytes(compress(bytes(1 << 26), 1) + b"sums")
    forged.reseal(database)
    with pytest.raises(UsageError, match="damaged"):
        zermelo.probe(Database(database))


@pytest.mark.compiled
def test_two_exchanged_chunks_are_detected(tmp_path, connect_four):
    path = Path(shutil.copytree(connect_four, tmp_path / "copy"))
    one, two = path / "scores" / "c" / "1", path / "scores" / "c" / "2"
    first, second = one.read_bytes(), two.read_bytes()
    one.write_bytes(second)
    two.write_bytes(first)
    database = Database(path)
    keys = zarr.open_group(str(path), mode="r")["keys"][:]
    touched = database.game.unkey(int(keys[3 << 14 >> 1]))
    for attempt in (
        lambda: zermelo.verify(path),
        lambda: database.score(touched),
        lambda: endgames(database, native=False),
    ):
        with pytest.raises(UsageError, match=r"scores/c/1 is damaged"):
            attempt()


@pytest.mark.compiled
def test_a_chunk_is_read_and_compared_once(tmp_path, connect_four):
    path = Path(shutil.copytree(connect_four, tmp_path / "copy"))
    database = Database(path)
    state = database.game.play(database.start, 0)
    before = database.score(state)
    for array in ("keys", "scores"):
        shutil.rmtree(path / array / "c")
    assert database.score(state) == before
    database.forget()
    with pytest.raises(UsageError, match="damaged or missing"):
        database.score(state)


@pytest.mark.parametrize("name", ["wins", "draws", "losses"])
def test_verify_counts_the_totals(database, name):
    def change(body):
        other = "losses" if name == "wins" else "wins"
        body["solution"][name] += 1
        body["solution"][other] -= 1

    forged.forge(database, change)
    assert any(name in fault for fault in zermelo.verify(database).faults)


def test_verify_finds_the_longest(database):
    forged.forge(database, lambda body: body["solution"].update(longest=99))
    (fault,) = zermelo.verify(database, sample=1).faults
    assert fault == "the longest win or loss takes 7 plies, stored as 99"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starts", [[[1, 2, 9], 0]]),
        ("starts", [[[1, 2, 4], "0"]]),
        ("starts", [[1, 2, 4, 0]]),
        ("starts", []),
        ("starts", [[[-1, 2, 4], 0]]),
        ("tiers", []),
        ("tiers", [{"tier": 0, "first": 5, "count": 1, "reach": 0, "inner": False}]),
        ("packing", {}),
        ("checksums", {}),
        ("checksums", {"../../etc/passwd": 1}),
        ("game", "nim(rows=[1, 2, 4])\x1b[31m"),
        ("spec", "nim(rows=[" + "[" * 900),
        ("solution", None),
        ("extra", 1),
        ("made_by", 2**70),
    ],
)
def test_nonsense_in_a_manifest_is_one_line(database, refused, field, value):
    forged.forge(database, lambda body: body.update({field: value}))
    for command in ("probe", "verify", "audit"):
        assert "\x1b" not in refused(command, str(database))


def test_states_that_are_none_are_faults_and_no_crash(database):
    def change(body):
        body["packing"]["lowest"] = [low + 7 for low in body["packing"]["lowest"]]

    forged.forge(database, change)
    assert not zermelo.verify(database).sound
