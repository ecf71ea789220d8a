"""Comparisons with peers and with the previous release: positions, arithmetic, tables, picture."""

import sys
from pathlib import Path

import pytest

import oracles
import peers
import strength
import zermelo
from boards import drawing
from comparison import HEADINGS, Comparison, page
from positions import CONNECT_FOUR, reached, undecided

SLOWER = Comparison(
    "solve", "rival", theirs=2.0, ours=0.004, per_second=False, remark="Both solve.", aim=300
)
BUSIER = Comparison("simulate", "other", 1000.0, 2500.0, True, "All random.", aim=5)


@pytest.mark.parametrize("plies", [16, 20, 24])
def test_positions_are_legal_different_and_undecided(plies):
    rules, positions = oracles.ConnectFour(), undecided(plies, 8, seed=1)
    assert len({reached(columns) for columns in positions}) == 8
    for columns in positions:
        history = tuple(str(column + 1) for column in columns)
        assert len(history) == plies
        assert CONNECT_FOUR.format_state(reached(columns)) == rules.text(history)
        assert rules.outcome(history) == 2
        children = [(*history, move) for move in rules.moves(history)]
        assert all(rules.outcome(child) != -1 for child in children)


def test_the_page_has_every_row_remark_and_version():
    versions = {"zermelo": "0.1.0", "rival": "2.0", "absent": None}
    text = page([SLOWER, BUSIER], "One core of a kind", versions)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[0] == f"| {' | '.join(HEADINGS)} |"
    assert rows[2] == "| solve | rival | 2.00 s | 4 ms | 500 | 300 |"
    assert rows[3] == "| simulate | other | 1,000/s | 2,500/s | 2.5 | 5 |"
    assert len({row.count("|") for row in rows}) == 1
    assert "One core of a kind. zermelo 0.1.0, rival 2.0." in text
    assert "absent could not be had and is left out." in text
    assert "- **solve.** Both solve." in text.splitlines()


def test_what_disagrees_ends_the_benchmark():
    peers.require_equal("value", 1, 1.0)
    with pytest.raises(SystemExit, match="value: the peer finds 1, Zermelo -1"):
        peers.require_equal("value", 1, -1)


def test_what_is_not_installed_is_left_out(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(peers, "installed", lambda package: None)
    monkeypatch.setattr("os.sched_setaffinity", lambda process, cores: None, raising=False)
    monkeypatch.setattr("sys.argv", ["peers.py", "--page", str(tmp_path / "peers.md")])
    peers.main()
    printed = capsys.readouterr().out
    assert all(
        f"{package} could not be had: {name} is left out." in printed
        for name, (package, _) in peers.CONTESTS.items()
    )
    text = (tmp_path / "peers.md").read_text()
    assert "bitbully could not be had and is left out." in text and "/s |" not in text


def test_every_peer_is_pinned_and_known_by_name():
    pinned = (peers.Path(peers.__file__).parent / "peers-constraints.txt").read_text().split()
    assert all(line.count("==") == 1 for line in pinned)
    names = {line.partition("==")[0] for line in pinned}
    assert {package for package, _ in peers.CONTESTS.values()} <= names
    assert peers.machine().startswith("One core of ")


@pytest.fixture
def release(monkeypatch):
    """This release, instead of one before it."""
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    return sys.executable


@pytest.mark.long
def test_the_release_is_asked_which_games_it_plays(release):
    assert strength.knows(release, "nim")
    assert not strength.knows(release, "surround")


@pytest.mark.long
def test_games_that_the_release_lacks_or_that_are_solved_are_left_out(monkeypatch):
    monkeypatch.setattr(strength, "knows", lambda release, name: name != "chess")
    assert strength.left_out("chess", "python") == "new"
    assert strength.left_out("mnk", "python") == "solved"
    assert strength.left_out("mnk(width=5, height=5, k=4)", "python") == ""


def test_full_width_is_for_games_that_search_selectively():
    assert strength.left_out("nim", None) == "unselective"
    assert strength.left_out("othello", None) == ""


def test_both_sides_have_the_same_limit():
    ours, theirs = strength.players("hex(size=7)", 0.02, "python")
    assert ours == "best:seconds=0.02"
    assert theirs == "ugi:python -m zermelo engine 'hex(size=7)' --protocol ugi; movetime=20"
    both = strength.players("othello", 20_000, None)
    assert both == ("engine:nodes=20000", "engine:nodes=20000,selective=0")


def test_a_row_has_the_score_its_interval_and_the_verdict():
    done = zermelo.match("nim", "first", "first", games=4, sprt=strength.BOUNDS, native=False)
    row = strength.row(done, 0.1)
    assert row == f"| {done.game} | 0.1 | 2–0–2 | 50% | 19% to 81% | open |"


def test_what_was_not_won_on_the_board_is_in_the_row():
    class Absent:
        name = "absent"

        def choose(self, game, state):
            raise RuntimeError

    done = zermelo.match("nim", "first", Absent(), games=40, sprt=strength.BOUNDS, native=False)
    games = done.score.games
    row = strength.row(done, 20_000)
    assert row.startswith(f"| {done.game} | 20,000 | {games}–0–0, {games} won by crash | 100% |")
    assert row.endswith("to 100% | stronger |")


def test_a_gauntlet_goes_on_where_it_was_stopped(release, monkeypatch, tmp_path):
    monkeypatch.setattr(strength, "RECORDS", tmp_path)
    begun = strength.played("nim", ("first", "random"), 4)
    assert begun.score.games == 4
    (kept,) = tmp_path.iterdir()
    assert kept.name.startswith("nim-")
    assert strength.played("nim", ("first", "random"), 4).score == begun.score


DRAWN = Path(__file__).parent.parent.parent / "docs" / "boards.svg"


def test_the_picture_of_boards_is_up_to_date():
    assert DRAWN.read_text(encoding="utf-8") == drawing(4), "make bench NAME=boards writes it again"
