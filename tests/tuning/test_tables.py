"""Learning from self-play: the games that are kept, the fit, and who plays by what was learned."""

import random
from array import array

import pytest

import oracles
import zermelo
from simulatedtime import SimulatedTime
from zermelo.cli import main
from zermelo.contract import arguments
from zermelo.contract.arguments import Range
from zermelo.errors import ParameterError, Stopped, UsageError
from zermelo.learned.evaluation import ZERO, load, shipped_weights, with_tables
from zermelo.learned.layout import layout_of
from zermelo.native.arrays import new_words, place_of
from zermelo.search.counters import state_from_seed
from zermelo.search.engine.compiling import Workspace
from zermelo.search.engine.score import PROVEN
from zermelo.search.engine.table import Table
from zermelo.spec import parse_game
from zermelo.tuning import tables
from zermelo.tuning.selfplay import (
    CELLS,
    ENDED,
    PLAYER,
    SCORE,
    UNKNOWN,
    chunks_of,
    play_rows,
    sweep,
)
from zermelo.tuning.tables import learn

np = pytest.importorskip("numpy")


def test_rows_say_what_perfect_play_does():
    """Searched to the end, what a search says is the truth, and so is how the game ends."""
    game, rules = parse_game("tictactoe"), oracles.Mnk()
    layout, values = layout_of(game), oracles.solved(oracles.Mnk())
    entries = memoryview(array("i", [ZERO]) * layout.entries)
    twin = with_tables(game, layout, entries, 0, "zeros")
    words, most = CELLS + 2, 120
    room = new_words(words * most)
    memory = Workspace(Table(1), native=False).memory
    shape = (most, words, 2, chunks_of(layout), 9, 6, 1)
    place = place_of(room, native=False)
    full, _ = play_rows(twin, game.start(), shape, place, state_from_seed(1), memory)
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
        assert lost == pytest.approx(oracles.descend(numbers, order, base, targets, *plain, rate))
        assert weights.tolist() == pytest.approx(plain[0])
    assert sorted(losses, reverse=True) == losses


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """What 900 positions of tic-tac-toe teach."""
    path = tmp_path_factory.mktemp("learned") / "tictactoe.weights"
    given = ["--positions", "900", "--depth", "1", "--out", str(path), "--json"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_NATIVE", "off")
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


@pytest.fixture
def small_batches(monkeypatch):
    """Batches of two parts, and two threads however many cores the machine has."""
    monkeypatch.setattr(tables, "BATCH", 400)
    monkeypatch.setattr(tables, "PART", 200)
    monkeypatch.setattr(arguments, "THREADS", Range(1, 2))


@pytest.mark.compiled
@pytest.mark.usefixtures("small_batches")
def test_it_is_the_same_compiled_on_two_threads_and_plain(tmp_path):
    given = [{"threads": 1}, {"threads": 2}, {"native": False}]
    for number, options in enumerate(given):
        learn("tictactoe", out=tmp_path / str(number), positions=1_000, depth=1, **options)
    assert len({file.read_bytes() for file in tmp_path.iterdir()}) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_games_end_when_learning_is_interrupted(threads):
    """Searches so deep would go on for years."""
    learner = tables._Learner(parse_game("hex(size=7)"), None, 1, 0, threads, native=False)
    player = tables._Player(learner)
    learner.depth = 40
    with pytest.raises(Stopped):
        player.play_batch(3_000, tables.ENDS, learner.clock.stop)


def interrupted(text: str) -> None:
    raise KeyboardInterrupt


@pytest.mark.usefixtures("small_batches")
def test_what_was_learned_is_kept_on_ctrl_c(tmp_path):
    game, path = parse_game("tictactoe"), tmp_path / "kept"
    learning = learn(game, out=path, positions=9_000, depth=1, native=False, progress=interrupted)
    assert learning.interrupted
    assert 300 < learning.positions < 9_000
    assert learn(game, out=path, positions=100, depth=1, native=False).loss < 0.7


@pytest.mark.usefixtures("small_batches")
def test_minutes_are_those_of_the_clock(monkeypatch):
    """After 20 seconds for each batch, the first 30% are over after one, and all after three."""
    time, batches = SimulatedTime(monkeypatch), []

    def progress(text: str) -> None:
        batches.append(text)
        time.pass_by(20)

    learn("tictactoe", minutes=1, depth=1, native=False, progress=progress)
    assert len(batches) == 3


@pytest.mark.usefixtures("small_batches")
def test_as_many_threads_as_there_are_cores():
    with pytest.raises(ParameterError, match="threads should be 2 or less, not 3"):
        learn("tictactoe", positions=100, threads=3)


def test_players_and_commands_play_by_it_and_the_best_one_by_what_ships(file, refused, run_json):
    name = f"engine:depth=1,weights='{file}'"
    match = zermelo.match("tictactoe", name, "random", games=20, native=False, seed=1)
    assert match.score.wins > 15
    answer = run_json("analyze", "tictactoe", "--weights", str(file), "--plain", "--depth", "1")
    assert answer["best_moves"] == ["b2"]  # with nothing to go by, all nine
    assert "no learned weights for nim" in refused("analyze", "nim", "--evaluation", "learned")
    game = parse_game("nim")
    assert shipped_weights(game) is None
    match = zermelo.match("nim", "best:nodes=200", "random", games=4, native=False, seed=1)
    assert match.score.wins >= 2
