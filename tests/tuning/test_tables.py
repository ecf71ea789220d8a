"""Learning from self-play: the games that are kept, the fit, and who plays by what was learned."""

from __future__ import annotations

import random
from array import array

import pytest

import oracles
import zermelo
from zermelo.cli import main
from zermelo.errors import UsageError
from zermelo.learned.evaluation import ZERO, with_tables
from zermelo.learned.file import load, shipped
from zermelo.learned.geometry import layout_of
from zermelo.native.words import new_words, place_of
from zermelo.search.chance import seeded
from zermelo.search.engine.score import PROVEN
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace
from zermelo.spec import parse_game
from zermelo.tuning.selfplay import CELLS, ENDED, PLAYER, SCORE, UNKNOWN, play_rows
from zermelo.tuning.tables import learn
from zermelo.tuning.training import chunks_of, entry_numbers, sweep

np = pytest.importorskip("numpy")


def test_rows_say_what_perfect_play_does():
    """Searched to the end, what a search says is the truth, and so is how the game ends."""
    game, rules = parse_game("tictactoe"), oracles.Mnk()
    layout, values = layout_of(game), oracles.solved(oracles.Mnk())
    entries = memoryview(array("i", [ZERO]) * layout.entries)
    twin = with_tables(game, layout, entries, 0, "zeros")
    words, most = CELLS + 2, 120
    room = new_words(words * most, native=False)
    memory = Workspace(Table(1), native=False).memory
    shape = (most, words, 2, chunks_of(layout), 9, 6, 1)
    place = place_of(room, native=False)
    full, _ = play_rows(twin, game.start(), shape, place, seeded(1), memory)
    assert most - 18 < full <= most
    astray = 0
    for at in range(0, words * full, words):
        row = room[at : at + words]
        state = type(game.start())(row[CELLS], row[CELLS + 1], row[PLAYER])
        value = values[game.format_state(state)][0]
        said = row[SCORE]
        assert (said > PROVEN) - (said < -PROVEN) == value
        assert row[ENDED] in (value, UNKNOWN)
        astray += row[ENDED] == UNKNOWN
    assert full / 3 < astray < full / 2
    assert rules.outcome(()) == 2


def test_the_fit_is_gradient_descent():
    chance = random.Random(4)
    rows, patterns, count = 40, 3, 12
    numbers = [[chance.randrange(count) for _ in range(patterns)] for _ in range(rows)]
    targets = [chance.choice([0.01, 0.5, 0.99]) for _ in range(rows)]
    base = [chance.uniform(-1, 1) for _ in range(rows)]
    order = chance.sample(range(rows), 30)
    weights, steep = np.zeros(count), np.ones(count)
    given = np.array(numbers, np.int32), np.array(order), np.array(base), np.array(targets)
    plain = [0.0] * count, [1.0] * count
    losses = []
    for rate in (0.1, 0.1, 0.0):
        lost = sweep(*given, weights, steep, rate)
        losses.append(lost)
        assert lost == pytest.approx(oracles.descended(numbers, order, base, targets, *plain, rate))
        assert weights.tolist() == pytest.approx(plain[0])
    assert sorted(losses, reverse=True) == losses


def test_entries_of_rows_are_those_of_the_states():
    """One entry of each pattern, and each is that of the same cells in the evaluation's sum."""
    game = parse_game("hex(size=4)")
    layout, entries = layout_of(game), array("i")
    entries.extend(ZERO + number for number in range(layout.entries * layout.players))
    twin = with_tables(game, layout, memoryview(entries), 0, "numbered")
    state = game.start()
    for text in ("a1", "b2", "c3", "d1", "a4"):
        state = game.play(state, game.parse_move(state, text))
        row = [0, 0, 0, state.player, state.first, state.second]
        numbers = entry_numbers(layout, np.array([row]))
        assert numbers.sum() == twin.sum_of(state) - twin.total_of_zeros


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """What 900 positions of tic-tac-toe teach."""
    path = tmp_path_factory.mktemp("learned") / "tictactoe.weights"
    given = ["--positions", "900", "--depth", "1", "--plain", "--out", str(path), "--json"]
    assert main(["learn", "tictactoe", *given]) == 0
    return path


def test_it_is_repeatable_and_goes_on(file, tmp_path):
    game, other = parse_game("tictactoe"), tmp_path / "other.weights"
    learning = learn(game, out=other, positions=900, depth=1, native=False)
    assert other.read_bytes() == file.read_bytes()
    assert learning.positions >= 900 and learning.weights == len(load(other, game).numbers)
    assert learning.loss < 0.68 and "engine:weights=" in str(learning)
    further = learn(game, out=other, positions=300, depth=1, native=False)
    assert further.loss < learning.loss and other.read_bytes() != file.read_bytes()
    with pytest.raises(UsageError, match="evaluates tictactoe, not qubic"):
        learn(parse_game("qubic"), out=other, positions=100, native=False)


def test_it_runs_plain_where_the_compiler_is_switched_off(monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    assert learn(parse_game("tictactoe"), positions=50, depth=1).positions >= 50


def test_players_and_commands_play_by_it(file, capsys):
    name = f"engine:depth=1,weights='{file}'"
    match = zermelo.match("tictactoe", name, "random", games=20, native=False, seed=1)
    assert match.score.wins > 15
    given = ["--plain", "--depth", "1", "--json"]
    assert main(["analyze", "tictactoe", "--weights", str(file), *given]) == 0
    assert '"best_moves": ["1,1"]' in capsys.readouterr().out  # with nothing to go by, all nine
    assert main(["analyze", "nim", "--evaluation", "learned"]) == 2
    assert "no learned evaluation of nim comes with Zermelo" in capsys.readouterr().err


def test_the_best_player_evaluates_by_what_ships():
    game = parse_game("nim")
    assert shipped(game) is None
    match = zermelo.match("nim", "best:nodes=200", "random", games=4, native=False, seed=1)
    assert match.score.wins >= 2
