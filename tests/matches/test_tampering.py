"""Records that are not ours, or that somebody has edited: one line, and nothing is overwritten."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

import zermelo
from zermelo.cli import main
from zermelo.errors import UsageError

MATCH = ("match", "tictactoe", "alphabeta:depth=2", "random", "--games", "4", "--plain")


@pytest.fixture
def path(tmp_path, capsys) -> Path:
    path = tmp_path / "match.db"
    assert main([*MATCH, "--records", str(path)]) == 0
    capsys.readouterr()
    return path


def edit(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    with base:
        for statement in statements:
            base.execute(statement)
    base.close()


def refusal(path: Path | str, capsys) -> str:
    """The one line with which a match on these records is refused."""
    assert main([*MATCH, "--records", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "\x1b" not in captured.err
    return captured.err


def test_the_file_says_that_it_is_ours(path):
    base = sqlite3.connect(path)
    assert base.execute("PRAGMA application_id").fetchone() == (0x5A726D6C,)
    assert base.execute("PRAGMA user_version").fetchone() == (2,)
    base.close()


def test_another_programs_file_is_left_as_it_is(tmp_path, capsys):
    path = tmp_path / "photos.db"
    edit(path, "CREATE TABLE photo (name TEXT)", "PRAGMA application_id = 77")
    before = path.read_bytes()
    assert "holds no records of a match" in refusal(path, capsys)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["photos.db"]


def test_records_of_another_version_are_refused(path, capsys):
    edit(path, "PRAGMA user_version = 9")
    assert "records of a match of version 9; this version reads 2" in refusal(path, capsys)


def test_what_is_no_file_is_refused(tmp_path, capsys):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for place in ("fifo", "folder", "x" * 300, "missing/match.db"):
        assert "cannot use" in refusal(tmp_path / place, capsys)
    for place in ("half\0name", "\ud800"):
        assert "no name of a file" in refusal(tmp_path / place, capsys)
    for device in ("/dev/null", "/dev/zero"):
        assert "it is no regular file" in refusal(device, capsys)


EDITS = {
    "result": "UPDATE game SET result = (result + 2) % 3 - 1 WHERE number = 0",
    "other result": "UPDATE game SET result = (result + 3) % 3 - 1 WHERE number = 0",
    "forfeit": "UPDATE game SET reason = 'time: too late' WHERE number = 0",
    "drawn": "UPDATE game SET reason = 'cap', result = 0 WHERE number = 1",
    "opening": "UPDATE game SET opening = '1,1 0,0' WHERE number = 2",
    "players": "UPDATE game SET first = second, second = first WHERE number = 1",
    "move": "UPDATE move SET move = '9,9' WHERE game = 1 AND ply = 0",
    "spelling": "UPDATE move SET move = move || ' ' WHERE game = 1 AND ply = 0",
    "steering": "UPDATE move SET move = char(27) || '[2J' WHERE game = 1 AND ply = 0",
    "shorter": "DELETE FROM move WHERE game = 1 AND ply > 1",
    "gap": "DELETE FROM move WHERE game = 1 AND ply = 1",
    "orphans": "DELETE FROM game WHERE number = 3",
    "extra": "INSERT INTO game SELECT 4, first, second, opening, result, reason, margin "
    "FROM game LIMIT 1",
    "margin": "UPDATE game SET margin = 8 WHERE number = 0",
    "margin as text": "UPDATE game SET margin = 'many' WHERE number = 0",
    "far": "UPDATE game SET number = 9223372036854775807 WHERE number = 3",
    "negative": "UPDATE game SET number = -1 WHERE number = 3",
    "type": "UPDATE game SET result = 'won' WHERE number = 0",
    "bytes": "UPDATE game SET reason = x'ff' WHERE number = 0",
    "text": "UPDATE move SET move = CAST(x'ff' AS TEXT) WHERE game = 0",
    "seconds": "UPDATE move SET seconds = -1.0",
    "endless": "UPDATE move SET seconds = 9e999",
    "value": "UPDATE move SET value = 2.0",
    "nodes": "UPDATE move SET nodes = -1",
    "table": "DROP TABLE move",
    "view": "CREATE VIEW extra AS SELECT * FROM game",
    "trigger": "CREATE TRIGGER more AFTER INSERT ON game BEGIN DELETE FROM move; END",
    "column": "ALTER TABLE game ADD COLUMN more TEXT",
    "settings": "DELETE FROM settings",
    "two settings": "INSERT INTO settings VALUES ('{}')",
    "no JSON": "UPDATE settings SET text = '{'",
    "no object": "UPDATE settings SET text = '[1]'",
    "no text": "UPDATE settings SET text = x'ff'",
    "other": "UPDATE settings SET text = '{}'",
    "hostile": 'UPDATE settings SET text = \'{"game": "\\u001b[2J"}\'',
}


@pytest.mark.parametrize("name", EDITS)
def test_edited_records_are_one_line(path, capsys, name):
    edit(path, EDITS[name])
    refusal(path, capsys)


def test_damaged_records_are_one_line(path, capsys):
    content = path.read_bytes()
    for cut in (1, 15, 99, 100, 4096, len(content) - 1):
        path.write_bytes(content[:cut])
        refusal(path, capsys)


def test_a_shorter_match_than_recorded_is_refused(path, capsys):
    shorter = [*MATCH[:-2], "2", "--plain", "--records", str(path)]
    assert main(shorter) == 2
    assert "holds more than the 2 games asked for" in capsys.readouterr().err


def test_a_forfeit_in_records_is_one_by_whoever_was_to_move(tmp_path):
    """A program that crashes at its first move: its record goes on; turned around it does not."""
    path = tmp_path / "match.db"
    crash = "exec:sh -c 'read a; echo ready; read b; exit 3'"

    def play():
        game = zermelo.game("tictactoe")
        return zermelo.match(game, crash, "first", games=2, records=path, native=False)

    score = play().score
    assert play().score == score and score.losses == 2
    base = sqlite3.connect(path)
    assert {reason.split(":")[0] for (reason,) in base.execute("SELECT reason FROM game")} == {
        "crash"
    }
    base.close()
    edit(path, "UPDATE game SET result = -result WHERE number = 1")
    with pytest.raises(UsageError, match="in game 1, its moves do not end the game"):
        play()


def test_a_tournament_is_looked_at_as_well(tmp_path, capsys):
    path = tmp_path / "match.db"
    command = (
        "tournament",
        "tictactoe",
        "first",
        "random",
        "memo:depth=1",
        "--games",
        "2",
        "--plain",
    )
    assert main([*command, "--records", str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert main([*command, "--records", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standings"] == said["standings"]
    edit(path, "UPDATE game SET result = result - 1 WHERE result >= 0")
    assert main([*command, "--records", str(path)]) == 2
