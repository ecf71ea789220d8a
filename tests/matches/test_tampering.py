"""Records that are not ours, or that somebody has edited: one line, and nothing is overwritten."""

import contextlib
import json
import os
import random
import sqlite3
from pathlib import Path

import pytest

from ledgers import edit, forge, values
from zermelo.cli import main

MATCH = ("match", "tictactoe", "alphabeta:depth=2", "random", "--games", "4")

LOST = pytest.mark.filterwarnings("always::zermelo.errors.LossWarning")


@pytest.fixture
def path(tmp_path, capsys) -> Path:
    path = tmp_path / "match.db"
    assert main([*MATCH, "--records", str(path)]) == 0
    capsys.readouterr()
    return path


def refusal(path: Path | str, capsys) -> str:
    """The one line with which a match on these records is refused."""
    assert main([*MATCH, "--records", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "\x1b" not in captured.err
    return captured.err


def test_the_file_says_that_it_is_ours(path):
    assert path.read_bytes().startswith(b"zermelo: records of a match, version 3\n")


def test_another_programs_file_is_left_as_it_is(tmp_path, capsys):
    path = tmp_path / "photos.db"
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE photo (name TEXT)")
    before = path.read_bytes()
    assert "holds no records of a match" in refusal(path, capsys)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["photos.db"]


def test_records_of_another_version_are_refused(path, capsys):
    forge(path, values(path), b"zermelo: records of a match, version 9")
    assert "records of a match of version 9; this version reads 3" in refusal(path, capsys)


def test_what_is_no_file_is_refused(tmp_path, capsys):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for place in ("fifo", "folder", "x" * 300, "missing/match.db"):
        assert "cannot use" in refusal(tmp_path / place, capsys)
    for place in ("half\0name", "\ud800"):
        assert "characters that no argument can have" in refusal(tmp_path / place, capsys)
    for device in ("/dev/null", "/dev/zero"):
        assert "it is no regular file" in refusal(device, capsys)


NUMBER, MOVES = 0, 7  # places of a game's fields in its line

# What is done to the lines: what the match is, and its four games.
EDITS = {
    "again": lambda lines: lines.append(lines[1]),
    "far": lambda lines: lines[4].__setitem__(NUMBER, 1 << 70),
    "no game": lambda lines: lines.append({}),
    "settings": lambda lines: lines.pop(0),
    "two settings": lambda lines: lines.insert(0, lines[0]),
    "no JSON": lambda lines: lines.insert(0, b"{"),
    "no UTF-8": lambda lines: lines.append(b'"\xff"'),
    "deep": lambda lines: lines.append(b"[" * 100_000),
    "other": lambda lines: lines.__setitem__(0, {}),
    "hostile": lambda lines: lines.__setitem__(0, {"game": "\x1b[2J"}),
}


@pytest.mark.parametrize("name", EDITS)
def test_edited_records_are_one_line(path, capsys, name):
    edit(path, EDITS[name])
    refusal(path, capsys)


@LOST
def test_no_flipped_bit_goes_unnoticed(path, capsys):
    """The file is refused; of the last game, as a power cut may leave it, the loss is said."""
    content, chance = path.read_bytes(), random.Random(29)
    assert main([*MATCH, "--json"]) == 0
    message = json.loads(capsys.readouterr().out)["score"]
    for _ in range(200):
        damaged = bytearray(content)
        damaged[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        status = main([*MATCH, "--json", "--records", str(path)])
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1 and status in (0, 2)
        if status == 0:
            assert "was not written to its end and is lost" in captured.err
            assert json.loads(captured.out)["score"] == message


@LOST
@pytest.mark.parametrize("lost", [1, 100, 500])
def test_what_a_power_cut_has_left_is_played_again(path, capsys, lost):
    content, before = path.read_bytes(), moves(path)
    path.write_bytes(content[:-lost])
    assert main([*MATCH, "--records", str(path)]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and "is lost" in captured.err
    assert moves(path) == before
    for cut in range(len(b"zermelo: records of a match, version 3\n")):
        path.write_bytes(content[:cut])
        assert main([*MATCH, "--records", str(path)]) == 0
        assert capsys.readouterr().err == "" and moves(path) == before


def moves(path: Path) -> list[list[str]]:
    """What was played, game by game."""
    return [[move[0] for move in game[MOVES]] for game in sorted(values(path)[1:])]


def test_a_shorter_match_than_recorded_is_refused(path, capsys):
    shorter = [*MATCH[:-1], "2", "--records", str(path)]
    assert main(shorter) == 2
    assert "holds more than the 2 games asked for" in capsys.readouterr().err
