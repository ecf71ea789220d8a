"""The records of a match: resuming, kills at any moment, and edited files."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import zermelo
from ledgers import edit, forge, values
from processes import PATIENCE, command, computed, soon
from zermelo.errors import UsageError
from zermelo.matches.records import GameRecord, MoveRecord, Records

TICTACTOE = zermelo.game("tictactoe")
MATCH = ("match", "isolation(width=5, height=5)", "alphabeta:depth=2", "random", "--json")
GAMES = 60


def play_recorded(path, second="random", **conditions):
    given = {"games": 4, "native": False, "records": path, **conditions}
    return zermelo.match(TICTACTOE, "alphabeta:depth=2", second, **given)


def some_record(number: int = 0) -> GameRecord:
    moves = (MoveRecord("1,1", 0.25, 0.5, 17), MoveRecord("0,0", 0.0, None, None))
    return GameRecord(number, 0, 1, ("2,2", "0,1"), moves, -1, "time: too late")


def test_a_record_comes_back_as_it_was_and_a_file_has_one_writer(tmp_path):
    kept = Records(tmp_path / "match.db", {"seed": 1})
    kept.add(some_record(3))
    kept.add(some_record(1))
    kept.close()
    again = Records(tmp_path / "match.db", {"seed": 1})
    with pytest.raises(UsageError, match="another match is writing"):
        Records(tmp_path / "match.db", {"seed": 1})
    with pytest.raises(UsageError):
        again.add(some_record(1))  # a game is never in twice
    assert again.games() == [some_record(1), some_record(3)]
    again.close()
    assert GameRecord.from_row(json.loads(json.dumps(some_record().row()))) == some_record()


def test_a_game_that_ctrl_c_finds_written_counts(tmp_path, monkeypatch):
    written = []

    def interrupted(file: int) -> None:
        written.append(file)
        if len(written) == 4:  # the header, the match and two games
            raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.process.disk.sync", interrupted)
    result = play_recorded(tmp_path / "match.db")
    assert result.interrupted and result.score.games == 2
    assert len(values(tmp_path / "match.db")) == 3


def test_a_match_goes_on_and_can_be_made_longer(tmp_path):
    path = tmp_path / "match.db"
    first = play_recorded(path)
    heard = []
    longer = play_recorded(path, games=10, progress=heard.append)
    assert (first.score.games, longer.score.games, len(heard)) == (4, 10, 11)
    assert play_recorded(path, games=10).score == longer.score
    assert play_recorded(None, games=10).score == longer.score


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"second": "first"}, "another match, with players"),
        ({"seed": 7}, "another match, with seed 0"),
        ({"repetitions": 4}, "another match, with draws"),
        ({"plies": 0}, "another match, with plies 2"),
        ({"sprt": (0, 10)}, "another match, with sprt None"),
        ({"games": 2}, "more than the 2 requested games"),
    ],
)
def test_another_or_a_shorter_match_is_refused_by_what_differs(tmp_path, change, named):
    path = tmp_path / "match.db"
    play_recorded(path)
    with pytest.raises(UsageError, match=f"contains {named}"):
        play_recorded(path, **change)


def start(path, processes: int, games: int = GAMES, **options) -> subprocess.Popen:
    conditions = ("--records", str(path), "--processes", str(processes))
    return command(*MATCH, "--games", str(games), *conditions, **options)


def numbers(path) -> list[int]:
    """The numbers of the games in the file; a kill may have cut its last line."""
    lines = path.read_bytes().split(b"\n")[2:-1]
    return sorted(json.loads(line[9:])[0] for line in lines)


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_killed_at_any_instant_no_game_is_lost_or_doubled(tmp_path, processes):
    path, chance, before, kills = tmp_path / "match.db", random.Random(processes), [], 0
    while kills < 6 and len(before) < GAMES:
        running = start(path, processes)
        work = chance.uniform(0.2, 1.2)
        assert soon(lambda: computed(running) > work or running.poll() is not None)  # noqa: B023
        running.kill()  # unless it has ended by itself
        running.communicate()
        kills += 1
        after = numbers(path) if path.exists() and path.stat().st_size else []
        assert set(before) <= set(after)
        before = after
    running = start(path, processes)
    out, err = running.communicate()
    assert (running.returncode, err) == (0, "")
    assert numbers(path) == list(range(GAMES))
    whole = zermelo.match(
        zermelo.game(MATCH[1]), *MATCH[2:4], games=GAMES, native=False, export=tmp_path / "whole"
    )
    assert json.loads(out)["score"] == whole.as_dict()["score"]
    assert moves(path) == [
        [move["move"] for move in json.loads(line)["moves"]]
        for line in (tmp_path / "whole").read_text().splitlines()
    ]


@pytest.mark.long
def test_ctrl_c_says_how_it_stands_and_keeps_the_games(tmp_path):
    path = tmp_path / "match.db"
    running = start(path, 2, games=100_000, leisure=True)
    assert soon(lambda: path.exists() and len(numbers(path)) > 0)  # the match goes on for minutes
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert running.returncode == 130
    assert sum(json.loads(out)["score"].values()) == len(numbers(path)) < 100_000


EDITED = ("match", "tictactoe", "alphabeta:depth=2", "random", "--games", "4")

LOST = pytest.mark.filterwarnings("always::zermelo.errors.LossWarning")


@pytest.fixture
def path(tmp_path, run) -> Path:
    path = tmp_path / "match.db"
    assert run(*EDITED, "--records", str(path))[0] == 0
    return path


def refusal(path: Path | str, run) -> str:
    """The one line with which a match on these records is refused."""
    status, out, err = run(*EDITED, "--records", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1) and "\x1b" not in err
    return err


def test_another_programs_file_is_left_as_it_is(tmp_path, run):
    path = tmp_path / "photos.db"
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE photo (name TEXT)")
    before = path.read_bytes()
    assert "has no records of a match" in refusal(path, run)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["photos.db"]


def test_records_name_their_version_and_those_of_another_are_refused(path, run):
    assert path.read_bytes().startswith(b"zermelo: records of a match, version 3\n")
    forge(path, values(path), b"zermelo: records of a match, version 9")
    assert "records of a match of version 9; this version reads 3" in refusal(path, run)


def test_what_is_no_file_is_refused(tmp_path, run):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for place in ("fifo", "folder", "x" * 300, "missing/match.db"):
        assert "cannot use" in refusal(tmp_path / place, run)
    for place in ("half\0name", "\ud800"):
        assert "characters that are not allowed in arguments" in refusal(tmp_path / place, run)
    for device in ("/dev/null", "/dev/zero"):
        assert "it is not a regular file" in refusal(device, run)


# The fields of a game and of a move, by their places in a line.
NUMBER, FIRST, SECOND, OPENING, RESULT, REASON, MARGIN, MOVES = range(8)
MOVE, SECONDS, VALUE, NODES = range(4)


def exchange_players(game: list) -> None:
    game[FIRST], game[SECOND] = game[SECOND], game[FIRST]


def played_as(place: int, value: object) -> Callable[[list], None]:
    """An edit that changes the first move of the second game."""
    return lambda lines: lines[2][MOVES][0].__setitem__(place, value)


def stored_as(game: int, place: int, value: object) -> Callable[[list], None]:
    """An edit that changes a field of a game."""
    return lambda lines: lines[1 + game].__setitem__(place, value)


# The edits: each takes the lines of the match and of its four games.
EDITS = {
    "result": lambda lines: stored_as(0, RESULT, (lines[1][RESULT] + 2) % 3 - 1)(lines),
    "other result": lambda lines: stored_as(0, RESULT, (lines[1][RESULT] + 3) % 3 - 1)(lines),
    "forfeit": stored_as(0, REASON, "time: too late"),
    "drawn": lambda lines: lines[2].__setitem__(slice(RESULT, MARGIN), [0, "cap"]),
    "opening": stored_as(2, OPENING, ["b2", "a3"]),
    "players": lambda lines: exchange_players(lines[2]),
    "move": played_as(MOVE, "9,9"),
    "spelling": lambda lines: played_as(MOVE, lines[2][MOVES][0][MOVE] + " ")(lines),
    "steering": played_as(MOVE, "\x1b[2J"),
    "shorter": lambda lines: lines[2].__setitem__(MOVES, lines[2][MOVES][:1]),
    "gap": lambda lines: lines[2][MOVES].pop(1),
    "again": lambda lines: lines.append(lines[1]),
    "extra": lambda lines: lines.append([4, *lines[1][1:]]),
    "margin": stored_as(0, MARGIN, 8),
    "margin as text": stored_as(0, MARGIN, "many"),
    "far": stored_as(3, NUMBER, 1 << 70),
    "negative": stored_as(3, NUMBER, -1),
    "no number": stored_as(3, NUMBER, True),
    "type": stored_as(0, RESULT, "won"),
    "no reason": stored_as(0, REASON, None),
    "no text": played_as(MOVE, 7),
    "seconds": played_as(SECONDS, -1.0),
    "endless": played_as(SECONDS, float("inf")),
    "value": played_as(VALUE, 2.0),
    "no value": played_as(VALUE, float("nan")),
    "nodes": played_as(NODES, -1),
    "no moves": stored_as(1, MOVES, None),
    "no move": lambda lines: lines[2][MOVES].append("1,1"),
    "more fields": lambda lines: lines[2].append(0),
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
def test_edited_records_are_one_line(path, run, name):
    edit(path, EDITS[name])
    refusal(path, run)


@LOST
def test_no_flipped_bit_goes_unnoticed(path, run, run_json):
    """The file is refused, or the loss of its last game is reported as after a power cut."""
    content, chance = path.read_bytes(), random.Random(29)
    score = run_json(*EDITED)["score"]
    for _ in range(200):
        damaged = bytearray(content)
        damaged[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        status, out, err = run(*EDITED, "--json", "--records", str(path))
        assert err.count("\n") == 1 and status in (0, 2)
        if status == 0:
            assert "is incomplete and is lost" in err
            assert json.loads(out)["score"] == score


@LOST
@pytest.mark.parametrize("lost", [1, 100, 500])
def test_what_a_power_cut_has_left_is_played_again(path, run, lost):
    content, before = path.read_bytes(), moves(path)
    path.write_bytes(content[:-lost])
    status, _, err = run(*EDITED, "--records", str(path))
    assert status == 0 and err.count("\n") == 1 and "is lost" in err
    assert moves(path) == before
    for cut in range(len(b"zermelo: records of a match, version 3\n")):
        path.write_bytes(content[:cut])
        status, _, err = run(*EDITED, "--records", str(path))
        assert (status, err) == (0, "") and moves(path) == before


def moves(path: Path) -> list[list[str]]:
    """The moves of each game, read directly from the file."""
    return [[move[MOVE] for move in game[MOVES]] for game in sorted(values(path)[1:])]


def test_a_forfeit_in_records_is_one_by_whoever_was_to_move(tmp_path):
    """A program that crashes at its first move: its record goes on; turned around it does not."""
    path = tmp_path / "match.db"
    crash = "exec:sh -c 'read a; echo ready; read b; exit 3'"

    def play():
        game = zermelo.game("tictactoe")
        return zermelo.match(game, crash, "first", games=2, records=path, native=False)

    score = play().score
    assert play().score == score and score.losses == 2
    assert {game[REASON].split(":")[0] for game in values(path)[1:]} == {"crash"}
    edit(path, lambda lines: stored_as(1, RESULT, -lines[2][RESULT])(lines))
    with pytest.raises(UsageError, match="in game 1, its moves do not end the game"):
        play()


def test_a_tournament_is_looked_at_as_well(tmp_path, run, run_json):
    path = tmp_path / "match.db"
    command = ("tournament", "tictactoe", "first", "random", "memo:depth=1", "--games", "2")
    kept = (*command, "--records", str(path))
    standings = run_json(*kept)["standings"]
    assert run_json(*kept)["standings"] == standings
    edit(path, EDITS["other result"])
    assert run(*kept)[0] == 2
