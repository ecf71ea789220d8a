"""The comparison with peers: its positions, its arithmetic and its tables, without any peer."""

import json

import pytest

import oracles
import peers
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


def test_times_says_how_many_times_as_fast_zermelo_is():
    assert (SLOWER.times, BUSIER.times) == (500, 2.5)
    assert SLOWER.cells() == ("solve", "rival", "2.00 s", "4 ms", "500", "300")
    assert BUSIER.cells() == ("simulate", "other", "1,000/s", "2,500/s", "2.5", "5")
    assert json.loads(json.dumps(BUSIER.as_dict()))["times"] == 2.5


def test_the_page_has_every_row_remark_and_version():
    versions = {"zermelo": "0.1.0", "rival": "2.0", "absent": None}
    text = page([SLOWER, BUSIER], "One core of a kind", versions)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[0] == f"| {' | '.join(HEADINGS)} |"
    assert rows[2:] == [f"| {' | '.join(c.cells())} |" for c in (SLOWER, BUSIER)]
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
    files = ["--json", str(tmp_path / "peers.json"), "--page", str(tmp_path / "peers.md")]
    monkeypatch.setattr("sys.argv", ["peers.py", *files])
    peers.main()
    printed = capsys.readouterr().out
    assert all(
        f"{package} could not be had: {name} is left out." in printed
        for name, (package, _) in peers.CONTESTS.items()
    )
    assert json.loads((tmp_path / "peers.json").read_text())["comparisons"] == []
    assert "bitbully could not be had and is left out." in (tmp_path / "peers.md").read_text()


def test_every_peer_is_pinned_and_known_by_name():
    pinned = (peers.Path(peers.__file__).parent / "peers-constraints.txt").read_text().split()
    assert all(line.count("==") == 1 for line in pinned)
    names = {line.partition("==")[0] for line in pinned}
    assert {package for package, _ in peers.CONTESTS.values()} <= names
    assert peers.machine().startswith("One core of ")
