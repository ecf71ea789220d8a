"""The records of a match: what is in them, resuming, and kills at any instant."""

import json
import random
import signal
import subprocess

import pytest

import zermelo
from ledgers import values
from processes import PATIENCE, command, computed, soon
from zermelo.errors import UsageError
from zermelo.matches.records import GameRecord, MoveRecord, Records

TICTACTOE = zermelo.game("tictactoe")
MATCH = (
    "match",
    "isolation(width=5, height=5)",
    "alphabeta:depth=2",
    "random",
    "--json",
)
GAMES = 60


def matched(path, second="random", **conditions):
    given = {"games": 4, "native": False, "records": path, **conditions}
    return zermelo.match(TICTACTOE, "alphabeta:depth=2", second, **given)


def some_record(number: int = 0) -> GameRecord:
    moves = (MoveRecord("1,1", 0.25, 0.5, 17), MoveRecord("0,0", 0.0, None, None))
    return GameRecord(number, 0, 1, ("2,2", "0,1"), moves, -1, "time: too late")


def test_a_record_comes_back_as_it_was(tmp_path):
    kept = Records(tmp_path / "match.db", {"seed": 1})
    kept.add(some_record(3))
    kept.add(some_record(1))
    kept.close()
    again = Records(tmp_path / "match.db", {"seed": 1})
    assert again.games() == [some_record(1), some_record(3)]
    again.close()
    assert GameRecord.from_row(json.loads(json.dumps(some_record().row()))) == some_record()


def test_a_game_that_ctrl_c_finds_written_counts(tmp_path, monkeypatch):
    written = []

    def interrupted(file: int) -> None:
        written.append(file)
        if len(written) == 4:  # the head, the match, a game, and another game
            raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.process.disk.sync", interrupted)
    result = matched(tmp_path / "match.db")
    assert result.interrupted and result.score.games == 2
    assert len(values(tmp_path / "match.db")) == 3


def test_a_game_is_never_in_twice(tmp_path):
    kept = Records(tmp_path / "match.db", {})
    kept.add(some_record())
    with pytest.raises(UsageError):
        kept.add(some_record())
    assert kept.games() == [some_record()]
    kept.close()


def test_a_match_goes_on_and_can_be_made_longer(tmp_path):
    path = tmp_path / "match.db"
    first = matched(path)
    heard = []
    longer = matched(path, games=10, progress=heard.append)
    assert (first.score.games, longer.score.games, len(heard)) == (4, 10, 11)
    assert matched(path, games=10).score == longer.score
    assert matched(None, games=10).score == longer.score


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"second": "first"}, "players"),
        ({"seed": 7}, "seed 0"),
        ({"repetitions": 4}, "draws"),
        ({"plies": 0}, "plies 2"),
        ({"sprt": (0, 10)}, "sprt None"),
    ],
)
def test_another_match_is_refused_by_what_differs(tmp_path, change, named):
    path = tmp_path / "match.db"
    matched(path)
    with pytest.raises(UsageError, match=f"holds another match, with {named}"):
        matched(path, **change)


def test_a_file_that_is_none_is_refused(tmp_path):
    path = tmp_path / "match.db"
    path.write_text("not a database, but a text that is long enough to be taken for one" * 20)
    with pytest.raises(UsageError, match="holds no records"):
        matched(path)
    with pytest.raises(UsageError, match="cannot use"):
        matched(tmp_path / "no" / "match.db")


def test_a_file_in_use_is_refused(tmp_path):
    kept = Records(tmp_path / "match.db", {})
    with pytest.raises(UsageError, match="another match is writing"):
        Records(tmp_path / "match.db", {})
    kept.close()


def start(path, processes: int, games: int = GAMES) -> subprocess.Popen:
    conditions = ("--records", str(path), "--processes", str(processes))
    return command(*MATCH, "--games", str(games), *conditions)


def numbers(path) -> list[int]:
    """The games that are kept; a kill may come in the midst of the last line."""
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
        running.kill()  # unless it has ended of itself
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
    assert moves_in(path) == [
        [move["move"] for move in json.loads(line)["moves"]]
        for line in (tmp_path / "whole").read_text().splitlines()
    ]


def moves_in(path) -> list[list[str]]:
    """The moves of each game, straight from the file."""
    return [[move[0] for move in game[7]] for game in sorted(values(path)[1:])]


@pytest.mark.long
def test_ctrl_c_says_how_it_stands_and_keeps_the_games(tmp_path):
    path = tmp_path / "match.db"
    running = start(path, 2, games=10_000)
    assert soon(lambda: computed(running) > 6)  # three processes play
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert running.returncode == 130
    assert sum(json.loads(out)["score"].values()) == len(numbers(path)) < 10_000
