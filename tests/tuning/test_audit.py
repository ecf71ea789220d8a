"""Audits over all that is stored and over listed positions, against a solver without tricks."""

import json
import math
from functools import cache

import pytest

import zermelo
from oracles.mnk import Mnk
from oracles.search import every_position, mirrored, solved
from zermelo.errors import ParameterError
from zermelo.games.morris.rules import Morris
from zermelo.solver.score import value_of
from zermelo.tuning.audit import audit

SPEC = "mnk(width=3, height=2, k=2)"
RULES = Mnk(3, 2, 2)


class FirstSeen:
    """Makes the first move, and notes where."""

    name = "the first move"

    def __init__(self):
        self.seen = []

    def choose(self, game, state):
        self.seen.append(state)
        return next(iter(game.moves(state)))


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("audited") / "database"
    zermelo.solve(zermelo.game(SPEC), path, native=False)
    return zermelo.Database(path)


@cache
def losses() -> dict[str, list[int]]:
    """What each move gives away, in the order of the squares, of all positions that tell."""
    values, result = solved(RULES), {}
    for text, history in every_position(RULES).items():
        after = [(*history, move) for move in RULES.moves(history)]
        worths = [mirrored(values[RULES.text(child)][0], False) for child in after]
        if len(set(worths)) > 1:
            result[text] = [max(worths) - worth for worth in worths]
    return result


def text_of(game, state):
    return game.format_state(state).partition(" ")[0]


def test_uniform_positions_are_all_that_tell_one_of_each_set_of_symmetric_ones(database):
    game, player = database.game, FirstSeen()
    mistakes = audit(database, player, source="uniform", positions=10_000)
    reported = [text_of(game, state) for state in player.seen]
    alike = [{text_of(game, image) for image in game.symmetries(s)} | {text_of(game, s)}
             for s in player.seen]  # fmt: skip
    assert set().union(*alike) == set(losses()) and sum(map(len, alike)) == len(losses())
    lost = [losses()[text][0] for text in reported]
    assert mistakes.positions == len(lost) and mistakes.regret == sum(lost) / len(lost)
    assert mistakes.blunders == sum(loss > 0 for loss in lost) > 0
    chance = sum(losses()[text].count(0) / len(losses()[text]) for text in reported) / len(reported)
    assert mistakes.by_chance == pytest.approx(chance)
    stones = {f"tier {6 - text.count('.')}" for text in reported}
    assert {row.phase for row in mistakes.phases} == stones
    assert sum(row.positions for row in mistakes.phases) == mistakes.positions


def test_a_seed_draws_other_positions_and_no_more_than_asked_for(database):
    drawn = []
    for seed in (1, 1, 2):
        player = FirstSeen()
        assert audit(database, player, source="uniform", positions=5, seed=seed).positions == 5
        drawn.append(player.seen)
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(ParameterError, match="play, uniform or a list"):
        audit(database, FirstSeen(), source="nowhere")


def test_numbered_states_are_drawn_from_all_numbers(tmp_path):
    game, player = Morris(men=3), FirstSeen()
    zermelo.solve(game, tmp_path / "three", states=[next(game.endgame("3-3"))], native=False)
    stored = zermelo.Database(tmp_path / "three")
    mistakes = audit(stored, player, source="uniform", positions=60, seed=1)
    places = {(game.tier(state), game.index(state)) for state in player.seen}
    assert mistakes.positions == len(places) == 60
    for tier, number in places:
        state = game.unindex(tier, number)
        after = [game.play(state, move) for move in game.moves(state)]
        assert len({value_of(stored.score(child)) for child in after}) > 1
    assert max(number for _, number in places) > stored.manifest["tiers"][0]["size"] / 2


def test_a_persons_player_is_judged_on_a_files_positions(database, tmp_path, run):
    listed = sorted(losses())[::3]
    every = sorted(every_position(RULES))[:40]  # some of which tell nothing
    (tmp_path / "positions.txt").write_text("# mine\n\n" + "\n".join([*listed, *every]) + "\n")
    own = tmp_path / "mine.py"
    own.write_text("def last(game, state):\n    return list(game.moves(state))[-1]\n")
    words = ["audit", str(database.path), "--from", str(tmp_path / "positions.txt")]
    status, out, err = run(*words, "--player", f"{own}:last", "--json")
    assert err == ""
    answer = json.loads(out)
    lost = [losses()[text][-1] for text in {*listed, *every} & set(losses())]
    count, good = len(lost), lost.count(0)
    assert status == 0 and (answer["positions"], answer["regret"]) == (count, sum(lost) / count)
    assert (answer["blunders"], answer["optimal_share"]) == (count - good, good / count)
    z, share = 1.959964, good / count
    for bound in answer["optimal_interval"]:  # Wilson: where the share is z deviations away
        assert abs(share - bound) == pytest.approx(z * math.sqrt(bound * (1 - bound) / count))
    deviation = math.sqrt(sum((loss - answer["regret"]) ** 2 for loss in lost) / (count - 1))
    low, high = answer["regret_interval"]
    assert high - answer["regret"] == pytest.approx(z * deviation / math.sqrt(count))
    assert answer["regret"] - low == pytest.approx(high - answer["regret"])
    status, out, _ = run(*words, "--player", "first", "--positions", "7")
    assert status == 0 and "of 7 moves optimal" in out and "in 95%" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no positions; write one per line"),
        ("X../...\n\nnothing\n", "positions.txt, line 3: nothing doesn't have the board's shape"),
        ("XX./O..\nXX./...\n", "line 2: "),
        (
            min(every_position(RULES).keys() - losses().keys()),
            "no move is a mistake in any of the listed positions",
        ),
    ],
)
def test_a_file_that_lists_nothing_to_judge_is_one_line(database, tmp_path, refused, text, said):
    (tmp_path / "positions.txt").write_text(text)
    words = ["--player", "first", "--from", str(tmp_path / "positions.txt")]
    assert said in refused("audit", str(database.path), *words)


def test_a_position_that_is_not_stored_is_one_line(tmp_path, refused):
    game, path = zermelo.game("nim(rows=[1, 2])"), tmp_path / "part"
    zermelo.solve(game, path, states=[game.parse_state("0,2 B")], native=False)
    (tmp_path / "positions.txt").write_text("1,2 A\n")
    words = ["--player", "first", "--from", str(tmp_path / "positions.txt")]
    assert "lacks 1,1 B" in refused("audit", str(path), *words)
