"""A hundred bad days of a disk; and that they would show what is wrong."""

from pathlib import Path

import pytest

from fuzz.baddays import fault_of, played, shared, solved, written
from zermelo.process import disk, files
from zermelo.process.ledger import Ledger
from zermelo.solver.store.draft import Draft


@pytest.mark.parametrize("part", range(4))
def test_no_bad_day_loses_what_was_kept(tmp_path, part):
    for seed in range(25 * part, 25 * part + 25):
        place = tmp_path / str(seed)
        place.mkdir()
        assert fault_of(seed, place) is None, f"python -m fuzz.baddays --seed {seed} --days 1"


@pytest.mark.parametrize("seed", [20325, 20905, 42961])
def test_what_bad_days_have_shown(tmp_path, seed):
    """Parts of a database that a power cut tore, and that did not count yet."""
    assert fault_of(seed, tmp_path) is None


def unsynced_file(file: int, draft: Path, target: Path) -> None:
    disk.replace(draft, target)


def unsynced_line(self: Ledger, content: bytes, digest: int) -> None:
    files.write_all(self._file, content, self._length)
    self._length, self._digest = self._length + len(content), digest


def unsynced_database(self: Draft) -> None:
    pass


def unnoted_chunks(self: Draft, name: str, chunks: range) -> None:
    pass


def unsynced_chunk(path: Path, content: bytes, suffix: str, mode: int) -> None:
    draft = path.with_suffix(suffix)
    draft.write_bytes(content)
    disk.replace(draft, path)


@pytest.mark.parametrize(
    ("name", "wrong", "run"),
    [
        ("process.files.put_in_place", unsynced_file, written),
        ("process.ledger.Ledger._write", unsynced_line, played),
        ("solver.store.draft.Draft._sync", unsynced_database, solved),
        ("solver.store.draft.Draft.note", unnoted_chunks, shared),
        ("solver.store.arrays.replace_file", unsynced_chunk, shared),
    ],
    ids=["whole file", "line", "database", "noted", "chunk"],
)
def test_a_step_left_out_is_found(tmp_path, monkeypatch, name, wrong, run):
    monkeypatch.setattr("fuzz.baddays.RUNS", (run,))
    monkeypatch.setattr(f"zermelo.{name}", wrong)
    for seed in range(200):
        place = tmp_path / str(seed)
        place.mkdir()
        if fault_of(seed, place) is not None:
            return
    pytest.fail("no day has shown it")
