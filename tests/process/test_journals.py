"""Files beside records and books: whatever they are, they are neither read, run nor deleted."""

import random
import sqlite3
from pathlib import Path

import pytest

from journals import rollback, write_ahead
from ledgers import values
from zermelo.cli import main

NIM = "nim(rows=[1, 2])"
MATCH = ["match", NIM, "first", "random", "--games", "2", "--records"]
BOOK = ["book", NIM, "--plies", "1", "--exact", "--out"]
SUFFIXES = ("-journal", "-wal", "-shm", "-mj0000000A", ".lock", ".tmp")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("made")
    assert main([*MATCH, str(place / "of a match")]) == main([*BOOK, str(place / "a book")]) == 0
    with sqlite3.connect(place / "of another program") as base:
        base.execute("CREATE TABLE game (number INTEGER)")
    base.close()
    (place / "of nothing").write_bytes(b"")
    return place


def test_a_hundred_forged_journals_are_left_alone(tmp_path, made, capsys):
    chance = random.Random(29)
    for number in range(100):
        place = tmp_path / str(number)
        place.mkdir()
        victim, path = place / "victim", place / "file"
        victim.write_text("-journal")
        path.write_bytes(chance.choice(sorted(made.iterdir())).read_bytes())
        beside = {place / (path.name + suffix) for suffix in chance.sample(SUFFIXES, 3)}
        for each in beside:
            each.write_bytes(chance.choice((rollback(victim, chance), write_ahead(chance))))
        before = {each: each.read_bytes() for each in (*beside, victim)}
        commands = ([*MATCH, str(path)], [*BOOK, str(path)], ["verify", str(path)])
        assert main(chance.choice(commands)) in (0, 2)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err and captured.err.count("\n") <= 1
        assert {each: each.read_bytes() for each in before} == before
        assert set(place.iterdir()) == {path, *before}


def test_such_a_journal_makes_sqlite_delete_a_file(tmp_path):
    """Otherwise the test above would show nothing."""
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("-journal")
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE game (number INTEGER)")
    base.close()
    path.with_name("file-journal").write_bytes(rollback(victim, random.Random(1)))
    base = sqlite3.connect(path)
    base.execute("SELECT * FROM sqlite_master").fetchall()
    base.close()
    assert not victim.exists()


def test_no_module_of_ours_opens_sqlite():
    source = Path(__file__).parents[2] / "src" / "zermelo"
    assert [path for path in source.rglob("*.py") if "sqlite" in path.read_text()] == []


def test_records_and_books_are_what_they_were(made):
    assert [game[0] for game in values(made / "of a match")[1:]] == [0, 1]
    assert values(made / "a book")[0]["progress"][0] is True
